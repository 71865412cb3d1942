//! Turns: how many moves a side makes in a row, and which.
//!
//! Owns: [`Turn`] and its parts. A turn is a series of steps; each step is one move of a piece that its
//! rule allows. Invariant: a series has a step, a step's condition speaks of the start cell alone.

use crate::condition::Condition;
use crate::ids::KindId;
use crate::question::{Lookahead, Question};
use crate::side::{BySide, Side};
use alfil_diagnostics::source::{Span, Spanned};

/// The most steps of a turn whose king safety is looked at as a whole.
pub const MAX_FORESEEN: usize = 3;

/// How turns go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The steps of each side's turns.
    pub series: BySide<Series>,
    /// The steps of White's first turn of the game, where they differ.
    pub first: Option<Series>,
    /// What a check does that is given before the last step.
    pub checks: Checks,
    /// A second way out of check.
    pub parry: Option<Parry>,
    /// When a side's royal pieces have to be safe.
    pub safety: KingSafety,
    /// Whether castling asks for the king's start cell.
    pub castling: Castling,
    /// With which steps an `e` capture may be made.
    pub passant: EnPassant,
    /// What happens in a step without a legal move, its side not in check.
    pub stuck: Stuck,
}

/// The steps of a turn, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// What may be moved in each; never empty.
    pub steps: Vec<Step>,
    /// How their number changes.
    pub growth: Growth,
}

/// How the number of steps changes from turn to turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// It does not.
    None,
    /// The game's n-th turn, both sides counted, has n steps, each like the first.
    OneMoreEachTurn,
}

/// What may be moved in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is asked of the last move; the step is left out if the answer is no.
    pub given: Option<Spanned<Question>>,
    /// Of the start cell.
    pub from: Condition,
    /// Kinds; all if empty.
    pub kinds: Vec<KindId>,
    /// The pieces that may move; all if nothing is said.
    pub who: Option<Spanned<Question>>,
    /// What is asked of its moves.
    pub when: Option<Spanned<Question>>,
    /// Whether it comes again once it is made.
    pub times: Times,
    /// Whether the step may be left out.
    pub pass: Pass,
    /// What is asked of leaving it out.
    pub pass_when: Option<Spanned<Question>>,
    /// A question about the position. If the answer is yes, the step may be left out although a royal piece of its
    /// side is attacked.
    pub pass_in_check: Option<Spanned<Question>>,
}

/// How often a step is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// Once.
    Once,
    /// Until it is left out.
    Repeats,
}

/// Whether a step may be left out by its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// No.
    Never,
    /// Yes, which is a move of its own.
    May,
}

/// What a check does that is given before the last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Checks {
    /// Nothing; but nobody captures a royal piece.
    Free,
    /// It ends the turn.
    EndTheTurn,
    /// It is no legal move.
    Forbidden,
}

/// In check, the first step may also move what a later one could, at the price of the steps between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parry {
    /// Of the start cell.
    pub from: Condition,
    /// The last step that is lost, from 1: the parry counts as the move of the next one.
    pub forfeits: u16,
}

/// When a side's royal pieces have to be safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingSafety {
    /// After each step, from the next move.
    EachStep,
    /// After the turn, from the whole next turn.
    EndOfTurn,
}

/// Whether castling asks for the king's start cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Castling {
    /// As other moves of the king do.
    AsOtherMoves,
    /// It may be made in any step.
    AnyStep,
}

/// With which steps an `e` capture may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum EnPassant {
    /// Any.
    AnyStep,
    /// The first.
    FirstStep,
    /// The first, and those after it as long as nothing else was played.
    FirstSteps,
}

/// What happens in a step without a legal move, its side not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// The step is left out, which is no move.
    SkipsStep,
    /// The game ends as by stalemate.
    EndsTheGame,
}

impl Default for Step {
    fn default() -> Self {
        Step {
            given: None,
            from: Condition::Always,
            kinds: Vec::new(),
            who: None,
            when: None,
            times: Times::Once,
            pass: Pass::Never,
            pass_when: None,
            pass_in_check: None,
        }
    }
}

impl Step {
    /// What it asks, in the order of its keys.
    pub fn asked(&self) -> impl Iterator<Item = &Spanned<Question>> {
        self.asked_by_key().map(|(_, asked)| asked)
    }

    /// The same, each with the key under which it is written.
    pub fn asked_by_key(&self) -> impl Iterator<Item = (&'static str, &Spanned<Question>)> {
        let Step { given, who, when, pass_when, pass_in_check, .. } = self;
        let asked = [given, who, when, pass_when, pass_in_check];
        let keys = ["if", "who", "only when", "may pass", "may pass in check"];
        keys.into_iter().zip(asked).filter_map(|(key, asked)| Some((key, asked.as_ref()?)))
    }

    /// The same to be changed or forgotten.
    fn asked_mut(&mut self) -> impl Iterator<Item = &mut Option<Spanned<Question>>> {
        let Step { given, who, when, pass_when, pass_in_check, .. } = self;
        let asked = [given, who, when, pass_when, pass_in_check];
        asked.into_iter().filter(|asked| asked.is_some())
    }

    /// What it asks of a capture while attacks are computed.
    pub fn asked_of_attacks(&self) -> impl Iterator<Item = Question> {
        let asked = self.who.iter().chain(&self.when);
        asked.filter_map(|asked| asked.value.relaxed(Lookahead::Attack))
    }

    /// Whether every piece may move in it, as far as kinds and cells go.
    pub fn is_free(&self) -> bool {
        self.from == Condition::Always && self.kinds.is_empty()
    }
}

impl Default for Series {
    fn default() -> Self {
        Series { steps: vec![Step::default()], growth: Growth::None }
    }
}

impl Default for Turn {
    fn default() -> Self {
        Turn {
            series: BySide::default(),
            first: None,
            checks: Checks::Free,
            parry: None,
            safety: KingSafety::EachStep,
            castling: Castling::AsOtherMoves,
            passant: EnPassant::AnyStep,
            stuck: Stuck::SkipsStep,
        }
    }
}

impl Turn {
    /// Whether every turn is one move of any piece, as in chess.
    pub fn is_plain(&self) -> bool {
        *self == Turn::default()
    }

    /// The steps of `side`'s turn in the `fullmove`-th pair of turns.
    pub(crate) fn series(&self, side: Side, fullmove: u32) -> &Series {
        match &self.first {
            Some(first) if side == Side::White && fullmove == 1 => first,
            Some(_) | None => &self.series[side],
        }
    }

    /// Every condition that is said of steps and parries.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let series = self.series.0.iter().chain(&self.first);
        let steps = series.flat_map(|s| &s.steps).map(|s| &s.from);
        steps.chain(self.parry.iter().map(|p| &p.from))
    }

    /// Every step that is written out.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.series.0.iter().chain(&self.first).flat_map(|series| &series.steps)
    }

    /// What is asked in steps.
    pub fn questions(&self) -> impl Iterator<Item = &Spanned<Question>> {
        self.steps().flat_map(Step::asked)
    }

    /// The same to be changed.
    pub fn questions_mut(&mut self) -> impl Iterator<Item = &mut Spanned<Question>> {
        let series = self.series.0.iter_mut().chain(&mut self.first);
        let steps = series.flat_map(|series| &mut series.steps);
        steps.flat_map(Step::asked_mut).flatten()
    }

    /// Asks all but what is written at `place`, of whichever side's turns.
    pub fn forget(&mut self, place: Span) {
        let series = self.series.0.iter_mut().chain(&mut self.first);
        for asked in series.flat_map(|series| &mut series.steps).flat_map(Step::asked_mut) {
            if asked.as_ref().is_some_and(|asked| asked.span == place) {
                *asked = None;
            }
        }
    }

    /// Whether some step is made only behind certain moves.
    pub(crate) fn asks_back(&self) -> bool {
        self.steps().any(|step| step.given.is_some())
    }

    /// Whether some step or parry may not be made by every piece.
    pub fn restricts(&self) -> bool {
        let series = self.series.0.iter().chain(&self.first);
        series.flat_map(|s| &s.steps).any(|step| !step.is_free()) || self.parry.is_some()
    }

    /// Whether royal pieces have to be safe from turns whose steps ask something of captures.
    pub fn asks_attacks(&self) -> bool {
        self.safety == KingSafety::EndOfTurn
            && self.steps().any(|step| step.asked_of_attacks().next().is_some())
    }

    /// How many steps that turn has.
    pub fn length(&self, side: Side, fullmove: u32) -> u32 {
        let series = self.series(side, fullmove);
        match series.growth {
            Growth::None => series.steps.len() as u32,
            Growth::OneMoreEachTurn => {
                let before = fullmove.saturating_sub(1).saturating_mul(2);
                before.saturating_add(1 + u32::from(side == Side::Black))
            }
        }
    }

    /// What may be moved in step `step`, from 1, of that turn.
    #[inline]
    pub fn step(&self, side: Side, fullmove: u32, step: u32) -> &Step {
        let steps = &self.series(side, fullmove).steps;
        &steps[(step.max(1) as usize - 1).min(steps.len() - 1)]
    }
}
