//! Compares engine and reference in one position. On failure, it prints rules and pieces that are
//! reduced to the cause.

use crate::pairs::{MANY, made_otherwise};
use crate::rows::rows;
use crate::shrink::cause;
use alfil_board::engine::play::Effort;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_play::board::{notation as moves, text as position};
use alfil_reference::executor::Reference;
use alfil_rules::side::Side;
use std::collections::HashMap;

/// Compares engine and reference in `now` and returns the legal moves. Panics if moves, counts,
/// checks, positions or texts differ.
pub fn compare(program: &BoardProgram, now: &BoardPosition) -> Vec<Move> {
    let arena = program.arena();
    let slow = Reference::of(arena).legal_moves(now);
    let fast = program.moves(now);
    let texts = |moves: &[Move]| moves::write_all(arena, moves).join(" ");
    assert!(
        slow == fast,
        "executors differ at {}\nreference: {}\ntables:    {}\n{}\n{}",
        position::write(arena, now),
        texts(&slow),
        texts(&fast),
        behind(program, now, &slow, &fast),
        cause(program, now)
    );
    let counted = program.perft(now, 1, Effort::default());
    assert!(
        counted == fast.len() as u64 && program.play(now).has_move() != fast.is_empty(),
        "counted otherwise at {}: {counted}, listed {}\n{}",
        position::write(arena, now),
        texts(&fast),
        rows(arena)
    );
    for side in arena.rules.sides.each() {
        let (slow, fast) =
            (Reference::of(arena).in_check(now, side), program.play(now).is_threatened(side));
        let text = position::write(arena, now);
        assert!(
            slow == fast,
            "executors differ: check of {side:?} at {text}: reference {slow}, from {}\n{}",
            attackers(arena, now, side).join(" "),
            cause(program, now)
        );
    }
    let depth = if fast.len() < FEW { 3 } else { 2 };
    if fast.len() < MANY {
        let [plain, cached] = [Effort::default(), Effort { threads: 1, cache: KNOWN }];
        let [plain, cached] = [plain, cached].map(|effort| program.perft(now, depth, effort));
        let text = position::write(arena, now);
        assert_eq!(cached, plain, "known counts of {depth} moves from {text}\n{}", rows(arena));
    }
    if let Some(made) = made_otherwise(program, now, &fast) {
        panic!(
            "made or unmade otherwise at {}: {made}\n{}",
            position::write(arena, now),
            cause(program, now)
        );
    }
    names(arena, &fast);
    fast
}

/// With fewer moves than this, sequences of three moves are counted, otherwise sequences of two.
const FEW: usize = 16;

/// The size of the cache of perft counts in bytes.
const KNOWN: usize = 1 << 14;

/// Lists the moves that only one executor has, the positions after them, and whether each executor
/// finds check there.
fn behind(program: &BoardProgram, now: &BoardPosition, slow: &[Move], fast: &[Move]) -> String {
    let arena = program.arena();
    let apart = slow.iter().filter(|mv| !fast.contains(mv));
    let apart = apart.chain(fast.iter().filter(|mv| !slow.contains(mv)));
    let mut out = String::new();
    for mv in apart {
        let next = Reference::of(arena).after(now, mv);
        let check =
            |side| (Reference::of(arena).in_check(&next, side), attackers(arena, &next, side));
        let tables = |side| program.play(&next).is_threatened(side);
        let text = position::write(arena, &next);
        out.push_str(&format!("{mv:?} leads to {text}\n"));
        for side in arena.rules.sides.each() {
            out.push_str(&format!("  {side:?} in check: {:?}, {}\n", check(side), tables(side)));
        }
    }
    out
}

/// Lists the attacks on royal pieces of `side` according to the reference, with start and target
/// cells.
fn attackers(arena: &BoardModel, now: &BoardPosition, side: Side) -> Vec<String> {
    let mut out = Vec::new();
    for king in now.royals(arena, side) {
        for enemy in arena.rules.sides.enemies(side) {
            let from = now.pieces(enemy).map(|(site, _)| site);
            let sees =
                from.filter(|&site| Reference::of(arena).attacked_from(now, king, site, enemy));
            let name = |site| arena.at(now).graph.name(site);
            out.extend(sees.map(|site| format!("{}x{}", name(site), name(king))));
        }
    }
    out
}

/// Asserts that each move has its own text, and that this text finds the move.
fn names(arena: &BoardModel, fast: &[Move]) {
    let texts = moves::write_all(arena, fast);
    let mut named = HashMap::new();
    for (mv, text) in fast.iter().zip(&texts) {
        let other = named.insert(text, mv);
        assert_eq!(other, None, "{text} names {mv:?} as well\n{}", rows(arena));
    }
    // To find a move, all moves are written again, so only a few are looked up.
    for (mv, text) in fast.iter().zip(&texts).take(FOUND) {
        assert_eq!(moves::find(arena, text, fast), Some(mv), "{text} names another move");
    }
}

/// The number of moves in a position that are looked up by their texts.
const FOUND: usize = 8;
