//! `alfil studio`: a page for writing and playing a definition, served by this program.
//!
//! ```text
//! page in a browser --HTTP--> server --JSON--> worker (another process) --> crates/studio
//! ```
//!
//! The server decides which requests are served. Workers answer all questions about a definition, so
//! that the server can kill an obsolete answer and survives a crash. Only the file on the command
//! line is written.

mod document;
mod page;
mod site;

use crate::new;
use crate::studio::document::WorkerQueue;
use alfil_describe::draft::Place;
use alfil_diagnostics::source::MAX_BYTES;
use alfil_editor::Address;
use alfil_shell::file;
use alfil_shell::load::{Outcome, STDIN, Session};
use alfil_shell::terminal::{Status, Stop};
use alfil_studio::{MAX_FILE, Question, Work, refusal, shipped};
use document::Document;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    self, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::Value;
use std::collections::hash_map::DefaultHasher;
use std::convert::Infallible;
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::io;
use std::net::Ipv4Addr;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

const EXAMPLES: &str = "\
Examples:
  alfil studio                   a page with an empty definition, without a file
  alfil studio mine.yaml         the same for a file, which need not exist yet
  alfil studio contrast          a copy of a shipped definition
  alfil studio 'http://...#text=...'   the definition in a link from another Studio

The command prints the address of the page, which works only on this machine. Ctrl-C ends it.";

/// The parent of a new definition.
const PARENT: &str = "chess";

/// Arguments of `studio`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file to edit, which need not exist; a shipped name to copy; or a link.
    file: Option<String>,
    /// The port of the page. Without it, the port depends on the file, so that the browser finds its drafts again.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// The address of a site with Studio, to which all links lead from now on; `none` forgets it. `npm run site` builds
    /// such a site.
    #[arg(long, value_name = "ADDRESS")]
    site: Option<String>,
    /// Print the address, but do not open a browser.
    #[arg(long)]
    no_open: bool,
    /// Answer the questions of a server.
    #[arg(long, hide = true)]
    desk: bool,
}

/// Serves until it is interrupted.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    if args.desk {
        let name = || Address::Name("untitled".to_owned());
        let address = args.file.as_ref().map_or_else(name, |path| Address::File(path.into()));
        document::answer_all(&session.workspace, address);
        return Ok(Status::Well);
    }
    // The page opens the definition of a link only after the user agrees.
    let asked = args.file.as_deref();
    let (file, sent) = match asked.map(|asked| (asked, contents_of(asked))) {
        Some((_, Some(sent))) if is_sent(sent) => (None, Some(sent)),
        Some((_, Some(_))) => {
            let why = "the link is incomplete or changed: after `#text=` or `#open=`, there must be only letters, digits, `-` and `_`";
            return Err(Stop::Refused(why.to_owned()));
        }
        Some((asked, None)) => (Some(asked), None),
        None => (None, None),
    };
    let site = match &args.site {
        Some(said) => site::remember(said)?,
        None => site::known(),
    };
    let document = document(file, session)?.with_site(site);
    let browser = if args.no_open { Browser::Leave } else { Browser::Open };
    serve(document, args.port, browser, sent, session)
}

/// The parts of a link before a definition and before the name of a shipped game.
const LINKS: [&str; 2] = ["#text=", "#open="];

/// The part of a link between the definition and a game.
const GAME: &str = "&game=";

/// The part of a link behind its `#`. `None` if the text is no link of Studio.
fn contents_of(asked: &str) -> Option<&str> {
    let at = LINKS.iter().find_map(|link| asked.find(link))?;
    asked.get(at + 1..)
}

/// Returns true if the contents of a link are a definition or a name, and perhaps a game after it.
fn is_sent(sent: &str) -> bool {
    let said = sent.split_once('=').map_or("", |(_, said)| said);
    let (text, game) = said.split_once(GAME).unwrap_or((said, ""));
    text.bytes().chain(game.bytes()).all(is_plain)
}

/// Returns true if a link may contain the byte.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// The first text of the page, and its file.
fn document(asked: Option<&str>, session: &mut Session) -> Result<Document, Stop> {
    let Some(asked) = asked else {
        let text =
            new::beginning(Path::new("untitled.yaml"), "Untitled", PARENT, Place::Page, session)?;
        return Ok(Document::scratch("untitled", &text));
    };
    if asked == STDIN {
        let why = "`studio` cannot read standard input; name a file";
        return Err(Stop::Refused(why.to_owned()));
    }
    let is_path = Path::new(asked).components().count() > 1 || asked.ends_with(".yaml");
    if !is_path && let Some(shipped) = alfil_definitions::find(asked) {
        return Ok(Document::scratch(shipped.name, shipped.text));
    }
    if Path::new(asked).is_file() {
        return Document::open(Path::new(asked), String::new());
    }
    let (path, title) = new::place(Path::new(asked))?;
    let beginning = new::beginning(&path, &title, PARENT, Place::Page, session)?;
    Document::open(&path, beginning)
}

// The HTTP server.
//
// It listens only on the loopback address and serves only requests that `Auth` admits. It limits
// the time and the size of a request. The page never waits for events on an open connection, so
// any number of tabs can be open.

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
        let listener =
            listener.map_err(|error| stop("the server cannot listen at this address", error))?;
        let host = listener.local_addr().map_err(|error| stop("no address", error))?.to_string();
        let token = secret().map_err(Stop::Refused)?;
        let sent = sent.map_or_else(String::new, |sent| format!("&{sent}"));
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
            return json(StatusCode::BAD_REQUEST, &refusal("the question is not a JSON object"));
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
        let text = question["text"].as_str().ok_or("missing field `text`")?;
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

// One HTTP connection. It ends if its client sends or reads nothing for some time.

/// An HTTP response.
pub(crate) type Reply = Response<Full<Bytes>>;

/// Answers the requests of a connection until it ends.
pub(crate) async fn keep<A, F>(stream: TcpStream, patience: Duration, answer: A)
where
    A: Fn(Request<Incoming>) -> F,
    F: Future<Output = Reply>,
{
    let service = service_fn(|request| {
        let reply = answer(request);
        async move { Ok::<_, Infallible>(reply.await) }
    });
    let mut connection = http1::Builder::new();
    connection.timer(TokioTimer::new()).header_read_timeout(patience);
    // Without this limit, a client that reads nothing would keep the connection open forever.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    // After an error the client is gone, so no answer is possible.
    let _ = connection.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
}

// Decides which requests are served.
//
// A request is refused before its body is read, unless it clearly comes from the page of this
// server. The `Origin` reveals pages of other origins, and the `Host` reveals other names of this
// machine (DNS rebinding). Both lack the token, because browsers do not send the fragment of an
// address.

/// The address and the token that every request must have.
pub(crate) struct Auth {
    /// Address and port, such as `127.0.0.1:4711`.
    pub(crate) host: String,
    /// The token that the page sends with each question.
    pub(crate) token: String,
}

/// The target of a request.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Route<'r> {
    Page,
    /// A file that belongs to the page, by its path.
    Part(&'r str),
    /// A question of the page, by its name.
    Answer(&'r str),
}

impl Auth {
    /// The target of a request, or the status that refuses it.
    pub(crate) fn admit<'r>(
        &self,
        method: &Method,
        path: &'r str,
        headers: &HeaderMap,
    ) -> Result<Route<'r>, StatusCode> {
        let only = |name: HeaderName| {
            let mut values = headers.get_all(name).iter();
            let first = values.next();
            first.filter(|_| values.next().is_none()).and_then(|value| value.to_str().ok())
        };
        if only(HOST) != Some(self.host.as_str()) {
            return Err(StatusCode::FORBIDDEN);
        }
        let ours =
            only(ORIGIN).and_then(|origin| origin.strip_prefix("http://")) == Some(&*self.host);
        if headers.contains_key(ORIGIN) && !ours {
            return Err(StatusCode::FORBIDDEN);
        }
        let Some(name) = path.strip_prefix("/api/") else {
            return match (method, path) {
                (&Method::GET, "/") => Ok(Route::Page),
                (&Method::GET, part) => Ok(Route::Part(part)),
                (_, _) => Err(StatusCode::METHOD_NOT_ALLOWED),
            };
        };
        if method != Method::POST {
            return Err(StatusCode::METHOD_NOT_ALLOWED);
        }
        // Browsers send the origin with every POST request.
        if !ours {
            return Err(StatusCode::FORBIDDEN);
        }
        let shown = only(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        if !shown.is_some_and(|shown| is_same(shown, &self.token)) {
            return Err(StatusCode::UNAUTHORIZED);
        }
        if only(CONTENT_TYPE) != Some("application/json") {
            return Err(StatusCode::UNSUPPORTED_MEDIA_TYPE);
        }
        Ok(Route::Answer(name))
    }
}

/// Compares in constant time, so that the duration does not reveal where the values differ.
fn is_same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::{Reply, keep};
    use std::io::Write;
    use std::net::{Ipv4Addr, TcpStream};
    use std::sync::mpsc;
    use std::time::Duration;

    /// A client that requests much data and does not read the answer loses its connection. A client
    /// that reads gets its answer.
    #[test]
    fn a_connection_that_never_reads_is_ended() {
        const MUCH: usize = 64 << 20;
        let (address, ended) = (mpsc::channel(), mpsc::channel());
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("it runs").block_on(async {
                let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
                let listener = listener.expect("it listens");
                address.0.send(listener.local_addr().expect("an address")).expect("the test waits");
                for _ in 0..2 {
                    let (stream, _) = listener.accept().await.expect("a client");
                    let answer = |_| async { Reply::new(vec![b'a'; MUCH].into()) };
                    keep(stream, Duration::from_millis(200), answer).await;
                    ended.0.send(()).expect("the test waits");
                }
            });
        });
        let address = address.1.recv().expect("an address");
        let ask = || {
            let mut stream = TcpStream::connect(address).expect("it listens");
            let request = b"GET / HTTP/1.1\r\nHost: studio\r\nConnection: close\r\n\r\n";
            stream.write_all(request).expect("the server reads");
            stream
        };
        let silent = ask();
        ended.1.recv_timeout(Duration::from_secs(3)).expect("the connection ends");
        drop(silent);
        let read = std::io::copy(&mut ask(), &mut std::io::sink()).expect("an answer");
        assert!(read > MUCH as u64, "{read} bytes");
    }
}
