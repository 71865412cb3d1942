//! A position on a plane as data to draw.
//!
//! [`Chart`] holds pieces with their bodies, the paths of the side to move with captures and
//! forbidden stops, and the area that the opponent attacks. `svg` and `terminal` draw it. Lengths
//! are in units of the plane, y upwards; points of a sphere are longitudes and latitudes until the
//! chart is drawn. A chart shows exactly what the generator allows. What crosses
//! joined edges is cut there and goes on at the other side.

use crate::geometry::{self, Ball, Eye, Point};
use crate::glyph::Man;
use crate::mark::{Goes, Hue};
use crate::outlines;
use crate::palette::Theme;
use crate::scene::Words;
use alfil_plane::geometry::interval::{End, Interval};
use alfil_plane::geometry::outline::{Border, Level};
use alfil_plane::geometry::region::Face;
use alfil_plane::geometry::shape::Shape;
use alfil_plane::geometry::shape::{Part, Piece};
use alfil_plane::model::position::{
    Path as Moved, PieceId, PieceSet, PlaneMove, PlanePosition, Promotes,
};
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::moves::families::{Family, Motion};
use alfil_plane::moves::safety::Landing;
use alfil_plane::rules::survey;
use alfil_plane::space::flight::Flight;
use alfil_plane::space::globe::{Globe, Great};
use alfil_plane::space::surface::area_line;
use alfil_plane::space::surface::{Image, Surface};
use alfil_plane::space::terrain::{Tone, tone};
use alfil_plane::space::track::Round;
use alfil_plane::space::track::{Segment, Track};
use alfil_play::plane::PlanePlay;
use alfil_rules::ids::KindId;
use alfil_rules::side::{Color, Side};
use alfil_rules::space::{Gluing, Shading};

/// The number of corners of a polygon that is drawn for a circle.
const ROUND: usize = 48;

/// Points of an outline that are nearer to each other than this are one.
const SAME: f64 = 1e-6;

/// Points are compared in steps of this width.
const GRID: f64 = 1e-4;

/// A picture of a plane before it is rendered.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Width and height of the plane, and depth of a box.
    pub size: Point,
    /// The plane or the box.
    pub(crate) surface: Surface,
    /// The dark unit squares, each with its lower left and its upper right corner. Empty unless the
    /// plane is checkered.
    pub dark: Vec<Square>,
    pub pieces: Vec<Token>,
    /// Outlines of the points that the opponent attacks; they may overlap.
    pub attacked: Vec<Vec<Point>>,
    /// Areas, each given by its outlines.
    pub areas: Vec<Area>,
    /// Parts of paths where a piece may stop.
    pub paths: Vec<Path>,
    pub walls: Vec<Wall>,
    /// The way of the last move, in parts where it crosses joined edges.
    pub last: Vec<LastMove>,
    /// The far ranks that goals name.
    pub(crate) goals: Vec<Goal>,
    /// Outlines of the obstacles.
    pub obstacles: Vec<Vec<Point>>,
    /// Outlines of the figures that zones, goals and promotions name.
    pub plots: Vec<Vec<Point>>,
    /// How the edges are joined.
    pub gluing: Gluing,
    /// The sphere, if the surface is one.
    pub globe: Option<Globe>,
    /// The picture of the sphere, in a chart that is drawn.
    pub(crate) ball: Option<Ball>,
    pub(crate) to_move: Side,
    /// The side at the bottom of the drawing.
    pub(crate) seat: Side,
    pub(crate) theme: Theme,
    pub(crate) notes: Vec<Note>,
    pub(crate) arrows: Vec<Arrow>,
    pub(crate) words: Words,
}

/// A square of a checkered plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Square {
    /// The lower left corner.
    pub low: Point,
    /// The upper right corner, at most the corner of the plane.
    pub high: Point,
}

/// The end of a path at an own piece.
#[derive(Clone, Copy, Debug)]
pub struct Wall {
    pub at: Point,
    /// The direction of the path, of length 1.
    pub along: Point,
}

/// A part of the way of the last move. A piece that turned stays at its point.
#[derive(Clone, Copy, Debug)]
pub struct LastMove {
    pub from: Point,
    pub to: Point,
}

/// A point that the user marks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note {
    pub(crate) at: Point,
    pub(crate) hue: Hue,
}

/// An arrow that the user draws.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrow {
    pub(crate) from: Point,
    pub(crate) to: Point,
    pub(crate) hue: Hue,
}

/// The far end of a plane for one side, as a goal names it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Goal {
    pub(crate) side: Side,
    /// The height of the line that a body must reach.
    pub(crate) line: f64,
    /// The height of the plane's edge beyond the line.
    pub(crate) edge: f64,
}

impl Goal {
    /// The mark for such a goal in a picture of a board.
    pub(crate) fn goes(&self) -> Goes {
        match self.side.color() {
            Color::White => Goes::White,
            Color::Black => Goes::Black,
        }
    }
}

impl Chart {
    /// The point of the drawing for a point that a user names.
    pub(crate) fn spot(&self, p: Point) -> Point {
        self.ball.as_ref().map_or(p, |ball| ball.spot(p))
    }

    /// True if the space is a box.
    pub(crate) fn is_box(&self) -> bool {
        self.surface.is_box()
    }

    /// The view of a box. `None` for a plane.
    pub(crate) fn eye(&self) -> Option<Eye> {
        self.is_box().then(|| Eye::of(self.seat))
    }

    /// The place of a point on the drawing, in units from its upper left corner. A box is seen from
    /// above.
    pub(crate) fn place(&self, p: Point) -> Point {
        match self.seat.color() {
            Color::White => Point::new(p.x, self.size.y - p.y),
            Color::Black => Point::new(self.size.x - p.x, p.y),
        }
    }

    /// Adds the legal moves of a family.
    fn add_family(&mut self, program: &PlaneProgram, position: &PlanePosition, family: &Family) {
        let piece = &position.pieces[family.piece];
        for leg in &family.legs {
            let sort = sort(leg.promotes, leg.taken);
            match family.motion {
                Motion::Ray { along, .. } => {
                    let track = Track::Line { from: piece.at, along };
                    self.paths.extend(stretch(sort, &track, &leg.at));
                }
                Motion::Great { great, .. } => {
                    self.paths.extend(stretch(sort, &Track::Great(great), &leg.at));
                }
                Motion::Flight { along, .. } => {
                    let track = Track::Flight(Flight { from: piece.at, along });
                    self.paths.extend(stretch(sort, &track, &leg.at));
                }
                Motion::Arc { round, .. } => {
                    self.paths.extend(stretch(sort, &Track::Circle(round), &leg.at));
                }
                Motion::Turn => {
                    let shape = Shape::of(&program.kind(piece.kind).body, piece.facing);
                    self.paths.extend(arc(sort, piece.at, piece.facing, shape.reach(), &leg.at));
                }
                // Other motions have faces or captures, but no legs.
                Motion::Region | Motion::Shot | Motion::Bent(_) => {}
            }
        }
        for shot in &family.shots {
            let surface = program.surface();
            self.add_shot(
                surface,
                position,
                Sort::Captures,
                family.piece,
                shot.taken,
                PieceSet::NONE,
            );
        }
        for face in &family.faces {
            let Landing { taken, promotes } = face.verdict;
            self.add_face(sort(promotes, taken), face, PieceSet::NONE);
        }
    }

    /// Adds an area. A face that is a line or a point becomes a path.
    fn add_face<V>(&mut self, sort: Sort, face: &Face<V>, seen_by: PieceSet) {
        if face.is_area {
            self.areas.push(Area { seen_by, ..Area::new(Some(sort), face) });
            return;
        }
        for line in face.borders.iter().flatten().map(Border::line) {
            self.paths.extend(line.windows(2).map(|ends| {
                let (from, to) = (ends[0], ends[1]);
                Path { sort, from, to, open: false, way: Travel::Arc, seen_by }
            }));
        }
    }

    /// Adds a capture without moving: a path to each captured piece.
    fn add_shot(
        &mut self,
        surface: &Surface,
        position: &PlanePosition,
        sort: Sort,
        by: PieceId,
        taken: PieceSet,
        seen_by: PieceSet,
    ) {
        let from = position.pieces[by].at;
        if let Some(globe) = surface.globe() {
            for target in taken.iter() {
                let parts = geometry::way(globe, from, position.pieces[target].at);
                let last = parts.len() - 1;
                self.paths.extend(parts.iter().enumerate().map(|(i, part)| Path {
                    sort,
                    from: part.from,
                    to: part.to,
                    open: false,
                    way: if i == last { Travel::Shot } else { Travel::Aim },
                    seen_by,
                }));
            }
            return;
        }
        self.paths.extend(taken.iter().map(|target| {
            let to = nearest(from, surface.images(position.pieces[target].at));
            Path { sort, from, to, open: false, way: Travel::Shot, seen_by }
        }));
    }

    /// Brings everything beyond joined edges back to the plane. A sphere has no edges.
    fn join(&mut self, surface: &Surface) {
        if !surface.has_images() {
            return;
        }
        let whole = |outlines: &[Vec<Point>]| -> Vec<Vec<Point>> {
            outlines.iter().flat_map(|outline| outlines::outlines(surface, outline)).collect()
        };
        for outlines in [&mut self.attacked, &mut self.obstacles, &mut self.plots] {
            *outlines = whole(outlines);
        }
        self.areas = self.areas.iter().flat_map(|area| area.wrapped(surface)).collect();
        self.paths = self.paths.iter().flat_map(|path| path.wrapped(surface)).collect();
        for wall in &mut self.walls {
            let (copy, at) = surface.home(wall.at);
            *wall = Wall { at, along: copy.direction(wall.along) };
        }
        let last = self.last.iter().flat_map(|last| outlines::lines(surface, last.from, last.to));
        self.last = last.map(|part| LastMove { from: part.from, to: part.to }).collect();
        for token in &mut self.pieces {
            let far = token.outlines.iter().flatten().map(|p| (*p - token.at).length());
            let reach = far.fold(0.0, f64::max);
            token.parts = whole(&token.outlines);
            token.places = outlines::places(surface, token.at, reach);
        }
    }

    /// Returns true if a path of this sort is drawn.
    pub(crate) fn shows_path(&self, sort: Sort) -> bool {
        self.paths.iter().any(|path| path.sort == sort)
    }

    /// Returns true if an area of this sort is drawn.
    pub(crate) fn shows_area(&self, sort: Sort) -> bool {
        self.areas.iter().any(|area| area.sort == Some(sort))
    }

    /// Returns true if an attacked area is drawn.
    pub(crate) fn shows_attack(&self) -> bool {
        !self.attacked.is_empty() || self.areas.iter().any(|area| area.sort.is_none())
    }
}

#[derive(Clone, Debug)]
pub struct Token {
    pub side: Side,
    pub man: Man,
    pub(crate) at: Point,
    /// The radius of a ball in a box. 0 on a plane.
    pub radius: f64,
    /// The outlines of the convex parts of the piece's body.
    pub outlines: Vec<Vec<Point>>,
    /// The parts of the body on the plane, cut at joined edges.
    pub parts: Vec<Vec<Point>>,
    /// The centre, and its images beyond joined edges from which the body comes in.
    pub places: Vec<Point>,
    /// True if the piece is royal and in check.
    pub in_check: bool,
}

/// The sort of a part of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Stops that king safety forbids.
    Forbidden,
    /// Stops without a capture.
    Quiet,
    /// Stops that promote.
    Promotes,
    /// Stops that capture.
    Captures,
}

impl Sort {
    /// All sorts, in the order of the legend.
    pub(crate) const ALL: [Sort; 4] =
        [Sort::Quiet, Sort::Captures, Sort::Promotes, Sort::Forbidden];

    /// The sort in one word.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Forbidden => "forbidden",
            Sort::Quiet => "quiet",
            Sort::Promotes => "promotes",
            Sort::Captures => "captures",
        }
    }

    /// An area of this sort in words.
    pub(crate) fn meaning_of_area(self) -> &'static str {
        match self {
            Sort::Quiet => "may stop anywhere in it",
            Sort::Captures => "captures anywhere in it",
            Sort::Promotes => "promotes anywhere in it",
            Sort::Forbidden => "would leave the king in check there",
        }
    }

    /// The sort in words.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Sort::Quiet => "may stop",
            Sort::Captures => "captures",
            Sort::Promotes => "promotes",
            Sort::Forbidden => "would leave the king in check",
        }
    }
}

/// A part of a path. If it is a single point, both ends are that point.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    pub sort: Sort,
    /// The end that is nearer to the piece.
    pub from: Point,
    /// The end that is farther from the piece.
    pub to: Point,
    /// True if the piece cannot stop at `to` itself.
    pub open: bool,
    /// How the path is travelled. Only the ends of rays are drawn.
    pub way: Travel,
    /// Enemy pieces that would capture the king after a stop there.
    pub seen_by: PieceSet,
}

impl Path {
    /// The parts of the path on the plane. Only the last one has an end that is drawn.
    fn wrapped(&self, surface: &Surface) -> Vec<Path> {
        let parts = outlines::lines(surface, self.from, self.to).into_iter();
        let path = |part: outlines::Part| Path {
            from: part.from,
            to: part.to,
            way: if part.ends { self.way } else { self.way.before_end() },
            ..*self
        };
        parts.map(path).collect()
    }
}

/// An area. A point belongs to it if an odd number of its outlines surround the point.
#[derive(Clone, Debug)]
pub struct Area {
    /// The sort of the area. `None` for an area that the opponent attacks.
    pub sort: Option<Sort>,
    pub outlines: Vec<Vec<Point>>,
    /// Enemy pieces that would capture the king after a landing there.
    pub seen_by: PieceSet,
}

impl Area {
    fn new<V>(sort: Option<Sort>, face: &Face<V>) -> Self {
        let outline =
            |way: &Vec<Border>| way.iter().flat_map(|border| border.line()).collect::<Vec<_>>();
        let mut outlines: Vec<_> = face.borders.iter().map(|way| ring(outline(way))).collect();
        outlines.sort_by_key(|outline| outline.first().map(|p| grid(*p)));
        Self { sort, outlines, seen_by: PieceSet::NONE }
    }

    /// The parts of the area on the plane.
    fn wrapped(&self, surface: &Surface) -> Vec<Area> {
        let part = |copy: Image| {
            let outlines: Vec<Vec<Point>> = self
                .outlines
                .iter()
                .filter_map(|outline| outlines::outline_in(surface, outline, copy))
                .collect();
            (!outlines.is_empty()).then_some(Area { outlines, ..*self })
        };
        surface.near().filter_map(part).collect()
    }

    /// The line at the height `y`, which answers for each of its points whether it lies in the area.
    pub(crate) fn level(&self, y: f64) -> Level {
        Level::of(&self.outlines, y)
    }
}

/// A closed outline that begins at its leftmost point and goes counter-clockwise. Where the engine
/// begins an outline depends on rounding, which differs between machines.
fn ring(mut points: Vec<Point>) -> Vec<Point> {
    let same = |a: &Point, b: &Point| (*a - *b).length() < SAME;
    points.dedup_by(|a, b| same(a, b));
    while points.len() > 1 && same(&points[0], &points[points.len() - 1]) {
        points.pop();
    }
    // An outline may go out on a line and come back on it. Such a whisker encloses nothing.
    let is_tip = |points: &[Point], at: usize| {
        let count = points.len();
        let [before, tip, after] = [at + count - 1, at, at + 1].map(|i| points[i % count]);
        let (out, back) = (tip - before, after - tip);
        let aside = out.cross(back).abs() / out.length().max(back.length()).max(SAME);
        count > 2 && aside < SAME && out.dot(back) < 0.0
    };
    while let Some(tip) = (0..points.len()).find(|&at| is_tip(&points, at)) {
        points.remove(tip);
        points.dedup_by(|a, b| same(a, b));
        while points.len() > 1 && same(&points[0], &points[points.len() - 1]) {
            points.pop();
        }
    }
    let twice: f64 =
        (0..points.len()).map(|i| points[i].cross(points[(i + 1) % points.len()])).sum();
    if twice < 0.0 {
        points.reverse();
    }
    let first = (0..points.len()).min_by_key(|i| grid(points[*i])).unwrap_or(0);
    points.rotate_left(first);
    points
}

/// The point on a grid that hides rounding errors, for comparisons.
fn grid(p: Point) -> (i64, i64) {
    #[expect(clippy::cast_possible_truncation, reason = "points of a plane are small numbers")]
    let cell = |n: f64| (n / GRID).round() as i64;
    (cell(p.x), cell(p.y))
}

/// How a path is travelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Travel {
    /// A straight path.
    Ray,
    /// A rotation. Its parts have no ends that are drawn.
    Turn,
    /// A part of a way before its end. It has no ends that are drawn.
    Curve,
    /// A part of a line on which paths of two parts end. It has no ends that are drawn.
    Arc,
    /// A capture without moving. The path ends at the centre of the captured piece.
    Shot,
    /// A part of the way of a capture without moving, up to joined edges.
    Aim,
}

impl Travel {
    /// How the parts of a path before its end are travelled.
    pub(crate) fn before_end(self) -> Travel {
        match self {
            Travel::Shot | Travel::Aim => Travel::Aim,
            Travel::Ray | Travel::Curve => Travel::Curve,
            Travel::Turn => Travel::Turn,
            Travel::Arc => Travel::Arc,
        }
    }
}

/// The chart of a game in play; with `only`, the paths of that kind alone.
pub fn chart(play: &PlanePlay, only: Option<KindId>) -> Chart {
    chart_of(play, |id| only.is_none_or(|kind| play.now().pieces[id].kind == kind))
}

/// Like [`chart`], with the paths of the pieces that are `drawn`.
pub fn chart_of(play: &PlanePlay, drawn: impl Fn(PieceId) -> bool) -> Chart {
    let (program, position) = (play.program(), play.now());
    let families = play.legal();
    let mut chart = pieces(play);
    for family in families.iter().filter(|family| drawn(family.piece)) {
        chart.add_family(program, position, family);
    }
    for closed in survey::closed(program, position).iter().filter(|c| drawn(c.piece)) {
        for (face, seen_by) in &closed.faces {
            chart.add_face(Sort::Forbidden, face, *seen_by);
        }
    }
    for shot in survey::closed_shots(program, position, &families) {
        if drawn(shot.piece) {
            let survey::ClosedShot { piece, taken, seen_by } = shot;
            let surface = program.surface();
            chart.add_shot(surface, position, Sort::Forbidden, piece, taken, seen_by);
        }
    }
    for line in survey::lines(program, position, &families) {
        if drawn(line.piece) {
            for (part, seen_by) in &line.forbidden {
                let paths = stretch(Sort::Forbidden, &line.track, part);
                chart.paths.extend(paths.into_iter().map(|p| Path { seen_by: *seen_by, ..p }));
            }
            let wall = |at| Wall { at: line.track.at(at), along: line.track.heading(at) };
            chart.walls.extend(line.friend.map(wall));
        }
    }
    // In a picture of a box, attacked tubes would hide everything behind them.
    let swept = if chart.is_box() { Vec::new() } else { survey::swept(program, position) };
    for swept in swept {
        if let Some(globe) = program.surface().globe() {
            let capsules =
                swept.ends.iter().map(|part| geometry::swept(globe, part, swept.shape.reach()));
            chart.attacked.extend(capsules);
            continue;
        }
        for round in outlines(&swept.shape) {
            let capsules = swept.ends.iter().map(|segment| {
                let turn = Point::at_angle(segment.turn);
                let round: Vec<Point> = round.iter().map(|p| p.turned(turn)).collect();
                hull(&round, segment.from, segment.to)
            });
            chart.attacked.extend(capsules);
        }
        chart.areas.extend(swept.faces.iter().map(|face| Area::new(None, face)));
    }
    chart.join(program.surface());
    chart.paths.sort_by_key(|path| path.sort);
    chart.areas.sort_by_key(|area| area.sort);
    chart
}

/// The position alone: without paths, and without the area that the opponent attacks.
pub(crate) fn setting(play: &PlanePlay) -> Chart {
    let mut chart = pieces(play);
    chart.join(play.program().surface());
    chart
}

/// The plane with its pieces. What crosses joined edges is not cut yet.
fn pieces(play: &PlanePlay) -> Chart {
    let (program, position) = (play.program(), play.now());
    Chart {
        size: program.size(),
        surface: *program.surface(),
        dark: dark_squares(program),
        pieces: tokens(play),
        attacked: Vec::new(),
        areas: Vec::new(),
        paths: Vec::new(),
        walls: Vec::new(),
        last: play.last().map_or_else(Vec::new, |(before, mv)| last_parts(program, before, mv)),
        goals: goals(program),
        obstacles: outlines::obstacles(program.rules()),
        plots: outlines::zones(program),
        globe: program.surface().globe(),
        ball: None,
        gluing: program.surface().gluing(),
        to_move: position.side,
        seat: Side::White,
        theme: Theme::default(),
        notes: Vec::new(),
        arrows: Vec::new(),
        words: Words::default(),
    }
}

fn tokens(play: &PlanePlay) -> Vec<Token> {
    let (program, position) = (play.program(), play.now());
    let checked = play.in_check();
    let token = |id: PieceId| {
        let piece = &position.pieces[id];
        let kind = &program.rules().kinds[piece.kind];
        let shape = Shape::of(&program.kind(piece.kind).body, piece.facing);
        let moved = |part: Vec<Point>| part.into_iter().map(|p| p + piece.at).collect();
        let whole: Vec<Vec<Point>> = match program.surface().globe() {
            Some(globe) => vec![globe.circle(piece.at, shape.reach(), ROUND)],
            None => outlines(&shape).into_iter().map(moved).collect(),
        };
        Token {
            side: piece.side,
            man: kind.into(),
            at: piece.at,
            radius: if program.surface().is_box() { shape.reach() } else { 0.0 },
            parts: whole.clone(),
            places: vec![piece.at],
            outlines: whole,
            in_check: checked && kind.royal.is_royal() && piece.side == position.side,
        }
    };
    position.pieces.ids().map(token).collect()
}

fn dark_squares(program: &PlaneProgram) -> Vec<Square> {
    let size = program.size();
    match program.rules().space.shades {
        Shading::Plain | Shading::Rows(_) => return Vec::new(),
        Shading::Checkered => {}
    }
    let starts = |size: f64| {
        std::iter::successors(Some(0.0), |n| Some(n + 1.0)).take_while(move |n| *n < size)
    };
    let square = |x: f64, y: f64| {
        let high = Point::new((x + 1.0).min(size.x), (y + 1.0).min(size.y));
        Square { low: Point::new(x, y), high }
    };
    let all = starts(size.y).flat_map(|y| starts(size.x).map(move |x| square(x, y)));
    all.filter(|Square { low, high }| tone((*low + *high) * 0.5, program.surface()) == Tone::Dark)
        .collect()
}

/// The point of `all` that is nearest to `from`.
fn nearest(from: Point, all: impl Iterator<Item = Point>) -> Point {
    let near = all.min_by(|a, b| (*a - from).length().total_cmp(&(*b - from).length()));
    near.unwrap_or(from)
}

/// The way of the last move in parts that are drawn as straight lines.
pub fn last_parts(program: &PlaneProgram, before: &PlanePosition, mv: &PlaneMove) -> Vec<LastMove> {
    let (Some(globe), Moved::Ray { bearing, distance }) = (program.surface().globe(), mv.path)
    else {
        return vec![last_move(before, mv)];
    };
    let along = PlaneProgram::seen(before.side, Point::at_angle(bearing));
    let great = Great::new(globe, before.pieces[mv.piece].at, along);
    let parts = Track::Great(great).segments(0.0, distance);
    parts.into_iter().map(|part| LastMove { from: part.from, to: part.to }).collect()
}

/// The way of a move from its place in the position `before`, beyond joined edges too. Not for
/// spheres.
pub fn last_move(before: &PlanePosition, mv: &PlaneMove) -> LastMove {
    let from = before.pieces[mv.piece].at;
    let seen = |bearing| PlaneProgram::seen(before.side, Point::at_angle(bearing));
    let to = match mv.path {
        Moved::Ray { bearing, distance } => from + seen(bearing) * distance,
        Moved::Arc { bearing, curve, distance } => {
            let way = Round::new(from, seen(bearing), curve.radius, curve.way);
            Track::Circle(way).at(distance)
        }
        Moved::Flight { heading, distance } => {
            from + PlaneProgram::seen(before.side, heading.unit()) * distance
        }
        Moved::Turn { .. } | Moved::Shot => from,
        Moved::Bent { bearings: [first, last], lengths } => {
            from + seen(first) * lengths.first + seen(last) * lengths.last
        }
    };
    LastMove { from, to }
}

fn goals(program: &PlaneProgram) -> Vec<Goal> {
    let (rules, size) = (program.rules(), program.size());
    if program.surface().globe().is_some() {
        // On a sphere they are circles, which `plots` has.
        return Vec::new();
    }
    let named = rules.ends.goals.iter().flat_map(|goal| goal.question.named().0);
    let lines = named.filter_map(|area| area_line(&area, rules, size));
    let of = |line: f64| {
        Side::BOTH.map(|side| match side.color() {
            Color::White => Goal { side, line, edge: size.y },
            Color::Black => Goal { side, line: size.y - line, edge: 0.0 },
        })
    };
    let mut all: Vec<Goal> = Vec::new();
    for goal in lines.flat_map(of) {
        if !all.contains(&goal) {
            all.push(goal);
        }
    }
    all
}

fn sort(promotes: Promotes, taken: PieceSet) -> Sort {
    match promotes {
        _ if !taken.is_empty() => Sort::Captures,
        Promotes::To(_) => Sort::Promotes,
        Promotes::No => Sort::Quiet,
    }
}

/// Draws a part of a track. On a circle only the last of its short straight pieces has an end.
fn stretch(sort: Sort, track: &Track, at: &Interval) -> Vec<Path> {
    let segments = track.segments(at.from, at.to);
    let last = segments.len() - 1;
    let path = |(i, segment): (usize, &Segment)| Path {
        sort,
        from: segment.from,
        to: segment.to,
        open: at.to_end == End::Open && i == last,
        way: if i == last { Travel::Ray } else { Travel::Curve },
        seen_by: PieceSet::NONE,
    };
    segments.iter().enumerate().map(path).collect()
}

/// Draws a rotation as a circular arc of short straight pieces, which the end of the body's axis
/// follows.
fn arc(sort: Sort, centre: Point, axis: f64, radius: f64, at: &Interval) -> Vec<Path> {
    let pieces = ((at.to - at.from) / 6.0).ceil().max(1.0) as usize;
    let point = |i: usize| {
        let angle = at.from + (at.to - at.from) * i as f64 / pieces as f64;
        centre + Point::at_angle(axis + angle) * radius
    };
    let piece = |i: usize| Path {
        sort,
        from: point(i),
        to: point(i + 1),
        open: at.to_end == End::Open && i + 1 == pieces,
        way: Travel::Turn,
        seen_by: PieceSet::NONE,
    };
    (0..pieces).map(piece).collect()
}

/// The outlines of the convex parts of a body.
fn outlines(shape: &Shape) -> Vec<Vec<Point>> {
    let circle = |centre: Point, radius: f64| {
        let angle = move |i: usize| 360.0 * i as f64 / ROUND as f64;
        (0..ROUND).map(move |i| centre + Point::at_angle(angle(i)) * radius)
    };
    let part = |part: &Part| {
        let mut points = Vec::new();
        for piece in part.pieces() {
            match piece {
                Piece::Disc { centre, radius } => points.extend(circle(*centre, *radius)),
                Piece::Ellipse { outline, .. } => {
                    points.extend((0..ROUND).map(|i| outline.at(360.0 * i as f64 / ROUND as f64)));
                }
                Piece::Polygon(polygon) => points.extend(polygon.corners()),
            }
        }
        convex(points)
    };
    match shape {
        Shape::Disc(radius) => vec![circle(Point::default(), *radius).collect()],
        Shape::Compound(compound) => match compound.parts() {
            // The corners of a polygon keep their order.
            [only] if only.pieces().len() == 1 => only
                .pieces()
                .iter()
                .flat_map(|piece| match piece {
                    Piece::Polygon(polygon) => vec![polygon.corners().to_vec()],
                    Piece::Disc { .. } | Piece::Ellipse { .. } => vec![part(only)],
                })
                .collect(),
            parts => parts.iter().map(part).collect(),
        },
    }
}

/// The outline of everything that a convex body covers on its way: the convex hull of both ends.
fn hull(round: &[Point], from: Point, to: Point) -> Vec<Point> {
    convex(round.iter().flat_map(|&p| [p + from, p + to]).collect())
}

/// Corners of a hull that are flatter than this are left out. Rounding, which differs between
/// machines, would decide about them.
const FLAT: f64 = 1e-9;

/// The convex hull of points, counter-clockwise from the leftmost one. The points are rounded to nine
/// decimals, so that machines which differ in the last bits begin with the same one.
fn convex(mut all: Vec<Point>) -> Vec<Point> {
    let round = |n: f64| (n * 1e9).round() / 1e9;
    all.iter_mut().for_each(|p| *p = Point::new(round(p.x), round(p.y)));
    all.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while let [.., a, b] = chain.as_slice()
                && (*b - *a).cross(p - *b) <= FLAT
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut all.iter().copied());
    lower.extend(half(&mut all.iter().rev().copied()));
    lower
}
