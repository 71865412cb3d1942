//! Answers about a file and its parts.

use crate::foreign::recognise::{self, Format, recognise};
use crate::foreign::records::format::Format as RecordFormat;
use crate::foreign::{diagram, programs};
use crate::library::brief;
use crate::studio::cache::Cache;
use crate::studio::file::content::File;
use crate::studio::file::{records, variants};
use crate::studio::line_endings::{MARK, with_line_feeds};
use alfil_diagnostics::source::MAX_BYTES;
use serde_json::{Value, json};

/// Recognises a file, or opens one of its parts: a `section` of variants, the `outcomes` of some, an
/// `item` of records.
pub(crate) fn file(cache: &mut Cache, present: &str, question: &Value) -> Result<Value, String> {
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
