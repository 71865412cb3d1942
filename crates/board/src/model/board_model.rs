//! A Ruleset given cells.
//!
//! Owns: [`BoardModel`]: the graph, start cells and promotion cells by side and kind, castling options and
//! rights, and the truth of conditions about cells. Takes a [`Ruleset`]; gives what both executors
//! and the texts ask. Invariant: every label of the ruleset that reaches a question here has been
//! looked up once, and findings were given for those that name nothing.

use crate::model::castling::{self, CastleOption, Castles, Grant, Right};
use crate::model::hands::{Drops, drops};
use crate::model::placement;
use crate::model::position::{BoardPosition, Rights};
use crate::model::rights;
use crate::model::shuffle::Shuffled;
use crate::paths::area::{Zones, file_of};
use crate::paths::budget::{Extent, Meter, traceable};
use crate::paths::reach;
use crate::paths::terrain::{ByPiece, Terrain};
use crate::topology::graph::Graph;
use crate::topology::sections::{Arrangement, Sections};
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Report};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::{Area, Condition, PlaceKind};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Gait, Movement, Reach, Stride, Term};
use alfil_rules::ruleset::{Owner, Promotion, Ruleset};
use alfil_rules::setup::Setup;
use alfil_rules::side::{BySide, Side};
use std::sync::OnceLock;

/// The most cells of one list that are each found not to exist.
const MOST_EACH: usize = 3;
/// The most castling rights of a game: one bit each of [`Rights`].
const RIGHTS: usize = 64;

/// A variant on its board.
#[derive(Clone, Debug)]
pub struct BoardModel {
    /// The board.
    pub graph: Graph,
    /// The rules.
    pub rules: Ruleset,
    /// The cells of zones.
    zones: Zones,
    /// Where each kind of each side stands in the start position, or in one of them.
    pub start_cells: ByPiece,
    /// How many of each kind each side has in the start position.
    pub start_counts: BySide<IndexVec<KindId, u32>>,
    /// The cells that the start shuffles, if it does. A kind that stands on one of them may start on any.
    pub shuffled: Option<Shuffled>,
    /// From where each kind of each side castles or is castled with.
    pub homes: ByPiece,
    /// The zones of the rules of promotion of each kind of each side.
    pub promotion_cells: BySide<IndexVec<KindId, Vec<AnySet>>>,
    /// Where each kind of each side could never move again, as far as that is asked.
    pub stuck: ByPiece,
    /// Whether moves of each kind of each side are progress.
    pub irreversible: BySide<IndexVec<KindId, bool>>,
    /// Ways of dropping.
    pub drops: Drops,
    /// Ways of castling.
    pub castles: Vec<CastleOption>,
    /// The parts that players move.
    pub sections: Sections,
    /// Where they stand.
    pub arrangement: Arrangement,
    /// The same game with sections elsewhere, made when asked for; only the arena that [`BoardModel::new`]
    /// gives has them.
    others: Vec<OnceLock<BoardModel>>,
    /// Every way of castling; of a shuffled start more than one position can have.
    pub possible: Castles,
    /// Castling rights, at most 64.
    pub rights: Vec<Right>,
    /// Drops that begin a right.
    pub grants: Vec<Grant>,
    rights_at: IndexVec<Site, Rights>,
}

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

    /// The rights that live in `position`.
    pub fn rights_in(&self, position: &BoardPosition) -> Vec<Right> {
        let lives = |bit: &usize| position.rights.0 >> bit & 1 != 0;
        (0..self.rights.len()).filter(lives).map(|bit| self.rights[bit]).collect()
    }

    /// Those of `rights` that a position of this arena can have, as such a position has them.
    pub fn living(&self, rights: &[Right]) -> Rights {
        let bits = (0..self.rights.len()).filter(|&bit| rights.contains(&self.rights[bit]));
        Rights(bits.fold(0, |living, bit| living | 1 << bit))
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

    /// The arena of an arrangement; of the whole game, that is, not of one that this gave.
    pub fn in_arrangement(&self, arrangement: Arrangement) -> &BoardModel {
        if arrangement == self.arrangement {
            return self;
        }
        debug_assert!(!self.others.is_empty(), "asked of an arena that has no others");
        self.others
            .get(arrangement.index())
            .map_or(self, |other| other.get_or_init(|| self.rearranged(arrangement)))
    }

    /// The arena in which `position` stands.
    pub fn at(&self, position: &BoardPosition) -> &BoardModel {
        self.in_arrangement(position.arrangement)
    }

    fn rearranged(&self, arrangement: Arrangement) -> BoardModel {
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

    /// Rights that end when the piece on `site` moves or is captured.
    pub fn rights_at(&self, site: Site) -> Rights {
        self.rights_at[site]
    }

    /// The movement that decides what a kind attacks.
    pub fn attacks(&self, kind: KindId) -> &Movement {
        let kind = &self.rules.kinds[kind];
        kind.attacks.as_ref().unwrap_or(&kind.moves)
    }

    /// Whether a piece of `side` castles that goes `from` - `to` while `partner` goes its own way.
    pub fn is_castling(
        &self,
        side: Side,
        from: Site,
        to: Site,
        partner: Option<(Site, Site)>,
    ) -> bool {
        let same =
            |c: &CastleOption| c.side == side && c.king == (from, to) && Some(c.partner) == partner;
        partner.is_some() && self.castles.iter().any(same)
    }

    /// Whether the side begins the game with a piece of `kind`, on the board or in hand. An unowned piece is no side's, and a
    /// neutral one is both sides'.
    pub fn starts_with(&self, side: Side, kind: KindId) -> bool {
        let held = self.rules.setup.hands.iter().flat_map(|hands| &hands.value);
        let stands = |side: Side| !self.start_cells[side][kind].is_empty();
        let stands = match self.rules.kinds[kind].owner {
            Owner::Nobody => false,
            Owner::Both => Side::BOTH.into_iter().any(stands),
            Owner::Side => stands(side),
        };
        stands || held.into_iter().any(|held| *held == (side, kind))
    }

    /// The board without pieces, on which movements are walked.
    pub fn terrain(&self) -> Terrain<'_> {
        let BoardModel { graph, rules, zones, start_cells, .. } = self;
        Terrain { graph, rules, zones, start_cells }
    }

    /// The cells of `area` from `side`'s view.
    pub fn cells(&self, area: &Area, side: Side) -> AnySet {
        self.terrain().cells(area, side)
    }

    /// Whether `site` lies in `area` from `side`'s view.
    pub fn lies_in(&self, area: &Area, side: Side, site: Site) -> bool {
        self.zones.has(&self.graph, area, side, site)
    }

    /// Whether `condition` holds of a displacement of a piece of `kind` and `side`.
    pub fn holds(
        &self,
        condition: &Condition,
        side: Side,
        kind: KindId,
        from: Site,
        to: Site,
    ) -> bool {
        self.terrain().holds(condition, side, kind, from, to)
    }
}

/// Reports every label in conditions, zones and promotions that names nothing on this board.
fn check_places(rules: &Ruleset, graph: &Graph, found: &mut Report) {
    let mut look = Look { graph, found, seen: Vec::new() };
    for zone in rules.zones.iter() {
        Side::BOTH.iter().for_each(|&side| look.area(&zone.area[side], zone.name.span));
    }
    for condition in [&rules.every_move, &rules.every_attack] {
        look.condition(condition);
    }
    for (question, span) in rules.sentences() {
        let (areas, conditions) = question.map(|question| question.named()).unwrap_or_default();
        areas.iter().for_each(|area| look.area(area, span));
        conditions.iter().for_each(|condition| look.condition(condition));
    }
    rules.turn.conditions().for_each(|condition| look.condition(condition));
    if let Some(shuffle) = &rules.shuffle {
        look.area(&shuffle.cells, shuffle.span);
        let (areas, _) = shuffle.when.as_ref().map(|when| when.named()).unwrap_or_default();
        areas.iter().for_each(|area| look.area(area, shuffle.span));
    }
    for cell in rules.homes.iter().flat_map(|homes| &homes.cells) {
        look.cell(cell);
    }
    for kind in rules.kinds.iter() {
        for movement in std::iter::once(&kind.moves).chain(&kind.attacks) {
            movement.terms.iter().for_each(|term| look.condition(&term.when));
            movement.terms.iter().for_each(|term| look.gait(term));
        }
        for promotion in &kind.promotions {
            promotion.at.iter().for_each(|area| look.area(area, promotion.span));
        }
    }
}

struct Look<'a> {
    graph: &'a Graph,
    found: &'a mut Report,
    /// Conditions are shared between terms; each place is reported once.
    seen: Vec<alfil_diagnostics::source::Span>,
}

impl Look<'_> {
    /// Reports a walk that needs distances.
    fn gait(&mut self, term: &Term) {
        let Action::Walk(walk) = &term.action else { return };
        if walk.rises() && self.graph.lattice().layers() == 1 {
            let title = "three numbers on a board without layers";
            let help = "write two numbers, such as `(1,2)`, or play on `space: layers 5x5x5`";
            return self.report(
                Diagnostic::at(Code::BadSpace, term.span, title, "nothing to rise to").help(help),
            );
        }
        let what = match walk.legs.as_slice() {
            [leg] if leg.gait == Gait::Leaping => "`leaping` goes over all that stands between",
            [leg] if leg.stride == Stride::Universal && leg.reach.is_some() => {
                "`U` with a number measures distances"
            }
            [leg] if leg.reach.is_some_and(Reach::is_fraction) => "a fraction of a cell",
            _ => return,
        };
        self.report(
            Diagnostic::at(Code::PlaneOnly, term.span, what, "a board has cells, no distances")
                .because("only a plane can do it")
                .help("write whole cells (`R2`), or legs (`mafsW`)"),
        );
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Always | Condition::Relative(_) => {}
            Condition::Every(distance) => self.report(
                Diagnostic::at(
                    Code::PlaneOnly,
                    distance.span,
                    "`every` measures distances",
                    "a board has none",
                )
                .because("cells have no distance between them; planes do")
                .help("say where the move may end instead: `to ZONE`, `same shade`"),
            ),
            Condition::Start(place) | Condition::End(place) => match &place.kind {
                PlaceKind::In(area) => self.area(area, place.span),
                PlaceKind::Shade(n) if *n == 0 || *n > self.graph.shades() => {
                    let title = format!("no shade {n} on this board");
                    let help =
                        format!("shades are numbered 1 (lightest) to {}", self.graph.shades());
                    self.report(
                        Diagnostic::at(Code::UnknownShade, place.span, title, "no such shade")
                            .help(help),
                    );
                }
                PlaceKind::Strong
                | PlaceKind::Weak
                | PlaceKind::Neutral
                | PlaceKind::Light
                | PlaceKind::Dark
                | PlaceKind::Shade(_)
                | PlaceKind::Unmoved => {}
            },
            Condition::All(cs) | Condition::Any(cs) => cs.iter().for_each(|c| self.condition(c)),
            Condition::Not(c) => self.condition(c),
        }
    }

    fn area(&mut self, area: &Area, span: alfil_diagnostics::source::Span) {
        match area {
            Area::LastRank | Area::Edge | Area::Corner | Area::Zone(_) => {}
            Area::Layers { first, last } => {
                let layers = self.graph.lattice().layers();
                if *first == 0 || *last > layers || first > last {
                    let title = match layers {
                        1 => "this board has no layers".to_owned(),
                        _ if first == last => format!("no layer {first} on this board"),
                        _ => format!("no layers {first}-{last} on this board"),
                    };
                    let help = match layers {
                        1 => "name ranks and files, or play on `space: layers 5x5x5`".to_owned(),
                        _ => format!("layers are numbered 1 to {layers} from the mover's side"),
                    };
                    self.report(
                        Diagnostic::at(Code::UnknownRank, span, title, "no such layer").help(help),
                    );
                }
            }
            Area::Ranks { first, last } => {
                let ranks = self.graph.lattice().ranks_of_layer();
                if *first == 0 || *last > ranks || first > last {
                    let title = if first == last {
                        format!("no rank {first} on this board")
                    } else {
                        format!("no ranks {first}-{last} on this board")
                    };
                    self.report(
                        Diagnostic::at(Code::UnknownRank, span, title, "no such rank")
                            .help(format!("ranks are numbered 1 to {ranks} from the mover's side")),
                    );
                }
            }
            Area::Files { first, last } => {
                let is_file = |file| self.graph.sites().any(|s| file_of(self.graph, s) == file);
                if let Some(file) = [*first, *last].into_iter().find(|&file| !is_file(file)) {
                    let last = self.graph.file_name(self.graph.files() - 1);
                    self.report(
                        Diagnostic::at(
                            Code::UnknownFile,
                            span,
                            format!("no file {file} on this board"),
                            "no such file",
                        )
                        .help(format!("files are named a to {last}")),
                    );
                }
            }
            Area::Cells(cells) => self.cells(cells),
            Area::Rectangle(corners) => {
                for corner in corners {
                    let place = self.graph.lattice().place(&corner.value);
                    if !place.is_some_and(|(file, rank)| self.graph.lattice().has(file, rank)) {
                        self.report(self.graph.unknown_cell(&corner.value, corner.span));
                    }
                }
            }
            Area::Enemys(_) | Area::All(_) | Area::Any(_) | Area::Not(_) => {
                area.parts().iter().for_each(|part| self.area(part, span));
            }
        }
    }

    fn cell(&mut self, cell: &Spanned<String>) {
        if !self.graph.knows(&cell.value) {
            self.report(self.graph.unknown_cell(&cell.value, cell.span));
        }
    }

    /// Many cells of one list that do not exist have one cause, such as a layer that is a hole.
    fn cells(&mut self, cells: &[Spanned<String>]) {
        let unknown = || cells.iter().filter(|cell| !self.graph.knows(&cell.value));
        match unknown().next() {
            Some(first) if unknown().count() > MOST_EACH => {
                let more = format!("nor are {} more of this list", unknown().count() - 1);
                let finding = self.graph.unknown_cell(&first.value, first.span);
                self.report(finding.because(more));
            }
            Some(_) | None => cells.iter().for_each(|cell| self.cell(cell)),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if let Some(span) = diagnostic.span() {
            if self.seen.contains(&span) {
                return;
            }
            self.seen.push(span);
        }
        self.found.push(diagnostic);
    }
}
