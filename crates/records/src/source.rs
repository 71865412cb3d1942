//! Reads the items of a file one after another, in any format.

use crate::format::{self, Format};
use crate::item::{self, Item, PositionText, Spelling};
use crate::movetext::{self, Entry, MAX_MOVES, Tag, Written};
use crate::scan::{Fault, Games, MAX_GAME, Place};
use std::io::{self, BufRead, Read};

/// A game or a position that cannot be read, with its number in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadItem {
    /// The number of the item in the file, from 1.
    pub number: u64,
    /// The reason.
    pub fault: Fault,
}

/// The items of a file.
pub struct Items<R> {
    kind: Kind<R>,
}

enum Kind<R> {
    Pgn(Games<R>),
    Lines(Box<Lines<R>>),
}

/// A file with one item or one command a line.
struct Lines<R> {
    input: R,
    format: Format,
    /// The number of the next line.
    next: u64,
    count: u64,
    /// The game of XBoard's protocol that is being read.
    open: Option<Item>,
}

impl<R: BufRead> Items<R> {
    /// Reads `input`, which has the format `format`.
    pub fn new(input: R, format: Format) -> Self {
        let kind = match format {
            Format::Pgn | Format::Pgn4 => Kind::Pgn(Games::new(input)),
            Format::Epd
            | Format::Fen
            | Format::Sfen
            | Format::Uci
            | Format::Xboard
            | Format::Usi
            | Format::Ucci
            | Format::San
            | Format::Alfil => {
                let lines = Lines { input, format, next: 1, count: 0, open: None };
                Kind::Lines(Box::new(lines))
            }
        };
        Items { kind }
    }

    /// The next item; `None` at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn item(&mut self) -> io::Result<Option<Result<Item, BadItem>>> {
        match &mut self.kind {
            Kind::Lines(lines) => lines.item(),
            Kind::Pgn(games) => Ok(games.game()?.map(|game| {
                let number = game.number;
                match movetext::read(&game) {
                    Ok(written) => Ok(of_pgn(number, game.place, written)),
                    Err(fault) => Err(BadItem { number, fault }),
                }
            })),
        }
    }
}

/// The item of a game in PGN.
fn of_pgn(number: u64, place: Place, written: Written) -> Item {
    let mut item = Item::new(number, place, Spelling::Algebraic);
    let value = |name: &str| written.tag(name).filter(|tag| !matches!(tag.value.trim(), "" | "?"));
    item.variant = value("Variant").cloned();
    item.start = value("FEN").or(value("StartFen4")).map(|tag| {
        let text = format::start(tag.value.trim()).unwrap_or(tag.value.trim()).to_owned();
        PositionText { text, place: tag.place }
    });
    item.result = written.result().map(str::to_owned);
    item.tags = written.tags;
    item.line = written.line;
    item.left = format::leave(&mut item.line);
    item
}

impl<R: BufRead> Lines<R> {
    fn item(&mut self) -> io::Result<Option<Result<Item, BadItem>>> {
        loop {
            let place = Place { line: self.next, column: 1 };
            let Some(line) = self.line()? else {
                return Ok(self.open.take().map(Ok));
            };
            let line = match line {
                Ok(line) => line,
                Err(fault) => {
                    self.count += 1;
                    return Ok(Some(Err(BadItem { number: self.count, fault })));
                }
            };
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let place = place.right(line.chars().take_while(|c| c.is_whitespace()).count());
            let read = match self.format {
                Format::Xboard => match self.command(text, place) {
                    Ok(Some(done)) => Ok(done),
                    Ok(None) => continue,
                    Err(fault) => Err(fault),
                },
                Format::Epd | Format::Fen | Format::Sfen => self.position(text, place),
                Format::Pgn
                | Format::Pgn4
                | Format::Uci
                | Format::Usi
                | Format::Ucci
                | Format::San
                | Format::Alfil => self.moves(text, place),
            };
            return Ok(Some(read.map_err(|fault| BadItem { number: self.count, fault })));
        }
    }

    /// The next line without its line feed, or the fault that it is too long or no text.
    fn line(&mut self) -> io::Result<Option<Result<String, Fault>>> {
        let place = Place { line: self.next, column: 1 };
        let mut bytes = Vec::new();
        let most = MAX_GAME as u64;
        if self.input.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.next += 1;
        if bytes.len() == MAX_GAME && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
            let what = format!("the line is longer than {} MiB", MAX_GAME >> 20);
            return Ok(Some(Err(Fault::new(place, what))));
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => return Ok(Some(Err(Fault::new(place, "the line is not text in UTF-8")))),
        };
        let text = text.trim_start_matches('\u{feff}').trim_end().to_owned();
        Ok(Some(match text.chars().position(char::is_control) {
            Some(at) if !text.contains('\t') => {
                let what = "a control character cannot be part of a game";
                Err(Fault::new(place.right(at), what))
            }
            Some(_) | None => Ok(text),
        }))
    }

    fn begin(&mut self, place: Place, spelling: Spelling) -> Item {
        self.count += 1;
        Item::new(self.count, place, spelling)
    }

    /// Reads a position.
    fn position(&mut self, text: &str, place: Place) -> Result<Item, Fault> {
        let mut item = self.begin(place, Spelling::Algebraic);
        let position = match self.format {
            Format::Epd => {
                let epd = item::read(text, place)?;
                item.operations = epd.operations;
                epd.position
            }
            Format::Fen
            | Format::Sfen
            | Format::Pgn
            | Format::Pgn4
            | Format::Uci
            | Format::Usi
            | Format::Ucci
            | Format::San
            | Format::Alfil
            | Format::Xboard => text.trim_start_matches("sfen ").to_owned(),
        };
        item.start = Some(PositionText { text: position, place });
        Ok(item)
    }

    /// Reads a start position and moves: `position startpos moves e2e4`. Without the first words,
    /// all words are moves.
    fn moves(&mut self, text: &str, place: Place) -> Result<Item, Fault> {
        let spelling = match self.format {
            Format::Uci => Spelling::Uci,
            Format::Usi => Spelling::Usi,
            Format::Ucci => Spelling::Ucci,
            Format::Alfil => Spelling::Alfil,
            Format::San
            | Format::Pgn
            | Format::Pgn4
            | Format::Epd
            | Format::Fen
            | Format::Sfen
            | Format::Xboard => Spelling::Algebraic,
        };
        let mut item = self.begin(place, spelling);
        let words: Vec<(&str, Place)> = words(text, place).collect();
        let mut words = words.as_slice();
        if let [("position", _), rest @ ..] = words {
            words = rest;
        }
        match words {
            [("startpos", _), ("moves", _), rest @ ..] => words = rest,
            [("startpos", _)] => words = &[],
            [(word @ ("fen" | "sfen"), _), rest @ ..] => {
                let end = rest.iter().position(|(word, _)| *word == "moves");
                let (position, moves) = rest.split_at(end.unwrap_or(rest.len()));
                let Some((_, place)) = position.first() else {
                    let what = format!("`{word}` without a position");
                    return Err(Fault::new(place, what));
                };
                let text: Vec<&str> = position.iter().map(|(word, _)| *word).collect();
                item.start = Some(PositionText { text: text.join(" "), place: *place });
                words = moves.get(1..).unwrap_or_default();
            }
            _ => {}
        }
        if let Some((_, place)) = words.get(MAX_MOVES) {
            return Err(movetext::too_many_moves(*place));
        }
        for (word, place) in words {
            item.line.moves.push(entry(word, *place));
        }
        Ok(item)
    }

    /// Reads a command of XBoard's protocol. Returns the game that it ends.
    fn command(&mut self, text: &str, place: Place) -> Result<Option<Item>, Fault> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let at = place.right(name.chars().count() + 1);
        if name == "new" {
            let next = self.begin(place, Spelling::Xboard);
            return Ok(self.open.replace(next));
        }
        if self.open.is_none() {
            let is_ours = matches!(name, "variant" | "setboard" | "usermove" | "result")
                || name.starts_with(|c: char| c.is_ascii_alphabetic())
                    && name.contains(|c: char| c.is_ascii_digit());
            if !is_ours {
                return Ok(None);
            }
            self.open = Some(self.begin(place, Spelling::Xboard));
        }
        let Some(item) = self.open.as_mut() else { return Ok(None) };
        if item.line.moves.len() >= MAX_MOVES {
            self.open = None;
            return Err(movetext::too_many_moves(place));
        }
        match name {
            "variant" => {
                let name = "Variant".to_owned();
                item.variant = Some(Tag { name, value: rest.to_owned(), place: at });
            }
            "setboard" => {
                item.start = Some(PositionText { text: rest.to_owned(), place: at });
            }
            "result" => item.result = rest.split_whitespace().next().map(str::to_owned),
            "usermove" => item.line.moves.push(entry(rest.trim(), at)),
            "undo" => drop(item.line.moves.pop()),
            _ if name.contains(|c: char| c.is_ascii_digit()) || name.starts_with(['O', '@']) => {
                item.line.moves.push(entry(name, place));
            }
            _ => {}
        }
        Ok(None)
    }
}

/// The words of a text with their places.
fn words(text: &str, place: Place) -> impl Iterator<Item = (&str, Place)> {
    let mut at = 0;
    let mut column = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let space = rest.len() - rest.trim_start().len();
        let start = at + space;
        let word = text[start..].split_whitespace().next()?;
        column += text[at..start].chars().count();
        let here = place.right(column);
        column += word.chars().count();
        at = start + word.len();
        Some((word, here))
    })
}

fn entry(text: &str, place: Place) -> Entry {
    let text = text.to_owned();
    Entry { text, place, glyphs: Vec::new(), comments: Vec::new(), variations: Vec::new() }
}
