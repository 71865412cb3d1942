//! What an arena does for a game in play.
//!
//! Owns: [`Play`], which a game in play on each arena implements, [`Refusal`] and [`Turn`].
//! Front ends use [`Position`](crate::play::position::Position), which is a game in play on any arena.

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

/// Why a text names no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refusal {
    /// The reason, if it is known.
    pub why: Option<String>,
    /// What to type instead.
    pub help: Option<String>,
    /// The rule that forbids it, where its definition writes it.
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

/// A game in play on one arena: a position, the moves that led to it from where it began, and its rules.
/// It is reached from a sound position by legal moves only.
pub trait Play {
    /// A move.
    type Move;
    /// All legal moves of a position.
    type Legal;

    /// The rules that are played.
    fn rules(&self) -> &Ruleset;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The position as text, which reads back as the same position.
    fn text(&self) -> String;

    /// The legal moves.
    fn legal(&self) -> Self::Legal;

    /// The legal move that `text` names. `legal` are the legal moves of this position, here and below.
    fn find(&self, legal: &Self::Legal, text: &str) -> Option<Self::Move>;

    /// Why `text`, which names no legal move, does not.
    fn refusal(&self, legal: &Self::Legal, text: &str) -> Refusal;

    /// The text of a legal move, which [`find`](Play::find) reads back as that move.
    fn write(&self, legal: &Self::Legal, mv: &Self::Move) -> String;

    /// A legal move as books write it, without a sign for check.
    fn san(&self, legal: &Self::Legal, mv: &Self::Move) -> String {
        self.write(legal, mv)
    }

    /// The texts of all legal moves, in their order; `None` if they are infinitely many.
    fn texts(&self, legal: &Self::Legal) -> Option<Vec<String>>;

    /// Every legal move; `None` if they are infinitely many.
    fn list(&self, legal: &Self::Legal) -> Option<Vec<Self::Move>>;

    /// A move at random; `None` if there is none.
    fn random(&self, legal: &Self::Legal, dice: &mut Dice) -> Option<Self::Move>;

    /// Plays a legal move of this position.
    fn play(&mut self, mv: &Self::Move);

    /// Takes the last move back; `None` if none was played.
    fn take_back(&mut self) -> Option<Self::Move>;

    /// How many moves were played.
    fn plies(&self) -> usize;

    /// Whether a royal piece of the side to move is attacked.
    fn in_check(&self) -> bool;

    /// How the game has ended, if it has. Draws by the move limit and by repetition count as soon as
    /// they could be claimed; mate comes first.
    fn outcome(&self) -> Option<Outcome>;

    /// Number of legal move sequences of `depth` moves, which draws do not cut: `u128::MAX` if they are
    /// more than are counted, at least 2^64; `None` if a piece has infinitely many moves.
    fn perft(&self, depth: u32, effort: Effort) -> Option<u128>;

    /// The legal moves by kind, each in its shortest words; kinds without a move are left out.
    fn by_kind(&self, legal: &Self::Legal) -> Vec<Group>;

    /// The legal moves by kind and clause, as a record keeps them. Without `sources`, which hold the
    /// rules, no clause is named, which costs less.
    fn by_clause(&self, sources: Option<&Sources>) -> Vec<Group>;

    /// The names of all places; `None` where they are no list.
    fn places(&self) -> Option<Vec<String>>;

    /// Whether `by` could capture what stands at a place; with `from`, whether the piece there could.
    ///
    /// # Errors
    /// There is no such place.
    fn attacked(
        &self,
        place: &Spanned<String>,
        from: Option<&Spanned<String>>,
        by: Side,
    ) -> Result<bool, Diagnostic>;

    /// Checks that there is such a place.
    ///
    /// # Errors
    /// There is none.
    fn place(&self, place: &Spanned<String>) -> Result<(), Diagnostic>;

    /// Whether `word` is the name of a place rather than a move.
    fn is_place(&self, word: &str) -> bool;

    /// Whether `mv` begins at a place.
    fn starts(&self, mv: &Self::Move, place: &str) -> bool;

    /// Checks that `text`, legal or not, is spelt as a move of this game, and one from `place`.
    ///
    /// # Errors
    /// What is wrong with it, as a title.
    fn spelt(&self, text: &str, place: Option<&str>) -> Result<(), String>;

    /// What [`by_kind`](Play::by_kind) counts: one, and several.
    fn noun(&self) -> [&'static str; 2];

    /// How moves are written, for a person at the keyboard: examples, then what they are.
    fn spelling(&self) -> &'static str;
}
