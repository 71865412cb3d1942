//! The style of the current game, and counts of the moves of all games so far.

use crate::play::position::Position;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use std::collections::HashMap;

/// The style of one game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Style {
    /// Any move is played.
    #[default]
    Chance,
    /// Moves that were seldom played are preferred.
    Seldom,
    /// This side leaves its opponent as few moves as possible. The opponent plays at random.
    Press(Side),
    /// Captures are preferred most, then checks, then moves that cannot be undone.
    Take,
    /// Moves to positions that occurred before are preferred.
    Circle,
    /// Moves that count as progress are avoided, and so are repetitions.
    Wait,
    /// Moves of this kind and promotions to it are preferred.
    Favour(KindId),
}

/// The style of the current game, and counts of the moves of all games so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan {
    pub(super) style: Style,
    pub(super) visits: Visits,
    /// The last positions of the game, the latest at the end.
    pub(super) past: Vec<Position>,
}

impl Plan {
    /// Chooses the style of game `n`. `first` is the side that moves first. `kind` is the kind of a
    /// rule that has had no effect yet.
    pub(super) fn begin(&mut self, n: u32, kind: Option<KindId>, first: Side) {
        self.past.clear();
        self.style = match (n / 2 % 8, kind) {
            (0, _) => Style::Seldom,
            (1, _) => Style::Press(first),
            (2, _) => Style::Take,
            (3, Some(kind)) | (6, Some(kind)) => Style::Favour(kind),
            (4, _) => Style::Circle,
            (5, _) => Style::Wait,
            (6, None) => Style::Press(first.other()),
            _ => Style::Chance,
        };
    }
}

/// Number of times that moves with the same description were played.
pub(super) type Visits = HashMap<crate::play::evidence::Trace, u32>;
