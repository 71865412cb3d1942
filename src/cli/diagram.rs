//! `alfil diagram`: a board, or how a piece moves, in a terminal or a file.

use crate::cli::file::Before;
use crate::cli::load::{At, Loaded, Session, Stop};
#[cfg(feature = "png")]
use crate::cli::replay::Replay;
use crate::cli::shell::Status;
use crate::cli::{Outcome, file};
use crate::diagnostic::did_you_mean;
use crate::play::game::Game;
use crate::play::position::Position;
use crate::render::drawing::Drawing;
use crate::rules::ruleset::{Kind, KindId};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  alfil diagram contrast                                the start position, here
  alfil diagram contrast --piece bishop -o bishop.svg   how the bishop moves
  alfil diagram chess --after 'e2e4 e7e5' -o game.png --width 600
  alfil diagram chess --pgn game.pgn -o game.apng       every position of a game, one after another";

/// Arguments of `diagram`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// How this piece moves (its name or letter), instead of a position.
    #[arg(long, value_name = "K")]
    piece: Option<String>,
    #[command(flatten)]
    at: At,
    /// A file that ends in .svg, .png or, for a game that moves, .apng; without one, the terminal.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Pixels of a PNG, or columns of the terminal.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    width: Option<u32>,
}

/// Draws.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let only = args.piece.as_deref().map(|name| kind(&loaded, name)).transpose()?;
    if let (Game::Board(_), Some(_), true) = (&loaded.game, only, args.at.is_asked()) {
        let why = "`--piece` draws a piece alone, so it goes with neither position nor moves";
        return Err(Stop::Refused(why.to_owned()));
    }
    let at = session.position(&loaded.game, &args.at)?;
    let title = &loaded.resolved.title;
    let drawing = match only {
        Some(kind) => Drawing::of_kind(title, &at, kind),
        None => Drawing::of(title, &at),
    };
    let Some(path) = &args.output else {
        let columns = args.width.map_or(session.shell.width(), |w| w as usize);
        let drawn = drawing.text(session.shell.colour(), columns);
        session.shell.paint(&drawn);
        return Ok(Status::Well);
    };
    let bytes = match Format::of(path)? {
        Format::Svg => drawing.svg().into_bytes(),
        Format::Png => png(&drawing.svg(), args.width.unwrap_or(drawing.pixels()))?,
        Format::Apng if only.is_some() => {
            let why = "a piece alone does not move; name a file that ends in .svg or .png";
            return Err(Stop::Refused(why.to_owned()));
        }
        Format::Apng => apng(&at, args.width)?,
    };
    file::write(path, &bytes, Before::Any, &mut session.shell)?;
    Ok(Status::Well)
}

/// The forms of a file.
enum Format {
    Svg,
    Png,
    Apng,
}

impl Format {
    fn of(path: &Path) -> Result<Format, Stop> {
        let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("apng") => Ok(Format::Apng),
            Some(_) | None => Err(Stop::Refused(format!(
                "`{}` ends in none of .svg, .png and .apng, so its form is not known",
                path.display()
            ))),
        }
    }
}

#[cfg(feature = "png")]
fn png(svg: &str, width: u32) -> Result<Vec<u8>, Stop> {
    crate::render::png::draw(svg, width).map_err(|e| Stop::Refused(e.to_string()))
}

#[cfg(feature = "png")]
fn apng(end: &Position, width: Option<u32>) -> Result<Vec<u8>, Stop> {
    Replay::of(end).apng(width).map_err(|e| Stop::Refused(e.to_string()))
}

#[cfg(not(feature = "png"))]
fn apng(_: &Position, _: Option<u32>) -> Result<Vec<u8>, Stop> {
    png("", 0)
}

#[cfg(not(feature = "png"))]
fn png(_: &str, _: u32) -> Result<Vec<u8>, Stop> {
    Err(Stop::Refused("this build draws no PNG; name a file that ends in .svg".to_owned()))
}

/// The kind called `name`, or with that letter.
fn kind(loaded: &Loaded, name: &str) -> Result<KindId, Stop> {
    let kinds = &loaded.game.rules().kinds;
    let named = kinds.enumerate().find(|(_, k)| k.name.value.eq_ignore_ascii_case(name));
    let lettered = || {
        let spelt = |k: &Kind| k.letter.to_string().to_lowercase();
        kinds.enumerate().find(|(_, k)| spelt(k) == name.to_lowercase())
    };
    named.or_else(lettered).map(|(id, _)| id).ok_or_else(|| {
        let names: Vec<&str> = kinds.iter().map(|k| k.name.value.as_str()).collect();
        let hint = match did_you_mean(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its pieces are {}", names.join(", ")),
        };
        Stop::Refused(format!("{} has no piece `{name}`: {hint}", loaded.resolved.title))
    })
}
