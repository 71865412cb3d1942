//! Kinds of piece on a plane.

use crate::motion::Motions;
use alfil_rules::plane::Body;

/// The properties of a kind on a plane.
#[derive(Clone, Debug)]
pub struct PlaneKind {
    /// The area that it covers.
    pub body: Body,
    /// Its moves.
    pub moves: Motions,
    /// Its capturing motions.
    pub attacks: Motions,
    /// True if it may turn around its centre.
    pub turns: bool,
    /// True if it has a facing, because its body is no disc.
    pub has_facing: bool,
    /// True if some motion depends on whether the piece has moved.
    pub(crate) counts_moves: bool,
    /// True if it promotes and never moves backward, so that no position after its move repeats.
    pub(crate) lasting: bool,
    /// How far its body reaches forward from its centre.
    pub(crate) front: f64,
    /// How far forward, as its side sees it, the centre must be to promote.
    pub(crate) promotes_from: Option<f64>,
    /// The royalty of the kinds that it promotes to.
    pub(crate) promotes_to: PromotionRoyalty,
}

/// The royalty of the kinds that a common kind promotes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PromotionRoyalty {
    /// No royal kind.
    Common,
    /// Royal and common kinds.
    Mixed,
    /// Only royal kinds.
    Royal,
}
