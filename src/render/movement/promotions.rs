//! Shows where a piece promotes: `panel` shows the zone of each rule, `everywhere` says if a zone
//! is the whole board, `mark` marks the targets of a piece that promote. Conditions on the position
//! are ignored.

use crate::render::layout;
use crate::render::mark::Mark;
use crate::render::scene::{Panel, Scene};
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::promotion::Way;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Duty, Occasions, Promotion, Ruleset, Supply};
use alfil_rules::side::Side;
use alfil_topology::site_set::{AnySet, Site};

/// The greatest number of kinds that a legend names.
const NAMED: usize = 6;

/// The board with the zones in which `kind` promotes when `side` owns it; `None` if a zone is the
/// whole board.
pub(super) fn panel(arena: &BoardModel, kind: KindId, side: Side) -> Option<Panel> {
    let mut scene = layout::whole(arena);
    let mut is_empty = true;
    for (rule, zone) in zones(arena, kind, side).filter(|(_, zone)| !is_whole(arena, *zone)) {
        is_empty &= zone.is_empty();
        layout::mark(&mut scene, &arena.graph, zone, Mark::Promotes);
        scene.name(Mark::Promotes, words(rule, &arena.rules));
    }
    (!is_empty).then(|| Panel { title: "Promotion".to_owned(), scene })
}

/// Returns true if `kind` promotes on every cell.
pub(super) fn everywhere(arena: &BoardModel, kind: KindId, side: Side) -> bool {
    let moving = |rule: &Promotion| rule.on.enter || rule.on.within;
    zones(arena, kind, side).any(|(rule, zone)| moving(rule) && is_whole(arena, zone))
}

/// Marks the cells of `ends` where a move of `kind` from `from` promotes, and `from` if the piece
/// promotes without moving.
pub(super) fn mark(
    scene: &mut Scene,
    arena: &BoardModel,
    kind: KindId,
    side: Side,
    from: Site,
    ends: impl Iterator<Item = Site>,
) {
    let ways = ends.map(|to| Way::Move(from, to)).chain([Way::Stay(from)]);
    let promoting = ways.filter(|&way| arena.promotions(side, kind, way).next().is_some());
    layout::mark(scene, &arena.graph, promoting.map(|way| way.end()), Mark::Promotes);
}

fn zones(
    arena: &BoardModel,
    kind: KindId,
    side: Side,
) -> impl Iterator<Item = (&Promotion, AnySet)> {
    let zones = arena.promotion_cells[side][kind].iter().copied();
    arena.rules.kinds[kind].promotions.iter().zip(zones)
}

fn is_whole(arena: &BoardModel, zone: AnySet) -> bool {
    arena.graph.sites().all(|site| zone.has(site))
}

/// The rule in words, such as `to queen or rook` or `by choice to tokin when entering, moving
/// within or leaving`.
fn words(rule: &Promotion, rules: &Ruleset) -> String {
    let Occasions { enter, within, leave, stay, drop } = rule.on;
    let choice = match rule.duty {
        Duty::Must => "",
        Duty::May => "by choice ",
        Duty::Wait => "as soon as it can ",
    };
    let names: Vec<&str> = rule.to.iter().map(|&to| rules.kinds[to].name.value.as_str()).collect();
    let to = match names.len() {
        0..=NAMED => either(&names),
        many => format!("one of {many} kinds"),
    };
    let supply = match rule.supply {
        Supply::Endless => "",
        Supply::Lost => " that was lost",
    };
    let occasions = [
        (enter, "entering"),
        (within, "moving within"),
        (leave, "leaving"),
        (stay, "standing there"),
        (drop, "dropped there"),
    ];
    let occasions: Vec<&str> =
        occasions.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
    let when = match rule.on {
        Occasions::ARRIVING => String::new(),
        _ => format!(" when {}", either(&occasions)),
    };
    let condition = if rule.when.is_some() { ", on a condition" } else { "" };
    format!("{choice}to {to}{supply}{when}{condition}")
}

fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}
