//! Which games a protocol can express.

use alfil_rules::ruleset::Ruleset;
use alfil_rules::space::Lattice;

/// The reason why no protocol can express the moves of a game. `None` if a protocol can: two
/// sides play, nothing is rolled or drawn, all moves go from cell to cell, and the name of each cell is a letter and a number.
pub fn obstacle(rules: &Ruleset) -> Option<&'static str> {
    if !rules.sides.are_two() {
        return Some("the protocol has two sides");
    }
    if !rules.dice.is_empty() {
        return Some("the protocol has no dice");
    }
    match rules.space.lattice {
        Lattice::Plane { .. } => Some("a plane has no cells that the protocol can name"),
        Lattice::Sphere { .. } => Some("a sphere has no cells that the protocol can name"),
        Lattice::Layers { .. } => Some("the protocol cannot name the cells of several layers"),
        Lattice::Grid { .. } | Lattice::Hexagon(_) | Lattice::Net(_) => {
            let is_fixed = rules.space.sections.is_empty();
            (!is_fixed).then_some("the protocol has no moves of sections")
        }
    }
}
