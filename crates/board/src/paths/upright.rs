//! Movements on a board with layers: a leap is turned into all planes. A leap has two or three
//! numbers. Each of them in turn may count the layers, up or down. Letters name directions within a
//! layer, so a leap with letters never goes straight up or down.
//!
//! Walks that turn from leg to leg stay within their layer. On a board without layers, all walks
//! stay unchanged.

use alfil_rules::direction::{Directions, Toward};
use alfil_rules::movement::{Aim, Axes, Course, Leg, Stride, Walk};
use alfil_topology::graph::Graph;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

/// Returns the walks on this board that `walk` means.
pub fn turned<'a>(walk: &'a Walk, graph: &Graph) -> SmallVec<[Cow<'a, Walk>; 1]> {
    if graph.lattice().layers() == 1 || !is_straight(walk) {
        return smallvec![Cow::Borrowed(walk)];
    }
    let Some(first) = walk.legs.first() else { return SmallVec::new() };
    let along = |stride: Stride| {
        let legs = walk.legs.iter().map(|leg| Leg { stride, ..leg.clone() }).collect();
        Cow::Owned(Walk { legs, ..walk.clone() })
    };
    strides_of(first).into_iter().map(along).collect()
}

/// Returns the strides that a straight leg means in a space with a height.
pub fn strides_of(leg: &Leg) -> Vec<Stride> {
    let speaks = matches!(&leg.aim, Aim::Frame(directions) if !directions.runs.is_empty());
    let fits = |stride: &Stride| stride.level().is_some() || !speaks;
    strides(leg.stride).into_iter().filter(fits).collect()
}

/// Returns whether all legs have the same stride, and each continues straight after the leg before
/// it.
fn is_straight(walk: &Walk) -> bool {
    let first = walk.legs.first().map(|leg| leg.stride);
    let on = |leg: &Leg| match &leg.aim {
        Aim::Frame(_) | Aim::Onward | Aim::Again(_) => true,
        Aim::Turn(directions) | Aim::Within(directions) => goes_on(directions),
    };
    let alike = |leg: &Leg| Some(leg.stride) == first && leg.course == Course::Straight && on(leg);
    walk.legs.iter().all(alike) && first != Some(Stride::Universal)
}

fn goes_on(directions: &Directions) -> bool {
    matches!(&directions.runs[..], [run] if run[..] == [Toward::Forward])
}

/// Returns the strides that a stride means on a board with layers: each of its numbers counts the
/// layers once.
fn strides(stride: Stride) -> Vec<Stride> {
    let numbers = match stride {
        // Within the layer, the two kinds of axes stay together in one stride. Only strides to
        // other layers are added.
        Stride::Radial { length, axes: Axes::Both } => {
            let level = std::iter::once(stride);
            let rising = of_leap([0, 0, length]).into_iter().chain(of_leap([0, length, length]));
            return level.chain(rising.filter(|s| matches!(s, Stride::Rising { .. }))).collect();
        }
        Stride::Radial { length, axes: Axes::Orthogonal } => [0, 0, length],
        Stride::Radial { length, axes: Axes::Diagonal } => [0, length, length],
        Stride::Oblique { orthogonal, diagonal } => [0, diagonal, orthogonal + diagonal],
        Stride::Rising { orthogonal, diagonal, layers } => {
            [diagonal, orthogonal + diagonal, layers.unsigned_abs()]
        }
        Stride::Universal => return vec![stride],
    };
    of_leap(numbers)
}

fn of_leap(mut numbers: [u8; 3]) -> Vec<Stride> {
    numbers.sort_unstable();
    let [short, middle, long] = numbers;
    let mut all = Vec::new();
    let mut each = vec![(short, (middle, long)), (middle, (short, long)), (long, (short, middle))];
    each.dedup_by_key(|(layers, _)| *layers);
    for (layers, (short, long)) in each {
        match i8::try_from(layers).unwrap_or(i8::MAX) {
            0 => all.extend(Stride::of_leap(short, long)),
            layers => {
                let (orthogonal, diagonal) = (long - short, short);
                let rising = |layers| Stride::Rising { orthogonal, diagonal, layers };
                all.extend([rising(layers), rising(-layers)]);
            }
        }
    }
    all
}
