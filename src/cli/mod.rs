//! The command line: one file a command.
//!
//! Owns: the arguments and [`run`]. Commands work on a [`Session`](load::Session), which reads
//! definitions and collects output; nothing is printed before a command has ended, so that a closed
//! pipe or a late error leaves no half of an answer (`play` alone answers line by line). Exit codes: 0 all is well, 1 something was found,
//! 2 wrong usage or a request that cannot be met.

mod catalogue;
mod check;
mod diagram;
mod explain;
mod file;
mod list;
mod load;
mod moves;
mod perft;
mod plane;
mod play;
mod random;
mod shell;
mod show;
mod snapshot;
pub mod stage;
mod test;
mod words;

use crate::cli::load::Session;
use crate::cli::shell::{Shell, Status, When};
use clap::{Parser, Subcommand};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  alfil show contrast                      a variant: board, pieces, moves, counts, tests
  alfil explain 'masF'                     a movement string in plain English
  alfil check mine.yaml                    every finding about a file of your own
  alfil moves chess --after 'e2e4 e7e5'    legal moves after two moves
  alfil perft 'capablanca+contrast-modifier' 3

A NAME is a shipped name (see `alfil list`), a path such as ./mine.yaml, or a sum such as
chess+monochromatic-modifier. A FILE may be any of these, or a folder. Quote what holds spaces,
brackets or stars: a shell would read them as its own.";

/// An interpreter for chess-variant definitions: text files in, legal moves out.
#[derive(Parser)]
#[command(name = "alfil", version, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Colours: on a terminal only, always, or never.
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    color: When,
}

#[derive(Subcommand)]
enum Command {
    /// The shipped definitions, by family.
    List(list::Args),
    /// Validate definitions: every finding with its place and what to type instead.
    Check(check::Args),
    /// Run the tests and recorded moves that belong to definitions.
    Test(test::Args),
    /// Compare generated moves with those recorded beside definitions, or record them.
    Snapshot(snapshot::Args),
    /// Show a variant in words and pictures, or a stage of it.
    Show(show::Args),
    /// Explain a movement string, or the code of a finding.
    Explain(explain::Args),
    /// Legal moves.
    Moves(moves::Args),
    /// Count move sequences.
    Perft(perft::Args),
    /// Play a game in the terminal, two people at one keyboard.
    Play(play::Args),
    /// Play a random game.
    Random(random::Args),
    /// Draw a board, or how a piece moves.
    Diagram(diagram::Args),
}

impl Command {
    /// Whether a program reads the answer.
    fn json(&self) -> bool {
        match self {
            Command::List(args) => args.json,
            Command::Check(args) => args.json,
            Command::Test(args) => args.json,
            Command::Snapshot(args) => args.json,
            Command::Show(args) => args.json,
            Command::Explain(args) => args.json,
            Command::Moves(args) => args.json,
            Command::Perft(args) => args.json,
            Command::Random(args) => args.json,
            Command::Play(_) | Command::Diagram(_) => false,
        }
    }
}

/// Reads the arguments of this process, runs the command, prints what it has to say.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe is nobody's mistake.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let json = cli.command.json();
    let mut session = Session::new(Shell::new(cli.color));
    let result = match &cli.command {
        Command::List(args) => list::run(args, &mut session),
        Command::Check(args) => check::run(args, &mut session),
        Command::Test(args) => test::run(args, &mut session),
        Command::Snapshot(args) => snapshot::run(args, &mut session),
        Command::Show(args) => show::run(args, &mut session),
        Command::Explain(args) => explain::run(args, &mut session),
        Command::Moves(args) => moves::run(args, &mut session),
        Command::Perft(args) => perft::run(args, &mut session),
        Command::Play(args) => play::run(args, &mut session),
        Command::Random(args) => random::run(args, &mut session),
        Command::Diagram(args) => diagram::run(args, &mut session),
    };
    let status = result.unwrap_or_else(|stop| session.stop(stop, json));
    session.shell.finish(status)
}

/// What a command comes to.
type Outcome = Result<Status, load::Stop>;
