//! Bags: dice whose values are not put back, such as the pieces of a set that are turned up one
//! after another.

use crate::chance::{DICE, Die, DieId, FACES, FaceId, Faces};
use crate::ids::KindId;
use crate::side::{Side, Sides, Whose};
use alfil_diagnostics::index::{Id, IndexVec};

/// Maximum number of different values in all bags of a game together.
pub const BAG_VALUES: usize = 32;

/// Maximum number of times that a value is in a bag.
pub const MAX_IN_BAG: u16 = 255;

/// What a step draws from a bag, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Only values of these sides are drawn. Values without a side are drawn only with
    /// [`Whose::Any`].
    pub whose: Whose,
    /// The first piece of these kinds, in the order of cells, becomes what is drawn. Without such a
    /// piece nothing is drawn. If the list is empty, the value is only shown.
    pub turns_up: Vec<KindId>,
}

impl Default for Draw {
    fn default() -> Self {
        Draw { whose: Whose::Any, turns_up: Vec::new() }
    }
}

impl Draw {
    /// True if `side` may draw a value that belongs to `owner`.
    pub fn allows(&self, sides: Sides, side: Side, owner: Option<Side>) -> bool {
        match self.whose {
            Whose::Any => true,
            whose @ (Whose::Own | Whose::Enemy | Whose::Ally) => {
                owner.is_some_and(|owner| sides.of(whose, side).has(owner))
            }
        }
    }
}

/// The place of each bag of a game in [`Drawn`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slots([Option<u8>; DICE]);

impl Slots {
    /// Gives each bag among `dice` as many places as it has values.
    pub fn of(dice: &IndexVec<DieId, Die>) -> Slots {
        let (mut slots, mut next) = (Slots::default(), 0);
        for (id, die) in dice.enumerate().filter(|(_, die)| die.is_bag()) {
            if let (Some(slot), true) = (slots.0.get_mut(id.index()), next < BAG_VALUES) {
                *slot = Some(next as u8);
            }
            next += die.faces.len();
        }
        slots
    }

    fn slot(self, die: DieId, face: FaceId) -> Option<usize> {
        let first = self.0.get(die.index()).copied().flatten()?;
        Some(usize::from(first) + face.index()).filter(|&slot| slot < BAG_VALUES)
    }
}

/// The number of times that each value has been drawn from its bag. All numbers are 0 at the start of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Drawn([u8; BAG_VALUES]);

impl Drawn {
    /// True if nothing has been drawn.
    #[inline(always)]
    pub fn is_nothing(&self) -> bool {
        *self == Drawn::default()
    }

    /// Notes that a value was drawn. Does nothing if `die` is no bag.
    pub fn take(&mut self, slots: Slots, die: DieId, face: FaceId) {
        if let Some(slot) = slots.slot(die, face) {
            self.0[slot] = self.0[slot].saturating_add(1);
        }
    }

    /// Undoes [`Drawn::take`].
    pub fn put_back(&mut self, slots: Slots, die: DieId, face: FaceId) {
        if let Some(slot) = slots.slot(die, face) {
            self.0[slot] = self.0[slot].saturating_sub(1);
        }
    }

    /// Sets how many times a value was drawn.
    pub fn set(&mut self, slots: Slots, die: DieId, face: FaceId, times: u8) {
        if let Some(slot) = slots.slot(die, face) {
            self.0[slot] = times;
        }
    }

    /// Returns how many tickets a value has in the next roll: its weight, less the times that it
    /// was drawn from a bag.
    pub fn left(&self, slots: Slots, (id, die): (DieId, &Die), face: FaceId) -> u32 {
        let drawn = slots.slot(id, face).map_or(0, |slot| self.0[slot]);
        u32::from(die.weight(face)).saturating_sub(u32::from(drawn))
    }

    /// Returns the outcomes that `side` can roll or draw now, in a game of `sides`.
    pub fn outcomes(
        &self,
        slots: Slots,
        (id, die): (DieId, &Die),
        draw: &Draw,
        (sides, side): (Sides, Side),
    ) -> Faces {
        let may = |face: &FaceId| {
            self.left(slots, (id, die), *face) > 0
                && draw.allows(sides, side, die.faces[face.index()].side)
        };
        die.ids().filter(may).collect()
    }

    /// Iterates over the numbers in order, for keys of positions.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let (words, _) = self.0.as_chunks::<8>();
        words.iter().map(|word| u64::from_le_bytes(*word))
    }
}

const _: () = assert!(BAG_VALUES <= FACES && BAG_VALUES.is_multiple_of(8));
