//! Tests of a piece that leaps to any point of a region (the guard): its moves and its attacks.

use super::{Dice, at, leg, legs, picture, program, variant};
use alfil_describe::families::object;
use alfil_fuzz::compare_with_judge;
use alfil_plane::geometry::outline::Oval;
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::moves::families::{Family, Motion};
use alfil_play::plane::PlanePlay;
use alfil_play::plane::notation as plane;
use alfil_rules::goal::Event;

/// Returns the only region of a position.
fn region(play: &PlanePlay) -> Family {
    let families = play.legal();
    let mut regions = families.into_iter().filter(|f| f.motion == Motion::Region);
    let found = regions.next().expect("a region");
    assert_eq!(regions.next(), None);
    found
}

/// Returns the number of captures and of border parts for each face of the only region.
fn faces(play: &PlanePlay) -> Vec<(usize, usize)> {
    let faces = region(play).faces;
    faces.iter().map(|f| (f.verdict.taken.count(), f.borders.iter().map(Vec::len).sum())).collect()
}

#[test]
fn a_guard_leaps_to_any_point_of_a_ring() {
    let menagerie = program("continuous-menagerie");
    let play = at(&menagerie, "K0,0 G4,4 k7,7 w 0 1");
    let alone = region(&play);
    let [face] = alone.faces.as_slice() else { panic!("one face") };
    // The borders are two whole circles, and both belong to the region.
    let radius = |b: &alfil_plane::geometry::outline::Border| match b.arc.map(|arc| arc.oval) {
        Some(Oval::Circle { radius, .. }) => radius,
        Some(Oval::Ellipse(_)) | None => panic!("no circle"),
    };
    let mut radii: Vec<f64> = face.borders.iter().flatten().map(radius).collect();
    radii.sort_by(f64::total_cmp);
    assert_eq!(radii, [0.1, 0.5]);
    let whole = |b: &alfil_plane::geometry::outline::Border| {
        b.closed && b.from_closed && b.arc.is_some_and(|a| (a.sweep.abs() - 360.0).abs() < 1e-9)
    };
    assert!(face.borders.iter().flatten().all(whole));
    compare_with_judge(&menagerie, play.now());
    // In a corner of the plane, only a quarter of the ring remains.
    let corner = at(&menagerie, "K4,0 G0,0 k7,7 w 0 1");
    assert_eq!(faces(&corner), [(0, 4)]);
    compare_with_judge(&menagerie, corner.now());
}

#[test]
fn a_guard_among_friends_and_enemies() {
    let play =
        at(&program("continuous-menagerie"), "K0.5,0.5 G4,4 P4.3,4.3 p3.7,4 p4,3.5 k4,8 w 0 1");
    let mut captured: Vec<usize> = faces(&play).iter().map(|f| f.0).collect();
    captured.sort();
    assert_eq!(captured, [0, 1, 1]);
    picture("guard", &play);
    let find = |text: &str| plane::find(&play, &play.legal(), text);
    // The enemy's disc has the radius 0.25. Touching it captures nothing, but a rounded distance
    // close to it means the capture.
    assert_eq!(find("G4,4:270:0.25-").expect("in contact").taken.count(), 0);
    assert_eq!(find("G4,4:270:0.248").expect("rounded, meaning the capture").taken.count(), 1);
    assert_eq!(find("G4,4:270:0.3").expect("a capture").taken.count(), 1);
    assert!(find("G4,4:45:0.3").is_err() && find("G4,4:0:0.09").is_err());
    assert!(find("G4,4:0:0.52").is_err() && find("G4,4:0:0.503").is_ok());
    for family in play.legal().iter().filter(|f| f.motion == Motion::Region) {
        for face in &family.faces {
            for &to in &face.points {
                let mv = family.land(play.program(), play.now(), face.verdict, to, None);
                let name = plane::write_move(&play, &play.legal(), &mv);
                let back = find(&name).unwrap_or_else(|why| panic!("{name}: {why}"));
                assert_eq!(play.after(&back), play.after(&mv), "{name}");
            }
        }
    }
}

#[test]
fn a_pinned_guard_keeps_blocking() {
    let menagerie = program("continuous-menagerie");
    // A pinned guard may only land with its centre inside the rook's path, which is half a unit
    // wide.
    let play = at(&menagerie, "K4,1 G4,4 r4,7 k7,7 w 0 1");
    for face in &region(&play).faces {
        assert!(face.points.iter().all(|p| (p.x - 4.0).abs() < 0.25), "{:?}", face.points);
        let sides = face.borders.iter().flatten().filter(|b| b.arc.is_none());
        assert!(sides.clone().count() == 2 && sides.clone().all(|b| !b.closed), "open, straight");
    }
    picture("guard-pinned", &play);
    // A guard may also block a check.
    let play = at(&menagerie, "K4,1 G4.5,4 r4,7 k7,7 w 0 1");
    assert!(play.in_check());
    let points: Vec<Vec2> = region(&play).faces.iter().flat_map(|f| f.points.clone()).collect();
    assert!(!points.is_empty() && points.iter().all(|p| (p.x - 4.0).abs() < 0.25));
    compare_with_judge(&menagerie, play.now());
}

#[test]
fn a_guard_gives_check() {
    let menagerie = program("continuous-menagerie");
    // The guard leaps up to 0.5 and captures pieces that are then nearer than 0.25.
    for (x, checked) in [(4.74, true), (4.75, false), (4.76, false)] {
        let play = at(&menagerie, &format!("K{x},4 g4,4 k0,0 w 0 1"));
        assert_eq!(play.in_check(), checked, "{x}");
        compare_with_judge(&menagerie, play.now());
    }
    // The king may move away, but not back.
    let play = at(&menagerie, "K4.6,4 g4,4 k0,0 w 0 1");
    assert_eq!(leg(&play, "K4.6,4", "0"), "[0.15, 1]");
    assert_eq!(leg(&play, "K4.6,4", "180"), "{0.35} x g4,4");
    let play = at(&menagerie, "K5,4 g4,4 k0,0 w 0 1");
    assert_eq!(leg(&play, "K5,4", "180"), "[0.1, 0.25] {0.75} x g4,4");
    picture("guard-attacks", &play);
    // Other pieces leave a guard less room: it cannot land on the disc around the flea.
    let behind = at(&menagerie, "K4.74,4 g4,4 f4.5,4 k0,0 w 0 1");
    assert!(!behind.in_check());
    assert_eq!(legs(&behind, "K4.74,4").get("90").map(String::as_str), Some("[0.1, 1]"));
    compare_with_judge(&menagerie, behind.now());
}

#[test]
fn guards_mate() {
    let menagerie = program("continuous-menagerie");
    let play = at(&menagerie, "k0,8 G0.4,7.6 Q0.22,5 K4,1 b 0 1");
    assert!(play.in_check());
    assert_eq!(play.outcome().map(|o| o.reason), Some(Event::Checkmate));
    picture("guard-mates", &play);
}

#[test]
fn a_royal_guard_leaps_where_nothing_attacks() {
    let variant = variant("pieces: {king: {letter: K, moves: U0.5, royal: true}}");
    let play = at(&variant, "K4,4 r4.4,7 b2,6.1 k7,7 w 0 1");
    assert!(faces(&play).iter().all(|(taken, _)| *taken == 0));
    picture("royal-region", &play);
}

#[test]
fn regions_and_reference_agree_on_random_positions() {
    let menagerie = program("continuous-menagerie");
    let zeno = variant(
        "plane: {reach: 0.5}\npieces: {guard: {letter: G, moves: U0.5}, scout: {letter: S, moves: mU1 cU0.6}}",
    );
    let mut dice = Dice(1742);
    for round in 0..24 {
        let (program, letters) =
            if round % 2 == 0 { (&menagerie, "GGGSFRBNP") } else { (&zeno, "GSGRBNP") };
        compare_with_judge(program, dice.play(program, 3 + round, letters).now());
    }
}

/// Curves that meet at a small angle leave borders of 1e-8 between two crossings. JSON has none of them.
#[test]
fn boundaries_in_json_are_closed_rings_of_visible_borders() {
    let contrast = program("continuous-contrast");
    let start = "R0.5,0.5 N1.5,0.5 B2.5,0.5 Q3.5,0.5 K4.5,0.5 B5.5,0.5 N6.5,0.5 R7.5,0.5 P0.5,1.5' P1.5,1.5' P2.5,1.5' P3.5,1.5' P4.5,1.5' P5.5,1.5' P6.5,1.5' P7.5,1.5' \
        p0.5,6.5' p1.5,6.5' p2.5,6.5' p3.5,6.5' p4.5,6.5' p5.5,6.5' p6.5,6.5' p7.5,6.5' r0.5,7.5 n1.5,7.5 b2.5,7.5 q3.5,7.5 k4.5,7.5 b5.5,7.5 n6.5,7.5 r7.5,7.5 w 0 1";
    let play = at(&contrast, start);
    let mut borders = 0;
    for family in play.legal() {
        let json = object(&play, &family);
        for face in json["faces"].as_array().into_iter().flatten() {
            let ends: Vec<[[f64; 2]; 2]> = face["boundary"]
                .as_array()
                .expect("a list of borders")
                .iter()
                .map(|border| {
                    ["from", "to"]
                        .map(|end| [0, 1].map(|at| border[end][at].as_f64().expect("a number")))
                })
                .collect();
            let distance = |[a, b]: [f64; 2], [c, d]: [f64; 2]| (a - c).hypot(b - d);
            for (number, &[from, to]) in ends.iter().enumerate() {
                borders += 1;
                let length = distance(from, to);
                assert!(length == 0.0 || length > 1e-7, "{face:#}");
                let mut others = ends.iter().enumerate().filter(|(other, _)| *other != number);
                let meets =
                    others.any(|(_, other)| other.iter().any(|end| distance(*end, to) < 1e-9));
                assert!(meets || length == 0.0, "{to:?} in {face:#}");
            }
        }
    }
    assert!(borders > 40, "{borders}");
}
