//! Rows of single pieces: from a profile to leaps, lookups and specials.
//!
//! Owns: [`Rows`]. Takes the [`Profile`] of a piece on a site; gives its [`Mover`], whose ranges name rows of
//! this collection. Invariant: within one lookup a cell has one set of ends.

use crate::board::compile::lookup::{LookupPool, Plan, bits, plans};
use crate::board::compile::profile::{ConditionalReach, Ends, Profile};
use crate::board::compile::tables::{Mover, OwnerNeeds, Reach, SpecialMove};
use crate::board::space::site_set::{AnySet, Site, SiteSet};
use crate::board::walk::paths::{End, Family};
use std::collections::BTreeMap;
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
    pub fn mover(&mut self, profile: &Profile, pool: &mut LookupPool<W>) -> Mover<W> {
        let reaches = self.reaches.len() as u32;
        let mut leaps: BTreeMap<Site, Ends> = BTreeMap::new();
        for plan in profile_plans(profile, bits::<W>()) {
            if plan.mask.is_empty() && plan.guard.is_empty() {
                for item in &plan.items {
                    let ends = leaps.entry(item.site).or_default();
                    let more = profile_ends(profile, item, &plan);
                    ends.quiet |= more.quiet;
                    ends.capture |= more.capture;
                    ends.passant |= more.passant;
                }
                continue;
            }
            let which = |f: fn(&Ends) -> bool| -> SiteSet<W> {
                let allowed = plan.items.iter().filter(|i| f(&profile_ends(profile, i, &plan)));
                allowed.map(|i| i.site).collect()
            };
            let (quiet, capture, passant) =
                (which(|e| e.quiet), which(|e| e.capture), which(|e| e.passant));
            if !(quiet | capture | passant).is_empty() {
                let is_open = quiet == capture && plan.items.iter().all(|i| quiet.has(i.site));
                let (lookup, guard) = (pool.lookup(&plan), plan.guard.resize());
                self.reaches.push(Reach {
                    lookup,
                    guard,
                    skips: 0,
                    quiet,
                    capture,
                    passant,
                    is_open,
                });
                self.families.push(plan.items.first().map_or(Family::Other, |i| i.family));
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
            self.ways.extend(special.ways.iter().map(|(e, o)| (e.resize(), o.resize())));
            self.specials.push(SpecialMove {
                to: special.to,
                end: special.end,
                captured: special.captured.resize(),
                passed: special.passed.resize(),
                royal: SiteSet::EMPTY,
                ways: (ways, self.ways.len() as u32),
                shifted: None,
                passant: None,
            });
        }
        for special in &profile.owner_sensitive {
            let ways = self.owner_needs.len() as u32;
            self.owner_needs.extend(special.ways.iter().map(OwnerNeeds::new));
            let royal = special.ways.iter().map(|(needs, _)| needs.royal).reduce(BitAnd::bitand);
            self.specials.push(SpecialMove {
                to: special.to,
                end: End::Explicit,
                captured: special.captured.resize(),
                passed: special.passed.resize(),
                royal: royal.map_or(SiteSet::EMPTY, AnySet::resize),
                ways: (ways, self.owner_needs.len() as u32),
                shifted: special.shifted,
                passant: special.passant,
            });
        }
        let leap =
            |f: fn(&Ends) -> bool| leaps.iter().filter(|(_, e)| f(e)).map(|(&s, _)| s).collect();
        Mover {
            quiet: leap(|e| e.quiet),
            capture: leap(|e| e.capture),
            passant: leap(|e| e.passant),
            rifle: profile.rifle.resize(),
            reaches: (reaches, self.reaches.len() as u32),
            specials: (specials, self.specials.len() as u32),
        }
    }
}

/// Groups a profile's items into tables. Within one table a cell has one set of ends, so items that
/// reach one cell with different ends are grouped apart.
fn profile_plans(profile: &Profile, bits: u32) -> Vec<Plan> {
    let mut ends_of: BTreeMap<Site, Vec<Ends>> = BTreeMap::new();
    for (item, ends) in &profile.items {
        let known = ends_of.entry(item.site).or_default();
        if !known.contains(ends) {
            known.push(*ends);
        }
    }
    let torn = ends_of.values().any(|known| known.len() > 1);
    let live = |plan: &Plan| plan.items.iter().any(|i| !profile_ends(profile, i, plan).is_none());
    let group = |items: Vec<ConditionalReach>| {
        plans(&items, bits).into_iter().filter(live).collect::<Vec<_>>()
    };
    if !torn {
        return group(profile.items.keys().copied().collect());
    }
    let mut kinds: Vec<Ends> = Vec::new();
    for ends in profile.items.values().filter(|e| !e.is_none()) {
        if !kinds.contains(ends) {
            kinds.push(*ends);
        }
    }
    let of =
        |ends: &Ends| profile.items.iter().filter(|(_, e)| *e == ends).map(|(i, _)| *i).collect();
    kinds.iter().flat_map(|ends| group(of(ends))).collect()
}

/// What may be done where `item` of `plan` reaches; the plan's guard was taken out of the item.
fn profile_ends(profile: &Profile, item: &ConditionalReach, plan: &Plan) -> Ends {
    let whole = ConditionalReach { empty: item.empty | plan.guard, ..*item };
    profile.items.get(&whole).copied().unwrap_or_default()
}
