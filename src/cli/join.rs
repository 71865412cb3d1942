//! `alfil join`: reads the files of the parts of a run and prints its result.

use crate::cli::contest;
use crate::cli::learn;
use crate::cli::load::{Outcome, Session, Stop};
use crate::cli::parts::{Joined, Task, Wanted};
use crate::cli::perft;
use crate::cli::shell::Status;
use crate::cli::survey;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  alfil survey chess --games 1000 --part 1/2 -o 1.part
  alfil survey chess --games 1000 --part 2/2 -o 2.part
  alfil join 1.part 2.part --html chess.html

The output is that of the command that wrote the parts. If parts or results are missing, `join`
names them, prints the result of the others, and exits with 1.";

/// Arguments of `join`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The files of `--part`, in any order.
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Of a survey: writes a page with plots to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Of a match: writes all games to this file, as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Of `learn`: the file for the values; without it NAME.values in this folder.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Of `perft`: the count behind each first move.
    #[arg(long)]
    divide: bool,
    /// One JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the files and prints the result.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let joined = Joined::read(&args.files)?;
    let task = joined.run.command;
    for (option, is_given, owner) in [
        ("--html", args.html.is_some(), Task::Survey),
        ("--pgn", args.pgn.is_some(), Task::Match),
        ("--output", args.output.is_some(), Task::Learn),
        ("--divide", args.divide, Task::Perft),
    ] {
        if is_given && owner != task {
            let (owner, task) = (owner.name(), task.name());
            let why = format!("`{option}` is for parts of `alfil {owner}`, not of `alfil {task}`");
            return Err(Stop::Refused(why));
        }
    }
    let wanted = Wanted {
        json: args.json,
        html: args.html.clone(),
        pgn: args.pgn.clone(),
        values: args.output.clone(),
        divide: args.divide,
    };
    let loaded = session.load(&joined.run.definition)?;
    joined.check(&loaded)?;
    let status = match task {
        Task::Survey => survey::join(&joined, loaded, &wanted, session)?,
        Task::Match => contest::join(&joined, &loaded, &wanted, session)?,
        Task::Learn => learn::join(&joined, &loaded, &wanted, session)?,
        Task::Perft => perft::join(&joined, loaded, &wanted, session)?,
    };
    Ok(match joined.missing() {
        Some(missing) => {
            session.shell.error(format!("warning: {missing}"));
            status.max(Status::Found)
        }
        None => status,
    })
}
