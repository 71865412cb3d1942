//! The effects of a move, on an unpacked position. A line of effects selects all targets before its
//! first action. Pieces only go to empty cells. `engine/effects.rs` must give equal results with
//! packed positions.

use crate::model::memory::History;
use crate::model::position::{BoardPosition, Choice, Move};
use crate::model::promotion::promote_waiting;
use crate::paths::terrain::Piece;
use crate::reference::executor::Reference;
use crate::reference::predicate::{EvalContext, Made};
use crate::reference::walker::sorted;
use crate::topology::line::{Fan, Shift};
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::index::Id;
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, Picked, Source, Spot, Supplied, Will,
};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, CHECKS, Lookahead, Question};
use alfil_rules::ruleset::{Owner, Royalty};
use alfil_rules::side::Side;
use alfil_rules::stack::Load;
use std::cmp::Reverse;

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

    /// Returns whether `side` has fewer royal pieces in `after` than in `before`. Pieces in hand
    /// count as well. With the royalty `All` or `Last`, only the loss of the last piece of a kind
    /// counts.
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
        self.model.rules.kinds.enumerate().any(|(kind, rule)| match rule.royal {
            Royalty::No => false,
            Royalty::Each => has(kind) < had(kind),
            Royalty::All | Royalty::Last => has(kind) == 0 && had(kind) > 0,
        })
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

/// The reason why a line of effects makes a move impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// A choice is necessary, but there are no options.
    Choice,
    /// `king safe` is required, and a royal piece of the mover's side is attacked.
    Safety,
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

/// The reason why the effects of a line do not happen.
enum Pause {
    Choose(Vec<Choice>),
    Impossible(Want),
    Declined,
}

/// The state of a move while its effects run.
struct EffectRun<'a> {
    game: Reference<'a>,
    before: &'a BoardPosition,
    mv: &'a Move,
    board: BoardPosition,
    /// The current cell of the mover.
    mover: Option<Site>,
    /// Captured pieces that are not in a hand yet, with the cells where they were.
    victims: Vec<(Site, Piece)>,
    /// Cells whose pieces were moved, changed or removed.
    touched: Vec<Site>,
    /// Kinds of the opponent's pieces that came into the hand of the mover's side.
    spoils: Vec<KindId>,
    /// The choices of the move that are not used yet, the next one last.
    choices: Vec<Choice>,
}

/// The targets of an action. They are selected before the first action of the line.
#[derive(Default)]
struct Target {
    sites: Vec<Site>,
    kind: Option<KindId>,
    to: Option<Site>,
    number: u32,
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
        mut each: impl FnMut(usize),
    ) -> Performed {
        let victims = mv.captures.iter().filter_map(|&site| Some((site, before.piece(site)?)));
        let victims: Vec<(Site, Piece)> = victims.collect();
        let mut after = after;
        // In `after`, captured pieces are already in hands. They are taken out, because they go to
        // hands only after all effects.
        for (_, piece) in &victims {
            if let Some((side, kind)) =
                self.model.rules.hand_of(before.side, piece.side, piece.kind)
            {
                after.hands.take(side, kind);
            }
        }
        let mut run = EffectRun {
            game: self,
            before,
            mv,
            board: after,
            mover: mv.target(),
            victims,
            touched: Vec::new(),
            spoils: Vec::new(),
            choices: mv.choices.iter().collect(),
        };
        run.choices.reverse();
        for (line, effect) in self.model.rules.effects.iter().enumerate().take(lines) {
            let due = below.is_none_or(|below| effect.level() < below);
            let asked = |question: &Question| run.context().holds(question);
            if !due || !effect.question.as_ref().is_none_or(asked) {
                run.end_line();
                continue;
            }
            let targets = match run.select_targets(effect) {
                Ok(targets) => targets,
                Err(Pause::Declined) => {
                    run.end_line();
                    continue;
                }
                Err(Pause::Choose(choices)) => return Performed::Choose(choices),
                Err(Pause::Impossible(want)) => {
                    let board = Box::new(run.board);
                    return Performed::Impossible(Stop { line, want, board });
                }
            };
            each(line);
            for (deed, target) in effect.deeds.iter().zip(targets) {
                run.act(deed, target);
            }
            run.end_line();
        }
        Performed::Done(Box::new(run.finished()))
    }
}

impl EffectRun<'_> {
    fn side(&self) -> Side {
        self.before.side
    }

    fn context(&self) -> EvalContext<'_> {
        let EffectRun { game, before, mv, board, mover, .. } = self;
        let made = Some(Made { before, mv, after: board, stands: *mover });
        let (side, mover, history) = (self.side(), *mover, History::default());
        EvalContext { game: *game, side, board, made, mover, history, checks: CHECKS }
    }

    /// Selects the targets of all actions of a line.
    fn select_targets(&mut self, effect: &Effect) -> Result<Vec<Target>, Pause> {
        let mut optional = effect.will == Will::May;
        let mut targets = Vec::new();
        for deed in &effect.deeds {
            let mut target = Target::default();
            if let Some(picked) = deed.picked() {
                target.sites = self.sites(picked);
                if picked.extent == Extent::One {
                    let options = target.sites.iter().map(|&site| Choice::Taken(None, Some(site)));
                    let taken = self.choose(options.collect(), &mut optional)?;
                    target.sites = taken.site().into_iter().collect();
                }
            }
            match deed {
                Deed::Set(_, _, amount) => target.number = self.context().amount(amount),
                Deed::Place(what, spot @ Spot::Empty(Picked { extent: Extent::Each, .. })) => {
                    target.kind = what.kinds.first().copied();
                    target.sites = self.spots(spot);
                }
                Deed::Place(what, spot) => match (spot, deed.choices() > 0 || optional) {
                    // If the player has no choice, the action itself tests later whether the cell
                    // is empty and the hand has the piece.
                    (Spot::Anchors(anchors), false) => {
                        target.kind = what.kinds.first().copied();
                        target.to = self.cells(anchors).first().copied();
                    }
                    (Spot::Anchors(_) | Spot::Empty(_) | Spot::Origin, _) => {
                        let options = self.placings(what, spot);
                        let taken = self.choose(options, &mut optional)?;
                        (target.kind, target.to) = (taken.kind(), taken.site());
                    }
                },
                // If there is no piece to change or move, the player has no choice.
                Deed::Becomes(_, Becoming::Kind(kinds))
                    if kinds.len() > 1 && target.sites.is_empty() => {}
                Deed::GoesTo(_, Spot::Anchors(_) | Spot::Empty(_)) if target.sites.is_empty() => {}
                Deed::Becomes(_, Becoming::Kind(kinds)) if kinds.len() > 1 => {
                    let options = kinds.iter().map(|&kind| Choice::Taken(Some(kind), None));
                    target.kind = self.choose(options.collect(), &mut optional)?.kind();
                }
                Deed::Becomes(_, Becoming::Kind(kinds)) => target.kind = kinds.first().copied(),
                Deed::GoesTo(_, Spot::Anchors(anchors)) if anchors.len() == 1 => {
                    target.to = self.cells(anchors).first().copied();
                }
                Deed::GoesTo(_, spot @ (Spot::Anchors(_) | Spot::Empty(_))) => {
                    let options = self.spots(spot).into_iter();
                    let options = options.map(|site| Choice::Taken(None, Some(site)));
                    target.to = self.choose(options.collect(), &mut optional)?.site();
                }
                Deed::GoesAlong(_, Along { anchor, course, .. }) => {
                    target.to = self.context().cell(*anchor);
                    let graph = &self.game.model.at(&self.board).graph;
                    let far = |from, &site: &Site| Fan::new(graph, site).ray(from).to.len();
                    // The foremost piece moves first, so that it does not block the others.
                    match (target.to, course) {
                        (None, _) => {}
                        (Some(to), Course::Toward) => {
                            target.sites.sort_by_key(|site| far(to, site))
                        }
                        (Some(from), Course::AwayFrom) => {
                            target.sites.sort_by_key(|site| Reverse(far(from, site)));
                        }
                        // Their order follows from the cells that are empty.
                        (Some(_), Course::With) => {}
                    }
                }
                Deed::KingSafe => {
                    if self.game.attacked_royal(&self.board, self.side()) {
                        return Err(Pause::Impossible(Want::Safety));
                    }
                }
                Deed::GoesUnder(_, under) => target.to = self.context().cell(under.anchor),
                Deed::Carry(load) => {
                    let height = self.left_behind().map_or(0, |at| self.board.columns.height(at));
                    let most = u8::try_from(load.most(height)).unwrap_or(u8::MAX);
                    target.number = match load {
                        Load::All => most.into(),
                        Load::UpTo(_) if most == 0 && optional => return Err(Pause::Declined),
                        Load::UpTo(_) if most == 0 => 0,
                        Load::UpTo(_) => {
                            let options = (0..=most).map(Choice::Carried).collect();
                            self.choose(options, &mut optional)?.number().into()
                        }
                    };
                }
                Deed::GoesTo(_, Spot::Origin)
                | Deed::Becomes(_, Becoming::Victim | Becoming::Next(_) | Becoming::Paired(_))
                | Deed::Count(..)
                | Deed::Reset(..)
                | Deed::Remove(_)
                | Deed::Discard(_)
                | Deed::Capture(_)
                | Deed::ChangesSide(_)
                | Deed::GoesToHand(..) => {}
            }
            targets.push(target);
        }
        if optional {
            self.choose(vec![Choice::Taken(None, None)], &mut optional)?;
        }
        Ok(targets)
    }

    /// Returns the next choice of the player, which must be one of `options`. The first choice in
    /// an `optional` line may also decline the line.
    fn choose(&mut self, mut options: Vec<Choice>, optional: &mut bool) -> Result<Choice, Pause> {
        if options.is_empty() {
            return Err(if *optional { Pause::Declined } else { Pause::Impossible(Want::Choice) });
        }
        if std::mem::take(optional) {
            options.insert(0, Choice::Declined);
        }
        match self.choices.pop() {
            None => Err(Pause::Choose(options)),
            Some(choice) if !options.contains(&choice) => Err(Pause::Impossible(Want::Choice)),
            Some(Choice::Declined) => Err(Pause::Declined),
            Some(choice @ (Choice::Taken(..) | Choice::Carried(_))) => Ok(choice),
        }
    }

    /// Returns the cells of the selected pieces. For captured pieces, these are the cells where
    /// they were.
    fn sites(&self, picked: &Picked) -> Vec<Site> {
        match picked.is_victim() {
            true => self.victims.iter().map(|&(site, _)| site).collect(),
            false => {
                let mut sites = self.context().standing(&picked.pieces);
                sites.retain(|&site| self.board.piece(site).is_some());
                sites
            }
        }
    }

    /// Returns all combinations of an available kind and an empty cell. `what` lists the kinds and
    /// their source, and `spot` describes the cells.
    fn placings(&self, what: &Supplied, spot: &Spot) -> Vec<Choice> {
        let has = |&&kind: &&KindId| self.supplies(what, kind);
        let cells = self.spots(spot);
        let of = |&kind: &KindId| {
            let at = |&site: &Site| Choice::Taken(Some(kind), Some(site));
            cells.iter().map(at).collect::<Vec<_>>()
        };
        what.kinds.iter().filter(has).flat_map(of).collect()
    }

    /// Returns whether the source of `what` still has a piece of `kind`.
    fn supplies(&self, what: &Supplied, kind: KindId) -> bool {
        match what.from {
            Source::Nowhere => true,
            Source::Hand => {
                let hand = self.game.model.rules.hand.as_ref();
                let endless = hand.is_some_and(|hand| hand.supply.contains(&kind));
                endless || self.board.hands.count(self.side(), kind) > 0
            }
        }
    }

    /// Returns the empty cells that `spot` describes, sorted.
    fn spots(&self, spot: &Spot) -> Vec<Site> {
        let mut cells = match spot {
            Spot::Anchors(anchors) => self.cells(anchors),
            Spot::Empty(picked) => self.context().standing(&picked.pieces),
            Spot::Origin => Vec::new(),
        };
        cells.retain(|&site| self.board.piece(site).is_none());
        sorted(cells)
    }

    fn cells(&self, anchors: &[Anchor]) -> Vec<Site> {
        anchors.iter().filter_map(|&anchor| self.context().cell(anchor)).collect()
    }

    fn act(&mut self, deed: &Deed, target: Target) {
        let side = self.side();
        match deed {
            Deed::KingSafe => {}
            Deed::Count(..) | Deed::Reset(..) => {
                deed.tally(self.game.model.rules.sides, side, &mut self.board.counters)
            }
            Deed::Remove(picked) => {
                for site in target.sites {
                    self.lift(picked, site);
                }
            }
            Deed::Capture(_) => {
                for site in target.sites {
                    if let Some(piece) = self.take(site) {
                        self.pocket(piece);
                        self.board.halfmoves = 0;
                    }
                }
            }
            Deed::Set(whose, counter, _) => {
                let number = u8::try_from(target.number).unwrap_or(u8::MAX);
                for of in self.game.model.rules.sides.of(*whose, side) {
                    self.board.counters[of][counter.index()] = number;
                }
            }
            Deed::Place(what, _) => {
                for site in target.sites.into_iter().chain(target.to) {
                    if let Some(kind) = target.kind
                        && self.board.piece(site).is_none()
                        && self.supplies(what, kind)
                    {
                        self.board.squares[site] = Some(Piece { side, kind });
                        self.touched.push(site);
                        if what.from == Source::Hand {
                            self.board.hands.take(side, kind);
                        }
                    }
                }
            }
            Deed::Becomes(_, to) => {
                let victim = self.victims.last().map(|(_, piece)| piece.kind);
                for site in target.sites {
                    let Some(piece) = self.board.squares[site] else { continue };
                    let kind = match to {
                        Becoming::Kind(_) => target.kind,
                        Becoming::Victim => victim,
                        Becoming::Next(kinds) => {
                            let place = kinds.iter().position(|&kind| kind == piece.kind);
                            place.and_then(|place| kinds.get(place + 1).copied())
                        }
                        Becoming::Paired(pairs) => pairs.of(piece.kind),
                    };
                    if let Some(kind) = kind {
                        // An unowned or neutral piece that changes its kind becomes a piece of the
                        // mover's side.
                        let owned = self.game.model.rules.kinds[piece.kind].owner == Owner::Side;
                        let side = if owned { piece.side } else { side };
                        self.board.squares[site] = Some(Piece { kind, side });
                        self.touched.push(site);
                    }
                }
            }
            Deed::ChangesSide(_) => {
                for site in target.sites {
                    if let Some(piece) = &mut self.board.squares[site] {
                        piece.side = self.game.model.rules.sides.foe(piece.side);
                        self.touched.push(site);
                    }
                }
            }
            Deed::GoesTo(picked, spot) => {
                for site in target.sites {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    let to = match spot {
                        Spot::Anchors(_) | Spot::Empty(_) => target.to,
                        Spot::Origin => self.origin(piece, site),
                    };
                    if let Some(to) = to {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesAlong(picked, Along { course: Course::With, .. }) => {
                let Some(way) = target.to.and_then(|to| self.way(to)) else { return };
                let graph = &self.game.model.at(&self.board).graph;
                let mut left: Vec<(Site, Site)> = Vec::new();
                for site in target.sites {
                    left.extend(way.lead(graph, site).map(|to| (site, to)));
                }
                // Pieces that stand in each other's way go as soon as there is room.
                loop {
                    let is_free = |&(_, to): &(Site, Site)| self.board.piece(to).is_none();
                    let Some(first) = left.iter().position(is_free) else { return };
                    let (site, to) = left.remove(first);
                    if let Some(piece) = self.picked(picked, site) {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesAlong(picked, along) => {
                let Some(anchor) = target.to else { return };
                for site in target.sites {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    if let Some(to) = self.along(along, anchor, site) {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesUnder(picked, under) => {
                for site in target.sites {
                    let to = target.to.filter(|&to| self.board.piece(to).is_some());
                    let Some((piece, to)) = self.picked(picked, site).zip(to) else { continue };
                    // A piece cannot go beneath itself.
                    if to == site && !picked.is_victim() {
                        continue;
                    }
                    match picked.is_victim() {
                        true => self.lift(picked, site),
                        false => drop(self.take(site)),
                    }
                    let kind = under.becomes.of(piece.kind).unwrap_or(piece.kind);
                    let side = self.game.model.rules.written_for(kind, piece.side);
                    self.board.columns.push(to, Piece { side, kind });
                }
            }
            Deed::Carry(_) => {
                if let (Some(from), Some(to)) = (self.left_behind(), self.mover) {
                    self.board.columns.carry(from, to, target.number as usize);
                }
            }
            Deed::Discard(men) => {
                for of in men.sides(self.game.model.rules.sides, side) {
                    let held: Vec<(KindId, u16)> = self.board.hands.held(of).collect();
                    for (kind, count) in held.into_iter().filter(|&(kind, _)| men.has(kind)) {
                        (0..count).for_each(|_| self.board.hands.take(of, kind));
                        if of == side {
                            self.spoils.retain(|spoil| *spoil != kind);
                        }
                    }
                }
            }
            Deed::GoesToHand(picked, whose) => {
                for site in target.sites {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    self.lift(picked, site);
                    let held = self.game.model.rules.held_as(piece.kind);
                    if let (Some(kind), Some(to)) =
                        (held, self.game.model.rules.sides.of(*whose, side).into_iter().next())
                    {
                        self.give(to, kind, piece);
                    }
                }
            }
        }
    }

    /// Returns the way from the start of the move to a cell.
    fn way(&self, to: Site) -> Option<Shift> {
        Shift::all(&self.game.model.at(&self.board).graph, self.mv.origin()?)[to]
    }

    /// Returns the start cell of the mover, if the mover has left it.
    fn left_behind(&self) -> Option<Site> {
        self.mv.origin().filter(|&start| self.mover.is_some_and(|stands| stands != start))
    }

    /// Ends a line: the highest covered piece of each empty cell is on the board again.
    fn end_line(&mut self) {
        let bare: Vec<Site> =
            self.board.columns.sites().filter(|&site| self.board.piece(site).is_none()).collect();
        for site in bare {
            self.board.squares[site] = self.board.columns.pop(site);
            self.touched.push(site);
        }
        self.clear_ep();
    }

    /// Puts a captured piece into a hand, if the rules say so.
    fn pocket(&mut self, piece: Piece) {
        let hand = self.game.model.rules.hand_of(self.side(), piece.side, piece.kind);
        if let Some((to, kind)) = hand {
            self.give(to, kind, piece);
        }
    }

    /// Adds `piece` to a hand, as a piece of `kind`.
    fn give(&mut self, to: Side, kind: KindId, piece: Piece) {
        self.board.hands.give(to, kind, 1);
        if to == self.side() && piece.side != to {
            self.spoils.push(kind);
        }
    }

    /// A piece on `site` goes toward `anchor` or away from it. Returns the last empty cell before
    /// an obstacle. `None` if the piece cannot move.
    fn along(&self, along: &Along, anchor: Site, site: Site) -> Option<Site> {
        let graph = &self.game.model.at(&self.board).graph;
        let cells = match along.course {
            Course::Toward => Fan::new(graph, site).ray(anchor).to,
            Course::AwayFrom => Fan::new(graph, anchor).ray(site).beyond,
            Course::With => return None,
        };
        let most = along.most.map_or(usize::MAX, usize::from);
        cells.into_iter().take(most).take_while(|&cell| self.board.piece(cell).is_none()).last()
    }

    /// Moves the selected piece from `from` to `to`, if `to` is empty.
    fn go(&mut self, picked: &Picked, piece: Piece, from: Site, to: Site) {
        if self.board.piece(to).is_some() {
            return;
        }
        self.lift(picked, from);
        self.board.squares[to] = Some(piece);
        self.touched.push(to);
        if self.mover == Some(from) && !picked.is_victim() {
            self.mover = Some(to);
        }
    }

    /// Returns the selected piece on `site`, or the captured piece that was there.
    fn picked(&self, picked: &Picked, site: Site) -> Option<Piece> {
        match picked.is_victim() {
            true => self.victims.iter().find(|(s, _)| *s == site).map(|&(_, piece)| piece),
            false => self.board.piece(site),
        }
    }

    /// Removes the selected piece from the board, or from the captured pieces.
    fn lift(&mut self, picked: &Picked, site: Site) {
        if !picked.is_victim() {
            let mover = self.mover;
            self.take(site);
            self.mover = mover;
            return;
        }
        let Some(place) = self.victims.iter().position(|(s, _)| *s == site) else { return };
        self.victims.remove(place);
    }

    fn take(&mut self, site: Site) -> Option<Piece> {
        self.touched.push(site);
        if self.mover == Some(site) {
            self.mover = None;
        }
        self.board.squares[site].take()
    }

    /// Returns the start cell of `piece`, which is or was on `at`. `None` if several cells fit
    /// equally well.
    fn origin(&self, piece: Piece, at: Site) -> Option<Site> {
        self.game.model.graph.one_like(self.game.model.start_cells[piece.side][piece.kind], at)
    }

    /// Removes the castling rights, en passant squares and never-moved marks of changed cells.
    fn clear_ep(&mut self) {
        let EffectRun { game, board, touched, .. } = self;
        for &site in &*touched {
            board.rights.0 &= !game.model.rights_at(site).0;
            board.memory.never_moved = board.memory.never_moved.minus(AnySet::of(site));
        }
        let mut passed = std::mem::take(&mut board.ep_squares);
        let free = |cell: Site| board.squares[cell].is_none();
        passed.retain(|p| free(p.cell) && !touched.contains(&p.victim));
        board.ep_squares = passed;
    }

    /// Finishes the effects: captured pieces go into hands, and pieces with a pending promotion
    /// promote.
    fn finished(mut self) -> Outcome {
        for (_, piece) in std::mem::take(&mut self.victims) {
            self.pocket(piece);
        }
        let EffectRun { game, before, mut board, touched, spoils, .. } = self;
        if !touched.is_empty() {
            let side = board.side;
            board.assign_unowned(&game.model.rules, side);
            promote_waiting(game.model.at(before), &mut board);
        }
        Outcome { position: board, spoils }
    }
}
