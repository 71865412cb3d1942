//! Walks without a position: every way through a movement, with what it asks of the cells on its way.
//!
//! Owns: [`Path`] and [`paths`]; `paths/tracer.rs` walks the ways of a term, `paths/progress.rs` holds what a walk knows
//! of cells, `paths/ways.rs` all ways of a movement and what is lent. Takes terrain and a movement; gives the tables
//! their raw material. Where the reference executor looks at what stands on a cell, this one forks: the cell may be
//! empty, an enemy, a friend, a hurdle. Invariant: a path asks nothing contradictory, and nothing of its start cell,
//! which counts as empty once the mover is on its way.

mod progress;
mod requirements;
mod tracer;
mod ways;

pub use crate::paths::meter::Spent;
use crate::paths::terrain::{Piece, Terrain};
use crate::topology::site_set::Site;
use alfil_rules::condition::Condition;
use alfil_rules::movement::Term;
pub use requirements::{
    CAPTURES, EnPassantCapture, End, Family, MAX_PATHS, MAX_STEPS, Needs, PASSED, Path,
};
pub use tracer::{Tracer, has_legs};
pub use ways::{CheckedPath, Kept, Movements, Relays, Ways, walk_of_any};

/// Every way through `term` for `piece` on `from` that the term's conditions and `restriction` allow, but those that it
/// lends to others. Castling has none here. At most [`MAX_PATHS`]; [`Tracer::is_complete`] tells whether that is all.
/// Whoever asks from many cells asks a [`Tracer`].
pub fn paths<const W: usize>(
    terrain: Terrain<'_>,
    from: Site,
    piece: Piece,
    term: &Term,
    restriction: &Condition,
) -> Vec<Path<W>> {
    Tracer::new(terrain, term).allowed(from, piece, restriction).cloned().collect()
}
