//! What in the rules makes the safety of royal pieces more than a question of attacks.
//!
//! Owns: [`attacks_matter`], [`crowns`], [`royals_pass`], [`royals_stay`], [`safety`]. Takes rules. Invariant: all are facts of the definition, whatever stands
//! where.

use crate::tables::attack::AttackTables;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term, Walk};
use alfil_rules::question::Test;
use alfil_rules::ruleset::{Duty, Kind, Royalty, Ruleset};
use alfil_rules::side::{BySide, Side};
use std::sync::Arc;

/// How king safety is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// Every attack runs over cells that must be empty: checkers and pins are found once a position.
    Pins,
    /// Attacks want certain cells empty or occupied, whoever stands there: moves that touch such a cell
    /// are tried.
    Hurdles,
    /// Attacks through captures: every move is tried.
    Trial,
    /// Attacks that ask who stands where, or royal pieces that share what one has elsewhere: every move is
    /// made and taken back.
    Replay,
    /// Nothing is royal.
    None,
}

/// Whether a move of `kind` may make it royal in another way, or no longer royal, or change what it attacks of both sides, or
/// what attacks ask of the board, or whether it stands in the way.
pub fn crowns(rules: &Ruleset, kind: KindId) -> bool {
    let neutral = |kind| rules.is_neutral(kind);
    let asked = rules.attacks_ask_the_board();
    let other =
        |to: &KindId| asked || !rules.stand_alike(*to, kind) || neutral(kind) || neutral(*to);
    let moves = rules.kinds[kind].promotions.iter().filter(|rule| rule.on.moves());
    moves.flat_map(|rule| &rule.to).any(other)
}

/// Whether anything asks which cells are attacked: the safety of a royal piece, castling, or what the rules say of pieces.
pub fn attacks_matter(rules: &Ruleset) -> bool {
    let castles = |term: &Term| matches!(term.action, Action::Castle(_));
    let asks = |kind: &Kind| kind.royal.is_royal() || kind.moves.terms.iter().any(castles);
    let tests = |test: &Test| matches!(test, Test::Attacked(_) | Test::Guarded);
    rules.kinds.iter().any(asks) || rules.tests(&tests)
}

/// Whether a royal piece may pass a cell on which an enemy may capture it.
pub fn royals_pass(rules: &Ruleset) -> bool {
    let legs = |kind: KindId, fits: &dyn Fn(&Walk) -> bool| {
        let terms = rules.kinds[kind]
            .moves
            .terms
            .iter()
            .chain(rules.kinds[kind].attacks.iter().flat_map(|attacks| &attacks.terms));
        terms.into_iter().any(|term| match &term.action {
            Action::Walk(walk) => fits(walk),
            Action::Castle(_) | Action::Drop(_) => false,
        })
    };
    let passes = |kind: KindId| {
        let royal = rules.kinds[kind].royal.is_royal() || crowns(rules, kind);
        legs(kind, &|w| (royal || w.relays()) && w.legs.iter().any(|leg| leg.leaves_trace))
    };
    let takes = |kind| legs(kind, &|w| w.legs.iter().any(|leg| leg.mode.en_passant));
    rules.kinds.iter().any(|kind| kind.royal.is_royal())
        && rules.kinds.ids().any(passes)
        && rules.kinds.ids().any(takes)
}

/// Whether no move ever captures a royal piece: who has just moved has left none attacked, and whatever captures attacks.
/// Written positions in which it is otherwise are refused.
pub fn royals_stay(rules: &Ruleset) -> bool {
    let asks = rules.sentences().next().is_some() || !rules.attack_asked.is_empty();
    let single = rules.turn.is_plain() && rules.space.sections.is_empty();
    let attacks = rules.every_attack == Condition::Always
        && rules.kinds.iter().all(|kind| kind.attacks.is_none());
    let royalty = |royal| match royal {
        Royalty::No | Royalty::Each => true,
        Royalty::All | Royalty::Last => false,
    };
    let owned = rules.neutrals().chain(rules.open_kinds()).next().is_none();
    let guarded = rules.ends.decide_by_mate() && rules.kinds.iter().all(|k| royalty(k.royal));
    single && !asks && rules.effects.is_empty() && attacks && owned && guarded
}

/// How king safety is kept in a game with these attacks, if it has something royal; whether several pieces share it.
pub fn safety<const W: usize>(
    rules: &Ruleset,
    royal: bool,
    shared: bool,
    attacks: &BySide<Arc<AttackTables<W>>>,
) -> Safety {
    let any = |is: fn(&AttackTables<W>) -> bool| Side::BOTH.iter().any(|&side| is(&attacks[side]));
    // A capture elsewhere may make a piece royal that waits, or one no longer royal.
    let waits = rules.kinds.enumerate().any(|(kind, rule)| {
        let mut waiting = rule.promotions.iter().filter(|promotion| promotion.duty == Duty::Wait);
        waiting.any(|promotion| promotion.to.iter().any(|&to| !rules.are_as_royal(to, kind)))
    });
    if !royal {
        Safety::None
    } else if shared
        || waits
        || rules.neutrals().chain(rules.open_kinds()).next().is_some()
        || !rules.attack_asked.is_empty()
        || any(AttackTables::asks_who)
    {
        Safety::Replay
    } else if any(|attacks| !attacks.is_clear()) {
        Safety::Trial
    } else if any(AttackTables::has_hurdles) {
        Safety::Hurdles
    } else {
        Safety::Pins
    }
}
