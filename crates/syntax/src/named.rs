//! The mappings that name sets of kinds, questions and cells (`groups`, `questions`, `zones`), and
//! `shuffle`, which chooses kinds and cells for the start.

use crate::fields::{ListForm, NameList, Reader};
use crate::mapping::{FromEntry, NONE, mapping};
use crate::scalar::Scalar;
use crate::suggest;
use crate::value::Language::{Area, Kind, Question};
use crate::value::Naming;
use crate::value::Value::{self, Either, Named, Text, Words};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::Code;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::setup::{Arrays, Shade};

// The mappings `groups` and `questions`: kinds and questions under a name of the author.

/// A named set of kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupText {
    /// The name.
    pub name: Scalar,
    /// Names of kinds, and of groups further up.
    pub kinds: NameList,
    /// For pairs, the names of the kinds to which `kinds` belong, in the same order.
    pub of: Option<NameList>,
}

/// A named question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionText {
    /// The name.
    pub name: Scalar,
    /// The question.
    pub text: Scalar,
}

impl FromEntry for Vec<GroupText> {
    const VALUE: Value = Either(&[NONE, Named(Naming::Groups, &GROUP)]);

    /// `groups: none` has no effect: the groups of a parent remain, because its rules name them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let groups = r.mapping(&entry.value, "`groups`")?;
        Some(groups.iter().filter_map(|entry| group(entry, r)).collect())
    }
}

/// A list of kinds, or a mapping of kinds to the kind that belongs to each.
const GROUP: Value = Either(&[Words(Kind), Named(Naming::Kinds, &Words(Kind))]);

fn group(entry: &Entry, r: &mut Reader<'_>) -> Option<GroupText> {
    let name = entry.key.clone();
    let NodeKind::Mapping(pairs) = &entry.value.kind else {
        return Some(GroupText { name, kinds: NameList::read(entry, r)?, of: None });
    };
    let (mut of, mut kinds) = (Vec::new(), Vec::new());
    for pair in pairs {
        let kind = r.scalar(pair)?;
        of.push(Spanned::new(pair.key.text().to_owned(), pair.key.span()));
        kinds.push(Spanned::new(kind.text().trim().to_owned(), kind.span()));
    }
    let list = |words| NameList { words, form: ListForm::Items };
    Some(GroupText { name, kinds: list(kinds), of: Some(list(of)) })
}

impl FromEntry for Vec<QuestionText> {
    const VALUE: Value = Either(&[NONE, Named(Naming::Questions, &Text(Question))]);

    /// `questions: none` has no effect: the questions of a parent remain, because its rules name
    /// them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let questions = r.named(&entry.value, "`questions`")?;
        let question =
            |entry: &&Entry| Some(QuestionText { name: entry.key.clone(), text: r.scalar(entry)? });
        Some(questions.iter().filter_map(question).collect())
    }
}

// The mapping `zones`.

/// A zone and its area for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneText {
    /// The name.
    pub name: Scalar,
    /// The areas.
    pub areas: ZoneAreas,
}

/// Where a zone lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ZoneAreas {
    /// At one place for all sides.
    Same(Scalar),
    /// At a place for White and one for Black.
    Colors {
        /// White's area.
        white: Scalar,
        /// Black's area.
        black: Scalar,
    },
    /// At a place for each named side, in a game with more than two. The first of each pair is the
    /// name.
    Sides(Vec<(Scalar, Scalar)>),
}

impl ZoneAreas {
    /// All areas, in the order of the text.
    pub fn all(&self) -> Vec<&Scalar> {
        match self {
            ZoneAreas::Same(area) => vec![area],
            ZoneAreas::Colors { white, black } => vec![white, black],
            ZoneAreas::Sides(sides) => sides.iter().map(|(_, area)| area).collect(),
        }
    }
}

mapping! {
    /// The areas of a zone that differs for the sides.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ZoneSides, "a zone" {
        white: Option<Scalar> = "white" [Text(Area)],
            "area", "where it lies for White";
        black: Option<Scalar> = "black" [Text(Area)],
            "area", "where it lies for Black";
    }
}

impl FromEntry for Vec<ZoneText> {
    const VALUE: Value = Either(&[
        NONE,
        Named(
            Naming::Zones,
            &Either(&[Text(Area), Named(Naming::Sides, &Text(Area)), ZoneSides::VALUE]),
        ),
    ]);

    /// `zones: none` has no effect: the zones of a parent remain, because its rules name them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let zones = r.named(&entry.value, "`zones`")?;
        Some(zones.iter().filter_map(|entry| zone(entry, r)).collect())
    }
}

/// Reads an area for all sides, or one for each: `{white: a1-c2, black: f7-h8}`. Three and more areas
/// belong to named sides.
fn zone(entry: &Entry, r: &mut Reader<'_>) -> Option<ZoneText> {
    let is_side = |entry: &Entry| suggest::key(entry.key.text(), &ZoneSides::SCHEMA).is_some();
    // `{d4, e4, d5, e5}` is a list of cells.
    let is_empty =
        |side: &Entry| matches!(&side.value.kind, NodeKind::Scalar(s) if s.text().is_empty());
    let areas = match &entry.value.kind {
        NodeKind::Mapping(sides) if sides.len() > 2 && !sides.iter().all(is_empty) => {
            let sides = r.named(&entry.value, "a zone")?;
            let area =
                |entry: &Entry, r: &mut Reader<'_>| Some((entry.key.clone(), r.scalar(entry)?));
            ZoneAreas::Sides(sides.into_iter().filter_map(|entry| area(entry, r)).collect())
        }
        NodeKind::Mapping(sides) if sides.iter().any(is_side) => sides_of(entry, r)?,
        NodeKind::Mapping(_) | NodeKind::Scalar(_) | NodeKind::Sequence(_) => {
            ZoneAreas::Same(r.scalar(entry)?)
        }
    };
    Some(ZoneText { name: entry.key.clone(), areas })
}

/// If only one area can be read, both sides get it. Otherwise conditions that name the zone would
/// cause a second finding.
fn sides_of(entry: &Entry, r: &mut Reader<'_>) -> Option<ZoneAreas> {
    let fields = r.fields(&entry.value, &ZoneSides::SCHEMA)?;
    for side in ["white", "black"].into_iter().filter(|side| fields.lacks(side)) {
        let title = format!("the zone `{}` has no area for `{side}`", entry.key.text());
        let help = "type `{white: a1-c2, black: f7-h8}`, or one area for both sides";
        r.at(Code::MissingKey, fields.span, title, "incomplete").help(help);
    }
    let ZoneSides { white, black } = ZoneSides::from_fields(&fields, r)?;
    let either = white.clone().or_else(|| black.clone())?;
    let [white, black] = [white, black].map(|area| area.unwrap_or_else(|| either.clone()));
    Some(ZoneAreas::Colors { white, black })
}

// The mapping `shuffle`.

mapping! {
    /// The value of `shuffle`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ShuffleText, "`shuffle`" {
        cells: Option<Scalar> = "cells" [Text(Area)],
            "area", "the cells whose pieces change places, as White counts";
        sides: Option<Arrays> = "sides",
            "alike or apart", "whether Black has the same array as White or another one";
        when: Option<Scalar> = "when" [Text(Question)],
            "question", "a condition on the array of each side";
        order: Option<Vec<PlacedText>> = "order",
            "pieces", "the order in which pieces are placed, for the numbers of the starts";
    }
}

/// Kinds that are placed one after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedText {
    /// The shade of the cell on which the first of these kinds is placed.
    pub on: Shade,
    /// The kinds.
    pub kinds: NameList,
}

impl FromEntry for Vec<PlacedText> {
    const VALUE: Value = Words(Kind);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        r.names(entry).map(placed)
    }
}

/// Reads `[light bishop, queen]` or `bishop queen`.
fn placed(list: NameList) -> Vec<PlacedText> {
    let shade = |word: &str| {
        [Shade::Light, Shade::Dark].into_iter().find(|shade| shade.prefix().trim() == word)
    };
    match list.form {
        ListForm::Text => {
            let on = list.words.first().and_then(|word| shade(&word.value));
            let words = list.words.into_iter().skip(usize::from(on.is_some())).collect();
            let kinds = NameList { words, form: list.form };
            vec![PlacedText { on: on.unwrap_or(Shade::Any), kinds }]
        }
        ListForm::Items => {
            let item = |item: Spanned<String>| {
                let parts = item.value.split_once(' ');
                let shaded = parts.and_then(|(word, kind)| Some((shade(word)?, kind)));
                let (on, kind) = shaded.unwrap_or((Shade::Any, &item.value));
                let kind = kind.trim();
                // In a quoted text the place of a single word is not known, so the whole text is
                // used.
                let span = if item.span.len() == item.value.len() && item.value.ends_with(kind) {
                    Span { start: item.span.end - kind.len() as u32, ..item.span }
                } else {
                    item.span
                };
                let name = Spanned::new(kind.to_owned(), span);
                PlacedText { on, kinds: NameList { words: vec![name], form: ListForm::Items } }
            };
            list.words.into_iter().map(item).collect()
        }
    }
}
