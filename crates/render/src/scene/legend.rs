//! The legend of a picture. Everything in it is drawn, and nothing is listed twice.

use crate::glyph::Man;
use crate::mark::{Goes, Mark};
use crate::scene::{Look, Picture, Token, Words, Zone};
use alfil_rules::ruleset::Blocking;
use alfil_rules::side::Side;

/// An item of a legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    Mark(Mark),
    Man(Look, Man),
    /// The line around zones.
    Border,
}

impl Picture {
    /// The items of the legend with their meanings: the marks except the piece's own cell and the
    /// user's marks, unowned, neutral and transparent pieces, and borders of zones.
    pub fn legend(&self) -> Vec<(Entry, String)> {
        match self.words {
            Words::All => self.items(),
            Words::None => Vec::new(),
        }
    }

    fn items(&self) -> Vec<(Entry, String)> {
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
            let sides = scenes().find_map(|scene| scene.sides.as_ref());
            let aims = |side: &Side| mark == Mark::Goal(Goes::from(*side));
            let meaning = match (sides, Side::BOTH.into_iter().find(aims)) {
                (Some(sides), Some(side)) => format!("{}'s goal", sides[side]),
                (Some(_) | None, _) => mark.meaning(self.subject),
            };
            if names.is_empty() { meaning } else { format!("{meaning}: {}", names.join(", ")) }
        };
        let mut entries: Vec<(Entry, String)> =
            marks.into_iter().map(|mark| (Entry::Mark(mark), meaning(mark))).collect();
        for Token { look, man, .. } in scenes().flat_map(|scene| &scene.tokens) {
            let owner = match look {
                Look::Of(_) => None,
                Look::Nobody => Some("nobody's"),
                Look::Neutral => Some("both sides'"),
            };
            let blocking = match man.blocks {
                Blocking::Blocks => None,
                Blocking::Open => Some("in nobody's way"),
            };
            let words: Vec<&str> = owner.into_iter().chain(blocking).collect();
            let meaning = format!("{}: {}", man.kind, words.join(", "));
            // Pieces of one kind are listed once for both sides.
            if !words.is_empty() && !entries.iter().any(|(_, other)| *other == meaning) {
                entries.push((Entry::Man(*look, man.clone()), meaning));
            }
        }
        let mut zones: Vec<&str> = Vec::new();
        for Zone { name, .. } in scenes().flat_map(|scene| &scene.zones) {
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
