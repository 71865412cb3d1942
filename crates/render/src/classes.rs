//! Groups the start cells of a kind into classes with the same moves, and counts distances between
//! cells over the links of a board.

use alfil_board::model::board_model::BoardModel;
use alfil_board::paths::path::{Path, paths};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_plane::model::motion::Motions;
use alfil_rules::condition::{Condition, Place, PlaceKind};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Leg, Movement, Term};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::space::Shading;
use alfil_topology::bearing::Bearing;
use alfil_topology::graph::{Graph, Node, StridePath};
use alfil_topology::site_set::Site;
use std::collections::VecDeque;

// Groups the start cells of a kind into classes with the same moves: strong and weak cells, the
// start rank, a zone.
//
// A picture has one panel for each class, a description one paragraph. Every cell is in exactly
// one class. The terms of a class contain no conditions on the start cell.
//
// A plane has no cells, so its classes consist of `Spot`s: the possible answers to the questions
// of a movement about the start.

/// The title of a class that has no place in common, without the capital.
const ELSEWHERE: &str = "elsewhere";

/// Cells from which a kind moves alike. On a plane, `S` is [`Spot`] and `M` is [`Motions`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class<S = Site, M = Vec<Term>> {
    /// The title, such as `Strong` or `Weak, first move`. Empty if there is only one class.
    pub title: String,
    /// The cells, in order; never empty.
    pub(crate) cells: Vec<S>,
    /// The terms that apply on these cells.
    pub terms: M,
}

impl<S, M> Class<S, M> {
    /// True if the title means all cells that no other title names.
    pub fn is_elsewhere(&self) -> bool {
        self.title.eq_ignore_ascii_case(ELSEWHERE)
    }
}

/// The points of a plane that give the same answers to the questions of a movement about the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Strong, neutral or weak.
    strength: &'static PlaceKind,
    /// Light, neutral or dark. The colour of the mover decides which of them is strong.
    tone: &'static PlaceKind,
    /// Whether the points are in the area of which the movement asks.
    is_inside: bool,
}

/// Whether first moves form a class of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstMoves {
    /// First moves form their own class, as in pictures. Castling is left out.
    Apart,
    /// First moves form no class. The description of a term says that it is only for first moves.
    Together,
}

/// The classes of `movement`, a movement of `kind`, for `side`.
pub fn of(
    arena: &BoardModel,
    movement: &Movement,
    kind: KindId,
    side: Side,
    first_moves: FirstMoves,
) -> Vec<Class> {
    let reader = Reader { arena, kind, side, first_moves };
    let mut places: Vec<PlaceKind> = Vec::new();
    let conditions = movement.terms.iter().map(|t| &t.when).chain([&arena.rules.every_move]);
    conditions.for_each(|c| start_places(c, &mut places));
    let first = movement.terms.iter().any(|t| reader.is_first_move(t));
    if first && !places.contains(&PlaceKind::Unmoved) {
        places.push(PlaceKind::Unmoved);
    }
    let terms = |site: &Site| {
        movement.terms.iter().filter_map(|term| reader.term(term, *site)).collect::<Vec<_>>()
    };
    let is = |place: &PlaceKind, site: &Site| reader.is(place, *site);
    grouped(arena.graph.sites(), places, terms, is, &arena.rules)
}

/// The classes of `motions` on a plane. A condition stays in its motion if it asks whether the
/// piece has moved, or of one of several areas, because areas may overlap or not. There is one
/// class without a title if titles would not tell the classes apart.
pub fn on_plane(motions: &Motions, rules: &Ruleset) -> Vec<Class<Spot, Motions>> {
    let mut places: Vec<PlaceKind> = Vec::new();
    motions.conditions().for_each(|when| start_places(when, &mut places));
    places.retain(|place| *place != PlaceKind::Unmoved);
    let is_area = |place: &PlaceKind| matches!(place, PlaceKind::In(_));
    if places.iter().filter(|place| is_area(place)).count() > 1 {
        places.retain(|place| !is_area(place));
    }
    let asked = places.clone();
    let terms = |spot: &Spot| {
        let known = |place: &PlaceKind| asked.contains(place).then(|| spot.is(place));
        motions.within(|when| rest(when, &known))
    };
    let is = |place: &PlaceKind, spot: &Spot| spot.is(place);
    let mut classes = grouped(Spot::all(rules), places, terms, is, rules);
    let is_title_shared = |class: &Class<Spot, Motions>| {
        classes.iter().filter(|other| other.title == class.title).count() > 1
    };
    if classes.iter().any(is_title_shared) {
        let (title, cells) = (String::new(), Spot::all(rules));
        classes = vec![Class { title, cells, terms: motions.clone() }];
    }
    classes
}

impl Spot {
    /// All kinds of points that a plane may have.
    fn all(rules: &Ruleset) -> Vec<Spot> {
        use PlaceKind::{Dark, Light, Neutral, Strong, Weak};
        let shades: &[(&'static PlaceKind, &'static PlaceKind)] = match rules.space.shades {
            Shading::Checkered => &[
                (&Strong, &Light),
                (&Strong, &Dark),
                (&Neutral, &Neutral),
                (&Weak, &Light),
                (&Weak, &Dark),
            ],
            Shading::Plain | Shading::Rows(_) => &[(&Neutral, &Neutral)],
        };
        let spots =
            |&(strength, tone)| [false, true].map(|is_inside| Spot { strength, tone, is_inside });
        shades.iter().flat_map(spots).collect()
    }

    /// Returns whether the points are a place of this kind.
    fn is(self, place: &PlaceKind) -> bool {
        match place {
            PlaceKind::Strong | PlaceKind::Neutral | PlaceKind::Weak => self.strength == place,
            PlaceKind::Light | PlaceKind::Shade(1) => *self.tone == PlaceKind::Light,
            PlaceKind::Dark | PlaceKind::Shade(2) => *self.tone == PlaceKind::Dark,
            PlaceKind::Shade(_) | PlaceKind::Unmoved => false,
            PlaceKind::In(_) => self.is_inside,
        }
    }
}

/// Groups `cells` by their terms, and titles the groups by the `places` of which the movement asks.
fn grouped<S, M: PartialEq>(
    cells: impl IntoIterator<Item = S>,
    mut places: Vec<PlaceKind>,
    terms: impl Fn(&S) -> M,
    is: impl Fn(&PlaceKind, &S) -> bool,
    rules: &Ruleset,
) -> Vec<Class<S, M>> {
    places.sort_by_key(precedence);
    let mut classes: Vec<Class<S, M>> = Vec::new();
    for cell in cells {
        let terms = terms(&cell);
        match classes.iter_mut().find(|class| class.terms == terms) {
            Some(class) => class.cells.push(cell),
            None => classes.push(Class { title: String::new(), cells: vec![cell], terms }),
        }
    }
    if classes.len() > 1 {
        name(&mut classes, &places, is, rules);
    }
    classes
}

/// The terms of a class that have a move from one of its cells under the rule `every move`. For
/// example, if pieces must keep to their shade, the orthogonal steps of a king are left out.
pub fn possible(arena: &BoardModel, kind: KindId, side: Side, class: &Class) -> Vec<Term> {
    let (piece, every_move) = (Piece { side, kind }, &arena.rules.every_move);
    let leads = |term: &&Term| {
        let from = |&site: &Site| {
            let ways: Vec<Path> = paths(arena.terrain(), site, piece, term, every_move);
            !ways.is_empty()
        };
        !matches!(term.action, Action::Walk(_)) || class.cells.iter().any(from)
    };
    match every_move {
        Condition::Always => class.terms.clone(),
        Condition::Start(_)
        | Condition::End(_)
        | Condition::Relative(_)
        | Condition::Every(_)
        | Condition::All(_)
        | Condition::Any(_)
        | Condition::Not(_) => class.terms.iter().filter(leads).cloned().collect(),
    }
}

/// Titles the classes by the places that contain all their cells, and sorts them by these places.
fn name<S, M>(
    classes: &mut [Class<S, M>],
    places: &[PlaceKind],
    is: impl Fn(&PlaceKind, &S) -> bool,
    rules: &Ruleset,
) {
    let common = |class: &Class<S, M>| -> Vec<usize> {
        let all = |place: &PlaceKind| class.cells.iter().all(|cell| is(place, cell));
        (0..places.len()).filter(|&i| all(&places[i])).collect()
    };
    let only_unmoved = matches!(places, [PlaceKind::Unmoved]);
    for class in classes.iter_mut() {
        let words: Vec<String> =
            common(class).iter().map(|&i| place_words(&places[i], rules)).collect();
        let mut title = words.join(", ");
        if title.is_empty() {
            title = if only_unmoved { "later moves" } else { ELSEWHERE }.to_owned();
        }
        class.title = capital(&title);
    }
    // Strong cells come before weak ones. A class in one place comes before a class in the same
    // place and a second one. Classes without a common place come last.
    classes.sort_by_key(|class| {
        let common = common(class);
        (common.is_empty(), common.first().copied(), common.len())
    });
}

struct Reader<'a> {
    arena: &'a BoardModel,
    kind: KindId,
    side: Side,
    first_moves: FirstMoves,
}

impl Reader<'_> {
    fn is_first_move(&self, term: &Term) -> bool {
        match (&term.action, self.first_moves) {
            (Action::Walk(walk), FirstMoves::Apart) => walk.first_move,
            (Action::Castle(_) | Action::Drop(_), _) | (Action::Walk(_), FirstMoves::Together) => {
                false
            }
        }
    }

    fn is(&self, place: &PlaceKind, site: Site) -> bool {
        // Findings never point at the place, so any span will do.
        let span = self.arena.rules.space.span;
        let place = Condition::Start(Place { kind: place.clone(), span });
        self.arena.holds(&place, self.side, self.kind, site, site)
    }

    /// `term` without the conditions on its start cell, for the start cell `site`. `None` if the
    /// term never applies there.
    fn term(&self, term: &Term, site: Site) -> Option<Term> {
        let walks = matches!(term.action, Action::Walk(_));
        if !walks && self.first_moves == FirstMoves::Apart {
            return None;
        }
        if self.is_first_move(term) && !self.is(&PlaceKind::Unmoved, site) {
            return None;
        }
        self.rest(&self.arena.rules.every_move, site)?;
        Some(Term { when: self.rest(&term.when, site)?, ..term.clone() })
    }

    /// The rest of a condition once the start cell is known; `None` if it cannot hold.
    fn rest(&self, condition: &Condition, site: Site) -> Option<Condition> {
        rest(condition, &|place| Some(self.is(place, site)))
    }
}

/// The rest of a condition once the start is known; `None` if it cannot hold. `is` returns whether
/// the start is a place of this kind, or `None` if that is not known.
fn rest(condition: &Condition, is: &impl Fn(&PlaceKind) -> Option<bool>) -> Option<Condition> {
    match condition {
        Condition::Start(place) => match is(&place.kind) {
            Some(true) => Some(Condition::Always),
            Some(false) => None,
            None => Some(condition.clone()),
        },
        Condition::Always | Condition::End(_) | Condition::Relative(_) | Condition::Every(_) => {
            Some(condition.clone())
        }
        Condition::All(parts) => {
            let and = |all: Condition, part| Some(all.and(rest(part, is)?));
            parts.iter().try_fold(Condition::Always, and)
        }
        Condition::Any(parts) => {
            let mut left: Vec<Condition> = parts.iter().filter_map(|part| rest(part, is)).collect();
            if left.contains(&Condition::Always) {
                return Some(Condition::Always);
            }
            match left.len() {
                0 | 1 => left.pop(),
                _ => Some(Condition::Any(left)),
            }
        }
        Condition::Not(inner) => match rest(inner, is) {
            None => Some(Condition::Always),
            Some(Condition::Always) => None,
            Some(rest) => Some(rest.negate()),
        },
    }
}

/// The order of classes: strong before weak, places of the board last.
fn precedence(place: &PlaceKind) -> u16 {
    match place {
        PlaceKind::Strong => 0,
        PlaceKind::Neutral => 1,
        PlaceKind::Weak => 2,
        PlaceKind::Light => 3,
        PlaceKind::Dark => 4,
        PlaceKind::Shade(n) => 5 + u16::from(*n),
        PlaceKind::In(_) => 300,
        PlaceKind::Unmoved => 301,
    }
}

fn start_places(condition: &Condition, places: &mut Vec<PlaceKind>) {
    match condition {
        Condition::Start(place) => {
            if !places.contains(&place.kind) {
                places.push(place.kind.clone());
            }
        }
        Condition::Always | Condition::End(_) | Condition::Relative(_) | Condition::Every(_) => {}
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| start_places(part, places));
        }
        Condition::Not(inner) => start_places(inner, places),
    }
}

fn place_words(place: &PlaceKind, rules: &Ruleset) -> String {
    match place {
        PlaceKind::Strong => "strong".to_owned(),
        PlaceKind::Weak => "weak".to_owned(),
        PlaceKind::Neutral => "neutral".to_owned(),
        PlaceKind::Light => "light".to_owned(),
        PlaceKind::Dark => "dark".to_owned(),
        PlaceKind::Shade(n) => format!("shade {n}"),
        PlaceKind::Unmoved => "first move".to_owned(),
        PlaceKind::In(area) => area.notation(&rules.zones),
    }
}

/// `text` with a capital as its first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

// Distances between cells over the links of a board.
//
// `KingDistances` counts king's steps, also across seams and around holes. `rides` lists the
// cells of straight legs in order. A cell has distance 0 from itself. Cells without a connection
// are farther apart than all others.

/// Distances between all cells of a board.
pub(crate) struct KingDistances<'a> {
    graph: &'a Graph,
    steps: Vec<IndexVec<Node, i16>>,
}

impl<'a> KingDistances<'a> {
    pub(crate) fn new(graph: &'a Graph) -> KingDistances<'a> {
        let steps = graph.sites().map(|site| from(graph, graph.node(site))).collect();
        KingDistances { graph, steps }
    }

    /// The number of steps from one cell to another; `i16::MAX` if there is no way.
    pub(crate) fn steps(&self, a: Site, b: Site) -> i16 {
        let row = self.steps.get(a.index());
        row.and_then(|row| row.get(self.graph.node(b))).copied().unwrap_or(i16::MAX)
    }
}

fn from(graph: &Graph, start: Node) -> IndexVec<Node, i16> {
    let mut steps: IndexVec<Node, i16> = graph.nodes().map(|_| i16::MAX).collect();
    steps[start] = 0;
    let mut todo = VecDeque::from([start]);
    while let Some(node) = todo.pop_front() {
        for next in graph.neighbours(node) {
            if steps[next] == i16::MAX {
                steps[next] = steps[node] + 1;
                todo.push_back(next);
            }
        }
    }
    steps
}

/// The stops of a straight leg from `origin`, one row for each direction, with the origin first. A
/// row ends at the edge, or where the ride returns to its origin.
pub(crate) fn rides(graph: &Graph, origin: Site, side: Side, leg: &Leg) -> Vec<Vec<Site>> {
    let compass = graph.compass();
    let sectors = Bearing::new(compass).sectors(graph.forward(side), leg);
    let ride = |mut sector: u8| {
        let (mut stops, mut node) = (vec![origin], graph.node(origin));
        while let Some(StridePath { path, carry }) =
            graph.stride(node, leg.stride, sector, leg.edges)
        {
            let Some(next) = path.last().copied() else { break };
            let Some(site) = graph.site(next).filter(|&s| s != origin) else { break };
            if stops.len() > graph.longest_ride() {
                break;
            }
            stops.push(site);
            sector = compass.carried(carry, leg.stride, sector);
            node = next;
        }
        stops
    };
    sectors.iter().map(ride).collect()
}
