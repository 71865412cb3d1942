//! Checks that effects, and unowned and neutral pieces, fit the rest of the game.

use crate::resolve::draft::castling::Castling;
use crate::resolve::draft::{Draft, Piece, Promotes};
use crate::resolve::idle::answer::{Answer, Captures, Known, Of, Place};
use crate::resolve::question::part::Moment;
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_rules::effect::{Becoming, Deed, Effect, MAX_CHOICES, Picked};
use alfil_rules::goal::Verdict;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_rules::question::{Anchor, Subject};
use alfil_rules::ruleset::Owner;
use alfil_rules::side::Side;

/// Reports findings about effects, unowned pieces and neutral pieces.
pub(crate) fn lint(draft: &Draft, found: &mut Report) {
    owners(draft, found);
    promotions(draft, found);
    let effects = &draft.sentences.effects;
    let Some(first) = effects.iter().find(|effect| effect.changes_pieces()) else { return };
    let all: usize = effects.iter().map(Effect::choices).sum();
    let chosen = if all > MAX_CHOICES { most_choices(draft) } else { all };
    if chosen > MAX_CHOICES {
        let title = format!("{chosen} choices in one move");
        found
            .at(Code::TooComplex, first.span, title, format!("there is room for {MAX_CHOICES}"))
            .help("let a line choose less: name a cell, or a kind, instead of `one` and `or`");
    }
    let in_hand = |effect: &&Effect| {
        let to_hand = |deed: &Deed| matches!(deed, Deed::GoesToHand(..) | Deed::Discard(_));
        effect.places_from_hand() || effect.deeds.iter().any(to_hand)
    };
    if let (None, Some(effect)) = (&draft.hand, effects.iter().find(in_hand)) {
        found
            .at(
                Code::NoHand,
                effect.span,
                "a hand in a game without hands",
                "nobody holds anything",
            )
            .help("add `hand: {captured: gone}`, or `to captor` for `gone`");
    }
    let decided = goals_decide(draft);
    let royal = draft.live().find(|(_, piece)| piece.royal.is_royal());
    let costs = effects.iter().find(|effect| may_cost_royal(draft, effect));
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

/// All sorts of moves after which effects may happen: one for each side, kind and way to move.
fn moves(draft: &Draft) -> Vec<Place<'_>> {
    let moment = Moment::Behind;
    let mut all = Vec::new();
    // A relaying piece lends its terms to other pieces, so any piece may move and capture like the
    // relaying piece.
    let relays = draft.live().any(|(_, piece)| piece.moves.movement.terms.iter().any(Term::relays));
    let of_piece = |(kind, piece): (KindId, &Piece)| {
        let terms = || piece.moves.movement.terms.iter();
        let walks = terms().any(|term| matches!(term.action, Action::Walk(_)));
        let takes = |term: &Term| match &term.action {
            Action::Walk(walk) => {
                walk.legs.iter().any(|l| l.mode.capture || l.mode.en_passant || l.mode.own)
            }
            Action::Castle(_) | Action::Drop(_) => false,
        };
        let promotes = !piece.promotes.is_empty();
        let quiet = Some((Of::Walks, Captures::Nothing)).filter(|_| walks || promotes || relays);
        let taking =
            Some((Of::Walks, Captures::Something)).filter(|_| relays || terms().any(takes));
        let castling = terms().any(|term| matches!(term.action, Action::Castle(_)));
        let castling = Some((Of::Castling, Captures::Nothing)).filter(|_| castling);
        let drop = terms().any(|term| matches!(term.action, Action::Drop(_)));
        let drop = Some((Of::Drops, Captures::Nothing)).filter(|_| drop);
        let sorts: Vec<_> = [quiet, taking, castling, drop].into_iter().flatten().collect();
        (kind, sorts)
    };
    for side in Side::BOTH {
        for (kind, sorts) in draft.live().map(of_piece) {
            for (of, captures) in sorts {
                let (side, captures) = (Some(side), Some(captures));
                let known = Known { side, mover: Some(kind), captures };
                all.push(Place { draft, of, moment, known });
            }
        }
        let known = Known { side: Some(side), mover: None, captures: Some(Captures::Nothing) };
        all.push(Place { draft, of: Of::Passes, moment, known });
    }
    all
}

/// Returns true if `effect` may happen after a move of this sort.
fn may_follow(effect: &Effect, place: &Place<'_>) -> bool {
    let asked = effect.question.as_ref();
    asked.is_none_or(|asked| !matches!(place.answer(asked), Answer::Never(_)))
}

/// The greatest number of choices that one move leaves to its player.
fn most_choices(draft: &Draft) -> usize {
    let effects = &draft.sentences.effects;
    let chosen = |place: Place<'_>| {
        effects.iter().filter(|effect| may_follow(effect, &place)).map(Effect::choices).sum()
    };
    // A game without any moves is treated like a pass.
    let unknown = Place { draft, of: Of::Passes, moment: Moment::Behind, known: Known::default() };
    moves(draft).into_iter().map(chosen).max().unwrap_or_else(|| chosen(unknown))
}

/// Returns true if `effect` may remove a royal piece.
fn may_cost_royal(draft: &Draft, effect: &Effect) -> bool {
    let moves: Vec<_> =
        moves(draft).into_iter().filter(|place| may_follow(effect, place)).collect();
    // The move or an earlier line of effects may turn a piece into a royal one.
    let becomes = |mover: KindId, kind: KindId| {
        let mut rules = draft.pieces[mover].promotes.iter();
        mover == kind || rules.any(|promotes| draft.targets(promotes).contains(&kind))
    };
    let moved = |kind: KindId| {
        let made = || draft.sentences.effects.iter().flat_map(Effect::made);
        let mut movers = moves.iter().filter_map(|place| place.known.mover);
        movers.any(|mover| becomes(mover, kind)) || made().any(|made| made == kind)
    };
    let somehow = Place { draft, of: Of::Made, moment: Moment::Behind, known: Known::default() };
    let royal: Vec<KindId> =
        draft.live().filter(|(_, piece)| piece.royal.is_royal()).map(|(kind, _)| kind).collect();
    let may_be = |picked: &Picked, kind: KindId| match &picked.pieces.what {
        Subject::Men(men) => men.has(kind),
        Subject::Anchor(Anchor::Victim) | Subject::Empty | Subject::Cells => false,
        Subject::Anchor(Anchor::Mover | Anchor::End) => moved(kind),
        Subject::Anchor(
            Anchor::Start
            | Anchor::Partner
            | Anchor::Behind
            | Anchor::Beyond
            | Anchor::Above
            | Anchor::Below
            | Anchor::LastMover
            | Anchor::LastStart,
        ) => true,
    };
    let stays = |becoming: &Becoming, kind: KindId| match becoming {
        Becoming::Kind(kinds) => kinds.iter().all(|&to| to == kind),
        Becoming::Next(kinds) => kinds.split_last().is_none_or(|(_, kinds)| !kinds.contains(&kind)),
        Becoming::Paired(pairs) => pairs.of(kind).is_none_or(|to| to == kind),
        Becoming::Victim => false,
    };
    !moves.is_empty()
        && effect.deeds.iter().filter(|deed| somehow.idle(deed).is_none()).any(|deed| match deed {
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Set(..)
            | Deed::Place(..)
            | Deed::GoesTo(..)
            | Deed::GoesAlong(..)
            | Deed::Carry(_) => false,
            Deed::Discard(men) => {
                royal.iter().any(|&kind| men.has(kind) && may_be_held(draft, kind))
            }
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::ChangesSide(picked)
            | Deed::GoesUnder(picked, _)
            | Deed::GoesToHand(picked, _) => royal.iter().any(|&kind| may_be(picked, kind)),
            Deed::Becomes(picked, becoming) => {
                royal.iter().any(|&kind| may_be(picked, kind) && !stays(becoming, kind))
            }
        })
}

/// Returns true if a hand may hold a piece of this kind that its side can use.
fn may_be_held(draft: &Draft, kind: KindId) -> bool {
    let drops = |term: &Term| matches!(term.action, Action::Drop(_));
    let mut hands = draft.setup.iter().flat_map(|setup| &setup.hands);
    draft.pieces[kind].moves.movement.terms.iter().any(drops)
        || hands.any(|hand| hand.value.iter().any(|&(_, held)| held == kind))
}

/// Returns true if some goal decides the winner.
fn goals_decide(draft: &Draft) -> bool {
    draft.sentences.goals.iter().any(|goal| goal.verdict != Verdict::Draw)
}

/// Reports a game whose royal pieces may all promote to other kinds, if no goal decides the winner
/// then.
fn promotions(draft: &Draft, found: &mut Report) {
    if goals_decide(draft) || draft.broken.pieces {
        return;
    }
    let goes = |rule: &&Promotes| {
        let other = |&kind: &KindId| !draft.pieces[kind].royal.is_royal();
        draft.targets(rule).iter().any(other)
    };
    let royals = draft.live().filter(|(_, piece)| piece.royal.is_royal());
    let rules = royals.map(|(_, king)| Some((king, king.promotes.iter().find(goes)?)));
    let rules: Option<Vec<_>> = rules.collect();
    if let Some((king, rule)) = rules.and_then(|rules| rules.into_iter().next()) {
        let name = &king.name.value;
        found
            .at(
                Code::BadEffect,
                rule.span,
                format!("a {name} may become another piece, and no goal says what that means"),
                "may leave a side without it",
            )
            .help(format!("add `ends: {{goals: [loss when no own {name}]}}`"));
    }
}

/// Reports rules for unowned or neutral pieces that make sense only for pieces of one side.
fn owners(draft: &Draft, found: &mut Report) {
    let on_plane = draft.space.as_ref().is_some_and(|space| space.lattice.plane().is_some());
    let mut first = None;
    for (kind, piece) in draft.live() {
        let (name, owned) = (&piece.name.value, piece.owner);
        let whose = match owned.value {
            Owner::Side => continue,
            Owner::Nobody => "nobody's",
            Owner::Both => "both sides'",
        };
        if on_plane {
            let title = format!("a piece of a plane is one side's, and the {name} is {whose}");
            let label = "needs a board";
            found.at(Code::NotOnAPlane, owned.span, title, label).help(Help::type_in("side"));
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
        if owned.value == Owner::Both && castles(draft, kind) {
            let title = format!("the {name} is both sides', and castles");
            bad(title, "no side has a right to it", "add `castling: none`");
        }
    }
    let Some((place, whose)) = first else { return };
    let taker = draft.live().find_map(|(_, piece)| {
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

/// Returns true if `kind` castles or is a partner in castling.
fn castles(draft: &Draft, kind: KindId) -> bool {
    let castling = |term: &Term| matches!(term.action, Action::Castle(_));
    let castles = || draft.pieces[kind].moves.movement.terms.iter().any(castling);
    !matches!(draft.castling, Castling::None) && castles() || draft.castling.has_partner(kind)
}
