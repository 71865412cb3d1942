//! A ruleset on its board, which both executors read. When it is built, names of cells and zones
//! are resolved, and unknown names become findings. The file also has the
//! types of castling and the cells of shuffled starts.

use crate::model::position::{BoardPosition, Drops, Rights};
use crate::paths::terrain::{ByPiece, Piece, Terrain, Zones, own_cell};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::condition::{Area, Condition};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::setup::{Arrays, Shuffle};
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

// The types of castling: options, rights, and drops after which a right exists.

/// A castling right. It ends when one of its two pieces moves or is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Right {
    /// The side that castles.
    pub side: Side,
    /// Start cell of the piece that castles.
    pub(crate) king: Site,
    /// Start cell of the partner.
    pub partner: Site,
    /// Kinds of the piece that castles and of its partner.
    pub(crate) kinds: (KindId, KindId),
}

impl Right {
    /// Returns both pieces with their cells.
    pub fn pieces(&self) -> [(Piece, Site); 2] {
        let piece = |kind| Piece { side: self.side, kind };
        [(piece(self.kinds.0), self.king), (piece(self.kinds.1), self.partner)]
    }
}

/// One castling move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastleOption {
    /// The side that castles.
    pub side: Side,
    /// The kind of the castling piece.
    pub kind: KindId,
    /// The index of the first term of `kind` that allows the move.
    pub term: usize,
    /// The index of the right that the move needs, in
    /// [`BoardModel::rights`](crate::model::board_model::BoardModel::rights).
    pub right: usize,
    /// The move of the castling piece: from, to.
    pub king: (Site, Site),
    /// The move of the partner: from, to.
    pub partner: (Site, Site),
    /// Cells that must be empty. The start cells of both pieces do not count.
    pub empty: AnySet,
    /// Cells where the castling piece may not be attacked, from its start to its end. The end is
    /// left out if the test for check after the move covers it. Empty if the piece is not royal.
    pub safe: Vec<Site>,
}

/// A drop after which a castling right exists, if the other piece is on its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grant {
    /// The dropped piece and its cell.
    pub(crate) dropped: (Piece, Site),
    /// The other piece and its cell.
    pub(crate) other: (Piece, Site),
    /// Index of the right in [`BoardModel::rights`](crate::model::board_model::BoardModel::rights).
    pub(crate) right: usize,
}

/// All castling options of a board.
#[derive(Clone, Default, Debug)]
pub struct Castles {
    /// The castling moves.
    pub(crate) options: Vec<CastleOption>,
    /// The rights of these moves.
    pub(crate) rights: Vec<Right>,
    /// Drops after which a right exists.
    pub(crate) grants: Vec<Grant>,
}

impl Castles {
    /// Returns the options and drops of `rights`, which must be a subset of `self.rights`.
    pub(crate) fn of(&self, rights: &[Right]) -> Castles {
        let number = |right: usize| rights.iter().position(|r| *r == self.rights[right]);
        let option = |option: &CastleOption| {
            Some(CastleOption { right: number(option.right)?, ..option.clone() })
        };
        let grant = |grant: &Grant| Some(Grant { right: number(grant.right)?, ..*grant });
        Castles {
            options: self.options.iter().filter_map(option).collect(),
            rights: rights.to_vec(),
            grants: self.grants.iter().filter_map(grant).collect(),
        }
    }
}

// The cells whose pieces a shuffled start permutes. Both sides have the same number of them. The
// n-th cell of Black corresponds to the n-th cell of White.

/// The largest number of permutations for one side. A game with more is a finding.
const MOST: u64 = 1_000_000;

/// The piece on each site.
pub type Squares = IndexVec<Site, Option<Piece>>;

/// The shuffled cells of each side, by rank from the side's view and then by file.
#[derive(Clone, Debug)]
pub struct Shuffled(BySide<Vec<Site>>);

impl Shuffled {
    /// Returns the shuffled cells of `rules`, if any. Reports cells that cannot be shuffled.
    pub(crate) fn new(
        rules: &Ruleset,
        graph: &Graph,
        zones: &Zones,
        squares: &Squares,
        found: &mut Report,
    ) -> Option<Shuffled> {
        let shuffle = rules.shuffle.as_ref()?;
        let mut own: Vec<Site> =
            zones.cells(graph, &shuffle.cells, Side::White).into_iter().collect();
        own.sort_by_key(|&site| (graph.rank_for(site, Side::White), graph.file_rank(site).0));
        let theirs: Vec<Site> =
            own.iter().filter_map(|&site| own_cell(graph, site, Side::Black)).collect();
        let shuffled = Shuffled(BySide::two(own, theirs));
        let own_cells = "name cells as White counts, such as `cells: rank 1`; Black's follow";
        let (title, help) = match shuffled.misfit(shuffle, squares) {
            None => return Some(shuffled),
            Some(Misfit::Cells) => ("Black has no cells of its own that answer these", own_cells),
            Some(Misfit::Nobody) => ("no two pieces stand on these cells", own_cells),
            Some(Misfit::Stranger) => ("pieces of the other side stand on these cells", own_cells),
            Some(Misfit::Unlike) => (
                "Black's pieces there are not those of White",
                "name cells whose pieces are alike, or type `sides: apart`",
            ),
            Some(Misfit::Many) => {
                ("these cells have more than a million arrays", "name fewer cells")
            }
        };
        found.at(Code::BadShuffle, shuffle.span, title, "cannot be shuffled").help(help);
        None
    }

    /// Returns the cells of `side`.
    pub fn cells(&self, side: Side) -> &[Site] {
        &self.0[side]
    }

    /// Returns the kinds on the shuffled cells of `side`, in order of the cells.
    pub fn array(&self, squares: &Squares, side: Side) -> Vec<Option<KindId>> {
        self.0[side].iter().map(|&site| squares[site].map(|piece| piece.kind)).collect()
    }

    fn misfit(&self, shuffle: &Shuffle, squares: &Squares) -> Option<Misfit> {
        let [white, black] = self.0.both();
        if white.len() != black.len() || white.iter().any(|site| black.contains(site)) {
            return Some(Misfit::Cells);
        }
        for side in Side::BOTH {
            let pieces = || self.0[side].iter().filter_map(|&site| squares[site]);
            if pieces().any(|piece| piece.side != side) {
                return Some(Misfit::Stranger);
            }
            if pieces().count() == 0 || white.len() < 2 {
                return Some(Misfit::Nobody);
            }
        }
        let sorted = |side| {
            let mut array = self.array(squares, side);
            array.sort();
            array
        };
        let arrays = [sorted(Side::White), sorted(Side::Black)];
        if arrays.iter().any(|array| count(array) > MOST) {
            return Some(Misfit::Many);
        }
        (shuffle.sides == Arrays::Alike && arrays[0] != arrays[1]).then_some(Misfit::Unlike)
    }

    /// Returns the start cells of a shuffled game. A kind on a shuffled cell may start on every
    /// shuffled cell of its side.
    pub(crate) fn start_cells(&self, squares: &Squares, written: &ByPiece) -> ByPiece {
        let mut cells = written.clone();
        for side in Side::BOTH {
            for kind in self.array(squares, side).into_iter().flatten() {
                self.0[side].iter().for_each(|&site| cells[side][kind].insert(site));
            }
        }
        cells
    }
}

/// Returns the number of different permutations of a sorted list that may contain equal elements.
fn count(sorted: &[Option<KindId>]) -> u64 {
    let mut count = 1u64;
    let mut before = 0;
    for run in sorted.chunk_by(|a, b| a == b) {
        for same in 1..=run.len() as u64 {
            before += 1;
            // The quotient is a multinomial coefficient, so the division is exact.
            count = count.saturating_mul(before) / same;
        }
    }
    count
}

/// The reason why cells cannot be shuffled.
enum Misfit {
    Cells,
    Nobody,
    Stranger,
    Unlike,
    Many,
}
