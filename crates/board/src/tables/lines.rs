//! Cells next to a move: straight behind its start, straight beyond its end, and above or below on other layers.
//!
//! Predicates and effects use them. Tables that the game does not need are empty.

use crate::model::board_model::BoardModel;
use crate::topology::line::{Fan, Ray};
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::effect::Deed;
use alfil_rules::question::Anchor;
use alfil_rules::side::{BySide, Side};

/// The cells next to moves; empty if the game does not need them.
#[derive(Clone, Debug)]
pub struct Lines<const W: usize> {
    /// By start and end of a move in line, the next cells behind and beyond.
    ends: Vec<Vec<(Option<Site>, Option<Site>)>>,
    /// By start, the step from each end to the cell beyond.
    beyond: Vec<Steps<W>>,
    /// By cell and side, the cells above and below.
    upright: Vec<BySide<[Option<Site>; 2]>>,
    /// By side, the steps from all cells to the cells above and to those below.
    rising: BySide<[Steps<W>; 2]>,
    /// By start and end, the ray from start through end; empty unless an effect moves pieces along lines.
    rays: Vec<Vec<Ray>>,
}

/// A map from cells to cells, grouped by difference of site indices, so that whole sets are mapped by shifts.
#[derive(Clone, Default, Debug)]
pub struct Steps<const W: usize>(Vec<(i16, SiteSet<W>)>);

impl<const W: usize> FromIterator<(Site, Site)> for Steps<W> {
    fn from_iter<I: IntoIterator<Item = (Site, Site)>>(pairs: I) -> Self {
        let mut steps: Vec<(i16, SiteSet<W>)> = Vec::new();
        for (from, to) in pairs {
            let delta = to.index() as i16 - from.index() as i16;
            match steps.iter_mut().find(|(known, _)| *known == delta) {
                Some((_, sources)) => sources.insert(from),
                None => steps.push((delta, SiteSet::of(from))),
            }
        }
        Steps(steps)
    }
}

impl<const W: usize> Steps<W> {
    /// The cells that are mapped to one of `cells`.
    pub fn to(&self, cells: SiteSet<W>) -> SiteSet<W> {
        let from = |&(delta, sources): &(i16, SiteSet<W>)| cells.shifted(-delta) & sources;
        self.0.iter().map(from).fold(SiteSet::EMPTY, |all, sources| all | sources)
    }
}

impl<const W: usize> Lines<W> {
    /// The tables of a game.
    pub fn new(arena: &BoardModel) -> Lines<W> {
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
        let beyond = |of: &Vec<(Option<Site>, Option<Site>)>| {
            sites().zip(of).filter_map(|(to, &(_, beyond))| Some((to, beyond?))).collect()
        };
        let upright = |site| Side::BOTH.map(|side| arena.graph.upright(site, side));
        let upright: Vec<BySide<[Option<Site>; 2]>> = match arena.graph.lattice().layers() {
            1 => Vec::new(),
            _ => sites().map(|site| BySide(upright(site))).collect(),
        };
        let rising = |side, way: usize| {
            let next =
                |(from, of): (Site, &BySide<[Option<Site>; 2]>)| Some((from, of[side][way]?));
            sites().zip(&upright).filter_map(next).collect()
        };
        let along = |action: &Deed| matches!(action, Deed::GoesAlong(..));
        let actions = rules.effects.iter().flat_map(|effect| &effect.deeds);
        let ray = |from| {
            let fan = Fan::new(&arena.graph, from);
            sites().map(|to| fan.ray(to)).collect()
        };
        let rays =
            if actions.into_iter().any(along) { sites().map(ray).collect() } else { Vec::new() };
        Lines {
            beyond: ends.iter().map(beyond).collect(),
            ends,
            rising: BySide::from_fn(|side| [rising(side, 0), rising(side, 1)]),
            upright,
            rays,
        }
    }

    /// The cells above and below a cell, from the view of `side`.
    pub fn upright(&self, site: Site, side: Side) -> [Option<Site>; 2] {
        self.upright.get(site.index()).map_or([None, None], |of| of[side])
    }

    /// The steps from all cells to the cells above and to those below, from the view of `side`.
    pub fn rising(&self, side: Side) -> &[Steps<W>; 2] {
        &self.rising[side]
    }

    /// The ray from one cell through another; `None` unless effects move pieces along lines.
    pub fn ray(&self, from: Site, to: Site) -> Option<&Ray> {
        self.rays.get(from.index())?.get(to.index())
    }

    /// The cell straight behind the start of a move, and the cell straight beyond its end.
    pub fn of(&self, from: Site, to: Site) -> (Option<Site>, Option<Site>) {
        let of = self.ends.get(from.index());
        of.and_then(|ends| ends.get(to.index())).copied().unwrap_or((None, None))
    }

    /// The steps from ends of moves from `from` to the cells straight beyond.
    pub fn beyond(&self, from: Site) -> Option<&Steps<W>> {
        self.beyond.get(from.index())
    }
}
