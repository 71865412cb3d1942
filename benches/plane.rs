//! Compares the plane engine with its reference in one run: `cargo bench --bench plane`.
//!
//! For positions of 32 pieces, it prints the median time for all families of moves. It also prints
//! the time of the reference for the same intervals, which it finds by sampling: steps of 1e-3,
//! changes bisected to 1e-6. Then it measures crowds of one kind and of all kinds on a plane of 24
//! units. It fails if the engine takes more than 1 ms for 32 pieces or 2 ms for 128. It also
//! fails if the engine is less than a hundred times as fast as the reference, or if the time for a
//! crowd grows more than quadratically.

use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_fuzz::judge::{Judge, sampled};
use alfil_plane::model::program::Field;
use alfil_plane::moves::families::families;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::plane::PlanePlay;
use alfil_play::position::Position;
use alfil_resolve::resolution::resolve;
use alfil_syntax::scalar::Scalar;
use alfil_workspace::Workspace;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of rounds of the engine. The median is printed.
const ROUNDS: usize = 101;
/// The step of the reference, in units of the plane. Changes are bisected to `PRECISION`.
const STEP: f64 = 1e-3;
const PRECISION: f64 = 1e-6;

/// Positions from the middle of a game, with 32 pieces.
const POSITIONS: [(&str, &str); 2] = [
    (
        "open",
        "K4.1,0.6 Q3.2,2.4 R0.9,1.7 R6.3,0.7 B2.2,3.1 B5.7,2.2 N2.9,1.3 N5.1,3.3 P0.4,2.6 P1.5,2.2 \
         P2.4,3.9 P3.6,3.3 P4.6,2.5 P5.5,1.5 P6.6,2.9 P7.4,2.1 k4.7,7.3 q3.1,5.6 r1.2,6.2 r6.9,7.1 \
         b2.1,4.9 b6.1,5.3 n3.3,6.7 n5.2,4.8 p0.7,5.5 p1.6,5.1 p2.6,5.9 p3.9,5.2 p4.4,6.1 p5.8,6.6 \
         p6.8,5.7 p7.5,4.9 w 9 20",
    ),
    (
        "in check",
        "K4.1,0.6 Q3.2,2.4 R0.9,1.7 R6.3,0.7 B2.2,3.1 B5.7,2.2 N2.9,1.3 N6.1,3.3 P0.4,2.6 P1.5,2.2 \
         P2.4,3.9 P3.4,3.3 P5.1,2.5 P5.5,1.5 P6.6,2.9 P7.4,2.1 k4.7,7.3 q4.15,5.1 r1.2,6.2 r6.9,7.1 \
         b2.1,4.9 b6.1,5.3 n3.3,6.7 n5.2,4.8 p0.7,5.5 p1.6,5.1 p2.6,5.9 p3.6,5.2 p4.4,6.1 p5.8,6.6 \
         p6.8,5.7 p7.5,4.9 w 9 20",
    ),
];

fn main() {
    let resolved = resolve("continuous", &mut alfil_definitions::library(), &mut Sources::new());
    let rules = resolved.value.expect("it is shipped").ruleset;
    let game = Game::compile(rules).value.expect("it compiles");
    let Game::Plane(program) = &game else { panic!("its space is a plane") };
    println!("{:10} {:>9} {:>12} {:>12} {:>9}", "position", "families", "engine", "judge", "ratio");
    for (name, text) in POSITIONS {
        let read = game.read(&Scalar::plain(text, Span::new(SourceId::only(), 0, text.len())));
        let Some(Position::Plane(play)) = read.value else { panic!("{name}: {:?}", read.found) };
        assert_eq!(play.now().pieces.len(), 32, "{name}");
        let engine = median(|| {
            black_box(families(program, black_box(play.now())));
        });
        let field = Field::new(program, play.now());
        let judge = Judge::new(&field, STEP);
        let begin = Instant::now();
        let mut intervals = 0;
        for (id, _) in play.now().of(play.now().side) {
            for ray in &field.kind(id).moves.rays {
                intervals += sampled(&judge, id, ray, PRECISION).len();
            }
        }
        let judged = begin.elapsed();
        assert!(black_box(intervals) > 0);
        let ratio = judged.as_secs_f64() / engine.as_secs_f64();
        let found = play.legal().len();
        println!("{name:10} {found:>9} {engine:>12.1?} {judged:>12.1?} {ratio:>9.0}");
        assert!(engine < Duration::from_millis(1), "all families in under a millisecond");
        assert!(ratio >= 100.0, "a hundred times faster than the judge");
    }
    crowds();
}

/// The kinds in a crowd, as letters of the shipped menagerie.
const KINDS: [(&str, &str); 9] = [
    ("queens", "Q"),
    ("rooks", "R"),
    ("bishops", "B"),
    ("knights", "N"),
    ("pawns", "P"),
    ("guards", "G"),
    ("swords", "S"),
    ("fleas", "F"),
    ("mixed", "QRBNPGSF"),
];

/// The number of random positions of a crowd. The mean is printed.
const SAMPLE: usize = 9;

/// The numbers of pieces in a crowd, including two kings.
const CROWDS: [usize; 3] = [32, 64, 128];

fn crowds() {
    let mut workspace = Workspace::new();
    let text = "name: Crowd\nextends: continuous-menagerie\nspace: plane 24x24\nsetup: K0.5,0.5 k23.5,23.5 w 0 1\n";
    workspace.add("crowd", text);
    let game = workspace.examine("crowd").game.expect("it compiles");
    let Game::Plane(program) = &game else { panic!("its space is a plane") };
    println!(
        "\n{:10} {:>10} {:>10} {:>10} {:>8}",
        "crowd", CROWDS[0], CROWDS[1], CROWDS[2], "growth"
    );
    for (name, letters) in KINDS {
        let times = CROWDS.map(|count| {
            let plays: Vec<_> =
                (0..).filter_map(|seed| crowd(&game, letters, count, seed)).take(SAMPLE).collect();
            let all = median(|| {
                for play in &plays {
                    black_box(families(program, black_box(play.now())));
                }
            });
            all / SAMPLE as u32
        });
        let [few, more, most] = times;
        let growth = most.as_secs_f64() / few.as_secs_f64();
        println!("{name:10} {few:>10.1?} {more:>10.1?} {most:>10.1?} {growth:>8.1}");
        assert!(growth <= 16.0, "four times the pieces, at most sixteen times the time");
        assert!(
            name != "mixed" || most < Duration::from_millis(2),
            "128 pieces in two milliseconds"
        );
    }
}

/// Returns a position with `count` pieces of the kinds in `letters`, spread over a grid by `seed`.
/// Returns `None` if a king could be captured.
fn crowd(game: &Game, letters: &str, count: usize, seed: u64) -> Option<PlanePlay> {
    let mut dice = Dice::new(seed);
    let mut cells: Vec<(usize, usize)> =
        (1..23).flat_map(|x| (1..23).map(move |y| (x, y))).collect();
    let mut text = "K0.5,0.5 k23.5,23.5".to_owned();
    for (number, letter) in (2..count).zip(letters.chars().cycle()) {
        let (x, y) = cells.swap_remove(dice.below(cells.len()));
        let letter = if number % 2 == 0 { letter } else { letter.to_ascii_lowercase() };
        text += &format!(" {letter}{x}.5,{y}.5");
    }
    text += " w 0 1";
    let read = game.read(&Scalar::plain(&text, Span::new(SourceId::only(), 0, text.len())));
    match read.value? {
        Position::Plane(play) => Some(play),
        Position::Board(_) => None,
    }
}

fn median(mut work: impl FnMut()) -> Duration {
    let once = |_| {
        let begin = Instant::now();
        work();
        begin.elapsed()
    };
    let mut times: Vec<Duration> = (0..ROUNDS).map(once).collect();
    times.sort();
    times[ROUNDS / 2]
}
