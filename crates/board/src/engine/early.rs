//! Moves within a turn behind which the mover's king surely gets through the turn.
//!
//! Owns: [`survived`]. Takes a position in a step that is not the last of its turn, and batches of its moves. Invariant: behind
//! each move that it names the turn can be ended with the royal pieces safe.
//!
//! A turn whose king is safe once a move is made needs no more to be looked through: either one of the later steps has a legal
//! move, which is one that ends safely, or none has, all of them are left out, and the king stands as safe as he did.

use crate::engine::batch::{MoveKind, MoveSet, MoveSink};
use crate::engine::safety::{CheckInfo, attacked, royals};
use crate::engine::state::State;
use crate::tables::move_tables::{Safety, Tables};
use crate::tables::turns::TurnTables;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::side::Side;
use alfil_rules::turn::Checks;

/// Those of `batches` behind which the turn surely ends well, and the others.
pub fn survived<const W: usize>(
    tables: &Tables<W>,
    turn: &TurnTables<W>,
    state: &State<W>,
    batches: Vec<MoveSet<W>>,
) -> (Vec<MoveSet<W>>, Vec<MoveSet<W>>) {
    let Some(king) = lone_king(tables, turn, state) else { return (Vec::new(), batches) };
    let us = state.side;
    let guard = CheckInfo::new(tables, state, king, state.by_side[us.other()]);
    let CheckInfo { check_mask, blockers: shields, .. } = guard;
    let (mut sure, mut others) = (Vec::with_capacity(batches.len()), Vec::new());
    for batch in batches {
        let safe = match batch.act {
            MoveKind::Displace if batch.from == king => {
                steps_of_king(tables, turn, state, &guard, &batch)
            }
            MoveKind::Displace if shields.has(batch.from) => SiteSet::EMPTY,
            MoveKind::Displace => batch.region & check_mask,
            // The king is no piece of kinds that move by sets.
            MoveKind::Shift(delta) => batch.region & check_mask.minus(shields.shifted(delta)),
            MoveKind::Push(number) => {
                let delta = tables.pushes[number as usize].shift.delta;
                batch.region & check_mask.minus(shields.shifted(delta))
            }
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Drop
            | MoveKind::Pass
            | MoveKind::Section(_) => SiteSet::EMPTY,
        };
        sure.add(MoveSet { region: safe, ..batch });
        others.add(MoveSet { region: batch.region.minus(safe), ..batch });
    }
    (sure, others)
}

/// The king of the side to move, if checks and pins alone tell whether he is safe, now and when his turn is over, and if the
/// enemy's turn behind this one is a single move.
fn lone_king<const W: usize>(
    tables: &Tables<W>,
    turn: &TurnTables<W>,
    state: &State<W>,
) -> Option<Site> {
    let us = state.side;
    let plain = tables.safety == Safety::Pins
        && tables.moves_alone()
        && tables.sections.is_empty()
        && tables.crowned.count() == 0
        && !tables.attacks_are_asked
        && Side::BOTH.iter().all(|&side| tables.attacks[side].passing.is_empty());
    let fits = turn.turn.checks != Checks::Forbidden
        && !turn.ends_after(state)
        && turn.length_of_next(state) == 1;
    let royals = royals(tables, state) & state.by_side[us];
    royals.first().filter(|_| plain && fits && royals.is_single())
}

/// Where the king may go: where he is safe, and wherever the next step lets him come back from to a cell that stays safe.
fn steps_of_king<const W: usize>(
    tables: &Tables<W>,
    turn: &TurnTables<W>,
    state: &State<W>,
    guard: &CheckInfo<W>,
    batch: &MoveSet<W>,
) -> SiteSet<W> {
    let (us, king) = (state.side, guard.king);
    let (occupied, foes) = (state.occupied(), state.by_side[us.other()]);
    let lifted = occupied.minus(SiteSet::of(king));
    let stays = !tables.facts[us][batch.kind].promotes && !batch.region.has(king);
    let unchecked = guard.check_mask == SiteSet([u64::MAX; W]);
    // What he captures may have stood between his cell and an attacker.
    let returns = match turn.starts_of_next(tables, state, batch.kind) {
        Some(from) if unchecked => from.minus(guard.blockers),
        Some(_) | None => SiteSet::EMPTY,
    };
    let comes_back = |to| returns.has(to) && tables.mover(us, batch.kind, to).quiet.has(king);
    let is_safe = |to| {
        let bit = SiteSet::of(to);
        !attacked(tables, state, us.other(), to, lifted | bit, foes.minus(bit))
    };
    let survives = |&to: &Site| stays && (comes_back(to) || is_safe(to));
    batch.region.into_iter().filter(survives).collect()
}
