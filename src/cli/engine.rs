//! `alfil uci`, `usi`, `ucci` and `xboard`: serve a graphical interface on standard input and output.

use crate::cli::io_error;
use crate::cli::load::{Outcome, Session};
use crate::cli::shell::Status;
use crate::cli::stop::Stop;
use alfil::protocol::exchange::{Exchange, Protocol};
use alfil::protocol::host::Host;
use alfil::protocol::uci_engine::{Tongue, UciEngine};
use alfil::protocol::xboard;
use std::io;

const UCI_EXAMPLES: &str = "\
Examples:
  alfil uci
  alfil uci ./mine.yaml
  printf 'position startpos moves e2e4\\ngo depth 5\\n' | alfil uci

A graphical interface or a tournament program starts this. The option UCI_Variant chooses a shipped
game, and VariantFile a file of your own.";

const XBOARD_EXAMPLES: &str = "\
Examples:
  xboard -fcp 'alfil xboard' -variant crazyhouse
  xboard -fcp 'alfil xboard ./mine.yaml' -variant mine

XBoard or WinBoard starts this. XBoard knows the rules of some games. For all others, Alfil tells it the
board, the pieces and their moves.";

/// Arguments of `uci`.
#[derive(clap::Args)]
#[command(after_help = UCI_EXAMPLES)]
pub(crate) struct Uci {
    /// The game to begin with: a shipped name, a path or a sum.
    #[arg(default_value = "chess")]
    name: String,
}

/// Arguments of `usi`.
#[derive(clap::Args)]
pub(crate) struct Usi {
    /// The game to begin with: a shipped name, a path or a sum.
    #[arg(default_value = "shogi")]
    name: String,
}

/// Arguments of `ucci`.
#[derive(clap::Args)]
pub(crate) struct Ucci {
    /// The game to begin with: a shipped name, a path or a sum.
    #[arg(default_value = "xiangqi")]
    name: String,
}

/// Arguments of `xboard`.
#[derive(clap::Args)]
#[command(after_help = XBOARD_EXAMPLES)]
pub(crate) struct XBoard {
    /// The game to begin with: a shipped name, a path or a sum.
    #[arg(default_value = "chess")]
    name: String,
}

/// Serves a UCI interface until it ends.
pub(crate) fn uci(args: &Uci, session: &mut Session) -> Outcome {
    serve(&args.name, session, |host| Ok(Box::new(UciEngine::new(host, Tongue::Uci)?)))
}

/// Serves a USI interface until it ends.
pub(crate) fn usi(args: &Usi, session: &mut Session) -> Outcome {
    serve(&args.name, session, |host| Ok(Box::new(UciEngine::new(host, Tongue::Usi)?)))
}

/// Serves a UCCI interface until it ends.
pub(crate) fn ucci(args: &Ucci, session: &mut Session) -> Outcome {
    serve(&args.name, session, |host| Ok(Box::new(UciEngine::new(host, Tongue::Ucci)?)))
}

/// Serves XBoard until it ends.
pub(crate) fn xboard(args: &XBoard, session: &mut Session) -> Outcome {
    serve(&args.name, session, |host| Ok(Box::new(xboard::XBoard::new(host)?)))
}

fn serve(
    game: &str,
    session: &mut Session,
    protocol: impl FnOnce(Host) -> Result<Box<dyn Protocol>, String>,
) -> Outcome {
    // Findings are drawn as for other commands.
    session.load(game)?;
    let exchange = Exchange::default();
    let host = Host::new(session.fresh(), game, exchange.listener());
    let mut protocol = host.and_then(protocol).map_err(Stop::Refused)?;
    match exchange.run(protocol.as_mut(), io::stdin(), &mut io::stdout().lock()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Stop::Refused(format!("no output: {}", io_error::plain(&error))))
        }
        // The interface has closed the pipe.
        Ok(()) | Err(_) => Ok(Status::Well),
    }
}
