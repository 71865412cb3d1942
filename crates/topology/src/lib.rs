//! Boards without pieces: cells and sets of cells, links, directions, sections.

#![warn(missing_docs)]

pub mod bearing;
pub mod compass;
pub mod graph;
pub mod line;
pub mod sections;
pub mod site_set;
