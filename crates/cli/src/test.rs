//! `alfil test`: runs the tests of definitions and compares their recorded moves, or writes the
//! games that show which rules take effect.

use crate::snapshot::{self, Beside};
use alfil_describe::replay::{shown, state};
use alfil_diagnostics::diagnostic::{Diagnostic, did_you_mean, has_errors, order};
use alfil_diagnostics::source::{Sources, Span};
use alfil_editor::{Address, Change, Page};
use alfil_play::game::Game;
use alfil_render::report;
use alfil_resolve::resolution::Resolved;
use alfil_shell::file::{self, Before};
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::{Status, Stop};
use alfil_suite::alive::{GAMES, Hunt, Line, LineStart, Reach, RuleEvidence};
use alfil_suite::coverage::{Coverage, Spending};
use alfil_suite::run::{self, CaseResult};
use alfil_suite::snapshot::Snapshot;
use alfil_syntax::format::format;
use alfil_syntax::write::Map as Entries;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
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
    /// Seconds for each definition; without it, `--coverage` takes a few seconds.
    #[arg(long, value_name = "N", requires = "searches", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: Option<u64>,
    #[command(flatten)]
    alive: Options,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
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
                    row["alive"] = alive_json(search, session.workspace.sources());
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
        let search = self::search(request, resolved, game, recorded, &args.alive, limit, session);
        found.extend(search.hunt.findings());
        let added = add(&args.alive.add, &search, resolved, session)?;
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
            words.push(summary(search));
        }
        session.shell.info(format!("{:width$}  {}", row.name, words.join(", ")));
    }
    if let [Row { searched: Some((search, added)), .. }] = rows {
        let width = session.shell.width();
        for line in table(search, width) {
            session.shell.line(line);
        }
        for one in added {
            match &one.file {
                Some(file) => session.shell.info(format!("\nadded to {}:", file.display())),
                None => session.shell.info("\na test for it:"),
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

// `alfil test --alive`: writes the games that show which rules take effect, as a table, as JSON or
// as tests.

/// The options of `--alive`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Play games until each rule has made a difference, and find the rules that never do.
    #[arg(long)]
    pub(crate) alive: bool,
    /// The most games to play for rules that have not fired.
    #[arg(long, value_name = "N", requires = "alive", default_value_t = GAMES, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The seed of the random games.
    #[arg(long, value_name = "S", requires = "alive", default_value_t = 0)]
    seed: u64,
    /// Add the shortest game that shows this rule to the tests of the file.
    #[arg(long, value_name = "RULE", requires = "alive")]
    pub(crate) add: Vec<String>,
}

impl Options {
    /// The options without a search.
    pub(crate) fn none() -> Self {
        Self { alive: false, games: GAMES, seed: 0, add: Vec::new() }
    }
}

/// A finished search.
pub(crate) struct Search {
    pub(crate) hunt: Hunt,
    /// Whether the time limit stopped the search.
    stopped: bool,
    seed: u64,
}

/// Searches games of a definition. Stops after `limit`, if there is one.
pub(crate) fn search(
    name: &str,
    resolved: &Resolved,
    game: &Game,
    record: Option<&Snapshot>,
    options: &Options,
    limit: Option<Duration>,
    session: &Session,
) -> Search {
    let progress = session.busy("playing");
    let sources = session.workspace.sources();
    let mut hunt = Hunt::new(resolved, sources, game, record, options.seed, options.games);
    let begin = Instant::now();
    let is_over = || limit.is_some_and(|limit| begin.elapsed() >= limit);
    while !hunt.is_done() && !is_over() {
        hunt.step();
        let fired = hunt.rules().iter().filter(|rule| rule.fired()).count();
        let (games, rules) = (hunt.effort().games, hunt.rules().len());
        progress.begin(format!("{name}: {games} games, {fired} of {rules} rules fired"));
    }
    Search { stopped: !hunt.is_done(), hunt, seed: options.seed }
}

/// Summarizes how many rules fired.
pub(crate) fn summary(search: &Search) -> String {
    let (rules, effort) = (search.hunt.rules(), search.hunt.effort());
    let fired = rules.iter().filter(|rule| rule.fired()).count();
    let stopped = if search.stopped { ", stopped by the clock" } else { "" };
    format!(
        "{fired} of {} rules fired in {} games, {} positions{stopped}",
        rules.len(),
        effort.games,
        effort.positions
    )
}

/// One line for each rule, with its counts and a game that shows it.
pub(crate) fn table(search: &Search, width: usize) -> Vec<String> {
    let rules = search.hunt.rules();
    let longest = rules.iter().map(|rule| rule.name.chars().count()).max().unwrap_or(0).max(4);
    let row = |name: &str, [tried, held, differed]: [&str; 3], game: &str| {
        let mut line = format!("  {name:longest$}  {tried:>7}  {held:>7}  {differed:>7}  {game}");
        if line.chars().count() > width {
            line = line.chars().take(width.saturating_sub(1)).chain(['…']).collect();
        }
        line.trim_end().to_owned()
    };
    let mut lines = vec![row("rule", ["tried", "held", "differs"], "shortest game")];
    for rule in rules {
        let game = match (&rule.shown, &rule.waived, rule.reach) {
            (Some(shown), ..) => line(&shown.line),
            (None, Some(because), _) => format!("never fired, untested: {because}"),
            (None, None, Reach::Looked) => "never fired".to_owned(),
            (None, None, Reach::Waiting | Reach::Needed | Reach::TooDear) => {
                "not looked at".to_owned()
            }
        };
        let held = rule.held.map_or("-".to_owned(), |held| held.to_string());
        let numbers = [rule.tried.to_string(), held, rule.differed.to_string()];
        lines.push(row(&rule.name, numbers.each_ref().map(String::as_str), &game));
    }
    lines
}

/// Writes a game in one line.
fn line(line: &Line) -> String {
    let moves = line.moves.join(" ");
    match &line.from {
        LineStart::Start if moves.is_empty() => "the start".to_owned(),
        LineStart::Start => moves,
        LineStart::Number(number) => format!("start {number}, {moves}"),
        LineStart::Position(text) if moves.is_empty() => text.clone(),
        LineStart::Position(text) => format!("{text}, {moves}"),
    }
}

/// Writes the whole search as JSON.
pub(crate) fn alive_json(search: &Search, sources: &Sources) -> Value {
    let effort = search.hunt.effort();
    let rules = search.hunt.rules().iter().map(|rule| of_rule(rule, sources));
    json!({
        "seed": search.seed,
        "games": effort.games,
        "positions": effort.positions,
        "work": effort.work,
        "stopped": search.stopped,
        "rules": rules.collect::<Vec<_>>(),
    })
}

fn of_rule(rule: &RuleEvidence, sources: &Sources) -> Value {
    let Span { source, start, .. } = rule.span;
    let at = sources.locate(source, start);
    json!({
        "name": rule.name,
        "file": &*sources.get(source).name,
        "line": at.line,
        "column": at.column,
        "looked": rule.looked,
        "tried": rule.tried,
        "held": rule.held,
        "differed": rule.differed,
        "state": state(rule),
        "because": rule.waived,
        "game": rule.shown.as_ref().map(shown),
    })
}

/// A test made from a game of the search.
pub(crate) struct Added {
    rule: String,
    /// The lines of the test in YAML.
    pub(crate) text: String,
    /// The file to which the test was added. `None` if the definition has no file.
    pub(crate) file: Option<PathBuf>,
}

impl Added {
    /// Writes the added test as JSON.
    pub(crate) fn json(&self) -> Value {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        json!({ "rule": self.rule, "test": self.text, "file": file })
    }
}

/// Adds games that show the rules `names` to the tests of the file of `resolved`. If the definition
/// has no file of its own, the tests are only returned.
///
/// # Errors
/// There is no such rule, no game that shows it, or no place for a test in the file.
pub(crate) fn add(
    names: &[String],
    search: &Search,
    resolved: &Resolved,
    session: &mut Session,
) -> Result<Vec<Added>, Stop> {
    let mut added = Vec::new();
    let place = own_file(resolved, session);
    let before = place.as_ref().map(|(_, text)| text.clone());
    let mut text = before.clone();
    for name in names {
        let test = test(name, search)?;
        let file = place.as_ref().map(|(path, _)| path.clone());
        if let (Some((path, _)), Some(now)) = (&place, &mut text) {
            *now = with(path, now, &test, session)?;
        }
        added.push(Added { rule: name.clone(), text: test.item(), file });
    }
    if let (Some((path, _)), Some(before), Some(text)) = (&place, &before, &text)
        && !names.is_empty()
    {
        let address = Address::File(path.clone());
        let page = Page::read(session.fresh(), &address, text);
        let cases = page.resolved().map(|resolved| resolved.cases.len());
        if cases != Some(resolved.cases.len() + names.len()) {
            let shown = path.display();
            let why =
                format!("`{shown}` is not changed: a test after the last one could not be read");
            return Err(Stop::Refused(why));
        }
        file::write(path, text.as_bytes(), Before::Text(before), &mut session.shell)?;
    }
    Ok(added)
}

/// The path and the text of the file of a definition. `None` if the definition is not a single
/// file.
fn own_file(resolved: &Resolved, session: &Session) -> Option<(PathBuf, String)> {
    let [asked] = resolved.asked.as_slice() else { return None };
    let source = session.workspace.sources().get(*asked);
    let is_file = session.workspace.library().is_file(*asked);
    is_file.then(|| (PathBuf::from(&*source.name), source.text.to_string()))
}

fn test(name: &str, search: &Search) -> Result<Entries, Stop> {
    let rules = search.hunt.rules();
    let Some(number) = rules.iter().position(|rule| rule.name == *name) else {
        let names = rules.iter().map(|rule| rule.name.as_str());
        let help = did_you_mean(name, names)
            .map(|near| format!("did you mean `{near}`?"))
            .unwrap_or("`--alive` without `--add` lists the rules".to_owned());
        return Err(Stop::Refused(format!("this definition has no rule `{name}`: {help}")));
    };
    search.hunt.test(number).ok_or_else(|| {
        let why = if rules[number].fired() {
            format!(
                "in the games that show `{name}`, only the position differs, but no later move or end; write the test \
                 by hand"
            )
        } else {
            format!("no game showed `{name}`; play more games with `--games`")
        };
        Stop::Refused(why)
    })
}

/// Adds a test to `text`. If `text` has the style of `alfil fmt`, the result has it as well.
fn with(path: &Path, text: &str, test: &Entries, session: &Session) -> Result<String, Stop> {
    let address = Address::File(path.to_owned());
    let page = Page::read(session.fresh(), &address, text);
    let Change { range, text: new } = page.with_case(test).ok_or_else(|| {
        Stop::Refused(format!(
            "`tests` of `{}` are not a list with one test on each line, so no test can be added; `alfil fmt` changes that",
            path.display()
        ))
    })?;
    // Use the line ends of the file.
    let new = if text.contains("\r\n") { new.replace('\n', "\r\n") } else { new };
    let mut now = text.to_owned();
    now.replace_range(range, &new);
    let [source] = page.resolved().map_or(&[][..], |resolved| &resolved.asked) else {
        return Ok(now);
    };
    let was_formatted = format(*source, text).is_ok_and(|formatted| *formatted == *text);
    let formatted = was_formatted.then(|| format(*source, &now).ok()).flatten();
    Ok(formatted.map_or(now, |formatted| formatted.to_string()))
}
