//! Marks on cells, and their words in a legend.
//!
//! Most marks say what a move does on a cell. The layer of a mark is the part of the cell where it
//! is drawn. Renderers decide how it looks.

use alfil_rules::side::{Color, Side};

/// How a move gets to its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Approach {
    /// A leap, which ignores the pieces between.
    Leap,
    /// A slide along empty cells.
    Slide,
    /// A hop over another piece.
    Hop,
    /// A walk that turns at a middle cell.
    Bend,
}

impl Approach {
    /// The words of the legend.
    fn words(self) -> &'static str {
        match self {
            Approach::Leap => "leaps",
            Approach::Slide => "steps or slides",
            Approach::Hop => "hops",
            Approach::Bend => "turns on the way",
        }
    }
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

    /// The effect of two moves to the same cell together.
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

impl From<Side> for Goes {
    fn from(side: Side) -> Goes {
        match side.color() {
            Color::White => Goes::White,
            Color::Black => Goes::Black,
        }
    }
}

impl Goes {
    /// The words of the legend.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Goes::White => "White's goal",
            Goes::Black => "Black's goal",
            Goes::Both => "goal of both",
        }
    }
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

/// The mark of a cell that a side does not see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hidden {
    /// The side knows nothing of it.
    Unknown,
    /// The side knows that it is occupied.
    Occupied,
}

/// The subject of a picture, which decides the words of its legend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Subject {
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
    /// A move brings another piece here: a partner in castling, a piece that changes places, or one
    /// that is pushed.
    Moved,
    /// A move turns the piece here into another.
    Changed,
    /// A user marked this cell.
    Note(Hue),
    /// A side does not see this cell.
    Hidden(Hidden),
    /// A goal names the cell.
    Goal(Goes),
    /// The last move began or ended here.
    LastMove,
    /// An attacked royal piece stands here.
    Check,
}

/// A mark, sorted by the part of the cell where renderers draw it: its ground, around its piece, or
/// beside its piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MarkLayer {
    Ground(Ground),
    Frame(Frame),
    Sign(Sign),
}

/// A mark that changes the ground of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    Origin,
    LastMove,
    Check,
    Goal(Goes),
    Note(Hue),
    Hidden(Hidden),
}

/// A mark around the piece of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Frame {
    CaptureWithoutMoving,
    Attack,
    Promotes,
    Lends,
    Moved,
    Changed,
}

/// A mark in a cell, beside the piece if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    To(Approach, Allows),
    Taken,
    Via,
    Drop,
}

impl Mark {
    /// The part of the cell where renderers draw the mark.
    pub(crate) fn layer(self) -> MarkLayer {
        match self {
            Mark::Origin => MarkLayer::Ground(Ground::Origin),
            Mark::To(way, allows) => MarkLayer::Sign(Sign::To(way, allows)),
            Mark::CaptureWithoutMoving => MarkLayer::Frame(Frame::CaptureWithoutMoving),
            Mark::Taken => MarkLayer::Sign(Sign::Taken),
            Mark::Attack => MarkLayer::Frame(Frame::Attack),
            Mark::Via => MarkLayer::Sign(Sign::Via),
            Mark::Drop => MarkLayer::Sign(Sign::Drop),
            Mark::Promotes => MarkLayer::Frame(Frame::Promotes),
            Mark::Lends => MarkLayer::Frame(Frame::Lends),
            Mark::Moved => MarkLayer::Frame(Frame::Moved),
            Mark::Changed => MarkLayer::Frame(Frame::Changed),
            Mark::Note(hue) => MarkLayer::Ground(Ground::Note(hue)),
            Mark::Goal(goes) => MarkLayer::Ground(Ground::Goal(goes)),
            Mark::LastMove => MarkLayer::Ground(Ground::LastMove),
            Mark::Hidden(hidden) => MarkLayer::Ground(Ground::Hidden(hidden)),
            Mark::Check => MarkLayer::Ground(Ground::Check),
        }
    }

    /// The words of the legend in a picture of this subject.
    pub(crate) fn meaning(self, subject: Subject) -> String {
        let words = match self {
            Mark::Origin => "the piece",
            Mark::To(way, allows) => {
                let limit = match (subject, allows) {
                    (_, Allows::Both) | (Subject::Moves, Allows::Quiet) => "",
                    (Subject::Powers, Allows::Quiet) => ", no capture",
                    (Subject::Powers, Allows::Capture) => ", capture only",
                    (Subject::Moves, Allows::Capture) => " and captures",
                };
                return format!("{}{limit}", way.words());
            }
            Mark::CaptureWithoutMoving => "captures without moving",
            Mark::Taken => match subject {
                Subject::Powers => "captured on the way",
                Subject::Moves => "captured or removed with it",
            },
            Mark::Attack => "attacks",
            Mark::Via => "passes here",
            Mark::Drop => "dropped here",
            Mark::Promotes => "promotes",
            Mark::Lends => "lends the move",
            Mark::Moved => "another piece comes here",
            Mark::Changed => "becomes another piece",
            Mark::Note(hue) => hue.name(),
            Mark::LastMove => "last move",
            Mark::Hidden(Hidden::Unknown) => "not seen",
            Mark::Hidden(Hidden::Occupied) => "occupied by a piece that is not seen",
            Mark::Check => "check",
            Mark::Goal(goes) => goes.words(),
        };
        words.to_owned()
    }
}
