//! Castling: the files on which it ends, and the pieces that take part.

use crate::foreign::fairy::export::gaps::Gaps;
use crate::foreign::fairy::export::pieces::Pieces;
use crate::foreign::fairy::export::section::Section;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::castling::option::CastleOption;
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::Term;
use alfil_rules::side::Side;
use std::collections::BTreeSet;

/// Writes castling into `section`.
pub(super) fn castling(
    model: &BoardModel,
    pieces: &Pieces,
    section: &mut Section,
    gaps: &mut Gaps,
) {
    let rules = &model.rules;
    let castles = &model.castles;
    let mentions = |term: &&Term| term.castle().is_some();
    let places = rules.kinds.iter().flat_map(|kind| kind.moves.terms.iter().filter(mentions));
    let place = places.map(|term| term.span).next_back();
    section.flag("castling", !castles.is_empty(), true);
    let Some(first) = castles.first() else { return };
    if let Some(span) = rules.homes.iter().find_map(|homes| homes.span()) {
        // The program knows one cell of the king, and the corners of its rank.
        let file = |site| model.graph.file_rank(site).0;
        let corners = [0, model.graph.files() - 1];
        if castles.iter().all(|castle| corners.contains(&file(castle.partner.0))) {
            section.set("castlingDroppedPiece", "true");
        } else {
            gaps.at(span, "castling from cells that the setup does not fill".to_owned());
        }
    }
    if rules.every_move != Condition::Always {
        gaps.maybe(rules.every_move_place, "a restriction on castling".to_owned());
    }
    let kings: BTreeSet<KindId> = castles.iter().map(|castle| castle.kind).collect();
    let conditional = kings.iter().flat_map(|&kind| &rules.kinds[kind].moves.terms).find(|term| {
        term.castle().is_some() && (term.when != Condition::Always || !term.given.is_empty())
    });
    if let Some(term) = conditional {
        gaps.at(term.span, "a condition on castling".to_owned());
    }
    if kings.len() > 1 {
        gaps.maybe(place, "several kinds that castle".to_owned());
    }
    if pieces.keys.get(&first.kind).is_none_or(|key| key != "king") {
        section.set("castlingKingPiece", pieces.set([first.kind]));
    }
    let file = |site| model.graph.file_rank(site).0;
    let rank = |castle: &CastleOption| model.graph.rank_for(castle.king.0, castle.side);
    let is_right = |castle: &&CastleOption| file(castle.partner.0) > file(castle.king.0);
    let mut same = |what: &str, values: BTreeSet<u8>| {
        if values.len() > 1 {
            gaps.maybe(place, what.to_owned());
        }
        values.first().copied()
    };
    let ranks = same("castling on several ranks", castles.iter().map(rank).collect());
    let starts = castles.iter().map(|castle| file(castle.king.0)).collect();
    let king = same("castling from several files", starts);
    let mut ends = Vec::new();
    for right in [true, false] {
        let way = || castles.iter().filter(move |castle| is_right(castle) == right);
        let to = same("castling onto several files", way().map(|c| file(c.king.1)).collect());
        let from = same("partners on several files", way().map(|c| file(c.partner.0)).collect());
        ends.push((right, to, from));
    }
    let named = |file: u8| model.graph.file_name(file).to_string();
    if let Some(rank) = ranks.filter(|&rank| rank != 1) {
        section.set("castlingRank", rank.to_string());
    }
    if let Some(king) = king.map(named).filter(|king| king != "e") {
        section.set("castlingKingFile", king);
    }
    for (right, to, from) in ends {
        let (end, begin, usual) = if right {
            ("castlingKingsideFile", "castlingRookKingsideFile", "g")
        } else {
            ("castlingQueensideFile", "castlingRookQueensideFile", "c")
        };
        if let Some(to) = to.map(named).filter(|to| to != usual) {
            section.set(end, to);
        }
        let corner = if right { model.graph.files() - 1 } else { 0 };
        if let Some(from) = from.filter(|&from| from != corner) {
            section.set(begin, named(from));
        }
    }
    let partner = |castle: &CastleOption| model.rights[castle.right].pieces()[1].0;
    let rooks: BTreeSet<(Side, KindId)> =
        castles.iter().map(partner).map(|piece| (piece.side, piece.kind)).collect();
    let kinds: BTreeSet<KindId> = rooks.iter().map(|&(_, kind)| kind).collect();
    if !kinds.iter().copied().eq(pieces.of_key("rook")) {
        section.set("castlingRookPieces", pieces.set(kinds.iter().copied()));
    }
    beside(model, place, gaps);
}

/// The program puts the partner beside the end of the king, on the inner side.
fn beside(model: &BoardModel, place: Option<Span>, gaps: &mut Gaps) {
    let file = |site| i16::from(model.graph.file_rank(site).0);
    let usual = |castle: &CastleOption| {
        let step = if file(castle.partner.0) > file(castle.king.0) { -1 } else { 1 };
        file(castle.partner.1) == file(castle.king.1) + step
    };
    if !model.castles.iter().all(usual) {
        gaps.maybe(place, "a partner that ends elsewhere than beside the king".to_owned());
    }
}
