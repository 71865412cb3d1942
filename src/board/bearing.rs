//! Where a walk is heading: what later legs turn against.
//!
//! Owns: [`Bearing`]. Takes legs and the octants walked; gives the octants that the next leg may take.
//! Headings count in sixteenths, so that radial and oblique legs can turn against one another:
//! a radial stride along heading `h` has `2h`, an oblique one of octant `k` lies at `2k + 1`.
//! Invariant: everything is relative but [`Aim::Frame`], so Black's walks are White's turned by half.

use crate::rules::compass::{self, Octants};
use crate::rules::direction::{Directions, Reading, Toward};
use crate::rules::movement::{Aim, Axes, Course, Leg, Stride};
use crate::rules::side::Side;

/// The right or the left hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hand {
    /// Clockwise.
    Right,
    /// Counter-clockwise.
    Left,
}

impl Hand {
    /// Both.
    pub const BOTH: [Hand; 2] = [Hand::Right, Hand::Left];

    /// The other hand.
    #[must_use]
    pub fn other(self) -> Hand {
        match self {
            Hand::Right => Hand::Left,
            Hand::Left => Hand::Right,
        }
    }
}

/// What a walk remembers of its headings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bearing {
    /// Sixteenths of the leg before.
    heading: Option<u8>,
    /// The side of the last bend.
    bend: Option<Hand>,
    /// Octants of the legs before, four bits each, the latest lowest; as many as the walk looks back.
    octants: u64,
}

/// The most legs that [`Aim::Again`] looks back.
pub const MEMORY: u32 = 16;

impl Bearing {
    /// The absolute octants that `leg` may take from here, for a piece of `side`.
    pub fn octants(self, side: Side, leg: &Leg) -> Octants {
        let stride = leg.stride;
        match (&leg.aim, self.heading) {
            (Aim::Frame(directions), _) => {
                let turn = match side {
                    Side::White => 0,
                    Side::Black => 4,
                };
                rotate(compass::first(stride, directions), turn)
            }
            (Aim::Again(back), _) => {
                let shift = 4 * u32::from(back.saturating_sub(1)).min(MEMORY - 1);
                Octants::of(&[(self.octants >> shift) as u8 & 7])
            }
            (_, None) => compass::own(stride),
            (Aim::Turn(directions), Some(heading)) => self.turned(stride, directions, heading),
            (Aim::Within(directions), Some(heading)) => {
                self.turned(stride, directions, heading).intersection(compass::own(stride))
            }
            (Aim::Onward, Some(heading)) => {
                let off = |octant: u8| {
                    let turn = (sixteenths(stride, octant) + 16 - heading) % 16;
                    turn.min(16 - turn)
                };
                let own: Vec<u8> = compass::own(stride).iter().collect();
                let least = own.iter().map(|&o| off(o)).min();
                let nearest: Vec<u8> = own.into_iter().filter(|&o| Some(off(o)) == least).collect();
                Octants::of(&nearest)
            }
        }
    }

    fn turned(self, stride: Stride, directions: &Directions, heading: u8) -> Octants {
        let settled = self.settle(directions);
        let before = heading / 2;
        match (heading % 2, stride) {
            (_, Stride::Universal) => compass::own(stride),
            (0, Stride::Radial { .. }) | (1, Stride::Oblique { .. }) => {
                rotate(compass::later(stride, &settled), before)
            }
            (0, Stride::Oblique { .. }) => rotate(compass::crossing(&settled), before),
            (_, Stride::Radial { .. } | Stride::Oblique { .. }) => {
                rotate(compass::crossing(&settled), before + 1)
            }
        }
    }

    /// The letters with `z` and `q` replaced by the side that they stand for.
    fn settle(self, directions: &Directions) -> Directions {
        let side = |hand| match hand {
            None => Toward::Sideways,
            Some(Hand::Right) => Toward::Right,
            Some(Hand::Left) => Toward::Left,
        };
        let settled = |&toward: &Toward| match toward {
            Toward::Opposite => side(self.bend.map(Hand::other)),
            Toward::Same => side(self.bend),
            Toward::Forward
            | Toward::Backward
            | Toward::Left
            | Toward::Right
            | Toward::Vertical
            | Toward::Sideways
            | Toward::Half => toward,
        };
        let runs = directions.runs.iter().map(|run| run.iter().map(settled).collect()).collect();
        Directions { runs, reading: Reading::EightFold }
    }

    /// After a stride along absolute `octant`, in a walk that looks back `memory` headings.
    #[must_use]
    pub fn along(self, stride: Stride, octant: u8, memory: u32) -> Bearing {
        let mask = 1u64.checked_shl(4 * memory).map_or(u64::MAX, |bit| bit - 1);
        let after = sixteenths(stride, octant);
        Bearing { octants: (self.octants << 4 | u64::from(octant)) & mask, ..self.bent(after) }
    }

    /// After the strides of one leg that went on to turn to `octant`.
    #[must_use]
    pub fn curved(self, stride: Stride, octant: u8) -> Bearing {
        self.bent(sixteenths(stride, octant))
    }

    fn bent(self, after: u8) -> Bearing {
        let turn = self.heading.map_or(0, |before| (after + 16 - before) % 16);
        let bend = match turn {
            1..=7 => Some(Hand::Right),
            9..=15 => Some(Hand::Left),
            _ => self.bend,
        };
        Bearing { heading: Some(after), bend, ..self }
    }
}

/// The octant of the next stride of a rider that has taken `taken` strides along its course, the first
/// bend to `hand`.
pub fn next_octant(stride: Stride, course: Course, hand: Hand, taken: usize, octant: u8) -> u8 {
    let angle = match stride {
        Stride::Radial { axes: Axes::Orthogonal | Axes::Diagonal, .. } => 2,
        Stride::Radial { axes: Axes::Both, .. } | Stride::Oblique { .. } | Stride::Universal => 1,
    };
    let hand = match course {
        Course::Straight => return octant,
        Course::Circular => hand,
        Course::Crooked if taken % 2 == 1 => hand,
        Course::Crooked => hand.other(),
    };
    match hand {
        Hand::Right => (octant + angle) % 8,
        Hand::Left => (octant + 8 - angle) % 8,
    }
}

/// The hands that a rider of `course` may bend to first: one where it makes no difference.
pub fn hands(course: Course) -> &'static [Hand] {
    match course {
        Course::Straight => &Hand::BOTH[..1],
        Course::Crooked | Course::Circular => &Hand::BOTH,
    }
}

fn sixteenths(stride: Stride, octant: u8) -> u8 {
    match stride {
        Stride::Radial { .. } | Stride::Universal => octant % 8 * 2,
        Stride::Oblique { .. } => octant % 8 * 2 + 1,
    }
}

fn rotate(octants: Octants, turn: u8) -> Octants {
    let turned: Vec<u8> = octants.iter().map(|o| o + turn).collect();
    Octants::of(&turned)
}
