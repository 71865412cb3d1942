//! Writes a game as the text of a diagram.
//!
//! Everything comes from the compiled rules. A rule without an equivalent becomes a [`Gap`] with its
//! place in the definition. A text without gaps has the same moves as the game when it is imported.

mod pieces;

use crate::diagram::export::pieces::{Gaps, Piece, Pieces};
use crate::diagram::model::{Cell, Size, Symmetry};
use crate::remark::Gap;
use alfil_diagnostics::source::Sources;
use alfil_play::game::Game;
use alfil_resolve::resolution::Resolved;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Duty, Kind, Occasions, Promotion, Ruleset, Supply};
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Lattice};
use alfil_rules::turn::{Pass, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A game as a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The text. `None` if a diagram cannot have the board.
    pub text: Option<String>,
    /// Everything that the text does not say, in the order in which it was found.
    pub gaps: Vec<Gap>,
}

/// Writes a game as the text of a diagram. `sources` are the texts of its files.
pub fn export(resolved: &Resolved, game: &Game, sources: &Sources) -> Export {
    let rules = game.rules();
    let mut gaps = Gaps::default();
    let Lattice::Grid { files, ranks, gluing: Gluing::Flat } = rules.space.lattice else {
        gaps.say(Some(rules.space.span), "a diagram has a flat board of squares");
        return Export { text: None, gaps: gaps.0 };
    };
    for section in &rules.space.sections {
        gaps.say(Some(section.span), "parts of the board that move");
    }
    general(rules, &mut gaps);
    let pieces = pieces::read(rules, game, sources, &mut gaps);
    let forms = read(rules, &pieces, &mut gaps);
    let mut text = format!("files={files}\nranks={ranks}\n");
    let title: String = resolved.title.chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(text, "title={title}");
    head(&mut text, rules, &pieces, &forms, &mut gaps);
    for (number, at) in forms.order.iter().enumerate() {
        let Some(piece) = pieces.all.get(*at) else { continue };
        line(&mut text, piece);
        if let Some(morph) = forms.morphs.get(&number) {
            let _ = writeln!(text, "morph={morph}");
        }
    }
    let holes: Vec<&str> = rules.space.without.iter().map(|cell| cell.value.as_str()).collect();
    if !holes.is_empty() {
        let _ = writeln!(text, "hole::::{}", holes.join(","));
    }
    Export { text: Some(text), gaps: gaps.0 }
}

/// The fields above the pieces.
fn head(text: &mut String, rules: &Ruleset, pieces: &Pieces, forms: &Forms, gaps: &mut Gaps) {
    let symmetry = match pieces.symmetry {
        Symmetry::Mirror => "mirror",
        Symmetry::Rotate => "rotate",
        Symmetry::None => "none",
    };
    let _ = writeln!(text, "symmetry={symmetry}");
    let _ = writeln!(text, "promoZone={}", forms.zone);
    let _ = writeln!(text, "maxPromote={}", forms.count);
    if let Some(offset) = forms.offset {
        let _ = writeln!(text, "promoOffset={offset}");
    }
    if !forms.choice.is_empty() {
        let _ = writeln!(text, "promoChoice={}", forms.choice);
    }
    let royal = forms.order.iter().enumerate();
    let royal = royal.filter(|(_, at)| pieces.all.get(**at).is_some_and(|piece| piece.royal));
    let royal: Vec<String> = royal.map(|(number, _)| (number + 1).to_string()).collect();
    let royal = if royal.is_empty() { "0".to_owned() } else { royal.join(",") };
    let _ = writeln!(text, "royal={royal}");
    if let Some(hand) = &rules.hand {
        let kind = match hand.captured {
            Captured::Gone => 0,
            Captured::ToCaptor => 1,
            Captured::ToOwner => -1,
        };
        let _ = writeln!(text, "holdingsType={kind}");
    }
    let is_plain = rules.turn.is_plain();
    if !is_plain && is_pass(&rules.turn) {
        text.push_str("pass=1\n");
    } else if !is_plain {
        gaps.say(None, "turns of several moves");
    }
    ends(text, rules, gaps);
}

/// True if a turn is one free move that the side may leave out.
fn is_pass(turn: &Turn) -> bool {
    let mut free = turn.clone();
    let mut passes = true;
    for side in Side::BOTH {
        passes &= free.series[side].steps.len() == 1;
        for step in &mut free.series[side].steps {
            passes &= step.pass == Pass::May;
            step.pass = Pass::Never;
        }
    }
    passes && free.is_plain()
}

/// The side's result as the field names it, for the side that brought it about.
fn brought(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Win(share) if share.is_part() => None,
        Verdict::Loss(share) if share.is_part() => None,
        Verdict::Win(_) => Some("loss"),
        Verdict::Loss(_) => Some("win"),
        Verdict::Draw => Some("draw"),
    }
}

fn ends(text: &mut String, rules: &Ruleset, gaps: &mut Gaps) {
    let ends = &rules.ends;
    for asked in ends.goals.iter().chain(&ends.claims) {
        let sentence = rules.sentence(&asked.question);
        gaps.say(Some(asked.span), format!("the end of the game by `{sentence}`"));
    }
    let has_royal = rules.kinds.iter().any(|kind| kind.royal.is_royal());
    match (ends.verdict(Event::Checkmate), has_royal) {
        (Some(Verdict::Loss(share)), true) if !share.is_part() => {}
        (None, false) => {}
        (Some(_), _) | (None, true) => gaps.say(None, "checkmate that does not lose"),
    }
    match ends.verdict(Event::Stalemate).map(brought) {
        Some(Some(result)) => {
            let _ = writeln!(text, "stalemate={result}");
        }
        Some(None) => gaps.say(None, "stalemate that gives a part of the point"),
        None => gaps.say(None, "stalemate without a result"),
    }
    let repeats = |times: u32| ends.verdict(Event::Repetition(times)).is_some();
    match (repeats(3), repeats(4)) {
        (true, _) => text.push_str("repeat=3\n"),
        (false, true) => text.push_str("repeat=4\n"),
        (false, false) => {}
    }
    // Players of diagrams agree on draws themselves, so fifty moves are no loss.
}

/// Rules that no field can say.
fn general(rules: &Ruleset, gaps: &mut Gaps) {
    if rules.every_move != Condition::Always {
        gaps.say(rules.every_move_place, "a condition on every move");
    }
    for asked in &rules.asked {
        gaps.say(Some(asked.span), format!("moves `only when {}`", rules.sentence(&asked.value)));
    }
    if rules.every_attack != rules.every_move || rules.attack_asked.len() != rules.asked.len() {
        gaps.say(None, "a restriction on attacks");
    }
    for duty in &rules.duties {
        gaps.say(Some(duty.span), format!("the duty `{}`", rules.sentence(&duty.value)));
    }
    for effect in &rules.effects {
        gaps.say(Some(effect.span), format!("the effect `{}`", rules.effect(effect)));
    }
    if let Some(shuffle) = &rules.shuffle {
        gaps.say(Some(shuffle.span), "a shuffled setup");
    }
    for homes in &rules.homes {
        gaps.say(homes.span(), "castling from cells that the setup does not show");
    }
    if let Some(hand) = &rules.hand {
        if hand.own != OwnCaptured::unsaid(hand.captured) {
            gaps.say(Some(hand.span), "the place of pieces that their own side captures");
        }
        if !hand.supply.is_empty() {
            gaps.say(Some(hand.span), "an endless supply of pieces");
        }
        if hand.immobile != Immobile::Forbidden {
            gaps.say(Some(hand.span), "drops of pieces that could never move");
        }
        if !hand.no_mate.is_empty() {
            gaps.say(Some(hand.span), "drops that may not give mate");
        }
    }
    for (_, kind) in rules.kinds.enumerate() {
        if kind.attacks.is_some() {
            gaps.say(Some(kind.name.span), format!("attacks of the {}", kind.name.value));
        }
    }
}

/// The line of a piece.
fn line(text: &mut String, piece: &Piece) {
    let Piece { name, id, moves, white, black, held, .. } = piece;
    let cells = match (white.is_empty(), black.is_empty()) {
        (true, true) => String::new(),
        (_, _) => format!("{},,{}", white.join(","), black.join(",")),
    };
    let _ = write!(text, "{name}:{id}:{moves}::{cells}");
    if *held != [0, 0] {
        let _ = write!(text, ":{},{}", held[0], held[1]);
    }
    text.push('\n');
}

// Promotions as fields of a diagram, and the order of the pieces that they need.

/// Promotions of a diagram.
struct Forms {
    /// The pieces in the order of the diagram, as indices.
    order: Vec<usize>,
    zone: u8,
    /// How many of the first pieces promote in the zone.
    count: usize,
    offset: Option<usize>,
    choice: String,
    /// Morph boards by the number in `order`.
    morphs: BTreeMap<usize, String>,
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
fn read(rules: &Ruleset, pieces: &Pieces, gaps: &mut Gaps) -> Forms {
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
                if !is_plain || pieces::both(rules, at, size) != Some(true) {
                    return None;
                }
                for cell in pieces::cells(rules, at, size, Side::White)? {
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
