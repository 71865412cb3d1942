//! Chooses the next move of a game of the search.
//!
//! Games take turns among styles: random moves, seldom played moves, pressure on one side,
//! captures, repetitions, moves without progress, and moves of certain pieces. In all styles but
//! the first, the search also tries some moves to see if a rule has an effect after them.

use crate::play::dice::Dice;
use crate::play::evidence::Trace;
use crate::play::position::{Move, Position};
use crate::suite::ablation::Feature;
use crate::suite::alive::Hunt;
use crate::suite::alive::look::compare;
use crate::suite::alive::plan::Style;
use crate::suite::alive::work::{STEP, Spent};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

/// Maximum number of moves of a position that get a weight.
const WEIGHED: usize = 24;

/// Number of earlier positions that are compared for repetitions.
const BACK: usize = 8;

/// One of this many moves is tried for rules that have had no effect yet.
const RARE: usize = 3;

/// A possible move, with the weight that decides if it is chosen.
struct Weighed {
    mv: Move,
    trace: Option<Trace>,
    weight: i64,
}

impl Hunt {
    /// The kind to which a rule without effect so far refers. If there are several such kinds,
    /// games take turns with them.
    pub(super) fn focus(&self, n: u32) -> Option<KindId> {
        let silent = self.looked_at().filter(|&rule| !self.rules[rule].fired());
        let kinds: Vec<KindId> =
            silent.filter_map(|rule| self.rules[rule].feature.row().kind).collect();
        kinds.get(n as usize / 4 % kinds.len().max(1)).copied()
    }

    /// Chooses the next move of the game in position `at`. The position is the same afterwards.
    pub(super) fn choose(&mut self, at: &mut Position, dice: &mut Dice) -> Option<Move> {
        let style = self.plan.style;
        let random = match style {
            Style::Chance => true,
            Style::Press(side) => at.side() != side,
            // Some random moves are necessary, because otherwise all games would be alike.
            Style::Seldom | Style::Take | Style::Circle | Style::Wait | Style::Favour(_) => {
                dice.below(10) == 0
            }
        };
        let mv = if random { at.legal().random(dice)? } else { self.weighed(at, style, dice)? };
        if let Some(trace) = at.legal().trace(&mv) {
            *self.plan.visits.entry(trace).or_default() += 1;
        }
        self.plan.past.push(at.clone());
        if self.plan.past.len() > BACK {
            self.plan.past.remove(0);
        }
        Some(mv)
    }

    fn weighed(&mut self, at: &mut Position, style: Style, dice: &mut Dice) -> Option<Move> {
        let mut all: Vec<Weighed> = Vec::new();
        {
            let legal = at.legal();
            let list = legal.list().unwrap_or_default();
            let several = |_| {
                if list.is_empty() {
                    legal.random(dice)
                } else {
                    list.get(dice.below(list.len())).cloned()
                }
            };
            let moves: Vec<Move> = match list.len() {
                1..=WEIGHED => list.clone(),
                _ => (0..WEIGHED).filter_map(several).collect(),
            };
            for mv in moves {
                let trace = legal.trace(&mv);
                all.push(Weighed { mv, trace, weight: dice.below(4) as i64 });
            }
        }
        let side = at.side();
        let before = at.gauge();
        let searches = dice.below(RARE) == 0;
        let begin = Spent::now();
        let mut weighed = 0;
        for one in &mut all {
            // Where moves are dear to list, fewer are weighed.
            if weighed > 0 && begin.since() > STEP {
                break;
            }
            weighed += 1;
            at.play(&one.mv);
            let fires = searches && self.fires(at);
            one.weight += if fires {
                1_000_000
            } else {
                self.weight(at, side, before.pieces, one.trace, style)
            };
            at.take_back();
        }
        all.truncate(weighed);
        all.into_iter().max_by_key(|one| one.weight).map(|one| one.mv)
    }

    /// The weight of a move of `mover` that led to `at`. `pieces` is the number of pieces before
    /// the move.
    fn weight(
        &self,
        at: &Position,
        mover: Side,
        pieces: usize,
        trace: Option<Trace>,
        style: Style,
    ) -> i64 {
        let visits = || trace.and_then(|trace| self.plan.visits.get(&trace)).copied().unwrap_or(0);
        let seldom = || -20 * i64::from(visits().min(1_000));
        let now = at.gauge();
        let again = || self.plan.past.iter().filter(|past| past.is_like(at)).count() as i64;
        let over = at.outcome();
        let new_end = over.is_some_and(|outcome| {
            let mut ends = self.rules.iter().filter(|rule| !rule.fired());
            ends.any(|rule| rule.feature == Feature::Ending(outcome.reason))
        });
        let end = match (new_end, over) {
            (true, _) => 1_000_000,
            (false, Some(_)) => -100_000,
            (false, None) => 0,
        };
        end + match style {
            Style::Chance => 0,
            Style::Seldom => seldom(),
            Style::Press(_) if at.side() != mover => {
                -10 * at.legal().count() as i64 + 15 * i64::from(at.in_check())
            }
            Style::Press(_) => 0,
            Style::Take => {
                let taken = pieces.saturating_sub(now.pieces) as i64;
                100 * taken + 50 * i64::from(at.in_check()) + 20 * i64::from(now.halfmoves == 0)
            }
            Style::Circle => 100 * again(),
            Style::Wait => {
                1_000 * i64::from(now.halfmoves > 0) - 200 * again() + seldom().max(-150)
            }
            Style::Favour(kind) => {
                let fits = trace
                    .is_some_and(|trace| trace.mover == Some(kind) || trace.becomes == Some(kind));
                400 * i64::from(fits) + seldom().max(-380)
            }
        }
    }

    /// Returns true if a rule that has had no effect yet makes a difference in `at`.
    fn fires(&mut self, at: &Position) -> bool {
        let silent = |rule: usize| !self.rules[rule].fired();
        if !self.without.iter().any(|(rule, _)| silent(*rule)) {
            return false;
        }
        let Some(base) = at.carried(&self.game) else { return false };
        let legal = base.legal();
        let mut work = 0;
        let mut rules = self.without.iter().filter(|(rule, _)| silent(*rule));
        let found = rules.any(|(_, without)| {
            work += 10 + legal.count() as u64;
            compare(&base, &legal, None, without).is_some()
        });
        self.listed += work;
        found
    }
}
