//! Questions on a plane: goals, claims, and effects that count.
//!
//! Questions are evaluated in positions of the game, never while moves are generated, so there is
//! only one evaluator. A compiled program has no question that `check` rejects.

use crate::attack::attacked;
use crate::families::{Family, families, has_move};
use crate::field::Field;
use crate::position::{Piece, PieceId, PieceSet, PlaneMove, PlanePosition};
use crate::program::PlaneProgram;
use crate::scalar::at_most;
use crate::surface::Surface;
use crate::terrain::Terrain;
use crate::zone::area_line;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Span;
use alfil_rules::counter::turns_of;
use alfil_rules::effect::{Deed, Will};
use alfil_rules::goal::Asked;
use alfil_rules::question::{
    Amount, Filter, Men, MoveFact, Pieces, Quantity, Question, SideFact, Subject, Tally, Test,
    Whose,
};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{Side, Sides};

/// The subject of a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Position,
    Move,
}

/// Reports every sentence that a plane does not support.
pub(crate) fn check(rules: &Ruleset, surface: Surface, found: &mut Report) {
    let mut refuse = |span: Span, Unsupported { title, help }: Unsupported| {
        let finding = Diagnostic::at(Code::NotOnAPlane, span, title, "has no answer here");
        found.push(finding.help(help));
    };
    let ends = || rules.ends.goals.iter().chain(&rules.ends.claims);
    for asked in ends() {
        if let Some(what) = unsupported(&asked.question, About::Position, rules, surface) {
            refuse(asked.span, what);
        }
    }
    let tallies = |deed: &Deed| matches!(deed, Deed::Count(..) | Deed::Reset(..));
    for effect in &rules.effects {
        let asked = effect.question.as_ref();
        let what = match effect.will == Will::Must && effect.deeds.iter().all(tallies) {
            true => asked.and_then(|asked| unsupported(asked, About::Move, rules, surface)),
            false => {
                Unsupported::of("effects of a plane only count", "say `when ... then count NAME`")
            }
        };
        if let Some(what) = what {
            refuse(effect.span, what);
        }
    }
    let mut answered: Vec<Span> = ends().map(|asked| asked.span).collect();
    answered.extend(rules.effects.iter().map(|effect| effect.span));
    for (_, span) in rules.sentences().filter(|(_, span)| !answered.contains(span)) {
        let help = "take it out, or play on a board; goals, claims and effects may ask here".into();
        refuse(span, Unsupported { title: "no sentence binds the moves of a plane", help });
    }
}

/// Something that a plane does not support, and a help.
struct Unsupported {
    title: &'static str,
    help: Help,
}

impl Unsupported {
    fn of(title: &'static str, help: impl Into<Help>) -> Option<Unsupported> {
        Some(Unsupported { title, help: help.into() })
    }
}

/// Returns the first part of `question` that a plane does not support.
fn unsupported(
    question: &Question,
    about: About,
    rules: &Ruleset,
    surface: Surface,
) -> Option<Unsupported> {
    let pieces = |pieces: &Pieces| unsupported_pieces(pieces, rules, surface);
    match question {
        Question::All(parts) | Question::Any(parts) => {
            parts.iter().find_map(|part| unsupported(part, about, rules, surface))
        }
        Question::Not(part) => unsupported(part, about, rules, surface),
        // Dice of a plane have a finding already.
        Question::Rolled(..) => None,
        Question::Side(_)
        | Question::Counter(..)
        | Question::Tallies(..)
        | Question::KindGone(_) => None,
        Question::Measure(amounts, _) => amounts.iter().find_map(|amount| match &amount.what {
            Quantity::Whole(_) | Quantity::Tally(..) => None,
            Quantity::Count(counted) => pieces(counted),
            Quantity::Place(..) => {
                let title = "a plane has no numbers of ranks and files";
                Unsupported::of(title, "ask whether a piece is `in last rank`")
            }
        }),
        Question::After(_) => {
            let title = "the move before is not asked about on a plane";
            Unsupported::of(title, "count such moves: `effects: [when ... then count NAME]`")
        }
        Question::Count(_, counted) => pieces(counted),
        Question::Compare(left, _, right) => pieces(left).or_else(|| pieces(right)),
        Question::Move(fact) => match fact {
            _ if about == About::Position => Unsupported::of(
                "goals of a plane ask of what stands, not of the move",
                "count such moves: `effects: [when ... then count NAME]`",
            ),
            MoveFact::Moving(_)
            | MoveFact::Capturing(_)
            | MoveFact::Promoting(_)
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => None,
            MoveFact::Dropping(_) => {
                Unsupported::of("nothing is dropped on a plane", Help::take_out())
            }
            MoveFact::Over(_) => {
                Unsupported::of("`over` is not asked on a plane", "ask for `moving` or `capturing`")
            }
            MoveFact::Castling => Unsupported::of("nobody castles on a plane", Help::take_out()),
            MoveFact::Passing => Unsupported::of("nobody passes on a plane", Help::take_out()),
        },
        Question::Cells(_) | Question::Among(_) | Question::By(_) | Question::Leaving(_) => {
            let title = "where a move starts and ends is not asked on a plane";
            Unsupported::of(title, "ask for `moving` or `capturing`")
        }
        Question::Reply(..) => {
            Unsupported::of("`can move` is not asked on a plane", "ask whether a side is `stuck`")
        }
        Question::Without(..) => {
            Unsupported::of("`turns without` is not asked on a plane", "say `fifty moves`")
        }
        Question::Repeated(..) => {
            Unsupported::of("`repeated` is not asked on a plane", "say `threefold` or `fourfold`")
        }
    }
}

fn unsupported_pieces(pieces: &Pieces, rules: &Ruleset, surface: Surface) -> Option<Unsupported> {
    let count = "count pieces: `3 own rook`";
    let filter = |title| Unsupported::of(title, "ask whether it is `in last rank` or `attacked`");
    match &pieces.what {
        Subject::Men(_) => {}
        Subject::Empty | Subject::Cells => {
            return Unsupported::of("a plane has no cells that are empty", count);
        }
        Subject::Anchor(_) => {
            return Unsupported::of("pieces that a move names are not counted on a plane", count);
        }
    }
    pieces.filters.iter().find_map(|Filter { test, .. }| match test {
        Test::Attacked(None) => None,
        Test::In(area) if area_line(area, rules, surface.size()).is_some() => None,
        Test::In(area) => {
            let terrain = Terrain { rules, surface };
            let named = terrain.area(area, rules.space.span).is_ok();
            (!named).then(|| Unsupported {
                title: "this zone does not exist on a plane",
                help: "name ranks, files or squares of the plane: `own king in d4-e5`".into(),
            })
        }
        Test::Attacked(Some(_)) => filter("`attacked by` is not asked on a plane"),
        Test::InHand => filter("no piece of a plane is `in hand`"),
        Test::Guarded => filter("`guarded` is not asked on a plane"),
        Test::Between(_) => filter("`between` is not asked on a plane"),
        Test::At(..) => filter("`at ... of` is not asked on a plane"),
        Test::Along(..) => filter("`along` is not asked on a plane"),
        Test::InRow(..) => filter("`in rank of` and `in file of` are not asked on a plane"),
        Test::On(_) => filter("cells beside a move are not asked about on a plane"),
        Test::LikeMover => filter("`like mover` is not asked on a plane"),
        Test::Paired(..) => filter("pairs of kinds are not asked about on a plane"),
        Test::LikeDie(_) => None,
        Test::NeverMoved => filter("`never moved` is not asked on a plane"),
    })
}

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
                debug_assert!(false, "`check` rejects this question");
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
                debug_assert!(false, "`check` rejects this question");
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
                debug_assert!(false, "`check` rejects this question");
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
