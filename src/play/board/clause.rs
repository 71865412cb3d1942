//! Finds the clause of a movement string that makes a move.
//!
//! It tries the clauses with the reference executor. If several clauses make the same move, the
//! first one is returned.

use crate::play::board::state::BoardPlay;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::castling::CastleOption;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_diagnostics::source::{Sources, Span};
use alfil_reference::walker::{self, Path};
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_topology::site_set::AnySet;

/// One term of the movement of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clause {
    pub(crate) kind: KindId,
    /// The index of the term.
    pub(crate) term: usize,
}

/// Searches for the clauses that make the moves of one position.
pub(crate) struct Makers<'a> {
    arena: &'a BoardModel,
    board: &'a BoardPosition,
}

impl<'a> Makers<'a> {
    pub(crate) fn new(position: &'a BoardPlay) -> Makers<'a> {
        Makers { arena: position.arena(), board: position.board() }
    }

    /// The first clause that makes the legal move `mv`; `None` for moves of sections and for
    /// passes.
    pub(crate) fn of(&self, mv: &Move) -> Option<Clause> {
        self.all(mv).next()
    }

    /// The clause that makes the legal move `mv`, if all clauses that make it have the same span.
    /// `None` for castling, for pieces that promote without moving, and for moves that share their
    /// cells with castling.
    pub(crate) fn sole(&self, mv: &Move) -> Option<Clause> {
        let castles = |option: &CastleOption| option.king == (mv.from, mv.to);
        let rests = mv.origin().is_some() && mv.from == mv.to;
        if rests || mv.partner.is_some() || self.arena.castles.iter().any(castles) {
            return None;
        }
        let mut all = self.all(mv);
        let first = all.next()?;
        let same = |other: Clause| other.kind == first.kind && self.span(other) == self.span(first);
        all.all(same).then_some(first)
    }

    /// All clauses that make the legal move `mv`.
    fn all<'m>(&'m self, mv: &'m Move) -> impl Iterator<Item = Clause> + 'm {
        let kinds = &self.arena.rules.kinds;
        let of = |kind: KindId| {
            (0..kinds[kind].moves.terms.len()).map(move |term| Clause { kind, term })
        };
        let own = mv.kind(self.board);
        let lent = kinds.ids().flat_map(of).filter(|c| self.term(*c).relays());
        let all = own.into_iter().flat_map(of).chain(lent.filter(move |_| own.is_some()));
        all.filter(|clause| self.makes(*clause, mv))
    }

    /// The text of a clause.
    pub(crate) fn text<'s>(&self, clause: Clause, sources: &'s Sources) -> &'s str {
        sources.slice(self.span(clause))
    }

    pub(crate) fn span(&self, clause: Clause) -> Span {
        self.term(clause).span
    }

    fn term(&self, clause: Clause) -> &'a Term {
        &self.arena.rules.kinds[clause.kind].moves.terms[clause.term]
    }

    /// Returns true if `clause` makes the legal move `mv`.
    pub(crate) fn makes(&self, clause: Clause, mv: &Move) -> bool {
        let (arena, term) = (self.arena, self.term(clause));
        let kind = mv.kind(self.board);
        match (&term.action, mv.actor) {
            (Action::Walk(_), Actor::Piece) => self.walks(clause, term, mv),
            (Action::Castle(_), Actor::Piece) => arena.castles.iter().any(|option| {
                let made = (option.king, Some(option.partner)) == ((mv.from, mv.to), mv.partner);
                made && (Some(option.kind), option.term) == (kind, clause.term)
            }),
            (Action::Drop(_), Actor::Hand(kind)) => {
                kind == clause.kind && self.drop_cells(clause).is_some_and(|c| c.has(mv.to))
            }
            (Action::Walk(_) | Action::Castle(_), Actor::Hand(_))
            | (Action::Drop(_), Actor::Piece)
            | (
                Action::Walk(_) | Action::Castle(_) | Action::Drop(_),
                Actor::Section(..) | Actor::Die(..) | Actor::Nobody,
            ) => false,
        }
    }

    fn walks(&self, clause: Clause, term: &Term, mv: &Move) -> bool {
        let Some(mover) = self.board.piece(mv.from) else { return false };
        let (arena, board, side) = (self.arena, self.board, self.board.side);
        let made = |path: &Path| {
            let mut captured = path.captured.clone();
            captured.sort();
            (mv.to, mv.partner) == (path.to, path.shifted) && mv.captures == captured
        };
        let allowed = |when: &Condition, to| arena.holds(when, side, mover.kind, mv.from, to);
        // A relayed movement is followed from the borrower's cell, but its directions are those of
        // the lender's cell.
        let starts = board
            .pieces(side)
            .filter(|&(start, kind)| kind == clause.kind && term.relays() != (mv.from == start));
        let mut paths =
            starts.flat_map(|(start, _)| walker::walks(arena, board, mv.from, start, term));
        paths.any(|path| made(&path) && allowed(&term.when, path.to))
    }

    fn drop_cells(&self, clause: Clause) -> Option<AnySet> {
        let terms = &self.arena.rules.kinds[clause.kind].moves.terms[..clause.term];
        let before = terms.iter().filter(|t| matches!(t.action, Action::Drop(_))).count();
        let option = self.arena.drops[self.board.side][clause.kind].get(before);
        option.map(|option| option.cells)
    }
}

impl BoardPlay {
    /// The kind and the index of the term that makes a legal move, if only one term can make it.
    pub(crate) fn sole_term(&self, mv: &Move) -> Option<(KindId, usize)> {
        let clause = Makers::new(self).sole(mv)?;
        Some((clause.kind, clause.term))
    }
}
