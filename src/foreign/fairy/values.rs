//! The types of values in a file of variants, and how they are read.

use crate::foreign::fairy::ini::brief;
use crate::foreign::fairy::pieces::PREDEFINED;
use std::collections::{BTreeMap, BTreeSet};

/// The most files and the most ranks of a board.
pub(crate) const MAX_SIZE: u8 = 16;

/// The highest number of a custom piece.
pub(crate) const MAX_CUSTOM: u8 = 99;

/// A type of pieces: one of `PREDEFINED`, or a custom one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum PieceType {
    /// An index into `PREDEFINED`.
    Predefined(u8),
    /// The number of `customPiece1` and so on.
    Custom(u8),
}

impl PieceType {
    /// The type that a key gives a letter.
    pub(crate) fn of_key(key: &str) -> Option<PieceType> {
        if let Some(at) = PREDEFINED.iter().position(|piece| piece.key == key) {
            return u8::try_from(at).ok().map(PieceType::Predefined);
        }
        let number = key.strip_prefix("customPiece")?;
        let plain = !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
        let number = number.parse().ok().filter(|n| plain && (1..=MAX_CUSTOM).contains(n))?;
        Some(PieceType::Custom(number))
    }

    /// The key that gives it a letter.
    pub(crate) fn key(self) -> String {
        match self {
            PieceType::Predefined(at) => {
                PREDEFINED.get(usize::from(at)).map_or(String::new(), |piece| piece.key.to_owned())
            }
            PieceType::Custom(number) => format!("customPiece{number}"),
        }
    }

    /// True for the predefined type with this key.
    pub(crate) fn is(self, key: &str) -> bool {
        match self {
            PieceType::Predefined(at) => {
                PREDEFINED.get(usize::from(at)).is_some_and(|piece| piece.key == key)
            }
            PieceType::Custom(_) => false,
        }
    }

    /// How it moves, in the program's own notation, unless the file says otherwise.
    pub(crate) fn betza(self) -> Option<&'static str> {
        match self {
            PieceType::Predefined(at) => PREDEFINED.get(usize::from(at)).map(|piece| piece.betza),
            PieceType::Custom(_) => None,
        }
    }
}

/// A side, as keys name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    /// Both.
    pub(crate) const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The word in keys.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

/// A value for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sided<T> {
    pub(crate) white: T,
    pub(crate) black: T,
}

impl<T: Clone> Sided<T> {
    /// The same value for both sides.
    pub(crate) fn both(value: T) -> Self {
        Sided { white: value.clone(), black: value }
    }

    /// The value of a side.
    pub(crate) fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

/// A set of squares. Squares beyond the board of a variant may be in it: `*8` is the whole rank of
/// the largest board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Squares {
    /// The files of each rank as bits, rank 1 first.
    ranks: [u16; MAX_SIZE as usize],
}

impl Squares {
    /// Every square.
    pub(crate) const ALL: Squares = Squares { ranks: [u16::MAX; MAX_SIZE as usize] };

    /// All squares of a rank, which counts from 1.
    pub(crate) fn rank(rank: u8) -> Squares {
        let mut squares = Squares::default();
        (0..MAX_SIZE).for_each(|file| squares.insert(file, rank - 1));
        squares
    }

    /// Adds a square. File and rank count from 0.
    pub(crate) fn insert(&mut self, file: u8, rank: u8) {
        if let Some(row) = self.ranks.get_mut(usize::from(rank)) {
            *row |= 1 << file.min(MAX_SIZE - 1);
        }
    }

    /// True if the square is in it. File and rank count from 0.
    pub(crate) fn contains(&self, file: u8, rank: u8) -> bool {
        self.ranks.get(usize::from(rank)).is_some_and(|row| row >> file & 1 == 1)
    }
}

/// A set of types of pieces.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceSet {
    /// True for `*`: pieces of all types together.
    pub(crate) all: bool,
    /// The types.
    pub(crate) types: BTreeSet<PieceType>,
}

impl PieceSet {
    /// The predefined types with these keys.
    pub(crate) fn of(keys: &[&str]) -> PieceSet {
        PieceSet {
            all: false,
            types: keys.iter().filter_map(|key| PieceType::of_key(key)).collect(),
        }
    }

    /// True if pieces of this type are in it.
    pub(crate) fn contains(&self, piece: PieceType) -> bool {
        self.all || self.types.contains(&piece)
    }

    /// True if it has no pieces.
    pub(crate) fn is_empty(&self) -> bool {
        !self.all && self.types.is_empty()
    }
}

/// The result of a rule for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Win,
    Loss,
    Draw,
    None,
}

/// Where walls are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walling {
    None,
    Arrow,
    Duck,
    Edge,
    Past,
    Static,
}

/// What a drop must enclose, or which pieces it turns over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Enclosing {
    None,
    Reversi,
    Ataxx,
    Quadwrangle,
    Snort,
    Anyside,
    Top,
}

/// How pieces are compared at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counting {
    None,
    Janggi,
    Unweighted,
    WhiteDrawOdds,
    BlackDrawOdds,
}

/// Rules that limit the number of moves once little is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndCount {
    None,
    Makruk,
    Cambodian,
    Asean,
}

/// Rules against chasing a piece for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chasing {
    None,
    Axf,
}

/// What becomes of captured pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Captured {
    Out,
    Hand,
    Prison,
}

/// Rights of castling, by their letters.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rights(pub(crate) String);

/// Pairs of types, such as a piece and what it promotes to.
pub(crate) type Pairs = BTreeMap<PieceType, PieceType>;

/// A number for some types.
pub(crate) type Counts = BTreeMap<PieceType, u32>;

/// The letters of the pieces, which other values use.
pub(crate) type Letters = BTreeMap<char, PieceType>;

/// A type of values.
pub(crate) trait Value: Sized {
    /// What the value should be, for messages.
    const WHAT: &'static str;

    /// Reads a value. The error says what is wrong with it.
    fn read(text: &str, letters: &Letters) -> Result<Self, String>;

    /// Reads a value over the one of the parent. Pairs add up; other values replace each other.
    fn read_over(text: &str, letters: &Letters, _parent: &Self) -> Result<Self, String> {
        Self::read(text, letters)
    }
}

/// The letter of a piece, which has a type.
fn piece(letter: char, letters: &Letters) -> Result<PieceType, String> {
    let known = letters.get(&letter.to_ascii_lowercase());
    known.copied().ok_or_else(|| format!("no piece has the letter `{letter}`"))
}

impl Value for bool {
    const WHAT: &'static str = "true or false";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        match text {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(String::new()),
        }
    }
}

impl Value for u32 {
    const WHAT: &'static str = "a number";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        text.parse().map_err(|_| String::new())
    }
}

/// A rank, which counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rank(pub(crate) u8);

impl Value for Rank {
    const WHAT: &'static str = "a rank from 1 to 16";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let rank = text.parse().ok().filter(|rank| (1..=MAX_SIZE).contains(rank));
        rank.map(Rank).ok_or_else(String::new)
    }
}

/// A file, which counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct File(pub(crate) u8);

impl Value for File {
    const WHAT: &'static str = "a file: a letter from a to p, or its number";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let number = match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                Some(letter.to_ascii_lowercase() - b'a' + 1)
            }
            _ => text.parse().ok(),
        };
        let file = number.filter(|file| (1..=MAX_SIZE).contains(file));
        file.map(File).ok_or_else(String::new)
    }
}

impl Value for Squares {
    const WHAT: &'static str = "squares such as `e4`, ranks such as `*8` or files such as `a*`";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let mut squares = Squares::default();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is no square, rank or file", brief(word));
            let mut letters = word.chars();
            let first = letters.next().ok_or_else(wrong)?.to_ascii_lowercase();
            let files = match first {
                '*' => 0..MAX_SIZE,
                'a'..='p' => (first as u8 - b'a')..(first as u8 - b'a' + 1),
                _ => return Err(wrong()),
            };
            let ranks = match letters.as_str() {
                "*" => 0..MAX_SIZE,
                number => {
                    let rank: u8 = number.parse().ok().ok_or_else(wrong)?;
                    if !(1..=MAX_SIZE).contains(&rank) {
                        return Err(wrong());
                    }
                    rank - 1..rank
                }
            };
            for file in files {
                ranks.clone().for_each(|rank| squares.insert(file, rank));
            }
        }
        Ok(squares)
    }
}

impl Value for PieceSet {
    const WHAT: &'static str = "letters of pieces, `*` or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        let mut set = PieceSet::default();
        let signs = text.chars().filter(|c| !c.is_whitespace());
        for letter in signs.take_while(|letter| *letter != '-') {
            match letter {
                '*' => set.all = true,
                letter => {
                    set.types.insert(piece(letter, letters)?);
                }
            }
        }
        Ok(set)
    }
}

impl Value for Option<PieceType> {
    const WHAT: &'static str = "the letter of a piece, or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        match text.chars().next() {
            None | Some('-' | '*') => Ok(None),
            Some(letter) => piece(letter, letters).map(Some),
        }
    }
}

impl Value for Pairs {
    const WHAT: &'static str = "pairs of letters such as `p:g s:g`, or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        Self::read_over(text, letters, &Pairs::new())
    }

    fn read_over(text: &str, letters: &Letters, parent: &Self) -> Result<Self, String> {
        let mut pairs = parent.clone();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let signs: Vec<char> = word.chars().collect();
            match signs[..] {
                [from, ':', '-'] => {
                    pairs.remove(&piece(from, letters)?);
                }
                [from, ':', to] => {
                    pairs.insert(piece(from, letters)?, piece(to, letters)?);
                }
                _ => return Err(format!("`{}` is no pair", brief(word))),
            }
        }
        Ok(pairs)
    }
}

impl Value for Counts {
    const WHAT: &'static str = "letters with numbers such as `q:1 r:2`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        Self::read_over(text, letters, &Counts::new())
    }

    fn read_over(text: &str, letters: &Letters, parent: &Self) -> Result<Self, String> {
        let mut counts = parent.clone();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is no letter with a number", brief(word));
            let (letter, number) = word.split_once(':').ok_or_else(wrong)?;
            let mut signs = letter.chars();
            let (Some(letter), None) = (signs.next(), signs.next()) else { return Err(wrong()) };
            counts.insert(piece(letter, letters)?, number.parse().map_err(|_| wrong())?);
        }
        Ok(counts)
    }
}

impl Value for String {
    const WHAT: &'static str = "a text";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl Value for Rights {
    const WHAT: &'static str = "some of `KQkq`, or `-`";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let letters: String = text.chars().filter(|c| !"- ".contains(*c)).collect();
        let known = letters.chars().all(|c| "KQkq".contains(c));
        if known { Ok(Rights(letters)) } else { Err(String::new()) }
    }
}

/// Reads an enum by the words of its variants.
macro_rules! words {
    ($type:ident: $($word:literal $value:ident),+) => {
        impl Value for $type {
            const WHAT: &'static str = concat!("one of", $(" `", $word, "`"),+);

            fn read(text: &str, _: &Letters) -> Result<Self, String> {
                match text {
                    $($word => Ok($type::$value),)+
                    _ => Err(String::new()),
                }
            }
        }
    };
}

words!(Verdict: "win" Win, "loss" Loss, "draw" Draw, "none" None);
words!(Walling: "none" None, "arrow" Arrow, "duck" Duck, "edge" Edge, "past" Past, "static" Static);
words!(
    Enclosing: "none" None, "reversi" Reversi, "ataxx" Ataxx, "quadwrangle" Quadwrangle, "snort" Snort,
    "anyside" Anyside, "top" Top
);
words!(
    Counting: "none" None, "janggi" Janggi, "unweighted" Unweighted, "whitedrawodds" WhiteDrawOdds,
    "blackdrawodds" BlackDrawOdds
);
words!(EndCount: "none" None, "makruk" Makruk, "cambodian" Cambodian, "asean" Asean);
words!(Chasing: "none" None, "axf" Axf);
words!(Captured: "out" Out, "hand" Hand, "prison" Prison);
