//! What questions mean, whatever holds the position.
//!
//! A [`View`] tells what stands where and who attacks what. A [`Context`] evaluates questions with
//! it. The engine of boards, the reference executor and planes each have a view, so a question has
//! one meaning for all of them.

pub mod context;
pub mod facts;
mod pieces;
pub mod view;

pub use context::{Context, Made};
pub use facts::{Actor, Captured, Facts, History, Piece};
pub use view::{CellSet, Replies, View};
