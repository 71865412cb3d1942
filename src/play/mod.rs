//! WHERE THE ARENAS MEET: all that a front end ever sees.

pub mod outcome;
pub mod position;
pub mod program;
