//! Tests of typical mistakes: each has one finding, and the edit of the finding corrects it.
//!
//! A row of `tests/data/slips.tsv` contains a shipped definition, words in it, and the mistake in
//! their place. It continues with the code of the finding, the text under its label, and the text
//! of its edit (`-` if it has none). `\n` is a line feed, and `\e` is nothing.

use alfil::Workspace;
use alfil_diagnostics::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The least number of rows.
const SLIPS: usize = 300;

/// Returns the paths of the shipped definitions by name.
fn shipped() -> BTreeMap<String, PathBuf> {
    let folders = fs::read_dir("definitions").expect("they are there");
    let families = folders.map(|folder| folder.expect("read").path()).filter(|path| path.is_dir());
    let files = families.flat_map(|family| fs::read_dir(family).expect("read"));
    let files = files.map(|file| file.expect("read").path());
    let yaml = files.filter(|path| path.extension().is_some_and(|e| e == "yaml"));
    yaml.map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path)).collect()
}

/// Returns the findings of `text` as the content of `path`, each with the text under its first
/// label.
fn findings(path: &Path, text: &str) -> Vec<(Diagnostic, String)> {
    let mut workspace = Workspace::new();
    workspace.open(path, text);
    let found = workspace.examine(&path.display().to_string()).found;
    let under = |d: &Diagnostic| d.span().map_or("", |s| workspace.sources().slice(s)).to_owned();
    found.iter().map(|d| (d.clone(), under(d))).collect()
}

/// Applies the edit of `finding` to `text`. Returns the result and the range of the new characters.
fn edited(text: &str, finding: &Diagnostic) -> Option<(String, Range<usize>)> {
    let edit = finding.edit.as_ref()?;
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    let typed = start..start + edit.text.len();
    Some((format!("{}{}{}", &text[..start], edit.text, &text[end..]), typed))
}

fn shown(found: &[(Diagnostic, String)]) -> String {
    let row =
        |(d, under): &(Diagnostic, String)| format!("\n    {} at {under:?}: {}", d.code, d.title);
    found.iter().map(row).collect()
}

#[test]
fn a_slip_has_one_finding_and_its_edit_corrects_it() {
    let (shipped, mut wrong, mut slips) = (shipped(), Vec::new(), 0);
    let rows = include_str!("../data/slips.tsv").lines().filter(|row| !row.starts_with('#'));
    for row in rows {
        slips += 1;
        let cells: Vec<String> =
            row.split('\t').map(|cell| cell.replace("\\n", "\n").replace("\\e", "")).collect();
        let [base, from, to, code, at, edit] = cells.as_slice() else { panic!("{row}: six cells") };
        let path = &shipped[base];
        let whole = fs::read_to_string(path).expect("it is there");
        assert!(whole.contains(from.as_str()), "{base} does not say {from:?}");
        let text = whole.replacen(from.as_str(), to, 1);
        let found = findings(path, &text);
        let mut fail = |what: String| wrong.push(format!("{base}: {to:?}: {what}"));
        let [(finding, under)] = found.as_slice() else {
            fail(format!("{} findings{}", found.len(), shown(&found)));
            continue;
        };
        let offered = finding.edit.as_ref().map_or("-", |edit| edit.text.as_str());
        if (finding.code.name(), under, offered) != (code, at, edit) {
            fail(format!("edit {offered:?}{}", shown(&found)));
        }
        if finding.help.is_none() {
            fail("no help".to_owned());
        }
        if let Some((cured, _)) = edited(&text, finding) {
            let left = findings(path, &cured);
            if !left.is_empty() {
                fail(format!("cured by {offered:?}, it still has{}", shown(&left)));
            }
        }
    }
    assert!(wrong.is_empty() && slips >= SLIPS, "{slips} slips\n{}", wrong.join("\n"));
}

/// Definitions with sentences that have no effect, or seem to have none. A row of
/// `tests/data/silent.tsv` contains a definition and its only finding.
#[test]
fn a_sentence_without_effect_is_found() {
    let (path, mut wrong) = (Path::new("tests/broken/silent.yaml"), Vec::new());
    let rows = include_str!("../data/silent.tsv").lines().filter(|row| !row.starts_with('#'));
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [text, code, at, edit] = cells.as_slice() else { panic!("{row}: four cells") };
        let text = format!("{}\n", text.replace("\\n", "\n"));
        let found = findings(path, &text);
        let mut fail = |what: &str| wrong.push(format!("{text}  {what}{}", shown(&found)));
        match found.as_slice() {
            [] if *code == "ok" => {}
            [(finding, under)] => {
                let offered = finding.edit.as_ref().map_or("-", |edit| edit.text.as_str());
                if (finding.code.name(), under.as_str(), offered) != (*code, *at, *edit) {
                    fail(&format!("edit {offered:?}"));
                }
                if finding.help.is_none() {
                    fail("no help");
                }
                let left = edited(&text, finding).map(|(cured, _)| findings(path, &cured));
                if let Some(left) = left.filter(|left| !left.is_empty()) {
                    fail(&format!("cured, it still has{}", shown(&left)));
                }
            }
            _ => fail("not the findings of the row"),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// No finding may be about the text of an edit, even if the file has other errors.
#[test]
fn no_finding_is_about_an_edit() {
    let (mut edits, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir("tests/broken").expect("they are there") {
        let path = entry.expect("read").path();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if path.extension().is_none_or(|e| e != "yaml") {
            continue;
        }
        for (finding, under) in findings(&path, &text) {
            let Some((cured, typed)) = edited(&text, &finding) else { continue };
            edits += 1;
            let faults = findings(&path, &cured);
            let faults = faults.iter().filter(|(fault, _)| {
                let span = fault.span().expect("each has a place");
                !typed.is_empty() && (span.start as usize) < typed.end && typed.start < span.end as usize
                    // The list or clause around the edit may have other errors.
                    && span.end - span.start <= typed.len() as u32
            });
            if let Some((fault, at)) = faults.into_iter().next() {
                let (file, title) = (path.display(), &fault.title);
                let said = &cured[typed];
                wrong.push(format!("{file}: {under:?} became {said:?}: {title} at {at:?}"));
            }
        }
    }
    assert!(wrong.is_empty() && edits > 150, "{edits} edits\n{}", wrong.join("\n"));
}

/// The edit copies merged keys to their place and leaves no unused anchor.
#[test]
fn merge_keys_are_written_out() {
    let path = Path::new("tests/broken/merged.yaml");
    let cases = [
        ("{rook: &s {moves: NN}, knight: {<<: *s}}", "{rook: {moves: NN}, knight: {moves: NN}}"),
        (
            "\n  rook: &s\n    moves: R3\n    worth: 4\n  bishop:\n    <<: *s\n    worth: 3",
            "\n  rook:\n    moves: R3\n    worth: 4\n  bishop:\n    moves: R3\n    worth: 3",
        ),
        (
            "\n  rook: &s {worth: 4}\n  queen: &t {moves: K}\n  bishop: {<<: [*s, *t]}",
            "\n  rook: {worth: 4}\n  queen: {moves: K}\n  bishop: {worth: 4, moves: K}",
        ),
        (
            "\n  rook: &s {worth: 4}\n  queen: {<<: *s}\n  bishop: {<<: *s}",
            "\n  rook: {worth: 4}\n  queen: {worth: 4}\n  bishop: {worth: 4}",
        ),
    ];
    for (written, meant) in cases {
        let mut text = format!("extends: chess\npieces: {written}\n");
        while let Some((finding, _)) = findings(path, &text).into_iter().next() {
            assert_eq!(finding.code.name(), "merge-key", "{text}");
            (text, _) = edited(&text, &finding).unwrap_or_else(|| panic!("no edit in {text}"));
        }
        assert_eq!(text, format!("extends: chess\npieces: {meant}\n"));
    }
}
