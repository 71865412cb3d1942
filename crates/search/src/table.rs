//! The transposition table: results of searched positions, shared by all threads.
//!
//! An entry is two words. The second contains the data, and the first is the exclusive-or of the
//! key and the data. If two threads write an entry at the same time, the words do not match, and
//! the entry is ignored (Hyatt and Mann, 2002).

use crate::memory;
use crate::ordering::Ordering;
use crate::score::Score;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};
use std::sync::{Mutex, PoisonError};

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
            let has_room = || size << 20 <= memory::LEFT || memory::is_free(memory::LEFT);
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
