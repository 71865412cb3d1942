//! What sentences call the things of a game, and who speaks.
//!
//! Owns: [`Lexicon`], the names of a game and what is known of its pieces; [`Voice`], the words for the side, the piece and the
//! cells of a move. Takes a ruleset. Invariant: a kind is lone only if a side can never have two of it.

use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::condition::Zone;
use alfil_rules::effect::{Becoming, Deed, Extent, Picked, Source};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::movement::{Action, Movement};
use alfil_rules::question::{CounterId, Men, Subject, Whose};
use alfil_rules::ruleset::{Royalty, Ruleset};
use alfil_rules::setup::Square;
use alfil_rules::side::Side;

/// The names of a game, and what sentences may take for granted.
#[derive(Clone)]
pub struct Lexicon<'a> {
    kinds: Vec<&'a str>,
    /// Kinds of which a side never has more than one.
    lone: Vec<bool>,
    /// Kinds of which there is never more than one, whosever.
    single: Vec<bool>,
    /// Kinds of which the setup has a piece.
    set_up: Vec<bool>,
    pub(super) zones: &'a IndexVec<ZoneId, Zone>,
    counters: &'a [String],
    /// The number of layers of the board.
    pub(super) layers: u8,
    /// The board has hexagonal cells.
    pub(super) hexagons: bool,
    /// Whether some piece captures en passant.
    pub(super) passant: bool,
}

impl<'a> Lexicon<'a> {
    /// Of a game.
    pub fn of(rules: &'a Ruleset) -> Lexicon<'a> {
        let count = rules.kinds.len();
        let mut lone = vec![false; count];
        let mut single = vec![false; count];
        let mut set_up = vec![false; count];
        for kind in rules.kinds.ids() {
            let [white, black] = Side::BOTH.map(|side| set_up_count(rules, kind, side));
            set_up[kind.index()] = white + black > 0;
            let grows = may_grow(rules, kind);
            lone[kind.index()] = white <= 1 && black <= 1 && !grows;
            single[kind.index()] = white + black <= 1 && !grows;
        }
        Lexicon {
            kinds: rules.kinds.iter().map(|kind| kind.name.value.as_str()).collect(),
            lone,
            single,
            set_up,
            zones: &rules.zones,
            counters: &rules.counters,
            layers: rules.space.lattice.layers(),
            hexagons: rules.space.lattice.is_hexagonal(),
            passant: rules.kinds.iter().any(|kind| captures_in_passing(&kind.moves)),
        }
    }

    /// For a movement without a game.
    pub(crate) fn alone(zones: &'a IndexVec<ZoneId, Zone>) -> Lexicon<'a> {
        Lexicon {
            kinds: Vec::new(),
            lone: Vec::new(),
            single: Vec::new(),
            set_up: Vec::new(),
            zones,
            counters: &[],
            layers: 1,
            hexagons: false,
            passant: true,
        }
    }

    /// A kind's name.
    pub(crate) fn kind(&self, kind: KindId) -> &'a str {
        self.kinds.get(kind.index()).copied().unwrap_or("piece")
    }

    /// A side never has two pieces of this kind.
    pub(crate) fn is_lone(&self, kind: KindId) -> bool {
        self.lone.get(kind.index()).copied().unwrap_or(false)
    }

    /// The board never has two pieces of this kind.
    pub(crate) fn is_single(&self, kind: KindId) -> bool {
        self.single.get(kind.index()).copied().unwrap_or(false)
    }

    /// A piece of this kind is in the setup.
    pub(crate) fn is_set_up(&self, kind: KindId) -> bool {
        self.set_up.get(kind.index()).copied().unwrap_or(false)
    }

    /// What is counted.
    pub(crate) fn counter(&self, counter: CounterId) -> &'a str {
        self.counters.get(counter.index()).map_or("points", String::as_str)
    }
}

/// Number of pieces of `kind` in the setup of `side`. Neutral pieces and those without an owner count as White's.
fn set_up_count(rules: &Ruleset, kind: KindId, side: Side) -> usize {
    let placement = &rules.setup.placement;
    let squares = placement.rows.iter().flat_map(|row| &row.cells);
    let on_cells = squares.filter(|square| square.value == Square::Piece(side, kind));
    let stands = placement.points.iter().map(|stand| (stand.value.side, stand.value.kind));
    let held = rules.setup.hands.iter().flat_map(|hands| hands.value.iter().copied());
    on_cells.count() + stands.chain(held).filter(|&piece| piece == (side, kind)).count()
}

/// Tells if a side may have more pieces of `kind` later than in the setup.
fn may_grow(rules: &Ruleset, kind: KindId) -> bool {
    let promotes = rules.kinds.iter().any(|k| {
        k.promotions.iter().any(|promotion| promotion.to.contains(&kind))
            || k.reverts_to.is_some_and(|reversion| reversion.to == kind)
    });
    let supplied = rules.hand.as_ref().is_some_and(|hand| hand.supply.contains(&kind));
    // The captor may drop a captured piece. Royal pieces are never captured.
    let caught = rules.hand.is_some() && rules.kinds[kind].royal != Royalty::Each;
    let deeds = rules.effects.iter().any(|effect| {
        effect.deeds.iter().enumerate().any(|(number, deed)| match deed {
            Deed::Place(what, _) => {
                what.kinds.contains(&kind)
                    && (what.from == Source::Hand || !clears(effect.deeds.get(..number), kind))
            }
            Deed::Becomes(_, Becoming::Kind(kinds) | Becoming::Next(kinds)) => {
                kinds.contains(&kind)
            }
            Deed::Becomes(_, Becoming::Victim) | Deed::ChangesSide(_) => true,
            Deed::GoesToHand(..) => rules.hand.is_some(),
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Remove(_)
            | Deed::Capture(_)
            | Deed::GoesTo(..)
            | Deed::GoesAlong(..) => false,
        })
    });
    promotes || supplied || caught || deeds
}

/// Whether these deeds take every piece of `kind` from the board.
fn clears(deeds: Option<&[Deed]>, kind: KindId) -> bool {
    deeds.into_iter().flatten().any(|deed| removes_all(deed) == Some(kind))
}

/// Tells if a term captures en passant.
pub(crate) fn captures_in_passing(moves: &Movement) -> bool {
    moves.terms.iter().any(|term| match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.en_passant),
        Action::Castle(_) | Action::Drop(_) => false,
    })
}

/// What speaks of a move, and so what `it` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Topic {
    /// A side: of goals.
    Side,
    /// A move.
    Move,
    /// The piece that moves.
    Piece,
}

/// The words for the side, the piece and the cells in a question.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// What speaks of a move.
    pub(crate) about: Topic,
    /// The side that asks: `the player`.
    pub(crate) side: &'static str,
    /// `the player's`.
    pub(crate) sides: &'static str,
    /// What captures, castles, gives check: `the move`.
    pub(crate) subject: &'static str,
    /// The piece that moves.
    pub(crate) mover: &'static str,
    /// The cell from which it set out.
    pub(crate) start: &'static str,
    /// The cell on which it ends.
    pub(crate) end: &'static str,
}

impl Voice {
    /// Of goals and claims: `A side wins when ...`.
    pub const GOAL: Voice = Voice {
        about: Topic::Side,
        side: "it",
        sides: "its",
        subject: "it",
        mover: "the piece that it moved",
        start: "the cell where its move began",
        end: "the cell where its move ended",
    };
    /// Of every move: `A move is legal only if ...`.
    pub const MOVE: Voice = Voice {
        about: Topic::Move,
        side: "the player",
        sides: "the player's",
        subject: "the move",
        mover: "the piece that moves",
        start: "the cell where the move starts",
        end: "the cell where the move ends",
    };
    /// The same where a pronoun stands for the move.
    pub const OF_MOVE: Voice = Voice { subject: "it", ..Voice::MOVE };
    /// Of one way to move of a piece: `It moves ..., only if ...`.
    pub const TERM: Voice = Voice {
        about: Topic::Piece,
        side: "its side",
        sides: "its side's",
        subject: "it",
        mover: "it",
        start: "the cell where it starts",
        end: "the cell where it ends",
    };
    /// Of effects.
    pub const EFFECT: Voice = Voice {
        mover: "the piece that moved",
        start: "the cell where the move started",
        end: "the cell where the move ended",
        ..Voice::MOVE
    };
    /// Of effects of a piece: `When a queen moves, it ...`.
    pub(crate) const EFFECT_OF_PIECE: Voice = Voice {
        about: Topic::Piece,
        subject: "it",
        mover: "it",
        start: "the cell where it started",
        end: "the cell where it ended",
        ..Voice::MOVE
    };

    /// The other side.
    pub(crate) const FOE: &'static str = "the opponent";
    /// Of the other side.
    pub(crate) const FOES: &'static str = "the opponent's";

    /// Whose something is.
    pub(crate) fn genitive(self, whose: Whose) -> Option<&'static str> {
        match whose {
            Whose::Own => Some(self.sides),
            Whose::Enemy => Some(Voice::FOES),
            Whose::Any => None,
        }
    }
}

/// Which kind a deed takes from the board altogether, whosever its pieces are.
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
