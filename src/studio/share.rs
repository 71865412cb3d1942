//! Files of a game to keep: a page of rules, a picture or a PGN.

use crate::describe::replay::{Moving, Replay};
use crate::describe::rules_page;
use crate::play::game::Game;
use crate::play::pgn::Record;
use crate::play::position::Position;
use crate::render::drawing::{Drawing, MAX_MOVING, PAUSE};
#[cfg(feature = "png")]
use crate::render::font;
#[cfg(feature = "png")]
use crate::render::raster::{Raster, RasterError};
use crate::studio::cache::Opened;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// The name, the type and the content of a file. Binary content is in base 64.
pub(super) fn share(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let form = question["form"].as_str().unwrap_or_default().to_owned();
    let title = opened.game()?.rules().title.clone();
    let position = opened.in_play(question)?.position.clone();
    let (kind, content) = match form.as_str() {
        "html" => {
            let game = opened.game()?;
            let Some(resolved) = opened.page.resolved() else { return Ok(Value::Null) };
            ("text/html", Content::Text(rules_page::html(resolved, game, Some(&position))))
        }
        "svg" => ("image/svg+xml", Content::Text(Drawing::of(&title, &position).svg())),
        "png" => ("image/png", Content::Pixels(still(&Drawing::of(&title, &position))?)),
        "apng" | "gif" if position.plies() == 0 => return Err(NO_MOVE.to_owned()),
        "apng" => ("image/apng", Content::Pixels(moving(&position, Moving::Apng)?)),
        "gif" => ("image/gif", Content::Pixels(moving(&position, Moving::Gif)?)),
        "pgn" => ("application/x-chess-pgn", Content::Text(pgn(opened.game()?, position, &title))),
        _ => return Err("`form` is html, svg, png, apng, gif or pgn".to_owned()),
    };
    let mut answer = json!({ "name": format!("{}.{form}", file_name(&title)), "type": kind });
    match content {
        Content::Text(text) => answer["content"] = text.into(),
        Content::Pixels(Pixels { file, note }) => {
            answer["base64"] = BASE64_STANDARD.encode(file).into();
            answer["said"] = note.into();
        }
    }
    Ok(answer)
}

/// The refusal to show a game before its first move.
const NO_MOVE: &str = "there is no move yet that a picture could show";

/// The name of a file about the game with this title, without its ending.
fn file_name(title: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    title.chars().map(plain).collect()
}

/// The pictures of all positions up to this one, for pages that draw the pixels themselves. `pause`
/// is the duration of a picture in milliseconds; the last one stays four times as long. `most` is the
/// greatest number of pixels of all pictures.
pub(super) fn frames(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let name = file_name(&opened.game()?.rules().title);
    let position = &opened.in_play(question)?.position;
    if position.plies() == 0 {
        return Err(NO_MOVE.to_owned());
    }
    let replay = Replay::of(position);
    Ok(json!({
        "name": name,
        "pictures": replay.frames(),
        "width": replay.pixels(),
        "pause": PAUSE,
        "most": MAX_MOVING,
    }))
}

enum Content {
    Text(String),
    Pixels(Pixels),
}

struct Pixels {
    file: Vec<u8>,
    /// A note on characters that the picture cannot show.
    note: Option<String>,
}

#[cfg(feature = "png")]
fn still(drawing: &Drawing) -> Result<Pixels, String> {
    pixels(crate::render::png::draw(&drawing.svg(), drawing.pixels()))
}

#[cfg(feature = "png")]
fn moving(end: &Position, form: Moving) -> Result<Pixels, String> {
    pixels(Replay::of(end).moving(form, None))
}

#[cfg(feature = "png")]
fn pixels(drawn: Result<Raster, RasterError>) -> Result<Pixels, String> {
    let Raster { bytes, boxed } = drawn.map_err(|error| error.to_string())?;
    Ok(Pixels { file: bytes, note: font::boxes(boxed) })
}

#[cfg(not(feature = "png"))]
fn still(_: &Drawing) -> Result<Pixels, String> {
    Err("this build draws no pixels".to_owned())
}

#[cfg(not(feature = "png"))]
fn moving(_: &Position, _: Moving) -> Result<Pixels, String> {
    Err("this build draws no pixels".to_owned())
}

/// The moves that led to `position`, as a PGN.
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
