//! Shows where a piece may be dropped. `panel` uses only the rules about cells, `mark` all rules in
//! a position.

use crate::play::board::BoardPlay;
use crate::render::layout;
use crate::render::mark::Mark;
use crate::render::scene::{Panel, Scene};
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::Actor;
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_topology::site_set::AnySet;

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
pub(super) fn panel(arena: &BoardModel, kind: KindId, side: Side) -> Option<Panel> {
    let Drops::Bound(cells, limits) = Drops::of(arena, kind, side) else { return None };
    let mut scene = layout::whole(arena);
    limits.into_iter().for_each(|limit| scene.name(Mark::Drop, limit));
    layout::mark(&mut scene, &arena.graph, cells, Mark::Drop);
    Some(Panel { title: "From the hand".to_owned(), scene })
}

/// Marks the cells in `scene` where the side to move may drop `kind` now. Returns false if there
/// are none.
pub(crate) fn mark(scene: &mut Scene, play: &BoardPlay, kind: KindId) -> bool {
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
