//! What questions mean, whatever holds the position.
//!
//! A [`View`] tells what stands where and who attacks what. A [`Context`] evaluates questions with
//! it. The engine of boards, the reference executor and planes each have a view, so a question has
//! one meaning for all of them.

mod pieces;

use crate::chance::{DieId, FaceId, Roll};
use crate::ids::KindId;
use crate::question::{
    Amount, CHECKS, ClockId, CounterId, Men, MoveFact, Pieces, Quantity, Question, Repeats, Row,
    SideFact, Subject, Tally, Whose,
};
use crate::side::{BySide, MOST_SIDES, Side, SideSet, Sides};
use crate::space::SectionId;
use alfil_diagnostics::index::Id;
use std::iter::successors;

// The facts about moves and positions on which questions depend.

/// A piece of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Its kind.
    pub kind: KindId,
}

/// The thing that moves: a piece on the board, a piece in hand, a section of the board, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Actor {
    /// The piece on the move's first cell.
    Piece,
    /// A piece of this kind from the hand (a drop).
    Hand(KindId),
    /// A section of the board, with the index of the place to which it moves.
    Section(SectionId, u8),
    /// A die, which shows this value.
    Die(DieId, FaceId),
    /// Nothing: the player skips a step of the turn.
    Nobody,
}

/// The facts of a move that later rules may need. All are known before the move is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Facts<Cell> {
    /// The side that made the move.
    pub side: Side,
    /// The thing that moved.
    pub actor: Actor,
    /// The kind of the moved piece before the move; the first kind if no piece moved.
    pub kind: KindId,
    /// The start cell of the moved piece; arbitrary if no piece moved.
    pub from: Cell,
    /// The last cell of the moved piece; arbitrary if no piece moved.
    pub to: Cell,
    /// The captured pieces.
    pub captured: Captured,
    /// The kind to which the piece promoted.
    pub promotion: Option<KindId>,
    /// True if the move castles.
    pub castles: bool,
}

impl<Cell: Copy> Facts<Cell> {
    /// Returns the start cell, if a piece on the board moved.
    #[inline]
    pub fn origin(&self) -> Option<Cell> {
        (self.actor == Actor::Piece).then_some(self.from)
    }

    /// Returns the last cell of the move, if a piece moved or was dropped.
    #[inline]
    pub fn target(&self) -> Option<Cell> {
        self.mover().map(|_| self.to)
    }

    /// Returns the kind of the piece that moved or was dropped.
    #[inline]
    pub fn mover(&self) -> Option<KindId> {
        match self.actor {
            Actor::Piece | Actor::Hand(_) => Some(self.kind),
            Actor::Section(..) | Actor::Die(..) | Actor::Nobody => None,
        }
    }
}

/// The kinds of the pieces that a move captured, by owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Captured(BySide<u64>);

impl Captured {
    /// Adds a piece. A game has at most 64 kinds.
    #[inline]
    pub fn insert(&mut self, owner: Side, kind: KindId) {
        self.0[owner] |= 1 << (kind.index() % 64);
    }

    /// Returns whether no piece was captured.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == BySide::default()
    }

    /// Iterates over the kinds of captured pieces of `owner`, in order.
    #[inline]
    pub fn of(self, owner: Side) -> impl Iterator<Item = KindId> {
        let next = |&kinds: &u64| Some(kinds & kinds.wrapping_sub(1));
        let left = successors(Some(self.0[owner]), next).take_while(|&kinds| kinds != 0);
        left.map(|kinds| KindId::from_index(kinds.trailing_zeros() as usize))
    }
}

/// The number of times that a position has occurred. Texts of positions do not contain it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct History {
    /// Occurrences, including this one.
    pub times: u32,
    /// For each side, occurrences during its current series of moves that all gave check.
    pub by_checks: BySide<u32>,
}

impl Default for History {
    fn default() -> Self {
        History { times: 1, by_checks: BySide([1; MOST_SIDES]) }
    }
}

impl History {
    /// Returns the number of occurrences. `how` may restrict them to those in a series of checks by
    /// `side`.
    pub fn times(&self, how: Repeats, side: Side) -> u32 {
        match how {
            Repeats::Anyhow => self.times,
            Repeats::ByChecks => self.by_checks[side],
        }
    }
}

// What questions may ask of a position.

/// A set of cells.
pub trait CellSet: Clone {
    /// A cell.
    type Cell: Copy + PartialEq;
    /// The set without cells.
    const EMPTY: Self;

    /// Returns the set of one cell.
    fn of(cell: Self::Cell) -> Self;
    /// Returns whether `cell` is in the set.
    fn has(&self, cell: Self::Cell) -> bool;
    /// Returns the number of cells.
    fn count(&self) -> u32;
    /// Adds a cell.
    fn insert(&mut self, cell: Self::Cell);
    /// Returns the cells that are in at least one of the sets.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Returns the cells that are in both sets.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Returns the cells that are not in `other`.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Iterates over the cells in the order of their numbers.
    fn cells(self) -> impl Iterator<Item = Self::Cell>;

    /// Returns whether there are no cells.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Returns whether both sets have a cell in common.
    #[inline(always)]
    fn meets(&self, other: Self) -> bool {
        !self.clone().and(other).is_empty()
    }

    /// Returns the cells for which `test` is true.
    #[inline(always)]
    #[must_use]
    fn filter(self, mut test: impl FnMut(Self::Cell) -> bool) -> Self {
        let mut kept = Self::EMPTY;
        for cell in self.cells() {
            if test(cell) {
                kept.insert(cell);
            }
        }
        kept
    }
}

/// The cell of a view.
pub type Cell<'a, V> = <<V as View<'a>>::Cells as CellSet>::Cell;

/// The pieces of a side that have a legal move.
pub struct Replies<Cells> {
    /// The cells of pieces that can move.
    pub movers: Cells,
    /// The kinds that can be dropped from the hand.
    pub dropped: Vec<KindId>,
}

/// A position as questions see it. A view is a handle, which is cheap to copy.
///
/// Where a board lacks something, such as hands, the answer is the empty one. `check` refuses
/// questions about things that the game does not have.
pub trait View<'a>: Copy {
    /// An area in a question.
    type Area;
    /// A condition on start and end in a question.
    type Between;
    /// A movement in a question.
    type Pattern;
    /// A set of cells.
    type Cells: CellSet<Cell: 'a>;
    /// A move that was not remembered but is being made.
    type Move: Copy;

    // The game.

    /// Returns the sides of the game. Those that are out are neither enemies nor allies.
    fn sides(self) -> Sides;
    /// Returns whether every piece belongs to exactly one side.
    fn all_are_owned(self) -> bool;
    /// Returns whether pieces of `kind` belong to both sides.
    fn is_neutral(self, kind: KindId) -> bool;
    /// Returns the worth of a piece of `kind`.
    fn worth(self, kind: KindId) -> u32;

    // What stands where.

    /// Returns all cells.
    fn board(self) -> Self::Cells;
    /// Returns the piece on `cell`.
    fn piece(self, cell: Cell<'a, Self>) -> Option<Piece>;
    /// Returns the cells with a piece.
    fn occupied(self) -> Self::Cells;
    /// Returns the cells with pieces of `side`. A neutral piece belongs to every side, and a piece
    /// without an owner to the side to move.
    fn pieces(self, side: Side) -> Self::Cells;
    /// Returns the cells with pieces of `kind`.
    fn of_kind(self, kind: KindId) -> Self::Cells;
    /// Returns the cells with pieces that belong to no side.
    fn unowned(self) -> Self::Cells;
    /// Returns the cells with pieces that belong to both sides.
    fn neutrals(self) -> Self::Cells;
    /// Returns the cells with pieces that never moved.
    fn never_moved(self) -> Self::Cells;
    /// Returns the kinds in the hand of `side` with their numbers of pieces, none of them 0.
    fn held(self, side: Side) -> impl Iterator<Item = (KindId, u16)>;
    /// Returns whether `side` has lost all pieces of some kind with which it began, on the board
    /// and in hand.
    fn lacks_a_kind(self, side: Side) -> bool;

    // Cells by their place.

    /// Returns the cells of an area from the view of `side`.
    fn area(self, area: &Self::Area, side: Side) -> Self::Cells;
    /// Returns the cells on the rank, the file or the layer of `cell`, from the view of `side`.
    fn row(self, row: Row, side: Side, cell: Cell<'a, Self>) -> Self::Cells;
    /// Returns the number of the rank, the file or the layer of `cell`, from the view of `side`.
    fn number_of(self, row: Row, side: Side, cell: Cell<'a, Self>) -> u32;
    /// Returns the cells on the rank of `cell` with a lower file, and those with a higher file.
    fn beside(self, cell: Cell<'a, Self>) -> [Self::Cells; 2];
    /// Returns the cells between two cells of a line.
    fn between(self, from: Cell<'a, Self>, to: Cell<'a, Self>) -> Self::Cells;
    /// Returns the cell behind `from` and the cell beyond `to`, on their line.
    fn line_ends(self, from: Cell<'a, Self>, to: Cell<'a, Self>) -> [Option<Cell<'a, Self>>; 2];
    /// Returns the cells above and below `cell`, from the view of `side`.
    fn upright(self, cell: Cell<'a, Self>, side: Side) -> [Option<Cell<'a, Self>>; 2];
    /// Returns whether a condition on start and end is true of a move.
    fn fits(self, between: &Self::Between, kind: KindId, facts: &Facts<Cell<'a, Self>>) -> bool;

    // Movements.

    /// Returns whether one of `by`, pieces of `side`, could capture an enemy piece on `cell`. The
    /// piece that is now on `cell` does not matter.
    fn can_capture(self, cell: Cell<'a, Self>, side: Side, by: &Self::Cells) -> bool;
    /// Returns the cells of `among` to which `pattern` leads from `from`, in the directions of
    /// `side`: occupied ones where it could capture, and empty ones to which it could move.
    fn leads(
        self,
        pattern: &Self::Pattern,
        from: Cell<'a, Self>,
        side: Side,
        among: &Self::Cells,
    ) -> Self::Cells;
    /// Returns the cells on the ways of `pattern` from `from` to one of `ends`. The ways pass only
    /// cells of `passable`.
    fn along(
        self,
        pattern: &Self::Pattern,
        from: Cell<'a, Self>,
        side: Side,
        ends: &Self::Cells,
        passable: &Self::Cells,
    ) -> Self::Cells;
    /// Returns whether a move is a move by `terms`.
    fn is_by(
        self,
        terms: &Self::Pattern,
        facts: &Facts<Cell<'a, Self>>,
        mv: Option<Self::Move>,
    ) -> bool;

    // Sides.

    /// Returns the side to move.
    fn turn(self) -> Side;
    /// Returns the enemies of `side` that are in play.
    fn enemies(self, side: Side) -> SideSet;
    /// Returns whether `side` is in check.
    fn in_check(self, side: Side) -> bool;
    /// Returns whether `side` has a legal move, or would have one if it were to move.
    fn can_reply(self, side: Side) -> bool;
    /// Returns whether `side`, which is in check, has a move that ends the check. At most `checks`
    /// further checks in a row are examined.
    fn can_parry(self, side: Side, checks: u8) -> bool;
    /// Returns the pieces of `side` that have a legal move. With `to`, only moves to these cells
    /// count.
    fn replies(self, side: Side, to: Option<Self::Cells>) -> Replies<Self::Cells>;

    // What happened before.

    /// Returns the move before, if a rule depends on it.
    fn last(self) -> Option<&'a Facts<Cell<'a, Self>>>;
    /// Returns the value of a counter of `side`.
    fn counter(self, side: Side, counter: CounterId) -> u32;
    /// Returns the number of turns that `side` has finished.
    fn turns_of(self, side: Side) -> u32;
    /// Returns whether the clock was not reset for `turns` turns of each side.
    fn lasts(self, turns: u32, clock: ClockId) -> bool;
    /// Returns whether a die shows such a value.
    fn rolled(self, die: DieId, roll: Roll) -> bool;
    /// Returns the cells with pieces of the kind that a die shows.
    fn like_die(self, die: DieId) -> Self::Cells;

    /// Counts one step of work, so that a search can end in time.
    #[inline(always)]
    fn spend(self) {}
}

// Evaluates questions.

/// A question in the form that a view understands.
pub type Asked<'a, V> =
    Question<<V as View<'a>>::Area, <V as View<'a>>::Between, <V as View<'a>>::Pattern>;
/// A description of pieces in the form that a view understands.
pub type Selected<'a, V> = Pieces<<V as View<'a>>::Area, <V as View<'a>>::Pattern>;

/// The position and the move for which a question is evaluated.
#[derive(Clone, Copy)]
pub struct Context<'a, V: View<'a>> {
    /// The position.
    pub view: V,
    /// The side from whose view the question is evaluated.
    pub side: Side,
    /// The move, if there is one.
    pub made: Option<Made<'a, V>>,
    /// The cell on which the moving piece stands now.
    pub mover: Option<Cell<'a, V>>,
    /// How often the position has occurred.
    pub history: History,
    /// The number of further checks in a row that are examined to find mate. At 0, no move gives
    /// mate.
    pub checks: u8,
}

/// The move for which a question is evaluated.
#[derive(Clone, Copy)]
pub struct Made<'a, V: View<'a>> {
    /// The facts of the move.
    pub facts: &'a Facts<Cell<'a, V>>,
    /// The position after the move.
    pub after: V,
    /// The cell of the moving piece after the move.
    pub stands: Option<Cell<'a, V>>,
    /// The start cell of the castling partner.
    pub partner: Option<Cell<'a, V>>,
    /// The move itself; `None` if only its facts are known.
    pub mv: Option<V::Move>,
}

impl<'a, V: View<'a>> Context<'a, V> {
    /// The context of `side` in a position, without a move.
    #[inline(always)]
    pub fn before(view: V, side: Side) -> Self {
        let history = History::default();
        Context { view, side, made: None, mover: None, history, checks: CHECKS }
    }

    /// The context of `side` in a position, without a new move. If `side` made the move before, the
    /// context contains that move, as it is remembered.
    pub fn of_last(view: V, side: Side, history: History) -> Self {
        let last = view.last().filter(|last| last.side == side);
        let made = last.map(|facts| Made {
            facts,
            after: view,
            stands: facts.target(),
            partner: None,
            mv: None,
        });
        let mover = last.and_then(Facts::target);
        Context { made, mover, history, ..Context::before(view, side) }
    }

    /// The context of a move. `view` is the position in which the moving piece stands on `mover`.
    #[inline(always)]
    pub fn of_move(view: V, made: Made<'a, V>, mover: Option<Cell<'a, V>>) -> Self {
        Context { made: Some(made), mover, ..Context::before(view, made.facts.side) }
    }

    /// Returns the sides of the game. Those that are out are neither enemies nor allies.
    #[inline(always)]
    fn sides(&self) -> Sides {
        self.view.sides()
    }

    /// Returns whether the question is true.
    pub fn holds(&self, question: &Asked<'a, V>) -> bool {
        let view = self.view;
        view.spend();
        match question {
            Question::All(parts) => parts.iter().all(|part| self.holds(part)),
            Question::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Question::Not(part) => !self.holds(part),
            Question::Leaving(part) => self.made.is_some_and(|made| {
                Context { view: made.after, mover: made.stands, ..*self }.holds(part)
            }),
            Question::Cells(between) => self.made.is_some_and(|Made { facts, .. }| {
                facts.mover().is_some_and(|kind| view.fits(between, kind, facts))
            }),
            Question::Move(fact) => self.made.is_some_and(|made| self.is(fact, made)),
            Question::Plays(color) => self.side.color() == *color,
            Question::Side(whose, fact) => {
                self.sides().of(*whose, self.side).into_iter().any(|side| self.is_so(side, *fact))
            }
            Question::Count(number, pieces) => {
                let (count, all) = self.count(pieces);
                number.holds(count, all)
            }
            Question::Rolled(die, roll) => view.rolled(*die, *roll),
            Question::Compare(amounts, order) => {
                let [left, right] = &**amounts;
                order.holds(self.sum(left), self.sum(right))
            }
            Question::After(part) => Context::of_last(view, self.side, self.history).holds(part),
            Question::Without(turns, clock, _) => view.lasts(*turns, *clock),
            Question::Repeated(times, how) => self.history.times(*how, self.side) >= *times,
            Question::Reply(number, pieces, area) => {
                let (count, all) = self.replies(pieces, area.as_ref());
                number.holds(count, all)
            }
            Question::KindGone(whose) => {
                let mut sides = self.sides().of(*whose, self.side).into_iter();
                sides.any(|side| view.lacks_a_kind(side))
            }
            Question::By(terms) => {
                self.made.is_some_and(|made| view.is_by(terms, made.facts, made.mv))
            }
        }
    }

    fn is(&self, fact: &MoveFact, Made { facts, after, .. }: Made<'a, V>) -> bool {
        let sides = self.sides();
        let owned = |men: &Men, owner: Side| men.sides(sides, self.side).any(|side| side == owner);
        let enemies = || after.enemies(facts.side).into_iter();
        match fact {
            MoveFact::Moving(men) => {
                facts.actor == Actor::Piece && men.has(facts.kind) && owned(men, facts.side)
            }
            MoveFact::Capturing(_) if facts.captured.is_empty() => false,
            MoveFact::Capturing(men) => sides.each().any(|owner| {
                let among =
                    |kind| men.has(kind) && (owned(men, owner) || self.view.is_neutral(kind));
                facts.captured.of(owner).any(among)
            }),
            MoveFact::Dropping(men) => match facts.actor {
                Actor::Hand(kind) => men.has(kind) && owned(men, facts.side),
                Actor::Piece | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => false,
            },
            MoveFact::Over(men) => facts.origin().is_some_and(|from| {
                let between = self.view.between(from, facts.to);
                men.sides(sides, self.side).any(|owner| between.meets(self.men(men, owner)))
            }),
            MoveFact::Promoting(kinds) => facts
                .promotion
                .is_some_and(|to| kinds.as_ref().is_none_or(|kinds| kinds.contains(&to))),
            MoveFact::Castling => facts.castles,
            MoveFact::Passing => facts.actor == Actor::Nobody,
            MoveFact::GivingCheck => enemies().any(|enemy| after.in_check(enemy)),
            MoveFact::GivingMate => self.checks.checked_sub(1).is_some_and(|checks| {
                enemies().any(|enemy| after.in_check(enemy) && !after.can_parry(enemy, checks))
            }),
        }
    }

    /// Whether the fact is true of `side`.
    fn is_so(&self, side: Side, fact: SideFact) -> bool {
        match fact {
            SideFact::OnMove => self.view.turn() == side,
            SideFact::InCheck => self.view.in_check(side),
            SideFact::Stuck => !self.view.can_reply(side),
        }
    }

    /// Returns the value of a number. A sum below 0 counts as 0.
    pub fn amount(&self, amount: &Amount<V::Area, V::Pattern>) -> u32 {
        u32::try_from(self.sum(amount).max(0)).unwrap_or(u32::MAX)
    }

    fn sum(&self, amount: &Amount<V::Area, V::Pattern>) -> i64 {
        amount.sum(|what| match what {
            Quantity::Whole(n) => *n,
            Quantity::Tally(whose, tally) => self.tally(*whose, *tally),
            Quantity::Place(row, of) => {
                let mut number = 0;
                self.sources(of, |cell, _| {
                    number = number.max(self.view.number_of(*row, self.side, cell));
                });
                number
            }
            Quantity::Count(pieces) => self.count(pieces).0,
        })
    }

    fn tally(&self, whose: Whose, tally: Tally) -> u32 {
        let view = self.view;
        let of = |owner: Side| match tally {
            Tally::Counted(counter) => view.counter(owner, counter),
            Tally::Turns => view.turns_of(owner),
            Tally::Worth => {
                // Pieces without an owner count for no side.
                let mut own = view.pieces(owner).minus(view.unowned());
                // `any` must not count a neutral piece twice.
                if whose == Whose::Any && owner != self.side {
                    own = own.minus(view.neutrals());
                }
                let standing = own.cells().filter_map(|cell| view.piece(cell));
                let standing = standing.map(|piece| view.worth(piece.kind));
                let held = view.held(owner).map(|(kind, held)| view.worth(kind) * u32::from(held));
                standing.chain(held).sum()
            }
        };
        self.sides().of(whose, self.side).into_iter().map(of).sum()
    }

    /// Returns the number of selected pieces with a legal move, and the number of pieces to which
    /// the filters apply. If there is an `area`, only moves to its cells count.
    fn replies(&self, pieces: &Selected<'a, V>, area: Option<&V::Area>) -> (u32, u32) {
        let view = self.view;
        let (mut count, mut all) = (0, 0);
        let mut subjects = Vec::new();
        match &pieces.what {
            Subject::Men(_) | Subject::Anchor(_) => {
                self.subjects(pieces, |side, cells| subjects.push((side, cells)));
            }
            // Cells do not move.
            Subject::Empty | Subject::Cells => {}
        }
        for (side, cells) in subjects {
            let replies = view.replies(side, area.map(|area| view.area(area, self.side)));
            all += cells.count();
            count += self.passing(pieces, cells, side).and(replies.movers).count();
            let men = pieces.sides(self.sides(), self.side).filter(|&(of, _)| of == side);
            for (kind, held) in men.flat_map(|(_, men)| self.held(men, side)) {
                let drops = pieces.are_in_hand() && replies.dropped.contains(&kind);
                count += if drops { u32::from(held) } else { 0 };
                all += u32::from(held);
            }
        }
        (count, all)
    }
}
