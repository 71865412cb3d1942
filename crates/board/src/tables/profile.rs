//! The moves and attacks of one piece on one site, divided by the tables that contain them.
//!
//! Paths with the same result become one entry with alternatives. Moves that capture elsewhere or
//! leave en passant squares are [`Special`] moves. Moves that depend on owners, or that displace a
//! second piece, are [`OwnerSensitive`]. All other moves are `ConditionalReach`es.

use crate::paths::path::{CheckedPath, EnPassantCapture, End, Family, Needs, Path, Ways};
use crate::tables::kinds::in_order;
use crate::tables::lookup::{ConditionalReach, EndSets, Ends, Group, bits};
use alfil_rules::condition::Condition;
use alfil_topology::site_set::{Site, SiteSet};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::Arc;

/// A move that captures on its way or leaves en passant squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Special<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// What must be on the last cell, and what the move captures there.
    pub(crate) end: End,
    /// The enemies that the move captures on its way.
    pub(crate) captured: SiteSet<W>,
    /// The en passant squares that the move leaves.
    pub(crate) passed: SiteSet<W>,
    /// Alternative requirements: cells that must be empty (first set), and cells that must be
    /// occupied (second set). Usually there is one alternative.
    pub(crate) ways: SmallVec<[(SiteSet<W>, SiteSet<W>); 1]>,
}

/// A move that depends on the owners of pieces, captures own pieces, displaces a second piece, or
/// captures en passant on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnerSensitive<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// All captures except those en passant.
    pub(crate) captured: SiteSet<W>,
    /// The start and end cell of a captured piece that is put down elsewhere.
    pub(crate) shifted: Option<(Site, Site)>,
    /// The en passant square of a capture on its way.
    pub(crate) passant: Option<Site>,
    /// The en passant squares that the move leaves.
    pub(crate) passed: SiteSet<W>,
    /// Alternative requirements, each with its en passant capture.
    pub(crate) ways: Vec<(Needs<W>, Option<EnPassantCapture<W>>)>,
}

impl<const W: usize> OwnerSensitive<W> {
    /// Returns whether the move captures a royal piece in every alternative.
    pub(crate) fn captures_royals(&self) -> bool {
        self.ways.iter().all(|(needs, _)| needs.royal.meets(self.captured))
    }
}

/// All moves of one piece on one site.
#[derive(Clone, Default, Debug)]
pub struct Profile<const W: usize> {
    /// Plain moves, sorted, with the actions allowed at their ends.
    pub items: Vec<(ConditionalReach<W>, Ends)>,
    /// The same moves divided into lookup tables, with the cells where each action is allowed.
    /// Empty until the tables are built.
    pub(crate) groups: Vec<(Arc<[Group<W>]>, EndSets<W>)>,
    /// Cells where enemies are captured without moving, with no further requirement.
    pub rifle: SiteSet<W>,
    /// Moves that capture on their way or leave en passant squares.
    pub specials: Vec<Special<W>>,
    /// Moves that depend on owners or displace a second piece.
    pub owner_sensitive: Vec<OwnerSensitive<W>>,
}

/// The attacks of one piece on one site.
#[derive(Clone, Default, Debug)]
pub(crate) struct Threats<const W: usize> {
    /// Attacks that depend only on empty and occupied cells, in order of target.
    pub(crate) plain: Vec<Threat<W>>,
    /// All other attacks: the attacked cell, and the requirements on other cells.
    pub(crate) asking: Vec<(Site, Needs<W>)>,
}

/// An attack that depends only on empty and occupied cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Threat<const W: usize> {
    /// The attacked cell.
    pub(crate) target: Site,
    /// The lines along which the attack runs.
    pub(crate) family: Family,
    /// The cells that must be empty.
    pub(crate) empty: SiteSet<W>,
    /// The cells that must be occupied.
    pub(crate) occupied: SiteSet<W>,
}

impl<const W: usize> Profile<W> {
    /// Returns the profile of `ways` under `restriction`.
    pub fn new(ways: &Ways<'_, W>, restriction: &Condition) -> Profile<W> {
        let items = Vec::with_capacity(ways.count().div_ceil(2));
        let mut profile = Profile { items, ..Profile::default() };
        let mut rows = Rows::default();
        let from = ways.from();
        ways.under(restriction).for_each(|way| profile.add(from, way, &mut rows));
        profile.finish(from, rows);
        profile
    }

    /// Adds one path. `from` is the cell of the piece.
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
        // A plain walk back to its start cell cannot be a plain move, because the piece itself
        // occupies the cell. It becomes a special move.
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

    /// Turns items into special moves if they jump over more pieces than a table can index. All
    /// items with the same destination become special moves as well.
    fn extract_wide_items(&mut self, rows: &mut Rows<W>) {
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

    /// Sorts all entries and joins those with the same result. Called after all paths have been
    /// added.
    fn finish(&mut self, from: Site, mut rows: Rows<W>) {
        self.extract_wide_items(&mut rows);
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
        // Special moves with equal captures become adjacent. Among these, moves that differ only in
        // their en passant squares are adjacent, in the order in which the reference executor
        // prefers them.
        rows.specials.sort_unstable_by(|(a, one), (b, other)| a.order(b).then(one.cmp(other)));
        rows.specials.dedup();
        for alike in rows.specials.chunk_by(|(a, _), (b, _)| a == b) {
            let (Effect { to, end, captured, passed }, _) = alike[0];
            // A capture without moving may have requirements. If the same capture exists without
            // requirements, it is redundant.
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

/// The result of a special move, without its requirements.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effect<const W: usize> {
    to: Site,
    end: End,
    captured: SiteSet<W>,
    passed: SiteSet<W>,
}

impl<const W: usize> Effect<W> {
    /// Compares captures, ends and en passant squares, in this order. Sets of cells are compared
    /// lexicographically.
    fn order(&self, other: &Effect<W>) -> Ordering {
        let captured = self.captured.into_iter().cmp(other.captured);
        captured
            .then_with(|| (self.to, self.end).cmp(&(other.to, other.end)))
            .then_with(|| self.passed.into_iter().cmp(other.passed))
    }
}

/// The last cell, captures, displaced piece, en passant square of a capture, and en passant squares
/// that the move leaves.
type OwnerEffect<const W: usize> =
    (Site, SiteSet<W>, Option<(Site, Site)>, Option<Site>, SiteSet<W>);

/// Special moves by their results.
#[derive(Default)]
struct Rows<const W: usize> {
    specials: Vec<(Effect<W>, (SiteSet<W>, SiteSet<W>))>,
    owner_sensitive: BTreeMap<OwnerEffect<W>, Vec<(Needs<W>, Option<EnPassantCapture<W>>)>>,
}

/// An en passant capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassingTake<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// Other captures of the same move.
    pub(crate) captured: SiteSet<W>,
    /// The start and end cell of a captured piece that is put down elsewhere.
    pub(crate) shifted: Option<(Site, Site)>,
    /// The requirements after the victim is removed.
    pub(crate) needs: Needs<W>,
    /// The en passant square, with the requirements before the victim is removed.
    pub(crate) how: EnPassantCapture<W>,
}

/// Returns all en passant captures of `ways` under `restriction`.
pub(crate) fn in_passing<const W: usize>(
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

/// Returns all attacks of `ways` under `restriction`: each capturing path, once for each cell that
/// it captures.
pub(crate) fn threats<const W: usize>(ways: &Ways<'_, W>, restriction: &Condition) -> Threats<W> {
    // Most cells have two paths, one for a step and one for a capture. So about half of the paths
    // are attacks.
    let mut threats =
        Threats { plain: Vec::with_capacity(ways.count().div_ceil(2)), asking: Vec::new() };
    let from = ways.from();
    // En passant captures are left out here, because `in_passing` returns those of royal pieces.
    let captures = |p: &Path<W>| p.end != End::Passant && p.passant().is_none();
    let allowed = ways.under(restriction).filter(|way| way.allowed);
    for path in allowed.map(|way| way.path).filter(|path| captures(path)) {
        if path.is_plain() {
            // A plain path captures only on its end.
            if path.end == End::Capture {
                let Path { to: target, family, empty, occupied, .. } = *path;
                threats.plain.push(Threat { target, family, empty, occupied });
            }
            continue;
        }
        let required = path.needs();
        let mut victims = path.captured() & required.foes;
        if path.end == End::Capture {
            victims.insert(path.to);
        }
        for target in victims.minus(required.common) {
            let it = SiteSet::of(target);
            let mut needs = required;
            needs.foes = (required.foes | victims).minus(it);
            needs.occupied = needs.occupied.minus(it);
            needs.royal = needs.royal.minus(it);
            // The last cell of a step must be empty, unless it is the start cell.
            if path.end == End::Quiet && path.to != from {
                needs.empty.insert(path.to);
            }
            if !needs.foes.is_empty() || needs.asks_who() {
                if threats.asking.is_empty() {
                    // If one path of a kind has such requirements, most paths have them. So space
                    // is reserved at once.
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
