//! How games end.

use crate::foreign::fairy::table::Program;
use crate::foreign::fairy::translate::areas::{Area, Cells, cell};
use crate::foreign::fairy::translate::case::{Case, opposite, verdict};
use crate::foreign::fairy::translate::{draws, points, royalty};
use crate::foreign::fairy::values::{Chasing, EndCount, PieceSet, PieceType, Side, Squares};
use alfil_syntax::write::{Map, Yaml};
use std::collections::BTreeSet;

/// The key `ends`. `royal` is true if a piece is royal, `promoting` has the names of the kinds that
/// promote.
pub(crate) fn ends(case: &mut Case<'_>, royal: bool, promoting: &BTreeSet<String>) -> Yaml {
    let settings = case.settings;
    let mut entries = Map::default();
    let checkmate = verdict(settings.checkmate).filter(|_| royal).unwrap_or("none");
    entries.put("checkmate", checkmate);
    let by_count = settings.stalemate_count;
    let mut stuck = Vec::new();
    let counted = draws::stalemate(case, &mut stuck) || by_count;
    let stalemate = if counted { "none" } else { verdict(settings.stalemate).unwrap_or("none") };
    entries.put("stalemate", stalemate);
    let mut goals = Vec::new();
    extinction(case, royal, &mut goals);
    flags(case, &mut goals);
    checks(case, &mut goals);
    lines(case, &mut goals);
    bikjang(case, &mut goals);
    let mut claims = Vec::new();
    points::goals(case, &mut goals);
    draws::material(case, &mut goals);
    draws::length(case, &mut goals);
    royalty::goals(case, &mut goals);
    draws::progress(case, promoting, &mut entries, &mut claims);
    draws::repetition(case, &mut entries, &mut claims);
    let passes = settings.pass_on_stalemate.white && settings.pass_on_stalemate.black;
    if by_count
        && !passes
        && let Some(word) = verdict(opposite(settings.stalemate))
    {
        let more = draws::compared(case, "more", "than");
        goals.push(format!("{word} when ({}) and {more}", draws::STUCK));
        goals.push(format!(
            "draw when on move and stuck and {}",
            draws::compared(case, "as many", "as")
        ));
    }
    goals.extend(stuck);
    royalty::one_sided(case, &mut goals);
    if !settings.castling_wins.0.is_empty() {
        case.lose(
            "castlingWins",
            "a goal does not know on which wing a side has castled or can castle",
        );
    }
    if settings.counting != EndCount::None {
        case.lose("countingRule", "no count begins when a side has little left");
    }
    if settings.chasing != Chasing::None {
        case.lose("chasingRule", "claims know repeated checks, but not which piece chases another");
    }
    if !goals.is_empty() {
        entries.put("goals", Yaml::list(goals));
    }
    if !claims.is_empty() {
        entries.put("claims", Yaml::list(claims));
    }
    entries.in_braces()
}

/// Pieces of which a side may not run out.
fn extinction(case: &mut Case<'_>, royal: bool, goals: &mut Vec<String>) {
    let settings = case.settings;
    let Some(word) = verdict(settings.extinction) else { return };
    // The program does not apply this rule to pieces that cannot be captured.
    if settings.pseudo_royal && royal && !settings.blast && settings.petrify.is_empty() {
        return;
    }
    let types: Vec<Option<PieceType>> = if settings.extinction_types.all {
        vec![None]
    } else {
        settings.extinction_types.types.iter().copied().map(Some).collect()
    };
    // In the fork, a side must run out of all of them, unless the file says otherwise.
    let together = settings.program == Program::LargeBoards && settings.extinction_all;
    let groups: Vec<Vec<String>> = if together {
        vec![types.iter().filter_map(|piece| case.named_type(*piece)).collect()]
    } else {
        types.iter().filter_map(|piece| Some(vec![case.named_type(*piece)?])).collect()
    };
    for names in groups.iter().filter(|names| !names.is_empty()) {
        let own = names.iter().map(|name| match settings.extinction_count {
            0 => format!("no own {name}"),
            most => format!("at most {most} own {name}"),
        });
        let own = own.collect::<Vec<_>>().join(" and ");
        let name = names.join(" or ");
        if names.len() > 1 && (settings.extinction_opponent > 0 || settings.extinction_claim) {
            case.lose("extinctionOpponentPieceCount", "it counts each of several kinds by itself");
        }
        let enemy = |count: u32| format!("at least {count} enemy {name}");
        let opponent = settings.extinction_opponent;
        let more = match (opponent, settings.extinction_claim) {
            (0, false) => String::new(),
            (count, false) => format!(" and {}", enemy(count)),
            (0, true) => format!(" and (not on move or {})", enemy(1)),
            (count, true) => {
                format!(" and ({} or not on move and {})", enemy(count + 1), enemy(count))
            }
        };
        goals.push(format!("{word} when {own}{more}"));
    }
}

/// Squares that pieces must reach.
fn flags(case: &mut Case<'_>, goals: &mut Vec<String>) {
    let settings = case.settings;
    let region = &settings.flag_region;
    let cells = |side: Side| case.areas.cells(region.of(side));
    let (white, black) = (cells(Side::White), cells(Side::Black));
    let same_piece = settings.flag_piece.white == settings.flag_piece.black;
    if same_piece && !white.is_empty() && !black.is_empty() {
        let area = case.areas.of_cells("goal zone", white, black);
        return flag(case, None, settings.flag_piece.white, area, goals);
    }
    for (side, cells) in [(Side::White, white), (Side::Black, black)] {
        if !cells.is_empty() {
            // The other side has the same zone, which the goal does not use.
            let other: Cells = match side {
                Side::White => mirrored(&cells, case.board.ranks),
                Side::Black => mirrored(&cells, case.board.ranks),
            };
            let (white, black) = match side {
                Side::White => (cells, other),
                Side::Black => (other, cells),
            };
            let area = case.areas.of_cells("goal zone", white, black);
            flag(case, Some(side), *settings.flag_piece.of(side), area, goals);
        }
    }
}

/// The cells as the other side sees them.
fn mirrored(cells: &Cells, ranks: u8) -> Cells {
    cells.iter().map(|(file, rank)| (*file, ranks - 1 - rank)).collect()
}

/// Goals about one zone.
fn flag(
    case: &mut Case<'_>,
    only: Option<Side>,
    piece: Option<PieceType>,
    area: Area,
    goals: &mut Vec<String>,
) {
    let settings = case.settings;
    let Some(name) = case.named_type(piece) else { return };
    let area = match area {
        Area::Everywhere => String::new(),
        Area::Nowhere => return,
        Area::Words(words) => format!(" in {words}"),
    };
    let side = match only {
        None => "",
        Some(Side::White) => "white and ",
        Some(Side::Black) => "black and ",
    };
    let count = settings.flag_count;
    let mut reached = match count {
        0 | 1 => format!("own {name}{area}"),
        count => format!("at least {count} own {name}{area}"),
    };
    if settings.flag_blocked && count > 1 {
        reached = format!("({reached} or own {name}{area} and no empty{area})");
    }
    let safe = match count {
        0 | 1 => format!("own {name}{area} not attacked"),
        count => format!("at least {count} own {name}{area} not attacked"),
    };
    match (settings.flag_move, settings.flag_safe) {
        (false, false) => goals.push(format!("win when {side}{reached}")),
        (false, true) => goals.push(format!("win when {side}{safe}")),
        (true, true) => goals.push(format!("win when {side}({safe} or on move and {reached})")),
        (true, false) => {
            // White moves first, so Black gets one more move.
            if only.is_none() {
                let other = if area.starts_with(" in ") && case.areas.is_sided(&area[4..]) {
                    format!(" in enemy's {}", &area[4..])
                } else {
                    area.clone()
                };
                goals.push(format!(
                    "draw when white and on move and own {name}{area} and enemy {name}{other}"
                ));
            }
            let king = piece.is_some_and(|piece| piece.is("king"));
            let enemy_area = if area.starts_with(" in ") && case.areas.is_sided(&area[4..]) {
                format!("enemy's {}", &area[4..])
            } else {
                area.get(4..).unwrap_or_default().to_owned()
            };
            goals.push(if king && only.is_none() { format!(
                    "win when {reached} and (black or on move or no enemy {name} can reach {enemy_area})"
                ) } else { format!("win when {side}on move and {reached}") });
        }
    }
}

/// Checks that are counted.
fn checks(case: &mut Case<'_>, goals: &mut Vec<String>) {
    if !case.settings.check_counting {
        return;
    }
    match case.board.checks {
        Some([white, black]) if white == black => {
            goals.push(format!("win when {white} own checks"))
        }
        Some([white, black]) => {
            goals.push(format!("win when white and {white} own checks"));
            goals.push(format!("win when black and {black} own checks"));
        }
        None => case.lose("checkCounting", "the start position does not say how many checks win"),
    }
}

/// Pieces in a row, in a line or in a square.
fn lines(case: &mut Case<'_>, goals: &mut Vec<String>) {
    let settings = case.settings;
    let Some(word) = verdict(settings.connect_value) else { return };
    let Some(name) = case.named(&settings.connect_types) else { return };
    let own = format!("own {name}");
    let mut ways = Vec::new();
    let directions = [
        (settings.connect_horizontal, "rW"),
        (settings.connect_vertical, "fW"),
        (settings.connect_diagonal, "frF"),
        (settings.connect_diagonal, "flF"),
    ];
    // A longer line does not fit on the board.
    let longest = u32::from(case.areas.files().max(case.board.ranks));
    if (2..=longest).contains(&settings.connect) {
        for (_, step) in directions.iter().filter(|(given, _)| *given) {
            let chain = (2..settings.connect)
                .fold(format!("{own} at {step} of {own}"), |chain, _| {
                    format!("{own} at {step} of ({chain})")
                });
            ways.push(chain);
        }
    }
    if settings.connect_square > 1 {
        ways.extend(squares(case, settings.connect_square, &own));
    }
    if settings.collinear > 1 {
        let count = settings.collinear;
        let (files, ranks) = (case.areas.files(), case.board.ranks);
        if settings.connect_horizontal {
            let rank = |rank: u8| {
                format!("at least {count} {own} in (a{rank}-{})", cell(files - 1, rank - 1))
            };
            ways.extend((1..=ranks).map(rank));
        }
        if settings.connect_vertical {
            let file = |file: u8| {
                format!("at least {count} {own} in ({}-{})", cell(file, 0), cell(file, ranks - 1))
            };
            ways.extend((0..files).map(file));
        }
        if settings.connect_diagonal {
            case.lose(
                "collinearN",
                "pieces with others between them are compared by files and ranks only",
            );
        }
    }
    if !ways.is_empty() {
        goals.push(format!("{word} when {}", ways.join(" or ")));
    }
    let unknown = [
        ("connectGoalByType", settings.connect_by_type, "lines of pieces of several kinds"),
        ("connectGroup", settings.connect_group != 0, "groups of connected pieces"),
    ];
    for (key, given, what) in unknown {
        if given {
            case.lose(key, &format!("no question is about {what}"));
        }
    }
    let regions = [&settings.connect_region1, &settings.connect_region2];
    if regions
        .iter()
        .any(|region| Side::ALL.iter().any(|side| *region.of(*side) != Squares::default()))
    {
        for key in [
            "connectRegion1White",
            "connectRegion2White",
            "connectRegion1Black",
            "connectRegion2Black",
        ] {
            if settings.origin(key).is_some() {
                case.lose(key, "no question follows a chain of pieces from one edge to another");
            }
        }
    }
}

/// Squares of pieces anywhere on the board.
fn squares(case: &Case<'_>, size: u32, own: &str) -> Vec<String> {
    let size = u8::try_from(size).unwrap_or(u8::MAX);
    let (files, ranks) = (case.areas.files(), case.board.ranks);
    let mut ways = Vec::new();
    for rank in 0..=ranks.saturating_sub(size) {
        for file in 0..=files.saturating_sub(size) {
            if size <= files && size <= ranks {
                let (from, to) = (cell(file, rank), cell(file + size - 1, rank + size - 1));
                ways.push(format!("{} {own} in ({from}-{to})", u32::from(size) * u32::from(size)));
            }
        }
    }
    ways
}

/// Kings that face each other.
fn bikjang(case: &mut Case<'_>, goals: &mut Vec<String>) {
    let kings = case.named(&PieceSet::of(&["king"]));
    if let (true, Some(king)) = (case.settings.bikjang, kings) {
        goals.push(format!("draw when passing and enemy {king} at vR of own {king}"));
    }
}
