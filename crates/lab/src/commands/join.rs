//! `alfil join`: reads the files of the parts of a run and prints its result.

use crate::parts::{Extent, Joined, Joiner, Wanted};
use alfil_shell::file::Overwrite;
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::{Status, Stop};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  alfil survey chess --games 1000 --part 1/2 -o 1.part
  alfil survey chess --games 1000 --part 2/2 -o 2.part
  alfil join 1.part 2.part --html chess.html
  alfil join *.part --state                  which parts are complete

The output is that of the command that wrote the parts. If parts or results are missing or damaged,
`join` names them, prints the result of the others, and exits with 1.";

/// Arguments of `join`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
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
    #[command(flatten)]
    overwrite: Overwrite,
    /// Read the definition under this name; without it, under its name in the files.
    #[arg(long, value_name = "NAME")]
    definition: Option<String>,
    /// Only the state of each part: what it has, and what is missing.
    #[arg(long, conflicts_with_all = ["html", "pgn", "output", "definition"])]
    state: bool,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Reads the files, which are parts of one of these commands, and prints the result.
pub fn run(args: &Args, joiners: &[Joiner], session: &mut Session) -> Outcome {
    let names: Vec<&str> = joiners.iter().map(|joiner| joiner.name).collect();
    let mut joined = Joined::read(&args.files, &names)?;
    if args.state {
        joined.warn(session);
        return Ok(joined.report(args.json, session));
    }
    let Some(joiner) = joiners.iter().find(|joiner| joiner.name == joined.run.command) else {
        return Err(Stop::Refused("no file to join".to_owned()));
    };
    let mut file = None;
    let options = [("--html", &args.html), ("--pgn", &args.pgn), ("--output", &args.output)];
    for (option, path) in options {
        let Some(path) = path else { continue };
        if option != joiner.option {
            let owner = joiners.iter().find(|owner| owner.option == option);
            let (owner, own) = (owner.map_or("", |owner| owner.name), joiner.name);
            let why = format!("`{option}` is for parts of `alfil {owner}`, not of `alfil {own}`");
            return Err(Stop::Refused(why));
        }
        // These runs may take long, so look before whether their result can be written.
        args.overwrite.check(path)?;
        file = Some(path);
    }
    let loaded = joined.load(args.definition.as_deref(), session)?;
    let wanted = Wanted::new(args.json, file, args.overwrite);
    let status = (joiner.join)(&mut joined, loaded, wanted, session)?;
    joined.warn(session);
    Ok(match joined.extent() {
        Extent::Partial(missing) => {
            session.shell.error(format!("warning: {}", missing.words()));
            status.max(Status::Found)
        }
        Extent::Single | Extent::Whole => status,
    })
}
