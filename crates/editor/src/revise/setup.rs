//! The setup: pieces on cells, as letters in the rows of a placement.
//!
//! Only the rows concerned change. If the setup is a parent's, the text gets one of its own. A
//! castling right without its pieces goes, because the setup would be no position.

use crate::page::{Change, Page, bytes};
use crate::revise::value::{Draft, text_of};
use alfil_diagnostics::diagnostic::{Code, Report, Severity, has_errors};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_play::board::BoardPlay;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_resolve::setup::write;
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Kind, Royalty, Ruleset};
use alfil_rules::setup::Setup;
use alfil_rules::side::Side;
use alfil_rules::space::Lattice;
use alfil_syntax::placement;
use alfil_syntax::placement::{CellText, PositionText};
use alfil_syntax::scalar::{Scalar, Written};
use alfil_syntax::write::{Place, quoted};
use std::ops::Range;

/// The greatest number of castling rights that one change takes away.
const MAX_RIGHTS: usize = 32;

/// The key of the setup.
pub(super) const SETUP: &str = "setup";

/// One place of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Square {
    Empty,
    /// `*`: no cell.
    Missing,
    /// The letter of a piece, with its mark.
    Piece(String),
}

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RowForm {
    /// `2K1`: letters without anything between them, and `*` where the board has no cell.
    Letters,
    /// `2,rK,1`: the rows of FEN4, in which the letter of the side comes before that of the piece.
    /// Missing cells count as empty ones.
    Owned,
}

impl RowForm {
    /// The form of the setups of a game.
    fn of(rules: &Ruleset) -> RowForm {
        if rules.sides.are_two() { RowForm::Letters } else { RowForm::Owned }
    }

    /// The entry for a place of the row without a cell.
    pub(super) fn hole(self) -> Square {
        match self {
            RowForm::Letters => Square::Missing,
            RowForm::Owned => Square::Empty,
        }
    }

    /// Writes the places of a row.
    pub(super) fn row(self, squares: &[Square]) -> String {
        let (mut parts, mut empty) = (Vec::new(), 0u32);
        for square in squares {
            if *square == Square::Empty {
                empty += 1;
                continue;
            }
            if empty > 0 {
                parts.push(std::mem::take(&mut empty).to_string());
            }
            parts.push(match square {
                Square::Piece(letter) => letter.clone(),
                Square::Missing | Square::Empty => "*".to_owned(),
            });
        }
        if empty > 0 {
            parts.push(empty.to_string());
        }
        parts.join(match self {
            RowForm::Letters => "",
            RowForm::Owned => ",",
        })
    }
}

/// The text of a setup, split at its rows.
pub(super) struct Rows {
    pub(super) form: RowForm,
    /// The bytes of the placement in the decoded text, without hands.
    pub(super) placement: Range<usize>,
    /// The bytes of each row, and its places from the left. The farthest rank is first.
    pub(super) rows: Vec<(Range<usize>, Vec<Square>)>,
    parsed: PositionText,
}

/// The place of a decoded byte range, as if the text were a source of its own.
fn own_place(range: Range<usize>) -> Span {
    Span::new(SourceId::only(), range.start, range.end)
}

impl Rows {
    /// Splits the text of a setup.
    ///
    /// # Errors
    /// It is no position of a board.
    pub(super) fn read(text: &str) -> Result<Rows, String> {
        let mut found = Report::default();
        let parsed = placement::parse(Written::new(text, &own_place), &mut found);
        let parsed = parsed.filter(|_| !has_errors(&found));
        let parsed =
            parsed.ok_or("the setup has a mistake, which you can correct only in the text")?;
        if parsed.placement.rows.is_empty() {
            return Err("you can change the points of a plane only in the text".to_owned());
        }
        let row = |row: &alfil_syntax::placement::RowText| {
            let mut squares = Vec::new();
            // A stack is one piece to the editor, so the letters beneath it are kept with its own.
            let mut stack = None;
            for cell in &row.cells {
                match cell.value {
                    CellText::Empty(n) => {
                        squares.extend(std::iter::repeat_n(Square::Empty, usize::from(n)));
                    }
                    CellText::Missing => squares.push(Square::Missing),
                    CellText::Covered(_) => {
                        stack.get_or_insert(bytes(cell.span).start);
                    }
                    CellText::Letter(_) => {
                        let letter = bytes(cell.span);
                        let whole = match stack.take() {
                            Some(start) => start - 1..letter.end + 1,
                            None => letter,
                        };
                        squares.push(Square::Piece(text[whole].to_owned()));
                    }
                }
            }
            (bytes(row.span), squares)
        };
        let rows = parsed.placement.rows.iter().map(row).collect();
        let form = match parsed.many {
            Some(_) => RowForm::Owned,
            None => RowForm::Letters,
        };
        Ok(Rows { form, placement: bytes(parsed.placement.span), rows, parsed })
    }
}

/// The setup as one line, in its usual form.
pub(super) fn line(setup: &Setup, rules: &Ruleset) -> String {
    write(setup, rules)
}

/// The rules of a draft.
pub(super) fn rules(page: &Page) -> Result<&Ruleset, String> {
    page.rules().ok_or_else(|| {
        "the text has mistakes and cannot be read, so you can change it only in the text".to_owned()
    })
}

/// Gives the text a setup of its own, if it is a parent's.
pub(super) fn own(draft: &mut Draft) -> Result<(), String> {
    let page = draft.page();
    if page.top(SETUP).is_some() {
        return Ok(());
    }
    let rules = rules(page)?;
    let written = quoted(&line(&rules.setup, rules), Place::Line);
    let change = page.insert_top(SETUP, &written)?;
    draft.edit(change);
    Ok(())
}

/// The text of the setup, which is in this file.
pub(super) fn own_scalar(page: &Page) -> Result<&Scalar, String> {
    let entry = page.top(SETUP).ok_or("the text has no setup")?;
    let scalar = text_of(&entry.value).ok_or("the setup is not a text")?;
    if page.is_here(entry) {
        Ok(scalar)
    } else {
        Err("the setup is a YAML alias, so you can change it only in the text".to_owned())
    }
}

/// The edit that replaces bytes of the decoded text of the setup.
fn part(scalar: &Scalar, range: Range<usize>, text: String) -> Change {
    Change { range: bytes(scalar.slice(range)), text }
}

/// The row and the place in it of a cell. The farthest rank is row 0.
fn place(lattice: &Lattice, cell: &str) -> Result<(usize, usize), String> {
    let unknown = || format!("there is no cell `{cell}`");
    let (file, rank) = lattice.place(cell).ok_or_else(unknown)?;
    let row = lattice.ranks().checked_sub(rank + 1).ok_or_else(unknown)?;
    let column = lattice.columns(rank).iter().position(|&f| f == file);
    Ok((usize::from(row), column.ok_or_else(unknown)?))
}

/// Sets places of the setup. Returns what stood there.
fn set(draft: &mut Draft, cells: &[(&str, Square)]) -> Result<Vec<Square>, String> {
    let known = rules(draft.page())?;
    let (space, form) = (known.space.clone(), RowForm::of(known));
    let lattice = &space.lattice;
    if lattice.plane().is_some() {
        return Err("you can change the points of a plane only in the text".to_owned());
    }
    own(draft)?;
    let mut before = Vec::new();
    for (cell, square) in cells {
        let (y, x) = place(lattice, cell)?;
        let scalar = own_scalar(draft.page())?;
        let rows = Rows::read(scalar.text())?;
        let misfit = || "the rows of the setup do not fit the board".to_owned();
        let (range, squares) = rows.rows.get(y).ok_or_else(misfit)?;
        if rows.rows.len() != usize::from(lattice.ranks()) || rows.form != form {
            return Err(misfit());
        }
        let mut squares = squares.clone();
        let old = squares.get_mut(x).ok_or_else(misfit)?;
        // Rows in FEN4 do not say where the board has no cell. Such boards have no sections.
        let is_hole = match form {
            RowForm::Letters => *old == Square::Missing,
            RowForm::Owned => !lattice.place(cell).is_some_and(|(f, r)| space.has(f, r)),
        };
        if is_hole {
            return Err(format!("there is no cell `{cell}`"));
        }
        before.push(std::mem::replace(old, square.clone()));
        let change = part(scalar, range.clone(), form.row(&squares));
        draft.edit(change);
    }
    Ok(before)
}

/// Takes away the castling rights that the pieces do not have any more.
pub(super) fn mend_rights(draft: &mut Draft) {
    for _ in 0..MAX_RIGHTS {
        let page = draft.page();
        let Ok(scalar) = own_scalar(page) else { return };
        let field = Rows::read(scalar.text()).ok().and_then(|rows| rows.parsed.castling);
        // Without rights, the text need not be compiled.
        let Some(field) = field.filter(|field| field.value != "-") else { return };
        let field = bytes(scalar.slice(bytes(field.span)));
        let errors = page.found().iter().filter(|d| d.severity() == Severity::Error);
        let right = errors.filter(|d| d.code == Code::BadCastlingField).find_map(|d| d.span());
        let Some(letter) = right.and_then(|span| page.range(span)) else { return };
        if letter.start < field.start || field.end < letter.end {
            return;
        }
        let change = if letter == field {
            Change { range: field, text: "-".to_owned() }
        } else {
            Change { range: letter, text: String::new() }
        };
        draft.edit(change);
    }
}

/// Puts a piece on a cell.
pub(super) fn put(draft: &mut Draft, cell: &str, piece: &str, side: Side) -> Result<(), String> {
    let rules = rules(draft.page())?;
    let kind = rules.kinds.iter().find(|kind| kind.name.value == piece);
    let kind = kind.ok_or_else(|| format!("there is no piece `{piece}`"))?;
    let letter = rules.piece_letter(side, kind.letter);
    set(draft, &[(cell, Square::Piece(letter))])?;
    mend_rights(draft);
    Ok(())
}

/// Empties a cell.
pub(super) fn remove(draft: &mut Draft, cell: &str) -> Result<(), String> {
    if set(draft, &[(cell, Square::Empty)])? == [Square::Empty] {
        return Err(format!("`{cell}` is empty"));
    }
    mend_rights(draft);
    Ok(())
}

/// Moves the piece of a cell.
pub(super) fn shift(draft: &mut Draft, from: &str, to: &str) -> Result<(), String> {
    if from == to {
        return Ok(());
    }
    let taken = set(draft, &[(from, Square::Empty)])?;
    match taken.as_slice() {
        [piece @ Square::Piece(_)] => set(draft, &[(to, piece.clone())])?,
        _ => return Err(format!("`{from}` is empty")),
    };
    mend_rights(draft);
    Ok(())
}

/// Empties all cells.
pub(super) fn clear(draft: &mut Draft) -> Result<(), String> {
    own(draft)?;
    change_all(draft, |square| match square {
        Square::Missing => Square::Missing,
        Square::Empty | Square::Piece(_) => Square::Empty,
    })?;
    mend_rights(draft);
    Ok(())
}

/// Replaces each place of the rows that `new` changes.
fn change_all(draft: &mut Draft, new: impl Fn(&Square) -> Square) -> Result<(), String> {
    let scalar = own_scalar(draft.page())?;
    let rows = Rows::read(scalar.text())?;
    let changed = rows.rows.iter().filter_map(|(range, squares)| {
        let after: Vec<Square> = squares.iter().map(&new).collect();
        (after != *squares).then(|| part(scalar, range.clone(), rows.form.row(&after)))
    });
    let changes = changed.collect();
    draft.edit_all(changes);
    Ok(())
}

/// A field of the setup behind the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field<'a> {
    /// The side that moves first.
    Side(Side),
    /// The castling rights, such as `KQkq` or `-`.
    Rights(&'a str),
}

/// Sets a field of the setup. Fields before it that are missing get their usual values.
pub(super) fn set_field(draft: &mut Draft, field: Field<'_>) -> Result<(), String> {
    let known = rules(draft.page())?;
    if known.space.lattice.plane().is_some() || !known.sides.are_two() {
        return Err("you can change this only in the text".to_owned());
    }
    own(draft)?;
    let scalar = own_scalar(draft.page())?;
    let text = scalar.text();
    // The position must be readable, so that its words are the fields.
    Rows::read(text)?;
    let place = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    };
    let words: Vec<Range<usize>> = text.split_whitespace().map(place).collect();
    let end = text.trim_end().len();
    let is_number = |at: &Range<usize>| text[at.clone()].bytes().all(|b| b.is_ascii_digit());
    let insert = |at: usize, new: String| part(scalar, at..at, new);
    let change = match (field, words.get(1), words.get(2)) {
        (Field::Side(side), Some(word), _) => part(scalar, word.clone(), side.letter().to_string()),
        (Field::Side(side), None, _) => insert(end, format!(" {}", side.letter())),
        (Field::Rights(rights), Some(_), Some(word)) if !is_number(word) => {
            part(scalar, word.clone(), usual_rights(rights))
        }
        (Field::Rights(rights), Some(side), _) => {
            insert(side.end, format!(" {}", usual_rights(rights)))
        }
        (Field::Rights(rights), None, _) => insert(end, format!(" w {}", usual_rights(rights))),
    };
    draft.edit(change);
    mend_rights(draft);
    Ok(())
}

/// The field for these rights: `-` for none.
fn usual_rights(rights: &str) -> String {
    let rights = rights.trim();
    if rights.is_empty() { "-".to_owned() } else { rights.to_owned() }
}

/// Takes all pieces with these letters off the board and out of the hands.
pub(super) fn take_out(draft: &mut Draft, letters: &[String]) -> Result<(), String> {
    let rules = rules(draft.page())?;
    let text = line(&rules.setup, rules);
    let is_one = |square: &Square| matches!(square, Square::Piece(l) if letters.contains(l));
    let stands = match Rows::read(&text) {
        Ok(rows) => {
            let held = rows.parsed.hands.as_ref().is_some_and(|hands| {
                let mut held = hands.value.iter().map(|letter| &text[bytes(letter.span)]);
                held.any(|letter| letters.iter().any(|l| l == letter))
            });
            held || rows.rows.iter().any(|(_, squares)| squares.iter().any(is_one))
        }
        // A plane names its pieces in another form.
        Err(_) => return Ok(()),
    };
    if !stands {
        return Ok(());
    }
    own(draft)?;
    change_all(draft, |square| if is_one(square) { Square::Empty } else { square.clone() })?;
    let scalar = own_scalar(draft.page())?;
    let rows = Rows::read(scalar.text())?;
    let hands = rows
        .parsed
        .hands
        .iter()
        .flat_map(|hands| &hands.value)
        .filter(|letter| letters.iter().any(|l| *l == scalar.text()[bytes(letter.span)]));
    let changes = hands.map(|letter| part(scalar, bytes(letter.span), String::new())).collect();
    draft.edit_all(changes);
    mend_rights(draft);
    Ok(())
}

/// The game of a text reduced to its board, its pieces and their places. It exists for texts with
/// findings as well, so an editor can show it. `None` if the rows do not fit, and for planes.
pub fn bare(rules: &Ruleset) -> Option<BoardPlay> {
    let mut setup = rules.setup.clone();
    (setup.castling, setup.en_passant, setup.hands) = (None, None, None);
    (setup.quiet, setup.last, setup.moved) = (None, None, None);
    (setup.side, setup.step, setup.counters) = (Side::White, 1, Vec::new());
    if let Some(many) = &mut setup.many {
        // Pieces of a side that is out are edited as those of the others.
        many.value.out.fill(false);
        many.value.points.fill(0);
        // Nothing castles here.
        many.value.near.fill(false);
        many.value.far.fill(false);
    }
    let still = |kind: &Kind| Kind {
        royal: Royalty::No,
        moves: Movement::default(),
        attacks: None,
        promotions: Vec::new(),
        reverts_to: None,
        ..kind.clone()
    };
    let kinds = rules.kinds.iter().map(still).collect();
    let mut bare = Ruleset::bare(rules.space.clone(), kinds, setup);
    bare.title = rules.title.clone();
    (bare.sides, bare.players) = (rules.sides, rules.players.clone());
    bare.zones = rules.zones.clone();
    bare.look = rules.look.clone();
    match Game::compile_part(bare)?.start() {
        Position::Board(play) => Some(play),
        Position::Plane(_) => None,
    }
}
