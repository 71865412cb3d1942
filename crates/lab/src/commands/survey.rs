//! `alfil survey`: plays many fast games of the computer against itself and reports how a variant
//! plays, next to the same figures for chess.

mod page;
mod plot;
mod table;

use crate::commands::survey::table::{Origin, Reference, Survey};
use crate::contest::Tally;
use crate::parts::{
    Experiment, Extent, Joined, Joiner, PartArgs, PartFile, Run, Wanted, fingerprint,
};
use crate::survey::figures::{Figures, Gathered, StrongGame, Stronger, Variant};
use crate::survey::observation::{KindNames, Observation};
use crate::survey::record::{
    Finished, GameRecord, Pairing, Planned, Players, Schedule, Settings, Subject, replayed,
};
use alfil_play::computer::Computer;
use alfil_rules::side::Sides;
use alfil_shell::command::{self, processors, seconds};
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{Loaded, Outcome, Session};
use alfil_shell::terminal::{Progress, Status, Stop};
use alfil_suite::fired::{Evidence, GameEvidence, Threshold, fired};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
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

/// The greatest number of games between equal players.
const MOST_GAMES: i64 = 10_000_000;

/// The weak player searches this part of the positions of the strong one.
const WEAKER: u64 = 4;

/// Arguments of `survey`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// Games between equal players. A quarter as many games between unequal players are added.
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
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
    overwrite: Overwrite,
    #[command(flatten)]
    parts: PartArgs,
    /// One JSON object.
    #[arg(long, conflicts_with = "part")]
    pub json: bool,
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

    /// The same players for another thread.
    fn twin(&self) -> Worker {
        let reference = self.reference.as_ref().map(Pairing::twin);
        Worker { own: self.own.twin(), reference }
    }

    /// Plays the game of a number. `None` if the time is over.
    fn play(&self, plan: &Plan, item: u64) -> Option<(Planned, Finished)> {
        let planned = plan.schedule.game(item)?;
        let pairing = match planned.subject {
            Subject::Own => &self.own,
            Subject::Reference => self.reference.as_ref()?,
        };
        Some((planned, pairing.play(&plan.settings, planned, plan.deadline)?))
    }
}

/// The memory of each player for searches of this size.
fn megabytes(nodes: u64) -> usize {
    if nodes <= 20_000 { 1 } else { 16 }
}

/// The parts of surveys.
pub(crate) const PARTS: Joiner = Joiner::of::<Plan>();

/// Plays the games and prints the figures.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let begin = Instant::now();
    let loaded = session.load(&args.name)?;
    let settings = Settings {
        games: args.games,
        nodes: args.nodes,
        weak_nodes: (args.nodes / WEAKER).max(1),
        opening: args.opening,
        seed: args.seed,
    };
    let deadline = args.time.map(|time| begin + time);
    let plan = Plan { deadline, ..Plan::new(loaded, settings, session)? };
    let count = plan.schedule.count();
    let threads = args.threads.map_or_else(processors, usize::from);
    let threads = threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let busy = session.busy("preparing the computer");
    let first = Worker::new(&plan.variants, &plan.settings);
    drop(busy);
    let mut workers: Vec<Worker> = (0..threads).map(|_| first.twin()).collect();
    if let Some(request) = args.parts.request() {
        let run = Run::new(Plan::NAME, &plan.variants.own, &plan.settings, count);
        return plan.play_part(&mut workers, request, run, session);
    }
    let mut wanted = Wanted::new(args.json, args.html.as_ref(), args.overwrite);
    if let Some(path) = &wanted.file {
        wanted.overwrite.check(path)?;
    }
    let mut collected = Collected::new(&plan.variants);
    wanted.progress = Progress::parts(count as usize, session.shell.is_quiet());
    let observer = collected.observer();
    let observed = |worker: &Worker, item: u64| {
        let (planned, game) = worker.play(&plan, item)?;
        Some(observer.observe(item, planned, &game))
    };
    command::run(&workers, 0..count, observed, &mut |_, game: Observed| {
        collected.add(game);
        wanted.progress.step();
        Ok(())
    })?;
    plan.print(collected, wanted, session)
}

/// The games of a survey.
struct Plan {
    variants: Variants,
    settings: Settings,
    schedule: Schedule,
    /// The survey ends at this time, with the games that are finished then.
    deadline: Option<Instant>,
}

impl Plan {
    fn new(own: Loaded, settings: Settings, session: &mut Session) -> Result<Plan, Stop> {
        let variants = Variants::of(own, &settings, session)?;
        let schedule = Schedule::new(settings.games, variants.reference.is_some());
        Ok(Plan { variants, settings, schedule, deadline: None })
    }
}

impl Experiment for Plan {
    const NAME: &'static str = "survey";
    const OPTION: &'static str = "--html";
    const JOINING: &'static str = "following the games";
    type Players = Vec<Worker>;
    type Record = GameRecord;
    type Sums = Collected;

    fn of(run: &Run, loaded: Loaded, session: &mut Session) -> Result<Plan, Stop> {
        let settings: Settings = run.settings()?;
        if !(1..=MOST_GAMES).contains(&settings.games.into()) {
            let why = format!("a survey of {} games has no parts", settings.games);
            return Err(Stop::Refused(why));
        }
        let plan = Plan::new(loaded, settings, session)?;
        if plan.schedule.count() != run.items {
            let why = "another version of this program with other games of chess wrote these parts";
            return Err(Stop::Refused(why.to_owned()));
        }
        Ok(plan)
    }

    fn play(&self, workers: &mut Vec<Worker>, file: &mut PartFile<Plan>) -> Result<(), Stop> {
        let play = |worker: &Worker, item| worker.play(self, item);
        command::run(workers, file.remaining(), play, &mut |item, (_, game)| {
            file.add(item, &game.record)
        })
    }

    fn join(&self, joined: &mut Joined, _: &Wanted) -> Result<Collected, Stop> {
        let mut collected = Collected::new(&self.variants);
        let observer = collected.observer();
        let follow = |(): &(), item: u64, record: GameRecord| {
            let planned = self.schedule.game(item).ok_or("there is no such game")?;
            let game = replayed(&self.variants.loaded(planned.subject).game, record)?;
            Ok(observer.observe(item, planned, &game))
        };
        joined.each(&vec![(); processors()], follow, &mut |_, game| {
            collected.add(game);
            Ok(())
        })?;
        Ok(collected)
    }

    fn print(self, collected: Collected, wanted: Wanted, session: &mut Session) -> Outcome {
        wanted.progress.begin("examining the rules");
        let survey = collected.survey(self, wanted.extent, session)?;
        drop(wanted.progress);
        if let Some(path) = &wanted.file {
            let page = page::page(&survey);
            file::write(path, page.as_bytes(), wanted.overwrite.before(), &mut session.shell)?;
        }
        if !wanted.json {
            session.shell.say(&table::table(&survey));
            return Ok(Status::Well);
        }
        let Survey { name, settings, figures, fired, reference, extent, .. } = survey;
        let reference = reference.map(|reference| {
            json!({
                "definition": REFERENCE,
                "origin": reference.origin,
                "settings": reference.settings,
                "figures": reference.figures,
            })
        });
        let mut object = json!({
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
        });
        extent.tell(&mut object);
        session.shell.json(&object);
        Ok(Status::Well)
    }
}

/// What is kept of a finished game.
struct Observed {
    planned: Planned,
    result: StrongGame,
    /// `None` for a game between unequal players.
    observation: Option<Observation>,
    /// `None` for a game of the reference.
    evidence: Option<GameEvidence>,
}

/// What threads need to observe finished games.
struct Observer {
    own: KindNames,
    reference: Option<KindNames>,
    sides: usize,
    threshold: Threshold,
}

impl Observer {
    fn observe(&self, item: u64, planned: Planned, game: &Finished) -> Observed {
        let kinds = match planned.subject {
            Subject::Own => &self.own,
            Subject::Reference => self.reference.as_ref().unwrap_or(&self.own),
        };
        let points = &game.record.points;
        Observed {
            planned,
            result: StrongGame {
                points: points.of(planned.strong(self.sides)),
                is_drawn: points.is_drawn(),
            },
            observation: (planned.players == Players::Equal).then(|| Observation::of(game, kinds)),
            evidence: (planned.subject == Subject::Own)
                .then(|| self.threshold.game(item, &game.last)),
        }
    }
}

/// What the games of one variant say.
struct Sums {
    variant: Variant,
    title: String,
    sides: Sides,
    equal: Gathered,
    /// The results of games between unequal players, by their numbers.
    unequal: BTreeMap<u32, StrongGame>,
}

impl Sums {
    fn new(loaded: &Loaded) -> Sums {
        let computer = Computer::new(&loaded.game, 1);
        let first = loaded.game.start().side();
        let variant = Variant::new(loaded.game.rules(), first, &computer);
        Sums {
            equal: Gathered::new(&variant),
            variant,
            title: loaded.resolved.title.clone(),
            sides: loaded.game.rules().sides,
            unequal: BTreeMap::new(),
        }
    }

    /// The figures of the games. `None` without games between equal players.
    fn figures(&self) -> Option<Figures> {
        let stronger = if self.sides.are_two() {
            let (mut tally, mut pair) = (Tally::default(), 0);
            for (number, game) in &self.unequal {
                if number / 2 != pair {
                    tally.begin_pair();
                    pair = number / 2;
                }
                tally.add(game.points);
            }
            Stronger::of(&tally)
        } else {
            let games: Vec<StrongGame> = self.unequal.values().copied().collect();
            Stronger::of_several(&games)
        };
        self.equal.figures(&self.variant, stronger)
    }
}

/// What the games of a survey say so far. The games themselves are not kept.
struct Collected {
    own: Sums,
    reference: Option<Sums>,
    evidence: Evidence,
}

impl Collected {
    fn new(variants: &Variants) -> Collected {
        Collected {
            own: Sums::new(&variants.own),
            reference: variants.reference.as_ref().map(Sums::new),
            evidence: Evidence::default(),
        }
    }

    fn observer(&self) -> Observer {
        Observer {
            own: self.own.variant.kinds.clone(),
            reference: self.reference.as_ref().map(|sums| sums.variant.kinds.clone()),
            sides: self.own.sides.count(),
            threshold: self.evidence.threshold(),
        }
    }

    fn add(&mut self, game: Observed) {
        let Observed { planned, result, observation, evidence } = game;
        let sums = match planned.subject {
            Subject::Own => &mut self.own,
            Subject::Reference => self.reference.as_mut().unwrap_or(&mut self.own),
        };
        match observation {
            Some(observation) => sums.equal.add(&observation),
            None => drop(sums.unequal.insert(planned.number, result)),
        }
        if let Some(evidence) = evidence {
            self.evidence.add(evidence);
        }
    }

    /// Computes all figures.
    fn survey(self, plan: Plan, extent: Extent, session: &Session) -> Result<Survey, Stop> {
        let Plan { variants, settings, .. } = plan;
        let own_figures = self.own.figures().ok_or_else(|| {
            let why = "no game ended in this time; give more time or fewer nodes";
            Stop::Refused(why.to_owned())
        })?;
        let played = self.reference.and_then(|sums| {
            let figures = sums.figures()?;
            Some(Reference { title: sums.title, origin: Origin::Played, settings, figures })
        });
        let Loaded { name, resolved, game } = variants.own;
        let sources = session.workspace.sources();
        Ok(Survey {
            fired: fired(&game, &resolved, sources, self.evidence),
            name,
            title: resolved.title,
            settings,
            figures: own_figures,
            reference: variants.shipped.or(played),
            extent,
        })
    }
}
