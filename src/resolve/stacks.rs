//! Checks that stacks fit the rest of the game.

use crate::resolve::draft::Draft;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_rules::effect::Deed;
use alfil_rules::ruleset::Blocking;

/// Reports what a game with stacks cannot have, and pieces that are carried too late.
pub(crate) fn lint(draft: &Draft, found: &mut Report) {
    let effects = &draft.sentences.effects;
    let Some(first) = effects.iter().find(|effect| effect.deeds.iter().any(Deed::stacks)) else {
        return;
    };
    let carries = |deed: &Deed| matches!(deed, Deed::Carry(_));
    if let Some(late) = effects.iter().skip(1).find(|effect| effect.deeds.iter().any(carries)) {
        found
            .at(
                Code::BadEffect,
                late.deed(carries),
                "pieces are carried too late",
                "not the first line",
            )
            .because(
                "when the first line ends, the highest piece beneath the mover is on the board \
                 again",
            )
            .help("move this line to the beginning of `effects`, or join the lines with `;`");
    }
    let mut refuse = |title: String, at, label: &str| {
        found
            .at(Code::NotYetExecutable, first.deed(Deed::stacks), title, "makes stacks")
            .label(at, label)
            .help("leave out one of the two for now");
    };
    for (_, piece) in draft.live() {
        let name = &piece.name.value;
        if piece.blocks.value == Blocking::Open {
            let title = format!("stacks in a game where the {name} does not block");
            refuse(title, piece.blocks.span, "does not block");
        }
    }
    if let Some(third) = draft.sides.each.get(2) {
        let title = "stacks in a game of more than two sides".to_owned();
        refuse(title, third.name.span, "the third side");
    }
}
