//! Movements of a kind as elements, with the cells between which each element leads, and the cells
//! that pieces can reach.

use crate::fairy::export::element::{Element, End, Travel, Vector};
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::effect::Effect;
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::movement::{
    Action, Course, Edges, Gait, Leg, Mode, Movement, Pace, Passage, Prey, Stride, Term, Walk,
};
use alfil_rules::ruleset::{Kind, Owner, Royalty};
use alfil_rules::side::{ByColor, Color, Side};
use alfil_topology::bearing::Bearing;
use alfil_topology::compass;
use alfil_topology::site_set::{AnySet, Site};
use std::collections::BTreeMap;

/// The movement of a kind, or the reasons why the program cannot express it.
#[derive(Default)]
pub(super) struct Ways {
    /// All elements. None is marked as initial yet.
    pub(super) elements: BTreeMap<Element, Way>,
    /// Where the kind attacks the enemy's royal piece along the file, if it does.
    pub(super) facing: Option<Facing>,
    /// Where hoppers avoid pieces of their own kind, if they do.
    pub(super) shy: Option<Span>,
    /// Terms that the program does not know.
    pub(super) unknown: Vec<Span>,
}

/// The movement of each kind.
pub(super) type Kinds = IndexVec<KindId, Ways>;

/// The cells between which an element leads.
#[derive(Clone)]
pub(super) struct Way {
    /// By start, the ends that conditions allow.
    pub(super) allowed: ByColor<Vec<AnySet>>,
    /// Starts from which the move may be captured en passant.
    pub(super) traced: ByColor<AnySet>,
    /// True if the element captures en passant.
    pub(super) passant: bool,
    /// The last term that gives the element.
    pub(super) span: Span,
}

/// An attack along a line on royal pieces only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facing {
    pub(super) span: Span,
    /// True if it goes along ranks as well as files.
    pub(super) by_rank: bool,
}

/// An element of one term.
struct Part {
    element: Element,
    passant: bool,
    traced: bool,
}

/// The movement of `kind`. Conditions of `every move` restrict it.
/// `shy` are the kinds whose hops avoid their own kind.
pub(super) fn ways(
    model: &BoardModel,
    kind: KindId,
    movement: &Movement,
    shy: &BTreeMap<KindId, Span>,
) -> Ways {
    let mut ways = Ways { shy: shy.get(&kind).copied(), ..Ways::default() };
    for term in &movement.terms {
        let Action::Walk(walk) = &term.action else { continue };
        if let Some(facing) = faces(model, term, walk) {
            ways.facing = Some(facing);
            continue;
        }
        if !term.given.is_empty() {
            ways.unknown.push(term.span);
            continue;
        }
        let Some(parts) = parts(model, walk) else {
            ways.unknown.push(term.span);
            continue;
        };
        let lead = allowed(model, kind, term, walk);
        for part in parts {
            ways.add(model, part, &lead, term.span);
        }
    }
    ways.settle_double_steps();
    ways
}

impl Ways {
    fn add(&mut self, model: &BoardModel, part: Part, lead: &Lead, span: Span) {
        let none = || ByColor::from_fn(|_| vec![AnySet::EMPTY; model.graph.len()]);
        let Part { element, passant, traced } = part;
        let way = self.elements.entry(element).or_insert_with(|| Way {
            allowed: none(),
            traced: ByColor::from_fn(|_| AnySet::EMPTY),
            passant: false,
            span,
        });
        way.passant |= passant;
        way.span = span;
        for side in Side::BOTH {
            for from in model.graph.sites() {
                let ends = ends(model, element, side, from);
                let ends: AnySet = ends.into_iter().filter(|&to| lead(side, from, to)).collect();
                if ends.is_empty() {
                    continue;
                }
                let all = &mut way.allowed[side][from.index()];
                *all |= ends;
                if traced {
                    way.traced[side] |= AnySet::of(from);
                }
            }
        }
    }

    /// Writes a slide of two cells, whose first cell another element reaches, as a lame leap.
    fn settle_double_steps(&mut self) {
        let slides: Vec<Element> = self.elements.keys().copied().collect();
        for slide in slides.into_iter().filter(|e| e.travel == Travel::Slide(2)) {
            let Vector { right, forward } = slide.vector;
            let step = Element { travel: Travel::Leap, ..slide };
            let leap = Vector { right: 2 * right, forward: 2 * forward };
            let leap = Element { travel: Travel::Lame, vector: leap, ..slide };
            let covered = |side: Side, step: &Way, slide: &Way| {
                slide.allowed[side]
                    .iter()
                    .zip(&step.allowed[side])
                    .all(|(far, near)| far.is_empty() || !(*far & *near).is_empty())
            };
            let (Some(near), Some(far)) = (self.elements.get(&step), self.elements.get(&slide))
            else {
                continue;
            };
            if self.elements.contains_key(&leap)
                || !Side::BOTH.into_iter().all(|side| covered(side, near, far))
            {
                continue;
            }
            let mut way = far.clone();
            for side in Side::BOTH {
                let near = near.allowed[side].iter();
                for (far, near) in way.allowed[side].iter_mut().zip(near) {
                    *far = far.minus(*near);
                }
            }
            self.elements.remove(&slide);
            self.elements.insert(leap, way);
        }
    }
}

/// True if a term leads a side from one cell to another.
type Lead<'a> = dyn Fn(Side, Site, Site) -> bool + 'a;

fn allowed<'a>(
    model: &'a BoardModel,
    kind: KindId,
    term: &'a Term,
    walk: &'a Walk,
) -> Box<Lead<'a>> {
    Box::new(move |side, from, to| {
        let holds = |condition: &Condition| model.holds(condition, side, kind, from, to);
        let started = !walk.first_move || model.start_cells[side][kind].has(from);
        started && holds(&term.when) && holds(&model.rules.every_move)
    })
}

/// The cells on which a move of `element` from `from` may end on an empty board.
pub(super) fn ends(model: &BoardModel, element: Element, side: Side, from: Site) -> AnySet {
    let most = match element.travel {
        Travel::Leap | Travel::Lame => 1,
        Travel::Slide(0) | Travel::Hop | Travel::Land => u8::MAX,
        Travel::Slide(most) => most,
    };
    let hops = matches!(element.travel, Travel::Hop | Travel::Land);
    let cells = line(model, element.vector, side, from).take(usize::from(most));
    cells.skip(usize::from(hops)).collect()
}

/// The cells from `from` on in steps of `vector`, up to the edge or a hole.
pub(super) fn line(
    model: &BoardModel,
    vector: Vector,
    side: Side,
    from: Site,
) -> impl Iterator<Item = Site> {
    let Vector { right, forward } = vector;
    let turn = match side.color() {
        Color::White => 1,
        Color::Black => -1,
    };
    let next = move |&at: &Site| {
        let (file, rank) = model.graph.file_rank(at);
        let file = file.checked_add_signed(turn * right)?;
        let rank = rank.checked_add_signed(turn * forward)?;
        model.graph.at(file, rank)
    };
    std::iter::successors(next(&from), next)
}

/// Where a term attacks only royal pieces along the file ahead.
fn faces(model: &BoardModel, term: &Term, walk: &Walk) -> Option<Facing> {
    let [leg] = walk.legs.as_slice() else { return None };
    let plain = Mode { prey: Prey::Any, ..leg.mode };
    let attacks = leg.mode.prey == Prey::Royal && plain == Mode { capture: true, ..Mode::NONE };
    let unbound = term.when == Condition::Always && term.given.is_empty() && !walk.first_move;
    if !attacks || !unbound || leg.range.max.is_some() || !is_straight(leg) {
        return None;
    }
    let bearing = Bearing::new(model.graph.compass());
    let sectors = bearing.sectors(0, leg);
    let vectors: Vec<_> =
        sectors.iter().map(|sector| compass::vector(leg.stride, sector)).collect();
    let straight = vectors.iter().all(|vector| matches!(vector, (0, 1 | -1) | (1 | -1, 0)));
    straight.then_some(Facing { span: term.span, by_rank: vectors.len() > 2 })
}

/// The elements of a walk. `None` if the program does not know such a walk.
fn parts(model: &BoardModel, walk: &Walk) -> Option<Vec<Part>> {
    if !walk.loops.is_empty() || !walk.legs.iter().all(is_straight) {
        return None;
    }
    match walk.legs.as_slice() {
        [leg] => single(model, leg),
        legs => bent(model, legs),
    }
}

fn is_straight(leg: &Leg) -> bool {
    leg.course == Course::Straight
        && leg.pace == Pace::Free
        && leg.edges == Edges::Closed
        && leg.gait == Gait::Natural
        && leg.reach.is_none()
        && leg.stride != Stride::Universal
}

fn single(model: &BoardModel, leg: &Leg) -> Option<Vec<Part>> {
    let longest = u16::from(model.graph.files().max(model.graph.ranks())) - 1;
    let most = leg.range.max.filter(|&most| most < longest);
    if leg.range.min != 1 {
        return None;
    }
    let travel = match (leg.passage, most) {
        (Passage::Free, Some(1)) => Travel::Leap,
        (Passage::Free, most) => Travel::Slide(u8::try_from(most.unwrap_or(0)).ok()?),
        (Passage::Lame, Some(1)) => Travel::Lame,
        (Passage::Hop, None) => Travel::Hop,
        (Passage::HopAndLand, None) => Travel::Land,
        (Passage::Lame | Passage::Hop | Passage::HopAndLand, _)
        | (Passage::MustJump | Passage::SkipFirst, _) => return None,
    };
    let bearing = Bearing::new(model.graph.compass());
    let sectors = bearing.sectors(0, leg);
    let vectors = sectors.iter().map(|sector| compass::vector(leg.stride, sector));
    parts_of(vectors.collect(), travel, leg)
}

/// The elements of vectors with the ends of `leg`, the last leg.
fn parts_of(vectors: Vec<(i32, i32)>, travel: Travel, leg: &Leg) -> Option<Vec<Part>> {
    let Mode { quiet, capture, en_passant, .. } = leg.mode;
    if leg.mode != (Mode { quiet, capture, en_passant, ..Mode::NONE }) || en_passant && !capture {
        return None;
    }
    let ends = [quiet.then_some(End::Quiet), capture.then_some(End::Capture)];
    let mut parts = Vec::new();
    for (right, forward) in vectors {
        let vector =
            Vector { right: i8::try_from(right).ok()?, forward: i8::try_from(forward).ok()? };
        parts.extend(ends.into_iter().flatten().map(|end| Part {
            element: Element { initial: false, end, travel, vector },
            passant: en_passant && end == End::Capture,
            traced: leg.leaves_trace && end == End::Quiet,
        }));
    }
    Some(parts)
}

/// The elements of several single steps over empty cells, if they are the paths of lame leaps.
fn bent(model: &BoardModel, legs: &[Leg]) -> Option<Vec<Part>> {
    let (last, before) = legs.split_last()?;
    let steps = |leg: &Leg| {
        matches!(leg.stride, Stride::Radial { length: 1, .. })
            && leg.range.is_one()
            && leg.passage == Passage::Free
            && !leg.leaves_trace
    };
    if !legs.iter().all(steps) || before.iter().any(|leg| leg.mode != Mode::QUIET) {
        return None;
    }
    let mut paths = vec![(Bearing::new(model.graph.compass()), Vec::new(), (0, 0))];
    for leg in legs {
        let mut longer = Vec::new();
        for (bearing, path, (right, forward)) in paths {
            for sector in bearing.sectors(0, leg).iter() {
                let (x, y) = compass::vector(leg.stride, sector);
                let end = (right + x, forward + y);
                let path: Vec<(i32, i32)> = path.iter().copied().chain([end]).collect();
                longer.push((bearing.along(leg.stride, sector, 0), path, end));
            }
        }
        paths = longer;
    }
    let is_lame =
        |path: &[(i32, i32)]| lame_path(path.last().copied()?).filter(|lame| lame == path);
    let vectors: Vec<(i32, i32)> = paths.iter().map(|&(_, _, end)| end).collect();
    paths.iter().all(|(_, path, _)| is_lame(path).is_some()).then_some(())?;
    parts_of(vectors, Travel::Lame, last)
}

/// The cells of a lame leap, in the order in which it passes them: straight steps first.
fn lame_path((right, forward): (i32, i32)) -> Option<Vec<(i32, i32)>> {
    let straight = right.abs().abs_diff(forward.abs());
    let length = right.abs().max(forward.abs()).unsigned_abs();
    let (mut x, mut y) = (0, 0);
    let mut path = Vec::new();
    for step in 0..length {
        let slants = step >= straight;
        x += if slants || right.abs() > forward.abs() { right.signum() } else { 0 };
        y += if slants || forward.abs() > right.abs() { forward.signum() } else { 0 };
        path.push((x, y));
    }
    (path.last() == Some(&(right, forward))).then_some(path)
}

// The cells that pieces can reach. A condition matters only where a piece can stand, so an
// upper bound of these cells is enough.

/// Cells for each side and kind. A kind without cells never stands on the board.
pub(super) type Reach = ByColor<IndexVec<KindId, AnySet>>;

/// The cells that pieces of each kind can reach, and some more.
pub(super) fn reach(model: &BoardModel, ways: &IndexVec<KindId, Ways>) -> Reach {
    let rules = &model.rules;
    let all: AnySet = model.graph.sites().collect();
    let mut reach: Reach =
        ByColor::from_fn(|side| model.start_cells[side].iter().copied().collect());
    for made in rules.effects.iter().flat_map(Effect::made) {
        Side::BOTH.into_iter().for_each(|side| reach[side][made] = all);
    }
    loop {
        let before = reach.clone();
        for side in Side::BOTH {
            for kind in rules.kinds.ids() {
                let here = reach[side][kind];
                let mut next = here;
                for way in ways[kind].elements.values() {
                    for from in here {
                        next |= way.allowed[side][from.index()];
                    }
                }
                if !here.is_empty() && !ways[kind].unknown.is_empty() {
                    next = all;
                }
                if may_hold(model, &reach, side, kind) {
                    let drops = model.drops[side][kind].iter();
                    next = drops.fold(next, |all, drop| all | drop.cells);
                }
                reach[side][kind] = next;
                for rule in &rules.kinds[kind].promotions {
                    for &to in &rule.to {
                        reach[side][to] |= next;
                    }
                }
            }
        }
        for castle in &model.castles {
            let ends = [castle.king.1, castle.partner.1];
            for ((piece, _), end) in model.rights[castle.right].pieces().into_iter().zip(ends) {
                let cells = &mut reach[piece.side][piece.kind];
                *cells |= AnySet::of(end);
            }
        }
        if reach == before {
            return reach;
        }
    }
}

/// True if `side` may ever have a piece of `kind` in hand. A royal piece is never captured.
pub(super) fn may_hold(model: &BoardModel, reach: &Reach, side: Side, kind: KindId) -> bool {
    let rules = &model.rules;
    let Some(hand) = &rules.hand else { return false };
    let begins = rules.setup.hands.iter().flat_map(|hands| &hands.value);
    let begins = begins.into_iter().any(|held| *held == (side, kind));
    let captured = || {
        Side::BOTH.into_iter().any(|owner| {
            let captor = owner.other();
            rules.kinds.ids().any(|other| {
                rules.kinds[other].royal != Royalty::Each
                    && !reach[owner][other].is_empty()
                    && rules.hand_of(captor, owner, other) == Some((side, kind))
            })
        })
    };
    begins || hand.supply.contains(&kind) || captured()
}

// Which kinds a section has.

/// True if a section has a kind of its own for `kind`. Kinds that the game adds for promoted pieces
/// have none, nor do walls.
pub(super) fn is_exported(kind: &Kind) -> bool {
    kind.letter.form() != Form::Reverting && kind.owner == Owner::Side
}
