//! Castling options in the form that the generator reads.

use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

/// A castling option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castle<const W: usize> {
    /// The kind of the castling piece.
    pub(crate) kind: KindId,
    /// The bit of its castling right.
    pub(crate) right: u64,
    /// The start and end of the castling piece.
    pub(crate) king: (Site, Site),
    /// The start and end of its partner.
    pub(crate) partner: (Site, Site),
    /// The cells that must be empty.
    pub(crate) empty: SiteSet<W>,
    /// The cells that must not be attacked. Every move is tested for check on its last cell, so the
    /// end cell of a royal piece is left out. Empty if the castling piece is not royal.
    pub(crate) safe: SiteSet<W>,
    /// True if the move of the partner may expose the king on its end cell. Otherwise the king may
    /// be tested there with the partner still on its start.
    pub(crate) partner_matters: bool,
}
