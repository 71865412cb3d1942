//! Files that a user opens: definitions, variants and diagrams of other programs, games and
//! positions. `foreign::recognise` decides what a file is.

mod records;
mod variants;

use crate::foreign::recognise::{self, Format, recognise};
use crate::foreign::records::format::Format as RecordFormat;
use crate::foreign::{diagram, programs};
use crate::library::brief;
use crate::studio::cache::Cache;
use crate::studio::line_endings::{MARK, with_line_feeds};
use alfil_diagnostics::source::MAX_BYTES;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::borrow::Cow;

/// The greatest number of bytes of a file that is opened.
pub const MAX_FILE: usize = 4 << 20;

/// A file as the page sends it.
struct File<'q> {
    name: &'q str,
    bytes: Cow<'q, [u8]>,
}

impl<'q> File<'q> {
    /// Reads `name` and one of `content`, a text, and `base64`, bytes that are no text in UTF-8.
    fn read(question: &'q Value) -> Result<File<'q>, String> {
        let name = question["name"].as_str().unwrap_or_default();
        let bytes = match (question["content"].as_str(), question["base64"].as_str()) {
            (Some(content), _) => Cow::Borrowed(content.as_bytes()),
            (None, Some(letters)) => {
                let bytes = BASE64_STANDARD.decode(letters);
                Cow::Owned(bytes.map_err(|_| "`base64` is broken off or changed".to_owned())?)
            }
            (None, None) => return Err("`content` is wanted, a text".to_owned()),
        };
        if bytes.len() > MAX_FILE {
            return Err(format!(
                "it has {} bytes, and Studio opens files of at most {MAX_FILE}; \
                 `alfil convert` reads longer files of games",
                bytes.len()
            ));
        }
        Ok(File { name, bytes })
    }

    /// The content as text; bytes that are no UTF-8 are read as Latin-1.
    fn text(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.bytes.iter().map(|&byte| char::from(byte)).collect()),
        }
    }

    /// The name without folders.
    fn own_name(&self) -> &str {
        self.name.rsplit(['/', '\\']).next().unwrap_or(self.name)
    }

    /// The name without folders and without its ending.
    fn stem(&self) -> &str {
        let name = self.own_name();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    fn is_named_as_definition(&self) -> bool {
        self.name.ends_with(".yaml") || self.name.ends_with(".yml")
    }
}

/// What a file is, or one of its parts: a `section` of variants, the `outcomes` of some of them, an
/// `item` of records.
pub(super) fn file(cache: &mut Cache, present: &str, question: &Value) -> Result<Value, String> {
    let file = File::read(question)?;
    let format = recognise(&file.bytes);
    if file.is_named_as_definition() && format != Format::Binary {
        return definition(&file);
    }
    match format {
        Format::Definition => definition(&file),
        Format::VariantsIni => variants::variants(&file, question),
        Format::Diagram => {
            let done = diagram::variant(&file.text(), file.stem());
            done.map(|done| variants::imported("diagram", &done)).map_err(|remark| {
                let place = remark.place.map_or_else(String::new, |place| {
                    format!("line {}, column {}: ", place.line, place.column)
                });
                format!("{place}{}", remark.what)
            })
        }
        Format::Binary if !file.bytes.contains(&0) => {
            // PGN files may be in Latin-1.
            match recognise::records(&file.text()) {
                Some(RecordFormat::Pgn) => {
                    records::records(cache, present, &file, RecordFormat::Pgn, question)
                }
                Some(_) | None => Ok(advice(&file, format)),
            }
        }
        Format::Pgn | Format::Position | Format::Unknown => {
            match recognise::records(&file.text()) {
                Some(format) => records::records(cache, present, &file, format, question),
                None => Ok(advice(&file, format)),
            }
        }
        Format::Program(_) | Format::Page | Format::Binary => Ok(advice(&file, format)),
    }
}

/// A definition, with line feeds.
fn definition(file: &File<'_>) -> Result<Value, String> {
    if file.bytes.len() > MAX_BYTES {
        return Err(format!(
            "it has {} bytes, and a definition has at most {MAX_BYTES}",
            file.bytes.len()
        ));
    }
    let text = file.text();
    let text = text.strip_prefix(MARK).unwrap_or(&text);
    Ok(json!({ "kind": "definition", "definition": with_line_feeds(text) }))
}

/// What to do with a file that cannot be opened, as `alfil import` says it.
fn advice(file: &File<'_>, format: Format) -> Value {
    let text = file.text();
    let near = match format {
        Format::Program(_) => programs::nearest(&text, file.name).map(|game| game.name),
        Format::VariantsIni
        | Format::Diagram
        | Format::Page
        | Format::Pgn
        | Format::Position
        | Format::Definition
        | Format::Binary
        | Format::Unknown => None,
    };
    json!({
        "kind": "advice",
        "advice": format.advice(&text, &brief(file.name)),
        "nearest": near,
    })
}
