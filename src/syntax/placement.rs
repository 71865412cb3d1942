//! Positions as text: `placement side castling e.p. halfmoves fullmove step=K`.
//!
//! Owns: [`PositionText`] and its parser, the same for `setup:` and for `--position`. Gives rows of
//! letters, runs and missing cells; what a letter means is for `resolve/`, which cells the rows are is
//! for the arena. Trailing fields may be left out. Invariant: nothing of the text is skipped.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use crate::syntax::written::Written;

/// A position as written, letters not yet understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText {
    /// Rows, the farthest rank first.
    pub rows: Vec<RowText>,
    /// The placement field.
    pub placement: Span,
    /// Whether Black is to move; White if the field is absent.
    pub black_to_move: bool,
    /// Castling field, unless absent or `-`.
    pub castling: Option<Spanned<String>>,
    /// En-passant field, unless absent or `-`.
    pub en_passant: Option<Spanned<String>>,
    /// Halfmove clock, 0 if absent.
    pub halfmoves: u32,
    /// Turn number from 1, 1 if absent.
    pub fullmove: u32,
    /// Step within the turn from 1, 1 if absent.
    pub step: u32,
    /// The whole text.
    pub span: Span,
}

/// One row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowText {
    /// Its entries, left to right.
    pub cells: Vec<Spanned<CellText>>,
    /// Its characters, without the slashes.
    pub span: Span,
}

/// One entry of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellText {
    /// So many empty cells, from 1.
    Empty(u16),
    /// `*`: no cell.
    Missing,
    /// A letter: upper case White's, lower case Black's.
    Letter(char),
}

/// Reads a position. `None` only if there is no placement at all.
pub fn parse(text: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<PositionText> {
    let words = text.words();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        found.push(Diagnostic::at(
            Code::BadPosition,
            text.span(),
            "a position without a placement",
            "empty",
        ));
        return None;
    };
    let mut position = PositionText {
        rows: first.split(|c| c == '/').into_iter().map(|r| row(r, found)).collect(),
        placement: first.span(),
        black_to_move: false,
        castling: None,
        en_passant: None,
        halfmoves: 0,
        fullmove: 1,
        step: 1,
        span: first.span().to(last.span()),
    };
    let mut rest = &words[1..];
    if let Some((step, before)) =
        rest.split_last().and_then(|(w, b)| Some((w.text().strip_prefix("step=")?, (w, b))))
    {
        rest = before.1;
        position.step = match step.parse::<u32>() {
            Ok(n) if n >= 1 => n,
            Ok(_) | Err(_) => {
                found.push(bad(*before.0, "a step from 1, such as `step=2`"));
                1
            }
        };
    }
    for (index, word) in rest.iter().enumerate() {
        field(index, *word, &mut position, found);
    }
    Some(position)
}

fn field(
    index: usize,
    word: Written<'_>,
    position: &mut PositionText,
    found: &mut Vec<Diagnostic>,
) {
    let text = word.text();
    match index {
        0 => match text {
            "w" | "b" => position.black_to_move = text == "b",
            _ => found.push(bad(word, "`w` or `b`, the side to move")),
        },
        1 if text == "-" => {}
        1 if text.chars().all(|c| c.is_ascii_alphabetic()) => {
            position.castling = Some(word.spanned());
        }
        1 => found.push(bad(word, "castling rights such as `KQkq`, or `-`")),
        2 if text == "-" => {}
        2 if text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '(' | ')')) => {
            position.en_passant = Some(word.spanned());
        }
        2 => found.push(bad(word, "cells that may be captured en passant such as `e3`, or `-`")),
        3 => match text.parse() {
            Ok(n) => position.halfmoves = n,
            Err(_) => found.push(bad(word, "a number of halfmoves")),
        },
        4 => match text.parse() {
            Ok(n) if n >= 1 => position.fullmove = n,
            Ok(_) | Err(_) => found.push(bad(word, "the number of the move, from 1")),
        },
        _ => found.push(bad(word, "nothing more, or `step=K`")),
    }
}

fn row(text: Written<'_>, found: &mut Vec<Diagnostic>) -> RowText {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some((c, at)) = rest.chars().next() {
        let mut length = c.len_utf8();
        if c.is_ascii_digit() {
            length = rest.text().bytes().take_while(u8::is_ascii_digit).count();
            let run = rest.part(0..length);
            match run.text().parse::<u16>() {
                Ok(n) if n >= 1 => cells.push(Spanned::new(CellText::Empty(n), run.span())),
                Ok(_) | Err(_) => found.push(Diagnostic::at(
                    Code::BadPlacement,
                    run.span(),
                    format!("a run of {} cells", run.text()),
                    "must be a number of empty cells from 1",
                )),
            }
        } else if c == '*' {
            cells.push(Spanned::new(CellText::Missing, at.span()));
        } else if c.is_alphabetic() {
            cells.push(Spanned::new(CellText::Letter(c), at.span()));
        } else {
            // It was meant for a cell; the row keeps its length, and there is one finding, not two.
            cells.push(Spanned::new(CellText::Empty(1), at.span()));
            found.push(
                Diagnostic::at(
                    Code::BadPlacement,
                    at.span(),
                    format!("`{c}` in a placement"),
                    "stands for nothing",
                )
                .because("a row is letters, numbers of empty cells, and `*` for a missing cell"),
            );
        }
        rest = rest.part(length..rest.text().len());
    }
    RowText { cells, span: text.span() }
}

fn bad(word: Written<'_>, expected: &str) -> Diagnostic {
    Diagnostic::at(
        Code::BadPosition,
        word.span(),
        format!("`{}` in a position", word.text()),
        format!("expected {expected}"),
    )
    .because(
        "a position is `placement side castling e.p. halfmoves fullmove`, \
         then `step=K`; trailing fields may be left out",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    fn read(text: &str) -> (Option<PositionText>, Vec<String>) {
        let place = |r: std::ops::Range<usize>| Span::new(SourceId::only(), r.start, r.end);
        let mut found = Vec::new();
        let position = parse(Written::new(text, &place), &mut found);
        let at = |d: &Diagnostic| d.span().map_or("", |s| &text[s.start as usize..s.end as usize]);
        (position, found.iter().map(|d| format!("{} {}", d.code, at(d))).collect())
    }

    #[test]
    fn trailing_fields_may_be_left_out() {
        for (text, black, full, step) in [
            ("K", false, 1, 1),
            ("K b", true, 1, 1),
            ("K w - - 3 7", false, 7, 1),
            ("K b step=2", true, 1, 2),
            ("K w KQ c3f3 0 2 step=3", false, 2, 3),
            ("K w - f3(g4)", false, 1, 1),
        ] {
            let (position, found) = read(text);
            let position = position.expect(text);
            assert_eq!(found, Vec::<String>::new(), "{text}");
            assert_eq!(
                (position.black_to_move, position.fullmove, position.step),
                (black, full, step),
                "{text}"
            );
        }
    }

    #[test]
    fn runs_are_decimal_and_stars_are_no_cells() {
        let (position, found) = read("p10*/K2k");
        assert!(found.is_empty());
        let rows = position.expect("a position").rows;
        let cells: Vec<_> = rows[0].cells.iter().map(|c| c.value).collect();
        assert_eq!(cells, [CellText::Letter('p'), CellText::Empty(10), CellText::Missing]);
        assert_eq!(rows[1].span, Span::new(SourceId::only(), 5, 8));
    }

    #[test]
    fn every_slip_is_found_at_its_place() {
        let (_, found) = read("K0/?/99999 x K1 e! y 0 more step=0");
        let wanted = [
            "bad-placement 0",
            "bad-placement ?",
            "bad-placement 99999",
            "bad-position step=0",
            "bad-position x",
            "bad-position K1",
            "bad-position e!",
            "bad-position y",
            "bad-position 0",
            "bad-position more",
        ];
        assert_eq!(found, wanted);
        assert_eq!(read(" ").1, ["bad-position  "]);
    }
}
