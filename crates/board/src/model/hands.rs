//! Pieces in hand and where they may be dropped.
//!
//! Owns: [`Hands`] (how many of each kind each side holds) and [`DropOption`] (a drop given cells).
//! Takes an arena. Invariant: hands have an entry a kind if the game has hands, else none, so that
//! equal hands are equal values.

use crate::paths::terrain::Piece;
use crate::topology::site_set::AnySet;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, Side};

/// How many pieces of each kind each side holds. A kind whose supply never ends is in no hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hands {
    held: BySide<Vec<u16>>,
}

/// A drop with its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DropOption {
    /// Cells on which it may land, as far as they and the rules alone decide, where it may promote.
    pub cells: AnySet,
    /// Those of them on which it may land as it is.
    pub plain: AnySet,
    /// Its limits.
    pub limits: Drop,
}

/// Ways of dropping, by side and kind.
pub type Drops = BySide<IndexVec<KindId, Vec<DropOption>>>;

impl Hands {
    /// Empty hands for a game.
    pub fn of(rules: &Ruleset) -> Hands {
        let kinds = rules.hand.as_ref().map_or(0, |_| rules.kinds.len());
        Hands { held: BySide::from_fn(|_| vec![0; kinds]) }
    }

    /// How many pieces of `kind` the side holds.
    pub fn count(&self, side: Side, kind: KindId) -> u16 {
        self.held[side].get(kind.index()).copied().unwrap_or(0)
    }

    /// Gives the side `count` more pieces of `kind`; nothing where the game has no hands.
    pub fn give(&mut self, side: Side, kind: KindId, count: u16) {
        if let Some(held) = self.held[side].get_mut(kind.index()) {
            *held = held.saturating_add(count);
        }
    }

    /// Takes a piece of `kind` out of the side's hand.
    pub fn take(&mut self, side: Side, kind: KindId) {
        if let Some(held) = self.held[side].get_mut(kind.index()) {
            *held = held.saturating_sub(1);
        }
    }

    /// What becomes of `piece`, captured by `captor`, which may be its own side.
    pub fn capture(&mut self, rules: &Ruleset, piece: Piece, captor: Side) {
        if let Some((side, kind)) = rules.hand_of(captor, piece.side, piece.kind) {
            self.give(side, kind, 1);
        }
    }

    /// The kinds that the side holds, with how many of each, in order of definition.
    pub fn held(&self, side: Side) -> impl Iterator<Item = (KindId, u16)> {
        let held = self.held[side].iter().copied().enumerate();
        held.filter(|&(_, n)| n > 0).map(|(i, n)| (KindId::from_index(i), n))
    }
}
