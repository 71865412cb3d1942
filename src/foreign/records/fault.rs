//! Errors in files of games and positions, with their exact places.

use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The number of the line, from 1.
    pub line: u64,
    /// The number of the character in the line, from 1.
    pub column: u64,
}

impl Place {
    /// The first character of a file.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place after `text`, which begins at this place.
    #[must_use]
    pub fn after(self, text: &str) -> Place {
        let lines = text.bytes().filter(|&byte| byte == b'\n').count() as u64;
        match text.rsplit_once('\n') {
            None => Place { column: self.column + text.chars().count() as u64, ..self },
            Some((_, last)) => {
                Place { line: self.line + lines, column: last.chars().count() as u64 + 1 }
            }
        }
    }

    /// The place `characters` further in the same line.
    #[must_use]
    pub fn right(self, characters: usize) -> Place {
        Place { column: self.column + characters as u64, ..self }
    }
}

/// The reason why a game or a position cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The place of the first wrong character.
    pub place: Place,
    /// One clear line, in lower case and without a full stop.
    pub what: String,
    /// What to do instead, if that is known.
    pub help: Option<String>,
}

impl Fault {
    /// A fault without help.
    pub fn new(place: Place, what: impl Into<String>) -> Fault {
        Fault { place, what: what.into(), help: None }
    }

    /// Adds help.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Fault {
        self.help = Some(text.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { place: Place { line, column }, what, help } = self;
        write!(f, "{line}:{column}: {what}")?;
        help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}
