//! The words of the notation: letters, numbers, shades.
//!
//! Owns: [`Mode`], [`Atom`], [`Suffix`], [`Number`], [`ShadeWord`], each with the letter or word that
//! writes it; direction letters are [`Toward`](crate::rules::direction::Toward). Invariant:
//! `from_letter` undoes `letter`.

/// A letter that is neither direction, `a` nor atom, in the order in which XBoard wants them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Mode {
    /// `i`: the piece has not moved; on a later leg: as long as the leg before.
    Initial,
    /// `m`: without capture.
    Quiet,
    /// `c`: capturing.
    Capture,
    /// `d`: capturing one's own.
    Destroy,
    /// `e`: capturing in passing.
    EnPassant,
    /// `k`: royalty.
    Royal,
    /// `t`: may not capture royalty.
    Tame,
    /// `p`: over exactly one piece.
    Hop,
    /// `g`: directly behind the first piece met.
    Grasshopper,
    /// `o`: across the edge.
    Cylinder,
    /// `y`: changes the range.
    Toggle,
    /// `n`: lame.
    Lame,
    /// `j`: must jump.
    Jump,
    /// `u`: the victim reappears.
    Unload,
    /// `x`: excites the piece found.
    Excite,
}

impl Mode {
    /// Every mode, in canonical order.
    pub const ALL: [Mode; 15] = [
        Mode::Initial,
        Mode::Quiet,
        Mode::Capture,
        Mode::Destroy,
        Mode::EnPassant,
        Mode::Royal,
        Mode::Tame,
        Mode::Hop,
        Mode::Grasshopper,
        Mode::Cylinder,
        Mode::Toggle,
        Mode::Lame,
        Mode::Jump,
        Mode::Unload,
        Mode::Excite,
    ];

    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Mode::Initial => 'i',
            Mode::Quiet => 'm',
            Mode::Capture => 'c',
            Mode::Destroy => 'd',
            Mode::EnPassant => 'e',
            Mode::Royal => 'k',
            Mode::Tame => 't',
            Mode::Hop => 'p',
            Mode::Grasshopper => 'g',
            Mode::Cylinder => 'o',
            Mode::Toggle => 'y',
            Mode::Lame => 'n',
            Mode::Jump => 'j',
            Mode::Unload => 'u',
            Mode::Excite => 'x',
        }
    }

    /// The mode of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.letter() == letter)
    }
}

/// A capital.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[allow(missing_docs, reason = "each is its letter; `Drop` is `@`")]
pub enum Atom {
    W,
    F,
    D,
    H,
    A,
    G,
    N,
    C,
    Z,
    K,
    R,
    B,
    Q,
    O,
    U,
    Drop,
}

impl Atom {
    /// Every atom.
    pub const ALL: [Atom; 16] = [
        Atom::W,
        Atom::F,
        Atom::D,
        Atom::H,
        Atom::A,
        Atom::G,
        Atom::N,
        Atom::C,
        Atom::Z,
        Atom::K,
        Atom::R,
        Atom::B,
        Atom::Q,
        Atom::O,
        Atom::U,
        Atom::Drop,
    ];

    /// Its canonical letter.
    pub fn letter(self) -> char {
        match self {
            Atom::W => 'W',
            Atom::F => 'F',
            Atom::D => 'D',
            Atom::H => 'H',
            Atom::A => 'A',
            Atom::G => 'G',
            Atom::N => 'N',
            Atom::C => 'C',
            Atom::Z => 'Z',
            Atom::K => 'K',
            Atom::R => 'R',
            Atom::B => 'B',
            Atom::Q => 'Q',
            Atom::O => 'O',
            Atom::U => 'U',
            Atom::Drop => '@',
        }
    }

    /// The atom of a letter; `L` and `J` are the older names of `C` and `Z`.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'L' => Some(Atom::C),
            'J' => Some(Atom::Z),
            _ => Self::ALL.into_iter().find(|a| a.letter() == letter),
        }
    }

    /// Its leap as coordinates, the smaller first, if it is one leap.
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

/// A letter behind an atom that lengthens it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Suffix {
    /// Adds 3 to the longer coordinate.
    X,
    /// Adds 2 to both.
    Y,
}

impl Suffix {
    /// The coordinates of a lengthened leap, the smaller first.
    pub fn lengthen(self, (short, long): (u8, u8)) -> (u8, u8) {
        match self {
            Suffix::X => (short, long + 3),
            Suffix::Y => (short + 2, long + 2),
        }
    }
}

/// A number of thousandths, at most [`Number::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number(pub u32);

impl Number {
    /// The largest number of a movement string: 9999.
    pub const MAX: Number = Number(9_999_000);

    /// Its value if it is whole.
    pub fn whole(self) -> Option<u16> {
        self.0.is_multiple_of(1000).then_some((self.0 / 1000) as u16)
    }
}

/// A shade as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[allow(missing_docs, reason = "each is its word")]
pub enum ShadeWord {
    Strong,
    Weak,
    Neutral,
    Light,
    Dark,
}

impl ShadeWord {
    /// Every word.
    pub const ALL: [ShadeWord; 5] =
        [ShadeWord::Strong, ShadeWord::Weak, ShadeWord::Neutral, ShadeWord::Light, ShadeWord::Dark];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            ShadeWord::Strong => "strong",
            ShadeWord::Weak => "weak",
            ShadeWord::Neutral => "neutral",
            ShadeWord::Light => "light",
            ShadeWord::Dark => "dark",
        }
    }
}
