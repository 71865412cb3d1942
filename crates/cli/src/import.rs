//! `alfil import`: definitions from the files of other programs.

use alfil_diagnostics::diagnostic::{Severity, did_you_mean};
use alfil_foreign::diagram;
use alfil_foreign::fairy::{self, Extent, Imported, Remark, Weight};
use alfil_foreign::recognise::{Format, recognise};
use alfil_library::brief;
use alfil_records::programs::Reader;
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{Outcome, STDIN, Session};
use alfil_shell::terminal::{Shell, Status, Stop, plain, seen, unwritten};
use serde_json::json;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  alfil import variants.ini mygame             the section `mygame`, on standard output
  alfil import variants.ini mygame -o games/mygame.yaml
  alfil import variants.ini --all -o games     one definition for each section
  alfil import --builtin sittuyin              a variant that Fairy-Stockfish has built in
  alfil import variants.ini --all --json       a report about each section
  alfil import mygame.txt -o mygame.yaml       the text of an Interactive Diagram, or a page with one

Keys that cannot be translated are reported with their lines, and in a comment of the definition.";

/// Arguments of `import`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A `variants.ini` of Fairy-Stockfish, its fork for large boards, or PyChess; or the text of an
    /// Interactive Diagram, or a page with one. `-` is standard input.
    #[arg(required_unless_present = "builtin")]
    file: Option<PathBuf>,
    /// The sections; needed if the file has several.
    #[arg(value_name = "SECTION")]
    sections: Vec<String>,
    /// All sections of the file.
    #[arg(long, conflicts_with_all = ["sections", "builtin"])]
    all: bool,
    /// A variant that Fairy-Stockfish has built in.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["file", "sections"])]
    builtin: Option<String>,
    /// Write the definition to this file; with several sections, a file for each to this folder.
    #[arg(long, short, value_name = "FILE|FOLDER")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Imports what is requested.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let (name, imported) = match (&args.builtin, &args.file) {
        (Some(name), _) => (None, vec![built_in(name)?]),
        (None, Some(path)) => {
            let name = path.display().to_string();
            let bytes = bytes(path)?;
            // Many sections take seconds, so a missing folder is reported before they are read.
            if args.all || args.sections.len() > 1 {
                has_place(args)?;
            }
            let imported = match recognise(&bytes) {
                Format::Diagram => vec![diagram(&name, &text(&name, bytes)?, args)?],
                Format::VariantsIni => sections(&name, &text(&name, bytes)?, args)?,
                other => {
                    let content = String::from_utf8_lossy(&bytes);
                    let advice =
                        other.advice(&content, &name, Reader::Terminal).unwrap_or_default();
                    return Err(Stop::Refused(format!(
                        "`{}` cannot be imported: {advice}",
                        brief(&name)
                    )));
                }
            };
            (Some(name.clone()), imported)
        }
        (None, None) => return Err(Stop::Refused("name a file".to_owned())),
    };
    let file = name.unwrap_or_default();
    let several = args.all || imported.len() > 1;
    match &args.output {
        Some(output) if several => write_all(output, &imported, args, &mut session.shell)?,
        Some(output) => {
            for one in &imported {
                if let Some(text) = &one.definition {
                    write(output, text, args, &mut session.shell)?;
                }
            }
        }
        None if args.json => {}
        None if several => has_place(args)?,
        None => {
            imported.iter().flat_map(|one| &one.definition).for_each(|text| session.shell.say(text))
        }
    }
    if args.json {
        session.shell.json(&report(&file, &imported, args.output.is_none()));
    } else {
        imported.iter().for_each(|one| tell(&file, one, several, &mut session.shell));
        if several {
            session.shell.info(summary(&imported));
        }
    }
    let well = imported.iter().all(|one| one.extent == Extent::Complete);
    Ok(if well { Status::Well } else { Status::Found })
}

/// Refuses several definitions that have no folder to go to.
fn has_place(args: &Args) -> Result<(), Stop> {
    if args.output.is_some() || args.json {
        return Ok(());
    }
    let why = "several definitions need a folder: name it with -o, or use --json for a report";
    Err(Stop::Refused(why.to_owned()))
}

/// The content of a file, up to one byte more than can be imported.
fn bytes(path: &Path) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    let limit = fairy::MAX_BYTES as u64 + 1;
    let read = if path == Path::new(STDIN) {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        alfil_library::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| {
        let shown = path.display().to_string();
        Stop::Refused(format!("`{}` cannot be imported: {}", brief(&shown), plain(&error)))
    })?;
    Ok(bytes)
}

/// The content of a file as text.
fn text(name: &str, bytes: Vec<u8>) -> Result<String, Stop> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let why = format!("line {line} is not text in UTF-8");
        Stop::Refused(format!("`{}` cannot be imported: {why}", brief(name)))
    })
}

/// The game of a diagram.
fn diagram(name: &str, text: &str, args: &Args) -> Result<Imported, Stop> {
    if let Some(section) = args.sections.first() {
        let why = format!("it is a diagram and has no section `{}`", brief(section));
        return Err(Stop::Refused(format!("`{}` cannot be imported: {why}", brief(name))));
    }
    let stem = Path::new(name).file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    diagram::variant(text, &stem)
        .map_err(|remark| Stop::Refused(format!("{}:{remark}", brief(name))))
}

/// The requested sections of a file.
fn sections(name: &str, text: &str, args: &Args) -> Result<Vec<Imported>, Stop> {
    let refuse =
        |why: String| Stop::Refused(format!("`{}` cannot be imported: {why}", brief(name)));
    let mut names: Vec<String> = Vec::new();
    let wanted = |section: &str| {
        names.push(section.to_owned());
        args.all || args.sections.iter().any(|wanted| wanted == section)
    };
    let file =
        Path::new(name).file_name().map_or(name.to_owned(), |n| n.to_string_lossy().into_owned());
    let mut imported = fairy::import(text, &file, wanted).map_err(&refuse)?;
    if names.is_empty() {
        let why = "it has no section; a section begins with a line such as `[name:parent]`";
        return Err(refuse(why.to_owned()));
    }
    for wanted in &args.sections {
        if !names.contains(wanted) {
            let near = did_you_mean(wanted, names.iter().map(String::as_str));
            let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(refuse(format!("it has no section `{}`{help}", brief(wanted))));
        }
    }
    if !args.all && args.sections.is_empty() {
        let [_] = &names[..] else {
            let count = names.len();
            return Err(refuse(format!(
                "it has {count} sections; name some of them, or use --all"
            )));
        };
        imported = fairy::import(text, &file, |_| true).map_err(&refuse)?;
    }
    Ok(imported)
}

/// A built-in variant.
fn built_in(name: &str) -> Result<Imported, Stop> {
    fairy::import_built_in(name).ok_or_else(|| {
        let near = did_you_mean(name, fairy::built_in_names());
        let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Stop::Refused(format!("no variant `{}` is built in{help}", brief(name)))
    })
}

fn write(path: &Path, text: &str, args: &Args, shell: &mut Shell) -> Result<(), Stop> {
    let before = args.overwrite.before();
    file::write(path, text.as_bytes(), before, shell)
}

/// Writes a file for each definition.
fn write_all(folder: &Path, all: &[Imported], args: &Args, shell: &mut Shell) -> Result<(), Stop> {
    fs::create_dir_all(folder).map_err(|error| {
        let shown = folder.display().to_string();
        Stop::Refused(format!("`{}` cannot be created: {}", brief(&shown), unwritten(&error)))
    })?;
    let mut taken: Vec<String> = Vec::new();
    for one in all {
        let Some(text) = &one.definition else { continue };
        let mut stem = one.stem();
        while taken.contains(&stem) {
            stem.push_str("-again");
        }
        write(&folder.join(format!("{stem}.yaml")), text, args, shell)?;
        taken.push(stem);
    }
    Ok(())
}

/// Prints what there is to say about one section.
fn tell(file: &str, one: &Imported, several: bool, shell: &mut Shell) {
    let mut quiet: Vec<&str> = Vec::new();
    for remark in &one.remarks {
        if remark.weight == Weight::Quiet {
            quiet.push(&remark.key);
            continue;
        }
        let text: String = remark.to_string().chars().map(seen).collect();
        let place = if remark.place.is_some() { format!("{file}:") } else { String::new() };
        shell.error(format!("{place}{text}"));
    }
    if !quiet.is_empty() {
        let keys: String = quiet.join(", ").chars().map(seen).collect();
        shell.note(format!("{keys}: no effect on the rules"));
    }
    // Remarks give the errors, at places of the file.
    for finding in one.findings.iter().filter(|finding| finding.severity != Severity::Error) {
        shell.error(format!("the definition of `{}`: {finding}", one.name));
    }
    // Standard output may be the definition.
    if !several {
        shell.note(format!("{}: {}", one.name, one.extent.name()));
    }
}

/// How many sections were imported to which extent.
fn summary(all: &[Imported]) -> String {
    let count = |extent: Extent| all.iter().filter(|one| one.extent == extent).count();
    format!(
        "{} sections: {} complete, {} partly, {} not at all",
        all.len(),
        count(Extent::Complete),
        count(Extent::Partly),
        count(Extent::NotAtAll)
    )
}

/// The report as JSON.
fn report(file: &str, all: &[Imported], with_text: bool) -> serde_json::Value {
    let rows = all.iter().map(|one| {
        let remarks = one.remarks.iter().map(Remark::json);
        let findings = one.findings.iter().map(ToString::to_string);
        json!({
            "name": one.name,
            "extent": one.extent.name(),
            "remarks": remarks.collect::<Vec<_>>(),
            "findings": findings.collect::<Vec<_>>(),
            "definition": one.definition.as_ref().filter(|_| with_text),
        })
    });
    json!({"file": file, "sections": rows.collect::<Vec<_>>()})
}
