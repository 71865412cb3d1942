//! What effects do, whatever holds the position. Questions are in `alfil_rules::interpret`.

pub mod board;
pub mod effect;
