//! The directions of a board, and the meaning of direction letters on it.
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

mod hexagonal;
mod sectors;

use crate::frame::Carry;
use alfil_rules::direction::{Directions, Part, Reading, Toward};
use alfil_rules::movement::{Aim, Axes, Leg, Stride};
pub use sectors::{MAX_HEADINGS, Sectors};
use sectors::{runs, union_of};

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
            (Compass::Hexagonal, _, _) => return hexagonal::first(stride, directions, all),
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
            Compass::Hexagonal => hexagonal::turn,
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
            Compass::Hexagonal => hexagonal::oblique,
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
