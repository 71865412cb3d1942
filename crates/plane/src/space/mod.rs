//! The plane itself: surfaces with joined edges, the sphere, boxes, obstacles, and tracks on them.

pub(crate) mod copies;
pub mod flight;
pub mod globe;
pub mod obstacle;
pub mod path;
pub(crate) mod refusal;
pub mod rotation;
pub mod round;
pub mod sink;
pub mod surface;
pub mod terrain;
pub mod track;
pub(crate) mod window;
pub mod zone;
