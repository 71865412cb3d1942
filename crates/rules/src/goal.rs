//! How games end.
//!
//! Owns: [`Goals`], a list of [`Goal`]s: what ends a game, and what that means. Takes: built by `resolve/`.
//! Gives: what `play/` asks of each position, in order: goals, want of a legal move, claims. What an author
//! can ask is a [`Question`] and needs no code; a new way to end games by itself is a variant of [`Event`]
//! here, its row in [`Event::ALL`], its test of a position in `play/outcome.rs`, and its words in `show`;
//! `docs/adding.md` has the recipe.

use crate::question::{Question, Repeats};
use alfil_diagnostics::source::Span;
use std::fmt;

/// The most goals that a game asks for, and the most claims.
pub const MAX_ASKED: usize = 12;

/// Goals in the order in which they are asked, no event twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goals {
    /// Asked of each position: the game is over where one holds. At most [`MAX_ASKED`].
    pub goals: Vec<Asked>,
    /// May be claimed where they hold; until then the game goes on. At most [`MAX_ASKED`].
    pub claims: Vec<Asked>,
    /// What ends games by itself.
    plain: Vec<Goal>,
}

/// An end that its author asks for: for the side that made the last move, then for the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// What it means for the side that asks.
    pub verdict: Verdict,
    /// Where it holds, the game ends.
    pub question: Question,
    /// Where it is written.
    pub span: Span,
}

/// An end of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// What happens.
    pub event: Event,
    /// What it means for the side to move, or for the side that asks.
    pub verdict: Verdict,
}

/// What may end a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// In check without a legal move.
    Checkmate,
    /// Not in check and without a legal move.
    Stalemate,
    /// So many halfmoves without progress: 100 for fifty moves.
    MoveLimit(u32),
    /// One position so many times.
    Repetition(u32),
    /// The goal of this index in [`Goals::goals`] holds.
    Goal(u8),
    /// The claim of this index in [`Goals::claims`] may be made.
    Claim(u8),
}

/// What goals and claims are called, by their number.
const NUMBERED: [[&str; 2]; MAX_ASKED] = [
    ["goal 1", "claim 1"],
    ["goal 2", "claim 2"],
    ["goal 3", "claim 3"],
    ["goal 4", "claim 4"],
    ["goal 5", "claim 5"],
    ["goal 6", "claim 6"],
    ["goal 7", "claim 7"],
    ["goal 8", "claim 8"],
    ["goal 9", "claim 9"],
    ["goal 10", "claim 10"],
    ["goal 11", "claim 11"],
    ["goal 12", "claim 12"],
];

/// What an ending means for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It wins, and gets so much of the point: more than half.
    Win(Share),
    /// It loses, and gets so much of the point: less than half.
    Loss(Share),
    /// Nobody wins.
    Draw,
}

/// A part of the point that a game is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    part: u8,
    whole: u8,
}

impl Event {
    /// Every event that ends games by itself, in the order in which they are asked.
    pub const ALL: [Event; 5] = [
        Event::Checkmate,
        Event::Stalemate,
        Event::MoveLimit(100),
        Event::Repetition(3),
        Event::Repetition(4),
    ];

    /// Every event that a test may name.
    pub fn each() -> impl Iterator<Item = Event> {
        let asked = (0..MAX_ASKED as u8).flat_map(|n| [Event::Goal(n), Event::Claim(n)]);
        Event::ALL.into_iter().chain(asked)
    }

    /// Its word in a definition.
    pub fn key(self) -> &'static str {
        match self {
            Event::Checkmate => "checkmate",
            Event::Stalemate => "stalemate",
            Event::MoveLimit(_) => "fifty moves",
            Event::Repetition(..=3) => "threefold",
            Event::Repetition(_) => "fourfold",
            Event::Goal(n) => NUMBERED.get(usize::from(n)).map_or("goal", |names| names[0]),
            Event::Claim(n) => NUMBERED.get(usize::from(n)).map_or("claim", |names| names[1]),
        }
    }

    /// Its name in outcomes.
    pub fn name(self) -> &'static str {
        match self {
            Event::Repetition(_) => "repetition",
            Event::Checkmate
            | Event::Stalemate
            | Event::MoveLimit(_)
            | Event::Goal(_)
            | Event::Claim(_) => self.key(),
        }
    }

    /// Whether there is no legal move where it ends the game.
    pub fn ends_moves(self) -> bool {
        match self {
            Event::Checkmate | Event::Stalemate | Event::Goal(_) => true,
            Event::MoveLimit(_) | Event::Repetition(_) | Event::Claim(_) => false,
        }
    }

    /// Whether a position shows it by itself, without the moves before.
    pub fn is_of_position(self) -> bool {
        match self {
            Event::Checkmate | Event::Stalemate | Event::Goal(_) | Event::Claim(_) => true,
            Event::MoveLimit(_) | Event::Repetition(_) => false,
        }
    }

    /// What it means if nobody says; `None` is no end at all.
    pub fn unsaid(self) -> Option<Verdict> {
        match self {
            Event::Checkmate => Some(Verdict::LOSS),
            Event::Stalemate => Some(Verdict::Draw),
            Event::MoveLimit(_) | Event::Repetition(_) | Event::Goal(_) | Event::Claim(_) => None,
        }
    }

    /// What a definition may say of it.
    pub fn verdicts(self) -> &'static [Option<Verdict>] {
        const ANY: [Option<Verdict>; 4] =
            [Some(Verdict::WIN), Some(Verdict::LOSS), Some(Verdict::Draw), None];
        match self {
            Event::Checkmate | Event::Stalemate => &ANY,
            Event::MoveLimit(_) | Event::Repetition(_) => &ANY[2..],
            Event::Goal(_) | Event::Claim(_) => &ANY[..3],
        }
    }
}

impl Share {
    /// All of the point.
    const ALL: Share = Share { part: 1, whole: 1 };
    /// Nothing of it.
    const NONE: Share = Share { part: 0, whole: 1 };

    /// So many parts of so many.
    fn new(part: u8, whole: u8) -> Option<Share> {
        (part <= whole && whole > 0).then_some(Share { part, whole })
    }

    /// Whether both sides get some of it.
    pub fn is_part(self) -> bool {
        self.part != 0 && self.part != self.whole
    }

    /// What is left for the other side.
    pub fn rest(self) -> Share {
        Share { part: self.whole - self.part, ..self }
    }
}

impl Verdict {
    /// It gets the whole point.
    pub const WIN: Verdict = Verdict::Win(Share::ALL);
    /// It gets nothing.
    pub const LOSS: Verdict = Verdict::Loss(Share::NONE);

    /// Its words in a definition, `none` for no end at all.
    pub fn words(verdict: Option<Verdict>) -> String {
        match verdict {
            Some(Verdict::WIN) => "win".to_owned(),
            Some(Verdict::LOSS) => "loss".to_owned(),
            Some(Verdict::Win(share)) => format!("win {share}"),
            Some(Verdict::Loss(share)) => format!("loss {share}"),
            Some(Verdict::Draw) => "draw".to_owned(),
            None => "none".to_owned(),
        }
    }

    /// Its words where a side is told what becomes of it.
    pub fn told(self) -> String {
        match self {
            Verdict::WIN => "wins".to_owned(),
            Verdict::LOSS => "loses".to_owned(),
            Verdict::Win(share) => format!("wins {share} of the point"),
            Verdict::Loss(share) => format!("loses and gets {share} of the point"),
            Verdict::Draw => "draws".to_owned(),
        }
    }

    /// The same with so much of the point, written `3/4`: a win is more than half of it, a loss less.
    pub fn with_share(self, text: &str) -> Option<Verdict> {
        let (part, whole) = text.split_once('/')?;
        let share = Share::new(part.trim().parse().ok()?, whole.trim().parse().ok()?)?;
        let twice = 2 * u16::from(share.part);
        let half = u16::from(share.whole);
        match self {
            Verdict::Win(_) if twice > half => Some(Verdict::Win(share)),
            Verdict::Loss(_) if twice < half => Some(Verdict::Loss(share)),
            Verdict::Win(_) | Verdict::Loss(_) | Verdict::Draw => None,
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part == 0 || self.part == self.whole {
            true => write!(f, "{}", self.part / self.whole),
            false => write!(f, "{}/{}", self.part, self.whole),
        }
    }
}

impl Goals {
    /// The events of [`Event::ALL`] that have a verdict.
    pub fn new(verdict: impl Fn(Event) -> Option<Verdict>) -> Goals {
        let goal = |event| verdict(event).map(|verdict| Goal { event, verdict });
        let plain = Event::ALL.into_iter().filter_map(goal).collect();
        Goals { goals: Vec::new(), claims: Vec::new(), plain }
    }

    /// Each in turn.
    pub fn iter(&self) -> impl Iterator<Item = Goal> {
        let numbered = |asked: &[Asked], event: fn(u8) -> Event| {
            let goal = |(n, asked): (usize, &Asked)| Goal {
                event: event(n as u8),
                verdict: asked.verdict,
            };
            asked.iter().enumerate().map(goal).collect::<Vec<_>>()
        };
        let goals = numbered(&self.goals, Event::Goal);
        // What an author claims is more particular than what all games draw by.
        let claims = numbered(&self.claims, Event::Claim);
        let (mates, draws) =
            self.plain.iter().copied().partition::<Vec<_>, _>(|goal| goal.event.ends_moves());
        goals.into_iter().chain(mates).chain(claims).chain(draws)
    }

    /// What `event` means, if it ends games.
    pub fn verdict(&self, event: Event) -> Option<Verdict> {
        self.iter().find(|goal| goal.event == event).map(|goal| goal.verdict)
    }

    /// The goal or claim that `event` is.
    pub fn asked(&self, event: Event) -> Option<&Asked> {
        match event {
            Event::Goal(n) => self.goals.get(usize::from(n)),
            Event::Claim(n) => self.claims.get(usize::from(n)),
            Event::Checkmate | Event::Stalemate | Event::MoveLimit(_) | Event::Repetition(_) => {
                None
            }
        }
    }

    /// Whether a goal or a claim asks of the last move.
    pub(crate) fn ask_of_moves(&self) -> bool {
        self.goals.iter().chain(&self.claims).any(|asked| asked.question.asks_move())
    }

    /// Whether it matters how often a position has stood.
    pub fn count_repetitions(&self) -> bool {
        let repeats = |part: &Question| matches!(part, Question::Repeated(..));
        self.plain.iter().any(|goal| matches!(goal.event, Event::Repetition(_)))
            || self.claims.iter().any(|asked| asked.question.any(&repeats))
    }

    /// Whether it matters who repeats a position by checks.
    pub fn ask_of_repeated_checks(&self) -> bool {
        let checks = |part: &Question| matches!(part, Question::Repeated(_, Repeats::ByChecks));
        self.claims.iter().any(|asked| asked.question.any(&checks))
    }

    /// Whether a side must guard its royal pieces in every position: mate is more than a draw.
    pub fn decide_by_mate(&self) -> bool {
        self.verdict(Event::Checkmate) != Some(Verdict::Draw)
    }

    /// Whether each side must have a royal piece: nothing but mate decides a game.
    pub fn need_royals(&self) -> bool {
        let decides = |asked: &Asked| asked.verdict != Verdict::Draw;
        self.decide_by_mate() && !self.goals.iter().any(decides)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = Verdict::words(Some(self.verdict));
        match self.event {
            Event::Checkmate | Event::Stalemate | Event::Goal(_) | Event::Claim(_) => {
                write!(f, "{} {verdict}", self.event.key())
            }
            Event::MoveLimit(n) => write!(f, "{verdict} after {n} halfmoves"),
            Event::Repetition(n) => write!(f, "{verdict} at {n} repetitions"),
        }
    }
}

/// A side without a legal move draws, in check or not.
impl Default for Goals {
    fn default() -> Self {
        Goals::new(|event| event.unsaid().map(|_| Verdict::Draw))
    }
}
