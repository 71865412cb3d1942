//! Lines and words of the board itself in SVG: lines between points, banks of a river, and its
//! words.

use super::document::{self, Anchor};
use super::element::{Element, polyline};
use super::view::{CELL, View};
use crate::render::palette::Theme;
use crate::render::scene::{Inscription, Ruling, RulingForm};

/// The lines and the words of a scene.
pub(super) fn drawn(view: &View<'_>, theme: Theme) -> Vec<Element> {
    let scene = view.scene;
    let line = |form: RulingForm, width: f64| {
        let alike = scene.rulings.iter().filter(|ruling| ruling.form == form);
        let path = |ruling: &Ruling| polyline(ruling.path.iter().map(|p| view.place(*p)));
        let d: String = alike.map(path).collect();
        let name = match form {
            RulingForm::Line => "lines",
            RulingForm::Bank => "banks",
        };
        let stroke = Element::new("path").data("board", name).with("d", &d).fill("none");
        (!d.is_empty()).then(|| stroke.stroke(theme.ruling(), width).round_caps())
    };
    let words = scene.inscriptions.iter().map(|Inscription { at, room, text }| {
        let widest = document::width(text, 1.0).max(0.1);
        let size = (room.y * CELL).min(room.x * CELL / widest);
        document::words(text, view.place(*at), size, theme.ruling(), Anchor::Middle)
    });
    [line(RulingForm::Line, 1.8), line(RulingForm::Bank, 2.4)]
        .into_iter()
        .flatten()
        .chain(words)
        .collect()
}
