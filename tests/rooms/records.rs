//! Tests of records of games: dialects of positions, notations of moves, names of variants and the
//! reader of PGN.

use alfil_definitions::shipped;
use alfil_play::board::algebraic::{self, Style};
use alfil_play::coordinates::{self, Coordinates};
use alfil_play::dialect::Dialect;
use alfil_play::dice::Dice;
use alfil_play::position::{Legal, Move};
use alfil_play::positions;
use alfil_play::terms::Manner;
use alfil_records::format::{self, Format, Named};
use alfil_records::movetext;
use alfil_records::scan::{Games, MAX_GAME};
use std::io::{BufReader, Read};

/// Each row must be read and written as its sign says.
#[test]
fn dialects_of_positions_are_read_and_written() {
    let (mut wrong, mut rows) = (Vec::new(), 0);
    let data = include_str!("../data/fen_dialects.tsv");
    for row in data.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, dialect, sign, text, own] = cells.as_slice() else {
            panic!("{row}: five cells")
        };
        let variant = alfil::load(name).unwrap_or_else(|error| panic!("{row}: {error}"));
        let dialect = Dialect::find(dialect).unwrap_or_else(|| panic!("{row}: no dialect"));
        if matches!(*sign, "=" | "<") {
            let now = positions::read(variant.game(), text, Manner::Lenient)
                .map_or_else(|wrong| format!("{wrong:?}"), |read| read.value.text());
            if now != *own {
                wrong.push(format!("{row}\n  read as: {now}"));
            }
        }
        if matches!(*sign, "=" | ">") {
            let position = variant.position(own).unwrap_or_else(|error| panic!("{row}: {error}"));
            let now = positions::write(variant.game(), &position, dialect).text;
            if now != *text {
                wrong.push(format!("{row}\n  written as: {now}"));
            }
        }
        rows += 1;
    }
    assert!(wrong.is_empty() && rows >= 30, "{rows} rows\n{}", wrong.join("\n"));
}

/// Each row of `record_moves.tsv` has texts that must all mean the move in its third column.
#[test]
fn moves_of_other_programs_are_read() {
    let mut wrong = Vec::new();
    let data = include_str!("../data/record_moves.tsv");
    for row in data.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, position, own, texts] = cells.as_slice() else { panic!("{row}: four cells") };
        let variant = alfil::load(name).unwrap_or_else(|error| panic!("{row}: {error}"));
        let notation = variant.game().notation();
        let position = match *position {
            "start" => variant.start(),
            text => variant.position(text).unwrap_or_else(|error| panic!("{row}: {error}")),
        };
        let legal = position.legal();
        for text in texts.split(' ') {
            let now = match &legal {
                Legal::Board(play, moves) => notation.read(play, moves, text).map(Move::from),
                Legal::Plane(..) => None,
            };
            let now = now.or_else(|| legal.read(text)).map(|mv| legal.write(&mv));
            if now.as_deref().unwrap_or("-") != *own {
                wrong.push(format!("{name} {text}: {now:?} instead of {own}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What commands and the library read must be the same as what `convert` reads.
#[test]
fn commands_read_the_same_moves() {
    let mut wrong = Vec::new();
    let data = include_str!("../data/record_moves.tsv");
    for row in data.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, position, own, texts] = cells.as_slice() else { panic!("{row}: four cells") };
        let variant = alfil::load(name).unwrap_or_else(|error| panic!("{row}: {error}"));
        let position = match *position {
            "start" => variant.start(),
            text => variant.position(text).unwrap_or_else(|error| panic!("{row}: {error}")),
        };
        let legal = position.legal();
        for text in texts.split(' ') {
            let now = legal.read(text).map(|mv| legal.write(&mv));
            if now.as_deref().unwrap_or("-") != *own {
                wrong.push(format!("{name} {text}: {now:?} instead of {own}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every written text of a legal move is read as the same move: the usual one, algebraic notation,
/// and that of protocols.
#[test]
fn written_moves_are_read_as_the_same_moves() {
    let games = [
        "chess",
        "crazyhouse",
        "seirawan",
        "duck",
        "amazons",
        "janggi",
        "kyoto-shogi",
        "shogi",
        "othello",
        "marseillais",
        "four-player-chess",
        "four-player-teams",
        "xiangqi",
        "chess960",
    ];
    let mut dice = Dice::new(7);
    for name in games {
        let variant = alfil::load(name).expect(name);
        let notation = variant.game().notation();
        let mut position = variant.start();
        for _ in 0..12 {
            let legal = position.legal();
            let Some(mv) = legal.random(&mut dice) else { break };
            let (text, here) = (legal.write(&mv), position.text());
            let san = legal.san(&mv);
            assert_eq!(legal.read(&text), Some(mv.clone()), "{name} {here} {text}");
            assert_eq!(legal.read(&san), Some(mv.clone()), "{name} {here} {text} {san}");
            let uci = coordinates::write(&legal, &mv, Coordinates::UCI);
            let read = coordinates::read(&legal, &uci, Coordinates::UCI);
            assert_eq!(read, Some(mv.clone()), "{name} {here} {text} {uci}");
            if let (Legal::Board(play, moves), Move::Board(cells)) = (&legal, &mv) {
                let long = algebraic::write(&notation, play, moves, cells, Style::LONG);
                assert_eq!(legal.read(&long), Some(mv.clone()), "{name} {here} {text} {long}");
            }
            drop(legal);
            position.play(&mv);
        }
    }
}

/// Definitions and their tests are strict: nothing is corrected there.
#[test]
fn the_strict_manner_corrects_nothing() {
    let chess = alfil::load("chess").expect("chess");
    let wrong = [
        "7k/8/5K2/8/8/8/8/R7 w - - 1 0",
        "4k3/8/8/8/8/8/8/4K3 w Q - 0 1",
        "7k/8/5K2/8/8/8/8/R7 r - - 1 1",
    ];
    for text in wrong {
        assert!(positions::read(chess.game(), text, Manner::Strict).is_err(), "{text}");
        let read = positions::read(chess.game(), text, Manner::Lenient);
        assert!(read.is_ok(), "{text}: {read:?}");
    }
    // If corrections do not help, the reason is what is wrong without the corrected faults.
    let checked =
        positions::read(chess.game(), "4k3/8/8/8/4R3/8/8/4K3 w KQ - 0 0", Manner::Lenient);
    let unread = checked.expect_err("Black stands in check");
    assert_eq!(unread.what, "Black has just moved and stands in check on e8");
    assert_eq!(unread.at, 1);
    let read = positions::read(chess.game(), "4k3/8/8/8/8/8/8/4K2R w KQ - 3 0", Manner::Lenient);
    let read = read.expect("it can be corrected");
    // A move with the number 0 needs no note.
    assert_eq!(
        read.notes,
        ["castling right `Q` without the castling partner on a1; it is left out"]
    );
    let four = alfil::load("four-player-chess").expect("four-player-chess");
    let yellow_has_moved = "R-0,0,0,0-1,1,10,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yQ,yK,yB,yN,yR,3/\
        3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bK,bP,10,gP,gQ/\
        bQ,bP,10,gP,gK/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/\
        3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3";
    let read = positions::read(four.game(), yellow_has_moved, Manner::Lenient);
    let read = read.expect("it can be corrected");
    assert_eq!(
        read.notes,
        ["castling rights of Yellow without the king on g14; they are left out"]
    );
    assert!(read.value.text().starts_with("R-0,0,0,0-1,1,0,1-1,1,0,1-"), "{}", read.value.text());
}

/// The moves that programs of these games write.
#[test]
fn protocols_write_what_programs_of_the_games_write() {
    let known = [
        ("seirawan", "b1c3,H@b1", "b1c3h"),
        ("duck", "e2e4,D@e6", "e2e4,e4e6"),
        ("amazons", "d1d2,A@d3", "d1d2,d2d3"),
        ("janggi", "pass", "e2e2"),
        ("kyoto-shogi", "d1c2n", "d1c2-"),
        ("kyoto-shogi", "b1c2+s", "b1c2+"),
    ];
    for (name, own, wanted) in known {
        let variant = alfil::load(name).expect(name);
        let position = variant.start();
        let legal = position.legal();
        let mv = legal.read(own).unwrap_or_else(|| panic!("{name}: {own}"));
        assert_eq!(coordinates::write(&legal, &mv, Coordinates::UCI), wanted, "{name}");
    }
}

#[test]
fn algebraic_notation_has_no_sign_of_pieces_that_revert() {
    let crazyhouse = alfil::load("crazyhouse").expect("crazyhouse");
    for (position, own, wanted) in [
        ("1r5k/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q", "axb8=Q+"),
        ("4k3/8/8/8/8/8/1Q~6/4K3[] w - - 0 1", "b2b8", "Qb8+"),
        ("4k3/8/8/8/3Q4/8/8/3Q~3K[] w - - 0 1", "d1d3", "Q1d3"),
    ] {
        let position = crazyhouse.position(position).expect("a position");
        let legal = position.legal();
        let mv = legal.find(own).expect(own);
        assert_eq!(legal.san(&mv), wanted);
    }
}

#[test]
fn variants_have_the_names_of_sites() {
    let known = [
        ("Standard", Named::Shipped("chess")),
        ("From Position", Named::Shipped("chess")),
        ("King of the Hill", Named::Shipped("king-of-the-hill")),
        ("kingofthehill", Named::Shipped("king-of-the-hill")),
        ("Three-check", Named::Shipped("three-check")),
        ("3check", Named::Shipped("three-check")),
        ("Giveaway", Named::Shipped("antichess")),
        ("fischerandom", Named::Shipped("chess960")),
        ("Chess960", Named::Shipped("chess960")),
        ("Crazyhouse-960", Named::Shuffled("crazyhouse")),
        ("atomic960", Named::Shuffled("atomic")),
        ("S-Chess", Named::Shipped("seirawan")),
        ("Teams", Named::Shipped("four-player-teams")),
        ("FFA", Named::Shipped("four-player-chess")),
        // Titles of shipped definitions, which Alfil writes into records.
        ("Capablanca Chess", Named::Shipped("capablanca")),
        ("Four-Player Chess in Teams", Named::Shipped("four-player-teams")),
        ("Bughouse", Named::Absent),
        ("960", Named::Unknown),
        ("", Named::Unknown),
        ("Nonsense", Named::Unknown),
    ];
    for (name, meant) in known {
        assert_eq!(format::find(name), meant, "{name}");
    }
    // The table names only shipped definitions.
    for row in include_str!("../../crates/protocol/src/variants.tsv").lines() {
        let definition = row.split('\t').next().unwrap_or_default();
        let is_known = || shipped().any(|known| known.name == definition);
        assert!(row.starts_with(['#', '-']) || is_known(), "{row}");
        assert!(row.starts_with('#') || row.split('\t').count() == 5, "{row}");
    }
}

#[test]
fn formats_are_detected() {
    let known = [
        ("[Event \"?\"]\n\n1. e4", Format::Pgn),
        ("1. e4 e5", Format::Pgn),
        ("# a remark\nposition startpos moves e2e4", Format::Uci),
        ("position startpos moves 7g7f", Format::Usi),
        ("position sfen 4k/5/5/5/K4 b - 1", Format::Usi),
        ("position startpos moves e4 e5", Format::San),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Format::Fen),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;", Format::Epd),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", Format::Sfen),
        ("xboard\nnew", Format::Xboard),
        ("e2e4 e7e5", Format::Alfil),
        ("[GameNr \"1\"]\n[StartFen4 \"4PC\"]\n\n1. h2-h3", Format::Pgn4),
    ];
    for (text, format) in known {
        assert_eq!(Format::detect(text), Some(format), "{text}");
    }
    assert_eq!(Format::detect(" \n\n"), None);
}

/// The texts of the moves of all games, or their faults.
fn games(bytes: impl Read) -> Vec<String> {
    let mut games = Games::new(BufReader::new(bytes));
    let mut all = Vec::new();
    while let Some(game) = games.game().expect("it can be read") {
        all.push(match movetext::read(&game) {
            Err(fault) => fault.to_string(),
            Ok(written) => {
                let moves: Vec<&str> = written.line.moves.iter().map(|mv| &*mv.text).collect();
                moves.join(" ")
            }
        });
    }
    all
}

#[test]
fn games_are_split_at_results_and_tags() {
    let split = |text: &str| games(text.as_bytes());
    assert_eq!(split("1. e4 e5 1-0 1. d4 d5 *"), ["e4 e5", "d4 d5"]);
    assert_eq!(split("1. e4 e5\n\n[Event \"x\"]\n\n1. d4"), ["e4 e5", "d4"]);
    assert_eq!(split("[Event \"a\"]\n\n[Event \"b\"]\n\n1. d4"), ["", "d4"]);
    assert_eq!(split("1. e4 (1. d4 1-0) 1... e5 {1-0} *"), ["e4 e5"]);
    assert_eq!(split("\u{feff}1.e4! e5?? $14 2.Nf3 =\n; 1-0 is no result\nNc6"), ["e4 e5 Nf3 Nc6"]);
    assert_eq!(split("1. e4 {[Event \"in a comment\"]\n[X \"y\"]} e5"), ["e4 e5"]);
    assert_eq!(split("1. e4 ... 0000 2. e8(Q) -- *"), ["e4 0000 e8(Q) --"]);
    assert_eq!(split("% escaped\n1. e4\n%e5\ne6"), ["e4 e6"]);
    assert_eq!(split(""), [""; 0]);
}

#[test]
fn bad_games_have_places_and_the_next_one_is_read() {
    let bad = "1. e4 {open\n\n[Event \"b\"]\n\n1. d4 *\n1. e4 ) *\n(1. e4) *\n1. c4 (1. d4 *";
    assert_eq!(
        games(bad.as_bytes()),
        [
            "1:7: a comment is not closed; add `}`",
            "d4",
            "6:7: `)` without a variation",
            "7:1: a variation before the first move replaces nothing",
            "8:8: a variation is not closed; add `)`",
        ]
    );
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(100_000));
    assert!(games(deep.as_bytes())[0].contains("nested more than 64 times"));
    assert!(games(&b"1. e4 e\0 *"[..])[0].contains("U+0000"));
    assert_eq!(games(&b"[White \"M\xfcller\"]\n1. e4 *"[..]), ["e4"]);
}

#[test]
fn long_games_are_left_out() {
    let long = "e4 ".repeat(MAX_GAME);
    let text = format!("[Event \"a\"]\n\n1. {long}\n\n[Event \"b\"]\n\n1. d4 *\n");
    assert_eq!(games(text.as_bytes()), ["3:1: the game is longer than 4 MiB", "d4"]);
    let lines = format!("{}\n", "e4 ".repeat(20)).repeat(MAX_GAME / 60 + 1);
    let text = format!("[Event \"a\"]\n\n1. {lines}\n\n[Event \"b\"]\n\n1. d4 *\n");
    let split = games(text.as_bytes());
    assert!(split[0].ends_with("the game is longer than 4 MiB") && split[1] == "d4");
}
