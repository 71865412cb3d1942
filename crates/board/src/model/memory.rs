//! What a game remembers of its moves, because rules depend on it.

use crate::model::moves::Actor;
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::{CLOCKS, ClockId, Repeats};
use alfil_rules::side::{BySide, Side};
use std::iter::successors;

/// What is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Memory {
    /// The last move, where something asks of it.
    pub last: Option<Facts>,
    /// By clock, for how many turns of either side no move was such as its question asks; the turn that is being
    /// played counts from its second step on.
    pub clocks: [u16; CLOCKS],
    /// Cells whose pieces have stood there from the beginning, where something asks for such pieces.
    pub never_moved: AnySet,
}

/// How often a position has stood, which positions do not tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct History {
    /// Times, this one too.
    pub times: u32,
    /// Times since which each side gave check with all its moves.
    pub by_checks: BySide<u32>,
}

impl Default for History {
    fn default() -> Self {
        History { times: 1, by_checks: BySide([1; 2]) }
    }
}

impl History {
    /// How often, by such moves of `side`.
    pub fn times(&self, how: Repeats, side: Side) -> u32 {
        match how {
            Repeats::Anyhow => self.times,
            Repeats::ByChecks => self.by_checks[side],
        }
    }
}

impl Memory {
    /// Takes in whether a move, made in this step of a turn, was such as clock number `clock` waits for.
    pub fn tick(&mut self, clock: usize, step: u32, was_such: bool) {
        let time = &mut self.clocks[clock];
        *time = if was_such { 0 } else { time.saturating_add(u16::from(step == 1)) };
    }

    /// Takes in that the first step of a turn was left out for want of a move.
    pub fn skip(&mut self, clocks: usize) {
        (0..clocks).for_each(|clock| self.tick(clock, 1, false));
    }

    /// Whether for so many turns of each side the clock was not set back.
    pub fn lasts(&self, turns: u32, clock: ClockId) -> bool {
        self.clocks.get(clock.index()).is_some_and(|&time| u32::from(time) >= 2 * turns)
    }
}

/// What a move is, known before it is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Facts {
    /// Who made it.
    pub side: Side,
    /// Who moved.
    pub actor: Actor,
    /// The kind of the piece that moved, before it did; the first kind if none did.
    pub kind: KindId,
    /// Where that piece stood.
    pub from: Site,
    /// Where it ended.
    pub to: Site,
    /// What was captured.
    pub captured: Captured,
    /// What the piece became.
    pub promotion: Option<KindId>,
    /// Whether two partners went at once.
    pub castles: bool,
}

/// The kinds of the pieces that a move captured, by owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Captured(BySide<u64>);

impl Captured {
    /// Adds a piece.
    pub fn insert(&mut self, owner: Side, kind: KindId) {
        self.0[owner] |= 1 << (kind.index() % 64);
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == BySide([0; 2])
    }

    /// The kinds of those that were `owner`'s, in order.
    pub fn of(self, owner: Side) -> impl Iterator<Item = KindId> {
        let next = |&kinds: &u64| Some(kinds & kinds.wrapping_sub(1));
        let left = successors(Some(self.0[owner]), next).take_while(|&kinds| kinds != 0);
        left.map(|kinds| KindId::from_index(kinds.trailing_zeros() as usize))
    }
}

impl Facts {
    /// Where the piece set out, if one on the board moved.
    pub fn origin(&self) -> Option<Site> {
        (self.actor == Actor::Piece).then_some(self.from)
    }

    /// Where it ended.
    pub fn target(&self) -> Option<Site> {
        self.mover().map(|_| self.to)
    }

    /// The kind of the piece that moves, if one does.
    pub fn mover(&self) -> Option<KindId> {
        match self.actor {
            Actor::Piece | Actor::Hand(_) => Some(self.kind),
            Actor::Section(..) | Actor::Nobody => None,
        }
    }
}
