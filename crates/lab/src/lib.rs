//! The laboratory: matches between players, values learned from games, and surveys of a game.
//!
//! The modules [`contest`], [`learn`] and [`survey`] play games and add up results. [`commands`] has their
//! commands, and [`parts`] splits long runs over several machines and joins them.

pub mod commands;
pub mod contest;
pub mod learn;
pub mod parts;
pub mod survey;
