//! What effects that do more than count want of the rest of a game.
//!
//! Owns: [`audit`]. Takes the game so far; gives findings. Invariant: of a game without such effects and without pieces that are
//! nobody's or neutral nothing is found.

use crate::diagnostic::{Code, Report};
use crate::resolve::castling::Castling;
use crate::resolve::state::State;
use crate::rules::effect::{Deed, Effect, MAX_CHOICES};
use crate::rules::goal::Verdict;
use crate::rules::movement::{Action, Term};
use crate::rules::ruleset::{KindId, Owner};

/// Every finding about effects and what is nobody's or neutral.
pub fn audit(state: &State, found: &mut Report) {
    owners(state, found);
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

/// What is said of pieces that belong to no single side and only makes sense of one side's.
fn owners(state: &State, found: &mut Report) {
    let on_plane = state.space.as_ref().is_some_and(|space| space.lattice.plane().is_some());
    let mut first = None;
    for (kind, piece) in state.live() {
        let (name, owned) = (&piece.name.value, piece.owner);
        let whose = match owned.value {
            Owner::Side => continue,
            Owner::Nobody => "nobody's",
            Owner::Both => "both sides'",
        };
        if on_plane {
            let title = format!("a piece of a plane is one side's, and the {name} is {whose}");
            let label = "needs a board";
            found.at(Code::NotOnAPlane, owned.span, title, label).help("type `side`");
            continue;
        }
        first.get_or_insert((owned.span, whose));
        let mut bad = |title: String, label: &str, help: &str| {
            found.at(Code::BadEffect, owned.span, title, label).help(help);
        };
        if owned.value == Owner::Nobody && !piece.moves.movement.terms.is_empty() {
            let title = format!("the {name} is nobody's, and moves");
            bad(title, "no side could move it", "add `moves: none`; effects move it");
        }
        let attacks = piece.attacks.as_ref().is_some_and(|ways| !ways.movement.terms.is_empty());
        if owned.value == Owner::Nobody && attacks {
            let title = format!("the {name} is nobody's, and attacks");
            bad(title, "no side could capture with it", "add `attacks: none`");
        }
        if piece.royal.is_royal() {
            let title = format!("the {name} is {whose}, and royal");
            bad(title, "no side could lose it", "add `royal: false`");
        }
        if owned.value == Owner::Both && castles(state, kind) {
            let title = format!("the {name} is both sides', and castles");
            bad(title, "no side has a right to it", "add `castling: none`");
        }
    }
    let Some((place, whose)) = first else { return };
    let taker = state.live().find_map(|(_, piece)| {
        let movements = [Some(&piece.moves), piece.attacks.as_ref()].into_iter().flatten();
        let mut terms = movements.flat_map(|ways| &ways.movement.terms);
        terms.find(|term| takes_own(term)).map(|term| (&piece.name.value, term.span))
    });
    if let Some((taker, term)) = taker {
        found
            .at(
                Code::NotYetExecutable,
                term,
                format!("the {taker} captures its own side's pieces"),
                format!("might capture what is {whose}"),
            )
            .label(place, whose)
            .help("leave out `d` in its movement");
    }
}

fn takes_own(term: &Term) -> bool {
    match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.own),
        Action::Castle(_) | Action::Drop(_) => false,
    }
}

/// Whether pieces of `kind` castle, or are castled with.
fn castles(state: &State, kind: KindId) -> bool {
    let castling = |term: &Term| matches!(term.action, Action::Castle(_));
    let castles = || state.pieces[kind].moves.movement.terms.iter().any(castling);
    !matches!(state.castling, Castling::None) && castles() || state.castling.has_partner(kind)
}
