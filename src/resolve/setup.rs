//! Reads and writes position text (`setup:`, `--position`).
//!
//! An unknown letter is reported and read as an empty cell, so that rows keep their length. The
//! board package checks that the rows fit the board.

use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::ids::KindId;
use alfil_rules::letter::{Form, Letter};
use alfil_rules::plane::Real;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::{CounterField, Placement, Row, Setup, ShownField, Square, Stand};
use alfil_rules::side::{ByColor, Side};
use alfil_syntax::placement;
use alfil_syntax::position::CellText;
use alfil_syntax::position::LetterText;
use alfil_syntax::position::MarkText;
use alfil_syntax::position::PointText;
use alfil_syntax::position::PositionText;
use alfil_syntax::position::RowText;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::written::Written;

/// Maps each kind that a position may contain to its letter.
pub(crate) type LetterTable = [(KindId, Letter)];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alphabet {
    Whole,
    /// A letter has an error, or two pieces share one. An unknown letter may then belong to such a
    /// piece.
    Gappy,
}

/// Reads a position of a game, for example from `--position`. If a letter is unknown, its cell is
/// empty in the value.
pub fn read_position(text: &Scalar, rules: &Ruleset) -> Findings<Setup> {
    let letters: Vec<_> = rules.kinds.enumerate().map(|(id, kind)| (id, kind.letter)).collect();
    let mut found = Report::default();
    let place = |range| text.slice(range);
    let setup = read(Written::new(text.text(), &place), &letters, Alphabet::Whole, &mut found);
    Findings::new(setup, found)
}

/// Like [`read_position`], but appends findings to `found`.
pub(crate) fn read(
    text: Written<'_>,
    letters: &LetterTable,
    alphabet: Alphabet,
    found: &mut Report,
) -> Option<Setup> {
    let written = placement::parse(text, found)?;
    let mut unknown: Vec<LetterText> = Vec::new();
    let mut known = |letter: LetterText, span: Span| {
        let known = piece(letter, letters);
        // A wrong letter is reported once, however often and for whichever side it occurs.
        let either = LetterText { letter: letter.letter.to_ascii_lowercase(), ..letter };
        if known.is_none() && alphabet == Alphabet::Whole && !unknown.contains(&either) {
            unknown.push(either);
            found.push(unknown_letter(letter, span, letters));
        }
        known
    };
    let mut square = |cell: Spanned<CellText>| match cell.value {
        CellText::Empty(n) => Square::Empty(n),
        CellText::Missing => Square::Missing,
        CellText::Letter(letter) => match known(letter, cell.span) {
            Some((side, kind)) => Square::Piece(side, kind),
            None => Square::Empty(1),
        },
    };
    let row = |row: &RowText| Row {
        cells: row.cells.iter().map(|c| Spanned::new(square(*c), c.span)).collect(),
        span: row.span,
    };
    let PositionText { placement, hands, .. } = &written;
    let rows = placement.rows.iter().map(row).collect();
    let mut points = Vec::new();
    for point in &placement.points {
        let PointText { letter, x, y, z, facing, unmoved } = point.value;
        let numbers = (Real::new(x), Real::new(y));
        if let (Some((side, kind)), (Some(x), Some(y))) = (known(letter, point.span), numbers) {
            let (z, facing) = (z.and_then(Real::new), facing.and_then(Real::new));
            let stand = Stand { side, kind, x, y, z, facing, unmoved };
            points.push(Spanned::new(stand, point.span));
        }
    }
    let hands = hands.as_ref().map(|hands| {
        let men = hands.value.iter().filter_map(|l| known(l.value, l.span));
        Spanned::new(men.collect(), hands.span)
    });
    let placement = Placement { rows, points, span: placement.span };
    Some(written.with(placement, hands))
}

fn unknown_letter(letter: LetterText, span: Span, letters: &LetterTable) -> Diagnostic {
    let mut known: Vec<String> = letters.iter().map(|&(_, l)| l.to_string()).collect();
    known.sort();
    Diagnostic::at(
        Code::BadPlacement,
        span,
        format!("no piece has the letter `{}`", spelt(letter)),
        "unknown letter",
    )
    .help(format!("the letters are {}; lower case for Black", known.join(", ")))
}

fn spelt(LetterText { letter, mark }: LetterText) -> String {
    match mark {
        MarkText::None => letter.to_string(),
        MarkText::Plus => format!("+{letter}"),
        MarkText::Tilde => format!("{letter}~"),
    }
}

fn piece(
    LetterText { letter: c, mark }: LetterText,
    letters: &LetterTable,
) -> Option<(Side, KindId)> {
    let form = match mark {
        MarkText::None => Form::Plain,
        MarkText::Plus => Form::Plus,
        MarkText::Tilde => Form::Reverting,
    };
    let kind = |upper: char| {
        letters.iter().find(|&&(_, l)| l == Letter::new(upper, form)).map(|&(k, _)| k)
    };
    if let Some(kind) = kind(c) {
        return Some((Side::White, kind));
    }
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(u), None) if u != c => Some((Side::Black, kind(u)?)),
        (Some(_) | None, Some(_) | None) => None,
    }
}

/// Writes a setup as text that [`read`] understands. The side to move and the fields after it are
/// always written.
pub(crate) fn write(setup: &Setup, letter: impl Fn(KindId) -> Letter) -> String {
    let row = |row: &Row| {
        let (mut text, mut empty) = (String::new(), 0u32);
        for cell in &row.cells {
            let drawn = match cell.value {
                Square::Empty(n) => {
                    empty += u32::from(n);
                    continue;
                }
                Square::Missing => "*".to_owned(),
                Square::Piece(side, kind) => letter(kind).of(side),
            };
            flush(&mut empty, &mut text);
            text.push_str(&drawn);
        }
        flush(&mut empty, &mut text);
        text
    };
    if setup.placement.rows.is_empty() {
        return write_points(setup, letter);
    }
    let rows: Vec<String> = setup.placement.rows.iter().map(row).collect();
    let field = |f: &Option<Spanned<String>>| f.as_ref().map_or("-", |s| &s.value).to_owned();
    let hands = setup.hands.as_ref().map_or(String::new(), |hands| {
        let letters: String =
            hands.value.iter().map(|&(side, kind)| letter(kind).of(side)).collect();
        format!("[{letters}]")
    });
    let mut text = format!(
        "{}{hands} {} {} {} {} {}",
        rows.join("/"),
        setup.side.letter(),
        field(&setup.castling),
        field(&setup.en_passant),
        setup.halfmoves,
        setup.fullmove
    );
    if setup.step > 1 {
        text += &format!(" step={}", setup.step);
    }
    text += &counters(setup);
    for Spanned { value: ShownField { die, word }, .. } in &setup.shown {
        text += &format!(" {die}={word}");
    }
    for (name, field) in [("quiet", &setup.quiet), ("last", &setup.last), ("moved", &setup.moved)] {
        if let Some(field) = field {
            text += &format!(" {name}={}", field.value);
        }
    }
    text
}

/// Writes pieces on a plane: `K4.5,0.5 P0.5,1.5' q3.5,7.5 w 0 1`.
fn write_points(setup: &Setup, letter: impl Fn(KindId) -> Letter) -> String {
    let mut text = String::new();
    for Spanned { value: Stand { side, kind, x, y, z, facing, unmoved }, .. } in
        &setup.placement.points
    {
        text += &format!("{}{x},{y}", letter(*kind).of(*side));
        if let Some(z) = z {
            text += &format!(",{z}");
        }
        if let Some(facing) = facing {
            text += &format!("@{facing}");
        }
        text += if *unmoved { "' " } else { " " };
    }
    text + &format!("{} {} {}", setup.side.letter(), setup.halfmoves, setup.fullmove)
        + &counters(setup)
}

fn counters(setup: &Setup) -> String {
    let of = |counter: &Spanned<CounterField>| {
        let CounterField { name, counts: ByColor([white, black]), left } = &counter.value;
        match (name, left) {
            (Some(name), _) => format!(" {name}={white}+{black}"),
            (None, false) => format!(" +{white}+{black}"),
            (None, true) => format!(" {white}+{black}"),
        }
    };
    setup.counters.iter().map(of).collect()
}

fn flush(empty: &mut u32, text: &mut String) {
    if *empty > 0 {
        *text += &empty.to_string();
        *empty = 0;
    }
}
