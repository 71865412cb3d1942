//! Hands, drops, and the start position as the program writes it.

use crate::fairy::export::effects::Effects;
use crate::fairy::export::element::Travel;
use crate::fairy::export::movement::{Reach, is_exported, may_hold};
use crate::fairy::export::pieces::Pieces;
use crate::fairy::export::promotion::Promotions;
use crate::fairy::export::section::{Gaps, Section, cells};
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::board_model::CastleOption;
use alfil_board::model::position::BoardPosition;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Span;
use alfil_rules::goal::Asked;
use alfil_rules::hand::{Captured, Hand, Immobile};
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::movement::Action;
use alfil_rules::question::{Number, Question, Subject};
use alfil_rules::setup::Square;
use alfil_rules::side::{ByColor, Color, Side};
use alfil_topology::site_set::{AnySet, Site};
use std::collections::BTreeSet;
use std::fmt::Write as _;

// Hands and drops.

/// What the drops of a section depend on.
pub(super) struct Board<'a> {
    pub(super) model: &'a BoardModel,
    pub(super) reach: &'a Reach,
    pub(super) pieces: &'a Pieces,
    pub(super) promotions: &'a Promotions,
    /// Cells from which a kind can never move.
    pub(super) stuck: &'a ByColor<IndexVec<KindId, AnySet>>,
    /// The kinds that come from the hand onto the start of another piece.
    pub(super) gated: &'a [KindId],
    /// The kinds for whose drops on both shades other drops leave room.
    pub(super) with_room: &'a [KindId],
}

/// The drops of a kind of one side.
struct Drops {
    side: Side,
    kind: KindId,
    cells: AnySet,
}

/// Writes hands and drops into `section`, and whether pieces may go where they can never move.
pub(super) fn hand(board: &Board, section: &mut Section, gaps: &mut Gaps) {
    let Board { model, pieces, .. } = *board;
    let Some(hand) = &model.rules.hand else {
        immobile(board, &[], section, gaps);
        return;
    };
    if !board.gated.is_empty() {
        gates(board, hand, section, gaps);
        return;
    }
    section.set("pieceDrops", "true");
    match hand.captured {
        Captured::Gone => {}
        Captured::ToCaptor => section.set("capturesToHand", "true"),
        Captured::ToOwner => {
            gaps.at(hand.span, "captured pieces that go back to their owner".to_owned())
        }
    }
    if !hand.supply.is_empty() {
        gaps.at(hand.span, "an endless supply of pieces".to_owned());
    }
    reversion(board, hand, section, gaps);
    let mut drops = Vec::new();
    for (kind, of) in model.rules.kinds.enumerate().filter(|(_, kind)| is_exported(kind)) {
        let span = drop_span(model, kind);
        for side in Side::BOTH.into_iter().filter(|&s| may_hold(model, board.reach, s, kind)) {
            let options = &model.drops[side][kind];
            let cells = options.iter().fold(AnySet::EMPTY, |all, option| all | option.plain);
            if options.is_empty() && !ends_the_game(model, kind) {
                let cause = format!("a {} in hand that cannot be dropped", of.name.value);
                gaps.at(of.name.span, cause);
            }
            if !options.is_empty() {
                drops.push(Drops { side, kind, cells });
            }
        }
        limits(board, kind, span, section, gaps);
    }
    let forbids = immobile(board, &drops, section, gaps);
    region(board, &drops, forbids, hand.span, section, gaps);
    if let Some(&kind) = hand.no_mate.first() {
        if hand.no_mate.len() == 1 && pieces.keys.get(&kind).is_some_and(|key| key == "shogiPawn") {
            section.set("shogiPawnDropMateIllegal", "true");
        } else {
            gaps.at(
                hand.span,
                "drops that may not mate, of other pieces than a shogi pawn".to_owned(),
            );
        }
    }
}

/// Writes hands whose pieces come onto the start of another piece.
fn gates(board: &Board, hand: &Hand, section: &mut Section, gaps: &mut Gaps) {
    let Board { model, gated, .. } = *board;
    let held = model.rules.setup.hands.iter().flat_map(|hands| &hands.value);
    let others = held.into_iter().any(|(_, kind)| !gated.contains(kind));
    let drops = Side::BOTH.into_iter().flat_map(|side| model.drops[side].iter());
    let drops = drops.into_iter().any(|options| !options.is_empty());
    if others || drops || hand.captured != Captured::Gone || !hand.supply.is_empty() {
        gaps.at(hand.span, "hands with gates and drops".to_owned());
    }
    section.set("gating", "true");
    section.set("seirawanGating", "true");
    immobile(board, &[], section, gaps);
}

/// True if the loss of a piece of the kind ends the game. Then no hand matters.
fn ends_the_game(model: &BoardModel, kind: KindId) -> bool {
    let none = |goal: &Asked| {
        matches!(&goal.question, Question::Count(Number::No, counted)
            if counted.filters.is_empty()
                && matches!(&counted.what, Subject::Men(men) if men.kinds.as_deref() == Some(&[kind])))
    };
    let few = |side: Side| model.start_counts[side][kind] <= 1;
    model.rules.ends.goals.iter().any(none) && Side::BOTH.into_iter().all(few)
}

/// Writes the kind that captured promoted pieces have in hand.
fn reversion(board: &Board, hand: &Hand, section: &mut Section, gaps: &mut Gaps) {
    let Board { model, promotions, .. } = *board;
    if hand.captured == Captured::Gone {
        return;
    }
    let kinds = &model.rules.kinds;
    let mut stays = BTreeSet::new();
    for (from, kind) in kinds.enumerate().filter(|(_, kind)| is_exported(kind)) {
        for rule in &kind.promotions {
            for &to in &rule.to {
                let reverts = kinds[to].reverts_to.is_some_and(|reversion| reversion.to == from);
                // A form that turns back with its next move is one piece with two sides.
                let turns = promotions.forms.get(&to) == Some(&from) && to < from;
                if !turns {
                    stays.insert(!reverts);
                }
            }
        }
    }
    if stays.len() > 1 {
        gaps.at(hand.span, "captured pieces of which only some revert".to_owned());
    } else {
        section.flag("dropLoop", stays.contains(&true), false);
    }
}

/// Where a kind is given its drop.
fn drop_span(model: &BoardModel, kind: KindId) -> Span {
    let kind = &model.rules.kinds[kind];
    let drop = kind.moves.terms.iter().find(|term| matches!(term.action, Action::Drop(_)));
    drop.map_or(kind.name.span, |term| term.span)
}

/// Writes the limits on the number of pieces on a file or on a shade.
fn limits(board: &Board, kind: KindId, span: Span, section: &mut Section, gaps: &mut Gaps) {
    let Board { model, pieces, with_room, .. } = *board;
    let options = &model.drops[Side::White][kind];
    let Some(limits) = options.first().map(|option| option.limits) else { return };
    if options.len() > 1 {
        gaps.at(span, "several ways of dropping a piece".to_owned());
    }
    if limits.on_board > 0 {
        gaps.at(span, "a limit on dropped pieces on the board".to_owned());
    }
    if limits.on_shade > 0 {
        let bishop = pieces.keys.get(&kind).is_some_and(|key| key == "bishop");
        if bishop && limits.on_shade == 1 && with_room.contains(&kind) {
            section.set("dropOppositeColoredBishop", "true");
        } else {
            gaps.at(span, "a limit on dropped pieces on a shade".to_owned());
        }
    }
    if limits.on_file > 0 {
        if section.has("dropNoDoubled") {
            gaps.at(span, "several kinds with a limit on a file".to_owned());
        } else {
            section.set("dropNoDoubled", pieces.set([kind]));
            if limits.on_file > 1 {
                section.set("dropNoDoubledCount", limits.on_file.to_string());
            }
        }
    }
}

/// Writes whether pieces may go where they can never move, and returns whether they may not.
fn immobile(board: &Board, drops: &[Drops], section: &mut Section, gaps: &mut Gaps) -> bool {
    let Board { model, reach, promotions, stuck, .. } = *board;
    let allowed = model.rules.hand.as_ref().map(|hand| hand.immobile);
    let (mut forbids, mut allows) = (None, None);
    for (kind, of) in model.rules.kinds.enumerate().filter(|(_, kind)| is_exported(kind)) {
        let of_moves = |drops: &&Drops| drops.kind == kind;
        for side in Side::BOTH {
            let stuck = stuck[side][kind];
            let dropped = drops.iter().filter(of_moves).any(|drops| drops.side == side);
            let lands = drops
                .iter()
                .filter(of_moves)
                .any(|d| d.side == side && !(d.cells & stuck).is_empty());
            let promotes = !of.promotions.is_empty();
            let arrives = !(reach[side][kind] & stuck).is_empty() && !of.moves.terms.is_empty();
            let span = of.name.span;
            if dropped && lands {
                allows = Some(span);
            }
            if dropped && !lands && allowed == Some(Immobile::Forbidden) && !stuck.is_empty() {
                forbids = Some(span);
            }
            let must = promotions.pawns.contains_key(&kind) || promotions.forms.contains_key(&kind);
            if arrives && promotes && promotions.optional && must {
                forbids = Some(span);
            } else if arrives && !promotes {
                allows = Some(span);
            }
        }
    }
    if let (Some(span), Some(_)) = (forbids, allows) {
        let cause = "drops of some pieces onto cells from which they cannot move";
        gaps.at(span, cause.to_owned());
    }
    section.flag("immobilityIllegal", forbids.is_some(), false);
    forbids.is_some()
}

/// Writes the regions of drops. The program has one for each side, and rules of its own for pawns.
fn region(
    board: &Board,
    drops: &[Drops],
    forbids: bool,
    place: Span,
    section: &mut Section,
    gaps: &mut Gaps,
) {
    let Board { model, pieces, promotions, stuck, .. } = *board;
    let all: AnySet = model.graph.sites().collect();
    let pawn = pieces.pawn();
    let first = |side: Side| -> AnySet {
        model.graph.sites().filter(|&site| model.graph.rank_for(site, side) == 1).collect()
    };
    let lands = |drop: &Drops, region: &ByColor<AnySet>, [on_first, in_zone]: [bool; 2]| {
        let Drops { side, kind, .. } = *drop;
        let mut cells = region[side];
        if let Some(own) = pieces.regions.get(&kind) {
            cells &= own[side];
        }
        if forbids {
            cells = cells.minus(stuck[side][kind]);
        }
        if Some(kind) == pawn && !on_first {
            cells = cells.minus(first(side));
        }
        if Some(kind) == pawn && !in_zone {
            cells = cells.minus(promotions.zone[side]);
        }
        cells
    };
    let union = |side: Side| {
        let own = drops.iter().filter(|drop| drop.side == side);
        own.fold(AnySet::EMPTY, |all, drop| all | drop.cells)
    };
    let everywhere = ByColor::from_fn(|_| all);
    for region in [everywhere, ByColor::from_fn(union)] {
        for pawns in [[false, false], [true, false], [false, true], [true, true]] {
            if !drops.iter().all(|drop| lands(drop, &region, pawns) == drop.cells) {
                continue;
            }
            for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
                let drops = drops.iter().any(|drop| drop.side == side);
                if drops && region[side] != all {
                    section.set(format!("dropRegion{name}"), cells(model, region[side]));
                }
            }
            section.flag("firstRankPawnDrops", pawns[0], false);
            section.flag("promotionZonePawnDrops", pawns[1], false);
            return;
        }
    }
    gaps.at(place, "drops onto other cells for each kind".to_owned());
}

// The start position as the program writes it.

/// Writes the start position. `checks` is the number of checks that wins.
pub(super) fn setup(
    model: &BoardModel,
    start: &BoardPosition,
    pieces: &Pieces,
    promotions: &Promotions,
    effects: &Effects,
    checks: Option<u32>,
    gaps: &mut Gaps,
) -> String {
    let setup = &model.rules.setup;
    let piece = |side: Side, kind: KindId| letter(model, pieces, promotions, side, kind);
    let mut rows = Vec::new();
    let mut holes = false;
    for row in &setup.placement.rows {
        let mut text = String::new();
        for cell in &row.cells {
            match cell.value {
                Square::Empty(count) => drop(write!(text, "{count}")),
                Square::Missing => {
                    holes = true;
                    text.push('*');
                }
                // Effects that make stacks are reported by themselves.
                Square::Covered(..) => {}
                Square::Piece(_, kind) if effects.walls.contains(&kind) => text.push('*'),
                Square::Piece(side, kind) => text += &piece(side, kind),
            }
        }
        rows.push(text);
    }
    let hops = |travel: Travel| matches!(travel, Travel::Hop | Travel::Land);
    if holes && pieces.elements.values().flatten().any(|element| hops(element.travel)) {
        let cause = "holes, because hoppers of that program can hop over them";
        gaps.at(model.rules.space.span, cause.to_owned());
    }
    let mut text = rows.join("/");
    if model.rules.hand.is_some() {
        let held = setup.hands.iter().flat_map(|hands| &hands.value);
        let held: String = held.map(|&(side, kind)| piece(side, kind)).collect();
        text += &format!("[{held}]");
    }
    let castling = castling(model, start, effects);
    let castling = if castling.is_empty() { "-".to_owned() } else { castling };
    let passant = setup.en_passant.as_ref().map_or("-", |field| field.value.as_str());
    let side = setup.side.letter();
    text += &format!(" {side} {castling} {passant}");
    if let Some(checks) = checks {
        text += &format!(" {checks}+{checks}");
    }
    text += &format!(" {} {}", setup.halfmoves, setup.fullmove);
    let more = !setup.counters.is_empty()
        || setup.quiet.is_some()
        || setup.last.is_some()
        || setup.moved.is_some()
        || setup.step > 1;
    if more {
        gaps.at(setup.span, "further fields of the start position".to_owned());
    }
    text
}

/// The castling rights of the start position, and the gates that they do not imply.
fn castling(model: &BoardModel, start: &BoardPosition, effects: &Effects) -> String {
    let file = |site| model.graph.file_rank(site).0;
    let mut letters = Vec::new();
    let rights = model.rights_in(start);
    let lives = |castle: &&CastleOption| rights.contains(&model.rights[castle.right]);
    for castle in model.castles.iter().filter(lives) {
        let right = file(castle.partner.0) > file(castle.king.0);
        let letter = if right { 'k' } else { 'q' };
        let letter = match castle.side.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        };
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    let rights = |side: Side| {
        let all = match side.color() {
            Color::White => ['K', 'Q'],
            Color::Black => ['k', 'q'],
        };
        all.into_iter().filter(|letter| letters.contains(letter)).collect::<String>()
    };
    let gates = |side: Side| {
        let castles = model.castles.iter().filter(lives).filter(|castle| castle.side == side);
        let implied: Vec<Site> = castles.flat_map(|c| [c.king.0, c.partner.0]).collect();
        let kinds = model.rules.kinds.ids().filter(|kind| !effects.gateless.contains(kind));
        let cells = kinds.flat_map(|kind| model.start_cells[side][kind]);
        let mut files: Vec<char> = cells
            .filter(|site| !effects.gated.is_empty() && !implied.contains(site))
            .map(|site| model.graph.file_name(file(site)))
            .collect();
        files.sort_unstable();
        let files: String = files.into_iter().collect();
        match side.color() {
            Color::White => files.to_ascii_uppercase(),
            Color::Black => files,
        }
    };
    Side::BOTH.into_iter().map(|side| rights(side) + &gates(side)).collect()
}

/// The letter of a piece. Promoted pieces have the mark of the program.
fn letter(
    model: &BoardModel,
    pieces: &Pieces,
    promotions: &Promotions,
    side: Side,
    kind: KindId,
) -> String {
    let of = |kind: KindId| {
        let letter = pieces.letters[kind].unwrap_or('?');
        match side.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    };
    let form = model.rules.kinds[kind].letter.form();
    let base = promotions.forms.iter().find(|&(_, &to)| to == kind).map(|(&from, _)| from);
    match (form, base) {
        (Form::Reverting, _) => format!("{}~", of(model.rules.counts_as(kind))),
        (Form::Plus, Some(base)) => format!("+{}", of(base)),
        (Form::Plain | Form::Plus, _) => of(kind).to_string(),
    }
}
