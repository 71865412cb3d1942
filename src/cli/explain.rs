//! `alfil explain`: a movement string in plain English with a picture, or the code of a finding.

use crate::cli::catalogue::example;
use crate::cli::load::{Session, Stop};
use crate::cli::shell::Status;
use crate::cli::{Outcome, words};
use crate::diagnostic::{Code, Findings, Report, did_you_mean, has_errors};
use crate::index::IndexVec;
use crate::play::game::Game;
use crate::render::drawing::Drawing;
use crate::render::report;
use crate::resolve::movement::{Context, lower};
use crate::rules::condition::Condition;
use crate::rules::goal::Goals;
use crate::rules::letter::{Form, Letter};
use crate::rules::movement::Movement;
use crate::rules::plane::PlaneRules;
use crate::rules::ruleset::{Kind, KindId, Owner, Royalty, Ruleset};
use crate::rules::setup::{Placement, Row, Setup, Square};
use crate::rules::side::Side;
use crate::rules::space::{Gluing, Lattice, Shading, Space};
use crate::rules::turn::Turn;
use crate::source::{Span, Spanned};
use crate::syntax::definition::{DIALECTS, Dialect};
use crate::text::explain::{Explanation, explain};
use serde_json::json;

/// Cells along each side of the board on which a movement is drawn; odd, so that it has a middle.
const BOARD: u8 = 15;

const EXAMPLES: &str = "\
Examples:
  alfil explain N
  alfil explain 'K isO2'
  alfil explain 'B; + masF when strong'
  alfil explain fK --dialect xbetza --json
  alfil explain --in xiangqi 'nA; only when to home'
  alfil explain unknown-letter";

/// Arguments of `explain`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A movement string (quote it), or the code of a finding.
    #[arg(value_name = "STRING-or-CODE", allow_hyphen_values = true)]
    what: String,
    /// On the board of this definition (a shipped name, a path or a sum), under its restrictions and with
    /// its zones.
    #[arg(long = "in", value_name = "NAME")]
    game: Option<String>,
    /// How directions before K and Q are read.
    #[arg(long, default_value = "classic", value_parser = ["classic", "xbetza"])]
    dialect: String,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Explains.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    if let Ok(code) = args.what.parse::<Code>() {
        return Ok(code_words(code, args.json, session));
    }
    if looks_like_code(&args.what) {
        let near = did_you_mean(&args.what, Code::ALL.iter().map(|c| c.name()));
        let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(Stop::Refused(format!("there is no code `{}`{hint}", args.what)));
    }
    let game = args.game.as_ref().map(|name| session.load(name)).transpose()?;
    let game = game.map(|loaded| loaded.resolved.ruleset);
    let source = session.workspace.sources_mut().add("the string", args.what.as_str());
    let place = |range: std::ops::Range<usize>| Span::new(source, range.start, range.end);
    let zones = game.as_ref().map_or(IndexVec::new(), |rules| rules.zones.clone());
    let dialect = DIALECTS.iter().find(|(name, _)| *name == args.dialect);
    let dialect = dialect.map_or(Dialect::default(), |(_, dialect)| *dialect);
    let context = Context { place: &place, zones: &zones, dialect };
    let mut found = Report::default();
    let explained = explain(&args.what, context, &mut found);
    let Some(explanation) = explained.filter(|_| !has_errors(&found)) else {
        return Err(Stop::Found(found.into(), Status::Found));
    };
    if args.json {
        session.shell.json(&object(&explanation));
        return Ok(Status::Well);
    }
    let width = session.shell.width();
    session.shell.line(&explanation.canonical);
    for sentence in &explanation.sentences {
        session.shell.say(&words::wrap("  ", sentence, width));
    }
    // It was lowered without an error a moment ago.
    let movement = lower(&args.what, &Movement::default(), context, &mut Report::default());
    let span = place(0..args.what.len());
    let drawn = movement.map(|moves| match game {
        Some(rules) => within(rules, moves, span),
        None => alone(moves, span),
    });
    if let Some((rules, kind)) = drawn {
        let Findings { value: game, found: about_board } = Game::compile(rules);
        if about_board.iter().any(|d| d.code == Code::TooManyWays) {
            session.shell.say("\nIt has too many ways to be drawn or compiled.\n");
        }
        // Other findings are about a board that the author never wrote.
        let drawing = game.map(|game| Drawing::of_kind("", &game.start(), kind));
        // An empty board, for castling say, would look as if the piece could not move.
        if let Some(drawing) = drawing.filter(|drawing| !drawing.is_bare()) {
            let drawn = drawing.uncaptioned().text(session.shell.colour(), width);
            session.shell.paint(&format!("\n{}\n", drawn.trim_matches('\n')));
        }
    }
    let style = session.shell.report();
    let report = report::draw(&found, session.workspace.sources(), style);
    if !report.is_empty() {
        session.shell.paint(&format!("\n{report}"));
    }
    Ok(Status::Well)
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
        session.shell.say(&words::wrap("  ", code.explanation(), width));
        if let Some(example) = example(code) {
            session.shell.say("\n  For example\n\n");
            for line in example.lines() {
                session.shell.line(format!("    {line}").trim_end());
            }
        }
    }
    Status::Well
}

/// Lower-case words with hyphens are no movement: `-` joins legs, which have capitals.
fn looks_like_code(text: &str) -> bool {
    text.contains('-') && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// A kind that moves so.
fn nameless(moves: Movement, span: Span) -> Kind {
    Kind {
        name: Spanned::new("piece".to_owned(), span),
        letter: Letter::new('X', Form::Plain),
        worth: 1,
        royal: Royalty::No,
        owner: Owner::Side,
        moves,
        attacks: None,
        promotions: Vec::new(),
        reverts_to: None,
    }
}

/// The rules with one kind more, which moves so; it stands nowhere.
fn within(mut rules: Ruleset, moves: Movement, span: Span) -> (Ruleset, KindId) {
    let kind = rules.kinds.push(nameless(moves, span));
    (rules, kind)
}

/// A board with one piece in its middle that moves so.
fn alone(moves: Movement, span: Span) -> (Ruleset, KindId) {
    let half = Square::Empty(u16::from(BOARD / 2));
    let piece = Square::Piece(Side::White, KindId::default());
    let row = |squares: &[Square]| Row {
        cells: squares.iter().map(|&s| Spanned::new(s, span)).collect(),
        span,
    };
    let mut rows = vec![row(&[Square::Empty(BOARD.into())]); BOARD.into()];
    rows[usize::from(BOARD / 2)] = row(&[half, piece, half]);
    let kind = nameless(moves, span);
    let lattice = Lattice::Grid { files: BOARD, ranks: BOARD, gluing: Gluing::Flat };
    let rules = Ruleset {
        turn: Turn::default(),
        title: String::new(),
        space: Space {
            lattice,
            without: Vec::new(),
            sections: Vec::new(),
            shades: Shading::Checkered,
            span,
        },
        kinds: [kind].into_iter().collect(),
        zones: IndexVec::new(),
        every_move: Condition::Always,
        every_attack: Condition::Always,
        asked: Vec::new(),
        attack_asked: Vec::new(),
        duties: Vec::new(),
        effects: Vec::new(),
        counters: Vec::new(),
        clocks: Vec::new(),
        homes: Vec::new(),
        shuffle: None,
        hand: None,
        plane: PlaneRules::default(),
        setup: Setup::of(Placement { rows, points: Vec::new(), span }, span),
        ends: Goals::default(),
    };
    (rules, KindId::default())
}
