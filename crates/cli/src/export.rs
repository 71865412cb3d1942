//! `alfil export`: writes a game in the format of another program.

use alfil_foreign::remark::Gap;
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::Status;

use alfil_describe::rules_json;
use alfil_diagnostics::source::Sources;
use alfil_foreign::exported::{self, Exported, place};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  alfil export capablanca                  a section for Fairy-Stockfish
  alfil export ./mine.yaml -o mine.ini
  alfil export glinski --format json       the complete rules as JSON
  alfil export grand --format diagram      the text of an Interactive Diagram

The exit code is 1 if the format cannot express every rule. Each such rule is listed with its place.";

/// Arguments of `export`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// The format. Without it, the ending of the output file decides.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write what the format can express, and the other rules as comments.
    #[arg(long)]
    partial: bool,
    /// A file to write; without one, standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// One JSON object with the text and the rules that it does not express.
    #[arg(long, conflicts_with_all = ["output", "partial"])]
    pub json: bool,
}

/// A format of another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// A section of Fairy-Stockfish's file.
    #[value(name = "variants.ini", alias = "ini")]
    VariantsIni,
    /// The complete rules, for other programs.
    Json,
    /// The text of an Interactive Diagram.
    Diagram,
}

/// Writes the game, or lists what the format cannot express.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let format = args.format.unwrap_or_else(|| by_ending(args.output.as_deref()));
    let sources = session.workspace.sources();
    let exported = match format {
        Format::VariantsIni => {
            exported::variants_ini(&loaded.resolved, &loaded.game, sources, &loaded.name)
        }
        Format::Json => {
            let rules = rules_json::rules(&loaded.resolved, &loaded.game);
            Exported::whole(format!("{rules:#}\n"))
        }
        Format::Diagram => exported::diagram(&loaded.resolved, &loaded.game, sources),
    };
    let exact = exported.is_exact();
    let status = if exact { Status::Well } else { Status::Found };
    if args.json {
        let report = report(&exported, exact, session.workspace.sources());
        session.shell.json(&report);
        return Ok(status);
    }
    for gap in &exported.gaps {
        let line =
            format!("{}: not expressed: {}", place(gap, session.workspace.sources()), gap.rule);
        session.shell.error(line);
    }
    let text = exported.text.filter(|_| exact || args.partial);
    let Some(text) = text else {
        let count = exported.gaps.len();
        let rules = if count == 1 { "rule" } else { "rules" };
        session.shell.error(format!(
            "error: {} is not written, because the format cannot express {count} {rules}",
            args.name
        ));
        return Ok(status);
    };
    match &args.output {
        Some(path) => {
            let before = args.overwrite.before();
            file::write(path, text.as_bytes(), before, &mut session.shell)?;
        }
        None => session.shell.say(&text),
    }
    Ok(status)
}

/// The format of a file with this name.
fn by_ending(path: Option<&Path>) -> Format {
    let ending = path.and_then(Path::extension).and_then(|ending| ending.to_str());
    match ending {
        Some("json") => Format::Json,
        Some(_) | None => Format::VariantsIni,
    }
}

fn report(exported: &Exported, exact: bool, sources: &Sources) -> Value {
    let gap = |gap: &Gap| {
        let at = gap.span.map(|span| (span, sources.locate(span.source, span.start)));
        json!({
            "rule": gap.rule,
            "file": at.map(|(span, _)| sources.get(span.source).name.to_string()),
            "line": at.map(|(_, at)| at.line),
            "column": at.map(|(_, at)| at.column),
        })
    };
    let letter = |(own, letter): &(String, char)| (own.clone(), letter.to_string().into());
    json!({
        "exact": exact,
        "text": exported.text,
        "not_expressed": exported.gaps.iter().map(gap).collect::<Vec<_>>(),
        "letters": exported.letters.iter().map(letter).collect::<Map<String, Value>>(),
    })
}
