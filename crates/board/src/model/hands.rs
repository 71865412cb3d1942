//! Pieces in hand, and drops with their cells. In a game without hands, all lists are empty.

use crate::paths::terrain::Piece;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::AnySet;

/// The number of pieces of each kind in each side's hand. Kinds with endless supply are not
/// counted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hands {
    held: BySide<Vec<u16>>,
}

/// A drop with its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DropOption {
    /// Cells where the piece may land, with or without promotion. They depend only on the rules,
    /// not on a position.
    pub cells: AnySet,
    /// The subset of cells where the piece may land without promotion.
    pub plain: AnySet,
    /// Limits on the number of pieces of the same kind on a file, on a shade or on the board.
    pub limits: Drop,
}

/// Drops by side and kind.
pub(crate) type Drops = BySide<IndexVec<KindId, Vec<DropOption>>>;

impl Hands {
    /// Returns empty hands for a game.
    pub(crate) fn of(rules: &Ruleset) -> Hands {
        let kinds = rules.hand.as_ref().map_or(0, |_| rules.kinds.len());
        Hands { held: BySide::from_fn(|_| vec![0; kinds]) }
    }

    /// Returns the number of pieces of `kind` in the side's hand.
    pub fn count(&self, side: Side, kind: KindId) -> u16 {
        self.held[side].get(kind.index()).copied().unwrap_or(0)
    }

    /// Adds `count` pieces of `kind` to the side's hand. Does nothing in a game without hands.
    pub fn give(&mut self, side: Side, kind: KindId, count: u16) {
        if let Some(held) = self.held[side].get_mut(kind.index()) {
            *held = held.saturating_add(count);
        }
    }

    /// Takes a piece of `kind` out of the side's hand. Does nothing if there is none.
    pub fn take(&mut self, side: Side, kind: KindId) {
        if let Some(held) = self.held[side].get_mut(kind.index()) {
            *held = held.saturating_sub(1);
        }
    }

    /// Empties the side's hand.
    pub fn clear(&mut self, side: Side) {
        self.held[side].fill(0);
    }

    /// Puts a captured piece into a hand, if the rules say so. `captor` is the side that captured
    /// `piece`. A side may capture its own piece.
    pub(crate) fn capture(&mut self, rules: &Ruleset, piece: Piece, captor: Side) {
        if let Some((side, kind)) = rules.hand_of(captor, piece.side, piece.kind) {
            self.give(side, kind, 1);
        }
    }

    /// Iterates over the kinds in the side's hand with their numbers, in order of definition.
    pub fn held(&self, side: Side) -> impl Iterator<Item = (KindId, u16)> {
        let held = self.held[side].iter().copied().enumerate();
        held.filter(|&(_, n)| n > 0).map(|(i, n)| (KindId::from_index(i), n))
    }
}
