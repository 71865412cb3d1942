//! Desks, and the questions that wait for them.
//!
//! Owns: [`Lane`], one process that answers one question after another. Invariants: whoever stops waiting for an answer
//! that is being worked out takes the process along, so that a newer question never waits for an older one that nobody
//! wants; a process that falls or takes too long costs its own answer alone.

use serde_json::{Value, json};
use std::ffi::OsString;
use std::io;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// A process that answers.
struct Desk {
    // Killed when it is dropped.
    _child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// Questions of one sort, answered in turn.
pub(crate) struct Lane {
    arguments: Vec<OsString>,
    limit: Duration,
    /// The process, while nobody asks it.
    idle: Mutex<Option<Desk>>,
}

impl Lane {
    /// No process yet; each will be started with `arguments` and have `limit` for an answer.
    pub(crate) fn new(arguments: Vec<OsString>, limit: Duration) -> Lane {
        Lane { arguments, limit, idle: Mutex::new(None) }
    }

    /// What a desk says to `question`, in JSON as it came.
    ///
    /// # Errors
    /// Why there is no answer, in words.
    pub(crate) async fn ask(&self, question: &Value) -> Result<String, String> {
        let mut idle = self.idle.lock().await;
        // Away from its place while it is busy: if this is dropped meanwhile, so is the process.
        let mut desk = match idle.take() {
            Some(desk) => desk,
            None => {
                self.start().map_err(|error| format!("no process could be started: {error}"))?
            }
        };
        let answered = timeout(self.limit, desk.ask(question)).await;
        match answered {
            Err(_) => Err(format!("it takes more than {} seconds", self.limit.as_secs())),
            Ok(Err(_)) => {
                Err("the process that works this out has fallen over this text".to_owned())
            }
            Ok(Ok(answer)) => {
                *idle = Some(desk);
                Ok(answer)
            }
        }
    }

    fn start(&self) -> io::Result<Desk> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Desk { _child: child, input, output: BufReader::new(output) })
    }
}

impl Desk {
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

/// A refusal as the page reads it.
pub(crate) fn refusal(why: &str) -> Value {
    json!({ "error": why })
}
