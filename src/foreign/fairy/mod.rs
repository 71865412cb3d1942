//! The `variants.ini` files of Fairy-Stockfish and related programs.

pub mod pieces;
