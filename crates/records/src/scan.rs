//! Splits a PGN file into games, and errors in such files with their exact places.

use std::fmt;
use std::io::{self, BufRead, Read};

// Splits a PGN file into games. Only one game is in memory at a time.
//
// A game ends with its result, or before the tags of the next game. Texts are UTF-8; a line that
// is not is read as Latin-1, the encoding of the PGN standard.

/// The greatest size of one game in bytes. Games with long analyses have some hundred kilobytes.
pub const MAX_GAME: usize = 4 << 20;

/// The words that end a game.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The byte order mark, which may precede a text.
const MARK: char = '\u{feff}';

/// The text of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// The number of the game in the file, from 1.
    pub number: u64,
    /// The place of the first character of `text`.
    pub place: Place,
    /// All lines of the game.
    pub text: String,
    /// The fault of the whole text: it is too long. `text` is only its beginning then.
    pub fault: Option<Fault>,
}

/// Iterates over the games of a file.
pub struct Games<R> {
    input: R,
    /// The place of the next character of the file.
    next: Place,
    /// The number of games so far.
    count: u64,
    /// The rest of a line after the end of a game, with its place.
    rest: Option<(Place, String)>,
}

/// What the lines of a game so far mean for the next line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State {
    /// There was a tag.
    has_tags: bool,
    /// There was a word besides tags.
    has_moves: bool,
    /// There was the result.
    has_ended: bool,
    in_comment: bool,
    /// The number of open variations.
    depth: u32,
    /// The last line was empty.
    after_empty: bool,
}

/// One line of the input.
enum Line {
    /// A line, with its line feed.
    Whole(String),
    /// The first bytes of a line that is too long. The rest is skipped.
    Cut(String),
}

impl<R: BufRead> Games<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Games { input, next: Place::START, count: 0, rest: None }
    }

    /// The next line of the file.
    fn line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let most = MAX_GAME as u64;
        if self.input.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let is_cut = bytes.len() == MAX_GAME && bytes.last() != Some(&b'\n');
        if is_cut {
            self.input.skip_until(b'\n')?;
        }
        let text = decoded(bytes);
        let text = match text.strip_prefix(MARK) {
            Some(text) if self.next == Place::START => text.to_owned(),
            Some(_) | None => text,
        };
        self.next = Place { line: self.next.line + 1, column: 1 };
        Ok(Some(if is_cut { Line::Cut(text) } else { Line::Whole(text) }))
    }

    /// The next game; `None` at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn game(&mut self) -> io::Result<Option<GameText>> {
        let mut game =
            GameText { number: self.count + 1, place: self.next, text: String::new(), fault: None };
        let mut state = State::default();
        loop {
            let (place, line) = match self.rest.take() {
                Some((place, rest)) => (place, Line::Whole(rest)),
                None => {
                    let place = self.next;
                    match self.line()? {
                        Some(line) => (place, line),
                        None => break,
                    }
                }
            };
            let (text, is_cut) = match line {
                Line::Whole(text) => (text, false),
                Line::Cut(text) => (text, true),
            };
            if game.text.trim().is_empty() {
                game.text.clear();
                game.place = place;
            }
            let end = state.read(&text);
            if let Some(at) = end {
                self.rest = Some((place.after(&text[..at]), text[at..].to_owned()));
            }
            let text = &text[..end.unwrap_or(text.len())];
            if is_cut || game.text.len() + text.len() > MAX_GAME {
                let what = format!("the game is longer than {} MiB", MAX_GAME >> 20);
                game.fault.get_or_insert_with(|| Fault::new(place, what));
                // Where the long line ends is unknown.
                (state.in_comment, state.depth) = (false, 0);
            } else if game.fault.is_none() {
                game.text.push_str(text);
            }
            if end.is_some() {
                break;
            }
        }
        if game.text.trim().is_empty() && game.fault.is_none() {
            return Ok(None);
        }
        self.count += 1;
        Ok(Some(game))
    }
}

impl State {
    /// Reads a line. Returns the byte index at which the next game begins.
    fn read(&mut self, line: &str) -> Option<usize> {
        let was_empty = std::mem::replace(&mut self.after_empty, line.trim().is_empty());
        let tag = line.trim_start();
        if is_tag(tag) {
            // A comment does not contain tags after an empty line, so its end is missing.
            if !self.in_comment || was_empty {
                // A game without a result may have no moves at all.
                let begins = self.has_tags && was_empty && tag.starts_with("[Event ");
                self.has_tags = true;
                return (self.has_moves || begins).then_some(0);
            }
        } else if line.starts_with('%') && !self.in_comment {
            return None;
        }
        let mut word = None;
        for (at, c) in line.char_indices() {
            if self.in_comment {
                self.in_comment = c != '}';
                continue;
            }
            let is_part = !c.is_whitespace() && !matches!(c, '{' | '(' | ')' | ';');
            let begins = is_part || matches!(c, '(' | ')');
            match (is_part, word) {
                (_, None) if begins && self.has_ended => return Some(at),
                (true, None) => word = Some(at),
                (false, Some(start)) => {
                    self.end_word(&line[start..at]);
                    word = None;
                }
                (true, Some(_)) | (false, None) => {}
            }
            match c {
                '{' => self.in_comment = true,
                '(' => self.depth = self.depth.saturating_add(1),
                ')' => self.depth = self.depth.saturating_sub(1),
                ';' => return None,
                _ => {}
            }
        }
        if let Some(start) = word {
            self.end_word(&line[start..]);
        }
        None
    }

    fn end_word(&mut self, word: &str) {
        self.has_moves = true;
        self.has_ended |= self.depth == 0 && RESULTS.contains(&word);
    }
}

/// Returns true for a line with a tag.
fn is_tag(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else { return false };
    let name = rest.trim_start().split(|c: char| c.is_whitespace() || c == '"').next();
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    name.is_some_and(is_name) && rest.contains('"')
}

/// The text of a line. A line that is not UTF-8 is Latin-1.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        // A long line may be cut within a character.
        let bytes = error.as_bytes();
        let cut = error.utf8_error().valid_up_to();
        match error.utf8_error().error_len() {
            None => String::from_utf8_lossy(&bytes[..cut]).into_owned(),
            Some(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        }
    })
}

// Errors in files of games and positions, with their exact places.

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
