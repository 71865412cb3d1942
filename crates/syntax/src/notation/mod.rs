//! Movement strings and sentences: parser, trees and printer.
//!
//! The package `alfil-resolve` gives trees their meaning. A printed tree parses to the same tree. The parser
//! never panics, takes linear time, and skips nothing without a finding.

mod area;
pub mod ast;
pub mod condition;
pub mod parse;
pub mod print;
mod reader;
pub mod sentence;
mod term;
