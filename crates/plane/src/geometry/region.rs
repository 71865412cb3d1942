//! Vertical decomposition: regions of points with the same value, bounded by lines, circles and
//! ellipses.
//!
//! Curves divide the plane into corners, edges and cells. A predicate is constant on each of them.
//! Upright lines through every corner and through the left and right ends of circles and ellipses
//! divide it further into slabs. Within a slab, curves neither begin nor end nor cross. So one point between
//! two neighbouring curves gives the value of the cell.
//!
//! The sweep goes from left to right and evaluates only elements that begin at a line. All others
//! keep their value. Touching elements with the same value form a face. Faces are maximal, and
//! every point with a value is in exactly one face.
//!
//! ```text
//!   |   .--|--.  |       slabs between upright lines; in each, curves from below to above,
//!   | /    |    \|       edge, gap, edge, gap, ...; on each line, point, gap, point, ...
//!   |------|-----|--
//! ```

use crate::geometry::curve::Curve;
use crate::geometry::front::{Branch, Front, Part, Within, is_upright, uprights};
use crate::geometry::outline::{Arc, Border, Oval, both, follows, loops};
use crate::geometry::scalar::{ONE_POINT, Vec2};
use alfil_clock::meter;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

/// The least space above and below a sample point that keeps it clear of all curves despite
/// rounding. Such a point may keep the value of its left neighbour.
const ROOM: f64 = 1e-3;
/// The least width of a slab for the same purpose.
const BREADTH: f64 = 1e-8;

/// A connected set of points with the same value: usually an area, sometimes a line or a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Face<V> {
    /// The value.
    pub verdict: V,
    /// The borders, chained into closed loops where possible.
    pub borders: Vec<Vec<Border>>,
    /// Points in the face, at least one. If the face has an interior, they are in the interior, and
    /// the first has the most space around it.
    pub points: Vec<Vec2>,
    /// False if the face is a line or a point.
    pub is_area: bool,
}

/// A point, an edge or a cell, with one value.
struct Element<V> {
    verdict: Option<V>,
    /// The sample point.
    at: Vec2,
    /// The space around the sample point. 0 for points and edges.
    room: f64,
    /// The parent in a union-find forest, whose root represents the face.
    head: usize,
}

/// Elements above each other at one x: `edges`, and the gaps between them.
struct Column<E> {
    x: f64,
    /// Edges from below, with their heights.
    edges: Vec<(f64, E)>,
    /// Elements of the edges.
    on: Vec<usize>,
    /// Elements of the gaps. Gap i is between edges i and i + 1.
    between: Vec<usize>,
}

/// The upright lines and the slabs between them.
struct Columns {
    walls: Vec<Column<WallPoint>>,
    slabs: Vec<Column<Branch>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Edge,
    Gap,
}

/// A point on an upright line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WallPoint {
    /// One branch passes through it.
    Crossing,
    /// Several branches meet there, or the line is itself a curve.
    Corner,
}

struct Cutting<'c, V, F> {
    curves: &'c [Curve],
    evaluate: F,
    elements: Vec<Element<V>>,
}

/// Returns the faces of all points with a value. Values change only on `curves`, and no point above
/// or below all curves has a value.
pub(crate) fn faces<V, F>(curves: &[Curve], within: &Within, evaluate: F) -> Vec<Face<V>>
where
    V: Copy + PartialEq,
    F: Fn(Vec2) -> Option<V>,
{
    let (mut cutting, Columns { walls, slabs }) = cut(curves, within, evaluate);
    for (i, wall) in walls.iter().enumerate() {
        cutting.join_upright(wall);
        let before = i.checked_sub(1).and_then(|i| slabs.get(i));
        before.into_iter().chain(slabs.get(i)).for_each(|slab| cutting.join_aside(slab, wall));
    }
    slabs.iter().for_each(|slab| cutting.join_upright(slab));
    // The parent of an element precedes it, so one pass finds all roots.
    for element in 0..cutting.elements.len() {
        cutting.elements[element].head = cutting.head(element);
    }
    cutting.collect(&walls, &slabs)
}

/// Returns all values that occur, sorted.
pub(crate) fn verdicts<V, F>(curves: &[Curve], within: &Within, evaluate: F) -> Vec<V>
where
    V: Copy + PartialEq + Ord,
    F: Fn(Vec2) -> Option<V>,
{
    let all = cut(curves, within, evaluate).0.elements.into_iter();
    all.filter_map(|element| element.verdict).collect::<BTreeSet<V>>().into_iter().collect()
}

/// Returns whether `is` is true of some point. Its value changes only on `curves`, and it is false above
/// and below all of them. It is not asked again after the first true answer.
pub(crate) fn any(curves: &[Curve], within: &Within, is: impl Fn(Vec2) -> bool) -> bool {
    let found = Cell::new(false);
    cut(curves, within, |p| {
        found.set(found.get() || is(p));
        None::<()>
    });
    found.get()
}

/// Divides the plane into columns. Elements are not joined yet.
fn cut<'c, V, F>(curves: &'c [Curve], within: &Within, evaluate: F) -> (Cutting<'c, V, F>, Columns)
where
    V: Copy + PartialEq,
    F: Fn(Vec2) -> Option<V>,
{
    let lines = uprights(curves, within.span());
    let mut front = Front::new(curves, within);
    let mut cutting = Cutting { curves, evaluate, elements: Vec::new() };
    let (mut walls, mut slabs) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    for (i, &x) in lines.iter().enumerate() {
        let wall = cutting.wall(front.come_to(x), x, slabs.last());
        if let Some(&next) = lines.get(i + 1) {
            slabs.push(cutting.slab(front.come_to((x + next) / 2.0), (x, next), &wall));
        }
        walls.push(wall);
    }
    meter::spend(meter::POINT * cutting.elements.len() as u64);
    (cutting, Columns { walls, slabs })
}

impl<V, F> Cutting<'_, V, F>
where
    V: Copy + PartialEq,
    F: Fn(Vec2) -> Option<V>,
{
    /// Adds an element. If `like` is given, the new element has the same value. Otherwise the value
    /// is evaluated.
    fn element(&mut self, at: Vec2, room: f64, like: Option<usize>) -> usize {
        let head = self.elements.len();
        let verdict = match like {
            Some(like) => self.elements[like].verdict,
            None => (self.evaluate)(at),
        };
        self.elements.push(Element { verdict, at, room, head });
        head
    }

    /// Adds a column of edges. `like` returns the element at the left that an edge, or the gap
    /// above it, continues.
    fn column<E>(
        &mut self,
        x: f64,
        edges: Vec<(f64, E)>,
        is_area: bool,
        like: impl Fn(ElementKind, usize) -> Option<usize>,
    ) -> Column<E> {
        let clear = |i: usize| edges.get(i + 1).is_none_or(|(y, _)| y - edges[i].0 > ROOM);
        let (on, between) = (Vec::with_capacity(edges.len()), Vec::with_capacity(edges.len()));
        let mut column = Column { x, edges: Vec::new(), on, between };
        self.elements.reserve(2 * edges.len());
        for (i, (y, _)) in edges.iter().enumerate() {
            let alone = clear(i) && i.checked_sub(1).is_none_or(&clear);
            let same = like(ElementKind::Edge, i).filter(|_| alone);
            column.on.push(self.element(Vec2::new(x, *y), 0.0, same));
        }
        for (i, ends) in edges.windows(2).enumerate() {
            let room = if is_area { ends[1].0 - ends[0].0 } else { 0.0 };
            let at = Vec2::new(x, (ends[0].0 + ends[1].0) / 2.0);
            let same = like(ElementKind::Gap, i).filter(|_| clear(i));
            column.between.push(self.element(at, room, same));
        }
        column.edges = edges;
        column
    }

    /// Adds the column in the middle of a slab, whose edges are branches. It continues the line at
    /// its left.
    fn slab(
        &mut self,
        mut edges: Vec<(f64, Branch)>,
        (left, right): (f64, f64),
        wall: &Column<WallPoint>,
    ) -> Column<Branch> {
        edges.sort_by(|a, b| a.0.total_cmp(&b.0));
        let x = (left + right) / 2.0;
        let known = right - left > BREADTH && !self.has_upright(left);
        let before: Vec<f64> = edges.iter().map(|edge| self.height(edge, left)).collect();
        let like = |part: ElementKind, i: usize| match part {
            ElementKind::Edge => {
                let point = nearest(wall, before[i])?;
                (known && wall.edges[point].1 == WallPoint::Crossing).then(|| wall.on[point])
            }
            ElementKind::Gap => {
                let middle = (before[i] + before[i + 1]) / 2.0;
                let wide = known && before[i + 1] - before[i] > ROOM;
                let gap = wall.edges.partition_point(|(y, _)| *y <= middle).checked_sub(1)?;
                wall.between.get(gap).copied().filter(|_| wide)
            }
        };
        self.column(x, edges, true, like)
    }

    /// Adds the column of an upright line, whose edges are points. It continues the slab at its
    /// left.
    fn wall(
        &mut self,
        branches: Vec<(f64, Branch)>,
        x: f64,
        slab: Option<&Column<Branch>>,
    ) -> Column<WallPoint> {
        let has_upright = self.has_upright(x);
        let mut heights: Vec<f64> = branches.iter().map(|(y, _)| *y).collect();
        heights.sort_by(f64::total_cmp);
        let mut edges: Vec<(f64, WallPoint)> = Vec::with_capacity(heights.len());
        for y in heights {
            match edges.last_mut().filter(|(last, _)| y - last < ONE_POINT) {
                Some((_, spot)) => *spot = WallPoint::Corner,
                None => edges
                    .push((y, if has_upright { WallPoint::Corner } else { WallPoint::Crossing })),
            }
        }
        let slab = slab.filter(|slab| x - slab.x > BREADTH && !has_upright);
        let before = slab.map_or_else(Vec::new, |slab| self.heights(slab, x));
        let ends = edges.clone();
        let like = |thing: ElementKind, i: usize| {
            let slab = slab?;
            let y = ends[i].0;
            match thing {
                ElementKind::Edge => {
                    let near = before.partition_point(|height| *height < y - ONE_POINT);
                    let is_on = before.get(near).is_some_and(|height| height - y < ONE_POINT);
                    (is_on && ends[i].1 == WallPoint::Crossing).then(|| slab.on[near])
                }
                ElementKind::Gap => {
                    beside(&before, (y + ends[i + 1].0) / 2.0).map(|k| slab.between[k])
                }
            }
        };
        self.column(x, edges, false, like)
    }

    /// Returns whether one of the curves is an upright line at `x`. Every value may change there.
    fn has_upright(&self, x: f64) -> bool {
        self.curves.iter().any(|curve| match *curve {
            Curve::Line { at, along } => is_upright(along) && (at.x - x).abs() < BREADTH,
            Curve::Circle { .. } | Curve::Ellipse(_) => false,
        })
    }

    fn head(&self, mut element: usize) -> usize {
        while self.elements[element].head != element {
            element = self.elements[element].head;
        }
        element
    }

    /// Joins two touching elements if they have the same value.
    fn join(&mut self, a: usize, b: usize) {
        let agree = self.elements[a].verdict.is_some()
            && self.elements[a].verdict == self.elements[b].verdict;
        if agree {
            let (a, b) = (self.head(a), self.head(b));
            self.elements[a.max(b)].head = a.min(b);
        }
    }

    fn join_upright<E>(&mut self, column: &Column<E>) {
        for (i, &gap) in column.between.iter().enumerate() {
            self.join(column.on[i], gap);
            self.join(gap, column.on[i + 1]);
        }
    }

    /// Joins the touching elements of a slab and an upright line beside it.
    fn join_aside(&mut self, slab: &Column<Branch>, wall: &Column<WallPoint>) {
        let heights = self.heights(slab, wall.x);
        let mut low = 0;
        for (i, (y, _)) in wall.edges.iter().enumerate() {
            while heights.get(low + 1).is_some_and(|height| height + ONE_POINT <= *y) {
                low += 1;
            }
            for k in low..heights.len() {
                if heights[k] - ONE_POINT >= *y {
                    break;
                }
                if (heights[k] - y).abs() < ONE_POINT {
                    self.join(wall.on[i], slab.on[k]);
                }
                if heights.get(k + 1).is_some_and(|height| *y < height + ONE_POINT) {
                    self.join(wall.on[i], slab.between[k]);
                }
            }
        }
        for (i, ends) in wall.edges.windows(2).enumerate() {
            if let Some(k) = beside(&heights, (ends[0].0 + ends[1].0) / 2.0) {
                self.join(wall.between[i], slab.between[k]);
            }
        }
    }

    /// Returns the heights of a slab's edges at `x`.
    fn heights(&self, slab: &Column<Branch>, x: f64) -> Vec<f64> {
        slab.edges.iter().map(|edge| self.height(edge, x)).collect()
    }

    fn height(&self, (y, branch): &(f64, Branch), x: f64) -> f64 {
        branch.at(self.curves, x).unwrap_or(*y)
    }

    /// Returns the face of an element. `None` if the element has no value.
    fn face(&self, element: usize) -> Option<usize> {
        let Element { verdict, head, .. } = &self.elements[element];
        verdict.is_some().then_some(*head)
    }

    fn collect(&self, walls: &[Column<WallPoint>], slabs: &[Column<Branch>]) -> Vec<Face<V>> {
        let mut found: Vec<Option<Box<Found>>> = self.elements.iter().map(|_| None).collect();
        for (element, it) in self.elements.iter().enumerate() {
            if let Some(face) = self.face(element) {
                found[face].get_or_insert_default().inside.push((it.room, it.at));
            }
        }
        for (index, slab) in slabs.iter().enumerate() {
            self.edges_of(index, slab, (&walls[index], &walls[index + 1]), &mut found);
        }
        self.uprights_of(walls, slabs, &mut found);
        for wall in walls {
            // A face of one point is its own border.
            for (i, (y, _)) in wall.edges.iter().enumerate() {
                if let Some(face) = self.face(wall.on[i]).and_then(|face| found[face].as_mut())
                    && face.pieces.is_empty()
                {
                    let at = Vec2::new(wall.x, *y);
                    let (closed, from_closed, to_closed) = (true, true, true);
                    let border =
                        Border { from: at, to: at, arc: None, closed, from_closed, to_closed };
                    face.pieces.push((0, border));
                }
            }
        }
        let faces = found.into_iter().enumerate();
        faces
            .filter_map(|(head, face)| Some((self.elements[head].verdict?, face?)))
            .map(|(verdict, found)| {
                let Found { mut inside, mut pieces, .. } = *found;
                inside.sort_by(|a, b| b.0.total_cmp(&a.0));
                let most = inside.first().map_or(0.0, |(room, _)| *room);
                let points = inside.iter().filter(|(room, _)| most == 0.0 || *room > 0.0);
                let points = points.map(|(_, at)| *at).collect();
                pieces.sort_by_key(|(last, _)| *last);
                let borders = loops(pieces.into_iter().map(|(_, border)| border).collect());
                // Two curves of one contact may differ by their rounding errors.
                Face { verdict, borders, points, is_area: most > ONE_POINT }
            })
            .collect()
    }

    /// Adds the edges in a slab to the borders of the faces that they bound.
    fn edges_of(
        &self,
        index: usize,
        slab: &Column<Branch>,
        (left, right): (&Column<WallPoint>, &Column<WallPoint>),
        found: &mut [Option<Box<Found>>],
    ) {
        for (i, &edge) in slab.on.iter().enumerate() {
            let gaps = [i.checked_sub(1).and_then(|k| slab.between.get(k)), slab.between.get(i)];
            let gaps = gaps.map(|gap| gap.and_then(|&gap| self.face(gap)));
            for face in bounded(self.face(edge), gaps) {
                let closed = self.face(edge) == Some(face);
                let branch = slab.edges[i].1;
                let end = |wall: &Column<WallPoint>| {
                    let y = self.height(&slab.edges[i], wall.x);
                    let point = nearest(wall, y);
                    let is_in = point.is_some_and(|p| self.face(wall.on[p]) == Some(face));
                    (Vec2::new(wall.x, y), is_in)
                };
                let ((from, from_closed), (to, to_closed)) = (end(left), end(right));
                let oval = match self.curves[branch.curve] {
                    Curve::Line { .. } => None,
                    Curve::Circle { centre, radius } => Some(Oval::Circle { centre, radius }),
                    Curve::Ellipse(ellipse) => Some(Oval::Ellipse(ellipse)),
                };
                let arc = oval.map(|oval| {
                    let (a, b) = (oval.angle(from), oval.angle(to));
                    let sweep = match branch.part {
                        Part::Upper => -(a - b).rem_euclid(360.0),
                        Part::Lower | Part::Whole => (b - a).rem_euclid(360.0),
                    };
                    Arc { oval, sweep }
                });
                let border = Border { from, to, arc, closed, from_closed, to_closed };
                if let Some(face) = &mut found[face] {
                    face.push(index, branch, border);
                }
            }
        }
    }

    /// Adds the parts of upright lines to the borders of the faces that they bound.
    fn uprights_of(
        &self,
        walls: &[Column<WallPoint>],
        slabs: &[Column<Branch>],
        found: &mut [Option<Box<Found>>],
    ) {
        for (index, wall) in walls.iter().enumerate() {
            let sides = [index.checked_sub(1).and_then(|k| slabs.get(k)), slabs.get(index)];
            let heights = sides.map(|slab| slab.map(|slab| (slab, self.heights(slab, wall.x))));
            for (i, ends) in wall.edges.windows(2).enumerate() {
                let middle = (ends[0].0 + ends[1].0) / 2.0;
                let inside = heights.each_ref().map(|side| {
                    let (slab, heights) = side.as_ref()?;
                    self.face(slab.between[beside(heights, middle)?])
                });
                let (from, to) = (Vec2::new(wall.x, ends[0].0), Vec2::new(wall.x, ends[1].0));
                for face in bounded(self.face(wall.between[i]), inside) {
                    let is_in = |element: usize| self.face(element) == Some(face);
                    let (from_closed, to_closed) = (is_in(wall.on[i]), is_in(wall.on[i + 1]));
                    let closed = is_in(wall.between[i]);
                    let border = Border { from, to, arc: None, closed, from_closed, to_closed };
                    if let Some(face) = &mut found[face] {
                        face.pieces.push((slabs.len(), border));
                    }
                }
            }
        }
    }
}

/// The parts of a face that were found so far.
#[derive(Default)]
struct Found {
    /// Points in the face, with the space around them.
    inside: Vec<(f64, Vec2)>,
    /// Parts of the face's border, each with the slab in which the part ends.
    pieces: Vec<(usize, Border)>,
    /// The index of the latest part on each branch.
    latest: HashMap<Branch, usize>,
}

impl Found {
    /// Adds a border in a slab. If the part in the slab before is on the same curve, the border
    /// extends it.
    fn push(&mut self, slab: usize, branch: Branch, border: Border) {
        let before = self.latest.get(&branch).map(|&piece| &mut self.pieces[piece]);
        match before.filter(|(last, before)| last + 1 == slab && follows(before, &border)) {
            Some(before) => *before = (slab, both(&before.1, &border)),
            None => {
                self.latest.insert(branch, self.pieces.len());
                self.pieces.push((slab, border));
            }
        }
    }
}

/// Returns the faces that an edge bounds. The edge does not bound a face that contains it and both
/// its sides.
fn bounded(edge: Option<usize>, gaps: [Option<usize>; 2]) -> impl Iterator<Item = usize> {
    let all = [
        edge,
        gaps[0].filter(|_| gaps[0] != edge),
        gaps[1].filter(|_| gaps[1] != edge && gaps[1] != gaps[0]),
    ];
    let inner = move |face: &usize| [edge, gaps[0], gaps[1]] == [Some(*face); 3];
    all.into_iter().flatten().filter(move |face| !inner(face))
}

/// Returns the index of the gap between two of `heights` that contains `y`.
fn beside(heights: &[f64], y: f64) -> Option<usize> {
    let gap = heights.partition_point(|height| *height <= y).checked_sub(1)?;
    (gap + 1 < heights.len()).then_some(gap)
}

/// Returns the index of the point of an upright line that is nearest to height `y`. `None` if no
/// point has this height.
fn nearest(wall: &Column<WallPoint>, y: f64) -> Option<usize> {
    let above = wall.edges.partition_point(|(height, _)| *height < y);
    let far = |i: &usize| (wall.edges[*i].0 - y).abs();
    [above.checked_sub(1), (above < wall.edges.len()).then_some(above)]
        .into_iter()
        .flatten()
        .min_by(|a, b| far(a).total_cmp(&far(b)))
        .filter(|i| far(i) < 2.0 * ONE_POINT)
}
