//! Finds promotions that a definition with pieces and a setup of its own seems to have forgotten.

use crate::resolve::dice;
use crate::resolve::draft::{Draft, Piece};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_rules::effect::Effect;
use alfil_rules::ids::KindId;
use alfil_rules::setup::{Setup, Square};
use alfil_rules::side::Side;
use alfil_syntax::definition::Definition;

/// Reports inherited promotions to inherited kinds that stand in the setup of the parent and not in that of
/// `file`. Kinds that the parent reaches only by promotion are meant to be missing. A file that brings no
/// pieces of its own is left alone: it may be an ending.
pub(super) fn lint(file: &Definition, draft: &Draft, found: &mut Report) {
    let source = file.span.source;
    let setups = draft.setup.as_ref().zip(draft.replaced_setup.as_ref());
    let Some((setup, before)) = setups.filter(|(setup, _)| setup.span.source == source) else {
        return;
    };
    let is_own = |piece: &Piece| piece.letter.span.source == source;
    let stands = |kind: KindId| has(setup, kind);
    let is_new = |(kind, piece): (KindId, &Piece)| {
        is_own(piece) && !piece.royal.is_royal() && piece.promotes.is_empty() && stands(kind)
    };
    if !draft.live().any(is_new) {
        return;
    }
    let made: Vec<KindId> = draft.sentences.effects().flat_map(Effect::made).collect();
    for (_, piece) in draft.live().filter(|&(kind, _)| stands(kind)) {
        let rules = piece.promotes.iter().filter(|rule| rule.span.source != source);
        let mut lacking: Vec<&str> = Vec::new();
        for kind in rules.flat_map(|rule| draft.targets(rule)) {
            let target = &draft.pieces[kind];
            let turns_up = Side::BOTH.iter().any(|&side| dice::may_turn_up(draft, side, target));
            if has(before, kind)
                && !stands(kind)
                && !is_own(target)
                && !made.contains(&kind)
                && !turns_up
            {
                lacking.push(target.name.value.as_str());
            }
        }
        lacking.dedup();
        let (Some(first), name) = (lacking.first(), &piece.name.value) else { continue };
        let title =
            format!("the {name} still promotes to {}, as in the parent", lacking.join(", "));
        found
            .at(Code::InheritedPromotion, setup.placement.span, title, format!("has no {first}"))
            .help(format!(
                "write `{first}: none` if the game has none, or say what is meant: \
                 `{name}: {{promotes: {{to: ...}}}}`"
            ));
    }
}

/// Returns true if a piece of `kind` stands in the setup or is in a hand.
fn has(setup: &Setup, kind: KindId) -> bool {
    let mut cells = setup.placement.rows.iter().flat_map(|row| &row.cells);
    let on_cell = cells.any(|cell| match cell.value {
        Square::Piece(_, of) | Square::Covered(_, of) => of == kind,
        Square::Empty(_) | Square::Missing => false,
    });
    let on_point = setup.placement.points.iter().any(|point| point.value.kind == kind);
    on_cell
        || on_point
        || setup.hands.iter().flat_map(|hand| &hand.value).any(|&(_, of)| of == kind)
}
