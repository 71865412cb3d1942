//! Regions of points with one verdict, bounded by lines and circles.
//!
//! Owns: [`faces`] and [`Face`]. Curves cut the plane into corners, edges between them and cells
//! between edges; a verdict is the same everywhere on each. Upright lines through every corner and every
//! leftmost and rightmost point of a circle cut it further into slabs, in which curves neither begin, end nor
//! cross: there each cell is one gap between two curves, and any point of it tells. Each corner,
//! edge and cell is asked once; those that touch and agree are one face. Invariant: faces are
//! maximal, no two with one verdict touch, and every point with a verdict lies in exactly one.
//!
//! ```text
//!   |   .--|--.  |       slabs between upright lines; in each, curves from below to above,
//!   | /    |    \|       edge, gap, edge, gap, ...; on each line, point, gap, point, ...
//!   |------|-----|--
//! ```

use crate::plane::curve::Curve;
use crate::plane::outline::{Arc, Border, loops};
use crate::plane::scalar::{EPSILON, ONE_LINE, ONE_POINT, PARALLEL, Vec2, equal};

/// Points with one verdict that hang together: most often an area, else a line or a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Face<V> {
    /// The verdict.
    pub verdict: V,
    /// What bounds it, chained into closed ways where it can be.
    pub borders: Vec<Vec<Border>>,
    /// Points of it, at least one, none of them on its border if it has an inside; the one with the
    /// most room first.
    pub points: Vec<Vec2>,
}

/// A curve as a function of x.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Branch {
    curve: usize,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Whole,
    Lower,
    Upper,
}

impl Branch {
    /// How high it is at `x`; `None` where it is not.
    fn at(self, curves: &[Curve], x: f64) -> Option<f64> {
        match curves[self.curve] {
            Curve::Line { at, along } => Some(at.y + (x - at.x) * along.y / along.x),
            Curve::Circle { centre, radius } => {
                let aside = (x - centre.x).abs();
                if aside > radius + EPSILON {
                    return None;
                }
                // At its very end a branch is as high as the centre.
                let half = if aside > radius - EPSILON {
                    0.0
                } else {
                    ((radius - aside) * (radius + aside)).sqrt()
                };
                Some(match self.part {
                    Part::Lower => centre.y - half,
                    Part::Upper | Part::Whole => centre.y + half,
                })
            }
        }
    }
}

/// One thing that has one verdict: a point, an edge or a cell.
struct Element<V> {
    verdict: Option<V>,
    /// Where it was asked.
    at: Vec2,
    /// How much room is there; 0 for points and edges.
    room: f64,
    /// The element that speaks for its face.
    head: usize,
}

/// Things one above the other at one x: between `edges` lie `gaps`.
struct Column<E> {
    x: f64,
    /// Height and what it is, from below.
    edges: Vec<(f64, E)>,
    /// Elements of the edges.
    on: Vec<usize>,
    /// Elements of the gaps; gap i lies between edges i and i + 1.
    between: Vec<usize>,
}

struct Cutting<'c, V, F> {
    curves: &'c [Curve],
    ask: F,
    elements: Vec<Element<V>>,
}

/// The faces of the points from left to right of `span` that have a verdict; verdicts change only on
/// `curves`, and no point above or below all of them has one.
pub fn faces<V, F>(curves: &[Curve], span: (f64, f64), ask: F) -> Vec<Face<V>>
where
    V: Copy + PartialEq,
    F: Fn(Vec2) -> Option<V>,
{
    let lines = uprights(curves, span);
    let branches = branches(curves);
    let mut cutting = Cutting { curves, ask, elements: Vec::new() };
    let walls: Vec<Column<()>> = lines.iter().map(|&x| cutting.wall(&branches, x)).collect();
    let slabs: Vec<Column<Branch>> =
        lines.windows(2).map(|w| cutting.slab(&branches, (w[0] + w[1]) / 2.0)).collect();
    for column in &walls {
        cutting.join_upright(column);
    }
    for (slab, beside) in slabs.iter().zip(walls.windows(2)) {
        cutting.join_upright(slab);
        beside.iter().for_each(|wall| cutting.join_aside(slab, wall));
    }
    // Heads come before those that follow them.
    for element in 0..cutting.elements.len() {
        cutting.elements[element].head = cutting.head(element);
    }
    cutting.collect(&walls, &slabs)
}

/// Where upright lines are wanted, in order.
fn uprights(curves: &[Curve], (left, right): (f64, f64)) -> Vec<f64> {
    let mut all = vec![left, right];
    let mut corners = Vec::new();
    for (i, curve) in curves.iter().enumerate() {
        curves[..i].iter().for_each(|other| curve.meet(other, &mut corners));
        match *curve {
            Curve::Circle { centre, radius } => all.extend([centre.x - radius, centre.x + radius]),
            Curve::Line { at, along } if is_upright(along) => all.push(at.x),
            Curve::Line { .. } => {}
        }
    }
    all.extend(corners.iter().map(|p| p.x));
    all.retain(|&x| x >= left && x <= right);
    all.sort_by(f64::total_cmp);
    all.dedup_by(|b, a| *b - *a < ONE_LINE);
    all
}

fn is_upright(along: Vec2) -> bool {
    along.x.abs() < PARALLEL
}

fn branches(curves: &[Curve]) -> Vec<Branch> {
    let mut all = Vec::new();
    for (curve, one) in curves.iter().enumerate() {
        match one {
            Curve::Line { along, .. } if is_upright(*along) => {}
            Curve::Line { .. } => all.push(Branch { curve, part: Part::Whole }),
            Curve::Circle { .. } => {
                all.extend([Part::Lower, Part::Upper].map(|part| Branch { curve, part }));
            }
        }
    }
    all
}

impl<V, F> Cutting<'_, V, F>
where
    V: Copy + PartialEq,
    F: Fn(Vec2) -> Option<V>,
{
    fn element(&mut self, at: Vec2, room: f64) -> usize {
        let head = self.elements.len();
        self.elements.push(Element { verdict: (self.ask)(at), at, room, head });
        head
    }

    fn column<E>(&mut self, x: f64, mut edges: Vec<(f64, E)>, is_area: bool) -> Column<E> {
        edges.sort_by(|a, b| a.0.total_cmp(&b.0));
        let on = edges.iter().map(|(y, _)| self.element(Vec2::new(x, *y), 0.0)).collect();
        let gap = |w: &[(f64, E)]| {
            let room = if is_area { w[1].0 - w[0].0 } else { 0.0 };
            (Vec2::new(x, (w[0].0 + w[1].0) / 2.0), room)
        };
        let gaps: Vec<_> = edges.windows(2).map(gap).collect();
        let between = gaps.into_iter().map(|(at, room)| self.element(at, room)).collect();
        Column { x, edges, on, between }
    }

    /// A column in the middle of a slab: its edges are branches.
    fn slab(&mut self, branches: &[Branch], x: f64) -> Column<Branch> {
        let edges = branches.iter().filter_map(|b| Some((b.at(self.curves, x)?, *b)));
        self.column(x, edges.collect(), true)
    }

    /// An upright line: its edges are points.
    fn wall(&mut self, branches: &[Branch], x: f64) -> Column<()> {
        let mut heights: Vec<f64> = branches.iter().filter_map(|b| b.at(self.curves, x)).collect();
        heights.sort_by(f64::total_cmp);
        heights.dedup_by(|b, a| *b - *a < ONE_POINT);
        self.column(x, heights.into_iter().map(|y| (y, ())).collect(), false)
    }

    fn head(&self, mut element: usize) -> usize {
        while self.elements[element].head != element {
            element = self.elements[element].head;
        }
        element
    }

    /// Makes two that touch one face, if they agree.
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

    /// Joins what touches between a slab and an upright line at its side.
    fn join_aside(&mut self, slab: &Column<Branch>, wall: &Column<()>) {
        let heights = self.heights(slab, wall.x);
        for (i, (y, ())) in wall.edges.iter().enumerate() {
            for (k, height) in heights.iter().enumerate() {
                if (height - y).abs() < ONE_POINT {
                    self.join(wall.on[i], slab.on[k]);
                }
            }
            for (k, ends) in heights.windows(2).enumerate() {
                if ends[0] - ONE_POINT < *y && *y < ends[1] + ONE_POINT {
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

    /// The heights of a slab's edges at its side.
    fn heights(&self, slab: &Column<Branch>, x: f64) -> Vec<f64> {
        let at = |(y, branch): &(f64, Branch)| branch.at(self.curves, x).unwrap_or(*y);
        slab.edges.iter().map(at).collect()
    }

    fn is_in(&self, element: usize, face: usize) -> bool {
        self.elements[element].verdict.is_some() && self.head(element) == face
    }

    fn collect(&self, walls: &[Column<()>], slabs: &[Column<Branch>]) -> Vec<Face<V>> {
        let heads = (0..self.elements.len()).filter(|&e| self.is_in(e, e));
        heads
            .filter_map(|head| {
                let verdict = self.elements[head].verdict?;
                let mut pieces = Vec::new();
                for (index, slab) in slabs.iter().enumerate() {
                    self.edges_of(head, slab, (&walls[index], &walls[index + 1]), &mut pieces);
                }
                self.uprights_of(head, walls, slabs, &mut pieces);
                let mut inside: Vec<&Element<V>> = self
                    .elements
                    .iter()
                    .enumerate()
                    .filter(|(e, _)| self.is_in(*e, head))
                    .map(|(_, element)| element)
                    .collect();
                inside.sort_by(|a, b| b.room.total_cmp(&a.room));
                let most = inside.first().map_or(0.0, |e| e.room);
                let points = inside.iter().filter(|e| most == 0.0 || e.room > 0.0).map(|e| e.at);
                let points: Vec<Vec2> = points.collect();
                self.lone_points(head, walls, &mut pieces);
                Some(Face { verdict, borders: loops(pieces), points })
            })
            .collect()
    }

    /// The edges in a slab that bound a face.
    fn edges_of(
        &self,
        face: usize,
        slab: &Column<Branch>,
        (left, right): (&Column<()>, &Column<()>),
        pieces: &mut Vec<Border>,
    ) {
        for (i, &edge) in slab.on.iter().enumerate() {
            let gaps = [i.checked_sub(1).and_then(|k| slab.between.get(k)), slab.between.get(i)];
            let inside = gaps.map(|gap| gap.is_some_and(|&gap| self.is_in(gap, face)));
            let closed = self.is_in(edge, face);
            let inner = closed && inside == [true, true];
            if inner || !closed && inside == [false, false] {
                continue;
            }
            let branch = slab.edges[i].1;
            let end = |wall: &Column<()>| {
                let y = branch.at(self.curves, wall.x).unwrap_or(slab.edges[i].0);
                let point = nearest(wall, y);
                (Vec2::new(wall.x, y), point.is_some_and(|p| self.is_in(wall.on[p], face)))
            };
            let ((from, from_closed), (to, to_closed)) = (end(left), end(right));
            let arc = match self.curves[branch.curve] {
                Curve::Line { .. } => None,
                Curve::Circle { centre, radius } => {
                    let (a, b) = ((from - centre).angle(), (to - centre).angle());
                    let sweep = match branch.part {
                        Part::Upper => -(a - b).rem_euclid(360.0),
                        Part::Lower | Part::Whole => (b - a).rem_euclid(360.0),
                    };
                    Some(Arc { centre, radius, sweep })
                }
            };
            pieces.push(Border { from, to, arc, closed, from_closed, to_closed });
        }
    }

    /// The parts of upright lines that bound a face.
    fn uprights_of(
        &self,
        face: usize,
        walls: &[Column<()>],
        slabs: &[Column<Branch>],
        pieces: &mut Vec<Border>,
    ) {
        for (index, wall) in walls.iter().enumerate() {
            let sides = [index.checked_sub(1).and_then(|k| slabs.get(k)), slabs.get(index)];
            let heights = sides.map(|slab| slab.map(|slab| (slab, self.heights(slab, wall.x))));
            for (i, ends) in wall.edges.windows(2).enumerate() {
                let middle = (ends[0].0 + ends[1].0) / 2.0;
                let inside = heights.each_ref().map(|side| {
                    let (slab, heights) = side.as_ref()?;
                    Some(self.is_in(slab.between[beside(heights, middle)?], face))
                });
                let closed = self.is_in(wall.between[i], face);
                let inside = inside.map(|side| side == Some(true));
                let inner = closed && inside == [true, true];
                if inner || !closed && inside == [false, false] {
                    continue;
                }
                let (from, to) = (Vec2::new(wall.x, ends[0].0), Vec2::new(wall.x, ends[1].0));
                let from_closed = self.is_in(wall.on[i], face);
                let to_closed = self.is_in(wall.on[i + 1], face);
                let border = Border { from, to, arc: None, closed, from_closed, to_closed };
                pieces.push(border);
            }
        }
    }

    /// A face that is one point is its own border.
    fn lone_points(&self, face: usize, walls: &[Column<()>], pieces: &mut Vec<Border>) {
        if !pieces.is_empty() {
            return;
        }
        for wall in walls {
            for (i, (y, ())) in wall.edges.iter().enumerate() {
                if self.is_in(wall.on[i], face) && pieces.is_empty() {
                    let at = Vec2::new(wall.x, *y);
                    let (closed, from_closed, to_closed) = (true, true, true);
                    let border =
                        Border { from: at, to: at, arc: None, closed, from_closed, to_closed };
                    pieces.push(border);
                }
            }
        }
    }
}

/// The gap, of those between `heights`, in which `y` lies.
fn beside(heights: &[f64], y: f64) -> Option<usize> {
    heights.windows(2).position(|ends| ends[0] <= y && y <= ends[1] && !equal(ends[0], ends[1]))
}

/// The point of an upright line that is meant by a height.
fn nearest(wall: &Column<()>, y: f64) -> Option<usize> {
    let far = |i: &usize| (wall.edges[*i].0 - y).abs();
    (0..wall.edges.len())
        .min_by(|a, b| far(a).total_cmp(&far(b)))
        .filter(|i| far(i) < 2.0 * ONE_POINT)
}
