//! The numbers of an estimate that can be learned from games.

use alfil_rules::ids::KindId;

/// The numbers of an estimate, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The value of a piece of each kind, averaged over cells. Royal, neutral and unowned kinds,
    /// whose pieces are never exchanged, are missing.
    pub kinds: Vec<(KindId, i32)>,
    /// The advantage of the side to move.
    pub tempo: i32,
    /// The value of ten more moves than the opponent has.
    pub mobility: i32,
    /// The value of an enemy piece that might attack a royal piece if the lines were open.
    pub attacker: i32,
}
