//! Parses positions of planes: `K4.5,0.5 P0.5,1.5' q3.5,7.5 w 0 1`.
//!
//! A word with a comma is a piece: its letter and its place, of two numbers or, in a box, three. After them, `'` means that it has not
//! moved, and `@90` gives its facing, in either order. Side, halfmoves, fullmove and counters
//! follow. Nothing is skipped without a finding.

use crate::grammar::{self, Part, Rule};
use crate::plane::reals;
use crate::position::{PointText, PositionText, letter, named_counter};
use crate::written::Written;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report};
use alfil_diagnostics::source::Spanned;
use alfil_rules::setup::Placement;
use alfil_rules::side::Side;

/// True for a position of a plane. A placement of a board contains no comma.
pub(crate) fn is_points(text: Written<'_>) -> bool {
    // Fields after the placement may contain commas: `quiet=3,0`, `last=e7d8=Q(P,xr)`.
    let placement = text.text().split_whitespace().take_while(|word| !matches!(*word, "w" | "b"));
    placement.into_iter().any(|word| word.contains(',') && !word.contains('='))
}

/// Parses a position of a plane.
pub(crate) fn parse(text: Written<'_>, found: &mut Report) -> Option<PositionText> {
    let words = text.words();
    let pieces = words.iter().take_while(|w| !matches!(w.text(), "w" | "b")).count();
    let (pieces, fields) = words.split_at(pieces);
    let (first, last) = (words.first()?, words.last()?);
    let placement = pieces.first().unwrap_or(first).span();
    let placement = placement.to(pieces.last().unwrap_or(first).span());
    let points =
        pieces.iter().filter_map(|&word| Some(Spanned::new(point(word, found)?, word.span())));
    let placement = Placement { rows: Vec::new(), points: points.collect(), span: placement };
    let mut position = PositionText::of(placement, first.span().to(last.span()));
    for (index, word) in fields.iter().enumerate() {
        let bad = |wanted: &str| {
            let title = format!("`{}` in a position", word.text());
            Diagnostic::at(Code::BadPosition, word.span(), title, format!("expected {wanted}"))
        };
        if let Some((name, value)) = word.text().split_once('=') {
            position.counters.extend(named_counter(name, value, *word, found));
            continue;
        }
        match index {
            0 => position.side = if word.text() == "b" { Side::Black } else { Side::White },
            1 => match word.text().parse() {
                Ok(n) => position.halfmoves = n,
                Err(_) => found.push(bad("a number of halfmoves")),
            },
            2 => match word.text().parse() {
                Ok(n) if n >= 1 => position.fullmove = n,
                Ok(_) | Err(_) => found.push(bad("the number of the move, from 1")),
            },
            _ => found.push(bad("nothing more")),
        }
    }
    Some(position)
}

fn point(word: Written<'_>, found: &mut Report) -> Option<PointText> {
    let read = grammar::parts(Rule::point, word).and_then(|parts| {
        let reals = reals(&parts)?;
        let is_mark = |(kind, _): &Part<'_>| *kind == Rule::unmoved_mark;
        let height = parts.iter().find(|(kind, _)| *kind == Rule::height);
        let z = match height.map(|(_, height)| height.text().trim_start_matches(',').parse()) {
            None => None,
            Some(z) => Some(z.ok().filter(|z: &f64| z.is_finite())?),
        };
        Some(PointText {
            letter: letter(parts.first()?.1.text())?,
            x: *reals.first()?,
            y: *reals.get(1)?,
            z,
            facing: reals.get(2).copied(),
            unmoved: parts.iter().any(is_mark),
        })
    });
    if read.is_none() {
        let title = format!("`{}` is no piece at a point", word.text());
        found
            .at(Code::BadPlacement, word.span(), title, "not understood")
            .because(
                "a piece is its letter and two or three finite numbers with commas between them",
            )
            .help("write `P0.5,1.5`, with `'` behind it if it has not moved");
    }
    read
}
