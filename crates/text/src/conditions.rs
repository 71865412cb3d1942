//! Conditions, areas and dice in English.

use crate::lexicon::{Foes, Joint, and, number, or, ordinal, plural};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::chance::Draw;
use alfil_rules::chance::{Die, DieId, Face, Faces, Lasts, Roll, Shown};
use alfil_rules::condition::{Area, Condition, PlaceKind, Relation, Zone};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::plane::{Plot, Point};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Whose;

// Conditions in English, as verb phrases for a move: `starts on a light cell`. A negation moves
// inward, so `not not` never appears.

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
            let part = |part: &Condition| nested_condition(part, holds, viewpoint);
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
pub(crate) fn nested_condition(
    condition: &Condition,
    holds: bool,
    viewpoint: Viewpoint<'_>,
) -> String {
    let (condition, holds) = bare(condition, holds);
    match parts(condition, holds) {
        Some((joint, parts)) => {
            let part = |part: &Condition| nested_condition(part, holds, viewpoint);
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
        Condition::Start(condition_place) if condition_place.kind == PlaceKind::Unmoved => {
            choose("stands on a start cell", "does not stand on a start cell")
        }
        Condition::Start(condition_place) => {
            format!(
                "{} {}",
                choose("starts", "does not start"),
                self::condition_place(&condition_place.kind, viewpoint)
            )
        }
        Condition::End(condition_place) => {
            format!(
                "{} {}",
                choose("ends", "does not end"),
                self::condition_place(&condition_place.kind, viewpoint)
            )
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
        Condition::Not(inner) => nested_condition(inner, !holds, viewpoint),
        // Callers split lists into their parts, so this is not reached.
        Condition::All(_) | Condition::Any(_) => nested_condition(condition, holds, viewpoint),
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

fn condition_place(kind: &PlaceKind, Viewpoint { zones, counted, unit }: Viewpoint<'_>) -> String {
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
        PlaceKind::In(area) => place(area, zones, counted),
    }
}

// Names sets of cells in English: `place` says where something stands, and `noun` names the set.
// An area that differs by side is named from the point of view of one side.

/// The words for the side from which ranks and zones are counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// The possessive of that side: `its`.
    pub own: &'a str,
    pub foe: &'a str,
}

impl Counted<'_> {
    /// The words for a piece or a side that is called `it`.
    pub const IT: Counted<'static> = Counted { own: "its", foe: "the opponent's" };

    fn other(self) -> Self {
        Counted { own: self.foe, foe: self.own }
    }
}

pub(crate) type Zones = IndexVec<ZoneId, Zone>;

/// The phrase for the place of something: `on its last rank`.
pub fn place(area: &Area, zones: &Zones, counted: Counted<'_>) -> String {
    let each = |parts: &[Area]| -> Vec<String> {
        parts.iter().map(|part| nested(part, zones, counted)).collect()
    };
    match area {
        Area::Ranks { .. }
        | Area::LastRank
        | Area::Layers { .. }
        | Area::Files { .. }
        | Area::Edge => format!("on {}", noun(area, zones, counted)),
        Area::Cells(cells) => {
            let names: Vec<String> = cells.iter().map(|cell| cell.value.clone()).collect();
            format!("on {}", or(&names))
        }
        Area::Corner => "in a corner".to_owned(),
        Area::Rectangle(_) | Area::Plot(_) | Area::Zone(_) => {
            format!("in {}", noun(area, zones, counted))
        }
        Area::Enemys(area) => place(area, zones, counted.other()),
        Area::All(parts) => each(parts).join(" and "),
        Area::Any(parts) => or(&each(parts)),
        Area::Not(area) => match &**area {
            Area::Not(area) => place(area, zones, counted),
            area => format!("elsewhere than {}", nested(area, zones, counted)),
        },
    }
}

/// Like [`place`], as a part of a longer list.
fn nested(area: &Area, zones: &Zones, counted: Counted<'_>) -> String {
    let joint = match area {
        Area::All(_) => Joint::And,
        Area::Any(_) => Joint::Or,
        Area::Ranks { .. }
        | Area::LastRank
        | Area::Layers { .. }
        | Area::Files { .. }
        | Area::Edge
        | Area::Corner
        | Area::Cells(_)
        | Area::Rectangle(_)
        | Area::Plot(_)
        | Area::Zone(_)
        | Area::Enemys(_)
        | Area::Not(_) => return place(area, zones, counted),
    };
    let parts: Vec<String> = area.parts().iter().map(|part| nested(part, zones, counted)).collect();
    joint.nested(&parts)
}

/// The name of an area: `its last rank`.
pub fn noun(area: &Area, zones: &Zones, counted: Counted<'_>) -> String {
    let own = counted.own;
    match area {
        Area::Ranks { first, last } => row("rank", (*first, *last), own),
        Area::LastRank => format!("{own} last rank"),
        Area::Layers { first, last } => row("layer", (*first, *last), own),
        Area::Files { first, last } if first == last => format!("file {first}"),
        Area::Files { first, last } => format!("files {first} to {last}"),
        Area::Edge => "the edge".to_owned(),
        Area::Corner => "the corners".to_owned(),
        Area::Cells(cells) => {
            let names: Vec<String> = cells.iter().map(|cell| cell.value.clone()).collect();
            and(&names)
        }
        Area::Rectangle([a, b]) => format!("the rectangle from {} to {}", a.value, b.value),
        Area::Plot(plot) => self::plot(&plot.value, counted),
        Area::Zone(zone) => {
            let whose = if is_own(*zone, zones) { own } else { "the" };
            format!("{whose} zone {}", zones[*zone].name.value)
        }
        Area::Enemys(area) => noun(area, zones, counted.other()),
        Area::Any(parts) => {
            and(&parts.iter().map(|part| noun(part, zones, counted)).collect::<Vec<_>>())
        }
        Area::All(_) => format!("all cells that lie {}", nested(area, zones, counted)),
        Area::Not(area) => {
            format!("all cells that lie elsewhere than {}", nested(area, zones, counted))
        }
    }
}

/// The name of a figure: `the disc of radius 0.5 around 4,4`.
pub(crate) fn plot(plot: &Plot, counted: Counted<'_>) -> String {
    match plot {
        Plot::Disc { centre, radius } => format!("the disc of radius {radius} around {centre}"),
        Plot::Rectangle([a, b]) => format!("the rectangle from {a} to {b}"),
        Plot::Latitudes([low, high]) => {
            format!("the latitudes {low} to {high}, where 90 is {} pole", counted.foe)
        }
        Plot::Ball { centre, radius } => format!("the ball of radius {radius} around {centre}"),
        Plot::Block([a, b]) => format!("the box from {a} to {b}"),
        Plot::Polygon(corners) => {
            let corners: Vec<String> = corners.iter().map(Point::to_string).collect();
            format!("the polygon with the corners {}", and(&corners))
        }
    }
}

/// Names some ranks or layers: `its second rank`, `its first two ranks`, `its ranks 3 to 5`.
fn row(what: &str, (first, last): (u8, u8), own: &str) -> String {
    match (first, last) {
        (first, last) if first == last => format!("{own} {} {what}", ordinal(first.into())),
        (1, last) => format!("{own} first {} {what}s", number(last.into())),
        (first, last) => format!("{own} {what}s {first} to {last}"),
    }
}

/// Returns true if a zone is not the same for both sides.
fn is_own(zone: ZoneId, zones: &Zones) -> bool {
    let [white, black] = zones[zone].area.both();
    white != black || is_relative(white, zones)
}

/// Returns true if an area is not the same for both sides.
pub(crate) fn is_relative(area: &Area, zones: &Zones) -> bool {
    match area {
        Area::Ranks { .. } | Area::LastRank | Area::Layers { .. } => true,
        Area::Files { .. } | Area::Edge | Area::Corner | Area::Cells(_) | Area::Rectangle(_) => {
            false
        }
        Area::Plot(plot) => matches!(plot.value, Plot::Latitudes(_)),
        Area::Zone(zone) => is_own(*zone, zones),
        Area::All(parts) | Area::Any(parts) => parts.iter().any(|part| is_relative(part, zones)),
        Area::Enemys(area) | Area::Not(area) => is_relative(area, zones),
    }
}

// Dice in English: `sentences` describes what they show, `shown` a comparison.

/// The sentences about dice, one or more for each die.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    rules.dice.iter().flat_map(|die| of_die(rules, die)).collect()
}

fn of_die(rules: &Ruleset, die: &Die) -> Vec<String> {
    let name = &die.name.value;
    if die.is_bag() {
        return of_bag(rules, die);
    }
    let mut said = vec![if die.is_fair() {
        format!("The {name} shows {}, each equally often.", values(die, die.ids().collect()))
    } else {
        let total = die.total();
        let face =
            |face: &Face| format!("{} with a chance of {} in {total}", face.word, face.weight);
        let faces: Vec<String> = die.faces.iter().map(face).collect();
        format!("The {name} shows {}.", or(&faces))
    }];
    match die.lasts {
        Lasts::Turn => {}
        Lasts::Game => said.push(format!("The {name} shows its value until it is rolled again.")),
    }
    said
}

/// What is in a bag: `At the start, the bag of tiles holds one Red general, two Red advisors ...`
fn of_bag(rules: &Ruleset, bag: &Die) -> Vec<String> {
    let name = &bag.name.value;
    let noun = |face: &Face| match face.kind {
        None => face.word.clone(),
        Some(kind) => {
            let side = face.side.map(|side| format!("{} ", rules.name_of(side)));
            let name = &rules.kinds[kind].name.value;
            let noun = if face.weight == 1 { name.clone() } else { plural(name) };
            format!("{}{noun}", side.unwrap_or_default())
        }
    };
    let value = |face: &Face| format!("{} {}", number(face.weight.into()), noun(face));
    let values: Vec<String> = bag.faces.iter().map(value).collect();
    let mut said = vec![
        format!("At the start, the bag of {name} holds {}.", and(&values)),
        "Drawn values are not put back, and all values in the bag have the same chance.".to_owned(),
    ];
    match bag.lasts {
        Lasts::Turn => {}
        Lasts::Game => said.push("A drawn value counts until the next draw.".to_owned()),
    }
    said
}

/// What a step draws: `a white or black piece is drawn from the tiles and replaces the first tile`.
pub(super) fn draw(rules: &Ruleset, die: DieId, draw: &Draw) -> String {
    let name = name(&rules.dice, die);
    let foe = Foes::of(rules).who;
    let what = match draw.whose {
        Whose::Any => "a piece",
        Whose::Own => "a piece of the player",
        Whose::Enemy => &format!("a piece of {foe}"),
        Whose::Ally => "a piece of an ally",
    };
    let what = if draw.turns_up.is_empty() { "something" } else { what };
    let mut text = format!("{what} is drawn from {name}");
    if !draw.turns_up.is_empty() {
        let kind = |kind: &KindId| rules.kinds[*kind].name.value.clone();
        let kinds: Vec<String> = draw.turns_up.iter().map(kind).collect();
        let whose = match draw.whose {
            Whose::Any => "",
            Whose::Own => "of the player ",
            Whose::Enemy => &format!("of {foe} "),
            Whose::Ally => "of an ally ",
        };
        text += &format!(" and takes the place of the first {} {whose}on the board", or(&kinds));
    }
    text.trim_end().to_owned()
}

/// The name of a die with its article: `the die`.
pub(super) fn name(dice: &IndexVec<DieId, Die>, id: DieId) -> String {
    format!("the {}", dice[id].name.value)
}

/// What the dice show now: `The first shows knight, the second pawn.` `None` if they show nothing.
pub fn now(rules: &Ruleset, shown: Shown) -> Option<String> {
    let value = |(id, die): (DieId, &Die)| {
        let word = die.word(shown.of(id)?);
        Some((die.name.value.clone(), word.to_owned()))
    };
    let mut values = rules.dice.enumerate().filter_map(value);
    let (name, word) = values.next()?;
    let rest: String = values.map(|(name, word)| format!(", the {name} {word}")).collect();
    Some(format!("The {name} shows {word}{rest}."))
}

/// True if a comparison holds for every value.
pub(super) fn is_any(dice: &IndexVec<DieId, Die>, id: DieId, roll: Roll) -> bool {
    match roll {
        Roll::Among(faces) => dice[id].ids().all(|face| faces.has(face)),
        Roll::Like(_) => false,
    }
}

/// The value that a comparison requires, after the verb `shows`: `3 or more`.
pub(super) fn shown(dice: &IndexVec<DieId, Die>, id: DieId, roll: Roll) -> String {
    match roll {
        Roll::Among(faces) => values(&dice[id], faces),
        Roll::Like(other) => format!("the same as {}", name(dice, other)),
    }
}

/// The values as words: `3 or 4`, `5 or more`, `1 to 6`.
fn values(die: &Die, faces: Faces) -> String {
    let all: Vec<_> = die.ids().filter(|&face| faces.has(face)).collect();
    let words: Vec<String> = all.iter().map(|&face| die.word(face).to_owned()).collect();
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    let (least, most) = match numbers.as_deref() {
        Some([first, .., last]) if numbers.iter().flatten().copied().eq(*first..=*last) => {
            (*first, *last)
        }
        Some(_) | None => return or(&words),
    };
    if all.len() == die.faces.len() {
        format!("a number from {least} to {most}")
    } else if all.last() == die.ids().last().as_ref() {
        format!("{least} or more")
    } else if all.first() == die.ids().next().as_ref() {
        format!("{most} or less")
    } else {
        or(&words)
    }
}
