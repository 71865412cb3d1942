//! `alfil uci`: serves a graphical interface on standard input and output.

use crate::cli::io_error;
use crate::cli::load::{Outcome, Session, Stop};
use crate::cli::shell::Status;
use alfil::protocol::exchange::{Exchange, Protocol};
use alfil::protocol::host::Host;
use alfil::protocol::uci::Uci;
use std::io;

const EXAMPLES: &str = "\
Examples:
  alfil uci
  alfil uci ./mine.yaml
  printf 'position startpos moves e2e4\\ngo depth 5\\n' | alfil uci

A graphical interface or a tournament program starts this. The option UCI_Variant chooses a shipped
game, and VariantFile a file of your own.";

/// Arguments of `uci`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game to begin with: a shipped name, a path or a sum.
    #[arg(default_value = "chess")]
    name: String,
}

/// Serves a UCI interface until it ends.
pub(crate) fn uci(args: &Args, session: &mut Session) -> Outcome {
    serve(args, session, |host| Box::new(Uci::new(host)))
}

fn serve(
    args: &Args,
    session: &mut Session,
    protocol: impl FnOnce(Host) -> Box<dyn Protocol>,
) -> Outcome {
    // Findings are drawn as for other commands.
    session.load(&args.name)?;
    let exchange = Exchange::default();
    let host =
        Host::new(session.fresh(), &args.name, exchange.listener()).map_err(Stop::Refused)?;
    match exchange.run(protocol(host).as_mut(), io::stdin(), &mut io::stdout().lock()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Stop::Refused(format!("no output: {}", io_error::plain(&error))))
        }
        // The interface has closed the pipe.
        Ok(()) | Err(_) => Ok(Status::Well),
    }
}
