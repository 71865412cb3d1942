//! Move sets and the sinks that receive them. The moves of a set have the same mover, or movers of
//! the same kind. They change the position in the same way.
//!
//! The region of a move set is never empty, except for a set that is passed to `MoveSink::add`.
//! [`PackedMoves`] iterates over the single moves of a set.

use crate::engine::make::Displacement;
use crate::engine::state::{PackedMove, State};
use crate::model::position::{Actor, Choices};
use crate::paths::path::End;
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::piece_rows::{DoubleStep, SpecialMove};
use crate::tables::promotion::TargetsId;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, FaceId};
use alfil_rules::ids::KindId;
use alfil_topology::sections::SectionId;
use alfil_topology::site_set::{Site, SiteSet, Sites};

/// Moves that change the position in the same way, of one piece or of all pieces of a kind.
#[derive(Clone, Copy, Debug)]
pub struct MoveSet<const W: usize> {
    /// Kind of the mover.
    pub(crate) kind: KindId,
    /// Site of the mover. Not used if `act` gives the distance between start and destination.
    pub(crate) from: Site,
    /// How the moves change the position.
    pub(crate) act: MoveKind,
    /// Destinations. For [`MoveKind::Rifle`], the cells of the captured pieces. Never empty.
    pub(crate) region: SiteSet<W>,
    /// The number of available kinds to which a move may promote; 0 if the moves do not promote.
    pub(crate) choices: u8,
    /// The list of the kinds to which a move may promote. Some of them may be unavailable now.
    pub(crate) targets: TargetsId,
}

impl<const W: usize> MoveSet<W> {
    /// The moves as displacements, for the fast path [`State::make_simple`]. `None` if that path
    /// cannot make them: moves of another form, promotions, and captures in a game that keeps
    /// captured pieces.
    #[inline(always)]
    pub fn displacements(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
    ) -> Option<impl Iterator<Item = Displacement> + use<W>> {
        let &MoveSet { kind, from, region, .. } = self;
        let keeps_captured =
            tables.keeps_captured() && region.meets(state.foes(tables, state.side));
        let (delta, passed) = match self.act {
            MoveKind::Displace => (None, None),
            MoveKind::Shift(delta) => (Some(delta), None),
            MoveKind::Push(number) => {
                let push = &tables.moves.pushes[number as usize];
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
            | MoveKind::Roll(_)
            | MoveKind::Pass
            | MoveKind::Section(_) => return None,
        };
        let displacement = move |to: Site| {
            let from = delta.map_or(from, |delta: i16| moved(to, -delta));
            Displacement { kind, from, to, passed: passed.map(|delta| moved(from, delta)) }
        };
        (self.choices == 0 && !keeps_captured).then(|| region.into_iter().map(displacement))
    }
}

/// How the moves of a set change the position. "The region" is `MoveSet::region`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveKind {
    /// Moves the piece on `from` to a cell of the region, and captures the piece there, if any.
    Displace,
    /// Captures a piece of the region; the mover stays on its cell.
    Rifle,
    /// Makes the special move with this index.
    Special(u32),
    /// Moves pieces of the kind to the cells of the region. The number is the index of the
    /// destination minus the index of the start. It is the same for all moves of the set.
    Shift(i16),
    /// Moves pieces like `Shift`, and leaves en passant squares. The number is an index in
    /// `Tables::pushes`, which contains the distance.
    Push(u32),
    /// Moves pieces like `Shift`, and captures a piece on the way.
    Jump {
        /// Index of the destination minus index of the start.
        delta: i16,
        /// Index of the captured piece minus index of the start.
        over: i16,
    },
    /// Captures the piece on this site en passant.
    Passant(Site),
    /// Castles by the option with this index.
    Castle(u32),
    /// Drops a piece from the hand.
    Drop,
    /// Rolls this die. The region contains the indices of the outcomes.
    Roll(DieId),
    /// Skips the step. The region is one arbitrary bit.
    Pass,
    /// Moves this section. The region contains the indices of the places to which it may move.
    Section(SectionId),
}

impl MoveKind {
    /// The actor of moves of pieces on the board and of passes. `None` for drops, rolls and moves of
    /// sections, whose actors also contain a kind or a place.
    pub(crate) fn actor(self) -> Option<Actor> {
        match self {
            MoveKind::Displace
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Shift(_)
            | MoveKind::Push(_)
            | MoveKind::Jump { .. }
            | MoveKind::Passant(_)
            | MoveKind::Castle(_) => Some(Actor::Piece),
            MoveKind::Pass => Some(Actor::Nobody),
            MoveKind::Drop | MoveKind::Roll(_) | MoveKind::Section(_) => None,
        }
    }
}

/// Receives move sets.
pub(crate) trait MoveSink<const W: usize> {
    /// Receives a move set. A set with an empty region is ignored.
    fn add(&mut self, batch: MoveSet<W>);
}

/// Counts moves: the cells of the region times the promotion choices.
#[derive(Default)]
pub(crate) struct Counter {
    /// The count so far.
    pub(crate) count: u64,
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

/// Iterates over the moves of a set, by destination and then by promotion. It does not borrow the
/// position, so a caller may make one move before it requests the next.
pub struct PackedMoves<'a, const W: usize> {
    tables: &'a Tables<W>,
    act: MoveKind,
    region: Sites<W>,
    foes: SiteSet<W>,
    /// The values that all moves of the set share.
    plain: PackedMove<W>,
    /// The kinds to which the next moves to the current destination promote.
    choices: &'a [KindId],
    promotes: bool,
    targets: TargetsId,
    /// The kinds that are available for promotion.
    left: KindSet,
    pushes: &'a [DoubleStep<W>],
    to: Site,
}

/// The site whose index is `delta` higher.
#[inline(always)]
fn moved(site: Site, delta: i16) -> Site {
    Site::from_index((site.index() as i16 + delta) as usize)
}

impl<'a, const W: usize> PackedMoves<'a, W> {
    /// The moves of `batch`, which must be a set of moves of `state`.
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
                // The place 0 is provisional. `next` replaces it by the place of each move.
                MoveKind::Section(section) => Actor::Section(section, 0),
                // The outcome 0 is provisional, too.
                MoveKind::Roll(die) => Actor::Die(die, FaceId::from_index(0)),
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
            | MoveKind::Roll(_)
            | MoveKind::Pass
            | MoveKind::Section(_)
            | MoveKind::Displace
            | MoveKind::Rifle
            | MoveKind::Shift(_)
            | MoveKind::Push(_)
            | MoveKind::Jump { .. } => {}
            MoveKind::Passant(victim) => plain.captured = SiteSet::of(victim),
            MoveKind::Special(index) => {
                let special = &tables.moves.specials[index as usize];
                plain.captured = special_captures(special, state);
                plain.ep_squares = special.passed;
                plain.partner = special.shifted;
            }
            MoveKind::Castle(index) => {
                plain.partner = Some(tables.moves.castles[state.side][index as usize].partner);
            }
        }
        PackedMoves {
            tables,
            act: batch.act,
            region: batch.region.into_iter(),
            foes: state.foes(tables, state.side),
            plain,
            choices: &[],
            promotes: batch.choices > 0,
            targets: batch.targets,
            left: match batch.choices {
                0 => KindSet::ALL,
                _ => state.promotions_left(tables, state.side, batch.targets),
            },
            pushes: &tables.moves.pushes,
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
                    self.choices = &self.tables.moves.targets.of(self.targets).kinds;
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
            MoveKind::Roll(die) => PackedMove {
                to: plain.from,
                actor: Actor::Die(die, FaceId::from_index(to.index())),
                ..plain
            },
            MoveKind::Displace => {
                // The start of a neutral piece is in the bitboards of both sides. A neutral piece
                // that promotes without moving must not capture itself.
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

/// All pieces that the special move captures in `state`, provided that the move is possible.
#[inline(always)]
pub(crate) fn special_captures<const W: usize>(
    special: &SpecialMove<W>,
    state: &State<W>,
) -> SiteSet<W> {
    let last = match special.end {
        End::Quiet => None,
        End::Capture => Some(special.to),
        End::Passant => state.ep_victim(special.to),
        End::Explicit => special.passant.and_then(|cell| state.ep_victim(cell)),
    };
    last.map_or(special.captured, |site| special.captured | SiteSet::of(site))
}
