//! Records of games and positions: PGN, EPD, the positions and moves of protocols.
//!
//! A file is read item by item ([`source`]), each item is played on its game ([`replay`]), and is
//! written in another form ([`target`]). Everything about a game follows from its rules.

pub mod epd;
pub mod fault;
pub mod format;
pub mod item;
pub mod movetext;
pub mod pgn;
pub mod pgn4;
pub mod replay;
pub mod scan;
pub mod shape;
pub mod source;
pub mod speech;
pub mod target;
pub mod variants;
