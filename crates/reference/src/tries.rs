//! Tries: the moves that a side may try when an umpire says which of them are legal
//! ([`Sight::Umpire`]). A try is a move that is pseudo-legal for some pieces on the cells that the
//! side does not see. So the tries follow from its view, and every legal move is among them.

use crate::executor::Reference;
use crate::legal::promoted;
use crate::turn::StepFilter;
use alfil_board::model::castling::CastleOption;
use alfil_board::model::position::{Actor, BoardPosition, Choices, Move};
use alfil_board::model::promotion::{Becomes, Way};
use alfil_board::paths::path::{End, Path, Tracer};
use alfil_board::paths::terrain::Piece;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Blocking;
use alfil_topology::site_set::{AnySet, Site};

impl Reference<'_> {
    /// Returns the moves that the side to move may try, sorted, each once. Captures are left out,
    /// because the side does not know them. Questions of movements, promotions, `every move` and
    /// duties are ignored. Empty if the game is over, or if the next move is a roll, which no side
    /// chooses.
    pub fn tries(self, position: &BoardPosition) -> Vec<Move> {
        if self.rolls(position) || self.is_over(position, None) {
            return Vec::new();
        }
        let known = self.view(position, position.side).position;
        let here = self.at(&known);
        let mut moves = here.tries_of_pieces(&known);
        let allowed = StepFilter::of(here.model, &known);
        let castles = here.model.castles.iter();
        let castles = castles.filter(|c| allowed.castling(c.kind, c.king.0));
        moves.extend(castles.filter(|c| could_castle(&known, c)).map(|c| Move {
            to: c.king.1,
            partner: Some(c.partner),
            ..plain(c.king.0, c.king.1)
        }));
        let drops = here.drop_moves(&known).into_iter();
        moves.extend(drops.filter(|mv| mv.kind(&known).is_some_and(|kind| allowed.drop(kind))));
        if allowed.pass() {
            moves.push(Move::pass());
        }
        moves.sort();
        moves.dedup();
        moves
    }

    /// The moves of pieces on the board that may be tried, and promotions without a move.
    fn tries_of_pieces(self, known: &BoardPosition) -> Vec<Move> {
        let (model, side) = (self.model, known.side);
        let allowed = StepFilter::of(model, known);
        let mut moves = Vec::new();
        for (from, kind) in known.pieces(side) {
            let piece = Piece { side, kind };
            for term in &model.rules.kinds[kind].moves.terms {
                // A term that lends its moves has paths for the pieces that may borrow them.
                let mut tracer: Tracer<'_, 4> = Tracer::new(model.terrain(), term);
                for path in tracer.trace(from, piece) {
                    let (start, to) = (path.from, path.to);
                    let Some(mover) = known.piece(start).filter(|one| one.side == side) else {
                        continue;
                    };
                    let holds = |c| model.holds(c, side, mover.kind, start, to);
                    let fits = holds(&term.when) && holds(&model.rules.every_move);
                    if fits && allowed.piece(mover.kind, start) && self.is_possible(known, path) {
                        let moved = Move { partner: path.shifted(), ..plain(start, to) };
                        let way = Way::Move(start, to);
                        moves.extend(promoted(moved, self.could_become(known, mover.kind, way)));
                    }
                }
            }
            if allowed.piece(kind, from) {
                let becomes = self.could_become(known, kind, Way::Stay(from));
                moves.extend(promoted(plain(from, from), Becomes { stays: false, ..becomes }));
            }
        }
        moves
    }

    /// The kinds that a piece may have after an action, whatever the questions of its promotions say.
    fn could_become(self, known: &BoardPosition, kind: KindId, way: Way) -> Becomes {
        let side = known.side;
        let all = self.model.becomes(known, side, kind, way, &|_| true);
        let none = self.model.becomes(known, side, kind, way, &|_| false);
        Becomes { stays: all.stays || none.stays, ..all }
    }

    /// True if the path is possible with some pieces on the cells that `known` leaves empty. Those
    /// cells may be empty or hold an enemy of any kind.
    fn is_possible(self, known: &BoardPosition, path: &Path) -> bool {
        let (rules, side) = (&self.model.rules, known.side);
        let set = |is: &dyn Fn(Piece) -> bool| -> AnySet {
            let standing = known.squares.enumerate().filter(|&(site, _)| site != path.from);
            standing.filter(|(_, piece)| piece.is_some_and(is)).map(|(site, _)| site).collect()
        };
        let blocks = |piece: Piece| rules.kinds[piece.kind].blocks.value == Blocking::Blocks;
        let is_royal = |piece: Piece| rules.kinds[piece.kind].royal.is_royal();
        let own = set(&|piece| piece.side == side);
        let royal = set(&|piece| piece.side == side && is_royal(piece));
        let needs = path.needs();
        let end = AnySet::of(path.to);
        let (empty, foes) = match path.end {
            End::Quiet | End::Passant => (needs.empty | end, needs.foes),
            End::Capture => (needs.empty, needs.foes | end),
            End::Explicit => (needs.empty, needs.foes),
        };
        let lends = |(site, kind)| known.piece(site) == Some(Piece { side, kind });
        (empty & set(&blocks)).is_empty()
            && (foes & own).is_empty()
            && needs.friends.within(own)
            && (needs.royal & own).within(royal)
            && (needs.common & royal).is_empty()
            && needs.relayer.is_none_or(lends)
    }
}

/// A move of the piece on `from` without captures.
fn plain(from: Site, to: Site) -> Move {
    Move {
        from,
        to,
        captures: Vec::new(),
        partner: None,
        promotion: None,
        passed: Vec::new(),
        actor: Actor::Piece,
        choices: Choices::NONE,
    }
}

/// True if the side has the right to castle, and none of the pieces that it sees is in the way.
fn could_castle(known: &BoardPosition, option: &CastleOption) -> bool {
    let lives = known.rights.0 >> option.right & 1 != 0;
    let clear = || option.empty.into_iter().all(|site| known.piece(site).is_none());
    option.side == known.side && lives && clear()
}
