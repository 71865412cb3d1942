//! The mappings about sides: more than two of them, how they look, and the ends of a game.

use crate::fields::{Fields, NameList, Reader};
use crate::mapping::{Field, FromEntry, NONE, mapping};
use crate::scalar::Scalar;
use crate::suggest;
use crate::value::Language::{Area, Goal, Prose, Share};
use crate::value::Value::{self, Either, List, Mapping, Named, OneOf, Text, Words};
use crate::value::{Naming, Schema, key};
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::Code;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::look::{Dye, Surface};

// The keys `sides`, `allies`, `eliminated` and `teams lose`: games with more than two sides.

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
            "up, right, down or left", "the direction that is forward for its pieces";
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
            r.at(Code::WrongType, entry.value.span, title, "this is not a list of lists")
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

// The mapping `look`.

mapping! {
    /// The value of `look`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct LookText, "`look`" {
        board: Option<Surface> = "board",
            "cells or points", "whether pieces are drawn on cells or on the points between lines";
        river: Option<Scalar> = "river" [Text(Prose)],
            "two ranks", "the ranks between which the river is: `5-6`";
        river_words: Option<NameList> = "river words" [Words(Prose)],
            "words", "the words in the river";
        diagonals: Option<Scalar> = "diagonals" [Text(Area)],
            "area", "cells that are joined by diagonal lines, as White counts";
        sides: Option<NameList> = "sides" [Words(Prose)],
            "two names", "the names of White and Black";
        colours: Option<NameList> = "colours" [Words(Prose)],
            "two colours", "the colours of White's and Black's pieces";
        files: Option<NameList> = "files" [Words(Prose)],
            "list of names", "the names of the files above the board, from file a on";
        ranks: Option<NameList> = "ranks" [Words(Prose)],
            "list of names", "the names of the ranks beside the board, from rank 1 on";
    }
}

// The mapping `ends`.

/// The keys of `ends`. Each event has verdicts of its own.
pub const ENDS: Schema = Schema {
    what: "`ends`",
    keys: &[
        key(
            "checkmated",
            Either(&[OneOf(|| verdicts(Event::Checkmate)), Text(Share)]),
            "win, loss, draw or none",
            "the result of the side that is in check without a legal move",
        ),
        key(
            "stalemated",
            Either(&[OneOf(|| verdicts(Event::Stalemate)), Text(Share)]),
            "win, loss, draw, none, or with a part of the point `loss 1/4`",
            "the result of the side that has no legal move and is not in check",
        ),
        key(
            "goals",
            EndLines::VALUE,
            "list of sentences",
            "conditions that end the game: `win when no enemy king`",
        ),
        key(
            "claims",
            EndLines::VALUE,
            "list of sentences",
            "results that a player may claim: `draw when at most 1 any pieces`",
        ),
        key(
            "fifty moves",
            OneOf(|| verdicts(Event::MoveLimit(100))),
            "draw or none",
            "fifty moves without capture or pawn move",
        ),
        key(
            "threefold",
            OneOf(|| verdicts(Event::Repetition(3))),
            "draw or none",
            "the same position for the third time",
        ),
        key(
            "fourfold",
            OneOf(|| verdicts(Event::Repetition(4))),
            "draw or none",
            "the same position for the fourth time",
        ),
    ],
};

/// The value of `ends`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EndsText {
    /// Verdicts of events. Missing events keep the parent's verdict.
    pub verdicts: Vec<EndText>,
    /// Goals.
    pub goals: Option<EndLines>,
    /// Claims.
    pub claims: Option<EndLines>,
}

/// An event and its verdict; `None` if the event does not end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndText {
    /// The event.
    pub event: Event,
    /// The verdict.
    pub verdict: Spanned<Option<Verdict>>,
}

impl FromEntry for EndsText {
    const VALUE: Value = Mapping(&ENDS);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let fields = r.fields(&entry.value, &ENDS)?;
        let verdicts = Event::ALL.into_iter().filter_map(|event| end(event, &fields, r)).collect();
        let goals = Field::of_key("goals", &fields, r);
        Some(EndsText { verdicts, goals, claims: Field::of_key("claims", &fields, r) })
    }
}

/// The words for the verdicts of an event.
fn verdicts(event: Event) -> Vec<String> {
    event.verdicts().iter().map(|&verdict| Verdict::words(verdict)).collect()
}

fn end(event: Event, fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<EndText> {
    let entry = fields.get(event.ends_key())?;
    let words = verdicts(event);
    let words = words.iter().map(String::as_str).zip(event.verdicts().iter().copied());
    let shared = words.clone().find_map(|(word, verdict)| shared(entry, word, verdict));
    let verdict = shared.or_else(|| r.choice(entry, &words.collect::<Vec<_>>()))?;
    Some(EndText { event, verdict })
}

/// Reads a verdict with a part of the point: `loss 1/4`.
fn shared(entry: &Entry, word: &str, verdict: Option<Verdict>) -> Option<Spanned<Option<Verdict>>> {
    let NodeKind::Scalar(scalar) = &entry.value.kind else { return None };
    let share = scalar.text().trim().strip_prefix(word)?;
    Some(Spanned::new(Some(verdict?.with_share(share)?), entry.value.span))
}

// Lists of sentences, such as `goals` and `effects`.

/// A list of goals or claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndLines {
    /// The lines in order. `^` stands for the lines of the parent.
    pub lines: Vec<EndLine>,
    /// The span of the whole list.
    pub span: Span,
}

mapping! {
    /// A goal or a claim.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct EndLine, "a goal", read by checked {
        sentence: Scalar = required "sentence" [Text(Goal)],
            "sentence", "the goal or claim: `loss when no own king`";
        because: Option<Scalar> = "because" [Text(Prose)],
            "words", "the words for players when the game ends so";
    }
}

impl EndLine {
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        if fields.lacks("sentence") {
            r.at(Code::MissingKey, fields.span, "a goal needs a sentence", "no sentence")
                .help("add the goal: `sentence: win when QUESTION`");
        }
        Self::from_fields(fields, r)
    }
}

/// A list of goals or claims, one of them, or `none`.
impl FromEntry for EndLines {
    const VALUE: Value = Either(&[NONE, Text(Goal), List(&Either(&[Text(Goal), EndLine::VALUE]))]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let span = entry.value.span;
        let bare = |sentence| EndLine { sentence, because: None };
        if entry.is_none() {
            return Some(EndLines { lines: Vec::new(), span });
        }
        let NodeKind::Sequence(items) = &entry.value.kind else {
            return Some(EndLines { lines: vec![bare(r.scalar(entry)?)], span });
        };
        let is_key = |entry: &Entry| suggest::key(entry.key.text(), &EndLine::SCHEMA).is_some();
        let line = |item: &Node| match &item.kind {
            NodeKind::Mapping(entries) if entries.iter().any(is_key) => EndLine::from_node(item, r),
            // YAML reads a sentence with a colon as a mapping.
            NodeKind::Mapping(_) | NodeKind::Scalar(_) | NodeKind::Sequence(_) => {
                let item = Entry { key: entry.key.clone(), value: item.clone() };
                r.scalar(&item).map(bare)
            }
        };
        Some(EndLines { lines: items.iter().filter_map(line).collect(), span })
    }
}

/// A list of sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// The sentences in order. `^` stands for the sentences of the parent.
    pub lines: Vec<Scalar>,
    /// The span of the whole list.
    pub span: Span,
}

/// A list of sentences, one sentence, or `none`.
impl FromEntry for Lines {
    const VALUE: Value = Either(&[NONE, Text(Goal), List(&Text(Goal))]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let span = entry.value.span;
        if entry.is_none() {
            return Some(Lines { lines: Vec::new(), span });
        }
        let NodeKind::Sequence(items) = &entry.value.kind else {
            return Some(Lines { lines: vec![r.scalar(entry)?], span });
        };
        let line = |item| r.scalar(&Entry { key: entry.key.clone(), value: Node::clone(item) });
        Some(Lines { lines: items.iter().filter_map(line).collect(), span })
    }
}
