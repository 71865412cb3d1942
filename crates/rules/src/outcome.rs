//! The end of a game, and the counters on which it may depend.

use crate::effect::Deed;
use crate::effect::shape::{Change, Counting};
use crate::goal::{Event, Goal, Share, Verdict};
use crate::question::{COUNTERS, CounterId};
use crate::ruleset::Ruleset;
use crate::setup::CounterField;
use crate::side::{BySide, Color, Side, Sides};
use alfil_diagnostics::index::Id;
use std::fmt;

// Tests each goal and returns the result.

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; `None` means a draw.
    pub winner: Option<Side>,
    /// The winner's share of the point. `None` for a draw, in which both sides get half.
    pub share: Option<Share>,
    /// The event that ended the game.
    pub reason: Event,
}

/// The facts of a position that decide whether the game has ended.
pub struct Standing {
    /// The side to move.
    pub side: Side,
    /// True if the side to move has a legal move.
    pub has_move: bool,
    /// Number of turns of all sides since the last capture or irreversible move.
    pub halfmoves: u32,
    /// Number of sides that still play.
    pub playing: usize,
    /// The index of the first fulfilled goal, and the side for which it is fulfilled.
    pub goal: Option<(usize, Side)>,
    /// The index of the first claim that may be made, and the side for which it is fulfilled.
    pub claim: Option<(usize, Side)>,
}

impl Standing {
    /// The result by the first fulfilled goal of `goals`, which are in the order of
    /// [`Goals::iter`](crate::goal::Goals::iter). `times` returns how often the position has
    /// occurred.
    pub fn outcome(
        &self,
        goals: impl IntoIterator<Item = Goal>,
        in_check: impl Fn() -> bool,
        times: impl Fn() -> usize,
    ) -> Option<Outcome> {
        let met = |goal: &Goal| match goal.event {
            Event::Checkmate => !self.has_move && in_check(),
            Event::Stalemate => !self.has_move && !in_check(),
            // The limit is written for two sides.
            Event::MoveLimit(halfmoves) => {
                2 * u64::from(self.halfmoves) >= u64::from(halfmoves) * self.playing as u64
            }
            Event::Repetition(most) => times() >= most as usize,
            Event::Goal(n) => self.goal.is_some_and(|(held, _)| held == usize::from(n)),
            Event::Claim(n) => self.claim.is_some_and(|(held, _)| held == usize::from(n)),
            Event::LastSide => false,
        };
        let goal = goals.into_iter().find(met)?;
        let side = match goal.event {
            Event::Goal(_) => self.goal.map_or(self.side, |(_, side)| side),
            Event::Claim(_) => self.claim.map_or(self.side, |(_, side)| side),
            Event::Checkmate
            | Event::Stalemate
            | Event::MoveLimit(_)
            | Event::Repetition(_)
            | Event::LastSide => self.side,
        };
        let (winner, share) = match goal.verdict {
            Verdict::Win(share) => (Some(side), Some(share)),
            Verdict::Loss(share) => (Some(side.other()), Some(share.rest())),
            Verdict::Draw => (None, None),
        };
        Some(Outcome { winner, share, reason: goal.event })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{} wins by {}", side.name(), self.reason.name())?,
            None => write!(f, "draw by {}", self.reason.name())?,
        }
        match self.share.filter(|share| share.is_part()) {
            Some(share) => write!(f, ", {share} to {}", share.rest()),
            None => Ok(()),
        }
    }
}

impl Outcome {
    /// The outcome in words, with the names that the author gives to more than two sides.
    pub fn words(&self, rules: &Ruleset) -> String {
        self.words_about(rules, |side| rules.called(side))
    }

    /// The outcome in words. `name` is what a side is called.
    fn words_about<'r>(&self, rules: &'r Ruleset, name: impl Fn(Side) -> &'r str) -> String {
        if self.winner.is_none() {
            return self.to_string();
        }
        let text = format!("{} by {}", self.result_about(rules, name), self.reason.name());
        match self.share.filter(|share| share.is_part()) {
            Some(share) => format!("{text}, {share} to {}", share.rest()),
            None => text,
        }
    }

    /// The result without its reason: `White wins`, `draw`.
    fn result_about<'r>(&self, rules: &'r Ruleset, name: impl Fn(Side) -> &'r str) -> String {
        let Some(winner) = self.winner else { return "draw".to_owned() };
        let names: Vec<&str> = rules.sides.team(winner).into_iter().map(name).collect();
        let wins = if names.len() == 1 { "wins" } else { "win" };
        format!("{} {wins}", names.join(" and "))
    }

    /// The author's words for the goal or claim that ended the game.
    pub fn because<'r>(&self, rules: &'r Ruleset) -> Option<&'r str> {
        rules.ends.asked(self.reason)?.because.as_deref()
    }

    /// The outcome in words, followed by the sentence of the goal or claim.
    pub fn told(&self, rules: &Ruleset) -> String {
        let text = self.words(rules);
        match self.because(rules).map(str::to_owned).or_else(|| self.sentence(rules)) {
            Some(more) => format!("{text}: {more}"),
            None => text,
        }
    }

    /// The same for people who look at the game: sides have the names of `look`.
    pub fn shown(&self, rules: &Ruleset) -> String {
        let name = |side| rules.name_of(side);
        if let Some(because) = self.because(rules) {
            return format!("{}: {because}", self.result_about(rules, name));
        }
        let text = self.words_about(rules, name);
        match self.sentence(rules) {
            Some(sentence) => format!("{text}: {sentence}"),
            None => text,
        }
    }

    /// The part of the point that a side gets: all for each side of the winning team, and equal
    /// parts in a draw. With two sides, the same as [`Outcome::score`].
    pub fn score_of(&self, rules: &Ruleset, side: Side) -> String {
        if rules.sides.are_two() {
            let [white, black] = self.score();
            return match side.color() {
                Color::White => white,
                Color::Black => black,
            };
        }
        match self.winner {
            Some(winner) => u8::from(rules.sides.team(winner).has(side)).to_string(),
            None => format!("1/{}", rules.sides.count()),
        }
    }

    /// The sentence of the goal or claim that ended the game.
    pub fn sentence(&self, rules: &Ruleset) -> Option<String> {
        rules.ends.asked(self.reason).map(|asked| rules.sentence(&asked.question))
    }

    /// The shares of the point of White and Black.
    pub fn score(&self) -> [String; 2] {
        match (self.winner.map(Side::color), self.share) {
            (Some(Color::White), Some(share)) => [share, share.rest()].map(|s| s.to_string()),
            (Some(Color::Black), Some(share)) => [share.rest(), share].map(|s| s.to_string()),
            (None, _) | (_, None) => ["1/2"; 2].map(str::to_owned),
        }
    }
}

// Counters: numbers per side that effects raise and reset, and that goals compare.

/// Values of all counters, by side. Counters that the game does not have are 0.
pub type Counters = BySide<[u8; COUNTERS]>;

/// The name of the counter that a position in FEN4 writes before its pieces.
pub const POINTS: &str = "points";

/// Number of rounds in which the turn of `side` is over. `fullmove` is the number of the current
/// round, and `next` is the side to move.
pub fn turns_of(side: Side, next: Side, fullmove: u32) -> u32 {
    let begun = u32::from(side < next);
    fullmove.saturating_sub(1).saturating_add(begun)
}

impl<A, P> Deed<A, P> {
    /// Applies an action of `side` that counts or resets to `counters`. Other actions change
    /// nothing.
    pub fn tally(&self, sides: Sides, side: Side, counters: &mut Counters) {
        let Some(Counting { whose, counter, change }) = self.shape().counts else { return };
        for side in sides.of(whose, side) {
            let counted = &mut counters[side][counter.index()];
            match change {
                Change::By(times) => *counted = counted.saturating_add(times),
                Change::Zero => *counted = 0,
                Change::To(_) => {}
            }
        }
    }
}

/// The error for a field of a position that does not name a counter of the game.
pub struct NoCounter {
    /// The message of the finding.
    pub title: String,
    /// Valid fields, one for each counter of the game.
    pub fields: Vec<String>,
}

impl Ruleset {
    /// Reads a field such as `checks=2+0` into `counters`. If the game has only one counter, its
    /// name may be missing: `+2+0` gives its values, and `3+3` the amounts left until a goal is
    /// reached.
    pub fn read_counter(
        &self,
        counters: &mut Counters,
        field: &CounterField,
    ) -> Result<(), NoCounter> {
        let CounterField { name, counts, left } = field;
        let index = match name {
            Some(name) => self.counters.iter().position(|known| known == name),
            None => (self.counters.len() == 1).then_some(0),
        };
        let Some(index) = index else {
            let title = match name {
                Some(name) => format!("this game does not count `{name}`"),
                None => "which counter is meant?".to_owned(),
            };
            let fields = self.counters.iter().map(|name| format!("{name}=0+0")).collect();
            return Err(NoCounter { title, fields });
        };
        let sides = self.sides.count();
        if counts.len() != sides {
            let title = format!("`{}` has {} numbers", self.counters[index], counts.len());
            let zeros = vec!["0"; sides].join("+");
            let fields = self.counters.iter().map(|name| format!("{name}={zeros}")).collect();
            return Err(NoCounter { title, fields });
        }
        let most = self.counter_wanted(CounterId::from_index(index));
        for side in self.sides.each() {
            let count = counts.get(side as usize).copied().unwrap_or_default();
            counters[side][index] = if *left { most.saturating_sub(count) } else { count };
        }
        Ok(())
    }

    /// Writes the counters as fields of a position, each after a space: ` checks=2+0`.
    pub fn write_counters(&self, counters: &Counters) -> String {
        let of = |(index, name): (usize, &String)| {
            let counts = self.sides.each().map(|side| counters[side][index].to_string());
            format!(" {name}={}", counts.collect::<Vec<_>>().join("+"))
        };
        let is_apart = |name: &str| !self.sides.are_two() && name == POINTS;
        let shown = self.counters.iter().enumerate().filter(|(_, name)| !is_apart(name));
        shown.map(of).collect()
    }
}
