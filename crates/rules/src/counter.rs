//! What effects count, side by side.
//!
//! Owns: [`Counters`], how deeds change them and positions write them, [`turns_of`]. Takes the fields of a position; gives the numbers of each
//! counter of a game. Invariant: of counters that a game has not the number is 0.

use crate::effect::Deed;
use crate::question::{COUNTERS, CounterId};
use crate::ruleset::Ruleset;
use crate::setup::CounterField;
use crate::side::{BySide, Side};
use alfil_diagnostics::index::Id;

/// How often each side's counters were counted.
pub type Counters = BySide<[u8; COUNTERS]>;

/// How many turns `side` has finished, where the pair of turns of this number is played and `next` is on move.
pub fn turns_of(side: Side, next: Side, fullmove: u32) -> u32 {
    let begun = u32::from(side == Side::White && next == Side::Black);
    fullmove.saturating_sub(1).saturating_add(begun)
}

impl<A, P> Deed<A, P> {
    /// Counts what a deed of `side` counts; others change nothing here.
    pub fn tally(&self, side: Side, counters: &mut Counters) {
        match self {
            Deed::Count(times, counter) => {
                let counted = &mut counters[side][counter.index()];
                *counted = counted.saturating_add(*times);
            }
            Deed::Reset(whose, counter) => {
                whose.sides(side).for_each(|side| counters[side][counter.index()] = 0);
            }
            Deed::KingSafe
            | Deed::Remove(_)
            | Deed::Capture(_)
            | Deed::Place(..)
            | Deed::Becomes(..)
            | Deed::ChangesSide(_)
            | Deed::GoesTo(..)
            | Deed::GoesToHand(..)
            | Deed::GoesAlong(..) => {}
        }
    }
}

/// Why a field names no counter of the game, and what to type instead.
pub struct NoCounter {
    /// What is wrong.
    pub title: String,
    /// What to do.
    pub help: String,
}

impl Ruleset {
    /// Puts what `field` says, `checks=2+0`, or the only counter's `+2+0` and `3+3`, into `counters`.
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
            let help = match self.counters.as_slice() {
                [] => "take it out".to_owned(),
                names => format!("type `{}=0+0`", names.join("=0+0`, `")),
            };
            return Err(NoCounter { title, help });
        };
        let most = self.counter_wanted(CounterId::from_index(index));
        for side in Side::BOTH {
            counters[side][index] = match left {
                true => most.saturating_sub(counts[side]),
                false => counts[side],
            };
        }
        Ok(())
    }

    /// ` checks=2+0`, for each counter of the game.
    pub fn write_counters(&self, BySide([white, black]): &Counters) -> String {
        let counters = self.counters.iter().zip(white).zip(black);
        counters.map(|((name, white), black)| format!(" {name}={white}+{black}")).collect()
    }
}
