//! Hands and drops.

use crate::foreign::fairy::export::gaps::Gaps;
use crate::foreign::fairy::export::kinds::is_exported;
use crate::foreign::fairy::export::pieces::Pieces;
use crate::foreign::fairy::export::promotion::Promotions;
use crate::foreign::fairy::export::reach::{Reach, may_hold};
use crate::foreign::fairy::export::section::{Section, cells};
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Span;
use alfil_rules::goal::Asked;
use alfil_rules::hand::{Captured, Hand, Immobile};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Action;
use alfil_rules::question::{Number, Question, Subject};
use alfil_rules::side::{ByColor, Side};
use alfil_topology::site_set::AnySet;
use std::collections::BTreeSet;

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
        let cause = "cells without moves, onto which only some pieces may go";
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
