//! Parses movement strings, areas, conditions and sentences into trees. A tree is complete if and
//! only if there is no error. Each function runs the grammar once if the text is valid.

pub use super::condition::{is_question, is_whole_question};
pub use super::reader::{MAX_DEPTH, MAX_LENGTH, Names, Place, ambiguous, short};

use super::ast::{At, Clause, ClauseKind, Movement};
use super::condition::{self, Keep};
use super::reader::{Reader, Reads, at};
use super::sentence::ast::{Amount, Asked, Effect, Goal, Line, Question};
use super::sentence::read;
use super::{area, ast, term};
use crate::scalar::{Grammar, Rule};
use alfil_diagnostics::diagnostic::{Code, Report};
use pest::Parser;
use pest::iterators::Pair;

/// Parses a movement string. Returns `None` if the text is too long or too deeply nested, otherwise
/// a tree of the readable parts. Of questions about the board, it keeps only the words.
pub fn movement(text: &str, names: &Names, place: &Place, found: &mut Report) -> Option<Movement> {
    Reader::new(text, names, place, found).movement(|words, _, _| words)
}

/// Like [`movement`], with the trees of questions. The text may use the questions `named`.
pub fn movement_asking(
    text: &str,
    names: &Names,
    named: &[&str],
    place: &Place,
    found: &mut Report,
) -> Option<Movement<Asked>> {
    let mut reader = Reader::new(text, names, place, found);
    reader.named = named;
    reader.movement(|words, line, found| Asked { words, line, found })
}

/// A function that parses the text of one sentence. It returns `None` if the text is too long, too
/// complex or has unbalanced brackets.
macro_rules! sentences {
    ($($(#[$doc:meta])* $name:ident: $rule:ident -> $tree:ty, $meaning:ident;)+) => {
        $(
            $(#[$doc])*
            pub fn $name(
                text: &str,
                names: &Names,
                place: &Place,
                found: &mut Report,
            ) -> Option<Line<$tree>> {
                Reader::new(text, names, place, found).line(Rule::$rule, read::$meaning)
            }
        )+
    };
}

sentences! {
    /// Parses a goal or a claim: `win when own king in finish`.
    goal: goal_text -> Goal, goal;
    /// Parses a question: `capturing and not in check`.
    question: duty_text -> Question, question;
    /// Parses a number: `rank of own king`.
    number: number_text -> Amount, number;
    /// Parses a line of effects: `when capturing then remove mover`.
    effect: effect_text -> Effect, effect;
}

/// Parses an area: `last rank`, `ranks 2-4 and not file e`, `a1-c2`, `palace`.
pub fn area(text: &str, names: &Names, place: &Place, found: &mut Report) -> Option<ast::Area> {
    let mut reader = Reader::new(text, names, place, found);
    let text = reader.guard(Reads::Words)?;
    let pair = reader.run(Rule::area_text, &text)?;
    area::text(&mut reader, pair)
}

/// True if `word` has a meaning of its own in areas. Then it is neither a cell nor a zone.
pub fn is_area_word(word: &str) -> bool {
    ["edge", "corner", "last", "rank", "ranks", "file", "files"].contains(&word)
}

/// True if sentences may name something by the single word `name`: it means nothing else.
pub fn is_name(name: &str) -> bool {
    Grammar::parse(Rule::whole_name, name).is_ok()
        && !condition::is_word(name)
        && !is_area_word(name)
}

/// True if areas may name a zone by `name`: none of its words means something else.
pub fn is_zone_name(name: &str) -> bool {
    Grammar::parse(Rule::zone_name, name).is_ok()
        && !name.split_whitespace().any(|word| condition::is_word(word) || is_area_word(word))
}

/// Parses the start place of a piece: a condition (`light`, `not rank 2`) or an area (`a1 b2`,
/// `palace`).
pub fn start(
    text: &str,
    names: &Names,
    place: &Place,
    found: &mut Report,
) -> Option<ast::Condition> {
    let mut reader = Reader::new(text, names, place, found);
    let text = reader.guard(Reads::Words)?;
    if !condition::has_words(&text) {
        let pair = reader.run(Rule::area_text, &text)?;
        let is_area = |pair: Pair<'_, Rule>| match pair.as_rule() {
            Rule::nowhere | Rule::area_leftover | Rule::inner_leftover => false,
            Rule::name => !condition::is_word(pair.as_str()),
            _ => true,
        };
        if pair.clone().into_inner().flatten().all(is_area) {
            let at = At { start: 0, end: text.len() };
            return area::text(&mut reader, pair)
                .map(|area| ast::Formula::one(ast::Fact::From(area), at));
        }
    }
    let pair = reader.run(Rule::start_text, &text)?;
    condition::whole(&mut reader, pair)
}

impl Reader<'_> {
    /// Reads a movement string. `keep` makes what the tree has of a question.
    pub(super) fn movement<Q>(&mut self, keep: Keep<Q>) -> Option<Movement<Q>> {
        let text = self.guard(Reads::Movement)?;
        let pair = self.run(Rule::movement, &text)?;
        let clauses = pair.into_inner().filter(|p| p.as_rule() == Rule::clause);
        Some(Movement { clauses: clauses.filter_map(|p| self.clause(p, keep)).collect() })
    }

    fn clause<Q>(&mut self, pair: Pair<'_, Rule>, keep: Keep<Q>) -> Option<Clause<Q>> {
        let clause_at = at(&pair);
        self.lost = false;
        let before = self.found.len();
        let (mut plus, mut only, mut none, mut terms, mut when) =
            (None, false, false, Vec::new(), None);
        for part in pair.into_inner() {
            let part_at = at(&part);
            match part.as_rule() {
                Rule::plus => plus = Some(part_at),
                Rule::none => none = true,
                Rule::only => {
                    only = true;
                    let inner = part.into_inner().find(|p| p.as_rule() == Rule::when);
                    when = inner.and_then(|p| self.when(p, keep));
                }
                Rule::when => when = Some(self.when(part, keep)?),
                Rule::terms => terms = term::terms(self, part.into_inner()),
                _ => {}
            }
        }
        let kind = if only {
            ClauseKind::Only(when?)
        } else {
            if terms.is_empty() && !none {
                // A clause with a finding, or with text that was replaced by spaces, is not
                // reported as empty.
                if self.found.len() == before && !self.is_blanked(clause_at) {
                    self.find(
                        Code::EmptyMovement,
                        clause_at,
                        "this clause has no terms",
                        "write terms (`N`), `+ N`, `only when ...`, or take the `;` out",
                    );
                }
                return None;
            }
            match plus {
                Some(_) => ClauseKind::Add { terms, when },
                None => ClauseKind::Replace { terms, when },
            }
        };
        Some(Clause { kind, at: clause_at })
    }
}
