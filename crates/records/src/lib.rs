//! Records of games and positions: PGN, EPD, the positions and moves of protocols.
//!
//! A file is read item by item ([`source`]), each item is played on its game ([`replay`]), and is
//! written in another form ([`target`]). Everything about a game follows from its rules.

pub mod format;
pub mod item;
pub mod movetext;
pub mod pgn;
pub mod programs;
pub mod replay;
pub mod scan;
pub mod source;
pub mod target;
