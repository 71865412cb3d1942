//! The kinds of pieces of a definition, and their names.

use crate::foreign::fairy::table::Settings;
use crate::foreign::fairy::translate::board::{Board, Form};
use crate::foreign::fairy::values::{PieceSet, PieceType, Side};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) name: String,
    /// The letter in positions, such as `P` or `+P`.
    pub(crate) letter: String,
    /// How it moves.
    pub(crate) piece: PieceType,
    /// The type that promotes to it, for a kind that only promotion makes.
    pub(crate) base: Option<PieceType>,
}

/// Names that a close game gives kinds with these letters and types.
pub(crate) type Names = BTreeMap<(String, PieceType), String>;

/// Plain names of types whose keys are no English words.
const NAMES: &[(&str, &str)] = &[
    ("fers", "ferz"),
    ("fersAlfil", "ferz-alfil"),
    ("bers", "dragon"),
    ("shogiPawn", "shogi pawn"),
    ("shogiKnight", "shogi knight"),
    ("dragonHorse", "dragon horse"),
    ("clobber", "stone"),
    ("breakthrough", "man"),
    ("immobile", "stone"),
    ("janggiCannon", "janggi cannon"),
    ("janggiElephant", "janggi elephant"),
];

/// The name of a type.
fn name(piece: PieceType, letter: char) -> String {
    match piece {
        PieceType::Custom(_) => format!("custom {letter}"),
        PieceType::Predefined(_) => {
            let key = piece.key();
            let plain = NAMES.iter().find(|(other, _)| *other == key).map(|(_, plain)| *plain);
            plain.map_or(key.clone(), str::to_owned)
        }
    }
}

/// True if a piece of type `base` becomes an ordinary piece of its other type, and no rule tells it
/// from one that began as such.
pub(crate) fn is_for_good(settings: &Settings, base: PieceType) -> bool {
    let again = |piece: &PieceType| settings.promoted.contains_key(piece);
    let hands = settings.piece_drops || settings.demotion;
    !hands && settings.promoted.get(&base).is_some_and(|piece| !again(piece))
}

/// All kinds that can be on the board or in a hand: those of the start position, and those that
/// promotion makes of them.
pub(crate) fn kinds(settings: &Settings, board: &Board, names: &Names) -> Vec<Kind> {
    let letter = |piece: &PieceType| settings.pieces.get(piece).map(|given| given.letter);
    let mut plain: BTreeSet<PieceType> = BTreeSet::new();
    let mut promoted: BTreeSet<PieceType> = BTreeSet::new();
    for man in board.men() {
        match man.form {
            Form::Plain | Form::Reverts => plain.insert(man.piece),
            Form::Promoted => promoted.insert(man.piece),
        };
    }
    plain.extend(board.hand.iter().flatten().map(|(_, piece)| *piece));
    // A promoted piece of the start position is its base in hand.
    plain.extend(promoted.iter().copied());
    let pawn = |piece: &PieceType| {
        Side::ALL.into_iter().any(|side| settings.promotion_pawns.of(side).types.contains(piece))
    };
    if plain.iter().any(pawn) {
        for side in Side::ALL {
            plain.extend(settings.promotion_types.of(side).types.iter().copied());
        }
    }
    if settings.free_drops {
        plain.extend(settings.pieces.keys().copied());
    }
    plain.retain(|piece| letter(piece).is_some());
    promoted.extend(settings.promoted.keys().filter(|base| plain.contains(*base)).copied());
    for base in promoted.clone() {
        if is_for_good(settings, base) {
            promoted.remove(&base);
            plain.extend(settings.promoted.get(&base).copied());
        }
    }
    let mut kinds: Vec<Kind> = Vec::new();
    for &piece in &plain {
        let Some(letter) = letter(&piece) else { continue };
        let (name, base) = (name(piece, letter), None);
        kinds.push(Kind { name, letter: letter.to_ascii_uppercase().to_string(), piece, base });
    }
    for &base in &promoted {
        let (Some(letter), Some(&piece)) = (letter(&base), settings.promoted.get(&base)) else {
            continue;
        };
        let others =
            || settings.promoted.iter().filter(|(b, p)| promoted.contains(b) && **p == piece);
        let own =
            self::name(piece, settings.pieces.get(&piece).map_or(letter, |given| given.letter));
        let name = if plain.contains(&piece) || others().count() > 1 {
            format!("promoted {}", self::name(base, letter))
        } else {
            own
        };
        let letter = format!("+{}", letter.to_ascii_uppercase());
        kinds.push(Kind { name, letter, piece, base: Some(base) });
    }
    for kind in &mut kinds {
        if let Some(name) = names.get(&(kind.letter.clone(), kind.piece)) {
            kind.name = name.clone();
        }
    }
    // Two types may have one plain name.
    for at in 0..kinds.len() {
        let Some(kind) = kinds.get(at) else { break };
        if kinds.iter().filter(|other| other.name == kind.name).count() > 1 {
            let letter = kind.letter.trim_start_matches('+').to_lowercase();
            let name = format!("{} {letter}", kind.name);
            if let Some(kind) = kinds.get_mut(at) {
                kind.name = name;
            }
        }
    }
    kinds
}

/// The names of the kinds whose types are in a set.
pub(crate) fn of_types<'k>(kinds: &'k [Kind], set: &PieceSet) -> Vec<&'k str> {
    let among = kinds.iter().filter(|kind| set.contains(kind.piece));
    among.map(|kind| kind.name.as_str()).collect()
}

/// An upper-case letter that no kind has.
pub(crate) fn free_letter(kinds: &[Kind], wanted: &str) -> Option<char> {
    let taken = |c: &char| kinds.iter().any(|kind| kind.letter == c.to_string());
    wanted.chars().chain('A'..='Z').find(|c| !taken(c))
}
