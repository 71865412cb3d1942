//! Values of positions as a spectator reads them, and moves that lose much of a value.
//!
//! A [`Score`] is from the point of view of the side to move. A [`Value`] is always from the point
//! of view of White, so the values of one game can be compared and drawn.

use crate::computer::{Computer, Limits, Score, Thought};
use crate::position::{Move, Position};
use alfil_rules::side::{Color, Side};
use std::fmt;

/// The greatest advantage that counts in a loss, in hundredths of a pawn. A forced win counts as
/// much.
const GREATEST_ADVANTAGE: i32 = 1_000;

/// Hundredths of a pawn below which the sides are called level.
const LEVEL: i32 = 10;

/// The value of a position for White.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    score: Score,
    source: Source,
}

/// The source of a value.
#[derive(Clone, PartialEq, Debug)]
enum Source {
    /// An estimate after a search.
    Estimate,
    /// One side can force a win in this many turns of its own.
    ForcedWin { turns: u32 },
    /// The game is over. The text says how.
    Over(String),
}

impl Value {
    /// The value of a finished game. `None` if the game goes on, or if the rules give it no result.
    pub(crate) fn of_end(position: &Position) -> Option<Value> {
        let score = Score::of_outcome(&position.outcome()?, Side::White, 0);
        Some(Value { score, source: Source::Over(position.end()?) })
    }

    /// The value that a search of `position` has found. `None` if the search finished no depth.
    pub(crate) fn of_thought(position: &Position, thought: &Thought<Move>) -> Option<Value> {
        if thought.depth == 0 {
            return None;
        }
        let score = match position.side().color() {
            Color::White => thought.score,
            Color::Black => -thought.score,
        };
        let source = match score.plies_to_win() {
            None => Source::Estimate,
            Some(plies) => {
                let winner = ahead(score);
                let shown = turns_to_win(position, &thought.line, winner);
                // Without the whole line, each side is assumed to make one move in a turn.
                let turns = shown.unwrap_or_else(|| plies.unsigned_abs().div_ceil(2));
                Source::ForcedWin { turns }
            }
        };
        Some(Value { score, source })
    }

    /// The value in hundredths of a pawn. Greater is better for White.
    pub fn centipawns(&self) -> i32 {
        self.score.centipawns()
    }

    /// The side that can force a win, and the number of turns of its own that it needs.
    pub fn forced_win(&self) -> Option<(Side, u32)> {
        match self.source {
            Source::ForcedWin { turns } => Some((ahead(self.score), turns)),
            Source::Estimate | Source::Over(_) => None,
        }
    }

    /// The part of the point that White may expect, from 0 to 1. One pawn is worth a tenth of the
    /// point in a level position, and less in others.
    pub fn share(&self) -> f64 {
        1.0 / (1.0 + (-0.004 * f64::from(self.centipawns())).exp())
    }

    /// The value in words, such as `White is 1.25 pawns ahead` or `Black wins in 3 turns`.
    pub fn words(&self) -> String {
        let side = ahead(self.score).name();
        match &self.source {
            Source::Over(end) => end.clone(),
            Source::ForcedWin { turns: 1 } => format!("{side} wins in 1 turn"),
            Source::ForcedWin { turns } => format!("{side} wins in {turns} turns"),
            Source::Estimate if self.centipawns().abs() < LEVEL => "the sides are level".to_owned(),
            Source::Estimate => {
                let ahead = self.centipawns().abs();
                format!("{side} is {}.{:02} pawns ahead", ahead / 100, ahead % 100)
            }
        }
    }

    /// The centipawns that count in a loss.
    fn advantage(&self) -> i32 {
        self.centipawns().clamp(-GREATEST_ADVANTAGE, GREATEST_ADVANTAGE)
    }
}

impl fmt::Display for Value {
    /// Writes pawns with a sign, such as `+1.25`; the number of turns to a win, such as `#3` and
    /// `#-2`; or the result of a finished game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = ahead(self.score);
        match (&self.source, side.color()) {
            (Source::Over(_), _) if self.centipawns() == 0 => f.write_str("½–½"),
            (Source::Over(_), Color::White) => f.write_str("1–0"),
            (Source::Over(_), Color::Black) => f.write_str("0–1"),
            (Source::ForcedWin { turns }, Color::White) => write!(f, "#{turns}"),
            (Source::ForcedWin { turns }, Color::Black) => write!(f, "#-{turns}"),
            (Source::Estimate, _) => {
                let sign = if self.centipawns() < 0 { '-' } else { '+' };
                let ahead = self.centipawns().abs();
                write!(f, "{sign}{}.{:02}", ahead / 100, ahead % 100)
            }
        }
    }
}

/// The side that is ahead; White if the sides are level.
fn ahead(score: Score) -> Side {
    if score.centipawns() < 0 { Side::Black } else { Side::White }
}

/// The number of turns that `winner` begins in `line`, up to its win. `None` if the line ends
/// before.
fn turns_to_win(position: &Position, line: &[Move], winner: Side) -> Option<u32> {
    let mut now = position.clone();
    let mut turns = 0;
    let mut before = winner.other();
    for mv in line {
        turns += u32::from(now.side() == winner && before != winner);
        before = now.side();
        now.play(mv);
    }
    now.outcome().is_some_and(|outcome| outcome.winner == Some(winner)).then_some(turns)
}

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// The move loses 6 % of the point or more.
    Inaccuracy,
    /// The move loses 12 % of the point or more.
    Mistake,
    /// The move loses 20 % of the point or more.
    Blunder,
}

impl Fault {
    /// The sign that books print after a move.
    pub fn sign(self) -> &'static str {
        match self {
            Fault::Inaccuracy => "?!",
            Fault::Mistake => "?",
            Fault::Blunder => "??",
        }
    }
}

/// A searched position.
#[derive(Clone, Debug)]
pub struct Searched {
    /// `None` if no depth was finished in time, or if the rules give a finished game no result.
    pub value: Option<Value>,
    /// The result of the search. `None` if the game is over.
    pub thought: Option<Thought<Move>>,
    /// The values after each finished depth, the lowest first.
    depths: Vec<AtDepth>,
}

#[derive(Clone, Debug)]
struct AtDepth {
    depth: u32,
    value: Value,
}

impl Searched {
    /// Searches `position`.
    pub fn new(computer: &Computer, position: &Position, limits: &Limits) -> Searched {
        let mut depths = Vec::new();
        let mut note = |thought: &Thought<Move>| {
            let value = Value::of_thought(position, thought);
            depths.extend(value.map(|value| AtDepth { depth: thought.depth, value }));
        };
        match computer.think(position, limits, 1, &mut note) {
            Some(thought) => {
                let value = Value::of_thought(position, &thought);
                Searched { value, thought: Some(thought), depths }
            }
            None => Searched { value: Value::of_end(position), thought: None, depths },
        }
    }

    /// The value of this position and that of the position `after` the move, which show what the
    /// move has lost.
    ///
    /// Estimates depend on the step of the turn at which a search ends. So two estimates are
    /// compared only if both searches end at the same ply, where possible.
    fn compared(&self, after: &Searched) -> Option<(Value, Value)> {
        let (before, later) = (self.value.as_ref()?, after.value.as_ref()?);
        let is_estimate = |value: &Value| value.source == Source::Estimate;
        let equally_far = |now: &AtDepth| {
            let then = after.depths.iter().find(|then| then.depth + 1 == now.depth)?;
            Some((now.value.clone(), then.value.clone()))
        };
        let deepest = if is_estimate(before) && is_estimate(later) {
            self.depths.iter().rev().find_map(equally_far)
        } else {
            None
        };
        deepest.or_else(|| Some((before.clone(), later.clone())))
    }
}

/// A move compared with the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The value of the position before the move, with the best move.
    pub best: Value,
    /// The value with the move that was played.
    pub played: Value,
    /// The loss in hundredths of a pawn, at least 0. Advantages of more than ten pawns count as
    /// ten, and so do forced wins.
    pub loss: i32,
    /// `None` if the move loses little or nothing.
    pub fault: Option<Fault>,
}

impl Verdict {
    /// Judges the move `played` of `mover` by searches of the positions before and after it. `None`
    /// if one of these has no value.
    pub fn of(mover: Side, played: &Move, before: &Searched, after: &Searched) -> Option<Verdict> {
        let (best, value) = before.compared(after)?;
        let first = before.thought.as_ref().and_then(|thought| thought.line.first());
        if first == Some(played) {
            return Some(Verdict { best, played: value, loss: 0, fault: None });
        }
        let sign = match mover.color() {
            Color::White => 1,
            Color::Black => -1,
        };
        let loss = sign * (best.advantage() - value.advantage());
        let fault = match f64::from(sign) * (best.share() - value.share()) {
            0.20.. => Some(Fault::Blunder),
            0.12.. => Some(Fault::Mistake),
            0.06.. => Some(Fault::Inaccuracy),
            _ => None,
        };
        Some(Verdict { best, played: value, loss: loss.max(0), fault })
    }
}
