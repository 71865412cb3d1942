//! Fuzz target: commands read the output of commands.
//!
//! It plays random games of shipped definitions. Every printed position must be read back. Every
//! move must be found by its text in both notations, with and without annotations: as a typed move,
//! in PGN and in tests of a definition.

use crate::game::again;
use alfil_definitions::shipped;
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::{SourceId, Sources, Span, Spanned};
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::{Legal, Move, Position};
use alfil_records::pgn::{Pgn, Record, typed};
use alfil_resolve::resolution::resolve;
use alfil_resolve::setup::{Case, read_position};
use alfil_suite::run::run;
use alfil_syntax::cases::{Claim, Listing};
use alfil_syntax::scalar::Scalar;
use arbitrary::{Result, Unstructured};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

/// The most plies of a game.
const PLIES: usize = 40;
/// The number of moves in a position that are written and read.
const MOVES: usize = 6;

/// Plays a game of a definition that the bytes choose.
pub fn texts(bytes: &[u8]) {
    // If there are too few bytes for a choice, the run is not a failure.
    let _ = try_texts(&mut Unstructured::new(bytes));
}

fn try_texts(u: &mut Unstructured<'_>) -> Result<()> {
    let names: Vec<&str> = shipped().map(|shipped| shipped.name).collect();
    let name = u.choose(&names)?;
    printed(name, u.arbitrary()?, PLIES);
    Ok(())
}

/// The game of a shipped definition. `None` for modifiers and abstract parents.
fn compiled(name: &'static str) -> Option<Game> {
    static GAMES: LazyLock<Mutex<HashMap<&str, Option<Game>>>> = LazyLock::new(Mutex::default);
    let known = || GAMES.lock().unwrap_or_else(|broken| broken.into_inner());
    if let Some(game) = known().get(name) {
        return game.clone();
    }
    let found = resolve(name, &mut alfil_definitions::library(), &mut Sources::new());
    let resolved = found.value.filter(|_| !has_errors(&found.found));
    let game = resolved.and_then(|resolved| Game::compile(resolved.ruleset).value);
    known().insert(name, game.clone());
    game
}

/// Plays random moves of the shipped definition `name` and reads everything that is printed.
pub fn printed(name: &'static str, seed: u64, plies: usize) {
    let Some(game) = compiled(name) else { return };
    let mut dice = Dice::new(seed);
    let starts = game.starts();
    let mut now = match &starts {
        Some(starts) => {
            let number = dice.below(starts.count() as usize) as u64;
            starts.start(number).unwrap_or_else(|| game.start())
        }
        None => game.start(),
    };
    let start = now.clone();
    let (mut record, mut line) = (Record::new(&game, &now), Vec::new());
    for _ in 0..plies {
        again(&game, &now);
        let legal = now.legal();
        let Some(mv) = legal.random(&mut dice) else { break };
        let sample = (1..MOVES).filter_map(|_| legal.random(&mut dice));
        let sample: Vec<Move> = [mv.clone()].into_iter().chain(sample).collect();
        sample.iter().for_each(|mv| read(name, &now, &legal, mv));
        claimed(&game, &now, &legal, &sample);
        line.push(legal.write(&mv));
        record.push(&now, &mv);
        now.play(&mv);
    }
    again(&game, &now);
    let pgn = record.pgn(name, &now);
    let books: Vec<String> = Pgn::read(&pgn).moves.into_iter().map(|(text, _)| text).collect();
    let words: Vec<String> = typed(&line.join(" ")).into_iter().map(|(text, _)| text).collect();
    assert_eq!(words, line, "{name}: words typed in a row");
    for moves in [books, words] {
        let mut again = start.clone();
        for text in &moves {
            let found = again.legal().find(text);
            let mv =
                found.unwrap_or_else(|| panic!("{name}: {text} at {} in\n{pgn}", again.text()));
            again.play(&mv);
        }
        assert_eq!(again.text(), now.text(), "{name}: another game is read from\n{pgn}");
    }
}

/// Asserts that each text of a move finds the move.
fn read(name: &str, now: &Position, legal: &Legal<'_>, mv: &Move) {
    let (text, books) = (legal.write(mv), legal.san(mv));
    let checking = format!("{text}+");
    for text in [text.clone(), checking.clone(), format!("{text}#"), format!("{text}!?"), books] {
        let found = legal.find(&text);
        let is_it = found.as_ref().is_some_and(|found| {
            is_same(now, found, mv) || text == checking && is_promotion_of(found, mv)
        });
        assert!(is_it, "{name}: `{text}` at {} is read as {found:?}", now.text());
        let words: Vec<String> = typed(&text).into_iter().map(|(word, _)| word).collect();
        assert_eq!(words, [text.as_str()], "{name}: `{text}` is typed alone");
    }
}

/// True if `found` is the step `mv` with a promotion. In Shogi, `+` behind coordinates promotes if
/// it can: `d3d1+`.
fn is_promotion_of(found: &Move, mv: &Move) -> bool {
    match (found, mv) {
        (Move::Board(found), Move::Board(mv)) => {
            (found.from, found.to) == (mv.from, mv.to)
                && found.promotion.is_some()
                && mv.promotion.is_none()
        }
        (Move::Board(_) | Move::Plane(_), _) => false,
    }
}

/// True if two moves are the same. On a plane, moves are the same if they lead to the same
/// position.
fn is_same(now: &Position, one: &Move, other: &Move) -> bool {
    match one {
        Move::Board(_) => one == other,
        Move::Plane(_) => {
            let [one, other] = [one, other].map(|mv| {
                let mut after = now.clone();
                after.play(mv);
                after.text()
            });
            one == other
        }
    }
}

/// Asserts that a test may contain each text of the moves: `alfil check` has no findings, and the
/// test passes.
fn claimed(game: &Game, now: &Position, legal: &Legal<'_>, moves: &[Move]) {
    let span = Span::new(SourceId::only(), 0, 0);
    let texts = moves.iter().flat_map(|mv| [legal.write(mv), legal.san(mv)]);
    let including = texts.map(|text| Spanned::new(text, span)).collect();
    let claim = Claim::Moves(Listing { including: Some(including), ..Listing::default() });
    let written = now.text();
    let place = Span::new(SourceId::only(), 0, written.len());
    let position = read_position(&Scalar::plain(written.as_str(), place), game.rules()).value;
    let case = Case { claim, position, number: None, after: Vec::new(), source: None, span };
    let cases = [case];
    assert_eq!(game.unplayable_claims(&cases), [], "slips of a test at {written}");
    assert_eq!(game.strange_positions(&cases), [], "a position of a test: {written}");
    let results = run(game, &cases);
    let failures: Vec<_> = results.into_iter().flat_map(|result| result.failures).collect();
    assert_eq!(failures, [], "a test at {written}");
}
