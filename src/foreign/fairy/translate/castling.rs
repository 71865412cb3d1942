//! Castling: its rights in the start position, how far the king goes, and its partners.

use crate::foreign::fairy::draft::texts;
use crate::foreign::fairy::translate::areas::cell;
use crate::foreign::fairy::translate::board::Square;
use crate::foreign::fairy::translate::case::Case;
use crate::foreign::fairy::values::{PieceType, Side};
use crate::play::board::wing::Wing;
use alfil_syntax::write::{Map, Yaml};
use std::collections::BTreeSet;

/// Castling of a variant.
#[derive(Clone, Default, Debug)]
pub(crate) struct Castling {
    /// The field of the start position.
    pub(crate) field: String,
    /// The term of the kinds that castle.
    pub(crate) term: Option<String>,
    /// The types that castle.
    pub(crate) kings: BTreeSet<PieceType>,
    /// The key `castling`.
    pub(crate) value: Option<Yaml>,
}

/// One right.
struct Right {
    letter: char,
    wing: Wing,
    /// Files from 0.
    king: u8,
    partner: PieceType,
}

/// Castling as the start position and the settings allow it.
pub(crate) fn castling(case: &mut Case<'_>) -> Castling {
    let none = || Castling { field: "-".to_owned(), ..Castling::default() };
    let settings = case.settings;
    if !settings.castling {
        return none();
    }
    if settings.opposite_castling {
        let why = "the language does not remember where the opponent castled";
        case.lose("oppositeCastling", why);
    }
    let mut field: Vec<char> = case.board.castling.chars().collect();
    if settings.castling_dropped {
        field = "KQkq".chars().collect();
    }
    let rights: Vec<Right> = field.iter().filter_map(|letter| right(case, *letter)).collect();
    let dropped = settings.castling_dropped.then(|| where_dropped(case)).flatten();
    if rights.is_empty() && dropped.is_none() {
        return none();
    }
    let target = |wing: Wing| match wing {
        Wing::Short => settings.castling_king_side.0 - 1,
        Wing::Long => settings.castling_queen_side.0 - 1,
    };
    let distance = |right: &Right| match right.wing {
        Wing::Short => i16::from(target(right.wing)) - i16::from(right.king),
        Wing::Long => i16::from(right.king) - i16::from(target(right.wing)),
    };
    let mut distances: BTreeSet<i16> = rights.iter().map(distance).collect();
    if rights.is_empty() {
        distances.extend([2]);
    }
    let steps = match distances.iter().copied().collect::<Vec<_>>()[..] {
        [steps] if steps >= 1 => Some(steps),
        _ => None,
    };
    let mut partners: BTreeSet<PieceType> = rights.iter().map(|right| right.partner).collect();
    if dropped.is_some() {
        partners.extend(
            Side::ALL.iter().flat_map(|side| settings.castling_rooks.of(*side).types.clone()),
        );
    }
    let names: Vec<String> = case
        .kinds
        .iter()
        .filter(|kind| kind.base.is_none() && partners.contains(&kind.piece))
        .map(|kind| kind.name.clone())
        .collect();
    let letter = |file: u8| char::from(b'a' + file).to_string();
    let mut value = Map::default();
    value.put("with", texts(names));
    if steps.is_none() {
        let files = format!("{} {}", letter(target(Wing::Long)), letter(target(Wing::Short)));
        value.put("files", files);
    }
    value.put_some("where", dropped);
    let kings = Side::ALL.into_iter().filter_map(|side| *settings.castling_king.of(side)).collect();
    let field: String = rights.iter().map(|right| right.letter).collect();
    Castling {
        field: if field.is_empty() { "-".to_owned() } else { field },
        term: Some(steps.map_or("isO".to_owned(), |steps| format!("isO{steps}"))),
        kings,
        value: Some(value.in_braces()),
    }
}

/// The right that a letter of the field gives, if king and partner stand there.
fn right(case: &Case<'_>, letter: char) -> Option<Right> {
    let settings = case.settings;
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    let last = case.board.files - 1;
    let from_side = settings.castling_rank.0.min(case.board.ranks);
    let rank = match side {
        Side::White => from_side - 1,
        Side::Black => case.board.ranks - from_side,
    };
    let king_type = (*settings.castling_king.of(side))?;
    let man = |file: u8| match case.board.at(file, rank) {
        Square::Man(man) if man.side == side => Some(man.piece),
        Square::Man(_) | Square::Empty | Square::Wall => None,
    };
    let kings: Vec<u8> = (0..=last).filter(|file| man(*file) == Some(king_type)).collect();
    let wanted = settings.castling_king_file.0 - 1;
    let king = match kings[..] {
        [only] => only,
        _ => kings.into_iter().find(|file| *file == wanted)?,
    };
    let rooks = settings.castling_rooks.of(side);
    let partner = |file: &u8| man(*file).filter(|piece| rooks.types.contains(piece));
    let (wing, file) = match letter.to_ascii_lowercase() {
        'k' => {
            let outer = (settings.castling_rook_king_side.0 - 1).min(last);
            (Wing::Short, (king + 1..=outer).rev().find(|file| partner(file).is_some())?)
        }
        'q' => {
            let outer = settings.castling_rook_queen_side.0 - 1;
            (Wing::Long, (outer..king).find(|file| partner(file).is_some())?)
        }
        letter @ 'a'..='p' => {
            let file = letter as u8 - b'a';
            (if file > king { Wing::Short } else { Wing::Long }, file)
        }
        _ => return None,
    };
    let partner = partner(&file)?;
    let plain = if wing == Wing::Short { 'k' } else { 'q' };
    let letter = if side == Side::White { plain.to_ascii_uppercase() } else { plain };
    Some(Right { letter, wing, king, partner })
}

/// The cells from which dropped pieces castle.
fn where_dropped(case: &Case<'_>) -> Option<Yaml> {
    let settings = case.settings;
    let rank = settings.castling_rank.0 - 1;
    let last = case.board.files - 1;
    let name = |piece: &PieceType| {
        let kind = case.kinds.iter().find(|kind| kind.base.is_none() && kind.piece == *piece);
        kind.map(|kind| kind.name.clone())
    };
    let king = settings.castling_king.white.as_ref().and_then(name)?;
    let outer = cell((settings.castling_rook_king_side.0 - 1).min(last), rank);
    let inner = cell(settings.castling_rook_queen_side.0 - 1, rank);
    let corners = format!("{inner} {outer}");
    let mut entries = Map::default();
    entries.put(king, cell(settings.castling_king_file.0 - 1, rank));
    let rooks = settings.castling_rooks.white.types.iter().filter_map(name);
    rooks.for_each(|rook| entries.put(rook, &corners));
    Some(entries.in_braces())
}
