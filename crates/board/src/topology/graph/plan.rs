//! What a builder says of a board.
//!
//! Owns: [`Plan`], [`Point`], [`Link`]. Takes nothing; the builders beside it fill it, and
//! [`Graph`](super::Graph) is made from it. Invariant: every link leads to a point of the plan, and
//! `links` has a row for every point.

use crate::topology::compass::{Compass, MAX_HEADINGS};
use crate::topology::frame::Carry;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::side::BySide;

alfil_diagnostics::id! {
    /// A point of the lattice: a site or a void.
    Node(u16)
}

/// A board before holes are taken out of it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its directions.
    pub compass: Compass,
    /// Its points, row by row from White's side.
    pub points: IndexVec<Node, Point>,
    /// The links of each point.
    pub links: IndexVec<Node, Links>,
    /// The same with the first and the last file neighbours, where there are files to join.
    pub joined: Option<IndexVec<Node, Links>>,
}

/// The links of a point, by direction in its frame.
pub type Links = [Option<Link>; MAX_HEADINGS];

/// A cell that may yet become a hole.
#[derive(Clone, Debug)]
pub struct Point {
    /// Column and row of the placement text, from 0 at White's left.
    pub place: (u8, u8),
    /// 1 is the lightest.
    pub shade: u8,
    /// Its rank from each side's view, from 1.
    pub rank: BySide<u8>,
    /// Whether it is on the last rank of each side.
    pub last: BySide<bool>,
}

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// Where it leads.
    pub node: Node,
    /// How the frame is carried there.
    pub carry: Carry,
    /// Whether it crosses a seam: castling never does, and pictures show it.
    pub seam: bool,
}
