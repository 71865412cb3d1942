//! Positions and moves on a board, as executors, texts and pictures use them, with pieces in hand
//! and beneath others. The engine also has a packed form, `State`. All sites in a position belong
//! to the board of its model. A position has a memory of the moves before it.

pub use alfil_rules::interpret::{Actor, Captured, History};

use crate::paths::terrain::Piece;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::chance::{DieId, Drawn, FaceId, Shown};
use alfil_rules::effect::MAX_CHOICES;
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::interpret;
use alfil_rules::outcome::{Counters, turns_of};
use alfil_rules::question::{CLOCKS, ClockId};
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::{BySide, Side, SideSet, Sides};
use alfil_topology::sections::{Arrangement, SectionId};
use alfil_topology::site_set::{AnySet, Site};

/// An en passant square: a cell that a piece has just passed, and where that piece may be captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EpSquare {
    /// The passed cell, which is empty.
    pub cell: Site,
    /// The cell of the piece that passed it.
    pub victim: Site,
}

/// Current castling rights, with one bit for each of
/// [`BoardModel::rights`](crate::model::board_model::BoardModel::rights).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rights(pub u64);

/// Everything that determines the legal moves, except the history of repetition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardPosition {
    /// The piece on each site.
    pub squares: IndexVec<Site, Option<Piece>>,
    /// The pieces beneath those in `squares`.
    pub columns: Columns,
    /// The neutral kinds, which are the same throughout a game.
    pub neutrals: Vec<KindId>,
    /// The side to move.
    pub side: Side,
    /// The sides that have lost and are out of the game. Always empty with two sides.
    pub out: SideSet,
    /// Current castling rights.
    pub rights: Rights,
    /// The step of the turn, from 1.
    pub step: u32,
    /// The places of the sections of the board.
    pub arrangement: Arrangement,
    /// En passant squares of this turn and the previous one. Sorted; each cell occurs once.
    pub ep_squares: Vec<EpSquare>,
    /// Pieces in hand.
    pub hands: Hands,
    /// Counters of effects; 0 for counters that the game does not have.
    pub counters: Counters,
    /// The values that dice show.
    pub shown: Shown,
    /// The values that were drawn from bags.
    pub drawn: Drawn,
    /// The memory of moves that rules depend on.
    pub memory: Memory,
    /// Turns since a capture, a promotion or a move of a kind whose moves are irreversible. The
    /// current turn counts from its second step on.
    pub halfmoves: u32,
    /// The number of the full move, from 1. A full move is one turn of each side.
    pub fullmove: u32,
}

impl Move {
    /// Returns the kind of the mover before the move. `position` is the position before it.
    pub fn kind(&self, position: &BoardPosition) -> Option<KindId> {
        match self.actor {
            Actor::Piece => position.piece(self.from).map(|p| p.kind),
            Actor::Hand(kind) => Some(kind),
            Actor::Section(..) | Actor::Die(..) | Actor::Nobody => None,
        }
    }
}

impl BoardPosition {
    /// Returns the number of turns that `side` has finished.
    pub fn turns_of(&self, side: Side) -> u32 {
        turns_of(side, self.side, self.fullmove)
    }

    /// Returns the side that made the last move. If no move is remembered, it is the side to move
    /// if a player may move in an earlier step of the turn, and the opponent otherwise.
    pub fn last_side(&self, rules: &Ruleset) -> Side {
        self.memory.last.map_or_else(|| self.presumed_last_side(rules), |last| last.side)
    }

    /// Returns the side that made the last move if no move is remembered.
    pub(crate) fn presumed_last_side(&self, rules: &Ruleset) -> Side {
        if rules.turn.has_moved(self.side, self.fullmove, self.step) {
            self.side
        } else {
            rules.sides.before(self.side, self.out)
        }
    }

    /// Returns the enemies of `side` that are in play, so that their pieces attack.
    pub fn enemies(&self, sides: Sides, side: Side) -> SideSet {
        sides.enemies(side).minus(self.out)
    }

    /// Returns whether `side` may capture a piece of `owner` as an enemy's. The pieces of a side that
    /// is out belong to nobody, so everybody may capture them.
    pub fn are_foes(&self, sides: Sides, side: Side, owner: Side) -> bool {
        sides.enemies(side).has(owner) || self.out.has(owner)
    }

    /// Returns the piece on `site`.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        self.squares[site]
    }

    /// Returns whether a piece of `side` is on `site`. A neutral piece belongs to both sides.
    pub fn is_side(&self, site: Site, side: Side) -> bool {
        self.squares[site].is_some_and(|p| self.owns(side, p))
    }

    fn owns(&self, side: Side, piece: Piece) -> bool {
        piece.side == side || self.neutrals.contains(&piece.kind)
    }

    /// Iterates over the pieces of `side` in order of their sites.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Site, KindId)> {
        self.squares
            .enumerate()
            .filter_map(move |(site, p)| p.filter(|&p| self.owns(side, p)).map(|p| (site, p.kind)))
    }

    /// Removes the en passant squares that pieces of `side` have passed.
    pub fn forget_passed(&mut self, side: Side) {
        let mut passed = std::mem::take(&mut self.ep_squares);
        passed.retain(|p| !self.is_side(p.victim, side));
        self.ep_squares = passed;
    }

    /// Assigns unowned and neutral pieces to `side`, the side to move. Unowned pieces then block
    /// like friends and cannot be captured. Neutral pieces move in the directions of `side`.
    pub fn assign_unowned(&mut self, rules: &Ruleset, side: Side) {
        for piece in self.squares.iter_mut().flatten() {
            match rules.kinds[piece.kind].owner {
                Owner::Side => {}
                Owner::Nobody | Owner::Both => piece.side = side,
            }
        }
    }

    /// Returns the position with unowned and neutral pieces assigned to `side`, which may be the
    /// opponent of the side to move.
    #[must_use]
    pub fn seen_by(&self, rules: &Ruleset, side: Side) -> BoardPosition {
        let mut seen = self.clone();
        seen.assign_unowned(rules, side);
        seen
    }
}

// Moves on a board. A move contains its cells and the further choices of the player.

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

// Pieces in hand, and drops with their cells. In a game without hands, all lists are empty.

/// The number of pieces of each kind in each side's hand. Kinds with endless supply are not
/// counted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hands {
    held: BySide<Vec<u16>>,
}

/// A drop with its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DropOption {
    /// Cells where the piece may land, with or without promotion. They depend only on the rules,
    /// not on a position.
    pub cells: AnySet,
    /// The subset of cells where the piece may land without promotion.
    pub plain: AnySet,
    /// Limits on the number of pieces of the same kind on a file, on a shade or on the board.
    pub limits: Drop,
}

/// Drops by side and kind.
pub(crate) type Drops = BySide<IndexVec<KindId, Vec<DropOption>>>;

impl Hands {
    /// Returns empty hands for a game.
    pub(crate) fn of(rules: &Ruleset) -> Hands {
        let kinds = rules.hand.as_ref().map_or(0, |_| rules.kinds.len());
        Hands { held: BySide::from_fn(|_| vec![0; kinds]) }
    }

    /// Returns the number of pieces of `kind` in the side's hand.
    pub fn count(&self, side: Side, kind: KindId) -> u16 {
        self.held[side].get(kind.index()).copied().unwrap_or(0)
    }

    /// Adds `count` pieces of `kind` to the side's hand. Does nothing in a game without hands.
    pub fn give(&mut self, side: Side, kind: KindId, count: u16) {
        if let Some(held) = self.held[side].get_mut(kind.index()) {
            *held = held.saturating_add(count);
        }
    }

    /// Takes a piece of `kind` out of the side's hand. Does nothing if there is none.
    pub fn take(&mut self, side: Side, kind: KindId) {
        if let Some(held) = self.held[side].get_mut(kind.index()) {
            *held = held.saturating_sub(1);
        }
    }

    /// Empties the side's hand.
    pub fn clear(&mut self, side: Side) {
        self.held[side].fill(0);
    }

    /// Puts a captured piece into a hand, if the rules say so. `captor` is the side that captured
    /// `piece`. A side may capture its own piece.
    pub(crate) fn capture(&mut self, rules: &Ruleset, piece: Piece, captor: Side) {
        if let Some((side, kind)) = rules.hand_of(captor, piece.side, piece.kind) {
            self.give(side, kind, 1);
        }
    }

    /// Iterates over the kinds in the side's hand with their numbers, in order of definition.
    pub fn held(&self, side: Side) -> impl Iterator<Item = (KindId, u16)> {
        let held = self.held[side].iter().copied().enumerate();
        held.filter(|&(_, n)| n > 0).map(|(i, n)| (KindId::from_index(i), n))
    }
}

// The pieces beneath other pieces.

/// All pieces that are beneath others, or beneath an empty cell until a line of effects ends. Those
/// of one cell follow each other, the lowest first; cells are in order.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Columns(Vec<(Site, Piece)>);

impl Columns {
    /// Returns whether no piece is beneath another.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the pieces beneath the piece on `site`, the lowest first.
    pub fn on(&self, site: Site) -> impl DoubleEndedIterator<Item = Piece> {
        let (start, end) = self.bounds(site);
        self.0[start..end].iter().map(|&(_, piece)| piece)
    }

    /// Returns the number of pieces beneath the piece on `site`.
    pub fn height(&self, site: Site) -> usize {
        let (start, end) = self.bounds(site);
        end - start
    }

    /// Iterates over the cells that have such pieces, in order.
    pub fn sites(&self) -> impl Iterator<Item = Site> {
        let first = |(at, &(site, _)): (usize, &(Site, Piece))| {
            let before = at.checked_sub(1).map(|before| self.0[before].0);
            (before != Some(site)).then_some(site)
        };
        self.0.iter().enumerate().filter_map(first)
    }

    /// Iterates over all these pieces with their cells.
    pub fn iter(&self) -> impl Iterator<Item = (Site, Piece)> {
        self.0.iter().copied()
    }

    /// Adds the highest of the pieces beneath `site`.
    pub fn push(&mut self, site: Site, piece: Piece) {
        let (_, end) = self.bounds(site);
        self.0.insert(end, (site, piece));
    }

    /// Takes the highest of the pieces beneath `site`.
    pub fn pop(&mut self, site: Site) -> Option<Piece> {
        let (start, end) = self.bounds(site);
        (start < end).then(|| self.0.remove(end - 1).1)
    }

    /// Moves the highest `count` of the pieces beneath `from` onto those beneath `to`. Their order
    /// stays.
    pub fn carry(&mut self, from: Site, to: Site, count: usize) {
        let (start, end) = self.bounds(from);
        let moved: Vec<Piece> =
            self.0.drain(end - count.min(end - start)..end).map(|(_, piece)| piece).collect();
        moved.into_iter().for_each(|piece| self.push(to, piece));
    }

    /// The range of the pieces beneath `site`.
    fn bounds(&self, site: Site) -> (usize, usize) {
        let start = self.0.partition_point(|&(of, _)| of < site);
        let end = self.0.partition_point(|&(of, _)| of <= site);
        (start, end)
    }
}

// The facts about earlier moves that rules depend on.

/// The facts of a move on a board that later rules may need.
pub type Facts = interpret::Facts<Site>;

/// Everything about earlier moves that rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Memory {
    /// The last move, if a rule depends on it.
    pub last: Option<Facts>,
    /// For each clock, the number of turns of all sides since a move that resets it. The current
    /// turn counts from its second step on.
    pub(crate) clocks: [u16; CLOCKS],
    /// Cells whose pieces have not moved since the start, if a rule depends on them.
    pub never_moved: AnySet,
}

impl Memory {
    /// Updates the clock with index `clock` after a move in step `step` of a turn. `was_such` is
    /// true if the move resets the clock.
    pub fn tick(&mut self, clock: usize, step: u32, was_such: bool) {
        let time = &mut self.clocks[clock];
        *time = if was_such { 0 } else { time.saturating_add(u16::from(step == 1)) };
    }

    /// Updates the clocks when the first step of a turn is skipped because it has no move.
    pub fn skip(&mut self, clocks: usize) {
        (0..clocks).for_each(|clock| self.tick(clock, 1, false));
    }

    /// Returns the number of turns of all sides together since the clock was reset or the game
    /// began.
    pub fn turns_on(&self, clock: ClockId) -> u32 {
        self.clocks.get(clock.index()).map_or(0, |&time| u32::from(time))
    }

    /// Returns whether the clock has not been reset for `turns` turns of each of `playing` sides.
    pub fn lasts(&self, turns: u32, clock: ClockId, playing: usize) -> bool {
        self.turns_on(clock) >= turns.saturating_mul(playing as u32)
    }
}
