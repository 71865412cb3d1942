//! Runs the tests of a definition, and limits the work for them.

use alfil_clock::meter::Limit;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Label};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_play::coordinates;
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_play::resources::Count;
use alfil_play::terms::Manner;
use alfil_reference::executor::Reference;
use alfil_resolve::setup::Case;
use alfil_rules::goal::Event;
use alfil_rules::side::{Color, SideSet};
use alfil_rules::sight::Sight;
use alfil_syntax::cases::{Claim, Effect, GameMove, Listing};
use alfil_syntax::value::Ending;

// Runs the tests of a definition.
//
// Every failure is a finding that points at the words of the claim. All parts of a case are
// checked. A count that exceeds the budget is a failure, too.

/// Maximum number of moves or cells that one finding names. More are only counted.
const MAX_NAMED: usize = 20;

/// The result of one case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseResult {
    /// The span of the key of the claim.
    pub(crate) span: Span,
    /// The reasons why the case fails. Empty if the claim holds.
    pub failures: Vec<Diagnostic>,
    /// The position of the first failure and the differences there. `None` if the claim holds.
    pub differs: Option<Differs>,
    extent: Extent,
}

/// How much of a case was run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    /// All of it.
    Whole,
    /// The budget did not suffice for the rest, which is a failure.
    Cut,
}

/// The differences between the claim of a failed case and the position. They are texts of moves or
/// cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differs {
    /// The position.
    pub position: String,
    /// Moves or cells that are claimed, but do not exist in the position.
    pub missing: Vec<String>,
    /// Moves or cells that exist in the position, but that the claim excludes.
    pub unwanted: Vec<String>,
}

/// Runs every case that makes a claim, in order. Cases that declare a rule untested are left to
/// coverage.
pub fn run(game: &Game, cases: &[Case]) -> Vec<CaseResult> {
    let claims = cases.iter().filter(|case| !matches!(case.claim, Claim::Untested { .. }));
    let budget = Budget::of_tests();
    claims.map(|case| checked(game, case, budget)).collect()
}

/// The position that a case examines: its own position or the start, after its moves.
///
/// # Errors
/// Every finding about the position, or the first illegal move.
pub fn position(game: &Game, case: &Case) -> Result<Position, Vec<Diagnostic>> {
    let mut position = match (&case.position, case.number) {
        (None, None) => game.start(),
        (None, Some(number)) => start(game, number).map_err(|finding| vec![finding])?,
        (Some(setup), _) => {
            let at = game.at(setup);
            at.value.ok_or(at.found)?
        }
    };
    coordinates::play_all(&mut position, &case.after, Manner::Strict)
        .map_err(|finding| vec![finding])?;
    Ok(position)
}

/// The event that ends the game of a case without failures. `None` if the case claims no game.
pub(crate) fn ended(game: &Game, case: &Case) -> Option<Event> {
    let Claim::Game { moves, .. } = &case.claim else { return None };
    let mut at = position(game, case).ok()?;
    for (mv, number) in moves.iter().zip(1..) {
        let text = coordinates::signed(&at, mv).text;
        coordinates::play(&mut at, &text, number, Manner::Strict).ok()?;
    }
    at.outcome().map(|outcome| outcome.reason)
}

/// The events by which sides lose in the game of a case, while others play on.
pub(crate) fn losses(game: &Game, case: &Case) -> Vec<Event> {
    let (Claim::Game { moves, .. }, false) = (&case.claim, game.rules().sides.are_two()) else {
        return Vec::new();
    };
    let Ok(mut at) = position(game, case) else { return Vec::new() };
    let mut events = Vec::new();
    for mv in moves {
        let Some(found) = at.legal().find(&coordinates::signed(&at, mv).text.value) else { break };
        if let (Position::Board(play), Move::Board(mv)) = (&at, &found) {
            events.extend(Reference::of(play.arena()).losses(play.board(), mv));
        }
        at.play(&found);
    }
    events
}

fn start(game: &Game, number: Spanned<u64>) -> Result<Position, Diagnostic> {
    let numbered = match game.starts() {
        Some(starts) => starts.start(number.value),
        None => (number.value == 0).then(|| game.start()),
    };
    numbered.ok_or_else(|| {
        let title = format!("there is no start with the number {}", number.value);
        let count = game.starts().map_or(1, |starts| starts.count());
        Diagnostic::at(Code::BadTest, number.span, title, "no such start")
            .help(format!("numbers are 0 to {}", count.saturating_sub(1)))
    })
}

/// The reasons why a case fails; empty if it is satisfied.
pub(crate) fn failures(game: &Game, case: &Case, budget: Budget) -> Vec<Diagnostic> {
    checked(game, case, budget).failures
}

/// Whether a case holds; `None` if the budget does not suffice to find out.
pub(crate) fn holds(game: &Game, case: &Case, budget: Budget) -> Option<bool> {
    let result = checked(game, case, budget);
    match result.extent {
        Extent::Whole => Some(result.failures.is_empty()),
        Extent::Cut => None,
    }
}

fn checked(game: &Game, case: &Case, budget: Budget) -> CaseResult {
    let span = case.span;
    if budget.is_spent() {
        let title = "this test is not run".to_owned();
        let finding = Diagnostic::at(Code::FailedTest, span, title, "skipped");
        let failures = vec![finding.because(limit()).help("remove long counts before it")];
        return CaseResult { span, failures, differs: None, extent: Extent::Cut };
    }
    let extent = Extent::Whole;
    let mut position = match position(game, case) {
        Ok(position) => position,
        Err(failures) => return CaseResult { span, failures, differs: None, extent },
    };
    let mut check = Check {
        span,
        failures: Vec::new(),
        at: None,
        missing: Vec::new(),
        unwanted: Vec::new(),
        extent,
    };
    match &case.claim {
        Claim::Perft(counts) => check.perft(&position, counts, budget),
        Claim::Moves(listing) => check.moves(&position, listing),
        Claim::Tries(listing) => check.tries(&position, listing),
        Claim::Attacks(cells) => check.attacks(&position, cells),
        Claim::Sees(cells) => check.sees(&position, cells),
        Claim::Game { moves, ends } => check.game(&mut position, moves, ends.as_ref()),
        Claim::Starts(count) => check.starts(game, count),
        Claim::Untested { .. } => {}
    }
    let Check { failures, at, missing, unwanted, extent, .. } = check;
    let differs = (!failures.is_empty()).then(|| Differs {
        position: at.unwrap_or_else(|| position.text()),
        missing,
        unwanted,
    });
    CaseResult { span, failures, differs, extent }
}

/// What a test lists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    /// Legal moves.
    Moves,
    /// Moves that may be tried where an umpire answers.
    Tries,
}

/// Why a test or a part of it is left out.
fn limit() -> String {
    format!(
        "the tests of one file may use at most {} million units of work, on every machine",
        TESTS / 1_000_000
    )
}

struct Check {
    span: Span,
    failures: Vec<Diagnostic>,
    /// The position of the first failure, if the game continues after it.
    at: Option<String>,
    missing: Vec<String>,
    unwanted: Vec<String>,
    extent: Extent,
}

impl Check {
    fn fail(&mut self, span: Span, title: String, label: &str) {
        self.failures.push(Diagnostic::at(Code::FailedTest, span, title, label));
    }

    fn starts(&mut self, game: &Game, count: &Spanned<u64>) {
        let counted = game.starts().map_or(1, |starts| starts.count());
        if counted != count.value {
            let title = format!("the game has {counted} starts, not {}", count.value);
            self.fail(count.span, title, &format!("{counted} counted"));
        }
    }

    /// Every depth is counted. Only the first difference is reported, because it changes all deeper
    /// counts.
    fn perft(&mut self, position: &Position, counts: &[Spanned<u64>], budget: Budget) {
        let mut counting = Counting::new(position, budget);
        for (count, depth) in counts.iter().zip(1u32..) {
            match counting.longer(Some(count.value.into())) {
                Count::Sequences(nodes) if nodes == u128::from(count.value) => {}
                Count::Sequences(nodes) => {
                    let title = format!("perft {depth} is {nodes}, not {}", count.value);
                    return self.fail(count.span, title, &format!("{nodes} counted"));
                }
                Count::Endless => {
                    let title = "positions of this game have infinitely many moves, so they cannot be counted";
                    return self.fail(count.span, title.to_owned(), "cannot be counted");
                }
                Count::TooMuch => {
                    let title = format!("perft {depth} has too many move sequences for a test");
                    let label = match counts.len() - depth as usize {
                        0 => "is not counted",
                        _ => "is not counted, nor are the longer ones",
                    };
                    let finding = Diagnostic::at(Code::FailedTest, count.span, title, label)
                        .because(limit())
                        .help(format!("remove it; `alfil perft NAME {depth}` counts it"));
                    self.extent = Extent::Cut;
                    return self.failures.push(finding);
                }
            }
        }
    }

    fn moves(&mut self, position: &Position, listing: &Listing) {
        self.list(position, listing, Listed::Moves);
    }

    fn tries(&mut self, position: &Position, listing: &Listing) {
        match position.rules().sight {
            Sight::Umpire => self.list(position, listing, Listed::Tries),
            Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => {
                let title = "only games with an umpire have tries".to_owned();
                let label = "needs `sight: own with umpire`";
                let finding = Diagnostic::at(Code::FailedTest, self.span, title, label);
                self.failures.push(finding.help("`moves` lists legal moves"));
            }
        }
    }

    fn list(&mut self, position: &Position, listing: &Listing, listed: Listed) {
        if let Some(Err(unknown)) = listing.from.as_ref().map(|from| position.place(from)) {
            return self.failures.push(unknown);
        }
        let from = listing.from.as_ref().map(|from| from.value.as_str());
        let (all, [is, is_not], [here, not_here]) = match listed {
            Listed::Moves => {
                let words = ["is legal", "is not legal"];
                (position.legal(), words, ["legal here", "not legal here"])
            }
            Listed::Tries => {
                let words = ["may be tried", "may not be tried"];
                (position.tries(), words, ["a try here", "cannot be tried here"])
            }
        };
        let mut found = Vec::new();
        for text in listing.wanted() {
            if let Some(mv) = all.find(&text.value) {
                let written = all.write(&mv);
                self.spelt(position, &written, text.span, from);
                found.push(written);
                continue;
            }
            self.missing.push(text.value.clone());
            self.fail(text.span, format!("`{}` {is_not}", text.value), not_here);
            if let (Listed::Moves, Some(finding)) = (listed, self.failures.last_mut()) {
                let refusal = all.refusal(&text.value);
                finding.reason = refusal.why.map(Into::into);
                let rule = |span| Label { span, text: "by this rule".to_owned() };
                finding.labels.extend(refusal.place.map(rule));
            }
        }
        for text in listing.unwanted() {
            if let Some(mv) = all.find(&text.value) {
                self.unwanted.push(all.write(&mv));
                self.fail(text.span, format!("`{}` {is}", text.value), here);
            } else {
                self.spelt(position, &text.value, text.span, from);
            }
        }
        if listing.exactly.is_none() {
            return;
        }
        let (Some(moves), Some(texts)) = (all.list(), all.texts()) else {
            let title = "infinitely many moves cannot be listed".to_owned();
            return self.fail(self.span, title, "exactly");
        };
        let missing: Vec<String> = moves
            .iter()
            .zip(texts)
            .filter(|(mv, text)| {
                from.is_none_or(|from| all.starts(mv, from)) && !found.contains(text)
            })
            .map(|(_, text)| text)
            .collect();
        let label = match listed {
            Listed::Moves => "legal but not listed",
            Listed::Tries => "a try that is not listed",
        };
        self.unlisted(&missing, label);
    }

    fn attacks(&mut self, position: &Position, cells: &Listing) {
        let by = cells.by.map_or(position.side(), |by| by.value);
        if let Some(Err(unknown)) = cells.from.as_ref().map(|from| position.place(from)) {
            return self.failures.push(unknown);
        }
        let attacked = |place: &Spanned<String>| position.attacked(place, cells.from.as_ref(), by);
        let claims = cells.wanted().map(|c| (c, true)).chain(cells.unwanted().map(|c| (c, false)));
        let mut listed = Vec::new();
        for (cell, claim) in claims {
            match attacked(cell) {
                Err(finding) => self.failures.push(finding),
                Ok(is) if is != claim => {
                    let verb = if claim { "is not attacked" } else { "is attacked" };
                    let differs = if claim { &mut self.missing } else { &mut self.unwanted };
                    differs.push(cell.value.clone());
                    let title = format!("{} {verb} by {}", cell.value, by.name());
                    self.fail(cell.span, title, verb);
                }
                Ok(_) => listed.push(&cell.value),
            }
        }
        if cells.exactly.is_none() {
            return;
        }
        let Some(places) = position.places() else {
            let title = "points cannot be listed exactly".to_owned();
            return self.fail(self.span, title, "needs cells");
        };
        let unlisted = places.into_iter().filter(|place| !listed.contains(&place));
        let there = |place: &String| attacked(&Spanned::new(place.clone(), self.span)) == Ok(true);
        let missing: Vec<String> = unlisted.filter(there).collect();
        self.unlisted(&missing, "attacked but not listed");
    }

    fn sees(&mut self, position: &Position, cells: &Listing) {
        let by = cells.by.map_or(position.side(), |by| by.value);
        let Some(view) = position.view(by) else {
            let title = "a plane has no cells, so sight cannot be tested".to_owned();
            return self.fail(self.span, title, "needs cells");
        };
        let claims = cells.wanted().map(|c| (c, true)).chain(cells.unwanted().map(|c| (c, false)));
        let mut listed = Vec::new();
        for (cell, claim) in claims {
            if let Err(unknown) = position.place(cell) {
                self.failures.push(unknown);
            } else if view.sees(&cell.value) == claim {
                listed.push(&cell.value);
            } else {
                let verb = if claim { "does not see" } else { "sees" };
                let differs = if claim { &mut self.missing } else { &mut self.unwanted };
                differs.push(cell.value.clone());
                let title = format!("{} {verb} {}", by.name(), cell.value);
                self.fail(cell.span, title, verb);
            }
        }
        if cells.exactly.is_some() {
            let places = position.places().unwrap_or_default().into_iter();
            let missing: Vec<String> =
                places.filter(|place| view.sees(place) && !listed.contains(&place)).collect();
            self.unlisted(&missing, "seen but not listed");
        }
    }

    fn game(&mut self, position: &mut Position, line: &[GameMove], ends: Option<&Spanned<Ending>>) {
        for (mv, number) in line.iter().zip(1..) {
            let mv = &coordinates::signed(position, mv);
            if let Err(finding) = coordinates::play(position, &mv.text, number, Manner::Strict) {
                self.missing.push(mv.text.value.clone());
                return self.failures.push(finding);
            }
            self.effect(position, mv);
            if !self.failures.is_empty() && self.at.is_none() {
                self.at = Some(position.text());
            }
        }
        let Some(ends) = ends else { return };
        let outcome = position.outcome();
        let wins = |name: &str| {
            let (rules, winner) = (position.rules(), outcome.as_ref().and_then(|o| o.winner));
            let winners = winner.map_or(SideSet::NONE, |winner| rules.sides.team(winner));
            winners.into_iter().any(|side| rules.word_of(side) == name)
        };
        let holds = match &ends.value {
            Ending::By(event) => outcome.is_some_and(|o| o.reason == *event),
            Ending::Won(Color::White) => wins("white"),
            Ending::Won(Color::Black) => wins("black"),
            Ending::Called(name) => wins(name),
            Ending::Drawn => outcome.is_some_and(|o| o.winner.is_none()),
            Ending::Unfinished => outcome.is_none(),
        };
        if !holds {
            let title = match outcome {
                Some(outcome) => {
                    format!("the game has another end: {}", outcome.words(position.rules()))
                }
                None => "the game is not over".to_owned(),
            };
            self.fail(ends.span, title, "after the last move");
        }
    }

    fn effect(&mut self, position: &Position, mv: &GameMove) {
        let mate = || position.gives_mate();
        let check = || position.gives_check();
        let problem = match mv.effect {
            Effect::Unsaid => None,
            Effect::Check if !check() => Some("gives no check"),
            Effect::Check if mate() => Some("is mate, not only check"),
            Effect::Check => None,
            Effect::Mate if mate() => None,
            Effect::Mate if check() => Some("is check, but not mate"),
            Effect::Mate => Some("is not mate"),
        };
        if let Some(problem) = problem {
            self.fail(mv.text.span, format!("`{}` {problem}", mv.text.value), problem);
        }
    }

    /// Reports a text that cannot be a move. A claim about it would hold or fail for the wrong
    /// reason.
    fn spelt(&mut self, position: &Position, text: &str, span: Span, from: Option<&str>) {
        let told = self.failures.iter().any(|f| f.span() == Some(span));
        if let (Err(title), false) = (position.spelt(text, from), told) {
            self.fail(span, title, "this claim is not about this move");
        }
    }

    fn unlisted(&mut self, names: &[String], what: &str) {
        if names.is_empty() {
            return;
        }
        self.unwanted.extend(names.iter().cloned());
        let mut words = names[..names.len().min(MAX_NAMED)].join(" ");
        if names.len() > MAX_NAMED {
            words.push_str(&format!(" and {} more", names.len() - MAX_NAMED));
        }
        self.fail(self.span, format!("{what}: {words}"), what);
    }
}

// Limits the work that a command does for the tests of a file. The limit is counted in units of the
// meter, so it is the same on every machine.

/// The units of all tests of a file. They take about two seconds, and count some 200 million sequences
/// of plain moves on a board of 64 cells.
pub(super) const TESTS: u64 = 40_000_000;

/// The units of the counts on a page about the rules.
const PAGE: u64 = 4_000_000;

/// A count is not begun if it would probably exceed the rest of the budget by this factor.
const HOPELESS: u128 = 4;

/// The work that may still be done. All work of this thread counts.
#[derive(Clone, Copy, Debug)]
pub struct Budget(Limit);

impl Budget {
    /// The budget for all tests of a definition together.
    pub fn of_tests() -> Budget {
        Budget(Limit::of(TESTS))
    }

    /// The budget for the counts on a page about the rules.
    pub fn of_a_page() -> Budget {
        Budget(Limit::of(PAGE))
    }

    /// A budget of this many units.
    pub(crate) fn of(units: u64) -> Budget {
        Budget(Limit::of(units))
    }

    /// A budget without a limit.
    pub(crate) fn endless() -> Budget {
        Budget(Limit::none())
    }

    /// The smaller of this budget and one of `units`.
    pub(crate) fn at_most(self, units: u64) -> Budget {
        if units < self.left() { Budget::of(units) } else { self }
    }

    /// True if nothing more may be done.
    pub(crate) fn is_spent(self) -> bool {
        self.0.is_over()
    }

    /// The units that may still be used.
    pub(crate) fn left(self) -> u64 {
        self.0.left()
    }
}

/// Counts the sequences of a position, one length after the other.
pub struct Counting<'a> {
    position: &'a Position,
    budget: Budget,
    /// The last count, and the units that it took.
    last: Option<(u128, u64)>,
    depth: u32,
}

impl<'a> Counting<'a> {
    /// Begins with sequences of length 1.
    pub fn new(position: &'a Position, budget: Budget) -> Counting<'a> {
        Counting { position, budget, last: None, depth: 0 }
    }

    /// The number of sequences that are longer by one move. `claimed` is how many there should be, if the
    /// author says so. Then a count that is much too long is not even begun.
    pub fn longer(&mut self, claimed: Option<u128>) -> Count {
        let begin = Limit::none();
        let before = begin.used();
        if self.is_hopeless(claimed) {
            return Count::TooMuch;
        }
        self.depth += 1;
        let count = self.position.perft_within(self.depth, self.budget.0);
        if let Count::Sequences(count) = count {
            self.last = Some((count, begin.used().wrapping_sub(before)));
        }
        count
    }

    fn is_hopeless(&self, claimed: Option<u128>) -> bool {
        let (Some((count, units)), Some(claimed)) = (self.last, claimed) else { return false };
        // Longer sequences take about as many units for each sequence.
        let units = u128::from(units).saturating_mul(claimed) / count.max(1);
        units > HOPELESS.saturating_mul(self.budget.left().into())
    }
}
