//! Reads movement strings.
//!
//! Owns: [`movement`](movement()) and [`area`](area()), the entry points, the guards against hostile text and the clauses.
//! Takes a text and a [`Place`] that maps its bytes to spans; gives a tree and findings. The tree holds
//! what could be read and is complete exactly when no error was found. The grammar is total once
//! brackets are balanced, so unbalanced ones are found, and blanked out, before it runs.

pub use super::reader::{MAX_DEPTH, MAX_LENGTH, Place, short};
pub use super::sentence::{is_question, is_sentence, is_whole_question, sentence, words_of};

use super::ast::{At, Clause, ClauseKind, Movement};
use super::reader::{Reader, Reads, at};
use super::{area, ast, condition, term};
use crate::grammar::{Grammar, Rule};
use alfil_diagnostics::diagnostic::{Code, Report};
use pest::Parser;
use pest::iterators::Pair;

/// Reads a movement string. `None` if a guard stopped it; a tree of what could be read otherwise.
pub fn movement(text: &str, place: &Place, found: &mut Report) -> Option<Movement> {
    let mut reader = Reader::new(text, place, found);
    let text = reader.guard(Reads::Movement)?;
    let pair = reader.run(Rule::movement, &text)?;
    let clauses = pair
        .into_inner()
        .filter(|p| p.as_rule() == Rule::clause)
        .filter_map(|p| reader.clause(p))
        .collect();
    Some(Movement { clauses })
}

/// Reads an area alone: `last rank`, `ranks 2-4 and not file e`, `a1-c2`, `palace`.
pub fn area(text: &str, place: &Place, found: &mut Report) -> Option<ast::Area> {
    let mut reader = Reader::new(text, place, found);
    let text = reader.guard(Reads::Words)?;
    let pair = reader.run(Rule::area_text, &text)?;
    area::text(&mut reader, pair)
}

/// Whether areas read `word` as their own, so that it stands in no list of cells and zones.
pub fn is_area_word(word: &str) -> bool {
    ["edge", "corner", "last", "rank", "ranks", "file", "files"].contains(&word)
}

/// Whether areas may name a zone by `name`: it is words, none of which means something else.
pub fn is_zone_name(name: &str) -> bool {
    Grammar::parse(Rule::zone_name, name).is_ok()
        && !name.split_whitespace().any(|word| condition::is_word(word) || is_area_word(word))
}

/// Reads where a piece stands: a condition (`light`, `not rank 2`) or an area (`a1 b2`, `palace`).
pub fn start(text: &str, place: &Place, found: &mut Report) -> Option<ast::Condition> {
    let mut reader = Reader::new(text, place, found);
    let text = reader.guard(Reads::Words)?;
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
    let pair = reader.run(Rule::start_text, &text)?;
    condition::when(&mut reader, pair)
}

impl Reader<'_> {
    fn clause(&mut self, pair: Pair<'_, Rule>) -> Option<Clause> {
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
                    when = inner.and_then(|p| condition::when_or_asked(self, p));
                }
                Rule::when => when = Some(condition::when_or_asked(self, part)?),
                Rule::terms => terms = term::terms(self, part.into_inner()),
                _ => {}
            }
        }
        let kind = if only {
            ClauseKind::Only(when?)
        } else {
            if terms.is_empty() && !none {
                // Something that was found already, or blanked out, is no empty clause.
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
