//! Limits the number of choices that the effects of one move can offer.
//!
//! Each `one` and `or` of an effect multiplies the moves of a position. So a game with more than
//! [`MAX_WAYS`] variants of one move gets a finding. Otherwise a list of moves could exceed the
//! memory.

use crate::model::board_model::BoardModel;
use crate::tables::pattern::Pattern;
use crate::tables::predicates::{CompiledPredicates, Line};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_rules::effect::shape::Shape;
use alfil_rules::effect::{Becoming, Deed, Effect, Extent, MAX_CHOICES, Picked, Spot, Will};
use alfil_rules::question::{Pieces, Subject, Test};
use alfil_rules::side::{BySide, Side};
use alfil_rules::stack::Load;
use alfil_topology::site_set::SiteSet;

/// The largest number of combinations of choices in one move. Two choices among 100 free cells have
/// that many.
pub(crate) const MAX_WAYS: u64 = 10_000;

type Sites<const W: usize> = BySide<SiteSet<W>>;

/// Reports the first line of effects that may give a move of some kind more than [`MAX_WAYS`]
/// combinations of choices.
///
/// The count is an upper bound, because it ignores most filters. Moves with more than
/// [`MAX_CHOICES`] choices have a finding of their own.
pub(crate) fn audit<const W: usize>(
    arena: &BoardModel,
    predicates: &CompiledPredicates<W>,
    found: &mut Vec<Diagnostic>,
) {
    let counter = Counter { arena };
    let lines = || predicates.effects.iter().zip(&arena.rules.effects);
    for kind in arena.rules.kinds.ids() {
        let may_follow = |(line, _): &(&Line<W>, &Effect)| {
            line.effect.question.as_ref().is_none_or(|question| question.may_move(kind))
        };
        let choices: usize = lines().filter(may_follow).map(|(_, effect)| effect.choices()).sum();
        if choices > MAX_CHOICES {
            continue;
        }
        let mut ways = 1u64;
        for (line, effect) in lines().filter(may_follow) {
            ways = ways.saturating_mul(counter.of_line(line));
            if ways > MAX_WAYS {
                let title =
                    format!("one move may have {ways} ways of choosing what its effects do");
                found.push(
                    Diagnostic::at(Code::TooComplex, effect.span, title, "chosen here")
                        .because(format!("there is room for {MAX_WAYS} in each move"))
                        .help(
                            "let the line choose less: add a filter such as `at K of end`, or name the cell",
                        ),
                );
                return;
            }
        }
    }
}

struct Counter<'a> {
    arena: &'a BoardModel,
}

impl Counter<'_> {
    fn of_line<const W: usize>(&self, line: &Line<W>) -> u64 {
        let actions = line.effect.deeds.iter().map(|action| self.of_action(action));
        let ways = actions.fold(1, u64::saturating_mul);
        match line.effect.will {
            Will::May => ways.saturating_add(1),
            Will::Must => ways,
        }
    }

    fn of_action<const W: usize>(&self, action: &Deed<Sites<W>, Pattern<W>>) -> u64 {
        let Shape { picks, becomes, supplies, target, load, .. } = action.shape();
        let picked = picks.map_or(1, |picked| self.of_picked(picked));
        let placed = supplies.map_or(1, |what| what.kinds.len() as u64);
        let cells = target.map_or(1, |spot| self.of_spot(spot));
        let changed = becomes.map_or(1, |to| match to {
            Becoming::Kind(kinds) => kinds.len() as u64,
            Becoming::Victim | Becoming::Next(_) | Becoming::Paired(_) => 1,
        });
        let carried = load.map_or(1, |load| match load {
            Load::All => 1,
            Load::UpTo(_) => load.most(self.pieces()) as u64 + 1,
        });
        let further = placed * cells * changed * carried;
        picked.saturating_mul(further.max(1))
    }

    /// The number of pieces at the start. A stack is rarely higher.
    fn pieces(&self) -> usize {
        let all =
            self.arena.rules.sides.each().flat_map(|side| self.arena.start_counts[side].iter());
        all.map(|&count| count as usize).sum::<usize>().min(usize::from(u8::MAX))
    }

    fn of_picked<const W: usize>(&self, picked: &Picked<Sites<W>, Pattern<W>>) -> u64 {
        match picked.extent {
            Extent::One => self.cells(&picked.pieces),
            Extent::Each => 1,
        }
    }

    fn of_spot<const W: usize>(&self, spot: &Spot<Sites<W>, Pattern<W>>) -> u64 {
        match spot {
            Spot::Anchors(anchors) => anchors.len() as u64,
            Spot::Empty(picked) => self.of_picked(picked),
            Spot::Origin => 1,
        }
    }

    /// Returns an upper bound for the number of cells that match `pieces`.
    fn cells<const W: usize>(&self, pieces: &Pieces<Sites<W>, Pattern<W>>) -> u64 {
        let all = match pieces.what {
            Subject::Anchor(_) => 1,
            Subject::Men(_) | Subject::Empty | Subject::Cells => {
                self.arena.graph.sites().count() as u64
            }
        };
        let most = |cells: &dyn Fn(Side) -> u64| self.arena.rules.sides.each().map(cells).max();
        let of_test = |test: &Test<Sites<W>, Pattern<W>>| {
            if let Test::In(sites) = test {
                return most(&|side| u64::from(sites[side].count()));
            }
            if let Test::At(pattern, of) = test
                && matches!(of.what, Subject::Anchor(_))
            {
                let ends = |side, site| -> SiteSet<W> {
                    pattern.leads(side, site).takes.iter().map(|take| take.to).collect()
                };
                let leads = |side| {
                    let sites = self.arena.graph.sites();
                    sites.map(|site| u64::from(ends(side, site).count())).max().unwrap_or(0)
                };
                return most(&leads);
            }
            matches!(test, Test::On(_)).then_some(1)
        };
        let of_filters = pieces.filters.iter().filter(|filter| filter.holds);
        let of_filters = of_filters.map(|filter| of_test(&filter.test));
        of_filters.flatten().fold(all, u64::min).max(1)
    }
}
