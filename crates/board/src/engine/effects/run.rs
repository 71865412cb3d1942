//! Runs the effects of a move on a packed position.

use super::board::PackedBoard;
use super::outcome::{CaptureInfo, EffectOutcome, royal_pieces};
use crate::engine::state::{PackedMove, State};
use crate::interpret::effect::{Cause, EffectRun, Extract, Pause, Remaining};
use crate::model::royals::RoyalBalance;
use crate::tables::move_tables::Tables;
use alfil_rules::question::Lookahead;
use alfil_topology::site_set::SiteSet;
use smallvec::SmallVec;

/// Performs the effects of `step` with the choices in it. `after` is the position after the move.
/// After an error, `done` contains the changes so far.
pub(super) fn performed<const W: usize>(
    tables: &Tables<W>,
    capture_info: &CaptureInfo,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Lookahead>,
    done: &mut EffectOutcome<W>,
) -> Result<(), Pause<SiteSet<W>>> {
    let here = tables.at(after);
    let Some((predicates, effects)) = here.predicates.as_deref().zip(here.compiled_effects())
    else {
        return Ok(());
    };
    let side = capture_info.facts.side;
    let EffectOutcome { journal, costs_royal } = done;
    let board = PackedBoard { tables, predicates, effects, state: after, journal };
    let mut run = EffectRun::new(
        board,
        Cause {
            facts: &capture_info.facts,
            victims: capture_info.victims.clone(),
            partner: step.partner.map(|(from, _)| from),
            choices: step.choices,
        },
    );
    let royal = if effects.costs_royals { &effects.royal[..] } else { &[] };
    let had = royal.iter().map(|&(kind, _)| royal_pieces(run.board().state, side, kind));
    let had: SmallVec<[usize; 2]> = had.collect();
    let lines = predicates.effects.iter().map(|line| (line.level, &line.effect));
    // If the effects start safe, the generator has done what the first line demands.
    let extract = Extract { first: usize::from(effects.starts_safe), below };
    if let Err(stopped) = run.run(lines, extract, |_| {}) {
        return Err(match stopped.pause {
            Pause::Choose(mut options, mut remaining) => {
                options.inert &= stopped.line + 1 == predicates.effects.len();
                if stopped.line < effects.last_to_fail {
                    remaining = Remaining::Something;
                }
                Pause::Choose(options, remaining)
            }
            pause @ (Pause::Impossible(_) | Pause::Declined) => pause,
        });
    }
    let (board, spoils) = run.into_parts();
    // Enemy pieces that went to the hand do not count as royal pieces of the side.
    let mut balance = RoyalBalance::default();
    for (&(kind, royal), &had) in royal.iter().zip(&had) {
        let taken = spoils.iter().filter(|&&of| of == kind).count();
        let has = royal_pieces(board.state, side, kind).saturating_sub(taken);
        balance.add(royal, had, has);
    }
    *costs_royal = balance.is_loss();
    Ok(())
}
