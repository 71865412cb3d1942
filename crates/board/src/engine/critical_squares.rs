//! Cells that a move has to touch to let a royal piece be attacked.
//!
//! Owns: [`critical_squares`]. Takes tables and a packed state. Invariant: a move that comes, goes and captures elsewhere, and whatever it
//! does besides, leaves the royal pieces as safe as they are, but for attackers that it brings.

use crate::engine::state::State;
use crate::paths::path::Needs;
use crate::tables::capture_paths::taking;
use crate::tables::move_tables::Tables;
use crate::tables::royals::Safety;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::side::Side;

impl<const W: usize> State<W> {
    /// Where the royal pieces of `side` stand, and cells one of which has to change for an attack on them to begin: of those that an
    /// attack wants otherwise than they are, one is enough. All cells if they are not safe now, or if attacks ask for more.
    #[inline(never)]
    pub(crate) fn critical_squares(&self, tables: &Tables<W>, side: Side) -> SiteSet<W> {
        let all = SiteSet::ALL;
        let attacks = &tables.attacks[side.other()];
        let asks = tables.predicates.as_deref().filter(|_| tables.attacks_are_asked);
        // Where attacks are restricted by more than their own path, each line of attack counts as if it were allowed.
        let is_conservative = asks.is_some_and(|asks| !asks.attacks_ask_of_the_way);
        let asks_more = tables.neutrals.is_some()
        // Attacks ask whose pieces stand where.
        || !tables.unowned.is_empty() && tables.safety == Safety::Replay
        || !attacks.passing.is_empty() && (tables.turn.is_some() || asks.is_some());
        let is_exposed = || match is_conservative {
            true => is_reached(tables, self, side),
            false => self.attacked_royal(tables, side).is_some(),
        };
        if asks_more || is_exposed() {
            return all;
        }
        let asks = asks.filter(|_| !is_conservative);
        let royals = self.royals(tables) & self.by_side[side];
        let foes = self.by_side[side.other()];
        let mut asked = Asked { tables, state: self, side, cells: royals };
        for king in royals {
            if let Some(asks) = asks {
                for source in attacks.possible_attackers[king] & foes {
                    let kind = self.kind_at(source);
                    let takes = &asks.takes[side.other()][kind.index()];
                    let takes = takes.get(source.index()).map_or(&[][..], |takes| takes);
                    let terms = asks.attack_terms.iter().filter(|(kinds, _)| kinds.has(kind));
                    let terms = terms.flat_map(|(_, of)| of.from(side.other(), source));
                    let terms = terms.filter(|take| take.captured.has(king));
                    for take in taking(takes, king).chain(terms) {
                        // By which terms it goes is asked of who goes elsewhere.
                        if take.to == source {
                            return all;
                        }
                        let between = asks.between(source, take.to) | take.captured;
                        match take.way.passant {
                            None => asked.conditional(source, &take.way.needs, between),
                            Some(_) => asked.cells |= take.way.needs.cells() | between,
                        }
                    }
                }
                continue;
            }
            for line in attacks.slides.at(king) {
                for source in line.sources & foes & self.by_class[line.class] {
                    let between = attacks.slides.want(line, source);
                    asked.wants(between, asked.blocking(between));
                }
            }
            for line in attacks.cannons.at(king) {
                for source in line.sources & foes & self.by_class[line.class] {
                    let between = attacks.cannons.want(line, source);
                    let standing = asked.blocking(between);
                    match standing.count() {
                        // One has to come, or all but one to go.
                        0 | 1 => asked.cells |= between,
                        _ => {
                            let first = standing.first().map_or(SiteSet::EMPTY, SiteSet::of);
                            asked.wants(between, first);
                            asked.wants(between, standing.minus(first));
                        }
                    }
                }
            }
            for line in attacks.hoppers.at(king) {
                for source in line.sources & foes & self.by_class[line.class] {
                    let (empty, hurdles) = attacks.hoppers.want(line, source);
                    let missing = hurdles.minus(asked.blocking(hurdles));
                    asked.wants(empty | hurdles, asked.blocking(empty) | missing);
                }
            }
            for attack in attacks.conditional(king) {
                if (self.of_kind(attack.kind) & foes).has(attack.source) {
                    match attack.way.passant {
                        None => asked.conditional(attack.source, &attack.way.needs, SiteSet::EMPTY),
                        Some(_) => asked.cells |= attack.way.needs.cells(),
                    }
                }
            }
        }
        asked.cells
    }
}

/// Whether an attack on a royal piece of `side` is possible as far as movement goes, whatever restricts attacks.
fn is_reached<const W: usize>(tables: &Tables<W>, state: &State<W>, side: Side) -> bool {
    let foes = state.by_side[side.other()];
    let royals = state.royals(tables) & state.by_side[side];
    let occupied = state.occupied();
    royals.into_iter().any(|king| state.reached(tables, side.other(), king, occupied, (foes, foes)))
}

/// Cells that attacks ask about, while they are collected.
struct Asked<'a, const W: usize> {
    tables: &'a Tables<W>,
    state: &'a State<W>,
    /// Who is attacked.
    side: Side,
    cells: SiteSet<W>,
}

impl<const W: usize> Asked<'_, W> {
    /// Those of `cells` where something is in the way.
    fn blocking(&self, cells: SiteSet<W>) -> SiteSet<W> {
        self.state.blockers(self.tables, self.state.occupied()) & cells
    }

    /// Takes in an attack that asks about `cells` and wants all of `others` otherwise than they are.
    fn wants(&mut self, cells: SiteSet<W>, others: SiteSet<W>) {
        if others.meets(self.cells) {
            return;
        }
        // Where the attacker's own stand, those who are attacked can only capture.
        let foes = others & self.state.by_side[self.side.other()];
        self.cells |= match foes.first().or(others.first()) {
            Some(one) => SiteSet::of(one),
            None => cells,
        };
    }

    /// Takes in an attack from `source`, which asks about `more` as well once it gets what it needs.
    fn conditional(&mut self, source: Site, needs: &Needs<W>, more: SiteSet<W>) {
        let (us, state) = (self.side, self.state);
        let source = SiteSet::of(source);
        let standing = state.occupied().minus(source);
        let blockers = state.blockers(self.tables, standing);
        let Needs { empty, occupied, foes, friends, relayer, .. } = *needs;
        let lender = relayer.filter(|&(site, kind)| !state.of_kind(kind).has(site));
        let lender = lender.map_or(SiteSet::EMPTY, |(site, _)| SiteSet::of(site));
        let missing = occupied.minus(blockers) | foes.minus(state.by_side[us]);
        let friends = friends.minus(state.by_side[us.other()].minus(source));
        self.wants(needs.cells() | more, empty & blockers | missing | friends | lender);
    }
}
