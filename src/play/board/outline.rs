//! Writes the compiled form of a board game as text, for `show --stage program`.

use alfil_board::engine::program::BoardProgram;
use alfil_board::paths::path::{Relays, Ways};
use alfil_board::paths::terrain::Piece;
use alfil_board::tables::profile::Profile;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Kind;
use alfil_rules::side::Side;
use std::fmt::Write;

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
