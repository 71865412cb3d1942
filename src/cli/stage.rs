//! `alfil show --stage`: a stage of a definition as text.
//!
//! *definition*: what each file was understood to say; *ruleset*: what they mean together; *program*:
//! how the board executes it.

use crate::board::compile::profile::Profile;
use crate::board::walk::paths::{Loans, Ways};
use crate::board::walk::terrain::Piece;
use crate::cli::load::{Loaded, Session};
use crate::plane::interval::Short;
use crate::plane::program::PlaneProgram;
use crate::play::game::Game;
use crate::play::program::Program;
use crate::resolve::outline;
use crate::rules::plane::Body;
use crate::rules::ruleset::{Kind, KindId};
use crate::rules::side::Side;
use crate::syntax::{definition, outline as written, yaml};
use std::fmt::Write;

/// A stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Stage {
    /// What was written, file by file, lowest first.
    Definition,
    /// What it means.
    Ruleset,
    /// What it was compiled to.
    Program,
}

/// The text of a stage.
pub fn text(stage: Stage, loaded: &Loaded, session: &Session) -> String {
    match stage {
        Stage::Definition => definitions(loaded, session),
        Stage::Ruleset => outline::outline(&loaded.resolved.ruleset),
        Stage::Program => game(&loaded.game),
    }
}

fn definitions(loaded: &Loaded, session: &Session) -> String {
    let mut files = loaded.resolved.files.clone();
    files.dedup();
    let mut out = String::new();
    for id in files {
        let source = session.sources.get(id);
        let tree = yaml::parse(id, &source.text).value;
        let read = tree.and_then(|tree| definition::read(&tree, &source.text).value);
        let Some(definition) = read else { continue };
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}# {}", source.name);
        out.push_str(&written::outline(&definition, &session.sources));
    }
    out
}

/// The program stage of either arena.
pub fn game(game: &Game) -> String {
    match game {
        Game::Board(board) => program(board),
        Game::Plane(plane) => on_plane(plane),
    }
}

/// The motions and bodies of each kind.
fn on_plane(plane: &PlaneProgram) -> String {
    let rules = plane.rules();
    let size = plane.size();
    let mut out = format!("plane {}x{}\n", size.x, size.y);
    for (id, kind) in rules.kinds.enumerate() {
        let compiled = plane.kind(id);
        let body = match &compiled.body {
            Body::Disc(radius) => format!("disc {radius}"),
            Body::Polygon(corners) => format!("polygon of {} corners", corners.len()),
        };
        let turns = if compiled.turns { ", turns" } else { "" };
        let _ = writeln!(out, "{}: {body}{turns}", kind.name.value);
        for ray in &compiled.moves.rays {
            let to = if ray.to.is_finite() { Short(ray.to).to_string() } else { "edge".to_owned() };
            let every: String =
                ray.quanta.iter().map(|q| format!(", every {}", Short(*q))).collect();
            let _ = writeln!(
                out,
                "  {:?} {} from {} to {to}, {:?}, {:?}{every}",
                ray.gait,
                Short(ray.along.angle()),
                Short(ray.from.max(plane.least())),
                ray.purpose,
                ray.past
            );
        }
    }
    out
}

/// The program stage: how many ways each kind has, all cells together, by how they are executed.
pub fn program(program: &Program) -> String {
    let board = program.board();
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
        let _ = writeln!(out, "{}: {}", kind.name.value, executors(program, id, kind));
    }
    out
}

fn executors(program: &Program, id: KindId, kind: &Kind) -> String {
    let arena = program.board().arena();
    let piece = Piece { side: Side::White, kind: id };
    let lent = Loans::new(arena.terrain(), |id| &arena.rules.kinds[id].moves);
    let (mut leaps, mut lines, mut stays, mut specials) = (0, 0, 0, 0);
    for site in arena.graph.sites() {
        let mut ways = Ways::new(arena.terrain(), site, piece, &kind.moves, &lent);
        let profile = Profile::new(&mut ways, &arena.rules.every_move);
        let alive = profile.items.iter().filter(|(_, ends)| !ends.is_none());
        for (item, _) in alive {
            if item.is_leap() {
                leaps += 1;
            } else {
                lines += 1;
            }
        }
        stays += profile.rifle.count();
        specials += profile.specials.len() + profile.odd.len();
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
