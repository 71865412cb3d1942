//! What keeps a piece from going from one cell to another.
//!
//! Each clause of its movement is followed by the plain executor, as it is and with one thing otherwise: its
//! condition, what stands on the last cell, what stands on the way. The clause that needs the least says why.

use super::{Inquiry, Reason};
use crate::board::game::position::BoardPosition;
use crate::board::judge::walker;
use crate::board::space::site_set::Site;
use crate::board::walk::terrain::Piece;
use crate::rules::condition::Condition;
use crate::rules::movement::{Action, Term};
use crate::rules::ruleset::KindId;
use crate::source::Span;
use crate::text::conditions;
use std::cell::Cell;

/// Most walks that are tried before nothing is known: a walk with loops over a large board takes its time.
const MAX_WALKS: u32 = 4000;

/// A clause that might lead from one cell to another.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    from: Site,
    to: Site,
    /// Where it is walked from: where the lender stands, if it is lent.
    start: Site,
    piece: Piece,
    term: &'a Term,
}

struct Walks<'i, 'a> {
    inquiry: &'i Inquiry<'a>,
    left: Cell<u32>,
}

impl<'a> Inquiry<'a> {
    /// What keeps `piece` from going so.
    pub(super) fn walk(&self, from: Site, to: Site, piece: Piece) -> Option<Reason> {
        let kinds = &self.arena.rules.kinds;
        let moves = |kind: KindId| kinds[kind].moves.terms.iter();
        let own = moves(piece.kind).filter(|term| !term.relays()).map(|term| (from, term));
        let others = self.board.pieces(piece.side).filter(|&(site, _)| site != from);
        let lent = others.flat_map(|(site, kind)| {
            moves(kind).filter(|term| term.relays()).map(move |term| (site, term))
        });
        let ways: Vec<Candidate<'_>> = own
            .chain(lent)
            .map(|(start, term)| Candidate { from, to, start, piece, term })
            .collect();
        let walks = Walks { inquiry: self, left: Cell::new(MAX_WALKS) };
        type Try<'i, 'a> = fn(&Walks<'i, 'a>, &Candidate<'_>) -> Option<Reason>;
        let tries: [Try<'_, 'a>; 7] = [
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
            let spans = moves(piece.kind).map(|term| term.span);
            Reason::new(why, spans.reduce(Span::to).filter(|_| walks.left.get() > 0))
        })
    }
}

impl Walks<'_, '_> {
    /// Whether `way` leads where it should on `board`, conditions aside.
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

    /// Whether its conditions are met.
    fn is_free(&self, way: &Candidate<'_>) -> bool {
        self.holds(&way.term.when, way) && self.holds(&self.inquiry.arena.rules.every_move, way)
    }

    /// The condition that is not met, if there is one.
    fn unmet(&self, way: &Candidate<'_>) -> Option<Reason> {
        let rules = &self.inquiry.arena.rules;
        let name = self.inquiry.name(way.piece.kind);
        let cells = (self.inquiry.cell(way.from), self.inquiry.cell(way.to));
        let said = |part: &Condition| conditions::condition(part, &rules.zones);
        if let Some(part) = self.failing(&way.term.when, way) {
            let why = format!(
                "the {name} goes from {} to {} only if it {}",
                cells.0,
                cells.1,
                said(part)
            );
            return Reason::new(why, span(part).or(Some(way.term.span)));
        }
        let part = self.failing(&rules.every_move, way)?;
        let why = format!("every move is legal only if the piece {}", said(part));
        Reason::new(why, span(part).or(rules.every_move_place))
    }

    /// The part of a condition that is not met.
    fn failing<'c>(&self, condition: &'c Condition, way: &Candidate<'_>) -> Option<&'c Condition> {
        if self.holds(condition, way) {
            return None;
        }
        match condition {
            Condition::All(parts) => parts.iter().find_map(|part| self.failing(part, way)),
            Condition::Always
            | Condition::Start(_)
            | Condition::End(_)
            | Condition::Relative(_)
            | Condition::Every(_)
            | Condition::Any(_)
            | Condition::Not(_) => Some(condition),
        }
    }

    fn condition(&self, way: &Candidate<'_>) -> Option<Reason> {
        self.leads(self.inquiry.board, way, way.term).then(|| self.unmet(way))?
    }

    /// A condition that is not met, whatever stands on the way.
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
                "a {name} goes so only from a cell on which one begins, and {cell} is none"
            );
            Reason { why, place: Some(way.term.span) }
        })
    }

    /// What stands where it would go, or does not.
    fn target(&self, way: &Candidate<'_>) -> Option<Reason> {
        let (inquiry, board) = (self.inquiry, self.inquiry.board);
        if !self.is_free(way) {
            return None;
        }
        let others = self.targets(board, way);
        let leads = others.iter().any(|board| self.leads(board, way, way.term));
        let why = match board.piece(way.to).filter(|_| leads) {
            _ if !leads => return None,
            Some(there) if there.side == way.piece.side => {
                format!("{} is {}'s own", inquiry.piece(board, way.to), there.side.name())
            }
            Some(_) => {
                let name = inquiry.name(way.piece.kind);
                format!("the {name} cannot capture {} so", inquiry.piece(board, way.to))
            }
            None => {
                let name = inquiry.name(way.piece.kind);
                format!(
                    "the {name} goes there only to capture, and {} is empty",
                    inquiry.cell(way.to)
                )
            }
        };
        Reason::new(why, Some(way.term.span))
    }

    /// `board` with each of the other things on the last cell that could stand there.
    fn targets(&self, board: &BoardPosition, way: &Candidate<'_>) -> Vec<BoardPosition> {
        let kinds = &self.inquiry.arena.rules.kinds;
        let common = kinds.enumerate().find(|(_, kind)| !kind.royal.is_royal());
        let enemy = common.map(|(kind, _)| Piece { side: way.piece.side.other(), kind });
        let now = board.piece(way.to);
        let others = [None, enemy].into_iter().filter(|there| *there != now);
        let put = |there| {
            let mut board = board.clone();
            board.squares[way.to] = there;
            board
        };
        others.map(put).collect()
    }

    /// The only piece that stands in the way.
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
        let why = format!("{} stands in the way", self.inquiry.piece(board, site));
        Reason::new(why, Some(way.term.span))
    }

    /// It wants something to leap over.
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
        let why = format!("the {name} goes there only over a piece, and nothing stands on {cell}");
        Reason::new(why, Some(way.term.span))
    }

    /// Several pieces that stand in the way: without any one of them the others do still.
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
            match with.squares[site] == clear.squares[site] || self.leads(&with, way, way.term) {
                true => clear = with,
                false => blockers.push(self.inquiry.piece(board, site)),
            }
        }
        let (last, first) = blockers.split_last()?;
        let why = match first {
            [] => format!("{last} stands in the way"),
            first => format!("{} and {last} stand in the way", first.join(", ")),
        };
        Reason::new(why, Some(way.term.span))
    }

    /// Where other pieces stand that might matter on the way.
    fn others(&self, way: &Candidate<'_>) -> Vec<Site> {
        let board = self.inquiry.board;
        let other = |site: &Site| ![way.from, way.to, way.start].contains(site);
        let sites = self.inquiry.arena.graph.sites();
        sites.filter(|site| board.piece(*site).is_some()).filter(other).collect()
    }

    /// The board without them.
    fn bare(&self, way: &Candidate<'_>) -> BoardPosition {
        let mut board = self.inquiry.board.clone();
        for site in self.others(way) {
            board.squares[site] = None;
        }
        board
    }
}

/// Where a condition is written, as far as its parts say.
fn span(condition: &Condition) -> Option<Span> {
    match condition {
        Condition::Start(place) | Condition::End(place) => Some(place.span),
        Condition::Every(distance) => Some(distance.span),
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().filter_map(span).reduce(Span::to)
        }
        Condition::Not(inner) => span(inner),
        Condition::Always | Condition::Relative(_) => None,
    }
}
