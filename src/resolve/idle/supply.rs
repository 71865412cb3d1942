//! The greatest number of pieces that a side can ever have.

use crate::resolve::draft::{Draft, Promotes};
use alfil_rules::effect::shape::{Goes, Shape};
use alfil_rules::effect::{Becoming, Deed, Effect};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Men, Whose};
use alfil_rules::ruleset::Owner;
use alfil_rules::setup::{Setup, Square};
use alfil_rules::side::Side;

/// The greatest number of the pieces that `men` describes, of one side or of all, as they say. `None`
/// if some rule may add such pieces, or if that is not known.
pub(super) fn most(draft: &Draft, men: &Men) -> Option<u32> {
    // Without a list of kinds, the number of pieces is of little interest.
    let kinds: Vec<KindId> = men.kinds.as_ref()?.iter().copied().filter(|&k| men.has(k)).collect();
    let setup = draft.setup.as_ref().filter(|_| !draft.broken.setup && !draft.broken.pieces)?;
    if adds(draft, &kinds) {
        return None;
    }
    let of = |side: Side| stands(setup, side, &kinds);
    match men.whose {
        Some(Whose::Own | Whose::Enemy) => Side::BOTH.into_iter().map(of).max(),
        Some(Whose::Ally | Whose::Any) | None => Some(Side::BOTH.into_iter().map(of).sum()),
    }
}

/// Returns true if a rule may add a piece of one of `kinds`, to any side.
fn adds(draft: &Draft, kinds: &[KindId]) -> bool {
    let is = |kind: &KindId| kinds.contains(kind);
    let promotes = |promotes: &Promotes| draft.targets(promotes).iter().any(is);
    let moves_over = |deed: &Deed| {
        let Shape { goes, changes_side, becomes, .. } = deed.shape();
        goes == Goes::Hand || changes_side || matches!(becomes, Some(Becoming::Victim))
    };
    let deeds = || draft.sentences.effects().flat_map(|effect| &effect.deeds);
    let shared = draft.live().any(|(kind, piece)| is(&kind) && piece.owner.value != Owner::Side);
    draft.live().any(|(_, piece)| piece.promotes.iter().any(promotes))
        // Hands may also be filled from outside, as by the partner in a game of two boards.
        || draft.hand.is_some()
        || deeds().any(moves_over)
        || shared
        || draft.sentences.effects().flat_map(Effect::made).any(|kind| is(&kind))
        || draft.shuffle.is_some()
        || draft.dice.iter().next().is_some()
        // The army of a side that is out may be taken over.
        || draft.sides.called().len() > 2
}

/// The number of pieces of `kinds` that `side` has in the setup, on the board and in hand.
fn stands(setup: &Setup, side: Side, kinds: &[KindId]) -> u32 {
    let is = |of: Side, kind: KindId| of == side && kinds.contains(&kind);
    let cells = setup.placement.rows.iter().flat_map(|row| &row.cells);
    let on_cells = cells.filter(|cell| match cell.value {
        Square::Piece(of, kind) | Square::Covered(of, kind) => is(of, kind),
        Square::Empty(_) | Square::Missing => false,
    });
    let points = setup.placement.points.iter().filter(|p| is(p.value.side, p.value.kind));
    let held = setup.hands.iter().flat_map(|hands| &hands.value);
    let held = held.filter(|&&(of, kind)| is(of, kind));
    (on_cells.count() + points.count() + held.count()) as u32
}
