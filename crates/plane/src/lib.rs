//! Games on a plane without cells: points, intervals, shapes, motions and families of legal moves.
//!
//! ```text
//! Ruleset -> PlaneProgram (motions, bodies) -> Field -> stretches -> safety -> families
//! ```
//!
//! Edges of a plane may be joined ([`space::surface`]), a sphere ([`space::globe`]) takes its place in some games, and
//! a plane may be a box, in which bodies are balls ([`space::flight`]). A stretch is a set of stops with the same
//! captures. A legal move is a piece, a motion and a
//! number of an [`geometry::interval::IntervalSet`], so moves are never listed one by one. This crate depends
//! on the rules only, not on boards.

#![warn(missing_docs)]

pub mod geometry;
pub mod model;
pub mod moves;
pub mod player;
pub mod rules;
pub mod space;
