//! Tables of the keys of all mappings of a definition.
//!
//! The reader rejects keys that are in no table. `alfil schema` and the reference use the same
//! tables. The reader looks up keys by name and panics in debug builds if a key is in no table.

use crate::choices;
use crate::value::Language::*;
use crate::value::Naming;
use crate::value::Value::{self, *};
pub use crate::value::{Key, Schema};
use alfil_rules::figure::Figure;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::ruleset::{Occasions, Owner, Royalty};
use alfil_rules::shuffle::Arrays;
use alfil_rules::symbol::Men;

const fn key(name: &'static str, value: Value, form: &'static str, doc: &'static str) -> Key {
    Key { name, value, form, doc }
}

const PROSE: Value = Text(Prose);
const NONE: Value = OneOf(|| vec!["none".to_owned()]);
const TRUTH: Value = OneOf(|| words(&choices::TRUTHS));
const STEPS: Value =
    Either(&[List(&Mapping(&STEP)), Text(Count), OneOf(|| vec![choices::GROWING.to_owned()])]);

/// The words of a table of choices.
fn words<T>(choices: &[(&str, T)]) -> Vec<String> {
    choices.iter().map(|(word, _)| (*word).to_owned()).collect()
}

/// The words of an enum.
fn spelt<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<String> {
    all.iter().map(|&it| word(it).to_owned()).collect()
}

/// The words for the verdicts of an event.
fn verdicts(event: Event) -> Vec<String> {
    event.verdicts().iter().map(|&verdict| Verdict::words(verdict)).collect()
}

/// The keys of the whole file.
pub const DEFINITION: Schema = Schema {
    what: "a definition",
    keys: &[
        key("name", PROSE, "words", "what people call the game"),
        key("about", Mapping(&ABOUT), "mapping", "where it comes from, for people"),
        key("abstract", TRUTH, "true or false", "whether this is only a parent, not played itself"),
        key("modifier", TRUTH, "true or false", "whether this is laid over games"),
        key(
            "extends",
            Text(Parent),
            "NAME",
            "the parent: a shipped name, a path, or a sum of them",
        ),
        key(
            "modifiers",
            Words(Modifier),
            "list of NAME",
            "modifiers laid over all that this file says, in order",
        ),
        key(
            "dialect",
            OneOf(|| words(&choices::DIALECTS)),
            "classic or xbetza",
            "how directions before K and Q are read in this file",
        ),
        key("space", Text(Space), "space", "where it is played, such as `grid 8x8`"),
        key(
            "zones",
            Either(&[NONE, Named(Naming::Zones, &Either(&[Text(Area), Mapping(&ZONE)]))]),
            "mapping of areas",
            "named sets of cells; `none` adds none",
        ),
        key(
            "pieces",
            Named(Naming::Kinds, &Either(&[NONE, Mapping(&PIECE)])),
            "mapping of pieces",
            "kinds of pieces by name; `none` removes one",
        ),
        key("men", OneOf(|| spelt(&Men::ALL, Men::word)), "discs, wedges", "on what symbols stand"),
        key(
            "every move",
            Text(Restriction),
            "only when QUESTION",
            "what must hold of every move, and of every piece that it displaces",
        ),
        key(
            "attacks",
            Text(Restriction),
            "^ or only when CONDITION",
            "what `every move` means for attack, if not the same",
        ),
        key(
            "must",
            Either(&[NONE, Text(Question), List(&Text(Question))]),
            "question or list of them",
            "moves among which a side must choose, if it has any",
        ),
        key(
            "effects",
            Either(&[NONE, Text(Effect), List(&Text(Effect))]),
            "list of sentences",
            "what else moves do: `when giving check then count checks`",
        ),
        key(
            "castling",
            Either(&[NONE, Mapping(&CASTLING)]),
            "mapping or none",
            "which pieces castle",
        ),
        key("en passant", NONE, "none", "takes capturing in passing away"),
        key(
            "plane",
            Mapping(&PLANE),
            "mapping",
            "what only a plane wants to know: radius, least distance, ...",
        ),
        key(
            "hand",
            Either(&[NONE, Mapping(&HAND)]),
            "mapping or none",
            "pieces that wait beside the board, to be dropped with `@`",
        ),
        key(
            "turn",
            Either(&[NONE, Mapping(&TURN)]),
            "mapping or none",
            "how many moves a side makes in a row, and which",
        ),
        key("setup", Text(Position), "position", "the start position"),
        key(
            "shuffle",
            Either(&[NONE, Mapping(&SHUFFLE)]),
            "mapping or none",
            "which cells of the setup change their pieces",
        ),
        key("ends", Mapping(&ENDS), "mapping", "how games end"),
        key(
            "tests",
            List(&Mapping(&CASE)),
            "list of cases",
            "facts that must hold of this definition",
        ),
    ],
};

/// The keys of `about`.
pub(crate) const ABOUT: Schema = Schema {
    what: "`about`",
    keys: &[
        key("inventor", PROSE, "words", "who thought of it"),
        key("year", PROSE, "words", "when"),
        key("source", PROSE, "words", "where its rules were published"),
        key("rules", PROSE, "words", "the rules, for people"),
        key("notes", PROSE, "words", "how silent points are read"),
    ],
};

/// The keys of an entry of `pieces`.
pub(crate) const PIECE: Schema = Schema {
    what: "a piece",
    keys: &[
        key("name", Text(Kind), "word", "another name from here on"),
        key("letter", Text(Letter), "X or +X", "its letter in positions, upper case"),
        key("symbol", Text(Sign), "sign, or White's and Black's", "what it is in pictures"),
        key("figure", OneOf(|| spelt(Figure::ALL, Figure::word)), "word", "its figure in pictures"),
        key("moves", Text(Movement), "movement", "how it moves"),
        key("attacks", Text(Movement), "movement", "what it attacks, where that differs"),
        key("worth", Text(Number), "a number", "its worth where a rule asks; 1 if not said"),
        key(
            "royal",
            OneOf(|| spelt(Royalty::ALL, Royalty::word)),
            "true, false, all or last",
            "whether its side loses when it is mated",
        ),
        key("owner", OneOf(|| spelt(Owner::ALL, Owner::word)), "side, nobody, both", "whose it is"),
        key("blocks", TRUTH, "true or false", "whether it stands in the way of what moves"),
        key("body", Text(Body), "body", "what it covers on a plane: `disc 0.25`, `triangle 0.2x1`"),
        key("turns", TRUTH, "true or false", "whether it may turn on its centre, on a plane"),
        key(
            "promotes",
            Either(&[NONE, Mapping(&PROMOTES), List(&Mapping(&PROMOTES))]),
            "mapping, list of them or none",
            "where and to what it promotes",
        ),
    ],
};

/// The keys of an entry of `zones` with an area for each side.
pub(crate) const ZONE: Schema = Schema {
    what: "a zone",
    keys: &[
        key("white", Text(Area), "area", "where it lies for White"),
        key("black", Text(Area), "area", "where it lies for Black"),
    ],
};

/// The keys of `promotes`.
pub(crate) const PROMOTES: Schema = Schema {
    what: "`promotes`",
    keys: &[
        key(
            "at",
            Text(Area),
            "area",
            "the zone: a move that ends there promotes; the whole board if absent",
        ),
        key(
            "on",
            Either(&[OneOf(|| Occasions::WORDS.map(str::to_owned).into()), Words(Prose)]),
            "enter, move, leave, stay, drop",
            "moves into, inside and out of the zone; promoting there without moving; drops there",
        ),
        key(
            "may",
            OneOf(|| words(&choices::MAY)),
            "stay or wait",
            "stay what it is, save where it never moves again; wait in the zone while there is no kind",
        ),
        key(
            "to",
            Words(Kind),
            "pieces or others",
            "to what; `others` is all that is neither royal nor promotes",
        ),
        key(
            "only",
            OneOf(|| words(&choices::ONLY)),
            "lost",
            "only to kinds of which one has fewer than in the setup",
        ),
        key(
            "when",
            Text(Question),
            "question",
            "of the move before it is made, such as `capturing` or `white`",
        ),
    ],
};

/// The keys of `plane`.
pub(crate) const PLANE: Schema = Schema {
    what: "`plane`",
    keys: &[
        key(
            "radius",
            Text(Number),
            "number",
            "radius of every piece whose `body` is not said; 0.25 if absent",
        ),
        key("least distance", Text(Number), "number", "no move is shorter; 0.1 if absent"),
        key(
            "quantum",
            Either(&[NONE, Text(Number)]),
            "number or none",
            "every distance is a multiple of it",
        ),
        key(
            "reach",
            Text(Number),
            "number",
            "the part of the way to the edge that a move may cover; 1 if absent",
        ),
        key(
            "king path",
            OneOf(|| words(&choices::KING_PATHS)),
            "lenient or strict",
            "whether a king may leave an attack through it",
        ),
    ],
};

/// The keys of `hand`.
pub(crate) const HAND: Schema = Schema {
    what: "`hand`",
    keys: &[
        key(
            "captured",
            OneOf(|| words(&choices::CAPTURED)),
            "to captor, to owner or gone",
            "into whose hand captured pieces go",
        ),
        key(
            "promoted",
            OneOf(|| words(&choices::PROMOTED)),
            "revert or stay",
            "whether captured promoted pieces are what they were",
        ),
        key(
            "own captured",
            OneOf(|| words(&choices::OWN_CAPTURED)),
            "to hand or gone",
            "where pieces go that their own side captures",
        ),
        key("supply", Words(Kind), "pieces", "kinds of which there is always one more, in no hand"),
        key(
            "immobile",
            OneOf(|| words(&choices::IMMOBILE)),
            "allowed or forbidden",
            "drops onto cells where they never move again",
        ),
        key("only when", Text(Question), "question", "what is asked of each drop"),
        key("no mate by", Words(Kind), "pieces", "kinds whose drop may not mate"),
    ],
};

/// The keys of `turn`.
pub(crate) const TURN: Schema = Schema {
    what: "`turn`",
    keys: &[
        key(
            "steps",
            STEPS,
            "list of steps",
            "the moves of a turn; a number, or `one more each turn`",
        ),
        key("white", Mapping(&SERIES), "mapping", "White's steps, where they differ"),
        key("black", Mapping(&SERIES), "mapping", "Black's steps, where they differ"),
        key(
            "first turn of the game",
            Either(&[NONE, Mapping(&SERIES)]),
            "mapping or none",
            "White's steps in the first turn",
        ),
        key(
            "castling",
            OneOf(|| words(&choices::TURN_CASTLING)),
            "any step or as other moves",
            "whether castling asks for the start cell",
        ),
        key(
            "check ends the turn",
            TRUTH,
            "true or false",
            "whether the steps after a check are lost",
        ),
        key(
            "check before the last step",
            OneOf(|| words(&choices::EARLY_CHECK)),
            "allowed or forbidden",
            "whether it is legal",
        ),
        key(
            "in check",
            Either(&[NONE, Mapping(&PARRY)]),
            "mapping or none",
            "a second way out of check",
        ),
        key(
            "king safe",
            OneOf(|| words(&choices::SAFETY)),
            "each step or end of turn",
            "when: from the next move, or from the whole next turn",
        ),
        key(
            "en passant",
            OneOf(|| words(&choices::PASSANT)),
            "any step, first step or first steps",
            "with which steps of the turn",
        ),
        key(
            "no move",
            OneOf(|| words(&choices::STUCK)),
            "skips the step or ends the game",
            "in a step, its side not in check",
        ),
    ],
};

/// The keys of `white`, `black` and `first turn of the game`.
pub(crate) const SERIES: Schema =
    Schema { what: "a turn", keys: &[key("steps", STEPS, "list of steps", "the moves of a turn")] };

/// The keys of an entry of `steps`.
pub(crate) const STEP: Schema = Schema {
    what: "a step",
    keys: &[
        key(
            "if",
            Text(Question),
            "question",
            "what is asked of the last move; the step is left out if the answer is no",
        ),
        key("from", Text(Condition), "condition", "where the piece stands, such as `light`"),
        key("pieces", Words(Kind), "pieces", "which kinds may move"),
        key(
            "who",
            Text(Question),
            "pieces of a question",
            "which pieces may move, such as `own but last mover`",
        ),
        key("only when", Text(Question), "question", "what is asked of each move of the step"),
        key("repeats", TRUTH, "true or false", "whether the step comes again once it is made"),
        key(
            "may pass",
            Either(&[TRUTH, Text(Question)]),
            "true, false or question",
            "whether the step may be left out",
        ),
        key("may pass in check", Text(Question), "question", "where it may be left out in check"),
    ],
};

/// The keys of `in check`.
pub(crate) const PARRY: Schema = Schema {
    what: "`in check`",
    keys: &[
        key(
            "parry also from",
            Text(Condition),
            "condition",
            "where else the piece may stand that parries",
        ),
        key("forfeits", Text(Step), "step N", "the steps up to this one are lost then"),
    ],
};

/// The keys of `castling`.
pub(crate) const CASTLING: Schema = Schema {
    what: "`castling`",
    keys: &[
        key(
            "with",
            Either(&[Words(Kind), Named(Naming::Castlings, &Words(Kind))]),
            "pieces, or mapping",
            "the kinds that castling may take as partner",
        ),
        key("files", Words(File), "two files", "where `isO`, without a number, ends"),
        key(
            "where",
            Named(Naming::Kinds, &Words(Cell)),
            "mapping of cells",
            "from where kinds castle, if not as the setup stands",
        ),
        key("only when", Text(Question), "question", "what is asked of castling besides"),
    ],
};

/// The keys of `shuffle`.
pub(crate) const SHUFFLE: Schema = Schema {
    what: "`shuffle`",
    keys: &[
        key("cells", Text(Area), "area", "the cells whose pieces change places, as White counts"),
        key(
            "sides",
            OneOf(|| spelt(Arrays::ALL, Arrays::word)),
            "alike or apart",
            "whether Black's array is White's, or one of its own",
        ),
        key("only when", Text(Question), "question", "what must hold of each side of a start"),
        key(
            "order",
            Words(Kind),
            "pieces",
            "which pieces are placed first, for the numbers of the starts",
        ),
    ],
};

/// The keys of `ends`.
pub(crate) const ENDS: Schema = Schema {
    what: "`ends`",
    keys: &[
        key(
            "checkmate",
            Either(&[OneOf(|| verdicts(Event::Checkmate)), Text(Share)]),
            "win, loss, draw or none",
            "for the side in check without a legal move",
        ),
        key(
            "stalemate",
            Either(&[OneOf(|| verdicts(Event::Stalemate)), Text(Share)]),
            "win, loss, draw, none, or with a part of the point `loss 1/4`",
            "for the side without a legal move, not in check",
        ),
        key(
            "goals",
            Either(&[NONE, Text(Goal), List(&Text(Goal))]),
            "list of sentences",
            "what ends the game: `win when no enemy king`",
        ),
        key(
            "claims",
            Either(&[NONE, Text(Goal), List(&Text(Goal))]),
            "list of sentences",
            "what may be claimed: `draw when at most 1 any pieces`",
        ),
        key(
            "fifty moves",
            OneOf(|| verdicts(Event::MoveLimit(100))),
            "draw or none",
            "fifty moves without capture or pawn move",
        ),
        key(
            "threefold",
            OneOf(|| verdicts(Event::Repetition(3))),
            "draw or none",
            "the same position for the third time",
        ),
        key(
            "fourfold",
            OneOf(|| verdicts(Event::Repetition(4))),
            "draw or none",
            "the same position for the fourth time",
        ),
    ],
};

/// The keys of an entry of `tests`.
pub(crate) const CASE: Schema = Schema {
    what: "a test",
    keys: &[
        key(
            "perft",
            Words(Count),
            "list of numbers",
            "numbers of move sequences of length 1, 2, ...",
        ),
        key("moves", Mapping(&CLAIM), "mapping", "legal moves that there are, or are not"),
        key("attacks", Mapping(&CLAIM), "mapping", "cells that are attacked, or are not"),
        key(
            "game",
            Words(Move),
            "moves",
            "a game, every move legal; `+` and `#` after a move are checked",
        ),
        key("starts", Text(Count), "number", "how many starts a game with several has"),
        key(
            "untested",
            Text(Rule),
            "rule",
            "a rule that no test exercises, by the name that coverage gives it",
        ),
        key("because", PROSE, "words", "why no test exercises it"),
        key(
            "position",
            Text(Position),
            "position",
            "where it starts, if not at the start position",
        ),
        key("number", Text(Count), "number", "at which start, of a game with several"),
        key("after", Words(Move), "moves", "moves made before looking"),
        key("ends", OneOf(choices::endings), "ending", "how the game ends"),
        key("source", PROSE, "words", "who says so"),
    ],
};

/// The keys of `moves` and `attacks` in a test.
pub(crate) const CLAIM: Schema = Schema {
    what: "a claim",
    keys: &[
        key(
            "by",
            OneOf(|| words(&choices::SIDES)),
            "white or black",
            "whose attacks; the side to move if absent",
        ),
        key("from", Text(Cell), "cell", "of the piece on this cell only"),
        key("exactly", Words(Move), "list", "these and no others"),
        key("including", Words(Move), "list", "these among others"),
        key("excluding", Words(Move), "list", "none of these"),
    ],
};

/// All mappings, for documentation.
pub const ALL: [Schema; 16] = [
    DEFINITION, ABOUT, ZONE, PIECE, PROMOTES, CASTLING, SHUFFLE, PLANE, HAND, TURN, SERIES, STEP,
    PARRY, ENDS, CASE, CLAIM,
];
