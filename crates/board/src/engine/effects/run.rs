//! Deeds on a position, one line after another.
//!
//! Owns: [`performed`]. Takes tables, a packed position, a move as it has gone and what was chosen. Invariant: whatever it changes of what stands and is held is in the journal.

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
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, MAX_CHOICES, Picked, Source, Spot, Supplied,
    Will,
};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, CHECKS, Lookahead};
use alfil_rules::side::{BySide, Side};
use smallvec::SmallVec;
use std::cmp::Reverse;

type Sites<const W: usize> = BySide<SiteSet<W>>;
type Line<const W: usize> = Effect<Sites<W>, Between<W>, Pattern<W>>;

/// What a deed is about, picked before the first deed of its line.
#[derive(Default)]
struct Target<const W: usize> {
    sites: SiteSet<W>,
    kind: Option<KindId>,
    to: Option<Site>,
}

/// A position while deeds are done.
struct EffectRun<'a, const W: usize> {
    tables: &'a Tables<W>,
    asks: &'a CompiledPredicates<W>,
    facts: &'a Facts,
    /// Where the castling partner stood.
    partner: Option<Site>,
    state: &'a mut State<W>,
    done: &'a mut EffectOutcome<W>,
    /// Where the mover stands now.
    mover: Option<Site>,
    /// What was captured and waits beside the board: where it stood.
    victims: Victims,
    /// Cells whose pieces were moved, changed or removed.
    touched: SiteSet<W>,
    /// Kinds of the enemy's pieces that came into the own hand.
    spoils: SmallVec<[KindId; 2]>,
    /// Those that are still to be made use of, the last first.
    choices: SmallVec<[Choice; MAX_CHOICES]>,
}

/// Does the deeds of `step`, which led to `after`, with what its player chose; `done` says what was done until it ended.
pub(super) fn performed<const W: usize>(
    tables: &Tables<W>,
    told: &CaptureInfo,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Lookahead>,
    done: &mut EffectOutcome<W>,
) -> Result<(), Pause<W>> {
    let here = tables.at(after);
    let Some((asks, deeds)) = here.predicates.as_deref().zip(here.compiled_effects()) else {
        return Ok(());
    };
    let mut choices: SmallVec<[Choice; MAX_CHOICES]> = SmallVec::new();
    if step.choices != Choices::NONE {
        choices.extend(step.choices.iter());
        choices.reverse();
    }
    let mut stage = EffectRun {
        tables,
        asks,
        facts: &told.facts,
        partner: step.partner.map(|(from, _)| from),
        state: after,
        done,
        mover: told.facts.target(),
        victims: if told.victims.is_empty() { Victims::new() } else { told.victims.clone() },
        touched: SiteSet::EMPTY,
        spoils: SmallVec::new(),
        choices,
    };
    // What was captured goes to hands once all is done.
    stage.pocket(-1);
    let royal = if deeds.costs_royals { &deeds.royal[..] } else { &[] };
    let had = royal.iter().map(|&(kind, _)| royal_pieces(stage.state, told.facts.side, kind));
    let had: SmallVec<[u32; 2]> = had.collect();
    let first = usize::from(deeds.starts_safe);
    for (line, number) in asks.effects[first..].iter().zip(first..) {
        let due = below.is_none_or(|below| line.level < below);
        let asked = line.effect.question.as_ref();
        if !due || !asked.is_none_or(|question| stage.scene().holds(question)) {
            continue;
        }
        match stage.plan(&line.effect) {
            Ok(plans) => {
                for (deed, plan) in line.effect.deeds.iter().zip(plans) {
                    stage.act(deed, plan);
                }
                stage.clear_ep();
            }
            Err(Pause::Declined) => {}
            Err(Pause::Choose(options, Remaining::Nothing)) if number < deeds.last_to_fail => {
                return Err(Pause::Choose(options, Remaining::Something));
            }
            Err(halt) => return Err(halt),
        }
    }
    stage.pocket(1);
    stage.finish_positions();
    if !had.is_empty() {
        stage.done.costs_royal = stage.costs_royal(&had);
    }
    Ok(())
}

impl<const W: usize> EffectRun<'_, W> {
    fn side(&self) -> Side {
        self.facts.side
    }

    fn scene(&self) -> EvalContext<'_, W> {
        let EffectRun { tables, asks, facts, state, mover, .. } = self;
        let partner = self.partner;
        let made = Some(Made { facts, after: state, stands: *mover, partner, step: None });
        let history = History::default();
        let (side, mover, checks) = (facts.side, *mover, CHECKS);
        EvalContext { tables, asks, side, state, made, mover, history, checks }
    }

    /// Puts what waits into hands, or takes it out.
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

    /// True if the side that moved has fewer royal pieces than it `had`. Enemy pieces that came into its hand make up for none.
    fn costs_royal(&self, had: &[u32]) -> bool {
        let Some(deeds) = self.tables.compiled_effects() else { return false };
        deeds.royal.iter().zip(had).any(|(&(kind, royal), &had)| {
            let taken = self.spoils.iter().filter(|&&of| of == kind).count() as u32;
            let has = royal_pieces(self.state, self.side(), kind).saturating_sub(taken);
            is_lost(royal, had, has)
        })
    }

    /// What each deed of a line is about.
    fn plan(&mut self, line: &Line<W>) -> Result<SmallVec<[Target<W>; 4]>, Pause<W>> {
        let mut optional = line.will == Will::May;
        let mut plans = SmallVec::new();
        for (number, deed) in line.deeds.iter().enumerate() {
            let remaining = || remaining(deed, &line.deeds[number + 1..]);
            let mut plan = Target::default();
            if let Some(picked) = deed.picked() {
                plan.sites = self.sites(picked);
                if picked.extent == Extent::One {
                    let options = Options::cells(plan.sites);
                    plan.sites = match self.choose(options, remaining(), &mut optional)?.1 {
                        Some(site) => SiteSet::of(site),
                        None => SiteSet::EMPTY,
                    };
                }
            }
            match deed {
                Deed::Place(what, spot) => match (spot, deed.choices() > 0 || optional) {
                    // With nothing to choose, cell and hand are looked at when it is done.
                    (Spot::Anchors(anchors), false) => {
                        plan.kind = what.kinds.first().copied();
                        plan.to = anchors.first().and_then(|&anchor| self.scene().cell(anchor));
                    }
                    (Spot::Anchors(_) | Spot::Empty(_) | Spot::Origin, _) => {
                        let options = self.placings(what, spot);
                        (plan.kind, plan.to) = self.choose(options, remaining(), &mut optional)?;
                    }
                },
                // Where no piece changes or goes, nothing is chosen.
                Deed::Becomes(_, Becoming::Kind(kinds))
                    if kinds.len() > 1 && plan.sites.is_empty() => {}
                Deed::GoesTo(_, Spot::Anchors(_) | Spot::Empty(_)) if plan.sites.is_empty() => {}
                Deed::Becomes(_, Becoming::Kind(kinds)) if kinds.len() > 1 => {
                    let options = Options::kinds(kinds);
                    plan.kind = self.choose(options, remaining(), &mut optional)?.0;
                }
                Deed::Becomes(_, Becoming::Kind(kinds)) => plan.kind = kinds.first().copied(),
                Deed::GoesTo(_, Spot::Anchors(anchors)) if anchors.len() == 1 => {
                    plan.to = anchors.first().and_then(|&anchor| self.scene().cell(anchor));
                }
                Deed::GoesTo(_, spot @ (Spot::Anchors(_) | Spot::Empty(_))) => {
                    let options = Options::cells(self.spots(spot));
                    plan.to = self.choose(options, remaining(), &mut optional)?.1;
                }
                Deed::GoesAlong(_, along) => plan.to = self.scene().cell(along.anchor),
                Deed::KingSafe => {
                    if self.state.in_check(self.tables, self.side()) {
                        return Err(Pause::Impossible);
                    }
                }
                Deed::GoesTo(_, Spot::Origin)
                | Deed::Becomes(_, Becoming::Victim | Becoming::Next(_))
                | Deed::Count(..)
                | Deed::Reset(..)
                | Deed::Remove(_)
                | Deed::Capture(_)
                | Deed::ChangesSide(_)
                | Deed::GoesToHand(..) => {}
            }
            plans.push(plan);
        }
        if optional {
            self.choose(Options::default(), Remaining::Nothing, &mut optional)?;
        }
        Ok(plans)
    }

    /// What the player chose of `options`. The first choice of an `optional` line may decline it.
    fn choose(
        &mut self,
        mut options: Options<W>,
        remaining: Remaining,
        optional: &mut bool,
    ) -> Result<(Option<KindId>, Option<Site>), Pause<W>> {
        if options.count() == 0 {
            return Err(if *optional { Pause::Declined } else { Pause::Impossible });
        }
        options.declined = std::mem::take(optional);
        match self.choices.pop() {
            None => Err(Pause::Choose(options, remaining)),
            Some(choice) if !options.have(choice) => Err(Pause::Impossible),
            Some(Choice::Declined) => Err(Pause::Declined),
            Some(Choice::Taken(kind, site)) => Ok((kind, site)),
        }
    }

    /// Where the picked pieces stand, or stood if they are captured.
    fn sites(&self, picked: &Picked<Sites<W>, Pattern<W>>) -> SiteSet<W> {
        match picked.is_victim() {
            true => self.victims.iter().map(|&(site, _)| site).collect(),
            false => self.scene().standing(&picked.pieces) & self.state.occupied(),
        }
    }

    /// The kinds and empty cells of which one may be placed on one.
    fn placings(&self, what: &Supplied, spot: &Spot<Sites<W>, Pattern<W>>) -> Options<W> {
        let kinds = self.state.supplied(self.tables, self.side(), what);
        Options { kinds: Some(kinds), ..Options::cells(self.spots(spot)) }
    }

    /// The empty cells of a spot.
    fn spots(&self, spot: &Spot<Sites<W>, Pattern<W>>) -> SiteSet<W> {
        let scene = self.scene();
        let cells = match spot {
            Spot::Anchors(anchors) => {
                anchors.iter().filter_map(|&anchor: &Anchor| scene.cell(anchor)).collect()
            }
            Spot::Empty(picked) => scene.standing(&picked.pieces),
            Spot::Origin => SiteSet::EMPTY,
        };
        cells.minus(self.state.occupied())
    }

    fn act(&mut self, deed: &Deed<Sites<W>, Pattern<W>>, plan: Target<W>) {
        let (side, tables) = (self.side(), self.tables);
        match deed {
            Deed::KingSafe => {}
            Deed::Count(..) | Deed::Reset(..) => deed.tally(side, &mut self.state.counters),
            Deed::Remove(picked) => {
                plan.sites.into_iter().for_each(|site| self.lift(picked, site));
            }
            Deed::Capture(_) => {
                for site in plan.sites {
                    let Some(piece) = self.take(site) else { continue };
                    self.state.info.halfmoves = 0;
                    if let Some(pocket) = &tables.pocket
                        && let Some((to, kind)) = pocket.goes_to(side, piece.side, piece.kind)
                    {
                        self.give(to, kind, piece);
                    }
                }
            }
            Deed::Place(what, _) => {
                if let (Some(kind), Some(site)) = (plan.kind, plan.to)
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
            Deed::Becomes(_, to) => {
                let victim = self.victims.last().map(|(_, piece)| piece.kind);
                for site in plan.sites {
                    let Some(piece) = self.state.piece(site) else { continue };
                    let kind = match to {
                        Becoming::Kind(_) => plan.kind,
                        Becoming::Victim => victim,
                        Becoming::Next(kinds) => {
                            let place = kinds.iter().position(|&kind| kind == piece.kind);
                            place.and_then(|place| kinds.get(place + 1).copied())
                        }
                    };
                    if let Some(kind) = kind {
                        self.done.journal.take(tables, self.state, site, piece);
                        // The side that moved now owns a piece that no single side owned.
                        let owner = if self.is_owned(piece.kind) { piece.side } else { side };
                        self.put(site, Piece { kind, side: owner });
                    }
                }
            }
            Deed::ChangesSide(_) => {
                let pieces = plan.sites & self.state.occupied();
                self.done.journal.turn(tables, self.state, pieces);
                self.touched |= pieces;
            }
            Deed::GoesTo(picked, spot) => {
                for site in plan.sites {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    let to = match spot {
                        Spot::Anchors(_) | Spot::Empty(_) => plan.to,
                        Spot::Origin => {
                            self.asks.actions.as_ref().and_then(|d| d.origin(piece, site))
                        }
                    };
                    if let Some(to) = to {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesAlong(picked, along) => {
                let Some(anchor) = plan.to else { return };
                for site in self.in_order(plan.sites, along.course, anchor) {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    if let Some(to) = self.along(along, anchor, site) {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesToHand(picked, whose) => {
                for site in plan.sites {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    self.lift(picked, site);
                    let held = tables.pocket.as_ref().and_then(|p| p.held_as(piece.kind));
                    if let (Some(kind), Some(to)) = (held, whose.sides(side).next()) {
                        self.give(to, kind, piece);
                    }
                }
            }
        }
    }

    /// Whether each piece of `kind` belongs to one side.
    fn is_owned(&self, kind: KindId) -> bool {
        !self.tables.unowned.contains(&kind) && !self.tables.is_neutral(kind)
    }

    /// Who is in front goes first.
    fn in_order(&self, sites: SiteSet<W>, course: Course, anchor: Site) -> SmallVec<[Site; 8]> {
        let far = |&site: &Site| self.asks.lines.ray(site, anchor).map_or(0, |ray| ray.to.len());
        let mut sites: SmallVec<[Site; 8]> = sites.into_iter().collect();
        match course {
            Course::Toward => sites.sort_by_key(far),
            Course::AwayFrom => sites.sort_by_key(|site| Reverse(far(site))),
        }
        sites
    }

    /// The last of the empty cells of its way from `site`, seen from the cell `anchor`.
    fn along(&self, along: &Along, anchor: Site, site: Site) -> Option<Site> {
        let lines = &self.asks.lines;
        let cells = match along.course {
            Course::Toward => &lines.ray(site, anchor)?.to,
            Course::AwayFrom => &lines.ray(anchor, site)?.beyond,
        };
        let most = along.most.map_or(usize::MAX, usize::from);
        let free = |cell: &&Site| self.state.squares[**cell] == NOBODY;
        cells.iter().take(most).take_while(free).last().copied()
    }

    /// The picked piece, which stands or stood on `from`, goes to `to` if that is empty.
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

    /// The picked piece that stands or stood on `site`.
    fn picked(&self, picked: &Picked<Sites<W>, Pattern<W>>, site: Site) -> Option<Piece> {
        match picked.is_victim() {
            true => self.victims.iter().find(|(s, _)| *s == site).map(|&(_, piece)| piece),
            false => self.state.piece(site),
        }
    }

    /// Takes the picked piece away; what was captured waits no more.
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

    /// Gives `piece` to a hand, as one of `kind`.
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

    /// What was touched loses its rights, and is captured in passing no more.
    fn clear_ep(&mut self) {
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

    /// Behind the last line.
    fn finish_positions(&mut self) {
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

/// What is left to choose in a line behind a choice of `deed`, which `others` follow.
fn remaining<A, P>(deed: &Deed<A, P>, others: &[Deed<A, P>]) -> Remaining {
    let may_fail = |deed: &Deed<A, P>| deed.choices() > 0 || matches!(deed, Deed::KingSafe);
    match deed.choices() > 1 || others.iter().any(may_fail) {
        true => Remaining::Something,
        false => Remaining::Nothing,
    }
}
