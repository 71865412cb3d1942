//! Movements in questions, followed on the current position. They give the cells that a filter
//! selects, the targets of `at`, and the cells that `along` passes.

use crate::predicate::PlainView;
use crate::walker::{Path, walks};
use alfil_board::model::position::BoardPosition;
use alfil_board::paths::terrain::Piece;
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{CellSet, View};
use alfil_rules::question::Pattern;
use alfil_rules::side::Side;
use alfil_topology::site_set::{AnySet, Site};

impl PlainView<'_> {
    /// Returns whether `pattern` captures an enemy on `to`, or moves there if the cell is empty.
    pub(super) fn leads_to(self, pattern: &Pattern, from: Site, side: Side, to: Site) -> bool {
        let mut board = self.board.clone();
        stand(&mut board, from, side);
        let occupied = board.piece(to).is_some();
        if occupied && from != to {
            stand(&mut board, to, self.foe_of(side));
        }
        let found = self.ways(pattern, &board, from);
        found.iter().any(|way| {
            if occupied {
                way.captured.contains(&to)
            } else {
                way.to == to && way.captured.is_empty()
            }
        })
    }

    /// Returns the cells on the paths of `pattern` to pieces on `ends`. The paths may only pass cells
    /// of `passable`.
    pub(super) fn passed(
        self,
        pattern: &Pattern,
        from: Site,
        side: Side,
        ends: &AnySet,
        passable: &AnySet,
    ) -> AnySet {
        // All cells that are not passable get a blocking piece, so that no path crosses them.
        let mut board = self.board.clone();
        for site in self.game.model.at(self.board).graph.sites() {
            if passable.has(site) && !ends.has(site) {
                board.squares[site] = None
            } else {
                stand(&mut board, site, self.foe_of(side))
            }
        }
        stand(&mut board, from, side);
        let free = self.ways(pattern, &board, from);
        let count = |ways: &[Path], end| ways.iter().filter(|way| way.captured == [end]).count();
        // If a piece on a cell makes a path disappear, the path passes the cell.
        let others = self.board().minus(AnySet::of(from));
        others.filter(|cell| {
            let mut board = board.clone();
            stand(&mut board, cell, self.foe_of(side));
            let blocked = self.ways(pattern, &board, from);
            let mut ends = (*ends).cells().filter(|&end| end != cell && end != from);
            ends.any(|end| count(&blocked, end) < count(&free, end))
        })
    }

    /// Returns an enemy of `side`.
    fn foe_of(self, side: Side) -> Side {
        self.sides().foe(side)
    }

    fn ways(self, pattern: &Pattern, board: &BoardPosition, from: Site) -> Vec<Path> {
        let model = self.game.model.at(self.board);
        let terms = pattern.terms.iter();
        terms.flat_map(|term| walks(model, board, from, from, term)).collect()
    }
}

/// Puts a piece of `side` on `site`. The kind stays the same if there is a piece already.
fn stand(board: &mut BoardPosition, site: Site, side: Side) {
    let kind = board.squares[site].map_or(KindId::default(), |piece| piece.kind);
    board.squares[site] = Some(Piece { side, kind });
}
