//! King safety from attack tables.
//!
//! Owns: [`attacked`], [`in_check`], [`in_check_by`], [`CheckInfo`] (checks on a lone king, and whose moves may
//! uncover him). Takes tables and a packed state. Invariant: a guard is asked only where every attack asks
//! no more than which cells are occupied.

use crate::engine::state::State;
use crate::paths::path::{EnPassantCapture, Needs};
use crate::tables::attack::{AttackTables, Leaps, PassingAttack};
use crate::tables::kinds::Class;
use crate::tables::move_tables::Tables;
use crate::tables::piece_rows::OwnerNeeds;
use crate::tables::royals::Safety;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::Side;

/// Which captures are attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Those of any step.
    AnyStep,
    /// Those that the questions of the step of the position allow.
    ThisStep,
}

impl<const W: usize> State<W> {
    /// Whether `by` attacks `cell` when `occupied` stands and only those of its pieces in `standing`.
    pub(crate) fn attacked(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        standing: SiteSet<W>,
    ) -> bool {
        self.attacked_by(tables, by, cell, occupied, standing, standing)
    }

    /// Whether one of `attackers`, pieces of `by`, does.
    #[inline]
    pub(crate) fn attacked_by(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        standing: SiteSet<W>,
        attackers: SiteSet<W>,
    ) -> bool {
        self.reached(tables, by, cell, occupied, (standing, attackers))
            && (!tables.attacks_are_asked
                || self.may_capture_on(
                    tables,
                    by,
                    cell,
                    occupied,
                    standing,
                    (attackers, Scope::AnyStep),
                ))
    }
}

impl<const W: usize> Tables<W> {
    /// Whether what attacks of `by` ask of movement hangs on which cells its pieces stand, and which are occupied.
    pub fn reach_by_cells(&self, by: Side) -> bool {
        let attacks = &self.attacks[by];
        let owned = self.neutrals.is_none() && self.transparent.is_none();
        owned && attacks.passing.is_empty() && !attacks.asks_who()
    }
}

impl<const W: usize> State<W> {
    /// The same, whatever is asked of attacks.
    pub(crate) fn reached(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        (standing, attackers): (SiteSet<W>, SiteSet<W>),
    ) -> bool {
        let occupied = (occupied, self.blockers(tables, occupied));
        self.attacked_inline(tables, by, cell, occupied, standing, attackers)
    }

    /// The same, for the loop over a king's steps, when those of `occupied` block that `blockers` has.
    #[inline(always)]
    pub(crate) fn attacked_inline(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        (occupied, blockers): (SiteSet<W>, SiteSet<W>),
        standing: SiteSet<W>,
        attackers: SiteSet<W>,
    ) -> bool {
        let attacks = &tables.attacks[by];
        self.leaped_onto(attacks.leaps.at(cell), attackers)
            || slid_onto(attacks, self, cell, blockers, attackers)
            || tables.safety != Safety::Pins
                && self.attacked_otherwise(
                    tables,
                    by,
                    cell,
                    (occupied, blockers),
                    standing,
                    attackers,
                )
    }

    /// Whether one of `attackers` makes one of these leaps.
    #[inline(always)]
    pub(crate) fn leaped_onto(&self, leaps: &[Leaps<W>], attackers: SiteSet<W>) -> bool {
        for leaps in leaps {
            if (leaps.sources & attackers).meets(self.by_class[leaps.class]) {
                return true;
            }
        }
        false
    }
}

/// Whether one of `attackers` slides onto `cell`.
#[inline(always)]
pub fn slid_onto<const W: usize>(
    attacks: &AttackTables<W>,
    state: &State<W>,
    cell: Site,
    blockers: SiteSet<W>,
    attackers: SiteSet<W>,
) -> bool {
    for line in attacks.slides.at(cell) {
        let mut open = false;
        (line.sources & state.by_class[line.class] & attackers).each(|source| {
            open |= !attacks.slides.want(line, source).meets(blockers);
        });
        if open {
            return true;
        }
    }
    false
}

impl<const W: usize> State<W> {
    /// The same by attacks over hurdles, and by those that ask more than which cells are occupied.
    #[inline(never)]
    pub(crate) fn attacked_otherwise(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        (occupied, blockers): (SiteSet<W>, SiteSet<W>),
        standing: SiteSet<W>,
        attackers: SiteSet<W>,
    ) -> bool {
        let attacks = &tables.attacks[by];
        for line in attacks.cannons.at(cell) {
            for source in line.sources & self.by_class[line.class] & attackers {
                if (attacks.cannons.want(line, source) & blockers).is_single() {
                    return true;
                }
            }
        }
        for line in attacks.hoppers.at(cell) {
            for source in line.sources & self.by_class[line.class] & attackers {
                let (empty, hurdles) = attacks.hoppers.want(line, source);
                if !empty.meets(blockers) && hurdles.within(blockers) {
                    return true;
                }
            }
        }
        // Enemies of the attacker are what stands and is not its own, and what is neutral; what is nobody's is nobody's enemy.
        let standing = standing | (self.of_kinds(&tables.unowned) & occupied);
        let mut victims = occupied.minus(standing);
        for kind in tables.neutrals.iter().flat_map(|kinds| kinds.iter()) {
            victims |= self.of_kind(kind) & occupied;
        }
        for attack in attacks.conditional(cell) {
            let takes = (self.of_kind(attack.kind) & attackers).has(attack.source)
                && self.meets_needs(tables, &attack.way.needs, occupied, victims, standing);
            if takes {
                return true;
            }
        }
        false
    }

    /// Sites of the pieces of several kinds, both sides.
    #[inline(always)]
    pub(crate) fn of_kinds(&self, kinds: &[KindId]) -> SiteSet<W> {
        kinds.iter().fold(SiteSet::EMPTY, |all, kind| all | self.of_kind(*kind))
    }

    /// Sites of royal pieces, both sides.
    #[inline(always)]
    pub(crate) fn royals(&self, tables: &Tables<W>) -> SiteSet<W> {
        tables.royal_class.map_or(SiteSet::EMPTY, |class| self.by_class[class])
    }

    /// Whether a royal piece of `side` is attacked.
    #[inline(always)]
    pub(crate) fn in_check(&self, tables: &Tables<W>, side: Side) -> bool {
        self.in_check_by(tables.at(self), side)
    }

    /// The same by the tables of an arrangement, whether or not it is that of `state`.
    #[inline(always)]
    pub(crate) fn in_check_by(&self, tables: &Tables<W>, side: Side) -> bool {
        self.attacked_royal(tables, side).is_some()
    }

    /// The first royal piece of `side` that is attacked, where so many are as count.
    pub(crate) fn attacked_royal(&self, tables: &Tables<W>, side: Side) -> Option<Site> {
        if !tables.shared_royalty.is_empty() {
            return attacked_together(tables, self, side);
        }
        let royals = self.royals(tables) & self.by_side[side];
        let foes = self.by_side[side.other()];
        let watchers = &tables.attacks[side.other()].possible_attackers;
        for king in royals {
            if watchers[king].meets(foes)
                && self.attacked(tables, side.other(), king, self.occupied(), foes)
            {
                return Some(king);
            }
        }
        if tables.attacks[side.other()].passing.is_empty() {
            return None;
        }
        let passed = |&king: &Site| {
            let attackers = (foes, Scope::AnyStep);
            taken_in_passing(tables, self, king, side.other(), attackers)
        };
        royals.into_iter().find(passed)
    }
}

/// The same where the royal pieces of a kind share what one has elsewhere.
#[cold]
fn attacked_together<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
) -> Option<Site> {
    let (foes, by) = (state.by_side[side.other()], side.other());
    first_fallen(tables, state, side, |site| {
        state.attacked(tables, by, site, state.occupied(), foes)
            || taken_in_passing(tables, state, site, by, (foes, Scope::AnyStep))
    })
}

/// The first royal piece of `side` that falls, where so many fall as count.
fn first_fallen<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
    falls: impl Fn(Site) -> bool,
) -> Option<Site> {
    let (own, falls) = (state.by_side[side], |&site: &Site| falls(site));
    if tables.shared_royalty.is_empty() {
        return (state.royals(tables) & own).into_iter().find(falls);
    }
    tables.shared_royalty.iter().find_map(|&(kind, royalty)| {
        let pieces = state.of_kind(kind) & own;
        match royalty {
            Royalty::No => None,
            Royalty::Each => pieces.into_iter().find(falls),
            Royalty::All => pieces.first().filter(|_| pieces.into_iter().all(|site| falls(&site))),
            Royalty::Last => pieces.first().filter(|site| pieces.is_single() && falls(site)),
        }
    })
}

impl<const W: usize> State<W> {
    /// Whether a royal piece of `side` could be taken by the enemy, who is to move, with one of `movers` and as the questions of
    /// the step allow.
    #[cold]
    pub(crate) fn taken_in_step(&self, tables: &Tables<W>, side: Side, movers: SiteSet<W>) -> bool {
        let by = side.other();
        let (occupied, foes) = (self.occupied(), self.by_side[by]);
        let attackers = movers & foes;
        let asks = tables.turn.as_ref().is_some_and(|turn| turn.asks_attacks);
        let scope = if asks { Scope::ThisStep } else { Scope::AnyStep };
        let falls = |site| {
            let asked = tables.attacks_are_asked || asks;
            self.reached(tables, by, site, occupied, (foes, attackers))
                && (!asked
                    || self.may_capture_on(tables, by, site, occupied, foes, (attackers, scope)))
                || taken_in_passing(tables, self, site, by, (attackers, scope))
        };
        first_fallen(tables, self, side, falls).is_some()
    }

    /// Pieces of `side` without which it would not be left: no move of a turn of several captures them.
    pub(crate) fn untouchable(&self, tables: &Tables<W>, side: Side) -> SiteSet<W> {
        if tables.shared_royalty.is_empty() {
            return self.royals(tables) & self.by_side[side];
        }
        tables.shared_royalty.iter().fold(SiteSet::EMPTY, |all, &(kind, royalty)| {
            let pieces = self.of_kind(kind) & self.by_side[side];
            match royalty {
                Royalty::Each => all | pieces,
                Royalty::All | Royalty::Last if pieces.is_single() => all | pieces,
                Royalty::All | Royalty::Last | Royalty::No => all,
            }
        })
    }
}

/// Whether `by` could capture the piece on `site` on a cell that it has just passed.
#[cold]
fn taken_in_passing<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    site: Site,
    by: Side,
    (attackers, scope): (SiteSet<W>, Scope),
) -> bool {
    let asks = tables.attacks_are_asked || scope == Scope::ThisStep;
    let asked = |attack: &PassingAttack<W>| {
        !asks || state.may_capture_in_passing(tables, by, (attack, site), scope)
    };
    let takes = |cell: Site| {
        tables.attacks[by].passing.iter().any(|attack| {
            let pieces = state.of_kind(attack.kind) & state.by_side[by] & attackers;
            let standing = state.occupied().minus(SiteSet::of(attack.source));
            attack.cell == cell
                && pieces.has(attack.source)
                && state.is_way_open(tables, by, &attack.way, Some(cell), standing)
                && asked(attack)
        })
    };
    state.info.passed.into_iter().any(|cell| state.ep_victim(cell) == Some(site) && takes(cell))
}

impl<const W: usize> State<W> {
    /// Whether `way` is open to a piece of `by` when `standing` are the occupied sites, the mover lifted;
    /// `passant` is the cell on which it captures in passing.
    pub(crate) fn is_way_open(
        &self,
        tables: &Tables<W>,
        by: Side,
        way: &OwnerNeeds<W>,
        passant: Option<Site>,
        standing: SiteSet<W>,
    ) -> bool {
        let nobodys = self.of_kinds(&tables.unowned);
        let (foes, friends) = (self.by_side[by.other()].minus(nobodys), self.by_side[by] | nobodys);
        let mut gone = SiteSet::EMPTY;
        if let Some(cell) = passant {
            let Some(victim) = self.ep_victim(cell).filter(|&v| foes.has(v)) else { return false };
            gone = SiteSet::of(victim);
        }
        let blockers = self.blockers(tables, standing);
        let free = |p: EnPassantCapture<W>| !p.empty.meets(blockers) && p.occupied.within(blockers);
        let before = way.passant.is_none_or(free);
        let left = standing.minus(gone);
        before && self.meets_needs(tables, &way.needs, left, foes & left, friends & left)
    }

    /// Whether what `needs` asks is so when `occupied` stands, enemies on `foes` and friends on `friends`.
    pub(crate) fn meets_needs(
        &self,
        tables: &Tables<W>,
        needs: &Needs<W>,
        occupied: SiteSet<W>,
        foes: SiteSet<W>,
        friends: SiteSet<W>,
    ) -> bool {
        let blockers = self.blockers(tables, occupied);
        !needs.empty.meets(blockers)
            && needs.occupied.within(blockers)
            && needs.foes.within(foes)
            && needs.friends.within(friends)
            && needs.relayer.is_none_or(|(site, kind)| self.of_kind(kind).has(site))
            && ((needs.royal | needs.common).is_empty() || {
                let royals = self.royals(tables);
                needs.royal.within(royals) && !needs.common.meets(royals)
            })
    }
}

/// Those of `cells` from which a piece of `kind` that came to stand there might attack `king` for `by`, when `occupied` blocks.
pub fn checking_cells<const W: usize>(
    tables: &Tables<W>,
    (by, kind): (Side, KindId),
    king: Site,
    cells: SiteSet<W>,
    occupied: SiteSet<W>,
) -> SiteSet<W> {
    let attacks = &tables.attacks[by];
    let own =
        |class: Class| class == Class::from(kind) || tables.classes.of(kind).any(|of| of == class);
    let mut checking = SiteSet::EMPTY;
    for leaps in attacks.leaps.at(king).iter().filter(|leaps| own(leaps.class)) {
        checking |= leaps.sources & cells;
    }
    for line in attacks.slides.at(king).iter().filter(|line| own(line.class)) {
        let open = |&from: &Site| !attacks.slides.want(line, from).meets(occupied);
        checking |= (line.sources & cells).into_iter().filter(open).collect();
    }
    for line in attacks.cannons.at(king).iter().filter(|line| own(line.class)) {
        checking |= line.sources & cells;
    }
    for line in attacks.hoppers.at(king).iter().filter(|line| own(line.class)) {
        checking |= line.sources & cells;
    }
    let conditional = attacks.conditional(king).iter().filter(|attack| attack.kind == kind);
    checking | (conditional.map(|attack| attack.source).collect::<SiteSet<W>>() & cells)
}

/// Checks on a lone king, and whose moves may uncover him.
#[derive(Clone, Copy)]
pub struct CheckInfo<const W: usize> {
    /// The king.
    pub king: Site,
    /// Destinations that answer every check.
    pub check_mask: SiteSet<W>,
    /// Pieces of both sides that stand alone between the king and an attacker that wants nothing there; own ones are pinned.
    pub blockers: SiteSet<W>,
    /// Own pieces whose going may give an attacker over hurdles what it wants: their moves are tried.
    pub hurdle_pinned: SiteSet<W>,
    /// Empty cells where a piece that comes would give it: moves there are tried.
    pub hurdle_squares: SiteSet<W>,
}

impl<const W: usize> CheckInfo<W> {
    /// Checks and pins by leapers and sliders.
    #[inline(always)]
    pub fn new(tables: &Tables<W>, state: &State<W>, king: Site) -> CheckInfo<W> {
        let us = state.side;
        let foes = state.by_side[us.other()];
        let occupied = state.occupied();
        let attacks = &tables.attacks[us.other()];
        let mut leaping = SiteSet::EMPTY;
        for leaps in attacks.leaps.at(king) {
            leaping |= leaps.sources & state.by_class[leaps.class];
        }
        leaping &= foes;
        let mut check_mask = SiteSet::ALL;
        if !leaping.is_empty() {
            check_mask = if leaping.is_single() { leaping } else { SiteSet::EMPTY };
        }
        let mut shields = SiteSet::EMPTY;
        for line in attacks.slides.at(king) {
            (line.sources & foes & state.by_class[line.class]).each(|sniper| {
                let between = attacks.slides.want(line, sniper);
                let blockers = between & occupied;
                if blockers.is_empty() {
                    check_mask &= between | SiteSet::of(sniper);
                } else if blockers.is_single() {
                    shields |= blockers;
                }
            });
        }
        let (touchy, tender) = (SiteSet::EMPTY, SiteSet::EMPTY);
        CheckInfo {
            king,
            check_mask,
            blockers: shields,
            hurdle_pinned: touchy,
            hurdle_squares: tender,
        }
    }

    /// With attacks over hurdles as well; `None` if one of them gives check, so that every move has to be
    /// tried. A move empties one cell and fills at most one: an attack one cell away from what it wants
    /// tells which, and one that is further away waits for both, and then the mover is touchy.
    #[inline(always)]
    pub fn over_hurdles(mut self, tables: &Tables<W>, state: &State<W>) -> Option<CheckInfo<W>> {
        let king = self.king;
        let us = state.side;
        let (own, foes) = (state.by_side[us], state.by_side[us.other()]);
        let occupied = own | foes;
        let attacks = &tables.attacks[us.other()];
        for line in attacks.cannons.at(king) {
            for source in line.sources & foes & state.by_class[line.class] {
                let between = attacks.cannons.want(line, source);
                let standing = between & occupied;
                match standing.count() {
                    0 => self.hurdle_squares |= between,
                    1 => return None,
                    2 => self.hurdle_pinned |= standing & own,
                    _ => {}
                }
            }
        }
        for line in attacks.hoppers.at(king) {
            for source in line.sources & foes & state.by_class[line.class] {
                let (empty, hurdles) = attacks.hoppers.want(line, source);
                let (standing, missing) = (empty & occupied, hurdles.minus(occupied));
                if missing.more_than_one() || standing.more_than_one() {
                    continue;
                }
                if (missing | standing).is_empty() {
                    return None;
                }
                self.hurdle_pinned |= standing & own;
                if standing.is_empty() {
                    self.hurdle_squares |= missing;
                }
            }
        }
        Some(self)
    }

    /// Where the pinned piece on `site` may go without uncovering the king. The lines are looked at
    /// again: a pin is rare, and remembering it at every node costs more.
    #[cold]
    pub fn pin_ray(&self, tables: &Tables<W>, state: &State<W>, site: Site) -> SiteSet<W> {
        let (pinned, occupied) = (SiteSet::of(site), state.occupied());
        let them = state.side.other();
        let mut way = self.check_mask;
        let slides = &tables.attacks[them].slides;
        let foes = state.by_side[them];
        for line in slides.at(self.king) {
            for sniper in line.sources & state.by_class[line.class] & foes {
                let between = slides.want(line, sniper);
                if between & occupied == pinned {
                    way &= between | SiteSet::of(sniper);
                }
            }
        }
        way
    }
}
