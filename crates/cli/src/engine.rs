//! `alfil uci`, `usi`, `ucci` and `xboard`: serve a graphical interface on standard input and output.

use alfil_protocol::host::{Exchange, Host, Protocol};
use alfil_protocol::uci_engine::{Tongue, UciEngine};
use alfil_protocol::xboard;
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::{self, Status, Stop};
use std::io;

const UCI_EXAMPLES: &str = "\
Examples:
  alfil uci
  alfil uci ./mine.yaml
  printf 'position startpos moves e2e4\\ngo depth 5\\n' | alfil uci

A graphical interface or a tournament program starts this command. The option UCI_Variant chooses a shipped
game, and VariantFile a file of your own.";

const XBOARD_EXAMPLES: &str = "\
Examples:
  xboard -fcp 'alfil xboard' -variant crazyhouse
  xboard -fcp 'alfil xboard ./mine.yaml' -variant mine

XBoard or WinBoard starts this command. XBoard knows the rules of some games. For all others, Alfil tells it the
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
            Err(Stop::Refused(format!("no output: {}", terminal::plain(&error))))
        }
        // The interface has closed the pipe.
        Ok(()) | Err(_) => Ok(Status::Well),
    }
}
