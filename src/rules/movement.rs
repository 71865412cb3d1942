//! Movements in normal form: a set of terms, each a chain of legs.
//!
//! Owns: [`Movement`], [`Term`], [`Leg`], [`Stride`] and their parts. Takes nothing; `resolve/` builds
//! it from movement strings, the arenas compile it. A leap is a pair in a local frame (orthogonal
//! steps, then diagonal steps at 45 degrees): a board walks it, a plane reads bearing and length from
//! it. Invariant: a term has at least one leg; every range has `min >= 1` and `min <= max`.

use crate::rules::condition::Condition;
use crate::rules::direction::Directions;
use crate::rules::hand::Drop;
use crate::source::Span;

/// All that a piece may do: the union of its terms. Order carries no meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// The terms.
    pub terms: Vec<Term>,
}

/// One way of moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What it does.
    pub action: Action,
    /// Must hold of the mover's displacement (start to final cell).
    pub when: Condition,
    /// Where the author wrote it: the characters of the term (`cabK`), without its condition.
    pub span: Span,
}

impl Term {
    /// Whether it is played from start cells only (`i`, castling).
    pub fn needs_start_cell(&self) -> bool {
        match &self.action {
            Action::Walk(walk) => walk.first_move,
            Action::Castle(_) => true,
            Action::Drop(_) => false,
        }
    }
}

/// What a term does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A walk of one or more legs.
    Walk(Walk),
    /// Castling: `O3` moves the royal piece three cells toward its partner.
    Castle(Castle),
    /// A piece comes from the hand.
    Drop(Drop),
}

/// A chain of legs walked in order. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The legs, the last one final.
    pub legs: Vec<Leg>,
    /// `i` on the first leg: only from a start cell of this kind and side.
    pub first_move: bool,
}

/// Castling toward the first piece met along a side direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castle {
    /// Which side directions; in the mover's frame.
    pub directions: Directions,
    /// How many cells the royal piece moves, from 2.
    pub distance: u8,
    /// `i`: only from a start cell of this kind and side.
    pub first_move: bool,
    /// Leading `j`s: how many cells inward from the edge-most piece the partner stands.
    pub partner_inset: u8,
}

/// One leg of a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// One stride of it.
    pub stride: Stride,
    /// First leg: in the mover's frame. Later legs: relative to the heading of the leg before; empty
    /// means every direction but straight back.
    pub directions: Directions,
    /// How many strides.
    pub range: Range,
    /// What may be done where it ends (on a rider leg: at any of its stops).
    pub mode: Mode,
    /// How the way is crossed.
    pub passage: Passage,
    /// `n` on a rider or a lame leap: cells passed may be entered by an enemy's `e` next turn.
    pub leaves_trace: bool,
}

/// One stride.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stride {
    /// `length` cells straight on, along `axes`: W, F, K are length 1, D, A 2, H, G 3.
    Radial {
        /// 1 or more.
        length: u8,
        /// Which radial directions.
        axes: Axes,
    },
    /// A leap off the lines: `orthogonal` steps, then `diagonal` steps at 45 degrees to them, both at
    /// least 1. N is (1, 1), C (2, 1), Z (1, 2).
    Oblique {
        /// Orthogonal steps.
        orthogonal: u8,
        /// Diagonal steps.
        diagonal: u8,
    },
    /// `U`: any cell.
    Universal,
}

/// Which radial directions a stride has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axes {
    /// W and its kin.
    Orthogonal,
    /// F and its kin.
    Diagonal,
    /// K in a chain of several legs.
    Both,
}

/// How many strides a leg takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// At least this many, from 1.
    pub min: u16,
    /// At most this many; `None` is without end.
    pub max: Option<u16>,
}

impl Range {
    /// One stride.
    pub const ONE: Range = Range { min: 1, max: Some(1) };
    /// Without end.
    pub const RIDER: Range = Range { min: 1, max: None };

    /// Whether it is a single stride.
    pub fn is_one(self) -> bool {
        self == Self::ONE
    }
}

/// What may be done on a cell where a leg ends. On a final leg the default is quiet and capture; on a
/// leg before it, quiet (the cell must be empty). At least one flag is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mode {
    /// `m`: the cell is empty.
    pub quiet: bool,
    /// `c`: an enemy stands there and is captured.
    pub capture: bool,
    /// `e`: the cell was passed by an enemy's `n` move just made; that piece is captured.
    pub en_passant: bool,
}

/// How the cells of a leg are crossed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passage {
    /// Each stride leaps; a rider stops at the first occupied stop.
    Free,
    /// `n` on a leap: every cell of the stride's path must be empty (N over its orthogonal neighbour,
    /// Z over W then F, radial leaps over the cells between).
    Lame,
    /// `j` on a leap of length 2 or more: the cells between must be occupied.
    MustJump,
    /// `j` on a slider: the first cell is skipped, whatever it holds.
    SkipFirst,
    /// `p`: exactly one piece is hopped over, then any distance.
    Hop,
    /// `g`: one piece is hopped over, and the walk ends on the very next stop.
    HopAndLand,
}
