//! Compares counts of whole turns with other programs. Perft of this program counts single steps.
//!
//! A row contains a definition, the program that counted, and the counts by depth in turns.

use alfil::{Position, Side};

/// From *Computing Deep Perft and Divide Numbers for Checkers*. The next counts are 845,931,
/// 3,963,680 and 18,391,564.
const DRAUGHTS: [u64; 7] = [7, 49, 302, 1469, 7361, 36768, 179740];

/// Counts the sequences of `turns` whole turns from `position`. `side` is the side to move.
fn turns(position: &mut Position, turns: usize, side: Side) -> u64 {
    if turns == 0 {
        return 1;
    }
    let legal = position.legal();
    let mut count = 0;
    for mv in legal.list().expect("a board lists its moves") {
        position.play(&mv);
        count += if position.side() == side {
            self::turns(position, turns, side)
        } else {
            self::turns(position, turns - 1, side.other())
        };
        position.take_back();
    }
    count
}

#[test]
fn turns_of_draughts_match_published_counts() {
    let mut position = alfil::load("draughts").expect("it is shipped").start();
    for (depth, count) in (1..).zip(DRAUGHTS) {
        let side = position.side();
        assert_eq!(turns(&mut position, depth, side), count, "{depth} turns");
    }
}
