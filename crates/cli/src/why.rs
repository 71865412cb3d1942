//! `alfil why`: names the rule that forbids a move, and its place in the definition.

use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::Span;
use alfil_render::report;
use alfil_shell::load::{At, Outcome, Session};
use alfil_shell::terminal::Status;
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  alfil why chess e1g1
  alfil why xiangqi 'b1d2' --after 'h3h10'
  alfil why crazyhouse 'P@e1' --position '4k3/8/8/8/8/8/8/4K3[P] w - -'";

/// Arguments of `why`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// A move, as `alfil moves` writes those that are legal.
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    wanted: String,
    #[command(flatten)]
    at: At,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Prints whether the move is legal, or the reason why it is not.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let position = session.position(&loaded.game, &args.at)?;
    let legal = position.legal();
    let text = args.wanted.trim();
    if let Some(meant) = legal.read(text).map(|mv| legal.write(&mv)) {
        if args.json {
            session.shell.json(&json!({"move": meant, "legal": true, "findings": []}))
        } else {
            session.shell.line(format!("`{meant}` is legal"))
        }
        return Ok(Status::Well);
    }
    let refusal = legal.refusal(text);
    let title = format!("`{text}` is not legal");
    let finding = match refusal.place {
        Some(place) => Diagnostic::at(Code::IllegalMove, place, title, "by this rule"),
        None => {
            let source = session.workspace.sources_mut().add("the move", text);
            let span = Span::new(source, 0, text.len());
            Diagnostic::at(Code::IllegalMove, span, title, "not legal here")
        }
    };
    let finding = Diagnostic { reason: refusal.why.map(Into::into), help: refusal.help, ..finding };
    let sources = session.workspace.sources();
    if args.json {
        let mut object = json!({"move": text, "legal": false});
        object["findings"] = report::json(&[finding], sources)["findings"].take();
        session.shell.json(&object);
    } else {
        let style = session.shell.report_style();
        session.shell.paint(&report::draw(&[finding], sources, style));
    }
    Ok(Status::Found)
}
