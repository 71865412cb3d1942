//! Tests of the figures of pieces.

use alfil::render::glyph::shape;
use alfil::rules::figure::Figure;

#[test]
fn every_figure_has_a_shape_and_no_name_has_two() {
    let mut names: Vec<&str> = Figure::ALL.iter().flat_map(|it| it.names()).copied().collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
    for &figure in Figure::ALL {
        assert_eq!(shape(figure).is_some(), figure != Figure::Letter, "{}", figure.word());
    }
}

#[test]
fn names_in_any_case() {
    assert_eq!(Figure::of("Jamal"), Figure::Camel);
    assert_eq!(Figure::of("no such piece"), Figure::Letter);
}

/// The manual must list every name with a figure, in groups with the same figure.
#[test]
fn figures_are_in_the_manual() {
    let manual = include_str!("../../../docs/language.md");
    let list = manual.split("Every other piece is a disc").nth(1).expect("the list of figures");
    let words = list.split("More pictures").next().unwrap_or_default().replace('\n', " ");
    for figure in Figure::ALL {
        let names: Vec<String> = figure.names().iter().map(|kind| format!("`{kind}`")).collect();
        assert!(words.contains(&names.join(", ")), "{}", figure.word());
    }
}
