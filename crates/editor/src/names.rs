//! Finds the meaning of each part of a definition, the definition of a name and its uses.

use crate::page::{Page, bytes};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_syntax::definition::Definition;
use alfil_syntax::scalar::{Scalar, Style};
use alfil_syntax::value::{Key, Language, Naming, Value};
use alfil_syntax::yaml::{Node, NodeKind};
use std::ops::Range;
use std::path::PathBuf;

// Finds the definition of a name (`Page::define`) and its uses. A name is a piece, a zone, a group
// or a question, and the schema says where a text may mention one.

/// A place in this text or in another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub home: Home,
    /// The whole text of the target, in which editors count lines.
    pub text: String,
    pub range: Range<usize>,
}

/// The origin of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Home {
    /// The edited text itself.
    Here,
    /// A file.
    File(PathBuf),
    /// The shipped definition with this name.
    Shipped(String),
}

/// The thing that a name refers to: a piece, a zone or a die.
/// The thing that a name refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    Kind,
    Zone,
    Die,
    /// A set of kinds.
    Group,
    Question,
}

impl Named {
    /// The word for such a thing.
    pub(super) fn word(self) -> &'static str {
        match self {
            Named::Kind => "piece",
            Named::Zone => "zone",
            Named::Die => "die",
            Named::Group => "group",
            Named::Question => "question",
        }
    }
}

/// A name at a place of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameAt {
    pub sort: Named,
    pub text: String,
    pub range: Range<usize>,
}

/// A name of the file or of its parents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub(super) sort: Named,
    pub(super) text: String,
}

impl Page {
    /// The definition of the name at byte `at`: a parent or modifier, a piece or a zone.
    pub fn define(&self, at: usize) -> Option<Target> {
        let spot = find(self.tree.as_ref()?, at)?;
        if let Spot::Text(scalar, Language::Parent | Language::Modifier) = spot {
            return self.definition(scalar, at);
        }
        let name = self.name_at(at)?;
        self.target(self.given(name.sort, &name.text)?)
    }

    /// The place that gives a piece or zone of the game its name.
    pub(super) fn given(&self, sort: Named, name: &str) -> Option<Span> {
        let rules = self.rules()?;
        Some(match sort {
            Named::Kind => rules.kinds.iter().find(|kind| kind.name.value == name)?.name.span,
            Named::Zone => rules.zones.iter().find(|zone| zone.name.value == name)?.name.span,
            Named::Die => rules.dice.iter().find(|die| die.name.value == name)?.name.span,
            Named::Group => rules.groups.iter().find(|group| group.name.value == name)?.name.span,
            Named::Question => rules.named.iter().find(|asked| asked.name.value == name)?.name.span,
        })
    }

    /// The definition that `scalar` names at byte `at`.
    fn definition(&self, scalar: &Scalar, at: usize) -> Option<Target> {
        let parts = self.workspace.library().parts(scalar.text(), Some(self.source));
        let covers = |part: &Range<usize>| {
            let place = bytes(scalar.slice(part.clone()));
            place.start <= at && at <= place.end
        };
        let part = parts.into_iter().find(covers)?;
        let mut workspace = self.workspace.clone();
        let source = workspace.named(&scalar.text()[part], self.source)?;
        let page = Page { workspace, ..self.clone() };
        page.target(Span::new(source, 0, 0))
    }

    /// The place of `span`, with the text that contains it.
    pub(super) fn target(&self, span: Span) -> Option<Target> {
        let source = self.workspace.sources().get(span.source);
        let home = match (span.source == self.source, self.path(span.source)) {
            (true, _) => Home::Here,
            (false, Some(path)) => Home::File(path),
            (false, None) => Home::Shipped(source.name.to_string()),
        };
        Some(Target { home, text: source.text.to_string(), range: bytes(span) })
    }

    /// The file of a text, if it is in a file.
    pub(super) fn path(&self, id: SourceId) -> Option<PathBuf> {
        let name = &self.workspace.sources().get(id).name;
        self.workspace.library().is_file(id).then(|| PathBuf::from(&**name))
    }

    /// The names that the file and its parents define, the longest first.
    pub(super) fn known_names(&self) -> Vec<Name> {
        let name = |sort, text: &str| Name { sort, text: text.to_owned() };
        let mut known = Vec::new();
        if let Some(rules) = self.rules() {
            known.extend(rules.kinds.iter().map(|kind| name(Named::Kind, &kind.name.value)));
            known.extend(rules.zones.iter().map(|zone| name(Named::Zone, &zone.name.value)));
            known.extend(rules.dice.iter().map(|die| name(Named::Die, &die.name.value)));
            known.extend(rules.groups.iter().map(|group| name(Named::Group, &group.name.value)));
            known.extend(rules.named.iter().map(|asked| name(Named::Question, &asked.name.value)));
        }
        if let Some(tree) = &self.tree {
            walk(tree, &[FILE], &mut |spot| match spot {
                Spot::Name(key, Naming::Kinds) => known.push(name(Named::Kind, key.text())),
                Spot::Name(key, Naming::Zones) => known.push(name(Named::Zone, key.text())),
                Spot::Name(key, Naming::Dice) => known.push(name(Named::Die, key.text())),
                Spot::Name(_, Naming::Castlings | Naming::Faces | Naming::Sides)
                | Spot::Key(..)
                | Spot::Text(..) => {}
                Spot::Name(key, Naming::Groups) => known.push(name(Named::Group, key.text())),
                Spot::Name(key, Naming::Questions) => {
                    known.push(name(Named::Question, key.text()));
                }
            });
        }
        // An entry of `pieces` may name a group.
        let groups: Vec<String> = known
            .iter()
            .filter(|name| name.sort == Named::Group)
            .map(|name| name.text.clone())
            .collect();
        known.retain(|name| name.sort != Named::Kind || !groups.contains(&name.text));
        known.sort_by(|a, b| b.text.len().cmp(&a.text.len()).then(a.text.cmp(&b.text)));
        known.dedup();
        known
    }

    /// The name at byte `at`. If several names match there, the longest.
    pub fn name_at(&self, at: usize) -> Option<NameAt> {
        let spot = find(self.tree.as_ref()?, at)?;
        let known = self.known_names().into_iter().filter(|name| !name.text.is_empty());
        known.into_iter().find_map(|Name { sort, text }| {
            let places = places(spot, sort, &text);
            let range = places.into_iter().find(|range| (range.start..=range.end).contains(&at))?;
            Some(NameAt { sort, text, range })
        })
    }

    /// The places in the file that mention `name`.
    pub(super) fn occurrences(&self, sort: Named, name: &str) -> Vec<Range<usize>> {
        let mut all = Vec::new();
        if let Some(tree) = &self.tree {
            walk(tree, &[FILE], &mut |spot| all.extend(places(spot, sort, name)));
        }
        all
    }
}

/// The places in `spot` that mention the piece or zone `name`.
fn places(spot: Spot<'_>, sort: Named, name: &str) -> Vec<Range<usize>> {
    let scalar = spot.scalar();
    let may_mention = match (spot, sort) {
        (Spot::Name(_, naming), sort) => {
            let same = matches!(
                (naming, sort),
                (Naming::Kinds | Naming::Faces, Named::Kind)
                    | (Naming::Kinds, Named::Group)
                    | (Naming::Zones, Named::Zone)
                    | (Naming::Dice, Named::Die)
                    | (Naming::Groups, Named::Group)
                    | (Naming::Questions, Named::Question)
            );
            if same && scalar.text() == name {
                return vec![inner(scalar, 0..name.len())];
            }
            false
        }
        (Spot::Key(..), _) => false,
        (Spot::Text(_, language), Named::Kind) => matches!(
            language,
            Language::Kind
                | Language::Question
                | Language::Goal
                | Language::Effect
                | Language::Amount
                | Language::Rule
        ),
        (Spot::Text(_, language), Named::Die) => matches!(
            language,
            Language::Dice
                | Language::Movement
                | Language::Question
                | Language::Goal
                | Language::Effect
                | Language::Position
                | Language::Move
        ),
        (Spot::Text(_, language), Named::Group) => matches!(
            language,
            Language::Kind
                | Language::Movement
                | Language::Question
                | Language::Goal
                | Language::Effect
                | Language::Amount
                | Language::Rule
        ),
        (Spot::Text(_, language), Named::Question) => matches!(
            language,
            Language::Movement
                | Language::Question
                | Language::Goal
                | Language::Effect
                | Language::Amount
        ),
        (Spot::Text(_, language), Named::Zone) => matches!(
            language,
            Language::Area
                | Language::Condition
                | Language::Movement
                | Language::Question
                | Language::Goal
                | Language::Effect
                | Language::Amount
        ),
    };
    if !may_mention {
        return Vec::new();
    }
    let text = scalar.text();
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let alone =
        |at: &usize| !text[..*at].ends_with(part) && !text[at + name.len()..].starts_with(part);
    let found = text.match_indices(name).map(|(at, _)| at).filter(alone);
    found.map(|at| inner(scalar, at..at + name.len())).collect()
}

/// The range of a part of a scalar in the file, without quotes. If a quoted scalar has escapes, its
/// parts have no places. Then the range is everything between the quotes.
pub(super) fn inner(scalar: &Scalar, part: Range<usize>) -> Range<usize> {
    let whole = bytes(scalar.span());
    let place = bytes(scalar.slice(part));
    match scalar.style() {
        Style::Quoted if place == whole => whole.start + 1..whole.end.max(whole.start + 2) - 1,
        Style::Plain | Style::Quoted | Style::Block => place,
    }
}

// Finds the meaning of each part of a definition. The tree gives the part, and the schema its
// meaning.

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
