//! Words of edition 0, which was never released. `alfil fmt --edition 1` rewrites its files.
//!
//! Everything here goes after the first release.

use crate::piece::PromotionText;
use crate::scalar::Scalar;
use crate::sides::ENDS;
use crate::value::{Schema, Value};
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help, Report};
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
const KEYS: [Renamed; 3] = [
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
];

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

/// True if a key of any mapping may be one of edition 0.
fn has_old_key(node: &Node) -> bool {
    let is_old = |key: &Scalar| KEYS.iter().any(|renamed| renamed.old == key.text());
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
            for key in 0..entries.len() {
                rename_key(entries, key, schema, found);
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
