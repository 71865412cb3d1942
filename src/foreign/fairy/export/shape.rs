//! The elements of a kind and their conditions: which cells it may enter, and from which cells it
//! makes double steps.

use crate::foreign::fairy::export::element::{self, Element, End, Travel, Vector};
use crate::foreign::fairy::export::gaps::Gaps;
use crate::foreign::fairy::export::movement::{Way, Ways, ends, line};
use crate::foreign::fairy::export::reach::Reach;
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Span;
use alfil_rules::ids::KindId;
use alfil_rules::side::{ByColor, Side};
use alfil_topology::site_set::{AnySet, Site};
use std::collections::BTreeSet;

/// A kind before it has a key.
pub(super) struct Shaped {
    pub(super) elements: BTreeSet<Element>,
    pub(super) region: ByColor<AnySet>,
    pub(super) passant: bool,
    /// The rank, as the mover counts, from which the steps of a soldier are allowed.
    pub(super) soldier: Option<u8>,
}

/// What all kinds say about double steps, which the program has once for each side.
pub(super) struct DoubleSteps {
    /// Starts of double steps, and cells from which a piece must not make one.
    pub(super) from: ByColor<AnySet>,
    pub(super) not_from: ByColor<AnySet>,
    /// Cells on which a piece that passed them may be captured, and those on which it may not.
    pub(super) passed: AnySet,
    pub(super) not_passed: AnySet,
    pub(super) any: bool,
    pub(super) place: Option<Span>,
}

impl DoubleSteps {
    pub(super) fn new() -> DoubleSteps {
        let none = || ByColor::from_fn(|_| AnySet::EMPTY);
        DoubleSteps {
            from: none(),
            not_from: none(),
            passed: AnySet::EMPTY,
            not_passed: AnySet::EMPTY,
            any: false,
            place: None,
        }
    }
}

/// Elements of a string of the program; none if it cannot be read.
pub(super) fn read(betza: &str) -> BTreeSet<Element> {
    element::read(betza).unwrap_or_default()
}

/// Finds the elements of a kind, the cells that it may enter, and the starts of double steps.
pub(super) fn shape(
    model: &BoardModel,
    ways: &Ways,
    kind: KindId,
    reach: &Reach,
    steps: &mut DoubleSteps,
    gaps: &mut Gaps,
) -> Shaped {
    let name = &model.rules.kinds[kind].name;
    let all: AnySet = model.graph.sites().collect();
    let everywhere = ByColor::from_fn(|_| all);
    let entered = ByColor::from_fn(|side| {
        let allowed = |way: &Way| {
            let ends = reach[side][kind].into_iter().map(|from| way.allowed[side][from.index()]);
            ends.fold(AnySet::EMPTY, |all, ends| all | ends)
        };
        let entered = ways.elements.values().map(allowed);
        let entered = entered.fold(AnySet::EMPTY, |all, cells| all | cells);
        let possible = ways.elements.keys().map(|&element| {
            let from = reach[side][kind].into_iter();
            from.fold(AnySet::EMPTY, |all, from| all | ends(model, element, side, from))
        });
        let possible = possible.fold(AnySet::EMPTY, |all, cells| all | cells);
        // Cells that no move can reach need no exclusion.
        all.minus(possible.minus(entered))
    });
    let region =
        match (fit(model, ways, kind, reach, &everywhere), fit(model, ways, kind, reach, &entered))
        {
            (Fit::Exact, _) | (_, Fit::Poor) | (Fit::ByStart, Fit::ByStart) => everywhere,
            (Fit::ByStart | Fit::Poor, Fit::Exact) | (Fit::Poor, Fit::ByStart) => entered,
        };
    let mut elements = BTreeSet::new();
    let mut passants = BTreeSet::new();
    let mut late = Vec::new();
    for (&element, way) in &ways.elements {
        let stands = ByColor::from_fn(|side| reach[side][kind]);
        let uses = Uses::of(model, way, element, &stands, &region);
        if element.end == End::Capture && (uses.always || !uses.never) {
            passants.insert(way.passant);
        }
        match (uses.partly, uses.never, uses.always) {
            (true, ..) => {
                gaps.at(way.span, format!("a condition on this move of the {}", name.value));
                elements.insert(element);
            }
            // No piece can ever make the move.
            (false, true, false) => {}
            (false, false, _) => {
                if Side::BOTH.into_iter().any(|side| !way.traced[side].is_empty()) {
                    gaps.at(
                        way.span,
                        "a trace for captures en passant, from every cell".to_owned(),
                    );
                }
                elements.insert(element);
            }
            (false, true, true) => late.push((element, uses, way)),
        }
    }
    let soldier = soldier(model, &elements, &late, reach, kind);
    if soldier.is_some() {
        elements.extend(late.drain(..).map(|(element, ..)| element));
    }
    for (element, uses, way) in late {
        steps.any = true;
        steps.place = Some(way.span);
        for side in Side::BOTH {
            steps.from[side] |= uses.yes[side];
            steps.not_from[side] |= uses.no[side];
            for from in uses.yes[side] {
                let passed = passed(model, element, side, from);
                let all = if way.traced[side].has(from) {
                    &mut steps.passed
                } else {
                    &mut steps.not_passed
                };
                *all |= passed;
            }
        }
        elements.insert(Element { initial: true, ..element });
    }
    if passants.len() > 1 {
        gaps.at(name.span, format!("captures of the {}, some of which are en passant", name.value));
    }
    Shaped { elements, region, passant: passants.contains(&true), soldier }
}

/// How well a region explains the conditions of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Every element leads from every cell into the region.
    Exact,
    /// Some elements need certain starts.
    ByStart,
    /// Some elements lead only to a part of the region.
    Poor,
}

fn fit(
    model: &BoardModel,
    ways: &Ways,
    kind: KindId,
    reach: &Reach,
    region: &ByColor<AnySet>,
) -> Fit {
    let mut fit = Fit::Exact;
    for (&element, way) in &ways.elements {
        let uses =
            Uses::of(model, way, element, &ByColor::from_fn(|side| reach[side][kind]), region);
        if uses.partly {
            return Fit::Poor;
        }
        if uses.never && uses.always {
            fit = Fit::ByStart;
        }
    }
    fit
}

/// From which cells an element leads where it could.
#[derive(Default)]
struct Uses {
    /// True if some start allows every end, whether some start allows none, and whether some start
    /// allows only a part.
    always: bool,
    never: bool,
    partly: bool,
    yes: ByColor<AnySet>,
    no: ByColor<AnySet>,
}

impl Uses {
    /// The uses of an element from the cells of `stands`. Ends outside of `region` do not count.
    fn of(
        model: &BoardModel,
        way: &Way,
        element: Element,
        stands: &ByColor<AnySet>,
        region: &ByColor<AnySet>,
    ) -> Uses {
        let mut uses = Uses::default();
        for side in Side::BOTH {
            for from in stands[side] {
                let possible = ends(model, element, side, from) & region[side];
                uses.note(side, from, possible, way.allowed[side][from.index()]);
            }
        }
        uses
    }

    fn note(&mut self, side: Side, from: Site, possible: AnySet, allowed: AnySet) {
        let from = AnySet::of(from);
        if possible.is_empty() {
            return;
        }
        if allowed == possible {
            self.always = true;
            self.yes[side] |= from;
        } else if allowed.is_empty() {
            self.never = true;
            self.no[side] |= from;
        } else {
            self.partly = true;
        }
    }
}

/// The cells that a double step passes.
fn passed(model: &BoardModel, element: Element, side: Side, from: Site) -> AnySet {
    let Vector { right, forward } = element.vector;
    let length = right.abs().max(forward.abs()).max(1);
    let unit = Vector { right: right / length, forward: forward / length };
    let most = match element.travel {
        Travel::Lame | Travel::Leap => usize::from(length.unsigned_abs()) - 1,
        Travel::Slide(most) => usize::from(most).saturating_sub(1),
        Travel::Hop | Travel::Land => 0,
    };
    line(model, unit, side, from).take(most).collect()
}

/// The rank from which a soldier steps sideways, if the kind moves like one.
fn soldier(
    model: &BoardModel,
    always: &BTreeSet<Element>,
    late: &[(Element, Uses, &Way)],
    reach: &Reach,
    kind: KindId,
) -> Option<u8> {
    let steps: BTreeSet<Element> = late.iter().map(|(element, ..)| *element).collect();
    if *always != read("fW") || steps != read("sW") {
        return None;
    }
    let rank = |site: Site, side: Side| model.graph.rank_for(site, side);
    let yes = Side::BOTH.into_iter().flat_map(|side| {
        late.iter().flat_map(move |(_, uses, _)| uses.yes[side].into_iter().map(move |s| (s, side)))
    });
    let first = yes.map(|(site, side)| rank(site, side)).min()?;
    let fits = Side::BOTH.into_iter().all(|side| {
        late.iter().all(|(_, uses, _)| {
            let behind = uses.no[side].into_iter().all(|site| rank(site, side) < first);
            behind && uses.yes[side].within(reach[side][kind])
        })
    });
    fits.then_some(first)
}
