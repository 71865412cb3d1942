//! The paths of the movements that predicates and effects name, from every cell.
//!
//! Predicates about terms of a kind use them too. The paths are the same as those that the
//! reference executor follows.

use crate::model::board_model::BoardModel;
use crate::paths::path::{Path, Tracer};
use crate::paths::terrain::Piece;
use crate::tables::capture_paths::{CapturePath, Span, in_passing};
use alfil_diagnostics::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term};
use alfil_rules::question;
use alfil_rules::ruleset::Kind;
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};
use std::sync::Arc;

/// The paths of a movement, by side and start cell.
#[derive(Clone, Debug)]
pub(crate) struct Pattern<const W: usize> {
    leads: BySide<Arc<Vec<Leads<W>>>>,
    /// The kind that moves and attacks by exactly the terms of the pattern, if there is one.
    whole_kind: Option<KindId>,
}

/// A cache of patterns, because predicates often repeat a movement.
#[derive(Default)]
pub(crate) struct Patterns<const W: usize>(Vec<(question::Pattern, Pattern<W>)>);

/// The paths of a movement from one cell.
#[derive(Clone, Debug)]
pub(crate) struct Leads<const W: usize> {
    /// All paths.
    pub(crate) takes: Vec<CapturePath<W>>,
    /// The empty cells that leaps reach, and the cells on which leaps capture. `None` unless all
    /// paths are leaps.
    pub(crate) leaps: Option<[SiteSet<W>; 2]>,
    /// For each path that captures on its last cell, the cells on its way. Sorted by the last cell.
    /// Paths without a cell between that must be empty are missing.
    spans: Vec<Span<W>>,
    /// The last cells of `spans` if these are all different. Empty otherwise.
    ends: SiteSet<W>,
    /// A set with at least one passed cell of every span. If none of these cells is passable, no
    /// span is.
    near: SiteSet<W>,
    /// The cells on which leaps capture. `None` unless every capturing path is a leap or a slide
    /// over empty cells, and the last cells of `spans` are all different.
    strikes: Option<SiteSet<W>>,
}

impl<const W: usize> Patterns<W> {
    /// Returns the paths of `pattern` on this board. Equal patterns are computed only once.
    pub(crate) fn of(&mut self, arena: &BoardModel, pattern: &question::Pattern) -> Pattern<W> {
        let is_known = |known: &question::Pattern| {
            let (these, those) = (&pattern.terms, &known.terms);
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

/// Returns whether the terms have equal walks and conditions.
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

/// Returns the kind whose walking terms are the terms of `pattern`. The question may be about a
/// move or about an attack. So if the kind has attacks of their own, these must be the terms of
/// `pattern` as well. `None` if the game has moves or attacks that pieces lend to others.
fn whole_kind(arena: &BoardModel, pattern: &question::Pattern) -> Option<KindId> {
    let kinds = &arena.rules.kinds;
    fn movements(kind: &Kind) -> impl Iterator<Item = &Movement> {
        std::iter::once(&kind.moves).chain(&kind.attacks)
    }
    let lends = |movement: &Movement| movement.terms.iter().any(Term::relays);
    if kinds.iter().flat_map(movements).any(lends) {
        return None;
    }
    let walks = |term: &&Term| matches!(term.action, Action::Walk(_));
    let is_whole =
        |movement: &Movement| are_same(pattern.terms.iter(), movement.terms.iter().filter(walks));
    pattern.kind.filter(|&kind| movements(&kinds[kind]).all(is_whole))
}

impl<const W: usize> Pattern<W> {
    /// Traces a movement string or the terms of a kind. Only the terms of a kind may capture en
    /// passant.
    fn new(arena: &BoardModel, pattern: &question::Pattern) -> Pattern<W> {
        let terrain = arena.terrain();
        let terms = pattern.terms.iter();
        let mut terms: Vec<Tracer<'_, W>> = terms.map(|t| Tracer::new(terrain, t)).collect();
        let mut all = |side| -> Arc<Vec<Leads<W>>> {
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
            Arc::new(arena.graph.sites().map(&mut from).collect())
        };
        let white = all(Side::White);
        let alike = |term: &Term| terrain.walks_alike(term) && terrain.holds_alike(&term.when);
        let is_alike = pattern.terms.iter().all(alike);
        let leads = BySide::of(arena.rules.sides, |side| match side {
            Side::White => white.clone(),
            Side::Black | Side::Third | Side::Fourth if is_alike => white.clone(),
            Side::Black | Side::Third | Side::Fourth => all(side),
        });
        Pattern { leads, whole_kind: whole_kind(arena, pattern) }
    }

    /// The paths from `site`.
    pub(crate) fn leads(&self, side: Side, site: Site) -> &Leads<W> {
        &self.leads[side][site.index()]
    }

    /// Returns the cells between `from` and captures on `ends`. Only paths count whose cells
    /// between are all in `passable`.
    pub(crate) fn along(
        &self,
        side: Side,
        from: Site,
        ends: SiteSet<W>,
        passable: SiteSet<W>,
    ) -> SiteSet<W> {
        self.leads(side, from).along(from, ends, passable)
    }

    /// Returns whether the pattern consists of all walking terms of `kind`, so that every move and
    /// attack of a piece of this kind is by the pattern.
    pub(crate) fn is_whole_of(&self, kind: KindId) -> bool {
        self.whole_kind == Some(kind)
    }

    /// Returns the paths from `site` with their captures.
    pub(crate) fn from(&self, side: Side, site: Site) -> &[CapturePath<W>] {
        &self.leads(side, site).takes
    }
}

impl<const W: usize> Leads<W> {
    /// Sorts the paths from `site`.
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
        Leads { takes, leaps, spans, near, ends, strikes }
    }

    /// Returns the cells of `pieces` on which a path captures. The owners of pieces are ignored. A
    /// slide captures only if no cell of `blockers` is on its way. `None` if there are captures
    /// other than leaps and slides.
    pub(crate) fn taken(&self, pieces: SiteSet<W>, blockers: SiteSet<W>) -> Option<SiteSet<W>> {
        let mut taken = pieces & self.strikes?;
        (pieces & self.ends).each(|to| {
            if !self.spans[self.ends.rank(to)].passed.meets(blockers) {
                taken.insert(to);
            }
        });
        Some(taken)
    }

    /// Returns the cells between `from` and captures on `ends`. Only paths count whose cells
    /// between are all in `passable`.
    fn along(&self, from: Site, ends: SiteSet<W>, passable: SiteSet<W>) -> SiteSet<W> {
        let mut passed = SiteSet::EMPTY;
        if !self.near.meets(passable) {
            return passed;
        }
        let open = |span: &Span<W>| span.passed.within(passable) && !span.hurdles.meets(passable);
        if self.ends.is_empty() {
            for span in self.spans.iter().filter(|span| ends.has(span.to) && open(span)) {
                passed |= span.passed;
            }
        } else {
            (ends & self.ends).each(|to| {
                let span = &self.spans[self.ends.rank(to)];
                passed |= if open(span) { span.passed } else { SiteSet::EMPTY };
            })
        }
        passed.minus(SiteSet::of(from))
    }
}
