//! Rolls of dice and draws from bags. The results must agree with `reference/draw.rs`.

use crate::engine::effects::outcome::EffectOutcome;
use crate::engine::journal::Journal;
use crate::engine::state::{PackedMove, State};
use crate::paths::terrain::Piece;
use crate::tables::draws::DrawTable;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, FaceId};
use alfil_rules::side::Whose;
use alfil_topology::site_set::{Site, SiteSet};

impl<const W: usize> State<W> {
    /// The pieces of which the next draw turns up the first.
    fn face_down(&self, tables: &Tables<W>, draw: &DrawTable) -> SiteSet<W> {
        let kinds = draw.draw.turns_up.iter();
        let all = kinds.fold(SiteSet::EMPTY, |all, &kind| all | self.of_kind(kind));
        match draw.draw.whose {
            Whose::Any => all,
            whose @ (Whose::Own | Whose::Enemy | Whose::Ally) => {
                let sides = tables.sides.of(whose, self.side).into_iter();
                all & sides.fold(SiteSet::EMPTY, |all, side| all | self.by_side[side])
            }
        }
    }

    /// The cell of the piece that the next draw turns up, or the first cell if the step turns up
    /// nothing. `None` if there is no such piece, so that nothing can be drawn.
    pub(crate) fn turned_up(&self, tables: &Tables<W>, draw: &DrawTable) -> Option<Site> {
        if draw.draw.turns_up.is_empty() {
            Some(Site::from_index(0))
        } else {
            self.face_down(tables, draw).into_iter().next()
        }
    }

    /// The outcomes of `die` in a step with this `draw`, as sites with their indices.
    pub(crate) fn outcomes(&self, tables: &Tables<W>, die: DieId, draw: &DrawTable) -> SiteSet<W> {
        let bags = &tables.bags;
        let value = (die, &bags.dice[die]);
        let faces = self.drawn.outcomes(bags.slots, value, &draw.draw, (tables.sides, self.side));
        let faces = bags.dice[die].ids().filter(|&face| faces.has(face));
        faces.map(|face| Site::from_index(face.index())).collect()
    }

    /// The number of tickets of an outcome of the next roll.
    pub(crate) fn tickets(&self, tables: &Tables<W>, die: DieId, face: FaceId) -> u32 {
        self.drawn.left(tables.bags.slots, (die, &tables.bags.dice[die]), face)
    }

    /// Turns up the piece that `step` names, a draw that was just made in a step of the turn with
    /// this `draw`. `None` if the step turns up nothing.
    pub(crate) fn turn_up(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        (die, face): (DieId, FaceId),
        draw: &DrawTable,
    ) -> Option<EffectOutcome<W>> {
        let value = &tables.bags.dice[die].faces[face.index()];
        let (false, Some(kind), Some(piece)) =
            (draw.draw.turns_up.is_empty(), value.kind, self.piece(step.to))
        else {
            return None;
        };
        let unowned = tables.unowned.contains(&piece.kind) || tables.is_neutral(piece.kind);
        let side = if unowned { self.side } else { piece.side };
        let mut journal = Journal::default();
        journal.take(tables, self, step.to, piece);
        let side = value.side.unwrap_or(side);
        journal.put(tables, self, step.to, Piece { kind, side });
        let here = tables.at(self);
        self.info.rights &= !here.rights_at[step.to];
        let site = SiteSet::<W>::of(step.to);
        self.memory.never_moved = self.memory.never_moved.minus(site.resize());
        for cell in self.info.passed {
            if self.passer(cell) == step.to {
                self.info.passed = self.info.passed.minus(SiteSet::of(cell));
            }
        }
        if !tables.unowned.is_empty() {
            self.assign_unowned(&tables.unowned);
        }
        if tables.pending_promotion.is_some() {
            journal.promote_waiting(tables, self);
        }
        Some(EffectOutcome::promoted(journal))
    }
}
