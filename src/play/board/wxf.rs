//! Reads moves as books about xiangqi write them (WXF): `C2=5`, `H2+3`, `R1-1`, `C+=5`.
//!
//! A piece and its file are followed by the direction (`+` forward, `-` backward, `=` sideways) and by
//! a number: the new file, or the number of ranks that a piece goes along its file. Each side counts
//! files from its right. Of two equal pieces on a file, `+` names the one in front and `-` the other.

use crate::play::board::names::Notation;
use crate::play::board::state::BoardPlay;
use alfil_board::model::position::{Actor, Move};
use alfil_diagnostics::index::Id;
use alfil_rules::side::Side;
use alfil_topology::site_set::Site;

/// A move as it is written.
struct Written<'t> {
    letter: &'t str,
    from: From,
    way: Way,
    number: i16,
}

/// Which piece of its kind moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    File(i16),
    Front,
    Rear,
}

/// The direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Backward,
    Sideways,
}

impl<'t> Written<'t> {
    fn of(text: &'t str) -> Option<Written<'t>> {
        let number = |c: char| c.to_digit(10).filter(|n| *n > 0).map(|n| n as i16);
        let mut back = text.chars().rev();
        let (last, way) = (number(back.next()?)?, back.next()?);
        let way = match way {
            '+' => Way::Forward,
            '-' => Way::Backward,
            '=' | '.' => Way::Sideways,
            _ => return None,
        };
        let head = text.get(..text.len().checked_sub(2)?)?;
        let place = |c: char| match c {
            '+' => Some(From::Front),
            '-' => Some(From::Rear),
            c => number(c).map(From::File),
        };
        // The sign of one of two pieces may come before the letter.
        let (letter, from) = match head.strip_prefix(['+', '-']) {
            Some(letter) => (letter, place(head.chars().next()?)?),
            None => {
                let last = head.chars().next_back()?;
                (&head[..head.len() - last.len_utf8()], place(last)?)
            }
        };
        Some(Written { letter, from, way, number: last })
    }
}

/// The only move of `moves` that `text` names.
pub(super) fn read<'m>(
    notation: &Notation,
    play: &BoardPlay,
    moves: &'m [Move],
    text: &str,
) -> Option<&'m Move> {
    let written = Written::of(text)?;
    let mut found = moves.iter().filter(|mv| fits(notation, play, mv, &written));
    found.next().filter(|_| found.next().is_none())
}

fn fits(notation: &Notation, play: &BoardPlay, mv: &Move, written: &Written<'_>) -> bool {
    let (arena, board) = (play.arena(), play.board());
    if mv.actor != Actor::Piece || mv.promotion.is_some() || !mv.choices.is_empty() {
        return false;
    }
    let Some(piece) = board.piece(mv.from) else { return false };
    let names = notation.kinds.get(piece.kind.index());
    if !names.is_some_and(|names| names.is_called(written.letter)) {
        return false;
    }
    // The file from the right of the side, and the rank as the side counts it.
    let place = |site: Site| {
        let (file, rank) = arena.graph.file_rank(site);
        let (file, rank, files) = (i16::from(file), i16::from(rank), arena.graph.files());
        match board.side {
            Side::White => (i16::from(files) - file, rank),
            Side::Black | Side::Third | Side::Fourth => (file + 1, -rank),
        }
    };
    let ((file, rank), (to_file, to_rank)) = (place(mv.from), place(mv.to));
    let is_from = match written.from {
        From::File(number) => file == number,
        From::Front | From::Rear => {
            let same = board.pieces(board.side).filter(|&(_, kind)| kind == piece.kind);
            let others = same.map(|(site, _)| place(site)).filter(|other| other.0 == file);
            let ranks: Vec<i16> = others.map(|other| other.1).filter(|&r| r != rank).collect();
            let is_front = ranks.iter().all(|&other| other < rank);
            ranks.len() == 1 && is_front == (written.from == From::Front)
        }
    };
    let goes = to_rank - rank;
    let is_way = match written.way {
        Way::Sideways => goes == 0,
        Way::Forward => goes > 0,
        Way::Backward => goes < 0,
    };
    let number = if file == to_file { goes.abs() } else { to_file };
    is_from && is_way && number == written.number
}
