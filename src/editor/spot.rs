//! Finds the meaning of each part of a definition. The tree gives the part, and the schema its
//! meaning.

use alfil_diagnostics::source::Span;
use alfil_syntax::definition::Definition;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::{Key, Language, Naming, Value};
use alfil_syntax::yaml::{Node, NodeKind};

/// The value of a whole file.
pub(crate) const FILE: Value = Value::Mapping(&Definition::SCHEMA);

/// A part of a tree with its meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot<'n> {
    /// A key of the language.
    Key(&'n Scalar, &'static Key),
    /// A key that the author chose, such as the name of a piece.
    Name(&'n Scalar, Naming),
    /// A value in one of the small languages.
    Text(&'n Scalar, Language),
}

impl<'n> Spot<'n> {
    pub(crate) fn scalar(self) -> &'n Scalar {
        match self {
            Spot::Key(scalar, _) | Spot::Name(scalar, _) | Spot::Text(scalar, _) => scalar,
        }
    }
}

/// The key `name` of a mapping, if one of `values` is a mapping with this key.
fn key(values: &[Value], name: &str) -> Option<&'static Key> {
    values.iter().find_map(|value| match value {
        Value::Mapping(schema) => schema.key(name),
        Value::Text(_)
        | Value::OneOf(_)
        | Value::Words(_)
        | Value::Named(..)
        | Value::List(_)
        | Value::Either(_) => None,
    })
}

/// The meaning of the keys that the author chooses and of their values, if one of `values` has such
/// keys.
fn named(values: &[Value]) -> Option<(Naming, &'static Value)> {
    values.iter().find_map(|value| match value {
        Value::Named(naming, value) => Some((*naming, *value)),
        Value::Text(_)
        | Value::OneOf(_)
        | Value::Words(_)
        | Value::Mapping(_)
        | Value::List(_)
        | Value::Either(_) => None,
    })
}

/// The possible values of the key `name` in a mapping that is one of `values`.
pub(crate) fn inside(values: &[Value], name: &str) -> Vec<Value> {
    let named = || self::named(values).map(|(_, value)| value);
    let value = key(values, name).map(|key| &key.value).or_else(named);
    value.map_or_else(Vec::new, |value| value.alternatives().into_iter().copied().collect())
}

/// The possible items of a list that is one of `values`.
pub(crate) fn items(values: &[Value]) -> Vec<Value> {
    let each = values.iter().flat_map(|value| match value {
        Value::List(item) => item.alternatives().into_iter().copied().collect(),
        Value::Words(language) => vec![Value::Text(*language)],
        Value::Text(_)
        | Value::OneOf(_)
        | Value::Mapping(_)
        | Value::Named(..)
        | Value::Either(_) => Vec::new(),
    });
    each.collect()
}

/// Calls `see` with every part of `node`, which is one of `values`.
pub(crate) fn walk<'n>(node: &'n Node, values: &[Value], see: &mut impl FnMut(Spot<'n>)) {
    match &node.kind {
        NodeKind::Scalar(scalar) => {
            let language = values.iter().find_map(|value| match value {
                Value::Text(language) | Value::Words(language) => Some(*language),
                Value::OneOf(_)
                | Value::Mapping(_)
                | Value::Named(..)
                | Value::List(_)
                | Value::Either(_) => None,
            });
            if let Some(language) = language {
                see(Spot::Text(scalar, language));
            }
        }
        NodeKind::Sequence(nodes) => {
            let items = items(values);
            nodes.iter().for_each(|node| walk(node, &items, see));
        }
        NodeKind::Mapping(entries) => {
            let naming = named(values).map(|(naming, _)| naming);
            for entry in entries {
                let name = entry.key.text();
                match (key(values, name), naming) {
                    (Some(key), _) => see(Spot::Key(&entry.key, key)),
                    (None, Some(naming)) => see(Spot::Name(&entry.key, naming)),
                    (None, None) => {}
                }
                walk(&entry.value, &inside(values, name), see);
            }
        }
    }
}

/// The part of `node`, the tree of a file, at byte `at`.
pub(crate) fn find(node: &Node, at: usize) -> Option<Spot<'_>> {
    let covers = |span: Span| (span.start as usize..=span.end as usize).contains(&at);
    let mut found = None;
    walk(node, &[FILE], &mut |spot| {
        if covers(spot.scalar().span()) {
            found = Some(spot);
        }
    });
    found
}
