//! The HTTP server.
//!
//! It listens only on the loopback address and answers only what `auth` admits. The time and the size of a request are
//! limited. No connection stays open between question and answer, so any number of tabs can be open.

use crate::cli::file;
use crate::cli::load::{Outcome, Session, Stop};
use crate::cli::shell::Status;
use crate::cli::studio::auth::{Auth, Route};
use crate::cli::studio::document::Document;
use crate::cli::studio::page;
use crate::cli::studio::wire::{Reply, keep};
use crate::cli::studio::worker_pool::{WorkerQueue, refusal};
use alfil::library;
use alfil_diagnostics::source::MAX_BYTES;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Request, Response, StatusCode};
use serde_json::{Value, json};
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Most bytes of a question: two texts, each at most three times as long in JSON, and what belongs to them.
const MAX_BODY: usize = 6 * MAX_BYTES + 65_536;
/// Time limit for receiving a request, and for sending an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time limits for answers about a text, about a game and about all tests.
const LIMITS: [Duration; 3] =
    [Duration::from_secs(10), Duration::from_secs(20), Duration::from_secs(120)];
/// Most connections at a time.
const MAX_CONNECTIONS: usize = 128;

/// The state that requests share.
struct Studio {
    auth: Auth,
    document: Document,
    /// Questions that need no compilation, so that findings never wait for a game.
    text: WorkerQueue,
    game: WorkerQueue,
    tests: WorkerQueue,
}

/// Serves `document` until the program is interrupted. `sent` is the definition of a link, which the page opens.
pub(crate) fn serve(
    document: Document,
    port: Option<u16>,
    open: bool,
    sent: Option<&str>,
    session: &mut Session,
) -> Outcome {
    file::listen();
    let stop = |what: &str, error: io::Error| Stop::Refused(format!("{what}: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| stop("the server cannot run", error))?;
    runtime.block_on(async {
        let listener = listen(&document, port).await;
        let listener = listener.map_err(|error| stop("nothing can listen there", error))?;
        let host = listener.local_addr().map_err(|error| stop("no address", error))?.to_string();
        let token = secret().map_err(Stop::Refused)?;
        let sent = sent.map_or_else(String::new, |sent| format!("&text={sent}"));
        let address = format!("http://{host}/#{token}{sent}");
        session.shell.line(&address);
        let about =
            document.path().map(|path| format!("-- writes {} and no other file", path.display()));
        session.shell.info(about.unwrap_or_else(|| "-- writes no file".to_owned()));
        session.shell.send().map_err(|error| stop("no output", error))?;
        if open {
            show(&address);
        }
        let studio = Arc::new(Studio::new(document, Auth { host, token }, session));
        accept(listener, studio).await
    })
}

/// The requested port, or the one that follows from the file, because a browser keeps drafts by address. If that one is
/// taken, any other.
async fn listen(document: &Document, port: Option<u16>) -> io::Result<TcpListener> {
    if let Some(port) = port {
        return TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    }
    let mut hasher = DefaultHasher::new();
    (document.path(), document.name()).hash(&mut hasher);
    // The range of ports without registered names.
    let port = 49_152 + (hasher.finish() % 16_384) as u16;
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
        Ok(listener) => Ok(listener),
        Err(_) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
    }
}

async fn accept(listener: TcpListener, studio: Arc<Studio>) -> Outcome {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        // Closed only with the program.
        let Ok(permit) = room.clone().acquire_owned().await else { return Ok(Status::Well) };
        let Ok((stream, _)) = listener.accept().await else {
            // Usually there are no free handles; some will become free.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let studio = studio.clone();
        tokio::spawn(async move {
            let answer = |request| {
                let studio = studio.clone();
                async move { studio.respond(request).await }
            };
            keep(stream, PATIENCE, answer).await;
            drop(permit);
        });
    }
}

/// A random text that cannot be guessed.
fn secret() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Opens the page in a browser. The address is printed in any case.
fn show(address: &str) {
    let command = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let silent = || std::process::Stdio::null();
    let mut command = std::process::Command::new(command);
    let _ = command.arg(address).stdin(silent()).stdout(silent()).stderr(silent()).spawn();
}

const JSON: &str = "application/json";

impl Studio {
    fn new(document: Document, auth: Auth, session: &Session) -> Studio {
        let mut arguments: Vec<OsString> = Vec::new();
        if let Some(root) = session.workspace.library().root() {
            arguments.extend(["--root".into(), root.into()]);
        }
        arguments.extend(["studio", "--desk"].map(OsString::from));
        if let Some(path) = document.path() {
            arguments.push(path.into());
        }
        let [text, game, tests] = LIMITS.map(|limit| WorkerQueue::new(arguments.clone(), limit));
        Studio { auth, document, text, game, tests }
    }

    async fn respond(&self, request: Request<Incoming>) -> Reply {
        let wish = self.auth.admit(request.method(), request.uri().path(), request.headers());
        match wish {
            Err(status) => plain(status, status.canonical_reason().unwrap_or_default()),
            Ok(Route::Page) => match secret() {
                Ok(nonce) => {
                    let mut reply =
                        of(StatusCode::OK, "text/html; charset=utf-8", page::page(&nonce));
                    if let Ok(policy) = HeaderValue::from_str(&page::policy(&nonce)) {
                        reply.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
                    }
                    reply
                }
                Err(why) => plain(StatusCode::INTERNAL_SERVER_ERROR, &why),
            },
            Ok(Route::Part(path)) => match page::part(path) {
                Some((kind, bytes)) => of(StatusCode::OK, kind, bytes),
                None => plain(StatusCode::NOT_FOUND, "Not Found"),
            },
            Ok(Route::Answer(name)) => {
                let name = name.to_owned();
                self.answer(&name, request.into_body()).await
            }
        }
    }

    /// Reads a question and answers it.
    async fn answer(&self, name: &str, body: Incoming) -> Reply {
        let body = match timeout(PATIENCE, Limited::new(body, MAX_BODY).collect()).await {
            Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "Request Timeout"),
            Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
                return plain(StatusCode::PAYLOAD_TOO_LARGE, "Payload Too Large");
            }
            Ok(Err(_)) => return plain(StatusCode::BAD_REQUEST, "Bad Request"),
            Ok(Ok(body)) => body.to_bytes(),
        };
        let Ok(Value::Object(mut question)) = serde_json::from_slice(&body) else {
            return json(StatusCode::BAD_REQUEST, &refusal("the question is no JSON object"));
        };
        question.insert("ask".to_owned(), name.into());
        let question = Value::Object(question);
        let answered = match name {
            "document" => self.document.look().map(|answer| answer.to_string()),
            "save" => self.save(&question).map(|answer| answer.to_string()),
            "shipped" => Ok(shipped(&question).to_string()),
            "glance" | "complete" | "format" => self.text.ask(&question).await,
            "check" | "hover" | "game" | "board" | "piece" | "why" | "line" | "share"
            | "record" => self.game.ask(&question).await,
            "tests" | "coverage" | "alive" | "alive-test" => self.tests.ask(&question).await,
            _ => return json(StatusCode::NOT_FOUND, &refusal("there is no such question")),
        };
        match answered {
            Ok(answer) => of(StatusCode::OK, JSON, answer),
            Err(why) => json(StatusCode::INTERNAL_SERVER_ERROR, &refusal(&why)),
        }
    }

    fn save(&self, question: &Value) -> Result<Value, String> {
        let text = question["text"].as_str().ok_or("`text` is wanted")?;
        self.document.save(text, question["before"].as_str())
    }
}

/// The shipped definitions, or the text of one.
fn shipped(question: &Value) -> Value {
    match question["name"].as_str() {
        Some(name) => json!({ "text": library::find(name).map(|shipped| shipped.text) }),
        None => {
            let all = library::shipped().map(|s| json!({ "name": s.name, "family": s.family }));
            json!({ "shipped": all.collect::<Vec<_>>() })
        }
    }
}

fn json(status: StatusCode, value: &Value) -> Reply {
    of(status, JSON, value.to_string())
}

fn plain(status: StatusCode, text: &str) -> Reply {
    of(status, "text/plain; charset=utf-8", format!("{text}\n"))
}

fn of(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(body.into()));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    reply
}
