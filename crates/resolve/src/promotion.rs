//! Reads and writes `promotes:` of a piece. The defaults are the rules of chess.

use crate::context::{Read, in_context};
use crate::draft::rules::{Renumbering, renumber};
use crate::draft::{Draft, Promotes, Targets};
use crate::movement;
use crate::names::{self, kinds};
use crate::question;
use alfil_diagnostics::diagnostic::{Code, Help, Report, did_you_mean, has_errors};
use alfil_diagnostics::source::Spanned;
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
            let read = rules.iter().map(|said| rule(kind, said, draft, found)).collect::<Vec<_>>();
            if let Some(read) = read.into_iter().collect::<Option<_>>() {
                draft.pieces[kind].promotes = read;
            }
        }
    }
    draft.pieces[kind].suspect |= has_errors(&found[errors..]);
}

fn rule(kind: KindId, said: &PromotionText, draft: &Draft, found: &mut Report) -> Option<Promotes> {
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
        [its, first, rest @ ..] if its.value == "its" => {
            let last = rest.last().unwrap_or(first);
            let words: Vec<&str> = to.words[1..].iter().map(|word| word.value.as_str()).collect();
            let name = Spanned::new(words.join(" "), first.span.to(last.span));
            Targets::Kinds(vec![partner(kind, &name, draft, found)?])
        }
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

/// The kind that belongs to `kind` in the group of pairs `name`.
fn partner(
    kind: KindId,
    name: &Spanned<String>,
    draft: &Draft,
    found: &mut Report,
) -> Option<KindId> {
    let Some(pairs) = names::pairs(&name.value, draft) else {
        let title = format!("`{}` is no group of pairs", name.value);
        let known = draft.vocabulary.pairs.keys().map(String::as_str);
        let help = match did_you_mean(&name.value, known) {
            Some(near) => Help::did_you_mean(near),
            None => Help::from(format!(
                "name the pieces, or write pairs: `groups: {{{}: {{pawn: queen, knight: rook}}}}`",
                name.value
            )),
        };
        found.at(Code::BadPieces, name.span, title, "no pairs").help(help);
        return None;
    };
    // The look-up by kinds marks the group as used.
    let _ = names::group(&name.value, draft);
    let partner = pairs.iter().find(|[of, _]| *of == kind).map(|[_, to]| *to);
    if partner.is_none() {
        let piece = &draft.pieces[kind].name.value;
        let title = format!("`{}` has no partner for the {piece}", name.value);
        let help = format!(
            "add one to the group, such as `{piece}: queen`, or give this rule to fewer pieces"
        );
        found.at(Code::BadPieces, name.span, title, "no pair for it").help(help);
    }
    partner
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
