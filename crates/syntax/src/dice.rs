//! The mapping `dice`.

use crate::fields::Reader;
use crate::mapping::{FromEntry, NONE, mapping};
use crate::scalar::Scalar;
use crate::value::Language::{Count, Kind};
use crate::value::Naming;
use crate::value::Value::{self, Either, Named, Text, Words};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::chance::{FACES, Lasts, MAX_WEIGHT, PutBack, ROLLED};

/// A die of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DieText {
    /// The name.
    pub name: Scalar,
    /// The values in order, 2 to [`FACES`], each with a different word.
    pub faces: Vec<FaceText>,
    /// How long it shows its value.
    pub lasts: Lasts,
    /// Whether values are put back.
    pub put_back: PutBack,
}

/// A value of a die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaceText {
    /// The word for the value.
    pub word: Spanned<String>,
    /// How often it occurs, compared with the others: 1 to [`MAX_WEIGHT`].
    pub weight: u16,
}

/// The values of a die. Words may be kinds of pieces.
const VALUES: Value = Either(&[Words(Kind), Named(Naming::Faces, &Text(Count))]);

mapping! {
    /// A die whose values are not all that is written.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct DieBody, "a die" {
        values: Vec<FaceText> = required "values",
            "1-6, list of words, or mapping of words and weights", "what it shows";
        lasts: Lasts = "lasts",
            "this turn or until rolled again", "how long it shows that";
        put_back: PutBack = "put back",
            "always or never", "whether a value can come again; `never` makes a bag of which the weights are the numbers of pieces";
    }
}

impl FromEntry for Vec<DieText> {
    const VALUE: Value = Either(&[
        NONE,
        Named(
            Naming::Dice,
            &Either(&[
                Words(Kind),
                Named(Naming::Faces, &Text(Count)),
                Value::Mapping(&DieBody::SCHEMA),
            ]),
        ),
    ]);

    /// `dice: none` has no effect: the dice of a parent remain, because its rules name them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let dice = r.named(&entry.value, "`dice`")?;
        Some(dice.iter().filter_map(|entry| die(entry, r)).collect())
    }
}

fn die(entry: &Entry, r: &mut Reader<'_>) -> Option<DieText> {
    let name = entry.key.clone();
    let is_body = |entries: &[Entry]| {
        entries.iter().any(|entry| DieBody::SCHEMA.key(entry.key.text()).is_some())
    };
    match &entry.value.kind {
        NodeKind::Mapping(entries) if is_body(entries) => {
            let DieBody { values, lasts, put_back } = DieBody::from_node(&entry.value, r)?;
            Some(DieText { name, faces: values, lasts, put_back })
        }
        NodeKind::Mapping(_) | NodeKind::Sequence(_) | NodeKind::Scalar(_) => {
            let faces = Vec::<FaceText>::read(entry, r)?;
            let (lasts, put_back) = (Lasts::default(), PutBack::default());
            Some(DieText { name, faces, lasts, put_back })
        }
    }
}

impl FromEntry for Vec<FaceText> {
    const VALUE: Value = VALUES;

    /// Reads `1-6`, `[heads, tails]` or `{sun: 3, rain: 1}`.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let before = r.found.len();
        let faces = match &entry.value.kind {
            NodeKind::Scalar(text) if text.text().contains('-') => range(text, r)?,
            NodeKind::Scalar(_) | NodeKind::Sequence(_) => {
                let words = r.words(entry)?;
                words.into_iter().map(|word| FaceText { word, weight: 1 }).collect()
            }
            NodeKind::Mapping(_) => {
                let weights = r.named(&entry.value, "the values of a die")?;
                weights.iter().filter_map(|entry| weighted(entry, r)).collect()
            }
        };
        if r.found.len() > before {
            return None;
        }
        checked(faces, entry.value.span, r)
    }
}

/// Reads a range of numbers: `1-6`.
fn range(text: &Scalar, r: &mut Reader<'_>) -> Option<Vec<FaceText>> {
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|n| *n <= 1000);
    let ends = text.text().split_once('-').map(|(low, high)| (number(low), number(high)));
    let Some((Some(low), Some(high))) = ends else {
        let title = format!("`{}` is no range of numbers", text.text());
        r.at(Code::BadDie, text.span(), title, "expected `1-6`")
            .because(
                "a die is a range of numbers up to 1000, a list of words, or words with weights",
            )
            .help("write `1-6`, `[heads, tails]` or `{sun: 3, rain: 1}`");
        return None;
    };
    if high < low {
        let title = format!("the range `{}` is empty", text.text());
        r.at(Code::BadDie, text.span(), title, "counts down")
            .help(Help::type_in(format!("{high}-{low}")));
        return None;
    }
    let face = |n: u32| FaceText { word: Spanned::new(n.to_string(), text.span()), weight: 1 };
    // A range that is too long is reported by its length.
    Some((low..=high).take(FACES + 1).map(face).collect())
}

/// Reads a value with its weight: `rain: 1`.
fn weighted(entry: &Entry, r: &mut Reader<'_>) -> Option<FaceText> {
    let text = r.scalar(entry)?;
    let weight = text.text().parse::<u16>().ok().filter(|n| (1..=MAX_WEIGHT).contains(n));
    let Some(weight) = weight else {
        let title = format!("`{}` is no weight", text.text());
        r.at(Code::BadDie, text.span(), title, format!("expected a number from 1 to {MAX_WEIGHT}"))
            .because(
                "a value with the weight 3 occurs three times as often as one with the weight 1",
            )
            .help(Help::type_in("1"));
        return None;
    };
    let word = Spanned::new(entry.key.text().to_owned(), entry.key.span());
    Some(FaceText { word, weight })
}

/// Reports too few, too many, unreadable or repeated values.
fn checked(faces: Vec<FaceText>, span: Span, r: &mut Reader<'_>) -> Option<Vec<FaceText>> {
    if faces.len() < 2 || faces.len() > FACES {
        let count = match faces.len() {
            0 => "without values".to_owned(),
            1 => "with one value".to_owned(),
            n if n > FACES => format!("with more than {FACES} values"),
            n => format!("with {n} values"),
        };
        r.at(Code::BadDie, span, format!("a die {count}"), format!("2 to {FACES} can be rolled"))
            .help("write `1-6`, `[heads, tails]` or `{sun: 3, rain: 1}`");
        return None;
    }
    for (index, face) in faces.iter().enumerate() {
        let word = face.word.value.as_str();
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if word == ROLLED {
            r.at(Code::BadDie, face.word.span, "`rolled` cannot be a value of a die", "taken")
                .because("`die is rolled` means that the die shows any value")
                .help("choose another word");
            return None;
        }
        if word.is_empty() || !word.chars().all(is_word) {
            let title = format!("`{word}` cannot be a value of a die");
            r.at(Code::BadDie, face.word.span, title, "no single word")
                .because("a value is written in questions, moves and positions, as in `die=3`")
                .help("use letters, digits and `-`");
            return None;
        }
        if faces[..index].iter().any(|other| other.word.value == word) {
            let title = format!("the value `{word}` comes twice");
            r.at(Code::BadDie, face.word.span, title, "again")
                .help(format!("give it a weight instead: `{{{word}: 2, ...}}`"));
            return None;
        }
    }
    Some(faces)
}
