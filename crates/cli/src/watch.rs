//! `alfil watch`: checks and tests definitions whenever a file changes. It watches the requested
//! files, their parents and modifiers, and the recorded moves.

use crate::{check, test};
use alfil_library::RECORDED;
use alfil_shell::file;
use alfil_shell::load::{Outcome, STDIN, Session};
use alfil_shell::terminal::{self, Status, Stop};
use alfil_workspace::Stamps;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;
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
    /// End after this number of rounds; for tests.
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
                return Err(Stop::Refused(format!("no output: {}", terminal::plain(&e))));
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

// Detects changes of files by their modification times. Editors write in several steps, so a change
// is reported once the files are stable.

/// How often the files are examined.
const LOOK: Duration = Duration::from_millis(200);
/// How long the files must stay unchanged before a change is reported.
const SETTLE: Duration = Duration::from_millis(50);

/// Waits until the stamps that `take` returns differ from `seen` and are stable. Returns the files
/// that changed.
pub(crate) fn wait(seen: &Stamps, mut take: impl FnMut() -> Stamps) -> Vec<PathBuf> {
    loop {
        sleep(LOOK);
        let mut now = take();
        while now != *seen {
            sleep(SETTLE);
            let next = take();
            if next == now {
                return now.unlike(seen);
            }
            now = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wait;
    use alfil_workspace::Stamps;
    use std::path::PathBuf;
    use std::time::SystemTime;

    fn stamps(files: &[(&str, u64)]) -> Stamps {
        let stamp = |&(path, length): &(&str, u64)| {
            (PathBuf::from(path), Some((SystemTime::UNIX_EPOCH, length)))
        };
        Stamps { files: files.iter().map(stamp).collect() }
    }

    #[test]
    fn a_change_counts_when_the_file_is_stable() {
        let seen = stamps(&[("a", 1), ("b", 1)]);
        let written = [
            stamps(&[("a", 1), ("b", 1)]),
            stamps(&[("a", 1)]),
            stamps(&[("a", 1), ("b", 2)]),
            stamps(&[("a", 1), ("b", 3)]),
            stamps(&[("a", 1), ("b", 3)]),
        ];
        let mut script = written.iter().cloned();
        let changed = wait(&seen, || script.next().expect("more observations"));
        assert_eq!(changed, [PathBuf::from("b")]);
        assert_eq!(script.next(), None);
    }

    #[test]
    fn restored_content_is_no_change() {
        let (seen, other) = (stamps(&[("a", 1)]), stamps(&[("a", 2)]));
        let mut script = [other.clone(), seen.clone(), other.clone(), other].into_iter();
        wait(&seen, || script.next().expect("more observations"));
        assert_eq!(script.next(), None);
    }
}
