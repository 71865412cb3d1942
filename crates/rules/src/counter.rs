//! Counters: numbers per side that effects raise and reset, and that goals compare.

use crate::effect::Deed;
use crate::effect::shape::{Change, Counting};
use crate::question::{COUNTERS, CounterId};
use crate::ruleset::Ruleset;
use crate::setup::CounterField;
use crate::side::{BySide, Side, Sides};
use alfil_diagnostics::index::Id;

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
