//! Tables of the words that a key accepts. The reader, the schema and the outline of a definition
//! share them.

use alfil_rules::goal::Event;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::plane::KingPath;
use alfil_rules::ruleset::{Duty, Supply};
use alfil_rules::side::Side;
use alfil_rules::turn::{Castling, EnPassant, KingSafety, Stuck};

/// Words for true and false.
pub(crate) const TRUTHS: [(&str, bool); 2] = [("true", true), ("false", false)];

/// How direction letters before `K` and `Q` are read. Nothing else depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// Each half by its own system: `fK` is three directions.
    #[default]
    Classic,
    /// Eight-fold: `fK` is one direction, `fhK` three.
    XBetza,
}

/// Words of `dialect`.
pub const DIALECTS: [(&str, Dialect); 2] =
    [("classic", Dialect::Classic), ("xbetza", Dialect::XBetza)];

/// Words of `captured`.
pub const CAPTURED: [(&str, Captured); 3] =
    [("to captor", Captured::ToCaptor), ("to owner", Captured::ToOwner), ("gone", Captured::Gone)];

/// Words of `own captured`.
pub const OWN_CAPTURED: [(&str, OwnCaptured); 2] =
    [("to hand", OwnCaptured::ToHand), ("gone", OwnCaptured::Gone)];

/// Words of `immobile`.
pub(crate) const IMMOBILE: [(&str, Immobile); 2] =
    [("allowed", Immobile::Allowed), ("forbidden", Immobile::Forbidden)];

/// The kind of a captured promoted piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotedText {
    /// The unpromoted kind.
    Revert,
    /// The promoted kind.
    Stay,
}

/// Words of `promoted`.
pub(crate) const PROMOTED: [(&str, PromotedText); 2] =
    [("revert", PromotedText::Revert), ("stay", PromotedText::Stay)];

/// Words of `may` of a promotion.
pub const MAY: [(&str, Duty); 2] = [("stay", Duty::May), ("wait", Duty::Wait)];

/// Words of `only` of a promotion.
pub(crate) const ONLY: [(&str, Supply); 1] = [("lost", Supply::Lost)];

/// Words of `king path`.
pub const KING_PATHS: [(&str, KingPath); 2] =
    [("lenient", KingPath::Lenient), ("strict", KingPath::Strict)];

/// Words of `castling` of a turn.
pub const TURN_CASTLING: [(&str, Castling); 2] =
    [("any step", Castling::AnyStep), ("as other moves", Castling::AsOtherMoves)];
/// Words of `king safe`.
pub const SAFETY: [(&str, KingSafety); 2] =
    [("each step", KingSafety::EachStep), ("end of turn", KingSafety::EndOfTurn)];
/// Words of `en passant` of a turn.
pub const PASSANT: [(&str, EnPassant); 3] = [
    ("any step", EnPassant::AnyStep),
    ("first step", EnPassant::FirstStep),
    ("first steps", EnPassant::FirstSteps),
];
/// Words of `no move`.
pub const STUCK: [(&str, Stuck); 2] =
    [("skips the step", Stuck::SkipsStep), ("ends the game", Stuck::EndsTheGame)];

/// Words of `check before the last step`. The value is true if the check is legal.
pub(crate) const EARLY_CHECK: [(&str, bool); 2] = [("allowed", true), ("forbidden", false)];

/// The text that `steps` accepts instead of a list.
pub(crate) const GROWING: &str = "one more each turn";

/// Words of `by`.
pub(crate) const SIDES: [(&str, Side); 2] = [("white", Side::White), ("black", Side::Black)];

/// The claim of a test about the end of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This event ends the game; either side may win.
    By(Event),
    /// This side wins by any event.
    Won(Side),
    /// Neither side wins.
    Drawn,
    /// The game goes on.
    Unfinished,
}

impl Ending {
    /// Claims without an event.
    pub(crate) const RESULTS: [Ending; 4] =
        [Ending::Won(Side::White), Ending::Won(Side::Black), Ending::Drawn, Ending::Unfinished];

    /// The words in a definition.
    pub fn key(self) -> &'static str {
        match self {
            Ending::By(event) => event.key(),
            Ending::Won(Side::White) => "white wins",
            Ending::Won(Side::Black) => "black wins",
            Ending::Drawn => "draw",
            Ending::Unfinished => "unfinished",
        }
    }

    /// All claims.
    pub(crate) fn each() -> impl Iterator<Item = Ending> {
        Event::each().map(Ending::By).chain(Self::RESULTS)
    }
}

/// Words of `ends` of a test.
pub(crate) fn endings() -> Vec<String> {
    Ending::each().map(|ending| ending.key().to_owned()).collect()
}
