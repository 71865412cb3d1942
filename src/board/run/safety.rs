//! King safety from attack tables.
//!
//! Owns: [`attacked`], [`in_check`], [`in_check_by`], [`Guard`] (checks and pins on a lone king). Takes tables and a
//! packed state. Invariant: a guard is asked only where every attack runs over empty cells.

use crate::board::compile::cpu::Cpu;
use crate::board::compile::tables::{OwnerNeeds, Tables};
use crate::board::run::state::State;
use crate::board::space::site_set::{Site, SiteSet};
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;

/// Whether `by` attacks `cell` when `occupied` stands and only those of its pieces in `standing`.
#[inline(always)]
pub fn attacked<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &State<W>,
    by: Side,
    cell: Site,
    occupied: SiteSet<W>,
    standing: SiteSet<W>,
) -> bool {
    let attacks = &tables.attacks[by];
    let mut sources = SiteSet::EMPTY;
    for (leaper, kind) in attacks.leapers.iter().enumerate() {
        sources |= attacks.leaps(leaper, cell) & state.by_kind[*kind];
    }
    if sources.meets(standing) {
        return true;
    }
    for line in attacks.lines(cell) {
        let pieces = of_kinds(state, attacks.kinds(line)) & standing;
        if pieces.meets(line.lookup.reach(cpu, &tables.entries, occupied)) {
            return true;
        }
    }
    // Enemies of the attacker are what stands and is not its own.
    let victims = occupied.minus(standing);
    for attack in attacks.conditional(cell) {
        let takes = (state.by_kind[attack.kind] & standing).has(attack.source)
            && !attack.empty.meets(occupied)
            && attack.occupied.within(occupied)
            && attack.foes.within(victims)
            && attack.friends.within(standing)
            && attack.relayer.is_none_or(|(site, kind)| state.by_kind[kind].has(site))
            && ((attack.royal | attack.common).is_empty() || {
                let royals = of_kinds(state, &tables.royals);
                attack.royal.within(royals) && !attack.common.meets(royals)
            });
        if takes {
            return true;
        }
    }
    false
}

/// Sites of the pieces of several kinds, both sides.
#[inline(always)]
pub fn of_kinds<const W: usize>(state: &State<W>, kinds: &[KindId]) -> SiteSet<W> {
    // Loops here, since a closure would be compiled without the processor's features.
    let mut all = SiteSet::EMPTY;
    for kind in kinds {
        all |= state.by_kind[*kind];
    }
    all
}

/// Whether a royal piece of `side` is attacked.
#[inline(always)]
pub fn in_check<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
) -> bool {
    in_check_by(cpu, tables.at(state), state, side)
}

/// The same by the tables of an arrangement, whether or not it is that of `state`.
#[inline(always)]
pub fn in_check_by<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
) -> bool {
    attacked_royal(cpu, tables, state, side).is_some()
}

/// The first royal piece of `side` that is attacked.
#[inline(always)]
pub fn attacked_royal<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
) -> Option<Site> {
    let royals = of_kinds(state, &tables.royals) & state.by_side[side];
    let foes = state.by_side[side.other()];
    for king in royals {
        if attacked(cpu, tables, state, side.other(), king, state.occupied(), foes) {
            return Some(king);
        }
    }
    if tables.attacks[side.other()].passing.is_empty() {
        return None;
    }
    taken_in_passing(tables, state, royals, side.other())
}

/// One of `royals` that `by` could capture on a cell that it has just passed.
#[cold]
fn taken_in_passing<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    royals: SiteSet<W>,
    by: Side,
) -> Option<Site> {
    let takes = |cell: Site| {
        tables.attacks[by].passing.iter().any(|attack| {
            let pieces = state.by_kind[attack.kind] & state.by_side[by];
            let standing = state.occupied().minus(SiteSet::of(attack.source));
            attack.cell == cell
                && pieces.has(attack.source)
                && fits(tables, state, by, &attack.way, Some(cell), standing)
        })
    };
    let victim = |cell: Site| state.victim(cell).filter(|&v| royals.has(v) && takes(cell));
    state.info.passed.into_iter().find_map(victim)
}

/// Whether `way` is open to a piece of `by` when `standing` are the occupied sites, the mover lifted;
/// `passant` is the cell on which it captures in passing.
pub fn fits<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    by: Side,
    way: &OwnerNeeds<W>,
    passant: Option<Site>,
    standing: SiteSet<W>,
) -> bool {
    let foes = state.by_side[by.other()];
    let mut gone = SiteSet::EMPTY;
    if let Some(cell) = passant {
        let Some(victim) = state.victim(cell).filter(|&v| foes.has(v)) else { return false };
        gone = SiteSet::of(victim);
    }
    let before = way
        .before
        .is_none_or(|(empty, occupied)| !empty.meets(standing) && occupied.within(standing));
    let left = standing.minus(gone);
    before
        && !way.empty.meets(left)
        && way.occupied.within(left)
        && way.foes.within(foes.minus(gone))
        && way.friends.within(state.by_side[by] & left)
        && way.relayer.is_none_or(|(site, kind)| state.by_kind[kind].has(site))
        && ((way.royal | way.common).is_empty() || {
            let royals = of_kinds(state, &tables.royals);
            way.royal.within(royals) && !way.common.meets(royals)
        })
}

/// Pins and checks on a lone king.
#[derive(Clone, Copy)]
pub struct Guard<const W: usize> {
    /// The king.
    pub king: Site,
    /// Destinations that answer every check.
    pub check_mask: SiteSet<W>,
    /// Own pieces that stand alone between the king and an attacker.
    pub pinned: SiteSet<W>,
}

impl<const W: usize> Guard<W> {
    /// What stands between the king and those who look at him.
    #[inline(always)]
    pub fn new(tables: &Tables<W>, state: &State<W>, king: Site, all: SiteSet<W>) -> Guard<W> {
        let us = state.side;
        let (own, foes) = (state.by_side[us], state.by_side[us.other()]);
        let occupied = own | foes;
        let mut guard = Guard { king, check_mask: all, pinned: SiteSet::EMPTY };
        let attacks = &tables.attacks[us.other()];
        let mut leaping = SiteSet::EMPTY;
        for (leaper, kind) in attacks.leapers.iter().enumerate() {
            leaping |= attacks.leaps(leaper, king) & state.by_kind[*kind];
        }
        for checker in leaping & foes {
            guard.check_mask &= SiteSet::of(checker);
        }
        sights(tables, state, king, |sniper, between| {
            let blockers = between & occupied;
            if blockers.is_empty() {
                guard.check_mask &= between | SiteSet::of(sniper);
            } else if !blockers.more_than_one() {
                guard.pinned |= blockers & own;
            }
        });
        guard
    }

    /// Where the pinned piece on `site` may go without uncovering the king. The lines are looked at
    /// again: a pin is rare, and remembering it at every node costs more.
    #[cold]
    pub fn way(&self, tables: &Tables<W>, state: &State<W>, site: Site) -> SiteSet<W> {
        let (pinned, occupied) = (SiteSet::of(site), state.occupied());
        let mut way = self.check_mask;
        sights(tables, state, self.king, |sniper, between| {
            if between & occupied == pinned {
                way &= between | SiteSet::of(sniper);
            }
        });
        way
    }
}

/// Calls `see` with every enemy that would attack `king` over some cells if they were empty, and with
/// those cells.
#[inline(always)]
fn sights<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    king: Site,
    mut see: impl FnMut(Site, SiteSet<W>),
) {
    let them = state.side.other();
    let attacks = &tables.attacks[them];
    for line in attacks.lines(king) {
        let snipers = line.sources & state.by_side[them] & of_kinds(state, attacks.kinds(line));
        if snipers.is_empty() {
            continue;
        }
        let ways = attacks.ways(line);
        if ways.is_empty() {
            for sniper in snipers {
                see(sniper, attacks.between(king, sniper));
            }
        }
        for &(source, between) in ways {
            if snipers.has(source) {
                see(source, between);
            }
        }
    }
}
