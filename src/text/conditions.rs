//! Conditions and areas in plain English.
//!
//! Owns: [`condition`]. Takes conditions of the rules; gives what a move does of which they hold: `starts on a light cell`.

use crate::index::IndexVec;
use crate::rules::condition::{Area, Condition, PlaceKind, Relation};
use crate::rules::ruleset::{Zone, ZoneId};
use crate::text::words::or;

/// A condition as what may follow "it".
pub fn condition(condition: &Condition, zones: &IndexVec<ZoneId, Zone>) -> String {
    say(condition, true, zones)
}

fn say(condition: &Condition, holds: bool, zones: &IndexVec<ZoneId, Zone>) -> String {
    let choose = |yes: &str, no: &str| if holds { yes.to_string() } else { no.to_string() };
    match condition {
        Condition::Always => choose("moves anyhow", "never moves"),
        Condition::Start(place) if place.kind == PlaceKind::Unmoved => {
            choose("stands on a start cell", "does not stand on a start cell")
        }
        Condition::Start(place) => {
            format!("{} {}", choose("starts", "does not start"), self::place(&place.kind, zones))
        }
        Condition::End(place) => {
            format!("{} {}", choose("ends", "does not end"), self::place(&place.kind, zones))
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
        Condition::Not(inner) => say(inner, !holds, zones),
        Condition::All(parts) | Condition::Any(parts) => {
            // Negation turns one list into the other.
            let all = matches!(condition, Condition::All(_)) == holds;
            let said: Vec<String> = parts
                .iter()
                .map(|part| {
                    let text = say(part, holds, zones);
                    let either = all && is_choice(part, holds);
                    if either { format!("either {text}") } else { text }
                })
                .collect();
            said.join(if all { " and " } else { " or " })
        }
    }
}

/// What a move does that is so, and one that is not.
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

/// Whether a condition is said with "or".
fn is_choice(condition: &Condition, holds: bool) -> bool {
    match condition {
        Condition::Any(parts) => holds && parts.len() > 1,
        Condition::All(parts) => !holds && parts.len() > 1,
        Condition::Not(inner) => is_choice(inner, !holds),
        Condition::Always
        | Condition::Start(_)
        | Condition::End(_)
        | Condition::Relative(_)
        | Condition::Every(_) => false,
    }
}

fn place(kind: &PlaceKind, zones: &IndexVec<ZoneId, Zone>) -> String {
    match kind {
        PlaceKind::Strong => "on a strong cell".to_string(),
        PlaceKind::Weak => "on a weak cell".to_string(),
        PlaceKind::Neutral => "on a neutral cell".to_string(),
        PlaceKind::Light => "on a light cell".to_string(),
        PlaceKind::Dark => "on a dark cell".to_string(),
        PlaceKind::Shade(n) => format!("on a cell of shade {n}"),
        PlaceKind::Unmoved => "on a start cell".to_string(),
        PlaceKind::In(area) => self::area(area, zones),
    }
}

fn area(area: &Area, zones: &IndexVec<ZoneId, Zone>) -> String {
    let said =
        |parts: &[Area]| parts.iter().map(|part| self::area(part, zones)).collect::<Vec<_>>();
    match area {
        Area::Ranks { first, last } if first == last => format!("on rank {first}"),
        Area::Ranks { first, last } => format!("on ranks {first} to {last}"),
        Area::LastRank => "on the last rank".to_string(),
        Area::Layers { first, last } if first == last => format!("on layer {first}"),
        Area::Layers { first, last } => format!("on layers {first} to {last}"),
        Area::Files { first, last } if first == last => format!("on the {first} file"),
        Area::Files { first, last } => format!("on the files {first} to {last}"),
        Area::Edge => "on the edge".to_string(),
        Area::Corner => "in a corner".to_string(),
        Area::Cells(cells) => {
            let names: Vec<String> = cells.iter().map(|cell| cell.value.clone()).collect();
            format!("on {}", or(&names))
        }
        Area::Rectangle([a, b]) => format!("in the rectangle {} to {}", a.value, b.value),
        Area::Zone(zone) => format!("in the zone {}", zones[*zone].name.value),
        Area::Enemys(area) => format!("{} as the enemy counts", self::area(area, zones)),
        Area::All(parts) => {
            let choice = |part: &Area| matches!(part, Area::Any(_));
            let said = parts.iter().zip(said(parts)).map(|(part, words)| match choice(part) {
                true => format!("either {words}"),
                false => words,
            });
            said.collect::<Vec<_>>().join(" and ")
        }
        Area::Any(parts) => or(&said(parts)),
        Area::Not(area) => format!("elsewhere than {}", self::area(area, zones)),
    }
}
