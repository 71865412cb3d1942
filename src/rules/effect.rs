//! What else moves do.
//!
//! Owns: [`Effect`] and [`Deed`]. Takes: built by `resolve/question.rs`. Gives: what both executors do once a
//! move has been made.

use crate::rules::question::{CounterId, Question, Whose};
use crate::source::Span;

/// A line of `effects`, asked once the piece has gone where it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// It happens where this is answered with yes; always if there is none.
    pub question: Option<Question>,
    /// From left to right.
    pub deeds: Vec<Deed>,
    /// Where it is written.
    pub span: Span,
}

/// One deed, of the side that moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Its counter is so much higher, up to 255.
    Count(u8, CounterId),
    /// The counter begins again from 0.
    Reset(Whose, CounterId),
}
