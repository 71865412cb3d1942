//! The reference executor: moves found by walking on the position as it stands, and whose step it is.

pub mod deed;
pub mod halt;
pub mod legal;
pub mod question;
mod sight;
pub mod turn;
pub mod walker;
