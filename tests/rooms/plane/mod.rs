//! Tests of planes: properties of Continuous Chess, each with a picture, and comparisons of the
//! engine with the reference.

mod checks;
mod faults;
mod forms;
mod mates;
mod regions;
mod sphere;

use alfil_diagnostics::diagnostic::{Findings, has_errors};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_fuzz::compare_with_judge;
use alfil_fuzz::judge::{Judge, Sampled, sampled};
use alfil_plane::model::program::{Field, PlaneProgram};
use alfil_plane::moves::families::Motion;
use alfil_play::game::Game;
use alfil_play::plane::PlanePlay;
use alfil_play::plane::notation as plane;
use alfil_play::plane::text;
use alfil_render::palette::Colour;
use alfil_render::{plane as chart, svg, terminal};
use alfil_resolve::resolution::resolve;
use alfil_resolve::setup::read_position;
use alfil_rules::goal::Event;
use alfil_syntax::scalar::Scalar;
use std::collections::BTreeMap;

fn program(request: &str) -> PlaneProgram {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let resolved = resolve(request, &mut library, &mut sources);
    assert_eq!(resolved.found, [], "{request}");
    let compiled = Game::compile(resolved.value.expect("it resolves").ruleset);
    assert_eq!(compiled.found, [], "{request}");
    match compiled.value.expect("it compiles") {
        Game::Plane(program) => program,
        Game::Board(_) => panic!("{request} is no plane"),
    }
}

/// Compiles a definition that extends Continuous Chess.
fn variant(lines: &str) -> PlaneProgram {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "variant", &format!("extends: continuous\n{lines}"));
    let resolved = resolve("variant", &mut library, &mut sources);
    assert!(!has_errors(&resolved.found), "{lines}: {:?}", resolved.found);
    match Game::compile(resolved.value.expect("a game").ruleset).value.expect("it compiles") {
        Game::Plane(program) => program,
        Game::Board(_) => panic!("{lines} is no plane"),
    }
}

fn read(program: &PlaneProgram, text: &str) -> Findings<PlanePlay> {
    let text = Scalar::plain(text, Span::new(SourceId::only(), 0, text.len()));
    read_position(&text, program.rules()).and_then(|setup| PlanePlay::at(program, &setup))
}

fn at(program: &PlaneProgram, text: &str) -> PlanePlay {
    let read = read(program, text);
    assert_eq!(read.found, [], "{text}");
    read.value.expect("no finding, so a position")
}

fn continuous(text: &str) -> PlanePlay {
    at(&program("continuous"), text)
}

/// Returns the intervals of a piece by bearing, as text.
fn legs(play: &PlanePlay, piece: &str) -> BTreeMap<String, String> {
    let (program, now) = (play.program(), play.now());
    let families = play.legal();
    let mine = families.iter().filter(|f| text::place(program, now, f.piece) == piece);
    mine.map(|family| {
        let name = match family.motion {
            Motion::Flight { heading, .. } => heading.to_string(),
            Motion::Ray { bearing, .. } | Motion::Great { bearing, .. } => {
                format!("{bearing:.0}")
            }
            Motion::Arc { bearing, round, .. } => {
                format!("{bearing:.0} {:?} {}", round.way, round.radius)
            }
            Motion::Turn => "turn".to_owned(),
            Motion::Region => "region".to_owned(),
            Motion::Shot => "shot".to_owned(),
            Motion::Bent(way) => format!("{:.0} {:.0}", way.bearings[0], way.bearings[1]),
        };
        let told: Vec<String> =
            family.legs.iter().map(|l| text::told(program, now, family.piece, l)).collect();
        (name, told.join(" "))
    })
    .collect()
}

fn leg(play: &PlanePlay, piece: &str, bearing: &str) -> String {
    legs(play, piece).get(bearing).cloned().unwrap_or_default()
}

/// Compares the picture of a position with its snapshot.
fn picture(name: &str, play: &PlanePlay) {
    let chart = chart::chart(play, None);
    insta::assert_snapshot!(name, terminal::plane::draw(name, &chart, Colour::None, 80));
    compare_with_judge(play.program(), play.now());
}

#[test]
fn the_start_has_the_published_moves() {
    let play = PlanePlay::start(&program("continuous"));
    assert_eq!(leg(&play, "R0.5,0.5", "0"), "[0.1, 0.75]");
    assert_eq!(leg(&play, "R0.5,0.5", "90"), "[0.1, 0.75]");
    assert_eq!(leg(&play, "N1.5,0.5", "27"), "[0.1, 1.9861]");
    assert_eq!(leg(&play, "N1.5,0.5", "63"), "[0.1, 2.2361]");
    assert_eq!(leg(&play, "P4.5,1.5", "90"), "[0.1, 2]");
    assert_eq!(legs(&play, "N1.5,0.5").len(), 8);
    picture("start", &play);
    let chart = chart::chart(&play, None);
    insta::assert_snapshot!("svg-start", svg::plane::draw("Continuous Chess", &chart));
}

#[test]
fn a_mate() {
    let play = continuous("k0,8 Q1,7 R6,8 R0,3 R0.8,2 K4,1 b 0 1");
    assert!(play.in_check());
    let outcome = play.outcome().expect("it is over");
    assert_eq!(
        (outcome.reason, outcome.to_string().as_str()),
        (Event::Checkmate, "White wins by checkmate")
    );
    picture("mate", &play);
    // Without the rook that protects it, the queen is captured by the king.
    let play = continuous("k0,8 Q1,7 R6,8 R0,3 K4,1 b 0 1");
    assert_eq!(leg(&play, "k0,8", "135"), "{1.1642} x Q1,7");
}

#[test]
fn a_stalemate() {
    let play = continuous("k0,8 R0.3,2 R5,7.7 K4,1 b 0 1");
    assert!(!play.in_check());
    assert_eq!(play.outcome().expect("it is over").reason, Event::Stalemate);
    picture("stalemate", &play);
}

#[test]
fn a_pin_leaves_part_of_a_ray() {
    let play = continuous("K4,1 R4,3 r4,7 k7,7 w 0 1");
    assert_eq!(leg(&play, "R4,3", "0"), "[0.1, 0.25)");
    assert_eq!(leg(&play, "R4,3", "90"), "[0.1, 3.75) {3.75} x r4,7");
    assert_eq!(leg(&play, "R4,3", "270"), "[0.1, 1.75]");
    picture("pin", &play);
}

#[test]
fn a_check_is_parried_by_interposing() {
    let play = continuous("K4,1 B1,3 r4,7 k7,7 w 0 1");
    assert!(play.in_check());
    assert_eq!(leg(&play, "B1,3", "45"), "(3.8891, 4.5962)");
    picture("interposition", &play);
}

#[test]
fn a_king_walks_out_of_check() {
    let play = continuous("K4,1 r4,7 k7,7 w 0 1");
    assert_eq!(leg(&play, "K4,1", "0"), "[0.25, 1]");
    assert_eq!(leg(&play, "K4,1", "45"), "[0.3536, 1.4142]");
    assert_eq!(leg(&play, "K4,1", "90"), "");
    picture("out-of-check", &play);
    let strict = at(&variant("plane: {king path: strict}"), "K4,1 r4,7 k7,7 w 0 1");
    assert_eq!(leg(&strict, "K4,1", "0"), "");
}

#[test]
fn a_king_does_not_cross_a_rooks_line() {
    let play = continuous("K3,1 r4,7 k7,7 w 0 1");
    assert_eq!(leg(&play, "K3,1", "0"), "[0.1, 0.75]");
    assert_eq!(leg(&play, "K3,1", "45"), "[0.1, 1.0607]");
    picture("not-across", &play);
}

#[test]
fn a_king_captures_an_unguarded_rook_beside_it() {
    let play = continuous("K4,1 r4.5,1.5 k7,7 w 0 1");
    assert_eq!(leg(&play, "K4,1", "45"), "[0.1, 0.3536] {0.4571} x r4.5,1.5");
    picture("unguarded-rook", &play);
    let guarded = continuous("K4,1 r4.5,1.5 r8,1.5 k7,7 w 0 1");
    assert_eq!(leg(&guarded, "K4,1", "45"), "[0.1, 0.3536]");
    let strict = at(&variant("plane: {king path: strict}"), "K4,1 r4.5,1.5 k7,7 w 0 1");
    assert_eq!(leg(&strict, "K4,1", "45"), "[0.1, 0.3536]");
}

/// Returns the text of enemy pieces around a point. Each pair is an angle in degrees and a
/// distance.
fn around(x: f64, y: f64, places: &[(f64, f64)]) -> String {
    let place = |(degrees, far): &(f64, f64)| {
        let (s, c) = degrees.to_radians().sin_cos();
        format!("p{},{} ", x + c * far, y + s * far)
    };
    places.iter().map(place).collect()
}

/// Returns the greatest number of pieces that `piece` captures with one move.
fn most(play: &PlanePlay, piece: &str) -> usize {
    let families = play.legal();
    let mine =
        families.iter().filter(|f| text::place(play.program(), play.now(), f.piece) == piece);
    mine.flat_map(|f| &f.legs).map(|leg| leg.taken.count()).max().unwrap_or(0)
}

#[test]
fn several_are_captured_at_once() {
    let three = around(4.0, 3.0, &[(30.0, 0.25), (90.0, 0.25), (150.0, 0.25)]);
    let play = continuous(&format!("K0,0 k8,8 R4,1 {three}w 0 1"));
    assert_eq!(most(&play, "R4,1"), 3);
    picture("three-at-a-contact", &play);
    let five: Vec<(f64, f64)> = (0..5).map(|i| (f64::from(i) * 72.0, 0.24)).collect();
    let five = around(3.0, 4.0, &five);
    let play = continuous(&format!("K0,0 k8,8 N2,2 {five}w 0 1"));
    assert_eq!(most(&play, "N2,2"), 5);
    picture("five-by-a-knight", &play);
    // The least distance of a move allows four captures, because the piece covers all of them at
    // its first stop.
    let four = [(-0.5, 0.2499), (59.83, 0.2499), (120.17, 0.2499), (180.5, 0.2499)];
    let play = continuous(&format!("K0,0 k8,8 R4,1 {}w 0 1", around(4.0, 1.1, &four)));
    assert_eq!(most(&play, "R4,1"), 4);
    // If distances are multiples of a quantum, five captures are possible.
    let five: Vec<(f64, f64)> = (0..5).map(|i| (f64::from(i) * 72.0 + 90.0, 0.24)).collect();
    let text = format!("K0,0 k8,8 R4,1 {}w 0 1", around(4.0, 1.5, &five));
    assert_eq!(most(&at(&program("continuous-discrete"), &text), "R4,1"), 5);
}

/// A generator of pseudo-random numbers from 0 to 1, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / f64::from(1 << 24)
    }

    /// Returns a position of `n` pieces, including kings, without overlaps.
    fn position(&mut self, n: usize, letters: &str) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let (mut points, mut text) = (Vec::<(f64, f64)>::new(), String::new());
        while points.len() < n {
            let (x, y) = (self.roll() * 8.0, self.roll() * 8.0);
            if points.iter().all(|(a, b)| f64::hypot(a - x, b - y) > 0.26) {
                let index = points.len();
                let kind = letters[(self.roll() * letters.len() as f64) as usize];
                let kind = if index < 2 { 'K' } else { kind };
                let letter = if index % 2 == 0 { kind } else { kind.to_ascii_lowercase() };
                text += &format!("{letter}{x},{y} ");
                points.push((x, y));
            }
        }
        text
    }

    /// Returns a random position in which the side that is not to move is not in check.
    fn play(&mut self, program: &PlaneProgram, n: usize, letters: &str) -> PlanePlay {
        loop {
            let pieces = self.position(n, letters);
            let read = |side| read(program, &format!("{pieces}{side} 0 1"));
            if let Some(play) = read("w").value.or_else(|| read("b").value) {
                return play;
            }
        }
    }
}

#[test]
fn no_stop_captures_more_than_possible() {
    let (open, discrete) = (program("continuous"), program("continuous-discrete"));
    let mut dice = Dice(2001);
    let mut seen = [0; 4];
    for _ in 0..400 {
        // A crowd around the end of the move, as dense as pieces of one side may stand.
        let (mut crowd, mut text) = (Vec::<(f64, f64)>::new(), String::new());
        for _ in 0..60 {
            let (x, y) = (4.0 + dice.roll() - 0.5, 1.0 + dice.roll() * 1.2);
            let free = crowd.iter().all(|(a, b)| f64::hypot(a - x, b - y) >= 0.25);
            if free && f64::hypot(x - 4.0, y - 1.0) >= 0.25 && f64::hypot(x - 3.0, y - 1.0) >= 0.25
            {
                crowd.push((x, y));
                text += &format!("p{x},{y} ");
            }
        }
        let text = format!("K0,0 k8,8 R4,1 N3,1 {text}w 0 1");
        for (program, limits) in [(&open, [4, 5]), (&discrete, [5, 5])] {
            let play = at(program, &text);
            for (index, piece) in ["R4,1", "N3,1"].into_iter().enumerate() {
                let most = most(&play, piece);
                assert!(most <= limits[index], "{most} captured by {piece}: {text}");
                let slot = index + if limits[0] == 5 { 2 } else { 0 };
                seen[slot] = seen[slot].max(most);
            }
            let least = program.least();
            let far = play.legal();
            let far =
                far.iter().flat_map(|f| f.legs.iter().map(move |l| (f, l))).filter(|(f, l)| {
                    text::place(program, play.now(), f.piece) == "R4,1" && l.at.from > least + 1e-6
                });
            if limits[0] == 4 {
                assert!(far.map(|(_, l)| l.taken.count()).max().unwrap_or(0) <= 3, "{text}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n >= 2), "the search finds crowds: {seen:?}");
}

#[test]
fn engine_and_reference_agree_on_random_positions() {
    let programs =
        [program("continuous"), program("continuous-zeno"), program("continuous-discrete")];
    let mut dice = Dice(64);
    for round in 0..36 {
        let play = dice.play(&programs[round % 3], 2 + round * 30 / 35, "QRBNPPP");
        compare_with_judge(&programs[round % 3], play.now());
    }
}

/// The engine must find the intervals that sampling finds. Samples are 0.01 apart; changes are
/// bisected to 1e-6.
#[test]
fn sampled_intervals_equal_the_engine() {
    let open = program("continuous");
    let mut dice = Dice(7);
    for pieces in [4, 12, 32] {
        let play = dice.play(&open, pieces, "QRBNPPP");
        let field = Field::new(&open, play.now());
        let judge = Judge::new(&field, 1e-2);
        for family in play.legal() {
            let Motion::Ray { along, .. } = family.motion else { continue };
            let rays = &field.kind(family.piece).moves.rays;
            let rays = rays.iter().filter(|ray| {
                (field.direction(family.piece, ray.along) - along).length() < 1e-9
                    && field.path(family.piece, ray).is_some()
            });
            let found: Vec<_> =
                rays.flat_map(|ray| sampled(&judge, family.piece, ray, 1e-6)).collect();
            for leg in &family.legs {
                // Sampling may miss intervals that are narrower than a step.
                let narrow = leg.at.to - leg.at.from < 2e-2 && !leg.at.is_point();
                let near = |a: f64, b: f64| (a - b).abs() < 2e-6;
                let is = |s: &Sampled| {
                    s.verdict.taken == leg.taken
                        && near(s.from, leg.at.from)
                        && near(s.to, leg.at.to)
                };
                let text = text::told(&open, play.now(), family.piece, leg);
                assert!(narrow || found.iter().any(is), "{text} is not among {found:?}");
            }
        }
    }
}

#[test]
fn typed_moves_snap_to_contacts() {
    let mut play = continuous("K4,1 R1,1.1 r1.13,5 k7,7 p2,2' w 0 1");
    let find = |play: &PlanePlay, text: &str| plane::find(play, &play.legal(), text);
    // The pieces touch at 3.9 - sqrt(0.0625 - 0.0169).
    let mv = find(&play, "R1,1.1:90:3.69").expect("a rounded capture");
    assert_eq!(mv.taken.count(), 1);
    assert!(find(&play, "R1,1.1:90:3.7-").is_err(), "beyond the contact nothing is quiet");
    let quiet = find(&play, "R1,1.1:90:3.684-").expect("a quiet move close by");
    assert!(quiet.taken.is_empty());
    assert_eq!(plane::write_move(&play, &play.legal(), &quiet), "R1,1.1:90:3.684-");
    assert!(find(&play, "R1,1.1:90:3.68").is_ok_and(|mv| mv.taken.is_empty()));
    for wrong in [
        "R1,1.1:90:9",
        "R1,1.1:45:1",
        "R2,2:90:1",
        "X1,1:90:1",
        "R1,1.1:90:NaN",
        "R1,1.1:90",
        "",
        "R1,1.1:90:3=Q",
    ] {
        assert!(find(&play, wrong).is_err(), "{wrong}");
    }
    play.play(&mv);
    assert!((play.now().pieces.iter().count(), play.now().side.letter()) == (4, 'b'));
}

#[test]
fn promotion_is_at_seven_and_a_quarter() {
    let play = continuous("K4,1 P1,6.5 k7,7 w 0 1");
    assert_eq!(leg(&play, "P1,6.5", "90"), "[0.1, 0.75) [0.75, 1] =");
    let find = |text: &str| plane::find(&play, &play.legal(), text);
    assert!(find("P1,6.5:90:0.8").is_err(), "it must say to what");
    let mv = find("P1,6.5:90:0.8=N").expect("a promotion");
    let name = plane::write_move(&play, &play.legal(), &mv);
    assert_eq!(name, "P1,6.5:90:0.8=N");
    assert!(text::write(play.program(), &play.after(&mv)).contains("N1,7.3"));
    assert!(find("P1,6.5:90:0.5=Q").is_err());
    picture("promotion", &play);
}

#[test]
fn repetition_has_a_tolerance() {
    let mut play = continuous("K4,1 R1,1 k7,7 r7,2 w 0 1");
    let moves = ["R1,1:90:0.3", "R7,2:270:0.7", "R1,1.3:270:0.3", "R7,2.7:90:0.7"];
    for (i, text) in moves.iter().chain(&moves).enumerate() {
        assert_eq!(play.outcome(), None, "before move {i}");
        let mv =
            plane::find(&play, &play.legal(), text).unwrap_or_else(|why| panic!("{text}: {why}"));
        play.play(&mv);
    }
    assert_eq!(play.outcome().expect("a third occurrence").reason, Event::Repetition(3));
}

/// A motion of an enemy ends exactly where it touches the king's path, so it attacks a single point
/// of the path.
#[test]
fn a_tie_is_one_point() {
    let zeno = program("continuous-zeno");
    let play = at(&zeno, "K2.5,4.25 k7,7 q5.5,3.75 w 0 1");
    assert_eq!(leg(&play, "K2.5,4.25", "270"), "[0.1, 0.5)");
}

#[test]
fn touching_and_coincident_cases() {
    for (text, piece, bearing, wanted) in [
        // A piece that is passed on a tangent has no effect.
        ("K0,0 k8,8 R4,1 p4.25,3 w 0 1", "R4,1", "90", "[0.1, 7]"),
        ("K0,0 k8,8 R4,1 P4.25,3 w 0 1", "R4,1", "90", "[0.1, 7]"),
        // In contact and moving towards the enemy: it is captured at the first stop.
        ("K0,0 k8,8 R4,1 p4,1.25 w 0 1", "R4,1", "90", "{0.1} x p4,1.25"),
        ("K0,0 k8,8 R4,1 P4,1.25 w 0 1", "R4,1", "90", ""),
        // In contact and moving away, or along a tangent.
        ("K0,0 k8,8 R4,1 p4,1.25 w 0 1", "R4,1", "0", "[0.1, 4]"),
        ("K0,0 k8,8 R4,1 p4,1.25 w 0 1", "R4,1", "270", "[0.1, 1]"),
        // A piece of the same side and an enemy are touched at the same distance. The capture is
        // still possible.
        ("K0,0 k8,8 R4,1 p4.15,3 P3.85,3 w 0 1", "R4,1", "90", "[0.1, 1.8) {1.8} x p4.15,3"),
        // A piece of the same side that is touched first prevents the capture.
        ("K0,0 k8,8 R4,1 p4,3 P4.2,2.8 w 0 1", "R4,1", "90", "[0.1, 1.65]"),
        // The pieces overlap at the start, which is only possible in a position text.
        ("K0,0 k8,8 R4,1 p4.1,1 w 0 1", "R4,1", "0", "[0.1, 0.35) x p4.1,1 [0.35, 4]"),
        // A quiet move of a pawn may end exactly at the contact.
        ("K0,0 k8,8 P4,1.5' p4,3 w 0 1", "P4,1.5", "90", "[0.1, 1.25]"),
        // A capturing move of a pawn exists only where it captures something.
        ("K0,0 k8,8 P4,1.5 p4.5,2 w 0 1", "P4,1.5", "45", "{0.4571} x p4.5,2"),
        // A knight that lands in contact does not capture.
        ("K0,0 k8,8 N4,4 p6,5 w 0 1", "N4,4", "27", "[0.1, 1.9861] (1.9861, 2.2361] x p6,5"),
    ] {
        let play = continuous(text);
        assert_eq!(leg(&play, piece, bearing), wanted, "{text}");
        compare_with_judge(play.program(), play.now());
    }
}

#[test]
fn a_sword_goes_along_its_axis_and_turns() {
    let menagerie = program("continuous-menagerie");
    let play = at(&menagerie, "K0.5,0.5 k7,7 S4,4@90 p4,6 p3.7,4.2 w 0 1");
    let legs = legs(&play, "S4,4");
    assert_eq!(legs.get("90").map(String::as_str), Some("[0.1, 1.5) {1.5} x p4,6"));
    assert_eq!(legs.get("270").map(String::as_str), Some("[0.1, 4]"));
    let turn = legs.get("turn").expect("it turns");
    assert!(turn.contains("x p3.7,4.2") && turn.starts_with('('), "{turn}");
    let mv = plane::find(&play, &play.legal(), "S4,4@-35").expect("a quiet turn");
    assert_eq!(plane::write_move(&play, &play.legal(), &mv), "S4,4@-35");
    assert!(text::write(&menagerie, &play.after(&mv)).contains("S4,4@55 "));
    picture("sword", &play);
    // A sword gives check by rotating.
    let play = at(&menagerie, "K4.3,4.2 k7,7 s4,4@90 w 0 1");
    assert!(play.in_check());
    // The judge turns the sword in tiny steps, which takes half a minute.
    if crate::is_deep() {
        compare_with_judge(&menagerie, play.now());
    }
}

#[test]
fn a_flea_lands_on_multiples() {
    let play = at(&program("continuous-menagerie"), "K0.5,0.5 k7,7 F4,4 p4.7,4.7 P3.65,3.65 w 0 1");
    let legs = legs(&play, "F4,4");
    assert_eq!(legs.len(), 4);
    assert!(legs["45"].starts_with("{0.5} {1} x p4.7,4.7 {1.5}"), "{legs:?}");
    // At 0.5, the body of the other piece would cover it.
    assert!(legs["225"].starts_with("{1}"), "{legs:?}");
    compare_with_judge(play.program(), play.now());
}

/// No legal move leads to a position in which the side that made it is in check.
#[test]
fn the_side_that_moved_is_not_in_check() {
    let open = program("continuous");
    for (text, codes) in [
        ("K4,1 r4,7 k7,7 w 0 1", vec![]),
        ("K4,1 r4,7 k7,7 b 0 1", vec!["king-in-peril"]),
        ("K4,1 k4,1.2 w 0 1", vec!["king-in-peril"]),
        ("K4,1 R4,1.2 k7,7 w 0 1", vec!["overlapping-friends"]),
        ("K4,1 Q9,1 k7,7 w 0 1", vec!["off-the-plane"]),
        ("K4,NaN k7,7 w 0 1", vec!["bad-placement"]),
        ("K4,inf k7,7 w 0 1", vec!["bad-placement"]),
    ] {
        let read = read(&open, text);
        let found: Vec<&str> = read.found.iter().map(|d| d.code.name()).collect();
        assert_eq!((found.as_slice(), read.value.is_some()), (codes.as_slice(), codes.is_empty()));
    }
}
