//! Royal pieces. The program has one king of each side, or pieces of one kind of which the last one
//! is royal.

use crate::foreign::fairy::export::effects::Effects;
use crate::foreign::fairy::export::element::{Element, End, Travel, Vector};
use crate::foreign::fairy::export::gaps::Gaps;
use crate::foreign::fairy::export::kinds::is_exported;
use crate::foreign::fairy::export::movement::Kinds;
use alfil_board::model::board_model::BoardModel;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Royalty, Ruleset};
use alfil_rules::side::Side;

/// The royal pieces, as the program knows them.
#[derive(Default)]
pub(super) struct Royals {
    /// The kind of the program's king.
    pub(super) kings: Vec<KindId>,
    /// The kind whose last piece is royal.
    pub(super) pseudo: Option<KindId>,
    /// True if all pieces of that kind are royal together.
    pub(super) together: bool,
}

impl Royals {
    /// True if no piece is royal.
    pub(super) fn is_empty(&self) -> bool {
        self.kings.is_empty() && self.pseudo.is_none()
    }
}

/// Finds the royal pieces.
pub(super) fn royals(
    model: &BoardModel,
    kinds: &Kinds,
    effects: &Effects,
    gaps: &mut Gaps,
) -> Royals {
    let rules = &model.rules;
    let mut royals = Royals::default();
    for (id, kind) in rules.kinds.enumerate().filter(|(_, kind)| is_exported(kind)) {
        let alone = royals.is_empty();
        match kind.royal {
            Royalty::No => {}
            Royalty::Each if !alone => {
                gaps.at(kind.name.span, "a second kind of royal pieces".to_owned());
            }
            Royalty::Each => {
                if !is_single(model, id) {
                    gaps.at(kind.name.span, "several royal pieces of a side".to_owned());
                }
                // The program's king cannot be blasted, but the last of another kind can.
                match effects.blast {
                    Some(_) => royals.pseudo = Some(id),
                    None => royals.kings.push(id),
                }
            }
            Royalty::All | Royalty::Last if !alone => {
                gaps.at(kind.name.span, "a second kind of royal pieces".to_owned());
            }
            Royalty::All | Royalty::Last => {
                royals.pseudo = Some(id);
                royals.together = kind.royal == Royalty::All;
            }
        }
    }
    // A king that explodes with what it captures threatens no king. The program agrees only about
    // kings beside each other.
    let far = |e: &Element| {
        let Vector { right, forward } = e.vector;
        e.end == End::Capture && (e.travel != Travel::Leap || right.abs().max(forward.abs()) > 1)
    };
    if let (Some(id), Some(_)) = (royals.pseudo, &effects.blast)
        && kinds[id].elements.keys().any(far)
    {
        let kind = &rules.kinds[id].name;
        let cause =
            format!("captures of the {} that explode two cells away or farther", kind.value);
        gaps.at(kind.span, cause);
    }
    royals
}

/// True if no side ever has two pieces of a kind.
fn is_single(model: &BoardModel, kind: KindId) -> bool {
    let rules: &Ruleset = &model.rules;
    let held = rules.setup.hands.iter().flat_map(|hands| &hands.value);
    let held: Vec<&(Side, KindId)> = held.collect();
    let few = Side::BOTH.into_iter().all(|side| {
        let held = held.iter().filter(|piece| ***piece == (side, kind)).count();
        model.start_counts[side][kind] as usize + held <= 1
    });
    let promoted = rules.kinds.iter().flat_map(|kind| &kind.promotions);
    let promoted = promoted.flat_map(|rule| &rule.to).any(|&to| rules.counts_as(to) == kind);
    few && !promoted && !rules.effects.iter().any(|effect| effect.made().any(|made| made == kind))
}
