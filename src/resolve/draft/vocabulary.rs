//! The names of a draft for sets of kinds and for questions.

use alfil_diagnostics::source::Spanned;
use alfil_rules::ids::KindId;
use alfil_rules::named::{Group, NamedQuestion};
use alfil_rules::question::Question;
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::notation::sentence::ast::Sentence;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The names that the files give to sets of kinds and to questions, in the order in which they were
/// first given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    pub(crate) groups: Vec<Called<Vec<KindId>>>,
    /// For each group of pairs, by its name, the kinds of each pair. The second is the kind in the
    /// group, and the first the kind to which it belongs.
    pub(crate) pairs: BTreeMap<String, Vec<[KindId; 2]>>,
    /// `None` for a question with an error. Its name still counts as known, so that sentences with
    /// the name cause no second finding.
    pub(crate) questions: Vec<Called<Option<Question>>>,
    /// The trees of the questions, by their names.
    pub(crate) trees: BTreeMap<String, Arc<Sentence>>,
}

/// A value with a name.
#[derive(Clone, Debug)]
pub(crate) struct Called<T> {
    pub(crate) name: Spanned<String>,
    pub(crate) value: T,
    /// Whether some text has used the name. Texts are read with a shared draft.
    pub(crate) used: Mark,
}

/// A mark that a reader can set on a shared value.
#[derive(Debug, Default)]
pub(crate) struct Mark(AtomicBool);

impl Mark {
    /// Sets the mark.
    pub(crate) fn set(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether the mark is set.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl Clone for Mark {
    fn clone(&self) -> Mark {
        Mark(AtomicBool::new(self.is_set()))
    }
}

impl Vocabulary {
    /// The names of a finished game.
    pub(crate) fn of(game: &Ruleset) -> Vocabulary {
        let group = |group: &Group| called(&group.name, group.kinds.clone());
        let pairs = |group: &Group| {
            let kinds = group.of.iter().zip(&group.kinds).map(|(&of, &kind)| [of, kind]);
            (group.name.value.clone(), kinds.collect())
        };
        let question = |named: &NamedQuestion| called(&named.name, Some(named.question.clone()));
        Vocabulary {
            groups: game.groups.iter().map(group).collect(),
            pairs: game.groups.iter().filter(|group| !group.of.is_empty()).map(pairs).collect(),
            questions: game.named.iter().map(question).collect(),
            trees: BTreeMap::new(),
        }
    }

    /// The named questions without errors.
    pub(crate) fn named(&self) -> Vec<NamedQuestion> {
        let named = self.questions.iter();
        named
            .filter_map(|named| {
                Some(NamedQuestion { name: named.name.clone(), question: named.value.clone()? })
            })
            .collect()
    }

    /// The names of groups.
    pub(crate) fn group_names(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(|group| group.name.value.as_str())
    }

    /// The names of questions.
    pub(crate) fn question_names(&self) -> impl Iterator<Item = &str> {
        self.questions.iter().map(|question| question.name.value.as_str())
    }
}

fn called<T>(name: &Spanned<String>, value: T) -> Called<T> {
    Called { name: name.clone(), value, used: Mark::default() }
}

/// Adds a value, or replaces the one with the same name.
pub(crate) fn call<T>(all: &mut Vec<Called<T>>, new: Called<T>) {
    match all.iter_mut().find(|old| old.name.value == new.name.value) {
        Some(old) => *old = new,
        None => all.push(new),
    }
}
