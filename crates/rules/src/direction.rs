//! Direction letters of movement strings, as the mover sees them.
//!
//! A heading is a direction on a certain board. The board's compass
//! (`crates/topology/src/compass.rs`) converts letters to headings. It also decides which
//! letters form a pair, because orthogonal, diagonal and oblique leaps differ. `docs/language.md`
//! describes how the letters are read.

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
