//! Castling options as the generator reads them.

use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;

/// A way of castling, packed.
#[derive(Clone, Copy, Debug)]
pub struct Castle<const W: usize> {
    /// Kind of the piece that castles.
    pub kind: KindId,
    /// Bit of its right.
    pub right: u64,
    /// From, to of the piece that castles.
    pub king: (Site, Site),
    /// From, to of the partner.
    pub partner: (Site, Site),
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// May not be attacked; empty if the piece is not royal.
    pub safe: SiteSet<W>,
}
