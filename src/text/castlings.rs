//! Castling as a move of a piece, in English: `If it has not moved, it castles to either side`.
//!
//! A piece may castle in several ways. Ways that differ only in their sides or partners become one.

use crate::text::phrase::{number, or};
use alfil_rules::castling::{Castle, CastleEnd};
use alfil_rules::movement::{Axes, Stride};
use alfil_topology::compass::{Compass, Sectors};

/// Castlings of a piece that end in the same place.
#[derive(PartialEq, Eq)]
struct Way {
    end: CastleEnd,
    sectors: Sectors,
    /// How many files inward the partners stand. 0 is the nearest partner.
    insets: Vec<u8>,
}

/// The sentence about all castlings of a piece, without its full stop. All of them are for first
/// moves, or none of them is.
pub(super) fn told(castles: &[&Castle]) -> String {
    let Some(first) = castles.first() else { return String::new() };
    let when = if first.first_move { "If it has not moved, it" } else { "It" };
    let ways = ways(castles);
    let said: Vec<String> = match ways.as_slice() {
        [_] => ways.iter().map(whole).collect(),
        ways => match ways.iter().map(short).collect::<Option<Vec<String>>>() {
            // Several ways by cells share the words about the partner.
            Some(short) => vec![format!(
                "{}; the partner goes to the cell that it crossed last{}",
                or(&short),
                if ways.iter().any(|way| way.end == CastleEnd::Cells(1)) {
                    ", or after one cell to where it stood"
                } else {
                    ""
                }
            )],
            None => ways.iter().map(whole).collect(),
        },
    };
    let said: Vec<String> = said.iter().map(|way| format!("{when} castles {way}")).collect();
    said.join(". ")
}

/// Joins castlings that differ only in their sides, then those that differ only in their partners.
fn ways(castles: &[&Castle]) -> Vec<Way> {
    let stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };
    let mut ways: Vec<Way> = Vec::new();
    for castle in castles {
        let sectors = Compass::Square.first(stride, &castle.directions);
        let insets = vec![castle.partner_inset];
        let same = |way: &&mut Way| way.end == castle.end && way.insets == insets;
        match ways.iter_mut().find(same) {
            Some(way) => way.sectors = way.sectors.union(sectors),
            None => ways.push(Way { end: castle.end, sectors, insets }),
        }
    }
    let mut joined: Vec<Way> = Vec::new();
    for way in ways {
        let same = |other: &&mut Way| other.end == way.end && other.sectors == way.sectors;
        match joined.iter_mut().find(same) {
            Some(other) => other.insets.extend(way.insets),
            None => joined.push(way),
        }
    }
    joined
}

fn sides(way: &Way) -> &'static str {
    match (way.sectors.contains(6), way.sectors.contains(2)) {
        (true, false) => "to the left",
        (false, true) => "to the right",
        (true, true) | (false, false) => "to either side",
    }
}

/// The words for a partner that does not stand nearest: ` two files inward`.
fn inset(way: &Way) -> String {
    let one = |&inset: &u8| match inset {
        0 => "the nearest one".to_owned(),
        1 => "one file inward".to_owned(),
        inset => format!("{} files inward", number(inset.into())),
    };
    match way.insets.as_slice() {
        [0] => String::new(),
        [inset] => format!(" {}", one(inset)),
        insets => format!(" ({})", or(&insets.iter().map(one).collect::<Vec<_>>())),
    }
}

/// The words for a way that stands alone.
fn whole(way: &Way) -> String {
    let (sides, inset) = (sides(way), inset(way));
    match way.end {
        CastleEnd::Cells(1) => format!(
            "{sides}: it goes one cell toward its partner{inset}, which goes where it stood"
        ),
        CastleEnd::Cells(cells) => format!(
            "{sides}: it goes {cells} cells toward its partner{inset}, which goes to the cell it \
             crossed last"
        ),
        CastleEnd::Files(files) => {
            let files = files.map_or("the file that the game names".to_owned(), |files| {
                format!("file {} or {}", files.first, files.last)
            });
            format!(
                "{sides}: it goes to {files} on the side of its partner{inset}, which goes beside \
                 it, on the inner side"
            )
        }
    }
}

/// The words for one way of several: `by 3 cells to the left`. `None` for castling onto files.
fn short(way: &Way) -> Option<String> {
    let inset = match inset(way).as_str() {
        "" => String::new(),
        inset => format!(", with the partner{inset}"),
    };
    match way.end {
        CastleEnd::Cells(1) => Some(format!("by one cell {}{inset}", sides(way))),
        CastleEnd::Cells(cells) => Some(format!("by {cells} cells {}{inset}", sides(way))),
        CastleEnd::Files(_) => None,
    }
}
