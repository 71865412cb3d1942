//! `alfil survey`: plays many fast games of the computer against itself and reports how a variant
//! plays, next to the same figures for chess.

mod page;
mod plot;
mod report;
mod table;

use crate::cli::arguments::seconds;
use crate::cli::file::{self, Before};
use crate::cli::load::{Loaded, Outcome, Session, Stop};
use crate::cli::parts::{Joined, PartArgs, PartFile, PartRequest, Run, Task, Wanted, fingerprint};
use crate::cli::progress::Progress;
use crate::cli::shell::Status;
use crate::cli::survey::report::{Origin, Reference, Survey};
use crate::cli::workers::{self, processors};
use alfil::play::computer::Computer;
use alfil::play::contest::Tally;
use alfil::play::position::Position;
use alfil::play::survey::figures::{Figures, StrongGame, Stronger, Variant};
use alfil::play::survey::observation::Observation;
use alfil::play::survey::record::{Finished, GameRecord, Pairing, Settings, replayed};
use alfil::play::survey::schedule::{Planned, Players, Subject, schedule};
use alfil::suite::fired::fired;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  alfil survey contrast
  alfil survey ./mine.yaml --time 60 --html mine.html
  alfil survey shogi --games 1000 --nodes 2000 --part 3/64 -o 3.part

The figures of chess are part of this program for the usual `--nodes` and `--opening`. With others,
as many games of chess are played as of the variant.";

/// The definition with whose figures all others are compared.
const REFERENCE: &str = "chess";

/// The output of `alfil survey chess --json` with the usual settings.
const SHIPPED: &str = include_str!("survey/reference.json");

/// The weak player searches this part of the positions of the strong one.
const WEAKER: u64 = 4;

/// Arguments of `survey`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// Games between equal players. A quarter as many games between unequal players are added.
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Ends the survey after this time, with the games that are finished then.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Positions to search for each move.
    #[arg(long, value_name = "N", default_value_t = 400,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Random moves at the begin of each game.
    #[arg(long, value_name = "PLIES", default_value_t = 4,
          value_parser = clap::value_parser!(u16).range(0..=100))]
    opening: u16,
    /// Seed of the openings.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads to play with; without it as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Writes a page with plots to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    html: Option<PathBuf>,
    #[command(flatten)]
    parts: PartArgs,
    /// One JSON object.
    #[arg(long, conflicts_with = "part")]
    pub(crate) json: bool,
}

/// The figures of a survey that are part of the program.
#[derive(Deserialize)]
struct Shipped {
    settings: Settings,
    figures: Figures,
}

/// The variants of a survey.
struct Variants {
    own: Loaded,
    /// The reference, if its games are played. Games of more than two sides have none.
    reference: Option<Loaded>,
    /// The figures of the reference, if they are part of the program.
    shipped: Option<Reference>,
}

impl Variants {
    fn of(own: Loaded, settings: &Settings, session: &mut Session) -> Result<Variants, Stop> {
        let reference = session.load(REFERENCE)?;
        // Most figures of a game of two sides mean nothing beside those of more sides.
        let several = !own.game.rules().sides.are_two();
        if several || fingerprint(&own) == fingerprint(&reference) {
            return Ok(Variants { own, reference: None, shipped: None });
        }
        // The number of games and the seed change the errors of the figures, but not their means.
        let is_comparable = |shipped: &Shipped| {
            let Settings { games: _, nodes, weak_nodes, opening, seed: _ } = shipped.settings;
            (nodes, weak_nodes, opening) == (settings.nodes, settings.weak_nodes, settings.opening)
        };
        let shipped = serde_json::from_str(SHIPPED).ok().filter(is_comparable);
        let shipped = shipped.map(|Shipped { settings, figures }| Reference {
            title: reference.resolved.title.clone(),
            origin: Origin::Shipped,
            settings,
            figures,
        });
        let reference = shipped.is_none().then_some(reference);
        Ok(Variants { own, reference, shipped })
    }

    fn schedule(&self, games: u32) -> Vec<Planned> {
        match self.reference {
            None => schedule(games, &[Subject::Own]),
            Some(_) => schedule(games, &[Subject::Own, Subject::Reference]),
        }
    }

    fn loaded(&self, subject: Subject) -> &Loaded {
        match subject {
            Subject::Own => &self.own,
            // Games of the reference are planned only if it is there.
            Subject::Reference => self.reference.as_ref().unwrap_or(&self.own),
        }
    }
}

/// The players of one thread.
struct Worker {
    own: Pairing,
    reference: Option<Pairing>,
}

impl Worker {
    fn new(variants: &Variants, settings: &Settings) -> Worker {
        let pairing = |loaded: &Loaded| Pairing::new(&loaded.game, megabytes(settings.nodes));
        Worker { own: pairing(&variants.own), reference: variants.reference.as_ref().map(pairing) }
    }

    fn play(
        &self,
        settings: &Settings,
        planned: Planned,
        deadline: Option<Instant>,
    ) -> Option<Finished> {
        let pairing = match planned.subject {
            Subject::Own => &self.own,
            Subject::Reference => self.reference.as_ref()?,
        };
        pairing.play(settings, planned, deadline)
    }
}

/// The memory of each player for searches of this size.
fn megabytes(nodes: u64) -> usize {
    if nodes <= 20_000 { 1 } else { 16 }
}

/// Plays the games and prints the figures.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let begin = Instant::now();
    let loaded = session.load(&args.name)?;
    let settings = Settings {
        games: args.games,
        nodes: args.nodes,
        weak_nodes: (args.nodes / WEAKER).max(1),
        opening: args.opening,
        seed: args.seed,
    };
    let variants = Variants::of(loaded, &settings, session)?;
    let planned = variants.schedule(args.games);
    let deadline = args.time.map(|time| begin + time);
    let threads = args.threads.map_or_else(processors, usize::from).min(planned.len());
    let workers: Vec<Worker> = (0..threads).map(|_| Worker::new(&variants, &settings)).collect();
    let play =
        |worker: &Worker, item: u64| worker.play(&settings, planned[item as usize], deadline);
    if let Some(request) = args.parts.request() {
        let run = Run::new(Task::Survey, &variants.own, &settings, planned.len() as u64);
        return play_part(request, run, &workers, &play, session);
    }
    let mut games = BTreeMap::new();
    let progress = Progress::parts(planned.len(), session.shell.is_quiet());
    workers::run(&workers, 0..planned.len() as u64, play, &mut |item, game: Finished| {
        games.insert(planned[item as usize], game);
        progress.step();
        Ok(())
    })?;
    progress.begin("examining the rules");
    let survey = survey(variants, settings, &games, session)?;
    drop(progress);
    print(&survey, args.json, args.html.as_deref(), session)
}

/// Plays the games of a part that are not in its file yet. A limit of time ends it earlier.
fn play_part(
    request: PartRequest<'_>,
    run: Run,
    workers: &[Worker],
    play: &(dyn Fn(&Worker, u64) -> Option<Finished> + Sync),
    session: &mut Session,
) -> Outcome {
    let mut file = PartFile::open(request, run)?;
    let remaining = file.remaining();
    let progress = Progress::parts(remaining.len(), session.shell.is_quiet());
    let mut finished = 0;
    let items = remaining.iter().copied();
    workers::run(workers, items, play, &mut |item, game: Finished| {
        finished += 1;
        progress.step();
        file.add(item, &game.record)
    })?;
    drop(progress);
    session.shell.info(file.summary(finished));
    Ok(Status::Well)
}

/// Prints the survey whose games are in the files of its parts.
pub(crate) fn join(
    joined: &Joined,
    loaded: Loaded,
    wanted: &Wanted,
    session: &mut Session,
) -> Outcome {
    let settings: Settings = joined.run.settings()?;
    let variants = Variants::of(loaded, &settings, session)?;
    let planned = variants.schedule(settings.games);
    if planned.len() as u64 != joined.run.items {
        let why = "another version of this program with other games of chess wrote these parts";
        return Err(Stop::Refused(why.to_owned()));
    }
    let progress = Progress::endless("following the games", session.shell.is_quiet());
    let mut games = BTreeMap::new();
    for (item, record) in joined.results::<GameRecord>()? {
        let planned = planned[item as usize];
        let game = replayed(&variants.loaded(planned.subject).game, record)
            .map_err(|why| Stop::Refused(format!("the game of item {item}: {why}")))?;
        games.insert(planned, game);
    }
    let survey = survey(variants, settings, &games, session)?;
    drop(progress);
    print(&survey, wanted.json, wanted.html.as_deref(), session)
}

/// Computes all figures.
fn survey(
    variants: Variants,
    settings: Settings,
    games: &BTreeMap<Planned, Finished>,
    session: &Session,
) -> Result<Survey, Stop> {
    let own_figures = figures(&variants.own, Subject::Own, games).ok_or_else(|| {
        let why = "no game ended in this time; give more time or fewer nodes";
        Stop::Refused(why.to_owned())
    })?;
    let played = variants.reference.and_then(|loaded| {
        let figures = figures(&loaded, Subject::Reference, games)?;
        let title = loaded.resolved.title;
        Some(Reference { title, origin: Origin::Played, settings, figures })
    });
    let own = |(planned, game): (&Planned, &Finished)| {
        (planned.subject == Subject::Own).then(|| game.last.clone())
    };
    let lasts: Vec<Position> = games.iter().filter_map(own).collect();
    let lasts: Vec<&Position> = lasts.iter().collect();
    let Loaded { name, resolved, game } = variants.own;
    let sources = session.workspace.sources();
    Ok(Survey {
        fired: fired(&game, &resolved, sources, &lasts),
        name,
        title: resolved.title,
        settings,
        figures: own_figures,
        reference: variants.shipped.or(played),
    })
}

/// The figures of the games of one variant. `None` without games between equal players.
fn figures(
    loaded: &Loaded,
    subject: Subject,
    games: &BTreeMap<Planned, Finished>,
) -> Option<Figures> {
    let computer = Computer::new(&loaded.game, 1);
    let first = loaded.game.start().side();
    let variant = Variant::new(loaded.game.rules(), first, &computer);
    let sides = loaded.game.rules().sides;
    let mut equal = Vec::new();
    let (mut unequal, mut pair) = (Tally::default(), 0);
    let mut strong = Vec::new();
    for (planned, game) in games.iter().filter(|(planned, _)| planned.subject == subject) {
        let points = &game.record.points;
        match planned.players {
            Players::Equal => equal.push(Observation::of(game, &variant.kinds)),
            Players::Unequal if !sides.are_two() => strong.push(StrongGame {
                points: points.of(planned.strong(sides.count())),
                is_drawn: points.is_drawn(),
            }),
            Players::Unequal => {
                if planned.number / 2 != pair {
                    unequal.begin_pair();
                    pair = planned.number / 2;
                }
                unequal.add(points.of(planned.strong(sides.count())));
            }
        }
    }
    let stronger = match sides.are_two() {
        true => Stronger::of(&unequal),
        false => Stronger::of_several(&strong),
    };
    Figures::of(&variant, &equal, stronger)
}

/// Prints the survey, and writes its page.
fn print(survey: &Survey, json: bool, html: Option<&Path>, session: &mut Session) -> Outcome {
    if let Some(path) = html {
        let page = page::page(survey);
        file::write(path, page.as_bytes(), Before::Any, &mut session.shell)?;
    }
    if !json {
        session.shell.say(&table::table(survey));
        return Ok(Status::Well);
    }
    let Survey { name, settings, figures, fired, reference, .. } = survey;
    let reference = reference.as_ref().map(|reference| {
        json!({
            "definition": REFERENCE,
            "origin": reference.origin,
            "settings": reference.settings,
            "figures": reference.figures,
        })
    });
    session.shell.json(&json!({
        "definition": name,
        "settings": settings,
        "figures": figures,
        "rules": {
            "count": fired.rules,
            "positions": fired.positions,
            "idle": fired.idle,
            "unexamined": fired.unexamined,
        },
        "reference": reference,
    }));
    Ok(Status::Well)
}
