//! Warns about terms that give no move on the board of the game.
//!
//! A term gets no warning if it gives one side a move from at least one cell in some position.

use crate::model::board_model::BoardModel;
use crate::model::castling;
use crate::model::hands::DropOption;
use crate::paths::path::Tracer;
use crate::paths::terrain::Piece;
use crate::tables::lints::one_shade;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Severity};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::{Area, Condition, PlaceKind};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term};
use std::collections::BTreeMap;

/// Reports every written term that gives no move from any cell, for either side. Terms are skipped
/// if they depend on an error in `found`. Such errors are unknown places, wrong start cells, and
/// paths that are too many to trace.
pub(crate) fn audit(arena: &BoardModel, found: &mut Vec<Diagnostic>) {
    one_shade(arena, found);
    let errors = || found.iter().filter(|d| d.severity() == Severity::Error);
    let unknown: Vec<Span> =
        errors().filter(|d| is_about_places(d.code)).filter_map(Diagnostic::span).collect();
    let start = errors().any(|d| !is_about_places(d.code) && d.code != Code::TooManyWays);
    let untraced = errors().any(|d| d.code == Code::TooManyWays);
    let shadeless: Vec<Span> =
        found.iter().filter(|d| d.code == Code::OneShade).filter_map(Diagnostic::span).collect();
    let doubtful = |term: &Term| {
        names_unknown(&term.when, &shadeless)
            || untraced
            || names_unknown(&term.when, &unknown)
            || (start && term.needs_start_cell())
    };
    // The reader may expand one written term to several terms. It is reported only if none of them
    // gives a move.
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

/// Returns whether findings with this code are about places that the board does not have.
fn is_about_places(code: Code) -> bool {
    matches!(code, Code::UnknownCell | Code::UnknownRank | Code::UnknownFile | Code::UnknownShade)
}

/// Returns whether a condition names a place in `unknown`, or any zone. Zones count because their
/// definitions may name such a place.
fn names_unknown(condition: &Condition, unknown: &[Span]) -> bool {
    match condition {
        Condition::Always | Condition::Relative(_) | Condition::Every(_) => false,
        Condition::Start(place) | Condition::End(place) => {
            let zone = matches!(&place.kind, PlaceKind::In(area) if has_zone(area));
            let meets = |s: &Span| {
                s.source == place.span.source
                    && s.start < place.span.end
                    && place.span.start < s.end
            };
            unknown.iter().any(|s| zone || meets(s))
        }
        Condition::All(cs) | Condition::Any(cs) => cs.iter().any(|c| names_unknown(c, unknown)),
        Condition::Not(c) => names_unknown(c, unknown),
    }
}

fn has_zone(area: &Area) -> bool {
    matches!(area, Area::Zone(_)) || area.parts().iter().any(has_zone)
}

fn fires(arena: &BoardModel, kind: KindId, term: &Term) -> bool {
    match &term.action {
        Action::Castle(castle) => castling::fits(arena, kind, castle, &term.when),
        // If the game has no hands, another finding reports this drop already.
        Action::Drop(limits) => {
            let lands = |o: &DropOption| o.limits == *limits && !o.cells.is_empty();
            arena.rules.hand.is_none()
                || arena.rules.sides.each().any(|side| arena.drops[side][kind].iter().any(lands))
        }
        // If the board has no layers, another finding reports a stride over layers already.
        Action::Walk(walk) if walk.rises() && arena.graph.lattice().layers() == 1 => true,
        Action::Walk(_) => arena.rules.sides.each().any(|side| {
            let piece = Piece { side, kind };
            let mut tracer: Tracer<'_, 4> = Tracer::new(arena.terrain(), term);
            arena.graph.sites().any(|site| {
                if term.relays() {
                    !tracer.trace(site, piece).is_empty()
                } else {
                    tracer.is_any(site, piece, &Condition::Always)
                }
            })
        }),
    }
}
