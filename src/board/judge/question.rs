//! Questions answered plainly, on the position as it stands.
//!
//! Owns: [`holds`], [`of_move`], [`met`], [`allows`], [`choose`], [`count`]. Takes an arena, plain positions and the
//! questions of `rules/question.rs`; `board/run/question.rs` answers the same by sets and must agree.
//! Invariant: what asks of legal moves leaves out whatever could ask it again.

use crate::board::game::arena::Arena;
use crate::board::game::memory::{Facts, History};
use crate::board::game::position::{Actor, BoardPosition, Move};
use crate::board::judge::{reference, turn};
use crate::board::space::site_set::Site;
use crate::index::Id;
use crate::rules::condition::Area;
use crate::rules::effect::Deed;
use crate::rules::goal::Asked;
use crate::rules::question::{
    Filter, Level, Men, MoveFact, Pieces, Question, SideFact, Subject, Tally, Test, Whose,
};
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;

/// What a question is asked of.
#[derive(Clone, Copy)]
struct Scene<'a> {
    /// Of the whole game.
    arena: &'a Arena,
    /// Who asks.
    side: Side,
    /// What stands.
    board: &'a BoardPosition,
    /// The move, if one is asked about.
    made: Option<Made<'a>>,
    /// How often the position has stood.
    history: History,
}

/// A move that is asked about.
#[derive(Clone, Copy)]
struct Made<'a> {
    before: &'a BoardPosition,
    mv: &'a Move,
    after: &'a BoardPosition,
}

/// Whether `question` holds of `position` for `side`; no move is asked about.
pub fn holds(arena: &Arena, position: &BoardPosition, side: Side, question: &Question) -> bool {
    let history = History::default();
    Scene { arena, side, board: position, made: None, history }.holds(question)
}

/// The first of `ends` that holds, and for whom: first asked for the side that made the last move.
pub fn met(
    arena: &Arena,
    position: &BoardPosition,
    ends: &[Asked],
    history: History,
) -> Option<(usize, Side)> {
    let mover = position.last_side();
    let holds = |asked: &Asked, side| {
        Scene { arena, side, board: position, made: None, history }.holds(&asked.question)
    };
    ends.iter().enumerate().find_map(|(n, asked)| {
        [mover, mover.other()].into_iter().find(|&side| holds(asked, side)).map(|side| (n, side))
    })
}

/// Whether a goal holds, so that nobody moves any more.
pub fn is_over(arena: &Arena, position: &BoardPosition) -> bool {
    met(arena, position, &arena.rules.ends.goals, History::default()).is_some()
}

/// Whether what is asked of every move, as far as it looks at less than `below`, holds of `mv`.
pub fn allows(arena: &Arena, position: &BoardPosition, mv: &Move, below: Option<Level>) -> bool {
    let asked = arena.rules.asked.iter().map(|asked| &asked.value);
    let due = |question: &Question| below.is_none_or(|below| question.level() < below);
    asked.into_iter().all(|question| !due(question) || of_move(arena, position, mv, question))
}

/// Leaves of `moves`, which are legal but for duties, those among which the side must choose.
pub fn choose(arena: &Arena, position: &BoardPosition, moves: &mut Vec<Move>) {
    for duty in &arena.rules.duties {
        let fits: Vec<bool> =
            moves.iter().map(|mv| of_move(arena, position, mv, &duty.value)).collect();
        if fits.contains(&true) {
            let mut fits = fits.into_iter();
            moves.retain(|_| fits.next() == Some(true));
            return;
        }
    }
}

/// What `question` says of a move.
pub fn of_move(arena: &Arena, position: &BoardPosition, mv: &Move, question: &Question) -> bool {
    let level = question.level();
    let after = match question.looks_ahead() {
        true => turn::advanced(arena, position, mv, Some(level)),
        false => position.clone(),
    };
    let made = Some(Made { before: position, mv, after: &after });
    let history = History::default();
    Scene { arena, side: position.side, board: position, made, history }.holds(question)
}

/// Does the deeds of `mv`, which led from `before` to `after`: those of effects that look at less than
/// `below`.
pub fn count(
    arena: &Arena,
    before: &BoardPosition,
    mv: &Move,
    after: &mut BoardPosition,
    below: Option<Level>,
) {
    for effect in &arena.rules.effects {
        let level = effect.question.as_ref().map_or(Level::Move, Question::level);
        if below.is_some_and(|below| level >= below) {
            continue;
        }
        let made = Some(Made { before, mv, after });
        let history = History::default();
        let scene = Scene { arena, side: before.side, board: after, made, history };
        if effect.question.as_ref().is_some_and(|question| !scene.holds(question)) {
            continue;
        }
        for deed in &effect.deeds {
            match *deed {
                Deed::Count(times, counter) => {
                    let counted = &mut after.counters[before.side][counter.index()];
                    *counted = counted.saturating_add(times);
                }
                Deed::Reset(whose, counter) => {
                    for side in whose.sides(before.side) {
                        after.counters[side][counter.index()] = 0;
                    }
                }
            }
        }
    }
    for (clock, question) in arena.rules.clocks.iter().enumerate() {
        let (made, history) = (Some(Made { before, mv, after }), History::default());
        let scene = Scene { arena, side: before.side, board: after, made, history };
        let was_such = scene.holds(question);
        after.memory.tick(clock, before.step, was_such);
    }
    if arena.rules.ends.ask_of_moves() {
        after.memory.last = Some(Facts::of(arena, before, mv));
    }
}

impl Scene<'_> {
    /// The move that is asked about: of a position that stands, the last one of the side that asks.
    fn facts(&self) -> Option<Facts> {
        match self.made {
            Some(Made { before, mv, .. }) => Some(Facts::of(self.arena.at(before), before, mv)),
            None => self.board.memory.last.filter(|last| last.side == self.side),
        }
    }

    fn holds(&self, question: &Question) -> bool {
        match question {
            Question::All(parts) => parts.iter().all(|part| self.holds(part)),
            Question::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Question::Not(part) => !self.holds(part),
            Question::Leaving(part) => {
                self.made.is_some_and(|made| Scene { board: made.after, ..*self }.holds(part))
            }
            Question::Cells(condition) => self.facts().is_some_and(|facts| {
                let at = self.arena.at(self.made.map_or(self.board, |made| made.before));
                let holds = |kind| at.holds(condition, facts.side, kind, facts.from, facts.to);
                facts.mover().is_some_and(holds)
            }),
            Question::Move(fact) => self.facts().is_some_and(|facts| self.is(fact, &facts)),
            Question::Side(fact) => self.side_is(*fact),
            Question::Count(number, pieces) => {
                let (count, all) = self.count(pieces);
                number.holds(count, all)
            }
            Question::Counter(number, whose, tally) => {
                let count = self.tally(*whose, *tally);
                number.holds(count, count)
            }
            Question::Tallies(sides, order) => {
                let [left, right] = sides.map(|(whose, tally)| self.tally(whose, tally));
                order.holds(left, right)
            }
            Question::Without(turns, clock, _) => self.board.memory.lasts(*turns, *clock),
            Question::Repeated(times, how) => self.history.times(*how, self.side) >= *times,
            Question::Reply(number, pieces, area) => {
                let (count, all) = self.replies(pieces, area.as_ref());
                number.holds(count, all)
            }
            Question::Compare(left, order, right) => {
                order.holds(self.count(left).0, self.count(right).0)
            }
            Question::KindGone(whose) => whose.sides(self.side).any(|side| self.lacks_a_kind(side)),
        }
    }

    fn is(&self, fact: &MoveFact, facts: &Facts) -> bool {
        let owned = |men: &Men, owner| men.sides(self.side).any(|side| side == owner);
        let after = self.made.map_or(self.board, |made| made.after);
        let them = facts.side.other();
        match fact {
            MoveFact::Moving(men) => {
                facts.actor == Actor::Piece && men.has(facts.kind) && owned(men, facts.side)
            }
            MoveFact::Capturing(men) => Side::BOTH.into_iter().any(|owner| {
                owned(men, owner) && facts.captured.of(owner).any(|kind| men.has(kind))
            }),
            MoveFact::Dropping(men) => match facts.actor {
                Actor::Hand(kind) => men.has(kind) && owned(men, facts.side),
                Actor::Piece | Actor::Section(..) | Actor::Nobody => false,
            },
            MoveFact::Promoting(kinds) => facts
                .promotion
                .is_some_and(|to| kinds.as_ref().is_none_or(|kinds| kinds.contains(&to))),
            MoveFact::Castling => facts.castles,
            MoveFact::Passing => facts.actor == Actor::Nobody,
            MoveFact::GivingCheck => turn::in_check(self.arena, after, them),
            MoveFact::GivingMate => {
                turn::in_check(self.arena, after, them)
                    && reference::replies(self.arena, &on_move(after, them)).is_empty()
            }
        }
    }

    fn tally(&self, whose: Whose, tally: Tally) -> u32 {
        let worth = |kind: KindId| u32::from(self.arena.rules.kinds[kind].worth);
        let of = |side: Side| match tally {
            Tally::Counted(counter) => u32::from(self.board.counters[side][counter.index()]),
            Tally::Turns => self.board.turns_of(side),
            Tally::Worth => {
                let standing = self.board.pieces(side).map(|(_, kind)| worth(kind));
                let held = self.board.hands.held(side);
                standing.chain(held.map(|(kind, held)| worth(kind) * u32::from(held))).sum()
            }
        };
        whose.sides(self.side).map(of).sum()
    }

    fn side_is(&self, fact: SideFact) -> bool {
        match fact {
            SideFact::White => self.side == Side::White,
            SideFact::Black => self.side == Side::Black,
            SideFact::OnMove => self.board.side == self.side,
            SideFact::InCheck => turn::in_check(self.arena, self.board, self.side),
            SideFact::Stuck => {
                reference::replies(self.arena, &on_move(self.board, self.side)).is_empty()
            }
        }
    }

    /// How many there are that pass the filters, and how many in all.
    fn count(&self, pieces: &Pieces) -> (u32, u32) {
        let arena = self.arena.at(self.board);
        if pieces.what == Subject::Empty {
            let empty = arena.graph.sites().filter(|&site| self.board.piece(site).is_none());
            let empty: Vec<Site> = empty.collect();
            let passing = empty.iter().filter(|&&site| self.passes(pieces, Some(site), self.side));
            return (passing.count() as u32, empty.len() as u32);
        }
        let (mut count, mut all) = (0, 0);
        for (side, men) in pieces.sides(self.side) {
            for (site, _) in self.board.pieces(side).filter(|&(_, kind)| men.has(kind)) {
                all += 1;
                count += u32::from(self.passes(pieces, Some(site), side));
            }
            for (_, held) in self.board.hands.held(side).filter(|&(kind, _)| men.has(kind)) {
                all += u32::from(held);
                count += if self.passes(pieces, None, side) { u32::from(held) } else { 0 };
            }
        }
        (count, all)
    }

    /// Whether what `owner` has on `site`, or in hand, passes every filter.
    fn passes(&self, pieces: &Pieces, site: Option<Site>, owner: Side) -> bool {
        pieces.filters.iter().all(|Filter { holds, test }| *holds == self.test(test, site, owner))
    }

    fn test(&self, test: &Test, site: Option<Site>, owner: Side) -> bool {
        let Some(site) = site else { return *test == Test::InHand };
        let takes = |from: Site| reference::attacked_from(self.arena, self.board, site, from);
        match test {
            Test::InHand => false,
            Test::In(area) => self.area(area).has(site),
            Test::Attacked(by) => self.board.pieces(owner.other()).any(|(from, kind)| {
                let among = |men: &Men| {
                    men.has(kind) && men.sides(self.side).any(|side| side == owner.other())
                };
                by.as_ref().is_none_or(among) && takes(from)
            }),
            Test::Guarded => self.board.pieces(owner).any(|(from, _)| from != site && takes(from)),
            Test::Between(men) => {
                let place = |site| self.arena.at(self.board).graph.file_rank(site);
                let (file, rank) = place(site);
                let beside = |aside: &dyn Fn(u8) -> bool| {
                    men.sides(self.side).any(|side| {
                        self.board.pieces(side).any(|(other, kind)| {
                            let (there, row) = place(other);
                            men.has(kind) && row == rank && aside(there)
                        })
                    })
                };
                beside(&|other| other < file) && beside(&|other| other > file)
            }
        }
    }

    fn area(&self, area: &Area) -> crate::board::space::site_set::AnySet {
        self.arena.at(self.board).cells(area, self.side)
    }

    /// How many of the pieces have a legal move (to the area), and how many there are.
    fn replies(&self, pieces: &Pieces, area: Option<&Area>) -> (u32, u32) {
        let (mut count, mut all) = (0, 0);
        for (side, men) in pieces.sides(self.side) {
            let moves = reference::replies(self.arena, &on_move(self.board, side));
            let fits = |mv: &&Move| {
                area.is_none_or(|area| mv.target().is_some_and(|to| self.area(area).has(to)))
            };
            for (site, _) in self.board.pieces(side).filter(|&(_, kind)| men.has(kind)) {
                all += 1;
                let moves = moves.iter().filter(fits).any(|mv| mv.origin() == Some(site));
                count += u32::from(moves && self.passes(pieces, Some(site), side));
            }
            for (kind, held) in self.board.hands.held(side).filter(|&(kind, _)| men.has(kind)) {
                all += u32::from(held);
                let drops = moves.iter().filter(fits).any(|mv| mv.actor == Actor::Hand(kind));
                count += if drops && self.passes(pieces, None, side) { u32::from(held) } else { 0 };
            }
        }
        (count, all)
    }

    /// Whether the side has no piece left of a kind that it began with.
    fn lacks_a_kind(&self, side: Side) -> bool {
        let rules = &self.arena.rules;
        let left = |kind: KindId| {
            rules.counted_as(kind).any(|kind| {
                self.board.hands.count(side, kind) > 0
                    || self.board.pieces(side).any(|(_, k)| k == kind)
            })
        };
        rules.kinds.ids().any(|kind| self.arena.starts_with(side, kind) && !left(kind))
    }
}

/// The position with `side` on move.
fn on_move(position: &BoardPosition, side: Side) -> BoardPosition {
    let mut position = position.clone();
    if position.side != side {
        turn::end_turn(&mut position);
    }
    position
}
