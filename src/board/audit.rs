//! Findings that need the board: terms that can never fire, or fire in too many ways.
//!
//! Owns: [`audit`], [`is_traceable`]. Takes an arena; gives warnings. Invariant: what is alive for one side, one site
//! and one position is not reported.

use crate::board::arena::Arena;
use crate::board::paths::{self, paths};
use crate::board::position::Piece;
use crate::board::state::CAPTURES;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::condition::Condition;
use crate::rules::movement::{Action, Movement, Term};
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;
use crate::source::Span;
use std::collections::BTreeMap;

/// Reports every written term that gives no move from any site to any other, for either side.
pub fn audit(arena: &Arena, found: &mut Vec<Diagnostic>) {
    // A term as written may have become several; it is dead if all of them are.
    let mut alive: BTreeMap<Span, (KindId, bool)> = BTreeMap::new();
    for (id, kind) in arena.rules.kinds.enumerate() {
        let movements = [Some(&kind.moves), kind.attacks.as_ref()];
        let terms = movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms);
        for term in terms {
            let entry = alive.entry(term.span).or_insert((id, false));
            entry.1 = entry.1 || fires(arena, id, term);
        }
    }
    for (span, (kind, alive)) in alive {
        if !alive {
            let name = &arena.rules.kinds[kind].name.value;
            let title = format!("this move of the {name} can never happen");
            found.push(
                Diagnostic::at(Code::DeadTerm, span, title, "gives no move from any cell")
                    .because(
                        "no start cell that its conditions allow has a cell to go to on this board",
                    )
                    .help("loosen the condition, shorten the range, or take the term away"),
            );
        }
    }
}

/// The most steps of all ways of terms with several legs together: a second or two of compiling.
const MAX_WAYS: usize = 600_000;

/// Reports every term that has too many ways to be compiled; whether there is none. Terms of one
/// leg are known to have few.
pub fn is_traceable(arena: &Arena, found: &mut Vec<Diagnostic>) -> bool {
    let mut reported: Vec<Span> = Vec::new();
    let mut total = 0;
    for (kind, rules) in arena.rules.kinds.enumerate() {
        let movements = [Some(&rules.moves), rules.attacks.as_ref()];
        for term in movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms) {
            let Action::Walk(walk) = &term.action else { continue };
            if walk.loops.is_empty() && walk.legs.len() < 2 || reported.contains(&term.span) {
                continue;
            }
            let starts = Side::BOTH
                .iter()
                .flat_map(|&side| arena.graph.sites().map(move |s| (Piece { side, kind }, s)));
            let mut all = starts.map(|(piece, site)| {
                let ways = paths::count(arena, site, piece, term, CAPTURES as u32)?;
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

fn fires(arena: &Arena, kind: KindId, term: &Term) -> bool {
    match &term.action {
        Action::Castle(castle) => arena.castles.iter().any(|c| {
            c.kind == kind
                && arena.holds(&term.when, c.side, kind, c.king.0, c.king.1)
                && castle.distance > 0
        }),
        Action::Walk(_) => Side::BOTH.iter().any(|&side| {
            let piece = Piece { side, kind };
            arena.graph.sites().any(|site| {
                paths(arena, site, piece, term, &Condition::Always).iter().any(|p| p.allowed)
            })
        }),
    }
}
