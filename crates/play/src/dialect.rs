//! How positions are written in other programs: castling rights, hands, counters and letters.

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// `KQkq` for the outermost partners, else the file of the partner.
    Sides,
    /// The files of all partners: `HAha`.
    Files,
}

/// When the passed cell is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// After each move that passes a cell.
    Always,
    /// Only if a legal move captures there.
    Capturable,
}

/// Where the pieces in hand are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// In brackets after the placement: `[QPp]`.
    Brackets,
    /// After one more slash: `/QPp`.
    Slash,
    /// In the third field with numbers: `Q2Pp`. The sides have exchanged letters, and there is
    /// neither a castling field nor one for e.p.
    Counted,
}

/// How counters are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// With their names at the end: `checks=1+0`.
    Named,
    /// What is left until the goal, before the clocks: `2+3`.
    Left,
    /// What was counted, after the clocks: `+1+0`.
    Given,
}

/// Where pieces are written that have never moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmoved {
    /// The others are named at the end: `moved=b1`.
    Named,
    /// Their files are in the castling field: `KQBCDFG`.
    Files,
}

/// The letters of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// Those of the definition.
    Own,
    /// Those of WXF: `H` and `E` for the horses and elephants of xiangqi.
    Wxf,
}

/// How positions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// Castling rights.
    pub castling: Castling,
    /// The passed cell.
    pub passing: Passing,
    /// Pieces in hand.
    pub hand: Hand,
    /// Counters.
    pub counts: Counts,
    /// Pieces that have never moved.
    pub unmoved: Unmoved,
    /// Letters.
    pub letters: Letters,
}

impl Dialect {
    /// As Alfil writes positions. Nothing is lost.
    pub const ALFIL: Dialect = Dialect {
        castling: Castling::Sides,
        passing: Passing::Always,
        hand: Hand::Brackets,
        counts: Counts::Named,
        unmoved: Unmoved::Named,
        letters: Letters::Own,
    };

    /// X-FEN.
    pub const X_FEN: Dialect = Dialect {
        passing: Passing::Capturable,
        counts: Counts::Left,
        unmoved: Unmoved::Files,
        ..Dialect::ALFIL
    };

    /// Shredder-FEN.
    pub(crate) const SHREDDER: Dialect = Dialect { castling: Castling::Files, ..Dialect::X_FEN };

    /// As lichess writes positions.
    pub const LICHESS: Dialect =
        Dialect { hand: Hand::Slash, counts: Counts::Given, ..Dialect::X_FEN };

    /// As shogi programs write positions.
    pub const SFEN: Dialect = Dialect { hand: Hand::Counted, ..Dialect::X_FEN };

    /// With the letters of WXF.
    pub(crate) const WXF: Dialect = Dialect { letters: Letters::Wxf, ..Dialect::X_FEN };

    /// All dialects with their names.
    pub const ALL: [(Dialect, &'static str); 8] = [
        (Dialect::ALFIL, "alfil"),
        (Dialect::X_FEN, "x-fen"),
        (Dialect::SHREDDER, "shredder"),
        (Dialect::LICHESS, "lichess"),
        (Dialect::X_FEN, "pychess"),
        (Dialect::X_FEN, "fairy"),
        (Dialect::SFEN, "sfen"),
        (Dialect::WXF, "wxf"),
    ];

    /// The dialect with this name.
    pub fn find(name: &str) -> Option<Dialect> {
        Dialect::ALL.iter().find(|(_, known)| *known == name).map(|(dialect, _)| *dialect)
    }
}
