//! `dropped: moves on`: what is dropped makes its first move in the same turn.
//!
//! Such a game is played as one whose turns have a step more: each step is followed by one that only
//! the dropped piece may make. A piece that could not move on is not dropped, the king need be safe
//! only after the move, and between the two nothing is attacked.

use crate::draft::Draft;
use crate::draft::rules::Sentences;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::question::{
    Anchor, Filter, Men, MoveFact, Number, Pieces, Question, Subject, Test,
};
use alfil_rules::turn::{Growth, KingSafety, MAX_FORESEEN, Series, Step, Times};
use alfil_syntax::value::DroppedText;
use std::borrow::Cow;

/// The draft of the game as it is played.
pub(crate) fn played<'d>(draft: &'d Draft, found: &mut Report) -> Cow<'d, Draft> {
    let said = draft.hand.as_ref().and_then(|hand| hand.dropped);
    let Some(span) = said.filter(|said| said.value == DroppedText::MovesOn).map(|said| said.span)
    else {
        return Cow::Borrowed(draft);
    };
    let turn = &draft.turn.turn;
    let series = || turn.series.0.iter().chain(&turn.first);
    let steps = |series: &Series| {
        series.steps.iter().map(|step| 1 + usize::from(step.roll.is_none())).sum::<usize>()
    };
    let problem = if series().any(|series| series.growth != Growth::None) {
        Some("`dropped: moves on` in turns with a changing number of steps".to_owned())
    } else if turn.steps().any(|step| step.times == Times::Repeats) {
        Some("`dropped: moves on` in turns with a step that repeats".to_owned())
    } else if series().any(|series| steps(series) > MAX_FORESEEN) {
        Some(format!("`dropped: moves on` in turns of more than {MAX_FORESEEN} steps"))
    } else if turn.parry.is_some() {
        Some("`dropped: moves on` in turns with `in check`".to_owned())
    } else {
        None
    };
    if let Some(title) = problem {
        found
            .at(Code::BadTurn, span, title, "too many moves to look ahead")
            .because(
                "Alfil tries all moves of the next turn to see whether the king can be captured",
            )
            .help("make the turn shorter, or type `dropped: stays`");
        return Cow::Borrowed(draft);
    }
    let mut draft = draft.clone();
    let turn = &mut draft.turn.turn;
    for series in turn.series.0.iter_mut().chain(&mut turn.first) {
        let mut steps = Vec::new();
        for step in series.steps.drain(..) {
            let moves = step.roll.is_none();
            steps.push(step);
            steps.extend(moves.then(|| onward(span)));
        }
        series.steps = steps;
    }
    turn.safety = KingSafety::EndOfTurn;
    let Sentences { drops, attack, .. } = &mut draft.sentences;
    let mover = Pieces::anchor(Anchor::Mover);
    let goes_on = Question::Leaving(Box::new(Question::Reply(Number::Some, mover, None)));
    *drops = Some(match drops.take() {
        Some(said) => said.map(|said| Question::All(vec![goes_on, said])),
        None => Spanned::new(goes_on, span),
    });
    let between = Question::After(Box::new(dropping()));
    attack.push(Spanned::new(Question::Not(Box::new(between)), span));
    Cow::Owned(draft)
}

/// A step of the piece that was just dropped.
fn onward(span: Span) -> Step {
    Step {
        given: Some(Spanned::new(dropping(), span)),
        when: Some(Spanned::new(moves_last(), span)),
        ..Step::default()
    }
}

/// The piece that moved or was dropped last moves.
fn moves_last() -> Question {
    let is_last = Filter { holds: true, test: Test::On(Anchor::LastMover) };
    let mover = Pieces { what: Subject::Anchor(Anchor::Mover), filters: vec![is_last] };
    Question::Count(Number::Some, mover)
}

fn dropping() -> Question {
    Question::Move(MoveFact::Dropping(Men::all()))
}
