//! Compares positions on planes for [`crate::comparison`]. Several terms may make one family
//! of moves, so a family does not show which term made it.

use crate::evidence::{Difference, Shape, Trace};
use crate::plane::{Family, PlanePlay, Promotes, listing};
use alfil_plane::model::program::PlaneProgram;
use alfil_rules::ids::KindId;
use std::collections::BTreeSet;

/// The greatest number of moves that are named to show the difference between two lists.
const SAMPLES: usize = 6;

/// Transfers the position of `play` to the game of `program`.
pub(crate) fn carried(play: &PlanePlay, program: &PlaneProgram) -> PlanePlay {
    PlanePlay::begin(program, play.now().clone())
}

/// Returns true if one of `families` contains a move with the property. `None` for terms and
/// questions, which families do not show.
pub(crate) fn has(play: &PlanePlay, families: &[Family], shape: Shape) -> Option<bool> {
    let of = |family: &Family, kind: KindId| play.now().pieces[family.piece].kind == kind;
    match shape {
        Shape::Term(..) | Shape::Answer(_) => None,
        Shape::Mover(kind) => Some(families.iter().any(|family| of(family, kind))),
        Shape::Promotion(kind, to) => Some(families.iter().any(|family| {
            let promotes = family.legs.iter().map(|leg| leg.promotes);
            let faces = family.faces.iter().map(|face| face.verdict.promotes);
            let shots = family.shots.iter().map(|shot| shot.promotes);
            let mut promotes = promotes.chain(faces).chain(shots);
            let may = |promotes: Promotes| {
                family.promotions(play.program(), play.now(), promotes).contains(&Some(to))
            };
            of(family, kind) && promotes.any(may)
        })),
        Shape::Drop(_) | Shape::Castling(_) | Shape::Section(_) | Shape::Pass => Some(false),
    }
}

/// The moves in only one of two lists of families.
pub(crate) fn difference(
    one: &PlanePlay,
    mine: &[Family],
    two: &PlanePlay,
    others: &[Family],
) -> Difference {
    let words = |play: &PlanePlay, families: &[Family]| -> BTreeSet<String> {
        let groups = listing::words(play, families);
        groups.into_iter().flat_map(|group| group.moves).collect()
    };
    let (here, there) = (words(one, mine), words(two, others));
    if here == there {
        return Difference::default();
    }
    let (gained, lost) = (samples(one, mine, two, others), samples(two, others, one, mine));
    if gained.is_empty() && lost.is_empty() {
        // The samples do not show the difference, so the families themselves are listed.
        Difference {
            gained: here.difference(&there).cloned().collect(),
            lost: there.difference(&here).cloned().collect(),
        }
    } else {
        Difference { gained, lost }
    }
}

/// Moves of `mine` that `others` does not contain. Only ends of intervals, points of regions and
/// captures without moving are tried.
fn samples(one: &PlanePlay, mine: &[Family], two: &PlanePlay, others: &[Family]) -> Vec<String> {
    let (program, now) = (one.program(), one.now());
    let mut texts = Vec::new();
    for family in mine {
        let ends = family.legs.iter().flat_map(|leg| [(leg, 0.0), (leg, 1.0)]);
        let on_legs = ends.filter_map(|(leg, part)| {
            let promotion = family.promotions(program, now, leg.promotes).first().copied()?;
            Some(family.play(program, now, leg, leg.at.at(part), promotion))
        });
        let points = family.faces.iter().filter_map(|face| {
            let promotion =
                family.promotions(program, now, face.verdict.promotes).first().copied()?;
            Some(family.land(program, now, face.verdict, *face.points.first()?, promotion))
        });
        let shots = family.shots.iter().filter_map(|shot| {
            let promotion = family.promotions(program, now, shot.promotes).first().copied()?;
            Some(family.shoot(now, *shot, promotion))
        });
        for mv in on_legs.chain(points).chain(shots) {
            let text = one.write(mine, &mv);
            if two.find(others, &text).is_none() {
                texts.push(text);
            }
            if texts.len() == SAMPLES {
                return texts;
            }
        }
    }
    texts
}

pub(crate) fn trace(play: &PlanePlay, mv: &alfil_plane::model::position::PlaneMove) -> Trace {
    // Targets are rounded down to whole units, so that targets close to each other count as one.
    // Longitudes and latitudes begin at -180.
    let number = |coordinate: f64| (coordinate + 180.0).max(0.0) as u32;
    Trace {
        mover: Some(play.now().pieces[mv.piece].kind),
        becomes: mv.promotion,
        captures: mv.taken.count(),
        to: number(mv.to.x) << 16 | number(mv.to.y) << 8 | number(mv.to.z),
    }
}
