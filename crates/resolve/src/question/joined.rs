//! Reports `and`, `or` and `not` that people may read in two ways.

use crate::question::pieces::Asker;
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_rules::question::Question as Meaning;
use alfil_syntax::notation::ast::{At, Said};
use alfil_syntax::notation::parse;
use alfil_syntax::notation::sentence::ast::{
    Count, Counted, FilterKind, Joined, Men, Pieces, Prefix, Question, QuestionKind, Selector,
    Subject, Test, WantedKind,
};

/// How questions are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    And,
    Or,
}

impl Joint {
    fn word(self) -> &'static str {
        match self {
            Joint::And => "and",
            Joint::Or => "or",
        }
    }
}

/// Words that could belong to one of two questions, or to both.
struct Ambiguous {
    title: String,
    label: String,
    /// The questions with parentheses that say how they are read.
    read: String,
    /// The questions in the other reading. `None` if no short text says it.
    other: Option<String>,
}

impl Asker<'_> {
    /// Reports the first part that says the same as one before it.
    pub(super) fn find_repeated(&mut self, said: &Joined<Question>, read: &[Meaning]) {
        let placeless: Vec<Meaning> = read.iter().map(Meaning::placeless).collect();
        for (at, (part, question)) in said.parts().zip(&placeless).enumerate() {
            if placeless[..at].contains(question) {
                let title = format!("`{}` is said twice", parse::short(self.text(part.at)));
                let help = "remove one of the two";
                self.found
                    .at(Code::IdleQuestion, self.span(part.at), title, "says nothing new")
                    .help(help);
                return;
            }
        }
    }

    /// Reports the first two parts in a row that people may read otherwise.
    pub(super) fn find_joined(&mut self, parts: &Joined<Question>, joint: Joint) {
        let pairs: Vec<_> = parts.parts().zip(parts.parts().skip(1)).collect();
        let found = pairs.into_iter().find_map(|(first, next)| {
            let at = At { start: first.at.start, end: next.at.end };
            Some((at, self.joined_otherwise(first, next, joint)?))
        });
        if let Some((at, Ambiguous { title, label, read, other })) = found {
            let help = Help::write(read).remark(match other {
                Some(other) => format!("to keep this reading. If both are meant, write `{other}`"),
                None => "to keep this reading".to_owned(),
            });
            self.found.at(Code::AmbiguousJoin, self.span(at), title, label).help(help);
        }
    }

    fn joined_otherwise(
        &self,
        first: &Question,
        next: &Question,
        joint: Joint,
    ) -> Option<Ambiguous> {
        let word = joint.word();
        let [one, two] = [first, next].map(|question| self.text(question.at));
        if let Some(inner) = negated(first).filter(|_| joint == Joint::Or) {
            let both =
                matches!((&inner.kind, &next.kind), (QuestionKind::Move(_), QuestionKind::Move(_)));
            return both.then(|| Ambiguous {
                title: format!("`not` could be said of `{}` or of both", self.text(inner.at)),
                label: format!("read as: `not` belongs to `{}`", self.text(inner.at)),
                read: format!("({one}) or {two}"),
                other: Some(format!("not ({} or {two})", self.text(inner.at))),
            });
        }
        let ((before, men), (after, others)) = (of_men(first)?, of_men(next)?);
        if after.number.is_some() {
            return None;
        }
        let is_none =
            matches!(&before.number, Some(number) if matches!(number.kind, WantedKind::No));
        if is_none && joint == Joint::Or {
            return Some(Ambiguous {
                title: format!("`no` could be said of `{}` or of both", self.text(men.at)),
                label: format!("read as: `no` belongs to `{}`", self.text(men.at)),
                read: format!("({one}) or {two}"),
                other: Some(format!("{one} and no {two}")),
            });
        }
        if before.number.is_some() {
            return None;
        }
        if men.filters.is_empty() && !others.filters.is_empty() {
            let start = others.filters[0].at.start;
            let filters = self.text(At { start, end: next.at.end });
            let subject = self.text(At { start: next.at.start, end: start }).trim_end();
            return Some(Ambiguous {
                title: format!("`{filters}` could be said of `{subject}` or of both"),
                label: format!("read as: `{filters}` belongs to `{subject}`"),
                read: format!("{one} {word} ({two})"),
                other: Some(format!("{one} {filters} {word} {two}")),
            });
        }
        let named = named_last(men).filter(|_| joint == Joint::Or && others.filters.is_empty())?;
        let Subject::Men(second) = &others.subject else { return None };
        let own = |men: &Men| men.whose.map(|whose| whose.value);
        let kinds = second.kinds.as_ref().filter(|_| own(named) == own(second));
        Some(Ambiguous {
            title: format!(
                "`{two}` could be a question of its own, or stand with `{}`",
                self.text(named.at)
            ),
            label: format!("read as: `{two}` is a question of its own"),
            read: format!("({one}) or {two}"),
            other: kinds.map(|kinds| format!("{one} or {}", self.text(kinds.at))),
        })
    }
}

/// The question behind a single `not`.
fn negated(question: &Question) -> Option<&Question> {
    let QuestionKind::Prefixed(words, inner) = &question.kind else { return None };
    let is_not = |word: &Said<Prefix>| word.value == Prefix::Not;
    (words.len() == 1 && words.iter().all(is_not)).then_some(&**inner)
}

/// A question about pieces of a side, without `can move`.
fn of_men(question: &Question) -> Option<(&Count, &Pieces)> {
    let QuestionKind::Count(count) = &question.kind else { return None };
    let Counted::Pieces(pieces) = &count.what else { return None };
    let is_of_men = matches!(pieces.subject, Subject::Men(_));
    (is_of_men && count.reply.is_none()).then_some((count, pieces))
}

/// The pieces with which the last filter ends.
fn named_last(pieces: &Pieces) -> Option<&Men> {
    let (FilterKind::Is(test) | FilterKind::Not(_, test)) = &pieces.filters.last()?.kind else {
        return None;
    };
    let (Test::Between(_, men)
    | Test::Attacked(_, Some((_, Selector::Men(men))))
    | Test::InRow { what: Selector::Men(men), .. }
    | Test::At { what: Selector::Men(men), .. }
    | Test::Along { end: Selector::Men(men), .. }) = test
    else {
        return None;
    };
    Some(men)
}
