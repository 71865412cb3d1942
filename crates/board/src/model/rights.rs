//! Castling rights as positions write them.
//!
//! Owns: the reading of the castling field, its writing a right at a time ([`right_letter`]), and, for games
//! whose pieces start anywhere, which rights a position can have ([`named`], [`standing`]). Invariant: what is written
//! reads back as the same rights.

use crate::model::board_model::BoardModel;
use crate::model::castling::Right;
use crate::model::memory_fields;
use crate::model::position::BoardPosition;
use crate::model::shuffle::Squares;
use crate::topology::graph::Graph;
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::side::Side;

/// What a position's text calls right number `bit`: `K` for the outermost partner on the side of the last
/// file, `Q` for that of the first, otherwise the partner's file letter; upper case for White. Where
/// several pieces of a side castle with such a partner, the piece's cell comes first (`d1K`).
pub fn right_letter(arena: &BoardModel, position: &BoardPosition, bit: usize) -> String {
    let bare = |bit| bare_letter(arena, position, bit);
    let (right, letter) = (arena.rights[bit], bare(bit));
    let alike = |other: usize| arena.rights[other].king != right.king && bare(other) == letter;
    match (0..arena.rights.len()).any(alike) {
        true => format!("{}{letter}", arena.graph.name(right.king)),
        false => letter.to_string(),
    }
}

fn bare_letter(arena: &BoardModel, position: &BoardPosition, bit: usize) -> char {
    let right = arena.rights[bit];
    // Where partners start anywhere, the outermost is that of those which stand there now.
    let rivals = match arena.shuffled {
        Some(_) => standing(arena, &position.squares),
        None => arena.rights.clone(),
    };
    let outermost = is_outermost(&arena.graph, &right, &rivals);
    of_side(letter(&arena.graph, &right, outermost), right.side)
}

fn file(graph: &Graph, site: Site) -> u8 {
    graph.file_rank(site).0
}

/// Whether no partner of `rivals` stands farther from the king of `right` on that side of it.
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

/// A castling right as written: the piece that castles, if its cell is named, and the letter.
struct Written {
    king: Option<Site>,
    letter: char,
    span: Span,
}

fn written_rights(graph: &Graph, rights: &[Right], field: &Spanned<String>) -> Vec<Written> {
    let (text, mut at, mut out) = (field.value.as_str(), 0, Vec::new());
    while let Some(first) = text[at..].chars().next() {
        // A cell ends in a digit, which is no right.
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

/// Whether a position says with `moved=` which pieces have moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovedField {
    /// It does.
    Present,
    /// It does not.
    Absent,
}

/// Reads the castling field into `position`, whose pieces stand.
pub fn castling_field(
    arena: &BoardModel,
    position: &mut BoardPosition,
    field: &Spanned<String>,
    moved: MovedField,
    found: &mut Report,
) {
    if field.value == "-" {
        // Other programs write there the files of pieces that have never moved: of none, if `moved=` says nothing else.
        if moved == MovedField::Absent && !arena.rights.is_empty() {
            let gone = memory_fields::unmoved_on_first_ranks(arena, position);
            position.memory.never_moved = position.memory.never_moved.minus(gone);
        }
        return;
    }
    let mut unmoved: Vec<(Side, u8)> = Vec::new();
    for Written { king, letter, span } in written_rights(&arena.graph, &arena.rights, field) {
        let own = |&bit: &usize| king.is_none_or(|king| arena.rights[bit].king == king);
        let bits = || (0..arena.rights.len()).filter(own);
        let by_file = |&bit: &usize| is_file(&arena.graph, &arena.rights[bit], letter);
        let bare = |&bit: &usize| bare_letter(arena, position, bit) == letter;
        let mut meant: Vec<usize> = bits().filter(bare).collect();
        if meant.is_empty() {
            meant = bits().filter(by_file).collect();
        }
        // A letter alone is the right of every piece that has it and stands where it started.
        let living: Vec<usize> =
            meant.iter().copied().filter(|&bit| missing(arena, position, bit).is_none()).collect();
        if living.is_empty()
            && let Some(piece) = unmoved_piece(arena, position, letter)
        {
            unmoved.push(piece);
            continue;
        }
        let Some(&first) = meant.first() else {
            let place = if arena.shuffled.is_some() { "position" } else { "game" };
            let title = format!("no castling right `{letter}` in this {place}");
            let known: String =
                (0..arena.rights.len()).map(|bit| right_letter(arena, position, bit)).collect();
            let help = match (known.as_str(), arena.shuffled.is_some()) {
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
        if let (true, Some((what, site))) = (living.is_empty(), missing(arena, position, first)) {
            let cell = arena.graph.name(site);
            let title = format!("castling right `{letter}` without the {what} on {cell}");
            found
                .at(Code::BadCastlingField, span, title, "this right cannot live")
                .help("take the letter away, or write `-` for no rights");
        }
    }
    if !unmoved.is_empty() {
        keep_unmoved(arena, position, &unmoved);
    }
}

/// The side and the file of a piece on its side's first rank that has never moved: a letter of the castling field that is no
/// right, as other programs write it of pieces that may still bring in another one.
fn unmoved_piece(
    arena: &BoardModel,
    position: &BoardPosition,
    written: char,
) -> Option<(Side, u8)> {
    let graph = &arena.graph;
    let on_first_rank = |site: Site, side| {
        graph.rank_for(site, side) == 1
            && of_side(graph.file_name(file(graph, site)), side) == written
    };
    let mut sides = Side::BOTH.into_iter();
    sides.find_map(|side| {
        let site = position.memory.never_moved.into_iter().find(|&s| on_first_rank(s, side))?;
        Some((side, file(graph, site)))
    })
}

/// Leaves of the pieces on their sides' first ranks that have never moved those that a castling field names,
/// by a right or by their files.
fn keep_unmoved(arena: &BoardModel, position: &mut BoardPosition, named: &[(Side, u8)]) {
    let graph = &arena.graph;
    let lives = |bit: &usize| position.rights.0 >> bit & 1 != 0;
    let castle = |bit: usize| [arena.rights[bit].king, arena.rights[bit].partner];
    let by_right: Vec<Site> = (0..arena.rights.len()).filter(lives).flat_map(castle).collect();
    let mut kept = position.memory.never_moved;
    for site in position.memory.never_moved {
        let first = Side::BOTH.into_iter().find(|&side| graph.rank_for(site, side) == 1);
        let is_named =
            |side| named.contains(&(side, file(graph, site))) || by_right.contains(&site);
        if first.is_some_and(|side| !is_named(side)) {
            kept = kept.minus(AnySet::of(site));
        }
    }
    position.memory.never_moved = kept;
}

/// Which of the two pieces of right number `bit` does not stand where it started.
fn missing(arena: &BoardModel, position: &BoardPosition, bit: usize) -> Option<(String, Site)> {
    let right = arena.rights[bit];
    let [king, partner] = right.pieces();
    let absent = |(piece, site)| position.piece(site) != Some(piece);
    if absent(king) {
        let name = arena.rules.kinds[right.kinds.0].name.value.clone();
        return Some((name, right.king));
    }
    absent(partner).then(|| ("castling partner".to_owned(), right.partner))
}

/// Whether `written` is the letter of the file of the partner of `right`, in the case of its side.
fn is_file(graph: &Graph, right: &Right, written: char) -> bool {
    of_side(graph.file_name(file(graph, right.partner)), right.side) == written
}

/// Of all rights that there can be in a shuffled game, those whose pieces stand on `squares`.
pub fn standing(arena: &BoardModel, squares: &Squares) -> Vec<Right> {
    let stands = |(piece, site)| squares[site] == Some(piece);
    let here = arena.possible.rights.iter().filter(|right| right.pieces().into_iter().all(stands));
    here.copied().collect()
}

/// Of all rights that there can be in a shuffled game, those that a castling field names.
pub fn named(arena: &BoardModel, squares: &Squares, field: Option<&Spanned<String>>) -> Vec<Right> {
    let Some(field) = field.filter(|field| field.value != "-") else { return Vec::new() };
    let (graph, here) = (&arena.graph, standing(arena, squares));
    let mut named = Vec::new();
    for Written { king, letter: said, .. } in written_rights(graph, &here, field) {
        let own = || here.iter().filter(|right| king.is_none_or(|king| right.king == king));
        let outermost = |right: &&Right| {
            is_outermost(graph, right, &here)
                && of_side(letter(graph, right, true), right.side) == said
        };
        let mut meant: Vec<&Right> = own().filter(outermost).collect();
        if meant.is_empty() {
            meant = own().filter(|right| is_file(graph, right, said)).collect();
        }
        named.extend(
            meant.into_iter().filter(|right| !named.contains(*right)).copied().collect::<Vec<_>>(),
        );
    }
    named
}

/// The rights that a start of a shuffled game has: of the sides of `sides`, with the partner nearest on each
/// side of the piece that castles.
pub fn of_start(arena: &BoardModel, squares: &Squares, sides: &[Side]) -> Vec<Right> {
    let here = standing(arena, squares);
    let file = |site| i16::from(file(&arena.graph, site));
    let way = |right: &Right| file(right.partner) - file(right.king);
    let nearest = |right: &&Right| {
        let rivals = here.iter().filter(|r| r.pieces()[0] == right.pieces()[0]);
        let mut rivals = rivals.filter(|r| way(r).signum() == way(right).signum());
        rivals.all(|r| way(r).abs() >= way(right).abs())
    };
    here.iter().filter(|r| sides.contains(&r.side)).filter(nearest).copied().collect()
}
