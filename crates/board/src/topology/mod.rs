//! Boards without pieces: cells and sets of cells, links, directions, sections.

pub mod bearing;
pub(crate) mod by_site;
pub mod compass;
pub mod frame;
pub mod graph;
pub(crate) mod line;
pub mod sections;
pub mod site_set;
