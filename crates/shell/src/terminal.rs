//! Collects the output of a command and prints it: its answers, why it stops, errors of the operating
//! system in words, and the progress of a long run.

use alfil_diagnostics::diagnostic::Diagnostic;
use alfil_diagnostics::source::is_seen;
use alfil_render::palette::Colour;
use alfil_render::report;
use indicatif::{ProgressBar, ProgressStyle};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

// Collects the output of a command and prints it.
//
// `Shell` prints everything at once when the command ends or calls `send`. A
// closed pipe ends the program silently. Invisible characters are replaced, except for line feeds,
// tabs and the colours of [painted](Shell::paint) drawings.

/// The greatest width of output in characters.
const MAX_WIDTH: usize = 100;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Into files and pipes too.
    Always,
    /// Not at all.
    Never,
}

/// The result of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
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
pub enum Talk {
    /// Everything, including notes and success messages.
    Full,
    /// Only results, findings and errors.
    Quiet,
}

/// Replaces an invisible character.
pub fn seen(c: char) -> char {
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
pub struct Shell {
    when: When,
    talk: Talk,
    /// Text for standard output.
    pub out: String,
    /// Text for standard error.
    pub err: String,
}

impl Shell {
    pub fn new(when: When, talk: Talk) -> Self {
        Self { when, talk, out: String::new(), err: String::new() }
    }

    /// Returns true for `--quiet`.
    pub fn is_quiet(&self) -> bool {
        self.talk == Talk::Quiet
    }

    /// Adds a message about success to standard output, unless `--quiet` is set.
    pub fn info(&mut self, text: impl AsRef<str>) {
        match self.talk {
            Talk::Full => self.line(text),
            Talk::Quiet => {}
        }
    }

    /// Adds a note, such as a time or a rate, to standard error, unless `--quiet` is set.
    pub fn note(&mut self, text: impl AsRef<str>) {
        match self.talk {
            Talk::Full => self.error(text),
            Talk::Quiet => {}
        }
    }

    /// Adds `text` to standard output.
    pub fn say(&mut self, text: &str) {
        self.out.extend(text.chars().map(seen));
    }

    /// Adds a drawing to standard output. The renderer has already replaced the invisible
    /// characters of files.
    pub fn paint(&mut self, drawn: &str) {
        self.out.push_str(&painted(drawn));
    }

    /// Adds a line to standard output.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.say(text.as_ref());
        self.out.push('\n');
    }

    /// Adds a JSON object to standard output. Invisible characters are escaped; they occur only in
    /// strings.
    pub fn json(&mut self, value: &serde_json::Value) {
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
    pub fn error(&mut self, text: impl AsRef<str>) {
        self.err.extend(text.as_ref().trim_end().chars().map(seen));
        self.err.push('\n');
    }

    /// Adds a drawing and a line feed to standard error.
    pub(crate) fn report(&mut self, drawn: &str) {
        self.err.push_str(&painted(drawn.trim_end()));
        self.err.push('\n');
    }

    /// Adds the help or an error of the argument parser.
    pub fn usage(&mut self, error: &clap::Error) {
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
    pub fn width(&self) -> usize {
        let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
        let usual = if io::stdout().is_terminal() { 80 } else { MAX_WIDTH };
        columns.unwrap_or(usual).clamp(40, MAX_WIDTH)
    }

    /// The colours of drawings on standard output.
    pub fn colour(&self) -> Colour {
        let depth = std::env::var("COLORTERM").unwrap_or_default();
        match self.wants(&io::stdout()) {
            false => Colour::None,
            true if matches!(depth.as_str(), "truecolor" | "24bit") => Colour::True,
            true => Colour::Ansi256,
        }
    }

    /// The style of findings on standard output.
    pub fn report_style(&self) -> report::Style {
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
    pub fn send(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.out);
        let mut stream = io::stdout().lock();
        stream.write_all(text.as_bytes())?;
        stream.flush()
    }

    /// Prints the standard error that was collected so far. A failure cannot be reported.
    pub fn send_errors(&mut self) {
        let text = std::mem::take(&mut self.err);
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Reports that writing to standard output failed.
    pub(crate) fn deaf(error: &io::Error) -> ExitCode {
        let text = format!("error: no output: {}\n", plain(error));
        // A failure here cannot be reported.
        let _ = io::stderr().lock().write_all(text.as_bytes());
        Status::Refused.into()
    }

    /// Prints all collected output and returns the exit code.
    pub fn finish(self, status: Status) -> ExitCode {
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

// Describes errors of the operating system in words.

/// Describes an error in creating or writing a file.
pub fn unwritten(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        _ => plain(error),
    }
}

/// Describes an error without the system's error number.
pub fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "its folder is read-only".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::InvalidInput => "it is not the name of a file".to_owned(),
        io::ErrorKind::InvalidFilename => "its name is too long".to_owned(),
        _ => error.to_string(),
    }
}

// Why a command stops.

/// The reason why a command stops.
pub enum Stop {
    /// The request is wrong or impossible. The text says why.
    Refused(String),
    /// The findings that stop the command, and the status with which it ends.
    Found(Vec<Diagnostic>, Status),
}

// Shows the progress of a long run on standard error, if that is a terminal and `--quiet` is
// absent. The display disappears before a command prints anything.

/// The interval between two drawings, if the length of the run is unknown.
const TICK: Duration = Duration::from_millis(100);

/// A progress display. Without a `bar`, all methods do nothing.
#[derive(Default)]
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Shows a run of `total` parts. A single part is not shown.
    pub fn parts(total: usize, quiet: bool) -> Self {
        if quiet || total < 2 || !io::stderr().is_terminal() {
            return Self::default();
        }
        let bar = ProgressBar::new(total as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar: Some(bar) }
    }

    /// Shows a run of unknown length.
    pub fn endless(what: &'static str, quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self::default();
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(what);
        bar.enable_steady_tick(TICK);
        Self { bar: Some(bar) }
    }

    /// Returns true if there is a display.
    pub(crate) fn is_drawn(&self) -> bool {
        self.bar.is_some()
    }

    /// Shows that the part `what` begins.
    pub fn begin(&self, what: impl Into<Cow<'static, str>>) {
        if let Some(bar) = &self.bar {
            bar.set_message(what.into().chars().map(seen).collect::<String>());
        }
    }

    /// Shows that a part is finished.
    pub fn step(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

// Wraps text for a terminal. Only a line with a single word may be longer than the width.

/// Writes `text` after `head` and indents further lines by the length of `head`.
pub fn wrap(head: &str, text: &str, width: usize) -> String {
    let indent = head.chars().count();
    let mut out = head.to_owned();
    let mut column = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        }
        if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use crate::terminal::wrap;

    #[test]
    fn wrapped_lines_follow_their_head() {
        assert_eq!(wrap("ab  ", "one two three", 11), "ab  one two\n    three\n");
        assert_eq!(wrap("", "longword x", 4), "longword\nx\n");
        assert_eq!(wrap("> ", "", 20), "> \n");
    }
}
