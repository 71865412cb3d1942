//! Fuzz target: what a side does not see has no influence on its view and its moves.
//!
//! It takes random rules without all that makes moves depend on hidden cells, plays random moves,
//! and changes what each side cannot see. View and legal moves must stay the same, by both
//! executors.

use crate::board::ruleset;
use crate::fitness::is_affordable;
use crate::line::Line;
use alfil::board::engine::program::BoardProgram;
use alfil::board::model::position::{BoardPosition, Move};
use alfil::board::paths::terrain::Piece;
use alfil::board::reference::executor::Reference;
use alfil::board::reference::view::{Known, View};
use alfil::index::Id;
use alfil::rules::goal::Goals;
use alfil::rules::ids::KindId;
use alfil::rules::movement::Action;
use alfil::rules::ruleset::{Blocking, Owner, Royalty, Ruleset};
use alfil::rules::side::Side;
use alfil::rules::sight::Sight;
use alfil::rules::turn::Turn;
use arbitrary::{Result, Unstructured};

/// The reference may take at most this many steps for one position.
const MAX_STEPS: u64 = 100_000;

/// Builds rules from `bytes`. Panics if a side learns what it does not see.
pub fn sight(bytes: &[u8]) {
    // If there are too few bytes for a ruleset, the run is not a failure.
    let _ = try_sight(&mut Unstructured::new(bytes));
}

fn try_sight(u: &mut Unstructured<'_>) -> Result<()> {
    let mut rules = ruleset(u)?;
    blunt(&mut rules);
    rules.sight = *u.choose(&[Sight::Own, Sight::Reach])?;
    if rules.blind().is_some() {
        return Ok(());
    }
    let Some(program) = BoardProgram::new(rules).value else { return Ok(()) };
    let mut now = program.start().clone();
    let mut game = Line::new(&program, &now);
    for _ in 0..u.int_in_range(1..=8)? {
        if !is_affordable(&program, &now, MAX_STEPS) {
            break;
        }
        for side in Side::BOTH {
            compare(&program, &now, side, u)?;
        }
        let moves = Reference::of(program.arena()).legal_moves(&now);
        if moves.is_empty() {
            break;
        }
        now = game.play(&moves[u.choose_index(moves.len())?]);
    }
    Ok(())
}

/// Takes rules away that look at hidden cells, except those of movements.
fn blunt(rules: &mut Ruleset) {
    for kind in rules.kinds.iter_mut() {
        kind.royal = Royalty::No;
        kind.blocks.value = Blocking::Blocks;
        kind.moves.terms.retain(|term| !matches!(term.action, Action::Drop(_)));
        kind.moves.terms.iter_mut().for_each(|term| term.given.clear());
        kind.promotions.retain(|rule| rule.when.is_none());
    }
    rules.hand = None;
    rules.setup.hands = None;
    rules.turn = Turn::default();
    rules.effects.clear();
    rules.asked.clear();
    rules.attack_asked.clear();
    rules.duties.clear();
    rules.clocks.clear();
    rules.ends = Goals::default();
}

/// What reaches a side.
fn told(program: &BoardProgram, position: &BoardPosition, side: Side) -> (View, Vec<Move>) {
    let reference = Reference::of(program.arena());
    let moves = match position.side == side {
        true => {
            let (slow, fast) = (reference.legal_moves(position), program.play(position).moves());
            assert_eq!(slow, fast, "the executors differ");
            slow
        }
        false => Vec::new(),
    };
    (reference.view(position, side), moves)
}

fn compare(
    program: &BoardProgram,
    now: &BoardPosition,
    side: Side,
    u: &mut Unstructured<'_>,
) -> Result<()> {
    let rules = &program.arena().rules;
    let view = Reference::of(program.arena()).view(now, side);
    // The other side's castling rights and passed cells must fit its pieces, which change.
    let one = BoardPosition {
        rights: view.position.rights,
        ep_squares: view.position.ep_squares.clone(),
        ..now.clone()
    };
    let mut two = one.clone();
    for (site, known) in view.cells.enumerate() {
        let kind = KindId::from_index(u.int_in_range(0..=rules.kinds.len() - 1)?);
        if rules.kinds[kind].owner != Owner::Side {
            continue;
        }
        let piece = Some(Piece { side: side.other(), kind });
        match known {
            Known::Seen(_) => {}
            Known::Occupied => two.squares[site] = piece,
            Known::Unknown => two.squares[site] = piece.filter(|_| u.arbitrary().unwrap_or(false)),
        }
    }
    let (one, two) = (told(program, &one, side), told(program, &two, side));
    assert_eq!(one.0, two.0, "{side:?} sees what it does not see");
    assert_eq!(one.1, two.1, "the moves of {side:?} depend on what it does not see");
    Ok(())
}
