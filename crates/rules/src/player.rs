//! The sides of a game with more than two sides, as its author describes them.

use crate::look::Dye;
use alfil_diagnostics::source::Span;

/// What the author says about a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The word for the side in definitions and moves (`red`).
    pub name: String,
    /// The name of the side for people (`Red`).
    pub title: String,
    /// The letter of the side in positions, in lower case.
    pub letter: char,
    /// The direction of the board that is forward for this side. Headings count clockwise from
    /// straight up: eight on squares, twelve on hexagons.
    pub forward: u8,
    /// The colour of the pieces in pictures.
    pub dye: Dye,
    /// The span of the author's text.
    pub span: Span,
}

/// What happens when a side loses in a game with more than two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaving {
    /// What becomes of the pieces.
    pub pieces: Estate,
    /// Whether the allies lose as well.
    pub team: TeamLoss,
    /// The winner of the game, once all sides that are left are allies.
    pub winner: Winner,
}

alfil_diagnostics::spelt! {
    /// The fate of the pieces of a side that is out.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Estate: &'static str, word, from_word {
        /// They leave the board.
        #[default]
        Removed = "removed",
        /// They stay. They belong to nobody, so they never move and attack nothing, but every side
        /// may capture them.
        Unowned = "unowned",
        /// The side that made the last move gets them.
        TakenOver = "taken over",
    }
}

alfil_diagnostics::spelt! {
    /// When the sides of a team lose.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum TeamLoss: &'static str, word, from_word {
        /// A team plays on until all its sides have lost.
        #[default]
        WithLast = "with its last side",
        /// A team loses as soon as one of its sides does.
        WithFirst = "with its first side",
    }
}

alfil_diagnostics::spelt! {
    /// The winner of the game, once all sides that are left are allies.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Winner: &'static str, word, from_word {
        /// These sides.
        #[default]
        LastSide = "last side",
        /// The team with the highest sum of the counter [`POINTS`](crate::counter::POINTS), even if
        /// it is out. The game is a draw if several teams have it.
        MostPoints = "most points",
    }
}
