//! Movement strings: from text to a tree with places, and back.
//!
//! Owns the trees of movements, conditions and areas ([`ast`], [`letters`]), their reader ([`parse`]) and the
//! canonical printer ([`mod@print`]). Takes what `grammar/` makes of a text. What a tree means is decided in
//! `resolve/movement.rs`. Invariants: `parse(print(tree)) == tree` for every tree that the reader gives; the reader never panics, takes
//! time linear in the length of its text, and skips nothing without a finding.

mod area;
pub mod ast;
pub mod condition;
mod formula;
pub mod letters;
pub mod parse;
pub mod print;
mod reader;
mod sentence;
mod term;
