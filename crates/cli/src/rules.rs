//! `alfil rules`: writes the complete rules of a game, as Markdown or as one HTML page with
//! pictures and a game. Neither needs other files.

use alfil_describe::rules_page::{html, markdown};
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{At, Outcome, Session};
use alfil_shell::terminal::{Status, Stop};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  alfil rules contrast                       as Markdown
  alfil rules glinski --html -o glinski.html one page with pictures, fit to print
  alfil rules chess --html --pgn game.pgn    the same with this game to click through

The page shows a game: that of `--after` or `--pgn`, otherwise the longest game of the tests.";

/// Arguments of `rules`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// One HTML page with its pictures inside.
    #[arg(long)]
    html: bool,
    #[command(flatten)]
    at: At,
    /// A file to write; without one, standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Prints the rules or writes them to a file.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    if args.at.is_asked() && !args.html {
        let why = "only a page can show a game; add `--html`";
        return Err(Stop::Refused(why.to_owned()));
    }
    let text = if args.html {
        let asked = args.at.is_asked().then(|| session.position(&loaded.game, &args.at));
        html(&loaded.resolved, &loaded.game, asked.transpose()?.as_ref())
    } else {
        markdown(&loaded.resolved, &loaded.game)
    };
    match &args.output {
        Some(path) => {
            let before = args.overwrite.before();
            file::write(path, text.as_bytes(), before, &mut session.shell)?;
        }
        None => session.shell.say(&text),
    }
    Ok(Status::Well)
}
