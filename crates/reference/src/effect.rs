//! The effects of a move, on an unpacked position, and the lines of effects that forbid a move.

pub use alfil_board::interpret::effect::Want;

use crate::executor::Reference;
use crate::predicate::PlainView;
use alfil_board::interpret::board::Board;
use alfil_board::interpret::effect::{Cause, EffectRun, Extract, Pause, Victims};
use alfil_board::model::position::{BoardPosition, Choice, Move};
use alfil_board::model::promotion::promote_waiting;
use alfil_board::model::royals::RoyalBalance;
use alfil_board::paths::terrain::Piece;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::ids::KindId;
use alfil_rules::interpret::CellSet;
use alfil_rules::outcome::Counters;
use alfil_rules::question::{Lookahead, Pattern};
use alfil_rules::ruleset::Owner;
use alfil_rules::side::{Side, Sides};
use alfil_topology::line::{Fan, Shift};
use alfil_topology::site_set::{AnySet, Site};
use std::borrow::Cow;

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

// An unpacked position that effects change.

/// An unpacked position while the effects of a move run.
struct PlainBoard<'a> {
    game: Reference<'a>,
    /// The position before the move.
    before: &'a BoardPosition,
    position: BoardPosition,
}

impl Board for PlainBoard<'_> {
    type Area = Area;
    type Between = Condition;
    type Pattern = Pattern;
    type Cells = AnySet;
    type View<'v>
        = PlainView<'v>
    where
        Self: 'v;

    fn view(&self) -> PlainView<'_> {
        self.game.seen(&self.position)
    }

    fn sides(&self) -> Sides {
        self.game.model.rules.sides
    }

    fn is_owned(&self, kind: KindId) -> bool {
        self.game.model.rules.kinds[kind].owner == Owner::Side
    }

    fn is_endless(&self, kind: KindId) -> bool {
        self.game.model.rules.hand.as_ref().is_some_and(|hand| hand.supply.contains(&kind))
    }

    fn held(&self, side: Side, kind: KindId) -> u16 {
        self.position.hands.count(side, kind)
    }

    fn held_as(&self, kind: KindId) -> Option<KindId> {
        self.game.model.rules.held_as(kind)
    }

    fn hand_for(&self, by: Side, piece: Piece) -> Option<(Side, KindId)> {
        self.game.model.rules.hand_of(by, piece.side, piece.kind)
    }

    fn origin(&self, piece: Piece, at: Site) -> Option<Site> {
        let model = self.game.model;
        model.graph.one_like(model.start_cells[piece.side][piece.kind], at)
    }

    fn toward(&self, site: Site, anchor: Site) -> Cow<'_, [Site]> {
        Fan::new(&self.game.model.at(&self.position).graph, site).ray(anchor).to.into()
    }

    fn away_from(&self, site: Site, anchor: Site) -> Cow<'_, [Site]> {
        Fan::new(&self.game.model.at(&self.position).graph, anchor).ray(site).beyond.into()
    }

    fn parallel(&self, from: Site, to: Site, site: Site) -> Option<Site> {
        let graph = &self.game.model.at(&self.position).graph;
        Shift::all(graph, from)[to]?.lead(graph, site)
    }

    fn is_safe(&self, side: Side) -> bool {
        !self.game.attacked_royal(&self.position, side)
    }

    fn height(&self, site: Site) -> usize {
        self.position.columns.height(site)
    }

    fn bare_columns(&self) -> AnySet {
        let columns = self.position.columns.sites();
        columns.filter(|&site| self.position.piece(site).is_none()).collect()
    }

    fn put(&mut self, site: Site, piece: Piece) {
        self.position.squares[site] = Some(piece);
    }

    fn take(&mut self, site: Site, _: Piece) {
        self.position.squares[site] = None;
    }

    fn turn(&mut self, cells: AnySet) {
        for site in cells.cells() {
            if let Some(piece) = &mut self.position.squares[site] {
                piece.side = self.game.model.rules.sides.foe(piece.side);
            }
        }
    }

    fn hold(&mut self, side: Side, kind: KindId, change: i16) {
        if change > 0 {
            self.position.hands.give(side, kind, change.unsigned_abs());
        }
        for _ in change..0 {
            self.position.hands.take(side, kind);
        }
    }

    fn counters(&mut self) -> &mut Counters {
        &mut self.position.counters
    }

    fn note_capture(&mut self) {
        self.position.halfmoves = 0;
    }

    fn put_beneath(&mut self, site: Site, piece: Piece) {
        self.position.columns.push(site, piece);
    }

    fn uncover(&mut self, site: Site) -> Option<Piece> {
        self.position.columns.pop(site)
    }

    fn carry(&mut self, from: Site, to: Site, count: usize) {
        self.position.columns.carry(from, to, count);
    }

    fn forget(&mut self, touched: &AnySet, replaced: &AnySet) {
        let BoardPosition { squares, rights, memory, ep_squares, .. } = &mut self.position;
        for site in (*touched).cells() {
            rights.0 &= !self.game.model.rights_at(site).0;
            memory.never_moved = memory.never_moved.minus(AnySet::of(site));
        }
        ep_squares.retain(|passed| squares[passed.cell].is_none() && !replaced.has(passed.victim));
    }

    fn finish(&mut self) {
        let side = self.position.side;
        self.position.assign_unowned(&self.game.model.rules, side);
        promote_waiting(self.game.model.at(self.before), &mut self.position);
    }
}

// Finds the lines of effects that forbid a move or happen with it. Explanations of moves use them.

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
