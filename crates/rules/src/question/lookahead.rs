//! Lookahead: how far into the game a question looks.

/// How far into the game a question looks. While a question of the upper two levels is evaluated, restrictions
/// of the same or a higher level are ignored, so that evaluation ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lookahead {
    /// At cells and the move only.
    Move,
    /// At the pieces on the board.
    Board,
    /// At attacks, or at the position after the move.
    Attack,
    /// At legal moves.
    Replies,
}

impl Lookahead {
    /// The next level; `None` above the last.
    pub fn with_less(self) -> Option<Lookahead> {
        match self {
            Lookahead::Move => Some(Lookahead::Board),
            Lookahead::Board => Some(Lookahead::Attack),
            Lookahead::Attack => Some(Lookahead::Replies),
            Lookahead::Replies => None,
        }
    }
}
