//! Reads `turn:`. As in [`definition`](super::definition), every text becomes a value or a finding.

use crate::choices::{EARLY_CHECK, GROWING, PASSANT, SAFETY, STUCK, TURN_CASTLING};
use crate::fields::{NameList, Reader};
use crate::scalar::Scalar;
use crate::yaml::{Entry, Node, NodeKind};
use crate::{schema, suggest};
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::question::SideFact;
use alfil_rules::turn::{Castling, EnPassant, KingSafety, Stuck};

/// Maximum number of steps of a turn.
const MAX_STEPS: usize = 32;

/// The value of the key `turn`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnText {
    /// `none`: one move per turn.
    None(Span),
    /// Missing parts keep the parent's value.
    Some(Box<TurnBody>),
}

impl TurnText {
    /// Its span.
    pub fn span(&self) -> Span {
        match self {
            TurnText::None(span) => *span,
            TurnText::Some(body) => body.span,
        }
    }
}

/// The parts of `turn`. If `steps`, `white` and `black` are all present, there is a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnBody {
    /// Steps of both sides.
    pub steps: Option<StepsText>,
    /// White's steps.
    pub white: Option<StepsText>,
    /// Black's steps.
    pub black: Option<StepsText>,
    /// Steps of the first turn of the game. `Some(None)` stands for `none`.
    pub first: Option<Option<StepsText>>,
    /// The value of `castling`.
    pub castling: Option<Castling>,
    /// The value of `check ends the turn`.
    pub check_ends: Option<Spanned<bool>>,
    /// The value of `check before the last step`; true if such a check is legal.
    pub early_check: Option<Spanned<bool>>,
    /// The value of `in check`. `Some(None)` stands for `none`.
    pub parry: Option<Option<ParryText>>,
    /// The value of `king safe`.
    pub safe: Option<Spanned<KingSafety>>,
    /// The value of `en passant`.
    pub passant: Option<EnPassant>,
    /// The value of `no move`.
    pub stuck: Option<Stuck>,
    /// The span of the key.
    pub span: Span,
}

/// The steps of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepsText {
    /// A list of steps, never empty.
    Some(Vec<StepText>, Span),
    /// The text `one more each turn`.
    Growing(Span),
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StepText {
    /// A question about the last move.
    pub given: Option<Scalar>,
    /// A condition on the start cell.
    pub from: Option<Scalar>,
    /// The kinds that may move.
    pub pieces: Option<NameList>,
    /// The pieces that may move.
    pub who: Option<Scalar>,
    /// A question about its moves.
    pub when: Option<Scalar>,
    /// Whether it repeats.
    pub repeats: Option<Spanned<bool>>,
    /// Whether it may be skipped.
    pub may_pass: PassText,
    /// A question about the position. While it is true, the step may be skipped even in check.
    pub pass_in_check: Option<Scalar>,
}

/// The value of the key `may pass`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum PassText {
    /// It may not be skipped.
    #[default]
    No,
    /// It may be skipped.
    Yes,
    /// It may be skipped if this is true.
    When(Scalar),
}

/// The value of the key `in check`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParryText {
    /// The additional start cells of a piece that parries.
    pub from: Scalar,
    /// The last step that is lost, from 1.
    pub forfeits: Spanned<u16>,
}

/// Reads `turn:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<TurnText> {
    if entry.is_none() {
        return Some(TurnText::None(entry.value.span));
    }
    let fields = r.fields(&entry.value, &schema::TURN)?;
    let body = TurnBody {
        steps: fields.get("steps").and_then(|e| steps(e, r)),
        white: fields.get("white").and_then(|e| series(e, r)),
        black: fields.get("black").and_then(|e| series(e, r)),
        first: fields
            .get("first turn of the game")
            .and_then(|e| if e.is_none() { Some(None) } else { series(e, r).map(Some) }),
        castling: fields.choice("castling", &TURN_CASTLING, r).map(|v| v.value),
        check_ends: fields.truth("check ends the turn", r),
        early_check: fields.choice("check before the last step", &EARLY_CHECK, r),
        parry: fields.get("in check").and_then(|e| parry(e, r)),
        safe: fields.choice("king safe", &SAFETY, r),
        passant: fields.choice("en passant", &PASSANT, r).map(|v| v.value),
        stuck: fields.choice("no move", &STUCK, r).map(|v| v.value),
        span: entry.key.span(),
    };
    if let (Some(steps), Some(_), Some(_)) = (fields.get("steps"), &body.white, &body.black) {
        let label = "never looked at";
        let title = "`white` and `black` leave nothing for `steps` to say";
        r.at(Code::BadTurn, steps.key.span(), title, label)
            .help("take `steps` out, or one of the other two");
    }
    Some(TurnText::Some(Box::new(body)))
}

/// Reads `{steps: ...}`.
fn series(entry: &Entry, r: &mut Reader<'_>) -> Option<StepsText> {
    let fields = r.fields(&entry.value, &schema::SERIES)?;
    match fields.get("steps") {
        Some(entry) => steps(entry, r),
        None => {
            without_steps(fields.span, r);
            None
        }
    }
}

fn steps(entry: &Entry, r: &mut Reader<'_>) -> Option<StepsText> {
    let span = entry.value.span;
    let count = match &entry.value.kind {
        NodeKind::Sequence(nodes) => {
            if (1..=MAX_STEPS).contains(&nodes.len()) {
                let steps: Vec<StepText> = nodes.iter().filter_map(|n| step(n, r)).collect();
                return (steps.len() == nodes.len()).then_some(StepsText::Some(steps, span));
            }
            nodes.len()
        }
        NodeKind::Scalar(text) if text.text() == GROWING => return Some(StepsText::Growing(span)),
        NodeKind::Scalar(text) => match text.text().parse::<usize>() {
            Ok(count @ 1..=MAX_STEPS) => {
                return Some(StepsText::Some(vec![StepText::default(); count], span));
            }
            Ok(count) => count,
            Err(_) => {
                let title = format!("`{}` is no list of steps", text.text());
                let near = did_you_mean(text.text(), [GROWING]).map(str::to_owned);
                let meant = suggest::number(text.text()).map(|n| n.to_string()).or(near);
                r.at(Code::BadValue, span, title, "expected steps").help(match meant {
                    Some(meant) => Help::did_you_mean(meant),
                    None => Help::from(format!("type `[{{}}, {{}}]`, `2` or `{GROWING}`")),
                });
                return None;
            }
        },
        NodeKind::Mapping(_) => {
            let help = Help::type_in(format!("[{}]", r.written(span)));
            r.at(Code::WrongType, span, "`steps` must be a list", "a mapping stands here")
                .help(help);
            return None;
        }
    };
    if count == 0 {
        without_steps(span, r);
    } else {
        let title = format!("{count} steps in a turn, at most {MAX_STEPS} can be written out");
        r.at(Code::TooComplex, span, title, "too many")
            .help(format!("write fewer, or `{GROWING}`"));
    }
    None
}

fn without_steps(span: Span, r: &mut Reader<'_>) {
    r.at(Code::NoSteps, span, "a turn without steps", "nobody would ever move")
        .help("say `steps: [{}]`, one free move");
}

fn step(node: &Node, r: &mut Reader<'_>) -> Option<StepText> {
    let fields = r.fields(node, &schema::STEP)?;
    let may_pass = fields.get("may pass").and_then(|e| may_pass(e, r));
    let pieces = fields.get("pieces").and_then(|e| Some((e.value.span, r.names(e)?)));
    if let Some((span, names)) = &pieces
        && names.words.is_empty()
    {
        r.at(Code::BadValue, *span, "a step of no pieces", "nothing could move")
            .help("name some, or leave `pieces` out: then every piece may move");
    }
    Some(StepText {
        given: fields.scalar("if", r),
        from: fields.scalar("from", r),
        pieces: pieces.map(|(_, names)| names),
        who: fields.scalar("who", r),
        when: fields.scalar("only when", r),
        repeats: fields.truth("repeats", r),
        may_pass: may_pass.unwrap_or_default(),
        pass_in_check: fields.scalar("may pass in check", r),
    })
}

fn may_pass(entry: &Entry, r: &mut Reader<'_>) -> Option<PassText> {
    match &entry.value.kind {
        // A single word means yes or no, even if it is misspelt, unless it is a question by itself.
        NodeKind::Scalar(text)
            if text.text().trim().contains(' ')
                || SideFact::from_words(text.text().trim()).is_some() =>
        {
            Some(PassText::When(r.scalar(entry)?))
        }
        NodeKind::Scalar(_) | NodeKind::Sequence(_) | NodeKind::Mapping(_) => {
            Some(if r.truth(entry)?.value { PassText::Yes } else { PassText::No })
        }
    }
}

fn parry(entry: &Entry, r: &mut Reader<'_>) -> Option<Option<ParryText>> {
    if entry.is_none() {
        return Some(None);
    }
    let fields = r.fields(&entry.value, &schema::PARRY)?;
    let (Some(from), Some(forfeits)) = (fields.get("parry also from"), fields.get("forfeits"))
    else {
        if !fields.misspelt.is_empty() {
            return None;
        }
        r.at(Code::MissingKey, fields.span, "`in check` says half of it", "incomplete")
            .help(Help::type_in("{parry also from: dark, forfeits: step 1}"));
        return None;
    };
    let (from, text) = (r.scalar(from)?, r.scalar(forfeits)?);
    let number = text.text().strip_prefix("step ").and_then(|n| n.trim().parse::<u16>().ok());
    let Some(number) = number.filter(|&n| n >= 1) else {
        let title = format!("`{}` names no step", text.text());
        r.at(Code::BadValue, text.span(), title, "expected `step 1`").help(Help::type_in("step 1"));
        return None;
    };
    Some(Some(ParryText { from, forfeits: Spanned::new(number, text.span()) }))
}
