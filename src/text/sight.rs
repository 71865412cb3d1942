//! What a side sees, in English.

use alfil_rules::ruleset::Ruleset;
use alfil_rules::sight::Sight;

/// The sentences about what each side sees. Empty if both see everything.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    match rules.sight {
        Sight::Everything => Vec::new(),
        Sight::Own => vec![
            "Each side sees only its own pieces.".to_owned(),
            "It is told its legal moves, so it knows whether something stands where its pieces can go, but not what.".to_owned(),
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
