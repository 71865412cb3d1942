//! The transposition table, its hashes and its memory, and the order in which moves are searched.

use crate::searchable::{Candidate, MAX_PLY, Score};
use alfil_rules::side::{ByColor, Side};
use std::hash::{DefaultHasher, Hasher};
use std::hint::black_box;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};
use std::sync::{Mutex, PoisonError};

// The transposition table, and the order in which moves are searched.

// The transposition table: results of searched positions, shared by all threads.
//
// An entry is two words. The second contains the data, and the first is the exclusive-or of the
// key and the data. If two threads write an entry at the same time, the words do not match, and
// the entry is ignored (Hyatt and Mann, 2002).

/// The number of entries that have the same index. A position may be stored in any of them.
const BUCKET: usize = 4;

/// How a stored value relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at most the stored one.
    Upper = 1,
    /// The true value is at least the stored one.
    Lower = 2,
    /// The values are equal.
    Exact = 3,
}

/// A stored result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The code of the best move; 0 if there is none.
    pub(crate) code: u32,
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

impl Entry {
    /// The stored value at `ply`, if it shows how the value compares with a window.
    pub(crate) fn decides(&self, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        let score = self.score.at_root(ply);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        decides.then_some(score)
    }

    /// The stored value at `ply` if it shows that `estimate` is too low or too high, otherwise
    /// `estimate`.
    pub(crate) fn refines(&self, estimate: Score, ply: usize) -> Score {
        let score = self.score.at_root(ply);
        let is_better = match self.bound {
            _ if score.is_decided() => false,
            Bound::Exact => true,
            Bound::Lower => score > estimate,
            Bound::Upper => score < estimate,
        };
        if is_better { score } else { estimate }
    }
}

/// A table of searched positions. All threads of a search may share it.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
    /// The number of the present search, modulo 64. Entries of earlier searches are replaced first.
    age: AtomicU8,
    /// The experience of earlier searches with the order of moves. `None` before the first search,
    /// and while a search uses it.
    ordering: Mutex<Option<Ordering>>,
}

#[derive(Default, Debug)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Table {
    /// Creates a table of at most `megabytes`, but of at least 4 entries. If there is not enough
    /// memory, the table is half as large, or a quarter, and so on. [`Table::megabytes`] returns its
    /// size.
    pub fn new(megabytes: usize) -> Table {
        let mut size = megabytes;
        let slots = loop {
            let count = (size << 20) / size_of::<Slot>();
            let count = (count / BUCKET).max(1) * BUCKET;
            let mut slots = Vec::new();
            // A search needs memory besides its table.
            let has_room = || size << 20 <= LEFT || is_free(LEFT);
            if slots.try_reserve_exact(count).is_ok() && has_room() || size == 0 {
                slots.resize_with(count, Slot::default);
                break slots;
            }
            size /= 2;
        };
        Table { slots, age: AtomicU8::new(0), ordering: Mutex::new(None) }
    }

    /// The size of the table, rounded down.
    pub fn megabytes(&self) -> usize {
        (self.slots.len() * size_of::<Slot>()) >> 20
    }

    /// Forgets everything. The next searches give the same results as with a new table.
    pub fn clear(&self) {
        // Which entries are replaced depends on the age, also if all of them are new.
        self.age.store(0, Relaxed);
        self.take_ordering();
        for slot in &self.slots {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    /// Begins a new search.
    pub(crate) fn begin(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Takes the experience of earlier searches. The search that takes it gives it back with
    /// [`Table::keep_ordering`]. Another search at the same time gets nothing.
    pub(crate) fn take_ordering(&self) -> Option<Ordering> {
        self.ordering.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Keeps the experience of a search for the next one.
    pub(crate) fn keep_ordering(&self, ordering: Ordering) {
        *self.ordering.lock().unwrap_or_else(PoisonError::into_inner) = Some(ordering);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = self.slots.len() / BUCKET;
        let index = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &self.slots[index * BUCKET..][..BUCKET]
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key).then(|| unpack(data))?
        })
    }

    /// Stores a result. It replaces the entry of the same position, or the least valuable one of
    /// its bucket.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Relaxed) & 63;
        let value = |slot: &Slot| {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                return i32::MIN;
            }
            let old = i32::from(age.wrapping_sub((data >> 58) as u8) & 63);
            (data >> 48 & 0xff) as i32 - 8 * old
        };
        let Some(slot) = self.bucket(key).iter().min_by_key(|slot| value(slot)) else { return };
        let data = u64::from(entry.code)
            | u64::from(entry.score.bits()) << 32
            | u64::from(entry.depth) << 48
            | (entry.bound as u64) << 56
            | u64::from(age) << 58;
        slot.check.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }
}

/// The entry in `data`; `None` if the slot is empty.
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        code: data as u32,
        score: Score::from_bits((data >> 32) as u16),
        depth: (data >> 48) as u8,
        bound,
    })
}

// The order in which moves are searched: the stored best move, good captures, killers, quiet moves
// by their history, bad captures. A killer is a quiet move that was good at the same ply.

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

// Hashes of moves and positions that are the same on machines of 32 and 64 bits. Otherwise a search
// in a browser would order its moves in another way than the program.

/// The multiplier of `rustc-hash` on machines of 64 bits.
const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

/// The fast hash of `rustc-hash` 2.1 with 64 bits. Its upper half is the better one. `rustc-hash`
/// has only 32 bits on smaller machines. Numbers have the same hashes here, but byte strings have
/// others.
#[derive(Clone, Default, Debug)]
pub struct WideFxHasher(u64);

impl Hasher for WideFxHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, i: u8) {
        self.write_u64(i.into());
    }

    fn write_u16(&mut self, i: u16) {
        self.write_u64(i.into());
    }

    fn write_u32(&mut self, i: u32) {
        self.write_u64(i.into());
    }

    fn write_u64(&mut self, i: u64) {
        self.0 = self.0.wrapping_add(i).wrapping_mul(FACTOR);
    }

    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// The hash of the standard library. Numbers whose size depends on the machine count as 64 bits.
#[derive(Clone, Default, Debug)]
pub struct WideHasher(DefaultHasher);

impl Hasher for WideHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn write_usize(&mut self, i: usize) {
        self.0.write_u64(i as u64);
    }

    fn write_isize(&mut self, i: isize) {
        self.0.write_u64(i as u64);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

// How much memory there is for a search. A program that takes more than there is would be aborted.

/// The memory that stays free for everything besides a table, in bytes.
pub(crate) const LEFT: usize = 64 << 20;

/// The memory of one more thread, in bytes: its stack, what it allocates, and the room that the
/// allocator keeps for each thread.
const PER_THREAD: usize = 96 << 20;

/// True if so many bytes can be allocated now.
pub(crate) fn is_free(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let is_there = room.try_reserve_exact(bytes).is_ok();
    // Without `black_box`, the compiler may remove the unused allocation.
    black_box(&room);
    is_there
}

/// The number of threads, at most `wanted` and at least 1, for which there is memory now.
pub fn threads(wanted: usize) -> usize {
    // Small pieces are reserved, because systems refuse one that is larger than the whole memory, and
    // grant many small ones.
    let mut taken: Vec<Vec<u8>> = Vec::new();
    let mut is_free = |_: &usize| {
        let mut more = Vec::new();
        let found = more.try_reserve_exact(PER_THREAD).is_ok();
        black_box(&more);
        taken.push(more);
        found
    };
    let more = (1..wanted).take_while(|number| is_free(number)).count();
    // What is left after the last one is for all of them.
    if more + 1 < wanted { (more + 1).saturating_sub(2).max(1) } else { wanted.max(1) }
}
