//! How a kind is written in positions and moves.
//!
//! A capital has a lower-case form of one character, which is Black's. Only kinds that a game adds by itself
//! are written with `~`, see [`crate::hand`].

use crate::side::Side;
use std::fmt;

/// A kind's letter: `P`, `+P` or `P~`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter {
    capital: char,
    form: Form,
}

/// The mark beside a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// None.
    Plain,
    /// `+` before it: a promoted kind that shares the letter of its unpromoted kind.
    Plus,
    /// `~` after it: a promoted piece that reverts when captured, while other pieces of the kind do not.
    Reverting,
}

impl Letter {
    /// A letter with a mark.
    pub fn new(capital: char, form: Form) -> Self {
        Self { capital, form }
    }

    /// The capital letter.
    pub fn capital(self) -> char {
        self.capital
    }

    /// The mark.
    pub fn form(self) -> Form {
        self.form
    }

    /// The same letter with another mark.
    #[must_use]
    pub fn with(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// The letter of a side's piece: upper case for White.
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

    /// The letter in the text of a move: lower case, without `~`.
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
