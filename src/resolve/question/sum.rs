//! Reads numbers in sentences: sums, counts, durations and shares of the point. Numbers out of
//! range are findings.

use super::asker::Asker;
use super::part::Moment;
use super::pieces::singular;
use crate::resolve::dice;
use crate::resolve::names;
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{Die, DieId, Faces, ROLLED, Roll};
use alfil_rules::goal::Verdict;
use alfil_rules::question::{
    Amount, ClockId, CounterId, Lookahead, Number, Order, Quantity, Question, Row, Tally, Whose,
};
use alfil_syntax::grammar::{Rule, Tree};
use alfil_syntax::notation::parse;
use std::num::NonZeroU32;

impl Asker<'_> {
    /// Reads a verdict with a share of the point, such as `win 3/4`.
    pub(super) fn shared(&mut self, verdict: Verdict, share: &Tree<'_>) -> Option<Verdict> {
        let shared = verdict.with_share(share.as_str());
        if shared.is_none() {
            let title = format!("`{}` is not what is left to such a side", share.as_str());
            let help = match verdict {
                Verdict::Win(_) => "who wins gets more than half of the point: `win 3/4`",
                Verdict::Loss(_) => "who loses gets less than half of the point: `loss 1/4`",
                Verdict::Draw => "of a draw both get half: write `draw`",
            };
            self.find(self.span(share), title, help);
        }
        shared
    }

    /// Reports a question that needs earlier positions.
    pub(super) fn tells(&mut self, question: &Question) -> Option<()> {
        if !question.any(&|part| matches!(part, Question::Repeated(..))) {
            return Some(());
        }
        let span = (self.context.place)(0..self.words.len());
        let title = "a position does not tell how often it has stood";
        self.find(span, title, "only claims ask that: `claims: [draw when repeated 3 times]`");
        None
    }

    /// The number that words such as `own checks` or `own worth` name. `None` if they name pieces.
    pub(super) fn tally(&self, named: &Tree<'_>) -> Option<(Whose, Tally)> {
        pub(super) fn parts<'t>(tree: &Tree<'t>) -> Vec<Tree<'t>> {
            tree.clone().into_inner().collect()
        }
        if named.as_rule() == Rule::tally {
            let [whose, word] = parts(named).try_into().ok()?;
            let tally = if word.as_str() == "worth" { Tally::Worth } else { Tally::Turns };
            return Some((Whose::from_word(whose.as_str())?, tally));
        }
        let [men] = parts(named).try_into().ok()?;
        let [whose, kinds] = parts(&men).try_into().ok()?;
        let index = self.draft.counters.iter().position(|name| name == kinds.as_str().trim())?;
        let counter = Tally::Counted(CounterId::from_index(index));
        Some((Whose::from_word(whose.as_str())?, counter))
    }

    /// Reads a question such as `rank of own king is at least 4`.
    pub(super) fn measure(&mut self, pair: Tree<'_>) -> Option<Question> {
        let (mut amounts, mut order, mut holds) = (Vec::new(), Order::AsMany, true);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::value_ => amounts.push(self.amount(part)),
                Rule::more_than => order = Order::More,
                Rule::less_than => order = Order::Fewer,
                Rule::at_least => (order, holds) = (Order::Fewer, false),
                Rule::at_most => (order, holds) = (Order::More, false),
                Rule::not_word => holds = false,
                _ => {}
            }
        }
        let amounts = amounts.into_iter().collect::<Option<Vec<_>>>()?;
        let amounts = <[Amount; 2]>::try_from(amounts).ok()?;
        let asked = Question::Measure(Box::new(amounts), order);
        Some(if holds { asked } else { Question::Not(Box::new(asked)) })
    }

    /// Reads a number such as `rank of own king` or `any turns modulo 4`.
    pub(super) fn amount(&mut self, pair: Tree<'_>) -> Option<Amount> {
        let (mut what, mut modulo) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::place_of => what = Some(self.place_of(part)?),
                Rule::number_of => {
                    let pieces = part.into_inner().find(|p| p.as_rule() == Rule::pieces)?;
                    what = Some(Quantity::Count(Box::new(self.pieces(pieces)?)));
                }
                Rule::tally_of => what = Some(self.tally_of(part)?),
                Rule::whole if what.is_some() => {
                    modulo = NonZeroU32::new(self.whole(&part)?);
                    if modulo.is_none() {
                        let title = "no number is divided by 0";
                        self.find(self.span(&part), title, "write a number above 0");
                        return None;
                    }
                }
                Rule::whole => what = Some(Quantity::Whole(self.whole(&part)?)),
                _ => {}
            }
        }
        Some(Amount { what: what?, modulo })
    }

    fn place_of(&mut self, pair: Tree<'_>) -> Option<Quantity> {
        let (mut row, mut of) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::row_word => row = Row::from_word(part.as_str()),
                Rule::x => of = self.source(part),
                _ => {}
            }
        }
        Some(Quantity::Place(row?, of?))
    }

    fn tally_of(&mut self, pair: Tree<'_>) -> Option<Quantity> {
        let [whose, word] = pair.into_inner().collect::<Vec<_>>().try_into().ok()?;
        let whose = Whose::from_word(whose.as_str())?;
        let tally = match word.as_str() {
            "worth" => Tally::Worth,
            "turns" => Tally::Turns,
            name => match self.draft.counters.iter().position(|known| known == name) {
                Some(index) => Tally::Counted(CounterId::from_index(index)),
                None => {
                    let title = format!("nothing counts `{}`", names::unveil(name));
                    let help = match names::kind(singular(name, self.draft), self.draft) {
                        Some(_) => Help::from(format!("write `number of {} {name}`", whose.word())),
                        None => "a counter is there once a line says `count NAME` or `set NAME to NUMBER`".into(),
                    };
                    self.find(self.span(&word), title, help);
                    return None;
                }
            },
        };
        Some(Quantity::Tally(whose, tally))
    }

    fn whole(&mut self, part: &Tree<'_>) -> Option<u32> {
        let number = part.as_str().parse::<u32>().ok().filter(|&n| n <= 1000);
        if number.is_none() {
            let title = format!("`{}` is too large a number", parse::short(part.as_str()));
            self.find(self.span(part), title, "write a number up to 1000");
        }
        number
    }

    /// Reads a question such as `50 turns without capturing`.
    pub(super) fn lasting(&mut self, pair: Tree<'_>) -> Option<Question> {
        let turns = self.times(pair.clone(), 1)?;
        let one = pair.into_inner().find(|p| p.as_rule() == Rule::q_one)?;
        let span = self.span(&one);
        let asked = self.at_moment(Moment::Behind, |asker| asker.question(one))?;
        let is_clock = |part: &Question| matches!(part, Question::Without(..));
        if !asked.asks_move() || asked.level() == Lookahead::Replies || asked.any(&is_clock) {
            let title = "turns are counted without moves that are something";
            self.find(span, title, "name such moves: `50 turns without capturing`");
            return None;
        }
        Some(Question::Without(turns, ClockId::default(), Box::new(asked)))
    }

    /// The die that a sentence names.
    pub(super) fn die(&mut self, named: &Tree<'_>) -> Option<DieId> {
        let name = Spanned::new(named.as_str().trim().to_owned(), self.span(named));
        dice::find(&name, self.draft, self.found)
    }

    /// True if the first word of a question such as `die is 3` is or was meant to be a die.
    pub(super) fn names_die(&self, pair: &Tree<'_>) -> bool {
        let name = pair.clone().into_inner().find(|part| part.as_rule() == Rule::q_name);
        let dice = || self.draft.dice.iter().map(|die| die.name.value.as_str());
        name.is_some_and(|name| did_you_mean(name.as_str(), dice()).is_some())
    }

    /// Reads a question such as `die is at least 3`.
    pub(super) fn rolled(&mut self, pair: Tree<'_>) -> Option<Question> {
        let mut least_or_most = None;
        let (mut name, mut face) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::q_name => name = Some(part),
                Rule::face => face = Some(part),
                Rule::at_least | Rule::at_most => least_or_most = Some(part.as_rule()),
                _ => {}
            }
        }
        let (id, face) = (self.die(&name?)?, face?);
        let (word, span) = (face.as_str().trim(), self.span(&face));
        let die = &self.draft.dice[id];
        if let (None, Some(other)) = (least_or_most, self.other_die(word)) {
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
        let faces: Faces = match (least_or_most, number) {
            (Some(Rule::at_least), Ok(least)) => die.numbers(|n| n >= least),
            (Some(_), Ok(most)) => die.numbers(|n| n <= most),
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
            let (title, label) = match faces.is_empty() {
                true => (format!("`{name}` never shows that"), "no such value"),
                false => (format!("`{name}` always shows that"), "every value"),
            };
            let help = match did_you_mean(word, words.iter().copied()) {
                Some(near) if least_or_most.is_none() => Help::did_you_mean(near),
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

    /// The whole number in `pair`. Reports a number below `least` or above 1000.
    pub(super) fn times(&mut self, pair: Tree<'_>, least: u32) -> Option<u32> {
        let number = pair.into_inner().find(|p| p.as_rule() == Rule::whole)?;
        let n = number.as_str().parse::<u32>().ok().filter(|n| (least..=1000).contains(n));
        if n.is_none() {
            let title = format!("`{}` times are never counted", parse::short(number.as_str()));
            self.find(self.span(&number), title, format!("write a number from {least} to 1000"));
        }
        n
    }

    pub(super) fn number(&mut self, pair: Tree<'_>) -> Option<Number> {
        let span = self.span(&pair);
        let mut wanted: fn(u32) -> Number = Number::Exactly;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::no_word => return Some(Number::No),
                Rule::all_word => return Some(Number::All),
                Rule::at_least => wanted = Number::AtLeast,
                Rule::at_most => wanted = Number::AtMost,
                _ => match part.as_str().parse::<u32>() {
                    Ok(n) if n <= 1000 => return Some(wanted(n)),
                    Ok(_) | Err(_) => {
                        let title = format!(
                            "`{}` is more than are ever counted",
                            parse::short(part.as_str())
                        );
                        self.find(span, title, "write a number up to 1000");
                    }
                },
            }
        }
        None
    }
}
