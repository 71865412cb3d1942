//! Kinds of piece on a plane.

use crate::motion::Motions;
use alfil_rules::plane::Body;

/// What a kind is on a plane.
#[derive(Clone, Debug)]
pub struct PlaneKind {
    /// What it covers.
    pub body: Body,
    /// How it moves.
    pub moves: Motions,
    /// How it attacks: motions that capture.
    pub attacks: Motions,
    /// Whether it may turn on its centre.
    pub turns: bool,
    /// Whether it has a facing: its body is no disc.
    pub has_facing: bool,
    /// Whether it matters that it has not moved.
    pub(crate) counts_moves: bool,
    /// Whether it promotes and never goes back, so that no position comes back.
    pub(crate) lasting: bool,
    /// How far it reaches forward from its centre.
    pub(crate) front: f64,
    /// From how far forward, seen by its side, its centre promotes.
    pub(crate) promotes_from: Option<f64>,
    /// To what.
    pub(crate) heirs: Heirs,
}

/// What a kind that is not royal may promote to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heirs {
    /// No royal kind.
    Common,
    /// Royal kinds and others.
    Mixed,
    /// Royal kinds alone.
    Royal,
}
