//! Positions on a board, as executors, texts and pictures use them. The engine also has a packed
//! form, `State`. All sites in a position belong to the board of its model.

use crate::model::columns::Columns;
use crate::model::hands::Hands;
use crate::model::memory::Memory;
pub use crate::model::moves::{Actor, Choice, Choices, Move};
use crate::paths::terrain::Piece;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::bag::Drawn;
use alfil_rules::chance::Shown;
use alfil_rules::counter::{Counters, turns_of};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::{Side, SideSet, Sides};
use alfil_topology::sections::Arrangement;
use alfil_topology::site_set::Site;

/// An en passant square: a cell that a piece has just passed, and where that piece may be captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EpSquare {
    /// The passed cell, which is empty.
    pub cell: Site,
    /// The cell of the piece that passed it.
    pub victim: Site,
}

/// Current castling rights, with one bit for each of
/// [`BoardModel::rights`](crate::model::board_model::BoardModel::rights).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rights(pub u64);

/// Everything that determines the legal moves, except the history of repetition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardPosition {
    /// The piece on each site.
    pub squares: IndexVec<Site, Option<Piece>>,
    /// The pieces beneath those in `squares`.
    pub columns: Columns,
    /// The neutral kinds, which are the same throughout a game.
    pub neutrals: Vec<KindId>,
    /// The side to move.
    pub side: Side,
    /// The sides that have lost and are out of the game. Always empty with two sides.
    pub out: SideSet,
    /// Current castling rights.
    pub rights: Rights,
    /// The step of the turn, from 1.
    pub step: u32,
    /// The places of the sections of the board.
    pub arrangement: Arrangement,
    /// En passant squares of this turn and the previous one. Sorted; each cell occurs once.
    pub ep_squares: Vec<EpSquare>,
    /// Pieces in hand.
    pub hands: Hands,
    /// Counters of effects; 0 for counters that the game does not have.
    pub counters: Counters,
    /// The values that dice show.
    pub shown: Shown,
    /// The values that were drawn from bags.
    pub drawn: Drawn,
    /// The memory of moves that rules depend on.
    pub memory: Memory,
    /// Turns since a capture, a promotion or a move of a kind whose moves are irreversible. The
    /// current turn counts from its second step on.
    pub halfmoves: u32,
    /// The number of the full move, from 1. A full move is one turn of each side.
    pub fullmove: u32,
}

impl Move {
    /// Returns the kind of the mover before the move. `position` is the position before it.
    pub fn kind(&self, position: &BoardPosition) -> Option<KindId> {
        match self.actor {
            Actor::Piece => position.piece(self.from).map(|p| p.kind),
            Actor::Hand(kind) => Some(kind),
            Actor::Section(..) | Actor::Die(..) | Actor::Nobody => None,
        }
    }
}

impl BoardPosition {
    /// Returns the number of turns that `side` has finished.
    pub fn turns_of(&self, side: Side) -> u32 {
        turns_of(side, self.side, self.fullmove)
    }

    /// Returns the side that made the last move. If no move is remembered, it is the side to move
    /// if a player may move in an earlier step of the turn, and the opponent otherwise.
    pub fn last_side(&self, rules: &Ruleset) -> Side {
        self.memory.last.map_or_else(|| self.presumed_last_side(rules), |last| last.side)
    }

    /// Returns the side that made the last move if no move is remembered.
    pub(crate) fn presumed_last_side(&self, rules: &Ruleset) -> Side {
        if rules.turn.has_moved(self.side, self.fullmove, self.step) {
            self.side
        } else {
            rules.sides.before(self.side, self.out)
        }
    }

    /// Returns the enemies of `side` that are in play, so that their pieces attack.
    pub fn enemies(&self, sides: Sides, side: Side) -> SideSet {
        sides.enemies(side).minus(self.out)
    }

    /// Returns whether `side` may capture a piece of `owner` as an enemy's. The pieces of a side that
    /// is out belong to nobody, so everybody may capture them.
    pub fn are_foes(&self, sides: Sides, side: Side, owner: Side) -> bool {
        sides.enemies(side).has(owner) || self.out.has(owner)
    }

    /// Returns the piece on `site`.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        self.squares[site]
    }

    /// Returns whether a piece of `side` is on `site`. A neutral piece belongs to both sides.
    pub fn is_side(&self, site: Site, side: Side) -> bool {
        self.squares[site].is_some_and(|p| self.owns(side, p))
    }

    fn owns(&self, side: Side, piece: Piece) -> bool {
        piece.side == side || self.neutrals.contains(&piece.kind)
    }

    /// Iterates over the pieces of `side` in order of their sites.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Site, KindId)> {
        self.squares
            .enumerate()
            .filter_map(move |(site, p)| p.filter(|&p| self.owns(side, p)).map(|p| (site, p.kind)))
    }

    /// Removes the en passant squares that pieces of `side` have passed.
    pub fn forget_passed(&mut self, side: Side) {
        let mut passed = std::mem::take(&mut self.ep_squares);
        passed.retain(|p| !self.is_side(p.victim, side));
        self.ep_squares = passed;
    }

    /// Assigns unowned and neutral pieces to `side`, the side to move. Unowned pieces then block
    /// like friends and cannot be captured. Neutral pieces move in the directions of `side`.
    pub fn assign_unowned(&mut self, rules: &Ruleset, side: Side) {
        for piece in self.squares.iter_mut().flatten() {
            match rules.kinds[piece.kind].owner {
                Owner::Side => {}
                Owner::Nobody | Owner::Both => piece.side = side,
            }
        }
    }

    /// Returns the position with unowned and neutral pieces assigned to `side`, which may be the
    /// opponent of the side to move.
    #[must_use]
    pub fn seen_by(&self, rules: &Ruleset, side: Side) -> BoardPosition {
        let mut seen = self.clone();
        seen.assign_unowned(rules, side);
        seen
    }
}
