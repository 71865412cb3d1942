//! How much of the game a predicate looks at.

/// How much of the game a question looks at. While one of the upper two levels is answered, restrictions of
/// that level and above are left out, so that nothing asks itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lookahead {
    /// Cells and the move.
    Move,
    /// What stands where.
    Board,
    /// Attacks, and the position behind the move.
    Attack,
    /// Legal moves.
    Replies,
}

impl Lookahead {
    /// The level below which lie this one and all that look at less; nothing if every level does.
    pub fn with_less(self) -> Option<Lookahead> {
        match self {
            Lookahead::Move => Some(Lookahead::Board),
            Lookahead::Board => Some(Lookahead::Attack),
            Lookahead::Attack => Some(Lookahead::Replies),
            Lookahead::Replies => None,
        }
    }
}
