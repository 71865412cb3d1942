//! Marks on cells, in SVG.
//!
//! Owns: the form of each mark. The way is the outline (circle a leap, diamond a slide, triangle a hop,
//! square a turn), what is allowed its filling (solid both, hollow quiet, a target capture), so that
//! marks differ without their colours too. Takes marks and a centre in units of the view box. Invariant:
//! marks of one cell are drawn apart from each other.

use std::fmt::Write;

use crate::render::mark::{Allows, Mark, Way};
use crate::render::palette::{self, INK, IVORY};
use crate::render::svg::{CELL, num};

/// The attribute that dashes the line of a quiet move.
pub(super) fn dash(allows: Allows) -> &'static str {
    match allows {
        Allows::Quiet => " stroke-dasharray=\"7 6\"",
        Allows::Both | Allows::Capture => "",
    }
}

/// Draws `marks` of one cell. On an occupied cell they go to its upper right corner.
pub(super) fn draw(out: &mut String, marks: &[Mark], (x, y): (f64, f64), occupied: bool) {
    for mark in marks {
        frame(out, *mark, (x, y), CELL * 0.41);
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
        inner_mark(out, *mark, (left + gap * i as f64, y), radius);
    }
}

/// Draws a mark for the legend.
pub(super) fn sample(out: &mut String, mark: Mark, at: (f64, f64)) {
    frame(out, mark, at, 11.0);
    inner_mark(out, mark, at, 7.0);
}

fn is_inner(mark: Mark) -> bool {
    match mark {
        Mark::To(..) | Mark::Via | Mark::Taken => true,
        Mark::Origin
        | Mark::CaptureWithoutMoving
        | Mark::Attack
        | Mark::Goal(_)
        | Mark::LastMove
        | Mark::Check => false,
    }
}

/// Marks that go around a cell, `reach` from its centre.
fn frame(out: &mut String, mark: Mark, (x, y): (f64, f64), reach: f64) {
    let red = palette::of_allows(Allows::Capture);
    let arm = reach * 0.5;
    let _ = match mark {
        Mark::CaptureWithoutMoving => {
            let corner = |sx: f64, sy: f64| {
                let (cx, cy) = (x + sx * reach, y + sy * reach);
                let (a, b, c, d) = (num(cx), num(cy - sy * arm), num(cy), num(cx - sx * arm));
                format!("M{a} {b}V{c}H{d}")
            };
            let d = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| corner(a, b));
            writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{red}\" stroke-width=\"3\"/>",
                d.concat()
            )
        }
        Mark::Attack => writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{red}\" \
             stroke-width=\"2\" stroke-dasharray=\"4 3\"/>",
            num(x),
            num(y),
            num(reach * 0.9)
        ),
        Mark::Origin
        | Mark::To(..)
        | Mark::Taken
        | Mark::Via
        | Mark::Goal(_)
        | Mark::LastMove
        | Mark::Check => Ok(()),
    };
}

/// Marks that stand in a cell. Others draw nothing.
fn inner_mark(out: &mut String, mark: Mark, (x, y): (f64, f64), r: f64) {
    let (way, allows) = match mark {
        Mark::To(way, allows) => (way, allows),
        Mark::Via => {
            let (x, y, ink) = (num(x), num(y), INK);
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{ink}\"/>");
            return;
        }
        Mark::Taken => {
            let ink = palette::of_allows(Allows::Capture);
            let (x, y, d) = (num(x - r * 0.8), num(y - r * 0.8), num(r * 1.6));
            let _ = writeln!(
                out,
                "<path d=\"M{x} {y}l{d} {d}m0-{d}l-{d} {d}\" stroke=\"{IVORY}\" stroke-width=\"7\" \
                 stroke-linecap=\"round\"/>\
                 <path d=\"M{x} {y}l{d} {d}m0-{d}l-{d} {d}\" stroke=\"{ink}\" stroke-width=\"3.5\" \
                 stroke-linecap=\"round\"/>"
            );
            return;
        }
        Mark::Origin
        | Mark::CaptureWithoutMoving
        | Mark::Attack
        | Mark::Goal(_)
        | Mark::LastMove
        | Mark::Check => return,
    };
    let ink = palette::of_allows(allows);
    let ivory = IVORY;
    let (fill, rim) = match allows {
        Allows::Both => (&ink, &ivory),
        Allows::Quiet | Allows::Capture => (&ivory, &ink),
    };
    let rim_width = match allows {
        Allows::Both => 1.5,
        Allows::Quiet | Allows::Capture => r * 0.3,
    };
    let form = |r: f64| match way {
        Way::Leap => {
            format!(
                "M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0Z",
                num(x - r),
                num(y),
                r = num(r),
                d = num(2.0 * r)
            )
        }
        Way::Slide => {
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
        Way::Hop => {
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
        Way::Bend => {
            let (r, side) = (r * 0.9, num(r * 1.8));
            format!("M{} {}h{side}v{side}h-{side}Z", num(x - r), num(y - r))
        }
    };
    let _ = writeln!(
        out,
        "<path d=\"{}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{}\"/>",
        form(r),
        num(rim_width)
    );
    match allows {
        Allows::Capture => {
            let _ = writeln!(out, "<path d=\"{}\" fill=\"{ink}\"/>", form(r * 0.45));
        }
        Allows::Both | Allows::Quiet => {}
    }
}
