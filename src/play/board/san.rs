//! Moves in standard algebraic notation and its printed variants: `Nf3`, `exd5`, `e8=Q`, `O-O`,
//! `e2-e4`. A move of a section is the name of its target place, such as `I`.
//!
//! A piece is named by its letter or by a figurine. Pieces with the letter `P` need no letter.
//! Reading a written move among the same legal moves gives the same move. A text that fits several
//! moves means none of them.

use crate::play::board::notation;
use crate::play::remarks::REMARKS;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::castling::CastleOption;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_board::topology::site_set::Site;
use alfil_rules::ids::KindId;

/// The letter that algebraic notation leaves out.
pub(super) const PAWN: &str = "P";

/// The figurines of White and Black, and the letters that they stand for.
pub(super) const FIGURINES: [(&str, &str); 6] =
    [("♔♚", "K"), ("♕♛", "Q"), ("♖♜", "R"), ("♗♝", "B"), ("♘♞", "N"), ("♙♟", "P")];

/// The direction of castling: short if the partner is on a later file than the piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    Short,
    Long,
}

/// The move that `text` names among `moves`, which must be all legal moves of `board`.
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

/// Removes signs for check and for the quality of the move, and replaces figurines by letters.
pub(super) fn plain(text: &str) -> String {
    let mut text = text.trim_end_matches(REMARKS).to_owned();
    for (figures, letter) in FIGURINES {
        text = text.replace(|c| figures.contains(c), letter);
    }
    text
}

/// Writes `mv` in algebraic notation without a sign for check. Moves that have no such form are
/// written as in [`notation`].
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

/// The direction of castling. `None` for other moves.
fn castles(arena: &BoardModel, mv: &Move) -> Option<Wing> {
    let (partner, _) = mv.partner?;
    let same = |o: &CastleOption| (o.king, Some(o.partner)) == ((mv.from, mv.to), mv.partner);
    arena.castles.iter().any(same).then_some(())?;
    let file = |site: Site| arena.graph.file_rank(site).0;
    Some(if file(partner) > file(mv.from) { Wing::Short } else { Wing::Long })
}

/// The letter that names a kind; empty for pawns.
fn letter(arena: &BoardModel, kind: KindId) -> String {
    let letter = arena.rules.kinds[kind].letter.to_string();
    if letter == PAWN { String::new() } else { letter }
}

/// Splits the name of a cell into file and rank.
pub(super) fn parts(name: &str) -> (&str, &str) {
    let rank = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    name.split_at(name.len() - rank.len())
}

/// Returns true if `text` may mean `mv`.
fn matches(arena: &BoardModel, board: &BoardPosition, text: &str, mv: &Move) -> bool {
    let name = |site| arena.graph.name(site);
    if !mv.choices.is_empty() || mv.partner.is_some() {
        return false;
    }
    match mv.actor {
        Actor::Piece => {}
        // A drop without a letter drops a pawn.
        Actor::Hand(kind) => {
            return mv.promotion.is_none()
                && text.strip_prefix(&letter(arena, kind)) == Some(&format!("@{}", name(mv.to)));
        }
        Actor::Section(section, stand) => {
            let names = arena.sections.get(section).names(usize::from(stand));
            return names.is_some_and(|names| names.iter().any(|name| name == text));
        }
        Actor::Die(..) | Actor::Nobody => return false,
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

/// The possible texts of a move, with the shortest first.
fn forms(arena: &BoardModel, board: &BoardPosition, mv: &Move) -> Vec<String> {
    let name = |site| arena.graph.name(site);
    let kind = match mv.actor {
        Actor::Piece => board.piece(mv.from).map(|piece| piece.kind),
        Actor::Hand(kind) => return vec![format!("{}@{}", letter(arena, kind), name(mv.to))],
        Actor::Section(section, stand) => {
            let names = arena.sections.get(section).names(usize::from(stand));
            return names.map_or_else(Vec::new, Vec::from);
        }
        Actor::Die(..) | Actor::Nobody => None,
    };
    let Some(kind) = kind else { return Vec::new() };
    let kind = letter(arena, kind);
    let becomes = |kind: KindId| format!("={}", arena.rules.kinds[kind].letter);
    let promotion = mv.promotion.map(becomes).unwrap_or_default();
    let (takes, to) = (if mv.captures.is_empty() { "" } else { "x" }, name(mv.to));
    let (file, rank) = parts(name(mv.from));
    // A capturing pawn is named by its file.
    let alone = if kind.is_empty() && !takes.is_empty() { file } else { "" };
    let from = [alone, file, rank, name(mv.from)];
    from.iter().map(|from| format!("{kind}{from}{takes}{to}{promotion}")).collect()
}
