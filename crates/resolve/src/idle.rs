//! Warns of sentences without effect: questions with a constant answer, actions that change
//! nothing, counters that no rule reads, and sentences that never count.
//!
//! A sentence is reported only if this holds in every position. A file with errors is not checked.

pub(crate) mod answer;

use crate::context::{Context, Key, Moment, Parsed, Read, SentencePart, What};
use crate::dice;
use crate::draft::{Draft, MovementString, Piece};
use crate::movement::{self, Lowered};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::condition::{Area, Condition};
use alfil_rules::effect::{Deed, Effect};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{
    Action, Aim, Course, Edges, Gait, Leg, Mode, Movement, Pace, Passage, Range, Stride, Term, Walk,
};
use alfil_rules::outcome::POINTS;
use alfil_rules::question::Node;
use alfil_rules::question::{
    CounterId, Men, MoveFact, Number, Pattern, Pieces, Question, Tally, Whose,
};
use alfil_rules::setup::{Setup, Square};
use alfil_rules::side::Side;
use alfil_rules::term::Directions;
use alfil_syntax::definition::Definition;
use alfil_syntax::notation::ast::At;
use alfil_syntax::value::Dialect;
use answer::{Answer, Captures, Known, Of, Place, Why};
use std::collections::BTreeSet;

/// Reports the sentences of `file` that have no effect.
pub(crate) fn lint(file: &Definition, draft: &Draft, found: &mut Report) {
    let source = file.span.source;
    lint_order(draft, source, found);
    lint_counters(draft, source, found);
    lint_inherited(file, draft, found);
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
        Key::EveryMove | Key::StepMoves => Some(Of::Moves),
        Key::Attacks => Some(Of::Walks),
        Key::Castling => Some(Of::Castling),
        Key::Drops => Some(Of::Drops),
        Key::StepWhen => Some(Of::Position),
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
            "compare with a number that it may be: `any turns mod 4 = 3`",
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

// Finds counters that effects change and no rule reads.

/// Reports the first line of the file `source` that changes such a counter.
fn lint_counters(draft: &Draft, source: SourceId, found: &mut Report) {
    let read = read(draft);
    let mut reported = BTreeSet::new();
    for effect in draft.sentences.effects.iter().filter(|effect| effect.span.source == source) {
        for (number, deed) in effect.deeds.iter().enumerate() {
            let Some(counter) = changed(deed) else { continue };
            let Some(name) = draft.counters.get(counter.index()) else { continue };
            let idle = !read.contains(&counter) && name != POINTS;
            if idle && reported.insert(counter) {
                let title = format!("no rule reads the counter `{name}`");
                found
                    .at(Code::UnusedName, effect.counter(number), title, "changes it")
                    .because("a counter is only a number, until a question asks for it")
                    .help(format!("ask for it, such as `ends: {{goals: [win when at least 3 own {name}]}}`, or take this out"));
            }
        }
    }
}

/// The counter that an action changes.
fn changed(deed: &Deed) -> Option<CounterId> {
    Some(deed.shape().counts?.counter)
}

/// The counters that some rule reads.
fn read(draft: &Draft) -> BTreeSet<CounterId> {
    let mut all = BTreeSet::new();
    let pieces = || draft.live().map(|(_, piece)| piece);
    let terms = pieces().flat_map(|piece| {
        let attacks = piece.attacks.iter().flat_map(|attacks| &attacks.movement.asked);
        piece.moves.movement.asked.iter().chain(attacks)
    });
    let promotions = pieces().flat_map(|piece| &piece.promotes);
    let promotions = promotions.filter_map(|promotes| promotes.when.as_deref());
    let shuffle = draft.shuffle.iter().filter_map(|shuffle| shuffle.when.as_deref());
    let steps = draft.turn.turn.questions().chain(terms).map(|asked| &asked.value);
    let questions = draft.sentences.questions().chain(promotions).chain(shuffle).chain(steps);
    let mut add = |node: Node<'_, Area, Condition, Pattern>| {
        if let Node::Tally(Tally::Counted(counter)) = node {
            all.insert(counter);
        }
    };
    questions.for_each(|question| question.walk(&mut add));
    draft.turn.turn.amounts().for_each(|amount| amount.walk(&mut add));
    draft.sentences.effects.iter().for_each(|effect| effect.walk(&mut add));
    all
}

// Finds promotions that a definition with pieces and a setup of its own seems to have forgotten.

/// Reports inherited promotions to inherited kinds that stand in the setup of the parent and not in that of
/// `file`. Kinds that the parent reaches only by promotion are meant to be missing. A file that brings no
/// pieces of its own is left alone: it may be an ending.
fn lint_inherited(file: &Definition, draft: &Draft, found: &mut Report) {
    let source = file.span.source;
    let setups = draft.setup.as_ref().zip(draft.replaced_setup.as_ref());
    let Some((setup, before)) = setups.filter(|(setup, _)| setup.span.source == source) else {
        return;
    };
    let is_own = |piece: &Piece| piece.letter.span.source == source;
    let stands = |kind: KindId| has(setup, kind);
    let is_new = |(kind, piece): (KindId, &Piece)| {
        is_own(piece) && !piece.royal.is_royal() && piece.promotes.is_empty() && stands(kind)
    };
    if !draft.live().any(is_new) {
        return;
    }
    let made: Vec<KindId> = draft.sentences.effects().flat_map(Effect::made).collect();
    for (_, piece) in draft.live().filter(|&(kind, _)| stands(kind)) {
        let rules = piece.promotes.iter().filter(|rule| rule.span.source != source);
        let mut lacking: Vec<&str> = Vec::new();
        for kind in rules.flat_map(|rule| draft.targets(rule)) {
            let target = &draft.pieces[kind];
            let turns_up = Side::BOTH.iter().any(|&side| dice::may_turn_up(draft, side, target));
            if has(before, kind)
                && !stands(kind)
                && !is_own(target)
                && !made.contains(&kind)
                && !turns_up
            {
                lacking.push(target.name.value.as_str());
            }
        }
        lacking.dedup();
        let (Some(first), name) = (lacking.first(), &piece.name.value) else { continue };
        let title =
            format!("the {name} still promotes to {}, as in the parent", lacking.join(", "));
        found
            .at(Code::InheritedPromotion, setup.placement.span, title, format!("has no {first}"))
            .help(format!(
                "write `{first}: none` if the game has none, or say what is meant: \
                 `{name}: {{promotes: {{to: ...}}}}`"
            ));
    }
}

/// Returns true if a piece of `kind` stands in the setup or is in a hand.
fn has(setup: &Setup, kind: KindId) -> bool {
    let mut cells = setup.placement.rows.iter().flat_map(|row| &row.cells);
    let on_cell = cells.any(|cell| match cell.value {
        Square::Piece(_, of) | Square::Covered(_, of) => of == kind,
        Square::Empty(_) | Square::Missing => false,
    });
    let on_point = setup.placement.points.iter().any(|point| point.value.kind == kind);
    on_cell
        || on_point
        || setup.hands.iter().flat_map(|hand| &hand.value).any(|&(_, of)| of == kind)
}

// Finds sentences of a list that never count, because a sentence before them is true whenever they
// are.

/// Reports such duties, goals and claims of the file `source`. In each of these lists, the first
/// sentence that is true decides.
fn lint_order(draft: &Draft, source: SourceId, found: &mut Report) {
    let said = &draft.sentences;
    let duties = said.duties.iter().map(|asked| (&asked.value, asked.span)).collect::<Vec<_>>();
    let ends = [&said.goals, &said.claims]
        .map(|list| list.iter().map(|asked| (&asked.question, asked.span)).collect::<Vec<_>>());
    for list in [&duties].into_iter().chain(&ends) {
        for (at, (question, span)) in list.iter().enumerate() {
            let decides = |(before, _): &&(&Question, Span)| implies(question, before, draft);
            if span.source == source
                && let Some((_, before)) = list[..at].iter().find(decides)
            {
                let finding = Diagnostic::at(
                    Code::IdleQuestion,
                    *span,
                    "this sentence never counts",
                    "an earlier one decides",
                )
                .because("the first sentence that is true counts, and one before this one is true whenever it is");
                let finding = if before.source == source {
                    finding.label(*before, "true whenever the other is")
                } else {
                    finding
                };
                found.push(finding.help("take it out, or write it before the other one"));
            }
        }
    }
}

/// Returns true if `wide` is true wherever `narrow` is. False means that this is not known.
fn implies(narrow: &Question, wide: &Question, draft: &Draft) -> bool {
    if narrow == wide {
        return true;
    }
    match (narrow, wide) {
        (Question::Any(parts), _) => parts.iter().all(|part| implies(part, wide, draft)),
        (_, Question::All(parts)) => parts.iter().all(|part| implies(narrow, part, draft)),
        (Question::All(parts), _) if parts.iter().any(|part| implies(part, wide, draft)) => true,
        (_, Question::Any(parts)) => parts.iter().any(|part| implies(narrow, part, draft)),
        (Question::Not(narrow), Question::Not(wide)) => implies(wide, narrow, draft),
        (Question::Leaving(narrow), Question::Leaving(wide)) => implies(narrow, wide, draft),
        (Question::Move(narrow), Question::Move(wide)) => fact_implies(narrow, wide, draft),
        (Question::Count(narrow, one), Question::Count(wide, other)) => {
            one == other && number_implies(*narrow, *wide)
        }
        _ => false,
    }
}

fn fact_implies(narrow: &MoveFact, wide: &MoveFact, draft: &Draft) -> bool {
    match (narrow, wide) {
        (MoveFact::Moving(narrow), MoveFact::Moving(wide))
        | (MoveFact::Capturing(narrow), MoveFact::Capturing(wide))
        | (MoveFact::Dropping(narrow), MoveFact::Dropping(wide))
        | (MoveFact::Over(narrow), MoveFact::Over(wide)) => includes(wide, narrow, draft),
        (MoveFact::Promoting(narrow), MoveFact::Promoting(wide)) => match (narrow, wide) {
            (_, None) => true,
            (Some(narrow), Some(wide)) => narrow.iter().all(|kind| wide.contains(kind)),
            (None, Some(_)) => false,
        },
        // Mate is a check that nothing answers.
        (MoveFact::GivingMate, MoveFact::GivingCheck) => true,
        _ => false,
    }
}

/// Returns true if `wide` describes every piece that `narrow` does.
fn includes(wide: &Men, narrow: &Men, draft: &Draft) -> bool {
    let whose = match wide.whose {
        None | Some(Whose::Any) => true,
        Some(Whose::Own | Whose::Enemy | Whose::Ally) => wide.whose == narrow.whose,
    };
    whose && draft.live().all(|(kind, _)| !narrow.has(kind) || wide.has(kind))
}

fn number_implies(narrow: Number, wide: Number) -> bool {
    let least = |number: Number| match number {
        Number::Some => Some(1),
        Number::AtLeast(n) | Number::Exactly(n) => Some(n),
        Number::No | Number::AtMost(_) | Number::All => None,
    };
    let most = |number: Number| match number {
        Number::No => Some(0),
        Number::AtMost(n) | Number::Exactly(n) => Some(n),
        Number::Some | Number::AtLeast(_) | Number::All => None,
    };
    match wide {
        Number::Some => least(narrow).is_some_and(|n| n >= 1),
        Number::AtLeast(n) => least(narrow).is_some_and(|least| least >= n),
        Number::No => most(narrow) == Some(0),
        Number::AtMost(n) => most(narrow).is_some_and(|most| most <= n),
        Number::Exactly(_) | Number::All => false,
    }
}
