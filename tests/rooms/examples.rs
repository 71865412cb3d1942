//! Tests of the programs in `examples/`. Each is compiled here as a module, so that its functions
//! can be called.

#[path = "../../examples/bot.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod bot;
#[path = "../../examples/referee.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod referee;
#[path = "../../examples/statistics.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod statistics;
#[path = "../../examples/targets.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod targets;
#[path = "../../examples/validate.rs"]
#[allow(dead_code, reason = "its `main` is not called")]
mod validate;

use alfil::computer::Stop;
use statistics::Tally;
use std::path::Path;
use validate::Verdict;

#[test]
fn a_bot_plays_until_it_is_stopped() {
    let variant = alfil::load("chess").expect("it is shipped");
    let stop = Stop::default();
    assert_eq!(bot::game(&variant, 200, 6, &stop).len(), 6);
    stop.stop();
    assert!(bot::game(&variant, 200, 6, &stop).is_empty());
}

#[test]
fn an_interface_finds_its_targets() {
    let mut position = alfil::load("crazyhouse").expect("it is shipped").start();
    for text in ["e2e4", "d7d5", "e4d5", "d8d5"] {
        position.play_text(text).expect("it is legal");
    }
    assert_eq!(
        targets::targets(&position, Some("g1")),
        "g1 to e2: g1e2\ng1 to f3: g1f3\ng1 to h3: g1h3\n"
    );
    assert_eq!(targets::targets(&position, Some("d5")), "q stands on d5\n");
    let drops = targets::targets(&position, Some("P"));
    assert!(drops.contains("P to e2: P@e2\n") && drops.lines().count() > 20, "{drops}");
    let promoting = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let chess = alfil::load("chess").expect("it is shipped");
    let position = chess.position(promoting).expect("it is a position");
    assert_eq!(
        targets::targets(&position, Some("a7")),
        "a7 to a8: a7a8q =Q a7a8r =R a7a8b =B a7a8n =N\n"
    );
    let plane = alfil::load("continuous").expect("it is shipped").start();
    assert!(targets::targets(&plane, None).contains("infinitely many"));
}

#[test]
fn a_server_validates_definitions_and_moves() {
    let text = "name: Camels\nextends: chess\npieces:\n  knight: {moves: C}\n";
    let mut position = validate::admit(text, Path::new(".")).expect("it is a game").start();
    assert_eq!(validate::receive(&mut position, "Nf4"), Verdict::Played("g1f4".to_owned()));
    let Verdict::Refused(why) = validate::receive(&mut position, "g8f6") else {
        panic!("a camel does not move like a knight")
    };
    assert!(why.contains("knight") || why.contains("g8"), "{why}");
    let long = "x".repeat(validate::MOST_MOVE + 1);
    assert!(matches!(validate::receive(&mut position, &long), Verdict::Refused(_)));
    for refused in
        ["extends: /etc/hostname\n", "extends: ../other.yaml\n", "extends: chess\ncastlng: none\n"]
    {
        assert!(validate::admit(refused, Path::new("tests")).is_err(), "{refused}");
    }
    assert!(validate::admit(&" ".repeat(validate::MOST_TEXT + 1), Path::new(".")).is_err());

    let mut mate = alfil::load("chess").expect("it is shipped").start();
    let line = ["f3", "e5", "g4"].map(|sent| validate::receive(&mut mate, sent));
    assert!(line.iter().all(|verdict| matches!(verdict, Verdict::Played(_))), "{line:?}");
    let end = Verdict::Ended("d8h4".to_owned(), "Black wins by checkmate".to_owned());
    assert_eq!(validate::receive(&mut mate, "Qh4"), end);
    assert!(matches!(validate::receive(&mut mate, "a3"), Verdict::Refused(_)));
}

#[test]
fn a_collection_is_counted() {
    let pgn = "\
[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n
[Event \"?\"]\n[Variant \"King of the Hill\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n
[Event \"?\"]\n[Variant \"Crazyhouse\"]\n[Result \"0-1\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 0-1\n
[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e4 *\n
[Event \"?\"]\n[Variant \"No Such Game\"]\n\n1. e4 *\n";
    let found = statistics::statistics(pgn.as_bytes()).expect("it is read");
    let won = Tally { white: 1, ..Tally::default() };
    assert_eq!(found.results["Chess"]["e4"], won);
    assert_eq!(found.results["King of the Hill"]["d4"].drawn, 1);
    assert_eq!(found.results["Crazyhouse"]["e4"].black, 1);
    let numbers: Vec<usize> = found.failures.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [4, 5], "{found}");
    assert_eq!(found.failures[1].1, "no game is called `No Such Game`");
}

#[test]
fn a_referee_answers_line_by_line() {
    let chess = alfil::load("chess").expect("it is shipped");
    let start = referee::answer(&chess, "-").expect("a position");
    assert_eq!(start["moves"].as_array().map(Vec::len), Some(20));
    assert!(start["ended"].is_null());
    let mated = referee::answer(&chess, "-\tf2f3 e7e5 g2g4 d8h4").expect("a position");
    assert_eq!(mated["ended"]["score"]["black"], "1");
    let next = referee::answer(&chess, "7k/8/8/8/8/8/8/K7 w - - 0 1\ta1a2").expect("a position");
    assert_eq!(next["position"], "7k/8/8/8/8/8/K7/8 b - - 1 1");
    assert!(referee::answer(&chess, "-\te2e5").is_err());
}
