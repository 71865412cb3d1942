//! Captures without moving, paths of two parts, zones with figures, obstacles and joined edges on
//! planes.

use super::{at, leg, picture, program};

#[test]
fn a_shot_takes_the_first_piece_on_its_way() {
    let play = at(&program("continuous-rifle"), "K1,1 R4,3 N6,5 r4,7 p6,3.24 p5,7 k1,6 w 0 1");
    let shots: Vec<String> = play
        .legal()
        .iter()
        .flat_map(|family| &family.shots)
        .flat_map(|shot| shot.taken.iter())
        .map(|id| alfil_play::plane::text::place(play.program(), play.now(), id))
        .collect();
    assert_eq!(shots, ["r4,7", "p6,3.24", "p5,7"]);
    picture("shots", &play);
}

#[test]
fn a_path_turns_once() {
    let game = program("continuous-contrast");
    // Light squares for the bishops of White, and a knight to capture behind a corner.
    for position in [
        "K0.5,0.5 B4.5,3.5 n4,5 p5.2,4.3 k7.5,7.5 w 0 1",
        // The path of the bishop attacks the king's way, and a pawn may stand in it.
        "K4.5,5.2 P5.2,2 b4.5,2.5 k7.5,7.5 w 0 1",
        // In contact with two pieces, and at the edge.
        "K0.5,0.5 B6.5,7.5 p6.75,7.5 P6.5,7.25 k4.5,6.5 q2,2 w 0 1",
    ] {
        alfil_fuzz::compare_with_judge(&game, at(&game, position).now());
    }
    picture("paths", &at(&game, "K0.5,0.5 B4.5,3.5 n4,5 p5.2,4.3 k7.5,7.5 w 0 1"));
}

#[test]
fn figures_cut_rays() {
    let play = at(&program("continuous-island"), "K4,1 R3,3 B4.3,4.4 P7.5,2.5 k1,7 w 0 1");
    assert_eq!(leg(&play, "R3,3", "180"), "[0.1, 1.3333) (2.5, 3]");
    assert_eq!(leg(&play, "P7.5,2.5", "90"), "[0.1, 0.5) [0.5, 1] =");
    picture("figures", &play);
}

#[test]
fn arcs_follow_circles() {
    let play = at(&program("continuous-circles"), "K1,1 R4,3 S6.5,2@90 p6,5 q2,6 k7,7.5 w 0 1");
    assert_eq!(leg(&play, "R4,3", "0 Left 2"), "[0.1, 2.8914) {2.8914} x p6,5");
    assert_eq!(leg(&play, "R4,3", "0 Right 2"), "[0.1, 4.1888]");
    assert_eq!(leg(&play, "S6.5,2", "90 Left 1.5"), "[0.1, 3]");
    picture("arcs", &play);
}

#[test]
fn obstacles_end_sweeps() {
    let play = at(&program("continuous-pillars"), "K4,1 R4.7,2 N4,3 R3,4.1 r4,7 k7.5,7.5 w 0 1");
    assert_eq!(leg(&play, "R4.7,2", "90"), "[0.1, 1.7307]");
    assert_eq!(leg(&play, "R3,4.1", "180"), "[0.1, 0.9709]");
    picture("obstacles", &play);
}

#[test]
fn paths_cross_joined_edges() {
    let game = program("continuous-moebius");
    let play = at(&game, "K0.1,1 R9,3 B4,6 Q9.9,5.5 r7,6.5 p1,5 p6,2 k4,7.5 w 0 1");
    assert_eq!(leg(&play, "R9,3", "0"), "[0.1, 1.75) {1.75} x p1,5");
    picture("surfaces", &play);
    // A position beyond a joined edge is that at the other one, and bodies turn over a twist.
    let text = "R10,2 K1,1 k5,7 w 0 1";
    let read = at(&game, text);
    assert_eq!(alfil_play::plane::text::write(&game, read.now()), "R0,6 K1,1 k5,7 w 0 1",);
}

#[test]
fn engine_and_judge_agree_at_joined_edges() {
    for (name, position) in [
        // Both kings are beside the edge, and a rook sees them over it.
        ("continuous-cylinder", "K7.9,1 R0.1,2 r0.2,5 q4,4 k0.1,7 w 0 1"),
        // A pawn and a bishop on the edge itself, and a contact beyond it.
        ("continuous-cylinder", "K4,1 P0,3 B0,5 R7.75,5 r7.75,3.25 k4,7 w 0 1"),
        ("continuous-torus", "K0.1,13.9 q7.8,0.2 R4,0 B7.75,7 r4,13.75 k3,7 w 0 1"),
        ("continuous-moebius", "K9.9,3 R0.1,5.2 N0,4 q5,5 r0.2,2 k4,7.5 w 0 1"),
        ("continuous-klein", "K9.9,13.8 R0.1,5.2 N0,4 q5,5 r0.3,0.4 k4,7.5 w 0 1"),
    ] {
        let game = program(name);
        alfil_fuzz::compare_with_judge(&game, at(&game, position).now());
    }
}
