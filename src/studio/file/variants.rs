//! Variants of other programs.

use crate::foreign::fairy;
use crate::foreign::imported::Imported;
use crate::foreign::remark::{Remark, Weight};
use crate::studio::file::content::File;
use serde_json::{Value, json};

/// The greatest number of sections that one answer imports. Each takes up to some tenths of a second.
const MAX_OUTCOMES: u64 = 16;

/// The sections of a file, or the outcome of some of them, or the definition of one. Sections have
/// numbers from 0.
pub(super) fn variants(file: &File<'_>, question: &Value) -> Result<Value, String> {
    let text = file.text();
    if let Some(wanted) = question["section"].as_u64() {
        let mut done = import(file, &text, wanted, 1)?;
        let one = done.pop().ok_or_else(|| format!("there is no section {wanted}"))?;
        return Ok(imported("variants.ini", &one));
    }
    if let Some([from, count]) = question["outcomes"].as_array().map(Vec::as_slice) {
        let (Some(from), Some(count)) = (from.as_u64(), count.as_u64()) else {
            return Err("`outcomes` are two whole numbers".to_owned());
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
pub(super) fn imported(format: &str, one: &Imported) -> Value {
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
