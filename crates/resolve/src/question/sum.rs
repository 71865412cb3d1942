//! Gives numbers in sentences their meaning: sums, counts, durations and shares of the point. Numbers
//! out of range are findings.

use super::pieces::Asker;
use crate::context::Moment;
use crate::dice;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, did_you_mean};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{Die, DieId, Faces, ROLLED, Roll};
use alfil_rules::goal::Verdict;
use alfil_rules::question::{
    Amount, ClockId, CounterId, Lookahead, Number, Order, Part, Quantity, Question, Tally, Whose,
};
use alfil_syntax::notation::ast::{At, Said, Word};
use alfil_syntax::notation::parse;
use alfil_syntax::notation::sentence::ast::{
    self, Bound, Compare, Counted, QuestionKind, TallyWord, Wanted, WantedKind,
};
use std::num::NonZeroU32;

/// The number that a word names.
fn tally_of(word: Said<TallyWord>) -> Tally {
    match word.value {
        TallyWord::Worth => Tally::Worth,
        TallyWord::Turns => Tally::Turns,
    }
}

/// The words that say how many `pieces` there are. `None` if the comparison always holds or never.
fn in_words(order: Order, n: u32, pieces: &str) -> Option<String> {
    let least = |n: u32| match n {
        0 => None,
        1 => Some(pieces.to_owned()),
        n => Some(format!("at least {n} {pieces}")),
    };
    let most = |n: u32| match n {
        0 => format!("no {pieces}"),
        n => format!("at most {n} {pieces}"),
    };
    match (order, n) {
        (Order::Equal, 0) => Some(most(0)),
        (Order::Equal, n) => Some(format!("exactly {n} {pieces}")),
        (Order::Unequal, 0) => least(1),
        (Order::Unequal, n) => Some(format!("not exactly {n} {pieces}")),
        (Order::More, n) => least(n + 1),
        (Order::AtLeast, n) => least(n),
        (Order::AtMost, n) => Some(most(n)),
        (Order::Less, n) => n.checked_sub(1).map(most),
    }
}

impl Asker<'_> {
    /// Reads a verdict with a share of the point, such as `win 3/4`.
    pub(super) fn shared(&mut self, verdict: Verdict, share: &Word) -> Option<Verdict> {
        let shared = verdict.with_share(&share.text);
        if shared.is_none() {
            let title = format!("`{}` is not a possible share", share.text);
            let help = match verdict {
                Verdict::Win(_) => "the winner gets more than half of the point: `win 3/4`",
                Verdict::Loss(_) => "the loser gets less than half of the point: `loss 1/4`",
                Verdict::Draw => "a draw gives half of the point to each side: write `draw`",
            };
            self.find(Code::BadNumber, share.at, title, help);
        }
        shared
    }

    /// Reports a question that needs earlier positions.
    pub(super) fn tells(&mut self, question: &Question, said: &ast::Question) -> Option<()> {
        if !question.any(&|part| matches!(part, Question::Repeated(..))) {
            return Some(());
        }
        let title = "a position does not show how often it has occurred";
        let help = "only `claims` can ask this: `claims: [draw when repeated 3 times]`";
        let is_it = |part: &ast::Question| matches!(part.kind, QuestionKind::Repeated { .. });
        let at = said.find(&is_it).map_or(self.whole, |part| part.at);
        self.find(Code::MisplacedQuestion, at, title, help);
        None
    }

    /// The number that words such as `own checks` or `own worth` name. `None` if they name pieces.
    pub(super) fn tally(&self, counted: &Counted) -> Option<(Whose, Tally)> {
        let pieces = match counted {
            Counted::Tally(whose, word) => return Some((whose.value, tally_of(*word))),
            Counted::Pieces(pieces) => pieces,
        };
        let ast::Pieces { subject: ast::Subject::Men(men), filters, .. } = pieces else {
            return None;
        };
        let ast::Men { whose: Some(whose), kinds: Some(kinds), but: None, .. } = men else {
            return None;
        };
        let name = kinds.only().filter(|_| filters.is_empty())?;
        Some((whose.value, Tally::Counted(self.counter(name)?)))
    }

    /// The counter with this name.
    pub(super) fn counter(&self, name: &Word) -> Option<CounterId> {
        let index = self.draft.counters.iter().position(|known| *known == name.text)?;
        Some(CounterId::from_index(index))
    }

    /// Reads a question such as `own pieces > enemy pieces`.
    pub(super) fn compare(&mut self, compare: &Compare, at: At) -> Option<Question> {
        let Compare { left, order, right } = compare;
        let (one, other) = (self.amount(left), self.amount(right));
        let (one, other) = (one?, other?);
        let is_count = |amount: &Amount| matches!(amount.only(), Some(Quantity::Count(_)));
        let alone = match (one.only(), other.only()) {
            (_, Some(Quantity::Whole(n))) if is_count(&one) => Some((left, order.value, *n)),
            (Some(Quantity::Whole(n)), _) if is_count(&other) => {
                Some((right, order.value.turned(), *n))
            }
            (Some(_) | None, Some(_) | None) => None,
        };
        if let Some((pieces, order, n)) = alone
            && let Some(words) = in_words(order, n, self.text(pieces.at))
        {
            let title = "pieces alone are counted in words";
            self.found
                .at(Code::CountedWithSign, self.span(at), title, "")
                .help(Help::write(words.as_str()))
                .rewrite(words);
        }
        Some(Question::Compare(Box::new([one, other]), order.value))
    }

    /// Reads `exactly 3 own checks`, which is written `own checks = 3` since edition 1.
    pub(super) fn counted_in_words(
        &mut self,
        number: Number,
        (whose, tally): (Whose, Tally),
        counted: &Counted,
        at: At,
    ) -> Question {
        let (order, n) = match number {
            Number::Some => (Order::More, 0),
            Number::No => (Order::Equal, 0),
            Number::Exactly(n) => (Order::Equal, n),
            Number::AtLeast(n) => (Order::AtLeast, n),
            Number::AtMost(n) => (Order::AtMost, n),
            Number::All => (Order::AtLeast, 0),
        };
        let name = match counted {
            Counted::Tally(whose, word) => At { start: whose.at.start, end: word.at.end },
            Counted::Pieces(pieces) => pieces.at,
        };
        let new = format!("{} {} {n}", self.text(name), order.sign());
        let span = self.span(at);
        let is_bare = |finding: &Diagnostic| {
            finding.code == Code::BareNumber
                && finding.span().is_some_and(|bare| bare.start == span.start)
        };
        let tally = Amount::of(Quantity::Tally(whose, tally));
        let question = Question::Compare(Box::new([tally, Amount::whole(n)]), order);
        if self.found.iter().any(is_bare) {
            // The reader of the text does not know that this is a counter.
            self.found.retain(|finding| !is_bare(finding));
            let name = self.text(name).to_owned();
            let title = format!("is it at least or exactly {n}?");
            self.found
                .at(Code::BareNumber, span, title, "")
                .help(format!("write `{name} >= {n}` or `{name} = {n}`"))
                .rewrite(new);
            return question;
        }
        self.found
            .at(Code::OldWord, self.span(at), "this number is compared with a sign", "")
            .because("pieces are counted in words; counters, turns and worth are numbers")
            .help(Help::write(new.as_str()))
            .rewrite(new);
        question
    }

    /// Reads a number such as `rank of own king`, `any turns mod 4` or `enemy pieces + 5`.
    pub(super) fn amount(&mut self, amount: &ast::Amount) -> Option<Amount> {
        let first = self.part(&amount.first);
        let mut rest = Vec::new();
        for (sign, part) in &amount.rest {
            rest.push((sign.value, self.part(part)?));
        }
        Some(Amount { first: first?, rest })
    }

    fn part(&mut self, part: &ast::Part) -> Option<Part> {
        let what = match &part.what {
            ast::Quantity::Whole(number) => Quantity::Whole(self.up_to_1000(number)?),
            ast::Quantity::Place { row, what, .. } => {
                Quantity::Place(row.value, self.source(what)?)
            }
            ast::Quantity::Counted(counted) => match (self.tally(counted), counted) {
                (Some((whose, tally)), _) => Quantity::Tally(whose, tally),
                (None, Counted::Pieces(pieces)) => {
                    Quantity::Count(Box::new(self.pieces(pieces, pieces.at)?))
                }
                (None, Counted::Tally(..)) => return None,
            },
        };
        let Some((_, divisor)) = &part.modulo else {
            return Some(Part { what, modulo: None });
        };
        let modulo = NonZeroU32::new(self.up_to_1000(divisor)?);
        if modulo.is_none() {
            self.find(
                Code::BadNumber,
                divisor.at,
                "no number is divided by 0",
                "write a number above 0",
            );
            return None;
        }
        Some(Part { what, modulo })
    }

    fn up_to_1000(&mut self, part: &Word) -> Option<u32> {
        let number = part.text.parse::<u32>().ok().filter(|&n| n <= 1000);
        if number.is_none() {
            let title = format!("`{}` is too large a number", parse::short(&part.text));
            self.find(Code::BadNumber, part.at, title, "write a number up to 1000");
        }
        number
    }

    /// Reads a question such as `50 turns without capturing`.
    pub(super) fn lasting(&mut self, number: &Word, question: &ast::Question) -> Option<Question> {
        let turns = self.times(number, 1)?;
        let noted = self.parts.len();
        let asked = self.at_moment(Moment::Behind, |asker| asker.question(question))?;
        // Parts are examined for the move itself, and these are about the moves before it.
        self.parts.truncate(noted);
        let is_clock = |part: &Question| matches!(part, Question::Without(..));
        if !asked.asks_move() || asked.level() == Lookahead::Replies || asked.any(&is_clock) {
            let title = "`turns without` needs a kind of move";
            self.find(
                Code::MisplacedQuestion,
                question.at,
                title,
                "name such moves: `50 turns without capturing`",
            );
            return None;
        }
        Some(Question::Without(turns, ClockId::default(), Box::new(asked)))
    }

    /// The die that a sentence names.
    pub(super) fn die(&mut self, name: &Word) -> Option<DieId> {
        let name = Spanned::new(name.text.clone(), self.span(name.at));
        dice::find(&name, self.draft, self.found)
    }

    /// True if the first word of a question such as `die is 3` is or was meant to be a die.
    pub(super) fn names_die(&self, name: &Word) -> bool {
        let dice = self.draft.dice.iter().map(|die| die.name.value.as_str());
        did_you_mean(&name.text, dice).is_some()
    }

    /// Reads a question such as `die >= 3`.
    pub(super) fn rolled(
        &mut self,
        name: &Word,
        order: Said<Order>,
        face: &Word,
    ) -> Option<Question> {
        let negated = |question| Some(Question::Not(Box::new(question)));
        if order.value == Order::Unequal {
            return negated(self.rolled(name, Said { value: Order::Equal, ..order }, face)?);
        }
        let id = self.die(name)?;
        let (word, span, order) = (face.text.as_str(), self.span(face.at), order.value);
        let die = &self.draft.dice[id];
        if let (Order::Equal, Some(other)) = (order, self.other_die(word)) {
            let words = |die: &Die| -> Vec<String> {
                die.faces.iter().map(|face| face.word.clone()).collect()
            };
            if words(die) != words(&self.draft.dice[other]) || other == id {
                let title = format!("`{}` and `{word}` show different things", die.name.value);
                let title =
                    if other == id { "a die is compared with itself".into() } else { title };
                let help = "compare dice with the same values, in the same order";
                self.found.at(Code::BadDie, span, title, "cannot be equal").help(help);
                return None;
            }
            return Some(Question::Rolled(id, Roll::Like(other)));
        }
        let number = word.parse::<u32>();
        let faces: Faces = match (order, number) {
            (Order::Equal, _) if word == ROLLED => {
                return Some(Question::Rolled(id, Roll::Among(die.ids().collect())));
            }
            (Order::Equal, _) => die.face(word).into_iter().collect(),
            (_, Ok(wanted)) => die.numbers(|n| order.holds(n.into(), wanted.into())),
            (_, Err(_)) => Faces::default(),
        };
        let all: Faces = die.ids().collect();
        if faces.is_empty() || faces == all {
            let words: Vec<&str> = die.faces.iter().map(|face| face.word.as_str()).collect();
            let name = &die.name.value;
            let (title, label) = if faces.is_empty() {
                (format!("`{name}` never shows that"), "no such value")
            } else {
                (format!("`{name}` always shows that"), "every value")
            };
            let help = match did_you_mean(word, words.iter().copied()) {
                Some(near) if order == Order::Equal => Help::did_you_mean(near),
                Some(_) | None => format!("its values are {}", words.join(", ")).into(),
            };
            self.found.at(Code::BadDie, span, title, label).help(help);
            return None;
        }
        Some(Question::Rolled(id, Roll::Among(faces)))
    }

    fn other_die(&self, word: &str) -> Option<DieId> {
        let dice = self.draft.dice.enumerate();
        dice.into_iter().find(|(_, die)| die.name.value == word).map(|(id, _)| id)
    }

    /// A whole number. Reports a number below `least` or above 1000.
    pub(super) fn times(&mut self, number: &Word, least: u32) -> Option<u32> {
        let n = number.text.parse::<u32>().ok().filter(|n| (least..=1000).contains(n));
        if n.is_none() {
            let title = format!("`{}` is out of range", parse::short(&number.text));
            self.find(
                Code::BadNumber,
                number.at,
                title,
                format!("write a number from {least} to 1000"),
            );
        }
        n
    }

    pub(super) fn number(&mut self, wanted: &Wanted) -> Option<Number> {
        let (number, meant): (_, fn(u32) -> Number) = match &wanted.kind {
            WantedKind::No => return Some(Number::No),
            WantedKind::All => return Some(Number::All),
            WantedKind::Exactly(_, number) => (number, Number::Exactly),
            WantedKind::Bounded(bound, number) => match bound.value {
                Bound::AtLeast => (number, Number::AtLeast),
                Bound::AtMost => (number, Number::AtMost),
            },
        };
        match number.text.parse::<u32>() {
            Ok(n) if n <= 1000 => Some(meant(n)),
            Ok(_) | Err(_) => {
                let short = parse::short(&number.text);
                let title = format!("`{short}` is too large a number");
                self.find(Code::BadNumber, wanted.at, title, "write a number up to 1000");
                None
            }
        }
    }
}
