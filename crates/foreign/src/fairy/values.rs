//! The types of values in a file of variants, and the kinds of pieces that the program knows by
//! name. `ini.rs` reads the values.

use std::collections::{BTreeMap, BTreeSet};

// The types of values in a file of variants. `ini.rs` reads them.

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

    /// The squares that are not in the other set.
    pub(crate) fn without(&self, other: &Squares) -> Squares {
        let mut ranks = self.ranks;
        for (row, other) in ranks.iter_mut().zip(other.ranks) {
            *row &= !other;
        }
        Squares { ranks }
    }

    /// The squares that are in one of both.
    pub(crate) fn with(&self, other: &Squares) -> Squares {
        let mut ranks = self.ranks;
        for (row, other) in ranks.iter_mut().zip(other.ranks) {
            *row |= other;
        }
        Squares { ranks }
    }

    /// The squares that are in both.
    pub(crate) fn common(&self, other: &Squares) -> Squares {
        let mut ranks = self.ranks;
        for (row, other) in ranks.iter_mut().zip(other.ranks) {
            *row &= other;
        }
        Squares { ranks }
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

/// Squares for some types.
pub(crate) type PieceSquares = BTreeMap<PieceType, Squares>;

/// Pieces of the first set may not capture those of the second; both sets name types.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Bans(pub(crate) Vec<Ban>);

/// A capture that is forbidden, or allowed again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ban {
    pub(crate) attackers: PieceSet,
    pub(crate) targets: PieceSet,
}

impl Bans {
    /// True if it speaks of this capture.
    pub(crate) fn contains(&self, attacker: PieceType, target: PieceType) -> bool {
        let Bans(bans) = self;
        bans.iter().any(|ban| ban.attackers.contains(attacker) && ban.targets.contains(target))
    }
}

/// Numbers of moves of the first turns. The last two of them alternate for ever.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Lengths(pub(crate) Vec<u32>);

/// The side that gets the points of a captured piece, as the capturing side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scorer {
    Us,
    Them,
    Owner,
    NonOwner,
}

/// The letters of the pieces, which other values use.
pub(crate) type Letters = BTreeMap<char, PieceType>;

/// A rank, which counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rank(pub(crate) u8);

/// A file, which counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct File(pub(crate) u8);

// The kinds of pieces that the program knows by name.

/// A kind of piece with a name of its own in `variants.ini`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Predefined {
    /// The key that gives it a letter, such as `knight`.
    pub key: &'static str,
    /// How it moves, in Betza's notation as that program reads it.
    pub betza: &'static str,
}

/// All predefined kinds, as the comments of the program's own `variants.ini` list them.
pub(crate) const PREDEFINED: &[Predefined] = &[
    Predefined { key: "pawn", betza: "fmWfceF" },
    Predefined { key: "knight", betza: "N" },
    Predefined { key: "bishop", betza: "B" },
    Predefined { key: "rook", betza: "R" },
    Predefined { key: "queen", betza: "Q" },
    Predefined { key: "fers", betza: "F" },
    Predefined { key: "alfil", betza: "A" },
    Predefined { key: "fersAlfil", betza: "FA" },
    Predefined { key: "silver", betza: "FfW" },
    Predefined { key: "aiwok", betza: "RNF" },
    Predefined { key: "bers", betza: "RF" },
    Predefined { key: "archbishop", betza: "BN" },
    Predefined { key: "chancellor", betza: "RN" },
    Predefined { key: "amazon", betza: "QN" },
    Predefined { key: "knibis", betza: "mNcB" },
    Predefined { key: "biskni", betza: "mBcN" },
    Predefined { key: "kniroo", betza: "mNcR" },
    Predefined { key: "rookni", betza: "mRcN" },
    Predefined { key: "shogiPawn", betza: "fW" },
    Predefined { key: "lance", betza: "fR" },
    Predefined { key: "shogiKnight", betza: "fN" },
    Predefined { key: "gold", betza: "WfF" },
    Predefined { key: "dragonHorse", betza: "BW" },
    Predefined { key: "clobber", betza: "cW" },
    Predefined { key: "breakthrough", betza: "fmWfF" },
    Predefined { key: "immobile", betza: "" },
    Predefined { key: "cannon", betza: "mRcpR" },
    Predefined { key: "janggiCannon", betza: "pR" },
    Predefined { key: "soldier", betza: "fsW" },
    Predefined { key: "horse", betza: "nN" },
    Predefined { key: "elephant", betza: "nA" },
    Predefined { key: "janggiElephant", betza: "nZ" },
    Predefined { key: "banner", betza: "RcpRnN" },
    Predefined { key: "wazir", betza: "W" },
    Predefined { key: "commoner", betza: "K" },
    Predefined { key: "centaur", betza: "KN" },
    Predefined { key: "king", betza: "K" },
];
