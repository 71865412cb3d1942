//! Reads `castling:`. As in [`definition`](super::definition), every text becomes a value or a
//! finding.

use crate::fields::{NameList, Reader};
use crate::scalar::Scalar;
use crate::schema;
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::castling::{CastleEnd, CastleFiles};

/// The value of the key `castling`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastlingText {
    /// `none`: castling terms are removed.
    None(Span),
    /// Missing parts keep the parent's value.
    Some {
        /// The kinds of partners.
        with: Option<WithText>,
        /// The files on which `isO` ends.
        files: Option<Spanned<CastleFiles>>,
        /// Cells from which kinds castle.
        homes: Option<Vec<HomeText>>,
        /// A question about castling moves.
        when: Option<Scalar>,
    },
}

/// The value of the key `with`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WithText {
    /// The same kinds for every castling term.
    All(NameList),
    /// Kinds for each castling atom.
    Each(Vec<(Spanned<CastleEnd>, NameList)>),
}

/// A kind and its cells in `where:`.
pub type HomeText = (Spanned<String>, Vec<Spanned<String>>);

/// Reads `castling:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<CastlingText> {
    if entry.is_none() {
        return Some(CastlingText::None(entry.value.span));
    }
    let before = r.found.len();
    let fields = r.fields(&entry.value, &schema::CASTLING)?;
    let said = CastlingText::Some {
        with: fields.get("with").and_then(|e| with(e, r)),
        files: fields.get("files").and_then(|e| files(e, r)),
        homes: fields.get("where").and_then(|e| homes(e, r)),
        when: fields.scalar("only when", r),
    };
    let nothing = CastlingText::Some { with: None, files: None, homes: None, when: None };
    // If all parts had findings, nothing is set. An empty mapping is a value that changes nothing.
    (said != nothing || r.found.len() == before).then_some(said)
}

fn with(entry: &Entry, r: &mut Reader<'_>) -> Option<WithText> {
    let NodeKind::Mapping(each) = &entry.value.kind else {
        return Some(WithText::All(r.names(entry)?));
    };
    let mut kinds = Vec::new();
    for entry in each {
        let key = &entry.key;
        match atom(key.text()) {
            Some(end) => kinds.push((Spanned::new(end, key.span()), r.names(entry)?)),
            None => {
                let title = format!("`{}` is no castling", key.text());
                r.at(Code::BadValue, key.span(), title, "unknown").help(
                    "name castling as the movement does, without letters before it: `O2: rook`",
                );
            }
        }
    }
    Some(WithText::Each(kinds))
}

/// The end of castling in an atom: `O2` ends two cells away, `O` on a named file.
fn atom(text: &str) -> Option<CastleEnd> {
    match text.strip_prefix('O')? {
        "" => Some(CastleEnd::Files(None)),
        cells => cells.parse().ok().filter(|cells| *cells > 0).map(CastleEnd::Cells),
    }
}

fn files(entry: &Entry, r: &mut Reader<'_>) -> Option<Spanned<CastleFiles>> {
    let words = r.words(entry)?;
    let letter = |word: &Spanned<String>| {
        let mut letters = word.value.chars();
        letters.next().filter(|c| c.is_ascii_lowercase() && letters.next().is_none())
    };
    let letters: Option<Vec<char>> = words.iter().map(letter).collect();
    let span = words.iter().fold(words.first()?.span, |span, word| span.to(word.span));
    let help = match letters.as_deref() {
        Some(&[first, last]) if first < last => {
            return Some(Spanned::new(CastleFiles { first, last }, span));
        }
        Some(&[first, last]) if first > last => Help::write(format!("{last} {first}")),
        Some(_) | None => {
            let text: String = words.iter().map(|word| word.value.to_lowercase()).collect();
            let named: Vec<char> = text.chars().filter(char::is_ascii_lowercase).collect();
            match named.as_slice() {
                [a, b] => Help::write(format!("{} {}", a.min(b), a.max(b))),
                _ => Help::from("name two, such as `c g`"),
            }
        }
    };
    r.at(Code::BadValue, span, "castling ends on one of two files", "not two files")
        .because("the first is for a partner on the side of file a, the second for the other side")
        .help(help);
    None
}

fn homes(entry: &Entry, r: &mut Reader<'_>) -> Option<Vec<HomeText>> {
    let kinds = r.named(&entry.value, "`where`")?;
    Some(
        kinds
            .iter()
            .filter_map(|kind| {
                Some((Spanned::new(kind.key.text().to_owned(), kind.key.span()), r.words(kind)?))
            })
            .collect(),
    )
}
