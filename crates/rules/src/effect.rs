//! Effects: what a move does besides moving, and the stacks on which they put pieces.
//!
//! Boards and planes perform them after the piece has moved. All effects of one move together give
//! the player at most [`MAX_CHOICES`] choices.

pub mod shape;

use crate::condition::{Area, Condition};
use crate::ids::KindId;
use crate::question::{Amount, Anchor, CounterId, Men, Pattern, Pieces, Question, Subject, Whose};
use alfil_diagnostics::source::Span;

/// Maximum number of choices that a player makes with one move.
pub const MAX_CHOICES: usize = 4;

/// A line of `effects`, evaluated after the piece has moved. `A`, `C` and `P` are areas, conditions
/// and patterns; compiled effects replace them with types of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect<A = Area, C = Condition, P = Pattern> {
    /// The effect happens if this question is true. Without a question it always happens.
    pub question: Option<Question<A, C, P>>,
    /// The right of the player to skip the line.
    pub will: Will,
    /// Actions in order. All pieces are selected before the first action.
    pub deeds: Vec<Deed<A, P>>,
    /// The span of the line.
    pub span: Span,
}

/// The right of the player to skip a line of effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Will {
    /// The line is always performed. If it needs a choice and nothing can be chosen, the move is
    /// illegal.
    Must,
    /// The player may skip the line. It is skipped without a choice if nothing can be chosen.
    May,
}

/// An action of the side that moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed<A = Area, P = Pattern> {
    /// The royal pieces of the side that moved must be safe at this point of the effects, or the
    /// move is illegal.
    KingSafe,
    /// Raises a counter of the side that moved by this number, up to 255.
    Count(u8, CounterId),
    /// Sets a counter of these sides to 0.
    Reset(Whose, CounterId),
    /// Sets a counter of these sides to a number, at most 255.
    Set(Whose, CounterId, Box<Amount<A, P>>),
    /// Removes pieces from the game.
    Remove(Picked<A, P>),
    /// Removes all such pieces in hands from the game. Those that the move itself captures do not
    /// count, because they come into a hand only after the effects.
    Discard(Men),
    /// Captures pieces.
    Capture(Picked<A, P>),
    /// Puts a piece on an empty cell.
    Place(Supplied, Spot<A, P>),
    /// Changes the kind of pieces.
    Becomes(Picked<A, P>, Becoming),
    /// Gives pieces to the other side.
    ChangesSide(Picked<A, P>),
    /// Moves pieces to an empty cell.
    GoesTo(Picked<A, P>, Spot<A, P>),
    /// Moves pieces to the hand of a side.
    GoesToHand(Picked<A, P>, Whose),
    /// Moves pieces along a line, until the next cell is occupied or the limit is reached.
    GoesAlong(Picked<A, P>, Along),
    /// Puts pieces directly beneath the piece on a cell.
    GoesUnder(Picked<A, P>, Box<Under>),
    /// Takes pieces that were beneath the mover along.
    Carry(Load),
}

/// A motion that a cell defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Along {
    /// The cell that defines the line together with the piece, or the way together with the start
    /// of the move.
    pub anchor: Anchor,
    /// Where the pieces move, relative to the cell.
    pub course: Course,
    /// Maximum number of cells, at least 1; `None` for no limit. A motion with the cell has none.
    pub most: Option<u8>,
}

/// Where pieces move, relative to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// Along the shortest line toward the cell, and no farther.
    Toward,
    /// Along the shortest line away from the cell.
    AwayFrom,
    /// By the way that leads from the start of the move to the cell. Obstacles on the way do not
    /// matter.
    With,
}

impl Course {
    /// The word for the direction in definitions.
    pub fn word(self) -> &'static str {
        match self {
            Course::Toward => "toward",
            Course::AwayFrom => "away from",
            Course::With => "along with",
        }
    }
}

/// The pieces of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picked<A = Area, P = Pattern> {
    /// Selects all matching pieces, or one.
    pub extent: Extent,
    /// The pieces from which the action selects.
    pub pieces: Pieces<A, P>,
}

/// The number of matching pieces that are selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All matching pieces.
    Each,
    /// One matching piece, which the player chooses.
    One,
}

/// A piece that an action places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supplied {
    /// The kind of the placed piece is one of these; the player chooses.
    pub kinds: Vec<KindId>,
    /// The supply from which the piece comes.
    pub from: Source,
}

/// Where placed pieces come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// From an unlimited supply outside the board.
    Nowhere,
    /// From the hand of the side that moved. Without such a piece the action is impossible.
    Hand,
}

/// A target cell. If there are several, the player chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot<A = Area, P = Pattern> {
    /// One of these cells.
    Anchors(Vec<Anchor>),
    /// One empty cell that passes the filters.
    Empty(Picked<A, P>),
    /// The only cell of this area, as the side that moves sees it. The player chooses nothing.
    Named(A),
    /// A cell on which a piece of this kind and side begins the game. If there are several, the
    /// only one with the shade of the cell where the piece stood or was captured. Otherwise the
    /// only one on the file of that cell. Without such a cell there is no target.
    Origin,
}

/// The new kind of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Becoming {
    /// One of these kinds; the player chooses.
    Kind(Vec<KindId>),
    /// The kind of the captured piece; the last one if there were several.
    Victim,
    /// The kind that follows the present one in this list.
    Next(Vec<KindId>),
    /// The kind that belongs to the present one.
    Paired(Pairs),
}

impl Becoming {
    /// True if a piece may become one of `kind`.
    pub fn may_make(&self, kind: KindId) -> bool {
        match self {
            Becoming::Kind(kinds) => kinds.contains(&kind),
            Becoming::Victim => true,
            Becoming::Next(kinds) => kinds.iter().skip(1).any(|&next| next == kind),
            Becoming::Paired(pairs) => pairs.pairs.iter().any(|&[_, to]| to == kind),
        }
    }

    /// True if a piece of `kind` may become one for which `is` returns false. `kinds` are all kinds
    /// of the game.
    pub fn may_end(&self, kind: KindId, is: &impl Fn(KindId) -> bool, kinds: &[KindId]) -> bool {
        match self {
            Becoming::Kind(to) => to.iter().any(|&to| !is(to)),
            Becoming::Victim => kinds.iter().any(|&victim| !is(victim)),
            Becoming::Next(row) => {
                let place = row.iter().position(|&of| of == kind);
                place.and_then(|place| row.get(place + 1)).is_some_and(|&to| !is(to))
            }
            Becoming::Paired(pairs) => pairs.of(kind).is_some_and(|to| !is(to)),
        }
    }
}

impl<A, P> Picked<A, P> {
    /// True for the captured piece. It is off the board until the effects end.
    pub fn is_victim(&self) -> bool {
        matches!(self.pieces.what, Subject::Anchor(Anchor::Victim))
    }
}

// Stacks: several pieces on one cell, of which only the highest is on the board.
//
// The pieces beneath it wait. They neither move nor attack, and no question sees them. When the
// cell is empty at the end of a line of effects, the highest of them is on the board again.

/// How many of the pieces that were beneath the mover go with it, the highest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Load {
    /// All of them.
    All,
    /// The player chooses a number from 0; at most this number, if there is one.
    UpTo(Option<u8>),
}

impl Load {
    /// The largest number of pieces that go, out of `height` pieces.
    pub fn most(self, height: usize) -> usize {
        match self {
            Load::All | Load::UpTo(None) => height,
            Load::UpTo(Some(most)) => height.min(usize::from(most)),
        }
    }

    /// The words behind `carry` in definitions.
    pub fn words(self) -> String {
        match self {
            Load::All => "all".to_owned(),
            Load::UpTo(None) => "any number".to_owned(),
            Load::UpTo(Some(most)) => format!("at most {most}"),
        }
    }
}

/// Pairs of kinds: what each kind becomes. A kind that begins no pair stays as it is.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pairs {
    /// The name of the group of pairs in definitions; empty if there are no pairs.
    pub name: String,
    /// Each kind with the kind that it becomes.
    pub pairs: Vec<[KindId; 2]>,
}

impl Pairs {
    /// The kind that `kind` becomes. If several pairs begin with it, the first one counts.
    pub fn of(&self, kind: KindId) -> Option<KindId> {
        self.pairs.iter().find(|[of, _]| *of == kind).map(|&[_, to]| to)
    }
}

/// Where a piece goes that another piece covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Under {
    /// The cell. If no piece stands there, the covered piece stays where it is.
    pub anchor: Anchor,
    /// What it becomes there.
    pub becomes: Pairs,
}
