//! Whether all ways of all movements can be worked out in advance.
//!
//! Owns: [`is_traceable`]. Takes terrain; gives a finding a term that has too many ways, and one if all
//! together have. Invariant: what is traceable compiles in seconds, into half a gigabyte at most.

use crate::board::walk::paths::{self, CAPTURES};
use crate::board::walk::terrain::{Piece, Terrain};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::movement::{Action, Movement, Term};
use crate::rules::ruleset::{Kind, KindId};
use crate::rules::side::Side;
use crate::source::Span;
use std::cmp::Reverse;

/// The most steps of all ways of terms with several legs together: a second or two of compiling.
const MAX_WAYS: usize = 600_000;

/// The most steps of all ways of a program: measured, one takes up to 184 bytes while it is compiled, so that
/// these fill half a gigabyte.
const MAX_STEPS: usize = 2_700_000;

/// Kinds that a finding names.
const MAX_NAMED: usize = 4;

/// Boards of so many cells have no need to be counted: their ways are short.
const SMALL: usize = 64;

/// Reports every term that has too many ways to be compiled; whether there is none. Terms of one
/// leg are known to have few.
pub fn is_traceable(terrain: Terrain<'_>, found: &mut Vec<Diagnostic>) -> bool {
    let mut reported: Vec<Span> = Vec::new();
    let mut total = 0;
    for (kind, rules) in terrain.rules.kinds.enumerate() {
        let movements = [Some(&rules.moves), rules.attacks.as_ref()];
        for term in movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms) {
            let Action::Walk(walk) = &term.action else { continue };
            if walk.loops.is_empty() && walk.legs.len() < 2 || reported.contains(&term.span) {
                continue;
            }
            let starts = Side::BOTH
                .iter()
                .flat_map(|&side| terrain.graph.sites().map(move |s| (Piece { side, kind }, s)));
            let mut all = starts.map(|(piece, site)| {
                let ways = paths::count(terrain, site, piece, term, CAPTURES as u32)?;
                total += ways;
                (total <= MAX_WAYS).then_some(())
            });
            if !all.all(|fits| fits.is_some()) {
                reported.push(term.span);
                let title = format!("this move of the {} has too many ways", rules.name.value);
                found.push(
                    Diagnostic::at(Code::TooManyWays, term.span, title, "cannot be compiled")
                        .because("every way over the board is worked out in advance")
                        .help("use fewer legs, shorter ranges, or fewer directions"),
                );
            }
        }
    }
    reported.is_empty() && fits_together(terrain, found)
}

/// Reports a program whose ways are too many together, and whose they are; whether they are not.
fn fits_together(terrain: Terrain<'_>, found: &mut Vec<Diagnostic>) -> bool {
    if terrain.graph.len() <= SMALL {
        return true;
    }
    let kinds = terrain.rules.kinds.enumerate();
    let mut spent: Vec<(usize, &Kind)> =
        kinds.map(|(id, kind)| (steps(terrain, id, kind), kind)).collect();
    // With sections elsewhere all is compiled anew when it is needed, and kept.
    let sections = terrain.rules.space.sections.iter();
    let arrangements: usize = sections.map(|section| section.stands.len().max(1)).product();
    let once: usize = spent.iter().map(|(steps, _)| steps).sum();
    let all = once.saturating_mul(arrangements);
    if all <= MAX_STEPS {
        return true;
    }
    spent.sort_by_key(|(steps, _)| Reverse(*steps));
    let shares = spent
        .iter()
        .take(MAX_NAMED)
        .map(|(steps, kind)| format!("{} {}%", kind.name.value, steps * 100 / once));
    let (most, kind) = spent[0];
    let title =
        format!("the ways of all pieces take {all} steps, and at most {MAX_STEPS} are compiled");
    let span = kind.moves.terms.first().map_or(terrain.rules.space.span, |term| term.span);
    found.push(
        Diagnostic::at(Code::TooManyWays, span, title, format!("{most} of them here"))
            .because(format!("they are spent by {}", shares.collect::<Vec<_>>().join(", ")))
            .help("use a smaller board, fewer pieces, or shorter ranges"),
    );
    false
}

/// The steps of all ways of `kind`, from every cell.
fn steps(terrain: Terrain<'_>, id: KindId, kind: &Kind) -> usize {
    let movements = [Some(&kind.moves), kind.attacks.as_ref()];
    let terms = movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms);
    let ways = |term: &Term, side| -> usize {
        let piece = Piece { side, kind: id };
        let sites = terrain.graph.sites();
        sites.filter_map(|site| paths::count(terrain, site, piece, term, CAPTURES as u32)).sum()
    };
    let both = |term: &Term| match terrain.walks_alike(term) {
        true => 2 * ways(term, Side::White),
        false => ways(term, Side::White) + ways(term, Side::Black),
    };
    terms.map(both).sum()
}
