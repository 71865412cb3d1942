//! The view of a side: what it knows of a position under the [`Sight`] of the game. The file
//! also follows movements in questions.
//!
//! The view shows enough that the legal moves of the side follow from it: which cells its pieces
//! can reach, what stands there, and of the other cells that their ways meet, whether they are
//! occupied. [`Ruleset::blind`](alfil_rules::ruleset::Ruleset::blind) finds rules for which this is
//! not so. With [`Sight::Umpire`] the side is not told its legal moves, so the view shows only its
//! own pieces and what the umpire says; see [`tries`](Reference::tries).

use crate::executor::Reference;
use crate::predicate::PlainView;
use crate::walker::{Path, looking_walks, walks};
use alfil_board::model::position::{Actor, BoardPosition, EpSquare};
use alfil_board::paths::path::Tracer;
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{CellSet, View as _};
use alfil_rules::movement::Term;
use alfil_rules::question::Pattern;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_topology::site_set::{AnySet, Site};

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
                reach.met |= met & self.needed(position, start, term);
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
        // A castling move tells nothing if the side sees a piece in its way anyway.
        let seen = reach.met | reach.reached;
        let blocks = |site: Site| {
            position.piece(site).is_some_and(|piece| piece.side == side || seen.has(site))
        };
        for castle in self.model.castles.iter().filter(|castle| castle.side == side) {
            let lives = position.rights.0 >> castle.right & 1 != 0;
            if lives && !castle.empty.into_iter().any(blocks) {
                reach.met |= castle.empty;
            }
        }
        reach
    }

    /// The cells on which the moves of a term may depend that conditions on cells allow. A walk also
    /// examines cells on the way to ends that they forbid.
    fn needed(self, position: &BoardPosition, start: Site, term: &Term) -> AnySet {
        let (model, rules) = (self.model, &self.model.rules);
        let is_free = term.when == Condition::Always && rules.every_move == Condition::Always;
        let Some(piece) = position.piece(start).filter(|_| !is_free && !term.relays()) else {
            return AnySet::ALL;
        };
        let holds = |condition, to| model.holds(condition, piece.side, piece.kind, start, to);
        let mut tracer: Tracer<'_, 4> = Tracer::new(model.terrain(), term);
        let mut needed = AnySet::EMPTY;
        for path in tracer.trace(start, piece) {
            if holds(&term.when, path.to) && holds(&rules.every_move, path.to) {
                let needs = path.needs();
                needed |= needs.empty | needs.occupied | needs.foes | needs.friends;
                needed |= needs.royal | needs.common | path.captured() | AnySet::of(path.to);
                let shifted = path.shifted().into_iter().flat_map(|(from, to)| [from, to]);
                needed |= shifted.collect::<AnySet>();
            }
        }
        needed
    }
}

// Movements in questions, followed on the current position. They give the cells that a filter
// selects, the targets of `at`, and the cells that `along` passes.

impl PlainView<'_> {
    /// Returns whether `pattern` captures an enemy on `to`, or moves there if the cell is empty.
    pub(super) fn leads_to(self, pattern: &Pattern, from: Site, side: Side, to: Site) -> bool {
        let mut board = self.board.clone();
        stand(&mut board, from, side);
        let occupied = board.piece(to).is_some();
        if occupied && from != to {
            stand(&mut board, to, self.foe_of(side));
        }
        let found = self.ways(pattern, &board, from);
        found.iter().any(|way| {
            if occupied {
                way.captured.contains(&to)
            } else {
                way.to == to && way.captured.is_empty()
            }
        })
    }

    /// Returns the cells on the paths of `pattern` to pieces on `ends`. The paths may only pass cells
    /// of `passable`.
    pub(super) fn passed(
        self,
        pattern: &Pattern,
        from: Site,
        side: Side,
        ends: &AnySet,
        passable: &AnySet,
    ) -> AnySet {
        // All cells that are not passable get a blocking piece, so that no path crosses them.
        let mut board = self.board.clone();
        for site in self.game.model.at(self.board).graph.sites() {
            if passable.has(site) && !ends.has(site) {
                board.squares[site] = None
            } else {
                stand(&mut board, site, self.foe_of(side))
            }
        }
        stand(&mut board, from, side);
        let free = self.ways(pattern, &board, from);
        let count = |ways: &[Path], end| ways.iter().filter(|way| way.captured == [end]).count();
        // If a piece on a cell makes a path disappear, the path passes the cell.
        let others = self.board().minus(AnySet::of(from));
        others.filter(|cell| {
            let mut board = board.clone();
            stand(&mut board, cell, self.foe_of(side));
            let blocked = self.ways(pattern, &board, from);
            let mut ends = (*ends).cells().filter(|&end| end != cell && end != from);
            ends.any(|end| count(&blocked, end) < count(&free, end))
        })
    }

    /// Returns an enemy of `side`.
    fn foe_of(self, side: Side) -> Side {
        self.sides().foe(side)
    }

    fn ways(self, pattern: &Pattern, board: &BoardPosition, from: Site) -> Vec<Path> {
        let model = self.game.model.at(self.board);
        let terms = pattern.terms.iter();
        terms.flat_map(|term| walks(model, board, from, from, term)).collect()
    }
}

/// Puts a piece of `side` on `site`. The kind stays the same if there is a piece already.
fn stand(board: &mut BoardPosition, site: Site, side: Side) {
    let kind = board.squares[site].map_or(KindId::default(), |piece| piece.kind);
    board.squares[site] = Some(Piece { side, kind });
}
