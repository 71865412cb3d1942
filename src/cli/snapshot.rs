//! `alfil snapshot`: generated moves, recorded beside definitions.
//!
//! `contrast.yaml` has its record in `contrast.moves`.

use crate::cli::load::{Session, Stop};
use crate::cli::shell::Status;
use crate::cli::{Outcome, file};
use crate::diagnostic::{Code, Diagnostic, order};
use crate::library;
use crate::render::report;
use crate::resolve::resolution::Resolved;
use crate::source::SourceId;
use crate::suite::recording;
use crate::suite::snapshot::Snapshot;
use serde_json::json;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Largest file of records that is read, in bytes.
const MAX_BYTES: u64 = 4 << 20;

const EXAMPLES: &str = "\
Examples:
  alfil snapshot mine.yaml --accept    record the moves in mine.moves
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
    let now = recording::record(game, resolved, session.workspace.sources()).to_string();
    let Some(path) = place(resolved, session) else {
        return Err(Stop::Refused(format!(
            "`{request}` is no file, so there is no place beside it; name the file, such as ./mine.yaml"
        )));
    };
    let before = std::fs::read(&path).unwrap_or_default();
    if before == now.as_bytes() {
        return Ok("same");
    }
    file::write(&path, now.as_bytes())?;
    Ok("recorded")
}

/// The record beside the file that `resolved` was asked for as.
pub fn beside(resolved: &Resolved, session: &mut Session) -> Beside {
    let [asked] = resolved.asked.as_slice() else { return Beside::Sum };
    let (name, text) = match place(resolved, session) {
        Some(path) => {
            let text = match read(&path) {
                Ok(text) => text,
                Err(e) if e.kind() == io::ErrorKind::NotFound => return Beside::None,
                Err(e) => {
                    let title = format!("`{}` cannot be read", path.display());
                    let finding = Diagnostic::new(Code::UnreadableFile, title);
                    return Beside::Unreadable(finding.because(e.to_string()));
                }
            };
            (path.display().to_string(), text)
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

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}
