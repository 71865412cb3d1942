//! Questions about pieces seen from where moves end, for all moves of a batch at once.
//!
//! Owns: [`Batched::by_end`]. Takes a position and a batch of its moves. Invariant: it gives what would be found if each were asked.

use super::Scene;
use super::candidates::Answers;
use super::leaving::Batched;
use crate::board::compile::asks::Asked;
use crate::board::compile::deeds::Pattern;
use crate::board::run::batch::{Act, Batch};
use crate::board::space::site_set::{Site, SiteSet};
use crate::rules::question::{Anchor, Filter, Number, Subject, Test};
use crate::rules::side::BySide;
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
}

/// What the position tells of pieces that are seen so.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a, const W: usize> {
    view: View<'a, W>,
    /// Those that pass all other filters.
    counted: SiteSet<W>,
    /// Those that pass none yet.
    all: SiteSet<W>,
    /// How many there are, if the number asks.
    total: u32,
}

impl<'a, const W: usize> Batched<'a, W> {
    /// The answers to how many of `pieces` there are, asked of each move of `batch`, if one filter looks from where it ends and the
    /// others ask nothing of the move.
    pub(super) fn by_end(
        &self,
        number: Number,
        pieces: &'a Asked<W>,
        batch: &Batch<W>,
    ) -> Option<Answers<W>> {
        let scene = &self.scene;
        match batch.act {
            Act::Displace
            | Act::Drop
            | Act::Shift(_)
            | Act::Push(_)
            | Act::Special(_)
            | Act::Passant(_)
            | Act::Castle(_) => {}
            Act::Rifle | Act::Pass | Act::Section(_) => return None,
        }
        let here = scene.tables.at(scene.state);
        let Seen { view, counted, all, total } =
            self.seen.get(pieces, || scene.seen(number, pieces))?;
        let side = scene.state.side;
        let holds = |&end: &Site| {
            let seen = match view {
                View::Led(pattern) => scene.leads(pattern, end, side, counted),
                View::Passed(pattern, ends) => {
                    counted & pattern.leads(side, end).along(end, ends, all)
                }
                View::On(anchor) => {
                    let start = batch.start_of(here, end);
                    let cell = scene.cell_of(anchor, side, start, end);
                    cell.map_or(SiteSet::EMPTY, SiteSet::of) & counted
                }
            };
            number.holds(seen.count(), total)
        };
        Some(Answers::of(batch.region, batch.region.into_iter().filter(holds).collect()))
    }
}

impl<const W: usize> Scene<'_, W> {
    /// What all moves have in common of which is asked how many of `pieces` there are, if an answer can be seen from their ends.
    fn seen<'a>(&self, number: Number, pieces: &'a Asked<W>) -> Option<Seen<'a, W>> {
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
        Some(Seen { view, counted, all, total })
    }

    /// What one filter sees from the end of the move, and the other filters; nothing if those ask something of the move, or if
    /// the pieces do.
    fn view<'a>(&self, pieces: &'a Asked<W>) -> Option<(View<'a, W>, Filters<'a, W>)> {
        let is_end =
            |of: &Asked<W>| of.what == Subject::Anchor(Anchor::End) && of.filters.is_empty();
        if matches!(pieces.what, Subject::Anchor(_)) {
            return None;
        }
        let (mut views, others): (Filters<'a, W>, Filters<'a, W>) =
            pieces.filters.iter().partition(|filter| filter.names_anchor(&|_| true));
        let view = views.pop().filter(|filter| filter.holds && views.is_empty())?;
        let view = match &view.test {
            Test::At(pattern, of) if is_end(of) => View::Led(pattern),
            Test::Along(pattern, of, to) if is_end(of) && !to.asks_move() => {
                View::Passed(pattern, self.standing(to))
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
