//! Tests of `board/topology/compass.rs`.

use alfil::rules::direction::{Directions, Reading, Toward};
use alfil::topology::compass::*;

use alfil::rules::movement::{Axes, Stride};

const W: Stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };
const F: Stride = Stride::Radial { length: 1, axes: Axes::Diagonal };
const K: Stride = Stride::Radial { length: 1, axes: Axes::Both };
const N: Stride = Stride::Oblique { orthogonal: 1, diagonal: 1 };

fn directions(letters: &str, reading: Reading) -> Directions {
    Directions { runs: vec![letters.chars().filter_map(Toward::from_letter).collect()], reading }
}

/// Checks rows `letters, letters: vectors` of a table.
fn table(stride: Stride, reading: Reading, rows: &str) {
    for row in rows.lines().map(str::trim).filter(|r| !r.is_empty()) {
        let (letters, expected) = row.split_once(':').unwrap();
        for letters in letters.split(',').map(str::trim) {
            let set = Compass::Square.first(stride, &directions(letters, reading));
            let mut got: Vec<String> =
                set.iter().map(|o| vector(stride, o)).map(|(x, y)| format!("({x},{y})")).collect();
            let mut expected: Vec<String> = expected.split_whitespace().map(String::from).collect();
            got.sort();
            expected.sort();
            assert_eq!(got, expected, "{letters} on {stride:?}, {reading:?}");
        }
    }
}

#[test]
fn orthogonal_table() {
    table(
        W,
        Reading::Own,
        "f, ff, fh: (0,1)
         b: (0,-1)
         l: (-1,0)
         r: (1,0)
         v, fb, vv: (0,1) (0,-1)
         s, lr, ss: (-1,0) (1,0)
         fl: (0,1) (-1,0)
         fs, frl, sf: (0,1) (-1,0) (1,0)
         bs: (0,-1) (-1,0) (1,0)
         vs: (0,1) (0,-1) (-1,0) (1,0)",
    );
}

#[test]
fn diagonal_table() {
    table(
        F,
        Reading::Own,
        "f, ff, fh: (-1,1) (1,1)
         b: (-1,-1) (1,-1)
         l: (-1,1) (-1,-1)
         r: (1,1) (1,-1)
         v, s, fb, lr, vs, sf: (-1,1) (1,1) (-1,-1) (1,-1)
         fl, lf: (-1,1)
         fr, rf: (1,1)
         bl: (-1,-1)
         br: (1,-1)
         fs: (-1,1) (1,1)
         flbr, lfrb: (-1,1) (1,-1)
         rflb: (1,1) (-1,-1)
         frl: (1,1) (-1,1) (-1,-1)",
    );
}

#[test]
fn oblique_table() {
    table(
        N,
        Reading::Own,
        "f, ff: (-1,2) (1,2)
         b, bb: (-1,-2) (1,-2)
         l, ll: (-2,1) (-2,-1)
         r, rr: (2,1) (2,-1)
         v, fb, ffbb, vv: (-1,2) (1,2) (-1,-2) (1,-2)
         s, lr, ss: (-2,1) (2,1) (-2,-1) (2,-1)
         fs: (-2,1) (2,1)
         bs: (-2,-1) (2,-1)
         lv: (-1,2) (-1,-2)
         rv: (1,2) (1,-2)
         fh: (-1,2) (1,2) (-2,1) (2,1)
         bh: (-1,-2) (1,-2) (-2,-1) (2,-1)
         lh: (-2,1) (-2,-1) (-1,2) (-1,-2)
         rh: (2,1) (2,-1) (1,2) (1,-2)
         lf: (-1,2)
         rf: (1,2)
         fl: (-2,1)
         fr: (2,1)
         lb: (-1,-2)
         rb: (1,-2)
         bl: (-2,-1)
         br: (2,-1)
         hl: (-1,2) (2,1) (1,-2) (-2,-1)
         hr: (1,2) (2,-1) (-1,-2) (-2,1)
         ffrr: (-1,2) (1,2) (2,1) (2,-1)
         ffbs: (-1,2) (1,2) (-2,-1) (2,-1)
         fsbb: (-2,1) (2,1) (-1,-2) (1,-2)
         vs, sv: (-1,2) (1,2) (-2,1) (2,1) (-2,-1) (2,-1) (-1,-2) (1,-2)
         sf, ffs: (-1,2) (1,2) (-2,1) (2,1) (-2,-1) (2,-1)
         fsb: (-2,1) (2,1) (-1,-2) (1,-2)",
    );
}

#[test]
fn compound_tables() {
    table(
        K,
        Reading::ClassicCompound,
        "f, fh: (-1,1) (0,1) (1,1)
         b: (-1,-1) (0,-1) (1,-1)
         s: (-1,0) (1,0) (-1,1) (1,1) (-1,-1) (1,-1)
         v: (0,1) (0,-1) (-1,1) (1,1) (-1,-1) (1,-1)
         fs, frl: (-1,1) (0,1) (1,1) (-1,0) (1,0)
         fr: (0,1) (1,0) (1,1)
         bs, sb: (-1,-1) (0,-1) (1,-1) (-1,0) (1,0)",
    );
    table(
        K,
        Reading::EightFold,
        "f: (0,1)
         b: (0,-1)
         s: (-1,0) (1,0)
         v: (0,1) (0,-1)
         fs: (-1,1) (1,1)
         fr: (1,1)
         fh: (-1,1) (0,1) (1,1)
         bs: (-1,-1) (1,-1)
         sb: (-1,0) (1,0) (0,-1)
         frl: (1,1) (-1,0)",
    );
}

#[test]
fn later_legs_turn_by_eighths() {
    let turns = |stride, letters: &str| -> Vec<u8> {
        Compass::Square.later(stride, &directions(letters, Reading::EightFold)).iter().collect()
    };
    assert_eq!(Compass::Square.later(W, &Directions::all()), Sectors::of(&[0, 2, 6]));
    assert_eq!(Compass::Square.later(F, &Directions::all()), Sectors::of(&[0, 2, 6]));
    assert_eq!(Compass::Square.later(K, &Directions::all()), Sectors::of(&[0, 1, 2, 3, 5, 6, 7]));
    assert_eq!(Compass::Square.later(N, &Directions::all()), Sectors::of(&[0, 1, 2, 3, 5, 6, 7]));
    for (letters, expected) in [
        ("f", vec![0]),
        ("b", vec![4]),
        ("l", vec![6]),
        ("r", vec![2]),
        ("s", vec![2, 6]),
        ("v", vec![0, 4]),
        ("fs", vec![1, 7]),
        ("fl", vec![7]),
        ("fr", vec![1]),
        ("bs", vec![3, 5]),
        ("bl", vec![5]),
        ("br", vec![3]),
        ("fh", vec![0, 1, 7]),
    ] {
        assert_eq!(turns(W, letters), expected, "{letters}");
    }
}

#[test]
fn a_radial_stride_converts() {
    assert_eq!(vector(W, 1), (1, 1));
    assert_eq!(vector(F, 6), (-1, 0));
    assert_eq!(vector(Stride::Radial { length: 2, axes: Axes::Orthogonal }, 5), (-2, -2));
}

#[test]
fn no_letters_give_the_empty_set() {
    for a in "fblrvsh".chars() {
        for b in "fblrvsh".chars() {
            for reading in [Reading::Own, Reading::ClassicCompound, Reading::EightFold] {
                for stride in [W, F, K, N] {
                    if reading == Reading::EightFold && stride != K && stride != N {
                        continue;
                    }
                    let d = directions(&format!("{a}{b}"), reading);
                    for compass in [Compass::Square, Compass::Hexagonal] {
                        let sets = [compass.first(stride, &d), compass.later(stride, &d)];
                        let none = sets.iter().any(|set| set.is_empty());
                        assert!(!none, "{a}{b} {stride:?} {reading:?} {compass:?}");
                    }
                }
            }
        }
    }
}
