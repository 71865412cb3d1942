//! Reads a game as texts of moves ([`Pgn`]), and writes games ([`Record`]).
//!
//! Reading returns tags and the texts of moves with their places. Only a position gives meaning to
//! these texts. Printed games are also accepted: `1. e2 - e4, e7-e5.` Comments, variations, move
//! numbers, glyphs and punctuation are skipped. A text with faults is read as far as possible.

use crate::movetext::{Reader, Token, number};
use crate::scan::{Games, Place, RESULTS};
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// The greatest width of a line of moves, in characters.
const WIDTH: usize = 80;

/// The text of a game, split into tags and moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pgn {
    /// The tags in order, each with name and value.
    pub tags: Vec<(String, String)>,
    /// The moves, each with its byte range in the text.
    pub moves: Vec<(String, Range<usize>)>,
}

impl Pgn {
    /// Reads the first game of `text`.
    pub fn read(text: &str) -> Pgn {
        let Ok(Some(found)) = Games::new(text.as_bytes()).game() else { return Pgn::default() };
        let before = text.split_inclusive('\n').take(found.place.line as usize - 1);
        let mark = text.len() - text.trim_start_matches('\u{feff}').len();
        let start = if found.place == Place::START { mark } else { before.map(str::len).sum() };
        let mut game = Pgn::default();
        let mut reader = Reader::new(&found);
        let mut depth = 0usize;
        let mut numbered = BTreeSet::new();
        loop {
            reader.skip_space();
            let (at, rest) = (reader.at(), reader.rest());
            // Directly after a word, `;` separates two moves. Elsewhere it begins a comment.
            if rest.starts_with(';') && found.text[..at].ends_with(|c: char| !c.is_whitespace()) {
                reader.skip(1);
                continue;
            }
            if rest.starts_with('[') {
                // A tag after moves belongs to the next game.
                if !game.moves.is_empty() {
                    break;
                }
                let begin = reader.clone();
                match reader.tag() {
                    Ok(tag) => game.tags.push((tag.name, tag.value)),
                    Err(_) => {
                        reader = begin;
                        reader.skip(rest.find(']').map_or(rest.len(), |end| end + 1));
                    }
                }
                continue;
            }
            match reader.token() {
                None | Some(Token::Unclosed) => break,
                Some(Token::Comment(_)) => {}
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth = depth.saturating_sub(1),
                Some(Token::Word(_)) if depth > 0 => {}
                Some(Token::Word(word)) if RESULTS.contains(&word) => break,
                Some(Token::Word(word)) => {
                    if number(word) > 0 {
                        numbered.insert(game.moves.len());
                    }
                    game.moves.extend(played(word, start + at));
                }
            }
        }
        game.moves = joined(game.moves, &numbered);
        game
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// The moves of a typed or pasted line, each with its byte range. If there is no move, all words
/// are returned, so that callers can report each of them.
pub fn typed(text: &str) -> Vec<(String, Range<usize>)> {
    let printed = Pgn::read(text).moves;
    if !printed.is_empty() {
        return printed;
    }
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let place = |word: &str| (word.to_owned(), start(word)..start(word) + word.len());
    text.split_whitespace().map(place).collect()
}

/// Joins words that belong to one printed move: `Qd1 - h5`, `e5 x d4`, `B f1-c4`. `numbered`
/// contains the indices of words after a move number, which always begin a move.
fn joined(
    words: Vec<(String, Range<usize>)>,
    numbered: &BTreeSet<usize>,
) -> Vec<(String, Range<usize>)> {
    let mut moves: Vec<(String, Range<usize>)> = Vec::new();
    let mut is_open = false;
    for (n, (word, place)) in words.into_iter().enumerate() {
        match moves.last_mut().filter(|_| !numbered.contains(&n)) {
            Some((last, at)) if is_open || is_sign(&word) || is_one_move(last, &word) => {
                last.push_str(&word);
                at.end = place.end;
                is_open = is_sign(&word);
            }
            Some(_) | None => {
                is_open = false;
                moves.push((word, place));
            }
        }
    }
    moves
}

/// Returns true for a sign that may be printed between the cells of a move.
fn is_sign(word: &str) -> bool {
    matches!(word, "-" | "–" | "x" | "×")
}

/// Returns true if a letter and a pair of cells are one move, such as `B f1-c4`. A single cell does
/// not suffice, because the place of a section may look like the letter of a piece.
fn is_one_move(piece: &str, cells: &str) -> bool {
    let is_cell = |text: &str| {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
        rest.len() < text.len() && rest.starts_with(|c: char| c.is_ascii_digit())
    };
    let parts = cells.split_once(['-', 'x']);
    matches!(piece.as_bytes(), [b'A'..=b'Z'])
        && parts.is_some_and(|(from, to)| is_cell(from) && is_cell(to))
}

/// The move in a word, without the number before it and the punctuation after it. `None` if the
/// word is not a move.
fn played(word: &str, at: usize) -> Option<(String, Range<usize>)> {
    let head = number(word);
    let text = &word[head..];
    let text = if text.ends_with("e.p.") { text } else { text.trim_end_matches([',', '.', ':']) };
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    let is_remark = matches!(text, "e.p." | "check" | "mate" | "checkmate");
    let silent = text.is_empty() || is_number || text.starts_with('$') || is_remark;
    (!silent).then(|| (text.to_owned(), at + head..at + head + text.len()))
}

/// A move of a record, with its comment and variations.
#[derive(Clone, Debug)]
pub struct Entry {
    number: u32,
    side: Side,
    text: String,
    /// A comment before the move; empty for none.
    pub before: String,
    /// A comment after the move; empty for none.
    pub comment: String,
    /// Numbers of glyphs, such as 1 for a good move.
    pub glyphs: Vec<u8>,
    /// Other lines in the place of this move and the moves after it.
    pub variations: Vec<Vec<Entry>>,
}

impl Entry {
    /// The entry of `mv`. `position` must be the position before the move.
    pub fn new(position: &Position, mv: &Move) -> Entry {
        let turn = position.turn();
        let text = position.legal().san(mv);
        let (before, comment) = (String::new(), String::new());
        Entry {
            number: turn.fullmove,
            side: turn.side,
            text,
            before,
            comment,
            glyphs: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// Records a game while it is played.
#[derive(Clone, Debug)]
pub struct Record {
    /// The first position; `None` for the start position of the variant.
    start: Option<String>,
    /// Tags of an earlier record of the game.
    tags: Vec<(String, String)>,
    moves: Vec<Entry>,
}

/// The tags that every record has, besides its players and its result.
const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// The tags that a record writes itself.
const OWN: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

impl Record {
    /// Begins a record with `position`.
    pub fn new(game: &Game, position: &Position) -> Record {
        let start = Some(position.text()).filter(|text| *text != game.start().text());
        Record { start, tags: Vec::new(), moves: Vec::new() }
    }

    /// Records a move. `position` must be the position before the move.
    pub fn push(&mut self, position: &Position, mv: &Move) {
        self.moves.push(Entry::new(position, mv));
    }

    /// Records moves with their comments and variations.
    pub fn extend(&mut self, moves: Vec<Entry>) {
        self.moves.extend(moves);
    }

    /// Keeps the tags of an earlier record of the game, each with name and value, except for those
    /// that this record writes itself. If the rules give no result, the tag `Result` counts.
    #[must_use]
    pub fn with_tags(mut self, tags: Vec<(String, String)>) -> Record {
        self.tags = tags;
        self
    }

    /// Removes the last move.
    pub fn pop(&mut self) {
        self.moves.pop();
    }

    /// The recorded game as PGN. `variant` is the name of the variant, and `now` is the position
    /// after the last move.
    pub fn pgn(&self, variant: &str, now: &Position) -> String {
        let value = |name: &str| {
            self.tags
                .iter()
                .find(|(tag, _)| tag.eq_ignore_ascii_case(name))
                .map(|(_, value)| &**value)
        };
        let mut result = result(now);
        if let Some(known) =
            value("Result").filter(|known| result == "*" && RESULTS.contains(known))
        {
            result = known.to_owned();
        }
        let roster = [&ROSTER, &*players(now.rules())].concat();
        let mut tags: Vec<_> =
            roster.iter().map(|&name| (name, value(name).unwrap_or("?"))).collect();
        tags.push(("Result", &result));
        let is_further =
            |name: &str| !roster.iter().chain(&OWN).any(|own| own.eq_ignore_ascii_case(name));
        let further = self.tags.iter().filter(|(name, _)| is_further(name));
        tags.extend(further.map(|(name, value)| (&**name, &**value)));
        tags.push(("Variant", variant));
        if let Some(start) = &self.start {
            tags.extend([("SetUp", "1"), ("FEN", start)]);
        }
        write(&tags, &self.moves, &result)
    }
}

/// The tags of the players: `White` and `Black`, or the names of more than two sides.
pub(crate) fn players(rules: &Ruleset) -> Vec<&str> {
    if rules.sides.are_two() {
        vec!["White", "Black"]
    } else {
        rules.sides.each().map(|side| rules.name_of(side)).collect()
    }
}

/// The tag `Result` of a game: `*` if it goes on. With more than two sides, it lists the part of the
/// point of each side, such as `0-1-0-0`.
pub fn result(now: &Position) -> String {
    let (rules, Some(outcome)) = (now.rules(), now.outcome()) else { return "*".to_owned() };
    let shares: Vec<_> = rules.sides.each().map(|side| outcome.score_of(rules, side)).collect();
    match &shares[..] {
        [white, black] if white == "1/2" && black == "1/2" => "1/2-1/2".to_owned(),
        // PGN has no result for other shares of the point.
        [white, black] if white != "1" && black != "1" => "*".to_owned(),
        _ => shares.join("-"),
    }
}

/// The word behind the last move. PGN has none for a result of more than two sides.
pub(crate) fn termination(result: &str) -> &str {
    if RESULTS.contains(&result) { result } else { "*" }
}

/// Writes tags and moves as PGN.
fn write(tags: &[(&str, &str)], moves: &[Entry], result: &str) -> String {
    let mut out = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    }
    out.push('\n');
    let mut words: Vec<String> = Vec::new();
    put(moves, &mut words);
    words.push(termination(result).to_owned());
    fill(&words, &mut out);
    out
}

/// Appends words in lines of at most 80 characters, with a line feed at the end. A longer word has a
/// line of its own.
pub fn fill(words: &[String], out: &mut String) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        match column {
            0 => {}
            _ if column + 1 + length > WIDTH => {
                out.push('\n');
                column = 0;
            }
            _ => {
                out.push(' ');
                column += 1;
            }
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}

/// The numbers before the moves of a line.
#[derive(Default)]
pub(crate) struct Numbers {
    /// The number and the side of the move before. `None` at the beginning and after an interruption.
    last: Option<(u32, Side)>,
}

impl Numbers {
    /// Forgets the move before, so that the next move gets a number.
    pub(crate) fn interrupt(&mut self) {
        self.last = None;
    }

    /// The number before the next move: `3.` for the first side, and `3...` for another side at the
    /// beginning of a line, after an interruption, or where the first side is out of the game.
    pub(crate) fn of(&mut self, number: u32, side: Side) -> Option<String> {
        let last = self.last.replace((number, side));
        let goes_on = last.is_some_and(|(before, _)| before == number);
        match side {
            Side::White if last == Some((number, side)) => None,
            Side::White => Some(format!("{number}.")),
            Side::Black | Side::Third | Side::Fourth if goes_on => None,
            Side::Black | Side::Third | Side::Fourth => Some(format!("{number}...")),
        }
    }
}

/// Adds the words of a line of moves.
fn put(moves: &[Entry], words: &mut Vec<String>) {
    let mut numbers = Numbers::default();
    for Entry { number, side, text, before, comment, glyphs, variations } in moves {
        let earlier = before.replace('}', ")");
        enclose(words, ["{", "}"], |words| {
            words.extend(earlier.split_whitespace().map(str::to_owned))
        });
        if !earlier.trim().is_empty() {
            numbers.interrupt();
        }
        // A reader would join these two words to one move, so the number of the move is written
        // between them.
        if words.last().is_some_and(|word| is_one_move(word, text)) {
            numbers.interrupt();
        }
        words.extend(numbers.of(*number, *side));
        words.push(text.clone());
        words.extend(glyphs.iter().map(|glyph| format!("${glyph}")));
        let note = comment.replace('}', ")");
        enclose(words, ["{", "}"], |words| {
            words.extend(note.split_whitespace().map(str::to_owned))
        });
        for line in variations {
            enclose(words, ["(", ")"], |words| put(line, words));
        }
        if !note.trim().is_empty() || !variations.is_empty() {
            numbers.interrupt();
        }
    }
}

/// Adds words between brackets, which belong to the first and the last of them. No words have no
/// brackets.
fn enclose(words: &mut Vec<String>, [open, close]: [&str; 2], add: impl FnOnce(&mut Vec<String>)) {
    let first = words.len();
    add(words);
    if let Some(word) = words.get_mut(first) {
        word.insert_str(0, open);
    }
    if let Some(word) = words.get_mut(first..).and_then(<[String]>::last_mut) {
        word.push_str(close);
    }
}
