//! `alfil show`: gives an overview of a variant in words and pictures.

use crate::cli::load::{Begin, Loaded, Outcome, Session, Stop, start};
use crate::cli::looker::Looker;
use crate::cli::perft::number;
use crate::cli::shell::Status;
use crate::cli::stage::{self, Stage};
use crate::cli::words;
use crate::cli::wrap::wrap;
use alfil::describe::description::{Description, PieceDescription, is_twin, joined};
use alfil::play::position::Position;
use alfil::play::resources::Effort;
use alfil::render::drawing::Drawing;
use alfil::resolve::write::to_yaml;
use alfil::suite::budget::Budget;
use alfil::suite::run;
use alfil::text::lexicon::Lexicon;
use alfil::text::movements as english;
use alfil::text::sentences;
use alfil::text::turn;
use serde_json::json;

/// The greatest depth of the move counts.
const DEPTH: u32 = 3;

const EXAMPLES: &str = "\
Examples:
  alfil show contrast
  alfil show 'capablanca+contrast-modifier' --yaml    as one file without parents
  alfil show contrast --stage ruleset";

/// Arguments of `show`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// A stage of it as text.
    #[arg(long, value_enum)]
    stage: Option<Stage>,
    /// The definition as one file without parents.
    #[arg(long, conflicts_with = "stage")]
    yaml: bool,
    /// Every start of a game with several, each with its number.
    #[arg(long, conflicts_with_all = ["stage", "yaml", "json"])]
    starts: bool,
    /// Only what this side sees, in a game with `sight`.
    #[arg(long = "as", value_name = "SIDE", value_enum, conflicts_with_all = ["stage", "yaml", "json", "starts"])]
    looker: Option<Looker>,
    #[command(flatten)]
    begin: Begin,
    /// One JSON object.
    #[arg(long, conflicts_with_all = ["stage", "yaml"])]
    pub(crate) json: bool,
}

/// Prints the overview, or the requested form of the variant.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let start = start(&loaded.game, &args.begin)?;
    match (args.stage, args.yaml, args.json) {
        _ if args.starts => starts(&loaded, session),
        (Some(stage), ..) => {
            let text = stage::text(stage, &loaded, session);
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
    out += &format!("{} begins with ", start.rules().called(start.side()));
    out += &words::moves(&start.legal().by_kind(), start.noun(), width);
    if let Some(counts) = counts(start) {
        let lengths: Vec<String> = (1..=counts.len()).map(|n| n.to_string()).collect();
        let lengths: Vec<&str> = lengths.iter().map(String::as_str).collect();
        let counts: Vec<String> = counts.iter().map(u128::to_string).collect();
        let lengths = joined(&lengths, "and");
        let counts = format!("{} (sequences of {lengths} moves)", counts.join(", "));
        out += &wrap("Perft     ", &counts, width);
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
    if !man.attacks.is_empty() {
        out += "   Attacks otherwise:\n";
        out += &movement(&man.attacks, width);
    }
    man.promotes.iter().for_each(|text| out += &wrap("   ", text, width));
    out
}

fn movement(moves: &[(String, String)], width: usize) -> String {
    let heads = moves.iter().map(|(head, _)| head.chars().count()).max().unwrap_or(0);
    let line = |(head, text): &(String, String)| match heads {
        0 => wrap("   ", text, width),
        n => wrap(&format!("   {head:n$}  "), text, width),
    };
    moves.iter().map(line).collect()
}

/// The perft counts of the start position, as long as they are small. `None` if moves cannot be
/// counted.
fn counts(start: &Position) -> Option<Vec<u128>> {
    let mut budget = Budget::of_a_page(start.rules());
    let mut counts = Vec::new();
    for depth in 1..=DEPTH {
        if budget.take(&counts, 0).is_err() {
            break;
        }
        counts.push(start.perft(depth, Effort::default())?);
    }
    Some(counts)
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
