//! The view of a side: what it knows of a position under the [`Sight`] of the game.
//!
//! The view shows enough that the legal moves of the side follow from it: which cells its pieces
//! can reach, what stands there, and of the other cells that their ways meet, whether they are
//! occupied. [`Ruleset::blind`](alfil_rules::ruleset::Ruleset::blind) finds rules for which this is
//! not so. With [`Sight::Umpire`] the side is not told its legal moves, so the view shows only its
//! own pieces and what the umpire says; see [`tries`](Reference::tries).

use crate::model::position::{Actor, BoardPosition, EpSquare};
use crate::paths::terrain::Piece;
use crate::reference::executor::Reference;
use crate::reference::walker::looking_walks;
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;

/// What a side knows of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Known {
    /// It is empty, or this piece stands there.
    Seen(Option<Piece>),
    /// Something stands there, but the side does not know what.
    Occupied,
    /// Nothing.
    Unknown,
}

/// What a side knows of a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The side that looks.
    pub side: Side,
    /// What it sees now: never [`Sight::Placing`], but what that means in this position.
    pub sight: Sight,
    /// True if an umpire tells both sides that the side to move is in check.
    pub check: bool,
    /// What an umpire tells both sides besides: for each entry of
    /// [`told`](alfil_rules::ruleset::Ruleset::told), whether it is true. Empty without an umpire.
    pub told: Vec<bool>,
    /// What it knows of each cell.
    pub cells: IndexVec<Site, Known>,
    /// The position without all that the side does not know: cells that it does not see are empty,
    /// and there are no castling rights of the other side, no pieces in its hand, and no passed cells
    /// on which this side cannot capture. Clocks that count quiet turns are 0.
    pub position: BoardPosition,
}

impl View {
    /// True if the side sees what stands on the cell.
    pub fn sees(&self, site: Site) -> bool {
        matches!(self.cells[site], Known::Seen(_))
    }
}

/// The cells that the ways of a side's pieces meet.
#[derive(Default)]
struct Reach {
    /// Cells where a way ends or captures.
    reached: AnySet,
    /// Cells that a way examines.
    met: AnySet,
    /// The passed cells on which a piece can capture.
    passing: AnySet,
}

impl Reference<'_> {
    /// Returns the view that `side` has of `position`, whether or not it is to move.
    pub fn view(self, position: &BoardPosition, side: Side) -> View {
        let here = self.at(position);
        let rules = &here.model.rules;
        let sight = here.sight(position);
        let mut own = position.seen_by(rules, side);
        own.side = side;
        let reach = match rules.sight {
            // Only placements are legal now, so movements tell nothing.
            Sight::Placing => here.places(position, side),
            Sight::Umpire => Reach::default(),
            Sight::Everything | Sight::Own | Sight::Reach => here.reach(&own, side),
        };
        let of_all = |piece: Piece| rules.kinds[piece.kind].owner != Owner::Side;
        let known = |(site, &piece): (Site, &Option<Piece>)| {
            let shown = piece.is_some_and(|piece| piece.side == side || of_all(piece));
            let seen = match sight {
                Sight::Everything => true,
                Sight::Own | Sight::Placing | Sight::Umpire => shown,
                Sight::Reach => shown || reach.reached.has(site),
            };
            match piece {
                _ if seen => Known::Seen(piece),
                None if reach.met.has(site) || reach.reached.has(site) => Known::Seen(None),
                Some(_) if reach.met.has(site) || reach.reached.has(site) => Known::Occupied,
                None | Some(_) => Known::Unknown,
            }
        };
        let cells: IndexVec<Site, Known> = position.squares.enumerate().map(known).collect();
        let mut shown = position.clone();
        if sight != Sight::Everything {
            for (site, cell) in cells.enumerate() {
                match cell {
                    Known::Seen(_) => {}
                    Known::Occupied | Known::Unknown => shown.squares[site] = None,
                }
            }
            for (bit, right) in here.model.rights.iter().enumerate() {
                if right.side != side {
                    shown.rights.0 &= !(1 << bit);
                }
            }
            for other in rules.sides.each().filter(|&other| other != side) {
                shown.hands.clear(other);
            }
            shown.ep_squares.retain(|passed| reach.passing.has(passed.cell));
            shown.memory = Default::default();
            shown.halfmoves = 0;
        }
        let check = sight == Sight::Umpire && here.in_check(position, position.side);
        let told = rules.told.iter();
        let told = told.map(|told| here.question_holds(position, position.side, &told.asked.value));
        View { side, sight, check, told: told.collect(), cells, position: shown }
    }

    /// What each side sees in `position`.
    fn sight(self, position: &BoardPosition) -> Sight {
        let places = || {
            let moves = self.legal_moves(position);
            moves.iter().any(|mv| matches!(mv.actor, Actor::Hand(_)))
        };
        match self.model.rules.sight {
            Sight::Placing if places() => Sight::Own,
            Sight::Placing => Sight::Everything,
            sight @ (Sight::Everything | Sight::Own | Sight::Reach | Sight::Umpire) => sight,
        }
    }

    /// Returns the cells where `side` can place its pieces.
    fn places(self, position: &BoardPosition, side: Side) -> Reach {
        let mut reach = Reach::default();
        for (kind, _) in position.hands.held(side) {
            for option in &self.model.drops[side][kind] {
                reach.met |= option.cells;
            }
        }
        reach
    }

    /// Returns the cells that the ways of all pieces of `side` meet, whatever step it is.
    fn reach(self, position: &BoardPosition, side: Side) -> Reach {
        let mut reach = Reach::default();
        for (from, kind) in position.pieces(side) {
            let terms = self.model.rules.kinds[kind].moves.terms.iter();
            let own = terms.filter(|term| !term.relays()).map(|term| (from, term));
            let others = position.pieces(side).filter(|&(site, _)| site != from);
            let lent = others.flat_map(|(site, lender)| {
                let terms = self.model.rules.kinds[lender].moves.terms.iter();
                terms.filter(|term| term.relays()).map(move |term| (site, term))
            });
            for (start, term) in own.chain(lent) {
                let (paths, met) = looking_walks(self.model, position, from, start, term);
                reach.met |= met;
                let holds = |condition, to| self.model.holds(condition, side, kind, from, to);
                for path in paths {
                    if !holds(&term.when, path.to) || !holds(&self.model.rules.every_move, path.to)
                    {
                        continue;
                    }
                    reach.reached |= AnySet::of(path.to);
                    for &captured in &path.captured {
                        reach.reached |= AnySet::of(captured);
                        let passes = |passed: &&EpSquare| {
                            passed.cell == path.to && passed.victim == captured
                        };
                        if let Some(passed) = position.ep_squares.iter().find(passes) {
                            reach.passing |= AnySet::of(passed.cell);
                        }
                    }
                }
            }
        }
        for castle in self.model.castles.iter().filter(|castle| castle.side == side) {
            if position.rights.0 >> castle.right & 1 != 0 {
                castle.empty.into_iter().for_each(|site| reach.met |= AnySet::of(site));
            }
        }
        reach
    }
}
