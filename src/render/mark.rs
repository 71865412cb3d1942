//! What a drawing says about a cell.
//!
//! Owns: [`Mark`] with its parts and its words in a legend. Invariant: a mark says what a move does,
//! never how it looks; each drawer decides that by an exhaustive match.

/// How a move gets to its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Approach {
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
    /// Every one.
    pub const ALL: [Allows; 3] = [Allows::Both, Allows::Quiet, Allows::Capture];

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

/// Colours in which a person marks cells and draws arrows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Hue {
    /// What is said unless another is asked for.
    #[default]
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

impl Hue {
    /// Every one.
    pub const ALL: [Hue; 4] = [Hue::Green, Hue::Red, Hue::Blue, Hue::Yellow];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Hue::Green => "green",
            Hue::Red => "red",
            Hue::Blue => "blue",
            Hue::Yellow => "yellow",
        }
    }
}

/// Of what a picture tells, and so in which words its legend speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Telling {
    /// What a piece may do in general.
    #[default]
    Powers,
    /// Moves that are legal in the position that is seen.
    Moves,
}

/// What is said about a cell. The order is the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// The piece that moves stands here.
    Origin,
    /// It may end its move here.
    To(Approach, Allows),
    /// It captures what stands here and stays where it is.
    CaptureWithoutMoving,
    /// It captures what stands here on its way to another cell.
    Taken,
    /// It attacks this cell, whether or not it may move there.
    Attack,
    /// It passes or turns here.
    Via,
    /// It comes here from the hand.
    Drop,
    /// It promotes if it comes here.
    Promotes,
    /// Who stands here lends it a move.
    Lends,
    /// Another piece comes here by its move: a partner in castling, one with which it changes places, one that is
    /// pushed.
    Moved,
    /// Who stands here becomes another piece by its move.
    Changed,
    /// A person asked for this mark.
    Note(Hue),
    /// A goal names the cell.
    Goal(Goes),
    /// The last move began or ended here.
    LastMove,
    /// A royal piece stands here, attacked.
    Check,
}

impl Mark {
    /// What the legend says.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Mark::Origin => "the piece",
            Mark::To(Approach::Leap, Allows::Both) => "leaps",
            Mark::To(Approach::Leap, Allows::Quiet) => "leaps, no capture",
            Mark::To(Approach::Leap, Allows::Capture) => "leaps, capture only",
            Mark::To(Approach::Slide, Allows::Both) => "steps or slides",
            Mark::To(Approach::Slide, Allows::Quiet) => "steps or slides, no capture",
            Mark::To(Approach::Slide, Allows::Capture) => "steps or slides, capture only",
            Mark::To(Approach::Hop, Allows::Both) => "hops",
            Mark::To(Approach::Hop, Allows::Quiet) => "hops, no capture",
            Mark::To(Approach::Hop, Allows::Capture) => "hops, capture only",
            Mark::To(Approach::Bend, Allows::Both) => "turns on the way",
            Mark::To(Approach::Bend, Allows::Quiet) => "turns on the way, no capture",
            Mark::To(Approach::Bend, Allows::Capture) => "turns on the way, capture only",
            Mark::CaptureWithoutMoving => "captures without moving",
            Mark::Taken => "captured on the way",
            Mark::Attack => "attacks",
            Mark::Via => "passes here",
            Mark::Drop => "dropped here",
            Mark::Promotes => "promotes",
            Mark::Lends => "lends the move",
            Mark::Moved => "another piece comes here",
            Mark::Changed => "becomes another piece",
            Mark::Note(hue) => hue.name(),
            Mark::LastMove => "last move",
            Mark::Check => "check",
            Mark::Goal(Goes::White) => "White's goal",
            Mark::Goal(Goes::Black) => "Black's goal",
            Mark::Goal(Goes::Both) => "goal of both",
        }
    }

    /// What the legend says where a picture tells of such things.
    pub(crate) fn told(self, telling: Telling) -> &'static str {
        match (telling, self) {
            (Telling::Moves, Mark::To(way, Allows::Quiet | Allows::Both)) => match way {
                Approach::Leap => "leaps",
                Approach::Slide => "steps or slides",
                Approach::Hop => "hops",
                Approach::Bend => "turns on the way",
            },
            (Telling::Moves, Mark::To(way, Allows::Capture)) => match way {
                Approach::Leap => "leaps and captures",
                Approach::Slide => "steps or slides and captures",
                Approach::Hop => "hops and captures",
                Approach::Bend => "turns on the way and captures",
            },
            (Telling::Moves, Mark::Taken) => "captured or removed with it",
            (Telling::Moves | Telling::Powers, mark) => mark.meaning(),
        }
    }
}
