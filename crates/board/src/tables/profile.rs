//! What one piece on one site may do, sorted by how it is executed.
//!
//! Owns: [`Profile`], [`ConditionalReach`], [`Special`], [`OwnerSensitive`], [`Threats`], [`in_passing`]. Takes the paths of a movement; gives the
//! tables their rows. Invariant: two paths to one effect are one row (with alternatives); everything
//! that captures elsewhere or leaves a trace is a [`Special`], what asks who stands where or moves a
//! second piece an [`OwnerSensitive`], the rest are [`ConditionalReach`]s.

use crate::paths::path::{CheckedPath, EnPassantCapture, End, Family, Needs, Path, Ways};
use crate::tables::lookup::{EndSets, Group, bits};
use crate::tables::reach::ConditionalReach;
use crate::tables::reach::Ends;
use crate::topology::by_site::in_order;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::condition::Condition;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::Arc;

/// A move that captures on its way or leaves a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Special<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// What happens there.
    pub end: End,
    /// Enemies it captures on its way.
    pub captured: SiteSet<W>,
    /// Cells it passes that an `e` may enter next turn.
    pub passed: SiteSet<W>,
    /// It may go if one of these holds: cells that must be empty, cells that must be occupied. Mostly there is one.
    pub ways: SmallVec<[(SiteSet<W>, SiteSet<W>); 1]>,
}

/// A move that asks who stands where, captures one's own, moves a second piece, or captures in passing
/// on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnerSensitive<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// All that it captures, but in passing.
    pub captured: SiteSet<W>,
    /// A second piece that is put down elsewhere: from, to.
    pub shifted: Option<(Site, Site)>,
    /// The cell on which it captures in passing.
    pub passant: Option<Site>,
    /// Cells it passes that an `e` may enter next turn.
    pub passed: SiteSet<W>,
    /// It may go if one of these holds.
    pub ways: Vec<(Needs<W>, Option<EnPassantCapture<W>>)>,
}

impl<const W: usize> OwnerSensitive<W> {
    /// Whether it goes only if it captures a royal piece.
    pub fn captures_royals(&self) -> bool {
        self.ways.iter().all(|(needs, _)| needs.royal.meets(self.captured))
    }
}

/// All that one piece on one site may do.
#[derive(Clone, Default, Debug)]
pub struct Profile<const W: usize> {
    /// Plain reaching, in order, with what may be done there.
    pub items: Vec<(ConditionalReach<W>, Ends)>,
    /// The same in groups, with the cells on which something may be done; none if they are not wanted.
    pub groups: Vec<(Arc<[Group<W>]>, EndSets<W>)>,
    /// Cells whose enemies are captured without moving, whatever else stands where.
    pub rifle: SiteSet<W>,
    /// Captures on the way, traces.
    pub specials: Vec<Special<W>>,
    /// The rest.
    pub owner_sensitive: Vec<OwnerSensitive<W>>,
}

/// What one piece attacks from where it stands.
#[derive(Clone, Default, Debug)]
pub struct Threats<const W: usize> {
    /// Attacks that ask no more than which cells are occupied, in order of target.
    pub plain: Vec<Threat<W>>,
    /// The others: the attacked cell, and what they ask of other cells.
    pub asking: Vec<(Site, Needs<W>)>,
}

/// An attack that asks no more than which cells are occupied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Threat<const W: usize> {
    /// The attacked cell.
    pub target: Site,
    /// Which lines it runs along.
    pub family: Family,
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// Must be occupied.
    pub occupied: SiteSet<W>,
}

impl<const W: usize> Profile<W> {
    /// The profile of `ways` under `restriction`.
    pub fn new(ways: &Ways<'_, W>, restriction: &Condition) -> Profile<W> {
        let items = Vec::with_capacity(ways.count().div_ceil(2));
        let mut profile = Profile { items, ..Profile::default() };
        let mut rows = Rows::default();
        let from = ways.from();
        ways.under(restriction).for_each(|way| profile.add(from, way, &mut rows));
        profile.finish(from, rows);
        profile
    }

    /// Adds one way.
    fn add(
        &mut self,
        from: Site,
        CheckedPath { path, allowed }: CheckedPath<'_, W>,
        rows: &mut Rows<W>,
    ) {
        let (captured, passed) = (path.captured(), path.passed());
        if path.end == End::Explicit {
            if allowed {
                let passant = path.passant();
                let cell = passant.map(|p| p.cell);
                let effect = (path.to, captured, path.shifted(), cell, passed);
                let ways = rows.owner_sensitive.entry(effect).or_default();
                ways.push((path.needs(), passant));
            }
            return;
        }
        let Path { empty, occupied, .. } = *path;
        // A walk back to its start without a capture is a pass: no item, since its own cell is
        // never empty.
        if captured.is_empty() && passed.is_empty() && path.to != from {
            let item = ConditionalReach { family: path.family, site: path.to, empty, occupied };
            let mut ends = Ends::default();
            match path.end {
                End::Quiet => ends.quiet = allowed,
                End::Capture => ends.capture = allowed,
                End::Passant => ends.passant = allowed,
                End::Explicit => {}
            }
            match self.items.last_mut() {
                Some((last, all)) if *last == item => *all |= ends,
                _ => self.items.push((item, ends)),
            }
            return;
        }
        if !allowed {
            return;
        }
        let unconditional = empty.is_empty() && occupied.is_empty() && passed.is_empty();
        if unconditional && path.to == from && path.end == End::Quiet && captured.count() == 1 {
            self.rifle |= captured;
            return;
        }
        let effect = Effect { to: path.to, end: path.end, captured, passed };
        rows.specials.push((effect, (empty, occupied)));
    }

    /// Takes the cells out of the items that are reached over more pieces than a table is indexed by: how one gets there is
    /// asked way by way.
    fn part_from_wide(&mut self, rows: &mut Rows<W>) {
        let wide = self.items.iter().filter(|(item, _)| item.occupied.count() > bits::<W>());
        let wide: SiteSet<W> = wide.map(|(item, _)| item.site).collect();
        if wide.is_empty() {
            return;
        }
        for (item, ends) in self.items.extract_if(.., |(item, _)| wide.has(item.site)) {
            for (end, goes) in [End::Quiet, End::Capture, End::Passant].into_iter().zip(ends.each())
            {
                let (captured, passed) = (SiteSet::EMPTY, SiteSet::EMPTY);
                let effect = Effect { to: item.site, end, captured, passed };
                if goes {
                    rows.specials.push((effect, (item.empty, item.occupied)));
                }
            }
        }
    }

    /// Brings all in order once every term has been added.
    fn finish(&mut self, from: Site, mut rows: Rows<W>) {
        self.part_from_wide(&mut rows);
        self.items = in_order::<_, W>(take(&mut self.items), |(item, _)| item.site);
        self.items.sort_by_key(|(item, _)| item.family);
        let cell = |item: &ConditionalReach<W>| (item.family, item.site);
        for alike in self.items.chunk_by_mut(|(a, _), (b, _)| cell(a) == cell(b)) {
            alike.sort_by_key(|(item, _)| *item);
        }
        self.items.dedup_by(|(item, ends), (first, all)| {
            let same = item == first;
            if same {
                *all |= *ends;
            }
            same
        });
        // Specials that want one piece captured stand together, and among them those with one effect but for the trace, in
        // the order in which the reference would keep them.
        rows.specials.sort_unstable_by(|(a, one), (b, other)| a.order(b).then(one.cmp(other)));
        rows.specials.dedup();
        for alike in rows.specials.chunk_by(|(a, _), (b, _)| a == b) {
            let (Effect { to, end, captured, passed }, _) = alike[0];
            // A capture without moving that always goes needs no second row that sometimes goes.
            let same = to == from && end == End::Quiet && captured.count() == 1;
            if !(same && captured.within(self.rifle)) {
                let ways = alike.iter().map(|(_, way)| *way).collect();
                self.specials.push(Special { to, end, captured, passed, ways });
            }
        }
        for ((to, captured, shifted, passant, passed), mut ways) in rows.owner_sensitive {
            ways.sort();
            ways.dedup();
            self.owner_sensitive.push(OwnerSensitive {
                to,
                captured,
                shifted,
                passant,
                passed,
                ways,
            });
        }
    }
}

/// What comes of a special, whichever of its ways it goes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effect<const W: usize> {
    to: Site,
    end: End,
    captured: SiteSet<W>,
    passed: SiteSet<W>,
}

impl<const W: usize> Effect<W> {
    /// Sets of cells by their cells, one after another.
    fn order(&self, other: &Effect<W>) -> Ordering {
        let captured = self.captured.into_iter().cmp(other.captured);
        captured
            .then_with(|| (self.to, self.end).cmp(&(other.to, other.end)))
            .then_with(|| self.passed.into_iter().cmp(other.passed))
    }
}

/// To, captured, shifted, passed cell of a capture, passed.
type OwnerEffect<const W: usize> =
    (Site, SiteSet<W>, Option<(Site, Site)>, Option<Site>, SiteSet<W>);

/// Specials with their effects.
#[derive(Default)]
struct Rows<const W: usize> {
    specials: Vec<(Effect<W>, (SiteSet<W>, SiteSet<W>))>,
    owner_sensitive: BTreeMap<OwnerEffect<W>, Vec<(Needs<W>, Option<EnPassantCapture<W>>)>>,
}

/// A capture in passing.
#[derive(Clone, Copy, Debug)]
pub struct PassingTake<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// What it captures besides.
    pub captured: SiteSet<W>,
    /// A piece that is put down elsewhere.
    pub shifted: Option<(Site, Site)>,
    /// What it asks.
    pub needs: Needs<W>,
    /// The passed cell, and what is asked before its victim is gone.
    pub how: EnPassantCapture<W>,
}

/// Every capture in passing of `ways` under `restriction`.
pub fn in_passing<const W: usize>(
    ways: &Ways<'_, W>,
    restriction: &Condition,
) -> Vec<PassingTake<W>> {
    let of = |path: &Path<W>, needs, how| {
        let (captured, shifted) = (path.captured(), path.shifted());
        PassingTake { to: path.to, captured, shifted, needs, how }
    };
    let take = |path: &Path<W>| match (path.passant(), path.end) {
        (Some(passant), _) => Some(of(path, path.needs(), passant)),
        (None, End::Passant) => {
            let Path { mut empty, occupied, .. } = *path;
            empty.insert(path.to);
            let needs = Needs { foes: path.captured(), ..Needs::NONE };
            Some(of(path, needs, EnPassantCapture { cell: path.to, empty, occupied }))
        }
        (None, End::Quiet | End::Capture | End::Explicit) => None,
    };
    let allowed = ways.under(restriction).filter(|way| way.allowed);
    allowed.filter_map(|way| take(way.path)).collect()
}

/// Every attack of `ways` under `restriction`: its capturing paths, once for each cell they capture.
pub fn threats<const W: usize>(ways: &Ways<'_, W>, restriction: &Condition) -> Threats<W> {
    // Most cells are reached by two paths, one of which captures.
    let mut threats =
        Threats { plain: Vec::with_capacity(ways.count().div_ceil(2)), asking: Vec::new() };
    let from = ways.from();
    // Nothing royal is ever taken in passing.
    let captures = |p: &Path<W>| p.end != End::Passant && p.passant().is_none();
    let allowed = ways.under(restriction).filter(|way| way.allowed);
    for path in allowed.map(|way| way.path).filter(|path| captures(path)) {
        if path.is_plain() {
            // It captures on its end, or nothing.
            if path.end == End::Capture {
                let Path { to: target, family, empty, occupied, .. } = *path;
                threats.plain.push(Threat { target, family, empty, occupied });
            }
            continue;
        }
        let asked = path.needs();
        let mut victims = path.captured() & asked.foes;
        if path.end == End::Capture {
            victims.insert(path.to);
        }
        for target in victims.minus(asked.common) {
            let it = SiteSet::of(target);
            let mut needs = asked;
            needs.foes = (asked.foes | victims).minus(it);
            needs.occupied = needs.occupied.minus(it);
            needs.royal = needs.royal.minus(it);
            // A path that ends on a third cell without capturing there needs it empty.
            if path.end == End::Quiet && path.to != from {
                needs.empty.insert(path.to);
            }
            if !needs.foes.is_empty() || needs.asks_who() {
                if threats.asking.is_empty() {
                    // Where one way asks most do.
                    threats.asking.reserve(ways.count());
                }
                threats.asking.push((target, needs));
                continue;
            }
            let family = if victims.is_single() && path.end == End::Capture {
                path.family
            } else {
                Family::Other
            };
            let Needs { empty, occupied, .. } = needs;
            threats.plain.push(Threat { target, family, empty, occupied });
        }
    }
    threats.plain = in_order::<_, W>(threats.plain, |threat| threat.target);
    for alike in threats.plain.chunk_by_mut(|a, b| a.target == b.target) {
        alike.sort_unstable();
    }
    threats.plain.dedup();
    threats.asking.sort_unstable();
    threats.asking.dedup();
    threats
}
