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
    /// True if it promotes and never moves backward. Then no position before its move can occur
    /// again.
    pub(crate) lasting: bool,
    /// The distance from its centre to the front of its body.
    pub(crate) front: f64,
    /// The distance from its side's own edge at which the centre of a piece promotes. `None` if the
    /// kind never promotes.
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
