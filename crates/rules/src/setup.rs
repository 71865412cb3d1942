//! A start position before any board gives it cells.
//!
//! Owns: [`Setup`] and [`Placement`]. Invariant: kinds are resolved; cells are still labels.

use crate::ids::KindId;
use crate::plane::Real;
use crate::side::{BySide, Side};
use alfil_diagnostics::source::{Span, Spanned};

/// A position as written: placement and the fields after it. Absent fields have their defaults. Its rows, points
/// and men in hand are letters before they are kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup<R = Row, P = Stand, M = (Side, KindId)> {
    /// What stands where.
    pub placement: Placement<R, P>,
    /// Pieces in hand (`[QRqr]`), each as often as it is written; `None` if nothing was said of hands.
    pub hands: Option<Spanned<Vec<M>>>,
    /// Whose turn it is; White if absent.
    pub side: Side,
    /// Castling field, `-` or absent for none (`KQkq`).
    pub castling: Option<Spanned<String>>,
    /// En-passant field (`e3`, `c3f3`, `f3(g4)`).
    pub en_passant: Option<Spanned<String>>,
    /// Turns since a capture or an irreversible move.
    pub halfmoves: u32,
    /// Number of the turn pair, from 1.
    pub fullmove: u32,
    /// Step within the turn, from 1.
    pub step: u32,
    /// What was counted.
    pub counters: Vec<Spanned<CounterField>>,
    /// For how long no move was such as is asked for (`12,3`), if it is said.
    pub quiet: Option<Spanned<String>>,
    /// The last move (`e2e4`), if it is said.
    pub last: Option<Spanned<String>>,
    /// Cells whose pieces have moved, though one of their kind began there (`a1,h8`), if it is said.
    pub moved: Option<Spanned<String>>,
    /// The whole text.
    pub span: Span,
}

/// What a position says of a counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterField {
    /// Its name; without one the only counter of the game is meant.
    pub name: Option<String>,
    /// White's number and Black's.
    pub counts: BySide<u8>,
    /// Whether that is what is still to be counted until a goal holds.
    pub left: bool,
}

impl<R, P, M> Setup<R, P, M> {
    /// White is to move, and nothing is said but what stands where.
    pub fn of(placement: Placement<R, P>, span: Span) -> Self {
        Self {
            placement,
            hands: None,
            side: Side::White,
            castling: None,
            en_passant: None,
            halfmoves: 0,
            fullmove: 1,
            step: 1,
            counters: Vec::new(),
            quiet: None,
            last: None,
            moved: None,
            span,
        }
    }

    /// The same fields behind another placement.
    pub fn with<Q, O, N>(
        self,
        placement: Placement<Q, O>,
        hands: Option<Spanned<Vec<N>>>,
    ) -> Setup<Q, O, N> {
        Setup {
            placement,
            hands,
            side: self.side,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmove: self.fullmove,
            step: self.step,
            counters: self.counters,
            quiet: self.quiet,
            last: self.last,
            moved: self.moved,
            span: self.span,
        }
    }
}

impl Setup {
    /// The same with a hand that stands as one more row, behind a slash, where other programs write it:
    /// `4K3/QPqp w`. `None` unless there is one row more than the `ranks` of the board and it holds pieces alone.
    pub fn with_hand_behind_slash(&self, ranks: usize) -> Option<Setup> {
        let (last, rows) = self.placement.rows.split_last()?;
        if rows.len() != ranks || self.hands.is_some() {
            return None;
        }
        let piece = |cell: &Spanned<Square>| match cell.value {
            Square::Piece(side, kind) => Some((side, kind)),
            Square::Empty(_) | Square::Missing => None,
        };
        let held = last.cells.iter().map(piece).collect::<Option<Vec<_>>>()?;
        let mut setup = self.clone();
        setup.placement.rows.pop();
        setup.hands = Some(Spanned::new(held, last.span));
        Some(setup)
    }

    /// The same, said at `span`.
    pub fn at(mut self, span: Span) -> Setup {
        let placement = &mut self.placement;
        for row in &mut placement.rows {
            row.span = span;
            row.cells.iter_mut().for_each(|cell| cell.span = span);
        }
        placement.points.iter_mut().for_each(|point| point.span = span);
        placement.span = span;
        self.hands.iter_mut().for_each(|hands| hands.span = span);
        let fields = [
            &mut self.castling,
            &mut self.en_passant,
            &mut self.quiet,
            &mut self.last,
            &mut self.moved,
        ];
        for field in fields {
            field.iter_mut().for_each(|field| field.span = span);
        }
        self.counters.iter_mut().for_each(|counter| counter.span = span);
        self.span = span;
        self
    }
}

/// Rows from the farthest rank down, each read from the first file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement<R = Row, P = Stand> {
    /// Rows, the farthest rank (White's last) first; none if pieces stand at points.
    pub rows: Vec<R>,
    /// Pieces at points of a plane; none if there are rows.
    pub points: Vec<Spanned<P>>,
    /// The placement field.
    pub span: Span,
}

/// A piece at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// Whose.
    pub side: Side,
    /// What.
    pub kind: KindId,
    /// From the left edge.
    pub x: Real,
    /// From White's edge.
    pub y: Real,
    /// Its facing, in degrees from the right, counter-clockwise; its own forward if absent.
    pub facing: Option<Real>,
    /// `'`: it has not moved.
    pub unmoved: bool,
}

/// One row of a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What stands there, left to right.
    pub cells: Vec<Spanned<Square>>,
    /// The row's characters, without its slashes.
    pub span: Span,
}

/// One entry of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    /// So many empty cells, 1 or more.
    Empty(u16),
    /// A cell that does not exist.
    Missing,
    /// A piece.
    Piece(Side, KindId),
}
