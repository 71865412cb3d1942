//! Selects positions of random rules for comparison. It rejects positions that cannot occur in
//! games, and positions for which the reference takes too long.

use crate::sentences;
use alfil_board::engine::play::Effort;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::BoardPosition;
use alfil_board::paths::path::Tracer;
use alfil_board::paths::terrain::Piece;
use alfil_reference::executor::Reference;
use alfil_rules::question::{Lookahead, Test};
use alfil_rules::ruleset::Duty;
use alfil_rules::side::Side;
use alfil_rules::turn::KingSafety;
use std::cell::Cell;

/// True if a side without royal pieces may get one by a pending promotion. In games, each side has
/// a royal piece from the start, and captures never take the last one.
pub(crate) fn may_be_crowned(arena: &BoardModel, now: &BoardPosition) -> bool {
    let kinds = &arena.rules.kinds;
    let waits = kinds.iter().flat_map(|kind| &kind.promotions).filter(|p| p.duty == Duty::Wait);
    let crowns = waits.flat_map(|rule| &rule.to).any(|&to| kinds[to].royal.is_royal());
    crowns && Side::BOTH.iter().any(|&side| now.royals(arena, side).next().is_none())
}

/// True if the side that is not to move is in check at the start of a turn. This is impossible in
/// games.
pub(crate) fn in_peril(arena: &BoardModel, now: &BoardPosition) -> bool {
    now.step == 1 && Reference::of(arena).in_check(now, now.side.other())
}

/// True if the reference finds the moves of `now` in about `most` steps.
///
/// The reference follows every path again after each move. If royal safety depends on whole turns,
/// it also does so after every two moves of a side and every two moves of the opponent.
pub(crate) fn is_affordable(program: &BoardProgram, now: &BoardPosition, most: u64) -> bool {
    let arena = program.arena();
    let ways = ways(arena, now);
    // Even a single pass over all paths takes too long.
    if ways > most {
        return false;
    }
    let moves = match program.perft(now, 1, Effort::default()) {
        // In the next step, there may be as many moves as paths.
        0 => ways,
        moves => moves,
    };
    let safety = arena.rules.turn.safety;
    let rounds = match safety {
        KingSafety::EachStep => moves,
        KingSafety::EndOfTurn => moves.saturating_pow(3).saturating_mul(pieces(now)),
    };
    // Questions about replies, and drops that may not mate, follow the paths of each reply after
    // each move.
    let mates = arena.rules.hand.iter().any(|hand| !hand.no_mate.is_empty());
    let asked = sentences::level(&arena.rules);
    let rounds = match (asked.max(mates.then_some(Lookahead::Replies)), safety) {
        (None | Some(Lookahead::Move | Lookahead::Board), _) => rounds,
        // Each piece is tested for attacks.
        (Some(Lookahead::Attack), _) => rounds.saturating_mul(moves.saturating_mul(pieces(now))),
        // Only a few drops give check.
        (Some(Lookahead::Replies), KingSafety::EachStep) if asked < Some(Lookahead::Replies) => {
            rounds.saturating_mul(moves)
        }
        (Some(Lookahead::Replies), KingSafety::EachStep) => {
            rounds.saturating_mul(moves.saturating_pow(2))
        }
        // Each reply looks ahead to the end of its turn and to the end of the turn after it.
        (Some(Lookahead::Replies), KingSafety::EndOfTurn) => {
            rounds.saturating_mul(moves.saturating_pow(4))
        }
    };
    // Choices of the player multiply the work.
    let chosen: usize = arena.rules.effects.iter().map(|effect| effect.choices()).sum();
    let rounds = rounds.saturating_mul(moves.saturating_pow(chosen.min(2) as u32));
    let looked = looked_along(arena, now);
    ways.saturating_add(looked).saturating_mul(rounds) <= most
}

/// The steps for patterns in questions: one from each piece for each cell, and once more for each
/// end of a line.
fn looked_along(arena: &BoardModel, now: &BoardPosition) -> u64 {
    let (of_pattern, of_line) = (Cell::new(0), Cell::new(0));
    let count = |counter: &Cell<u64>| counter.set(counter.get() + 1);
    arena.rules.tests(&|test| {
        match test {
            Test::At(..) => count(&of_pattern),
            Test::Along(..) => count(&of_line),
            Test::InHand
            | Test::In(_)
            | Test::Attacked(_)
            | Test::Guarded
            | Test::Between(_)
            | Test::InRow(..)
            | Test::On(_)
            | Test::NeverMoved
            | Test::LikeMover
            | Test::Paired(..)
            | Test::LikeDie(_) => {}
        }
        false
    });
    let (cells, pieces) = (now.squares.len() as u64, pieces(now));
    let sources = of_pattern.get() + of_line.get() * pieces;
    cells * pieces * sources
}

fn pieces(now: &BoardPosition) -> u64 {
    Side::BOTH.iter().map(|&side| now.pieces(side).count() as u64).sum()
}

/// The steps over the paths of all pieces. The reference follows a relayed path once for every
/// piece that may borrow it.
fn ways(arena: &BoardModel, now: &BoardPosition) -> u64 {
    let pieces = Side::BOTH
        .iter()
        .flat_map(|&side| now.pieces(side).map(move |(site, kind)| (site, Piece { side, kind })));
    let of_piece = |(site, piece): (_, Piece)| {
        let movements = [&arena.rules.kinds[piece.kind].moves, arena.attacks(piece.kind)];
        let terms = movements.into_iter().flat_map(|m| &m.terms);
        let borrowers = now.pieces(piece.side).count() as u64;
        let steps = |t| {
            let mut tracer: Tracer<'_, 4> = Tracer::new(arena.terrain(), t);
            let found = tracer.trace(site, piece).len();
            let once = if tracer.is_complete() { (tracer.steps() + found) as u64 } else { 0 };
            if t.relays() { once.max(64) * borrowers } else { once }
        };
        terms.map(steps).sum::<u64>()
    };
    pieces.map(of_piece).sum()
}
