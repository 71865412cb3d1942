//! Moves on a board, and what their players choose besides the cells.

use crate::topology::sections::SectionId;
use crate::topology::site_set::Site;
use alfil_diagnostics::index::Id;
use alfil_rules::effect::MAX_CHOICES;
use alfil_rules::ids::KindId;

/// Who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Actor {
    /// The piece on the move's first cell.
    Piece,
    /// A piece of this kind, from the hand.
    Hand(KindId),
    /// A section of the board, which comes to stand at its place of this number.
    Section(SectionId, u8),
    /// Nobody: the step is left out.
    Nobody,
}

/// What a player chooses besides where the piece goes: one place in the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// A line of effects that may be left out is left out.
    Declined,
    /// A kind, a cell or both; neither if a line happens that may be left out and has nothing else to choose.
    Taken(Option<KindId>, Option<Site>),
}

/// The choices of a move in the order of the lines of effects, at most [`MAX_CHOICES`], packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Choices(u64);

/// How many values a cell may have, none among them.
const CELLS: u64 = 257;

impl Choices {
    /// None.
    pub const NONE: Choices = Choices(0);

    /// Whether nothing is chosen.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and one more; these if there is no room, which the rules see to.
    #[must_use]
    pub fn with(self, choice: Choice) -> Choices {
        let number = |site: Option<Site>| site.map_or(0, |site| site.index() as u64 + 1);
        let kind = |kind: Option<KindId>| kind.map_or(0, |kind| kind.index() as u64 + 1);
        let code = match choice {
            Choice::Declined => 1,
            Choice::Taken(of, at) => 2 + kind(of) * CELLS + number(at),
        };
        let slot = (0..MAX_CHOICES).find(|slot| self.0 >> (16 * slot) & 0xffff == 0);
        Choices(slot.map_or(self.0, |slot| self.0 | code << (16 * slot)))
    }

    /// Each in turn.
    pub fn iter(self) -> impl Iterator<Item = Choice> {
        let codes = (0..MAX_CHOICES).map(move |slot| self.0 >> (16 * slot) & 0xffff);
        codes.take_while(|&code| code != 0).map(|code| match code {
            1 => Choice::Declined,
            _ => {
                let (kind, site) = ((code - 2) / CELLS, (code - 2) % CELLS);
                let kind = (kind > 0).then(|| KindId::from_index(kind as usize - 1));
                let site = (site > 0).then(|| Site::from_index(site as usize - 1));
                Choice::Taken(kind, site)
            }
        })
    }
}

/// One move. Two moves with one effect are one move: the trace (`passed`) is not told apart.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Where the mover stands; `to` if it comes from the hand.
    pub from: Site,
    /// Where it ends; `from` itself when it captures without moving.
    pub to: Site,
    /// Cells whose pieces are captured, sorted.
    pub captures: Vec<Site>,
    /// A second piece that moves along (castling): from, to.
    pub partner: Option<(Site, Site)>,
    /// What the mover becomes.
    pub promotion: Option<KindId>,
    /// Cells passed that an `e` capture may enter next.
    pub passed: Vec<Site>,
    /// Who moves.
    pub actor: Actor,
    /// What else the player chooses.
    pub choices: Choices,
}

impl Move {
    /// The drop of a piece of `kind` from the hand onto `to`.
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

    /// Leaving out a step.
    pub fn pass() -> Move {
        Move::without_piece(Actor::Nobody)
    }

    /// A section comes to stand at its place number `stand`.
    pub fn slide(section: SectionId, stand: usize) -> Move {
        Move::without_piece(Actor::Section(section, stand as u8))
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

    /// The cell on which the mover stands; `None` if no piece on the board moves.
    pub fn origin(&self) -> Option<Site> {
        match self.actor {
            Actor::Piece => Some(self.from),
            Actor::Hand(_) | Actor::Section(..) | Actor::Nobody => None,
        }
    }

    /// The cell on which the mover ends; `None` if no piece moves.
    pub fn target(&self) -> Option<Site> {
        match self.actor {
            Actor::Piece | Actor::Hand(_) => Some(self.to),
            Actor::Section(..) | Actor::Nobody => None,
        }
    }

    /// The section that moves, if one does.
    pub fn section(&self) -> Option<SectionId> {
        match self.actor {
            Actor::Section(section, _) => Some(section),
            Actor::Piece | Actor::Hand(_) | Actor::Nobody => None,
        }
    }
}
