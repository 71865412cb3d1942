//! What a drawing says about a cell.
//!
//! Owns: [`Mark`] with its parts and its words in a legend. Invariant: a mark says what a move does,
//! never how it looks; each drawer decides that by an exhaustive match.

/// How a move gets to its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// In one go, whatever stands between.
    Leap,
    /// Along free cells.
    Slide,
    /// Over another piece.
    Hop,
    /// By way of a middle cell, where it turns.
    Bend,
}

/// What a move may do where it ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Allows {
    /// Move to an empty cell or capture.
    Both,
    /// Move to an empty cell only.
    Quiet,
    /// Capture only.
    Capture,
}

impl Allows {
    /// What two moves to one cell allow together.
    pub fn or(self, other: Allows) -> Allows {
        if self == other { self } else { Allows::Both }
    }
}

/// For whom a goal names a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goes {
    /// For White alone.
    White,
    /// For Black alone.
    Black,
    /// For either.
    Both,
}

/// What is said about a cell. The order is the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// The piece that moves stands here.
    Origin,
    /// It may end its move here.
    To(Way, Allows),
    /// It captures what stands here and stays where it is.
    CaptureWithoutMoving,
    /// It captures what stands here on its way to another cell.
    Taken,
    /// It attacks this cell, whether or not it may move there.
    Attack,
    /// It passes or turns here.
    Via,
    /// A goal names the cell.
    Goal(Goes),
    /// The last move began or ended here.
    LastMove,
    /// A royal piece stands here, attacked.
    Check,
}

impl Mark {
    /// What the legend says.
    pub fn meaning(self) -> &'static str {
        match self {
            Mark::Origin => "the piece",
            Mark::To(Way::Leap, Allows::Both) => "leaps",
            Mark::To(Way::Leap, Allows::Quiet) => "leaps, no capture",
            Mark::To(Way::Leap, Allows::Capture) => "leaps, capture only",
            Mark::To(Way::Slide, Allows::Both) => "steps or slides",
            Mark::To(Way::Slide, Allows::Quiet) => "steps or slides, no capture",
            Mark::To(Way::Slide, Allows::Capture) => "steps or slides, capture only",
            Mark::To(Way::Hop, Allows::Both) => "hops",
            Mark::To(Way::Hop, Allows::Quiet) => "hops, no capture",
            Mark::To(Way::Hop, Allows::Capture) => "hops, capture only",
            Mark::To(Way::Bend, Allows::Both) => "turns on the way",
            Mark::To(Way::Bend, Allows::Quiet) => "turns on the way, no capture",
            Mark::To(Way::Bend, Allows::Capture) => "turns on the way, capture only",
            Mark::CaptureWithoutMoving => "captures without moving",
            Mark::Taken => "captured on the way",
            Mark::Attack => "attacks",
            Mark::Via => "passes here",
            Mark::LastMove => "last move",
            Mark::Check => "check",
            Mark::Goal(Goes::White) => "White's goal",
            Mark::Goal(Goes::Black) => "Black's goal",
            Mark::Goal(Goes::Both) => "goal of both",
        }
    }
}
