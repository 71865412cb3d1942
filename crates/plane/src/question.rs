//! Questions on a plane: goals, claims, and effects that count.
//!
//! Questions are evaluated in positions of the game, never while moves are generated, so there is
//! only one evaluator. The compiler rejects questions that a plane does not support.

use crate::attack::attacked;
use crate::families::{Family, families, has_move};
use crate::field::Field;
use crate::position::{Piece, PieceId, PieceSet, PlaneMove, PlanePosition};
use crate::program::PlaneProgram;
use crate::scalar::at_most;
use crate::terrain::Terrain;
use crate::zone::area_line;
use alfil_diagnostics::index::Id;
use alfil_rules::counter::turns_of;
use alfil_rules::goal::Asked;
use alfil_rules::question::{
    Amount, Filter, Men, MoveFact, Pieces, Quantity, Question, SideFact, Tally, Test, Whose,
};
use alfil_rules::side::{Side, Sides};

/// Returns the index of the first of `ends` that holds, and the side for which it holds. Each is
/// evaluated for the side that moved, then for the other side.
pub fn met(
    program: &PlaneProgram,
    position: &PlanePosition,
    ends: &[Asked],
) -> Option<(usize, Side)> {
    let mover = position.side.other();
    ends.iter().enumerate().find_map(|(n, asked)| {
        let context = |side| EvalContext { program, position, side, made: None };
        let mut sides = [mover, mover.other()].into_iter();
        sides.find(|&side| context(side).holds(&asked.question)).map(|side| (n, side))
    })
}

/// Returns the legal moves. There are none if a goal is reached.
pub fn legal(program: &PlaneProgram, position: &PlanePosition) -> Vec<Family> {
    match met(program, position, &program.rules().ends.goals) {
        Some(_) => Vec::new(),
        None => families(program, position),
    }
}

/// Returns the position after a legal move, with counters.
pub fn advanced(program: &PlaneProgram, before: &PlanePosition, mv: &PlaneMove) -> PlanePosition {
    counted(program, before, mv, |_| {})
}

/// Returns for each line of effects whether the legal move `mv` triggers it.
pub fn happening(program: &PlaneProgram, before: &PlanePosition, mv: &PlaneMove) -> Vec<bool> {
    let mut happens = vec![false; program.rules().effects.len()];
    counted(program, before, mv, |line| happens[line] = true);
    happens
}

/// Returns the position after a legal move. Calls `each` with the index of each line of effects
/// that the move triggers.
fn counted(
    program: &PlaneProgram,
    before: &PlanePosition,
    mv: &PlaneMove,
    mut each: impl FnMut(usize),
) -> PlanePosition {
    let mut after = before.after(mv, program.kind(before.pieces[mv.piece].kind).lasting);
    let side = before.side;
    for (line, effect) in program.rules().effects.iter().enumerate() {
        let context = EvalContext { program, position: &after, side, made: Some((before, mv)) };
        if !effect.question.as_ref().is_none_or(|question| context.holds(question)) {
            continue;
        }
        each(line);
        for deed in &effect.deeds {
            deed.tally(Sides::TWO, side, &mut after.counters);
        }
    }
    after
}

/// Returns whether a royal piece of `side` is attacked.
pub fn in_check(program: &PlaneProgram, position: &PlanePosition, side: Side) -> bool {
    let field = Field::new(program, position);
    let mut royals = field.royals(side);
    royals.any(|id| attacked(&field, side, field.piece(id).at, PieceSet::one(id)))
}

/// A position, the side for which questions are evaluated, and the move that led to the position.
struct EvalContext<'a> {
    program: &'a PlaneProgram,
    position: &'a PlanePosition,
    side: Side,
    made: Option<(&'a PlanePosition, &'a PlaneMove)>,
}

impl EvalContext<'_> {
    fn holds(&self, question: &Question) -> bool {
        match question {
            Question::All(parts) => parts.iter().all(|part| self.holds(part)),
            Question::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Question::Not(part) => !self.holds(part),
            Question::Side(fact) => self.side_is(*fact),
            Question::Move(fact) => self.made.is_some_and(|(before, mv)| self.is(fact, before, mv)),
            Question::Count(number, pieces) => {
                let (count, all) = self.count(pieces);
                number.holds(count, all)
            }
            Question::Compare(left, order, right) => {
                order.holds(self.count(left).0, self.count(right).0)
            }
            Question::Counter(number, whose, tally) => {
                let count = self.tally(*whose, *tally);
                number.holds(count, count)
            }
            Question::Tallies(sides, order) => {
                let [left, right] = sides.map(|(whose, tally)| self.tally(whose, tally));
                order.holds(left, right)
            }
            Question::Measure(amounts, order) => {
                order.holds(self.amount(&amounts[0]), self.amount(&amounts[1]))
            }
            Question::KindGone(whose) => {
                Sides::TWO.of(*whose, self.side).into_iter().any(|side| self.lacks_a_kind(side))
            }
            Question::Leaving(_)
            | Question::Cells(_)
            | Question::Among(_)
            | Question::Rolled(..)
            | Question::Reply(..)
            | Question::After(_)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::By(_) => {
                debug_assert!(false, "the compiler rejects this question");
                false
            }
        }
    }

    fn side_is(&self, fact: SideFact) -> bool {
        match fact {
            SideFact::White => self.side == Side::White,
            SideFact::Black => self.side == Side::Black,
            SideFact::OnMove => self.position.side == self.side,
            SideFact::InCheck => in_check(self.program, self.position, self.side),
            SideFact::Stuck => self.is_stuck(self.side),
        }
    }

    /// Returns whether `side` has no legal move, or would have none if it were to move.
    fn is_stuck(&self, side: Side) -> bool {
        !has_move(self.program, &PlanePosition { side, ..self.position.clone() })
    }

    fn is(&self, fact: &MoveFact, before: &PlanePosition, mv: &PlaneMove) -> bool {
        let (mover, them) = (before.pieces[mv.piece], before.side.other());
        let is = |men: &Men, piece: Piece| {
            men.has(piece.kind) && men.sides(Sides::TWO, self.side).any(|side| side == piece.side)
        };
        match fact {
            MoveFact::Moving(men) => is(men, mover),
            MoveFact::Capturing(men) => mv.taken.iter().any(|id| is(men, before.pieces[id])),
            MoveFact::Promoting(kinds) => {
                let to = |to| kinds.as_ref().is_none_or(|kinds| kinds.contains(&to));
                mv.promotion.is_some_and(to)
            }
            MoveFact::GivingCheck => in_check(self.program, self.position, them),
            MoveFact::GivingMate => {
                in_check(self.program, self.position, them) && self.is_stuck(them)
            }
            MoveFact::Dropping(_) | MoveFact::Over(_) | MoveFact::Castling | MoveFact::Passing => {
                debug_assert!(false, "the compiler rejects this question");
                false
            }
        }
    }

    /// Returns the number of pieces that pass the filters, and the number of these pieces without
    /// the filters.
    fn count(&self, pieces: &Pieces) -> (u32, u32) {
        let mut counted = (0, 0);
        for (side, men) in pieces.sides(Sides::TWO, self.side) {
            for (id, piece) in self.position.of(side).filter(|(_, piece)| men.has(piece.kind)) {
                counted.1 += 1;
                let passes = |filter: &Filter| filter.holds == self.test(&filter.test, id, piece);
                counted.0 += u32::from(pieces.filters.iter().all(passes));
            }
        }
        counted
    }

    fn test(&self, test: &Test, id: PieceId, piece: &Piece) -> bool {
        match test {
            Test::In(area) => {
                let (rules, surface) = (self.program.rules(), *self.program.surface());
                match area_line(area, rules, surface.size()) {
                    // As for promotions, the front of the body must reach the zone.
                    Some(line) => {
                        let front = self.program.kind(piece.kind).front;
                        at_most(line, self.program.forward(self.side, piece.at) + front)
                    }
                    None => {
                        let patch = Terrain { rules, surface }.area(area, rules.space.span);
                        patch.is_ok_and(|patch| patch[self.side].has(piece.at))
                    }
                }
            }
            Test::Attacked(_) => {
                let field = Field::new(self.program, self.position);
                attacked(&field, piece.side, piece.at, PieceSet::one(id))
            }
            Test::InHand
            | Test::Guarded
            | Test::Between(_)
            | Test::At(..)
            | Test::Along(..)
            | Test::InRow(..)
            | Test::On(_)
            | Test::LikeMover
            | Test::Paired(..)
            | Test::LikeDie(_)
            | Test::NeverMoved => {
                debug_assert!(false, "the compiler rejects this question");
                false
            }
        }
    }

    fn amount(&self, amount: &Amount) -> u32 {
        let number = match &amount.what {
            Quantity::Whole(n) => *n,
            Quantity::Tally(whose, tally) => self.tally(*whose, *tally),
            Quantity::Count(pieces) => self.count(pieces).0,
            Quantity::Place(..) => {
                debug_assert!(false, "`check` rejects this number");
                0
            }
        };
        amount.rest(number)
    }

    fn tally(&self, whose: Whose, tally: Tally) -> u32 {
        let PlanePosition { side: next, fullmove, counters, .. } = self.position;
        let worth = |piece: &Piece| u32::from(self.program.rules().kinds[piece.kind].worth);
        let of = |side: Side| match tally {
            Tally::Counted(counter) => u32::from(counters[side][counter.index()]),
            Tally::Turns => turns_of(side, *next, *fullmove),
            Tally::Worth => self.position.of(side).map(|(_, piece)| worth(piece)).sum(),
        };
        Sides::TWO.of(whose, self.side).into_iter().map(of).sum()
    }

    /// Returns whether `side` has lost all pieces of a kind with which it began.
    fn lacks_a_kind(&self, side: Side) -> bool {
        let mut began = self.program.start().of(side);
        began.any(|(_, was)| !self.position.of(side).any(|(_, piece)| piece.kind == was.kind))
    }
}
