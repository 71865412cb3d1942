//! Shows the legal moves of one piece in a position.
//!
//! It marks where the piece may go, what it captures, where it promotes, which piece lends the
//! move, and every other change. Each move is made on a copy of the board to find its changes. So
//! castling, exchanges, pushes and effects need no code of their own. A cell is marked as a target
//! if and only if a legal move ends there.

use super::{Mover, Route, Stroke, Study, captured, chain};
use crate::mark::{Allows, Approach, Mark};
use crate::scene::{Course, Line, Scene, Spot, Tip};
use alfil_board::model::position::{Actor, Move};
use alfil_board::paths::path::{CheckedPath, Path, Relays, Ways};
use alfil_board::paths::terrain::Piece;
use alfil_play::board::BoardPlay;
use alfil_rules::movement::{Action, Movement};
use alfil_topology::site_set::{AnySet, Site};
use std::collections::{BTreeMap, BTreeSet};

/// Marks in `scene` the legal moves of the piece on `from`.
pub(crate) fn mark(scene: &mut Scene, play: &BoardPlay, from: Site) {
    let arena = play.arena();
    let legal = play.legal();
    let moves = legal.iter().filter(|mv| matches!(mv.actor, Actor::Piece) && mv.from == from);
    let ways = ways(play, from);
    let mut study = Study {
        title: String::new(),
        origin: from,
        strokes: Vec::new(),
        marks: vec![(from, Mark::Origin)],
        reached: Vec::new(),
        absolute: true,
    };
    let mut others: BTreeSet<Shift> = BTreeSet::new();
    let mut strokes: BTreeMap<(Approach, Vec<Site>), Stroke> = BTreeMap::new();
    for mv in moves {
        let captures = !mv.captures.is_empty();
        let allows = if captures { Allows::Capture } else { Allows::Both };
        if mv.to != from {
            let walk = walk(&ways, mv);
            if let Some((lender, _)) = walk.and_then(|walk| walk.path.needs().relayer) {
                study.marks.push((lender, Mark::Lends));
                others.insert(Shift { from: lender, to: from });
            }
            let (way, cells) = match (walk, mv.partner) {
                (_, Some(_)) => (Approach::Slide, vec![from, mv.to]),
                (Some(walk), None) => (walk.way, walk.cells.clone()),
                (None, None) => (Approach::Leap, vec![from, mv.to]),
            };
            let key = (way, cells.clone());
            strokes.insert(key, Stroke { way, cells, allows, endless: false, conditional: false });
        }
        if mv.promotion.is_some() {
            study.marks.push((mv.to, Mark::Promotes));
        }
        let change = Change::of(play, mv);
        let still = if mv.to == from { Mark::CaptureWithoutMoving } else { Mark::Taken };
        study.marks.extend(change.gone.iter().map(|&site| (site, still)));
        study.marks.extend(change.changed.iter().map(|&site| (site, Mark::Changed)));
        study.marks.extend(change.moved.iter().map(|shift| (shift.to, Mark::Moved)));
        others.extend(change.moved);
    }
    study.strokes = strokes.into_values().collect();
    let graph = &arena.graph;
    let named = graph.sites().filter_map(|site| Some((site, scene.find(graph.name(site))?)));
    let at: BTreeMap<Site, Spot> = named.collect();
    study.draw(scene, &at, graph);
    for Shift { from, to } in &others {
        if let (Some(&from), Some(&to)) = (at.get(from), at.get(to)) {
            let (course, tip) = (Course::Arc, Tip::Arrow);
            scene.line(Line { path: vec![from, to], course, tip, allows: Allows::Quiet });
        }
    }
}

/// The open ways of the piece on `from`, including those that other pieces lend.
fn ways(play: &BoardPlay, from: Site) -> Vec<Route> {
    let arena = play.arena();
    let Some(piece) = play.board().squares[from] else { return Vec::new() };
    let mover = Mover::new(arena, piece);
    let restriction = &arena.rules.every_move;
    let mut open = Vec::new();
    for term in &mover.rules().moves.terms {
        let Action::Walk(walk) = &term.action else { continue };
        let mut paths = mover.paths(from, term, restriction);
        paths.retain(|path| is_open(play, path, piece));
        open.extend(mover.routes(from, walk, paths));
    }
    let relays = Relays::new(arena.terrain(), |kind| &arena.rules.kinds[kind].moves);
    let none = Movement::of(Vec::new());
    for CheckedPath { path, allowed } in
        Ways::new(arena.terrain(), from, piece, &none, &relays).under(restriction)
    {
        if allowed && is_open(play, path, piece) {
            let cells = chain(&mover.distances, from, path);
            // The legs of a lent way belong to the lender, so they do not describe this way. It is
            // a slide if there are cells between its ends, and a leap otherwise.
            let way = if cells.len() > 2 { Approach::Slide } else { Approach::Leap };
            open.push(Route { way, cells, path: path.clone() });
        }
    }
    open
}

/// Returns true if the position meets the requirements of a path.
fn is_open(play: &BoardPlay, path: &Path, mover: Piece) -> bool {
    let board = play.board();
    let passant = path.passant().map(|passant| passant.cell);
    let victim =
        passant.and_then(|cell| board.ep_squares.iter().find(|passed| passed.cell == cell));
    // An en passant capture removes the captured piece before the requirements are tested.
    let stands = |site: Site| match victim {
        Some(passed) if passed.victim == site => None,
        Some(_) | None => board.squares[site],
    };
    let kinds = &play.arena().rules.kinds;
    let every = |set: AnySet, holds: &dyn Fn(Piece) -> bool| {
        set.into_iter().all(|site| stands(site).is_some_and(holds))
    };
    let needs = &path.needs();
    needs.empty.into_iter().all(|site| stands(site).is_none())
        && every(needs.occupied, &|_| true)
        && every(needs.foes, &|man| man.side != mover.side)
        && every(needs.friends, &|man| man.side == mover.side)
        && every(needs.royal, &|man| kinds[man.kind].royal.is_royal())
        && every(needs.common, &|man| !kinds[man.kind].royal.is_royal())
        && needs.relayer.is_none_or(|(site, kind)| {
            stands(site).is_some_and(|man| man.kind == kind && man.side == mover.side)
        })
}

/// The route of a move: one with the same captures, otherwise any with the same target.
fn walk<'w>(ways: &'w [Route], mv: &Move) -> Option<&'w Route> {
    let ends = || ways.iter().filter(|open| open.path.to == mv.to);
    let alike = |open: &&Route| {
        let taken: BTreeSet<Site> = captured(&open.path).into_iter().collect();
        taken == mv.captures.iter().copied().collect()
    };
    ends().find(alike).or_else(|| ends().next())
}

/// The move of another piece, or the way from a lender to the piece that gets its move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shift {
    from: Site,
    to: Site,
}

/// The changes that a move makes, besides the movement of its own piece.
struct Change {
    /// Cells of pieces that leave the board, except the target of the move.
    gone: BTreeSet<Site>,
    /// Other pieces that move.
    moved: Vec<Shift>,
    /// Cells where the moving piece becomes another one.
    changed: BTreeSet<Site>,
}

impl Change {
    fn of(play: &BoardPlay, mv: &Move) -> Change {
        let before = &play.board().squares;
        let mut next = play.clone();
        next.play(mv);
        let after = &next.board().squares;
        let mover = before[mv.from];
        let own = |site: Site| site == mv.from && mv.from != mv.to;
        let differ = || before.ids().filter(|&site| before[site] != after[site]);
        let left = |site: &Site| before[*site].is_some() && !own(*site);
        let came = |site: &Site| after[*site].is_some() && *site != mv.to;
        let mut came: Vec<Site> = differ().filter(came).collect();
        let (mut moved, mut gone) = (Vec::new(), BTreeSet::new());
        for site in differ().filter(left) {
            // An equal piece on a new cell counts as the piece that left.
            match came.iter().position(|&to| after[to] == before[site] && to != site) {
                Some(found) => moved.push(Shift { from: site, to: came.remove(found) }),
                None => drop(gone.insert(site)),
            }
        }
        // If an effect moves the piece on from the target of its move, the second way is a shift,
        // too.
        if mv.from != mv.to && after[mv.to].is_none() {
            let went = came.iter().position(|&to| after[to] == mover);
            moved.extend(went.map(|found| Shift { from: mv.to, to: came.remove(found) }));
        }
        let changed: BTreeSet<Site> = came.into_iter().filter(|site| gone.remove(site)).collect();
        if mv.from != mv.to {
            gone.remove(&mv.to);
        }
        Change { gone, moved, changed }
    }
}
