//! `alfil fmt`: definition files in the house style.

use crate::cli::load::{Session, Stop};
use crate::cli::shell::Status;
use crate::cli::{Outcome, file};
use crate::diagnostic::{Diagnostic, order};
use crate::render::report;
use crate::syntax::format::{Unformatted, format};
use serde_json::json;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  alfil fmt mine.yaml
  alfil fmt games                every *.yaml and *.yml of a folder
  alfil fmt --check definitions  change nothing; exit 1 if something would change

Comments, the order of keys and all that the definition says stay as they are. A file that is not
well-formed is not touched.";

/// Arguments of `fmt`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files or folders.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write nothing; name the files that would change.
    #[arg(long)]
    check: bool,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// What comes of one file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Same,
    Changes,
    Broken,
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Form::Same => "same",
            Form::Changes => "changed",
            Form::Broken => "broken",
        }
    }
}

/// Formats every file that can be.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let mut found = Vec::new();
    let mut rows: Vec<(String, Form)> = Vec::new();
    for request in session.expand(&args.files, &mut found) {
        let form = match one(&request, session, &mut found)? {
            (_, None) => Form::Broken,
            (path, Some(text)) if is(&path, &text) => Form::Same,
            (path, Some(text)) => {
                if !args.check {
                    file::write(&path, text.as_bytes())?;
                }
                Form::Changes
            }
        };
        rows.push((request, form));
    }
    order(&mut found);
    let changes = rows.iter().filter(|(_, form)| *form == Form::Changes).count();
    let well = found.is_empty() && (changes == 0 || !args.check);
    if args.json {
        let mut object = report::json(&found, session.workspace.sources());
        let rows = rows.iter().map(|(file, form)| json!({"file": file, "form": form.name()}));
        object["files"] = rows.collect();
        session.shell.json(&object);
    } else {
        let style = session.shell.report();
        session.shell.say(&report::draw(&found, session.workspace.sources(), style));
        for (file, _) in rows.iter().filter(|(_, form)| *form == Form::Changes) {
            match args.check {
                true => session.shell.line(format!("{file} would change")),
                false => session.shell.remark(format!("{file} formatted")),
            }
        }
        if changes == 0 && found.is_empty() {
            session.shell.remark(match rows.len() {
                1 => "ok".to_owned(),
                n => format!("ok, {n} definitions"),
            });
        }
    }
    Ok(if well { Status::Well } else { Status::Found })
}

/// The path of a file and its text as it should be, if it has one.
fn one(
    request: &str,
    session: &mut Session,
    found: &mut Vec<Diagnostic>,
) -> Result<(PathBuf, Option<String>), Stop> {
    if session.workspace.library().parts(request, None).len() > 1 {
        let title = format!("`{request}` is a sum, which has no file; name the files one by one");
        return Err(Stop::Refused(title));
    }
    let id = match session.workspace.read_file(request) {
        Ok(id) => id,
        Err(finding) => {
            let mut own = vec![finding];
            session.workspace.place(request, &mut own);
            found.append(&mut own);
            return Ok((PathBuf::new(), None));
        }
    };
    let source = session.workspace.sources().get(id);
    if !session.workspace.library().is_file(id) {
        return Err(Stop::Refused(format!(
            "`{request}` is no file but shipped with the program; name a file, such as ./mine.yaml"
        )));
    }
    let path = PathBuf::from(&*source.name);
    match format(id, &source.text) {
        Ok(text) => Ok((path, Some(text))),
        Err(Unformatted::Broken(more)) => {
            found.extend(more);
            Ok((path, None))
        }
        Err(Unformatted::Altered) => Err(Stop::Refused(format!(
            "`{request}` is left as it is: formatted it would no longer say the same"
        ))),
    }
}

/// Whether the file at `path` holds `text` and nothing else, a byte order mark included.
fn is(path: &Path, text: &str) -> bool {
    std::fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes())
}
