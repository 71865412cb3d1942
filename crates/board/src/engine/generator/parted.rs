//! Moves of games in which not all moves have effects: legal ones that nothing follows, and those of which that is still to
//! be found out.
//!
//! Owns their part of the generator. Invariant: a move without effects is legal if it leaves no royal piece of its own
//! attacked; what another leaves only its effects tell.

use super::{Generator, Legality, Remaining, all, emit, enters};
use crate::engine::batch::{Counter, MoveKind, MoveSet, MoveSink, special_captures};
use crate::engine::effects::deeds;
use crate::engine::removals::is_warded;
use crate::engine::safety::{CheckInfo, attacked, of_kinds};
use crate::engine::state::State;
use crate::tables::cpu::Cpu;
use crate::tables::effects::{CompiledEffects, Named};
use crate::tables::move_tables::Tables;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;

/// The moves of a position, those without effects and others.
pub struct Sorted<'b, const W: usize> {
    /// How many moves that nothing follows are legal.
    pub sure: Counter,
    /// Which these are, if that is wanted.
    pub kept: Option<&'b mut Vec<MoveSet<W>>>,
    /// Every move that may have effects, whatever becomes of its own royal pieces.
    pub tried: &'b mut Vec<MoveSet<W>>,
}

/// Which moves are listened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Sure,
    Tried,
    Both,
}

/// Own pieces whose moves may have effects.
#[derive(Clone, Copy)]
pub(super) struct Followed<const W: usize> {
    /// Whatever they do.
    always: SiteSet<W>,
    /// When they capture.
    capturing: SiteSet<W>,
}

impl<const W: usize> Followed<W> {
    /// Those of a position.
    #[inline(always)]
    pub(super) fn new(deeds: &CompiledEffects<W>, state: &State<W>) -> Followed<W> {
        let own = state.by_side[state.side];
        let pieces = |named: &Named| match named {
            Named::Of(kinds) => of_kinds(state, kinds) & own,
            Named::But(kinds) => own.minus(of_kinds(state, kinds)),
        };
        let (always, capturing) = (pieces(&deeds.quietly), pieces(&deeds.capturing));
        Followed { always, capturing: capturing.minus(always) }
    }

    /// Whether no piece is one of them.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        (self.always | self.capturing).is_empty()
    }
}

/// Tells which moves are to be tried.
#[derive(Clone, Copy)]
struct Sieve<'s, const W: usize> {
    tables: &'s Tables<W>,
    state: &'s State<W>,
    deeds: &'s CompiledEffects<W>,
    followed: Followed<W>,
    foes: SiteSet<W>,
}

impl<const W: usize> Sieve<'_, W> {
    /// The part of a batch's region that is to be tried.
    #[inline(always)]
    fn tried(&self, batch: &MoveSet<W>) -> SiteSet<W> {
        let Followed { always, capturing } = self.followed;
        let from = SiteSet::of(batch.from);
        let when = |fits: bool| if fits { batch.region } else { SiteSet::EMPTY };
        match batch.act {
            MoveKind::Displace if always.meets(from) => batch.region,
            MoveKind::Displace if capturing.meets(from) => batch.region & self.foes,
            MoveKind::Displace => SiteSet::EMPTY,
            // These name their movers by kind.
            MoveKind::Shift(_) if self.deeds.of_quiet.has(batch.kind) => batch.region,
            MoveKind::Shift(_) if self.deeds.of_captures.has(batch.kind) => {
                batch.region & self.foes
            }
            MoveKind::Shift(_) => SiteSet::EMPTY,
            MoveKind::Push(_) => when(self.deeds.of_quiet.has(batch.kind)),
            MoveKind::Jump { .. } => when(self.deeds.of_captures.has(batch.kind)),
            MoveKind::Rifle | MoveKind::Passant(_) => when((always | capturing).meets(from)),
            MoveKind::Special(index) => {
                let special = &self.tables.specials[index as usize];
                let captures =
                    capturing.meets(from) && !special_captures(special, self.state).is_empty();
                when(always.meets(from) || captures)
            }
            MoveKind::Castle(_) | MoveKind::Drop | MoveKind::Pass | MoveKind::Section(_) => {
                when(always.meets(from))
            }
        }
    }

    /// The same of pieces that are free to go where they like, none of which moves with effects whatever it does.
    #[inline(always)]
    fn tried_of_free(&self, batch: &MoveSet<W>) -> SiteSet<W> {
        let is_followed = match batch.act {
            MoveKind::Displace => self.followed.capturing.has(batch.from),
            MoveKind::Shift(_) => self.deeds.of_captures.has(batch.kind),
            MoveKind::Push(_) => false,
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Passant(_)
            | MoveKind::Special(_)
            | MoveKind::Castle(_)
            | MoveKind::Drop
            | MoveKind::Pass
            | MoveKind::Section(_) => return self.tried(batch),
        };
        if is_followed { batch.region & self.foes } else { SiteSet::EMPTY }
    }
}

/// Sorts the moves of one part; does not hear the others.
struct Sorting<'s, 'b, const W: usize> {
    sieve: Sieve<'s, W>,
    part: Part,
    sorted: &'s mut Sorted<'b, W>,
}

impl<const W: usize> MoveSink<W> for Sorting<'_, '_, W> {
    fn add(&mut self, batch: MoveSet<W>) {
        let tried = self.sieve.tried(&batch);
        if self.part != Part::Tried {
            let sure = MoveSet { region: batch.region.minus(tried), ..batch };
            self.sorted.sure.add(sure);
            if let Some(kept) = &mut self.sorted.kept {
                keep(kept, sure);
            }
        }
        if self.part != Part::Sure && !tried.is_empty() {
            keep(self.sorted.tried, MoveSet { region: tried, ..batch });
        }
    }
}

/// Sorts the moves of free pieces where those that nothing follows are only counted: small enough to be part of the loops that
/// it listens to.
struct Counting<'s, const W: usize> {
    sieve: Sieve<'s, W>,
    sure: Counter,
    tried: &'s mut Vec<MoveSet<W>>,
}

impl<const W: usize> MoveSink<W> for Counting<'_, W> {
    #[inline(always)]
    fn add(&mut self, batch: MoveSet<W>) {
        let tried = self.sieve.tried_of_free(&batch);
        self.sure.add(MoveSet { region: batch.region.minus(tried), ..batch });
        if !tried.is_empty() {
            keep(self.tried, MoveSet { region: tried, ..batch });
        }
    }
}

/// Apart, so that what listens in loops stays small.
#[inline(never)]
fn keep<const W: usize>(batches: &mut Vec<MoveSet<W>>, batch: MoveSet<W>) {
    batches.add(batch);
}

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Sorts the moves of a position of a game that [`parts_moves`](Tables::parts_moves).
    #[inline(always)]
    pub(super) fn parted(self, sorted: &mut Sorted<'_, W>) {
        let (tables, state, foes) = (self.tables, self.state, self.enemies);
        let Some(deeds) = deeds(tables) else { return };
        let followed = Followed::new(deeds, state);
        // Where an effect may cost the attacker his king, not all is a check or a pin that looks like one.
        let is_exact = tables.removals.is_some() || !tables.attacks_are_asked;
        let them = state.side.other();
        let guard = match (&tables.removals, self.guard) {
            (Some(removals), Some(CheckInfo { king, .. }))
                if is_warded(tables, removals, state, (them, foes), king) =>
            {
                Some(CheckInfo::none(king))
            }
            (Some(_) | None, guard) => guard,
        };
        let checked = guard.is_some_and(|guard| guard.check_mask != all());
        let careful = Generator { guard: guard.filter(|_| is_exact), ..self };
        let (free, part) = match checked {
            true => (careful, Part::Sure),
            false => (Generator { guard, ..self }, Part::Both),
        };
        let sieve = Sieve { tables, state, deeds, followed, foes };
        let sure = match (part, &mut sorted.kept) {
            (Part::Both, None) => {
                let (count, tried) = (Counter::default(), &mut *sorted.tried);
                let mut counting = Counting { sieve, sure: count, tried };
                let left = free.listed(followed, part, &mut counting);
                sorted.sure.count += counting.sure.count;
                left
            }
            (Part::Both | Part::Sure | Part::Tried, _) => {
                free.listed(followed, part, &mut Sorting { sieve, part, sorted })
            }
        };
        let mut sorting = Sorting { sieve, part: Part::Sure, sorted };
        careful.remaining_moves(sure, &mut sorting);
        let moved = followed.always | followed.capturing;
        let singly = match part {
            Part::Both => sure.per_piece & moved | followed.always,
            Part::Sure | Part::Tried => moved,
        };
        let left = Remaining { per_piece: singly, specials: sure.specials & moved, ..sure };
        if left.is_empty() && (state.info.passed.is_empty() || !enters(tables, state)) {
            return;
        }
        sorting.part = Part::Tried;
        let pseudo =
            Generator { royals: SiteSet::EMPTY, guard: None, legality: Legality::Pseudo, ..self };
        pseudo.sort(left, &mut sorting);
    }

    /// Sorts the moves of pieces that are free to go where they like; whose moves are left.
    #[inline(always)]
    fn listed<L: MoveSink<W>>(
        &self,
        Followed { always, capturing }: Followed<W>,
        part: Part,
        listener: &mut L,
    ) -> Remaining<W> {
        // What follows a capture by the king, and what is asked of attacks, his own loop does not know.
        let kings = match self.tables.attacks_are_asked {
            true => self.royals,
            false => self.royals & capturing,
        };
        let kings = kings.minus(always);
        let others = Generator { movers: self.movers.minus(always | kings), ..*self };
        let mut left = others.plain(listener);
        left.per_piece |= kings;
        if let Some(king) = self.guard.map(|guard| guard.king).filter(|&king| kings.has(king))
            && let kind = self.state.kind_at(king)
            && let facts = self.facts(kind)
            && capturing.has(king)
            && part == Part::Both
            && facts.is_plain_king()
            && !facts.special
        {
            emit(listener, kind, king, MoveKind::Displace, self.steps_of_king(kind, king));
            left.per_piece = left.per_piece.minus(SiteSet::of(king));
        }
        if !left.promoting.is_empty() {
            others.promoting(listener);
            left.promoting = SiteSet::EMPTY;
        }
        left
    }

    /// Where a lone king may step, and where he may capture, whatever that does.
    #[inline(always)]
    fn steps_of_king(&self, kind: KindId, king: Site) -> SiteSet<W> {
        let (tables, state, them) = (self.tables, self.state, self.state.side.other());
        let occupied = self.own | self.enemies;
        let lifted = occupied.minus(SiteSet::of(king));
        let (quiet, capture) = self.targets(tables.mover(state.side, kind, king));
        let mut steps = capture & self.capturable;
        for to in quiet.minus(occupied) {
            let bit = SiteSet::of(to);
            if !attacked(tables, state, them, to, lifted | bit, self.enemies) {
                steps |= bit;
            }
        }
        steps
    }

    /// Sorts the moves of `left`, and all that is no move of one piece.
    #[inline(never)]
    fn sort(self, left: Remaining<W>, sorting: &mut Sorting<'_, '_, W>) {
        self.remaining_moves(left, sorting);
    }
}
