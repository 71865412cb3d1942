//! Words of edition 0, which was never released. `alfil fmt --edition 1` rewrites its files.
//!
//! Everything here goes after the first release.

use crate::named::ShuffleText;
use crate::piece::{CastlingText, HandText, PromotionText};
use crate::scalar::{Joint, Scalar};
use crate::sides::ENDS;
use crate::turn::{DieBody, StepText, TurnText};
use crate::value::{Schema, Value};
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_diagnostics::source::Span;
use std::borrow::Cow;

/// A key that has another name in edition 1.
struct Renamed {
    /// The mapping, see [`Schema::what`].
    what: &'static str,
    /// The name in edition 0.
    old: &'static str,
    /// The name in edition 1.
    new: &'static str,
    /// The reason, for people.
    why: &'static str,
}

/// All keys that have another name in edition 1.
const KEYS: [Renamed; 7] = [
    Renamed {
        what: ENDS.what,
        old: "checkmate",
        new: "checkmated",
        why: "the value is the result for the side that is checkmated",
    },
    Renamed {
        what: ENDS.what,
        old: "stalemate",
        new: "stalemated",
        why: "the value is the result for the side that is stalemated",
    },
    Renamed {
        what: PromotionText::SCHEMA.what,
        old: "on",
        new: "upon",
        why: "some readers of YAML read `on` as `true`",
    },
    Renamed { what: CastlingText::SCHEMA.what, old: "only when", new: "when", why: ONE_WORD },
    Renamed { what: HandText::SCHEMA.what, old: "only when", new: "when", why: ONE_WORD },
    Renamed { what: ShuffleText::SCHEMA.what, old: "only when", new: "when", why: ONE_WORD },
    Renamed { what: StepText::SCHEMA.what, old: "if", new: "when", why: ONE_WORD },
];

/// A value that has another word in edition 1.
struct Reworded {
    /// The mapping, see [`Schema::what`].
    what: &'static str,
    /// The key.
    key: &'static str,
    /// The word in edition 0, with that of edition 1.
    words: [(&'static str, &'static str); 2],
}

/// All values that have another word in edition 1.
const VALUES: [Reworded; 3] = [
    Reworded { what: HandText::SCHEMA.what, key: "immobile", words: PERMISSION },
    Reworded { what: TurnText::SCHEMA.what, key: "check before the last step", words: PERMISSION },
    Reworded {
        what: DieBody::SCHEMA.what,
        key: "put back",
        words: [("always", "true"), ("never", "false")],
    },
];

/// The words of edition 0 for what the rules allow or not.
const PERMISSION: [(&str, &str); 2] = [("allowed", "true"), ("forbidden", "false")];

/// Why conditions have one key.
const ONE_WORD: &str = "every key with a condition is called `when`";

/// The keys of a step that one key replaces in edition 1.
const OF_MOVES: [&str; 4] = ["from", "pieces", "who", "only when"];

/// The key of a step that says which moves it allows.
const MOVES: &str = "moves";

/// Gives the keys of edition 0 in the tree of a file their names of edition 1, each with a finding.
/// `schema` is the schema of a file. A tree without such keys is not copied.
pub(crate) fn renamed<'n>(
    node: &'n Node,
    schema: &'static Schema,
    found: &mut Report,
) -> Cow<'n, Node> {
    if !has_old_key(node) {
        return Cow::Borrowed(node);
    }
    let mut node = node.clone();
    rename(&mut node, &Value::Mapping(schema), found);
    Cow::Owned(node)
}

/// True if a key of any mapping, or its value, may be of edition 0.
fn has_old_key(node: &Node) -> bool {
    let is_old = |key: &Scalar| {
        KEYS.iter().any(|renamed| renamed.old == key.text())
            || VALUES.iter().any(|reworded| reworded.key == key.text())
            || OF_MOVES.contains(&key.text())
    };
    match &node.kind {
        NodeKind::Scalar(_) => false,
        NodeKind::Sequence(nodes) => nodes.iter().any(has_old_key),
        NodeKind::Mapping(entries) => {
            entries.iter().any(|entry| is_old(&entry.key) || has_old_key(&entry.value))
        }
    }
}

fn rename(node: &mut Node, value: &Value, found: &mut Report) {
    match (&mut node.kind, value) {
        (NodeKind::Mapping(entries), Value::Mapping(schema)) => {
            if schema.what == StepText::SCHEMA.what {
                join_moves(entries, found);
            }
            for key in 0..entries.len() {
                rename_key(entries, key, schema, found);
                reword(&mut entries[key], schema, found);
            }
            for Entry { key, value } in entries {
                if let Some(known) = schema.key(key.text()) {
                    rename(value, &known.value, found);
                }
            }
        }
        (NodeKind::Mapping(entries), Value::Named(_, value)) => {
            entries.iter_mut().for_each(|entry| rename(&mut entry.value, value, found));
        }
        (NodeKind::Sequence(nodes), Value::List(value)) => {
            nodes.iter_mut().for_each(|node| rename(node, value, found));
        }
        (_, Value::Either(values)) => {
            values.iter().for_each(|value| rename(node, value, found));
        }
        (
            NodeKind::Scalar(_) | NodeKind::Sequence(_) | NodeKind::Mapping(_),
            Value::Text(_)
            | Value::OneOf(_)
            | Value::Words(_)
            | Value::Mapping(_)
            | Value::Named(..)
            | Value::List(_),
        ) => {}
    }
}

/// Renames a key, unless the mapping has the new key as well.
fn rename_key(entries: &mut [Entry], at: usize, schema: &Schema, found: &mut Report) {
    let key = &entries[at].key;
    let is_it = |renamed: &&Renamed| renamed.what == schema.what && renamed.old == key.text();
    let Some(renamed) = KEYS.iter().find(is_it) else { return };
    if entries.iter().any(|entry| entry.key.text() == renamed.new) {
        return;
    }
    let title = format!("`{}` is called `{}`", renamed.old, renamed.new);
    found
        .at(Code::OldWord, key.span(), title, "this was its name before edition 1")
        .because(renamed.why)
        .help(Help::write(renamed.new))
        .rewrite(renamed.new);
    entries[at].key = Scalar::plain(renamed.new, key.span());
}

/// Replaces a value of edition 0.
fn reword(entry: &mut Entry, schema: &Schema, found: &mut Report) {
    let is_it =
        |reworded: &&Reworded| reworded.what == schema.what && reworded.key == entry.key.text();
    let (Some(reworded), NodeKind::Scalar(text)) = (VALUES.iter().find(is_it), &entry.value.kind)
    else {
        return;
    };
    let Some((old, new)) = reworded.words.iter().find(|(old, _)| *old == text.text()) else {
        return;
    };
    let title = format!("`{old}` is called `{new}`");
    found
        .at(Code::OldWord, text.span(), title, "this was its word before edition 1")
        .because("every key that asks yes or no has the values `true` and `false`")
        .help(Help::write(*new))
        .rewrite(*new);
    entry.value.kind = NodeKind::Scalar(Scalar::plain(*new, text.span()));
}

/// The question of a restriction. `only when A; only when B` of edition 0 is `A and B`, which gets a
/// finding.
pub fn question(text: &Scalar, found: &mut Report) -> Scalar {
    let mut parts = Vec::new();
    let mut start = 0;
    let clauses: Vec<&str> = text.text().split(';').collect();
    for clause in &clauses {
        let words = clause.trim_start();
        let bare = words.strip_prefix("only").map(str::trim_start);
        let Some(asked) = bare.and_then(|rest| rest.strip_prefix("when")) else {
            return text.clone();
        };
        let asked = asked.trim();
        let from = start + (asked.as_ptr() as usize - clause.as_ptr() as usize);
        let is_one = clauses.len() == 1 || !asked.contains(" or ");
        parts.push(Joint::Words(match (start > 0, is_one) {
            (false, true) => "",
            (false, false) => "(",
            (true, true) => " and ",
            (true, false) => " and (",
        }));
        parts.push(Joint::Text(text.part(from..from + asked.len())));
        parts.push(Joint::Words(if is_one { "" } else { ")" }));
        start += clause.len() + 1;
    }
    let bare = Scalar::joined(&parts, text.span());
    let title = "a restriction is a question";
    if let [_, Joint::Text(asked), _] = parts.as_slice() {
        let words = Span { end: asked.span().start, ..text.slice(0..text.text().len()) };
        found.at(Code::OldWord, words, title, "").help("leave `only when` out").rewrite("");
        return asked.clone();
    }
    found
        .at(Code::OldWord, text.span(), title, "begins with `only when`")
        .help(Help::write(bare.text()))
        .rewrite(bare.text());
    bare
}

/// Replaces the keys of a step that say which moves it allows by one key. Each of them gets a finding.
fn join_moves(entries: &mut Vec<Entry>, found: &mut Report) {
    let is_old = |entry: &Entry| OF_MOVES.contains(&entry.key.text());
    let Some(first) = entries.iter().position(is_old) else { return };
    if entries.iter().any(|entry| entry.key.text() == MOVES) {
        return;
    }
    let mut parts = Vec::new();
    for key in OF_MOVES {
        let Some(entry) = entries.iter().find(|entry| entry.key.text() == key) else { continue };
        let Some(allowed) = allowed(entry) else { return };
        if !parts.is_empty() {
            parts.push(Joint::Words(" and "));
        }
        parts.extend(allowed);
    }
    let alone = !parts.iter().any(|part| matches!(part, Joint::Words(" and ")));
    if let (true, [Joint::Words("("), .., Joint::Words(")")]) = (alone, parts.as_slice()) {
        parts.pop();
        parts.remove(0);
    }
    let moves = Scalar::joined(&parts, entries[first].value.span);
    let text = format!("{MOVES}: {}", moves.text());
    for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| is_old(entry)) {
        let (key, end) = (entry.key.span(), entry.value.span.end);
        let title = format!("`{}` of a step is part of `{MOVES}`", entry.key.text());
        let (span, new) = match at.checked_sub(1) {
            _ if at == first => (Span { end, ..key }, text.as_str()),
            Some(before) => (Span { start: entries[before].value.span.end, end, ..key }, ""),
            None => (key, ""),
        };
        found
            .at(Code::OldWord, key, title, "the key before edition 1")
            .because("one question says which moves a step allows")
            .help(format!("write `{text}`"))
            .rewrite_at(span, new);
    }
    entries[first].key = Scalar::plain(MOVES, entries[first].key.span());
    entries[first].value.kind = NodeKind::Scalar(moves);
    entries.retain(|entry| !is_old(entry));
}

/// The words of `moves` that say what an old key of a step says. `None` if only the game can tell
/// where its names end.
fn allowed(entry: &Entry) -> Option<Vec<Joint<'static>>> {
    const STARTS: [&str; 8] =
        ["light", "dark", "strong", "weak", "neutral", "shade", "unmoved", "from"];
    let text = match (&entry.value.kind, entry.key.text()) {
        (NodeKind::Sequence(nodes), "pieces") => {
            let mut words = vec![Joint::Words("moving ")];
            for (number, node) in nodes.iter().enumerate() {
                let NodeKind::Scalar(name) = &node.kind else { return None };
                if number > 0 {
                    words.push(Joint::Words(" or "));
                }
                words.push(Joint::Text(name.clone()));
            }
            return Some(words);
        }
        (NodeKind::Scalar(text), _) => text,
        (NodeKind::Sequence(_) | NodeKind::Mapping(_), _) => return None,
    };
    let words = text.text().trim();
    let start = text.text().len() - text.text().trim_start().len();
    let whole = Joint::Text(text.part(start..start + words.len()));
    let begins = words.split([' ', '(']).find(|word| !word.is_empty() && *word != "not");
    Some(match entry.key.text() {
        "pieces" if words.contains(' ') => return None,
        "pieces" | "who" => vec![Joint::Words("moving "), whole],
        "from" if !begins.is_some_and(|word| STARTS.contains(&word)) => {
            vec![Joint::Words("from ("), whole, Joint::Words(")")]
        }
        _ if words.contains(" or ") => vec![Joint::Words("("), whole, Joint::Words(")")],
        _ => vec![whole],
    })
}
