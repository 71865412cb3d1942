//! A position on a plane, as data to be drawn.
//!
//! Owns: [`Chart`] and its parts: pieces with their bodies, every path of the side to move, where it
//! captures, where it may not stop and why, and what the enemy sweeps. Takes a game in play; gives plain
//! values that `plane_svg` and `plane_text` draw. Lengths are in units of the plane, y upwards.
//! Invariant: a chart says nothing that the generator does not.

use crate::play::arena::Play;
use crate::play::plane::PlanePlay;
use crate::render::mark::{Goes, Hue, Mark};
use crate::render::palette::Theme;
use crate::render::piece_icon::Man;
use alfil_plane::families::Motion;
use alfil_plane::interval::{End, Interval};
use alfil_plane::landing::Landing;
use alfil_plane::outline::{Border, surround};
use alfil_plane::position::{Path as Moved, PieceId, PieceSet, PlaneMove, Promotes};
use alfil_plane::program::{PlaneProgram, area_line};
use alfil_plane::region::Face;
use alfil_plane::scalar::Vec2;
use alfil_plane::shape::Shape;
use alfil_plane::survey;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

/// Corners that stand for a round outline.
const ROUND: usize = 48;

/// A picture of a plane, before it has a form.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Width and height.
    pub size: Vec2,
    /// The pieces.
    pub pieces: Vec<Token>,
    /// Outlines of what the enemy could capture, which may overlap.
    pub attacked: Vec<Vec<Vec2>>,
    /// Areas, each by the ways around it.
    pub areas: Vec<Area>,
    /// Stretches that a piece may go.
    pub paths: Vec<Path>,
    /// Where a friend ends a path: the place and the direction of the path.
    pub walls: Vec<(Vec2, Vec2)>,
    /// The last move, from where to where.
    pub last: Option<(Vec2, Vec2)>,
    /// Where goals name a side's farthest ranks.
    pub(crate) goals: Vec<Goal>,
    /// Who is to move.
    pub(crate) to_move: Side,
    /// Whose eyes see it: who sits where the drawing ends.
    pub(crate) seat: Side,
    /// How it looks in a file.
    pub(crate) theme: Theme,
    /// Points that a person marks.
    pub(crate) notes: Vec<(Vec2, Hue)>,
    /// Arrows that a person draws: from where to where.
    pub(crate) arrows: Vec<(Vec2, Vec2, Hue)>,
}

/// The far end of a plane, as a side sees it, which a goal names.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Goal {
    /// Whose.
    pub(crate) side: Side,
    /// The height of the line that a body must reach.
    pub(crate) line: f64,
    /// The height of the edge behind it.
    pub(crate) edge: f64,
}

impl Goal {
    /// As on a board.
    pub(crate) fn mark(&self) -> Mark {
        Mark::Goal(match self.side {
            Side::White => Goes::White,
            Side::Black => Goes::Black,
        })
    }
}

impl Chart {
    /// Where a point lies on the drawing, in units from its upper left corner.
    pub(crate) fn place(&self, p: Vec2) -> Vec2 {
        match self.seat {
            Side::White => Vec2::new(p.x, self.size.y - p.y),
            Side::Black => Vec2::new(self.size.x - p.x, p.y),
        }
    }

    /// Whether a path or an area of this sort is drawn.
    pub(crate) fn shows(&self, sort: Sort) -> bool {
        self.paths.iter().any(|path| path.sort == sort)
            || self.areas.iter().any(|area| area.sort == Some(sort))
    }

    /// Whether anything is drawn that the enemy attacks.
    pub(crate) fn shows_attack(&self) -> bool {
        !self.attacked.is_empty() || self.areas.iter().any(|area| area.sort.is_none())
    }
}

/// A piece.
#[derive(Clone, Debug)]
pub struct Token {
    /// Whose.
    pub side: Side,
    /// Of what kind.
    pub man: Man,
    /// Its centre.
    pub(crate) at: Vec2,
    /// The outline of its body.
    pub outline: Vec<Vec2>,
    /// Whether it is a royal piece in check.
    pub in_check: bool,
}

/// What a stretch of a path is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Stops that the king forbids.
    Forbidden,
    /// Stops without a capture.
    Quiet,
    /// Stops that promote.
    Promotes,
    /// Stops that capture.
    Captures,
}

impl Sort {
    /// Every sort, in the order of the legend.
    pub(crate) const ALL: [Sort; 4] =
        [Sort::Quiet, Sort::Captures, Sort::Promotes, Sort::Forbidden];

    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Forbidden => "forbidden",
            Sort::Quiet => "quiet",
            Sort::Promotes => "promotes",
            Sort::Captures => "captures",
        }
    }

    /// In words.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Sort::Quiet => "may stop",
            Sort::Captures => "captures",
            Sort::Promotes => "promotes",
            Sort::Forbidden => "would leave the king in check",
        }
    }
}

/// A stretch of a path; both ends are one point if it is a single stop.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// What it is.
    pub sort: Sort,
    /// Its nearer end.
    pub from: Vec2,
    /// Its farther end.
    pub to: Vec2,
    /// Whether `to` is an open end.
    pub open: bool,
    /// Whether its ends mean something.
    pub way: Travel,
    /// Who would take the king of whoever stops there, if that forbids it.
    pub seen_by: PieceSet,
}

/// An area: what an odd number of its outlines surround.
#[derive(Clone, Debug)]
pub struct Area {
    /// What it is; `None` where the enemy attacks.
    pub sort: Option<Sort>,
    /// Its outlines.
    pub outlines: Vec<Vec<Vec2>>,
    /// Who would take the king of whoever lands there, if that forbids it.
    pub seen_by: PieceSet,
}

impl Area {
    fn new<V>(sort: Option<Sort>, face: &Face<V>) -> Self {
        let outline =
            |way: &Vec<Border>| way.iter().flat_map(|border| border.line()).collect::<Vec<_>>();
        let outlines = face.borders.iter().map(outline).collect();
        Self { sort, outlines, seen_by: PieceSet::NONE }
    }

    /// Whether a point lies in it.
    pub(crate) fn holds(&self, p: Vec2) -> bool {
        surround(&self.outlines, p)
    }
}

/// How a path is travelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Travel {
    /// Straight.
    Ray,
    /// As a part of a turn, whose pieces have no ends of their own.
    Turn,
}

/// The chart of a game in play; with `only`, paths of that kind alone.
pub fn chart(play: &PlanePlay, only: Option<KindId>) -> Chart {
    chart_of(play, |id| only.is_none_or(|kind| play.now().pieces[id].kind == kind))
}

/// The same with the paths of those pieces that are `drawn`.
pub fn chart_of(play: &PlanePlay, drawn: impl Fn(PieceId) -> bool) -> Chart {
    let (program, position) = (play.program(), play.now());
    let checked = play.in_check();
    let token = |id: PieceId| {
        let piece = &position.pieces[id];
        let kind = &program.rules().kinds[piece.kind];
        let shape = Shape::of(&program.kind(piece.kind).body, piece.facing);
        Token {
            side: piece.side,
            man: kind.into(),
            at: piece.at,
            outline: outline(&shape).into_iter().map(|p| p + piece.at).collect(),
            in_check: checked && kind.royal.is_royal() && piece.side == position.side,
        }
    };
    let families = play.legal();
    let (mut paths, mut areas) = (Vec::new(), Vec::new());
    for family in families.iter().filter(|f| drawn(f.piece)) {
        let from = position.pieces[family.piece].at;
        for leg in &family.legs {
            let sort = sort(leg.promotes, leg.taken.is_empty());
            match family.motion {
                Motion::Ray { along, .. } => paths.push(stretch(sort, from, along, &leg.at)),
                Motion::Turn => {
                    let axis = position.pieces[family.piece].facing;
                    let shape =
                        Shape::of(&program.kind(position.pieces[family.piece].kind).body, axis);
                    paths.extend(arc(sort, from, axis, shape.reach(), &leg.at));
                }
                // It has faces instead.
                Motion::Region => {}
            }
        }
        areas.extend(family.faces.iter().map(|face| {
            let Landing { taken, promotes } = face.verdict;
            Area::new(Some(sort(promotes, taken.is_empty())), face)
        }));
    }
    for closed in survey::closed(program, position).iter().filter(|c| drawn(c.piece)) {
        areas.extend(closed.faces.iter().map(|(face, seen_by)| Area {
            seen_by: *seen_by,
            ..Area::new(Some(Sort::Forbidden), face)
        }));
    }
    let mut walls = Vec::new();
    for line in survey::lines(program, position, &families) {
        if drawn(line.piece) {
            paths.extend(line.forbidden.iter().map(|(part, seen_by)| Path {
                seen_by: *seen_by,
                ..stretch(Sort::Forbidden, line.from, line.along, part)
            }));
            walls.extend(line.friend.map(|at| (line.from + line.along * at, line.along)));
        }
    }
    paths.sort_by_key(|path| path.sort);
    let swept = survey::swept(program, position);
    areas.extend(swept.iter().flat_map(|s| &s.faces).map(|face| Area::new(None, face)));
    areas.sort_by_key(|area| area.sort);
    let capsules = |s: &survey::Swept| -> Vec<Vec<Vec2>> {
        let round = outline(&s.shape);
        s.ends.iter().map(|&(from, to)| hull(&round, from, to)).collect()
    };
    let start = |mv: &PlaneMove| match mv.path {
        Moved::Ray { bearing, distance } => {
            // The mover was the side that is not to move now.
            let mover = position.side.other();
            let along = PlaneProgram::seen(mover, Vec2::at_angle(bearing));
            (mv.to - along * distance, mv.to)
        }
        Moved::Turn { .. } => (mv.to, mv.to),
    };
    Chart {
        size: program.size(),
        pieces: position.pieces.ids().map(token).collect(),
        attacked: swept.iter().flat_map(capsules).collect(),
        areas,
        paths,
        walls,
        last: play.last().map(start),
        goals: goals(program),
        to_move: position.side,
        seat: Side::White,
        theme: Theme::default(),
        notes: Vec::new(),
        arrows: Vec::new(),
    }
}

fn goals(program: &PlaneProgram) -> Vec<Goal> {
    let (rules, size) = (program.rules(), program.size());
    let named = rules.ends.goals.iter().flat_map(|goal| goal.question.named().0);
    let lines = named.filter_map(|area| area_line(&area, rules, size));
    let of = |line: f64| {
        Side::BOTH.map(|side| match side {
            Side::White => Goal { side, line, edge: size.y },
            Side::Black => Goal { side, line: size.y - line, edge: 0.0 },
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

fn sort(promotes: Promotes, quiet: bool) -> Sort {
    match (promotes, quiet) {
        (_, false) => Sort::Captures,
        (Promotes::ToAny | Promotes::ToCommon, true) => Sort::Promotes,
        (Promotes::No, true) => Sort::Quiet,
    }
}

fn stretch(sort: Sort, from: Vec2, along: Vec2, at: &Interval) -> Path {
    let open = at.to_end == End::Open;
    let (from, to) = (from + along * at.from, from + along * at.to);
    Path { sort, from, to, open, way: Travel::Ray, seen_by: PieceSet::NONE }
}

/// A turn as the way of the farthest point of the axis, in short straight pieces.
fn arc(sort: Sort, centre: Vec2, axis: f64, radius: f64, at: &Interval) -> Vec<Path> {
    let pieces = ((at.to - at.from) / 6.0).ceil().max(1.0) as usize;
    let point = |i: usize| {
        let angle = at.from + (at.to - at.from) * i as f64 / pieces as f64;
        centre + Vec2::at_angle(axis + angle) * radius
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

fn outline(shape: &Shape) -> Vec<Vec2> {
    match shape {
        Shape::Disc(radius) => {
            let angle = |i: usize| 360.0 * i as f64 / ROUND as f64;
            (0..ROUND).map(|i| Vec2::at_angle(angle(i)) * *radius).collect()
        }
        Shape::Polygon(polygon) => polygon.corners().to_vec(),
    }
}

/// The outline of all that a convex outline covers on its way: the hull of both ends.
fn hull(round: &[Vec2], from: Vec2, to: Vec2) -> Vec<Vec2> {
    let mut all: Vec<Vec2> = round.iter().flat_map(|&p| [p + from, p + to]).collect();
    all.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for p in points {
            while let [.., a, b] = chain.as_slice()
                && (*b - *a).cross(p - *b) <= 0.0
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
