//! Kinds whose pieces all move at once: leaps grouped by distance.
//!
//! Owns: [`Setwise`]: for a kind that only leaps, the leaps of all its pieces as shifts of the whole
//! set. Takes the profiles of a kind; gives the generator one shift where it would visit eight pawns.
//! A shift is a difference of site indices under a mask of the sites it starts from, so it holds on
//! any board, with holes and conditions. Invariant: for every piece on its mask a shift says what the
//! piece's own row says.

use crate::paths::path::End;
use crate::tables::profile::Profile;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use std::collections::BTreeMap;
use std::iter;

/// The moves of whole kinds, by distance.
#[derive(Clone, Debug, Default)]
pub struct Setwise<const W: usize> {
    /// Leaps onto empty cells.
    pub quiet: Vec<Shift<W>>,
    /// Leaps that capture.
    pub capture: Vec<Shift<W>>,
    /// Leaps that capture en passant.
    pub passant: Vec<Shift<W>>,
    /// From where they lead to a cell, one for each kind that has any.
    pub entrances: Vec<EpSources<W>>,
    /// Moves over empty cells that leave a trace on them.
    pub pushes: Vec<DoubleStep<W>>,
    /// Captures of one piece on the way to an empty cell.
    pub jumps: Vec<JumpCapture<W>>,
}

/// From where a kind captures en passant.
#[derive(Clone, Debug)]
pub struct EpSources<const W: usize> {
    /// The kind.
    pub kind: KindId,
    /// By the cell that was passed.
    pub from: Vec<SiteSet<W>>,
}

/// Starts that are alike for promotion.
#[derive(Clone, Copy, Debug)]
pub struct Starts<const W: usize> {
    /// The sites.
    pub sites: SiteSet<W>,
    /// One of them.
    pub any: Site,
    /// Where a move from there may promote.
    pub may_promote: SiteSet<W>,
}

/// Leaps of a kind over one distance, from starts that are alike for promotion.
#[derive(Clone, Copy, Debug)]
pub struct Shift<const W: usize> {
    /// Sites from which it may go.
    pub sources: SiteSet<W>,
    /// Where it may promote.
    pub may_promote: SiteSet<W>,
    /// One of the starts.
    pub any: Site,
    /// Index of the destination less index of the start.
    pub delta: i16,
    /// Who leaps.
    pub kind: KindId,
}

/// Quiet moves over one distance that leave a trace.
#[derive(Clone, Debug)]
pub struct DoubleStep<const W: usize> {
    /// From where to where.
    pub shift: Shift<W>,
    /// Index of the first cell passed less index of the start; it must be empty.
    pub passed: i16,
    /// The same of the other cells passed.
    pub further: Vec<i16>,
    /// Its number among the pushes of all kinds.
    pub number: u32,
}

/// Captures on the way over one distance, whatever stands on other cells.
#[derive(Clone, Copy, Debug)]
pub struct JumpCapture<const W: usize> {
    /// From where to where.
    pub shift: Shift<W>,
    /// Index of the cell of what is captured less index of the start.
    pub over: i16,
}

impl<const W: usize> DoubleStep<W> {
    /// All cells passed, as distances from the start.
    pub fn trace(&self) -> impl Iterator<Item = i16> {
        iter::once(self.passed).chain(self.further.iter().copied())
    }
}

impl<const W: usize> SiteSet<W> {
    /// The set with every index moved by `delta`. What leaves the words comes back at the other end, or is
    /// lost: a set is shifted only as far as it stays on its board.
    #[inline(always)]
    #[must_use]
    pub fn shifted(self, delta: i16) -> Self {
        let mut out = Self::EMPTY;
        match W {
            1 => out.0[0] = self.0[0].rotate_left(delta as u32 & 63),
            2 => {
                let both = u128::from(self.0[0]) | u128::from(self.0[W - 1]) << 64;
                let both = both.rotate_left(delta as u32 & 127);
                (out.0[0], out.0[W - 1]) = (both as u64, (both >> 64) as u64);
            }
            _ => {
                let (words, bits) = (delta >> 6, delta as u32 & 63);
                for i in 0..W {
                    let word = |i: i16| usize::try_from(i).ok().and_then(|i| self.0.get(i));
                    let (near, far) = (i as i16 - words, i as i16 - words - 1);
                    let carried = word(far).map_or(0, |w| w.checked_shr(64 - bits).unwrap_or(0));
                    out.0[i] = word(near).map_or(0, |w| w << bits) | carried;
                }
            }
        }
        out
    }
}

impl<const W: usize> Setwise<W> {
    /// The leaps of a kind from the profiles of all its sites, if it only leaps and asking each of `pieces`
    /// pieces costs more than shifting them over every distance.
    pub fn new(
        kind: KindId,
        profiles: &[Profile<W>],
        pieces: u32,
        starts: &[Starts<W>],
        otherwise: Listing,
    ) -> Option<Setwise<W>> {
        let mut shifts = [const { BTreeMap::<i16, SiteSet<W>>::new() }; 3];
        let mut pushes: BTreeMap<(i16, Vec<i16>), SiteSet<W>> = BTreeMap::new();
        let mut jumps: BTreeMap<(i16, i16), SiteSet<W>> = BTreeMap::new();
        for (from, profile) in profiles.iter().enumerate() {
            let site = SiteSet::of(Site::from_index(from));
            let delta = |to: Site| to.index() as i16 - from as i16;
            for (item, ends) in profile.items.iter().filter(|(_, e)| !e.is_none()) {
                if !item.is_leap() {
                    return None;
                }
                let allowed = [ends.quiet, ends.capture, ends.passant];
                for (shifts, _) in shifts.iter_mut().zip(allowed).filter(|(_, allowed)| *allowed) {
                    *shifts.entry(delta(item.site)).or_insert(SiteSet::EMPTY) |= site;
                }
            }
            let mut pushed = SiteSet::<W>::EMPTY;
            for special in &profile.specials {
                let plain = |w: &(SiteSet<W>, SiteSet<W>)| w.0 == special.passed && w.1.is_empty();
                let twin = profile.items.iter().any(|(i, e)| i.site == special.to && e.quiet);
                // Who comes back to his own cell finds it occupied, by himself.
                let returns = special.to.index() == from;
                if special.end != End::Quiet || returns || special.ways.len() != 1 {
                    return None;
                }
                if let Some(victim) = special.captured.first() {
                    let over = |w: &(SiteSet<W>, SiteSet<W>)| {
                        w.0.is_empty() && w.1.within(special.captured)
                    };
                    let single = special.captured.is_single() && special.passed.is_empty();
                    if !single || !special.ways.iter().all(over) {
                        return None;
                    }
                    let jump = (delta(special.to), delta(victim));
                    *jumps.entry(jump).or_insert(SiteSet::EMPTY) |= site;
                    continue;
                }
                // Of two ways to one cell that differ in their trace one counts, if both are open.
                if twin || pushed.has(special.to) || !special.ways.iter().all(plain) {
                    return None;
                }
                pushed.insert(special.to);
                let passed = special.passed.into_iter().map(delta).collect();
                *pushes.entry((delta(special.to), passed)).or_insert(SiteSet::EMPTY) |= site;
            }
            if !(profile.rifle.is_empty() && profile.owner_sensitive.is_empty()) {
                return None;
            }
        }
        let split = |delta: i16, sources: SiteSet<W>| {
            starts.iter().filter(move |starts| sources.meets(starts.sites)).map(move |starts| {
                let &Starts { sites, any, may_promote } = starts;
                Shift { sources: sources & sites, may_promote, any, delta, kind }
            })
        };
        let mut numbered = Vec::new();
        for ((delta, trace), sources) in pushes {
            let (&passed, further) = trace.split_first()?;
            for shift in split(delta, sources) {
                numbered.push(DoubleStep { shift, passed, further: further.to_vec(), number: 0 });
            }
        }
        let jumps = jumps.iter().flat_map(|(&(delta, over), &sources)| {
            split(delta, sources).map(move |shift| JumpCapture { shift, over })
        });
        let jumps: Vec<JumpCapture<W>> = jumps.collect();
        let list = |shifts: &BTreeMap<i16, SiteSet<W>>| -> Vec<Shift<W>> {
            shifts.iter().flat_map(|(&delta, &sources)| split(delta, sources)).collect()
        };
        let [quiet, capture, passant] = shifts.each_ref().map(list);
        let mut from = vec![SiteSet::EMPTY; W * 64];
        for shift in &passant {
            for start in shift.sources {
                from[(start.index() as i16 + shift.delta) as usize].insert(start);
            }
        }
        let entrances = if passant.is_empty() { vec![] } else { vec![EpSources { kind, from }] };
        let count = quiet.len() + capture.len() + numbered.len() + jumps.len();
        let setwise = Setwise { quiet, capture, passant, entrances, pushes: numbered, jumps };
        let visit = match otherwise {
            Listing::ByColumn => 1,
            Listing::Singly => 6,
        };
        (count > 0 && count <= visit * pieces as usize).then_some(setwise)
    }

    /// Takes in the moves of another kind.
    pub fn join(&mut self, other: Setwise<W>) {
        self.quiet.extend(other.quiet);
        self.capture.extend(other.capture);
        self.passant.extend(other.passant);
        self.entrances.extend(other.entrances);
        self.pushes.extend(other.pushes);
        self.jumps.extend(other.jumps);
    }
}

/// How pieces are listed that do not move all at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// By a row of a column: about as much work as one shift of a set.
    ByColumn,
    /// Piece by piece: several times that.
    Singly,
}
