//! A ruleset on its board, which both executors read. When it is built, names of cells and zones
//! are resolved, and unknown names become findings.

use crate::model::castling::option::{CastleOption, Castles, Grant, Right};
use crate::model::hands::Drops;
use crate::model::position::{BoardPosition, Rights};
use crate::model::shuffle::Shuffled;
use crate::paths::area::Zones;
use crate::paths::terrain::{ByPiece, Terrain};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::condition::{Area, Condition};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::{BySide, Side};
use alfil_topology::graph::Graph;
use alfil_topology::sections::{Arrangement, Sections};
use alfil_topology::site_set::{AnySet, Site};
use std::sync::OnceLock;

/// A ruleset on its board: graph, start cells, promotion cells, castling options and rights.
#[derive(Clone, Debug)]
pub struct BoardModel {
    /// The board.
    pub graph: Graph,
    /// The rules.
    pub rules: Ruleset,
    pub(super) zones: Zones,
    /// Cells of each kind of each side in the start position. If the start is shuffled, these are
    /// the cells of all start positions.
    pub start_cells: ByPiece,
    /// The number of pieces of each kind that each side has in the start position.
    pub start_counts: BySide<IndexVec<KindId, u32>>,
    /// The cells whose pieces a shuffled start permutes. `None` if the start is not shuffled. A
    /// piece on one of these cells may start on any of them.
    pub shuffled: Option<Shuffled>,
    /// Cells where a kind of a side must stand to castle, or to be the partner in castling.
    pub(crate) homes: ByPiece,
    /// For each kind of each side, the zones of its promotion rules.
    pub promotion_cells: BySide<IndexVec<KindId, Vec<AnySet>>>,
    /// Cells from which a kind of a side has no move in any position. Empty for kinds without drops
    /// or optional promotions.
    pub stuck: ByPiece,
    /// True for the kinds of a side whose moves reset the halfmove counter.
    pub irreversible: BySide<IndexVec<KindId, bool>>,
    /// The drops of each kind of each side.
    pub drops: Drops,
    /// The castling options for the rights in `rights`.
    pub castles: Vec<CastleOption>,
    /// The parts of the board that players move.
    pub sections: Sections,
    /// The places of the sections.
    pub arrangement: Arrangement,
    /// The models of the same game in other arrangements of sections, built when needed. Only the
    /// model that [`BoardModel::new`] returns contains them.
    pub(super) others: Vec<OnceLock<BoardModel>>,
    /// All castling options. If the start is shuffled, no position has all of them.
    pub(crate) possible: Castles,
    /// Castling rights, at most 64.
    pub rights: Vec<Right>,
    /// Drops after which a castling right exists.
    pub(crate) grants: Vec<Grant>,
    pub(super) rights_at: IndexVec<Site, Rights>,
}

impl BoardModel {
    /// Returns the castling rights of `position`.
    pub fn rights_in(&self, position: &BoardPosition) -> Vec<Right> {
        let lives = |bit: &usize| position.rights.0 >> bit & 1 != 0;
        (0..self.rights.len()).filter(lives).map(|bit| self.rights[bit]).collect()
    }

    /// Converts `rights` to the bits of a position of this model. Rights that the model does not
    /// have are left out.
    pub fn living(&self, rights: &[Right]) -> Rights {
        let bits = (0..self.rights.len()).filter(|&bit| rights.contains(&self.rights[bit]));
        Rights(bits.fold(0, |living, bit| living | 1 << bit))
    }

    /// Returns the model of the game in another arrangement. Call this only on the model that
    /// [`BoardModel::new`] returned.
    pub(crate) fn in_arrangement(&self, arrangement: Arrangement) -> &BoardModel {
        if arrangement == self.arrangement {
            return self;
        }
        debug_assert!(
            !self.others.is_empty(),
            "only the model of the whole game has other arrangements"
        );
        self.others
            .get(arrangement.index())
            .map_or(self, |other| other.get_or_init(|| self.rearranged(arrangement)))
    }

    /// Returns the model with the sections where `position` has them. Call this only on the model
    /// that [`BoardModel::new`] returned.
    pub fn at(&self, position: &BoardPosition) -> &BoardModel {
        self.in_arrangement(position.arrangement)
    }

    /// Returns the rights that end when the piece on `site` moves or is captured.
    pub fn rights_at(&self, site: Site) -> Rights {
        self.rights_at[site]
    }

    /// Returns the movement that decides the attacks of a kind.
    pub fn attacks(&self, kind: KindId) -> &Movement {
        let kind = &self.rules.kinds[kind];
        kind.attacks.as_ref().unwrap_or(&kind.moves)
    }

    /// Returns whether `side` castles if one piece moves from `from` to `to` and another makes the
    /// move `partner`.
    pub fn is_castling(
        &self,
        side: Side,
        from: Site,
        to: Site,
        partner: Option<(Site, Site)>,
    ) -> bool {
        let same =
            |c: &CastleOption| c.side == side && c.king == (from, to) && Some(c.partner) == partner;
        partner.is_some() && self.castles.iter().any(same)
    }

    /// Returns whether `side` begins the game with a piece of `kind`, on the board or in hand.
    /// Unowned pieces belong to no side, and neutral ones to both.
    pub fn starts_with(&self, side: Side, kind: KindId) -> bool {
        let held = self.rules.setup.hands.iter().flat_map(|hands| &hands.value);
        let stands = |side: Side| !self.start_cells[side][kind].is_empty();
        let stands = match self.rules.kinds[kind].owner {
            Owner::Nobody => false,
            Owner::Both => self.rules.sides.each().any(stands),
            Owner::Side => stands(side),
        };
        stands || held.into_iter().any(|held| *held == (side, kind))
    }

    /// Returns the board without pieces, on which paths are traced.
    pub fn terrain(&self) -> Terrain<'_> {
        let BoardModel { graph, rules, zones, start_cells, .. } = self;
        Terrain { graph, rules, zones, start_cells }
    }

    /// Returns the cells of `area` from `side`'s view.
    pub fn cells(&self, area: &Area, side: Side) -> AnySet {
        self.terrain().cells(area, side)
    }

    /// Returns whether `site` is in `area` from `side`'s view.
    pub fn lies_in(&self, area: &Area, side: Side, site: Site) -> bool {
        self.zones.has(&self.graph, area, side, site)
    }

    /// Returns whether a move of a piece of `kind` and `side` from `from` to `to` satisfies
    /// `condition`.
    pub fn holds(
        &self,
        condition: &Condition,
        side: Side,
        kind: KindId,
        from: Site,
        to: Site,
    ) -> bool {
        self.terrain().holds(condition, side, kind, from, to)
    }
}
