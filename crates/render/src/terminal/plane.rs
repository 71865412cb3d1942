//! Draws planes as text for a terminal.
//!
//! One unit of the plane is as many columns as fit, and half as many rows.
//!
//! ```text
//! R ...... x       R the rook, . it may stop, x it captures, ! the king forbids, : attacked
//! ```

use crate::canvas::{Canvas, Style};
use crate::drawn::drawn;
use crate::geometry::{Ball, Point};
use crate::mark::{Allows, Ground};
use crate::palette::{self, Colour, Rgb, Theme};
use crate::plane::{Chart, Goal, Path, Sort, Travel};
use crate::scene::printable;
use alfil_plane::geometry::outline::Level;
use alfil_rules::side::Color;
use alfil_rules::space::{Gluing, Meeting};

/// The greatest number of columns for one unit.
const MOST: usize = 8;
/// Columns to the left of the plane.
const LEFT: usize = 4;
/// Rows above the plane.
const TOP: usize = 2;

/// The sign on the outlines of zones.
const ZONE: &str = "o";
/// The sign on joined edges.
const JOINED: &str = "/";
/// The sign on the rims of a sphere.
const RIM: &str = "'";
/// The sign on the outlines of obstacles.
const OBSTACLE: &str = "#";

fn sign(sort: Sort) -> &'static str {
    match sort {
        Sort::Quiet => ".",
        Sort::Captures => "x",
        Sort::Promotes => "=",
        Sort::Forbidden => "!",
    }
}

fn goal_sign(goal: &Goal) -> &'static str {
    match goal.side.color() {
        Color::White => "-",
        Color::Black => "_",
    }
}

/// The style of a part of a path.
fn style(sort: Sort, colour: Colour) -> Style {
    let allows = match sort {
        Sort::Quiet => Allows::Quiet,
        Sort::Captures | Sort::Forbidden => Allows::Capture,
        Sort::Promotes => Allows::Both,
    };
    inked(Theme::Wood.of_allows(allows), colour)
}

/// A style with this ink, if there are colours.
fn inked(ink: Rgb, colour: Colour) -> Style {
    let ink = match colour {
        Colour::None => None,
        Colour::Ansi256 | Colour::True => Some(ink),
    };
    Style { ink, ground: None }
}

/// Draws `chart` for a terminal of `width` characters. Each line ends with a line feed.
pub fn draw(caption: &str, chart: &Chart, colour: Colour, width: usize) -> String {
    let chart = &*drawn(chart);
    let room = width.saturating_sub(LEFT + 1) as f64;
    let across = ((room / chart.size.x).floor() as usize).clamp(1, MOST);
    let corner = match chart.seat.color() {
        Color::White => Point::new(chart.size.x, 0.0),
        Color::Black => Point::new(0.0, chart.size.y),
    };
    let (canvas, across) = (Canvas::default(), across as f64);
    let mut page = Page { canvas, across, colour, chart, last: Place { column: 0, row: 0 } };
    page.last = page.place_of(corner);
    page.canvas.put(0, 0, &printable(caption), Style::default());
    match &chart.ball {
        Some(ball) => page.ball(ball),
        None => page.frame(),
    }
    for goal in &chart.goals {
        let Place { row, .. } = page.place_of(Point::new(0.0, goal.line));
        let tint = palette::tint_in_terminal(Ground::Goal(goal.goes()));
        for column in 1..page.last.column {
            page.put(Place { column, row }, goal_sign(goal), inked(tint, colour));
        }
    }
    for plot in &chart.plots {
        page.outline(plot, ZONE);
    }
    page.areas();
    for obstacle in &chart.obstacles {
        page.outline(obstacle, OBSTACLE);
    }
    for path in &chart.paths {
        page.path(path);
    }
    // Of pieces above each other in a box, the highest is seen.
    let mut tokens: Vec<_> = chart.pieces.iter().collect();
    tokens.sort_by(|a, b| a.at.z.total_cmp(&b.at.z));
    for token in tokens {
        let style = match (colour, token.in_check) {
            (Colour::None, _) | (_, false) => Style::default(),
            (Colour::Ansi256 | Colour::True, true) => {
                Style { ink: None, ground: Some(Rgb(0xd0, 0x3c, 0x3c)) }
            }
        };
        let at = token.places.first().copied().unwrap_or(token.at);
        page.put(page.place_of(at), &token.man.letter.of(token.side), style);
    }
    for note in &chart.notes {
        let Place { column, row } = page.place_of(chart.spot(note.at));
        let style = inked(palette::tint_in_terminal(Ground::Note(note.hue)), colour);
        for column in [LEFT + column - 1, LEFT + column + 1] {
            page.canvas.put(TOP + row, column, "|", style);
        }
    }
    if chart.ball.is_none() {
        page.numbers();
    }
    let mut entries: Vec<String> = Sort::ALL
        .into_iter()
        .filter(|sort| chart.shows_path(*sort) || chart.shows_area(*sort))
        .map(|sort| format!("{} {}", sign(sort), sort.meaning()))
        .collect();
    let goals = chart.goals.iter();
    entries.extend(goals.map(|goal| format!("{} {}", goal_sign(goal), goal.goes().words())));
    if !chart.obstacles.is_empty() {
        entries.push(format!("{OBSTACLE} an obstacle"));
    }
    if !chart.plots.is_empty() {
        entries.push(format!("{ZONE} a zone"));
    }
    match chart.gluing.files() {
        _ if chart.gluing == Gluing::Flat => {}
        Meeting::Twisted => {
            entries.push(format!("{JOINED} joined edges, left and right with a twist"));
        }
        Meeting::Apart | Meeting::Joined => entries.push(format!("{JOINED} joined edges")),
    }
    if chart.is_box() {
        entries.push("seen from above".to_owned());
    }
    if chart.shows_attack() {
        entries.push(": attacked".to_owned());
    }
    // Callers that draw without a title say themselves which side is to move.
    if !caption.is_empty() {
        entries.push(format!("{} to move", chart.to_move.name()));
    }
    let entries = entries.iter().map(|text| {
        let mut entry = Canvas::default();
        entry.put(0, 0, text, Style::default());
        entry
    });
    page.canvas.paste_entries(entries, page.last.row + 5, 1, width);
    page.canvas.print(colour)
}

/// A place on the plane, from its upper left corner.
#[derive(Clone, Copy)]
struct Place {
    column: usize,
    row: usize,
}

struct Page<'c> {
    canvas: Canvas,
    /// Columns for one unit.
    across: f64,
    colour: Colour,
    chart: &'c Chart,
    /// The lower right corner of the plane.
    last: Place,
}

impl Page<'_> {
    fn place_of(&self, p: Point) -> Place {
        let at = self.chart.place(p) * self.across;
        let whole = |n: f64| n.round().max(0.0) as usize;
        Place { column: whole(at.x), row: whole(at.y / 2.0) }
    }

    fn put(&mut self, place: Place, text: &str, style: Style) {
        self.canvas.put(TOP + place.row, LEFT + place.column, text, style);
    }

    /// Draws the edges of the plane.
    fn frame(&mut self) {
        let Place { column: right, row: bottom } = self.last;
        let gluing = self.chart.gluing;
        let joined = |joint: Meeting, open: &'static str| match joint {
            Meeting::Apart => open,
            Meeting::Joined | Meeting::Twisted => JOINED,
        };
        let (level, upright) = (joined(gluing.ranks(), "-"), joined(gluing.files(), "|"));
        for column in 0..=right {
            for row in [0, bottom] {
                self.put(Place { column, row }, level, Style::default());
            }
        }
        for row in 0..=bottom {
            let sign = if row % bottom.max(1) == 0 { "+" } else { upright };
            for column in [0, right] {
                self.put(Place { column, row }, sign, Style::default());
            }
        }
    }

    /// Draws the rims of both halves of a sphere, and the degrees of meridians and parallels.
    fn ball(&mut self, ball: &Ball) {
        for middle in ball.middles {
            let rim = |i: usize| middle + Point::at_angle(5.0 * i as f64) * ball.radius();
            self.outline(&(0..72).map(rim).collect::<Vec<_>>(), RIM);
        }
        for (at, degrees) in &ball.numbers {
            let place = self.place_of(*at);
            self.put(place, &degrees.to_string(), Style::default());
        }
    }

    fn numbers(&mut self) {
        let size = self.chart.size;
        let step = if self.across < 3.0 { 10 } else { 1 };
        for n in (0..=size.x as usize).step_by(step) {
            let Place { column, .. } = self.place_of(Point::new(n as f64, 0.0));
            if column <= self.last.column {
                let below = Place { column, row: self.last.row + 1 };
                self.put(below, &n.to_string(), Style::default());
            }
        }
        for n in (0..=size.y as usize).step_by(step) {
            let Place { row, .. } = self.place_of(Point::new(0.0, n as f64));
            self.canvas.put(TOP + row, 1, &n.to_string(), Style::default());
        }
    }

    /// Fills the attacked area and the regions.
    fn areas(&mut self) {
        let chart = self.chart;
        let across = self.across;
        let point = |row: usize, column: usize| {
            // `place` turns the plane by half for Black. A half turn is its own inverse, so
            // `place` also converts from the drawing to the plane.
            let at = Point::new(column as f64, row as f64 * 2.0) * (1.0 / across);
            let p = chart.place(Point::new(at.x, chart.size.y - at.y));
            Point::new(p.x, chart.size.y - p.y)
        };
        for row in 1..self.last.row {
            // An area may have thousands of sides, so they are looked at once for each row.
            let height = point(row, 0).y;
            let levels: Vec<(Option<Sort>, Level)> =
                chart.areas.iter().map(|area| (area.sort, area.level(height))).collect();
            for column in 1..self.last.column {
                let p = point(row, column);
                let attacked = chart.attacked.iter().any(|outline| inside(outline, p));
                let area = levels.iter().rev().find(|(_, level)| level.is_surrounded(p.x));
                match area.map(|(sort, _)| *sort) {
                    Some(Some(sort)) => {
                        self.put(Place { column, row }, sign(sort), style(sort, self.colour));
                    }
                    found if attacked || found.is_some() => {
                        let style = inked(Rgb(0xd0, 0x8a, 0x78), self.colour);
                        self.put(Place { column, row }, ":", style);
                    }
                    Some(None) | None => {}
                }
            }
        }
    }

    /// Draws an outline with a sign.
    fn outline(&mut self, outline: &[Point], sign: &str) {
        let ends = outline.iter().zip(outline.iter().cycle().skip(1));
        for (from, to) in ends.map(|(a, b)| (*a, *b)) {
            let steps = ((to - from).length() * self.across).ceil().max(1.0) as usize;
            for step in 0..steps {
                let at = from + (to - from) * (step as f64 / steps as f64);
                self.put(self.place_of(at), sign, Style::default());
            }
        }
    }

    /// Puts the sign of a capture without moving at both sides of the captured piece.
    fn shot(&mut self, path: &Path) {
        let Place { column, row } = self.place_of(path.to);
        for column in [column.saturating_sub(1), column + 1] {
            self.put(Place { column, row }, sign(path.sort), style(path.sort, self.colour));
        }
    }

    fn path(&mut self, path: &Path) {
        match path.way {
            Travel::Shot => return self.shot(path),
            Travel::Aim => return,
            Travel::Ray | Travel::Turn | Travel::Curve | Travel::Arc => {}
        }
        let way = path.to - path.from;
        let steps = (way.length() * self.across).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let place = self.place_of(path.from + way * (step as f64 / steps as f64));
            self.put(place, sign(path.sort), style(path.sort, self.colour));
        }
    }
}

/// Returns true if a point lies in a convex outline.
fn inside(outline: &[Point], p: Point) -> bool {
    (0..outline.len()).all(|i| {
        let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
        (b - a).cross(p - a) >= 0.0
    })
}
