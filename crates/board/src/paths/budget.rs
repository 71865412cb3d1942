//! Whether all ways of all movements can be worked out in advance.
//!
//! Owns: [`Meter`], [`traceable`]. Takes terrain; gives a finding a term that has too many ways, and one if all
//! together have. Mostly ways are few, so that they are counted while they are traced to be compiled; only if they turn
//! out not to be, all is counted by itself, to say whose they are. Invariant: what is traceable compiles in seconds, into
//! half a gigabyte at most, and what a meter lets pass is traceable.

pub use crate::paths::meter::Meter;
use crate::paths::meter::{MAX_STEPS, MAX_WAYS, Spent, arrangements};
use crate::paths::path::{self, Tracer, has_legs, walk_of_any};
use crate::paths::terrain::{Piece, Terrain};
use crate::topology::site_set::{Width, at_width};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::Span;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term, Walk};
use alfil_rules::ruleset::Kind;
use alfil_rules::side::Side;
use std::cmp::Reverse;

/// Of further terms nothing is said.
const MAX_LOOKED_AT: usize = 4 * MAX_WAYS;

/// Where counting ends: a second or two of it.
const MAX_COUNTED: usize = 4 * MAX_STEPS;

/// Kinds that a finding names.
const MAX_NAMED: usize = 4;

/// Whether the ways of rules are known to be few enough.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'m> {
    /// They are part of the ways of a game that was compiled.
    Known,
    /// They are to be counted first.
    Unknown,
    /// They are counted while they are traced.
    Metered(&'m Meter),
}

/// Of which terms steps are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reckoning {
    /// Of those that may have very many by themselves.
    OfLegs,
    /// Of all.
    OfAll,
}

/// The steps of all ways.
struct Spending<'a> {
    once: usize,
    by_kind: Vec<(usize, &'a Kind)>,
    /// Whether no term has too many by itself.
    each_fits: bool,
}

/// Reports every term that has too many ways to be compiled, or all of them if they are too many together. Gives whether
/// there is none.
pub fn traceable(terrain: Terrain<'_>, found: &mut Report) -> bool {
    if !spending(terrain, Reckoning::OfLegs, found).each_fits {
        return false;
    }
    let all = spending(terrain, Reckoning::OfAll, &mut Report::default());
    let fits = all_together(terrain, all.once) <= MAX_STEPS;
    if !fits {
        report(terrain, all, found);
    }
    fits
}

/// The steps of terms; what has too many by itself is reported.
fn spending<'a>(terrain: Terrain<'a>, reckoning: Reckoning, found: &mut Report) -> Spending<'a> {
    let mut reported: Vec<Span> = Vec::new();
    let mut counted_before: Vec<(&Walk, Counted)> = Vec::new();
    let (mut once, mut of_legs, mut by_kind) = (0, 0, Vec::new());
    for (id, kind) in terrain.rules.kinds.enumerate() {
        let movements = [Some(&kind.moves), kind.attacks.as_ref()];
        let before = once;
        for term in movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms) {
            let Action::Walk(walk) = &term.action else { continue };
            if !has_legs(walk) {
                match reckoning {
                    Reckoning::OfAll => {
                        once += counted(terrain, id, term, MAX_COUNTED.saturating_sub(once)).steps;
                    }
                    // On lines that close there may be very many of one leg.
                    Reckoning::OfLegs if !reported.contains(&term.span) => {
                        if !counted(terrain, id, term, usize::MAX).all {
                            reported.push(term.span);
                            report_term(kind, term, found);
                        }
                    }
                    Reckoning::OfLegs => {}
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
    Spending { once, by_kind, each_fits: reported.is_empty() }
}

/// Reports a term of `kind` that has too many ways by itself.
fn report_term(kind: &Kind, term: &Term, found: &mut Report) {
    let title = format!("this move of the {} has too many ways", kind.name.value);
    found
        .at(Code::TooManyWays, term.span, title, "cannot be compiled")
        .because("every way over the board is worked out in advance")
        .help("use fewer legs, shorter ranges, or fewer directions");
}

/// The steps of all that is compiled, if `once` are those of the board as it stands at first.
fn all_together(terrain: Terrain<'_>, once: usize) -> usize {
    once.saturating_mul(arrangements(terrain.rules))
}

/// Reports a program whose ways are too many together, and whose they are.
fn report(terrain: Terrain<'_>, spent: Spending<'_>, found: &mut Report) {
    let Spending { once, mut by_kind, .. } = spent;
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
    let mut steps = 0;
    for &side in sides {
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
