//! What keys a definition may have, as data.
//!
//! Owns: [`Key`] and a table of keys for every mapping of a definition. The reader refuses what is
//! not in a table; `alfil schema` and the reference are made from the same rows. Invariant: a key
//! that is read somewhere is in its table, because the reader asks by name and panics in tests
//! otherwise.

/// One key of a mapping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its spelling.
    pub name: &'static str,
    /// What its value looks like.
    pub form: &'static str,
    /// What it says, in one line.
    pub doc: &'static str,
}

const fn key(name: &'static str, form: &'static str, doc: &'static str) -> Key {
    Key { name, form, doc }
}

/// A mapping of a definition: what it is called in findings, and its keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schema {
    /// `a piece`, `the definition`.
    pub what: &'static str,
    /// Its keys, in the order in which they are best written.
    pub keys: &'static [Key],
}

/// The file itself.
pub const DEFINITION: Schema = Schema {
    what: "a definition",
    keys: &[
        key("name", "words", "what people call the game"),
        key("about", "mapping", "where it comes from, for people"),
        key("abstract", "true or false", "whether this is only a parent, not played itself"),
        key("modifier", "true or false", "whether this is laid over games"),
        key("extends", "NAME", "the parent: a shipped name, a path, or a sum of them"),
        key("modifiers", "list of NAME", "modifiers laid over all that this file says, in order"),
        key("dialect", "classic or xbetza", "how directions before K and Q are read in this file"),
        key("space", "space", "where it is played, such as `grid 8x8`"),
        key("zones", "mapping of areas", "named sets of cells"),
        key("pieces", "mapping of pieces", "kinds of pieces by name; `none` removes one"),
        key(
            "every move",
            "only when QUESTION",
            "what must hold of every move, and of every piece that it displaces",
        ),
        key(
            "attacks",
            "^ or only when CONDITION",
            "what `every move` means for attack, if not the same",
        ),
        key(
            "must",
            "question or list of them",
            "moves among which a side must choose, if it has any",
        ),
        key(
            "effects",
            "list of sentences",
            "what else moves do: `when giving check then count checks`",
        ),
        key("castling", "mapping or none", "which pieces castle"),
        key("en passant", "none", "takes capturing in passing away"),
        key("plane", "mapping", "what only a plane wants to know: radius, least distance, ..."),
        key("hand", "mapping or none", "pieces that wait beside the board, to be dropped with `@`"),
        key("turn", "mapping or none", "how many moves a side makes in a row, and which"),
        key("setup", "position", "the start position"),
        key("shuffle", "mapping or none", "which cells of the setup change their pieces"),
        key("ends", "mapping", "how games end"),
        key("tests", "list of cases", "facts that must hold of this definition"),
    ],
};

/// `about:`.
pub const ABOUT: Schema = Schema {
    what: "`about`",
    keys: &[
        key("inventor", "words", "who thought of it"),
        key("year", "words", "when"),
        key("source", "words", "where its rules were published"),
        key("rules", "words", "the rules, for people"),
        key("notes", "words", "how silent points are read"),
    ],
};

/// One entry of `pieces:`.
pub const PIECE: Schema = Schema {
    what: "a piece",
    keys: &[
        key("name", "word", "another name from here on"),
        key("letter", "X or +X", "its letter in positions, upper case"),
        key("moves", "movement", "how it moves"),
        key("attacks", "movement", "what it attacks, where that differs"),
        key("worth", "a number", "how much it is worth where a rule asks; 1 if it is not said"),
        key("royal", "true, false, all or last", "whether its side loses when it is mated"),
        key("owner", "side or nobody", "whose it is"),
        key("body", "body", "what it covers on a plane: `disc 0.25`, `triangle 0.2x1`"),
        key("turns", "true or false", "whether it may turn on its centre instead, on a plane"),
        key("promotes", "mapping, list of them or none", "where and to what it promotes"),
    ],
};

/// An entry of `zones:` that differs from side to side.
pub const ZONE: Schema = Schema {
    what: "a zone",
    keys: &[
        key("white", "area", "where it lies for White"),
        key("black", "area", "where it lies for Black"),
    ],
};

/// `promotes:`.
pub const PROMOTES: Schema = Schema {
    what: "`promotes`",
    keys: &[
        key("at", "area", "the zone: a move that ends there promotes; the whole board if absent"),
        key(
            "on",
            "enter, move, leave, stay, drop",
            "moves into, inside and out of the zone; promoting there without moving; drops there",
        ),
        key(
            "may",
            "stay or wait",
            "stay what it is, save where it never moves again; wait in the zone while there is no kind",
        ),
        key(
            "to",
            "pieces or others",
            "to what; `others` is all that is neither royal nor promotes",
        ),
        key("only", "lost", "only to kinds of which one has fewer than in the setup"),
        key("when", "question", "of the move before it is made, such as `capturing` or `white`"),
    ],
};

/// `plane:`.
pub const PLANE: Schema = Schema {
    what: "`plane`",
    keys: &[
        key("radius", "number", "radius of every piece whose `body` is not said; 0.25 if absent"),
        key("least distance", "number", "no move is shorter; 0.1 if absent"),
        key("quantum", "number or none", "every distance is a multiple of it"),
        key(
            "reach",
            "number",
            "the part of the way to the edge that a move may cover; 1 if absent",
        ),
        key("king path", "lenient or strict", "whether a king may leave an attack through it"),
    ],
};

/// `hand:`.
pub const HAND: Schema = Schema {
    what: "`hand`",
    keys: &[
        key("captured", "to captor, to owner or gone", "into whose hand captured pieces go"),
        key("promoted", "revert or stay", "whether captured promoted pieces are what they were"),
        key("own captured", "to hand or gone", "where pieces go that their own side captures"),
        key("supply", "pieces", "kinds of which there is always one more, in no hand"),
        key("immobile", "allowed or forbidden", "drops onto cells where they never move again"),
        key("only when", "question", "what is asked of each drop"),
        key("no mate by", "pieces", "kinds whose drop may not mate"),
    ],
};

/// `turn:`.
pub const TURN: Schema = Schema {
    what: "`turn`",
    keys: &[
        key("steps", "list of steps", "the moves of a turn; a number, or `one more each turn`"),
        key("white", "mapping", "White's steps, where they differ"),
        key("black", "mapping", "Black's steps, where they differ"),
        key("first turn of the game", "mapping or none", "White's steps in the first turn"),
        key("castling", "any step or as other moves", "whether castling asks for the start cell"),
        key("check ends the turn", "true or false", "whether the steps after a check are lost"),
        key("check before the last step", "allowed or forbidden", "whether it is legal"),
        key("in check", "mapping or none", "a second way out of check"),
        key(
            "king safe",
            "each step or end of turn",
            "when: from the next move, or from the whole next turn",
        ),
        key("en passant", "any step, first step or first steps", "with which steps of the turn"),
        key("no move", "skips the step or ends the game", "in a step, its side not in check"),
    ],
};

/// `white:`, `black:`, `first turn of the game:`.
pub const SERIES: Schema =
    Schema { what: "a turn", keys: &[key("steps", "list of steps", "the moves of a turn")] };

/// One entry of `steps:`.
pub const STEP: Schema = Schema {
    what: "a step",
    keys: &[
        key(
            "if",
            "question",
            "what is asked of the last move; the step is left out if the answer is no",
        ),
        key("from", "condition", "where the piece stands, such as `light`"),
        key("pieces", "pieces", "which kinds may move"),
        key("who", "pieces of a question", "which pieces may move, such as `own but last mover`"),
        key("only when", "question", "what is asked of each move of the step"),
        key("repeats", "true or false", "whether the step comes again once it is made"),
        key("may pass", "true, false or question", "whether the step may be left out"),
    ],
};

/// `in check:`.
pub const PARRY: Schema = Schema {
    what: "`in check`",
    keys: &[
        key("parry also from", "condition", "where else the piece may stand that parries"),
        key("forfeits", "step N", "the steps up to this one are lost then"),
    ],
};

/// `castling:`.
pub const CASTLING: Schema = Schema {
    what: "`castling`",
    keys: &[
        key("with", "pieces, or mapping", "the kinds that castling may take as partner"),
        key("files", "two files", "where `isO`, without a number, ends"),
        key("where", "mapping of cells", "from where kinds castle, if not as the setup stands"),
        key("only when", "question", "what is asked of castling besides"),
    ],
};

/// `shuffle:`.
pub const SHUFFLE: Schema = Schema {
    what: "`shuffle`",
    keys: &[
        key("cells", "area", "the cells whose pieces change places, as White counts"),
        key("sides", "alike or apart", "whether Black's array is White's, or one of its own"),
        key("only when", "question", "what must hold of each side of a start"),
        key("order", "pieces", "which pieces are placed first, for the numbers of the starts"),
    ],
};

/// `ends:`.
pub const ENDS: Schema = Schema {
    what: "`ends`",
    keys: &[
        key("checkmate", "win, loss, draw or none", "for the side in check without a legal move"),
        key(
            "stalemate",
            "win, loss, draw, or with a part of the point `loss 1/4`",
            "for the side without a legal move, not in check",
        ),
        key("goals", "list of sentences", "what ends the game: `win when no enemy king`"),
        key("claims", "list of sentences", "what may be claimed: `draw when at most 1 any pieces`"),
        key("fifty moves", "draw or none", "fifty moves without capture or pawn move"),
        key("threefold", "draw or none", "the same position for the third time"),
        key("fourfold", "draw or none", "the same position for the fourth time"),
    ],
};

/// One entry of `tests:`.
pub const CASE: Schema = Schema {
    what: "a test",
    keys: &[
        key("perft", "list of numbers", "numbers of move sequences of length 1, 2, ..."),
        key("moves", "mapping", "legal moves that there are, or are not"),
        key("attacks", "mapping", "cells that are attacked, or are not"),
        key("game", "moves", "a game, every move legal; `+` and `#` after a move are checked"),
        key("starts", "number", "how many starts a game with several has"),
        key(
            "untested",
            "rule",
            "a rule that no test exercises, by the name that coverage gives it",
        ),
        key("because", "words", "why no test exercises it"),
        key("position", "position", "where it starts, if not at the start position"),
        key("number", "number", "at which start, of a game with several"),
        key("after", "moves", "moves made before looking"),
        key("ends", "ending", "how the game ends"),
        key("source", "words", "who says so"),
    ],
};

/// `moves:` and `attacks:` of a test.
pub const CLAIM: Schema = Schema {
    what: "a claim",
    keys: &[
        key("by", "white or black", "whose attacks; the side to move if absent"),
        key("from", "cell", "of the piece on this cell only"),
        key("exactly", "list", "these and no others"),
        key("including", "list", "these among others"),
        key("excluding", "list", "none of these"),
    ],
};

/// Every mapping, for documentation.
pub const ALL: [Schema; 16] = [
    DEFINITION, ABOUT, ZONE, PIECE, PROMOTES, CASTLING, SHUFFLE, PLANE, HAND, TURN, SERIES, STEP,
    PARRY, ENDS, CASE, CLAIM,
];
