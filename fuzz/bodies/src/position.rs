//! Fuzz target: positions and moves as text.
//!
//! Bytes choose a definition, edits of its start position and a line of moves. A text that can be
//! read must be written as the same position again. Any other text must have an error inside it.
//! Engine and reference must agree in each position.

use crate::compare;
use crate::game::again;
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_play::game::Game;
use alfil_play::position::Legal;
use alfil_resolve::resolution::resolve;
use alfil_syntax::scalar::Scalar;
use arbitrary::{Result, Unstructured};
use std::sync::OnceLock;

const NAMES: [&str; 8] = [
    "chess",
    "contrast",
    "capablanca",
    "monochromatic-double",
    "monochromatic-berolina",
    "crazyhouse",
    "shogi",
    "grand",
];

/// Characters of position texts, and a few others.
const CHARACTERS: &str = "KQRBNPkqrbnpACac0123456789/* wb-()abcdefghstep=[]~+GSLgsl@\u{e9}\u{2019}";

fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let game = |name: &&str| {
            let resolved =
                resolve(name, &mut alfil_definitions::library(), &mut Sources::new()).value?;
            Game::compile(resolved.ruleset).value
        };
        NAMES.iter().filter_map(game).collect()
    })
}

/// Reads a position and a line of moves made from `bytes`.
pub fn position(bytes: &[u8]) {
    // If there are too few bytes for a position, the run is not a failure.
    let _ = try_position(&mut Unstructured::new(bytes));
}

fn try_position(u: &mut Unstructured<'_>) -> Result<()> {
    let game = u.choose(games())?;
    let alphabet: Vec<char> = CHARACTERS.chars().collect();
    let mut letters: Vec<char> = game.start().text().chars().collect();
    for _ in 0..u.int_in_range(0..=12)? {
        let at = u.int_in_range(0..=letters.len())?;
        let letter = *u.choose(&alphabet)?;
        match u.int_in_range(0..=2)? {
            0 if at < letters.len() => letters[at] = letter,
            1 if at < letters.len() => drop(letters.remove(at)),
            _ => letters.insert(at, letter),
        }
    }
    let written: String = letters.into_iter().collect();
    let span = Span::new(SourceId::only(), 0, written.len());
    let read = game.read(&Scalar::plain(written.as_str(), span));
    for label in read.found.iter().flat_map(|d| &d.labels) {
        let inside = written.get(label.span.start as usize..label.span.end as usize);
        assert!(inside.is_some(), "a label outside {written}: {label:?}");
    }
    assert_eq!(read.value.is_none(), has_errors(&read.found), "{written}");
    let Some(mut now) = read.value else { return Ok(()) };
    again(game, &now);
    for _ in 0..u.int_in_range(0..=4)? {
        let legal = now.legal();
        if let Legal::Board(play, moves) = &legal {
            assert_eq!(compare(play.program(), play.board()), *moves);
        }
        let moves = legal.list().unwrap_or_default();
        if moves.is_empty() {
            break;
        }
        let garbled: String = (0..4).map(|_| u.choose(&alphabet)).collect::<Result<_>>()?;
        let _ = legal.find(&garbled);
        now.play(&moves[u.choose_index(moves.len())?]);
        again(game, &now);
        let _ = now.outcome();
    }
    Ok(())
}
