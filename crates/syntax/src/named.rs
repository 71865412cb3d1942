//! The mappings `groups` and `questions`: kinds and questions under a name of the author.

use crate::fields::{ListForm, NameList, Reader};
use crate::mapping::{FromEntry, NONE};
use crate::scalar::Scalar;
use crate::value::Language::{Kind, Question};
use crate::value::Naming;
use crate::value::Value::{self, Either, Named, Text, Words};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::source::Spanned;

/// A named set of kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupText {
    /// The name.
    pub name: Scalar,
    /// Names of kinds, and of groups further up.
    pub kinds: NameList,
    /// For pairs, the names of the kinds to which `kinds` belong, in the same order.
    pub of: Option<NameList>,
}

/// A named question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionText {
    /// The name.
    pub name: Scalar,
    /// The question.
    pub text: Scalar,
}

impl FromEntry for Vec<GroupText> {
    const VALUE: Value = Either(&[NONE, Named(Naming::Groups, &GROUP)]);

    /// `groups: none` has no effect: the groups of a parent remain, because its rules name them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let groups = r.mapping(&entry.value, "`groups`")?;
        Some(groups.iter().filter_map(|entry| group(entry, r)).collect())
    }
}

/// A list of kinds, or a mapping of kinds to the kind that belongs to each.
const GROUP: Value = Either(&[Words(Kind), Named(Naming::Kinds, &Words(Kind))]);

fn group(entry: &Entry, r: &mut Reader<'_>) -> Option<GroupText> {
    let name = entry.key.clone();
    let NodeKind::Mapping(pairs) = &entry.value.kind else {
        return Some(GroupText { name, kinds: NameList::read(entry, r)?, of: None });
    };
    let (mut of, mut kinds) = (Vec::new(), Vec::new());
    for pair in pairs {
        let kind = r.scalar(pair)?;
        of.push(Spanned::new(pair.key.text().to_owned(), pair.key.span()));
        kinds.push(Spanned::new(kind.text().trim().to_owned(), kind.span()));
    }
    let list = |words| NameList { words, form: ListForm::Items };
    Some(GroupText { name, kinds: list(kinds), of: Some(list(of)) })
}

impl FromEntry for Vec<QuestionText> {
    const VALUE: Value = Either(&[NONE, Named(Naming::Questions, &Text(Question))]);

    /// `questions: none` has no effect: the questions of a parent remain, because its rules name
    /// them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let questions = r.named(&entry.value, "`questions`")?;
        let question =
            |entry: &&Entry| Some(QuestionText { name: entry.key.clone(), text: r.scalar(entry)? });
        Some(questions.iter().filter_map(question).collect())
    }
}
