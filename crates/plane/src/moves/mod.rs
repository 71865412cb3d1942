//! Attacks, the safety of kings, and families of legal moves.

pub mod attack;
pub mod bent_move;
pub mod families;
pub mod ray_move;
pub mod safety;
