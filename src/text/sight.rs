//! What a side sees, in English.

use crate::text::phrase::and;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::sight::Sight;

/// What an umpire says about the captures of a move, by the cells where the pieces stood. Empty if
/// nothing was captured.
pub fn captures(cells: &[String]) -> String {
    match cells {
        [] => String::new(),
        [cell] => format!("A piece was captured on {cell}"),
        cells => format!("Pieces were captured on {}", and(cells)),
    }
}

/// The sentences about what each side sees. Empty if both see everything.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    match rules.sight {
        Sight::Everything => Vec::new(),
        Sight::Own => vec![
            "Each side sees only its own pieces.".to_owned(),
            "It is told its legal moves, so it knows whether something stands where its pieces can go, but not what.".to_owned(),
        ],
        Sight::Umpire => vec![
            "Each side sees only its own pieces, and is not told its legal moves.".to_owned(),
            "The player to move tries a move; an umpire says whether it is legal, and if not, the player tries another.".to_owned(),
            "The other side does not hear of moves that were refused.".to_owned(),
            "The umpire tells both sides on which cell a piece was captured, and whether the player to move is in check.".to_owned(),
        ],
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
