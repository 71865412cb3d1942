//! Tests of changes without typing: each becomes an edit of the text in the style of the file.

use alfil_definitions::shipped;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_editor::revise::{List, PieceKey, Revision};
use alfil_editor::{Address, Change, Page};
use alfil_resolve::context::Context;
use alfil_resolve::movement::lower;
use alfil_rules::movement::Movement;
use alfil_rules::setup::{Setup, Square};
use alfil_rules::side::{BySide, Side};
use alfil_syntax::value::Dialect;
use alfil_text::marks::{Manner, Mark, Marked};
use alfil_workspace::Workspace;
use std::collections::BTreeSet;

fn page(text: &str) -> Page {
    Page::read(&Workspace::new(), &Address::Name("case".to_owned()), text)
}

fn applied(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_owned();
    for change in changes.iter().rev() {
        text.replace_range(change.range.clone(), &change.text);
    }
    text
}

fn revised(text: &str, revision: &Revision) -> Result<String, String> {
    Ok(applied(text, &page(text).revise(revision)?))
}

fn setup(page: &Page) -> Option<&Setup> {
    Some(&page.resolved()?.ruleset.setup)
}

/// The cells of the setup with a piece, and the empty ones.
fn cells(page: &Page) -> Option<[Vec<String>; 2]> {
    let rules = &page.resolved()?.ruleset;
    let lattice = &rules.space.lattice;
    let (mut taken, mut empty) = (Vec::new(), Vec::new());
    for (row, rank) in rules.setup.placement.rows.iter().zip((0..lattice.ranks()).rev()) {
        let mut columns = lattice.columns(rank).into_iter();
        for cell in &row.cells {
            let names = |n: usize, columns: &mut std::vec::IntoIter<u8>| {
                columns.take(n).map(|file| lattice.cell_name(file, rank)).collect::<Vec<_>>()
            };
            match cell.value {
                Square::Piece(..) => taken.extend(names(1, &mut columns)),
                Square::Empty(n) => empty.extend(names(usize::from(n), &mut columns)),
                Square::Missing => drop(columns.next()),
                Square::Covered(..) => {}
            }
        }
    }
    Some([taken, empty])
}

#[test]
fn a_piece_moves_and_moves_back_in_every_definition() {
    let mut tried = 0;
    for shipped in shipped() {
        let before = page(shipped.text);
        let Some([taken, empty]) = cells(&before) else { continue };
        if before.game().is_none() || taken.is_empty() || empty.is_empty() {
            continue;
        }
        // One piece of each definition, since reading them takes longer than editing.
        let at = tried * 7;
        let from = &taken[at % taken.len()];
        let to = &empty[at % empty.len()];
        let there = Revision::Move { from: from.clone(), to: to.clone() };
        let changes = before.revise(&there);
        let changes = changes.unwrap_or_else(|why| panic!("{}: {why}", shipped.name));
        let moved = applied(shipped.text, &changes);
        let back = Revision::Move { from: to.clone(), to: from.clone() };
        let after = revised(&moved, &back).unwrap();
        let (moved, after_page) = (page(&moved), page(&after));
        let name = shipped.name;
        assert!(moved.resolved().is_some(), "{name}: {}", moved.text());
        let (first, between, last) = (setup(&before), setup(&moved), setup(&after_page));
        let fields =
            |setup: Option<&Setup>| setup.unwrap().castling.as_ref().map(|f| f.value.clone());
        let placed = |setup: Option<&Setup>| {
            let rows = setup.unwrap().placement.rows.iter();
            rows.map(|row| row.cells.iter().map(|c| c.value).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        assert_eq!(placed(first), placed(last), "{name} {from} {to}");
        assert_ne!(placed(first), placed(between), "{name} {from} {to}");
        let own = shipped.text.lines().any(|line| line.starts_with("setup:"));
        if own && fields(first) == fields(between) {
            assert_eq!(shipped.text, after, "{name} {from} {to}");
        }
        // All other lines stay as they are.
        let old: Vec<&str> = shipped.text.lines().collect();
        let new: Vec<&str> = moved.text().lines().collect();
        let same = |(a, b): &(&&str, &&str)| a == b;
        let head = old.iter().zip(&new).take_while(same).count();
        let tail = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
        assert!(head + tail + 1 >= old.len(), "{name}: {}", moved.text());
        let changed = &new[head..new.len() - tail.min(new.len() - head)];
        assert!(changed.len() <= 1, "{name}: {changed:?}");
        tried += 1;
    }
    assert!(tried > 80, "{tried}");
}

const MINE: &str = "\
# A comment at the top.
name: Mine   # and one beside
extends: chess
pieces:
  # The queen leaps.
  queen: {name: amazon, letter: A, moves: + N}  # too
  camel: {letter: M, moves: C}
zones: {hill: d4-e5}
setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1' # start
ends: {goals: [win when own king in hill]}
";

fn put(cell: &str, piece: &str, side: Side) -> Revision {
    Revision::Put { cell: cell.to_owned(), piece: piece.to_owned(), side }
}

fn set(piece: &str, key: PieceKey, value: &str) -> Revision {
    Revision::SetPiece { piece: piece.to_owned(), key, value: value.to_owned() }
}

fn zone(name: &str, white: &str, black: &str) -> Revision {
    let cells = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    Revision::Zone { name: name.to_owned(), cells: BySide::two(cells(white), cells(black)) }
}

/// The lines of `after` that `before` does not have, and the others with a minus.
fn differences(before: &str, after: &str) -> Vec<String> {
    let has = |text: &str, line: &str| text.lines().any(|other| other == line);
    let gone = before.lines().filter(|line| !has(after, line)).map(|line| format!("- {line}"));
    let new = after.lines().filter(|line| !has(before, line)).map(|line| format!("+ {line}"));
    gone.chain(new).collect()
}

fn line(list: List, sentence: &str) -> Revision {
    Revision::AddLine { list, sentence: sentence.to_owned() }
}

/// Changes that the forms of a page make: the first side, castling, promotions and sentences.
fn cases_of_forms() -> Vec<(Revision, &'static [&'static str])> {
    let promote = |piece: &str, at: &str, to: &[&str]| Revision::Promote {
        piece: piece.to_owned(),
        at: at.to_owned(),
        to: to.iter().map(|&kind| kind.to_owned()).collect(),
    };
    vec![
        (
            Revision::Turn { side: Side::Black },
            &[
                "- setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1' # start",
                "+ setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR b KQkq - 0 1' # start",
            ],
        ),
        (
            Revision::Rights { rights: "Kq".to_owned() },
            &[
                "- setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1' # start",
                "+ setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w Kq - 0 1' # start",
            ],
        ),
        (
            promote("camel", "last rank", &["amazon", "rook"]),
            &[
                "-   camel: {letter: M, moves: C}",
                "+   camel: {letter: M, moves: C, promotes: {at: last rank, to: [amazon, rook]}}",
            ],
        ),
        (promote("pawn", "", &[]), &["+   pawn: {promotes: none}"]),
        (
            line(List::Goals, "loss when no own camel"),
            &[
                "- ends: {goals: [win when own king in hill]}",
                "+ ends: {goals: [win when own king in hill, loss when no own camel]}",
            ],
        ),
        (
            line(List::Claims, "draw when at most 3 any pieces"),
            &[
                "- ends: {goals: [win when own king in hill]}",
                "+ ends: {goals: [win when own king in hill], claims: [draw when at most 3 any pieces]}",
            ],
        ),
        (
            line(List::Effects, "when capturing then remove mover"),
            &["+ effects: [when capturing then remove mover]"],
        ),
        (
            Revision::RemoveLine { list: List::Goals, number: 0 },
            &["- ends: {goals: [win when own king in hill]}"],
        ),
    ]
}

/// Sentences are added below those of the text, and beside those of a parent.
#[test]
fn sentences_join_lists_in_their_form() {
    let text = "name: Mine\nextends: three-check\neffects:\n  - ^   # those of the parent\n  - when capturing then remove mover\n";
    let added =
        revised(text, &line(List::Effects, "when capturing queen then remove mover")).unwrap();
    assert_eq!(differences(text, &added), ["+   - when capturing queen then remove mover"]);
    let removed =
        revised(&added, &Revision::RemoveLine { list: List::Effects, number: 1 }).unwrap();
    assert_eq!(differences(&added, &removed), ["-   - when capturing then remove mover"]);
    let goal = revised(text, &line(List::Goals, "loss when no own queen")).unwrap();
    assert!(goal.contains("\nends:\n  goals: [^, loss when no own queen]\n"), "{goal}");
    assert!(page(&goal).game().is_some(), "{goal}");
    let wrong = revised(text, &Revision::RemoveLine { list: List::Goals, number: 0 });
    assert_eq!(wrong, Err("you can change `goals` only in the text".to_owned()));
    assert!(revised(text, &line(List::Goals, " ")).is_err());
}

#[test]
fn changes_keep_the_style_of_the_file() {
    let cases: Vec<(Revision, &[&str])> = vec![
        (
            put("e4", "camel", Side::Black),
            &[
                "- setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1' # start",
                "+ setup: 'rnbakbnr/pppppppp/8/8/4m3/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1' # start",
            ],
        ),
        (
            Revision::Remove { cell: "a1".to_owned() },
            &[
                "- setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1' # start",
                "+ setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBAKBNR w Kkq - 0 1' # start",
            ],
        ),
        (
            set("amazon", PieceKey::Moves, "+ (1,4)"),
            &[
                "-   queen: {name: amazon, letter: A, moves: + N}  # too",
                "+   queen: {name: amazon, letter: A, moves: \"+ (1,4)\"}  # too",
            ],
        ),
        (set("rook", PieceKey::Moves, "R2"), &["+   rook: {moves: R2}"]),
        (
            set("camel", PieceKey::Symbol, "c"),
            &["-   camel: {letter: M, moves: C}", "+   camel: {letter: M, symbol: c, moves: C}"],
        ),
        (
            set("amazon", PieceKey::Letter, ""),
            &[
                "-   queen: {name: amazon, letter: A, moves: + N}  # too",
                "+   queen: {name: amazon, moves: + N}  # too",
            ],
        ),
        (
            Revision::RenamePiece { piece: "camel".to_owned(), name: "dromedary".to_owned() },
            &["-   camel: {letter: M, moves: C}", "+   dromedary: {letter: M, moves: C}"],
        ),
        (
            Revision::AddPiece { name: "zebra".to_owned(), letter: None, moves: "Z".to_owned() },
            &["+   zebra: {letter: Z, moves: Z}"],
        ),
        (
            Revision::RemovePiece { piece: "camel".to_owned() },
            &["-   camel: {letter: M, moves: C}"],
        ),
        (
            Revision::RemovePiece { piece: "rook".to_owned() },
            &[
                "- setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1' # start",
                "+   rook: none",
                "+ setup: '1nbakbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBAKBN1 w - - 0 1' # start",
            ],
        ),
        (
            zone("hill", "a1 b1 c1 a2 b2 c2 h8", "a1 b1 c1 a2 b2 c2 h8"),
            &["- zones: {hill: d4-e5}", "+ zones: {hill: a1-c2 h8}"],
        ),
        (
            zone("home", "a1 b1 c1 d1 e1 f1 g1 h1", "a8 b8 c8 d8 e8 f8 g8 h8"),
            &["- zones: {hill: d4-e5}", "+ zones: {hill: d4-e5, home: rank 1}"],
        ),
        (
            zone("west", "a1 a2 a3 a4 a5 a6 a7 a8", "a1 a2 a3 a4 a5 a6 a7 a8"),
            &["- zones: {hill: d4-e5}", "+ zones: {hill: d4-e5, west: file a}"],
        ),
        (
            zone("camp", "a1 b1", "g8 h8"),
            &[
                "- zones: {hill: d4-e5}",
                "+ zones: {hill: d4-e5, camp: {white: a1 b1, black: g8 h8}}",
            ],
        ),
        (Revision::RemoveZone { name: "hill".to_owned() }, &["- zones: {hill: d4-e5}"]),
        (
            Revision::Space { lattice: "torus 10x9".to_owned() },
            &[
                "- setup: 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1' # start",
                "+ space: torus 10x9",
                "+ setup: 'rnbakbnr2/pppppppp2/10/10/10/10/10/PPPPPPPP2/RNBAKBNR2 w KQkq - 0 1' # start",
            ],
        ),
    ];
    let cases = cases.into_iter().chain(cases_of_forms());
    for (revision, expected) in cases {
        let after = revised(MINE, &revision).unwrap_or_else(|why| panic!("{revision:?}: {why}"));
        assert_eq!(differences(MINE, &after), expected, "{revision:?}\n{after}");
        assert!(page(&after).resolved().is_some(), "{revision:?}\n{after}");
    }
}

/// A cross without its corners, which three sides play.
const THREE: &str = "\
name: Three
space: grid 5x5, without a1 e1 a5 e5
sides: {red: {}, blue: {}, yellow: {letter: x}}
pieces:
  king: {letter: K, moves: K, royal: true}
  man: {letter: M, moves: fW}
setup: R-0,0,0-0,0,0-0,0,0-0,0,0-0-2,xK,2/5/bK,4/5/1,rM,rK,2   # start
ends: {goals: [loss when no own king]}
";

#[test]
fn the_setup_of_three_sides_is_edited() {
    let setup = |rows: &str| {
        let old = "- setup: R-0,0,0-0,0,0-0,0,0-0,0,0-0-2,xK,2/5/bK,4/5/1,rM,rK,2   # start";
        vec![old.to_owned(), format!("+ setup: R-0,0,0-0,0,0-0,0,0-0,0,0-0-{rows}   # start")]
    };
    let cell = |name: &str| name.to_owned();
    let zone = |each: [&str; 3]| {
        let mut cells = BySide::default();
        for (side, text) in Side::ALL.into_iter().zip(each) {
            cells[side] = text.split_whitespace().map(str::to_owned).collect();
        }
        Revision::Zone { name: "camp".to_owned(), cells }
    };
    let cases: Vec<(Revision, Vec<String>)> = vec![
        (put("c3", "man", Side::Third), setup("2,xK,2/5/bK,1,xM,2/5/1,rM,rK,2")),
        (put("b1", "man", Side::Black), setup("2,xK,2/5/bK,4/5/1,bM,rK,2")),
        (Revision::Remove { cell: cell("b1") }, setup("2,xK,2/5/bK,4/5/2,rK,2")),
        (Revision::Move { from: cell("a3"), to: cell("a2") }, setup("2,xK,2/5/5/bK,4/1,rM,rK,2")),
        (Revision::Clear, setup("5/5/5/5/5")),
        (
            Revision::RemovePiece { piece: "man".to_owned() },
            [setup("2,xK,2/5/bK,4/5/2,rK,2"), vec!["-   man: {letter: M, moves: fW}".to_owned()]]
                .concat(),
        ),
        (
            Revision::Space { lattice: "grid 6x5".to_owned() },
            [
                vec![
                    "- space: grid 5x5, without a1 e1 a5 e5".to_owned(),
                    "+ space: grid 6x5, without a1 e1 a5 e5".to_owned(),
                ],
                setup("2,xK,3/6/bK,5/6/1,rM,rK,3"),
            ]
            .concat(),
        ),
        (zone(["b2"; 3]), vec!["+ zones: {camp: b2}".to_owned()]),
        // Rank 2 of each side, from its own edge: Blue's edge is on the left, Yellow's at the top.
        (
            zone(["a2 b2 c2 d2 e2", "b1 b2 b3 b4 b5", "a4 b4 c4 d4 e4"]),
            vec!["+ zones: {camp: rank 2}".to_owned()],
        ),
        (
            zone(["b1 c1", "a3", "c5 d5"]),
            vec!["+ zones: {camp: {red: b1 c1, blue: a3, yellow: c5 d5}}".to_owned()],
        ),
    ];
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    for (revision, expected) in cases {
        let after = revised(THREE, &revision).unwrap_or_else(|why| panic!("{revision:?}: {why}"));
        let different = sorted(differences(THREE, &after));
        assert_eq!(different, sorted(expected), "{revision:?}\n{after}");
        assert!(page(&after).resolved().is_some(), "{revision:?}\n{after}");
    }
    let none = revised(THREE, &put("a1", "man", Side::White));
    assert_eq!(none, Err("there is no cell `a1`".to_owned()));
}

#[test]
fn a_parent_s_setup_becomes_the_file_s_own() {
    let after = revised(
        "name: A\nextends: chess\nends: {stalemated: loss}\n",
        &put("d4", "queen", Side::White),
    );
    let expected = "name: A\nextends: chess\nsetup: rnbqkbnr/pppppppp/8/8/3Q4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nends: {stalemated: loss}\n";
    assert_eq!(after.as_deref(), Ok(expected));
    let after = revised("name: A\nextends: chess", &set("knight", PieceKey::Moves, "N D"));
    assert_eq!(after.as_deref(), Ok("name: A\nextends: chess\npieces:\n  knight: {moves: N D}"));
    let after = revised("{name: A, extends: chess}\n", &set("knight", PieceKey::Moves, "(1,4)"));
    assert!(after.is_err() || page(&after.unwrap()).game().is_some());
}

#[test]
fn refusals_say_why() {
    let cases = [
        (Revision::Remove { cell: "e4".to_owned() }, "`e4` is empty"),
        (Revision::Remove { cell: "z9".to_owned() }, "there is no cell `z9`"),
        (put("e4", "unicorn", Side::White), "there is no piece `unicorn`"),
        (zone("hill", "", ""), "a zone has at least one cell"),
        (zone("hill", "z9", "z9"), "there is no cell `z9`"),
        (
            Revision::AddPiece { name: "amazon".to_owned(), letter: None, moves: "Q".to_owned() },
            "there is already a `amazon`",
        ),
        (
            Revision::Space { lattice: "plane 8x8".to_owned() },
            "you can change a plane only in the text",
        ),
    ];
    for (revision, why) in cases {
        assert_eq!(revised(MINE, &revision), Err(why.to_owned()), "{revision:?}");
    }
    // A text that is no YAML, and one without rules, are refused and never panic.
    for text in ["", "{", "name: x", "extends: nothing\n", "name: [a\n  b"] {
        for revision in [put("a1", "king", Side::White), zone("z", "a1", "a1"), Revision::Clear] {
            assert!(revised(text, &revision).is_err(), "{text}");
        }
    }
}

fn marks_of(string: &str) -> Marked {
    let place = |bytes: std::ops::Range<usize>| Span::new(SourceId::only(), bytes.start, bytes.end);
    let zones = Default::default();
    let context = Context { place: &place, zones: &zones, dialect: Dialect::default() };
    let mut found = Default::default();
    let movement = lower(string, &Movement::default(), context, &mut found);
    let movement = movement.unwrap_or_else(|| panic!("{string}: {found:?}"));
    Marked::of(&movement, |span| string[span.start as usize..span.end as usize].to_owned())
}

#[test]
fn marks_become_the_shortest_string() {
    let usual = [
        "N",
        "fN",
        "fhN",
        "frN",
        "R",
        "fR",
        "B",
        "Q",
        "K",
        "W",
        "vW",
        "fsW",
        "R3",
        "Q2",
        "NN",
        "fNN",
        "C",
        "Z",
        "(1,4)",
        "fmW fceF ifmnD",
        "mR cpR",
        "gQ",
        "WA",
        "fWfF",
        "R2-5",
        "cF mW",
        "K isO2",
        "fmR",
        "nA",
        "jD",
        "RN",
        "hrN",
        "sW fF",
    ];
    for string in usual {
        let marked = marks_of(string);
        assert_eq!(marked.hidden, [], "{string}");
        let written = marked.string().unwrap();
        assert_eq!(marks_of(&written), marked, "{string} {written}");
        assert!(written.len() <= string.len() + 1, "{string} became {written}");
    }
    assert_eq!(marks_of("fmWfceFifmnD").string().unwrap(), "fmW fceF ifmnD");
    assert_eq!(marks_of("mRcpR").string().unwrap(), "mR cpR");
    let hidden = marks_of("W; B when light; + masF");
    // The first term stays where the second does not replace it.
    assert_eq!(hidden.hidden.len(), 3, "{hidden:?}");
}

#[test]
fn random_marks_come_back() {
    let manners = [
        ("", ""),
        ("m", ""),
        ("c", ""),
        ("im", ""),
        ("", "0"),
        ("m", "3"),
        ("p", "0"),
        ("cp", "0"),
        ("g", "0"),
        ("c", "2-4"),
    ];
    arbtest::arbtest(|u| {
        let mut marks = BTreeSet::new();
        for _ in 0..u.int_in_range(1..=8)? {
            let (letters, range) = *u.choose(&manners)?;
            let manner = Manner::read(letters, range).unwrap();
            let (right, forward) = (u.int_in_range(-4..=4)?, u.int_in_range(-4..=4)?);
            if (right, forward) != (0, 0) {
                marks.insert(Mark { right, forward, manner });
            }
        }
        let marked = Marked { marks, ..Marked::default() };
        let written = marked.string().unwrap_or_else(|why| panic!("{marked:?}: {why}"));
        if !marked.marks.is_empty() {
            assert_eq!(marks_of(&written).marks, marked.marks, "{written}");
        }
        Ok(())
    })
    .budget_ms(500);
}

#[test]
fn movements_of_all_pieces_come_back() {
    let mut tried = 0;
    for shipped in shipped() {
        let page = page(shipped.text);
        let Some(resolved) = page.resolved() else { continue };
        if resolved.ruleset.space.lattice.is_hexagonal() {
            continue;
        }
        for kind in resolved.ruleset.kinds.iter() {
            let marked = Marked::of(&kind.moves, |span| page.characters(span).to_owned());
            if !marked.hidden.is_empty() || marked.marks.is_empty() {
                continue;
            }
            let written = marked.string();
            let written =
                written.unwrap_or_else(|why| panic!("{} {}: {why}", shipped.name, kind.name.value));
            assert_eq!(marks_of(&written).marks, marked.marks, "{} {written}", shipped.name);
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}
