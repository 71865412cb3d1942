//! Hover: words and a picture for the text under the cursor. A movement string is explained as by
//! `alfil explain`. A key shows its line of the schema, and a piece its moves in this game.

use crate::editor::page::{Page, bytes};
use crate::editor::sketch::{Sketch, sketch};
use crate::editor::spot::{self, Spot};
use crate::play::position::Position;
use crate::render::drawing::Drawing;
use crate::resolve::context::Context;
use crate::text::explain::explain;
use crate::text::lexicon::Lexicon;
use crate::text::movements;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::{Language, Naming};
use std::ops::Range;

/// The description of a range of text.
#[derive(Clone, Debug)]
pub struct Hover {
    pub range: Range<usize>,
    /// A movement in canonical form, a key with the form of its value, or a piece with its letter.
    pub title: String,
    pub lines: Vec<String>,
    pub drawing: Option<Box<Drawing>>,
}

impl Page {
    /// The description of the text at byte `at`.
    pub fn hover(&self, at: usize) -> Option<Hover> {
        let spot = spot::find(self.tree.as_ref()?, at)?;
        let range = bytes(spot.scalar().span());
        match spot {
            Spot::Key(scalar, key) => Some(Hover {
                range,
                title: format!("{}: {}", scalar.text(), key.form),
                lines: vec![format!("{}.", key.doc)],
                drawing: None,
            }),
            Spot::Name(scalar, Naming::Kinds | Naming::Groups) => {
                let name = scalar.text();
                self.kind(name, range.clone()).or_else(|| self.group(name, range))
            }
            Spot::Name(scalar, Naming::Questions) => self.question(scalar.text(), range),
            Spot::Text(scalar, Language::Movement) => self.movement(scalar, range),
            Spot::Text(scalar, Language::Kind) => {
                let name = scalar.text().trim();
                self.kind(name, range.clone()).or_else(|| self.group(name, range))
            }
            Spot::Name(
                _,
                Naming::Zones | Naming::Castlings | Naming::Dice | Naming::Faces | Naming::Sides,
            )
            | Spot::Text(..) => None,
        }
    }

    fn movement(&self, scalar: &Scalar, range: Range<usize>) -> Option<Hover> {
        let place = |part: Range<usize>| scalar.slice(part);
        let string = scalar.text();
        let no_zones = IndexVec::new();
        let context = |zones| Context { place: &place, zones, dialect: self.dialect() };
        let nothing = Movement::default();
        let zones = self.rules().map_or(&no_zones, |rules| &rules.zones);
        let found = &mut Report::default();
        let explained = explain(self.rules(), &nothing, string, context(zones), found)?;
        let sketch = match self.game().and_then(|_| self.rules()) {
            Some(rules) => Some(sketch(explained.movement, scalar.span(), Some(rules))),
            // Zones have cells only on the board of the game, so without it the string must have a
            // meaning by itself.
            None => explain(None, &nothing, string, context(&no_zones), found)
                .map(|alone| sketch(alone.movement, scalar.span(), None)),
        };
        let drawing = match sketch {
            Some(Sketch::Drawn(drawing)) => Some(drawing),
            Some(Sketch::Bare | Sketch::TooManyWays) | None => None,
        };
        Some(Hover { range, title: explained.canonical, lines: explained.sentences, drawing })
    }

    /// The pieces of a group.
    fn group(&self, name: &str, range: Range<usize>) -> Option<Hover> {
        let rules = self.rules()?;
        let group = rules.groups.iter().find(|group| group.name.value == name)?;
        let called = |kind: &KindId| rules.kinds[*kind].name.value.as_str();
        let kinds: Vec<String> = if group.of.is_empty() {
            group.kinds.iter().map(|kind| called(kind).to_owned()).collect()
        } else {
            let pairs = group.of.iter().zip(&group.kinds);
            pairs.map(|(of, kind)| format!("{} of {}", called(kind), called(of))).collect()
        };
        let lines = vec![kinds.join(", ")];
        Some(Hover { range, title: format!("{name}, a group of pieces"), lines, drawing: None })
    }

    /// A named question in words.
    fn question(&self, name: &str, range: Range<usize>) -> Option<Hover> {
        let rules = self.rules()?;
        let asked = rules.named.iter().find(|asked| asked.name.value == name)?;
        let lines = vec![rules.sentence_of(&asked.question, &[])];
        Some(Hover { range, title: format!("{name}, a question"), lines, drawing: None })
    }

    fn kind(&self, name: &str, range: Range<usize>) -> Option<Hover> {
        let rules = self.rules()?;
        let (id, kind) = rules.kinds.enumerate().find(|(_, kind)| kind.name.value == name)?;
        let names = Lexicon::of(rules);
        let mut lines = movements::sentences(&kind.moves, &names);
        if let Some(attacks) = &kind.attacks {
            lines.push("It attacks, and gives check, as if it moved so:".to_owned());
            lines.extend(movements::sentences(attacks, &names));
        }
        let start = self.game().map(|game| game.start());
        let drawing = start.and_then(|start| drawn(&start, id));
        Some(Hover { range, title: format!("{name}, {}", kind.letter), lines, drawing })
    }
}

/// The picture of a piece on its board, unless it would show nothing.
fn drawn(start: &Position, kind: KindId) -> Option<Box<Drawing>> {
    let drawing = Drawing::of_kind("", start, kind).uncaptioned();
    (!drawing.is_bare()).then(|| Box::new(drawing))
}
