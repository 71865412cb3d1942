//! Positions and moves in parts: pieces, cells and choices by name. Interfaces need them to draw a
//! board and to let a player point at it.

use crate::board::{Actor, BoardPlay, Choice, Move as CellMove};
use crate::plane::{PieceId, PlaneMove, PlanePlay};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::Side;

/// A kind of piece by its names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KindName {
    /// The name in the definition: `knight`.
    pub name: String,
    /// The letter of a white piece: `N`, `+P`, `Q~`.
    pub letter: String,
}

/// The side to which a piece belongs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owned {
    /// It belongs to one side.
    By(Side),
    /// It belongs to both sides.
    ByBoth,
    /// It belongs to no side.
    ByNobody,
}

/// A piece and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The cell (`e4`), or the point of a plane (`4.5,0.5`) or of a box (`4.5,0.5,4`).
    pub place: String,
    /// The kind of the piece.
    pub kind: KindName,
    /// The owner of the piece.
    pub owner: Owned,
    /// The letter of the piece in positions: `N` for White, `n` for Black.
    pub letter: String,
}

/// The pieces of one kind in a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// The kind of the pieces.
    pub kind: KindName,
    /// The number of pieces, at least 1.
    pub count: u32,
}

/// The thing that a move moves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mover {
    /// The piece at this place.
    Piece(String),
    /// A piece of this kind from the hand (a drop).
    Hand(KindName),
    /// The section of the board with this name.
    Section(String),
    /// The die with this name, which is rolled.
    Die(String),
    /// Nothing: the player skips a step of the turn.
    Nothing,
}

/// A choice of the player besides the places of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The player declines an optional effect.
    Declined,
    /// The player chooses a kind, a cell or both. Both are `None` if the player only accepts an
    /// optional effect.
    Taken {
        /// The chosen kind.
        kind: Option<KindName>,
        /// The chosen cell.
        place: Option<String>,
    },
    /// This many pieces of a stack move, the mover among them.
    Pieces(u32),
}

/// A second piece that moves, such as the rook of a castling move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partner {
    /// The place before the move.
    pub from: String,
    /// The place after the move.
    pub to: String,
}

/// A move in parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The text of the move, which names it in its position.
    pub text: String,
    /// The thing that moves.
    pub mover: Mover,
    /// The place after the move. `None` for passes and moves of sections. It is the start for a
    /// capture or a promotion without moving.
    pub to: Option<String>,
    /// The places of all captured pieces.
    pub captures: Vec<String>,
    /// A second piece that moves.
    pub partner: Option<Partner>,
    /// The kind to which the mover promotes.
    pub promotion: Option<KindName>,
    /// Further choices of the player, in the order of the text.
    pub choices: Vec<Chosen>,
}

fn kind_name(rules: &Ruleset, kind: KindId) -> KindName {
    let rule = &rules.kinds[kind];
    KindName { name: rule.name.value.clone(), letter: rule.letter.to_string() }
}

fn owned(rules: &Ruleset, kind: KindId, side: Side) -> Owned {
    match rules.kinds[kind].owner {
        Owner::Side => Owned::By(side),
        Owner::Both => Owned::ByBoth,
        Owner::Nobody => Owned::ByNobody,
    }
}

impl BoardPlay {
    pub(crate) fn pieces(&self) -> Vec<Placed> {
        let arena = self.arena();
        let standing = self.board().squares.enumerate();
        let placed = standing.filter_map(|(site, piece)| {
            let piece = (*piece)?;
            Some(Placed {
                place: arena.graph.name(site).to_owned(),
                kind: kind_name(&arena.rules, piece.kind),
                owner: owned(&arena.rules, piece.kind, piece.side),
                letter: arena.rules.kinds[piece.kind].letter.of(piece.side),
            })
        });
        placed.collect()
    }

    pub(crate) fn hand(&self, side: Side) -> Vec<Held> {
        let held = self.board().hands.held(side);
        let name = |kind| kind_name(&self.arena().rules, kind);
        held.map(|(kind, count)| Held { kind: name(kind), count: count.into() }).collect()
    }

    pub(crate) fn parts(&self, mv: &CellMove, text: String) -> Parts {
        let arena = self.arena();
        let name = |site| arena.graph.name(site).to_owned();
        let kind = |kind| kind_name(&arena.rules, kind);
        let mover = match mv.actor {
            Actor::Piece => Mover::Piece(name(mv.from)),
            Actor::Hand(id) => Mover::Hand(kind(id)),
            Actor::Section(id, _) => Mover::Section(arena.sections.get(id).name.value.clone()),
            Actor::Die(id, _) => Mover::Die(arena.rules.dice[id].name.value.clone()),
            Actor::Nobody => Mover::Nothing,
        };
        let chosen = |choice| match choice {
            Choice::Declined => Chosen::Declined,
            Choice::Carried(count) => Chosen::Pieces(u32::from(count) + 1),
            Choice::Taken(of, at) => Chosen::Taken { kind: of.map(kind), place: at.map(name) },
        };
        Parts {
            text,
            mover,
            to: mv.target().map(name),
            captures: mv.captures.iter().copied().map(name).collect(),
            partner: mv.partner.map(|(from, to)| Partner { from: name(from), to: name(to) }),
            promotion: mv.promotion.map(kind),
            choices: mv.choices.iter().map(chosen).collect(),
        }
    }
}

impl PlanePlay {
    /// The place of a piece: `4.5,0.5`, or `4.5,0.5,4` in a box.
    fn place_of(&self, id: PieceId) -> String {
        self.program().surface().coordinates(self.now().pieces[id].at)
    }

    pub(crate) fn pieces(&self) -> Vec<Placed> {
        let (rules, pieces) = (self.program().rules(), &self.now().pieces);
        let placed = pieces.enumerate().map(|(id, piece)| Placed {
            place: self.place_of(id),
            kind: kind_name(rules, piece.kind),
            owner: owned(rules, piece.kind, piece.side),
            letter: rules.kinds[piece.kind].letter.of(piece.side),
        });
        placed.collect()
    }

    pub(crate) fn parts(&self, mv: &PlaneMove, text: String) -> Parts {
        let rules = self.program().rules();
        Parts {
            text,
            mover: Mover::Piece(self.place_of(mv.piece)),
            to: Some(self.program().surface().coordinates(mv.to)),
            captures: mv.taken.iter().map(|id| self.place_of(id)).collect(),
            partner: None,
            promotion: mv.promotion.map(|kind| kind_name(rules, kind)),
            choices: Vec::new(),
        }
    }
}
