//! Finds the lines of effects that forbid a move or happen with it. Explanations of moves use them.

use crate::effect::{Performed, Stop};
use crate::executor::Reference;
use alfil_board::model::position::{BoardPosition, Move};

impl<'a> Reference<'a> {
    /// Returns the line of effects that makes `mv` impossible with every choice. If different
    /// choices fail at different lines, the last of these lines is returned. `None` if the move is
    /// possible with some choice.
    pub fn effect_that_forbids(self, before: &BoardPosition, mv: &Move) -> Option<Stop> {
        let mut after = before.applied(self.model, mv);
        self.advance_step(before, mv, &mut after);
        match self.perform(before, mv, after, None, usize::MAX) {
            Performed::Done(_) => None,
            Performed::Impossible(stop) => Some(stop),
            Performed::Choose(choices) => {
                let with = |choice| Move { choices: mv.choices.with(choice), ..mv.clone() };
                let stops = choices
                    .into_iter()
                    .map(|choice| self.effect_that_forbids(before, &with(choice)));
                let stops = stops.collect::<Option<Vec<Stop>>>()?;
                stops.into_iter().max_by_key(|stop| stop.line)
            }
        }
    }

    /// Returns the first line of effects by which `mv` costs its own side a royal piece.
    pub fn effect_that_costs_royal(self, before: &BoardPosition, mv: &Move) -> Option<usize> {
        let lines = 0..self.model.rules.effects.len();
        lines.into_iter().find(|line| self.costs_within(before, mv, None, line + 1))
    }

    /// Returns the line of effects that needs the next choice of `mv`, which may lack its last
    /// choices. `None` if `mv` has all of them.
    pub fn effect_that_asks(self, before: &BoardPosition, mv: &Move) -> Option<usize> {
        let mut after = before.applied(self.model, mv);
        self.advance_step(before, mv, &mut after);
        let asks = |line: &usize| {
            let performed = self.perform(before, mv, after.clone(), None, line + 1);
            matches!(performed, Performed::Choose(_))
        };
        (0..self.model.rules.effects.len()).find(asks)
    }

    /// Returns for each line of effects whether it happens with `mv`, a legal move of `before`.
    pub fn effects_that_happen(self, before: &BoardPosition, mv: &Move) -> Vec<bool> {
        let mut after = before.applied(self.model, mv);
        self.advance_step(before, mv, &mut after);
        let mut happens = vec![false; self.model.rules.effects.len()];
        self.perform_each(before, mv, after, (None, usize::MAX), |line| happens[line] = true);
        happens
    }
}
