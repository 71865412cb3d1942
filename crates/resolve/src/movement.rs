//! Reads movement strings.
//!
//! [`lower`], `restriction`, [`area`] and `start` translate a string in a [`Context`]. The files
//! in `movement/` read terms, conditions and `^`. These functions return a value if and only if
//! they find no error. Every letter of a string has a meaning or is reported.

mod condition;
mod joined;
mod leg;
mod term;

use crate::context::{Context, Parsed};
use crate::names;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, has_errors};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::movement::{Action, Given, Movement, Term};
use alfil_syntax::notation::ast::{self, At, Clause, ClauseKind, When};
use alfil_syntax::notation::parse::{self, Names, Place};
use alfil_syntax::notation::sentence::ast::{Asked, Pattern};
use std::fmt::Display;

/// The greatest number of findings for one string. More would hide the first ones.
const MAX_FINDINGS: usize = 20;

/// The greatest number of terms in one movement. Each use of a modifier that writes `^` twice
/// doubles the number.
const MAX_TERMS: usize = 256;

/// Reads a movement string. A `^` in it stands for the terms of `before`, the movement that the
/// string replaces. The result is empty only for the string `none`. Returns `None` if there is an
/// error, or if a term contains a question about the board.
pub fn lower(
    text: &str,
    before: &Movement,
    context: Context,
    found: &mut Report,
) -> Option<Movement> {
    let parsed = parsed(|found| {
        parse::movement(text, &names::of_zones(context.zones), context.place, found)
    });
    let whole = At { start: 0, end: text.len() };
    asking_nothing(&parsed, whole, before, context, found)
}

/// Gives the movement of a filter its meaning.
pub(crate) fn lower_pattern(
    pattern: &Pattern,
    context: Context,
    found: &mut Report,
) -> Option<Movement> {
    let parsed = Parsed { tree: pattern.movement.clone(), found: pattern.found.clone() };
    asking_nothing(&parsed, pattern.text.at, &Movement::default(), context, found)
}

/// Gives a movement its meaning, and reports a question about the board.
fn asking_nothing(
    parsed: &Parsed<ast::Movement>,
    whole: At,
    before: &Movement,
    context: Context,
    found: &mut Report,
) -> Option<Movement> {
    let Lowered { movement, .. } = lower_tree(parsed, whole, before, 0, context, found)?;
    let asked = parsed.tree.as_ref().and_then(|tree| tree.asked().next());
    if let Some((words, at)) = asked {
        let title = format!("`{}` asks about the board", parse::short(&words.text));
        found
            .at(Code::MisplacedQuestion, (context.place)(at.bytes()), title, "")
            .help("write a movement without questions about the board; only `moves` of a piece may have them");
        return None;
    }
    Some(movement)
}

/// A movement string after the grammar, with its questions about the board.
pub(crate) type Asking = Parsed<ast::Movement<Asked>>;

/// Parses a movement string, which may use the questions `named`.
pub(crate) fn parse_asking(
    text: &str,
    names: &Names<'_>,
    named: &[&str],
    place: &Place<'_>,
) -> Asking {
    parsed(|found| parse::movement_asking(text, names, named, place, found))
}

fn parsed<T>(tree: impl FnOnce(&mut Report) -> Option<T>) -> Parsed<T> {
    let mut found = Report::default();
    Parsed { tree: tree(&mut found), found }
}

/// The meaning of a movement string.
pub(crate) struct Lowered {
    pub(crate) movement: Movement,
    /// True if the dialects read the string differently.
    pub(crate) is_dialectal: bool,
}

/// Gives a movement its meaning. `whole` is the place of the string. The questions about the board
/// are numbered from `first_asked` on; they are given their meaning later.
pub(crate) fn lower_tree<Q: Display>(
    parsed: &Parsed<ast::Movement<Q>>,
    whole: At,
    before: &Movement,
    first_asked: usize,
    context: Context,
    found: &mut Report,
) -> Option<Lowered> {
    read(context, found, |lowering| {
        lowering.found.extend(parsed.found.clone());
        lowering.next_asked = first_asked;
        let tree = parsed.tree.as_ref()?;
        let mut terms = before.terms.clone();
        for clause in &tree.clauses {
            terms = lowering.clause(clause, terms);
            if terms.len() > MAX_TERMS {
                lowering.too_many(clause.at);
                return None;
            }
        }
        let none = tree.clauses.iter().any(Clause::is_none);
        if terms.is_empty() && !none && !has_errors(lowering.found) {
            lowering.nothing_left(whole);
        }
        let movement = Movement { terms, asked: before.asked.clone() };
        Some(Lowered { movement, is_dialectal: lowering.is_dialectal })
    })
}

impl Lowering<'_> {
    /// Reports a movement with more than [`MAX_TERMS`] terms.
    fn too_many(&mut self, at: At) {
        let title = format!("this movement has more than {MAX_TERMS} terms");
        self.find(Code::TooComplex, at, title, "use fewer modifiers, or write `^` less often");
    }

    /// Reports a string that leaves a piece without moves.
    fn nothing_left(&mut self, whole: At) {
        let title = "nothing is left of this movement";
        self.found
            .at(Code::EmptyMovement, self.span(whole), title, "no move is left")
            .because("`^` means the moves from before, but there are none")
            .help("write moves, such as `N`; to remove the piece, write `none` for it");
    }
}

/// Reads an area such as `last rank`, `rank 2`, `a1 b2` or the name of a zone. Returns `None` after
/// an error.
pub fn area(text: &str, context: Context, found: &mut Report) -> Option<Area> {
    read(context, found, |lowering| {
        let names = names::of_zones(context.zones);
        let tree = parse::area(text, &names, context.place, lowering.found)?;
        lowering.area(&tree)
    })
}

/// Gives an area of a sentence its meaning. Returns `None` after an error.
pub(crate) fn area_of(tree: &ast::Area, context: Context, found: &mut Report) -> Option<Area> {
    read(context, found, |lowering| lowering.area(tree))
}

/// Reads a condition on the start cell, such as `light`, `not rank 2` or `palace`. Returns `None`
/// after an error.
pub(crate) fn start(text: &str, context: Context, found: &mut Report) -> Option<Condition> {
    let condition = read(context, found, |lowering| {
        let names = names::of_zones(context.zones);
        let tree = parse::start(text, &names, context.place, lowering.found)?;
        lowering.condition(&tree)
    })?;
    if !condition.start_only() {
        let title = "this condition is about the end of the move";
        found
            .at(Code::ConditionOnEnd, (context.place)(0..text.len()), title, "")
            .help("say where the piece starts: `light`, `rank 2`, a zone");
        return None;
    }
    Some(condition)
}

/// Gives a condition of a sentence its meaning. Returns `None` after an error.
pub(crate) fn condition_of(
    tree: &ast::Condition,
    context: Context,
    found: &mut Report,
) -> Option<Condition> {
    read(context, found, |lowering| lowering.condition(tree))
}

/// Runs `body` and returns its value if it found no error.
fn read<T>(
    context: Context,
    found: &mut Report,
    body: impl FnOnce(&mut Lowering) -> Option<T>,
) -> Option<T> {
    let mut own = Report::default();
    let mut lowering = Lowering { context, found: &mut own, next_asked: 0, is_dialectal: false };
    let value = body(&mut lowering);
    let failed = has_errors(&own);
    if own.len() > MAX_FINDINGS {
        own.sort_by_key(Diagnostic::severity);
        own.truncate(MAX_FINDINGS);
    }
    found.extend(own);
    value.filter(|_| !failed)
}

/// The state of reading one string.
struct Lowering<'a> {
    context: Context<'a>,
    found: &'a mut Report,
    /// The number of the next question of this string. The first numbers belong to the questions of
    /// the movement that the string replaces.
    next_asked: usize,
    /// True once a term has directions that the dialects read differently.
    is_dialectal: bool,
}

/// A condition that a clause adds to its terms.
enum Bound {
    /// A condition on the start and end cells.
    Cells(Condition),
    /// A question about the board.
    Asked(Given),
}

impl Bound {
    fn negate(self) -> Bound {
        match self {
            Bound::Cells(condition) => Bound::Cells(condition.negate()),
            Bound::Asked(given) => Bound::Asked(Given { holds: !given.holds, ..given }),
        }
    }

    fn start_only(&self) -> bool {
        match self {
            Bound::Cells(condition) => condition.start_only(),
            Bound::Asked(_) => true,
        }
    }
}

impl Lowering<'_> {
    fn span(&self, at: At) -> Span {
        (self.context.place)(at.bytes())
    }

    fn find(&mut self, code: Code, at: At, title: impl Into<String>, help: impl Into<Help>) {
        self.found.at(code, self.span(at), title, "").help(help);
    }

    /// Applies a clause to the terms before it.
    fn clause<Q: Display>(&mut self, clause: &Clause<Q>, before: Vec<Term>) -> Vec<Term> {
        match &clause.kind {
            ClauseKind::Replace { terms, when: None } => self.terms(terms, &before),
            ClauseKind::Replace { terms, when: Some(when) } => {
                let new = self.terms(terms, &before);
                let Some(bound) = self.bound(when) else {
                    return before;
                };
                if !bound.start_only() {
                    self.find(
                        Code::ConditionOnEnd,
                        when.at(),
                        "this condition is about the end of the move",
                        "write `+ TERMS when ...` to add moves, or `; only when ...` to restrict",
                    );
                }
                let other = Bound::negate(match &bound {
                    Bound::Cells(condition) => Bound::Cells(condition.clone()),
                    Bound::Asked(given) => Bound::Asked(given.clone()),
                });
                let mut all = self.conjoined(before, &other, when.at());
                all.extend(self.conjoined(new, &bound, when.at()));
                all
            }
            ClauseKind::Add { terms, when } => {
                let mut new = self.terms(terms, &before);
                if let Some(when) = when {
                    match self.bound(when) {
                        Some(bound) => new = self.conjoined(new, &bound, when.at()),
                        None => return before,
                    }
                }
                let mut all = before;
                all.extend(new);
                all
            }
            ClauseKind::Only(condition) => match self.bound(condition) {
                Some(bound) => self.conjoined(before, &bound, condition.at()),
                None => before,
            },
        }
    }

    /// Reads the condition after `when`. Returns `None` after a finding.
    fn bound<Q: Display>(&mut self, when: &When<Q>) -> Option<Bound> {
        match when {
            When::Asked(question, _) => {
                let number = self.next_asked;
                self.next_asked += 1;
                Some(Bound::Asked(Given { number, holds: true, words: question.to_string() }))
            }
            When::Cells(condition) => self.condition(condition).map(Bound::Cells),
        }
    }

    /// Adds the condition at `at` to each term.
    fn conjoined(&mut self, terms: Vec<Term>, bound: &Bound, at: At) -> Vec<Term> {
        let with = |mut term: Term| {
            match bound {
                Bound::Cells(condition) => term.when = term.when.and(condition.clone()),
                Bound::Asked(given) => term.given.push(given.clone()),
            }
            term
        };
        let asks = matches!(bound, Bound::Asked(_));
        let is_plain = |t: &Term| matches!(t.action, Action::Walk(_)) && !t.relays();
        if asks && !terms.iter().all(is_plain) {
            self.find(
                Code::MisplacedQuestion,
                at,
                "castling, drops and lent moves cannot have this condition",
                "write `castling: {when: ...}` or `hand: {when: ...}`, and write the condition \
                 of the other terms before these terms are added",
            );
        }
        terms.into_iter().map(with).collect()
    }
}
