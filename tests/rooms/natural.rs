//! Tests of the helps for sentences of natural English.
//!
//! A row of `tests/data/natural.tsv` contains what a beginner types, where it is typed, and what is right in the
//! language. The test compares the help of `check` with the right sentence. A help is
//!
//! * *right* if its edit, or a text in it, makes the right sentence, or if the language has the typed words,
//! * *half* if it names words of the right sentence,
//! * *wrong* if it proposes another text, which would change the meaning,
//! * *none* otherwise.
//!
//! The right sentence itself must have no finding. `cargo test --test rooms natural -- --nocapture` prints
//! every row.

use alfil::Workspace;
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// The groups of rows, each with the least number of right rows. The rows of `later` were written by people who did
/// not know the patterns; patterns for them came afterwards. The rows of `blind` have seen no pattern.
const GROUPS: [(&str, usize); 3] = [("first", 176), ("later", 58), ("blind", 28)];

/// The texts of the column *right* for a rule that the language has no words for.
const CANNOT: &str = "cannot be said";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rating {
    Right,
    Half,
    None,
    Wrong,
}

struct Row<'a> {
    group: &'a str,
    place: &'a str,
    /// Other lines of the definition.
    with: String,
    typed: String,
    right: Vec<String>,
}

fn rows() -> Vec<Row<'static>> {
    let lines = include_str!("../data/natural.tsv").lines().filter(|row| !row.starts_with('#'));
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [group, place, with, typed, right, _source] = cells.as_slice() else {
            panic!("{line}: six cells")
        };
        let text = |cell: &str| cell.replace("\\n", "\n");
        let with = if *with == "-" { String::new() } else { format!("{}\n", text(with)) };
        let right = right.split(" | ").map(text).collect();
        Row { group, place, with, typed: text(typed), right }
    };
    lines.map(row).collect()
}

/// A whole definition with a sentence at its place, and the range of the sentence.
fn definition(place: &str, with: &str, said: &str) -> (String, Range<usize>) {
    let extends = if with.contains("extends: ") { "" } else { "extends: chess\n" };
    let head = format!("alfil: 1\n{extends}{with}");
    let before = match place {
        "goal" => "ends:\n  goals:\n    - ".to_owned(),
        "claim" => "ends:\n  claims:\n    - ".to_owned(),
        "effect" => "effects:\n  - ".to_owned(),
        "every move" => "every move: ".to_owned(),
        "duty" => "must: ".to_owned(),
        "key" => String::new(),
        _ => match place.strip_prefix("moves of ") {
            Some(piece) => format!("pieces:\n  {piece}:\n    moves: "),
            None => panic!("{place}: no place"),
        },
    };
    let start = head.len() + before.len();
    (format!("{head}{before}{said}\n"), start..start + said.len())
}

fn findings(text: &str) -> Vec<Diagnostic> {
    let mut workspace = Workspace::new();
    workspace.open(Path::new("tests/broken/natural.yaml"), text);
    let mut found = workspace.examine("tests/broken/natural.yaml").found;
    // A goal that holds at the start says nothing about its words.
    found.retain(|finding| finding.code != Code::OverAtStart);
    found
}

/// The place and the words of a right sentence. `@claim ` and `@key ` begin one that belongs elsewhere. `@help ` begins
/// words of a help for which there is no right text.
fn placed<'a>(row: &'a Row<'_>, right: &'a str) -> (&'a str, &'a str) {
    match right.strip_prefix('@').and_then(|right| right.split_once(' ')) {
        Some((place, words)) => (place, words),
        None => (row.place, right),
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The texts in backquotes.
fn quoted(help: &str) -> Vec<&str> {
    help.split('`').skip(1).step_by(2).collect()
}

fn rated(row: &Row<'_>, text: &str, typed: &Range<usize>, found: &[Diagnostic]) -> Rating {
    let helps: Vec<&str> = found.iter().filter_map(|d| d.help.as_deref()).collect();
    let proposes = |help: &&str| {
        let head = |head: &str| help.starts_with(head);
        // The forms of sentences propose no text.
        let is_form = ["QUESTION", "DEEDS", "PIECES"].iter().any(|word| help.contains(word));
        !is_form && ["write `", "did you mean `", "type `", "take it out"].into_iter().any(head)
    };
    if row.right.iter().any(|right| right == CANNOT) {
        return match helps.iter().any(|help| help.contains(CANNOT)) {
            true => Rating::Right,
            // A right part of a rule that cannot be said as a whole misleads nobody.
            false if found.iter().any(|d| d.edit.is_some()) => Rating::Half,
            false if helps.iter().any(proposes) => Rating::Wrong,
            false => Rating::None,
        };
    }
    let helpful = row.right.iter().filter_map(|right| right.strip_prefix("@help "));
    if helpful.into_iter().any(|words| helps.iter().any(|help| help.contains(words))) {
        return Rating::Right;
    }
    let is_right = |said: &str| {
        let mut right = row.right.iter().map(|right| placed(row, right));
        right.any(|(place, words)| place == row.place && plain(words) == plain(said))
    };
    // Words that the language has.
    if found.is_empty() && is_right(&row.typed) {
        return Rating::Right;
    }
    // All edits together.
    let mut edits: Vec<_> = found.iter().filter_map(|d| d.edit.as_deref()).collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut edited = text.to_owned();
    for edit in &edits {
        edited.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    let length = typed.len() + edited.len() - text.len();
    let said = edited.get(typed.start..typed.start + length).unwrap_or_default();
    if !edits.is_empty() && is_right(said) {
        return Rating::Right;
    }
    // A text of the help in place of the marked words, or in place of all.
    for finding in found {
        let (Some(help), Some(span)) = (finding.help.as_deref(), finding.span()) else { continue };
        let span = span.start as usize..span.end as usize;
        for words in quoted(help) {
            let elsewhere =
                row.right.iter().map(|right| placed(row, right)).any(|(place, right)| {
                    let is_key = place == "key" && plain(words) == plain(right);
                    is_key || place == "claim" && words == format!("claims: [{right}]")
                });
            if elsewhere || is_right(words) {
                return Rating::Right;
            }
            if edits.is_empty() && span.start >= typed.start && span.end <= typed.end {
                let said = format!(
                    "{}{words}{}",
                    &text[typed.start..span.start],
                    &text[span.end..typed.end]
                );
                if is_right(&said) {
                    return Rating::Right;
                }
            }
        }
    }
    if !edits.is_empty() {
        // Part of the sentence was meant rightly, and the rest still has a finding.
        return if findings(&edited).is_empty() { Rating::Wrong } else { Rating::Half };
    }
    if found.is_empty() || helps.iter().any(proposes) {
        return Rating::Wrong;
    }
    let said: Vec<&str> = row.typed.split_whitespace().collect();
    let new = |right: &String| {
        let words: Vec<String> = right.split_whitespace().map(str::to_owned).collect();
        words
            .into_iter()
            .filter(|word| word.len() > 2 && !said.contains(&word.as_str()))
            .collect::<Vec<_>>()
    };
    let wanted: Vec<String> = row.right.iter().flat_map(new).collect();
    let names = |help: &&str| {
        let mut words = quoted(help).into_iter().flat_map(str::split_whitespace);
        words.any(|word| wanted.iter().any(|wanted| wanted == word))
    };
    if helps.iter().any(names) { Rating::Half } else { Rating::None }
}

#[test]
fn helps_for_natural_sentences_are_right() {
    let (rows, mut wrong, mut all) = (rows(), Vec::new(), String::new());
    let mut counts = [[0_usize; 4]; GROUPS.len()];
    for row in &rows {
        let checks = |right: &String| {
            let (place, words) = placed(row, right);
            findings(&definition(place, &row.with, words).0).is_empty()
        };
        let has_no_text = |right: &String| right == CANNOT || right.starts_with("@help ");
        if !row.right.iter().any(|right| has_no_text(right) || checks(right)) {
            let right = &row.right[0];
            let (place, words) = placed(row, right);
            let found = findings(&definition(place, &row.with, words).0);
            let titles: Vec<&str> = found.iter().map(|d| d.title.as_str()).collect();
            wrong.push(format!("{right:?} is not right: {titles:?}"));
        }
        let (text, typed) = definition(row.place, &row.with, &row.typed);
        let found = findings(&text);
        let rating = rated(row, &text, &typed, &found);
        let group = GROUPS.iter().position(|(name, _)| *name == row.group).expect("a known group");
        counts[group][rating as usize] += 1;
        let _ = writeln!(all, "{rating:?}\t{}\t{}", row.place, row.typed.replace('\n', "\\n"));
        for finding in &found {
            let under = finding.span().and_then(|s| text.get(s.start as usize..s.end as usize));
            let under = under.unwrap_or_default();
            let edit = finding.edit.as_ref().map_or("-", |edit| edit.text.as_str());
            let help = finding.help.as_deref().unwrap_or("-");
            let _ = writeln!(
                all,
                "\t{} at {under:?}: {}\n\t  help: {help}\n\t  edit: {edit}",
                finding.code, finding.title
            );
        }
        let _ = writeln!(all, "\t  wanted: {}", row.right.join(" | ").replace('\n', "\\n"));
        if rating == Rating::Wrong {
            let helps: Vec<&str> = found.iter().filter_map(|d| d.help.as_deref()).collect();
            wrong.push(format!("{:?}: wrong help {helps:?}", row.typed));
        }
    }
    print!("{all}");
    println!("group\tright\thalf\tnone\twrong");
    for ((group, least), [right, half, none, bad]) in GROUPS.into_iter().zip(counts) {
        println!("{group}\t{right}\t{half}\t{none}\t{bad}");
        if right < least {
            wrong.push(format!("{right} rows of {group} are right, fewer than {least}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
