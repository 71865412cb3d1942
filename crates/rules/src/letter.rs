//! How a kind is written in positions and moves.
//!
//! Each capital has a lower-case form of one character, which stands for Black's pieces. Only kinds
//! that a game adds by itself are written with `~`, see [`crate::hand`].

use crate::side::{Color, Side};
use std::fmt;

/// A kind's letter: `P`, `+P` or `P~`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter {
    capital: char,
    form: Form,
}

/// The mark before or after a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// No mark.
    Plain,
    /// `+` before the letter: a promoted kind that shares the letter of its unpromoted kind.
    Plus,
    /// `~` after the letter: a promoted piece that reverts when captured. Unpromoted pieces have
    /// the same letter.
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

    /// The letter of a piece of `side`: upper case for White, lower case for Black.
    pub fn of(self, side: Side) -> String {
        let letter = match side.color() {
            Color::White => self.capital,
            Color::Black => self.small(),
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
