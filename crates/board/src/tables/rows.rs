//! Converts the [`Profile`] of a piece on a site to a [`PieceRow`] with leaps, lookups and special
//! moves.
//!
//! A piece row contains ranges of indices into the lists of [`Rows`].

use crate::paths::path::{End, Family};
use crate::tables::lookup::{EndSets, Group, LookupPool};
use crate::tables::piece_rows::{OwnerNeeds, PieceRow, SliderRow, SpecialMove};
use crate::tables::profile::Profile;
use crate::tables::profiles::KindProfiles;
use alfil_topology::site_set::SiteSet;
use std::ops::BitAnd;

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
