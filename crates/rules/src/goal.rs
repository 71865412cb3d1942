//! How games end: goals, claims, mate, stalemate and draws.
//!
//! Ends that an author can describe are [`Question`]s. A new end that needs code is a variant of
//! [`Event`] here; `docs/adding.md` has the recipe.

use crate::question::{Question, Repeats};
use alfil_diagnostics::source::Span;
use std::fmt;

/// Maximum number of goals, and of claims.
pub const MAX_ASKED: usize = 12;

/// The ends of a game, each event once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goals {
    /// Goals, at most [`MAX_ASKED`]. They are evaluated in every position, and the game is over as
    /// soon as one is true.
    pub goals: Vec<Asked>,
    /// Claims, at most [`MAX_ASKED`]. A player may claim one of these while it is true. The game
    /// continues until the claim.
    pub claims: Vec<Asked>,
    /// Ends that need no question of the author, see [`Event::ALL`].
    plain: Vec<Goal>,
}

/// A goal or a claim. It is evaluated first for the side that made the last move, then for the
/// other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The result for the side for which the goal or claim is evaluated.
    pub verdict: Verdict,
    /// The game ends if this question is true.
    pub question: Question,
    /// What players are told when the game ends so: `the king was captured`.
    pub because: Option<String>,
    /// The span of the sentence.
    pub span: Span,
}

/// An event that ends the game, with the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The event that ends the game.
    pub event: Event,
    /// The result for the side to move; for goals and claims, for the side for which they are
    /// evaluated.
    pub verdict: Verdict,
}

/// An event that may end a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// This number of halfmoves without progress; 100 for the fifty-move rule.
    MoveLimit(u32),
    /// The same position has occurred this many times.
    Repetition(u32),
    /// The goal at this index of [`Goals::goals`] is true.
    Goal(u8),
    /// The claim at this index of [`Goals::claims`] is made.
    Claim(u8),
    /// All other sides have lost, in a game with more than two sides.
    LastSide,
}

/// Names of goals and claims by their index.
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

/// The result of a game for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side wins and gets this part of the point, more than half.
    Win(Share),
    /// The side loses and gets this part of the point, less than half.
    Loss(Share),
    /// Neither side wins.
    Draw,
}

/// A part of the point that a game is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    part: u8,
    whole: u8,
}

impl Event {
    /// Every event that does not need a question of the author, in the order of evaluation.
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
        Event::ALL.into_iter().chain([Event::LastSide]).chain(asked)
    }

    /// The key of the event in the mapping `ends`. Its value is the result for the side to move.
    pub fn ends_key(self) -> &'static str {
        match self {
            Event::Checkmate => "checkmated",
            Event::Stalemate => "stalemated",
            Event::MoveLimit(_)
            | Event::Repetition(_)
            | Event::Goal(_)
            | Event::Claim(_)
            | Event::LastSide => self.key(),
        }
    }

    /// The name of the event in tests and reports of coverage.
    pub fn key(self) -> &'static str {
        match self {
            Event::Checkmate => "checkmate",
            Event::Stalemate => "stalemate",
            Event::MoveLimit(_) => "fifty moves",
            Event::Repetition(..=3) => "threefold",
            Event::Repetition(_) => "fourfold",
            Event::Goal(n) => NUMBERED.get(usize::from(n)).map_or("goal", |names| names[0]),
            Event::Claim(n) => NUMBERED.get(usize::from(n)).map_or("claim", |names| names[1]),
            Event::LastSide => "last side",
        }
    }

    /// The name of the event in outcomes.
    pub fn name(self) -> &'static str {
        match self {
            Event::Repetition(_) => "repetition",
            Event::Checkmate
            | Event::Stalemate
            | Event::MoveLimit(_)
            | Event::Goal(_)
            | Event::Claim(_)
            | Event::LastSide => self.key(),
        }
    }

    /// True if the side to move has no legal move after this event.
    pub fn ends_moves(self) -> bool {
        match self {
            Event::Checkmate | Event::Stalemate | Event::Goal(_) | Event::LastSide => true,
            Event::MoveLimit(_) | Event::Repetition(_) | Event::Claim(_) => false,
        }
    }

    /// True if the position alone shows that the event has occurred, without the moves before it.
    pub fn is_of_position(self) -> bool {
        match self {
            Event::Checkmate
            | Event::Stalemate
            | Event::Goal(_)
            | Event::Claim(_)
            | Event::LastSide => true,
            Event::MoveLimit(_) | Event::Repetition(_) => false,
        }
    }

    /// The default result. `None` means that the event does not end the game.
    pub fn unsaid(self) -> Option<Verdict> {
        match self {
            Event::Checkmate => Some(Verdict::LOSS),
            Event::Stalemate => Some(Verdict::Draw),
            Event::MoveLimit(_)
            | Event::Repetition(_)
            | Event::Goal(_)
            | Event::Claim(_)
            | Event::LastSide => None,
        }
    }

    /// The results that a definition may give for the event. `None` means that the event does not
    /// end the game.
    pub fn verdicts(self) -> &'static [Option<Verdict>] {
        const ANY: [Option<Verdict>; 4] =
            [Some(Verdict::WIN), Some(Verdict::LOSS), Some(Verdict::Draw), None];
        match self {
            Event::Checkmate | Event::Stalemate => &ANY,
            Event::MoveLimit(_) | Event::Repetition(_) => &ANY[2..],
            Event::Goal(_) | Event::Claim(_) => &ANY[..3],
            Event::LastSide => &[],
        }
    }
}

impl Share {
    /// The whole point.
    const ALL: Share = Share { part: 1, whole: 1 };
    /// No part of the point.
    const NONE: Share = Share { part: 0, whole: 1 };

    /// Makes a share. `None` if `part` is more than `whole`, or if `whole` is 0.
    fn new(part: u8, whole: u8) -> Option<Share> {
        (part <= whole && whole > 0).then_some(Share { part, whole })
    }

    /// Whether both sides get a part of the point.
    pub fn is_part(self) -> bool {
        self.part != 0 && self.part != self.whole
    }

    /// The share in thousandths of the point, rounded down.
    pub fn permille(self) -> u16 {
        u16::from(self.part) * 1_000 / u16::from(self.whole)
    }

    /// The other side's share.
    pub fn rest(self) -> Share {
        Share { part: self.whole - self.part, ..self }
    }
}

impl Verdict {
    /// A win of the whole point.
    pub const WIN: Verdict = Verdict::Win(Share::ALL);
    /// A loss without any part of the point.
    pub const LOSS: Verdict = Verdict::Loss(Share::NONE);

    /// The words for the result in a definition; `none` if the event does not end the game.
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

    /// The result in words, such as `wins`.
    pub fn told(self) -> String {
        match self {
            Verdict::WIN => "wins".to_owned(),
            Verdict::LOSS => "loses".to_owned(),
            Verdict::Win(share) => format!("wins {share} of the point"),
            Verdict::Loss(share) => format!("loses and gets {share} of the point"),
            Verdict::Draw => "draws".to_owned(),
        }
    }

    /// The same result with a share such as `3/4`. A win needs more than half, a loss less.
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
        if self.part == 0 || self.part == self.whole {
            write!(f, "{}", self.part / self.whole)
        } else {
            write!(f, "{}/{}", self.part, self.whole)
        }
    }
}

impl Goals {
    /// Goals without sentences: the events of [`Event::ALL`] for which `verdict` returns a result.
    pub fn new(verdict: impl Fn(Event) -> Option<Verdict>) -> Goals {
        let goal = |event| verdict(event).map(|verdict| Goal { event, verdict });
        let plain = Event::ALL.into_iter().filter_map(goal).collect();
        Goals { goals: Vec::new(), claims: Vec::new(), plain }
    }

    /// All ends in the order of evaluation.
    pub fn iter(&self) -> impl Iterator<Item = Goal> {
        let numbered = |asked: &[Asked], event: fn(u8) -> Event| {
            let goal = |(n, asked): (usize, &Asked)| Goal {
                event: event(n as u8),
                verdict: asked.verdict,
            };
            asked.iter().enumerate().map(goal).collect::<Vec<_>>()
        };
        let goals = numbered(&self.goals, Event::Goal);
        // Claims precede the general rules of drawing because they are more specific.
        let claims = numbered(&self.claims, Event::Claim);
        let (mates, draws) =
            self.plain.iter().copied().partition::<Vec<_>, _>(|goal| goal.event.ends_moves());
        goals.into_iter().chain(mates).chain(claims).chain(draws)
    }

    /// The result of `event`; `None` if it does not end the game.
    pub fn verdict(&self, event: Event) -> Option<Verdict> {
        self.iter().find(|goal| goal.event == event).map(|goal| goal.verdict)
    }

    /// The goal or claim that belongs to `event`.
    pub fn asked(&self, event: Event) -> Option<&Asked> {
        match event {
            Event::Goal(n) => self.goals.get(usize::from(n)),
            Event::Claim(n) => self.claims.get(usize::from(n)),
            Event::Checkmate
            | Event::Stalemate
            | Event::MoveLimit(_)
            | Event::Repetition(_)
            | Event::LastSide => None,
        }
    }

    /// Whether a goal or a claim depends on the last move.
    pub(crate) fn ask_of_moves(&self) -> bool {
        self.goals.iter().chain(&self.claims).any(|asked| asked.question.asks_move())
    }

    /// Whether the number of repetitions of a position matters.
    pub fn count_repetitions(&self) -> bool {
        let repeats = |part: &Question| matches!(part, Question::Repeated(..));
        self.plain.iter().any(|goal| matches!(goal.event, Event::Repetition(_)))
            || self.claims.iter().any(|asked| asked.question.any(&repeats))
    }

    /// Whether a claim depends on repetition by checks.
    pub fn ask_of_repeated_checks(&self) -> bool {
        let checks = |part: &Question| matches!(part, Question::Repeated(_, Repeats::ByChecks));
        self.claims.iter().any(|asked| asked.question.any(&checks))
    }

    /// Whether royal pieces must be safe in every position. They need not be if checkmate is only a
    /// draw.
    pub fn decide_by_mate(&self) -> bool {
        self.verdict(Event::Checkmate) != Some(Verdict::Draw)
    }

    /// Whether each side needs a royal piece, because only mate decides the game.
    pub fn need_royals(&self) -> bool {
        let decides = |asked: &Asked| asked.verdict != Verdict::Draw;
        self.decide_by_mate() && !self.goals.iter().any(decides)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = Verdict::words(Some(self.verdict));
        match self.event {
            Event::Checkmate
            | Event::Stalemate
            | Event::Goal(_)
            | Event::Claim(_)
            | Event::LastSide => write!(f, "{} {verdict}", self.event.key()),
            Event::MoveLimit(n) => write!(f, "{verdict} after {n} halfmoves"),
            Event::Repetition(n) => write!(f, "{verdict} at {n} repetitions"),
        }
    }
}

/// By default, a position without a legal move is a draw, in check or not.
impl Default for Goals {
    fn default() -> Self {
        Goals::new(|event| event.unsaid().map(|_| Verdict::Draw))
    }
}
