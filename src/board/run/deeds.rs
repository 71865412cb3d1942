//! What effects do besides counting, by sets.
//!
//! Owns: [`chosen`], [`perform`], [`costs_royal`]. Takes tables, a packed position, a move of it and the position as
//! the piece has gone. Invariant: agrees with `judge/deed.rs`. A game whose effects only count has none of this.

use crate::board::compile::asks::{Asks, Between};
use crate::board::compile::deeds::{Deeds, Pattern};
use crate::board::compile::tables::Tables;
use crate::board::game::memory::{Facts, History};
use crate::board::game::position::{Actor, Choice};
use crate::board::run::asks::{Made, Scene};
use crate::board::run::safety::in_check;
use crate::board::run::state::{NOBODY, PackedMove, State};
use crate::board::run::steps;
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::terrain::Piece;
use crate::rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, MAX_CHOICES, Picked, Source, Spot, Supplied,
    Will,
};
use crate::rules::question::{Anchor, Level};
use crate::rules::ruleset::{KindId, Royalty};
use crate::rules::side::{BySide, Side};
use smallvec::SmallVec;
use std::cmp::Reverse;

type Sites<const W: usize> = BySide<SiteSet<W>>;
type Line<const W: usize> = Effect<Sites<W>, Between<W>, Pattern<W>>;

/// What may be chosen.
type Options = SmallVec<[Choice; 16]>;

/// Whether `step` may do more than to displace, capture and count.
#[inline(always)]
pub fn may_act<const W: usize>(tables: &Tables<W>, state: &State<W>, step: &PackedMove<W>) -> bool {
    deeds(tables.at(state)).is_some_and(|deeds| deeds.may_follow(step))
}

/// Whether some move of the game does more than to displace, capture and count.
#[inline(always)]
pub fn has_deeds<const W: usize>(tables: &Tables<W>, state: &State<W>) -> bool {
    deeds(tables.at(state)).is_some()
}

impl<const W: usize> Deeds<W> {
    /// Whether some line may follow a move of this kind and form.
    #[inline(always)]
    pub fn may_follow(&self, step: &PackedMove<W>) -> bool {
        let kinds = match step.captured.is_empty() {
            true => self.of_quiet,
            false => self.of_captures,
        };
        match step.actor {
            Actor::Piece => kinds.has(step.kind),
            Actor::Hand(_) | Actor::Section(..) | Actor::Nobody => kinds.count() > 0,
        }
    }
}

pub(super) fn deeds<const W: usize>(tables: &Tables<W>) -> Option<&Deeds<W>> {
    tables.asks.as_ref()?.deeds.as_ref()
}

/// `step` with every choice that its player has; nothing if a line has nothing to choose from.
pub fn chosen<const W: usize>(
    tables: &Tables<W>,
    before: &State<W>,
    step: &PackedMove<W>,
    below: Option<Level>,
) -> Vec<PackedMove<W>> {
    if !deeds(tables.at(before)).is_some_and(|deeds| deeds.may_fail) {
        return vec![*step];
    }
    let told = Told::new(tables, before, step);
    let mut moved = before.clone();
    let undo = moved.make(tables, step);
    steps::pass_on(tables, &mut moved, step, &undo);
    let (mut open, mut done) = (vec![*step], Vec::new());
    while let Some(step) = open.pop() {
        match performed(tables, &told, &step, &mut moved.clone(), below) {
            Ok(_) => done.push(step),
            Err(Halt::Choose(options)) => {
                let with = |choice| PackedMove { choices: step.choices.with(choice), ..step };
                open.extend(options.into_iter().map(with));
            }
            Err(Halt::Impossible | Halt::Declined) => {}
        }
    }
    done
}

/// What deeds want to know of a move that is gone from the position once it is made.
pub struct Told {
    facts: Facts,
    /// What it captures, and where that stood.
    victims: Victims,
}

type Victims = SmallVec<[(Site, Piece); 2]>;

impl Told {
    /// Of a move of `before`.
    pub fn new<const W: usize>(
        tables: &Tables<W>,
        before: &State<W>,
        step: &PackedMove<W>,
    ) -> Told {
        let victim = |site| Some((site, before.piece(site)?));
        Told {
            facts: Facts::new(tables.at(before), before, step),
            victims: step.captured.into_iter().filter_map(victim).collect(),
        }
    }
}

/// Does the deeds of `step`, which led to `after`; nothing if something is still to be chosen. What `after` was, if they
/// changed what stands.
pub fn perform<const W: usize>(
    tables: &Tables<W>,
    told: &Told,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Level>,
) -> Option<Box<State<W>>> {
    if !deeds(tables.at(after)).is_some_and(|deeds| deeds.may_fail) {
        return performed(tables, told, step, after, below).ok().flatten();
    }
    let moved = after.clone();
    match performed(tables, told, step, after, below) {
        Ok(before) => before,
        Err(_) => {
            *after = moved;
            None
        }
    }
}

/// Whether `side` has fewer royal pieces in `after` than in `before`, on the board and in hand, where each is royal, and none
/// left where all or the last are.
pub fn costs_royal<const W: usize>(
    tables: &Tables<W>,
    before: &State<W>,
    after: &State<W>,
    side: Side,
) -> bool {
    let Some(deeds) = deeds(tables) else { return false };
    let count = |state: &State<W>, kind| {
        let standing = state.of_kind(kind) & state.by_side[side];
        standing.count() + u32::from(state.hands[side][kind])
    };
    deeds.royal.iter().any(|&(kind, royal)| {
        let (had, has) = (count(before, kind), count(after, kind));
        match royal {
            Royalty::No => false,
            Royalty::Each => has < had,
            Royalty::All | Royalty::Last => has == 0 && had > 0,
        }
    })
}

/// Why a line does not happen.
enum Halt {
    /// The player has to choose one of these first.
    Choose(Options),
    /// It has nothing to choose from, or what was chosen cannot be.
    Impossible,
    /// It is left out.
    Declined,
}

/// What a deed is about, picked before the first deed of its line.
#[derive(Default)]
struct Plan<const W: usize> {
    sites: SiteSet<W>,
    kind: Option<KindId>,
    to: Option<Site>,
}

/// A position while deeds are done.
struct Stage<'a, const W: usize> {
    tables: &'a Tables<W>,
    asks: &'a Asks<W>,
    facts: Facts,
    /// Where the castling partner stood.
    partner: Option<Site>,
    state: &'a mut State<W>,
    /// As it was before the first line that changed it.
    before: Before<W>,
    /// Where the mover stands now.
    mover: Option<Site>,
    /// What was captured and waits beside the board: where it stood.
    victims: Victims,
    /// Cells whose pieces were moved, changed or removed.
    touched: SiteSet<W>,
    /// Those that are still to be made use of, the last first.
    choices: SmallVec<[Choice; MAX_CHOICES]>,
}

/// The position as it was before the first deed that changed it.
type Before<const W: usize> = Option<Box<State<W>>>;

fn performed<const W: usize>(
    tables: &Tables<W>,
    told: &Told,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Level>,
) -> Result<Before<W>, Halt> {
    let Some(asks) = &tables.at(after).asks else { return Ok(None) };
    let mut choices: SmallVec<[Choice; MAX_CHOICES]> = step.choices.iter().collect();
    choices.reverse();
    let mut stage = Stage {
        tables,
        asks,
        facts: told.facts,
        partner: step.partner.map(|(from, _)| from),
        state: after,
        before: None,
        mover: told.facts.target(),
        victims: told.victims.clone(),
        touched: SiteSet::EMPTY,
        choices,
    };
    // What was captured goes to hands once all is done.
    stage.pocket(-1);
    for line in &asks.effects {
        let due = below.is_none_or(|below| line.level < below);
        let asked = line.effect.question.as_ref();
        if !due || !asked.is_none_or(|question| stage.scene().holds(question)) {
            continue;
        }
        match stage.plan(&line.effect) {
            Ok(plans) => {
                if stage.before.is_none() && line.effect.changes_pieces() {
                    // There the captured are in hand, as the move left them.
                    stage.pocket(1);
                    stage.before = Some(Box::new(stage.state.clone()));
                    stage.pocket(-1);
                }
                for (deed, plan) in line.effect.deeds.iter().zip(plans) {
                    stage.act(deed, plan);
                }
                stage.lapse();
            }
            Err(Halt::Declined) => {}
            Err(halt) => return Err(halt),
        }
    }
    stage.pocket(1);
    stage.settle();
    Ok(stage.before)
}

impl<const W: usize> Stage<'_, W> {
    fn side(&self) -> Side {
        self.facts.side
    }

    fn scene(&self) -> Scene<'_, W> {
        let Stage { tables, asks, facts, state, mover, .. } = self;
        let partner = self.partner;
        let made = Some(Made { facts, after: state, stands: *mover, partner, step: None });
        let history = History::default();
        Scene { tables, asks, side: facts.side, state, made, mover: *mover, history }
    }

    /// Puts what waits into hands, or takes it out.
    fn pocket(&mut self, change: i16) {
        let Some(pocket) = &self.tables.pocket else { return };
        for &(_, piece) in &self.victims {
            if let Some((side, kind)) = pocket.goes_to(self.facts.side, piece.side, piece.kind) {
                self.state.hold(side, kind, change);
            }
        }
    }

    /// What each deed of a line is about.
    fn plan(&mut self, line: &Line<W>) -> Result<SmallVec<[Plan<W>; 4]>, Halt> {
        let mut optional = line.will == Will::May;
        let mut plans = SmallVec::new();
        let at = |site| Choice::Taken(None, Some(site));
        for deed in &line.deeds {
            let mut plan = Plan::default();
            if let Some(picked) = deed.picked() {
                plan.sites = self.sites(picked);
                if picked.extent == Extent::One {
                    let options = plan.sites.into_iter().map(at).collect();
                    plan.sites = match self.choose(options, &mut optional)?.1 {
                        Some(site) => SiteSet::of(site),
                        None => SiteSet::EMPTY,
                    };
                }
            }
            match deed {
                Deed::Place(what, spot) => {
                    let options = self.placings(what, spot);
                    (plan.kind, plan.to) = match deed.choices() > 0 || optional {
                        true => self.choose(options, &mut optional)?,
                        // Nothing is placed where the one cell is taken.
                        false => match options.first() {
                            Some(&Choice::Taken(kind, to)) => (kind, to),
                            Some(Choice::Declined) | None => (None, None),
                        },
                    };
                }
                Deed::Becomes(_, Becoming::Kind(kinds)) if kinds.len() > 1 => {
                    let options = kinds.iter().map(|&kind| Choice::Taken(Some(kind), None));
                    plan.kind = self.choose(options.collect(), &mut optional)?.0;
                }
                Deed::Becomes(_, Becoming::Kind(kinds)) => plan.kind = kinds.first().copied(),
                Deed::GoesTo(_, Spot::Anchors(anchors)) if anchors.len() == 1 => {
                    plan.to = anchors.first().and_then(|&anchor| self.scene().cell(anchor));
                }
                Deed::GoesTo(_, spot @ (Spot::Anchors(_) | Spot::Empty(_))) => {
                    let options = self.spots(spot).into_iter().map(at).collect();
                    plan.to = self.choose(options, &mut optional)?.1;
                }
                Deed::GoesAlong(_, along) => plan.to = self.scene().cell(along.anchor),
                Deed::KingSafe => {
                    if in_check(self.tables, self.state, self.side()) {
                        return Err(Halt::Impossible);
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
            self.choose(smallvec::smallvec![Choice::Taken(None, None)], &mut optional)?;
        }
        Ok(plans)
    }

    /// What the player chose of `options`. The first choice of an `optional` line may decline it.
    fn choose(
        &mut self,
        mut options: Options,
        optional: &mut bool,
    ) -> Result<(Option<KindId>, Option<Site>), Halt> {
        if options.is_empty() {
            return Err(if *optional { Halt::Declined } else { Halt::Impossible });
        }
        if std::mem::take(optional) {
            options.insert(0, Choice::Declined);
        }
        match self.choices.pop() {
            None => Err(Halt::Choose(options)),
            Some(choice) if !options.contains(&choice) => Err(Halt::Impossible),
            Some(Choice::Declined) => Err(Halt::Declined),
            Some(Choice::Taken(kind, site)) => Ok((kind, site)),
        }
    }

    /// Where the picked pieces stand, or stood if they are captured.
    fn sites(&self, picked: &Picked<Sites<W>, Pattern<W>>) -> SiteSet<W> {
        match picked.is_victim() {
            true => self.victims.iter().map(|&(site, _)| site).collect(),
            false => self.scene().standing(&picked.pieces),
        }
    }

    /// The kinds and empty cells of which one may be placed on one.
    fn placings(&self, what: &Supplied, spot: &Spot<Sites<W>, Pattern<W>>) -> Options {
        let has = |&&kind: &&KindId| match what.from {
            Source::Nowhere => true,
            Source::Hand => {
                let endless = self.tables.pocket.as_ref().is_some_and(|p| p.supply.has(kind));
                endless || self.state.hands[self.side()][kind] > 0
            }
        };
        let cells = self.spots(spot);
        let of = |&kind: &KindId| {
            cells.into_iter().map(move |site| Choice::Taken(Some(kind), Some(site)))
        };
        what.kinds.iter().filter(has).flat_map(of).collect()
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

    fn act(&mut self, deed: &Deed<Sites<W>, Pattern<W>>, plan: Plan<W>) {
        let (side, tables) = (self.side(), self.tables);
        match deed {
            Deed::KingSafe => {}
            Deed::Count(..) | Deed::Reset(..) => deed.tally(side, &mut self.state.counters),
            Deed::Remove(_) => plan.sites.into_iter().for_each(|site| {
                self.take(site);
            }),
            Deed::Capture(_) => {
                for site in plan.sites {
                    let Some(piece) = self.take(site) else { continue };
                    self.state.info.halfmoves = 0;
                    if let Some(pocket) = &tables.pocket
                        && let Some((owner, kind)) = pocket.goes_to(side, piece.side, piece.kind)
                    {
                        self.state.hold(owner, kind, 1);
                    }
                }
            }
            Deed::Place(what, _) => {
                if let (Some(kind), Some(site)) = (plan.kind, plan.to)
                    && self.state.squares[site] == NOBODY
                {
                    self.put(site, Piece { side, kind });
                    if what.from == Source::Hand {
                        self.state.spend(tables, side, kind, -1);
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
                        self.state.take(tables, site, piece.side);
                        self.put(site, Piece { kind, ..piece });
                    }
                }
            }
            Deed::ChangesSide(_) => {
                for site in plan.sites {
                    let Some(piece) = self.state.piece(site) else { continue };
                    self.state.take(tables, site, piece.side);
                    self.put(site, Piece { side: piece.side.other(), ..piece });
                }
            }
            Deed::GoesTo(picked, spot) => {
                for site in plan.sites {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    let to = match spot {
                        Spot::Anchors(_) | Spot::Empty(_) => plan.to,
                        Spot::Origin => {
                            self.asks.deeds.as_ref().and_then(|d| d.origin(piece, site))
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
                    if let (Some(kind), Some(side)) = (held, whose.sides(side).next()) {
                        self.state.hold(side, kind, 1);
                    }
                }
            }
        }
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
        self.state.put(self.tables, site, piece.side, piece.kind);
        self.touched.insert(site);
    }

    fn take(&mut self, site: Site) -> Option<Piece> {
        let piece = self.state.piece(site)?;
        self.touched.insert(site);
        if self.mover == Some(site) {
            self.mover = None;
        }
        self.state.take(self.tables, site, piece.side);
        Some(piece)
    }

    /// What was touched loses its rights, and is captured in passing no more.
    fn lapse(&mut self) {
        let (tables, touched) = (self.tables, self.touched);
        if touched.is_empty() {
            return;
        }
        let lost = touched.into_iter().fold(0, |lost, site| lost | tables.rights_at[site]);
        let state = &mut *self.state;
        state.info.rights &= !lost;
        state.memory.never_moved = state.memory.never_moved.minus(touched.resize());
        let occupied = state.occupied();
        let live = |&cell: &Site| !occupied.has(cell) && !touched.has(state.passer(cell));
        state.info.passed = state.info.passed.into_iter().filter(live).collect();
    }

    /// Behind the last line.
    fn settle(&mut self) {
        if self.touched.is_empty() {
            return;
        }
        let (tables, state) = (self.tables, &mut *self.state);
        if !tables.nobodys.is_empty() {
            state.lodge(&tables.nobodys);
        }
        state.promote_those_waiting(tables);
    }
}
