//! Tests of `syntax/space.rs`.

use alfil::diagnostic::{Diagnostic, Report};
use alfil::rules::space::Shading;
use alfil::source::SourceId;
use alfil::source::Span;
use alfil::syntax::space::*;
use alfil::syntax::written::Written;

fn read(text: &str) -> (Option<SpaceText>, Vec<String>) {
    let place = |r: std::ops::Range<usize>| Span::new(SourceId::only(), r.start, r.end);
    let mut found = Report::default();
    let space = parse(Written::new(text, &place), &mut found);
    let at = |d: &Diagnostic| d.span().map_or("", |s| &text[s.start as usize..s.end as usize]);
    (space, found.iter().map(|d| format!("{} {}", d.code, at(d))).collect())
}

#[test]
fn clauses_make_holes_and_shades() {
    let (space, found) = read("grid 3x2, without a1 c2\nshades 123/321");
    assert!(found.is_empty(), "{found:?}");
    let space = space.expect("a space");
    let holes: Vec<_> = space.without.iter().map(|c| c.value).collect();
    let size = (space.lattice.files(), space.lattice.ranks());
    assert_eq!((size, holes), ((3, 2), vec![(0, 0), (2, 1)]));
    assert_eq!(space.shades, Shading::Rows(vec![vec![1, 2, 3], vec![3, 2, 1]]));
    let (space, _) = read("grid 7x7, only a2-g6");
    assert_eq!(space.expect("a space").without.len(), 14);
}

#[test]
fn sizes_make_lattices() {
    for (text, files, ranks, cells) in [
        ("cylinder 8x8", 8, 8, 64),
        ("torus 2x2", 2, 2, 4),
        ("klein 3x4", 3, 4, 12),
        ("ring 4x16", 4, 16, 64),
        ("hex 1", 1, 1, 1),
        ("hex 6", 11, 11, 91),
        ("hex 5x6", 9, 10, 70),
        ("hex 4x1x3", 4, 3, 12),
        ("graph a1-c2 e5", 5, 5, 7),
        ("layers 5x4x3", 5, 12, 60),
        ("plane 8x.5", 0, 0, 0),
    ] {
        let (space, found) = read(text);
        assert_eq!(found, Vec::<String>::new(), "{text}");
        let lattice = space.expect(text).lattice;
        let size = (lattice.files(), lattice.ranks(), lattice.places().count());
        assert_eq!(size, (files, ranks, cells), "{text}");
    }
}

#[test]
fn cells_of_a_hexagon_have_no_file_j() {
    let (space, found) = read("hex 6, without l6 k1-l7, shades 1");
    assert_eq!(found, ["unknown-cell k1-l7", "bad-space 1"]);
    let holes: Vec<_> = space.expect("a space").without.iter().map(|c| c.value).collect();
    assert_eq!(holes, [(10, 5)]);
}

#[test]
fn every_slip_is_found_at_its_place() {
    let wrong = "grid 8x8 now, whit a1, without i1 a, without, shades 1, plain x";
    let found = read(wrong).1;
    let wanted = [
        "bad-space now",
        "bad-space whit",
        "unknown-cell i1",
        "bad-space a",
        "bad-space without",
        "bad-space 1",
        "bad-space x",
    ];
    assert_eq!(found, wanted);
    for (text, code) in [
        ("grid", "bad-space grid"),
        ("grid 17x8", "bad-space 17x8"),
        ("grid 0x8", "bad-space 0x8"),
        ("grid 8", "bad-space 8"),
        ("gird 8x8", "bad-space gird"),
        ("layers 5x5", "bad-space 5x5"),
        ("layers 16x16x2", "bad-space 16x16x2"),
        ("torus 1x8", "bad-space 1x8"),
        ("cylinder 1x8", "bad-space 1x8"),
        ("ring 4x1", "bad-space 4x1"),
        ("moebius 17x2", "bad-space 17x2"),
        ("hex", "bad-space hex"),
        ("hex 0", "bad-space 0"),
        ("hex 1000", "bad-space 1000"),
        ("hex 9", "bad-space 9"),
        ("hex 6x", "bad-space 6x"),
        ("hex 5x13", "bad-space 5x13"),
        ("graph", "bad-space graph"),
        ("graph q1", "bad-space q1"),
        ("", "bad-space "),
    ] {
        assert_eq!(read(text), (None, vec![code.to_owned()]), "{text}");
    }
}

#[test]
fn any_text_is_a_space_or_a_finding() {
    let words: Vec<&str> = "grid torus ring hex graph plane layers 8x8 3x4 6 5x6 0.5x3 , , , \
        without only a1 a1-c2 h9 z99 shades 12/21 *1/1* plain line one-way seam n sw = section \
        white: black-far: 4x1 on rank file at may stand \u{e9} \u{a0} - x"
        .split(' ')
        .chain([" ", " ", "\n", "\t"])
        .collect();
    arbtest::arbtest(|u| {
        let mut text = String::new();
        for _ in 0..u.int_in_range(0..=30)? {
            text = text + u.choose(&words)? + if u.ratio(3, 4)? { " " } else { "" };
        }
        let place = |r: std::ops::Range<usize>| {
            assert!(text.get(r.clone()).is_some(), "{r:?} of {text:?}");
            Span::new(SourceId::only(), r.start, r.end)
        };
        let mut found = Report::default();
        let space = parse(Written::new(&text, &place), &mut found);
        assert!(space.is_some() || !found.is_empty(), "{text:?}");
        Ok(())
    })
    .budget_ms(300);
}
