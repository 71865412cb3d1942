//! Estimates of positions: the values of pieces on the board and in hand, sums that the search
//! updates, exchanges on one cell, and features with learned weights.

use super::activity::{Activity, Term, Workspace, by_kind, per_ten_moves};
use super::runners::{Aims, Lones, Runners, Tapered};
use super::values::{PlaceTable, Places, Values, Weights};
use crate::engine::state::{PackedMove, State, piece_key};
use crate::model::board_model::BoardModel;
use crate::tables::kinds::{ByKind, BySite};
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::{BySide, Side};
use alfil_search::searchable::Quiescence;
use alfil_topology::site_set::{Site, SiteSet};

/// The default value of the right to move.
const TEMPO: i32 = 22;

/// The default weights of the terms in [`Weights::TERMS`], in games that more material wins.
const TERMS: [i32; Weights::TERMS.len()] = [100, 15, 12, 40, 80, 40];

/// The same in games that less material wins.
const LOSING_TERMS: [i32; Weights::TERMS.len()] = [0, 0, 0, 0, 100, 0];

/// The value of a defended piece before it is weighed, in hundredths of a pawn.
const DEFENDED: i32 = 10;

/// The same for a cell to which a royal piece can move, late in the game.
const ROOM: i32 = 10;

/// A counter near its target has nearly this value.
const COUNTER: i32 = 1_000;

/// The effect of more material on the chance to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// The side with more material usually wins.
    Gain,
    /// The side with less material usually wins, as in losing games.
    Lose,
}

/// The estimate of a game's positions, in hundredths of a pawn.
#[derive(Clone, Debug)]
pub(super) struct Evaluation<const W: usize> {
    values: Values<W>,
    runners: Runners<W>,
    aims: Aims<W>,
    sites: Vec<Site>,
    places: Places,
    /// The number of kinds.
    count: usize,
    /// The number of pieces in the start position, at least 1. Neutral pieces count twice.
    full: u32,
    /// The kinds of which a side can have pieces in hand.
    holds: Vec<KindId>,
    /// The effect of more material on the chance to win.
    aim: Aim,
    /// The tables that were learned.
    tables: Vec<PlaceTable>,
    tempo: i32,
    activity: Activity<W>,
    /// The value of ten moves of a piece of each kind.
    moves: ByKind<i32>,
    terms: [i32; Weights::TERMS.len()],
    /// Which captures the search examines before it estimates a position.
    pub(super) quiescence: Quiescence,
}

impl<const W: usize> Evaluation<W> {
    /// Derives the values of pieces from the rules. More material counts as better.
    pub(super) fn of_pieces(arena: &BoardModel, tables: &Tables<W>, start: &State<W>) -> Self {
        let aims = Aims::of(arena, tables);
        let lones = Lones::new(arena, tables, start);
        let values = Values::derive(arena, tables, &lones, &aims);
        // A drop can block a way at any time.
        let runners = if tables.moves.pocket.is_none() && arena.rules.hand.is_none() {
            let gain = |side: Side, kind: KindId| {
                let promotions = lones.of[side][kind.index()].promotions.iter().flatten();
                let best = promotions.map(|&to| values.kinds[to]).max().unwrap_or(0);
                best - values.kinds[kind]
            };
            Runners::derive(tables, &lones, &aims, &gain)
        } else {
            Runners::default()
        };
        let quiescence = if arena.rules.duties.is_empty() {
            Quiescence::Captures
        } else {
            Quiescence::ForcedCaptures
        };
        let activity = Activity::derive(arena, tables, &lones, &values);
        let moves = activity.kinds().map(|kind| (kind, per_ten_moves(&lones, kind)));
        let moves: Vec<(KindId, i32)> = moves.collect();
        let start_pieces: u32 = Side::BOTH.iter().map(|side| start.by_side[*side].count()).sum();
        Evaluation {
            holds: if arena.rules.hand.is_some() {
                values.kinds.iter().filter(|held| held.1 != 0).map(|(k, _)| k).collect()
            } else {
                Vec::new()
            },
            values,
            runners,
            aims,
            sites: arena.graph.sites().collect(),
            places: Places::new(&arena.graph),
            count: arena.rules.kinds.len(),
            full: start_pieces.max(1),
            aim: Aim::Gain,
            tempo: TEMPO,
            moves: by_kind(&moves),
            activity,
            terms: TERMS,
            quiescence,
            tables: Vec::new(),
        }
    }

    /// The value of a piece of `kind`, averaged over cells.
    pub(super) fn of_kind(&self, kind: KindId) -> i32 {
        self.values.kinds[kind]
    }

    /// Sets whether more material is better, and the weights that belong to it.
    pub(super) fn set_aim(&mut self, aim: Aim) {
        self.aim = aim;
        self.terms = match aim {
            Aim::Gain => TERMS,
            Aim::Lose => LOSING_TERMS,
        };
    }

    /// The effect of more material on the chance to win.
    pub(super) fn aim(&self) -> Aim {
        self.aim
    }

    /// The values of pieces.
    pub(super) fn values(&self) -> &Values<W> {
        &self.values
    }

    /// Groups of cells that have the same number in a table of weights.
    pub(super) fn places(&self) -> &Places {
        &self.places
    }

    /// The numbers of the estimate that can be learned from games.
    pub(super) fn weights(&self) -> Weights {
        let kinds = self.values.kinds.iter().filter(|(_, value)| *value != 0).collect();
        let hands = self.holds.iter().map(|&kind| (kind, self.values.hands[kind])).collect();
        let moves = self.activity.kinds().map(|kind| (kind, self.moves[kind])).collect();
        let Evaluation { tempo, terms, .. } = *self;
        Weights { kinds, hands, tables: self.tables.clone(), tempo, moves, terms }
    }

    /// Like [`Evaluation::weights`], with a table for each kind of which pieces are on the board.
    pub(super) fn weights_with_tables(&self) -> Weights {
        let kinds = 0..self.count;
        let tables = kinds.map(|kind| {
            let kind = KindId::from_index(kind);
            let learned = self.tables.iter().find(|table| table.kind == kind);
            learned.cloned().unwrap_or_else(|| self.derived_table(kind))
        });
        Weights { tables: tables.collect(), ..self.weights() }
    }

    /// The means of the derived differences over the cells of each group.
    fn derived_table(&self, kind: KindId) -> PlaceTable {
        let mut totals = vec![(0, 0); self.places.count()];
        for side in Side::BOTH {
            for &site in &self.sites {
                let (total, count) = &mut totals[self.places.of(side, site)];
                *total += self.values.at(side, kind.index(), site).early - self.values.kinds[kind];
                *count += 1;
            }
        }
        let means: Vec<i32> =
            totals.into_iter().map(|(total, count)| total / count.max(1)).collect();
        PlaceTable { kind, early: means.clone(), late: means }
    }

    /// The kinds of which a side can have pieces in hand.
    pub(super) fn holds(&self) -> &[KindId] {
        &self.holds
    }

    /// The same estimate with other learned numbers.
    pub(super) fn with_weights(&self, weights: &Weights) -> Evaluation<W> {
        let mut evaluation = self.clone();
        let values = &mut evaluation.values;
        for &(kind, value) in &weights.kinds {
            values.set(kind, value);
        }
        for &(kind, value) in &weights.hands {
            values.hands[kind] = value;
        }
        for table in &weights.tables {
            values.set_table(table, &self.places, &self.sites);
        }
        let &Weights { tempo, terms, .. } = weights;
        let moves = by_kind(&weights.moves);
        Evaluation { tempo, moves, terms, tables: weights.tables.clone(), ..evaluation }
    }

    /// The estimate for the side to move. `sums` are those of `state`.
    pub(super) fn of(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        sums: &Sums<W>,
        workspace: &mut Workspace<W>,
    ) -> i32 {
        let white = self.material(state, sums);
        let us = state.side;
        let ahead = if (us == Side::White) == (self.aim == Aim::Gain) { white } else { -white };
        let counted = self.counted(state, us) - self.counted(state, us.other());
        let mut active = 0;
        self.measure(tables, state, sums, workspace, &mut |measure, amount| {
            active += amount
                * match measure {
                    Measure::Moves(kind) => self.moves[kind] * 10,
                    Measure::Term(index) => self.terms[index],
                };
        });
        let active = active / 100;
        self.tempo + ahead + counted + if us == Side::White { active } else { -active }
    }

    /// Calls `add` with each term besides the values of pieces, and its amount for White.
    #[inline(always)]
    pub(super) fn measure(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        sums: &Sums<W>,
        workspace: &mut Workspace<W>,
        add: &mut impl FnMut(Measure, i32),
    ) {
        self.activity.measure(tables, state, workspace, &mut |term, amount| match term {
            Term::Moves(kind) => add(Measure::Moves(kind), amount),
            Term::Danger => {
                let early = Tapered { early: amount, late: 0 };
                add(Measure::Term(0), early.at(sums.pieces, self.full));
            }
            Term::Threats => add(Measure::Term(1), amount),
            Term::Hanging => add(Measure::Term(2), amount),
            Term::Defended => add(Measure::Term(3), amount * DEFENDED),
            Term::Room => {
                let late = Tapered { early: 0, late: amount * ROOM };
                add(Measure::Term(5), late.at(sums.pieces, self.full));
            }
        });
        let runners = self.runners.balance(state).at(sums.pieces, self.full);
        add(Measure::Term(4), runners);
    }

    /// The value of the counters of a side that lead to a win. It grows with the square of the
    /// progress.
    fn counted(&self, state: &State<W>, side: Side) -> i32 {
        let mut total = 0;
        for count in &self.aims.counters[side] {
            let (now, target) =
                (i32::from(state.counters[side][count.counter.index()]), count.target as i32);
            total += COUNTER * now * now / (target * target);
        }
        total
    }

    /// The value of all pieces of White on the board and in hand, minus that of Black's.
    pub(super) fn material(&self, state: &State<W>, sums: &Sums<W>) -> i32 {
        let mut total = sums.balance.at(sums.pieces, self.full);
        for &kind in &self.holds {
            let held = |side: Side| i32::from(state.hands[side][kind]);
            total += (held(Side::White) - held(Side::Black)) * self.values.hands[kind];
        }
        total
    }

    /// The part of the game's start pieces that is on the board, from 0 to 1.
    pub(super) fn phase(&self, sums: &Sums<W>) -> f32 {
        sums.pieces.min(self.full) as f32 / self.full as f32
    }
}

/// A part of an estimate besides the values of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// The number of moves of a kind.
    Moves(KindId),
    /// An amount of a term with this index in [`Weights::TERMS`].
    Term(usize),
}

// Sums over the pieces of a position, which the search updates with each move: the pieces' part
// of the key, the balance of material, and the number of pieces. They save about a third of the
// search's time in chess, compared with sums over all pieces at each node.

/// The sums of one position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Sums<const W: usize> {
    /// The pieces' part of the key.
    pub(super) key: u64,
    /// The value of White's pieces on the board minus that of Black's.
    pub(super) balance: Tapered,
    /// The number of pieces on the board. Neutral pieces count twice.
    pub(super) pieces: u32,
    by_side: BySide<SiteSet<W>>,
}

impl<const W: usize> Sums<W> {
    /// The sums of a position, computed from scratch.
    pub(super) fn of(values: &Values<W>, state: &State<W>) -> Sums<W> {
        let mut sums = Sums::default();
        let kinds = &state.squares;
        sums.change(values, kinds, (state.by_side, SiteSet::ALL), Sign::Add);
        sums.by_side = state.by_side;
        sums
    }

    /// Adds or removes the pieces of both sides on `cells`.
    #[inline(always)]
    fn change(
        &mut self,
        values: &Values<W>,
        kinds: &BySite<u8, W>,
        (by_side, cells): (BySide<SiteSet<W>>, SiteSet<W>),
        sign: Sign,
    ) {
        for side in Side::BOTH {
            for site in by_side[side] & cells {
                let kind = usize::from(kinds[site]);
                self.key ^= piece_key(side, kind, site);
                let value = values.at(side, kind, site);
                let is_positive = (side == Side::White) == (sign == Sign::Add);
                self.balance += if is_positive { value } else { -value };
                match sign {
                    Sign::Add => self.pieces += 1,
                    Sign::Remove => self.pieces -= 1,
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Add,
    Remove,
}

/// The sums of the present position, and the data to update them.
#[derive(Clone, Debug)]
pub(super) struct Tracker<const W: usize> {
    sums: Sums<W>,
    /// The kinds of the pieces that are in the sums.
    kinds: BySite<u8, W>,
}

/// The data to take back an update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before<const W: usize> {
    sums: Sums<W>,
    changed: SiteSet<W>,
}

/// The cells that a move may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent<const W: usize> {
    /// The cells whose owners differ, and these cells.
    Cells(SiteSet<W>),
    /// Any cell: the move may have effects.
    Board,
}

impl<const W: usize> Tracker<W> {
    pub(super) fn new(values: &Values<W>, state: &State<W>) -> Tracker<W> {
        Tracker { sums: Sums::of(values, state), kinds: state.squares.clone() }
    }

    /// The sums of the present position.
    #[inline(always)]
    pub(super) fn sums(&self) -> &Sums<W> {
        &self.sums
    }

    /// Updates the sums after a move led to `state`.
    #[inline(always)]
    pub(super) fn update(
        &mut self,
        values: &Values<W>,
        state: &State<W>,
        extent: Extent<W>,
    ) -> Before<W> {
        let (old, new) = (self.sums.by_side, state.by_side);
        let moved = (old[Side::White] ^ new[Side::White]) | (old[Side::Black] ^ new[Side::Black]);
        let changed = moved
            | match extent {
                Extent::Cells(cells) => cells,
                Extent::Board => {
                    let differs = |site: &Site| self.kinds[*site] != state.squares[*site];
                    state.occupied().into_iter().filter(differs).collect()
                }
            };
        let before = Before { sums: self.sums, changed };
        self.sums.change(values, &self.kinds, (old, changed), Sign::Remove);
        self.sums.change(values, &state.squares, (new, changed), Sign::Add);
        self.sums.by_side = new;
        for site in changed {
            self.kinds[site] = state.squares[site];
        }
        before
    }

    /// Restores the sums when a move is taken back. `state` is the position before the move.
    #[inline(always)]
    pub(super) fn restore(&mut self, state: &State<W>, before: &Before<W>) {
        self.sums = before.sums;
        for site in before.changed {
            self.kinds[site] = state.squares[site];
        }
    }
}

// Static exchange evaluation: the material that captures on one cell gain, without a search.

/// A position in which both sides may capture on one cell.
pub(super) struct Exchange<'g, const W: usize> {
    tables: &'g Tables<W>,
    state: &'g State<W>,
    evaluation: &'g Evaluation<W>,
    /// The cell on which the pieces capture.
    cell: Site,
    by_side: BySide<SiteSet<W>>,
    occupied: SiteSet<W>,
}

impl<'g, const W: usize> Exchange<'g, W> {
    /// The captures on the end cell of `step`, after the step.
    pub(super) fn after(
        tables: &'g Tables<W>,
        state: &'g State<W>,
        evaluation: &'g Evaluation<W>,
        step: &PackedMove<W>,
    ) -> Self {
        let gone = step.captured | SiteSet::of(step.from) | SiteSet::of(step.to);
        Exchange {
            tables: tables.at(state),
            state,
            evaluation,
            cell: step.to,
            by_side: BySide::from_fn(|side| state.by_side[side].minus(gone)),
            occupied: state.occupied().minus(gone) | SiteSet::of(step.to),
        }
    }

    /// The material that `side` gains if it captures the piece on the cell, whose value is
    /// `victim`. 0 if no capture pays. The cheapest piece captures first, and royal pieces last.
    /// Pins are ignored.
    pub(super) fn gain(mut self, side: Side, victim: i32) -> i32 {
        // The gain of the first capture is the victim, that of the second is the first attacker
        // minus the gain before, and so on.
        let (mut side, mut victim) = (side, victim);
        let mut gains = [0; 32];
        let mut count = 0;
        while count < gains.len()
            && let Some(attacker) = self.cheapest(side)
        {
            let kind = self.state.kind_at(attacker);
            let gone = SiteSet::of(attacker);
            self.by_side[side] = self.by_side[side].minus(gone);
            self.occupied = self.occupied.minus(gone);
            if self.tables.royalty.royals.has(kind) && self.is_attacked_by(side.other()) {
                break;
            }
            gains[count] = victim;
            count += 1;
            (side, victim) = (side.other(), self.evaluation.of_kind(kind));
        }
        gains[..count].iter().rev().fold(0, |later, &gain| (gain - later).max(0))
    }

    /// The least valuable piece of `side` that can capture on the cell. Royal pieces are most
    /// valuable.
    fn cheapest(&self, side: Side) -> Option<Site> {
        let near = self.tables.attacks[side].possible_attackers[self.cell] & self.by_side[side];
        let mut best: Option<(i32, Site)> = None;
        for site in near {
            let kind = self.state.kind_at(site);
            let value = if self.tables.royalty.royals.has(kind) {
                i32::MAX
            } else {
                self.evaluation.of_kind(kind)
            };
            if best.is_none_or(|(least, _)| value < least) && self.reaches(side, SiteSet::of(site))
            {
                best = Some((value, site));
            }
        }
        best.map(|(_, site)| site)
    }

    fn is_attacked_by(&self, side: Side) -> bool {
        self.reaches(side, self.by_side[side])
    }

    /// True if one of `attackers`, which are pieces of `side`, can capture on the cell.
    fn reaches(&self, side: Side, attackers: SiteSet<W>) -> bool {
        let own = self.by_side[side];
        self.state.reached(self.tables, side, self.cell, self.occupied, (own, attackers))
    }
}

// The features of a position that the learned numbers of an estimate weigh.

/// The features of a position. [`Weights`] describes the numbers that weigh them.
#[derive(Clone, PartialEq, Debug)]
pub struct Features {
    /// The pieces on the board. A neutral piece is listed for both sides.
    pub pieces: Vec<Standing>,
    /// For each kind, the number of White's pieces in hand minus that of Black's. Kinds without a
    /// difference are missing.
    pub held: Vec<(KindId, i32)>,
    /// The part of the game's start pieces that is on the board, from 0 to 1.
    pub phase: f32,
    /// 1 if more material is better, -1 if less is better.
    pub sign: i8,
    /// The side to move.
    pub side: Side,
    /// For each kind, the number of moves of White's pieces minus that of Black's. Kinds without a
    /// difference are missing.
    pub moves: Vec<(KindId, i32)>,
    /// The amounts of the terms of [`Weights::TERMS`] for White, in hundredths of a pawn.
    pub terms: [i32; Weights::TERMS.len()],
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The kind of the piece.
    pub kind: KindId,
    /// The index of its group of cells in a [`PlaceTable`].
    pub place: u16,
    /// 1 for White and -1 for Black.
    pub sign: i8,
}

impl Features {
    /// The number of pieces on the board and the differences in hand.
    pub fn count(&self) -> (usize, &[(KindId, i32)]) {
        (self.pieces.len(), &self.held)
    }
}

/// The features of a position.
pub(super) fn of<const W: usize>(
    (_, tables, state): (&BoardModel, &Tables<W>, &State<W>),
    evaluation: &Evaluation<W>,
) -> Features {
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        for site in state.by_side[side] {
            let sign = if side == Side::White { 1 } else { -1 };
            let place = evaluation.places().of(side, site) as u16;
            pieces.push(Standing { kind: state.kind_at(site), place, sign });
        }
    }
    let difference = |kind: KindId| {
        let held = |side: Side| i32::from(state.hands[side][kind]);
        (kind, held(Side::White) - held(Side::Black))
    };
    let held = evaluation.holds().iter().map(|&kind| difference(kind));
    let sums = Sums::of(evaluation.values(), state);
    let mut moves: Vec<(KindId, i32)> = Vec::new();
    let mut terms = [0; Weights::TERMS.len()];
    let workspace = &mut Workspace::default();
    evaluation.measure(tables, state, &sums, workspace, &mut |measure, amount| match measure {
        Measure::Moves(kind) => match moves.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, total)) => *total += amount,
            None => moves.push((kind, amount)),
        },
        Measure::Term(index) => terms[index] += amount,
    });
    moves.retain(|(_, amount)| *amount != 0);
    Features {
        pieces,
        held: held.filter(|(_, count)| *count != 0).collect(),
        phase: evaluation.phase(&sums),
        sign: if evaluation.aim() == Aim::Gain { 1 } else { -1 },
        side: state.side,
        moves,
        terms,
    }
}
