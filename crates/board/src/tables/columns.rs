//! Plain movement of one side in columns: a row a site, shared by every kind that moves alike.
//!
//! Owns: [`Columns`], collected kind by kind in [`Collected`]. Takes the rows of a side's pieces; gives the generator loops over all pieces of several
//! kinds where it would ask each piece for its lists. Invariant: what the columns of a kind let a piece do
//! on one site has nothing in common, so that no move is given twice; kinds of which this is not so, or which
//! do more than step and capture where they end, are asked piece by piece.

use crate::paths::path::Family;
use crate::tables::kinds::{Class, Classes, KindSet};
use crate::tables::lookup::Lookup;
use crate::tables::piece_rows::{KindFlags, PieceRow, SliderRow};
use crate::tables::setwise::Setwise;
use crate::topology::by_site::BySite;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;

/// How the plain moves of one side are listed.
#[derive(Clone, Debug)]
pub struct Columns<const W: usize> {
    /// Leaps that capture where they may step.
    pub leaps: Vec<Column<SiteSet<W>, W>>,
    /// Leaps that may only step, or only capture, on some cells.
    pub split_leaps: Vec<Column<(SiteSet<W>, SiteSet<W>), W>>,
    /// Lookups that capture wherever they may step, and step wherever they reach.
    pub rides: Vec<Column<Lookup<W>, W>>,
    /// Lookups of which some cells are for steps, some for captures.
    pub split_rides: Vec<Column<Split<W>, W>>,
    /// Captures without moving, of kinds that do nothing else besides stepping and capturing where they end.
    pub rifles: Vec<Column<SiteSet<W>, W>>,
    /// Kinds that promote, or whose ways to one cell are several: asked for their rows piece by piece.
    pub mixed: Vec<KindId>,
    /// Kinds whose pieces move all at once.
    pub setwise: Setwise<W>,
    /// Kinds that do more than step and capture where they end: listed piece by piece.
    pub singly: Vec<Class>,
}

/// A row a site, for the pieces of several kinds.
#[derive(Clone, Debug)]
pub struct Column<Row, const W: usize> {
    /// The kinds.
    pub class: Class,
    /// Where they have something to look up: a column may be of some sites only.
    pub sites: SiteSet<W>,
    /// Their rows.
    pub rows: BySite<Row, W>,
}

/// A lookup, cells to step on and cells to capture on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split<const W: usize> {
    /// Where the piece gets.
    pub lookup: Lookup<W>,
    /// Cells it may step on if empty.
    pub quiet: SiteSet<W>,
    /// Cells on which it may capture.
    pub capture: SiteSet<W>,
}

impl<const W: usize> Split<W> {
    /// The row of a site where there is nothing to look up.
    fn of_nothing(nothing: Lookup<W>) -> Split<W> {
        Split { lookup: nothing, quiet: SiteSet::EMPTY, capture: SiteSet::EMPTY }
    }
}

/// What a column is made of: rows of lookups with their families, and a lookup that gives nothing.
#[derive(Clone, Copy)]
pub struct Source<'a, const W: usize> {
    /// Rows of lookups.
    pub reaches: &'a [SliderRow<W>],
    /// Their families.
    pub families: &'a [Family],
    /// Reaches no cell.
    pub nothing: Lookup<W>,
}

impl<const W: usize> Columns<W> {
    /// Bytes of the rows, about.
    pub fn bytes(&self) -> usize {
        let leaps = size_of_val(&self.leaps[..]) + size_of_val(&self.split_leaps[..]);
        leaps + size_of_val(&self.rides[..]) + size_of_val(&self.split_rides[..])
    }
}

/// Kinds with their rows, before it is known which kinds share them.
type Found<Row, const W: usize> = Vec<(KindSet, BySite<Row, W>)>;

/// Columns while kinds are taken in one after another.
#[derive(Default)]
pub struct Collected<const W: usize> {
    leaps: Found<SiteSet<W>, W>,
    split_leaps: Found<(SiteSet<W>, SiteSet<W>), W>,
    rides: Found<Lookup<W>, W>,
    split_rides: Found<Split<W>, W>,
    rifles: Found<SiteSet<W>, W>,
    mixed: Vec<KindId>,
    setwise: Setwise<W>,
    singly: KindSet,
}

impl<const W: usize> Collected<W> {
    /// Takes in `kind` with a row for each site.
    pub fn add(
        &mut self,
        kind: KindId,
        facts: KindFlags,
        movers: &[PieceRow<W>],
        source: Source<'_, W>,
    ) {
        let disjoint = |mover| is_disjoint(mover, source.reaches);
        if facts.special {
            self.singly.insert(kind);
            return;
        }
        if facts.rifle {
            join(&mut self.rifles, kind, rows(movers, SiteSet::EMPTY, |m| m.rifle));
        }
        if facts.promotes || !movers.iter().all(disjoint) {
            self.mixed.push(kind);
            return;
        }
        if movers.iter().any(|m| !(m.quiet | m.capture).is_empty()) {
            if movers.iter().all(|m| m.quiet == m.capture) {
                join(&mut self.leaps, kind, rows(movers, SiteSet::EMPTY, |m| m.quiet));
            } else {
                let none = (SiteSet::EMPTY, SiteSet::EMPTY);
                join(&mut self.split_leaps, kind, rows(movers, none, |m| (m.quiet, m.capture)));
            }
        }
        for family in [Family::Orthogonal, Family::Diagonal, Family::Other] {
            let of = |m: &PieceRow<W>, n: usize| {
                let own = m.reaches.0 as usize..m.reaches.1 as usize;
                own.filter(|&i| source.families[i] == family).nth(n).map(|i| source.reaches[i])
            };
            for n in 0.. {
                let reaches: Vec<Option<SliderRow<W>>> = movers.iter().map(|m| of(m, n)).collect();
                if reaches.iter().all(Option::is_none) {
                    break;
                }
                let nothing = source.nothing;
                if reaches.iter().flatten().all(|reach| reach.is_open) {
                    let row = |reach: &Option<SliderRow<W>>| reach.map_or(nothing, |r| r.lookup);
                    join(&mut self.rides, kind, rows(&reaches, nothing, row));
                } else {
                    let none = Split::of_nothing(nothing);
                    let row = |reach: &Option<SliderRow<W>>| {
                        reach.map_or(none, |SliderRow { lookup, quiet, capture, .. }| Split {
                            lookup,
                            quiet,
                            capture,
                        })
                    };
                    join(&mut self.split_rides, kind, rows(&reaches, none, row));
                }
            }
        }
    }

    /// Takes in a kind whose pieces are listed one by one.
    pub fn add_singly(&mut self, kind: KindId) {
        self.singly.insert(kind);
    }

    /// Takes in a kind whose pieces move all at once.
    pub fn add_setwise(&mut self, setwise: Setwise<W>) {
        self.setwise.join(setwise);
    }

    /// The columns of all kinds that were taken in.
    pub fn finish(self, nothing: Lookup<W>, classes: &mut Classes) -> Columns<W> {
        Columns {
            singly: classes.cover(self.singly),
            leaps: columns(self.leaps, SiteSet::EMPTY, classes),
            split_leaps: columns(self.split_leaps, (SiteSet::EMPTY, SiteSet::EMPTY), classes),
            rides: columns(self.rides, nothing, classes),
            split_rides: columns(self.split_rides, Split::of_nothing(nothing), classes),
            rifles: columns(self.rifles, SiteSet::EMPTY, classes),
            mixed: self.mixed,
            setwise: self.setwise,
        }
    }
}

/// The columns of rows that were found; `none` is the row of a site where there is nothing to look up.
fn columns<Row: Clone + PartialEq, const W: usize>(
    found: Found<Row, W>,
    none: Row,
    classes: &mut Classes,
) -> Vec<Column<Row, W>> {
    let mut columns = Vec::with_capacity(found.len());
    for (kinds, rows) in found {
        let all = (0..SiteSet::<W>::CAPACITY).map(Site::from_index);
        let sites: SiteSet<W> = all.filter(|&site| rows[site] != none).collect();
        let class = |class| Column { class, sites, rows: rows.clone() };
        columns.extend(classes.cover(kinds).into_iter().map(class));
    }
    columns
}

/// Adds `kind` to those that have these rows, or adds the rows.
fn join<Row: PartialEq, const W: usize>(
    found: &mut Found<Row, W>,
    kind: KindId,
    rows: BySite<Row, W>,
) {
    match found.iter_mut().find(|known| known.1 == rows) {
        Some((kinds, _)) => kinds.insert(kind),
        None => found.push(([kind].into_iter().collect(), rows)),
    }
}

/// Whether no two ways of `mover` give the same step or the same capture, and none has a guard.
fn is_disjoint<const W: usize>(mover: &PieceRow<W>, reaches: &[SliderRow<W>]) -> bool {
    let (mut quiet, mut capture) = (mover.quiet, mover.capture);
    reaches[mover.reaches.0 as usize..mover.reaches.1 as usize].iter().all(|reach| {
        let fits =
            reach.guard.is_empty() && !quiet.meets(reach.quiet) && !capture.meets(reach.capture);
        quiet |= reach.quiet;
        capture |= reach.capture;
        fits
    })
}

pub(super) fn rows<T, Row: Copy, const W: usize>(
    of: &[T],
    none: Row,
    row: impl Fn(&T) -> Row,
) -> BySite<Row, W> {
    let mut rows = BySite::new(none);
    for (site, it) in of.iter().enumerate() {
        rows[Site::from_index(site)] = row(it);
    }
    rows
}
