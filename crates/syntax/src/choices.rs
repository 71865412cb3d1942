//! The words that keys accept as values. The reader, the schema and the outline of a definition
//! share them.

use alfil_rules::chance::{Lasts, PutBack};
use alfil_rules::figure::Figure;
use alfil_rules::goal::Event;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::look::{Dye, Surface};
use alfil_rules::plane::{Friends, KingPath};
use alfil_rules::player::{Estate, TeamLoss, Winner};
use alfil_rules::ruleset::{Blocking, Duty, Owner, Royalty, Supply};
use alfil_rules::shuffle::Arrays;
use alfil_rules::side::{Color, Side, Whose};
use alfil_rules::sight::Sight;
use alfil_rules::symbol::Men;
use alfil_rules::turn::{Castling, EnPassant, KingSafety, Stuck};

/// A type whose values are the words that a key accepts.
pub trait Choice: Copy + PartialEq + 'static {
    /// All words, each with its value, in the order of the schema.
    fn choices() -> Vec<(&'static str, Self)>;

    /// The word of a value; empty if it has none.
    fn word(self) -> &'static str {
        let choices = Self::choices();
        choices.iter().find(|(_, choice)| *choice == self).map_or("", |(word, _)| word)
    }

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::choices().into_iter().find(|(known, _)| *known == word).map(|(_, choice)| choice)
    }
}

/// Implements `Choice` for types with a list of words.
macro_rules! choices {
    ($($name:ty: $($word:literal = $value:expr),+;)+) => {
        $(impl Choice for $name {
            fn choices() -> Vec<(&'static str, Self)> {
                vec![$(($word, $value)),+]
            }
        })+
    };
}

choices! {
    bool: "true" = true, "false" = false;
    Captured:
        "to captor" = Self::ToCaptor, "to owner" = Self::ToOwner, "gone" = Self::Gone;
    Castling: "any step" = Self::AnyStep, "as other moves" = Self::AsOtherMoves;
    Dialect: "classic" = Self::Classic, "xbetza" = Self::XBetza;
    DroppedText: "stays" = Self::Stays, "moves on" = Self::MovesOn;
    Duty: "stay" = Self::May, "wait" = Self::Wait;
    EarlyCheck: "allowed" = Self::Allowed, "forbidden" = Self::Forbidden;
    EnPassant:
        "any step" = Self::AnyStep, "first step" = Self::FirstStep,
        "first steps" = Self::FirstSteps;
    Friends: "pass" = Self::Pass, "stop" = Self::Stop;
    Immobile: "allowed" = Self::Allowed, "forbidden" = Self::Forbidden;
    KingPath: "lenient" = Self::Lenient, "strict" = Self::Strict;
    KingSafety: "each step" = Self::EachStep, "end of turn" = Self::EndOfTurn;
    NoneWord: "none" = NoneWord;
    OwnCaptured: "to hand" = Self::ToHand, "gone" = Self::Gone;
    PromotedText: "revert" = Self::Revert, "stay" = Self::Stay;
    Side: "white" = Self::White, "black" = Self::Black;
    Stuck: "skips the step" = Self::SkipsStep, "ends the game" = Self::EndsTheGame;
    Supply: "lost" = Self::Lost;
}

/// Implements `Choice` for enums that declare their words themselves.
macro_rules! own_words {
    ($($name:ty),+) => {
        $(impl Choice for $name {
            fn choices() -> Vec<(&'static str, Self)> {
                Self::ALL.iter().map(|&choice| (choice.word(), choice)).collect()
            }
        })+
    };
}

own_words!(
    Arrays, Blocking, Dye, Estate, Figure, Lasts, Men, Owner, PutBack, Royalty, Sight, Surface,
    TeamLoss, Whose, Winner
);

/// How direction letters before `K` and `Q` are read. Other atoms are read in the same way in both
/// dialects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// The orthogonal and the diagonal half are read separately: `fK` is three directions.
    #[default]
    Classic,
    /// All eight directions are read together: `fK` is one direction, `fhK` three.
    XBetza,
}

/// The kind of a promoted piece after its capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotedText {
    /// The unpromoted kind.
    Revert,
    /// The promoted kind.
    Stay,
}

/// What a dropped piece does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DroppedText {
    /// Nothing: the drop is the whole move.
    Stays,
    /// It moves on in the same turn.
    MovesOn,
}

/// The legality of a check before the last step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EarlyCheck {
    /// The check is legal.
    Allowed,
    /// The check is illegal.
    Forbidden,
}

/// The word `none`, where a key accepts no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoneWord;

/// The text that `steps` accepts instead of a list.
pub(crate) const GROWING: &str = "one more each turn";

/// The claim of a test about the end of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This event ends the game; either side may win.
    By(Event),
    /// White or Black wins by any event.
    Won(Color),
    /// The side with this name wins by any event, in a game with named sides.
    Called(String),
    /// Neither side wins.
    Drawn,
    /// The game goes on.
    Unfinished,
}

impl Ending {
    /// Claims without an event and without the name of a side.
    pub(crate) const RESULTS: [Ending; 4] =
        [Ending::Won(Color::White), Ending::Won(Color::Black), Ending::Drawn, Ending::Unfinished];

    /// The words for the ending in a definition. For a named side, only its name.
    pub fn key(&self) -> &str {
        match self {
            Ending::By(event) => event.key(),
            Ending::Won(Color::White) => "white wins",
            Ending::Won(Color::Black) => "black wins",
            Ending::Called(name) => name,
            Ending::Drawn => "draw",
            Ending::Unfinished => "unfinished",
        }
    }

    /// All claims without the name of a side.
    pub(crate) fn each() -> impl Iterator<Item = Ending> {
        Event::each().map(Ending::By).chain(Self::RESULTS)
    }
}

/// All words of the key `ends` of a test.
pub(crate) fn endings() -> Vec<String> {
    Ending::each().map(|ending| ending.key().to_owned()).collect()
}
