//! The three forms of moves that the generator reads: rows of single pieces, columns of kinds that
//! move alike, and shifts of all pieces of a kind at once.

use crate::paths::path::{EnPassantCapture, End, Family, Needs};
use crate::tables::kinds::{BySite, Class, Classes, KindSet};
use crate::tables::lookup::Lookup;
use crate::tables::profile::Profile;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};
use std::collections::BTreeMap;
use std::iter;

// The rows of the move tables: moves of one piece from one site.

/// The moves of a piece from one site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceRow<const W: usize> {
    /// Leaps onto empty cells.
    pub(crate) quiet: SiteSet<W>,
    /// Leaps that capture.
    pub(crate) capture: SiteSet<W>,
    /// Leaps that capture en passant.
    pub(crate) passant: SiteSet<W>,
    /// Captures without moving.
    pub(crate) rifle: SiteSet<W>,
    /// Range of `Tables::reaches`.
    pub(crate) reaches: (u32, u32),
    /// Range of `Tables::specials`.
    pub(crate) specials: (u32, u32),
}

/// A lookup of reachable cells, with the moves that are allowed on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliderRow<const W: usize> {
    /// The reachable cells.
    pub(crate) lookup: Lookup<W>,
    /// Cells that must be empty. Otherwise the lookup reaches nothing.
    pub(crate) guard: SiteSet<W>,
    /// The number of following rows whose guards contain this guard. If a cell of this guard is
    /// occupied, those rows reach nothing either.
    pub(crate) skips: u32,
    /// The cells on which the piece may step if they are empty.
    pub(crate) quiet: SiteSet<W>,
    /// The cells on which it may capture.
    pub(crate) capture: SiteSet<W>,
    /// The cells on which it may capture en passant.
    pub(crate) passant: SiteSet<W>,
    /// True if the piece may step and capture on every reachable cell.
    pub(crate) is_open: bool,
}

/// A move that captures on its way, leaves en passant squares, or depends on the owners of pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpecialMove<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// What must be on the last cell, and what the move captures there.
    pub(crate) end: End,
    /// The enemies that the move captures on its way. If the end is [`End::Explicit`], all captures
    /// except those en passant.
    pub(crate) captured: SiteSet<W>,
    /// The en passant squares that the move leaves.
    pub(crate) passed: SiteSet<W>,
    /// The cells that must hold royal pieces in every alternative.
    pub(crate) royal: SiteSet<W>,
    /// Range of `Tables::ways`, or of `Tables::owner_needs` if the end is [`End::Explicit`].
    pub(crate) ways: (u32, u32),
    /// The start and end cell of a captured piece that is put down elsewhere.
    pub(crate) shifted: Option<(Site, Site)>,
    /// The en passant square of a capture on the way.
    pub(crate) passant: Option<Site>,
    /// The number of following rows that capture at least the same cells. If this move cannot
    /// capture on its cells, these rows are skipped.
    pub(crate) alike: u32,
}

/// The requirements of a special move that depends on owners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnerNeeds<const W: usize> {
    /// The requirements on cells. An en passant capture has already removed its victim then.
    pub(crate) needs: Needs<W>,
    /// The en passant capture on the way, if there is one.
    pub(crate) passant: Option<EnPassantCapture<W>>,
}

/// Properties of a kind of one side that decide which rows the generator reads.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct KindFlags {
    /// True if some row has special moves. Captures without moving count too, unless a column lists
    /// them.
    pub(crate) special: bool,
    /// True if some row has captures without moving that are listed in a column.
    pub(crate) rifle: bool,
    /// True if some row has special moves that depend on owners.
    pub(crate) owner_dependent: bool,
    /// True if some row captures en passant.
    pub(crate) passant: bool,
    /// True if some move promotes the piece.
    pub(crate) promotes: bool,
    /// True if moves of the kind reset the halfmove clock.
    pub(crate) irreversible: bool,
}

impl KindFlags {
    /// Returns whether moves of the kind never promote. A royal piece of such a kind only changes
    /// its cell.
    #[inline(always)]
    pub(crate) fn is_plain_king(self) -> bool {
        !self.promotes
    }
}

// Plain moves of one side in columns. A column has one row for each cell, and serves all kinds
// that move alike.
//
// The generator loops over all pieces of a column at once, and need not read lists for each piece.
// Two columns of one kind never contain the same move from the same cell, so no move is generated
// twice. Kinds that do not fit into columns are listed piece by piece.

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

// Moves of all pieces of a kind at once, as shifts of their site set.
//
// This suits kinds that only leap, such as pawns: one shift for each distance replaces a loop over
// pieces. A shift adds a constant to the site indices of all pieces that can make the move. So it
// works on every board, and generates the same moves as the rows of the pieces.

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
