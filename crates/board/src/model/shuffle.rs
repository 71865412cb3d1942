//! The cells whose pieces a shuffled start permutes. Both sides have the same number of them. The
//! n-th cell of Black corresponds to the n-th cell of White.

use crate::paths::area::{Zones, own_cell};
use crate::paths::terrain::{ByPiece, Piece};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::shuffle::{Arrays, Shuffle};
use alfil_rules::side::{BySide, Side};
use alfil_topology::graph::Graph;
use alfil_topology::site_set::Site;

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
