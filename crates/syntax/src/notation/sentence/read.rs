//! Reads sentences from the pairs that `grammar/question.pest` produces.

use super::ast::*;
use crate::notation::ast::{At, Said, Word};
use crate::notation::reader::{Reader, Reads, at, trimmed};
use crate::notation::{area, condition};
use crate::scalar::Rule;
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_rules::effect::{Course, Extent, Will};
use alfil_rules::question::{Anchor, Order, Row, SideFact, Sign, Whose};
use alfil_rules::side::Color;
use pest::iterators::Pair;
use std::iter::Peekable;

/// A pair of the grammar.
type Tree<'t> = Pair<'t, Rule>;

/// The parts of a pair that are not read yet.
pub(in crate::notation) struct Parts<'t>(Peekable<pest::iterators::Pairs<'t, Rule>>);

impl<'t> Parts<'t> {
    fn of(pair: Tree<'t>) -> Parts<'t> {
        Parts(pair.into_inner().peekable())
    }

    fn next(&mut self) -> Option<Tree<'t>> {
        self.0.next()
    }

    fn next_if(&mut self, rule: Rule) -> Option<Tree<'t>> {
        self.0.next_if(|pair| pair.as_rule() == rule)
    }

    fn peek(&mut self) -> Option<Rule> {
        self.0.peek().map(Pair::as_rule)
    }
}

/// Reads what follows the rule of a whole text.
type Meaning<T> = fn(&mut Reader<'_>, &mut Parts<'_>) -> Option<T>;

impl Reader<'_> {
    /// Reads a text that `rule` matches as a whole. Returns `None` after an error in its brackets.
    pub(in crate::notation) fn line<T>(
        &mut self,
        rule: Rule,
        meaning: Meaning<T>,
    ) -> Option<Line<T>> {
        let text = self.guard(Reads::Words)?;
        if self.has_blanks() {
            return None;
        }
        let pair = self.run(rule, &text)?;
        self.whole(&mut Parts::of(pair), meaning)
    }

    fn whole<T>(&mut self, parts: &mut Parts<'_>, meaning: Meaning<T>) -> Option<Line<T>> {
        let sentence = match parts.next_if(Rule::no_sentence) {
            Some(_) => None,
            None => Some(meaning(self, parts)?),
        };
        let rest = parts.next_if(Rule::q_rest).map(|rest| self.behind(&rest));
        Some(Line { sentence, rest })
    }

    /// Reads a text that is a question.
    pub(in crate::notation) fn whole_question(&mut self) -> Option<Line<Question>> {
        self.line(Rule::duty_text, question)
    }

    /// The question after `when` in a movement, with the text behind it.
    pub(in crate::notation) fn asked(&mut self, pair: Tree<'_>) -> Option<Line<Question>> {
        let mut parts = Parts::of(pair);
        let sentence = Some(question(self, &mut parts)?);
        let rest = parts.next_if(Rule::leftover).map(|rest| self.behind(&rest));
        Some(Line { sentence, rest })
    }

    fn at(&self, pair: &Tree<'_>) -> At {
        trimmed(self, at(pair))
    }

    fn named(&self, pair: &Tree<'_>) -> Word {
        self.word(self.at(pair))
    }

    /// Text behind a complete part, without the blanks around it.
    fn behind(&self, pair: &Tree<'_>) -> Word {
        let place = self.at(pair);
        let start = place.end - self.readable(place).trim_start().len();
        self.word(At { start, end: place.end })
    }

    /// The value of a word.
    fn said<T>(&self, pair: &Tree<'_>, value: impl FnOnce(&str) -> Option<T>) -> Option<Said<T>> {
        let word = self.named(pair);
        Some(Said { value: value(&word.text)?, at: word.at })
    }

    fn keyword(&self, parts: &mut Parts<'_>, rule: Rule) -> Option<At> {
        parts.next_if(rule).map(|pair| self.at(&pair))
    }

    /// Reports a sign without spaces around it, or one that other languages write.
    fn spaced(&mut self, at: At, sign: &str) {
        let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let (before, after) = (self.text.get(..at.start), self.text.get(at.end..));
        let before = is_blank(before.and_then(|text| text.chars().next_back()));
        let after = is_blank(after.and_then(|text| text.chars().next()));
        if self.slice(at) != sign {
            let title = format!("`{}` is written `{sign}`", self.slice(at));
            let sign = match (before, after) {
                (true, true) => sign.to_owned(),
                (true, false) => format!("{sign} "),
                (false, true) => format!(" {sign}"),
                (false, false) => format!(" {sign} "),
            };
            self.found.at(Code::BadSign, self.span(at), title, "").help(Help::write(sign));
        } else if !(before && after) {
            let title = format!("`{sign}` needs spaces around it");
            let help = Help::write(match (before, after) {
                (true, _) => format!("{sign} "),
                (false, true) => format!(" {sign}"),
                (false, false) => format!(" {sign} "),
            });
            self.found.at(Code::BadSign, self.span(at), title, "").help(help);
        }
    }

    /// The sign between two places.
    fn sign(&self, sign: char, after: At, before: At) -> At {
        let between = self.text.get(after.end..before.start).unwrap_or_default();
        let start = after.end + between.find(sign).unwrap_or_default();
        At { start, end: start + sign.len_utf8() }
    }
}

/// Reads a goal.
pub(in crate::notation) fn goal(reader: &mut Reader<'_>, parts: &mut Parts<'_>) -> Option<Goal> {
    let verdict = reader.said(&parts.next()?, |word| VerdictWord::from_word(word))?;
    let share = parts.next_if(Rule::share).map(|share| {
        let at = reader.at(&share);
        Word { text: reader.readable(at).to_owned(), at }
    });
    let when = reader.keyword(parts, Rule::when_word)?;
    Some(Goal { verdict, share, when, question: question(reader, parts)? })
}

/// Reads a question.
pub(in crate::notation) fn question(
    reader: &mut Reader<'_>,
    parts: &mut Parts<'_>,
) -> Option<Question> {
    let pair = parts.next_if(Rule::question)?;
    asked(reader, pair)
}

/// Reads a number.
pub(in crate::notation) fn number(
    reader: &mut Reader<'_>,
    parts: &mut Parts<'_>,
) -> Option<Amount> {
    amount(reader, parts.next_if(Rule::value_)?)
}

/// Reads a line of effects.
pub(in crate::notation) fn effect(
    reader: &mut Reader<'_>,
    parts: &mut Parts<'_>,
) -> Option<Effect> {
    if let Some(safe) = reader.keyword(parts, Rule::king_safe) {
        return Some(Effect::KingSafe(safe));
    }
    if let Some(always) = reader.keyword(parts, Rule::always_word) {
        return Some(Effect::Always(always, deeds(reader, parts.next()?)?));
    }
    let when = reader.keyword(parts, Rule::when_word)?;
    let question = question(reader, parts)?;
    let rest = parts.next_if(Rule::q_stray).map(|rest| reader.behind(&rest));
    let joint = parts.next()?;
    let value = match joint.as_rule() {
        Rule::may_word => Will::May,
        _ => Will::Must,
    };
    let at = reader.at(&joint);
    let then = match reader.keyword(parts, Rule::king_safe) {
        Some(safe) => Then::KingSafe(at, safe),
        None => Then::Deeds(Said { value, at }, deeds(reader, parts.next()?)?),
    };
    Some(Effect::When { when, question: Box::new(question), rest, then })
}

/// Parts with the pair of a joining word before each but the first.
fn joined<T>(
    reader: &mut Reader<'_>,
    parts: &mut Parts<'_>,
    word: Rule,
    one: impl Fn(&mut Reader<'_>, Tree<'_>) -> Option<T>,
) -> Option<Joined<T>> {
    let first = Box::new(one(reader, parts.next()?)?);
    let mut rest = Vec::new();
    while let Some(at) = reader.keyword(parts, word) {
        rest.push((at, one(reader, parts.next()?)?));
    }
    Some(Joined { first, rest })
}

/// Parts with a sign before each but the first. `place` is the place of a part.
fn listed<T>(
    reader: &mut Reader<'_>,
    parts: &mut Parts<'_>,
    sign: char,
    place: impl Fn(&T) -> At,
    one: impl Fn(&mut Reader<'_>, Tree<'_>) -> Option<T>,
) -> Option<Joined<T>> {
    let first = Box::new(one(reader, parts.next()?)?);
    let (mut rest, mut last) = (Vec::new(), place(&first));
    while let Some(pair) = parts.next() {
        let part = one(reader, pair)?;
        rest.push((reader.sign(sign, last, place(&part)), part));
        last = place(&rest.last()?.1);
    }
    Some(Joined { first, rest })
}

fn asked(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Question> {
    let at = reader.at(&pair);
    let kind = match pair.as_rule() {
        rule @ (Rule::question | Rule::q_all) => {
            let word = if rule == Rule::question { Rule::or_word } else { Rule::and_word };
            let all = joined(reader, &mut Parts::of(pair), word, asked)?;
            match (all.rest.is_empty(), rule) {
                (true, _) => return Some(*all.first),
                (false, Rule::question) => QuestionKind::Any(all),
                (false, _) => QuestionKind::All(all),
            }
        }
        Rule::q_one => {
            let mut parts = Parts::of(pair);
            let mut before = Vec::new();
            let question = loop {
                let part = parts.next()?;
                match part.as_rule() {
                    Rule::not_word | Rule::leaving | Rule::after_word => {
                        before.push(reader.said(&part, |word| Prefix::from_word(word))?);
                    }
                    _ => break asked(reader, part)?,
                }
            };
            if before.is_empty() {
                return Some(question);
            }
            QuestionKind::Prefixed(before, Box::new(question))
        }
        Rule::q_group => {
            let mut parts = Parts::of(pair);
            let question = Box::new(asked(reader, parts.next()?)?);
            let rest = parts.next_if(Rule::inner_leftover).map(|rest| reader.behind(&rest));
            let open = At { start: at.start, end: at.start + 1 };
            let close = At { start: at.end - 1, end: at.end };
            QuestionKind::Group { open, question, rest, close }
        }
        Rule::move_fact => QuestionKind::Move(move_fact(reader, Parts::of(pair))?),
        Rule::plays => QuestionKind::Plays(Color::from_word(reader.word(at).text.as_str())?),
        Rule::side_fact => {
            let mut parts = Parts::of(pair);
            let whose = whose(reader, &mut parts);
            let fact = reader.said(&parts.next()?, |words| SideFact::from_words(words))?;
            if let Some(own) = &whose
                && own.value == Whose::Own
            {
                let title = "a fact is about the own side without `own`";
                let help = Help::write(fact.value.words());
                reader.found.at(Code::NeedlessWord, reader.span(at), title, "").help(help);
            }
            QuestionKind::Side(whose, fact)
        }
        Rule::count => QuestionKind::Count(count(reader, Parts::of(pair))?),
        Rule::measure => QuestionKind::Compare(Box::new(compare(reader, Parts::of(pair))?)),
        Rule::former_compare => QuestionKind::Compare(Box::new(former_compare(reader, pair)?)),
        Rule::gone => {
            let mut parts = Parts::of(pair);
            QuestionKind::Gone {
                some: reader.keyword(&mut parts, Rule::some_word)?,
                whose: whose(reader, &mut parts)?,
                kind: reader.keyword(&mut parts, Rule::kind_word)?,
                gone: reader.keyword(&mut parts, Rule::gone_word)?,
            }
        }
        Rule::lasting => {
            let mut parts = Parts::of(pair);
            QuestionKind::Without {
                number: reader.named(&parts.next()?),
                turns: reader.keyword(&mut parts, Rule::turns_word)?,
                without: reader.keyword(&mut parts, Rule::without_word)?,
                question: Box::new(asked(reader, parts.next()?)?),
            }
        }
        Rule::stood => {
            let mut parts = Parts::of(pair);
            QuestionKind::Repeated {
                repeated: reader.keyword(&mut parts, Rule::repeated_word)?,
                number: reader.named(&parts.next()?),
                times: reader.keyword(&mut parts, Rule::times_word)?,
                by_checks: reader.keyword(&mut parts, Rule::by_checks),
            }
        }
        Rule::rolled => {
            let mut parts = Parts::of(pair);
            QuestionKind::Rolled {
                die: reader.named(&parts.next()?),
                order: order(reader, parts.next()?)?,
                face: reader.named(&parts.next()?),
            }
        }
        Rule::q_place => QuestionKind::Cells(condition::of_question(reader, pair)),
        Rule::q_missing => QuestionKind::Missing,
        _ => QuestionKind::Unknown(Word { text: reader.readable(at).to_owned(), at }),
    };
    Some(Question { kind, at })
}

fn whose(reader: &mut Reader<'_>, parts: &mut Parts<'_>) -> Option<Said<Whose>> {
    let pair = parts.next_if(Rule::whose)?;
    reader.said(&pair, |word| Whose::from_word(word))
}

fn bound(reader: &mut Reader<'_>, parts: &mut Parts<'_>) -> Option<Said<Bound>> {
    let pair = parts.next_if(Rule::at_least).or_else(|| parts.next_if(Rule::at_most))?;
    reader.said(&pair, |word| Bound::from_words(word))
}

fn move_fact(reader: &mut Reader<'_>, mut parts: Parts<'_>) -> Option<MoveFact> {
    let head = parts.next()?;
    let place = reader.at(&head);
    Some(match head.as_rule() {
        Rule::giving => {
            MoveFact::Giving(place, reader.said(&parts.next()?, |word| Given::from_word(word))?)
        }
        Rule::promoting => {
            let to = match reader.keyword(&mut parts, Rule::to_) {
                Some(to) => Some((to, names(reader, parts.next()?)?)),
                None => None,
            };
            MoveFact::Promoting(place, to)
        }
        Rule::castling_word => MoveFact::Castling,
        Rule::passing_word => MoveFact::Passing,
        Rule::over_word => MoveFact::Over(place, pieces(reader, parts.next()?)?),
        _ => {
            let word = reader.said(&head, |word| MoveWord::from_word(word))?;
            let pieces = match parts.next_if(Rule::what) {
                Some(what) => Some(pieces(reader, what)?),
                None => None,
            };
            MoveFact::Does(word, pieces)
        }
    })
}

fn count(reader: &mut Reader<'_>, mut parts: Parts<'_>) -> Option<Count> {
    let number = match parts.next_if(Rule::q_number) {
        Some(number) => Some(wanted(reader, number)?),
        None => None,
    };
    let what = counted(reader, parts.next()?)?;
    let reply = match parts.next_if(Rule::reply) {
        Some(reply) => Some(self::reply(reader, Parts::of(reply))?),
        None => None,
    };
    Some(Count { number, what, reply })
}

fn wanted(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Wanted> {
    let at = reader.at(&pair);
    let mut parts = Parts::of(pair);
    let kind = if parts.next_if(Rule::no_word).is_some() {
        WantedKind::No
    } else if parts.next_if(Rule::all_word).is_some() {
        WantedKind::All
    } else if let Some(bound) = bound(reader, &mut parts) {
        WantedKind::Bounded(bound, reader.named(&parts.next()?))
    } else {
        let exactly = reader.keyword(&mut parts, Rule::exactly_word);
        let number = reader.named(&parts.next()?);
        if exactly.is_none() {
            let title = format!("is it at least, at most or exactly {}?", number.text);
            let help = format!("write `at least {0}` or `exactly {0}`", number.text);
            reader.old(
                Code::BareNumber,
                number.at,
                title,
                help,
                format!("exactly {}", number.text),
            );
        }
        WantedKind::Exactly(exactly, number)
    };
    Some(Wanted { kind, at })
}

fn counted(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Counted> {
    match pair.as_rule() {
        Rule::tally => {
            let mut parts = Parts::of(pair);
            Some(Counted::Tally(whose(reader, &mut parts)?, tally(reader, &parts.next()?)?))
        }
        _ => pieces(reader, pair).map(Counted::Pieces),
    }
}

fn tally(reader: &mut Reader<'_>, pair: &Tree<'_>) -> Option<Said<TallyWord>> {
    reader.said(pair, |word| TallyWord::from_word(word))
}

fn reply(reader: &mut Reader<'_>, mut parts: Parts<'_>) -> Option<Reply> {
    let can = reader.keyword(&mut parts, Rule::can_word)?;
    Some(match reader.keyword(&mut parts, Rule::reach_word) {
        Some(reach) => Reply::Reach { can, reach, to: place(reader, parts.next()?) },
        None => Reply::Move(can, reader.keyword(&mut parts, Rule::move_)?),
    })
}

fn compare(reader: &mut Reader<'_>, mut parts: Parts<'_>) -> Option<Compare> {
    Some(Compare {
        left: amount(reader, parts.next()?)?,
        order: order(reader, parts.next()?.into_inner().next()?)?,
        right: amount(reader, parts.next()?)?,
    })
}

/// Reads the sign between two numbers, or the words of edition 0 for it.
fn order(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Said<Order>> {
    let said = reader.named(&pair);
    if pair.as_rule() == Rule::former_order {
        let value = match said.text.strip_prefix("is")?.trim() {
            "at least" => Order::AtLeast,
            "at most" => Order::AtMost,
            "more than" => Order::More,
            "less than" => Order::Less,
            "not" => Order::Unequal,
            _ => Order::Equal,
        };
        let title = "numbers are compared with signs";
        let sign = value.sign();
        reader.old(Code::OldWord, said.at, title, Help::write(sign), sign.to_owned());
        return Some(Said { value, at: said.at });
    }
    let value = match said.text.as_str() {
        "==" => Order::Equal,
        "=>" | "≥" => Order::AtLeast,
        "=<" | "≤" => Order::AtMost,
        "<>" | "≠" => Order::Unequal,
        sign => Order::from_sign(sign)?,
    };
    let said = Said { value, at: said.at };
    reader.spaced(said.at, value.sign());
    Some(said)
}

/// Reads a comparison of edition 0, such as `more own pieces than enemy pieces`.
fn former_compare(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Compare> {
    let whole = reader.at(&pair);
    let mut parts = Parts::of(pair);
    let first = parts.next()?;
    let value = match first.as_rule() {
        Rule::more_word => Order::More,
        Rule::fewer_word => Order::Less,
        _ => Order::Equal,
    };
    let left = former_amount(reader, parts.next()?)?;
    let at = reader.at(&parts.next()?);
    let right = former_amount(reader, parts.next()?)?;
    let [one, other] = [left.at, right.at].map(|at| reader.readable(at).to_owned());
    let new = format!("{one} {} {other}", value.sign());
    let title = "numbers are compared with signs";
    reader.old(Code::OldWord, whole, title, Help::write(new.as_str()), new.clone());
    Some(Compare { left, order: Said { value, at }, right })
}

fn former_amount(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Amount> {
    let at = reader.at(&pair);
    let counted = counted(reader, Parts::of(pair).next()?)?;
    let first = Part { what: Quantity::Counted(counted), modulo: None };
    Some(Amount { first, rest: Vec::new(), at })
}

fn amount(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Amount> {
    let at = reader.at(&pair);
    let mut parts = Parts::of(pair);
    let first = part(reader, parts.next()?)?;
    let mut rest = Vec::new();
    while let Some(pair) = parts.next_if(Rule::sum_sign) {
        let sign = reader.said(&pair, |sign| Sign::from_sign(sign))?;
        reader.spaced(sign.at, sign.value.sign());
        rest.push((sign, part(reader, parts.next()?)?));
    }
    Some(Amount { first, rest, at })
}

fn part(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Part> {
    let mut parts = Parts::of(pair);
    let first = parts.next()?;
    let what = match first.as_rule() {
        Rule::place_of => {
            let mut parts = Parts::of(first);
            Quantity::Place {
                row: row(reader, &mut parts)?,
                of: reader.keyword(&mut parts, Rule::of_word)?,
                what: selector(reader, parts.next()?)?,
            }
        }
        Rule::former_number => {
            let mut parts = Parts::of(first);
            let number = reader.keyword(&mut parts, Rule::number_word)?;
            reader.keyword(&mut parts, Rule::of_word)?;
            let pieces = pieces(reader, parts.next()?)?;
            let words = At { start: number.start, end: pieces.at.start };
            let help = format!("leave it out: `{}`", reader.readable(pieces.at));
            let title = "pieces are their number";
            reader.old(Code::OldWord, words, title, help, String::new());
            Quantity::Counted(Counted::Pieces(pieces))
        }
        Rule::whole => Quantity::Whole(reader.named(&first)),
        _ => Quantity::Counted(counted(reader, first)?),
    };
    let former = reader.keyword(&mut parts, Rule::former_mod);
    if let Some(at) = former {
        let title = "`modulo` is called `mod`";
        reader.old(Code::OldWord, at, title, Help::write("mod"), "mod".to_owned());
    }
    let modulo = match former.or_else(|| reader.keyword(&mut parts, Rule::mod_word)) {
        Some(at) => Some((at, reader.named(&parts.next()?))),
        None => None,
    };
    Some(Part { what, modulo })
}

fn row(reader: &mut Reader<'_>, parts: &mut Parts<'_>) -> Option<Said<Row>> {
    let pair = parts.next_if(Rule::row_word)?;
    reader.said(&pair, |word| Row::from_word(word))
}

fn anchor(reader: &mut Reader<'_>, pair: &Tree<'_>) -> Option<Said<Anchor>> {
    let word = reader.named(pair);
    let Some(which) = word.text.strip_prefix("last ") else {
        return reader.said(pair, |word| Anchor::from_word(word));
    };
    let new = format!("previous {which}");
    let title = format!("`{}` is called `{new}`", word.text);
    reader.old(Code::OldWord, word.at, title, Help::write(new.as_str()), new.clone());
    Some(Said { value: Anchor::from_word(new.as_str())?, at: word.at })
}

/// Reads pieces with filters, also where `one` or `every` stands before them.
fn pieces(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Pieces> {
    let mut at = reader.at(&pair);
    let mut parts = Parts::of(pair);
    if parts.next_if(Rule::one_word).or_else(|| parts.next_if(Rule::every_)).is_some() {
        at.start = self::at(parts.0.peek()?).start;
    }
    let first = parts.next()?;
    let subject = match first.as_rule() {
        Rule::empty_word => Subject::Empty(reader.at(&first)),
        Rule::anchor => Subject::Anchor(anchor(reader, &first)?),
        _ => Subject::Men(men(reader, first)?),
    };
    let mut filters = Vec::new();
    while let Some(pair) = parts.next_if(Rule::filter) {
        filters.push(filter(reader, pair)?);
    }
    Some(Pieces { subject, filters, at })
}

fn men(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Men> {
    let at = reader.at(&pair);
    let mut parts = Parts::of(pair);
    let whose = whose(reader, &mut parts);
    let kinds = match parts.next_if(Rule::kinds) {
        Some(kinds) => Some(names(reader, kinds)?),
        None => None,
    };
    let but = match parts.next_if(Rule::but) {
        Some(but) => {
            let mut parts = Parts::of(but);
            let word = reader.keyword(&mut parts, Rule::but_word)?;
            Some((word, names(reader, parts.next()?)?))
        }
        None => None,
    };
    Some(Men { whose, kinds, but, at })
}

fn names(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Names> {
    let at = reader.at(&pair);
    let name = |reader: &mut Reader<'_>, pair: Tree<'_>| Some(reader.named(&pair));
    Some(Names { names: joined(reader, &mut Parts::of(pair), Rule::or_word, name)?, at })
}

fn filter(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Filter> {
    let at = reader.at(&pair);
    let mut parts = Parts::of(pair);
    let not = reader.keyword(&mut parts, Rule::not_word);
    let first = parts.next()?;
    let kind = match (first.as_rule(), not) {
        (Rule::but_anchor, _) => {
            let mut parts = Parts::of(first);
            let but = reader.keyword(&mut parts, Rule::but_word)?;
            FilterKind::But(but, anchor(reader, &parts.next()?)?)
        }
        (_, None) => FilterKind::Is(test(reader, first)?),
        (_, Some(not)) => FilterKind::Not(not, test(reader, first)?),
    };
    Some(Filter { kind, at })
}

fn test(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Test> {
    let (rule, at) = (pair.as_rule(), reader.at(&pair));
    match rule {
        Rule::guarded => return Some(Test::Guarded(at)),
        Rule::line_cell => return Some(Test::On(anchor(reader, &pair)?)),
        Rule::like_mover => return Some(Test::LikeMover(at)),
        Rule::never_moved => return Some(Test::NeverMoved(at)),
        _ => {}
    }
    let mut parts = Parts::of(pair);
    let word = reader.at(&parts.next()?);
    Some(match rule {
        Rule::in_hand => Test::InHand(word, reader.keyword(&mut parts, Rule::hand_word)?),
        Rule::in_row => Test::InRow {
            r#in: word,
            row: row(reader, &mut parts)?,
            of: reader.keyword(&mut parts, Rule::of_word)?,
            what: selector(reader, parts.next()?)?,
        },
        Rule::in_cell => Test::InCell(word, anchor(reader, &parts.next()?)?),
        Rule::in_area => Test::InArea(word, place(reader, parts.next()?)),
        Rule::between => Test::Between(word, men(reader, parts.next()?)?),
        Rule::at_filter => Test::At {
            at: word,
            pattern: pattern(reader, &parts.next()?),
            of: reader.keyword(&mut parts, Rule::of_word)?,
            what: selector(reader, parts.next()?)?,
        },
        Rule::along => Test::Along {
            along: word,
            pattern: pattern(reader, &parts.next()?),
            from: reader.keyword(&mut parts, Rule::from_)?,
            start: selector(reader, parts.next()?)?,
            to: reader.keyword(&mut parts, Rule::to_)?,
            end: selector(reader, parts.next()?)?,
        },
        Rule::like_die => Test::LikeDie(word, reader.named(&parts.next()?)),
        Rule::of_anchor => Test::Of(word, anchor(reader, &parts.next()?)?),
        _ => {
            let by = match reader.keyword(&mut parts, Rule::by_word) {
                Some(by) => Some((by, selector(reader, parts.next()?)?)),
                None => None,
            };
            Test::Attacked(word, by)
        }
    })
}

fn place(reader: &mut Reader<'_>, pair: Tree<'_>) -> Place {
    let at = reader.at(&pair);
    Place { area: area::of_question(reader, pair), at }
}

/// Reads a movement string in a sentence. It is a text of another grammar.
fn pattern(reader: &mut Reader<'_>, pair: &Tree<'_>) -> Pattern {
    let at = reader.at(pair);
    let text = Word { text: reader.readable(at).to_owned(), at };
    let part = format!("{}{}", " ".repeat(at.start), text.text);
    let before = reader.findings();
    let movement = reader.part(&part).movement(|words, _, _| words);
    let mut found = Report::default();
    found.extend(reader.found.split_off(before));
    Pattern { text, movement, found }
}

fn selector(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Selector> {
    let whole = reader.at(&pair);
    let part = Parts::of(pair).next()?;
    Some(match part.as_rule() {
        Rule::anchor | Rule::line_cell => Selector::Anchor(anchor(reader, &part)?),
        Rule::men => Selector::Men(men(reader, part)?),
        Rule::x_cells => Selector::Cells(place(reader, part)),
        Rule::x_else => Selector::Unknown(reader.named(&part)),
        _ => Selector::Group {
            open: At { start: whole.start, end: whole.start + 1 },
            pieces: Box::new(pieces(reader, part)?),
            close: At { start: whole.end - 1, end: whole.end },
        },
    })
}

fn deeds(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Joined<Deed>> {
    let mut parts = Parts::of(pair);
    let first = Box::new(deed_and_rest(reader, &mut parts)?);
    let (mut rest, mut last) = (Vec::new(), first.at);
    while parts.peek().is_some() {
        let deed = deed_and_rest(reader, &mut parts)?;
        let at = deed.at;
        rest.push((reader.sign(';', last, at), deed));
        last = at;
    }
    Some(Joined { first, rest })
}

fn deed_and_rest(reader: &mut Reader<'_>, parts: &mut Parts<'_>) -> Option<Deed> {
    let deed = deed(reader, parts.next()?)?;
    let rest = parts.next_if(Rule::d_rest).map(|rest| reader.behind(&rest));
    Some(Deed { rest, ..deed })
}

fn deed(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Deed> {
    let at = reader.at(&pair);
    let inner = Parts::of(pair).next()?;
    let rule = inner.as_rule();
    if rule == Rule::no_deed {
        let at = reader.at(&inner);
        return Some(Deed {
            kind: DeedKind::Unknown(Word { text: reader.readable(at).to_owned(), at }),
            rest: None,
            at,
        });
    }
    let mut parts = Parts::of(inner);
    let kind = match rule {
        Rule::count_deed => DeedKind::Count {
            count: reader.keyword(&mut parts, Rule::count_word)?,
            times: parts.next_if(Rule::whole).map(|times| reader.named(&times)),
            name: reader.named(&parts.next()?),
        },
        Rule::reset_deed => DeedKind::Reset {
            reset: reader.keyword(&mut parts, Rule::reset_word)?,
            whose: whose(reader, &mut parts),
            name: reader.named(&parts.next()?),
        },
        Rule::set_deed => DeedKind::Set {
            set: reader.keyword(&mut parts, Rule::set_word)?,
            whose: whose(reader, &mut parts),
            name: reader.named(&parts.next()?),
            to: reader.keyword(&mut parts, Rule::to_)?,
            amount: amount(reader, parts.next()?)?,
        },
        Rule::take_deed => {
            let word = reader.said(&parts.next()?, |word| Taking::from_word(word))?;
            DeedKind::Take(word, picked(reader, parts.next()?)?)
        }
        Rule::place_deed => DeedKind::Place {
            place: reader.keyword(&mut parts, Rule::place_word)?,
            kinds: names(reader, parts.next()?)?,
            from_hand: reader.keyword(&mut parts, Rule::from_hand),
            on: reader.keyword(&mut parts, Rule::on_word)?,
            cells: cells(reader, parts.next()?)?,
        },
        Rule::carry_deed => {
            let carry = reader.keyword(&mut parts, Rule::carry_word)?;
            let first = parts.next()?;
            let at = reader.at(&first);
            let load = match first.as_rule() {
                Rule::all_word => Load::All(at),
                Rule::any_number => Load::AnyNumber(at),
                _ => Load::AtMost(at, reader.named(&parts.next()?)),
            };
            DeedKind::Carry(carry, load)
        }
        _ => {
            let pieces = picked(reader, parts.next()?)?;
            DeedKind::Happens(pieces, fate(reader, parts)?)
        }
    };
    Some(Deed { kind, rest: None, at })
}

fn fate(reader: &mut Reader<'_>, mut parts: Parts<'_>) -> Option<Fate> {
    let word = parts.next()?;
    let goes = reader.at(&word);
    Some(match word.as_rule() {
        Rule::changes_side => Fate::ChangesSide(goes),
        Rule::becomes_word => {
            let what = parts.next()?;
            match what.as_rule() {
                Rule::victim_word => Fate::BecomesVictim(goes, reader.at(&what)),
                Rule::next_of => next_of(reader, goes, what)?,
                Rule::paired => Fate::BecomesPaired(goes, its(reader, what)?),
                _ => Fate::Becomes(goes, names(reader, what)?),
            }
        }
        Rule::goes_under => Fate::GoesUnder {
            goes,
            cell: anchor(reader, &parts.next()?)?,
            r#as: match reader.keyword(&mut parts, Rule::as_word) {
                Some(word) => Some((word, its(reader, parts.next()?)?)),
                None => None,
            },
        },
        Rule::goes_along => {
            let course = |words: &str| {
                let all = [Course::Toward, Course::AwayFrom, Course::With];
                let (_, along) = words.split_once(' ')?;
                all.into_iter().find(|course| course.word() == along)
            };
            Fate::GoesAlong {
                goes: reader.said(&word, course)?,
                cell: anchor(reader, &parts.next()?)?,
                most: parts.next_if(Rule::whole).map(|most| reader.named(&most)),
            }
        }
        _ => match whose(reader, &mut parts) {
            Some(whose) => {
                let hand = reader.keyword(&mut parts, Rule::hand_word)?;
                Fate::GoesToHand { goes, whose, hand }
            }
            None => Fate::GoesTo(goes, cells(reader, parts.next()?)?),
        },
    })
}

fn next_of(reader: &mut Reader<'_>, becomes: At, pair: Tree<'_>) -> Option<Fate> {
    let end = reader.at(&pair).end;
    let mut parts = Parts::of(pair);
    let next = reader.keyword(&mut parts, Rule::next_word)?;
    let of = reader.keyword(&mut parts, Rule::of_word)?;
    let name = |reader: &mut Reader<'_>, pair: Tree<'_>| Some(reader.named(&pair));
    let names = listed(reader, &mut parts, '>', |name: &Word| name.at, name)?;
    let at = At { start: names.first.at.start, end };
    Some(Fate::BecomesNext { becomes, next, of, kinds: Names { names, at } })
}

fn its(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Its> {
    let at = reader.at(&pair);
    let mut parts = Parts::of(pair);
    let its = reader.keyword(&mut parts, Rule::its_word)?;
    Some(Its { its, name: reader.named(&parts.next()?), at })
}

fn picked(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Picked> {
    let at = reader.at(&pair);
    let one = reader.keyword(&mut Parts::of(pair.clone()), Rule::one_word);
    Some(Picked { one, pieces: pieces(reader, pair)?, at })
}

fn cells(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Cells> {
    let at = reader.at(&pair);
    Some(Cells { cells: joined(reader, &mut Parts::of(pair), Rule::or_word, cell)?, at })
}

fn cell(reader: &mut Reader<'_>, pair: Tree<'_>) -> Option<Cell> {
    let at = reader.at(&pair);
    let first = Parts::of(pair.clone()).next()?;
    let place = reader.at(&first);
    let extent = match first.as_rule() {
        Rule::anchor | Rule::line_cell => return Some(Cell::Anchor(anchor(reader, &first)?)),
        Rule::origin_word => return Some(Cell::Origin(place)),
        Rule::spot => return Some(Cell::Named(self::place(reader, first))),
        Rule::one_word => Some(Said { value: Extent::One, at: place }),
        Rule::every_ => Some(Said { value: Extent::Each, at: place }),
        _ => None,
    };
    Some(Cell::Empty { extent, cells: Box::new(pieces(reader, pair)?), at })
}
