//! Tests of the answers for editors: cases as data, and requests about broken texts.

use alfil_definitions::shipped;
use alfil_diagnostics::source::SourceId;
use alfil_editor::names::Home;
use alfil_editor::place::place;
use alfil_editor::{Address, Change, Fix, Page};
use alfil_render::palette::Colour;
use alfil_syntax::definition;
use alfil_syntax::yaml::{Node, NodeKind};
use alfil_workspace::Workspace;
use std::fmt::Write;
use std::path::Path;

const CURSOR: char = '‸';

fn page(text: &str) -> Page {
    Page::read(&Workspace::new(), &Address::File("case.yaml".into()), text)
}

/// Applies `changes` to `text`, and marks the cursor at the end of the new text.
fn changed(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_owned();
    for change in changes.iter().rev() {
        text.replace_range(change.range.clone(), &change.text);
    }
    text
}

fn answer(asked: &str, written: &str) -> String {
    let at = written.find(CURSOR).unwrap_or(0);
    let text = written.replace(CURSOR, "");
    let page = page(&text);
    let mut out = String::new();
    let verb = asked.split([':', ' ']).next().unwrap_or_default();
    match verb {
        "hover" => match page.hover(at) {
            None => out += "nothing\n",
            Some(hover) => {
                writeln!(out, "{:?}: {}", &text[hover.range], hover.title).unwrap();
                for line in &hover.lines {
                    writeln!(out, "  {line}").unwrap();
                }
                if let Some(drawing) = &hover.drawing {
                    out += drawing.text(Colour::None, 60).trim_end();
                    out.push('\n');
                }
            }
        },
        "complete" => {
            for new in page.complete(at) {
                let Change { range, text: typed } = &new.change;
                let old = &text[range.clone()];
                writeln!(out, "{:?} {typed:?} for {old:?}: {}", new.sort, new.detail).unwrap();
            }
        }
        "fix" => {
            for Fix { mark, change } in page.fixes(&(at..at)) {
                let (old, new) = (&text[change.range], change.text);
                writeln!(out, "{}: {old:?} becomes {new:?}", mark.finding.code).unwrap();
            }
        }
        "define" => match page.define(at) {
            None => out += "nowhere\n",
            Some(target) => {
                let home = match target.home {
                    Home::Here => "here".to_owned(),
                    Home::File(path) => path.display().to_string(),
                    Home::Shipped(name) => format!("shipped {name}"),
                };
                writeln!(out, "{home}: {:?}", &target.text[target.range]).unwrap();
            }
        },
        "rename" => {
            let (_, new) = asked.split_once(" to ").expect("`rename OLD to NEW`");
            let new = new.split(':').next().unwrap_or_default();
            match page.rename(at, new, &[]) {
                Ok(renamed) => out += &changed(&text, &renamed[0].changes),
                Err(why) => writeln!(out, "refused: {why}").unwrap(),
            }
        }
        "fold" => {
            for fold in page.folds() {
                writeln!(out, "{:?}", &text[fold]).unwrap();
            }
        }
        "format" => out += &page.format().unwrap_or_else(|| "left alone\n".to_owned()),
        "marks" => {
            for mark in page.marks() {
                writeln!(out, "{:?}: {}", &text[mark.range], mark.finding).unwrap();
            }
        }
        _ => panic!("`{asked}` asks nothing"),
    }
    out
}

#[test]
fn editor_answers_match_the_snapshot() {
    let cases = include_str!("../data/editor.txt");
    let mut out = String::new();
    for case in cases.split("\n=== ").skip(1) {
        let (asked, text) = case.split_once('\n').expect("a case and its text");
        writeln!(out, "=== {asked}\n{}", answer(asked, text)).unwrap();
    }
    insta::assert_snapshot!("editor", out);
}

#[test]
fn an_open_parent_is_read_from_the_editor() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("open-parent");
    std::fs::create_dir_all(&folder).unwrap();
    let (parent, child) = (folder.join("parent.yaml"), folder.join("child.yaml"));
    std::fs::write(&parent, "extends: chess\n").unwrap();
    let text = "extends: ./parent.yaml\npieces: {zebra: {moves: W}}\n";
    let read = |base: &Workspace| Page::read(base, &Address::File(child.clone()), text);
    let codes = |page: &Page| page.marks().iter().map(|m| m.finding.code).collect::<Vec<_>>();
    assert_eq!(codes(&read(&Workspace::new())), ["missing-key"]);
    let mut base = Workspace::new();
    let setup = "setup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RZBQKBNR";
    let typed = format!("extends: chess\npieces: {{zebra: {{letter: Z, moves: N}}}}\n{setup}\n");
    base.open(&parent, &typed);
    let page = read(&base);
    assert_eq!(codes(&page), Vec::<&str>::new());
    assert!(page.files().any(|file| file.ends_with("open-parent/parent.yaml")));
}

/// Findings from before compilation stay after it. If the game cannot be compiled, they are already
/// complete. A good part of all findings is early, and some are not.
#[test]
fn early_findings_stay() {
    let (mut early, mut all) = (0, 0);
    for file in std::fs::read_dir("tests/broken").expect("the folder of broken files") {
        let path = file.expect("an entry").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let page = Page::read(&Workspace::new(), &Address::File(path.clone()), &text);
        let (soon, late) = (page.early_marks(), page.marks());
        for mark in &soon {
            assert!(late.contains(mark), "{}: {}", path.display(), mark.finding);
        }
        early += soon.len();
        all += late.len();
    }
    assert!(early * 3 > all && early < all, "{early} of {all} findings are early");
}

/// Calls `see` with each value of the tree and the keys that lead to it.
fn values(node: &Node, keys: &mut Vec<String>, see: &mut impl FnMut(&Node, &[String])) {
    match &node.kind {
        NodeKind::Scalar(_) => see(node, keys),
        NodeKind::Sequence(items) => items.iter().for_each(|item| values(item, keys, see)),
        NodeKind::Mapping(entries) => {
            for entry in entries {
                keys.push(entry.key.text().to_owned());
                values(&entry.value, keys, see);
                keys.pop();
            }
        }
    }
}

/// For each value on the line of its key, the place computed from the characters must be the place
/// in the tree.
#[test]
fn places_are_those_of_the_tree() {
    let mut seen = 0;
    for definition in shipped() {
        let text = definition.text;
        let tree =
            definition::tree(SourceId::only(), text).value.expect("shipped definitions are YAML");
        values(&tree, &mut Vec::new(), &mut |node, keys| {
            let (start, end) = (node.span.start as usize, node.span.end as usize);
            // An alias has its value elsewhere, and there are no places inside block texts.
            if text[start..end].contains('\n') || text[start..end].is_empty() {
                return;
            }
            let told = place(text, end);
            assert_eq!(told.keys, keys, "{}: {:?}", definition.name, &text[start..end]);
            seen += 1;
        });
    }
    assert!(seen > 2000, "{seen}");
}

/// A definition that is cut off at any place still gets answers.
#[test]
fn no_text_is_too_broken() {
    let mut asked = 0;
    for (number, definition) in shipped().enumerate().filter(|(number, _)| number % 7 == 0) {
        let text = definition.text;
        for cut in (number % 5..text.len()).step_by(text.len() / 5 + 1) {
            let cut = (0..=cut).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let page = page(&text[..cut]);
            page.marks();
            page.folds();
            for at in [0, cut / 2, cut, cut + 9] {
                page.hover(at);
                page.complete(at);
                page.define(at);
                page.fixes(&(at..at));
                asked += 1;
            }
            drop(page.rename(cut / 2, "something", &[]));
        }
    }
    assert!(asked > 100, "{asked}");
}

/// The time must be linear in the length of the text, even with many unclosed brackets.
#[test]
fn long_texts_have_places() {
    let dots = |part: &str| part.repeat((1 << 20) / part.len());
    for part in ["[", "{a: ", " ", "- ", "a: b\n", "{", "a,", "\"", "a: [", "'", ":"] {
        let text = dots(part);
        place(&text, text.len());
        let text = format!("a: [{}", dots(part));
        place(&text, text.len());
    }
}
