//! Reads `shuffle:`. As in [`definition`](super::definition), every text becomes a value or a
//! finding.

use crate::fields::{ListForm, NameList, Reader};
use crate::scalar::Scalar;
use crate::schema;
use crate::yaml::Entry;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::shuffle::{Arrays, Shade};

/// The value of the key `shuffle`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShuffleText {
    /// `none`: the setup is not shuffled.
    None(Span),
    /// Missing parts keep the parent's value.
    Some {
        /// The cells that are shuffled.
        cells: Option<Scalar>,
        /// How Black's array relates to White's.
        sides: Option<Arrays>,
        /// A condition on each side of a start position.
        when: Option<Scalar>,
        /// The pieces that are placed first.
        order: Option<Vec<PlacedText>>,
        /// The span of the key.
        span: Span,
    },
}

/// Kinds that are placed one after another, and the shade of the cell of the first.
pub type PlacedText = (Shade, NameList);

/// Reads `shuffle:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<ShuffleText> {
    if entry.is_none() {
        return Some(ShuffleText::None(entry.value.span));
    }
    let fields = r.fields(&entry.value, &schema::SHUFFLE)?;
    let order = fields.names("order", r);
    Some(ShuffleText::Some {
        cells: fields.scalar("cells", r),
        sides: fields.variant("sides", Arrays::ALL, Arrays::word, r).map(|sides| sides.value),
        when: fields.scalar("only when", r),
        order: order.map(placed),
        span: entry.key.span(),
    })
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
            vec![(on.unwrap_or(Shade::Any), NameList { words, form: list.form })]
        }
        ListForm::Items => {
            let item = |item: Spanned<String>| {
                let parts = item.value.split_once(' ');
                let shaded = parts.and_then(|(word, kind)| Some((shade(word)?, kind)));
                let (on, kind) = shaded.unwrap_or((Shade::Any, &item.value));
                let kind = kind.trim();
                // In a quoted text the place of a single word is not known, so the whole text is
                // used.
                let span = match item.span.len() == item.value.len() && item.value.ends_with(kind) {
                    true => Span { start: item.span.end - kind.len() as u32, ..item.span },
                    false => item.span,
                };
                let name = Spanned::new(kind.to_owned(), span);
                (on, NameList { words: vec![name], form: ListForm::Items })
            };
            list.words.into_iter().map(item).collect()
        }
    }
}
