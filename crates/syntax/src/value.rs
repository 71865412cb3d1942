//! The values and words that keys accept.
//!
//! The schema gives each key a [`Value`]. The reader, `alfil schema` and editors use it.

use alfil_rules::chance::{Lasts, PutBack};
use alfil_rules::goal::Event;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::look::{Dye, Estate, Figure, Men, Surface, TeamLoss, Winner};
use alfil_rules::plane::{Friends, KingPath};
use alfil_rules::ruleset::{Blocking, Duty, Owner, Royalty, Supply};
use alfil_rules::setup::Arrays;
use alfil_rules::side::{Color, Side, Whose};
use alfil_rules::sight::Sight;
use alfil_rules::turn::{Castling, EnPassant, KingSafety, Stuck};

/// A key of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// The values that the key accepts.
    pub value: Value,
    /// The values in a few words for people.
    pub form: &'static str,
    /// The meaning in one line.
    pub doc: &'static str,
}

/// A key.
pub(crate) const fn key(
    name: &'static str,
    value: Value,
    form: &'static str,
    doc: &'static str,
) -> Key {
    Key { name, value, form, doc }
}

/// A type of mapping in a definition.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// The name of the mapping in findings: `a piece`, `the definition`.
    pub what: &'static str,
    /// The keys of the mapping in the recommended order.
    pub keys: &'static [Key],
}

/// The values that a key accepts.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// One text.
    Text(Language),
    /// One of a few words.
    OneOf(fn() -> Vec<String>),
    /// A list of words, or one text with several words.
    Words(Language),
    /// A mapping whose keys the schema lists.
    Mapping(&'static Schema),
    /// A mapping whose keys are names from the file or its parents.
    Named(Naming, &'static Value),
    /// A list.
    List(&'static Value),
    /// One of these alternatives.
    Either(&'static [Value]),
}

/// The things that the keys of a mapping name, if the author chooses the keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Kinds of pieces.
    Kinds,
    /// Sets of cells.
    Zones,
    /// Sets of kinds.
    Groups,
    /// Questions.
    Questions,
    /// Castling atoms: `O2`.
    Castlings,
    /// Dice.
    Dice,
    /// Values of a die.
    Faces,
    /// Sides of the game.
    Sides,
}

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Words for people.
    Prose,
    /// A movement string.
    Movement,
    /// A set of cells.
    Area,
    /// A condition on the place of a piece, or on the start and the end of a move.
    Condition,
    /// A question about a move, a position or a side.
    Question,
    /// A goal: `win when QUESTION`.
    Goal,
    /// An effect: `when QUESTION then DEEDS`.
    Effect,
    /// A space: `grid 8x8`.
    Space,
    /// A position.
    Position,
    /// The body of a piece on a plane.
    Body,
    /// The name or path of a playable definition, or several of them joined by `+`.
    Parent,
    /// The name or path of a modifier.
    Modifier,
    /// A kind of piece.
    Kind,
    /// The name of a die.
    Dice,
    /// The letter of a piece.
    Letter,
    /// A symbol of a piece in pictures.
    Sign,
    /// A drawing of a piece: SVG, or the path of a file with it.
    Picture,
    /// A move.
    Move,
    /// A cell.
    Cell,
    /// A file of the board.
    File,
    /// A whole number.
    Count,
    /// Any number.
    Number,
    /// A number, written in digits or computed from a position: `rank of own king`.
    Amount,
    /// A verdict with a part of the point: `loss 1/4`.
    Share,
    /// A step of a turn: `step N`.
    Step,
    /// The name of a rule, as coverage reports give it.
    Rule,
}

impl Schema {
    /// The key `name`.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl Value {
    /// The alternatives that the value accepts, none of them `Either`.
    pub fn alternatives(&self) -> Vec<&Value> {
        match self {
            Value::Either(values) => values.iter().flat_map(Value::alternatives).collect(),
            Value::Text(_)
            | Value::OneOf(_)
            | Value::Words(_)
            | Value::Mapping(_)
            | Value::Named(..)
            | Value::List(_) => vec![self],
        }
    }

    /// True if a mapping is accepted.
    pub fn is_mapping(&self) -> bool {
        let mapping = |value: &&Value| matches!(value, Value::Mapping(_) | Value::Named(..));
        self.alternatives().iter().any(mapping)
    }

    /// True if a list of words is accepted.
    pub(crate) fn is_words(&self) -> bool {
        self.alternatives().iter().any(|value| matches!(value, Value::Words(_)))
    }
}

// The words that keys accept as values. The reader, the schema and the outline of a definition
// share them.

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
    EarlyCheck: "true" = Self::Allowed, "false" = Self::Forbidden;
    EnPassant:
        "any step" = Self::AnyStep, "first step" = Self::FirstStep,
        "first steps" = Self::FirstSteps;
    Friends: "pass" = Self::Pass, "stop" = Self::Stop;
    Immobile: "true" = Self::Allowed, "false" = Self::Forbidden;
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

/// The edition of the language in which a file is written. New reserved words belong to a new
/// edition, so a file keeps its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edition {
    /// The first edition.
    #[default]
    One,
}

impl Edition {
    /// All editions that this program reads.
    pub const ALL: [Edition; 1] = [Edition::One];

    /// The number of the edition.
    pub fn number(self) -> u8 {
        match self {
            Edition::One => 1,
        }
    }
}

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
