//! Games and positions of other programs.

use crate::foreign::records::fault::Fault;
use crate::foreign::records::format::{Content, Format};
use crate::foreign::records::item::Item;
use crate::foreign::records::shape::{self, Shape};
use crate::foreign::records::source::{BadItem, Items};
use crate::foreign::records::variants::{self, Named};
use crate::library;
use crate::protocol::names::USUAL;
use crate::studio::cache::Cache;
use crate::studio::file::content::File;
use crate::studio::record::{self, Record};
use crate::variant::Workspace;
use alfil_diagnostics::diagnostic::did_you_mean;
use serde_json::{Value, json};
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
    let record = record::replay(game, &item).map_err(|fault| words(&fault))?;
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
        "tags": record::tags(item),
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
                match variants::find(&tag.value) {
                    Named::Shipped(name) => name,
                    Named::Shuffled(name) => {
                        let loads = || loads(&variants::shuffled(name));
                        if *self.shuffled.entry(name).or_insert_with(loads) {
                            return Ok(Rules::Shuffled(name));
                        }
                        name
                    }
                    named @ (Named::Absent | Named::Unknown) => {
                        let near = match named {
                            Named::Unknown => did_you_mean(&tag.value, variants::known()),
                            Named::Absent | Named::Shipped(_) | Named::Shuffled(_) => None,
                        };
                        let fault = variants::refusal(&named, tag);
                        return Err(match near {
                            Some(near) => fault.help(format!("did you mean `{near}`?")),
                            None => fault,
                        });
                    }
                }
            }
            (None, Some(start)) => self.by_shape(&start.text).ok_or_else(|| {
                Fault::new(start.place, "no shipped game has a board and pieces as this position")
            })?,
            (None, None) => USUAL,
        };
        let is_present = library::find(name).is_some_and(|game| game.text == self.present);
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
        let game = shape::game(position);
        self.shapes.push((shape, game));
        game
    }

    fn text_of(&self, rules: Rules) -> String {
        match rules {
            Rules::Present => self.present.to_owned(),
            Rules::Shipped(name) => library::find(name).map_or("", |game| game.text).to_owned(),
            Rules::Shuffled(name) => variants::shuffled(name),
        }
    }

    /// The title of a game in lists.
    fn title_of(&self, rules: Rules) -> String {
        let title = |name: &'static str| {
            let text = library::find(name).map_or("", |game| game.text);
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
