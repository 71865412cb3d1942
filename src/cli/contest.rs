//! `alfil match`: plays games between players and compares their strength.

mod games;
mod seats;

use crate::cli::arguments::seconds;
use crate::cli::contest::games::Games;
use crate::cli::contest::seats::{Standings, shift};
use crate::cli::load::{self, Begin, Loaded, Outcome, Session, Stop};
use crate::cli::parts::{Joined, PartArgs, PartFile, Run, Task, Wanted, digest};
use crate::cli::play;
use crate::cli::progress::Progress;
use crate::cli::random::clock;
use crate::cli::shell::Status;
use alfil::play::computer::{Level, Limits};
use alfil::play::contest::{
    self, ComputerPlayer, End, Played, Player, Points, RandomPlayer, Strength, Tally, opening,
};
use alfil::play::dice::Dice;
use alfil::play::pgn::Record;
use alfil::play::position::{Move, Position};
use alfil::protocol::client::{Engine, Setting};
use alfil::protocol::fit;
use alfil::variant::values::Source;
use alfil_rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  alfil match contrast computer:6 computer:5
  alfil match chess computer:nodes=4000 random --games 20
  alfil match ./mine.yaml computer:time=0.1 computer:time=0.5 --games 100 --stop-at 0,10
  alfil match chess computer:nodes=4000,values=new.values computer:nodes=4000
  alfil match xiangqi computer:time=0.1 engine:fairy-stockfish --time 0.1
  alfil match chess computer:7 computer:6 --games 1000 --seed 1 --part 3/64 -o 3.part
  alfil match trichess computer:nodes=400 computer:nodes=100 random --games 6

A player is `random` or `computer:` with settings, separated by commas: a level from 1 to 10,
`nodes=N`, `depth=N`, `time=SECONDS` for each move, and `values=FILE` for other values of pieces
(`values=rules` derives them from the rules); or `engine:COMMAND` for a program that speaks UCI or the protocol of XBoard.

A game with more than two sides takes up to as many players as it has sides. The first player has
the first side, and the others follow in order, again and again. After each game, every player moves
on by one side.";

/// The memory of each computer player.
const MEGABYTES: usize = 16;

/// A sequential test ends when one hypothesis is 19 times as likely as the other. This is the
/// natural logarithm of 19.
const DECISIVE: f64 = 2.944;

/// Arguments of `match`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// The first player.
    #[arg(value_parser = seat)]
    first: Seat,
    /// The second player.
    #[arg(value_parser = seat)]
    second: Seat,
    /// More players, in a game with more than two sides.
    #[arg(value_parser = seat)]
    others: Vec<Seat>,
    /// Games to play at most. As many games in a row as there are players have the same opening and
    /// changed sides.
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random moves at the begin of the games.
    #[arg(long, value_name = "PLIES", default_value_t = 4,
          value_parser = clap::value_parser!(u16).range(0..=100))]
    opening: u16,
    /// Ends the match early if the games show that the first player is stronger by at least the
    /// second number of Elo, or by at most the first. For two sides only.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, conflicts_with = "part")]
    stop_at: Option<(f64, f64)>,
    /// Seconds for each move of an external engine.
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    time: Duration,
    /// Sets an option of the external engines, such as `Hash=16`. May be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting)]
    options: Vec<Setting>,
    /// Writes all games to this file, as PGN.
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    begin: Begin,
    #[command(flatten)]
    parts: PartArgs,
    /// One JSON object.
    #[arg(long, conflicts_with = "part")]
    pub(crate) json: bool,
}

/// A player as it is written on the command line.
#[derive(Clone, Debug)]
struct Seat {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Random,
    Computer(Strength, Source),
    /// An external engine: the program and its arguments.
    Engine(Vec<String>),
}

impl Seat {
    /// The hash of the values with which the computer plays. `None` for other players, and on
    /// planes.
    fn values(&self, loaded: &Loaded) -> Result<Option<String>, Stop> {
        Ok(match &self.kind {
            Kind::Computer(_, source) => {
                let weights = loaded.computer(source, MEGABYTES)?.weights();
                weights.map(|weights| digest(format!("{weights:?}").as_bytes()))
            }
            Kind::Random | Kind::Engine(_) => None,
        })
    }
}

/// An external engine as a player.
struct EnginePlayer {
    engine: Engine,
    /// The text of the start position of the game.
    usual: String,
    /// The time for each move.
    time: Duration,
}

impl Player for EnginePlayer {
    fn choose(&mut self, position: &Position) -> Result<Move, String> {
        self.engine.answer(position, &self.usual, self.time).map_err(|fault| fault.to_string())
    }

    fn begin(&mut self, _: Dice) {}
}

fn seat(text: &str) -> Result<Seat, String> {
    let why = "write `random`, `computer:5`, `computer:nodes=4000`, `computer:depth=4`, \
               `computer:time=0.1` or `engine:COMMAND`";
    let kind = match text.split_once(':') {
        None if text == "random" => Some(Kind::Random),
        None if text == "computer" => {
            Some(Kind::Computer(Strength::Level(Level::BEST), Source::Usual))
        }
        Some(("computer", settings)) => settled(settings),
        Some(("engine", command)) => {
            shlex::split(command).filter(|words| !words.is_empty()).map(Kind::Engine)
        }
        None | Some(_) => None,
    };
    kind.map(|kind| Seat { text: text.to_owned(), kind }).ok_or_else(|| why.to_owned())
}

/// Reads the settings of the computer as a player, such as a level or `nodes=1000`. `None` if a
/// setting is invalid.
fn settled(text: &str) -> Option<Kind> {
    let (mut strength, mut values) = (None, None);
    for setting in text.split(',') {
        let limits = match setting.split_once('=') {
            None => {
                let level = setting.parse().ok().and_then(Level::new)?;
                strength.replace(Strength::Level(level)).is_none().then_some(())?;
                continue;
            }
            Some(("values", path)) => {
                let source = match path {
                    "rules" => Source::Rules,
                    path => Source::File(PathBuf::from(path)),
                };
                values.replace(source).is_none().then_some(())?;
                continue;
            }
            Some(("nodes", nodes)) => {
                let nodes = nodes.parse().ok().filter(|nodes| *nodes > 0)?;
                Limits { nodes: Some(nodes), ..Limits::default() }
            }
            Some(("depth", depth)) => {
                let depth = depth.parse().ok().filter(|depth| (1..=100).contains(depth))?;
                Limits { depth: Some(depth), ..Limits::default() }
            }
            Some(("time", seconds)) => {
                let seconds = seconds.parse().ok().filter(|s| *s > 0.0 && *s < 1e6)?;
                Limits::of_time(Duration::from_secs_f64(seconds))
            }
            Some(_) => return None,
        };
        strength.replace(Strength::Limits(limits)).is_none().then_some(())?;
    }
    let strength = strength.unwrap_or(Strength::Level(Level::BEST));
    Some(Kind::Computer(strength, values.unwrap_or(Source::Usual)))
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    let pair = pair.filter(|(low, high)| low < high && low.abs() < 1e4 && high.abs() < 1e4);
    pair.ok_or_else(|| "write two numbers of Elo, the smaller one first, such as `0,10`".to_owned())
}

fn setting(text: &str) -> Result<Setting, String> {
    let pair = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    let pair = pair.filter(|(name, _)| !name.is_empty() && !text.contains(char::is_control));
    let made = |(name, value): (&str, &str)| Setting { name: name.into(), value: value.into() };
    pair.map(made).ok_or_else(|| "write the name and the value, such as `Hash=16`".to_owned())
}

/// Makes a player of the loaded game.
fn player(seat: &Seat, loaded: &Loaded, args: &Args) -> Result<Box<dyn Player>, Stop> {
    let game = &loaded.game;
    Ok(match &seat.kind {
        Kind::Engine(command) => {
            if let Some(why) = fit::obstacle(game.rules()) {
                let title = &loaded.resolved.title;
                return Err(Stop::Refused(format!("no engine plays {title}: {why}")));
            }
            let engine = Engine::start(command, &loaded.name, &args.options);
            let engine = engine.map_err(play::fault)?;
            Box::new(EnginePlayer { engine, usual: game.start().text(), time: args.time })
        }
        Kind::Random => Box::new(RandomPlayer::default()),
        Kind::Computer(strength, values) => {
            let computer = loaded.computer(values, MEGABYTES)?;
            Box::new(ComputerPlayer::new(computer, strength.clone()))
        }
    })
}

/// A match between players.
pub(crate) struct Pairing {
    /// The position before the opening.
    pub(crate) start: Position,
    /// The greatest number of games.
    pub(crate) games: u32,
    /// The number of random moves at the begin of the games.
    pub(crate) opening: usize,
    /// The seed of the openings.
    pub(crate) seed: u64,
    /// The conditions that end the match before its last game.
    pub(crate) early: Early,
}

/// The conditions that end a match early.
#[derive(Clone, Copy, Default)]
pub(crate) struct Early {
    /// The match ends early if the games show that the first player is stronger by the second
    /// number of Elo. It also ends if they show a difference of at most the first number.
    pub(crate) hypotheses: Option<(f64, f64)>,
    /// The match ends early at this time.
    pub(crate) deadline: Option<Instant>,
}

impl Early {
    fn is_decided(&self, tally: &Tally) -> bool {
        self.hypotheses.and_then(|two| support(two, tally)).is_some()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Pairing {
    /// Plays the game with this number, from 0. The first player has the first side in the first of
    /// the games with the same opening; from game to game, each player moves on by one side. The
    /// result has the first position, too.
    fn play(&self, game: u32, players: &mut [&mut dyn Player]) -> (Position, Played) {
        // Games with the same opening do not have the same mistakes of the players.
        let round = u64::from(game) / players.len() as u64;
        let mut dice = Dice::new(self.seed.wrapping_add(2 + round));
        let begin = opening(&self.start, self.opening, &mut dice);
        let mut dice = Dice::numbered(self.seed, game.into());
        let shift = shift(game, players.len());
        let played = contest::play_seated(&begin, &mut dice, players, shift);
        (begin, played)
    }
}

/// The first player's share of the point in a game of a match of two sides.
fn points(game: u32, played: &Played) -> f64 {
    let white = played.white_points();
    if game.is_multiple_of(2) { white } else { 1.0 - white }
}

/// The shares of the point in a game of a match: those of the players with two sides, and those of
/// the sides with more.
fn shares(rules: &Ruleset, game: u32, played: &Played) -> Points {
    match rules.sides.are_two() {
        true => Points::First(points(game, played)),
        false => played.points(rules.sides),
    }
}

/// Plays the games of a match. `on_game` gets each game with its first position, and the results so
/// far.
pub(crate) fn compare(
    pairing: &Pairing,
    (first, second): (&mut dyn Player, &mut dyn Player),
    on_game: &mut dyn FnMut((&Position, &Played), &Tally),
) -> Tally {
    let mut tally = Tally::default();
    for game in 0..pairing.games {
        if game.is_multiple_of(2) && game > 0 && pairing.early.is_decided(&tally) {
            break;
        }
        let (begin, played) = pairing.play(game, &mut [&mut *first, &mut *second]);
        tally.add(points(game, &played));
        on_game((&begin, &played), &tally);
        // A program that could not move once cannot go on.
        if matches!(played.end, End::Failed(..)) {
            break;
        }
    }
    tally
}

/// The settings of a match, as the files of its parts contain them.
#[derive(Serialize, Deserialize)]
struct Settings {
    players: Vec<String>,
    /// The hashes of the players' values.
    values: Vec<Option<String>>,
    games: u32,
    opening: u16,
    seed: u64,
    /// The number of the start position.
    start: Option<u64>,
    /// Seconds for each move of an external engine.
    time: f64,
    /// Names and values of options of external engines.
    options: Vec<[String; 2]>,
}

/// The result of one game.
#[derive(Serialize, Deserialize)]
struct GameResult {
    /// The shares of the players with two sides, and of the sides with more.
    points: Points,
    end: String,
    plies: usize,
    pgn: String,
}

/// Writes a game as PGN.
fn pgn(loaded: &Loaded, begin: &Position, played: &Played) -> String {
    let mut record = Record::new(&loaded.game, begin);
    let mut now = begin.clone();
    for mv in &played.moves {
        record.push(&now, mv);
        now.play(mv);
    }
    record.pgn(&loaded.resolved.title, &now)
}

/// What is printed about a match.
struct Report<'a> {
    name: &'a str,
    players: [&'a str; 2],
    hypotheses: Option<(f64, f64)>,
    json: bool,
}

/// Refuses more players than the game has sides, and a test of Elo with more than two sides.
fn check_players(args: &Args, loaded: &Loaded) -> Result<(), Stop> {
    let count = loaded.game.rules().sides.count();
    let players = 2 + args.others.len();
    if players > count {
        let why =
            format!("{players} players, but this game has {count} sides; name at most {count}");
        return Err(Stop::Refused(why));
    }
    if count > 2 && args.stop_at.is_some() {
        let why = format!(
            "`--stop-at` compares two sides in Elo, and this game has {count}; `--games N` plays N \
             games and gives each player's share of the points"
        );
        return Err(Stop::Refused(why));
    }
    Ok(())
}

/// Plays the match and prints its result.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    check_players(args, &loaded)?;
    if args.parts.part.is_some() && args.begin.seed.is_none() {
        let why = "`--part` needs `--seed`, so that all parts have the same openings";
        return Err(Stop::Refused(why.to_owned()));
    }
    let seed = args.begin.seed.unwrap_or_else(clock);
    let seats: Vec<&Seat> = [&args.first, &args.second].into_iter().chain(&args.others).collect();
    let made: Result<Vec<_>, Stop> = seats.iter().map(|seat| player(seat, &loaded, args)).collect();
    let mut made = made?;
    let mut players: Vec<&mut dyn Player> = Vec::new();
    made.iter_mut().for_each(|player| players.push(&mut **player));
    let pairing = Pairing {
        start: load::start(&loaded.game, &args.begin)?,
        games: args.games,
        opening: args.opening.into(),
        seed,
        early: Early { hypotheses: args.stop_at, deadline: None },
    };
    if let Some(request) = args.parts.request() {
        let settings = Settings {
            players: seats.iter().map(|seat| seat.text.clone()).collect(),
            values: seats.iter().map(|seat| seat.values(&loaded)).collect::<Result<_, Stop>>()?,
            games: args.games,
            opening: args.opening,
            seed,
            start: args.begin.number,
            time: args.time.as_secs_f64(),
            options: args.options.iter().map(|o| [o.name.clone(), o.value.clone()]).collect(),
        };
        let run = Run::new(Task::Match, &loaded, &settings, args.games.into());
        let file = PartFile::open(request, run)?;
        return play_part(file, &pairing, &mut players, &loaded, session);
    }
    let progress = Progress::parts(args.games as usize, session.shell.is_quiet());
    let mut games = Games::default();
    let rules = loaded.game.rules();
    let names: Vec<&str> = seats.iter().map(|seat| seat.text.as_str()).collect();
    if !rules.sides.are_two() {
        let mut standings = Standings::new(rules.sides, names.len());
        for game in 0..args.games {
            let (begin, played) = pairing.play(game, &mut players);
            let pgn = args.pgn.is_some().then(|| pgn(&loaded, &begin, &played));
            standings.add(game, &shares(rules, game, &played));
            games.add(&played.end.words(rules), played.moves.len(), pgn.as_deref());
            progress.step();
            if matches!(played.end, End::Failed(..)) {
                break;
            }
        }
        drop(progress);
        games.write(args.pgn.as_deref(), session)?;
        let report = seats::Report { name: &loaded.name, players: &names, rules, json: args.json };
        report.print(&standings, &games, session);
        return Ok(Status::Well);
    }
    let [first, second] = &mut players[..] else {
        return Err(Stop::Refused("a game of two sides has two players".to_owned()));
    };
    let mut on_game = |(begin, played): (&Position, &Played), tally: &Tally| {
        let pgn = args.pgn.is_some().then(|| pgn(&loaded, begin, played));
        games.add(&played.end.to_string(), played.moves.len(), pgn.as_deref());
        progress.step();
        progress.begin(format!("{} points in {}", tally.points, tally.games()));
    };
    let tally = compare(&pairing, (&mut **first, &mut **second), &mut on_game);
    drop(progress);
    games.write(args.pgn.as_deref(), session)?;
    let report = Report {
        name: &loaded.name,
        players: [&args.first.text, &args.second.text],
        hypotheses: args.stop_at,
        json: args.json,
    };
    report.print(&tally, &games, session);
    Ok(Status::Well)
}

/// Plays the games of a part that are not in its file yet.
fn play_part(
    mut file: PartFile,
    pairing: &Pairing,
    players: &mut [&mut dyn Player],
    loaded: &Loaded,
    session: &mut Session,
) -> Outcome {
    let rules = loaded.game.rules();
    let remaining = file.remaining();
    let progress = Progress::parts(remaining.len(), session.shell.is_quiet());
    for &item in &remaining {
        let game = item as u32;
        let (begin, played) = pairing.play(game, players);
        // Such a game is left out, so that the same command can play it again.
        if let End::Failed(..) = &played.end {
            let end = played.end.words(rules);
            return Err(Stop::Refused(format!("game {item}: {end}")));
        }
        let result = GameResult {
            points: shares(rules, game, &played),
            end: played.end.words(rules),
            plies: played.moves.len(),
            pgn: pgn(loaded, &begin, &played),
        };
        file.add(item, &result)?;
        progress.step();
    }
    drop(progress);
    session.shell.info(file.summary(remaining.len()));
    Ok(Status::Well)
}

/// Prints the result of a match whose parts are in files.
pub(crate) fn join(
    joined: &Joined,
    loaded: &Loaded,
    wanted: &Wanted,
    session: &mut Session,
) -> Outcome {
    let settings: Settings = joined.run.settings()?;
    let rules = loaded.game.rules();
    let mut standings = Standings::new(rules.sides, settings.players.len());
    let (mut tally, mut games) = (Tally::default(), Games::default());
    let mut pair = 0;
    for (item, result) in joined.results::<GameResult>()? {
        if item / 2 != pair {
            tally.begin_pair();
            pair = item / 2;
        }
        tally.add(result.points.of(0));
        standings.add(item as u32, &result.points);
        games.add(&result.end, result.plies, Some(&result.pgn));
    }
    games.write(wanted.pgn.as_deref(), session)?;
    let names: Vec<&str> = settings.players.iter().map(String::as_str).collect();
    let name = &joined.run.definition;
    let (true, [first, second]) = (rules.sides.are_two(), &names[..]) else {
        let report = seats::Report { name, players: &names, rules, json: wanted.json };
        report.print(&standings, &games, session);
        return Ok(Status::Well);
    };
    let report = Report { name, players: [*first, *second], hypotheses: None, json: wanted.json };
    report.print(&tally, &games, session);
    Ok(Status::Well)
}

/// The hypothesis that the games support.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Support {
    Lower,
    Higher,
}

fn support((low, high): (f64, f64), tally: &Tally) -> Option<Support> {
    match tally.likelihood(low, high)? {
        ratio if ratio >= DECISIVE => Some(Support::Higher),
        ratio if ratio <= -DECISIVE => Some(Support::Lower),
        _ => None,
    }
}

/// The hypothesis that the games support, in words.
fn verdict(hypotheses: Option<(f64, f64)>, tally: &Tally) -> Option<String> {
    let (low, high) = hypotheses?;
    Some(match support((low, high), tally)? {
        Support::Higher => format!("stronger by at least {high} Elo"),
        Support::Lower => format!("stronger by at most {low} Elo"),
    })
}

impl Report<'_> {
    fn print(&self, tally: &Tally, games: &Games, session: &mut Session) {
        let [first, second] = self.players;
        let Games { ends, plies, .. } = games;
        let (elo, bounds) = tally.elo();
        let count = tally.games().max(1);
        if self.json {
            let finite = |value: f64| value.is_finite().then_some(value);
            session.shell.json(&json!({
                "definition": self.name,
                "players": [first, second],
                "games": tally.games(),
                "won": tally.won,
                "drawn": tally.drawn,
                "lost": tally.lost,
                "points": tally.points,
                "score": tally.score(),
                "error": tally.error(),
                "elo": finite(elo),
                "elo bounds": bounds.map(|(low, high)| [finite(low), finite(high)]),
                "verdict": verdict(self.hypotheses, tally),
                "plies": plies,
                "ends": ends,
            }));
            return;
        }
        let shell = &mut session.shell;
        shell.line(format!("{first} against {second}"));
        shell.line(format!(
            "{} games: {} won, {} drawn, {} lost; {:.1} % of the points",
            tally.games(),
            tally.won,
            tally.drawn,
            tally.lost,
            100.0 * tally.score()
        ));
        shell.line(match bounds {
            _ if elo.is_infinite() => "no difference in Elo can be computed".to_owned(),
            Some((low, high)) => {
                format!("{elo:+.0} Elo, with 95 % {} to {}", signed(low), signed(high))
            }
            None => format!("{elo:+.0} Elo"),
        });
        if let Some(verdict) = verdict(self.hypotheses, tally) {
            shell.line(format!("The first player is {verdict}."));
        }
        shell.line(format!("{:.1} plies in a game", *plies as f64 / f64::from(count)));
        for (end, count) in ends {
            shell.line(format!("{count:>6}  {end}"));
        }
    }
}

/// Writes a bound of a difference in Elo.
fn signed(elo: f64) -> String {
    match elo {
        elo if elo == f64::INFINITY => "any more".to_owned(),
        elo if elo == f64::NEG_INFINITY => "any less".to_owned(),
        elo => format!("{elo:+.0}"),
    }
}
