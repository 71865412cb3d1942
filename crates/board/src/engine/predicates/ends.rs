//! Questions about pieces seen from where moves end, for all moves of a batch at once.
//!
//! Owns: [`Batched::by_end`]. Takes a position and a batch of its moves. Invariant: it gives what would be found if each were asked.

use super::EvalContext;
use super::candidates::Answers;
use super::lookahead::Batched;
use crate::engine::batch::{MoveKind, MoveSet};
use crate::tables::pattern::Pattern;
use crate::tables::predicates::PieceSelector;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::question::{Anchor, Filter, Number, Subject, Test};
use alfil_rules::side::BySide;
use smallvec::SmallVec;

type Filters<'a, const W: usize> = SmallVec<[&'a Filter<BySide<SiteSet<W>>, Pattern<W>>; 4]>;

/// What is seen from the cell on which a move ends.
#[derive(Clone, Copy)]
enum View<'a, const W: usize> {
    /// What a movement leads to.
    Led(&'a Pattern<W>),
    /// What lies between the cell and these, to which it leads.
    Passed(&'a Pattern<W>, SiteSet<W>),
    /// A cell that the move names.
    On(Anchor),
    /// One that its end alone tells, so that all moves see the same from the same cells.
    There,
}

/// What the position tells of pieces that are seen so.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a, const W: usize> {
    view: View<'a, W>,
    /// Those that pass all other filters.
    counted: SiteSet<W>,
    /// Those that pass none yet.
    all: SiteSet<W>,
    /// From where something is seen at all.
    seeing: SiteSet<W>,
    /// How many there are, if the number asks.
    total: u32,
}

impl<'a, const W: usize> Batched<'a, W> {
    /// The answers to how many of `pieces` there are, asked of each move of `batch`, if one filter looks from where it ends and the
    /// others ask nothing of the move.
    pub(super) fn by_end(
        &self,
        number: Number,
        pieces: &'a PieceSelector<W>,
        batch: &MoveSet<W>,
    ) -> Option<Answers<W>> {
        let scene = &self.scene;
        match batch.act {
            MoveKind::Displace
            | MoveKind::Drop
            | MoveKind::Shift(_)
            | MoveKind::Push(_)
            | MoveKind::Jump { .. }
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_) => {}
            MoveKind::Rifle | MoveKind::Pass | MoveKind::Section(_) => return None,
        }
        let Seen { view, counted, all, seeing, total } =
            self.seen.get(pieces, || scene.seen(number, pieces))?;
        let (side, region) = (scene.state.side, batch.region);
        let blind = number.holds(0, total);
        let holds = |seen: SiteSet<W>| number.holds(seen.count(), total);
        let which = |holds: &dyn Fn(Site) -> bool| {
            (region & seeing).into_iter().filter(|&end| holds(end)).collect()
        };
        let (seeing, yes) = match view {
            View::Led(pattern) => {
                (seeing, which(&|end| holds(scene.leads(pattern, end, side, counted))))
            }
            // All that is passed is counted.
            View::Passed(..) if number == Number::Some && counted == all => (seeing, seeing),
            View::Passed(pattern, ends) => {
                let along = |end| counted & pattern.along(side, end, ends, all);
                (seeing, which(&|end| holds(along(end))))
            }
            View::On(anchor) => {
                let seeing = scene.ends_by(anchor, counted, batch);
                (seeing, if number.holds(1, total) { seeing } else { SiteSet::EMPTY })
            }
            View::There => (seeing, if number.holds(1, total) { seeing } else { SiteSet::EMPTY }),
        };
        // From elsewhere nothing is seen.
        let blind = if blind { region.minus(seeing) } else { SiteSet::EMPTY };
        Some(Answers::of(region, yes | blind))
    }
}

impl<const W: usize> EvalContext<'_, W> {
    /// Where moves end for which `anchor` is one of `cells`, whatever move it is, if the end alone tells.
    pub fn ends_alike(&self, anchor: Anchor, cells: SiteSet<W>) -> Option<SiteSet<W>> {
        let rising = self.asks.lines.rising(self.state.side);
        match anchor {
            Anchor::End => Some(cells),
            Anchor::Above => Some(rising[0].to(cells)),
            Anchor::Below => Some(rising[1].to(cells)),
            Anchor::Beyond
            | Anchor::Start
            | Anchor::Behind
            | Anchor::Mover
            | Anchor::Victim
            | Anchor::Partner
            | Anchor::LastMover
            | Anchor::LastStart => None,
        }
    }

    /// Where moves of `batch` end for which `anchor`, a cell that start and end tell, is one of `cells`.
    pub fn ends_by(&self, anchor: Anchor, cells: SiteSet<W>, batch: &MoveSet<W>) -> SiteSet<W> {
        let (side, lines) = (self.state.side, &self.asks.lines);
        let start = match batch.act {
            MoveKind::Displace => Some(batch.from),
            MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Shift(_)
            | MoveKind::Push(_)
            | MoveKind::Jump { .. }
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Drop
            | MoveKind::Pass
            | MoveKind::Section(_) => None,
        };
        if let Some(ends) = self.ends_alike(anchor, cells) {
            return ends;
        }
        match start.and_then(|start| lines.beyond(start)) {
            Some(beyond) if anchor == Anchor::Beyond => beyond.to(cells),
            Some(_) | None => {
                let here = self.tables.at(self.state);
                let fits = |&end: &Site| {
                    let cell = self.cell_of(anchor, side, batch.start_of(here, end), end);
                    cell.is_some_and(|cell| cells.has(cell))
                };
                batch.region.into_iter().filter(fits).collect()
            }
        }
    }

    /// What all moves have in common of which is asked how many of `pieces` there are, if an answer can be seen from their ends.
    fn seen<'a>(&self, number: Number, pieces: &'a PieceSelector<W>) -> Option<Seen<'a, W>> {
        let (view, others) = self.view(pieces)?;
        let (mut counted, mut all) = (SiteSet::EMPTY, SiteSet::EMPTY);
        self.subjects(pieces, |owner, sites| {
            counted |= self.passing_those(others.iter().copied(), pieces, sites, owner);
            all |= sites;
        });
        let total = match number {
            Number::All => self.count(pieces).1,
            Number::Some
            | Number::No
            | Number::Exactly(_)
            | Number::AtLeast(_)
            | Number::AtMost(_) => 0,
        };
        let (view, seeing) = match view {
            View::On(anchor) => match self.ends_alike(anchor, counted) {
                Some(seeing) => (View::There, seeing),
                None => (view, SiteSet::ALL),
            },
            View::Passed(pattern, ends) => (view, pattern.sighted(self.state.side, ends, all)),
            View::Led(_) | View::There => (view, SiteSet::ALL),
        };
        Some(Seen { view, counted, all, seeing, total })
    }

    /// What one filter sees from the end of the move, and the other filters; nothing if those ask something of the move, or if
    /// the pieces do.
    fn view<'a>(&self, pieces: &'a PieceSelector<W>) -> Option<(View<'a, W>, Filters<'a, W>)> {
        let is_end = |of: &PieceSelector<W>| {
            of.what == Subject::Anchor(Anchor::End) && of.filters.is_empty()
        };
        if matches!(pieces.what, Subject::Anchor(_) | Subject::Cells) {
            return None;
        }
        // Most often there is one filter, and no list to make.
        let (view, others) = match &pieces.filters[..] {
            [only] => (Some(only), Filters::new()),
            filters => {
                let (mut views, others): (Filters<'a, W>, Filters<'a, W>) =
                    filters.iter().partition(|filter| filter.names_anchor(&|_| true));
                (views.pop().filter(|_| views.is_empty()), others)
            }
        };
        let view = view.filter(|filter| filter.holds)?;
        let view = match &view.test {
            Test::At(pattern, of) if is_end(of) => View::Led(pattern),
            Test::Along(pattern, of, to) if is_end(of) && !to.asks_move() => {
                View::Passed(pattern, self.named(to))
            }
            Test::On(anchor) => match anchor {
                Anchor::Start
                | Anchor::End
                | Anchor::Behind
                | Anchor::Beyond
                | Anchor::Above
                | Anchor::Below => View::On(*anchor),
                Anchor::Mover
                | Anchor::Victim
                | Anchor::Partner
                | Anchor::LastMover
                | Anchor::LastStart => return None,
            },
            Test::At(..)
            | Test::Along(..)
            | Test::In(_)
            | Test::InHand
            | Test::Attacked(_)
            | Test::Guarded
            | Test::Between(_)
            | Test::InRow(..)
            | Test::LikeMover
            | Test::NeverMoved => return None,
        };
        Some((view, others))
    }
}
