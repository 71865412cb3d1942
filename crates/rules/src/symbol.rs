//! What stands for kinds in pictures.
//!
//! Owns: [`Symbol`] and [`Men`]. Nothing of it is a rule: positions and moves know letters only. Invariant: a sign has one
//! letter or two, all of which a reader sees.

use crate::side::BySide;
use alfil_diagnostics::source::is_seen;
use std::fmt;
use unicode_width::UnicodeWidthChar;

/// The most characters of a sign, with those that are set upon its letters.
const MAX_CHARS: usize = 8;
/// The most letters of a sign.
const MAX_LETTERS: usize = 2;

/// A letter or sign of any script that stands for a kind, one for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The signs.
    pub signs: BySide<String>,
    /// What they stand on.
    pub men: Men,
}

/// Why words are no symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSymbol {
    /// There is none, or more than one for each side.
    Count(usize),
    /// A sign has too many letters, or nothing but what is set upon letters.
    Length,
    /// It holds what nobody sees.
    Hidden(char),
}

/// What the men look like on which symbols stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Men {
    /// Round, in the colours of their side.
    #[default]
    Discs,
    /// With five corners, the sharpest one towards the enemy.
    Wedges,
}

impl Men {
    /// Every one.
    pub const ALL: [Men; 2] = [Men::Discs, Men::Wedges];

    /// As definitions say it.
    pub fn word(self) -> &'static str {
        match self {
            Men::Discs => "discs",
            Men::Wedges => "wedges",
        }
    }
}

impl Symbol {
    /// Reads one sign for both sides, or White's and Black's with a space between.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(text: &str) -> Result<Symbol, NoSymbol> {
        if let Some(hidden) = text.chars().find(|&c| !is_seen(c)) {
            return Err(NoSymbol::Hidden(hidden));
        }
        let signs: Vec<&str> = text.split_whitespace().collect();
        let letters = |sign: &str| sign.chars().filter(|c| c.width() > Some(0)).count();
        let fits = |sign: &&str| {
            (1..=MAX_LETTERS).contains(&letters(sign)) && sign.chars().count() <= MAX_CHARS
        };
        let [white, black] = match *signs {
            [both] => [both, both],
            [white, black] => [white, black],
            _ => return Err(NoSymbol::Count(signs.len())),
        };
        if ![white, black].iter().all(fits) {
            return Err(NoSymbol::Length);
        }
        let signs = BySide([white, black].map(str::to_owned));
        Ok(Symbol { signs, men: Men::default() })
    }
}

impl fmt::Display for Symbol {
    /// As definitions say it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BySide([white, black]) = &self.signs;
        if white == black { f.write_str(white) } else { write!(f, "{white} {black}") }
    }
}
