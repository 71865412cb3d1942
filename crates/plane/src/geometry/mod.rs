//! Numbers, curves, outlines and shapes, without a plane around them.

pub mod curve;
pub(crate) mod front;
pub mod interval;
pub mod outline;
pub mod region;
pub mod scalar;
pub mod shape;
