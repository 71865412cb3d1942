//! The pieces of a section: which kind of the program each kind is, how it moves, where it may go,
//! and which of them are royal.

use crate::fairy::export::effects::Effects;
use crate::fairy::export::element::{self, Element, End, Travel, Vector};
use crate::fairy::export::movement::{Facing, Kinds, Reach, Way, Ways, ends, is_exported, line};
use crate::fairy::export::section::{Gaps, Section, cells};
use crate::fairy::values::PREDEFINED;
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Span;
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::ruleset::{Kind, Royalty, Ruleset};
use alfil_rules::side::{ByColor, Color, Side};
use alfil_topology::site_set::{AnySet, Site};
use std::collections::{BTreeMap, BTreeSet};

// The pieces of a section: which kind of the program each kind is, and where it may go.

/// Maximum number of kinds with movements of their own.
const MAX_CUSTOM: usize = 25;

/// The pieces of a section.
pub(super) struct Pieces {
    /// The letter of each kind; `None` for kinds that the section does not have.
    pub(super) letters: IndexVec<KindId, Option<char>>,
    /// The key of each kind, such as `knight` or `customPiece1`.
    pub(super) keys: BTreeMap<KindId, String>,
    /// The cells that a kind may enter.
    pub(super) regions: BTreeMap<KindId, ByColor<AnySet>>,
    /// The elements of each kind.
    pub(super) elements: BTreeMap<KindId, BTreeSet<Element>>,
    /// Kinds that capture en passant.
    pub(super) passant: Vec<KindId>,
}

impl Pieces {
    /// The kind of the key `pawn`.
    pub(super) fn pawn(&self) -> Option<KindId> {
        self.of_key("pawn")
    }

    /// The kind of a key.
    pub(super) fn of_key(&self, key: &str) -> Option<KindId> {
        self.keys.iter().find(|(_, known)| *known == key).map(|(&kind, _)| kind)
    }

    /// The letters of some kinds in lower case, as the program writes sets of pieces.
    pub(super) fn set(&self, kinds: impl IntoIterator<Item = KindId>) -> String {
        let letters = kinds.into_iter().filter_map(|kind| self.letters[kind]);
        let set: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        if set.is_empty() { "-".to_owned() } else { set }
    }
}

/// Writes the pieces into `section`.
pub(super) fn pieces(
    model: &BoardModel,
    ways: &IndexVec<KindId, Ways>,
    reach: &Reach,
    royals: &Royals,
    section: &mut Section,
    gaps: &mut Gaps,
) -> Pieces {
    let rules = &model.rules;
    let all: AnySet = model.graph.sites().collect();
    let mut steps = DoubleSteps::new();
    let exported = || rules.kinds.enumerate().filter(|(_, kind)| is_exported(kind));
    let mut shaped = BTreeMap::new();
    for (id, kind) in exported() {
        for &span in &ways[id].unknown {
            gaps.at(span, format!("this move of the {}", kind.name.value));
        }
        shaped.insert(id, shape(model, &ways[id], id, reach, &mut steps, gaps));
    }
    let mut pieces = Pieces {
        letters: letters(model, gaps),
        keys: BTreeMap::new(),
        regions: BTreeMap::new(),
        elements: BTreeMap::new(),
        passant: Vec::new(),
    };
    let pawn = read("fmWfcF");
    let double = Element {
        initial: true,
        end: End::Quiet,
        travel: Travel::Lame,
        vector: Vector { right: 0, forward: 2 },
    };
    // The program gives every pawn a double step, if any piece has one.
    let pawn_alone = steps.any.then_some(double);
    let (mut used, mut custom) = (BTreeSet::new(), 0);
    for (id, kind) in exported() {
        let Some(letter) = pieces.letters[id] else { continue };
        let Shaped { elements, region, passant, soldier } = &shaped[&id];
        let is_pawn = elements.iter().copied().filter(|e| !e.initial).eq(pawn.iter().copied())
            && elements.iter().copied().filter(|e| e.initial).eq(pawn_alone);
        let shy = ways[id].shy.is_some();
        let small = letter.to_ascii_lowercase();
        let mut known = PREDEFINED.iter().filter(|known| {
            let wants_shy = known.key == "janggiCannon";
            let wants_steps = known.key == "soldier";
            known.key != "pawn"
                && known.key != "king"
                && !used.contains(known.key)
                && shy == wants_shy
                && (soldier.is_none() || wants_steps)
                && read(known.betza) == *elements
        });
        let (key, value) = if royals.kings.contains(&id) {
            let value = if read("K") == *elements {
                small.to_string()
            } else {
                format!("{small}:{}", betza(kind, elements, *passant, gaps))
            };
            let captures = |e: &Element| e.end == End::Capture && e.travel == Travel::Lame;
            if elements
                .iter()
                .any(|e| captures(e) || matches!(e.travel, Travel::Hop | Travel::Land))
            {
                gaps.at(kind.name.span, "a royal piece with lame captures or hops".to_owned());
            }
            ("king".to_owned(), value)
        } else if is_pawn && !used.contains("pawn") && !shy {
            ("pawn".to_owned(), small.to_string())
        } else if let Some(known) = known.next().filter(|_| !passant) {
            (known.key.to_owned(), small.to_string())
        } else {
            custom += 1;
            if shy {
                let cause = format!("hops of the {} that avoid its own kind", kind.name.value);
                gaps.maybe(ways[id].shy, cause);
            }
            let betza = betza(kind, elements, *passant, gaps);
            (format!("customPiece{custom}"), format!("{small}:{betza}"))
        };
        if soldier.is_some() && key != "soldier" {
            gaps.at(
                kind.name.span,
                format!("moves of the {} that depend on its cell", kind.name.value),
            );
        }
        section.piece(&key, value);
        used.insert(key.clone());
        for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
            if !reach[side][id].is_empty() && !all.within(region[side]) {
                let mut title = key.clone();
                title[..1].make_ascii_uppercase();
                section.set(format!("mobilityRegion{name}{title}"), cells(model, region[side]));
            }
        }
        if *passant {
            pieces.passant.push(id);
        }
        pieces.keys.insert(id, key);
        pieces.regions.insert(id, *region);
        pieces.elements.insert(id, elements.clone());
    }
    if custom > MAX_CUSTOM {
        gaps.whole(format!(
            "{custom} kinds with custom movements; the program allows {MAX_CUSTOM}"
        ));
    }
    let soldiers: BTreeSet<u8> = shaped.values().filter_map(|shaped| shaped.soldier).collect();
    if let Some(rank) = soldiers.first() {
        section.set("soldierPromotionRank", rank.to_string());
    }
    double_steps(model, &pieces, &steps, section, gaps);
    flying(model, ways, reach, royals, section, gaps);
    pieces
}

fn betza(kind: &Kind, elements: &BTreeSet<Element>, passant: bool, gaps: &mut Gaps) -> String {
    element::write(elements, passant).unwrap_or_else(|| {
        gaps.at(kind.name.span, format!("the movement of the {}", kind.name.value));
        String::new()
    })
}

/// The letters of the kinds. A kind whose letter has a mark gets a letter that is still free.
fn letters(model: &BoardModel, gaps: &mut Gaps) -> IndexVec<KindId, Option<char>> {
    let kinds = &model.rules.kinds;
    let plain = |kind: &Kind| {
        let letter = kind.letter;
        let fits = letter.form() == Form::Plain && letter.capital().is_ascii_uppercase();
        (fits && is_exported(kind)).then_some(letter.capital())
    };
    let mut letters: IndexVec<KindId, Option<char>> = kinds.iter().map(plain).collect();
    for (id, kind) in kinds.enumerate() {
        if letters[id].is_some() || !is_exported(kind) {
            continue;
        }
        let taken: Vec<char> = letters.iter().copied().flatten().collect();
        let own = kind.name.value.to_uppercase();
        let free = own.chars().chain('A'..='Z').filter(char::is_ascii_uppercase);
        letters[id] = free.into_iter().find(|letter| !taken.contains(letter));
        if letters[id].is_none() {
            gaps.at(kind.name.span, "more kinds than letters".to_owned());
        }
    }
    letters
}

/// Writes the regions of double steps and of captures en passant.
fn double_steps(
    model: &BoardModel,
    pieces: &Pieces,
    steps: &DoubleSteps,
    section: &mut Section,
    gaps: &mut Gaps,
) {
    section.flag("doubleStep", steps.any, true);
    if !steps.any {
        return;
    }
    for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
        let second = |&site: &Site| model.graph.rank_for(site, side) == 2;
        // The program's default for Black is rank 7, also on other boards.
        let usual = match side.color() {
            Color::White => true,
            Color::Black => model.graph.ranks() == 8,
        };
        let rank: AnySet = model.graph.sites().filter(second).collect();
        let fits = |region: AnySet| {
            steps.from[side].within(region) && (region & steps.not_from[side]).is_empty()
        };
        if fits(rank) {
            if !usual {
                section.set(format!("doubleStepRegion{name}"), cells(model, rank));
            }
        } else if fits(steps.from[side]) {
            section.set(format!("doubleStepRegion{name}"), cells(model, steps.from[side]));
        } else {
            gaps.maybe(steps.place, "double steps from other cells for each kind".to_owned());
        }
    }
    let expected: Vec<KindId> = pieces.pawn().into_iter().collect();
    let passant = &pieces.passant;
    if passant.is_empty() {
        section.set("enPassantTypes", "-");
        return;
    }
    if !expected.iter().all(|pawn| passant.contains(pawn)) {
        section.set("enPassantTypes", pieces.set(passant.iter().copied()));
    }
    if !(steps.passed & steps.not_passed).is_empty() {
        gaps.maybe(steps.place, "double steps over one cell, with and without a trace".to_owned());
    } else if !steps.not_passed.is_empty() {
        section.set("enPassantRegion", cells(model, steps.passed));
    }
}

/// Writes the rule that generals may not face each other.
fn flying(
    model: &BoardModel,
    ways: &IndexVec<KindId, Ways>,
    reach: &Reach,
    royals: &Royals,
    section: &mut Section,
    gaps: &mut Gaps,
) {
    let facing = |id: KindId| ways[id].facing.map(|facing| (id, facing));
    let all: Vec<(KindId, Facing)> = model.rules.kinds.ids().filter_map(facing).collect();
    let ranks = |side: Side, id: KindId| -> BTreeSet<u8> {
        reach[side][id].into_iter().map(|site| model.graph.file_rank(site).1).collect()
    };
    for &(id, Facing { span, by_rank }) in &all {
        if !royals.kings.contains(&id) {
            gaps.at(span, "attacks on royal pieces only".to_owned());
        } else if !by_rank && !ranks(Side::White, id).is_disjoint(&ranks(Side::Black, id)) {
            // In the program, kings face each other along ranks as well.
            gaps.at(span, "kings that face each other along files only".to_owned());
        }
    }
    section.flag("flyingGeneral", !all.is_empty(), false);
}

// The elements of a kind and their conditions: which cells it may enter, and from which cells it
// makes double steps.

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

// Royal pieces. The program has one king of each side, or pieces of one kind of which the last one
// is royal.

/// The royal pieces, as the program knows them.
#[derive(Default)]
pub(super) struct Royals {
    /// The kind of the program's king.
    pub(super) kings: Vec<KindId>,
    /// The kind whose last piece is royal.
    pub(super) pseudo: Option<KindId>,
    /// True if all pieces of that kind are royal together.
    pub(super) together: bool,
}

impl Royals {
    /// True if no piece is royal.
    pub(super) fn is_empty(&self) -> bool {
        self.kings.is_empty() && self.pseudo.is_none()
    }
}

/// Finds the royal pieces.
pub(super) fn royals(
    model: &BoardModel,
    kinds: &Kinds,
    effects: &Effects,
    gaps: &mut Gaps,
) -> Royals {
    let rules = &model.rules;
    let mut royals = Royals::default();
    for (id, kind) in rules.kinds.enumerate().filter(|(_, kind)| is_exported(kind)) {
        let alone = royals.is_empty();
        match kind.royal {
            Royalty::No => {}
            Royalty::Each if !alone => {
                gaps.at(kind.name.span, "a second kind of royal pieces".to_owned());
            }
            Royalty::Each => {
                if !is_single(model, id) {
                    gaps.at(kind.name.span, "several royal pieces of a side".to_owned());
                }
                // The program's king cannot be blasted, but the last of another kind can.
                match effects.blast {
                    Some(_) => royals.pseudo = Some(id),
                    None => royals.kings.push(id),
                }
            }
            Royalty::All | Royalty::Last if !alone => {
                gaps.at(kind.name.span, "a second kind of royal pieces".to_owned());
            }
            Royalty::All | Royalty::Last => {
                royals.pseudo = Some(id);
                royals.together = kind.royal == Royalty::All;
            }
        }
    }
    // A king that explodes with what it captures threatens no king. The program agrees only about
    // kings beside each other.
    let far = |e: &Element| {
        let Vector { right, forward } = e.vector;
        e.end == End::Capture && (e.travel != Travel::Leap || right.abs().max(forward.abs()) > 1)
    };
    if let (Some(id), Some(_)) = (royals.pseudo, &effects.blast)
        && kinds[id].elements.keys().any(far)
    {
        let kind = &rules.kinds[id].name;
        let cause =
            format!("captures of the {} that explode two cells away or farther", kind.value);
        gaps.at(kind.span, cause);
    }
    royals
}

/// True if no side ever has two pieces of a kind.
fn is_single(model: &BoardModel, kind: KindId) -> bool {
    let rules: &Ruleset = &model.rules;
    let held = rules.setup.hands.iter().flat_map(|hands| &hands.value);
    let held: Vec<&(Side, KindId)> = held.collect();
    let few = Side::BOTH.into_iter().all(|side| {
        let held = held.iter().filter(|piece| ***piece == (side, kind)).count();
        model.start_counts[side][kind] as usize + held <= 1
    });
    let promoted = rules.kinds.iter().flat_map(|kind| &kind.promotions);
    let promoted = promoted.flat_map(|rule| &rule.to).any(|&to| rules.counts_as(to) == kind);
    few && !promoted && !rules.effects.iter().any(|effect| effect.made().any(|made| made == kind))
}
