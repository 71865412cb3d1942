//! Chooses the next move of a game of the search, and finds a shorter game that shows the same
//! rule.

use crate::ablation::Feature;
use crate::alive::Hunt;
use crate::alive::hunt::{Attempt, Line, LineStart, Shortening, Shown, Sign, Style};
use crate::alive::look::{STEP, Spent, Where, compare};
use alfil_play::dice::Dice;
use alfil_play::evidence::Trace;
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

// Chooses the next move of a game of the search.
//
// Games take turns among styles: random moves, seldom played moves, pressure on one side,
// captures, repetitions, moves without progress, and moves of certain pieces. In all styles but
// the first, the search also tries some moves to see if a rule has an effect after them.

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

// Finds a shorter game that shows the same rule.
//
// Moves are left out, many at once and then fewer. The rest must be legal, and the rule must still
// make a difference. A game never becomes longer, and the work is bounded.

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
