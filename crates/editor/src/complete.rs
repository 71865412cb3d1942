//! Completion: the keys, names and words that may be typed next.
//!
//! It works on any text, even with errors. `place` finds the position of the cursor. The schema of
//! definitions contains the keys and values that are allowed there. The ruleset gives the names.

use crate::names::{FILE, inside, items};
use crate::page::{Change, Page};
use crate::place::{Slot, place};
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_resolve::context::Context;
use alfil_resolve::movement::lower;
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::notation::ast::Atom;
use alfil_syntax::notation::condition;
use alfil_syntax::scalar;
use alfil_syntax::value::Dialect;
use alfil_syntax::value::{Language, Naming, Value};
use alfil_text::explain;
use alfil_text::lexicon::Lexicon;
use std::ops::Range;

/// An item of completion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// The text that lists show.
    pub label: String,
    pub sort: Sort,
    /// A short description. May be empty.
    pub detail: String,
    /// The edit of a user who chooses this item.
    pub change: Change,
}

/// The sort of a completion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// A key of the language.
    Key,
    /// One of the few values that a key may have.
    Choice,
    /// A kind of piece.
    Kind,
    /// A set of kinds.
    Group,
    /// A named question.
    Question,
    /// A zone.
    Zone,
    /// A die.
    Die,
    /// An atom of a movement.
    Atom,
    /// A word of conditions, questions or sentences.
    Word,
    /// A definition.
    Definition,
}

impl Page {
    /// The completions at byte `at`.
    pub fn complete(&self, at: usize) -> Vec<Completion> {
        let place = place(&self.text, at);
        let mut values = vec![FILE];
        for (depth, key) in place.keys.iter().enumerate() {
            // The items of a list have no keys, so the next key may belong to an item.
            let here = inside(&values, key);
            values = if here.is_empty() && depth > 0 { inside(&items(&values), key) } else { here };
        }
        if place.slot == Slot::Either {
            // The cursor is in a mapping or a list, so the value has no other form.
            let mappings = values.iter().filter(|value| value.is_mapping()).copied();
            let parts: Vec<Value> = mappings.chain(items(&values)).collect();
            values = if parts.is_empty() { values } else { parts };
        }
        let list = List {
            typed: place.typed.clone(),
            text: &self.text[place.typed],
            names: self.names_around(at),
            all: Vec::new(),
        };
        list.fill(&values, &place.before, place.slot)
    }
}

impl Page {
    /// The names of kinds and zones. An unfinished line can make the text invalid YAML, so then the
    /// text without the line of byte `at` gives the names.
    fn names_around(&self, at: usize) -> Names {
        if let Some(rules) = self.rules() {
            return Names::of(rules);
        }
        let at = at.min(self.text.len());
        let start =
            self.text.as_bytes()[..at].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        let end = self.text.as_bytes()[at..].iter().position(|&b| b == b'\n').map(|n| at + n);
        let end = end.unwrap_or(self.text.len());
        let rest = format!("{}{}", &self.text[..start], &self.text[end..]);
        let page = Page::read(&self.base, &self.address, &rest);
        page.rules().map_or_else(Names::default, Names::of)
    }
}

/// The names that a game gives to its kinds, zones and dice.
#[derive(Default)]
struct Names {
    kinds: Vec<String>,
    zones: Vec<String>,
    dice: Vec<String>,
    groups: Vec<String>,
    questions: Vec<String>,
}

impl Names {
    fn of(rules: &Ruleset) -> Names {
        Names {
            kinds: rules.kinds.iter().map(|kind| kind.name.value.clone()).collect(),
            zones: rules.zones.iter().map(|zone| zone.name.value.clone()).collect(),
            dice: rules.dice.iter().map(|die| die.name.value.clone()).collect(),
            groups: rules.groups.iter().map(|group| group.name.value.clone()).collect(),
            questions: rules.named.iter().map(|asked| asked.name.value.clone()).collect(),
        }
    }
}

/// The completions that were found so far.
struct List<'a> {
    /// The part of the key or value before the cursor.
    typed: Range<usize>,
    /// The characters of this part.
    text: &'a str,
    names: Names,
    all: Vec<Completion>,
}

impl List<'_> {
    fn fill(mut self, values: &[Value], before: &[String], slot: Slot) -> Vec<Completion> {
        for value in values {
            match value {
                Value::Mapping(schema) if slot == Slot::Either => {
                    let fresh = |name: &str| before.iter().all(|key| key != name);
                    for key in schema.keys.iter().filter(|key| fresh(key.name)) {
                        let text = format!("{}: ", key.name);
                        let text = if key.value.is_mapping() { text.trim_end() } else { &text };
                        let detail = format!("{}: {}", key.form, key.doc);
                        self.add(Sort::Key, key.name, text, detail, self.typed.clone());
                    }
                }
                Value::Named(naming, _) if slot == Slot::Either => {
                    let (sort, names) = match naming {
                        Naming::Kinds => (Sort::Kind, self.names.kinds.clone()),
                        Naming::Zones => (Sort::Zone, self.names.zones.clone()),
                        Naming::Dice => (Sort::Die, self.names.dice.clone()),
                        Naming::Castlings | Naming::Faces | Naming::Sides => {
                            (Sort::Choice, Vec::new())
                        }
                        Naming::Groups => (Sort::Group, self.names.groups.clone()),
                        Naming::Questions => (Sort::Question, self.names.questions.clone()),
                    };
                    for name in names.iter().filter(|name| !before.contains(name)) {
                        let text = format!("{name}: ");
                        self.add(sort, name, &text, "as the parent has it", self.typed.clone());
                    }
                }
                Value::OneOf(words) => {
                    for word in words() {
                        self.add(Sort::Choice, &word, &word, "", self.typed.clone());
                    }
                }
                Value::Text(language) | Value::Words(language) => self.language(*language),
                Value::Mapping(_) | Value::Named(..) | Value::List(_) | Value::Either(_) => {}
            }
        }
        self.all
    }

    fn add(
        &mut self,
        sort: Sort,
        label: &str,
        text: &str,
        detail: impl Into<String>,
        range: Range<usize>,
    ) {
        let new = Completion {
            label: label.to_owned(),
            sort,
            detail: detail.into(),
            change: Change { range, text: text.to_owned() },
        };
        if !self.all.iter().any(|old| old.label == new.label && old.sort == new.sort) {
            self.all.push(new);
        }
    }

    /// The range of the word before the cursor.
    fn word(&self) -> Range<usize> {
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let word = self.text.len() - self.text.trim_end_matches(part).len();
        self.typed.end - word..self.typed.end
    }

    fn language(&mut self, language: Language) {
        match language {
            Language::Movement => self.movement(),
            Language::Area => {
                self.names(Sort::Zone);
                self.words(condition::WORDS.iter().copied());
            }
            Language::Condition => self.condition(&["or", "and", "not"]),
            Language::Question | Language::Goal | Language::Effect | Language::Amount => {
                self.question();
            }
            Language::Kind => {
                self.names(Sort::Kind);
                self.names(Sort::Group);
                let word = self.word();
                self.add(Sort::Choice, "others", "others", "all that promote to nothing", word);
            }
            Language::Dice => self.names(Sort::Die),
            Language::Parent | Language::Modifier => {
                // Only the last name of a request such as `a+b` is completed.
                let part = self.text.rsplit('+').next().unwrap_or_default().trim_start();
                let range = self.typed.end - part.len()..self.typed.end;
                for shipped in alfil_definitions::shipped() {
                    let (name, family) = (shipped.name, shipped.family);
                    self.add(Sort::Definition, name, name, family, range.clone());
                }
            }
            Language::Prose
            | Language::Space
            | Language::Position
            | Language::Body
            | Language::Letter
            | Language::Sign
            | Language::Picture
            | Language::Move
            | Language::Cell
            | Language::File
            | Language::Count
            | Language::Number
            | Language::Share
            | Language::Step
            | Language::Rule => {}
        }
    }

    fn names(&mut self, sort: Sort) {
        let names = match sort {
            Sort::Kind => self.names.kinds.clone(),
            Sort::Zone => self.names.zones.clone(),
            Sort::Group => self.names.groups.clone(),
            Sort::Question => self.names.questions.clone(),
            Sort::Die => self.names.dice.clone(),
            Sort::Key | Sort::Choice | Sort::Atom | Sort::Word | Sort::Definition => Vec::new(),
        };
        for name in names {
            self.add(sort, &name, &name, "", self.word());
        }
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w str>) {
        for word in words {
            self.add(Sort::Word, word, word, "", self.word());
        }
    }

    fn condition(&mut self, joining: &[&str]) {
        let typed = self.word().len();
        let before = self.text[..self.text.len() - typed].trim_end();
        let places = ["from", "to", "in"];
        let wants_zone = places.iter().any(|word| before.ends_with(word));
        if wants_zone {
            self.names(Sort::Zone);
        } else {
            self.names(Sort::Question);
        }
        self.words(condition::WORDS.iter().chain(joining).copied());
        if !wants_zone {
            // A condition names a zone only after `from` or `to`.
            for zone in self.names.zones.clone() {
                for word in ["from", "to"] {
                    let text = format!("{word} {zone}");
                    self.add(Sort::Zone, &text, &text, "", self.word());
                }
            }
        }
    }

    fn question(&mut self) {
        self.names(Sort::Kind);
        self.names(Sort::Zone);
        self.names(Sort::Die);
        for sort in [Sort::Kind, Sort::Group, Sort::Question, Sort::Zone] {
            self.names(sort);
        }
        self.words(scalar::reserved());
    }

    /// Adds conditions after `when`, and atoms elsewhere.
    fn movement(&mut self) {
        let clause = self.text.rsplit(';').next().unwrap_or_default();
        let has_when = clause.split_whitespace().any(|word| word == "when");
        if has_when && !clause.ends_with("when") {
            return self.condition(&["or", "and", "not"]);
        }
        let at = self.typed.end..self.typed.end;
        for atom in Atom::ALL {
            let letter = atom.letter().to_string();
            if let Some(detail) = english(&letter) {
                self.add(Sort::Atom, &letter, &letter, detail, at.clone());
            }
        }
        self.words(["none", "only when", "when"]);
    }
}

/// Describes a movement string in English. `None` if its meaning depends on a game.
fn english(string: &str) -> Option<String> {
    let place = |_: Range<usize>| Span::new(SourceId::only(), 0, 0);
    let zones = IndexVec::new();
    let context = Context { place: &place, zones: &zones, dialect: Dialect::default() };
    let moves = lower(string, &Movement::default(), context, &mut Report::default())?;
    Some(explain::sentences(&moves, &Lexicon::alone(&zones)).join(" "))
}
