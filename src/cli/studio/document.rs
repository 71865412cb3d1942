//! The one text that the page may keep on the disk.
//!
//! Owns: [`Document`]. Takes the file named on the command line; gives its text with line feeds, as editors hold it,
//! and writes it as the file has it: with its line endings and its mark. Invariant: a text is written only in place of
//! what its writer saw, by the same code as every other file; otherwise both texts are told.

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

/// A text and where it belongs.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    name: String,
    /// Where it is written, if anywhere.
    path: Option<PathBuf>,
    /// What it is before anybody has written anything.
    beginning: String,
}

/// What the disk holds.
struct OnDisk {
    /// Without the mark, its line endings as they are.
    raw: String,
    marked: bool,
}

impl OnDisk {
    fn read(path: &Path) -> Result<Option<OnDisk>, String> {
        // A link that leads to itself or to nothing is an error, not a file that is still to be made.
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

    /// `text` as this file would hold it: each line that it has already keeps its ending, a new one gets that of the line
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

/// A line and what ends it: a line feed, a carriage return, both, or nothing at the end of the text.
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
    /// A text that no file holds.
    pub(crate) fn scratch(name: &str, text: &str) -> Document {
        Document { name: name.to_owned(), path: None, beginning: with_line_feeds(text) }
    }

    /// The file at `path`; while it is not there it would say `beginning`.
    pub(crate) fn open(path: &Path, beginning: String) -> Result<Document, Stop> {
        // It stays the same file wherever a process that asks for it stands.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        OnDisk::read(&path).map_err(Stop::Refused)?;
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        Ok(Document { name, path: Some(path), beginning })
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The file that holds it.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// How it stands on the disk: `saved` is null where there is no such file yet.
    pub(crate) fn look(&self) -> Result<Value, String> {
        let there = self.path().map(OnDisk::read).transpose()?.flatten();
        Ok(json!({
            "name": self.name,
            "file": self.path.is_some(),
            "saved": there.map(|there| there.text()),
            "beginning": self.beginning,
        }))
    }

    /// Writes `text` where `before` is now, what [`look`](Self::look) gave as `saved`. `saved` in the answer is what the
    /// disk holds now; `conflict` says that it is somebody else's and nothing was written.
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
        // What is written must be readable again.
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
