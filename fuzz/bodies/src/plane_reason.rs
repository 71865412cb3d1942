//! Checks the reasons of illegal moves on planes against the judge.
//!
//! It chooses distances along bearings. The judge must confirm the reason on a plane with only the
//! moving piece and the piece that the reason names.

use crate::judge::Judge;
use alfil_plane::model::motion::{Purpose, Ray};
use alfil_plane::model::position::{PieceId, PieceSet, PlanePosition};
use alfil_plane::model::program::{Field, PlaneProgram};
use alfil_plane::moves::families::bearing;
use alfil_play::plane::PlanePlay;
use alfil_play::plane::reason::{Aim, Cause, Reason, along};
use alfil_play::plane::text;
use arbitrary::{Result, Unstructured};

/// The length of the judge's steps on the path of a king.
const STEP: f64 = 1e-2;

/// The number of moves that are tested in one position.
const ASKED: usize = 6;

/// Distances within this distance of a change of the verdict are not tested.
const ASIDE: f64 = 1e-6;

/// Checks the reasons of some illegal moves of `play`. Panics if a reason is wrong.
pub(crate) fn reasons(u: &mut Unstructured<'_>, play: &PlanePlay) -> Result<()> {
    let (program, now) = (play.program(), play.now());
    let own: Vec<PieceId> = now.of(now.side).map(|(id, _)| id).collect();
    for _ in 0..ASKED {
        let id = *u.choose(&own)?;
        let field = Field::new(program, now);
        let rays = &field.kind(id).moves.rays;
        if rays.is_empty() {
            continue;
        }
        let ray = u.choose(rays)?;
        let distance = f64::from(u.int_in_range(1..=400)?) / 50.0 + 0.0013;
        let judge = Judge::new(&field, STEP);
        let degrees = bearing(&field, id, field.direction(id, ray.along));
        let same = |other: &&Ray| {
            let own = bearing(&field, id, field.direction(id, other.along));
            other.curve == ray.curve
                && (own - degrees).abs() < ASIDE
                && (other.along.z - ray.along.z).abs() < ASIDE
        };
        let aim = if program.surface().is_box() {
            Aim::Direction(ray.along)
        } else {
            Aim::Bearing(degrees, ray.curve)
        };
        // Near the end of an interval, engine and judge may differ in the last digits.
        let legal = |by: f64| {
            rays.iter().filter(same).any(|ray| judge.verdict(id, ray, distance + by).is_some())
        };
        if [-ASIDE, 0.0, ASIDE].into_iter().any(legal) {
            continue;
        }
        let Some((reason, number)) = along(play, id, aim, distance, ASIDE) else {
            panic!("{}: no reason for {aim:?} by {distance}", text::write(program, now));
        };
        hold(program, now, id, &rays[number], distance, &reason);
    }
    Ok(())
}

/// Checks one reason with the judge.
fn hold(
    program: &PlaneProgram,
    now: &PlanePosition,
    id: PieceId,
    ray: &Ray,
    distance: f64,
    reason: &Reason,
) {
    let stops = |others: &[PieceId]| {
        let (alone, mover) = among(now, id, others);
        let field = Field::new(program, &alone);
        Judge::new(&field, STEP).verdict(mover, ray, distance).is_some()
    };
    let say = |what: &str| -> String {
        let place = text::place(program, now, id);
        format!(
            "{what}: {place} by {distance} along {ray:?} in {}: {reason:?}",
            text::write(program, now)
        )
    };
    // A motion that only captures leads nowhere on an empty plane.
    let leads = || ray.purpose == Purpose::Capture || stops(&[]);
    match reason.cause {
        Cause::Past | Cause::Ground | Cause::Number | Cause::NoFoe => {
            assert!(!stops(&[]), "{}", say("it may go there"))
        }
        Cause::Friend(other) | Cause::Foe(other) => {
            assert!(leads(), "{}", say("it may not go there anyway"));
            assert!(!stops(&[other]), "{}", say("that piece does not hinder it"));
        }
        Cause::Attacker(enemy) => {
            let side = now.pieces[id].side;
            assert!(now.pieces[enemy].side != side, "{}", say("no enemy"));
        }
        Cause::Way | Cause::Heir | Cause::Unknown => {}
    }
}

/// The position with only the moving piece, which is not royal there, and `others`. Also returns
/// the new id of that piece.
fn among(now: &PlanePosition, id: PieceId, others: &[PieceId]) -> (PlanePosition, PieceId) {
    let wanted = others.iter().fold(PieceSet::one(id), |all, &other| all.with(other));
    let kept = now.pieces.enumerate().filter(|(other, _)| wanted.has(*other));
    let kept: Vec<_> = kept.map(|(other, piece)| (other, *piece)).collect();
    let place = kept.iter().position(|(other, _)| *other == id).unwrap_or_default();
    let pieces = kept.into_iter().map(|(_, piece)| piece).collect();
    let alone = PlanePosition { pieces, ..now.clone() };
    let mover = alone.pieces.ids().nth(place);
    (alone, mover.unwrap_or(id))
}
