//! A movement string as a picture.
//!
//! Owns: [`sketch`]. Takes a movement; draws it alone on an empty board, or on the board of a game, under its
//! restrictions. Gives nothing where nothing of it could be seen, as of castling.

use crate::play::game::Game;
use crate::render::drawing::Drawing;
use alfil_diagnostics::diagnostic::{Code, Findings};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::figure::Figure;
use alfil_rules::ids::KindId;
use alfil_rules::letter::{Form, Letter};
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Blocking, Kind, Owner, Royalty, Ruleset};
use alfil_rules::setup::{Placement, Row, Setup, Square};
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Lattice, Shading, Space};

/// Cells along each side of the board on which a movement is drawn; odd, so that it has a middle.
const BOARD: u8 = 15;

/// What came of an attempt.
#[derive(Clone, Debug)]
pub enum Sketch {
    /// A picture.
    Drawn(Box<Drawing>),
    /// Nothing of it can be seen.
    Bare,
    /// It has more ways than are worked out.
    TooManyWays,
}

/// `moves`, which were written at `span`, on the board of `game` if there is one.
pub fn sketch(moves: Movement, span: Span, game: Option<&Ruleset>) -> Sketch {
    let (rules, kind) = match game {
        Some(rules) => within(rules.clone(), moves, span),
        None => alone(moves, span),
    };
    let Findings { value: game, found } = Game::compile(rules);
    if found.iter().any(|finding| finding.code == Code::TooManyWays) {
        return Sketch::TooManyWays;
    }
    // Other findings are about a board that the author never wrote.
    let drawing = game.map(|game| Drawing::of_kind("", &game.start(), kind));
    // An empty board would look as if the piece could not move.
    match drawing.filter(|drawing| !drawing.is_bare()) {
        Some(drawing) => Sketch::Drawn(Box::new(drawing.uncaptioned())),
        None => Sketch::Bare,
    }
}

/// A kind that moves so.
fn nameless(moves: Movement, span: Span) -> Kind {
    Kind {
        name: Spanned::new("piece".to_owned(), span),
        letter: Letter::new('X', Form::Plain),
        symbol: None,
        figure: Figure::Letter,
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

/// The rules with one kind more, which moves so; it stands nowhere.
fn within(mut rules: Ruleset, moves: Movement, span: Span) -> (Ruleset, KindId) {
    let kind = rules.kinds.push(nameless(moves, span));
    (rules, kind)
}

/// A board with one piece in its middle that moves so.
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
        sections: Vec::new(),
        shades: Shading::Checkered,
        span,
    };
    let setup = Setup::of(Placement { rows, points: Vec::new(), span }, span);
    let rules = Ruleset::bare(space, [kind].into_iter().collect(), setup);
    (rules, KindId::default())
}
