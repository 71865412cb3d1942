//! Findings that need the board: terms that can never fire.
//!
//! Owns: [`audit`]. Takes an arena; gives warnings. Invariant: what is alive for one side, one site
//! and one position is not reported.

use crate::board::arena::Arena;
use crate::board::hands::DropOption;
use crate::board::paths::paths;
use crate::board::position::Piece;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::rules::condition::Condition;
use crate::rules::movement::{Action, Movement, Term};
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;
use crate::source::Span;
use std::collections::BTreeMap;

/// Reports every written term that gives no move from any site to any other, for either side. Terms
/// that depend on what `found` already calls wrong are not judged: a place that does not exist, start
/// cells while the setup does not fit.
pub fn audit(arena: &Arena, found: &mut Vec<Diagnostic>) {
    let codes = || found.iter().filter(|d| d.severity() == Severity::Error).map(|d| d.code);
    let (places, start) = (codes().any(is_about_places), codes().any(|c| !is_about_places(c)));
    let doubtful = |term: &Term| {
        (places && term.when != Condition::Always) || (start && term.needs_start_cell())
    };
    // A term as written may have become several; it is dead if all of them are.
    let mut alive: BTreeMap<Span, (KindId, bool)> = BTreeMap::new();
    for (id, kind) in arena.rules.kinds.enumerate() {
        let movements = [Some(&kind.moves), kind.attacks.as_ref()];
        let terms = movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms);
        for term in terms {
            let entry = alive.entry(term.span).or_insert((id, false));
            entry.1 = entry.1 || doubtful(term) || fires(arena, id, term);
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

/// Whether a finding is that a condition names a place which the board does not have.
fn is_about_places(code: Code) -> bool {
    matches!(code, Code::UnknownCell | Code::UnknownRank | Code::UnknownFile | Code::UnknownShade)
}

fn fires(arena: &Arena, kind: KindId, term: &Term) -> bool {
    match &term.action {
        Action::Castle(castle) => arena.castles.iter().any(|c| {
            c.kind == kind
                && arena.holds(&term.when, c.side, kind, c.king.0, c.king.1)
                && castle.distance > 0
        }),
        // Without hands that is the finding.
        Action::Drop(limits) => {
            let lands = |o: &DropOption| o.limits == *limits && !o.cells.is_empty();
            arena.rules.hand.is_none()
                || Side::BOTH.iter().any(|&side| arena.drops[side][kind].iter().any(lands))
        }
        Action::Walk(_) => Side::BOTH.iter().any(|&side| {
            let piece = Piece { side, kind };
            arena.graph.sites().any(|site| {
                paths(arena, site, piece, term, &Condition::Always).iter().any(|p| p.allowed)
            })
        }),
    }
}
