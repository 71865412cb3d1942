//! Tests of `alfil survey`: the page, and the figures of chess that are part of the program.

use crate::process::{code, folder, run, text};
use alfil_lab::survey::estimate::Estimate;
use alfil_lab::survey::figures::{Figures, Results};
use serde_json::Value;
use std::fs;

const SHIPPED: &str = include_str!("../../crates/lab/src/commands/survey/reference.json");

fn survey(arguments: &[&str]) -> Value {
    let output = run(&[&["survey"], arguments, &["--json"]].concat());
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("an object")
}

/// Plays a few of the games again. `ALFIL_DEEP=1` plays all of them, and the figures must be equal.
#[test]
fn shipped_figures_are_those_of_chess() {
    let shipped: Value = serde_json::from_str(SHIPPED).expect("an object");
    let figures: Figures = serde_json::from_value(shipped["figures"].clone()).expect("figures");
    assert_eq!(Value::from(figures.games), shipped["settings"]["games"]);
    if std::env::var_os("ALFIL_DEEP").is_some() {
        assert_eq!(survey(&["chess"]), shipped);
        return;
    }
    let few = survey(&["chess", "--games", "3"]);
    for key in ["nodes", "weak nodes", "opening", "seed"] {
        assert_eq!(few["settings"][key], shipped["settings"][key], "the usual {key}");
    }
    let few: Figures = serde_json::from_value(few["figures"].clone()).expect("figures");
    let value = |figures: &Figures, kind: &str| {
        figures.kinds.iter().find(|figures| figures.kind == kind).map(|figures| figures.value)
    };
    for kind in ["pawn", "knight", "bishop", "rook", "queen"] {
        assert_eq!(value(&few, kind), value(&figures, kind), "the derived value of a {kind}");
    }
    // Three games lie near the mean of all. A change of the search may change all of them.
    let is_near = |few: Estimate, all: Estimate| (few.value / all.value - 1.0).abs() < 0.6;
    assert!(is_near(few.plies, figures.plies), "{:?}, {:?}", few.plies, figures.plies);
    assert!(is_near(few.captures, figures.captures), "{:?}", few.captures);
    let branching = few.branching.zip(figures.branching).expect("a board");
    assert!(is_near(branching.0, branching.1), "{branching:?}");
}

#[test]
fn a_page_has_all_plots() {
    let path = folder("survey-page").join("page.html");
    let path = path.to_str().expect("UTF-8");
    let arguments = ["survey", "breakthrough", "--games", "8", "--nodes", "60", "--html", path];
    let output = run(&arguments);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.contains("The figures for Chess come from 8 games of the same run."), "{table}");
    let page = fs::read_to_string(path).expect("a page");
    for part in [
        "Results by side",
        "How games end",
        "Length of games",
        "Legal moves in the course of a game",
        "Exchanges",
        "prefers-color-scheme: dark",
        "width=device-width",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    for part in ["<script", "http:", "https:", "NaN", "inf"] {
        assert!(!page.contains(part), "{part}");
    }
}

/// A plane has no finite number of moves, and its kinds have no learned values.
#[test]
fn a_plane_has_all_other_figures() {
    let json = survey(&["continuous", "--games", "2", "--nodes", "4", "--threads", "1"]);
    let figures = &json["figures"];
    assert_eq!((&figures["games"], &figures["branching"]), (&2.into(), &Value::Null));
    assert!(figures["captures"]["value"].is_f64() && figures["kinds"][0]["moved"].is_f64());
    assert_eq!(json["reference"]["origin"], "played");
}

#[test]
fn a_survey_without_games_is_refused() {
    let output = run(&["survey", "chess", "--nodes", "1000000", "--time", "0.01"]);
    let why = "no game ended in this time; give more time or fewer nodes";
    assert!(code(&output) == 2 && text(&output.stderr).contains(why), "{}", text(&output.stderr));
}

/// Dice and four sides: each side has its share, and what compares two sides is left out.
#[test]
fn a_survey_of_four_sides_has_the_points_of_each() {
    let json = survey(&["chaturaji", "--games", "16", "--nodes", "20", "--threads", "1"]);
    let figures: Figures = serde_json::from_value(json["figures"].clone()).expect("figures");
    let Results::Several(results) = &figures.results else { panic!("four sides") };
    let names: Vec<&str> = results.sides.iter().map(|side| side.side.as_str()).collect();
    assert_eq!(names, ["Red", "Blue", "Yellow", "Green"]);
    let points: f64 = results.sides.iter().map(|side| side.points.value).sum();
    let won: f64 = results.sides.iter().map(|side| side.won.value).sum();
    assert!((points - 1.0).abs() < 1e-9 && (won + results.draws.value - 1.0).abs() < 1e-9);
    assert_eq!((figures.first.as_str(), figures.lead_changes), ("Red", None));
    assert_eq!(figures.stronger.map(|stronger| (stronger.games, stronger.elo)), Some((4, None)));
    assert_eq!((&json["reference"], &json["figures"]["white"]), (&Value::Null, &Value::Null));
    // Without values, the computer would see no difference between its moves and pass.
    let elephant = figures.kinds.iter().find(|kind| kind.kind == "elephant").expect("a kind");
    assert!(elephant.value > 300 && elephant.moved > 4.0, "{elephant:?}");
    assert!(elephant.one_more.is_none() && elephant.correlation.is_none());
}

#[test]
fn a_page_of_three_sides_shows_their_points() {
    let path = folder("survey-sides").join("page.html");
    let path = path.to_str().expect("UTF-8");
    let output = run(&["survey", "trichess", "--games", "1", "--nodes", "4", "--html", path]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.contains("equal sides get 33.3 % each") && !table.contains("White"), "{table}");
    let page = fs::read_to_string(path).expect("a page");
    assert!(page.contains("Points of the sides") && page.contains("points of Yellow"));
}
