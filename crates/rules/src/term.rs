//! Terms of a movement: chains of legs, their direction letters, and castling.

use crate::condition::Condition;
use crate::hand::Drop;
use crate::ids::KindId;
use alfil_diagnostics::source::{Span, Spanned};

// Direction letters of movement strings, as the mover sees them.
//
// A heading is a direction on a certain board. The board's compass
// (`crates/topology/src/compass.rs`) converts letters to headings. It also decides which
// letters form a pair, because orthogonal, diagonal and oblique leaps differ. `docs/guide/movements.md`
// describes how the letters are read.

alfil_diagnostics::spelt! {
    /// A direction letter of a movement string.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Toward: char, letter, from_letter {
        /// `f`
        Forward = 'f',
        /// `b`
        Backward = 'b',
        /// `l`
        Left = 'l',
        /// `r`
        Right = 'r',
        /// `v`: forward and backward.
        Vertical = 'v',
        /// `s`: left and right.
        Sideways = 's',
        /// `h`: only in a pair. `fh` is the half of the headings around forward; `hl` and `hr` are
        /// the left-handed and the right-handed half.
        Half = 'h',
        /// `z` on a later leg: a turn to the side opposite to the last turn. Before any turn, to
        /// either side.
        Opposite = 'z',
        /// `q` on a later leg: a turn to the same side as the last turn. Before any turn, to either
        /// side.
        Same = 'q',
    }
}

/// How letters before a leap are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reading {
    /// The usual way for this leap. Letters of an orthogonal leap are alternatives, and two letters
    /// of a diagonal leap give one direction. In a pair of an oblique leap, the second letter gives
    /// the long axis.
    Own,
    /// The leap is the orthogonal or the diagonal half of `K` or `Q` in the classic dialect. On the
    /// diagonal half, letters of different axes intersect: `frl` is the two forward diagonals.
    ClassicCompound,
    /// The system of XBetza with eight directions: `f` and `fr` are one direction each, `fs` is
    /// two. Headings that the stride lacks are ignored.
    EightFold,
}

/// The headings of a leap, as direction letters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Directions {
    /// Runs of direction letters. Any other letter ends a run, and letters form pairs only within a
    /// run. Without runs all headings are possible; on a later leg all but straight back.
    pub runs: Vec<Vec<Toward>>,
    /// How the letters are read.
    pub reading: Reading,
}

impl Directions {
    /// All headings are possible.
    pub fn all() -> Self {
        Self { runs: Vec::new(), reading: Reading::Own }
    }

    /// Whether no letter restricts the headings.
    pub fn is_all(&self) -> bool {
        self.runs.is_empty()
    }
}

/// A part of a run, without headings yet. In a pair the letters have different axes, and the first
/// is not `v` or `s`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// `f`, `ff`: one letter, once or twice. Also `v` and `s`.
    Lone(Toward),
    /// `fl`, `fs`: the second letter has the other axis.
    Pair(Toward, Toward),
    /// `fh`: the half of the headings around one direction.
    Half(Toward),
    /// `hl`, `hr`: the left-handed or the right-handed half of the headings.
    Hand(Toward),
    /// An `h` that forms no pair with a letter before or after it.
    Stray,
}

impl Toward {
    /// True for `f b v`, false for `l r s z q`, `None` for `h`.
    pub fn is_vertical(self) -> Option<bool> {
        match self {
            Toward::Forward | Toward::Backward | Toward::Vertical => Some(true),
            Toward::Left | Toward::Right | Toward::Sideways | Toward::Opposite | Toward::Same => {
                Some(false)
            }
            Toward::Half => None,
        }
    }

    /// True if the letter is one of `f b l r`.
    pub(crate) fn is_single(self) -> bool {
        match self {
            Toward::Forward | Toward::Backward | Toward::Left | Toward::Right => true,
            Toward::Vertical
            | Toward::Sideways
            | Toward::Half
            | Toward::Opposite
            | Toward::Same => false,
        }
    }
}

/// Splits a run into parts. Each comes with the index of its first letter in the run.
pub fn parts(run: &[Toward]) -> Vec<(usize, Part)> {
    let mut parts = Vec::new();
    let mut i = 0;
    while let Some(&x) = run.get(i) {
        let next = run.get(i + 1).copied();
        let crosses = |y: Toward| x.is_vertical() != y.is_vertical() && y != Toward::Half;
        let (part, width) = match (x, next) {
            (Toward::Half, Some(y @ (Toward::Left | Toward::Right))) => (Part::Hand(y), 2),
            (Toward::Half, _) => (Part::Stray, 1),
            (_, Some(Toward::Half)) if x.is_single() => (Part::Half(x), 2),
            (_, Some(y)) if x == y => (Part::Lone(x), 2),
            (_, Some(y)) if x.is_single() && crosses(y) => (Part::Pair(x, y), 2),
            (_, _) => (Part::Lone(x), 1),
        };
        parts.push((i, part));
        i += width;
    }
    parts
}

// Castling: a royal piece and a partner move together, once.
//
// The term `isO2` of a movement string becomes a `Castle`. The key `castling: {where: ...}`
// becomes `Homes`. A movement string names neither partners nor files; the game's definition
// does.

/// Castling toward a partner, to the left or to the right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castle {
    /// The sides to which the piece castles, as the mover sees them.
    pub directions: Directions,
    /// Where the castling piece ends. The partner ends on the neighbouring cell, on the side away
    /// from its own start.
    pub end: CastleEnd,
    /// `i`: the piece castles only from a start cell of its kind and side.
    pub first_move: bool,
    /// Number of leading `j`s. If it is not 0, the partner starts this many cells inward from the
    /// edge. Otherwise the nearest piece of a partner kind is the partner.
    pub partner_inset: u8,
    /// Kinds of the possible partners.
    pub partners: Vec<KindId>,
}

/// Where the piece that castles ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastleEnd {
    /// `O2`: this many cells from the start of the castling piece, at least 1.
    Cells(u8),
    /// `O`: on one of these files, if the game names any.
    Files(Option<CastleFiles>),
}

impl CastleEnd {
    /// The atom for this end in a movement string (`O2`).
    pub fn atom(self) -> String {
        match self {
            CastleEnd::Cells(cells) => format!("O{cells}"),
            CastleEnd::Files(_) => "O".to_owned(),
        }
    }

    /// True if both have the same atom in a movement string.
    pub fn is_like(self, other: CastleEnd) -> bool {
        match (self, other) {
            (CastleEnd::Cells(a), CastleEnd::Cells(b)) => a == b,
            (CastleEnd::Files(_), CastleEnd::Files(_)) => true,
            (CastleEnd::Cells(_), CastleEnd::Files(_))
            | (CastleEnd::Files(_), CastleEnd::Cells(_)) => false,
        }
    }
}

/// The files on which castling ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastleFiles {
    /// The end file if the partner stands toward the first file of the board.
    pub first: char,
    /// The end file if the partner stands toward the last file of the board.
    pub last: char,
}

/// Cells from which pieces of a kind castle. They replace the cells of the setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Homes {
    /// The kind of piece that castles from these cells.
    pub kind: KindId,
    /// The cells for White. For Black the ranks are mirrored and the files stay.
    pub cells: Vec<Spanned<String>>,
}

impl Homes {
    /// The span of all cells.
    pub fn span(&self) -> Option<Span> {
        Some(self.cells.first()?.span.to(self.cells.last()?.span))
    }
}

// Terms of a movement, each a chain of legs.
//
// A leap is a pair of numbers: orthogonal steps, then diagonal steps at 45 degrees to them. A
// board walks these steps; a plane computes a bearing and a length. A term has at least one leg,
// and every range has `min >= 1` and `min <= max`.

/// A question that must have a given answer for a term to be playable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Index of the question in [`Movement::asked`](super::movement::Movement::asked).
    pub number: usize,
    /// The required answer: true for yes.
    pub holds: bool,
    /// The question as the author wrote it.
    pub words: String,
}

/// One way in which a piece moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The kind of move: a walk, castling or a drop.
    pub action: Action,
    /// Condition on the start and the final cell of the mover.
    pub when: Condition,
    /// Answers that questions about the board must have, or the term is not playable.
    pub given: Vec<Given>,
    /// The span of the term (`cabK`), without its condition.
    pub span: Span,
}

impl Term {
    /// Whether the term moves another piece of its side instead of the mover (a relay).
    pub fn relays(&self) -> bool {
        match &self.action {
            Action::Walk(walk) => walk.relays(),
            Action::Castle(_) | Action::Drop(_) => false,
        }
    }

    /// The castling, if the term castles.
    pub fn castle(&self) -> Option<&Castle> {
        match &self.action {
            Action::Castle(castle) => Some(castle),
            Action::Walk(_) | Action::Drop(_) => None,
        }
    }

    /// Whether the term can only be played from a start cell. This is true for `i` and for
    /// castling.
    pub fn needs_start_cell(&self) -> bool {
        match &self.action {
            Action::Walk(walk) => walk.first_move,
            Action::Castle(_) => true,
            Action::Drop(_) => false,
        }
    }
}

/// The action of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A walk of one or more legs.
    Walk(Walk),
    /// Castling: `O3` moves the royal piece three cells toward its partner.
    Castle(Castle),
    /// A drop of a piece from the hand.
    Drop(Drop),
}

/// A chain of legs, walked in order. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The legs; the last one is final.
    pub legs: Vec<Leg>,
    /// Groups of legs that may be repeated or skipped. They do not overlap, and the final leg is in
    /// none.
    pub loops: Vec<Loop>,
    /// `i` on the first leg: only from a start cell of this kind and side.
    pub first_move: bool,
}

/// Legs `first..=last` are walked any number of times, or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Index of the first leg.
    pub first: usize,
    /// Index of the last leg.
    pub last: usize,
}

impl Walk {
    /// Whether another piece walks the legs after the first.
    pub fn relays(&self) -> bool {
        self.legs.first().is_some_and(|leg| leg.mode.relay)
    }

    /// Whether leg `index` is the final one.
    pub fn is_final(&self, index: usize) -> bool {
        index + 1 >= self.legs.len()
    }

    /// Indices of the legs that may come first.
    pub fn entries(&self) -> Vec<usize> {
        self.reachable(0)
    }

    /// Indices of the legs that may follow leg `index`, which is not final.
    pub fn following(&self, index: usize) -> Vec<usize> {
        let mut all = self.reachable(index + 1);
        let again = self.loops.iter().filter(|l| l.last == index).map(|l| l.first);
        all.extend(again.collect::<Vec<_>>());
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a leg leaps across layers.
    pub fn rises(&self) -> bool {
        self.legs.iter().any(|leg| matches!(leg.stride, Stride::Rising { .. }))
    }

    /// The largest number of legs that a leg looks back to find its heading.
    pub fn memory(&self) -> u32 {
        let back = |leg: &Leg| match leg.aim {
            Aim::Again(back) => u32::from(back),
            Aim::Frame(_) | Aim::Turn(_) | Aim::Within(_) | Aim::Onward => 0,
        };
        self.legs.iter().map(back).max().unwrap_or(0)
    }

    /// Indices of the legs that may be walked at index `at`: leg `at`, and the legs after loops
    /// that begin there, because loops may be skipped.
    fn reachable(&self, mut at: usize) -> Vec<usize> {
        let mut all = vec![at];
        while let Some(skipped) = self.loops.iter().find(|l| l.first == at) {
            at = skipped.last + 1;
            all.push(at);
        }
        all
    }
}

/// One leg of a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// One stride; a leg repeats it.
    pub stride: Stride,
    /// The heading.
    pub aim: Aim,
    /// How the heading changes from stride to stride.
    pub course: Course,
    /// The number of strides.
    pub range: Range,
    /// An additional limit on the number of strides.
    pub pace: Pace,
    /// The possible ends of the leg. A rider may end at each stop.
    pub mode: Mode,
    /// What may stand on the cells that the strides pass.
    pub passage: Passage,
    /// What happens at the edge of the board.
    pub edges: Edges,
    /// `n` on a rider or a lame leap: in the next turn an enemy may capture the piece en passant on
    /// the cells that it passed.
    pub leaves_trace: bool,
    /// `leaping` before the term.
    pub gait: Gait,
    /// The range in fractions of a stride, where [`Range`] cannot express it.
    pub reach: Option<Reach>,
}

/// Whether what stands on the way of a leg stops it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Gait {
    /// As usual: a rider stops at the first piece. On a plane, single steps and sliders sweep, and
    /// longer strides leap.
    #[default]
    Natural,
    /// `leaping`: only the landing matters.
    Leaping,
}

/// A range in thousandths of a stride: `R0.5-2`, `U0.5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reach {
    /// The minimum; 0 by default.
    pub min: u32,
    /// The maximum; `None` for no limit.
    pub max: Option<u32>,
}

impl Reach {
    /// True if the minimum or the maximum is not a whole number of strides. A board cannot walk
    /// such a range.
    pub fn is_fraction(self) -> bool {
        let whole = |n: u32| n.is_multiple_of(1000);
        !whole(self.min) || !self.max.is_none_or(whole)
    }
}

/// The heading of a leg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// For the first leg: directions in the mover's frame.
    Frame(Directions),
    /// Relative to the previous heading, one of eight directions. A turn to a heading that the
    /// stride lacks converts the stride (W to F). Without letters, all headings of the stride are
    /// possible but straight back.
    Turn(Directions),
    /// Relative to the previous heading. Headings that the stride lacks are ignored.
    Within(Directions),
    /// The headings of the stride that turn least from the previous heading.
    Onward,
    /// The same heading as the leg that was walked this many legs before, at least 1.
    Again(u8),
}

/// How the heading of a rider changes from stride to stride. Each turn is the smallest angle
/// between two headings of the stride: 90 degrees for orthogonal and diagonal strides, 45 for
/// others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// The heading does not change.
    Straight,
    /// `z`: alternately to both sides.
    Crooked,
    /// `q`: always to the same side.
    Circular,
    /// `arc 2`, for planes only: along a circle that begins in the direction of the stride, to
    /// either side.
    Arc {
        /// The radius in thousandths, above 0.
        radius: u32,
    },
}

/// An additional limit on the number of strides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pace {
    /// No limit.
    Free,
    /// `i` on a later leg: as many strides as the previous leg.
    AsBefore,
}

/// What happens to a stride that leaves the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edges {
    /// Such a stride is impossible.
    Closed,
    /// `o`: the first and the last file are neighbours. A rider does not pass the start of its leg
    /// again.
    Joined,
    /// `o` on a leg that is not the last: the leg may end beyond the edge. From there only the same
    /// stride straight back is possible, to the cell where the leg left the board.
    Open,
}

/// One stride of a leg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stride {
    /// `length` cells straight along `axes`: W, F and K have length 1, D and A 2, H and G 3.
    Radial {
        /// At least 1.
        length: u8,
        /// The directions.
        axes: Axes,
    },
    /// A leap that is neither orthogonal nor diagonal: `orthogonal` steps, then `diagonal` steps at
    /// 45 degrees to them, both at least 1. N is (1, 1), C (2, 1), Z (1, 2).
    Oblique {
        /// Orthogonal steps.
        orthogonal: u8,
        /// Diagonal steps.
        diagonal: u8,
    },
    /// A leap across layers: steps within the layer, then layers up or down. In a definition the
    /// three numbers stand for every rotation of the leap. In a walk they stand for one.
    Rising {
        /// Orthogonal steps.
        orthogonal: u8,
        /// Diagonal steps.
        diagonal: u8,
        /// Layers up, negative for down, not 0.
        layers: i8,
    },
    /// `U`: any cell.
    Universal,
}

impl Stride {
    /// A leap within a layer by these numbers of cells along two axes, the shorter first. `None` if
    /// `long` is 0.
    pub fn of_leap(short: u8, long: u8) -> Option<Stride> {
        Some(match (short, long) {
            (_, 0) => return None,
            (0, length) => Stride::Radial { length, axes: Axes::Orthogonal },
            (short, long) if short == long => Stride::Radial { length: long, axes: Axes::Diagonal },
            (short, long) => Stride::Oblique { orthogonal: long - short, diagonal: short },
        })
    }

    /// The part of the stride within a layer. `None` if the stride only changes the layer.
    pub fn level(self) -> Option<Stride> {
        match self {
            Stride::Rising { orthogonal, diagonal, .. } => {
                Stride::of_leap(diagonal, orthogonal + diagonal)
            }
            Stride::Radial { .. } | Stride::Oblique { .. } | Stride::Universal => Some(self),
        }
    }
}

/// The directions of a straight stride.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axes {
    /// The orthogonal directions, as for W.
    Orthogonal,
    /// The diagonal directions, as for F.
    Diagonal,
    /// Both, as for K in a chain of several legs.
    Both,
}

/// The number of strides of a leg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// The minimum, at least 1.
    pub min: u16,
    /// The maximum; `None` for no limit.
    pub max: Option<u16>,
}

impl Range {
    /// One stride.
    pub const ONE: Range = Range { min: 1, max: Some(1) };
    /// Any number of strides.
    pub const RIDER: Range = Range { min: 1, max: None };

    /// True if the range is exactly one stride.
    pub fn is_one(self) -> bool {
        self == Self::ONE
    }
}

/// Possible ends of a leg; at least one is set. By default a final leg moves or captures, and any
/// other leg ends on an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mode {
    /// `m`: on an empty cell.
    pub quiet: bool,
    /// `c`: on an enemy, which is captured.
    pub capture: bool,
    /// `e`: on a cell that an enemy passed with `n` in its last move. The enemy is captured. At
    /// most one leg of a walk does this.
    pub en_passant: bool,
    /// `d`: on a piece of the mover's side that is not royal. The piece is captured.
    pub own: bool,
    /// `p` on a leg that is not the last: on any piece, which stays. The walk continues from its
    /// cell.
    pub hop: bool,
    /// Which enemies `c` captures.
    pub prey: Prey,
    /// `u`: the last captured piece reappears where this leg began. It was captured by this or an
    /// earlier leg. Besides the mover, a walk moves at most one piece.
    pub unload: bool,
    /// `x` on the first of several legs: on a piece of the mover's side. That piece walks the rest
    /// of the legs, and the mover stays.
    pub relay: bool,
}

impl Mode {
    /// The default of a final leg.
    pub const MOVE: Mode = Mode { quiet: true, capture: true, ..Mode::NONE };
    /// The default of other legs.
    pub const QUIET: Mode = Mode { quiet: true, ..Mode::NONE };
    /// No way to end. This is only a base for other modes.
    pub const NONE: Mode = Mode {
        quiet: false,
        capture: false,
        en_passant: false,
        own: false,
        hop: false,
        prey: Prey::Any,
        unload: false,
        relay: false,
    };

    /// True if the leg may only end in quiet moves, captures of any enemy and hops.
    pub fn is_plain(self) -> bool {
        let Mode { quiet, capture, hop, .. } = self;
        self == Mode { quiet, capture, hop, ..Mode::NONE }
    }
}

/// Which enemies a capture takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Prey {
    /// Every enemy.
    #[default]
    Any,
    /// `k`: royal pieces only.
    Royal,
    /// `ck`, `t`: all but royal pieces.
    Common,
}

/// The requirement on the cells that a leg passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passage {
    /// Each stride leaps; a rider stops at the first occupied cell.
    Free,
    /// `n` on a leap: all cells on the path of the stride must be empty. N passes its orthogonal
    /// neighbour, Z passes W and then F, and straight leaps pass the cells between.
    Lame,
    /// `j` on a leap of length 2 or more: exactly one cell between start and end must be occupied.
    MustJump,
    /// `j` on a slider: the first cell is skipped, occupied or not.
    SkipFirst,
    /// `p`: hops over exactly one piece, then moves any distance.
    Hop,
    /// `g`: hops over one piece and ends on the next cell.
    HopAndLand,
}

impl Passage {
    /// The letter for the passage in a movement string.
    pub fn letter(self) -> Option<char> {
        match self {
            Passage::Free => None,
            Passage::Lame => Some('n'),
            Passage::MustJump | Passage::SkipFirst => Some('j'),
            Passage::Hop => Some('p'),
            Passage::HopAndLand => Some('g'),
        }
    }

    /// The word for the passage in explanations.
    pub fn word(self) -> &'static str {
        match self {
            Passage::Free => "free",
            Passage::Lame => "lame",
            Passage::MustJump => "must jump",
            Passage::SkipFirst => "skipping one",
            Passage::Hop => "hopping",
            Passage::HopAndLand => "hopping and landing",
        }
    }

    /// Whether the leg needs a hurdle, a piece to hop over.
    pub fn needs_hurdle(self) -> bool {
        match self {
            Passage::MustJump | Passage::Hop | Passage::HopAndLand => true,
            Passage::Free | Passage::Lame | Passage::SkipFirst => false,
        }
    }
}
