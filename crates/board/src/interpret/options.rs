//! The options of a choice that an effect offers to the player.

use crate::model::position::Choice;
use alfil_rules::ids::KindId;
use alfil_rules::interpret::CellSet;
use alfil_topology::site_set::Site;
use smallvec::SmallVec;

/// A choice of a kind, of a cell, or of both.
pub struct Options<C> {
    /// True if the player may decline the whole effect.
    pub declined: bool,
    /// The kinds to choose from; `None` if no kind is chosen.
    pub kinds: Option<SmallVec<[KindId; 4]>>,
    /// The cells to choose from; `None` if no cell is chosen.
    pub cells: Option<C>,
    /// The largest number of pieces that may be carried; `None` if no number is chosen.
    pub carried: Option<u8>,
    /// True if the choice only says which piece that attacks nothing is put where, and nothing follows.
    /// So the positions after two options differ in the two cells only. Then there are `kinds` and
    /// `cells`, and the choice cannot be declined.
    pub inert: bool,
}

impl<C> Default for Options<C> {
    fn default() -> Self {
        Options { declined: false, kinds: None, cells: None, carried: None, inert: false }
    }
}

impl<C: CellSet<Cell = Site>> Options<C> {
    /// A choice of one of `cells`.
    pub fn cells(cells: C) -> Self {
        Options { cells: Some(cells), ..Options::default() }
    }

    /// A choice of one of `kinds`.
    pub fn kinds(kinds: &[KindId]) -> Self {
        Options { kinds: Some(SmallVec::from_slice(kinds)), ..Options::default() }
    }

    /// A choice of a number from 0 to `most`.
    pub fn numbers(most: u8) -> Self {
        Options { carried: Some(most), ..Options::default() }
    }

    /// The number of possible choices, including declining.
    pub fn count(&self) -> u64 {
        let kinds = self.kinds.as_ref().map_or(1, |kinds| kinds.len() as u64);
        let cells = self.cells.as_ref().map_or(1, |cells| u64::from(cells.count()));
        let numbers = self.carried.map_or(1, |most| u64::from(most) + 1);
        u64::from(self.declined) + kinds * cells * numbers
    }

    /// True if `choice` is one of the options.
    pub fn have(&self, choice: Choice) -> bool {
        match choice {
            Choice::Declined => self.declined,
            Choice::Carried(count) => self.carried.is_some_and(|most| count <= most),
            Choice::Taken(..) if self.carried.is_some() => false,
            Choice::Taken(kind, site) => {
                let kind_fits = match (&self.kinds, kind) {
                    (Some(kinds), Some(kind)) => kinds.contains(&kind),
                    (None, None) => true,
                    (Some(_), None) | (None, Some(_)) => false,
                };
                let site_fits = match (&self.cells, site) {
                    (Some(cells), Some(site)) => cells.has(site),
                    (None, None) => true,
                    (Some(_), None) | (None, Some(_)) => false,
                };
                kind_fits && site_fits
            }
        }
    }

    /// All options in order: first declining, then each kind with its cells.
    pub fn iter(&self) -> impl Iterator<Item = Choice> {
        let declined = self.declined.then_some(Choice::Declined);
        let kinds: SmallVec<[Option<KindId>; 4]> = match &self.kinds {
            Some(kinds) => kinds.iter().copied().map(Some).collect(),
            None => smallvec::smallvec![None],
        };
        let cells: SmallVec<[Option<Site>; 16]> = match &self.cells {
            Some(cells) => cells.clone().cells().map(Some).collect(),
            None => smallvec::smallvec![None],
        };
        let taken = kinds.into_iter().flat_map(move |kind| {
            cells.clone().into_iter().map(move |site| Choice::Taken(kind, site))
        });
        let is_number = self.carried.is_some();
        let taken = taken.filter(move |_| !is_number);
        let numbers = self.carried.into_iter().flat_map(|most| (0..=most).map(Choice::Carried));
        declined.into_iter().chain(taken).chain(numbers)
    }
}
