//! The movement strings inside questions, in English.
//!
//! [`at`] describes the cells to which a movement leads, as a phrase after a noun: `next to its
//! king`. [`along`] describes the cells between two others. A movement without a short form is
//! described as the move of a piece.

use crate::lexicon::{Lexicon, number, or};
use crate::words::{self, Clause};
use alfil_rules::condition::Condition;
use alfil_rules::movement::{
    Action, Course, Edges, Gait, Leg, Mode, Movement, Pace, Passage, Range, Stride, Term,
};
use alfil_rules::question::Pattern;
use alfil_topology::bearing::Bearing;
use alfil_topology::compass::{Compass, Sectors};

/// The phrase for the cells to which a movement leads from the piece that `of` names.
pub(super) fn at(pattern: &Pattern, of: &str, words: &Lexicon<'_>) -> String {
    let compass = compass(words);
    match ways(&pattern.terms, compass) {
        Some(ways) => {
            let said = |way: &Way<'_>| reached(way, of, compass);
            or(&ways.iter().map(said).collect::<Vec<_>>())
        }
        None => format!("where a piece at {of} could go that {}", verbs(&pattern.terms, words)),
    }
}

/// The phrase for the cells between two others on the path of a movement.
pub(super) fn along(pattern: &Pattern, (from, to): (&str, &str), words: &Lexicon<'_>) -> String {
    let compass = compass(words);
    let straight = |way: &Way<'_>| matches!(way.leg.stride, Stride::Radial { .. });
    let ways = ways(&pattern.terms, compass).filter(|ways| ways.iter().all(straight));
    let Some(ways) = ways else {
        let verbs = verbs(&pattern.terms, words);
        return format!(
            "on the way of a piece from {from} to {to} that {verbs}, with nothing else on that way"
        );
    };
    let line = |way: &Way<'_>| {
        let direction = match (way.sectors, compass) {
            (Sectors::ALL, Compass::Square) => String::new(),
            (Sectors::ORTHOGONAL, Compass::Square) => " along a rank or file".to_owned(),
            (Sectors::DIAGONAL, Compass::Square) => " along a diagonal".to_owned(),
            (sectors, _) => format!(" {}", words::toward(way.leg.stride, sectors, compass)),
        };
        let Stride::Radial { length, .. } = way.leg.stride else { return direction };
        match (length, way.leg.range) {
            (1, Range::RIDER) => format!(
                "in an unbroken straight row of such pieces{direction} between {from} and {to}"
            ),
            (length, Range::ONE) => format!(
                "between {from} and {to} exactly {} cells away{direction}",
                number(length.into())
            ),
            _ => format!(
                "in a row of such pieces between {from} and {to} that is reached {}",
                words::manner(way.leg, &words::toward(way.leg.stride, way.sectors, compass))
            ),
        }
    };
    or(&ways.iter().map(line).collect::<Vec<_>>())
}

/// A movement of one leg, with its directions.
struct Way<'a> {
    leg: &'a Leg,
    sectors: Sectors,
}

/// Splits `terms` into movements of one leg. The halves of a compound such as `K` become one.
/// `None` if some term is not a single plain leg.
fn ways(terms: &[Term], compass: Compass) -> Option<Vec<Way<'_>>> {
    let mut ways: Vec<Way<'_>> = Vec::new();
    for term in terms {
        let leg = leg(term)?;
        let sectors = Bearing::new(compass).sectors(0, leg);
        let same = |way: &&mut Way<'_>| is_half(way.leg, leg);
        match ways.iter_mut().find(same) {
            Some(way) => way.sectors = way.sectors.union(sectors),
            None => ways.push(Way { leg, sectors }),
        }
    }
    (!ways.is_empty()).then_some(ways)
}

/// The only leg of a term, if it is straight and can only move or capture.
fn leg(term: &Term) -> Option<&Leg> {
    let walk = match &term.action {
        Action::Walk(walk) => walk,
        Action::Castle(_) | Action::Drop(_) => return None,
    };
    let [leg] = walk.legs.as_slice() else { return None };
    let Mode { quiet, capture, .. } = leg.mode;
    let plain = leg.mode == Mode { quiet, capture, ..Mode::NONE }
        && leg.course == Course::Straight
        && leg.pace == Pace::Free
        && leg.edges == Edges::Closed
        && leg.gait == Gait::Natural
        && !walk.first_move
        && walk.loops.is_empty()
        && term.when == Condition::Always;
    plain.then_some(leg)
}

/// Returns true if two legs differ only in their axes.
fn is_half(one: &Leg, other: &Leg) -> bool {
    match (one.stride, other.stride) {
        (Stride::Radial { length: a, .. }, Stride::Radial { length: b, .. }) => {
            a == b && one.range == other.range && one.passage == other.passage
        }
        (
            Stride::Radial { .. }
            | Stride::Oblique { .. }
            | Stride::Rising { .. }
            | Stride::Universal,
            _,
        ) => false,
    }
}

/// The phrase for the cells to which `way` leads from the piece that `of` names.
fn reached(way: &Way<'_>, of: &str, compass: Compass) -> String {
    let Way { leg, sectors } = way;
    let single = matches!(leg.stride, Stride::Radial { length: 1, .. });
    let plain =
        single && leg.passage == Passage::Free && leg.reach.is_none_or(|r| !r.is_fraction());
    let square = compass == Compass::Square;
    let toward = words::toward(leg.stride, *sectors, compass);
    match (leg.range, *sectors) {
        (Range::ONE, Sectors::ALL) if plain && square => format!("next to {of}"),
        (Range::ONE, Sectors::ORTHOGONAL) if plain && square => {
            format!("next to {of} along a rank or file")
        }
        (Range::ONE, Sectors::DIAGONAL) if plain && square => format!("diagonally next to {of}"),
        (Range::RIDER, Sectors::ALL) if plain && square => {
            format!("on a clear straight line with {of}")
        }
        (Range::RIDER, Sectors::ORTHOGONAL) if plain && square => {
            format!("on a clear rank or file with {of}")
        }
        (Range::RIDER, Sectors::DIAGONAL) if plain && square => {
            format!("on a clear diagonal with {of}")
        }
        (Range::RIDER, sectors) if plain && square && sectors == Sectors::of(&[0, 4]) => {
            format!("on a clear file with {of}")
        }
        (Range::RIDER, sectors) if plain && square && sectors == Sectors::of(&[2, 6]) => {
            format!("on a clear rank with {of}")
        }
        (Range::RIDER, _) if plain => {
            format!("straight {toward} from {of}, with nothing between")
        }
        (Range::ONE, _) if plain => format!("one step {toward} from {of}"),
        _ => format!("{} from {of}", words::manner(leg, &toward)),
    }
}

/// The verbs of a movement: `moves or captures one step forward`.
fn verbs(terms: &[Term], words: &Lexicon<'_>) -> String {
    let movement = Movement::of(terms.to_vec());
    let clauses = words::clauses(&movement, words);
    let verb =
        |clause: &Clause<'_>| clause.text.strip_prefix("It ").unwrap_or(&clause.text).to_owned();
    or(&clauses.iter().map(verb).collect::<Vec<_>>())
}

fn compass(words: &Lexicon<'_>) -> Compass {
    if words.hexagons { Compass::Hexagonal } else { Compass::Square }
}
