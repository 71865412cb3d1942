//! Marks on cells, and their words in a legend.
//!
//! A mark says what a move does. Each renderer decides by an exhaustive match how the mark looks.

/// How a move gets to its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Approach {
    /// In one leap, whatever stands between.
    Leap,
    /// Along free cells.
    Slide,
    /// Over another piece.
    Hop,
    /// Through a middle cell, where it turns.
    Bend,
}

/// The effect that a move may have on its target.
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
    pub const ALL: [Allows; 3] = [Allows::Both, Allows::Quiet, Allows::Capture];

    /// The union of two moves to one cell.
    pub fn or(self, other: Allows) -> Allows {
        if self == other { self } else { Allows::Both }
    }
}

/// The side for which a goal names a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goes {
    White,
    Black,
    Both,
}

/// Colours in which a user marks cells and draws arrows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Hue {
    /// The default.
    #[default]
    Green,
    Red,
    Blue,
    Yellow,
}

impl Hue {
    pub const ALL: [Hue; 4] = [Hue::Green, Hue::Red, Hue::Blue, Hue::Yellow];

    pub fn name(self) -> &'static str {
        match self {
            Hue::Green => "green",
            Hue::Red => "red",
            Hue::Blue => "blue",
            Hue::Yellow => "yellow",
        }
    }
}

/// The subject of a picture, which decides the words of its legend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Telling {
    /// The movement of a piece in general.
    #[default]
    Powers,
    /// The legal moves in a position.
    Moves,
}

/// A mark on a cell. The order of variants is the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// The moving piece stands here.
    Origin,
    /// A move ends here.
    To(Approach, Allows),
    /// A move captures the piece here and stays where it is.
    CaptureWithoutMoving,
    /// A move captures the piece here on its way to another cell.
    Taken,
    /// The piece attacks this cell, whether or not it may move there.
    Attack,
    /// A move passes or turns here.
    Via,
    /// A piece is dropped here.
    Drop,
    /// A move to this cell promotes.
    Promotes,
    /// The piece here lends the move.
    Lends,
    /// A move brings another piece here: a partner in castling, a piece that changes places, or one that is pushed.
    Moved,
    /// A move turns the piece here into another.
    Changed,
    /// A user marked this cell.
    Note(Hue),
    /// A goal names the cell.
    Goal(Goes),
    /// The last move began or ended here.
    LastMove,
    /// An attacked royal piece stands here.
    Check,
}

impl Mark {
    /// The words of the legend.
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

    /// The words of the legend in a picture of this subject.
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
