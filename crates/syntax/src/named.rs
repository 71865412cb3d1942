//! The mappings `groups` and `questions`: kinds and questions under a name of the author.

use crate::fields::{NameList, Reader};
use crate::mapping::{FromEntry, NONE};
use crate::scalar::Scalar;
use crate::value::Language::{Kind, Question};
use crate::value::Naming;
use crate::value::Value::{self, Either, Named, Text, Words};
use crate::yaml::Entry;

/// A named set of kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupText {
    /// The name.
    pub name: Scalar,
    /// Names of kinds, and of groups further up.
    pub kinds: NameList,
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
    const VALUE: Value = Either(&[NONE, Named(Naming::Groups, &Words(Kind))]);

    /// `groups: none` has no effect: the groups of a parent remain, because its rules name them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let groups = r.mapping(&entry.value, "`groups`")?;
        let group = |entry: &Entry| {
            Some(GroupText { name: entry.key.clone(), kinds: NameList::read(entry, r)? })
        };
        Some(groups.iter().filter_map(group).collect())
    }
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
