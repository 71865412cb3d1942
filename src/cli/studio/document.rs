//! The file that the page may write.
//!
//! The page gets its text with line feeds. A saved file keeps its own line endings and byte order
//! mark. The file is written only if its content is still the one that the page last saw. Otherwise
//! the page gets the new content.

use crate::cli::file::{self, Before, Fault};
use crate::cli::io_error;
use crate::cli::stop::Stop;
use alfil::library;
use alfil::studio::line_endings::{FileText, MARK, with_line_feeds};
use alfil_diagnostics::source::MAX_BYTES;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The text of the page and its file.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    name: String,
    /// The path of the file. `None` if the page writes no file.
    path: Option<PathBuf>,
    /// The first text of the page, if the file does not exist yet.
    beginning: String,
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
    let raw = library::read(path, MAX_BYTES).map_err(|finding| finding.title)?;
    let has_mark = library::open(path).is_ok_and(|file| {
        let mut head = Vec::new();
        let read = file.take(MARK.len() as u64).read_to_end(&mut head);
        read.is_ok() && head == MARK.as_bytes()
    });
    Ok(Some(FileText { raw, has_mark }))
}

impl Document {
    /// A text without a file.
    pub(crate) fn scratch(name: &str, text: &str) -> Document {
        Document { name: name.to_owned(), path: None, beginning: with_line_feeds(text) }
    }

    /// The file at `path`. If it does not exist yet, the page begins with `beginning`.
    pub(crate) fn open(path: &Path, beginning: String) -> Result<Document, Stop> {
        // Workers also use the path. They may have another working directory.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        read(&path).map_err(Stop::Refused)?;
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        Ok(Document { name, path: Some(path), beginning })
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
        }))
    }

    /// Writes `text` if the text of the file is still `before`, which the page got as `saved`. In
    /// the answer, `saved` is the present text of the file. With `conflict`, another program has
    /// changed the file and nothing was written.
    pub(crate) fn save(&self, text: &str, before: Option<&str>) -> Result<Value, String> {
        let path =
            self.path().ok_or("no file was named on the command line, so none is written")?;
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
        library::read_from(&bytes[..], &self.name, MAX_BYTES).map_err(|finding| {
            let why = finding.reason.map_or_else(String::new, |why| format!(": {why}"));
            format!("not saved, since it could not be read again: {}{why}", finding.title)
        })?;
        match file::put(path, &bytes, before) {
            Ok(lost) => Ok(json!({ "saved": text, "lost": lost })),
            Err(Fault::There | Fault::Changed) => {
                Ok(conflict(read(path)?.map(|there| there.text())))
            }
            Err(Fault::Failed(error)) => Err(io_error::unwritten(&error)),
        }
    }
}
