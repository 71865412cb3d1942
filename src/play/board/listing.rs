//! Groups the legal moves of a position by the kind and the clause that make them.
//!
//! Kinds are in the order of the definition, and clauses in the order of the movement. Moves of
//! sections and passes come last. Every legal move is in exactly one group.

use crate::play::board::clause::{Clause, Makers};
use crate::play::board::notation;
use crate::play::board::state::BoardPlay;
use crate::play::group::Group;
use alfil_board::model::position::{Actor, Move};
use alfil_diagnostics::source::Sources;
use alfil_rules::ids::KindId;
use alfil_rules::letter::Form;
use std::collections::BTreeMap;

/// The moves of `position` by kind and clause. `sources` contains the text of its rules.
pub(crate) fn by_clause(position: &BoardPlay, sources: &Sources) -> Vec<Group> {
    let (makers, legal) = (Makers::new(position), position.legal());
    let (arena, board) = (position.arena(), position.board());
    let kinds = &arena.rules.kinds;
    let texts = notation::write_all(arena, &legal);
    let mut groups: BTreeMap<(usize, usize, String), Group> = BTreeMap::new();
    for (mv, text) in legal.iter().zip(texts) {
        let (kind, clause) = (mv.kind(board), makers.of(mv));
        let name = match (kind, mv.actor) {
            (Some(kind), _) => kinds[kind].name.value.clone(),
            (None, Actor::Section(..)) => "section".to_owned(),
            (None, Actor::Die(die, _)) => arena.rules.dice[die].name.value.clone(),
            (None, Actor::Nobody | Actor::Piece | Actor::Hand(_)) => notation::PASS.to_owned(),
        };
        // A promoted piece that reverts has a kind of its own with the same name, so both kinds
        // share a group.
        let first = kinds.iter().position(|k| k.name.value == name).filter(|_| kind.is_some());
        let words = clause.map(|clause| makers.text(clause, sources).to_owned());
        // Terms with the same span, such as the two terms of `K`, are one clause in the text.
        let alike = |clause: Clause| {
            let mut terms = (0..clause.term).map(|term| Clause { term, ..clause });
            terms.find(|c| makers.span(*c) == makers.span(clause)).unwrap_or(clause).term
        };
        let key = (
            first.unwrap_or(kinds.len()),
            clause.map_or(0, alike),
            words.clone().unwrap_or(name.clone()),
        );
        let empty = || Group { kind: name, clause: words, moves: Vec::new() };
        groups.entry(key).or_insert_with(empty).moves.push(text);
    }
    groups.into_values().collect()
}

/// The legal moves of `position` by kind. Kinds without moves are left out.
pub(crate) fn by_kind(position: &BoardPlay, legal: &[Move]) -> Vec<Group> {
    let arena = position.arena();
    let texts = notation::write_all(arena, legal);
    let name = |kind: KindId| &arena.rules.kinds[kind].name.value;
    let group = |id: KindId| {
        let of_kind = |mv: &Move| mv.kind(position.board()).is_some_and(|k| name(k) == name(id));
        let mine = legal.iter().zip(&texts).filter(|(mv, _)| of_kind(mv));
        let moves: Vec<String> = mine.map(|(_, text)| text.clone()).collect();
        (!moves.is_empty()).then(|| Group { kind: name(id).clone(), clause: None, moves })
    };
    // A promoted piece that reverts has a kind of its own. Its moves are already in the group of
    // the kind with the same name.
    let reverts = |id: &KindId| arena.rules.kinds[*id].letter.form() == Form::Reverting;
    let kinds = arena.rules.kinds.ids().filter(|id| !reverts(id)).filter_map(group);
    let without_piece = |kind: &str, fits: fn(Actor) -> bool| {
        let mine = legal.iter().zip(&texts).filter(|(mv, _)| fits(mv.actor));
        let moves: Vec<String> = mine.map(|(_, text)| text.clone()).collect();
        (!moves.is_empty()).then(|| Group { kind: kind.to_owned(), clause: None, moves })
    };
    let sections = without_piece("section", |actor| matches!(actor, Actor::Section(..)));
    let passes = without_piece(notation::PASS, |actor| actor == Actor::Nobody);
    let rolls = without_piece("roll", |actor| matches!(actor, Actor::Die(..)));
    kinds.chain(sections).chain(rolls).chain(passes).collect()
}
