//! `alfil show`: a variant in words and pictures; what a newcomer sees first.

use crate::board::run::program::Effort;
use crate::cli::load::{Loaded, Session, Stop};
use crate::cli::shell::Status;
use crate::cli::stage::{self, Stage};
use crate::cli::{Outcome, plane, words};
use crate::play::game::Game;
use crate::play::program::Program;
use crate::render::classes::{self, FirstMoves, capital};
use crate::render::scene::Picture;
use crate::render::{board, terminal};
use crate::resolve::write::to_yaml;
use crate::rules::condition::Condition;
use crate::rules::hand::{Captured, Hand};
use crate::rules::letter::Form;
use crate::rules::movement::{Action, Movement};
use crate::rules::ruleset::{
    Duty, Ends, Kind, KindId, Occasions, Promotion, Ruleset, Supply, Verdict,
};
use crate::rules::side::Side;
use crate::suite::{listing, run};
use crate::text::words as english;
use crate::text::{position, turn};
use serde_json::json;

/// Depths of the counts shown.
const PERFT: [u32; 3] = [1, 2, 3];

const EXAMPLES: &str = "\
Examples:
  alfil show contrast
  alfil show 'capablanca+contrast-modifier' --yaml    as one file without parents
  alfil show contrast --stage ruleset";

/// Arguments of `show`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// A stage of it as text.
    #[arg(long, value_enum)]
    stage: Option<Stage>,
    /// The definition as one file without parents.
    #[arg(long, conflicts_with = "stage")]
    yaml: bool,
    /// One JSON object.
    #[arg(long, conflicts_with_all = ["stage", "yaml"])]
    pub json: bool,
}

/// Shows.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    match (args.stage, args.yaml, args.json) {
        (Some(stage), ..) => {
            let text = stage::text(stage, &loaded, session);
            session.shell.say(&text);
        }
        (None, true, _) => {
            let text = to_yaml(&loaded.resolved);
            session.shell.say(&text.map_err(|d| Stop::Found(vec![d], Status::Found))?);
        }
        (None, false, json) => match (&loaded.game, json) {
            (Game::Board(program), true) => session.shell.json(&facts(&loaded, program)),
            (Game::Board(program), false) => page(&loaded, program, session),
            (Game::Plane(program), true) => session.shell.json(&plane::facts(&loaded, program)),
            (Game::Plane(program), false) => plane::page(&loaded, program, session),
        },
    }
    Ok(Status::Well)
}

fn page(loaded: &Loaded, program: &Program, session: &mut Session) {
    let width = session.shell.width();
    let rules = program.rules();
    let start = program.start();
    let mut out = words::wrap("", &loaded.resolved.title, width);
    out += &about(&loaded.resolved.about, width);
    let picture = Picture::of("", board::scene(&start, None));
    let drawn = terminal::draw(&picture, session.shell.colour(), width);
    out += &format!("\n{}\n\n", drawn.trim_end());
    for (id, kind) in rules.kinds.enumerate().filter(|(_, k)| !is_twin(k)) {
        out += &piece(program, id, kind, width);
    }
    out.push('\n');
    out += &whole(rules, width);
    out += &words::wrap("Ends      ", &ends(&rules.ends), width);
    out.push('\n');
    out += &format!("{} begins with ", start.side().name());
    out += &words::moves(&listing::by_kind(&start), width);
    let counts: Vec<String> = counts(program).iter().map(u64::to_string).collect();
    let counts = format!("{} (sequences of 1, 2 and 3 moves)", counts.join(", "));
    out += &words::wrap("Perft     ", &counts, width);
    out += &words::wrap("Tests     ", &tests(loaded), width);
    session.shell.say(&out);
}

/// Inventor, year and source in a line; the rest of what the file says in one each.
pub(super) fn about(about: &[(String, String)], width: usize) -> String {
    let get = |key: &str| about.iter().find(|(k, _)| k == key).map(|(_, text)| text.as_str());
    let who: Vec<&str> = ["inventor", "year"].iter().filter_map(|key| get(key)).collect();
    let mut line = who.join(", ");
    if let Some(source) = get("source") {
        line = if line.is_empty() { source.to_owned() } else { format!("{line}. {source}") };
    }
    let mut out = if line.is_empty() { String::new() } else { words::wrap("", &line, width) };
    let told = ["inventor", "year", "source"];
    for (_, text) in about.iter().filter(|(key, _)| !told.contains(&key.as_str())) {
        out += &words::wrap("", text, width);
    }
    out
}

/// Promoted pieces that revert move as the others of their name.
fn is_twin(kind: &Kind) -> bool {
    kind.letter.form() == Form::Reverting
}

fn piece(program: &Program, id: KindId, kind: &Kind, width: usize) -> String {
    let arena = program.board().arena();
    let royal = if kind.royal { ", royal" } else { "" };
    let mut out = format!("{}  {}{royal}\n", kind.letter, capital(&kind.name.value));
    out += &movement(program, id, &kind.moves, width);
    if let Some(attacks) = &kind.attacks {
        out += "   Attacks otherwise:\n";
        out += &movement(program, id, attacks, width);
    }
    if let Some(promotion) = &kind.promotion {
        let to: Vec<&str> =
            promotion.to.iter().map(|&k| arena.rules.kinds[k].name.value.as_str()).collect();
        out += &words::wrap("   ", &promotes(promotion, &list(&to), &arena.rules), width);
    }
    out
}

/// `Promotes on the last rank to queen or rook.`
pub(super) fn promotes(promotion: &Promotion, to: &str, rules: &Ruleset) -> String {
    let verb = match promotion.duty {
        Duty::Must | Duty::Wait => "Promotes",
        Duty::May => "May promote",
    };
    let area = promotion.at.notation(&rules.zones);
    let at = if area.starts_with("rank") { area } else { format!("the {area}") };
    let Occasions { enter, within, leave } = promotion.on;
    let occasions = [(enter, "entering"), (within, "moving on"), (leave, "leaving")];
    let said: Vec<&str> = occasions.iter().filter(|(on, _)| *on).map(|&(_, w)| w).collect();
    let place = match (enter, within, leave) {
        (true, true, false) => format!("on {at}"),
        _ => format!("when {} {at}", list(&said)),
    };
    let supply = match promotion.supply {
        Supply::Endless => "",
        Supply::Lost => ", as far as its side has lost one",
    };
    let must = match promotion.duty {
        Duty::Must => "",
        Duty::May => "; it must where it could never move again",
        Duty::Wait => "; it waits there while none is left",
    };
    format!("{verb} {place} to {to}{supply}{must}.")
}

fn movement(program: &Program, id: KindId, movement: &Movement, width: usize) -> String {
    let arena = program.board().arena();
    let classes = classes::of(arena, movement, id, Side::White, FirstMoves::Together);
    let heads = classes.iter().map(|c| c.title.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for class in &classes {
        let moves = Movement { terms: class.terms.clone() };
        let mut sentences = english::sentences(&moves, &arena.rules.zones);
        if sentences.is_empty() {
            sentences.push("It cannot move.".to_owned());
        }
        let head = match heads {
            0 => "   ".to_owned(),
            n => format!("   {:n$}  ", class.title),
        };
        out += &words::wrap(&head, &sentences.join(" "), width);
    }
    out
}

/// Rules that speak of the whole game.
fn whole(rules: &Ruleset, width: usize) -> String {
    let mut out = String::new();
    if rules.every_move != Condition::Always {
        let when = english::condition(&rules.every_move, &rules.zones);
        out += &words::wrap("Moves     ", &format!("Whatever moves, only if it {when}."), width);
    }
    if rules.every_attack != rules.every_move {
        let text = match rules.every_attack {
            Condition::Always => "Check and attack know no such bounds.".to_owned(),
            _ => {
                let when = english::condition(&rules.every_attack, &rules.zones);
                format!("A piece attacks only if it {when}.")
            }
        };
        out += &words::wrap("Attack    ", &text, width);
    }
    let castles = |k: &Kind| k.moves.terms.iter().any(|t| matches!(t.action, Action::Castle(_)));
    let who: Vec<&str> =
        rules.kinds.iter().filter(|k| castles(k)).map(|k| k.name.value.as_str()).collect();
    let with: Vec<&str> =
        rules.kinds.iter().filter(|k| k.castling_partner).map(|k| k.name.value.as_str()).collect();
    if !who.is_empty() && !with.is_empty() {
        let text = format!("The {} castles with the {}.", list(&who), list(&with));
        out += &words::wrap("Castling  ", &text, width);
    }
    if let Some(hand) = &rules.hand {
        out += &words::wrap("Hands     ", &hands(hand, rules), width);
    }
    out + &words::wrap("Turn      ", &turn::sentences(rules).join(" "), width)
}

fn hands(hand: &Hand, rules: &Ruleset) -> String {
    let reverts = rules.kinds.iter().any(|k| k.reverts_to.is_some());
    let reverting = if reverts { ", as what it was before it promoted" } else { "" };
    let mut text = match hand.captured {
        Captured::Gone => "What the start position puts there waits to be dropped.".to_owned(),
        Captured::ToCaptor => {
            format!("A captured piece goes into the hand of its captor{reverting}.")
        }
        Captured::ToOwner => format!("A captured piece goes into its owner's hand{reverting}."),
    };
    let names: Vec<&str> =
        hand.no_mate.iter().map(|&k| rules.kinds[k].name.value.as_str()).collect();
    if !names.is_empty() {
        text += &format!(" No drop of a {} may mate.", list(&names));
    }
    text
}

pub(super) fn ends(ends: &Ends) -> String {
    let verdict = |verdict| match verdict {
        Verdict::Win => "wins",
        Verdict::Loss => "loses",
        Verdict::Draw => "draws",
    };
    let mut text = format!(
        "The side that is checkmated {}, stalemated {}.",
        verdict(ends.checkmate),
        verdict(ends.stalemate)
    );
    let limit = ends.move_limit.map(|halfmoves| match halfmoves {
        n if n % 2 == 0 => format!("{} moves of each side without progress", n / 2),
        n => format!("{n} moves without progress"),
    });
    let repeated = ends.repetition.map(|n| format!("{n} occurrences of one position"));
    let draws: Vec<String> = limit.into_iter().chain(repeated).collect();
    if !draws.is_empty() {
        text += &format!(" Drawn after {}.", draws.join(", or "));
    }
    text
}

fn counts(program: &Program) -> Vec<u64> {
    let start = program.start();
    PERFT.iter().map(|&depth| start.perft(depth, Effort::default())).collect()
}

pub(super) fn tests(loaded: &Loaded) -> String {
    let results = run::run_all(&loaded.game, &loaded.resolved.cases);
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    match (results.len(), results.iter().filter(|r| !r.failures.is_empty()).count()) {
        (0, _) => "none".to_owned(),
        (all, 0) => format!("{all} test{} passed", plural(all)),
        (all, failed) => {
            format!("{failed} of {all} failed: see `alfil test {}`", loaded.name)
        }
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

fn facts(loaded: &Loaded, program: &Program) -> serde_json::Value {
    let start = program.start();
    let arena = program.board().arena();
    let pieces: Vec<_> = arena
        .rules
        .kinds
        .iter()
        .filter(|kind| !is_twin(kind))
        .map(|kind| {
            json!({
                "name": kind.name.value,
                "letter": kind.letter.to_string(),
                "royal": kind.royal,
                "moves": english::sentences(&kind.moves, &arena.rules.zones),
            })
        })
        .collect();
    let about = loaded.resolved.about.iter().map(|(k, t)| (k.clone(), t.clone().into()));
    json!({
        "definition": loaded.name,
        "title": loaded.resolved.title,
        "about": about.collect::<serde_json::Map<_, _>>(),
        "position": position::write(arena, start.board()),
        "pieces": pieces,
        "turn": turn::sentences(&arena.rules),
        "perft": counts(program),
    })
}
