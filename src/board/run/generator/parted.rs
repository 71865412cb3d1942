//! Moves of games in which captures alone have effects: quiet moves that are legal, and captures of which that is still to
//! be found out.
//!
//! Owns their part of the generator. Invariant: a quiet move changes nothing but where its piece stands, so it is legal if
//! it leaves no royal piece of its own attacked; what a capture leaves only its effects tell.

use super::{Generator, Left, Legality, all, emit};
use crate::board::compile::cpu::{Cpu, Task};
use crate::board::run::batch::{Act, Batch, Counter, Listener, special_captures};
use crate::board::run::removals::is_warded;
use crate::board::run::safety::{Guard, attacked, royals};
use crate::board::space::site_set::{Site, SiteSet};
use crate::rules::ruleset::KindId;

/// The moves of a position, quiet ones and captures.
pub struct Sorted<'b, const W: usize> {
    /// How many quiet moves are legal.
    pub quiet: Counter,
    /// Which these are, if that is wanted.
    pub kept: Option<&'b mut Vec<Batch<W>>>,
    /// Every capture, whatever becomes of its own royal pieces.
    pub captures: &'b mut Vec<Batch<W>>,
}

/// Which moves are listened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Quiet,
    Captures,
    Both,
}

/// Sorts the moves of one part; does not hear the others.
struct Sorting<'s, 'b, 'g, const W: usize, C: Cpu> {
    generator: Generator<'g, W, C>,
    part: Part,
    sorted: &'s mut Sorted<'b, W>,
}

impl<const W: usize, C: Cpu> Listener<W> for Sorting<'_, '_, '_, W, C> {
    #[inline(always)]
    fn hear(&mut self, batch: Batch<W>) {
        let captures = self.generator.captures(&batch);
        let quiet = Batch { region: batch.region.minus(captures), ..batch };
        if self.part != Part::Captures {
            self.sorted.quiet.hear(quiet);
            if let Some(kept) = &mut self.sorted.kept {
                keep(kept, quiet);
            }
        }
        if self.part != Part::Quiet && !captures.is_empty() {
            keep(self.sorted.captures, Batch { region: captures, ..batch });
        }
    }
}

/// Apart, so that what only counts is small enough to be part of the loops that it listens to.
#[inline(never)]
fn keep<const W: usize>(batches: &mut Vec<Batch<W>>, batch: Batch<W>) {
    batches.hear(batch);
}

/// Sorts moves of free pieces, compiled for the processor.
struct Listed<'s, 'b, 'g, const W: usize, C: Cpu> {
    generator: Generator<'g, W, C>,
    part: Part,
    sorted: &'s mut Sorted<'b, W>,
}

impl<const W: usize, P: Cpu> Task for Listed<'_, '_, '_, W, P> {
    type Output = Left<W>;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> Left<W> {
        let Listed { generator, part, sorted } = self;
        let royals = royals(generator.tables, generator.state) & generator.movers;
        let others = Generator { movers: generator.movers.minus(royals), ..generator };
        let mut sorting = Sorting { generator, part, sorted };
        let mut left = others.plain(&mut sorting);
        if !left.promoting.is_empty() {
            others.promoting(&mut sorting);
            left.promoting = SiteSet::EMPTY;
        }
        left.singly |= royals;
        if let Some(king) = generator.guard.map(|guard| guard.king).filter(|&king| royals.has(king))
            && let kind = generator.state.kind_at(king)
            && let facts = generator.facts(kind)
            && facts.is_plain_king()
            && !facts.special
        {
            emit(&mut sorting, kind, king, Act::Displace, generator.steps_of_king(kind, king));
            left.singly = left.singly.minus(SiteSet::of(king));
        }
        left
    }
}

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Sorts the moves of a position of a game that [`tries_captures`](crate::board::compile::tables::Tables::tries_captures).
    #[inline(always)]
    pub(super) fn parted(self, sorted: &mut Sorted<'_, W>) {
        let tables = self.tables;
        // Where an effect may cost the attacker his king, not all is a check or a pin that looks like one.
        let exact = tables.removals.is_some() || !tables.attacks_are_asked;
        let them = self.state.side.other();
        let guard = match (&tables.removals, self.guard) {
            (Some(removals), Some(Guard { king, .. }))
                if is_warded(tables, removals, self.state, them, king) =>
            {
                Some(Guard::none(king))
            }
            (Some(_) | None, guard) => guard,
        };
        let free = Generator { guard, ..self };
        let careful = Generator { guard: guard.filter(|_| exact), ..self };
        let pseudo =
            Generator { royals: SiteSet::EMPTY, guard: None, legality: Legality::Pseudo, ..self };
        if guard.is_none_or(|guard| guard.check_mask == all()) {
            let left = free.listed(Part::Both, sorted);
            careful.sort(left, Part::Quiet, sorted);
            pseudo.sort(left, Part::Captures, sorted);
        } else {
            for (generator, part) in [(careful, Part::Quiet), (pseudo, Part::Captures)] {
                let left = generator.listed(part, sorted);
                generator.sort(left, part, sorted);
            }
        }
    }

    /// Sorts the moves of pieces that are free to go where they like; whose moves are left, royal pieces among them.
    #[inline(always)]
    fn listed(self, part: Part, sorted: &mut Sorted<'_, W>) -> Left<W> {
        self.cpu.run(Listed { generator: self, part, sorted })
    }

    /// Where a lone king may step, and where he may capture, whatever that does.
    #[inline(always)]
    fn steps_of_king(&self, kind: KindId, king: Site) -> SiteSet<W> {
        let (tables, state, them) = (self.tables, self.state, self.state.side.other());
        let occupied = self.own | self.foes;
        let lifted = occupied.minus(SiteSet::of(king));
        let (quiet, capture) = self.targets(tables.mover(state.side, kind, king));
        let mut steps = capture & self.prey;
        for to in quiet.minus(occupied) {
            let bit = SiteSet::of(to);
            if !attacked(tables, state, them, to, lifted | bit, self.foes) {
                steps |= bit;
            }
        }
        steps
    }

    /// Sorts the moves of `left`, and all that is no move of one piece.
    #[inline(never)]
    fn sort(self, left: Left<W>, part: Part, sorted: &mut Sorted<'_, W>) {
        self.apart(left, &mut Sorting { generator: self, part, sorted });
    }

    /// The part of a batch's region with which something is captured.
    #[inline(always)]
    fn captures(&self, batch: &Batch<W>) -> SiteSet<W> {
        match batch.act {
            Act::Displace | Act::Shift(_) => batch.region & self.foes,
            Act::Rifle | Act::Passant(_) => batch.region,
            Act::Special(index) => {
                let special = &self.tables.specials[index as usize];
                match special_captures(special, self.state).is_empty() {
                    true => SiteSet::EMPTY,
                    false => batch.region,
                }
            }
            Act::Push(_) | Act::Castle(_) | Act::Drop | Act::Pass | Act::Section(_) => {
                SiteSet::EMPTY
            }
        }
    }
}
