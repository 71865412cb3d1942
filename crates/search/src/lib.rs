//! Game tree search for any game that implements [`Searchable`](searchable::Searchable).
//!
//! The search knows no game. A game lists its moves, makes and takes them back, says when it is
//! over, and estimates positions. Boards and planes implement the trait in their own packages, so
//! that the search is compiled next to the engine that it calls.

pub mod limits;
mod ordering;
pub mod score;
pub mod search;
pub mod searchable;
pub mod table;
