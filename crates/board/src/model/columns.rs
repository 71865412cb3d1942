//! The pieces beneath other pieces.

use crate::paths::terrain::Piece;
use alfil_topology::site_set::Site;

/// All pieces that are beneath others, or beneath an empty cell until a line of effects ends. Those
/// of one cell follow each other, the lowest first; cells are in order.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Columns(Vec<(Site, Piece)>);

impl Columns {
    /// Returns whether no piece is beneath another.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the pieces beneath the piece on `site`, the lowest first.
    pub fn on(&self, site: Site) -> impl DoubleEndedIterator<Item = Piece> {
        let (start, end) = self.bounds(site);
        self.0[start..end].iter().map(|&(_, piece)| piece)
    }

    /// Returns the number of pieces beneath the piece on `site`.
    pub fn height(&self, site: Site) -> usize {
        let (start, end) = self.bounds(site);
        end - start
    }

    /// Iterates over the cells that have such pieces, in order.
    pub fn sites(&self) -> impl Iterator<Item = Site> {
        let first = |(at, &(site, _)): (usize, &(Site, Piece))| {
            let before = at.checked_sub(1).map(|before| self.0[before].0);
            (before != Some(site)).then_some(site)
        };
        self.0.iter().enumerate().filter_map(first)
    }

    /// Iterates over all these pieces with their cells.
    pub fn iter(&self) -> impl Iterator<Item = (Site, Piece)> {
        self.0.iter().copied()
    }

    /// Adds the highest of the pieces beneath `site`.
    pub fn push(&mut self, site: Site, piece: Piece) {
        let (_, end) = self.bounds(site);
        self.0.insert(end, (site, piece));
    }

    /// Takes the highest of the pieces beneath `site`.
    pub fn pop(&mut self, site: Site) -> Option<Piece> {
        let (start, end) = self.bounds(site);
        (start < end).then(|| self.0.remove(end - 1).1)
    }

    /// Moves the highest `count` of the pieces beneath `from` onto those beneath `to`. Their order
    /// stays.
    pub fn carry(&mut self, from: Site, to: Site, count: usize) {
        let (start, end) = self.bounds(from);
        let moved: Vec<Piece> =
            self.0.drain(end - count.min(end - start)..end).map(|(_, piece)| piece).collect();
        moved.into_iter().for_each(|piece| self.push(to, piece));
    }

    /// The range of the pieces beneath `site`.
    fn bounds(&self, site: Site) -> (usize, usize) {
        let start = self.0.partition_point(|&(of, _)| of < site);
        let end = self.0.partition_point(|&(of, _)| of <= site);
        (start, end)
    }
}
