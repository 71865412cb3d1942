//! The file that the page may write.
//!
//! Its text is read with line feeds, as editors hold it, and is written with the file's own line endings and byte order
//! mark. It is written only if the file still holds what the page last saw; otherwise the page gets both texts.

use crate::cli::file::{self, Before, Fault};
use crate::cli::io_error;
use crate::cli::load::Stop;
use alfil::library;
use alfil_diagnostics::source::MAX_BYTES;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A text and its file.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    name: String,
    /// The file, if there is one.
    path: Option<PathBuf>,
    /// The text while the file does not exist.
    beginning: String,
}

/// The content of the file.
struct OnDisk {
    /// Without the byte order mark, with its own line endings.
    raw: String,
    marked: bool,
}

impl OnDisk {
    fn read(path: &Path) -> Result<Option<OnDisk>, String> {
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
        let raw = library::read(path, MAX_BYTES).map_err(|finding| finding.title)?;
        let marked = fs::read(path).is_ok_and(|bytes| bytes.starts_with(MARK));
        Ok(Some(OnDisk { raw, marked }))
    }

    fn text(&self) -> String {
        with_line_feeds(&self.raw)
    }

    /// The bytes of the file for `text`. An existing line keeps its ending; a new one gets the ending of the line
    /// before it.
    fn bytes(&self, text: &str) -> Vec<u8> {
        let mark = if self.marked { MARK } else { &[] };
        let old: Vec<Line<'_>> = lines(&self.raw);
        let new: Vec<Line<'_>> = lines(text);
        let same = |pair: &(&Line<'_>, &Line<'_>)| pair.0.text == pair.1.text;
        let head = old.iter().zip(&new).take_while(same).count();
        let tails = old[head..].iter().rev().zip(new[head..].iter().rev());
        let tail = tails.take_while(same).count();
        let (end, changed) = (old.len() - tail, new.len() - tail);
        let mut ending = old.first().map_or("\n", |line| line.ending);
        let mut at = head;
        let mut bytes = mark.to_vec();
        for (number, line) in new.iter().enumerate() {
            let known = match number {
                _ if number < head => Some(number),
                _ if number >= changed => Some(number - changed + end),
                _ => {
                    let found = (at..end).find(|&i| old[i].text == line.text);
                    at = found.map_or(at, |found| found + 1);
                    found
                }
            };
            ending = match known.map(|known| old[known].ending) {
                None | Some("") => ending,
                Some(ending) => ending,
            };
            bytes.extend_from_slice(line.text.as_bytes());
            if !line.ending.is_empty() {
                bytes.extend_from_slice(ending.as_bytes());
            }
        }
        bytes
    }
}

/// A line and its ending: a line feed, a carriage return, both, or nothing at the end of the text.
struct Line<'t> {
    text: &'t str,
    ending: &'t str,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\r', '\n']) {
        let length = if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        lines.push(Line { text: &rest[..at], ending: &rest[at..at + length] });
        rest = &rest[at + length..];
    }
    if !rest.is_empty() {
        lines.push(Line { text: rest, ending: "" });
    }
    lines
}

fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

impl Document {
    /// A text without a file.
    pub(crate) fn scratch(name: &str, text: &str) -> Document {
        Document { name: name.to_owned(), path: None, beginning: with_line_feeds(text) }
    }

    /// The file at `path`; while it does not exist, its text is `beginning`.
    pub(crate) fn open(path: &Path, beginning: String) -> Result<Document, Stop> {
        // The path must not depend on the working directory of another process.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        OnDisk::read(&path).map_err(Stop::Refused)?;
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        Ok(Document { name, path: Some(path), beginning })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The state on disk; `saved` is null if there is no such file.
    pub(crate) fn look(&self) -> Result<Value, String> {
        let there = self.path().map(OnDisk::read).transpose()?.flatten();
        Ok(json!({
            "name": self.name,
            "file": self.path.is_some(),
            "saved": there.map(|there| there.text()),
            "beginning": self.beginning,
        }))
    }

    /// Writes `text` if the file holds `before`, the `saved` of [`look`](Self::look). In the answer, `saved` is the
    /// content of the file now; `conflict` says that another program has changed it and nothing was written.
    pub(crate) fn save(&self, text: &str, before: Option<&str>) -> Result<Value, String> {
        let path =
            self.path().ok_or("no file was named on the command line, so none is written")?;
        let there = OnDisk::read(path)?;
        let theirs = there.as_ref().map(OnDisk::text);
        let conflict = |theirs: Option<String>| json!({ "conflict": true, "saved": theirs });
        if theirs.as_deref() != before {
            return Ok(conflict(theirs));
        }
        let (bytes, before) = match &there {
            None => (text.as_bytes().to_vec(), Before::Absent),
            Some(there) => (there.bytes(text), Before::Text(&there.raw)),
        };
        // The written file must be readable.
        library::read_from(&bytes[..], &self.name, MAX_BYTES).map_err(|finding| {
            let why = finding.reason.map_or_else(String::new, |why| format!(": {why}"));
            format!("not saved, since it could not be read again: {}{why}", finding.title)
        })?;
        match file::put(path, &bytes, before) {
            Ok(lost) => Ok(json!({ "saved": text, "lost": lost })),
            Err(Fault::There | Fault::Changed) => {
                Ok(conflict(OnDisk::read(path)?.map(|there| there.text())))
            }
            Err(Fault::Failed(error)) => Err(io_error::plain(&error)),
        }
    }
}
