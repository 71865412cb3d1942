//! The words of keys that have a few of them, as tables.
//!
//! The reader, the schema and the outline of a definition use the same tables.

use alfil_rules::goal::Event;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::plane::KingPath;
use alfil_rules::ruleset::{Duty, Supply};
use alfil_rules::side::Side;
use alfil_rules::turn::{Castling, EnPassant, KingSafety, Stuck};

/// What `true or false` may say.
pub(crate) const TRUTHS: [(&str, bool); 2] = [("true", true), ("false", false)];

/// How directions before `K` and `Q` are read; nothing else depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// On each half by its own system: `fK` is three directions.
    #[default]
    Classic,
    /// Eight-fold: `fK` is one direction, `fhK` three.
    XBetza,
}

/// What `dialect` may say.
pub const DIALECTS: [(&str, Dialect); 2] =
    [("classic", Dialect::Classic), ("xbetza", Dialect::XBetza)];

/// What `captured` may say.
pub const CAPTURED: [(&str, Captured); 3] =
    [("to captor", Captured::ToCaptor), ("to owner", Captured::ToOwner), ("gone", Captured::Gone)];

/// What `own captured` may say.
pub const OWN_CAPTURED: [(&str, OwnCaptured); 2] =
    [("to hand", OwnCaptured::ToHand), ("gone", OwnCaptured::Gone)];

/// What `immobile` may say.
pub(crate) const IMMOBILE: [(&str, Immobile); 2] =
    [("allowed", Immobile::Allowed), ("forbidden", Immobile::Forbidden)];

/// What captured promoted pieces become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotedText {
    /// What they were.
    Revert,
    /// What they are.
    Stay,
}

/// What `promoted` may say.
pub(crate) const PROMOTED: [(&str, PromotedText); 2] =
    [("revert", PromotedText::Revert), ("stay", PromotedText::Stay)];

/// What `may` of a promotion may say.
pub const MAY: [(&str, Duty); 2] = [("stay", Duty::May), ("wait", Duty::Wait)];

/// What `only` of a promotion may say.
pub(crate) const ONLY: [(&str, Supply); 1] = [("lost", Supply::Lost)];

/// What `king path` may say.
pub const KING_PATHS: [(&str, KingPath); 2] =
    [("lenient", KingPath::Lenient), ("strict", KingPath::Strict)];

/// What `castling` of a turn may say.
pub const TURN_CASTLING: [(&str, Castling); 2] =
    [("any step", Castling::AnyStep), ("as other moves", Castling::AsOtherMoves)];
/// What `king safe` may say.
pub const SAFETY: [(&str, KingSafety); 2] =
    [("each step", KingSafety::EachStep), ("end of turn", KingSafety::EndOfTurn)];
/// What `en passant` may say.
pub const PASSANT: [(&str, EnPassant); 3] = [
    ("any step", EnPassant::AnyStep),
    ("first step", EnPassant::FirstStep),
    ("first steps", EnPassant::FirstSteps),
];
/// What `no move` may say.
pub const STUCK: [(&str, Stuck); 2] =
    [("skips the step", Stuck::SkipsStep), ("ends the game", Stuck::EndsTheGame)];

/// What `check before the last step` may say: whether it is legal.
pub(crate) const EARLY_CHECK: [(&str, bool); 2] = [("allowed", true), ("forbidden", false)];

/// What `steps` may say instead of a list.
pub(crate) const GROWING: &str = "one more each turn";

/// What `by` may say.
pub(crate) const SIDES: [(&str, Side); 2] = [("white", Side::White), ("black", Side::Black)];

/// What a test claims of the end of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This event ends it, whichever side wins.
    By(Event),
    /// This side wins by any event.
    Won(Side),
    /// Neither side wins.
    Drawn,
    /// The game is not over.
    Unfinished,
}

impl Ending {
    /// The claims that name no event.
    pub(crate) const RESULTS: [Ending; 4] =
        [Ending::Won(Side::White), Ending::Won(Side::Black), Ending::Drawn, Ending::Unfinished];

    /// Its words in a definition.
    pub fn key(self) -> &'static str {
        match self {
            Ending::By(event) => event.key(),
            Ending::Won(Side::White) => "white wins",
            Ending::Won(Side::Black) => "black wins",
            Ending::Drawn => "draw",
            Ending::Unfinished => "unfinished",
        }
    }

    /// Every claim that a test may make.
    pub(crate) fn each() -> impl Iterator<Item = Ending> {
        Event::each().map(Ending::By).chain(Self::RESULTS)
    }
}

/// All that `ends` of a test may say.
pub(crate) fn endings() -> Vec<String> {
    Ending::each().map(|ending| ending.key().to_owned()).collect()
}
