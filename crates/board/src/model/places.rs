//! Checks of a ruleset on its board: that all cells, ranks, files, layers and shades that it names
//! exist, that the look fits, and that secret placement is possible.

use crate::model::board_model::BoardModel;
use crate::model::position::DropOption;
use crate::model::promotion::Way;
use crate::paths::path::{End, Tracer};
use crate::paths::terrain::{Piece, file_of};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::{Area, Condition, PlaceKind};
use alfil_rules::hand::Drop;
use alfil_rules::movement::{Action, Course, Gait, Leg, Passage, Reach, Stride, Term};
use alfil_rules::ruleset::{Duty, Owner, Promotion, Ruleset, Supply};
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_topology::graph::Graph;
use alfil_topology::site_set::{AnySet, Site};

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
    for effect in &rules.effects {
        effect.areas().iter().for_each(|area| checker.area(area, effect.span));
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

// Checks the cells that effects name.

/// Reports every deed whose area is not exactly one cell for each side.
pub(crate) fn check_named(model: &BoardModel, found: &mut Report) {
    for effect in &model.rules.effects {
        let named = effect.deeds.iter().filter_map(|deed| deed.shape().target?.named());
        for area in named {
            let counts = model.rules.sides.each().map(|side| model.cells(area, side).count());
            let Some(count) = counts.into_iter().find(|&count| count != 1) else { continue };
            let text = area.notation(&model.rules.zones);
            let title = match count {
                0 => format!("no cell is in `{text}`"),
                _ => format!("`{text}` has {count} cells, a deed needs one"),
            };
            let help = match count {
                0 => "name a cell of the board, such as `e4`, or a zone of one cell".to_owned(),
                _ => format!(
                    "write `one empty in {text}` if the player chooses it, or name one cell, such as `e4`"
                ),
            };
            found.at(Code::BadDeed, effect.span, title, "not one cell").help(help);
        }
    }
}

// Checks the look of a board.

/// Reports diagonals that no picture would show, because no two of their cells are diagonal
/// neighbours.
pub(crate) fn check_look(model: &BoardModel, found: &mut Report) {
    let Some(area) = &model.rules.look.diagonals else { return };
    let cells = model.cells(&area.value, Side::White);
    let places: Vec<(u8, u8)> = cells.into_iter().map(|site| model.graph.file_rank(site)).collect();
    let near = |(a, b): (u8, u8), (c, d): (u8, u8)| a.abs_diff(c) == 1 && b.abs_diff(d) == 1;
    if !places.iter().any(|&one| places.iter().any(|&other| near(one, other))) {
        found
            .at(Code::IdleLook, area.span, "these cells have no diagonals", "no line is drawn")
            .because("lines join cells of the area that are diagonal neighbours")
            .help("name the corners and the middle, such as `d1 f1 e2 d3 f3`");
    }
}

// Checks games in which both sides place their pieces unseen: the cells where a side may place them
// must not depend on what the other side has placed.

/// Reports a piece that may find no cell, a cell where both sides place pieces, and a cell where a
/// royal piece may be placed and attacked. `squares` are the pieces of the setup, which stand still until all others are placed.
pub(crate) fn check_secret(
    model: &BoardModel,
    squares: &IndexVec<Site, Option<Piece>>,
    found: &mut Report,
) {
    let (Sight::Placing, Some(hand)) = (model.rules.sight, &model.rules.hand) else { return };
    let secret = Secret { model, squares, span: hand.span };
    for side in model.rules.sides.each() {
        if secret.crowded(side, found) {
            return;
        }
        for other in model.rules.sides.each().filter(|&other| other != side) {
            let fault = secret.shared(side, other, found) || secret.attacked(side, other, found);
            if fault {
                return;
            }
        }
    }
}

struct Secret<'a> {
    model: &'a BoardModel,
    squares: &'a IndexVec<Site, Option<Piece>>,
    span: Span,
}

impl Secret<'_> {
    /// The pieces that `side` may place, and those that stand on the board, with their cells.
    fn men(&self, side: Side) -> Vec<(Piece, AnySet)> {
        let kinds = self.model.rules.kinds.ids();
        let men = kinds.map(|kind| {
            let drops = self.model.drops[side][kind].iter();
            let placed = drops.fold(AnySet::EMPTY, |all, option| all | option.cells);
            let piece = Piece { side, kind };
            let stands = self.squares.enumerate().filter(|(_, here)| **here == Some(piece));
            (piece, placed | stands.map(|(site, _)| site).collect())
        });
        men.collect()
    }

    /// Reports a piece in the hand of `side` that may find no cell. Then the side would have to move
    /// on the board before everything is seen.
    fn crowded(&self, side: Side, found: &mut Report) -> bool {
        let hands = self.model.rules.setup.hands.iter().flat_map(|hands| &hands.value);
        let held: Vec<_> =
            hands.filter(|(owner, _)| *owner == side).map(|&(_, kind)| kind).collect();
        let standing = self.standing();
        let is_free = |option: &&DropOption| {
            let Drop { on_file, on_shade, on_board, .. } = option.limits;
            (on_file, on_shade, on_board) == (0, 0, 0)
        };
        // A piece that must become one of the lost pieces finds no cell while none is lost.
        let waits = |kind, site| {
            let way = Way::Drop(site);
            let must = |rule: &&Promotion| {
                rule.supply == Supply::Lost && self.model.duty(side, kind, rule, way) == Duty::Must
            };
            self.model.promotions(side, kind, way).any(|rule| must(&rule))
        };
        let lacks = held.iter().find(|&&kind| {
            let options = self.model.drops[side][kind].iter().filter(is_free);
            let cells = options.fold(AnySet::EMPTY, |all, option| all | option.plain);
            let free = cells.minus(standing).into_iter().filter(|&site| !waits(kind, site));
            free.count() < held.len()
        });
        let Some(&kind) = lacks else { return false };
        let name = &self.model.rules.kinds[kind].name.value;
        let title = format!("pieces are placed unseen, but a {name} may find no cell");
        let label = format!("for {} pieces of {}", held.len(), self.model.rules.name_of(side));
        found
            .at(Code::BadSight, self.span, title, label)
            .because("its side would have to move on the board while it does not see everything")
            .help("let each kind be placed on as many cells as there are pieces in hand, without limits such as `s@1`");
        true
    }

    /// The cells of all pieces of the setup.
    fn standing(&self) -> AnySet {
        self.squares.enumerate().filter(|(_, on)| on.is_some()).map(|(site, _)| site).collect()
    }

    fn shared(&self, side: Side, other: Side, found: &mut Report) -> bool {
        let cells = |side| self.men(side).into_iter().fold(AnySet::EMPTY, |all, (_, on)| all | on);
        let Some(cell) = (cells(side) & cells(other)).into_iter().next() else { return false };
        let title = "pieces are placed unseen, but both sides use the same cells".to_owned();
        let why = "a side that may not place a piece there would know that something stands there";
        self.report(
            title,
            cell,
            why,
            "let drops reach only the own half of the board: `@1` is the own back rank",
            found,
        );
        true
    }

    /// Reports a royal piece of `side` that a piece of `other` may attack while both place.
    fn attacked(&self, side: Side, other: Side, found: &mut Report) -> bool {
        let rules = &self.model.rules;
        let royal = self.men(side).into_iter().filter(|(piece, _)| {
            let kind = &rules.kinds[piece.kind];
            kind.royal.is_royal() && kind.owner == Owner::Side
        });
        let kings = royal.fold(AnySet::EMPTY, |all, (_, on)| all | on);
        let hit = self.men(other).into_iter().find_map(|(piece, on)| {
            let cells = on.into_iter().filter(|_| !kings.is_empty());
            cells.filter_map(|from| self.hits(piece, from, kings)).next()
        });
        let Some(cell) = hit else { return false };
        let title = "pieces are placed unseen, but a royal piece may be attacked there".to_owned();
        let why = "a side that may not place its king there would know what attacks it";
        let help = "let pieces of the setup stand between the sides, or say `royal: false`";
        self.report(title, cell, why, help, found);
        true
    }

    /// A cell of `kings` that `piece` on `from` attacks, if only pieces of the setup are in its way.
    fn hits(&self, piece: Piece, from: Site, kings: AnySet) -> Option<Site> {
        let rules = &self.model.rules;
        let standing = self.standing();
        self.model.attacks(piece.kind).terms.iter().find_map(|term| {
            // A piece anywhere may make a lent move.
            if term.relays() {
                return kings.into_iter().next();
            }
            let mut tracer: Tracer<'_, 4> = Tracer::new(self.model.terrain(), term);
            let mut paths = tracer.allowed(from, piece, &rules.every_attack);
            paths.find_map(|path| {
                let needs = path.needs();
                let ends = match path.end {
                    End::Capture => AnySet::of(path.to),
                    End::Quiet | End::Passant | End::Explicit => AnySet::EMPTY,
                };
                let blocked = !(needs.empty & standing).is_empty();
                let victims = (ends | needs.foes | path.captured()) & kings;
                if blocked { None } else { victims.into_iter().next() }
            })
        })
    }

    fn report(&self, title: String, cell: Site, why: &str, help: &str, found: &mut Report) {
        let label = format!("for example on {}", self.model.graph.name(cell));
        found.at(Code::BadSight, self.span, title, label).because(why).help(help);
    }
}
