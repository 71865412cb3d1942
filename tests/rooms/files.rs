//! Files that Studio opens and writes for other programs: what it says about each, and limits.

#![cfg(feature = "cli")]

use alfil::Workspace;
use alfil_editor::Address;
use alfil_records::programs;
use alfil_studio::{MAX_FILE, Studio};
use serde_json::{Value, json};

const VARIANTS: &str = include_str!("../data/files/variants.ini");
const DIAGRAM: &str = include_str!("../data/files/diagram.txt");
const GAMES: &str = include_str!("../data/files/games.pgn");

/// The text on the page.
const PRESENT: &str = "name: Mine\nextends: chess\n";

fn studio() -> Studio {
    Studio::new(Workspace::new(), Address::Name("untitled".to_owned()))
}

/// The question about a file, with further fields.
fn file(name: &str, content: &str, more: &Value) -> Value {
    let mut question = json!({ "ask": "file", "text": PRESENT, "name": name, "content": content });
    for (key, value) in more.as_object().into_iter().flatten() {
        question[key] = value.clone();
    }
    question
}

/// Each row has a question, a pointer into the answer, and what is there.
fn compare(rows: &[(Value, &str, Value)]) {
    let mut studio = studio();
    let mut wrong = Vec::new();
    for (question, pointer, wanted) in rows {
        let answer = studio.answer(&question.to_string());
        let there = answer.pointer(pointer).unwrap_or(&Value::Null);
        if there != wanted {
            wrong.push(format!("{question}\n  {pointer}: {there}\n  not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn variants_are_listed_examined_and_imported() {
    let none = json!({});
    let ini = |more: &Value| file("folder/variants.ini", VARIANTS, more);
    compare(&[
        (ini(&none), "/kind", json!("variants")),
        (ini(&none), "/sections/1", json!({"name": "counted", "parent": "makruk", "line": 6})),
        (ini(&json!({"outcomes": [0, 9]})), "/outcomes/0/extent", json!("complete")),
        (ini(&json!({"outcomes": [1, 1]})), "/outcomes/0/extent", json!("partly")),
        (ini(&json!({"outcomes": [1, 1]})), "/outcomes/1", json!(null)),
        (
            ini(&json!({"outcomes": [2, 1]})),
            "/outcomes/0",
            json!({"extent": "not at all", "lost": 1, "first": "there is no variant `nowhere`"}),
        ),
        (ini(&json!({"outcomes": "all"})), "/kind", json!("variants")),
        (
            ini(&json!({"outcomes": [0, -1]})),
            "/error",
            json!("`outcomes` must be two whole numbers"),
        ),
        (ini(&json!({"section": 3})), "/error", json!("there is no section 3")),
        (ini(&json!({"section": 0})), "/extent", json!("complete")),
        (ini(&json!({"section": 1})), "/stem", json!("counted")),
        (ini(&json!({"section": 1})), "/remarks/1/line", json!(8)),
        (ini(&json!({"section": 1})), "/remarks/1/column", json!(1)),
        (ini(&json!({"section": 2})), "/definition", json!(null)),
        (ini(&json!({"section": 2})), "/remarks/0/column", json!(7)),
    ]);
}

#[test]
fn diagrams_definitions_and_programs_are_recognised() {
    let none = json!({});
    let marked = "\u{feff}name: Mine\r\nextends: chess\r\n";
    let large = format!("name: Mine\nextends: chess\n{}", "# x\n".repeat(1 << 18));
    let zrf = "(game (title \"Xiangqi\"))\n";
    compare(&[
        (file("camels.txt", DIAGRAM, &none), "/kind", json!("import")),
        (file("camels.txt", DIAGRAM, &none), "/format", json!("diagram")),
        (file("camels.txt", DIAGRAM, &none), "/name", json!("camels")),
        (
            file("camels.txt", DIAGRAM, &none),
            "/remarks/1/message",
            json!("knight: it has no movement string; its name means `N`"),
        ),
        (
            file("wide.txt", "files=20\npawn:P:fmWfcF:pawn:a2\n", &none),
            "/error",
            json!("line 1, column 7: `20` is not a number from 1 to 16"),
        ),
        (file("mine.txt", marked, &none), "/definition", json!("name: Mine\nextends: chess\n")),
        // The name decides where the content does not.
        (file("mine.yaml", "name: Mine\n", &none), "/kind", json!("definition")),
        (
            file("mine.yaml", &large, &none),
            "/error",
            json!("it has 1048602 bytes, but a definition can have at most 1048576"),
        ),
        (file("mine.md", "A text.\n", &none), "/kind", json!("advice")),
        (file("game.zrf", zrf, &none), "/nearest", json!("xiangqi")),
        (
            json!({"ask": "file", "text": "", "name": "a", "base64": "AAEC"}),
            "/advice",
            json!("it is not text in UTF-8; save it as text, or unpack it first"),
        ),
        (
            json!({"ask": "file", "text": "", "name": "a", "base64": "?"}),
            "/error",
            json!("`base64` is incomplete or changed"),
        ),
        (
            json!({"ask": "file", "text": "", "name": "a"}),
            "/error",
            json!("missing field `content` (a text)"),
        ),
    ]);
}

#[test]
fn games_and_positions_are_listed_and_opened() {
    let none = json!({});
    let pgn = |more: &Value| file("games.pgn", GAMES, more);
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";\n8/8 w - - id \"none\";\n";
    let own = "[Variant \"Mine\"]\n\n1. e4 *\n";
    let twice = json!({"text": "name: Twice
extends: chess
turn: {steps: [{}, {}]}
", "item": 1, "here": true});
    let steps = "1. e4,d4 (1. Nf3,Nc3) e5,d5 *";
    compare(&[
        (pgn(&none), "/items/0/game", json!("Chess")),
        (pgn(&none), "/items/0/plies", json!(7)),
        (pgn(&none), "/items/0/white", json!("Ada")),
        (pgn(&none), "/items/0/date", json!(null)),
        (pgn(&none), "/items/1/game", json!("Crazyhouse")),
        (
            pgn(&none),
            "/items/2/unknown",
            json!("line 19, column 11: no shipped game has the rules of `Bughouse`"),
        ),
        (
            pgn(&json!({"item": 3})),
            "/error",
            json!("line 19, column 11: no shipped game has the rules of `Bughouse`"),
        ),
        (pgn(&json!({"item": 3, "here": true})), "/tree/0/text", json!("e2e4")),
        (pgn(&json!({"item": 4})), "/error", json!("there is no game 4")),
        (pgn(&json!({"item": 1})), "/name", json!("chess")),
        (pgn(&json!({"item": 1})), "/start", json!(null)),
        (pgn(&json!({"item": 1})), "/result", json!("1-0")),
        (pgn(&json!({"item": 1})), "/tags/1", json!(["White", "Ada"])),
        (
            pgn(&json!({"item": 1})),
            "/tree/0",
            json!({"text": "e2e4", "san": "e4", "turn": 1, "side": "white", "after": 0, "before": "A trap."}),
        ),
        (pgn(&json!({"item": 1})), "/tree/2/glyphs", json!([5])),
        (
            pgn(&json!({"item": 1})),
            "/tree/4",
            json!({"text": "b8c6", "san": "Nc6", "turn": 2, "side": "black", "after": 4, "comment": "the usual move"}),
        ),
        (pgn(&json!({"item": 1})), "/tree/5/after", json!(3)),
        (pgn(&json!({"item": 2})), "/tree/6/text", json!("P@d5")),
        // The definition on the page has precedence over shipped games.
        (file("own.pgn", own, &none), "/items/0/here", json!(true)),
        (file("own.pgn", own, &json!({"item": 1})), "/definition", json!(null)),
        (
            file("bad.pgn", "1. e4 Ke4 *", &json!({"item": 1})),
            "/error",
            json!(
                "line 1, column 7: `Ke4` is not legal in move 1 of Black: the king on e8 has no such move"
            ),
        ),
        (file("a.epd", epd, &none), "/content", json!("positions")),
        (file("a.epd", epd, &none), "/items/0/operations", json!("bm O-O; id castle")),
        (
            file("a.epd", epd, &none),
            "/items/1/unknown",
            json!(
                "line 2, column 1: no shipped game has the board and the pieces of this position"
            ),
        ),
        (
            file("a.epd", epd, &json!({"item": 1})),
            "/start",
            json!("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ),
        (
            file("a.txt", "position startpos moves e2e4 e7e5\n", &json!({"item": 1})),
            "/tree/1/san",
            json!("e5"),
        ),
        (file("a.txt", "1. e4 (1. d4) e5", &json!({"item": 1})), "/tree/1/text", json!("d2d4")),
        // The variation replaces both steps of the turn.
        (file("steps.pgn", steps, &twice), "/tree/1/after", json!(1)),
        (file("steps.pgn", steps, &twice), "/tree/2/after", json!(0)),
        (file("steps.pgn", steps, &twice), "/tree/4/after", json!(2)),
    ]);
    // A file in Latin-1.
    let latin = b"[White \"J\xfcrgen\"]\n\n1. e4 *\n";
    let letters = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, latin);
    let question = json!({"ask": "file", "text": PRESENT, "name": "a.pgn", "base64": letters});
    compare(&[(question, "/items/0/white", json!("Jürgen"))]);
}

#[test]
fn positions_belong_to_the_game_whose_start_they_resemble() {
    for (position, game) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "chess"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "chess"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1", "crazyhouse"),
        ("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1", "xiangqi"),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "shogi"),
        ("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "capablanca"),
    ] {
        assert_eq!(programs::game(position), Some(game), "{position}");
    }
    assert_eq!(programs::game("8/8 w"), None);
}

#[test]
fn a_file_above_the_limit_is_not_opened() {
    let long = file("huge.pgn", &"x".repeat(MAX_FILE + 1), &json!({}));
    let why = "it has 4194305 bytes, but Studio opens files of at most 4194304";
    compare(&[(long, "/error", json!(why))]);
}

#[test]
fn pasted_games_keep_variations_and_are_written_again() {
    let line = |pasted: &str| json!({"ask": "line", "text": PRESENT, "pasted": pasted});
    let pgn = "[White \"Ada\"]\n\n{So} 1. e4! {good} (1. d4 d5 (1... Nf6)) 1... e5 $14 *";
    let mut studio = studio();
    let read = studio.answer(&line(pgn).to_string());
    let nodes = read["tree"].as_array().expect("a tree");
    let tree = nodes.iter().map(|node| {
        let mut node = node.clone();
        node["move"] = node["text"].clone();
        node
    });
    let question = json!({
        "ask": "share", "text": PRESENT, "form": "pgn", "tree": tree.collect::<Vec<_>>(), "tags": read["tags"],
    });
    let written = studio.answer(&question.to_string());
    let written = written["content"].as_str().expect("a text");
    assert!(written.contains("[White \"Ada\"]\n"), "{written}");
    let moves = "{So} 1. e4 $1 {good} (1. d4 d5 (1... Nf6)) 1... e5 $14 *\n";
    assert!(written.ends_with(moves), "{written}");
    // It is read as the same game.
    let again = studio.answer(&line(written).to_string());
    assert_eq!(again["tree"], read["tree"]);
    compare(&[
        // Without annotations there is no tree, and a variation that cannot be played is named.
        (line("1. e4 e5"), "/tree", json!(null)),
        (line("1. e4 (1. Qh5) e5"), "/played/1/text", json!("e7e5")),
        (
            line("1. e4 (1. Qh5) e5"),
            "/lost",
            json!(
                "1:11: the rest of a variation is left out: `Qh5` is not legal in move 1 of White: the pawn on e2 is in the way"
            ),
        ),
    ]);
}

#[test]
fn rules_are_written_for_other_programs_with_what_they_lack() {
    let share = |text: &str, form: &str| json!({"ask": "share", "text": text, "form": form, "name": "mine.yaml"});
    let twice = "name: Mine\nextends: duck\nturn: {steps: [{}, {}]}\n";
    compare(&[
        (share(PRESENT, "ini"), "/exact", json!(true)),
        (share(PRESENT, "ini"), "/name", json!("mine.ini")),
        (share(PRESENT, "diagram"), "/name", json!("mine.txt")),
        (share(twice, "ini"), "/exact", json!(false)),
        (
            share(twice, "ini"),
            "/gaps/0",
            json!({"rule": "turns of several moves", "file": "untitled", "line": 3, "column": 1, "place": {"from": 25, "to": 29}}),
        ),
        // A rule of a parent has no place in this text.
        (share(twice, "diagram"), "/gaps/0/place", json!(null)),
        (share("extends: continuous\n", "ini"), "/content", json!(null)),
    ]);
}
