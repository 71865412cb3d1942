//! Texts of Interactive Diagrams: imports of `tests/foreign/diagrams/`, exports of shipped games,
//! hostile texts, and the formats that are recognised.

use alfil::{Dice, Variant};
use alfil_definitions::shipped;
use alfil_diagnostics::source::SourceId;
use alfil_foreign::diagram::export::export;
use alfil_foreign::diagram::{self, Weight};
use alfil_foreign::recognise::{Format, recognise};
use alfil_records::programs::{Language, Reader};
use alfil_syntax::format::format;
use alfil_workspace::Workspace;
use std::collections::BTreeSet;
use std::fs;

/// What an import must give.
#[derive(PartialEq, Eq, Debug)]
enum Outcome {
    Complete,
    Partly,
    Refused,
}

/// A diagram with its expectations.
struct Case {
    name: String,
    outcome: Outcome,
    /// The fields and pieces of rules that are not carried over.
    lost: BTreeSet<String>,
    perft: Vec<u128>,
    text: String,
}

/// Reads the cases of a file. A case is a line `= NAME`, lines about the result, `--` and the text.
fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_text = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("= ") {
            let outcome = Outcome::Refused;
            let (name, lost) = (name.to_owned(), BTreeSet::new());
            cases.push(Case { name, outcome, lost, perft: Vec::new(), text: String::new() });
            in_text = false;
            continue;
        }
        let case = cases.last_mut().expect("a file begins with a case");
        match line.split_once(' ').unwrap_or((line, "")) {
            _ if in_text => case.text.extend([line, "\n"]),
            ("--", _) => in_text = true,
            ("complete", _) => case.outcome = Outcome::Complete,
            ("partly", _) => case.outcome = Outcome::Partly,
            ("refused", _) => case.outcome = Outcome::Refused,
            ("lost", "hello world") => case.lost = BTreeSet::from(["hello world".to_owned()]),
            ("lost", keys) => case.lost = keys.split(' ').map(str::to_owned).collect(),
            ("perft", counts) => {
                case.perft = counts.split(' ').map(|count| count.parse().unwrap()).collect();
            }
            ("#", _) => {}
            _ => panic!("{}: what is `{line}`?", case.name),
        }
    }
    cases
}

fn all_cases() -> Vec<Case> {
    let files = ["games", "pieces", "fields"];
    let path = |file: &str| format!("tests/foreign/diagrams/{file}.txt");
    files.iter().flat_map(|file| cases(&fs::read_to_string(path(file)).unwrap())).collect()
}

/// The differences between a case and its import.
fn differences(case: &Case) -> Vec<String> {
    let name = &case.name;
    let imported = match diagram::import(&case.text, "Mine") {
        Ok(imported) => imported,
        Err(remark) if case.outcome == Outcome::Refused && remark.weight == Weight::Error => {
            return Vec::new();
        }
        Err(remark) => return vec![format!("{name}: {remark}")],
    };
    let mut wrong = Vec::new();
    let outcome = if imported.is_complete() { Outcome::Complete } else { Outcome::Partly };
    if outcome != case.outcome {
        let remarks: Vec<String> = imported.remarks.iter().map(|r| r.to_string()).collect();
        wrong.push(format!("{name}: {outcome:?}: {}", remarks.join(" | ")));
    }
    let lost = imported.remarks.iter().filter(|remark| remark.weight <= Weight::Lost);
    let lost: BTreeSet<String> = lost.map(|remark| remark.key.clone()).collect();
    if lost != case.lost {
        wrong.push(format!("{name}: lost {lost:?}"));
    }
    if format(SourceId::only(), &imported.text).ok().as_ref() != Some(&imported.text) {
        wrong.push(format!("{name}: not in the house style"));
    }
    match alfil::parse(&imported.text) {
        Err(error) => wrong.push(format!("{name}: {error}\n{}", imported.text)),
        Ok(variant) => {
            let position = variant.start();
            for (depth, &count) in (1..).zip(&case.perft) {
                let counted = position.perft(depth, alfil::Effort::default());
                if counted != Some(count) {
                    wrong.push(format!("{name}: perft {depth} {counted:?}\n{}", imported.text));
                }
            }
        }
    }
    wrong
}

#[test]
fn more_than_a_hundred_diagrams_are_imported() {
    let cases = all_cases();
    assert!(cases.len() >= 140, "{}", cases.len());
    let wrong: Vec<String> = cases.iter().flat_map(differences).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_diagrams_have_every_field() {
    let texts: String = all_cases().into_iter().map(|case| case.text).collect();
    let missing: Vec<&str> =
        diagram::names().filter(|name| !texts.contains(&format!("{name}="))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_manual_has_every_field() {
    let manual = fs::read_to_string("docs/diagrams.md").unwrap();
    let missing: Vec<&str> =
        diagram::names().filter(|name| !manual.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Exports a game, if a diagram can say all of it.
fn exported(name: &str) -> Option<(Variant, String)> {
    let mut workspace = Workspace::new();
    let variant = workspace.load(name).ok()?;
    let done = export(variant.resolved(), variant.game(), workspace.sources());
    let text = done.text.filter(|_| done.gaps.is_empty())?;
    Some((variant, text))
}

/// Plays random moves in both games and returns the first position with different moves.
fn first_difference(one: &Variant, other: &Variant, seed: u64) -> Option<String> {
    let mut dice = Dice::new(seed);
    let (mut one, mut other) = (one.start(), other.start());
    for _ in 0..30 {
        let moves = |position: &alfil::Position| {
            let mut texts = position.legal().texts().unwrap_or_default();
            texts.sort();
            texts
        };
        let (moves, others) = (moves(&one), moves(&other));
        if moves != others {
            return Some(format!("{}\n{moves:?}\n{others:?}", one.text()));
        }
        let Some(mv) = one.legal().random(&mut dice) else { break };
        let text = one.legal().write(&mv);
        one.play_text(&text).unwrap();
        other.play_text(&text).unwrap();
    }
    None
}

#[test]
fn exported_games_come_back() {
    let mut names = Vec::new();
    let mut wrong = Vec::new();
    let games = shipped().filter(|game| !game.text.contains("\nmodifier: true"));
    for game in games.filter(|game| game.family != "continuous") {
        let Some((variant, text)) = exported(game.name) else { continue };
        names.push(game.name);
        let imported = diagram::import(&text, "Mine").unwrap();
        if !imported.is_complete() {
            let remarks: Vec<String> = imported.remarks.iter().map(|r| r.to_string()).collect();
            wrong.push(format!("{}: {}\n{text}", game.name, remarks.join(" | ")));
            continue;
        }
        match alfil::parse(&imported.text) {
            Err(error) => wrong.push(format!("{}: {error}", game.name)),
            Ok(back) => {
                for seed in 0..3 {
                    if let Some(difference) = first_difference(&variant, &back, seed) {
                        wrong.push(format!("{}: {difference}\n{text}", game.name));
                        break;
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    println!("{} games: {}", names.len(), names.join(" "));
    assert!(names.len() >= 20, "{}: {names:?}", names.len());
}

#[test]
fn gaps_have_places() {
    let mut workspace = Workspace::new();
    let variant = workspace.load("atomic").unwrap();
    let done = export(variant.resolved(), variant.game(), workspace.sources());
    let effect = done.gaps.iter().find(|gap| gap.rule.starts_with("the effect")).unwrap();
    assert!(workspace.sources().slice(effect.span.unwrap()).starts_with("when capturing"));
    let variant = workspace.load("glinski").unwrap();
    let done = export(variant.resolved(), variant.game(), workspace.sources());
    assert_eq!((done.text, done.gaps.len()), (None, 1));
}

#[test]
fn hostile_diagrams_are_refused_or_read() {
    let long = "x".repeat(200_000);
    let many = "man:M:K:man:a1\n".repeat(5_000);
    let texts = [
        String::new(),
        "files=4294967296\nman:M:K:m:a1".to_owned(),
        "files=-1\nranks=0\nman:M:K:m:a1".to_owned(),
        format!("{long}:M:K:m:a1\n{long}={long}\n{long}"),
        format!("man:M:{long}:m:a1"),
        format!("man:M:{}W:m:a1", "(".repeat(50_000)),
        format!("man:M:{}W{}:m:a1", "[".repeat(50_000), "]".repeat(50_000)),
        format!("man:M:{}:m:a1", "WFDANCZ".repeat(20_000)),
        format!("man:M:K:m:{}", "a1-h8,".repeat(20_000)),
        format!("man:M:K:m:a1\nmorph={}", "M/".repeat(50_000)),
        format!("man:M:K:m:a1\ncaptureMatrix={}", "M/".repeat(50_000)),
        format!("man:M:K:m:a1\npromoChoice={}", "!*?".repeat(50_000)),
        format!("man:M:K:m:a1\nposition={}", "9999999999/".repeat(20_000)),
        format!("man:M:K:m:a1\nroyal={}", "1,".repeat(50_000)),
        format!("man:M:K:m:a1\nshuffle={}", "M!".repeat(50_000)),
        many,
        "<div class=idiagram".to_owned(),
        "<div class='idiagram'>".to_owned(),
        "<div class=idiagram>".repeat(5_000),
        format!("<!--{long}"),
        "<".repeat(100_000),
        format!("<div class=idiagram>{}", "<br>".repeat(50_000)),
        "é:É:ß:ẞ:ﬁ1-Ω9\nfiles=٣\n\u{202e}:::".to_owned(),
        "man\u{0}:M\u{1b}[31m:K\u{7}:m:a1\rking:K:K::e1".to_owned(),
        ":::::::::\n=\n==\n=:=:\n::=".to_owned(),
        "hole::::a1-h8\nman:M:K:m:a1".to_owned(),
        "files=1\nranks=1\nman:M:K:m:a1".to_owned(),
        "files=16\nranks=16\nman:M:(99,99):m:a1\nking:K:Q:k:p16".to_owned(),
        "x".repeat(2 << 20),
    ];
    for text in &texts {
        let Ok(imported) = diagram::import(text, "Mine") else { continue };
        assert!(imported.remarks.iter().all(|remark| !remark.to_string().contains('\u{1b}')));
        assert!(imported.text.len() < 200_000, "{}", &text[..text.len().min(60)]);
        let errors = imported.remarks.iter().any(|remark| remark.weight == Weight::Error);
        assert_eq!(alfil::parse(&imported.text).is_err(), errors, "{}", imported.text);
    }
}

#[test]
fn lines_of_royal_pieces_add_up() {
    let pieces = "files=5\nranks=5\nguard:G:F:guard:a1\nprince:P:K:man:c1\nking:K:K:king:e1\n";
    for royal in ["royal=2\nroyal=3\n", "royal=3\nroyal=2\n", "royal=2,3\n"] {
        let imported = diagram::variant(&format!("{pieces}{royal}"), "royals").expect("it is read");
        let text = imported.definition.expect("a definition");
        assert_eq!(text.matches("royal: true").count(), 2, "{royal}{text}");
    }
}

#[test]
fn formats_are_recognised() {
    let zrf = "; a comment\n(define leap (($1 (verify not-friend?) add)))\n\
               (game (title \"Capablanca's Chess\") (board (grid (dimensions \
               (\"a/b/c/d/e/f/g/h/i/j\" (1 0)) (\"8/7/6/5/4/3/2/1\" (0 1))))))";
    let lud = "(game \"Breakthrough\" (players 2) (equipment {(board (square 8))}))";
    let table: [(&[u8], Format, &str); 12] = [
        (b"[mine:chess]\nmaxRank = 8\n", Format::VariantsIni, ""),
        (b"files=8 ranks=8 pawn:P::pawn:a2-h2", Format::Diagram, ""),
        (b"<p><div class=\"idiagram\">files=8</div>", Format::Diagram, ""),
        (b"<html><p>Chess</p></html>", Format::Page, "idiagram"),
        (b"[Event \"A game\"]\n\n1. e4 e5", Format::Pgn, "alfil convert"),
        (b"8/8/8/8/8/8/8/K1k5 w - - 0 1", Format::Position, "alfil moves"),
        (b"name: Mine\nextends: chess\n", Format::Definition, "alfil check mine"),
        (b"\x89PNG\r\n\x1a\n\0\0", Format::Binary, "UTF-8"),
        (b"hello", Format::Unknown, "its format is not known"),
        (b"", Format::Unknown, "its format is not known"),
        (zrf.as_bytes(), Format::Program(Language::Zillions), "capablanca (Capablanca Chess)"),
        (lud.as_bytes(), Format::Program(Language::Ludii), "breakthrough (Breakthrough)"),
    ];
    for (bytes, wanted, told) in table {
        let format = recognise(bytes);
        let text = String::from_utf8_lossy(bytes);
        assert_eq!(format, wanted, "{text}");
        let advice = format.advice(&text, "mine", Reader::Terminal);
        assert_eq!(advice.is_none(), format.can_be_imported());
        assert!(advice.unwrap_or_default().contains(told), "{text}");
    }
}
