//! Rules that are no paths, in the form that the generator reads: turns, dice and bags, drops,
//! castling, moves of sections, and results.

use crate::model::board_model::BoardModel;
use crate::model::position::{Actor, DropOption};
use crate::tables::kinds::KindSet;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::chance::{Die, DieId, Draw, Slots};
use alfil_rules::condition::Condition;
use alfil_rules::goal::{Event, Goals, Verdict};
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::{BySide, Side};
use alfil_rules::turn::{Growth, Pass, Series, Step, Times, Turn};
use alfil_topology::sections::{Arrangement, SectionId};
use alfil_topology::site_set::{Site, SiteSet};

// Turns of several steps in the form that the generator reads.
//
// Games whose turns are single moves have no such tables.

/// The rules of turns and the pieces that may move in each step.
#[derive(Clone, Debug)]
pub(crate) struct TurnTables<const W: usize> {
    /// The rules of turns.
    pub(crate) turn: Turn,
    /// The steps of a turn, by side.
    pub(crate) steps: BySide<Vec<StepTable<W>>>,
    /// The steps of White's first turn, if these differ; empty otherwise.
    pub(crate) first: Vec<StepTable<W>>,
    /// By side and kind, start cells from which pieces may also move in check.
    pub(crate) parry: BySide<Vec<SiteSet<W>>>,
    /// True if steps have predicates about captures of royal pieces.
    pub(crate) asks_attacks: bool,
}

/// The moves that one step allows.
#[derive(Clone, Debug)]
pub(crate) struct StepTable<const W: usize> {
    /// By kind, the cells from which pieces may move.
    pub(crate) from: Vec<SiteSet<W>>,
    /// The start cells of all kinds, if these are equal.
    pub(crate) alike: Option<SiteSet<W>>,
    /// For each kind, true if the step allows drops of it.
    pub(crate) drops: Vec<bool>,
    /// True if every piece and section may move.
    pub(crate) is_free: bool,
    /// True if every piece may capture a royal piece.
    pub(crate) takes_freely: bool,
    /// The moves that certainly end the turn.
    pub(crate) last: LastMoves,
    /// The rule about skipping the step.
    pub(crate) pass: Pass,
    /// What the step rolls or draws. Then no piece may move.
    pub(crate) roll: Option<DrawTable>,
}

/// The moves of a step that certainly end the turn, because no later step follows such a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastMoves {
    /// True if moves of pieces on the board end the turn.
    pieces: bool,
    /// True if passes end the turn.
    passes: bool,
}

impl LastMoves {
    /// Returns the last moves in step `number` of `series`, counted from 0.
    fn of(series: &Series, number: usize) -> LastMoves {
        let ends = |excludes: &dyn Fn(&Question) -> bool| {
            let excluded = |step: &Step| step.given.as_ref().is_some_and(|q| excludes(&q.value));
            series.growth == Growth::None
                && series.steps[number].times == Times::Once
                && series.steps.iter().skip(number + 1).all(excluded)
        };
        LastMoves { pieces: ends(&Question::is_of_no_piece), passes: ends(&Question::is_of_drops) }
    }

    /// Returns whether moves of `actor` end the turn.
    pub(crate) fn end_with(self, actor: Actor) -> bool {
        match actor {
            Actor::Piece => self.pieces,
            Actor::Nobody => self.passes,
            Actor::Hand(_) | Actor::Section(..) | Actor::Die(..) => false,
        }
    }
}

impl<const W: usize> TurnTables<W> {
    /// Returns the tables of a game, or `None` if its turns are single moves.
    pub(crate) fn new(arena: &BoardModel) -> Option<Box<TurnTables<W>>> {
        let turn = &arena.rules.turn;
        if turn.is_plain() {
            return None;
        }
        let cells = |side: Side, kind: KindId, condition: &Condition| {
            let holds = |&s: &_| arena.holds(condition, side, kind, s, s);
            arena.graph.sites().filter(holds).collect()
        };
        let kinds = || arena.rules.kinds.ids();
        let table = |side: Side, series: &Series| {
            let step = |(number, step): (usize, &Step)| {
                let last = LastMoves::of(series, number);
                let rolls = step.roll.is_some();
                let from = |kind| {
                    if rolls { SiteSet::EMPTY } else { cells(side, kind, &step.from) }
                };
                let drops = |_| step.is_free();
                let from: Vec<SiteSet<W>> = kinds().map(from).collect();
                let alike = from.first().copied().filter(|first| from.iter().all(|f| f == first));
                let drops = kinds().map(drops).collect();
                let is_free = step.is_free();
                let takes_freely = is_free && step.asked_of_attacks().next().is_none();
                let of_die = |die| DrawTable { die, draw: step.draw.clone() };
                let (pass, roll) = (step.pass, step.roll.map(of_die));
                StepTable { from, alike, drops, is_free, takes_freely, last, pass, roll }
            };
            series.steps.iter().enumerate().map(step).collect()
        };
        Some(Box::new(TurnTables {
            turn: turn.clone(),
            asks_attacks: turn.asks_attacks(),
            steps: BySide::of(arena.rules.sides, |side| table(side, &turn.series[side])),
            first: turn.first.as_ref().map_or(Vec::new(), |s| table(Side::White, s)),
            parry: BySide::of(arena.rules.sides, |side| {
                let of = |kind| match &turn.parry {
                    Some(parry) => cells(side, kind, &parry.from),
                    None => SiteSet::EMPTY,
                };
                kinds().map(of).collect()
            }),
        }))
    }
}

// Dice and bags in the form that the generator reads.

/// The dice of a game, and the places of its bags.
#[derive(Clone, Debug)]
pub(crate) struct Bags {
    /// All dice, among them the bags.
    pub(crate) dice: IndexVec<DieId, Die>,
    /// The places of the bags in the numbers of drawn values.
    pub(crate) slots: Slots,
}

impl Bags {
    pub(crate) fn of(rules: &Ruleset) -> Bags {
        Bags { dice: rules.dice.clone(), slots: Slots::of(&rules.dice) }
    }
}

/// The rule of a step that rolls or draws.
#[derive(Clone, Debug)]
pub(crate) struct DrawTable {
    /// The die that the step rolls.
    pub(crate) die: DieId,
    /// What it draws, and what becomes of it.
    pub(crate) draw: Draw,
}

// Hands and drops in the form that the generator reads.
//
// They contain the same rules as `DropOption` and `Hand`.

/// The hands to which captured pieces go, and the possible drops.
#[derive(Clone, Debug)]
pub(crate) struct Pocket<const W: usize> {
    /// The side whose hand receives a captured piece: by captor, then by owner of the piece.
    goes_to: BySide<BySide<Option<Side>>>,
    neutrals: KindSet,
    unowned: KindSet,
    /// Kinds with an endless supply, which hands do not count.
    pub(crate) supply: KindSet,
    /// The kind that a captured piece of each kind becomes in hand.
    pub(crate) reverts_to: Vec<KindId>,
    /// The drops of each side, with one entry for each kind, in order.
    pub(crate) drops: BySide<Vec<Drops<W>>>,
    /// For each site, the cells of its file.
    pub(crate) files: Vec<SiteSet<W>>,
    /// For each site, the cells of the same shade.
    pub(crate) shades: Vec<SiteSet<W>>,
}

/// The drops of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Drops<const W: usize> {
    /// The dropped kind.
    pub(crate) kind: KindId,
    /// True if the supply is endless.
    pub(crate) endless: bool,
    /// True if a drop may give mate.
    pub(crate) may_mate: bool,
    /// The ways of dropping; never empty.
    pub(crate) ways: Vec<Drop<W>>,
}

/// A way of dropping a piece.
#[derive(Clone, Debug)]
pub(crate) struct Drop<const W: usize> {
    /// The cells on which it may land.
    pub(crate) cells: SiteSet<W>,
    /// The cells of `cells` on which the piece must promote.
    pub(crate) dead: SiteSet<W>,
    /// The largest number of pieces of this kind and side on one file. 0 means no limit.
    pub(crate) on_file: u8,
    /// The same limit for the cells of one shade.
    pub(crate) on_shade: u8,
    /// The same limit for the whole board.
    pub(crate) on_board: u8,
}

impl<const W: usize> Pocket<W> {
    /// Returns the tables of a game with hands, and `None` for other games.
    pub(crate) fn new(arena: &BoardModel) -> Option<Pocket<W>> {
        let hand = arena.rules.hand.as_ref()?;
        let (kinds, graph) = (&arena.rules.kinds, &arena.graph);
        let alike = |same: &dyn Fn(Site, Site) -> bool| -> Vec<SiteSet<W>> {
            let of = |site| graph.sites().filter(|&other| same(site, other)).collect();
            graph.sites().map(of).collect()
        };
        let drops = |side: Side| {
            let of = |kind: KindId| {
                // A kind that does not promote on drops may only land where it need not promote.
                let promotes = kinds[kind].promotions.iter().any(|rule| rule.on.drop);
                let cells =
                    move |option: &DropOption| if promotes { option.cells } else { option.plain };
                let way = move |option: &DropOption| Drop {
                    cells: cells(option).resize(),
                    dead: cells(option).minus(option.plain).resize(),
                    on_file: option.limits.on_file,
                    on_shade: option.limits.on_shade,
                    on_board: option.limits.on_board,
                };
                let ways: Vec<Drop<W>> = arena.drops[side][kind].iter().map(way).collect();
                (!ways.is_empty()).then(|| Drops {
                    kind,
                    endless: hand.supply.contains(&kind),
                    may_mate: !hand.no_mate.contains(&kind),
                    ways,
                })
            };
            kinds.ids().filter_map(of).collect()
        };
        Some(Pocket {
            goes_to: BySide::of(arena.rules.sides, |captor| {
                BySide::of(arena.rules.sides, |owner| hand.goes_to(captor, owner))
            }),
            neutrals: arena.rules.neutrals().collect(),
            unowned: kinds.ids().filter(|&kind| kinds[kind].owner == Owner::Nobody).collect(),
            supply: hand.supply.iter().copied().collect(),
            reverts_to: kinds
                .enumerate()
                .map(|(id, k)| k.reverts_to.map_or(id, |r| r.to))
                .collect(),
            drops: BySide::of(arena.rules.sides, drops),
            files: alike(&|a, b| graph.file_rank(a).0 == graph.file_rank(b).0),
            shades: alike(&|a, b| graph.shade(a) == graph.shade(b)),
        })
    }

    /// Returns the side whose hand receives a piece of `owner` and `kind` captured by `captor`, and
    /// the kind that the piece becomes there. `None` if the piece leaves the game or its kind has
    /// an endless supply.
    #[inline(always)]
    pub(crate) fn goes_to(
        &self,
        captor: Side,
        owner: Side,
        kind: KindId,
    ) -> Option<(Side, KindId)> {
        let unowned = self.unowned.has(kind);
        let owner = if unowned || self.neutrals.has(kind) { captor.other() } else { owner };
        // An unowned piece goes only to its captor.
        let side = self.goes_to[captor][owner].filter(|&to| !unowned || to == captor)?;
        Some((side, self.held_as(kind)?))
    }

    /// Returns the kind that a piece of `kind` becomes in hand, or `None` if hands do not count it.
    #[inline(always)]
    pub(crate) fn held_as(&self, kind: KindId) -> Option<KindId> {
        let kind = self.reverts_to[kind.index()];
        (!self.supply.has(kind)).then_some(kind)
    }
}

// Castling options in the form that the generator reads.

/// A castling option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castle<const W: usize> {
    /// The kind of the castling piece.
    pub(crate) kind: KindId,
    /// The bit of its castling right.
    pub(crate) right: u64,
    /// The start and end of the castling piece.
    pub(crate) king: (Site, Site),
    /// The start and end of its partner.
    pub(crate) partner: (Site, Site),
    /// The cells that must be empty.
    pub(crate) empty: SiteSet<W>,
    /// The cells that must not be attacked. Every move is tested for check on its last cell, so the
    /// end cell of a royal piece is left out. Empty if the castling piece is not royal.
    pub(crate) safe: SiteSet<W>,
    /// True if the move of the partner may expose the king on its end cell. Otherwise the king may
    /// be tested there with the partner still on its start.
    pub(crate) partner_matters: bool,
}

// Moves of board sections in the form that the generator reads.
//
// The places in each direction are sorted by distance. So the generator can stop where a royal
// piece on the section would be attacked.

/// The moves of one section from its current place.
#[derive(Clone, Debug)]
pub(crate) struct Slide<const W: usize> {
    pub(crate) section: SectionId,
    /// The cells of the section.
    pub(crate) sites: SiteSet<W>,
    /// The places in each of the two directions, nearest first. An entry contains the number of the
    /// place, stored as a site, and the arrangement after the move.
    pub(crate) ways: [Vec<(Site, Arrangement)>; 2],
}

impl<const W: usize> Slide<W> {
    /// Returns the moves of all sections, by owner.
    pub(crate) fn all(arena: &BoardModel) -> BySide<Vec<Slide<W>>> {
        let (sections, now) = (&arena.sections, arena.arrangement);
        let slide = |section| {
            let place = |stand| (Site::from_index(stand), sections.moved(now, section, stand));
            let (here, places) = (sections.stand(now, section), sections.places(section));
            Slide {
                section,
                sites: sections.sites(section, arena.graph.len()).collect(),
                ways: [
                    (0..here).rev().map(place).collect(),
                    (here + 1..places).map(place).collect(),
                ],
            }
        };
        let of = |side: Side| sections.of(side).map(slide).collect();
        BySide::of(arena.rules.sides, of)
    }
}

// The results of the ends that take a side out of a game with more than two sides.

/// The results of goals, in order, and of mates.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// The result for the side for which a goal holds.
    pub(crate) goals: Vec<Verdict>,
    /// The result of checkmate for the side to move.
    pub(crate) checkmate: Option<Verdict>,
    /// The result of stalemate for the side to move.
    pub(crate) stalemate: Option<Verdict>,
}

impl Results {
    /// Returns the results of `ends`.
    pub(crate) fn new(ends: &Goals) -> Results {
        Results {
            goals: ends.goals.iter().map(|goal| goal.verdict).collect(),
            checkmate: ends.verdict(Event::Checkmate),
            stalemate: ends.verdict(Event::Stalemate),
        }
    }
}
