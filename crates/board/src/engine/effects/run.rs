//! Runs the effects of a move on a position, one after another.
//!
//! The journal records all changes to pieces and hands.

use super::options::Options;
use super::outcome::{
    CaptureInfo, EffectOutcome, Pause, Remaining, Victims, is_lost, royal_pieces,
};
use crate::engine::predicates::context::{EvalContext, Made};
use crate::engine::state::{NOBODY, PackedMove, State};
use crate::model::memory::{Facts, History};
use crate::model::position::{Choice, Choices};
use crate::paths::terrain::Piece;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::Pattern;
use crate::tables::predicate::Between;
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, MAX_CHOICES, Picked, Source, Spot, Supplied,
    Will,
};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, CHECKS, Lookahead, Men};
use alfil_rules::side::{BySide, Side};
use alfil_rules::stack::Load;
use smallvec::SmallVec;
use std::cmp::Reverse;

type Sites<const W: usize> = BySide<SiteSet<W>>;
type Line<const W: usize> = Effect<Sites<W>, Between<W>, Pattern<W>>;

/// The pieces, the kind and the destination of one action. All targets of an effect are chosen
/// before its first action.
#[derive(Default)]
struct Target<const W: usize> {
    sites: SiteSet<W>,
    kind: Option<KindId>,
    to: Option<Site>,
    number: u32,
}

/// The state of a run of effects.
struct EffectRun<'a, const W: usize> {
    tables: &'a Tables<W>,
    asks: &'a CompiledPredicates<W>,
    facts: &'a Facts,
    /// The start cell of the castling partner.
    partner: Option<Site>,
    state: &'a mut State<W>,
    done: &'a mut EffectOutcome<W>,
    /// The current site of the moving piece; `None` once it has left the board.
    mover: Option<Site>,
    /// Captured pieces with their sites. They are in no hand while effects run.
    victims: Victims,
    /// Cells with pieces that were moved, changed or removed.
    touched: SiteSet<W>,
    /// Kinds of enemy pieces that went to the hand of the side that moved.
    spoils: SmallVec<[KindId; 2]>,
    /// The player's remaining choices, in reverse order.
    choices: SmallVec<[Choice; MAX_CHOICES]>,
}

/// Performs the effects of `step` with the choices in it. `after` is the position after the move.
/// After an error, `done` contains the changes so far.
pub(super) fn performed<const W: usize>(
    tables: &Tables<W>,
    capture_info: &CaptureInfo,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Lookahead>,
    done: &mut EffectOutcome<W>,
) -> Result<(), Pause<W>> {
    let here = tables.at(after);
    let Some((predicates, effects)) = here.predicates.as_deref().zip(here.compiled_effects())
    else {
        return Ok(());
    };
    let mut choices: SmallVec<[Choice; MAX_CHOICES]> = SmallVec::new();
    if step.choices != Choices::NONE {
        choices.extend(step.choices.iter());
        choices.reverse();
    }
    let mut run = EffectRun {
        tables,
        asks: predicates,
        facts: &capture_info.facts,
        partner: step.partner.map(|(from, _)| from),
        state: after,
        done,
        mover: capture_info.facts.target(),
        victims: if capture_info.victims.is_empty() {
            Victims::new()
        } else {
            capture_info.victims.clone()
        },
        touched: SiteSet::EMPTY,
        spoils: SmallVec::new(),
        choices,
    };
    // The captured pieces are already in hands. They are taken out, because they go to hands only
    // after the last effect.
    run.pocket(-1);
    let royal = if effects.costs_royals { &effects.royal[..] } else { &[] };
    let had = royal.iter().map(|&(kind, _)| royal_pieces(run.state, capture_info.facts.side, kind));
    let had: SmallVec<[u32; 2]> = had.collect();
    let first = usize::from(effects.starts_safe);
    if effects.starts_safe {
        // The generator has done what the first line demands. The line ends nevertheless.
        run.end_line();
    }
    for (line, number) in predicates.effects[first..].iter().zip(first..) {
        let due = below.is_none_or(|below| line.level < below);
        let question = line.effect.question.as_ref();
        if !due || !question.is_none_or(|question| run.context().holds(question)) {
            run.end_line();
            continue;
        }
        match run.choose_targets(&line.effect) {
            Ok(targets) => {
                for (action, target) in line.effect.deeds.iter().zip(targets) {
                    run.act(action, target);
                }
                run.end_line();
            }
            Err(Pause::Declined) => run.end_line(),
            Err(Pause::Choose(options, Remaining::Nothing)) if number < effects.last_to_fail => {
                return Err(Pause::Choose(options, Remaining::Something));
            }
            Err(pause) => return Err(pause),
        }
    }
    run.pocket(1);
    run.finish();
    if !had.is_empty() {
        run.done.costs_royal = run.costs_royal(&had);
    }
    Ok(())
}

impl<const W: usize> EffectRun<'_, W> {
    fn side(&self) -> Side {
        self.facts.side
    }

    fn context(&self) -> EvalContext<'_, W> {
        let EffectRun { tables, asks: predicates, facts, state, mover, .. } = self;
        let partner = self.partner;
        let made = Some(Made { facts, after: state, stands: *mover, partner, step: None });
        let history = History::default();
        let (side, mover, checks) = (facts.side, *mover, CHECKS);
        EvalContext { tables, asks: predicates, side, state, made, mover, history, checks }
    }

    /// Adds the captured pieces to hands if `change` is 1, or takes them out if it is -1.
    #[inline(always)]
    fn pocket(&mut self, change: i16) {
        if !self.victims.is_empty() {
            self.pocket_victims(change);
        }
    }

    fn pocket_victims(&mut self, change: i16) {
        let (Some(pocket), us) = (&self.tables.pocket, self.facts.side) else { return };
        for &(_, piece) in &self.victims {
            if let Some((side, kind)) = pocket.goes_to(us, piece.side, piece.kind) {
                self.done.journal.hold(self.state, side, kind, change);
                if change > 0 && side == us && piece.side != us {
                    self.spoils.push(kind);
                }
            }
        }
    }

    /// True if the side that moved has fewer royal pieces than before (`had`). Enemy pieces that
    /// went to its hand do not count.
    fn costs_royal(&self, had: &[u32]) -> bool {
        let Some(effects) = self.tables.compiled_effects() else { return false };
        effects.royal.iter().zip(had).any(|(&(kind, royal), &had)| {
            let taken = self.spoils.iter().filter(|&&of| of == kind).count() as u32;
            let has = royal_pieces(self.state, self.side(), kind).saturating_sub(taken);
            is_lost(royal, had, has)
        })
    }

    /// Chooses the target of each action of an effect.
    fn choose_targets(&mut self, line: &Line<W>) -> Result<SmallVec<[Target<W>; 4]>, Pause<W>> {
        let mut optional = line.will == Will::May;
        let mut targets = SmallVec::new();
        for (number, action) in line.deeds.iter().enumerate() {
            let remaining = || remaining(action, &line.deeds[number + 1..]);
            let mut target = Target::default();
            if let Some(picked) = action.picked() {
                target.sites = self.sites(picked);
                if picked.extent == Extent::One {
                    let options = Options::cells(target.sites);
                    target.sites = match self.choose(options, remaining(), &mut optional)?.site() {
                        Some(site) => SiteSet::of(site),
                        None => SiteSet::EMPTY,
                    };
                }
            }
            match action {
                Deed::Set(_, _, amount) => target.number = self.context().amount(amount),
                Deed::Place(what, spot @ Spot::Empty(Picked { extent: Extent::Each, .. })) => {
                    target.kind = what.kinds.first().copied();
                    target.sites = self.cells_of(spot);
                }
                Deed::Place(what, spot) => match (spot, action.choices() > 0 || optional) {
                    // Without a choice, `act` tests whether the cell is empty and the hand has the
                    // piece.
                    (Spot::Anchors(anchors), false) => {
                        target.kind = what.kinds.first().copied();
                        target.to = anchors.first().and_then(|&anchor| self.context().cell(anchor));
                    }
                    (Spot::Anchors(_) | Spot::Empty(_) | Spot::Origin, _) => {
                        let options = self.placings(what, spot);
                        let taken = self.choose(options, remaining(), &mut optional)?;
                        (target.kind, target.to) = (taken.kind(), taken.site());
                    }
                },
                // The action has nothing to act on, so the player chooses no kind and no cell.
                Deed::Becomes(_, Becoming::Kind(kinds))
                    if kinds.len() > 1 && target.sites.is_empty() => {}
                Deed::GoesTo(_, Spot::Anchors(_) | Spot::Empty(_)) if target.sites.is_empty() => {}
                Deed::Becomes(_, Becoming::Kind(kinds)) if kinds.len() > 1 => {
                    let options = Options::kinds(kinds);
                    target.kind = self.choose(options, remaining(), &mut optional)?.kind();
                }
                Deed::Becomes(_, Becoming::Kind(kinds)) => target.kind = kinds.first().copied(),
                Deed::GoesTo(_, Spot::Anchors(anchors)) if anchors.len() == 1 => {
                    target.to = anchors.first().and_then(|&anchor| self.context().cell(anchor));
                }
                Deed::GoesTo(_, spot @ (Spot::Anchors(_) | Spot::Empty(_))) => {
                    let options = Options::cells(self.cells_of(spot));
                    target.to = self.choose(options, remaining(), &mut optional)?.site();
                }
                Deed::GoesAlong(_, along) => target.to = self.context().cell(along.anchor),
                Deed::KingSafe => {
                    if self.state.in_check(self.tables, self.side()) {
                        return Err(Pause::Impossible);
                    }
                }
                Deed::GoesUnder(_, under) => target.to = self.context().cell(under.anchor),
                Deed::Carry(load) => {
                    let most = self.left_behind().map_or(0, |start| self.load(*load, start));
                    target.number = match load {
                        Load::All => most.into(),
                        Load::UpTo(_) if most == 0 && !optional => 0,
                        Load::UpTo(_) if most == 0 => return Err(Pause::Declined),
                        Load::UpTo(_) => {
                            let options = Options::numbers(most);
                            self.choose(options, remaining(), &mut optional)?.number().into()
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
            self.choose(Options::default(), Remaining::Nothing, &mut optional)?;
        }
        Ok(targets)
    }

    /// Returns the next choice of the player, which must be one of `options`. If `optional` is
    /// true, the player may decline the effect. `optional` then becomes false, so that later
    /// choices of the effect cannot decline it.
    fn choose(
        &mut self,
        mut options: Options<W>,
        remaining: Remaining,
        optional: &mut bool,
    ) -> Result<Choice, Pause<W>> {
        if options.count() == 0 {
            return Err(if *optional { Pause::Declined } else { Pause::Impossible });
        }
        options.declined = std::mem::take(optional);
        match self.choices.pop() {
            None => Err(Pause::Choose(options, remaining)),
            Some(choice) if !options.have(choice) => Err(Pause::Impossible),
            Some(Choice::Declined) => Err(Pause::Declined),
            Some(choice @ (Choice::Taken(..) | Choice::Carried(_))) => Ok(choice),
        }
    }

    /// The sites of the selected pieces. For captured pieces, these are the sites where they were
    /// captured.
    fn sites(&self, picked: &Picked<Sites<W>, Pattern<W>>) -> SiteSet<W> {
        match picked.is_victim() {
            true => self.victims.iter().map(|&(site, _)| site).collect(),
            false => self.context().standing(&picked.pieces) & self.state.occupied(),
        }
    }

    /// The options for placing a piece: kinds and empty cells.
    fn placings(&self, what: &Supplied, spot: &Spot<Sites<W>, Pattern<W>>) -> Options<W> {
        let kinds = self.state.supplied(self.tables, self.side(), what);
        Options { kinds: Some(kinds), ..Options::cells(self.cells_of(spot)) }
    }

    /// The empty cells that `spot` describes.
    fn cells_of(&self, spot: &Spot<Sites<W>, Pattern<W>>) -> SiteSet<W> {
        let context = self.context();
        let cells = match spot {
            Spot::Anchors(anchors) => {
                anchors.iter().filter_map(|&anchor: &Anchor| context.cell(anchor)).collect()
            }
            Spot::Empty(picked) => context.standing(&picked.pieces),
            Spot::Origin => SiteSet::EMPTY,
        };
        cells.minus(self.state.occupied())
    }

    fn act(&mut self, action: &Deed<Sites<W>, Pattern<W>>, target: Target<W>) {
        let (side, tables) = (self.side(), self.tables);
        match action {
            Deed::KingSafe => {}
            Deed::Count(..) | Deed::Reset(..) => {
                action.tally(self.tables.sides, side, &mut self.state.counters)
            }
            Deed::Remove(picked) => {
                target.sites.into_iter().for_each(|site| self.lift(picked, site));
            }
            Deed::Capture(_) => {
                for site in target.sites {
                    let Some(piece) = self.take(site) else { continue };
                    self.state.info.halfmoves = 0;
                    if let Some(pocket) = &tables.pocket
                        && let Some((to, kind)) = pocket.goes_to(side, piece.side, piece.kind)
                    {
                        self.give(to, kind, piece);
                    }
                }
            }
            Deed::Set(whose, counter, _) => {
                let number = u8::try_from(target.number).unwrap_or(u8::MAX);
                for of in self.tables.sides.of(*whose, side) {
                    self.state.counters[of][counter.index()] = number;
                }
            }
            Deed::Place(what, _) => {
                for site in target.sites.into_iter().chain(target.to) {
                    if let Some(kind) = target.kind
                        && self.state.squares[site] == NOBODY
                        && self.state.supplies(tables, side, what, kind)
                    {
                        self.put(site, Piece { side, kind });
                        let endless = tables.pocket.as_ref().is_some_and(|p| p.supply.has(kind));
                        if what.from == Source::Hand && !endless {
                            self.hold(side, kind, -1);
                        }
                    }
                }
            }
            Deed::Becomes(_, to) => {
                let victim = self.victims.last().map(|(_, piece)| piece.kind);
                for site in target.sites {
                    let Some(piece) = self.state.piece(site) else { continue };
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
                        self.done.journal.take(tables, self.state, site, piece);
                        // A piece that was unowned or neutral now belongs to the side that moved.
                        let owner = if self.is_owned(piece.kind) { piece.side } else { side };
                        self.put(site, Piece { kind, side: owner });
                    }
                }
            }
            Deed::ChangesSide(_) => {
                let pieces = target.sites & self.state.occupied();
                self.done.journal.turn(tables, self.state, pieces);
                self.touched |= pieces;
            }
            Deed::GoesTo(picked, spot) => {
                for site in target.sites {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    let to = match spot {
                        Spot::Anchors(_) | Spot::Empty(_) => target.to,
                        Spot::Origin => {
                            self.asks.actions.as_ref().and_then(|d| d.origin(piece, site))
                        }
                    };
                    if let Some(to) = to {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesAlong(picked, along) if along.course == Course::With => {
                let way = self.facts.origin().zip(target.to);
                let lines = self.asks;
                let Some(way) = way.and_then(|(from, to)| lines.lines.way(from, to)) else {
                    return;
                };
                let sites = target.sites.into_iter();
                let led = sites.filter_map(|site| Some((site, way[site.index()]?)));
                let mut left: SmallVec<[(Site, Site); 8]> = led.collect();
                // Pieces that stand in each other's way go as soon as there is room.
                while let Some(first) =
                    left.iter().position(|&(_, to)| self.state.squares[to] == NOBODY)
                {
                    let (site, to) = left.remove(first);
                    if let Some(piece) = self.picked(picked, site) {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesAlong(picked, along) => {
                let Some(anchor) = target.to else { return };
                for site in self.in_order(target.sites, along.course, anchor) {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    if let Some(to) = self.last_free_cell(along, anchor, site) {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesUnder(picked, under) => {
                for site in target.sites {
                    let top = target.to.filter(|&to| self.state.squares[to] != NOBODY);
                    let Some((piece, to)) = self.picked(picked, site).zip(top) else { continue };
                    // A piece cannot go beneath itself.
                    if to == site && !picked.is_victim() {
                        continue;
                    }
                    self.lift(picked, site);
                    let kind = under.becomes.of(piece.kind).unwrap_or(piece.kind);
                    let side = if self.is_owned(kind) { piece.side } else { Side::White };
                    self.done.journal.columns(self.state).push(to, Piece { side, kind });
                }
            }
            Deed::Carry(_) => {
                if let (Some(from), Some(to)) = (self.left_behind(), self.mover) {
                    let count = target.number as usize;
                    if count > 0 {
                        self.done.journal.columns(self.state).carry(from, to, count);
                    }
                }
            }
            Deed::Discard(men) => {
                for of in men.sides(self.tables.sides, side) {
                    self.discard(men, of);
                }
            }
            Deed::GoesToHand(picked, whose) => {
                for site in target.sites {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    self.lift(picked, site);
                    let held = tables.pocket.as_ref().and_then(|p| p.held_as(piece.kind));
                    if let (Some(kind), Some(to)) =
                        (held, self.tables.sides.of(*whose, side).into_iter().next())
                    {
                        self.give(to, kind, piece);
                    }
                }
            }
        }
    }

    /// Removes the pieces of `men` from the hand of `of`.
    fn discard(&mut self, men: &Men, of: Side) {
        let held = self.state.hands[of];
        for (kind, count) in held.iter() {
            if count > 0 && men.has(kind) {
                self.done.journal.hold(self.state, of, kind, -(count as i16));
                if of == self.side() {
                    self.spoils.retain(|spoil| *spoil != kind);
                }
            }
        }
    }

    /// The start cell of the mover, if the mover has left it.
    fn left_behind(&self) -> Option<Site> {
        self.facts.origin().filter(|&start| self.mover.is_some_and(|stands| stands != start))
    }

    /// The largest number of pieces beneath `start` that may go with the mover.
    fn load(&self, load: Load, start: Site) -> u8 {
        u8::try_from(load.most(self.state.columns.height(start))).unwrap_or(u8::MAX)
    }

    /// Puts the highest covered piece of each empty cell on the board.
    fn uncover(&mut self) {
        let occupied = self.state.occupied();
        let bare: SmallVec<[Site; 4]> =
            self.state.columns.sites().filter(|&site| !occupied.has(site)).collect();
        for site in bare {
            if let Some(piece) = self.done.journal.columns(self.state).pop(site) {
                self.put(site, piece);
            }
        }
    }

    /// True if each piece of `kind` belongs to exactly one side.
    fn is_owned(&self, kind: KindId) -> bool {
        !self.tables.unowned.contains(&kind) && !self.tables.is_neutral(kind)
    }

    /// The sites in the order in which their pieces move. The foremost piece moves first, so that
    /// it does not block the others.
    fn in_order(&self, sites: SiteSet<W>, course: Course, anchor: Site) -> SmallVec<[Site; 8]> {
        let far = |&site: &Site| self.asks.lines.ray(site, anchor).map_or(0, |ray| ray.to.len());
        let mut sites: SmallVec<[Site; 8]> = sites.into_iter().collect();
        match course {
            Course::Toward => sites.sort_by_key(far),
            Course::AwayFrom => sites.sort_by_key(|site| Reverse(far(site))),
            Course::With => {}
        }
        sites
    }

    /// The last cell before an obstacle on the way from `site` toward or away from `anchor`.
    /// `along` limits the distance.
    fn last_free_cell(&self, along: &Along, anchor: Site, site: Site) -> Option<Site> {
        let lines = &self.asks.lines;
        let cells = match along.course {
            Course::Toward => &lines.ray(site, anchor)?.to,
            Course::AwayFrom => &lines.ray(anchor, site)?.beyond,
            Course::With => return None,
        };
        let most = along.most.map_or(usize::MAX, usize::from);
        let free = |cell: &&Site| self.state.squares[**cell] == NOBODY;
        cells.iter().take(most).take_while(free).last().copied()
    }

    /// Moves the selected piece from `from` to `to`, if `to` is empty. A captured piece returns to
    /// the board.
    fn go(&mut self, picked: &Picked<Sites<W>, Pattern<W>>, piece: Piece, from: Site, to: Site) {
        if self.state.squares[to] != NOBODY {
            return;
        }
        let moves = self.mover == Some(from) && !picked.is_victim();
        self.lift(picked, from);
        self.put(to, piece);
        if moves {
            self.mover = Some(to);
        }
    }

    /// The selected piece on `site`, or the selected piece that was captured there.
    fn picked(&self, picked: &Picked<Sites<W>, Pattern<W>>, site: Site) -> Option<Piece> {
        match picked.is_victim() {
            true => self.victims.iter().find(|(s, _)| *s == site).map(|&(_, piece)| piece),
            false => self.state.piece(site),
        }
    }

    /// Removes the selected piece from the board, or from the list of captured pieces.
    fn lift(&mut self, picked: &Picked<Sites<W>, Pattern<W>>, site: Site) {
        match picked.is_victim() {
            true => self.victims.retain(|(s, _)| *s != site),
            false => drop(self.take(site)),
        }
    }

    fn put(&mut self, site: Site, piece: Piece) {
        self.done.journal.put(self.tables, self.state, site, piece);
        self.touched.insert(site);
    }

    /// Adds one piece of `kind` to the hand of `side`. `piece` is the same piece as it was on the
    /// board.
    fn give(&mut self, side: Side, kind: KindId, piece: Piece) {
        self.hold(side, kind, 1);
        if side == self.side() && piece.side != side {
            self.spoils.push(kind);
        }
    }

    fn hold(&mut self, side: Side, kind: KindId, change: i16) {
        self.done.journal.hold(self.state, side, kind, change);
    }

    fn take(&mut self, site: Site) -> Option<Piece> {
        let piece = self.state.piece(site)?;
        self.touched.insert(site);
        if self.mover == Some(site) {
            self.mover = None;
        }
        self.done.journal.take(self.tables, self.state, site, piece);
        Some(piece)
    }

    /// Ends a line: uncovers pieces, and forgets what changes of the position end.
    fn end_line(&mut self) {
        if !self.state.columns.is_empty() {
            self.uncover();
        }
        self.forget_touched();
    }

    /// Removes the castling rights and en passant squares of touched pieces, and marks these pieces
    /// as moved.
    fn forget_touched(&mut self) {
        let (tables, touched) = (self.tables, self.touched);
        if touched.is_empty() {
            return;
        }
        let state = &mut *self.state;
        if state.info.rights != 0 {
            let lost = touched.into_iter().fold(0, |lost, site| lost | tables.rights_at[site]);
            state.info.rights &= !lost;
        }
        state.memory.never_moved = state.memory.never_moved.minus(touched.resize());
        if !state.info.passed.is_empty() {
            let occupied = state.occupied();
            let live = |&cell: &Site| !occupied.has(cell) && !touched.has(state.passer(cell));
            state.info.passed = state.info.passed.into_iter().filter(live).collect();
        }
    }

    /// Assigns unowned pieces and performs pending promotions, after the last effect.
    fn finish(&mut self) {
        if self.touched.is_empty() {
            return;
        }
        let (tables, state) = (self.tables, &mut *self.state);
        if !tables.unowned.is_empty() {
            state.assign_unowned(&tables.unowned);
        }
        if tables.pending_promotion.is_some() {
            self.done.journal.promote_waiting(tables, state);
        }
    }
}

/// Returns whether another choice or a failure may follow after a choice of `action`. `others` are
/// the later actions of the same effect.
fn remaining<A, P>(action: &Deed<A, P>, others: &[Deed<A, P>]) -> Remaining {
    let may_fail = |action: &Deed<A, P>| action.choices() > 0 || matches!(action, Deed::KingSafe);
    match action.choices() > 1 || others.iter().any(may_fail) {
        true => Remaining::Something,
        false => Remaining::Nothing,
    }
}
