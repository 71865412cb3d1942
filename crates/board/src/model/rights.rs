//! Reads and writes the castling field of a position, and finds the rights of shuffled starts. A
//! field that is written reads back as the same rights.

use crate::model::board_model::{BoardModel, Squares};
use crate::model::castling::Right;
use crate::model::memory_fields;
use crate::model::position::BoardPosition;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::side::Side;
use alfil_topology::graph::Graph;
use alfil_topology::site_set::{AnySet, Site};

/// Returns the text of the right with index `bit`. It is `K` if the partner is the outermost one
/// toward the last file, and `Q` toward the first file. Otherwise it is the letter of the partner's
/// file. White's letters are upper case. If several castling pieces would share a letter, the cell
/// of the piece comes first, as in `d1K`.
pub fn right_letter(model: &BoardModel, position: &BoardPosition, bit: usize) -> String {
    let bare = |bit| bare_letter(model, position, bit);
    let (right, letter) = (model.rights[bit], bare(bit));
    let alike = |other: usize| model.rights[other].king != right.king && bare(other) == letter;
    if (0..model.rights.len()).any(alike) {
        format!("{}{letter}", model.graph.name(right.king))
    } else {
        letter.to_string()
    }
}

fn bare_letter(model: &BoardModel, position: &BoardPosition, bit: usize) -> char {
    let right = model.rights[bit];
    // With a shuffled start, most partners of the model are absent. Only those on the board now are
    // compared.
    let rivals = match model.shuffled {
        Some(_) => standing(model, &position.squares),
        None => model.rights.clone(),
    };
    let outermost = is_outermost(&model.graph, &right, &rivals);
    of_side(letter(&model.graph, &right, outermost), right.side)
}

fn file(graph: &Graph, site: Site) -> u8 {
    graph.file_rank(site).0
}

/// Returns whether the partner of `right` is the outermost in its direction, among `rivals` with
/// the same king.
fn is_outermost(graph: &Graph, right: &Right, rivals: &[Right]) -> bool {
    let (king, partner) = (file(graph, right.king), file(graph, right.partner));
    rivals.iter().filter(|r| r.side == right.side && r.king == right.king).all(|r| {
        let other = file(graph, r.partner);
        if partner > king { other <= partner } else { other >= partner }
    })
}

fn letter(graph: &Graph, right: &Right, outermost: bool) -> char {
    let (king, partner) = (file(graph, right.king), file(graph, right.partner));
    match (outermost, partner > king) {
        (true, true) => 'k',
        (true, false) => 'q',
        (false, _) => graph.file_name(partner),
    }
}

fn of_side(letter: char, side: Side) -> char {
    if side == Side::White { letter.to_ascii_uppercase() } else { letter }
}

/// A right as written: an optional cell of the castling piece, and a letter.
struct Written {
    king: Option<Site>,
    letter: char,
    span: Span,
}

fn written_rights(graph: &Graph, rights: &[Right], field: &Spanned<String>) -> Vec<Written> {
    let (text, mut at, mut out) = (field.value.as_str(), 0, Vec::new());
    while let Some(first) = text[at..].chars().next() {
        // A right never begins with a digit. So if a digit follows `a1`, the text does not name
        // this cell but a longer one, such as `a10`.
        let named = |r: &&Right| {
            let rest = text[at..].strip_prefix(graph.name(r.king));
            rest.is_some_and(|rest| rest.starts_with(|c: char| !c.is_ascii_digit()))
        };
        let king = rights.iter().find(named).map(|r| r.king);
        let cell = king.map_or(0, |king| graph.name(king).len());
        let letter = text[at + cell..].chars().next().unwrap_or(first);
        let end = at + cell + letter.len_utf8();
        let span = Span {
            start: field.span.start + at as u32,
            end: field.span.start + end as u32,
            ..field.span
        };
        out.push(Written { king, letter, span });
        at = end;
    }
    out
}

/// Tells whether a position has the field `moved=`, which names pieces that have moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MovedField {
    /// The field is there.
    Present,
    /// The field is not there.
    Absent,
}

/// Reads the castling field into `position`, which already has its pieces.
pub(crate) fn castling_field(
    model: &BoardModel,
    position: &mut BoardPosition,
    field: &Spanned<String>,
    moved: MovedField,
    found: &mut Report,
) {
    if field.value == "-" {
        // In this field, other programs write the files of pieces that have never moved. So `-`
        // means that there are none, unless `moved=` is present.
        if moved == MovedField::Absent && !model.rights.is_empty() {
            let gone = memory_fields::unmoved_on_first_ranks(model, position);
            position.memory.never_moved = position.memory.never_moved.minus(gone);
        }
        return;
    }
    let mut unmoved: Vec<(Side, u8)> = Vec::new();
    for Written { king, letter, span } in written_rights(&model.graph, &model.rights, field) {
        let own = |&bit: &usize| king.is_none_or(|king| model.rights[bit].king == king);
        let bits = || (0..model.rights.len()).filter(own);
        let by_file = |&bit: &usize| is_file(&model.graph, &model.rights[bit], letter);
        let bare = |&bit: &usize| bare_letter(model, position, bit) == letter;
        let mut meant: Vec<usize> = bits().filter(bare).collect();
        if meant.is_empty() {
            meant = bits().filter(by_file).collect();
        }
        // A letter without a cell may fit several rights. All of them are meant whose pieces are on
        // their start cells.
        let living: Vec<usize> =
            meant.iter().copied().filter(|&bit| missing(model, position, bit).is_none()).collect();
        if living.is_empty()
            && let Some(piece) = unmoved_piece(model, position, letter)
        {
            unmoved.push(piece);
            continue;
        }
        let Some(&first) = meant.first() else {
            let place = if model.shuffled.is_some() { "position" } else { "game" };
            let title = format!("no castling right `{letter}` in this {place}");
            let known: String =
                (0..model.rights.len()).map(|bit| right_letter(model, position, bit)).collect();
            let help = match (known.as_str(), model.shuffled.is_some()) {
                ("", true) => {
                    "the piece that castles and its partner must stand where some start has them"
                        .to_owned()
                }
                ("", false) => "nobody castles in this game: write `-`".to_owned(),
                (known, _) => format!("rights are `{known}`, or `-` for none"),
            };
            found.at(Code::BadCastlingField, span, title, "no such right").help(help);
            continue;
        };
        for &bit in &living {
            position.rights.0 |= 1 << bit;
        }
        if let (true, Some((what, site))) = (living.is_empty(), missing(model, position, first)) {
            let cell = model.graph.name(site);
            let title = format!("castling right `{letter}` without the {what} on {cell}");
            found
                .at(Code::BadCastlingField, span, title, "this right cannot live")
                .help("take the letter away, or write `-` for no rights");
        }
    }
    if !unmoved.is_empty() {
        keep_unmoved(model, position, &unmoved);
    }
}

/// Returns the side and the file of a piece that has never moved. It stands on the first rank of
/// its side, and `written` is the letter of its file. Other programs write such letters even
/// without a castling right.
fn unmoved_piece(
    model: &BoardModel,
    position: &BoardPosition,
    written: char,
) -> Option<(Side, u8)> {
    let graph = &model.graph;
    let on_first_rank = |site: Site, side| {
        graph.rank_for(site, side) == 1
            && of_side(graph.file_name(file(graph, site)), side) == written
    };
    let mut sides = model.rules.sides.each();
    sides.find_map(|side| {
        let site = position.memory.never_moved.into_iter().find(|&s| on_first_rank(s, side))?;
        Some((side, file(graph, site)))
    })
}

/// Marks the pieces on the first ranks of their sides as moved, unless the castling field names
/// them. The field names a piece by a right or by its file. `named` contains these files.
fn keep_unmoved(model: &BoardModel, position: &mut BoardPosition, named: &[(Side, u8)]) {
    let graph = &model.graph;
    let lives = |bit: &usize| position.rights.0 >> bit & 1 != 0;
    let castle = |bit: usize| [model.rights[bit].king, model.rights[bit].partner];
    let by_right: Vec<Site> = (0..model.rights.len()).filter(lives).flat_map(castle).collect();
    let mut kept = position.memory.never_moved;
    for site in position.memory.never_moved {
        let first = model.rules.sides.each().find(|&side| graph.rank_for(site, side) == 1);
        let is_named =
            |side| named.contains(&(side, file(graph, site))) || by_right.contains(&site);
        if first.is_some_and(|side| !is_named(side)) {
            kept = kept.minus(AnySet::of(site));
        }
    }
    position.memory.never_moved = kept;
}

/// Returns the first piece of the right with index `bit` that is not on its start cell, and that
/// cell.
fn missing(model: &BoardModel, position: &BoardPosition, bit: usize) -> Option<(String, Site)> {
    let right = model.rights[bit];
    let [king, partner] = right.pieces();
    let absent = |(piece, site)| position.piece(site) != Some(piece);
    if absent(king) {
        let name = model.rules.kinds[right.kinds.0].name.value.clone();
        return Some((name, right.king));
    }
    absent(partner).then(|| ("castling partner".to_owned(), right.partner))
}

/// Returns whether `written` is the file letter of the partner of `right`, in the case of its side.
fn is_file(graph: &Graph, right: &Right, written: char) -> bool {
    of_side(graph.file_name(file(graph, right.partner)), right.side) == written
}

/// Returns the rights of a shuffled game whose pieces stand on their start cells in `squares`.
pub(crate) fn standing(model: &BoardModel, squares: &Squares) -> Vec<Right> {
    let stands = |(piece, site)| squares[site] == Some(piece);
    let here = model.possible.rights.iter().filter(|right| right.pieces().into_iter().all(stands));
    here.copied().collect()
}

/// Returns the rights of a shuffled game that a castling field names. The pieces of each right must
/// stand on their start cells in `squares`.
pub(crate) fn named(
    model: &BoardModel,
    squares: &Squares,
    field: Option<&Spanned<String>>,
) -> Vec<Right> {
    let Some(field) = field.filter(|field| field.value != "-") else { return Vec::new() };
    let (graph, here) = (&model.graph, standing(model, squares));
    let mut named = Vec::new();
    for Written { king, letter: written, .. } in written_rights(graph, &here, field) {
        let own = || here.iter().filter(|right| king.is_none_or(|king| right.king == king));
        let outermost = |right: &&Right| {
            is_outermost(graph, right, &here)
                && of_side(letter(graph, right, true), right.side) == written
        };
        let mut meant: Vec<&Right> = own().filter(outermost).collect();
        if meant.is_empty() {
            meant = own().filter(|right| is_file(graph, right, written)).collect();
        }
        named.extend(
            meant.into_iter().filter(|right| !named.contains(*right)).copied().collect::<Vec<_>>(),
        );
    }
    named
}

/// Returns the rights of `sides` in a start position of a shuffled game. In each direction, a piece
/// castles only with its nearest partner.
pub fn of_start(model: &BoardModel, squares: &Squares, sides: &[Side]) -> Vec<Right> {
    let here = standing(model, squares);
    let file = |site| i16::from(file(&model.graph, site));
    let way = |right: &Right| file(right.partner) - file(right.king);
    let nearest = |right: &&Right| {
        let rivals = here.iter().filter(|r| r.pieces()[0] == right.pieces()[0]);
        let mut rivals = rivals.filter(|r| way(r).signum() == way(right).signum());
        rivals.all(|r| way(r).abs() >= way(right).abs())
    };
    here.iter().filter(|r| sides.contains(&r.side)).filter(nearest).copied().collect()
}
