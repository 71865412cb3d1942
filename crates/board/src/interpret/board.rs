//! What effects may change in a position, and the options that they offer to the player.

use crate::model::position::Choice;
use crate::paths::terrain::Piece;
use alfil_rules::effect::{Deed, Effect, Picked, Spot};
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{CellSet, View};
use alfil_rules::outcome::Counters;
use alfil_rules::side::{Side, Sides};
use alfil_topology::site_set::Site;
use smallvec::SmallVec;
use std::borrow::Cow;

/// A position that effects change.
pub trait Board {
    /// An area in an effect.
    type Area;
    /// A condition on start and end in an effect.
    type Between;
    /// A movement in an effect.
    type Pattern;
    /// A set of cells.
    type Cells: CellSet<Cell = Site>;
    /// The position for questions.
    type View<'v>: View<
            'v,
            Area = Self::Area,
            Between = Self::Between,
            Pattern = Self::Pattern,
            Cells = Self::Cells,
        >
    where
        Self: 'v;

    /// Returns the position for questions.
    fn view(&self) -> Self::View<'_>;

    // The rules of the game.

    /// Returns all sides, including those that are out.
    fn sides(&self) -> Sides;
    /// Returns whether each piece of `kind` belongs to exactly one side.
    fn is_owned(&self, kind: KindId) -> bool;
    /// Returns whether the supply of `kind` for the hand is endless.
    fn is_endless(&self, kind: KindId) -> bool;
    /// Returns the number of pieces of `kind` in the hand of `side`.
    fn held(&self, side: Side, kind: KindId) -> u16;
    /// Returns the kind as which a piece of `kind` is held. `None` if it cannot be held.
    fn held_as(&self, kind: KindId) -> Option<KindId>;
    /// Returns the hand to which a piece goes that `by` captures, and its kind there.
    fn hand_for(&self, by: Side, piece: Piece) -> Option<(Side, KindId)>;
    /// Returns the cell where `piece`, which is or was on `at`, began the game. `None` if several
    /// cells fit equally well.
    fn origin(&self, piece: Piece, at: Site) -> Option<Site>;
    /// Returns the cells from `site` to `anchor`, without `site`. Empty if they are not in line.
    fn toward(&self, site: Site, anchor: Site) -> Cow<'_, [Site]>;
    /// Returns the cells beyond `site` on the line from `anchor`. Empty if they are not in line.
    fn away_from(&self, site: Site, anchor: Site) -> Cow<'_, [Site]>;
    /// Returns the cell to which the way from `from` to `to` leads if it begins on `site`.
    fn parallel(&self, from: Site, to: Site, site: Site) -> Option<Site>;

    // Facts of the position that questions do not ask for.

    /// Returns whether no royal piece of `side` is attacked.
    fn is_safe(&self, side: Side) -> bool;
    /// Returns the number of pieces beneath the one on `site`.
    fn height(&self, site: Site) -> usize;
    /// Returns the empty cells that still have covered pieces.
    fn bare_columns(&self) -> Self::Cells;
    /// Returns whether pieces of these kinds attack nothing, wherever they stand. May return false
    /// if this is not known.
    fn are_inert(&self, _kinds: &[KindId]) -> bool {
        false
    }

    // Changes.

    /// Puts a piece on an empty cell.
    fn put(&mut self, site: Site, piece: Piece);
    /// Takes a piece, which stands on `site`, off the board.
    fn take(&mut self, site: Site, piece: Piece);
    /// Gives the pieces on these cells to the other side.
    fn turn(&mut self, cells: Self::Cells);
    /// Adds `change` pieces of `kind` to the hand of `side`.
    fn hold(&mut self, side: Side, kind: KindId, change: i16);
    /// Returns the counters of both sides.
    fn counters(&mut self) -> &mut Counters;
    /// Ends the count of moves without a capture.
    fn note_capture(&mut self);
    /// Puts a piece directly beneath the one on `site`.
    fn put_beneath(&mut self, site: Site, piece: Piece);
    /// Removes the highest covered piece of `site`.
    fn uncover(&mut self, site: Site) -> Option<Piece>;
    /// Moves the highest `count` covered pieces from `from` to `to`.
    fn carry(&mut self, from: Site, to: Site, count: usize);
    /// Removes what the position remembers of pieces that are no longer there: castling rights and
    /// marks of unmoved pieces of `touched` cells, and en passant squares of pieces that stood on
    /// `replaced` cells.
    fn forget(&mut self, touched: &Self::Cells, replaced: &Self::Cells);
    /// Assigns pieces without an owner and performs pending promotions, after the last effect that
    /// changed pieces.
    fn finish(&mut self);
}

/// A line of effects in the form that a board understands.
pub type Line<B> = Effect<<B as Board>::Area, <B as Board>::Between, <B as Board>::Pattern>;
/// An action of a line.
pub type Action<B> = Deed<<B as Board>::Area, <B as Board>::Pattern>;
/// The pieces of an action.
pub type Chosen<B> = Picked<<B as Board>::Area, <B as Board>::Pattern>;
/// The destination of an action.
pub type Place<B> = Spot<<B as Board>::Area, <B as Board>::Pattern>;

// The options of a choice that an effect offers to the player.

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
