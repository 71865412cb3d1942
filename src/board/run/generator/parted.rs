//! Moves of games in which not all moves have effects: legal ones that nothing follows, and those of which that is still to
//! be found out.
//!
//! Owns their part of the generator. Invariant: a move without effects is legal if it leaves no royal piece of its own
//! attacked; what another leaves only its effects tell.

use super::{Generator, Left, Legality, all, emit};
use crate::board::compile::cpu::{Cpu, Task};
use crate::board::run::batch::{Act, Batch, Counter, Listener, special_captures};
use crate::board::run::removals::is_warded;
use crate::board::run::safety::{Guard, attacked, royals};
use crate::board::space::site_set::{Site, SiteSet};
use crate::rules::ruleset::KindId;

/// The moves of a position, those without effects and others.
pub struct Sorted<'b, const W: usize> {
    /// How many moves that nothing follows are legal.
    pub sure: Counter,
    /// Which these are, if that is wanted.
    pub kept: Option<&'b mut Vec<Batch<W>>>,
    /// Every move that may have effects, whatever becomes of its own royal pieces.
    pub tried: &'b mut Vec<Batch<W>>,
}

/// Which moves are listened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Sure,
    Tried,
    Both,
}

/// Which moves of a kind may have effects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follow {
    None,
    Captures,
    All,
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
        let tried = self.generator.tried(&batch);
        let sure = Batch { region: batch.region.minus(tried), ..batch };
        if self.part != Part::Tried {
            self.sorted.sure.hear(sure);
            if let Some(kept) = &mut self.sorted.kept {
                keep(kept, sure);
            }
        }
        if self.part != Part::Sure && !tried.is_empty() {
            keep(self.sorted.tried, Batch { region: tried, ..batch });
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
            && generator.follow(kind) == Follow::Captures
        {
            emit(&mut sorting, kind, king, Act::Displace, generator.steps_of_king(kind, king));
            left.singly = left.singly.minus(SiteSet::of(king));
        }
        left
    }
}

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Sorts the moves of a position of a game that [`parts_moves`](crate::board::compile::tables::Tables::parts_moves).
    #[inline(always)]
    pub(super) fn parted(self, sorted: &mut Sorted<'_, W>) {
        let tables = self.tables;
        // Where an effect may cost the attacker his king, not all is a check or a pin that looks like one.
        let exact = tables.removals.is_some() || !tables.attacks_are_asked;
        let them = self.state.side.other();
        let guard = match (&tables.removals, self.guard) {
            (Some(removals), Some(Guard { king, .. }))
                if is_warded(tables, removals, self.state, (them, self.foes), king) =>
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
            careful.sort(left, Part::Sure, sorted);
            pseudo.sort(left, Part::Tried, sorted);
        } else {
            for (generator, part) in [(careful, Part::Sure), (pseudo, Part::Tried)] {
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

    /// Which moves of pieces of `kind` may have effects.
    #[inline(always)]
    fn follow(&self, kind: KindId) -> Follow {
        match self.tables.asks.as_ref().and_then(|asks| asks.deeds.as_ref()) {
            Some(deeds) if deeds.of_quiet.has(kind) => Follow::All,
            Some(deeds) if deeds.of_captures.has(kind) => Follow::Captures,
            Some(_) | None => Follow::None,
        }
    }

    /// The part of a batch's region that is to be tried.
    #[inline(always)]
    fn tried(&self, batch: &Batch<W>) -> SiteSet<W> {
        match self.follow(batch.kind) {
            Follow::All => batch.region,
            Follow::Captures => self.captures(batch),
            Follow::None => SiteSet::EMPTY,
        }
    }

    /// The part of it with which something is captured.
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
