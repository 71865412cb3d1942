//! Numbers, curves, outlines and shapes, without a plane around them.

pub mod compound;
pub(crate) mod cover;
pub mod curve;
pub mod ellipse;
pub(crate) mod fan;
pub(crate) mod front;
pub mod interval;
pub mod meeting;
pub mod outline;
pub mod polygon;
pub mod region;
pub mod scalar;
pub mod shape;
pub mod step;
pub(crate) mod trigonometry;
pub(crate) mod wave;
