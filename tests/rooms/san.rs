//! Tests of moves in algebraic notation and of PGN.

use alfil::{Dice, Position};
use alfil_definitions::shipped;
use alfil_diagnostics::source::{SourceId, Span, Spanned};
use alfil_records::pgn::{Pgn, Record, typed};
use alfil_resolve::setup::Case;
use alfil_syntax::cases::{Claim, Listing};

/// Each row contains a move text. `-` in the last column means that it fits no move or more than
/// one.
#[test]
fn book_notation_is_read() {
    let (mut rows, mut wrong) = (0, Vec::new());
    for row in include_str!("../data/san.tsv").lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, position, text, own] = cells.as_slice() else { panic!("{row}: four cells") };
        let variant = alfil::load(name).unwrap_or_else(|error| panic!("{row}: {error}"));
        let position = match *position {
            "-" => variant.start(),
            text => variant.position(text).unwrap_or_else(|error| panic!("{row}: {error}")),
        };
        let legal = position.legal();
        let found = legal.find(text).map_or("-".to_owned(), |mv| legal.write(&mv));
        if found != *own {
            wrong.push(format!("{row}\n  now: {found}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty() && rows > 20, "{rows} rows\n{}", wrong.join("\n"));
}

/// Plays random moves. Every move in algebraic notation must be read back as the same move.
#[test]
fn written_moves_can_be_read() {
    for name in [
        "chess",
        "crazyhouse",
        "xiangqi",
        "shogi",
        "glinski",
        "opposition",
        "duck",
        "marseillais",
        "continuous",
    ] {
        let variant = alfil::load(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        for seed in 0..2 {
            let (mut position, mut dice) = (variant.start(), Dice::new(seed));
            let mut record = Record::new(variant.game(), &position);
            let mut line = Vec::new();
            while line.len() < 30 && position.outcome().is_none() {
                let legal = position.legal();
                let Some(mv) = legal.random(&mut dice) else { break };
                let (own, san) = (legal.write(&mv), legal.san(&mv));
                let read = legal.find(&san).map(|mv| legal.write(&mv));
                assert_eq!(read.as_ref(), Some(&own), "{name}: {san} in {}", position.text());
                record.push(&position, &mv);
                line.push(own);
                position.play(&mv);
            }
            let text = record.pgn(variant.title(), &position);
            let pgn = Pgn::read(&text);
            assert_eq!(pgn.tag("Variant"), Some(variant.title()), "{text}");
            let mut replayed = variant.start();
            pgn.moves.iter().for_each(|(text, _)| replayed.play_text(text).expect("it was played"));
            assert_eq!(replayed.text(), position.text(), "{name}\n{text}");
        }
    }
}

/// The move of a section to a place with a letter as its name is not joined to the capture of a
/// pawn that follows.
#[test]
fn a_letter_of_a_section_is_a_move() {
    let variant = alfil::load("opposition").expect("shipped");
    let begun = variant.position("1k2***/7/7/2p4/1P5/7/***1K2 w - - 0 1").expect("it reads");
    let mut position = begun.clone();
    let mut record = Record::new(variant.game(), &position);
    for text in ["white:c1", "c4b3", "d1e2"] {
        let mv = position.legal().find(text);
        let mv = mv.unwrap_or_else(|| panic!("{text}: {:?}", position.legal().texts()));
        record.push(&position, &mv);
        position.play(&mv);
    }
    let text = record.pgn(variant.title(), &position);
    let mut replayed = begun;
    for (mv, _) in Pgn::read(&text).moves {
        replayed.play_text(&mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}\n{text}"));
    }
    assert_eq!(replayed.text(), position.text(), "{text}");
}

#[test]
fn comments_and_variations_are_no_moves() {
    let text = "[Event \"a \\\"cup\\\" [1]\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n\
                1. e4 {a comment (1. d4)} (1. e3 $6 Kd7 (1... Ke7)) 1... Ke7 ; to the end\n2.e5 $1 1/2-1/2\n\
                [Event \"next\"]\n1. d4 *\n";
    let pgn = Pgn::read(text);
    let moves: Vec<&str> = pgn.moves.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(moves, ["e4", "Ke7", "e5"]);
    assert_eq!(pgn.tag("Event"), Some("a \"cup\" [1]"));
    assert!(pgn.moves.iter().all(|(word, at)| &text[at.clone()] == word));
    for broken in ["[", "[x", "{", "((", "1.", "\"", ")", "[a \"", "é{"] {
        Pgn::read(broken);
    }
    // Other programs begin with a byte order mark, indent tags, and write `1…` and `e8(Q)`.
    let text = "\u{feff} [Event \"a\"]\n[Site \"b\"]\n\n1. e4 1… e5 2. d8(Q)+ *\n";
    let other = Pgn::read(text);
    let moves_of = |pgn: &Pgn| pgn.moves.iter().map(|(word, _)| word.clone()).collect::<Vec<_>>();
    assert_eq!(moves_of(&other), ["e4", "e5", "d8(Q)+"]);
    assert_eq!(other.tag("Site"), Some("b"));
    assert!(other.moves.iter().all(|(word, at)| &text[at.clone()] == word));
    let mut position: Position = alfil::load("chess")
        .expect("shipped")
        .position(pgn.tag("FEN").expect("it has one"))
        .expect("it reads");
    moves.iter().for_each(|mv| position.play_text(mv).expect("legal"));
}

/// The check of tests must not report a legal move as unreadable, in any notation.
#[test]
fn no_legal_move_is_misspelt() {
    let (mut read, mut wrong) = (0, Vec::new());
    for shipped in shipped() {
        let Ok(variant) = alfil::load(shipped.name) else { continue };
        let (mut position, mut dice) = (variant.start(), Dice::new(3));
        for ply in 0..24 {
            let legal = position.legal();
            let Some(mv) = legal.random(&mut dice) else { break };
            let few = legal.list().unwrap_or_else(|| vec![mv.clone()]);
            let texts =
                few.iter().map(|mv| legal.write(mv)).take(if ply % 8 == 0 { 80 } else { 8 });
            let texts: Vec<String> = texts.chain([legal.san(&mv)]).collect();
            let span = Span::new(SourceId::only(), 0, 0);
            let including = texts.iter().map(|text| Spanned::new(text.clone(), span)).collect();
            let claim = Claim::Moves(Listing { including: Some(including), ..Listing::default() });
            let (position_of, after) = (None, Vec::new());
            let case =
                Case { claim, position: position_of, number: None, after, source: None, span };
            let found = variant.game().unplayable_claims(&[case]);
            wrong.extend(found.iter().map(|d| format!("{}: {}", shipped.name, d.title)));
            read += texts.len();
            position.play(&mv);
        }
    }
    assert!(wrong.is_empty() && read > 10_000, "{read} moves\n{}", wrong.join("\n"));
}

#[test]
fn words_of_one_move_are_joined_and_no_others() {
    let moves = |text: &str| -> Vec<String> {
        Pgn::read(text).moves.into_iter().map(|(word, _)| word).collect()
    };
    assert_eq!(moves("5. Qd1 - h5+, e5 x d4; B f1-c4!"), ["Qd1-h5+", "e5xd4", "Bf1-c4!"]);
    // A pawn promotes to a piece with the letter x, and a section moves to the place with the name
    // I.
    assert_eq!(moves("a2a1x b2b3 I c1c3"), ["a2a1x", "b2b3", "I", "c1c3"]);
    // A capture of a pawn is a separate move, and so is a word after a move number.
    assert_eq!(moves("1. I cxd4 2. II exd5"), ["I", "cxd4", "II", "exd5"]);
    assert_eq!(moves("1. I 1... c3xd4 2. B f1-c4"), ["I", "c3xd4", "Bf1-c4"]);
    let places = |text| typed(text).into_iter().map(|(_, at)| &text[at]).collect::<Vec<_>>();
    assert_eq!(places("1. e4 mate"), ["e4"]);
    assert_eq!(places(" (e4)  mate"), ["(e4)", "mate"]);
}
