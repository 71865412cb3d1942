//! `alfil show`: gives an overview of a variant in words and pictures.

use crate::looker::Looker;
use crate::perft::number;
use crate::words;
use alfil_describe::description::{Description, PieceDescription, is_twin, joined};
use alfil_play::position::Position;
use alfil_play::resources::Count;
use alfil_render::drawing::Drawing;
use alfil_resolve::write::to_yaml;
use alfil_shell::load::{Begin, Loaded, Outcome, Session, start};
use alfil_shell::terminal::{Status, Stop, wrap};
use alfil_suite::run::{self, Budget, Counting};
use alfil_text::lexicon::Lexicon;
use alfil_text::{explain as english, sentences, turn};
use serde_json::json;

/// The greatest depth of the move counts.
const DEPTH: u32 = 3;

const EXAMPLES: &str = "\
Examples:
  alfil show contrast
  alfil show 'capablanca+contrast-modifier' --yaml    as one file without parents
  alfil show contrast --stage program";

/// Arguments of `show`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// Show a stage of the compilation as text.
    #[arg(long, value_enum)]
    stage: Option<Stage>,
    /// Print the definition as one file without parents.
    #[arg(long, conflicts_with = "stage")]
    yaml: bool,
    /// List all starts of a game with several, each with its number.
    #[arg(long, conflicts_with_all = ["stage", "yaml", "json"])]
    starts: bool,
    /// Show only what this side sees, in a game with `sight`.
    #[arg(long = "as", value_name = "SIDE", value_enum, conflicts_with_all = ["stage", "yaml", "json", "starts"])]
    looker: Option<Looker>,
    #[command(flatten)]
    begin: Begin,
    /// One JSON object.
    #[arg(long, conflicts_with_all = ["stage", "yaml"])]
    pub json: bool,
}

/// Prints the overview, or the requested form of the variant.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let start = start(&loaded.game, &args.begin)?;
    match (args.stage, args.yaml, args.json) {
        _ if args.starts => starts(&loaded, session),
        (Some(stage), ..) => {
            let text = self::text(stage, &loaded);
            session.shell.say(&text);
        }
        (None, true, _) => {
            let text = to_yaml(&loaded.resolved);
            session.shell.say(&text.map_err(|d| Stop::Found(vec![d], Status::Found))?);
        }
        (None, false, true) => session.shell.json(&facts(&loaded, &start)),
        (None, false, false) => page(&loaded, &start, args.looker, session),
    }
    Ok(Status::Well)
}

/// Prints all start positions with their numbers.
fn starts(loaded: &Loaded, session: &mut Session) {
    let Some(starts) = loaded.game.starts() else {
        return session.shell.line(format!("0  {}", loaded.game.start().text()));
    };
    for (number, start) in (0..).map_while(|number| Some((number, starts.start(number)?))) {
        session.shell.line(format!("{number}  {}", start.text()));
    }
}

fn page(loaded: &Loaded, start: &Position, looker: Option<Looker>, session: &mut Session) {
    let _progress = session.busy("counting");
    let width = session.shell.width();
    let game = &loaded.game;
    let mut out = wrap("", &loaded.resolved.title, width);
    let parts = &loaded.resolved.parts;
    for part in parts {
        let name = if parts.len() > 1 { part.title.as_str() } else { "" };
        out += &about(name, &part.about, width);
    }
    let drawn = match looker {
        Some(looker) => Drawing::seen("", start, looker.into()),
        None => Drawing::of("", start),
    };
    let drawn = drawn.text(session.shell.colour(), width);
    session.shell.say(&out);
    session.shell.paint(&format!("\n{}\n\n", drawn.trim_matches('\n')));
    let description = Description::of(game);
    let mut out = String::new();
    for man in &description.pieces {
        out += &self::man(man, width);
    }
    out.push('\n');
    for (head, text) in &description.parts {
        out += &wrap(&format!("{head:10}"), text, width);
    }
    out.push('\n');
    let hidden = looker.is_some_and(|looker| start.hidden_from(looker.into()).is_some());
    let kept = looker.is_some_and(|looker| start.keeps_moves_from(looker.into()));
    let begins = start.rules().name_of(start.side());
    out += &match (kept, start.has_umpire() && hidden) {
        (true, _) => wrap("", &format!("{begins} begins"), width),
        (false, true) => {
            let tries = words::moves(&start.tries().by_kind(), words::TRIES, width);
            format!("{begins} begins with {tries}")
        }
        (false, false) => {
            let moves = words::moves(&start.legal().by_kind(), start.noun(), width);
            format!("{begins} begins with {moves}")
        }
    };
    // Counts depend on the pieces that the side does not see.
    if let Some(counts) = counts(start).filter(|_| !hidden) {
        out += &wrap("Perft     ", &told(&counts), width);
    }
    out += &wrap("Tests     ", &tests(loaded), width);
    session.shell.say(&out);
}

/// The inventor, the year and the source in one line, and each other value in a line. In a sum,
/// `name` is the part.
fn about(name: &str, about: &[(String, String)], width: usize) -> String {
    let get = |key: &str| about.iter().find(|(k, _)| k == key).map(|(_, text)| text.as_str());
    let who: Vec<&str> = ["inventor", "year"].iter().filter_map(|key| get(key)).collect();
    let mut line = who.join(", ");
    if let Some(source) = get("source") {
        line = if line.is_empty() { source.to_owned() } else { format!("{line}. {source}") };
    }
    if !name.is_empty() && !about.is_empty() {
        line = format!("{name}: {line}").trim_end_matches([' ', ':']).to_owned();
    }
    let mut out = if line.is_empty() { String::new() } else { wrap("", &line, width) };
    let told = ["inventor", "year", "source"];
    for (_, text) in about.iter().filter(|(key, _)| !told.contains(&key.as_str())) {
        out += &wrap("", text, width);
    }
    out
}

fn man(man: &PieceDescription, width: usize) -> String {
    let mut out = format!("{}  {}\n", man.letter, man.name);
    if let Some(body) = &man.body {
        out += &wrap("   ", body, width);
    }
    out += &movement(&man.moves, width);
    if let Some(attacks) = &man.attacks {
        out += &wrap("   ", &attacks.said, width);
        out += &movement(&attacks.moves, width);
    }
    man.promotes.iter().for_each(|text| out += &wrap("   ", text, width));
    out
}

fn movement(moves: &[(String, String)], width: usize) -> String {
    let heads = moves.iter().map(|(head, _)| head.chars().count()).max().unwrap_or(0);
    let line = |(head, text): &(String, String)| match head.as_str() {
        "" => wrap("   ", text, width),
        head => wrap(&format!("   {head:heads$}  "), text, width),
    };
    moves.iter().map(line).collect()
}

/// The perft counts of the start position up to [`DEPTH`], as long as they take little work. `None` if
/// moves cannot be counted.
fn counts(start: &Position) -> Option<Vec<u128>> {
    let mut counting = Counting::new(start, Budget::of_a_page());
    let mut counts = Vec::new();
    for _ in 1..=DEPTH {
        match counting.longer(None) {
            Count::Sequences(count) => counts.push(count),
            Count::Endless => return None,
            Count::TooMuch => break,
        }
    }
    Some(counts)
}

/// The counts, their lengths, and which lengths are left out.
fn told(counts: &[u128]) -> String {
    let lengths: Vec<String> = (1..=DEPTH).map(|n| n.to_string()).collect();
    let lengths: Vec<&str> = lengths.iter().map(String::as_str).collect();
    let (counted, rest) = lengths.split_at(counts.len());
    let left_out =
        format!("sequences of {} moves take too long to count here", joined(rest, "and"));
    let numbers: Vec<String> = counts.iter().map(u128::to_string).collect();
    let told = match counted {
        [] => return left_out,
        ["1"] => format!("{} (sequences of 1 move)", numbers.join(", ")),
        _ => format!("{} (sequences of {} moves)", numbers.join(", "), joined(counted, "and")),
    };
    match rest {
        [] => told,
        _ => format!("{told}; {left_out}"),
    }
}

fn tests(loaded: &Loaded) -> String {
    let results = run::run(&loaded.game, &loaded.resolved.cases);
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    match (results.len(), results.iter().filter(|r| !r.failures.is_empty()).count()) {
        (0, _) => "none".to_owned(),
        (all, 0) => format!("{all} test{} passed", plural(all)),
        (all, failed) => {
            format!("{failed} of {all} failed: see `alfil test {}`", loaded.name)
        }
    }
}

fn facts(loaded: &Loaded, start: &Position) -> serde_json::Value {
    let rules = loaded.game.rules();
    let names = Lexicon::of(rules);
    let pieces: Vec<_> = rules
        .kinds
        .iter()
        .filter(|kind| !is_twin(kind))
        .map(|kind| {
            json!({
                "name": kind.name.value,
                "letter": kind.letter.to_string(),
                "royal": kind.royal.is_royal(),
                "owner": kind.owner.word(),
                "moves": english::sentences(&kind.moves, &names),
            })
        })
        .collect();
    let about = loaded.resolved.about.iter().map(|(k, t)| (k.clone(), t.clone().into()));
    let mut facts = json!({
        "definition": loaded.name,
        "title": loaded.resolved.title,
        "about": about.collect::<serde_json::Map<_, _>>(),
        "position": start.text(),
        "pieces": pieces,
        "turn": turn::sentences(rules),
        "legal": sentences::asked(rules),
        "duty": sentences::duties(rules),
        "effects": sentences::effects(rules),
        "goals": sentences::goals(rules),
        "perft": counts(start).map(|counts| counts.into_iter().map(number).collect::<Vec<_>>()),
    });
    if let Some(starts) = loaded.game.starts() {
        facts["starts"] = starts.count().into();
    }
    facts
}

// `alfil show --stage`: writes a stage of a definition as text.

/// A stage between the text of a definition and its game. `show --yaml` shows the rules of all files
/// together, and `export --format json` what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Stage {
    /// The tables to which the rules were compiled.
    Program,
}

pub(crate) fn text(stage: Stage, loaded: &Loaded) -> String {
    match stage {
        Stage::Program => loaded.game.outline(),
    }
}
