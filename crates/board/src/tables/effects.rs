//! Facts that follow from the rules alone: about effects, which the engine needs during play, and
//! about royal pieces.

use crate::model::board_model::BoardModel;
use crate::paths::terrain::Piece;
use crate::tables::attack::AttackTables;
use crate::tables::kinds::KindSet;
use alfil_diagnostics::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::effect::{Deed, Effect, Spot, Will};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term, Walk};
use alfil_rules::question::{Question, Test};
use alfil_rules::ruleset::{Duty, Kind, Owner, Royalty, Ruleset};
use alfil_rules::side::BySide;
use alfil_topology::site_set::Site;
use std::sync::Arc;

// Facts about the effects of a game that the engine needs during play.
//
// Games whose effects only change counters have no such facts.

/// Facts about effects that do more than count.
#[derive(Clone, Debug)]
pub(crate) struct CompiledEffects<const W: usize> {
    /// Royal kinds, with their royalty.
    pub(crate) royal: Vec<(KindId, Royalty)>,
    /// True if the effects of a move may cost its own side a royal piece.
    pub(crate) costs_royals: bool,
    /// True if effects decide which captures are attacks.
    pub(crate) bears_on_attacks: bool,
    /// True if the first line of effects demands safe royal pieces after every move, and the
    /// generator lists only such moves. The line is then skipped.
    pub(crate) starts_safe: bool,
    /// True if a line may make a move impossible, because it offers choices or demands safe royal
    /// pieces.
    pub(crate) may_fail: bool,
    /// True if all effects only count, or place pieces on the start cell of the move, and depend
    /// only on that cell. Castling moves are not considered.
    pub(crate) places_at_start: bool,
    /// True if effects cannot endanger royal pieces that are safe after the move itself. Then only
    /// choices can make the move impossible.
    pub(crate) keeps_safe: bool,
    /// The index of the last line that may make a move impossible.
    pub(crate) last_to_fail: usize,
    /// True if drops, passes and moves of sections may have effects.
    pub(crate) of_others: bool,
    /// Kinds whose quiet moves may have effects.
    pub(crate) of_quiet: KindSet,
    /// Kinds whose captures may have effects. Includes `of_quiet`.
    pub(crate) of_captures: KindSet,
    /// Kinds that are not royal and neither move nor attack. They only block.
    pub(crate) inert: KindSet,
    /// By side, kind and cell, the start cell to which a piece on that cell returns. Empty if no
    /// effect needs it.
    origins: BySide<Vec<Vec<Option<Site>>>>,
}

impl<const W: usize> CompiledEffects<W> {
    /// Returns the facts of a game, or `None` if its effects only count.
    pub(crate) fn new(arena: &BoardModel) -> Option<CompiledEffects<W>> {
        let rules = &arena.rules;
        if !rules.has_deeds() {
            return None;
        }
        let royal = rules.kinds.enumerate().map(|(kind, rule)| (kind, rule.royal));
        let royal = royal.filter(|(_, royal)| royal.is_royal());
        let actions = || rules.effects.iter().flat_map(|effect| &effect.deeds);
        let origin = |action: &Deed| matches!(action, Deed::GoesTo(_, Spot::Origin));
        let (safe, acting) = match rules.effects.split_first() {
            Some((first, others)) if demands_safety(first) => (true, others),
            Some(_) | None => (false, &rules.effects[..]),
        };
        let castlers = castlers(arena);
        let may_follow = |fits: &dyn Fn(&Question) -> bool| -> KindSet {
            let follows = |effect: &Effect, kind: KindId| {
                let question = effect.question.as_ref();
                let castles = |of: &Question| !of.is_of_castling() || castlers.has(kind);
                question.is_none_or(|of| of.may_move(kind) && castles(of) && fits(of))
            };
            let any = |&kind: &KindId| acting.iter().any(|effect| follows(effect, kind));
            rules.kinds.ids().filter(any).collect()
        };
        // Any move may uncover a piece.
        let stacks = rules.has_stacks();
        let every = || rules.kinds.ids().collect();
        let of_pieces = |question: &Question| !question.is_of_no_piece();
        let quiet = |question: &Question| of_pieces(question) && !question.is_of_captures();
        let of_quiet = if stacks { every() } else { may_follow(&quiet) };
        let of_captures = if stacks { every() } else { may_follow(&of_pieces) };
        let of_others =
            |effect: &Effect| effect.question.as_ref().is_none_or(|of| !of.is_of_pieces());
        let of_others = acting.iter().any(of_others);
        let inert = |kind: &KindId| {
            let rule = &rules.kinds[*kind];
            let attacks = rule.attacks.as_ref().unwrap_or(&rule.moves);
            !rule.royal.is_royal() && rule.moves.terms.is_empty() && attacks.terms.is_empty()
        };
        Some(CompiledEffects {
            inert: rules.kinds.ids().filter(inert).collect(),
            royal: royal.collect(),
            costs_royals: rules.deeds_cost_royals(),
            bears_on_attacks: rules.deeds_bear_on_attacks(),
            starts_safe: false,
            places_at_start: acting.iter().all(Effect::places_at_start),
            keeps_safe: false,
            may_fail: safe || acting.iter().any(|effect| effect.may_fail()),
            of_others,
            last_to_fail: rules.effects.iter().rposition(|e| e.may_fail()).unwrap_or(0),
            of_quiet,
            of_captures,
            origins: if actions().any(origin) { origins(arena) } else { BySide::default() },
        })
    }

    /// Decides whether the generator lists only moves that leave royal pieces safe, because the
    /// first line of effects demands it. If turns have several steps or effects decide which
    /// captures are attacks, the engine runs the line instead.
    pub(crate) fn list_safe_moves(&mut self, arena: &BoardModel, safety: Safety) {
        let effects = &arena.rules.effects;
        let others = effects.get(1..).unwrap_or_default();
        self.starts_safe = effects.first().is_some_and(demands_safety)
            && arena.rules.turn.is_plain()
            && !self.bears_on_attacks;
        if self.starts_safe {
            self.may_fail = others.iter().any(|effect| effect.may_fail());
        }
        // If only own pieces are placed on an empty cell, and attacks need no hurdles, the new
        // pieces cannot open an attack.
        let owned = arena.rules.kinds.iter().all(|kind| kind.owner == Owner::Side);
        self.keeps_safe =
            self.starts_safe && self.places_at_start && safety == Safety::Pins && owned;
    }

    /// Returns the start cell to which `piece` returns from `at`.
    pub(crate) fn origin(&self, piece: Piece, at: Site) -> Option<Site> {
        *self.origins[piece.side].get(piece.kind.index())?.get(at.index())?
    }
}

/// Returns whether a line only demands safe royal pieces, after every move.
fn demands_safety(effect: &Effect) -> bool {
    let only_safety = matches!(effect.deeds[..], [Deed::KingSafe]);
    only_safety && effect.question.is_none() && effect.will == Will::Must
}

/// Returns the kinds whose moves may be castling or have the same result as castling.
fn castlers(arena: &BoardModel) -> KindSet {
    let kinds = &arena.rules.kinds;
    let castles = |term: &Term| matches!(term.action, Action::Castle(_));
    let shifts = |term: &Term| match &term.action {
        Action::Walk(walk) => walk.relays() || walk.legs.iter().any(|leg| leg.mode.unload),
        Action::Castle(_) | Action::Drop(_) => false,
    };
    let any = |of: KindId, which: &dyn Fn(&Term) -> bool| kinds[of].moves.terms.iter().any(which);
    let shifted = kinds.ids().any(|kind| any(kind, &shifts));
    kinds.ids().filter(|&kind| shifted || any(kind, &castles)).collect()
}

fn origins(arena: &BoardModel) -> BySide<Vec<Vec<Option<Site>>>> {
    let sites = || arena.graph.sites();
    BySide::of(arena.rules.sides, |side| {
        let of = |kind| {
            let began = arena.start_cells[side][kind];
            sites().map(|at| arena.graph.one_like(began, at)).collect()
        };
        arena.rules.kinds.ids().map(of).collect()
    })
}

// Facts about royal pieces that follow from the rules alone.
//
// The tables use them to choose the method that keeps royal pieces safe, and to leave out moves
// that never occur.

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
