//! Finds goals that the estimate of positions can use: pieces that must reach a zone, and counters
//! that must reach a number. Goals of other forms are ignored.

use crate::model::board_model::BoardModel;
use crate::tables::move_tables::Tables;
use crate::tables::predicate::{PieceSelector, Predicate};
use alfil_diagnostics::index::Id;
use alfil_rules::goal::Verdict;
use alfil_rules::ids::KindId;
use alfil_rules::question::{CounterId, Filter, Men, Number, Question, Subject, Tally, Test};
use alfil_rules::side::{ByColor, Side, Sides, Whose};
use alfil_topology::site_set::SiteSet;

/// The goals towards which a side can make progress.
#[derive(Clone, Default, Debug)]
pub(super) struct Aims<const W: usize> {
    /// Pieces that win when they reach a cell. The index is the side that wins.
    pub(super) arrivals: ByColor<Vec<Arrival<W>>>,
    /// Counters that win when they reach a number. The index is the side that wins.
    pub(super) counters: ByColor<Vec<Count>>,
}

/// Pieces of these kinds win on one of these cells.
#[derive(Clone, Debug)]
pub(super) struct Arrival<const W: usize> {
    pub(super) kinds: Vec<KindId>,
    pub(super) cells: SiteSet<W>,
}

/// A counter, and the value at which it wins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) counter: CounterId,
    pub(super) target: u32,
}

impl<const W: usize> Aims<W> {
    /// The aims of both sides in a game.
    pub(super) fn of(arena: &BoardModel, tables: &Tables<W>) -> Aims<W> {
        let mut aims = Aims::default();
        let goals = tables.predicates.iter().flat_map(|predicates| &predicates.goals);
        for (goal, asked) in goals.zip(&arena.rules.ends.goals) {
            for side in Side::BOTH {
                match asked.verdict {
                    Verdict::Win(_) => aims.add(arena, goal, (side, side)),
                    Verdict::Loss(_) => aims.add(arena, goal, (side.other(), side)),
                    Verdict::Draw => {}
                }
            }
        }
        aims
    }

    /// Adds the arrivals and counters in `goal`. The goal is evaluated for `side`, and `winner`
    /// wins if it holds.
    fn add(&mut self, arena: &BoardModel, goal: &Predicate<W>, (winner, side): (Side, Side)) {
        let is_of_winner =
            |whose: Whose| Sides::TWO.of(whose, side).into_iter().all(|owner| owner == winner);
        if let Question::All(parts) | Question::Any(parts) = goal {
            parts.iter().for_each(|part| self.add(arena, part, (winner, side)));
        }
        if let Question::Count(number, pieces) = goal
            && let Subject::Men(men) = &pieces.what
        {
            let more_is_better = match number {
                Number::Some | Number::Exactly(1..) | Number::AtLeast(_) | Number::All => true,
                Number::No | Number::Exactly(0) | Number::AtMost(_) => false,
            };
            if more_is_better
                && men.whose.is_some_and(is_of_winner)
                && let Some(cells) = zone(pieces, side)
            {
                let kinds = kinds(arena, men);
                self.arrivals[winner].push(Arrival { kinds, cells });
            }
        }
        if let Question::Counter(number, whose, Tally::Counted(counter)) = goal
            && let Number::AtLeast(target) | Number::Exactly(target) = *number
            && target > 0
            && is_of_winner(*whose)
        {
            self.counters[winner].push(Count { counter: *counter, target });
        }
    }
}

/// The cells to which the filter of `pieces` restricts them. `None` unless there is exactly one
/// filter and it is an area.
fn zone<const W: usize>(pieces: &PieceSelector<W>, side: Side) -> Option<SiteSet<W>> {
    let [Filter { holds: true, test: Test::In(area) }] = pieces.filters.as_slice() else {
        return None;
    };
    Some(area[side])
}

fn kinds(arena: &BoardModel, men: &Men) -> Vec<KindId> {
    let all = (0..arena.rules.kinds.len()).map(KindId::from_index);
    let named = |kind: &KindId| men.kinds.as_ref().is_none_or(|kinds| kinds.contains(kind));
    all.filter(named).filter(|kind| !men.but.contains(kind)).collect()
}
