//! What a game asks of its positions and moves, its areas as sets of sites.
//!
//! Owns: [`CompiledPredicates`], [`Promotes`], [`Between`]. Takes an arena. Gives: what `board/engine/predicates.rs` answers. Invariant: a game that
//! asks nothing has none.

use crate::model::board_model::BoardModel;
use crate::tables::capture_paths::CapturePath;
use crate::tables::constraints::{MoveConstraint, Part, StepConstraints, of_steps, parts_of};
use crate::tables::effects::CompiledEffects;
use crate::tables::kinds::KindSet;
use crate::tables::lines::Lines;
use crate::tables::pattern::{Pattern, Patterns};
use crate::tables::predicate::{Between, Predicate};
use crate::tables::traces::Traces;
use crate::topology::line::Fan;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::effect::Effect;
use alfil_rules::ids::KindId;
use alfil_rules::question::{self, Lookahead, MoveFact, Question, Row, Test};
use alfil_rules::ruleset::{Duty, Occasions, Supply};
use alfil_rules::side::{BySide, Side};
use std::sync::Arc;

/// Captures by side, kind and cell.
pub type Takes<const W: usize> = BySide<Vec<Arc<Vec<Vec<CapturePath<W>>>>>>;

/// Goals, claims, duties, restrictions, effects.
#[derive(Clone, Debug)]
pub struct CompiledPredicates<const W: usize> {
    /// What ends the game.
    pub goals: Vec<Predicate<W>>,
    /// What may be claimed.
    pub claims: Vec<Predicate<W>>,
    /// Among which moves a side must choose.
    pub duties: Vec<MoveConstraint<W>>,
    /// What is asked of every move.
    pub constraints: Vec<MoveConstraint<W>>,
    /// The weaker questions that stand in for these while attacks or legal moves are computed.
    relaxed: Vec<MoveConstraint<W>>,
    /// Their parts about mate.
    pub of_mates: Vec<MoveConstraint<W>>,
    /// The first royal kind.
    pub royal: Option<KindId>,
    /// What is asked of attacks.
    pub attacks: Vec<MoveConstraint<W>>,
    /// Whether the capture itself answers that, with what stands on its way.
    pub attacks_ask_of_the_way: bool,
    /// The terms of which that asks, by the kinds whose attacks hang on them.
    pub attack_terms: Vec<(KindSet, Pattern<W>)>,
    /// The captures that are asked; no cells of a kind where none are.
    pub takes: Takes<W>,
    /// By start and end of a move, what lies between if they are in line; nothing if nothing asks.
    between: Vec<Vec<SiteSet<W>>>,
    /// What is asked in the steps of each side's turns.
    pub steps: BySide<Vec<StepConstraints<W>>>,
    /// The same of White's first turn, if that differs.
    pub first: Option<Vec<StepConstraints<W>>>,
    /// What else moves do.
    pub effects: Vec<Line<W>>,
    /// Whether none of it hangs on what may be answered to a move.
    pub effects_ask_no_replies: bool,
    /// What those lines need that do more than count.
    pub actions: Option<CompiledEffects<W>>,
    /// What lies behind and beyond a move in line.
    pub lines: Lines<W>,
    /// The rules of promotion of kinds of which some rule asks.
    pub promotes: Vec<Promotes<W>>,
    /// Ways that make one move and leave different traces.
    pub traces: Option<Traces<W>>,
    /// What clocks tell the time without.
    pub clocks: Vec<Predicate<W>>,
    /// How much a piece of each kind is worth.
    pub worth: Vec<u32>,
    /// Whether something asks of the last move.
    pub remembers: bool,
    /// Whether something asks who has never moved.
    pub remembers_who_moved: bool,
    /// For each kind with which a side begins the game, the kinds that count as pieces of it.
    pub begun: BySide<Vec<Vec<KindId>>>,
    /// All sites.
    pub board: SiteSet<W>,
    /// For each site the sites of its rank nearer to the first file, and those nearer to the last.
    pub aside: Vec<[SiteSet<W>; 2]>,
    /// By side that asks, for each site those of its rank, its file, its layer; nothing if nothing asks.
    rows: BySide<Vec<[SiteSet<W>; 3]>>,
}

/// A line of effects.
#[derive(Clone, Debug)]
pub struct Line<const W: usize> {
    /// How much it looks at.
    pub level: Lookahead,
    /// What happens, and whether.
    pub effect: Effect<BySide<SiteSet<W>>, Between<W>, Pattern<W>>,
}

/// A rule of promotion of a kind of which some rule asks.
#[derive(Clone, Debug)]
pub struct Promotes<const W: usize> {
    /// Whose.
    pub kind: KindId,
    /// On which occasions.
    pub on: Occasions,
    /// Its zone.
    pub zone: BySide<SiteSet<W>>,
    /// Whether the piece must promote.
    pub duty: Duty,
    /// Where it must, since it could never move again.
    pub stuck: BySide<SiteSet<W>>,
    /// To what.
    pub to: Vec<KindId>,
    /// Of how many pieces.
    pub supply: Supply,
    /// What is asked.
    pub when: Option<Predicate<W>>,
}

/// The sites of the rank of `site` on its one side, and on its other.
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
    /// Of a game that asks something, with its captures.
    pub fn new(arena: &BoardModel, takes: Takes<W>) -> Option<Box<CompiledPredicates<W>>> {
        let rules = &arena.rules;
        let ends = &rules.ends;
        let silent = ends.goals.is_empty() && ends.claims.is_empty() && rules.duties.is_empty();
        let mut promotions = rules.kinds.iter().flat_map(|kind| &kind.promotions);
        let silent = silent && !promotions.any(|rule| rule.when.is_some());
        let silent =
            silent && rules.turn.questions().next().is_none() && rules.attack_asked.is_empty();
        if silent && rules.asked.is_empty() && rules.effects.is_empty() {
            return None;
        }
        let mut area = |area: &Area| BySide::from_fn(|side| arena.cells(area, side).resize());
        let mut between = |condition: &Condition| Between::new(arena, condition);
        let mut patterns = Patterns::default();
        let mut pattern = |pattern: &question::Pattern| patterns.of(arena, pattern);
        let effects = rules.effects.iter().map(|effect| Line {
            level: effect.level(),
            effect: effect.map(&mut area, &mut between, &mut pattern),
        });
        let effects: Vec<Line<W>> = effects.collect();
        let mut ask = |question: &Question| question.map(&mut area, &mut between, &mut pattern);
        let begun = |side| {
            let begun = rules.kinds.ids().filter(|&kind| arena.starts_with(side, kind));
            begun.map(|kind| rules.counted_as(kind).collect()).collect()
        };
        let attacks: Vec<MoveConstraint<W>> =
            rules.attack_asked.iter().map(|asked| ask(&asked.value).into()).collect();
        let attack_terms = attacks.iter().flat_map(MoveConstraint::terms).collect();
        let (mut relaxed, mut of_mates) = (Vec::new(), Vec::new());
        for of_partners in [true, false] {
            let asked =
                rules.asked.iter().filter(|asked| rules.asks_partners(asked) == of_partners);
            let asked: Vec<&Question> = asked.map(|asked| &asked.value).collect();
            let (parts, mates) = parts_of(&asked, &mut ask);
            let with = |part| MoveConstraint { of_partners, ..part };
            relaxed.extend(parts.into_iter().map(with));
            of_mates.extend(mates.into_iter().map(with));
        }
        Some(Box::new(CompiledPredicates {
            goals: ends.goals.iter().map(|goal| ask(&goal.question)).collect(),
            claims: ends.claims.iter().map(|claim| ask(&claim.question)).collect(),
            duties: rules.duties.iter().map(|duty| ask(&duty.value).into()).collect(),
            constraints: rules
                .asked
                .iter()
                .map(|asked| MoveConstraint {
                    of_partners: rules.asks_partners(asked),
                    ..ask(&asked.value).into()
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
            steps: BySide::from_fn(|side| of_steps(&rules.turn.series[side], &mut ask)),
            first: rules.turn.first.as_ref().map(|series| of_steps(series, &mut ask)),
            promotes: promotes(arena, &mut ask),
            traces: Traces::new(arena, &mut ask),
            clocks: rules.clocks.iter().map(&mut ask).collect(),
            worth: rules.kinds.iter().map(|kind| u32::from(kind.worth)).collect(),
            remembers: rules.remembers_moves(),
            remembers_who_moved: rules.remembers_who_moved(),
            begun: BySide::from_fn(begun),
            board: arena.graph.sites().collect(),
            aside: arena.graph.sites().map(|site| aside(arena, site)).collect(),
            rows: rows(arena),
        }))
    }

    /// All that is asked of moves, in the same order wherever sections stand.
    fn of_moves(&self) -> impl Iterator<Item = &MoveConstraint<W>> {
        let steps = self.steps.0.iter().chain(&self.first).flatten();
        let of_steps = steps.flat_map(StepConstraints::of_moves);
        let asked = self.asked(Part::Known).chain(&self.of_mates);
        self.duties.iter().chain(asked).chain(&self.attacks).chain(of_steps)
    }

    /// The questions about every move where `part` of them can be answered.
    pub fn asked(&self, part: Part) -> impl Iterator<Item = &MoveConstraint<W>> {
        self.constraints.iter().chain(part.weaker(&self.relaxed))
    }

    /// `asked`, which is one of these, as `there`, those of the same game with sections elsewhere, ask it.
    pub fn counterpart<'a>(
        &'a self,
        there: &'a CompiledPredicates<W>,
        asked: &'a MoveConstraint<W>,
    ) -> &'a Predicate<W> {
        let place = self.of_moves().position(|of_move| std::ptr::eq(of_move, asked));
        &place.and_then(|place| there.of_moves().nth(place)).unwrap_or(asked).question
    }

    /// The sites of the rank, the file or the layer of `site`, as `side` counts.
    pub fn row(&self, row: Row, side: Side, site: Site) -> SiteSet<W> {
        self.rows[side].get(site.index()).map_or(SiteSet::EMPTY, |rows| rows[row as usize])
    }

    /// What lies between the ends of a move, if they are in line and something asks.
    pub fn between(&self, from: Site, to: Site) -> SiteSet<W> {
        self.between.get(from.index()).map_or(SiteSet::EMPTY, |of| of[to.index()])
    }

    /// Whether every move has to be asked, or made, before it is known to be legal.
    pub fn binds_moves(&self) -> bool {
        self.asks_moves() || self.actions.is_some()
    }

    /// Whether something is asked of moves.
    pub fn asks_moves(&self) -> bool {
        let asks = |step: &StepConstraints<W>| !step.moves.is_empty() || step.pass.is_some();
        !self.duties.is_empty()
            || !self.constraints.is_empty()
            || !self.promotes.is_empty()
            || self.steps.0.iter().chain(&self.first).flatten().any(asks)
    }

    /// Whether every move is remembered, or tells a clock the time.
    pub fn keeps_moves(&self) -> bool {
        self.remembers || self.remembers_who_moved || !self.clocks.is_empty()
    }

    /// Whether effects count, and do nothing else.
    pub fn counts_moves(&self) -> bool {
        self.actions.is_none() && !self.effects.is_empty()
    }

    /// What is asked in step `step`, from 1, of that turn.
    pub fn of_step(&self, side: Side, fullmove: u32, step: u32) -> &StepConstraints<W> {
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
    BySide::from_fn(|side| arena.graph.sites().map(|site| all(side, site)).collect())
}

fn all_between<const W: usize>(arena: &BoardModel) -> Vec<Vec<SiteSet<W>>> {
    let over = |part: &Question| matches!(part, Question::Move(MoveFact::Over(_)));
    let attacks = arena.rules.attack_asked.iter().map(|asked| &asked.value);
    let mut asked = arena.rules.sentences().filter_map(|(asked, _)| asked).chain(attacks);
    let clocks = &mut arena.rules.clocks.iter();
    if !asked.any(|question| question.any(&over)) && !clocks.any(|clock| clock.any(&over)) {
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
    ask: &mut impl FnMut(&Question) -> Predicate<W>,
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
                zone: BySide::from_fn(|side| arena.promotion_cells[side][kind][number].resize()),
                duty: rule.duty,
                stuck: BySide::from_fn(|side| arena.stuck[side][kind].resize()),
                to: rule.to.clone(),
                supply: rule.supply,
                when: rule.when.as_ref().map(&mut *ask),
            });
        }
    }
    all
}
