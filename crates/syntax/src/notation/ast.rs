//! The tree of a movement string.
//!
//! Owns: [`Movement`] and everything below it. Takes nothing; [`parse`](super::parse) builds it,
//! [`print`](super::print) writes it, `resolve/` gives it meaning. Invariants: [`Marks`] are in normal
//! form (see there); no list of [`Piece`]s has two `Marks` side by side or an empty one; `L` and `J`
//! are already `C` and `Z`.

use super::letters::{Atom, Mode, Number, ShadeWord, Suffix};
use alfil_rules::condition::Relation;
use alfil_rules::direction::Toward;
use std::ops::Range as Bytes;

/// Where something was written: bytes of the movement string. All places are equal, so that two trees
/// are equal when they say the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct At {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl At {
    /// The bytes it covers.
    pub fn bytes(self) -> Bytes<usize> {
        self.start..self.end
    }

    /// The smallest place that covers both.
    #[must_use]
    pub fn to(self, other: At) -> At {
        At { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl Eq for At {}

/// A whole movement string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Movement {
    /// Its clauses, read left to right.
    pub clauses: Vec<Clause>,
}

/// One clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// Where.
    pub at: At,
}

impl Clause {
    /// Whether it takes moves away without giving others.
    pub fn is_none(&self) -> bool {
        match &self.kind {
            ClauseKind::Replace { terms, .. } => terms.is_empty(),
            ClauseKind::Add { .. } | ClauseKind::Only(_) => false,
        }
    }
}

/// What a clause says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClauseKind {
    /// `TERMS [when C]`: instead of what stood before.
    Replace {
        /// The terms; `none` has none.
        terms: Vec<Term>,
        /// Where on the board.
        when: Option<Condition>,
    },
    /// `+ TERMS [when C]`: as well.
    Add {
        /// The terms.
        terms: Vec<Term>,
        /// For which moves.
        when: Option<Condition>,
    },
    /// `only when C`.
    Only(Condition),
}

/// One term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Whether a space stands before it. The first of a list is `Joined`; one that the term before it
    /// would glue to is `Spaced` (`JZ` is written `Z Z`).
    pub gap: Gap,
    /// Where the word `leaping` stands before it, if it does.
    pub leaping: Option<At>,
    /// The term itself.
    pub body: Body,
    /// Where, `leaping` included.
    pub at: At,
}

impl Term {
    /// Whether this term's capital, written directly before `next`, would double it.
    pub fn glues(&self, next: &Term) -> bool {
        let last = match &self.body {
            Body::Before(_, lone) => *lone,
            Body::Chain(Chain { core: Core::Lone(lone), range: Range::Unwritten, .. }) => {
                Some(*lone)
            }
            Body::Chain(_) => None,
        };
        let first = match &next.body {
            Body::Chain(chain) if chain.prefix.is_empty() && next.leaping.is_none() => match &chain
                .core
            {
                Core::Lone(Lone { atom, .. }) | Core::Suffixed(atom, ..) => Some(*atom),
                Core::Coordinates(..) | Core::Triple(..) | Core::Bracket(..) | Core::Path(..) => {
                    None
                }
            },
            Body::Chain(_) | Body::Before(..) => None,
        };
        match (last, first) {
            (Some(last), Some(first)) => last.count == Count::Single && last.atom == first,
            (_, None) | (None, _) => false,
        }
    }
}

/// What stands before a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap {
    /// Nothing.
    Joined,
    /// White space.
    Spaced,
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// `^`, or `^O`: all that stood before, or its terms of one atom.
    Before(Recall, Option<Lone>),
    /// Modifiers, a core, a range.
    Chain(Chain),
}

/// How what stood before is taken up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Recall {
    /// `^`: as it is.
    Same,
    /// `m^`: what captured moves without capturing, and nothing else.
    Quiet,
    /// `c^`: what moved without capturing captures, and nothing else.
    Capture,
}

/// An atom, once or doubled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lone {
    /// The atom.
    pub atom: Atom,
    /// Once or doubled.
    pub count: Count,
    /// Where.
    pub at: At,
}

/// Whether an atom's capital is written once or twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// `N`
    Single,
    /// `NN`, a rider.
    Doubled,
}

/// Modifiers, a core, a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The modifiers.
    pub prefix: Vec<Piece>,
    /// What moves.
    pub core: Core,
    /// How often.
    pub range: Range,
    /// Where the range is written; empty and behind the core if it is not.
    pub range_at: At,
}

/// A part of a prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Letters of one leg.
    Marks(Marks),
    /// `a`: the next leg begins.
    Then(At),
    /// `(az)`: letters that may come any number of times.
    Repeat(Vec<Piece>, At),
}

impl Piece {
    /// How often a mode is written in it, groups left aside.
    pub fn count(&self, mode: Mode) -> usize {
        match self {
            Piece::Marks(marks) => marks.count(mode),
            Piece::Then(_) | Piece::Repeat(..) => 0,
        }
    }
}

/// Direction letters and mode letters of one leg. Normal form: runs are not empty, modes stand in the
/// order of [`Mode`], and there are enough of them to separate the runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Runs of direction letters; a mode letter between two of them breaks the run.
    pub runs: Vec<Vec<(Toward, At)>>,
    /// Mode letters, a letter as often as it is written.
    pub modes: Vec<(Mode, At)>,
    /// Where.
    pub at: At,
}

/// A letter of a prefix: direction or mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `f b l r v s h z q`
    Toward(Toward),
    /// Any other letter with a meaning but `a`.
    Mode(Mode),
}

impl Marks {
    /// The normal form of letters in the order in which they are written.
    pub fn new(letters: impl IntoIterator<Item = (Mark, At)>) -> Self {
        let mut marks = Marks::default();
        let (mut broken, mut first) = (true, true);
        for (mark, at) in letters {
            marks.at = if first { at } else { marks.at.to(at) };
            first = false;
            match mark {
                Mark::Toward(toward) => {
                    match marks.runs.last_mut() {
                        Some(run) if !broken => run.push((toward, at)),
                        _ => marks.runs.push(vec![(toward, at)]),
                    }
                    broken = false;
                }
                Mark::Mode(mode) => {
                    marks.modes.push((mode, at));
                    broken = true;
                }
            }
        }
        marks.modes.sort_by_key(|&(mode, _)| mode);
        marks
    }

    /// How often a mode is written.
    pub fn count(&self, mode: Mode) -> usize {
        self.modes.iter().filter(|&&(m, _)| m == mode).count()
    }
}

/// What moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// An atom.
    Lone(Lone),
    /// An atom with `X` or `Y`.
    Suffixed(Atom, Suffix, At),
    /// `(4,1)`: the smaller number first, not both 0, each at most [`MAX_COORDINATE`].
    Coordinates(u8, u8, At),
    /// `(1,1,1)`, the smallest first, none of them 0.
    Triple([u8; 3], At),
    /// `[F?R]`
    Bracket(Joined, At),
    /// `(W-F)`
    Path(Joined, At),
}

/// The longest coordinate of a leap.
pub(crate) const MAX_COORDINATE: u32 = 99;

impl Core {
    /// Where it is written.
    pub fn at(&self) -> At {
        match self {
            Core::Lone(lone) => lone.at,
            Core::Suffixed(_, _, at)
            | Core::Coordinates(_, _, at)
            | Core::Triple(_, at)
            | Core::Bracket(_, at)
            | Core::Path(_, at) => *at,
        }
    }
}

/// Terms in brackets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joined {
    /// The first.
    pub first: Box<Term>,
    /// The others, each with what joins it to the one before.
    pub rest: Vec<(Joint, Term)>,
}

/// What joins two terms in brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joint {
    /// `?`: may stop here.
    MayStop,
    /// `-`: must go on.
    GoOn,
    /// Nothing: a union in a path, one glued leap under `n`, `?` under `t`.
    Adjacent,
}

/// How often a stride may be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// As the atom has it.
    Unwritten,
    /// `0`
    Endless,
    /// `4`
    UpTo(Number),
    /// `03`
    Exactly(Number),
    /// `2-5`, or `2-0` from two on without end.
    Between(Number, Option<Number>),
    /// `*`
    Flexible,
}

/// Truths joined by `and`, `or`, `not`. In normal form: no `Not` in a `Not`, no `And` in an `And`, no
/// `Or` in an `Or`, no list of one; what is made with its functions stays so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula<T> {
    /// What it says.
    pub kind: FormulaKind<T>,
    /// Where.
    pub at: At,
}

/// What a formula says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulaKind<T> {
    /// A single truth.
    One(T),
    /// It does not hold.
    Not(Box<Formula<T>>),
    /// All of these hold.
    And(Vec<Formula<T>>),
    /// One of these holds.
    Or(Vec<Formula<T>>),
}

impl<T> Formula<T> {
    /// A single truth.
    pub fn one(truth: T, at: At) -> Self {
        Self { kind: FormulaKind::One(truth), at }
    }

    /// The opposite.
    #[must_use]
    pub fn negate(self, at: At) -> Self {
        match self.kind {
            FormulaKind::Not(inner) => *inner,
            FormulaKind::One(_) | FormulaKind::And(_) | FormulaKind::Or(_) => {
                Self { kind: FormulaKind::Not(Box::new(self)), at }
            }
        }
    }

    /// All of `parts`, of which there is at least one.
    pub fn all(parts: Vec<Self>, at: At) -> Self {
        let flatten = |part: Self| match part.kind {
            FormulaKind::And(inner) => inner,
            FormulaKind::One(_) | FormulaKind::Not(_) | FormulaKind::Or(_) => vec![part],
        };
        Self::joined(parts.into_iter().flat_map(flatten).collect(), FormulaKind::And, at)
    }

    /// One of `parts`, of which there is at least one.
    pub fn any(parts: Vec<Self>, at: At) -> Self {
        let flatten = |part: Self| match part.kind {
            FormulaKind::Or(inner) => inner,
            FormulaKind::One(_) | FormulaKind::Not(_) | FormulaKind::And(_) => vec![part],
        };
        Self::joined(parts.into_iter().flat_map(flatten).collect(), FormulaKind::Or, at)
    }

    fn joined(mut parts: Vec<Self>, join: fn(Vec<Self>) -> FormulaKind<T>, at: At) -> Self {
        match parts.len() {
            1 => parts.remove(0),
            _ => Self { kind: join(parts), at },
        }
    }
}

/// A condition.
pub type Condition = Formula<Fact>;

/// A truth about the start and the end of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// `strong` and its kin.
    Shade(ShadeWord),
    /// `shade 2`, from 1.
    ShadeNumber(u8),
    /// `unmoved`
    Unmoved,
    /// `same shade`, `forward` and their kin.
    Relative(Relation),
    /// `every 0.5`
    Every(Number),
    /// `from AREA`; what the board's shape gives prints without the `from`.
    From(Area),
    /// `to AREA`
    To(Area),
    /// A question of the board, which is read once its game is known.
    Asked(String),
}

/// A set of cells.
pub type Area = Formula<Spot>;

/// A set of cells that is not made of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// `last rank`
    LastRank,
    /// `layer 2`, `layers 2-4`: first and last, from 1, in order.
    Layers(u8, u8),
    /// `rank 2`, `ranks 2-4`: first and last, from 1, in order.
    Ranks(u8, u8),
    /// `file e`, `files c-f`: first and last, in order.
    Files(char, char),
    /// `edge`
    Edge,
    /// `corner`
    Corner,
    /// Cells, rectangles and zones; at least one.
    Cells(Vec<(Named, At)>),
    /// `enemy's AREA`, which is not itself one of the enemy's.
    Enemys(Box<Area>),
}

/// Cells by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// `e4`
    Cell(String),
    /// `a1-c2`: two opposite corners.
    Rectangle(String, String),
    /// A word of a zone's name.
    Word(String),
}
