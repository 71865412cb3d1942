//! King safety from attack tables: attacks on a cell, checks and pins.
//!
//! In most games [`CheckInfo`] finds checks and pins in one pass over the enemy sliders. It
//! requires a single king, and attacks that depend only on which cells are occupied. In other
//! games, moves are tested one by one.

use crate::engine::state::State;
use crate::paths::path::{EnPassantCapture, Needs};
use crate::tables::attack::{AttackTables, Leaps, PassingAttack};
use crate::tables::effects::Safety;
use crate::tables::kinds::Class;
use crate::tables::move_tables::Tables;
use crate::tables::piece_rows::OwnerNeeds;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::Side;
use alfil_topology::site_set::{Site, SiteSet};

/// The captures that count as attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Captures that some step of a turn allows.
    AnyStep,
    /// Captures that the predicates of the current step allow.
    ThisStep,
}

impl<const W: usize> State<W> {
    /// True if `by` attacks `cell`. `occupied` are the occupied cells, and `own` the cells with
    /// pieces of `by`.
    pub(crate) fn attacked(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        own: SiteSet<W>,
    ) -> bool {
        self.attacked_by(tables, by, cell, occupied, own, own)
    }

    /// Like [`State::attacked`], but only attacks by `attackers` count. They are pieces of `by`.
    #[inline]
    pub(crate) fn attacked_by(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        own: SiteSet<W>,
        attackers: SiteSet<W>,
    ) -> bool {
        self.reached(tables, by, cell, occupied, (own, attackers))
            && (!tables.mode.attacks_are_asked
                || self.may_capture_on(
                    tables,
                    by,
                    cell,
                    occupied,
                    own,
                    (attackers, Scope::AnyStep),
                ))
    }
}

impl<const W: usize> Tables<W> {
    /// True if the movement of attackers depends only on occupied cells and on the cells with
    /// pieces of `by`.
    pub(crate) fn reach_by_cells(&self, by: Side) -> bool {
        let attacks = &self.attacks[by];
        let owned = self.rules.neutrals.is_none() && self.rules.transparent.is_none();
        owned && attacks.passing.is_empty() && !attacks.asks_who()
    }
}

impl<const W: usize> State<W> {
    /// Like [`State::attacked_by`], but ignores predicates on attacks.
    pub(crate) fn reached(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        (own, attackers): (SiteSet<W>, SiteSet<W>),
    ) -> bool {
        let occupied = (occupied, self.blockers(tables, occupied));
        self.attacked_inline(tables, by, cell, occupied, own, attackers)
    }

    /// Like [`State::reached`], but inlined for the loop over the steps of a king. `blockers` are
    /// the cells of `occupied` with pieces that block.
    #[inline(always)]
    pub(crate) fn attacked_inline(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        (occupied, blockers): (SiteSet<W>, SiteSet<W>),
        own: SiteSet<W>,
        attackers: SiteSet<W>,
    ) -> bool {
        let attacks = &tables.attacks[by];
        self.leaped_onto(attacks.leaps.at(cell), attackers)
            || slid_onto(attacks, self, cell, blockers, attackers)
            || tables.mode.safety != Safety::Pins
                && self.attacked_otherwise(tables, by, cell, (occupied, blockers), own, attackers)
    }

    /// True if one of `attackers` has one of these leaps.
    #[inline(always)]
    pub(crate) fn leaped_onto(&self, leaps: &[Leaps<W>], attackers: SiteSet<W>) -> bool {
        let mut found = SiteSet::EMPTY;
        for leaps in leaps {
            found |= leaps.sources & self.by_class[leaps.class];
        }
        found.meets(attackers)
    }
}

/// True if one of `attackers` can slide to `cell`.
#[inline(always)]
pub(crate) fn slid_onto<const W: usize>(
    attacks: &AttackTables<W>,
    state: &State<W>,
    cell: Site,
    blockers: SiteSet<W>,
    attackers: SiteSet<W>,
) -> bool {
    let mut open = false;
    for line in attacks.slides.at(cell) {
        (line.sources & state.by_class[line.class] & attackers).each(|source| {
            open |= !attacks.slides.want(line, source).meets(blockers);
        });
    }
    open
}

impl<const W: usize> State<W> {
    /// True if an attack over hurdles reaches `cell`, or an attack that depends on more than which
    /// cells are occupied.
    #[inline(never)]
    pub(crate) fn attacked_otherwise(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        (occupied, blockers): (SiteSet<W>, SiteSet<W>),
        own: SiteSet<W>,
        attackers: SiteSet<W>,
    ) -> bool {
        let attacks = &tables.attacks[by];
        for line in attacks.cannons.at(cell) {
            for source in line.sources & self.by_class[line.class] & attackers {
                if (attacks.cannons.want(line, source) & blockers).is_single() {
                    return true;
                }
            }
        }
        for line in attacks.hoppers.at(cell) {
            for source in line.sources & self.by_class[line.class] & attackers {
                let (empty, hurdles) = attacks.hoppers.want(line, source);
                if !empty.meets(blockers) && hurdles.within(blockers) {
                    return true;
                }
            }
        }
        // The attacker may capture enemy and neutral pieces, but not unowned ones.
        let own = own | (self.of_kinds(&tables.rules.unowned) & occupied);
        let own = if tables.rules.sides.are_two() {
            own
        } else {
            // Allies block, but cannot be captured.
            own | (self.of_sides(tables.rules.sides.allies(by).minus(self.info.out)) & occupied)
        };
        let mut victims = occupied.minus(own);
        for kind in tables.rules.neutrals.iter().flat_map(|kinds| kinds.iter()) {
            victims |= self.of_kind(kind) & occupied;
        }
        for attack in attacks.conditional(cell) {
            let can_capture = (self.of_kind(attack.kind) & attackers).has(attack.source)
                && self.meets_needs(tables, &attack.way.needs, occupied, victims, own);
            if can_capture {
                return true;
            }
        }
        false
    }

    /// The sites of the pieces of these kinds, of both sides.
    #[inline(always)]
    pub(crate) fn of_kinds(&self, kinds: &[KindId]) -> SiteSet<W> {
        kinds.iter().fold(SiteSet::EMPTY, |all, kind| all | self.of_kind(*kind))
    }

    /// The sites of the royal pieces of both sides.
    #[inline(always)]
    pub(crate) fn royals(&self, tables: &Tables<W>) -> SiteSet<W> {
        tables.royalty.royal_class.map_or(SiteSet::EMPTY, |class| self.by_class[class])
    }

    /// True if `side` is in check.
    #[inline(always)]
    pub(crate) fn in_check(&self, tables: &Tables<W>, side: Side) -> bool {
        self.in_check_by(tables.at(self), side)
    }

    /// Like [`State::in_check`], with the tables of any arrangement.
    #[inline(always)]
    pub(crate) fn in_check_by(&self, tables: &Tables<W>, side: Side) -> bool {
        self.attacked_royal(tables, side).is_some()
    }

    /// The first attacked royal piece of `side`. `None` if `side` is not in check.
    pub(crate) fn attacked_royal(&self, tables: &Tables<W>, side: Side) -> Option<Site> {
        if !tables.royalty.shared_royalty.is_empty() {
            return attacked_together(tables, self, side);
        }
        if !tables.rules.sides.are_two() {
            let mut enemies = self.enemies(tables, side).into_iter();
            return enemies.find_map(|enemy| self.royal_attacked_by(tables, side, enemy));
        }
        self.royal_attacked_by(tables, side, side.other())
    }

    /// The first royal piece of `side` that `enemy` attacks.
    #[inline(always)]
    fn royal_attacked_by(&self, tables: &Tables<W>, side: Side, enemy: Side) -> Option<Site> {
        let royals = self.royals(tables) & self.by_side[side];
        let enemies = self.by_side[enemy];
        let possible_attackers = &tables.attacks[enemy].possible_attackers;
        for king in royals {
            if possible_attackers[king].meets(enemies)
                && self.attacked(tables, enemy, king, self.occupied(), enemies)
            {
                return Some(king);
            }
        }
        if tables.attacks[enemy].passing.is_empty() {
            return None;
        }
        let capturable_en_passant = |&king: &Site| {
            let attackers = (enemies, Scope::AnyStep);
            taken_in_passing(tables, self, king, enemy, attackers)
        };
        royals.into_iter().find(capturable_en_passant)
    }
}

/// Like [`State::attacked_royal`], in games with `Royalty::Last` or `Royalty::All`. There, a side
/// may lose some royal pieces without losing the game.
#[cold]
fn attacked_together<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
) -> Option<Site> {
    let enemies = state.enemies(tables, side);
    first_fallen(tables, state, side, |site| {
        enemies.into_iter().any(|by| {
            let theirs = state.by_side[by];
            state.attacked(tables, by, site, state.occupied(), theirs)
                || taken_in_passing(tables, state, site, by, (theirs, Scope::AnyStep))
        })
    })
}

/// The first royal piece of `side` for which `falls` holds. `None` if the loss of all such pieces
/// would not end the game.
fn first_fallen<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
    falls: impl Fn(Site) -> bool,
) -> Option<Site> {
    let (own, falls) = (state.by_side[side], |&site: &Site| falls(site));
    if tables.royalty.shared_royalty.is_empty() {
        return (state.royals(tables) & own).into_iter().find(falls);
    }
    tables.royalty.shared_royalty.iter().find_map(|&(kind, royalty)| {
        let pieces = state.of_kind(kind) & own;
        match royalty {
            Royalty::No => None,
            Royalty::Each => pieces.into_iter().find(falls),
            Royalty::All => pieces.first().filter(|_| pieces.into_iter().all(|site| falls(&site))),
            Royalty::Last => pieces.first().filter(|site| pieces.is_single() && falls(site)),
        }
    })
}

impl<const W: usize> State<W> {
    /// True if the side to move can capture a royal piece of `side`, its enemy, in this step.
    /// Only pieces on `movers` may move, and the predicates of the step apply.
    #[cold]
    pub(crate) fn taken_in_step(&self, tables: &Tables<W>, side: Side, movers: SiteSet<W>) -> bool {
        let by = self.side;
        let (occupied, enemies) = (self.occupied(), self.by_side[by]);
        let attackers = movers & enemies;
        let step_restricts = tables.turn.as_ref().is_some_and(|turn| turn.asks_attacks);
        let scope = if step_restricts { Scope::ThisStep } else { Scope::AnyStep };
        let falls = |site| {
            let restricted = tables.mode.attacks_are_asked || step_restricts;
            self.reached(tables, by, site, occupied, (enemies, attackers))
                && (!restricted
                    || self.may_capture_on(tables, by, site, occupied, enemies, (attackers, scope)))
                || taken_in_passing(tables, self, site, by, (attackers, scope))
        };
        first_fallen(tables, self, side, falls).is_some()
    }

    /// Royal pieces of `side` whose loss would end the game. In turns of several steps, no move
    /// captures them.
    pub(crate) fn untouchable(&self, tables: &Tables<W>, side: Side) -> SiteSet<W> {
        if tables.royalty.shared_royalty.is_empty() {
            return self.royals(tables) & self.by_side[side];
        }
        tables.royalty.shared_royalty.iter().fold(SiteSet::EMPTY, |all, &(kind, royalty)| {
            let pieces = self.of_kind(kind) & self.by_side[side];
            match royalty {
                Royalty::Each => all | pieces,
                Royalty::All | Royalty::Last if pieces.is_single() => all | pieces,
                Royalty::All | Royalty::Last | Royalty::No => all,
            }
        })
    }
}

/// True if `by` could capture the piece on `site` en passant.
#[cold]
fn taken_in_passing<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    site: Site,
    by: Side,
    (attackers, scope): (SiteSet<W>, Scope),
) -> bool {
    let restricted = tables.mode.attacks_are_asked || scope == Scope::ThisStep;
    let is_allowed = |attack: &PassingAttack<W>| {
        !restricted || state.may_capture_in_passing(tables, by, (attack, site), scope)
    };
    let can_capture_on = |cell: Site| {
        tables.attacks[by].passing.iter().any(|attack| {
            let pieces = state.of_kind(attack.kind) & state.by_side[by] & attackers;
            let occupied = state.occupied().minus(SiteSet::of(attack.source));
            attack.cell == cell
                && pieces.has(attack.source)
                && state.is_way_open(tables, by, &attack.way, Some(cell), occupied)
                && is_allowed(attack)
        })
    };
    state
        .info
        .passed
        .into_iter()
        .any(|cell| state.ep_victim(cell) == Some(site) && can_capture_on(cell))
}

impl<const W: usize> State<W> {
    /// True if a piece of `by` can move along `way`. `occupied` are the occupied cells without the
    /// mover. `passant` is the en passant square of a capture on the way, if there is one.
    pub(crate) fn is_way_open(
        &self,
        tables: &Tables<W>,
        by: Side,
        way: &OwnerNeeds<W>,
        passant: Option<Site>,
        occupied: SiteSet<W>,
    ) -> bool {
        let unowned = self.of_kinds(&tables.rules.unowned);
        let (enemies, friends) =
            (self.foes(tables, by).minus(unowned), self.friends(tables, by) | unowned);
        let mut gone = SiteSet::EMPTY;
        if let Some(cell) = passant {
            let Some(victim) = self.ep_victim(cell).filter(|&v| enemies.has(v)) else {
                return false;
            };
            gone = SiteSet::of(victim);
        }
        let blockers = self.blockers(tables, occupied);
        let free = |p: EnPassantCapture<W>| !p.empty.meets(blockers) && p.occupied.within(blockers);
        let before = way.passant.is_none_or(free);
        let left = occupied.minus(gone);
        before && self.meets_needs(tables, &way.needs, left, enemies & left, friends & left)
    }

    /// True if the requirements of `needs` hold. `occupied` are the occupied cells, `foes` the
    /// cells with enemies, and `friends` the cells with friends.
    pub(crate) fn meets_needs(
        &self,
        tables: &Tables<W>,
        needs: &Needs<W>,
        occupied: SiteSet<W>,
        foes: SiteSet<W>,
        friends: SiteSet<W>,
    ) -> bool {
        let blockers = self.blockers(tables, occupied);
        !needs.empty.meets(blockers)
            && needs.occupied.within(blockers)
            && needs.foes.within(foes)
            && needs.friends.within(friends)
            && needs.relayer.is_none_or(|(site, kind)| self.of_kind(kind).has(site))
            && ((needs.royal | needs.common).is_empty() || {
                let royals = self.royals(tables);
                needs.royal.within(royals) && !needs.common.meets(royals)
            })
    }
}

/// The cells of `cells` from which a piece of `kind` and `by` might attack `king`. `occupied` are
/// the cells with pieces that block. Some returned cells may give no attack, but no attacking cell
/// is missing.
pub(crate) fn checking_cells<const W: usize>(
    tables: &Tables<W>,
    (by, kind): (Side, KindId),
    king: Site,
    cells: SiteSet<W>,
    occupied: SiteSet<W>,
) -> SiteSet<W> {
    let attacks = &tables.attacks[by];
    let own =
        |class: Class| class == Class::from(kind) || tables.classes.of(kind).any(|of| of == class);
    let mut checking = SiteSet::EMPTY;
    for leaps in attacks.leaps.at(king).iter().filter(|leaps| own(leaps.class)) {
        checking |= leaps.sources & cells;
    }
    for line in attacks.slides.at(king).iter().filter(|line| own(line.class)) {
        let open = |&from: &Site| !attacks.slides.want(line, from).meets(occupied);
        checking |= (line.sources & cells).into_iter().filter(open).collect();
    }
    for line in attacks.cannons.at(king).iter().filter(|line| own(line.class)) {
        checking |= line.sources & cells;
    }
    for line in attacks.hoppers.at(king).iter().filter(|line| own(line.class)) {
        checking |= line.sources & cells;
    }
    let conditional = attacks.conditional(king).iter().filter(|attack| attack.kind == kind);
    checking | (conditional.map(|attack| attack.source).collect::<SiteSet<W>>() & cells)
}

/// Checks on a single king, and the pieces that block them.
#[derive(Clone, Copy)]
pub(crate) struct CheckInfo<const W: usize> {
    /// The site of the king.
    pub(crate) king: Site,
    /// Destinations that parry every check: the cell of the checking piece, or a cell between. All
    /// cells if there is no check.
    pub(crate) check_mask: SiteSet<W>,
    /// Pieces of either side that stand alone between the king and an enemy slider. Own pieces
    /// among them are pinned.
    pub(crate) blockers: SiteSet<W>,
    /// Own pieces that may open an attack over hurdles if they leave. Their moves are verified.
    pub(crate) hurdle_pinned: SiteSet<W>,
    /// Empty cells where an arriving piece may complete an attack over hurdles. Moves to these
    /// cells are verified.
    pub(crate) hurdle_squares: SiteSet<W>,
}

impl<const W: usize> CheckInfo<W> {
    /// Finds checks by leapers and sliders, and blockers by x-ray attacks of the sliders.
    #[inline(always)]
    pub(crate) fn new(tables: &Tables<W>, state: &State<W>, king: Site) -> CheckInfo<W> {
        let us = state.side;
        let enemies = state.by_side[us.other()];
        let occupied = state.occupied();
        let attacks = &tables.attacks[us.other()];
        let mut leaping = SiteSet::EMPTY;
        for leaps in attacks.leaps.at(king) {
            leaping |= leaps.sources & state.by_class[leaps.class];
        }
        leaping &= enemies;
        let mut check_mask = SiteSet::ALL;
        if !leaping.is_empty() {
            check_mask = if leaping.is_single() { leaping } else { SiteSet::EMPTY };
        }
        let mut blockers = SiteSet::EMPTY;
        for line in attacks.slides.at(king) {
            (line.sources & enemies & state.by_class[line.class]).each(|slider| {
                let between = attacks.slides.want(line, slider);
                let between_pieces = between & occupied;
                if between_pieces.is_empty() {
                    check_mask &= between | SiteSet::of(slider);
                } else if between_pieces.is_single() {
                    blockers |= between_pieces;
                }
            });
        }
        let (hurdle_pinned, hurdle_squares) = (SiteSet::EMPTY, SiteSet::EMPTY);
        CheckInfo { king, check_mask, blockers, hurdle_pinned, hurdle_squares }
    }

    /// Adds attacks over hurdles. Returns `None` if one of them gives check, so that every move
    /// must be verified.
    ///
    /// A move empties one cell and fills at most one. If an attack needs one more hurdle, the cells
    /// for it are recorded as `hurdle_squares`. If a piece must leave, it is recorded in
    /// `hurdle_pinned`. An attack that needs more changes than one move can make is ignored.
    #[inline(always)]
    pub(crate) fn over_hurdles(
        mut self,
        tables: &Tables<W>,
        state: &State<W>,
    ) -> Option<CheckInfo<W>> {
        let king = self.king;
        let us = state.side;
        let (own, enemies) = (state.by_side[us], state.by_side[us.other()]);
        let occupied = own | enemies;
        let attacks = &tables.attacks[us.other()];
        for line in attacks.cannons.at(king) {
            for source in line.sources & enemies & state.by_class[line.class] {
                let between = attacks.cannons.want(line, source);
                let blocking = between & occupied;
                match blocking.count() {
                    0 => self.hurdle_squares |= between,
                    1 => return None,
                    2 => self.hurdle_pinned |= blocking & own,
                    _ => {}
                }
            }
        }
        for line in attacks.hoppers.at(king) {
            for source in line.sources & enemies & state.by_class[line.class] {
                let (empty, hurdles) = attacks.hoppers.want(line, source);
                let (blocking, missing) = (empty & occupied, hurdles.minus(occupied));
                if missing.more_than_one() || blocking.more_than_one() {
                    continue;
                }
                if (missing | blocking).is_empty() {
                    return None;
                }
                self.hurdle_pinned |= blocking & own;
                if blocking.is_empty() {
                    self.hurdle_squares |= missing;
                }
            }
        }
        Some(self)
    }

    /// The cells to which the pinned piece on `site` can move without exposing the king. Pins are
    /// rare, so the sliders are searched again; storing the rays at every node costs more.
    #[cold]
    pub(crate) fn pin_ray(&self, tables: &Tables<W>, state: &State<W>, site: Site) -> SiteSet<W> {
        let (pinned, occupied) = (SiteSet::of(site), state.occupied());
        let them = state.side.other();
        let mut way = self.check_mask;
        let slides = &tables.attacks[them].slides;
        let enemies = state.by_side[them];
        for line in slides.at(self.king) {
            for slider in line.sources & state.by_class[line.class] & enemies {
                let between = slides.want(line, slider);
                if between & occupied == pinned {
                    way &= between | SiteSet::of(slider);
                }
            }
        }
        way
    }
}
