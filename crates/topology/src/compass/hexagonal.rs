//! Direction letters on hexagons. There are twelve sectors of 30 degrees. Files are vertical, so
//! forward is an orthogonal heading and sideways is a diagonal one:
//!
//! ```text
//!   heading, even ones        11  0  1
//!   to the neighbours        10   |    2      orthogonal: 0 2 4 6 8 10
//!                           9 --- o --- 3     diagonal:   1 3 5 7 9 11
//!                             8   |    4      oblique sector k: between k and k + 1
//!                               7 6  5
//! ```
//!
//! One rule applies to all strides. A single letter selects the nearest headings that the stride
//! may take (`rW` is 2 and 4). A pair selects the headings in the quadrant between its letters
//! (`frW` is 2). For an oblique stride, a pair selects the sector in the quadrant that is nearest
//! to the second letter. `fh` selects all headings less than a quarter turn from `f`. Letters never
//! select the empty set.

use super::sectors::{Sectors, runs, union_of};
use alfil_rules::direction::{Directions, Part, Toward};
use alfil_rules::movement::{Axes, Stride};

const N: u8 = 12;

/// Returns the sectors of a first leg. `all` contains every sector of its stride.
pub(super) fn first(stride: Stride, directions: &Directions, all: Sectors) -> Sectors {
    let read: fn(&[Toward]) -> Sectors = match stride {
        Stride::Radial { axes: Axes::Orthogonal, .. } => orthogonal,
        Stride::Radial { axes: Axes::Diagonal, .. } => diagonal,
        Stride::Radial { axes: Axes::Both, .. } => both,
        Stride::Oblique { .. } => oblique,
        // Boards with layers have square cells, so rising strides do not occur on hexagons.
        Stride::Rising { .. } | Stride::Universal => return all,
    };
    runs(directions, read).unwrap_or(all)
}

fn orthogonal(run: &[Toward]) -> Sectors {
    radial(run, 0)
}

fn diagonal(run: &[Toward]) -> Sectors {
    radial(run, 1)
}

fn both(run: &[Toward]) -> Sectors {
    orthogonal(run).union(diagonal(run))
}

/// Reads the letters of a radial leap. `parity` is 0 for an orthogonal leap, and 1 for a diagonal
/// one.
fn radial(run: &[Toward], parity: u8) -> Sectors {
    let own = |set: Sectors| Sectors::around(set.iter().filter(|o| o % 2 == parity), N);
    union_of(run, |part| match part {
        Part::Lone(x) | Part::Hand(x) => nearest(x, parity),
        Part::Pair(x, y) => own(quadrant(x, y)),
        Part::Half(x) => own(half(x)),
        Part::Stray => nearest(Toward::Half, parity),
    })
}

pub(super) fn oblique(run: &[Toward]) -> Sectors {
    // The sectors on both sides of a letter's heading.
    let near = |x: Toward| Sectors::around(ways(x).iter().flat_map(|h| [h, h + N - 1]), N);
    union_of(run, |part| match part {
        Part::Lone(x) => near(x),
        Part::Pair(x, y) => {
            // A sector is inside the quadrant if both headings beside it are inside or on its edge.
            let inside = |sector: &u8| {
                let closed = quadrant(x, y).union(ways(x)).union(ways(y));
                closed.contains(*sector) && closed.contains((sector + 1) % N)
            };
            Sectors::around(near(y).iter().filter(inside), N)
        }
        Part::Half(x) => {
            Sectors::around(ways(x).iter().flat_map(|h| [9, 10, 11, 0, 1, 2].map(|o| h + o)), N)
        }
        Part::Hand(Toward::Left) => Sectors::around([1, 3, 5, 7, 9, 11], N),
        Part::Hand(_) => Sectors::around([0, 2, 4, 6, 8, 10], N),
        Part::Stray => Sectors::NONE,
    })
}

/// Returns the turns of a later leg. `s` is a sixth of a turn to either side, `fs` a twelfth, and
/// `bs` five twelfths.
pub(super) fn turn(run: &[Toward]) -> Sectors {
    let sides = |x: Toward, steps: u8| match x {
        Toward::Right => Sectors::around([steps], N),
        Toward::Left => Sectors::around([N - steps], N),
        Toward::Sideways | Toward::Opposite | Toward::Same => {
            Sectors::around([steps, N - steps], N)
        }
        Toward::Forward | Toward::Backward | Toward::Vertical => ways(x),
        Toward::Half => Sectors::NONE,
    };
    union_of(run, |part| match part {
        Part::Lone(x) | Part::Hand(x) => sides(x, 2),
        Part::Pair(x, y) => {
            let (along, across) = if x.is_vertical() == Some(true) { (x, y) } else { (y, x) };
            match along {
                Toward::Forward => sides(across, 1),
                Toward::Backward => sides(across, 5),
                Toward::Vertical => sides(across, 1).union(sides(across, 5)),
                Toward::Left
                | Toward::Right
                | Toward::Sideways
                | Toward::Half
                | Toward::Opposite
                | Toward::Same => Sectors::NONE,
            }
        }
        Part::Half(x) => half(x),
        Part::Stray => Sectors::NONE,
    })
}

/// Returns the headings to which a letter points. They may be orthogonal or diagonal.
fn ways(x: Toward) -> Sectors {
    let ways: &[u8] = match x {
        Toward::Forward => &[0],
        Toward::Backward => &[6],
        Toward::Left => &[9],
        Toward::Right => &[3],
        Toward::Vertical => &[0, 6],
        Toward::Sideways | Toward::Opposite | Toward::Same => &[3, 9],
        Toward::Half => &[],
    };
    Sectors::around(ways.iter().copied(), N)
}

/// Returns the headings of one parity that are nearest to those of a letter.
fn nearest(x: Toward, parity: u8) -> Sectors {
    let near = |h: u8| if h % 2 == parity { vec![h] } else { vec![h + 1, h + N - 1] };
    Sectors::around(ways(x).iter().flat_map(near), N)
}

/// Returns the headings strictly between those of two letters.
fn quadrant(x: Toward, y: Toward) -> Sectors {
    half(x).intersection(half(y))
}

/// Returns the headings less than a quarter turn from those of a letter.
fn half(x: Toward) -> Sectors {
    Sectors::around(ways(x).iter().flat_map(|h| [10, 11, 0, 1, 2].map(|o| h + o)), N)
}
