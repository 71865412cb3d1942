//! Gives sentences their meaning: goals, duties, restrictions, effects and questions.
//!
//! The trees are in [`alfil_syntax::notation::sentence`]. `question/pieces.rs` translates pieces, and
//! `question/deed.rs` the actions of effects. Ids of kinds are those of the draft. A value is returned
//! exactly if there is no error. Every word has a meaning or is reported.

mod deed;
mod joined;
pub(crate) mod natural;
mod pieces;
mod suggest;
mod sum;

use crate::context::{Context, Moment, Parsed, Read, SentencePart, What};
use crate::draft::Draft;
use crate::movement;
use crate::names;
use crate::question::joined::Joint;
use crate::question::natural::{Stand, Trial, helped};
use crate::question::pieces::{Asker, meaning, meant, parsed, read};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_rules::condition::Condition;
use alfil_rules::effect::Effect;
use alfil_rules::goal::{self, Verdict};
use alfil_rules::question::{
    Amount, Anchor, Filter, Lookahead, Men, MoveFact, Number, Pieces, Question, Repeats, Subject,
    Test, Whose,
};
use alfil_syntax::notation::ast::{At, Fact, FormulaKind, Said, Word};
use alfil_syntax::notation::parse::{self, Names};
use alfil_syntax::notation::sentence::ast::{
    self, Asked, Count, Counted, FilterKind, Line, Prefix, QuestionKind, Reply, VerdictWord,
};
use alfil_syntax::notation::sentence::natural::{Form, Role};
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::Dialect;
use std::sync::Arc;

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

const STEPS: &str = "write a number such as `rank of own king`, `own rooks` or `own NAME`";

const FORMS: &str = "ask about pieces (`no enemy king`, `own king in last rank`), the side (`in check`, `on \
    move`) or the move (`capturing`, `giving check`), joined by `and`, `or`, `not`";

/// Reads a goal or a claim, such as `win when own king in finish`.
pub(crate) fn goal(
    text: &Scalar,
    end: End,
    draft: &Draft,
    found: &mut Report,
) -> Option<Read<goal::Asked>> {
    let reads: fn(Trial<'_>, Form, &str) -> bool = match end {
        End::Goal => |trial, form, text| reads_goal(trial, End::Goal, form, text),
        End::Claim => |trial, form, text| reads_goal(trial, End::Claim, form, text),
    };
    let stand = Stand { role: Role::Goal, reads };
    helped(text, stand, draft, found, |found| goal_read(text, end, draft, found))
}

fn goal_read(
    text: &Scalar,
    end: End,
    draft: &Draft,
    found: &mut Report,
) -> Option<Read<goal::Asked>> {
    read(text, parse::goal, GOAL, draft, found, |asker, goal| {
        let verdict = match goal.verdict.value {
            VerdictWord::Win => Verdict::WIN,
            VerdictWord::Loss => Verdict::LOSS,
            VerdictWord::Draw => Verdict::Draw,
        };
        let verdict = match &goal.share {
            Some(share) => asker.shared(verdict, share)?,
            None => verdict,
        };
        let question = asker.question(&goal.question)?;
        if end == End::Goal {
            asker.tells(&question, &goal.question)?;
        }
        asker.asks_now(&question, &goal.question)?;
        if question.any(&|part| matches!(part, Question::Move(MoveFact::Over(_)))) {
            let title = "a goal looks at the position after the move, which does not show the pieces between";
            let help = "count such moves in `effects`: `when over any rook then count leaps`, and ask `own leaps >= 1`";
            asker.found.at(Code::MisplacedQuestion, text.span(), title, "").help(help);
            return None;
        }
        if question.any(&|part| matches!(part, Question::Leaving(_))) {
            asker.found.push(behind_the_move(text));
            return None;
        }
        Some(goal::Asked { verdict, question, because: None, span: text.span() })
    })
}

/// The finding for a goal with `leaving`. Goals are always evaluated after the move.
fn behind_the_move(text: &Scalar) -> Diagnostic {
    let title = "goals already look at the position after the move";
    Diagnostic::at(Code::MisplacedQuestion, text.span(), title, "`leaving` is not needed")
        .help(Help::write(text.text().trim().replace("leaving ", "")))
}

/// Reads a question about moves or positions.
pub(crate) fn duty(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Read<Question>> {
    let stand = Stand { role: Role::Question, reads: reads_question };
    helped(text, stand, draft, found, |found| question_read(text, draft, found))
}

fn question_read(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Read<Question>> {
    read(text, parse::question, FORMS, draft, found, |asker, question| asker.asked(question))
}

/// Reads a number of the position, which counts the steps of a turn when it begins.
pub(crate) fn steps(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Read<Amount>> {
    read(text, parse::number, STEPS, draft, found, |asker, said| {
        let amount = asker.amount(said)?;
        let of_move = |of: &Pieces| of.names_anchor(&|_| true) || of.level() >= Lookahead::Attack;
        if amount.pieces().any(of_move) {
            let title = "the number of steps must be known before the first move of the turn";
            asker.find(
                Code::MisplacedQuestion,
                said.at,
                title,
                "use a number of the position: `rank of own king`",
            );
            return None;
        }
        Some(amount)
    })
}

/// Parses a question.
pub(crate) fn question_line(text: &Scalar, names: &Names<'_>) -> Parsed<Line<ast::Question>> {
    parsed(text, parse::question, names)
}

/// Gives a question its meaning.
pub(crate) fn asked(
    text: &Scalar,
    parsed: Parsed<Line<ast::Question>>,
    draft: &Draft,
    found: &mut Report,
) -> Option<Read<Question>> {
    meant(text, parsed, FORMS, draft, found, |asker, question| asker.asked(question))
}

/// Gives a question of the movement string `text` its meaning.
pub(crate) fn given(
    text: &str,
    asked: &Asked,
    draft: &Draft,
    context: Context<'_>,
    found: &mut Report,
) -> Option<(Question, Arc<[SentencePart]>)> {
    let context = Context { zones: &draft.zones, dialect: Dialect::default(), ..context };
    let parsed = Parsed { tree: Some(asked.line.clone()), found: asked.found.clone() };
    meaning(text, asked.words.at, &parsed, FORMS, draft, context, found, |asker, question| {
        asker.asked(question)
    })
}

/// Parses a line of effects.
pub(crate) fn effect_line(text: &Scalar, names: &Names<'_>) -> Parsed<Line<ast::Effect>> {
    parsed(text, parse::effect, names)
}

/// Gives a line of effects its meaning.
pub(crate) fn effect(
    text: &Scalar,
    parsed: Parsed<Line<ast::Effect>>,
    draft: &Draft,
    found: &mut Report,
) -> Option<Read<Effect>> {
    let stand = Stand { role: Role::Effect, reads: reads_effect };
    helped(text, stand, draft, found, |found| effect_read(text, parsed, draft, found))
}

fn effect_read(
    text: &Scalar,
    parsed: Parsed<Line<ast::Effect>>,
    draft: &Draft,
    found: &mut Report,
) -> Option<Read<Effect>> {
    meant(text, parsed, EFFECT, draft, found, |asker, effect| asker.effect(effect, text.span()))
}

// Reads the texts that helps may propose.

fn reads_goal(trial: Trial<'_>, end: End, form: Form, text: &str) -> bool {
    let text = match form {
        Form::Whole => trial.said(text),
        Form::Question => trial.said(format!("win when {text}")),
        Form::Deeds => return reads_effect(trial, form, text),
    };
    let mut found = Report::default();
    goal_read(&text, end, trial.draft, &mut found).is_some() && found.is_empty()
}

/// Reads a question, as a movement or a key has it.
pub(crate) fn reads_question(trial: Trial<'_>, form: Form, text: &str) -> bool {
    match form {
        Form::Whole | Form::Question => {
            let mut found = Report::default();
            question_read(&trial.said(text), trial.draft, &mut found).is_some() && found.is_empty()
        }
        Form::Deeds => reads_effect(trial, form, text),
    }
}

/// Reads a line of effects. It may count what nothing counts yet.
fn reads_effect(trial: Trial<'_>, form: Form, text: &str) -> bool {
    let text = match form {
        Form::Whole => trial.said(text),
        Form::Question => trial.said(format!("when {text} then king safe")),
        Form::Deeds => trial.said(format!("always {text}")),
    };
    let draft = trial.draft;
    let line = effect_line(&text, &names::of(draft));
    let counts: Vec<String> =
        line.tree.iter().flat_map(Line::counters).map(|name| name.text.clone()).collect();
    let is_new = |name: &String| !draft.counters.contains(name) && draft.find(name).is_none();
    let new: Vec<String> = counts.into_iter().filter(is_new).collect();
    let mut found = Report::default();
    let read = if new.is_empty() {
        effect_read(&text, line, draft, &mut found)
    } else {
        let mut draft = draft.clone();
        draft.counters.extend(new);
        effect_read(&text, line, &draft, &mut found)
    };
    read.is_some() && found.is_empty()
}

impl Asker<'_> {
    /// Reports a text that is no sentence of the wanted form.
    fn no_sentence(&mut self, forms: &str) {
        let said = self.words.trim();
        let title = match said {
            "" => "a sentence is missing here".to_owned(),
            said => format!("`{}` is not a sentence of this list", parse::short(said)),
        };
        let words: Vec<&str> = said.split_whitespace().collect();
        let help = match words.as_slice() {
            ["draw", share, "when", ..] if share.parse::<f64>().is_ok() => {
                "a draw always gives half a point to each side: write `draw when QUESTION`".into()
            }
            ["win" | "loss", share, "when", ..] if share.parse::<f64>().is_ok() => {
                "write the part of the point as a fraction: `win 3/4 when QUESTION`, `loss 1/4 when QUESTION`".into()
            }
            _ => Self::sentence_meant(said, forms).unwrap_or_else(|| Help::from(forms)),
        };
        self.find(Code::NoSuchSentence, self.whole, title, help);
    }

    /// The meaning of a question. Reports a question that needs earlier positions.
    fn asked(&mut self, said: &ast::Question) -> Option<Question> {
        let question = self.question(said)?;
        self.tells(&question, said)?;
        Some(question)
    }

    /// Reports text behind a complete sentence or question.
    fn not_continued(&mut self, rest: &Word) {
        self.ends_before(rest, "question");
    }

    /// Reports text behind a complete deed.
    fn deed_not_continued(&mut self, rest: &Word) {
        self.ends_before(rest, "deed");
    }

    /// Reports text behind a complete `what`.
    fn ends_before(&mut self, rest: &Word, what: &str) {
        let name = names::beginning(&rest.text, self.draft).map(str::len);
        let length = name.or(rest.text.find(' ')).unwrap_or(rest.text.len());
        let (word, behind) = rest.text.split_at(length);
        let at = At { start: rest.at.start, end: rest.at.start + word.len() };
        let title = format!("`{}` does not continue the {what}", parse::short(word));
        let help = match (what, word) {
            ("deed", "and" | "or" | ",") => "write `;` between deeds".into(),
            _ => self.not_further(word, behind.trim_start()),
        };
        self.find(Code::LeftoverWords, at, title, help);
    }

    fn question(&mut self, question: &ast::Question) -> Option<Question> {
        let at = question.at;
        let asked = match &question.kind {
            QuestionKind::Any(parts) => {
                self.find_joined(parts, Joint::Or);
                let each = self.each(parts)?;
                self.find_repeated(parts, &each);
                Question::Any(each)
            }
            QuestionKind::All(parts) => {
                self.find_joined(parts, Joint::And);
                let each = self.each(parts)?;
                self.find_repeated(parts, &each);
                Question::All(each)
            }
            QuestionKind::Prefixed(words, question) => self.prefixed(words, question, at)?,
            QuestionKind::Group { question, rest, .. } => {
                let asked = self.question(question);
                if let (Some(rest), Some(_)) = (rest, &asked) {
                    self.not_continued(rest);
                    return None;
                }
                return asked;
            }
            QuestionKind::Move(ast::MoveFact::Does(word, Some(pieces)))
                if word.value == ast::MoveWord::Moving =>
            {
                self.moving(pieces)?
            }
            QuestionKind::Move(fact) => Question::Move(self.move_fact(fact)?),
            QuestionKind::Plays(color) => Question::Plays(*color),
            QuestionKind::Side(whose, fact) => {
                let whose = whose.as_ref().map_or(Whose::Own, |whose| whose.value);
                Question::Side(whose, fact.value)
            }
            QuestionKind::Count(count) => self.count(count, at)?,
            QuestionKind::Rolled { die, order, face } if self.names_die(die) => {
                self.rolled(die, *order, face)?
            }
            QuestionKind::Without { number, question, .. } => self.lasting(number, question)?,
            QuestionKind::Repeated { number, by_checks, .. } => {
                let how = match by_checks {
                    Some(_) => Repeats::ByChecks,
                    None => Repeats::Anyhow,
                };
                Question::Repeated(self.times(number, 2)?, how)
            }
            QuestionKind::Compare(compare) => self.compare(compare, at)?,
            QuestionKind::Gone { whose, .. } => Question::KindGone(whose.value),
            QuestionKind::Cells(condition) => {
                let condition = condition.as_ref()?;
                // Distances restrict movements, and nothing else.
                if matches!(condition.kind, FormulaKind::One(Fact::Every(_))) {
                    self.unknown(at)?
                } else {
                    Question::Cells(movement::condition_of(condition, self.context, self.found)?)
                }
            }
            QuestionKind::Missing => {
                let behind = At { start: at.start, end: self.whole.end.max(at.start) };
                let width = self.text(behind).chars().next().map_or(0, char::len_utf8);
                let at = At { start: at.start, end: at.start + width };
                self.find(Code::UnfinishedSentence, at, "a question is missing here", FORMS);
                return None;
            }
            QuestionKind::Rolled { .. } | QuestionKind::Unknown(_) => self.unknown(at)?,
        };
        self.note(at, What::Question(asked.clone()));
        Some(asked)
    }

    /// The meaning of each part. An error in one part does not keep the others from being read.
    fn each(&mut self, parts: &ast::Joined<ast::Question>) -> Option<Vec<Question>> {
        let parts: Vec<_> = parts.parts().map(|part| self.question(part)).collect();
        parts.into_iter().collect()
    }

    /// A question with words such as `not` before it.
    fn prefixed(
        &mut self,
        words: &[Said<Prefix>],
        question: &ast::Question,
        at: At,
    ) -> Option<Question> {
        let has = |prefix| words.iter().any(|word| word.value == prefix);
        let (before, behind) = (has(Prefix::After), has(Prefix::Leaving));
        let noted = self.parts.len();
        let moment = if behind { Moment::Behind } else { self.moment };
        let asked = self.at_moment(moment, |asker| asker.question(question))?;
        if before {
            // Parts are examined for the move itself, and these are about another one.
            self.parts.truncate(noted);
            self.is_of_a_move(&asked, behind, at)?;
        }
        Some(words.iter().rev().fold(asked, |asked, word| match (word.value, asked) {
            (Prefix::Leaving, asked) => Question::Leaving(Box::new(asked)),
            (Prefix::After, asked) => Question::After(Box::new(asked)),
            (Prefix::Not, Question::Not(asked)) => *asked,
            (Prefix::Not, asked) => Question::Not(Box::new(asked)),
        }))
    }

    /// Words without a meaning of their own: the name of a question, or a mistake.
    fn unknown(&mut self, at: At) -> Option<Question> {
        let words = self.text(at).to_owned();
        if let Some(named) = names::question(&words, self.draft) {
            return named;
        }
        let near = did_you_mean(&words, self.draft.vocabulary.question_names());
        let near = near.map(Help::did_you_mean);
        let help = near.unwrap_or_else(|| self.suggested(&words));
        self.find(
            Code::UnknownWord,
            at,
            format!("`{}` is not a question", parse::short(&words)),
            help,
        );
        None
    }

    /// Reports a question behind `after` that the last move does not answer.
    fn is_of_a_move(&mut self, asked: &Question, behind: bool, at: At) -> Option<()> {
        let other = |part: &Question| {
            matches!(part, Question::Leaving(_) | Question::After(_) | Question::Without(..))
        };
        let (title, help) = if behind || asked.any(&other) {
            (
                "`after` is about one move only",
                "write `after` and a move, such as `after capturing`",
            )
        } else if !asked.asks_move() {
            ("`after` needs a question about a move", "write a move, such as `after capturing`")
        } else if asked.level() >= Lookahead::Attack {
            (
                "a position does not show whether the last move gave check",
                "ask what kind of move it was: `after capturing`, `after moving queen`",
            )
        } else {
            return Some(());
        };
        self.find(Code::MisplacedQuestion, at, title, help);
        None
    }

    /// Reports `after` in a sentence that is evaluated when its move is the last one already.
    fn asks_now(&mut self, question: &Question, said: &ast::Question) -> Option<()> {
        if !question.any(&|part| matches!(part, Question::After(_))) {
            return Some(());
        }
        let title = "`after` needs a next move, whose previous move it is about";
        let is_after = |part: &ast::Question| part.has(Prefix::After);
        let at = said.find(&is_after).map_or(self.whole, |part| part.at);
        self.find(
            Code::MisplacedQuestion,
            at,
            title,
            "use `after` in conditions on moves: `every move`, `moves` of a step, `must`",
        );
        None
    }

    fn move_fact(&mut self, fact: &ast::MoveFact) -> Option<MoveFact> {
        Some(match fact {
            ast::MoveFact::Giving(_, what) => match what.value {
                ast::Given::Mate => MoveFact::GivingMate,
                ast::Given::Check => MoveFact::GivingCheck,
            },
            ast::MoveFact::Promoting(_, kinds) => MoveFact::Promoting(match kinds {
                Some((_, kinds)) => Some(self.kinds(kinds)?),
                None => None,
            }),
            ast::MoveFact::Over(_, pieces) => {
                MoveFact::Over(self.described(pieces, "ask of the kinds: `over own pawn`")?)
            }
            ast::MoveFact::Castling => MoveFact::Castling,
            ast::MoveFact::Passing => MoveFact::Passing,
            ast::MoveFact::Does(word, pieces) => {
                let men = |asker: &mut Self, help: &str| match pieces {
                    Some(pieces) => asker.described(pieces, help),
                    None => Some(Men::all()),
                };
                match word.value {
                    ast::MoveWord::Moving => MoveFact::Moving(men(self, "")?),
                    ast::MoveWord::Capturing => {
                        let help = "say where it ends: `capturing queen and to hill`";
                        MoveFact::Capturing(men(self, help)?)
                    }
                    ast::MoveWord::Dropping => {
                        let help = "say where it is dropped: `dropping pawn and to file e`";
                        MoveFact::Dropping(men(self, help)?)
                    }
                }
            }
        })
    }

    /// The owner and the kinds of pieces. Reports filters and anchors, with this help.
    fn described(&mut self, said: &ast::Pieces, help: &str) -> Option<Men> {
        let ast::Subject::Men(men) = &said.subject else {
            self.find(
                Code::BadPieces,
                said.at,
                "here, pieces can have an owner and kinds, but no filter",
                help,
            );
            return None;
        };
        if let Some(filter) = said.filters.first() {
            self.find(
                Code::BadPieces,
                filter.at,
                "here, pieces can have an owner and kinds, but no filter",
                help,
            );
            return None;
        }
        self.men(men)
    }

    /// Reads `moving PIECES`. Filters are about the piece where it stands: `mover FILTERS`.
    fn moving(&mut self, said: &ast::Pieces) -> Option<Question> {
        let men = match &said.subject {
            ast::Subject::Men(men) => Some(men),
            ast::Subject::Empty(_) => {
                let help = "name pieces: `moving king`, `moving previous mover`";
                self.find(Code::BadPieces, said.at, "empty cells do not move", help);
                return None;
            }
            ast::Subject::Anchor(_) => None,
        };
        let mut parts = Vec::new();
        let mut filters = Vec::new();
        match &said.subject {
            ast::Subject::Anchor(anchor) if !anchor.value.is_of_last() => {
                let title = format!("`{}` is known only from the move itself", anchor.value.word());
                self.find(
                    Code::BadPieces,
                    anchor.at,
                    title,
                    "name pieces: `moving king`, `moving previous mover`",
                );
                return None;
            }
            ast::Subject::Anchor(anchor) => {
                filters.push(Filter { holds: true, test: Test::On(anchor.value) });
            }
            ast::Subject::Men(men) => {
                parts.push(Question::Move(MoveFact::Moving(self.men(men)?)));
            }
            ast::Subject::Empty(_) => {}
        }
        for filter in &said.filters {
            let names_itself = matches!(&filter.kind,
                FilterKind::But(_, anchor) if anchor.value == Anchor::Mover);
            if names_itself {
                let title =
                    "`but mover` leaves no piece, because the mover is the piece that moves";
                self.find(Code::BadPieces, filter.at, title, Help::write("but previous mover"));
                return None;
            }
            filters.push(self.filter(filter, men)?);
        }
        if !filters.is_empty() {
            let mover = Pieces { what: Subject::Anchor(Anchor::Mover), filters };
            self.note(said.at, What::Pieces(mover.clone()));
            parts.push(Question::Count(Number::Some, mover));
        }
        Some(if parts.len() == 1 { parts.remove(0) } else { Question::All(parts) })
    }

    fn count(&mut self, count: &Count, at: At) -> Option<Question> {
        let number = match &count.number {
            Some(number) => self.number(number)?,
            None => Number::Some,
        };
        if let (Some((whose, tally)), None) = (self.tally(&count.what), &count.reply) {
            return Some(self.counted_in_words(number, (whose, tally), &count.what, at));
        }
        let Counted::Pieces(said) = &count.what else { return None };
        let pieces = self.pieces(said, said.at)?;
        let Some(reply) = &count.reply else { return Some(Question::Count(number, pieces)) };
        if pieces.what == Subject::Empty {
            let help = "ask about pieces: `own king can reach camp`";
            self.find(Code::BadPieces, said.at, "empty cells do not move", help);
            return None;
        }
        let area = match reply {
            Reply::Reach { to, .. } => Some(self.area(to)?),
            Reply::Move(..) => None,
        };
        Some(Question::Reply(number, pieces, area))
    }
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
