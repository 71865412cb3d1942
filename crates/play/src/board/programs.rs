//! Moves as UCI programs write them, and as books about xiangqi write them (WXF).

use crate::board::names::Notation;
use crate::board::notation;
use crate::board::state::BoardPlay;
use alfil_board::model::position::{Actor, Choice, Move};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::Side;
use alfil_topology::site_set::Site;

// Moves in the coordinates of UCI programs, where these differ from the texts of
// `notation`: `b1c3h` for a piece that enters behind the mover, `e2e4,e4e6` for
// a duck, a wall or an arrow, `e6e7+` and `e6e7-` for the other side of a piece, `+P@c3` for a drop
// with the other side up, and the cell of the king twice for a pass.

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// As the move of the king, unless another move has the same cells.
    King,
    /// Written as two cells: that of the king and that of its partner.
    Partner,
    /// As `O-O` and `O-O-O`.
    Letters,
}

/// The text of `mv`, if programs write it in another way than Alfil, and if no other move of `moves`
/// has it.
pub(crate) fn write(
    play: &BoardPlay,
    moves: &[Move],
    mv: &Move,
    castling: Castling,
) -> Option<String> {
    let own = text(play, mv, castling)?;
    let is_rival = |other: &&Move| {
        *other != mv
            && (other.to == mv.to || other.partner.is_some() || mv.actor == Actor::Nobody)
            && text(play, other, castling).as_ref() == Some(&own)
    };
    // A move of a piece back to its own cell has the text of a pass.
    let is_taken = || {
        let stays = moves.iter().any(|other| other.actor == Actor::Piece && other.from == other.to);
        mv.actor == Actor::Nobody
            && stays
            && notation::write_all(play.arena(), moves).contains(&own)
    };
    (!moves.iter().any(|other| is_rival(&other)) && !is_taken()).then_some(own)
}

/// The only move of `moves` that programs write as `text`.
pub(crate) fn find<'m>(
    play: &BoardPlay,
    moves: &'m [Move],
    text: &str,
    castling: Castling,
) -> Option<&'m Move> {
    let is_it = |mv: &&Move| self::text(play, mv, castling).is_some_and(|own| own == text);
    let mut found = moves.iter().filter(is_it);
    found.next().filter(|_| found.next().is_none())
}

/// The only move of a piece to its other side that programs write as `text`: `e6e7+`, `e6e7-`.
pub(crate) fn turning<'m>(play: &BoardPlay, moves: &'m [Move], text: &str) -> Option<&'m Move> {
    if !text.ends_with(['+', '-']) {
        return None;
    }
    let found = find(play, moves, text, Castling::King)?;
    (found.actor == Actor::Piece).then_some(found)
}

fn text(play: &BoardPlay, mv: &Move, castling: Castling) -> Option<String> {
    let (arena, board) = (play.arena(), play.board());
    let name = |site: Site| arena.graph.name(site);
    let letter = |kind: KindId| arena.rules.kinds[kind].letter;
    let mut taken: Vec<(Option<KindId>, Option<Site>)> = Vec::new();
    for choice in mv.choices.iter() {
        match choice {
            Choice::Declined => {}
            Choice::Carried(_) => return None,
            Choice::Taken(kind, site) => taken.push((kind, site)),
        }
    }
    match (mv.actor, taken.as_slice()) {
        (Actor::Nobody, []) => pass(play),
        (Actor::Hand(kind), []) => {
            let (own, shown) = (letter(kind), letter(mv.promotion?));
            let is_turned = shown.form() == Form::Plus && shown.capital() == own.capital();
            is_turned.then(|| format!("{shown}@{}", name(mv.to)))
        }
        (Actor::Piece, taken) => {
            let mover = letter(board.piece(mv.from)?.kind).form();
            let turns = mv.promotion.and_then(|kind| match (mover, letter(kind).form()) {
                (Form::Plain, Form::Plus) => Some("+"),
                (Form::Plus, Form::Plain) => Some("-"),
                (Form::Plain | Form::Plus | Form::Reverting, _) => None,
            });
            let becomes = match (turns, mv.promotion) {
                (Some(sign), _) => sign.to_owned(),
                (None, Some(kind)) => letter(kind).in_moves(),
                (None, None) => String::new(),
            };
            let to = match (castling, mv.partner) {
                (Castling::Partner, Some((partner, _))) => partner,
                (Castling::King | Castling::Partner | Castling::Letters, _) => mv.to,
            };
            let way = |from, to| format!("{}{}{becomes}", name(from), name(to));
            match *taken {
                [] => turns.map(|_| way(mv.from, to)),
                [(kind, Some(site))] => {
                    let is_owned = |kind: KindId| arena.rules.kinds[kind].owner == Owner::Side;
                    let partner = mv.partner.map(|(partner, _)| partner);
                    match kind.filter(|&kind| is_owned(kind)) {
                        Some(kind) if site == mv.from => {
                            Some(way(mv.from, to) + &letter(kind).in_moves())
                        }
                        // On the cell of the partner: from there to the cell of the king.
                        Some(kind) if partner == Some(site) => {
                            Some(way(site, mv.from) + &letter(kind).in_moves())
                        }
                        Some(_) | None => {
                            Some(format!("{},{}{}", way(mv.from, to), name(mv.to), name(site)))
                        }
                    }
                }
                [(_, None)] | [_, _, ..] => None,
            }
        }
        (Actor::Section(..) | Actor::Die(..) | Actor::Nobody | Actor::Hand(_), _) => None,
    }
}

/// A pass: the cell of the king twice, or that of the first piece where there is no king. `None` if
/// the side has no piece on the board.
fn pass(play: &BoardPlay) -> Option<String> {
    let (arena, board) = (play.arena(), play.board());
    let place = |site: Site| {
        let (file, rank) = arena.graph.file_rank(site);
        (rank, file)
    };
    let royal = |kind: KindId| arena.rules.kinds[kind].royal.is_royal();
    let first = board.pieces(board.side).min_by_key(|&(site, kind)| (!royal(kind), place(site)));
    first.map(|(site, _)| format!("{0}{0}", arena.graph.name(site)))
}

// Reads moves as books about xiangqi write them (WXF): `C2=5`, `H2+3`, `R1-1`, `C+=5`.
//
// A piece and its file are followed by the direction (`+` forward, `-` backward, `=` sideways) and by
// a number: the new file, or the number of ranks that a piece goes along its file. Each side counts
// files from its right. Of two equal pieces on a file, `+` names the one in front and `-` the other.

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
