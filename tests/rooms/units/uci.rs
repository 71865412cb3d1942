//! Tests of reading commands of UCI and its dialects.

use alfil::protocol::host::Origin;
use alfil::protocol::names;
use alfil::protocol::uci::{Command, Search, parse};
use alfil::protocol::{ucci, usi};
use alfil::rules::side::{ByColor, Side};
use std::time::Duration;

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn commands_are_read() {
    let option =
        |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
    let start = |moves: &str| Command::Position { origin: Origin::Start, moves: words(moves) };
    let text = "8/8/8/8/8/8/8/K6k w - - 0 1";
    let fen = |moves: &str| Command::Position {
        origin: Origin::Text(text.to_owned()),
        moves: words(moves),
    };
    for (line, command) in [
        ("", Command::Nothing),
        (" \t\r\n", Command::Nothing),
        ("uci\r\n", Command::Uci),
        ("  isready", Command::IsReady),
        ("debug on", Command::Nothing),
        // The interface demands that unknown words before a command are skipped.
        ("joho quit", Command::Quit),
        ("setoption name Skill Level value 3", option("Skill Level", "3")),
        ("setoption name VariantFile value ./my own.yaml", option("VariantFile", "./my own.yaml")),
        ("setoption name Clear Hash", option("Clear Hash", "")),
        ("position startpos", start("")),
        ("position startpos moves e2e4 P@d5", start("e2e4 P@d5")),
        ("position fen 8/8/8/8/8/8/8/K6k w - - 0 1", fen("")),
        ("position fen 8/8/8/8/8/8/8/K6k w - - 0 1 moves a1a2", fen("a1a2")),
        ("go", Command::Go(Search::default())),
    ] {
        assert_eq!(parse(line), Ok(command), "{line}");
    }
    for line in [
        "hello",
        "position",
        "position fen",
        "position moves e2e4",
        "setoption value 3",
        "go x",
        "go depth",
        "go depth 1.5",
        "go nodes 99999999999999999999",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
}

#[test]
fn searches_are_read() {
    let ms = Duration::from_millis;
    let read = |line: &str| match parse(line) {
        Ok(Command::Go(search)) => search,
        other => panic!("{line}: {other:?}"),
    };
    let clock = read("go wtime 60000 btime -7 winc 100 binc 200 movestogo 40");
    assert_eq!(
        clock.left,
        ByColor::from_fn(|side| Some(if side == Side::White { ms(60_000) } else { ms(0) }))
    );
    assert_eq!(clock.increment[Side::Black], ms(200));
    assert_eq!(clock.moves_to_go, Some(40));
    assert_eq!(read("go mate 3").depth, Some(5));
    assert_eq!(read("go mate 9223372036854775807").depth, Some(u32::MAX - 1));
    assert_eq!(
        read("go depth 0 nodes 0"),
        Search { depth: Some(1), nodes: Some(1), ..Search::default() }
    );
    assert!(read("go infinite").is_infinite);
    let search = read("go searchmoves e2e4 d2d4 ponder movetime 7");
    assert_eq!(search.only, words("e2e4 d2d4"));
    assert!(search.is_ponder);
    assert_eq!(search.move_time, Some(ms(7)));
}

#[test]
fn positions_and_clocks_of_shogi_are_translated() {
    let read = |line: &str| match usi::parse(line) {
        Ok(Command::Position { origin: Origin::Text(text), moves }) => (text, moves),
        other => panic!("{line}: {other:?}"),
    };
    let (text, moves) = read("position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P10p 7 moves P*5e 5i5h+");
    assert_eq!(text, "4k4/9/9/9/9/9/9/9/4K4[PPpppppppppp] w - - 0 4");
    assert_eq!(moves, words("P*5e 5i5h+"));
    assert_eq!(
        read("position sfen 4k4/9/9/9/9/9/9/9/4K4 w -").0,
        "4k4/9/9/9/9/9/9/9/4K4[] b - - 0 1"
    );
    let Ok(Command::Go(search)) = usi::parse("go btime 7000 wtime 0 byoyomi 5000") else {
        panic!("a search");
    };
    assert_eq!(search.left[Side::White], Some(Duration::from_secs(7)));
    assert_eq!(search.move_time, Some(Duration::from_secs(5)));
    for line in [
        "position sfen",
        "position sfen 9 b",
        "position sfen 9 x - 1",
        "go byoyomi",
        "go byoyomi -1",
        "fly",
    ] {
        assert!(usi::parse(line).is_err(), "{line}");
    }
}

#[test]
fn clocks_of_xiangqi_are_translated() {
    let Ok(Command::Go(search)) = ucci::parse("go ponder time 9000 increment 50 opptime 1 draw")
    else {
        panic!("a search");
    };
    assert_eq!(search.left, ByColor::from_fn(|_| Some(Duration::from_secs(9))));
    assert!(search.is_ponder);
    assert_eq!(ucci::parse("setoption newgame"), Ok(Command::NewGame));
    let option = Command::SetOption { name: "hashsize".into(), value: "8".into() };
    assert_eq!(ucci::parse("setoption hashsize 8"), Ok(option));
}

#[test]
fn games_have_the_names_of_other_programs() {
    assert_eq!(names::spellings("king-of-the-hill"), ["king-of-the-hill", "kingofthehill"]);
    assert_eq!(names::spellings("three-check"), ["three-check", "threecheck", "3check"]);
    assert_eq!(names::spellings("chess"), ["chess"]);
    assert_eq!(names::find("3CHECK"), Some("three-check"));
    assert_eq!(names::find("kingofthehill"), Some("king-of-the-hill"));
    assert_eq!(names::find("960"), None);
    let offered = names::offered(|_| None);
    assert!(offered.contains(&"glinski") && offered.contains(&"marseillais"));
    // Planes, layers, sections, modifiers and parents.
    for name in ["continuous", "alice", "opposition", "contrast-modifier"] {
        assert!(!offered.contains(&name), "{name}");
    }
}
