//! Turns: the number of moves in a row and the pieces that make them.
//!
//! A turn is a series of steps. Each step is one move of a piece that the step allows.

use crate::chance::{DieId, Draw};
use crate::condition::Condition;
use crate::question::{Amount, CounterId, Lookahead, Question};
use crate::side::{ByColor, Side};
use alfil_diagnostics::source::{Span, Spanned};

/// Maximum number of steps of a turn if royal pieces must be safe only at its end.
pub const MAX_FORESEEN: usize = 3;

/// The rules of turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The steps of each side's turns.
    pub series: ByColor<Series>,
    /// The steps of White's first turn of the game, if they differ.
    pub first: Option<Series>,
    /// The consequence of a check before the last step.
    pub checks: Checks,
    /// A second way to answer a check.
    pub parry: Option<Parry>,
    /// When royal pieces must be safe.
    pub safety: KingSafety,
    /// Whether castling must satisfy the step's condition on the start cell.
    pub castling: Castling,
    /// Steps of a turn in which an en passant capture is possible.
    pub passant: EnPassant,
    /// What happens in a step without a legal move, if the side is not in check.
    pub stuck: Stuck,
}

/// The steps of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// The steps in order, at least one.
    pub steps: Vec<Step>,
    /// How the number of steps grows.
    pub growth: Growth,
}

/// How the number of steps grows during the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Growth {
    /// The number of steps stays the same.
    None,
    /// The n-th turn of the game has n steps. Turns of both sides count, and each step is like the
    /// first.
    OneMoreEachTurn,
    /// A turn has as many steps as this number says when it begins, but at least one, and each step
    /// is like the first. During the turn, the counter of its side holds the number. Before the
    /// first move of the turn the counter is 0.
    Counted(Box<Amount>, CounterId),
}

/// The number of steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// This many steps.
    Fixed(u32),
    /// As many as the counter of the side says. Before the first move of the turn, the number of
    /// [`Growth::Counted`].
    Counted(CounterId),
}

impl Length {
    /// The greatest number of steps.
    pub fn most(self) -> u32 {
        match self {
            Length::Fixed(steps) => steps,
            Length::Counted(_) => u32::from(u8::MAX),
        }
    }
}

/// A step of a turn, with the moves that it allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The die that the step rolls. No player moves in such a step, so all other fields but `given`,
    /// `draw` and `times` have their default values.
    pub roll: Option<DieId>,
    /// What the step draws, if the die is a bag.
    pub draw: Draw,
    /// A question about the last move. If it is false, the step is skipped.
    pub given: Option<Spanned<Question>>,
    /// A condition on the start cell alone.
    pub from: Condition,
    /// A question about each move of the step.
    pub when: Option<Spanned<Question>>,
    /// Whether the step repeats.
    pub times: Times,
    /// The right of the player to skip the step.
    pub pass: Pass,
    /// A question that must be true before the player may skip the step.
    pub pass_when: Option<Spanned<Question>>,
    /// A question about the position. While it is true, the step may be skipped even in check.
    pub pass_in_check: Option<Spanned<Question>>,
}

/// How often a step is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// The step is made once.
    Once,
    /// The step is repeated until the player skips it.
    Repeats,
}

/// The right of the player to skip a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// The step may not be skipped.
    Never,
    /// The step may be skipped. Skipping is a move of its own.
    May,
}

/// The consequence if a step before the last one gives check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Checks {
    /// Nothing happens. Royal pieces cannot be captured in the later steps.
    Free,
    /// The check ends the turn.
    EndTheTurn,
    /// The checking move is illegal.
    Forbidden,
}

/// If the side is in check, the first step may also move a piece of a later step. The steps between
/// are lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parry {
    /// A condition on the start cell.
    pub from: Condition,
    /// The number of the last step that is lost. The move counts as the move of the step after it.
    pub forfeits: u16,
}

/// When royal pieces must be safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingSafety {
    /// After each step, royal pieces must be safe from the next move.
    EachStep,
    /// After the turn, royal pieces must be safe from the whole next turn.
    EndOfTurn,
}

/// Whether castling must satisfy the step's condition on the start cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Castling {
    /// Castling must satisfy the condition, like other moves of the king.
    AsOtherMoves,
    /// Castling is possible in any step.
    AnyStep,
}

/// Steps of a turn in which an en passant capture is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum EnPassant {
    /// Every step.
    AnyStep,
    /// The first step.
    FirstStep,
    /// In the first step. Also in later steps, while every step so far was an en passant capture.
    FirstSteps,
}

/// The consequence if a step has no legal move and the side is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// The step is skipped, and this is not a move.
    SkipsStep,
    /// The game ends as in stalemate.
    EndsTheGame,
}

impl Default for Step {
    fn default() -> Self {
        Step {
            roll: None,
            draw: Draw::default(),
            given: None,
            from: Condition::Always,
            when: None,
            times: Times::Once,
            pass: Pass::Never,
            pass_when: None,
            pass_in_check: None,
        }
    }
}

impl Step {
    /// The questions of the step, in the order of their keys.
    pub fn asked(&self) -> impl Iterator<Item = &Spanned<Question>> {
        self.asked_by_key().map(|(_, asked)| asked)
    }

    /// The questions of the step, each with its key.
    pub fn asked_by_key(&self) -> impl Iterator<Item = (&'static str, &Spanned<Question>)> {
        let Step { given, when, pass_when, pass_in_check, .. } = self;
        let asked = [given, when, pass_when, pass_in_check];
        let keys = ["when", "moves", "may pass", "may pass in check"];
        keys.into_iter().zip(asked).filter_map(|(key, asked)| Some((key, asked.as_ref()?)))
    }

    /// The questions of the step, for changes and removal.
    fn asked_mut(&mut self) -> impl Iterator<Item = &mut Option<Spanned<Question>>> {
        let Step { given, when, pass_when, pass_in_check, .. } = self;
        let asked = [given, when, pass_when, pass_in_check];
        asked.into_iter().filter(|asked| asked.is_some())
    }

    /// The parts of the step's questions that apply to captures while attacks are computed.
    pub fn asked_of_attacks(&self) -> impl Iterator<Item = Question> {
        self.when.iter().filter_map(|asked| asked.value.relaxed(Lookahead::Attack))
    }

    /// True if every piece of every kind may move, unless a question forbids it.
    pub fn is_free(&self) -> bool {
        self.roll.is_none() && self.from == Condition::Always
    }
}

impl Series {
    /// The number of steps, if it depends on the position.
    pub fn amount(&self) -> Option<&Amount> {
        match &self.growth {
            Growth::Counted(amount, _) => Some(amount),
            Growth::None | Growth::OneMoreEachTurn => None,
        }
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
            series: ByColor::default(),
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
    /// True if every turn is one move of any piece, as in chess.
    pub fn is_plain(&self) -> bool {
        *self == Turn::default()
    }

    /// The steps of `side` in the pair of turns with number `fullmove`.
    pub fn series(&self, side: Side, fullmove: u32) -> &Series {
        match &self.first {
            Some(first) if side == Side::White && fullmove == 1 => first,
            Some(_) | None => &self.series[side],
        }
    }

    /// All conditions of steps and parries.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let steps = self.steps().map(|step| &step.from);
        steps.chain(self.parry.iter().map(|parry| &parry.from))
    }

    /// All steps.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.series.0.iter().chain(&self.first).flat_map(|series| &series.steps)
    }

    /// All steps, for changes.
    pub fn steps_mut(&mut self) -> impl Iterator<Item = &mut Step> {
        self.series.0.iter_mut().chain(&mut self.first).flat_map(|series| &mut series.steps)
    }

    /// All questions of steps.
    pub fn questions(&self) -> impl Iterator<Item = &Spanned<Question>> {
        self.steps().flat_map(Step::asked)
    }

    /// All questions of steps, for changes.
    pub fn questions_mut(&mut self) -> impl Iterator<Item = &mut Spanned<Question>> {
        self.steps_mut().flat_map(Step::asked_mut).flatten()
    }

    /// Removes the question with span `place` from the turns of both sides.
    pub fn forget(&mut self, place: Span) {
        for asked in self.steps_mut().flat_map(Step::asked_mut) {
            if asked.as_ref().is_some_and(|asked| asked.span == place) {
                *asked = None;
            }
        }
    }

    /// Whether a step depends on the last move.
    pub(crate) fn asks_back(&self) -> bool {
        self.steps().any(|step| step.given.is_some())
    }

    /// True if a step or a parry does not allow every piece.
    pub fn restricts(&self) -> bool {
        self.steps().any(|step| !step.is_free()) || self.parry.is_some()
    }

    /// Whether the safety of royal pieces depends on questions of steps.
    pub fn asks_attacks(&self) -> bool {
        self.safety == KingSafety::EndOfTurn
            && self.steps().any(|step| step.asked_of_attacks().next().is_some())
    }

    /// Number of steps in the turn of `side` with number `fullmove`.
    #[inline]
    pub fn length(&self, side: Side, fullmove: u32) -> Length {
        let series = self.series(side, fullmove);
        match &series.growth {
            Growth::None => Length::Fixed(series.steps.len() as u32),
            Growth::OneMoreEachTurn => {
                let before = fullmove.saturating_sub(1).saturating_mul(2);
                Length::Fixed(before.saturating_add(1 + u32::from(side == Side::Black)))
            }
            Growth::Counted(_, counter) => Length::Counted(*counter),
        }
    }

    /// True if a player may have moved in the turn of `side` with number `fullmove` before `step`.
    /// Rolls are no moves of a player.
    pub fn has_moved(&self, side: Side, fullmove: u32, step: u32) -> bool {
        (1..step).any(|earlier| self.step(side, fullmove, earlier).roll.is_none())
    }

    /// The die that is rolled in step `step` of the turn of `side` with number `fullmove`.
    #[inline]
    pub fn roll(&self, side: Side, fullmove: u32, step: u32) -> Option<DieId> {
        self.step(side, fullmove, step).roll
    }

    /// The numbers of steps that depend on the position.
    pub fn amounts(&self) -> impl Iterator<Item = &Amount> {
        self.series.0.iter().chain(&self.first).filter_map(Series::amount)
    }

    /// The numbers of steps, for changes.
    pub fn amounts_mut(&mut self) -> impl Iterator<Item = &mut Amount> {
        let series = self.series.0.iter_mut().chain(&mut self.first);
        series.filter_map(|series| match &mut series.growth {
            Growth::Counted(amount, _) => Some(&mut **amount),
            Growth::None | Growth::OneMoreEachTurn => None,
        })
    }

    /// Step `step` of the turn of `side` with number `fullmove`. The first step is 1.
    #[inline]
    pub fn step(&self, side: Side, fullmove: u32, step: u32) -> &Step {
        let steps = &self.series(side, fullmove).steps;
        &steps[(step.max(1) as usize - 1).min(steps.len() - 1)]
    }
}
