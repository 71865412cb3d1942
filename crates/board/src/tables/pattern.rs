//! Where movements that questions and effects name lead.
//!
//! Owns: [`Pattern`], collected in [`Patterns`]. Takes an arena and a movement string, or terms of a kind. Gives: what
//! `board/engine/predicates` and `board/engine/effects` look up. Invariant: a pattern leads where the reference would walk it.

use crate::model::board_model::BoardModel;
use crate::paths::path::{Path, Tracer};
use crate::paths::terrain::Piece;
use crate::tables::capture_paths::{CapturePath, Span, in_passing};
use crate::tables::rides::Rides;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_rules::question;
use alfil_rules::side::{BySide, Side};
use std::sync::Arc;

/// Where a movement string leads, by the side whose directions it takes and the cell where it begins.
#[derive(Clone, Debug)]
pub struct Pattern<const W: usize> {
    ways: BySide<Arc<AllWays<W>>>,
    /// The kind of which it has every term.
    whole: Option<KindId>,
}

/// Where a movement leads from every cell.
#[derive(Debug)]
struct AllWays<const W: usize> {
    /// By cell.
    leads: Vec<Leads<W>>,
    /// The steps that its ways past some cells to a piece are made of, if they are made so.
    rides: Option<Rides<W>>,
}

/// Patterns that were worked out: sentences ask for the same movement again and again.
#[derive(Default)]
pub struct Patterns<const W: usize>(Vec<(question::Pattern, Pattern<W>)>);

/// Where a movement leads from a cell.
#[derive(Clone, Debug)]
pub struct Leads<const W: usize> {
    /// Every way of it.
    pub takes: Vec<CapturePath<W>>,
    /// Where they end, on empty cells and on those of pieces that they take, if none asks anything of other cells.
    pub leaps: Option<[SiteSet<W>; 2]>,
    /// Those of its ways that take a piece where they end and pass other cells.
    spans: Vec<Span<W>>,
    /// Where those end, if no two of them do on one cell: they stand in the order of these cells.
    ends: SiteSet<W>,
    /// Cells of which each of those passes one.
    near: SiteSet<W>,
    /// The ways of that kind that end here, whichever cell they come from: each before those that pass its cells as well. None
    /// where steps make them.
    sights: Vec<Sight<W>>,
    /// Where ways take a piece that ask nothing of other cells, if all others that take one are of that kind, end on one cell each
    /// and want those that they pass empty.
    strikes: Option<SiteSet<W>>,
}

/// A way past some cells, from where it ends.
#[derive(Clone, Copy, Debug)]
struct Sight<const W: usize> {
    /// Where it begins.
    from: Site,
    /// The cells that it wants empty.
    passed: SiteSet<W>,
    /// Those that it wants occupied.
    hurdles: SiteSet<W>,
    /// How many of the next ones pass its cells as well, so that they lead nowhere if these cannot be passed.
    skips: usize,
}

impl<const W: usize> Patterns<W> {
    /// What `pattern` says on this board.
    pub fn of(&mut self, arena: &BoardModel, pattern: &question::Pattern) -> Pattern<W> {
        let is_known = |known: &question::Pattern| {
            let (these, those) = (&pattern.movement.terms, &known.movement.terms);
            known.kind == pattern.kind && are_same(these.iter(), those.iter())
        };
        if let Some((_, known)) = self.0.iter().find(|(known, _)| is_known(known)) {
            return known.clone();
        }
        let new = Pattern::new(arena, pattern);
        self.0.push((pattern.clone(), new.clone()));
        new
    }
}

/// Whether terms go the same ways under the same conditions.
fn are_same<'a>(
    mut these: impl Iterator<Item = &'a Term>,
    mut those: impl Iterator<Item = &'a Term>,
) -> bool {
    loop {
        match (these.next(), those.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a.action == b.action && a.when == b.when => {}
            (Some(_), Some(_)) | (Some(_), None) | (None, Some(_)) => return false,
        }
    }
}

/// The kind of which `pattern` has every term that walks, where nobody lends his ways to another.
fn whole(arena: &BoardModel, pattern: &question::Pattern) -> Option<KindId> {
    let kinds = &arena.rules.kinds;
    if kinds.iter().flat_map(|kind| &kind.moves.terms).any(Term::relays) {
        return None;
    }
    let walks = |term: &&Term| matches!(term.action, Action::Walk(_));
    let all = |kind: KindId| kinds[kind].moves.terms.iter().filter(walks);
    pattern.kind.filter(|&kind| are_same(pattern.movement.terms.iter(), all(kind)))
}

impl<const W: usize> Pattern<W> {
    /// Of a movement string, or of terms of a kind, which may capture in passing.
    fn new(arena: &BoardModel, pattern: &question::Pattern) -> Pattern<W> {
        let terrain = arena.terrain();
        let terms = pattern.movement.terms.iter();
        let mut terms: Vec<Tracer<'_, W>> = terms.map(|t| Tracer::new(terrain, t)).collect();
        let mut all = |side| -> Arc<AllWays<W>> {
            let piece = Piece { side, kind: pattern.kind.unwrap_or_default() };
            let mut from = |site| {
                let mut takes = Vec::new();
                for term in &mut terms {
                    let paths = term.allowed(site, piece, &Condition::Always);
                    let fits = |path: &&Path<W>| pattern.kind.is_some() || !in_passing(path);
                    let paths: Vec<&Path<W>> = paths.filter(fits).collect();
                    takes.reserve_exact(paths.len());
                    takes.extend(paths.into_iter().map(CapturePath::of));
                }
                Leads::new(site, takes)
            };
            Arc::new(AllWays::new(arena.graph.sites().map(&mut from).collect()))
        };
        let white = all(Side::White);
        let alike = |term: &Term| terrain.walks_alike(term) && terrain.holds_alike(&term.when);
        let black = match pattern.movement.terms.iter().all(alike) {
            true => white.clone(),
            false => all(Side::Black),
        };
        Pattern { ways: BySide([white, black]), whole: whole(arena, pattern) }
    }

    /// Where it leads from `site`.
    pub fn leads(&self, side: Side, site: Site) -> &Leads<W> {
        &self.ways[side].leads[site.index()]
    }

    /// From where it leads past cells to a piece on `ends`, if `passable` are those that it may pass.
    pub fn sighted(&self, side: Side, ends: SiteSet<W>, passable: SiteSet<W>) -> SiteSet<W> {
        let AllWays { leads, rides } = &*self.ways[side];
        match rides {
            Some(rides) => rides.sighted(ends, passable),
            None => ends
                .into_iter()
                .fold(SiteSet::EMPTY, |seeing, to| seeing | leads[to.index()].sighted(passable)),
        }
    }

    /// The cells between `from` and pieces on `ends` that it takes, all of which are `passable`.
    pub fn along(
        &self,
        side: Side,
        from: Site,
        ends: SiteSet<W>,
        passable: SiteSet<W>,
    ) -> SiteSet<W> {
        let AllWays { leads, rides } = &*self.ways[side];
        match rides {
            Some(rides) => rides.along(from, ends, passable),
            None => leads[from.index()].along(from, ends, passable),
        }
    }

    /// Whether it has all terms by which pieces of `kind` go from cell to cell, but for castling.
    pub fn is_whole_of(&self, kind: KindId) -> bool {
        self.whole == Some(kind)
    }

    /// Its ways from `site`.
    pub fn from(&self, side: Side, site: Site) -> &[CapturePath<W>] {
        &self.leads(side, site).takes
    }
}

impl<const W: usize> AllWays<W> {
    fn new(mut leads: Vec<Leads<W>>) -> AllWays<W> {
        let spans = leads.iter().map(|leads| &leads.spans[..]);
        let rides = Rides::new(spans.enumerate().map(|(at, spans)| (Site::from_index(at), spans)));
        if rides.is_none() {
            for from in 0..leads.len() {
                for Span { to, passed, hurdles } in leads[from].spans.clone() {
                    let from = Site::from_index(from);
                    leads[to.index()].sights.push(Sight { from, passed, hurdles, skips: 0 });
                }
            }
            for leads in &mut leads {
                leads.sights = nested(std::mem::take(&mut leads.sights));
            }
        }
        AllWays { leads, rides }
    }
}

impl<const W: usize> Leads<W> {
    /// Of all ways from `site`.
    fn new(site: Site, takes: Vec<CapturePath<W>>) -> Leads<W> {
        let mut leaps = Some([SiteSet::EMPTY; 2]);
        for take in &takes {
            match (take.is_leap(), &mut leaps) {
                (true, Some(leaps)) => {
                    leaps[usize::from(!take.captured.is_empty())].insert(take.to)
                }
                (false, _) | (true, None) => leaps = None,
            }
        }
        let mut spans: Vec<Span<W>> = takes.iter().filter_map(|take| take.span(site)).collect();
        spans.sort_by_key(|span| span.passed.count());
        let mut near = SiteSet::EMPTY;
        for span in &spans {
            if !span.passed.meets(near) {
                near |= span.passed;
            }
        }
        spans.sort_by_key(|span| span.to);
        let ends: SiteSet<W> = spans.iter().map(|span| span.to).collect();
        let distinct = ends.count() as usize == spans.len();
        let ends = if distinct { ends } else { SiteSet::EMPTY };
        let mut strikes = Some(SiteSet::EMPTY).filter(|_| distinct);
        for take in takes.iter().filter(|take| !take.captured.is_empty()) {
            match &mut strikes {
                Some(strikes) if take.is_leap() => strikes.insert(take.to),
                Some(_) if take.is_ride(site) => {}
                Some(_) | None => strikes = None,
            }
        }
        Leads { takes, leaps, spans, near, ends, sights: Vec::new(), strikes }
    }

    /// Those of `pieces` that could be taken, whoever's they are, when `blockers` stand in the way; nothing if more would have to
    /// be known.
    pub fn taken(&self, pieces: SiteSet<W>, blockers: SiteSet<W>) -> Option<SiteSet<W>> {
        let mut taken = pieces & self.strikes?;
        (pieces & self.ends).each(|to| {
            if !self.spans[self.ends.rank(to)].passed.meets(blockers) {
                taken.insert(to);
            }
        });
        Some(taken)
    }

    /// From where something leads past cells to a piece here, if `passable` are those that it may pass.
    fn sighted(&self, passable: SiteSet<W>) -> SiteSet<W> {
        let mut from = SiteSet::EMPTY;
        let mut next = 0;
        while let Some(sight) = self.sights.get(next) {
            next += 1;
            if !sight.passed.within(passable) {
                next += sight.skips;
            } else if !sight.hurdles.meets(passable) {
                from.insert(sight.from);
            }
        }
        from
    }

    /// The cells between `from` and pieces on `ends` that it takes, all of which are `passable`.
    fn along(&self, from: Site, ends: SiteSet<W>, passable: SiteSet<W>) -> SiteSet<W> {
        let mut passed = SiteSet::EMPTY;
        if !self.near.meets(passable) {
            return passed;
        }
        let open = |span: &Span<W>| span.passed.within(passable) && !span.hurdles.meets(passable);
        match self.ends.is_empty() {
            false => (ends & self.ends).each(|to| {
                let span = &self.spans[self.ends.rank(to)];
                passed |= if open(span) { span.passed } else { SiteSet::EMPTY };
            }),
            true => {
                for span in self.spans.iter().filter(|span| ends.has(span.to) && open(span)) {
                    passed |= span.passed;
                }
            }
        }
        passed.minus(SiteSet::of(from))
    }
}

/// Sights in such an order that those stand behind one whose cells they pass as well.
fn nested<const W: usize>(mut sights: Vec<Sight<W>>) -> Vec<Sight<W>> {
    sights.sort_by_key(|sight| sight.passed.count());
    let mut sorted: Vec<Sight<W>> = Vec::with_capacity(sights.len());
    for sight in sights {
        // It comes behind all that the first one which passes no other cells than it does has behind it, and so on among those.
        let (mut at, mut end) = (0, sorted.len());
        while at < end {
            let next = at + 1 + sorted[at].skips;
            if sorted[at].passed.within(sight.passed) {
                sorted[at].skips += 1;
                (at, end) = (at + 1, next);
            } else {
                at = next;
            }
        }
        sorted.insert(at, sight);
    }
    sorted
}
