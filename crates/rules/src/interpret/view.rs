//! What questions may ask of a position.

use super::facts::{Facts, Piece};
use crate::chance::{DieId, Roll};
use crate::ids::KindId;
use crate::question::{ClockId, CounterId, Row};
use crate::side::{Side, SideSet, Sides};

/// A set of cells.
pub trait CellSet: Clone {
    /// A cell.
    type Cell: Copy + PartialEq;
    /// The set without cells.
    const EMPTY: Self;

    /// Returns the set of one cell.
    fn of(cell: Self::Cell) -> Self;
    /// Returns whether `cell` is in the set.
    fn has(&self, cell: Self::Cell) -> bool;
    /// Returns the number of cells.
    fn count(&self) -> u32;
    /// Adds a cell.
    fn insert(&mut self, cell: Self::Cell);
    /// Returns the cells that are in at least one of the sets.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Returns the cells that are in both sets.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Returns the cells that are not in `other`.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Iterates over the cells in the order of their numbers.
    fn cells(self) -> impl Iterator<Item = Self::Cell>;

    /// Returns whether there are no cells.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Returns whether both sets have a cell in common.
    #[inline(always)]
    fn meets(&self, other: Self) -> bool {
        !self.clone().and(other).is_empty()
    }

    /// Returns the cells for which `test` is true.
    #[inline(always)]
    #[must_use]
    fn filter(self, mut test: impl FnMut(Self::Cell) -> bool) -> Self {
        let mut kept = Self::EMPTY;
        for cell in self.cells() {
            if test(cell) {
                kept.insert(cell);
            }
        }
        kept
    }
}

/// The cell of a view.
pub type Cell<'a, V> = <<V as View<'a>>::Cells as CellSet>::Cell;

/// The pieces of a side that have a legal move.
pub struct Replies<Cells> {
    /// The cells of pieces that can move.
    pub movers: Cells,
    /// The kinds that can be dropped from the hand.
    pub dropped: Vec<KindId>,
}

/// A position as questions see it. A view is a handle, which is cheap to copy.
///
/// Where a board lacks something, such as hands, the answer is the empty one. `check` refuses
/// questions about things that the game does not have.
pub trait View<'a>: Copy {
    /// An area in a question.
    type Area;
    /// A condition on start and end in a question.
    type Between;
    /// A movement in a question.
    type Pattern;
    /// A set of cells.
    type Cells: CellSet<Cell: 'a>;
    /// A move that was not remembered but is being made.
    type Move: Copy;

    // The game.

    /// Returns the sides of the game. Those that are out are neither enemies nor allies.
    fn sides(self) -> Sides;
    /// Returns whether every piece belongs to exactly one side.
    fn all_are_owned(self) -> bool;
    /// Returns whether pieces of `kind` belong to both sides.
    fn is_neutral(self, kind: KindId) -> bool;
    /// Returns the worth of a piece of `kind`.
    fn worth(self, kind: KindId) -> u32;

    // What stands where.

    /// Returns all cells.
    fn board(self) -> Self::Cells;
    /// Returns the piece on `cell`.
    fn piece(self, cell: Cell<'a, Self>) -> Option<Piece>;
    /// Returns the cells with a piece.
    fn occupied(self) -> Self::Cells;
    /// Returns the cells with pieces of `side`. A neutral piece belongs to every side, and a piece
    /// without an owner to the side to move.
    fn pieces(self, side: Side) -> Self::Cells;
    /// Returns the cells with pieces of `kind`.
    fn of_kind(self, kind: KindId) -> Self::Cells;
    /// Returns the cells with pieces that belong to no side.
    fn unowned(self) -> Self::Cells;
    /// Returns the cells with pieces that belong to both sides.
    fn neutrals(self) -> Self::Cells;
    /// Returns the cells with pieces that never moved.
    fn never_moved(self) -> Self::Cells;
    /// Returns the kinds in the hand of `side` with their numbers of pieces, none of them 0.
    fn held(self, side: Side) -> impl Iterator<Item = (KindId, u16)>;
    /// Returns whether `side` has lost all pieces of some kind with which it began, on the board
    /// and in hand.
    fn lacks_a_kind(self, side: Side) -> bool;

    // Cells by their place.

    /// Returns the cells of an area from the view of `side`.
    fn area(self, area: &Self::Area, side: Side) -> Self::Cells;
    /// Returns the cells on the rank, the file or the layer of `cell`, from the view of `side`.
    fn row(self, row: Row, side: Side, cell: Cell<'a, Self>) -> Self::Cells;
    /// Returns the number of the rank, the file or the layer of `cell`, from the view of `side`.
    fn number_of(self, row: Row, side: Side, cell: Cell<'a, Self>) -> u32;
    /// Returns the cells on the rank of `cell` with a lower file, and those with a higher file.
    fn beside(self, cell: Cell<'a, Self>) -> [Self::Cells; 2];
    /// Returns the cells between two cells of a line.
    fn between(self, from: Cell<'a, Self>, to: Cell<'a, Self>) -> Self::Cells;
    /// Returns the cell behind `from` and the cell beyond `to`, on their line.
    fn line_ends(self, from: Cell<'a, Self>, to: Cell<'a, Self>) -> [Option<Cell<'a, Self>>; 2];
    /// Returns the cells above and below `cell`, from the view of `side`.
    fn upright(self, cell: Cell<'a, Self>, side: Side) -> [Option<Cell<'a, Self>>; 2];
    /// Returns whether a condition on start and end is true of a move.
    fn fits(self, between: &Self::Between, kind: KindId, facts: &Facts<Cell<'a, Self>>) -> bool;

    // Movements.

    /// Returns whether one of `by`, pieces of `side`, could capture an enemy piece on `cell`. The
    /// piece that is now on `cell` does not matter.
    fn can_capture(self, cell: Cell<'a, Self>, side: Side, by: &Self::Cells) -> bool;
    /// Returns the cells of `among` to which `pattern` leads from `from`, in the directions of
    /// `side`: occupied ones where it could capture, and empty ones to which it could move.
    fn leads(
        self,
        pattern: &Self::Pattern,
        from: Cell<'a, Self>,
        side: Side,
        among: &Self::Cells,
    ) -> Self::Cells;
    /// Returns the cells on the ways of `pattern` from `from` to one of `ends`. The ways pass only
    /// cells of `passable`.
    fn along(
        self,
        pattern: &Self::Pattern,
        from: Cell<'a, Self>,
        side: Side,
        ends: &Self::Cells,
        passable: &Self::Cells,
    ) -> Self::Cells;
    /// Returns whether a move is a move by `terms`.
    fn is_by(
        self,
        terms: &Self::Pattern,
        facts: &Facts<Cell<'a, Self>>,
        mv: Option<Self::Move>,
    ) -> bool;

    // Sides.

    /// Returns the side to move.
    fn turn(self) -> Side;
    /// Returns the enemies of `side` that are in play.
    fn enemies(self, side: Side) -> SideSet;
    /// Returns whether `side` is in check.
    fn in_check(self, side: Side) -> bool;
    /// Returns whether `side` has a legal move, or would have one if it were to move.
    fn can_reply(self, side: Side) -> bool;
    /// Returns whether `side`, which is in check, has a move that ends the check. At most `checks`
    /// further checks in a row are examined.
    fn can_parry(self, side: Side, checks: u8) -> bool;
    /// Returns the pieces of `side` that have a legal move. With `to`, only moves to these cells
    /// count.
    fn replies(self, side: Side, to: Option<Self::Cells>) -> Replies<Self::Cells>;

    // What happened before.

    /// Returns the move before, if a rule depends on it.
    fn last(self) -> Option<&'a Facts<Cell<'a, Self>>>;
    /// Returns the value of a counter of `side`.
    fn counter(self, side: Side, counter: CounterId) -> u32;
    /// Returns the number of turns that `side` has finished.
    fn turns_of(self, side: Side) -> u32;
    /// Returns whether the clock was not reset for `turns` turns of each side.
    fn lasts(self, turns: u32, clock: ClockId) -> bool;
    /// Returns whether a die shows such a value.
    fn rolled(self, die: DieId, roll: Roll) -> bool;
    /// Returns the cells with pieces of the kind that a die shows.
    fn like_die(self, die: DieId) -> Self::Cells;

    /// Counts one step of work, so that a search can end in time.
    #[inline(always)]
    fn spend(self) {}
}
