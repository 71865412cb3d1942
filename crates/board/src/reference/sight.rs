//! Movements in questions, followed on the current position. They give the cells that a filter
//! selects, the targets of `at`, and the cells that `along` passes.

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
    /// Returns the cell that `pieces` names, or the cells of the pieces that pass its filters.
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

    /// Returns the cells where a pattern begins, each with the side whose directions apply. For a
    /// cell of the move, this is the mover's side.
    pub(super) fn sources(&self, pieces: &Pieces) -> Vec<(Site, Side)> {
        let mover = self.facts().map_or(self.side, |facts| facts.side);
        let is_cell = match &pieces.what {
            Subject::Anchor(_) => pieces.filters.is_empty() || pieces.is_place(),
            Subject::Cells => true,
            Subject::Men(_) | Subject::Empty => false,
        };
        // An unowned or neutral piece uses the directions of the mover's side. Without a move, it
        // uses those of the side of the question.
        let owned = |piece: &Piece| self.game.model.rules.kinds[piece.kind].owner == Owner::Side;
        let side = |site| match self.board.piece(site).filter(owned) {
            Some(piece) if !is_cell => piece.side,
            Some(_) | None => mover,
        };
        self.named(pieces).into_iter().map(|site| (site, side(site))).collect()
    }

    /// Returns whether `pattern` captures an enemy on `to`, or moves there if the cell is empty.
    pub(super) fn leads(&self, pattern: &Pattern, (from, side): (Site, Side), to: Site) -> bool {
        let mut board = self.board.clone();
        stand(&mut board, from, side);
        let occupied = board.piece(to).is_some();
        if occupied && from != to {
            stand(&mut board, to, self.foe_of(side));
        }
        let found = self.ways(pattern, &board, from);
        found.iter().any(|way| match occupied {
            true => way.captured.contains(&to),
            false => way.to == to && way.captured.is_empty(),
        })
    }

    /// Returns whether a path of `pattern` to a piece on one of `ends` passes `cell`. The path may
    /// only pass cells of `passable`.
    pub(super) fn passed(
        &self,
        pattern: &Pattern,
        (from, side): (Site, Side),
        ends: &[Site],
        passable: &[Site],
        cell: Site,
    ) -> bool {
        // All cells that are not passable get a blocking piece, so that no path crosses them.
        let mut board = self.board.clone();
        for site in self.game.model.at(self.board).graph.sites() {
            match passable.contains(&site) && !ends.contains(&site) {
                true => board.squares[site] = None,
                false => stand(&mut board, site, self.foe_of(side)),
            }
        }
        stand(&mut board, from, side);
        let free = self.ways(pattern, &board, from);
        // If a piece on `cell` makes a path disappear, the path passes `cell`.
        stand(&mut board, cell, self.foe_of(side));
        let blocked = self.ways(pattern, &board, from);
        let count = |ways: &[Path], end| ways.iter().filter(|way| way.captured == [end]).count();
        let passes =
            |&end: &Site| end != cell && end != from && count(&blocked, end) < count(&free, end);
        cell != from && ends.iter().any(passes)
    }

    /// Returns an enemy of `side`.
    fn foe_of(&self, side: Side) -> Side {
        self.sides().foe(side)
    }

    fn ways(&self, pattern: &Pattern, board: &BoardPosition, from: Site) -> Vec<Path> {
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
