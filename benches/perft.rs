//! Compares perft with other libraries in one run: `cargo bench --bench perft`.
//!
//! It builds `benches/peers`, runs it in turn with this crate, asserts every count and prints
//! ratios. `benches/peers` is a workspace of its own because shakmaty has the GPL. The *rate* is
//! the number of positions per second whose legal moves are generated: perft(0) + ... + perft(n-1),
//! divided by the time. Leaves per second would only be comparable between games with the same
//! number of moves. The figures are medians of five rounds.

use alfil_board::engine::play::Effort;
use alfil_definitions::shipped;
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_play::game::Game;
use alfil_resolve::resolution::{Resolved, resolve};
use alfil_syntax::definition::Role;
use alfil_syntax::scalar::Scalar;
use std::process::Command;
use std::time::Instant;

const ROUNDS: usize = 5;

/// Name, position, depth and count, from "Perft Results" of the Chess Programming Wiki.
const CHESS: [(&str, &str, u32, u64); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "middle game",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

/// Definitions and the depths for measuring their rates.
const RATES: [(&str, u32); 7] = [
    ("chess", 5),
    ("monochromatic", 7),
    ("contrast", 5),
    ("capablanca", 5),
    ("white-and-black", 6),
    ("opposition", 5),
    ("cylinder", 5),
];

fn main() {
    // Arguments are ignored; `cargo bench` passes `--bench`.
    let peers = build_peers();
    compile_times();
    for (name, fen, depth, count) in CHESS {
        beside_peers(&peers, name, fen, depth, count);
    }
    rates();
}

fn resolved(name: &str) -> Resolved {
    let resolved = resolve(name, &mut alfil_definitions::library(), &mut Sources::new());
    resolved.value.expect("shipped definitions resolve")
}

fn game(name: &str) -> Game {
    Game::compile(resolved(name).ruleset).value.expect("shipped definitions compile")
}

/// For each game on a board, prints the milliseconds from its text to the compiled game.
fn compile_times() {
    println!("from text to program, milliseconds, and bytes of tables");
    for definition in shipped() {
        let mut times = Vec::new();
        let mut bytes = None;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let resolved = resolved(definition.name);
            let (role, game) = (resolved.role, Game::compile(resolved.ruleset).value);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            bytes = match game {
                Some(Game::Board(program)) if role == Role::Game => Some(program.table_bytes()),
                Some(Game::Board(_) | Game::Plane(_)) | None => None,
            };
        }
        if let Some(bytes) = bytes {
            println!("  {:34} {:6.1} {bytes:>9}", definition.name, median(&mut times));
        }
    }
}

fn build_peers() -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release"])
        .env_remove("CARGO_TARGET_DIR")
        .current_dir(&folder)
        .status();
    assert!(built.is_ok_and(|s| s.success()), "benches/peers does not build");
    folder.join("target/release/peers")
}

fn beside_peers(peers: &std::path::Path, name: &str, fen: &str, depth: u32, count: u64) {
    let span = Span::new(SourceId::only(), 0, fen.len());
    let start = game("chess").read(&Scalar::plain(fen, span)).value.expect("a sound position");
    let mut ours = Vec::new();
    let mut theirs = [("shakmaty", Vec::new()), ("cozy-chess", Vec::new())];
    for _ in 0..ROUNDS {
        let clock = Instant::now();
        assert_eq!(start.perft(depth, Effort::default()), Some(count.into()), "{name}");
        ours.push(clock.elapsed().as_secs_f64());
        for (peer, times) in &mut theirs {
            let depth = depth.to_string();
            let output =
                Command::new(peers).args([*peer, depth.as_str(), fen]).output().expect("peers run");
            let line = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(field(&line, "nodes") as u64, count, "{peer}: {line}");
            times.push(field(&line, "seconds"));
        }
    }
    println!("chess, {name}, depth {depth}: {count} leaves");
    let ours = median(&mut ours);
    println!("  {:12} {ours:7.3} s {:7.1} M leaves/s", "alfil", count as f64 / ours / 1e6);
    for (peer, mut times) in theirs {
        let time = median(&mut times);
        let leaves = count as f64 / time / 1e6;
        println!(
            "  {peer:12} {time:7.3} s {leaves:7.1} M leaves/s   alfil / {peer}: {:.2}",
            time / ours
        );
    }
}

/// Returns the number after `"key":` in a line of JSON from `benches/peers`.
fn field(line: &str, key: &str) -> f64 {
    let tail = line.split_once(&format!("\"{key}\":")).map_or("", |(_, tail)| tail);
    let end = tail.find([',', '}']).unwrap_or(tail.len());
    tail[..end].trim().parse().unwrap_or_else(|_| panic!("no {key} in {line}"))
}

fn rates() {
    println!("rate, positions whose legal moves are generated per second");
    let starts = RATES.map(|(name, depth)| (name, depth, game(name).start()));
    let positions = starts.each_ref().map(|(_, depth, start)| {
        (0..*depth).filter_map(|d| start.perft(d, Effort::default())).sum::<u128>()
    });
    let mut times = RATES.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for ((_, depth, start), times) in starts.iter().zip(&mut times) {
            let clock = Instant::now();
            start.perft(*depth, Effort::default());
            times.push(clock.elapsed().as_secs_f64());
        }
    }
    let mut chess = None;
    for (((name, depth, _), positions), times) in starts.iter().zip(positions).zip(&mut times) {
        let rate = positions as f64 / median(times) / 1e6;
        let chess = *chess.get_or_insert(rate);
        println!("  {name:16} depth {depth} {rate:6.2} M/s   to chess: {:.2}", rate / chess);
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
