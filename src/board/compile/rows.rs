//! Rows of single pieces: from a profile to leaps, lookups and specials.
//!
//! Owns: [`Rows`]. Takes the [`Profile`] of a piece on a site; gives its [`Mover`], whose ranges name rows of
//! this collection. Invariant: within one lookup a cell has one set of ends.

use crate::board::compile::lookup::{LookupPool, Plan, bits, plans};
use crate::board::compile::profile::{ConditionalReach, Ends, Profile};
use crate::board::compile::tables::{Mover, OwnerNeeds, Reach, SpecialMove};
use crate::board::space::by_site::BySite;
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::paths::{End, Family};
use std::ops::BitAnd;

/// Rows of every piece on every site, one after another.
#[derive(Default)]
pub struct Rows<const W: usize> {
    /// Lookups.
    pub reaches: Vec<Reach<W>>,
    /// Of each of them.
    pub families: Vec<Family>,
    /// Moves that capture on their way or leave a trace.
    pub specials: Vec<SpecialMove<W>>,
    /// Alternatives of specials: must be empty, must be occupied.
    pub ways: Vec<(SiteSet<W>, SiteSet<W>)>,
    /// Alternatives of owner-sensitive specials.
    pub owner_needs: Vec<OwnerNeeds<W>>,
}

impl<const W: usize> Rows<W> {
    /// Adds the rows of one piece on one site.
    pub fn mover(&mut self, profile: &Profile<W>, pool: &mut LookupPool<W>) -> Mover<W> {
        let reaches = self.reaches.len() as u32;
        let mut leaps = [SiteSet::EMPTY; 3];
        for (plan, [quiet, capture, passant]) in profile_plans(profile, bits::<W>()) {
            if plan.mask.is_empty() && plan.guard.is_empty() {
                for (all, more) in leaps.iter_mut().zip([quiet, capture, passant]) {
                    *all |= more;
                }
                continue;
            }
            let is_open = quiet == capture && plan.items.iter().all(|i| quiet.has(i.site));
            self.families.push(plan.items.first().map_or(Family::Other, |i| i.family));
            self.reaches.push(Reach {
                guard: plan.guard,
                lookup: pool.lookup(&plan),
                skips: 0,
                quiet,
                capture,
                passant,
                is_open,
            });
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
            });
        }
        let [quiet, capture, passant] = leaps;
        Mover {
            quiet,
            capture,
            passant,
            rifle: profile.rifle,
            reaches: (reaches, self.reaches.len() as u32),
            specials: (specials, self.specials.len() as u32),
        }
    }
}

/// Cells on which a piece may step, capture, capture in passing.
type EndSets<const W: usize> = [SiteSet<W>; 3];

/// Groups a profile's items into tables, with the cells on which something may be done once they are reached. Within one
/// table a cell has one set of ends, so items that reach one cell with different ends are grouped apart.
fn profile_plans<const W: usize>(profile: &Profile<W>, bits: u32) -> Vec<(Plan<W>, EndSets<W>)> {
    let items = &profile.items;
    let mut ends_of: BySite<Option<Ends>, W> = BySite::new(None);
    let mut torn = false;
    for (item, ends) in items {
        torn |= *ends_of[item.site].get_or_insert(*ends) != *ends;
    }
    let mut all = Vec::new();
    let mut add = |items: &[ConditionalReach<W>], ends_of: &dyn Fn(Site) -> Ends| {
        for plan in plans(items, bits) {
            let mut sets = [SiteSet::EMPTY; 3];
            for site in plan.items.iter().map(|item| item.site) {
                let Ends { quiet, capture, passant } = ends_of(site);
                for (set, may) in sets.iter_mut().zip([quiet, capture, passant]) {
                    *set |= if may { SiteSet::of(site) } else { SiteSet::EMPTY };
                }
            }
            if sets.iter().any(|set| !set.is_empty()) {
                all.push((plan, sets));
            }
        }
    };
    if torn {
        let mut groups: Vec<(Ends, Vec<ConditionalReach<W>>)> = Vec::new();
        for (item, ends) in items.iter().filter(|(_, ends)| !ends.is_none()) {
            match groups.iter_mut().find(|(known, _)| known == ends) {
                Some((_, group)) => group.push(*item),
                None => groups.push((*ends, vec![*item])),
            }
        }
        for (ends, group) in groups {
            add(&group, &|_| ends);
        }
    } else {
        let items: Vec<_> = items.iter().map(|(item, _)| *item).collect();
        add(&items, &|site| ends_of[site].unwrap_or_default());
    }
    all
}
