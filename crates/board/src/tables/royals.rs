//! Facts about royal pieces that follow from the rules alone.
//!
//! The tables use them to choose the method that keeps royal pieces safe, and to leave out moves
//! that never occur.

use crate::tables::attack::AttackTables;
use alfil_rules::condition::Condition;
use alfil_rules::effect::Deed;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term, Walk};
use alfil_rules::question::Test;
use alfil_rules::ruleset::{Duty, Kind, Royalty, Ruleset};
use alfil_rules::side::BySide;
use std::sync::Arc;

/// The method that keeps royal pieces safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Safety {
    /// All attacks are leaps and slides. One pass over the enemy sliders finds checks and pins.
    Pins,
    /// Attacks may need hurdles. Moves that change a cell on which such an attack depends are
    /// tested one by one.
    Hurdles,
    /// Attacks may also capture other pieces. Moves that may expose a royal piece are tested on the
    /// board after the move, without making them.
    Trial,
    /// Attacks have other requirements, or several pieces of a kind share royalty. Moves that may
    /// expose a royal piece are made, tested and unmade.
    Replay,
    /// No kind is royal.
    None,
}

/// Returns whether a promotion by a move of `kind` may change which pieces are royal, which pieces
/// block, or which attacks count.
pub(crate) fn crowns(rules: &Ruleset, kind: KindId) -> bool {
    let neutral = |kind| rules.is_neutral(kind);
    let asks_board = rules.attacks_ask_the_board();
    let other =
        |to: &KindId| asks_board || !rules.stand_alike(*to, kind) || neutral(kind) || neutral(*to);
    let moves = rules.kinds[kind].promotions.iter().filter(|rule| rule.on.moves());
    moves.flat_map(|rule| &rule.to).any(other)
}

/// Returns whether anything depends on attacks: royal pieces, castling or predicates.
pub(crate) fn attacks_matter(rules: &Ruleset) -> bool {
    let castles = |term: &Term| matches!(term.action, Action::Castle(_));
    let needs_attacks = |kind: &Kind| kind.royal.is_royal() || kind.moves.terms.iter().any(castles);
    let tests = |test: &Test| matches!(test, Test::Attacked(_) | Test::Guarded);
    rules.kinds.iter().any(needs_attacks) || rules.tests(&tests)
}

/// Returns whether a royal piece may leave en passant squares on which it can be captured.
pub(crate) fn royals_pass(rules: &Ruleset) -> bool {
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
    let royals = || rules.kinds.ids().filter(|&kind| rules.kinds[kind].royal.is_royal());
    let mut deeds = rules.effects.iter().flat_map(|effect| &effect.deeds);
    // An effect may make a royal piece of the one that has passed.
    let may_be_made = deeds.any(
        |deed| matches!(deed, Deed::Becomes(_, to) if royals().any(|royal| to.may_make(royal))),
    );
    let passes = |kind: KindId| {
        let royal = may_be_made || rules.kinds[kind].royal.is_royal() || crowns(rules, kind);
        legs(kind, &|w| (royal || w.relays()) && w.legs.iter().any(|leg| leg.leaves_trace))
    };
    let takes = |kind| legs(kind, &|w| w.legs.iter().any(|leg| leg.mode.en_passant));
    rules.kinds.iter().any(|kind| kind.royal.is_royal())
        && rules.kinds.ids().any(passes)
        && rules.kinds.ids().any(takes)
}

/// Returns whether it is certain that no move captures a royal piece. For this, no turn may end
/// with an attacked royal piece, and all captures must be attacks. Positions that contradict this
/// are rejected when they are read.
pub(crate) fn royals_stay(rules: &Ruleset) -> bool {
    let has_predicates = rules.sentences().next().is_some() || !rules.attack_asked.is_empty();
    let single = rules.turn.is_plain() && rules.space.sections.is_empty();
    let attacks = rules.every_attack == Condition::Always
        && rules.kinds.iter().all(|kind| kind.attacks.is_none());
    let royalty = |royal| match royal {
        Royalty::No | Royalty::Each => true,
        Royalty::All | Royalty::Last => false,
    };
    let owned = rules.neutrals().chain(rules.open_kinds()).next().is_none();
    let protected = rules.ends.decide_by_mate() && rules.kinds.iter().all(|k| royalty(k.royal));
    single && !has_predicates && rules.effects.is_empty() && attacks && owned && protected
}

/// Returns the method for a game with these attacks. `royal` is true if some kind is royal.
/// `shared` is true if pieces of some kind share royalty.
pub(crate) fn safety<const W: usize>(
    rules: &Ruleset,
    royal: bool,
    shared: bool,
    attacks: &BySide<Arc<AttackTables<W>>>,
) -> Safety {
    let any = |is: fn(&AttackTables<W>) -> bool| rules.sides.each().any(|side| is(&attacks[side]));
    // A capture anywhere may complete a pending promotion, which may make a piece royal or no
    // longer royal.
    let pending = rules.kinds.enumerate().any(|(kind, rule)| {
        let mut pending_rules =
            rule.promotions.iter().filter(|promotion| promotion.duty == Duty::Wait);
        pending_rules.any(|promotion| promotion.to.iter().any(|&to| !rules.are_as_royal(to, kind)))
    });
    if !royal {
        Safety::None
    } else if shared
        || pending
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
