//! Fuzz target: random positions of games in which the engine need not make every move to verify
//! it.
//!
//! It scatters pieces over the board, plays a few random moves and compares the engine with the
//! reference after each of them. Random rules seldom use these shortcuts, but these games do.

use crate::compare;
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_play::game::Game;
use alfil_play::position::Legal;
use alfil_resolve::resolution::resolve;
use alfil_syntax::scalar::Scalar;
use arbitrary::{Result, Unstructured};
use std::sync::OnceLock;

/// Shipped games with flipped lines, forced captures, moves to the last cell of a line, and layers.
const SHIPPED: [&str; 4] = ["othello", "draughts", "neutron", "alice"];

/// Movements of kings in games with `king safe: end of turn`. Some kings cannot move back.
const KINGS: [&str; 8] = ["K", "fK", "mF cW", "WfF", "mR3 cK", "K mAmD", "vW", "fW"];

/// White's steps in these games.
const STEPS: [&str; 14] = [
    "2",
    "[{}, {moves: moving king}]",
    "[{moves: moving king}, {moves: moving king}]",
    "[{}, {moves: moving pawn}]",
    "[{}, {moves: moving pawn and light}]",
    "[{moves: moving pawn}, {}]",
    "[{}, {moves: light}]",
    "[{}, {may pass: true}]",
    "[{}, {moves: moving previous mover}]",
    "[{moves: not capturing}, {moves: moving own but previous mover}]",
    "[{moves: moving rook, may pass: not in check}, {}]",
    "[{}, {when: capturing, moves: capturing}]",
    "[{moves: moving rook}, {moves: moving king or knight}]",
    "[{}, {moves: leaving any queen or capturing}]",
];

/// Other keys of `turn` in these games.
const TURNS: [&str; 12] = [
    "",
    "",
    "  check ends the turn: true\n",
    "  check before the last step: forbidden\n",
    "  no move: ends the game\n",
    "  black: {steps: 2}\n",
    "  black: {steps: [{moves: light}]}\n",
    "  black: {steps: [{pieces: [rook, bishop]}, {pieces: [pawn, queen]}]}\n",
    "  black: {steps: [{}, {moves: moving own but previous mover}]}\n",
    "  black: {steps: [{moves: not capturing, may pass: true}, {moves: moving previous mover}]}\n",
    "  black: {steps: [{moves: not moving queen and leaving own queen}]}\n",
    "  black: {steps: [{moves: moving pawn}, {moves: moving queen, if: moving}]}\n  check ends the turn: true\n",
];

/// Other rules of these games.
const RULES: [&str; 9] = [
    "",
    "",
    "pieces: {queen: {moves: mQ cN}}\n",
    "every move: no empty beyond end or capturing\n",
    "ends: {goals: [win when no empty and any own rook, draw when no empty and any pawn]}\n",
    "must: capturing\n",
    "every move: not moving queen or own knight and leaving own knight\n",
    "pieces: {bishop: {moves: B; only when own rook or capturing}}\n",
    "effects: [always remove own pawn attacked by enemy king]\nmust: leaving no own pawn\n",
];

/// The most pieces besides the kings in games where the engine examines the replies to each move.
const FEW: usize = 4;

/// Compares engine and reference in a position made from `bytes`. Panics if they differ.
pub fn sparse(bytes: &[u8]) {
    // If there are too few bytes for a position, the run is not a failure.
    let _ = try_sparse(&mut Unstructured::new(bytes));
}

fn shipped() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| SHIPPED.iter().map(|name| game(name, None).expect("shipped")).collect())
}

/// Compiles a shipped game, or the game of `text`. `None` if it has errors.
fn game(name: &str, text: Option<&str>) -> Option<Game> {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    if let Some(text) = text {
        library.add(&mut sources, name, text);
    }
    let found = resolve(name, &mut library, &mut sources);
    let resolved = found.value.filter(|_| !has_errors(&found.found))?;
    Game::compile(resolved.ruleset).value
}

fn try_sparse(u: &mut Unstructured<'_>) -> Result<()> {
    if u.ratio(1, 2)? {
        let game = u.choose(shipped())?;
        let density = u.int_in_range(1..=6)?;
        let most = if game.start().text().contains('k') { FEW } else { usize::MAX };
        return play(game, density, most, u);
    }
    let (king, steps) = (u.choose(&KINGS)?, u.choose(&STEPS)?);
    let (turn, rule) = (u.choose(&TURNS)?, u.choose(&RULES)?);
    let pieces = if rule.contains("pieces: {") {
        rule.replace("pieces: {", &format!("pieces: {{king: {{moves: {king}}}, "))
    } else {
        format!("pieces: {{king: {{moves: {king}}}}}\n{rule}")
    };
    let castling = if u.ratio(1, 4)? { "{with: rook}" } else { "none" };
    let text = format!(
        "extends: chess\n{pieces}castling: {castling}\nturn:\n  white: {{steps: {steps}}}\n  king safe: end of turn\n{turn}"
    );
    // Some kings may not castle, and some turns are too complex. Such texts have errors, and the
    // run is not a failure.
    // If both sides move twice, the cost of the reference is the fourth power of the number of
    // moves. A rule about the position after a move tests all moves once more, which takes minutes.
    let is_double = turn.contains("black:");
    if is_double && [*steps, *turn, *rule].iter().any(|text| text.contains("leaving")) {
        return Ok(());
    }
    let most = if is_double { 1 } else { FEW };
    match game("written", Some(&text)) {
        Some(game) => play(&game, 1, most, u),
        None => Ok(()),
    }
}

/// Plays a few moves from a random position with at most `most` pieces. Of ten cells, about
/// `density` have a piece.
fn play(game: &Game, density: u32, most: usize, u: &mut Unstructured<'_>) -> Result<()> {
    let start = game.start().text();
    let (placement, _) = start.split_once(' ').unwrap_or((&start, ""));
    let (placement, hand) = match placement.split_once('[') {
        Some((placement, _)) => (placement, "[]"),
        None => (placement, ""),
    };
    let letters: Vec<char> = placement.chars().filter(|c| c.is_alphabetic()).collect();
    // There is one piece of each royal and each neutral kind.
    let neutral = letters.contains(&'N') && !letters.contains(&'n');
    let is_single = |letter: char| "kK".contains(letter) || letter == 'N' && neutral;
    let common: Vec<char> = letters.iter().copied().filter(|&c| !is_single(c)).collect();
    let mut ranks: Vec<Vec<Option<char>>> = placement.split('/').map(cells).collect();
    let mut left = most;
    for cell in ranks.iter_mut().flatten() {
        let stands = left > 0 && u.ratio(density, 10)?;
        // In games with kings, most pieces are Black's, because White has the longer turns.
        let blacks = most <= FEW && u.ratio(1, 2)?;
        *cell = match (stands, blacks) {
            (false, _) => None,
            (true, false) => Some(*u.choose(&common)?),
            (true, true) => Some(*u.choose(&['q', 'r', 'b', 'n'])?),
        };
        left -= usize::from(stands);
    }
    for single in "kKN".chars().filter(|&c| is_single(c) && letters.contains(&c)) {
        let rank = u.choose_index(ranks.len())?;
        let file = u.choose_index(ranks[rank].len())?;
        ranks[rank][file] = Some(single);
    }
    if most == FEW && u.ratio(2, 3)? {
        shield(&mut ranks, u)?;
    }
    let written: Vec<String> = ranks.iter().map(|rank| row(rank)).collect();
    let side = if u.ratio(2, 3)? { 'w' } else { 'b' };
    let text = format!("{}{hand} {side}", written.join("/"));
    let read = game.read(&Scalar::plain(text.as_str(), Span::new(SourceId::only(), 0, text.len())));
    let Some(mut now) = read.value else { return Ok(()) };
    for _ in 0..u.int_in_range(1..=5)? {
        let legal = now.legal();
        if let Legal::Board(play, moves) = &legal {
            assert_eq!(compare(play.program(), play.board()), *moves);
        }
        let moves = legal.list().unwrap_or_default();
        if moves.is_empty() {
            break;
        }
        now.play(&moves[u.choose_index(moves.len())?]);
    }
    Ok(())
}

/// Puts a black queen on a line with White's king, and a piece between them, which may be pinned.
fn shield(ranks: &mut [Vec<Option<char>>], u: &mut Unstructured<'_>) -> Result<()> {
    let place = |rank: &Vec<Option<char>>| rank.iter().position(|&cell| cell == Some('K'));
    let Some((rank, file)) = ranks.iter().map(place).enumerate().find_map(|(n, at)| Some((n, at?)))
    else {
        return Ok(());
    };
    let (up, aside) = (u.int_in_range(-1..=1)?, u.int_in_range(-1..=1)?);
    let near = u.int_in_range(1..=2)?;
    let far = near + u.int_in_range(1..=3)?;
    let between = *u.choose(&['P', 'P', 'N', 'R', 'Q', 'p', 'n', 'b'])?;
    let mut put = |steps: isize, letter: char| {
        let at = (rank as isize + up * steps, file as isize + aside * steps);
        let cell = ranks.get_mut(at.0 as usize).and_then(|rank| rank.get_mut(at.1 as usize));
        if let Some(cell) = cell.filter(|cell| !matches!(**cell, Some('K' | 'k'))) {
            *cell = Some(letter);
        }
    };
    put(far, 'q');
    put(near, between);
    Ok(())
}

/// Splits a rank of a placement into cells.
fn cells(rank: &str) -> Vec<Option<char>> {
    let (mut cells, mut empty) = (Vec::new(), 0usize);
    for letter in rank.chars() {
        match letter.to_digit(10) {
            Some(digit) => empty = empty * 10 + digit as usize,
            None => {
                cells.extend((0..std::mem::take(&mut empty)).map(|_| None));
                cells.push(Some(letter));
            }
        }
    }
    cells.extend((0..empty).map(|_| None));
    cells
}

/// Writes cells as a rank of a placement.
fn row(cells: &[Option<char>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in cells {
        match cell {
            None => empty += 1,
            Some(letter) => {
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text.push(*letter);
            }
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}
