//! Checks the tests of a definition against its game: every move, cell, letter and position must
//! exist there. No move is played, so legality and the claims themselves are checked when the tests
//! run.

use crate::play::board::spelling::{Spelling, Wrong};
use crate::play::game::Game;
use crate::play::plane;
use crate::resolve::case::Case;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Severity};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_syntax::cases::{Claim, Listing};

impl Game {
    /// The findings for moves, cells and start numbers in `cases` that no position of this game can
    /// have.
    pub fn unplayable_claims(&self, cases: &[Case]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let words = Words::of(self);
        // Starts are counted only up to the greatest number in the tests, because a full count is
        // slow.
        let numbers = || cases.iter().filter_map(|case| case.number);
        let most = numbers().map(|number| number.value.saturating_add(1)).max();
        let starts = most.map_or(0, |most| self.counted_starts(most));
        for case in cases {
            found.extend(case.number.and_then(|number| of_number(starts, number)));
            found.extend(case.after.iter().filter_map(|text| words.of_move(text)));
            match &case.claim {
                Claim::Moves(listing) | Claim::Tries(listing) => {
                    found.extend(listing.from.iter().filter_map(|place| words.of_place(place)));
                    found.extend(all(listing).filter_map(|text| words.of_move(text)));
                }
                Claim::Attacks(cells) | Claim::Sees(cells) => {
                    let places = cells.from.iter().chain(all(cells));
                    found.extend(places.filter_map(|place| words.of_place(place)));
                }
                Claim::Game { moves, .. } => {
                    found.extend(moves.iter().filter_map(|mv| words.of_move(&mv.text)));
                }
                Claim::Perft(_) | Claim::Starts(_) | Claim::Untested { .. } => {}
            }
        }
        found
    }

    /// The findings for positions in `cases` that are invalid in this game.
    pub fn strange_positions(&self, cases: &[Case]) -> Vec<Diagnostic> {
        let setups = cases.iter().filter_map(|case| case.position.as_ref());
        let found = setups.flat_map(|setup| self.at(setup).found);
        found.filter(|finding| finding.severity() == Severity::Error).map(of_test).collect()
    }
}

fn all(listing: &Listing) -> impl Iterator<Item = &Spanned<String>> {
    listing.wanted().chain(listing.unwanted())
}

/// The finding for a start number that is too large. `count` is the number of start positions.
fn of_number(count: u64, number: Spanned<u64>) -> Option<Diagnostic> {
    (number.value >= count).then(|| {
        let title = format!("there is no start with the number {}", number.value);
        Diagnostic::at(Code::MisspeltTest, number.span, title, "no such start")
            .help(format!("numbers are 0 to {}", count.saturating_sub(1)))
    })
}

/// Turns a finding about a position into a finding about its test.
fn of_test(finding: Diagnostic) -> Diagnostic {
    Diagnostic { code: Code::MisspeltTest, ..finding }
}

/// The notation of moves of a game.
enum Words<'g> {
    Board(Box<Spelling<'g>>),
    Plane,
}

impl<'g> Words<'g> {
    fn of(game: &'g Game) -> Words<'g> {
        match game {
            Game::Board(program) => Words::Board(Box::new(Spelling::new(program.arena()))),
            Game::Plane(_) => Words::Plane,
        }
    }

    fn of_move(&self, text: &Spanned<String>) -> Option<Diagnostic> {
        let spelling = match self {
            Words::Board(spelling) => spelling,
            Words::Plane => {
                let form = plane::notation::misspelt(&text.value)?;
                let title = format!("`{}` is no move", text.value);
                let finding =
                    Diagnostic::at(Code::MisspeltTest, text.span, title, "cannot be read");
                return Some(finding.help(form));
            }
        };
        let slip = spelling.slip(&text.value)?;
        let part = &text.value[slip.range.clone()];
        let span = if text.span.len() >= text.value.len() {
            let start = text.span.start as usize;
            let (from, to) = (start + slip.range.start, start + slip.range.end);
            Span::new(text.span.source, from, to)
        } else {
            // The text contains escapes, so its characters do not match the bytes of the span. The
            // finding marks the whole text.
            text.span
        };
        let at = |title: String, label| Diagnostic::at(Code::MisspeltTest, span, title, label);
        Some(match slip.wrong {
            Wrong::Cell => of_test(spelling.unknown_cell(part, span)),
            Wrong::Letter => {
                let finding = at(format!("no piece has the letter `{part}`"), "no such letter");
                finding.help(format!("the letters are {}", spelling.letters().join(", ")))
            }
            Wrong::Section => {
                let finding = at(format!("no section is called `{part}`"), "no such section");
                finding.help(format!("the sections are {}", spelling.sections().join(", ")))
            }
            Wrong::Face => at(format!("no die shows `{part}` there"), "no such value")
                .help(format!("write one of {}", spelling.rolls(&text.value).join(", "))),
            Wrong::Form => at(format!("`{part}` is not written as a move"), "cannot be read")
                .help("write a move as its start and end cells, such as `e2e4` or `e7e8q`"),
        })
    }

    fn of_place(&self, place: &Spanned<String>) -> Option<Diagnostic> {
        match self {
            Words::Board(spelling) if spelling.is_cell(&place.value) => None,
            Words::Board(spelling) => {
                Some(of_test(spelling.unknown_cell(&place.value, place.span)))
            }
            Words::Plane => None,
        }
    }
}
