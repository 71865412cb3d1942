//! Connects a protocol with its input and output.
//!
//! A thread reads the input, and each search has a thread, too. All of them send events to one
//! channel, so that a command is answered while a search runs.

use crate::protocol::host::{Listener, Report};
use alfil_diagnostics::source::is_seen;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// The longest line in bytes. A game of 20,000 moves fits. The rest of a longer line is ignored.
const MAX_LINE: u64 = 1 << 20;

/// The longest line of output in characters. Only a complaint about long input is longer, and it is
/// cut.
const MAX_ANSWER: usize = 8192;

/// Whether a protocol expects more input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// It waits for the next line.
    Line,
    /// It ends.
    End,
}

/// A protocol as a state machine: a line or a report of the search comes in, and lines go out.
pub trait Protocol {
    /// Executes one line of input and adds the answers to `out`.
    fn line(&mut self, text: &str, out: &mut Vec<String>) -> Next;

    /// Translates a report of the search.
    fn report(&mut self, report: Report, out: &mut Vec<String>);

    /// True while a search runs that sends its result as soon as it ends. False for an analysis,
    /// and for a search whose result waits for a command.
    fn is_thinking(&self) -> bool;
}

enum Event {
    Line(String),
    InputEnded,
    Report(Report),
}

/// The channel between the input, the searches and a protocol.
pub struct Exchange {
    sender: Sender<Event>,
    events: Receiver<Event>,
}

impl Default for Exchange {
    fn default() -> Exchange {
        let (sender, events) = mpsc::channel();
        Exchange { sender, events }
    }
}

impl Exchange {
    /// Takes the reports of searches for the protocol.
    pub fn listener(&self) -> Listener {
        let sender = self.sender.clone();
        // Without a receiver, the program is about to end and needs no reports.
        Arc::new(move |report| drop(sender.send(Event::Report(report))))
    }

    /// Reads `input` until the protocol ends or the input ends. A search that ends by itself is
    /// completed after the end of the input.
    ///
    /// # Errors
    /// Writing fails.
    pub fn run(
        self,
        protocol: &mut dyn Protocol,
        input: impl Read + Send + 'static,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let sender = self.sender.clone();
        thread::spawn(move || forward(input, &sender));
        let mut has_input = true;
        while has_input || protocol.is_thinking() {
            let Ok(event) = self.events.recv() else { break };
            let mut out = Vec::new();
            let next = match event {
                Event::Line(text) => protocol.line(&text, &mut out),
                Event::Report(report) => {
                    protocol.report(report, &mut out);
                    Next::Line
                }
                Event::InputEnded => {
                    has_input = false;
                    Next::Line
                }
            };
            send(&out, output)?;
            if next == Next::End {
                break;
            }
        }
        Ok(())
    }
}

/// Writes lines. Line feeds and invisible characters within a line are replaced.
fn send(lines: &[String], output: &mut dyn Write) -> io::Result<()> {
    for line in lines {
        let seen = |c: char| match c {
            '\n' | '\r' | '\t' => ' ',
            c if is_seen(c) => c,
            _ => char::REPLACEMENT_CHARACTER,
        };
        let line: String = line.chars().take(MAX_ANSWER).map(seen).chain(['\n']).collect();
        output.write_all(line.as_bytes())?;
    }
    if !lines.is_empty() {
        output.flush()?;
    }
    Ok(())
}

/// Sends the lines of `input` as events until it ends or nothing receives them.
fn forward(input: impl Read, sender: &Sender<Event>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        if bytes.last() != Some(&b'\n')
            && bytes.len() as u64 == MAX_LINE
            && input.skip_until(b'\n').is_err()
        {
            break;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if sender.send(Event::Line(text)).is_err() {
            return;
        }
    }
    // Without a receiver, the program is about to end.
    let _ = sender.send(Event::InputEnded);
}
