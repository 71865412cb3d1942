//! The HTTP server.
//!
//! It listens only on the loopback address and serves only requests that `auth` admits. It limits
//! the time and the size of a request. The page never waits for events on an open connection, so
//! any number of tabs can be open.

use crate::cli::file;
use crate::cli::load::{Outcome, Session};
use crate::cli::shell::Status;
use crate::cli::stop::Stop;
use crate::cli::studio::auth::{Auth, Route};
use crate::cli::studio::document::Document;
use crate::cli::studio::page;
use crate::cli::studio::wire::{Reply, keep};
use crate::cli::studio::worker_pool::WorkerQueue;
use alfil::studio::{MAX_FILE, Question, Work, refusal, shipped};
use alfil_diagnostics::source::MAX_BYTES;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Request, Response, StatusCode};
use serde_json::Value;
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::io;
use std::net::Ipv4Addr;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The greatest number of bytes of a question. A question has at most two texts, which are up to
/// three times as long in JSON, and some fields.
const MAX_BODY: usize = 6 * MAX_BYTES + 65_536;
/// The same for the question `file`, whose content may be longer.
const MAX_FILE_BODY: usize = MAX_BODY + 3 * MAX_FILE;
/// Time limit for receiving a request, and for sending an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time limit for an answer about a text.
const TEXT_LIMIT: Duration = Duration::from_secs(10);
/// Time limit for an answer about a game.
const GAME_LIMIT: Duration = Duration::from_secs(20);
/// Time limit for an answer that plays games.
const TESTS_LIMIT: Duration = Duration::from_secs(120);
/// Time limit for an answer of the computer player. Two searches may take ten seconds each.
const THINKING_LIMIT: Duration = Duration::from_secs(30);
/// The greatest number of searches of the computer player at a time.
const MAX_THINKERS: usize = 8;
/// The greatest number of connections at a time.
const MAX_CONNECTIONS: usize = 128;

/// The state that all requests share. Each sort of question has its own worker, so that findings
/// never wait for a game.
struct Server {
    auth: Auth,
    document: Document,
    text: WorkerQueue,
    game: WorkerQueue,
    tests: WorkerQueue,
    /// Searches take seconds, and several pages may play at a time. So this queue has more workers.
    thinking: WorkerQueue,
}

/// Whether the program opens the page in a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Browser {
    Open,
    Leave,
}

/// Serves `document` until the program is interrupted. `sent` is the definition of a link, which
/// the page opens.
pub(crate) fn serve(
    document: Document,
    port: Option<u16>,
    browser: Browser,
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
        match browser {
            Browser::Open => show(&address),
            Browser::Leave => {}
        }
        let server = Arc::new(Server::new(document, Auth { host, token }, session));
        accept(listener, server).await
    })
}

/// Listens on the requested port. Without a request, the port follows from the file, because a
/// browser stores drafts by address. If that port is taken, any other port is used.
async fn listen(document: &Document, port: Option<u16>) -> io::Result<TcpListener> {
    if let Some(port) = port {
        return TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    }
    let mut hasher = DefaultHasher::new();
    (document.path(), document.name()).hash(&mut hasher);
    // Dynamic ports, which no service may register.
    let port = 49_152 + (hasher.finish() % 16_384) as u16;
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
        Ok(listener) => Ok(listener),
        Err(_) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
    }
}

async fn accept(listener: TcpListener, server: Arc<Server>) -> Outcome {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        // The semaphore is never closed, so this error does not occur.
        let Ok(permit) = room.clone().acquire_owned().await else { return Ok(Status::Well) };
        let Ok((stream, _)) = listener.accept().await else {
            // Usually the process has too many open files. Wait until other connections end.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let server = server.clone();
        tokio::spawn(async move {
            let answer = |request| {
                let server = server.clone();
                async move { server.respond(request).await }
            };
            keep(stream, PATIENCE, answer).await;
            drop(permit);
        });
    }
}

/// A random text of 128 bits, which cannot be guessed.
fn secret() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Opens the page in a browser. Errors do not matter, because the address was printed.
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

impl Server {
    fn new(document: Document, auth: Auth, session: &Session) -> Server {
        let mut arguments: Vec<OsString> = Vec::new();
        if let Some(root) = session.workspace.library().root() {
            arguments.extend(["--root".into(), root.into()]);
        }
        arguments.extend(["studio", "--desk"].map(OsString::from));
        if let Some(path) = document.path() {
            arguments.push(path.into());
        }
        let queue = |limit| WorkerQueue::new(arguments.clone(), limit, 1);
        let (text, game, tests) = (queue(TEXT_LIMIT), queue(GAME_LIMIT), queue(TESTS_LIMIT));
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let thinkers = cores.clamp(2, MAX_THINKERS);
        let thinking = WorkerQueue::new(arguments, THINKING_LIMIT, thinkers);
        Server { auth, document, text, game, tests, thinking }
    }

    async fn respond(&self, request: Request<Incoming>) -> Reply {
        match self.auth.admit(request.method(), request.uri().path(), request.headers()) {
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
        let most = if name == Question::File.name() { MAX_FILE_BODY } else { MAX_BODY };
        let body = match timeout(PATIENCE, Limited::new(body, most).collect()).await {
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
            name => match Question::named(name).map(Question::work) {
                Some(Work::Text) => self.text.ask(&question).await,
                Some(Work::Game) => self.game.ask(&question).await,
                Some(Work::Tests) => self.tests.ask(&question).await,
                Some(Work::Thinking) => self.thinking.ask(&question).await,
                None => return json(StatusCode::NOT_FOUND, &refusal("there is no such question")),
            },
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
