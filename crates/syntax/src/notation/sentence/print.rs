//! Writes sentences: every word once, with one space where the text may have more.
//!
//! A printed tree parses to the same tree. [`Words`] lists the words with their places, from which
//! both the text and edits of a text are made.

use super::ast::*;
use crate::notation::ast::{Area, At, Condition, Fact, FormulaKind, Named, Said, Spot, Word};
use crate::scalar;
use alfil_rules::effect::{Extent, Will};
use std::fmt::{Display, Formatter, Result};

/// A word of a sentence, or a condition, area or movement in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// The place of the text in the text that was read.
    pub at: At,
    /// The sort of the word.
    pub sort: Sort,
}

/// The sort of a word in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A word or sign of the language.
    Keyword,
    /// A name or a number.
    Name,
    /// A condition, an area or a movement, in the form in which it is printed.
    Tree,
    /// Text without a meaning.
    Stray,
}

/// The words of a tree.
pub trait Words {
    /// Adds the words of this tree in order.
    fn add(&self, to: &mut Vec<Printed>);

    /// The words of this tree in order.
    fn words(&self) -> Vec<Printed> {
        let mut words = Vec::new();
        self.add(&mut words);
        words
    }
}

/// True if a space stands between two words.
pub(super) fn is_apart(first: &str, next: &str) -> bool {
    first != "(" && !matches!(next, ")" | ";")
}

/// Writes words with the spaces between them.
fn write(words: &[Printed], f: &mut Formatter<'_>) -> Result {
    for (number, word) in words.iter().enumerate() {
        if number > 0 && is_apart(&words[number - 1].text, &word.text) {
            f.write_str(" ")?;
        }
        f.write_str(&word.text)?;
    }
    Ok(())
}

macro_rules! displayed {
    ($($node:ty),+) => {
        $(impl Display for $node {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                write(&self.words(), f)
            }
        })+
    };
}

displayed!(Goal, Effect, Question, Pieces, Amount, Deed);

impl<T: Words> Display for Line<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write(&self.words(), f)
    }
}

impl Words for Sentence {
    fn add(&self, to: &mut Vec<Printed>) {
        match self {
            Sentence::Goal(line) => line.add(to),
            Sentence::Question(line) => line.add(to),
            Sentence::Number(line) => line.add(to),
            Sentence::Effect(line) => line.add(to),
        }
    }
}

impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write(&self.words(), f)
    }
}

impl Display for Asked {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.words.text)
    }
}

fn push(to: &mut Vec<Printed>, text: impl Into<String>, at: At, sort: Sort) {
    to.push(Printed { text: text.into(), at, sort });
}

fn word(to: &mut Vec<Printed>, text: &str, at: At) {
    push(to, text, at, Sort::Keyword);
}

fn name(to: &mut Vec<Printed>, name: &Word) {
    push(to, name.text.as_str(), name.at, Sort::Name);
}

fn stray(to: &mut Vec<Printed>, stray: &Word) {
    push(to, stray.text.as_str(), stray.at, Sort::Stray);
}

/// Adds parts with a word or sign between them.
fn joined<T>(to: &mut Vec<Printed>, all: &Joined<T>, joint: &str, add: fn(&T, &mut Vec<Printed>)) {
    add(&all.first, to);
    for (at, part) in &all.rest {
        word(to, joint, *at);
        add(part, to);
    }
}

/// Adds an area after a word such as `in`. Several areas need parentheses.
fn place(to: &mut Vec<Printed>, place: &Place) {
    let Some(area) = &place.area else { return };
    push(to, in_place(area), place.at, Sort::Tree);
}

fn in_place(area: &Area) -> String {
    match &area.kind {
        FormulaKind::One(Spot::Enemys(area)) => format!("enemy {}", in_place(area)),
        FormulaKind::One(spot) if !has_keywords(spot) => spot.to_string(),
        FormulaKind::One(_) | FormulaKind::Not(_) | FormulaKind::And(_) | FormulaKind::Or(_) => {
            format!("({area})")
        }
    }
}

/// True for cells with a name that a sentence reads otherwise, unless it is in parentheses.
fn has_keywords(spot: &Spot) -> bool {
    let is_keyword = |word: &str| {
        word == "number"
            || word.starts_with(|c: char| c.is_ascii_digit())
            || scalar::reserved().chain(scalar::former()).any(|reserved| reserved == word)
    };
    matches!(spot, Spot::Cells(cells)
        if cells.iter().any(|(named, _)| matches!(named, Named::Word(word) if is_keyword(word))))
}

/// A condition on cells as a question.
fn in_question(condition: &Condition) -> String {
    if let FormulaKind::One(Fact::To(area)) = &condition.kind {
        return format!("to {}", in_place(area));
    }
    if let FormulaKind::One(Fact::From(area)) = &condition.kind
        && let FormulaKind::One(Spot::Cells(_) | Spot::Enemys(_)) = &area.kind
    {
        return format!("from {}", in_place(area));
    }
    condition.to_string()
}

impl<T: Words> Words for Line<T> {
    fn add(&self, to: &mut Vec<Printed>) {
        if let Some(sentence) = &self.sentence {
            sentence.add(to);
        }
        if let Some(rest) = &self.rest {
            stray(to, rest);
        }
    }
}

impl Words for Goal {
    fn add(&self, to: &mut Vec<Printed>) {
        word(to, self.verdict.value.word(), self.verdict.at);
        if let Some(share) = &self.share {
            name(to, share);
        }
        word(to, "when", self.when);
        self.question.add(to);
    }
}

impl Words for Effect {
    fn add(&self, to: &mut Vec<Printed>) {
        match self {
            Effect::KingSafe(at) => word(to, "king safe", *at),
            Effect::Always(at, deeds) => {
                word(to, "always", *at);
                joined(to, deeds, ";", Deed::add);
            }
            Effect::When { when, question, rest, then } => {
                word(to, "when", *when);
                question.add(to);
                if let Some(rest) = rest {
                    stray(to, rest);
                }
                match then {
                    Then::KingSafe(then, safe) => {
                        word(to, "then", *then);
                        word(to, "king safe", *safe);
                    }
                    Then::Deeds(will, deeds) => {
                        let joint = match will.value {
                            Will::Must => "then",
                            Will::May => "may",
                        };
                        word(to, joint, will.at);
                        joined(to, deeds, ";", Deed::add);
                    }
                }
            }
        }
    }
}

impl Words for Question {
    fn add(&self, to: &mut Vec<Printed>) {
        match &self.kind {
            QuestionKind::Any(parts) => joined(to, parts, "or", Question::add),
            QuestionKind::All(parts) => joined(to, parts, "and", Question::add),
            QuestionKind::Prefixed(before, question) => {
                before.iter().for_each(|prefix| word(to, prefix.value.word(), prefix.at));
                question.add(to);
            }
            QuestionKind::Group { open, question, rest, close } => {
                word(to, "(", *open);
                question.add(to);
                if let Some(rest) = rest {
                    stray(to, rest);
                }
                word(to, ")", *close);
            }
            QuestionKind::Move(fact) => fact.add(self.at, to),
            QuestionKind::Plays(color) => word(to, color.word(), self.at),
            QuestionKind::Side(whose, fact) => {
                if let Some(whose) = whose {
                    word(to, whose.value.word(), whose.at);
                }
                word(to, fact.value.words(), fact.at);
            }
            QuestionKind::Count(Count { number, what, reply }) => {
                if let Some(number) = number {
                    number.add(to);
                }
                what.add(to);
                if let Some(reply) = reply {
                    reply.add(to);
                }
            }
            QuestionKind::Compare(compare) => {
                let Compare { left, order, right } = &**compare;
                left.add(to);
                word(to, order.value.sign(), order.at);
                right.add(to);
            }
            QuestionKind::Gone { some, whose, kind, gone } => {
                word(to, "some", *some);
                word(to, whose.value.word(), whose.at);
                word(to, "kind", *kind);
                word(to, "gone", *gone);
            }
            QuestionKind::Without { number, turns, without, question } => {
                name(to, number);
                word(to, if number.text == "1" { "turn" } else { "turns" }, *turns);
                word(to, "without", *without);
                question.add(to);
            }
            QuestionKind::Repeated { repeated, number, times, by_checks } => {
                word(to, "repeated", *repeated);
                name(to, number);
                word(to, if number.text == "1" { "time" } else { "times" }, *times);
                if let Some(by) = by_checks {
                    word(to, "by checks", *by);
                }
            }
            QuestionKind::Rolled { die, order, face } => {
                name(to, die);
                word(to, order.value.sign(), order.at);
                name(to, face);
            }
            QuestionKind::Cells(condition) => {
                let Some(condition) = condition else { return };
                push(to, in_question(condition), self.at, Sort::Tree);
            }
            QuestionKind::Unknown(word) => stray(to, word),
            QuestionKind::Missing => push(to, "", self.at, Sort::Stray),
        }
    }
}

impl MoveFact {
    fn add(&self, at: At, to: &mut Vec<Printed>) {
        match self {
            MoveFact::Giving(giving, what) => {
                word(to, "giving", *giving);
                word(to, what.value.word(), what.at);
            }
            MoveFact::Does(does, pieces) => {
                word(to, does.value.word(), does.at);
                if let Some(pieces) = pieces {
                    pieces.add(to);
                }
            }
            MoveFact::Promoting(promoting, kinds) => {
                word(to, "promoting", *promoting);
                if let Some((at, kinds)) = kinds {
                    word(to, "to", *at);
                    kinds.add("or", to);
                }
            }
            MoveFact::Castling => word(to, "castling", at),
            MoveFact::Passing => word(to, "passing", at),
            MoveFact::Over(over, pieces) => {
                word(to, "over", *over);
                pieces.add(to);
            }
        }
    }
}

impl Words for Wanted {
    fn add(&self, to: &mut Vec<Printed>) {
        match &self.kind {
            WantedKind::No => word(to, "no", self.at),
            WantedKind::All => word(to, "all", self.at),
            WantedKind::Exactly(exactly, number) => {
                word(to, "exactly", exactly.unwrap_or(At { end: number.at.start, ..number.at }));
                name(to, number);
            }
            WantedKind::Bounded(bound, number) => {
                word(to, bound.value.words(), bound.at);
                name(to, number);
            }
        }
    }
}

impl Words for Counted {
    fn add(&self, to: &mut Vec<Printed>) {
        match self {
            Counted::Tally(whose, tally) => {
                word(to, whose.value.word(), whose.at);
                word(to, tally.value.word(), tally.at);
            }
            Counted::Pieces(pieces) => pieces.add(to),
        }
    }
}

impl Words for Reply {
    fn add(&self, to: &mut Vec<Printed>) {
        match self {
            Reply::Move(can, moves) => {
                word(to, "can", *can);
                word(to, "move", *moves);
            }
            Reply::Reach { can, reach, to: area } => {
                word(to, "can", *can);
                word(to, "reach", *reach);
                place(to, area);
            }
        }
    }
}

impl Words for Amount {
    fn add(&self, to: &mut Vec<Printed>) {
        self.first.add(to);
        for (sign, part) in &self.rest {
            word(to, sign.value.sign(), sign.at);
            part.add(to);
        }
    }
}

impl Words for Part {
    fn add(&self, to: &mut Vec<Printed>) {
        match &self.what {
            Quantity::Whole(number) => name(to, number),
            Quantity::Place { row, of, what } => {
                word(to, row.value.word(), row.at);
                word(to, "of", *of);
                what.add(to);
            }
            Quantity::Counted(counted) => counted.add(to),
        }
        if let Some((modulo, number)) = &self.modulo {
            word(to, "mod", *modulo);
            name(to, number);
        }
    }
}

impl Words for Pieces {
    fn add(&self, to: &mut Vec<Printed>) {
        match &self.subject {
            Subject::Empty(at) => word(to, "empty", *at),
            Subject::Anchor(anchor) => word(to, anchor.value.word(), anchor.at),
            Subject::Men(men) => men.add(to),
        }
        self.filters.iter().for_each(|filter| filter.add(to));
    }
}

impl Words for Men {
    fn add(&self, to: &mut Vec<Printed>) {
        if let Some(Said { value, at }) = self.whose {
            word(to, value.word(), at);
        }
        if let Some(kinds) = &self.kinds {
            kinds.add("or", to);
        }
        if let Some((but, kinds)) = &self.but {
            word(to, "but", *but);
            kinds.add("or", to);
        }
    }
}

impl Names {
    fn add(&self, joint: &str, to: &mut Vec<Printed>) {
        joined(to, &self.names, joint, |word, to| name(to, word));
    }
}

impl Words for Filter {
    fn add(&self, to: &mut Vec<Printed>) {
        match &self.kind {
            FilterKind::Is(test) => test.add(to),
            FilterKind::Not(not, test) => {
                word(to, "not", *not);
                test.add(to);
            }
            FilterKind::But(but, anchor) => {
                word(to, "but", *but);
                word(to, anchor.value.word(), anchor.at);
            }
        }
    }
}

impl Words for Test {
    fn add(&self, to: &mut Vec<Printed>) {
        match self {
            Test::InHand(before, hand) => {
                word(to, "in", *before);
                word(to, "hand", *hand);
            }
            Test::InRow { r#in, row, of, what } => {
                word(to, "in", *r#in);
                word(to, row.value.word(), row.at);
                word(to, "of", *of);
                what.add(to);
            }
            Test::InCell(before, cell) => {
                word(to, "in", *before);
                word(to, cell.value.word(), cell.at);
            }
            Test::InArea(before, area) => {
                word(to, "in", *before);
                place(to, area);
            }
            Test::Attacked(attacked, by) => {
                word(to, "attacked", *attacked);
                if let Some((by, what)) = by {
                    word(to, "by", *by);
                    what.add(to);
                }
            }
            Test::Guarded(at) => word(to, "guarded", *at),
            Test::Between(between, men) => {
                word(to, "between", *between);
                men.add(to);
            }
            Test::At { at, pattern, of, what } => {
                word(to, "at", *at);
                pattern.add(to);
                word(to, "of", *of);
                what.add(to);
            }
            Test::Along { along, pattern, from, start, to: until, end } => {
                word(to, "along", *along);
                pattern.add(to);
                word(to, "from", *from);
                start.add(to);
                word(to, "to", *until);
                end.add(to);
            }
            Test::On(cell) => word(to, cell.value.word(), cell.at),
            Test::LikeMover(at) => word(to, "like mover", *at),
            Test::LikeDie(like, die) => {
                word(to, "like", *like);
                name(to, die);
            }
            Test::Of(of, anchor) => {
                word(to, "of", *of);
                word(to, anchor.value.word(), anchor.at);
            }
            Test::NeverMoved(at) => word(to, "never moved", *at),
        }
    }
}

impl Words for Pattern {
    fn add(&self, to: &mut Vec<Printed>) {
        push(to, self.text.text.as_str(), self.text.at, Sort::Tree);
    }
}

impl Words for Selector {
    fn add(&self, to: &mut Vec<Printed>) {
        match self {
            Selector::Anchor(anchor) => word(to, anchor.value.word(), anchor.at),
            Selector::Men(men) => men.add(to),
            Selector::Cells(area) => place(to, area),
            Selector::Group { open, pieces, close } => {
                word(to, "(", *open);
                pieces.add(to);
                word(to, ")", *close);
            }
            Selector::Unknown(word) => stray(to, word),
        }
    }
}

impl Words for Deed {
    fn add(&self, to: &mut Vec<Printed>) {
        match &self.kind {
            DeedKind::Count { count, times, name: counter } => {
                word(to, "count", *count);
                if let Some(times) = times {
                    name(to, times);
                }
                name(to, counter);
            }
            DeedKind::Reset { reset, whose, name: counter } => {
                word(to, "reset", *reset);
                if let Some(whose) = whose {
                    word(to, whose.value.word(), whose.at);
                }
                name(to, counter);
            }
            DeedKind::Set { set, whose, name: counter, to: until, amount } => {
                word(to, "set", *set);
                if let Some(whose) = whose {
                    word(to, whose.value.word(), whose.at);
                }
                name(to, counter);
                word(to, "to", *until);
                amount.add(to);
            }
            DeedKind::Take(take, picked) => {
                word(to, take.value.word(), take.at);
                picked.add(to);
            }
            DeedKind::Place { place, kinds, from_hand, on, cells } => {
                word(to, "place", *place);
                kinds.add("or", to);
                if let Some(hand) = from_hand {
                    word(to, "from hand", *hand);
                }
                word(to, "on", *on);
                cells.add(to);
            }
            DeedKind::Carry(carry, load) => {
                word(to, "carry", *carry);
                match load {
                    Load::All(at) => word(to, "all", *at),
                    Load::AnyNumber(at) => word(to, "any number", *at),
                    Load::AtMost(at, number) => {
                        word(to, "at most", *at);
                        name(to, number);
                    }
                }
            }
            DeedKind::Happens(picked, fate) => {
                picked.add(to);
                fate.add(to);
            }
            DeedKind::Unknown(word) => stray(to, word),
        }
        if let Some(rest) = &self.rest {
            stray(to, rest);
        }
    }
}

impl Words for Fate {
    fn add(&self, to: &mut Vec<Printed>) {
        match self {
            Fate::BecomesVictim(becomes, victim) => {
                word(to, "becomes", *becomes);
                word(to, "victim", *victim);
            }
            Fate::Becomes(becomes, kinds) => {
                word(to, "becomes", *becomes);
                kinds.add("or", to);
            }
            Fate::BecomesNext { becomes, next, of, kinds } => {
                word(to, "becomes", *becomes);
                word(to, "next", *next);
                word(to, "of", *of);
                kinds.add(">", to);
            }
            Fate::BecomesPaired(becomes, its) => {
                word(to, "becomes", *becomes);
                its.add(to);
            }
            Fate::ChangesSide(at) => word(to, "changes side", *at),
            Fate::GoesUnder { goes, cell, r#as } => {
                word(to, "goes under", *goes);
                word(to, cell.value.word(), cell.at);
                if let Some((at, its)) = r#as {
                    word(to, "as", *at);
                    its.add(to);
                }
            }
            Fate::GoesAlong { goes, cell, most } => {
                word(to, &format!("goes {}", goes.value.word()), goes.at);
                word(to, cell.value.word(), cell.at);
                if let Some(most) = most {
                    name(to, most);
                }
            }
            Fate::GoesToHand { goes, whose, hand } => {
                word(to, "goes to", *goes);
                word(to, whose.value.word(), whose.at);
                word(to, "hand", *hand);
            }
            Fate::GoesTo(goes, cells) => {
                word(to, "goes to", *goes);
                cells.add(to);
            }
        }
    }
}

impl Words for Its {
    fn add(&self, to: &mut Vec<Printed>) {
        word(to, "its", self.its);
        name(to, &self.name);
    }
}

impl Words for Picked {
    fn add(&self, to: &mut Vec<Printed>) {
        if let Some(one) = self.one {
            word(to, "one", one);
        }
        self.pieces.add(to);
    }
}

impl Words for Cells {
    fn add(&self, to: &mut Vec<Printed>) {
        joined(to, &self.cells, "or", Cell::add);
    }
}

impl Words for Cell {
    fn add(&self, to: &mut Vec<Printed>) {
        match self {
            Cell::Empty { extent, cells, .. } => {
                if let Some(extent) = extent {
                    let written = match extent.value {
                        Extent::One => "one",
                        Extent::Each => "every",
                    };
                    word(to, written, extent.at);
                }
                cells.add(to);
            }
            Cell::Anchor(anchor) => word(to, anchor.value.word(), anchor.at),
            Cell::Named(area) => place(to, area),
            Cell::Origin(at) => word(to, "origin", *at),
        }
    }
}
