//! Plain movement of one side in columns: a row a site, shared by every kind that moves alike.
//!
//! Owns: [`Columns`]. Takes the rows of a side's pieces; gives the generator loops over all pieces of several
//! kinds where it would ask each piece for its lists. Invariant: what the columns of a kind let a piece do
//! on one site has nothing in common, so that no move is given twice; a kind of which this is not so, or
//! which does more than step and capture where it ends, is listed piece by piece.

use crate::board::compile::by_kind::{KindList, KindSet};
use crate::board::compile::lookup::Lookup;
use crate::board::compile::tables::{Facts, Mover, Reach};
use crate::board::space::by_site::BySite;
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::paths::Family;
use crate::index::Id;
use crate::rules::ruleset::KindId;

/// How the plain moves of one side are listed.
#[derive(Clone, Debug, Default)]
pub struct Columns<const W: usize> {
    /// Leaps that capture where they may step.
    pub leaps: Vec<Column<SiteSet<W>, W>>,
    /// Leaps that may only step, or only capture, on some cells.
    pub split_leaps: Vec<Column<(SiteSet<W>, SiteSet<W>), W>>,
    /// Lookups that capture wherever they may step, and step wherever they reach.
    pub rides: Vec<Column<Lookup<W>, W>>,
    /// Lookups of which some cells are for steps, some for captures.
    pub split_rides: Vec<Column<Split<W>, W>>,
    /// Kinds whose pieces move all at once.
    pub setwise: Vec<KindId>,
    /// Kinds that are listed piece by piece.
    pub singly: Option<KindList>,
}

/// A row a site, for the pieces of several kinds.
#[derive(Clone, Debug)]
pub struct Column<Row, const W: usize> {
    /// The kinds.
    pub kinds: KindList,
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

/// What a column is made of: rows of lookups with their families, and a lookup that gives nothing.
#[derive(Clone, Copy)]
pub struct Source<'a, const W: usize> {
    /// Rows of lookups.
    pub reaches: &'a [Reach<W>],
    /// Their families.
    pub families: &'a [Family],
    /// Reaches no cell.
    pub nothing: Lookup<W>,
}

impl<const W: usize> Columns<W> {
    /// Takes in `kind` with a row for each site.
    pub fn add(&mut self, kind: KindId, facts: Facts, movers: &[Mover<W>], source: Source<'_, W>) {
        let more = facts.special || facts.choices > 0;
        if more || !movers.iter().all(|mover| is_disjoint(mover, source.reaches)) {
            self.list_singly(kind);
            return;
        }
        if movers.iter().any(|m| !(m.quiet | m.capture).is_empty()) {
            if movers.iter().all(|m| m.quiet == m.capture) {
                add(&mut self.leaps, kind, rows(movers, SiteSet::EMPTY, |m| m.quiet));
            } else {
                let none = (SiteSet::EMPTY, SiteSet::EMPTY);
                add(&mut self.split_leaps, kind, rows(movers, none, |m| (m.quiet, m.capture)));
            }
        }
        for family in [Family::Orthogonal, Family::Diagonal, Family::Other] {
            let of = |m: &Mover<W>, n: usize| {
                let own = m.reaches.0 as usize..m.reaches.1 as usize;
                own.filter(|&i| source.families[i] == family).nth(n).map(|i| source.reaches[i])
            };
            for n in 0.. {
                let reaches: Vec<Option<Reach<W>>> = movers.iter().map(|m| of(m, n)).collect();
                if reaches.iter().all(Option::is_none) {
                    break;
                }
                let nothing = source.nothing;
                if reaches.iter().flatten().all(|reach| reach.is_open) {
                    let row = |reach: &Option<Reach<W>>| reach.map_or(nothing, |r| r.lookup);
                    add(&mut self.rides, kind, rows(&reaches, nothing, row));
                } else {
                    let (quiet, capture) = (SiteSet::EMPTY, SiteSet::EMPTY);
                    let none = Split { lookup: nothing, quiet, capture };
                    let row = |reach: &Option<Reach<W>>| {
                        reach.map_or(none, |Reach { lookup, quiet, capture, .. }| Split {
                            lookup,
                            quiet,
                            capture,
                        })
                    };
                    add(&mut self.split_rides, kind, rows(&reaches, none, row));
                }
            }
        }
    }

    /// Takes in a kind whose pieces are listed one by one.
    pub fn list_singly(&mut self, kind: KindId) {
        let mut kinds = self.singly.as_ref().map_or(KindSet::default(), KindList::set);
        kinds.insert(kind);
        self.singly = KindList::new(kinds);
    }
}

/// Whether no two ways of `mover` give the same step or the same capture, and none has a guard.
fn is_disjoint<const W: usize>(mover: &Mover<W>, reaches: &[Reach<W>]) -> bool {
    let (mut quiet, mut capture) = (mover.quiet, mover.capture);
    reaches[mover.reaches.0 as usize..mover.reaches.1 as usize].iter().all(|reach| {
        let fits = reach.guard.is_empty()
            && !quiet.meets(reach.quiet)
            && !capture.meets(reach.capture);
        quiet |= reach.quiet;
        capture |= reach.capture;
        fits
    })
}

fn rows<T, Row: Copy, const W: usize>(
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

/// Adds `kind` to the column that has these rows, or adds one.
fn add<Row: PartialEq, const W: usize>(
    columns: &mut Vec<Column<Row, W>>,
    kind: KindId,
    rows: BySite<Row, W>,
) {
    let known = columns.iter_mut().find(|column| column.rows == rows);
    let mut set = known.as_ref().map_or(KindSet::default(), |column| column.kinds.set());
    set.insert(kind);
    let Some(kinds) = KindList::new(set) else { return };
    match known {
        Some(column) => column.kinds = kinds,
        None => columns.push(Column { kinds, rows }),
    }
}
