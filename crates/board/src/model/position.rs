//! A position and a move on a board, plainly.
//!
//! Owns: [`BoardPosition`], [`Move`], and what a move does to pieces ([`BoardPosition::applied`]). The reference
//! executor, the texts and the pictures work on these; the fast generator has its own packed state
//! and must agree. Invariant: a position names only sites of its arena; a move's captures are sorted.

use crate::model::board_model::BoardModel;
use crate::model::castling::Grant;
use crate::model::hands::Hands;
use crate::model::memory::Memory;
use crate::model::promotion::promote_waiting;
use crate::paths::terrain::Piece;
use crate::topology::sections::{Arrangement, SectionId};
use crate::topology::site_set::Site;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::counter::Counters;
use alfil_rules::effect::MAX_CHOICES;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Owner, Royalty, Ruleset};
use alfil_rules::side::Side;

/// A cell that a piece has just passed, so that an `e` capture may enter it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EpSquare {
    /// The passed cell, empty.
    pub cell: Site,
    /// Where the piece that passed it stands.
    pub victim: Site,
}

/// Living castling rights, one bit a right of [`BoardModel::rights`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rights(pub u64);

/// Everything that decides what may be played next, except the history of repetition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardPosition {
    /// What stands on each site.
    pub squares: IndexVec<Site, Option<Piece>>,
    /// The neutral kinds, which stay the same throughout a game.
    pub neutrals: Vec<KindId>,
    /// Whose turn it is.
    pub side: Side,
    /// Living castling rights.
    pub rights: Rights,
    /// Step within the turn, from 1.
    pub step: u32,
    /// Where the sections of the board stand.
    pub arrangement: Arrangement,
    /// Cells passed in this turn and the last, as far as rights live; sorted, each cell once.
    pub ep_squares: Vec<EpSquare>,
    /// What waits beside the board.
    pub hands: Hands,
    /// What effects have counted; 0 of counters that the game has not.
    pub counters: Counters,
    /// What is remembered of moves.
    pub memory: Memory,
    /// Turns since a capture, a promotion or a move of a kind that promotes and never goes back; the
    /// turn that is being played counts from its second step on.
    pub halfmoves: u32,
    /// Number of the pair of turns, from 1.
    pub fullmove: u32,
}

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

    /// The kind of the mover before the move, in the position that it is a move of.
    pub fn kind(&self, position: &BoardPosition) -> Option<KindId> {
        match self.actor {
            Actor::Piece => position.piece(self.from).map(|p| p.kind),
            Actor::Hand(kind) => Some(kind),
            Actor::Section(..) | Actor::Nobody => None,
        }
    }
}

impl BoardPosition {
    /// The piece on `site`.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        self.squares[site]
    }

    /// Whether a piece of `side` stands on `site`; a neutral one is everybody's.
    pub fn is_side(&self, site: Site, side: Side) -> bool {
        self.squares[site].is_some_and(|p| self.owns(side, p))
    }

    fn owns(&self, side: Side, piece: Piece) -> bool {
        piece.side == side || self.neutrals.contains(&piece.kind)
    }

    /// Sites of the pieces of `side`, in order.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Site, KindId)> {
        self.squares
            .enumerate()
            .filter_map(move |(site, p)| p.filter(|&p| self.owns(side, p)).map(|p| (site, p.kind)))
    }

    /// Sites of the royal pieces of `side`.
    pub fn royals(&self, arena: &BoardModel, side: Side) -> impl Iterator<Item = Site> {
        self.pieces(side)
            .filter(|&(_, kind)| arena.rules.kinds[kind].royal.is_royal())
            .map(|(site, _)| site)
    }

    /// Whether the side is in check, if `attacked` says which of its pieces could be captured now.
    pub fn is_checked(
        &self,
        arena: &BoardModel,
        side: Side,
        attacked: impl Fn(Site) -> bool,
    ) -> bool {
        arena.rules.kinds.enumerate().any(|(kind, rule)| {
            let pieces = || self.pieces(side).filter(|&(_, k)| k == kind).map(|(site, _)| site);
            match rule.royal {
                Royalty::No => false,
                Royalty::Each => pieces().any(&attacked),
                Royalty::All => pieces().next().is_some() && pieces().all(&attacked),
                Royalty::Last => pieces().nth(1).is_none() && pieces().any(&attacked),
            }
        })
    }

    /// Whether the piece on `site` is one without which its side would not be left: no move captures it.
    pub fn is_untouchable(&self, arena: &BoardModel, site: Site) -> bool {
        self.piece(site).is_some_and(|piece| match arena.rules.kinds[piece.kind].royal {
            Royalty::No => false,
            Royalty::Each => true,
            Royalty::All | Royalty::Last => {
                self.pieces(piece.side).filter(|&(_, kind)| kind == piece.kind).count() == 1
            }
        })
    }

    /// Lodges what is nobody's with `side`, which is on move: there it is in the way as a friend is, and no move
    /// captures it. The other side has no move to make. What is neutral goes the way that `side` looks.
    pub fn assign_unowned(&mut self, rules: &Ruleset, side: Side) {
        for piece in self.squares.iter_mut().flatten() {
            match rules.kinds[piece.kind].owner {
                Owner::Side => {}
                Owner::Nobody | Owner::Both => piece.side = side,
            }
        }
    }

    /// As `side` sees it, which may not be on move: it captures nothing that is nobody's, and what is neutral goes the way that it
    /// looks.
    #[must_use]
    pub fn seen_by(&self, rules: &Ruleset, side: Side) -> BoardPosition {
        let mut seen = self.clone();
        seen.assign_unowned(rules, side);
        seen
    }

    /// The castling rights that begin now that `piece` was dropped onto `to`.
    fn granted(&self, arena: &BoardModel, piece: Piece, to: Site) -> Rights {
        let begins = |grant: &&Grant| {
            let (other, site) = grant.other;
            grant.dropped == (piece, to) && self.piece(site) == Some(other)
        };
        let granted = arena.grants.iter().filter(begins);
        Rights(granted.fold(0, |rights, grant| rights | 1 << grant.right))
    }

    /// What `mv` does to pieces, hands and rights; whose turn it is does not change.
    pub fn applied(&self, arena: &BoardModel, mv: &Move) -> BoardPosition {
        let mut next = self.clone();
        let mut touched = vec![mv.from, mv.to];
        let mover = match mv.actor {
            Actor::Hand(kind) => {
                next.hands.take(self.side, kind);
                Some(Piece { side: self.side, kind })
            }
            Actor::Piece => next.squares[mv.from].take(),
            Actor::Section(section, stand) => {
                let stand = usize::from(stand);
                next.arrangement = arena.sections.moved(self.arrangement, section, stand);
                next.halfmoves = next.halfmoves.saturating_add(u32::from(self.step == 1));
                return next;
            }
            Actor::Nobody => {
                next.halfmoves = next.halfmoves.saturating_add(u32::from(self.step == 1));
                return next;
            }
        };
        for &site in &mv.captures {
            if let Some(piece) = next.squares[site].take() {
                next.hands.capture(arena, piece, self.side);
            }
            touched.push(site);
        }
        let rook = mv.partner.and_then(|(from, _)| next.squares[from].take());
        let progress = !mv.captures.is_empty()
            || mv.promotion.is_some()
            || mover.is_some_and(|m| arena.irreversible[m.side][m.kind]);
        next.squares[mv.to] =
            mover.map(|m| Piece { kind: mv.promotion.unwrap_or(m.kind), side: m.side });
        if let Some((from, to)) = mv.partner {
            next.squares[to] = rook;
            touched.extend([from, to]);
        }
        if !mv.captures.is_empty() {
            promote_waiting(arena.at(self), &mut next);
        }
        for &site in &touched {
            next.rights.0 &= !arena.rights_at(site).0;
        }
        if let Actor::Hand(kind) = mv.actor {
            next.rights.0 |= next.granted(arena, Piece { side: self.side, kind }, mv.to).0;
        }
        // A leap may trace a cell that is occupied: nothing enters it en passant. The piece that passed
        // a cell last is the one to be captured there.
        let free = |cell: &Site| next.squares[*cell].is_none();
        let now: Vec<Site> = mv.passed.iter().copied().filter(free).collect();
        let lives =
            |p: &EpSquare| free(&p.cell) && !touched.contains(&p.victim) && !now.contains(&p.cell);
        let mut passed: Vec<EpSquare> = next.ep_squares.iter().copied().filter(lives).collect();
        passed.extend(now.into_iter().map(|cell| EpSquare { cell, victim: mv.to }));
        passed.sort();
        next.ep_squares = passed;
        next.halfmoves = match progress {
            true => 0,
            false => self.halfmoves.saturating_add(u32::from(self.step == 1)),
        };
        next
    }
}
