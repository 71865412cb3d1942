//! `alfil diagram`: draws a board, or how a piece moves, in the terminal or to a file.

use crate::looker::{self, Looker};
use alfil_describe::replay::Moving;
#[cfg(feature = "png")]
use alfil_describe::replay::Replay;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_render::drawing::{Absent, Drawing};
use alfil_render::mark::Hue;
use alfil_render::palette::Theme;
#[cfg(feature = "png")]
use alfil_render::{font, png, raster::Raster};
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{At, Outcome, Session};
use alfil_shell::terminal::{Shell, Status, Stop};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  alfil diagram contrast                                the start position, here
  alfil diagram contrast --piece bishop -o bishop.svg   how the bishop moves
  alfil diagram chess --after 'e2e4 e7e5' -o game.png --width 600
  alfil diagram chess --pgn game.pgn -o game.gif        every position of a game, one after another
  alfil diagram xiangqi --from b3                       where the cannon may go now
  alfil diagram shogi --from P@ --position '4k4/9/9/9/9/9/9/9/4K4[P] w'
  alfil diagram shogi --set figures -o shogi.svg        figures and letters in place of ideographs
  alfil diagram chess --flip --theme print --arrow e2e4 --mark e5=red -o plan.svg";

/// Arguments of `diagram`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// Draw how this piece (its name or letter) moves, instead of a position.
    #[arg(long, value_name = "K")]
    piece: Option<String>,
    #[command(flatten)]
    at: At,
    /// Draw the legal moves of the piece on this cell or point, or the drops of a piece in hand (`P@`); with
    /// `--piece`, the cell on which the piece is drawn alone.
    #[arg(long, value_name = "PLACE")]
    from: Option<String>,
    /// Show the board from Black's side.
    #[arg(long)]
    flip: bool,
    /// Show only what this side sees, in a game with `sight`.
    #[arg(long = "as", value_name = "SIDE", value_enum, conflicts_with_all = ["piece", "from"])]
    looker: Option<Looker>,
    /// Draw an arrow, in green or as `e2e4=COLOUR`: red, blue, yellow; may be repeated.
    #[arg(long, value_name = "E2E4", value_parser = Asked::read)]
    arrow: Vec<Asked>,
    /// Mark a cell or a point, in green or as `e4=COLOUR`; may be repeated.
    #[arg(long, value_name = "PLACE", value_parser = Asked::read)]
    mark: Vec<Asked>,
    /// The text above the drawing, instead of the name.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The style of a file; a terminal has its own colours.
    #[arg(long, value_parser = themes())]
    theme: Option<Theme>,
    /// The signs of the pieces: their symbols, or figures and letters as in Western books.
    #[arg(long, value_name = "MEN", default_value = "symbols")]
    set: Set,
    /// A file that ends in .svg, .png or, for a game that moves, .apng or .gif; without one, the terminal.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Pixels of a PNG or GIF, or columns of the terminal.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    width: Option<u32>,
}

/// Draws the picture.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let only = args.piece.as_deref().map(|name| loaded.kind(name)).transpose()?;
    if let (Game::Board(_), Some(_), true) = (&loaded.game, only, args.at.is_asked()) {
        let why = "`--piece` draws only a piece, so it cannot be combined with a position or moves";
        return Err(Stop::Refused(why.to_owned()));
    }
    let noted = !(args.arrow.is_empty() && args.mark.is_empty());
    if let (Game::Board(_), Some(_), true) = (&loaded.game, only, noted) {
        let why = "`--piece` draws only a piece, on cells without names, so it cannot be combined with `--arrow` or `--mark`";
        return Err(Stop::Refused(why.to_owned()));
    }
    let at = session.position(&loaded.game, &args.at)?;
    let title = &loaded.resolved.title;
    let drawing = match (only, &args.from) {
        (Some(_), Some(_)) if matches!(loaded.game, Game::Plane(_)) => {
            let why = "on a plane, `--from` cannot be combined with `--piece`";
            return Err(Stop::Refused(why.to_owned()));
        }
        (Some(kind), Some(place)) => Drawing::of_kind_from(&at, kind, place).map_err(refused)?,
        (Some(kind), None) => Drawing::of_kind_wholly(title, &at, kind),
        (None, Some(place)) => Drawing::of_moves(title, &at, place).map_err(refused)?,
        (None, None) => match args.looker {
            Some(looker) => {
                looker::seen(&at, looker)?;
                Drawing::seen(title, &at, looker.into())
            }
            None => Drawing::of(title, &at),
        },
    };
    let Some(path) = &args.output else {
        in_terminal(args)?;
        let columns = args.width.map_or(session.shell.width(), |w| w as usize);
        let drawn = dressed(drawing, args)?.text(session.shell.colour(), columns);
        session.shell.paint(&drawn);
        return Ok(Status::Well);
    };
    let bytes = match Format::of(path)? {
        Format::Svg => dressed(drawing, args)?.svg().into_bytes(),
        Format::Png => {
            let drawing = dressed(drawing, args)?;
            png(&drawing.svg(), args.width.unwrap_or(drawing.pixels()), &mut session.shell)?
        }
        Format::Moving(_) if only.is_some() => {
            let why = "a moving picture needs a game, and `--piece` draws only a piece; name a file that ends in .svg or .png";
            return Err(Stop::Refused(why.to_owned()));
        }
        Format::Moving(_) if args.from.is_some() => {
            let why = "a moving picture shows a whole game, and `--from` draws one position; name a file that ends in .svg or .png";
            return Err(Stop::Refused(why.to_owned()));
        }
        Format::Moving(_) if args.looker.is_some() => {
            let why = "a moving picture cannot be combined with `--as`; name a file that ends in .svg or .png";
            return Err(Stop::Refused(why.to_owned()));
        }
        Format::Moving(form) => moving(&at, form, args, &mut session.shell)?,
    };
    file::write(path, &bytes, args.overwrite.before(), &mut session.shell)?;
    Ok(Status::Well)
}

/// Reports options that have an effect only in files.
fn in_terminal(args: &Args) -> Result<(), Stop> {
    let why = match (args.theme, args.arrow.is_empty()) {
        (Some(_), _) => "`--theme` works only for files, because a terminal has its own colours",
        (None, false) => "the terminal cannot show arrows",
        (None, true) => return Ok(()),
    };
    Err(Stop::Refused(format!("{why}; name a file with `-o`")))
}

/// Applies the options for marks, arrows, direction, title and style.
fn dressed(mut drawing: Drawing, args: &Args) -> Result<Drawing, Stop> {
    for Asked { what, hue } in &args.mark {
        drawing.note(what, *hue).map_err(refused)?;
    }
    for Asked { what, hue } in &args.arrow {
        drawing.arrow(what, *hue).map_err(refused)?;
    }
    if args.flip {
        drawing = drawing.turned();
    }
    if args.set == Set::Figures {
        drawing = drawing.without_symbols();
    }
    if let Some(title) = &args.title {
        drawing = drawing.titled(title);
    }
    Ok(drawing.themed(args.theme.unwrap_or_default()))
}

fn refused(absent: Absent) -> Stop {
    Stop::Refused(absent.to_string())
}

/// The pictures for pieces of a game that has symbols.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Set {
    /// What its definition says.
    Symbols,
    /// Silhouettes and letters.
    Figures,
}

/// A place or an arrow with its colour, as written on the command line.
#[derive(Clone)]
struct Asked {
    what: String,
    hue: Hue,
}

impl Asked {
    fn read(text: &str) -> Result<Asked, String> {
        let Some((what, colour)) = text.split_once('=') else {
            return Ok(Asked { what: text.to_owned(), hue: Hue::default() });
        };
        let hue = Hue::ALL.into_iter().find(|hue| hue.name() == colour).ok_or_else(|| {
            format!("`{colour}` is not one of {}", Hue::ALL.map(Hue::name).join(", "))
        })?;
        Ok(Asked { what: what.to_owned(), hue })
    }
}

fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(Theme::name)).map(|name| {
        // The name is always found, because clap accepts only these names.
        Theme::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or_default()
    })
}

/// The format of an output file.
enum Format {
    Svg,
    Png,
    Moving(Moving),
}

impl Format {
    fn of(path: &Path) -> Result<Format, Stop> {
        let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("apng") => Ok(Format::Moving(Moving::Apng)),
            Some("gif") => Ok(Format::Moving(Moving::Gif)),
            Some(_) | None => Err(Stop::Refused(format!(
                "the name `{}` must end in .svg, .png, .apng or .gif",
                path.display()
            ))),
        }
    }
}

#[cfg(feature = "png")]
fn png(svg: &str, width: u32, shell: &mut Shell) -> Result<Vec<u8>, Stop> {
    png::draw(svg, width).map(|png| told(png, shell)).map_err(|e| Stop::Refused(e.to_string()))
}

/// The bytes of a picture. Prints a note about characters that the fonts cannot show.
#[cfg(feature = "png")]
fn told(picture: Raster, shell: &mut Shell) -> Vec<u8> {
    if let Some(said) = font::boxes(picture.boxed) {
        shell.error(said);
    }
    picture.bytes
}

#[cfg(feature = "png")]
fn moving(end: &Position, form: Moving, args: &Args, shell: &mut Shell) -> Result<Vec<u8>, Stop> {
    let replay = Replay::of(end).dressed(|drawing| dressed(drawing, args))?;
    let picture = replay.moving(form, args.width).map_err(|e| Stop::Refused(e.to_string()))?;
    Ok(told(picture, shell))
}

#[cfg(not(feature = "png"))]
fn moving(_: &Position, _: Moving, _: &Args, shell: &mut Shell) -> Result<Vec<u8>, Stop> {
    png("", 0, shell)
}

#[cfg(not(feature = "png"))]
fn png(_: &str, _: u32, _: &mut Shell) -> Result<Vec<u8>, Stop> {
    Err(Stop::Refused("this build cannot draw pixels; name a file that ends in .svg".to_owned()))
}
