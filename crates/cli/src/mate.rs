//! `alfil mate`: proves that the side to move can or cannot force a win in a few moves. With more
//! than two sides, to win is to take an enemy out of the game.

use alfil_describe::families;
use alfil_mates::{Answer, Key, Outlook, Part, Proof, Refusal, Reply, Sequel, key, proofs};
use alfil_play::computer::{Limits, Request, Thought};
use alfil_play::coordinates;
use alfil_play::plane::{End, Interval, Path, PlaneMove, PlanePlay, text};
use alfil_play::position::{Move, Position};
use alfil_shell::command::seconds;
use alfil_shell::load::{At, Outcome, Session};
use alfil_shell::terminal::{Shell, Status, Stop, wrap};
use alfil_workspace::variant::Source;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  alfil mate chess --in 2 --position 'kbK5/pp6/1P6/8/8/8/8/R7 w - -'
  alfil mate circe --in 2 --position 'FEN' --json
  alfil mate marseillais --plies 4 --after 'e2e4 d2d4'
  alfil mate continuous --in 1 --position 'K4,1 R1,2 R7,7.55 R7,7.1 k4,8 w 0 1'

All moves are tried, so the answer is certain. The time grows very fast with the number of moves.
On a plane, `--in 1` lists the distances that mate, and a reply for the others. `--in 2` tries the
ends and the middle of each interval as first moves, and lists a mate after every reply.
With more than two sides, the proof shows that an enemy leaves the game whatever others do. Allies
help. `--in N` ends before the side to move has moved N + 1 times.
`alfil analyze` finds most long wins faster, but it may overlook some.";

/// The greatest number of winning moves that are listed.
const LINES: usize = 500;

/// The memory for searched positions.
const MEGABYTES: usize = 64;

/// The default width of undecided ranges on a plane.
const WIDTH: f64 = 1e-6;

/// Reads the width of undecided ranges.
fn width(text: &str) -> Result<f64, String> {
    let width: Option<f64> = text.parse().ok().filter(|n| (1e-8..=1.0).contains(n));
    width.ok_or_else(|| "from 0.00000001 to 1, such as 0.001".to_owned())
}

/// Arguments of `mate`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    #[command(flatten)]
    at: At,
    /// The number of moves of the side to move, if each turn is one move.
    #[arg(long = "in", value_name = "MOVES", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=50))]
    moves: u32,
    /// The number of moves and steps of both sides together, instead of `--in`.
    #[arg(long, value_name = "N", conflicts_with = "moves",
          value_parser = clap::value_parser!(u32).range(1..=100))]
    plies: Option<u32>,
    /// Seconds after which the search gives up.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// On a plane with `--in 2`: examine only this first move.
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    first: Option<String>,
    /// On a plane: ranges of moves narrower than this are left undecided.
    #[arg(long, value_name = "LENGTH", default_value_t = WIDTH, value_parser = width)]
    width: f64,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Searches for a win and prints the moves that force it.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let at = session.position(&loaded.game, &args.at)?;
    if let Some(end) = at.end() {
        return Err(Stop::Refused(format!("the game is over: {end}")));
    }
    if let Position::Plane(play) = &at {
        let task = Task { name: &loaded.name, width: args.width, time: args.time, json: args.json };
        let plies = args.plies.unwrap_or(2 * args.moves - 1);
        let answer = match (plies, &args.first) {
            (1, None) => run_plane(play, &task, session),
            (3, None) => run_keys(play, None, &task, session),
            (3, Some(first)) => {
                let read = play.read_move(first);
                let illegal = |why| Stop::Refused(format!("`{first}` is not legal: {why}"));
                let first = read.map_err(illegal)?;
                run_keys(play, Some(&first), &task, session)
            }
            (1, Some(_)) => {
                let why = "`--first` needs mates in two moves: type `--in 2`";
                return Err(Stop::Refused(why.to_owned()));
            }
            _ => {
                let why = "on a plane, only mates in one and two moves are proved: type `--in 1` or \
                           `--in 2`; `alfil analyze` searches deeper for good moves";
                return Err(Stop::Refused(why.to_owned()));
            }
        };
        return answer.map(|()| Status::Well).map_err(|why| Stop::Refused(why.to_owned()));
    }
    if args.first.is_some() {
        let why = "`--first` works only on planes; on a board, all first moves are tried";
        return Err(Stop::Refused(why.to_owned()));
    }
    let busy = session.busy("preparing the computer");
    let begin = Instant::now();
    let computer = loaded.computer(&Source::Rules, MEGABYTES)?;
    drop(busy);
    let round = round(&at);
    let plies = args.plies.unwrap_or(round.plies(args.moves));
    // The preparation takes a part of the time.
    let hard = args.time.map(|time| time.saturating_sub(begin.elapsed()));
    let limits = Limits { hard, ..Limits::default() };
    let mut wins: Vec<Vec<String>> = Vec::new();
    let mut note = |thought: &Thought<Move>| wins.push(coordinates::texts(&at, &thought.line));
    let busy = session.busy("searching");
    let request = Request { limits: &limits, lines: LINES, threads: 1, only: &[] };
    let found = computer.win(&at, plies, &request, &mut note);
    drop(busy);
    session.end_progress();
    let Some(found) = found else {
        return Err(Stop::Refused("the game is over".to_owned()));
    };
    let is_complete = !wins.is_empty() || found.depth == plies;
    if args.json {
        session.shell.json(&json!({
            "definition": loaded.name,
            "position": at.text(),
            "plies": (!wins.is_empty()).then_some(found.depth),
            "searched plies": found.depth,
            "complete": is_complete,
            "nodes": found.nodes,
            "seconds": found.time.as_secs_f64(),
            "lines": wins,
        }));
        return Ok(Status::Well);
    }
    say(&mut session.shell, (args, &round), (&wins, &found), plies);
    Ok(Status::Well)
}

/// How moves of the side to move are counted in plies.
enum Round {
    /// The proof ends with its last move.
    TwoSides,
    /// The proof ends before the side moves again. A mated side leaves when its turn comes.
    Several { in_play: u32 },
}

impl Round {
    fn plies(&self, moves: u32) -> u32 {
        match self {
            Round::TwoSides => 2 * moves - 1,
            Round::Several { in_play } => moves * in_play,
        }
    }

    fn moves(&self, plies: u32) -> u32 {
        match self {
            Round::TwoSides => plies.div_ceil(2),
            Round::Several { in_play } => plies.div_ceil(*in_play),
        }
    }
}

fn round(at: &Position) -> Round {
    let sides = at.rules().sides;
    match at {
        Position::Board(play) if !sides.are_two() => {
            Round::Several { in_play: sides.all().minus(play.board().out).count() as u32 }
        }
        Position::Board(_) | Position::Plane(_) => Round::TwoSides,
    }
}

/// Prints the answer for people.
fn say(
    shell: &mut Shell,
    (args, round): (&Args, &Round),
    (wins, found): (&[Vec<String>], &Thought<Move>),
    plies: u32,
) {
    let span = |plies: u32| match args.plies {
        None if round.moves(plies) == 1 => "1 move".to_owned(),
        None => format!("{} moves", round.moves(plies)),
        Some(_) if plies == 1 => "1 ply".to_owned(),
        Some(_) => format!("{plies} plies"),
    };
    let width = shell.width();
    let nothing = match round {
        Round::TwoSides => "no forced win",
        Round::Several { .. } => "no enemy can be forced out",
    };
    if !wins.is_empty() {
        let wins_in = match round {
            Round::TwoSides => "wins in",
            Round::Several { .. } => "an enemy is out in",
        };
        shell.line(format!("{wins_in} {}:", span(found.depth)));
        for win in wins {
            shell.say(&wrap("  ", &win.join(" "), width));
        }
    } else if found.depth == plies {
        shell.line(format!("{nothing} in {}", span(plies)));
    } else {
        let depth = found.depth;
        shell.line(format!("not decided in this time: {nothing} in {depth} plies"));
    }
    let text = format!("{} positions in {:.2} s", found.nodes, found.time.as_secs_f64());
    shell.note(text);
}

// Proofs of mate in two moves on a plane.

/// Proves of some first moves whether they mate in two moves at most, and prints the answers. An error
/// is the reason that this game has no such proofs.
pub(crate) fn run_keys(
    play: &PlanePlay,
    first: Option<&PlaneMove>,
    task: &Task<'_>,
    session: &mut Session,
) -> Result<(), &'static str> {
    let start = Instant::now();
    let busy = session.busy("searching");
    let moves = first.map_or_else(|| first_moves(play), |first| vec![first.clone()]);
    let mut keys = Vec::new();
    for mv in &moves {
        if task.time.is_some_and(|limit| start.elapsed() >= limit) {
            break;
        }
        let key = key(play.program(), play.now(), mv, task.width);
        keys.push(key.map_err(refusal_text)?);
    }
    drop(busy);
    session.end_progress();
    let examined = keys.iter().map(|key| key.tried).sum::<usize>();
    if task.json {
        let best = keys.iter().filter_map(|key| match key.outlook {
            Outlook::Mate => Some(1),
            Outlook::Wins(_) => Some(3),
            Outlook::Evaded(_) | Outlook::Undecided(_) => None,
        });
        session.shell.json(&json!({
            "definition": task.name,
            "position": play.text(),
            "plies": best.min(),
            "searched plies": 3,
            // Other distances than those that were tried may win, too.
            "complete": false,
            "nodes": examined,
            "seconds": start.elapsed().as_secs_f64(),
            "width": task.width,
            "keys": keys.iter().map(|key| object_of_keys(play, key)).collect::<Vec<Value>>(),
        }));
        return Ok(());
    }
    say_keys(&mut session.shell, play, &keys);
    if keys.len() < moves.len() {
        let (done, all) = (keys.len(), moves.len());
        session.shell.line(format!("not decided in this time: {done} of {all} first moves tried"));
    }
    let text = format!("{examined} ranges in {:.2} s", start.elapsed().as_secs_f64());
    session.shell.note(text);
    Ok(())
}

/// The legal moves that are tried as first moves of a mate in two: both ends and the middle of
/// each interval, one point of each face, and each capture without moving.
fn first_moves(play: &PlanePlay) -> Vec<PlaneMove> {
    let (program, now) = (play.program(), play.now());
    let mut all = Vec::new();
    for family in play.legal() {
        for leg in &family.legs {
            let ends = [leg.at.from, leg.at.at(0.5), leg.at.to];
            let mut tried: Vec<f64> = ends.into_iter().filter(|at| leg.at.contains(*at)).collect();
            tried.dedup();
            for promotion in family.promotions(program, now, leg.promotes) {
                all.extend(tried.iter().map(|at| family.play(program, now, leg, *at, promotion)));
            }
        }
        for face in &family.faces {
            for promotion in family.promotions(program, now, face.verdict.promotes) {
                let to = face.points.first().copied();
                all.extend(to.map(|to| family.land(program, now, face.verdict, to, promotion)));
            }
        }
        for &shot in &family.shots {
            for promotion in family.promotions(program, now, shot.promotes) {
                all.push(family.shoot(now, shot, promotion));
            }
        }
    }
    all
}

/// Writes one first move and what follows.
fn object_of_keys(play: &PlanePlay, key: &Key) -> Value {
    let after = play.continued(&key.first);
    let mut one = json!({ "move": play.move_text(&key.first) });
    let (outlook, reply) = match &key.outlook {
        Outlook::Mate => ("mate", None),
        Outlook::Wins(sequels) => {
            one["replies"] = sequels.iter().map(|sequel| replies(&after, sequel)).collect();
            ("wins", None)
        }
        Outlook::Evaded(None) => ("stalemate", None),
        Outlook::Evaded(Some(reply)) => ("evaded", Some(reply)),
        Outlook::Undecided(reply) => ("undecided", Some(reply)),
    };
    one["outlook"] = outlook.into();
    if let Some(reply) = reply {
        one["reply"] = after.move_text(reply).into();
    }
    one
}

/// Writes a range of replies in the position `after` the first move, and the second move.
fn replies(after: &PlanePlay, sequel: &Sequel) -> Value {
    json!({
        "moves": replies_text(after, sequel),
        "second": after.continued(&sequel.reply).move_text(&sequel.second),
    })
}

/// Prints the answers for people: first the wins.
fn say_keys(shell: &mut Shell, play: &PlanePlay, keys: &[Key]) {
    let width = shell.width();
    let wins = keys.iter().filter_map(|key| match &key.outlook {
        Outlook::Mate => Some((key, &[][..])),
        Outlook::Wins(sequels) => Some((key, sequels.as_slice())),
        Outlook::Evaded(_) | Outlook::Undecided(_) => None,
    });
    let wins: Vec<(&Key, &[Sequel])> = wins.collect();
    if !wins.is_empty() {
        shell.line("wins in 2 moves:");
    }
    for (key, sequels) in &wins {
        let name = play.move_text(&key.first);
        if sequels.is_empty() {
            shell.say(&wrap("  ", &format!("{name} mates at once"), width));
            continue;
        }
        shell.say(&wrap("  ", &name, width));
        if wins.len() > 1 {
            continue;
        }
        let after = play.continued(&key.first);
        for sequel in *sequels {
            let second = after.continued(&sequel.reply).move_text(&sequel.second);
            let line = format!("{} then {second}", replies_text(&after, sequel));
            shell.say(&wrap("    ", &line, width));
        }
    }
    if let [(key, _), _, ..] = &wins[..] {
        let name = play.move_text(&key.first);
        shell.line(format!("`--first {name}` lists the second moves"));
    }
    let mut list = |title: &str, text: &dyn Fn(&Key) -> Option<String>| {
        let lines: Vec<String> = keys.iter().filter_map(text).collect();
        if !lines.is_empty() {
            shell.line(format!("{title}:"));
        }
        lines.iter().for_each(|line| shell.say(&wrap("  ", line, width)));
    };
    let answer = |key: &Key, reply: &PlaneMove| {
        let after = play.continued(&key.first);
        format!("{}: {}", play.move_text(&key.first), after.move_text(reply))
    };
    list("no win found", &|key| match &key.outlook {
        Outlook::Undecided(reply) => Some(answer(key, reply)),
        Outlook::Mate | Outlook::Wins(_) | Outlook::Evaded(_) => None,
    });
    list("no win", &|key| match &key.outlook {
        Outlook::Evaded(Some(reply)) => Some(answer(key, reply)),
        Outlook::Evaded(None) => Some(format!("{}: stalemate", play.move_text(&key.first))),
        Outlook::Mate | Outlook::Wins(_) | Outlook::Undecided(_) => None,
    });
}

// Proofs of mate in one move on a plane.

/// What to prove.
pub(crate) struct Task<'a> {
    /// The name of the definition, for JSON.
    pub(crate) name: &'a str,
    /// The width below which parts are left undecided.
    pub(crate) width: f64,
    /// The time after which no more families are examined.
    pub(crate) time: Option<Duration>,
    /// Whether to print one JSON object.
    pub(crate) json: bool,
}

/// Proves for all moves of a position whether they mate, and prints the answers. An error is the
/// reason that this game has no such proofs.
pub(crate) fn run_plane(
    play: &PlanePlay,
    task: &Task<'_>,
    session: &mut Session,
) -> Result<(), &'static str> {
    let start = Instant::now();
    let busy = session.busy("searching");
    let in_time = |_: &Proof| task.time.is_none_or(|limit| start.elapsed() < limit);
    let proofs = proofs(play.program(), play.now(), task.width, in_time);
    let proofs = proofs.map_err(refusal_text)?;
    drop(busy);
    session.end_progress();
    let examined = proofs.iter().map(|proof| proof.tried).sum::<usize>();
    let complete = proofs.len() == play.legal().len();
    if task.json {
        let families: Vec<Value> =
            proofs.iter().map(|proof| object_of_plane(play, proof)).collect();
        let mates = proofs.iter().any(|proof| answers(proof).any(|a| *a == Answer::Mate));
        let open = |proof: &Proof| {
            proof.faces > 0 || answers(proof).any(|answer| *answer == Answer::Undecided)
        };
        session.shell.json(&json!({
            "definition": task.name,
            "position": play.text(),
            "plies": mates.then_some(1),
            "searched plies": 1,
            "complete": complete && !proofs.iter().any(open),
            "nodes": examined,
            "seconds": start.elapsed().as_secs_f64(),
            "width": task.width,
            "families": families,
        }));
        return Ok(());
    }
    say_plane(&mut session.shell, play, &proofs);
    if !complete {
        let (done, all) = (proofs.len(), play.legal().len());
        session.shell.line(format!("not decided in this time: {done} of {all} families examined"));
    }
    let text = format!("{examined} ranges in {:.2} s", start.elapsed().as_secs_f64());
    session.shell.note(text);
    Ok(())
}

fn answers(proof: &Proof) -> impl Iterator<Item = &Answer> {
    let parts = proof.parts.iter().map(|part| &part.answer);
    parts.chain(proof.shots.iter().map(|part| &part.answer))
}

/// Writes one family and its answers.
fn object_of_plane(play: &PlanePlay, proof: &Proof) -> Value {
    let mut one = families::object(play, &proof.family);
    let kinds = &play.program().rules().kinds;
    let part = |part: &Part| {
        let mut one = json!({
            "captures": families::captures(play, part.taken),
            "promotion": part.promotion.map(|kind| kinds[kind].letter.to_string()),
        });
        if part.sample.path != Path::Shot {
            one["from"] = part.at.from.into();
            one["to"] = part.at.to.into();
            one["from_open"] = (part.at.from_end == End::Open).into();
            one["to_open"] = (part.at.to_end == End::Open).into();
        }
        one["answer"] = match &part.answer {
            Answer::Mate => "mate".into(),
            Answer::Undecided => "undecided".into(),
            Answer::Reply(Some(_)) => "reply".into(),
            Answer::Reply(None) => "stalemate".into(),
        };
        if let Answer::Reply(reply) = &part.answer {
            one["reply"] = reply_text(play, reply.as_ref(), &part.sample).into();
        }
        one
    };
    if !proof.parts.is_empty() {
        one["intervals"] = proof.parts.iter().map(part).collect();
    }
    if !proof.shots.is_empty() {
        one["shots"] = proof.shots.iter().map(part).collect();
    }
    one
}

/// Prints the answers for people: first the mates.
fn say_plane(shell: &mut Shell, play: &PlanePlay, proofs: &[Proof]) {
    let width = shell.width();
    let mut lines = |title: &str, wanted: &dyn Fn(&Proof) -> bool| {
        let found: Vec<&Proof> = proofs.iter().filter(|proof| wanted(proof)).collect();
        if !found.is_empty() {
            shell.line(format!("{title}:"));
        }
        for proof in found {
            let text = |part: &Part| {
                let answer = answer_text(play, &part.answer, &part.sample);
                format!("{} {answer}", part_text(play, part)).trim_start().to_owned()
            };
            let mut all: Vec<String> = proof.parts.iter().chain(&proof.shots).map(text).collect();
            if proof.faces > 0 {
                all.push("a region, which is not examined".to_owned());
            }
            let line = format!("{}: {}", play.way_text(&proof.family), all.join("; "));
            shell.say(&wrap("  ", &line, width));
        }
    };
    let mates = |proof: &Proof| answers(proof).any(|answer| *answer == Answer::Mate);
    let open = |proof: &Proof| {
        proof.faces > 0 || answers(proof).any(|answer| *answer == Answer::Undecided)
    };
    lines("mates in 1 move", &mates);
    lines("not decided in full", &|proof| open(proof) && !mates(proof));
    lines("no mate", &|proof| !open(proof) && !mates(proof));
}

// The words of proofs of mate on a plane.

/// The greatest number of decimals in the text of an interval. Rounding then changes a number by
/// less than the tolerance.
const DECIMALS: usize = 9;

/// Writes why a game has no proofs of mate.
pub(crate) fn refusal_text(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::MateDoesNotLose => "mate does not end this game, so there is nothing to prove",
        Refusal::Goals => {
            "this game can also end by a goal or a claim, but proofs on a plane are only about mate"
        }
    }
}

/// Writes the moves of a part, such as `[3.75, 4.25) x p4,7 =Q`.
pub(crate) fn part_text(play: &PlanePlay, part: &Part) -> String {
    stops_text(&part.sample, &part.at) + &play.effect_text(part.taken, part.promotion)
}

/// Writes an answer: `mate`, `not decided`, or the reply.
pub(crate) fn answer_text(play: &PlanePlay, answer: &Answer, sample: &PlaneMove) -> String {
    match answer {
        Answer::Mate => "mate".to_owned(),
        Answer::Undecided => "not decided".to_owned(),
        Answer::Reply(reply) => match reply_text(play, reply.as_ref(), sample) {
            Some(reply) => format!("no, {reply}"),
            None => "no, stalemate".to_owned(),
        },
    }
}

/// Writes the reply to the moves of a part: a move, or a capture whose distance depends on the
/// move. `None` for stalemate.
pub(crate) fn reply_text(
    play: &PlanePlay,
    reply: Option<&Reply>,
    sample: &PlaneMove,
) -> Option<String> {
    let after = play.continued(sample);
    Some(match reply? {
        Reply::Move(mv) => after.move_text(mv),
        Reply::Takes { piece, bearing } => {
            let taker = text::place(after.program(), after.now(), *piece);
            let mover = text::place(play.program(), play.now(), sample.piece);
            format!("{taker} takes {mover} along {}", number_text(*bearing))
        }
    })
}

/// Writes a range of replies, such as `K4,8 along 90: [0.1, 0.5]`. `after` is the position after the
/// first move.
pub(crate) fn replies_text(after: &PlanePlay, sequel: &Sequel) -> String {
    let Sequel { at, family, reply, .. } = sequel;
    let stops = stops_text(reply, at);
    let colon = if stops.is_empty() { "" } else { ": " };
    let effect = after.effect_text(reply.taken, reply.promotion);
    format!("{}{colon}{stops}{effect}", after.way_text(family))
}

/// Writes the distances or the angles of a range. Empty for captures without moving.
fn stops_text(sample: &PlaneMove, at: &Interval) -> String {
    if sample.path == Path::Shot {
        return String::new();
    }
    if at.is_point() {
        return format!("{{{}}}", number_text(at.from));
    }
    let left = if at.from_end == End::Closed { '[' } else { '(' };
    let right = if at.to_end == End::Closed { ']' } else { ')' };
    format!("{left}{}, {}{right}", number_text(at.from), number_text(at.to))
}

/// Writes a number with as many decimals as it needs, but nine at most.
fn number_text(n: f64) -> String {
    let text = format!("{n:.DECIMALS$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
