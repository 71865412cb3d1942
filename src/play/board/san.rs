//! Moves in the notations of books: `Nf3`, `exd5`, `e8=Q`, `O-O`, `e2-e4`, and of sections by the names of their places, `I`.
//!
//! Owns: [`read`] and [`write()`]. A piece is named by its letter, one with the letter `P` by none, or by a figurine where
//! the game has the letter. Invariant: what is written reads back as the same move among the same legal moves; a text
//! that fits several moves names none.

use crate::play::board::notation;
use crate::play::remarks::REMARKS;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::castling::CastleOption;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_board::topology::site_set::Site;
use alfil_rules::ids::KindId;

/// The letter of the kind that stands without one.
pub(super) const PAWN: &str = "P";

/// Figurines, White's and Black's, and their letters.
pub(super) const FIGURINES: [(&str, &str); 6] =
    [("♔♚", "K"), ("♕♛", "Q"), ("♖♜", "R"), ("♗♝", "B"), ("♘♞", "N"), ("♙♟", "P")];

/// The wings to which a piece castles, as books tell them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    Short,
    Long,
}

/// The move among `moves`, all the legal ones of `board`, that `text` names.
pub(crate) fn read<'m>(
    arena: &BoardModel,
    board: &BoardPosition,
    text: &str,
    moves: &'m [Move],
) -> Option<&'m Move> {
    let text = plain(text);
    let wing = match text.replace(['0', 'o'], "O").as_str() {
        "O-O" => Some(Wing::Short),
        "O-O-O" => Some(Wing::Long),
        _ => None,
    };
    let fits = |mv: &&Move| match wing {
        Some(wing) => castles(arena, mv) == Some(wing),
        None => matches(arena, board, &text, mv),
    };
    let mut fitting = moves.iter().filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

/// `text` without what it says of checks and of the quality of the move, with letters in place of figurines.
pub(super) fn plain(text: &str) -> String {
    let mut text = text.trim_end_matches(REMARKS).to_owned();
    for (figures, letter) in FIGURINES {
        text = text.replace(|c| figures.contains(c), letter);
    }
    text
}

/// `mv` as books write it, without a sign for check; as [`notation`] does where they have no form for it.
pub(crate) fn write(
    arena: &BoardModel,
    board: &BoardPosition,
    mv: &Move,
    moves: &[Move],
) -> String {
    let forms = match castles(arena, mv) {
        Some(Wing::Short) => vec!["O-O".to_owned()],
        Some(Wing::Long) => vec!["O-O-O".to_owned()],
        None => forms(arena, board, mv),
    };
    let is_it = |form: &String| read(arena, board, form, moves) == Some(mv);
    forms.into_iter().find(is_it).unwrap_or_else(|| notation::write(arena, mv, moves))
}

/// The wing of a castling move: the partner came from a later file, or from an earlier one.
fn castles(arena: &BoardModel, mv: &Move) -> Option<Wing> {
    let (partner, _) = mv.partner?;
    let same = |o: &CastleOption| (o.king, Some(o.partner)) == ((mv.from, mv.to), mv.partner);
    arena.castles.iter().any(same).then_some(())?;
    let file = |site: Site| arena.graph.file_rank(site).0;
    Some(if file(partner) > file(mv.from) { Wing::Short } else { Wing::Long })
}

/// The letter by which a kind is named, nothing for pawns.
fn letter(arena: &BoardModel, kind: KindId) -> String {
    let letter = arena.rules.kinds[kind].letter.to_string();
    if letter == PAWN { String::new() } else { letter }
}

/// File and rank of a cell as they are written.
pub(super) fn parts(name: &str) -> (&str, &str) {
    let rank = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    name.split_at(name.len() - rank.len())
}

/// Whether books could mean `mv` by `text`.
fn matches(arena: &BoardModel, board: &BoardPosition, text: &str, mv: &Move) -> bool {
    let name = |site| arena.graph.name(site);
    if !mv.choices.is_empty() || mv.partner.is_some() {
        return false;
    }
    match mv.actor {
        Actor::Piece => {}
        // A drop without a letter is a pawn's.
        Actor::Hand(kind) => {
            return mv.promotion.is_none()
                && text.strip_prefix(&letter(arena, kind)) == Some(&format!("@{}", name(mv.to)));
        }
        Actor::Section(section, stand) => {
            let names = arena.sections.get(section).names(usize::from(stand));
            return names.is_some_and(|names| names.iter().any(|name| name == text));
        }
        Actor::Nobody => return false,
    }
    let Some(piece) = board.piece(mv.from) else { return false };
    let kind = letter(arena, piece.kind);
    let Some(rest) = text.strip_prefix(kind.as_str()) else { return false };
    let rest = match mv.promotion {
        None => Some(rest),
        Some(kind) => {
            let letter = arena.rules.kinds[kind].letter.to_string();
            let signs = [format!("={letter}"), format!("({letter})"), format!("/{letter}"), letter];
            signs.iter().find_map(|sign| rest.strip_suffix(sign.as_str()))
        }
    };
    let Some(way) = rest.and_then(|rest| rest.strip_suffix(name(mv.to))) else { return false };
    let (from, takes) = match way.strip_suffix(['x', ':']) {
        Some(from) => (from, true),
        None => (way.strip_suffix('-').unwrap_or(way), false),
    };
    let (file, rank) = parts(name(mv.from));
    let is_plain =
        mv.captures.iter().all(|&cell| cell == mv.to) || mv.captures.len() == 1 && mv.from != mv.to;
    ["", file, rank, name(mv.from)].contains(&from)
        && (!takes || !mv.captures.is_empty())
        && is_plain
}

/// The forms of a move, the shortest first.
fn forms(arena: &BoardModel, board: &BoardPosition, mv: &Move) -> Vec<String> {
    let name = |site| arena.graph.name(site);
    let kind = match mv.actor {
        Actor::Piece => board.piece(mv.from).map(|piece| piece.kind),
        Actor::Hand(kind) => return vec![format!("{}@{}", letter(arena, kind), name(mv.to))],
        Actor::Section(section, stand) => {
            let names = arena.sections.get(section).names(usize::from(stand));
            return names.map_or_else(Vec::new, Vec::from);
        }
        Actor::Nobody => None,
    };
    let Some(kind) = kind else { return Vec::new() };
    let kind = letter(arena, kind);
    let becomes = |kind: KindId| format!("={}", arena.rules.kinds[kind].letter);
    let promotion = mv.promotion.map(becomes).unwrap_or_default();
    let (takes, to) = (if mv.captures.is_empty() { "" } else { "x" }, name(mv.to));
    let (file, rank) = parts(name(mv.from));
    // A pawn that captures tells its file.
    let alone = if kind.is_empty() && !takes.is_empty() { file } else { "" };
    let from = [alone, file, rank, name(mv.from)];
    from.iter().map(|from| format!("{kind}{from}{takes}{to}{promotion}")).collect()
}
