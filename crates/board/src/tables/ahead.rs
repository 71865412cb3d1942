//! Work that two threads share: tasks in order, what comes of them taken in order.
//!
//! Owns: [`in_order`]. Takes tasks by number and who looks at their results; gives him one after another. Invariant: what is
//! given does not depend on who does which task, and so many results wait at most.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Results that may wait to be looked at: enough that nobody waits for a task that is longer than others, or for what is done
/// before the first of them is looked at.
const AHEAD: usize = 12;

/// Does `task` for each number below `count`, and shows `see` what came of it, in order. Another processor begins with the
/// first task at once; this one does `before` first, then looks at what is done, and takes the next task while nothing is.
/// Once all tasks are done the other one does `after`, whatever was not looked at yet.
pub fn in_order<T: Send>(
    count: usize,
    task: impl Fn(usize) -> T + Sync,
    (before, after): (impl FnOnce(), impl FnOnce() + Send),
    mut see: impl FnMut(usize, T),
) {
    let (desk, after) = (Desk::new(count), Mutex::new(Some(after)));
    let finish = || {
        let after = after.lock().unwrap_or_else(PoisonError::into_inner).take();
        after.into_iter().for_each(|after| after());
    };
    thread::scope(|scope| {
        let helper = || {
            let _leaving = Leaving(&desk);
            while let Some(number) = desk.next() {
                desk.put(number, task(number));
            }
            if desk.all_done() {
                finish();
            }
        };
        // Without a thread, which the system may not have to give, all is done here.
        let helped = thread::Builder::new().spawn_scoped(scope, helper).is_ok();
        let _leaving = Leaving(&desk);
        before();
        for number in 0..count {
            let result = loop {
                match desk.take(number, helped) {
                    Taken::Result(result) => break result,
                    Taken::Task(number) => desk.put(number, task(number)),
                    // The other one has panicked, which the scope tells.
                    Taken::Nothing => return,
                }
            };
            see(number, result);
        }
        // Unless the other one has begun with it, or has not been there at all.
        finish();
    });
}

/// What is done, and what is to be done.
struct Desk<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    /// By task, what came of it and was not looked at yet.
    results: Vec<Option<T>>,
    /// The next task.
    next: usize,
    /// So many tasks are done.
    done: usize,
    /// So many results were looked at.
    seen: usize,
    /// How many wait for a change.
    waiting: usize,
    /// Somebody has left.
    ended: bool,
}

/// What who looks at results finds.
enum Taken<T> {
    /// The next one.
    Result(T),
    /// A task that nobody has begun.
    Task(usize),
    /// Nobody is there who would do it.
    Nothing,
}

impl<T> Desk<T> {
    fn new(count: usize) -> Desk<T> {
        let results = (0..count).map(|_| None).collect();
        let state = State { results, next: 0, done: 0, seen: 0, waiting: 0, ended: false };
        Desk { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, mut state: MutexGuard<'s, State<T>>) -> MutexGuard<'s, State<T>> {
        state.waiting += 1;
        let mut state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    fn tell(&self, state: &State<T>) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// The next task for who does nothing else; `None` if there is none.
    fn next(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.ended {
                return None;
            }
            if let Some(task) = state.begin() {
                return Some(task);
            }
            if state.next == state.results.len() {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Waits for tasks that others have begun; whether all are done then.
    fn all_done(&self) -> bool {
        let mut state = self.lock();
        while !state.ended && state.done < state.results.len() {
            state = self.wait(state);
        }
        !state.ended
    }

    /// Lays down what came of a task.
    fn put(&self, task: usize, result: T) {
        let mut state = self.lock();
        state.results[task] = Some(result);
        state.done += 1;
        self.tell(&state);
    }

    /// The result of task `number`, or what to do until it is there.
    fn take(&self, number: usize, helped: bool) -> Taken<T> {
        let mut state = self.lock();
        loop {
            if let Some(result) = state.results[number].take() {
                state.seen = number + 1;
                self.tell(&state);
                return Taken::Result(result);
            }
            if let Some(task) = state.begin() {
                return Taken::Task(task);
            }
            if state.ended || !helped {
                return Taken::Nothing;
            }
            state = self.wait(state);
        }
    }
}

impl<T> State<T> {
    /// The next task, unless too many results wait.
    fn begin(&mut self) -> Option<usize> {
        let may = self.next < self.results.len() && self.next < self.seen + AHEAD;
        may.then(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

/// Tells the other one that somebody goes, be it by a panic.
struct Leaving<'d, T>(&'d Desk<T>);

impl<T> Drop for Leaving<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        // Who has done all tasks leaves nobody alone.
        state.ended |= thread::panicking();
        self.0.tell(&state);
    }
}
