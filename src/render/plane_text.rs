//! Draws planes as text for a terminal.
//!
//! One unit of the plane is as many columns as fit, and half as many rows. Everything that a colour says is said by a
//! sign, too.
//!
//! ```text
//! R ...... x       R the rook, . it may stop, x it captures, ! the king forbids, : attacked
//! ```

use crate::render::canvas::{Canvas, Style};
use crate::render::mark::{Allows, Mark};
use crate::render::palette::{self, Colour, Rgb, Theme};
use crate::render::plane::{Area, Chart, Goal, Path, Sort};
use crate::render::scene::printable;
use alfil_plane::scalar::Vec2;
use alfil_rules::side::Side;

/// Most columns for one unit.
const MOST: usize = 8;
/// Columns to the left of the plane.
const LEFT: usize = 4;

fn sign(sort: Sort) -> &'static str {
    match sort {
        Sort::Quiet => ".",
        Sort::Captures => "x",
        Sort::Promotes => "=",
        Sort::Forbidden => "!",
    }
}

fn goal_sign(goal: &Goal) -> &'static str {
    match goal.side {
        Side::White => "-",
        Side::Black => "_",
    }
}

fn ink(sort: Sort, colour: Colour) -> Option<Rgb> {
    let allows = |allows| Theme::Wood.of_allows(allows);
    match (colour, sort) {
        (Colour::None, _) => None,
        (_, Sort::Quiet) => Some(allows(Allows::Quiet)),
        (_, Sort::Captures | Sort::Forbidden) => Some(allows(Allows::Capture)),
        (_, Sort::Promotes) => Some(allows(Allows::Both)),
    }
}

/// Draws `chart` for a terminal of `width` characters. Each line ends with a line feed.
pub fn draw(caption: &str, chart: &Chart, colour: Colour, width: usize) -> String {
    let room = width.saturating_sub(LEFT + 1) as f64;
    let across = ((room / chart.size.x).floor() as usize).clamp(1, MOST);
    let grid = Grid { across: across as f64, chart };
    let mut canvas = Canvas::default();
    let plain = Style::default();
    canvas.put(0, 0, &printable(caption), plain);
    let corner = match chart.seat {
        Side::White => Vec2::new(chart.size.x, 0.0),
        Side::Black => Vec2::new(0.0, chart.size.y),
    };
    let (columns, rows) = grid.cell(corner);
    for column in 0..=columns {
        for row in [0, rows] {
            canvas.put(2 + row, LEFT + column, "-", plain);
        }
    }
    for row in 0..=rows {
        for column in [0, columns] {
            canvas.put(
                2 + row,
                LEFT + column,
                if row % rows.max(1) == 0 { "+" } else { "|" },
                plain,
            );
        }
    }
    for goal in &chart.goals {
        let (_, row) = grid.cell(Vec2::new(0.0, goal.line));
        let ink = palette::tint_in_terminal(goal.mark()).filter(|_| colour != Colour::None);
        for column in 1..columns {
            canvas.put(2 + row, LEFT + column, goal_sign(goal), Style { ink, ground: None });
        }
    }
    grid.areas(&mut canvas, colour, columns, rows);
    for path in &chart.paths {
        grid.path(&mut canvas, path, colour);
    }
    for token in &chart.pieces {
        let (column, row) = grid.cell(token.at);
        let letter = match token.side {
            Side::White => token.man.letter.of(Side::White),
            Side::Black => token.man.letter.of(Side::Black),
        };
        let style = match (colour, token.in_check) {
            (Colour::None, _) | (_, false) => plain,
            (_, true) => Style { ink: None, ground: Some(Rgb(0xd0, 0x3c, 0x3c)) },
        };
        canvas.put(2 + row, LEFT + column, &letter, style);
    }
    for (at, hue) in &chart.notes {
        let (column, row) = grid.cell(*at);
        let note = palette::tint_in_terminal(Mark::Note(*hue)).filter(|_| colour != Colour::None);
        for (column, sign) in [(LEFT + column - 1, "|"), (LEFT + column + 1, "|")] {
            canvas.put(2 + row, column, sign, Style { ink: note, ground: None });
        }
    }
    numbers(&grid, &mut canvas, columns, rows);
    let mut legend: Vec<String> = Sort::ALL
        .into_iter()
        .filter(|sort| chart.shows(*sort))
        .map(|sort| format!("{} {}", sign(sort), sort.meaning()))
        .collect();
    let goals = chart.goals.iter();
    legend.extend(goals.map(|goal| format!("{} {}", goal_sign(goal), goal.mark().meaning())));
    if chart.shows_attack() {
        legend.push(": attacked".to_owned());
    }
    // A caller that draws without a title uses its own words.
    if !caption.is_empty() {
        legend.push(format!("{} to move", chart.to_move.name()));
    }
    let mut row = rows + 5;
    let mut line = String::new();
    for entry in legend {
        if !line.is_empty() && line.len() + entry.len() + 3 > width {
            canvas.put(row, 1, &line, plain);
            (row, line) = (row + 1, String::new());
        }
        line += if line.is_empty() { "" } else { "   " };
        line += &entry;
    }
    canvas.put(row, 1, &line, plain);
    canvas.print(colour)
}

fn numbers(grid: &Grid<'_>, canvas: &mut Canvas, columns: usize, rows: usize) {
    let plain = Style::default();
    let size = grid.chart.size;
    let step = if grid.across < 3.0 { 10 } else { 1 };
    for n in (0..=size.x as usize).step_by(step) {
        let (column, _) = grid.cell(Vec2::new(n as f64, 0.0));
        if column <= columns {
            canvas.put(3 + rows, LEFT + column, &n.to_string(), plain);
        }
    }
    for n in (0..=size.y as usize).step_by(step) {
        let (_, row) = grid.cell(Vec2::new(0.0, n as f64));
        canvas.put(2 + row, 1, &n.to_string(), plain);
    }
}

struct Grid<'c> {
    across: f64,
    chart: &'c Chart,
}

impl Grid<'_> {
    /// Column and row of a point.
    fn cell(&self, p: Vec2) -> (usize, usize) {
        let at = self.chart.place(p);
        let across = (at.x * self.across).round().max(0.0) as usize;
        (across, (at.y * self.across / 2.0).round().max(0.0) as usize)
    }

    /// Fills the attacked area and the regions.
    fn areas(&self, canvas: &mut Canvas, colour: Colour, columns: usize, rows: usize) {
        let style = match colour {
            Colour::None => Style::default(),
            Colour::Ansi256 | Colour::True => {
                Style { ink: Some(Rgb(0xd0, 0x8a, 0x78)), ground: None }
            }
        };
        for row in 1..rows {
            for column in 1..columns {
                // Two half turns give the original place.
                let at = Vec2::new(column as f64, row as f64 * 2.0) * (1.0 / self.across);
                let p = self.chart.place(Vec2::new(at.x, self.chart.size.y - at.y));
                let p = Vec2::new(p.x, self.chart.size.y - p.y);
                let holds = |area: &&Area| area.holds(p);
                let attacked = self.chart.attacked.iter().any(|outline| inside(outline, p));
                let found = self.chart.areas.iter().rev().find(holds).map(|area| area.sort);
                if let Some(Some(sort)) = found {
                    let style = Style { ink: ink(sort, colour), ground: None };
                    canvas.put(2 + row, LEFT + column, sign(sort), style);
                } else if attacked || found.is_some() {
                    canvas.put(2 + row, LEFT + column, ":", style);
                }
            }
        }
    }

    fn path(&self, canvas: &mut Canvas, path: &Path, colour: Colour) {
        let style = Style { ink: ink(path.sort, colour), ground: None };
        let way = path.to - path.from;
        let steps = (way.length() * self.across).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let (column, row) = self.cell(path.from + way * (step as f64 / steps as f64));
            canvas.put(2 + row, LEFT + column, sign(path.sort), style);
        }
    }
}

/// Returns true if a point lies in a convex outline.
fn inside(outline: &[Vec2], p: Vec2) -> bool {
    (0..outline.len()).all(|i| {
        let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
        (b - a).cross(p - a) >= 0.0
    })
}
