//! `alfil check`: reports all findings about definitions.

use alfil_diagnostics::diagnostic::{Diagnostic, Severity, has_errors, order};
use alfil_render::report;
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::Status;
use alfil_syntax::definition;

const EXAMPLES: &str = "\
Examples:
  alfil check mine.yaml
  alfil check definitions             every *.yaml and *.yml of a folder
  alfil check 'chess+./mine.yaml'     a modifier of your own, laid over chess
  alfil check --json mine.yaml

A rule without effect is reported if that can be proved. `alfil test FILE --alive` plays games
and finds more of them: rules that made no difference in any game.";

/// Arguments of `check`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, folders, shipped names or sums.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The result of checking definitions.
pub(crate) struct Checked {
    /// [`Status::Found`] if there are errors or warnings.
    pub(crate) status: Status,
    /// True if some finding is an error.
    pub(crate) has_errors: bool,
}

/// Checks every file.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    if !args.json {
        return Ok(look(&args.files, session).status);
    }
    let (_, found) = find(&args.files, session);
    session.shell.json(&report::json(&found, session.workspace.sources()));
    Ok(status(&found))
}

/// Prints all findings about `files` for people.
pub(crate) fn look(files: &[String], session: &mut Session) -> Checked {
    let (count, found) = find(files, session);
    if found.is_empty() {
        session.shell.info(match count {
            1 => "ok".to_owned(),
            n => format!("ok, {n} definitions"),
        });
    } else {
        let style = session.shell.report_style();
        session.shell.paint(&report::draw(&found, session.workspace.sources(), style));
    }
    Checked { status: status(&found), has_errors: has_errors(&found) }
}

/// The number of definitions in `files`, and the findings about them.
fn find(files: &[String], session: &mut Session) -> (usize, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let requests = session.expand(files, &mut found);
    found.extend(session.sweep(&requests));
    for request in &requests {
        if let Ok(id) = session.workspace.read_file(request) {
            let text = session.workspace.sources().get(id).text.clone();
            found.extend(definition::edition_note(id, &text));
        }
    }
    order(&mut found);
    (requests.len(), found)
}

fn status(found: &[Diagnostic]) -> Status {
    let is_note = |finding: &Diagnostic| finding.severity() == Severity::Note;
    if found.iter().all(is_note) { Status::Well } else { Status::Found }
}
