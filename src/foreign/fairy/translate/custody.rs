//! Captures of pieces that are surrounded.

use crate::foreign::fairy::translate::areas::Area;
use crate::foreign::fairy::translate::case::Case;
use crate::foreign::fairy::values::{Sided, Squares};

/// The four ways from the end of a move: the direction to the piece, the direction back, and the
/// edge beyond it.
const WAYS: [(&str, &str, &str); 4] = [
    ("f", "b", "last rank"),
    ("b", "f", "rank 1"),
    ("l", "r", "(file a or file LAST)"),
    ("r", "l", "(file a or file LAST)"),
];

/// Adds the captures of pieces between the piece that moves and another one, or the edge.
pub(crate) fn effects(case: &mut Case<'_>, lines: &mut Vec<String>) {
    let settings = case.settings;
    let mut zone =
        |purpose: &str, squares: Squares| match case.areas.area(purpose, &Sided::both(squares)) {
            Area::Words(words) => Some(words),
            Area::Everywhere => Some("anywhere".to_owned()),
            Area::Nowhere => None,
        };
    let whole = zone("inner zone", settings.surround_whole);
    let hostile = zone("hostile zone", settings.surround_hostile);
    let last = char::from(b'a' + case.areas.files() - 1).to_string();
    let outside = whole.as_ref().map_or(String::new(), |zone| format!(" not in {zone}"));
    let mut deeds = Vec::new();
    for (to, back, edge) in WAYS {
        let neighbour = format!("capture enemy at {to}W of end{outside}");
        if settings.surround_opposite {
            deeds.push(format!("{neighbour} at {back}W of own"));
            deeds.extend(hostile.iter().map(|zone| format!("{neighbour} at {back}W of {zone}")));
        }
        if settings.surround_edge {
            deeds.push(format!("{neighbour} in {}", edge.replace("LAST", &last)));
        }
    }
    if let Some(zone) = whole {
        let free = match &hostile {
            Some(hostile) => format!("not at W of (empty not in {hostile})"),
            None => "not at W of (empty)".to_owned(),
        };
        deeds.push(format!("capture enemy at W of end in {zone} {free} not at W of enemy"));
    }
    let cause = if case.settings.piece_drops { "moving or dropping" } else { "moving" };
    if !deeds.is_empty() {
        lines.push(format!("when {cause} then {}", deeds.join("; ")));
    }
}
