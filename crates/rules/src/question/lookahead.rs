//! Lookahead: how much of the game a question examines.

/// How much of the game a question examines. While a question of the levels `Attack` and `Replies`
/// is evaluated, restrictions of the same or a higher level are ignored. Otherwise evaluation would
/// not end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lookahead {
    /// Only cells and the move.
    Move,
    /// Also the pieces on the board.
    Board,
    /// Also attacks, or the position after the move.
    Attack,
    /// Also legal moves.
    Replies,
}

impl Lookahead {
    /// The next higher level; `None` after the last.
    pub fn with_less(self) -> Option<Lookahead> {
        match self {
            Lookahead::Move => Some(Lookahead::Board),
            Lookahead::Board => Some(Lookahead::Attack),
            Lookahead::Attack => Some(Lookahead::Replies),
            Lookahead::Replies => None,
        }
    }
}
