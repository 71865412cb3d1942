//! The argument `--as`, which shows what one side sees.

use alfil_play::board::view::SeenPlay;
use alfil_play::position::Position;
use alfil_rules::side::Side;
use alfil_shell::terminal::Stop;

/// A side that looks at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Looker {
    White,
    Black,
}

impl From<Looker> for Side {
    fn from(looker: Looker) -> Side {
        match looker {
            Looker::White => Side::White,
            Looker::Black => Side::Black,
        }
    }
}

/// What the side sees of `position`.
///
/// # Errors
/// The game has no cells.
pub(crate) fn seen(position: &Position, looker: Looker) -> Result<SeenPlay, Stop> {
    position.view(looker.into()).ok_or_else(|| {
        Stop::Refused("on a plane, both sides see everything, so `--as` has no effect".to_owned())
    })
}
