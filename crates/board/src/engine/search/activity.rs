//! What the pieces of a position attack and where they can go: terms of the estimate that depend on
//! several pieces at once.
//!
//! All terms come from the rows of leaps and lookups in the move tables. Predicates, castling, en
//! passant captures and special moves are ignored. So the terms are approximate, but need no list
//! of moves.

use super::runners::Lones;
use super::values::Values;
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::tables::cpu::{Cpu, Portable, Task, run};
use crate::tables::kinds::ByKind;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::{ByColor, Side};
use alfil_topology::site_set::{Site, SiteSet};

/// An attacked piece counts with at most this value, in hundredths of a pawn, because its side may
/// save it with its next move.
const MOST_AT_RISK: i32 = 500;

/// The units of danger for each piece that attacks cells near a royal piece.
const PER_ATTACKER: i32 = 1;

/// The units of danger for each attacked cell near a royal piece that no other piece defends.
const PER_WEAK_CELL: i32 = 1;

/// The units of danger for each kind that can safely give check.
const PER_SAFE_CHECK: i32 = 3;

/// The units of danger for each kind that can give check only on a defended cell.
const PER_CHECK: i32 = 1;

/// The units of danger for each kind that the enemy has in hand.
const PER_HELD_KIND: i32 = 1;

/// More units of danger do not count.
const MAX_UNITS: i32 = 30;

/// The constant data of the terms of one game.
#[derive(Clone, Debug)]
pub(super) struct Activity<const W: usize> {
    /// The kinds whose pieces belong to a side, from the least valuable to the most valuable one.
    /// Royal kinds come last.
    kinds: Vec<Ranked>,
    /// For each royal kind and cell: the cells near the piece.
    rings: Vec<(KindId, ByColor<Vec<SiteSet<W>>>)>,
}

/// A kind with its place among all kinds.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    kind: KindId,
    /// The number of different values below that of this kind.
    level: usize,
    value: i32,
    is_royal: bool,
    /// How the cells from which a piece attacks a given cell are found. `None` if no rule is known.
    reverse: Option<Reverse>,
}

/// The cells from which a piece attacks a cell are those that another piece of its kind would attack
/// from there. This is exact for a lone piece, and nearly exact for others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reverse {
    /// A piece of the same side, as for a queen.
    SameSide,
    /// A piece of the other side, as for a pawn.
    OtherSide,
}

/// A term of the estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    /// The number of moves of pieces of a kind, to cells that no less valuable enemy piece attacks.
    Moves(KindId),
    /// The squares of the units of danger to the enemy's royal pieces.
    Danger,
    /// The values of enemy pieces that a less valuable piece attacks.
    Threats,
    /// The values of other enemy pieces that are attacked and not defended.
    Hanging,
    /// The number of defended pieces.
    Defended,
    /// The number of cells near royal pieces to which they can move.
    Room,
}

/// The attacks and moves of one piece.
#[derive(Clone, Copy, Debug)]
struct Mover<const W: usize> {
    site: Site,
    /// The index of its kind in [`Activity::kinds`].
    rank: usize,
    attacked: SiteSet<W>,
    /// The cells to which it can move if they are empty.
    open: SiteSet<W>,
}

/// Memory for the evaluation of one position. It is reused, because allocations would cost more
/// than the terms.
#[derive(Clone, Default, Debug)]
pub(super) struct Workspace<const W: usize> {
    movers: ByColor<Vec<Mover<W>>>,
    /// By level, the cells that pieces of lower levels attack.
    lesser: ByColor<Vec<SiteSet<W>>>,
}

impl<const W: usize> Activity<W> {
    /// Finds the kinds and the cells near royal pieces.
    pub(super) fn derive(
        arena: &BoardModel,
        tables: &Tables<W>,
        lones: &Lones<W>,
        values: &Values<W>,
    ) -> Activity<W> {
        let owned =
            |kind: &KindId| !tables.is_neutral(*kind) && !tables.rules.unowned.contains(kind);
        let worth = |kind: KindId| {
            if tables.royalty.royals.has(kind) { i32::MAX } else { values.kinds[kind] }
        };
        let mut kinds: Vec<KindId> = arena.rules.kinds.ids().filter(owned).collect();
        kinds.sort_by_key(|kind| (worth(*kind), kind.index()));
        let mut different: Vec<i32> = kinds.iter().map(|kind| worth(*kind)).collect();
        different.dedup();
        let ranked = |&kind: &KindId| Ranked {
            kind,
            level: different.partition_point(|value| *value < worth(kind)),
            value: values.kinds[kind],
            is_royal: tables.royalty.royals.has(kind),
            reverse: reverse(tables, lones, kind),
        };
        let near = |kind: KindId| {
            let around = |side: Side| {
                let steps = lones.of[side][kind.index()].steps.iter().enumerate();
                steps.map(|(site, steps)| *steps | SiteSet::of(Site::from_index(site))).collect()
            };
            (kind, ByColor::from_fn(around))
        };
        let royals = kinds.iter().filter(|kind| tables.royalty.royals.has(**kind));
        Activity {
            rings: royals.map(|&kind| near(kind)).collect(),
            kinds: kinds.iter().map(ranked).collect(),
        }
    }

    /// The kinds whose moves are counted.
    pub(super) fn kinds(&self) -> impl Iterator<Item = KindId> {
        self.kinds.iter().filter(|ranked| !ranked.is_royal).map(|ranked| ranked.kind)
    }

    /// Calls `add` with each term and its amount for White.
    #[inline(always)]
    pub(super) fn measure(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        workspace: &mut Workspace<W>,
        add: &mut impl FnMut(Term, i32),
    ) {
        run(Measure { activity: self, tables: tables.at(state), state, workspace, add });
    }
}

struct Measure<'a, const W: usize, F> {
    activity: &'a Activity<W>,
    tables: &'a Tables<W>,
    state: &'a State<W>,
    workspace: &'a mut Workspace<W>,
    add: &'a mut F,
}

impl<const W: usize, F: FnMut(Term, i32)> Task for Measure<'_, W, F> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let Measure { activity, tables, state, workspace, add } = self;
        let occupied = state.by_side[Side::White] | state.by_side[Side::Black];
        let board = Board { cpu, tables, state, blockers: state.blockers(tables, occupied) };
        let all = ByColor([
            board.collect(activity, Side::White, workspace),
            board.collect(activity, Side::Black, workspace),
        ]);
        for side in Side::BOTH {
            let sign = if side == Side::White { 1 } else { -1 };
            let other = side.other();
            let enemies = state.by_side[other];
            let lesser = &workspace.lesser[other];
            let (mut threatened, mut hanging, mut defended) = (0, 0, 0);
            for mover in &workspace.movers[side] {
                let ranked = &activity.kinds[mover.rank];
                if ranked.is_royal {
                    continue;
                }
                let feared = lesser[ranked.level];
                let open = mover.open.minus(occupied) | mover.attacked & enemies;
                add(Term::Moves(ranked.kind), sign * open.minus(feared).count() as i32);
                let is_defended = all[side].has(mover.site);
                defended += i32::from(is_defended);
                if feared.has(mover.site) {
                    threatened += ranked.value.min(MOST_AT_RISK);
                } else if !is_defended && all[other].has(mover.site) {
                    hanging += ranked.value.min(MOST_AT_RISK);
                }
            }
            add(Term::Threats, -sign * threatened);
            add(Term::Hanging, -sign * hanging);
            add(Term::Defended, sign * defended);
            let units = board.danger(activity, side, workspace, &all).min(MAX_UNITS);
            add(Term::Danger, -sign * units * units);
            add(Term::Room, sign * board.room(activity, side, workspace, all[other]));
        }
    }
}

/// A position with the data that its attacks depend on.
#[derive(Clone, Copy)]
struct Board<'a, const W: usize, C> {
    cpu: C,
    tables: &'a Tables<W>,
    state: &'a State<W>,
    blockers: SiteSet<W>,
}

impl<const W: usize, C: Cpu> Board<'_, W, C> {
    /// Lists the pieces of a side with their attacks. Returns all attacked cells.
    #[inline(always)]
    fn collect(
        &self,
        activity: &Activity<W>,
        side: Side,
        workspace: &mut Workspace<W>,
    ) -> SiteSet<W> {
        let (movers, lesser) = (&mut workspace.movers[side], &mut workspace.lesser[side]);
        movers.clear();
        lesser.clear();
        let mut all = SiteSet::EMPTY;
        for (rank, ranked) in activity.kinds.iter().enumerate() {
            if lesser.len() == ranked.level {
                lesser.push(all);
            }
            for site in self.state.of_kind(ranked.kind) & self.state.by_side[side] {
                let (attacked, open) = self.reach(side, ranked.kind, site);
                movers.push(Mover { site, rank, attacked, open });
                all |= attacked;
            }
        }
        all
    }

    /// The cells that a piece attacks, and those to which it can move if they are empty.
    #[inline(always)]
    fn reach(&self, side: Side, kind: KindId, site: Site) -> (SiteSet<W>, SiteSet<W>) {
        let row = &self.tables.moves.movers[side][kind.index() * self.tables.sites + site.index()];
        let (mut attacked, mut open) = (row.capture | row.rifle, row.quiet);
        let mut rows = self.tables.reaches(row).iter();
        while let Some(slider) = rows.next() {
            if !slider.guard.meets(self.blockers) {
                let reach =
                    slider.lookup.reach(self.cpu, &self.tables.moves.entries, self.blockers);
                attacked |= reach & slider.capture;
                open |= reach & slider.quiet;
            } else if slider.skips > 0 {
                rows.nth(slider.skips as usize - 1);
            }
        }
        (attacked, open)
    }

    /// The units of danger to the royal pieces of a side. `all` are the cells that each side
    /// attacks.
    #[inline(always)]
    fn danger(
        &self,
        activity: &Activity<W>,
        side: Side,
        workspace: &Workspace<W>,
        all: &ByColor<SiteSet<W>>,
    ) -> i32 {
        let other = side.other();
        let enemies = &workspace.movers[other];
        let mut units = 0;
        for (kind, rings) in &activity.rings {
            for royal in self.state.of_kind(*kind) & self.state.by_side[side] {
                let ring = rings[side][royal.index()];
                let mut guarded = SiteSet::EMPTY;
                for mover in &workspace.movers[side] {
                    if !activity.kinds[mover.rank].is_royal {
                        guarded |= mover.attacked;
                    }
                }
                for enemy in enemies {
                    let hits = (enemy.attacked & ring).count() as i32;
                    units += hits + PER_ATTACKER * i32::from(hits > 0);
                }
                let weak = (ring & all[other]).minus(guarded);
                units += PER_WEAK_CELL * weak.count() as i32;
                units += self.checks(activity, (royal, other), enemies, all[side]);
            }
        }
        units
    }

    /// The units of danger from checks that pieces of `other` can give to the royal piece. `feared`
    /// are the cells that the side of the royal piece attacks.
    #[inline(always)]
    fn checks(
        &self,
        activity: &Activity<W>,
        (royal, other): (Site, Side),
        enemies: &[Mover<W>],
        feared: SiteSet<W>,
    ) -> i32 {
        let per_check = |cells: SiteSet<W>| match (cells.is_empty(), cells.minus(feared).is_empty())
        {
            (true, _) => 0,
            (false, true) => PER_CHECK,
            (false, false) => PER_SAFE_CHECK,
        };
        let mut units = 0;
        for of_kind in enemies.chunk_by(|a, b| a.rank == b.rank) {
            let Some(first) = of_kind.first() else { continue };
            let ranked = &activity.kinds[first.rank];
            if !ranked.is_royal
                && let Some(from) = self.attackers(ranked, royal, other)
            {
                let own = self.state.by_side[other];
                let open = of_kind.iter().fold(SiteSet::EMPTY, |all, mover| all | mover.open);
                units += per_check((from & open).minus(own));
            }
        }
        if self.tables.moves.pocket.is_some() {
            for ranked in &activity.kinds {
                if self.state.hands[other][ranked.kind] > 0 {
                    let from = self.attackers(ranked, royal, other).unwrap_or(SiteSet::EMPTY);
                    units += PER_HELD_KIND + per_check(from.minus(self.blockers));
                }
            }
        }
        units
    }

    /// The cells from which a piece of `side` attacks `cell`. `None` if they are not known.
    #[inline(always)]
    fn attackers(&self, ranked: &Ranked, cell: Site, side: Side) -> Option<SiteSet<W>> {
        let from = match ranked.reverse? {
            Reverse::SameSide => side,
            Reverse::OtherSide => side.other(),
        };
        Some(self.reach(from, ranked.kind, cell).0)
    }

    /// The number of cells to which the royal pieces of a side can move. `feared` are the cells
    /// that the other side attacks.
    #[inline(always)]
    fn room(
        &self,
        activity: &Activity<W>,
        side: Side,
        workspace: &Workspace<W>,
        feared: SiteSet<W>,
    ) -> i32 {
        let royals = workspace.movers[side].iter().filter(|m| activity.kinds[m.rank].is_royal);
        let closed = feared | self.state.by_side[side];
        royals.map(|royal| royal.open.minus(closed).count() as i32).sum()
    }
}

/// Finds out how attacks of a kind are reversed, on a board without other pieces.
fn reverse<const W: usize>(tables: &Tables<W>, lones: &Lones<W>, kind: KindId) -> Option<Reverse> {
    let board = Board { cpu: Portable, tables, state: &lones.empty, blockers: SiteSet::EMPTY };
    let attacked = ByColor::from_fn(|side| {
        let from = |site: &Site| board.reach(side, kind, *site).0;
        lones.sites.iter().map(from).collect::<Vec<SiteSet<W>>>()
    });
    let is_reversed_by = |reverse: Reverse| {
        Side::BOTH.iter().all(|&side| {
            let back = match reverse {
                Reverse::SameSide => &attacked[side],
                Reverse::OtherSide => &attacked[side.other()],
            };
            let mut pairs = lones.sites.iter().zip(&attacked[side]);
            pairs.all(|(from, to)| to.into_iter().all(|to| back[to.index()].has(*from)))
        })
    };
    [Reverse::SameSide, Reverse::OtherSide].into_iter().find(|reverse| is_reversed_by(*reverse))
}

/// The default weights of moves: for each kind, the value of ten more moves.
pub(super) fn per_ten_moves<const W: usize>(lones: &Lones<W>, kind: KindId) -> i32 {
    /// The value of a move of a kind that has one move on the average.
    const FIRST: f64 = 180.0;
    /// How fast the value shrinks with the number of moves.
    const SHRINKS: f64 = -0.35;
    /// The greatest value, for kinds with few moves.
    const MOST: f64 = 110.0;
    /// The value for kinds with less than two moves, such as pawns.
    const FEW: i32 = 45;
    let lones = Side::BOTH.map(|side| &lones.of[side][kind.index()]);
    let steps = || lones.iter().flat_map(|lone| &lone.steps).filter(|steps| !steps.is_empty());
    let moves: u32 = steps().map(|steps| steps.count()).sum();
    let mean = f64::from(moves) / steps().count().max(1) as f64;
    if mean < 2.0 { FEW } else { (FIRST * mean.powf(SHRINKS)).min(MOST) as i32 }
}

/// Numbers by kind, from a list.
pub(super) fn by_kind(list: &[(KindId, i32)]) -> ByKind<i32> {
    let mut numbers = ByKind::new(0);
    for &(kind, number) in list {
        numbers[kind] = number;
    }
    numbers
}
