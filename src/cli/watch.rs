//! `alfil watch`: checks and tests definitions whenever a file changes. It watches the requested
//! files, their parents and modifiers, and the recorded moves.

use crate::cli::load::{Outcome, STDIN, Session};
use crate::cli::mtimes::wait;
use crate::cli::shell::Status;
use crate::cli::stop::Stop;
use crate::cli::{check, file, io_error, test};
use alfil::library::RECORDED;
use alfil::variant::Stamps;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

const EXAMPLES: &str = "\
Examples:
  alfil watch mine.yaml
  alfil watch games            every definition of a folder, new ones too
  alfil watch 'chess+./mine-modifier.yaml'

Ctrl-C ends it.";

/// Arguments of `watch`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, folders, shipped names or sums.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// End after so many rounds; for tests.
    #[arg(long, hide = true, value_name = "N")]
    rounds: Option<u32>,
}

/// Checks and tests in rounds until the user interrupts it.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    if args.files.iter().any(|request| request.split('+').any(|part| part.trim() == STDIN)) {
        let why = "standard input does not change; name a file to watch";
        return Err(Stop::Refused(why.to_owned()));
    }
    file::listen();
    let mut known = BTreeSet::new();
    let mut round = 0;
    loop {
        // Examine the files before reading them, so that no change is missed.
        let before = take(&args.files, &known, session);
        let status = look(&args.files, session)?;
        session.end_progress();
        known.extend(session.workspace.library().files().map(Path::to_owned));
        let seen = before.with(take(&args.files, &known, session));
        round += 1;
        if args.rounds.is_some_and(|rounds| round >= rounds) {
            return Ok(status);
        }
        session.shell.info(match seen.files.len() {
            1 => "-- watching 1 file, Ctrl-C ends it".to_owned(),
            n => format!("-- watching {n} files, Ctrl-C ends it"),
        });
        match session.shell.send() {
            Ok(()) => {}
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(Status::Well),
            Err(e) => {
                return Err(Stop::Refused(format!("no output: {}", io_error::plain(&e))));
            }
        }
        let changed = wait(&seen, || take(&args.files, &known, session));
        session.forget();
        for path in changed {
            session.shell.info(format!("\n-- {} changed", path.display()));
        }
    }
}

/// One round: prints the findings and, if there are no errors, runs the tests.
fn look(files: &[String], session: &mut Session) -> Outcome {
    let checked = check::look(files, session);
    if checked.has_errors {
        return Ok(Status::Found);
    }
    let tested = test::run(&test::Args::of(files), session)?;
    Ok(tested.max(checked.status))
}

/// The stamps of the `known` files, of the files of `requests`, and of their records.
fn take(requests: &[String], known: &BTreeSet<PathBuf>, session: &Session) -> Stamps {
    let asked = requests
        .iter()
        .flat_map(|r| session.workspace.library().expand(r).value.unwrap_or_default());
    // Names of shipped definitions are not paths.
    let asked = asked.map(PathBuf::from).filter(|p| p.components().count() > 0 && p.is_file());
    let asked = asked.filter_map(|p| fs::canonicalize(p).ok());
    let paths = asked.chain(known.iter().cloned()).flat_map(|path| {
        let record = Some(path.with_extension(RECORDED)).filter(|record| record.is_file());
        record.into_iter().chain([path])
    });
    Stamps::of(paths)
}
