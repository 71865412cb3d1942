//! Finds where a name comes from ([`Page::define`]) and where it is used. Names are searched wherever the schema allows
//! pieces or zones.

use crate::editor::spot::{self, FILE, Spot};
use crate::editor::{Page, bytes};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_syntax::scalar::{Scalar, Style};
use alfil_syntax::value::{Language, Naming};
use std::ops::Range;
use std::path::PathBuf;

/// A place in some text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub home: Home,
    /// Its content, for counting lines.
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

/// What a name refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Kind,
    Zone,
}

impl Page {
    /// The definition of the name at byte `at`: a parent or modifier, a piece or a zone.
    pub fn define(&self, at: usize) -> Option<Target> {
        let spot = spot::find(self.tree.as_ref()?, at)?;
        if let Spot::Text(scalar, Language::Parent | Language::Modifier) = spot {
            return self.definition(scalar, at);
        }
        let (sort, name, _) = self.name_at(at)?;
        self.target(self.given(sort, &name)?)
    }

    /// The place where a piece or zone of the game got its name.
    pub(super) fn given(&self, sort: Sort, name: &str) -> Option<Span> {
        let rules = self.rules()?;
        Some(match sort {
            Sort::Kind => rules.kinds.iter().find(|kind| kind.name.value == name)?.name.span,
            Sort::Zone => rules.zones.iter().find(|zone| zone.name.value == name)?.name.span,
        })
    }

    /// The range and the text of the name at byte `at`, if it can be renamed.
    pub fn renamable(&self, at: usize) -> Option<(Range<usize>, String)> {
        let (_, name, range) = self.name_at(at)?;
        Some((range, name))
    }

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

    pub(super) fn target(&self, span: Span) -> Option<Target> {
        let source = self.workspace.sources().get(span.source);
        let home = match (span.source == self.source, self.path(span.source)) {
            (true, _) => Home::Here,
            (false, Some(path)) => Home::File(path),
            (false, None) => Home::Shipped(source.name.to_string()),
        };
        Some(Target { home, text: source.text.to_string(), range: bytes(span) })
    }

    pub(super) fn path(&self, id: SourceId) -> Option<PathBuf> {
        let name = &self.workspace.sources().get(id).name;
        self.workspace.library().is_file(id).then(|| PathBuf::from(&**name))
    }

    /// The names that the file and its parents define.
    pub(super) fn known_names(&self) -> Vec<(Sort, String)> {
        let mut known = Vec::new();
        if let Some(rules) = self.rules() {
            known.extend(rules.kinds.iter().map(|kind| (Sort::Kind, kind.name.value.clone())));
            known.extend(rules.zones.iter().map(|zone| (Sort::Zone, zone.name.value.clone())));
        }
        if let Some(tree) = &self.tree {
            spot::walk(tree, &[FILE], &mut |spot| match spot {
                Spot::Name(name, Naming::Kinds) => known.push((Sort::Kind, name.text().to_owned())),
                Spot::Name(name, Naming::Zones) => known.push((Sort::Zone, name.text().to_owned())),
                Spot::Name(_, Naming::Castlings) | Spot::Key(..) | Spot::Text(..) => {}
            });
        }
        known.sort_by(|(_, a), (_, b)| b.len().cmp(&a.len()).then(a.cmp(b)));
        known.dedup();
        known
    }

    /// The longest name at byte `at`.
    pub(super) fn name_at(&self, at: usize) -> Option<(Sort, String, Range<usize>)> {
        let spot = spot::find(self.tree.as_ref()?, at)?;
        let known = self.known_names().into_iter().filter(|(_, name)| !name.is_empty());
        known.into_iter().find_map(|(sort, name)| {
            let places = places(spot, sort, &name);
            let here = places.into_iter().find(|range| (range.start..=range.end).contains(&at))?;
            Some((sort, name, here))
        })
    }

    /// The places in the file that mention `name`.
    pub(super) fn occurrences(&self, sort: Sort, name: &str) -> Vec<Range<usize>> {
        let mut all = Vec::new();
        if let Some(tree) = &self.tree {
            spot::walk(tree, &[FILE], &mut |spot| all.extend(places(spot, sort, name)));
        }
        all
    }
}

/// The places in `spot` that mention the piece or zone `name`.
fn places(spot: Spot<'_>, sort: Sort, name: &str) -> Vec<Range<usize>> {
    let scalar = spot.scalar();
    let speaks = match (spot, sort) {
        (Spot::Name(_, naming), sort) => {
            let same =
                matches!((naming, sort), (Naming::Kinds, Sort::Kind) | (Naming::Zones, Sort::Zone));
            if same && scalar.text() == name {
                return vec![inner(scalar, 0..name.len())];
            }
            false
        }
        (Spot::Key(..), _) => false,
        (Spot::Text(_, language), Sort::Kind) => matches!(
            language,
            Language::Kind
                | Language::Question
                | Language::Goal
                | Language::Effect
                | Language::Restriction
                | Language::Rule
        ),
        (Spot::Text(_, language), Sort::Zone) => matches!(
            language,
            Language::Area
                | Language::Condition
                | Language::Movement
                | Language::Question
                | Language::Goal
                | Language::Effect
                | Language::Restriction
        ),
    };
    if !speaks {
        return Vec::new();
    }
    let text = scalar.text();
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let alone =
        |at: &usize| !text[..*at].ends_with(part) && !text[at + name.len()..].starts_with(part);
    let found = text.match_indices(name).map(|(at, _)| at).filter(alone);
    found.map(|at| inner(scalar, at..at + name.len())).collect()
}

/// The characters of the file for a part of a scalar, without its quotes.
pub(super) fn inner(scalar: &Scalar, part: Range<usize>) -> Range<usize> {
    let whole = bytes(scalar.span());
    let place = bytes(scalar.slice(part));
    match scalar.style() {
        Style::Quoted if place == whole => whole.start + 1..whole.end.max(whole.start + 2) - 1,
        Style::Plain | Style::Quoted | Style::Block => place,
    }
}
