//! The headings of a movement so far. Directions of later legs are relative to them.
//!
//! Headings count in half steps of the compass, because an oblique stride runs between two
//! headings. A radial stride along heading `h` has the value `2h`, and an oblique stride of sector
//! `k` has `2k + 1`. All headings are in the frame of the current cell, and each link converts
//! them. The side matters only for [`Aim::Frame`]: each side turns the directions towards its own
//! forward, Black by half a circle.

use crate::compass::{Carry, Compass, Sectors};
use alfil_rules::movement::{Aim, Axes, Course, Leg, Stride};
use alfil_rules::term::{Directions, Reading, Toward};
use rustc_hash::FxHashMap;

/// The side to which a movement bends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hand {
    /// Clockwise.
    Right,
    /// Counter-clockwise.
    Left,
}

impl Hand {
    /// Both hands.
    pub(crate) const BOTH: [Hand; 2] = [Hand::Right, Hand::Left];

    /// Returns the opposite hand.
    #[must_use]
    pub fn other(self) -> Hand {
        match self {
            Hand::Right => Hand::Left,
            Hand::Left => Hand::Right,
        }
    }
}

/// The headings that a movement remembers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bearing {
    compass: Compass,
    /// Heading of the last stride, in half steps; `None` before the first stride.
    heading: Option<u8>,
    /// The hand of the last bend.
    bend: Option<Hand>,
    /// Headings of earlier legs in half steps, five bits each, the latest in the lowest bits. Only
    /// as many are kept as later legs may refer to.
    memory: u128,
}

/// The largest number of legs that a movement can go back to repeat a heading ([`Aim::Again`]).
pub const MEMORY: u32 = 16;

/// The number of bits of a remembered heading.
const BITS: u32 = 5;

impl Bearing {
    /// Returns the state before the first leg, on a board with this compass.
    pub fn new(compass: Compass) -> Bearing {
        Bearing { compass, ..Bearing::default() }
    }

    /// Returns the absolute sectors that `leg` may take next. `forward` is the direction that is
    /// forward for the side of the piece, as in [`Graph::forward`]: 0 for White.
    ///
    /// [`Graph::forward`]: crate::graph::Graph::forward
    pub fn sectors(self, forward: u8, leg: &Leg) -> Sectors {
        let stride = leg.stride;
        match (&leg.aim, self.heading) {
            (Aim::Frame(directions), _) => {
                // A leap straight up or down has no direction within its layer, so all sides leap
                // alike.
                let turn = if stride.level().is_none() { 0 } else { forward };
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

    /// Replaces the letters `z` and `q`, which refer to the last bend, by the side that they mean
    /// now.
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

    /// Returns the state after the first stride of a leg, along absolute `sector`. `memory` is the
    /// number of earlier headings to which the movement refers.
    #[must_use]
    pub fn along(self, stride: Stride, sector: u8, memory: u32) -> Bearing {
        let mask = 1u128.checked_shl(BITS * memory).map_or(u128::MAX, |bit| bit - 1);
        let after = half_steps(stride, sector);
        Bearing { memory: (self.memory << BITS | u128::from(after)) & mask, ..self.bent(after) }
    }

    /// Returns the state after a further stride of the same leg, along absolute `sector`.
    #[must_use]
    pub fn curved(self, stride: Stride, sector: u8) -> Bearing {
        self.bent(half_steps(stride, sector))
    }

    /// Converts all headings to another frame. `carry` is the change of the frame.
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
        // This also converts unused slots, which is harmless because they are never read.
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

/// A cache of the sectors that the legs of one walk may take. The key is the leg, the forward
/// direction of the side, the heading and the last bend.
#[derive(Default)]
pub struct Turns(FxHashMap<(usize, u8, Option<u8>, Option<Hand>), Sectors>);

impl Turns {
    /// Returns [`Bearing::sectors`] for `leg`, which has number `index` in the walk.
    pub fn sectors(&mut self, bearing: Bearing, forward: u8, index: usize, leg: &Leg) -> Sectors {
        match leg.aim {
            // This result depends on all remembered headings, which are not part of the key. So it
            // is not cached.
            Aim::Again(_) => bearing.sectors(forward, leg),
            Aim::Frame(_) | Aim::Turn(_) | Aim::Within(_) | Aim::Onward => {
                let key = (index, forward, bearing.heading, bearing.bend);
                *self.0.entry(key).or_insert_with(|| bearing.sectors(forward, leg))
            }
        }
    }
}

/// Returns the sector of the next stride of a rider, after `taken` strides along its course. `hand`
/// is the side of its first bend.
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
        // Arcs are refused on boards.
        Course::Straight | Course::Arc { .. } => return sector,
        Course::Circular => hand,
        Course::Crooked if taken % 2 == 1 => hand,
        Course::Crooked => hand.other(),
    };
    match hand {
        Hand::Right => (sector + angle) % n,
        Hand::Left => (sector + n - angle) % n,
    }
}

/// Returns the sides to which a rider may bend first. A straight rider does not bend, so one value
/// is enough.
pub fn hands(course: Course) -> &'static [Hand] {
    match course {
        Course::Straight | Course::Arc { .. } => &Hand::BOTH[..1],
        Course::Crooked | Course::Circular => &Hand::BOTH,
    }
}

/// Converts the sector of a stride to half steps. A radial stride lies on a heading, and an oblique
/// one between two headings.
fn half_steps(stride: Stride, sector: u8) -> u8 {
    match stride {
        Stride::Radial { .. } | Stride::Universal => sector * 2,
        Stride::Oblique { .. } => sector * 2 + 1,
        Stride::Rising { .. } => stride.level().map_or(0, |level| half_steps(level, sector)),
    }
}
