//! Reads the text of one game of a PGN file: tags, moves, comments, glyphs and variations.
//!
//! Only the form is read here. Moves stay texts, because only a position gives them a meaning.

use crate::scan::{Fault, GameText, Place, RESULTS};
use alfil_play::board::names::PASSES;

/// The most moves of a game, with those of variations.
pub(crate) const MAX_MOVES: usize = 50_000;

/// The greatest depth of variations in variations.
const MAX_DEPTH: usize = 64;

/// Signs for the quality of a move, with their numbers as glyphs. Longer signs come first.
const SIGNS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Signs for the value of a position, with their numbers as glyphs.
const VALUES: [(&str, u8); 14] = [
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
];

/// A tag of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The value, without escapes.
    pub value: String,
    /// The place of the first character of the value.
    pub place: Place,
}

/// A move of a game with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The move as it is written, without signs for its quality.
    pub text: String,
    /// The place of the move.
    pub place: Place,
    /// Numbers of glyphs, as in `$14`.
    pub glyphs: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Other lines in the place of this move and the moves after it.
    pub variations: Vec<Line>,
}

/// A line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Entry>,
}

/// A game as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The tags in order.
    pub tags: Vec<Tag>,
    /// The moves.
    pub line: Line,
    /// The result after the moves, one of [`RESULTS`].
    pub result: Option<String>,
}

impl Written {
    /// The first tag with this name. Upper and lower case are the same.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The result of the game: after the moves or, if it is missing there, in its tag.
    pub fn result(&self) -> Option<&str> {
        self.result.as_deref().or_else(|| self.tag("Result").map(|tag| tag.value.as_str()))
    }
}

/// Reads a game.
///
/// # Errors
/// The first fault of its form.
pub fn read(game: &GameText) -> Result<Written, Fault> {
    if let Some(fault) = &game.fault {
        return Err(fault.clone());
    }
    let mut reader = Reader::new(game);
    let mut written = Written::default();
    while reader.rest().starts_with('[') {
        written.tags.push(reader.tag()?);
        reader.skip_space();
    }
    let (line, end) = reader.line(0)?;
    (written.line, written.result) = (line, end);
    Ok(written)
}

/// A part of a game behind its tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A comment in braces or up to the end of its line, without its signs.
    Comment(&'t str),
    /// The brace of a comment that is not closed.
    Unclosed,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A move, a number, a glyph or a result.
    Word(&'t str),
}

/// Reads a game from its first character on.
#[derive(Clone)]
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The place of the byte `at`.
    place: Place,
    /// The number of moves so far, with those of variations.
    moves: usize,
}

impl<'t> Reader<'t> {
    /// Begins before the first character of `game` that is no white space.
    pub(super) fn new(game: &'t GameText) -> Reader<'t> {
        let mut reader = Reader { text: &game.text, at: 0, place: game.place, moves: 0 };
        reader.skip_space();
        reader
    }

    /// The byte before which everything is read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The text that is not read yet.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Goes on by `bytes`, and returns the text between.
    pub(super) fn skip(&mut self, bytes: usize) -> &'t str {
        let passed = &self.rest()[..bytes];
        self.place = self.place.after(passed);
        self.at += bytes;
        passed
    }

    /// Skips white space and escaped lines.
    pub(super) fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_start().len();
            if space > 0 {
                self.skip(space);
            } else if rest.starts_with('%') && self.place.column == 1 {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else {
                return;
            }
        }
    }

    /// Reads `[Name "value"]`.
    pub(super) fn tag(&mut self) -> Result<Tag, Fault> {
        let begin = self.place;
        let wrong = |what: &str| {
            Err(Fault::new(begin, format!("the tag {what}")).help("write [Name \"value\"]"))
        };
        self.skip(1);
        self.skip_space();
        let rest = self.rest();
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let name = self.skip(length).to_owned();
        self.skip_space();
        if !self.rest().starts_with('"') {
            return wrong("has no value in quotes");
        }
        self.skip(1);
        let place = self.place;
        let mut value = String::new();
        let mut escaped = false;
        for (at, c) in self.rest().char_indices() {
            match c {
                '\n' => return wrong("has no closing quote"),
                '\0' => return Err(unreadable(self.place.after(&self.rest()[..at]), c)),
                _ if std::mem::take(&mut escaped) => value.push(c),
                '\\' => escaped = true,
                // Some programs do not escape quotes. The last one of the line ends the value.
                '"' if self.rest()[at + 1..].trim_start_matches([' ', '\t']).starts_with(']') => {
                    self.skip(at + 1);
                    self.skip_space();
                    self.skip(1);
                    return Ok(Tag { name, value, place });
                }
                c => value.push(c),
            }
        }
        wrong("has no closing bracket")
    }

    /// The next part; `None` at the end of the text.
    pub(super) fn token(&mut self) -> Option<Token<'t>> {
        let rest = self.rest();
        Some(match rest.chars().next()? {
            '{' => match rest.find('}') {
                Some(end) => Token::Comment(&self.skip(end + 1)[1..end]),
                None => Token::Unclosed,
            },
            ';' => Token::Comment(&self.skip(rest.find('\n').unwrap_or(rest.len()))[1..]),
            '(' => {
                self.skip(1);
                Token::Open
            }
            ')' => {
                self.skip(1);
                Token::Close
            }
            _ => Token::Word(self.word()),
        })
    }

    /// Reads a line of moves up to its end, and returns the result there.
    fn line(&mut self, depth: usize) -> Result<(Line, Option<String>), Fault> {
        let begin = self.place;
        let mut line = Line::default();
        loop {
            self.skip_space();
            let place = self.place;
            match self.token() {
                None if depth == 0 => return Ok((line, None)),
                None => return Err(Fault::new(begin, "a variation is not closed").help("add `)`")),
                Some(Token::Unclosed) => {
                    return Err(Fault::new(place, "a comment is not closed").help("add `}`"));
                }
                Some(Token::Comment(text)) => note(&mut line, text),
                Some(Token::Open) => {
                    if depth == MAX_DEPTH {
                        let what = format!("variations are nested more than {MAX_DEPTH} times");
                        return Err(Fault::new(place, what));
                    }
                    let (inner, _) = self.line(depth + 1)?;
                    match line.moves.last_mut() {
                        Some(last) => last.variations.push(inner),
                        None => {
                            let what = "a variation before the first move replaces nothing";
                            return Err(Fault::new(place, what));
                        }
                    }
                }
                Some(Token::Close) if depth == 0 => {
                    return Err(Fault::new(place, "`)` without a variation"));
                }
                Some(Token::Close) => return Ok((line, None)),
                Some(Token::Word(word)) => {
                    if let Some(c) = word.chars().find(|c| c.is_control() || *c == '\u{fffd}') {
                        return Err(unreadable(place, c));
                    }
                    if RESULTS.contains(&word) {
                        match depth {
                            0 => return Ok((line, Some(word.to_owned()))),
                            _ => continue,
                        }
                    }
                    let before = line.moves.len();
                    add(&mut line, word, place)?;
                    self.moves += line.moves.len() - before;
                    if self.moves > MAX_MOVES {
                        return Err(too_many_moves(place));
                    }
                }
            }
        }
    }

    /// The next word. Parentheses belong to it if they directly follow a character and contain a
    /// letter only, as in `e8(Q)`.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | ';');
        let mut end = rest.find(ends).unwrap_or(rest.len()).max(1);
        let mut behind = rest[end..].chars();
        if let (Some('('), Some(letter), Some(')')) = (behind.next(), behind.next(), behind.next())
            && letter.is_uppercase()
        {
            end += letter.len_utf8() + 2;
            end += rest[end..].find(ends).unwrap_or(rest.len() - end);
        }
        self.skip(end)
    }
}

/// The fault at the first move beyond the limit.
pub(crate) fn too_many_moves(place: Place) -> Fault {
    Fault::new(place, format!("the game has more than {MAX_MOVES} moves"))
}

fn unreadable(place: Place, c: char) -> Fault {
    Fault::new(place, format!("the character U+{:04X} cannot be part of a game", u32::from(c)))
        .help("a PGN file must be text in UTF-8 or Latin-1")
}

/// Adds a comment to the last move.
fn note(line: &mut Line, text: &str) {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return;
    }
    match line.moves.last_mut() {
        Some(last) => last.comments.push(text),
        None => line.comments.push(text),
    }
}

/// Adds a word, which may be a number, a glyph or a move, or a number and a move.
fn add(line: &mut Line, word: &str, place: Place) -> Result<(), Fault> {
    if let Some(number) = word.strip_prefix('$') {
        let number = number.parse().map_err(|_| {
            Fault::new(place, format!("`{word}` is not a glyph")).help("glyphs are $0 to $255")
        })?;
        glyph(line, number);
        return Ok(());
    }
    let sign = SIGNS.iter().chain(&VALUES).find(|(sign, _)| *sign == word);
    if let Some((_, number)) = sign {
        glyph(line, *number);
        return Ok(());
    }
    if PASSES.contains(&word) {
        push(line, word, place);
        return Ok(());
    }
    let head = number(word);
    let text = &word[head..];
    let is_remark = matches!(text, "" | "e.p." | "ep" | "N" | "D" | "mate" | "check" | "checkmate");
    if is_remark || text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return Ok(());
    }
    let place = place.right(head);
    let (bare, marks) = match text.split_once('$') {
        Some((bare, mark)) => (bare, mark.parse().ok()),
        None => (text, None),
    };
    let sign = SIGNS.iter().find(|(sign, _)| bare.ends_with(sign));
    let bare = sign.map_or(bare, |(sign, _)| &bare[..bare.len() - sign.len()]);
    push(line, bare, place);
    sign.map(|(_, number)| *number).into_iter().chain(marks).for_each(|mark| glyph(line, mark));
    Ok(())
}

fn push(line: &mut Line, text: &str, place: Place) {
    line.moves.push(Entry {
        text: text.to_owned(),
        place,
        glyphs: Vec::new(),
        comments: Vec::new(),
        variations: Vec::new(),
    });
}

/// Adds a glyph to the last move. A glyph before the first move belongs to nothing.
fn glyph(line: &mut Line, number: u8) {
    if let Some(last) = line.moves.last_mut() {
        last.glyphs.push(number);
    }
}

/// The length in bytes of the number before a move, as in `12.e4` or `12...`; 0 if there is none.
pub(super) fn number(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&b| b == b'.').count();
    let ellipsis = if word[digits + dots..].starts_with('…') { '…'.len_utf8() } else { 0 };
    if dots + ellipsis > 0 { digits + dots + ellipsis } else { 0 }
}
