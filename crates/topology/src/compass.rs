//! The directions of a board of squares or hexagons, the meaning of direction letters on it, and
//! changes of directions from one cell to the next.
//!
//! Sectors are numbered clockwise from forward. On squares:
//!
//! ```text
//!      heading                 sector of an oblique stride
//!     7   0   1                     . 7 . 0 .
//!       \ | /                       6 . . . 1
//!     6 - o - 2                     . . o . .
//!       / | \                       5 . . . 2
//!     5   4   3                     . 4 . 3 .
//! ```
//!
//! Orthogonal strides have even headings, diagonal ones odd headings. Sector `k` of an oblique
//! stride lies between headings `k` and `k + 1`. Hexagons have twelve headings and twelve sectors.
//!
//! Letters never select the empty set, with one exception. In `Reading::EightFold`, a single
//! letter means one orthogonal heading, so a single letter before a diagonal leap (`fF`) selects
//! nothing.

use alfil_rules::movement::{Aim, Axes, Leg, Stride};
use alfil_rules::term::{Directions, Part, Reading, Toward, parts};

/// The directions of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Compass {
    /// Four orthogonal and four diagonal headings.
    #[default]
    Square,
    /// Six orthogonal and six diagonal headings.
    Hexagonal,
}

impl Compass {
    /// Returns the number of headings.
    pub fn headings(self) -> u8 {
        match self {
            Compass::Square => 8,
            Compass::Hexagonal => 12,
        }
    }

    /// Returns the heading opposite to heading or sector `sector`.
    pub fn back(self, sector: u8) -> u8 {
        (sector + self.headings() / 2) % self.headings()
    }

    /// Returns the sectors of a first leg, in the frame of its side. A universal stride has only
    /// sector 0.
    pub fn first(self, stride: Stride, directions: &Directions) -> Sectors {
        let all = self.own(stride);
        let read: fn(&[Toward]) -> Sectors = match (self, stride, directions.reading) {
            (_, Stride::Universal, _) => return all,
            (_, Stride::Rising { .. }, _) => {
                return stride.level().map_or(all, |level| self.first(level, directions));
            }
            (Compass::Hexagonal, _, _) => return first(stride, directions, all),
            (Compass::Square, Stride::Radial { .. }, Reading::EightFold) => eight_fold,
            (Compass::Square, Stride::Radial { axes: Axes::Orthogonal, .. }, _) => orthogonal,
            (Compass::Square, Stride::Radial { axes: Axes::Diagonal, .. }, reading) => {
                match reading {
                    Reading::ClassicCompound => product,
                    Reading::Own | Reading::EightFold => diagonal,
                }
            }
            (Compass::Square, Stride::Radial { axes: Axes::Both, .. }, _) => compound,
            (Compass::Square, Stride::Oblique { .. }, _) => oblique,
        };
        runs(directions, read).map_or(all, |set| set.intersection(all))
    }

    /// Returns whether `leg` can only continue straight on after a leg of stride `before`.
    pub fn goes_straight_on(self, before: Stride, leg: &Leg) -> bool {
        match &leg.aim {
            Aim::Turn(turn) => {
                before == leg.stride && self.later(leg.stride, turn) == Sectors::of(&[0])
            }
            Aim::Again(1) | Aim::Onward => before == leg.stride,
            Aim::Frame(_) | Aim::Within(_) | Aim::Again(_) => false,
        }
    }

    /// Returns the turns of a later leg of [`Aim::Turn`](alfil_rules::movement::Aim), in steps of
    /// the compass relative to the leg before. On squares, 0 is straight on, 2 right and 4 back.
    ///
    /// Letters are read in the eight-fold system (twelve-fold on hexagons), where a letter means
    /// one turn. A turn by an odd number of steps makes an orthogonal stride diagonal, and a
    /// diagonal one orthogonal. Without letters, a leg may make every turn of its own stride except
    /// straight back.
    pub fn later(self, stride: Stride, directions: &Directions) -> Sectors {
        let read = match self {
            Compass::Square => eight_fold,
            Compass::Hexagonal => turn,
        };
        let n = self.headings();
        runs(directions, read).unwrap_or_else(|| match stride {
            Stride::Radial { axes: Axes::Orthogonal | Axes::Diagonal, .. } => {
                Sectors::around((0..n).step_by(2).filter(|&t| t != n / 2), n)
            }
            Stride::Radial { axes: Axes::Both, .. }
            | Stride::Oblique { .. }
            | Stride::Rising { .. }
            | Stride::Universal => Sectors::around((0..n).filter(|&t| t != n / 2), n),
        })
    }

    /// Returns the turns between a radial and an oblique leg, as sectors relative to the leg
    /// before. Two sectors are equally far forward.
    pub(crate) fn crossing(self, directions: &Directions) -> Sectors {
        let read = match self {
            Compass::Square => oblique,
            Compass::Hexagonal => hexagonal_oblique,
        };
        runs(directions, read).unwrap_or_else(|| self.all())
    }

    /// Returns all sectors of a stride. A universal stride has only sector 0.
    pub fn own(self, stride: Stride) -> Sectors {
        let n = self.headings();
        match stride {
            Stride::Radial { axes: Axes::Orthogonal, .. } => Sectors::around((0..n).step_by(2), n),
            Stride::Radial { axes: Axes::Diagonal, .. } => Sectors::around((1..n).step_by(2), n),
            Stride::Radial { axes: Axes::Both, .. } | Stride::Oblique { .. } => self.all(),
            Stride::Rising { .. } => match stride.level() {
                Some(level) => self.own(level),
                None => Sectors::of(&[0]),
            },
            Stride::Universal => Sectors::of(&[0]),
        }
    }

    /// Converts `sector` of a stride to another frame. `carry` is the change of the frame.
    pub fn carried(self, carry: Carry, stride: Stride, sector: u8) -> u8 {
        match stride {
            Stride::Radial { .. } | Stride::Universal => carry.heading(sector, self.headings()),
            Stride::Oblique { .. } => carry.sector(sector, self.headings()),
            // A board with layers has no seams, so all its cells have the same frame.
            Stride::Rising { .. } => sector,
        }
    }

    fn all(self) -> Sectors {
        Sectors::around(0..self.headings(), self.headings())
    }

    /// Turns `sectors` clockwise by `turn` steps.
    pub(crate) fn rotate(self, sectors: Sectors, turn: u8) -> Sectors {
        Sectors::around(sectors.iter().map(|sector| sector + turn), self.headings())
    }
}

/// Returns the displacement of one stride along a sector of squares. The numbers are cells to the
/// right and cells forward.
///
/// A radial stride may take any heading, even one that its axes exclude. For a rising stride, the
/// result is its displacement within the layer. A universal stride has no displacement.
pub fn vector(stride: Stride, sector: u8) -> (i32, i32) {
    match stride {
        Stride::Radial { length, .. } => {
            let (dx, dy) = UNIT[usize::from(sector % 8)];
            (dx * i32::from(length), dy * i32::from(length))
        }
        Stride::Oblique { orthogonal, diagonal } => {
            let short = i32::from(diagonal);
            let long = i32::from(orthogonal) + short;
            let (dx, dy) = UNIT[usize::from((sector % 8) | 1)];
            match sector % 4 {
                0 | 3 => (dx * short, dy * long),
                _ => (dx * long, dy * short),
            }
        }
        Stride::Rising { .. } => stride.level().map_or((0, 0), |level| vector(level, sector)),
        Stride::Universal => (0, 0),
    }
}

/// One step along each heading: cells to the right, cells forward.
const UNIT: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Returns the orthogonal headings of a letter; `h` has none.
fn straight(toward: Toward) -> Sectors {
    match toward {
        Toward::Forward => Sectors::of(&[0]),
        Toward::Backward => Sectors::of(&[4]),
        Toward::Left => Sectors::of(&[6]),
        Toward::Right => Sectors::of(&[2]),
        Toward::Vertical => Sectors::of(&[0, 4]),
        Toward::Sideways => Sectors::of(&[2, 6]),
        // `bearing.rs` replaces these letters once the movement has bent. Before the first bend,
        // they mean both sides.
        Toward::Opposite | Toward::Same => Sectors::of(&[2, 6]),
        Toward::Half => Sectors::NONE,
    }
}

/// Returns the diagonal headings next to the orthogonal headings of a letter.
fn adjacent_diagonals(toward: Toward) -> Sectors {
    let next = straight(toward).iter().flat_map(|h| [h + 1, h + 7]);
    next.fold(Sectors::NONE, |set, h| set.union(Sectors::of(&[h])))
}

/// Reads the letters of an orthogonal leap: their headings are united, and `h` has no effect.
fn orthogonal(run: &[Toward]) -> Sectors {
    run.iter().fold(Sectors::NONE, |set, &t| set.union(straight(t)))
}

/// Reads the letters of a diagonal leap. A single letter selects the two headings beside its own. A
/// pair selects the heading that both letters share.
fn diagonal(run: &[Toward]) -> Sectors {
    union_of(run, |part| match part {
        Part::Lone(x) | Part::Half(x) | Part::Hand(x) => adjacent_diagonals(x),
        Part::Pair(x, y) => adjacent_diagonals(x).intersection(adjacent_diagonals(y)),
        Part::Stray => Sectors::NONE,
    })
}

/// Returns the diagonal headings of a king or queen. A heading must fit one of the vertical letters
/// and one of the horizontal letters.
fn product(run: &[Toward]) -> Sectors {
    let along = |vertical| {
        run.iter()
            .filter(|t| t.is_vertical() == Some(vertical))
            .map(|&t| adjacent_diagonals(t))
            .reduce(Sectors::union)
            .unwrap_or(Sectors::DIAGONAL)
    };
    along(true).intersection(along(false))
}

/// Returns all headings of a king or queen, orthogonal and diagonal.
fn compound(run: &[Toward]) -> Sectors {
    orthogonal(run).union(product(run))
}

/// Reads letters in the eight-fold system, for [`Reading::EightFold`] and for later legs. `f`
/// selects one heading, `fr` one, `fs` two, `fh` three.
fn eight_fold(run: &[Toward]) -> Sectors {
    union_of(run, |part| match part {
        Part::Lone(x) | Part::Hand(x) => straight(x),
        Part::Pair(x, y) => adjacent_diagonals(x).intersection(adjacent_diagonals(y)),
        Part::Half(x) => straight(x).union(adjacent_diagonals(x)),
        Part::Stray => Sectors::NONE,
    })
}

/// Reads the letters of an oblique leap. A single letter selects the two leaps whose longer part
/// points in its direction. In a pair, the second letter gives the direction of the longer part.
fn oblique(run: &[Toward]) -> Sectors {
    // The two sectors beside an orthogonal heading. Their leaps have the longer part along it.
    let long = |t: Toward| {
        let next = straight(t).iter().flat_map(|h| [h, h + 7]);
        next.fold(Sectors::NONE, |set, o| set.union(Sectors::of(&[o])))
    };
    let half = |t: Toward| {
        let four = straight(t).iter().flat_map(|h| [h, h + 1, h + 6, h + 7]);
        four.fold(Sectors::NONE, |set, o| set.union(Sectors::of(&[o])))
    };
    union_of(run, |part| match part {
        Part::Lone(x) => long(x),
        Part::Pair(x, y) => half(x).intersection(long(y)),
        Part::Half(x) => half(x),
        Part::Hand(Toward::Left) => Sectors::of(&[1, 3, 5, 7]),
        Part::Hand(_) => Sectors::of(&[0, 2, 4, 6]),
        Part::Stray => Sectors::NONE,
    })
}

// Sets of sectors, and the combination of direction letters into one set.

/// The largest number of headings of a compass.
pub const MAX_HEADINGS: usize = 12;

/// A set of sectors. A sector of a radial stride is a heading, and a sector of an oblique stride is
/// the gap between two headings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sectors(u16);

impl Sectors {
    /// The empty set.
    pub(crate) const NONE: Sectors = Sectors(0);
    /// All eight sectors of squares.
    pub const ALL: Sectors = Sectors(0xff);
    /// Forward, right, backward, left on squares.
    pub const ORTHOGONAL: Sectors = Sectors(0x55);
    /// The four diagonal headings of squares.
    pub const DIAGONAL: Sectors = Sectors(0xaa);

    /// Returns a set of sectors of squares, each taken modulo 8.
    pub fn of(sectors: &[u8]) -> Self {
        Sectors::around(sectors.iter().copied(), 8)
    }

    /// Returns a set of sectors, each taken modulo `n`, which is at most [`MAX_HEADINGS`].
    pub fn around(sectors: impl IntoIterator<Item = u8>, n: u8) -> Self {
        Sectors(sectors.into_iter().fold(0, |set, o| set | 1 << (o % n)))
    }

    /// Returns the union of both sets.
    #[must_use]
    pub fn union(self, other: Sectors) -> Self {
        Sectors(self.0 | other.0)
    }

    /// Returns the intersection of both sets.
    #[must_use]
    pub fn intersection(self, other: Sectors) -> Self {
        Sectors(self.0 & other.0)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `sector` (below 16) is in the set.
    pub fn contains(self, sector: u8) -> bool {
        self.0 >> sector & 1 == 1
    }

    /// Iterates over the sectors in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..MAX_HEADINGS as u8).filter(move |&sector| self.contains(sector))
    }
}

/// Returns the union of the sectors that `read` returns for each run of letters. `None` if there is
/// no letter other than `h`.
fn runs(directions: &Directions, read: fn(&[Toward]) -> Sectors) -> Option<Sectors> {
    let says = |run: &&Vec<Toward>| run.iter().any(|&t| t != Toward::Half);
    directions.runs.iter().filter(says).map(|run| read(run)).reduce(Sectors::union)
}

/// Returns the union of the sectors that `read` returns for each part of a run.
fn union_of(run: &[Toward], read: impl Fn(Part) -> Sectors) -> Sectors {
    parts(run).into_iter().fold(Sectors::NONE, |set, (_, part)| set.union(read(part)))
}

// Direction letters on hexagons. There are twelve sectors of 30 degrees. Files are vertical, so
// forward is an orthogonal heading and sideways is a diagonal one:
//
//   heading, even ones        11  0  1
//   to the neighbours        10   |    2      orthogonal: 0 2 4 6 8 10
//                           9 --- o --- 3     diagonal:   1 3 5 7 9 11
//                             8   |    4      oblique sector k: between k and k + 1
//                               7 6  5
//
// One rule applies to all strides. A single letter selects the nearest headings that the stride
// may take (`rW` is 2 and 4). A pair selects the headings in the quadrant between its letters
// (`frW` is 2). For an oblique stride, a pair selects the sector in the quadrant that is nearest
// to the second letter. `fh` selects all headings less than a quarter turn from `f`. Letters never
// select the empty set.

const N: u8 = 12;

/// Returns the sectors of a first leg. `all` contains every sector of its stride.
fn first(stride: Stride, directions: &Directions, all: Sectors) -> Sectors {
    let read: fn(&[Toward]) -> Sectors = match stride {
        Stride::Radial { axes: Axes::Orthogonal, .. } => hexagonal_orthogonal,
        Stride::Radial { axes: Axes::Diagonal, .. } => hexagonal_diagonal,
        Stride::Radial { axes: Axes::Both, .. } => both,
        Stride::Oblique { .. } => hexagonal_oblique,
        // Boards with layers have square cells, so rising strides do not occur on hexagons.
        Stride::Rising { .. } | Stride::Universal => return all,
    };
    runs(directions, read).unwrap_or(all)
}

fn hexagonal_orthogonal(run: &[Toward]) -> Sectors {
    radial(run, 0)
}

fn hexagonal_diagonal(run: &[Toward]) -> Sectors {
    radial(run, 1)
}

fn both(run: &[Toward]) -> Sectors {
    hexagonal_orthogonal(run).union(hexagonal_diagonal(run))
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

fn hexagonal_oblique(run: &[Toward]) -> Sectors {
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
fn turn(run: &[Toward]) -> Sectors {
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

// Changes of the local frame from one cell to the next. A frame numbers its headings clockwise
// from forward: 8 on squares, 12 on hexagons. A `Carry` turns or reflects the headings. Carries
// can be composed and inverted. A link that crosses no seam has `Carry::NONE`.

/// A change of the frame: first a reflection if `mirrored` is true, then a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Carry {
    /// Steps of the compass, clockwise.
    turn: u8,
    /// True if left and right are swapped first: heading `h` becomes `-h`.
    mirrored: bool,
}

impl Carry {
    /// The identity.
    pub const NONE: Carry = Carry { turn: 0, mirrored: false };

    /// Returns a turn by `turn` steps of the compass, clockwise.
    pub fn turned(turn: u8) -> Carry {
        Carry { turn, mirrored: false }
    }

    /// Returns the reflection that swaps headings 0 and `sum`, 1 and `sum - 1`, and so on.
    pub fn mirrored(sum: u8) -> Carry {
        Carry { turn: sum, mirrored: true }
    }

    /// Returns whether left and right are swapped.
    pub fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Converts a heading to the new frame. `n` is the number of headings of the compass.
    pub fn heading(self, heading: u8, n: u8) -> u8 {
        self.around(heading, self.turn, n)
    }

    /// Converts a heading in half steps, from 0 to `2n - 1`, to the new frame.
    pub fn half_heading(self, half: u8, n: u8) -> u8 {
        self.around(half, 2 * self.turn, 2 * n)
    }

    /// Converts the sector between headings `sector` and `sector + 1` to the new frame.
    pub fn sector(self, sector: u8, n: u8) -> u8 {
        self.half_heading(2 * sector + 1, n) / 2
    }

    /// Returns this change, followed by `next`.
    #[must_use]
    pub fn then(self, next: Carry, n: u8) -> Carry {
        let turn = next.heading(self.turn, n);
        Carry { turn, mirrored: self.mirrored != next.mirrored }
    }

    /// Returns the change on the way back.
    #[must_use]
    pub fn inverse(self, n: u8) -> Carry {
        // A reflection is its own inverse.
        let turn = if self.mirrored { self.turn } else { (n - self.turn) % n };
        Carry { turn, ..self }
    }

    fn around(self, at: u8, turn: u8, n: u8) -> u8 {
        let at = at % n;
        (turn + if self.mirrored { n - at } else { at }) % n
    }
}

#[cfg(test)]
mod tests {
    use crate::compass::*;
    use alfil_rules::term::{Directions, Reading, Toward};

    use alfil_rules::movement::{Axes, Stride};

    const W: Stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };
    const F: Stride = Stride::Radial { length: 1, axes: Axes::Diagonal };
    const K: Stride = Stride::Radial { length: 1, axes: Axes::Both };
    const N: Stride = Stride::Oblique { orthogonal: 1, diagonal: 1 };

    fn directions(letters: &str, reading: Reading) -> Directions {
        Directions {
            runs: vec![letters.chars().filter_map(Toward::from_letter).collect()],
            reading,
        }
    }

    /// Checks rows `letters, letters: vectors` of a table.
    fn table(stride: Stride, reading: Reading, rows: &str) {
        for row in rows.lines().map(str::trim).filter(|r| !r.is_empty()) {
            let (letters, expected) = row.split_once(':').unwrap();
            for letters in letters.split(',').map(str::trim) {
                let set = Compass::Square.first(stride, &directions(letters, reading));
                let mut got: Vec<String> = set
                    .iter()
                    .map(|o| vector(stride, o))
                    .map(|(x, y)| format!("({x},{y})"))
                    .collect();
                let mut expected: Vec<String> =
                    expected.split_whitespace().map(String::from).collect();
                got.sort();
                expected.sort();
                assert_eq!(got, expected, "{letters} on {stride:?}, {reading:?}");
            }
        }
    }

    #[test]
    fn orthogonal_table() {
        table(
            W,
            Reading::Own,
            "f, ff, fh: (0,1)
         b: (0,-1)
         l: (-1,0)
         r: (1,0)
         v, fb, vv: (0,1) (0,-1)
         s, lr, ss: (-1,0) (1,0)
         fl: (0,1) (-1,0)
         fs, frl, sf: (0,1) (-1,0) (1,0)
         bs: (0,-1) (-1,0) (1,0)
         vs: (0,1) (0,-1) (-1,0) (1,0)",
        );
    }

    #[test]
    fn diagonal_table() {
        table(
            F,
            Reading::Own,
            "f, ff, fh: (-1,1) (1,1)
         b: (-1,-1) (1,-1)
         l: (-1,1) (-1,-1)
         r: (1,1) (1,-1)
         v, s, fb, lr, vs, sf: (-1,1) (1,1) (-1,-1) (1,-1)
         fl, lf: (-1,1)
         fr, rf: (1,1)
         bl: (-1,-1)
         br: (1,-1)
         fs: (-1,1) (1,1)
         flbr, lfrb: (-1,1) (1,-1)
         rflb: (1,1) (-1,-1)
         frl: (1,1) (-1,1) (-1,-1)",
        );
    }

    #[test]
    fn oblique_table() {
        table(
            N,
            Reading::Own,
            "f, ff: (-1,2) (1,2)
         b, bb: (-1,-2) (1,-2)
         l, ll: (-2,1) (-2,-1)
         r, rr: (2,1) (2,-1)
         v, fb, ffbb, vv: (-1,2) (1,2) (-1,-2) (1,-2)
         s, lr, ss: (-2,1) (2,1) (-2,-1) (2,-1)
         fs: (-2,1) (2,1)
         bs: (-2,-1) (2,-1)
         lv: (-1,2) (-1,-2)
         rv: (1,2) (1,-2)
         fh: (-1,2) (1,2) (-2,1) (2,1)
         bh: (-1,-2) (1,-2) (-2,-1) (2,-1)
         lh: (-2,1) (-2,-1) (-1,2) (-1,-2)
         rh: (2,1) (2,-1) (1,2) (1,-2)
         lf: (-1,2)
         rf: (1,2)
         fl: (-2,1)
         fr: (2,1)
         lb: (-1,-2)
         rb: (1,-2)
         bl: (-2,-1)
         br: (2,-1)
         hl: (-1,2) (2,1) (1,-2) (-2,-1)
         hr: (1,2) (2,-1) (-1,-2) (-2,1)
         ffrr: (-1,2) (1,2) (2,1) (2,-1)
         ffbs: (-1,2) (1,2) (-2,-1) (2,-1)
         fsbb: (-2,1) (2,1) (-1,-2) (1,-2)
         vs, sv: (-1,2) (1,2) (-2,1) (2,1) (-2,-1) (2,-1) (-1,-2) (1,-2)
         sf, ffs: (-1,2) (1,2) (-2,1) (2,1) (-2,-1) (2,-1)
         fsb: (-2,1) (2,1) (-1,-2) (1,-2)",
        );
    }

    #[test]
    fn compound_tables() {
        table(
            K,
            Reading::ClassicCompound,
            "f, fh: (-1,1) (0,1) (1,1)
         b: (-1,-1) (0,-1) (1,-1)
         s: (-1,0) (1,0) (-1,1) (1,1) (-1,-1) (1,-1)
         v: (0,1) (0,-1) (-1,1) (1,1) (-1,-1) (1,-1)
         fs, frl: (-1,1) (0,1) (1,1) (-1,0) (1,0)
         fr: (0,1) (1,0) (1,1)
         bs, sb: (-1,-1) (0,-1) (1,-1) (-1,0) (1,0)",
        );
        table(
            K,
            Reading::EightFold,
            "f: (0,1)
         b: (0,-1)
         s: (-1,0) (1,0)
         v: (0,1) (0,-1)
         fs: (-1,1) (1,1)
         fr: (1,1)
         fh: (-1,1) (0,1) (1,1)
         bs: (-1,-1) (1,-1)
         sb: (-1,0) (1,0) (0,-1)
         frl: (1,1) (-1,0)",
        );
    }

    #[test]
    fn later_legs_turn_by_eighths() {
        let turns = |stride, letters: &str| -> Vec<u8> {
            Compass::Square.later(stride, &directions(letters, Reading::EightFold)).iter().collect()
        };
        assert_eq!(Compass::Square.later(W, &Directions::all()), Sectors::of(&[0, 2, 6]));
        assert_eq!(Compass::Square.later(F, &Directions::all()), Sectors::of(&[0, 2, 6]));
        assert_eq!(
            Compass::Square.later(K, &Directions::all()),
            Sectors::of(&[0, 1, 2, 3, 5, 6, 7])
        );
        assert_eq!(
            Compass::Square.later(N, &Directions::all()),
            Sectors::of(&[0, 1, 2, 3, 5, 6, 7])
        );
        for (letters, expected) in [
            ("f", vec![0]),
            ("b", vec![4]),
            ("l", vec![6]),
            ("r", vec![2]),
            ("s", vec![2, 6]),
            ("v", vec![0, 4]),
            ("fs", vec![1, 7]),
            ("fl", vec![7]),
            ("fr", vec![1]),
            ("bs", vec![3, 5]),
            ("bl", vec![5]),
            ("br", vec![3]),
            ("fh", vec![0, 1, 7]),
        ] {
            assert_eq!(turns(W, letters), expected, "{letters}");
        }
    }

    #[test]
    fn a_radial_stride_converts() {
        assert_eq!(vector(W, 1), (1, 1));
        assert_eq!(vector(F, 6), (-1, 0));
        assert_eq!(vector(Stride::Radial { length: 2, axes: Axes::Orthogonal }, 5), (-2, -2));
    }

    #[test]
    fn no_letters_give_the_empty_set() {
        for a in "fblrvsh".chars() {
            for b in "fblrvsh".chars() {
                for reading in [Reading::Own, Reading::ClassicCompound, Reading::EightFold] {
                    for stride in [W, F, K, N] {
                        if reading == Reading::EightFold && stride != K && stride != N {
                            continue;
                        }
                        let d = directions(&format!("{a}{b}"), reading);
                        for compass in [Compass::Square, Compass::Hexagonal] {
                            let sets = [compass.first(stride, &d), compass.later(stride, &d)];
                            let none = sets.iter().any(|set| set.is_empty());
                            assert!(!none, "{a}{b} {stride:?} {reading:?} {compass:?}");
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod hexagonal_tests {
    use crate::compass::Compass;
    use alfil_rules::movement::{Axes, Stride};
    use alfil_rules::term::{Directions, Reading, Toward};

    const W: Stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };
    const F: Stride = Stride::Radial { length: 1, axes: Axes::Diagonal };
    const K: Stride = Stride::Radial { length: 1, axes: Axes::Both };
    const N: Stride = Stride::Oblique { orthogonal: 1, diagonal: 1 };

    fn directions(letters: &str) -> Directions {
        let run = letters.chars().filter_map(Toward::from_letter).collect();
        Directions { runs: vec![run], reading: Reading::Own }
    }

    #[test]
    fn letters_choose_headings() {
        for (stride, letters, wanted) in [
            (W, "f", vec![0]),
            (W, "r", vec![2, 4]),
            (W, "fs", vec![2, 10]),
            (W, "br", vec![4]),
            (W, "s", vec![2, 4, 8, 10]),
            (W, "v", vec![0, 6]),
            (W, "fh", vec![0, 2, 10]),
            (W, "hl", vec![8, 10]),
            (F, "f", vec![1, 11]),
            (F, "r", vec![3]),
            (F, "fs", vec![1, 11]),
            (F, "bl", vec![7]),
            (F, "s", vec![3, 9]),
            (F, "v", vec![1, 5, 7, 11]),
            (F, "rh", vec![1, 3, 5]),
            (K, "f", vec![0, 1, 11]),
            (K, "fr", vec![1, 2]),
            (N, "f", vec![0, 11]),
            (N, "r", vec![2, 3]),
            (N, "fr", vec![2]),
            (N, "rf", vec![0]),
            (N, "fs", vec![2, 9]),
            (N, "fh", vec![0, 1, 2, 9, 10, 11]),
            (N, "hr", vec![0, 2, 4, 6, 8, 10]),
        ] {
            let set = Compass::Hexagonal.first(stride, &directions(letters));
            assert_eq!(set.iter().collect::<Vec<_>>(), wanted, "{letters} on {stride:?}");
        }
    }

    #[test]
    fn later_legs_turn_by_twelfths() {
        for (letters, wanted) in [
            ("f", vec![0]),
            ("s", vec![2, 10]),
            ("r", vec![2]),
            ("fs", vec![1, 11]),
            ("bl", vec![7]),
            ("b", vec![6]),
            ("fh", vec![0, 1, 2, 10, 11]),
        ] {
            let set = Compass::Hexagonal.later(F, &directions(letters));
            assert_eq!(set.iter().collect::<Vec<_>>(), wanted, "{letters}");
        }
        let all: Vec<u8> = Compass::Hexagonal.later(W, &Directions::all()).iter().collect();
        assert_eq!(all, [0, 2, 4, 8, 10]);
    }
}

#[cfg(test)]
mod frame_tests {
    use crate::compass::*;

    #[test]
    fn carries_compose() {
        for n in [8, 12] {
            let all = || (0..n).flat_map(|t| [Carry::turned(t), Carry::mirrored(t)]);
            for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
                assert_eq!(a.then(a.inverse(n), n), Carry::NONE);
                for h in 0..n {
                    assert_eq!(a.then(b, n).heading(h, n), b.heading(a.heading(h, n), n));
                    assert_eq!(a.half_heading(2 * h, n), 2 * a.heading(h, n));
                    // After a change of direction, a sector is still between the same two directions.
                    let edges = [a.heading(h, n), a.heading(h + 1, n)];
                    let sector = a.sector(h, n);
                    assert!(edges.contains(&sector) && edges.contains(&((sector + 1) % n)));
                }
            }
        }
    }
}
