//! Values of positions, from the point of view of one side.

use alfil_rules::outcome::Outcome;
use alfil_rules::side::Side;
use std::fmt;

/// The deepest line that is searched, in plies.
pub const MAX_PLY: usize = 120;

/// The value of a win in the present position. A win after n plies is worth n less.
const WIN: i32 = 30_000;

/// Every win by force is worth more than this.
const LEAST_WIN: i32 = WIN - 1_000;

/// The greatest estimate of a position that is not decided.
const GREATEST_ESTIMATE: i32 = 20_000;

/// A value in hundredths of a pawn. Greater is better for the side whose point of view it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i32);

impl Score {
    /// Neither side is ahead.
    pub const DRAW: Score = Score(0);
    /// Less than every other value.
    pub(crate) const LEAST: Score = Score(-WIN - 1);
    /// Less than every win, and more than every estimate.
    pub(crate) const WORST_WIN: Score = Score(LEAST_WIN);
    /// More than every other value.
    pub(crate) const GREATEST: Score = Score(WIN + 1);

    /// An estimate in hundredths of a pawn. It is never as great as a forced win.
    pub fn estimate(centipawns: i32) -> Score {
        Score(centipawns.clamp(-GREATEST_ESTIMATE, GREATEST_ESTIMATE))
    }

    /// The value of a game that ended after `ply` plies, for `side`. If both sides get a part of
    /// the point, the value is an estimate in proportion to the parts.
    pub fn of_outcome(outcome: &Outcome, side: Side, ply: usize) -> Score {
        let Some(winner) = outcome.winner else { return Score::DRAW };
        let won = match outcome.share.filter(|share| share.is_part()) {
            Some(share) => {
                let ahead = 2 * i32::from(share.permille()) - 1_000;
                Score(ahead * GREATEST_ESTIMATE / 1_000)
            }
            None => Score(WIN - ply as i32),
        };
        if winner == side { won } else { -won }
    }

    /// The value in hundredths of a pawn.
    pub fn centipawns(self) -> i32 {
        self.0
    }

    /// True if one side can force a win.
    pub fn is_decided(self) -> bool {
        self.0.abs() > LEAST_WIN
    }

    /// The number of plies to the end of the game, if one side can force a win. It is negative if
    /// the opponent wins.
    pub fn plies_to_win(self) -> Option<i32> {
        let plies = WIN - self.0.abs();
        self.is_decided().then_some(if self.0 > 0 { plies } else { -plies })
    }

    /// The best value that a side can reach at `ply`: a win with its next move.
    pub(crate) fn win_at(ply: usize) -> Score {
        Score(WIN - ply as i32)
    }

    /// The value as the table stores it. Different lines lead to the same position, so a stored win
    /// counts plies from this position and not from the root.
    pub(crate) fn at_node(self, ply: usize) -> Score {
        if self.is_decided() { Score(self.0 + self.0.signum() * ply as i32) } else { self }
    }

    /// Converts a stored value back to plies from the root, the reverse of [`Score::at_node`].
    pub(crate) fn at_root(self, ply: usize) -> Score {
        if self.is_decided() { Score(self.0 - self.0.signum() * ply as i32) } else { self }
    }

    /// The score plus a number of hundredths of a pawn.
    pub(crate) fn plus(self, centipawns: i32) -> Score {
        Score((self.0 + centipawns).clamp(Score::LEAST.0, Score::GREATEST.0))
    }

    /// Restores a value from its 16 bits in the table.
    pub(crate) fn from_bits(bits: u16) -> Score {
        Score(i32::from(bits as i16))
    }

    /// The value in 16 bits. All values fit.
    pub(crate) fn bits(self) -> u16 {
        self.0 as i16 as u16
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// Writes pawns with a sign, such as `+1.25`, or the number of moves to a win, such as `#3` and
    /// `#-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_win() {
            Some(plies) if plies >= 0 => write!(f, "#{}", (plies + 1) / 2),
            Some(plies) => write!(f, "#-{}", -plies / 2),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        }
    }
}
