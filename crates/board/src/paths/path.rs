//! Paths: every way of a movement over the board, with its requirements of the cells on the way.
//! Move tables are built from them.
//!
//! The reference executor reads which piece stands on a cell. Tracing has no position, so it
//! branches instead: the cell may be empty, or hold an enemy, a friend or a hurdle. The
//! requirements of a path never contradict each other. The start cell counts as empty, because the
//! piece has left it. A piece may lend a path to another piece of its side, which then moves along
//! the path.

mod progress;
mod requirements;
mod tracer;
mod ways;

pub(crate) use crate::paths::meter::Spent;
use crate::paths::terrain::{Piece, Terrain};
use alfil_rules::condition::Condition;
use alfil_rules::movement::Term;
use alfil_topology::site_set::Site;
pub use requirements::{
    CAPTURES, EnPassantCapture, End, Family, MAX_PATHS, MAX_STEPS, Needs, PASSED, Path,
};
pub use tracer::{Tracer, has_legs};
pub use ways::{CheckedPath, Kept, Movements, Relays, Ways, walk_of_any};

/// Returns every path of `term` for `piece` on `from` that the term's conditions and `restriction`
/// allow. Paths that the piece lends to other pieces are left out, and castling has none. Returns
/// at most [`MAX_PATHS`]. A [`Tracer`] is faster for many cells, and [`Tracer::is_complete`]
/// reports whether paths are missing.
pub fn paths<const W: usize>(
    terrain: Terrain<'_>,
    from: Site,
    piece: Piece,
    term: &Term,
    restriction: &Condition,
) -> Vec<Path<W>> {
    Tracer::new(terrain, term).allowed(from, piece, restriction).cloned().collect()
}
