//! The state of a search: the rules of a definition, and what the games so far have shown of each.

use crate::play::evidence::Difference;
use crate::play::game::Game;
use crate::suite::ablation::Feature;
use crate::suite::alive::plan::Plan;
use alfil_diagnostics::source::Span;

/// The most starts that are counted.
pub(super) const STARTS: u64 = 100_000;

/// A search for games that show what each rule of a definition does.
#[derive(Debug)]
pub struct Hunt {
    pub(super) game: Game,
    pub(super) seed: u64,
    pub(super) games: u32,
    /// In order of the definition.
    pub(super) rules: Vec<Vital>,
    /// Games without a rule that are compiled now, by the number of the rule.
    pub(super) without: Vec<(usize, Game)>,
    /// The first rule that is looked at now, and the first that was not looked at yet.
    pub(super) first: usize,
    pub(super) next: usize,
    /// The number of starts, at most [`STARTS`].
    pub(super) starts: u64,
    /// Positions of tests and records, and the moves of tests.
    pub(super) known: Vec<Line>,
    pub(super) stage: Stage,
    pub(super) plan: Plan,
    /// Steps of tracing ways that are left.
    pub(super) steps: usize,
    pub(super) effort: Effort,
}

/// The amount of work of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Games that were begun.
    pub games: u64,
    /// Positions that stood in them.
    pub positions: u64,
    /// Moves of games without a rule that were listed, and ten for each list.
    pub work: u64,
}

/// The next step of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Games without the next rules are compiled.
    Compile,
    /// The lines of tests and records are followed, from the one of this number on.
    Follow(usize),
    /// The game of this number is played.
    Play(u32),
    /// The games that were found are made shorter.
    Shorten,
    /// Nothing.
    Done,
}

/// A rule and what games have shown of it.
#[derive(Clone, Debug)]
pub struct Vital {
    /// What it is.
    pub(crate) feature: Feature,
    /// What coverage calls it.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// Positions in which it was looked at.
    pub looked: u64,
    /// Of these, the positions in which it could apply.
    pub tried: u64,
    /// Of these, the positions in which its condition was true, or in which it gave or allowed a move. `None` for rules that cannot
    /// be true or false in one position.
    pub held: Option<u64>,
    /// Positions looked at in which the game without it is another.
    pub differed: u64,
    /// The shortest game that shows that.
    pub shown: Option<Shown>,
    /// Why the file says that no test exercises it.
    pub waived: Option<String>,
    /// The progress of the search with it.
    pub reach: Reach,
    /// The shortest game after which the moves or the end differ. `shown` may be shorter and show only another position.
    pub(super) firm: Option<Shown>,
}

/// The progress of the search with one rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// It will be.
    Waiting,
    /// It was.
    Looked,
    /// There is no game without it.
    Needed,
    /// Compiling the game without it would take too long.
    TooDear,
}

/// A game: where it begins and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Where it begins.
    pub from: From,
    /// Its moves as text.
    pub moves: Vec<String>,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum From {
    /// At the start.
    Start,
    /// At the start of this number, of a game with several.
    Number(u64),
    /// At a position of a test or of a record.
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
    /// In the moves.
    Moves(Difference),
    /// In how the game ends: what it is with the rule, and what without it.
    End(Option<String>, Option<String>),
    /// In what stands on the board and beside it.
    Board,
    /// In the number of starts.
    Starts(u64),
}

impl Line {
    /// How long it is. A game that does not begin at the start is worth more moves: it shows less of how one gets there.
    pub(super) fn length(&self) -> usize {
        let before = match self.from {
            From::Start => 0,
            From::Number(_) => 4,
            From::Position(_) => 20,
        };
        before + self.moves.len()
    }
}

impl Vital {
    /// Some game shows it.
    pub fn fired(&self) -> bool {
        self.differed > 0
    }

    /// It never fired, and the file does not say why.
    pub fn is_silent(&self) -> bool {
        !self.fired() && self.waived.is_none()
    }

    /// A test can be made of a game that shows it.
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
