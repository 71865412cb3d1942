//! Warns of sentences without effect: questions with a constant answer and actions that change
//! nothing.
//!
//! A sentence is reported only if this holds in every position. A file with errors is not checked.

pub(crate) mod answer;
mod counters;
mod inherited;
mod number;
mod order;
mod supply;

use crate::resolve::context::Context;
use crate::resolve::draft::read::{Key, Parsed, Read};
use crate::resolve::draft::{Draft, MovementString};
use crate::resolve::movement::{self, Lowered};
use crate::resolve::question::part::SentencePart;
use crate::resolve::question::part::{Moment, What};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::condition::Condition;
use alfil_rules::direction::Directions;
use alfil_rules::movement::{
    Action, Aim, Course, Edges, Gait, Leg, Mode, Movement, Pace, Passage, Range, Stride, Term, Walk,
};
use alfil_rules::question::Pieces;
use alfil_syntax::choices::Dialect;
use alfil_syntax::definition::Definition;
use alfil_syntax::notation::ast::At;
use answer::{Answer, Captures, Known, Of, Place, Why};
use std::collections::BTreeSet;

/// Reports the sentences of `file` that have no effect.
pub(crate) fn lint(file: &Definition, draft: &Draft, found: &mut Report) {
    let source = file.span.source;
    order::lint(draft, source, found);
    counters::lint(draft, source, found);
    inherited::lint(file, draft, found);
    let mut auditor = Auditor { draft, source, judged: BTreeSet::new(), found };
    let said = &draft.sentences;
    auditor.sentences(&said.duties, Of::Moves);
    auditor.sentences(&said.told, Of::Position);
    auditor.sentences(&said.effects, Of::Made);
    auditor.sentences(&said.goals, Of::Position);
    auditor.sentences(&said.claims, Of::Position);
    for (key, read) in said.keyed.iter().chain(&draft.turn.keyed) {
        if let Some(of) = asked_of(*key) {
            auditor.sentences([read], of);
        }
    }
    auditor.sentences(draft.shuffle.iter().filter_map(|said| said.when.as_ref()), Of::Position);
    for piece in draft.pieces.iter() {
        let ways = [Some(&piece.moves), piece.attacks.as_ref()];
        for string in ways.into_iter().flatten().flat_map(|ways| &ways.strings) {
            auditor.movement(string, file.dialect);
        }
        let promotes = piece.promotes.iter().filter_map(|rule| rule.when.as_ref());
        auditor.sentences(promotes, Of::Moves);
    }
}

/// What the sentence of a key asks about. `None` if it is not examined.
fn asked_of(key: Key) -> Option<Of> {
    match key {
        Key::EveryMove | Key::Who | Key::OnlyWhen => Some(Of::Moves),
        Key::Attacks => Some(Of::Walks),
        Key::Castling => Some(Of::Castling),
        Key::Drops => Some(Of::Drops),
        Key::If => Some(Of::Position),
        Key::MayPass => Some(Of::Passes),
        Key::Steps | Key::MayPassInCheck => None,
    }
}

struct Auditor<'a> {
    draft: &'a Draft,
    /// The file whose sentences are examined.
    source: SourceId,
    /// The texts that are examined already. A text for a group belongs to several pieces.
    judged: BTreeSet<(u32, u32)>,
    found: &'a mut Report,
}

impl Auditor<'_> {
    /// True if a text is in the file and not examined yet.
    fn is_due(&mut self, span: Span) -> bool {
        span.source == self.source && self.judged.insert((span.start, span.end))
    }

    fn sentences<'r, V: 'r>(&mut self, all: impl IntoIterator<Item = &'r Read<V>>, of: Of) {
        for read in all {
            if self.is_due(read.span) {
                self.judge(&read.parts, of);
            }
        }
    }

    /// Checks the questions in a movement string.
    fn movement(&mut self, string: &MovementString, dialect: Dialect) {
        if string.parts.is_empty() || !self.is_due(string.span) {
            return;
        }
        let (zones, place) = (&self.draft.zones, |_| string.span);
        let context = Context { place: &place, zones, dialect };
        let parsed = Parsed { tree: Some((*string.tree).clone()), found: Report::default() };
        let (whole, before) = (At::default(), any_movement(string.span));
        let found = &mut Report::default();
        let lowered = movement::lower_tree(&parsed, whole, &before, 0, context, found);
        let Some(Lowered { movement, .. }) = lowered else { return };
        for (number, parts) in string.parts.iter().enumerate() {
            let captures = captures_of(&movement, number);
            self.judge_knowing(parts, Of::Walks, Known { captures, ..Known::default() });
        }
    }

    fn judge(&mut self, parts: &[SentencePart], of: Of) {
        self.judge_knowing(parts, of, Known::default());
    }

    fn judge_knowing(&mut self, parts: &[SentencePart], of: Of, known: Known) {
        let mut spans: Vec<Span> = Vec::new();
        let mut findings = Vec::new();
        for part in parts {
            let holds = |inner: &Span| part.span.start <= inner.start && inner.end <= part.span.end;
            if spans.iter().any(holds) {
                continue;
            }
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

/// A movement of which nothing is known: its moves may capture or not. It stands for the inherited
/// moves, to which the questions of a string may apply as well.
fn any_movement(span: Span) -> Movement {
    let leg = Leg {
        stride: Stride::Universal,
        aim: Aim::Frame(Directions::all()),
        course: Course::Straight,
        range: Range::ONE,
        pace: Pace::Free,
        mode: Mode::MOVE,
        passage: Passage::Free,
        edges: Edges::Closed,
        leaves_trace: false,
        gait: Gait::Natural,
        reach: None,
    };
    let walk = Walk { legs: vec![leg], loops: Vec::new(), first_move: false };
    let (action, when) = (Action::Walk(walk), Condition::Always);
    Movement { terms: vec![Term { action, when, given: Vec::new(), span }], asked: Vec::new() }
}

/// What all terms with the question `number` capture, if it is the same for all of them.
fn captures_of(movement: &Movement, number: usize) -> Option<Captures> {
    let asks = |term: &&Term| term.given.iter().any(|given| given.number == number);
    let mut all = movement.terms.iter().filter(asks).map(term_captures);
    let first = all.next()??;
    all.all(|captures| captures == Some(first)).then_some(first)
}

/// Whether every move of a term captures, or none does. `None` if it depends on the position.
fn term_captures(term: &Term) -> Option<Captures> {
    let Action::Walk(walk) = &term.action else { return Some(Captures::Nothing) };
    let takes = |leg: &&Leg| leg.mode.capture || leg.mode.en_passant || leg.mode.own;
    let taking: Vec<&Leg> = walk.legs.iter().filter(takes).collect();
    let must_take = |leg: &&&Leg| !leg.mode.quiet && !leg.mode.hop;
    // A piece that reappears is not captured, and a walk moves at most one piece.
    let exchanges = walk.legs.iter().any(|leg| leg.mode.unload);
    match (taking.as_slice(), exchanges) {
        ([], _) => Some(Captures::Nothing),
        _ if !walk.loops.is_empty() => None,
        ([_], true) => Some(Captures::Exchanged),
        (_, true) => None,
        (taking, false) => taking.iter().find(must_take).map(|_| Captures::Something),
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
        Why::Exchange => {
            ("a piece with which the mover changes places is not captured", "leave this part out")
        }
        Why::CastlesUnattacked => {
            ("a king that is attacked does not castle anyway", "leave this part out")
        }
        Why::TooFew => (
            "a side never has more of them than in the setup, because no rule adds any",
            "write a number that the setup allows",
        ),
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
