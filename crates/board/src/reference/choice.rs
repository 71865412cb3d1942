//! Which lines of effects forbid a move, or happen with it, for those who explain moves.
//!
//! Owns: [`Stop`], [`stop`], [`cost`], [`happening`]. Takes an arena, a position and a move of it; does its effects as `effect.rs` does.

use crate::model::board_model::BoardModel;
use crate::model::position::{BoardPosition, Move};
use crate::reference::effect::{Performed, costs_within, perform, perform_each};
use crate::reference::turn;

/// Why a line of effects makes a move impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// The player has to choose, and there is nothing to choose from.
    Choice,
    /// A royal piece of the mover's side is attacked where `king safe` is asked.
    Safety,
}

/// A line of effects that makes a move impossible.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Its number.
    pub line: usize,
    /// What it wants.
    pub want: Want,
    /// The position in which the line is reached.
    pub board: Box<BoardPosition>,
}

/// The line of effects that makes `mv` impossible whatever its player chooses: of several the one that comes last.
/// Nothing if there is a choice with which the move is possible.
pub fn stop(arena: &BoardModel, before: &BoardPosition, mv: &Move) -> Option<Stop> {
    let mut after = before.applied(arena, mv);
    turn::advance_step(arena, before, mv, &mut after);
    match perform(arena, before, mv, after, None, usize::MAX) {
        Performed::Done(_) => None,
        Performed::Impossible(stop) => Some(stop),
        Performed::Choose(choices) => {
            let with = |choice| Move { choices: mv.choices.with(choice), ..mv.clone() };
            let stops = choices.into_iter().map(|choice| stop(arena, before, &with(choice)));
            let stops = stops.collect::<Option<Vec<Stop>>>()?;
            stops.into_iter().max_by_key(|stop| stop.line)
        }
    }
}

/// The line of effects by which `mv` costs its own side a royal piece.
pub fn cost(arena: &BoardModel, before: &BoardPosition, mv: &Move) -> Option<usize> {
    let lines = 0..arena.rules.effects.len();
    lines.into_iter().find(|line| costs_within(arena, before, mv, None, line + 1))
}

/// Which lines of effects happen with `mv`, a legal move of `before`.
pub fn happening(arena: &BoardModel, before: &BoardPosition, mv: &Move) -> Vec<bool> {
    let mut after = before.applied(arena, mv);
    turn::advance_step(arena, before, mv, &mut after);
    let mut happens = vec![false; arena.rules.effects.len()];
    perform_each(arena, before, mv, after, (None, usize::MAX), |line| happens[line] = true);
    happens
}
