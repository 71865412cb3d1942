//! The result of a survey, and its text for a terminal.

use crate::parts::Extent;
use crate::survey::estimate::{Estimate, Quartiles};
use crate::survey::figures::{Figures, KindFigures, Results, Stronger};
use crate::survey::record::Settings;
use alfil_suite::fired::Fired;
use serde::Serialize;
use std::fmt::Write as _;

// A survey as text for a terminal.

/// The number of exchanges that are listed.
const EXCHANGES: usize = 6;

/// The unit of a figure.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    /// A share, printed as a percentage.
    Percent,
    /// A number with one decimal.
    Number,
    /// A whole number.
    Whole,
    /// A whole number with its sign.
    Signed,
    /// A number between -1 and 1 with two decimals.
    Correlation,
}

impl Unit {
    /// Writes a number without its unit.
    pub(super) fn bare(self, value: f64) -> String {
        match self {
            Unit::Percent => format!("{:.1}", 100.0 * value),
            Unit::Number => format!("{value:.1}"),
            Unit::Whole => format!("{value:.0}"),
            // A negative number that rounds to 0 has no sign.
            Unit::Signed => format!("{:+.0}", if value.abs() < 0.5 { 0.0 } else { value }),
            Unit::Correlation => format!("{value:.2}"),
        }
    }

    /// Writes a number.
    pub(super) fn written(self, value: f64) -> String {
        match self {
            Unit::Percent => self.bare(value) + " %",
            Unit::Number | Unit::Whole | Unit::Signed | Unit::Correlation => self.bare(value),
        }
    }

    /// Writes a round number at an axis.
    pub(super) fn tick(self, value: f64) -> String {
        let scaled = match self {
            Unit::Percent => 100.0 * value,
            Unit::Number | Unit::Whole | Unit::Signed | Unit::Correlation => value,
        };
        // Round numbers need few digits. The rounding removes errors such as 0.30000000000000004.
        format!("{}", (scaled * 1e6).round() / 1e6)
    }

    /// Writes the interval of an estimate; empty if it is unknown.
    pub(super) fn interval(self, estimate: &Estimate) -> String {
        let end = |end: Option<f64>| end.map(|end| self.bare(end));
        match (end(estimate.low), end(estimate.high)) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("{low} or more"),
            (None, Some(high)) => format!("{high} or less"),
            (None, None) => String::new(),
        }
    }
}

/// A figure of a survey.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) unit: Unit,
    value: fn(&Figures) -> Option<Estimate>,
}

impl Row {
    /// The figure in `figures`.
    pub(super) fn of(&self, figures: &Figures) -> Option<Estimate> {
        (self.value)(figures)
    }
}

fn stronger(figures: &Figures) -> Option<&Stronger> {
    figures.stronger.as_ref()
}

/// The figures of the sides: their names, units and estimates.
pub(super) fn sides(figures: &Figures) -> Vec<(String, Unit, Estimate)> {
    match &figures.results {
        Results::Two(_) => Vec::new(),
        Results::Several(results) => {
            let row = |name: String, estimate| (name, Unit::Percent, estimate);
            let won = results.sides.iter().map(|s| row(format!("{} wins", s.side), s.won));
            let draws = std::iter::once(row("draws".to_owned(), results.draws));
            let points =
                results.sides.iter().map(|s| row(format!("points of {}", s.side), s.points));
            won.chain(draws).chain(points).collect()
        }
    }
}

/// What the figures of more than two sides mean, and what they leave out. `None` with two sides.
pub(super) fn note(figures: &Figures) -> Option<String> {
    match &figures.results {
        Results::Two(_) => None,
        Results::Several(results) => {
            let count = results.sides.len();
            Some(format!(
                "The points of all sides add up to 100 %: equal sides get {} each.\n\
                 A stronger player has one side, and weaker players have all others.\n\
                 Elo, changes of the lead, what one more piece wins, and chess compare two sides, so \
                 they are left out.",
                Unit::Percent.written(1.0 / count as f64)
            ))
        }
    }
}

/// The figures in the order in which they are printed, after those of [`sides`].
pub(super) const ROWS: &[Row] = &[
    Row { name: "White wins", unit: Unit::Percent, value: |f| Some(f.results.two()?.white) },
    Row { name: "draws", unit: Unit::Percent, value: |f| Some(f.results.two()?.draws) },
    Row { name: "Black wins", unit: Unit::Percent, value: |f| Some(f.results.two()?.black) },
    Row {
        name: "points of the first side",
        unit: Unit::Percent,
        value: |f| Some(f.results.two()?.first_score),
    },
    Row { name: "first move, in Elo", unit: Unit::Signed, value: |f| f.results.two()?.first_elo },
    Row { name: "plies of a game", unit: Unit::Number, value: |f| Some(f.plies) },
    Row { name: "moves of a position", unit: Unit::Number, value: |f| f.branching },
    Row { name: "captures of a game", unit: Unit::Number, value: |f| Some(f.captures) },
    Row { name: "exchanges of a game", unit: Unit::Number, value: |f| Some(f.exchanges) },
    Row { name: "lead changes of a game", unit: Unit::Number, value: |f| f.lead_changes },
    Row {
        name: "points of a stronger player",
        unit: Unit::Percent,
        value: |f| stronger(f).map(|s| s.score),
    },
    Row {
        name: "stronger player, in Elo",
        unit: Unit::Signed,
        value: |f| stronger(f).and_then(|s| s.elo),
    },
];

/// What was played, in one sentence.
pub(super) fn played(survey: &Survey) -> String {
    let settings = &survey.settings;
    let unequal = stronger(&survey.figures).map_or(String::new(), |stronger| {
        format!(
            "; {} games between {} and {} positions",
            stronger.games, settings.nodes, settings.weak_nodes
        )
    });
    format!(
        "{} games with {} positions for each move, after {} random moves{unequal}",
        survey.figures.games, settings.nodes, settings.opening
    )
}

/// The source of the figures of the reference, in one sentence. `None` without a reference.
pub(super) fn source(survey: &Survey) -> Option<String> {
    let reference = survey.reference.as_ref()?;
    let (title, games) = (&reference.title, reference.figures.games);
    Some(match reference.origin {
        Origin::Shipped => format!(
            "The figures for {title} are part of this program: {games} games with {} positions for each move.",
            reference.settings.nodes
        ),
        Origin::Played => {
            format!("The figures for {title} come from {games} games of the same run.")
        }
    })
}

/// The quartiles in words.
pub(super) fn quartiles(lengths: &Quartiles) -> String {
    let Quartiles { least, lower, median, upper, most } = lengths;
    format!("{least:.0}, {lower:.0}, {median:.0}, {upper:.0}, {most:.0}")
}

/// What the games say about the rules, one sentence each.
pub(super) fn rules(survey: &Survey) -> Vec<String> {
    let fired = &survey.fired;
    let mut lines = vec![match fired.idle.len() {
        0 => format!(
            "All {} examined rules of this definition made a difference in {} positions.",
            fired.rules - fired.unexamined.len(),
            fired.positions
        ),
        count => format!(
            "{count} of {} rules of this definition made no difference in {} positions: {}.",
            fired.rules,
            fired.positions,
            fired.idle.join(", ")
        ),
    }];
    if fired.rules == 0 {
        lines = vec!["This definition has no rules of its own.".to_owned()];
    }
    if !fired.unexamined.is_empty() {
        lines.push(format!("Not examined: {}.", fired.unexamined.join(", ")));
    }
    let still = survey.figures.kinds.iter().filter(|kind| kind.moved == 0.0);
    let still: Vec<&str> = still.map(|kind| kind.kind.as_str()).collect();
    if !still.is_empty() {
        lines.push(format!("Pieces that never moved: {}.", still.join(", ")));
    }
    lines
}

/// The share of games that ended in this way. `None` if none did.
pub(super) fn share_of_end(figures: &Figures, end: &str) -> Option<f64> {
    let found = figures.ends.iter().find(|other| other.end == end)?;
    Some(f64::from(found.games) / f64::from(figures.games))
}

/// The figures of the kind with this name.
pub(super) fn kind<'f>(figures: &'f Figures, name: &str) -> Option<&'f KindFigures> {
    figures.kinds.iter().find(|kind| kind.kind == name)
}

/// Writes the survey for a terminal.
pub(super) fn table(survey: &Survey) -> String {
    let figures = &survey.figures;
    let other = survey.reference.as_ref().map(|reference| &reference.figures);
    let title = survey.reference.as_ref().map_or("", |reference| reference.title.as_str());
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", survey.title, played(survey));
    if let Some(gap) = survey.extent.gap() {
        let _ = writeln!(out, "{gap}");
    }
    if let Some(source) = source(survey) {
        let _ = writeln!(out, "{source}");
    }
    let mut line = |cells: [&str; 4]| {
        let [name, value, interval, other] = cells;
        let text = format!("{name:<28}{value:>9}  {interval:<18}{other:>9}");
        let _ = writeln!(out, "{}", text.trim_end());
    };
    line(["", "", "", ""]);
    line(["", "", "95 %", title]);
    for (name, unit, own) in sides(figures) {
        line([&name, &unit.written(own.value), &unit.interval(&own), ""]);
    }
    for row in ROWS {
        let Some(own) = row.of(figures) else { continue };
        let there = other.and_then(|other| row.of(other));
        let there = there.map_or(String::new(), |estimate| row.unit.written(estimate.value));
        line([row.name, &row.unit.written(own.value), &row.unit.interval(&own), &there]);
    }
    let own = quartiles(&figures.lengths);
    let there =
        other.map_or(String::new(), |other| format!("; {title} {}", quartiles(&other.lengths)));
    let _ = writeln!(out, "least, quartiles and most plies: {own}{there}");

    if let Some(note) = note(figures) {
        let _ = writeln!(out, "{note}");
    }

    let _ = writeln!(out, "\nHow games end");
    for end in &figures.ends {
        let share = f64::from(end.games) / f64::from(figures.games);
        let there = other.and_then(|other| share_of_end(other, &end.end));
        let there = there
            .map_or(String::new(), |share| format!("  ({title} {})", Unit::Percent.written(share)));
        let _ = writeln!(out, "{:>8}  {}{there}", Unit::Percent.written(share), end.end);
    }

    let _ = writeln!(out, "\nPieces, for each game");
    let width =
        figures.kinds.iter().map(|kind| kind.kind.chars().count()).max().unwrap_or(0).max(4);
    let _ = writeln!(
        out,
        "{:<width$}  value  moves  captured  points with one more  correlation",
        "kind"
    );
    for kind in &figures.kinds {
        let estimate = |estimate: Option<Estimate>, unit: Unit| {
            estimate.map_or(String::new(), |estimate| {
                let reach = estimate.high.map(|high| unit.bare(high - estimate.value));
                let reach = reach.map_or(String::new(), |reach| format!(" ± {reach}"));
                unit.bare(estimate.value) + &reach
            })
        };
        let one_more = estimate(kind.one_more, Unit::Percent);
        let correlation =
            kind.correlation.map_or(String::new(), |r| Unit::Correlation.bare(r.value));
        let text = format!(
            "{:<width$}  {:>5}  {:>5.1}  {:>8.1}  {one_more:>20}  {correlation:>11}",
            kind.kind, kind.value, kind.moved, kind.captured
        );
        let _ = writeln!(out, "{}", text.trim_end());
    }
    let common: Vec<String> = other.map_or(Vec::new(), |other| {
        let both = figures.kinds.iter().filter_map(|own| Some((own, kind(other, &own.kind)?)));
        let known = both.filter(|(_, there)| there.value != 0);
        known.map(|(_, there)| format!("{} {}", there.kind, there.value)).collect()
    });
    if !common.is_empty() {
        let _ = writeln!(out, "values in {title}: {}", common.join(", "));
    }

    if !figures.exchanged.is_empty() {
        let _ = writeln!(out, "\nExchanges, for each 100 games");
        for exchange in figures.exchanged.iter().take(EXCHANGES) {
            let times = 100.0 * f64::from(exchange.times) / f64::from(figures.games);
            let [first, second] = &exchange.kinds;
            let _ = writeln!(out, "{times:>6.0}  {first} for {second}");
        }
    }
    let _ = writeln!(out);
    rules(survey).iter().for_each(|rule| {
        let _ = writeln!(out, "{rule}");
    });
    out
}

// The result of a survey, before it is printed.

/// How the figures of the reference were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Origin {
    /// They are part of the program.
    Shipped,
    /// The games were played in the same run.
    Played,
}

/// The figures of the reference.
pub(super) struct Reference {
    pub(super) title: String,
    pub(super) origin: Origin,
    pub(super) settings: Settings,
    pub(super) figures: Figures,
}

/// The finished survey.
pub(super) struct Survey {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) settings: Settings,
    pub(super) figures: Figures,
    pub(super) fired: Fired,
    pub(super) reference: Option<Reference>,
    pub(super) extent: Extent,
}
