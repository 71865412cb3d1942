//! Reading and writing for people and files.

pub mod explain;
pub mod words;
