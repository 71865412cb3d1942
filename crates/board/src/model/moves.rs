//! Moves on a board. A move contains its cells and the further choices of the player.

use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, FaceId};
use alfil_rules::effect::MAX_CHOICES;
use alfil_rules::ids::KindId;
use alfil_topology::sections::SectionId;
use alfil_topology::site_set::Site;

pub use alfil_rules::interpret::Actor;

/// A choice besides the cells of the move, written in the text of the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// The player declines an optional effect.
    Declined,
    /// The player chooses a kind, a cell or both. Both are `None` if the player only accepts an
    /// optional effect.
    Taken(Option<KindId>, Option<Site>),
    /// The player chooses how many of the pieces beneath the mover go with it.
    Carried(u8),
}

impl Choice {
    /// Returns the chosen kind.
    pub(crate) fn kind(self) -> Option<KindId> {
        if let Choice::Taken(kind, _) = self { kind } else { None }
    }

    /// Returns the chosen cell.
    pub(crate) fn site(self) -> Option<Site> {
        if let Choice::Taken(_, site) = self { site } else { None }
    }

    /// Returns the chosen number of pieces; 0 if none is chosen.
    pub(crate) fn number(self) -> u8 {
        if let Choice::Carried(number) = self { number } else { 0 }
    }
}

/// The choices of a move in the order of the effects that need them, at most [`MAX_CHOICES`]. Each
/// has a code of 16 bits; the code 0 ends the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Choices(u64);

/// The code of the choice to carry nothing. Codes of other choices are smaller, since there are at
/// most 64 kinds.
const CARRIED: u64 = 0x8000;

/// The number of values of an optional cell: 256 cells, and no cell.
const CELLS: u64 = 257;

impl Choices {
    /// No choices.
    pub const NONE: Choices = Choices(0);

    /// Returns whether there are no choices.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns these choices with one more. No ruleset needs more than [`MAX_CHOICES`], so there is
    /// room.
    #[must_use]
    pub fn with(self, choice: Choice) -> Choices {
        let number = |site: Option<Site>| site.map_or(0, |site| site.index() as u64 + 1);
        let kind = |kind: Option<KindId>| kind.map_or(0, |kind| kind.index() as u64 + 1);
        let code = match choice {
            Choice::Declined => 1,
            Choice::Taken(of, at) => 2 + kind(of) * CELLS + number(at),
            Choice::Carried(count) => CARRIED + u64::from(count),
        };
        let slot = (0..MAX_CHOICES).find(|slot| self.0 >> (16 * slot) & 0xffff == 0);
        Choices(slot.map_or(self.0, |slot| self.0 | code << (16 * slot)))
    }

    /// Returns the first `count` of these choices.
    #[must_use]
    pub fn first(self, count: usize) -> Choices {
        (0..MAX_CHOICES).skip(count).fold(self, |choices, slot| {
            let Choices(codes) = choices;
            Choices(codes & !(0xffff << (16 * slot)))
        })
    }

    /// Iterates over the choices in order.
    pub fn iter(self) -> impl Iterator<Item = Choice> {
        let codes = (0..MAX_CHOICES).map(move |slot| self.0 >> (16 * slot) & 0xffff);
        codes.take_while(|&code| code != 0).map(|code| match code {
            1 => Choice::Declined,
            CARRIED.. => Choice::Carried((code - CARRIED) as u8),
            _ => {
                let (kind, site) = ((code - 2) / CELLS, (code - 2) % CELLS);
                let kind = (kind > 0).then(|| KindId::from_index(kind as usize - 1));
                let site = (site > 0).then(|| Site::from_index(site as usize - 1));
                Choice::Taken(kind, site)
            }
        })
    }
}

/// A move. Moves that differ only in `passed` count as one move.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The start cell of the mover; equal to `to` for drops.
    pub from: Site,
    /// The last cell; equal to `from` if the mover captures without moving.
    pub to: Site,
    /// Cells of captured pieces, sorted.
    pub captures: Vec<Site>,
    /// A second piece that moves (castling): from, to.
    pub partner: Option<(Site, Site)>,
    /// The kind to which the mover promotes.
    pub promotion: Option<KindId>,
    /// Cells that the mover passes and where the opponent may then capture it en passant.
    pub passed: Vec<Site>,
    /// The thing that moves.
    pub actor: Actor,
    /// Further choices of the player.
    pub choices: Choices,
}

impl Move {
    /// Returns the drop of a piece of `kind` from the hand onto `to`.
    pub fn drop(kind: KindId, to: Site) -> Move {
        Move {
            from: to,
            to,
            captures: Vec::new(),
            partner: None,
            promotion: None,
            passed: Vec::new(),
            actor: Actor::Hand(kind),
            choices: Choices::NONE,
        }
    }

    /// Returns the move that skips a step.
    pub fn pass() -> Move {
        Move::without_piece(Actor::Nobody)
    }

    /// Returns the move of a section to the place with index `stand`.
    pub fn slide(section: SectionId, stand: usize) -> Move {
        Move::without_piece(Actor::Section(section, stand as u8))
    }

    /// Returns the roll of a die with this outcome. It turns up the piece on `at`, if the step
    /// turns one up; otherwise `at` is the first cell.
    pub fn roll(die: DieId, face: FaceId, at: Site) -> Move {
        Move { from: at, to: at, ..Move::without_piece(Actor::Die(die, face)) }
    }

    fn without_piece(actor: Actor) -> Move {
        let nowhere = Site::from_index(0);
        Move {
            from: nowhere,
            to: nowhere,
            captures: Vec::new(),
            partner: None,
            promotion: None,
            passed: Vec::new(),
            actor,
            choices: Choices::NONE,
        }
    }

    /// Returns the start cell of the mover; `None` if no piece on the board moves.
    pub fn origin(&self) -> Option<Site> {
        match self.actor {
            Actor::Piece => Some(self.from),
            Actor::Hand(_) | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => None,
        }
    }

    /// Returns the last cell of the mover; `None` if no piece moves.
    pub fn target(&self) -> Option<Site> {
        match self.actor {
            Actor::Piece | Actor::Hand(_) => Some(self.to),
            Actor::Section(..) | Actor::Die(..) | Actor::Nobody => None,
        }
    }

    /// Returns whether the piece is the same on the same cell afterwards, as after a capture without
    /// moving. Such a piece counts as not moved.
    pub fn stays(&self) -> bool {
        self.actor == Actor::Piece
            && self.from == self.to
            && self.partner.is_none()
            && self.promotion.is_none()
    }

    /// Returns the section that moves, if one does.
    pub fn section(&self) -> Option<SectionId> {
        match self.actor {
            Actor::Section(section, _) => Some(section),
            Actor::Piece | Actor::Hand(_) | Actor::Die(..) | Actor::Nobody => None,
        }
    }
}
