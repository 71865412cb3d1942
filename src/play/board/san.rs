//! Reads moves in standard algebraic notation and its printed variants: `Nf3`, `exd5`, `e8=Q`, `O-O`,
//! `e2-e4`. A move of a section is the name of its target place, such as `I`.
//!
//! A piece is named by its letter or by a figurine. Pieces with the letter `P` need no letter, and the
//! sign `~` of a promoted piece that reverts may be left out. A text that fits several moves means
//! none of them. `names.rs` reads more forms, which occur in records only.

use crate::play::board::names::{Notation, promotions, with_letters};
use crate::play::board::state::BoardPlay;
use crate::play::board::wing::{Wing, wing_of};
use crate::play::remarks::REMARKS;
use alfil_board::model::position::{Actor, Move};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::letter::Form;

/// The move that `text` names among `moves`, which must be all legal moves of `play`.
pub(crate) fn read<'m>(
    notation: &Notation,
    play: &BoardPlay,
    text: &str,
    moves: &'m [Move],
) -> Option<&'m Move> {
    let text = plain(text);
    let wing = Wing::read_whole(&text);
    let fits = |mv: &&Move| match wing {
        Some(wing) => wing_of(play.arena(), mv) == Some(wing),
        None => matches(notation, play, &text, mv) == Some(true),
    };
    let mut fitting = moves.iter().filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

/// Removes signs for check and for the quality of the move, and replaces figurines by letters.
pub(super) fn plain(text: &str) -> String {
    with_letters(text.trim_end_matches(REMARKS))
}

/// Returns true if `text` may mean `mv`. `None` if it has another form.
fn matches(notation: &Notation, play: &BoardPlay, text: &str, mv: &Move) -> Option<bool> {
    if !mv.choices.is_empty() || mv.partner.is_some() {
        return None;
    }
    let named = |kind: KindId| notation.kinds.get(kind.index());
    let letter = |kind: KindId| {
        named(kind).map(|names| if names.is_pawn { "" } else { names.letter.as_str() })
    };
    match mv.actor {
        Actor::Piece => {}
        // A drop without a letter drops a pawn.
        Actor::Hand(kind) => {
            let to = &notation.cells.get(mv.to.index())?.usual.whole;
            let cell = text.strip_prefix(letter(kind)?)?.strip_prefix('@')?;
            return Some(mv.promotion.is_none() && cell == to);
        }
        Actor::Section(section, stand) => {
            let names = play.arena().sections.get(section).names(usize::from(stand))?;
            return Some(names.iter().any(|name| name == text));
        }
        Actor::Die(..) | Actor::Nobody => return None,
    }
    let (from, to) = (notation.cells.get(mv.from.index())?, notation.cells.get(mv.to.index())?);
    let piece = play.board().piece(mv.from)?;
    let text = match named(mv.promotion.unwrap_or(piece.kind))?.form {
        Form::Reverting => text.replacen('~', "", 1),
        Form::Plain | Form::Plus => text.to_owned(),
    };
    let mut rest = text.strip_prefix(letter(piece.kind)?)?;
    if let Some(kind) = mv.promotion {
        let signs = promotions(&named(kind)?.letter);
        rest = signs.iter().find_map(|sign| rest.strip_suffix(sign.as_str()))?;
    }
    let way = rest.strip_suffix(to.usual.whole.as_str())?;
    let (whence, takes) = match way.strip_suffix(['x', ':']) {
        Some(whence) => (whence, true),
        None => (way.strip_suffix('-').unwrap_or(way), false),
    };
    let is_plain =
        mv.captures.iter().all(|&cell| cell == mv.to) || mv.captures.len() == 1 && mv.from != mv.to;
    let from = &from.usual;
    let is_there = ["", &from.file, &from.rank, &from.whole].contains(&whence);
    Some(is_there && (!takes || !mv.captures.is_empty()) && is_plain)
}
