//! The mapping `promotes`.

use crate::fields::{Fields, NameList, Reader, type_either};
use crate::mapping::{FromEntry, mapping};
use crate::scalar::Scalar;
use crate::value::Language::{Area, Prose, Question};
use crate::value::Value::{self, Either, List, OneOf, Text, Words};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::ruleset::{Duty, Occasions, Supply};

mapping! {
    /// One rule in the value of `promotes`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct PromotionText, "`promotes`", read by checked {
        at: Option<Scalar> = "at" [Text(Area)],
            "area", "the zone: a move that ends there promotes; the whole board if absent";
        on: Option<Spanned<Occasions>> = "on",
            "enter, move, leave, stay, drop",
            "moves into, inside and out of the zone; promoting there without moving; drops there";
        may: Option<Duty> = "may",
            "stay or wait",
            "stay what it is, save where it never moves again; wait in the zone while there is no kind";
        to: Option<NameList> = "to",
            "pieces or others", "to what; `others` is all that is neither royal nor promotes";
        only: Option<Supply> = "only",
            "lost", "only to kinds of which one has fewer than in the setup";
        when: Option<Scalar> = "when" [Text(Question)],
            "question", "of the move before it is made, such as `capturing` or `white`";
    } plus |fields| {
        /// The span of the whole mapping.
        span: Span = fields.span;
    }
}

impl PromotionText {
    /// A rule without its zone, kinds or question would mean another promotion than the author
    /// wrote. So there is no value if one of them has a finding. [`to`](Self::to) is never `None`.
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        if fields.lacks("to") {
            r.at(Code::MissingKey, fields.span, "`promotes` does not say `to`", "incomplete")
                .help("add what it becomes, such as `to: others`");
        }
        let rule = Self::from_fields(fields, r)?;
        if let Some(on) = rule.on.filter(|on| on.value.enter || on.value.leave)
            && fields.lacks("at")
        {
            let title = "without `at` there is no zone to enter or to leave";
            r.at(Code::MissingKey, on.span, title, "of which zone?")
                .help("add `at: last rank`, or type `on: move`");
        }
        let is_read = |key, value: &Option<Scalar>| value.is_some() || fields.get(key).is_none();
        let complete = is_read("at", &rule.at) && is_read("when", &rule.when) && rule.to.is_some();
        complete.then_some(rule)
    }
}

impl FromEntry for Vec<PromotionText> {
    const VALUE: Value = Either(&[PromotionText::VALUE, List(&PromotionText::VALUE)]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let rules = match &entry.value.kind {
            NodeKind::Sequence(items) if !items.is_empty() => &items[..],
            NodeKind::Sequence(_) | NodeKind::Scalar(_) | NodeKind::Mapping(_) => {
                std::slice::from_ref(&entry.value)
            }
        };
        // A part of a list would mean other promotions than the author wrote. So one error drops
        // the list.
        let rules: Vec<_> = rules.iter().map(|rule| PromotionText::from_node(rule, r)).collect();
        rules.into_iter().collect()
    }
}

impl FromEntry for Spanned<Occasions> {
    const VALUE: Value =
        Either(&[OneOf(|| Occasions::WORDS.map(str::to_owned).into()), Words(Prose)]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
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
}
