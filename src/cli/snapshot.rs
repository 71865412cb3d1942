//! `alfil snapshot`: generated moves, recorded beside definitions.
//!
//! `contrast.yaml` has its record in `contrast.snap`.

use crate::cli::load::{Session, Stop};
use crate::cli::shell::Status;
use crate::cli::{Outcome, file};
use crate::diagnostic::{Diagnostic, order};
use crate::library;
use crate::render::report;
use crate::resolve::resolution::Resolved;
use crate::source::SourceId;
use crate::suite::recording;
use crate::suite::snapshot::{self, Snapshot};
use serde_json::json;
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
pub struct Args {
    /// Files, folders or shipped names.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Record what is generated now.
    #[arg(long)]
    accept: bool,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The record that belongs to a definition.
pub enum Beside {
    /// A sum has no file to stand beside.
    Sum,
    /// There is none yet.
    None,
    /// It is there.
    Recorded(Snapshot),
    /// It is there and makes no sense.
    Unreadable(Diagnostic),
}

/// Compares or records the moves of every file.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
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
        let style = session.shell.report();
        session.shell.say(&report::draw(&found, session.workspace.sources(), style));
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, what) in &rows {
            let row = format!("{name:width$}  {what}");
            if *what == MISSING {
                session.shell.line(row);
            } else {
                session.shell.remark(row);
            }
        }
        if missing {
            session.shell.line("record what is missing with --accept");
        }
    }
    Ok(if well { Status::Well } else { Status::Found })
}

const MISSING: &str = "not recorded";

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
        Beside::Sum => {
            let title = format!("`{request}` is a sum, which has no file to stand beside");
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
    let now = recording::record(game, resolved, session.workspace.sources());
    let Some(path) = place(resolved, session) else {
        return Err(Stop::Refused(format!(
            "`{request}` is no file, so there is no place beside it; name the file, such as ./mine.yaml"
        )));
    };
    let mut head = snapshot::new_head();
    if fs::symlink_metadata(&path).is_ok() {
        let shown = path.display();
        let Ok(before) = library::read(&path, snapshot::MAX_BYTES) else {
            return Err(Stop::Refused(format!("`{shown}` is there and cannot be read")));
        };
        // A record keeps the head that it has, by whomever it was written.
        let Some(there) = snapshot::head(&before) else {
            return Err(Stop::Refused(format!(
                "`{shown}` is no record of moves, and is left as it is; remove or rename it"
            )));
        };
        head = there.to_owned();
        if before == format!("{head}{now}") {
            return Ok("same");
        }
    }
    match now.write(&head) {
        Ok(text) => file::write(&path, text.as_bytes())?,
        Err(finding) => {
            found.push(finding);
            return Ok("too large");
        }
    }
    Ok("recorded")
}

/// The record beside the file that `resolved` was asked for as.
pub fn beside(resolved: &Resolved, session: &mut Session) -> Beside {
    let [asked] = resolved.asked.as_slice() else { return Beside::Sum };
    let (name, text) = match place(resolved, session) {
        Some(path) => {
            if fs::symlink_metadata(&path).is_err() {
                return Beside::None;
            }
            match library::read(&path, snapshot::MAX_BYTES) {
                Ok(text) => (path.display().to_string(), text),
                Err(finding) => return Beside::Unreadable(finding),
            }
        }
        None => {
            let name = session.workspace.sources().get(*asked).name.to_string();
            match library::recorded(&name) {
                Some(shipped) => (format!("{name}.{}", library::RECORDED), shipped.text.to_owned()),
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

/// Where the record of a definition that is one file belongs.
fn place(resolved: &Resolved, session: &Session) -> Option<PathBuf> {
    let [asked] = resolved.asked.as_slice() else { return None };
    session.workspace.library().is_file(*asked).then(|| {
        // The name of such a text is the path by which it was asked for.
        Path::new(&*session.workspace.sources().get(*asked).name).with_extension(library::RECORDED)
    })
}
