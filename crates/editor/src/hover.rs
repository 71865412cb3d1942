//! Hover: words and a picture for the text under the cursor. A movement string is explained as by
//! `alfil explain`. A key shows its line of the schema, and a piece its moves in this game.

use crate::names::{self, Spot};
use crate::page::{Page, bytes};
use crate::readings::reading;
use alfil_diagnostics::diagnostic::{Code, Findings, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_render::drawing::Drawing;
use alfil_resolve::context::Context;
use alfil_rules::ids::KindId;
use alfil_rules::look::Dress;
use alfil_rules::look::Figure;
use alfil_rules::look::{Form, Letter};
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Blocking, Kind, Owner, Royalty, Ruleset};
use alfil_rules::setup::{Placement, Row, Setup, Square};
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Lattice, Shading, Space};
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::{Language, Naming};
use alfil_text::explain::{self, explain};
use alfil_text::lexicon::Lexicon;
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
        let spot = names::find(self.tree.as_ref()?, at)?;
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
            Spot::Text(
                scalar,
                language @ (Language::Goal | Language::Effect | Language::Question),
            ) => {
                let reading = reading(scalar, language, self.rules()?, self.dialect())?;
                let title = "as Alfil reads it".to_owned();
                Some(Hover { range, title, lines: reading.meaning, drawing: None })
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
        let mut lines = explain::sentences(&kind.moves, &names);
        if let Some(attacks) = &kind.attacks {
            lines.push("It attacks, and gives check, as if it had this movement:".to_owned());
            lines.extend(explain::sentences(attacks, &names));
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

// Draws a movement string on an empty board, or on the board of a game with its restrictions.
// Movements such as castling have no picture, because an empty board would show nothing.

/// Cells along each side of the empty board. The number is odd, so that the board has a middle.
const BOARD: u8 = 15;

/// The result of drawing.
#[derive(Clone, Debug)]
pub enum Sketch {
    Drawn(Box<Drawing>),
    /// The picture would show nothing.
    Bare,
    /// The movement has too many paths to compile.
    TooManyWays,
}

/// Draws `moves` on the board of `game`, or on an empty board. Findings of the compilation point at
/// `span`.
pub fn sketch(moves: Movement, span: Span, game: Option<&Ruleset>) -> Sketch {
    let (rules, kind) = match game {
        Some(rules) => within(rules.clone(), moves, span),
        None => alone(moves, span),
    };
    let Findings { value: game, found } = Game::compile(rules);
    if found.iter().any(|finding| finding.code == Code::TooManyWays) {
        return Sketch::TooManyWays;
    }
    // All other findings concern the board and not the text, so they are dropped.
    let drawing = game.map(|game| Drawing::of_kind("", &game.start(), kind));
    // An empty board would suggest that the piece cannot move.
    match drawing.filter(|drawing| !drawing.is_bare()) {
        Some(drawing) => Sketch::Drawn(Box::new(drawing.uncaptioned())),
        None => Sketch::Bare,
    }
}

/// A kind with this movement. All its other properties are the usual ones.
fn nameless(moves: Movement, span: Span) -> Kind {
    Kind {
        name: Spanned::new("piece".to_owned(), span),
        letter: Letter::new('X', Form::Plain),
        symbol: None,
        figure: Figure::Letter,
        dress: Dress::default(),
        worth: 1,
        royal: Royalty::No,
        owner: Owner::Side,
        blocks: Spanned::new(Blocking::Blocks, span),
        moves,
        attacks: None,
        promotions: Vec::new(),
        reverts_to: None,
    }
}

/// The rules with one more kind, which has this movement. No piece of this kind is on the board.
fn within(mut rules: Ruleset, moves: Movement, span: Span) -> (Ruleset, KindId) {
    let kind = rules.kinds.push(nameless(moves, span));
    (rules, kind)
}

/// An empty board with one piece in its middle, which has this movement.
fn alone(moves: Movement, span: Span) -> (Ruleset, KindId) {
    let half = Square::Empty(u16::from(BOARD / 2));
    let piece = Square::Piece(Side::White, KindId::default());
    let row = |squares: &[Square]| Row {
        cells: squares.iter().map(|&s| Spanned::new(s, span)).collect(),
        span,
    };
    let mut rows = vec![row(&[Square::Empty(BOARD.into())]); BOARD.into()];
    rows[usize::from(BOARD / 2)] = row(&[half, piece, half]);
    let kind = nameless(moves, span);
    let lattice = Lattice::Grid { files: BOARD, ranks: BOARD, gluing: Gluing::Flat };
    let space = Space {
        lattice,
        without: Vec::new(),
        obstacles: Vec::new(),
        sections: Vec::new(),
        shades: Shading::Checkered,
        span,
    };
    let setup = Setup::of(Placement { rows, points: Vec::new(), span }, span);
    let rules = Ruleset::bare(space, [kind].into_iter().collect(), setup);
    (rules, KindId::default())
}
