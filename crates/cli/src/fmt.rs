//! `alfil fmt`: formats definition files.

use alfil_diagnostics::diagnostic::{Diagnostic, order};
use alfil_diagnostics::source::SourceId;
use alfil_render::report;
use alfil_shell::file;
use alfil_shell::file::Before;
use alfil_shell::load::{Outcome, STDIN, Session};
use alfil_shell::terminal::{Status, Stop, seen};
use alfil_syntax::definition::{self, Definition};
use alfil_syntax::format::{Unformatted, format};
use alfil_syntax::yaml::NodeKind;
use serde_json::json;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  alfil fmt mine.yaml
  alfil fmt games                every definition of a folder
  alfil fmt --check definitions  change nothing; exit 1 if something would change
  alfil fmt --edition 1 games    also rewrite files from before edition 1
  alfil fmt -                    standard input, formatted, on standard output

Comments, the order of keys and the meaning of the definition do not change. A file that is not
well-formed is not changed, nor is a file in a folder if it has a key that no definition has.";

/// Arguments of `fmt`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files or folders.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write nothing; name the files that would change.
    #[arg(long)]
    check: bool,
    /// Also rewrite files without the key `alfil`, which were written before edition 1.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=1))]
    edition: Option<u8>,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The result of formatting one file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Same,
    Changes,
    Broken,
    /// The file is in a requested folder, but it is not a definition.
    Foreign,
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Form::Same => "same",
            Form::Changes => "changed",
            Form::Broken => "broken",
            Form::Foreign => "foreign",
        }
    }
}

/// Formats all requested files that can be formatted.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let mut found = Vec::new();
    let mut rows: Vec<(Form, String)> = Vec::new();
    for request in session.expand(&args.files, &mut found) {
        let chosen = if args.files.contains(&request) { Chosen::ByName } else { Chosen::ByFolder };
        rows.push((one(&request, chosen, args, session, &mut found)?, request));
    }
    order(&mut found);
    let changes = rows.iter().filter(|(form, _)| *form == Form::Changes).count();
    let well = found.is_empty() && (changes == 0 || !args.check);
    if args.json {
        let mut object = report::json(&found, session.workspace.sources());
        let rows = rows.iter().map(|(form, file)| json!({"file": file, "form": form.name()}));
        object["files"] = rows.collect();
        session.shell.json(&object);
    } else {
        let style = session.shell.report_style();
        session.shell.paint(&report::draw(&found, session.workspace.sources(), style));
        // The formatted text of standard input was already printed.
        let told = |file: &str| file == STDIN && !args.check;
        for (form, file) in rows.iter().filter(|(_, file)| !told(file)) {
            match (form, args.check) {
                (Form::Changes, true) => session.shell.line(format!("{file} would change")),
                (Form::Changes, false) => session.shell.info(format!("{file} formatted")),
                (Form::Foreign, _) => session.shell.info(format!(
                    "{file} is not changed, because it has keys that no definition has; to format it, name the file itself"
                )),
                (Form::Same | Form::Broken, _) => {}
            }
        }
        if changes == 0 && found.is_empty() && !rows.iter().any(|(_, file)| told(file)) {
            session.shell.info(match rows.iter().filter(|(form, _)| *form == Form::Same).count() {
                1 => "ok".to_owned(),
                n => format!("ok, {n} definitions"),
            });
        }
    }
    Ok(if well { Status::Well } else { Status::Found })
}

/// Whether the user named a file itself or its folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    ByName,
    ByFolder,
}

/// Formats one file, or only checks it with `--check`.
fn one(
    request: &str,
    chosen: Chosen,
    args: &Args,
    session: &mut Session,
    found: &mut Vec<Diagnostic>,
) -> Result<Form, Stop> {
    if session.workspace.library().parts(request, None).len() > 1 {
        let title = format!("`{request}` is a sum and has no file; name the files one by one");
        return Err(Stop::Refused(title));
    }
    let id = match session.workspace.read_file(request) {
        Ok(id) => id,
        Err(finding) => {
            let mut own = vec![finding];
            session.workspace.place(request, &mut own);
            found.append(&mut own);
            return Ok(Form::Broken);
        }
    };
    let newer = args.edition.and_then(|_| session.workspace.in_edition_one(request, id));
    let source = session.workspace.sources().get(id);
    if request != STDIN && !session.workspace.library().is_file(id) {
        return Err(Stop::Refused(format!(
            "`{request}` is shipped with the program and has no file here; name a file, such as ./mine.yaml"
        )));
    }
    if chosen == Chosen::ByFolder && is_foreign(id, &source.text) {
        return Ok(Form::Foreign);
    }
    let path = PathBuf::from(&*source.name);
    let text = match format(id, newer.as_deref().unwrap_or(&source.text)) {
        Ok(text) => text,
        Err(Unformatted::Broken(more)) => {
            found.extend(more);
            return Ok(Form::Broken);
        }
        Err(Unformatted::Altered) => {
            return Err(Stop::Refused(format!(
                "`{request}` is not changed, because formatting would change its meaning"
            )));
        }
    };
    if request == STDIN {
        let form = if *text == *source.text { Form::Same } else { Form::Changes };
        if !args.check && !args.json {
            if text.chars().any(|c| seen(c) != c) {
                let why = "standard input contains invisible characters; format a file instead";
                return Err(Stop::Refused(why.to_owned()));
            }
            session.shell.say(&text);
        }
        return Ok(form);
    }
    if is(&path, &text) {
        return Ok(Form::Same);
    }
    if !args.check {
        let read = Before::Text(&source.text);
        file::write(&path, text.as_bytes(), read, &mut session.shell)?;
    }
    Ok(Form::Changes)
}

/// Returns true if a file is not a definition: it has an unknown key or no keys at all.
fn is_foreign(id: SourceId, text: &str) -> bool {
    let known = |key: &str| Definition::SCHEMA.key(key).is_some();
    match definition::tree(id, text).value.map(|tree| tree.kind) {
        Some(NodeKind::Mapping(entries)) => entries.iter().any(|e| !known(e.key.text())),
        Some(NodeKind::Scalar(text)) => !text.text().is_empty(),
        Some(NodeKind::Sequence(_)) => true,
        None => false,
    }
}

/// Returns true if the file at `path` contains exactly `text`, including the byte order mark.
fn is(path: &Path, text: &str) -> bool {
    file::read(path, text.len() as u64).is_ok_and(|bytes| bytes == text.as_bytes())
}
