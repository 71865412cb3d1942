//! The keys `sides`, `allies`, `eliminated` and `teams lose`: games with more than two sides.

use crate::fields::Reader;
use crate::mapping::{FromEntry, NONE, mapping};
use crate::scalar::Scalar;
use crate::value::Language::Prose;
use crate::value::Naming;
use crate::value::Value::{self, Either, List, Named, Text, Words};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::Code;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::look::Dye;

/// A side of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideText {
    /// The name.
    pub name: Spanned<String>,
    /// Its other keys.
    pub body: SideBody,
}

mapping! {
    /// What is said of a side.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct SideBody, "a side" {
        forward: Option<Scalar> = "forward" [Text(Prose)],
            "up, right, down or left", "where its pieces go forward";
        letter: Option<Scalar> = "letter" [Text(Prose)],
            "letter", "its letter in positions";
        colour: Option<Spanned<Dye>> = "colour",
            "red, blue, yellow, green, white or black", "the colour of its pieces in pictures";
    }
}

/// All sides of a definition, in the order of turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SidesText {
    /// The sides.
    pub each: Vec<SideText>,
    /// The span of the key.
    pub span: Span,
}

impl FromEntry for SidesText {
    const VALUE: Value =
        Either(&[Words(Prose), Named(Naming::Sides, &Either(&[NONE, SideBody::VALUE]))]);

    /// Reads `[red, blue, yellow]` or `{red: {forward: up}, blue: {}}`.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let span = entry.key.span();
        let each = match &entry.value.kind {
            NodeKind::Scalar(_) | NodeKind::Sequence(_) => {
                let plain = |name| SideText { name, body: SideBody::default() };
                r.words(entry)?.into_iter().map(plain).collect()
            }
            NodeKind::Mapping(_) => {
                let sides = r.named(&entry.value, "`sides`")?;
                sides.into_iter().filter_map(|entry| side(entry, r)).collect()
            }
        };
        Some(SidesText { each, span })
    }
}

fn side(entry: &Entry, r: &mut Reader<'_>) -> Option<SideText> {
    let name = Spanned::new(entry.key.text().to_owned(), entry.key.span());
    let says_nothing = match &entry.value.kind {
        NodeKind::Scalar(text) => text.text().is_empty(),
        NodeKind::Sequence(_) | NodeKind::Mapping(_) => entry.is_none(),
    };
    let body = if says_nothing || entry.is_none() {
        SideBody::default()
    } else {
        SideBody::from_node(&entry.value, r)?
    };
    Some(SideText { name, body })
}

/// The teams of a definition, each with the names of its sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlliesText(pub Vec<Vec<Spanned<String>>>);

impl FromEntry for AlliesText {
    const VALUE: Value = Either(&[NONE, List(&Words(Prose))]);

    /// Reads `[[red, yellow], [blue, green]]`.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(AlliesText(Vec::new()));
        }
        let NodeKind::Sequence(nodes) = &entry.value.kind else {
            let title = "`allies` must be a list of teams";
            r.at(Code::WrongType, entry.value.span, title, "no list of lists")
                .help("write each team in brackets: `[[red, yellow], [blue, green]]`");
            return None;
        };
        let mut teams = Vec::new();
        for node in nodes {
            let team = Entry { key: entry.key.clone(), value: node.clone() };
            teams.push(r.words(&team)?);
        }
        Some(AlliesText(teams))
    }
}
