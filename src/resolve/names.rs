//! Names of kinds and zones in sentences and lists.
//!
//! The grammars know no names, so they would read a name of several words as several words.
//! [`Names`] therefore *veils* such a name: it becomes one word of the same length, so that all
//! places in the text stay valid. A name is veiled only where its words can mean nothing else.

use crate::resolve::draft::{Draft, Presence};
use crate::resolve::names;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::Zone;
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::question::Question;
use alfil_syntax::fields::{ListForm, NameList};
use alfil_syntax::grammar;
use alfil_syntax::scalar::Scalar;
use std::borrow::Cow;

/// Replaces each byte of a veiled name that no word can contain, such as a space. The grammars
/// treat it as a letter.
const VEIL: char = '\u{1}';

/// The words for pieces of every kind.
pub(crate) const EVERY_PIECE: [&str; 2] = ["piece", "pieces"];

/// A name that is veiled in texts.
struct Veiled<'a> {
    name: &'a str,
    /// True for kinds, which have a plural form.
    is_kind: bool,
}

/// The names to veil, the longest first.
pub(crate) struct Names<'a>(Vec<Veiled<'a>>);

impl<'a> Names<'a> {
    /// Veils the names of zones.
    pub(crate) fn of_zones(zones: &'a IndexVec<ZoneId, Zone>) -> Names<'a> {
        let zones: Vec<&str> = zones.iter().map(|zone| zone.name.value.as_str()).collect();
        Names::new(&zones, &[])
    }

    /// Veils the names of zones, kinds, groups and questions.
    pub(crate) fn of(draft: &'a Draft) -> Names<'a> {
        let kinds = draft.live().map(|(_, piece)| piece.name.value.as_str());
        let kinds: Vec<&str> = kinds.chain(draft.vocabulary.group_names()).collect();
        let zones = draft.zones.iter().map(|zone| zone.name.value.as_str());
        let others: Vec<&str> = zones.chain(draft.vocabulary.question_names()).collect();
        Names::new(&others, &kinds)
    }

    /// Veils `others` as they are, and `kinds` also in the plural.
    fn new(others: &[&'a str], kinds: &[&'a str]) -> Names<'a> {
        let zones = || others.iter().copied();
        let all = zones().map(|name| Veiled { name, is_kind: false });
        let all = all.chain(kinds.iter().map(|&name| Veiled { name, is_kind: true }));
        let is_known = |word: &str| zones().chain(kinds.iter().copied()).any(|name| name == word);
        let mut names: Vec<_> = all
            .filter(|veiled| !veiled.name.chars().all(is_word_char))
            .filter(|veiled| ambiguous(veiled.name, is_known).is_none())
            .collect();
        names.sort_by_key(|veiled| std::cmp::Reverse(veiled.name.len()));
        Names(names)
    }

    /// Veils every name in `text`. The length does not change.
    pub(crate) fn veil<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.0.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let begins = !out.ends_with(is_word_char);
            let found = self.0.iter().filter(|_| begins).find_map(|veiled| veiled.length(rest));
            let length = found.unwrap_or(first.len_utf8());
            for c in rest[..length].chars() {
                if found.is_none() || is_word_char(c) {
                    out.push(c)
                } else {
                    out.extend((0..c.len_utf8()).map(|_| VEIL))
                }
            }
            rest = &rest[length..];
        }
        Cow::Owned(out)
    }
}

impl Veiled<'_> {
    /// The number of bytes that the name occupies at the beginning of `text`. `None` if `text`
    /// begins with something else.
    fn length(&self, text: &str) -> Option<usize> {
        let mut rest = text;
        for (n, word) in self.name.split_whitespace().enumerate() {
            let behind = rest.trim_start();
            if n > 0 && behind.len() == rest.len() {
                return None;
            }
            rest = behind.strip_prefix(word)?;
        }
        let ends = |rest: &str| !rest.starts_with(is_word_char);
        let plural = rest.strip_prefix('s').filter(|rest| self.is_kind && ends(rest));
        let rest = plural.or(Some(rest).filter(|rest| ends(rest)))?;
        Some(text.len() - rest.len())
    }
}

/// Returns true if a word of a grammar may contain `c`.
fn is_word_char(c: char) -> bool {
    c.is_alphabetic() || c.is_ascii_digit() || matches!(c, '_' | '-' | VEIL)
}

/// Replaces veils in `text` by spaces.
pub(crate) fn unveil(text: &str) -> String {
    text.replace(VEIL, " ")
}

/// Unveils all texts of the findings.
pub(crate) fn unveil_findings(found: &mut [Diagnostic]) {
    for finding in found {
        let labels = finding.labels.iter_mut().map(|label| &mut label.text);
        for text in labels.chain(&mut finding.reason).chain([&mut finding.title]) {
            if text.contains(VEIL) {
                *text = unveil(text);
            }
        }
        if let Some(help) = &mut finding.help {
            help.rewrite(unveil);
        }
    }
}

/// Returns true if `word`, veiled or not, is `name`.
pub(crate) fn is_called(word: &str, name: &str) -> bool {
    word == name || word.contains(VEIL) && folded(word) == folded(name)
}

/// The name with one `VEIL` in place of each run of characters that no word can contain.
fn folded(name: &str) -> String {
    let mut folded = String::new();
    for c in name.trim().chars() {
        match is_word_char(c) && c != VEIL {
            true => folded.push(c),
            false if folded.ends_with(VEIL) => {}
            false => folded.push(VEIL),
        }
    }
    folded
}

/// The kind with the name `word`, veiled or not.
pub(crate) fn kind(word: &str, draft: &Draft) -> Option<KindId> {
    draft.live().find(|(_, piece)| is_called(word, &piece.name.value)).map(|(kind, _)| kind)
}

/// The kinds of the group `word`, veiled or not, in the singular or plural. Marks the group as used.
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

/// The named question `word`, veiled or not, which is `None` if it has an error. Marks the name as
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
        finding.reason = Some(format!("a {what} may use only what stands above it"));
        let help = match index {
            0 => format!("write what `{}` stands for", later[0]),
            _ => format!("move `{}` above `{}`", later[index], later[0]),
        };
        finding.help = Some(Help::from(help));
    }
}

/// Returns true if `word` is a keyword of sentences.
fn is_reserved(word: &str) -> bool {
    grammar::reserved().any(|reserved| reserved == word)
}

/// Returns the first keyword in a name of several words if the name is ambiguous. A name is
/// ambiguous if none of its words identifies it. `is_known` recognizes other names.
fn ambiguous(name: &str, is_known: impl Fn(&str) -> bool) -> Option<&str> {
    let reserved = name.split_whitespace().find(|word| is_reserved(word))?;
    // A short word may name a file, and a word with a final capital may be a movement. A word with
    // a final digit may be a number or a cell. So these words do not identify a name.
    let is_own = |word: &str| {
        word.chars().count() > 2
            && word.ends_with(|c: char| c.is_alphabetic() && !c.is_uppercase())
            && !is_reserved(word)
            && !is_known(word)
            && !word.strip_suffix('s').is_some_and(&is_known)
    };
    (!name.split_whitespace().any(is_own)).then_some(reserved)
}

/// Returns the keyword that makes `name` unusable in sentences. `is_known` recognizes the other
/// names of the game.
pub(crate) fn refused(name: &str, is_known: impl Fn(&str) -> bool) -> Option<&str> {
    ambiguous(name, |word| word != name && is_known(word))
}

/// A replacement for a reserved name: its words joined by hyphens, or a single word followed by
/// `what`.
pub(crate) fn suggested(name: &str, what: &str) -> String {
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
    let is_known = |name: &Spanned<String>| known.contains(&name.value.as_str());
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

/// The kinds of a list. Unknown names are reported and left out.
pub(crate) fn kinds(list: &NameList, draft: &Draft, found: &mut Report) -> Vec<KindId> {
    let known = draft.live().map(|(_, piece)| piece.name.value.as_str());
    let known: Vec<&str> = known.chain(draft.vocabulary.group_names()).collect();
    let mut kinds = Vec::new();
    for name in &names::parted(list, &known) {
        match (draft.find(&name.value), group(&name.value, draft)) {
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
        format!("no piece is called `{}`", name.value),
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
            "`others: none` takes away every piece that the file does not name; a piece promotes `to: others`".into(),
        );
    }
    if ["or", "and"].contains(&name) {
        return Some("leave `others` out".into());
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
