//! The mapping `castling`.

use crate::fields::{Fields, NameList, Reader};
use crate::mapping::{FromEntry, mapping};
use crate::scalar::Scalar;
use crate::value::Language::{Cell, File, Kind, Question};
use crate::value::Naming;
use crate::value::Value::{self, Either, Named, Text, Words};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_diagnostics::source::Spanned;
use alfil_rules::castling::{CastleEnd, CastleFiles};

mapping! {
    /// The value of `castling`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct CastlingText, "`castling`", read by checked {
        with: Option<WithText> = "with",
            "pieces, or mapping", "the kinds that castling may take as partner";
        files: Option<Spanned<CastleFiles>> = "files",
            "two files", "where `isO`, without a number, ends";
        homes: Option<Vec<HomeText>> = "where",
            "mapping of cells", "from where kinds castle, if not as the setup stands";
        when: Option<Scalar> = "only when" [Text(Question)],
            "question", "what is asked of castling besides";
    }
}

/// The value of the key `with`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WithText {
    /// The same kinds for every castling term.
    All(NameList),
    /// Kinds for each castling atom.
    Each(Vec<PartnersText>),
}

/// The partners of one castling atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartnersText {
    /// The end of castling that the atom gives.
    pub end: Spanned<CastleEnd>,
    /// The kinds.
    pub kinds: NameList,
}

/// A kind and its cells in `where:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HomeText {
    /// The kind.
    pub kind: Spanned<String>,
    /// The cells.
    pub cells: Vec<Spanned<String>>,
}

impl CastlingText {
    /// If all parts have findings, there is no value. An empty mapping without findings is a value
    /// that changes nothing.
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        let said = Self::from_fields(fields, r)?;
        (said != Self::default() || !fields.has_findings(r)).then_some(said)
    }
}

impl FromEntry for WithText {
    const VALUE: Value = Either(&[Words(Kind), Named(Naming::Castlings, &Words(Kind))]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let NodeKind::Mapping(each) = &entry.value.kind else {
            return Some(WithText::All(r.names(entry)?));
        };
        let mut partners = Vec::new();
        for entry in each {
            let key = &entry.key;
            let Some(end) = atom(key.text()) else {
                let title = format!("`{}` is no castling", key.text());
                r.at(Code::BadValue, key.span(), title, "unknown").help(
                    "name castling as the movement does, without letters before it: `O2: rook`",
                );
                continue;
            };
            let end = Spanned::new(end, key.span());
            partners.push(PartnersText { end, kinds: r.names(entry)? });
        }
        Some(WithText::Each(partners))
    }
}

/// The end of castling in an atom: `O2` ends two cells away, `O` on a named file.
fn atom(text: &str) -> Option<CastleEnd> {
    match text.strip_prefix('O')? {
        "" => Some(CastleEnd::Files(None)),
        cells => cells.parse().ok().filter(|cells| *cells > 0).map(CastleEnd::Cells),
    }
}

impl FromEntry for Spanned<CastleFiles> {
    const VALUE: Value = Words(File);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
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
            .because(
                "the first is for a partner on the side of file a, the second for the other side",
            )
            .help(help);
        None
    }
}

impl FromEntry for Vec<HomeText> {
    const VALUE: Value = Named(Naming::Kinds, &Words(Cell));

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let kinds = r.named(&entry.value, "`where`")?;
        let home = |entry: &&Entry| {
            let kind = Spanned::new(entry.key.text().to_owned(), entry.key.span());
            Some(HomeText { kind, cells: r.words(entry)? })
        };
        Some(kinds.iter().filter_map(home).collect())
    }
}
