//! Counts the instructions that the move generator takes for each position:
//! `cargo bench --no-default-features --bench instructions`.
//! Without the default features, the command line is not built.
//!
//! The benchmark runs itself under callgrind, game by game. It prints the change against the newest
//! record of each game in `benches/instructions.tsv`. After `--`, names select games, and
//! `--record` adds the new figures to that file. The load of the machine does not matter. The
//! program runs perft twice, and only the second run is counted, because the first one computes all
//! lazy data. The positions are perft(0) + ... + perft(n-1).

use alfil_board::engine::play::Effort;
use alfil_diagnostics::source::Sources;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_resolve::resolution::resolve;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The games, each with the depth of its perft.
const GAMES: [(&str, u32); 19] = [
    ("chess", 4),
    ("monochromatic", 6),
    ("makruk", 4),
    ("nightrider", 4),
    ("contrast", 4),
    ("capablanca", 4),
    ("grand", 3),
    ("crazyhouse", 4),
    ("cylinder", 4),
    ("white-and-black", 5),
    ("opposition", 4),
    ("xiangqi", 3),
    ("circular", 4),
    ("shako", 3),
    ("shogi", 4),
    ("glinski", 3),
    ("grasshopper", 4),
    ("cube", 3),
    ("torus", 3),
];

/// The argument with which the benchmark starts itself to count one game.
const ONE: &str = "--one";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [flag, name, depth] = &args[..]
        && flag == ONE
    {
        one(name, depth.parse().expect("a depth"));
        return ExitCode::SUCCESS;
    }
    if !Command::new("valgrind").arg("--version").output().is_ok_and(|out| out.status.success()) {
        println!("instructions are counted by callgrind, and there is no valgrind here");
        return ExitCode::SUCCESS;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.tsv");
    let records = std::fs::read_to_string(&path).unwrap_or_default();
    let chosen =
        |name: &str| args.iter().all(|arg| arg == "--record") || args.iter().any(|arg| arg == name);
    let mut lines = String::new();
    println!("instructions a position");
    for (name, depth) in GAMES.into_iter().filter(|(name, _)| chosen(name)) {
        let now = instructions(name, depth);
        lines += &format!("{}\t{name}\t{depth}\t{now}\n", today());
        match newest(&records, name) {
            Some((date, before)) => {
                let change = (now as f64 / before as f64 - 1.0) * 100.0;
                println!("  {name:16} {now:6}   {before:6} on {date}  {change:+6.1} %");
            }
            None => println!("  {name:16} {now:6}   no record"),
        }
    }
    if args.iter().any(|arg| arg == "--record") {
        let file = OpenOptions::new().append(true).open(&path);
        file.and_then(|mut file| file.write_all(lines.as_bytes())).expect("the record is written");
    }
    ExitCode::SUCCESS
}

/// Returns date and figure of the newest record of `name`.
fn newest<'a>(records: &'a str, name: &str) -> Option<(&'a str, u64)> {
    let of = |line: &'a str| match line.split('\t').collect::<Vec<_>>()[..] {
        [date, game, _, figure] if game == name => Some((date, figure.parse().ok()?)),
        _ => None,
    };
    records.lines().rev().find_map(of)
}

/// Runs this program under callgrind.
fn instructions(name: &str, depth: u32) -> u64 {
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=instructions::counted*")
        .arg(std::env::current_exe().expect("this program"))
        .args([ONE, name, &depth.to_string()])
        .output()
        .expect("valgrind runs");
    let said = String::from_utf8_lossy(&out.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected : "));
    let collected: u64 = collected.and_then(|(_, n)| n.trim().parse().ok()).expect("a count");
    let positions: u64 = String::from_utf8_lossy(&out.stdout).trim().parse().expect("positions");
    collected / positions
}

fn today() -> String {
    let out = Command::new("date").args(["-u", "+%F"]).output().expect("date runs");
    String::from_utf8_lossy(&out.stdout).trim().to_owned()
}

/// Runs perft for one game and prints the number of positions.
fn one(name: &str, depth: u32) {
    let resolved = resolve(name, &mut alfil_definitions::library(), &mut Sources::new());
    let rules = resolved.value.expect("shipped definitions resolve").ruleset;
    let start = Game::compile(rules).value.expect("shipped definitions compile").start();
    let positions: u128 = (0..=depth).filter_map(|d| start.perft(d, Effort::default())).sum();
    let leaves = counted(&start, depth);
    println!("{}", positions - leaves);
}

/// The function that callgrind measures.
#[inline(never)]
fn counted(start: &Position, depth: u32) -> u128 {
    start.perft(depth, Effort::default()).expect("a board")
}
