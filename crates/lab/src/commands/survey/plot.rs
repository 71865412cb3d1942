//! Plots as inline SVG. Their colours are classes of the page's style sheet.

use crate::commands::survey::table::Unit;
use crate::survey::estimate::Estimate;
use alfil_describe::rules_page::escaped;
use std::fmt::Write as _;

/// The width of a plot in its own units. A phone shows a plot in about this size.
const WIDTH: f64 = 400.0;

/// The height of a plot with axes.
const HEIGHT: f64 = 230.0;

/// The height of a row of a plot with named rows.
const ROW: f64 = 40.0;

/// The space left of a plot with axes, for the numbers of its vertical axis.
const LEFT: f64 = 44.0;

/// The width of a character, for the estimate of where a text ends.
const CHARACTER: f64 = 7.0;

/// The number of characters that fit over a bar.
const NAME: usize = 56;

/// The first characters of a long text.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Wraps the elements of a plot.
fn svg(title: &str, height: f64, inside: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\
         <title>{title}</title>\n{inside}</svg>\n"
    )
}

/// A horizontal bar of several parts.
pub(super) struct Bar {
    pub(super) name: String,
    /// The class and the length of each part.
    pub(super) parts: Vec<(&'static str, f64)>,
    pub(super) label: String,
}

impl Bar {
    /// The length of the bar.
    pub(super) fn sum(&self) -> f64 {
        self.parts.iter().map(|(_, length)| length).sum()
    }
}

/// A plot of horizontal bars, each under its name.
pub(super) struct Bars {
    pub(super) title: &'static str,
    pub(super) bars: Vec<Bar>,
    /// The length of a bar over the whole width.
    pub(super) most: f64,
}

impl Bars {
    pub(super) fn svg(&self) -> String {
        let mut inside = String::new();
        for (index, bar) in self.bars.iter().enumerate() {
            let top = index as f64 * ROW;
            let _ = writeln!(
                inside,
                "<text x=\"0\" y=\"{:.1}\"><title>{}</title><tspan class=\"soft\">{}</tspan> {}</text>",
                top + 14.0,
                escaped(&bar.name),
                escaped(&bar.label),
                escaped(&shortened(&bar.name, NAME.saturating_sub(bar.label.chars().count())))
            );
            let mut left = 0.0;
            for (class, length) in &bar.parts {
                let width = length / self.most.max(1e-9) * WIDTH;
                let _ = writeln!(
                    inside,
                    "<rect class=\"fill-{class}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" \
                     height=\"14\"/>",
                    top + 19.0
                );
                left += width;
            }
        }
        svg(self.title, self.bars.len() as f64 * ROW, &inside)
    }
}

/// An estimate with a name.
pub(super) struct Dot {
    pub(super) name: String,
    pub(super) estimate: Estimate,
}

/// A plot of shares with their intervals, from 0 to 100 %.
pub(super) struct Dots {
    pub(super) title: &'static str,
    pub(super) dots: Vec<Dot>,
}

impl Dots {
    pub(super) fn svg(&self) -> String {
        let mut inside = String::new();
        let names = self.dots.iter().map(|dot| dot.name.chars().count()).max().unwrap_or(0);
        let left = (names as f64 * CHARACTER).min(WIDTH / 2.5) + 12.0;
        let right = WIDTH - 16.0;
        let x = |share: f64| left + share * (right - left);
        let height = self.dots.len() as f64 * 24.0;
        for percent in [0, 25, 50, 75, 100] {
            let at = x(f64::from(percent) / 100.0);
            let class = if percent == 50 { "zero" } else { "grid" };
            let _ = writeln!(
                inside,
                "<line class=\"{class}\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"0\" y2=\"{height}\"/>\
                 <text class=\"soft\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent}</text>",
                height + 16.0
            );
        }
        for (index, dot) in self.dots.iter().enumerate() {
            let y = index as f64 * 24.0 + 12.0;
            let Estimate { value, low, high } = dot.estimate;
            let _ = writeln!(
                inside,
                "<text x=\"0\" y=\"{:.1}\">{}</text>",
                y + 4.0,
                escaped(&dot.name)
            );
            if let (Some(low), Some(high)) = (low, high) {
                let _ = writeln!(
                    inside,
                    "<line class=\"line-own\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\"/>",
                    x(low),
                    x(high)
                );
            }
            let _ = writeln!(
                inside,
                "<circle class=\"fill-own\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/>",
                x(value)
            );
        }
        svg(self.title, height + 22.0, &inside)
    }
}

/// An axis.
pub(super) struct Axis {
    pub(super) name: &'static str,
    pub(super) unit: Unit,
}

/// A curve through points.
pub(super) struct Curve {
    pub(super) class: &'static str,
    /// The points, each with x and y.
    pub(super) points: Vec<(f64, f64)>,
}

/// A plot of curves.
pub(super) struct Lines {
    pub(super) title: &'static str,
    pub(super) curves: Vec<Curve>,
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Lines {
    pub(super) fn svg(&self) -> String {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let right = nice(points().map(|point| point.0).fold(0.0, f64::max));
        let top = nice(points().map(|point| point.1).fold(0.0, f64::max));
        let (bottom, ceiling) = (HEIGHT - 36.0, 24.0);
        let x = |value: f64| LEFT + value / right.most * (WIDTH - LEFT - 16.0);
        let y = |value: f64| bottom - value / top.most * (bottom - ceiling);
        let mut inside = format!("<text class=\"soft\" x=\"0\" y=\"12\">{}</text>\n", self.y.name);
        for value in top.ticks() {
            let at = y(value);
            let _ = writeln!(
                inside,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - 16.0,
                LEFT - 6.0,
                at + 4.0,
                self.y.unit.tick(value)
            );
        }
        for value in right.ticks() {
            let _ = writeln!(
                inside,
                "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                x(value),
                bottom + 17.0,
                self.x.unit.tick(value)
            );
        }
        let _ = writeln!(
            inside,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - 16.0,
            bottom + 33.0,
            self.x.name
        );
        for curve in self.curves.iter().rev() {
            let path = curve.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b)));
            let path: Vec<String> = path.collect();
            let _ = writeln!(
                inside,
                "<polyline class=\"line-{}\" points=\"{}\"/>",
                curve.class,
                path.join(" ")
            );
        }
        svg(self.title, HEIGHT, &inside)
    }
}

/// The scale of an axis from 0.
struct Scale {
    most: f64,
    step: f64,
}

impl Scale {
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = (self.most / self.step).round() as u32;
        (0..=count).map(|tick| f64::from(tick) * self.step)
    }
}

/// A scale up to at least `most` with three to six round steps.
fn nice(most: f64) -> Scale {
    let most = most.max(1e-6);
    let power = 10f64.powf((most / 5.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| most / step <= 5.0).unwrap_or(10.0 * power);
    Scale { most: (most / step).ceil() * step, step }
}
