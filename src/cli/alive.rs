//! `alfil test --alive`: writes the games that show which rules take effect, as a table, as JSON or
//! as tests.

use crate::cli::file::{self, Before};
use crate::cli::load::Session;
use crate::cli::stop::Stop;
use alfil::describe::evidence::{shown, state};
use alfil::editor::{Address, Change, Page};
use alfil::play::game::Game;
use alfil::resolve::resolution::Resolved;
use alfil::suite::alive::{GAMES, Hunt, Line, LineStart, Reach, RuleEvidence};
use alfil::suite::snapshot::Snapshot;
use alfil_diagnostics::diagnostic::did_you_mean;
use alfil_diagnostics::source::{Sources, Span};
use alfil_syntax::format::format;
use alfil_syntax::write::Map as Entries;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The options of `--alive`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Play games until each rule has made a difference, and find the rules that never do.
    #[arg(long)]
    pub(crate) alive: bool,
    /// The most games that are played for rules that have not fired.
    #[arg(long, value_name = "N", requires = "alive", default_value_t = GAMES, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Play other games.
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
pub(crate) fn json(search: &Search, sources: &Sources) -> Value {
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
            let why = format!("`{shown}` is left as it is: a test behind its last one is not read");
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
            .unwrap_or("`--alive` without `--add` lists its rules".to_owned());
        return Err(Stop::Refused(format!(
            "no rule of this definition is called `{name}`: {help}"
        )));
    };
    search.hunt.test(number).ok_or_else(|| {
        let why = if rules[number].fired() {
            format!(
                "the games that show `{name}` differ in what stands on the board, and no move or end behind them tells \
                 of it; write the test by hand"
            )
        } else {
            format!("no game showed `{name}`; play more with `--games`")
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
            "`tests` of `{}` are not a list of lines, so none can be added; `alfil fmt` makes them one",
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
