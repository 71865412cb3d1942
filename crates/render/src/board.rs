//! Builds the scene of a position on its board, with marks for goals and zones.

use crate::geometry::Point;
use crate::layout;
use crate::mark::{Goes, Hidden, Mark};
use crate::scene::{Cell, Keeps, Label, Look, Scene, Spot, Zone};
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{Actor, Choice, Move};
use alfil_board::paths::terrain::Piece;
use alfil_play::board::BoardPlay;
use alfil_play::board::view::SeenPlay;
use alfil_reference::view::Known;
use alfil_rules::condition::{Area, Condition, Place, PlaceKind};
use alfil_rules::ids::ZoneId;
use alfil_rules::ruleset::{Kind, Ruleset};
use alfil_rules::side::{Color, Side};
use alfil_text::conditions::{self, Counted};
use alfil_topology::site_set::Site;
use std::collections::BTreeSet;

// Builds the scene of a position on its board.
//
// Pieces in hand form a column to the right of the board, Black's from the top, White's from the
// bottom. Each kind stands there once, with the number of pieces.

/// The scene of `position`. Royal pieces in check, the cells of the last move and the cells that
/// goals name are marked.
pub fn scene(position: &BoardPlay) -> Scene {
    let arena = position.arena();
    let mut scene = layout::arranged(arena);
    for (site, piece) in position.board().squares.enumerate() {
        let at = scene.find(arena.graph.name(site));
        let (Some(piece), Some(at)) = (*piece, at) else { continue };
        let drawn = |piece: Piece| {
            let kind = &arena.rules.kinds[piece.kind];
            // A side that is out may have left its pieces, which then belong to nobody.
            let look = if position.board().out.has(piece.side) {
                Look::Nobody
            } else {
                Look::of(kind, piece.side)
            };
            (look, kind.into())
        };
        let beneath = position.board().columns.on(site).map(drawn).collect();
        scene.stack(at, drawn(piece), beneath);
    }
    hands(&mut scene, position);
    scene.moves(position.board().side);
    mark_goals(&mut scene, arena);
    mark_zones(&mut scene, arena);
    let touched = position.last().map(|mv| touched(position, &mv)).unwrap_or_default();
    layout::mark(&mut scene, &arena.graph, touched, Mark::LastMove);
    if position.in_check() {
        let royals = position.board().royals(arena, position.board().side);
        layout::mark(&mut scene, &arena.graph, royals, Mark::Check);
    }
    scene
}

/// The scene of a position as a side sees it. Cells that it does not see are marked.
pub fn seen(seen: &SeenPlay) -> Scene {
    let arena = seen.play().arena();
    let mut scene = scene(seen.play());
    for site in arena.graph.sites() {
        let hidden = match seen.known(site) {
            Known::Seen(_) => continue,
            Known::Occupied => Hidden::Occupied,
            Known::Unknown => Hidden::Unknown,
        };
        layout::mark(&mut scene, &arena.graph, [site], Mark::Hidden(hidden));
    }
    layout::mark(&mut scene, &arena.graph, seen.last().iter().copied(), Mark::LastMove);
    scene
}

/// The cells that the last move changed. For a section these are all cells that moved with it.
fn touched(position: &BoardPlay, mv: &Move) -> Vec<Site> {
    let arena = position.arena();
    let chosen = mv.choices.iter().filter_map(|choice| match choice {
        Choice::Taken(_, site) => site,
        Choice::Declined | Choice::Carried(_) => None,
    });
    match mv.actor {
        Actor::Piece => {
            let partner = mv.partner.into_iter().flat_map(|(from, to)| [from, to]);
            let ends = ends(position, mv);
            [mv.from].into_iter().chain(ends).chain(partner).chain(chosen).collect()
        }
        Actor::Hand(_) => vec![mv.to],
        Actor::Section(section, stand) => {
            let cells = arena.sections.get(section).cells(usize::from(stand));
            cells.filter_map(|(file, rank)| arena.graph.at(file, rank)).collect()
        }
        Actor::Die(..) | Actor::Nobody => Vec::new(),
    }
}

/// The cell where the last move ended. If an effect has moved the piece on, as in Alice Chess, it
/// is the cell where the piece now stands.
fn ends(position: &BoardPlay, mv: &Move) -> Vec<Site> {
    let now = position.board();
    if now.piece(mv.to).is_some() {
        return vec![mv.to];
    }
    let mut before = position.clone();
    before.take_back();
    let before = before.board();
    let kind = mv.promotion.or(mv.kind(before));
    let is_new = |&site: &Site| now.piece(site) != before.piece(site);
    let pieces = now.pieces(before.side).filter(|&(_, standing)| Some(standing) == kind);
    let moved: Vec<Site> = pieces.map(|(site, _)| site).filter(is_new).collect();
    if moved.is_empty() { vec![mv.to] } else { moved }
}

/// The name of the cell in the scene that shows a kind in hand.
pub(crate) fn name_in_hand(rules: &Ruleset, kind: &Kind, side: Side) -> String {
    format!("{} in hand", rules.piece_letter(side, kind.letter))
}

/// Distance from the board's edge to the centres of the pieces in hand, in cells.
const BESIDE: f64 = 1.0;
/// Distance from the centre of a piece in hand to its number, in cells.
const COUNT: f64 = 0.6;

fn hands(scene: &mut Scene, position: &BoardPlay) {
    let arena = position.arena();
    let Point { x: files, y: ranks, .. } = layout::extent(&arena.graph);
    let ranks = ranks as usize;
    let held = |side| position.board().hands.held(side).collect::<Vec<_>>();
    // Two sides share a column, from below and from above. If their hands together are too long
    // for one column, each side has a column of its own.
    let of_pair = |side: Side| match side {
        Side::White | Side::Black => [Side::White, Side::Black],
        Side::Third | Side::Fourth => [Side::Third, Side::Fourth],
    };
    let are_apart = |side| of_pair(side).map(|side| held(side).len()).iter().sum::<usize>() > ranks;
    for side in arena.rules.sides.each() {
        let before = match side {
            Side::White => 0,
            Side::Black => usize::from(are_apart(side)),
            Side::Third => 1 + usize::from(are_apart(Side::White)),
            Side::Fourth => 1 + usize::from(are_apart(Side::White)) + usize::from(are_apart(side)),
        };
        let column = files + BESIDE + 2.0 * before as f64 * BESIDE;
        for (at, (kind, count)) in held(side).into_iter().enumerate() {
            let row = match side.color() {
                Color::White => at as f64,
                Color::Black => ranks as f64 - 1.0 - at as f64,
            };
            let kind = &arena.rules.kinds[kind];
            let centre = Point::new(column, row + 0.5);
            // A cell without an outline is an invisible place for a piece.
            let name = name_in_hand(&arena.rules, kind, side);
            let (stand, outline) = (centre, Vec::new());
            let spot = scene.cell(Cell { name, centre, stand, outline, shade: 1 });
            scene.piece(spot, Look::of(kind, side), kind);
            let at = Point::new(column + COUNT, row + 0.5);
            // In a terminal, the number is drawn in another place than in other pictures.
            let stand = Point::new(column + BESIDE, row + 0.5);
            let text = count.to_string();
            scene.put(Label { at, stand, keeps: Keeps::Side, text });
        }
    }
}

// Marks the cells that goals name, with the areas' names in the definition. An area that is the
// same for both sides gets one mark.

/// Marks the areas of the goals of `arena` in `scene`.
pub(crate) fn mark_goals(scene: &mut Scene, arena: &BoardModel) {
    for goal in &arena.rules.ends.goals {
        let (mut areas, conditions) = goal.question.named();
        conditions.iter().for_each(|condition| areas_of(condition, &mut areas));
        for area in areas {
            let [white, black] =
                Side::BOTH.map(|side| arena.cells(&area, side).into_iter().collect::<Vec<Site>>());
            let marked = if white == black {
                vec![(Goes::Both, white)]
            } else {
                vec![(Goes::White, white), (Goes::Black, black)]
            };
            for (goes, sites) in marked {
                let mark = Mark::Goal(goes);
                // Ranks are counted from the side that has the goal, so their notation would
                // mislead.
                let name = if matches!(area, Area::Ranks { .. }) {
                    conditions::noun(&area, &arena.rules.zones, Counted::IT)
                } else {
                    area.notation(&arena.rules.zones)
                };
                scene.name(mark, name);
                layout::mark(scene, &arena.graph, sites, mark);
            }
        }
    }
}

/// Adds the areas that `condition` names.
pub(super) fn areas_of(condition: &Condition, areas: &mut Vec<Area>) {
    match condition {
        Condition::Start(Place { kind: PlaceKind::In(area), .. })
        | Condition::End(Place { kind: PlaceKind::In(area), .. }) => areas.push(area.clone()),
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| areas_of(part, areas));
        }
        Condition::Not(part) => areas_of(part, areas),
        Condition::Always
        | Condition::Start(_)
        | Condition::End(_)
        | Condition::Relative(_)
        | Condition::Every(_) => {}
    }
}

// Marks the zones that restrict movement and promotion. A zone that no piece uses is left out.
// Goals have marks of their own.

/// Adds the zones that pieces of `arena` use to `scene`.
pub(crate) fn mark_zones(scene: &mut Scene, arena: &BoardModel) {
    let mut areas = Vec::new();
    for kind in arena.rules.kinds.iter() {
        kind.moves.terms.iter().for_each(|term| areas_of(&term.when, &mut areas));
        areas.extend(kind.promotions.iter().filter_map(|promotion| promotion.at.clone()));
    }
    let mut used = BTreeSet::new();
    areas.iter().for_each(|area| zones_of(area, &mut used));
    for (id, zone) in arena.rules.zones.enumerate().filter(|(id, _)| used.contains(id)) {
        let mut distinct: Vec<Vec<Spot>> = Vec::new();
        for side in arena.rules.sides.each() {
            let sites = arena.cells(&Area::Zone(id), side);
            let name = |site| scene.find(arena.graph.name(site));
            let cells: Vec<Spot> = sites.into_iter().filter_map(name).collect();
            if !distinct.contains(&cells) {
                distinct.push(cells);
            }
        }
        if distinct.iter().all(|cells| is_drawn(scene, arena, cells)) {
            continue;
        }
        let zone = |cells| Zone { name: zone.name.value.clone(), cells };
        scene.zones.extend(distinct.into_iter().rev().map(zone));
    }
}

/// Returns true if lines of the board show the zone already: its border is the river, or the
/// diagonals lie in it.
fn is_drawn(scene: &Scene, arena: &BoardModel, zone: &[Spot]) -> bool {
    let look = &arena.rules.look;
    let is_bank = look.river.is_some_and(|river| {
        let y = f64::from(river.value.below);
        let stand = scene.cells().enumerate();
        let beyond: BTreeSet<bool> = zone.iter().map(|&s| scene.cells()[s].centre.y > y).collect();
        let side = |spot: Spot| beyond.contains(&(scene.cells()[spot].centre.y > y));
        let mut stand = stand.filter(|(spot, cell)| !cell.outline.is_empty() && side(*spot));
        beyond.len() == 1 && stand.all(|(spot, _)| zone.contains(&spot))
    });
    let crossed = |area: &Area| {
        let cells = arena.cells(area, Side::White).into_iter();
        let mut spots = cells.filter_map(|site| scene.find(arena.graph.name(site))).peekable();
        spots.peek().is_some() && spots.all(|spot| zone.contains(&spot))
    };
    is_bank || look.diagonals.as_ref().is_some_and(|diagonals| crossed(&diagonals.value))
}

/// Adds the zones that `area` names.
fn zones_of(area: &Area, zones: &mut BTreeSet<ZoneId>) {
    if let Area::Zone(id) = area {
        zones.insert(*id);
    }
    area.parts().iter().for_each(|part| zones_of(part, zones));
}
