//! WHERE THE ARENAS MEET: all that a front end ever sees.

pub mod game;
pub mod outcome;
pub mod plane;
pub mod position;
pub mod program;
