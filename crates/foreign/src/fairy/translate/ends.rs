//! How games end: goals, draws, points, and pieces that must or must not be attacked.

use crate::fairy::case::{Area, Case, Cells, Kind, cell, of_types, opposite, verdict};
use crate::fairy::table::Program;
use crate::fairy::translate::movement::{self, has_hands};
use crate::fairy::values::{
    Chasing, Counting, EndCount, PieceSet, PieceType, Scorer, Side, Squares, Verdict,
};
use alfil_syntax::write::{Map, Yaml};
use std::collections::BTreeSet;

/// The key `ends`. `royal` is true if a piece is royal, `promoting` has the names of the kinds that
/// promote.
pub(crate) fn ends(case: &mut Case<'_>, royal: bool, promoting: &BTreeSet<String>) -> Yaml {
    let settings = case.settings;
    let mut entries = Map::default();
    let checkmate = verdict(settings.checkmate).filter(|_| royal).unwrap_or("none");
    entries.put("checkmated", checkmate);
    let by_count = settings.stalemate_count;
    let mut stuck = Vec::new();
    let counted = self::stalemate(case, &mut stuck) || by_count;
    let stalemate = if counted { "none" } else { verdict(settings.stalemate).unwrap_or("none") };
    entries.put("stalemated", stalemate);
    let mut goals = Vec::new();
    extinction(case, royal, &mut goals);
    flags(case, &mut goals);
    checks(case, &mut goals);
    lines(case, &mut goals);
    bikjang(case, &mut goals);
    let mut claims = Vec::new();
    point_goals(case, &mut goals);
    material(case, &mut goals);
    length(case, &mut goals);
    royal_goals(case, &mut goals);
    progress(case, promoting, &mut entries, &mut claims);
    repetition(case, &mut entries, &mut claims);
    let passes = settings.pass_on_stalemate.white && settings.pass_on_stalemate.black;
    if by_count
        && !passes
        && let Some(word) = verdict(opposite(settings.stalemate))
    {
        let more = compared(case, ">");
        goals.push(format!("{word} when ({}) and {more}", STUCK));
        goals.push(format!("draw when on move and stuck and {}", compared(case, "=")));
    }
    goals.extend(stuck);
    one_sided(case, &mut goals);
    if !settings.castling_wins.0.is_empty() {
        case.lose(
            "castlingWins",
            "a goal cannot depend on the wing on which a side has castled or can castle",
        );
    }
    if settings.counting != EndCount::None {
        case.lose(
            "countingRule",
            "counting that begins when a side has few pieces left cannot be expressed",
        );
    }
    if settings.chasing != Chasing::None {
        case.lose(
            "chasingRule",
            "claims can count repeated checks, but cannot tell which piece chases another one",
        );
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
                    format!(" in enemy {}", &area[4..])
                } else {
                    area.clone()
                };
                goals.push(format!(
                    "draw when white and on move and own {name}{area} and enemy {name}{other}"
                ));
            }
            let king = piece.is_some_and(|piece| piece.is("king"));
            let enemy_area = if area.starts_with(" in ") && case.areas.is_sided(&area[4..]) {
                format!("enemy {}", &area[4..])
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
            goals.push(format!("win when own checks >= {white}"))
        }
        Some([white, black]) => {
            goals.push(format!("win when white and own checks >= {white}"));
            goals.push(format!("win when black and own checks >= {black}"));
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
            case.lose(key, &format!("questions cannot be about {what}"));
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
                case.lose(
                    key,
                    "questions cannot follow a chain of pieces from one edge to another",
                );
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

// Draws, and ends by the number of moves.

/// Pieces that are compared when both sides pass or the board is full.
pub(crate) fn material(case: &mut Case<'_>, goals: &mut Vec<String>) {
    let settings = case.settings;
    let passes = Side::ALL
        .iter()
        .any(|side| *settings.pass.of(*side) || *settings.pass_on_stalemate.of(*side));
    // A pass of each side ends the game.
    let idle = if has_hands(case) {
        "1 turns without (moving or dropping)"
    } else {
        "1 turns without moving"
    };
    if settings.material == Counting::Janggi {
        case.lose("materialCounting", "points of pieces with a part of a point are not compared");
    }
    if matches!(settings.material, Counting::None | Counting::Janggi) {
        if passes {
            goals.push(format!("draw when {idle}"));
        }
        return;
    }
    let mut when = Vec::new();
    if settings.full_board {
        when.push("no empty");
    }
    if passes {
        when.push(idle);
    }
    let when = match when[..] {
        [] => return,
        [one] => one.to_owned(),
        _ => format!("({})", when.join(" or ")),
    };
    goals.extend(drawn(case, &when));
}

/// True if the pieces that are left decide what would be a draw otherwise.
fn counts_pieces(case: &Case<'_>) -> bool {
    !matches!(case.settings.material, Counting::None | Counting::Janggi)
}

/// A stalemate that is drawn and counts pieces; false if stalemate has a result of its own.
pub(crate) fn stalemate(case: &Case<'_>, goals: &mut Vec<String>) -> bool {
    let settings = case.settings;
    let draws =
        settings.stalemate == Verdict::Draw && !settings.stalemate_count && counts_pieces(case);
    if draws {
        goals.extend(drawn(case, &format!("({STUCK})")));
    }
    draws
}

/// Holds for both sides if the side to move has no legal move.
pub(crate) const STUCK: &str = "on move and stuck or not on move and no enemy can move";

/// The sentences for an end that would be a draw if nothing were counted. `when` is true for both
/// sides or for none.
fn drawn(case: &Case<'_>, when: &str) -> Vec<String> {
    match case.settings.material {
        Counting::None | Counting::Janggi => vec![format!("draw when {when}")],
        Counting::Unweighted => vec![
            format!("win when {when} and {}", compared(case, ">")),
            format!("draw when {when}"),
        ],
        // The program counts no pieces then: one side wins every draw.
        Counting::WhiteDrawOdds => vec![format!("win when white and {when}")],
        Counting::BlackDrawOdds => vec![format!("win when black and {when}")],
    }
}

/// A comparison of the numbers of pieces. The program counts the pieces on the board only.
pub(crate) fn compared(case: &Case<'_>, order: &str) -> String {
    let on_board = if case.settings.piece_drops { " not in hand" } else { "" };
    format!("own pieces{on_board} {order} enemy pieces{on_board}")
}

/// The smaller of two limits, of which 0 is none. A game ends as soon as a side may claim that, so a
/// limit for claims and one without are alike.
fn sooner(one: u32, other: u32) -> u32 {
    match (one, other) {
        (0, limit) | (limit, 0) => limit,
        (one, other) => one.min(other),
    }
}

/// The end of long games.
pub(crate) fn length(case: &Case<'_>, goals: &mut Vec<String>) {
    let settings = case.settings;
    if settings.n_move_hard == 0 {
        return;
    }
    let long = format!("any turns >= {}", settings.n_move_hard.saturating_mul(2));
    match settings.n_move_hard_value {
        Verdict::None => {}
        Verdict::Draw => goals.extend(drawn(case, &long)),
        Verdict::Win => goals.push(format!("win when on move and {long}")),
        Verdict::Loss => goals.push(format!("loss when on move and {long}")),
    }
}

/// Moves without progress.
pub(crate) fn progress(
    case: &mut Case<'_>,
    promoting: &BTreeSet<String>,
    entries: &mut Map,
    claims: &mut Vec<String>,
) {
    let settings = case.settings;
    let limit = sooner(settings.n_move, settings.n_move_immediate);
    if limit == 0 {
        return;
    }
    let all =
        Side::ALL.iter().flat_map(|side| settings.n_move_types.of(*side).types.clone()).collect();
    let names = of_types(&case.kinds, &PieceSet { all: false, types: all });
    let usual = names.iter().all(|name| promoting.contains(*name))
        && promoting.iter().all(|name| names.contains(&name.as_str()));
    if limit == 50 && usual && settings.material == Counting::None {
        return entries.put("fifty moves", "draw");
    }
    let progress = if names.is_empty() {
        "capturing".to_owned()
    } else {
        format!("(capturing or moving {})", names.join(" or "))
    };
    let turns = format!("{limit} turns without {progress}");
    claims.extend(drawn(case, &turns));
}

/// Positions that come again.
pub(crate) fn repetition(case: &mut Case<'_>, entries: &mut Map, claims: &mut Vec<String>) {
    let settings = case.settings;
    let count = sooner(settings.n_fold, settings.n_fold_immediate);
    if count == 0 {
        return;
    }
    if settings.perpetual_check_illegal {
        claims.push(format!("loss when repeated {count} times by checks"));
    }
    let value = settings.n_fold_value;
    match (value, count) {
        (Verdict::None, _) => {}
        // Pieces that are counted decide this draw as well.
        (Verdict::Draw, count) if counts_pieces(case) => {
            claims.extend(drawn(case, &format!("repeated {count} times")));
        }
        (Verdict::Draw, 3) => entries.put("threefold", "draw"),
        (Verdict::Draw, 4) => entries.put("fourfold", "draw"),
        (Verdict::Draw, count) => claims.push(format!("draw when repeated {count} times")),
        // The value is that of the side to move, and claims ask the other side first.
        (Verdict::Win | Verdict::Loss, count) => {
            let (side, value) = if settings.n_fold_absolute {
                ("white and ", value)
            } else {
                ("", opposite(value))
            };
            if let Some(word) = verdict(value) {
                claims.push(format!("{word} when {side}repeated {count} times"));
            }
        }
    }
}

// Points for captured pieces.

/// The most that a counter counts.
const MOST: u32 = 255;

/// The number that wins, if the game counts points and a definition can count so far.
fn goal(case: &mut Case<'_>) -> Option<u32> {
    let settings = case.settings;
    if settings.pay_to_drop {
        case.lose("payPointsToDrop", "a drop can cost only the piece in hand");
    }
    if !settings.points || settings.points_goal == 0 {
        return None;
    }
    if settings.points_goal > MOST || settings.piece_points.values().any(|points| *points > MOST) {
        case.lose("pointsGoal", "a counter counts up to 255");
        return None;
    }
    Some(settings.points_goal)
}

/// Adds the lines that count points for the side that captures.
pub(crate) fn effects(case: &mut Case<'_>, lines: &mut Vec<String>) {
    if goal(case).is_none() {
        return;
    }
    let worth = |piece: PieceType| case.settings.piece_points.get(&piece).copied().unwrap_or(0);
    for kind in &case.kinds {
        // A promoted piece is worth what it is, in that program.
        match worth(kind.piece) {
            0 => {}
            1 => lines.push(format!("when capturing {} then count points", kind.name)),
            points => {
                lines.push(format!("when capturing {} then count {points} points", kind.name))
            }
        }
    }
}

/// Adds the goal of enough points.
pub(crate) fn point_goals(case: &mut Case<'_>, goals: &mut Vec<String>) {
    let Some(enough) = goal(case) else { return };
    let settings = case.settings;
    if let Some(word) = verdict(settings.points_value) {
        // A side captures pieces of the other only, so each capture gives points to one side.
        let whose = match settings.points_scorer {
            Scorer::Us | Scorer::NonOwner => "own",
            Scorer::Them | Scorer::Owner => "enemy",
        };
        goals.push(format!("{word} when {whose} points >= {enough}"));
    }
}

// Pieces that must not be attacked, and pieces that must.

/// True if pieces of this kind can be in check.
fn is_royal(case: &Case<'_>, kind: &Kind) -> bool {
    let settings = case.settings;
    kind.piece.is("king")
        || settings.pseudo_royal && settings.extinction_types.contains(kind.piece)
        || settings.pseudo_types.contains(kind.piece)
}

/// True if some piece can be in check.
pub(crate) fn has_royal(case: &Case<'_>) -> bool {
    case.kinds.iter().any(|kind| is_royal(case, kind))
}

/// Adds a goal if only one side has a royal piece at first. A definition asks for a goal that decides
/// such a game; the program has none, so this one says what is true anyway.
pub(crate) fn one_sided(case: &Case<'_>, goals: &mut Vec<String>) {
    let royal: Vec<&Kind> = case.kinds.iter().filter(|kind| is_royal(case, kind)).collect();
    let has = |side: Side| royal.iter().any(|kind| case.count(side, kind.piece) > 0);
    let side = match (has(Side::White), has(Side::Black)) {
        (true, false) => "white",
        (false, true) => "black",
        (true, true) | (false, false) => return,
    };
    let decides = |goal: &String| !goal.starts_with("draw");
    if !goals.iter().any(decides) {
        let names: Vec<&str> = royal.iter().map(|kind| kind.name.as_str()).collect();
        goals.push(format!("loss when {side} and no own {}", names.join(" or ")));
    }
}

/// The value of the key `royal` of a kind.
pub(crate) fn royal(case: &mut Case<'_>, kind: &Kind) -> Option<&'static str> {
    let settings = case.settings;
    if kind.piece.is("king") {
        return Some("true");
    }
    let named = |set: &PieceSet| !set.all && set.contains(kind.piece);
    let by_extinction = settings.pseudo_royal && named(&settings.extinction_types);
    let by_name = named(&settings.pseudo_types);
    if !by_extinction && !by_name {
        return None;
    }
    if settings.duple_check {
        return Some("all");
    }
    let (key, most) = if by_name {
        ("pseudoRoyalCount", settings.pseudo_count as usize)
    } else {
        ("extinctionPieceCount", settings.extinction_count as usize + 1)
    };
    let counts = Side::ALL.map(|side| case.count(side, kind.piece));
    let made = kind.base.is_some()
        || settings.promoted.values().any(|piece| *piece == kind.piece)
        || Side::ALL.iter().any(|side| settings.promotion_types.of(*side).contains(kind.piece))
        || case.board.hand.iter().flatten().any(|(_, piece)| *piece == kind.piece)
        || most == 1 && settings.piece_drops && movement::to_captor(case);
    // However many there are, all of them are royal.
    if most > usize::from(case.board.files) * usize::from(case.board.ranks) {
        return Some("true");
    }
    if counts.iter().all(|count| [0, most].contains(count)) && !made {
        return Some("true");
    }
    if most == 1 {
        return Some("last");
    }
    case.lose(key, "pieces are royal each, all together or the last one, not from a number on");
    None
}

/// The kinds that must be attacked, each with the question for one that is not.
fn unattacked(case: &Case<'_>) -> Vec<String> {
    let settings = case.settings;
    let most = settings.anti_count;
    let lonely = |name: &&str| match most {
        0 => None,
        _ => Some(format!("own {name} not attacked and at most {most} own {name}")),
    };
    of_types(&case.kinds, &settings.anti_types).iter().filter_map(lonely).collect()
}

/// Adds to the restriction on every move that no such piece is left without an attack.
pub(crate) fn restrictions(case: &Case<'_>, parts: &mut Vec<String>) {
    parts.extend(unattacked(case).iter().map(|lonely| format!("not leaving ({lonely})")));
}

/// Adds that a side loses which cannot have such a piece attacked: for that program this is
/// checkmate.
pub(crate) fn royal_goals(case: &Case<'_>, goals: &mut Vec<String>) {
    if let Some(word) = verdict(case.settings.checkmate) {
        let lost = |lonely: &String| format!("{word} when on move and stuck and {lonely}");
        goals.extend(unattacked(case).iter().map(lost));
    }
}
