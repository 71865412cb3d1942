//! Games on a plane without cells: points, intervals, shapes, motions and families of legal moves.
//!
//! ```text
//! Ruleset -> PlaneProgram (motions, bodies) -> Field -> stretches -> safety -> families
//! ```
//!
//! Edges of a plane may be joined ([`surface`]), a sphere ([`globe`]) takes its place in some games, and
//! a plane may be a box, in which bodies are balls ([`flight`]). A stretch is a set of stops with the same
//! captures. A legal move is a piece, a motion and a
//! number of an [`interval::IntervalSet`], so moves are never listed one by one. This crate depends
//! on the rules only, not on boards.

pub mod area_move;
pub mod attack;
pub mod bent_move;
mod compile;
pub mod compound;
mod copies;
pub mod curve;
pub mod ellipse;
pub mod families;
mod fan;
pub mod field;
pub mod flight;
mod front;
pub mod globe;
pub mod ground;
pub mod heirs;
pub mod interval;
mod kind;
pub mod landing;
pub mod mate;
pub mod meeting;
pub mod motion;
pub mod obstacle;
pub mod outline;
pub mod path;
pub mod placement;
pub mod polygon;
pub mod position;
pub mod program;
pub mod promotion;
pub mod question;
pub mod ray_move;
mod refusal;
pub mod region;
pub mod rotation;
pub mod rotation_move;
pub mod round;
pub mod safety;
pub mod scalar;
pub mod search;
pub mod shape;
pub mod shot;
pub mod sink;
pub mod step;
pub mod surface;
pub mod survey;
pub mod terrain;
pub mod track;
mod trigonometry;
mod unsupported;
mod wave;
mod window;
mod words;
pub mod zone;
