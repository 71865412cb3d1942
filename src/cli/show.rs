//! `alfil show`: a variant in words and pictures; what a newcomer sees first.

use crate::cli::load::{Begin, Loaded, Session, Stop, start};
use crate::cli::perft::number;
use crate::cli::shell::Status;
use crate::cli::stage::{self, Stage};
use crate::cli::{Outcome, words};
use crate::play::arena::Effort;
use crate::play::game::Game;
use crate::play::position::Position;
use crate::render::classes::{self, FirstMoves, capital};
use crate::render::drawing::Drawing;
use crate::resolve::write::to_yaml;
use crate::rules::castling::Homes;
use crate::rules::condition::Condition;
use crate::rules::goal::{Event, Goal, Goals};
use crate::rules::hand::{Captured, Hand, Immobile, OwnCaptured};
use crate::rules::letter::Form;
use crate::rules::movement::Movement;
use crate::rules::plane::KingPath;
use crate::rules::ruleset::{
    Duty, Kind, KindId, Occasions, Owner, Promotion, Royalty, Ruleset, Supply,
};
use crate::rules::shuffle::Arrays;
use crate::rules::side::Side;
use crate::rules::space::Lattice;
use crate::suite::budget::Budget;
use crate::suite::run;
use crate::text::conditions;
use crate::text::sentences;
use crate::text::turn;
use crate::text::words as english;
use serde_json::json;

/// Deepest count shown.
const DEPTH: u32 = 3;

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
    /// Every start of a game with several, each with its number.
    #[arg(long, conflicts_with_all = ["stage", "yaml", "json"])]
    starts: bool,
    #[command(flatten)]
    begin: Begin,
    /// One JSON object.
    #[arg(long, conflicts_with_all = ["stage", "yaml"])]
    pub json: bool,
}

/// Shows.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
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
        (None, false, false) => page(&loaded, &start, session),
    }
    Ok(Status::Well)
}

/// Every start, by number.
fn starts(loaded: &Loaded, session: &mut Session) {
    let Some(starts) = loaded.game.starts() else {
        return session.shell.line(format!("0  {}", loaded.game.start().text()));
    };
    for (number, start) in (0..).map_while(|number| Some((number, starts.start(number)?))) {
        session.shell.line(format!("{number}  {}", start.text()));
    }
}

fn page(loaded: &Loaded, start: &Position, session: &mut Session) {
    let _progress = session.busy("counting");
    let width = session.shell.width();
    let (game, rules) = (&loaded.game, loaded.game.rules());
    let mut out = words::wrap("", &loaded.resolved.title, width);
    out += &about(&loaded.resolved.about, width);
    let drawn = Drawing::of("", start).text(session.shell.colour(), width);
    session.shell.say(&out);
    session.shell.paint(&format!("\n{}\n\n", drawn.trim_matches('\n')));
    let mut out = String::new();
    for (id, kind) in rules.kinds.enumerate().filter(|(_, k)| !is_twin(k)) {
        out += &piece(game, id, kind, width);
    }
    out.push('\n');
    out += &match rules.space.lattice.plane() {
        Some(size) => plane(rules, size, width),
        None => whole(rules, width),
    };
    if let Some(text) = shuffled(game) {
        out += &words::wrap("Starts    ", &text, width);
    }
    out += &words::wrap("Turn      ", &turn::sentences(rules).join(" "), width);
    for (head, said) in [
        ("Legal     ", sentences::asked(rules)),
        ("Duty      ", sentences::duties(rules)),
        ("Effects   ", sentences::effects(rules)),
        ("Goals     ", sentences::goals(rules)),
    ] {
        if !said.is_empty() {
            out += &words::wrap(head, &said.join(" "), width);
        }
    }
    out += &words::wrap("Ends      ", &ends(&rules.ends), width);
    out.push('\n');
    out += &format!("{} begins with ", start.side().name());
    out += &words::moves(&start.legal().by_kind(), start.noun(), width);
    if let Some(counts) = counts(start) {
        let lengths: Vec<String> = (1..=counts.len()).map(|n| n.to_string()).collect();
        let lengths: Vec<&str> = lengths.iter().map(String::as_str).collect();
        let counts: Vec<String> = counts.iter().map(u128::to_string).collect();
        let lengths = joined(&lengths, "and");
        let counts = format!("{} (sequences of {lengths} moves)", counts.join(", "));
        out += &words::wrap("Perft     ", &counts, width);
    }
    out += &words::wrap("Tests     ", &tests(loaded), width);
    session.shell.say(&out);
}

/// Inventor, year and source in a line; the rest of what the file says in one each.
fn about(about: &[(String, String)], width: usize) -> String {
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

fn piece(game: &Game, id: KindId, kind: &Kind, width: usize) -> String {
    let rules = game.rules();
    let royal = match kind.royal {
        Royalty::No => "",
        Royalty::Each => ", royal",
        Royalty::All => ", royal: in check once all of them are attacked",
        Royalty::Last => ", royal once it is the last one",
    };
    let owner = match kind.owner {
        Owner::Side => "",
        Owner::Nobody => ", nobody's",
    };
    let mut out = format!("{}  {}{royal}{owner}\n", kind.letter, capital(&kind.name.value));
    out += &movement(game, id, &kind.moves, width);
    if let Some(attacks) = &kind.attacks {
        out += "   Attacks otherwise:\n";
        out += &movement(game, id, attacks, width);
    }
    for promotion in &kind.promotions {
        let to: Vec<&str> =
            promotion.to.iter().map(|&k| rules.kinds[k].name.value.as_str()).collect();
        out += &words::wrap("   ", &promotes(promotion, &list(&to), rules), width);
    }
    out
}

/// `Promotes on the last rank to queen or rook.`
fn promotes(promotion: &Promotion, to: &str, rules: &Ruleset) -> String {
    let Occasions { enter, within, leave, stay, drop } = promotion.on;
    let verb = match promotion.duty {
        Duty::Must | Duty::Wait if promotion.on.moves() || drop => "Promotes",
        Duty::Must | Duty::Wait | Duty::May => "May promote",
    };
    let area = promotion.at.as_ref().map(|area| area.notation(&rules.zones));
    let at = area.map(|area| match area.starts_with("rank") {
        true => area,
        false => format!("the {area}"),
    });
    let occasions = [
        (enter, "entering"),
        (within, if at.is_some() { "moving on" } else { "moving" }),
        (leave, "leaving"),
        (stay, if at.is_some() { "standing on" } else { "standing anywhere" }),
        (drop, if at.is_some() { "dropped on" } else { "dropped" }),
    ];
    let said: Vec<&str> = occasions.iter().filter(|(on, _)| *on).map(|&(_, w)| w).collect();
    let place = match (&at, promotion.on) {
        (Some(at), Occasions::ARRIVING) => format!("on {at}"),
        (Some(at), _) => format!("when {} {at}", list(&said)),
        (None, Occasions::ARRIVING) => "with every move".to_owned(),
        (None, _) => format!("when {}", list(&said)),
    };
    let instead = if stay { ", which is a move" } else { "" };
    let supply = match promotion.supply {
        Supply::Endless => "",
        Supply::Lost => ", as far as its side has lost one",
    };
    let must = match promotion.duty {
        Duty::Must => "",
        Duty::May if promotion.on.moves() => "; it must where it could never move again",
        Duty::May => "",
        Duty::Wait => "; it waits there while none is left",
    };
    let when = promotion.when.as_ref();
    let when = when.map_or(String::new(), |q| format!(", when {}", rules.sentence(q)));
    format!("{verb} {place} to {to}{instead}{supply}{when}{must}.")
}

fn movement(game: &Game, id: KindId, movement: &Movement, width: usize) -> String {
    let zones = &game.rules().zones;
    let classes = match game {
        Game::Board(board) => {
            classes::of(board.arena(), movement, id, Side::White, FirstMoves::Together)
        }
        Game::Plane(plane) => {
            let mut sentences = english::sentences(movement, zones);
            if plane.kind(id).turns {
                sentences.push("It may turn on its centre instead.".to_owned());
            }
            return words::wrap("   ", &sentences.join(" "), width);
        }
    };
    let heads = classes.iter().map(|c| c.title.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for class in &classes {
        let moves = Movement::of(class.terms.clone());
        let mut sentences = english::sentences(&moves, zones);
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

/// What a plane is, and how its kings go.
fn plane(rules: &Ruleset, (across, height): (f64, f64), width: usize) -> String {
    let line = &rules.plane;
    let mut plane =
        format!("{across} wide and {height} high; bodies are discs of radius {}", line.radius);
    plane += &format!(" unless said otherwise. No move is shorter than {}.", line.least);
    if let Some(quantum) = line.quantum {
        plane += &format!(" Every distance is a multiple of {quantum}.");
    }
    if line.reach.get() < 1.0 {
        plane += &format!(" A move covers at most {} of the way to the edge.", line.reach);
    }
    let path = match line.king_path {
        KingPath::Lenient => {
            "A royal piece passes no attacked point, save that it may leave the attack it stands in; \
             what its move captures attacks nothing."
        }
        KingPath::Strict => "A royal piece passes no attacked point.",
    };
    words::wrap("Plane     ", &plane, width) + &words::wrap("Check     ", path, width)
}

/// How many starts there are, if there are several.
fn shuffled(game: &Game) -> Option<String> {
    let (starts, rules) = (game.starts()?, game.rules());
    let shuffle = rules.shuffle.as_ref()?;
    let cells = shuffle.cells.notation(&rules.zones);
    let sides = match shuffle.sides {
        Arrays::Alike => "alike for both sides",
        Arrays::Apart => "for each side by itself",
    };
    let count = starts.count();
    let number =
        starts.written().map_or(String::new(), |n| format!(", of which number {n} is the setup"));
    Some(format!("The pieces on {cells} are shuffled, {sides}: {count} starts{number}."))
}

/// What layers do to moves, if there are some.
fn layers(rules: &Ruleset, width: usize) -> String {
    match rules.space.lattice {
        Lattice::Layers { layers, .. } => {
            let text = format!(
                "{layers} layers. Every move turns through all planes: where it goes along a rank or a file it may go up or \
                 down instead, unless it is said to go forward, backward or sideways."
            );
            words::wrap("Board     ", &text, width)
        }
        Lattice::Grid { .. } | Lattice::Hexagon(_) | Lattice::Net(_) | Lattice::Plane { .. } => {
            String::new()
        }
    }
}

/// What a board has beside pieces.
fn whole(rules: &Ruleset, width: usize) -> String {
    let mut out = layers(rules, width);
    if rules.every_move != Condition::Always {
        let when = conditions::condition(&rules.every_move, &rules.zones);
        out += &words::wrap("Moves     ", &format!("Whatever moves, only if it {when}."), width);
    }
    if rules.every_attack != rules.every_move {
        let text = match rules.every_attack {
            Condition::Always => "Check and attack know no such bounds.".to_owned(),
            _ => {
                let when = conditions::condition(&rules.every_attack, &rules.zones);
                format!("A piece attacks only if it {when}.")
            }
        };
        out += &words::wrap("Attack    ", &text, width);
    }
    let castling = castling(rules);
    if !castling.is_empty() {
        out += &words::wrap("Castling  ", &castling.join(" "), width);
    }
    if let Some(hand) = &rules.hand {
        out += &words::wrap("Hands     ", &hands(hand, rules), width);
    }
    out
}

/// Who castles with whom, kinds with the same partners in one sentence; and from where, if it is said.
fn castling(rules: &Ruleset) -> Vec<String> {
    let name = |kind: &KindId| rules.kinds[*kind].name.value.as_str();
    let names = |kinds: &[KindId]| list(&kinds.iter().map(name).collect::<Vec<_>>());
    let mut pairs: Vec<(Vec<KindId>, Vec<KindId>)> = Vec::new();
    for kind in rules.kinds.ids() {
        let partners = rules.partners(kind);
        match pairs.iter_mut().find(|(_, with)| *with == partners) {
            Some((who, _)) => who.push(kind),
            None if partners.is_empty() => {}
            None => pairs.push((vec![kind], partners)),
        }
    }
    let sentence = |(who, with): &(Vec<KindId>, Vec<KindId>)| {
        format!("The {} castles with the {}.", names(who), names(with))
    };
    let mut said: Vec<String> = pairs.iter().map(sentence).collect();
    said.extend(rules.homes.iter().map(|Homes { kind, cells }| {
        let cells: Vec<&str> = cells.iter().map(|cell| cell.value.as_str()).collect();
        let cells = cells.join(" or ");
        format!("A {} on {cells}, as White counts, has not moved when it gets there.", name(kind))
    }));
    said
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
    match (hand.captured, hand.own) {
        (Captured::ToCaptor | Captured::ToOwner, OwnCaptured::ToHand)
        | (Captured::Gone, OwnCaptured::Gone) => {}
        (_, OwnCaptured::ToHand) => {
            text += " A piece that its own side captures goes into its hand.";
        }
        (_, OwnCaptured::Gone) => text += " A piece that its own side captures is gone.",
    }
    let supply: Vec<&str> =
        hand.supply.iter().map(|&k| rules.kinds[k].name.value.as_str()).collect();
    if !supply.is_empty() {
        text += &format!(" There is always one more {}.", list(&supply));
    }
    if hand.immobile == Immobile::Allowed {
        text += " A piece may be dropped where it could never move again.";
    }
    let names: Vec<&str> =
        hand.no_mate.iter().map(|&k| rules.kinds[k].name.value.as_str()).collect();
    if !names.is_empty() {
        text += &format!(" No drop of a {} may mate.", list(&names));
    }
    text
}

fn ends(goals: &Goals) -> String {
    let (mut mates, mut draws) = (Vec::new(), Vec::new());
    for Goal { event, verdict } in goals.iter() {
        let verdict = verdict.told();
        match event {
            Event::Checkmate => mates.push(format!("checkmated {verdict}")),
            Event::Stalemate => mates.push(format!("stalemated {verdict}")),
            Event::MoveLimit(n) if n % 2 == 0 => {
                draws.push(format!("{} moves of each side without progress", n / 2));
            }
            Event::MoveLimit(n) => draws.push(format!("{n} moves without progress")),
            Event::Repetition(n) => draws.push(format!("{n} occurrences of one position")),
            Event::Goal(_) | Event::Claim(_) => {}
        }
    }
    let mut text = match mates.as_slice() {
        [] => String::new(),
        mates => format!("The side that is {}.", mates.join(", ")),
    };
    if !draws.is_empty() {
        text += &format!(" Drawn after {}.", draws.join(", or "));
    }
    text
}

/// Counts of the start as deep as they stay small; `None` if there is nothing to count.
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

/// `a`, `a or b`, `a, b or c`.
fn list(names: &[&str]) -> String {
    joined(names, "or")
}

fn joined(names: &[&str], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} {word} {last}", init.join(", ")),
    }
}

fn facts(loaded: &Loaded, start: &Position) -> serde_json::Value {
    let rules = loaded.game.rules();
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
                "moves": english::sentences(&kind.moves, &rules.zones),
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
