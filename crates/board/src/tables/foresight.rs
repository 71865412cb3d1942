//! What the moves of a side ask of the board, for a king who has to foresee two of them.
//!
//! Owns: [`Foresight`]. Takes an arena. Gives: what `board/engine/foreseen.rs` looks up. Invariant: every move of a piece from cell to
//! cell is one of its ways, whatever stands where; castling apart.

use crate::model::board_model::BoardModel;
use crate::paths::path::Tracer;
use crate::paths::terrain::Piece;
use crate::tables::capture_paths::CapturePath;
use crate::tables::move_tables::{Safety, Tables};
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Movement, Term};
use alfil_rules::side::{BySide, Side};
use alfil_rules::turn::KingSafety;

/// The moves of both sides, in a game whose kings look at whole turns of the enemy.
#[derive(Clone, Debug)]
pub struct Foresight<const W: usize> {
    /// By side, kind and cell.
    ways: BySide<Vec<Vec<Vec<Way<W>>>>>,
    /// By side and kind, what a piece may be behind its move, and where.
    faces: BySide<Vec<Vec<Face<W>>>>,
}

/// A way of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Way<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// The cells that are others behind it, but for its start.
    pub changed: SiteSet<W>,
    /// Every cell of which it asks something, those among them.
    pub asked: SiteSet<W>,
}

/// What a piece may be behind its move.
#[derive(Clone, Copy, Debug)]
pub struct Face<const W: usize> {
    /// Of which kind.
    pub kind: KindId,
    /// Where.
    pub cells: SiteSet<W>,
}

impl<const W: usize> Foresight<W> {
    fn new(arena: &BoardModel) -> Foresight<W> {
        let kinds = || arena.rules.kinds.enumerate();
        let faces = |side, of: KindId| {
            let rules = arena.rules.kinds[of].promotions.iter().enumerate();
            let promoted = rules.flat_map(|(number, rule)| {
                let cells = arena.promotion_cells[side][of][number].resize();
                rule.to.iter().map(move |&kind| Face { kind, cells })
            });
            let itself = Face { kind: of, cells: SiteSet([u64::MAX; W]) };
            std::iter::once(itself).chain(promoted).collect()
        };
        Foresight {
            ways: BySide::from_fn(|side| {
                kinds().map(|(kind, of)| ways(arena, &of.moves, Piece { side, kind })).collect()
            }),
            faces: BySide::from_fn(|side| kinds().map(|(kind, _)| faces(side, kind)).collect()),
        }
    }

    /// The ways of the piece of `side` and `kind` that stands on `from`.
    pub fn ways(&self, side: Side, kind: KindId, from: Site) -> &[Way<W>] {
        &self.ways[side][kind.index()][from.index()]
    }

    /// What a piece of `side` and `kind` may be behind its move.
    pub fn faces(&self, side: Side, kind: KindId) -> &[Face<W>] {
        &self.faces[side][kind.index()]
    }
}

fn ways<const W: usize>(arena: &BoardModel, moves: &Movement, piece: Piece) -> Vec<Vec<Way<W>>> {
    let terrain = arena.terrain();
    let mut terms: Vec<Tracer<'_, W>> =
        moves.terms.iter().map(|term| Tracer::new(terrain, term)).collect();
    let of = |take: CapturePath<W>| {
        let shifted = take.shifted.into_iter().flat_map(|(from, to)| [from, to]);
        let moved: SiteSet<W> = shifted.chain([take.to]).collect();
        let changed = moved | take.captured;
        let before = take.way.passant.map_or(SiteSet::EMPTY, |p| p.empty | p.occupied);
        let passed = take.passant.map_or(SiteSet::EMPTY, SiteSet::of);
        let asked = changed | take.way.needs.cells() | before | passed;
        Way { to: take.to, changed, asked }
    };
    let mut from = |site| -> Vec<Way<W>> {
        let mut all = Vec::new();
        for term in &mut terms {
            let paths = term.allowed(site, piece, &Condition::Always);
            all.extend(paths.map(|path| of(CapturePath::of(path))));
        }
        all
    };
    arena.graph.sites().map(&mut from).collect()
}

impl<const W: usize> Tables<W> {
    /// Lets kings foresee turns of two moves, in a game where nothing but those moves bears on their safety: attacks are leaps and
    /// slides, and nothing is asked of moves.
    pub(super) fn foresee(&mut self, arena: &BoardModel) {
        let rules = &arena.rules;
        let passes = Side::BOTH.iter().any(|&side| !self.attacks[side].passing.is_empty());
        let lent = rules.kinds.iter().any(|kind| kind.moves.terms.iter().any(Term::relays));
        let moves_alone = self.predicates.is_none()
            && self.pending_promotion.is_none()
            && self.transparent.is_none()
            && self.pocket.is_none()
            && self.neutrals.is_none()
            && self.unowned.is_empty()
            && self.sections.is_empty()
            && self.crowned.count() == 0;
        let Some(turn) = &mut self.turn else { return };
        let twice = turn.turn.series.0.iter().any(|series| series.steps.len() == 2);
        // What a step leaves out, another may do.
        let free = !turn.turn.restricts();
        let foresees = turn.turn.safety == KingSafety::EndOfTurn && twice && free;
        if foresees && moves_alone && self.safety == Safety::Pins && !passes && !lent {
            turn.foresight = Some(Foresight::new(arena));
        }
    }
}
