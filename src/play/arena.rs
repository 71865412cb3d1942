//! The interface of a game in play on one arena. Front ends use [`Position`](crate::play::position::Position), which
//! holds a game on any arena.

pub use alfil_board::engine::play::Effort;

use crate::play::group::Group;
use crate::play::outcome::Outcome;
use crate::play::rng::Dice;
use crate::play::turn::Turn;
use alfil_diagnostics::diagnostic::Diagnostic;
use alfil_diagnostics::source::{Sources, Span, Spanned};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use std::fmt;

/// The reason why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refusal {
    pub why: Option<String>,
    /// A suggestion.
    pub help: Option<String>,
    /// The rule that forbids the move, where the definition writes it.
    #[doc(hidden)]
    pub place: Option<Span>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = self.why.as_deref().unwrap_or("it is no legal move");
        match &self.help {
            Some(help) => write!(f, "{why}; {help}"),
            None => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

/// A game in play on one arena: a position, the moves that led to it, and its rules. It starts from a sound position
/// and plays only legal moves.
pub trait Play {
    type Move;
    type Legal;

    fn rules(&self) -> &Ruleset;

    fn turn(&self) -> Turn;

    /// The position as text. Reading it gives the same position.
    fn text(&self) -> String;

    /// The legal moves.
    fn legal(&self) -> Self::Legal;

    /// The legal move that `text` names. In all methods, `legal` holds the legal moves of this position.
    fn find(&self, legal: &Self::Legal, text: &str) -> Option<Self::Move>;

    /// The reason why `text` names no legal move.
    fn refusal(&self, legal: &Self::Legal, text: &str) -> Refusal;

    /// The text of a legal move. [`find`](Play::find) reads it as the same move.
    fn write(&self, legal: &Self::Legal, mv: &Self::Move) -> String;

    /// A legal move in standard algebraic notation, without a sign for check.
    fn san(&self, legal: &Self::Legal, mv: &Self::Move) -> String {
        self.write(legal, mv)
    }

    /// The texts of all legal moves in order; `None` if there are infinitely many.
    fn texts(&self, legal: &Self::Legal) -> Option<Vec<String>>;

    /// All legal moves; `None` if there are infinitely many.
    fn list(&self, legal: &Self::Legal) -> Option<Vec<Self::Move>>;

    /// A random move; `None` if there is none.
    fn random(&self, legal: &Self::Legal, dice: &mut Dice) -> Option<Self::Move>;

    /// Plays a legal move of this position.
    fn play(&mut self, mv: &Self::Move);

    /// Takes back the last move; `None` if none was played.
    fn take_back(&mut self) -> Option<Self::Move>;

    /// The number of moves played.
    fn plies(&self) -> usize;

    /// Returns true if a royal piece of the side to move is attacked.
    fn in_check(&self) -> bool;

    /// The result, if the game has ended. Draws by the move limit and by repetition count as soon as they could be
    /// claimed. Mate takes precedence.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of legal move sequences of length `depth`. Draws do not end a sequence. `u128::MAX` stands for a
    /// number that is too large to count, at least 2^64; `None` if a piece has infinitely many moves.
    fn perft(&self, depth: u32, effort: Effort) -> Option<u128>;

    /// The legal moves by kind, in their shortest text. Kinds without moves are left out.
    fn by_kind(&self, legal: &Self::Legal) -> Vec<Group>;

    /// The legal moves by kind and clause, as records keep them. Without `sources`, which hold the text of the rules,
    /// clauses are not named, and the call is cheaper.
    fn by_clause(&self, sources: Option<&Sources>) -> Vec<Group>;

    /// The names of all places; `None` if they cannot be listed.
    fn places(&self) -> Option<Vec<String>>;

    /// Returns true if `by` could capture a piece at a place; with `from`, if the piece at that place could.
    ///
    /// # Errors
    /// There is no such place.
    fn attacked(
        &self,
        place: &Spanned<String>,
        from: Option<&Spanned<String>>,
        by: Side,
    ) -> Result<bool, Diagnostic>;

    /// Checks that a place exists.
    ///
    /// # Errors
    /// It does not exist.
    fn place(&self, place: &Spanned<String>) -> Result<(), Diagnostic>;

    /// Returns true if `word` names a place and not a move.
    fn is_place(&self, word: &str) -> bool;

    /// Returns true if `mv` starts at a place.
    fn starts(&self, mv: &Self::Move, place: &str) -> bool;

    /// Checks that `text`, legal or not, has the form of a move, and starts at `place` if that is given.
    ///
    /// # Errors
    /// The title of a finding.
    fn spelt(&self, text: &str, place: Option<&str>) -> Result<(), String>;

    /// The noun for the items of [`by_kind`](Play::by_kind), singular and plural.
    fn noun(&self) -> [&'static str; 2];

    /// Help on the notation for a person at the keyboard: examples and an explanation.
    fn spelling(&self) -> &'static str;
}
