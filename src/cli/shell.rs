//! Collects the output of a command and prints it.
//!
//! [`Shell`] prints everything at once when the command ends or calls [`send`](Shell::send). A
//! closed pipe ends the program silently. Invisible characters are replaced, except for line feeds,
//! tabs and the colours of [painted](Shell::paint) drawings.

use crate::cli::io_error;
use alfil::render::palette::Colour;
use alfil::render::report;
use alfil_diagnostics::source::is_seen;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The greatest width of output in characters.
const MAX_WIDTH: usize = 100;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Into files and pipes too.
    Always,
    /// Not at all.
    Never,
}

/// The result of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    /// Success.
    Well,
    /// There are findings.
    Found,
    /// The request is wrong or impossible.
    Refused,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(match status {
            Status::Well => 0,
            Status::Found => 1,
            Status::Refused => 2,
        })
    }
}

/// How much a command prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Talk {
    /// Everything, including notes and success messages.
    Full,
    /// Only results, findings and errors.
    Quiet,
}

/// Replaces an invisible character.
pub(crate) fn seen(c: char) -> char {
    if is_seen(c) || matches!(c, '\n' | '\t') { c } else { char::REPLACEMENT_CHARACTER }
}

/// Removes all escape sequences from `drawn` except colours.
fn painted(drawn: &str) -> String {
    let mut out = String::with_capacity(drawn.len());
    let mut pieces = drawn.split('\u{1b}');
    out.extend(pieces.next().unwrap_or_default().chars().map(seen));
    for piece in pieces {
        let colour = piece.strip_prefix('[').and_then(|rest| rest.split_once('m'));
        let is_colour = |code: &str| code.bytes().all(|b| b.is_ascii_digit() || b == b';');
        out.push(if colour.is_some_and(|(code, _)| is_colour(code)) {
            '\u{1b}'
        } else {
            seen('\u{1b}')
        });
        out.extend(piece.chars().map(seen));
    }
    out
}

/// Collects the output of a command.
pub(crate) struct Shell {
    when: When,
    talk: Talk,
    /// Text for standard output.
    pub(crate) out: String,
    /// Text for standard error.
    pub(crate) err: String,
}

impl Shell {
    pub(crate) fn new(when: When, talk: Talk) -> Self {
        Self { when, talk, out: String::new(), err: String::new() }
    }

    /// Returns true for `--quiet`.
    pub(crate) fn is_quiet(&self) -> bool {
        self.talk == Talk::Quiet
    }

    /// Adds a message about success to standard output, unless `--quiet` is set.
    pub(crate) fn info(&mut self, text: impl AsRef<str>) {
        match self.talk {
            Talk::Full => self.line(text),
            Talk::Quiet => {}
        }
    }

    /// Adds a note, such as a time or a rate, to standard error, unless `--quiet` is set.
    pub(crate) fn note(&mut self, text: impl AsRef<str>) {
        match self.talk {
            Talk::Full => self.error(text),
            Talk::Quiet => {}
        }
    }

    /// Adds `text` to standard output.
    pub(crate) fn say(&mut self, text: &str) {
        self.out.extend(text.chars().map(seen));
    }

    /// Adds a drawing to standard output. The renderer has already replaced the invisible
    /// characters of files.
    pub(crate) fn paint(&mut self, drawn: &str) {
        self.out.push_str(&painted(drawn));
    }

    /// Adds a line to standard output.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        self.say(text.as_ref());
        self.out.push('\n');
    }

    /// Adds a JSON object to standard output. Invisible characters are escaped; they occur only in
    /// strings.
    pub(crate) fn json(&mut self, value: &serde_json::Value) {
        // `{:#}` prints with line breaks and indentation.
        for c in format!("{value:#}").chars() {
            if seen(c) == c {
                self.out.push(c);
            } else {
                let mut units = [0; 2];
                let spelt = c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}"));
                self.out.extend(spelt);
            }
        }
        self.out.push('\n');
    }

    /// Adds a line to standard error.
    pub(crate) fn error(&mut self, text: impl AsRef<str>) {
        self.err.extend(text.as_ref().trim_end().chars().map(seen));
        self.err.push('\n');
    }

    /// Adds a drawing and a line feed to standard error.
    pub(crate) fn report(&mut self, drawn: &str) {
        self.err.push_str(&painted(drawn.trim_end()));
        self.err.push('\n');
    }

    /// Adds the help or an error of the argument parser.
    pub(crate) fn usage(&mut self, error: &clap::Error) {
        let text = error.render();
        let coloured = |wanted| if wanted { text.ansi().to_string() } else { text.to_string() };
        if error.use_stderr() {
            self.report(&coloured(self.wants(&io::stderr())))
        } else {
            self.paint(&coloured(self.wants(&io::stdout())))
        }
    }

    /// The width of output in characters: COLUMNS, at most 100. Without COLUMNS, it is 80 on a
    /// terminal and 100 elsewhere.
    pub(crate) fn width(&self) -> usize {
        let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
        let usual = if io::stdout().is_terminal() { 80 } else { MAX_WIDTH };
        columns.unwrap_or(usual).clamp(40, MAX_WIDTH)
    }

    /// The colours of drawings on standard output.
    pub(crate) fn colour(&self) -> Colour {
        let depth = std::env::var("COLORTERM").unwrap_or_default();
        match self.wants(&io::stdout()) {
            false => Colour::None,
            true if matches!(depth.as_str(), "truecolor" | "24bit") => Colour::True,
            true => Colour::Ansi256,
        }
    }

    /// The style of findings on standard output.
    pub(crate) fn report_style(&self) -> report::Style {
        self.style(self.wants(&io::stdout()))
    }

    /// The style of findings on standard error.
    pub(crate) fn complaint(&self) -> report::Style {
        self.style(self.wants(&io::stderr()))
    }

    fn style(&self, colour: bool) -> report::Style {
        let colour = if colour { report::Colour::On } else { report::Colour::Off };
        report::Style { width: self.width(), ..report::Style::new(colour) }
    }

    fn wants(&self, stream: &impl anstream::stream::RawStream) -> bool {
        match self.when {
            When::Always => true,
            When::Never => false,
            When::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
        }
    }

    /// Prints the standard output that was collected so far.
    ///
    /// # Errors
    /// The reader has closed the pipe (`BrokenPipe`), or writing fails.
    pub(crate) fn send(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.out);
        let mut stream = io::stdout().lock();
        stream.write_all(text.as_bytes())?;
        stream.flush()
    }

    /// Prints the standard error that was collected so far. A failure cannot be reported.
    pub(crate) fn send_errors(&mut self) {
        let text = std::mem::take(&mut self.err);
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Reports that writing to standard output failed.
    pub(crate) fn deaf(error: &io::Error) -> ExitCode {
        let text = format!("error: no output: {}\n", io_error::plain(error));
        // A failure here cannot be reported.
        let _ = io::stderr().lock().write_all(text.as_bytes());
        Status::Refused.into()
    }

    /// Prints all collected output and returns the exit code.
    pub(crate) fn finish(self, status: Status) -> ExitCode {
        let write = |mut stream: Box<dyn Write>, text: &str| -> io::Result<()> {
            stream.write_all(text.as_bytes())?;
            stream.flush()
        };
        let out = write(Box::new(io::stdout().lock()), &self.out);
        let mut code = status;
        if let Err(error) = &out
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            // Incomplete output counts as a failure.
            code = Status::Refused;
            let _ = Self::deaf(error);
        }
        // A failure here cannot be reported.
        let _ = write(Box::new(io::stderr().lock()), &self.err);
        code.into()
    }
}
