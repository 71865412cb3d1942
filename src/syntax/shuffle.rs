//! What a definition says of shuffled setups.
//!
//! Owns: [`ShuffleText`] and its reader from the carrier's tree. Invariant: as of
//! [`definition`](super::definition): whatever stands there is in a value or in a finding.

use crate::definition::is_none;
use crate::fields::Reader;
use crate::scalar::Scalar;
use crate::schema;
use crate::yaml::Entry;
use alfil_ground::source::{Span, Spanned};
use alfil_rules::shuffle::{Arrays, Shade};

/// `shuffle:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShuffleText {
    /// The setup stands as it is written.
    None(Span),
    /// It is shuffled; what is absent stays as it was.
    Some {
        /// Which cells.
        cells: Option<Scalar>,
        /// What Black's hold.
        sides: Option<Arrays>,
        /// What must hold of a start.
        when: Option<Scalar>,
        /// Which pieces are placed first.
        order: Option<Vec<PlacedText>>,
        /// The key, to point at.
        span: Span,
    },
}

/// Pieces that are placed together: on which cells, and of which kind.
pub type PlacedText = (Shade, Spanned<String>);

/// Reads `shuffle:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<ShuffleText> {
    if is_none(entry) {
        return Some(ShuffleText::None(entry.value.span));
    }
    let fields = r.fields(&entry.value, &schema::SHUFFLE)?;
    let sides: Vec<_> = Arrays::ALL.iter().map(|&sides| (sides.word(), sides)).collect();
    let order = fields.get("order").and_then(|e| r.words(e));
    Some(ShuffleText::Some {
        cells: fields.get("cells").and_then(|e| r.scalar(e)),
        sides: fields.get("sides").and_then(|e| r.choice(e, &sides)).map(|sides| sides.value),
        when: fields.get("only when").and_then(|e| r.scalar(e)),
        order: order.map(|items| items.into_iter().map(placed).collect()),
        span: entry.key.span(),
    })
}

/// `light bishop`, `queen`.
fn placed(item: Spanned<String>) -> PlacedText {
    let shade = |shade: Shade| Some((shade, item.value.strip_prefix(shade.prefix())?.trim()));
    let (on, kind) = shade(Shade::Light)
        .or_else(|| shade(Shade::Dark))
        .unwrap_or((Shade::Any, item.value.trim()));
    (on, Spanned::new(kind.to_owned(), item.span))
}
