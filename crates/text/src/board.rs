//! The board, its zones and the missing common rules in English, one sentence each.

use crate::conditions::{self, Counted};
use crate::lexicon::{and, captures_in_passing, or};
use alfil_rules::condition::{Area, Condition, Relation, Zone};
use alfil_rules::effect::{Deed, Effect};
use alfil_rules::goal::{Event, Goal};
use alfil_rules::movement::Action;
use alfil_rules::question::{Needs, Question};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Hexagon, Lattice, Section, Shading};
use std::f64::consts::TAU;

/// The sentences about the board or plane.
pub fn board(rules: &Ruleset) -> Vec<String> {
    let space = &rules.space;
    let lattice = &space.lattice;
    let mut said = Vec::new();
    let file = |n: u8| lattice.file_name(n);
    let (files, ranks) = (lattice.files(), lattice.ranks());
    let [white, black] = Side::BOTH.map(|side| rules.name_of(side));
    match lattice {
        Lattice::Grid { gluing, .. } => {
            // The sentences about more than two sides say how each of them counts ranks.
            let own = if rules.sides.are_two() { format!("; {white}'s own is rank 1, {black}'s rank {ranks}") } else { String::new() };
            said.push(format!(
                "The board has {files} files, {} to {}, and {ranks} ranks, 1 to {ranks}{own}.",
                file(0),
                file(files - 1),
            ));
            said.extend(seam(rules, *gluing, (file(files - 1), ranks)));
        }
        Lattice::Hexagon(hexagon) => said.extend(hexagons(hexagon, lattice)),
        Lattice::Net(net) => said.push(format!(
            "The board has {} cells, which are linked as the picture shows: where two sides meet, a piece moves on \
             across the seam, and its forward direction turns with it.",
            net.cells.len(),
        )),
        Lattice::Layers { files, ranks, layers } => {
            let own = if rules.sides.are_two() { &format!(" {white}'s own is layer A and rank 1.") } else { "" };
            said.push(format!(
                "{layers} boards of {files} files and {ranks} ranks lie above each other, A the lowest. A cell is named by \
                 layer, file and rank.{own}",
            ));
            said.push(planes(rules));
        }
        Lattice::Plane { width, height, depth: Some(depth), .. } => said.push(format!(
            "The board is a box, {width} wide, {height} long and {depth} high. A piece is a ball around a point, its centre. \
             Three numbers give the point: from 0 to {width} across, from 0 to {height} away from {white}, and from 0 to {depth} \
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
        Lattice::Sphere { radius } => said.push(sphere(radius.get(), rules)),
    }
    said.extend(obstacles(rules));
    if !space.without.is_empty() && rules.space.sections.is_empty() {
        said.push(format!(
            "There is no cell {}. Only a leap can cross such a place.",
            holes(rules)
        ));
    }
    said.extend(sections(rules));
    said.extend(names(rules));
    said
}

/// The figures that no body may overlap; `None` if there are none.
pub fn obstacles(rules: &Ruleset) -> Option<String> {
    let all: Vec<String> = rules
        .space
        .obstacles
        .iter()
        .map(|plot| conditions::plot(&plot.value, Counted::IT))
        .collect();
    let noun = match all.len() {
        0 => return None,
        1 => "is an obstacle",
        _ => "are obstacles",
    };
    Some(format!(
        "There {noun}: {}. No piece may cover a part of it. A moving piece stops where its body touches it; only a leap can \
         cross it.",
        and(&all)
    ))
}

/// The sentence about the sides in texts of positions; `None` if they are called White and Black.
fn names(rules: &Ruleset) -> Option<String> {
    let [white, black] = Side::BOTH.map(|side| rules.name_of(side));
    let usual = Side::BOTH.map(Side::name) == [white, black];
    (rules.sides.are_two() && !usual).then(|| {
        format!(
            "Where a position is written as text, {white} is “w” and has capital letters, and {black} is “b” and has \
             small ones."
        )
    })
}

/// The most rectangles of missing cells that a sentence lists.
const MAX_HOLES: usize = 8;

/// Where cells are missing: `at a1-c3 and l1-n3`. Rectangles stand for their cells.
fn holes(rules: &Ruleset) -> String {
    let lattice = &rules.space.lattice;
    let missing: Vec<&str> = rules.space.without.iter().map(|cell| cell.value.as_str()).collect();
    let place = |file: u8, rank: u8| lattice.cell_name(file, rank);
    let mut left: Vec<(u8, u8)> = (0..lattice.ranks())
        .flat_map(|rank| (0..lattice.files()).map(move |file| (file, rank)))
        .filter(|&(file, rank)| missing.contains(&place(file, rank).as_str()))
        .collect();
    // Boards on which a cell has more than a file and a rank are listed cell by cell.
    if left.len() != missing.len() {
        return match missing.len() {
            0..=MAX_HOLES => format!(
                "at {}",
                and(&missing.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
            ),
            _ => "where the picture shows none".to_owned(),
        };
    }
    let mut rectangles: Vec<String> = Vec::new();
    while let Some(&(file, rank)) = left.first() {
        let has = |file: u8, rank: u8| left.contains(&(file, rank));
        let last_file = (file..lattice.files()).take_while(|&file| has(file, rank)).last();
        let last_file = last_file.unwrap_or(file);
        let whole = |rank: &u8| (file..=last_file).all(|file| has(file, *rank));
        let last_rank = (rank..lattice.ranks()).take_while(whole).last().unwrap_or(rank);
        rectangles.push(if (file, rank) == (last_file, last_rank) {
            place(file, rank)
        } else {
            format!("{}-{}", place(file, rank), place(last_file, last_rank))
        });
        left.retain(|&(f, r)| !(file..=last_file).contains(&f) || !(rank..=last_rank).contains(&r));
    }
    match rectangles.len() {
        0..=MAX_HOLES => format!("at {}", and(&rectangles)),
        _ => "where the picture shows none".to_owned(),
    }
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
            "Behind file {last} lies file a upside down: a piece that leaves {last}{ranks} to the right arrives at a1, with left \
             and right exchanged."
        ),
        Gluing::Klein => format!(
            "Behind file {last} lies file a upside down, with left and right exchanged; behind rank {ranks} lies rank 1."
        ),
        Gluing::Ring => format!(
            "The files are rings, a the innermost: behind rank {ranks} lies rank 1. {}'s forward is counter-clockwise \
             on the picture.",
            rules.name_of(Side::White)
        ),
    })
}

/// The sentences about a sphere.
pub fn sphere(radius: f64, rules: &Ruleset) -> String {
    let [white, black] = Side::BOTH.map(|side| rules.name_of(side));
    let lap = format!("{:.4}", TAU * radius);
    format!(
        "The board is a sphere of radius {radius}. A piece stands at a point, its centre, given by its longitude, -180 to 180, \
         and its latitude, -90 to 90, in degrees. All distances are measured along the surface; once around is {lap}. {white}'s \
         forward is north, {black}'s is south, and sideways is east and west. At a pole, north and east are those of longitude \
         0. A piece follows the great circle that begins in its bearing, even where the circle no longer has this \
         direction. A path goes at most once around, and ends where the body touches the centre of the place where it \
         began. Rank 1 reaches from a side's own pole to a distance of 1, and so on; the last rank is the area at most 1 \
         from the opponent's pole."
    )
}

/// The sentences about joined edges of a plane. `None` if there are none.
pub fn joined(gluing: Gluing) -> Option<String> {
    let (edges, open) = match gluing {
        Gluing::Flat | Gluing::Ring => return None,
        Gluing::Cylinder => (
            "The left and the right edge are joined: a piece that leaves the plane at one of them enters at the other, at the same height.",
            " No piece can cross the lower and the upper edge.",
        ),
        Gluing::Torus => (
            "The left and the right edge are joined, and so are the lower and the upper one: a piece that leaves the plane \
             at one of them enters at the opposite place.",
            "",
        ),
        Gluing::Moebius => (
            "The left and the right edge are joined with a twist: a piece that leaves the plane at one of them enters \
             at the other, as far from the top as it was from the bottom, with left and right exchanged.",
            " No piece can cross the lower and the upper edge.",
        ),
        Gluing::Klein => (
            "The left and the right edge are joined with a twist: a piece that leaves the plane at one of them enters \
             at the other, as far from the top as it was from the bottom, with left and right exchanged. The lower and the upper edge are joined \
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

/// The sentences about parts of the board that players move: first what is the same for all of them,
/// then their places.
fn sections(rules: &Ruleset) -> Vec<String> {
    let (sections, lattice) = (&rules.space.sections, &rules.space.lattice);
    if sections.is_empty() {
        return Vec::new();
    }
    let several = |side: Side| sections.iter().filter(|section| section.owner == side).count() > 1;
    let place = |section: &Section, stand: usize| {
        let cells: Vec<_> = section.cells(stand).collect();
        let [first, last] = [cells.first(), cells.last()]
            .map(|cell| cell.map_or(String::new(), |&(file, rank)| lattice.cell_name(file, rank)));
        let name = section.called.get(stand).map_or(String::new(), |name| format!(" ({name})"));
        if first == last { format!("{first}{name}") } else { format!("{first}-{last}{name}") }
    };
    let one = |section: &Section| {
        let whose = rules.name_of(section.owner);
        let which = if several(section.owner) {
            format!("{whose}'s part “{}”", section.name.value)
        } else {
            format!("{whose}'s part")
        };
        let others = (0..section.stands.len()).filter(|&stand| stand != section.first);
        let others: Vec<String> = others.map(|stand| place(section, stand)).collect();
        format!(
            "{which} begins at {} and may also stand at {}.",
            place(section, section.first),
            or(&others)
        )
    };
    let mut said = vec![
        "A side may move a part of the board that it owns, together with the pieces on it, instead of a piece. It may not do so \
         in check or while an enemy piece is on this part, and its own royal piece may neither end in check nor, if it is \
         carried along, pass through check."
            .to_owned(),
    ];
    said.extend(sections.iter().map(one));
    said.push("Where these parts are not, their lines have no cells.".to_owned());
    said
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
             shade under its centre, and no shade on a border between two cubes."
        }
        (Shading::Checkered, Lattice::Plane { .. }) => {
            "The unit squares of the plane are light or dark, and neighbours differ; the square at 0,0 is dark. A piece \
             has the shade under its centre, and no shade on a border between two squares."
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
        let [white, black] = Side::BOTH.map(|side| rules.name_of(side));
        return Some(format!(
            "{text} A piece is strong on the shade nearest its own colour, {white}'s on light {unit} and {black}'s on dark \
             ones, and weak on the {weak}."
        ));
    }
    uses(&["light", "dark", "shade"]).then(|| text.to_owned())
}

pub fn zones(rules: &Ruleset) -> Vec<String> {
    let zones = &rules.zones;
    let area =
        |area: &Area, own: &str, foe: &str| conditions::noun(area, zones, Counted { own, foe });
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
                format!("{area} for {}", rules.name_of(side))
            };
            let parts: Vec<String> = rules.sides.each().map(of).collect();
            return format!("The zone {name} is {}.", parts.join("; "));
        }
        if white == black {
            let area = area(white, "each side's", "the other side's");
            format!("The zone {name} is {area}.")
        } else {
            let [first, second] = Side::BOTH.map(|side| rules.name_of(side));
            let [of_first, of_second] = [first, second].map(|side| format!("{side}'s"));
            let white = area(white, &of_first, &of_second);
            let black = area(black, &of_second, &of_first);
            format!("The zone {name} is {white} for {first}, {black} for {second}.")
        }
    };
    zones.iter().map(told).collect()
}

/// Returns true if a question is about repetition or a number of turns.
fn counts_time(question: &Question) -> bool {
    question.needs().meets(Needs::HISTORY | Needs::CLOCKS | Needs::TURNS)
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
    // Effects may change kinds, which readers call promotion as well.
    let becomes =
        |effect: &Effect| effect.deeds.iter().any(|deed| matches!(deed, Deed::Becomes(..)));
    let promotes = rules.kinds.iter().any(|kind| !kind.promotions.is_empty())
        || rules.effects.iter().any(becomes);
    let in_time =
        rules.ends.goals.iter().chain(&rules.ends.claims).any(|goal| counts_time(&goal.question));
    let none = [
        (is_royal, "No piece is royal, so there is no check."),
        (castles, "Nobody castles."),
        (takes_in_passing, "Nothing is captured en passant."),
        (promotes, "Nothing promotes."),
        (
            rules.ends.iter().any(limits) || in_time,
            "Neither repetition nor a number of moves ends the game.",
        ),
    ];
    none.iter().filter(|(has, _)| !has).map(|(_, text)| (*text).to_owned()).collect()
}
