//! The state of a search: the rules of a definition, the evidence for each from the games so far,
//! and the style of the current game.

use crate::ablation::Feature;
use alfil_diagnostics::source::Span;
use alfil_play::dice::Dice;
use alfil_play::evidence::Difference;
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use std::collections::HashMap;

// The state of a search: the rules of a definition, and the evidence for each from the games so
// far.

/// Maximum number of start positions that are counted.
pub(super) const STARTS: u64 = 100_000;

/// A search for games that show what each rule of a definition does.
#[derive(Debug)]
pub struct Hunt {
    pub(super) game: Game,
    pub(super) seed: u64,
    pub(super) games: u32,
    /// The rules, in the order of the definition.
    pub(super) rules: Vec<RuleEvidence>,
    /// Compiled games that each lack one rule, with the index of the rule.
    pub(super) without: Vec<(usize, Game)>,
    /// Index of the first rule of this round.
    pub(super) first: usize,
    /// Index of the first rule of the next round.
    pub(super) next: usize,
    /// The number of start positions, at most [`STARTS`].
    pub(super) starts: u64,
    /// Lines to follow: those of tests with their moves, and the positions of records.
    pub(super) known: Vec<Line>,
    pub(super) stage: Stage,
    pub(super) plan: Plan,
    /// The game or line that is being played.
    pub(super) current: Option<Current>,
    /// The game that is being made shorter.
    pub(super) shortening: Option<Shortening>,
    /// Remaining bytes for the games of this round.
    pub(super) room: usize,
    /// Remaining steps for compiling games.
    pub(super) steps: usize,
    /// The steps of compiling one game.
    pub(super) each: usize,
    /// The size of the rules of one game.
    pub(super) rule_bytes: usize,
    /// Moves that were listed in games without a rule, plus ten for each list. This decides how
    /// long games become, so that games whose moves are expensive to list are as long as others.
    pub(super) listed: u64,
    pub(super) effort: Effort,
}

/// The amount of work of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Games that were begun.
    pub games: u64,
    /// Positions in these games.
    pub positions: u64,
    /// Everything that the search did, in a unit that is the same on every machine: a
    /// million of them take about half a second. They count moves that were listed, positions that the
    /// engine tried to find out which moves are legal, and paths that it traced.
    pub work: u64,
}

/// The next step of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Compile the game without the next rule, if there is room for it in this round.
    Compile,
    /// Follow the line of a test or record with this index.
    Follow(usize),
    /// Play the game with this number.
    Play(u32),
    /// Shorten the game of the rule with this place in the round.
    Shorten(usize),
    /// The search has ended.
    Done,
}

/// A game or a known line, between two of its moves.
#[derive(Clone, Debug)]
pub(super) struct Current {
    pub(super) at: Position,
    /// The moves so far.
    pub(super) trail: Line,
    pub(super) course: Course,
    /// `None` if the next move is not chosen yet.
    pub(super) looking: Option<Looking>,
}

/// The examination of a position.
#[derive(Clone, Debug)]
pub(super) struct Looking {
    /// The move that is played next; `None` at the end.
    pub(super) mv: Option<Move>,
    pub(super) width: Width,
    /// The number of rules of the round that were examined.
    pub(super) rules: usize,
    /// The value of [`Hunt::listed`] before the move was chosen.
    pub(super) listed: u64,
}

/// The source of the next moves.
#[derive(Clone, Debug)]
pub(super) enum Course {
    /// The moves of a known line.
    Known(Vec<String>),
    /// The search chooses them, until `left` is used up, in units of [`Hunt::listed`].
    Chosen { dice: Dice, left: u64 },
}

/// The rules to examine in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    All,
    /// Only rules for which no game can become a test yet.
    Silent,
}

/// The search for a shorter game that shows a rule, between two attempts.
#[derive(Clone, Debug)]
pub(super) struct Shortening {
    pub(super) best: Shown,
    pub(super) next: Attempt,
    /// The number of moves that may still be played.
    pub(super) left: usize,
}

/// The next attempt.
#[derive(Clone, Copy, Debug)]
pub(super) enum Attempt {
    /// Play the same moves from the start position.
    FromStart,
    /// Leave out `size` moves, if this is worth an attempt.
    Size(usize),
    /// Leave out `size` moves, those from the number `at` on. `found` tells whether an attempt with
    /// this size has succeeded.
    Without { at: usize, size: usize, found: bool },
}

/// A rule and what games have shown of it.
#[derive(Clone, Debug)]
pub struct RuleEvidence {
    pub(crate) feature: Feature,
    /// The name of the rule in the coverage report.
    pub name: String,
    /// The span of the rule.
    pub span: Span,
    /// The number of positions in which the rule was examined.
    pub looked: u64,
    /// The number of examined positions in which the rule could apply.
    pub tried: u64,
    /// The number of tried positions in which the condition of the rule was true, or in which the
    /// rule gave or allowed a move. `None` if the rule is never true or false in one position.
    pub held: Option<u64>,
    /// The number of examined positions in which the game differs without the rule.
    pub differed: u64,
    /// The shortest game that shows a difference.
    pub shown: Option<Shown>,
    /// The reason that the file gives for the lack of a test.
    pub waived: Option<String>,
    pub reach: Reach,
    /// The shortest game after which the moves or the end differ. `shown` may be shorter, but
    /// perhaps only shows that the positions differ.
    pub(super) firm: Option<Shown>,
}

/// The progress of the search for one rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The rule was not examined yet.
    Waiting,
    /// The rule was examined.
    Looked,
    /// The game without the rule cannot be compiled.
    Needed,
    /// Compiling the game without the rule would take too long.
    TooDear,
}

/// A game: its first position and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub from: LineStart,
    /// The moves as text.
    pub moves: Vec<String>,
}

/// The first position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineStart {
    /// The start position.
    Start,
    /// The start position with this number, in a game with several.
    Number(u64),
    /// A position of a test or of a record.
    Position(String),
}

/// A game that shows a rule, and the difference that the rule makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The game.
    pub line: Line,
    /// The difference that the rule makes after the last move.
    pub sign: Sign,
}

/// How two games differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sign {
    /// The legal moves differ.
    Moves(Difference),
    /// The games end differently. The first text is the end with the rule, the second the end
    /// without it.
    End(Option<String>, Option<String>),
    /// The pieces on the board or in hand differ.
    Board,
    /// The number of start positions differs.
    Starts(u64),
}

impl Line {
    /// The length for comparisons. A game counts as longer if it does not begin at the start,
    /// because it does not show how to reach its first position.
    pub(super) fn length(&self) -> usize {
        let before = match self.from {
            LineStart::Start => 0,
            LineStart::Number(_) => 4,
            LineStart::Position(_) => 20,
        };
        before + self.moves.len()
    }
}

impl RuleEvidence {
    /// Returns true if some game shows the rule.
    pub fn fired(&self) -> bool {
        self.differed > 0
    }

    /// Returns true if no game shows the rule and the file gives no reason for the lack of a test.
    pub fn is_silent(&self) -> bool {
        !self.fired() && self.waived.is_none()
    }

    /// Returns true if a game that shows the rule can become a test.
    pub(super) fn is_firm(&self) -> bool {
        self.firm.is_some()
    }

    pub(super) fn takes(&mut self, line: impl FnOnce() -> Line, length: usize, sign: Sign) {
        let is_shorter =
            |known: &Option<Shown>| known.as_ref().is_none_or(|known| length < known.line.length());
        let firm = sign != Sign::Board;
        let (first, second) = (is_shorter(&self.shown), firm && is_shorter(&self.firm));
        if first || second {
            let shown = Shown { line: line(), sign };
            if second {
                self.firm = Some(shown.clone());
            }
            if first {
                self.shown = Some(shown);
            }
        }
    }
}

// The style of the current game, and counts of the moves of all games so far.

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
pub(crate) type Visits = HashMap<alfil_play::evidence::Trace, u32>;
