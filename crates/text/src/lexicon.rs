//! The names that sentences use, and English grammar: articles, plurals, numbers, lists and verbs.

use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::chance::{Die, DieId};
use alfil_rules::condition::Zone;
use alfil_rules::effect::shape::{Goes, Shape};
use alfil_rules::effect::{Becoming, Deed, Extent, Picked, Source, Spot};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::movement::{Action, Movement};
use alfil_rules::notation::NamedQuestion;
use alfil_rules::question::{CounterId, Men, Subject, Whose};
use alfil_rules::ruleset::{Royalty, Ruleset};
use alfil_rules::setup::Square;
use alfil_rules::side::Side;

// The names that sentences use. `Lexicon` holds the names of a game and facts about its pieces;
// `Voice` holds the words for the side, the piece and the cells of a move.

/// The names of a game, and facts that sentences rely on.
#[derive(Clone)]
pub struct Lexicon<'a> {
    kinds: Vec<&'a str>,
    /// For each kind, whether a side never has more than one piece of it.
    lone: Vec<bool>,
    /// For each kind, whether the board never has more than one piece of it.
    single: Vec<bool>,
    /// For each kind, whether the setup has a piece of it.
    set_up: Vec<bool>,
    pub(super) zones: &'a IndexVec<ZoneId, Zone>,
    counters: &'a [String],
    pub(super) dice: &'a IndexVec<DieId, Die>,
    /// Named questions, whose names stand for them.
    named: &'a [NamedQuestion],
    pub(super) layers: u8,
    /// Number of ranks of the board; `None` without a board.
    pub(super) ranks: Option<u8>,
    /// True if cells are hexagons.
    pub(super) hexagons: bool,
    /// Whether some piece captures en passant.
    pub(super) passant: bool,
    /// The words for the enemies of a side.
    pub(super) foes: Foes,
    /// What people call White and Black.
    pub(super) sides: [&'a str; 2],
}

/// The words for the enemies of a side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foes {
    /// All of them together: `the opponent`.
    pub(crate) who: &'static str,
    /// The possessive: `the opponent's`.
    pub(crate) whose: &'static str,
    /// All sides together, after `of`: `both sides`.
    pub(crate) and_own: &'static str,
}

impl Foes {
    const ONE: Foes = Foes { who: "the opponent", whose: "the opponent's", and_own: "both sides" };

    /// With more than two sides. A question about enemies is about the pieces of all of them together,
    /// so the words are those for a group.
    const SEVERAL: Foes = Foes { who: "the enemy", whose: "the enemy's", and_own: "all sides" };

    pub(crate) fn of(rules: &Ruleset) -> Foes {
        if rules.sides.are_two() { Foes::ONE } else { Foes::SEVERAL }
    }
}

/// The dice of a movement without a game.
const NO_DICE: &IndexVec<DieId, Die> = &IndexVec::new();

impl<'a> Lexicon<'a> {
    /// The lexicon of a game.
    pub fn of(rules: &'a Ruleset) -> Lexicon<'a> {
        let count = rules.kinds.len();
        let mut lone = vec![false; count];
        let mut single = vec![false; count];
        let mut set_up = vec![false; count];
        for kind in rules.kinds.ids() {
            let of_side = |side: Side| set_up_count(rules, kind, side);
            let all: usize = rules.sides.each().map(of_side).sum();
            let most = rules.sides.each().map(of_side).max().unwrap_or(0);
            set_up[kind.index()] = all > 0;
            let grows = may_grow(rules, kind);
            lone[kind.index()] = most <= 1 && !grows;
            single[kind.index()] = all <= 1 && !grows;
        }
        Lexicon {
            kinds: rules.kinds.iter().map(|kind| kind.name.value.as_str()).collect(),
            lone,
            single,
            set_up,
            zones: &rules.zones,
            counters: &rules.counters,
            dice: &rules.dice,
            named: &rules.named,
            layers: rules.space.lattice.layers(),
            ranks: Some(rules.space.lattice.ranks()),
            hexagons: rules.space.lattice.is_hexagonal(),
            passant: rules.kinds.iter().any(|kind| captures_in_passing(&kind.moves)),
            foes: Foes::of(rules),
            sides: Side::BOTH.map(|side| rules.name_of(side)),
        }
    }

    /// The lexicon for a movement without a game.
    pub fn alone(zones: &'a IndexVec<ZoneId, Zone>) -> Lexicon<'a> {
        Lexicon {
            kinds: Vec::new(),
            lone: Vec::new(),
            single: Vec::new(),
            set_up: Vec::new(),
            zones,
            counters: &[],
            dice: NO_DICE,
            named: &[],
            layers: 1,
            ranks: None,
            hexagons: false,
            passant: true,
            foes: Foes::ONE,
            sides: Side::BOTH.map(Side::name),
        }
    }

    pub(crate) fn kind(&self, kind: KindId) -> &'a str {
        self.kinds.get(kind.index()).copied().unwrap_or("piece")
    }

    /// Returns true if a side never has two pieces of this kind.
    pub(crate) fn is_lone(&self, kind: KindId) -> bool {
        self.lone.get(kind.index()).copied().unwrap_or(false)
    }

    /// Returns true if the board never has two pieces of this kind.
    pub(crate) fn is_single(&self, kind: KindId) -> bool {
        self.single.get(kind.index()).copied().unwrap_or(false)
    }

    /// Returns true if the setup has a piece of this kind.
    pub(crate) fn is_set_up(&self, kind: KindId) -> bool {
        self.set_up.get(kind.index()).copied().unwrap_or(false)
    }

    /// The same lexicon with only the first `count` named questions.
    pub(crate) fn with_named(self, count: usize) -> Lexicon<'a> {
        Lexicon { named: &self.named[..count], ..self }
    }

    /// Questions that have a name.
    pub(super) fn named(&self) -> &'a [NamedQuestion] {
        self.named
    }

    /// The name of a counter.
    pub(crate) fn counter(&self, counter: CounterId) -> &'a str {
        self.counters.get(counter.index()).map_or("points", String::as_str)
    }
}

/// The number of pieces of `kind` in the setup of `side`. Neutral and unowned pieces count as
/// White's.
fn set_up_count(rules: &Ruleset, kind: KindId, side: Side) -> usize {
    let placement = &rules.setup.placement;
    let squares = placement.rows.iter().flat_map(|row| &row.cells);
    let on_cells = squares.filter(|square| square.value == Square::Piece(side, kind));
    let stands = placement.points.iter().map(|stand| (stand.value.side, stand.value.kind));
    let held = rules.setup.hands.iter().flat_map(|hands| hands.value.iter().copied());
    on_cells.count() + stands.chain(held).filter(|&piece| piece == (side, kind)).count()
}

/// Returns true if a side may later have more pieces of `kind` than in the setup.
fn may_grow(rules: &Ruleset, kind: KindId) -> bool {
    let promotes = rules.kinds.iter().any(|k| {
        k.promotions.iter().any(|promotion| promotion.to.contains(&kind))
            || k.reverts_to.is_some_and(|reversion| reversion.to == kind)
    });
    let supplied = rules.hand.as_ref().is_some_and(|hand| hand.supply.contains(&kind));
    // A captured piece may be dropped by the capturing side, which then has one more. Royal pieces
    // are never captured.
    let caught = rules.hand.is_some() && rules.kinds[kind].royal != Royalty::Each;
    let deeds = rules.effects.iter().any(|effect| {
        effect.deeds.iter().enumerate().any(|(number, deed)| {
            let shape = deed.shape();
            let makes = shape.makes().contains(&kind);
            let Shape { supplies, target, becomes, goes, changes_side, .. } = shape;
            if let Some(what) = supplies {
                let everywhere =
                    matches!(target, Some(Spot::Empty(Picked { extent: Extent::Each, .. })));
                let grows = || everywhere || !clears(effect.deeds.get(..number), kind);
                return makes && (what.from == Source::Hand || grows());
            }
            // A covered piece waits beside the others of its kind and may come back.
            deed.stacks()
                || makes
                || changes_side
                || matches!(becomes, Some(Becoming::Victim))
                || goes == Goes::Hand && rules.hand.is_some()
        })
    });
    promotes || supplied || caught || deeds
}

/// Returns true if these actions remove every piece of `kind` from the board.
fn clears(deeds: Option<&[Deed]>, kind: KindId) -> bool {
    deeds.into_iter().flatten().any(|deed| removes_all(deed) == Some(kind))
}

/// Returns true if a term captures en passant.
pub(crate) fn captures_in_passing(moves: &Movement) -> bool {
    moves.terms.iter().any(|term| match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.en_passant),
        Action::Castle(_) | Action::Drop(_) => false,
    })
}

/// The topic of a sentence, to which the word `it` refers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Topic {
    /// A side, in goals.
    Side,
    Move,
    Piece,
}

/// The words for the side, the piece and the cells in a question.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    pub(crate) about: Topic,
    /// The side that the question is about: `the player`.
    pub(crate) side: &'static str,
    /// The possessive of `side`: `the player's`.
    pub(crate) sides: &'static str,
    /// The subject of verbs such as `captures` and `gives check`: `the move`.
    pub(crate) subject: &'static str,
    pub(crate) mover: &'static str,
    /// The cell where the move starts.
    pub(crate) start: &'static str,
    /// The cell where the move ends.
    pub(crate) end: &'static str,
    /// The piece that made the move before.
    pub(crate) last_mover: &'static str,
    /// The cell that the move before left.
    pub(crate) last_start: &'static str,
}

/// The words for the move before, as long as the player has not moved.
const LAST: [&str; 2] = ["the piece that moved last", "the cell that the last move left"];
/// The words for the move before, once the player has moved.
const BEFORE: [&str; 2] =
    ["the piece that made the move before", "the cell that the move before left"];

impl Voice {
    /// The voice for goals and claims: `A side wins when ...`.
    pub const GOAL: Voice = Voice {
        about: Topic::Side,
        side: "it",
        sides: "its",
        subject: "it",
        mover: "the piece that it moved",
        start: "the cell where its move began",
        end: "the cell where its move ended",
        last_mover: LAST[0],
        last_start: LAST[1],
    };
    /// The voice for questions about every move: `A move is legal only if ...`.
    pub const MOVE: Voice = Voice {
        about: Topic::Move,
        side: "the player",
        sides: "the player's",
        subject: "the move",
        mover: "the piece that moves",
        start: "the cell where the move starts",
        end: "the cell where the move ends",
        last_mover: LAST[0],
        last_start: LAST[1],
    };
    /// Like `MOVE`, with a pronoun for the move.
    pub const OF_MOVE: Voice = Voice { subject: "it", ..Voice::MOVE };
    /// The voice for one term of a piece: `It moves ..., only if ...`.
    pub const TERM: Voice = Voice {
        about: Topic::Piece,
        side: "its side",
        sides: "its side's",
        subject: "it",
        mover: "it",
        start: "the cell where it starts",
        end: "the cell where it ends",
        last_mover: LAST[0],
        last_start: LAST[1],
    };
    /// The voice for effects: `When a move captures, ...`.
    pub const EFFECT: Voice = Voice {
        mover: "the piece that moved",
        start: "the cell where the move started",
        end: "the cell where the move ended",
        last_mover: BEFORE[0],
        last_start: BEFORE[1],
        ..Voice::MOVE
    };
    /// The voice for effects of a piece: `When a queen moves, it ...`.
    pub(crate) const EFFECT_OF_PIECE: Voice = Voice {
        about: Topic::Piece,
        subject: "it",
        mover: "it",
        start: "the cell where it started",
        end: "the cell where it ended",
        last_mover: BEFORE[0],
        last_start: BEFORE[1],
        ..Voice::MOVE
    };

    pub(crate) const ALLY: &'static str = "an ally";
    pub(crate) const ALLIES: &'static str = "an ally's";

    /// The possessive of an owner.
    pub(crate) fn genitive(self, whose: Whose, foes: Foes) -> Option<&'static str> {
        match whose {
            Whose::Own => Some(self.sides),
            Whose::Enemy => Some(foes.whose),
            Whose::Ally => Some(Voice::ALLIES),
            Whose::Any => None,
        }
    }
}

/// The kind of which an action removes all pieces of both sides.
pub(super) fn removes_all(deed: &Deed) -> Option<KindId> {
    let Deed::Remove(Picked { extent: Extent::Each, pieces }) = deed else { return None };
    let Subject::Men(Men { whose: None | Some(Whose::Any), kinds: Some(kinds), but }) =
        &pieces.what
    else {
        return None;
    };
    match (kinds.as_slice(), but.as_slice(), pieces.filters.as_slice()) {
        ([kind], [], []) => Some(*kind),
        _ => None,
    }
}

// English grammar: articles, plurals, numbers, lists and verbs. The rules of games have no effect
// here.

/// Puts an article before a noun: `a pawn`, `an elephant`.
pub(crate) fn article(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let starts = |all: &[&str]| all.iter().any(|start| lower.starts_with(start));
    // The sound decides, not the letter: a unicorn, an heir.
    let consonant = starts(&["uni", "eu", "ewe", "one", "use"]);
    let silent = starts(&["heir", "hour", "honest"]);
    if (starts(&["a", "e", "i", "o", "u"]) && !consonant) || silent {
        format!("an {noun}")
    } else {
        format!("a {noun}")
    }
}

/// The plural of a noun: `pawns`, `bishops`. In a name of several words the first word becomes
/// plural: `archers of the king`.
pub(crate) fn plural(noun: &str) -> String {
    let ends = |end: &str| noun.ends_with(end);
    let vowel_before_y = ["ay", "ey", "oy", "uy"].iter().any(|end| noun.ends_with(end));
    if ends("y") && !vowel_before_y {
        return format!("{}ies", &noun[..noun.len() - 1]);
    }
    if ends("man") && noun != "human" {
        return format!("{}men", &noun[..noun.len() - 3]);
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| ends(end)) {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

/// The word for a number: `two`. Numbers above twelve become digits.
pub(crate) fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// The word for an ordinal number: `second`. Numbers above twelve become digits.
pub(crate) fn ordinal(n: usize) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    n.checked_sub(1)
        .and_then(|i| WORDS.get(i))
        .map_or_else(|| format!("{n}{end}"), |word| (*word).to_owned())
}

/// Writes a list: `a`, `a or b`, `a, b or c`.
pub(crate) fn or(parts: &[String]) -> String {
    list(parts, "or")
}

/// Writes a list: `a`, `a and b`, `a, b and c`.
pub fn and(parts: &[String]) -> String {
    list(parts, "and")
}

fn list(parts: &[String], word: &str) -> String {
    // Parts that contain commas or conjunctions need more than a comma between them.
    let nested = |part: &String| [",", " and ", " or "].iter().any(|mark| part.contains(mark));
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        parts if parts.iter().any(nested) => parts.join(&format!(", {word} ")),
        [init @ .., last] => format!("{} {word} {last}", init.join(", ")),
    }
}

/// The conjunction between the parts of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Joint {
    /// All parts are true.
    And,
    /// At least one part is true.
    Or,
}

impl Joint {
    /// Joins the parts of a list that stands alone.
    pub(crate) fn join(self, parts: &[String]) -> String {
        match self {
            Joint::And => and(parts),
            Joint::Or => or(parts),
        }
    }

    /// Joins the parts of a list inside another list. A word before them marks their beginning.
    pub(crate) fn nested(self, parts: &[String]) -> String {
        match (self, parts) {
            (_, [one]) => one.clone(),
            (Joint::And, _) => format!("both {}", parts.join(" and ")),
            (Joint::Or, _) => format!("either {}", parts.join(" or ")),
        }
    }
}

/// The forms of a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verb {
    /// The infinitive: `capture`.
    pub(crate) base: &'static str,
    /// The third person: `captures`.
    pub(crate) third: &'static str,
}

impl Verb {
    /// The verb or its negation: `captures`, `does not capture`.
    pub(crate) fn finite(self, holds: bool) -> String {
        if holds { self.third.to_owned() } else { format!("does not {}", self.base) }
    }
}

/// Makes a sentence: adds the capital letter and the full stop.
pub(crate) fn sentence(text: &str) -> String {
    // Commas enclose an inserted condition.
    let text = text.replace(" if after the move,", " if, after the move,");
    let text = text.replace(" when after the move,", " when, after the move,");
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    format!("{}.", first.chain(letters).collect::<String>())
}
