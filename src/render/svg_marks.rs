//! Marks on cells in SVG.
//!
//! The outline shows how a move gets there: circle for a leap, diamond for a slide, triangle for a hop, square for a
//! turn. The filling shows what it may do: solid for both, hollow for quiet, a target for a capture. So marks differ
//! without colours, too. Marks of one cell do not overlap.

use std::fmt::Write;

use crate::render::mark::{Allows, Approach, Hue, Mark};
use crate::render::palette::Theme;
use crate::render::svg_util::CELL;
use crate::render::svg_util::{num, polygon, unit};

/// The attribute that dashes the line of a quiet move.
pub(super) fn dash(allows: Allows) -> &'static str {
    match allows {
        Allows::Quiet => " stroke-dasharray=\"7 6\"",
        Allows::Both | Allows::Capture => "",
    }
}

/// Draws the `marks` of one cell. On an occupied cell they move to its upper right corner.
pub(super) fn draw(
    out: &mut String,
    theme: Theme,
    marks: &[Mark],
    (x, y): (f64, f64),
    occupied: bool,
) {
    for mark in marks {
        frame(out, theme, *mark, (x, y), CELL * 0.41);
    }
    let inner: Vec<Mark> = marks.iter().copied().filter(|mark| is_inner(*mark)).collect();
    let (radius, gap) = match inner.len() {
        _ if occupied => (5.5, 11.0),
        0 | 1 => (9.0, 0.0),
        2 => (7.5, 21.0),
        _ => (6.0, 16.0),
    };
    let (x, y) = if occupied { (x + CELL * 0.34, y - CELL * 0.34) } else { (x, y) };
    let spread = gap * inner.len().saturating_sub(1) as f64;
    let left = if occupied { x - spread } else { x - spread / 2.0 };
    for (i, mark) in inner.iter().enumerate() {
        inner_mark(out, theme, *mark, (left + gap * i as f64, y), radius);
    }
}

/// Draws a mark for the legend.
pub(super) fn sample(out: &mut String, theme: Theme, mark: Mark, at: (f64, f64)) {
    // A mark for the corner of a cell is drawn in the middle here.
    let around = if mark == Mark::Promotes { (at.0 + 6.0, at.1 + 5.0) } else { at };
    frame(out, theme, mark, around, 11.0);
    inner_mark(out, theme, mark, at, 7.0);
}

fn is_inner(mark: Mark) -> bool {
    match mark {
        Mark::To(..) | Mark::Via | Mark::Taken | Mark::Drop => true,
        Mark::Origin
        | Mark::CaptureWithoutMoving
        | Mark::Attack
        | Mark::Promotes
        | Mark::Lends
        | Mark::Moved
        | Mark::Changed
        | Mark::Note(_)
        | Mark::Goal(_)
        | Mark::LastMove
        | Mark::Check => false,
    }
}

/// Marks around a cell, at distance `reach` from its centre.
fn frame(out: &mut String, theme: Theme, mark: Mark, (x, y): (f64, f64), reach: f64) {
    let red = theme.of_allows(Allows::Capture);
    let green = theme.of_allows(Allows::Quiet);
    let arm = reach * 0.5;
    // The path, its ink, its width and its dashes.
    let drawn = match mark {
        Mark::CaptureWithoutMoving => {
            let corner = |sx: f64, sy: f64| {
                let (cx, cy) = (x + sx * reach, y + sy * reach);
                let (a, b, c, d) = (num(cx), num(cy - sy * arm), num(cy), num(cx - sx * arm));
                format!("M{a} {b}V{c}H{d}")
            };
            let d = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| corner(a, b));
            Some((d.concat(), red, 3.0, ""))
        }
        Mark::Attack => Some((circle((x, y), reach * 0.9), red, 2.0, "4 3")),
        // A tip upwards in the upper left corner.
        Mark::Promotes => {
            let d = num(reach * 0.42);
            let (left, top) = (num(x - reach), num(y - reach * 0.58));
            Some((format!("M{left} {top}l{d}-{d}l{d} {d}"), red, 3.0, ""))
        }
        Mark::Lends => Some((circle((x, y), reach), green, 3.0, "")),
        Mark::Moved => Some((square((x, y), reach), green, 2.5, "")),
        Mark::Changed => Some((square((x, y), reach), green, 2.5, "3 4")),
        Mark::Origin
        | Mark::To(..)
        | Mark::Taken
        | Mark::Via
        | Mark::Drop
        | Mark::Note(_)
        | Mark::Goal(_)
        | Mark::LastMove
        | Mark::Check => None,
    };
    let Some((d, ink, width, dashes)) = drawn else { return };
    if theme.rims_lines() {
        let (rim, width) = (theme.rim(), num(width + 2.5));
        let _ = writeln!(
            out,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{rim}\" stroke-width=\"{width}\"/>"
        );
    }
    let dashes = match dashes {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    };
    let _ = writeln!(
        out,
        "<path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\"{dashes}/>",
        num(width)
    );
}

fn circle((x, y): (f64, f64), r: f64) -> String {
    let (left, y, r, across) = (num(x - r), num(y), num(r), num(2.0 * r));
    format!("M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0Z")
}

fn square((x, y): (f64, f64), r: f64) -> String {
    let (left, top) = (x - r, y - r);
    let corners = [
        (left, top),
        (left + 2.0 * r, top),
        (left + 2.0 * r, top + 2.0 * r),
        (left, top + 2.0 * r),
    ];
    polygon(corners.into_iter())
}

/// Marks inside a cell. Other marks draw nothing.
fn inner_mark(out: &mut String, theme: Theme, mark: Mark, (x, y): (f64, f64), r: f64) {
    let rim = theme.rim();
    let (way, allows) = match mark {
        Mark::To(way, allows) => (way, allows),
        Mark::Via => {
            let (x, y, ink) = (num(x), num(y), theme.dark());
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{ink}\"/>");
            return;
        }
        // An arrowhead from above.
        Mark::Drop => {
            let (ink, low) = (theme.of_allows(Allows::Quiet), r * 1.1);
            let d = format!(
                "M{} {top}H{}L{} {}Z",
                num(x - low),
                num(x + low),
                num(x),
                num(y + low),
                top = num(y - r * 0.8)
            );
            let _ = writeln!(
                out,
                "<path d=\"{d}\" fill=\"{rim}\" stroke=\"{ink}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
                num(r * 0.35)
            );
            return;
        }
        Mark::Taken => {
            let ink = theme.of_allows(Allows::Capture);
            let (x, y, d) = (num(x - r * 0.8), num(y - r * 0.8), num(r * 1.6));
            let _ = writeln!(
                out,
                "<path d=\"M{x} {y}l{d} {d}m0-{d}l-{d} {d}\" stroke=\"{rim}\" stroke-width=\"7\" \
                 stroke-linecap=\"round\"/>\
                 <path d=\"M{x} {y}l{d} {d}m0-{d}l-{d} {d}\" stroke=\"{ink}\" stroke-width=\"3.5\" \
                 stroke-linecap=\"round\"/>"
            );
            return;
        }
        Mark::Origin
        | Mark::CaptureWithoutMoving
        | Mark::Attack
        | Mark::Promotes
        | Mark::Lends
        | Mark::Moved
        | Mark::Changed
        | Mark::Note(_)
        | Mark::Goal(_)
        | Mark::LastMove
        | Mark::Check => return,
    };
    let ink = theme.of_allows(allows);
    let (fill, edge) = match allows {
        Allows::Both => (&ink, &rim),
        Allows::Quiet | Allows::Capture => (&rim, &ink),
    };
    let edge_width = match allows {
        Allows::Both => 1.5,
        Allows::Quiet | Allows::Capture => r * 0.3,
    };
    let form = |r: f64| match way {
        Approach::Leap => circle((x, y), r),
        Approach::Slide => {
            let r = r * 1.2;
            format!(
                "M{0} {1}L{2} {3}L{0} {4}L{5} {3}Z",
                num(x),
                num(y - r),
                num(x + r),
                num(y),
                num(y + r),
                num(x - r)
            )
        }
        Approach::Hop => {
            let r = r * 1.15;
            format!(
                "M{} {}L{} {bottom}L{} {bottom}Z",
                num(x),
                num(y - r),
                num(x + r),
                num(x - r),
                bottom = num(y + r * 0.75)
            )
        }
        Approach::Bend => {
            let (r, side) = (r * 0.9, num(r * 1.8));
            format!("M{} {}h{side}v{side}h-{side}Z", num(x - r), num(y - r))
        }
    };
    let _ = writeln!(
        out,
        "<path d=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{}\"/>",
        form(r),
        num(edge_width)
    );
    match allows {
        Allows::Capture => {
            let _ = writeln!(out, "<path d=\"{}\" fill=\"{ink}\"/>", form(r * 0.45));
        }
        Allows::Both | Allows::Quiet => {}
    }
}

/// An arrow of the user with these attributes: broad and translucent. `None` if it ends where it begins.
pub(super) fn arrow(
    theme: Theme,
    hue: Hue,
    from: (f64, f64),
    to: (f64, f64),
    attributes: &str,
) -> String {
    let (ux, uy) = unit(from, to);
    if (ux, uy) == (0.0, 0.0) {
        return String::new();
    }
    let ink = theme.of_hue(hue);
    let at = |along: f64, across: f64, (x, y): (f64, f64)| {
        (x + ux * along - uy * across, y + uy * along + ux * across)
    };
    let outline = [
        at(CELL * 0.2, 4.5, from),
        at(-17.0, 4.5, to),
        at(-21.0, 14.0, to),
        at(6.0, 0.0, to),
        at(-21.0, -14.0, to),
        at(-17.0, -4.5, to),
        at(CELL * 0.2, -4.5, from),
    ];
    let d = polygon(outline.into_iter());
    let (rim, dashes) = (theme.rim(), arrow_dashes(theme, hue));
    format!(
        "<path {attributes} d=\"{d}\" fill=\"{ink}\" fill-opacity=\".75\" stroke=\"{rim}\" \
         stroke-width=\"1.5\" stroke-dasharray=\"{dashes}\" stroke-linejoin=\"round\"/>\n"
    )
}

/// Dashes of the rim, in a theme whose colours are not distinguishable.
fn arrow_dashes(theme: Theme, hue: Hue) -> &'static str {
    match (theme, hue) {
        (Theme::Wood | Theme::Plain | Theme::Dark, _) | (Theme::Print, Hue::Green) => "none",
        (Theme::Print, Hue::Red) => "6 3",
        (Theme::Print, Hue::Blue) => "3 3",
        (Theme::Print, Hue::Yellow) => "1 3",
    }
}
