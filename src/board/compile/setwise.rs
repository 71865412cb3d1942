//! Kinds whose pieces all move at once: leaps grouped by distance.
//!
//! Owns: [`Setwise`]: for a kind that only leaps, the leaps of all its pieces as shifts of the whole
//! set. Takes the profiles of a kind; gives the generator one shift where it would visit eight pawns.
//! A shift is a difference of site indices under a mask of the sites it starts from, so it holds on
//! any board, with holes and conditions. Invariant: for every piece on its mask a shift says what the
//! piece's own row says.

use crate::board::compile::profile::Profile;
use crate::board::space::site_set::{AnySet, Site, SiteSet};
use crate::board::walk::paths::End;
use crate::index::Id;
use std::collections::BTreeMap;

/// The leaps of a kind, by distance.
#[derive(Clone, Debug, Default)]
pub struct Setwise<const W: usize> {
    /// Plain leaps.
    pub shifts: Vec<Shift<W>>,
    /// Moves over empty cells that leave a trace on them.
    pub pushes: Vec<Push<W>>,
}

/// Leaps over one distance.
#[derive(Clone, Copy, Debug)]
pub struct Shift<const W: usize> {
    /// Index of the destination less index of the start.
    pub delta: i16,
    /// Sites from which it may step onto an empty cell.
    pub quiet: SiteSet<W>,
    /// Sites from which it may capture.
    pub capture: SiteSet<W>,
    /// Sites from which it may capture en passant.
    pub passant: SiteSet<W>,
}

/// Quiet moves over one distance that leave a trace.
#[derive(Clone, Debug)]
pub struct Push<const W: usize> {
    /// Index of the destination less index of the start.
    pub delta: i16,
    /// The same of the cells passed, which must be empty.
    pub passed: Vec<i16>,
    /// Sites from which it may go.
    pub sources: SiteSet<W>,
}

impl<const W: usize> SiteSet<W> {
    /// The set with every index moved by `delta`; what leaves the words is lost.
    #[inline(always)]
    #[must_use]
    pub fn shifted(self, delta: i16) -> Self {
        let by = usize::from(delta.unsigned_abs());
        let (words, bits) = (by / 64, by % 64);
        let mut out = Self::EMPTY;
        for i in 0..W {
            let word = |i: Option<usize>| i.filter(|&i| i < W).map_or(0, |i| self.0[i]);
            // The part of the neighbouring word that crosses over; none where `bits` is 0.
            out.0[i] = if delta >= 0 {
                let near = word(i.checked_sub(words)) << bits;
                near | word(i.checked_sub(words + 1)).checked_shr(64 - bits as u32).unwrap_or(0)
            } else {
                let near = word(Some(i + words)) >> bits;
                near | word(Some(i + words + 1)).checked_shl(64 - bits as u32).unwrap_or(0)
            };
        }
        out
    }
}

impl<const W: usize> Setwise<W> {
    /// The leaps of a kind from the profiles of all its sites, if it only leaps and a set of `pieces`
    /// pieces takes more visits than there are distances.
    pub fn new(profiles: &[Profile], pieces: u32) -> Option<Setwise<W>> {
        let mut shifts: BTreeMap<i16, Shift<W>> = BTreeMap::new();
        let mut pushes: BTreeMap<(i16, Vec<i16>), SiteSet<W>> = BTreeMap::new();
        for (from, profile) in profiles.iter().enumerate() {
            let site = SiteSet::of(Site::from_index(from));
            let delta = |to: Site| to.index() as i16 - from as i16;
            for (item, ends) in profile.items.iter().filter(|(_, e)| !e.is_none()) {
                if !item.is_leap() {
                    return None;
                }
                let none = SiteSet::EMPTY;
                let delta = delta(item.site);
                let empty = Shift { delta, quiet: none, capture: none, passant: none };
                let shift = shifts.entry(delta).or_insert(empty);
                let at = |allowed| if allowed { site } else { none };
                shift.quiet |= at(ends.quiet);
                shift.capture |= at(ends.capture);
                shift.passant |= at(ends.passant);
            }
            for special in &profile.specials {
                let plain = |w: &(AnySet, AnySet)| w.0 == special.passed && w.1.is_empty();
                let twin = profile.items.iter().any(|(i, e)| i.site == special.to && e.quiet);
                let simple = special.end == End::Quiet && special.captured.is_empty() && !twin;
                if !simple || special.ways.len() != 1 || !special.ways.iter().all(plain) {
                    return None;
                }
                let passed = special.passed.into_iter().map(delta).collect();
                *pushes.entry((delta(special.to), passed)).or_insert(SiteSet::EMPTY) |= site;
            }
            if !(profile.rifle.is_empty() && profile.owner_sensitive.is_empty()) {
                return None;
            }
        }
        let push = |((delta, passed), sources)| Push { delta, passed, sources };
        let setwise = Setwise {
            shifts: shifts.into_values().collect(),
            pushes: pushes.into_iter().map(push).collect(),
        };
        let count = setwise.shifts.len() + setwise.pushes.len();
        (count > 0 && count < pieces as usize).then_some(setwise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_moves_every_index() {
        let sites = [0usize, 5, 63, 64, 100, 127, 128, 200, 255];
        for delta in [-200i16, -65, -64, -63, -9, -1, 0, 1, 7, 8, 63, 64, 65, 130] {
            let set: SiteSet<4> = sites.iter().map(|&i| Site::from_index(i)).collect();
            let moved = sites.iter().map(|&i| i as i32 + i32::from(delta));
            let wanted = moved
                .filter(|i| (0..256).contains(i))
                .map(|i| Site::from_index(i as usize))
                .collect();
            assert_eq!(set.shifted(delta), wanted, "{delta}");
        }
    }
}
