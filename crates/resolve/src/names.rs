//! Names of kinds, zones and questions in sentences and lists.

use crate::draft::{Draft, Presence};
use crate::names;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::Zone;
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::question::Question;
use alfil_syntax::definition::Definition;
use alfil_syntax::fields::{ListForm, NameList};
use alfil_syntax::notation::parse::{Names, ambiguous};
use alfil_syntax::piece::{PieceChange, PieceText};
use alfil_syntax::scalar::Scalar;

/// The words for pieces of every kind.
pub(crate) const EVERY_PIECE: [&str; 2] = ["piece", "pieces"];

/// The names of several words that movements and sentences may use: those of zones, kinds, groups
/// and questions.
pub(crate) fn of(draft: &Draft) -> Names<'_> {
    of_all(draft, [].into_iter(), [].into_iter())
}

/// The names of several words that a text of `file` may use, before all parts of the file are in
/// the draft.
pub(crate) fn of_file<'a>(draft: &'a Draft, file: &'a Definition) -> Names<'a> {
    let renamed = |entry: &'a PieceText| match &entry.change {
        PieceChange::Remove => None,
        PieceChange::Set(body) => body.rename.as_ref(),
    };
    let pieces = file.pieces.iter().flat_map(|entry| [Some(&entry.name), renamed(entry)]).flatten();
    let kinds = pieces.chain(file.groups.iter().map(|group| &group.name)).map(Scalar::text);
    of_all(draft, file.questions.iter().map(|question| question.name.text()), kinds)
}

fn of_all<'a>(
    draft: &'a Draft,
    questions: impl Iterator<Item = &'a str>,
    more: impl Iterator<Item = &'a str>,
) -> Names<'a> {
    let kinds = draft.live().map(|(_, piece)| piece.name.value.as_str());
    let kinds: Vec<&str> = kinds.chain(draft.vocabulary.group_names()).chain(more).collect();
    let zones = draft.zones.iter().map(|zone| zone.name.value.as_str());
    let others = zones.chain(draft.vocabulary.question_names()).chain(questions);
    Names::new(&others.collect::<Vec<_>>(), &kinds)
}

/// The longest name of several words with which a text begins.
pub(crate) fn beginning<'a>(text: &str, draft: &'a Draft) -> Option<&'a str> {
    let pieces = draft.live().map(|(_, piece)| piece.name.value.as_str());
    let zones = draft.zones.iter().map(|zone| zone.name.value.as_str());
    let names = pieces.chain(zones).chain(draft.vocabulary.group_names());
    let names = names.chain(draft.vocabulary.question_names()).filter(|name| name.contains(' '));
    let begins = |name: &&str| {
        text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    names.filter(begins).max_by_key(|name| name.len())
}

/// The names of several words that areas may use.
pub(crate) fn of_zones(zones: &IndexVec<ZoneId, Zone>) -> Names<'_> {
    let zones: Vec<&str> = zones.iter().map(|zone| zone.name.value.as_str()).collect();
    Names::new(&zones, &[])
}

/// Returns true if `word` is `name`, which may have other blanks.
pub(crate) fn is_called(word: &str, name: &str) -> bool {
    word == name
        || word.contains(char::is_whitespace) && word.split_whitespace().eq(name.split_whitespace())
}

/// The name of a kind whose plural may be `name`; else `name` itself.
pub(crate) fn singular<'a>(name: &'a str, draft: &Draft) -> &'a str {
    let Some(one) = name.strip_suffix('s').filter(|_| kind(name, draft).is_none()) else {
        return name;
    };
    // `bosses`
    let bare = one.strip_suffix('e').filter(|_| kind(one, draft).is_none());
    bare.filter(|bare| kind(bare, draft).is_some()).unwrap_or(one)
}

/// The kind with the name `word`.
pub(crate) fn kind(word: &str, draft: &Draft) -> Option<KindId> {
    draft.live().find(|(_, piece)| is_called(word, &piece.name.value)).map(|(kind, _)| kind)
}

/// The kinds of the group `word`, in the singular or plural. Marks the group as used.
pub(crate) fn group(word: &str, draft: &Draft) -> Option<Vec<KindId>> {
    let groups = || draft.vocabulary.groups.iter();
    let called = |name: &str| groups().find(|group| is_called(name, &group.name.value));
    let singular = || called(word.strip_suffix('s')?);
    let group = called(word).or_else(singular).or_else(|| called(&format!("{word}s")))?;
    group.used.set();
    let here = |kind: &KindId| draft.pieces[*kind].presence == Presence::Here;
    Some(group.value.iter().copied().filter(here).collect())
}

/// The pairs of the group `word`, each with the kind to which the other belongs first. `None` if
/// no group of pairs has this name, in the singular or plural.
pub(crate) fn pairs<'d>(word: &str, draft: &'d Draft) -> Option<&'d [[KindId; 2]]> {
    let all = || draft.vocabulary.pairs.iter();
    let called = |name: &str| all().find(|(known, _)| is_called(name, known));
    let singular = || called(word.strip_suffix('s')?);
    let found = called(word).or_else(singular).or_else(|| called(&format!("{word}s")));
    found.map(|(_, pairs)| pairs.as_slice())
}

/// The named question `word`, which is `None` if it has an error. Marks the name as
/// used.
pub(crate) fn question(word: &str, draft: &Draft) -> Option<Option<Question>> {
    let mut questions = draft.vocabulary.questions.iter();
    let question = questions.find(|question| is_called(word, &question.name.value))?;
    question.used.set();
    Some(question.value.clone())
}

/// Explains in findings that an unknown name is given further down, to a `what`. The first of
/// `later` is the name whose value has the findings.
pub(crate) fn explain_later<'s>(
    found: &mut [Diagnostic],
    later: impl Iterator<Item = &'s Scalar>,
    what: &str,
) {
    let later: Vec<&str> = later.map(Scalar::text).collect();
    for finding in found {
        let said = |name: &&&str| finding.title.contains(&format!("`{name}`"));
        let Some(index) = later.iter().position(|name| said(&name)) else { continue };
        finding.reason =
            Some(format!("a {what} can use only names that are defined above it").into());
        let help = match index {
            0 => format!("write the meaning of `{}` here", later[0]),
            _ => format!("move `{}` above `{}`", later[index], later[0]),
        };
        finding.help = Some(Help::from(help));
    }
}

/// Returns the keyword that makes `name` unusable in sentences. `is_known` recognizes the other
/// names of the game.
pub fn refused(name: &str, is_known: impl Fn(&str) -> bool) -> Option<&str> {
    ambiguous(name, |word| word != name && is_known(word))
}

/// A replacement for a reserved name: its words joined by hyphens, or a single word followed by
/// `what`.
pub fn suggested(name: &str, what: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    match words.as_slice() {
        [word] => format!("{word}-{what}"),
        words => words.join("-"),
    }
}

/// Splits a list into names. Each name takes as many words as possible that together are one of the
/// `known` names.
pub(crate) fn parted(list: &NameList, known: &[&str]) -> Vec<Spanned<String>> {
    match list.form {
        ListForm::Items => return list.words.clone(),
        ListForm::Text => {}
    }
    let joined = |words: &[Spanned<String>]| -> Option<Spanned<String>> {
        let (first, last) = (words.first()?, words.last()?);
        let text: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
        Some(Spanned::new(text.join(" "), first.span.to(last.span)))
    };
    let is_known = |name: &Spanned<String>| {
        let plural = name.value.strip_suffix('s');
        known.contains(&name.value.as_str()) || plural.is_some_and(|one| known.contains(&one))
    };
    let (mut names, mut rest) = (Vec::new(), list.words.as_slice());
    while !rest.is_empty() {
        let lengths = (1..=rest.len()).rev();
        let mut heads = lengths.filter_map(|n| Some((n, joined(&rest[..n])?)));
        let (length, name) = match heads.find(|(_, name)| is_known(name)) {
            Some(found) => found,
            None => {
                // A misspelt name of several words is one unknown name, so that it is reported
                // once.
                let whole = joined(rest).filter(|_| rest.len() > 1);
                let near = whole.filter(|name| {
                    did_you_mean(&name.value, known.iter().copied())
                        .is_some_and(|near| near.contains(' '))
                });
                match near {
                    Some(name) => (rest.len(), name),
                    None => (1, rest[0].clone()),
                }
            }
        };
        names.push(name);
        rest = &rest[length..];
    }
    names
}

/// The kinds of a list, in the singular or plural. Unknown names are reported and left out.
pub(crate) fn kinds(list: &NameList, draft: &Draft, found: &mut Report) -> Vec<KindId> {
    let known = draft.live().map(|(_, piece)| piece.name.value.as_str());
    let known: Vec<&str> = known.chain(draft.vocabulary.group_names()).collect();
    let mut kinds = Vec::new();
    for name in &names::parted(list, &known) {
        match (kind(singular(&name.value, draft), draft), group(&name.value, draft)) {
            (Some(kind), _) => kinds.push(kind),
            (None, Some(group)) => kinds.extend(group),
            (None, None) => found.push(unknown_kind(name, draft)),
        }
    }
    kinds
}

/// The finding for a name that no piece has.
pub(crate) fn unknown_kind(name: &Spanned<String>, draft: &Draft) -> Diagnostic {
    let finding = Diagnostic::at(
        Code::UnknownPiece,
        name.span,
        format!("there is no piece called `{}`", name.value),
        "unknown piece",
    );
    let known = draft.live().map(|(_, p)| p.name.value.as_str());
    let known: Vec<&str> = known.chain(draft.vocabulary.group_names()).collect();
    match unknown_kind_help(&name.value, draft) {
        Some(help) => finding.help(help),
        None if known.is_empty() => finding,
        None => finding.help(format!("the pieces are {}", known.join(", "))),
    }
}

/// The help for a name that no piece has, if its author probably means something that exists.
pub(crate) fn unknown_kind_help(name: &str, draft: &Draft) -> Option<Help> {
    if ["all", "any", "rest", "the rest", "other", "other pieces"].contains(&name) {
        return Some(
            "`others: none` removes every piece that the file does not name; in `promotes`, write `to: others`".into(),
        );
    }
    if ["or", "and"].contains(&name) {
        return Some("remove `others`".into());
    }
    if let Some(shaded) = name.strip_prefix("white ").or(name.strip_prefix("black "))
        && draft.live().any(|(_, piece)| piece.name.value == shaded)
    {
        let shade = if name.starts_with("white") { "light" } else { "dark" };
        return Some(Help::did_you_mean(format!("{shade} {shaded}")));
    }
    let lettered = draft.live().find(|(_, p)| p.letter.value.to_string() == name);
    let lettered = lettered.map(|(_, p)| p.name.value.as_str());
    lettered.or_else(|| near(name, draft)).map(Help::did_you_mean)
}

/// The name of a kind or group that resembles `name`.
pub(crate) fn near<'s>(name: &str, draft: &'s Draft) -> Option<&'s str> {
    let live = draft.live().map(|(_, piece)| piece.name.value.as_str());
    did_you_mean(name, live.chain(draft.vocabulary.group_names()))
}
