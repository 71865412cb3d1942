//! `alfil explain`: describes a movement string in plain English and as a picture, or explains the
//! code of a finding.

use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report, did_you_mean, has_errors};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Span;
use alfil_editor::hover::{Sketch, sketch};
use alfil_render::report;
use alfil_resolve::context::Context;
use alfil_resolve::fragment::{is_line, line};
use alfil_rules::movement::Movement;
use alfil_shell::command::files;
use alfil_shell::load::{Loaded, Outcome, Session};
use alfil_shell::terminal::{Status, Stop, wrap};
use alfil_syntax::value::{Choice, Dialect};
use alfil_text::explain::{Explanation, explain};
use alfil_text::sentences;
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  alfil explain N
  alfil explain 'K isO2'
  alfil explain 'B; + masF when strong'
  alfil explain fK --dialect xbetza --json
  alfil explain --in xiangqi 'nA; only when to home'
  alfil explain --in chess --piece bishop '^; R when in check'
  alfil explain --in xiangqi 'win when own king in home'
  alfil explain unknown-letter";

/// Arguments of `explain`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A movement string (quote it), with `--in` a line of goals or effects, or the code of a finding.
    #[arg(value_name = "STRING-or-CODE", allow_hyphen_values = true)]
    what: String,
    /// Explain it for this definition (a shipped name, a path or a sum), with its board,
    /// restrictions, zones and pieces.
    #[arg(long = "in", value_name = "NAME")]
    game: Option<String>,
    /// Explain it as the `moves` of this piece (its name or letter), so that `^` means the moves that it has there.
    #[arg(long, value_name = "KIND", requires = "game")]
    piece: Option<String>,
    /// The dialect, which decides what directions before K and Q mean.
    #[arg(long, default_value = "classic", value_parser = ["classic", "xbetza"])]
    dialect: String,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Explains the argument.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    if let Ok(code) = args.what.parse::<Code>() {
        return Ok(code_words(code, args.json, session));
    }
    if looks_like_code(&args.what) {
        let near = did_you_mean(&args.what, Code::ALL.iter().map(|c| c.name()));
        let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(Stop::Refused(format!("there is no code `{}`{hint}", args.what)));
    }
    let game = args.game.as_ref().map(|name| session.load(name)).transpose()?;
    let named = |(name, loaded): (&String, &Loaded)| loaded.kind(name);
    let kind = args.piece.as_ref().zip(game.as_ref()).map(named).transpose()?;
    let compiled = game.as_ref().map(|loaded| loaded.game.clone());
    let game = game.map(|loaded| loaded.resolved.ruleset);
    let kind = game.as_ref().zip(kind).map(|(rules, kind)| &rules.kinds[kind]);
    let source = session.workspace.sources_mut().add("the string", args.what.as_str());
    let place = |range: std::ops::Range<usize>| Span::new(source, range.start, range.end);
    let zones = game.as_ref().map_or(IndexVec::new(), |rules| rules.zones.clone());
    let dialect = Dialect::from_word(&args.dialect).unwrap_or_default();
    let context = Context { place: &place, zones: &zones, dialect };
    let mut found = Report::default();
    if is_line(&args.what) {
        let Some(game) = &game else {
            let why = "a sentence needs a game: name it with `--in NAME`";
            return Err(Stop::Refused(why.to_owned()));
        };
        let Some(said) = line(&args.what, game, context, &mut found) else {
            return Err(Stop::Found(found.into(), Status::Found));
        };
        let said = sentences::goals(&said).into_iter().chain(sentences::effects(&said));
        let said: Vec<String> = said.collect();
        if args.json {
            session.shell.json(&json!({"string": args.what, "sentences": said}));
        } else {
            let width = session.shell.width();
            session.shell.say(&wrap("  ", &said.join(" "), width));
        }
        return Ok(Status::Well);
    }
    let nothing = Movement::default();
    let before = kind.map_or(&nothing, |kind| &kind.moves);
    let explained = explain(game.as_ref(), before, &args.what, context, &mut found);
    let Some(explanation) = explained.filter(|_| !has_errors(&found)) else {
        if game.is_none() {
            found.iter_mut().for_each(name_game);
        }
        return Err(Stop::Found(found.into(), Status::Found));
    };
    if args.json {
        session.shell.json(&object(&explanation));
        return Ok(Status::Well);
    }
    let width = session.shell.width();
    session.shell.line(&explanation.canonical);
    // On a plane, the description includes distances.
    let told = compiled.and_then(|game| game.told(&explanation.movement));
    for sentence in told.as_ref().unwrap_or(&explanation.sentences) {
        session.shell.say(&wrap("  ", sentence, width));
    }
    let span = place(0..args.what.len());
    match sketch(explanation.movement, span, game.as_ref()) {
        Sketch::Drawn(drawing) => {
            let drawn = drawing.text(session.shell.colour(), width);
            session.shell.paint(&format!("\n{}\n", drawn.trim_matches('\n')));
        }
        Sketch::TooManyWays => {
            session.shell.say("\nIt has too many ways to be drawn or compiled.\n");
        }
        Sketch::Bare => {}
    }
    let style = session.shell.report_style();
    let report = report::draw(&found, session.workspace.sources(), style);
    if !report.is_empty() {
        session.shell.paint(&format!("\n{report}"));
    }
    Ok(Status::Well)
}

/// Adds advice to a finding about unknown names: `--in` names a game with pieces and zones.
fn name_game(finding: &mut Diagnostic) {
    if matches!(finding.code, Code::UnknownPiece | Code::UnknownZone) && finding.edit.is_none() {
        let own = "`--in NAME` reads a string with the pieces and zones of that definition";
        let said = finding.help.take().map_or(String::new(), |help| format!("{help}; "));
        finding.help = Some(format!("{said}{own}").into());
    }
}

fn object(explanation: &Explanation) -> serde_json::Value {
    let Explanation { string, canonical, steps, legs, .. } = explanation;
    match legs {
        None => json!({"string": string, "canonical": canonical, "steps": steps}),
        Some(legs) => {
            json!({"string": string, "canonical": canonical, "steps": steps, "legs": legs})
        }
    }
}

fn code_words(code: Code, json: bool, session: &mut Session) -> Status {
    let severity = code.severity().name();
    if json {
        session.shell.json(&json!({
            "code": code.name(), "severity": severity, "explanation": code.explanation(),
            "example": example(code),
        }));
    } else {
        session.shell.line(format!("{code} ({severity})"));
        let width = session.shell.width();
        session.shell.say(&wrap("  ", code.explanation(), width));
        if let Some(example) = example(code) {
            session.shell.say("\n  For example\n\n");
            for line in example.lines() {
                session.shell.line(format!("    {line}").trim_end());
            }
        }
    }
    Status::Well
}

/// Returns true for a word in lower case with hyphens. It is not a movement, because `-` joins
/// atoms, which are capitals.
fn looks_like_code(text: &str) -> bool {
    text.contains('-') && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

// Examples from the catalogue of findings, for `alfil explain CODE`.
//
// The catalogue is `docs/findings.md`, which a test compares with the real output. A code
// without an entry has no example.

/// The example of a code without markup: a file or a command, and its output.
pub(crate) fn example(code: Code) -> Option<String> {
    let head = format!("\n### {code}\n");
    let page = files().findings;
    let entry = &page[page.find(&head)? + head.len()..];
    let end = entry.find("\n### ").or_else(|| entry.find("\n<!-- end -->"))?;
    // The first paragraph is the explanation. The example follows it.
    let (_, shown) = entry[..end].trim().split_once("\n\n")?;
    let lines = shown.lines().filter(|line| !line.starts_with("```"));
    Some(lines.map(|line| format!("{line}\n")).collect())
}
