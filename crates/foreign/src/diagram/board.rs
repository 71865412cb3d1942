//! The pieces on the board of a diagram, and what depends on their places: castling and shuffles,
//! morph boards and the capture matrix.

use crate::diagram::model::{Cell, Diagram, PieceId, Symmetry, Value};
use crate::diagram::movement::{Castle, Ways};
use crate::remark::{Remark, Weight, brief};
use alfil_rules::side::Side;
use std::collections::{BTreeMap, BTreeSet};

// The pieces on the board of a diagram, and what follows from their places: castling and shuffles.

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub(super) piece: PieceId,
    pub(super) side: Side,
}

/// The pieces by their cells.
pub(super) type Board = BTreeMap<Cell, Man>;

/// The start position: from `position=`, or from the squares of the pieces.
pub(super) fn board(diagram: &Diagram, remarks: &mut Vec<Remark>) -> Board {
    if let Some(value) = &diagram.position {
        return placement(diagram, value, remarks);
    }
    let mut board = Board::new();
    let mut doubled = 0;
    for (number, piece) in diagram.pieces() {
        let black = diagram.black_cells(piece);
        let men = piece.white.iter().map(|&cell| (cell, Side::White));
        for (cell, side) in men.chain(black.into_iter().map(|cell| (cell, Side::Black))) {
            if diagram.holes.contains(&cell) {
                let what = format!("`{}` is a hole", cell.name());
                remarks.push(Remark::new(Weight::Lost, piece.place, piece.name.clone(), what));
                continue;
            }
            let before = board.insert(cell, Man { piece: number, side });
            if before.is_some() && doubled < 4 {
                doubled += 1;
                let what = format!("there are two pieces on `{}`; this one stays", cell.name());
                remarks.push(Remark::new(Weight::Lost, piece.place, piece.name.clone(), what));
            }
        }
    }
    board
}

/// Reads a position in FEN with the IDs of the diagram. Black's IDs are in lower case.
fn placement(diagram: &Diagram, value: &Value, remarks: &mut Vec<Remark>) -> Board {
    let mut board = Board::new();
    let mut lost = |what: String| {
        remarks.push(Remark::new(Weight::Lost, value.place, "position", what));
    };
    let text = value.text.split_whitespace().next().unwrap_or_default();
    let text = text.split('[').next().unwrap_or_default();
    let mut fields = value.text.split_whitespace().skip(1);
    if fields.next().is_some_and(|side| side == "b") {
        lost("Black is to move in it, but the game begins with White".to_owned());
    }
    let small: Vec<(PieceId, String)> = diagram
        .pieces()
        .map(|(number, piece)| (number, diagram.id(piece).to_lowercase()))
        .collect();
    for (row, text) in text.split('/').enumerate() {
        let rank = u8::try_from(row).ok().and_then(|row| (diagram.size.ranks - 1).checked_sub(row));
        let Some(rank) = rank else {
            lost(format!("the board has only {} ranks", diagram.size.ranks));
            break;
        };
        let (mut rest, mut file) = (text, 0u8);
        while let Some(sign) = rest.chars().next() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if digits > 0 {
                file = file.saturating_add(rest[..digits].parse().unwrap_or(u8::MAX));
                rest = &rest[digits..];
                continue;
            }
            let white = diagram.piece_at(rest).map(|(piece, length)| (piece, length, Side::White));
            let black = small.iter().filter(|(_, id)| !id.is_empty() && rest.starts_with(id));
            let black = black.max_by_key(|(_, id)| id.len());
            let black = black.map(|(piece, id)| (*piece, id.len(), Side::Black));
            let Some((piece, length, side)) = white.or(black) else {
                lost(format!("no piece has the ID `{}`", brief(&sign.to_string())));
                return board;
            };
            if file >= diagram.size.files {
                lost(format!("row {} has more than {} squares", row + 1, diagram.size.files));
                break;
            }
            board.insert(Cell { rank, file }, Man { piece, side });
            file += 1;
            rest = &rest[length..];
        }
    }
    board
}

/// How the pieces castle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Castling {
    /// The terms of each piece.
    pub(super) terms: BTreeMap<PieceId, Vec<String>>,
    pub(super) partners: BTreeSet<PieceId>,
    /// The files on which the piece ends, where distances are not enough.
    pub(super) files: Option<[u8; 2]>,
    /// The castling field of the setup.
    pub(super) field: String,
}

/// The partner of a piece in one direction, and its cell. `inward` counts files from the edge.
fn partner(
    diagram: &Diagram,
    board: &Board,
    from: Cell,
    to_right: bool,
    inward: u8,
) -> Option<(Cell, PieceId)> {
    let files = diagram.size.files;
    let is_cell = |file: u8| !diagram.holes.contains(&Cell { file, ..from });
    let file = if to_right {
        (0..files).rev().find(|&file| is_cell(file))?.checked_sub(inward)?
    } else {
        (0..files).find(|&file| is_cell(file))?.checked_add(inward)?
    };
    let cell = Cell { file, ..from };
    let man = board.get(&cell)?;
    let is_beyond = if to_right { file > from.file } else { file < from.file };
    let own = board.get(&from).is_some_and(|mover| mover.side == man.side);
    (is_beyond && own).then_some((cell, man.piece))
}

/// Finds partners and rights for the castling terms of the pieces. `shuffled` are the pieces that
/// change places at the start.
pub(super) fn castling(
    diagram: &Diagram,
    board: &Board,
    castles: &BTreeMap<PieceId, Vec<Castle>>,
    shuffled: &BTreeSet<PieceId>,
    remarks: &mut Vec<Remark>,
) -> Castling {
    let mut found = Castling::default();
    let mut rights: BTreeSet<(Side, bool)> = BTreeSet::new();
    let mut ends: [BTreeSet<u8>; 2] = [BTreeSet::new(), BTreeSet::new()];
    for (&number, all) in castles {
        let mut partners: BTreeSet<PieceId> = BTreeSet::new();
        for (&cell, man) in board.iter().filter(|(_, man)| man.piece == number) {
            for castle in all {
                for to_right in [false, true] {
                    if !goes(castle.ways, to_right, man.side, diagram.symmetry) {
                        continue;
                    }
                    let Some((at, kind)) = partner(diagram, board, cell, to_right, castle.inward)
                    else {
                        continue;
                    };
                    let gap = at.file.abs_diff(cell.file);
                    let end = if to_right {
                        cell.file.checked_add(castle.distance)
                    } else {
                        cell.file.checked_sub(castle.distance)
                    };
                    if castle.distance > gap {
                        continue;
                    }
                    partners.insert(kind);
                    rights.insert((man.side, to_right));
                    ends[usize::from(to_right)].extend(end);
                }
            }
        }
        if partners.is_empty() {
            if let Some(piece) = diagram.pieces.get(number.0) {
                let what = "it castles, but there is no piece on the cell of its partner";
                remarks.push(Remark::new(Weight::Lost, piece.place, piece.name.clone(), what));
            }
            continue;
        }
        let moves =
            shuffled.contains(&number) || partners.iter().any(|kind| shuffled.contains(kind));
        let is_lopsided = all.iter().any(|castle| castle.ways != Ways::Both);
        let by_files = moves || is_lopsided && diagram.symmetry != Symmetry::Rotate;
        let one = |ends: &BTreeSet<u8>| (ends.len() == 1).then(|| ends.first().copied()).flatten();
        let terms = match (by_files, one(&ends[0]), one(&ends[1])) {
            (true, Some(left), Some(right)) => {
                found.files = Some([left, right]);
                vec!["isO".to_owned()]
            }
            (true, ..) => {
                if let Some(piece) = diagram.pieces.get(number.0) {
                    let what =
                        "castling to one side only, or to several files, is not carried over";
                    remarks.push(Remark::new(Weight::Lost, piece.place, piece.name.clone(), what));
                }
                continue;
            }
            (false, ..) => all.iter().map(written).collect(),
        };
        found.partners.extend(partners);
        found.terms.insert(number, terms);
    }
    if found.terms.is_empty() {
        return found;
    }
    let letters = [(Side::White, true, 'K'), (Side::White, false, 'Q')];
    let letters = letters.into_iter().chain([(Side::Black, true, 'k'), (Side::Black, false, 'q')]);
    let held = letters.filter(|&(side, to_right, _)| rights.contains(&(side, to_right)));
    found.field = held.map(|(_, _, letter)| letter).collect();
    found
}

/// True if castling to `ways` goes to the right of the picture. Black sees the board turned only
/// where its pieces stand so.
fn goes(ways: Ways, to_right: bool, side: Side, symmetry: Symmetry) -> bool {
    let turned = side == Side::Black && symmetry == Symmetry::Rotate;
    match ways {
        Ways::Both => true,
        Ways::Right => to_right != turned,
        Ways::Left => to_right == turned,
    }
}

fn written(castle: &Castle) -> String {
    let side = match castle.ways {
        Ways::Both => 's',
        Ways::Left => 'l',
        Ways::Right => 'r',
    };
    let inward = "j".repeat(usize::from(castle.inward));
    format!("i{side}{inward}O{}", castle.distance)
}

/// A shuffle of the pieces on some cells of White's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shuffle {
    pub(super) pieces: BTreeSet<PieceId>,
    pub(super) cells: BTreeSet<Cell>,
    /// For pieces that are spread over the shades: how many stand on light cells.
    pub(super) light: BTreeMap<PieceId, usize>,
}

/// Reads `shuffle=`: IDs, with `!` before those that keep their shades.
pub(super) fn shuffle(
    diagram: &Diagram,
    board: &Board,
    value: &Value,
    remarks: &mut Vec<Remark>,
) -> Option<Shuffle> {
    let mut lost = |what: String| {
        remarks.push(Remark::new(Weight::Lost, value.place, "shuffle", what));
    };
    let text = value.text.trim();
    if text.contains(',') {
        lost("several shuffles one after another are not carried over".to_owned());
        return None;
    }
    if text.contains(':') {
        lost("a shuffle that keeps pieces symmetric is not carried over".to_owned());
        return None;
    }
    let mut shuffle = Shuffle::default();
    let (mut rest, mut spread) = (text, false);
    while let Some(sign) = rest.chars().next() {
        if let Some((piece, length)) = diagram.piece_at(rest) {
            rest = &rest[length..];
            let men = board.iter().filter(|(_, m)| m.side == Side::White && m.piece == piece);
            let cells: Vec<Cell> = men.map(|(&cell, _)| cell).collect();
            if spread {
                let light = match cells.len() {
                    1 => cells.iter().filter(|cell| !cell.is_dark()).count(),
                    all if all.is_multiple_of(2) => all / 2,
                    _ => {
                        lost(
                            "an odd number of pieces cannot be divided equally between two shades"
                                .to_owned(),
                        );
                        return None;
                    }
                };
                shuffle.light.insert(piece, light);
            }
            shuffle.pieces.insert(piece);
            shuffle.cells.extend(cells);
            spread = false;
            continue;
        }
        rest = &rest[sign.len_utf8()..];
        match sign {
            '!' => spread = true,
            ' ' => {}
            sign => {
                lost(format!("no piece has the ID `{}`", brief(&sign.to_string())));
                return None;
            }
        }
    }
    (shuffle.cells.len() > 1).then_some(shuffle)
}

// Morph boards and the capture matrix.
//
// A morph board has a symbol for each square, in ranks from the farthest to the first with slashes
// between, as White sees it. The matrix has a row for each piece that captures, and a symbol for
// each piece that is captured. Both are in the order of the list of pieces. An ID is the piece that
// the mover becomes.

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
