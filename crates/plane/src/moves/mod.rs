//! Attacks, the safety of kings, and families of legal moves.

pub mod area_move;
pub mod attack;
pub mod bent_move;
pub mod families;
pub mod landing;
pub mod promotion;
pub mod ray_move;
pub mod rotation_move;
pub mod safety;
pub mod shot;
