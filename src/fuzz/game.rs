//! Whole definitions under the fuzzer, from text to played games.
//!
//! Owns: [`game`]. Takes bytes: edits of a shipped definition, and choices among moves. What compiles
//! plays: the executors agree on some positions, every move is found again by its text, garbled moves
//! get a reason, positions read back, and a game goes on until it is over.

use crate::diagnostic::has_errors;
use crate::fuzz::compare;
use crate::fuzz::definition::edited;
use crate::library::Library;
use crate::play::game::Game;
use crate::play::plane::PlanePlay;
use crate::play::position::Position;
use crate::play::program::Program;
use crate::resolve::resolution::resolve;
use crate::source::{SourceId, Sources, Span, Spanned};
use crate::suite::playout::Dice;
use crate::suite::{line, plane};
use crate::text::{moves, position};
use arbitrary::{Result, Unstructured};

/// Plies of a game.
const PLIES: usize = 24;
/// Every so many plies the slow executor is asked too.
const COMPARED: usize = 8;

/// Plays a game of a definition made of the bytes.
pub fn game(bytes: &[u8]) {
    // Too few bytes for a definition are no finding.
    let _ = try_game(&mut Unstructured::new(bytes));
}

fn try_game(u: &mut Unstructured<'_>) -> Result<()> {
    let Some(text) = edited(u)? else { return Ok(()) };
    let (mut library, mut sources) = (Library::new(), Sources::new());
    library.add(&mut sources, "written", &text);
    let findings = resolve("written", &mut library, &mut sources);
    let Some(resolved) = findings.value.filter(|_| !has_errors(&findings.found)) else {
        return Ok(());
    };
    let compiled = Game::compile(resolved.ruleset);
    for label in compiled.found.iter().flat_map(|d| &d.labels) {
        // Panics unless the span lies on characters of its text.
        let _ = sources.slice(label.span);
    }
    assert_eq!(compiled.value.is_none(), has_errors(&compiled.found), "{text}");
    match compiled.value {
        Some(Game::Board(program)) => on_board(&program, u),
        Some(Game::Plane(program)) => {
            let mut play = PlanePlay::start(&program);
            plane::playout(&mut play, PLIES, &mut Dice::new(u.arbitrary()?));
            Ok(())
        }
        None => Ok(()),
    }
}

fn on_board(program: &Program, u: &mut Unstructured<'_>) -> Result<()> {
    let mut now = program.start();
    for ply in 0..PLIES {
        let legal =
            if ply % COMPARED == 0 { compare(program.board(), now.board()) } else { now.moves() };
        assert_eq!(now.outcome().is_some_and(|o| o.reason.ends_moves()), legal.is_empty());
        again(&now);
        let texts = moves::write_all(now.arena(), &legal);
        for (mv, text) in legal.iter().zip(&texts) {
            assert_eq!(moves::find(now.arena(), text, &legal), Some(mv), "{text}");
        }
        let Some(text) = texts.get(u.choose_index(texts.len().max(1))?) else { break };
        garbled(&now, text, u)?;
        let nowhere = Span::new(SourceId::only(), 0, 0);
        let played = line::play(&mut now, &Spanned::new(text.clone(), nowhere), 1);
        assert!(played.is_ok(), "{text} is legal");
    }
    Ok(())
}

/// A move with a letter gone, doubled or changed is legal or gets a reason.
fn garbled(now: &Position, text: &str, u: &mut Unstructured<'_>) -> Result<()> {
    let mut letters: Vec<char> = text.chars().collect();
    let at = u.choose_index(letters.len().max(1))?;
    match u.int_in_range(0..=2)? {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, *u.choose(&['a', '1', '9', '@', 'x', 'Q', '+', ':', 'é'])?),
        _ => letters[at] = *u.choose(&['h', '0', '7', '@', 'N', '='])?,
    }
    let text: String = letters.into_iter().collect();
    let mut after = now.clone();
    let nowhere = Span::new(SourceId::only(), 0, 0);
    if let Err(finding) = line::play(&mut after, &Spanned::new(text.clone(), nowhere), 1) {
        assert!(finding.reason.is_some(), "{text}: no reason");
        assert_eq!(after.board(), now.board(), "{text} was refused and played");
    }
    Ok(())
}

/// What is written reads back as the same position.
pub(in crate::fuzz) fn again(now: &Position) {
    let written = position::write(now.arena(), now.board());
    let read = position::read(now.program(), SourceId::only(), &written);
    let back =
        read.value.unwrap_or_else(|| panic!("{written} does not read back: {:?}", read.found));
    assert_eq!(back.board(), now.board(), "{written} reads back as another position");
}
