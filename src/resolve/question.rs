//! Reads questions, and the sentences of goals, duties, restrictions and effects.
//!
//! `question/pieces.rs` reads pieces, and `question/deed.rs` reads the actions of effects. Ids of
//! kinds are those of the draft. A value is returned exactly if there is no error. Every word has a
//! meaning or is reported.

mod asker;
mod deed;
pub(crate) mod part;
pub(crate) mod parts;
mod pieces;
mod suggest;
mod sum;

use crate::resolve::context::Context;
use crate::resolve::draft::Draft;
use crate::resolve::movement;
use crate::resolve::names;
use crate::resolve::question::asker::{Asker, read, read_in};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::effect::Effect;
use alfil_rules::goal::{Asked, Verdict};
use alfil_rules::question::{
    Amount, Lookahead, Men, MoveFact, Number, Order, Question, Repeats, SideFact, Subject, Whose,
};
use alfil_syntax::choices::Dialect;
use alfil_syntax::grammar::{Rule, Tree};
use alfil_syntax::notation::ast::At;
use alfil_syntax::notation::parse;
use alfil_syntax::scalar::Scalar;
use part::{Moment, What};
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// A sentence of `goals`.
    Goal,
    /// A sentence of `claims`.
    Claim,
}

const GOAL: &str = "write `win when QUESTION`, `loss when QUESTION` or `draw when QUESTION`";

const EFFECT: &str =
    "write `when QUESTION then DEEDS`, `when QUESTION may DEEDS` or `always DEEDS`";

const WHO: &str = "name the pieces that may move: `own but last mover`, `last mover`";

const STEPS: &str =
    "write a number such as `rank of own king`, `number of own rooks` or `own NAME`";

const ONLY: &str = "a restriction is `only when QUESTION`";

const FORMS: &str = "ask about pieces (`no enemy king`, `own king in last rank`), the side (`in check`, `on \
    move`) or the move (`capturing`, `giving check`), joined by `and`, `or`, `not`";

/// Reads a goal or a claim, such as `win when own king in finish`.
pub(crate) fn goal(text: &Scalar, end: End, draft: &Draft, found: &mut Report) -> Option<Asked> {
    read(text, Rule::goal_text, draft, found, |asker, pair| {
        let verdict = asker.head(&pair, GOAL)?;
        let verdict = match verdict.as_str() {
            "win" => Verdict::WIN,
            "loss" => Verdict::LOSS,
            _ => Verdict::Draw,
        };
        let verdict = match pair.clone().into_inner().find(|p| p.as_rule() == Rule::share) {
            Some(share) => asker.shared(verdict, &share)?,
            None => verdict,
        };
        let question = asker.question_of(pair)?;
        if end == End::Goal {
            asker.tells(&question)?;
        }
        asker.asks_now(&question)?;
        if question.any(&|part| matches!(part, Question::Move(MoveFact::Over(_)))) {
            let title = "what stood between is not to be seen behind the move";
            asker.find(
                text.span(),
                title,
                "ask it of every move or of an effect, which may count it",
            );
            return None;
        }
        if question.any(&|part| matches!(part, Question::Leaving(_))) {
            asker.found.push(behind_the_move(text));
            return None;
        }
        Some(Asked { verdict, question, span: text.span() })
    })
}

/// The finding for a goal with `leaving`. Goals are always evaluated after the move.
fn behind_the_move(text: &Scalar) -> Diagnostic {
    let title = "goals are asked behind the move already";
    Diagnostic::at(Code::BadQuestion, text.span(), title, "asks behind it")
        .help(Help::write(text.text().trim().replace("leaving ", "")))
}

/// Reads a question about moves or positions.
pub(crate) fn duty(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Question> {
    read(text, Rule::duty_text, draft, found, |asker, pair| asker.asked(pair))
}

/// Reads the pieces that a step may move, as a question about the move.
pub(crate) fn who(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Question> {
    read(text, Rule::who_text, draft, found, |asker, pair| {
        asker.head(&pair, WHO)?;
        let pieces = pair.into_inner().find(|p| p.as_rule() == Rule::pieces)?;
        let (span, words) = (asker.span(&pieces), pieces.as_str().trim().to_owned());
        let pieces = asker.pieces(pieces)?;
        if pieces.what == Subject::Empty {
            asker.find(span, "empty cells do not move", WHO);
            return None;
        }
        if pieces.names_anchor(&|anchor| !anchor.is_of_last()) {
            let title = format!("`{words}` names what the move decides that is still to be made");
            asker.find(span, title, WHO);
            return None;
        }
        Some(Question::Among(pieces))
    })
}

/// Reads a number of the position, which counts the steps of a turn when it begins.
pub(crate) fn steps(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Amount> {
    read(text, Rule::number_text, draft, found, |asker, pair| {
        asker.head(&pair, STEPS)?;
        let value = pair.into_inner().find(|p| p.as_rule() == Rule::value_)?;
        let span = asker.span(&value);
        let amount = asker.amount(value)?;
        let Some(pieces) = amount.pieces() else { return Some(amount) };
        if pieces.names_anchor(&|_| true) || pieces.level() >= Lookahead::Attack {
            let title = "the number of steps is known before the first move of the turn";
            asker.find(span, title, "count what stands on the board: `rank of own king`");
            return None;
        }
        Some(amount)
    })
}

/// Reads `only when QUESTION`.
pub(crate) fn restriction(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Question> {
    read(text, Rule::only_text, draft, found, |asker, pair| {
        asker.head(&pair, ONLY)?;
        asker.asked(pair)
    })
}

/// Reads the question at the place `at` of the movement string `text`.
pub(crate) fn given(
    text: &str,
    at: At,
    draft: &Draft,
    context: Context<'_>,
    found: &mut Report,
) -> Option<Question> {
    let place = |range: Range<usize>| (context.place)(at.start + range.start..at.start + range.end);
    let context = Context { place: &place, zones: &draft.zones, dialect: Dialect::default() };
    let words = &text[at.bytes()];
    read_in(words, context, Rule::duty_text, draft, found, |asker, pair| asker.asked(pair))
}

/// Returns true for `only when` with a question that a condition on cells cannot express.
pub(crate) fn is_question(text: &str, draft: &Draft) -> bool {
    let named = |words: &str| draft.vocabulary.question_names().any(|n| parse::mentions(words, n));
    let text = names::Names::of(draft).veil(text);
    let words = text.trim_start().strip_prefix("only");
    let words = words.and_then(|rest| rest.trim_start().strip_prefix("when"));
    words.is_some_and(|words| parse::is_question(words) || named(&names::unveil(words)))
}

pub(crate) fn effect(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Effect> {
    read(text, Rule::effect_text, draft, found, |asker, pair| {
        asker.head(&pair, EFFECT)?;
        asker.effect(pair, text.span())
    })
}

/// The names of the counters that a line of `effects` changes. The line need not be valid.
pub(crate) fn counted(text: &str) -> Vec<String> {
    let names = |line| parse::words_of(Rule::effect_text, text, line, Rule::q_name);
    names(Rule::count_deed).into_iter().chain(names(Rule::set_deed)).collect()
}

impl Asker<'_> {
    fn span(&self, pair: &Tree<'_>) -> Span {
        let span = pair.as_span();
        let length = pair.as_str().trim_end().len();
        (self.context.place)(span.start()..span.start() + length)
    }

    fn find(&mut self, span: Span, title: impl Into<String>, help: impl Into<Help>) {
        self.found.at(Code::BadQuestion, span, title, "").help(help);
    }

    /// The first word of a sentence. Reports a text that is not such a sentence; `forms` lists the
    /// valid ones.
    fn head(&mut self, pair: &Tree<'_>, forms: &str) -> Option<String> {
        let first = pair.clone().into_inner().next()?;
        if first.as_rule() == Rule::no_sentence {
            let said = self.words.trim();
            let title = match said {
                "" => "a sentence is missing here".to_owned(),
                said => format!("`{}` is no such sentence", parse::short(said)),
            };
            let span = (self.context.place)(0..self.words.len());
            let words: Vec<&str> = said.split_whitespace().collect();
            match words.as_slice() {
                [verdict @ ("win" | "loss" | "draw"), share, "when", ..]
                    if share.parse::<f64>().is_ok() =>
                {
                    let help = "a part of the point is a fraction: `win 3/4 when QUESTION`, `loss 1/4 when QUESTION`";
                    let help = match *verdict {
                        "draw" => "of a draw both get half: write `draw when QUESTION`",
                        _ => help,
                    };
                    self.find(span, title, help);
                }
                _ => {
                    let meant = Self::sentence_meant(said, forms);
                    self.find(span, title, meant.unwrap_or_else(|| Help::from(forms)));
                }
            }
            return None;
        }
        Some(first.as_str().to_owned())
    }

    /// The question of a sentence. Reports a question that needs earlier positions.
    fn asked(&mut self, sentence: Tree<'_>) -> Option<Question> {
        let question = self.question_of(sentence)?;
        self.tells(&question)?;
        Some(question)
    }

    /// The question of a sentence.
    fn question_of(&mut self, sentence: Tree<'_>) -> Option<Question> {
        let question = sentence.into_inner().find(|p| p.as_rule() == Rule::question)?;
        self.question(question)
    }

    fn rest(&mut self, pair: &Tree<'_>) {
        let rest = pair.as_str().trim_start();
        let word = rest.split_whitespace().next().unwrap_or_default();
        let start = pair.as_span().end() - rest.len();
        let span = (self.context.place)(start..start + word.len());
        let title = format!("`{}` does not continue the question", parse::short(word));
        let help = self.not_further(word, rest[word.len()..].trim_start());
        self.find(span, title, help);
    }

    fn question(&mut self, pair: Tree<'_>) -> Option<Question> {
        let (rule, span) = (pair.as_rule(), self.span(&pair));
        match rule {
            Rule::question | Rule::q_all => {
                let parts = pair
                    .into_inner()
                    .filter(|p| !matches!(p.as_rule(), Rule::or_word | Rule::and_word));
                // Every part is read, even if an earlier one fails.
                let parts: Vec<_> = parts.map(|part| self.question(part)).collect();
                let mut parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
                let asked = match (parts.len(), rule) {
                    (1, _) => return Some(parts.remove(0)),
                    (_, Rule::question) => Question::Any(parts),
                    (_, _) => Question::All(parts),
                };
                self.note(span, What::Question(asked.clone()));
                Some(asked)
            }
            Rule::q_one => {
                let mut inner: Vec<_> = pair.into_inner().collect();
                let last = inner.pop()?;
                let before = inner.iter().any(|word| word.as_rule() == Rule::after_word);
                let noted = self.parts.len();
                let behind = inner.iter().any(|word| word.as_rule() == Rule::leaving);
                let moment = if behind { Moment::Behind } else { self.moment };
                let asked = self.at_moment(moment, |asker| asker.question(last))?;
                if before {
                    // Parts are examined for the move itself, and these are about another one.
                    self.parts.truncate(noted);
                    self.is_of_a_move(&asked, behind, span)?;
                }
                let asked =
                    inner.iter().rev().fold(asked, |asked, word| match (word.as_rule(), asked) {
                        (Rule::leaving, asked) => Question::Leaving(Box::new(asked)),
                        (Rule::after_word, asked) => Question::After(Box::new(asked)),
                        (_, Question::Not(asked)) => *asked,
                        (_, asked) => Question::Not(Box::new(asked)),
                    });
                if !inner.is_empty() {
                    self.note(span, What::Question(asked.clone()));
                }
                Some(asked)
            }
            Rule::q_group => {
                let mut inner = pair.into_inner();
                let asked = self.question(inner.next()?);
                if let (Some(rest), Some(_)) = (inner.next(), &asked) {
                    self.rest(&rest);
                    return None;
                }
                asked
            }
            _ => {
                let asked = self.atom(pair)?;
                self.note(span, What::Question(asked.clone()));
                Some(asked)
            }
        }
    }

    /// Reports a question behind `after` that the last move does not answer.
    fn is_of_a_move(&mut self, asked: &Question, behind: bool, span: Span) -> Option<()> {
        let other = |part: &Question| {
            matches!(part, Question::Leaving(_) | Question::After(_) | Question::Without(..))
        };
        let (title, help) = if behind || asked.any(&other) {
            ("`after` asks of one move only", "write `after` and a move, such as `after capturing`")
        } else if !asked.asks_move() {
            (
                "`after` asks of the move before, and this is about no move",
                "write a move, such as `after capturing`",
            )
        } else if asked.level() >= Lookahead::Attack {
            (
                "a position does not tell whether the move before gave check",
                "ask whether it was such: `after capturing`, `after moving queen`",
            )
        } else {
            return Some(());
        };
        self.find(span, title, help);
        None
    }

    /// Reports `after` in a sentence that is evaluated when its move is the last one already.
    fn asks_now(&mut self, question: &Question) -> Option<()> {
        if !question.any(&|part| matches!(part, Question::After(_))) {
            return Some(());
        }
        let span = (self.context.place)(0..self.words.len());
        let title = "`after` asks of the move before one that is to be made";
        self.find(span, title, "ask it of moves: `every move`, `only when` of a step, `must`");
        None
    }

    fn atom(&mut self, pair: Tree<'_>) -> Option<Question> {
        let span = self.span(&pair);
        let words = pair.as_str().trim().to_owned();
        match pair.as_rule() {
            Rule::move_fact => self.move_fact(pair).map(Question::Move),
            Rule::side_fact => {
                let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
                SideFact::from_words(words.as_str()).map(Question::Side)
            }
            Rule::count => self.count(pair),
            Rule::rolled if self.names_die(&pair) => self.rolled(pair),
            Rule::lasting => self.lasting(pair),
            Rule::stood => {
                let how = if pair.clone().into_inner().any(|p| p.as_rule() == Rule::by_checks) {
                    Repeats::ByChecks
                } else {
                    Repeats::Anyhow
                };
                Some(Question::Repeated(self.times(pair, 2)?, how))
            }
            Rule::compare => {
                let order = match words.split_whitespace().next() {
                    Some("more") => Order::More,
                    Some("fewer") => Order::Fewer,
                    _ => Order::AsMany,
                };
                let amount = |p: &Tree<'_>| matches!(p.as_rule(), Rule::pieces | Rule::tally);
                let sides: Vec<_> = pair.into_inner().filter(amount).collect();
                let [left, right] = <[Tree<'_>; 2]>::try_from(sides).ok()?;
                match [self.tally(&left), self.tally(&right)] {
                    [Some(left), Some(right)] => Some(Question::Tallies([left, right], order)),
                    [None, None] => {
                        let (left, right) = (self.pieces(left), self.pieces(right));
                        Some(Question::Compare(left?, order, right?))
                    }
                    [Some(_), None] | [None, Some(_)] => {
                        let title = "pieces and what is counted are not compared";
                        self.find(
                            span,
                            title,
                            "compare like with like: `more own worth than enemy worth`",
                        );
                        None
                    }
                }
            }
            Rule::measure => self.measure(pair),
            Rule::gone => Some(Question::KindGone(whose(&pair)?)),
            Rule::q_place => {
                let condition = self.part(&pair, movement::condition)?;
                Some(Question::Cells(condition))
            }
            Rule::q_missing => {
                let at = pair.as_span().start();
                let width = self.words[at..].chars().next().map_or(0, char::len_utf8);
                let span = (self.context.place)(at..at + width);
                self.find(span, "a question is missing here", FORMS);
                None
            }
            _ => {
                if let Some(named) = names::question(&words, self.draft) {
                    return named;
                }
                let near = did_you_mean(&words, self.draft.vocabulary.question_names());
                let near = near.map(Help::did_you_mean);
                let help = near.unwrap_or_else(|| self.suggested(&words));
                self.find(span, format!("`{}` is no question", parse::short(&words)), help);
                None
            }
        }
    }

    /// Reads the text of a pair with `meaning`, a reader of conditions or areas.
    fn part<T>(
        &mut self,
        pair: &Tree<'_>,
        meaning: fn(&str, Context<'_>, &mut Report) -> Option<T>,
    ) -> Option<T> {
        let (start, place) = (pair.as_span().start(), self.context.place);
        let place = |range: std::ops::Range<usize>| place(start + range.start..start + range.end);
        meaning(pair.as_str().trim_end(), Context { place: &place, ..self.context }, self.found)
    }

    fn move_fact(&mut self, pair: Tree<'_>) -> Option<MoveFact> {
        let mut inner = pair.into_inner();
        let head = inner.next()?;
        Some(match (head.as_rule(), head.as_str()) {
            (Rule::giving, _) => match inner.next()?.as_rule() {
                Rule::mate_word => MoveFact::GivingMate,
                _ => MoveFact::GivingCheck,
            },
            (Rule::promoting, _) => {
                MoveFact::Promoting(match inner.find(|p| p.as_rule() == Rule::kinds) {
                    Some(kinds) => Some(self.kinds(kinds)?),
                    None => None,
                })
            }
            (Rule::over_word, _) => MoveFact::Over(self.men(inner.next()?)?),
            (Rule::castling_word, _) => MoveFact::Castling,
            (Rule::passing_word, _) => MoveFact::Passing,
            (_, word) => {
                let men = inner.next().map_or(Some(Men::all()), |what| self.men(what))?;
                match word {
                    "moving" => MoveFact::Moving(men),
                    "capturing" => MoveFact::Capturing(men),
                    _ => MoveFact::Dropping(men),
                }
            }
        })
    }

    fn count(&mut self, pair: Tree<'_>) -> Option<Question> {
        let (mut number, mut counted, mut reply) = (Number::Some, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::q_number => number = self.number(part)?,
                Rule::reply => reply = Some(part),
                _ => counted = Some(part),
            }
        }
        let counted = counted?;
        if let (Some((whose, tally)), None) = (self.tally(&counted), &reply) {
            return Some(Question::Counter(number, whose, tally));
        }
        let span = self.span(&counted);
        let pieces = self.pieces(counted)?;
        let Some(reply) = reply else { return Some(Question::Count(number, pieces)) };
        if pieces.what == Subject::Empty {
            self.find(span, "empty cells do not move", "ask of pieces: `own king can reach camp`");
            return None;
        }
        let area = match reply.into_inner().find(|p| p.as_rule() == Rule::spot) {
            Some(spot) => Some(self.area(&spot)?),
            None => None,
        };
        Some(Question::Reply(number, pieces, area))
    }
}

fn whose(pair: &Tree<'_>) -> Option<Whose> {
    let word = pair.clone().into_inner().find(|p| p.as_rule() == Rule::whose)?;
    Whose::from_word(word.as_str())
}

/// Splits a restriction into conditions for the move tables and questions that are evaluated for
/// each move.
pub(crate) fn split(question: Question) -> (Condition, Vec<Question>) {
    let (mut condition, mut asked) = (Condition::Always, Vec::new());
    let parts = match question {
        Question::All(parts) => parts,
        other => vec![other],
    };
    for part in parts {
        match part.condition() {
            Some(c) => condition = condition.and(c),
            None => asked.push(part),
        }
    }
    (condition, asked)
}
