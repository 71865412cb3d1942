//! Fuzz target: whole definitions, from the text to games.
//!
//! Bytes choose edits of a shipped definition and moves. Engine and reference must agree in some
//! positions. Every move must be found by its text, texts with an error must be legal or have a
//! reason, and positions must be read back. A position must have no moves if, and only
//! if, the game has ended.

use crate::compare;
use crate::definition::edited;
use crate::span::span;
use alfil_board::model::position::BoardPosition;
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::{SourceId, Sources, Span, Spanned};
use alfil_play::coordinates;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::{Legal, Position};
use alfil_play::terms::Manner;
use alfil_resolve::resolution::resolve;
use alfil_syntax::scalar::Scalar;
use arbitrary::{Result, Unstructured};

/// The most plies of a game.
const PLIES: usize = 24;
/// The number of plies between comparisons with the reference.
const COMPARED: usize = 8;

/// Plays a game of a definition made from `bytes`.
pub fn game(bytes: &[u8]) {
    // If there are too few bytes for a definition, the run is not a failure.
    let _ = try_game(&mut Unstructured::new(bytes));
}

fn try_game(u: &mut Unstructured<'_>) -> Result<()> {
    let Some(text) = edited(u)? else { return Ok(()) };
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "written", &text);
    let findings = resolve("written", &mut library, &mut sources);
    let Some(resolved) = findings.value.filter(|_| !has_errors(&findings.found)) else {
        return Ok(());
    };
    let compiled = Game::compile(resolved.ruleset);
    for label in compiled.found.iter().flat_map(|d| &d.labels) {
        // This panics if the span is not on character boundaries of its text.
        let _ = sources.slice(label.span);
    }
    assert_eq!(compiled.value.is_none(), has_errors(&compiled.found), "{text}");
    let Some(game) = compiled.value else { return Ok(()) };
    let mut now = game.start();
    match game {
        Game::Board(_) => on_board(&game, now, u),
        Game::Plane(_) => {
            coordinates::playout(&mut now, PLIES, &mut Dice::new(u.arbitrary()?));
            Ok(())
        }
    }
}

fn on_board(game: &Game, mut now: Position, u: &mut Unstructured<'_>) -> Result<()> {
    for ply in 0..PLIES {
        let legal = now.legal();
        if let (Legal::Board(play, moves), 0) = (&legal, ply % COMPARED) {
            assert_eq!(compare(play.program(), play.board()), *moves);
        }
        assert_eq!(now.outcome().is_some_and(|o| o.reason.ends_moves()), legal.is_empty());
        again(game, &now);
        let (moves, texts) = (legal.list().unwrap_or_default(), legal.texts().unwrap_or_default());
        for (mv, text) in moves.iter().zip(&texts) {
            assert_eq!(legal.find(text).as_ref(), Some(mv), "{text}");
        }
        let Some(text) = texts.get(u.choose_index(texts.len().max(1))?) else { break };
        garbled(&now, text, u)?;
        let before = now.text();
        let played = coordinates::play(&mut now, &nowhere(text), 1, Manner::Strict);
        assert!(played.is_ok(), "{text} is legal");
        let mv = now.take_back();
        assert_eq!(now.text(), before, "{text} is not taken back");
        now.play(&mv.unwrap_or_else(|| panic!("{text} was not played")));
    }
    Ok(())
}

fn nowhere(text: &str) -> Spanned<String> {
    Spanned::new(text.to_owned(), span())
}

/// Removes, doubles or changes a letter of a move. Asserts that the result is legal or has a
/// reason.
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
    if let Err(finding) = coordinates::play(&mut after, &nowhere(&text), 1, Manner::Strict) {
        assert!(finding.reason.is_some(), "{text}: no reason");
        assert_eq!(after.plies(), now.plies(), "{text} was refused and played");
    }
    Ok(())
}

/// Asserts that the text of a position is read back as the same position.
pub(crate) fn again(game: &Game, now: &Position) {
    let written = now.text();
    let span = Span::new(SourceId::only(), 0, written.len());
    let read = game.read(&Scalar::plain(written.as_str(), span));
    let back =
        read.value.unwrap_or_else(|| panic!("{written} does not read back: {:?}", read.found));
    assert_eq!(back.text(), written, "{written} is written otherwise");
    match (&back, now) {
        (Position::Board(board), Position::Board(played)) => {
            // Each start position of a shuffled game has its own numbering of castling rights, so
            // only their effects are compared.
            let renumbered =
                BoardPosition { rights: played.board().rights, ..board.board().clone() };
            assert_eq!(&renumbered, played.board(), "{written} reads back as another position");
            let (read, kept) = (back.legal().texts(), now.legal().texts());
            assert_eq!(read, kept, "{written} reads back with other moves");
        }
        (Position::Plane(back), Position::Plane(now)) => {
            assert_eq!(back.now(), now.now(), "{written} reads back as another position");
        }
        (Position::Board(_), Position::Plane(_)) | (Position::Plane(_), Position::Board(_)) => {
            panic!("{written} is read on another arena")
        }
    }
}
