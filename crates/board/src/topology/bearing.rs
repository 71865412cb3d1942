//! Where a walk is heading: what later legs turn against.
//!
//! Owns: [`Bearing`], [`Turns`]. Takes legs and the sectors walked; gives the sectors that the next leg may take.
//! Headings count in half steps of the compass, so that radial and oblique legs can turn against one
//! another: a radial stride along heading `h` has `2h`, an oblique one of sector `k` lies at `2k + 1`.
//! All of it is said in the frame of the cell where the walk is, and carried along with the walk.
//! Invariant: everything is relative but [`Aim::Frame`], so Black's walks are White's turned by half.

use crate::topology::compass::{Compass, Sectors};
use crate::topology::frame::Carry;
use alfil_rules::direction::{Directions, Reading, Toward};
use alfil_rules::movement::{Aim, Axes, Course, Leg, Stride};
use alfil_rules::side::Side;
use rustc_hash::FxHashMap;

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
    compass: Compass,
    /// Half steps of the leg before.
    heading: Option<u8>,
    /// The side of the last bend.
    bend: Option<Hand>,
    /// Half steps of the legs before, five bits each, the latest lowest; as many as the walk looks
    /// back.
    memory: u128,
}

/// The most legs that [`Aim::Again`] looks back.
pub const MEMORY: u32 = 16;

/// Bits of a remembered heading.
const BITS: u32 = 5;

impl Bearing {
    /// At the start of a walk on a board with this compass.
    pub fn new(compass: Compass) -> Bearing {
        Bearing { compass, ..Bearing::default() }
    }

    /// The absolute sectors that `leg` may take from here, for a piece of `side`.
    pub fn sectors(self, side: Side, leg: &Leg) -> Sectors {
        let stride = leg.stride;
        match (&leg.aim, self.heading) {
            (Aim::Frame(directions), _) => {
                let turn = match side {
                    Side::White => 0,
                    // What goes straight up or down has no way round.
                    Side::Black if stride.level().is_none() => 0,
                    Side::Black => self.compass.back(0),
                };
                self.compass.rotate(self.compass.first(stride, directions), turn)
            }
            (Aim::Again(back), _) => {
                let shift = BITS * u32::from(back.saturating_sub(1)).min(MEMORY - 1);
                let half = (self.memory >> shift) as u8 & ((1 << BITS) - 1);
                Sectors::around([half / 2], self.compass.headings())
            }
            (_, None) => self.compass.own(stride),
            (Aim::Turn(directions), Some(heading)) => self.turned(stride, directions, heading),
            (Aim::Within(directions), Some(heading)) => {
                self.turned(stride, directions, heading).intersection(self.compass.own(stride))
            }
            (Aim::Onward, Some(heading)) => {
                let around = 2 * self.compass.headings();
                let off = |sector: u8| {
                    let turn = (half_steps(stride, sector) + around - heading) % around;
                    turn.min(around - turn)
                };
                let own = self.compass.own(stride);
                let least = own.iter().map(off).min();
                let nearest = own.iter().filter(|&o| Some(off(o)) == least);
                Sectors::around(nearest, self.compass.headings())
            }
        }
    }

    fn turned(self, stride: Stride, directions: &Directions, heading: u8) -> Sectors {
        let settled = self.settle(directions);
        let compass = self.compass;
        let before = heading / 2;
        match (heading % 2, stride) {
            (_, Stride::Universal) => compass.own(stride),
            (_, Stride::Rising { .. }) => match stride.level() {
                Some(level) => self.turned(level, directions, heading),
                None => compass.own(stride),
            },
            (0, Stride::Radial { .. }) | (1, Stride::Oblique { .. }) => {
                compass.rotate(compass.later(stride, &settled), before)
            }
            (0, Stride::Oblique { .. }) => compass.rotate(compass.crossing(&settled), before),
            (_, Stride::Radial { .. } | Stride::Oblique { .. }) => {
                compass.rotate(compass.crossing(&settled), before + 1)
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

    /// After a stride along absolute `sector`, in a walk that looks back `memory` headings.
    #[must_use]
    pub fn along(self, stride: Stride, sector: u8, memory: u32) -> Bearing {
        let mask = 1u128.checked_shl(BITS * memory).map_or(u128::MAX, |bit| bit - 1);
        let after = half_steps(stride, sector);
        Bearing { memory: (self.memory << BITS | u128::from(after)) & mask, ..self.bent(after) }
    }

    /// After the strides of one leg that went on to turn to `sector`.
    #[must_use]
    pub fn curved(self, stride: Stride, sector: u8) -> Bearing {
        self.bent(half_steps(stride, sector))
    }

    /// Said in the frame to which `carry` leads.
    #[must_use]
    pub fn carried(self, carry: Carry) -> Bearing {
        if carry == Carry::NONE {
            return self;
        }
        let n = self.compass.headings();
        let each = |at: u32| {
            let half = (self.memory >> (BITS * at)) as u8 & ((1 << BITS) - 1);
            u128::from(carry.half_heading(half, n)) << (BITS * at)
        };
        // A slot that holds nothing is never read, so that it may be carried as well.
        let memory = if self.memory == 0 { 0 } else { (0..MEMORY).map(each).sum() };
        let bend = self.bend.map(|hand| if carry.is_mirrored() { hand.other() } else { hand });
        Bearing { heading: self.heading.map(|h| carry.half_heading(h, n)), bend, memory, ..self }
    }

    fn bent(self, after: u8) -> Bearing {
        let half = self.compass.headings();
        let turn = self.heading.map_or(0, |before| (after + 2 * half - before) % (2 * half));
        let bend = match turn {
            0 => self.bend,
            turn if turn == half => self.bend,
            turn if turn < half => Some(Hand::Right),
            _ => Some(Hand::Left),
        };
        Bearing { heading: Some(after), bend, ..self }
    }
}

/// The sectors that the legs of one walk may take, each worked out once.
#[derive(Default)]
pub struct Turns(FxHashMap<(usize, Side, Option<u8>, Option<Hand>), Sectors>);

impl Turns {
    /// [`Bearing::sectors`] for `leg`, which is number `index` of the walk.
    pub fn sectors(&mut self, bearing: Bearing, side: Side, index: usize, leg: &Leg) -> Sectors {
        match leg.aim {
            // It depends on all that the walk remembers.
            Aim::Again(_) => bearing.sectors(side, leg),
            Aim::Frame(_) | Aim::Turn(_) | Aim::Within(_) | Aim::Onward => {
                let key = (index, side, bearing.heading, bearing.bend);
                *self.0.entry(key).or_insert_with(|| bearing.sectors(side, leg))
            }
        }
    }
}

/// The sector of the next stride of a rider that has taken `taken` strides along its course, the first
/// bend to `hand`.
pub fn next_sector(
    compass: Compass,
    stride: Stride,
    course: Course,
    hand: Hand,
    taken: usize,
    sector: u8,
) -> u8 {
    let n = compass.headings();
    let angle = match stride {
        Stride::Radial { axes: Axes::Orthogonal | Axes::Diagonal, .. } => 2,
        Stride::Radial { axes: Axes::Both, .. }
        | Stride::Oblique { .. }
        | Stride::Rising { .. }
        | Stride::Universal => 1,
    };
    let hand = match course {
        Course::Straight => return sector,
        Course::Circular => hand,
        Course::Crooked if taken % 2 == 1 => hand,
        Course::Crooked => hand.other(),
    };
    match hand {
        Hand::Right => (sector + angle) % n,
        Hand::Left => (sector + n - angle) % n,
    }
}

/// The hands that a rider of `course` may bend to first: one where it makes no difference.
pub fn hands(course: Course) -> &'static [Hand] {
    match course {
        Course::Straight => &Hand::BOTH[..1],
        Course::Crooked | Course::Circular => &Hand::BOTH,
    }
}

/// A radial stride lies on a heading, an oblique one between two.
fn half_steps(stride: Stride, sector: u8) -> u8 {
    match stride {
        Stride::Radial { .. } | Stride::Universal => sector * 2,
        Stride::Oblique { .. } => sector * 2 + 1,
        Stride::Rising { .. } => stride.level().map_or(0, |level| half_steps(level, sector)),
    }
}
