//! Gives numbers in sentences their meaning: sums, counts, durations and shares of the point. Numbers
//! out of range are findings.

use super::pieces::{Asker, singular};
use crate::context::Moment;
use crate::dice;
use crate::names;
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{Die, DieId, Faces, ROLLED, Roll};
use alfil_rules::goal::Verdict;
use alfil_rules::question::{
    Amount, ClockId, CounterId, Lookahead, Number, Order, Quantity, Question, Tally, Whose,
};
use alfil_syntax::notation::ast::{At, Said, Word};
use alfil_syntax::notation::parse;
use alfil_syntax::notation::sentence::ast::{
    self, Bound, Compare, Counted, How, Measure, QuestionKind, TallyWord, Wanted, WantedKind,
};
use std::num::NonZeroU32;

/// The number that a word names.
fn tally_of(word: Said<TallyWord>) -> Tally {
    match word.value {
        TallyWord::Worth => Tally::Worth,
        TallyWord::Turns => Tally::Turns,
    }
}

impl Asker<'_> {
    /// Reads a verdict with a share of the point, such as `win 3/4`.
    pub(super) fn shared(&mut self, verdict: Verdict, share: &Word) -> Option<Verdict> {
        let shared = verdict.with_share(&share.text);
        if shared.is_none() {
            let title = format!("`{}` is not what is left to such a side", share.text);
            let help = match verdict {
                Verdict::Win(_) => "who wins gets more than half of the point: `win 3/4`",
                Verdict::Loss(_) => "who loses gets less than half of the point: `loss 1/4`",
                Verdict::Draw => "of a draw both get half: write `draw`",
            };
            self.find(share.at, title, help);
        }
        shared
    }

    /// Reports a question that needs earlier positions.
    pub(super) fn tells(&mut self, question: &Question, said: &ast::Question) -> Option<()> {
        if !question.any(&|part| matches!(part, Question::Repeated(..))) {
            return Some(());
        }
        let title = "a position does not tell how often it has stood";
        let help = "only claims ask that: `claims: [draw when repeated 3 times]`";
        let is_it = |part: &ast::Question| matches!(part.kind, QuestionKind::Repeated { .. });
        let at = said.find(&is_it).map_or(self.whole, |part| part.at);
        self.find(at, title, help);
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

    /// Reads a question such as `more own pieces than enemy pieces`.
    pub(super) fn compare(&mut self, compare: &Compare, at: At) -> Option<Question> {
        let Compare { order, left, right, .. } = compare;
        match (self.tally(left), self.tally(right)) {
            (Some(left), Some(right)) => Some(Question::Tallies([left, right], order.value)),
            (None, None) => {
                let (Counted::Pieces(left), Counted::Pieces(right)) = (left, right) else {
                    return None;
                };
                let (left, right) = (self.pieces(left, left.at), self.pieces(right, right.at));
                Some(Question::Compare(left?, order.value, right?))
            }
            (Some(_), None) | (None, Some(_)) => {
                let title = "pieces and what is counted are not compared";
                let help = "compare like with like: `more own worth than enemy worth`";
                self.find(at, title, help);
                None
            }
        }
    }

    /// Reads a question such as `rank of own king is at least 4`.
    pub(super) fn measure(&mut self, measure: &Measure) -> Option<Question> {
        let (left, right) = (self.amount(&measure.left), self.amount(&measure.right));
        let (order, holds) = match measure.how.map(|how| how.value) {
            None => (Order::AsMany, true),
            Some(How::MoreThan) => (Order::More, true),
            Some(How::LessThan) => (Order::Fewer, true),
            Some(How::AtLeast) => (Order::Fewer, false),
            Some(How::AtMost) => (Order::More, false),
            Some(How::Not) => (Order::AsMany, false),
        };
        let asked = Question::Measure(Box::new([left?, right?]), order);
        Some(if holds { asked } else { Question::Not(Box::new(asked)) })
    }

    /// Reads a number such as `rank of own king` or `any turns modulo 4`.
    pub(super) fn amount(&mut self, amount: &ast::Amount) -> Option<Amount> {
        let what = match &amount.what {
            ast::Quantity::Whole(number) => Quantity::Whole(self.up_to_1000(number)?),
            ast::Quantity::Place { row, what, .. } => {
                Quantity::Place(row.value, self.source(what)?)
            }
            ast::Quantity::Number { pieces, .. } => {
                Quantity::Count(Box::new(self.pieces(pieces, pieces.at)?))
            }
            ast::Quantity::Tally(whose, word) => Quantity::Tally(whose.value, tally_of(*word)),
            ast::Quantity::Counter(whose, name) => {
                let Some(counter) = self.counter(name) else {
                    self.no_counter(whose.value, name);
                    return None;
                };
                Quantity::Tally(whose.value, Tally::Counted(counter))
            }
        };
        let Some((_, divisor)) = &amount.modulo else {
            return Some(Amount { what, modulo: None });
        };
        let modulo = NonZeroU32::new(self.up_to_1000(divisor)?);
        if modulo.is_none() {
            self.find(divisor.at, "no number is divided by 0", "write a number above 0");
            return None;
        }
        Some(Amount { what, modulo })
    }

    /// Reports a number of a side that nothing counts.
    fn no_counter(&mut self, whose: Whose, name: &Word) {
        let title = format!("nothing counts `{}`", name.text);
        let help = match names::kind(singular(&name.text, self.draft), self.draft) {
            Some(_) => Help::from(format!("write `number of {} {}`", whose.word(), name.text)),
            None => {
                "a counter is there once a line says `count NAME` or `set NAME to NUMBER`".into()
            }
        };
        self.find(name.at, title, help);
    }

    fn up_to_1000(&mut self, part: &Word) -> Option<u32> {
        let number = part.text.parse::<u32>().ok().filter(|&n| n <= 1000);
        if number.is_none() {
            let title = format!("`{}` is too large a number", parse::short(&part.text));
            self.find(part.at, title, "write a number up to 1000");
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
            let title = "turns are counted without moves that are something";
            self.find(question.at, title, "name such moves: `50 turns without capturing`");
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

    /// Reads a question such as `die is at least 3`.
    pub(super) fn rolled(
        &mut self,
        name: &Word,
        bound: Option<Said<Bound>>,
        face: &Word,
    ) -> Option<Question> {
        let id = self.die(name)?;
        let (word, span, bound) = (face.text.as_str(), self.span(face.at), bound.map(|b| b.value));
        let die = &self.draft.dice[id];
        if let (None, Some(other)) = (bound, self.other_die(word)) {
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
        let faces: Faces = match (bound, number) {
            (Some(Bound::AtLeast), Ok(least)) => die.numbers(|n| n >= least),
            (Some(Bound::AtMost), Ok(most)) => die.numbers(|n| n <= most),
            (Some(_), Err(_)) => Faces::default(),
            (None, _) if word == ROLLED => {
                return Some(Question::Rolled(id, Roll::Among(die.ids().collect())));
            }
            (None, _) => die.face(word).into_iter().collect(),
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
                Some(near) if bound.is_none() => Help::did_you_mean(near),
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
            let title = format!("`{}` times are never counted", parse::short(&number.text));
            self.find(number.at, title, format!("write a number from {least} to 1000"));
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
                let title = format!("`{short}` is more than are ever counted");
                self.find(wanted.at, title, "write a number up to 1000");
                None
            }
        }
    }
}
