//! Traces the moves and attacks of all kinds, and converts the [`Profile`] of each piece on a site
//! to a [`PieceRow`].

use crate::model::board_model::BoardModel;
use crate::paths::budget::Meter;
use crate::paths::path::{End, Family, Kept, Movements, Relays, Ways};
use crate::tables::attack::Attacks;
use crate::tables::effects::{attacks_matter, royals_stay};
use crate::tables::lookup::{EndSets, Group, Grouped, LookupPool};
use crate::tables::pattern::{CapturePath, capture_paths};
use crate::tables::piece_rows::{OwnerNeeds, PieceRow, SliderRow, SpecialMove};
use crate::tables::profile::{Profile, Threats, in_passing, threats};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Movement, Term};
use alfil_rules::ruleset::Kind;
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};
use std::mem::take;
use std::ops::BitAnd;
use std::sync::Arc;

// The rows of the tables. The row of a piece has ranges of indices into the lists of `Rows`.

/// The rows of all pieces on all sites, one after another.
#[derive(Default)]
pub(crate) struct Rows<const W: usize> {
    /// Rows of lookups.
    pub(crate) reaches: Vec<SliderRow<W>>,
    /// The family of each row of lookups.
    pub(crate) families: Vec<Family>,
    /// Moves that capture on their way, leave en passant squares, or depend on owners.
    pub(crate) specials: Vec<SpecialMove<W>>,
    /// Alternative requirements of special moves: cells that must be empty (first set), and cells
    /// that must be occupied (second set).
    pub(crate) ways: Vec<(SiteSet<W>, SiteSet<W>)>,
    /// Alternative requirements of special moves that depend on owners.
    pub(crate) owner_needs: Vec<OwnerNeeds<W>>,
}

impl<const W: usize> Rows<W> {
    /// Adds the rows of all pieces of one kind of one side, in order of sites.
    pub(crate) fn movers(
        &mut self,
        traced: &KindProfiles<W>,
        pool: &mut LookupPool<W>,
    ) -> Vec<PieceRow<W>> {
        traced.profiles.iter().map(|profile| self.mover(profile, pool)).collect()
    }

    /// Adds the rows of one piece on one site.
    fn mover(&mut self, profile: &Profile<W>, pool: &mut LookupPool<W>) -> PieceRow<W> {
        let reaches = self.reaches.len() as u32;
        let mut leaps = [SiteSet::EMPTY; 3];
        for (groups, ends) in &profile.groups {
            for group in groups.iter() {
                self.group(group, ends.map(|set| set & group.targets), &mut leaps, pool);
            }
        }
        let own = &mut self.reaches[reaches as usize..];
        for at in 0..own.len() {
            let guard = own[at].guard;
            let further = own[at + 1..].iter().take_while(|next| guard.within(next.guard));
            own[at].skips = if guard.is_empty() { 0 } else { further.count() as u32 };
        }
        let specials = self.specials.len() as u32;
        for special in &profile.specials {
            let ways = self.ways.len() as u32;
            self.ways.extend(&special.ways);
            self.specials.push(SpecialMove {
                to: special.to,
                end: special.end,
                captured: special.captured,
                passed: special.passed,
                royal: SiteSet::EMPTY,
                ways: (ways, self.ways.len() as u32),
                shifted: None,
                passant: None,
                alike: 0,
            });
        }
        for special in &profile.owner_sensitive {
            let ways = self.owner_needs.len() as u32;
            let way = |&(needs, passant)| OwnerNeeds { needs, passant };
            self.owner_needs.extend(special.ways.iter().map(way));
            let royal = special.ways.iter().map(|(needs, _)| needs.royal).reduce(BitAnd::bitand);
            self.specials.push(SpecialMove {
                to: special.to,
                end: End::Explicit,
                captured: special.captured,
                passed: special.passed,
                royal: royal.unwrap_or(SiteSet::EMPTY),
                ways: (ways, self.owner_needs.len() as u32),
                shifted: special.shifted,
                passant: special.passant,
                alike: 0,
            });
        }
        let own = &mut self.specials[specials as usize..];
        for at in 0..own.len() {
            let captured = own[at].captured;
            let further = own[at + 1..].iter().take_while(|next| captured.within(next.captured));
            own[at].alike = if captured.is_empty() { 0 } else { further.count() as u32 };
        }
        let [quiet, capture, passant] = leaps;
        PieceRow {
            quiet,
            capture,
            passant,
            rifle: profile.rifle,
            reaches: (reaches, self.reaches.len() as u32),
            specials: (specials, self.specials.len() as u32),
        }
    }

    /// Adds the row of a group. `ends` are the cells where each action is allowed. A group of leaps
    /// needs no row, and is added to `leaps` instead.
    fn group(
        &mut self,
        group: &Group<W>,
        ends: EndSets<W>,
        leaps: &mut EndSets<W>,
        pool: &mut LookupPool<W>,
    ) {
        if ends.iter().all(|set| set.is_empty()) {
            return;
        }
        let Some(lookup) = pool.of(group) else {
            for (all, more) in leaps.iter_mut().zip(ends) {
                *all |= more;
            }
            return;
        };
        let ([quiet, capture, passant], guard) = (ends, group.guard);
        let is_open = quiet == capture && group.targets.within(quiet);
        self.families.push(group.family);
        self.reaches.push(SliderRow { guard, lookup, skips: 0, quiet, capture, passant, is_open });
    }
}

// Traces the moves and attacks of all kinds.
//
// `each_kind` traces one kind after another and passes its `KindProfiles` to the tables. Kinds
// that move alike for both sides are traced once. If the meter exceeds a limit, tracing stops, and
// the definition is rejected.

/// The moves and attacks of one side's pieces of one kind.
#[derive(Default)]
pub(crate) struct KindProfiles<const W: usize> {
    /// The moves from each site.
    pub(crate) profiles: Vec<Profile<W>>,
    /// The attacks from each site. They are empty if nothing depends on attacks.
    threats: Vec<Threats<W>>,
    /// En passant captures of royal pieces.
    attacks: Attacks<W>,
    /// The captures from each site. Empty if no predicate or effect restricts attacks.
    pub(crate) takes: Arc<Vec<Vec<CapturePath<W>>>>,
    /// The number of steps that tracing took.
    pub(crate) steps: usize,
}

impl<const W: usize> KindProfiles<W> {
    /// Adds a site without moves, after the meter has exceeded a limit.
    fn add_nothing(&mut self) {
        self.profiles.push(Profile::default());
        self.threats.push(Threats::default());
        Arc::make_mut(&mut self.takes).push(Vec::new());
    }

    /// Takes the attacks out of this value and returns them as attacks of `kind`.
    fn take_attacks(&mut self, kind: KindId) -> Attacks<W> {
        let (threats, mut attacks) = (take(&mut self.threats), take(&mut self.attacks));
        attacks.expect(threats.iter());
        for (from, threats) in threats.iter().enumerate() {
            attacks.add(kind, Site::from_index(from), threats);
        }
        attacks
    }
}

/// The moves and attacks of one kind for both sides.
pub(crate) struct BothSides<const W: usize> {
    /// White's pieces.
    pub(crate) white: KindProfiles<W>,
    /// The pieces of the other sides in order. Empty if they move like White's.
    pub(crate) others: Vec<KindProfiles<W>>,
}

/// The attacks of all kinds.
#[derive(Default)]
pub(crate) struct AllAttacks<const W: usize> {
    /// The attacks of kinds that attack alike for both sides.
    pub(crate) alike: Attacks<W>,
    /// The attacks of the other kinds, by side.
    pub(crate) own: BySide<Attacks<W>>,
}

/// Traces all kinds of `arena`, calls `visit` with each of them, and returns all attacks. If
/// `passing` is true, en passant captures of royal pieces are included.
pub(crate) fn each_kind<const W: usize>(
    arena: &BoardModel,
    passing: bool,
    meter: Option<&Meter>,
    mut visit: impl FnMut(KindId, &Kind, &mut BothSides<W>),
) -> AllAttacks<W> {
    let tracing = Tracing::new(arena, passing, meter);
    let mut kept = Kept::new(arena.rules.kinds.iter().flat_map(terms));
    let (mut grouped, mut attacks) = (Grouped::default(), AllAttacks::default());
    for (id, kind) in arena.rules.kinds.enumerate() {
        let mut both = tracing.trace(id, &mut kept);
        movements_of(kind).for_each(|movement| kept.release(movement));
        for own in std::iter::once(&mut both.white).chain(&mut both.others) {
            for profile in &mut own.profiles {
                profile.groups = grouped.of(&profile.items);
            }
        }
        let white = both.white.take_attacks(id);
        if both.others.is_empty() {
            attacks.alike.join(white)
        } else {
            attacks.own[Side::White].join(white);
            for (side, other) in arena.rules.sides.each().skip(1).zip(&mut both.others) {
                attacks.own[side].join(other.take_attacks(id));
            }
        }
        visit(id, kind, &mut both);
    }
    attacks
}

fn movements_of(kind: &Kind) -> impl Iterator<Item = &Movement> {
    std::iter::once(&kind.moves).chain(&kind.attacks)
}

fn terms(kind: &Kind) -> impl Iterator<Item = &Term> {
    movements_of(kind).flat_map(|movement| &movement.terms)
}

/// The data for tracing, which all kinds share.
struct Tracing<'a, const W: usize> {
    arena: &'a BoardModel,
    relays: Relays<'a, W>,
    attack_relays: Relays<'a, W>,
    passing: bool,
    royals_stay: bool,
    attacks_matter: bool,
    meter: Option<&'a Meter>,
}

impl<'a, const W: usize> Tracing<'a, W> {
    fn new(arena: &'a BoardModel, passing: bool, meter: Option<&'a Meter>) -> Tracing<'a, W> {
        let rules = &arena.rules;
        Tracing {
            arena,
            relays: Relays::counted(arena.terrain(), |id| &rules.kinds[id].moves, meter),
            attack_relays: Relays::counted(arena.terrain(), |id| arena.attacks(id), meter),
            passing,
            royals_stay: royals_stay(rules),
            attacks_matter: attacks_matter(rules),
            meter,
        }
    }

    /// Traces a kind from every site, for all sides.
    fn trace(&self, id: KindId, kept: &mut Kept<'a, W>) -> BothSides<W> {
        let (terrain, rules) = (self.arena.terrain(), &self.arena.rules);
        let kind = &rules.kinds[id];
        let terms = || kind.moves.terms.iter().chain(&self.arena.attacks(id).terms);
        let walks_alike = !self.has_relays() && terms().all(|term| terrain.walks_alike(term));
        let conditions =
            terms().map(|term| &term.when).chain([&rules.every_move, &rules.every_attack]);
        let is_alike =
            walks_alike && conditions.into_iter().all(|condition| terrain.holds_alike(condition));
        let mut white = KindProfiles::default();
        let sides = rules.sides;
        let mut others: Vec<KindProfiles<W>> = if is_alike {
            Vec::new()
        } else {
            sides.each().skip(1).map(|_| KindProfiles::default()).collect()
        };
        let mut movements = self.movements(id, kept);
        for site in self.arena.graph.sites() {
            if self.meter.is_some_and(Meter::is_over) {
                std::iter::once(&mut white).chain(&mut others).for_each(KindProfiles::add_nothing);
                continue;
            }
            let mut ways = self.ways(&mut movements, site, Side::White, kept);
            self.count(&ways, if walks_alike { sides.count() } else { 1 });
            self.add(id, &mut white, &ways);
            for (side, other) in sides.each().skip(1).zip(&mut others) {
                if walks_alike {
                    ways.0.for_side(side);
                    ways.1.iter_mut().for_each(|attacks| attacks.for_side(side));
                } else {
                    // These paths are freed now, so that the next trace can reuse their buffers.
                    drop(ways);
                    ways = self.ways(&mut movements, site, side, kept);
                    self.count(&ways, 1);
                }
                self.add(id, other, &ways);
            }
        }
        BothSides { white, others }
    }

    /// Counts the steps of tracing `ways` for `sides` sides.
    fn count(&self, (moves, attacks): &(Ways<'a, W>, Option<Ways<'a, W>>), sides: usize) {
        for ways in std::iter::once(moves).chain(attacks) {
            self.meter.inspect(|meter| meter.count(ways.spent(), sides));
        }
    }

    fn has_relays(&self) -> bool {
        !(self.relays.is_empty() && self.attack_relays.is_empty())
    }

    /// Returns the movement of a kind, and the movement of its attacks if that differs.
    fn movements(
        &self,
        id: KindId,
        kept: &Kept<'a, W>,
    ) -> (Movements<'a, W>, Option<Movements<'a, W>>) {
        let (arena, has_relays) = (self.arena, self.has_relays());
        let kind = &arena.rules.kinds[id];
        let any_attacks = || arena.rules.kinds.iter().any(|kind| kind.attacks.is_some());
        let differs = kind.attacks.is_some() || has_relays && any_attacks();
        let of = |movement| Movements::new(arena.terrain(), id, movement, kept);
        (of(&kind.moves), differs.then(|| of(arena.attacks(id))))
    }

    /// Returns the paths of moves from `site`, and the paths of attacks if these differ.
    fn ways(
        &self,
        (moves, attacks): &mut (Movements<'a, W>, Option<Movements<'a, W>>),
        site: Site,
        side: Side,
        kept: &mut Kept<'a, W>,
    ) -> (Ways<'a, W>, Option<Ways<'a, W>>) {
        let Tracing { relays, attack_relays, .. } = self;
        let moves = moves.ways(site, side, relays, kept);
        (moves, attacks.as_mut().map(|attacks| attacks.ways(site, side, attack_relays, kept)))
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
