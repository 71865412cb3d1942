//! Draws the walls of a box and the balls in it as SVG.

use super::document::{self, Anchor, Element, polyline};
use super::plane::{Page, TEXT, tones};
use crate::geometry::{Eye, Point, edges_of, floor_between};
use crate::palette::Theme;
use crate::plane::{Square, Token};
use crate::scene::Words;
use alfil_rules::side::Color;

/// The number of corners of a polygon that is drawn for a ball.
const CORNERS: usize = 48;

impl Page<'_> {
    /// The box: its floor with a hairline at every whole unit, the walls behind the pieces, its edges
    /// and their numbers, and the sign of the side to move.
    pub(super) fn walls(&mut self, eye: &Eye) {
        let (chart, theme) = (self.chart, self.chart.theme);
        let (tones, size) = (tones(theme), chart.size);
        let far = |along: f64, length: f64| if along > 0.0 { length } else { 0.0 };
        // The far corner of the floor, and the corner next to it on the right and on the left.
        let (x, y) = (far(eye.away.x, size.x), far(eye.away.y, size.y));
        let floor = floor_between(0.0, size.y, size);
        let ground = Element::path(self.outline(&floor)).fill(tones.ground);
        self.svg.add(ground.stroke(theme.ink(), 1.6));
        let squares = chart.dark.iter().map(|Square { low, high }| {
            let (right, left) = (Point::new(high.x, low.y), Point::new(low.x, high.y));
            self.outline(&[*low, right, *high, left])
        });
        let squares: String = squares.collect();
        if !squares.is_empty() {
            self.svg.add(Element::path(squares).fill(tones.dark));
        }
        let step = (size.x.max(size.y).max(size.z) / 16.0).ceil().max(1.0);
        let whole = |end: f64| {
            std::iter::successors(Some(0.0), move |n| Some(n + step)).take_while(move |n| *n <= end)
        };
        let mut grid = String::new();
        let mut line = |from: Point, to: Point| {
            grid += &polyline([from, to].map(|p| self.place(p)));
        };
        for n in whole(size.x) {
            line(Point::new(n, 0.0), Point::new(n, size.y));
            line(Point::new(n, y), Point::in_space(n, y, size.z));
        }
        for n in whole(size.y) {
            line(Point::new(0.0, n), Point::new(size.x, n));
            line(Point::new(x, n), Point::in_space(x, n, size.z));
        }
        for n in whole(size.z) {
            line(Point::in_space(0.0, y, n), Point::in_space(size.x, y, n));
            line(Point::in_space(x, 0.0, n), Point::in_space(x, size.y, n));
        }
        let hair = if theme == Theme::Print { 0.4 } else { 1.0 };
        self.svg.add(Element::path(grid).stroke(tones.grid, hair).fill("none"));
        let (near_x, near_y) = (size.x - x, size.y - y);
        let mut edges = String::new();
        let hidden = Point::new(near_x, near_y);
        for (a, b) in edges_of(size) {
            let touches = |p: Point| p.level() == hidden && p.z > 0.0 || p == hidden;
            // The edges in front of the pieces are left out, except on the floor.
            if !(touches(a) || touches(b)) || a.z + b.z == 0.0 {
                edges += &polyline([a, b].map(|p| self.place(p)));
            }
        }
        self.svg.add(Element::path(edges).stroke(theme.ink(), 1.6).fill("none"));
        let beyond = |n: f64, far: f64| if n > 0.0 { n + far } else { n - far };
        for n in whole(size.x) {
            let at = self.place(Point::new(n, beyond(near_y, 0.35)));
            self.word(&n.to_string(), at, TEXT, Anchor::Middle);
        }
        for n in whole(size.y) {
            let at = self.place(Point::new(beyond(near_x, 0.35), n));
            self.word(&n.to_string(), at, TEXT, Anchor::Middle);
        }
        for n in whole(size.z).skip(1) {
            let at = self.place(Point::in_space(x, beyond(near_y, 0.35), n));
            self.word(&n.to_string(), at, TEXT, Anchor::Middle);
        }
        match chart.words {
            Words::All => {}
            Words::None => return,
        }
        let at = Point::new(self.corner.x + self.size.x - 4.0, self.corner.y + self.size.y - 14.0);
        let name = match chart.to_move.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        let disc = document::disc_of_mover(theme, chart.to_move, None, at, theme.light());
        self.svg.add(Element::group().with("data-to-move", name).holding(disc));
    }

    /// The balls, the farthest first, each with a line to its shadow on the floor.
    pub(super) fn balls(&mut self, eye: &Eye) {
        let theme = self.chart.theme;
        let mut tokens: Vec<&Token> = self.chart.pieces.iter().collect();
        let depth = |token: &Token| token.at.dot(eye.away);
        tokens.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
        for token in &tokens {
            let shadow = (0..CORNERS).map(|i| {
                let way = Point::at_angle(360.0 * i as f64 / CORNERS as f64);
                token.at.level() + way * token.radius
            });
            let shadow: Vec<Point> = shadow.collect();
            let shadow = Element::path(self.outline(&shadow)).fill(theme.muted());
            self.svg.add(shadow.with("fill-opacity", ".3"));
            let drop = polyline([token.at, token.at.level()].map(|p| self.place(p)));
            self.svg.add(Element::path(drop).stroke(theme.muted(), 1.2).dashes("3 3"));
        }
        for token in tokens {
            let ball = eye.ball(token.at, token.radius, CORNERS);
            let ball = Token { parts: vec![ball.clone()], outlines: vec![ball], ..token.clone() };
            self.body(&ball);
            self.piece(&ball);
        }
    }
}
