//! Files that a user opens: definitions, variants and diagrams of other programs, games and
//! positions. `alfil_foreign::recognise` decides what a file is.

pub(crate) mod records;

pub use records::MAX_FILE;

use crate::cache::Cache;
use crate::file::records::File;
use crate::text::{MARK, with_line_feeds};
use alfil_diagnostics::source::MAX_BYTES;
use alfil_foreign::recognise::{self, Format, recognise};
use alfil_foreign::remark::{Imported, Remark, Weight};
use alfil_foreign::{diagram, fairy};
use alfil_library::brief;
use alfil_records::format::Format as RecordFormat;
use alfil_records::programs::{self, Reader};
use serde_json::{Value, json};

// Answers about a file and its parts.

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
        Format::VariantsIni => self::variants(&file, question),
        Format::Diagram => {
            let done = diagram::variant(&file.text(), file.stem());
            done.map(|done| imported("diagram", &done)).map_err(|remark| {
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
            "it has {} bytes, but a definition can have at most {MAX_BYTES}",
            file.bytes.len()
        ));
    }
    let text = file.text();
    let text = text.strip_prefix(MARK).unwrap_or(&text);
    Ok(json!({ "kind": "definition", "definition": with_line_feeds(text) }))
}

/// What to do with a file that cannot be opened.
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
        "advice": format.advice(&text, &brief(file.name), Reader::Page),
        "nearest": near,
    })
}

// Variants of other programs.

/// The greatest number of sections that one answer imports. Each takes up to some tenths of a second.
const MAX_OUTCOMES: u64 = 16;

/// The sections of a file, or the outcome of some of them, or the definition of one. Sections have
/// numbers from 0.
fn variants(file: &File<'_>, question: &Value) -> Result<Value, String> {
    let text = file.text();
    if let Some(wanted) = question["section"].as_u64() {
        let mut done = import(file, &text, wanted, 1)?;
        let one = done.pop().ok_or_else(|| format!("there is no section {wanted}"))?;
        return Ok(imported("variants.ini", &one));
    }
    if let Some([from, count]) = question["outcomes"].as_array().map(Vec::as_slice) {
        let (Some(from), Some(count)) = (from.as_u64(), count.as_u64()) else {
            return Err("`outcomes` must be two whole numbers".to_owned());
        };
        let done = import(file, &text, from, count.min(MAX_OUTCOMES))?;
        return Ok(json!({ "outcomes": done.iter().map(outcome).collect::<Vec<_>>() }));
    }
    let (heads, remarks) = fairy::heads(&text)?;
    let head = |head: &fairy::Head| json!({ "name": head.name, "parent": head.parent, "line": head.place.line });
    Ok(json!({
        "kind": "variants",
        "sections": heads.iter().map(head).collect::<Vec<_>>(),
        "remarks": remarks.iter().map(Remark::json).collect::<Vec<_>>(),
    }))
}

/// Imports `count` sections from the number `from` on.
fn import(file: &File<'_>, text: &str, from: u64, count: u64) -> Result<Vec<Imported>, String> {
    let mut numbers = 0..;
    let last = from.saturating_add(count);
    fairy::import(text, file.own_name(), |_| {
        numbers.next().is_some_and(|number| (from..last).contains(&number))
    })
}

/// The extent of an import, and the first reason why it is not complete.
fn outcome(one: &Imported) -> Value {
    let weighs = |remark: &&Remark| matches!(remark.weight, Weight::Error | Weight::Lost);
    let lost: Vec<&Remark> = one.remarks.iter().filter(weighs).collect();
    let first = lost.first().map(|remark| remark.what.clone());
    let error = one.findings.first().map(|finding| finding.title.clone());
    json!({ "extent": one.extent.name(), "lost": lost.len(), "first": first.or(error) })
}

/// An imported variant: its definition, and what is to be said about it.
fn imported(format: &str, one: &Imported) -> Value {
    json!({
        "kind": "import",
        "format": format,
        "name": one.name,
        "stem": one.stem(),
        "extent": one.extent.name(),
        "definition": one.definition,
        "remarks": one.remarks.iter().map(Remark::json).collect::<Vec<_>>(),
        "findings": one.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
