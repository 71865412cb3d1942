//! What the computer player needs of a plane.

pub mod search;
