//! Fuzz target: proofs of mate on planes. At sample points of every range, the exact legal replies
//! and the judge must confirm what is proved. After a proof of mate in two, this holds for sample replies.

use crate::judge::Judge;
use crate::plane::{begun, named};
use alfil_mates::{Answer, Outlook, Part, Reply, Sequel, key, proofs};
use alfil_plane::model::position::{Path, PieceId, PieceSet, PlaneMove, PlanePosition};
use alfil_plane::model::program::{Field, PlaneProgram};
use alfil_plane::moves::families::{Motion, families};
use alfil_plane::rules::question;
use alfil_play::plane::text;
use alfil_rules::side::Side;
use arbitrary::{Result, Unstructured};
use std::fmt::Write;
use std::sync::OnceLock;

/// Games in which mate loses and nothing else decides.
const NAMES: [&str; 9] = [
    "continuous",
    "continuous-zeno",
    "continuous-menagerie",
    "continuous-monochromatic",
    "continuous-rifle",
    "continuous-contrast",
    "continuous-pillars",
    "continuous-crowd",
    "continuous-circles",
];

/// The width of undecided ranges. A great one is enough to find errors.
const WIDTH: f64 = 0.03;

fn programs() -> &'static [PlaneProgram] {
    static PROGRAMS: OnceLock<Vec<PlaneProgram>> = OnceLock::new();
    PROGRAMS.get_or_init(|| named(&NAMES))
}

/// Proves mates in a position made from `bytes`.
pub fn plane_mates(bytes: &[u8]) {
    // If there are too few bytes for a position, the run is not a failure.
    let _ = try_mates(&mut Unstructured::new(bytes));
}

fn try_mates(u: &mut Unstructured<'_>) -> Result<()> {
    let program = u.choose(programs())?;
    let written = placement(u, program)?;
    let Some(play) = begun(program, &written).value else { return Ok(()) };
    if play.outcome().is_some() {
        return Ok(());
    }
    let position = play.now();
    if u.ratio(1, 4)? {
        let first = first_move(u, program, position)?;
        in_two(program, position, &first);
        return Ok(());
    }
    let found = proofs(program, position, WIDTH, |_| true);
    for proof in found.expect("mate decides these games") {
        for part in proof.parts.iter().chain(&proof.shots) {
            let leg = proof.family.legs.iter().find(|leg| {
                leg.taken == part.taken && leg.at.contains((part.at.from + part.at.to) / 2.0)
            });
            let Some(leg) = leg else {
                confirm(program, position, part, &part.sample);
                continue;
            };
            for place in [0.0, 0.2, 0.5, 0.9, 1.0] {
                let mv =
                    proof.family.play(program, position, leg, part.at.at(place), part.promotion);
                confirm(program, position, part, &mv);
            }
        }
    }
    Ok(())
}

/// A legal move: an end or an inner point of an interval, a point of a region, or a capture without
/// moving.
fn first_move(
    u: &mut Unstructured<'_>,
    program: &PlaneProgram,
    position: &PlanePosition,
) -> Result<PlaneMove> {
    let all = families(program, position);
    let family = u.choose(&all)?;
    if !family.faces.is_empty() {
        let face = u.choose(&family.faces)?;
        let to = *u.choose(&face.points)?;
        let choices = family.promotions(program, position, face.verdict.promotes);
        return Ok(family.land(program, position, face.verdict, to, *u.choose(&choices)?));
    }
    if !family.shots.is_empty() {
        let shot = *u.choose(&family.shots)?;
        let choices = family.promotions(program, position, shot.promotes);
        return Ok(family.shoot(position, shot, *u.choose(&choices)?));
    }
    let leg = u.choose(&family.legs)?;
    let at = leg.at.at(*u.choose(&[0.0, 0.3, 0.5, 1.0])?);
    let at = if leg.at.contains(at) { at } else { leg.at.at(0.5) };
    let choices = family.promotions(program, position, leg.promotes);
    Ok(family.play(program, position, leg, at, *u.choose(&choices)?))
}

/// Confirms what is proved about mates in two moves that begin with `first`.
fn in_two(program: &PlaneProgram, position: &PlanePosition, first: &PlaneMove) {
    let found = key(program, position, first, WIDTH).expect("mate decides these games");
    let after = question::advanced(program, position, first);
    match found.outlook {
        Outlook::Mate => confirm_mate(program, &after),
        Outlook::Wins(sequels) => sequels.iter().for_each(|s| confirm_sequel(program, &after, s)),
        Outlook::Evaded(None) => {
            assert!(families(program, &after).is_empty(), "{}", text::write(program, &after));
            assert!(!question::in_check(program, &after, after.side));
        }
        Outlook::Evaded(Some(reply)) => {
            // No second move mates in the middle or at the ends of an interval.
            let then = question::advanced(program, &after, &reply);
            for family in families(program, &then) {
                for leg in &family.legs {
                    for part in [0.0, 0.5, 1.0] {
                        let choices = family.promotions(program, &then, leg.promotes);
                        let mv = family.play(program, &then, leg, leg.at.at(part), choices[0]);
                        let end = question::advanced(program, &then, &mv);
                        let mates = families(program, &end).is_empty()
                            && question::in_check(program, &end, end.side);
                        let told = text::write(program, &then);
                        assert!(!mates || !leg.at.contains(leg.at.at(part)), "{told}");
                    }
                }
            }
        }
        Outlook::Undecided(_) => {}
    }
}

/// Asserts that the second move of a range of replies is legal and mates after some of them.
fn confirm_sequel(program: &PlaneProgram, after: &PlanePosition, sequel: &Sequel) {
    let reply = &sequel.reply;
    let middle = (sequel.at.from + sequel.at.to) / 2.0;
    let mut legs = sequel.family.legs.iter();
    let leg = legs.find(|leg| leg.taken == reply.taken && leg.at.contains(middle));
    let replies: Vec<PlaneMove> = match leg {
        None => vec![reply.clone()],
        Some(leg) => [0.0, 0.2, 0.5, 0.9, 1.0]
            .into_iter()
            .map(|part| sequel.at.at(part))
            .filter(|at| leg.at.contains(*at))
            .map(|at| sequel.family.play(program, after, leg, at, reply.promotion))
            .collect(),
    };
    for reply in replies {
        let then = question::advanced(program, after, &reply);
        let second = &sequel.second;
        let told = || text::write(program, &then);
        let is_legal = families(program, &then).iter().any(|family| {
            let all = family.legs.iter().filter(|leg| leg.taken == second.taken);
            let goes = |at: f64| {
                let mut legs = all.clone().filter(|leg| leg.at.contains(at));
                legs.any(|leg| {
                    family.play(program, &then, leg, at, second.promotion).to == second.to
                })
            };
            family.piece == second.piece
                && match second.path {
                    Path::Ray { distance, .. }
                    | Path::Flight { distance, .. }
                    | Path::Arc { distance, .. } => goes(distance),
                    Path::Turn { by } => goes(by),
                    Path::Shot => family.shots.iter().any(|shot| shot.taken == second.taken),
                    Path::Bent { .. } => !family.faces.is_empty(),
                }
        });
        assert!(is_legal, "{}: {second:?} is not legal", told());
        confirm_mate(program, &question::advanced(program, &then, second));
    }
}

/// Asserts that the side to move is mated.
fn confirm_mate(program: &PlaneProgram, end: &PlanePosition) {
    let told = text::write(program, end);
    let replies = families(program, end);
    assert!(replies.is_empty(), "{told}: {replies:?}");
    assert!(question::in_check(program, end, end.side), "{told} is no check");
    if let Some((id, at)) = judged_reply(program, end) {
        panic!("{told}: the judge lets {} move by {at}", text::place(program, end, id));
    }
}

/// A black king near an edge, a white king, some strong white pieces and few other black ones.
fn placement(u: &mut Unstructured<'_>, program: &PlaneProgram) -> Result<String> {
    let size = program.size();
    let kinds: Vec<_> = program.rules().kinds.iter().collect();
    let royal = kinds.iter().copied().find(|kind| kind.royal.is_royal());
    let others: Vec<_> = kinds.iter().copied().filter(|kind| !kind.royal.is_royal()).collect();
    let Some(royal) = royal else { return Ok(String::new()) };
    let mut text = String::new();
    let (whites, blacks) = (u.int_in_range(1..=5)?, u.int_in_range(0..=2)?);
    for index in 0..2 + whites + blacks {
        let side = if index == 0 || index > whites + 1 { Side::Black } else { Side::White };
        let kind = if index < 2 { royal } else { *u.choose(&others)? };
        let part = |u: &mut Unstructured<'_>| -> Result<f64> {
            Ok(f64::from(u.int_in_range(0..=400)?) / 400.0)
        };
        let (mut x, mut y) = (part(u)? * size.x, part(u)? * size.y);
        if index == 0 && u.ratio(4, 5)? {
            y = if u.ratio(2, 3)? { size.y } else { size.y - 0.1 };
            x = if u.ratio(1, 3)? { size.x } else { x };
        }
        let _ = write!(text, "{}{x},{y} ", kind.letter.of(side));
    }
    Ok(text + "w 0 1")
}

/// Asserts that the answer of a part is right after one of its moves.
fn confirm(program: &PlaneProgram, before: &PlanePosition, part: &Part, mv: &PlaneMove) {
    let after = question::advanced(program, before, mv);
    let replies = families(program, &after);
    let check = question::in_check(program, &after, after.side);
    let told = || {
        let before = text::write(program, before);
        format!("{before}\n{}\n{:?} in {}", text::write(program, &after), part.answer, part.at)
    };
    match &part.answer {
        Answer::Undecided => {}
        Answer::Mate => {
            assert!(replies.is_empty() && check, "{}: {replies:?}", told());
            if let Some((id, at)) = judged_reply(program, &after) {
                let piece = text::place(program, &after, id);
                panic!("{}: the judge lets {piece} move by {at}", told());
            }
        }
        Answer::Reply(None) => assert!(replies.is_empty() && !check, "{}", told()),
        Answer::Reply(Some(Reply::Takes { piece, bearing })) => {
            let skipped = mv.taken.iter().filter(|id| *id < mv.piece).count();
            let mover = after.pieces.ids().zip(0..).find(|(_, n)| {
                *n + skipped == before.pieces.ids().take_while(|id| *id < mv.piece).count()
            });
            let taken = mover.map_or(PieceSet::NONE, |(id, _)| PieceSet::one(id));
            let own = replies.iter().filter(|family| family.piece == *piece);
            let mut along = own.filter(|family| match family.motion {
                Motion::Ray { bearing: own, .. } => own == *bearing,
                Motion::Great { .. }
                | Motion::Flight { .. }
                | Motion::Arc { .. }
                | Motion::Turn
                | Motion::Region
                | Motion::Shot
                | Motion::Bent(_) => false,
            });
            let takes = along.any(|family| family.legs.iter().any(|leg| leg.taken == taken));
            assert!(takes, "{}", told());
        }
        Answer::Reply(Some(Reply::Move(reply))) => {
            let mut own = replies.iter().filter(|family| family.piece == reply.piece);
            let legal = match reply.path {
                Path::Ray { bearing, distance } => own.any(|family| match family.motion {
                    Motion::Ray { bearing: own, .. } => {
                        own == bearing
                            && family
                                .legs
                                .iter()
                                .any(|leg| leg.at.contains(distance) && leg.taken == reply.taken)
                    }
                    Motion::Region => {
                        let field = Field::new(program, &after);
                        Judge::new(&field, 2e-2).verdict_on_landing(reply.piece, reply.to).is_some()
                    }
                    Motion::Great { .. }
                    | Motion::Flight { .. }
                    | Motion::Arc { .. }
                    | Motion::Turn
                    | Motion::Shot
                    | Motion::Bent(_) => false,
                }),
                // Other replies are proved for single moves only, by the legal moves.
                Path::Flight { .. }
                | Path::Arc { .. }
                | Path::Turn { .. }
                | Path::Shot
                | Path::Bent { .. } => part.at.is_point() && own.next().is_some(),
            };
            assert!(legal, "{}", told());
        }
    }
}

/// A reply that the judge allows, by a ray. It tries some distances.
fn judged_reply(program: &PlaneProgram, after: &PlanePosition) -> Option<(PieceId, f64)> {
    let field = Field::new(program, after);
    let judge = Judge::new(&field, 2e-2);
    after.of(after.side).find_map(|(id, _)| {
        field.kind(id).moves.rays.iter().find_map(|ray| {
            let path = field.path(id, ray)?;
            let (least, most) = (path.stops.least, path.stops.most);
            let tries = (0..=12).map(|n| least + (most - least) * f64::from(n) / 12.0);
            let mut tries = tries.filter(|_| most > least);
            tries.find(|&at| judge.verdict(id, ray, at).is_some()).map(|at| (id, at))
        })
    })
}
