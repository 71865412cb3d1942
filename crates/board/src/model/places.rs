//! Checks that all cells, ranks, files, layers and shades that a ruleset names exist on its board.

use crate::paths::area::file_of;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::{Area, Condition, PlaceKind};
use alfil_rules::movement::{Action, Course, Gait, Leg, Passage, Reach, Stride, Term};
use alfil_rules::ruleset::Ruleset;
use alfil_topology::graph::Graph;

/// A list with more unknown cells than this gets a single finding.
const MOST_EACH: usize = 3;

/// Reports all unknown places, and movements that this board cannot have.
pub(super) fn check_places(rules: &Ruleset, graph: &Graph, found: &mut Report) {
    let mut checker = Checker { graph, found, seen: Vec::new() };
    for zone in rules.zones.iter() {
        rules.sides.each().for_each(|side| checker.area(&zone.area[side], zone.name.span));
    }
    for condition in [&rules.every_move, &rules.every_attack] {
        checker.condition(condition);
    }
    for (question, span) in rules.sentences() {
        let (areas, conditions) = question.map(|question| question.named()).unwrap_or_default();
        areas.iter().for_each(|area| checker.area(area, span));
        conditions.iter().for_each(|condition| checker.condition(condition));
    }
    rules.turn.conditions().for_each(|condition| checker.condition(condition));
    if let Some(shuffle) = &rules.shuffle {
        checker.area(&shuffle.cells, shuffle.span);
        let (areas, _) = shuffle.when.as_ref().map(|when| when.named()).unwrap_or_default();
        areas.iter().for_each(|area| checker.area(area, shuffle.span));
    }
    if let Some(diagonals) = &rules.look.diagonals {
        checker.area(&diagonals.value, diagonals.span);
    }
    for cell in rules.homes.iter().flat_map(|homes| &homes.cells) {
        checker.cell(cell);
    }
    for kind in rules.kinds.iter() {
        for movement in std::iter::once(&kind.moves).chain(&kind.attacks) {
            movement.terms.iter().for_each(|term| checker.condition(&term.when));
            movement.terms.iter().for_each(|term| checker.gait(term));
        }
        for promotion in &kind.promotions {
            promotion.at.iter().for_each(|area| checker.area(area, promotion.span));
        }
    }
}

struct Checker<'a> {
    graph: &'a Graph,
    found: &'a mut Report,
    /// The spans that were reported. Terms can share a condition, and each condition is reported
    /// once.
    seen: Vec<Span>,
}

impl Checker<'_> {
    /// Reports a walk that needs distances, which only a plane has, or layers on a board without
    /// layers.
    fn gait(&mut self, term: &Term) {
        let Action::Walk(walk) = &term.action else { return };
        if walk.rises() && self.graph.lattice().layers() == 1 {
            let title = "three numbers on a board without layers";
            let help = "write two numbers, such as `(1,2)`, or play on `space: layers 5x5x5`";
            return self.report(
                Diagnostic::at(Code::BadSpace, term.span, title, "nothing to rise to").help(help),
            );
        }
        if let [leg] = walk.legs.as_slice() {
            self.leaping(leg, term.span);
        }
        let what = match walk.legs.as_slice() {
            [leg] if matches!(leg.course, Course::Arc { .. }) => "an arc follows a circle",
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

    /// Reports `leaping` where a board leaves nothing to leap over.
    fn leaping(&mut self, leg: &Leg, span: Span) {
        let (title, label) = match (leg.gait, leg.passage) {
            (Gait::Natural, _) => return,
            (Gait::Leaping, Passage::Free)
                if leg.range.is_one() || leg.stride == Stride::Universal =>
            {
                ("a single leap leaps over everything already", "one leap")
            }
            (Gait::Leaping, Passage::Free) => return,
            (
                Gait::Leaping,
                Passage::Lame
                | Passage::MustJump
                | Passage::SkipFirst
                | Passage::Hop
                | Passage::HopAndLand,
            ) => (
                "`leaping` ignores what stands between, the letters ask for it",
                "one or the other",
            ),
        };
        let finding = Diagnostic::at(Code::MeaninglessModifier, span, title, label);
        self.report(
            finding.help("take `leaping` out; before a rider such as `R` it passes over anything"),
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

    fn area(&mut self, area: &Area, span: Span) {
        match area {
            Area::LastRank | Area::Edge | Area::Corner | Area::Zone(_) => {}
            Area::Plot(plot) => self.report(
                Diagnostic::at(
                    Code::PlaneOnly,
                    plot.span,
                    "a figure measures distances",
                    "a board has none",
                )
                .because("a board has cells; points lie on a plane")
                .help("name cells instead: `d4-e5`"),
            ),
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

    /// Reports unknown cells of a list. Many of them probably have one cause, such as a missing
    /// layer, so they get one finding.
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
