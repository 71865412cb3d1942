//! Finds the reason why a piece cannot go from one cell to another.
//!
//! The reference executor follows each clause, first as it is and then with one fact changed: a
//! condition, the piece on the target cell, or a piece on the path. The clause that needs the
//! smallest change gives the reason.

use super::inquiry::{Cause, Inquiry, Reason};
use crate::board::reason::inquiry::span;
use crate::board::state::Clause;
use alfil_board::model::position::BoardPosition;
use alfil_board::model::promotion::Way;
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::source::Span;
use alfil_reference::walker;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_rules::ruleset::{Blocking, Kind, Owner};
use alfil_text::conditions;
use alfil_topology::site_set::Site;
use std::cell::Cell;

/// The search gives up after this many walks. A walk with loops on a large board is slow.
const MAX_WALKS: u32 = 4000;

/// The kind of a moving piece, and its start and target.
#[derive(Clone, Copy)]
pub(super) struct Passage {
    pub(super) kind: KindId,
    pub(super) from: Site,
    pub(super) to: Site,
}

/// A clause that might lead from one cell to another.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    from: Site,
    to: Site,
    /// The cell that directions refer to. For a relayed clause it is the cell of the lender.
    start: Site,
    piece: Piece,
    clause: Clause,
    term: &'a Term,
}

struct Walks<'i, 'a> {
    inquiry: &'i Inquiry<'a>,
    left: Cell<u32>,
}

impl<'a> Inquiry<'a> {
    /// The reason why `piece` cannot make this move.
    pub(super) fn walk(&self, from: Site, to: Site, piece: Piece) -> Option<Reason> {
        let (walks, ways) = self.ways(from, to, piece);
        type Try<'i, 'a> = fn(&Walks<'i, 'a>, &Candidate<'_>) -> Option<Reason>;
        let tries: [Try<'_, 'a>; 8] = [
            Walks::clear,
            Walks::condition,
            Walks::first_move,
            Walks::blocker,
            Walks::hurdle,
            Walks::target,
            Walks::several,
            Walks::condition_apart,
        ];
        let near = || tries.iter().find_map(|test| ways.iter().find_map(|way| test(&walks, way)));
        near().or_else(|| {
            let why = format!("{} has no such move", self.piece(self.board, from));
            let terms = self.arena.rules.kinds[piece.kind].moves.terms.iter();
            let spans = terms.map(|term| term.span);
            let place = spans.reduce(Span::to).filter(|_| walks.left.get() > 0);
            Reason::new(why, place, Cause::Nothing)
        })
    }

    /// How close `piece` is to this move. 0: its movement leads to the target. 1: something
    /// prevents that. 2: it has no such movement.
    pub(super) fn reaches(&self, from: Site, to: Site, piece: Piece) -> u8 {
        let (walks, ways) = self.ways(from, to, piece);
        let leads = |way: &Candidate<'_>| walks.leads(self.board, way, way.term);
        if self.castling_to(from, to).is_some() || ways.iter().any(leads) {
            return 0;
        }
        let reason = self.walk(from, to, piece);
        if reason.is_some_and(|reason| reason.cause != Cause::Nothing) { 1 } else { 2 }
    }

    /// All clauses of the piece, and all clauses that other pieces relay to it.
    fn ways(&self, from: Site, to: Site, piece: Piece) -> (Walks<'_, 'a>, Vec<Candidate<'a>>) {
        let kinds = &self.arena.rules.kinds;
        let moves = |kind: KindId| kinds[kind].moves.terms.iter().enumerate();
        let candidate = |start, kind, (number, term)| Candidate {
            from,
            to,
            start,
            piece,
            clause: Clause { kind, term: number },
            term,
        };
        let own = moves(piece.kind).filter(|(_, term)| !term.relays());
        let own = own.map(|term| candidate(from, piece.kind, term));
        let others = self.board.pieces(piece.side).filter(|&(site, _)| site != from);
        let lent = others.flat_map(|(site, kind)| {
            let lent = moves(kind).filter(|(_, term)| term.relays());
            lent.map(move |term| candidate(site, kind, term)).collect::<Vec<_>>()
        });
        let ways = own.chain(lent).collect();
        (Walks { inquiry: self, left: Cell::new(MAX_WALKS) }, ways)
    }

    /// The part of a condition that is not fulfilled. `None` if the whole condition is fulfilled.
    pub(super) fn unmet<'c>(
        &self,
        condition: &'c Condition,
        way: Passage,
    ) -> Option<&'c Condition> {
        let Passage { kind, from, to } = way;
        if self.arena.holds(condition, self.board.side, kind, from, to) {
            return None;
        }
        match condition {
            Condition::All(parts) => parts.iter().find_map(|part| self.unmet(part, way)),
            Condition::Always
            | Condition::Start(_)
            | Condition::End(_)
            | Condition::Relative(_)
            | Condition::Every(_)
            | Condition::Any(_)
            | Condition::Not(_) => Some(condition),
        }
    }
}

impl Walks<'_, '_> {
    /// Returns true if `way` leads to its target on `board`. Conditions are ignored.
    fn leads(&self, board: &BoardPosition, way: &Candidate<'_>, term: &Term) -> bool {
        let Some(left) = self.left.get().checked_sub(1) else { return false };
        self.left.set(left);
        let paths = walker::walks(self.inquiry.arena, board, way.from, way.start, term);
        paths.iter().any(|path| path.to == way.to)
    }

    fn holds(&self, condition: &Condition, way: &Candidate<'_>) -> bool {
        let Piece { side, kind } = way.piece;
        self.inquiry.arena.holds(condition, side, kind, way.from, way.to)
    }

    /// Returns true if the conditions of `way` hold.
    fn is_free(&self, way: &Candidate<'_>) -> bool {
        self.holds(&way.term.when, way) && self.holds(&self.inquiry.arena.rules.every_move, way)
    }

    /// The reason why a movement that leads to the target is not legal: it would capture a piece
    /// that cannot be captured in this turn, or it must promote and cannot.
    fn clear(&self, way: &Candidate<'_>) -> Option<Reason> {
        let Inquiry { arena, board, .. } = *self.inquiry;
        if !self.leads(board, way, way.term) || !self.is_free(way) {
            return None;
        }
        let paths = walker::walks(arena, board, way.from, way.start, way.term);
        let untouchable = |site: &&Site| board.is_untouchable(arena, **site);
        let captured =
            paths.iter().filter(|path| path.to == way.to).flat_map(|path| &path.captured);
        let royal = captured.into_iter().find(untouchable).and_then(|&site| board.piece(site));
        let Piece { side, kind } = way.piece;
        if let Some(royal) = royal.filter(|_| !arena.rules.turn.is_plain()) {
            let name = self.inquiry.name(royal.kind);
            let why = format!("no move may capture a {name} between the steps of turns");
            return Reason::new(why, None, Cause::Royal(royal.kind));
        }
        let rule = arena.promotions(side, kind, Way::Move(way.from, way.to)).next()?;
        let (name, cell) = (self.inquiry.name(kind), self.inquiry.cell(way.to));
        let why = format!(
            "a {name} must promote on {cell}, but there is no piece left that it could become"
        );
        Reason::new(why, Some(rule.span), Cause::Promotion(kind))
    }

    /// The reason that a condition of `way` is not fulfilled.
    fn unmet(&self, way: &Candidate<'_>) -> Option<Reason> {
        let rules = &self.inquiry.arena.rules;
        let name = self.inquiry.name(way.piece.kind);
        let cells = (self.inquiry.cell(way.from), self.inquiry.cell(way.to));
        let said = |part: &Condition| conditions::condition(part, &rules.zones);
        let passage = Passage { kind: way.piece.kind, from: way.from, to: way.to };
        let unmet = |condition| self.inquiry.unmet(condition, passage);
        let Clause { kind, term } = way.clause;
        if let Some(part) = unmet(&way.term.when) {
            let why = format!(
                "the {name} may go from {} to {} only if it {}",
                cells.0,
                cells.1,
                said(part)
            );
            let place = span(part).or(Some(way.term.span));
            return Reason::new(why, place, Cause::Condition(kind, term));
        }
        let part = unmet(&rules.every_move)?;
        let why = format!("a move is legal only if the piece {}", said(part));
        Reason::new(why, span(part).or(rules.every_move_place), Cause::EveryMove)
    }

    fn condition(&self, way: &Candidate<'_>) -> Option<Reason> {
        self.leads(self.inquiry.board, way, way.term).then(|| self.unmet(way))?
    }

    /// The reason that a condition is not fulfilled, if pieces on the path are ignored.
    fn condition_apart(&self, way: &Candidate<'_>) -> Option<Reason> {
        let bare = self.bare(way);
        let boards = self.targets(&bare, way);
        let leads = boards.iter().any(|board| self.leads(board, way, way.term));
        leads.then(|| self.unmet(way))?
    }

    fn first_move(&self, way: &Candidate<'_>) -> Option<Reason> {
        let Action::Walk(walk) = &way.term.action else { return None };
        let Piece { side, kind } = way.piece;
        let starts = &self.inquiry.arena.start_cells[side][kind];
        if !walk.first_move || starts.has(way.start) || !self.is_free(way) {
            return None;
        }
        let mut later = walk.clone();
        later.first_move = false;
        let later = Term { action: Action::Walk(later), ..way.term.clone() };
        let (name, cell) = (self.inquiry.name(kind), self.inquiry.cell(way.start));
        let leads = self.leads(self.inquiry.board, way, &later);
        leads.then(|| {
            let why = format!(
                "a {name} may make this move only from a start cell, and {cell} is not one"
            );
            let cause = Cause::FirstMove(way.clause.kind, way.clause.term);
            Reason { why, place: Some(way.term.span), cause }
        })
    }

    /// The reason that the target cell has the wrong contents.
    fn target(&self, way: &Candidate<'_>) -> Option<Reason> {
        let (inquiry, board) = (self.inquiry, self.inquiry.board);
        if !self.is_free(way) {
            return None;
        }
        let mut others = self.targets(board, way).into_iter();
        let other = others.find(|board| self.leads(board, way, way.term))?;
        let there = other.piece(way.to);
        let (name, cell) = (inquiry.name(way.piece.kind), inquiry.cell(way.to));
        let standing = Cause::Standing(vec![way.to]);
        let (why, cause) = match (board.piece(way.to), there) {
            (Some(_), _) if board.is_side(way.to, way.piece.side) => {
                let side = inquiry.arena.rules.called(way.piece.side);
                (format!("{} belongs to {side}", inquiry.piece(board, way.to)), standing)
            }
            (Some(_), _) => (
                format!(
                    "the {name} cannot capture {} with this move",
                    inquiry.piece(board, way.to)
                ),
                standing,
            ),
            (None, Some(wanted)) if wanted.side == way.piece.side => (
                format!(
                    "the {name} may make this move only onto a piece of its own side, but {cell} is empty"
                ),
                Cause::Wanted(way.to, wanted),
            ),
            (None, Some(wanted)) => (
                format!("the {name} may make this move only to capture, but {cell} is empty"),
                Cause::Wanted(way.to, wanted),
            ),
            (None, None) => return None,
        };
        Reason::new(why, Some(way.term.span), cause)
    }

    /// Copies of `board` with the other possible contents of the target cell.
    fn targets(&self, board: &BoardPosition, way: &Candidate<'_>) -> Vec<BoardPosition> {
        let kinds = &self.inquiry.arena.rules.kinds;
        let fits = |&(_, kind): &(KindId, &Kind)| {
            !kind.royal.is_royal()
                && kind.owner == Owner::Side
                && kind.blocks.value == Blocking::Blocks
        };
        let common = kinds.enumerate().find(fits).map(|(kind, _)| kind);
        let piece = |side| common.map(|kind| Piece { side, kind });
        let side = way.piece.side;
        let now = board.piece(way.to).map(|piece| piece.side);
        let others =
            [None, piece(self.inquiry.arena.rules.sides.foe(side)), piece(side)].into_iter();
        let others = others.filter(|there| there.map(|piece| piece.side) != now);
        let put = |there| {
            let mut board = board.clone();
            board.squares[way.to] = there;
            board
        };
        others.filter(|_| way.to != way.from).map(put).collect()
    }

    /// The reason that exactly one piece blocks the path.
    fn blocker(&self, way: &Candidate<'_>) -> Option<Reason> {
        if !self.is_free(way) {
            return None;
        }
        let board = self.inquiry.board;
        let blocks = |site: &Site| {
            let mut without = board.clone();
            without.squares[*site] = None;
            self.leads(&without, way, way.term)
        };
        let site = self.others(way).into_iter().find(blocks)?;
        let why = format!("{} is in the way", self.inquiry.piece(board, site));
        Reason::new(why, Some(way.term.span), Cause::Standing(vec![site]))
    }

    /// The reason that a hopper lacks its hurdle.
    fn hurdle(&self, way: &Candidate<'_>) -> Option<Reason> {
        let Action::Walk(walk) = &way.term.action else { return None };
        let leaps = walk.legs.iter().any(|leg| leg.passage.needs_hurdle() || leg.mode.hop);
        if !leaps || !self.is_free(way) {
            return None;
        }
        let board = self.inquiry.board;
        let empty = |site: &Site| *site != way.to && board.piece(*site).is_none();
        let sites = self.inquiry.arena.graph.sites().filter(empty);
        let mut helps = sites.filter(|&site| {
            let mut with = board.clone();
            with.squares[site] = Some(way.piece);
            self.leads(&with, way, way.term)
        });
        let name = self.inquiry.name(way.piece.kind);
        let site = helps.next()?;
        let cell = self.inquiry.cell(site);
        let why = format!("the {name} may make this move only over a piece, but {cell} is empty");
        Reason::new(why, Some(way.term.span), Cause::Wanted(site, way.piece))
    }

    /// The reason that several pieces block the path. Pieces that do not block it by themselves are
    /// left out.
    fn several(&self, way: &Candidate<'_>) -> Option<Reason> {
        if !self.is_free(way) {
            return None;
        }
        let board = self.inquiry.board;
        let mut clear = self.bare(way);
        if !self.leads(&clear, way, way.term) {
            clear.squares[way.to] = None;
            if !self.leads(&clear, way, way.term) {
                return None;
            }
        }
        let mut blockers = Vec::new();
        for site in self.others(way).into_iter().chain([way.to]) {
            let mut with = clear.clone();
            with.squares[site] = board.squares[site];
            if with.squares[site] == clear.squares[site] || self.leads(&with, way, way.term) {
                clear = with
            } else {
                blockers.push(site)
            }
        }
        let names: Vec<String> =
            blockers.iter().map(|&site| self.inquiry.piece(board, site)).collect();
        let (last, first) = names.split_last()?;
        let why = match first {
            [] => format!("{last} is in the way"),
            first => format!("{} and {last} are in the way", first.join(", ")),
        };
        Reason::new(why, Some(way.term.span), Cause::Standing(blockers))
    }

    /// The cells of all pieces that might block the path.
    fn others(&self, way: &Candidate<'_>) -> Vec<Site> {
        let board = self.inquiry.board;
        let other = |site: &Site| ![way.from, way.to, way.start].contains(site);
        let sites = self.inquiry.arena.graph.sites();
        sites.filter(|site| board.piece(*site).is_some()).filter(other).collect()
    }

    /// The board without the pieces that might block the path.
    fn bare(&self, way: &Candidate<'_>) -> BoardPosition {
        let mut board = self.inquiry.board.clone();
        for site in self.others(way) {
            board.squares[site] = None;
        }
        board
    }
}
