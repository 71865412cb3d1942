//! Batches: moves that share mover and kind of effect, and who hears of them.
//!
//! Owns: [`MoveSet`], [`MoveKind`], [`PackedMoves`] (a batch taken apart), [`MoveSink`] and the listeners that
//! count or collect. Invariant: a batch's region is never empty.

use crate::engine::make::Displacement;
use crate::engine::state::{PackedMove, State};
use crate::model::position::{Actor, Choices};
use crate::paths::path::End;
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::piece_rows::SpecialMove;
use crate::tables::promotion::TargetsId;
use crate::tables::setwise::DoubleStep;
use crate::topology::sections::SectionId;
use crate::topology::site_set::{Site, SiteSet, Sites};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;

/// Moves with one kind of effect, of one piece or of a whole kind.
#[derive(Clone, Copy, Debug)]
pub struct MoveSet<const W: usize> {
    /// Kind of the mover.
    pub kind: KindId,
    /// Where it stands; says nothing where the act names its movers by distance.
    pub from: Site,
    /// What it does.
    pub act: MoveKind,
    /// Destinations; for [`MoveKind::Rifle`], victims. Never empty.
    pub region: SiteSet<W>,
    /// To how many kinds every destination promotes; 0 if it is no promotion.
    pub choices: u8,
    /// Which those are, as far as they are left.
    pub targets: TargetsId,
}

impl<const W: usize> MoveSet<W> {
    /// Where the piece stands that goes to `end`, a cell of the region; nothing if it comes from the hand, or if no piece goes.
    pub fn start_of(&self, tables: &Tables<W>, end: Site) -> Option<Site> {
        match self.act {
            MoveKind::Shift(delta) | MoveKind::Jump { delta, .. } => Some(moved(end, -delta)),
            MoveKind::Push(number) => Some(moved(end, -tables.pushes[number as usize].shift.delta)),
            MoveKind::Displace
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Rifle => Some(self.from),
            MoveKind::Drop | MoveKind::Pass | MoveKind::Section(_) => None,
        }
    }

    /// The moves as displacements, if they are that, in a game that keeps nothing of what they capture.
    #[inline(always)]
    pub fn displacements(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
    ) -> Option<impl Iterator<Item = Displacement> + use<W>> {
        let &MoveSet { kind, from, region, .. } = self;
        let keeps = tables.keeps_captured() && region.meets(state.by_side[state.side.other()]);
        let (delta, passed) = match self.act {
            MoveKind::Displace => (None, None),
            MoveKind::Shift(delta) => (Some(delta), None),
            MoveKind::Push(number) => {
                let push = &tables.pushes[number as usize];
                if !push.further.is_empty() {
                    return None;
                }
                (Some(push.shift.delta), Some(push.passed))
            }
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Drop
            | MoveKind::Pass
            | MoveKind::Section(_) => return None,
        };
        let displacement = move |to: Site| {
            let from = delta.map_or(from, |delta: i16| moved(to, -delta));
            Displacement { kind, from, to, passed: passed.map(|delta| moved(from, delta)) }
        };
        (self.choices == 0 && !keeps).then(|| region.into_iter().map(displacement))
    }
}

/// What a batch does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Goes to a cell of the region, capturing what stands there.
    Displace,
    /// Captures a piece of the region without moving.
    Rifle,
    /// The special of this index.
    Special(u32),
    /// Every piece of the kind that stands this far before a cell of the region goes there.
    Shift(i16),
    /// The same along the push of this number.
    Push(u32),
    /// The same, capturing what stands so far behind the start.
    Jump {
        /// Index of the destination less index of the start.
        delta: i16,
        /// Index of what is captured less index of the start.
        over: i16,
    },
    /// En passant, capturing the piece on this cell.
    Passant(Site),
    /// The castling option of this index.
    Castle(u32),
    /// A piece comes from the hand.
    Drop,
    /// The step is left out; the region names nothing.
    Pass,
    /// This section moves; the region is the numbers of its places.
    Section(SectionId),
}

/// Hears batches.
pub trait MoveSink<const W: usize> {
    /// Hears a batch, or one whose region is empty, which says nothing.
    fn add(&mut self, batch: MoveSet<W>);
}

/// Counts moves: bits of the region times promotion choices.
#[derive(Default)]
pub struct Counter {
    /// So far.
    pub count: u64,
}

impl<const W: usize> MoveSink<W> for Counter {
    #[inline(always)]
    fn add(&mut self, batch: MoveSet<W>) {
        self.count += u64::from(batch.region.count()) * u64::from(batch.choices.max(1));
    }
}

impl<const W: usize> MoveSink<W> for Vec<MoveSet<W>> {
    #[inline(always)]
    fn add(&mut self, batch: MoveSet<W>) {
        if !batch.region.is_empty() {
            self.push(batch);
        }
    }
}

/// The steps of a batch, in order of destination, then promotion. Borrows no position, so that each
/// step can be made before the next is asked for.
pub struct PackedMoves<'a, const W: usize> {
    tables: &'a Tables<W>,
    act: MoveKind,
    region: Sites<W>,
    foes: SiteSet<W>,
    /// What all steps share.
    plain: PackedMove<W>,
    /// Kinds that the destination at hand is still to be promoted to.
    choices: &'a [KindId],
    promotes: bool,
    targets: TargetsId,
    /// Which kinds are left to promote to.
    left: KindSet,
    pushes: &'a [DoubleStep<W>],
    to: Site,
}

/// The site `delta` indices on.
#[inline(always)]
fn moved(site: Site, delta: i16) -> Site {
    Site::from_index((site.index() as i16 + delta) as usize)
}

impl<'a, const W: usize> PackedMoves<'a, W> {
    /// The steps of `batch`, which was generated from `state`.
    #[inline(always)]
    pub fn new(whole: &'a Tables<W>, state: &State<W>, batch: &MoveSet<W>) -> Self {
        let tables = whole.at(state);
        let mut plain = PackedMove {
            kind: batch.kind,
            from: batch.from,
            to: batch.from,
            captured: SiteSet::EMPTY,
            partner: None,
            promotion: None,
            ep_squares: SiteSet::EMPTY,
            choices: Choices::NONE,
            actor: match batch.act {
                MoveKind::Drop => Actor::Hand(batch.kind),
                // Each step says to which place.
                MoveKind::Section(section) => Actor::Section(section, 0),
                MoveKind::Pass => Actor::Nobody,
                MoveKind::Displace
                | MoveKind::Rifle
                | MoveKind::Special(_)
                | MoveKind::Shift(_)
                | MoveKind::Push(_)
                | MoveKind::Jump { .. }
                | MoveKind::Passant(_)
                | MoveKind::Castle(_) => Actor::Piece,
            },
        };
        match batch.act {
            MoveKind::Drop
            | MoveKind::Pass
            | MoveKind::Section(_)
            | MoveKind::Displace
            | MoveKind::Rifle
            | MoveKind::Shift(_)
            | MoveKind::Push(_)
            | MoveKind::Jump { .. } => {}
            MoveKind::Passant(victim) => plain.captured = SiteSet::of(victim),
            MoveKind::Special(index) => {
                let special = &tables.specials[index as usize];
                plain.captured = special_captures(special, state);
                plain.ep_squares = special.passed;
                plain.partner = special.shifted;
            }
            MoveKind::Castle(index) => {
                plain.partner = Some(tables.castles[state.side][index as usize].partner);
            }
        }
        PackedMoves {
            tables,
            act: batch.act,
            region: batch.region.into_iter(),
            foes: state.by_side[state.side.other()],
            plain,
            choices: &[],
            promotes: batch.choices > 0,
            targets: batch.targets,
            left: match batch.choices {
                0 => KindSet::ALL,
                _ => state.promotions_left(tables, state.side, batch.targets),
            },
            pushes: &tables.pushes,
            to: batch.from,
        }
    }
}

impl<const W: usize> Iterator for PackedMoves<'_, W> {
    type Item = PackedMove<W>;

    #[inline(always)]
    fn next(&mut self) -> Option<PackedMove<W>> {
        let mut promotion = None;
        if self.promotes {
            while promotion.is_none() {
                if self.choices.is_empty() {
                    self.to = self.region.next()?;
                    self.choices = &self.tables.targets.of(self.targets).kinds;
                }
                let (first, rest) = self.choices.split_first()?;
                self.choices = rest;
                let is_left = self.left.has(*first);
                promotion = is_left.then_some(*first);
            }
        } else {
            self.to = self.region.next()?;
        }
        let plain = PackedMove { promotion, ..self.plain };
        let to = self.to;
        Some(match self.act {
            MoveKind::Drop => PackedMove { from: to, to, ..plain },
            MoveKind::Section(section) => PackedMove {
                to: plain.from,
                actor: Actor::Section(section, to.index() as u8),
                ..plain
            },
            MoveKind::Displace => {
                // A neutral piece that promotes where it stands is one of the foes.
                let foes = self.foes.minus(SiteSet::of(plain.from));
                PackedMove { to, captured: SiteSet::of(to) & foes, ..plain }
            }
            MoveKind::Rifle => PackedMove { captured: SiteSet::of(to), ..plain },
            MoveKind::Shift(delta) => PackedMove {
                from: moved(to, -delta),
                to,
                captured: SiteSet::of(to) & self.foes,
                ..plain
            },
            MoveKind::Jump { delta, over } => {
                let from = moved(to, -delta);
                PackedMove { from, to, captured: SiteSet::of(moved(from, over)), ..plain }
            }
            MoveKind::Push(index) => {
                let push = self.pushes.get(index as usize)?;
                let from = moved(to, -push.shift.delta);
                let passed = push.trace().map(|d| moved(from, d)).collect();
                PackedMove { from, to, ep_squares: passed, ..plain }
            }
            MoveKind::Passant(_) | MoveKind::Special(_) | MoveKind::Castle(_) | MoveKind::Pass => {
                PackedMove { to, ..plain }
            }
        })
    }
}

/// Everything a special captures in `state`, where it can go.
#[inline(always)]
pub fn special_captures<const W: usize>(special: &SpecialMove<W>, state: &State<W>) -> SiteSet<W> {
    let last = match special.end {
        End::Quiet => None,
        End::Capture => Some(special.to),
        End::Passant => state.ep_victim(special.to),
        End::Explicit => special.passant.and_then(|cell| state.ep_victim(cell)),
    };
    last.map_or(special.captured, |site| special.captured | SiteSet::of(site))
}
