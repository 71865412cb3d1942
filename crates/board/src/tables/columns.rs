//! Plain moves of one side in columns. A column has one row for each cell, and serves all kinds
//! that move alike.
//!
//! The generator loops over all pieces of a column at once, and need not read lists for each piece.
//! Two columns of one kind never contain the same move from the same cell, so no move is generated
//! twice. Kinds that do not fit into columns are listed piece by piece.

use crate::paths::path::Family;
use crate::tables::by_site::BySite;
use crate::tables::kinds::{Class, Classes, KindSet};
use crate::tables::lookup::Lookup;
use crate::tables::piece_rows::{KindFlags, PieceRow, SliderRow};
use crate::tables::setwise::Setwise;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

/// The plain moves of one side, by the form of their rows.
#[derive(Clone, Default, Debug)]
pub(crate) struct Columns<const W: usize> {
    /// Leaps that may both step and capture on the same cells.
    pub(crate) leaps: Vec<Column<SiteSet<W>, W>>,
    /// Leaps with different cells for steps and captures: first the cells for steps, then those for
    /// captures.
    pub(crate) split_leaps: Vec<Column<(SiteSet<W>, SiteSet<W>), W>>,
    /// Slides and other lookups that may both step and capture on all cells that they reach.
    pub(crate) rides: Vec<Column<Lookup<W>, W>>,
    /// Lookups with different cells for steps and captures.
    pub(crate) split_rides: Vec<Column<Split<W>, W>>,
    /// Captures without moving. Their kinds have no other special moves.
    pub(crate) rifles: Vec<Column<SiteSet<W>, W>>,
    /// Kinds that promote, or that have several paths to one cell. Their moves are read from piece
    /// rows.
    pub(crate) mixed: Vec<KindId>,
    /// Kinds whose pieces are moved all at once, by shifts of the whole site set.
    pub(crate) setwise: Setwise<W>,
    /// Kinds with special moves and royal kinds, listed piece by piece.
    pub(crate) singly: Vec<Class>,
}

/// One row for each cell, for the pieces of several kinds.
#[derive(Clone, Debug)]
pub(crate) struct Column<Row, const W: usize> {
    /// The kinds.
    pub(crate) class: Class,
    /// The cells whose row is not empty.
    pub(crate) sites: SiteSet<W>,
    pub(crate) rows: BySite<Row, W>,
}

/// A lookup with masks of the cells to step on and to capture on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Split<const W: usize> {
    /// The cells that the piece reaches.
    pub(crate) lookup: Lookup<W>,
    /// The cells on which it may step.
    pub(crate) quiet: SiteSet<W>,
    /// The cells on which it may capture.
    pub(crate) capture: SiteSet<W>,
}

impl<const W: usize> Split<W> {
    /// Returns the row of a cell from which a piece reaches no cell.
    fn of_nothing(nothing: Lookup<W>) -> Split<W> {
        Split { lookup: nothing, quiet: SiteSet::EMPTY, capture: SiteSet::EMPTY }
    }
}

/// The tables that the rows of pieces refer to.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a, const W: usize> {
    /// All rows of lookups.
    pub(crate) reaches: &'a [SliderRow<W>],
    /// The family of each row.
    pub(crate) families: &'a [Family],
    /// A lookup that reaches no cell.
    pub(crate) nothing: Lookup<W>,
}

impl<const W: usize> Columns<W> {
    /// The approximate size of the rows in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let leaps = size_of_val(&self.leaps[..]) + size_of_val(&self.split_leaps[..]);
        leaps + size_of_val(&self.rides[..]) + size_of_val(&self.split_rides[..])
    }
}

/// Rows and the kinds that have them, before the kinds are joined to classes.
type Found<Row, const W: usize> = Vec<(KindSet, BySite<Row, W>)>;

/// Collects the moves of all kinds of one side.
#[derive(Default)]
pub(crate) struct Collected<const W: usize> {
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
    /// Adds `kind` with one row for each cell.
    pub(crate) fn add(
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

    /// Adds a kind whose pieces are listed one by one.
    pub(crate) fn add_singly(&mut self, kind: KindId) {
        self.singly.insert(kind);
    }

    /// Adds a kind whose pieces are moved all at once.
    pub(crate) fn add_setwise(&mut self, setwise: Setwise<W>) {
        self.setwise.join(setwise);
    }

    /// Returns the columns of all kinds added so far.
    pub(crate) fn finish(self, nothing: Lookup<W>, classes: &mut Classes) -> Columns<W> {
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

/// Splits rows into columns by class. `none` is the row of a cell without moves.
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

/// Adds `kind` to the kinds that have `rows`, or adds a new entry.
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

/// Returns whether `mover` has each step and each capture in only one of its rows, and no row has a
/// guard.
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
