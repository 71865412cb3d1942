//! Families of planes beside the judge, in one run: `cargo bench --bench plane`.
//!
//! Takes positions of 32 pieces; prints the time for all their families (median of many rounds) and the
//! time in which the judge finds the same intervals by sampling: steps of 1e-3, changes bisected to 1e-6.
//! Fails if the engine takes a millisecond, or the ratio is below a hundred.

use alfil::library::Library;
use alfil::plane::families::families;
use alfil::plane::field::Field;
use alfil::plane::judge::{Judge, sampled};
use alfil::play::arena::Play;
use alfil::play::game::Game;
use alfil::play::position::Position;
use alfil::resolve::resolution::resolve;
use alfil::source::{SourceId, Sources, Span};
use alfil::syntax::scalar::Scalar;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of the engine; the median counts.
const ROUNDS: usize = 501;
/// Steps of the judge and the length to which it bisects, in units of the plane.
const STEP: f64 = 1e-3;
const PRECISION: f64 = 1e-6;

/// Thirty-two pieces, each in the middle of a game.
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
    let resolved = resolve("continuous", &mut Library::new(), &mut Sources::new());
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
