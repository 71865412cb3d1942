//! The legal moves of a position, sorted by the kind that makes them.
//!
//! Owns: [`by_kind`] and [`Group`]. Invariant: kinds come in the order of the definition, behind them
//! sections and a step left out, and every legal move is in one group.

use crate::board::position::{Actor, Move};
use crate::play::position::Position;
use crate::rules::letter::Form;
use crate::rules::ruleset::KindId;
use crate::text::moves;

/// The moves of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The kind's name.
    pub kind: String,
    /// Its moves as text, sorted by cell.
    pub moves: Vec<String>,
}

/// The moves of `position` by kind; kinds without a move are left out.
pub fn by_kind(position: &Position) -> Vec<Group> {
    let arena = position.arena();
    let legal = position.moves();
    let texts = moves::write_all(arena, &legal);
    let name = |kind: KindId| &arena.rules.kinds[kind].name.value;
    let group = |id: KindId| {
        let of_kind = |mv: &Move| mv.kind(position.board()).is_some_and(|k| name(k) == name(id));
        let mine = legal.iter().zip(&texts).filter(|(mv, _)| of_kind(mv));
        let moves: Vec<String> = mine.map(|(_, text)| text.clone()).collect();
        (!moves.is_empty()).then(|| Group { kind: name(id).clone(), moves })
    };
    // Promoted pieces that revert are kinds of their own with the name of the others.
    let reverts = |id: &KindId| arena.rules.kinds[*id].letter.form() == Form::Reverting;
    let kinds = arena.rules.kinds.ids().filter(|id| !reverts(id)).filter_map(group);
    let without_piece = |kind: &str, fits: fn(Actor) -> bool| {
        let mine = legal.iter().zip(&texts).filter(|(mv, _)| fits(mv.actor));
        let moves: Vec<String> = mine.map(|(_, text)| text.clone()).collect();
        (!moves.is_empty()).then(|| Group { kind: kind.to_owned(), moves })
    };
    let sections = without_piece("section", |actor| matches!(actor, Actor::Section(..)));
    let passes = without_piece(moves::PASS, |actor| actor == Actor::Nobody);
    kinds.chain(sections).chain(passes).collect()
}

/// `23 moves: knight 7, pawn 16`; `no moves`.
pub fn summary(groups: &[Group]) -> String {
    let total: usize = groups.iter().map(|g| g.moves.len()).sum();
    if total == 0 {
        return "no moves".to_owned();
    }
    let parts: Vec<String> =
        groups.iter().map(|g| format!("{} {}", g.kind, g.moves.len())).collect();
    format!("{total} move{}: {}", if total == 1 { "" } else { "s" }, parts.join(", "))
}
