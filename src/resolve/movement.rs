//! Reads movement strings.
//!
//! [`lower`], [`restriction`], [`area`] and `start` translate a string in a [`Context`]. The files
//! in `movement/` read terms, conditions and `^`. These functions return a value if and only if
//! they find no error. Every letter of a string has a meaning or is reported.

mod before;
mod condition;
mod dialect;
mod drop;
mod joined;
mod leg;
mod passage;
mod route;
mod script;
mod term;

use crate::resolve::context::Context;
use crate::resolve::names::{self, Names};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, has_errors};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::movement::{Action, Given, Movement, Term};
use alfil_syntax::notation::ast::{self, At, Clause, ClauseKind, Fact, FormulaKind};
use alfil_syntax::notation::parse;

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
    let (movement, asked) = lower_asking(text, before, Asking::default(), context, found)?;
    if let Some(at) = asked.first() {
        let title = format!("`{}` asks of the board", parse::short(&text[at.bytes()]));
        found
            .at(Code::BadQuestion, (context.place)(at.bytes()), title, "")
            .help("write a movement that asks nothing; what `moves` asks is asked of a piece");
        return None;
    }
    Some(movement)
}

/// What the questions of a string depend on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asking<'a> {
    /// The names of questions that the string may use.
    pub(crate) named: &'a [&'a str],
    /// The number of questions of the movement before that are not read yet.
    pub(crate) unread: usize,
}

/// Like [`lower`], but accepts questions about the board and returns their places. The numbers of
/// these questions continue the numbers in `before`.
pub(crate) fn lower_asking(
    text: &str,
    before: &Movement,
    asking: Asking<'_>,
    context: Context,
    found: &mut Report,
) -> Option<(Movement, Vec<At>)> {
    let text = &*Names::of_zones(context.zones).veil(text);
    read(context, found, |lowering| {
        lowering.first_asked = before.asked.len() + asking.unread;
        let tree = parse::movement_asking(text, asking.named, context.place, lowering.found)?;
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
            lowering.nothing_left(text.len());
        }
        let movement = Movement { terms, asked: before.asked.clone() };
        Some((movement, std::mem::take(&mut lowering.asked)))
    })
}

impl Lowering<'_> {
    /// Reports a movement with more than [`MAX_TERMS`] terms.
    fn too_many(&mut self, at: At) {
        let title = format!("this movement has more than {MAX_TERMS} terms");
        self.find(Code::TooComplex, at, title, "lay fewer modifiers, or write `^` less often");
    }

    /// Reports a string of `length` bytes that leaves a piece without moves.
    fn nothing_left(&mut self, length: usize) {
        let title = "nothing is left of this movement";
        self.found
            .at(Code::EmptyMovement, (self.context.place)(0..length), title, "keeps no move")
            .because("`^` keeps what stood before, and here there is nothing of it")
            .help("write moves, such as `N`; a piece that is not wanted is `none`");
    }
}

/// Reads a string of `only when` clauses as one condition. Returns `None` after an error.
pub fn restriction(text: &str, context: Context, found: &mut Report) -> Option<Condition> {
    let text = &*Names::of_zones(context.zones).veil(text);
    read(context, found, |lowering| {
        let tree = parse::movement(text, context.place, lowering.found)?;
        let mut all = Condition::Always;
        for clause in &tree.clauses {
            match &clause.kind {
                ClauseKind::Only(condition) => all = all.and(lowering.condition(condition)?),
                ClauseKind::Replace { .. } | ClauseKind::Add { .. } => {
                    let title = "only a restriction can stand here";
                    lowering.find(Code::UnknownCondition, clause.at, title, "write `only when ...`")
                }
            }
        }
        Some(all)
    })
}

/// Reads an area such as `last rank`, `rank 2`, `a1 b2` or the name of a zone. Returns `None` after
/// an error.
pub fn area(text: &str, context: Context, found: &mut Report) -> Option<Area> {
    let text = &*Names::of_zones(context.zones).veil(text);
    read(context, found, |lowering| {
        let tree = parse::area(text, context.place, lowering.found)?;
        lowering.area(&tree)
    })
}

/// Reads a condition on the start cell, such as `light`, `not rank 2` or `palace`. Returns `None`
/// after an error.
pub(crate) fn start(text: &str, context: Context, found: &mut Report) -> Option<Condition> {
    let condition = condition(text, context, found)?;
    if !condition.start_only() {
        let title = "this condition speaks of the end of the move";
        found
            .at(Code::ConditionOnEnd, (context.place)(0..text.len()), title, "")
            .help("say where the piece stands: `light`, `rank 2`, a zone");
        return None;
    }
    Some(condition)
}

/// Reads a condition such as `light`, `to palace` or `same shade`. Returns `None` after an error.
pub(crate) fn condition(text: &str, context: Context, found: &mut Report) -> Option<Condition> {
    let text = &*Names::of_zones(context.zones).veil(text);
    read(context, found, |lowering| {
        let tree = parse::start(text, context.place, lowering.found)?;
        lowering.condition(&tree)
    })
}

/// Runs `body` and returns its value if it found no error.
fn read<T>(
    context: Context,
    found: &mut Report,
    body: impl FnOnce(&mut Lowering) -> Option<T>,
) -> Option<T> {
    let mut own = Report::default();
    let mut lowering = Lowering { context, found: &mut own, first_asked: 0, asked: Vec::new() };
    let value = body(&mut lowering);
    let failed = has_errors(&own);
    if own.len() > MAX_FINDINGS {
        own.sort_by_key(Diagnostic::severity);
        own.truncate(MAX_FINDINGS);
    }
    names::unveil_findings(&mut own);
    found.extend(own);
    value.filter(|_| !failed)
}

/// The state of reading one string.
struct Lowering<'a> {
    context: Context<'a>,
    found: &'a mut Report,
    /// The number of the first question of this string. Lower numbers belong to the questions of
    /// the movement that the string replaces.
    first_asked: usize,
    /// The places of the questions of this string.
    asked: Vec<At>,
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
    fn clause(&mut self, clause: &Clause, before: Vec<Term>) -> Vec<Term> {
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
                        when.at,
                        "this condition speaks of the end of the move",
                        "write `+ TERMS when ...` to add moves, or `; only when ...` to restrict",
                    );
                }
                let other = Bound::negate(match &bound {
                    Bound::Cells(condition) => Bound::Cells(condition.clone()),
                    Bound::Asked(given) => Bound::Asked(given.clone()),
                });
                let mut all = self.conjoined(before, &other, when.at);
                all.extend(self.conjoined(new, &bound, when.at));
                all
            }
            ClauseKind::Add { terms, when } => {
                let mut new = self.terms(terms, &before);
                if let Some(when) = when {
                    match self.bound(when) {
                        Some(bound) => new = self.conjoined(new, &bound, when.at),
                        None => return before,
                    }
                }
                let mut all = before;
                all.extend(new);
                all
            }
            ClauseKind::Only(condition) => match self.bound(condition) {
                Some(bound) => self.conjoined(before, &bound, condition.at),
                None => before,
            },
        }
    }

    /// Reads the condition after `when`. Returns `None` after a finding.
    fn bound(&mut self, when: &ast::Condition) -> Option<Bound> {
        match &when.kind {
            FormulaKind::One(Fact::Asked(words)) => {
                let number = self.first_asked + self.asked.len();
                self.asked.push(when.at);
                Some(Bound::Asked(Given { number, holds: true, words: words.clone() }))
            }
            FormulaKind::One(_)
            | FormulaKind::Not(_)
            | FormulaKind::And(_)
            | FormulaKind::Or(_) => self.condition(when).map(Bound::Cells),
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
                Code::BadQuestion,
                at,
                "castling, drops and lent moves are not asked so",
                "write `castling: {only when: ...}` or `hand: {only when: ...}`, and bind the other terms \
                 before these are added",
            );
        }
        terms.into_iter().map(with).collect()
    }
}
