//! Explains why a move is illegal if it leaves a royal piece attacked, or gives check too early in
//! a turn.

use super::inquiry::Cause;
use super::inquiry::Inquiry;
use super::inquiry::Reason;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_diagnostics::source::Span;
use alfil_reference::executor::Reference;
use alfil_reference::walker;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_rules::turn::{Checks, KingSafety};
use alfil_topology::site_set::Site;

/// The time at which an attack on a royal piece matters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// The attack counts after the move.
    Behind,
    /// The attack counts when an effect requires safety (`king safe`), before later effects.
    Asked,
}

/// A piece that attacks a royal piece.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(crate) site: Site,
    /// Kind, index and place of the term of the attack. `None` if the attack does not come from a
    /// single term.
    pub(crate) by: Option<(KindId, usize, Span)>,
}

impl Inquiry<'_> {
    /// The reason why `mv` leaves a royal piece of the side to move in danger.
    pub(super) fn danger(&self, mv: &Move) -> Option<Reason> {
        let (board, rules) = (self.board, &self.arena.rules);
        let side = board.side;
        let name = rules.called(side);
        let after = Reference::of(self.whole).advanced(board, mv, None);
        if rules.has_deeds() && Reference::of(self.whole).costs_own_royal(board, mv, None) {
            let line = Reference::of(self.whole).effect_that_costs_royal(board, mv);
            let effect = line.and_then(|line| Some((line, rules.effects.get(line)?)));
            let why = format!("it would cost {name} what it may not lose");
            return match effect {
                Some((line, effect)) => {
                    let why = format!("{why}: `{}`", rules.effect(effect));
                    Reason::new(why, Some(effect.span), Cause::Effect(line))
                }
                None => Reason::bare(why),
            };
        }
        let early = board.step < Reference::of(self.whole).length(board);
        let attacked = |side| Reference::of(self.whole).attacked_royal(&after, side);
        if rules.turn.checks == Checks::Forbidden && early && attacked(side.other()) {
            return Reason::new("only the last move of a turn may give check", None, Cause::Checks);
        }
        let royal = self.royal(board, side);
        let cause = royal.map_or(Cause::Nothing, Cause::Royal);
        match rules.turn.safety {
            KingSafety::EachStep => self.in_danger(&after, Moment::Behind, cause),
            KingSafety::EndOfTurn if after.side != side && attacked(side) => {
                self.in_danger(&after, Moment::Behind, cause)
            }
            KingSafety::EndOfTurn => {
                let king = royal.map_or("king", |kind| self.name(kind));
                let still = self.still();
                let why = if after.side == side {
                    format!(
                        "{name}'s {king} would {still} in check at the end of the turn, whatever the rest of it is"
                    )
                } else {
                    format!(
                        "{name}'s {king} would {still} in check: it could be captured within {}'s next turn",
                        side.other().name()
                    )
                };
                Reason::new(why, None, cause)
            }
        }
    }

    /// The kind of some royal piece of `side`.
    fn royal(&self, board: &BoardPosition, side: Side) -> Option<KindId> {
        let site = board.royals(self.arena, side).next()?;
        board.piece(site).map(|piece| piece.kind)
    }

    fn still(&self) -> &'static str {
        if self.in_check { "still be" } else { "stand" }
    }

    /// The reason that a royal piece of the side to move is attacked on `board`. If no single term
    /// attacks, the cause is `otherwise`.
    pub(super) fn in_danger(
        &self,
        board: &BoardPosition,
        moment: Moment,
        otherwise: Cause,
    ) -> Option<Reason> {
        let side = self.board.side;
        let arena = self.whole.at(board);
        let attacked = |royal: Site| {
            let enemies = board.enemies(arena.rules.sides, side).into_iter();
            let found: Vec<Attacker> =
                enemies.flat_map(|enemy| self.attackers_of(arena, board, royal, enemy)).collect();
            let passing = || Reference::of(arena).captor_in_passing(board, royal);
            let passing = || passing().map(|site| Attacker { site, by: None });
            Some((royal, found.into_iter().next().or_else(passing)?))
        };
        let found = board.royals(arena, side).find_map(attacked);
        let king = found.and_then(|(royal, _)| board.piece(royal)).map(|piece| piece.kind);
        let king =
            king.or_else(|| self.royal(self.board, side)).map_or("king", |kind| self.name(kind));
        let attacker = found.map(|(_, attacker)| attacker);
        let by = attacker.map(|attacker| format!(" from {}", self.piece(board, attacker.site)));
        let when = match moment {
            Moment::Behind => "",
            Moment::Asked => ", when `king safe` is asked",
        };
        let still = self.still();
        let by = by.unwrap_or_default();
        let why = format!("{}'s {king} would {still} in check{by}{when}", arena.rules.called(side));
        match attacker.and_then(|attacker| attacker.by) {
            Some((kind, term, span)) => Reason::new(why, Some(span), Cause::Attack(kind, term)),
            None => Reason::new(why, None, otherwise),
        }
    }

    /// The pieces of `by` that attack `cell`.
    pub(super) fn attackers_of(
        &self,
        arena: &BoardModel,
        board: &BoardPosition,
        cell: Site,
        by: Side,
    ) -> Vec<Attacker> {
        let attacks = |&(site, _): &(Site, KindId)| {
            Reference::of(self.whole).attacked_from(board, cell, site, by)
        };
        let seen = board.seen_by(&arena.rules, by);
        let clause = |site: Site, kind: KindId| {
            let takes = |start: Site, term: &_| {
                let paths = walker::walks(arena, &seen, site, start, term);
                let holds = arena.holds(&term.when, by, kind, site, cell);
                holds && paths.iter().any(|path| path.captured.contains(&cell))
            };
            let terms = |kind: KindId| arena.attacks(kind).terms.iter().enumerate();
            let mut own = terms(kind).filter(|(_, term)| !term.relays() && takes(site, term));
            let own = own.next().map(|(number, term)| (kind, number, term.span));
            let lent = || {
                let others = seen.pieces(by).filter(|&(start, _)| start != site);
                others.into_iter().find_map(|(start, kind)| {
                    let mut lent = terms(kind).filter(|(_, t)| t.relays() && takes(start, t));
                    lent.next().map(|(number, term)| (kind, number, term.span))
                })
            };
            own.or_else(lent)
        };
        let pieces = board.pieces(by).filter(attacks);
        pieces.map(|(site, kind)| Attacker { site, by: clause(site, kind) }).collect()
    }
}
