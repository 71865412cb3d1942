//! Reads movement strings.
//!
//! Owns: [`movement`](movement()) and [`area`](area()), the entry points, the guards against hostile text and the clauses.
//! Takes a text and a [`Place`] that maps its bytes to spans; gives a tree and findings. The tree holds
//! what could be read and is complete exactly when no error was found. The grammar is total once
//! brackets are balanced, so unbalanced ones are found, and blanked out, before it runs.

use super::ast::{At, Clause, ClauseKind, Movement};
use super::{area, ast, condition, term};
use crate::grammar::{Grammar, Rule};
use crate::suggest;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::{SourceId, Span};
use pest::Parser;
use pest::iterators::Pair;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Maps bytes of the string to their place in a source.
pub type Place<'a> = dyn Fn(Range<usize>) -> Span + 'a;

/// The longest string that is read, in bytes.
pub const MAX_LENGTH: usize = 4000;
/// The deepest nesting of brackets.
pub const MAX_DEPTH: usize = 12;
/// Calls of grammar rules a string: a net below the guards, far above what an honest string needs.
const MAX_CALLS: usize = 2_000_000;

/// What a text is read as.
#[derive(Clone, Copy)]
enum Reads {
    /// Terms.
    Movement,
    /// An area, a condition or a sentence.
    Words,
}

/// Where findings go, with the string's own place.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    place: &'a Place<'a>,
    found: &'a mut Report,
    /// What was blanked out because of unbalanced brackets.
    blanked: Vec<Range<usize>>,
    /// A clause in which a word was found where none may stand: what follows is not reported again.
    pub lost: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, place: &'a Place<'a>, found: &'a mut Report) -> Self {
        Self { text, place, found, blanked: Vec::new(), lost: false }
    }

    /// Reports a finding at bytes of the string.
    pub fn find(&mut self, code: Code, at: At, title: impl Into<String>, help: impl Into<String>) {
        self.found.at(code, (self.place)(at.bytes()), title, "").help(help);
    }

    /// Whether brackets that do not fit were blanked out.
    pub fn has_blanks(&self) -> bool {
        !self.blanked.is_empty()
    }

    /// How many findings there are so far.
    pub fn findings(&self) -> usize {
        self.found.len()
    }

    /// The characters at a place.
    pub fn slice(&self, at: At) -> &str {
        self.text.get(at.bytes()).unwrap_or_default()
    }
}

/// The place of a pair.
pub(super) fn at(pair: &Pair<'_, Rule>) -> At {
    let span = pair.as_span();
    At { start: span.start(), end: span.end() }
}

/// A word as titles quote it: on one line, printable, cut after 24 characters.
pub fn short(word: &str) -> String {
    let line = word.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text: String = line
        .chars()
        .take(24)
        .flat_map(|c| match c.is_control() {
            true => c.escape_default().collect::<Vec<char>>(),
            false => vec![c],
        })
        .collect();
    if line.chars().count() > 24 {
        text.push('\u{2026}');
    }
    text
}

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

/// Reads a sentence: `read` is given the text, with unbalanced brackets blanked out, what `rule` makes of
/// it, and where findings go.
pub fn sentence<T>(
    rule: Rule,
    text: &str,
    place: &Place,
    found: &mut Report,
    read: impl FnOnce(&str, Pair<'_, Rule>, &mut Report) -> Option<T>,
) -> Option<T> {
    let mut reader = Reader::new(text, place, found);
    let text = reader.guard(Reads::Words)?;
    if reader.has_blanks() {
        return None;
    }
    let pair = reader.run(rule, &text)?;
    read(&text, pair, reader.found)
}

/// What `read` says of what `rule` makes of a text; nothing of a text that [`sentence`] would refuse.
fn quietly<T>(rule: Rule, text: &str, read: impl FnOnce(Pair<'_, Rule>) -> T) -> Option<T> {
    let nowhere = |_| Span::new(SourceId::only(), 0, 0);
    sentence(rule, text, &nowhere, &mut Report::default(), |_, pair, _| Some(read(pair)))
}

/// Whether something in what `rule` makes of a text is of a kind that `is` takes.
pub fn is_sentence(rule: Rule, text: &str, is: impl Fn(Rule) -> bool) -> bool {
    let any = |pair: Pair<'_, Rule>| pair.into_inner().flatten().any(|p| is(p.as_rule()));
    quietly(rule, text, any).unwrap_or(false)
}

/// Whether `words` behind `only when` ask something that conditions cannot say.
pub fn is_question(words: &str) -> bool {
    is_sentence(Rule::only_text, &format!("only when {words}"), |rule| {
        matches!(
            rule,
            Rule::move_fact
                | Rule::side_fact
                | Rule::compare
                | Rule::gone
                | Rule::lasting
                | Rule::stood
                | Rule::count
                | Rule::leaving
        )
    })
}

/// Whether `words` do, and say nothing that has no meaning.
pub fn is_whole_question(words: &str) -> bool {
    let strays =
        |rule| matches!(rule, Rule::q_rest | Rule::unasked | Rule::q_missing | Rule::x_else);
    is_question(words) && !is_sentence(Rule::only_text, &format!("only when {words}"), strays)
}

/// What stands as `word` within each `part` of what `rule` makes of a text.
pub fn words_of(rule: Rule, text: &str, part: Rule, word: Rule) -> Vec<String> {
    let words = |pair: Pair<'_, Rule>| {
        let parts = pair.into_inner().flatten().filter(|p| p.as_rule() == part);
        let words = parts.flat_map(|p| p.into_inner().filter(|p| p.as_rule() == word));
        words.map(|p| p.as_str().trim().to_owned()).collect()
    };
    quietly(rule, text, words).unwrap_or_default()
}

impl Reader<'_> {
    /// Runs a rule that is total on guarded text.
    fn run<'t>(&mut self, rule: Rule, text: &'t str) -> Option<Pair<'t, Rule>> {
        pest::set_call_limit(NonZeroUsize::new(MAX_CALLS));
        match Grammar::parse(rule, text) {
            Ok(mut pairs) => pairs.next(),
            Err(_) => {
                self.find(
                    Code::TooComplex,
                    At { start: 0, end: text.len() },
                    "this text is too complex to read",
                    "split it into several clauses or pieces",
                );
                None
            }
        }
    }

    /// Stops text that is too long or too deep; finds unbalanced brackets and blanks out what depends
    /// on them, so that they are reported once and the rest is still read.
    fn guard(&mut self, reads: Reads) -> Option<String> {
        let text = self.text;
        // Terms tell that a leap is written otherwise.
        let is_leap = match reads {
            Reads::Movement => suggest::leap(text).is_some(),
            Reads::Words => false,
        };
        if text.len() > MAX_LENGTH {
            let start = text.floor_char_boundary(MAX_LENGTH);
            let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
            let title = format!("of one text at most {MAX_LENGTH} bytes are read");
            self.find(Code::TooComplex, At { start, end }, title, "shorten it");
            return None;
        }
        let mut open: Vec<(usize, char)> = Vec::new();
        let mut blank: Vec<Range<usize>> = Vec::new();
        let end_of_clause = |from: usize| text[from..].find(';').map_or(text.len(), |i| from + i);
        let mut resume = 0;
        for (i, c) in text.char_indices().chain([(text.len(), ';')]) {
            if i < resume {
                continue;
            }
            let here = At { start: i, end: (i + c.len_utf8()).min(text.len()) };
            match c {
                '(' | '[' => {
                    open.push((i, c));
                    if open.len() > MAX_DEPTH {
                        let title = format!("brackets may nest at most {MAX_DEPTH} deep");
                        self.find(Code::TooComplex, here, title, "flatten the brackets");
                        return None;
                    }
                }
                ')' | ']' => {
                    let wanted = if c == ')' { '(' } else { '[' };
                    match open.last() {
                        Some(&(_, o)) if o == wanted => {
                            open.pop();
                        }
                        Some(&(start, o)) => {
                            let at = At { start, end: start + 1 };
                            let title = format!("`{o}` is closed by `{c}`");
                            let close = if o == '(' { ')' } else { ']' };
                            self.find(Code::UnclosedBracket, at, title, format!("write `{close}`"));
                            resume = end_of_clause(i);
                            blank.push(open[0].0..resume);
                            open.clear();
                        }
                        None if is_leap => blank.push(i..i + 1),
                        None => {
                            let title = format!("`{c}` closes nothing");
                            self.find(Code::UnclosedBracket, here, title, "take it out");
                            blank.push(i..i + 1);
                        }
                    }
                }
                ';' => {
                    if let (Some(&(start, o)), Some(&(first, _))) = (open.last(), open.first()) {
                        let close = if o == '(' { ')' } else { ']' };
                        // What stands behind the sign is told to be part of a leap.
                        if i == text.len() || !is_leap {
                            self.find(
                                Code::UnclosedBracket,
                                At { start, end: start + 1 },
                                format!("`{o}` is never closed"),
                                format!("close it with `{close}` before the clause ends"),
                            );
                        }
                        blank.push(first..i);
                        open.clear();
                    }
                }
                _ => {}
            }
        }
        let mut bytes = text.as_bytes().to_vec();
        for range in &blank {
            bytes[range.clone()].fill(b' ');
        }
        self.blanked = blank;
        // Blanked ranges start at a bracket and end before an ASCII character: still UTF-8.
        String::from_utf8(bytes).ok()
    }

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

    /// Whether something was blanked out of a clause: the grammar saw spaces where the text has more.
    fn is_blanked(&self, clause: At) -> bool {
        let (before, rest) = self.text.split_at(clause.start);
        let start = before.rfind(';').map_or(0, |i| i + 1);
        let end = clause.start + rest.find(';').unwrap_or(rest.len());
        self.blanked.iter().any(|range| start < range.end && range.start < end)
    }
}
