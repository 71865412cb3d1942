//! Reads `promotes:`.

use crate::choices::{MAY, ONLY};
use crate::fields::{NameList, Reader, type_either};
use crate::scalar::Scalar;
use crate::schema;
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::ruleset::{Duty, Occasions, Supply};

/// The value of the key `promotes`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PromotesText {
    /// `none`: the piece does not promote.
    None,
    /// One or more rules.
    Rules(Vec<PromotionText>),
}

/// One rule in the value of `promotes`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromotionText {
    /// The zone; the whole board by default.
    pub at: Option<Scalar>,
    /// Names of pieces, or the word `others`.
    pub to: NameList,
    /// The events that promote; by default, moves that end in the zone.
    pub on: Option<Spanned<Occasions>>,
    /// The right of the piece to stay unpromoted or to wait.
    pub may: Option<Duty>,
    /// The supply of kinds; lost kinds only, if present.
    pub only: Option<Supply>,
    /// A question about the move.
    pub when: Option<Scalar>,
    /// The span of the whole mapping.
    pub span: Span,
}

/// Reads `promotes:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<PromotesText> {
    if entry.is_none() {
        return Some(PromotesText::None);
    }
    let rules = match &entry.value.kind {
        NodeKind::Sequence(items) if !items.is_empty() => &items[..],
        NodeKind::Sequence(_) | NodeKind::Scalar(_) | NodeKind::Mapping(_) => {
            std::slice::from_ref(&entry.value)
        }
    };
    // A part of a list would mean other promotions than the author wrote. So one error drops the
    // list.
    let rules: Vec<_> = rules.iter().map(|rule| promotion(rule, r)).collect();
    Some(PromotesText::Rules(rules.into_iter().collect::<Option<_>>()?))
}

/// Reads one rule.
fn promotion(node: &Node, r: &mut Reader<'_>) -> Option<PromotionText> {
    let fields = r.fields(node, &schema::PROMOTES)?;
    let (at, to) = (fields.get("at"), fields.get("to"));
    if to.is_none() && !fields.misspelt.contains(&"to") {
        r.at(Code::MissingKey, fields.span, "`promotes` does not say `to`", "incomplete")
            .help("add what it becomes, such as `to: others`");
    }
    let area = at.map(|e| r.scalar(e));
    let to = to.and_then(|e| r.names(e));
    let on = fields.get("on").map(|e| occasions(e, r));
    let may = fields.choice("may", &MAY, r);
    let only = fields.choice("only", &ONLY, r);
    let when = fields.get("when").map(|e| r.scalar(e));
    if let (None, Some(Some(on))) = (at, &on)
        && (on.value.enter || on.value.leave)
        && !fields.misspelt.contains(&"at")
    {
        let title = "without `at` there is no zone to enter or to leave";
        r.at(Code::MissingKey, on.span, title, "of which zone?")
            .help("add `at: last rank`, or type `on: move`");
    }
    Some(PromotionText {
        at: match area {
            Some(area) => Some(area?),
            None => None,
        },
        to: to?,
        on: on.flatten(),
        may: may.map(|v| v.value),
        only: only.map(|v| v.value),
        when: match when {
            Some(when) => Some(when?),
            None => None,
        },
        span: fields.span,
    })
}

/// Reads `on:`.
fn occasions(entry: &Entry, r: &mut Reader<'_>) -> Option<Spanned<Occasions>> {
    let mut on = Occasions::default();
    for word in r.words(entry)? {
        let text = word.value.trim_end_matches(',');
        match on.flags().into_iter().find(|(name, _)| *name == text) {
            Some((_, flag)) => *flag = true,
            None => {
                let names = || Occasions::WORDS.into_iter();
                let help = match did_you_mean(text, names()) {
                    Some(near) => Help::did_you_mean(near),
                    None => type_either(names()),
                };
                r.at(
                    Code::BadValue,
                    word.span,
                    format!("`{text}` is no occasion to promote"),
                    "unknown",
                )
                .help(help);
                return None;
            }
        }
    }
    if on.words().next().is_none() {
        r.missing_value(entry.key.span(), "`on`");
        return None;
    }
    Some(Spanned::new(on, entry.value.span))
}
