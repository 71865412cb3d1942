//! Start positions, before a board resolves their cells, and shuffled setups.

use crate::condition::Area;
use crate::ids::KindId;
use crate::plane::Real;
use crate::question::Question;
use crate::side::Side;
use alfil_diagnostics::source::{Span, Spanned};

// A position whose kinds are known and whose cells are still texts, before a board resolves them.

/// A position: a placement and the fields after it. Missing fields have their defaults. The syntax
/// crate uses other type parameters, in which letters stand for kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup<R = Row, P = Stand, M = (Side, KindId)> {
    /// The pieces on the board or the plane.
    pub placement: Placement<R, P>,
    /// Pieces in hand (`[QRqr]`), one entry for each. `None` if the text says nothing about hands.
    pub hands: Option<Spanned<Vec<M>>>,
    /// The side to move; White by default.
    pub side: Side,
    /// What a position of a game with more than two sides says before its pieces. `None` with two
    /// sides.
    pub many: Option<Spanned<Heading>>,
    /// The castling field (`KQkq`); `-` or nothing for no rights.
    pub castling: Option<Spanned<String>>,
    /// The en passant field (`e3`, `c3f3`, `f3(g4)`).
    pub en_passant: Option<Spanned<String>>,
    /// Number of turns since the last capture or irreversible move.
    pub halfmoves: u32,
    /// Number of the pair of turns, from 1.
    pub fullmove: u32,
    /// Step within the turn, from 1.
    pub step: u32,
    /// Values of counters.
    pub counters: Vec<Spanned<CounterField>>,
    /// Values that dice show.
    pub shown: Vec<Spanned<ShownField>>,
    /// Values of clocks (`12,3`).
    pub quiet: Option<Spanned<String>>,
    /// The previous move (`e2e4`).
    pub last: Option<Spanned<String>>,
    /// Start cells whose piece has moved, although a piece of the right kind stands there
    /// (`a1,h8`).
    pub moved: Option<Spanned<String>>,
    /// The span of the whole text.
    pub span: Span,
}

/// The value of a die in a position (`die=3`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownField {
    /// The name of the die.
    pub die: String,
    /// The word for the value.
    pub word: String,
}

/// What a position in FEN4 says before its pieces. Each list has one item for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The letter of the side to move, in lower case.
    pub mover: char,
    /// True if the side is out of the game.
    pub out: Vec<bool>,
    /// True if the side may castle with its nearest partner.
    pub near: Vec<bool>,
    /// True if the side may castle with its other partners.
    pub far: Vec<bool>,
    /// The points of the side.
    pub points: Vec<u8>,
    /// The places of the numbers of `near` and of `far`. Empty if no text contains the heading.
    pub flag_spans: [Vec<Span>; 2],
}

/// The value of a counter in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterField {
    /// The name of the counter; `None` for the only counter of the game.
    pub name: Option<String>,
    /// The number of each side, in the order of turns.
    pub counts: Vec<u8>,
    /// True if the numbers are the amounts left until a goal is reached.
    pub left: bool,
}

impl<R, P, M> Setup<R, P, M> {
    /// A position with White to move and default fields.
    pub fn of(placement: Placement<R, P>, span: Span) -> Self {
        Self {
            placement,
            hands: None,
            side: Side::White,
            many: None,
            castling: None,
            en_passant: None,
            halfmoves: 0,
            fullmove: 1,
            step: 1,
            counters: Vec::new(),
            shown: Vec::new(),
            quiet: None,
            last: None,
            moved: None,
            span,
        }
    }

    /// The same fields with another placement and other hands.
    pub fn with<Q, O, N>(
        self,
        placement: Placement<Q, O>,
        hands: Option<Spanned<Vec<N>>>,
    ) -> Setup<Q, O, N> {
        Setup {
            placement,
            hands,
            side: self.side,
            many: self.many,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmove: self.fullmove,
            step: self.step,
            counters: self.counters,
            shown: self.shown,
            quiet: self.quiet,
            last: self.last,
            moved: self.moved,
            span: self.span,
        }
    }
}

impl Setup {
    /// Reads the last row as the hands, as other programs write them: `4K3/QPqp w`. `None` unless
    /// there is one row more than `ranks` and that row holds only pieces.
    pub fn with_hand_behind_slash(&self, ranks: usize) -> Option<Setup> {
        let (last, rows) = self.placement.rows.split_last()?;
        if rows.len() != ranks || self.hands.is_some() {
            return None;
        }
        let piece = |cell: &Spanned<Square>| match cell.value {
            Square::Piece(side, kind) => Some((side, kind)),
            Square::Empty(_) | Square::Missing | Square::Covered(..) => None,
        };
        let held = last.cells.iter().map(piece).collect::<Option<Vec<_>>>()?;
        let mut setup = self.clone();
        setup.placement.rows.pop();
        setup.hands = Some(Spanned::new(held, last.span));
        Some(setup)
    }

    /// The same position with all spans replaced by `span`.
    pub fn at(mut self, span: Span) -> Setup {
        let placement = &mut self.placement;
        for row in &mut placement.rows {
            row.span = span;
            row.cells.iter_mut().for_each(|cell| cell.span = span);
        }
        placement.points.iter_mut().for_each(|point| point.span = span);
        placement.span = span;
        self.hands.iter_mut().for_each(|hands| hands.span = span);
        self.many.iter_mut().for_each(|many| many.span = span);
        let fields = [
            &mut self.castling,
            &mut self.en_passant,
            &mut self.quiet,
            &mut self.last,
            &mut self.moved,
        ];
        for field in fields {
            field.iter_mut().for_each(|field| field.span = span);
        }
        self.counters.iter_mut().for_each(|counter| counter.span = span);
        self.shown.iter_mut().for_each(|shown| shown.span = span);
        self.span = span;
        self
    }
}

/// The pieces of a position, in rows of a board or at points of a plane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement<R = Row, P = Stand> {
    /// Rows, White's farthest rank first, each from the first file. Empty if pieces stand at
    /// points.
    pub rows: Vec<R>,
    /// Pieces at points of a plane; empty if there are rows.
    pub points: Vec<Spanned<P>>,
    /// The span of the placement field.
    pub span: Span,
}

/// A piece at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The owner.
    pub side: Side,
    /// The kind of piece.
    pub kind: KindId,
    /// Distance from the left edge.
    pub x: Real,
    /// Distance from White's edge.
    pub y: Real,
    /// Distance from the floor of a box. `None` on a plane.
    pub z: Option<Real>,
    /// The direction in which the piece faces, in degrees counter-clockwise from the right. `None`
    /// for the default, forward.
    pub facing: Option<Real>,
    /// `'`: true if the piece has not moved.
    pub unmoved: bool,
}

/// One row of a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The entries of the row, left to right.
    pub cells: Vec<Spanned<Square>>,
    /// The span of the row, without slashes.
    pub span: Span,
}

/// One entry of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    /// This many empty cells, at least 1.
    Empty(u16),
    /// A cell that does not exist.
    Missing,
    /// A piece of this side and kind.
    Piece(Side, KindId),
    /// A piece of this side and kind, beneath the piece of the next entry. It fills no cell of its
    /// own.
    Covered(Side, KindId),
}

// Shuffled setups: games with several start positions.
//
// The setup in the definition is one of the start positions.

/// How a setup is shuffled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The cells whose pieces are shuffled, from White's point of view.
    pub cells: Area,
    /// Whether Black's pieces are shuffled like White's or independently.
    pub sides: Arrays,
    /// A condition that each side of a start position must satisfy.
    pub when: Option<Question>,
    /// Pieces that are placed first, in order. Other kinds follow in the order of definition. This
    /// order decides the numbers of the start positions.
    pub order: Vec<Placed>,
    /// The span of the author's text.
    pub span: Span,
}

alfil_diagnostics::spelt! {
    /// Whether Black's pieces are shuffled like White's or independently.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Arrays: &'static str, word {
        /// The same kinds are on the same files.
        Alike = "alike",
        /// Black's pieces do not depend on White's.
        Apart = "apart",
    }
}

/// Pieces of one kind that are placed at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The shade of the cells on which they are placed.
    pub on: Shade,
    /// The kind of the pieces.
    pub kind: KindId,
}

/// The shade of cells on which pieces are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// Any shade.
    Any,
    /// The lightest shade.
    Light,
    /// The darkest shade.
    Dark,
}

impl Shade {
    /// The word before the name of a kind, with a space after it; empty for `Shade::Any`.
    pub fn prefix(self) -> &'static str {
        match self {
            Shade::Any => "",
            Shade::Light => "light ",
            Shade::Dark => "dark ",
        }
    }
}
