//! The special moves of the fast generator: captures without moving and on the way, traces, and what
//! asks who stands where.
//!
//! Owns the execution of [`SpecialMove`]s. Invariant: of moves with one effect the plain one is told,
//! or else the one whose trace the reference would keep.

use super::{Act, Generator, Listener, tell};
use crate::board::cpu::Cpu;
use crate::board::paths::End;
use crate::board::site_set::{Site, SiteSet};
use crate::board::state::State;
use crate::board::tables::{Mover, OddWay, SpecialMove};
use crate::index::Id;
use crate::rules::ruleset::KindId;
use std::ops::ControlFlow;

/// Everything a special captures in `state`, where it can go.
#[inline(always)]
pub(super) fn special_captures<const W: usize>(
    special: &SpecialMove<W>,
    state: &State<W>,
) -> SiteSet<W> {
    let last = match special.end {
        End::Quiet => None,
        End::Capture => Some(special.to),
        End::Passant => state.victim(special.to),
        End::Told => special.passant.and_then(|cell| state.victim(cell)),
    };
    last.map_or(special.captured, |site| special.captured | SiteSet::of(site))
}

/// What a move does, as the reference sorts it: to, captured, second piece, trace.
type Effect = (Site, Vec<Site>, Option<(Site, Site)>, Vec<Site>);

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Captures without moving.
    #[inline(always)]
    pub(super) fn rifle<L: Listener<W>>(
        &self,
        kind: KindId,
        from: Site,
        mover: &Mover<W>,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let us = self.state.side;
        let victims = mover.rifle & self.state.by_side[us.other()];
        if victims.is_empty() {
            return ControlFlow::Continue(());
        }
        let fits = |&victim: &Site| self.survives(from, from, SiteSet::of(victim), None);
        let victims = if self.royals.is_empty() {
            victims
        } else {
            victims.into_iter().filter(fits).collect()
        };
        let promotes = self.tables.promotion[us][kind.index()].has(from);
        tell(listener, kind, from, Act::Rifle, victims, promotes)
    }

    /// Captures on the way, moves that leave a trace.
    #[inline(always)]
    pub(super) fn special<L: Listener<W>>(
        &self,
        kind: KindId,
        from: Site,
        mover: &Mover<W>,
        plain: SiteSet<W>,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let foes = state.by_side[us.other()];
        let occupied = state.occupied();
        let zone = tables.promotion[us][kind.index()];
        let standing = occupied.minus(SiteSet::of(from));
        // The effect told last: rows that differ in their trace alone stand together.
        let mut last = None;
        for index in mover.specials.0..mover.specials.1 {
            let special = &tables.specials[index as usize];
            let landing = SiteSet::of(special.to);
            let effect = (special.to, special.end, special.captured);
            let plainly = special.captured.is_empty() && plain.has(special.to);
            if plainly || last == Some(effect) {
                continue;
            }
            if !self.may_go(special, standing) {
                continue;
            }
            last = Some(effect);
            let passant = special.end == End::Quiet
                && state.victim(special.to).is_some_and(|v| special.captured == SiteSet::of(v))
                && self.passable(mover, occupied).has(special.to);
            if passant {
                continue;
            }
            let region = if special.captured.is_empty() {
                self.safe(from, landing, occupied, foes)
            } else {
                let captured = special_captures(special, state);
                let free =
                    self.royals.is_empty() || self.survives(from, special.to, captured, None);
                if free { landing } else { SiteSet::EMPTY }
            };
            tell(listener, kind, from, Act::Special(index), region, zone.has(special.to))?;
        }
        ControlFlow::Continue(())
    }

    /// Special moves of a kind that has odd ones: all effects are compared.
    #[inline(never)]
    pub(super) fn odd<L: Listener<W>>(
        &self,
        kind: KindId,
        from: Site,
        mover: &Mover<W>,
        plain: SiteSet<W>,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let foes = state.by_side[us.other()];
        let standing = state.occupied().minus(SiteSet::of(from));
        let zone = tables.promotion[us][kind.index()];
        let passable = self.passable(mover, state.occupied());
        let mut effects: Vec<(Effect, u32)> = Vec::new();
        for index in mover.specials.0..mover.specials.1 {
            let special = &tables.specials[index as usize];
            if !self.may_go(special, standing) {
                continue;
            }
            let (to, captured) = (special.to, special_captures(special, state));
            let told = special.shifted.is_none()
                && (to != from && plain.has(to) && captured == SiteSet::of(to) & foes
                    || to == from && captured.count() == 1 && captured.within(mover.rifle & foes)
                    || passable.has(to)
                        && state
                            .victim(to)
                            .is_some_and(|v| foes.has(v) && captured == SiteSet::of(v)));
            if !told {
                let list = |set: SiteSet<W>| set.into_iter().collect();
                effects.push(((to, list(captured), special.shifted, list(special.passed)), index));
            }
        }
        effects.sort();
        effects.dedup_by(|b, a| (b.0.0, &b.0.1, b.0.2) == (a.0.0, &a.0.1, a.0.2));
        for ((to, ..), index) in effects {
            let special = &tables.specials[index as usize];
            let captured = special_captures(special, state);
            let safe = || self.replays(from, to, captured, special.shifted);
            if self.royals.is_empty() || safe() {
                tell(listener, kind, from, Act::Special(index), SiteSet::of(to), zone.has(to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a special can go when `standing` are the occupied sites, the mover lifted.
    #[inline(always)]
    fn may_go(&self, special: &SpecialMove<W>, standing: SiteSet<W>) -> bool {
        let (tables, state) = (self.tables, self.state);
        let foes = state.by_side[state.side.other()];
        let landing = SiteSet::of(special.to);
        let (first, last) = (special.ways.0 as usize, special.ways.1 as usize);
        let ends = match special.end {
            End::Quiet => !landing.meets(standing),
            End::Capture => landing.meets(foes),
            End::Passant => {
                let victim = state.victim(special.to).filter(|&v| foes.has(v));
                !landing.meets(standing) && victim.is_some_and(|v| !special.captured.has(v))
            }
            End::Told => {
                let odd_ways = &tables.odd_ways[first..last];
                return odd_ways.iter().any(|way| self.fits(way, special.passant, standing));
            }
        };
        let ways = &tables.ways[first..last];
        ends && special.captured.within(foes)
            && ways.iter().any(|(empty, full)| !empty.meets(standing) && full.within(standing))
    }

    fn fits(&self, way: &OddWay<W>, passant: Option<Site>, standing: SiteSet<W>) -> bool {
        let state = self.state;
        let us = state.side;
        let mut gone = SiteSet::EMPTY;
        if let Some(cell) = passant {
            let foe = |&v: &Site| state.by_side[us.other()].has(v);
            let Some(victim) = state.victim(cell).filter(foe) else { return false };
            gone = SiteSet::of(victim);
        }
        let before = way
            .before
            .is_none_or(|(empty, occupied)| !empty.meets(standing) && occupied.within(standing));
        let left = standing.minus(gone);
        before
            && !way.empty.meets(left)
            && way.occupied.within(left)
            && way.foes.within(state.by_side[us.other()].minus(gone))
            && way.friends.within(state.by_side[us] & left)
            && ((way.royal | way.common).is_empty() || {
                let royals = super::of_kinds(state, &self.tables.royals);
                way.royal.within(royals) && !way.common.meets(royals)
            })
    }
}
