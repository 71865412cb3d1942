//! Parses movement strings, areas and conditions into trees. A tree is complete if and only if
//! there is no error.

pub use super::reader::{MAX_DEPTH, MAX_LENGTH, Place, short};
pub use super::sentence::{
    is_question, is_sentence, is_whole_question, mentions, sentence, words_of,
};

use super::ast::{At, Clause, ClauseKind, Movement};
use super::reader::{Reader, Reads, at};
use super::{area, ast, condition, term};
use crate::grammar::{Grammar, Rule};
use alfil_diagnostics::diagnostic::{Code, Report};
use pest::Parser;
use pest::iterators::Pair;

/// Parses a movement string. Returns `None` if the text is too long or too deeply nested, otherwise
/// a tree of the readable parts.
pub fn movement(text: &str, place: &Place, found: &mut Report) -> Option<Movement> {
    movement_asking(text, &[], place, found)
}

/// Like [`movement`], for a text that may use the questions with the names `named`.
pub fn movement_asking(
    text: &str,
    named: &[&str],
    place: &Place,
    found: &mut Report,
) -> Option<Movement> {
    let mut reader = Reader::new(text, place, found);
    reader.named = named;
    let text = reader.guard(Reads::Movement)?;
    let pair = reader.run(Rule::movement, &text)?;
    let clauses = pair
        .into_inner()
        .filter(|p| p.as_rule() == Rule::clause)
        .filter_map(|p| reader.clause(p))
        .collect();
    Some(Movement { clauses })
}

/// Parses an area: `last rank`, `ranks 2-4 and not file e`, `a1-c2`, `palace`.
pub fn area(text: &str, place: &Place, found: &mut Report) -> Option<ast::Area> {
    let mut reader = Reader::new(text, place, found);
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
