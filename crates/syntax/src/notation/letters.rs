//! The letters and words of the movement notation, except direction letters. These are in
//! [`Toward`](alfil_rules::direction::Toward). `letter` returns the letter of a value, and
//! `from_letter` reads one.

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
