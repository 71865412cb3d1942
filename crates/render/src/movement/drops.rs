//! Shows where a piece may be dropped, and where it promotes.

use crate::layout;
use crate::mark::Mark;
use crate::scene::{Panel, Scene};
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::Actor;
use alfil_board::model::promotion::Way;
use alfil_play::board::BoardPlay;
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Duty, Occasions, Promotion, Ruleset, Supply};
use alfil_rules::side::Side;
use alfil_topology::site_set::{AnySet, Site};

// Shows where a piece may be dropped. `panel` uses only the rules about cells, `mark` all rules in
// a position.

/// Where a kind may be dropped on an empty board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Drops {
    Nowhere,
    /// The kind may be dropped on every cell, without a limit.
    Anywhere,
    /// The kind may be dropped on these cells. The texts describe the limits.
    Bound(AnySet, Vec<String>),
}

impl Drops {
    pub(crate) fn of(arena: &BoardModel, kind: KindId, side: Side) -> Drops {
        let promotes = arena.rules.kinds[kind].promotions.iter().any(|rule| rule.on.drop);
        let options = &arena.drops[side][kind];
        let lands = options.iter().map(|way| if promotes { way.cells } else { way.plain });
        let cells = lands.fold(AnySet::EMPTY, |all, cells| all | cells);
        let limits: Vec<String> = options.iter().flat_map(|way| limits(way.limits)).collect();
        let everywhere = arena.graph.sites().all(|site| cells.has(site));
        match (cells.is_empty(), everywhere && limits.is_empty()) {
            (true, _) => Drops::Nowhere,
            (false, true) => Drops::Anywhere,
            (false, false) => Drops::Bound(cells, limits),
        }
    }
}

/// The board with the cells on which `side` may drop `kind`; `None` if all cells are alike.
pub(super) fn drop_panel(arena: &BoardModel, kind: KindId, side: Side) -> Option<Panel> {
    let Drops::Bound(cells, limits) = Drops::of(arena, kind, side) else { return None };
    let mut scene = layout::whole(arena);
    limits.into_iter().for_each(|limit| scene.name(Mark::Drop, limit));
    layout::mark(&mut scene, &arena.graph, cells, Mark::Drop);
    Some(Panel { title: "From the hand".to_owned(), scene })
}

/// Marks the cells in `scene` where the side to move may drop `kind` now. Returns false if there
/// are none.
pub(crate) fn mark_drops(scene: &mut Scene, play: &BoardPlay, kind: KindId) -> bool {
    let graph = &play.arena().graph;
    let legal = play.legal();
    let drops = || legal.iter().filter(|mv| mv.actor == Actor::Hand(kind));
    layout::mark(scene, graph, drops().map(|mv| mv.to), Mark::Drop);
    let promoting = drops().filter(|mv| mv.promotion.is_some());
    layout::mark(scene, graph, promoting.map(|mv| mv.to), Mark::Promotes);
    drops().next().is_some()
}

/// The limits of a drop in words.
fn limits(drop: Drop) -> Vec<String> {
    let limits =
        [(drop.on_file, "a file"), (drop.on_shade, "a shade"), (drop.on_board, "the board")];
    let said = limits.into_iter().filter(|(most, _)| *most > 0);
    said.map(|(most, place)| format!("no more than {most} on {place}")).collect()
}

// Shows where a piece promotes: `panel` shows the zone of each rule, `everywhere` says if a zone
// is the whole board, `mark` marks the targets of a piece that promote. Conditions on the position
// are ignored.

/// The greatest number of kinds that a legend names.
const NAMED: usize = 6;

/// The board with the zones in which `kind` promotes when `side` owns it; `None` if a zone is the
/// whole board.
pub(super) fn promotion_panel(arena: &BoardModel, kind: KindId, side: Side) -> Option<Panel> {
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
pub(super) fn mark_promotions(
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
