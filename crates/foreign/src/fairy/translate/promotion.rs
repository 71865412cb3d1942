//! Promotion, and back, and castling.

use crate::fairy::case::{Area, Case, Cells, Kind, Square, cell, is_for_good, of_types, texts};
use crate::fairy::translate::movement::{Clauses, has_traces, passes_in_zone, terms};
use crate::fairy::values::{PieceType, Side, Squares};
use alfil_play::board::names::Wing;
use alfil_syntax::write::{Map, Yaml};
use std::collections::BTreeSet;

/// A rule of promotion.
#[derive(Clone, Default, Debug)]
struct Rule {
    /// The area; `None` for the whole board.
    at: Option<String>,
    on: Option<&'static str>,
    may_stay: bool,
    to: Vec<String>,
    when: Option<String>,
}

impl Rule {
    /// The rule as a mapping.
    fn yaml(&self) -> Yaml {
        let mut entries = Map::default();
        entries.put_some("at", self.at.as_ref());
        entries.put_some("upon", self.on);
        if self.may_stay {
            entries.put("may", "stay");
        }
        // A name of several words is a list of one, because words alone are several pieces.
        let to = match &self.to[..] {
            [one] if one.contains(' ') => Yaml::list([one]),
            _ => texts(self.to.clone()),
        };
        entries.put("to", to);
        entries.put_some("when", self.when.as_ref());
        entries.in_braces()
    }
}

/// The rules of promotion of a kind. Restricts its moves where it must promote to nothing.
pub(crate) fn promotes(case: &mut Case<'_>, kind: &Kind, clauses: &mut Clauses) -> Option<Yaml> {
    let mut rules: Vec<Rule> = Vec::new();
    if kind.base.is_none() {
        pawn(case, kind, clauses, &mut rules);
    }
    piece(case, kind, &mut rules);
    inner_zone(case, kind, &mut rules);
    let rules = where_possible(case, rules);
    let mut rules: Vec<Yaml> = rules.iter().map(Rule::yaml).collect();
    match (rules.pop(), rules.is_empty()) {
        (None, _) => None,
        (Some(only), true) => Some(only),
        (Some(last), false) => {
            rules.push(last);
            Some(Yaml::list(rules))
        }
    }
}

/// Adds rules for the squares on which a piece must promote though it may stay on others.
fn inner_zone(case: &mut Case<'_>, kind: &Kind, rules: &mut Vec<Rule>) {
    let settings = case.settings;
    let [white, black] = Side::ALL.map(|side| {
        let zone = settings.promotion_squares(side, kind.piece);
        case.areas.cells(&zone.common(settings.mandatory_region.of(side)))
    });
    if white.is_empty() && black.is_empty() {
        return;
    }
    let optional = |rule: &&Rule| rule.may_stay && rule.on != Some("drop");
    let strict: Vec<Rule> = rules.iter().filter(optional).cloned().collect();
    // A piece that moves within these squares may stay, but the program lists no such moves of pawns.
    let on = (!kind.piece.is("pawn")).then_some("enter");
    for rule in strict {
        if let Some(at) = at(case, white.clone(), black.clone()) {
            rules.push(Rule { at, on, may_stay: false, ..rule });
        }
    }
}

/// Restricts moves to squares on which every piece must promote: a piece that cannot promote there
/// does not enter them. Returns true if there is a restriction.
pub(crate) fn barred(case: &mut Case<'_>, parts: &mut Vec<String>) -> bool {
    let settings = case.settings;
    // The names of the kinds that have the same words. A pawn does not even move within the squares.
    let mut groups: Vec<(String, bool, Vec<String>)> = Vec::new();
    for kind in case.kinds.clone() {
        let [white, black] = Side::ALL.map(|side| {
            let zone = settings.promotion_squares(side, kind.piece);
            if can_promote(case, &kind, side) {
                Cells::new()
            } else {
                case.areas.cells(&zone.common(settings.mandatory_region.of(side)))
            }
        });
        let area = match case.areas.of_cells("barred zone", white, black) {
            // No piece enters the whole board, because it is there already.
            Area::Nowhere | Area::Everywhere => continue,
            Area::Words(words) => words,
        };
        let is_pawn = kind.piece.is("pawn");
        let same =
            |group: &&mut (String, bool, Vec<String>)| (&group.0, group.1) == (&area, is_pawn);
        match groups.iter_mut().find(same) {
            Some((_, _, names)) => names.push(kind.name),
            None => groups.push((area, is_pawn, vec![kind.name])),
        }
    }
    let conditional =
        settings.promotion_on_capture || settings.promotion_steal || settings.promotion_in_hand;
    let has_region = |side: &Side| *settings.mandatory_region.of(*side) != Squares::default();
    if conditional && Side::ALL.iter().any(has_region) {
        case.lose(
            "mandatoryPromotionRegion",
            "a piece that may promote under a condition enters the region without it, too",
        );
    }
    for (area, is_pawn, names) in &groups {
        let within = if *is_pawn { String::new() } else { format!(" or start in {area}") };
        parts.push(format!("(not moving {} or not end in {area}{within})", names.join(" or ")));
    }
    !groups.is_empty()
}

/// True if a piece of this kind and side can promote at all.
fn can_promote(case: &Case<'_>, kind: &Kind, side: Side) -> bool {
    let settings = case.settings;
    if kind.base.is_some() {
        return settings.demotion;
    }
    let becomes_others = settings.promotion_pawns.of(side).contains(kind.piece)
        && !of_types(&case.kinds, settings.promotion_types.of(side)).is_empty();
    becomes_others || promoted(case, kind.piece).is_some()
}

/// Splits rules by what a piece becomes if that must be on the board or in a hand already.
fn where_possible(case: &mut Case<'_>, rules: Vec<Rule>) -> Vec<Rule> {
    let settings = case.settings;
    if settings.promotion_from_hand {
        case.lose(
            "promotionConsumeInHand",
            "a promotion cannot remove a piece from a hand, although it can require one there",
        );
    }
    let in_hand = settings.promotion_in_hand || settings.promotion_from_hand;
    if !settings.promotion_steal && !in_hand {
        return rules;
    }
    let mut split = Vec::new();
    for rule in rules {
        for to in &rule.to {
            let mut when: Vec<String> = rule.when.iter().cloned().collect();
            if settings.promotion_steal {
                let on_board = if settings.piece_drops { " not in hand" } else { "" };
                when.push(format!("enemy {to}{on_board}"));
            }
            if in_hand {
                when.push(format!("own {to} in hand"));
            }
            let when = Some(when.join(" and "));
            split.push(Rule { to: vec![to.clone()], when, ..rule.clone() });
        }
    }
    split
}

/// The name of the kind that promotion of a type makes.
fn promoted<'k>(case: &'k Case<'_>, base: PieceType) -> Option<&'k Kind> {
    let own = |kind: &&Kind| {
        if is_for_good(case.settings, base) {
            kind.base.is_none() && case.settings.promoted.get(&base) == Some(&kind.piece)
        } else {
            kind.base == Some(base)
        }
    };
    case.kinds.iter().find(own)
}

/// Promotion of pawns to other pieces.
fn pawn(case: &mut Case<'_>, kind: &Kind, clauses: &mut Clauses, rules: &mut Vec<Rule>) {
    let settings = case.settings;
    let able = Side::ALL.map(|side| settings.promotion_pawns.of(side).contains(kind.piece));
    if able == [false, false] {
        return;
    }
    let targets = |side: Side| {
        let kinds: Vec<Kind> = case.kinds.iter().filter(|k| k.base.is_none()).cloned().collect();
        let names = of_types(&kinds, settings.promotion_types.of(side));
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let has_other = promoted(case, kind.piece).is_some();
    let (white, black) = (targets(Side::White), targets(Side::Black));
    let cells = |side: Side, able: bool| {
        let squares = settings.promotion_squares(side, kind.piece);
        if able { case.areas.cells(&squares) } else { Cells::new() }
    };
    let (white_cells, black_cells) = (cells(Side::White, able[0]), cells(Side::Black, able[1]));
    if white.is_empty() || black.is_empty() {
        // A pawn that must promote to nothing does not go there.
        let none = |names: &[String], cells: &Cells| {
            if names.is_empty() { cells.clone() } else { Cells::new() }
        };
        let (w, b) = (none(&white, &white_cells), none(&black, &black_cells));
        if settings.mandatory_pawn_promotion && !has_other {
            match case.areas.of_cells("barred zone", w, b) {
                Area::Everywhere => *clauses = Clauses::default(),
                Area::Nowhere => {}
                Area::Words(area) => clauses.only(&format!("not to {area}")),
            }
        }
    }
    let mut may_stay = !settings.mandatory_pawn_promotion;
    let (mut white, mut black) = (white, black);
    if may_stay && stays_stuck(case, kind) {
        may_stay = false;
        for to in [&mut white, &mut black].into_iter().filter(|to| !to.is_empty()) {
            to.push(kind.name.clone());
        }
    }
    // A capture in passing promotes nothing, even where other moves must promote.
    let passes = passes_in_zone(case, kind);
    let when = passes.then(|| "not capturing or end".to_owned());
    if white == black && !white.is_empty() {
        if let Some(at) = at(case, white_cells, black_cells) {
            rules.push(Rule { at, may_stay, to: white, when, ..Rule::default() });
        }
        return;
    }
    let sides =
        [(white, white_cells, Cells::new(), "white"), (black, Cells::new(), black_cells, "black")];
    for (to, white_cells, black_cells, side) in sides {
        if to.is_empty() {
            continue;
        }
        // A zone of one side has the same cells for the other, which `when` rules out.
        let own = if side == "white" { white_cells } else { black_cells };
        if let Some(at) = at(case, own.clone(), own) {
            let when = match &when {
                Some(when) => Some(format!("{side} and ({when})")),
                None => Some(side.to_owned()),
            };
            rules.push(Rule { at, may_stay, to, when, ..Rule::default() });
        }
    }
}

/// The area of a rule; `None` if there is none.
fn at(case: &mut Case<'_>, white: Cells, black: Cells) -> Option<Option<String>> {
    match case.areas.of_cells("promotion zone", white, black) {
        Area::Everywhere => Some(None),
        Area::Nowhere => None,
        Area::Words(words) => Some(Some(words)),
    }
}

/// Promotion of a piece to one other, and back.
fn piece(case: &mut Case<'_>, kind: &Kind, rules: &mut Vec<Rule>) {
    let settings = case.settings;
    let target = match kind.base {
        None => promoted(case, kind.piece).map(|kind| kind.name.clone()),
        Some(base) if settings.demotion => {
            case.kinds.iter().find(|k| k.base.is_none() && k.piece == base).map(|k| k.name.clone())
        }
        Some(_) => None,
    };
    let Some(target) = target else { return };
    let [white, black] =
        Side::ALL.map(|side| case.areas.cells(&settings.promotion_squares(side, kind.piece)));
    let Some(at) = at(case, white, black) else { return };
    let is_pawn = kind.piece.is("pawn") && kind.base.is_none();
    let must = settings.mandatory_piece_promotion;
    let when = match (settings.promotion_on_capture, is_pawn && has_traces(case)) {
        (true, _) => Some("capturing".to_owned()),
        (false, true) => Some("not capturing or end".to_owned()),
        (false, false) => None,
    };
    // A rule for the whole board needs no words about entering and leaving.
    let on = at.as_ref().map(|_| "enter move leave");
    let to = vec![target];
    let mut choices = to.clone();
    let stuck = !must && stays_stuck(case, kind);
    if stuck {
        choices.push(kind.name.clone());
    }
    rules.push(Rule { at, on, may_stay: !must && !stuck, to: choices, when });
    if settings.drop_promoted && kind.base.is_none() {
        // A drop may promote anywhere.
        rules.push(Rule { at: None, on: Some("drop"), may_stay: true, to, when: None });
    }
}

/// True if a piece of this kind may stay as it is where it could never move again. `may: stay` does
/// not allow that, but a piece may become its own kind.
fn stays_stuck(case: &Case<'_>, kind: &Kind) -> bool {
    if case.settings.immobility_illegal {
        return false;
    }
    let moves = terms(case.settings, kind.piece);
    let leaps: Vec<_> =
        moves.terms.iter().filter(|term| !term.first).flat_map(|t| &t.leaps).collect();
    let all = case.areas.cells(&Squares::ALL);
    Side::ALL.into_iter().any(|side| {
        let turn = if side == Side::White { 1 } else { -1 };
        let settings = case.settings;
        let squares = settings.promotion_squares(side, kind.piece);
        let zone = case.areas.cells(&squares.without(settings.mandatory_region.of(side)));
        zone.iter().any(|&(file, rank)| {
            !leaps.iter().any(|leap| {
                let file = file.checked_add_signed(turn * leap.right);
                let rank = rank.checked_add_signed(turn * leap.forward);
                file.zip(rank).is_some_and(|cell| all.contains(&cell))
            })
        })
    })
}

// Castling: its rights in the start position, how far the king goes, and its partners.

/// Castling of a variant.
#[derive(Clone, Default, Debug)]
pub(crate) struct Castling {
    /// The field of the start position.
    pub(crate) field: String,
    /// The term of the kinds that castle.
    pub(crate) term: Option<String>,
    /// The types that castle.
    pub(crate) kings: BTreeSet<PieceType>,
    /// The key `castling`.
    pub(crate) value: Option<Yaml>,
}

/// One right.
struct Right {
    letter: char,
    wing: Wing,
    /// Files from 0.
    king: u8,
    partner: PieceType,
}

/// Castling as the start position and the settings allow it.
pub(crate) fn castling(case: &mut Case<'_>) -> Castling {
    let none = || Castling { field: "-".to_owned(), ..Castling::default() };
    let settings = case.settings;
    if !settings.castling {
        return none();
    }
    if settings.opposite_castling {
        let why = "the language does not remember where the opponent castled";
        case.lose("oppositeCastling", why);
    }
    let mut field: Vec<char> = case.board.castling.chars().collect();
    if settings.castling_dropped {
        field = "KQkq".chars().collect();
    }
    let rights: Vec<Right> = field.iter().filter_map(|letter| right(case, *letter)).collect();
    let dropped = settings.castling_dropped.then(|| where_dropped(case)).flatten();
    if rights.is_empty() && dropped.is_none() {
        return none();
    }
    let target = |wing: Wing| match wing {
        Wing::Short => settings.castling_king_side.0 - 1,
        Wing::Long => settings.castling_queen_side.0 - 1,
    };
    let distance = |right: &Right| match right.wing {
        Wing::Short => i16::from(target(right.wing)) - i16::from(right.king),
        Wing::Long => i16::from(right.king) - i16::from(target(right.wing)),
    };
    let mut distances: BTreeSet<i16> = rights.iter().map(distance).collect();
    if rights.is_empty() {
        distances.extend([2]);
    }
    let steps = match distances.iter().copied().collect::<Vec<_>>()[..] {
        [steps] if steps >= 1 => Some(steps),
        _ => None,
    };
    let mut partners: BTreeSet<PieceType> = rights.iter().map(|right| right.partner).collect();
    if dropped.is_some() {
        partners.extend(
            Side::ALL.iter().flat_map(|side| settings.castling_rooks.of(*side).types.clone()),
        );
    }
    let names: Vec<String> = case
        .kinds
        .iter()
        .filter(|kind| kind.base.is_none() && partners.contains(&kind.piece))
        .map(|kind| kind.name.clone())
        .collect();
    let letter = |file: u8| char::from(b'a' + file).to_string();
    let mut value = Map::default();
    value.put("with", texts(names));
    if steps.is_none() {
        let files = format!("{} {}", letter(target(Wing::Long)), letter(target(Wing::Short)));
        value.put("files", files);
    }
    value.put_some("where", dropped);
    let kings = Side::ALL.into_iter().filter_map(|side| *settings.castling_king.of(side)).collect();
    let field: String = rights.iter().map(|right| right.letter).collect();
    Castling {
        field: if field.is_empty() { "-".to_owned() } else { field },
        term: Some(steps.map_or("isO".to_owned(), |steps| format!("isO{steps}"))),
        kings,
        value: Some(value.in_braces()),
    }
}

/// The right that a letter of the field gives, if king and partner stand there.
fn right(case: &Case<'_>, letter: char) -> Option<Right> {
    let settings = case.settings;
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    let last = case.board.files - 1;
    let from_side = settings.castling_rank.0.min(case.board.ranks);
    let rank = match side {
        Side::White => from_side - 1,
        Side::Black => case.board.ranks - from_side,
    };
    let king_type = (*settings.castling_king.of(side))?;
    let man = |file: u8| match case.board.at(file, rank) {
        Square::Man(man) if man.side == side => Some(man.piece),
        Square::Man(_) | Square::Empty | Square::Wall => None,
    };
    let kings: Vec<u8> = (0..=last).filter(|file| man(*file) == Some(king_type)).collect();
    let wanted = settings.castling_king_file.0 - 1;
    let king = match kings[..] {
        [only] => only,
        _ => kings.into_iter().find(|file| *file == wanted)?,
    };
    let rooks = settings.castling_rooks.of(side);
    let partner = |file: &u8| man(*file).filter(|piece| rooks.types.contains(piece));
    let (wing, file) = match letter.to_ascii_lowercase() {
        'k' => {
            let outer = (settings.castling_rook_king_side.0 - 1).min(last);
            (Wing::Short, (king + 1..=outer).rev().find(|file| partner(file).is_some())?)
        }
        'q' => {
            let outer = settings.castling_rook_queen_side.0 - 1;
            (Wing::Long, (outer..king).find(|file| partner(file).is_some())?)
        }
        letter @ 'a'..='p' => {
            let file = letter as u8 - b'a';
            (if file > king { Wing::Short } else { Wing::Long }, file)
        }
        _ => return None,
    };
    let partner = partner(&file)?;
    let plain = if wing == Wing::Short { 'k' } else { 'q' };
    let letter = if side == Side::White { plain.to_ascii_uppercase() } else { plain };
    Some(Right { letter, wing, king, partner })
}

/// The cells from which dropped pieces castle.
fn where_dropped(case: &Case<'_>) -> Option<Yaml> {
    let settings = case.settings;
    let rank = settings.castling_rank.0 - 1;
    let last = case.board.files - 1;
    let name = |piece: &PieceType| {
        let kind = case.kinds.iter().find(|kind| kind.base.is_none() && kind.piece == *piece);
        kind.map(|kind| kind.name.clone())
    };
    let king = settings.castling_king.white.as_ref().and_then(name)?;
    let outer = cell((settings.castling_rook_king_side.0 - 1).min(last), rank);
    let inner = cell(settings.castling_rook_queen_side.0 - 1, rank);
    let corners = format!("{inner} {outer}");
    let mut entries = Map::default();
    entries.put(king, cell(settings.castling_king_file.0 - 1, rank));
    let rooks = settings.castling_rooks.white.types.iter().filter_map(name);
    rooks.for_each(|rook| entries.put(rook, &corners));
    Some(entries.in_braces())
}
