//! What effects that do more than count want of the rest of a game.
//!
//! Owns: [`audit`]. Takes the game so far; gives findings. Invariant: of a game without such effects and without pieces that are
//! nobody's nothing is found.

use crate::diagnostic::{Code, Report};
use crate::resolve::state::State;
use crate::rules::effect::{Deed, Effect, MAX_CHOICES};
use crate::rules::goal::Verdict;
use crate::rules::movement::{Action, Term};
use crate::rules::ruleset::{KindId, Owner};

/// Every finding about effects and what is nobody's.
pub fn audit(state: &State, found: &mut Report) {
    nobodys(state, found);
    let effects = &state.sentences.effects;
    let Some(first) = effects.iter().find(|effect| effect.changes_pieces()) else { return };
    let chosen: usize = effects.iter().map(Effect::choices).sum();
    if chosen > MAX_CHOICES {
        let title = format!("{chosen} choices in one move");
        found
            .at(Code::TooComplex, first.span, title, format!("there is room for {MAX_CHOICES}"))
            .help("let a line choose less: name a cell, or a kind, instead of `one` and `or`");
    }
    let in_hand = |effect: &&Effect| {
        let to_hand = |deed: &Deed| matches!(deed, Deed::GoesToHand(..));
        effect.places_from_hand() || effect.deeds.iter().any(to_hand)
    };
    if let (None, Some(effect)) = (&state.hand, effects.iter().find(in_hand)) {
        found
            .at(
                Code::NoHand,
                effect.span,
                "a hand in a game without hands",
                "nobody holds anything",
            )
            .help("add `hand: {captured: gone}`, or `to captor` for `gone`");
    }
    let decided = state.sentences.goals.iter().any(|goal| goal.verdict != Verdict::Draw);
    let royal = state.live().find(|(_, piece)| piece.royal.is_royal());
    let kinds: Vec<KindId> = state.live().map(|(kind, _)| kind).collect();
    let is_royal = |kind: KindId| state.pieces[kind].royal.is_royal();
    let costs = effects.iter().find(|effect| effect.may_cost(&is_royal, &kinds));
    if let (false, Some((_, king)), Some(effect)) = (decided, royal, costs) {
        let name = &king.name.value;
        found
            .at(
                Code::BadEffect,
                effect.span,
                format!("a {name} may go by this, and no goal says what that means"),
                "may leave a side without it",
            )
            .help(format!("add `ends: {{goals: [loss when no own {name}]}}`"));
    }
}

fn nobodys(state: &State, found: &mut Report) {
    let nobodys = || state.live().filter(|(_, piece)| piece.owner == Owner::Nobody);
    let takes_own = |term: &Term| match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.own),
        Action::Castle(_) | Action::Drop(_) => false,
    };
    for (_, piece) in nobodys() {
        if !piece.moves.movement.terms.is_empty() {
            let title = format!("the {} is nobody's, and moves", piece.name.value);
            found
                .at(Code::BadEffect, piece.name.span, title, "no side could move it")
                .help("type `moves: none`; effects move it");
        }
        if piece.royal.is_royal() {
            let title = format!("the {} is nobody's, and royal", piece.name.value);
            found
                .at(Code::BadEffect, piece.name.span, title, "no side could lose it")
                .help("type `royal: false`");
        }
    }
    let Some((_, stone)) = nobodys().next() else { return };
    let taker = state.live().find(|(_, piece)| piece.moves.movement.terms.iter().any(takes_own));
    if let Some((_, taker)) = taker {
        found
            .at(
                Code::NotYetExecutable,
                taker.name.span,
                format!("the {} captures its own side's pieces", taker.name.value),
                "might capture what is nobody's",
            )
            .label(stone.name.span, "nobody's")
            .help("leave out `d` in its movement");
    }
}
