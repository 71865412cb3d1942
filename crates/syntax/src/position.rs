//! Positions in which pieces are still letters of the author.

use crate::written::Written;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::setup::{CounterField, Setup};
use alfil_rules::side::MOST_SIDES;

/// A position with letters for pieces.
pub type PositionText = Setup<RowText, PointText, Spanned<LetterText>>;

/// One row of a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowText {
    /// The entries of the row, left to right.
    pub cells: Vec<Spanned<CellText>>,
    /// The span of the row's characters, without slashes.
    pub span: Span,
}

/// One entry of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellText {
    /// This many empty cells, at least 1.
    Empty(u16),
    /// `*`: no cell.
    Missing,
    /// A letter.
    Letter(LetterText),
    /// The letter of a piece beneath the piece of the next entry.
    Covered(LetterText),
}

/// The letter of a piece with its mark: upper case for White, lower case for Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LetterText {
    /// The letter.
    pub letter: char,
    /// The mark.
    pub mark: MarkText,
    /// The letter of the side before it, in games with more than two sides.
    pub owner: Option<char>,
}

/// The mark before or after a piece's letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkText {
    /// No mark.
    None,
    /// `+` before the letter.
    Plus,
    /// `~` after the letter.
    Tilde,
}

/// A piece at a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PointText {
    /// The letter of the piece.
    pub letter: LetterText,
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from White's edge.
    pub y: f64,
    /// Distance from the floor of a box, if the text has a third number.
    pub z: Option<f64>,
    /// `@90`: the facing of the piece in degrees.
    pub facing: Option<f64>,
    /// `'`: true if the piece has not moved.
    pub unmoved: bool,
}

/// Parses a piece: `P`, `+P`, `P~`.
pub(crate) fn letter(text: &str) -> Option<LetterText> {
    let mark = match (text.starts_with('+'), text.ends_with('~')) {
        (true, _) => MarkText::Plus,
        (false, true) => MarkText::Tilde,
        (false, false) => MarkText::None,
    };
    let letter = text.trim_start_matches('+').chars().next().filter(|c| c.is_alphabetic())?;
    Some(LetterText { letter, mark, owner: None })
}

/// Parses the value of a named counter: `checks=2+0`.
pub(crate) fn named_counter(
    name: &str,
    value: &str,
    word: Written<'_>,
    found: &mut Report,
) -> Option<Spanned<CounterField>> {
    let Some(counts) = counts(value) else {
        let title = format!("`{}` in a position", word.text());
        let expected = "expected White's number and Black's, such as `checks=2+0`";
        let finding = Diagnostic::at(Code::BadPosition, word.span(), title, expected);
        found.push(finding.help(Help::type_in(format!("{name}=0+0"))));
        return None;
    };
    let counter = CounterField { name: Some(name.to_owned()), counts, left: false };
    Some(Spanned::new(counter, word.span()))
}

/// Parses `2+0`, with one number for each side.
pub(crate) fn counts(text: &str) -> Option<Vec<u8>> {
    let counts: Option<Vec<u8>> = text.split('+').map(|count| count.parse().ok()).collect();
    counts.filter(|counts| (2..=MOST_SIDES).contains(&counts.len()))
}

/// Parses a piece with its side: `rK`, `r+P`.
pub(crate) fn owned(text: &str) -> Option<LetterText> {
    let owner = text.chars().next().filter(|c| c.is_alphabetic() && c.is_lowercase())?;
    let whole = &text[owner.len_utf8()..];
    let letter = letter(whole)?;
    let length = match letter.mark {
        MarkText::None => 1,
        MarkText::Plus | MarkText::Tilde => 2,
    };
    let fits = whole.chars().count() == length;
    fits.then_some(LetterText { owner: Some(owner), ..letter })
}
