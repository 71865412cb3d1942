//! THE CONTINUOUS ARENA: points, intervals, shapes, sweeps, families.
//!
//! ```text
//! Ruleset -> PlaneProgram (motions, bodies) -> Field -> stretches -> safety -> families
//! ```
//!
//! Sits on `rules` only and never sees a board. A legal move is a piece, a motion and a number of an
//! [`interval::IntervalSet`]: nothing here lists what cannot be counted.

#![warn(unreachable_pub)]

pub mod area_move;
pub mod attack;
mod compile;
pub mod curve;
pub mod families;
pub mod field;
pub mod interval;
mod kind;
pub mod landing;
pub mod motion;
pub mod outline;
pub mod placement;
pub mod position;
pub mod program;
pub mod question;
pub mod ray_move;
pub mod region;
pub mod rotation_move;
pub mod safety;
pub mod scalar;
pub mod shape;
pub mod survey;
mod words;
pub mod zone;
