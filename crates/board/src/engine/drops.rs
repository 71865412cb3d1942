//! Drops from the hand, as one region for each kind.
//!
//! The drops must agree with those of the reference executor. Both use the cells of
//! [`DropOption`](crate::model::hands::DropOption) and
//! [`BoardModel::promotions`](crate::model::board_model::BoardModel::promotions), and share no
//! other code.

use crate::engine::batch::{MoveKind, MoveSet, PackedMoves};
use crate::engine::generator::Legality;
use crate::engine::state::{PackedMove, State};
use crate::model::position::Actor;
use crate::tables::drops::{Drop, Drops, Pocket};
use crate::tables::move_tables::Tables;
use crate::tables::promotion::TargetLists;
use crate::tables::royals::Safety;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::{CHECKS, Lookahead};
use alfil_topology::site_set::{Site, SiteSet};

impl<const W: usize> Pocket<W> {
    /// Cells where the side to move may drop `kind` by the rule `drop`. The side must have the kind
    /// in hand. King safety and mates are not considered.
    #[inline(always)]
    fn region(&self, state: &State<W>, kind: KindId, drop: &Drop<W>) -> SiteSet<W> {
        let us = state.side;
        let mut region = drop.cells.minus(state.occupied());
        if drop.on_file | drop.on_shade | drop.on_board == 0 {
            return region;
        }
        let same_kind = state.of_kind(kind) & state.by_side[us];
        if drop.on_board > 0 && same_kind.count() >= u32::from(drop.on_board) {
            return SiteSet::EMPTY;
        }
        for (limit, lines) in [(drop.on_file, &self.files), (drop.on_shade, &self.shades)] {
            for site in same_kind {
                let there = lines[site.index()];
                if limit > 0 && (there & same_kind).count() >= u32::from(limit) {
                    region = region.minus(there);
                }
            }
        }
        region
    }
}

/// Emits all drops, as regions by kind. `check_mask` contains the cells that parry every check, if
/// these are known. Without it, drops onto `critical` cells are verified one by one. Forbidden
/// mates are removed only if legal moves are requested.
pub(crate) fn drops<const W: usize>(
    whole: &Tables<W>,
    state: &State<W>,
    (check_mask, critical, legality): (Option<SiteSet<W>>, SiteSet<W>, Legality),
    mut emit: impl FnMut(MoveSet<W>),
) {
    let tables = whole.at(state);
    let Some(pocket) = &tables.pocket else { return };
    let us = state.side;
    for drops in &pocket.drops[us] {
        let kind = drops.kind;
        if state.hands[us][kind] == 0 && !drops.endless {
            continue;
        }
        let may_mate = drops.may_mate || legality != Legality::Legal;
        // The rules of one kind are combined, so that each drop is emitted once.
        let (mut region, mut dead) = (SiteSet::EMPTY, SiteSet::EMPTY);
        for way in &drops.ways {
            region |= pocket.region(state, kind, way);
            dead |= way.dead;
        }
        // Drops have no start, so any site will do.
        let from = Site::from_index(0);
        let plain = MoveSet {
            kind,
            from,
            act: MoveKind::Drop,
            region: region.minus(dead),
            choices: 0,
            targets: TargetLists::NOTHING,
        };
        let legal = |batch: MoveSet<W>, becomes: KindId| {
            let royal = tables.royals.has(becomes);
            let mut region = match (check_mask, legality) {
                (_, Legality::Pseudo) => batch.region,
                (Some(check_mask), Legality::Legal | Legality::Reply) if !royal => {
                    batch.region & check_mask
                }
                (Some(_) | None, Legality::Legal | Legality::Reply) => {
                    let verified = if royal { batch.region } else { batch.region & critical };
                    let region = safe(whole, state, becomes, MoveSet { region: verified, ..batch });
                    batch.region.minus(verified) | region
                }
            };
            if !may_mate && !region.is_empty() {
                region = region.minus(mating(whole, state, becomes, MoveSet { region, ..batch }));
            }
            MoveSet { region, ..batch }
        };
        let promotion = &tables.promotion[us][kind.index()];
        if promotion.drops.is_empty() {
            emit(legal(plain, kind));
            continue;
        }
        let mut others = plain.region;
        for group in &promotion.drops {
            others = group.others(others, state.promotion_choices(tables, us, group.targets));
        }
        emit(legal(MoveSet { region: others, ..plain }, kind));
        for face in &promotion.faces {
            let (cells, targets) = (region & face.cells, face.targets);
            if state.promotion_choices(tables, us, targets) > 0 {
                emit(legal(MoveSet { region: cells, choices: 1, targets, ..plain }, face.kind));
            }
        }
    }
}

/// The destinations in `batch` where a drop leaves every royal piece safe. The dropped piece
/// becomes `becomes`, and must be safe too if this kind is royal.
fn safe<const W: usize>(
    whole: &Tables<W>,
    state: &State<W>,
    becomes: KindId,
    batch: MoveSet<W>,
) -> SiteSet<W> {
    let (us, tables, region) = (state.side, whole.at(state), batch.region);
    let royal = tables.royals.has(becomes);
    let (occupied, enemies) = (state.occupied(), state.by_side[us.other()]);
    let royals = state.royals(tables) & state.by_side[us];
    if royals.is_empty() && !royal {
        return region;
    }
    let is_safe = |to: &Site| {
        if tables.safety == Safety::Replay {
            let mut next = state.clone();
            let one = MoveSet { region: SiteSet::of(*to), ..batch };
            for step in PackedMoves::new(whole, state, &one) {
                next.make(whole, &step);
            }
            return !next.in_check(whole, us);
        }
        let bit = SiteSet::of(*to);
        let occupied_after = occupied | bit;
        let kings = if royal { royals | bit } else { royals };
        !kings
            .into_iter()
            .any(|king| state.attacked(tables, us.other(), king, occupied_after, enemies))
    };
    region.into_iter().filter(is_safe).collect()
}

/// The destinations in `batch` where a drop gives mate. The dropped piece becomes `becomes`.
fn mating<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    becomes: KindId,
    batch: MoveSet<W>,
) -> SiteSet<W> {
    let region = batch.region;
    let (us, them) = (state.side, state.side.other());
    let (whole, tables) = (tables, tables.at(state));
    let kings = state.royals(tables) & state.by_side[them];
    // If a kind only leaps, only the drops onto cells from which it leaps to a king give check.
    // This shortcut is wrong if the dropped piece can be a hurdle, or if the king is in check
    // already.
    let by_leaps = tables.safety == Safety::Pins && !state.in_check(tables, them);
    let mut checking = if by_leaps { SiteSet::EMPTY } else { region };
    for king in kings {
        match tables.attacks[us].only_leaps(becomes, king) {
            Some(sources) => checking |= sources,
            None => checking = region,
        }
    }
    let mut mating = SiteSet::EMPTY;
    for to in checking & region {
        let one = MoveSet { region: SiteSet::of(to), ..batch };
        if PackedMoves::new(tables, state, &one).any(|step| mates(whole, state, &step)) {
            mating.insert(to);
        }
    }
    mating
}

impl<const W: usize> State<W> {
    /// True if `step` is a drop that gives mate, but drops of its kind may not give mate.
    pub(crate) fn is_forbidden_mate(&self, tables: &Tables<W>, step: &PackedMove<W>) -> bool {
        let (Some(pocket), Actor::Hand(kind)) = (&tables.at(self).pocket, step.actor) else {
            return false;
        };
        let may_mate = |drops: &Drops<W>| drops.kind != kind || drops.may_mate;
        !pocket.drops[self.side].iter().all(may_mate) && mates(tables, self, step)
    }
}

fn mates<const W: usize>(tables: &Tables<W>, state: &State<W>, step: &PackedMove<W>) -> bool {
    let (us, mut next) = (state.side, state.clone());
    // Effects that depend on replies are ignored, as in all predicates about mate.
    next.advance_below(tables, step, Some(Lookahead::Replies));
    // If the other steps of this turn have no legal move, they are skipped.
    if next.side == us {
        next.normalize_turn(tables, true, Some(Lookahead::Replies));
    }
    next.side != us && next.threatened(tables, next.side) && !next.can_parry(tables, CHECKS)
}
