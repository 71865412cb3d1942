//! Chance: values that no player chooses, such as the number on a die, and bags of values.
//!
//! A step of a turn may roll a die. Each of its outcomes is a move that no player makes. Questions
//! then compare the value that the die shows.

use crate::ids::KindId;
use crate::side::{Side, Sides, Whose};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Spanned;

alfil_diagnostics::id! {
    /// A die of a game: a set of outcomes, one of which is rolled.
    DieId(u8)
}

alfil_diagnostics::id! {
    /// One of the outcomes of a die, in order of definition.
    FaceId(u8)
}

/// Maximum number of dice of a game.
pub const DICE: usize = 4;

/// Maximum number of outcomes of a die.
pub const FACES: usize = 64;

/// The word for any value, as in `die is rolled`. No outcome has it.
pub const ROLLED: &str = "rolled";

/// Maximum weight of an outcome.
pub const MAX_WEIGHT: u16 = 10_000;

/// A die. The word stands for everything that is rolled, drawn or tossed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Die {
    /// The name in questions, positions and moves.
    pub name: Spanned<String>,
    /// The outcomes in order of definition: 2 to [`FACES`], each with a different word.
    pub faces: Vec<Face>,
    /// How long the die shows its value.
    pub lasts: Lasts,
    /// Whether a value that was rolled can be rolled again. If not, the die is a bag.
    pub put_back: PutBack,
}

/// An outcome of a die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// The word for the outcome: a number or a name.
    pub word: String,
    /// How often the outcome occurs, compared with the others: from 1 to [`MAX_WEIGHT`]. In a bag
    /// it is the number of times that the value is there at the start.
    pub weight: u16,
    /// The kind with the name `word`, if there is one. In a bag, `white-rook` names the kind `rook`.
    pub kind: Option<KindId>,
    /// The side that the word names before the kind.
    pub side: Option<Side>,
}

alfil_diagnostics::spelt! {
    /// How long a die shows its value.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Lasts: &'static str, word {
        /// Until the turn ends in which it was rolled.
        #[default]
        Turn = "this turn",
        /// Until it is rolled again.
        Game = "until rolled again",
    }
}

alfil_diagnostics::spelt! {
    /// Whether a value that was rolled can be rolled again.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum PutBack: &'static str, word {
        /// Each roll has the same outcomes.
        #[default]
        Always = "true",
        /// The weight of a value is the number of times that it is in the bag. Each draw takes one
        /// out.
        Never = "false",
    }
}

impl Die {
    /// Returns the outcome with the word `word`.
    pub fn face(&self, word: &str) -> Option<FaceId> {
        self.faces.iter().position(|face| face.word == word).map(FaceId::from_index)
    }

    /// Returns the ids of the outcomes in order.
    pub fn ids(&self) -> impl Iterator<Item = FaceId> + use<> {
        (0..self.faces.len()).map(FaceId::from_index)
    }

    /// Returns the word for an outcome.
    pub fn word(&self, face: FaceId) -> &str {
        self.faces.get(face.index()).map_or("", |face| face.word.as_str())
    }

    /// Returns the weight of an outcome.
    pub fn weight(&self, face: FaceId) -> u16 {
        self.faces.get(face.index()).map_or(0, |face| face.weight)
    }

    /// Returns the sum of all weights, at least 2.
    pub fn total(&self) -> u32 {
        self.faces.iter().map(|face| u32::from(face.weight)).sum()
    }

    /// True if values are not put back.
    pub fn is_bag(&self) -> bool {
        self.put_back == PutBack::Never
    }

    /// True if all outcomes are equally likely.
    pub fn is_fair(&self) -> bool {
        self.faces.iter().all(|face| face.weight == self.faces[0].weight)
    }

    /// Returns the outcomes whose words are numbers that `holds` accepts.
    pub fn numbers(&self, holds: impl Fn(u32) -> bool) -> Faces {
        let fits = |face: &FaceId| self.word(*face).parse().is_ok_and(&holds);
        self.ids().filter(fits).collect()
    }
}

/// A set of outcomes of one die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Faces(u64);

impl Faces {
    /// True if `face` belongs to the set.
    pub fn has(self, face: FaceId) -> bool {
        self.0 >> (face.index() % FACES) & 1 != 0
    }

    /// True if there is no outcome in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<FaceId> for Faces {
    fn from_iter<T: IntoIterator<Item = FaceId>>(faces: T) -> Self {
        Faces(faces.into_iter().fold(0, |set, face| set | 1 << (face.index() % FACES)))
    }
}

/// A comparison of the value that a die shows. A die that shows nothing fulfils none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roll {
    /// The value is one of these.
    Among(Faces),
    /// Another die with the same outcomes shows the same value.
    Like(DieId),
}

/// The values that the dice of a position show. Each die has a byte: 0 if it shows nothing, or else
/// the index of the outcome plus 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shown(u32);

/// The dice that keep their values when a turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kept(u32);

impl Kept {
    /// Returns the dice among `dice` that keep their values.
    pub fn of<'a>(dice: impl Iterator<Item = (DieId, &'a Die)>) -> Kept {
        let kept = dice.filter(|(_, die)| die.lasts == Lasts::Game);
        Kept(kept.fold(0, |mask, (id, _)| mask | 0xff << shift(id)))
    }
}

fn shift(die: DieId) -> usize {
    die.index() % DICE * 8
}

impl Shown {
    /// Returns the value of a die. `None` if it shows nothing.
    pub fn of(self, die: DieId) -> Option<FaceId> {
        let code = self.0 >> shift(die) & 0xff;
        (code > 0).then(|| FaceId::from_index(code as usize - 1))
    }

    /// Sets the value of a die.
    pub fn set(&mut self, die: DieId, face: FaceId) {
        let code = face.index() as u32 + 1;
        self.0 = self.0 & !(0xff << shift(die)) | code << shift(die);
    }

    /// Removes the values of all dice but those in `kept`.
    pub fn end_turn(&mut self, kept: Kept) {
        self.0 &= kept.0;
    }

    /// True if the comparison holds for `die`.
    pub fn holds(self, die: DieId, roll: Roll) -> bool {
        self.of(die).is_some_and(|face| match roll {
            Roll::Among(faces) => faces.has(face),
            Roll::Like(other) => self.of(other) == Some(face),
        })
    }

    /// A number that differs for different values, and is 0 if no die shows anything.
    pub fn code(self) -> u32 {
        self.0
    }
}

// Bags: dice whose values are not put back, such as the pieces of a set that are turned up one
// after another.

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
