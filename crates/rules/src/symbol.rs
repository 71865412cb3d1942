//! Symbols that show kinds in pictures. Rules do not depend on them.

use crate::side::ByColor;
use alfil_diagnostics::source::is_seen;
use std::fmt;
use unicode_width::UnicodeWidthChar;

/// Maximum number of characters of a sign, including combining marks.
const MAX_CHARS: usize = 8;
/// Maximum number of letters of a sign.
const MAX_LETTERS: usize = 2;

/// A sign of any script that shows a kind. Each side has its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The signs.
    pub signs: ByColor<String>,
    /// The token under the sign.
    pub men: Men,
}

/// The reason why a text is not a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSymbol {
    /// The text has no sign, or more than one for each side.
    Count(usize),
    /// A sign has too many letters, or only combining marks.
    Length,
    /// The text has an invisible character.
    Hidden(char),
}

/// The shape of the tokens under symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Men {
    /// Round tokens, in the colours of their side.
    #[default]
    Discs,
    /// Pentagons that point towards the enemy.
    Wedges,
}

impl Men {
    /// All shapes.
    pub const ALL: [Men; 2] = [Men::Discs, Men::Wedges];

    /// The word for the shape in definitions.
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
    ///
    /// Returns the reason why the text is not a symbol.
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
        let signs = ByColor([white, black].map(str::to_owned));
        Ok(Symbol { signs, men: Men::default() })
    }
}

impl fmt::Display for Symbol {
    /// Writes the symbol in the notation of definitions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor([white, black]) = &self.signs;
        if white == black { f.write_str(white) } else { write!(f, "{white} {black}") }
    }
}
