//! Moves that several paths make with different en passant squares. Predicates of terms decide
//! which of these paths are open.
//!
//! The engine chooses among the paths in `engine/predicates/traces.rs`. This table exists only if a
//! kind has two such paths, and the term of one of them has a predicate.

use crate::model::board_model::BoardModel;
use crate::paths::path::{Relays, Tracer, Ways};
use crate::paths::terrain::Piece;
use crate::tables::capture_paths::CapturePath;
use crate::tables::constraints::MoveConstraint;
use crate::tables::kinds::KindSet;
use crate::tables::predicate::Predicate;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term, Walk};
use alfil_rules::question::Question;
use alfil_rules::ruleset::Kind;
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};

/// The paths of moves that may leave different en passant squares, for all kinds.
#[derive(Clone, Debug)]
pub(crate) struct Traces<const W: usize> {
    /// The kinds with such paths.
    pub(crate) kinds: KindSet,
    /// The paths by side and start, in lexicographic order of their en passant squares.
    ways: BySide<Vec<Vec<Trace<W>>>>,
    /// The predicates of all terms.
    pub(crate) asked: Vec<MoveConstraint<W>>,
}

/// A path of a move that may leave different en passant squares.
#[derive(Clone, Debug)]
pub(crate) struct Trace<const W: usize> {
    /// The kind that moves.
    pub(crate) kind: KindId,
    /// The path with its captures and requirements.
    pub(crate) take: CapturePath<W>,
    /// The en passant squares that the path leaves.
    pub(crate) passed: SiteSet<W>,
    /// The indices in [`Traces::asked`] of the predicates that must hold for the path to be open.
    pub(crate) asked: Vec<usize>,
}

impl<const W: usize> Traces<W> {
    /// Returns the paths of a game. `None` if no move of the game may leave different en passant
    /// squares. `compile` compiles predicates.
    pub(crate) fn new(
        arena: &BoardModel,
        compile: &mut impl FnMut(&Question) -> Predicate<W>,
    ) -> Option<Traces<W>> {
        let (rules, terrain) = (&arena.rules, arena.terrain());
        let walks = |movement: &Movement, is: &dyn Fn(&Walk) -> bool| {
            movement.terms.iter().any(|term| matches!(&term.action, Action::Walk(walk) if is(walk)))
        };
        let traces = |walk: &Walk| walk.legs.iter().any(|leg| leg.leaves_trace);
        let lends = |kind: &Kind| walks(&kind.moves, &|walk| walk.relays() && traces(walk));
        let lent = rules.kinds.iter().any(lends);
        let has_predicates = |kind: &Kind| !kind.moves.asked.is_empty();
        let may = |kind: &Kind| has_predicates(kind) && (lent || walks(&kind.moves, &traces));
        if !rules.kinds.iter().any(may) {
            return None;
        }
        let relays = Relays::new(terrain, |kind| &rules.kinds[kind].moves);
        let (mut asked, mut kinds) = (Vec::new(), KindSet::default());
        let nothing = Movement::default();
        let empty = || arena.graph.sites().map(|_| Vec::new()).collect();
        let mut ways: BySide<Vec<Vec<Trace<W>>>> = BySide::from_fn(|_| empty());
        for (kind, of) in rules.kinds.enumerate().filter(|(_, kind)| may(kind)) {
            let own = of.moves.terms.iter().filter(|term| !term.relays());
            let own = own.filter(|term| matches!(term.action, Action::Walk(_)));
            let mut own: Vec<(Tracer<'_, W>, Vec<usize>)> = own
                .map(|term| (Tracer::new(terrain, term), numbers(of, term, &mut asked, compile)))
                .collect();
            for (side, from) in
                arena.rules.sides.each().flat_map(|s| arena.graph.sites().map(move |at| (s, at)))
            {
                let piece = Piece { side, kind };
                let mut all: Vec<Trace<W>> = Vec::new();
                for (tracer, asked) in &mut own {
                    let paths = tracer.allowed(from, piece, &rules.every_move);
                    all.extend(paths.map(|path| Trace {
                        kind,
                        take: CapturePath::of(path),
                        passed: path.passed(),
                        asked: asked.clone(),
                    }));
                }
                let lent = Ways::new(terrain, from, piece, &nothing, &relays);
                let lent = lent.under(&rules.every_move).filter(|way| way.allowed);
                all.extend(lent.map(|way| Trace {
                    kind,
                    take: CapturePath::of(way.path),
                    passed: way.path.passed(),
                    asked: Vec::new(),
                }));
                let found = differing(all);
                if !found.is_empty() {
                    kinds.insert(kind);
                }
                ways[side][from.index()].extend(found);
            }
        }
        (kinds.count() > 0).then_some(Traces { kinds, ways, asked })
    }

    /// Returns the paths of `side` from a cell.
    pub(crate) fn from(&self, side: Side, from: Site) -> &[Trace<W>] {
        &self.ways[side][from.index()]
    }
}

/// Adds the predicates of a term to `asked` and returns their indices.
fn numbers<const W: usize>(
    kind: &Kind,
    term: &Term,
    asked: &mut Vec<MoveConstraint<W>>,
    compile: &mut impl FnMut(&Question) -> Predicate<W>,
) -> Vec<usize> {
    let questions = term.given.iter().filter_map(|given| {
        let question = kind.moves.asked.get(given.number)?.value.clone();
        Some(if given.holds { question } else { Question::Not(Box::new(question)) })
    });
    let number = |question| {
        asked.push(compile(&question).into());
        asked.len() - 1
    };
    questions.map(number).collect()
}

/// Keeps paths whose move may leave different en passant squares: another path makes the move with
/// other squares, and a path of the move has a predicate. Sorts paths by these squares.
fn differing<const W: usize>(mut ways: Vec<Trace<W>>) -> Vec<Trace<W>> {
    let passant = |way: &Trace<W>| way.take.passant;
    let same = |a: &Trace<W>, b: &Trace<W>| {
        let (one, other) = (&a.take, &b.take);
        one.to == other.to && one.captured == other.captured && one.shifted == other.shifted
            // A capture en passant may take the same piece as another path that captures it on its
            // cell.
            || one.to == other.to && (passant(a).is_some() || passant(b).is_some())
    };
    ways.sort_by(|a, b| a.passed.into_iter().cmp(b.passed));
    let differs = |way: &Trace<W>| {
        let others = || ways.iter().filter(|other| same(way, other));
        others().any(|other| other.passed != way.passed)
            && others().any(|other| !other.asked.is_empty())
    };
    let kept: Vec<bool> = ways.iter().map(differs).collect();
    let mut kept = kept.into_iter();
    ways.retain(|_| kept.next() == Some(true));
    ways
}
