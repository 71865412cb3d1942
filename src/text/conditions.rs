//! Conditions in English, as verb phrases for a move: `starts on a light cell`. A negation moves
//! inward, so `not not` never appears.

use crate::text::areas::{self, Counted, Zones};
use crate::text::phrase::Joint;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::{Condition, PlaceKind, Relation, Zone};
use alfil_rules::ids::ZoneId;

/// The names of zones, and the side from whose point of view areas are named.
#[derive(Clone, Copy)]
pub struct Viewpoint<'a> {
    /// The zones of the game.
    pub zones: &'a Zones,
    /// The words for the side.
    pub counted: Counted<'a>,
    /// The word for a place of one shade.
    pub unit: Unit,
}

/// The part of a space that has one shade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A cell of a board.
    Cell,
    /// A unit square of a plane.
    Square,
}

/// A condition as a phrase that follows "it".
pub fn condition(condition: &Condition, zones: &IndexVec<ZoneId, Zone>) -> String {
    told(condition, true, Viewpoint { zones, counted: Counted::IT, unit: Unit::Cell })
}

/// Like [`condition()`], for a game on a plane.
pub fn on_plane(condition: &Condition, zones: &IndexVec<ZoneId, Zone>) -> String {
    told(condition, true, Viewpoint { zones, counted: Counted::IT, unit: Unit::Square })
}

/// The verb phrase for a condition, or for its negation if `holds` is false. `viewpoint` gives the
/// side from whose point of view areas are named.
pub fn told(condition: &Condition, holds: bool, viewpoint: Viewpoint<'_>) -> String {
    let (condition, holds) = bare(condition, holds);
    match parts(condition, holds) {
        Some((joint, parts)) => {
            let part = |part: &Condition| nested(part, holds, viewpoint);
            let said: Vec<String> = parts.iter().map(part).collect();
            said.join(match joint {
                Joint::And => " and ",
                Joint::Or => " or ",
            })
        }
        None => one(condition, holds, viewpoint),
    }
}

/// Like [`told`], as a part of a longer list.
pub(crate) fn nested(condition: &Condition, holds: bool, viewpoint: Viewpoint<'_>) -> String {
    let (condition, holds) = bare(condition, holds);
    match parts(condition, holds) {
        Some((joint, parts)) => {
            let part = |part: &Condition| nested(part, holds, viewpoint);
            joint.nested(&parts.iter().map(part).collect::<Vec<_>>())
        }
        None => one(condition, holds, viewpoint),
    }
}

/// Strips negations. Returns the inner condition, and whether it must hold.
fn bare(condition: &Condition, holds: bool) -> (&Condition, bool) {
    match condition {
        Condition::Not(inner) => bare(inner, !holds),
        Condition::Always
        | Condition::Start(_)
        | Condition::End(_)
        | Condition::Relative(_)
        | Condition::Every(_)
        | Condition::All(_)
        | Condition::Any(_) => (condition, holds),
    }
}

/// The parts of a list. Negation turns `and` into `or`.
fn parts(condition: &Condition, holds: bool) -> Option<(Joint, &[Condition])> {
    let joint = match (condition, holds) {
        (Condition::All(_), true) | (Condition::Any(_), false) => Joint::And,
        (Condition::All(_), false) | (Condition::Any(_), true) => Joint::Or,
        (
            Condition::Always
            | Condition::Start(_)
            | Condition::End(_)
            | Condition::Relative(_)
            | Condition::Every(_)
            | Condition::Not(_),
            _,
        ) => return None,
    };
    match condition {
        Condition::All(parts) | Condition::Any(parts) => Some((joint, parts)),
        Condition::Always
        | Condition::Start(_)
        | Condition::End(_)
        | Condition::Relative(_)
        | Condition::Every(_)
        | Condition::Not(_) => None,
    }
}

/// A condition that is not a list.
fn one(condition: &Condition, holds: bool, viewpoint: Viewpoint<'_>) -> String {
    let choose = |yes: &str, no: &str| if holds { yes.to_string() } else { no.to_string() };
    match condition {
        Condition::Always => choose("moves anyhow", "never moves"),
        Condition::Start(place) if place.kind == PlaceKind::Unmoved => {
            choose("stands on a start cell", "does not stand on a start cell")
        }
        Condition::Start(place) => {
            format!(
                "{} {}",
                choose("starts", "does not start"),
                self::place(&place.kind, viewpoint)
            )
        }
        Condition::End(place) => {
            format!("{} {}", choose("ends", "does not end"), self::place(&place.kind, viewpoint))
        }
        Condition::Relative(relation) => {
            let (so, not) = relation_words(*relation);
            choose(so, not)
        }
        Condition::Every(distance) => format!(
            "{} a whole multiple of {}",
            choose("goes", "does not go"),
            f64::from(distance.value) / 1000.0
        ),
        Condition::Not(inner) => nested(inner, !holds, viewpoint),
        // Callers split lists into their parts, so this is not reached.
        Condition::All(_) | Condition::Any(_) => nested(condition, holds, viewpoint),
    }
}

/// The phrases for a move with this relation and for one without it.
fn relation_words(relation: Relation) -> (&'static str, &'static str) {
    match relation {
        Relation::SameShade => ("ends on the shade on which it starts", "ends on another shade"),
        Relation::OtherShade => ("ends on another shade", "ends on the shade on which it starts"),
        Relation::SameRank => ("stays on its rank", "leaves its rank"),
        Relation::SameFile => ("stays on its file", "leaves its file"),
        Relation::SameLayer => ("stays on its layer", "leaves its layer"),
        Relation::Forward => ("goes forward", "does not go forward"),
        Relation::Backward => ("goes backward", "does not go backward"),
        Relation::Upward => ("goes up", "does not go up"),
        Relation::Downward => ("goes down", "does not go down"),
    }
}

fn place(kind: &PlaceKind, Viewpoint { zones, counted, unit }: Viewpoint<'_>) -> String {
    let word = match unit {
        Unit::Cell => "cell",
        Unit::Square => "square",
    };
    match kind {
        // Neutral points of a plane lie between the squares.
        PlaceKind::Neutral if unit == Unit::Square => {
            "between squares of different shades".to_owned()
        }
        PlaceKind::Strong => format!("on a strong {word}"),
        PlaceKind::Weak => format!("on a weak {word}"),
        PlaceKind::Neutral => format!("on a neutral {word}"),
        PlaceKind::Light => format!("on a light {word}"),
        PlaceKind::Dark => format!("on a dark {word}"),
        PlaceKind::Shade(n) => format!("on a {word} of shade {n}"),
        PlaceKind::Unmoved => "on a start cell".to_string(),
        PlaceKind::In(area) => areas::place(area, zones, counted),
    }
}
