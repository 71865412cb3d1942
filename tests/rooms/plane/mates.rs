//! Proofs of mate on planes: the ranges of `tests/data/plane_mates.tsv`, and the first moves of
//! `tests/data/plane_mates_in_two.tsv`.

use super::{at, program};
use alfil_mates::{Answer, Outlook, key, proofs};
use alfil_plane::geometry::interval::{End, Interval};

/// The width of undecided ranges.
const WIDTH: f64 = 1e-6;

/// Every row is one range of mates. All rows of a position and a family together are all its mates.
#[test]
fn mates_of_the_table_are_proved() {
    let rows = include_str!("../../data/plane_mates.tsv").lines();
    let rows: Vec<Vec<&str>> = rows
        .filter(|row| !row.starts_with('#') && !row.is_empty())
        .map(|row| row.split('\t').collect())
        .collect();
    assert!(rows.len() >= 10, "only {} rows", rows.len());
    let mut done: Vec<(&str, &str)> = Vec::new();
    for row in &rows {
        let [game, place, ..] = row[..] else { panic!("{row:?}") };
        if done.contains(&(game, place)) {
            continue;
        }
        done.push((game, place));
        let play = at(&program(game), place);
        let proofs = proofs(play.program(), play.now(), WIDTH, |_| true).expect("mate decides");
        let mut found: Vec<(String, String, Interval)> = Vec::new();
        for proof in &proofs {
            for part in proof.parts.iter().chain(&proof.shots) {
                if part.answer == Answer::Mate {
                    let effect = play.effect_text(part.taken, part.promotion);
                    let way = play.way_text(&proof.family);
                    found.push((way, effect.trim().to_owned(), part.at));
                }
            }
        }
        let wanted: Vec<&Vec<&str>> = rows.iter().filter(|row| row[..2] == [game, place]).collect();
        let list = || found.iter().map(|(way, more, at)| format!("{way}\t{at:?}\t{more}\n"));
        let all = list().collect::<String>();
        assert_eq!(found.len(), wanted.len(), "{game} {place}\n{all}");
        for row in wanted {
            let [_, _, way, interval, more] = row[..] else { panic!("{row:?}") };
            let right = |(own, words, at): &(String, String, Interval)| {
                own == way && words == more && is_as_wide(at, interval)
            };
            assert!(found.iter().any(right), "{row:?}\n{all}");
        }
    }
}

#[test]
fn mates_in_two_of_the_table_are_proved() {
    let rows = include_str!("../../data/plane_mates_in_two.tsv").lines();
    let mut count = 0;
    let rows = rows.filter(|row| !row.starts_with('#') && !row.is_empty());
    for row in crate::some(rows, 3) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [game, place, first, wanted] = cells[..] else { panic!("{row}") };
        let play = at(&program(game), place);
        let first = play.read_move(first).unwrap_or_else(|why| panic!("{row}: {why}"));
        let key = key(play.program(), play.now(), &first, WIDTH).expect("mate decides");
        let found = match key.outlook {
            Outlook::Wins(_) => "wins",
            Outlook::Mate => "mate",
            Outlook::Evaded(_) | Outlook::Undecided(_) => "open",
        };
        assert_eq!(found, wanted, "{row}");
        count += 1;
    }
    assert!(count > 0);
}

/// Returns true if a proved range is the wanted one: inside of it, and narrower by less than two undecided
/// ranges at each end.
fn is_as_wide(proved: &Interval, wanted: &str) -> bool {
    let ends: Vec<f64> = wanted
        .trim_matches(['[', ']', '(', ')', '{', '}'])
        .split(", ")
        .filter_map(|n| n.parse().ok())
        .collect();
    let (Some(&from), Some(&to)) = (ends.first(), ends.last()) else {
        return wanted == "-" && proved.is_point();
    };
    let near = |n: f64| n > -1e-9 && n < 2.0 * WIDTH;
    let open = |end: End, n: f64| end == End::Closed || n > 0.0;
    let (before, behind) = (proved.from - from, to - proved.to);
    near(before)
        && near(behind)
        && (wanted.starts_with('(') || open(proved.from_end, before))
        && (wanted.ends_with(')') || open(proved.to_end, behind))
}
