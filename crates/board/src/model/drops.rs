//! The drops of a game, with the cells where they may land.

use crate::model::board_model::BoardModel;
use crate::model::hands::{DropOption, Drops};
use alfil_rules::hand::Immobile;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{AnySet, Site};

/// Returns all drops of a game with hands. Lists are empty in other games.
pub(crate) fn drops(model: &BoardModel) -> Drops {
    let kinds = &model.rules.kinds;
    let option = |side: Side, kind: KindId, term: &Term| {
        let Action::Drop(limits) = term.action else { return None };
        let (first, last) = (limits.first, limits.last);
        let stuck = model.stuck[side][kind];
        let immobile = model.rules.hand.as_ref().map(|hand| hand.immobile);
        let lands = |&site: &Site| {
            let holds = |condition| model.holds(condition, side, kind, site, site);
            (first..=last).contains(&model.graph.rank_for(site, side))
                && holds(&term.when)
                && holds(&model.rules.every_move)
        };
        let cells: AnySet = model.graph.sites().filter(lands).collect();
        let plain = match immobile {
            Some(Immobile::Allowed) => cells,
            Some(Immobile::Forbidden) | None => cells.minus(stuck),
        };
        Some(DropOption { cells, plain, limits })
    };
    BySide::of(model.rules.sides, |side| {
        let of = |kind: KindId| {
            let terms = kinds[kind].moves.terms.iter();
            terms.filter_map(|term| option(side, kind, term)).collect::<Vec<_>>()
        };
        let has_hands = model.rules.hand.is_some();
        kinds.ids().map(|kind| if has_hands { of(kind) } else { Vec::new() }).collect()
    })
}
