//! `alfil test`: runs the tests of definitions and compares their recorded moves.

use crate::cli::alive::{self, Added, Options, Search};
use crate::cli::load::{Outcome, Session};
use crate::cli::shell::Status;
use crate::cli::snapshot::{self, Beside};
use crate::cli::stop::Stop;
use alfil::render::report;
use alfil::suite::coverage::{Coverage, Spending};
use alfil::suite::run::{self, CaseResult};
use alfil_diagnostics::diagnostic::{Diagnostic, has_errors, order};
use serde_json::json;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  alfil test mine.yaml
  alfil test definitions
  alfil test mine.yaml --coverage      rules that no test exercises
  alfil test mine.yaml --coverage --seconds 60
  alfil test mine.yaml --alive         rules that no game shows
  alfil test mine.yaml --alive --add 'knight N'
  alfil test contrast monochromatic --json";

/// Arguments of `test`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, group(clap::ArgGroup::new("searches").args(["coverage", "alive"]).multiple(true)))]
pub(crate) struct Args {
    /// Files, folders, shipped names or sums.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Find the rules that no test and no recorded position exercises.
    #[arg(long)]
    coverage: bool,
    /// Look for rules so long in each definition; without it `--coverage` takes a few seconds.
    #[arg(long, value_name = "N", requires = "searches", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: Option<u64>,
    #[command(flatten)]
    alive: Options,
    /// One JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Args {
    /// The arguments for running the tests of all `files` and printing the results for people.
    pub(crate) fn of(files: &[String]) -> Self {
        let (coverage, seconds) = (false, None);
        Self { files: files.to_vec(), coverage, alive: Options::none(), seconds, json: false }
    }
}

/// The results for one definition.
struct Row {
    name: String,
    passed: usize,
    failed: usize,
    moves: Moves,
    /// The number of covered rules and of all rules, with `--coverage`.
    covered: Option<(usize, usize)>,
    /// The search and the tests that it added, with `--alive`.
    searched: Option<(Search, Vec<Added>)>,
}

/// The result of comparing recorded moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    NotRecorded,
    Same,
    Changed,
    NotCompared,
}

impl Moves {
    fn name(self) -> &'static str {
        match self {
            Moves::NotRecorded => "not recorded",
            Moves::Same => "same",
            Moves::Changed => "changed",
            Moves::NotCompared => "not compared",
        }
    }
}

/// Tests all requested files. A definition without tests passes. A definition with errors fails.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let mut found = Vec::new();
    let mut rows = Vec::new();
    let requests = session.expand(&args.files, &mut found);
    if requests.len() > 1 && !args.alive.add.is_empty() {
        let why = "`--add` writes to one file; name one definition";
        return Err(Stop::Refused(why.to_owned()));
    }
    for request in requests {
        rows.push(one(&request, args, session, &mut found)?);
    }
    order(&mut found);
    let well = found.is_empty();
    if args.json {
        let definitions: Vec<_> = rows
            .iter()
            .map(|r| {
                let mut row = json!({"definition": r.name, "passed": r.passed, "failed": r.failed,
                                     "moves": r.moves.name()});
                if let Some((exercised, rules)) = r.covered {
                    row["coverage"] = json!({"exercised": exercised, "rules": rules});
                }
                if let Some((search, added)) = &r.searched {
                    row["alive"] = alive::json(search, session.workspace.sources());
                    row["alive"]["added"] = added.iter().map(Added::json).collect();
                }
                row
            })
            .collect();
        let mut object = report::json(&found, session.workspace.sources());
        object["definitions"] = definitions.into();
        session.shell.json(&object);
    } else {
        tell(&rows, &found, session);
    }
    Ok(if well { Status::Well } else { Status::Found })
}

fn one(
    request: &str,
    args: &Args,
    session: &mut Session,
    found: &mut Vec<Diagnostic>,
) -> Result<Row, Stop> {
    let examined = session.examine(request);
    let mut row = Row {
        name: request.to_owned(),
        passed: 0,
        failed: 0,
        moves: Moves::NotCompared,
        covered: None,
        searched: None,
    };
    // Only errors are reported here; `check` reports the warnings.
    found.extend(examined.found.into_iter().filter(|d| has_errors(std::slice::from_ref(d))));
    let (Some(resolved), Some(game)) = (&examined.resolved, &examined.game) else {
        row.failed = examined.resolved.map_or(0, |r| r.cases.len());
        return Ok(row);
    };
    let testing = session.busy("testing");
    for CaseResult { failures, .. } in run::run(game, &resolved.cases) {
        if failures.is_empty() {
            row.passed += 1;
        } else {
            row.failed += 1;
        }
        found.extend(failures);
    }
    let mut recorded = None;
    let changes = match snapshot::beside(resolved, session) {
        Beside::Sum => None,
        Beside::None => {
            row.moves = Moves::NotRecorded;
            None
        }
        Beside::Recorded(record) => {
            let changes = record.compare(game, session.workspace.sources());
            recorded = Some(record);
            Some(changes)
        }
        Beside::Shared(finding) | Beside::Unreadable(finding) => Some(vec![finding]),
    };
    if let Some(changes) = changes {
        row.moves = if changes.is_empty() { Moves::Same } else { Moves::Changed };
        found.extend(changes);
    }
    drop(testing);
    if args.coverage {
        let mut coverage = Coverage::of(resolved, session.workspace.sources());
        let until = |seconds| Spending::Until(Instant::now() + Duration::from_secs(seconds));
        let spending = args.seconds.map_or(Spending::Usual, until);
        let progress = session.busy_with(coverage.rules.len());
        coverage.tests_within(spending, game, &resolved.cases, recorded.as_ref(), &mut |rule| {
            progress.begin(rule.to_owned());
            progress.step();
        });
        drop(progress);
        found.extend(coverage.waive(resolved));
        let rules = coverage.rules.len();
        row.covered = Some((rules - coverage.missing().count(), rules));
        found.extend(coverage.findings());
    }
    if args.alive.alive {
        let limit = args.seconds.map(Duration::from_secs);
        let recorded = recorded.as_ref();
        let search = alive::search(request, resolved, game, recorded, &args.alive, limit, session);
        found.extend(search.hunt.findings());
        let added = alive::add(&args.alive.add, &search, resolved, session)?;
        row.searched = Some((search, added));
    }
    Ok(row)
}

fn tell(rows: &[Row], found: &[Diagnostic], session: &mut Session) {
    let style = session.shell.report_style();
    session.shell.paint(&report::draw(found, session.workspace.sources(), style));
    if !found.is_empty() && !rows.is_empty() {
        session.shell.info("");
    }
    let width = rows.iter().map(|r| r.name.chars().count()).max().unwrap_or(0);
    for row in rows {
        let mut words = vec![match (row.passed, row.failed) {
            (0, 0) => "no tests".to_owned(),
            (passed, 0) => format!("{passed} passed"),
            (passed, failed) => format!("{passed} passed, {failed} failed"),
        }];
        match row.moves {
            Moves::Same => words.push("moves as recorded".to_owned()),
            Moves::Changed => words.push("moves changed".to_owned()),
            Moves::NotRecorded | Moves::NotCompared => {}
        }
        if let Some((exercised, rules)) = row.covered {
            words.push(format!("{exercised} of {rules} rules exercised"));
        }
        if let Some((search, _)) = &row.searched {
            words.push(alive::summary(search));
        }
        session.shell.info(format!("{:width$}  {}", row.name, words.join(", ")));
    }
    if let [Row { searched: Some((search, added)), .. }] = rows {
        let width = session.shell.width();
        for line in alive::table(search, width) {
            session.shell.line(line);
        }
        for one in added {
            match &one.file {
                Some(file) => session.shell.info(format!("\nadded to {}:", file.display())),
                None => session.shell.info("\na test of it:"),
            }
            session.shell.say(&one.text);
        }
    }
    if rows.len() > 1 {
        let sum = |f: fn(&Row) -> usize| rows.iter().map(f).sum::<usize>();
        let (passed, failed) = (sum(|r| r.passed), sum(|r| r.failed));
        session.shell.info(format!("\n{passed} tests passed, {failed} failed"));
    }
}
