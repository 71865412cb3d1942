//! What a side sees, in English.

use crate::text::phrase::and;
use crate::text::sentences;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::sight::Sight;

/// The sentences of an umpire after a move, about the cells of captures and about the side to move.
/// Empty if there is nothing to say.
pub fn announcement(captured: &[String], told: &[String]) -> Vec<String> {
    let captures = match captured {
        [] => None,
        [cell] => Some(format!("A piece was captured on {cell}")),
        cells => Some(format!("Pieces were captured on {}", and(cells))),
    };
    let told = (!told.is_empty()).then(|| format!("The umpire says: {}", told.join(", ")));
    captures.into_iter().chain(told).collect()
}

/// The sentences about what each side sees. Empty if both see everything.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    match rules.sight {
        Sight::Everything => Vec::new(),
        Sight::Own => vec![
            "Each side sees only its own pieces.".to_owned(),
            "It is told its legal moves, so it knows whether something stands where its pieces can go, but not what.".to_owned(),
        ],
        Sight::Umpire => [
            "Each side sees only its own pieces, and is not told its legal moves.".to_owned(),
            "The player to move tries a move; an umpire says whether it is legal, and if not, the player tries another.".to_owned(),
            "The other side does not hear of moves that were refused.".to_owned(),
            "The umpire tells both sides on which cell a piece was captured, and whether the player to move is in check.".to_owned(),
        ]
        .into_iter()
        .chain(sentences::told(rules))
        .collect(),
        Sight::Placing => vec![
            "As long as the player to move has pieces to place, each side sees only its own pieces, and not the other's hand.".to_owned(),
            "Then both sides see everything.".to_owned(),
        ],
        Sight::Reach => vec![
            "Each side sees its own pieces, and the cells to which they can move or on which they can capture.".to_owned(),
            "It is told its legal moves, so it knows whether something stands in their way, but not what.".to_owned(),
        ],
    }
}
