//! Suggestions for values of the wrong shape. They appear in helps only; the reader never accepts
//! them.

use crate::suggest;
use crate::write::in_quotes;
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::Help;

/// The help for a text that a comma cuts short.
pub(crate) fn uncut(key: &str, written: &str) -> Help {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let two = written.split_once(',').filter(|(a, b)| is_number(a.trim()) && is_number(b.trim()));
    let moves = matches!(key, "moves" | "attacks");
    if let Some(leap) = suggest::leap(written).filter(|_| moves) {
        return Help::write(in_quotes(&leap));
    }
    match two {
        Some((whole, part)) if !moves => Help::write(format!("{}.{}", whole.trim(), part.trim())),
        _ if moves && written.contains(" when ") => {
            Help::write(written.replace(", only", "; only").replace(", ", "; "))
        }
        _ if moves && !written.contains('(') => Help::write(written.replace(',', "")),
        _ => Help::quote(in_quotes(written)),
    }
}

/// The help if `node` stands in place of the mapping `what`. `written` is the text of the node.
pub(crate) fn mapping_help(what: &str, node: &Node, written: &str) -> Help {
    let said = match &node.kind {
        NodeKind::Scalar(s) => s.text(),
        NodeKind::Sequence(items) => {
            let mapping = |n: &Node| matches!(n.kind, NodeKind::Mapping(_));
            if !items.is_empty() && items.iter().all(mapping) {
                let inner = written.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
                return match inner {
                    Some(one) if one.starts_with('{') && items.len() == 1 => Help::write(one),
                    Some(keys) if !keys.contains('{') => Help::write(format!("{{{keys}}}")),
                    Some(_) | None => {
                        "take the dashes away: `key: value` lines, indented alike".into()
                    }
                };
            }
            ""
        }
        NodeKind::Mapping(_) => "",
    };
    let (none, yes) = (suggest::value(said, &["none"]).is_some(), suggest::value(said, &["true"]));
    let is_word = !said.is_empty() && !said.contains(' ') && yes.is_none() && said != "true";
    match what {
        "`castling`" | "`hand`" | "`shuffle`" | "`turn`" | "`promotes`" | "a piece" if none => {
            Help::type_in("none")
        }
        "`castling`" if is_word => Help::type_in(format!("{{with: {said}}}")),
        "`castling`" => Help::type_in("{with: rook}"),
        "`shuffle`" => Help::type_in("{cells: rank 1}"),
        "`hand`" => Help::type_in("{captured: to captor}"),
        "`turn`" | "a turn" if said.parse::<u8>().is_ok() => {
            Help::type_in(format!("{{steps: {said}}}"))
        }
        "`promotes`" if is_word => Help::type_in(format!("{{at: last rank, to: {said}}}")),
        "`promotes`" if said.contains("rank") => {
            Help::type_in(format!("{{at: {said}, to: others}}"))
        }
        "`promotes`" => Help::type_in("{at: last rank, to: others}"),
        "a step" if !said.is_empty() => Help::type_in(format!("{{from: {said}}}")),
        "a claim" if !said.is_empty() => Help::type_in(format!("{{exactly: {said}}}")),
        "a piece" if said.contains(|c: char| c.is_ascii_uppercase()) => {
            Help::type_in(format!("{{letter: ..., moves: {said}}}"))
        }
        _ => "type `key: value` lines, indented".into(),
    }
}

/// The text that a list or mapping probably means.
pub(crate) fn flat(key: &str, value: &Node) -> Option<String> {
    let text = |node: &Node| match &node.kind {
        NodeKind::Scalar(s) => Some(s.text().to_owned()),
        NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
    };
    let items = match &value.kind {
        NodeKind::Sequence(items) => items.iter().map(text).collect::<Option<Vec<_>>>()?,
        NodeKind::Mapping(entries) => {
            let values: Vec<_> = entries.iter().map(|e| text(&e.value)).collect::<Option<_>>()?;
            match key {
                "perft" => return Some(format!("[{}]", values.join(", "))),
                "space" if let Some(space) = sized(&values) => return Some(space),
                _ => {}
            }
            let joined = |(entry, value): (&Entry, &String)| {
                // YAML reads an item such as `contrast-modifier` in braces as a key, here with the
                // value `true`.
                let value = if value == "true" { "" } else { value };
                format!("{} {value}", entry.key.text()).trim_end().to_owned()
            };
            entries.iter().zip(&values).map(joined).collect()
        }
        NodeKind::Scalar(_) => return None,
    };
    // The entry `when capturing: count pieces` is a sentence without `then`.
    if let (NodeKind::Mapping(entries), "effects") = (&value.kind, key) {
        let first = entries.first()?;
        return Some(format!("{} then {}", first.key.text(), text(&first.value)?));
    }
    // The entry `when: rank 2` restricts the movement that the piece has anyway.
    if let (NodeKind::Mapping(entries), "moves" | "attacks") = (&value.kind, key)
        && let [entry] = &entries[..]
        && let "when" | "only when" = entry.key.text()
    {
        return Some(format!("only when {}", text(&entry.value)?));
    }
    let numbers = items.iter().all(|item| item.parse::<u8>().is_ok());
    match (key, items.as_slice()) {
        (_, []) => None,
        ("moves" | "attacks", [_, _] | [_, _, _]) if numbers => {
            Some(in_quotes(&format!("({})", items.join(","))))
        }
        ("moves" | "attacks", [_]) => None,
        ("moves" | "attacks", _) => Some(items.join(" ")),
        ("setup" | "position", _) => Some(items.join("/")),
        ("extends", _) => Some(items.join("+")),
        ("space", [_, _]) if numbers => Some(format!("grid {}", items.join("x"))),
        ("letter" | "name", [_, _, ..]) => None,
        (_, [item]) if item.is_empty() => None,
        _ => Some(items.join(" ")),
    }
}

/// The space that a mapping such as `{kind: torus, files: 8, ranks: 8}` means. Its keys may have
/// any names.
fn sized(values: &[String]) -> Option<String> {
    let is_size = |value: &&String| value.parse::<u8>().is_ok();
    let (sizes, words): (Vec<&String>, Vec<&String>) = values.iter().partition(is_size);
    let name = match (words.as_slice(), sizes.len()) {
        ([name], 1..) => name.as_str(),
        ([], 2) => "grid",
        ([], 3) => "layers",
        (_, _) => return None,
    };
    let sizes: Vec<&str> = sizes.into_iter().map(String::as_str).collect();
    Some(format!("{name} {}", sizes.join("x")))
}
