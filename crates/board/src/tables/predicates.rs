//! The predicates of a game, compiled for its board, with the tables of lines and traces that they
//! need.
//!
//! The engine evaluates them in `engine/predicates.rs`. A game of two sides without predicates and
//! effects has no `CompiledPredicates`.

use crate::model::board_model::BoardModel;
use crate::paths::path::{Relays, Tracer, Ways};
use crate::paths::terrain::Piece;
use crate::tables::effects::CompiledEffects;
use crate::tables::kinds::KindSet;
use crate::tables::pattern::{
    Between, CapturePath, MoveConstraint, Part, Pattern, Patterns, Predicate, StepConstraints,
    of_steps, parts_of,
};
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{Die, DieId, Face, FaceId};
use alfil_rules::condition::{Area, Condition};
use alfil_rules::effect::{Course, Effect};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term, Walk};
use alfil_rules::question::{self, Amount, Anchor, Lookahead, MoveFact, Question, Row, Test};
use alfil_rules::ruleset::{Duty, Kind, Occasions, Ruleset, Supply};
use alfil_rules::side::{BySide, Side};
use alfil_rules::turn::Series;
use alfil_topology::graph::Graph;
use alfil_topology::line::{Fan, Ray, Shift};
use alfil_topology::site_set::{Site, SiteSet};
use std::collections::HashMap;
use std::sync::Arc;

/// All captures by side, kind and cell, for predicates about attacks.
pub(crate) type Takes<const W: usize> = BySide<Vec<Arc<Vec<Vec<CapturePath<W>>>>>>;

/// All predicates and effects of a game, with areas as sets of cells.
#[derive(Clone, Debug)]
pub(crate) struct CompiledPredicates<const W: usize> {
    /// The predicates that end the game.
    pub(crate) goals: Vec<Predicate<W>>,
    /// The predicates under which a side may claim an outcome.
    pub(crate) claims: Vec<Predicate<W>>,
    /// Predicates of `must`: the side to move chooses among the moves that satisfy them, if there
    /// are any.
    pub(crate) duties: Vec<MoveConstraint<W>>,
    /// The predicates that every move must satisfy.
    pub(crate) constraints: Vec<MoveConstraint<W>>,
    /// The weaker predicates that replace `constraints` while attacks or legal moves are computed.
    relaxed: Vec<MoveConstraint<W>>,
    /// The parts of `constraints` about mate, without the parts about other replies.
    pub(crate) of_mates: Vec<MoveConstraint<W>>,
    /// The first royal kind.
    pub(crate) royal: Option<KindId>,
    /// The predicates that a capture must satisfy to count as an attack.
    pub(crate) attacks: Vec<MoveConstraint<W>>,
    /// True if `attacks` depend only on the capture and on the cells of its path.
    pub(crate) attacks_ask_of_the_way: bool,
    /// For each list of movement terms in `attacks`, its pattern, and the kinds whose attacks depend
    /// on it.
    pub(crate) attack_terms: Vec<(KindSet, Pattern<W>)>,
    /// All captures of all kinds. The lists are empty if no predicate or effect restricts attacks.
    pub(crate) takes: Takes<W>,
    /// By start and end of a move, the cells between them if these lie on a straight line. Empty if
    /// no predicate needs them.
    between: Vec<Vec<SiteSet<W>>>,
    /// The constraints of each step, by side.
    pub(crate) steps: BySide<Vec<StepConstraints<W>>>,
    /// The constraints of White's first turn, if these differ.
    pub(crate) first: Option<Vec<StepConstraints<W>>>,
    /// The effects of moves.
    pub(crate) effects: Vec<Line<W>>,
    /// True if no effect depends on the replies to a move.
    pub(crate) effects_ask_no_replies: bool,
    /// Tables for effects that do more than count.
    pub(crate) actions: Option<CompiledEffects<W>>,
    /// For each move, the cells behind its start and beyond its end. For each cell, the cells above
    /// and below it.
    pub(crate) lines: Lines,
    /// All promotion rules of the kinds that have a rule with a predicate.
    pub(crate) promotes: Vec<Promotes<W>>,
    /// Moves that differ only in the en passant squares that they leave.
    pub(crate) traces: Option<Traces<W>>,
    /// For each clock, the predicate that resets it. A clock counts the turns since the last move
    /// that satisfied its predicate.
    pub(crate) clocks: Vec<Predicate<W>>,
    /// The worth of each kind, which predicates add up.
    pub(crate) worth: Vec<u32>,
    /// For each die and outcome, the kinds that count as the kind with its name.
    pub(crate) on_dice: Vec<Vec<Vec<KindId>>>,
    /// True if some predicate depends on the last move.
    pub(crate) remembers: bool,
    /// True if some predicate depends on which pieces have never moved.
    pub(crate) remembers_who_moved: bool,
    /// For each kind that a side has at the start, the kinds that count as this kind.
    pub(crate) begun: BySide<Vec<Vec<KindId>>>,
    /// All sites.
    pub(crate) board: SiteSet<W>,
    /// For each site, the sites of its rank with a lower file and those with a higher file.
    pub(crate) aside: Vec<[SiteSet<W>; 2]>,
    /// For each site, the sites of its rank, file and layer from the view of a side. Empty if no
    /// predicate needs them.
    rows: BySide<Vec<[SiteSet<W>; 3]>>,
    /// For each site, the numbers of its rank, file and layer from the view of a side.
    numbers: BySide<Vec<[u8; 3]>>,
    /// The number of steps of a turn by side, if the position says it.
    pub(crate) lengths: BySide<Option<Number<W>>>,
    /// The number of steps of White's first turn, if the position says it.
    pub(crate) first_length: Option<Number<W>>,
}

/// A number with areas as sets of cells.
pub(crate) type Number<const W: usize> = Amount<BySide<SiteSet<W>>, Pattern<W>>;

/// A line of effects.
#[derive(Clone, Debug)]
pub(crate) struct Line<const W: usize> {
    /// How much of the game its predicate examines.
    pub(crate) level: Lookahead,
    /// The actions and their predicate.
    pub(crate) effect: Effect<BySide<SiteSet<W>>, Between<W>, Pattern<W>>,
}

/// A promotion rule. All rules of a kind are listed if one of them has a predicate.
#[derive(Clone, Debug)]
pub(crate) struct Promotes<const W: usize> {
    /// The kind that promotes.
    pub(crate) kind: KindId,
    /// The occasions of promotion.
    pub(crate) on: Occasions,
    /// The zone in which it promotes.
    pub(crate) zone: BySide<SiteSet<W>>,
    /// Whether the piece must promote.
    pub(crate) duty: Duty,
    /// The cells where it must promote because it could never move again.
    pub(crate) stuck: BySide<SiteSet<W>>,
    /// The kinds to promote to.
    pub(crate) to: Vec<KindId>,
    /// The supply of these kinds: endless, or only lost pieces.
    pub(crate) supply: Supply,
    /// The predicate that must hold.
    pub(crate) when: Option<Predicate<W>>,
}

/// Returns the kinds on the outcomes of all dice.
fn on_dice(rules: &Ruleset) -> Vec<Vec<Vec<KindId>>> {
    let of_face = |face: &Face| face.kind.into_iter().flat_map(|kind| rules.counted_as(kind));
    let of_die = |die: &Die| die.faces.iter().map(|face| of_face(face).collect()).collect();
    rules.dice.iter().map(of_die).collect()
}

/// Returns the sites of the rank of `site` with a lower file, and those with a higher file.
fn aside<const W: usize>(arena: &BoardModel, site: Site) -> [SiteSet<W>; 2] {
    let place = |site| arena.graph.file_rank(site);
    let (file, rank) = place(site);
    let row = || arena.graph.sites().filter(|&other| place(other).1 == rank);
    [
        row().filter(|&other| place(other).0 < file).collect(),
        row().filter(|&other| place(other).0 > file).collect(),
    ]
}

impl<const W: usize> CompiledPredicates<W> {
    /// Compiles the predicates of a game, whose captures are `takes`. `None` if the game has two
    /// sides, and neither predicates nor effects. With more sides, even a game without them is over
    /// when one team is left.
    pub(crate) fn new(arena: &BoardModel, takes: Takes<W>) -> Option<Box<CompiledPredicates<W>>> {
        let rules = &arena.rules;
        let ends = &rules.ends;
        let is_empty = ends.goals.is_empty() && ends.claims.is_empty() && rules.duties.is_empty();
        let mut promotions = rules.kinds.iter().flat_map(|kind| &kind.promotions);
        let is_empty = is_empty && !promotions.any(|rule| rule.when.is_some());
        let is_empty =
            is_empty && rules.turn.questions().next().is_none() && rules.attack_asked.is_empty();
        let is_empty = is_empty && rules.turn.amounts().next().is_none();
        let is_empty = is_empty && rules.asked.is_empty() && rules.effects.is_empty();
        if is_empty && rules.sides.are_two() {
            return None;
        }
        let mut area =
            |area: &Area| BySide::of(arena.rules.sides, |side| arena.cells(area, side).resize());
        let mut between = |condition: &Condition| Between::new(arena, condition);
        let mut patterns = Patterns::default();
        let mut pattern = |pattern: &question::Pattern| patterns.of(arena, pattern);
        let effects = rules.effects.iter().map(|effect| Line {
            level: effect.level(),
            effect: effect.map(&mut area, &mut between, &mut pattern),
        });
        let effects: Vec<Line<W>> = effects.collect();
        let mut length = |series: &Series| Some(series.amount()?.map(&mut area, &mut pattern));
        let first_length = rules.turn.first.as_ref().and_then(&mut length);
        let lengths = BySide::of(arena.rules.sides, |side| length(&rules.turn.series[side]));
        let mut compile = |question: &Question| question.map(&mut area, &mut between, &mut pattern);
        let begun = |side| {
            let begun = rules.kinds.ids().filter(|&kind| arena.starts_with(side, kind));
            begun.map(|kind| rules.counted_as(kind).collect()).collect()
        };
        let attacks: Vec<MoveConstraint<W>> =
            rules.attack_asked.iter().map(|question| compile(&question.value).into()).collect();
        let attack_terms = attacks.iter().flat_map(MoveConstraint::terms).collect();
        let (mut relaxed, mut of_mates) = (Vec::new(), Vec::new());
        for of_partners in [true, false] {
            let questions =
                rules.asked.iter().filter(|question| rules.asks_partners(question) == of_partners);
            let questions: Vec<&Question> = questions.map(|question| &question.value).collect();
            let (parts, mates) = parts_of(&questions, &mut compile);
            let with = |part| MoveConstraint { of_partners, ..part };
            relaxed.extend(parts.into_iter().map(with));
            of_mates.extend(mates.into_iter().map(with));
        }
        Some(Box::new(CompiledPredicates {
            goals: ends.goals.iter().map(|goal| compile(&goal.question)).collect(),
            claims: ends.claims.iter().map(|claim| compile(&claim.question)).collect(),
            duties: rules.duties.iter().map(|duty| compile(&duty.value).into()).collect(),
            constraints: rules
                .asked
                .iter()
                .map(|question| MoveConstraint {
                    of_partners: rules.asks_partners(question),
                    ..compile(&question.value).into()
                })
                .collect(),
            relaxed,
            of_mates,
            actions: CompiledEffects::new(arena),
            effects_ask_no_replies: effects.iter().all(|line| line.level < Lookahead::Replies),
            effects,
            lines: Lines::new(arena),
            royal: rules.kinds.ids().find(|&kind| rules.kinds[kind].royal.is_royal()),
            attacks,
            attack_terms,
            attacks_ask_of_the_way: !rules.deeds_bear_on_attacks()
                && !rules.attacks_ask_the_board(),
            takes,
            between: all_between(arena),
            steps: BySide::of(arena.rules.sides, |side| {
                of_steps(&rules.turn.series[side], &mut compile)
            }),
            first: rules.turn.first.as_ref().map(|series| of_steps(series, &mut compile)),
            promotes: promotes(arena, &mut compile),
            traces: Traces::new(arena, &mut compile),
            clocks: rules.clocks.iter().map(&mut compile).collect(),
            worth: rules.kinds.iter().map(|kind| u32::from(kind.worth)).collect(),
            on_dice: on_dice(rules),
            remembers: rules.remembers_moves(),
            remembers_who_moved: rules.remembers_who_moved(),
            begun: BySide::of(arena.rules.sides, begun),
            board: arena.graph.sites().collect(),
            aside: arena.graph.sites().map(|site| aside(arena, site)).collect(),
            rows: rows(arena),
            numbers: BySide::of(arena.rules.sides, |side| {
                let number = |row, site| arena.graph.number_of(row, site, side) as u8;
                let all = |site| [Row::Rank, Row::File, Row::Layer].map(|row| number(row, site));
                arena.graph.sites().map(all).collect()
            }),
            lengths,
            first_length,
        }))
    }

    /// Returns all predicates about moves and attacks. Their order is the same in all arrangements
    /// of the sections.
    fn of_moves(&self) -> impl Iterator<Item = &MoveConstraint<W>> {
        let steps = self.steps.0.iter().chain(&self.first).flatten();
        let of_steps = steps.flat_map(StepConstraints::of_moves);
        let of_every_move = self.asked(Part::Known).chain(&self.of_mates);
        self.duties.iter().chain(of_every_move).chain(&self.attacks).chain(of_steps)
    }

    /// Returns the predicates about every move. If `part` excludes a part of them, their weaker
    /// replacements are added.
    pub(crate) fn asked(&self, part: Part) -> impl Iterator<Item = &MoveConstraint<W>> {
        self.constraints.iter().chain(part.weaker(&self.relaxed))
    }

    /// Returns the predicate that corresponds to `asked` in another arrangement. `asked` belongs to
    /// this value, and `there` has the predicates of the other arrangement.
    pub(crate) fn counterpart<'a>(
        &'a self,
        there: &'a CompiledPredicates<W>,
        asked: &'a MoveConstraint<W>,
    ) -> &'a Predicate<W> {
        let place = self.of_moves().position(|of_move| std::ptr::eq(of_move, asked));
        &place.and_then(|place| there.of_moves().nth(place)).unwrap_or(asked).question
    }

    /// Returns the sites of the rank, the file or the layer of `site`, from the view of `side`.
    pub(crate) fn row(&self, row: Row, side: Side, site: Site) -> SiteSet<W> {
        self.rows[side].get(site.index()).map_or(SiteSet::EMPTY, |rows| rows[row as usize])
    }

    /// Returns the kinds that an outcome of a die names: none, one, or all that count as one.
    pub(crate) fn kinds_on(&self, die: DieId, face: FaceId) -> &[KindId] {
        self.on_dice.get(die.index()).and_then(|faces| faces.get(face.index())).map_or(&[], |k| k)
    }

    /// Returns the number of the rank, the file or the layer of `site`, from the view of `side`.
    pub(crate) fn number_of(&self, row: Row, side: Side, site: Site) -> u32 {
        u32::from(self.numbers[side][site.index()][row as usize])
    }

    /// Returns the number of steps in a turn of `side`, if the position says it.
    pub(crate) fn length(&self, side: Side, fullmove: u32) -> Option<&Number<W>> {
        let first = self.first.is_some() && side == Side::White && fullmove == 1;
        if first { self.first_length.as_ref() } else { self.lengths[side].as_ref() }
    }

    /// Returns the cells between `from` and `to` if they are in line. Empty if no predicate needs
    /// them.
    pub(crate) fn between(&self, from: Site, to: Site) -> SiteSet<W> {
        self.between.get(from.index()).map_or(SiteSet::EMPTY, |of| of[to.index()])
    }

    /// Returns whether each move must be tested, by predicates or by making it, before it is known
    /// to be legal.
    pub(crate) fn binds_moves(&self) -> bool {
        self.asks_moves() || self.actions.is_some()
    }

    /// Returns whether there are predicates about moves.
    pub(crate) fn asks_moves(&self) -> bool {
        let constrains = |step: &StepConstraints<W>| !step.moves.is_empty() || step.pass.is_some();
        !self.duties.is_empty()
            || !self.constraints.is_empty()
            || !self.promotes.is_empty()
            || self.steps.0.iter().chain(&self.first).flatten().any(constrains)
    }

    /// Returns whether every move is recorded or advances a clock.
    pub(crate) fn keeps_moves(&self) -> bool {
        self.remembers || self.remembers_who_moved || !self.clocks.is_empty()
    }

    /// Returns the constraints of step `step` of a turn, counted from 1.
    pub(crate) fn of_step(&self, side: Side, fullmove: u32, step: u32) -> &StepConstraints<W> {
        let steps = match &self.first {
            Some(first) if side == Side::White && fullmove == 1 => first,
            Some(_) | None => &self.steps[side],
        };
        &steps[(step.max(1) as usize - 1).min(steps.len() - 1)]
    }
}

fn rows<const W: usize>(arena: &BoardModel) -> BySide<Vec<[SiteSet<W>; 3]>> {
    if !arena.rules.tests(&|test| matches!(test, Test::InRow(..))) {
        return BySide::default();
    }
    let alike = |side, from: Site, row: Row| -> SiteSet<W> {
        let relation = Condition::Relative(row.relation());
        let holds = |to: &Site| arena.holds(&relation, side, KindId::default(), from, *to);
        arena.graph.sites().filter(holds).collect()
    };
    let all = |side, site| [Row::Rank, Row::File, Row::Layer].map(|row| alike(side, site, row));
    BySide::of(arena.rules.sides, |side| arena.graph.sites().map(|site| all(side, site)).collect())
}

fn all_between<const W: usize>(arena: &BoardModel) -> Vec<Vec<SiteSet<W>>> {
    let over = |part: &Question| matches!(part, Question::Move(MoveFact::Over(_)));
    let attacks = arena.rules.attack_asked.iter().map(|question| &question.value);
    let mut questions = arena.rules.sentences().filter_map(|(question, _)| question).chain(attacks);
    let clocks = &mut arena.rules.clocks.iter();
    if !questions.any(|question| question.any(&over)) && !clocks.any(|clock| clock.any(&over)) {
        return Vec::new();
    }
    let sites = || arena.graph.sites();
    let of = |from| {
        let fan = Fan::new(&arena.graph, from);
        sites().map(|to| fan.between(to).into_iter().collect()).collect()
    };
    sites().map(of).collect()
}

fn promotes<const W: usize>(
    arena: &BoardModel,
    compile: &mut impl FnMut(&Question) -> Predicate<W>,
) -> Vec<Promotes<W>> {
    let mut all = Vec::new();
    for (kind, of) in arena.rules.kinds.enumerate() {
        if of.promotions.iter().all(|rule| rule.when.is_none()) {
            continue;
        }
        for (number, rule) in of.promotions.iter().enumerate() {
            all.push(Promotes {
                kind,
                on: rule.on,
                zone: BySide::of(arena.rules.sides, |side| {
                    arena.promotion_cells[side][kind][number].resize()
                }),
                duty: rule.duty,
                stuck: BySide::of(arena.rules.sides, |side| arena.stuck[side][kind].resize()),
                to: rule.to.clone(),
                supply: rule.supply,
                when: rule.when.as_ref().map(&mut *compile),
            });
        }
    }
    all
}

// Moves that several paths make with different en passant squares. Predicates of terms decide
// which of these paths are open.
//
// The engine chooses among the paths in `engine/predicates/candidates.rs`. This table exists only if a
// kind has two such paths, and the term of one of them has a predicate.

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

// Cells next to a move: behind its start, beyond its end, and above or below on other layers.
//
// Predicates and effects use them. Tables that the game does not need are empty.

/// The cells next to moves. Empty if the game does not need them.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// By start and end of a move along a straight line, the cell behind the start and the cell
    /// beyond the end.
    ends: Vec<Vec<(Option<Site>, Option<Site>)>>,
    /// By cell and side, the cells above and below.
    upright: Vec<BySide<[Option<Site>; 2]>>,
    /// By start and end, the ray from start through end. Empty unless an effect moves pieces along
    /// lines.
    rays: Vec<Vec<Ray>>,
    /// Ways that start anywhere. Empty unless an effect moves pieces along with another.
    ways: WaysBetween,
}

/// All ways between two cells, and where each leads.
#[derive(Clone, Default, Debug)]
struct WaysBetween {
    /// By start and end, the number of the way.
    between: Vec<Vec<Option<usize>>>,
    /// By way and start, the end.
    ends: Vec<Vec<Option<Site>>>,
}

impl WaysBetween {
    fn new(graph: &Graph) -> WaysBetween {
        let mut known: HashMap<Shift, usize> = HashMap::new();
        let mut ends = Vec::new();
        let mut number = |shift: Shift| {
            *known.entry(shift).or_insert_with(|| {
                ends.push(graph.sites().map(|site| shift.lead(graph, site)).collect());
                ends.len() - 1
            })
        };
        let all = |from| Shift::all(graph, from);
        let mut of = |from| all(from).iter().map(|way| way.map(&mut number)).collect();
        let between = graph.sites().map(&mut of).collect();
        WaysBetween { between, ends }
    }
}

impl Lines {
    /// The tables of a game.
    pub(crate) fn new(arena: &BoardModel) -> Lines {
        let rules = &arena.rules;
        let is_line = |anchor| matches!(anchor, Anchor::Behind | Anchor::Beyond);
        let questions = rules.sentences().filter_map(|(question, _)| question);
        let mut questions = questions.map(|question| question.names_anchor(&is_line));
        let named = questions.any(|names| names)
            || rules.effects.iter().any(|effect| effect.names_anchor(&is_line));
        let sites = || arena.graph.sites();
        let of = |from| {
            let fan = Fan::new(&arena.graph, from);
            sites().map(|to| fan.ends(to).unwrap_or((None, None))).collect()
        };
        let ends: Vec<Vec<_>> = if named { sites().map(of).collect() } else { Vec::new() };
        let upright = |site| BySide::of(arena.rules.sides, |side| arena.graph.upright(site, side));
        let upright: Vec<BySide<[Option<Site>; 2]>> = match arena.graph.lattice().layers() {
            1 => Vec::new(),
            _ => sites().map(upright).collect(),
        };
        let actions = || rules.effects.iter().flat_map(|effect| &effect.deeds);
        let courses = || actions().filter_map(|action| Some(action.shape().along?.course));
        let ray = |from| {
            let fan = Fan::new(&arena.graph, from);
            sites().map(|to| fan.ray(to)).collect()
        };
        let runs = courses().any(|course| course != Course::With);
        let rays = if runs { sites().map(ray).collect() } else { Vec::new() };
        let shifts = courses().any(|course| course == Course::With);
        let ways = if shifts { WaysBetween::new(&arena.graph) } else { WaysBetween::default() };
        Lines { ends, upright, rays, ways }
    }

    /// Returns the cells above and below a cell, from the view of `side`.
    pub(crate) fn upright(&self, site: Site, side: Side) -> [Option<Site>; 2] {
        self.upright.get(site.index()).map_or([None, None], |of| of[side])
    }

    /// Returns the ray from one cell through another. `None` unless effects move pieces along
    /// lines.
    pub(crate) fn ray(&self, from: Site, to: Site) -> Option<&Ray> {
        self.rays.get(from.index())?.get(to.index())
    }

    /// Returns where the way from `start` to `end` leads from each cell. `None` if there is no such
    /// way, or no effect moves pieces along with another.
    pub(crate) fn way(&self, start: Site, end: Site) -> Option<&[Option<Site>]> {
        let number = (*self.ways.between.get(start.index())?.get(end.index())?)?;
        self.ways.ends.get(number).map(Vec::as_slice)
    }

    /// Returns the cell behind the start and the cell beyond the end of a move along a straight
    /// line.
    pub(crate) fn of(&self, from: Site, to: Site) -> (Option<Site>, Option<Site>) {
        let of = self.ends.get(from.index());
        of.and_then(|ends| ends.get(to.index())).copied().unwrap_or((None, None))
    }
}
