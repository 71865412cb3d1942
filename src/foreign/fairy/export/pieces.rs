//! The pieces of a section: which kind of the program each kind is, and where it may go.

use crate::foreign::fairy::export::element::{self, Element, End, Travel, Vector};
use crate::foreign::fairy::export::gaps::Gaps;
use crate::foreign::fairy::export::kinds::is_exported;
use crate::foreign::fairy::export::movement::{Facing, Ways};
use crate::foreign::fairy::export::reach::Reach;
use crate::foreign::fairy::export::royals::Royals;
use crate::foreign::fairy::export::section::{Section, cells};
use crate::foreign::fairy::export::shape::{DoubleSteps, Shaped, read, shape};
use crate::foreign::fairy::pieces::PREDEFINED;
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::letter::Form;
use alfil_rules::ruleset::Kind;
use alfil_rules::side::{ByColor, Color, Side};
use alfil_topology::site_set::{AnySet, Site};
use std::collections::{BTreeMap, BTreeSet};

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
                format!("moves of the {} that its cell decides", kind.name.value),
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
            "{custom} kinds with movements of their own; the program has {MAX_CUSTOM}"
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
