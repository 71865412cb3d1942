//! The tests that a definition carries, run.
//!
//! Owns: [`run`] and [`CaseResult`]. Takes a compiled variant and its cases; gives what failed, each
//! failure a finding that points at the words of the claim. Invariant: nothing that a case says is
//! left unchecked, and a case without failures holds.

use crate::board::judge::reference;
use crate::board::space::graph::Graph;
use crate::board::space::site_set::Site;
use crate::diagnostic::{Code, Diagnostic};
use crate::play::game::Game;
use crate::play::outcome::Reason;
use crate::play::position::Position;
use crate::play::program::Program;
use crate::resolve::case::Case;
use crate::rules::side::Side;
use crate::source::{Span, Spanned};
use crate::suite::{hint, line, plane};
use crate::syntax::cases::{Claim, Effect, Ending, GameMove, Listing, Player};
use crate::text::moves;

/// Moves or cells named in one finding before the rest is only counted.
const MAX_NAMED: usize = 20;

/// What came of one case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseResult {
    /// The key of its claim.
    pub span: Span,
    /// Why it does not hold; empty if it does.
    pub failures: Vec<Diagnostic>,
}

/// The reason that an ending names; `None` if the game goes on.
pub fn wanted(ends: Ending) -> Option<Reason> {
    match ends {
        Ending::Checkmate => Some(Reason::Checkmate),
        Ending::Stalemate => Some(Reason::Stalemate),
        Ending::MoveLimit => Some(Reason::MoveLimit),
        Ending::Repetition => Some(Reason::Repetition),
        Ending::Unfinished => None,
    }
}

/// Runs every case of a game, in order.
pub fn run_all(game: &Game, cases: &[Case]) -> Vec<CaseResult> {
    match game {
        Game::Board(program) => run(program, cases),
        Game::Plane(program) => plane::run(program, cases),
    }
}

/// Runs every case, in order.
pub fn run(program: &Program, cases: &[Case]) -> Vec<CaseResult> {
    let one = |case: &Case| CaseResult { span: case.span, failures: failures(program, case) };
    claims(cases).map(one).collect()
}

/// The cases that claim something; coverage judges the others.
pub fn claims(cases: &[Case]) -> impl Iterator<Item = &Case> {
    cases.iter().filter(|case| !matches!(case.claim, Claim::Untested { .. }))
}

/// The position in which a case looks: its own or the start, after its moves.
///
/// # Errors
/// Every finding about the position, or the first illegal move.
pub fn position(program: &Program, case: &Case) -> Result<Position, Vec<Diagnostic>> {
    let mut position = match &case.position {
        None => program.start(),
        Some(setup) => {
            let at = program.at(setup);
            at.value.ok_or(at.found)?
        }
    };
    line::play_all(&mut position, &case.after).map_err(|finding| vec![finding])?;
    Ok(position)
}

fn failures(program: &Program, case: &Case) -> Vec<Diagnostic> {
    let position = match position(program, case) {
        Ok(position) => position,
        Err(found) => return found,
    };
    let mut check = Check { span: case.span, position, failures: Vec::new() };
    match &case.claim {
        Claim::Perft(counts) => check.perft(counts),
        Claim::Moves(listing) => check.moves(listing),
        Claim::Attacks { by, cells } => check.attacks(by.as_ref(), cells),
        Claim::Game { moves, ends } => check.game(moves, ends.as_ref()),
        Claim::Untested { .. } => {}
    }
    check.failures
}

struct Check {
    span: Span,
    position: Position,
    failures: Vec<Diagnostic>,
}

impl Check {
    fn fail(&mut self, span: Span, title: String, label: &str) {
        self.failures.push(Diagnostic::at(Code::FailedTest, span, title, label));
    }

    fn graph(&self) -> &Graph {
        &self.position.arena().graph
    }

    /// Each depth is counted; the first that differs is told, for the deeper ones differ with it.
    fn perft(&mut self, counts: &[Spanned<u64>]) {
        for (count, depth) in counts.iter().zip(1u32..) {
            let nodes = self.position.perft(depth, Default::default());
            if nodes != count.value {
                let title = format!("perft {depth} is {nodes}, not {}", count.value);
                self.fail(count.span, title, &format!("{nodes} counted"));
                return;
            }
        }
    }

    fn moves(&mut self, listing: &Listing) {
        let arena = self.position.arena().clone();
        let legal = self.position.moves();
        let texts = moves::write_all(&arena, &legal);
        let Ok(from) = self.from(listing) else { return };
        // Texts are told apart among all legal moves, whatever the claim is about.
        let claimed = |text: &str| moves::find(&arena, text, &legal).cloned();
        let named = |list: &[Spanned<String>]| -> Vec<_> {
            list.iter().map(|text| (text.clone(), claimed(&text.value))).collect()
        };
        let (exactly, including, excluding) =
            (listing.exactly.as_deref(), &listing.including, &listing.excluding);
        let wanted = named(exactly.unwrap_or_default());
        for (text, mv) in wanted.iter().chain(&named(including)) {
            if mv.is_none() {
                self.fail(text.span, format!("`{}` is not legal", text.value), "not legal here");
            }
            self.begins(text, from);
        }
        for (text, mv) in named(excluding) {
            if mv.is_some() {
                self.fail(text.span, format!("`{}` is legal", text.value), "legal here");
            }
            self.begins(&text, from);
        }
        if exactly.is_some() {
            let listed = |mv| wanted.iter().any(|(_, w)| w.as_ref() == Some(mv));
            let missing: Vec<&str> = legal
                .iter()
                .zip(&texts)
                .filter(|(mv, _)| from.is_none_or(|from| mv.origin() == Some(from)) && !listed(mv))
                .map(|(_, text)| text.as_str())
                .collect();
            self.unlisted(&missing, "legal but not listed");
        }
    }

    fn attacks(&mut self, by: Option<&Spanned<Player>>, cells: &Listing) {
        let by = match by.map(|by| by.value) {
            Some(Player::White) => Side::White,
            Some(Player::Black) => Side::Black,
            None => self.position.side(),
        };
        let Ok(from) = self.from(cells) else { return };
        let position = self.position.clone();
        let arena = position.arena();
        let attacked = |cell: Site| match from {
            Some(from) => {
                position.board().is_side(from, by)
                    && reference::attacked_from(arena, position.board(), cell, from)
            }
            None => reference::attacked(arena, position.board(), cell, by),
        };
        let exactly = cells.exactly.as_deref();
        let mut listed = Vec::new();
        let wanted = exactly.unwrap_or_default().iter().chain(&cells.including);
        for (cell, claim) in
            wanted.map(|c| (c, true)).chain(cells.excluding.iter().map(|c| (c, false)))
        {
            match arena.graph.site_named(&cell.value, cell.span) {
                Err(unknown) => self.failures.push(unknown),
                Ok(site) if attacked(site) != claim => {
                    let verb = if claim { "is not attacked" } else { "is attacked" };
                    let title = format!("{} {verb} by {}", cell.value, by.name());
                    self.fail(cell.span, title, verb);
                }
                Ok(site) => listed.push(site),
            }
        }
        if exactly.is_some() {
            let missing = arena.graph.sites().filter(|&s| !listed.contains(&s) && attacked(s));
            let names: Vec<&str> = missing.map(|s| arena.graph.name(s)).collect();
            self.unlisted(&names, "attacked but not listed");
        }
    }

    fn game(&mut self, line: &[GameMove], ends: Option<&Spanned<Ending>>) {
        for (mv, number) in line.iter().zip(1..) {
            if let Err(finding) = line::play(&mut self.position, &mv.text, number) {
                self.failures.push(finding);
                return;
            }
            self.effect(mv);
        }
        let Some(ends) = ends else { return };
        let outcome = self.position.outcome();
        let reason = outcome.map(|o| o.reason);
        if reason != wanted(ends.value) {
            let title = match outcome {
                Some(outcome) => format!("the game ends otherwise: {outcome}"),
                None => "the game is not over".to_owned(),
            };
            self.fail(ends.span, title, "after the last move");
        }
    }

    fn effect(&mut self, mv: &GameMove) {
        let mate = || self.position.outcome().is_some_and(|o| o.reason == Reason::Checkmate);
        let check = self.position.in_check();
        let problem = match mv.effect {
            Effect::Unsaid => None,
            Effect::Check if !check => Some("gives no check"),
            Effect::Check if mate() => Some("is mate, not only check"),
            Effect::Check => None,
            Effect::Mate if mate() => None,
            Effect::Mate if check => Some("is check, but not mate"),
            Effect::Mate => Some("is not mate"),
        };
        if let Some(problem) = problem {
            self.fail(mv.text.span, format!("`{}` {problem}", mv.text.value), problem);
        }
    }

    /// The cell behind `from`. `Err` if there is none of that name, which is a failure.
    fn from(&mut self, listing: &Listing) -> Result<Option<Site>, ()> {
        let Some(from) = &listing.from else { return Ok(None) };
        let site = self.graph().site_named(&from.value, from.span);
        site.map(Some).map_err(|unknown| self.failures.push(unknown))
    }

    /// A claim about a move that cannot be a move of `from` would hold, or fail, for no good reason.
    fn begins(&mut self, text: &Spanned<String>, from: Option<Site>) {
        // A step left out and the move of a section begin nowhere.
        if from.is_none() && (text.value == moves::PASS || text.value.contains(':')) {
            return;
        }
        let cell = hint::first_cell(&text.value);
        let site = cell.and_then(|cell| self.graph().find(cell));
        let title = match (site, from) {
            (None, _) => format!("`{}` begins with no cell of this board", text.value),
            (Some(site), Some(from)) if site != from => {
                format!("`{}` does not begin on {}", text.value, self.graph().name(from))
            }
            (Some(_), _) => return,
        };
        if !self.failures.iter().any(|f| f.span() == Some(text.span)) {
            self.fail(text.span, title, "not a move that this claim is about");
        }
    }

    fn unlisted(&mut self, names: &[&str], what: &str) {
        if names.is_empty() {
            return;
        }
        let mut words = names[..names.len().min(MAX_NAMED)].join(" ");
        if names.len() > MAX_NAMED {
            words.push_str(&format!(" and {} more", names.len() - MAX_NAMED));
        }
        self.fail(self.span, format!("{what}: {words}"), what);
    }
}
