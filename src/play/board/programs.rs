//! Moves in the coordinates of UCI programs, where these differ from the texts of
//! [`notation`](super::notation): `b1c3h` for a piece that enters behind the mover, `e2e4,e4e6` for
//! a duck, a wall or an arrow, `e6e7+` and `e6e7-` for the other side of a piece, `+P@c3` for a drop
//! with the other side up, and the cell of the king twice for a pass.

use crate::play::board::notation;
use crate::play::board::state::BoardPlay;
use alfil_board::model::position::{Actor, Choice, Move};
use alfil_rules::ids::KindId;
use alfil_rules::letter::Form;
use alfil_rules::ruleset::Owner;
use alfil_topology::site_set::Site;

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// As the move of the king, unless another move has the same cells.
    King,
    /// As the cells of the king and its partner.
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
