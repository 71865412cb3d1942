//! Remembers which positions threaten a royal piece, while the moves of one position are verified.
//!
//! If a later step takes back a choice of an earlier one, such as the cell of a piece that each step
//! places anew, many moves of a step lead to the same positions at the end of the turn. Each of these
//! is searched once. Other games remember nothing, because their moves rarely lead to the same
//! position.

use crate::engine::state::State;
use crate::tables::move_tables::Tables;
use alfil_rules::side::Side;
use std::cell::RefCell;
use std::collections::HashMap;

/// The largest number of remembered positions. They take about half a megabyte.
const MOST: usize = 8_192;

thread_local! {
    static MEMO: RefCell<Memo> = RefCell::default();
}

/// The answers so far. It is empty while no move is verified.
#[derive(Default)]
struct Memo {
    /// How many [`Verifying`] exist.
    depth: usize,
    answers: HashMap<Key, bool>,
}

/// The keys of a position and its memory, its clocks, and the side whose royal pieces are meant. Keys
/// of 64 bits also recognize repetitions.
type Key = (u64, u64, u32, u32, Side);

/// While it exists, this thread remembers threats. The last one to go forgets them, so that answers
/// about one game never serve another.
pub(super) struct Verifying(());

impl Verifying {
    /// Begins to remember. `None` if the moves of `state` offer no choices.
    pub(super) fn begin<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Option<Verifying> {
        state.effects_may_fail(tables).then(|| {
            MEMO.with_borrow_mut(|memo| memo.depth += 1);
            Verifying(())
        })
    }
}

impl Drop for Verifying {
    fn drop(&mut self) {
        MEMO.with_borrow_mut(|memo| {
            memo.depth -= 1;
            if memo.depth == 0 {
                memo.answers.clear();
            }
        });
    }
}

/// The answer whether the royal pieces of `side` are threatened in `state`: the remembered one, or
/// that of `search`, which is then remembered. Without a [`Verifying`], calls `search`.
pub(super) fn recall<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
    search: impl FnOnce() -> bool,
) -> bool {
    if MEMO.with_borrow(|memo| memo.depth) == 0 {
        return search();
    }
    let (whole, info) = (state.key(tables.turn_length(state)), &state.info);
    let key = (whole, state.memory_key(), info.halfmoves, info.fullmove, side);
    if let Some(answer) = MEMO.with_borrow(|memo| memo.answers.get(&key).copied()) {
        return answer;
    }
    let answer = search();
    MEMO.with_borrow_mut(|memo| {
        if memo.answers.len() >= MOST {
            memo.answers.clear();
        }
        memo.answers.insert(key, answer);
    });
    answer
}
