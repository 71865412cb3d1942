//! The result of a board builder. A [`Graph`](super::Graph) is made from it. Every link leads to a
//! point of the plan, and `links` has a row for every point.

use crate::compass::{Compass, MAX_HEADINGS};
use crate::frame::Carry;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::side::{BySide, Color};
use alfil_rules::space::Place;

alfil_diagnostics::id! {
    /// A point of the lattice: a site or a void.
    Node(u16)
}

/// A board before its missing cells are removed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The directions of the board.
    pub(crate) compass: Compass,
    /// Its points, row by row from White's side.
    pub(crate) points: IndexVec<Node, Point>,
    /// The links of each point.
    pub(crate) links: IndexVec<Node, Links>,
    /// The same links as in `links`, with additional ones that join the first and the last file.
    /// `None` if there are no open files to join.
    pub(crate) joined: Option<IndexVec<Node, Links>>,
}

/// The links of a point, by direction in its frame.
pub type Links = [Option<Link>; MAX_HEADINGS];

/// A cell, or a point that becomes a void.
#[derive(Clone, Debug)]
pub struct Point {
    /// Column and row of the placement text, from 0 at White's left.
    pub(crate) place: (u8, u8),
    /// The shade; 1 is the lightest.
    pub(crate) shade: u8,
    /// Its rank from White's and Black's view, from 1.
    pub(crate) rank: BySide<u8>,
    /// Whether it is on the last rank of White and Black.
    pub(crate) last: BySide<bool>,
}

impl Point {
    /// Returns a point on a file of `ranks` cells. Each side counts ranks from its own end.
    pub(super) fn new(place: Place, shade: u8, ranks: u8) -> Point {
        let (_, rank) = place;
        Point {
            place,
            shade,
            rank: BySide::of_two(|side| match side.color() {
                Color::White => rank + 1,
                Color::Black => ranks - rank,
            }),
            last: BySide::of_two(|side| match side.color() {
                Color::White => rank + 1 == ranks,
                Color::Black => rank == 0,
            }),
        }
    }
}

/// Returns the shade in column `file` of the written row `row`, or 1 if none is written there.
pub(super) fn written_shade(rows: &[Vec<u8>], row: u8, file: u8) -> u8 {
    let row = rows.get(usize::from(row));
    row.and_then(|row| row.get(usize::from(file))).copied().unwrap_or(1)
}

/// A link to a neighbouring point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The target.
    pub node: Node,
    /// The change of the frame on the way.
    pub carry: Carry,
    /// True if the link crosses a seam. Castling never crosses a seam, and pictures mark it.
    pub seam: bool,
}
