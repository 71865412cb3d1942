//! The engine as a WebAssembly module: questions of Studio's page in, answers out, both as JSON.
//!
//! The page writes a question to the memory at [`room`], calls [`answer`], and reads the answer
//! from the memory at [`content`]. The module needs one import, the clock (`alfil.now`). It has no
//! threads. After a panic it cannot be used again; the page then starts another instance.

mod desk;

use desk::Desk;
use std::cell::RefCell;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for a question of `bytes` bytes in UTF-8, and returns its address. The room is valid
/// until the next call of any function.
// The attribute is unsafe because names of exported functions must be unique.
#[allow(unsafe_code)]
#[unsafe(export_name = "room")]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| desk.room(bytes))
}

/// Answers the question in the room, and returns the number of bytes of the answer.
#[allow(unsafe_code)]
#[unsafe(export_name = "answer")]
pub extern "C" fn answer() -> usize {
    DESK.with_borrow_mut(Desk::answer)
}

/// The address of the answer. It is valid until the next call of [`room`] or [`answer`].
#[allow(unsafe_code)]
#[unsafe(export_name = "content")]
pub extern "C" fn content() -> *const u8 {
    DESK.with_borrow(Desk::content)
}
