//! Kinds of piece on a plane.

use crate::motion::Motions;
use alfil_rules::plane::Body;

/// The properties of a kind on a plane.
#[derive(Clone, Debug)]
pub struct PlaneKind {
    /// The area that a piece of this kind covers.
    pub body: Body,
    /// The moves of the kind.
    pub moves: Motions,
    /// The capturing motions of the kind.
    pub attacks: Motions,
    /// True if a piece may turn around its centre.
    pub turns: bool,
    /// True if a piece has a facing, because its body is no disc.
    pub has_facing: bool,
    /// True if some motion depends on whether the piece has moved.
    pub(crate) counts_moves: bool,
    /// True if the kind promotes and never moves backward. Then a move of such a piece cannot be
    /// undone, and no earlier position can occur again.
    pub(crate) lasting: bool,
    /// The distance from the centre of a piece to the front of its body.
    pub(crate) front: f64,
    /// The distance from the side's own edge at which the centre of a piece promotes. `None` if the
    /// kind never promotes.
    pub(crate) promotes_from: Option<f64>,
    /// The royalty of the kinds to which this kind promotes.
    pub(crate) promotes_to: PromotionRoyalty,
}

/// The royalty of the kinds to which a kind promotes that is not royal itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PromotionRoyalty {
    /// No royal kind.
    Common,
    /// Royal and common kinds.
    Mixed,
    /// Only royal kinds.
    Royal,
}
