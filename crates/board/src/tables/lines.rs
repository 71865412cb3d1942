//! Cells next to a move: behind its start, beyond its end, and above or below on other layers.
//!
//! Predicates and effects use them. Tables that the game does not need are empty.

use crate::model::board_model::BoardModel;
use alfil_diagnostics::index::Id;
use alfil_rules::effect::Course;
use alfil_rules::question::Anchor;
use alfil_rules::side::{BySide, Side};
use alfil_topology::graph::Graph;
use alfil_topology::line::{Fan, Ray, Shift};
use alfil_topology::site_set::Site;
use std::collections::HashMap;

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
    /// Ways that start anywhere. Empty unless an effect moves pieces along with another.
    ways: Ways,
}

/// All ways between two cells, and where each leads.
#[derive(Clone, Default, Debug)]
struct Ways {
    /// By start and end, the number of the way.
    between: Vec<Vec<Option<usize>>>,
    /// By way and start, the end.
    ends: Vec<Vec<Option<Site>>>,
}

impl Ways {
    fn new(graph: &Graph) -> Ways {
        let mut known: HashMap<Shift, usize> = HashMap::new();
        let mut ends = Vec::new();
        let mut number = |shift: Shift| {
            *known.entry(shift).or_insert_with(|| {
                ends.push(graph.sites().map(|site| shift.lead(graph, site)).collect());
                ends.len() - 1
            })
        };
        let all = |from| Shift::all(graph, from);
        let mut of = |from| all(from).iter().map(|way| way.map(&mut number)).collect();
        let between = graph.sites().map(&mut of).collect();
        Ways { between, ends }
    }
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
        let actions = || rules.effects.iter().flat_map(|effect| &effect.deeds);
        let courses = || actions().filter_map(|action| Some(action.shape().along?.course));
        let ray = |from| {
            let fan = Fan::new(&arena.graph, from);
            sites().map(|to| fan.ray(to)).collect()
        };
        let runs = courses().any(|course| course != Course::With);
        let rays = if runs { sites().map(ray).collect() } else { Vec::new() };
        let shifts = courses().any(|course| course == Course::With);
        let ways = if shifts { Ways::new(&arena.graph) } else { Ways::default() };
        Lines { ends, upright, rays, ways }
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

    /// Returns where the way from `start` to `end` leads from each cell. `None` if there is no such
    /// way, or no effect moves pieces along with another.
    pub(crate) fn way(&self, start: Site, end: Site) -> Option<&[Option<Site>]> {
        let number = (*self.ways.between.get(start.index())?.get(end.index())?)?;
        self.ways.ends.get(number).map(Vec::as_slice)
    }

    /// Returns the cell behind the start and the cell beyond the end of a move along a straight
    /// line.
    pub(crate) fn of(&self, from: Site, to: Site) -> (Option<Site>, Option<Site>) {
        let of = self.ends.get(from.index());
        of.and_then(|ends| ends.get(to.index())).copied().unwrap_or((None, None))
    }
}
