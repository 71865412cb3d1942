//! Critical squares: to expose a royal piece to an attack, a move must change at least one of them.
//!
//! All other moves leave the royal pieces as safe as before, unless they bring a new attacker.

use crate::engine::state::State;
use crate::paths::path::Needs;
use crate::tables::capture_paths::taking;
use crate::tables::move_tables::Tables;
use crate::tables::royals::Safety;
use alfil_diagnostics::index::Id;
use alfil_rules::side::Side;
use alfil_topology::site_set::{Site, SiteSet};

impl<const W: usize> State<W> {
    /// The critical squares for the royal pieces of `side`, including the sites of these pieces. If
    /// an attack requires several changes, only one of their squares is included. Returns all
    /// squares if a royal piece is attacked already, or if attacks depend on more than the pieces
    /// on squares.
    #[inline(never)]
    pub(crate) fn critical_squares(&self, tables: &Tables<W>, side: Side) -> SiteSet<W> {
        let all = SiteSet::ALL;
        let attacks = &tables.attacks[side.other()];
        let predicates = tables.predicates.as_deref().filter(|_| tables.attacks_are_asked);
        // The tables cannot evaluate some predicates on attacks, which depend on more than the path
        // of the attack. The squares are then computed as if these predicates allowed every attack.
        let is_conservative =
            predicates.is_some_and(|predicates| !predicates.attacks_ask_of_the_way);
        let depends_on_more = tables.neutrals.is_some()
        // The next line finds games where attacks may depend on the owners of pieces.
        || !tables.unowned.is_empty() && tables.safety == Safety::Replay
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
