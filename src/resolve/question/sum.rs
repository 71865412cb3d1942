//! Reads numbers in sentences: sums, counts, durations and shares of the point. Numbers out of
//! range are findings.

use super::asker::Asker;
use super::part::Moment;
use alfil_diagnostics::index::Id;
use alfil_rules::goal::Verdict;
use alfil_rules::question::{ClockId, CounterId, Lookahead, Number, Question, Tally, Whose};
use alfil_syntax::grammar::{Rule, Tree};
use alfil_syntax::notation::parse;

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
