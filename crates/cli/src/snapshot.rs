//! `alfil snapshot`: records generated moves next to definitions. The record of `contrast.yaml` is
//! `contrast.snap`.

use alfil_diagnostics::diagnostic::{Code, Diagnostic, order};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_render::report;
use alfil_resolve::resolution::Resolved;
use alfil_shell::file;
use alfil_shell::file::Before;
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::{Status, Stop};
use alfil_suite::fired;
use alfil_suite::snapshot::{self, Snapshot};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  alfil snapshot mine.yaml --accept    record the moves in mine.snap
  alfil snapshot mine.yaml             compare them with the record
  alfil snapshot definitions";

/// Arguments of `snapshot`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, folders or shipped names.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Record the moves that are generated now.
    #[arg(long)]
    accept: bool,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The record next to a definition.
pub(crate) enum Beside {
    /// The request is a sum, which has no file of its own.
    Sum,
    /// The record does not exist yet.
    None,
    /// The record as it was read.
    Recorded(Snapshot),
    /// Another definition would use the same record.
    Shared(Diagnostic),
    /// The record exists but is invalid.
    Unreadable(Diagnostic),
}

/// Compares or records the moves of all requested files.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let mut found = Vec::new();
    let mut rows: Vec<(String, &'static str)> = Vec::new();
    for request in session.expand(&args.files, &mut found) {
        let what = if args.accept {
            accept(&request, session, &mut found)?
        } else {
            compare(&request, session, &mut found)?
        };
        rows.push((request, what));
    }
    order(&mut found);
    let missing = rows.iter().any(|(_, what)| *what == MISSING);
    let well = found.is_empty() && !missing;
    if args.json {
        let mut object = report::json(&found, session.workspace.sources());
        let rows = rows.iter().map(|(name, what)| json!({"definition": name, "moves": what}));
        object["definitions"] = rows.collect();
        session.shell.json(&object);
    } else {
        let style = session.shell.report_style();
        session.shell.paint(&report::draw(&found, session.workspace.sources(), style));
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, what) in &rows {
            let row = format!("{name:width$}  {what}");
            if *what == MISSING {
                session.shell.line(row);
            } else {
                session.shell.info(row);
            }
        }
        if missing {
            session.shell.line("record what is missing with --accept");
        }
    }
    Ok(if well { Status::Well } else { Status::Found })
}

const MISSING: &str = "not recorded";
const SHARED: &str = "shares its record";

fn compare(
    request: &str,
    session: &mut Session,
    found: &mut Vec<Diagnostic>,
) -> Result<&'static str, Stop> {
    let examined = session.examine(request);
    let (Some(resolved), Some(game)) = (&examined.resolved, &examined.game) else {
        found.extend(examined.found);
        return Ok("cannot be played");
    };
    let changes = match beside(resolved, session) {
        Beside::Shared(finding) => {
            found.push(finding);
            return Ok(SHARED);
        }
        Beside::Sum => {
            let title = format!("`{request}` is a sum and has no file, so it has no record");
            return Err(Stop::Refused(title));
        }
        Beside::None => return Ok(MISSING),
        Beside::Recorded(record) => record.compare(game, session.workspace.sources()),
        Beside::Unreadable(finding) => vec![finding],
    };
    let same = changes.is_empty();
    found.extend(changes);
    Ok(if same { "same" } else { "changed" })
}

fn accept(
    request: &str,
    session: &mut Session,
    found: &mut Vec<Diagnostic>,
) -> Result<&'static str, Stop> {
    let examined = session.examine(request);
    let (Some(resolved), Some(game)) = (&examined.resolved, &examined.game) else {
        found.extend(examined.found);
        return Ok("cannot be played");
    };
    let Some(path) = place(resolved, session) else {
        return Err(Stop::Refused(format!(
            "`{request}` is not a file, so it can have no record; name a file, such as ./mine.yaml"
        )));
    };
    if let Some(finding) = shared(&path, resolved) {
        found.push(finding);
        return Ok(SHARED);
    }
    let mut head = snapshot::new_head();
    let mut old = None;
    if let Ok(there) = fs::symlink_metadata(&path) {
        let shown = path.display();
        if there.is_symlink() {
            return Err(Stop::Refused(format!(
                "`{shown}` is a link, and its target is not changed; remove the link"
            )));
        }
        let Ok(before) = alfil_library::read(&path, snapshot::MAX_BYTES) else {
            return Err(Stop::Refused(format!("`{shown}` exists, but cannot be read")));
        };
        // The head of an existing record stays as it is, even if another program wrote it.
        let Some(there) = snapshot::head(&before) else {
            return Err(Stop::Refused(format!(
                "`{shown}` is not a record of moves and is not changed; remove or rename it"
            )));
        };
        head = there.to_owned();
        old = Some(before);
    }
    let now = fired::record(game, resolved, session.workspace.sources());
    let text = match now.write(&head) {
        Ok(text) => text,
        Err(finding) => {
            found.push(finding);
            return Ok("too large");
        }
    };
    let before = match &old {
        Some(old) if *old == text => return Ok("same"),
        Some(old) => Before::Text(old),
        None => Before::Absent,
    };
    file::write(&path, text.as_bytes(), before, &mut session.shell)?;
    Ok("recorded")
}

/// Reads the record next to the file of `resolved`.
pub(crate) fn beside(resolved: &Resolved, session: &mut Session) -> Beside {
    let [asked] = resolved.asked.as_slice() else { return Beside::Sum };
    let (name, text) = match place(resolved, session) {
        Some(path) => {
            if fs::symlink_metadata(&path).is_err() {
                return Beside::None;
            }
            if let Some(finding) = shared(&path, resolved) {
                return Beside::Shared(finding);
            }
            match alfil_library::read(&path, snapshot::MAX_BYTES) {
                Ok(text) => (path.display().to_string(), text),
                Err(finding) => return Beside::Unreadable(finding),
            }
        }
        None => {
            let name = session.workspace.sources().get(*asked).name.to_string();
            match alfil_definitions::recorded(&name) {
                Some(shipped) => {
                    (format!("{name}.{}", alfil_library::RECORDED), shipped.text.to_owned())
                }
                None => return Beside::None,
            }
        }
    };
    let source: SourceId = session.workspace.sources_mut().add(name, text.as_str());
    match Snapshot::parse(&text, source) {
        Ok(record) => Beside::Recorded(record),
        Err(finding) => Beside::Unreadable(finding),
    }
}

/// The path of the record. `None` if the definition is not a single file.
fn place(resolved: &Resolved, session: &Session) -> Option<PathBuf> {
    let [asked] = resolved.asked.as_slice() else { return None };
    session.workspace.library().is_file(*asked).then(|| {
        // The name of a text that comes from a file is the path in the request.
        Path::new(&*session.workspace.sources().get(*asked).name)
            .with_extension(alfil_library::RECORDED)
    })
}

/// The finding that several definitions use the record at `path`, such as `a.yaml` and `a.yml`.
fn shared(path: &Path, resolved: &Resolved) -> Option<Diagnostic> {
    let [asked] = resolved.asked.as_slice() else { return None };
    let there = |ending: &&&str| fs::symlink_metadata(path.with_extension(ending)).is_ok();
    let real = |ending: &str| fs::canonicalize(path.with_extension(ending)).ok();
    let files: BTreeSet<PathBuf> =
        ["yaml", "yml", "YAML", "YML"].iter().filter(there).filter_map(|e| real(e)).collect();
    (files.len() > 1).then(|| {
        let names = files.iter().filter_map(|file| file.file_name());
        let names: Vec<_> = names.map(|name| format!("`{}`", name.display())).collect();
        let title = format!("{} would have the same record", names.join(" and "));
        Diagnostic::at(Code::BadSnapshot, Span::new(*asked, 0, 0), title, "")
            .because(format!("the record of both would be `{}`", path.display()))
            .help("rename one of them")
    })
}
