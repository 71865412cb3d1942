//! Movements that questions name, followed plainly on the position as it stands.
//!
//! Owns: the cells that a filter names, where the pattern of `at` leads, and what the pattern of `along` passes. Takes a [`Scene`]. Invariant: the position itself stays as it
//! is.

use crate::model::position::BoardPosition;
use crate::paths::terrain::Piece;
use crate::reference::predicate::EvalContext;
use crate::reference::walker::{Path, walks};
use crate::topology::site_set::Site;
use alfil_rules::ids::KindId;
use alfil_rules::question::{Pattern, Pieces, Subject};
use alfil_rules::ruleset::Owner;
use alfil_rules::side::Side;

impl EvalContext<'_> {
    /// A cell that a filter names, or the cells of the pieces that it names.
    pub(super) fn named(&self, pieces: &Pieces) -> Vec<Site> {
        match &pieces.what {
            Subject::Anchor(anchor) if pieces.filters.is_empty() => {
                self.cell(*anchor).into_iter().collect()
            }
            Subject::Anchor(_) | Subject::Men(_) | Subject::Empty | Subject::Cells => {
                self.standing(pieces)
            }
        }
    }

    /// The cells from which a pattern leads, with whose directions it takes: of a cell that the move names, the
    /// mover's.
    pub(super) fn sources(&self, pieces: &Pieces) -> Vec<(Site, Side)> {
        let mover = self.facts().map_or(self.side, |facts| facts.side);
        let is_cell = match &pieces.what {
            Subject::Anchor(_) => pieces.filters.is_empty() || pieces.is_place(),
            Subject::Cells => true,
            Subject::Men(_) | Subject::Empty => false,
        };
        // A piece that no single side owns uses the directions of the side that moves, or that asks.
        let owned = |piece: &Piece| self.game.model.rules.kinds[piece.kind].owner == Owner::Side;
        let side = |site| match self.board.piece(site).filter(owned) {
            Some(piece) if !is_cell => piece.side,
            Some(_) | None => mover,
        };
        self.named(pieces).into_iter().map(|site| (site, side(site))).collect()
    }

    /// Whether `pattern` could take a piece on `to`, or go there if it is empty.
    pub(super) fn leads(&self, pattern: &Pattern, (from, side): (Site, Side), to: Site) -> bool {
        let mut board = self.board.clone();
        stand(&mut board, from, side);
        let occupied = board.piece(to).is_some();
        if occupied && from != to {
            stand(&mut board, to, side.other());
        }
        let found = self.ways(pattern, &board, from);
        found.iter().any(|way| match occupied {
            true => way.captured.contains(&to),
            false => way.to == to && way.captured.is_empty(),
        })
    }

    /// Whether a way of `pattern` from a cell to what stands on one of `ends` passes `cell` and nothing but `passable`.
    pub(super) fn passed(
        &self,
        pattern: &Pattern,
        (from, side): (Site, Side),
        ends: &[Site],
        passable: &[Site],
        cell: Site,
    ) -> bool {
        // Where no other cell is empty, a way passes nothing else.
        let mut board = self.board.clone();
        for site in self.game.model.at(self.board).graph.sites() {
            match passable.contains(&site) && !ends.contains(&site) {
                true => board.squares[site] = None,
                false => stand(&mut board, site, side.other()),
            }
        }
        stand(&mut board, from, side);
        let free = self.ways(pattern, &board, from);
        stand(&mut board, cell, side.other());
        let blocked = self.ways(pattern, &board, from);
        let count = |ways: &[Path], end| ways.iter().filter(|way| way.captured == [end]).count();
        let passes =
            |&end: &Site| end != cell && end != from && count(&blocked, end) < count(&free, end);
        cell != from && ends.iter().any(passes)
    }

    fn ways(&self, pattern: &Pattern, board: &BoardPosition, from: Site) -> Vec<Path> {
        let model = self.game.model.at(self.board);
        let terms = pattern.terms.iter();
        terms.flat_map(|term| walks(model, board, from, from, term)).collect()
    }
}

/// Puts a piece of `side` on `site`: what stands there, or anything.
fn stand(board: &mut BoardPosition, site: Site, side: Side) {
    let kind = board.squares[site].map_or(KindId::default(), |piece| piece.kind);
    board.squares[site] = Some(Piece { side, kind });
}
