//! Whether all ways of all movements can be worked out in advance.
//!
//! Owns: [`is_traceable`]. Takes terrain; gives a finding a term that has too many ways. Invariant: what
//! is traceable compiles in seconds.

use crate::board::walk::paths::{self, CAPTURES};
use crate::board::walk::terrain::{Piece, Terrain};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::movement::{Action, Movement};
use crate::rules::side::Side;
use crate::source::Span;

/// The most steps of all ways of terms with several legs together: a second or two of compiling.
const MAX_WAYS: usize = 600_000;

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
    reported.is_empty()
}
