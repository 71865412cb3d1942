//! Sight: what a side sees of the board.

use crate::question::Question;
use alfil_diagnostics::source::Spanned;

/// Something that an umpire tells both sides about the side to move, if it is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The author's words for it.
    pub words: String,
    /// The question to which the answer is yes. It is about the position, for the side to move.
    pub asked: Spanned<Question>,
}

alfil_diagnostics::spelt! {
    /// What each side sees of the board.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Sight: &'static str, word {
        /// The whole position.
        #[default]
        Everything = "everything",
        /// Its own pieces. Of the cells where they can go, it knows whether something stands there.
        Own = "own",
        /// Its own pieces. It is not told its legal moves, but tries moves, and an umpire allows
        /// or refuses each.
        Umpire = "own with umpire",
        /// Its own pieces, while the side to move can place a piece from its hand. Then everything.
        Placing = "own while placing",
        /// Its own pieces and the cells to which they can go.
        Reach = "reach",
    }
}
