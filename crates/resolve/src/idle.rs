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
    CounterId, Men, MoveFact, Number, Order, Pattern, Pieces, Question, Tally, Whose,
};
use alfil_rules::setup::{Setup, Square};
use alfil_rules::side::Side;
use alfil_rules::term::Directions;
use alfil_syntax::definition::Definition;
use alfil_syntax::notation::ast::At;
use alfil_syntax::value::Dialect;
use answer::{Answer, Captures, Known, Of, Place, Why};
use std::collections::{BTreeMap, BTreeSet};

/// Reports the sentences of `file` that have no effect.
pub(crate) fn lint(file: &Definition, draft: &Draft, found: &mut Report) {
    let source = file.span.source;
    lint_order(draft, source, found);
    lint_counters(draft, source, found);
    lint_exact(draft, source, found);
    lint_passant(draft, source, found);
    lint_inherited(file, draft, found);
    let mut auditor = Auditor { draft, source, judged: BTreeSet::new(), found };
    let said = &draft.sentences;
    auditor.sentences(&said.duties, Of::Moves);
    auditor.sentences(&said.told, Of::Position);
    auditor.effects(&said.effects);
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

    fn effects(&mut self, all: &[Read<Effect>]) {
        let captures = |deed: &Deed| matches!(deed, Deed::Capture(_));
        let may_capture = all.iter().flat_map(|read| &read.value.deeds).any(captures);
        for read in all {
            if self.is_due(read.span) {
                let question = read.value.question.as_ref();
                let victimless = !may_capture && question.is_some_and(captures_nothing);
                self.judge_knowing(&read.parts, Of::Made, Known { victimless, ..Known::default() });
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

/// True if a move of which the question is true captures nothing.
fn captures_nothing(question: &Question) -> bool {
    match question {
        Question::All(parts) => parts.iter().any(captures_nothing),
        Question::Not(part) => match &**part {
            Question::Move(MoveFact::Capturing(men)) => *men == Men::all(),
            _ => false,
        },
        Question::Move(MoveFact::Castling | MoveFact::Dropping(_) | MoveFact::Passing) => true,
        _ => false,
    }
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
        Answer::Always(why) => ("this is always true", "always true", why),
        Answer::Never(why) => ("this is never true", "never true", why),
    };
    Some(because(Diagnostic::at(Code::IdleQuestion, span, title, label), why))
}

fn never_any(why: Why, part: &SentencePart) -> Diagnostic {
    let code = match part.moment {
        Moment::Here | Moment::Behind => Code::IdleQuestion,
        Moment::Picked => Code::IdleEffect,
    };
    because(Diagnostic::at(code, part.span, "no piece can match this", "matches nothing"), why)
}

fn changes_nothing(why: Why, span: Span) -> Diagnostic {
    because(Diagnostic::at(Code::IdleEffect, span, "this never changes anything", "no effect"), why)
}

/// Adds the reason and a suggestion to `finding`.
fn because(finding: Diagnostic, why: Why) -> Diagnostic {
    let (reason, help) = match why {
        Why::Sort => (
            "all moves here are of the same kind, so the answer is always the same",
            "remove this part, or ask about other moves",
        ),
        Why::DropStartsNowhere => (
            "before a drop, the piece is in hand: it has no start cell and is not on the board",
            "ask about `end`, its cell after the drop, or about the position after the drop: `leaving mover ...`",
        ),
        Why::DropEndsOnNothing => (
            "before a drop, `end` is empty",
            "ask where the cell is: `end in AREA`; or ask about the position after the drop: `leaving mover ...`",
        ),
        Why::PassMovesNothing => (
            "a pass moves no piece and has no cells",
            "ask about the position: `not in check`, `no own queen`",
        ),
        Why::NoPartner => ("only castling has a partner", "name another cell: `start`, `end`"),
        Why::NoHand => {
            ("the game has no hands", "remove this part, or add `hand: {captured: to captor}`")
        }
        Why::HandIsNoCell => (
            "a piece in hand is not on a cell, and a piece on a cell is not in hand",
            "keep one of the two",
        ),
        Why::VictimIsGone => (
            "a captured piece is no longer on a cell",
            "ask about the move instead: `capturing queen`",
        ),
        Why::OwnAttack => (
            "only enemy pieces attack a piece; pieces of its own side guard it",
            "write `enemy` instead of `own`, or ask whether it is `guarded`",
        ),
        Why::OwnCapture => (
            "no piece of this game captures pieces of its own side",
            "remove this part, or give a piece such captures: `dW`",
        ),
        Why::OwnMove => (
            "the piece that moves always belongs to the side that moves",
            "write `own`. A side cannot move enemy pieces, but an effect may give them to it: `enemy pawn changes side`",
        ),
        Why::Exchange => {
            ("a piece with which the mover changes places is not captured", "remove this part")
        }
        Why::CastlesUnattacked => {
            ("a king in check can never castle", "remove the whole condition")
        }
        Why::TooFew => (
            "no rule adds such pieces, so a side never has more of them than in the setup",
            "write a number that the setup allows",
        ),
        Why::NoVictim => (
            "these moves capture nothing, so there is no victim",
            "write `when capturing then ...`, or name another piece: `mover`",
        ),
        Why::Alternates => (
            "each turn is one move, so the other side has made the move before",
            "remove this part, or write it for a turn of several steps",
        ),
        Why::OnMove => ("the side that makes a move is always on move", "remove this part"),
        Why::NotStuck => (
            "the question is about a legal move, so the side is not stuck",
            "ask about the other side after the move: `giving mate`, or write a rule for the end of the game: `ends`",
        ),
        Why::NoRoyal => (
            "no piece of this game is royal, so no side is ever in check",
            "remove this part, or make a piece royal: `royal: true`",
        ),
        Why::Nobodys => {
            let help = Help::write("any");
            return finding.because("this piece belongs to no side").help(help);
        }
        Why::NoAllies => (
            "no side of this game has an ally",
            "remove this part, or make teams of sides: `allies: [[red, yellow], [blue, green]]`",
        ),
        Why::NoPromotion => {
            ("no piece of this game promotes to that", "remove this part, or add it to `promotes`")
        }
        Why::Contradiction => {
            ("its parts exclude each other", "if one of them is enough, join them with `or`")
        }
        Why::OnlyOne => ("a move has at most one such piece or cell", "remove the number"),
        Why::FixedNumbers => (
            "one of the numbers is always greater than the other",
            "compare with a number that is possible: `any turns mod 4 = 3`",
        ),
        Why::SameNumber => ("the number is compared with itself", "remove this part"),
        Why::MoverStands => (
            "the moved piece is on this cell, and no effect removes it",
            "name another cell, such as `start`, or remove the piece first: `remove end; place ...`",
        ),
        Why::NothingBeneath => (
            "there are never pieces beneath other pieces",
            "put pieces beneath it in the same line: `always victim goes under mover; carry all`",
        ),
        Why::SameKind => ("the pieces already have this kind", "name another kind"),
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
                    .because("a counter has an effect only if a question uses it")
                    .help(format!("use it, such as `ends: {{goals: [win when own {name} >= 3]}}`, or remove this"));
            }
        }
    }
}

/// Reports a goal that waits for one value of a counter, if a move can raise the counter past it.
fn lint_exact(draft: &Draft, source: SourceId, found: &mut Report) {
    let said = &draft.sentences;
    let mut may_jump = BTreeSet::new();
    let mut raised = BTreeMap::<CounterId, u32>::new();
    for deed in said.effects.iter().flat_map(|effect| &effect.deeds) {
        match deed {
            Deed::Count(times, counter) => {
                let most = raised.entry(*counter).or_default();
                *most += u32::from(*times);
                if *most > 1 {
                    may_jump.insert(*counter);
                }
            }
            Deed::Set(_, counter, _) => {
                may_jump.insert(*counter);
            }
            _ => {}
        }
    }
    let waits = |question: &Question| {
        matches!(question.reaches(), Some((_, Tally::Counted(counter), Order::Equal, value))
            if value > 0 && may_jump.contains(&counter))
    };
    for goal in said.goals.iter().filter(|goal| goal.span.source == source) {
        if goal.question.any(&waits) {
            found
                .at(
                    Code::ExactCounter,
                    said.question(goal.span, &waits),
                    "the counter may pass this number",
                    "is true for this number only",
                )
                .because("a move can raise the counter by more than one")
                .help("write `>=` in place of `=`");
        }
    }
}

/// Reports captures en passant in a game in which no move can be captured so.
fn lint_passant(draft: &Draft, source: SourceId, found: &mut Report) {
    let terms = || draft.live().flat_map(|(_, piece)| &piece.moves.movement.terms);
    let has = |term: &Term, is: fn(&Leg) -> bool| match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(is),
        Action::Castle(_) | Action::Drop(_) => false,
    };
    if terms().any(|term| has(term, |leg| leg.leaves_trace)) {
        return;
    }
    let captures = |term: &&Term| has(term, |leg| leg.mode.en_passant);
    let mut reported = BTreeSet::new();
    for term in terms().filter(captures).filter(|term| term.span.source == source) {
        if reported.insert((term.span.start, term.span.end)) {
            found
                .at(
                    Code::DeadTerm,
                    term.span,
                    "`e` has nothing to capture en passant",
                    "captures what passed",
                )
                .because("no move of this game leaves an en passant square")
                .help("add `n` to the double step, such as `ifmnD`, or remove the `e`");
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
                "write `{first}: none` if it should not promote, or name the new kind: \
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
    let duties = said.duties.iter().map(|asked| (asked.value.placeless(), asked.span));
    let duties = duties.collect::<Vec<_>>();
    let ends = [&said.goals, &said.claims].map(|list| {
        list.iter().map(|asked| (asked.question.placeless(), asked.span)).collect::<Vec<_>>()
    });
    for list in [&duties].into_iter().chain(&ends) {
        for (at, (question, span)) in list.iter().enumerate() {
            let decides = |(before, _): &&(Question, Span)| implies(question, before, draft);
            if span.source == source
                && let Some((_, before)) = list[..at].iter().find(decides)
            {
                let finding = Diagnostic::at(
                    Code::IdleQuestion,
                    *span,
                    "this sentence never decides",
                    "an earlier one always decides",
                )
                .because("the first true sentence decides, and an earlier one is true whenever this one is");
                let finding = if before.source == source {
                    finding.label(*before, "true whenever the other one is")
                } else {
                    finding
                };
                found.push(finding.help("remove it, or write it before the other one"));
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
