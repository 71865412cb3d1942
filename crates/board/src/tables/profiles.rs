//! What the pieces of one kind may do from every cell, for either side.
//!
//! Owns: [`KindProfiles`] and [`each_kind`]. Takes an arena; gives the tables profiles and threats. Invariant: what both
//! sides have alike is walked once, and what a share of the cells has is the same whoever traces the other.

use crate::model::board_model::BoardModel;
use crate::paths::budget::Meter;
use crate::paths::path::{Kept, Movements, Relays, Ways};
use crate::tables::ahead::in_order;
use crate::tables::attack::Attacks;
use crate::tables::capture_paths::{CapturePath, capture_paths};
use crate::tables::lookup::Grouped;
use crate::tables::profile::{Profile, Threats, in_passing, threats};
use crate::tables::royals::{attacks_matter, royals_stay};
use crate::tables::translation::Translations;
use crate::topology::site_set::Site;
use alfil_diagnostics::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::Term;
use alfil_rules::ruleset::Kind;
use alfil_rules::side::{BySide, Side};
use std::array::from_fn;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem::take;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// All that one side's pieces of one kind may do.
#[derive(Default)]
pub struct KindProfiles<const W: usize> {
    /// By cell; of the first cells alone if they can be moved.
    pub profiles: Vec<Profile<W>>,
    /// How what is known of the first cells is moved to the others, if it can be.
    pub moves: Option<Arc<Translations<W>>>,
    /// What they attack, until all kinds are traced; nothing where nobody asks.
    attacks: Attacks<W>,
    /// The same by cell from which it was traced, until it is sorted.
    threats: Vec<Threats<W>>,
    /// Captures by cell; nothing where attacks need not be asked.
    pub takes: Arc<Vec<Vec<CapturePath<W>>>>,
    /// How many steps it took.
    pub steps: usize,
}

impl<const W: usize> KindProfiles<W> {
    /// What its pieces may do, cell by cell.
    pub fn profiles(&self) -> impl Iterator<Item = Cow<'_, Profile<W>>> {
        let cells = self.moves.as_ref().map_or(self.profiles.len(), |moves| moves.cells());
        (0..cells).map(|cell| match &self.moves {
            None => Cow::Borrowed(&self.profiles[cell]),
            Some(moves) => {
                let (first, by) = moves.to(cell);
                Cow::Owned(self.profiles[first].moved(by))
            }
        })
    }

    /// Of a cell from which nothing is traced any more.
    fn add_nothing(&mut self) {
        self.profiles.push(Profile::default());
        self.threats.push(Threats::default());
        Arc::make_mut(&mut self.takes).push(Vec::new());
    }

    /// Of pieces that do nothing on any of so many cells.
    fn nothing(sites: usize) -> Self {
        let mut nothing = KindProfiles::default();
        (0..sites).for_each(|_| nothing.add_nothing());
        nothing
    }

    /// Adds what is done from further cells.
    fn join(&mut self, more: KindProfiles<W>) {
        self.profiles.extend(more.profiles);
        if !more.takes.is_empty() {
            Arc::make_mut(&mut self.takes).extend(Arc::unwrap_or_clone(more.takes));
        }
        self.steps += more.steps;
    }

    /// Whether what is known of its cells can be moved to others.
    fn is_movable(&self) -> bool {
        let profiles = self.profiles.iter().all(Profile::is_movable);
        profiles && self.threats.iter().all(Threats::is_movable)
    }

    /// Sorts what pieces of `kind` attack from `cells`, all that were traced.
    fn sort(&mut self, kind: KindId, cells: Range<usize>) {
        let threats = take(&mut self.threats);
        self.attacks.expect(threats.iter());
        for (from, threats) in cells.zip(&threats) {
            self.attacks.add(kind, Site::from_index(from), threats);
        }
    }

    /// The same from `cells` to which those that were traced can be moved; the first share keeps their profiles.
    fn sort_moved(&mut self, kind: KindId, cells: Range<usize>, moves: &Arc<Translations<W>>) {
        let threats = take(&mut self.threats);
        if cells.start == 0 {
            self.moves = Some(moves.clone());
        } else {
            (self.profiles, self.steps) = (Vec::new(), 0);
        }
        self.attacks.expect(cells.clone().map(|from| &threats[moves.to(from).0]));
        let mut moved = Threats::default();
        for from in cells {
            let (first, by) = moves.to(from);
            threats[first].moved_into(by, &mut moved);
            self.attacks.add(kind, Site::from_index(from), &moved);
        }
    }
}

/// Shows `see` what the pieces of every kind of `arena` may do for White, and for Black if that is something else, one kind
/// after another. Another processor begins with the first kind while `before` is done here, and at last shows `attacked` what
/// the kinds of both sides attack alike, and what those of one side do. Captures in passing are
/// found if `passing` wants them. Once `meter` is over nothing more is traced.
pub fn each_kind<const W: usize>(
    arena: &BoardModel,
    (passing, meter): (bool, Option<&Meter>),
    (before, attacked): (impl FnOnce(), impl FnOnce(Attacks<W>, BySide<Attacks<W>>) + Send),
    mut see: impl FnMut(KindId, &Kind, (KindProfiles<W>, Option<KindProfiles<W>>)),
) {
    let tracing = Tracing::new(arena, passing, meter);
    let kept = Kept::new(arena.rules.kinds.iter().flat_map(terms));
    // What several terms have in common is kept by share of the board.
    let kept: [Mutex<(Kept<'_, W>, Grouped<W>)>; SHARES] =
        from_fn(|_| Mutex::new((kept.clone(), Grouped::default())));
    let (kinds, sites) = (arena.rules.kinds.len(), arena.graph.len());
    // By task, what the sides attack, and whether that is the same.
    let attacks: Mutex<BTreeMap<usize, ([Attacks<W>; 2], bool)>> = Mutex::default();
    let attacks = || attacks.lock().unwrap_or_else(PoisonError::into_inner);
    let of_kind = |task: usize| (KindId::from_index(task / SHARES), task % SHARES);
    let trace = |task: usize| {
        let (kind, share) = of_kind(task);
        let (kept, grouped) = &mut *kept[share].lock().unwrap_or_else(PoisonError::into_inner);
        let cells = share * sites / SHARES..(share + 1) * sites / SHARES;
        let mut both = tracing.of(kind, cells, kept);
        // Each group is looked for by who traces, and made a table by who has all kinds.
        for profile in both.white.profiles.iter_mut().chain(&mut both.black.profiles) {
            profile.groups = grouped.of(profile);
        }
        let of_sides = [&mut both.white, &mut both.black].map(|own| take(&mut own.attacks));
        attacks().insert(task, (of_sides, both.alike));
        both
    };
    let after = || {
        let (mut alike, mut own) = (Attacks::default(), BySide::from_fn(|_| Attacks::default()));
        for ([white, black], is_alike) in take(&mut *attacks()).into_values() {
            if is_alike {
                alike.join(white);
            } else {
                own[Side::White].join(white);
                own[Side::Black].join(black);
            }
        }
        attacked(alike, own);
    };
    let mut whole: Option<Both<W>> = None;
    in_order(kinds * SHARES, trace, (before, after), |task, part| {
        let (id, share) = of_kind(task);
        let Both { white, black, .. } = match &mut whole {
            None => whole.insert(part),
            Some(whole) => {
                whole.white.join(part.white);
                whole.black.join(part.black);
                whole
            }
        };
        if share + 1 == SHARES {
            let (white, black) = (take(white), take(black));
            let alike = whole.take().is_some_and(|both| both.alike);
            let both = match meter.is_some_and(Meter::is_over) {
                false => (white, (!alike).then_some(black)),
                // Of the shares one may have been traced and the other left out.
                true => (KindProfiles::nothing(sites), None),
            };
            see(id, &arena.rules.kinds[id], both);
        }
    });
}

/// Parts of a board from which a kind is traced by itself.
const SHARES: usize = 2;

/// What both sides' pieces of one kind may do from some cells.
struct Both<const W: usize> {
    white: KindProfiles<W>,
    /// Nothing if it is the same.
    black: KindProfiles<W>,
    alike: bool,
}

/// A kind of which it is known what its sides have alike.
#[derive(Clone, Copy)]
struct Alike {
    id: KindId,
    /// All ways.
    walks: bool,
    /// What conditions allow of them as well.
    all: bool,
}

fn terms(kind: &Kind) -> impl Iterator<Item = &Term> {
    std::iter::once(&kind.moves).chain(&kind.attacks).flat_map(|movement| &movement.terms)
}

/// How kinds are traced.
struct Tracing<'a, const W: usize> {
    arena: &'a BoardModel,
    lent: Relays<'a, W>,
    lent_attacks: Relays<'a, W>,
    /// How the board can be moved onto itself, if all its cells are alike to restrictions.
    moves: Option<Arc<Translations<W>>>,
    /// Whether captures in passing are wanted.
    passing: bool,
    /// Whether no move captures a royal piece.
    royals_stay: bool,
    /// Whether anything asks what is attacked.
    attacks_matter: bool,
    meter: Option<&'a Meter>,
}

impl<'a, const W: usize> Tracing<'a, W> {
    fn new(arena: &'a BoardModel, passing: bool, meter: Option<&'a Meter>) -> Tracing<'a, W> {
        let rules = &arena.rules;
        let lent = Relays::counted(arena.terrain(), |id| &rules.kinds[id].moves, meter);
        let lent_attacks = Relays::counted(arena.terrain(), |id| arena.attacks(id), meter);
        let alike =
            [&rules.every_move, &rules.every_attack].iter().all(|c| **c == Condition::Always);
        let asked = rules.attacks_are_asked() || rules.turn.asks_attacks();
        let apart = passing || asked || !rules.space.sections.is_empty();
        let moves = if alike && !apart { Translations::new(&arena.graph) } else { None };
        Tracing {
            arena,
            lent,
            lent_attacks,
            moves: moves.map(Arc::new),
            passing,
            royals_stay: royals_stay(rules),
            attacks_matter: attacks_matter(rules),
            meter,
        }
    }

    /// What the kind may do from a share of the cells. Where what it may do can be moved, the first share has the profiles of
    /// all.
    fn of(&self, id: KindId, cells: Range<usize>, kept: &mut Kept<'a, W>) -> Both<W> {
        let (terrain, rules) = (self.arena.terrain(), &self.arena.rules);
        let kind = &rules.kinds[id];
        let terms = || kind.moves.terms.iter().chain(&self.arena.attacks(id).terms);
        let walks = !self.lends() && terms().all(|term| terrain.walks_alike(term));
        let conditions = terms().map(|term| &term.when);
        let all = walks
            && conditions
                .chain([&rules.every_move, &rules.every_attack])
                .all(|condition| terrain.holds_alike(condition));
        let kind = Alike { id, walks, all };
        let by_cell = |term: &Term| term.when != Condition::Always || term.needs_start_cell();
        let moves = self.moves.as_ref().filter(|_| !self.lends() && !terms().any(by_cell));
        let moved = moves.and_then(|moves| self.moved(moves, kind, &cells, kept));
        let both = moved.unwrap_or_else(|| {
            let each = cells.clone().map(|cell| (Site::from_index(cell), 1));
            let mut both = self.trace(kind, each, kept);
            both.white.sort(id, cells.clone());
            both.black.sort(id, cells);
            both
        });
        let kind = &rules.kinds[id];
        std::iter::once(&kind.moves).chain(&kind.attacks).for_each(|m| kept.release(m));
        both
    }

    /// What a kind may do from `cells` if that can be moved there from the first ones.
    fn moved(
        &self,
        moves: &Arc<Translations<W>>,
        kind: Alike,
        cells: &Range<usize>,
        kept: &mut Kept<'a, W>,
    ) -> Option<Both<W>> {
        // Every share traces them, and one counts them.
        let times = |first| if cells.start == 0 { moves.times(first) } else { 0 };
        let firsts = moves.firsts().iter().enumerate().map(|(n, first)| (*first, times(n)));
        let mut both = self.trace(kind, firsts, kept);
        if !(both.white.is_movable() && both.black.is_movable()) {
            return None;
        }
        both.white.sort_moved(kind.id, cells.clone(), moves);
        if !kind.all {
            both.black.sort_moved(kind.id, cells.clone(), moves);
        }
        Some(both)
    }

    /// What a kind may do from `cells`. With each cell comes for how many it is traced.
    fn trace(
        &self,
        kind: Alike,
        cells: impl Iterator<Item = (Site, usize)>,
        kept: &mut Kept<'a, W>,
    ) -> Both<W> {
        let (mut white, mut black) = (KindProfiles::default(), KindProfiles::default());
        let mut movements = self.movements(kind.id, kept);
        let sides = if kind.walks { 2 } else { 1 };
        for (site, times) in cells {
            if self.meter.is_some_and(Meter::is_over) {
                [&mut white, &mut black].into_iter().for_each(KindProfiles::add_nothing);
                continue;
            }
            let mut ways = self.ways(&mut movements, site, Side::White, kept);
            self.count(&ways, sides * times);
            self.add(kind.id, &mut white, &ways);
            if kind.all {
                continue;
            }
            if kind.walks {
                ways.0.for_side(Side::Black);
                ways.1.iter_mut().for_each(|attacks| attacks.for_side(Side::Black));
            } else {
                // Its room is used again.
                drop(ways);
                ways = self.ways(&mut movements, site, Side::Black, kept);
                self.count(&ways, times);
            }
            self.add(kind.id, &mut black, &ways);
        }
        Both { white, black, alike: kind.all }
    }

    fn count(&self, (moves, attacks): &(Ways<'a, W>, Option<Ways<'a, W>>), times: usize) {
        for ways in std::iter::once(moves).chain(attacks) {
            self.meter.inspect(|meter| meter.count(ways.spent(), times));
        }
    }

    fn lends(&self) -> bool {
        !(self.lent.is_empty() && self.lent_attacks.is_empty())
    }

    /// How a kind moves, and how it attacks if that is another way.
    fn movements(
        &self,
        id: KindId,
        kept: &Kept<'a, W>,
    ) -> (Movements<'a, W>, Option<Movements<'a, W>>) {
        let (arena, lends) = (self.arena, self.lends());
        let kind = &arena.rules.kinds[id];
        let some_attack_apart = || arena.rules.kinds.iter().any(|kind| kind.attacks.is_some());
        let apart = kind.attacks.is_some() || lends && some_attack_apart();
        let of = |movement| Movements::new(arena.terrain(), id, movement, kept);
        (of(&kind.moves), apart.then(|| of(arena.attacks(id))))
    }

    /// Ways to move from `site`, and to attack if those are others.
    fn ways(
        &self,
        (moves, attacks): &mut (Movements<'a, W>, Option<Movements<'a, W>>),
        site: Site,
        side: Side,
        kept: &mut Kept<'a, W>,
    ) -> (Ways<'a, W>, Option<Ways<'a, W>>) {
        let Tracing { lent, lent_attacks, .. } = self;
        let moves = moves.ways(site, side, lent, kept);
        (moves, attacks.as_mut().map(|attacks| attacks.ways(site, side, lent_attacks, kept)))
    }

    fn add(
        &self,
        kind: KindId,
        traced: &mut KindProfiles<W>,
        (moves, attacks): &(Ways<'a, W>, Option<Ways<'a, W>>),
    ) {
        let rules = &self.arena.rules;
        traced.steps += moves.steps() + attacks.as_ref().map_or(0, Ways::steps);
        let mut profile = Profile::new(moves, &rules.every_move);
        if self.royals_stay {
            profile.owner_sensitive.retain(|special| !special.captures_royals());
        }
        traced.profiles.push(profile);
        if !self.attacks_matter {
            traced.threats.push(Threats::default());
            return;
        }
        let attacks = attacks.as_ref().unwrap_or(moves);
        traced.threats.push(threats(attacks, &rules.every_attack));
        if self.passing {
            let captures = in_passing(attacks, &rules.every_attack);
            captures.iter().for_each(|take| traced.attacks.pass(kind, attacks.from(), take));
        }
        if rules.attacks_are_asked() || rules.turn.asks_attacks() {
            Arc::make_mut(&mut traced.takes).push(capture_paths(attacks, &rules.every_attack));
        }
    }
}
