//! The plane itself: surfaces with joined edges, the sphere, boxes, obstacles, and tracks on them.

pub mod flight;
pub mod globe;
pub mod path;
pub mod surface;
pub mod terrain;
pub mod track;
