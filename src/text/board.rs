//! The board, its zones and the missing common rules in English, one sentence each.

use crate::text::areas::{self, Counted};
use crate::text::lexicon::captures_in_passing;
use crate::text::phrase::and;
use alfil_rules::condition::{Area, Condition, Relation, Zone};
use alfil_rules::goal::{Event, Goal};
use alfil_rules::movement::Action;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::section::Section;
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Hexagon, Lattice, Shading};
use std::f64::consts::TAU;

/// The sentences about the board or plane.
pub fn board(rules: &Ruleset) -> Vec<String> {
    let space = &rules.space;
    let lattice = &space.lattice;
    let mut said = Vec::new();
    let file = |n: u8| lattice.file_name(n);
    let (files, ranks) = (lattice.files(), lattice.ranks());
    match lattice {
        Lattice::Grid { gluing, .. } => {
            // The sentences about more than two sides say how each of them counts ranks.
            let own = match rules.sides.are_two() {
                true => format!("; White's own is rank 1, Black's rank {ranks}"),
                false => String::new(),
            };
            said.push(format!(
                "The board has {files} files, {} to {}, and {ranks} ranks, 1 to {ranks}{own}.",
                file(0),
                file(files - 1),
            ));
            said.extend(seam(rules, *gluing, (file(files - 1), ranks)));
        }
        Lattice::Hexagon(hexagon) => said.extend(hexagons(hexagon, lattice)),
        Lattice::Net(net) => said.push(format!(
            "The board has {} cells, which are linked as the picture shows: where two sides meet, a piece walks on over \
             the seam, and its forward turns with it.",
            net.cells.len(),
        )),
        Lattice::Layers { files, ranks, layers } => {
            let own = match rules.sides.are_two() {
                true => " White's own is layer A and rank 1.",
                false => "",
            };
            said.push(format!(
                "{layers} boards of {files} files and {ranks} ranks lie above each other, A the lowest. A cell is named by \
                 layer, file and rank.{own}",
            ));
            said.push(planes(rules));
        }
        Lattice::Plane { width, height, depth: Some(depth), .. } => said.push(format!(
            "The board is a box, {width} wide, {height} long and {depth} high. A piece is a ball around a point, its centre. \
             Three numbers give the point: from 0 to {width} across, from 0 to {height} away from White, and from 0 to {depth} \
             up. The centre never leaves the box; what the ball covers may reach beyond."
        )),
        Lattice::Plane { width, height, depth: None, gluing } => {
            said.push(format!(
                "The board is a plane, {width} wide and {height} high. A piece stands at a point, its centre, which goes from 0 to \
                 {width} across and from 0 to {height} up{}",
                match gluing {
                    Gluing::Flat => " and never leaves the plane; what it covers may reach beyond.",
                    Gluing::Cylinder
                    | Gluing::Torus
                    | Gluing::Moebius
                    | Gluing::Klein
                    | Gluing::Ring => ".",
                }
            ));
            said.extend(joined(*gluing));
        }
        Lattice::Sphere { radius } => said.push(sphere(radius.get())),
    }
    said.extend(obstacles(rules));
    if !space.without.is_empty() && rules.space.sections.is_empty() {
        let cells: Vec<&str> = space.without.iter().map(|cell| cell.value.as_str()).collect();
        said.push(format!(
            "There is no cell at {}: a leap may cross such a place, nothing else does.",
            cells.join(", ")
        ));
    }
    said.extend(space.sections.iter().map(|section| self::section(section, lattice)));
    if !space.sections.is_empty() {
        said.push("Elsewhere on their lines there is no cell.".to_owned());
    }
    said.extend(names(rules));
    said
}

/// The figures that no body may overlap; `None` if there are none.
pub fn obstacles(rules: &Ruleset) -> Option<String> {
    let all: Vec<String> =
        rules.space.obstacles.iter().map(|plot| areas::plot(&plot.value, Counted::IT)).collect();
    let noun = match all.len() {
        0 => return None,
        1 => "is an obstacle",
        _ => "are obstacles",
    };
    Some(format!(
        "There {noun}: {}. No piece may cover a part of it; a piece on its way ends where its body touches it, and only a \
         leap crosses it.",
        and(&all)
    ))
}

/// The sentence about the names of the sides; `None` if they are White and Black.
fn names(rules: &Ruleset) -> Option<String> {
    if !rules.sides.are_two() {
        return None;
    }
    let [white, black] = rules.look.sides.as_ref()?.both();
    let named = |side: Side, name: &str| {
        (name != side.name()).then(|| format!("{} is called {name}", side.name()))
    };
    let named: Vec<String> =
        [named(Side::White, white), named(Side::Black, black)].into_iter().flatten().collect();
    (!named.is_empty()).then(|| format!("{}.", named.join(", and ")))
}

/// The sentence about moves between layers.
pub fn planes(rules: &Ruleset) -> String {
    let stays = |condition: &Condition| *condition == Condition::Relative(Relation::SameLayer);
    let binds = match &rules.every_move {
        Condition::All(parts) => parts.iter().any(stays),
        one => stays(one),
    };
    if binds { "A piece moves on the layer where it stands." } else {
            "Every move turns through all planes: where it goes along a rank or a file it may go up or down instead, \
             unless it is said to go forward, backward or sideways."
        }
    .to_owned()
}

/// The sentence about edges that are glued.
fn seam(rules: &Ruleset, gluing: Gluing, (last, ranks): (char, u8)) -> Option<String> {
    Some(match gluing {
        Gluing::Flat => return None,
        Gluing::Cylinder => {
            format!("Behind file {last} lies file a: the board has no edge to the left and right.")
        }
        Gluing::Torus => format!(
            "Behind file {last} lies file a, and behind rank {ranks} rank 1: the board has no edge."
        ),
        Gluing::Moebius => format!(
            "Behind file {last} lies file a upside down: who leaves {last}{ranks} to the right comes to a1, with left and \
             right exchanged."
        ),
        Gluing::Klein => format!(
            "Behind file {last} lies file a upside down, with left and right exchanged; behind rank {ranks} lies rank 1."
        ),
        Gluing::Ring => format!(
            "The files are rings, a the innermost: behind rank {ranks} lies rank 1. {}'s forward is counter-clockwise \
             on the picture.",
            rules.called(Side::White)
        ),
    })
}

/// The sentences about a sphere.
pub fn sphere(radius: f64) -> String {
    let lap = format!("{:.4}", TAU * radius);
    format!(
        "The board is a sphere of radius {radius}. A piece stands at a point, its centre, given by its longitude, -180 to 180, \
         and its latitude, -90 to 90, in degrees. All distances are measured along the surface; once around is {lap}. White's \
         forward is north, Black's is south, and sideways is east and west. At a pole, north and east are those of longitude \
         0. A piece keeps to the great circle that begins in its bearing, even where that no longer leads in the same \
         direction. A path goes at most once around, and ends where the body touches the centre of the place where it \
         began. Rank 1 reaches from a side's own pole to a distance of 1, and so on; the last rank is all that is at most 1 \
         from the opponent's pole."
    )
}

/// The sentences about joined edges of a plane. `None` if there are none.
pub fn joined(gluing: Gluing) -> Option<String> {
    let (edges, open) = match gluing {
        Gluing::Flat | Gluing::Ring => return None,
        Gluing::Cylinder => (
            "The left and the right edge are joined: who leaves the plane at one comes in at the other, at the same height.",
            " Nothing goes beyond the lower and the upper edge.",
        ),
        Gluing::Torus => (
            "The left and the right edge are joined, and so are the lower and the upper one: who leaves the plane at one \
             comes in at the opposite place.",
            "",
        ),
        Gluing::Moebius => (
            "The left and the right edge are joined with a twist: who leaves the plane at one comes in at the other, as far \
             from the top as it was from the bottom, with left and right exchanged.",
            " Nothing goes beyond the lower and the upper edge.",
        ),
        Gluing::Klein => (
            "The left and the right edge are joined with a twist: who leaves the plane at one comes in at the other, as far \
             from the top as it was from the bottom, with left and right exchanged. The lower and the upper edge are joined \
             without a twist.",
            "",
        ),
    };
    Some(format!(
        "{edges}{open} A piece covers what is near it on both sides of a joined edge. A path goes at most once around, and ends \
         where the body touches the centre of the place where it began.",
    ))
}

fn hexagons(hexagon: &Hexagon, lattice: &Lattice) -> Vec<String> {
    let last = lattice.file_name(hexagon.files() - 1);
    vec![
        format!(
            "The board is a hexagon of {} hexagonal cells. Its files are upright, a to {last} without j, and a cell is named \
             by its file and its number from the foot of the file.",
            lattice.places().count()
        ),
        "Six lines lead from a cell through its sides, 60 degrees apart, one of them straight forward; six more through \
         its corners, halfway between, to the nearest cells of the same shade."
            .to_owned(),
    ]
}

fn section(section: &Section, lattice: &Lattice) -> String {
    let corner = |&(file, rank): &(u8, u8)| lattice.cell_name(file, rank);
    let place = |(stand, cell): (usize, &(u8, u8))| match section.called.get(stand) {
        Some(name) => format!("{} ({name})", corner(cell)),
        None => corner(cell),
    };
    let places: Vec<String> = section.stands.iter().enumerate().map(place).collect();
    format!(
        "{} owns a part of the board, {} by {} cells, which begins with its lower left cell at {} and may be moved to any \
         other of {}, with whatever stands on it, instead of a piece: never in check, never with an enemy on it, never so \
         that the own royal piece ends in check, or passes through it on the way.",
        section.owner.name(),
        section.width,
        section.height,
        places[section.first],
        places.join(", "),
    )
}

/// Explains the words for shades if the text `told` uses them. `told` contains all other rules of
/// the game.
pub fn shades(rules: &Ruleset, told: &str) -> Option<String> {
    let told = told.to_lowercase();
    let uses = |words: &[&str]| words.iter().any(|word| told.contains(word));
    let text = match (&rules.space.shades, &rules.space.lattice) {
        (_, Lattice::Sphere { .. })
        | (Shading::Plain, _)
        | (Shading::Rows(_), Lattice::Plane { .. }) => return None,
        (Shading::Checkered, Lattice::Plane { depth: Some(_), .. }) => {
            "The unit cubes of the box are light or dark, and neighbours differ; the cube at 0,0,0 is dark. A piece has the \
             shade under its centre, and none on a border between two cubes."
        }
        (Shading::Checkered, Lattice::Plane { .. }) => {
            "The unit squares of the plane are light or dark, and neighbours differ; the square at 0,0 is dark. A piece \
             has the shade under its centre, and none on a border between two squares."
        }
        (Shading::Checkered, Lattice::Hexagon(_)) => {
            "Cells have three shades, and neighbours differ."
        }
        (Shading::Checkered, Lattice::Grid { .. } | Lattice::Layers { .. } | Lattice::Net(_)) => {
            "Cells are light or dark, and neighbours differ; a1 is dark."
        }
        (Shading::Rows(_), _) => "Cells are shaded as the picture shows.",
    };
    if uses(&["strong", "weak", "neutral"]) {
        let weak = match (&rules.space.shades, &rules.space.lattice) {
            (
                Shading::Checkered,
                Lattice::Grid { .. }
                | Lattice::Layers { .. }
                | Lattice::Net(_)
                | Lattice::Plane { .. }
                | Lattice::Sphere { .. },
            ) => "other",
            (Shading::Plain | Shading::Checkered | Shading::Rows(_), _) => "farthest",
        };
        let unit = match rules.space.lattice {
            Lattice::Plane { depth: Some(_), .. } => "cubes",
            Lattice::Plane { .. } => "squares",
            Lattice::Grid { .. }
            | Lattice::Layers { .. }
            | Lattice::Net(_)
            | Lattice::Hexagon(_)
            | Lattice::Sphere { .. } => "cells",
        };
        return Some(format!(
            "{text} A piece is strong on the shade nearest its own colour, White's on light {unit} and Black's on dark \
             ones, and weak on the {weak}."
        ));
    }
    uses(&["light", "dark", "shade"]).then(|| text.to_owned())
}

pub fn zones(rules: &Ruleset) -> Vec<String> {
    let zones = &rules.zones;
    let area = |area: &Area, own, foe| areas::noun(area, zones, Counted { own, foe });
    let told = |zone: &Zone| {
        let [white, black] = zone.area.both();
        let name = &zone.name.value;
        if !rules.sides.are_two() {
            let is_same = rules.sides.each().all(|side| zone.area[side] == *white);
            if is_same {
                let area = area(white, "each side's", "an enemy's");
                return format!("The zone {name} is {area}.");
            }
            let of = |side: Side| {
                let area = area(&zone.area[side], "its own", "an enemy's");
                format!("{area} for {}", rules.called(side))
            };
            let parts: Vec<String> = rules.sides.each().map(of).collect();
            return format!("The zone {name} is {}.", parts.join("; "));
        }
        if white == black {
            let area = area(white, "each side's", "the other side's");
            format!("The zone {name} is {area}.")
        } else {
            let white = area(white, "White's", "Black's");
            let black = area(black, "Black's", "White's");
            format!("The zone {name} is {white} for White, {black} for Black.")
        }
    };
    zones.iter().map(told).collect()
}

/// The sentences about common rules of chess that the game does not have.
pub fn silent(rules: &Ruleset) -> Vec<String> {
    let terms = || rules.kinds.iter().flat_map(|kind| &kind.moves.terms);
    let takes_in_passing = rules.kinds.iter().any(|kind| captures_in_passing(&kind.moves));
    let castles = terms().any(|term| matches!(term.action, Action::Castle(_)));
    let limits = |Goal { event, .. }: Goal| {
        matches!(event, Event::MoveLimit(_) | Event::Repetition(_) | Event::Claim(_))
    };
    let is_royal = rules.kinds.iter().any(|kind| kind.royal.is_royal());
    let promotes = rules.kinds.iter().any(|kind| !kind.promotions.is_empty());
    let none = [
        (is_royal, "No piece is royal, so there is no check."),
        (castles, "Nobody castles."),
        (takes_in_passing, "Nothing is captured en passant."),
        (promotes, "Nothing promotes."),
        (rules.ends.iter().any(limits), "Neither repetition nor a number of moves ends the game."),
    ];
    none.iter().filter(|(has, _)| !has).map(|(_, text)| (*text).to_owned()).collect()
}
