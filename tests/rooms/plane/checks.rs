//! Kings in check: the families of moves of `tests/data/plane_checks.tsv`.

use super::{at, program};
use alfil_plane::moves::families::Motion;

#[test]
fn landings_in_check_are_all_found() {
    let rows = include_str!("../../data/plane_checks.tsv").lines();
    let rows: Vec<&str> = rows.filter(|row| !row.starts_with('#') && !row.is_empty()).collect();
    assert!(rows.len() >= 10, "only {} rows", rows.len());
    for row in rows {
        let [game, place, count, bent] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let program = program(game);
        let play = at(&program, place);
        assert!(play.in_check(), "{place}");
        let families = play.legal();
        let paths = families.iter().filter(|f| matches!(f.motion, Motion::Bent(_))).count();
        assert_eq!([families.len(), paths].map(|n| n.to_string()), [count, bent], "{place}");
        assert_eq!(play.outcome().is_some(), families.is_empty(), "{place}");
    }
}
