//! Cells next to a move: behind its start, beyond its end, and above or below on other layers.
//!
//! Predicates and effects use them. Tables that the game does not need are empty.

use crate::model::board_model::BoardModel;
use crate::topology::line::{Fan, Ray};
use crate::topology::site_set::Site;
use alfil_diagnostics::index::Id;
use alfil_rules::effect::Deed;
use alfil_rules::question::Anchor;
use alfil_rules::side::{BySide, Side};

/// The cells next to moves. Empty if the game does not need them.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// By start and end of a move along a straight line, the cell behind the start and the cell
    /// beyond the end.
    ends: Vec<Vec<(Option<Site>, Option<Site>)>>,
    /// By cell and side, the cells above and below.
    upright: Vec<BySide<[Option<Site>; 2]>>,
    /// By start and end, the ray from start through end. Empty unless an effect moves pieces along
    /// lines.
    rays: Vec<Vec<Ray>>,
}

impl Lines {
    /// The tables of a game.
    pub(crate) fn new(arena: &BoardModel) -> Lines {
        let rules = &arena.rules;
        let is_line = |anchor| matches!(anchor, Anchor::Behind | Anchor::Beyond);
        let questions = rules.sentences().filter_map(|(question, _)| question);
        let mut questions = questions.map(|question| question.names_anchor(&is_line));
        let named = questions.any(|names| names)
            || rules.effects.iter().any(|effect| effect.names_anchor(&is_line));
        let sites = || arena.graph.sites();
        let of = |from| {
            let fan = Fan::new(&arena.graph, from);
            sites().map(|to| fan.ends(to).unwrap_or((None, None))).collect()
        };
        let ends: Vec<Vec<_>> = if named { sites().map(of).collect() } else { Vec::new() };
        let upright = |site| BySide::of(arena.rules.sides, |side| arena.graph.upright(site, side));
        let upright: Vec<BySide<[Option<Site>; 2]>> = match arena.graph.lattice().layers() {
            1 => Vec::new(),
            _ => sites().map(upright).collect(),
        };
        let along = |action: &Deed| matches!(action, Deed::GoesAlong(..));
        let actions = rules.effects.iter().flat_map(|effect| &effect.deeds);
        let ray = |from| {
            let fan = Fan::new(&arena.graph, from);
            sites().map(|to| fan.ray(to)).collect()
        };
        let rays =
            if actions.into_iter().any(along) { sites().map(ray).collect() } else { Vec::new() };
        Lines { ends, upright, rays }
    }

    /// Returns the cells above and below a cell, from the view of `side`.
    pub(crate) fn upright(&self, site: Site, side: Side) -> [Option<Site>; 2] {
        self.upright.get(site.index()).map_or([None, None], |of| of[side])
    }

    /// Returns the ray from one cell through another. `None` unless effects move pieces along
    /// lines.
    pub(crate) fn ray(&self, from: Site, to: Site) -> Option<&Ray> {
        self.rays.get(from.index())?.get(to.index())
    }

    /// Returns the cell behind the start and the cell beyond the end of a move along a straight
    /// line.
    pub(crate) fn of(&self, from: Site, to: Site) -> (Option<Site>, Option<Site>) {
        let of = self.ends.get(from.index());
        of.and_then(|ends| ends.get(to.index())).copied().unwrap_or((None, None))
    }
}
