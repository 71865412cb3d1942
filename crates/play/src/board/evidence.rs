//! Compares positions on boards for [`crate::comparison`]. The reference executor finds
//! terms, answers and effects.

use crate::board::notation;
use crate::board::state::{BoardPlay, Clause, Makers};
use crate::evidence::{Difference, Gauge, Shape, Trace};
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_diagnostics::index::Id;
use alfil_reference::executor::Reference;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use std::sync::Arc;

/// Transfers the position of `play` to the game of `program`. `None` if the sections of the two
/// boards differ.
pub(crate) fn carried(play: &BoardPlay, program: &Arc<BoardProgram>) -> Option<BoardPlay> {
    let (from, to) = (play.program.arena(), program.arena());
    if from.rules.space.sections != to.rules.space.sections {
        return None;
    }
    let rights = from.rights_in(play.board());
    // A start position of a shuffled game may have castling rights that `program` lacks. Then the
    // position gets a program with these rights.
    let castles = to.rules.kinds.iter().flat_map(|kind| &kind.moves.terms);
    let known = rights.iter().all(|right| to.rights.contains(right));
    let program = if known || castles.filter_map(|term| term.castle()).next().is_none() {
        program.clone()
    } else {
        program.with_rights(&rights)
    };
    let living = program.arena().living(&rights);
    let position = BoardPosition { rights: living, ..play.board().clone() };
    Some(BoardPlay::begin(&program, position))
}

/// Returns true if two boards have the same pieces on the same cells and the same side to move.
pub(crate) fn is_like(one: &BoardPlay, two: &BoardPlay) -> bool {
    let sections = |play: &BoardPlay| play.program.arena().rules.space.sections.clone();
    // If the sections have other places, the numbers of arrangements mean different things and are
    // not compared.
    let alike =
        one.board().arrangement == two.board().arrangement || sections(one) != sections(two);
    let (one, two) = (one.board(), two.board());
    alike
        && (one.side, one.step) == (two.side, two.step)
        && one.squares == two.squares
        && one.ep_squares == two.ep_squares
        && one.hands == two.hands
        && one.counters == two.counters
        && one.shown == two.shown
        && one.drawn == two.drawn
}

/// Measures how far a game has come.
pub(crate) fn gauge(board: &BoardPosition) -> Gauge {
    Gauge { pieces: board.squares.iter().flatten().count(), halfmoves: board.halfmoves }
}

/// Returns true if the board contains a piece of `kind` that belongs to `side`, or to either side
/// for `None`.
pub(crate) fn has_piece(board: &BoardPosition, kind: KindId, side: Option<Side>) -> bool {
    let sides: &[Side] = side.as_ref().map_or(&Side::ALL, std::slice::from_ref);
    sides.iter().any(|&side| board.pieces(side).any(|(_, there)| there == kind))
}

/// Returns true if the side to move can drop a piece of `kind`.
pub(crate) fn has_in_hand(play: &BoardPlay, kind: KindId) -> bool {
    let board = play.board();
    let hand = play.rules().hand.as_ref();
    hand.is_some_and(|hand| hand.supply.contains(&kind)) || board.hands.count(board.side, kind) > 0
}

/// For each line of effects, true if it happens with `mv`.
pub(crate) fn happening(play: &BoardPlay, mv: &Move) -> Vec<bool> {
    Reference::of(play.arena()).effects_that_happen(play.board(), mv)
}

/// Returns true if at least one of `moves` has the property.
pub(crate) fn has(play: &BoardPlay, moves: &[Move], shape: Shape) -> bool {
    let (arena, board) = (play.arena(), play.board());
    let of = |mv: &Move, kind| mv.kind(board) == Some(kind);
    match shape {
        Shape::Term(kind, term) => {
            let (makers, clause) = (Makers::new(play), Clause { kind, term });
            moves.iter().any(|mv| makers.makes(clause, mv))
        }
        Shape::Mover(kind) => moves.iter().any(|mv| of(mv, kind)),
        Shape::Promotion(kind, to) => {
            moves.iter().any(|mv| of(mv, kind) && mv.promotion == Some(to))
        }
        Shape::Drop(kind) => moves.iter().any(|mv| mv.actor == Actor::Hand(kind)),
        Shape::Castling(kind) => moves.iter().any(|mv| of(mv, kind) && mv.partner.is_some()),
        Shape::Section(name) => moves.iter().filter_map(Move::section).any(|section| {
            let sections = &arena.rules.space.sections;
            sections.get(section.index()).is_some_and(|section| section.name.value == name)
        }),
        Shape::Pass => moves.iter().any(|mv| mv.actor == Actor::Nobody),
        Shape::Answer(asked) => {
            moves.iter().any(|mv| Reference::of(arena).holds_of_move(board, mv, asked))
        }
    }
}

/// Returns true if two moves are equal, except for the cells that they pass.
pub(crate) fn alike(one: &Move, two: &Move) -> bool {
    (one.from, one.to, one.actor, one.promotion) == (two.from, two.to, two.actor, two.promotion)
        && (one.partner, one.choices) == (two.partner, two.choices)
        && one.captures == two.captures
}

/// The moves in only one of two lists.
pub(crate) fn difference(
    one: &BoardPlay,
    mine: &[Move],
    two: &BoardPlay,
    others: &[Move],
) -> Difference {
    let same = mine.len() == others.len() && mine.iter().zip(others).all(|(a, b)| alike(a, b));
    if same {
        return Difference::default();
    }
    let only = |play: &BoardPlay, own: &[Move], others: &[Move]| {
        let texts = notation::write_all(play.arena(), own);
        let alone = own.iter().zip(texts).filter(|(mv, _)| !others.iter().any(|o| alike(o, mv)));
        alone.map(|(_, text)| text).collect()
    };
    Difference { gained: only(one, mine, others), lost: only(two, others, mine) }
}

pub(crate) fn trace(board: &BoardPosition, mv: &Move) -> Trace {
    Trace {
        mover: mv.kind(board),
        becomes: mv.promotion,
        captures: mv.captures.len(),
        to: mv.target().map_or(u32::MAX, |to| to.index() as u32),
    }
}
