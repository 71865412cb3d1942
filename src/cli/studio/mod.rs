//! `alfil studio`: a page for writing and playing a definition, served by this program.
//!
//! ```text
//! page in a browser --HTTP--> server --JSON--> worker (another process) --> src/studio
//! ```
//!
//! `auth` decides which requests are served. Workers answer all questions about a definition, so
//! that the server can kill an obsolete answer and survives a crash. Only the file on the command
//! line is written.

mod auth;
mod document;
pub(crate) mod page;
mod server;
mod wire;
mod worker;
mod worker_pool;

use crate::cli::load::{Outcome, STDIN, Session};
use crate::cli::new;
use crate::cli::shell::Status;
use crate::cli::stop::Stop;
use alfil::describe::draft::Place;
use alfil::editor::Address;
use alfil::library;
use document::Document;
use server::Browser;
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  alfil studio                   a page with an empty definition, which no file holds
  alfil studio mine.yaml         the same for a file, which need not be there yet
  alfil studio contrast          a copy of a shipped definition
  alfil studio 'http://...#text=...'   the definition of a link that another Studio gave

The page is found at the address that is printed, on this machine only. Ctrl-C ends it.";

/// The parent of a new definition.
const PARENT: &str = "chess";

/// Arguments of `studio`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file to write, there or not yet, a shipped name to begin with, or a link.
    file: Option<String>,
    /// Listen here; without it the port follows from the file, so that what a browser keeps for the page is found again.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Print the address and open no browser.
    #[arg(long)]
    no_open: bool,
    /// Answer a server's questions instead of being one.
    #[arg(long, hide = true)]
    desk: bool,
}

/// Serves until it is interrupted.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    if args.desk {
        let name = || Address::Name("untitled".to_owned());
        let address = args.file.as_ref().map_or_else(name, |path| Address::File(path.into()));
        worker::answer_all(&session.workspace, address);
        return Ok(Status::Well);
    }
    // The page opens the definition of a link only after the user agrees.
    let (file, sent) = match args.file.as_deref().map(|asked| (asked, asked.split_once(LINK))) {
        Some((_, Some((_, sent)))) if is_sent(sent) => (None, Some(sent)),
        Some((_, Some(_))) => {
            let why = "the link is broken off or changed: behind `#text=` stand letters, digits, `-` and `_`";
            return Err(Stop::Refused(why.to_owned()));
        }
        Some((asked, None)) => (Some(asked), None),
        None => (None, None),
    };
    let document = document(file, session)?;
    let browser = if args.no_open { Browser::Leave } else { Browser::Open };
    server::serve(document, args.port, browser, sent, session)
}

/// The part of a link before the definition.
const LINK: &str = "#text=";

/// The part of a link between the definition and a game.
const GAME: &str = "&game=";

/// Returns true if the rest of a link has a definition, and perhaps a game after it.
fn is_sent(sent: &str) -> bool {
    let (text, game) = sent.split_once(GAME).unwrap_or((sent, ""));
    text.bytes().chain(game.bytes()).all(is_plain)
}

/// Returns true if a link may contain the byte.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// The first text of the page, and its file.
fn document(asked: Option<&str>, session: &mut Session) -> Result<Document, Stop> {
    let Some(asked) = asked else {
        let text =
            new::beginning(Path::new("untitled.yaml"), "Untitled", PARENT, Place::Page, session)?;
        return Ok(Document::scratch("untitled", &text));
    };
    if asked == STDIN {
        let why = "`studio` reads no standard input; name a file";
        return Err(Stop::Refused(why.to_owned()));
    }
    let is_path = Path::new(asked).components().count() > 1 || asked.ends_with(".yaml");
    if !is_path && let Some(shipped) = library::find(asked) {
        return Ok(Document::scratch(shipped.name, shipped.text));
    }
    if Path::new(asked).is_file() {
        return Document::open(Path::new(asked), String::new());
    }
    let (path, title) = new::place(Path::new(asked))?;
    let beginning = new::beginning(&path, &title, PARENT, Place::Page, session)?;
    Document::open(&path, beginning)
}
