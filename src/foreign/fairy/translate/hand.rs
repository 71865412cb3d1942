//! Hands and drops.

use crate::foreign::fairy::translate::areas::{Area, Cells};
use crate::foreign::fairy::translate::case::Case;
use crate::foreign::fairy::translate::kinds::Kind;
use crate::foreign::fairy::translate::movement::Clauses;
use crate::foreign::fairy::values::{Captured, Enclosing, Side, Sided};
use alfil_syntax::write::{Map, Yaml};

/// True if captured pieces go to the hand of the side that captures them.
pub(crate) fn to_captor(case: &Case<'_>) -> bool {
    case.settings.captures_to_hand || case.settings.capture_type == Captured::Hand
}

/// True if the game has hands.
pub(crate) fn has_hands(case: &Case<'_>) -> bool {
    let gates = case.settings.seirawan && case.board.hand.iter().flatten().next().is_some();
    // Without a source of pieces, a hand stays empty.
    let begins = case.board.hand.iter().flatten().next().is_some();
    let filled = begins || to_captor(case) || case.settings.two_boards || case.settings.free_drops;
    case.settings.piece_drops && filled || gates
}

/// Adds the drops of a kind.
pub(crate) fn drops(case: &mut Case<'_>, kind: &Kind, clauses: &mut Clauses) {
    let settings = case.settings;
    if !settings.piece_drops || kind.base.is_some() {
        return;
    }
    let begins = |kind: &Kind| {
        case.board.men().any(|man| man.piece == kind.piece)
            || case.board.hand.iter().flatten().any(|(_, piece)| *piece == kind.piece)
    };
    let held = case.board.hand.iter().flatten().any(|(_, piece)| *piece == kind.piece);
    // With two boards, pieces come from the other board.
    let fed = to_captor(case) || settings.two_boards;
    let captured = fed && !kind.piece.is("king") && (begins(kind) || settings.drop_loop);
    if !held && !captured && !settings.free_drops {
        return;
    }
    let ranks = case.board.ranks;
    let letters = match settings.no_doubled == Some(kind.piece) {
        true => match settings.no_doubled_count {
            0 => return,
            1 => "f",
            2 => "ff",
            _ => {
                case.lose(
                    "dropNoDoubledCount",
                    "a drop looks for one or two other pieces on its file",
                );
                ""
            }
        },
        false if settings.opposite_bishops && kind.piece.is("bishop") => "s",
        false => "",
    };
    let [white, black] = Side::ALL.map(|side| region(case, kind, side));
    let back = |cells: &Cells, side: Side, wanted: std::ops::Range<u8>| {
        let all = case.areas.cells(&crate::foreign::fairy::values::Squares::ALL);
        let own = |rank: u8| if side == Side::White { rank } else { ranks - 1 - rank };
        all.into_iter().filter(|(_, rank)| wanted.contains(&own(*rank))).collect::<Cells>()
            == *cells
    };
    let both = |range: std::ops::Range<u8>| {
        back(&white, Side::White, range.clone()) && back(&black, Side::Black, range)
    };
    if let Some(last) = (1..=ranks).find(|last| both(0..*last)) {
        return clauses.add(&format!("{letters}@{last}"));
    }
    if let Some(last) = (2..=ranks).find(|last| letters.is_empty() && both(1..*last)) {
        return clauses.add(&format!("j@{last}"));
    }
    match case.areas.of_cells("drop zone", white, black) {
        Area::Everywhere => clauses.add(&format!("{letters}@{ranks}")),
        Area::Nowhere => {}
        Area::Words(area) => clauses.add_when(&format!("{letters}@{ranks}"), &format!("to {area}")),
    }
}

/// The cells on which a side may drop a kind.
fn region(case: &Case<'_>, kind: &Kind, side: Side) -> Cells {
    let settings = case.settings;
    let mut cells = case.areas.cells(&settings.drop_squares(side, kind.piece));
    if let Some(mobility) = settings.mobility.get(&(side, kind.piece)) {
        cells.retain(|(file, rank)| mobility.contains(*file, *rank));
    }
    let first = match side {
        Side::White => 0,
        Side::Black => case.board.ranks - 1,
    };
    if kind.piece.is("pawn") {
        let zone = settings.promotion_squares(side, kind.piece);
        if !settings.promotion_zone_drops {
            cells.retain(|(file, rank)| !zone.contains(*file, *rank));
        }
        if !settings.first_rank_pawn_drops {
            cells.retain(|(_, rank)| *rank != first);
        }
    }
    if kind.piece.is("rook") && settings.sittuyin_rooks {
        cells.retain(|(_, rank)| *rank == first);
    }
    cells
}

/// The key `hand`.
pub(crate) fn hand(case: &mut Case<'_>) -> Option<Yaml> {
    let settings = case.settings;
    if settings.capture_type == Captured::Prison || !settings.hostage_exchange.is_empty() {
        let why = "the language has no prisons and no exchange of hostages";
        let key = if settings.capture_type == Captured::Prison {
            "captureType"
        } else {
            "hostageExchange"
        };
        case.lose(key, why);
    }
    if settings.prison_promotion {
        case.lose("prisonPawnPromotion", "the language has no prisons");
    }
    if settings.two_boards {
        case.lose(
            "twoBoards",
            "a definition has one board, so nothing fills its hands from outside",
        );
    }
    if !has_hands(case) {
        return None;
    }
    let captured = if to_captor(case) { "to captor" } else { "gone" };
    let mut entries = Map::default();
    entries.put("captured", captured);
    if settings.drop_loop {
        entries.put("promoted", "stay");
    }
    if settings.free_drops {
        let kinds = case.kinds.iter().filter(|kind| kind.base.is_none());
        entries.put("supply", Yaml::list(kinds.map(|kind| &kind.name)));
    }
    if !settings.immobility_illegal && settings.piece_drops {
        entries.put("immobile", "allowed");
    }
    let only = [enclosing(case), checks(case), priority(case), room(case)];
    let only: Vec<String> = only.into_iter().flatten().collect();
    if !only.is_empty() {
        entries.put("only when", only.join(" and "));
    }
    if settings.no_drop_mate || !settings.drop_mates {
        let barred = |kind: &&Kind| {
            kind.base.is_none() && (!settings.drop_mates || kind.piece.is("shogiPawn"))
        };
        let names: Vec<&String> = case.kinds.iter().filter(barred).map(|kind| &kind.name).collect();
        if !names.is_empty() {
            entries.put("no mate by", Yaml::list(names));
        }
    }
    Some(entries.in_braces())
}

/// Bishops stand on different shades, so every drop leaves room for those that are still in hand.
fn room(case: &mut Case<'_>) -> Option<String> {
    if !case.settings.opposite_bishops {
        return None;
    }
    let is_bishop = |kind: &&Kind| kind.base.is_none() && kind.piece.is("bishop");
    let kind = case.kinds.iter().find(is_bishop)?.clone();
    let name = &kind.name;
    let mut rooms: Vec<String> = Vec::new();
    for shade in [0, 1] {
        let [white, black] = Side::ALL.map(|side| {
            let cells = region(case, &kind, side);
            cells.into_iter().filter(|(file, rank)| (file + rank) % 2 == shade).collect::<Cells>()
        });
        if let Area::Words(area) = case.areas.of_cells("shade zone", white, black) {
            rooms.push(format!("leaving (own {name} in {area} or empty in {area})"));
        }
    }
    let rooms = rooms.join(" and ");
    (!rooms.is_empty()).then(|| format!("(no own {name} in hand or {rooms})"))
}

/// Pieces that are dropped before all others.
fn priority(case: &Case<'_>) -> Option<String> {
    let names = case.named(&case.settings.priority_drops)?;
    Some(format!("(dropping {names} or no own {names} in hand)"))
}

/// Drops that give check.
fn checks(case: &Case<'_>) -> Option<String> {
    // The program speaks of checks to kings only, not to pieces that are royal by other keys.
    let kings = case.kinds.iter().any(|kind| kind.piece.is("king"));
    (!case.settings.drop_checks && kings).then(|| "not giving check".to_owned())
}

/// What a drop must enclose.
fn enclosing(case: &mut Case<'_>) -> Option<String> {
    let settings = case.settings;
    let question = match settings.enclosing_drop {
        Enclosing::None => return None,
        Enclosing::Reversi => "enemy along Q from end to own".to_owned(),
        Enclosing::Ataxx => "own piece at K of end".to_owned(),
        Enclosing::Snort => "no enemy at W of end".to_owned(),
        Enclosing::Quadwrangle => {
            case.lose(
                "enclosingDrop",
                "the program knows `quadwrangle` only for turning pieces over",
            );
            return None;
        }
        // No empty neighbour: the neighbour is occupied, or there is none.
        Enclosing::Top => {
            "(white and no empty at bW of end or black and no empty at fW of end)".to_owned()
        }
        Enclosing::Anyside => {
            let sides = [("l", "r"), ("r", "l"), ("b", "f"), ("f", "b")];
            let ways = sides.map(|(from, to)| {
                format!("no any piece at {from}R of end and no empty at {to}W of end")
            });
            format!("({})", ways.join(" or "))
        }
    };
    let start = Sided::both(settings.enclosing_start);
    match case.areas.area("opening", &start) {
        Area::Words(area) => Some(format!(
            "(empty in {area} and end in {area} or no empty in {area} and {question})"
        )),
        Area::Everywhere | Area::Nowhere => Some(question),
    }
}
