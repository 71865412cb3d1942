//! Which cells effects touch, told by the move.
//!
//! Owns: [`Footprint`]. Takes the lines of effects of a game; gives `board/engine/effects/untouched.rs` what it takes to know moves whose
//! effects bear on no royal piece. Invariant: a game has one only if its effects leave nothing to choose, bring no attacker
//! but the piece that moves and others of its side, and touch no cell besides those that it names.

use crate::model::board_model::BoardModel;
use crate::tables::predicates::{Line, PieceSelector};
use alfil_rules::effect::{Deed, Extent, Picked, Spot, Will};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, Subject};
use alfil_rules::ruleset::Owner;

/// The cells that effects may touch.
#[derive(Clone, Debug)]
pub struct Footprint<const W: usize> {
    /// Cells that the move names.
    pub cells: Vec<Anchor>,
    /// Pieces that are taken away, wherever the move leads.
    pub removed: Vec<PieceSelector<W>>,
}

impl<const W: usize> Footprint<W> {
    /// Of `lines`.
    pub fn new(arena: &BoardModel, lines: &[Line<W>]) -> Option<Footprint<W>> {
        let mut footprint = Footprint { cells: Vec::new(), removed: Vec::new() };
        for line in lines {
            let effect = &line.effect;
            if effect.will == Will::May || effect.choices() > 0 {
                return None;
            }
            for deed in &effect.deeds {
                match deed {
                    Deed::Count(..) | Deed::Reset(..) => {}
                    Deed::GoesTo(picked, Spot::Anchors(to)) if is_mover(picked) => {
                        footprint.cells.extend(to);
                    }
                    Deed::Place(what, Spot::Anchors(to))
                        if attacks_as_its_side(arena, &what.kinds) =>
                    {
                        footprint.cells.extend(to);
                    }
                    Deed::Remove(Picked { extent: Extent::Each, pieces })
                        if !pieces.asks_move() =>
                    {
                        footprint.removed.push(pieces.clone());
                    }
                    Deed::KingSafe
                    | Deed::GoesTo(..)
                    | Deed::Place(..)
                    | Deed::Remove(_)
                    | Deed::Capture(_)
                    | Deed::Becomes(..)
                    | Deed::ChangesSide(_)
                    | Deed::GoesToHand(..)
                    | Deed::GoesAlong(..) => return None,
                }
            }
        }
        let named = |anchor: &Anchor| match anchor {
            Anchor::Start
            | Anchor::End
            | Anchor::Behind
            | Anchor::Beyond
            | Anchor::Above
            | Anchor::Below => true,
            Anchor::Mover
            | Anchor::Victim
            | Anchor::Partner
            | Anchor::LastMover
            | Anchor::LastStart => false,
        };
        footprint.cells.iter().all(named).then_some(footprint)
    }
}

/// Whether it is the piece that moves, whatever holds of it.
fn is_mover<A, P>(picked: &Picked<A, P>) -> bool {
    let pieces = &picked.pieces;
    pieces.what == Subject::Anchor(Anchor::Mover) && pieces.filters.is_empty()
}

/// Whether pieces of these kinds attack for the side that places them, if they attack at all.
fn attacks_as_its_side(arena: &BoardModel, kinds: &[KindId]) -> bool {
    kinds.iter().all(|&kind| match arena.rules.kinds[kind].owner {
        Owner::Side => true,
        Owner::Nobody => arena.rules.kinds[kind].moves.terms.is_empty(),
        Owner::Both => false,
    })
}
