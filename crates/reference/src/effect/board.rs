//! An unpacked position that effects change.

use crate::executor::Reference;
use crate::predicate::PlainView;
use alfil_board::interpret::board::Board;
use alfil_board::model::position::BoardPosition;
use alfil_board::model::promotion::promote_waiting;
use alfil_board::paths::terrain::Piece;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::counter::Counters;
use alfil_rules::ids::KindId;
use alfil_rules::interpret::CellSet;
use alfil_rules::question::Pattern;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::{Side, Sides};
use alfil_topology::line::{Fan, Shift};
use alfil_topology::site_set::{AnySet, Site};
use std::borrow::Cow;

/// An unpacked position while the effects of a move run.
pub(super) struct PlainBoard<'a> {
    pub(super) game: Reference<'a>,
    /// The position before the move.
    pub(super) before: &'a BoardPosition,
    pub(super) position: BoardPosition,
}

impl Board for PlainBoard<'_> {
    type Area = Area;
    type Between = Condition;
    type Pattern = Pattern;
    type Cells = AnySet;
    type View<'v>
        = PlainView<'v>
    where
        Self: 'v;

    fn view(&self) -> PlainView<'_> {
        self.game.seen(&self.position)
    }

    fn sides(&self) -> Sides {
        self.game.model.rules.sides
    }

    fn is_owned(&self, kind: KindId) -> bool {
        self.game.model.rules.kinds[kind].owner == Owner::Side
    }

    fn is_endless(&self, kind: KindId) -> bool {
        self.game.model.rules.hand.as_ref().is_some_and(|hand| hand.supply.contains(&kind))
    }

    fn held(&self, side: Side, kind: KindId) -> u16 {
        self.position.hands.count(side, kind)
    }

    fn held_as(&self, kind: KindId) -> Option<KindId> {
        self.game.model.rules.held_as(kind)
    }

    fn hand_for(&self, by: Side, piece: Piece) -> Option<(Side, KindId)> {
        self.game.model.rules.hand_of(by, piece.side, piece.kind)
    }

    fn origin(&self, piece: Piece, at: Site) -> Option<Site> {
        let model = self.game.model;
        model.graph.one_like(model.start_cells[piece.side][piece.kind], at)
    }

    fn toward(&self, site: Site, anchor: Site) -> Cow<'_, [Site]> {
        Fan::new(&self.game.model.at(&self.position).graph, site).ray(anchor).to.into()
    }

    fn away_from(&self, site: Site, anchor: Site) -> Cow<'_, [Site]> {
        Fan::new(&self.game.model.at(&self.position).graph, anchor).ray(site).beyond.into()
    }

    fn parallel(&self, from: Site, to: Site, site: Site) -> Option<Site> {
        let graph = &self.game.model.at(&self.position).graph;
        Shift::all(graph, from)[to]?.lead(graph, site)
    }

    fn is_safe(&self, side: Side) -> bool {
        !self.game.attacked_royal(&self.position, side)
    }

    fn height(&self, site: Site) -> usize {
        self.position.columns.height(site)
    }

    fn bare_columns(&self) -> AnySet {
        let columns = self.position.columns.sites();
        columns.filter(|&site| self.position.piece(site).is_none()).collect()
    }

    fn put(&mut self, site: Site, piece: Piece) {
        self.position.squares[site] = Some(piece);
    }

    fn take(&mut self, site: Site, _: Piece) {
        self.position.squares[site] = None;
    }

    fn turn(&mut self, cells: AnySet) {
        for site in cells.cells() {
            if let Some(piece) = &mut self.position.squares[site] {
                piece.side = self.game.model.rules.sides.foe(piece.side);
            }
        }
    }

    fn hold(&mut self, side: Side, kind: KindId, change: i16) {
        if change > 0 {
            self.position.hands.give(side, kind, change.unsigned_abs());
        }
        for _ in change..0 {
            self.position.hands.take(side, kind);
        }
    }

    fn counters(&mut self) -> &mut Counters {
        &mut self.position.counters
    }

    fn note_capture(&mut self) {
        self.position.halfmoves = 0;
    }

    fn put_beneath(&mut self, site: Site, piece: Piece) {
        self.position.columns.push(site, piece);
    }

    fn uncover(&mut self, site: Site) -> Option<Piece> {
        self.position.columns.pop(site)
    }

    fn carry(&mut self, from: Site, to: Site, count: usize) {
        self.position.columns.carry(from, to, count);
    }

    fn forget(&mut self, touched: &AnySet, replaced: &AnySet) {
        let BoardPosition { squares, rights, memory, ep_squares, .. } = &mut self.position;
        for site in (*touched).cells() {
            rights.0 &= !self.game.model.rights_at(site).0;
            memory.never_moved = memory.never_moved.minus(AnySet::of(site));
        }
        ep_squares.retain(|passed| squares[passed.cell].is_none() && !replaced.has(passed.victim));
    }

    fn finish(&mut self) {
        let side = self.position.side;
        self.position.assign_unowned(&self.game.model.rules, side);
        promote_waiting(self.game.model.at(self.before), &mut self.position);
    }
}
