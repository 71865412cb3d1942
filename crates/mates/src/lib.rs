//! Proofs of mate in one move and in two moves on a plane.
//!
//! A family of moves contains infinitely many positions, so not all of them can be tried. Instead a
//! range of distances is divided into parts until one of two claims is proved for a whole part: no
//! reply exists and a royal piece is attacked ([`Answer::Mate`]), or one certain reply is legal
//! ([`Answer::Reply`]). A part narrower than the given width is left undecided, and so is what takes
//! too many parts. At single distances the exact legal moves decide. On a sphere, in a box, and where
//! edges are joined, only single distances are decided.
//!
//! ```text
//!   family        [0.1 -------------------------------------- 6.3]
//!   parts           reply k8,8:270:0.5   |?|    mate     |?| reply
//! ```
//!
//! Mates in two moves are proved for single first moves, and for ranges of replies to them.

#![warn(missing_docs)]

mod escape;
mod prover;
mod refute;
mod scene;
mod two;

pub use crate::prover::{Answer, Part, Proof};
pub use crate::refute::Reply;
pub use crate::two::{Outlook, Sequel};

use crate::prover::Prover;
use alfil_plane::model::position::{PlaneMove, PlanePosition};
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::moves::families;
use alfil_rules::goal::{Event, Verdict};

/// Why a game has no proofs of mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Mate does not lose in this game.
    MateDoesNotLose,
    /// Goals or claims may end the game too.
    Goals,
}

/// Proves for all legal moves of a position whether they mate. Parts narrower than `width`, which is
/// above 0, are left undecided. `each` is called after each family and returns whether to go on.
///
/// # Errors
///
/// The proof is only about mate. So it is refused if mate does not lose the game, or if the game may
/// end in other ways that depend on the position.
pub fn proofs(
    program: &PlaneProgram,
    position: &PlanePosition,
    width: f64,
    mut each: impl FnMut(&Proof) -> bool,
) -> Result<Vec<Proof>, Refusal> {
    refused(program)?;
    let mut all = Vec::new();
    for family in families::families(program, position) {
        let proof = Prover::new(program, position, width).family(family);
        let goes_on = each(&proof);
        all.push(proof);
        if !goes_on {
            break;
        }
    }
    Ok(all)
}

/// A first move, and what follows.
#[derive(Clone, Debug)]
pub struct Key {
    /// The move.
    pub first: PlaneMove,
    /// What is proved about it.
    pub outlook: Outlook,
    /// The number of ranges and single moves for which a proof was tried.
    pub tried: usize,
}

/// Proves whether a move mates in two moves at most. Ranges of replies narrower than `width`, which is
/// above 0, are left undecided.
///
/// # Errors
///
/// As for [`proofs`].
pub fn key(
    program: &PlaneProgram,
    position: &PlanePosition,
    first: &PlaneMove,
    width: f64,
) -> Result<Key, Refusal> {
    refused(program)?;
    let prover = Prover::new(program, position, width);
    let outlook = prover.in_two(first);
    Ok(Key { first: first.clone(), outlook, tried: prover.tried() })
}

fn refused(program: &PlaneProgram) -> Result<(), Refusal> {
    let ends = &program.rules().ends;
    if !matches!(ends.verdict(Event::Checkmate), Some(Verdict::Loss(_))) {
        return Err(Refusal::MateDoesNotLose);
    }
    if !ends.goals.is_empty() || !ends.claims.is_empty() {
        return Err(Refusal::Goals);
    }
    Ok(())
}
