//! What a picture explains below its boards.
//!
//! Owns: [`Entry`] and [`Picture::legend`]. Invariant: nothing is explained that is not drawn, and nothing twice.

use crate::render::mark::Mark;
use crate::render::piece_icon::Man;
use crate::render::scene::{Look, Picture, Token};
use alfil_rules::ruleset::Blocking;

/// What a legend explains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A mark.
    Mark(Mark),
    /// A piece.
    Man(Look, Man),
    /// The line around zones.
    Border,
}

impl Picture {
    /// What needs explaining, each once with what it means: all marks in use but the piece's own place and those
    /// that a person asked for, men that are not a side's or in nobody's way, and borders of zones.
    pub fn legend(&self) -> Vec<(Entry, String)> {
        let scenes = || self.panels.iter().map(|panel| &panel.scene);
        let mut marks: Vec<Mark> =
            scenes().flat_map(|s| s.cells.ids().flat_map(|spot| s.marks_on(spot))).collect();
        marks.retain(|mark| !matches!(mark, Mark::Origin | Mark::Note(_)));
        marks.sort();
        marks.dedup();
        let meaning = |mark: Mark| {
            let named = scenes().flat_map(|scene| &scene.names).filter(|(named, _)| *named == mark);
            let mut names: Vec<&str> = Vec::new();
            for (_, name) in named {
                if !names.contains(&name.as_str()) {
                    names.push(name);
                }
            }
            match names.is_empty() {
                true => mark.told(self.telling).to_owned(),
                false => format!("{}: {}", mark.told(self.telling), names.join(", ")),
            }
        };
        let mut entries: Vec<(Entry, String)> =
            marks.into_iter().map(|mark| (Entry::Mark(mark), meaning(mark))).collect();
        for Token { look, man, .. } in scenes().flat_map(|scene| &scene.tokens) {
            let whose = match look {
                Look::Of(_) => None,
                Look::Nobody => Some("nobody's"),
                Look::Neutral => Some("both sides'"),
            };
            let stands = match man.blocks {
                Blocking::Blocks => None,
                Blocking::Open => Some("in nobody's way"),
            };
            let said: Vec<&str> = whose.into_iter().chain(stands).collect();
            let meaning = format!("{}: {}", man.kind, said.join(", "));
            // Both sides' men of one kind are told once.
            if !said.is_empty() && !entries.iter().any(|(_, told)| *told == meaning) {
                entries.push((Entry::Man(*look, man.clone()), meaning));
            }
        }
        let mut zones: Vec<&str> = Vec::new();
        for (name, _) in scenes().flat_map(|scene| &scene.zones) {
            if !zones.contains(&name.as_str()) {
                zones.push(name);
            }
        }
        if !zones.is_empty() {
            entries.push((Entry::Border, format!("border: {}", zones.join(", "))));
        }
        entries
    }
}
