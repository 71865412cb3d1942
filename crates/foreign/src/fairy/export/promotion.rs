//! Promotion and castling as the program knows them.

use crate::fairy::export::movement::{Reach, is_exported};
use crate::fairy::export::pieces::Pieces;
use crate::fairy::export::section::{Gaps, Section, cells};
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::board_model::CastleOption;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::Term;
use alfil_rules::question::{Anchor, Men, MoveFact, Number, Question, Subject};
use alfil_rules::ruleset::{Duty, Occasions, Promotion, Supply};
use alfil_rules::side::{ByColor, Color, Side};
use alfil_topology::site_set::AnySet;
use std::collections::{BTreeMap, BTreeSet};

// Promotion. The program has two kinds of it: pawns that arrive in a zone choose a piece, and other
// pieces have one promoted form for moves into, inside and out of the zone.

/// What a section says about promotion.
#[derive(Default)]
pub(super) struct Promotions {
    /// The promoted form of each piece that has one.
    pub(super) forms: BTreeMap<KindId, KindId>,
    /// The kinds that promote as pawns do, and what they become.
    pub(super) pawns: BTreeMap<KindId, ByColor<BTreeSet<KindId>>>,
    /// The zone, where pieces promote.
    pub(super) zone: ByColor<AnySet>,
    /// True if some piece may stay unpromoted.
    pub(super) optional: bool,
    /// True if pieces may also be dropped in their promoted form.
    dropped: bool,
}

/// How a rule promotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// As a pawn that arrives in the zone.
    Arrival,
    /// As a piece that enters, leaves or moves within the zone.
    Form,
}

/// Writes the promotion of all kinds into `section`. `limits` are numbers of pieces of a kind that
/// no promotion may exceed.
pub(super) fn promotions(
    model: &BoardModel,
    reach: &Reach,
    pieces: &Pieces,
    stuck: &ByColor<IndexVec<KindId, AnySet>>,
    mut limits: BTreeMap<KindId, u32>,
    section: &mut Section,
    gaps: &mut Gaps,
) -> Promotions {
    let rules = &model.rules;
    let mut found = Promotions::default();
    let mut duties: BTreeMap<bool, BTreeSet<bool>> = BTreeMap::new();
    let mut zones: ByColor<Vec<(AnySet, Span)>> = ByColor::default();
    let mut lost: BTreeMap<KindId, Span> = BTreeMap::new();
    for (id, kind) in rules.kinds.enumerate().filter(|(_, kind)| is_exported(kind)) {
        for side in Side::BOTH {
            let zone = |n: usize| model.promotion_cells[side][id][n];
            let used = |(n, rule): &(usize, &Promotion)| {
                (zone(*n) & reach[side][id]).count() > 0 && !is_drop(rule)
            };
            let used: Vec<(usize, &Promotion)> =
                kind.promotions.iter().enumerate().filter(used).collect();
            let dropped = kind.promotions.iter().filter(|rule| is_drop(rule));
            let (n, rule) = match used.as_slice() {
                [] => continue,
                [one] => *one,
                [_, (_, second), ..] => {
                    gaps.at(second.span, "a second rule of promotion".to_owned());
                    continue;
                }
            };
            for dropped in dropped {
                found.dropped |= dropped.to == rule.to && dropped.duty == Duty::May;
                if dropped.to != rule.to || dropped.duty != Duty::May {
                    gaps.at(dropped.span, "this promotion of dropped pieces".to_owned());
                }
            }
            let never_leaves = zone(n).within(stuck[side][id]);
            let Some(manner) = manner(model, rule, never_leaves) else {
                gaps.at(rule.span, "promotion on these occasions".to_owned());
                continue;
            };
            let is_pawn = pieces.pawn() == Some(id);
            if rule.when.as_ref().is_some_and(|when| !is_pawn || !spares_passant(when)) {
                gaps.at(rule.span, "a condition on promotion".to_owned());
            }
            if rule.duty == Duty::Wait {
                gaps.at(rule.span, "promotion that waits for a lost piece".to_owned());
            }
            let must = rule.duty == Duty::Must;
            found.optional |= !must;
            duties.entry(manner == Manner::Form).or_default().insert(must);
            zones[side].push((zone(n), rule.span));
            let to: BTreeSet<KindId> =
                rule.to.iter().map(|&to| model.rules.counts_as(to)).collect();
            if rule.supply == Supply::Lost {
                lost.extend(to.iter().map(|&to| (to, rule.span)));
            }
            match manner {
                Manner::Form => drop(found.forms.insert(id, rules.counts_as(rule.to[0]))),
                Manner::Arrival => {
                    found.pawns.entry(id).or_default()[side] = to;
                }
            }
        }
    }
    for (kind, span) in lost {
        let counts = Side::BOTH.map(|side| model.start_counts[side][kind]);
        if counts[0] == counts[1] && counts[0] > 0 {
            limits.insert(kind, counts[0]);
        } else {
            gaps.at(
                span,
                "promotion to captured pieces, because the sides start with different numbers of them".to_owned(),
            );
        }
    }
    zone(model, &mut found, &zones, section, gaps);
    pawns(&found, pieces, section, gaps, rules_span(&zones));
    forms(&found, pieces, section);
    for (manner, key, default) in
        [(false, "mandatoryPawnPromotion", true), (true, "mandatoryPiecePromotion", false)]
    {
        match duties
            .get(&manner)
            .map(|duties| duties.iter().copied().collect::<Vec<_>>())
            .as_deref()
        {
            None => {}
            Some(&[must]) => section.flag(key, must, default),
            Some(_) => gaps.maybe(
                rules_span(&zones),
                "promotion that some pieces must and others may make".to_owned(),
            ),
        }
    }
    section.flag("dropPromoted", found.dropped, false);
    if !limits.is_empty() {
        let limit = |(&kind, most): (&KindId, &u32)| {
            Some(format!("{}:{most}", pieces.letters[kind]?.to_ascii_lowercase()))
        };
        let all: Vec<String> = limits.iter().filter_map(limit).collect();
        section.set("promotionLimit", all.join(" "));
    }
    found
}

/// `not capturing or end`: every move promotes but a capture en passant. The program's pawns do the
/// same.
fn spares_passant(question: &Question) -> bool {
    let Question::Any(parts) = question else { return false };
    let [Question::Not(capturing), Question::Count(Number::Some, end)] = parts.as_slice() else {
        return false;
    };
    let any = Men { whose: None, kinds: None, but: Vec::new() };
    let captures = **capturing == Question::Move(MoveFact::Capturing(any));
    captures && end.what == Subject::Anchor(Anchor::End) && end.filters.is_empty()
}

fn is_drop(rule: &Promotion) -> bool {
    rule.on == Occasions { drop: true, ..Occasions::default() }
}

fn rules_span(zones: &ByColor<Vec<(AnySet, Span)>>) -> Option<Span> {
    zones.0.iter().flatten().map(|&(_, span)| span).next_back()
}

/// How the program would call the promotion. `never_leaves` is true if the piece cannot move in the
/// zone.
fn manner(model: &BoardModel, rule: &Promotion, never_leaves: bool) -> Option<Manner> {
    let Occasions { enter, within, leave, stay, drop } = rule.on;
    let everywhere = rule.at.is_none();
    if stay || drop || !within || !enter && !everywhere {
        return None;
    }
    let reverts = rule.to.iter().all(|&to| {
        model.rules.kinds[to].reverts_to.is_some_and(|reversion| reversion.twin_of.is_none())
    });
    match (leave || everywhere, rule.to.len()) {
        (true, 1) => Some(Manner::Form),
        (true, _) => None,
        (false, 1) if reverts && never_leaves => Some(Manner::Form),
        (false, _) => Some(Manner::Arrival),
    }
}

/// Writes the zone, which all kinds must share.
fn zone(
    model: &BoardModel,
    found: &mut Promotions,
    zones: &ByColor<Vec<(AnySet, Span)>>,
    section: &mut Section,
    gaps: &mut Gaps,
) {
    for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
        let Some(&(zone, _)) = zones[side].first() else { continue };
        found.zone[side] = zone;
        if let Some(&(_, span)) = zones[side].iter().find(|(other, _)| *other != zone) {
            gaps.at(span, "a promotion zone that differs from that of other pieces".to_owned());
        }
        let usual = match side.color() {
            Color::White => "*8",
            Color::Black => "*1",
        };
        let zone = cells(model, zone);
        if zone != usual {
            section.set(format!("promotionRegion{name}"), zone);
        }
    }
}

/// Writes what pawns become.
fn pawns(
    found: &Promotions,
    pieces: &Pieces,
    section: &mut Section,
    gaps: &mut Gaps,
    place: Option<Span>,
) {
    let usual: Vec<KindId> = pieces.pawn().into_iter().collect();
    let kinds: Vec<KindId> = found.pawns.keys().copied().collect();
    if kinds.is_empty() {
        // The program promotes pawns at all times, unless there is nothing to become.
        if !usual.is_empty() {
            section.set("promotionPieceTypes", "-");
            section.set("mandatoryPawnPromotion", "false");
        }
        return;
    }
    let side = |side: Side| {
        let promoting = found.pawns.iter().filter(move |(_, to)| !to[side].is_empty());
        promoting.map(|(&kind, to)| (kind, to[side].clone())).collect::<Vec<_>>()
    };
    let [white, black] = Side::BOTH.map(side);
    let set =
        |of: &[(KindId, BTreeSet<KindId>)]| of.iter().map(|&(kind, _)| kind).collect::<Vec<_>>();
    let choices = |of: &[(KindId, BTreeSet<KindId>)]| of.first().map(|(_, to)| to.clone());
    for promoting in [&white, &black] {
        if promoting.iter().any(|(_, to)| Some(to) != choices(promoting).as_ref()) {
            gaps.maybe(place, "pawns of one side that become other pieces".to_owned());
        }
    }
    let alike = white.is_empty() || black.is_empty() || set(&white) == set(&black);
    if !alike {
        section.set("promotionPawnTypesWhite", pieces.set(set(&white)));
        section.set("promotionPawnTypesBlack", pieces.set(set(&black)));
    } else if kinds != usual {
        section.set("promotionPawnTypes", pieces.set(kinds));
    }
    let letters = |to: Option<BTreeSet<KindId>>| to.map(|to| pieces.set(to.into_iter().rev()));
    let [white, black] = [white, black].map(|of| letters(choices(&of)));
    let usual = ["queen", "rook", "bishop", "knight"].map(|key| pieces.of_key(key));
    let usual: Option<Vec<KindId>> = usual.into_iter().collect();
    let is_usual = |set: &str| {
        let sorted = |set: &str| set.chars().collect::<BTreeSet<char>>();
        usual
            .as_ref()
            .is_some_and(|usual| sorted(&pieces.set(usual.iter().copied())) == sorted(set))
    };
    let both = [("White", white), ("Black", black)];
    let texts: BTreeSet<&String> = both.iter().filter_map(|(_, set)| set.as_ref()).collect();
    if texts.len() == 1 {
        for set in texts.into_iter().filter(|set| !is_usual(set)) {
            section.set("promotionPieceTypes", set.clone());
        }
    } else {
        for (name, set) in both {
            let set = set.unwrap_or_else(|| "-".to_owned());
            section.set(format!("promotionPieceTypes{name}"), set);
        }
    }
}

/// Writes the promoted forms.
fn forms(found: &Promotions, pieces: &Pieces, section: &mut Section) {
    let pair = |(&from, &to): (&KindId, &KindId)| {
        let letters = [pieces.letters[from]?, pieces.letters[to]?];
        let [from, to] = letters.map(|letter| letter.to_ascii_lowercase());
        // A form that turns back is written once, from the kind with the plain letter.
        let back = found.forms.get(&to_kind(pieces, to)?) == Some(&to_kind(pieces, from)?);
        let later = to_kind(pieces, from)?.index() > to_kind(pieces, to)?.index();
        (!(back && later)).then(|| format!("{from}:{to}"))
    };
    let pairs: Vec<String> = found.forms.iter().filter_map(pair).collect();
    if pairs.is_empty() {
        return;
    }
    section.set("promotedPieceType", pairs.join(" "));
    let turns = |(from, to): (&KindId, &KindId)| found.forms.get(to) == Some(from);
    section.flag("pieceDemotion", found.forms.iter().any(turns), false);
}

/// The kind with a letter.
fn to_kind(pieces: &Pieces, letter: char) -> Option<KindId> {
    let same = |id: &KindId| pieces.letters[*id].is_some_and(|l| l.eq_ignore_ascii_case(&letter));
    pieces.keys.keys().copied().find(same)
}

// Castling: the files on which it ends, and the pieces that take part.

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
            gaps.at(span, "castling from cells that are empty in the setup".to_owned());
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
        gaps.maybe(place, "a partner that does not end next to the king".to_owned());
    }
}
