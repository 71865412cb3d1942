//! Promotions as fields of a diagram, and the order of the pieces that they need.

use crate::foreign::diagram::cells::{Cell, Size};
use crate::foreign::diagram::export::area;
use crate::foreign::diagram::export::gap::Gaps;
use crate::foreign::diagram::export::pieces::{Piece, Pieces};
use alfil_rules::condition::Area;
use alfil_rules::hand::Captured;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Duty, Kind, Occasions, Promotion, Ruleset, Supply};
use alfil_rules::side::Side;
use std::collections::{BTreeMap, BTreeSet};

/// Promotions of a diagram.
pub(super) struct Forms {
    /// The pieces in the order of the diagram, as indices.
    pub(super) order: Vec<usize>,
    pub(super) zone: u8,
    /// How many of the first pieces promote in the zone.
    pub(super) count: usize,
    pub(super) offset: Option<usize>,
    pub(super) choice: String,
    /// Morph boards by the number in `order`.
    pub(super) morphs: BTreeMap<usize, String>,
}

/// The rules of one kind in the form that a diagram can say.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shape {
    /// In the zone, to one of several pieces.
    Chosen { zone: u8, duty: Duty, endless: Vec<KindId>, lost: Vec<KindId> },
    /// In, into and out of the zone, to one form.
    Form { zone: u8, to: KindId },
    /// On some cells, to one piece each.
    Morph(BTreeMap<Cell, KindId>),
}

/// Reads the promotions of all pieces.
pub(super) fn read(rules: &Ruleset, pieces: &Pieces, gaps: &mut Gaps) -> Forms {
    let size = pieces.size;
    let mut chosen: Vec<usize> = Vec::new();
    let mut formed: Vec<usize> = Vec::new();
    let mut boards: BTreeMap<usize, BTreeMap<Cell, KindId>> = BTreeMap::new();
    let mut shapes: BTreeMap<usize, Shape> = BTreeMap::new();
    for (at, piece) in pieces.all.iter().enumerate() {
        let kind = &rules.kinds[piece.kind];
        let Some(first) = kind.promotions.first() else { continue };
        match shape(rules, kind, size) {
            Some(shape) => shapes.extend([(at, shape)]),
            None => gaps.say(Some(first.span), format!("promotion of the {}", piece.name)),
        }
    }
    let forms = shapes.values().any(|shape| matches!(shape, Shape::Form { .. }));
    let mut first: Option<&Shape> = None;
    for (&at, shape) in &shapes {
        let fits = match (shape, first) {
            (Shape::Morph(board), _) => {
                boards.insert(at, board.clone());
                continue;
            }
            (Shape::Form { zone, .. }, Some(Shape::Form { zone: other, .. })) => zone == other,
            (Shape::Form { .. }, _) => first.is_none(),
            (Shape::Chosen { .. }, None) => !forms,
            // Two pieces that may stay would name each other as choices.
            (Shape::Chosen { duty, .. }, Some(other)) => shape == other && *duty == Duty::Must,
        };
        match (fits, shape) {
            (true, Shape::Form { .. }) => formed.push(at),
            (true, Shape::Chosen { .. } | Shape::Morph(_)) => chosen.push(at),
            (false, _) => match board_of(shape, size) {
                Some(board) => boards.extend([(at, board)]),
                None => {
                    let promotion = pieces.all.get(at).map(|piece| &rules.kinds[piece.kind]);
                    let span = promotion.and_then(|kind| kind.promotions.first());
                    gaps.say(span.map(|rule| rule.span), "promotion in several zones or ways");
                }
            },
        }
        if fits {
            first = Some(shape);
        }
    }
    let index = |kind: KindId| pieces.all.iter().position(|piece| piece.kind == kind);
    let form = |at: &usize| match shapes.get(at) {
        Some(Shape::Form { to, .. }) => index(*to),
        Some(Shape::Chosen { .. } | Shape::Morph(_)) | None => None,
    };
    let to_forms: Vec<usize> = formed.iter().filter_map(form).collect();
    let distinct: BTreeSet<usize> = to_forms.iter().copied().collect();
    if distinct.len() < formed.len() || formed.iter().any(|at| distinct.contains(at)) {
        gaps.say(None, "promoted forms that several pieces share");
    }
    let mut order: Vec<usize> = chosen.iter().chain(&formed).chain(&to_forms).copied().collect();
    let rest = |royal: bool| {
        let rest = pieces.all.iter().enumerate().filter(move |(_, piece)| piece.royal == royal);
        rest.map(|(at, _)| at)
    };
    for at in rest(false).chain(rest(true)) {
        if !order.contains(&at) {
            order.push(at);
        }
    }
    let zone = match first {
        Some(Shape::Chosen { zone, .. } | Shape::Form { zone, .. }) => *zone,
        Some(Shape::Morph(_)) | None => 1,
    };
    let count = chosen.len() + formed.len();
    let mut morphs = BTreeMap::new();
    for (number, &at) in order.iter().enumerate() {
        let Some(piece) = pieces.all.get(at) else { continue };
        let board = boards.get(&at);
        if board.is_some() || !piece.shut.is_empty() {
            morphs.insert(number, written(board, piece, pieces));
        }
    }
    hands(rules, pieces, &distinct, gaps);
    Forms {
        zone,
        count,
        offset: (!formed.is_empty()).then_some(count),
        choice: choice(chosen.first().and_then(|at| shapes.get(at)), &chosen, pieces),
        order,
        morphs,
    }
}

/// The IDs of `promoChoice`.
fn choice(shape: Option<&Shape>, chosen: &[usize], pieces: &Pieces) -> String {
    let Some(Shape::Chosen { duty, endless, lost, .. }) = shape else { return String::new() };
    let ids = |kinds: &[KindId], mark: &str| -> String {
        let named = pieces.all.iter().filter(|piece| kinds.contains(&piece.kind));
        named.map(|piece| format!("{mark}{}", piece.id)).collect()
    };
    let own = match duty {
        Duty::May => {
            chosen.first().and_then(|at| pieces.all.get(*at)).map(|piece| piece.id.clone())
        }
        Duty::Must | Duty::Wait => None,
    };
    format!("{}{}{}", ids(endless, ""), ids(lost, "!"), own.unwrap_or_default())
}

/// The number of ranks, if the area is the last ranks of the board.
fn zone(area: Option<&Area>, size: Size) -> Option<u8> {
    let area = area?;
    if *area == Area::LastRank {
        return Some(1);
    }
    let Area::Ranks { first, last } = area else { return None };
    (*last == size.ranks).then(|| size.ranks + 1 - first)
}

/// The zone of a rule, also where a named zone is the last ranks.
fn zone_of(rules: &Ruleset, rule: &Promotion, size: Size) -> Option<u8> {
    let area = rule.at.as_ref();
    zone(area, size).or_else(|| {
        let Area::Zone(id) = area? else { return None };
        let zones = &rules.zones.get(*id)?.area;
        let white = zone(Some(&zones[Side::White]), size)?;
        (zone(Some(&zones[Side::Black]), size) == Some(white)).then_some(white)
    })
}

fn shape(rules: &Ruleset, kind: &Kind, size: Size) -> Option<Shape> {
    let promotions = &kind.promotions;
    let first = promotions.first()?;
    if promotions.iter().any(|rule| rule.when.is_some()) {
        return None;
    }
    // Kinds that the game adds for promoted pieces count as the kinds that they promote to.
    let to = |rule: &Promotion| -> Vec<KindId> {
        rule.to.iter().map(|&kind| rules.counts_as(kind)).collect()
    };
    let arriving = promotions.iter().all(|rule| rule.on == Occasions::ARRIVING);
    let same = promotions.iter().all(|rule| rule.at == first.at && rule.duty == first.duty);
    let of = |supply: Supply| -> Vec<KindId> {
        let fitting = promotions.iter().filter(|rule| rule.supply == supply);
        fitting.flat_map(to).collect()
    };
    let touching = Occasions { enter: true, within: true, leave: true, stay: false, drop: false };
    match (zone_of(rules, first, size), promotions.as_slice()) {
        (Some(zone), _) if arriving && same && first.duty != Duty::Wait => Some(Shape::Chosen {
            zone,
            duty: first.duty,
            endless: of(Supply::Endless),
            lost: of(Supply::Lost),
        }),
        (Some(zone), [rule]) if rule.on == touching => {
            let [form] = to(rule)[..] else { return None };
            let is_free = rule.duty == Duty::May && rule.supply == Supply::Endless;
            is_free.then_some(Shape::Form { zone, to: form })
        }
        _ if arriving => {
            let mut board = BTreeMap::new();
            for rule in promotions {
                let [form] = to(rule)[..] else { return None };
                let whole = Area::Not(Box::new(Area::Cells(Vec::new())));
                let at = rule.at.as_ref().unwrap_or(&whole);
                let is_plain = rule.duty == Duty::Must && rule.supply == Supply::Endless;
                if !is_plain || area::both(rules, at, size) != Some(true) {
                    return None;
                }
                for cell in area::cells(rules, at, size, Side::White)? {
                    if board.insert(cell, form).is_some() {
                        return None;
                    }
                }
            }
            Some(Shape::Morph(board))
        }
        _ => None,
    }
}

/// The morph board of a rule that could also be one of the zone.
fn board_of(shape: &Shape, size: Size) -> Option<BTreeMap<Cell, KindId>> {
    let Shape::Chosen { zone, duty: Duty::Must, endless, lost } = shape else { return None };
    let ([to], []) = (&endless[..], &lost[..]) else { return None };
    let ranks = size.ranks - zone..size.ranks;
    let cells = ranks.flat_map(|rank| (0..size.files).map(move |file| Cell { rank, file }));
    Some(cells.map(|cell| (cell, *to)).collect())
}

/// The text of a morph board.
fn written(board: Option<&BTreeMap<Cell, KindId>>, piece: &Piece, pieces: &Pieces) -> String {
    let id = |kind: KindId| {
        let found = pieces.all.iter().find(|piece| piece.kind == kind);
        found.map_or(".", |piece| piece.id.as_str())
    };
    let row = |rank: u8| -> String {
        let symbol = |file: u8| {
            let cell = Cell { rank, file };
            match board.and_then(|board| board.get(&cell)) {
                _ if piece.shut.contains(&cell) => "*",
                Some(&kind) => id(kind),
                None => ".",
            }
        };
        (0..pieces.size.files).map(symbol).collect()
    };
    let rows: Vec<String> = (0..pieces.size.ranks).rev().map(row).collect();
    rows.join("/")
}

/// Reports what hands of diagrams would do otherwise. `forms` are the promoted forms.
fn hands(rules: &Ruleset, pieces: &Pieces, forms: &BTreeSet<usize>, gaps: &mut Gaps) {
    let Some(hand) = &rules.hand else { return };
    if hand.captured == Captured::Gone {
        return;
    }
    for (at, piece) in pieces.all.iter().enumerate() {
        if !piece.drops && !piece.royal && !forms.contains(&at) {
            let span = rules.kinds[piece.kind].name.span;
            gaps.say(Some(span), format!("the {}, which is never dropped", piece.name));
        }
    }
    let promotes = rules.kinds.iter().any(|kind| !kind.promotions.is_empty());
    if promotes && rules.kinds.iter().all(|kind| kind.reverts_to.is_none()) {
        gaps.say(Some(hand.span), "captured promoted pieces that stay what they are");
    }
}
