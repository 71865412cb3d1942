//! Answers to questions about a text and a game in play, as JSON. The editor's core, the game in play and the renderers
//! compute everything.
//!
//! | question | says besides `text` | answer |
//! | --- | --- | --- |
//! | `glance` | | findings without compilation at their places with fixes, and an outline |
//! | `check` | | all findings, including those of `glance`, and whether it can be played |
//! | `hover`, `complete` | `at` | the description of a place, the completions |
//! | `format` | | the text in the house style |
//! | `game` | | title, pieces with pictures and clauses, rules in words |
//! | `board` | `start`, `moves` | the position after them with all legal moves |
//! | `piece` | the same and `piece` | the moves of one body on a plane |
//! | `why` | the same and `move` | why it is not legal, and the text that forbids it |
//! | `line` | `pasted` | a position, a PGN or a list of moves, read as `start` and `moves` |
//! | `share` | `start`, `moves`, `form` | a page, a picture or a PGN to keep, and what it does not show |
//! | `tests` | | every test and whether it holds |
//! | `coverage` | | the rules that no test exercises |
//! | `alive` | `slices` | what games show of each rule after this many slices of the search |
//! | `alive-test` | `slices`, `rule` | the edit that adds a test from the shortest game of a rule |
//! | `record` | `start`, `moves`, `what`, `move` | the edit that adds a test from it |

use crate::cli::replay::Moving;
#[cfg(feature = "png")]
use crate::cli::replay::Replay;
use crate::cli::rules;
use crate::cli::studio::board::{board as on_cells, shared};
use crate::cli::studio::cache::{GameInPlay, Opened, Played};
pub(crate) use crate::cli::studio::pieces::game;
use crate::cli::studio::plane::{piece as of_body, plane as on_points};
use crate::cli::studio::units::{byte, place};
use alfil::editor::complete::Sort;
use alfil::editor::{Mark, Page};
use alfil::play::game::Game;
use alfil::play::pgn::{Pgn, Record};
use alfil::play::position::Position;
use alfil::render::drawing::Drawing;
#[cfg(feature = "png")]
use alfil::render::font;
#[cfg(feature = "png")]
use alfil::render::raster::{Raster, RasterError};
use alfil_diagnostics::diagnostic::Severity;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// The byte that a question is about.
pub(crate) fn at(question: &Value, text: &str) -> Result<usize, String> {
    let at = question["at"].as_u64().ok_or("`at` is wanted, a place in the text")?;
    Ok(byte(text, usize::try_from(at).unwrap_or(usize::MAX)))
}

/// The answer before compilation: some findings, and the outline of the text.
pub(crate) fn glance(page: &Page) -> Value {
    let text = page.text();
    let outline = page.folds().into_iter().map(|range| {
        let first = text[range.clone()].lines().next().unwrap_or_default();
        let line_start = text[..range.start].rfind('\n').map_or(0, |feed| feed + 1);
        let mut one = place(text, &range);
        one["name"] = first.trim_end_matches(':').into();
        one["depth"] = usize::from(line_start < range.start).into();
        one
    });
    json!({
        "findings": findings(text, &page.early_marks()),
        "outline": outline.collect::<Vec<_>>(),
    })
}

/// All findings, and whether the text can be played.
pub(crate) fn check(page: &Page) -> Value {
    json!({ "findings": findings(page.text(), &page.marks()), "playable": page.game().is_some() })
}

fn findings(text: &str, marks: &[Mark]) -> Value {
    let finding = |mark: &Mark| {
        let finding = &mark.finding;
        let mut one = place(text, &mark.range);
        one["severity"] = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
        .into();
        one["code"] = finding.code.into();
        one["title"] = finding.title.as_str().into();
        one["reason"] = finding.reason.as_deref().into();
        one["help"] = finding.help.as_deref().into();
        one["line"] = finding.start.map(|at| at.line).into();
        if let Some((range, new)) = &mark.edit {
            let mut edit = place(text, range);
            edit["text"] = new.as_str().into();
            one["edit"] = edit;
        }
        one
    };
    marks.iter().map(finding).collect()
}

/// The description of the text at a byte.
pub(crate) fn hover(page: &Page, at: usize) -> Value {
    let Some(hover) = page.hover(at) else { return json!({ "title": null }) };
    let mut one = place(page.text(), &hover.range);
    one["title"] = hover.title.into();
    one["lines"] = hover.lines.into();
    one["svg"] = hover.drawing.map(|drawing| drawing.uncaptioned().svg()).into();
    one
}

/// The completions at a byte.
pub(crate) fn complete(page: &Page, at: usize) -> Value {
    let item = |item: alfil::editor::complete::Completion| {
        let mut one = place(page.text(), &item.range);
        one["label"] = item.label.into();
        one["detail"] = item.detail.into();
        one["text"] = item.text.into();
        one["type"] = match item.sort {
            Sort::Key => "property",
            Sort::Choice => "enum",
            Sort::Kind => "class",
            Sort::Zone => "namespace",
            Sort::Atom => "function",
            Sort::Word => "keyword",
            Sort::Definition => "type",
        }
        .into();
        one
    };
    json!({ "items": page.complete(at).into_iter().map(item).collect::<Vec<_>>() })
}

/// The text in the house style.
pub(crate) fn format(page: &Page) -> Value {
    json!({ "text": page.format() })
}

/// The game in play of a question.
pub(crate) fn in_play<'o>(
    opened: &'o mut Opened,
    question: &Value,
) -> Result<&'o GameInPlay, String> {
    let moves = question["moves"].as_array().map_or(&[][..], Vec::as_slice);
    let words = moves.iter().map(|word| word.as_str().map(str::to_owned));
    let moves: Option<Vec<String>> = words.collect();
    opened.line(question["start"].as_str(), &moves.ok_or("`moves` are texts")?)
}

/// The position of a question, for drawing and playing.
pub(crate) fn board(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let line = in_play(opened, question)?;
    let mut answer = match &line.position {
        Position::Board(play) => on_cells(play),
        Position::Plane(play) => on_points(play),
    };
    if let (Value::Object(answer), Value::Object(more)) = (&mut answer, shared(&line.position)) {
        answer.extend(more);
    }
    answer["played"] = played(line);
    Ok(answer)
}

fn played(line: &GameInPlay) -> Value {
    let one = |p: &Played| json!({ "text": p.text, "san": p.san, "turn": p.turn });
    line.played.iter().map(one).collect()
}

/// The moves of one body on a plane.
pub(crate) fn piece(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let id = question["piece"].as_u64().ok_or("`piece` is wanted, a number")?;
    match &in_play(opened, question)?.position {
        Position::Plane(play) => of_body(play, usize::try_from(id).unwrap_or(usize::MAX)),
        Position::Board(_) => Err("pieces of a board have cells".to_owned()),
    }
}

/// Why a move is not legal.
pub(crate) fn why(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let wanted = question["move"].as_str().ok_or("`move` is wanted")?.to_owned();
    let legal = in_play(opened, question)?.position.legal();
    if let Some(mv) = legal.find(&wanted) {
        return Ok(json!({ "legal": true, "move": legal.write(&mv) }));
    }
    let refusal = legal.refusal(&wanted);
    drop(legal);
    let here = refusal.place.and_then(|span| opened.page.range(span));
    Ok(json!({
        "legal": false,
        "why": refusal.why,
        "help": refusal.help,
        "place": here.map(|range| place(opened.page.text(), &range)),
    }))
}

/// A pasted position, game or list of moves.
pub(crate) fn line(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let pasted = question["pasted"].as_str().ok_or("`pasted` is wanted")?.trim();
    let from = question["start"].as_str();
    // A position is tried first, because hardly anything else can be read as one.
    let (start, moves) = match opened.line(Some(pasted), &[]) {
        Ok(_) => (Some(pasted.to_owned()), Vec::new()),
        Err(_) => {
            let pgn = Pgn::read(pasted);
            let tagged = pgn.tag("FEN").map(str::to_owned);
            let begins = !pgn.tags.is_empty();
            let start = if begins { tagged } else { from.map(str::to_owned) };
            (start, pgn.moves.into_iter().map(|(text, _)| text).collect())
        }
    };
    let line = opened.line(start.as_deref(), &moves)?;
    Ok(json!({ "start": start, "played": played(line) }))
}

/// A file to keep: its name, its type and its content, in base 64 if it is binary.
pub(crate) fn share(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let form = question["form"].as_str().unwrap_or_default().to_owned();
    let title = opened.game()?.rules().title.clone();
    let position = in_play(opened, question)?.position.clone();
    let (kind, content) = match form.as_str() {
        "html" => {
            let game = opened.game()?;
            let Some(resolved) = opened.page.resolved() else { return Ok(Value::Null) };
            ("text/html", Content::Text(rules::html(resolved, game, Some(&position))))
        }
        "svg" => ("image/svg+xml", Content::Text(Drawing::of(&title, &position).svg())),
        "png" => ("image/png", Content::Pixels(still(&Drawing::of(&title, &position))?)),
        "apng" | "gif" if position.plies() == 0 => {
            return Err("there is no move yet that a picture could show".to_owned());
        }
        "apng" => ("image/apng", Content::Pixels(moving(&position, Moving::Apng)?)),
        "gif" => ("image/gif", Content::Pixels(moving(&position, Moving::Gif)?)),
        "pgn" => ("application/x-chess-pgn", Content::Text(pgn(opened.game()?, position, &title))),
        _ => return Err("`form` is html, svg, png, apng, gif or pgn".to_owned()),
    };
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = title.chars().map(plain).collect();
    let mut answer = json!({ "name": format!("{name}.{form}"), "type": kind });
    match content {
        Content::Text(text) => answer["content"] = text.into(),
        Content::Pixels(Pixels { file, said }) => {
            answer["base64"] = BASE64_STANDARD.encode(file).into();
            answer["said"] = said.into();
        }
    }
    Ok(answer)
}

enum Content {
    Text(String),
    Pixels(Pixels),
}

struct Pixels {
    file: Vec<u8>,
    /// The parts that it does not show.
    said: Option<String>,
}

#[cfg(feature = "png")]
fn still(drawing: &Drawing) -> Result<Pixels, String> {
    pixels(alfil::render::png::draw(&drawing.svg(), drawing.pixels()))
}

#[cfg(feature = "png")]
fn moving(end: &Position, form: Moving) -> Result<Pixels, String> {
    pixels(Replay::of(end).moving(form, None))
}

#[cfg(feature = "png")]
fn pixels(drawn: Result<Raster, RasterError>) -> Result<Pixels, String> {
    let Raster { bytes, boxed } = drawn.map_err(|error| error.to_string())?;
    Ok(Pixels { file: bytes, said: font::boxes(boxed) })
}

#[cfg(not(feature = "png"))]
fn still(_: &Drawing) -> Result<Pixels, String> {
    Err("this build draws no pixels".to_owned())
}

#[cfg(not(feature = "png"))]
fn moving(_: &Position, _: Moving) -> Result<Pixels, String> {
    Err("this build draws no pixels".to_owned())
}

fn pgn(game: &Game, mut position: Position, title: &str) -> String {
    let mut moves = Vec::new();
    while let Some(mv) = position.take_back() {
        moves.push(mv);
    }
    let mut record = Record::new(game, &position);
    for mv in moves.iter().rev() {
        record.push(&position, mv);
        position.play(mv);
    }
    record.pgn(title, &position)
}
