//! The tree of a movement string, and the letters and words in it.
//!
//! [`parse`](super::parse) builds it, [`print`](super::print) writes it, and the package `alfil-resolve`
//! translates it to terms. In normal form, no list of [`Piece`]s has adjacent or empty [`Marks`].
//! The older letters `L` and `J` are read as the atoms `C` and `Z`.

use alfil_rules::condition::Relation;
use alfil_rules::plane::Plot;
use alfil_rules::term::Toward;
use std::ops::Range as Bytes;

/// A range of bytes of the movement string. All places compare as equal, so that trees are equal if
/// they mean the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct At {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl At {
    /// The bytes as a range.
    pub fn bytes(self) -> Bytes<usize> {
        self.start..self.end
    }

    /// The smallest range that contains both.
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

/// A name, a number or words without a meaning. Runs of blanks are one space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The text.
    pub text: String,
    /// The place of the text.
    pub at: At,
}

/// A word of the language that has a value, such as `own`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said<T> {
    /// The value.
    pub value: T,
    /// The place of the word.
    pub at: At,
}

/// A whole movement string. `Q` is a question about the board; by default, only its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Movement<Q = Word> {
    /// The clauses, read left to right.
    pub clauses: Vec<Clause<Q>>,
}

impl<Q> Movement<Q> {
    /// The questions about the board, with their places.
    pub fn asked(&self) -> impl Iterator<Item = (&Q, At)> {
        self.clauses.iter().filter_map(|clause| match clause.when()? {
            When::Cells(_) => None,
            When::Asked(question, at) => Some((question, *at)),
        })
    }

    /// True if some clause replaces the whole movement before it.
    pub fn starts_afresh(&self) -> bool {
        self.clauses.iter().any(|clause| match &clause.kind {
            ClauseKind::Replace { terms, when: None } => {
                terms.iter().all(|term| matches!(term.body, Body::Chain(_)))
            }
            ClauseKind::Replace { .. } | ClauseKind::Add { .. } | ClauseKind::Only(_) => false,
        })
    }
}

/// One clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause<Q = Word> {
    /// The content of the clause.
    pub kind: ClauseKind<Q>,
    /// The place of the clause.
    pub at: At,
}

impl<Q> Clause<Q> {
    /// True if the clause removes moves and adds none.
    pub fn is_none(&self) -> bool {
        match &self.kind {
            ClauseKind::Replace { terms, .. } => terms.is_empty(),
            ClauseKind::Add { .. } | ClauseKind::Only(_) => false,
        }
    }

    /// What stands after `when`.
    pub fn when(&self) -> Option<&When<Q>> {
        match &self.kind {
            ClauseKind::Replace { when, .. } | ClauseKind::Add { when, .. } => when.as_ref(),
            ClauseKind::Only(when) => Some(when),
        }
    }
}

/// The content of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClauseKind<Q = Word> {
    /// `TERMS [when C]`: replaces all terms so far.
    Replace {
        /// The terms; empty for `none`.
        terms: Vec<Term>,
        /// A condition on the moves.
        when: Option<When<Q>>,
    },
    /// `+ TERMS [when C]`: adds terms.
    Add {
        /// The terms.
        terms: Vec<Term>,
        /// A condition on the moves.
        when: Option<When<Q>>,
    },
    /// `only when C`: adds a condition to all terms so far.
    Only(When<Q>),
}

/// What stands after `when`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum When<Q = Word> {
    /// A condition on the start and end cells.
    Cells(Condition),
    /// A question about the board.
    Asked(Q, At),
}

impl<Q> When<Q> {
    /// The place of the condition or question.
    pub fn at(&self) -> At {
        match self {
            When::Cells(condition) => condition.at,
            When::Asked(_, at) => *at,
        }
    }
}

/// One term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Whether a space precedes the term. The first term of a list is `Joined`. A term is `Spaced`
    /// if it would form a doubled atom with the previous term: `JZ` is written `Z Z`.
    pub gap: Gap,
    /// The place of the word `leaping`, if it precedes the term.
    pub leaping: Option<At>,
    /// The circle that the term follows, if `arc 2` precedes the term.
    pub arc: Option<Arc>,
    /// The term without the words before it.
    pub body: Body,
    /// The place of the term, including the words before it.
    pub at: At,
}

/// The words `arc 2` before a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arc {
    /// The radius.
    pub radius: Number,
    /// The place of the words.
    pub at: At,
}

impl Term {
    /// True if this term and `next`, written without a space, would form a doubled atom.
    pub fn glues(&self, next: &Term) -> bool {
        let last = match &self.body {
            Body::Before(_, lone) => *lone,
            Body::Chain(Chain { core: Core::Lone(lone), range: Range::Unwritten, .. }) => {
                Some(*lone)
            }
            Body::Chain(_) => None,
        };
        let first = match &next.body {
            Body::Chain(chain)
                if chain.prefix.is_empty() && next.leaping.is_none() && next.arc.is_none() =>
            {
                match &chain.core {
                    Core::Lone(Lone { atom, .. }) | Core::Suffixed(atom, ..) => Some(*atom),
                    Core::Coordinates(..)
                    | Core::Triple(..)
                    | Core::Bracket(..)
                    | Core::Path(..) => None,
                }
            }
            Body::Chain(_) | Body::Before(..) => None,
        };
        match (last, first) {
            (Some(last), Some(first)) => last.count == Count::Single && last.atom == first,
            (_, None) | (None, _) => false,
        }
    }
}

/// The separation from the previous term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap {
    /// Nothing separates the two terms.
    Joined,
    /// A space separates the two terms.
    Spaced,
}

/// The content of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// `^` or `^O`: repeats all terms so far, or those of one atom.
    Before(Recall, Option<Lone>),
    /// A chain: modifiers, a core and a range.
    Chain(Chain),
}

/// How the terms so far are repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Recall {
    /// `^`: unchanged.
    Same,
    /// `m^`: only the terms that capture, as quiet moves.
    Quiet,
    /// `c^`: only the terms that move quietly, as captures.
    Capture,
}

/// An atom, single or doubled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lone {
    /// The atom.
    pub atom: Atom,
    /// Single or doubled.
    pub count: Count,
    /// The place of the atom.
    pub at: At,
}

/// Single or doubled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// A single atom: `N`.
    Single,
    /// A doubled atom: `NN`, a rider.
    Doubled,
}

/// A chain: modifiers, a core such as an atom, and a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The modifiers.
    pub prefix: Vec<Piece>,
    /// The core.
    pub core: Core,
    /// The range.
    pub range: Range,
    /// The place of the range. If no range is written, the place is empty and follows the core.
    pub range_at: At,
}

/// A part of a prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Letters of one leg.
    Marks(Marks),
    /// `a`: the next leg begins.
    Then(At),
    /// `(az)`: letters that may be repeated any number of times.
    Repeat(Vec<Piece>, At),
}

impl Piece {
    /// How often `mode` is written in this part of a prefix. Groups that repeat do not count.
    pub fn count(&self, mode: Mode) -> usize {
        match self {
            Piece::Marks(marks) => marks.count(mode),
            Piece::Then(_) | Piece::Repeat(..) => 0,
        }
    }
}

/// Direction letters and mode letters of one leg. In normal form runs are not empty, modes are
/// sorted, and there are enough modes to separate the runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Runs of direction letters; mode letters separate runs.
    pub runs: Vec<Vec<(Toward, At)>>,
    /// Mode letters, each as often as it is written.
    pub modes: Vec<(Mode, At)>,
    /// The place of these letters.
    pub at: At,
}

/// A letter of a prefix: a direction or a mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// One of the letters `f b l r v s h z q`.
    Toward(Toward),
    /// A mode: any other letter with a meaning, except `a`.
    Mode(Mode),
}

impl Marks {
    /// Brings letters of a prefix, in the order of the text, into normal form.
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

    /// How often `mode` is written in these letters.
    pub fn count(&self, mode: Mode) -> usize {
        self.modes.iter().filter(|&&(m, _)| m == mode).count()
    }
}

/// The core of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// An atom.
    Lone(Lone),
    /// An atom with `X` or `Y`.
    Suffixed(Atom, Suffix, At),
    /// `(4,1)`: the smaller number first, not both 0, each at most 99.
    Coordinates(u8, u8, At),
    /// `(1,1,1)`, the smallest first, none of them 0.
    Triple([u8; 3], At),
    /// Terms in brackets: `[F?R]`. Each [`Joint`] tells whether the piece may stop there.
    Bracket(Joined, At),
    /// Terms in parentheses, the legs of a path: `(W-F)`.
    Path(Joined, At),
}

/// Maximum coordinate of a leap.
pub(crate) const MAX_COORDINATE: u32 = 99;

impl Core {
    /// The place of the core.
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
    /// The first term.
    pub first: Box<Term>,
    /// The other terms, each with its joint to the previous term.
    pub rest: Vec<(Joint, Term)>,
}

/// How two neighbouring terms of a bracket or path are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joint {
    /// `?`: the piece may stop here.
    MayStop,
    /// `-`: the piece must go on.
    GoOn,
    /// No sign. In a path the terms are alternatives. After `n` they form one lame leap, and after
    /// `t` the joint means `?`.
    Adjacent,
}

/// How often a stride may be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// No range is written, so the default of the atom applies.
    Unwritten,
    /// `0`: any number of times.
    Endless,
    /// `4`: at most this number of times.
    UpTo(Number),
    /// `03`: exactly this number of times.
    Exactly(Number),
    /// `2-5`, or `2-0` for two and more.
    Between(Number, Option<Number>),
    /// `*`: a flexible range. It is parsed, but games cannot use it yet.
    Flexible,
}

/// Conditions or areas joined by `and`, `or` and `not`. In normal form there is no `Not` in a
/// `Not`, no `And` in an `And`, no `Or` in an `Or`, and no list with only one part. The
/// constructors keep this form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula<T> {
    /// The content of the formula.
    pub kind: FormulaKind<T>,
    /// The place of the formula.
    pub at: At,
}

/// The content of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulaKind<T> {
    /// A single condition or area.
    One(T),
    /// The opposite of a formula.
    Not(Box<Formula<T>>),
    /// All of these formulas.
    And(Vec<Formula<T>>),
    /// At least one of these formulas.
    Or(Vec<Formula<T>>),
}

impl<T> Formula<T> {
    /// A formula of a single condition or area.
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

    /// Joins `parts` by `and`. There must be at least one part.
    pub fn all(parts: Vec<Self>, at: At) -> Self {
        let flatten = |part: Self| match part.kind {
            FormulaKind::And(inner) => inner,
            FormulaKind::One(_) | FormulaKind::Not(_) | FormulaKind::Or(_) => vec![part],
        };
        Self::joined(parts.into_iter().flat_map(flatten).collect(), FormulaKind::And, at)
    }

    /// Joins `parts` by `or`. There must be at least one part.
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

/// A condition on the start and the end of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A word such as `strong`.
    Shade(ShadeWord),
    /// `shade 2`, counted from 1.
    ShadeNumber(u8),
    /// `unmoved`
    Unmoved,
    /// Words such as `same shade` or `forward`.
    Relative(Relation),
    /// `every 0.5`
    Every(Number),
    /// `from AREA`. Areas such as ranks and files are printed without `from`.
    From(Area),
    /// `to AREA`
    To(Area),
}

/// A set of cells.
pub type Area = Formula<Spot>;

/// A set of cells that does not combine other sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// `last rank`
    LastRank,
    /// `layer 2`, `layers 2-4`: first and last, from 1.
    Layers(u8, u8),
    /// `rank 2`, `ranks 2-4`: first and last, from 1.
    Ranks(u8, u8),
    /// `file e`, `files c-f`: first and last.
    Files(char, char),
    /// `edge`
    Edge,
    /// `corner`
    Corner,
    /// `disc 4,4 r 0.5`
    Plot(Plot),
    /// Cells, rectangles and zones; at least one.
    Cells(Vec<(Named, At)>),
    /// `enemy's AREA`, where the area is not `Enemys` itself.
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

// The letters and words of the movement notation, except direction letters. These are in
// `Toward`. `letter` returns the letter of a value, and
// `from_letter` reads one.

alfil_diagnostics::spelt! {
    /// A modifier letter of a prefix: neither a direction nor `a`. The order is XBoard's.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
    pub enum Mode: char, letter, from_letter {
        /// `i`: the piece has not moved. On a later leg: as many strides as the previous leg had.
        Initial = 'i',
        /// `m`: without capture.
        Quiet = 'm',
        /// `c`: capturing.
        Capture = 'c',
        /// `d`: captures pieces of its own side.
        Destroy = 'd',
        /// `e`: captures en passant.
        EnPassant = 'e',
        /// `k`: captures only royal pieces.
        Royal = 'k',
        /// `t`: may not capture royal pieces.
        Tame = 't',
        /// `p`: hops over exactly one piece.
        Hop = 'p',
        /// `g`: hops over the first piece and lands on the next cell.
        Grasshopper = 'g',
        /// `o`: continues across the edge.
        Cylinder = 'o',
        /// `y`: on later legs, single steps become rides and rides become single steps.
        Toggle = 'y',
        /// `n`: cannot jump over pieces (a lame leap).
        Lame = 'n',
        /// `j`: must jump over a piece.
        Jump = 'j',
        /// `u`: the captured piece reappears.
        Unload = 'u',
        /// `x`: another piece continues the walk.
        Excite = 'x',
    }
}

alfil_diagnostics::spelt! {
    /// An atom: a capital letter or `@`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
    #[allow(missing_docs, reason = "each is its letter; `Drop` is `@`")]
    pub enum Atom: char, letter, from_canonical {
        W = 'W',
        F = 'F',
        D = 'D',
        H = 'H',
        A = 'A',
        G = 'G',
        N = 'N',
        C = 'C',
        Z = 'Z',
        K = 'K',
        R = 'R',
        B = 'B',
        Q = 'Q',
        O = 'O',
        U = 'U',
        Drop = '@',
    }
}

impl Atom {
    /// The atom of a letter. `L` and `J` are older names of `C` and `Z`.
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'L' => Some(Atom::C),
            'J' => Some(Atom::Z),
            _ => Self::from_canonical(letter),
        }
    }

    /// The coordinates of a single leap, the smaller first.
    pub fn leap(self) -> Option<(u8, u8)> {
        match self {
            Atom::W => Some((0, 1)),
            Atom::F => Some((1, 1)),
            Atom::D => Some((0, 2)),
            Atom::H => Some((0, 3)),
            Atom::A => Some((2, 2)),
            Atom::G => Some((3, 3)),
            Atom::N => Some((1, 2)),
            Atom::C => Some((1, 3)),
            Atom::Z => Some((2, 3)),
            Atom::K | Atom::R | Atom::B | Atom::Q | Atom::O | Atom::U | Atom::Drop => None,
        }
    }
}

/// A letter after an atom that lengthens its leap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Suffix {
    /// `X`: adds 3 to the longer coordinate.
    X,
    /// `Y`: adds 2 to both coordinates.
    Y,
}

impl Suffix {
    /// The coordinates of the lengthened leap, the smaller first.
    pub fn lengthen(self, (short, long): (u8, u8)) -> (u8, u8) {
        match self {
            Suffix::X => (short, long + 3),
            Suffix::Y => (short + 2, long + 2),
        }
    }
}

/// A number, stored in thousandths. At most [`Number::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number(pub u32);

impl Number {
    /// The largest number of a movement string: 9999.
    pub const MAX: Number = Number(9_999_000);

    /// The value, if it is a whole number. `None` for fractions.
    pub fn whole(self) -> Option<u16> {
        self.0.is_multiple_of(1000).then_some((self.0 / 1000) as u16)
    }
}

alfil_diagnostics::spelt! {
    /// A word for a shade.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
    #[allow(missing_docs, reason = "each is its word")]
    pub enum ShadeWord: &'static str, word, from_word {
        Strong = "strong",
        Weak = "weak",
        Neutral = "neutral",
        Light = "light",
        Dark = "dark",
    }
}
