//! Warns of sentences without effect: questions with a constant answer and actions that change
//! nothing.
//!
//! A sentence is reported only if this holds in every position. A file with errors is not checked.

pub(crate) mod answer;
mod number;

use crate::resolve::context::in_context;
use crate::resolve::draft::Draft;
use crate::resolve::movement::{self, Asking};
use crate::resolve::question::is_question;
use crate::resolve::question::part::SentencePart;
use crate::resolve::question::part::{Moment, What};
use crate::resolve::question::parts::{self, Form};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::Span;
use alfil_rules::movement::Movement;
use alfil_rules::question::Pieces;
use alfil_syntax::definition::Definition;
use alfil_syntax::mapping::OrNone;
use alfil_syntax::piece::{PieceBody, PieceChange};
use alfil_syntax::scalar::Scalar;
use alfil_syntax::turn::{PassText, StepText, StepsText};
use answer::{Answer, Known, Of, Place, Why};

/// Reports the sentences of `file` that have no effect.
pub(crate) fn lint(file: &Definition, draft: &Draft, found: &mut Report) {
    let mut auditor = Auditor { file, draft, found };
    let lists = [
        (&file.must, Form::Question, Of::Moves),
        (&file.umpire_tells, Form::Question, Of::Position),
        (&file.effects, Form::Effect, Of::Made),
        (&file.ends.goals, Form::Goal, Of::Position),
        (&file.ends.claims, Form::Goal, Of::Position),
    ];
    for (lines, form, of) in lists {
        for line in lines.iter().flat_map(|list| &list.lines) {
            auditor.sentence(Some(line), form, of);
        }
    }
    let asks = |text: &&Scalar| is_question(text.text(), draft);
    auditor.sentence(file.every_move.as_ref().filter(asks), Form::Only, Of::Moves);
    auditor.sentence(file.attacks.as_ref().filter(asks), Form::Only, Of::Walks);
    if let Some(castling) = file.castling.as_ref().and_then(OrNone::value) {
        auditor.sentence(castling.when.as_ref(), Form::Question, Of::Castling);
    }
    if let Some(hand) = file.hand.as_ref().and_then(OrNone::value) {
        auditor.sentence(hand.when.as_ref(), Form::Question, Of::Drops);
    }
    if let Some(shuffle) = file.shuffle.as_ref().and_then(OrNone::value) {
        auditor.sentence(shuffle.when.as_ref(), Form::Question, Of::Position);
    }
    if let Some(turn) = file.turn.as_ref().and_then(OrNone::value) {
        let first = turn.first.iter().filter_map(OrNone::value);
        let all = turn.white.iter().chain(&turn.black).chain(first).map(|series| &series.steps);
        for steps in turn.steps.iter().chain(all) {
            match steps {
                StepsText::Some(steps, _) => steps.iter().for_each(|step| auditor.step(step)),
                StepsText::Growing(_) | StepsText::Counted(_) => {}
            }
        }
    }
    for piece in &file.pieces {
        match &piece.change {
            PieceChange::Remove => {}
            PieceChange::Set(body) => auditor.piece(body),
        }
    }
}

struct Auditor<'a> {
    file: &'a Definition,
    draft: &'a Draft,
    found: &'a mut Report,
}

impl Auditor<'_> {
    fn sentence(&mut self, text: Option<&Scalar>, form: Form, of: Of) {
        let Some(text) = text else { return };
        let parts = parts::parts(text, form, self.draft);
        self.judge(&parts, of);
    }

    fn step(&mut self, step: &StepText) {
        self.sentence(step.given.as_ref(), Form::Question, Of::Position);
        self.sentence(step.who.as_ref(), Form::Who, Of::Moves);
        self.sentence(step.when.as_ref(), Form::Question, Of::Moves);
        match &step.may_pass {
            PassText::No | PassText::Yes => {}
            PassText::When(text) => self.sentence(Some(text), Form::Question, Of::Passes),
        }
    }

    fn piece(&mut self, body: &PieceBody) {
        for text in [&body.moves, &body.attacks].into_iter().flatten() {
            self.movement(text);
        }
        for rule in body.promotes.iter().filter_map(OrNone::value).flatten() {
            self.sentence(rule.when.as_ref(), Form::Question, Of::Moves);
        }
    }

    /// Checks the questions in a movement string.
    fn movement(&mut self, text: &Scalar) {
        let (draft, dialect) = (self.draft, self.file.dialect);
        let named: Vec<&str> = draft.vocabulary.question_names().collect();
        let all = in_context(text, &draft.zones, dialect, |words, context| {
            let (none, ignored) = (Movement::default(), &mut Report::default());
            let asking = Asking { named: &named, unread: 0 };
            let (_, asked) = movement::lower_asking(words, &none, asking, context, ignored)?;
            let parts = |&at| parts::parts_of_term(words, at, draft, context);
            Some(asked.iter().map(parts).collect::<Vec<_>>())
        });
        for parts in all.iter().flatten() {
            self.judge(parts, Of::Walks);
        }
    }

    fn judge(&mut self, parts: &[SentencePart], of: Of) {
        let mut spans: Vec<Span> = Vec::new();
        let mut findings = Vec::new();
        for part in parts {
            let holds = |inner: &Span| part.span.start <= inner.start && inner.end <= part.span.end;
            if spans.iter().any(holds) {
                continue;
            }
            // The moves that the sentence applies to.
            let known = Known::default();
            let place = Place { draft: self.draft, of, moment: part.moment, known };
            let finding = match &part.what {
                What::Question(question) => asked(place.answer(question), part.span),
                What::Filter(pieces) => {
                    // If such pieces do not exist even without filters, a filter is not the reason.
                    let bare = Pieces { what: pieces.what.clone(), filters: Vec::new() };
                    let missing = place.missing(pieces).filter(|_| place.missing(&bare).is_none());
                    missing.map(|why| never_any(why, part))
                }
                What::Pieces(pieces) => {
                    // Without filters, these pieces are the whole question, and a finding about the
                    // question says the same.
                    let missing = place.missing(pieces).filter(|_| !pieces.filters.is_empty());
                    missing.map(|why| never_any(why, part))
                }
                What::Deed(deed) => place.idle(deed).map(|why| changes_nothing(why, part.span)),
            };
            if let Some(finding) = finding {
                spans.push(part.span);
                findings.push(finding);
            }
        }
        self.found.extend(findings);
    }
}

/// The finding for a question whose answer is always the same.
fn asked(answer: Answer, span: Span) -> Option<Diagnostic> {
    let (title, label, why) = match answer {
        Answer::Unknown => return None,
        Answer::Always(why) => ("the answer to this is always yes", "asks nothing", why),
        Answer::Never(why) => ("the answer to this is always no", "never so", why),
    };
    Some(because(Diagnostic::at(Code::IdleQuestion, span, title, label), why))
}

fn never_any(why: Why, part: &SentencePart) -> Diagnostic {
    let code = match part.moment {
        Moment::Here | Moment::Behind => Code::IdleQuestion,
        Moment::Picked => Code::IdleEffect,
    };
    because(Diagnostic::at(code, part.span, "no piece is ever such", "never so"), why)
}

fn changes_nothing(why: Why, span: Span) -> Diagnostic {
    because(Diagnostic::at(Code::IdleEffect, span, "this never changes anything", "idle"), why)
}

/// Adds the reason and a suggestion to `finding`.
fn because(finding: Diagnostic, why: Why) -> Diagnostic {
    let (reason, help) = match why {
        Why::Sort => (
            "the moves that are asked here are all of one sort",
            "leave this part out, or ask it of other moves",
        ),
        Why::DropStartsNowhere => (
            "before a drop its piece is in hand: it has no start, and stands nowhere",
            "ask about `end`, where it will stand, or behind the drop: `leaving mover ...`",
        ),
        Why::DropEndsOnNothing => (
            "before a drop nothing stands on `end`",
            "ask where the cell lies: `end in AREA`; or ask behind the drop: `leaving mover ...`",
        ),
        Why::PassMovesNothing => (
            "a pass moves no piece, and names no cell",
            "ask of the position: `not in check`, `no own queen`",
        ),
        Why::NoPartner => ("only castling has a partner", "name another cell: `start`, `end`"),
        Why::NoHand => {
            ("the game has no hands", "leave this part out, or add `hand: {captured: to captor}`")
        }
        Why::HandIsNoCell => (
            "what is in hand stands on no cell, and what stands on a cell is not in hand",
            "ask one of the two",
        ),
        Why::VictimIsGone => (
            "what is captured is gone: it stands on no cell",
            "ask of the move instead: `capturing queen`",
        ),
        Why::OwnAttack => (
            "a piece is attacked by the other side's pieces; its own side's guard it",
            "write `enemy` for `own`, or ask whether it is `guarded`",
        ),
        Why::OwnCapture => (
            "no piece of this game captures its own side's",
            "leave this part out, or let a piece do so: `dW`",
        ),
        Why::OwnMove => ("the piece that moves is always one's own", "write `own` for `enemy`"),
        Why::OnMove => ("whoever makes a move is on move", "leave this part out"),
        Why::NotStuck => (
            "it is asked of a move that can be made, so its side is not stuck",
            "ask it of the other side behind the move: `giving mate`, or of the end of the game: `ends`",
        ),
        Why::NoRoyal => (
            "no piece of this game is royal, so nobody is in check",
            "leave this part out, or make a piece royal: `royal: true`",
        ),
        Why::Nobodys => {
            let help = Help::write("any");
            return finding.because("such a piece is no side's").help(help);
        }
        Why::NoAllies => (
            "no side of this game has an ally",
            "leave this part out, or make teams of sides: `allies: [[red, yellow], [blue, green]]`",
        ),
        Why::NoPromotion => (
            "no piece of this game promotes to that",
            "leave this part out, or add it to `promotes`",
        ),
        Why::Contradiction => ("it excludes itself", "join what may hold instead with `or`"),
        Why::OnlyOne => ("a move names one such piece or cell at most", "leave the number out"),
        Why::FixedNumbers => (
            "the number always lies on one side of the other one",
            "compare with a number that it may be: `any turns modulo 4 is 3`",
        ),
        Why::SameNumber => ("the number is compared with itself", "leave this part out"),
        Why::MoverStands => (
            "the piece that moves stands there, and no line of effects takes it away",
            "name another cell: `start`; or remove it first: `remove end; place ...`",
        ),
        Why::NothingBeneath => (
            "no piece is ever beneath another",
            "cover pieces in the same line: `always victim goes under mover; carry all`",
        ),
        Why::SameKind => ("the pieces are of that kind already", "name another kind"),
    };
    finding.because(reason).help(help)
}
