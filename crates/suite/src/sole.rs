//! Finds terms without which a test would lack a move that it expects.
//!
//! A test exercises such a term, so no game without it must be compiled. A move proves nothing if
//! another term makes it too, or if it may be castling or a promotion without moving.

use crate::ablation::Feature;
use crate::run;
use crate::snapshot::Record;
use alfil_play::game::Game;
use alfil_play::position::{Legal, Move, Position};
use alfil_resolve::setup::Case;
use alfil_syntax::cases::Claim;

/// The terms that alone make an expected move of `cases` or `records`.
pub(crate) fn terms<'r>(
    game: &Game,
    cases: &[Case],
    records: impl Iterator<Item = &'r Record>,
) -> Vec<Feature> {
    let mut found = Found { terms: Vec::new() };
    for case in cases {
        found.case(game, case);
    }
    for at in records.filter_map(|record| record.read(game).value) {
        let legal = at.legal();
        for mv in legal.list().unwrap_or_default() {
            found.take(&at, &mv);
        }
    }
    found.terms
}

struct Found {
    terms: Vec<Feature>,
}

impl Found {
    fn case(&mut self, game: &Game, case: &Case) {
        let before = Case { after: Vec::new(), ..case.clone() };
        let Ok(mut at) = run::position(game, &before) else { return };
        for text in &case.after {
            self.played(&mut at, &text.value);
        }
        match &case.claim {
            Claim::Moves(listing) => {
                let legal = at.legal();
                for text in listing.wanted() {
                    self.wanted(&at, &legal, &text.value);
                }
            }
            Claim::Game { moves, .. } => {
                for mv in moves {
                    self.played(&mut at, &mv.text.value);
                }
            }
            Claim::Perft(_)
            | Claim::Tries(_)
            | Claim::Attacks(_)
            | Claim::Sees(_)
            | Claim::Starts(_)
            | Claim::Untested { .. } => {}
        }
    }

    /// Examines a move of a game, and plays it.
    fn played(&mut self, at: &mut Position, text: &str) {
        self.wanted(at, &at.legal(), text);
        // Only tests without failures are examined, so the move is legal.
        let _ = at.play_text(text);
    }

    /// Examines a move if `text` is its notation in this game. Another notation may mean another
    /// move in another game.
    fn wanted(&mut self, at: &Position, legal: &Legal<'_>, text: &str) {
        let mv = legal.find(text).filter(|mv| legal.write(mv) == text);
        if let Some(mv) = mv {
            self.take(at, &mv);
        }
    }

    fn take(&mut self, at: &Position, mv: &Move) {
        let feature = at.sole_term(mv).map(|(kind, term)| Feature::Clause(kind, term));
        self.terms.extend(feature.filter(|feature| !self.terms.contains(feature)));
    }
}
