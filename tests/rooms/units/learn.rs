//! Tests of learning from games.

use crate::perft::game;
use alfil::play::computer::Computer;
use alfil::play::dice::Dice;
use alfil::play::learn::{Lesson, Lessons, play};

/// With little room, a few positions of all games are enough for values of the same size.
#[test]
fn many_games_need_little_room() {
    let (game, _) = game("breakthrough");
    let computer = Computer::new(&game, 1);
    let start = game.start();
    let lesson = |number: u64| -> Option<Lesson> {
        let played = play(&computer, &start, 20, &mut Dice::numbered(1, number))?;
        played.lesson(&computer, &start)
    };
    let lessons: Vec<Lesson> = (0..12).filter_map(lesson).collect();
    let derived = computer.weights_with_tables().expect("a board");
    let learned = |room: usize| {
        let mut all = Lessons::with_room(&derived, room);
        lessons.iter().for_each(|lesson| all.add(lesson));
        all.learned(None).expect("positions")
    };
    let whole = learned(usize::MAX);
    assert_eq!(whole.games, lessons.len());
    let few = learned(2_000);
    assert!((2..whole.positions).contains(&few.positions), "{} positions", few.positions);
    assert_eq!((few.games, few.weights.kinds.len()), (whole.games, whole.weights.kinds.len()));
    assert_eq!(learned(usize::MAX).weights, whole.weights);
    // Room for every position changes nothing.
    assert_eq!(learned(10_000_000).weights, whole.weights);
}
