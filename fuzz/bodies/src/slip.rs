//! Fuzz target: shipped definitions with one typical mistake, and the edits that the findings
//! offer.
//!
//! An edit must remove the finding that offers it, add no error, and delete no word that the
//! finding does not mention.
//!
//! * An error counts as added if there was no error with its code and title at its place before.
//!   Errors that the mistake had hidden are exempt if they are on other lines than the edit: in a
//!   file that was not valid YAML, below an unknown key, or from a parent that was missing. The
//!   author may have made such mistakes as well, and the edit is still right.
//! * A word counts as mentioned if it is in the title, the reason, the help or the text of a label.
//!   A label over the word is enough only if the title quotes no other word under the label.

use alfil::Workspace;
use alfil_diagnostics::diagnostic::{Diagnostic, Severity, did_you_mean};
use arbitrary::{Result, Unstructured};
use std::ops::Range;

/// Words that authors may write in the wrong place.
const WORDS: [&str; 16] = [
    "own", "when", "not", "in", "of", "end", "king", "rook", "last", "and", "to", "moved", "check",
    "none", "only", "rank",
];

/// Makes a mistake and applies each offered edit.
pub fn slip(bytes: &[u8]) {
    // If there are too few bytes for a choice, the run is not a failure.
    let _ = try_slip(&mut Unstructured::new(bytes));
}

fn try_slip(u: &mut Unstructured<'_>) -> Result<()> {
    // Only short definitions are used, because large boards take long to compile.
    let shipped: Vec<_> = alfil_definitions::shipped().filter(|s| s.text.len() < 3000).collect();
    let base = u.choose(&shipped)?;
    let text = slipped(base.text, u)?;
    // A text with a path is skipped, because results must not depend on files on disk.
    if text != base.text && !(text.contains('/') && text.contains("yaml")) {
        check(&text);
    }
    Ok(())
}

/// The words of a text, except for comments, `name`, `about` and `tests`.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut at, mut about) = (0, false);
    for line in text.split_inclusive('\n') {
        if line.starts_with(|c: char| !c.is_whitespace()) {
            about =
                line.starts_with("about") || line.starts_with("name") || line.starts_with("tests");
        }
        if !about && !line.trim_start().starts_with('#') {
            let mut start = None;
            for (n, c) in line.char_indices().chain([(line.len(), ' ')]) {
                match (c.is_ascii_alphanumeric(), start) {
                    (true, None) => start = Some(n),
                    (false, Some(first)) => {
                        found.push(at + first..at + n);
                        start = None;
                    }
                    (true, Some(_)) | (false, None) => {}
                }
            }
        }
        at += line.len();
    }
    found
}

fn slipped(text: &str, u: &mut Unstructured<'_>) -> Result<String> {
    let all = words(text);
    if all.is_empty() {
        return Ok(text.to_owned());
    }
    let word = u.choose(&all)?.clone();
    let (said, mut changed) = (&text[word.clone()], text.to_owned());
    let letters: Vec<char> = said.chars().collect();
    let place = u.int_in_range(0..=letters.len() - 1)?;
    let typed: String = match u.int_in_range(0..=8)? {
        // Cases 0 to 3 remove, double or replace a letter, or swap two letters.
        0 if letters.len() > 1 => {
            letters.iter().enumerate().filter(|(n, _)| *n != place).map(|(_, c)| c).collect()
        }
        1 => letters
            .iter()
            .enumerate()
            .flat_map(|(n, c)| vec![*c; 1 + usize::from(n == place)])
            .collect(),
        2 => {
            let other = char::from(b'a' + u.int_in_range(0..=25)?);
            letters.iter().enumerate().map(|(n, c)| if n == place { other } else { *c }).collect()
        }
        3 if place > 0 => {
            let mut letters = letters;
            letters.swap(place - 1, place);
            letters.into_iter().collect()
        }
        // The other cases remove, double, replace or add a word.
        4 => {
            let end = word.end + usize::from(text[word.end..].starts_with(' '));
            changed.replace_range(word.start..end, "");
            return Ok(changed);
        }
        5 => format!("{said} {said}"),
        6 => (*u.choose(&WORDS)?).to_owned(),
        7 => format!("{} {said}", u.choose(&WORDS)?),
        _ => {
            let other = u.choose(&all)?;
            text[other.clone()].to_owned()
        }
    };
    changed.replace_range(word, &typed);
    Ok(changed)
}

/// The findings about a text, each with all words that the author sees.
fn findings(text: &str) -> Vec<(Diagnostic, String)> {
    let mut workspace = Workspace::new();
    workspace.add("slip", text);
    let found = workspace.examine("slip").found;
    let sources = workspace.sources();
    let own = |finding: &Diagnostic| {
        finding.span().is_some_and(|span| &*sources.get(span.source).text == text)
    };
    let said = |finding: &Diagnostic| {
        let labels = finding.labels.iter().map(|label| label.text.as_str());
        let more = finding.reason.as_deref().into_iter().chain(finding.help.as_deref());
        [finding.title.as_str()].into_iter().chain(more).chain(labels).collect::<Vec<_>>().join(" ")
    };
    found.into_iter().filter(own).map(|finding| (finding.clone(), said(&finding))).collect()
}

fn check(text: &str) {
    let found = findings(text);
    for (finding, said) in &found {
        let Some(edit) = &finding.edit else { continue };
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let cured = format!("{}{}{}", &text[..start], edit.text, &text[end..]);
        let old = &text[start..end];
        let what = || {
            let title = &finding.title;
            let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let line = text[line..].lines().next().unwrap_or_default();
            format!("{}: {title}\n{old:?} became {:?} in {line:?}\n", finding.code, edit.text)
        };
        let mut named = finding.title.split('`').skip(1).step_by(2);
        let names_some = named.any(|named| words_of(old).any(|word| named.contains(word)));
        let gone = deleted(old, &edit.text, said).filter(|_| names_some);
        assert!(gone.is_none(), "{}deletes {gone:?}\n{text}", what());
        // The place of a finding after the edit.
        let moved = |finding: &Diagnostic| {
            let at = finding.span()?.start as usize;
            Some(if at >= end && at > start { at + edit.text.len() - old.len() } else { at })
        };
        let left = findings(&cured);
        let place = |finding: &Diagnostic| finding.span().map(|span| span.start as usize);
        let is_there = left.iter().find(|(other, _)| {
            other.code == finding.code
                && other.title == finding.title
                && place(other) == moved(finding)
        });
        assert!(is_there.is_none(), "{}is found again\n{text}", what());
        let added = left.iter().map(|(other, _)| other).find(|other| {
            let known = |(d, _): &(Diagnostic, String)| {
                d.code == other.code && d.title == other.title && moved(d) == place(other)
            };
            let is_hidden = || is_hidden(finding, other, &cured, start..start + edit.text.len());
            other.severity() == Severity::Error && !found.iter().any(known) && !is_hidden()
        });
        if let Some(added) = added {
            panic!("{}adds {}: {}\n{text}", what(), added.code, added.title);
        }
    }
}

/// True if `other` is in a part of the text that was not checked because of `finding`. `typed` is
/// the range of the edit.
fn is_hidden(finding: &Diagnostic, other: &Diagnostic, text: &str, typed: Range<usize>) -> bool {
    let at = other.span().map_or(0, |span| span.start as usize);
    let line = |at: usize| text[..at].matches('\n').count();
    if (line(typed.start)..=line(typed.end)).contains(&line(at)) {
        return false;
    }
    // The column of the first letter in a line.
    let depth = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let below = || {
        let first = line(typed.start);
        let between = text.lines().skip(first + 1).take(line(at).saturating_sub(first));
        let own = depth(text.lines().nth(first).unwrap_or_default());
        line(at) > first && between.filter(|l| !l.trim().is_empty()).all(|l| depth(l) > own)
    };
    match finding.code.name() {
        "yaml-syntax" => true,
        "unknown-key" => below(),
        "unknown-definition" | "unreadable-file" => true,
        _ => false,
    }
}

/// A word of `old` that is missing in `new` and that `said` does not mention.
fn deleted<'t>(old: &'t str, new: &str, said: &str) -> Option<&'t str> {
    let kept =
        |word: &str| new.contains(word) || did_you_mean(word, new.split_whitespace()).is_some();
    words_of(old).find(|word| !kept(word) && !said.contains(word))
}

/// The words of a text with at least two letters.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 1)
}
