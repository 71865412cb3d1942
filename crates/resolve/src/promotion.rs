//! Reads and writes `promotes:` of a piece. The defaults are the rules of chess.

use crate::context::{Read, in_context};
use crate::draft::rules::{Renumbering, renumber};
use crate::draft::{Draft, Promotes, Targets};
use crate::movement;
use crate::names::kinds;
use crate::question;
use alfil_diagnostics::diagnostic::{Code, Report, has_errors};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Lookahead, Question};
use alfil_rules::ruleset::{Duty, Occasions, Promotion, Supply};
use alfil_syntax::mapping::OrNone;
use alfil_syntax::piece::PromotionText;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::{Choice, Dialect};

/// Reads the promotion rules of `kind`.
pub(crate) fn read(
    kind: KindId,
    said: &OrNone<Vec<PromotionText>>,
    draft: &mut Draft,
    found: &mut Report,
) {
    let errors = found.len();
    match said {
        OrNone::None(_) => draft.pieces[kind].promotes.clear(),
        OrNone::Some(rules, _) => {
            let read = rules.iter().map(|said| rule(said, draft, found)).collect::<Vec<_>>();
            if let Some(read) = read.into_iter().collect::<Option<_>>() {
                draft.pieces[kind].promotes = read;
            }
        }
    }
    draft.pieces[kind].suspect |= has_errors(&found[errors..]);
}

fn rule(said: &PromotionText, draft: &Draft, found: &mut Report) -> Option<Promotes> {
    let PromotionText { at, to, on, may, only, when, span } = said;
    let to = to.as_ref()?;
    let area = at.as_ref().map(|at| {
        let area = in_context(at, &draft.zones, Dialect::default(), |text, context| {
            movement::area(text, context, found)
        });
        area.map(|area| (area, at.text().trim().to_owned()))
    });
    let targets = match to.words.as_slice() {
        [one] if one.value == "others" => Targets::Others,
        _ => Targets::Kinds(kinds(to, draft, found)),
    };
    let on = on.map_or(Occasions::ARRIVING, |on| on.value);
    if let (Some(Duty::Wait), None) = (may, only) {
        let title = "`may: wait` has nothing to wait for";
        found
            .at(Code::BadValue, *span, title, "it can always promote")
            .help("add `only: lost`, or remove `may: wait`");
    }
    if on == (Occasions { stay: true, ..Occasions::default() })
        && let Some(may) = may
    {
        let title = "promotion without a move is always optional";
        found
            .at(Code::BadValue, *span, title, format!("`may: {}` has no effect", may.word()))
            .help("remove `may`");
    }
    let when = match when {
        Some(text) => Some(asked(text, *may, draft, found)?),
        None => None,
    };
    Some(Promotes {
        at: match area {
            Some(area) => Some(area?),
            None => None,
        },
        on,
        duty: may.unwrap_or(Duty::Must),
        to: targets,
        supply: only.unwrap_or(Supply::Endless),
        when,
        span: *span,
    })
}

/// Reads the `when` of a promotion rule. It is evaluated before the move is made.
fn asked(
    text: &Scalar,
    may: Option<Duty>,
    draft: &Draft,
    found: &mut Report,
) -> Option<Read<Question>> {
    let question = question::duty(text, draft, found)?;
    if question.level() >= Lookahead::Attack {
        let title = "a condition on promotion that is about attacks or replies";
        found
            .at(Code::NotYetExecutable, text.span(), title, "evaluated before the move")
            .because("only the position before the move and the move itself are known then")
            .help("use a condition on every move instead: `every move: leaving ...`");
        return None;
    }
    if may == Some(Duty::Wait) {
        let title = "a waiting piece makes no move that this condition could be about";
        found
            .at(Code::BadValue, text.span(), title, "a condition on a move")
            .help("remove `when` or `may: wait`");
        return None;
    }
    Some(question)
}

/// Builds a promotion rule. Returns `None` if no target of the rule is left.
pub(crate) fn finish(
    promotes: &Promotes,
    draft: &Draft,
    numbers: &Renumbering,
) -> Option<Promotion> {
    let to: Vec<_> = draft.targets(promotes).into_iter().filter_map(|k| numbers[k]).collect();
    let mut when = promotes.when.as_deref().cloned();
    if let Some(question) = &mut when {
        question.each_men(&mut |men| renumber(men, numbers));
    }
    (!to.is_empty()).then(|| Promotion {
        at: promotes.at.as_ref().map(|(area, _)| area.clone()),
        on: promotes.on,
        duty: promotes.duty,
        to,
        supply: promotes.supply,
        when,
        span: promotes.span,
    })
}

/// The words for the occasions of a promotion. `None` for the default.
pub(crate) fn occasion_words(on: Occasions) -> Option<String> {
    (on != Occasions::ARRIVING).then(|| on.words().collect::<Vec<_>>().join(" "))
}
