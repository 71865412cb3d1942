//! Building a [`BoardModel`] of a ruleset.

use crate::model::board_model::BoardModel;
use crate::model::castling::{self, Castles, Right};
use crate::model::drops::drops;
use crate::model::hands::Drops;
use crate::model::placement;
use crate::model::places::check_places;
use crate::model::position::Rights;
use crate::model::rights;
use crate::model::shuffle::Shuffled;
use crate::paths::area::Zones;
use crate::paths::budget::{Extent, Meter, traceable};
use crate::paths::reach;
use crate::paths::terrain::ByPiece;
use crate::topology::graph::Graph;
use crate::topology::sections::{Arrangement, Sections};
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::diagnostic::{Code, Findings, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ruleset::{Promotion, Ruleset};
use alfil_rules::setup::Setup;
use alfil_rules::side::{BySide, Side};
use std::sync::OnceLock;

/// The most castling rights of a game: one bit each of [`Rights`].
const RIGHTS: usize = 64;

impl BoardModel {
    /// Gives `rules` cells. All findings at once. Where one is an error the arena, if there is any, is
    /// good for looking for more and not for play: what names nothing has no cells, and a placement
    /// that does not fit puts nothing on the board.
    pub fn new(rules: Ruleset) -> Findings<BoardModel> {
        BoardModel::of_extent(rules, Extent::Unknown)
    }

    /// Cells for rules of which it may be known that their ways are few enough. If a meter is over then, the arena is good
    /// for nothing but to give the rules back.
    pub fn of_extent(mut rules: Ruleset, extent: Extent<'_>) -> Findings<BoardModel> {
        let mut found = Report::default();
        if let Some(setup) = placement::hand_behind_slash(&rules, &rules.setup) {
            rules.setup = setup;
        }
        let sections = Sections::new(&rules.space.sections);
        let placement = &rules.setup.placement;
        let shown = placement::arrangement(&sections, &rules.space.lattice, placement);
        let arrangement = shown.unwrap_or(sections.first());
        let cells = sections.cells(arrangement);
        let Some(graph) = Graph::new(&rules.space, &cells, &mut found) else {
            return Findings::new(None, found);
        };
        check_places(&rules, &graph, &mut found);
        let misplaced = |section| placement::misplaced(&graph, &sections, placement, section);
        let placed = match shown.err().and_then(misplaced) {
            Some(finding) => {
                found.push(finding);
                None
            }
            None => {
                let star = placement::star(&rules, Side::White);
                placement::squares(&graph, placement, star, &mut found)
            }
        };
        let squares = placed.unwrap_or_else(|| graph.sites().map(|_| None).collect());
        let zones = Zones::new(&graph, &rules.zones);
        let shuffled = Shuffled::new(&rules, &graph, &zones, &squares, &mut found);
        let written_cells: ByPiece = BySide::from_fn(|side| {
            rules
                .kinds
                .ids()
                .map(|kind| {
                    let here =
                        |s: &Site| squares[*s].is_some_and(|p| p.side == side && p.kind == kind);
                    graph.sites().filter(here).collect()
                })
                .collect()
        });
        let start_counts =
            BySide::from_fn(|side| written_cells[side].iter().map(|cells| cells.count()).collect());
        let start_cells = match &shuffled {
            Some(shuffled) => shuffled.start_cells(&squares, &written_cells),
            None => written_cells,
        };
        let stuck = BySide::from_fn(|_| rules.kinds.iter().map(|_| AnySet::EMPTY).collect());
        let irreversible = BySide::from_fn(|_| rules.kinds.iter().map(|_| false).collect());
        let mut arena = BoardModel {
            graph,
            rules,
            zones,
            start_cells,
            start_counts,
            shuffled,
            homes: ByPiece::default(),
            promotion_cells: BySide::default(),
            stuck,
            irreversible,
            drops: Drops::default(),
            castles: Vec::new(),
            sections,
            arrangement,
            others: Vec::new(),
            rights: Vec::new(),
            grants: Vec::new(),
            rights_at: IndexVec::new(),
            possible: Castles::default(),
        };
        arena.locate();
        match extent {
            Extent::Known => arena.trace(None),
            Extent::Metered(meter) => arena.trace(Some(meter)),
            Extent::Unknown if traceable(arena.terrain(), &mut found) => arena.trace(None),
            Extent::Unknown => {}
        }
        arena.drops = drops(&arena);
        arena.homes = castling::homes(&arena);
        arena.possible = castling::castling(&arena);
        let rights = match arena.shuffled {
            Some(_) => rights::named(&arena, &squares, arena.rules.setup.castling.as_ref()),
            None => arena.possible.rights.clone(),
        };
        if rights.len() > RIGHTS {
            let title = format!("{} castling rights", rights.len());
            let label = format!("a position has room for {RIGHTS}");
            // Cells that are named make more of them than any setup.
            let named = arena.rules.homes.iter().find_map(|homes| homes.span());
            found
                .at(Code::TooComplex, named.unwrap_or(arena.rules.setup.placement.span), title, label)
                .help(
                    "name fewer kinds in `castling: {with: ...}`, place fewer of them, or name fewer cells \
                     in `castling: {where: ...}`",
                );
        }
        arena.keep(&rights);
        if let (Some(castle), Some(section)) =
            (arena.castles.first(), arena.rules.space.sections.first())
        {
            let king = &arena.rules.kinds[castle.kind].name.value;
            let title = "castling on a board whose sections move";
            found
                .at(Code::BadSection, section.span, title, format!("the {king} castles"))
                .because("the partners may come to stand on different sections")
                .help("say `castling: none`");
        }
        arena.others = (0..arena.sections.arrangements()).map(|_| OnceLock::new()).collect();
        Findings::new(Some(arena), found)
    }

    /// The same game for positions that have no other rights than these.
    pub fn with_rights(&self, rights: &[Right]) -> BoardModel {
        let mut arena = self.clone();
        arena.keep(rights);
        arena
    }

    /// Keeps of all ways of castling those of `rights`, as many as a position has room for.
    fn keep(&mut self, rights: &[Right]) {
        let rights = &rights[..rights.len().min(RIGHTS)];
        self.rights_at = self.graph.sites().map(|_| Rights::default()).collect();
        for (bit, right) in rights.iter().enumerate() {
            for site in [right.king, right.partner] {
                self.rights_at[site].0 |= 1 << bit;
            }
        }
        let kept = self.possible.of(rights);
        (self.castles, self.rights, self.grants) = (kept.options, kept.rights, kept.grants);
    }

    /// The rights that `setup` has, if its pieces may start anywhere.
    pub fn rights_of(&self, setup: &Setup) -> Option<Vec<Right>> {
        self.shuffled.as_ref()?;
        let told = placement::hand_behind_slash(&self.rules, setup);
        let setup = told.as_ref().unwrap_or(setup);
        let (placement, star) = (&setup.placement, placement::star(&self.rules, setup.side));
        let squares = placement::squares(&self.graph, placement, star, &mut Report::default())?;
        Some(rights::named(self, &squares, setup.castling.as_ref()))
    }

    /// Works out where things are.
    fn locate(&mut self) {
        self.zones = Zones::new(&self.graph, &self.rules.zones);
        self.promotion_cells = BySide::from_fn(|side| {
            let cells = |rule: &Promotion| match &rule.at {
                Some(area) => self.cells(area, side),
                None => self.graph.sites().collect(),
            };
            let kinds = self.rules.kinds.iter();
            kinds.map(|kind| kind.promotions.iter().map(cells).collect()).collect()
        });
    }

    /// Works out what depends on where pieces may get.
    fn trace(&mut self, meter: Option<&Meter>) {
        self.stuck = reach::stuck(self.terrain(), meter);
        self.irreversible = reach::irreversible(self.terrain(), meter);
    }

    pub(super) fn rearranged(&self, arrangement: Arrangement) -> BoardModel {
        let cells = self.sections.cells(arrangement);
        // Whatever there is to find was found when the first arena was made.
        let graph = Graph::new(&self.rules.space, &cells, &mut Report::default());
        let mut arena = BoardModel {
            graph: graph.unwrap_or_else(|| self.graph.clone()),
            arrangement,
            others: Vec::new(),
            ..self.clone()
        };
        arena.locate();
        arena.trace(None);
        arena.drops = drops(&arena);
        arena
    }
}
