//! Where movements that questions and effects name lead.
//!
//! Owns: [`Pattern`], collected in [`Patterns`]. Takes an arena and a movement string, or terms of a kind. Gives: what
//! `board/engine/predicates` and `board/engine/effects` look up. Invariant: a pattern leads where the reference would walk it.

use crate::model::board_model::BoardModel;
use crate::paths::path::{Path, Tracer};
use crate::paths::terrain::Piece;
use crate::tables::capture_paths::{CapturePath, Span, in_passing};
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
    /// By cell.
    leads: BySide<Arc<Vec<Leads<W>>>>,
    /// The kind of which it has every term.
    whole: Option<KindId>,
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
    /// Where ways take a piece that ask nothing of other cells, if all others that take one are of that kind, end on one cell each
    /// and want those that they pass empty.
    strikes: Option<SiteSet<W>>,
}

impl<const W: usize> Patterns<W> {
    /// What `pattern` says on this board.
    pub fn of(&mut self, arena: &BoardModel, pattern: &question::Pattern) -> Pattern<W> {
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
    pattern.kind.filter(|&kind| are_same(pattern.terms.iter(), all(kind)))
}

impl<const W: usize> Pattern<W> {
    /// Of a movement string, or of terms of a kind, which may capture in passing.
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
        let black = match pattern.terms.iter().all(alike) {
            true => white.clone(),
            false => all(Side::Black),
        };
        Pattern { leads: BySide([white, black]), whole: whole(arena, pattern) }
    }

    /// Where it leads from `site`.
    pub fn leads(&self, side: Side, site: Site) -> &Leads<W> {
        &self.leads[side][site.index()]
    }

    /// The cells between `from` and pieces on `ends` that it takes, all of which are `passable`.
    pub fn along(
        &self,
        side: Side,
        from: Site,
        ends: SiteSet<W>,
        passable: SiteSet<W>,
    ) -> SiteSet<W> {
        self.leads(side, from).along(from, ends, passable)
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
        Leads { takes, leaps, spans, near, ends, strikes }
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
