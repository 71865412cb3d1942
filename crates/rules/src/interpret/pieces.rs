//! The pieces and cells that questions and effects select.

use super::{Cell, CellSet, Context, Made, Selected, View};
use crate::ids::KindId;
use crate::question::{Anchor, Filter, Men, Subject, Test, Whose};
use crate::side::{Side, SideSet};

impl<'a, V: View<'a>> Context<'a, V> {
    /// Returns the cells of the pieces of `owner` among `men`. Pieces without an owner are included
    /// only if `men` may belong to any side.
    #[inline(always)]
    pub fn men(&self, men: &Men, owner: Side) -> V::Cells {
        if men.is_any_kind() && self.view.all_are_owned() {
            self.view.pieces(owner)
        } else {
            self.some_men(men, owner)
        }
    }

    fn some_men(&self, men: &Men, owner: Side) -> V::Cells {
        let view = self.view;
        let among = self.of_kinds(men).and(view.pieces(owner));
        if view.all_are_owned() {
            return among;
        }
        match men.whose.unwrap_or(Whose::Any) {
            // A neutral piece belongs to every side, but counts once.
            Whose::Any if owner != view.turn() => among.minus(view.neutrals()),
            Whose::Any => among,
            Whose::Own | Whose::Enemy | Whose::Ally => among.minus(view.unowned()),
        }
    }

    /// Returns the cells of pieces whose kind fits `men`, of any owner.
    fn of_kinds(&self, men: &Men) -> V::Cells {
        let of = |kinds: &[KindId]| {
            let none = V::Cells::EMPTY;
            kinds.iter().fold(none, |all, &kind| all.or(self.view.of_kind(kind)))
        };
        let all = men.kinds.as_deref().map_or_else(|| self.view.occupied(), of);
        if men.but.is_empty() { all } else { all.minus(of(&men.but)) }
    }

    fn empty(&self) -> V::Cells {
        self.view.board().minus(self.view.occupied())
    }

    /// Returns the kinds among `men` in the hand of `owner`, with their numbers of pieces.
    pub(super) fn held(&self, men: &Men, owner: Side) -> impl Iterator<Item = (KindId, u16)> {
        self.view.held(owner).filter(|&(kind, _)| men.has(kind))
    }

    /// Returns the number of pieces that pass all filters, and the number of pieces to which the
    /// filters apply.
    pub fn count(&self, pieces: &Selected<'a, V>) -> (u32, u32) {
        let (mut count, mut all) = (0, 0);
        self.subjects(pieces, |owner, cells| {
            all += cells.count();
            count += self.passing(pieces, cells, owner).count();
        });
        for (side, men) in pieces.sides(self.sides(), self.side) {
            let held: u32 = self.held(men, side).map(|(_, held)| u32::from(held)).sum();
            all += held;
            count += if held > 0 && pieces.are_in_hand() { held } else { 0 };
        }
        (count, all)
    }

    /// Returns the cells of the pieces or cells that pass all filters.
    pub fn standing(&self, pieces: &Selected<'a, V>) -> V::Cells {
        let mut all = V::Cells::EMPTY;
        self.subjects(pieces, |owner, cells| {
            all = all.clone().or(self.passing(pieces, cells, owner));
        });
        all
    }

    /// Calls `visit` with the cells to which the filters of `pieces` apply, once for each owner. An
    /// empty cell counts for the side of the context. Pieces in hand are left out.
    #[inline(always)]
    pub fn subjects(&self, pieces: &Selected<'a, V>, mut visit: impl FnMut(Side, V::Cells)) {
        match &pieces.what {
            Subject::Empty => visit(self.side, self.empty()),
            Subject::Cells => visit(self.side, self.view.board()),
            // A cell of the move counts even if it is empty, provided that the filters are about
            // cells.
            Subject::Anchor(anchor) => {
                let Some(cell) = self.cell(*anchor) else { return };
                match self.view.piece(cell) {
                    Some(piece) => visit(piece.side, V::Cells::of(cell)),
                    None if pieces.is_place() => visit(self.side, V::Cells::of(cell)),
                    None => {}
                }
            }
            Subject::Men(men) => {
                for owner in men.sides(self.sides(), self.side) {
                    visit(owner, self.men(men, owner));
                }
            }
        }
    }

    /// Returns the cell that an anchor names in the move of the context, or in the move before it.
    pub fn cell(&self, anchor: Anchor) -> Option<Cell<'a, V>> {
        let facts = if anchor.is_of_last() { self.view.last() } else { self.facts() }?;
        match anchor {
            Anchor::Mover => self.mover,
            Anchor::Partner => self.made?.partner,
            Anchor::LastMover => facts.target(),
            Anchor::Start | Anchor::LastStart => facts.origin(),
            Anchor::Victim
            | Anchor::End
            | Anchor::Behind
            | Anchor::Beyond
            | Anchor::Above
            | Anchor::Below => self.cell_of(anchor, facts.side, facts.origin(), facts.target()?),
        }
    }

    fn facts(&self) -> Option<&'a super::Facts<Cell<'a, V>>> {
        self.made.map(|made| made.facts)
    }

    /// Returns the cell that an anchor names in a move of `side` from `start` to `end`. `None` if
    /// it depends on more than these cells.
    pub fn cell_of(
        &self,
        anchor: Anchor,
        side: Side,
        start: Option<Cell<'a, V>>,
        end: Cell<'a, V>,
    ) -> Option<Cell<'a, V>> {
        match anchor {
            Anchor::Start => start,
            Anchor::End => Some(end),
            Anchor::Behind => self.view.line_ends(start?, end)[0],
            Anchor::Beyond => self.view.line_ends(start?, end)[1],
            Anchor::Above => self.view.upright(end, side)[0],
            Anchor::Below => self.view.upright(end, side)[1],
            Anchor::Mover
            | Anchor::Victim
            | Anchor::Partner
            | Anchor::LastMover
            | Anchor::LastStart => None,
        }
    }

    /// Returns the cells of `cells` that pass all filters of `pieces`. The pieces there belong to
    /// `owner`.
    pub fn passing(&self, pieces: &Selected<'a, V>, cells: V::Cells, owner: Side) -> V::Cells {
        self.passing_those(pieces.filters.iter(), pieces, cells, owner)
    }

    /// Like `passing`, with some of the filters of `pieces`.
    pub fn passing_those<'f>(
        &self,
        filters: impl Iterator<Item = &'f Filter<V::Area, V::Pattern>>,
        pieces: &Selected<'a, V>,
        cells: V::Cells,
        owner: Side,
    ) -> V::Cells
    where
        V::Area: 'f,
        V::Pattern: 'f,
    {
        filters.fold(cells, |cells, Filter { holds, test }| {
            let passing = self.passing_test(pieces, test, cells.clone(), owner);
            if *holds { passing } else { cells.minus(passing) }
        })
    }

    fn passing_test(
        &self,
        pieces: &Selected<'a, V>,
        test: &Test<V::Area, V::Pattern>,
        cells: V::Cells,
        owner: Side,
    ) -> V::Cells {
        let view = self.view;
        match test {
            // Pieces in hand are on no cell. `are_in_hand` tests them.
            Test::InHand => V::Cells::EMPTY,
            Test::In(area) => cells.and(view.area(area, self.side)),
            Test::Attacked(by) => {
                // A piece without an owner has neither friends nor enemies.
                let cells = cells.minus(view.unowned());
                let by = by.as_ref().map(|by| self.standing(by));
                // Nobody owns an empty cell, so pieces of every side can attack it.
                let enemies = match pieces.what {
                    Subject::Empty => {
                        let friends = self.sides().allies(self.side).and(SideSet::of(self.side));
                        view.enemies(self.side).and(friends)
                    }
                    Subject::Men(_) | Subject::Cells | Subject::Anchor(_) => view.enemies(owner),
                };
                cells.filter(|cell| {
                    enemies.into_iter().any(|enemy| {
                        let theirs = view.pieces(enemy);
                        let by = by.clone().map_or(theirs.clone(), |by| by.and(theirs));
                        view.can_capture(cell, enemy, &by)
                    })
                })
            }
            Test::Guarded => {
                let by = view.pieces(owner);
                cells.minus(view.unowned()).filter(|cell| view.can_capture(cell, owner, &by))
            }
            Test::Between(men) => {
                let owners = men.sides(self.sides(), self.side);
                let none = V::Cells::EMPTY;
                let men = owners.fold(none, |all, owner| all.or(self.men(men, owner)));
                cells.filter(|cell| view.beside(cell).iter().all(|side| side.meets(men.clone())))
            }
            Test::At(pattern, of) => {
                let mut led = V::Cells::EMPTY;
                self.sources(of, |from, side| {
                    led = led.clone().or(view.leads(pattern, from, side, &cells));
                });
                led
            }
            Test::Along(pattern, from, to) => {
                let ends = self.named(to);
                let mut passable = V::Cells::EMPTY;
                self.subjects(pieces, |_, cells| passable = passable.clone().or(cells));
                let mut passed = V::Cells::EMPTY;
                self.sources(from, |from, side| {
                    let along = view.along(pattern, from, side, &ends, &passable);
                    passed = passed.clone().or(along);
                });
                cells.and(passed)
            }
            Test::InRow(row, of) => {
                let mut rows = V::Cells::EMPTY;
                self.sources(of, |from, _| {
                    rows = rows.clone().or(view.row(*row, self.side, from));
                });
                cells.and(rows)
            }
            Test::On(anchor) => self.cell(*anchor).map_or(V::Cells::EMPTY, V::Cells::of).and(cells),
            Test::NeverMoved => {
                let mut homes = view.never_moved();
                // During a move, the memory still refers to the cells before it. So the start cell
                // of the moving piece decides whether the piece has moved before.
                let facts = self.facts().filter(|facts| facts.side == owner);
                let start = facts.and_then(super::Facts::origin);
                if let (Some(mover), Some(start)) = (self.mover, start) {
                    let before = homes.has(start);
                    homes = homes.minus(V::Cells::of(mover));
                    if before {
                        homes.insert(mover);
                    }
                }
                cells.and(homes)
            }
            Test::LikeDie(die) => cells.and(view.like_die(*die)),
            Test::LikeMover => {
                let kind = self.kind_of_mover();
                kind.map_or(V::Cells::EMPTY, |kind| view.of_kind(kind)).and(cells)
            }
            Test::Paired(anchor, pairs) => {
                let of = if *anchor == Anchor::Mover {
                    self.kind_of_mover()
                } else {
                    self.cell(*anchor).and_then(|cell| view.piece(cell)).map(|piece| piece.kind)
                };
                let fit = pairs.iter().filter(|[first, _]| of.is_some_and(|of| first.has(of)));
                let none = V::Cells::EMPTY;
                cells.and(fit.fold(none, |all, [_, second]| all.or(self.of_kinds(second))))
            }
        }
    }

    /// Returns the kind of the moving piece. If it is still in hand, or has left the board, this is
    /// its kind before the move.
    fn kind_of_mover(&self) -> Option<KindId> {
        let stands = self.mover.and_then(|cell| self.view.piece(cell));
        let before = || self.facts().and_then(super::Facts::mover);
        stands.map(|piece| piece.kind).or_else(before)
    }

    /// Calls `visit` with the start cells of a pattern, each with the side whose directions apply.
    /// For a cell of the move, this is the side that moves.
    #[inline(always)]
    pub(super) fn sources(
        &self,
        pieces: &Selected<'a, V>,
        mut visit: impl FnMut(Cell<'a, V>, Side),
    ) {
        let view = self.view;
        let mover = self.made.map_or(self.side, |Made { facts, .. }| facts.side);
        let is_cell = match &pieces.what {
            Subject::Anchor(_) => pieces.filters.is_empty() || pieces.is_place(),
            Subject::Cells => true,
            Subject::Men(_) | Subject::Empty => false,
        };
        // A neutral piece, or one without an owner, uses the directions of the side that moves.
        // Without a move, it uses those of the side of the context.
        let strays =
            if view.all_are_owned() { V::Cells::EMPTY } else { view.unowned().or(view.neutrals()) };
        for cell in self.named(pieces).cells() {
            let owner = view.piece(cell).filter(|_| !is_cell && !strays.has(cell));
            visit(cell, owner.map_or(mover, |piece| piece.side));
        }
    }

    /// Returns the cells of the selected pieces. For an anchor without filters, this is its cell,
    /// which may be empty.
    fn named(&self, pieces: &Selected<'a, V>) -> V::Cells {
        match &pieces.what {
            Subject::Anchor(anchor) if pieces.filters.is_empty() => {
                self.cell(*anchor).map_or(V::Cells::EMPTY, V::Cells::of)
            }
            Subject::Anchor(_) | Subject::Men(_) | Subject::Empty | Subject::Cells => {
                self.standing(pieces)
            }
        }
    }
}
