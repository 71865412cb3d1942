//! What moves leave behind, for many moves at once: how many pieces and empty cells, and whether the enemy stands in check.
//!
//! Owns: [`Batched`] and its [`Memo`]. Takes a position and batches of its moves. Invariant: what it knows of a move is what would be found if the
//! move were made; what it does not know, as where effects follow, it leaves open.

use super::EvalContext;
use super::candidates::{Answers, all_of, any_of};
use super::ends::Seen;
use crate::engine::batch::{MoveKind, MoveSet};
use crate::engine::critical_squares::critical_squares;
use crate::engine::exposure::cannot_check;
use crate::tables::kinds::KindSet;
use crate::tables::predicates::{PieceSelector, Predicate};
use crate::topology::site_set::SiteSet;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::{Filter, Men, Question, Subject, Test};
use std::cell::{Cell, OnceCell, RefCell};

/// Answers for all moves of a batch.
pub(super) struct Batched<'a, const W: usize> {
    /// Of the position before the moves.
    pub scene: EvalContext<'a, W>,
    /// The cells one of which has to change for an attack on the enemy's royal pieces to begin.
    sensitive: OnceCell<SiteSet<W>>,
    /// What the position answers, and whether where a move begins tells more.
    pub(super) told: Memo<'a, Predicate<W>, (Option<bool>, bool)>,
    /// What is seen of pieces from where moves end.
    pub(super) seen: Memo<'a, PieceSelector<W>, Option<Seen<'a, W>>>,
    /// Where the pieces stand among which the one that moves may be.
    pub(super) among: Memo<'a, PieceSelector<W>, SiteSet<W>>,
    /// Where enemies stand that are among those whose capture is asked for.
    pub(super) prey: Memo<'a, Men, SiteSet<W>>,
    /// How many pieces there are before a move.
    base: Memo<'a, PieceSelector<W>, Base<W>>,
}

/// Of pieces that are counted behind a move.
#[derive(Clone, Copy)]
struct Base<const W: usize> {
    /// How many pass the filters, and how many there are.
    count: (u32, u32),
    /// Where one of them stands that a move may capture; of empty cells, where something stands.
    taken: SiteSet<W>,
    /// Kinds of which own pieces count.
    own: KindSet,
}

/// What was found of a few things, each of which is looked at once: most often of one, which takes no allocation.
pub(super) struct Memo<'a, T, R> {
    first: Cell<Option<(&'a T, R)>>,
    others: RefCell<Vec<(&'a T, R)>>,
}

impl<T, R> Default for Memo<'_, T, R> {
    #[inline(always)]
    fn default() -> Self {
        Memo { first: Cell::new(None), others: RefCell::new(Vec::new()) }
    }
}

impl<'a, T, R: Copy> Memo<'a, T, R> {
    /// What is known of `thing`, or what `find` finds.
    #[inline(always)]
    pub(super) fn get(&self, thing: &'a T, find: impl FnOnce() -> R) -> R {
        match self.first.get() {
            Some((of, known)) if std::ptr::eq(of, thing) => known,
            Some(_) => {
                let is_it = |(of, _): &&(&'a T, R)| std::ptr::eq(*of, thing);
                let known = self.others.borrow().iter().find(is_it).map(|k| k.1);
                known.unwrap_or_else(|| {
                    let found = find();
                    self.others.borrow_mut().push((thing, found));
                    found
                })
            }
            None => {
                let found = find();
                // What was looked for may have been asked of the same things.
                match self.first.get() {
                    None => self.first.set(Some((thing, found))),
                    Some(_) => self.others.borrow_mut().push((thing, found)),
                }
                found
            }
        }
    }
}

/// A batch of moves of which each takes a piece from one cell, or from the hand, to another, and captures at most what stands
/// there.
#[derive(Clone, Copy)]
struct Plain<const W: usize> {
    /// What the piece is before and after.
    kinds: [KindId; 2],
    /// How far it goes, if that says where it begins.
    start: Start<W>,
}

#[derive(Clone, Copy)]
enum Start<const W: usize> {
    /// On this cell.
    Cell(SiteSet<W>),
    /// So many cells before the end.
    Before(i16),
    /// In the hand.
    Hand,
}

impl<'a, const W: usize> Batched<'a, W> {
    /// Of the position of `scene`.
    #[inline(always)]
    pub fn new(scene: EvalContext<'a, W>) -> Self {
        let sensitive = OnceCell::new();
        let (told, seen) = (Memo::default(), Memo::default());
        let (among, prey, base) = (Memo::default(), Memo::default(), Memo::default());
        Batched { scene, sensitive, told, seen, among, prey, base }
    }

    /// The moves of `batch`, if they are as plain as that and what they become does not differ for `counts`.
    fn plain(&self, batch: &MoveSet<W>, counts: impl Fn(KindId) -> bool) -> Option<Plain<W>> {
        let start = match batch.act {
            // It promotes where it stands.
            MoveKind::Displace if batch.region.has(batch.from) => return None,
            MoveKind::Displace => Start::Cell(SiteSet::of(batch.from)),
            MoveKind::Shift(delta) => Start::Before(delta),
            MoveKind::Push(number) => {
                let here = self.scene.tables.at(self.scene.state);
                Start::Before(here.pushes[number as usize].shift.delta)
            }
            MoveKind::Drop => Start::Hand,
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Pass
            | MoveKind::Section(_) => return None,
        };
        let kinds = match batch.choices {
            0 => &[batch.kind][..],
            _ => &self.scene.tables.targets.of(batch.targets).kinds,
        };
        let (first, others) = kinds.split_first()?;
        let alike = others.iter().all(|&kind| counts(kind) == counts(*first));
        alike.then_some(Plain { kinds: [batch.kind, *first], start })
    }

    /// What is known of `question`, asked of the position behind a move.
    pub(super) fn leaving(&self, question: &'a Predicate<W>, batch: &MoveSet<W>) -> Answers<W> {
        let region = batch.region;
        match question {
            Question::All(parts) => all_of(region, parts.iter().map(|p| self.leaving(p, batch))),
            Question::Any(parts) => any_of(region, parts.iter().map(|p| self.leaving(p, batch))),
            Question::Not(part) => {
                let Answers { yes, no } = self.leaving(part, batch);
                Answers { yes: no, no: yes }
            }
            Question::Count(number, pieces) => {
                let holds = |count, all| number.holds(count, all);
                self.counts(pieces, batch, &holds).unwrap_or(Answers::UNKNOWN)
            }
            Question::Leaving(_)
            | Question::Move(_)
            | Question::Side(_)
            | Question::Counter(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::Cells(_)
            | Question::Among(_)
            | Question::By(_) => Answers::UNKNOWN,
        }
    }

    /// Behind which moves `holds` of how many of `pieces` there are, and how many in all.
    fn counts(
        &self,
        pieces: &'a PieceSelector<W>,
        batch: &MoveSet<W>,
        holds: &dyn Fn(u32, u32) -> bool,
    ) -> Option<Answers<W>> {
        let EvalContext { tables, state, side, .. } = self.scene;
        if !self.scene.tables.moves_alone() {
            return None;
        }
        let mut area = SiteSet::ALL;
        for Filter { holds, test } in &pieces.filters {
            match test {
                Test::In(cells) if *holds => area &= cells[side],
                Test::In(_)
                | Test::InHand
                | Test::Attacked(_)
                | Test::Between(_)
                | Test::Guarded
                | Test::At(..)
                | Test::Along(..)
                | Test::InRow(..)
                | Test::On(_)
                | Test::NeverMoved
                | Test::LikeMover => return None,
            }
        }
        let them = state.side.other();
        let Base { count: base, taken, own } = self.base.get(pieces, || self.base(pieces));
        let counted = |kind: KindId| own.has(kind);
        let moves = self.plain(batch, counted)?;
        let mut region = batch.region;
        if tables.keeps_captured() {
            region = region.minus(state.by_side[them]);
        }
        let names_men = match &pieces.what {
            Subject::Anchor(_) | Subject::Cells => return None,
            Subject::Empty => false,
            Subject::Men(_) => true,
        };
        if names_men && !moves.kinds.into_iter().any(counted) && !region.meets(taken) {
            return Some(Answers::whole(region, holds(base.0, base.1)));
        }
        let starts = match moves.start {
            Start::Cell(from) if from.within(area) => region,
            Start::Cell(_) | Start::Hand => SiteSet::EMPTY,
            Start::Before(delta) => region & area.shifted(delta),
        };
        let mut yes = SiteSet::EMPTY;
        for (began, ends, takes) in (0..8).map(|n| (n & 1 != 0, n & 2 != 0, n & 4 != 0)) {
            let pick = |set: SiteSet<W>, of: bool| if of { set } else { region.minus(set) };
            let class = region & pick(starts, began) & pick(area, ends) & pick(taken, takes);
            if class.is_empty() {
                continue;
            }
            let change = self.change(pieces, own, &moves, (began, ends, takes));
            let sum = |base: u32, change: i32| base.saturating_add_signed(change);
            if holds(sum(base.0, change.0), sum(base.1, change.1)) {
                yes |= class;
            }
        }
        Some(Answers { yes, no: region.minus(yes) })
    }

    /// What is counted of `pieces` before any move.
    fn base(&self, pieces: &PieceSelector<W>) -> Base<W> {
        let EvalContext { state, side, .. } = self.scene;
        let taken = match &pieces.what {
            Subject::Anchor(_) | Subject::Cells | Subject::Empty => state.occupied(),
            Subject::Men(_) => {
                let theirs = pieces.sides(side).filter(|&(owner, _)| owner == state.side.other());
                let theirs = theirs.map(|(owner, men)| self.scene.sites(men, owner));
                theirs.fold(SiteSet::EMPTY, |all, sites| all | sites)
            }
        };
        let men = || pieces.sides(side).filter(|&(owner, _)| owner == state.side);
        let kinds = (0..self.scene.asks.worth.len()).map(KindId::from_index);
        let own = kinds.filter(|&kind| men().any(|(_, men)| men.has(kind))).collect();
        Base { count: self.scene.count(pieces), taken, own }
    }

    /// How many more pieces pass the filters behind a move, and how many more there are: of one that `began` in their area,
    /// `ends` there, and `takes` a cell on which one of them stands, or which was not empty.
    fn change(
        &self,
        pieces: &PieceSelector<W>,
        own: KindSet,
        moves: &Plain<W>,
        (began, ends, takes): (bool, bool, bool),
    ) -> (i32, i32) {
        let tables = self.scene.tables;
        let from_hand = matches!(moves.start, Start::Hand);
        let one = |counts: bool| i32::from(counts);
        match &pieces.what {
            Subject::Anchor(_) | Subject::Cells => (0, 0),
            Subject::Empty => {
                let left = one(!from_hand);
                (one(began) - one(ends && !takes), left - one(!takes))
            }
            Subject::Men(_) => {
                let [before, after] = moves.kinds.map(|kind| own.has(kind));
                let endless =
                    || tables.pocket.as_ref().is_some_and(|p| p.supply.has(moves.kinds[0]));
                let (leaves, all_leave) = match from_hand {
                    // Pieces in hand pass where there is no filter.
                    true => {
                        let held = before && !endless();
                        (held && pieces.filters.is_empty(), held)
                    }
                    false => (before && began, before),
                };
                let count = one(after && ends) - one(leaves) - one(takes && ends);
                (count, one(after) - one(all_leave) - one(takes))
            }
        }
    }

    /// Which moves are known to give no check: those that touch no cell that has to change for an attack on the enemy's royal pieces to begin, and
    /// end where the piece attacks none.
    pub(super) fn checks(&self, batch: &MoveSet<W>) -> Answers<W> {
        let EvalContext { tables, state, .. } = self.scene;
        let sensitive = *self.sensitive.get_or_init(|| match self.checks_alone() {
            true => critical_squares(tables, state, state.side.other()),
            false => SiteSet::ALL,
        });
        Answers { yes: SiteSet::EMPTY, no: cannot_check(tables, state, batch, sensitive) }
    }

    /// Whether check is what a royal piece stands in because of what stands where, and of nothing else.
    fn checks_alone(&self) -> bool {
        let EvalContext { tables, state, .. } = self.scene;
        let single = tables.at(state).turn.is_none() && tables.sections.is_empty();
        tables.moves_alone() && single
    }
}
