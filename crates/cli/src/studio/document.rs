//! The file that the page may write, and the worker processes that answer questions about
//! definitions.

use alfil_diagnostics::source::MAX_BYTES;
use alfil_editor::Address;
use alfil_shell::file::{self, Before, Fault};
use alfil_shell::terminal::{self, Stop};
use alfil_studio::Studio;
use alfil_studio::text::{FileText, MARK, with_line_feeds};
use alfil_workspace::Workspace;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

// The file that the page may write.
//
// The page gets its text with line feeds. A saved file keeps its own line endings and byte order
// mark. The file is written only if its content is still the one that the page last saw. Otherwise
// the page gets the new content.

/// The text of the page and its file.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    name: String,
    /// The path of the file. `None` if the page writes no file.
    path: Option<PathBuf>,
    /// The first text of the page, if the file does not exist yet.
    beginning: String,
    /// The site to which links lead.
    site: Option<String>,
}

/// The content of the file at `path`; `None` if there is no such file.
fn read(path: &Path) -> Result<Option<FileText>, String> {
    // A link to itself or to nothing is an error, not a file that does not exist yet.
    if let Err(error) = fs::metadata(path) {
        return match (error.kind(), path.is_symlink()) {
            (io::ErrorKind::NotFound, false) => Ok(None),
            (io::ErrorKind::NotFound, true) => {
                Err(format!("`{}` is a link that leads to no file", path.display()))
            }
            (_, _) => Err(format!("`{}` cannot be read: {error}", path.display())),
        };
    }
    let raw = alfil_library::read(path, MAX_BYTES).map_err(|finding| finding.title)?;
    let has_mark = alfil_library::open(path).is_ok_and(|file| {
        let mut head = Vec::new();
        let read = file.take(MARK.len() as u64).read_to_end(&mut head);
        read.is_ok() && head == MARK.as_bytes()
    });
    Ok(Some(FileText { raw, has_mark }))
}

impl Document {
    /// A text without a file.
    pub(crate) fn scratch(name: &str, text: &str) -> Document {
        Document { name: name.to_owned(), path: None, beginning: with_line_feeds(text), site: None }
    }

    /// The file at `path`. If it does not exist yet, the page begins with `beginning`.
    pub(crate) fn open(path: &Path, beginning: String) -> Result<Document, Stop> {
        // Workers also use the path. They may have another working directory.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        read(&path).map_err(Stop::Refused)?;
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        Ok(Document { name, path: Some(path), beginning, site: None })
    }

    /// The document of a page whose links lead to `site`.
    pub(crate) fn with_site(self, site: Option<String>) -> Document {
        Document { site, ..self }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The state of the file as JSON. `saved` is its text, or null if there is no such file.
    pub(crate) fn look(&self) -> Result<Value, String> {
        let there = self.path().map(read).transpose()?.flatten();
        Ok(json!({
            "name": self.name,
            "file": self.path.is_some(),
            "saved": there.map(|there| there.text()),
            "beginning": self.beginning,
            "site": self.site,
        }))
    }

    /// Writes `text` if the text of the file is still `before`, which the page got as `saved`. In
    /// the answer, `saved` is the present text of the file. With `conflict`, another program has
    /// changed the file and nothing was written.
    pub(crate) fn save(&self, text: &str, before: Option<&str>) -> Result<Value, String> {
        let path = self.path().ok_or("the command line named no file, so nothing is saved")?;
        let there = read(path)?;
        let theirs = there.as_ref().map(FileText::text);
        let conflict = |theirs: Option<String>| json!({ "conflict": true, "saved": theirs });
        if theirs.as_deref() != before {
            return Ok(conflict(theirs));
        }
        let (bytes, before) = match &there {
            None => (text.as_bytes().to_vec(), Before::Absent),
            Some(there) => (there.with(text).into_bytes(), Before::Text(&there.raw)),
        };
        // Studio must be able to read the file again.
        alfil_library::read_from(&bytes[..], &self.name, MAX_BYTES).map_err(|finding| {
            let why = finding.reason.map_or_else(String::new, |why| format!(": {why}"));
            format!("not saved, because the text could not be read again: {}{why}", finding.title)
        })?;
        match file::put(path, &bytes, before) {
            Ok(lost) => Ok(json!({ "saved": text, "lost": lost })),
            Err(Fault::There | Fault::Changed) => {
                Ok(conflict(read(path)?.map(|there| there.text())))
            }
            Err(Fault::Failed(error)) => Err(terminal::unwritten(&error)),
        }
    }
}

// A process that answers questions about definitions.
//
// It reads questions as JSON from standard input, one on each line, and writes one line with the
// answer to each. It writes nothing else.

/// Answers until standard input ends.
pub(crate) fn answer_all(base: &Workspace, address: Address) {
    let mut studio = Studio::new(base.clone(), address);
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let answer = studio.answer(&line);
        if writeln!(output, "{answer}").and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

// Worker processes, and the questions that wait for them.
//
// A `WorkerQueue` has one process or a few. Each answers one question after another. Dropping a
// question kills its process, so a newer question never waits for an obsolete one. If a worker
// crashes or takes too long, only one answer is lost.

/// A worker process.
struct Worker {
    // The process. Dropping this value kills it.
    _child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// Workers, and the questions that wait for them.
pub(crate) struct WorkerQueue {
    arguments: Vec<OsString>,
    limit: Duration,
    /// A permit for each worker that may be busy.
    room: Semaphore,
    /// The idle workers. The last one was busy most recently, so it knows the most recent text.
    idle: Mutex<Vec<Worker>>,
}

impl WorkerQueue {
    /// A queue without workers. Questions start up to `workers` of them with `arguments`. Each
    /// answer may take `limit`.
    pub(crate) fn new(arguments: Vec<OsString>, limit: Duration, workers: usize) -> WorkerQueue {
        let (room, idle) = (Semaphore::new(workers), Mutex::new(Vec::new()));
        WorkerQueue { arguments, limit, room, idle }
    }

    /// The answer of a worker to `question`, as JSON text.
    ///
    /// # Errors
    /// The reason why there is no answer.
    pub(crate) async fn ask(&self, question: &Value) -> Result<String, String> {
        // The semaphore is never closed, so this error does not occur.
        let _permit = self.room.acquire().await.map_err(|error| error.to_string())?;
        // This future owns the busy worker, so dropping it kills the worker.
        let known = self.idle().pop();
        let mut worker = match known {
            Some(worker) => worker,
            None => {
                self.start().map_err(|error| format!("no process could be started: {error}"))?
            }
        };
        let answered = timeout(self.limit, worker.ask(question)).await;
        match answered {
            Err(_) => Err(format!("it takes more than {} seconds", self.limit.as_secs())),
            Ok(Err(_)) => Err("the process that calculates this failed on this text".to_owned()),
            Ok(Ok(answer)) => {
                self.idle().push(worker);
                Ok(answer)
            }
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> io::Result<Worker> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Worker { _child: child, input, output: BufReader::new(output) })
    }
}

impl Worker {
    async fn ask(&mut self, question: &Value) -> io::Result<String> {
        let mut line = question.to_string();
        line.push('\n');
        self.input.write_all(line.as_bytes()).await?;
        self.input.flush().await?;
        let mut answer = String::new();
        if self.output.read_line(&mut answer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(answer)
    }
}
