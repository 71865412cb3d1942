//! Finds a shorter game that shows the same rule.
//!
//! Moves are left out, many at once and then fewer. The rest must be legal, and the rule must still
//! make a difference. A game never becomes longer, and the work is bounded.

use crate::play::game::Game;
use crate::play::position::{Move, Position};
use crate::suite::ablation::Feature;
use crate::suite::alive::hunt::{Hunt, Line, LineStart, Shown, Sign};
use crate::suite::alive::look::{Where, compare};

/// Maximum number of moves that are played to shorten the game of one rule.
const PLIES: usize = 6_000;
/// Games with fewer moves are not shortened.
const SHORT: usize = 3;

/// The number of moves that may still be played.
struct Meter(usize);

impl Hunt {
    /// Shortens the games of the rules of this round.
    pub(super) fn shorten(&mut self) {
        let rules: Vec<usize> = self.looked_at().collect();
        for rule in rules {
            let firm = self.rules[rule].firm.take();
            let firm = firm.map(|shown| self.shorter(rule, shown));
            let vital = &mut self.rules[rule];
            let length = |shown: &Option<Shown>| shown.as_ref().map(|shown| shown.line.length());
            if let (Some(one), Some(two)) = (length(&firm), length(&vital.shown))
                && one <= two
            {
                vital.shown = firm.clone();
            }
            vital.firm = firm;
        }
    }

    /// The shortest variation of `shown` that is found.
    fn shorter(&self, rule: usize, shown: Shown) -> Shown {
        let mut best = shown;
        let mut meter = Meter(PLIES);
        // The same moves may also show the rule from the start position.
        if best.line.from != LineStart::Start {
            let line = Line { from: LineStart::Start, moves: best.line.moves.clone() };
            if let Some(sign) = self.metered(rule, &line, &mut meter) {
                best = Shown { line, sign };
            }
        }
        let mut size = best.line.moves.len() / 2;
        while size > 0 && best.line.moves.len() > SHORT {
            let mut at = 0;
            let mut found = false;
            while at + size <= best.line.moves.len() {
                let mut moves = best.line.moves.clone();
                moves.drain(at..at + size);
                let line = Line { from: best.line.from.clone(), moves };
                match self.metered(rule, &line, &mut meter) {
                    Some(sign) => {
                        best = Shown { line, sign };
                        found = true;
                    }
                    None => at += 1.max(size / 2),
                }
                if meter.0 == 0 {
                    return best;
                }
            }
            // After some moves are removed, others may become unnecessary. So the same number is
            // tried again.
            size = if found { size.min(best.line.moves.len() / 2) } else { size / 2 };
        }
        best
    }

    fn metered(&self, rule: usize, line: &Line, meter: &mut Meter) -> Option<Sign> {
        meter.0 = meter.0.saturating_sub(line.moves.len() + 1);
        self.sign(rule, line).filter(|sign| *sign != Sign::Board)
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
