//! Cells beside moves: behind and beyond them, above and below their ends.
//!
//! Owns: [`Lines`]. Takes an arena. Gives: what questions and effects look up. Invariant: a game of which nothing asks for such
//! cells has none of them.

use crate::model::board_model::BoardModel;
use crate::topology::line::{Fan, Ray};
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::effect::Deed;
use alfil_rules::question::Anchor;
use alfil_rules::side::{BySide, Side};

/// Cells beside moves; nothing if nothing asks.
#[derive(Clone, Debug)]
pub struct Lines<const W: usize> {
    /// By start and end of a move in line, the next cells behind and beyond.
    ends: Vec<Vec<(Option<Site>, Option<Site>)>>,
    /// By start, from each end to the cell beyond.
    beyond: Vec<Steps<W>>,
    /// By cell and side, those above and below it.
    upright: Vec<BySide<[Option<Site>; 2]>>,
    /// By side, from each cell to the one above, and to the one below.
    rising: BySide<[Steps<W>; 2]>,
    /// By two cells, the line that leads from the one to the other; nothing if nothing goes along lines.
    rays: Vec<Vec<Ray>>,
}

/// From each of some cells to another, by distance: the cells from which the other is so many indices on.
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
    /// The cells from which one of `cells` is reached.
    pub fn to(&self, cells: SiteSet<W>) -> SiteSet<W> {
        let from = |&(delta, sources): &(i16, SiteSet<W>)| cells.shifted(-delta) & sources;
        self.0.iter().map(from).fold(SiteSet::EMPTY, |all, sources| all | sources)
    }
}

impl<const W: usize> Lines<W> {
    /// Of a game, if something of it asks for them.
    pub fn new(arena: &BoardModel) -> Lines<W> {
        let rules = &arena.rules;
        let is_line = |anchor| matches!(anchor, Anchor::Behind | Anchor::Beyond);
        let asked = rules.sentences().filter_map(|(question, _)| question);
        let mut asked = asked.map(|question| question.names_anchor(&is_line));
        let named = asked.any(|names| names)
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
        let along = |deed: &Deed| matches!(deed, Deed::GoesAlong(..));
        let deeds = rules.effects.iter().flat_map(|effect| &effect.deeds);
        let ray = |from| {
            let fan = Fan::new(&arena.graph, from);
            sites().map(|to| fan.ray(to)).collect()
        };
        let rays =
            if deeds.into_iter().any(along) { sites().map(ray).collect() } else { Vec::new() };
        Lines {
            beyond: ends.iter().map(beyond).collect(),
            ends,
            rising: BySide::from_fn(|side| [rising(side, 0), rising(side, 1)]),
            upright,
            rays,
        }
    }

    /// The cells of the next layer above and of the next below, as `side` counts.
    pub fn upright(&self, site: Site, side: Side) -> [Option<Site>; 2] {
        self.upright.get(site.index()).map_or([None, None], |of| of[side])
    }

    /// From each cell to the one above and to the one below, as `side` counts.
    pub fn rising(&self, side: Side) -> &[Steps<W>; 2] {
        &self.rising[side]
    }

    /// The line from one cell to another, in a game where pieces go along lines.
    pub fn ray(&self, from: Site, to: Site) -> Option<&Ray> {
        self.rays.get(from.index())?.get(to.index())
    }

    /// The cell straight behind a move, and the one straight beyond it.
    pub fn of(&self, from: Site, to: Site) -> (Option<Site>, Option<Site>) {
        let of = self.ends.get(from.index());
        of.and_then(|ends| ends.get(to.index())).copied().unwrap_or((None, None))
    }

    /// From where moves from `from` end to the cell straight beyond.
    pub fn beyond(&self, from: Site) -> Option<&Steps<W>> {
        self.beyond.get(from.index())
    }
}
