//! Games and positions of other programs: the content of a file as the page sends it, and its games
//! as the nodes of the page's tree of moves.

use crate::cache::Cache;
use alfil_diagnostics::diagnostic::did_you_mean;
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_protocol::names::USUAL;
use alfil_records::format::{self, Content, Format, Named};
use alfil_records::item::{Item, Speech};
use alfil_records::programs::{self, Shape};
use alfil_records::replay::{Player, Replay, SpokenLine};
use alfil_records::scan::Fault;
use alfil_records::source::{BadItem, Items};
use alfil_workspace::Workspace;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The greatest number of games or positions in a list.
const MAX_LISTED: usize = 10_000;

/// The greatest number of sets of pieces whose game is looked for in one list. An item that is opened
/// alone has its own search.
const MAX_SHAPES: usize = 32;

/// The longest value of a tag in a list, in characters.
const MAX_VALUE: usize = 100;

/// The definition by whose rules a record is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rules {
    /// The text on the page.
    Present,
    /// A shipped definition.
    Shipped(&'static str),
    /// A shipped definition, with the shuffled starts of Chess960.
    Shuffled(&'static str),
}

/// The items of a file, or the game of one of them.
pub(super) fn records(
    cache: &mut Cache,
    present: &str,
    file: &File<'_>,
    format: Format,
    question: &Value,
) -> Result<Value, String> {
    let title = cache.open(present).game().ok().map(|game| game.rules().title.clone());
    let mut judge = Judge { present, title, shapes: Vec::new(), shuffled: BTreeMap::new() };
    match question["item"].as_u64() {
        Some(number) => {
            let here = question["here"].as_bool().unwrap_or_default();
            open(cache, &mut judge, file, format, number, here)
        }
        None => list(&mut judge, file, format),
    }
}

/// All items with what a list shows.
fn list(judge: &mut Judge<'_>, file: &File<'_>, format: Format) -> Result<Value, String> {
    let mut items = Items::new(&*file.bytes, format);
    let (mut all, mut left) = (Vec::new(), 0);
    while let Some(item) = items.item().map_err(|error| error.to_string())? {
        if all.len() == MAX_LISTED {
            left += 1;
            continue;
        }
        all.push(match &item {
            Ok(item) => row(judge, item),
            Err(BadItem { number, fault }) => json!({
                "number": number,
                "line": fault.place.line,
                "error": words(fault),
            }),
        });
    }
    let content = match format.content() {
        Content::Games => "games",
        Content::Positions => "positions",
    };
    Ok(json!({
        "kind": "records",
        "format": format.name(),
        "content": content,
        "items": all,
        "left": left,
    }))
}

/// A row of the list.
fn row(judge: &mut Judge<'_>, item: &Item) -> Value {
    let tag = |name: &str| {
        let tag = item.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))?;
        let value = tag.value.trim();
        let said = !matches!(value, "" | "?" | "????.??.??" | "-");
        said.then(|| value.chars().take(MAX_VALUE).collect::<String>())
    };
    let mut row = json!({
        "number": item.number,
        "line": item.place.line,
        "white": tag("White"),
        "black": tag("Black"),
        "event": tag("Event"),
        "date": tag("Date"),
        "result": item.result,
        "plies": item.line.moves.len(),
        "position": item.start.as_ref().map(|start| start.text.chars().take(MAX_VALUE).collect::<String>()),
        "operations": operations(item),
    });
    match judge.rules(item) {
        Ok(rules) => {
            row["game"] = judge.title_of(rules).into();
            row["here"] = (rules == Rules::Present).into();
        }
        Err(fault) => row["unknown"] = words(&fault).into(),
    }
    row
}

/// The game of an item. `here` plays it by the rules of the page.
fn open(
    cache: &mut Cache,
    judge: &mut Judge<'_>,
    file: &File<'_>,
    format: Format,
    number: u64,
    here: bool,
) -> Result<Value, String> {
    let mut items = Items::new(&*file.bytes, format);
    let item = loop {
        match items.item().map_err(|error| error.to_string())? {
            Some(Ok(item)) if item.number == number => break item,
            Some(Err(bad)) if bad.number == number => return Err(words(&bad.fault)),
            Some(_) => {}
            None => return Err(format!("there is no game {number}")),
        }
    };
    let rules =
        if here { Rules::Present } else { judge.rules(&item).map_err(|fault| words(&fault))? };
    let text = judge.text_of(rules);
    let game = cache.open(&text).game()?;
    let record = replay(game, &item).map_err(|fault| words(&fault))?;
    Ok(answer(rules, &text, &game.rules().title, &item, &record))
}

fn answer(rules: Rules, text: &str, title: &str, item: &Item, record: &Record) -> Value {
    let name = match rules {
        Rules::Present => None,
        Rules::Shipped(name) => Some(name.to_owned()),
        Rules::Shuffled(name) => Some(format!("{name}-960")),
    };
    let start = item.start.as_ref().map(|_| record.replay.start.text());
    json!({
        "kind": "record",
        "here": rules == Rules::Present,
        "name": name,
        "title": title,
        "definition": (rules != Rules::Present).then_some(text),
        "start": start,
        "tree": record.tree,
        "tags": tags(item),
        "result": item.result,
        "operations": operations(item),
        "warnings": record.replay.notes.iter().map(words).collect::<Vec<_>>(),
    })
}

/// The operations of a position as the file has them.
fn operations(item: &Item) -> String {
    let all = item.operations.iter().map(|operation| {
        let operands = operation.operands.iter().map(|operand| operand.text.as_str());
        std::iter::once(operation.name.as_str()).chain(operands).collect::<Vec<_>>().join(" ")
    });
    all.collect::<Vec<_>>().join("; ")
}

/// A fault in words, with its place and its help.
fn words(fault: &Fault) -> String {
    let help = fault.help.iter().map(|help| format!("; {help}"));
    let what = format!("line {}, column {}: {}", fault.place.line, fault.place.column, fault.what);
    std::iter::once(what).chain(help).collect()
}

/// Decides by which rules records are played.
struct Judge<'q> {
    /// The definition on the page.
    present: &'q str,
    /// Its title, if it can be played.
    title: Option<String>,
    /// The games of positions without a name.
    shapes: Vec<(Shape, Option<&'static str>)>,
    /// True for shipped definitions that can have the starts of Chess960.
    shuffled: BTreeMap<&'static str, bool>,
}

impl Judge<'_> {
    /// The rules of an item: those of its tag `Variant`, or of the shipped game that reads its
    /// position, or those of chess.
    fn rules(&mut self, item: &Item) -> Result<Rules, Fault> {
        let name = match (&item.variant, &item.start) {
            (Some(tag), _) => {
                let is_same = |title: &String| title.eq_ignore_ascii_case(tag.value.trim());
                if self.title.as_ref().is_some_and(is_same) {
                    return Ok(Rules::Present);
                }
                match format::find(&tag.value) {
                    Named::Shipped(name) => name,
                    Named::Shuffled(name) => {
                        let loads = || loads(&format::shuffled(name));
                        if *self.shuffled.entry(name).or_insert_with(loads) {
                            return Ok(Rules::Shuffled(name));
                        }
                        name
                    }
                    named @ (Named::Absent | Named::Unknown) => {
                        let near = match named {
                            Named::Unknown => did_you_mean(&tag.value, format::known()),
                            Named::Absent | Named::Shipped(_) | Named::Shuffled(_) => None,
                        };
                        let fault = format::refusal(&named, tag);
                        return Err(match near {
                            Some(near) => fault.help(format!("did you mean `{near}`?")),
                            None => fault,
                        });
                    }
                }
            }
            (None, Some(start)) => self.by_shape(&start.text).ok_or_else(|| {
                Fault::new(
                    start.place,
                    "no shipped game has the board and the pieces of this position",
                )
            })?,
            (None, None) => USUAL,
        };
        let is_present =
            alfil_definitions::find(name).is_some_and(|game| game.text == self.present);
        Ok(if is_present { Rules::Present } else { Rules::Shipped(name) })
    }

    /// The shipped game that reads a position. Positions with a part of the pieces of an earlier one
    /// have the same game.
    fn by_shape(&mut self, position: &str) -> Option<&'static str> {
        let shape = Shape::of(position);
        if let Some((_, game)) = self.shapes.iter().find(|(known, _)| known.covers(&shape)) {
            return *game;
        }
        if self.shapes.len() == MAX_SHAPES {
            return None;
        }
        let game = programs::game(position);
        self.shapes.push((shape, game));
        game
    }

    fn text_of(&self, rules: Rules) -> String {
        match rules {
            Rules::Present => self.present.to_owned(),
            Rules::Shipped(name) => {
                alfil_definitions::find(name).map_or("", |game| game.text).to_owned()
            }
            Rules::Shuffled(name) => format::shuffled(name),
        }
    }

    /// The title of a game in lists.
    fn title_of(&self, rules: Rules) -> String {
        let title = |name: &'static str| {
            let text = alfil_definitions::find(name).map_or("", |game| game.text);
            let line = text.lines().find_map(|line| line.strip_prefix("name: "));
            line.map_or(name, str::trim).to_owned()
        };
        match rules {
            Rules::Present => self.title.clone().unwrap_or_default(),
            Rules::Shipped(name) => title(name),
            Rules::Shuffled(name) => format!("{} 960", title(name)),
        }
    }
}

/// Returns true if a text is a game.
fn loads(text: &str) -> bool {
    let mut workspace = Workspace::new();
    workspace.add("definition", text);
    workspace.load("definition").is_ok()
}

// The content of a file, as the page sends it.

/// The greatest number of bytes of a file that is opened.
pub const MAX_FILE: usize = 4 << 20;

/// A file as the page sends it.
pub(super) struct File<'q> {
    pub(super) name: &'q str,
    pub(super) bytes: Cow<'q, [u8]>,
}

impl<'q> File<'q> {
    /// Reads `name` and one of `content`, a text, and `base64`, bytes that are no text in UTF-8.
    pub(super) fn read(question: &'q Value) -> Result<File<'q>, String> {
        let name = question["name"].as_str().unwrap_or_default();
        let bytes = match (question["content"].as_str(), question["base64"].as_str()) {
            (Some(content), _) => Cow::Borrowed(content.as_bytes()),
            (None, Some(letters)) => {
                let bytes = BASE64_STANDARD.decode(letters);
                Cow::Owned(bytes.map_err(|_| "`base64` is incomplete or changed".to_owned())?)
            }
            (None, None) => return Err("missing field `content` (a text)".to_owned()),
        };
        if bytes.len() > MAX_FILE {
            return Err(format!(
                "it has {} bytes, but Studio opens files of at most {MAX_FILE}",
                bytes.len()
            ));
        }
        Ok(File { name, bytes })
    }

    /// The content as text; bytes that are no UTF-8 are read as Latin-1.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.bytes.iter().map(|&byte| char::from(byte)).collect()),
        }
    }

    /// The name without folders.
    pub(super) fn own_name(&self) -> &str {
        self.name.rsplit(['/', '\\']).next().unwrap_or(self.name)
    }

    /// The name without folders and without its ending.
    pub(super) fn stem(&self) -> &str {
        let name = self.own_name();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    pub(super) fn is_named_as_definition(&self) -> bool {
        self.name.ends_with(".yaml") || self.name.ends_with(".yml")
    }
}

// Games of records as the nodes of the page's tree of moves, with variations and comments.

/// A game of a record.
pub(crate) struct Record {
    /// The replayed game. Its moves have the texts of the definition.
    pub(crate) replay: Replay,
    /// The moves of the main line.
    pub(crate) main: Vec<Value>,
    /// All moves. Each names the one before it, from 1; 0 is the start.
    pub(crate) tree: Vec<Value>,
    /// True if there is anything besides the main line.
    pub(crate) is_annotated: bool,
}

/// Plays a game of a file with all its variations.
///
/// # Errors
/// The first position or move that the rules do not allow.
pub(crate) fn replay(game: &Game, item: &Item) -> Result<Record, Fault> {
    let notation = game.notation();
    let replay = Player::new(game, &notation, Speech::Own).play(item, &mut |_| {})?;
    let mut walk = Walk { nodes: Vec::new(), position: replay.start.clone(), is_annotated: false };
    let main = walk.line(&replay.line, 0);
    let main = main.into_iter().filter_map(|node| walk.nodes.get(node - 1)).map(plain).collect();
    Ok(Record { replay, main, tree: walk.nodes, is_annotated: walk.is_annotated })
}

/// The first game of a text in PGN; `None` if it has none.
///
/// # Errors
/// The game cannot be read.
pub(crate) fn first_game(text: &str) -> Result<Option<Item>, Fault> {
    // A text in memory can always be read.
    let item = Items::new(text.as_bytes(), Format::Pgn).item().ok().flatten();
    item.transpose().map_err(|bad| bad.fault)
}

/// The tags as pairs of name and value.
pub(crate) fn tags(item: &Item) -> Value {
    item.tags.iter().map(|tag| json!([tag.name, tag.value])).collect()
}

/// A node as a move that was played.
fn plain(node: &Value) -> Value {
    json!({
        "text": node["text"], "san": node["san"], "turn": node["turn"], "side": node["side"],
    })
}

/// The nodes so far, and the position after the last one of the line that is being read.
struct Walk {
    nodes: Vec<Value>,
    position: Position,
    is_annotated: bool,
}

impl Walk {
    /// Adds a line that follows the node `after`, with its variations, and returns the numbers of
    /// the nodes of the line itself. The position is the same afterwards.
    fn line(&mut self, line: &SpokenLine, after: usize) -> Vec<usize> {
        let mut numbers = Vec::new();
        // The node before each move of the line.
        let mut earlier = vec![after];
        let mut before = line.comments.join(" ");
        for spoken in &line.moves {
            let legal = self.position.legal();
            // The replay has written the text of a legal move.
            let Some(mv) = legal.find(&spoken.text) else { break };
            let (text, san) = (legal.write(&mv), legal.shown(&mv));
            drop(legal);
            let turn = self.position.turn();
            let mut node = json!({
                "text": text,
                "san": san,
                "turn": turn.fullmove,
                "side": self.position.rules().word_of(turn.side),
                "after": earlier.last(),
            });
            let has_notes =
                !before.is_empty() || !spoken.comments.is_empty() || !spoken.glyphs.is_empty();
            self.is_annotated |= has_notes || !spoken.variations.is_empty();
            if !before.is_empty() {
                node["before"] = std::mem::take(&mut before).into();
            }
            if !spoken.comments.is_empty() {
                node["comment"] = spoken.comments.join(" ").into();
            }
            if !spoken.glyphs.is_empty() {
                node["glyphs"] = spoken.glyphs.clone().into();
            }
            self.nodes.push(node);
            let number = self.nodes.len();
            self.position.play(&mv);
            if let Some(fork) = earlier.get(earlier.len().saturating_sub(spoken.steps)).copied()
                && !spoken.variations.is_empty()
            {
                let replaced = self.take_back(spoken.steps);
                for variation in &spoken.variations {
                    self.line(variation, fork);
                }
                replaced.iter().for_each(|mv| self.position.play(mv));
            }
            earlier.push(number);
            numbers.push(number);
        }
        self.take_back(numbers.len());
        numbers
    }

    /// Takes back the last `count` moves, and returns them in their order.
    fn take_back(&mut self, count: usize) -> Vec<Move> {
        let mut moves: Vec<Move> = (0..count).filter_map(|_| self.position.take_back()).collect();
        moves.reverse();
        moves
    }
}
