//! Worker processes, and the questions that wait for them.
//!
//! A [`WorkerQueue`] has one process or a few. Each answers one question after another. Dropping a
//! question kills its process, so a newer question never waits for an obsolete one. If a worker
//! crashes or takes too long, only one answer is lost.

use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::process::Stdio;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

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
            Ok(Err(_)) => {
                Err("the process that works this out has fallen over this text".to_owned())
            }
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
