//! What effects may change in a position.

use crate::paths::terrain::Piece;
use alfil_rules::counter::Counters;
use alfil_rules::effect::{Deed, Effect, Picked, Spot};
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{CellSet, View};
use alfil_rules::side::{Side, Sides};
use alfil_topology::site_set::Site;
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
