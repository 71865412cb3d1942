//! Terms of a movement, each a chain of legs.
//!
//! A leap is a pair in a local frame: orthogonal steps, then diagonal steps at 45 degrees to them. A board walks it; a plane
//! reads its bearing and length. A term has at least one leg; every range has `min >= 1` and `min <= max`.

use crate::castling::Castle;
use crate::condition::Condition;
use crate::direction::Directions;
use crate::hand::Drop;
use alfil_diagnostics::source::Span;

/// What a term asks of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Number of the question in [`Movement::asked`](super::Movement::asked).
    pub number: usize,
    /// The answer that lets it move.
    pub holds: bool,
    /// The question as it is written.
    pub words: String,
}

/// One way of moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What it does.
    pub action: Action,
    /// Must hold of the mover's displacement (start to final cell).
    pub when: Condition,
    /// What it asks of the board: all must be answered so.
    pub given: Vec<Given>,
    /// Where the author wrote it: the characters of the term (`cabK`), without its condition.
    pub span: Span,
}

impl Term {
    /// Whether its move is another piece's of its side.
    pub fn relays(&self) -> bool {
        match &self.action {
            Action::Walk(walk) => walk.relays(),
            Action::Castle(_) | Action::Drop(_) => false,
        }
    }

    /// The castling that it is, if it is castling.
    pub fn castle(&self) -> Option<&Castle> {
        match &self.action {
            Action::Castle(castle) => Some(castle),
            Action::Walk(_) | Action::Drop(_) => None,
        }
    }

    /// Whether it is played from start cells only (`i`, castling).
    pub fn needs_start_cell(&self) -> bool {
        match &self.action {
            Action::Walk(walk) => walk.first_move,
            Action::Castle(_) => true,
            Action::Drop(_) => false,
        }
    }
}

/// What a term does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A walk of one or more legs.
    Walk(Walk),
    /// Castling: `O3` moves the royal piece three cells toward its partner.
    Castle(Castle),
    /// A piece comes from the hand.
    Drop(Drop),
}

/// A chain of legs walked in order. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The legs, the last one final.
    pub legs: Vec<Leg>,
    /// Groups of legs that may be walked any number of times; they do not overlap, and the final leg
    /// is in none of them.
    pub loops: Vec<Loop>,
    /// `i` on the first leg: only from a start cell of this kind and side.
    pub first_move: bool,
}

/// Legs `first..=last` are walked any number of times, also never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Index of its first leg.
    pub first: usize,
    /// Index of its last leg.
    pub last: usize,
}

impl Walk {
    /// Whether it is another piece that walks its legs behind the first.
    pub fn relays(&self) -> bool {
        self.legs.first().is_some_and(|leg| leg.mode.relay)
    }

    /// Whether leg `index` is the final one.
    pub fn is_final(&self, index: usize) -> bool {
        index + 1 >= self.legs.len()
    }

    /// The legs with which it may begin.
    pub fn entries(&self) -> Vec<usize> {
        self.reachable(0)
    }

    /// The legs that may follow leg `index`, which is not final.
    pub fn following(&self, index: usize) -> Vec<usize> {
        let mut all = self.reachable(index + 1);
        let again = self.loops.iter().filter(|l| l.last == index).map(|l| l.first);
        all.extend(again.collect::<Vec<_>>());
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a leg of it is a leap of three numbers.
    pub fn rises(&self) -> bool {
        self.legs.iter().any(|leg| matches!(leg.stride, Stride::Rising { .. }))
    }

    /// How many headings back its legs look.
    pub fn memory(&self) -> u32 {
        let back = |leg: &Leg| match leg.aim {
            Aim::Again(back) => u32::from(back),
            Aim::Frame(_) | Aim::Turn(_) | Aim::Within(_) | Aim::Onward => 0,
        };
        self.legs.iter().map(back).max().unwrap_or(0)
    }

    /// Leg `at`, and where loops that begin there may be left out, the legs behind them.
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
    /// One stride of it.
    pub stride: Stride,
    /// Where it heads.
    pub aim: Aim,
    /// How the heading changes from stride to stride.
    pub course: Course,
    /// How many strides.
    pub range: Range,
    /// What else binds the number of strides.
    pub pace: Pace,
    /// What may be done where it ends (on a rider leg: at any of its stops).
    pub mode: Mode,
    /// How the way is crossed.
    pub passage: Passage,
    /// What happens at the edge.
    pub edges: Edges,
    /// `n` on a rider or a lame leap: cells passed may be entered by an enemy's `e` next turn.
    pub leaves_trace: bool,
    /// Whether the word `leaping` stands before it; for planes only.
    pub gait: Gait,
    /// How far in fractions of a stride, where [`Range`] cannot say it.
    pub reach: Option<Reach>,
}

/// Whether a stride that would sweep leaps instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Gait {
    /// As its stride does: single steps and sliders sweep, longer strides leap.
    #[default]
    Natural,
    /// `leaping`: it looks only at where it lands.
    Leaping,
}

/// A range in thousandths of a stride: `R0.5-2`, `U0.5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reach {
    /// At least this; 0 if nothing was said.
    pub min: u32,
    /// At most this; `None` is without end.
    pub max: Option<u32>,
}

impl Reach {
    /// Whether some end is no whole number of strides, so that no board can walk it.
    pub fn is_fraction(self) -> bool {
        let whole = |n: u32| n.is_multiple_of(1000);
        !whole(self.min) || !self.max.is_none_or(whole)
    }
}

/// Where a leg heads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// First leg: directions in the mover's frame.
    Frame(Directions),
    /// Relative to the heading before, eight-fold; a turn that the stride lacks converts it (W to F).
    /// No letters: every turn but straight back in the stride's own frame.
    Turn(Directions),
    /// Relative to the heading before; of the headings that result, those that the stride has.
    Within(Directions),
    /// Those of the stride's headings that turn least from the heading before.
    Onward,
    /// The heading of the leg walked so many legs before, from 1.
    Again(u8),
}

/// How the heading of a rider changes from stride to stride, by the least angle that its stride has:
/// 90 degrees for orthogonal or diagonal strides, 45 for others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// It does not.
    Straight,
    /// `z`: to one side and the other in turn.
    Crooked,
    /// `q`: always to the same side.
    Circular,
}

/// What binds the number of strides besides the range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pace {
    /// Nothing.
    Free,
    /// `i` on a later leg: as many as the leg before.
    AsBefore,
}

/// What happens where a stride leaves the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edges {
    /// It cannot.
    Closed,
    /// `o`: the first and the last file are neighbours. A rider never comes back to where its leg
    /// began.
    Joined,
    /// `o` on a leg before the last: it may end beyond the edge; from there only a like stride
    /// straight back leads on, to where the leg left the board.
    Open,
}

/// One stride.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stride {
    /// `length` cells straight on, along `axes`: W, F, K are length 1, D, A 2, H, G 3.
    Radial {
        /// 1 or more.
        length: u8,
        /// Which radial directions.
        axes: Axes,
    },
    /// A leap off the lines: `orthogonal` steps, then `diagonal` steps at 45 degrees to them, both at
    /// least 1. N is (1, 1), C (2, 1), Z (1, 2).
    Oblique {
        /// Orthogonal steps.
        orthogonal: u8,
        /// Diagonal steps.
        diagonal: u8,
    },
    /// On boards of layers: such steps within the layer, either of them 0, and so many layers up or down. As an author
    /// writes it the three numbers stand for every way to turn the leap; walked, for this one.
    Rising {
        /// Orthogonal steps.
        orthogonal: u8,
        /// Diagonal steps.
        diagonal: u8,
        /// Layers up, not 0.
        layers: i8,
    },
    /// `U`: any cell.
    Universal,
}

impl Stride {
    /// A leap within a layer by so many cells along one axis and along the other, the shorter first; `None` if it
    /// stays.
    pub fn of_leap(short: u8, long: u8) -> Option<Stride> {
        Some(match (short, long) {
            (_, 0) => return None,
            (0, length) => Stride::Radial { length, axes: Axes::Orthogonal },
            (short, long) if short == long => Stride::Radial { length: long, axes: Axes::Diagonal },
            (short, long) => Stride::Oblique { orthogonal: long - short, diagonal: short },
        })
    }

    /// What of it is walked within a layer.
    pub fn level(self) -> Option<Stride> {
        match self {
            Stride::Rising { orthogonal, diagonal, .. } => {
                Stride::of_leap(diagonal, orthogonal + diagonal)
            }
            Stride::Radial { .. } | Stride::Oblique { .. } | Stride::Universal => Some(self),
        }
    }
}

/// Which radial directions a stride has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axes {
    /// W and its kin.
    Orthogonal,
    /// F and its kin.
    Diagonal,
    /// K in a chain of several legs.
    Both,
}

/// How many strides a leg takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// At least this many, from 1.
    pub min: u16,
    /// At most this many; `None` is without end.
    pub max: Option<u16>,
}

impl Range {
    /// One stride.
    pub const ONE: Range = Range { min: 1, max: Some(1) };
    /// Without end.
    pub const RIDER: Range = Range { min: 1, max: None };

    /// Whether it is a single stride.
    pub fn is_one(self) -> bool {
        self == Self::ONE
    }
}

/// What may be done on a cell where a leg ends. On a final leg the default is quiet and capture; on a
/// leg before it, quiet (the cell must be empty). Some way of ending is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mode {
    /// `m`: the cell is empty.
    pub quiet: bool,
    /// `c`: an enemy stands there and is captured.
    pub capture: bool,
    /// `e`: the cell was passed by an enemy's `n` move just made; that piece is captured. At most one
    /// leg of a walk does it.
    pub en_passant: bool,
    /// `d`: a piece of one's own, not royal, stands there and is captured.
    pub own: bool,
    /// `p` before the last leg: some piece stands there and stays; the walk goes on from its cell.
    pub hop: bool,
    /// Which enemies `c` takes.
    pub prey: Prey,
    /// `u`: the victim of this leg, or else the last one before, reappears where this leg began. A
    /// walk moves one other piece at most.
    pub unload: bool,
    /// `x` on the first of several legs: a piece of one's own stands there, and it is that piece that goes
    /// on from its cell, while the other stays.
    pub relay: bool,
}

impl Mode {
    /// The default of a final leg.
    pub const MOVE: Mode = Mode { quiet: true, capture: true, ..Mode::NONE };
    /// The default of a leg before it.
    pub const QUIET: Mode = Mode { quiet: true, ..Mode::NONE };
    /// Nothing.
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

    /// Whether the piece ends its walk on an empty cell or takes any enemy there, and does nothing else.
    pub fn is_plain(self) -> bool {
        let Mode { quiet, capture, hop, .. } = self;
        self == Mode { quiet, capture, hop, ..Mode::NONE }
    }
}

/// Which enemies a capture takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Prey {
    /// Every one.
    #[default]
    Any,
    /// `k`: royal ones only.
    Royal,
    /// `ck`, `t`: all but royal ones.
    Common,
}

/// How the cells of a leg are crossed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passage {
    /// Each stride leaps; a rider stops at the first occupied stop.
    Free,
    /// `n` on a leap: every cell of the stride's path must be empty (N over its orthogonal neighbour,
    /// Z over W then F, radial leaps over the cells between).
    Lame,
    /// `j` on a leap of length 2 or more: exactly one of the cells between is occupied.
    MustJump,
    /// `j` on a slider: the first cell is skipped, whatever it holds.
    SkipFirst,
    /// `p`: exactly one piece is hopped over, then any distance.
    Hop,
    /// `g`: one piece is hopped over, and the walk ends on the very next stop.
    HopAndLand,
}

impl Passage {
    /// The letter of a movement string that asks for it.
    pub fn letter(self) -> Option<char> {
        match self {
            Passage::Free => None,
            Passage::Lame => Some('n'),
            Passage::MustJump | Passage::SkipFirst => Some('j'),
            Passage::Hop => Some('p'),
            Passage::HopAndLand => Some('g'),
        }
    }

    /// What it is called where a leg is shown as it was understood.
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

    /// Whether it leads nowhere without a piece to go over.
    pub fn needs_hurdle(self) -> bool {
        match self {
            Passage::MustJump | Passage::Hop | Passage::HopAndLand => true,
            Passage::Free | Passage::Lame | Passage::SkipFirst => false,
        }
    }
}
