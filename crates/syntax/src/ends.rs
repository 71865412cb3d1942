//! The mapping `ends`.

use crate::fields::{Fields, Reader};
use crate::mapping::{Field, FromEntry};
use crate::sentences::Lines;
use crate::value::Language::Share;
use crate::value::Value::{self, Either, Mapping, OneOf, Text};
use crate::value::{Schema, key};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::source::Spanned;
use alfil_rules::goal::{Event, Verdict};

/// The keys of `ends`. Each event has verdicts of its own.
pub(crate) const ENDS: Schema = Schema {
    what: "`ends`",
    keys: &[
        key(
            "checkmate",
            Either(&[OneOf(|| verdicts(Event::Checkmate)), Text(Share)]),
            "win, loss, draw or none",
            "for the side in check without a legal move",
        ),
        key(
            "stalemate",
            Either(&[OneOf(|| verdicts(Event::Stalemate)), Text(Share)]),
            "win, loss, draw, none, or with a part of the point `loss 1/4`",
            "for the side without a legal move, not in check",
        ),
        key(
            "goals",
            Lines::VALUE,
            "list of sentences",
            "what ends the game: `win when no enemy king`",
        ),
        key(
            "claims",
            Lines::VALUE,
            "list of sentences",
            "what may be claimed: `draw when at most 1 any pieces`",
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
    pub goals: Option<Lines>,
    /// Claims.
    pub claims: Option<Lines>,
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
    let entry = fields.get(event.key())?;
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
