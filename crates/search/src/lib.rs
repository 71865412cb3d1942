//! Game tree search for any game that implements [`Searchable`](searchable::Searchable).
//!
//! The search does not depend on a particular game. A game lists its moves, makes and unmakes them,
//! reports its end, and estimates positions. Boards and planes implement the trait in their own
//! packages. So the search is compiled together with the engine that it calls.

#![warn(missing_docs)]

pub mod dice;
pub mod search;
pub mod searchable;
pub mod table;
