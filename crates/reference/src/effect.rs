//! The effects of a move, on an unpacked position.

use crate::executor::Reference;
use alfil_board::interpret::effect::{Cause, EffectRun, Extract, Pause, Victims};
use alfil_board::model::position::{BoardPosition, Choice, Move};
use alfil_board::model::royals::RoyalBalance;
use alfil_rules::ids::KindId;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use board::PlainBoard;

pub use alfil_board::interpret::effect::Want;

mod board;

impl<'a> Reference<'a> {
    /// Returns `mv` with every combination of choices. Empty if a line of effects needs a choice
    /// but has no options.
    pub fn with_choices(
        self,
        before: &BoardPosition,
        mv: &Move,
        below: Option<Lookahead>,
    ) -> Vec<Move> {
        let mut after = before.applied(self.model, mv);
        self.advance_step(before, mv, &mut after);
        match self.perform(before, mv, after, below, usize::MAX) {
            Performed::Done(_) => vec![mv.clone()],
            Performed::Impossible(_) => Vec::new(),
            Performed::Choose(choices) => {
                let with = |choice| Move { choices: mv.choices.with(choice), ..mv.clone() };
                choices
                    .into_iter()
                    .flat_map(|choice| self.with_choices(before, &with(choice), below))
                    .collect()
            }
        }
    }

    /// Returns the position after the effects of `mv`. `before` is the position before the move,
    /// and `after` the position after it without effects. If a choice is missing or impossible,
    /// returns `after` itself.
    pub(super) fn after_effects(
        self,
        before: &BoardPosition,
        mv: &Move,
        after: BoardPosition,
        below: Option<Lookahead>,
    ) -> BoardPosition {
        match self.perform(before, mv, after.clone(), below, usize::MAX) {
            Performed::Done(outcome) => outcome.position,
            Performed::Choose(_) | Performed::Impossible(_) => after,
        }
    }

    /// Returns whether `side` has lost a royal piece in `after`, compared with `before`. Pieces in
    /// hand count as well.
    pub(super) fn costs_royal(
        self,
        before: &BoardPosition,
        after: &BoardPosition,
        side: Side,
    ) -> bool {
        self.loses_royal(|kind| royals(before, side, kind), |kind| royals(after, side, kind))
    }

    /// Returns whether the effects of `mv` cost its own side a royal piece. Enemy pieces that the
    /// move brings into its hand are not counted.
    pub fn costs_own_royal(
        self,
        before: &BoardPosition,
        mv: &Move,
        below: Option<Lookahead>,
    ) -> bool {
        self.costs_within(before, mv, below, usize::MAX)
    }

    /// Like `costs_own_royal`, but runs only the first `lines` lines of effects.
    pub(super) fn costs_within(
        self,
        before: &BoardPosition,
        mv: &Move,
        below: Option<Lookahead>,
        lines: usize,
    ) -> bool {
        let side = before.side;
        let moved = before.applied(self.model, mv);
        let mut after = moved.clone();
        self.advance_step(before, mv, &mut after);
        let performed = self.perform(before, mv, after, below, lines);
        let Performed::Done(outcome) = performed else { return false };
        let taken = |kind| {
            let victims = mv.captures.iter().filter_map(|&site| before.piece(site));
            let hands = victims.filter(|victim| victim.side != side);
            let hands =
                hands.filter_map(|victim| self.model.rules.hand_of(side, victim.side, victim.kind));
            hands.filter(|&hand| hand == (side, kind)).count()
        };
        let had = |kind| royals(&moved, side, kind).saturating_sub(taken(kind));
        let has = |kind| {
            let spoils = outcome.spoils.iter().filter(|&&spoil| spoil == kind).count();
            royals(&outcome.position, side, kind).saturating_sub(spoils)
        };
        self.loses_royal(had, has)
    }

    fn loses_royal(self, had: impl Fn(KindId) -> usize, has: impl Fn(KindId) -> usize) -> bool {
        let mut balance = RoyalBalance::default();
        for (kind, rule) in self.model.rules.kinds.enumerate() {
            balance.add(rule.royal, had(kind), has(kind));
        }
        balance.is_loss()
    }
}

/// Returns the number of pieces of `kind` that `side` has on the board and in hand.
fn royals(position: &BoardPosition, side: Side, kind: KindId) -> usize {
    let standing = position.pieces(side).filter(|&(_, k)| k == kind).count();
    standing + usize::from(position.hands.count(side, kind))
}

/// The result of a move with all its effects.
pub(super) struct Outcome {
    position: BoardPosition,
    /// Kinds of the opponent's pieces that came into the hand of the mover's side.
    spoils: Vec<KindId>,
}

pub(super) enum Performed {
    Done(Box<Outcome>),
    /// The player must first choose one of these options.
    Choose(Vec<Choice>),
    /// A line of effects makes the move impossible.
    Impossible(Stop),
}

/// A line of effects that makes a move impossible.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The number of the line, from 0.
    pub line: usize,
    /// The requirement that is not met.
    pub want: Want,
    /// The position before the effects of the line.
    pub board: Box<BoardPosition>,
}

impl<'a> Reference<'a> {
    /// Runs the first `lines` lines of effects with a level below `below`. `after` is the position
    /// after `mv` without effects.
    pub(super) fn perform(
        self,
        before: &BoardPosition,
        mv: &Move,
        after: BoardPosition,
        below: Option<Lookahead>,
        lines: usize,
    ) -> Performed {
        self.perform_each(before, mv, after, (below, lines), |_| {})
    }

    /// Like `perform`, but also calls `each` with the number of each line that happens.
    pub(super) fn perform_each(
        self,
        before: &BoardPosition,
        mv: &Move,
        after: BoardPosition,
        (below, lines): (Option<Lookahead>, usize),
        each: impl FnMut(usize),
    ) -> Performed {
        let victims = mv.captures.iter().filter_map(|&site| Some((site, before.piece(site)?)));
        let victims: Victims = victims.collect();
        let facts = self.facts(before, mv);
        let partner = mv.partner.map(|(from, _)| from);
        let cause = Cause { facts: &facts, victims, partner, choices: mv.choices };
        let mut run = EffectRun::new(PlainBoard { game: self, before, position: after }, cause);
        let effects = self.model.rules.effects.iter().take(lines);
        let effects = effects.map(|effect| (effect.level(), effect));
        match run.run(effects, Extract { first: 0, below }, each) {
            Ok(()) => {
                let (board, spoils) = run.into_parts();
                let spoils = spoils.into_vec();
                Performed::Done(Box::new(Outcome { position: board.position, spoils }))
            }
            Err(stopped) => match stopped.pause {
                Pause::Choose(options, _) => Performed::Choose(options.iter().collect()),
                Pause::Impossible(want) => {
                    let (board, _) = run.into_parts();
                    let board = Box::new(board.position);
                    Performed::Impossible(Stop { line: stopped.line, want, board })
                }
                // A run goes on after a line that was declined.
                Pause::Declined => Performed::Choose(Vec::new()),
            },
        }
    }
}
