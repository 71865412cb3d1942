//! The state of the module: the core of Studio, and the memory for a question and its answer.

use alfil_describe::draft::{Place, draft};
use alfil_editor::Address;
use alfil_studio::text::{FileText, MARK};
use alfil_studio::{Studio, pgn, refusal, shipped, variant, variants};
use alfil_syntax::definition::state;
use alfil_syntax::value::Edition;
use alfil_workspace::Workspace;
use serde_json::{Value, json};
use std::path::Path;

/// The name of a text that the page has not named.
const UNTITLED: &str = "untitled";

/// The parent of a new definition.
const PARENT: &str = "chess";

/// Answers questions.
pub(crate) struct Desk {
    studio: Studio,
    /// The texts that a definition may name, besides the shipped ones.
    base: Workspace,
    /// The question before the answer, then the answer.
    content: Vec<u8>,
}

impl Default for Desk {
    fn default() -> Desk {
        let address = Address::Name(UNTITLED.to_owned());
        let base = Workspace::new();
        Desk { studio: Studio::new(base.clone(), address), base, content: Vec::new() }
    }
}

impl Desk {
    /// The address of `bytes` bytes for a question.
    pub(crate) fn room(&mut self, bytes: usize) -> *mut u8 {
        self.content = vec![0; bytes];
        self.content.as_mut_ptr()
    }

    /// Replaces the question by its answer, and returns the number of its bytes.
    pub(crate) fn answer(&mut self) -> usize {
        let question = std::mem::take(&mut self.content);
        let question = String::from_utf8_lossy(&question);
        let answer = match serde_json::from_str::<Value>(&question) {
            Ok(asked) => match asked["ask"].as_str() {
                Some("open") => self.open(&asked),
                Some("shipped") => shipped(&asked),
                Some("info") => info(),
                Some("variants") => variants(),
                Some("variant") => variant(&self.base, &asked),
                Some("pgn") => pgn(&asked),
                Some("draft") => new_text(),
                Some("unpack-file") => file_text(&asked).text().into(),
                Some("pack-file") => {
                    file_text(&asked).with(asked["text"].as_str().unwrap_or_default()).into()
                }
                Some(_) | None => self.studio.answer(&question),
            },
            Err(error) => refusal(&error.to_string()),
        };
        self.content = answer.to_string().into_bytes();
        self.content.len()
    }

    /// The address of the answer.
    pub(crate) fn content(&self) -> *const u8 {
        self.content.as_ptr()
    }

    /// Begins with a text. It has the path `file`, or else no file. It may name the files of `files`,
    /// which has texts by path, and the definitions of `definitions`, which has texts by name, besides
    /// the shipped ones. `values` is the text of a file with learned values.
    fn open(&mut self, question: &Value) -> Value {
        let mut base = Workspace::new();
        for (path, text) in question["files"].as_object().into_iter().flatten() {
            base.open(Path::new(path), text.as_str().unwrap_or_default());
        }
        for (name, text) in question["definitions"].as_object().into_iter().flatten() {
            base.add(name, text.as_str().unwrap_or_default());
        }
        let address = match question["file"].as_str() {
            Some(path) => Address::File(path.into()),
            None => Address::Name(UNTITLED.to_owned()),
        };
        let studio = Studio::new(base.clone(), address);
        self.studio = match question["values"].as_str() {
            Some(values) => studio.with_values(values),
            None => studio,
        };
        self.base = base;
        json!({})
    }
}

/// The version of the engine, the edition of the language and the number of its [`state`].
fn info() -> Value {
    json!({
        "name": "Alfil",
        "version": env!("CARGO_PKG_VERSION"),
        "edition": Edition::One.number(),
        "language": state(),
    })
}

/// The text of a new definition.
fn new_text() -> Value {
    match Workspace::new().examine(PARENT).game {
        Some(parent) => draft("untitled.yaml", "Untitled", PARENT, &parent, Place::Page).into(),
        None => refusal("the parent of a new definition is missing"),
    }
}

/// The content `raw` of a file.
fn file_text(question: &Value) -> FileText {
    let raw = question["raw"].as_str().unwrap_or_default();
    match raw.strip_prefix(MARK) {
        Some(raw) => FileText { raw: raw.to_owned(), has_mark: true },
        None => FileText { raw: raw.to_owned(), has_mark: false },
    }
}
