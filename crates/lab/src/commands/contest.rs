//! `alfil match`: plays games between players and compares their strength.

mod seats;

use crate::commands::contest::seats::{Games, Standings, shift};
use crate::contest::{
    self, ComputerPlayer, End, Played, Player, Points, RandomPlayer, Strength, Tally, opening,
};
use crate::parts::{Experiment, Extent, Joined, Joiner, PartArgs, PartFile, Run, Wanted, digest};
use alfil_play::computer::{Level, Limits};
use alfil_play::dice::Dice;
use alfil_play::position::{Move, Position};
use alfil_protocol::client::{Engine, Fault, Setting};
use alfil_protocol::names;
use alfil_records::pgn::Record;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Sides;
use alfil_shell::command::seconds;
use alfil_shell::file::Overwrite;
use alfil_shell::load::{self, Begin, Loaded, Outcome, Session};
use alfil_shell::terminal::{self, Progress, Status, Stop};
use alfil_workspace::variant::Source;
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

/// The greatest number of games.
const MOST_GAMES: i64 = 1_000_000;

/// A sequential test ends when one hypothesis is 19 times as likely as the other. This is the
/// natural logarithm of 19.
const DECISIVE: f64 = 2.944;

/// Arguments of `match`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
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
          value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
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
    overwrite: Overwrite,
    #[command(flatten)]
    begin: Begin,
    #[command(flatten)]
    parts: PartArgs,
    /// One JSON object.
    #[arg(long, conflicts_with = "part")]
    pub json: bool,
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
            if let Some(why) = names::obstacle(game.rules()) {
                let title = &loaded.resolved.title;
                return Err(Stop::Refused(format!("no engine plays {title}: {why}")));
            }
            let engine = Engine::start(command, &loaded.name, &args.options);
            let engine = engine.map_err(fault)?;
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
    pub(crate) players: Vec<Box<dyn Player>>,
    /// The greatest number of games.
    pub(crate) games: u32,
    /// The number of random moves at the begin of the games.
    pub(crate) opening: usize,
    /// The seed of the openings.
    pub(crate) seed: u64,
    /// The match ends early if the games show that the first player is stronger by the second
    /// number of Elo. It also ends if they show a difference of at most the first number.
    pub(crate) hypotheses: Option<(f64, f64)>,
    /// The match ends early at this time.
    pub(crate) deadline: Option<Instant>,
}

impl Pairing {
    fn is_decided(&self, tally: &Tally) -> bool {
        self.hypotheses.and_then(|two| support(two, tally)).is_some()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Plays the game with this number, from 0. The first player has the first side in the first of
    /// the games with the same opening; from game to game, each player moves on by one side. The
    /// result has the first position, too.
    ///
    /// # Errors
    /// What happened, if a player could not finish the game. An engine that could not move once
    /// cannot go on.
    fn play(&mut self, game: u32) -> Result<(Position, Played), String> {
        let mut players: Vec<&mut dyn Player> = Vec::new();
        self.players.iter_mut().for_each(|player| players.push(&mut **player));
        // Games with the same opening do not have the same mistakes of the players.
        let round = u64::from(game) / players.len() as u64;
        let mut dice = Dice::new(self.seed.wrapping_add(2 + round));
        let begin = opening(&self.start, self.opening, &mut dice);
        let mut dice = Dice::numbered(self.seed, game.into());
        let shift = shift(game, players.len());
        let played = contest::play_seated(&begin, &mut dice, &mut players, shift);
        match played.end {
            End::Failed(..) => Err(played.end.words(self.start.rules())),
            End::Outcome(_) | End::Stuck | End::TooLong => Ok((begin, played)),
        }
    }

    /// Plays the games of a match and adds them to the results. `pgn` writes a game. Returns the
    /// refusal of the match if a player could not finish a game. That game does not count, and no
    /// game follows.
    ///
    /// # Errors
    /// The games cannot be written.
    pub(crate) fn run(
        &mut self,
        results: &mut Results,
        progress: &Progress,
        pgn: &dyn Fn(&Position, &Played) -> String,
    ) -> Result<Option<Stop>, Stop> {
        for game in 0..self.games {
            if game.is_multiple_of(2) && game > 0 && self.is_decided(&results.tally) {
                break;
            }
            let (begin, played) = match self.play(game) {
                Ok(played) => played,
                Err(why) => {
                    let why = format!(
                        "game {}: {why}; {game} of {} games were finished, so the match has no result",
                        game + 1,
                        self.games
                    );
                    return Ok(Some(Stop::Refused(why)));
                }
            };
            let rules = self.start.rules();
            results.add(game, &GameResult::new(rules, game, &played, pgn(&begin, &played)))?;
            progress.step();
            if rules.sides.are_two() {
                let tally = &results.tally;
                progress.begin(format!("{} points in {}", tally.points, tally.games()));
            }
        }
        Ok(None)
    }
}

/// The results of the games of a match.
pub(crate) struct Results {
    /// The results of the first player.
    pub(crate) tally: Tally,
    /// The number of the last pair of games.
    pair: u32,
    standings: Standings,
    games: Games,
}

impl Results {
    pub(crate) fn new(sides: Sides, players: usize) -> Results {
        let standings = Standings::new(sides, players);
        Results { tally: Tally::default(), pair: 0, standings, games: Games::default() }
    }

    /// Adds the game with this number. Games come in order, but some may be missing.
    fn add(&mut self, game: u32, result: &GameResult) -> Result<(), Stop> {
        if game / 2 != self.pair {
            self.tally.begin_pair();
            self.pair = game / 2;
        }
        self.tally.add(result.points.of(0));
        self.standings.add(game, &result.points);
        self.games.add(&result.end, result.plies, &result.pgn)
    }
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

impl GameResult {
    fn new(rules: &Ruleset, game: u32, played: &Played, pgn: String) -> GameResult {
        let points = match played.points(rules.sides) {
            // The first player has the second side in every other game.
            Points::First(white) if !game.is_multiple_of(2) => Points::First(1.0 - white),
            points => points,
        };
        GameResult { points, end: played.end.words(rules), plies: played.moves.len(), pgn }
    }
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

/// What is printed about a match of two sides.
struct Report<'a> {
    name: &'a str,
    players: [&'a str; 2],
    hypotheses: Option<(f64, f64)>,
    json: bool,
}

/// A match of a game.
struct Match {
    /// The name of the definition, for the report.
    name: String,
    loaded: Loaded,
    players: Vec<String>,
    hypotheses: Option<(f64, f64)>,
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
            "`--stop-at` compares two sides in Elo, but this game has {count}; `--games N` plays N \
             games and gives each player's share of the points"
        );
        return Err(Stop::Refused(why));
    }
    Ok(())
}

/// The parts of matches.
pub(crate) const PARTS: Joiner = Joiner::of::<Match>();

/// Plays the match and prints its result.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    check_players(args, &loaded)?;
    if args.parts.part.is_some() && args.begin.seed.is_none() {
        let why = "`--part` needs `--seed`, so that all parts have the same openings";
        return Err(Stop::Refused(why.to_owned()));
    }
    let seed = args.begin.seed.unwrap_or_else(|| {
        let seed = load::clock();
        session.shell.note(format!("The openings follow the seed {seed} (--seed {seed})."));
        seed
    });
    let seats: Vec<&Seat> = [&args.first, &args.second].into_iter().chain(&args.others).collect();
    let players: Result<Vec<_>, Stop> =
        seats.iter().map(|seat| player(seat, &loaded, args)).collect();
    let mut pairing = Pairing {
        players: players?,
        start: load::start(&loaded.game, &args.begin)?,
        games: args.games,
        opening: args.opening.into(),
        seed,
        hypotheses: args.stop_at,
        deadline: None,
    };
    let contest = Match {
        name: loaded.name.clone(),
        loaded,
        players: seats.iter().map(|seat| seat.text.clone()).collect(),
        hypotheses: args.stop_at,
    };
    if let Some(request) = args.parts.request() {
        let loaded = &contest.loaded;
        let settings = Settings {
            players: contest.players.clone(),
            values: seats.iter().map(|seat| seat.values(loaded)).collect::<Result<_, Stop>>()?,
            games: args.games,
            opening: args.opening,
            seed,
            start: args.begin.number,
            time: args.time.as_secs_f64(),
            options: args.options.iter().map(|o| [o.name.clone(), o.value.clone()]).collect(),
        };
        let run = Run::new(Match::NAME, loaded, &settings, args.games.into());
        return contest.play_part(&mut pairing, request, run, session);
    }
    let mut wanted = Wanted::new(args.json, args.pgn.as_ref(), args.overwrite);
    let mut results = contest.begin(&wanted)?;
    wanted.progress = Progress::parts(args.games as usize, session.shell.is_quiet());
    let pgn = |begin: &Position, played: &Played| match wanted.file {
        Some(_) => pgn(&contest.loaded, begin, played),
        None => String::new(),
    };
    match pairing.run(&mut results, &wanted.progress, &pgn)? {
        None => contest.print(results, wanted, session),
        Some(failure) => {
            drop(wanted.progress);
            // The finished games are kept also if there is no result.
            results.games.finish(session)?;
            Err(failure)
        }
    }
}

impl Experiment for Match {
    const NAME: &'static str = "match";
    const OPTION: &'static str = "--pgn";
    const JOINING: &'static str = "reading the games";
    type Players = Pairing;
    type Record = GameResult;
    type Sums = Results;

    fn of(run: &Run, loaded: Loaded, _: &mut Session) -> Result<Match, Stop> {
        let settings: Settings = run.settings()?;
        let is_fit = (2..=loaded.game.rules().sides.count()).contains(&settings.players.len())
            && (1..=MOST_GAMES).contains(&settings.games.into())
            && run.items == u64::from(settings.games);
        if !is_fit {
            let why = "the settings of the parts do not belong to a match of this game";
            return Err(Stop::Refused(why.to_owned()));
        }
        let (name, players) = (run.definition.clone(), settings.players);
        Ok(Match { name, loaded, players, hypotheses: None })
    }

    fn play(&self, pairing: &mut Pairing, file: &mut PartFile<Match>) -> Result<(), Stop> {
        for item in file.remaining() {
            let game = item as u32;
            // A game that fails is left out, so that the same command can play it again.
            let failed = |why| Stop::Refused(format!("game {item}: {why}"));
            let (begin, played) = pairing.play(game).map_err(failed)?;
            let pgn = pgn(&self.loaded, &begin, &played);
            file.add(item, &GameResult::new(self.loaded.game.rules(), game, &played, pgn))?;
        }
        Ok(())
    }

    fn join(&self, joined: &mut Joined, wanted: &Wanted) -> Result<Results, Stop> {
        let mut results = self.begin(wanted)?;
        let parties = self.loaded.game.rules().sides.count();
        let check = |(): &(), _: u64, result: GameResult| {
            if result.points.is_fit(parties) {
                Ok(result)
            } else {
                Err("its points do not fit the game".to_owned())
            }
        };
        joined.each(&[()], check, &mut |item, result| results.add(item as u32, &result))?;
        Ok(results)
    }

    fn print(self, mut results: Results, wanted: Wanted, session: &mut Session) -> Outcome {
        let Wanted { json, extent, progress, .. } = wanted;
        drop(progress);
        results.games.finish(session)?;
        let rules = self.loaded.game.rules();
        if let (true, [first, second]) = (rules.sides.are_two(), &self.players[..]) {
            let Results { tally, games, .. } = &results;
            let (players, hypotheses) = ([&**first, &**second], self.hypotheses);
            let report = Report { name: &self.name, players, hypotheses, json };
            report.print(tally, games, &extent, session);
        } else {
            let report = seats::Report { name: &self.name, players: &self.players, rules, json };
            report.print(&results.standings, &results.games, &extent, session);
        }
        Ok(Status::Well)
    }
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

impl Match {
    /// The results before the first game.
    fn begin(&self, wanted: &Wanted) -> Result<Results, Stop> {
        let games = Games::begin(wanted.file.as_deref(), wanted.overwrite)?;
        Ok(Results { games, ..Results::new(self.loaded.game.rules().sides, self.players.len()) })
    }
}

impl Report<'_> {
    fn print(&self, tally: &Tally, games: &Games, extent: &Extent, session: &mut Session) {
        let [first, second] = self.players;
        let Games { ends, plies, .. } = games;
        let (elo, bounds) = tally.elo();
        let count = tally.games().max(1);
        if self.json {
            // Adding 0 writes a zero without a sign.
            let finite = |value: f64| value.is_finite().then_some(value + 0.0);
            let mut object = json!({
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
            });
            extent.tell(&mut object);
            session.shell.json(&object);
            return;
        }
        let shell = &mut session.shell;
        shell.line(format!("{first} against {second}"));
        extent.gap().into_iter().for_each(|gap| shell.line(gap));
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
                format!("{} Elo, with 95 % {} to {}", signed(elo), signed(low), signed(high))
            }
            None => format!("{} Elo", signed(elo)),
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

/// Writes a difference in Elo, or a bound of it.
fn signed(elo: f64) -> String {
    match elo {
        elo if elo == f64::INFINITY => "any more".to_owned(),
        elo if elo == f64::NEG_INFINITY => "any less".to_owned(),
        // Adding zero turns a rounded -0 into 0.
        elo => format!("{:+.0}", elo.round() + 0.0),
    }
}

/// The refusal because of a fault of an engine.
pub fn fault(fault: Fault) -> Stop {
    let why = match fault {
        Fault::Start(error) if error.kind() == std::io::ErrorKind::NotFound => {
            "the engine cannot be started: there is no such program".to_owned()
        }
        Fault::Start(error) => format!("the engine cannot be started: {}", terminal::plain(&error)),
        other @ (Fault::Ended
        | Fault::Foreign
        | Fault::Silent { .. }
        | Fault::Unknown { .. }
        | Fault::Unoffered { .. }
        | Fault::Illegal { .. }) => other.to_string(),
    };
    Stop::Refused(why)
}
