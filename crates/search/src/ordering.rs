//! The order in which moves are searched: the stored best move, good captures, killers, quiet moves
//! by their history, bad captures. A killer is a quiet move that was good at the same ply.

use crate::score::MAX_PLY;
use crate::searchable::Candidate;
use alfil_rules::side::{ByColor, Side};

/// The number of history counters for each side. A hash of the code selects a counter, so different
/// codes may share one.
const COUNTERS: usize = 1 << 12;

/// The number of counters for pairs of a move and the reply.
const PAIRS: usize = 1 << 18;

/// The greatest history value. The least one is its negative.
const GREATEST: i32 = 1 << 14;

const FIRST: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const BAD_CAPTURE: i32 = -(1 << 24);

/// Results of earlier moves, from which the search learns the order of moves.
#[derive(Debug)]
pub(crate) struct Ordering {
    /// At each ply, the last two quiet moves that caused a cutoff.
    killers: [[u32; 2]; MAX_PLY + 1],
    /// The success of quiet moves, by side and code. A cutoff increases the value, and a try
    /// without a cutoff decreases it.
    history: ByColor<Box<[i16]>>,
    /// The success of quiet moves after a certain previous move. The index is a hash of both codes.
    pairs: Box<[i16]>,
}

/// The codes of the last two moves before a move. 0 stands for none.
#[derive(Clone, Copy, Default)]
pub(crate) struct Before {
    pub(crate) last: u32,
    pub(crate) earlier: u32,
}

fn index(code: u32, size: usize) -> usize {
    (code.wrapping_mul(0x9e37_79b1) >> 8) as usize % size
}

fn pair(before: u32, code: u32) -> usize {
    index(before.rotate_left(13) ^ code, PAIRS)
}

/// Changes `value` by `bonus`. The step shrinks when the value is near its bounds.
fn nudge(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / GREATEST) as i16;
}

impl Ordering {
    pub(crate) fn new() -> Ordering {
        Ordering {
            killers: [[0; 2]; MAX_PLY + 1],
            history: ByColor::from_fn(|_| vec![0; COUNTERS].into_boxed_slice()),
            pairs: vec![0; PAIRS].into_boxed_slice(),
        }
    }

    /// Prepares for a new search. The plies of killers count from its root, so the old ones are
    /// forgotten.
    pub(crate) fn begin(&mut self) {
        self.killers = [[0; 2]; MAX_PLY + 1];
    }

    /// The success so far of a quiet move of `side`, in general and after the moves `before`.
    pub(crate) fn history(&self, side: Side, before: Before, code: u32) -> i32 {
        i32::from(self.history[side][index(code, COUNTERS)])
            + i32::from(self.pairs[pair(before.last, code)])
            + i32::from(self.pairs[pair(before.earlier.rotate_left(7), code)])
    }

    /// Fills in the ranks of `list`. `first` is the code of the stored best move.
    pub(crate) fn rank<M>(
        &self,
        list: &mut [Candidate<M>],
        (first, before): (u32, Before),
        side: Side,
        ply: usize,
    ) {
        let [newer, older] = self.killers[ply];
        for candidate in list {
            let &mut Candidate { code, gain, is_tactical, .. } = candidate;
            candidate.rank = match is_tactical {
                _ if code == first => FIRST,
                true if gain >= 0 => GOOD_CAPTURE + gain,
                true => BAD_CAPTURE + gain,
                false if code == newer => KILLER + 1,
                false if code == older => KILLER,
                false => self.history(side, before, code),
            };
        }
    }

    /// Records that the quiet move `best` caused a cutoff and that the quiet moves `tried` before
    /// it did not.
    pub(crate) fn learn(
        &mut self,
        side: Side,
        (before, best): (Before, u32),
        tried: &[u32],
        (depth, ply): (i32, usize),
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        let bonus = (depth * depth * 16 + 32 * depth).min(1_200);
        for &code in tried {
            self.nudge_all(side, before, code, -bonus);
        }
        self.nudge_all(side, before, best, bonus);
    }

    fn nudge_all(&mut self, side: Side, before: Before, code: u32, bonus: i32) {
        nudge(&mut self.history[side][index(code, COUNTERS)], bonus);
        nudge(&mut self.pairs[pair(before.last, code)], bonus);
        nudge(&mut self.pairs[pair(before.earlier.rotate_left(7), code)], bonus);
    }
}

/// Finds the candidate with the highest rank among those from index `next` on, and swaps it to
/// index `next`.
pub(crate) fn bring_best<M>(list: &mut [Candidate<M>], next: usize) {
    let best = (next..list.len()).max_by_key(|&at| (list[at].rank, std::cmp::Reverse(at)));
    if let Some(best) = best {
        list.swap(next, best);
    }
}
