//! A position and a move on a board, plainly.
//!
//! Owns: [`BoardPosition`], [`Move`], and what a move does to pieces ([`BoardPosition::applied`]). The reference
//! executor, the texts and the pictures work on these; the fast generator has its own packed state
//! and must agree. Invariant: a position names only sites of its arena; a move's captures are sorted.

use crate::model::hands::Hands;
use crate::model::memory::Memory;
pub use crate::model::moves::{Actor, Choice, Choices, Move};
use crate::paths::terrain::Piece;
use crate::topology::sections::Arrangement;
use crate::topology::site_set::Site;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::counter::{Counters, turns_of};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::Side;

/// A cell that a piece has just passed, so that an `e` capture may enter it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EpSquare {
    /// The passed cell, empty.
    pub cell: Site,
    /// Where the piece that passed it stands.
    pub victim: Site,
}

/// Living castling rights, one bit a right of [`BoardModel::rights`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rights(pub u64);

/// Everything that decides what may be played next, except the history of repetition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardPosition {
    /// What stands on each site.
    pub squares: IndexVec<Site, Option<Piece>>,
    /// The neutral kinds, which stay the same throughout a game.
    pub neutrals: Vec<KindId>,
    /// Whose turn it is.
    pub side: Side,
    /// Living castling rights.
    pub rights: Rights,
    /// Step within the turn, from 1.
    pub step: u32,
    /// Where the sections of the board stand.
    pub arrangement: Arrangement,
    /// Cells passed in this turn and the last, as far as rights live; sorted, each cell once.
    pub ep_squares: Vec<EpSquare>,
    /// What waits beside the board.
    pub hands: Hands,
    /// What effects have counted; 0 of counters that the game has not.
    pub counters: Counters,
    /// What is remembered of moves.
    pub memory: Memory,
    /// Turns since a capture, a promotion or a move of a kind that promotes and never goes back; the
    /// turn that is being played counts from its second step on.
    pub halfmoves: u32,
    /// Number of the pair of turns, from 1.
    pub fullmove: u32,
}

impl Move {
    /// The kind of the mover before the move, in the position that it is a move of.
    pub fn kind(&self, position: &BoardPosition) -> Option<KindId> {
        match self.actor {
            Actor::Piece => position.piece(self.from).map(|p| p.kind),
            Actor::Hand(kind) => Some(kind),
            Actor::Section(..) | Actor::Nobody => None,
        }
    }
}

impl BoardPosition {
    /// How many turns `side` has finished.
    pub fn turns_of(&self, side: Side) -> u32 {
        turns_of(side, self.side, self.fullmove)
    }

    /// Who made the last move, as far as the position tells.
    pub fn last_side(&self) -> Side {
        let told = if self.step > 1 { self.side } else { self.side.other() };
        self.memory.last.map_or(told, |last| last.side)
    }

    /// The piece on `site`.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        self.squares[site]
    }

    /// Whether a piece of `side` stands on `site`; a neutral one is everybody's.
    pub fn is_side(&self, site: Site, side: Side) -> bool {
        self.squares[site].is_some_and(|p| self.owns(side, p))
    }

    fn owns(&self, side: Side, piece: Piece) -> bool {
        piece.side == side || self.neutrals.contains(&piece.kind)
    }

    /// Sites of the pieces of `side`, in order.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Site, KindId)> {
        self.squares
            .enumerate()
            .filter_map(move |(site, p)| p.filter(|&p| self.owns(side, p)).map(|p| (site, p.kind)))
    }

    /// Lodges what is nobody's with `side`, which is on move: there it is in the way as a friend is, and no move
    /// captures it. The other side has no move to make. What is neutral goes the way that `side` looks.
    pub fn assign_unowned(&mut self, rules: &Ruleset, side: Side) {
        for piece in self.squares.iter_mut().flatten() {
            match rules.kinds[piece.kind].owner {
                Owner::Side => {}
                Owner::Nobody | Owner::Both => piece.side = side,
            }
        }
    }

    /// As `side` sees it, which may not be on move: it captures nothing that is nobody's, and what is neutral goes the way that it
    /// looks.
    #[must_use]
    pub fn seen_by(&self, rules: &Ruleset, side: Side) -> BoardPosition {
        let mut seen = self.clone();
        seen.assign_unowned(rules, side);
        seen
    }
}
