//! The mapping `shuffle`.

use crate::fields::{ListForm, NameList, Reader};
use crate::mapping::{FromEntry, mapping};
use crate::scalar::Scalar;
use crate::value::Language::{Area, Kind, Question};
use crate::value::Value::{self, Text, Words};
use crate::yaml::Entry;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::shuffle::{Arrays, Shade};

mapping! {
    /// The value of `shuffle`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ShuffleText, "`shuffle`" {
        cells: Option<Scalar> = "cells" [Text(Area)],
            "area", "the cells whose pieces change places, as White counts";
        sides: Option<Arrays> = "sides",
            "alike or apart", "whether Black's array is White's, or one of its own";
        when: Option<Scalar> = "only when" [Text(Question)],
            "question", "what must hold of each side of a start";
        order: Option<Vec<PlacedText>> = "order",
            "pieces", "which pieces are placed first, for the numbers of the starts";
    }
}

/// Kinds that are placed one after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedText {
    /// The shade of the cell on which the first of these kinds is placed.
    pub on: Shade,
    /// The kinds.
    pub kinds: NameList,
}

impl FromEntry for Vec<PlacedText> {
    const VALUE: Value = Words(Kind);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        r.names(entry).map(placed)
    }
}

/// Reads `[light bishop, queen]` or `bishop queen`.
fn placed(list: NameList) -> Vec<PlacedText> {
    let shade = |word: &str| {
        [Shade::Light, Shade::Dark].into_iter().find(|shade| shade.prefix().trim() == word)
    };
    match list.form {
        ListForm::Text => {
            let on = list.words.first().and_then(|word| shade(&word.value));
            let words = list.words.into_iter().skip(usize::from(on.is_some())).collect();
            let kinds = NameList { words, form: list.form };
            vec![PlacedText { on: on.unwrap_or(Shade::Any), kinds }]
        }
        ListForm::Items => {
            let item = |item: Spanned<String>| {
                let parts = item.value.split_once(' ');
                let shaded = parts.and_then(|(word, kind)| Some((shade(word)?, kind)));
                let (on, kind) = shaded.unwrap_or((Shade::Any, &item.value));
                let kind = kind.trim();
                // In a quoted text the place of a single word is not known, so the whole text is
                // used.
                let span = if item.span.len() == item.value.len() && item.value.ends_with(kind) {
                    Span { start: item.span.end - kind.len() as u32, ..item.span }
                } else {
                    item.span
                };
                let name = Spanned::new(kind.to_owned(), span);
                PlacedText { on, kinds: NameList { words: vec![name], form: ListForm::Items } }
            };
            list.words.into_iter().map(item).collect()
        }
    }
}
