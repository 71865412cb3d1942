//! A Ruleset given cells.
//!
//! Owns: [`BoardModel`]: the graph, start cells and promotion cells by side and kind, castling options and
//! rights, and the truth of conditions about cells. Takes a [`Ruleset`]; gives what both executors
//! and the texts ask. Invariant: every label of the ruleset that reaches a question here has been
//! looked up once, and findings were given for those that name nothing.

use crate::model::castling::option::{CastleOption, Castles, Grant, Right};
use crate::model::hands::Drops;
use crate::model::position::{BoardPosition, Rights};
use crate::model::shuffle::Shuffled;
use crate::paths::area::Zones;
use crate::paths::terrain::{ByPiece, Terrain};
use crate::topology::graph::Graph;
use crate::topology::sections::{Arrangement, Sections};
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::condition::{Area, Condition};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::{BySide, Side};
use std::sync::OnceLock;

/// A variant on its board.
#[derive(Clone, Debug)]
pub struct BoardModel {
    /// The board.
    pub graph: Graph,
    /// The rules.
    pub rules: Ruleset,
    /// The cells of zones.
    pub(super) zones: Zones,
    /// Where each kind of each side stands in the start position, or in one of them.
    pub start_cells: ByPiece,
    /// How many of each kind each side has in the start position.
    pub start_counts: BySide<IndexVec<KindId, u32>>,
    /// The cells that the start shuffles, if it does. A kind that stands on one of them may start on any.
    pub shuffled: Option<Shuffled>,
    /// From where each kind of each side castles or is castled with.
    pub homes: ByPiece,
    /// The zones of the rules of promotion of each kind of each side.
    pub promotion_cells: BySide<IndexVec<KindId, Vec<AnySet>>>,
    /// Where each kind of each side could never move again, as far as that is asked.
    pub stuck: ByPiece,
    /// Whether moves of each kind of each side are progress.
    pub irreversible: BySide<IndexVec<KindId, bool>>,
    /// Ways of dropping.
    pub drops: Drops,
    /// Ways of castling.
    pub castles: Vec<CastleOption>,
    /// The parts that players move.
    pub sections: Sections,
    /// Where they stand.
    pub arrangement: Arrangement,
    /// The same game with sections elsewhere, made when asked for; only the arena that [`BoardModel::new`]
    /// gives has them.
    pub(super) others: Vec<OnceLock<BoardModel>>,
    /// Every way of castling; of a shuffled start more than one position can have.
    pub possible: Castles,
    /// Castling rights, at most 64.
    pub rights: Vec<Right>,
    /// Drops that begin a right.
    pub grants: Vec<Grant>,
    pub(super) rights_at: IndexVec<Site, Rights>,
}

impl BoardModel {
    /// The rights that live in `position`.
    pub fn rights_in(&self, position: &BoardPosition) -> Vec<Right> {
        let lives = |bit: &usize| position.rights.0 >> bit & 1 != 0;
        (0..self.rights.len()).filter(lives).map(|bit| self.rights[bit]).collect()
    }

    /// Those of `rights` that a position of this arena can have, as such a position has them.
    pub fn living(&self, rights: &[Right]) -> Rights {
        let bits = (0..self.rights.len()).filter(|&bit| rights.contains(&self.rights[bit]));
        Rights(bits.fold(0, |living, bit| living | 1 << bit))
    }

    /// The arena of an arrangement; of the whole game, that is, not of one that this gave.
    pub fn in_arrangement(&self, arrangement: Arrangement) -> &BoardModel {
        if arrangement == self.arrangement {
            return self;
        }
        debug_assert!(!self.others.is_empty(), "asked of an arena that has no others");
        self.others
            .get(arrangement.index())
            .map_or(self, |other| other.get_or_init(|| self.rearranged(arrangement)))
    }

    /// The arena in which `position` stands.
    pub fn at(&self, position: &BoardPosition) -> &BoardModel {
        self.in_arrangement(position.arrangement)
    }

    /// Rights that end when the piece on `site` moves or is captured.
    pub fn rights_at(&self, site: Site) -> Rights {
        self.rights_at[site]
    }

    /// The movement that decides what a kind attacks.
    pub fn attacks(&self, kind: KindId) -> &Movement {
        let kind = &self.rules.kinds[kind];
        kind.attacks.as_ref().unwrap_or(&kind.moves)
    }

    /// Whether a piece of `side` castles that goes `from` - `to` while `partner` goes its own way.
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

    /// Whether the side begins the game with a piece of `kind`, on the board or in hand. An unowned piece is no side's, and a
    /// neutral one is both sides'.
    pub fn starts_with(&self, side: Side, kind: KindId) -> bool {
        let held = self.rules.setup.hands.iter().flat_map(|hands| &hands.value);
        let stands = |side: Side| !self.start_cells[side][kind].is_empty();
        let stands = match self.rules.kinds[kind].owner {
            Owner::Nobody => false,
            Owner::Both => Side::BOTH.into_iter().any(stands),
            Owner::Side => stands(side),
        };
        stands || held.into_iter().any(|held| *held == (side, kind))
    }

    /// The board without pieces, on which movements are walked.
    pub fn terrain(&self) -> Terrain<'_> {
        let BoardModel { graph, rules, zones, start_cells, .. } = self;
        Terrain { graph, rules, zones, start_cells }
    }

    /// The cells of `area` from `side`'s view.
    pub fn cells(&self, area: &Area, side: Side) -> AnySet {
        self.terrain().cells(area, side)
    }

    /// Whether `site` lies in `area` from `side`'s view.
    pub fn lies_in(&self, area: &Area, side: Side, site: Site) -> bool {
        self.zones.has(&self.graph, area, side, site)
    }

    /// Whether `condition` holds of a displacement of a piece of `kind` and `side`.
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
