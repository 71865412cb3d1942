//! Finds sentences of a list that never count, because a sentence before them is true whenever they
//! are.

use crate::resolve::draft::Draft;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::question::{Men, MoveFact, Number, Question, Whose};

/// Reports such duties, goals and claims of the file `source`. In each of these lists, the first
/// sentence that is true decides.
pub(super) fn lint(draft: &Draft, source: SourceId, found: &mut Report) {
    let said = &draft.sentences;
    let duties = said.duties.iter().map(|asked| (&asked.value, asked.span)).collect::<Vec<_>>();
    let ends = [&said.goals, &said.claims]
        .map(|list| list.iter().map(|asked| (&asked.question, asked.span)).collect::<Vec<_>>());
    for list in [&duties].into_iter().chain(&ends) {
        for (at, (question, span)) in list.iter().enumerate() {
            let decides = |(before, _): &&(&Question, Span)| implies(question, before, draft);
            if span.source == source
                && let Some((_, before)) = list[..at].iter().find(decides)
            {
                let finding = Diagnostic::at(
                    Code::IdleQuestion,
                    *span,
                    "this sentence never counts",
                    "an earlier one decides",
                )
                .because("the first sentence that is true counts, and one before this one is true whenever it is");
                let finding = if before.source == source {
                    finding.label(*before, "true whenever the other is")
                } else {
                    finding
                };
                found.push(finding.help("take it out, or write it before the other one"));
            }
        }
    }
}

/// Returns true if `wide` is true wherever `narrow` is. False means that this is not known.
fn implies(narrow: &Question, wide: &Question, draft: &Draft) -> bool {
    if narrow == wide {
        return true;
    }
    match (narrow, wide) {
        (Question::Any(parts), _) => parts.iter().all(|part| implies(part, wide, draft)),
        (_, Question::All(parts)) => parts.iter().all(|part| implies(narrow, part, draft)),
        (Question::All(parts), _) if parts.iter().any(|part| implies(part, wide, draft)) => true,
        (_, Question::Any(parts)) => parts.iter().any(|part| implies(narrow, part, draft)),
        (Question::Not(narrow), Question::Not(wide)) => implies(wide, narrow, draft),
        (Question::Leaving(narrow), Question::Leaving(wide)) => implies(narrow, wide, draft),
        (Question::Move(narrow), Question::Move(wide)) => fact_implies(narrow, wide, draft),
        (Question::Count(narrow, one), Question::Count(wide, other)) => {
            one == other && number_implies(*narrow, *wide)
        }
        _ => false,
    }
}

fn fact_implies(narrow: &MoveFact, wide: &MoveFact, draft: &Draft) -> bool {
    match (narrow, wide) {
        (MoveFact::Moving(narrow), MoveFact::Moving(wide))
        | (MoveFact::Capturing(narrow), MoveFact::Capturing(wide))
        | (MoveFact::Dropping(narrow), MoveFact::Dropping(wide))
        | (MoveFact::Over(narrow), MoveFact::Over(wide)) => includes(wide, narrow, draft),
        (MoveFact::Promoting(narrow), MoveFact::Promoting(wide)) => match (narrow, wide) {
            (_, None) => true,
            (Some(narrow), Some(wide)) => narrow.iter().all(|kind| wide.contains(kind)),
            (None, Some(_)) => false,
        },
        // Mate is a check that nothing answers.
        (MoveFact::GivingMate, MoveFact::GivingCheck) => true,
        _ => false,
    }
}

/// Returns true if `wide` describes every piece that `narrow` does.
fn includes(wide: &Men, narrow: &Men, draft: &Draft) -> bool {
    let whose = match wide.whose {
        None | Some(Whose::Any) => true,
        Some(Whose::Own | Whose::Enemy | Whose::Ally) => wide.whose == narrow.whose,
    };
    whose && draft.live().all(|(kind, _)| !narrow.has(kind) || wide.has(kind))
}

fn number_implies(narrow: Number, wide: Number) -> bool {
    let least = |number: Number| match number {
        Number::Some => Some(1),
        Number::AtLeast(n) | Number::Exactly(n) => Some(n),
        Number::No | Number::AtMost(_) | Number::All => None,
    };
    let most = |number: Number| match number {
        Number::No => Some(0),
        Number::AtMost(n) | Number::Exactly(n) => Some(n),
        Number::Some | Number::AtLeast(_) | Number::All => None,
    };
    match wide {
        Number::Some => least(narrow).is_some_and(|n| n >= 1),
        Number::AtLeast(n) => least(narrow).is_some_and(|least| least >= n),
        Number::No => most(narrow) == Some(0),
        Number::AtMost(n) => most(narrow).is_some_and(|most| most <= n),
        Number::Exactly(_) | Number::All => false,
    }
}
