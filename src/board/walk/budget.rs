//! Whether all ways of all movements can be worked out in advance.
//!
//! Owns: [`traceable`]. Takes terrain; gives a finding a term that has too many ways, and one if all
//! together have. Terms of which one look tells that they have few are not walked, unless all together may be too
//! many. Invariant: what is traceable compiles in seconds, into half a gigabyte at most.

use crate::board::space::bearing::Bearing;
use crate::board::space::line::longest;
use crate::board::space::site_set::{Width, at_width};
use crate::board::walk::paths::{self, CAPTURES, PASSED, Path, Tracer, walk_of_any};
use crate::board::walk::terrain::{Piece, Terrain};
use crate::board::walk::upright::turned;
use crate::diagnostic::{Code, Report};
use crate::rules::movement::{Action, Course, Edges, Movement, Passage, Stride, Term, Walk};
use crate::rules::ruleset::{Kind, KindId};
use crate::rules::side::Side;
use crate::source::Span;
use std::cmp::Reverse;

/// The most steps of all ways of terms with several legs together: a second or two of compiling.
const MAX_WAYS: usize = 600_000;

/// Of further terms nothing is said.
const MAX_LOOKED_AT: usize = 4 * MAX_WAYS;

/// The most steps of all ways of a program: measured, one takes up to 184 bytes while it is compiled, so that
/// these fill half a gigabyte.
const MAX_STEPS: usize = 2_700_000;

/// Where counting ends: a second or two of it.
const MAX_COUNTED: usize = 4 * MAX_STEPS;

/// Kinds that a finding names.
const MAX_NAMED: usize = 4;

/// Whether the ways of rules are known to be few enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// They are part of the ways of a game that was compiled.
    Known,
    /// They are to be counted.
    Unknown,
}

/// How the steps of simple terms are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reckoning {
    /// As many as there can be.
    AtMost,
    /// By walking them.
    Exact,
}

/// The steps of all ways.
struct Spent<'a> {
    once: usize,
    by_kind: Vec<(usize, &'a Kind)>,
    /// Whether no term has too many by itself.
    each_fits: bool,
}

/// Reports every term that has too many ways to be compiled, or all of them if they are too many together. Gives whether
/// there is none.
pub fn traceable(terrain: Terrain<'_>, found: &mut Report) -> bool {
    let spent = spent(terrain, Reckoning::AtMost, found);
    let fits = |spent: &Spent<'_>| all_together(terrain, spent.once) <= MAX_STEPS;
    if !spent.each_fits || fits(&spent) {
        return spent.each_fits;
    }
    let spent = self::spent(terrain, Reckoning::Exact, &mut Report::default());
    let fits = fits(&spent);
    if !fits {
        report(terrain, spent, found);
    }
    fits
}

/// The steps of all terms; what has too many by itself is reported.
fn spent<'a>(terrain: Terrain<'a>, reckoning: Reckoning, found: &mut Report) -> Spent<'a> {
    let mut reported: Vec<Span> = Vec::new();
    let longest = longest(terrain.graph);
    let mut counted_before: Vec<(&Walk, Counted)> = Vec::new();
    let (mut once, mut of_legs, mut by_kind) = (0, 0, Vec::new());
    for (id, kind) in terrain.rules.kinds.enumerate() {
        let movements = [Some(&kind.moves), kind.attacks.as_ref()];
        let before = once;
        for term in movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms) {
            let Action::Walk(walk) = &term.action else { continue };
            // Terms of one leg have few.
            if walk.loops.is_empty() && walk.legs.len() < 2 {
                if reckoning == Reckoning::AtMost
                    && let Some(steps) = at_most(terrain, walk, longest)
                {
                    once += steps;
                    continue;
                }
                once += counted(terrain, id, term, MAX_COUNTED.saturating_sub(once)).steps;
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
                let title = format!("this move of the {} has too many ways", kind.name.value);
                found
                    .at(Code::TooManyWays, term.span, title, "cannot be compiled")
                    .because("every way over the board is worked out in advance")
                    .help("use fewer legs, shorter ranges, or fewer directions");
            }
        }
        by_kind.push((once - before, kind));
    }
    Spent { once, by_kind, each_fits: reported.is_empty() }
}

/// At least as many steps as all ways of a walk of one leg take, from every cell and for both sides, where that is known
/// without walking it: it goes straight on, and either takes so many strides at most, or lines of its strides are known
/// to end or to come back after so many.
fn at_most(terrain: Terrain<'_>, walk: &Walk, longest: usize) -> Option<usize> {
    let lines_end = terrain.graph.lattice().longest_line();
    let most = |walk: &Walk| {
        let [leg] = &walk.legs[..] else { return None };
        let longest = match leg.stride {
            Stride::Radial { length: 1, .. } => Some(longest),
            Stride::Radial { .. } | Stride::Oblique { .. } | Stride::Rising { .. } => lines_end,
            Stride::Universal => return None,
        };
        let max = leg.range.max.map(usize::from);
        let strides = longest.into_iter().chain(max).min()?;
        let ways = match leg.passage {
            Passage::Free | Passage::Lame | Passage::SkipFirst | Passage::HopAndLand => strides,
            // Whichever of the cells holds the hurdle.
            Passage::Hop => strides * strides,
            Passage::MustJump => return None,
        };
        let plain = leg.course == Course::Straight
            && leg.edges == Edges::Closed
            && !leg.mode.relay
            && (!leg.leaves_trace || strides <= PASSED);
        let first = Bearing::new(terrain.graph.compass()).sectors(Side::White, leg);
        // A stride, one more behind a hurdle, and four ways to end: quiet, with a capture of either side's piece, in
        // passing.
        let from_cell = first.iter().count() * ways * 6;
        (plain && from_cell <= paths::MAX_PATHS).then_some(from_cell)
    };
    let walks = turned(walk, terrain.graph);
    let from_cell = walks.iter().map(|walk| most(walk)).sum::<Option<usize>>()?;
    Some(2 * terrain.graph.len() * from_cell)
}

/// The steps of all that is compiled, if `once` are those of the board as it stands at first.
fn all_together(terrain: Terrain<'_>, once: usize) -> usize {
    // With sections elsewhere all is compiled anew when it is needed, and kept.
    let sections = terrain.rules.space.sections.iter();
    let arrangements: usize = sections.map(|section| section.stands.len().max(1)).product();
    once.saturating_mul(arrangements)
}

/// Reports a program whose ways are too many together, and whose they are.
fn report(terrain: Terrain<'_>, spent: Spent<'_>, found: &mut Report) {
    let Spent { once, mut by_kind, .. } = spent;
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

/// How many steps all ways of a term take.
#[derive(Clone, Copy)]
struct Counted {
    steps: usize,
    /// Whether all were counted, and each can be traced.
    all: bool,
}

/// The steps of all ways of `term`, from every cell and for both sides; counted until they are more than `most`, or one
/// cannot be traced.
fn counted(terrain: Terrain<'_>, kind: KindId, term: &Term, most: usize) -> Counted {
    at_width!(Width::of(terrain.graph.len()), W => counted_in::<W>(terrain, kind, term, most))
}

fn counted_in<const W: usize>(
    terrain: Terrain<'_>,
    kind: KindId,
    term: &Term,
    most: usize,
) -> Counted {
    let (sides, times) = match terrain.walks_alike(term) {
        true => (&Side::BOTH[..1], 2),
        false => (&Side::BOTH[..], 1),
    };
    let mut tracer: Tracer<'_, W> = Tracer::new(terrain, term);
    let few = |p: &Path<W>| {
        p.captured().count() < CAPTURES as u32 && p.passed().count() as usize <= PASSED
    };
    let mut steps = 0;
    for &side in sides {
        for site in terrain.graph.sites() {
            let fits = tracer.trace(site, Piece { side, kind }).iter().all(few);
            let all = fits && tracer.is_complete();
            let taken = if all { tracer.steps() + tracer.found() } else { paths::MAX_STEPS };
            steps += times * taken;
            if !all || steps > most {
                return Counted { steps, all: false };
            }
        }
    }
    Counted { steps, all: true }
}
