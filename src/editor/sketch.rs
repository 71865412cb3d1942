//! Draws a movement string on an empty board, or on the board of a game with its restrictions.
//! Movements such as castling have no picture, because an empty board would show nothing.

use crate::play::game::Game;
use crate::render::drawing::Drawing;
use alfil_diagnostics::diagnostic::{Code, Findings};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::figure::Figure;
use alfil_rules::ids::KindId;
use alfil_rules::letter::{Form, Letter};
use alfil_rules::look::Dress;
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Blocking, Kind, Owner, Royalty, Ruleset};
use alfil_rules::setup::{Placement, Row, Setup, Square};
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Lattice, Shading, Space};

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
