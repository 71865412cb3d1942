//! Tests of movement strings on a board. Engine and reference must match a handwritten table, which
//! contains all strings of `docs/reference/letters.md`.

use alfil_board::engine::program::BoardProgram;
use alfil_board::model::position::{EpSquare, Move};
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::{SourceId, Span, Spanned};
use alfil_reference::executor::Reference;
use alfil_resolve::context::Context;
use alfil_resolve::movement::lower;
use alfil_rules::ids::KindId;
use alfil_rules::look::{Form, Letter};
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Blocking, Kind, Owner, Royalty, Ruleset};
use alfil_rules::setup::{Placement, Row, Setup, Square};
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Lattice, Shading, Space};
use alfil_syntax::value::Dialect;
use std::collections::BTreeSet;

struct Case {
    string: &'static str,
    position: &'static str,
    expected: &'static str,
}

fn cases() -> Vec<Case> {
    include_str!("../data/notation_moves.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [string, position, expected] => Case { string, position, expected },
            _ => panic!("{line}: three columns wanted"),
        })
        .collect()
}

fn span() -> Span {
    Span::new(SourceId::only(), 0, 0)
}

fn read(string: &str, found: &mut Report) -> Option<Movement> {
    let place = |range: std::ops::Range<usize>| Span::new(SourceId::only(), range.start, range.end);
    let zones = IndexVec::new();
    let context = Context { place: &place, zones: &zones, dialect: Dialect::Classic };
    lower(string, &Movement::default(), context, found)
}

/// Compiles a game with a piece X that has the movement `moves`. Its pieces P and K never move.
fn program(moves: Movement, rows: &str) -> BoardProgram {
    let kind = |letter: char, royal: Royalty, moves: Movement| Kind {
        name: Spanned::new(letter.to_string(), span()),
        letter: Letter::new(letter, Form::Plain),
        symbol: None,
        figure: alfil_rules::look::Figure::Letter,
        dress: alfil_rules::look::Dress::default(),
        worth: 1,
        royal,
        owner: Owner::Side,
        blocks: Spanned::new(Blocking::Blocks, span()),
        moves,
        attacks: None,
        promotions: Vec::new(),
        reverts_to: None,
    };
    let none = Movement::default;
    let (no, royal) = (Royalty::No, Royalty::Each);
    let kinds: IndexVec<KindId, Kind> =
        [kind('X', no, moves), kind('P', no, none()), kind('K', royal, none())]
            .into_iter()
            .collect();
    let square = |letter: char| {
        let kind = KindId::from_index("XPK".find(letter.to_ascii_uppercase()).unwrap());
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Square::Piece(side, kind)
    };
    let row = |row: &str| {
        let cells = row.chars().flat_map(|c| match c.to_digit(10) {
            Some(n) => vec![Square::Empty(1); n as usize],
            None => vec![square(c)],
        });
        Row { cells: cells.map(|s| Spanned::new(s, span())).collect(), span: span() }
    };
    let rows: Vec<Row> = rows.split('/').map(row).collect();
    let (files, ranks) = (rows[0].cells.len() as u8, rows.len() as u8);
    let lattice = Lattice::Grid { files, ranks, gluing: Gluing::Flat };
    let space = Space {
        lattice,
        without: Vec::new(),
        obstacles: Vec::new(),
        sections: Vec::new(),
        shades: Shading::Checkered,
        span: span(),
    };
    let setup = Setup::of(Placement { rows, points: Vec::new(), span: span() }, span());
    let rules = Ruleset::bare(space, kinds, setup);
    let compiled = BoardProgram::new(rules);
    compiled.value.unwrap_or_else(|| panic!("{:?}", compiled.found))
}

fn text(program: &BoardProgram, mv: &Move) -> String {
    let name = |site| program.arena().graph.name(site);
    let mut text = name(mv.to).to_string();
    for &site in &mv.captures {
        text.push_str(&format!("x{}", name(site)));
    }
    if let Some((from, to)) = mv.partner {
        text.push_str(&format!(",{}-{}", name(from), name(to)));
    }
    text
}

#[test]
fn strings_give_the_moves_of_the_table() {
    let mut wrong = Vec::new();
    for Case { string, position, expected } in cases() {
        let mut found = Report::default();
        let movement = read(string, &mut found);
        if position.is_empty() {
            let codes: Vec<&str> = found.iter().map(|d| d.code.name()).collect();
            if movement.is_some() || !codes.contains(&expected) {
                wrong.push(format!("{string}: found {codes:?}, not {expected}"));
            }
            continue;
        }
        let Some(movement) = movement else {
            wrong.push(format!("{string}: {found:?}"));
            continue;
        };
        let (rows, passed) = position.split_once(' ').unwrap_or((position, ""));
        let program = program(movement, rows);
        let graph = &program.arena().graph;
        let mut start = program.start().clone();
        start.ep_squares = passed
            .split_whitespace()
            .filter_map(|p| p.split_once('<'))
            .map(|(cell, victim)| EpSquare {
                cell: graph.find(cell).unwrap(),
                victim: graph.find(victim).unwrap(),
            })
            .collect();
        let fast = program.moves(&start);
        assert_eq!(fast, Reference::of(program.arena()).legal_moves(&start), "{string} {position}");
        let got: BTreeSet<String> = fast.iter().map(|mv| text(&program, mv)).collect();
        assert_eq!(got.len(), fast.len(), "{string}: one move twice");
        let expected: BTreeSet<String> =
            expected.split_whitespace().filter(|&m| m != "-").map(String::from).collect();
        if got != expected {
            wrong.push(format!("{string} {position}: {got:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_cell_of_the_matrix_is_a_row() {
    let strings: BTreeSet<&str> = cases().iter().map(|case| case.string).collect();
    let matrix = include_str!("../../docs/reference/letters.md");
    let rows: Vec<&str> = matrix.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), 17);
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).filter(|c| !c.is_empty()).collect();
        assert_eq!(cells.len(), 5, "{row}");
        for cell in &cells[2..] {
            let string = cell.split('`').nth(1).unwrap_or_default();
            assert!(strings.contains(string), "{cell}: not in the table");
        }
    }
}

#[test]
fn every_prose_row_of_the_corpus_is_in_the_table() {
    let strings: BTreeSet<&str> = cases().iter().map(|case| case.string).collect();
    let dialects = ["betza", "fsf", "xbetza", "xbetza-bracket", "betza-bracket"];
    let mut missing = Vec::new();
    for line in include_str!("../data/betza_corpus.tsv").lines().filter(|l| !l.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let list =
            columns[5].split_whitespace().all(|word| word.contains('(') && word.contains(','));
        // `tests/rooms/notation.rs` tests drops by their limits.
        let drop = ["j@7", "f@8", "@7"].contains(&columns[1]);
        if dialects.contains(&columns[2]) && !list && !drop && !strings.contains(columns[1]) {
            missing.push(columns[1]);
        }
    }
    assert_eq!(missing, Vec::<&str>::new());
}
