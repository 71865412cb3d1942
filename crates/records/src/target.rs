//! Writes games and positions in any format.

use crate::format::{Format, Site};
use crate::item::{self, Item, Speech, Spelling, protocol};
use crate::pgn;
use crate::replay::{Replay, Spoken, SpokenLine};
use alfil_play::board::algebraic::Style;
use alfil_play::board::names::Notation;
use alfil_play::dialect::Dialect;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::positions;
use std::fmt::Write;

/// The tags that every game in PGN has, besides its players and its result.
const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// How games and positions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The format.
    pub format: Format,
    /// How positions are written.
    pub dialect: Dialect,
    /// Whose algebraic notation PGN has.
    pub site: Site,
}

/// A game with its names.
#[derive(Debug)]
pub struct Rules {
    /// The compiled game.
    pub game: Game,
    /// The names of its pieces and cells.
    pub notation: Notation,
    /// The name of the variant in records.
    pub variant: String,
}

/// The text of an item, and what the target cannot express.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Output {
    /// The text, which ends with a line feed.
    pub text: String,
    /// What is lost, in words.
    pub lost: Vec<String>,
}

impl Target {
    /// How the target writes the moves of a game.
    ///
    /// # Errors
    /// The reason why the target cannot express the game.
    pub fn speech(self, game: &Game) -> Result<Speech, &'static str> {
        let rules = game.rules();
        let spelling = match self.format {
            Format::Pgn4 => return Ok(Speech::Algebraic(Style::LONG)),
            Format::Pgn | Format::San | Format::Epd | Format::Fen | Format::Sfen => {
                return Ok(Speech::Algebraic(match self.site {
                    Site::PyChess => Style::pychess(rules),
                    Site::Alfil | Site::Lichess | Site::ChessCom | Site::Cutechess => {
                        Style::STANDARD
                    }
                }));
            }
            Format::Uci => Spelling::Uci,
            Format::Xboard => Spelling::Xboard,
            Format::Usi => Spelling::Usi,
            Format::Ucci => Spelling::Ucci,
            Format::Alfil => Spelling::Alfil,
        };
        protocol(spelling, rules)
    }

    /// Writes the position of an item: its last one.
    pub fn position(
        self,
        rules: &Rules,
        position: &Position,
        operations: &[item::Spoken],
    ) -> Output {
        let positions::Written { text, lost } =
            positions::write(&rules.game, position, self.dialect);
        let text = match self.format {
            Format::Epd => item::write(&text, operations),
            Format::Pgn
            | Format::Pgn4
            | Format::Fen
            | Format::Sfen
            | Format::Uci
            | Format::Xboard
            | Format::Usi
            | Format::Ucci
            | Format::San
            | Format::Alfil => text,
        };
        Output { text: text + "\n", lost }
    }

    /// Writes a game.
    pub fn game(self, rules: &Rules, item: &Item, replay: &Replay) -> Output {
        match self.format {
            Format::Pgn => self.pgn(rules, item, replay),
            Format::Pgn4 => self.pgn4(rules, item, replay),
            Format::Xboard => self.xboard(rules, item, replay),
            Format::Epd | Format::Fen | Format::Sfen => {
                self.position(rules, &replay.end, &replay.operations)
            }
            Format::Uci | Format::Usi | Format::Ucci | Format::San | Format::Alfil => {
                self.line(rules, item, replay)
            }
        }
    }

    /// The first position as the target writes it. `None` for the start of the game.
    fn start(self, rules: &Rules, replay: &Replay) -> Option<positions::Written> {
        let is_start = replay.start.text() == rules.game.start().text();
        (!is_start).then(|| positions::write(&rules.game, &replay.start, self.dialect))
    }

    /// A start position and moves in one line.
    fn line(self, rules: &Rules, item: &Item, replay: &Replay) -> Output {
        let mut lost = lost(item, replay);
        let mut text = match self.start(rules, replay) {
            None => "position startpos".to_owned(),
            Some(start) => {
                lost.extend(start.lost);
                let word = if self.format == Format::Usi { "sfen" } else { "fen" };
                format!("position {word} {}", start.text)
            }
        };
        if !replay.line.moves.is_empty() {
            text += " moves";
        }
        for mv in &replay.line.moves {
            text.push(' ');
            text += &mv.text;
        }
        Output { text: text + "\n", lost }
    }

    /// A game as commands to an engine, one a line.
    fn xboard(self, rules: &Rules, item: &Item, replay: &Replay) -> Output {
        let mut lost = lost(item, replay);
        let mut text = "new\n".to_owned();
        if rules.variant != "normal" && rules.variant != "standard" {
            let _ = writeln!(text, "variant {}", rules.variant);
        }
        if let Some(start) = self.start(rules, replay) {
            lost.extend(start.lost);
            let _ = writeln!(text, "setboard {}", start.text);
        }
        for mv in &replay.line.moves {
            let _ = writeln!(text, "usermove {}", mv.text);
        }
        if let Some(result) = item.result.as_deref().filter(|result| *result != "*") {
            let _ = writeln!(text, "result {result}");
        }
        Output { text, lost }
    }

    /// A game of four players: a line for each round, with two dots between the moves.
    fn pgn4(self, rules: &Rules, item: &Item, replay: &Replay) -> Output {
        let outcome = pgn::result(&replay.end);
        let result = item.result.as_deref().unwrap_or(&outcome);
        let start = replay.start.text();
        let roster = [&*pgn::players(replay.end.rules()), &["Result"] as &[&str]].concat();
        let own = ["Variant", "StartFen4", "SetUp", "FEN"];
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        tag("Variant", &rules.variant);
        tag("StartFen4", &start);
        for name in &roster {
            let known = item.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
            let usual = if *name == "Result" { result } else { "?" };
            tag(name, known.map_or(usual, |tag| &*tag.value));
        }
        let is_own =
            |name: &str| roster.iter().chain(&own).any(|known| known.eq_ignore_ascii_case(name));
        for other in item.tags.iter().filter(|tag| !is_own(&tag.name)) {
            tag(&other.name, &other.value);
        }
        let mut round = None;
        for mv in &replay.line.moves {
            match round.replace(mv.number) {
                Some(number) if number == mv.number => text += " .. ",
                Some(_) | None => {
                    let _ = write!(text, "\n{}. ", mv.number);
                }
            }
            text += &mv.text;
        }
        Output { text: text + "\n\n", lost: lost(item, replay) }
    }

    /// A game with tags.
    fn pgn(self, rules: &Rules, item: &Item, replay: &Replay) -> Output {
        let start = self.start(rules, replay);
        let outcome = pgn::result(&replay.end);
        let result = item.result.as_deref().unwrap_or(&outcome);
        let roster = [&ROSTER, &*pgn::players(replay.end.rules()), &["Result"] as &[&str]].concat();
        let mut tags: Vec<(&str, &str)> = Vec::new();
        let value = |name: &str| {
            item.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| &*tag.value)
        };
        for &name in &roster {
            let usual = if name == "Result" { result } else { "?" };
            tags.push((name, value(name).unwrap_or(usual)));
        }
        let is_own = |name: &str| {
            let own = ["Variant", "SetUp", "FEN"];
            roster.iter().chain(&own).any(|own| own.eq_ignore_ascii_case(name))
        };
        let others = item.tags.iter().filter(|tag| !is_own(&tag.name));
        tags.extend(others.map(|tag| (&*tag.name, &*tag.value)));
        if !rules.variant.is_empty() {
            tags.push(("Variant", &rules.variant));
        }
        let mut lost = Vec::new();
        if let Some(start) = &start {
            lost.clone_from(&start.lost);
            tags.extend([("SetUp", "1"), ("FEN", &start.text)]);
        }
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut words = Vec::new();
        put(&replay.line, &mut words);
        words.push(pgn::termination(result).to_owned());
        pgn::fill(&words, &mut text);
        text.push('\n');
        Output { text, lost }
    }
}

/// What formats without tags and variations lose.
fn lost(item: &Item, replay: &Replay) -> Vec<String> {
    let mut lost = Vec::new();
    let has = |is: &dyn Fn(&Spoken) -> bool| replay.line.moves.iter().any(is);
    if has(&|mv| !mv.variations.is_empty()) {
        lost.push("variations".to_owned());
    }
    if !replay.line.comments.is_empty() || has(&|mv| !mv.comments.is_empty()) {
        lost.push("comments".to_owned());
    }
    if !item.operations.is_empty() {
        lost.push("operations".to_owned());
    }
    lost
}

/// Adds the words of a line of moves.
fn put(line: &SpokenLine, words: &mut Vec<String>) {
    notes(&line.comments, words);
    let mut numbers = pgn::Numbers::default();
    for mv in &line.moves {
        words.extend(numbers.of(mv.number, mv.side));
        words.push(mv.text.clone());
        words.extend(mv.glyphs.iter().map(|glyph| format!("${glyph}")));
        notes(&mv.comments, words);
        for variation in &mv.variations {
            let first = words.len();
            put(variation, words);
            if let Some(word) = words.get_mut(first) {
                word.insert(0, '(');
                if let Some(word) = words.last_mut() {
                    word.push(')');
                }
            }
        }
        if !mv.comments.is_empty() || !mv.variations.is_empty() {
            numbers.interrupt();
        }
    }
}

/// Adds comments. A brace within a comment would end it.
fn notes(comments: &[String], words: &mut Vec<String>) {
    for comment in comments {
        let text = comment.replace('}', ")");
        let mut parts = text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if let Some(first) = parts.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = parts.last_mut() {
            last.push('}');
        }
        words.extend(parts);
    }
}
