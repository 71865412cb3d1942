//! Directions as written: words in a mover's own frame, before any board gives them cells.
//!
//! Owns: [`Toward`], [`Directions`]. A space's compass (`board/topology/compass.rs`) turns them into headings;
//! which letters pair up is decided there, because it differs between orthogonal, diagonal and oblique
//! leaps. Source of the reading rules: the digest of the Betza family, sections 2 and 10.

alfil_diagnostics::spelt! {
    /// One direction letter.
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
        /// `h`: in a pair only, a half (`fh`) or a hand (`hl`, `hr`).
        Half = 'h',
        /// `z` on a later leg: the side opposite to the last bend; either side if nothing has bent yet.
        Opposite = 'z',
        /// `q` on a later leg: the side of the last bend; either side if nothing has bent yet.
        Same = 'q',
    }
}

/// How letters before a leap are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reading {
    /// By the leap's own system: orthogonal union, diagonal pairs, oblique pairs with the second
    /// letter the long axis.
    Own,
    /// The leap is one half of a classic `K` or `Q`: on its diagonal half, letters along different
    /// axes intersect as a product (`frl` is the two forward diagonals).
    ClassicCompound,
    /// The eight-fold system: `f` is one direction, `fr` one, `fs` two. Of the headings that result,
    /// those that the stride has count.
    EightFold,
}

/// Which of a leap's headings are meant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Directions {
    /// Runs of letters; a letter of another kind between two direction letters breaks the run, and
    /// letters pair up within a run only. No run: every heading (on a later leg every one but back).
    pub runs: Vec<Vec<Toward>>,
    /// How the letters are read.
    pub reading: Reading,
}

impl Directions {
    /// Every heading.
    pub fn all() -> Self {
        Self { runs: Vec::new(), reading: Reading::Own }
    }

    /// Whether no letter restricts the headings.
    pub fn is_all(&self) -> bool {
        self.runs.is_empty()
    }
}

/// What a stretch of a run says, before a leap gives it headings. `x` and `y` are single letters of
/// different axes; `v` and `s` never take the first place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// `f`, `ff`: one letter, once or twice; `v` and `s` too.
    Lone(Toward),
    /// `fl`, `fs`: the second letter is one of the other axis.
    Pair(Toward, Toward),
    /// `fh`
    Half(Toward),
    /// `hl`, `hr`
    Hand(Toward),
    /// An `h` that halves nothing.
    Stray,
}

impl Toward {
    /// Whether it is `f b v`, against `l r s z q`; `h` is neither.
    pub fn is_vertical(self) -> Option<bool> {
        match self {
            Toward::Forward | Toward::Backward | Toward::Vertical => Some(true),
            Toward::Left | Toward::Right | Toward::Sideways | Toward::Opposite | Toward::Same => {
                Some(false)
            }
            Toward::Half => None,
        }
    }

    /// Whether it is one of `f b l r`.
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

/// A run scanned left to right into parts, with the position of each part's first letter.
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
