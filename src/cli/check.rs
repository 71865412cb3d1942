//! `alfil check`: every finding about definitions.

use crate::cli::Outcome;
use crate::cli::load::Session;
use crate::cli::shell::Status;
use crate::render::report;

const EXAMPLES: &str = "\
Examples:
  alfil check mine.yaml
  alfil check definitions             every *.yaml and *.yml of a folder
  alfil check 'chess+./mine.yaml'     a modifier of your own, laid over chess
  alfil check --json mine.yaml";

/// Arguments of `check`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files, folders, shipped names or sums.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Checks every file. Something was found if anything was, warnings included.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let mut found = Vec::new();
    let requests = session.expand(&args.files, &mut found);
    for request in &requests {
        found.extend(session.examine(request).found);
    }
    report::order(&mut found);
    let status = if found.is_empty() { Status::Well } else { Status::Found };
    if args.json {
        session.shell.json(&report::json(&found, &session.sources));
    } else if found.is_empty() {
        session.shell.line(match requests.len() {
            1 => "ok".to_owned(),
            n => format!("ok, {n} definitions"),
        });
    } else {
        let style = session.shell.report();
        session.shell.say(&report::draw(&found, &session.sources, style));
    }
    Ok(status)
}
