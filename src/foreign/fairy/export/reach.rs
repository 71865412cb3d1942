//! The cells that pieces can reach. A condition matters only where a piece can stand, so an
//! upper bound of these cells is enough.

use crate::foreign::fairy::export::movement::Ways;
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::effect::Effect;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::{ByColor, Side};
use alfil_topology::site_set::AnySet;

/// Cells for each side and kind. A kind without cells never stands on the board.
pub(super) type Reach = ByColor<IndexVec<KindId, AnySet>>;

/// The cells that pieces of each kind can reach, and some more.
pub(super) fn reach(model: &BoardModel, ways: &IndexVec<KindId, Ways>) -> Reach {
    let rules = &model.rules;
    let all: AnySet = model.graph.sites().collect();
    let mut reach: Reach =
        ByColor::from_fn(|side| model.start_cells[side].iter().copied().collect());
    for made in rules.effects.iter().flat_map(Effect::made) {
        Side::BOTH.into_iter().for_each(|side| reach[side][made] = all);
    }
    loop {
        let before = reach.clone();
        for side in Side::BOTH {
            for kind in rules.kinds.ids() {
                let here = reach[side][kind];
                let mut next = here;
                for way in ways[kind].elements.values() {
                    for from in here {
                        next |= way.allowed[side][from.index()];
                    }
                }
                if !here.is_empty() && !ways[kind].unknown.is_empty() {
                    next = all;
                }
                if may_hold(model, &reach, side, kind) {
                    let drops = model.drops[side][kind].iter();
                    next = drops.fold(next, |all, drop| all | drop.cells);
                }
                reach[side][kind] = next;
                for rule in &rules.kinds[kind].promotions {
                    for &to in &rule.to {
                        reach[side][to] |= next;
                    }
                }
            }
        }
        for castle in &model.castles {
            let ends = [castle.king.1, castle.partner.1];
            for ((piece, _), end) in model.rights[castle.right].pieces().into_iter().zip(ends) {
                let cells = &mut reach[piece.side][piece.kind];
                *cells |= AnySet::of(end);
            }
        }
        if reach == before {
            return reach;
        }
    }
}

/// True if `side` may ever have a piece of `kind` in hand. A royal piece is never captured.
pub(super) fn may_hold(model: &BoardModel, reach: &Reach, side: Side, kind: KindId) -> bool {
    let rules = &model.rules;
    let Some(hand) = &rules.hand else { return false };
    let begins = rules.setup.hands.iter().flat_map(|hands| &hands.value);
    let begins = begins.into_iter().any(|held| *held == (side, kind));
    let captured = || {
        Side::BOTH.into_iter().any(|owner| {
            let captor = owner.other();
            rules.kinds.ids().any(|other| {
                rules.kinds[other].royal != Royalty::Each
                    && !reach[owner][other].is_empty()
                    && rules.hand_of(captor, owner, other) == Some((side, kind))
            })
        })
    };
    begins || hand.supply.contains(&kind) || captured()
}
