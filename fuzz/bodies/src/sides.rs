//! Fuzz target: games with three or four sides, from the text to positions.
//!
//! Bytes choose board, directions, teams, pieces, goals and what sides leave behind. Engine and
//! reference must agree in every position of a game, and after every move. Positions must be read
//! back.

use crate::compare;
use crate::game::again;
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::Sources;
use alfil_play::game::Game;
use alfil_play::position::{Legal, Position};
use alfil_reference::executor::Reference;
use alfil_resolve::resolution::resolve;
use arbitrary::{Result, Unstructured};

/// The most plies of a game.
const PLIES: usize = 20;

/// The movements of the kinds.
const MOVES: [&str; 14] = [
    "K",
    "Q",
    "R",
    "B",
    "N",
    "W",
    "F",
    "fmW fceF ifmnD",
    "fmWfcF",
    "KN",
    "cpR mR",
    "fR3 bW",
    "mWcF",
    "cRmB",
];

/// Movements on boards with layers.
const ON_LAYERS: [&str; 4] =
    ["(0,0,1)", "(1,1,1)0", "R; only when upward", "W; only when same layer"];

/// Sentences that take a side out, or end the game.
const GOALS: [&str; 6] = [
    "loss when no own king",
    "win when own king in last rank",
    "loss when at most 1 own pieces",
    "loss when own king attacked by enemy rook",
    "draw when at most 2 any pieces",
    "win when own kills >= 2",
];

/// What moves do besides.
const EFFECTS: [&str; 5] = [
    "when capturing then count kills",
    "when capturing enemy pieces then remove any but king at W of end",
    "when moving knight then remove own pawn at W of end",
    "when capturing ally rook then count kills",
    "when capturing enemy then count 2 points",
];

/// The steps of turns.
const TURNS: [&str; 9] = [
    "2",
    "[{}, {pieces: [king, pawn], may pass: true}]",
    "[{pieces: [king, knight]}, {}]",
    "[{}, {when: capturing, moves: moving previous mover and capturing, repeats: true}]",
    "[{}, {moves: moving own but previous mover}, {may pass: true}]",
    "rank of own king",
    "[{roll: die}, {moves: mover like die}]",
    "[{roll: die}, {roll: coin}, {moves: mover like die or coin = 2}]",
    "[{moves: not capturing}, {roll: coin}, {when: coin = 1}]",
];

/// Other keys of `turn`.
const OF_TURNS: [&str; 5] = [
    "first turn of the game: {steps: 1}",
    "check ends the turn: true",
    "check before the last step: forbidden",
    "no move: ends the game",
    "king safe: end of turn",
];

/// What captures do in games with hands.
const HANDS: [&str; 5] = [
    "captured: to captor",
    "captured: to owner",
    "captured: to captor, own captured: gone",
    "captured: to captor, no mate by: pawn",
    "captured: gone, supply: [pawn]",
];

/// Plays a game with more than two sides made from `bytes`.
pub fn sides(bytes: &[u8]) {
    // If there are too few bytes for a choice, the run is not a failure.
    let _ = try_sides(&mut Unstructured::new(bytes));
}

fn try_sides(u: &mut Unstructured<'_>) -> Result<()> {
    let text = definition(u)?;
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "written", &text);
    let findings = resolve("written", &mut library, &mut sources);
    let Some(resolved) = findings.value.filter(|_| !has_errors(&findings.found)) else {
        return Ok(());
    };
    let compiled = Game::compile(resolved.ruleset);
    assert_eq!(compiled.value.is_none(), has_errors(&compiled.found), "{text}");
    let Some(game) = compiled.value else { return Ok(()) };
    let mut now = game.start();
    for _ in 0..PLIES {
        let Legal::Board(play, moves) = now.legal() else { return Ok(()) };
        assert_eq!(compare(play.program(), play.board()), *moves, "{text}");
        again(&game, &now);
        if moves.is_empty() {
            assert!(now.outcome().is_some(), "no moves, no end: {}\n{text}", now.text());
            return Ok(());
        }
        let mv = &moves[u.choose_index(moves.len())?];
        let slow = Reference::of(play.program().arena()).after(play.board(), mv);
        let mut fast = play.program().play(play.board());
        let before = fast.position();
        fast.play(mv);
        assert_eq!(fast.position(), slow, "{} then {mv:?}\n{text}", now.text());
        fast.take_back();
        assert_eq!(fast.position(), before, "{} not taken back\n{text}", now.text());
        let arena = play.program().arena();
        assert_eq!(
            Reference::of(arena).perft(play.board(), 1),
            moves.len() as u64,
            "{}\n{text}",
            now.text()
        );
        let words = now.legal().texts().unwrap_or_default();
        let Some(word) = moves.iter().position(|other| other == mv).and_then(|n| words.get(n))
        else {
            break;
        };
        let Some(found) = now.legal().find(word) else { panic!("{word} is not found\n{text}") };
        now.play(&found);
    }
    let _: &Position = &now;
    Ok(())
}

/// The text of a game.
fn definition(u: &mut Unstructured<'_>) -> Result<String> {
    let count = u.int_in_range(3..=4)?;
    let names = &["red", "blue", "yellow", "green"][..count];
    let hexagonal = u.ratio(1, 4)?;
    let (space, lengths): (String, Vec<usize>) = match hexagonal {
        true => ("hex 3".to_owned(), vec![1, 3, 5, 5, 5]),
        false if u.ratio(1, 5)? => ("layers 3x3x3".to_owned(), vec![3; 9]),
        false => {
            let (files, ranks) = (u.int_in_range(4..=7)?, u.int_in_range(4..=7)?);
            let shape = u.choose(&["grid", "grid", "cylinder", "torus", "moebius", "klein"])?;
            (format!("{shape} {files}x{ranks}"), vec![files; ranks])
        }
    };
    let directions: &[&str] = if hexagonal {
        &["up", "up right", "down right", "down", "down left", "up left"]
    } else {
        &["up", "right", "down", "left"]
    };
    let mut sides = Vec::new();
    for name in names {
        sides.push(if u.ratio(1, 3)? {
            format!("{name}: {{forward: {}}}", u.choose(directions)?)
        } else {
            format!("{name}: {{}}")
        });
    }
    let mut text = format!("name: Written\nspace: {space}\nsides: {{{}}}\n", sides.join(", "));
    match (u.int_in_range(0..=3)?, count) {
        (1, _) => text += &format!("allies: [[{}, {}]]\n", names[0], names[2]),
        (2, 4) => text += "allies: [[red, yellow], [blue, green]]\n",
        _ => {}
    }
    if text.contains("allies") && u.ratio(1, 2)? {
        text += "teams lose: with its first side\n";
    }
    text += &format!("eliminated: {}\n", u.choose(&["removed", "unowned", "taken over"])?);
    if u.ratio(1, 4)? {
        text += "winner: most points\n";
    }
    let hand = if u.ratio(1, 3)? { Some(*u.choose(&HANDS)?) } else { None };
    if let Some(hand) = hand {
        text += &format!("hand: {{{hand}}}\n");
    }
    if u.ratio(1, 3)? {
        let steps = u.choose(&TURNS)?;
        if steps.contains("roll") {
            text += "dice: {die: [rook, knight, pawn], coin: {values: [1, 2], lasts: until rolled again}}\n";
        }
        text += &format!("turn: {{steps: {steps}");
        if u.ratio(1, 3)? {
            text += &format!(", {}", u.choose(&OF_TURNS)?);
        }
        text += "}\n";
    }
    text += "pieces:\n  king: {letter: K, moves: K, royal: true}\n";
    for (name, letter) in [("rook", 'R'), ("knight", 'N'), ("pawn", 'P')] {
        let drops = match hand {
            Some(_) => *u.choose(&["", " @8", " @2", " j@8", " @8", " b@8"])?,
            None => "",
        };
        let moves = if space.starts_with("layers") && u.ratio(1, 2)? {
            *u.choose(&ON_LAYERS)?
        } else {
            *u.choose(&MOVES)?
        };
        text += &format!("  {name}: {{letter: {letter}, moves: \"{moves}{drops}\"");
        if name == "pawn" && u.ratio(1, 2)? {
            text += ", promotes: {at: last rank, to: [rook, knight]}";
        }
        text += "}\n";
    }
    if u.ratio(1, 3)? {
        text += &format!("effects: [\"{}\"]\n", u.choose(&EFFECTS)?);
    }
    if u.ratio(1, 6)? {
        text += "every move: not capturing enemy rook\n";
    }
    let zeros = vec!["0"; count].join(",");
    let rows = rows(&lengths, names, u)?;
    let held = match hand {
        Some(hand) => held(names, !hand.contains("supply"), u)?,
        None => String::new(),
    };
    text += &format!("setup: R-{zeros}-{zeros}-{zeros}-{zeros}-0-{}{held}\n", rows.join("/"));
    let mate = u.choose(&["loss", "loss", "loss", "draw"])?;
    let stale = u.choose(&["loss", "draw", "win"])?;
    text += &format!("ends: {{checkmated: {mate}, stalemated: {stale}");
    if u.ratio(2, 3)? {
        text += &format!(", goals: [{}]", u.choose(&GOALS)?);
    }
    text += "}\n";
    Ok(text)
}

/// The hands of the start position.
fn held(names: &[&str], pawns: bool, u: &mut Unstructured<'_>) -> Result<String> {
    let mut held = Vec::new();
    for name in names {
        for kind in ["R", "N", "P"] {
            if (kind != "P" || pawns) && u.ratio(1, 3)? {
                held.push(format!("{}{kind}", &name[..1]));
            }
        }
    }
    Ok(format!("[{}]", held.join(",")))
}

/// The rows of the start position, with a king and some pieces for each side.
fn rows(lengths: &[usize], names: &[&str], u: &mut Unstructured<'_>) -> Result<Vec<String>> {
    let cells: usize = lengths.iter().sum();
    let mut board = vec![String::new(); cells];
    for name in names {
        let letter = &name[..1];
        for kind in ["K", "R", "N", "P", "P", "R"] {
            let cell = u.choose_index(cells)?;
            if kind == "K" || board[cell].is_empty() && u.ratio(4, 5)? {
                board[cell] = format!("{letter}{kind}");
            }
        }
    }
    let mut rest = board.into_iter();
    let mut row = |&length: &usize| -> String {
        let (mut parts, mut empty) = (Vec::new(), 0);
        for piece in rest.by_ref().take(length) {
            if piece.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                parts.push(std::mem::take(&mut empty).to_string());
            }
            parts.push(piece);
        }
        if empty > 0 {
            parts.push(empty.to_string());
        }
        parts.join(",")
    };
    Ok(lengths.iter().map(&mut row).collect())
}
