//! Builds a [`BoardModel`] from a ruleset, with the drops of the game and the cells where they may
//! land.

use crate::model::board_model::{BoardModel, Shuffled};
use crate::model::castling::{self, Castles, Right};
use crate::model::places::{self, check_places};
use crate::model::position::{DropOption, Drops, Rights};
use crate::model::{placement, rights};
use crate::paths::budget::{self, Extent, Meter, traceable};
use crate::paths::terrain::{ByPiece, Zones};
use alfil_diagnostics::diagnostic::{Code, Findings, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::hand::Immobile;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_rules::ruleset::{Promotion, Ruleset};
use alfil_rules::setup::Setup;
use alfil_rules::side::{BySide, Side};
use alfil_topology::graph::Graph;
use alfil_topology::sections::{Arrangement, Sections};
use alfil_topology::site_set::{AnySet, Site};
use std::sync::OnceLock;

/// The largest number of castling rights of a game. [`Rights`] has one bit for each.
const RIGHTS: usize = 64;

impl BoardModel {
    /// Builds the model of `rules`, with all findings at once. After an error, the model only
    /// serves to find more errors. For example, a wrong placement leaves the board empty.
    pub fn new(rules: Ruleset) -> Findings<BoardModel> {
        BoardModel::of_extent(rules, Extent::Unknown)
    }

    /// Builds the model of `rules`. `extent` decides how paths are counted. If its meter has run
    /// out afterwards, only the field `rules` of the model is usable.
    pub(crate) fn of_extent(mut rules: Ruleset, extent: Extent<'_>) -> Findings<BoardModel> {
        let mut found = Report::default();
        if let Some(setup) = placement::hand_behind_slash(&rules, &rules.setup) {
            rules.setup = setup;
        }
        let sections = Sections::new(&rules.space.sections);
        let placement = &rules.setup.placement;
        let shown = placement::arrangement(&sections, &rules.space.lattice, placement);
        let arrangement = shown.unwrap_or(sections.first());
        let cells = sections.cells(arrangement);
        let Some(graph) = Graph::new(&rules, &cells, &mut found) else {
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
        let written_cells: ByPiece = BySide::of(rules.sides, |side| {
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
        let start_counts = BySide::of(rules.sides, |side| {
            written_cells[side].iter().map(|cells| cells.count()).collect()
        });
        let start_cells = match &shuffled {
            Some(shuffled) => shuffled.start_cells(&squares, &written_cells),
            None => written_cells,
        };
        let stuck = BySide::from_fn(|_| rules.kinds.iter().map(|_| AnySet::EMPTY).collect());
        let irreversible = BySide::from_fn(|_| rules.kinds.iter().map(|_| false).collect());
        let mut model = BoardModel {
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
        model.locate();
        if found.is_empty() {
            places::check_look(&model, &mut found);
            places::check_named(&model, &mut found);
        }
        match extent {
            Extent::Known => model.trace(None),
            Extent::Metered(meter) => model.trace(Some(meter)),
            Extent::Unknown if traceable(model.terrain(), &mut found) => model.trace(None),
            Extent::Unknown => {}
        }
        model.drops = drops(&model);
        if found.is_empty() {
            places::check_secret(&model, &squares, &mut found);
        }
        model.homes = castling::homes(&model);
        model.possible = castling::castling(&model);
        let rights = match model.shuffled {
            Some(_) => rights::named(&model, &squares, model.rules.setup.castling.as_ref()),
            None => model.possible.rights.clone(),
        };
        if rights.len() > RIGHTS {
            let title = format!("{} castling rights", rights.len());
            let label = format!("a position has room for {RIGHTS}");
            // If the author names the cells where pieces castle, they cause the many rights, so the
            // finding points there. Otherwise it points at the placement.
            let named = model.rules.homes.iter().find_map(|homes| homes.span());
            found
                .at(Code::TooComplex, named.unwrap_or(model.rules.setup.placement.span), title, label)
                .help(
                    "name fewer kinds in `castling: {with: ...}`, place fewer of them, or name fewer cells \
                     in `castling: {where: ...}`",
                );
        }
        model.keep(&rights);
        if let (Some(castle), Some(section)) =
            (model.castles.first(), model.rules.space.sections.first())
        {
            let king = &model.rules.kinds[castle.kind].name.value;
            let title = "castling on a board whose sections move";
            found
                .at(Code::BadSection, section.span, title, format!("the {king} castles"))
                .because("the partners may come to stand on different sections")
                .help("say `castling: none`");
        }
        model.others = (0..model.sections.arrangements()).map(|_| OnceLock::new()).collect();
        Findings::new(Some(model), found)
    }

    /// Returns the same game for positions whose rights are among `rights`.
    pub(crate) fn with_rights(&self, rights: &[Right]) -> BoardModel {
        let mut model = self.clone();
        model.keep(rights);
        model
    }

    /// Keeps the castling options of the first 64 of `rights`. A position has no bits for more.
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

    /// Returns the rights that the castling field of `setup` names. `None` if the start is not
    /// shuffled or the placement does not fit.
    pub fn rights_of(&self, setup: &Setup) -> Option<Vec<Right>> {
        self.shuffled.as_ref()?;
        let with_hand = placement::hand_behind_slash(&self.rules, setup);
        let setup = with_hand.as_ref().unwrap_or(setup);
        let (placement, star) = (&setup.placement, placement::star(&self.rules, setup.side));
        let squares = placement::squares(&self.graph, placement, star, &mut Report::default())?;
        Some(rights::named(self, &squares, setup.castling.as_ref()))
    }

    /// Computes the cells of zones and promotions.
    fn locate(&mut self) {
        self.zones = Zones::new(&self.graph, &self.rules.zones);
        self.promotion_cells = BySide::of(self.rules.sides, |side| {
            let cells = |rule: &Promotion| match &rule.at {
                Some(area) => self.cells(area, side),
                None => self.graph.sites().collect(),
            };
            let kinds = self.rules.kinds.iter();
            kinds.map(|kind| kind.promotions.iter().map(cells).collect()).collect()
        });
    }

    /// Computes the cells without moves and the kinds with irreversible moves, which depend on
    /// paths.
    fn trace(&mut self, meter: Option<&Meter>) {
        self.stuck = budget::stuck(self.terrain(), meter);
        self.irreversible = budget::irreversible(self.terrain(), meter);
    }

    pub(super) fn rearranged(&self, arrangement: Arrangement) -> BoardModel {
        let cells = self.sections.cells(arrangement);
        // The first model has already reported all findings.
        let graph = Graph::new(&self.rules, &cells, &mut Report::default());
        let mut model = BoardModel {
            graph: graph.unwrap_or_else(|| self.graph.clone()),
            arrangement,
            others: Vec::new(),
            ..self.clone()
        };
        model.locate();
        model.trace(None);
        model.drops = drops(&model);
        model
    }
}

/// Returns all drops of a game with hands. Lists are empty in other games.
pub(crate) fn drops(model: &BoardModel) -> Drops {
    let kinds = &model.rules.kinds;
    let option = |side: Side, kind: KindId, term: &Term| {
        let Action::Drop(limits) = term.action else { return None };
        let (first, last) = (limits.first, limits.last);
        let stuck = model.stuck[side][kind];
        let immobile = model.rules.hand.as_ref().map(|hand| hand.immobile);
        let lands = |&site: &Site| {
            let holds = |condition| model.holds(condition, side, kind, site, site);
            (first..=last).contains(&model.graph.rank_for(site, side))
                && holds(&term.when)
                && holds(&model.rules.every_move)
        };
        let cells: AnySet = model.graph.sites().filter(lands).collect();
        let plain = match immobile {
            Some(Immobile::Allowed) => cells,
            Some(Immobile::Forbidden) | None => cells.minus(stuck),
        };
        Some(DropOption { cells, plain, limits })
    };
    BySide::of(model.rules.sides, |side| {
        let of = |kind: KindId| {
            let terms = kinds[kind].moves.terms.iter();
            terms.filter_map(|term| option(side, kind, term)).collect::<Vec<_>>()
        };
        let has_hands = model.rules.hand.is_some();
        kinds.ids().map(|kind| if has_hands { of(kind) } else { Vec::new() }).collect()
    })
}
