//! Pictures of how a piece moves.
//!
//! There is one panel for each class of start cells. The piece stands on a central cell of the
//! class, alone on the board. Slides are lines, leaps are dots, bent walks pass the cells where
//! they turn. Castling needs a partner, so the caption describes it. A cell is marked if and only
//! if some path of the kind ([`paths`]) ends or captures there.
//!
//! ```text
//! Strong        Weak
//! . . % . .     + . . . +      % over one of two middle cells
//! . + ' + .     . + . + .      + slides
//! % ' B ' %     . . B . .
//! ```

pub(crate) mod drops;
pub(crate) mod legal;

use crate::classes::{self, Class, FirstMoves, KingDistances, rides};
use crate::layout;
use crate::mark::{Allows, Approach, Mark};
use crate::movement::drops::Drops;
use crate::scene::{Course, Line, Look, Panel, Picture, Scene, Spot, Tip};
use alfil_board::model::board_model::BoardModel;
use alfil_board::paths::path::{End as PathEnd, Path, paths};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Course as Bends, Edges, Leg, Passage, Stride, Term, Walk};
use alfil_rules::ruleset::Kind;
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Lattice};
use alfil_topology::compass::Compass;
use alfil_topology::graph::Graph;
use alfil_topology::site_set::{AnySet, Site};
use std::collections::BTreeMap;

/// An endless line shows at least this number of cells.
const RIDER_REACH: i16 = 3;
/// A picture shows at least this number of cells on each side of the piece.
const MIN_REACH: i16 = 2;
/// A piece with more bent ways than this gets only marks, because lines would hide them.
const MAX_BENDS: usize = 40;

/// A panel of a piece's picture, and the cells that each clause reaches.
pub struct Reach {
    pub panel: Panel,
    pub reached: Vec<Reached>,
}

/// A cell where a clause ends a move or captures.
#[derive(Clone, Copy)]
pub struct Reached {
    pub spot: Spot,
    /// The place of the clause in the definition.
    pub clause: Span,
    /// Whether the clause moves there, captures there, or both.
    pub allows: Allows,
}

/// The picture of the moves of `kind` if `side` owns it.
pub fn picture(arena: &BoardModel, kind: KindId, side: Side) -> Picture {
    let reaches = reaches(arena, kind, side).into_iter().map(|reach| reach.panel);
    let panels = reaches.chain(drops::drop_panel(arena, kind, side)).collect();
    let mut caption = caption(arena, kind);
    if Drops::of(arena, kind, side) == Drops::Anywhere {
        caption.push_str(" (dropped on any cell)");
    }
    Picture { caption, panels, ..Picture::default() }
}

/// The picture of the moves and promotions of `kind` if `side` owns it.
pub(crate) fn whole_picture(arena: &BoardModel, kind: KindId, side: Side) -> Picture {
    let mut picture = picture(arena, kind, side);
    picture.panels.extend(drops::promotion_panel(arena, kind, side));
    if drops::everywhere(arena, kind, side) {
        picture.caption.push_str(" (promotes on any cell)");
    }
    picture
}

/// The picture of the moves of `kind` from `site` if `side` owns it and nothing else is on the
/// board.
pub(crate) fn picture_from(arena: &BoardModel, kind: KindId, side: Side, site: Site) -> Picture {
    let mover = Mover::new(arena, Piece { side, kind });
    let classes = mover.classes();
    let here = classes.iter().filter(|class| class.cells.contains(&site)).map(|class| {
        let study = Study::at(&mover, class, site);
        let mut panel = study.panel(&mover, &Window::Whole).panel;
        let ends = study.strokes.iter().filter_map(|stroke| stroke.cells.last().copied());
        drops::mark_promotions(&mut panel.scene, arena, kind, side, site, ends);
        name_conditions(&mut panel.scene, &[study]);
        panel
    });
    Picture { caption: caption(arena, kind), panels: here.collect(), ..Picture::default() }
}

/// The panels of `kind`, with the cells that each clause reaches.
pub fn reaches(arena: &BoardModel, kind: KindId, side: Side) -> Vec<Reach> {
    let mover = Mover::new(arena, Piece { side, kind });
    let classes = mover.classes();
    let studies: Vec<Study> =
        classes.iter().filter_map(|class| Study::new(&mover, class)).collect();
    let reach = studies.iter().map(|study| study.reach(&mover.distances)).max().unwrap_or(0);
    let is_flat = matches!(arena.graph.lattice(), Lattice::Grid { gluing: Gluing::Flat, .. });
    let absolute = !is_flat || studies.iter().any(|study| study.absolute);
    let panel = |study: &Study| {
        let window = if absolute {
            Window::Whole
        } else {
            Window::around(arena, study.origin, reach.max(MIN_REACH))
        };
        study.panel(&mover, &window)
    };
    let mut reaches: Vec<Reach> = studies.iter().map(panel).collect();
    reaches.iter_mut().for_each(|reach| name_conditions(&mut reach.panel.scene, &studies));
    reaches
}

/// Adds to a legend which moves depend on questions about the board. All panels have the same
/// legend.
fn name_conditions(scene: &mut Scene, studies: &[Study]) {
    let mark = |stroke: &Stroke| Mark::To(stroke.way, stroke.allows);
    let strokes = || studies.iter().flat_map(|study| &study.strokes);
    for stroke in strokes().filter(|stroke| stroke.conditional) {
        let mut alike = strokes().filter(|other| mark(other) == mark(stroke));
        let name = if alike.all(|other| other.conditional) {
            "under a condition"
        } else {
            "some under a condition"
        };
        scene.name(mark(stroke), name);
    }
}

fn caption(arena: &BoardModel, kind: KindId) -> String {
    let rules = &arena.rules.kinds[kind];
    let mut caption = classes::capital(&rules.name.value);
    if !arena.rules.title.is_empty() {
        caption.push_str(&format!(" of {}", arena.rules.title));
    }
    if rules.moves.terms.iter().any(|t| matches!(t.action, Action::Castle(_))) {
        caption.push_str(" (castling not drawn)");
    }
    caption
}

/// The piece whose moves are drawn, with its board.
struct Mover<'a> {
    arena: &'a BoardModel,
    distances: KingDistances<'a>,
    piece: Piece,
}

impl<'a> Mover<'a> {
    fn new(arena: &'a BoardModel, piece: Piece) -> Mover<'a> {
        Mover { arena, distances: KingDistances::new(&arena.graph), piece }
    }

    fn rules(&self) -> &'a Kind {
        &self.arena.rules.kinds[self.piece.kind]
    }

    fn classes(&self) -> Vec<Class> {
        let Piece { side, kind } = self.piece;
        classes::of(self.arena, &self.rules().moves, kind, side, FirstMoves::Apart)
    }

    /// The paths of `term` that `restriction` allows.
    fn paths(&self, from: Site, term: &Term, restriction: &Condition) -> Vec<Path> {
        paths(self.arena.terrain(), from, self.piece, term, restriction)
    }

    /// The routes of `paths`, which are paths of `walk`.
    fn routes(&self, from: Site, walk: &Walk, paths: Vec<Path>) -> Vec<Route> {
        let graph = &self.arena.graph;
        let rides = match walk.legs.as_slice() {
            [leg] if leg.course == Bends::Straight && leg.stride != Stride::Universal => {
                rides(graph, from, self.piece.side, leg)
            }
            _ => Vec::new(),
        };
        let route = |path: Path| {
            let cells = walked(&rides, &path);
            let cells = cells.unwrap_or_else(|| chain(&self.distances, from, &path));
            Route { way: way(walk, &path, graph.compass()), cells, path }
        };
        paths.into_iter().map(route).collect()
    }
}

/// A path in the form in which a picture shows it.
struct Route {
    path: Path,
    way: Approach,
    /// The cells from the start to the target, in order.
    cells: Vec<Site>,
}

/// The moves from one cell of a class.
struct Study {
    /// The title of the class.
    title: String,
    origin: Site,
    strokes: Vec<Stroke>,
    marks: Vec<(Site, Mark)>,
    /// Cells where the clauses of the class end a move or capture.
    reached: Vec<End>,
    /// Whether the moves depend on particular cells, so that the whole board must be shown.
    absolute: bool,
}

/// Like [`Reached`], but the picture may not show the cell.
struct End {
    site: Site,
    clause: Span,
    allows: Allows,
}

/// A way to a target, which a mark or a line shows.
struct Stroke {
    way: Approach,
    /// The cells from the start to the target, in order.
    cells: Vec<Site>,
    allows: Allows,
    endless: bool,
    /// True if a question about the board decides whether this way is open.
    conditional: bool,
}

impl Study {
    fn new(mover: &Mover<'_>, class: &Class) -> Option<Study> {
        let arena = mover.arena;
        let ends = |from: Site| -> usize {
            let terms = class.terms.iter();
            terms.map(|term| mover.paths(from, term, &arena.rules.every_move).len()).sum()
        };
        let origin = if speaks_of_cells(arena, class) {
            // If ends are restricted to places, a central cell may have no moves. So only the cells
            // with the most ends are considered.
            let most = class.cells.iter().map(|&site| ends(site)).max()?;
            let busy: Vec<Site> =
                class.cells.iter().copied().filter(|&s| ends(s) == most).collect();
            central(arena, &busy)?
        } else {
            central(arena, &class.cells)?
        };
        Some(Study::at(mover, class, origin))
    }

    /// The moves from `origin`, a cell of the class.
    fn at(mover: &Mover<'_>, class: &Class, origin: Site) -> Study {
        let rules = &mover.arena.rules;
        let mut study = Study {
            title: class.title.clone(),
            origin,
            strokes: Vec::new(),
            marks: Vec::new(),
            reached: Vec::new(),
            absolute: speaks_of_cells(mover.arena, class),
        };
        // Two terms along one way, such as a quiet and a capturing step, become one stroke.
        let mut strokes: BTreeMap<(Approach, Vec<Site>), Stroke> = BTreeMap::new();
        let mut captures = Vec::new();
        for term in &class.terms {
            let Action::Walk(walk) = &term.action else { continue };
            let paths = mover.paths(origin, term, &rules.every_move);
            for Route { path, way, cells } in mover.routes(origin, walk, paths) {
                let end = |site, allows| End { site, clause: term.span, allows };
                let taken = captured(&path);
                study.reached.extend(taken.iter().map(|&site| end(site, Allows::Capture)));
                captures.extend(taken);
                if path.to == origin {
                    let taken = path.captured().into_iter();
                    study.marks.extend(taken.map(|site| (site, Mark::CaptureWithoutMoving)));
                    continue;
                }
                let taken: Vec<Site> =
                    path.captured().into_iter().filter(|&site| site != path.to).collect();
                study.marks.extend(taken.iter().map(|&site| (site, Mark::Taken)));
                let allows = match path.end {
                    // A move that captures on its way counts as a capture, whatever happens at its
                    // end.
                    PathEnd::Quiet | PathEnd::Explicit if !taken.is_empty() => Allows::Capture,
                    PathEnd::Quiet => Allows::Quiet,
                    PathEnd::Capture | PathEnd::Passant => Allows::Capture,
                    // A piece on the target is captured or changes places with the mover. In both
                    // cases the move is drawn as a capture.
                    PathEnd::Explicit if stood(&path, path.to) => Allows::Capture,
                    PathEnd::Explicit => Allows::Quiet,
                };
                study.reached.push(end(path.to, allows));
                let endless = walk.legs.last().is_some_and(|leg| leg.range.max.is_none());
                let conditional = !term.given.is_empty();
                strokes
                    .entry((way, cells.clone()))
                    .and_modify(|stroke| {
                        stroke.allows = stroke.allows.or(allows);
                        stroke.endless |= endless;
                        stroke.conditional &= conditional;
                    })
                    .or_insert(Stroke { way, cells, allows, endless, conditional });
            }
        }
        study.strokes = strokes.into_values().collect();
        let attack = |term| mover.paths(origin, term, &rules.every_attack);
        let attacked = mover.arena.attacks(mover.piece.kind).terms.iter().flat_map(attack);
        for site in attacked.flat_map(|path| captured(&path)) {
            if !captures.contains(&site) {
                study.marks.push((site, Mark::Attack));
            }
        }
        study
    }

    /// The distance from the piece to the farthest cell to show.
    fn reach(&self, distances: &KingDistances<'_>) -> i16 {
        let marks = self.marks.iter().filter(|(_, mark)| *mark != Mark::Attack);
        let near = marks.map(|(site, _)| distances.steps(self.origin, *site));
        let far = self.strokes.iter().map(|stroke| {
            let cells = stroke.cells.iter();
            let reach = cells.map(|&s| distances.steps(self.origin, s)).max().unwrap_or(0);
            let first = stroke.cells.get(1).map_or(0, |&s| distances.steps(self.origin, s));
            // An endless line shows at least two stops, because two stops distinguish a rider from
            // a leaper.
            if stroke.endless { reach.min(RIDER_REACH.max(2 * first)) } else { reach }
        });
        near.chain(far).max().unwrap_or(0)
    }

    fn panel(&self, mover: &Mover<'_>, window: &Window) -> Reach {
        let graph = &mover.arena.graph;
        let mut scene = window.scene(mover.arena);
        let spot = |site: Site| window.spot(graph, &scene, site);
        let at: BTreeMap<Site, Spot> =
            graph.sites().filter_map(|site| Some((site, spot(site)?))).collect();
        if let Some(&origin) = at.get(&self.origin) {
            let rules = mover.rules();
            scene.piece(origin, Look::of(rules, mover.piece.side), rules);
            scene.mark(origin, Mark::Origin);
        }
        self.draw(&mut scene, &at, graph);
        let reached = self.reached.iter().filter_map(|&End { site, clause, allows }| {
            Some(Reached { spot: *at.get(&site)?, clause, allows })
        });
        Reach { reached: reached.collect(), panel: Panel { title: self.title.clone(), scene } }
    }

    /// Adds the marks and lines of this study to a scene. `at` contains the cells that the scene
    /// shows.
    fn draw(&self, scene: &mut Scene, at: &BTreeMap<Site, Spot>, graph: &Graph) {
        let spot = |site| at.get(site).copied();
        for (site, mark) in &self.marks {
            if let Some(spot) = spot(site) {
                scene.mark(spot, *mark);
            }
        }
        for stroke in &self.strokes {
            if let Some(spot) = stroke.cells.last().and_then(spot) {
                scene.mark(spot, Mark::To(stroke.way, stroke.allows));
            }
            if stroke.way == Approach::Bend && !stroke.endless {
                for spot in between(&stroke.cells).iter().filter_map(spot) {
                    scene.mark(spot, Mark::Via);
                }
            }
        }
        for line in self.lines(scene, at, graph) {
            scene.line(line);
        }
    }

    /// The lines of the strokes that are not covered by a longer one of the same meaning. Long
    /// lines come first, so that short ones are drawn over them.
    fn lines(&self, scene: &Scene, at: &BTreeMap<Site, Spot>, graph: &Graph) -> Vec<Line> {
        let longest = layout::longest_stride(graph);
        let layer = |site: Site| graph.layer_for(site, Side::White);
        let bends = self.strokes.iter().filter(|s| s.way == Approach::Bend).count();
        let covered = |stroke: &Stroke| {
            self.strokes.iter().any(|other| {
                other.way == stroke.way
                    && other.allows == stroke.allows
                    && other.cells.len() > stroke.cells.len()
                    && other.cells.starts_with(&stroke.cells)
            })
        };
        let wanted = |stroke: &&Stroke| match stroke.way {
            Approach::Slide | Approach::Hop => !covered(stroke),
            Approach::Leap => stroke.endless && !covered(stroke),
            Approach::Bend => bends <= MAX_BENDS && !covered(stroke),
        };
        let mut strokes: Vec<&Stroke> = self.strokes.iter().filter(wanted).collect();
        strokes.sort_by_key(|stroke| std::cmp::Reverse(stroke.cells.len()));
        let mut lines = Vec::new();
        for stroke in strokes {
            // Layers are drawn side by side, so no line connects them.
            let storeys = stroke.cells.chunk_by(|&a, &b| layer(a) == layer(b));
            let parts: Vec<Vec<Spot>> = storeys
                .flat_map(|storey| {
                    let path: Vec<Spot> = storey.iter().map_while(|s| at.get(s).copied()).collect();
                    at_jumps(scene, &path, longest)
                })
                .collect();
            for (i, part) in parts.iter().enumerate() {
                // An arrowhead shows that the line is endless or continues elsewhere on the board.
                let goes_on = stroke.endless || i + 1 < parts.len();
                let tip = if goes_on { Tip::Onward } else { Tip::Plain };
                let (path, course) = (part.clone(), Course::Straight);
                lines.push(Line { path, course, tip, allows: stroke.allows });
            }
        }
        lines
    }
}

/// Returns true if the path captures or moves another piece on `site`.
fn stood(path: &Path, site: Site) -> bool {
    path.captured().has(site) || path.shifted().is_some_and(|(from, _)| from == site)
}

fn captured(path: &Path) -> Vec<Site> {
    let last = (path.end == PathEnd::Capture).then_some(path.to);
    path.captured().into_iter().chain(last).collect()
}

/// How `walk` gets to the end of `path`. `path` must be a path of `walk`.
fn way(walk: &Walk, path: &Path, compass: Compass) -> Approach {
    let [leg, later @ ..] = walk.legs.as_slice() else { return Approach::Bend };
    if !later.is_empty() {
        return several_legs(walk, path, compass);
    }
    if leg.course != Bends::Straight {
        return Approach::Bend;
    }
    if leg.passage.needs_hurdle() {
        return Approach::Hop;
    }
    let is_lame = leg.passage == Passage::Lame;
    match leg.stride {
        Stride::Radial { length, .. } if length == 1 || is_lame => Approach::Slide,
        // A step to the layer above or below that moves at most one cell sideways is drawn as a
        // slide.
        Stride::Rising { orthogonal, diagonal, layers: -1 | 1 } if orthogonal + diagonal < 2 => {
            Approach::Slide
        }
        Stride::Oblique { .. } | Stride::Rising { .. } | Stride::Universal if is_lame => {
            Approach::Bend
        }
        Stride::Radial { .. }
        | Stride::Oblique { .. }
        | Stride::Rising { .. }
        | Stride::Universal => Approach::Leap,
    }
}

/// Like [`way`], for a walk of several legs. A walk that never turns counts as a slide, or as a hop
/// if it passes over a piece.
fn several_legs(walk: &Walk, path: &Path, compass: Compass) -> Approach {
    let is_radial = |leg: &Leg| matches!(leg.stride, Stride::Radial { length: 1, .. });
    let goes_on = |two: &[Leg]| match two {
        [before, leg] => compass.goes_straight_on(before.stride, leg),
        _ => false,
    };
    let plain =
        |leg: &Leg| leg.course == Bends::Straight && leg.edges == Edges::Closed && is_radial(leg);
    if !walk.legs.iter().all(plain) || !walk.legs.windows(2).all(goes_on) {
        return Approach::Bend;
    }
    let stood = (path.occupied | path.captured()).minus(AnySet::of(path.to));
    if stood.is_empty() { Approach::Slide } else { Approach::Hop }
}

/// The cells of a path that is part of one of `rides`, in order.
fn walked(rides: &[Vec<Site>], path: &Path) -> Option<Vec<Site>> {
    let asked = path.empty | path.occupied | path.captured();
    rides.iter().find_map(|ride| {
        // The first stop is the piece's own cell.
        let at = ride.iter().position(|&site| site == path.to).filter(|&at| at > 0)?;
        let between: AnySet = ride[1..at].iter().copied().collect();
        (between == asked.minus(AnySet::of(path.to))).then(|| ride[..=at].to_vec())
    })
}

/// The cells of a path in order, found by always taking the nearest of the rest.
fn chain(distances: &KingDistances<'_>, origin: Site, path: &Path) -> Vec<Site> {
    let mut left: Vec<Site> = (path.empty | path.occupied | path.captured())
        .into_iter()
        .filter(|&site| site != origin && site != path.to)
        .collect();
    let mut cells = vec![origin];
    let mut at = origin;
    while let Some(i) = (0..left.len()).min_by_key(|&i| distances.steps(at, left[i])) {
        at = left.swap_remove(i);
        cells.push(at);
    }
    cells.push(path.to);
    cells
}

/// Cuts `path` where the next stop is farther away than a stride: there it crosses a seam.
fn at_jumps(scene: &Scene, path: &[Spot], longest: f64) -> Vec<Vec<Spot>> {
    let length = |pair: &[Spot]| match pair {
        [a, b] => {
            let (a, b) = (scene.cells()[*a].centre, scene.cells()[*b].centre);
            (a.x - b.x).hypot(a.y - b.y)
        }
        _ => 0.0,
    };
    // All strides of a straight line are equal, except where the line crosses a seam.
    let shortest = path.windows(2).map(length).fold(f64::MAX, f64::min);
    let mut parts: Vec<Vec<Spot>> = Vec::new();
    for (i, &spot) in path.iter().enumerate() {
        let jumps = i > 0 && length(&path[i - 1..=i]) > longest * shortest.max(1.0);
        match parts.last_mut() {
            Some(part) if !jumps => part.push(spot),
            Some(_) | None => parts.push(vec![spot]),
        }
    }
    parts
}

fn between(cells: &[Site]) -> &[Site] {
    match cells {
        [_, between @ .., _] => between,
        _ => &[],
    }
}

/// The cell nearest to the middle of the board. Among several such cells, the one nearest to
/// White's left corner.
fn central(arena: &BoardModel, cells: &[Site]) -> Option<Site> {
    let graph = &arena.graph;
    let off = |site: Site| {
        let (file, rank) = graph.file_rank(site);
        let (x, y) = layout::off_centre(graph, (file, rank));
        (x.max(y), x + y, rank, file)
    };
    cells.iter().copied().min_by_key(|&site| off(site))
}

/// Returns true if moves of a class depend on the cells where they end, so that the whole board
/// must be shown.
fn speaks_of_cells(arena: &BoardModel, class: &Class) -> bool {
    class.terms.iter().map(|t| &t.when).chain([&arena.rules.every_move]).any(is_absolute)
}

/// Returns true if a condition names particular target cells.
fn is_absolute(condition: &Condition) -> bool {
    match condition {
        Condition::Always | Condition::Start(_) | Condition::Relative(_) | Condition::Every(_) => {
            false
        }
        Condition::End(_) => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(is_absolute),
        Condition::Not(inner) => is_absolute(inner),
    }
}

/// The part of the board that is shown.
enum Window {
    /// The whole board, on any lattice.
    Whole,
    /// Columns and rows of a flat grid, from 0.
    Part { file: u8, rank: u8, files: u8, ranks: u8 },
}

impl Window {
    fn around(arena: &BoardModel, origin: Site, reach: i16) -> Window {
        let (file, rank) = arena.graph.file_rank(origin);
        let cut = |at: u8, count: u8| {
            let at = i16::from(at);
            let low = (at - reach).max(0);
            let high = (at + reach).min(i16::from(count) - 1);
            (low as u8, (high - low + 1) as u8)
        };
        let (file, files) = cut(file, arena.graph.files());
        let (rank, ranks) = cut(rank, arena.graph.ranks());
        Window::Part { file, rank, files, ranks }
    }

    fn scene(&self, arena: &BoardModel) -> Scene {
        let graph = &arena.graph;
        match *self {
            Window::Whole => layout::whole(arena),
            Window::Part { file: left, rank: low, files, ranks } => {
                let shade =
                    |file, rank| graph.at(file + left, rank + low).map(|site| graph.shade(site));
                // The cells of a part have other names than the cells of the board, so names would
                // mislead.
                let mut scene = Scene::grid(files, ranks, shade).without_labels();
                layout::dress_part(&mut scene, &arena.rules.look);
                scene
            }
        }
    }

    fn spot(&self, graph: &Graph, scene: &Scene, site: Site) -> Option<Spot> {
        match *self {
            Window::Whole => scene.find(graph.name(site)),
            Window::Part { file: left, rank: low, files, ranks } => {
                let (file, rank) = graph.file_rank(site);
                let (file, rank) = (file.checked_sub(left)?, rank.checked_sub(low)?);
                let is_shown = file < files && rank < ranks;
                is_shown.then(|| scene.find(&graph.cell_name(file, rank)))?
            }
        }
    }
}
