//! Tests of `syntax/placement.rs`.

use alfil::diagnostic::{Diagnostic, Report};
use alfil::rules::side::Side;
use alfil::source::SourceId;
use alfil::source::Span;
use alfil::syntax::placement::parse;
use alfil::syntax::position::{CellText, LetterText, MarkText, PositionText};
use alfil::syntax::written::Written;

fn read(text: &str) -> (Option<PositionText>, Vec<String>) {
    let place = |r: std::ops::Range<usize>| Span::new(SourceId::only(), r.start, r.end);
    let mut found = Report::default();
    let position = parse(Written::new(text, &place), &mut found);
    let at = |d: &Diagnostic| d.span().map_or("", |s| &text[s.start as usize..s.end as usize]);
    (position, found.iter().map(|d| format!("{} {}", d.code, at(d))).collect())
}

#[test]
fn trailing_fields_are_optional() {
    for (text, black, full, step) in [
        ("K", false, 1, 1),
        ("K b", true, 1, 1),
        ("K w - - 3 7", false, 7, 1),
        ("K b step=2", true, 1, 2),
        ("K w KQ c3f3 0 2 step=3", false, 2, 3),
        ("K w - f3(g4)", false, 1, 1),
    ] {
        let (position, found) = read(text);
        let position = position.expect(text);
        assert_eq!(found, Vec::<String>::new(), "{text}");
        assert_eq!(
            (position.side == Side::Black, position.fullmove, position.step),
            (black, full, step),
            "{text}"
        );
    }
}

#[test]
fn numbers_are_decimal_and_stars_are_holes() {
    let (position, found) = read("p10*/K2k");
    assert!(found.is_empty());
    let rows = position.expect("a position").placement.rows;
    let p = LetterText { letter: 'p', mark: MarkText::None, owner: None };
    let cells: Vec<_> = rows[0].cells.iter().map(|c| c.value).collect();
    assert_eq!(cells, [CellText::Letter(p), CellText::Empty(10), CellText::Missing]);
    assert_eq!(rows[1].span, Span::new(SourceId::only(), 5, 8));
}

#[test]
fn hands_follow_the_placement() {
    let letter = |letter, mark| LetterText { letter, mark, owner: None };
    let (position, found) = read("+Pq~K[Qp] b");
    assert_eq!(found, Vec::<String>::new());
    let position = position.expect("a position");
    assert_eq!(position.side, Side::Black);
    let cells: Vec<_> = position.placement.rows[0].cells.iter().map(|c| c.value).collect();
    let wanted = [
        CellText::Letter(letter('P', MarkText::Plus)),
        CellText::Letter(letter('q', MarkText::Tilde)),
        CellText::Letter(letter('K', MarkText::None)),
    ];
    assert_eq!(cells, wanted);
    let hands = position.hands.expect("hands").value;
    assert_eq!(hands.iter().map(|l| l.value.letter).collect::<String>(), "Qp");
    for (text, hands) in [("K[]", Some(0)), ("K[-]", Some(0)), ("K", None)] {
        let (position, found) = read(text);
        assert_eq!(found, Vec::<String>::new(), "{text}");
        assert_eq!(position.and_then(|p| p.hands).map(|h| h.value.len()), hands, "{text}");
    }
    assert_eq!(read("K[Q?]").1, ["bad-placement ?"]);
    assert_eq!(read("K[Q").1, ["bad-placement [Q"]);
    assert_eq!(read("K+").1, ["bad-placement +"]);
}

#[test]
fn every_slip_is_found_at_its_place() {
    let (_, found) = read("K0/?/99999 x K1 e! y 0 more step=0");
    let wanted = [
        "bad-placement 0",
        "bad-placement ?",
        "bad-placement 99999",
        "bad-position x",
        "bad-position K1",
        "bad-position e!",
        "bad-position y",
        "bad-position 0",
        "bad-position more",
        "bad-position step=0",
    ];
    assert_eq!(found, wanted);
    assert_eq!(read(" ").1, ["bad-position  "]);
}
