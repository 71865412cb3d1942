//! Parses positions: `placement side castling e.p. halfmoves fullmove step=K checks=2+0`, and those
//! of planes.
//!
//! The same parser reads `setup:` and `--position`. It does not know the meaning of letters or the
//! cells of rows. Trailing fields may be missing. Nothing in the text is skipped without a finding.

use crate::scalar::{self, Part, Rule, Written};
use crate::space::reals;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::setup::{CounterField, Heading, Placement, Setup, ShownField};
use alfil_rules::side::{MOST_SIDES, Side};

/// Parses a position. Returns `None` only if there is no placement.
pub fn parse(text: Written<'_>, found: &mut Report) -> Option<PositionText> {
    let words = text.words();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        found.at(Code::BadPosition, text.span(), "a position without a placement", "empty");
        return None;
    };
    if let Some(heading) = Heading4::of(first) {
        return many_sided(text, heading, &words[1..], found);
    }
    if is_points(text) {
        return parse_points(text, found);
    }
    if let Some(finding) = other_form(text, first) {
        found.push(finding);
        return None;
    }
    let spaced_rows = rows_with_spaces(&words);
    if spaced_rows > 1 {
        found.push(rows_on_lines(&words[..spaced_rows]));
    }
    let (board, hands) = match first.text().find('[') {
        Some(at) => (first.part(0..at), Some(first.part(at..first.text().len()))),
        None => (*first, None),
    };
    let rows = match spaced_rows {
        0 | 1 => board.split(|c| c == '/'),
        _ => {
            let parts = words[..spaced_rows].iter().flat_map(|word| word.split(|c| c == '/'));
            parts.filter(|part| !part.text().is_empty()).collect()
        }
    };
    let rows = rows.into_iter().map(|r| row(r, found)).collect();
    let placement = Placement { rows, points: Vec::new(), span: board.span() };
    let mut position = PositionText::of(placement, first.span().to(last.span()));
    position.hands = hands.and_then(|text| self::hands(text, found));
    let rest = &words[spaced_rows.max(1)..];
    let left_out = LeftOut::of(rest);
    let (mut index, mut named) = (0, false);
    for word in rest {
        if let Some((name, value)) = word.text().split_once('=') {
            named = true;
            named_field(name, value, *word, &mut position, found);
        } else if let Some(counter) = unnamed_counter(word.text()).filter(|_| index >= 2) {
            position.counters.push(Spanned::new(counter, word.span()));
        } else {
            // After a named field only named fields may follow, so no other field has a valid
            // index.
            field(if named { usize::MAX } else { index }, *word, &mut position, found);
            index = left_out.next(index);
        }
    }
    Some(position)
}

/// The parts of a position in FEN4, which games with more than two sides use:
/// `R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-rK,13/14/...`. They are joined by hyphens: the side to move,
/// sides that are out, castling with the nearer and the farther partner, points, turns without
/// progress, and the rows of the board.
struct Heading4<'a> {
    parts: Vec<Written<'a>>,
}

/// The number of parts of a position in FEN4.
const PARTS: usize = 7;

impl<'a> Heading4<'a> {
    /// Splits the first word of a position. `None` if it is not in FEN4.
    fn of(word: &Written<'a>) -> Option<Heading4<'a>> {
        let parts = word.split(|c| c == '-');
        let begins = parts.first().is_some_and(|part| part.text().chars().count() == 1);
        (parts.len() == PARTS && begins).then_some(Heading4 { parts })
    }

    /// The numbers of a part.
    fn numbers(&self, part: usize, found: &mut Report) -> Vec<u8> {
        let number = |word: Written<'_>| match word.text().parse() {
            Ok(number) => number,
            Err(_) => {
                let title = format!("`{}` in a position", word.text());
                found
                    .at(Code::BadPosition, word.span(), title, "expected a number")
                    .help("write one number for each side, such as `0,0,0,0`");
                0
            }
        };
        self.parts[part].split(|c| c == ',').into_iter().map(number).collect()
    }

    /// The places of the numbers of a part.
    fn spans(&self, part: usize) -> Vec<Span> {
        self.parts[part].split(|c| c == ',').into_iter().map(|number| number.span()).collect()
    }
}

/// Reads a position in FEN4, and the named fields after it.
fn many_sided(
    text: Written<'_>,
    heading: Heading4<'_>,
    rest: &[Written<'_>],
    found: &mut Report,
) -> Option<PositionText> {
    let whole = heading.parts[PARTS - 1];
    let (board, hands) = match whole.text().find('[') {
        Some(open) => (whole.part(0..open), Some(whole.part(open..whole.text().len()))),
        None => (whole, None),
    };
    let rows = board.split(|c| c == '/').into_iter().map(|row| owned_row(row, found)).collect();
    let placement = Placement { rows, points: Vec::new(), span: board.span() };
    let mut position = PositionText::of(placement, text.span());
    position.hands = hands.and_then(|hands| owned_hands(hands, found));
    let mover = heading.parts[0];
    let flags = |part, found: &mut Report| {
        heading.numbers(part, found).into_iter().map(|n| n != 0).collect::<Vec<bool>>()
    };
    let many = Heading {
        mover: mover.text().to_lowercase().chars().next()?,
        out: flags(1, found),
        near: flags(2, found),
        far: flags(3, found),
        points: heading.numbers(4, found),
        flag_spans: [heading.spans(2), heading.spans(3)],
    };
    position.many = Some(Spanned::new(many, mover.span().to(heading.parts[4].span())));
    field(3, heading.parts[5], &mut position, found);
    for word in rest {
        match word.text().split_once('=') {
            Some(("round", value)) => match value.parse() {
                Ok(n) if n >= 1 => position.fullmove = n,
                Ok(_) | Err(_) => {
                    let help = Help::type_in("round=1");
                    found.push(bad(*word, "the number of the round, from 1", help));
                }
            },
            Some(("passed", value)) => {
                let start = word.text().len() - value.len();
                position.en_passant = Some(word.part(start..word.text().len()).spanned());
            }
            Some((name, value)) => named_field(name, value, *word, &mut position, found),
            None => {
                let expected = "`round=N`, `step=K`, `passed=CELL`, a counter or a die";
                found.push(bad(*word, expected, Help::take_out()));
            }
        }
    }
    Some(position)
}

/// Reads a row of a position in FEN4: `3,rK,yP,9`.
fn owned_row(text: Written<'_>, found: &mut Report) -> RowText {
    let mut cells = Vec::new();
    for part in text.split(|c| c == ',') {
        let cell = match part.text() {
            "*" | "x" => Some(CellText::Missing),
            run if run.bytes().all(|b| b.is_ascii_digit()) => {
                run.parse().ok().filter(|&n| n >= 1).map(CellText::Empty)
            }
            piece => owned(piece).map(CellText::Letter),
        };
        let cell = cell.unwrap_or_else(|| {
            let reason = "with more than two sides, a row is written with commas between numbers of \
                          empty cells and pieces such as `rK`, the letter of the side first";
            found.push(meaningless(part, "a placement", reason));
            CellText::Empty(1)
        });
        cells.push(Spanned::new(cell, part.span()));
    }
    RowText { cells, span: text.span() }
}

/// Reads hands in FEN4: `[rQ,rP,bN]` or `[]`.
fn owned_hands(text: Written<'_>, found: &mut Report) -> Option<Spanned<Vec<Spanned<LetterText>>>> {
    let Some(inner) = text.text().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        hands_do_not_close(text, "[rQ,rP,bN]", found);
        return None;
    };
    let mut letters = Vec::new();
    let parts = text.part(1..1 + inner.len()).split(|c| c == ',');
    for part in parts.into_iter().filter(|_| !matches!(inner, "" | "-")) {
        match owned(part.text()) {
            Some(letter) => letters.push(Spanned::new(letter, part.span())),
            None => {
                let reason = "with more than two sides, a hand is written with commas between pieces \
                              such as `rK`, the letter of the side first";
                let help = "write the letter of the side before that of the piece";
                found.push(meaningless(part, "a hand", reason).help(help));
            }
        }
    }
    Some(Spanned::new(letters, text.span()))
}

/// Which of the fields for castling and en passant a text leaves out. They come before the two move
/// counters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    /// No field is left out.
    None,
    /// Both, because the game has neither: `w 0 1`.
    Both,
    /// Castling: `w e3 0 1`.
    Castling,
    /// En passant (`w KQ 0 1`), or one dash stands for both fields (`w - 0 1`).
    Passing,
}

impl LeftOut {
    /// Analyses the words after the placement.
    fn of(words: &[Written<'_>]) -> LeftOut {
        let number = |word: &Written<'_>| word.text().bytes().all(|b| b.is_ascii_digit());
        match words {
            [_, halfmoves, fullmove, ..] if number(halfmoves) && number(fullmove) => LeftOut::Both,
            [_, field, halfmoves, fullmove, ..] if number(halfmoves) && number(fullmove) => {
                // The only field is either an en passant cell, which ends in a digit, or castling
                // rights, which end in a letter. The other field is left out.
                if field.text().ends_with(|c: char| c.is_ascii_digit() || c == ')') {
                    LeftOut::Castling
                } else {
                    LeftOut::Passing
                }
            }
            _ => LeftOut::None,
        }
    }

    /// The index of the field after field `index`. The side to move has index 0.
    fn next(self, index: usize) -> usize {
        match (self, index) {
            (LeftOut::Both, 0) => 3,
            (LeftOut::Castling, 0) => 2,
            (LeftOut::Passing, 1) => 3,
            (LeftOut::None | LeftOut::Both | LeftOut::Castling | LeftOut::Passing, _) => index + 1,
        }
    }
}

/// Reads `step=2`, `last=e2e4`, `quiet=12`, `moved=a1`, a counter or the value of a die.
fn named_field(
    name: &str,
    value: &str,
    word: Written<'_>,
    position: &mut PositionText,
    found: &mut Report,
) {
    if name == "step" {
        position.step = match value.parse::<u32>() {
            Ok(n) if n >= 1 => n,
            Ok(_) | Err(_) => {
                found.push(bad(word, "a step from 1, such as `step=2`", Help::type_in("step=1")));
                1
            }
        };
        return;
    }
    let text = || Some(Spanned::new(value.to_owned(), word.span()));
    match name {
        "last" => return position.last = text(),
        "moved" => return position.moved = text(),
        "quiet" => return position.quiet = text(),
        _ => {}
    }
    // Counters are pairs of numbers. Everything else is the value of a die.
    if value.contains('+') || value.is_empty() {
        position.counters.extend(named_counter(name, value, word, found));
    } else {
        let shown = ShownField { die: name.to_owned(), word: value.to_owned() };
        position.shown.push(Spanned::new(shown, word.span()));
    }
}

/// Reads `+2+0` for checks given, or `3+3` for checks still to give, as other programs write them.
fn unnamed_counter(text: &str) -> Option<CounterField> {
    let given = text.strip_prefix('+');
    let counts = counts(given.unwrap_or(text)).filter(|counts| counts.len() == 2)?;
    Some(CounterField { name: None, counts, left: given.is_none() })
}

/// Number of leading words that are rows of one placement, written with spaces instead of slashes.
fn rows_with_spaces(words: &[Written<'_>]) -> usize {
    let is_row = |word: &Written<'_>| {
        let text = word.text();
        let text = text.strip_suffix('/').unwrap_or(text);
        let is_cell =
            |c: char| c.is_ascii_alphanumeric() || c == '*' || c == '/' && word.text() != text;
        text != "w" && text != "b" && text.chars().all(is_cell)
    };
    let rows = words.iter().take_while(|word| is_row(word)).count();
    // The last row is recognized by the slash before it, or by slashes in it.
    let last = words.get(rows).filter(|word| {
        rows > 0 && words[rows - 1].text().ends_with('/') && word.text().contains('/')
    });
    let rows = rows + usize::from(last.is_some());
    // Two words are not enough: `8 w` and `K white` are a row and a side.
    if rows > 2 { rows } else { 0 }
}

fn rows_on_lines(rows: &[Written<'_>]) -> Diagnostic {
    let span = rows.iter().fold(rows[0].span(), |span, row| span.to(row.span()));
    let joined: Vec<&str> = rows.iter().map(|row| row.text().trim_matches('/')).collect();
    Diagnostic::at(Code::BadPlacement, span, "spaces between the rows of a placement", "one text")
        .because("after the first space, the position must name the side to move")
        .help(Help::join_rows(joined.join("/")))
}

/// The finding for a placement in another form: a diagram, backslashes, or hands in other brackets.
fn other_form(text: Written<'_>, first: &Written<'_>) -> Option<Diagnostic> {
    let finding = |at: Written<'_>, title: &str, meant: String| {
        let finding = Diagnostic::at(Code::BadPlacement, at.span(), title, "");
        Some(finding.help(Help::write(meant)))
    };
    let word = first.text();
    if word == "startpos" {
        let title = "`startpos` is not a placement of pieces";
        let help = "write its rows, the farthest rank first, with `/` between them";
        return Some(Diagnostic::at(Code::BadPlacement, first.span(), title, "a word").help(help));
    }
    if word.contains('\\') {
        return finding(*first, "write slashes between rows", word.replace('\\', "/"));
    }
    if let Some(open) = hands_in_other_brackets(word) {
        let hands = format!("[{}]", &word[open + 1..word.len() - 1]);
        let hands_at = first.part(open..word.len());
        return finding(hands_at, "pieces in hand are in square brackets", hands);
    }
    if let Some(open) = word.find('[').filter(|_| !word.ends_with(']')) {
        let start = first.span().start - text.span().start;
        let behind = &text.text()[start as usize + open..];
        let close = behind.find(']')? + 1;
        let at = text.part(start as usize + open..start as usize + open + close);
        return finding(at, "spaces between pieces in hand", behind[..close].replace(' ', ""));
    }
    let lines: Vec<&str> = text.text().lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let is_cell = |word: &str| word.chars().count() == 1;
    let is_row = |line: &&str| line.contains(' ') && line.split_whitespace().all(is_cell);
    if lines.len() < 2 || !lines.iter().all(is_row) {
        return None;
    }
    let row = |line: &&str| {
        let (mut row, mut empty) = (String::new(), 0);
        for cell in line.split_whitespace().chain(["/"]) {
            if matches!(cell, "." | "-" | "_") {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row += &std::mem::take(&mut empty).to_string();
            }
            row += cell;
        }
        row
    };
    let rows: String = lines.iter().map(row).collect();
    finding(text.trim(), "a diagram is not a placement", rows.trim_end_matches('/').to_owned())
}

/// Where hands in braces or parentheses begin. Parentheses with several letters before the end of
/// the last row are a stack.
fn hands_in_other_brackets(word: &str) -> Option<usize> {
    if word.ends_with('}') {
        return word.find('{');
    }
    let open = word.find('(').filter(|_| word.ends_with(')'))?;
    let inner = &word[open + 1..word.len() - 1];
    let is_stack = inner.chars().filter(char::is_ascii_alphabetic).count() > 1;
    (!is_stack).then_some(open)
}

pub(crate) fn field(
    index: usize,
    word: Written<'_>,
    position: &mut PositionText,
    found: &mut Report,
) {
    let text = word.text();
    match index {
        0 => match text {
            "w" => position.side = Side::White,
            "b" => position.side = Side::Black,
            _ => {
                let help = match text.chars().next() {
                    Some('w' | 'W') => Help::type_in("w"),
                    Some('b' | 'B') => Help::type_in("b"),
                    Some(_) | None => Help::from("type `w` or `b`"),
                };
                found.push(bad(word, "`w` or `b`, the side to move", help));
            }
        },
        // Castling rights: `KQkq`, or with the cell of a castling piece: `d1Kg1K`.
        1 if text == "-"
            || text.chars().all(|c| c.is_ascii_alphanumeric())
                && [text.chars().next(), text.chars().last()]
                    .iter()
                    .flatten()
                    .all(char::is_ascii_alphabetic) =>
        {
            position.castling = Some(word.spanned());
        }
        1 => found.push(bad(word, "castling rights such as `KQkq`, or `-`", Help::type_in("-"))),
        2 if text == "-" => {}
        2 if text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '(' | ')')) => {
            position.en_passant = Some(word.spanned());
        }
        2 => {
            let expected = "cells that may be captured en passant such as `e3`, or `-`";
            found.push(bad(word, expected, Help::type_in("-")));
        }
        3 => match text.parse() {
            Ok(n) => position.halfmoves = n,
            Err(_) => found.push(bad(word, "a number of halfmoves", Help::type_in("0"))),
        },
        4 => match text.parse() {
            Ok(n) if n >= 1 => position.fullmove = n,
            Ok(_) | Err(_) => {
                found.push(bad(word, "the number of the move, from 1", Help::type_in("1")))
            }
        },
        _ => found.push(bad(word, "nothing more, `step=K`, a counter or a die", Help::take_out())),
    }
}

fn row(text: Written<'_>, found: &mut Report) -> RowText {
    let mut cells = Vec::new();
    let parts = scalar::parts(Rule::row, text);
    if parts.is_none() {
        let title = "this row is too long";
        found.at(Code::TooComplex, text.span(), title, "no board has so many cells");
    }
    for (kind, part) in parts.unwrap_or_default() {
        let cell = match (kind, part.text().parse::<u16>()) {
            (Rule::no_cell, _) => Some(CellText::Missing),
            (Rule::run, Ok(n)) if n >= 1 => Some(CellText::Empty(n)),
            (Rule::run, _) => {
                let title = format!("a run of {} cells", part.text());
                let label = "must be a number of empty cells from 1";
                found.at(Code::BadPlacement, part.span(), title, label);
                None
            }
            (Rule::covered, _) => letter(part.text()).map(CellText::Covered),
            _ => letter(part.text()).map(CellText::Letter).or_else(|| {
                let reason = "a row is letters, numbers of empty cells, and `*` for a missing cell";
                found.push(meaningless(part, "a placement", reason));
                // The character counts as a cell, so that the row keeps its length and there is
                // only one finding.
                Some(CellText::Empty(1))
            }),
        };
        cells.extend(cell.map(|cell| Spanned::new(cell, part.span())));
    }
    RowText { cells, span: text.span() }
}

/// The finding for a character without a meaning in `place`.
fn meaningless(at: Written<'_>, place: &str, reason: &str) -> Diagnostic {
    let title = format!("`{}` in {place}", at.text());
    Diagnostic::at(Code::BadPlacement, at.span(), title, "has no meaning here").because(reason)
}

fn hands_do_not_close(text: Written<'_>, example: &str, found: &mut Report) {
    let help =
        format!("write the pieces in hand in brackets after the placement, such as `{example}`");
    let title = "the bracket of the hands is not closed";
    found.at(Code::BadPlacement, text.span(), title, "opened here").help(help);
}

/// Parses `[QRqr]`, `[]` or `[-]`.
fn hands(text: Written<'_>, found: &mut Report) -> Option<Spanned<Vec<Spanned<LetterText>>>> {
    let Some(parts) = scalar::parts(Rule::hands, text) else {
        hands_do_not_close(text, "[QPqp]", found);
        return None;
    };
    let mut letters = Vec::new();
    for (_, part) in parts {
        match letter(part.text()) {
            Some(letter) => letters.push(Spanned::new(letter, part.span())),
            None => {
                let reason = "a hand is letters, a letter as often as there are pieces";
                found.push(meaningless(part, "a hand", reason));
            }
        }
    }
    Some(Spanned::new(letters, text.span()))
}

fn bad(word: Written<'_>, expected: &str, help: impl Into<Help>) -> Diagnostic {
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
    .help(help)
}

// Parses positions of planes: `K4.5,0.5 P0.5,1.5' q3.5,7.5 w 0 1`.
//
// A word with a comma is a piece: its letter and its place, of two numbers or, in a box, three. After them, `'` means that it has not
// moved, and `@90` gives its facing, in either order. Side, halfmoves, fullmove and counters
// follow. Nothing is skipped without a finding.

/// True for a position of a plane. A placement of a board contains no comma.
pub(crate) fn is_points(text: Written<'_>) -> bool {
    // Fields after the placement may contain commas: `quiet=3,0`, `last=e7d8=Q(P,xr)`.
    let placement = text.text().split_whitespace().take_while(|word| !matches!(*word, "w" | "b"));
    placement.into_iter().any(|word| word.contains(',') && !word.contains('='))
}

/// Parses a position of a plane.
pub(crate) fn parse_points(text: Written<'_>, found: &mut Report) -> Option<PositionText> {
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
    let read = scalar::parts(Rule::point, word).and_then(|parts| {
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
        let title = format!("`{}` is not a piece at a point", word.text());
        found
            .at(Code::BadPlacement, word.span(), title, "not understood")
            .because(
                "a piece is written as its letter and two or three numbers with commas between them",
            )
            .help("write `P0.5,1.5`, and `'` after it if the piece has not moved");
    }
    read
}

// Positions in which pieces are still letters of the author.

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

#[cfg(test)]
mod tests {
    use crate::placement::{CellText, LetterText, MarkText, PositionText, parse};
    use crate::scalar::Written;
    use alfil_diagnostics::diagnostic::{Diagnostic, Report};
    use alfil_diagnostics::source::SourceId;
    use alfil_diagnostics::source::Span;
    use alfil_rules::side::Side;

    fn read(text: &str) -> (Option<PositionText>, Vec<String>) {
        let place = |r: std::ops::Range<usize>| Span::new(SourceId::only(), r.start, r.end);
        let mut found = Report::default();
        let position = parse(Written::new(text, &place), &mut found);
        let at = |d: &Diagnostic| d.span().map_or("", |s| &text[s.start as usize..s.end as usize]);
        (position, found.iter().map(|d| format!("{} {}", d.code, at(d))).collect())
    }

    #[test]
    fn trailing_fields_are_optional() {
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
                (position.side == Side::Black, position.fullmove, position.step),
                (black, full, step),
                "{text}"
            );
        }
    }

    #[test]
    fn numbers_are_decimal_and_stars_are_holes() {
        let (position, found) = read("p10*/K2k");
        assert!(found.is_empty());
        let rows = position.expect("a position").placement.rows;
        let p = LetterText { letter: 'p', mark: MarkText::None, owner: None };
        let cells: Vec<_> = rows[0].cells.iter().map(|c| c.value).collect();
        assert_eq!(cells, [CellText::Letter(p), CellText::Empty(10), CellText::Missing]);
        assert_eq!(rows[1].span, Span::new(SourceId::only(), 5, 8));
    }

    #[test]
    fn hands_follow_the_placement() {
        let letter = |letter, mark| LetterText { letter, mark, owner: None };
        let (position, found) = read("+Pq~K[Qp] b");
        assert_eq!(found, Vec::<String>::new());
        let position = position.expect("a position");
        assert_eq!(position.side, Side::Black);
        let cells: Vec<_> = position.placement.rows[0].cells.iter().map(|c| c.value).collect();
        let wanted = [
            CellText::Letter(letter('P', MarkText::Plus)),
            CellText::Letter(letter('q', MarkText::Tilde)),
            CellText::Letter(letter('K', MarkText::None)),
        ];
        assert_eq!(cells, wanted);
        let hands = position.hands.expect("hands").value;
        assert_eq!(hands.iter().map(|l| l.value.letter).collect::<String>(), "Qp");
        for (text, hands) in [("K[]", Some(0)), ("K[-]", Some(0)), ("K", None)] {
            let (position, found) = read(text);
            assert_eq!(found, Vec::<String>::new(), "{text}");
            assert_eq!(position.and_then(|p| p.hands).map(|h| h.value.len()), hands, "{text}");
        }
        assert_eq!(read("K[Q?]").1, ["bad-placement ?"]);
        assert_eq!(read("K[Q").1, ["bad-placement [Q"]);
        assert_eq!(read("K+").1, ["bad-placement +"]);
    }

    #[test]
    fn every_slip_is_found_at_its_place() {
        let (_, found) = read("K0/?/99999 x K1 e! y 0 more step=0");
        let wanted = [
            "bad-placement 0",
            "bad-placement ?",
            "bad-placement 99999",
            "bad-position x",
            "bad-position K1",
            "bad-position e!",
            "bad-position y",
            "bad-position 0",
            "bad-position more",
            "bad-position step=0",
        ];
        assert_eq!(found, wanted);
        assert_eq!(read(" ").1, ["bad-position  "]);
    }
}
