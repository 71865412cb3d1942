//! What effects need to know of the board.
//!
//! Owns: [`CompiledEffects`]. Takes an arena. Gives: what `board/engine/effects.rs` looks up. Invariant: a game whose effects only
//! count has no [`CompiledEffects`].

use crate::model::board_model::BoardModel;
use crate::paths::terrain::Piece;
use crate::tables::kinds::KindSet;
use crate::tables::royals::Safety;
use crate::topology::site_set::Site;
use alfil_diagnostics::index::Id;
use alfil_rules::effect::{Deed, Effect, Spot, Will};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Owner, Royalty};
use alfil_rules::side::BySide;

/// What a game has whose effects do more than count.
#[derive(Clone, Debug)]
pub struct CompiledEffects<const W: usize> {
    /// Kinds whose loss costs a side the game, with how many of them are royal.
    pub royal: Vec<(KindId, Royalty)>,
    /// True if some move may cost its own side a royal piece.
    pub costs_royals: bool,
    /// True if deeds decide which captures attack.
    pub bears_on_attacks: bool,
    /// Whether the first line asks for a safe king, whatever the move, so that moves are listed that leave him safe and the
    /// line has nothing to do.
    pub starts_safe: bool,
    /// Whether a line may make a move impossible: its player chooses something, or asks for a safe king.
    pub may_fail: bool,
    /// Whether all that follows a move is that something is counted or placed where it began, and that place tells what, if the
    /// move is no castling.
    pub places_at_start: bool,
    /// Whether what follows a move that leaves the royal pieces safe makes it impossible by nothing but choices.
    pub keeps_safe: bool,
    /// The number of the last line that may.
    pub last_to_fail: usize,
    /// Whether all moves may have effects.
    pub all_act: bool,
    /// True if drops, passes and moves of sections may have effects.
    pub of_others: bool,
    /// Kinds whose quiet moves may have effects.
    pub of_quiet: KindSet,
    /// Kinds whose captures may, all of those among them.
    pub of_captures: KindSet,
    /// By side, kind and the cell where a piece is found, the cell from which it began; nothing if no deed asks.
    origins: BySide<Vec<Vec<Option<Site>>>>,
}

impl<const W: usize> CompiledEffects<W> {
    /// Of a game whose effects do more than count.
    pub fn new(arena: &BoardModel) -> Option<CompiledEffects<W>> {
        let rules = &arena.rules;
        if !rules.has_deeds() {
            return None;
        }
        let royal = rules.kinds.enumerate().map(|(kind, rule)| (kind, rule.royal));
        let royal = royal.filter(|(_, royal)| royal.is_royal());
        let deeds = || rules.effects.iter().flat_map(|effect| &effect.deeds);
        let origin = |deed: &Deed| matches!(deed, Deed::GoesTo(_, Spot::Origin));
        let (safe, acting) = match rules.effects.split_first() {
            Some((first, others)) if asks_safety(first) => (true, others),
            Some(_) | None => (false, &rules.effects[..]),
        };
        let castlers = castlers(arena);
        let may_follow = |fits: &dyn Fn(&Question) -> bool| -> KindSet {
            let follows = |effect: &Effect, kind: KindId| {
                let asked = effect.question.as_ref();
                let castles = |of: &Question| !of.is_of_castling() || castlers.has(kind);
                asked.is_none_or(|of| of.may_move(kind) && castles(of) && fits(of))
            };
            let any = |&kind: &KindId| acting.iter().any(|effect| follows(effect, kind));
            rules.kinds.ids().filter(any).collect()
        };
        let of_quiet = may_follow(&|question| !question.is_of_captures());
        let of_captures = may_follow(&|_| true);
        let of_others =
            |effect: &Effect| effect.question.as_ref().is_none_or(|of| !of.is_of_pieces());
        let of_others = acting.iter().any(of_others);
        Some(CompiledEffects {
            royal: royal.collect(),
            costs_royals: rules.deeds_cost_royals(),
            bears_on_attacks: rules.deeds_bear_on_attacks(),
            starts_safe: false,
            places_at_start: acting.iter().all(Effect::places_at_start),
            keeps_safe: false,
            may_fail: safe || acting.iter().any(|effect| effect.may_fail()),
            all_act: of_others && rules.kinds.ids().all(|kind| of_quiet.has(kind)),
            of_others,
            last_to_fail: rules.effects.iter().rposition(|e| e.may_fail()).unwrap_or(0),
            of_quiet,
            of_captures,
            origins: if deeds().any(origin) { origins(arena) } else { BySide::default() },
        })
    }

    /// Lets the generator see to a safe king where the first line asks for one, in a game that lists no moves whatever becomes of
    /// him.
    pub fn list_safe_moves(&mut self, arena: &BoardModel, safety: Safety) {
        let effects = &arena.rules.effects;
        let others = effects.get(1..).unwrap_or_default();
        self.starts_safe = effects.first().is_some_and(asks_safety)
            && arena.rules.turn.is_plain()
            && !self.bears_on_attacks;
        if self.starts_safe {
            self.may_fail = others.iter().any(|effect| effect.may_fail());
        }
        // A piece of one's own in the way stops attacks that want empty cells, and opens none.
        let owned = arena.rules.kinds.iter().all(|kind| kind.owner == Owner::Side);
        self.keeps_safe =
            self.starts_safe && self.places_at_start && safety == Safety::Pins && owned;
    }

    /// The cell from which a piece began that is found on `at`.
    pub fn origin(&self, piece: Piece, at: Site) -> Option<Site> {
        *self.origins[piece.side].get(piece.kind.index())?.get(at.index())?
    }
}

/// Whether a line asks for a safe king and nothing else, whatever the move.
fn asks_safety(effect: &Effect) -> bool {
    let asks = matches!(effect.deeds[..], [Deed::KingSafe]);
    asks && effect.question.is_none() && effect.will == Will::Must
}

/// Kinds whose moves may be castling, or do all that castling does.
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
    BySide::from_fn(|side| {
        let of = |kind| {
            let began = arena.start_cells[side][kind];
            sites().map(|at| arena.graph.one_like(began, at)).collect()
        };
        arena.rules.kinds.ids().map(of).collect()
    })
}
