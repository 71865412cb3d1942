//! Tests of the shortest areas with certain cells.

use alfil::index::IndexVec;
use alfil::rules::area::{Places, Shape};
use alfil::rules::condition::Area;
use alfil::rules::side::Side;
use alfil::rules::space::Lattice;
use arbtest::arbitrary::{Result, Unstructured};

const SQUARES: Lattice = Lattice::rectangle(8, 8);

/// The cells of a text such as `a1 b2`.
fn places(text: &str) -> Places {
    text.split(' ').map(|name| SQUARES.place(name).expect("a cell")).collect()
}

fn list(text: &str) -> String {
    Area::list(&SQUARES, &places(text)).words()
}

#[test]
fn cells_are_listed_as_rectangles() {
    assert_eq!(list("e4"), "e4");
    assert_eq!(list("d4 e4"), "d4 e4");
    assert_eq!(list("a1 b1 c1 a2 b2 c2 h8"), "a1-c2 h8");
    // Rectangles may overlap.
    assert_eq!(list("b1 b2 b3 a2 c2"), "b1-b3 a2-c2");
}

#[test]
fn words_come_before_lists() {
    let shape = Shape::grid(&SQUARES, &Places::new());
    let rank = |rank: char| {
        places(&('a'..='h').map(|f| format!("{f}{rank}")).collect::<Vec<_>>().join(" "))
    };
    let file = places("a1 a2 a3 a4 a5 a6 a7 a8");
    let area = |white: &Places, black: &Places| {
        let each = [(Side::White, white), (Side::Black, black)];
        Area::of_cells(&shape, &each).map(|area| area.words())
    };
    assert_eq!(area(&rank('8'), &rank('1')).as_deref(), Some("last rank"));
    assert_eq!(area(&rank('2'), &rank('7')).as_deref(), Some("rank 2"));
    assert_eq!(area(&rank('2'), &rank('2')).as_deref(), Some("a2-h2"));
    assert_eq!(area(&file, &file).as_deref(), Some("file a"));
    assert_eq!(area(&file, &rank('1')), None);
}

/// Any cells: the list has exactly these.
#[test]
fn lists_have_exactly_their_cells() {
    let body = |u: &mut Unstructured<'_>| -> Result<()> {
        let bits: u64 = u.arbitrary()?;
        let cells: Places =
            SQUARES.places().filter(|(f, r)| bits >> (f + 8 * r) & 1 == 1).collect();
        let area = Area::list(&SQUARES, &cells);
        assert_eq!(area.on_grid(&SQUARES, &IndexVec::new(), Side::White), Some(cells), "{area:?}");
        Ok(())
    };
    arbtest::arbtest(body).budget_ms(200);
}
