//! Threats to royal pieces beyond plain attacks: restricted attacks, the moves that can expose a
//! royal piece, and a memory of positions that threaten one.

use crate::engine::batch::{MoveKind, MoveSet};
use crate::engine::journal::EffectOutcome;
use crate::engine::safety::{Scope, checking_cells};
use crate::engine::state::{PackedMove, State};
use crate::paths::path::Needs;
use crate::tables::attack::PassingAttack;
use crate::tables::effects::Safety;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::{CapturePath, taking};
use crate::tables::predicates::CompiledPredicates;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use alfil_topology::site_set::{Site, SiteSet};
use smallvec::{SmallVec, smallvec};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;

// Attacks that predicates or effects restrict. A capture that is possible by movement may still be
// illegal; then it is no attack.
//
// The results must agree with `crates/reference/src/legal.rs`. Games without such restrictions do not use
// this module.

impl<const W: usize> State<W> {
    /// True if one of `attackers` could legally capture a royal piece on `cell`. The attackers are
    /// pieces of `by` that reach the cell. Predicates on attacks must allow the capture, and it
    /// must not cost `by` a royal piece. `occupied` are the occupied cells, and `own` the cells
    /// with pieces of `by`.
    #[inline(never)]
    pub(crate) fn may_capture_on(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        own: SiteSet<W>,
        (attackers, scope): (SiteSet<W>, Scope),
    ) -> bool {
        let Some(predicates) = &tables.rules.predicates else { return true };
        let mut staged = self.clone();
        for site in self.occupied().minus(occupied) | (self.by_side[by].minus(own)) {
            let owner = staged.owner(site);
            staged.take(tables, site, owner);
        }
        // To test the capture, a piece of the opponent is put on the cell. It gets the kind of the
        // royal piece on the cell, else of a lifted royal piece, else the first royal kind. In games
        // without royal kinds it gets the kind of the piece on the cell.
        let theirs = self.royals(tables) & self.foes(tables, by);
        let lifted = || theirs.minus(occupied).first();
        let royal = Some(cell).filter(|&cell| theirs.has(cell)).or_else(lifted);
        let royal = royal.map(|site| self.kind_at(site)).or(predicates.royal);
        let stands = self.foes(tables, by).has(cell);
        let foe = if stands { self.owner(cell) } else { tables.rules.sides.foe(by) };
        let kind = royal.or(self.piece(cell).map(|piece| piece.kind)).unwrap_or_default();
        if staged.occupied().has(cell) {
            let owner = staged.owner(cell);
            staged.take(tables, cell, owner);
        }
        staged.put(tables, cell, foe, kind);
        staged.pass_to(tables, by);
        staged.info.passed = SiteSet::EMPTY;
        let (occupied, enemies) = (staged.occupied(), staged.foes(tables, by));
        let is_attack = |source: Site, path: &CapturePath<W>| {
            let open = staged.meets_needs(
                tables,
                &path.way.needs,
                occupied.minus(SiteSet::of(source)),
                enemies.minus(SiteSet::of(source)),
                staged.friends(tables, by),
            );
            if !open {
                return false;
            }
            let step = PackedMove {
                from: source,
                to: path.to,
                captured: path.captured & staged.occupied(),
                partner: path.shifted,
                ..PackedMove::of(staged.kind_at(source))
            };
            may_be_played((tables, predicates), &staged, &step, scope)
        };
        (attackers & staged.by_side[by]).into_iter().any(|source| {
            let paths = &predicates.takes[by][staged.kind_at(source).index()];
            taking(&paths[source.index()], cell).any(|path| is_attack(source, path))
        })
    }

    /// True if predicates on attacks allow `attack`, a capture en passant by a piece of `by`.
    #[cold]
    pub(crate) fn may_capture_in_passing(
        &self,
        tables: &Tables<W>,
        by: Side,
        (attack, victim): (&PassingAttack<W>, Site),
        scope: Scope,
    ) -> bool {
        let Some(predicates) = &tables.rules.predicates else { return true };
        let mut staged = self.clone();
        staged.pass_to(tables, by);
        let step = PackedMove {
            from: attack.source,
            to: attack.to,
            captured: attack.captured | SiteSet::of(victim),
            partner: attack.shifted,
            ..PackedMove::of(attack.kind)
        };
        may_be_played((tables, predicates), &staged, &step, scope)
    }
}

/// True if the side to move may make this capture with one of the possible promotions. Predicates
/// on attacks must allow it. Its effects must be possible, and must not cost the side a royal
/// piece.
fn may_be_played<const W: usize>(
    (tables, predicates): (&Tables<W>, &CompiledPredicates<W>),
    staged: &State<W>,
    step: &PackedMove<W>,
    scope: Scope,
) -> bool {
    let effects_matter = tables.compiled_effects().is_some_and(|effects| effects.bears_on_attacks);
    let mut scratch = None;
    let mut keeps_royals = |step: &PackedMove<W>| {
        let scratch = scratch.get_or_insert_with(|| staged.clone());
        let mut way = |_: &mut State<W>, _: &PackedMove<W>, done: &EffectOutcome<W>| {
            if done.costs_royal { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let below = Some(Lookahead::Attack);
        scratch.advance_each_way(tables, step, below, &mut way).is_break()
    };
    let mut may = |step: &PackedMove<W>| {
        staged.attack_is_allowed(tables, predicates, step)
            && (scope == Scope::AnyStep
                || staged.attack_is_allowed_in_step(tables, predicates, step))
            && (!effects_matter || keeps_royals(step))
    };
    let kinds = promotions(tables, predicates, staged, step);
    kinds.into_iter().any(|promotion| may(&PackedMove { promotion, ..*step }))
}

/// The kinds to which the capturing piece may promote. `None` is among them if the piece need not
/// promote. If it must promote but cannot, `None` is the only one, since the capture is still an
/// attack.
fn promotions<const W: usize>(
    tables: &Tables<W>,
    predicates: &CompiledPredicates<W>,
    staged: &State<W>,
    step: &PackedMove<W>,
) -> SmallVec<[Option<KindId>; 4]> {
    let (us, here) = (staged.side, tables.at(staged));
    let groups = here.moves.promotion[us][step.kind.index()].groups(step.from);
    let Some(group) = groups.iter().find(|group| group.may.has(step.to)) else {
        return smallvec![None];
    };
    let left = staged.promotions_left(here, us, group.targets);
    let kinds = here.moves.targets.of(group.targets).kinds.iter();
    let kinds: SmallVec<[KindId; 4]> = kinds.copied().filter(|&to| left.has(to)).collect();
    let stays = !group.others(SiteSet::of(step.to), kinds.len() as u8).is_empty();
    let stays = stays.then_some(None);
    let mut all: SmallVec<[Option<KindId>; 4]> = kinds.into_iter().map(Some).chain(stays).collect();
    all.retain(|promotion| {
        staged.promotion_is_allowed(
            tables,
            predicates,
            &PackedMove { promotion: *promotion, ..*step },
        )
    });
    if all.is_empty() {
        all.push(None);
    }
    all
}

// Critical squares: to expose a royal piece to an attack, a move must change at least one of them.
//
// All other moves leave the royal pieces as safe as before, unless they bring a new attacker.

impl<const W: usize> State<W> {
    /// The critical squares for the royal pieces of `side`, including the sites of these pieces. If
    /// an attack requires several changes, only one of their squares is included. Returns all
    /// squares if a royal piece is attacked already, or if attacks depend on more than the pieces
    /// on squares.
    #[inline(never)]
    pub(crate) fn critical_squares(&self, tables: &Tables<W>, side: Side) -> SiteSet<W> {
        let all = SiteSet::ALL;
        let attacks = &tables.attacks[side.other()];
        let predicates =
            tables.rules.predicates.as_deref().filter(|_| tables.mode.attacks_are_asked);
        // The tables cannot evaluate some predicates on attacks, which depend on more than the path
        // of the attack. The squares are then computed as if these predicates allowed every attack.
        let is_conservative =
            predicates.is_some_and(|predicates| !predicates.attacks_ask_of_the_way);
        let depends_on_more = tables.rules.neutrals.is_some()
        // The next line finds games where attacks may depend on the owners of pieces.
        || !tables.rules.unowned.is_empty() && tables.mode.safety == Safety::Replay
        || !attacks.passing.is_empty() && (tables.turn.is_some() || predicates.is_some());
        let is_exposed = || {
            if is_conservative {
                is_reached(tables, self, side)
            } else {
                self.attacked_royal(tables, side).is_some()
            }
        };
        if depends_on_more || is_exposed() {
            return all;
        }
        let predicates = predicates.filter(|_| !is_conservative);
        let royals = self.royals(tables) & self.by_side[side];
        let enemies = self.by_side[side.other()];
        let mut collector = Collector { tables, state: self, side, cells: royals };
        for king in royals {
            if let Some(predicates) = predicates {
                for source in attacks.possible_attackers[king] & enemies {
                    let kind = self.kind_at(source);
                    let paths = &predicates.takes[side.other()][kind.index()];
                    let paths = paths.get(source.index()).map_or(&[][..], |paths| paths);
                    let terms = predicates.attack_terms.iter().filter(|(kinds, _)| kinds.has(kind));
                    let terms = terms.flat_map(|(_, of)| of.from(side.other(), source));
                    let terms = terms.filter(|path| path.captured.has(king));
                    for path in taking(paths, king).chain(terms) {
                        // An attack without moving makes all squares critical, because predicates
                        // on terms assume that the mover leaves its cell.
                        if path.to == source {
                            return all;
                        }
                        let between = predicates.between(source, path.to) | path.captured;
                        match path.way.passant {
                            None => collector.conditional(source, &path.way.needs, between),
                            Some(_) => collector.cells |= path.way.needs.cells() | between,
                        }
                    }
                }
                continue;
            }
            for line in attacks.slides.at(king) {
                for source in line.sources & enemies & self.by_class[line.class] {
                    let between = attacks.slides.want(line, source);
                    collector.add(between, collector.blocking(between));
                }
            }
            for line in attacks.cannons.at(king) {
                for source in line.sources & enemies & self.by_class[line.class] {
                    let between = attacks.cannons.want(line, source);
                    let occupied_between = collector.blocking(between);
                    match occupied_between.count() {
                        // A cannon attacks over exactly one piece. With at most one piece between
                        // it and the king, a change of any cell between may matter. With more
                        // pieces, all but one must leave.
                        0 | 1 => collector.cells |= between,
                        _ => {
                            let first =
                                occupied_between.first().map_or(SiteSet::EMPTY, SiteSet::of);
                            collector.add(between, first);
                            collector.add(between, occupied_between.minus(first));
                        }
                    }
                }
            }
            for line in attacks.hoppers.at(king) {
                for source in line.sources & enemies & self.by_class[line.class] {
                    let (empty, hurdles) = attacks.hoppers.want(line, source);
                    let missing = hurdles.minus(collector.blocking(hurdles));
                    collector.add(empty | hurdles, collector.blocking(empty) | missing);
                }
            }
            for attack in attacks.conditional(king) {
                if (self.of_kind(attack.kind) & enemies).has(attack.source) {
                    match attack.way.passant {
                        None => {
                            collector.conditional(attack.source, &attack.way.needs, SiteSet::EMPTY)
                        }
                        Some(_) => collector.cells |= attack.way.needs.cells(),
                    }
                }
            }
        }
        collector.cells
    }
}

/// True if an enemy piece reaches a royal piece of `side`. Predicates on attacks are ignored.
fn is_reached<const W: usize>(tables: &Tables<W>, state: &State<W>, side: Side) -> bool {
    let enemies = state.by_side[side.other()];
    let royals = state.royals(tables) & state.by_side[side];
    let occupied = state.occupied();
    royals
        .into_iter()
        .any(|king| state.reached(tables, side.other(), king, occupied, (enemies, enemies)))
}

/// Collects the critical squares.
struct Collector<'a, const W: usize> {
    tables: &'a Tables<W>,
    state: &'a State<W>,
    /// The side whose royal pieces are attacked.
    side: Side,
    cells: SiteSet<W>,
}

impl<const W: usize> Collector<'_, W> {
    /// The cells of `cells` with pieces that block.
    fn blocking(&self, cells: SiteSet<W>) -> SiteSet<W> {
        self.state.blockers(self.tables, self.state.occupied()) & cells
    }

    /// Adds an attack that depends on `cells`, and cannot begin before all of `changes` have
    /// changed. Nothing is added if one of `changes` is critical already. If `changes` is empty,
    /// all of `cells` become critical.
    fn add(&mut self, cells: SiteSet<W>, changes: SiteSet<W>) {
        if changes.meets(self.cells) {
            return;
        }
        // The attack needs all of `changes`, so one critical cell is enough. A cell with a piece of
        // the attacking side is best, since `side` can change it only by a capture.
        let enemies = changes & self.state.by_side[self.side.other()];
        self.cells |= match enemies.first().or(changes.first()) {
            Some(one) => SiteSet::of(one),
            None => cells,
        };
    }

    /// Adds an attack from `source` with the requirements `needs`. If some requirements are not
    /// met, one of their cells becomes critical. If all are met, all their cells and those of
    /// `more` do.
    fn conditional(&mut self, source: Site, needs: &Needs<W>, more: SiteSet<W>) {
        let (us, state) = (self.side, self.state);
        let source = SiteSet::of(source);
        let others = state.occupied().minus(source);
        let blockers = state.blockers(self.tables, others);
        let Needs { empty, occupied, foes, friends, relayer, .. } = *needs;
        let lender = relayer.filter(|&(site, kind)| !state.of_kind(kind).has(site));
        let lender = lender.map_or(SiteSet::EMPTY, |(site, _)| SiteSet::of(site));
        let missing = occupied.minus(blockers) | foes.minus(state.by_side[us]);
        let friends = friends.minus(state.by_side[us.other()].minus(source));
        self.add(needs.cells() | more, empty & blockers | missing | friends | lender);
    }
}

// Filters for move sets: moves that cannot expose a royal piece, and moves that cannot give check.
//
// Both filters use `State::critical_squares`: an attack begins only if a critical square
// changes. Each handles all destinations of a set at once, so fewer moves need verification.

impl<const W: usize> State<W> {
    /// The destinations of `batch` for moves that change no `critical` square. Returns no
    /// destination for some types of moves that are hard to decide, and for promotions without
    /// moving.
    pub(crate) fn cannot_expose(
        &self,
        tables: &Tables<W>,
        batch: &MoveSet<W>,
        critical: SiteSet<W>,
    ) -> SiteSet<W> {
        let region = batch.region.minus(critical);
        match batch.act {
            MoveKind::Displace if critical.has(batch.from) || region.has(batch.from) => {
                SiteSet::EMPTY
            }
            // A royal piece may be dropped onto an attacked square, which need not be critical.
            MoveKind::Drop if tables.royalty.royals.has(batch.kind) => SiteSet::EMPTY,
            MoveKind::Displace | MoveKind::Drop => region,
            // A mover that starts on a critical square leaves it, so its destination is removed.
            MoveKind::Shift(delta) => region.minus(critical.shifted(delta)),
            MoveKind::Push(number) => {
                let delta = tables.at(self).moves.pushes[number as usize].shift.delta;
                region.minus(critical.shifted(delta))
            }
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Roll(_)
            | MoveKind::Pass
            | MoveKind::Section(_) => SiteSet::EMPTY,
        }
    }

    /// The destinations of `batch` that certainly give no check: no line opens, and the piece
    /// attacks no royal piece from there. Only correct in games whose moves have no effects.
    pub(crate) fn cannot_check(
        &self,
        tables: &Tables<W>,
        batch: &MoveSet<W>,
        critical: SiteSet<W>,
    ) -> SiteSet<W> {
        let (us, them) = (self.side, self.side.other());
        let region = self.cannot_expose(tables, batch, critical);
        if batch.choices > 0 || region.is_empty() {
            return SiteSet::EMPTY;
        }
        let blockers = match batch.act {
            // With several movers, any mover may be the only blocker of a line, so no piece counts
            // as a blocker.
            MoveKind::Shift(_) | MoveKind::Push(_) => SiteSet::EMPTY,
            MoveKind::Displace => {
                self.blockers(tables, self.occupied().minus(SiteSet::of(batch.from)))
            }
            MoveKind::Drop => self.blockers(tables, self.occupied()),
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Roll(_)
            | MoveKind::Pass
            | MoveKind::Section(_) => return SiteSet::EMPTY,
        };
        let kings = self.royals(tables) & self.by_side[them];
        kings.into_iter().fold(region, |region, king| {
            region.minus(checking_cells(tables, (us, batch.kind), king, region, blockers))
        })
    }
}

// Remembers which positions threaten a royal piece, while the moves of one position are verified.
//
// If a later step takes back a choice of an earlier one, such as the cell of a piece that each step
// places anew, many moves of a step lead to the same positions at the end of the turn. Each of these
// is searched once. Other games remember nothing, because their moves rarely lead to the same
// position.

/// The largest number of remembered positions. They take about half a megabyte.
const MOST: usize = 8_192;

thread_local! {
    static MEMO: RefCell<Memo> = RefCell::default();
}

/// The answers so far. It is empty while no move is verified.
#[derive(Default)]
struct Memo {
    /// How many [`Verifying`] exist.
    depth: usize,
    answers: HashMap<Key, bool>,
}

/// The keys of a position and its memory, its clocks, and the side whose royal pieces are meant. Keys
/// of 64 bits also recognize repetitions.
type Key = (u64, u64, u32, u32, Side);

/// While it exists, this thread remembers threats. The last one to go forgets them, so that answers
/// about one game never serve another.
pub(super) struct Verifying(());

impl Verifying {
    /// Begins to remember. `None` if the moves of `state` offer no choices.
    pub(super) fn begin<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Option<Verifying> {
        state.effects_may_fail(tables).then(|| {
            MEMO.with_borrow_mut(|memo| memo.depth += 1);
            Verifying(())
        })
    }
}

impl Drop for Verifying {
    fn drop(&mut self) {
        MEMO.with_borrow_mut(|memo| {
            memo.depth -= 1;
            if memo.depth == 0 {
                memo.answers.clear();
            }
        });
    }
}

/// The answer whether the royal pieces of `side` are threatened in `state`: the remembered one, or
/// that of `search`, which is then remembered. Without a [`Verifying`], calls `search`.
pub(super) fn recall<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
    search: impl FnOnce() -> bool,
) -> bool {
    if MEMO.with_borrow(|memo| memo.depth) == 0 {
        return search();
    }
    let (whole, info) = (state.key(tables.turn_length(state)), &state.info);
    let key = (whole, state.memory_key(), info.halfmoves, info.fullmove, side);
    if let Some(answer) = MEMO.with_borrow(|memo| memo.answers.get(&key).copied()) {
        return answer;
    }
    let answer = search();
    MEMO.with_borrow_mut(|memo| {
        if memo.answers.len() >= MOST {
            memo.answers.clear();
        }
        memo.answers.insert(key, answer);
    });
    answer
}
