//! Tests of spheres: great circles, poles, opposite points and full laps.

use super::{at, leg, legs, picture, program, read, variant};
use alfil_diagnostics::diagnostic::Code;
use alfil_fuzz::{compare_with_judge, sound};
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::space::globe::{Globe, Great};
use alfil_play::plane::notation as plane;
use alfil_play::plane::text;
use std::collections::BTreeSet;

/// A sphere of radius 4.
fn globe() -> Globe {
    program("continuous-sphere").surface().globe().expect("a sphere")
}

#[test]
fn a_way_goes_round_a_sphere() {
    let play = at(&program("continuous-sphere"), "K40,-60 R0,0 q0,60 p90,20 k-140,50 w 0 1");
    // Once around is 8 pi, and 4 times 60 degrees is 4.1888.
    assert_eq!(leg(&play, "R0,0", "0"), "[0.1, 24.8827]");
    assert_eq!(leg(&play, "R0,0", "90"), "[0.1, 3.9388) {3.9388} x q0,60");
    picture("sphere", &play);
}

#[test]
fn north_at_a_pole_is_that_of_longitude_0() {
    let game = program("continuous-sphere");
    let white = at(&game, "K40,-60 R0,90 p180,50 k-140,-20 w 0 1");
    assert_eq!(leg(&white, "R0,90", "90"), "[0.1, 2.5425) {2.5425} x p180,50");
    let black = at(&game, "K40,-60 P0,50 r0,90 k-140,-20 b 0 1");
    assert_eq!(leg(&black, "r0,90", "90"), "[0.1, 2.5425) {2.5425} x P0,50");
    // At the pole of White's own side, forward leads along longitude 0 for White.
    let own = at(&game, "K40,60 R0,-90 p0,-50 k-140,-20 w 0 1");
    assert_eq!(leg(&own, "R0,-90", "90"), "[0.1, 2.5425) {2.5425} x p0,-50");
}

#[test]
fn points_of_a_sphere_have_one_spelling() {
    let game = program("continuous-sphere");
    let play = at(&game, "K30,-90 R-180,10 k77,70 w 0 1");
    assert_eq!(text::write(&game, play.now()), "K0,-90 R180,10 k77,70 w 0 1");
    for far in ["R181,0", "R0,91", "R-180.5,0"] {
        let found = read(&game, &format!("K0,-90 {far} k0,90 w 0 1")).found;
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), [Code::OffThePlane], "{far}");
    }
}

#[test]
fn all_ways_meet_at_the_opposite_point() {
    let play = at(&program("continuous-sphere"), "K60,-60 Q30,-20 k100,50 w 0 1");
    let families = play.legal();
    let to = |text: &str| {
        let found = plane::find(&play, &families, text);
        play.after(&found.unwrap_or_else(|why| panic!("{text}: {why}")))
    };
    let there = to("Q30,-20--150,20");
    for bearing in [0, 45, 90, 135, 180, 225, 270, 315] {
        let after = to(&format!("Q30,-20:{bearing}:12.566370614359"));
        assert!(after.is_like(&there, play.program().surface()), "{bearing}");
    }
}

#[test]
fn engine_and_judge_agree_on_a_sphere() {
    let game = program("continuous-sphere");
    for position in [
        // On one great circle, with a contact and a king behind it.
        "K0,0 Q90,0 R3.580986219567645,0 q180,0 k-60,50 r-3.580986219567645,0 w 0 1",
        // At both poles, and opposite to each other.
        "K0,90 Q0,-90 R30,10 r-150,-10 k20,-40 b100,-5 w 0 1",
        // Beside the poles, where longitudes are close together.
        "K170,89 R-20,84 P100,86 r60,-89 q-120,-84 k50,-70 n90,85 w 0 1",
        // A king in the band of a rook that comes around the back.
        "K20,3 R-170,8 B-175,-6 r-10,0 k-140,60 w 0 1",
    ] {
        let play = at(&game, position);
        sound(&play);
        compare_with_judge(&game, play.now());
    }
}

#[test]
fn friends_stop_ways_on_a_sphere() {
    let game = variant("space: sphere 4\nplane: {friends: stop}\nsetup: K0,-90 k0,90 w 0 1\n");
    // The pawn is 0.25 or 3.580986 degrees beside the equator: the way ends where they touch.
    let play = at(&game, "K40,-60 R0,0 P50,3.580986219567645 k-140,50 w 0 1");
    assert_eq!(leg(&play, "R0,0", "0"), "[0.1, 3.4907]");
    compare_with_judge(&game, play.now());
    // Otherwise it passes.
    let play =
        at(&program("continuous-sphere"), "K40,-60 R0,0 P50,3.580986219567645 k-140,50 w 0 1");
    assert_eq!(leg(&play, "R0,0", "0"), "[0.1, 24.8827]");
}

#[test]
fn a_leap_may_not_cover_its_own_place() {
    let game = variant(
        "space: sphere 1\npieces: {rook: {moves: leaping R}}\nplane: {radius: 0.2}\n\
         setup: K0,-90 k0,90 w 0 1\n",
    );
    // Once around is 2 pi.
    let play = at(&game, "K0,-90 R0,0 k-90,30 w 0 1");
    assert_eq!(legs(&play, "R0,0")["0"], "[0.1, 6.0832]");
}

/// The nearest point of a way is as far away as said, and samples of the way come inside of a circle
/// only if the nearest and the farthest point say so.
#[test]
fn the_nearest_point_of_a_way_is_nearest() {
    let globe = globe();
    let point = |i: usize, n: f64| {
        let i = i as f64;
        Vec2::new((i * 77.7 + n) % 360.0 - 180.0, (i * 31.3 + n) % 180.0 - 90.0)
    };
    for i in 0..200 {
        let (from, centre) = (point(i, 3.1), point(i, 71.9));
        let great = Great::new(globe, from, Vec2::at_angle(i as f64 * 22.5));
        let radius = 0.05 + (i as f64 * 0.37) % 6.0;
        let (foot, apart) = great.nearest(centre);
        assert!((globe.distance(great.at(foot), centre) - apart).abs() < 1e-9);
        let inside = |distance: f64| globe.distance(great.at(distance), centre) < radius;
        let is_crossed = apart < radius && radius < globe.half() - apart;
        let samples = (0..400).map(|s| inside(globe.lap() * f64::from(s) / 400.0));
        let sides: BTreeSet<bool> = samples.collect();
        assert!(is_crossed || sides.len() == 1, "{from:?} {centre:?} {radius}");
    }
}
