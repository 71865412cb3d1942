//! Reads `groups` and `questions`: names for sets of kinds and for questions.
//!
//! A group may use groups above it, and a question may use questions above it, so none contains
//! itself. The rest of the game gets the kinds and questions themselves.

use crate::draft::rules::{Called, Mark, Renumbering, call, renumber};
use crate::draft::{Draft, Presence};
use crate::names::{self, EVERY_PIECE};
use crate::question;
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_diagnostics::source::Spanned;
use alfil_rules::ids::KindId;
use alfil_rules::notation::{Group, NamedQuestion};
use alfil_syntax::definition::Definition;
use alfil_syntax::fields::{ListForm, NameList};
use alfil_syntax::named::{GroupText, QuestionText};
use alfil_syntax::notation::parse;
use alfil_syntax::piece::{PieceChange, PieceText};
use alfil_syntax::scalar::Scalar;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Group,
    Question,
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Sort::Group => "group",
            Sort::Question => "question",
        }
    }
}

/// Reads the groups of a file. Its pieces must be in the draft.
pub(crate) fn apply_groups(file: &Definition, draft: &mut Draft, found: &mut Report) {
    for (index, GroupText { name, kinds: list, of }) in file.groups.iter().enumerate() {
        let used = said(name, Sort::Group, draft, found);
        let before = found.len();
        let mut kinds = Vec::new();
        for kind in names::kinds(list, draft, found) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let later = file.groups[index..].iter().map(|group| &group.name);
        names::explain_later(&mut found[before..], later, "group");
        if list.words.is_empty() {
            let title = format!("the group `{}` is empty", name.text());
            found
                .at(Code::MissingValue, name.span(), title, "has no piece")
                .help("name its pieces, such as `[rook, bishop]`, or remove it");
        }
        draft.vocabulary.pairs.remove(name.text());
        if let Some(of) = of {
            let pairs = paired(of, list, draft, found);
            draft.vocabulary.pairs.insert(name.text().to_owned(), pairs);
        }
        let name = Spanned::new(name.text().to_owned(), name.span());
        let group = Called { name, value: kinds, used };
        call(&mut draft.vocabulary.groups, group);
    }
}

/// Reads the kinds of pairs, each of which belongs to the kind in front of it. Kinds that a group
/// stands for belong to all kinds of the group in front of them.
fn paired(of: &NameList, list: &NameList, draft: &Draft, found: &mut Report) -> Vec<[KindId; 2]> {
    let mut pairs = Vec::new();
    for (of, kind) in of.words.iter().zip(&list.words) {
        let one =
            |word: &Spanned<String>| NameList { words: vec![word.clone()], form: ListForm::Items };
        let firsts = names::kinds(&one(of), draft, found);
        let seconds = names::kinds(&one(kind), draft, &mut Report::default());
        for &first in &firsts {
            pairs.extend(seconds.iter().map(|&second| [first, second]));
        }
    }
    pairs
}

/// Reads the questions of a file. Its pieces, groups and counters must be in the draft.
pub(crate) fn apply_questions(file: &Definition, draft: &mut Draft, found: &mut Report) {
    for (index, QuestionText { name, text }) in file.questions.iter().enumerate() {
        let used = said(name, Sort::Question, draft, found);
        let before = found.len();
        let read = question::duty(text, draft, found);
        let tree = read.as_ref().map(|read| (name.text().to_owned(), read.tree.clone()));
        draft.vocabulary.trees.extend(tree);
        let value = read.map(|read| read.value);
        let later = file.questions[index..].iter().map(|question| &question.name);
        names::explain_later(&mut found[before..], later, "question");
        let name = Spanned::new(name.text().to_owned(), name.span());
        let question = Called { name, value, used };
        call(&mut draft.vocabulary.questions, question);
    }
}

/// Returns the mark of a new name. A name with a finding counts as used, and as known, so that its
/// uses cause no second finding.
fn said(name: &Scalar, sort: Sort, draft: &Draft, found: &mut Report) -> Mark {
    let mark = Mark::default();
    if !is_free(name, sort, draft, found) {
        mark.set();
    }
    mark
}

/// Reports a name that texts would read in another way, or that something else has already.
fn is_free(name: &Scalar, sort: Sort, draft: &Draft, found: &mut Report) -> bool {
    let (text, word) = (name.text(), sort.word());
    let mut refuse = |title: String, label: &str, help: Help| {
        found.at(Code::ReservedName, name.span(), title, label).help(help);
        false
    };
    let other = format!("call it `{}`", names::suggested(text, word));
    let is_known = |other: &str| draft.find(other).is_some();
    let every = EVERY_PIECE.into_iter().find(|word| *word == text);
    if let Some(reserved) = every.or_else(|| names::refused(text, is_known)) {
        let title = format!("`{reserved}` already has a meaning in questions");
        return refuse(title, &format!("cannot name a {word}"), other.into());
    }
    if !parse::is_zone_name(text) {
        let title = format!("sentences cannot use the name `{text}`");
        return refuse(title, &format!("cannot name a {word}"), "use only words of letters".into());
    }
    let is_alike = |known: &str| {
        known == text
            || known.strip_suffix('s') == Some(text)
            || text.strip_suffix('s') == Some(known)
    };
    let vocabulary = &draft.vocabulary;
    let taken = if draft.live().any(|(_, piece)| is_alike(&piece.name.value)) {
        Some("a piece")
    } else if draft.zones.iter().any(|zone| zone.name.value == text) {
        Some("a zone")
    } else if sort == Sort::Question && vocabulary.group_names().any(is_alike) {
        Some("a group")
    } else if sort == Sort::Question && draft.counters.iter().any(|known| is_alike(known)) {
        Some("a counter")
    } else if sort == Sort::Group && vocabulary.question_names().any(is_alike) {
        Some("a question")
    } else {
        None
    };
    match taken {
        None => true,
        Some(what) => refuse(format!("`{text}` is already {what}"), "taken", other.into()),
    }
}

/// The names of the kinds of the group that an entry of `pieces` names, each with its place if the
/// file writes it. `None` if the entry names no group.
pub(crate) fn members(
    entry: &PieceText,
    file: &Definition,
    draft: &Draft,
) -> Option<Vec<Spanned<String>>> {
    let name = entry.name.text();
    if draft.find(name).is_some() {
        return None;
    }
    of_group(name, file, draft, file.groups.len())
}

/// The names of the kinds in the group `name`, which is among the first `known` groups of the file
/// or in a parent.
fn of_group(
    name: &str,
    file: &Definition,
    draft: &Draft,
    known: usize,
) -> Option<Vec<Spanned<String>>> {
    let said = file.groups[..known].iter().rposition(|group| group.name.text() == name);
    if let Some(index) = said {
        let pieces = file.pieces.iter().map(|entry| entry.name.text());
        let live = draft.live().map(|(_, piece)| piece.name.value.as_str());
        let groups = file.groups[..index].iter().map(|group| group.name.text());
        let groups = groups.chain(draft.vocabulary.group_names());
        let words: Vec<&str> = pieces.chain(live).chain(groups).collect();
        let mut all: Vec<Spanned<String>> = Vec::new();
        for word in names::parted(&file.groups[index].kinds, &words) {
            let inner = match draft.find(&word.value) {
                Some(_) => None,
                None => of_group(&word.value, file, draft, index),
            };
            for member in inner.unwrap_or_else(|| vec![word]) {
                if all.iter().all(|other| other.value != member.value) {
                    all.push(member);
                }
            }
        }
        return Some(all);
    }
    let group = draft.vocabulary.groups.iter().find(|group| group.name.value == name)?;
    group.used.set();
    let name = |kind: &KindId| draft.pieces[*kind].name.clone();
    let here = |kind: &&KindId| draft.pieces[**kind].presence == Presence::Here;
    Some(group.value.iter().filter(here).map(name).collect())
}

/// True if an entry of `pieces` for a group gives the piece `name` its moves.
pub(crate) fn gives_moves(file: &Definition, draft: &Draft, name: &str) -> bool {
    file.pieces.iter().any(|entry| {
        let moves = match &entry.change {
            PieceChange::Remove => false,
            PieceChange::Set(body) => body.moves.is_some(),
        };
        let members = || members(entry, file, draft).unwrap_or_default();
        moves && members().iter().any(|member| member.value == name)
    })
}

/// Marks the groups of `file` that its `pieces` name.
pub(crate) fn mark_entries(file: &Definition, draft: &Draft) {
    for entry in &file.pieces {
        names::group(entry.name.text(), draft);
    }
}

/// Warns of names that no text of the game uses.
pub(crate) fn lint(draft: &Draft, found: &mut Report) {
    let mut unused = |name: &Spanned<String>, used: &Mark, sort: Sort, such: &str| {
        if !used.is_set() {
            let title = format!("no rule uses the {} `{}`", sort.word(), name.value);
            found
                .at(Code::UnusedName, name.span, title, "never used")
                .help(format!("use it, such as `{such}`, or remove it"));
        }
    };
    for Called { name, used, .. } in &draft.vocabulary.groups {
        unused(name, used, Sort::Group, &format!("own {}", name.value));
    }
    for Called { name, used, .. } in &draft.vocabulary.questions {
        unused(name, used, Sort::Question, &format!("every move: {}", name.value));
    }
}

/// The groups of a game, with new ids of kinds.
pub(crate) fn groups(draft: &Draft, numbers: &Renumbering) -> Vec<Group> {
    let group = |group: &Called<Vec<KindId>>| {
        let name = group.name.clone();
        let Some(pairs) = draft.vocabulary.pairs.get(&name.value) else {
            let kinds = group.value.iter().filter_map(|&kind| numbers[kind]);
            return Group { name, kinds: kinds.collect(), of: Vec::new() };
        };
        let both = |&[of, kind]: &[KindId; 2]| Some((numbers[of]?, numbers[kind]?));
        let (of, kinds) = pairs.iter().filter_map(both).unzip();
        Group { name, kinds, of }
    };
    draft.vocabulary.groups.iter().map(group).collect()
}

/// The named questions of a game, with new ids of kinds.
pub(crate) fn questions(draft: &Draft, numbers: &Renumbering) -> Vec<NamedQuestion> {
    let mut all = Vec::new();
    for Called { name, value, .. } in &draft.vocabulary.questions {
        if let Some(mut question) = value.clone() {
            question.each_men(&mut |men| renumber(men, numbers));
            all.push(NamedQuestion { name: name.clone(), question });
        }
    }
    all
}
