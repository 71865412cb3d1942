//! Moves of which questions are asked, many at once where sets tell.
//!
//! Owns: [`Candidates`]. Takes batches or single moves, and questions; gives those of which the questions hold. Invariant:
//! the same moves are left as if each had been asked.

use super::{Asker, Scene};
use crate::board::compile::asks::{Ask, Asks, OfMove};
use crate::board::compile::tables::Tables;
use crate::board::game::memory::History;
use crate::board::run::batch::{Act, Batch, Counter, Listener, PackedMoves};
use crate::board::run::state::{PackedMove, State};
use crate::board::space::site_set::SiteSet;
use crate::rules::question::{Men, MoveFact, Question, SideFact};

/// Moves that may be legal.
#[derive(Default)]
pub struct Candidates<const W: usize> {
    /// Those that need not be told apart.
    batches: Vec<Batch<W>>,
    /// The others.
    moves: Vec<PackedMove<W>>,
}

impl<const W: usize> From<Vec<Batch<W>>> for Candidates<W> {
    fn from(batches: Vec<Batch<W>>) -> Self {
        Candidates { batches, moves: Vec::new() }
    }
}

impl<const W: usize> From<Vec<PackedMove<W>>> for Candidates<W> {
    fn from(moves: Vec<PackedMove<W>>) -> Self {
        Candidates { batches: Vec::new(), moves }
    }
}

impl<const W: usize> Candidates<W> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.batches.is_empty() && self.moves.is_empty()
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        let mut counter = Counter { count: self.moves.len() as u64 };
        self.batches.iter().for_each(|batch| counter.hear(*batch));
        counter.count
    }

    /// One after another.
    pub fn each<'a>(
        &'a self,
        tables: &'a Tables<W>,
        state: &State<W>,
    ) -> impl Iterator<Item = PackedMove<W>> + use<'a, W> {
        let several = self.batches.iter().map(|batch| PackedMoves::new(tables, state, batch));
        let several: Vec<PackedMoves<'a, W>> = several.collect();
        several.into_iter().flatten().chain(self.moves.iter().copied())
    }

    /// Those of which what is asked holds.
    pub(super) fn those(
        &self,
        (tables, asks): (&Tables<W>, &Asks<W>),
        state: &State<W>,
        asked: &OfMove<W>,
    ) -> Candidates<W> {
        let (side, history) = (state.side, History::default());
        let scene = Scene { tables, asks, side, state, made: None, mover: None, history };
        let mut asker = Asker::new(tables, asks, state);
        let mut holds = |step: &PackedMove<W>| asker.holds(step, asked);
        let mut those = Candidates::default();
        for batch in &self.batches {
            match scene.ends(&asked.question, batch) {
                Some(region) => those.batches.hear(Batch { region, ..*batch }),
                None => {
                    those.moves.extend(PackedMoves::new(tables, state, batch).filter(&mut holds))
                }
            }
        }
        those.moves.extend(self.moves.iter().copied().filter(holds));
        those
    }
}

impl<const W: usize> Scene<'_, W> {
    /// The part of a batch's region that its moves with a yes to `question` have; `None` if its moves have to be asked one
    /// by one. Nothing has been made here.
    fn ends(&self, question: &Ask<W>, batch: &Batch<W>) -> Option<SiteSet<W>> {
        let whole = |holds: bool| if holds { batch.region } else { SiteSet::EMPTY };
        match question {
            Question::All(parts) => {
                parts.iter().try_fold(batch.region, |all, part| Some(all & self.ends(part, batch)?))
            }
            Question::Any(parts) => parts
                .iter()
                .try_fold(SiteSet::EMPTY, |any, part| Some(any | self.ends(part, batch)?)),
            Question::Not(part) => Some(batch.region.minus(self.ends(part, batch)?)),
            Question::Move(fact) => self.ends_of(fact, batch),
            Question::Side(fact) => match fact {
                SideFact::White | SideFact::Black | SideFact::OnMove => {
                    Some(whole(self.side_is(*fact)))
                }
                SideFact::InCheck | SideFact::Stuck => None,
            },
            Question::Leaving(_)
            | Question::Cells(_)
            | Question::Count(..)
            | Question::Among(_)
            | Question::Counter(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => None,
        }
    }

    /// The same of what a move is.
    fn ends_of(&self, fact: &MoveFact, batch: &Batch<W>) -> Option<SiteSet<W>> {
        let whole = |holds: bool| if holds { batch.region } else { SiteSet::EMPTY };
        let own = |men: &Men| {
            men.has(batch.kind) && men.sides(self.side).any(|side| side == self.state.side)
        };
        match (fact, batch.act) {
            (MoveFact::Capturing(men), _) => self.captures(men, batch),
            (MoveFact::Moving(_), Act::Drop | Act::Pass | Act::Section(_)) => Some(whole(false)),
            (
                MoveFact::Moving(men),
                Act::Displace
                | Act::Rifle
                | Act::Special(_)
                | Act::Shift(_)
                | Act::Push(_)
                | Act::Passant(_)
                | Act::Castle(_),
            ) => Some(whole(own(men))),
            (MoveFact::Dropping(men), act) => Some(whole(act == Act::Drop && own(men))),
            (MoveFact::Passing, act) => Some(whole(act == Act::Pass)),
            (MoveFact::Promoting(_), _) if batch.choices == 0 => Some(whole(false)),
            (MoveFact::Promoting(None), _) => Some(whole(true)),
            // A walk may make the same move as castling.
            (MoveFact::Castling, Act::Special(_)) => None,
            (MoveFact::Castling, act) => Some(whole(matches!(act, Act::Castle(_)))),
            (
                MoveFact::Promoting(Some(_))
                | MoveFact::Over(_)
                | MoveFact::GivingCheck
                | MoveFact::GivingMate,
                _,
            ) => None,
        }
    }

    /// Where moves end that capture such a piece.
    fn captures(&self, men: &Men, batch: &Batch<W>) -> Option<SiteSet<W>> {
        if self.tables.neutrals.is_some() {
            return None;
        }
        let them = self.state.side.other();
        let prey = || match men.sides(self.side).any(|side| side == them) {
            true => self.sites(men, them),
            false => SiteSet::EMPTY,
        };
        match batch.act {
            Act::Displace | Act::Shift(_) | Act::Rifle => Some(batch.region & prey()),
            Act::Passant(victim) if prey().has(victim) => Some(batch.region),
            Act::Passant(_)
            | Act::Push(_)
            | Act::Castle(_)
            | Act::Drop
            | Act::Pass
            | Act::Section(_) => Some(SiteSet::EMPTY),
            Act::Special(_) => None,
        }
    }
}
