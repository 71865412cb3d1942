//! A survey as one HTML page with plots. It needs no other file and no script.

use crate::commands::survey::plot::{Axis, Bar, Bars, Curve, Dot, Dots, Lines};
use crate::commands::survey::table::{
    ROWS, Survey, Unit, kind, note, played, quartiles, rules, share_of_end, sides, source,
};
use crate::survey::figures::{Figures, Histogram, Results, SeveralResults, TwoResults};
use alfil_describe::rules_page::escaped;
use std::fmt::Write as _;

/// The number of exchanges that are drawn.
const EXCHANGES: usize = 12;

/// Colours and sizes. The page follows the colour scheme of the reader, and its plots grow and
/// shrink with the window.
const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5b6475; --paper: #fff; --line: #d9dde5;
  --white: #e9c46a; --draw: #9aa3b2; --black: #33415c; --own: #2a6fdb; --other: #c2620a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #9aa3b2; --paper: #14171d;
  --line: #333a47; --white: #e9c46a; --draw: #6b7486; --black: #8ea6d6; --own: #6ea8ff; --other: #f0a35e; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
p { margin: .4rem 0; } .gap { font-weight: 600; } .soft { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .4rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 8rem; }
th { color: var(--soft); font-weight: 600; }
svg { display: block; width: 100%; height: auto; max-width: 34rem; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } svg .soft { fill: var(--soft); }
svg .grid { stroke: var(--line); } svg .zero { stroke: var(--soft); }
.fill-own { fill: var(--own); } .fill-other { fill: var(--other); } .fill-white { fill: var(--white); }
.fill-draw { fill: var(--draw); } .fill-black { fill: var(--black); }
.line-own { stroke: var(--own); } .line-other { stroke: var(--other); }
.line-own, .line-other { fill: none; stroke-width: 2; }
.key { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .8em; border-radius: 2px; }
.key-own { background: var(--own); } .key-other { background: var(--other); }
.key-white { background: var(--white); } .key-draw { background: var(--draw); } .key-black { background: var(--black); }
";

/// Writes the page of a survey.
pub(super) fn page(survey: &Survey) -> String {
    let figures = &survey.figures;
    let title = escaped(&survey.title);
    let mut out = String::new();
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Survey of {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>Survey of {title}</h1>\n<p>{}.</p>\n",
        escaped(&played(survey))
    );
    if let Some(gap) = survey.extent.gap() {
        let _ = writeln!(out, "<p class=\"gap\">{}</p>", escaped(&gap));
    }
    if let Some(source) = source(survey) {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escaped(&source));
    }
    results(&mut out, survey);
    numbers(&mut out, survey);
    let other = survey.reference.as_ref();
    let other = other.map(|reference| (reference.title.as_str(), &reference.figures));
    ends(&mut out, figures, other);
    lengths(&mut out, survey);
    course(&mut out, survey);
    kinds(&mut out, figures, other);
    exchanges(&mut out, figures);
    let _ = writeln!(out, "<h2>Rules</h2>");
    for line in rules(survey) {
        let _ = writeln!(out, "<p>{}</p>", escaped(&line));
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The two colours of a plot, in words.
fn legend(out: &mut String, own: &str, other: Option<&str>) {
    let _ = write!(out, "<p class=\"soft\"><span class=\"key key-own\"></span>{}", escaped(own));
    if let Some(other) = other {
        let _ = write!(out, "<span class=\"key key-other\"></span>{}", escaped(other));
    }
    out.push_str("</p>\n");
}

fn results(out: &mut String, survey: &Survey) {
    match &survey.figures.results {
        Results::Two(_) => results_of_two(out, survey),
        Results::Several(results) => results_of_several(out, results),
    }
}

/// The points of each side of more than two.
fn results_of_several(out: &mut String, results: &SeveralResults) {
    let _ = writeln!(
        out,
        "<h2>Results</h2>\n<p class=\"soft\">Percentage of the points that each side gets, with the \
         95 % interval.</p>"
    );
    let dots = results.sides.iter();
    let dots = dots.map(|side| Dot { name: side.side.clone(), estimate: side.points }).collect();
    out.push_str(&Dots { title: "Points of the sides", dots }.svg());
}

fn results_of_two(out: &mut String, survey: &Survey) {
    let _ = writeln!(
        out,
        "<h2>Results</h2>\n<p class=\"soft\"><span class=\"key key-white\"></span>White wins\
         <span class=\"key key-draw\"></span>draws<span class=\"key key-black\"></span>Black wins</p>"
    );
    let other = survey.reference.as_ref();
    let others = other.map(|reference| (reference.title.as_str(), &reference.figures));
    let rows = [(survey.title.as_str(), &survey.figures)].into_iter().chain(others);
    let bars = rows.filter_map(|(name, figures)| {
        let TwoResults { white, draws, black, .. } = figures.results.two()?;
        let shares = [white.value, draws.value, black.value];
        Some(Bar {
            name: name.to_owned(),
            parts: ["white", "draw", "black"].into_iter().zip(shares).collect(),
            label: shares.map(|share| Unit::Percent.bare(share)).join(" / "),
        })
    });
    let bars = Bars { title: "Results by side", bars: bars.collect(), most: 1.0 };
    out.push_str(&bars.svg());
}

fn numbers(out: &mut String, survey: &Survey) {
    let other = survey.reference.as_ref();
    let _ = write!(
        out,
        "<h2>Figures</h2>\n<div class=\"scroll\"><table>\n<tr><th></th><th>{}</th><th>95 %</th>",
        escaped(&survey.title)
    );
    if let Some(other) = other {
        let title = escaped(&other.title);
        let _ = write!(out, "<th>{title}</th><th>95 %</th>");
    }
    out.push_str("</tr>\n");
    for (name, unit, own) in sides(&survey.figures) {
        table_row(out, &name, &[unit.written(own.value), unit.interval(&own)]);
    }
    for row in ROWS {
        let Some(own) = row.of(&survey.figures) else { continue };
        let mut cells = vec![row.unit.written(own.value), row.unit.interval(&own)];
        if let Some(other) = other {
            let there = row.of(&other.figures);
            cells.extend(match there {
                Some(there) => [row.unit.written(there.value), row.unit.interval(&there)],
                None => [String::new(), String::new()],
            });
        }
        table_row(out, row.name, &cells);
    }
    let mut cells = vec![quartiles(&survey.figures.lengths), String::new()];
    if let Some(other) = other {
        cells.extend([quartiles(&other.figures.lengths), String::new()]);
    }
    table_row(out, "least, quartiles and most plies", &cells);
    out.push_str("</table></div>\n");
    if let Some(note) = note(&survey.figures) {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escaped(&note));
    }
}

fn table_row(out: &mut String, name: &str, cells: &[String]) {
    let _ = write!(out, "<tr><td>{}</td>", escaped(name));
    for cell in cells {
        let _ = write!(out, "<td>{}</td>", escaped(cell));
    }
    out.push_str("</tr>\n");
}

fn ends(out: &mut String, figures: &Figures, other: Option<(&str, &Figures)>) {
    let _ = writeln!(out, "<h2>How games end</h2>");
    let bars = figures.ends.iter().map(|end| {
        let share = f64::from(end.games) / f64::from(figures.games);
        let there = other.and_then(|(title, other)| {
            let share = share_of_end(other, &end.end)?;
            Some(format!(" ({title} {})", Unit::Percent.bare(share)))
        });
        Bar {
            name: end.end.clone(),
            parts: vec![("own", share)],
            label: Unit::Percent.written(share) + there.as_deref().unwrap_or(""),
        }
    });
    let bars: Vec<Bar> = bars.collect();
    let most = bars.iter().map(Bar::sum).fold(0.0, f64::max);
    out.push_str(&Bars { title: "How games end", bars, most }.svg());
}

/// The share of games in each bar, at the middle of the bar.
fn curve(histogram: &Histogram) -> Vec<(f64, f64)> {
    let all: u32 = histogram.games.iter().sum();
    let width = f64::from(histogram.width);
    // Bars of different widths are compared as shares of games for each 10 plies.
    let share = |games: u32| 10.0 * f64::from(games) / f64::from(all.max(1)) / width;
    let bars = histogram.games.iter().enumerate();
    bars.map(|(index, &games)| ((index as f64 + 0.5) * width, share(games))).collect()
}

fn lengths(out: &mut String, survey: &Survey) {
    let _ = writeln!(out, "<h2>Length of games</h2>");
    let other = survey.reference.as_ref();
    legend(out, &survey.title, other.map(|other| other.title.as_str()));
    let mut curves = vec![Curve { class: "own", points: curve(&survey.figures.histogram) }];
    if let Some(other) = other {
        curves.push(Curve { class: "other", points: curve(&other.figures.histogram) });
    }
    let lines = Lines {
        title: "Length of games",
        curves,
        x: Axis { name: "plies", unit: Unit::Whole },
        y: Axis { name: "% of the games, for each 10 plies", unit: Unit::Percent },
    };
    out.push_str(&lines.svg());
}

fn course(out: &mut String, survey: &Survey) {
    let points = |figures: &Figures| -> Vec<(f64, f64)> {
        // The end of the longest games says little.
        let enough = |games: u32| games * 20 >= figures.games;
        let stages = figures.course.iter().filter(|stage| enough(stage.games));
        stages.filter_map(|stage| Some((stage.ply as f64, stage.moves?))).collect()
    };
    let own = points(&survey.figures);
    if own.len() < 2 {
        return;
    }
    let _ = writeln!(out, "<h2>Legal moves in the course of a game</h2>");
    let other = survey.reference.as_ref();
    legend(out, &survey.title, other.map(|other| other.title.as_str()));
    let mut curves = vec![Curve { class: "own", points: own }];
    if let Some(other) = other {
        curves.push(Curve { class: "other", points: points(&other.figures) });
    }
    let lines = Lines {
        title: "Legal moves in the course of a game",
        curves,
        x: Axis { name: "plies", unit: Unit::Whole },
        y: Axis { name: "legal moves", unit: Unit::Whole },
    };
    out.push_str(&lines.svg());
}

fn kinds(out: &mut String, figures: &Figures, other: Option<(&str, &Figures)>) {
    let _ = writeln!(out, "<h2>Pieces</h2>");
    let dots: Vec<Dot> = figures
        .kinds
        .iter()
        .filter_map(|kind| Some(Dot { name: kind.kind.clone(), estimate: kind.one_more? }))
        .collect();
    if !dots.is_empty() {
        let _ = writeln!(
            out,
            "<p class=\"soft\">Percentage of the points that a side gets while it has one more \
             piece of the kind, with the 95 % interval.</p>"
        );
        out.push_str(&Dots { title: "Points with one more piece", dots }.svg());
    }
    let value_there = |name: &str| {
        let there = other.and_then(|(_, other)| kind(other, name));
        there.map(|there| there.value).filter(|&value| value != 0)
    };
    let is_common = figures.kinds.iter().any(|own| value_there(&own.kind).is_some());
    let title = other.filter(|_| is_common).map(|(title, _)| escaped(title));
    let head = title.map_or(String::new(), |title| format!("<th>value in {title}</th>"));
    let _ = writeln!(
        out,
        "<div class=\"scroll\"><table>\n<tr><th>kind</th><th>value</th>{head}<th>moves</th>\
         <th>captured</th><th>points with one more</th><th>correlation</th></tr>"
    );
    for own in &figures.kinds {
        let mut cells = vec![own.value.to_string()];
        if is_common {
            let there = value_there(&own.kind);
            cells.push(there.map_or(String::new(), |value| value.to_string()));
        }
        cells.extend([Unit::Number.bare(own.moved), Unit::Number.bare(own.captured)]);
        cells.push(own.one_more.map_or(String::new(), |e| Unit::Percent.written(e.value)));
        cells.push(own.correlation.map_or(String::new(), |e| Unit::Correlation.bare(e.value)));
        table_row(out, &own.kind, &cells);
    }
    out.push_str("</table></div>\n");
    let _ = writeln!(
        out,
        "<p class=\"soft\">Values are derived from the rules, in hundredths of a pawn. Moves and \
         captured pieces are for each game.</p>"
    );
}

fn exchanges(out: &mut String, figures: &Figures) {
    if figures.exchanged.is_empty() {
        return;
    }
    let _ = writeln!(out, "<h2>Exchanges, for each 100 games</h2>");
    let bars = figures.exchanged.iter().take(EXCHANGES).map(|exchange| {
        let times = 100.0 * f64::from(exchange.times) / f64::from(figures.games);
        let [first, second] = &exchange.kinds;
        Bar {
            name: format!("{first} for {second}"),
            parts: vec![("own", times)],
            label: format!("{times:.0}"),
        }
    });
    let bars: Vec<Bar> = bars.collect();
    let most = bars.iter().map(Bar::sum).fold(0.0, f64::max);
    out.push_str(&Bars { title: "Exchanges", bars, most }.svg());
}
