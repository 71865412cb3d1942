//! Compares counts of published variants with other engines. `data/variants/` contains a table for
//! each definition.
//!
//! A row contains a position in the notation of these engines, a depth, their count and the engine.
//! If their count is wrong or follows a different rule, the row also contains the count of this
//! program and the reason. `cargo test` runs only small counts; `ALFIL_ROWS=all` runs every row.

use super::perft::{at, game};
use alfil_board::engine::play::Effort;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest count of a normal run.
const A_MOMENT: u128 = 1_000_000;

#[test]
fn counts_equal_those_of_other_engines() {
    let all = std::env::var("ALFIL_ROWS").is_ok_and(|asked| asked == "all");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/variants");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let next = AtomicUsize::new(0);
    let count = || {
        let mut counted = Counted::default();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            counted.file(file, all);
        }
        counted
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let counted = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(count)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let sum = |of: fn(&Counted) -> usize| counted.iter().map(of).sum::<usize>();
    let (checked, left) = (sum(|counted| counted.checked), sum(|counted| counted.left));
    let wrong: Vec<&str> = counted.iter().flat_map(|c| &c.wrong).map(String::as_str).collect();
    println!("{checked} rows of {} variants, {left} left out", files.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 80);
}

/// The results of one or more tables.
#[derive(Default)]
struct Counted {
    checked: usize,
    left: usize,
    wrong: Vec<String>,
}

impl Counted {
    fn file(&mut self, file: &Path, all: bool) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let (game, table) = (game(name).0, std::fs::read_to_string(file).unwrap());
        for row in table.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = row.split('\t').collect();
            let (position, depth, theirs, ours) = match columns[..] {
                [position, depth, count, _] => (position, depth, count, count),
                [position, depth, count, _, ours, reason] if !reason.is_empty() => {
                    assert_ne!(count, ours, "{name}: {row}: nothing to explain");
                    (position, depth, count, ours)
                }
                _ => panic!("{name}: {row}: position, depth, count, engine; own count, reason"),
            };
            let (theirs, ours): (u128, u128) = (theirs.parse().unwrap(), ours.parse().unwrap());
            if !all && theirs > A_MOMENT {
                self.left += 1;
                continue;
            }
            let start = at(&game, position);
            assert_eq!(at(&game, &start.text()).text(), start.text(), "{name}: {row}");
            let counted = start.perft(depth.parse().unwrap(), Effort::default());
            if counted != Some(ours) {
                self.wrong.push(format!("{name}: {row}: {counted:?}"));
            }
            self.checked += 1;
        }
    }
}
