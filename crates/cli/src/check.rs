//! `alfil check`: reports all findings about definitions.

use alfil_diagnostics::diagnostic::{Diagnostic, Severity, has_errors, order};
use alfil_editor::readings::readings;
use alfil_render::report;
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::{Status, wrap};
use alfil_syntax::definition;
use alfil_syntax::value::{Choice, Dialect};
use alfil_syntax::yaml::{Node, NodeKind};

const EXAMPLES: &str = "\
Examples:
  alfil check mine.yaml
  alfil check definitions             every *.yaml and *.yml of a folder
  alfil check 'chess+./mine.yaml'     a modifier of your own, laid over chess
  alfil check --explain mine.yaml     also says what each sentence means
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
    /// Print each sentence of the files as Alfil reads it.
    #[arg(long, conflicts_with = "json")]
    explain: bool,
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
        if args.explain {
            explain(&args.files, session);
        }
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

/// Prints the sentences of `files` in other words. Files without a game, such as modifiers, have none.
fn explain(files: &[String], session: &mut Session) {
    let width = session.shell.width();
    for request in session.expand(files, &mut Vec::new()) {
        let Ok(loaded) = session.load(&request) else { continue };
        let Ok(id) = session.workspace.read_file(&request) else { continue };
        let source = session.workspace.sources().get(id);
        let Some(tree) = definition::tree(id, &source.text).value else { continue };
        let name = source.name.to_string();
        let lines = source.text.clone();
        let rules = &loaded.resolved.ruleset;
        for reading in readings(&tree, rules, dialect_of(&tree)) {
            let line = lines[..reading.span.start as usize].matches('\n').count() + 1;
            session.shell.line(format!("{name}:{line}: {}", reading.text));
            session.shell.say(&wrap("  ", &reading.meaning.join(" "), width));
        }
    }
}

/// The dialect in which a file writes its movements.
fn dialect_of(tree: &Node) -> Dialect {
    let NodeKind::Mapping(entries) = &tree.kind else { return Dialect::default() };
    let said = entries.iter().find(|entry| entry.key.text() == "dialect");
    let word = said.and_then(|entry| match &entry.value.kind {
        NodeKind::Scalar(text) => Dialect::from_word(text.text().trim()),
        NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
    });
    word.unwrap_or_default()
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
