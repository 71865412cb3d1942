//! Names sets of cells in English: [`place`] says where something stands, and `noun` names the set.
//! An area that differs by side is named from the point of view of one side.

use crate::text::phrase::{Joint, and, number, or, ordinal};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::{Area, Zone};
use alfil_rules::ids::ZoneId;
use alfil_rules::plane::{Plot, Point};

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
pub(crate) fn noun(area: &Area, zones: &Zones, counted: Counted<'_>) -> String {
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
