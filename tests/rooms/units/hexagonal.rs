//! Tests of directions on hexagons.

use alfil::rules::direction::{Directions, Reading, Toward};
use alfil::rules::movement::{Axes, Stride};
use alfil::topology::compass::Compass;

const W: Stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };
const F: Stride = Stride::Radial { length: 1, axes: Axes::Diagonal };
const K: Stride = Stride::Radial { length: 1, axes: Axes::Both };
const N: Stride = Stride::Oblique { orthogonal: 1, diagonal: 1 };

fn directions(letters: &str) -> Directions {
    let run = letters.chars().filter_map(Toward::from_letter).collect();
    Directions { runs: vec![run], reading: Reading::Own }
}

#[test]
fn letters_choose_headings() {
    for (stride, letters, wanted) in [
        (W, "f", vec![0]),
        (W, "r", vec![2, 4]),
        (W, "fs", vec![2, 10]),
        (W, "br", vec![4]),
        (W, "s", vec![2, 4, 8, 10]),
        (W, "v", vec![0, 6]),
        (W, "fh", vec![0, 2, 10]),
        (W, "hl", vec![8, 10]),
        (F, "f", vec![1, 11]),
        (F, "r", vec![3]),
        (F, "fs", vec![1, 11]),
        (F, "bl", vec![7]),
        (F, "s", vec![3, 9]),
        (F, "v", vec![1, 5, 7, 11]),
        (F, "rh", vec![1, 3, 5]),
        (K, "f", vec![0, 1, 11]),
        (K, "fr", vec![1, 2]),
        (N, "f", vec![0, 11]),
        (N, "r", vec![2, 3]),
        (N, "fr", vec![2]),
        (N, "rf", vec![0]),
        (N, "fs", vec![2, 9]),
        (N, "fh", vec![0, 1, 2, 9, 10, 11]),
        (N, "hr", vec![0, 2, 4, 6, 8, 10]),
    ] {
        let set = Compass::Hexagonal.first(stride, &directions(letters));
        assert_eq!(set.iter().collect::<Vec<_>>(), wanted, "{letters} on {stride:?}");
    }
}

#[test]
fn later_legs_turn_by_twelfths() {
    for (letters, wanted) in [
        ("f", vec![0]),
        ("s", vec![2, 10]),
        ("r", vec![2]),
        ("fs", vec![1, 11]),
        ("bl", vec![7]),
        ("b", vec![6]),
        ("fh", vec![0, 1, 2, 10, 11]),
    ] {
        let set = Compass::Hexagonal.later(F, &directions(letters));
        assert_eq!(set.iter().collect::<Vec<_>>(), wanted, "{letters}");
    }
    let all: Vec<u8> = Compass::Hexagonal.later(W, &Directions::all()).iter().collect();
    assert_eq!(all, [0, 2, 4, 8, 10]);
}
