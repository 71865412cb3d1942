//! Facts about all paths of a game that are found before the tables: whether there are few enough
//! to compute them in advance, and which cells and kinds are out of reach.

pub(crate) use crate::paths::meter::Meter;

use crate::paths::meter::{MAX_STEPS, MAX_WAYS, Spent, arrangements};
use crate::paths::path::{self, Tracer, has_legs, walk_of_any};
use crate::paths::terrain::{ByPiece, Piece, Terrain};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term, Walk};
use alfil_rules::ruleset::{Duty, Kind};
use alfil_rules::side::{BySide, Side, SideSet};
use alfil_topology::at_width;
use alfil_topology::site_set::{AnySet, Site, SiteSet, Width};
use std::cmp::Reverse;

// A check that there are few enough paths to compute all of them in advance. A `Meter` counts
// paths during compilation. If there are too many, `traceable` counts them again and reports the
// responsible terms. A traceable game compiles in seconds and needs at most half a gigabyte.

/// Terms with several legs are added up to this number of steps. Further terms are not examined.
const MAX_LOOKED_AT: usize = 4 * MAX_WAYS;

/// Counting of all terms stops after this many steps, which take a second or two.
const MAX_COUNTED: usize = 4 * MAX_STEPS;

/// The number of kinds that a finding names.
const MAX_NAMED: usize = 4;

/// How compilation ensures that there are few enough paths.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent<'m> {
    /// Nothing is counted, because these rules are part of a game that already compiled.
    Known,
    /// The paths are counted before compilation.
    Unknown,
    /// The paths are counted while they are traced.
    Metered(&'m Meter),
}

/// The terms whose steps are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counting {
    /// Only steps of terms with several legs are added up. Terms of one leg are checked one by one.
    SeveralLegs,
    AllTerms,
}

/// The number of steps of all paths of a game.
struct StepCounts<'a> {
    /// Steps for one arrangement of the sections.
    once: usize,
    by_kind: Vec<(usize, &'a Kind)>,
    /// True if no single term has too many paths.
    each_fits: bool,
}

/// Returns whether there are few enough paths. If not, reports each term that has too many, or the
/// largest kinds if only the sum is too large.
pub(crate) fn traceable(terrain: Terrain<'_>, found: &mut Report) -> bool {
    if !count_steps(terrain, Counting::SeveralLegs, found).each_fits {
        return false;
    }
    let all = count_steps(terrain, Counting::AllTerms, &mut Report::default());
    let fits = all_together(terrain, all.once) <= MAX_STEPS;
    if !fits {
        report(terrain, all, found);
    }
    fits
}

/// Counts the steps of terms, and reports each term that has too many paths.
fn count_steps<'a>(terrain: Terrain<'a>, counting: Counting, found: &mut Report) -> StepCounts<'a> {
    let mut reported: Vec<Span> = Vec::new();
    let mut counted_before: Vec<(&Walk, Counted)> = Vec::new();
    let (mut once, mut of_legs, mut by_kind) = (0, 0, Vec::new());
    for (id, kind) in terrain.rules.kinds.enumerate() {
        let movements = [Some(&kind.moves), kind.attacks.as_ref()];
        let before = once;
        for term in movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms) {
            let Action::Walk(walk) = &term.action else { continue };
            if !has_legs(walk) {
                match counting {
                    Counting::AllTerms => {
                        once += counted(terrain, id, term, MAX_COUNTED.saturating_sub(once)).steps;
                    }
                    // On boards with joined edges, even a single leg may have very many paths.
                    Counting::SeveralLegs if !reported.contains(&term.span) => {
                        if !counted(terrain, id, term, usize::MAX).all {
                            reported.push(term.span);
                            report_term(kind, term, found);
                        }
                    }
                    Counting::SeveralLegs => {}
                }
                continue;
            }
            if of_legs > MAX_LOOKED_AT || reported.contains(&term.span) {
                continue;
            }
            let known = walk_of_any(term)
                .and_then(|walk| counted_before.iter().find(|(known, _)| *known == walk));
            let Counted { steps, all } = match known {
                Some((_, counted)) => *counted,
                None => counted(terrain, id, term, MAX_WAYS.saturating_sub(of_legs)),
            };
            counted_before.extend(walk_of_any(term).map(|walk| (walk, Counted { steps, all })));
            once += steps;
            of_legs += steps;
            if !all {
                reported.push(term.span);
                report_term(kind, term, found);
            }
        }
        by_kind.push((once - before, kind));
    }
    StepCounts { once, by_kind, each_fits: reported.is_empty() }
}

/// Reports that a term of `kind` has too many paths.
fn report_term(kind: &Kind, term: &Term, found: &mut Report) {
    let title = format!("this move of the {} has too many ways", kind.name.value);
    found
        .at(Code::TooManyWays, term.span, title, "cannot be compiled")
        .because("every way over the board is worked out in advance")
        .help("use fewer legs, shorter ranges, or fewer directions");
}

/// Returns the steps for all arrangements of sections, given the steps for one.
fn all_together(terrain: Terrain<'_>, once: usize) -> usize {
    once.saturating_mul(arrangements(terrain.rules))
}

/// Reports that all paths together are too many, and names the kinds with the largest shares.
fn report(terrain: Terrain<'_>, spent: StepCounts<'_>, found: &mut Report) {
    let StepCounts { once, mut by_kind, .. } = spent;
    let all = all_together(terrain, once);
    by_kind.sort_by_key(|(steps, _)| Reverse(*steps));
    let shares = by_kind
        .iter()
        .take(MAX_NAMED)
        .map(|(steps, kind)| format!("{} {}%", kind.name.value, steps * 100 / once));
    let Some((most, kind)) = by_kind.first() else { return };
    let more = if once > MAX_COUNTED { "more than " } else { "" };
    let title = format!(
        "the ways of all pieces take {more}{all} steps, and at most {MAX_STEPS} are compiled"
    );
    let span = kind.moves.terms.first().map_or(terrain.rules.space.span, |term| term.span);
    found
        .at(Code::TooManyWays, span, title, format!("{most} of them here"))
        .because(format!("they are spent by {}", shares.collect::<Vec<_>>().join(", ")))
        .help("use a smaller board, fewer pieces, or shorter ranges");
}

/// The number of steps of all paths of one term.
#[derive(Clone, Copy)]
struct Counted {
    steps: usize,
    /// True if all paths were counted and none exceeds the limits of a trace.
    all: bool,
}

/// Counts the steps of all paths of `term`, from every cell and for both sides. Stops once there
/// are more than `most`, or when a trace fails.
fn counted(terrain: Terrain<'_>, kind: KindId, term: &Term, most: usize) -> Counted {
    at_width!(Width::of(terrain.graph.len()), W => counted_in::<W>(terrain, kind, term, most))
}

fn counted_in<const W: usize>(
    terrain: Terrain<'_>,
    kind: KindId,
    term: &Term,
    most: usize,
) -> Counted {
    let (sides, times) = if terrain.walks_alike(term) {
        (SideSet::of(Side::White), terrain.rules.sides.count())
    } else {
        (terrain.rules.sides.all(), 1)
    };
    let mut tracer: Tracer<'_, W> = Tracer::new(terrain, term);
    let mut steps = 0;
    for side in sides {
        for site in terrain.graph.sites() {
            tracer.trace(site, Piece { side, kind });
            let Spent { steps: taken, failed, .. } = tracer.spent();
            let all = failed == 0;
            steps += times * if all { taken } else { path::MAX_STEPS };
            if !all || steps > most {
                return Counted { steps, all: false };
            }
        }
    }
    Counted { steps, all: true }
}

// Facts about movements that hold in every position: from which cells a piece cannot move, and
// which kinds never return to a cell. The results are meaningless once the meter has exceeded a
// limit.

/// Computes the cells from which a kind has no move in any position. Only kinds with drops or
/// optional promotions need these cells, so the set is empty for others. It is also empty for kinds
/// that cannot move from any cell.
pub(crate) fn stuck(terrain: Terrain<'_>, meter: Option<&Meter>) -> ByPiece {
    by_piece(terrain, |side, id, kind| {
        let dropped = kind.moves.terms.iter().any(|t| matches!(t.action, Action::Drop(_)));
        let optional = kind.promotions.iter().any(|p| p.duty == Duty::May);
        if !dropped && !optional {
            return AnySet::EMPTY;
        }
        let stuck = at_width!(Width::of(terrain.graph.len()), W => {
            let mut reach = Reach::<W>::new(terrain, Piece { side, kind: id }, meter);
            let sites = terrain.graph.sites();
            sites.filter(|&site| !reach.is_any(site)).collect::<AnySet>()
        });
        if stuck.count() as usize == terrain.graph.len() { AnySet::EMPTY } else { stuck }
    })
}

/// Computes which kinds have irreversible moves, which reset the halfmove clock. Such a kind
/// promotes, and cannot move from any cell to another and directly back.
pub(crate) fn irreversible(
    terrain: Terrain<'_>,
    meter: Option<&Meter>,
) -> BySide<IndexVec<KindId, bool>> {
    by_piece(terrain, |side, id, kind| {
        !kind.promotions.is_empty()
            && at_width!(Width::of(terrain.graph.len()), W => {
                let mut reach = Reach::<W>::new(terrain, Piece { side, kind: id }, meter);
                let known = |_| None::<SiteSet<W>>;
                let mut ends: IndexVec<Site, _> = terrain.graph.sites().map(known).collect();
                let mut from = |site: Site| *ends[site].get_or_insert_with(|| reach.ends(site));
                let mut comes_back = |site| from(site).into_iter().any(|to| from(to).has(site));
                !terrain.graph.sites().any(&mut comes_back)
            })
    })
}

fn by_piece<T>(
    terrain: Terrain<'_>,
    mut value: impl FnMut(Side, KindId, &Kind) -> T,
) -> BySide<IndexVec<KindId, T>> {
    let kinds = &terrain.rules.kinds;
    BySide::of(terrain.rules.sides, |side| {
        kinds.enumerate().map(|(id, kind)| value(side, id, kind)).collect()
    })
}

/// Finds the cells that a piece can reach, from one start cell after another.
pub(crate) struct Reach<'a, const W: usize> {
    piece: Piece,
    restriction: &'a Condition,
    terms: Vec<Tracer<'a, W>>,
    meter: Option<&'a Meter>,
}

impl<'a, const W: usize> Reach<'a, W> {
    /// Prepares the search for `piece`. Results are empty once `meter` has exceeded a limit.
    pub(crate) fn new(
        terrain: Terrain<'a>,
        piece: Piece,
        meter: Option<&'a Meter>,
    ) -> Reach<'a, W> {
        let terms = terrain.rules.kinds[piece.kind].moves.terms.iter();
        let terms = terms.map(|term| Tracer::new(terrain, term)).collect();
        Reach { piece, restriction: &terrain.rules.every_move, terms, meter }
    }

    /// Returns the cells that the piece can reach from `from` in some position.
    pub(crate) fn ends(&mut self, from: Site) -> SiteSet<W> {
        let Reach { piece, restriction, terms, meter } = self;
        let mut ends = SiteSet::EMPTY;
        for tracer in terms {
            if meter.is_some_and(Meter::is_over) {
                return SiteSet::EMPTY;
            }
            ends |= tracer.ends(from, *piece, restriction);
            meter.inspect(|meter| meter.count(tracer.spent(), 1));
        }
        ends
    }

    /// Returns whether the piece can move from `from` in some position.
    pub(crate) fn is_any(&mut self, from: Site) -> bool {
        let Reach { piece, restriction, terms, meter } = self;
        terms.iter_mut().any(|tracer| {
            !meter.is_some_and(Meter::is_over) && {
                let found = tracer.is_any(from, *piece, restriction);
                // The search may stop at the first path, so it is no failure that other paths are
                // missing.
                let spent = Spent { failed: 0, ..tracer.spent() };
                meter.inspect(|meter| meter.count(spent, 1));
                found
            }
        })
    }
}
