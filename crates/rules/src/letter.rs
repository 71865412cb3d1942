//! How a kind is written in positions and moves.
//!
//! Owns: [`Letter`]. Invariant: the capital has a lower-case form of one character, which is Black's;
//! only kinds that a game adds by itself (see [`crate::hand`]) are written with `~`.

use crate::side::Side;
use std::fmt;

/// A kind's letter: `P`, `+P` or `P~`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter {
    capital: char,
    form: Form,
}

/// What stands beside a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// Nothing.
    Plain,
    /// `+` before it: a promoted kind with its unpromoted kind's letter.
    Plus,
    /// `~` behind it: a promoted piece that reverts when it is captured, where others of its kind do
    /// not.
    Reverting,
}

impl Letter {
    /// The letter of this capital and form.
    pub fn new(capital: char, form: Form) -> Self {
        Self { capital, form }
    }

    /// Its capital.
    pub fn capital(self) -> char {
        self.capital
    }

    /// Its form.
    pub fn form(self) -> Form {
        self.form
    }

    /// The same capital in another form.
    #[must_use]
    pub fn with(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// As it stands on a board: upper case for White.
    pub fn of(self, side: Side) -> String {
        let letter = match side {
            Side::White => self.capital,
            Side::Black => self.small(),
        };
        match self.form {
            Form::Plain => letter.to_string(),
            Form::Plus => format!("+{letter}"),
            Form::Reverting => format!("{letter}~"),
        }
    }

    /// As a move names it behind its cells: lower case, and nothing behind it.
    pub fn in_moves(self) -> String {
        match self.form {
            Form::Plain | Form::Reverting => self.small().to_string(),
            Form::Plus => format!("+{}", self.small()),
        }
    }

    fn small(self) -> char {
        self.capital.to_lowercase().next().unwrap_or(self.capital)
    }
}

impl From<char> for Letter {
    fn from(capital: char) -> Self {
        Self::new(capital, Form::Plain)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of(Side::White))
    }
}
