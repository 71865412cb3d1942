//! The kinds of pieces that the program knows by name.

/// A kind of piece with a name of its own in `variants.ini`.
#[derive(Clone, Copy, Debug)]
pub struct Predefined {
    /// The key that gives it a letter, such as `knight`.
    pub key: &'static str,
    /// How it moves, in Betza's notation as that program reads it.
    pub betza: &'static str,
}

/// All predefined kinds, as the comments of the program's own `variants.ini` list them.
pub const PREDEFINED: &[Predefined] = &[
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
