//! Positions as text, and the compiled form of a board game as text.

use crate::board::notation::roll;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::memory_fields;
use alfil_board::model::passing::presumed_victim;
use alfil_board::model::position::BoardPosition;
use alfil_board::model::rights::right_letter;
use alfil_board::paths::path::{Relays, Ways};
use alfil_board::paths::terrain::Piece;
use alfil_board::tables::profile::Profile;
use alfil_resolve::setup::heading_text;
use alfil_rules::chance::Slots;
use alfil_rules::chance::{Die, DieId};
use alfil_rules::ids::KindId;
use alfil_rules::outcome::POINTS;
use alfil_rules::ruleset::Kind;
use alfil_rules::setup::Heading;
use alfil_rules::side::Side;
use alfil_topology::site_set::Site;
use std::fmt::Write;

// Positions as text. A written position reads back as the same position.
//
// Reading goes through `crates/syntax/src/placement.rs` (characters), `crates/resolve/src/setup.rs` (letters)
// and `crates/board/src/model/placement.rs` (cells).
//
// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
// placement                                     | |    |  | turn pair
//                                            side |    |  turns without progress
//                                          castling    passed cells
//
// In a game with hands, the pieces in hand follow the placement in brackets: `RNBQKBNR[QPp] w`.

/// The text of `position`.
pub fn write(arena: &BoardModel, position: &BoardPosition) -> String {
    let arena = arena.at(position);
    let sign = |site| stack(arena, position, site);
    write_with(arena, position, &sign)
}

/// The text of `position`, with the signs of its cells from `sign`, which returns `None` for an
/// empty cell.
pub(super) fn write_with(
    arena: &BoardModel,
    position: &BoardPosition,
    sign: &dyn Fn(Site) -> Option<String>,
) -> String {
    let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    if !arena.rules.sides.are_two() {
        return write_many(arena, position, sign);
    }
    let step = if position.step > 1 { format!(" step={}", position.step) } else { String::new() };
    format!(
        "{}{} {} {} {} {} {}",
        placement(arena, sign),
        hands(arena, position),
        position.side.letter(),
        dash(castling(arena, position)),
        dash(passed(arena, position)),
        position.halfmoves,
        position.fullmove
    ) + &step
        + &arena.rules.write_counters(&position.counters)
        + &shown(arena, position)
        + &left(arena, position)
        + &memory_fields::write_clocks(arena, position)
        + &memory_fields::write(arena, position)
        + &memory_fields::write_moved(arena, position)
}

/// The text of a position with more than two sides: FEN4, and the fields that FEN4 lacks.
fn write_many(
    arena: &BoardModel,
    position: &BoardPosition,
    sign: &dyn Fn(Site) -> Option<String>,
) -> String {
    let rules = &arena.rules;
    let points = rules.counters.iter().position(|name| name == POINTS);
    let lives = |side, nearest: bool| {
        let mut bits = (0..arena.rights.len()).filter(|bit| position.rights.0 >> bit & 1 != 0);
        bits.any(|bit| arena.rights[bit].side == side && arena.is_nearest(bit) == nearest)
    };
    let sides = || rules.sides.each();
    let heading = Heading {
        mover: rules.letter_of(position.side),
        out: sides().map(|side| position.out.has(side)).collect(),
        near: sides().map(|side| lives(side, true)).collect(),
        far: sides().map(|side| lives(side, false)).collect(),
        points: sides()
            .map(|side| points.map_or(0, |counter| position.counters[side][counter]))
            .collect(),
        flag_spans: [Vec::new(), Vec::new()],
    };
    let (round, passed) = (position.fullmove, passed(arena, position));
    let round = if round > 1 { format!(" round={round}") } else { String::new() };
    let passed = if passed.is_empty() { passed } else { format!(" passed={passed}") };
    let step = if position.step > 1 { format!(" step={}", position.step) } else { String::new() };
    let placement = placement(arena, sign) + &hands(arena, position);
    format!("{}-{}-{placement}", heading_text(&heading), position.halfmoves)
        + &round
        + &step
        + &passed
        + &rules.write_counters(&position.counters)
        + &shown(arena, position)
        + &left(arena, position)
        + &memory_fields::write_clocks(arena, position)
        + &memory_fields::write(arena, position)
        + &memory_fields::write_moved(arena, position)
}

/// The values that dice show, each after a space: ` die=3`.
fn shown(arena: &BoardModel, position: &BoardPosition) -> String {
    let of = |(id, _)| Some(format!(" {}", roll(arena, id, position.shown.of(id)?)));
    arena.rules.dice.enumerate().filter_map(of).collect()
}

/// What is left in each bag from which something was drawn, by value: ` tiles=1,2,0`.
fn left(arena: &BoardModel, position: &BoardPosition) -> String {
    let slots = Slots::of(&arena.rules.dice);
    let of = |(id, die): (DieId, &Die)| {
        let left = |face| position.drawn.left(slots, (id, die), face);
        let is_full = die.ids().all(|face| left(face) == u32::from(die.weight(face)));
        let counts: Vec<String> = die.ids().map(|face| left(face).to_string()).collect();
        (!is_full).then(|| format!(" {}={}", die.name.value, counts.join(",")))
    };
    arena.rules.dice.enumerate().filter_map(of).collect()
}

/// The letter of `piece`: upper case for White and for unowned and neutral pieces.
pub fn piece_letter(arena: &BoardModel, piece: Piece) -> String {
    let (rules, kind) = (&arena.rules, &arena.rules.kinds[piece.kind]);
    rules.piece_letter(rules.written_for(piece.kind, piece.side), kind.letter)
}

/// The letters of the pieces on `site`, the lowest first: `P`, or `(pQR)` for a stack. `None` if
/// the cell is empty.
pub fn stack(arena: &BoardModel, position: &BoardPosition, site: Site) -> Option<String> {
    let top = piece_letter(arena, position.piece(site)?);
    let covered: String =
        position.columns.on(site).map(|piece| piece_letter(arena, piece)).collect();
    Some(if covered.is_empty() { top } else { format!("({covered}{top})") })
}

/// The ranks of the board, the last one first, with spaces between the cells: a letter for a piece,
/// `.` for an empty cell and `*` where the board has none.
pub(crate) fn rows(arena: &BoardModel, position: &BoardPosition) -> Vec<String> {
    let graph = &arena.graph;
    let cell = |file, rank| match graph.at(file, rank).map(|site| position.piece(site)) {
        Some(Some(piece)) => {
            let stack = graph.at(file, rank).and_then(|site| stack(arena, position, site));
            stack.unwrap_or_else(|| piece_letter(arena, piece))
        }
        Some(None) => ".".to_owned(),
        None => "*".to_owned(),
    };
    let row = |rank| {
        graph.columns(rank).into_iter().map(|file| cell(file, rank)).collect::<Vec<_>>().join(" ")
    };
    (0..graph.ranks()).rev().map(row).collect()
}

/// Writes the hands in the order of turns: `[QRqr]`, or `[rQ,rR,bQ]` with more than two sides.
/// Empty in a game without hands.
fn hands(arena: &BoardModel, position: &BoardPosition) -> String {
    if arena.rules.hand.is_none() {
        return String::new();
    }
    let sides = arena.rules.sides;
    let letters = |side| {
        let letter = move |kind| piece_letter(arena, Piece { side, kind });
        let held = position.hands.held(side);
        held.flat_map(move |(kind, count)| std::iter::repeat_n(letter(kind), usize::from(count)))
    };
    let letters: Vec<String> = sides.each().flat_map(letters).collect();
    format!("[{}]", letters.join(if sides.are_two() { "" } else { "," }))
}

fn placement(arena: &BoardModel, sign: &dyn Fn(Site) -> Option<String>) -> String {
    let graph = &arena.graph;
    let rank = |rank: u8| {
        let comma = !arena.rules.sides.are_two();
        let mut row = String::new();
        let mut empty = 0;
        let part = |row: &mut String, text: &str| {
            if comma && !row.is_empty() {
                row.push(',');
            }
            row.push_str(text);
        };
        let flush = |row: &mut String, empty: &mut u32| {
            if *empty > 0 {
                part(row, &empty.to_string());
                *empty = 0;
            }
        };
        for file in graph.columns(rank) {
            match graph.at(file, rank).map(sign) {
                Some(None) => empty += 1,
                Some(Some(sign)) => {
                    flush(&mut row, &mut empty);
                    part(&mut row, &sign);
                }
                // FEN4 writes missing cells as empty ones.
                None if comma => empty += 1,
                None => {
                    flush(&mut row, &mut empty);
                    row.push('*');
                }
            }
        }
        flush(&mut row, &mut empty);
        row
    };
    (0..graph.ranks()).rev().map(rank).collect::<Vec<_>>().join("/")
}

fn castling(arena: &BoardModel, position: &BoardPosition) -> String {
    let mut living: Vec<usize> =
        (0..arena.rights.len()).filter(|bit| position.rights.0 >> bit & 1 != 0).collect();
    // White comes before Black, and castling towards the last file comes first, as in KQkq.
    living.sort_by_key(|&bit| {
        let right = arena.rights[bit];
        (right.side, std::cmp::Reverse(right.partner))
    });
    living.into_iter().map(|bit| right_letter(arena, position, bit)).collect()
}

fn passed(arena: &BoardModel, position: &BoardPosition) -> String {
    let graph = &arena.graph;
    let mut text = String::new();
    for passed in &position.ep_squares {
        text.push_str(graph.name(passed.cell));
        if presumed_victim(arena, position, passed.cell) != Some(passed.victim) {
            text.push_str(&format!("({})", graph.name(passed.victim)));
        }
    }
    text
}

// Writes the compiled form of a board game as text, for `show --stage program`.

/// Counts the paths of each kind over all cells, grouped by how the engine executes them.
pub(crate) fn outline(board: &BoardProgram) -> String {
    let arena = board.arena();
    let mut out = String::new();
    let (cells, kilobytes) = (arena.graph.len(), board.table_bytes().div_ceil(1024));
    let words = cells.div_ceil(64).next_power_of_two();
    let _ = writeln!(
        out,
        "{}, {cells} cells, {} shades",
        arena.graph.lattice().head(),
        arena.graph.shades()
    );
    let _ = writeln!(out, "words a site set: {words}, tables: {kilobytes} KB");
    for (id, kind) in arena.rules.kinds.enumerate() {
        let _ = writeln!(out, "{}: {}", kind.name.value, executors(board, id, kind));
    }
    out
}

fn executors(board: &BoardProgram, id: KindId, kind: &Kind) -> String {
    let arena = board.arena();
    let piece = Piece { side: Side::White, kind: id };
    let lent: Relays<'_> = Relays::new(arena.terrain(), |id| &arena.rules.kinds[id].moves);
    let (mut leaps, mut lines, mut stays, mut specials) = (0, 0, 0, 0);
    for site in arena.graph.sites() {
        let ways = Ways::new(arena.terrain(), site, piece, &kind.moves, &lent);
        let profile = Profile::new(&ways, &arena.rules.every_move);
        let alive = profile.items.iter().filter(|(_, ends)| !ends.is_none());
        for (item, _) in alive {
            if item.is_leap() {
                leaps += 1;
            } else {
                lines += 1;
            }
        }
        stays += profile.rifle.count();
        specials += profile.specials.len() + profile.owner_sensitive.len();
    }
    let castles = arena.castles.iter().filter(|c| c.kind == id && c.side == Side::White).count();
    let counts = [
        (leaps, "by leap table (nothing else is looked at)"),
        (lines, "by occupancy lookup (cells on the way decide)"),
        (stays as usize, "capturing without moving"),
        (specials, "one by one (captures elsewhere, moves another piece, or leaves a trace)"),
        (castles, "castling"),
    ];
    let told: Vec<String> =
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if told.is_empty() { "never moves".to_owned() } else { told.join(", ") }
}
