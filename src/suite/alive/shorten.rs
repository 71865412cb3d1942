//! Finds a shorter game that shows the same rule.
//!
//! Moves are left out, many at once and then fewer. The rest must be legal, and the rule must still
//! make a difference. A game never becomes longer, and the work is bounded.

use crate::play::game::Game;
use crate::play::position::{Move, Position};
use crate::suite::ablation::Feature;
use crate::suite::alive::hunt::{Attempt, Hunt, Line, LineStart, Shortening, Shown, Sign};
use crate::suite::alive::look::{Where, compare};

/// Maximum number of moves that are played to shorten the game of one rule.
const PLIES: usize = 6_000;
/// Games with fewer moves are not shortened.
const SHORT: usize = 3;

impl Hunt {
    /// Makes one attempt to shorten the game of `rule`. Returns false after the last one.
    pub(super) fn shorten(&mut self, rule: usize) -> bool {
        let firm = || self.rules[rule].firm.clone();
        let begun = |best| Shortening { best, next: Attempt::FromStart, left: PLIES };
        let Some(mut shortening) = self.shortening.take().or_else(|| firm().map(begun)) else {
            return false;
        };
        if let Some(next) = self.attempted(rule, &mut shortening) {
            shortening.next = next;
            self.shortening = Some(shortening);
            return true;
        }
        let (vital, best) = (&mut self.rules[rule], shortening.best);
        if vital.shown.as_ref().is_some_and(|shown| best.line.length() <= shown.line.length()) {
            vital.shown = Some(best.clone());
        }
        vital.firm = Some(best);
        false
    }

    /// Makes the next attempt, and returns the one after it.
    fn attempted(&self, rule: usize, shortening: &mut Shortening) -> Option<Attempt> {
        let line = &shortening.best.line;
        let length = line.moves.len();
        match shortening.next {
            Attempt::FromStart => {
                // The same moves may also show the rule from the start position.
                if line.from != LineStart::Start {
                    let line = Line { from: LineStart::Start, moves: line.moves.clone() };
                    self.shows(rule, line, shortening);
                }
                Some(Attempt::Size(length / 2))
            }
            Attempt::Size(size) => (size > 0 && length > SHORT).then_some(Attempt::Without {
                at: 0,
                size,
                found: false,
            }),
            // After some moves are removed, others may become unnecessary. So the same number is
            // tried again.
            Attempt::Without { at, size, found } if at + size > length => {
                Some(Attempt::Size(if found { size.min(length / 2) } else { size / 2 }))
            }
            Attempt::Without { at, size, found } => {
                let mut moves = line.moves.clone();
                moves.drain(at..at + size);
                let line = Line { from: line.from.clone(), moves };
                let next = if self.shows(rule, line, shortening) {
                    Attempt::Without { at, size, found: true }
                } else {
                    Attempt::Without { at: at + 1.max(size / 2), size, found }
                };
                (shortening.left > 0).then_some(next)
            }
        }
    }

    /// Returns true if `line` shows the rule. Then it is the best line so far.
    fn shows(&self, rule: usize, line: Line, shortening: &mut Shortening) -> bool {
        shortening.left = shortening.left.saturating_sub(line.moves.len() + 1);
        match self.sign(rule, &line).filter(|sign| *sign != Sign::Board) {
            Some(sign) => {
                shortening.best = Shown { line, sign };
                true
            }
            None => false,
        }
    }

    /// The difference that the rule makes after `line`. `None` if there is none, or if a move is
    /// not legal.
    pub(super) fn sign(&self, rule: usize, line: &Line) -> Option<Sign> {
        let mut at = self.begin(&line.from)?;
        let mut last: Option<(Position, Move)> = None;
        for (text, left) in line.moves.iter().zip((0..line.moves.len()).rev()) {
            // The game may not end before the last move.
            if at.outcome().is_some() {
                return None;
            }
            let mv = at.legal().find(text)?;
            if left == 0 {
                last = Some((at.clone(), mv.clone()));
            }
            at.play(&mv);
        }
        match &self.rules[rule].feature {
            Feature::Ending(event) => {
                let outcome = at.outcome().filter(|outcome| outcome.reason == *event)?;
                Some(Sign::End(Some(outcome.to_string()), None))
            }
            Feature::Shuffle => (self.starts > 1).then_some(Sign::Starts(self.starts)),
            _ => {
                let (_, without) = self.without.iter().find(|(number, _)| *number == rule)?;
                self.sign_at(&at, last, without)
            }
        }
    }

    fn sign_at(
        &self,
        at: &Position,
        last: Option<(Position, Move)>,
        without: &Game,
    ) -> Option<Sign> {
        let base = at.carried(&self.game)?;
        if let Some((sign, _)) = compare(&base, &base.legal(), None, without) {
            return Some(sign);
        }
        let (before, mv) = last?;
        let base = before.carried(&self.game)?;
        let (sign, place) = compare(&base, &base.legal(), Some(&mv), without)?;
        (place == Where::Behind).then_some(sign)
    }
}
