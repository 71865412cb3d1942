//! The fields of the text of a position, for programs that report which field has an error.

use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;

alfil_diagnostics::spelt! {
    /// A field of the text of a position.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Field: &'static str, name, from_name {
        /// The text is empty.
        Nothing = "nothing",
        /// The pieces on the board.
        Placement = "placement",
        /// A letter that no kind has.
        Letter = "letter",
        /// A royal piece is missing.
        Royals = "royals",
        /// The hands in brackets.
        Hands = "hands",
        /// The side to move.
        Side = "side",
        /// The castling rights.
        Castling = "castling",
        /// The en passant squares.
        EnPassant = "en passant",
        /// The number of turns since the last irreversible move.
        Halfmoves = "halfmoves",
        /// The number of the pair of turns.
        Fullmove = "fullmove",
        /// Counters of the game, and checks that are left.
        Counters = "counters",
        /// More fields than a position has.
        More = "more",
    }
}

impl Field {
    /// The field of `text` in which `finding` is. Fields are counted as in texts that leave none
    /// out. `None` if the finding has no place.
    pub fn of(text: &str, finding: &Diagnostic, rules: &Ruleset) -> Option<Field> {
        let span = finding.span()?;
        let start = (span.start as usize).min(text.len());
        let before = &text[..start];
        let number = before.split_whitespace().count();
        let is_within = before.ends_with(|c: char| !c.is_whitespace());
        let word = if is_within { number - 1 } else { number };
        let marked = text.get(start..span.end as usize).unwrap_or_default();
        let is_letter = |letter: &str| {
            let sides = Side::BOTH.into_iter();
            sides
                .flat_map(|side| rules.kinds.iter().map(move |kind| kind.letter.of(side)))
                .any(|l| l == letter)
        };
        let is_one = marked.chars().filter(|c| !matches!(c, '+' | '~')).count() == 1;
        Some(match word {
            _ if text.trim().is_empty() => Field::Nothing,
            _ if finding.code == Code::RoyalNotInSetup => Field::Royals,
            _ if marked.contains('=') || marked.contains('+') && word > 2 => Field::Counters,
            0 if before.contains('[') || marked.starts_with('[') => Field::Hands,
            0 if is_one && !is_letter(marked) && !marked.chars().any(|c| c.is_ascii_digit()) => {
                Field::Letter
            }
            0 => Field::Placement,
            1 => Field::Side,
            2 => Field::Castling,
            3 => Field::EnPassant,
            4 => Field::Halfmoves,
            5 => Field::Fullmove,
            _ => Field::More,
        })
    }
}
