//! Morph boards and the capture matrix.
//!
//! A morph board has a symbol for each square, in ranks from the farthest to the first with slashes
//! between, as White sees it. The matrix has a row for each piece that captures, and a symbol for
//! each piece that is captured. Both are in the order of the list of pieces. An ID is the piece that
//! the mover becomes.

use crate::foreign::diagram::cells::Cell;
use crate::foreign::diagram::model::{Diagram, PieceId, Value};
use crate::foreign::remark::{Remark, Weight, brief};
use std::collections::{BTreeMap, BTreeSet};

/// The effects of squares on a piece that moves there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Morph {
    pub(super) becomes: BTreeMap<PieceId, BTreeSet<Cell>>,
    pub(super) shut: BTreeSet<Cell>,
    pub(super) wins: BTreeSet<Cell>,
    /// Where the piece wins if it is still there after the opponent's move.
    pub(super) wins_later: BTreeSet<Cell>,
}

impl Morph {
    /// The squares where the board says what happens, so that other promotions do not.
    pub(super) fn changing(&self) -> BTreeSet<Cell> {
        self.becomes.values().flatten().copied().collect()
    }
}

/// What the matrix says about one piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    /// The pieces that it may not capture.
    pub(super) spares: BTreeSet<PieceId>,
    /// What it becomes by captures of these pieces.
    pub(super) becomes: BTreeMap<PieceId, BTreeSet<PieceId>>,
}

/// A symbol of a morph board or the matrix.
enum Symbol {
    /// Nothing happens, on so many squares.
    Nothing(usize),
    Piece(PieceId),
    Sign(char),
}

/// Takes the first symbol from the text.
fn symbol(diagram: &Diagram, rest: &mut &str) -> Option<Symbol> {
    let sign = rest.chars().next()?;
    if sign.is_ascii_digit() {
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(length);
        *rest = after;
        return Some(Symbol::Nothing(
            number.parse::<u8>().map_or(usize::from(u8::MAX), usize::from),
        ));
    }
    if let Some((piece, length)) = diagram.piece_at(rest) {
        *rest = &rest[length..];
        return Some(Symbol::Piece(piece));
    }
    *rest = &rest[sign.len_utf8()..];
    Some(match sign {
        '.' | '_' | ' ' | ',' => Symbol::Nothing(usize::from(sign != ',')),
        sign => Symbol::Sign(sign),
    })
}

/// Reads the morph board of a piece.
pub(super) fn morph(
    diagram: &Diagram,
    number: PieceId,
    value: &Value,
    remarks: &mut Vec<Remark>,
) -> Morph {
    let mut read = Morph::default();
    let mut lost = Lost { key: "morph", value, remarks, left: 3 };
    let (files, ranks) = (diagram.size.files, diagram.size.ranks);
    for (row, text) in value.text.split('/').enumerate() {
        let rank = u8::try_from(row).ok().and_then(|row| (ranks - 1).checked_sub(row));
        let Some(rank) = rank else {
            lost.say(format!("the board has only {ranks} ranks"));
            break;
        };
        let (mut rest, mut file) = (text, 0usize);
        while let Some(symbol) = symbol(diagram, &mut rest) {
            let cell = u8::try_from(file).ok().filter(|&file| file < files);
            let cell = cell.map(|file| Cell { rank, file });
            let (cell, sign) = match (cell, symbol) {
                (_, Symbol::Nothing(squares)) => {
                    file += squares;
                    continue;
                }
                (None, Symbol::Piece(_) | Symbol::Sign(_)) => {
                    lost.say(format!("row {} has more than {files} squares", row + 1));
                    break;
                }
                (Some(cell), Symbol::Piece(piece)) => {
                    file += 1;
                    if piece != number {
                        read.becomes.entry(piece).or_default().insert(cell);
                    }
                    continue;
                }
                (Some(cell), Symbol::Sign(sign)) => (cell, sign),
            };
            file += 1;
            match sign {
                '*' | '-' => read.shut.extend([cell]),
                '!' => read.wins.extend([cell]),
                '?' => read.wins_later.extend([cell]),
                sign => lost
                    .say(format!("the symbol `{}` has no known meaning", brief(&sign.to_string()))),
            }
        }
    }
    read
}

/// Reads the matrix.
pub(super) fn matrix(
    diagram: &Diagram,
    value: &Value,
    remarks: &mut Vec<Remark>,
) -> BTreeMap<PieceId, Row> {
    let mut rows: BTreeMap<PieceId, Row> = BTreeMap::new();
    let mut lost = Lost { key: "captureMatrix", value, remarks, left: 3 };
    let count = diagram.pieces.len();
    for (number, text) in value.text.split('/').enumerate() {
        if number >= count {
            lost.say(format!("there are only {count} pieces"));
            break;
        }
        let mut row = Row::default();
        let (mut rest, mut column) = (text, 0usize);
        while let Some(symbol) = symbol(diagram, &mut rest) {
            let symbol = match symbol {
                Symbol::Nothing(columns) => {
                    column += columns;
                    continue;
                }
                other => other,
            };
            if column >= count {
                lost.say(format!("row {} has more than {count} symbols", number + 1));
                break;
            }
            let victim = PieceId(column);
            column += 1;
            match symbol {
                Symbol::Piece(piece) if piece == PieceId(number) => {}
                Symbol::Piece(piece) => row.becomes.entry(piece).or_default().extend([victim]),
                Symbol::Sign('*' | '-') => row.spares.extend([victim]),
                Symbol::Sign('+') if column - 1 == number => {}
                Symbol::Sign('+') => row.becomes.entry(victim).or_default().extend([victim]),
                Symbol::Sign(sign) => {
                    lost.say(format!(
                        "the symbol `{}` has no known meaning",
                        brief(&sign.to_string())
                    ));
                }
                Symbol::Nothing(_) => {}
            }
        }
        if row != Row::default() {
            rows.insert(PieceId(number), row);
        }
    }
    rows
}

/// Reports what is not carried over, a few times at most.
struct Lost<'a> {
    key: &'static str,
    value: &'a Value,
    remarks: &'a mut Vec<Remark>,
    left: usize,
}

impl Lost<'_> {
    fn say(&mut self, what: String) {
        if self.left > 0 {
            self.left -= 1;
            self.remarks.push(Remark::new(Weight::Lost, self.value.place, self.key, what));
        }
    }
}
