//! Moves of all pieces of a kind at once, as shifts of their site set.
//!
//! This suits kinds that only leap, such as pawns: one shift for each distance replaces a loop over
//! pieces. A shift adds a constant to the site indices of all pieces that can make the move. So it
//! works on every board, and generates the same moves as the rows of the pieces.

use crate::paths::path::End;
use crate::tables::profile::Profile;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};
use std::collections::BTreeMap;
use std::iter;

/// The moves of several kinds, by distance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setwise<const W: usize> {
    /// Leaps onto empty cells.
    pub(crate) quiet: Vec<Shift<W>>,
    /// Leaps that capture.
    pub(crate) capture: Vec<Shift<W>>,
    /// Leaps that capture en passant.
    pub(crate) passant: Vec<Shift<W>>,
    /// The sources of en passant captures, one entry for each kind that has any.
    pub(crate) entrances: Vec<EpSources<W>>,
    /// Moves over empty cells that leave all cells on their way as en passant squares.
    pub(crate) pushes: Vec<DoubleStep<W>>,
    /// Moves to an empty cell that capture one piece on the way.
    pub(crate) jumps: Vec<JumpCapture<W>>,
}

/// The sources of a kind's en passant captures.
#[derive(Clone, Debug)]
pub(crate) struct EpSources<const W: usize> {
    pub(crate) kind: KindId,
    /// The sources, by en passant square.
    pub(crate) from: Vec<SiteSet<W>>,
}

/// Start cells with the same promotions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts<const W: usize> {
    pub(crate) sites: SiteSet<W>,
    /// One of the sites.
    pub(crate) any: Site,
    /// The cells where a move from there may promote.
    pub(crate) may_promote: SiteSet<W>,
}

/// Leaps of a kind over one distance, from starts with the same promotions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift<const W: usize> {
    /// The sites from which the kind may leap.
    pub(crate) sources: SiteSet<W>,
    /// The cells where it may promote.
    pub(crate) may_promote: SiteSet<W>,
    /// One of the starts.
    pub(crate) any: Site,
    /// The index of the destination minus the index of the start.
    pub(crate) delta: i16,
    /// The kind that leaps.
    pub(crate) kind: KindId,
}

/// Quiet moves over one distance that leave en passant squares.
#[derive(Clone, Debug)]
pub(crate) struct DoubleStep<const W: usize> {
    /// The move from start to destination.
    pub(crate) shift: Shift<W>,
    /// The index of the first passed cell minus the index of the start. The cell must be empty.
    pub(crate) passed: i16,
    /// The differences between the index of each further passed cell and the index of the start.
    pub(crate) further: Vec<i16>,
    /// The index of this double step in `Tables::pushes`.
    pub(crate) number: u32,
}

/// Moves to an empty cell that capture one piece on the way. They depend on no other cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpCapture<const W: usize> {
    /// The move from start to destination.
    pub(crate) shift: Shift<W>,
    /// The index of the captured cell minus the index of the start.
    pub(crate) over: i16,
}

impl<const W: usize> DoubleStep<W> {
    /// Iterates over all passed cells, as differences from the index of the start.
    pub(crate) fn trace(&self) -> impl Iterator<Item = i16> {
        iter::once(self.passed).chain(self.further.iter().copied())
    }
}

impl<const W: usize> Setwise<W> {
    /// Returns the moves of a kind from the profiles of all its sites. `None` if the kind has other
    /// moves than leaps, double steps and jumps. Also `None` if it has so few `pieces` that listing
    /// them by `otherwise` costs less.
    pub(crate) fn new(
        kind: KindId,
        profiles: &[Profile<W>],
        pieces: u32,
        starts: &[Starts<W>],
        otherwise: Listing,
    ) -> Option<Setwise<W>> {
        let mut shifts = [const { BTreeMap::<i16, SiteSet<W>>::new() }; 3];
        let mut double_steps: BTreeMap<(i16, Vec<i16>), SiteSet<W>> = BTreeMap::new();
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
                // The last cell of a shift must be empty. A move back to its start does not satisfy
                // this, because the piece itself is there.
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
                // Several paths to one cell may differ only in their en passant squares. Only one
                // of them counts, and shifts cannot select it.
                if twin || pushed.has(special.to) || !special.ways.iter().all(plain) {
                    return None;
                }
                pushed.insert(special.to);
                let passed = special.passed.into_iter().map(delta).collect();
                *double_steps.entry((delta(special.to), passed)).or_insert(SiteSet::EMPTY) |= site;
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
        let mut pushes = Vec::new();
        for ((delta, trace), sources) in double_steps {
            let (&passed, further) = trace.split_first()?;
            for shift in split(delta, sources) {
                pushes.push(DoubleStep { shift, passed, further: further.to_vec(), number: 0 });
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
        let count = quiet.len() + capture.len() + pushes.len() + jumps.len();
        let setwise = Setwise { quiet, capture, passant, entrances, pushes, jumps };
        let cost = match otherwise {
            Listing::ByColumn => 1,
            Listing::Singly => 6,
        };
        (count > 0 && count <= cost * pieces as usize).then_some(setwise)
    }

    /// Adds the moves of another kind.
    pub(crate) fn join(&mut self, other: Setwise<W>) {
        self.quiet.extend(other.quiet);
        self.capture.extend(other.capture);
        self.passant.extend(other.passant);
        self.entrances.extend(other.entrances);
        self.pushes.extend(other.pushes);
        self.jumps.extend(other.jumps);
    }
}

/// How pieces are listed that are not moved all at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Listing {
    /// By a row of a column, which costs about as much as one shift.
    ByColumn,
    /// Piece by piece, which costs several times as much.
    Singly,
}
