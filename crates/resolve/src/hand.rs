//! Reads `hand:` and creates the kinds that revert when they are captured.
//!
//! After [`finish`], each kind with [`Kind::reverts_to`] comes from the promotion of only one kind.
//! So a position need not remember what a promoted piece was before.

use crate::context::{Key, Read};
use crate::draft::rules::{HandDraft, Renumbering};
use crate::draft::{Draft, MAX_KINDS, Piece};
use crate::names::kinds;
use crate::question;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::effect::shape::{Change, Goes, Shape};
use alfil_rules::effect::{Deed, Effect, Picked, Source};
use alfil_rules::hand::{Captured, Hand, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::movement::Action;
use alfil_rules::question::{Anchor, Men, Question, Subject, Test, Whose};
use alfil_rules::ruleset::{Kind, Owner, Promotion, Reversion, Ruleset};
use alfil_rules::setup::{Setup, Square};
use alfil_syntax::mapping::OrNone;
use alfil_syntax::piece::HandText;
use alfil_syntax::value::PromotedText;
use std::collections::{BTreeMap, BTreeSet};

/// Lays `hand:` of a file over the game.
pub(crate) fn apply(said: &OrNone<HandText>, draft: &mut Draft, found: &mut Report) {
    let OrNone::Some(said, span) = said else {
        draft.hand = None;
        draft.sentences.drops = None;
        draft.sentences.keep::<()>(Key::Drops, None);
        return;
    };
    let HandText { captured, promoted, own, supply, immobile, dropped, when, no_mate } = said;
    if let Some(text) = when {
        let asked = question::duty(text, draft, found);
        draft.sentences.keep(Key::Drops, asked.as_ref());
        draft.sentences.drops = asked.map(Read::spanned);
    }
    let mut hand = draft.hand.take().unwrap_or_else(|| HandDraft::new(*span));
    hand.span = *span;
    hand.captured = captured.unwrap_or(hand.captured);
    hand.promoted = promoted.unwrap_or(hand.promoted);
    hand.own = own.or(hand.own);
    hand.immobile = immobile.unwrap_or(hand.immobile);
    hand.dropped = dropped.or(hand.dropped);
    if let Some(names) = supply {
        hand.supply = kinds(names, draft, found);
    }
    if let Some(names) = no_mate {
        hand.no_mate = kinds(names, draft, found);
    }
    draft.hand = Some(hand);
}

/// Builds the rules of hands and marks the kinds that revert. A kind that is also in play
/// unpromoted is duplicated, and only the duplicate reverts.
pub(crate) fn finish(
    draft: &Draft,
    numbers: &Renumbering,
    setup: &Setup,
    kinds: &mut IndexVec<KindId, Kind>,
    home: SourceId,
    found: &mut Report,
) -> Option<Hand> {
    let hand = draft.hand.as_ref()?;
    let own = hand.own.unwrap_or(OwnCaptured::unsaid(hand.captured));
    let lifts = |effect: &Effect| effect.deeds.iter().any(puts_captives_in_hand);
    let kept = hand.captured != Captured::Gone
        || own == OwnCaptured::ToHand
        || draft.sentences.effects().any(lifts);
    if kept && hand.promoted == PromotedText::Revert {
        reverting(setup, kinds, hand.span, home, found);
    }
    let finished = Hand {
        captured: hand.captured,
        own,
        supply: hand.supply.iter().filter_map(|&k| numbers[k]).collect(),
        immobile: hand.immobile,
        no_mate: hand.no_mate.iter().filter_map(|&k| numbers[k]).collect(),
        span: hand.span,
    };
    if !draft.broken.pieces {
        stays_in_hand(draft, numbers, (setup, &*kinds), &finished, home, found);
    }
    Some(finished)
}

/// Reports kinds that come into a hand and can never leave it, although most others are dropped. If
/// only a few kinds are dropped, that is what the game is about.
fn stays_in_hand(
    draft: &Draft,
    numbers: &Renumbering,
    (setup, kinds): (&Setup, &IndexVec<KindId, Kind>),
    hand: &Hand,
    home: SourceId,
    found: &mut Report,
) {
    let drops = |kind: KindId| {
        kinds[kind].moves.terms.iter().any(|term| matches!(term.action, Action::Drop(_)))
    };
    if hand.captured == Captured::Gone || !kinds.ids().any(drops) || uses_hands(draft) {
        return;
    }
    let deeds = || draft.sentences.effects().flat_map(|effect| &effect.deeds);
    let is_placed = |kind: KindId| {
        let is_it = |&placed: &KindId| numbers[placed] == Some(kind);
        deeds().any(|deed| {
            matches!(deed, Deed::Place(what, _)
                if what.from == Source::Hand && what.kinds.iter().any(is_it))
        })
    };
    let comes = |kind: KindId| {
        let makes = |rule: &Promotion| rule.to.contains(&kind);
        in_play(kind, setup) || kinds.iter().any(|other| other.promotions.iter().any(makes))
    };
    // The capture of a kind that a goal names may end the game.
    let mut of_goals: Vec<KindId> = Vec::new();
    for goal in &draft.sentences.goals {
        goal.question.clone().each_men(&mut |men: &mut Men| {
            of_goals.extend(men.kinds.iter().flatten().filter_map(|&kind| numbers[kind]));
        });
    }
    let stays = |kind: &KindId| {
        let of = &kinds[*kind];
        let captured = of.owner != Owner::Nobody && !of.royal.is_royal() && comes(*kind);
        captured
            && of.reverts_to.is_none()
            && !of_goals.contains(kind)
            && !(drops(*kind) || hand.supply.contains(kind) || is_placed(*kind))
    };
    let stuck: Vec<&Kind> = kinds.ids().filter(stays).map(|kind| &kinds[kind]).collect();
    // A promoted piece that reverts is counted as the piece that it becomes.
    let is_own = |kind: &KindId| kinds[*kind].reverts_to.is_none();
    let dropped = kinds.ids().filter(is_own).filter(|&kind| drops(kind)).count();
    if stuck.len() >= dropped {
        return;
    }
    let own = stuck.iter().find(|kind| kind.name.span.source == home);
    let Some(first) = own.or(stuck.first()) else { return };
    let names: Vec<&str> = stuck.iter().map(|kind| kind.name.value.as_str()).collect();
    let span = if own.is_some() { first.name.span } else { hand.span };
    let title =
        format!("a captured {} stays in hand until the end of the game", names.join(" or "));
    found
        .at(Code::IdleHand, span, title, "it is never dropped")
        .help(format!("add a drop to the moves of the {}, such as `+ @8`", first.name.value));
}

/// Returns true if a rule looks at what is in hands, or if an action keeps captured pieces out of
/// them. Then a piece in hand may matter although it is never dropped.
fn uses_hands(draft: &Draft) -> bool {
    let in_hand = |test: &Test| *test == Test::InHand;
    let counts = |part: &Question| matches!(part, Question::Compare(..) | Question::KindGone(_));
    let keeps_out = |deed: &Deed| {
        let Shape { picks, goes, discards, counts, .. } = deed.shape();
        let elsewhere = match goes {
            Goes::Out | Goes::Cell | Goes::Beneath => picks.is_some_and(Picked::is_victim),
            Goes::Nowhere | Goes::Captured | Goes::Hand => false,
        };
        let counts = counts.is_some_and(|counting| matches!(counting.change, Change::To(_)));
        discards.is_some() || counts || elsewhere
    };
    draft.sentences.questions().any(|asked| asked.tests(&in_hand) || asked.any(&counts))
        || draft
            .sentences
            .effects
            .iter()
            .any(|effect| effect.tests(&in_hand) || effect.deeds.iter().any(keeps_out))
}

/// Returns true if an action may put a captured piece, or another piece of the other side, into a
/// hand. A side that takes back its own pieces captures nothing.
fn puts_captives_in_hand(deed: &Deed) -> bool {
    let Deed::GoesToHand(picked, whose) = deed else { return false };
    let is_own = match &picked.pieces.what {
        Subject::Men(men) => men.whose == Some(Whose::Own),
        Subject::Anchor(Anchor::Mover | Anchor::Partner) => true,
        Subject::Anchor(
            Anchor::Victim
            | Anchor::Start
            | Anchor::End
            | Anchor::Behind
            | Anchor::Beyond
            | Anchor::Above
            | Anchor::Below
            | Anchor::LastMover
            | Anchor::LastStart,
        )
        | Subject::Empty
        | Subject::Cells => false,
    };
    !(is_own && *whose == Whose::Own)
}

fn reverting(
    setup: &Setup,
    kinds: &mut IndexVec<KindId, Kind>,
    span: Span,
    home: SourceId,
    found: &mut Report,
) {
    let origins = origins(setup, kinds);
    let mut twins: BTreeMap<KindId, KindId> = BTreeMap::new();
    for (&kind, from) in &origins {
        let mut from = from.iter();
        let (Some(&origin), more) = (from.next(), from.next()) else { continue };
        if let Some(&other) = more {
            let name = |k: KindId| kinds[k].name.value.as_str();
            let title = format!("a captured {} may have been one of two kinds", name(kind));
            // If another file added the promotion, the finding points at it and not at the
            // inherited hand.
            let said = |k: KindId| kinds[k].promotions.iter().map(|p| p.span);
            let mut added = [other, origin].into_iter().flat_map(said);
            let finding = match added.find(|at| at.source == home && span.source != home) {
                Some(at) => Diagnostic::at(Code::AmbiguousOrigin, at, title, "the second kind")
                    .label(span, "it must turn back"),
                None => Diagnostic::at(Code::AmbiguousOrigin, span, title, "it must turn back"),
            };
            found.push(
                finding
                    .because(format!("both {} and {} promote to it", name(origin), name(other)))
                    .help("type `promoted: stay`, or let each of them promote to its own kind"),
            );
            continue;
        }
        if !in_play(kind, setup) || is_promoted(kind, kinds) {
            kinds[kind].reverts_to = Some(Reversion { to: origin, twin_of: None });
        } else if kinds.len() < MAX_KINDS {
            let mut twin = kinds[kind].clone();
            twin.letter = twin.letter.with(Form::Reverting);
            twin.reverts_to = Some(Reversion { to: origin, twin_of: Some(kind) });
            twins.insert(kind, kinds.push(twin));
        } else {
            let title = format!("more than {MAX_KINDS} kinds of pieces");
            found
                .at(Code::TooManyPieces, span, title, "promoted pieces are kinds too")
                .help(Help::type_in("promoted: stay"));
            return;
        }
    }
    for kind in kinds.iter_mut() {
        for to in kind.promotions.iter_mut().flat_map(|p| &mut p.to) {
            *to = twins.get(to).copied().unwrap_or(*to);
        }
    }
}

/// Lets questions and effects about a kind include its promoted pieces that revert. They are of a
/// kind of their own, which no author can name.
pub(crate) fn include_reverting(rules: &mut Ruleset) {
    let twin_of = |(id, kind): (KindId, &Kind)| Some((kind.reverts_to?.twin_of?, id));
    let twins: BTreeMap<KindId, KindId> = rules.kinds.enumerate().filter_map(twin_of).collect();
    if twins.is_empty() {
        return;
    }
    let extend = |kinds: &mut Vec<KindId>| {
        let more: Vec<KindId> = kinds.iter().filter_map(|kind| twins.get(kind).copied()).collect();
        kinds.extend(more);
    };
    let mut include = |men: &mut Men| {
        men.kinds.iter_mut().for_each(extend);
        extend(&mut men.but);
    };
    for kind in rules.kinds.iter_mut() {
        let Kind { moves, attacks, .. } = kind;
        for asked in std::iter::once(moves).chain(attacks).flat_map(|moves| &mut moves.asked) {
            asked.value.each_men(&mut include);
        }
    }
    let mut effects = std::mem::take(&mut rules.effects);
    for (question, _) in rules.sentences_mut() {
        question.each_men(&mut include);
    }
    effects.iter_mut().for_each(|effect| effect.each_described(&mut include));
    rules.effects = effects;
    rules.turn.amounts_mut().for_each(|amount| amount.each_men(&mut include));
    for step in rules.turn.steps_mut() {
        extend(&mut step.draw.turns_up);
    }
}

/// For each kind, the kinds from which a piece of this kind may have been promoted.
fn origins(setup: &Setup, kinds: &IndexVec<KindId, Kind>) -> BTreeMap<KindId, BTreeSet<KindId>> {
    let promotes = |from: KindId, to: KindId| {
        from != to && kinds[from].promotions.iter().any(|p| p.to.contains(&to))
    };
    let promoters = |to| kinds.ids().filter(move |&from| promotes(from, to));
    // A kind `X` that promotes to `+X` counts as unpromoted, even if it is not in the setup.
    let is_base = |k: KindId| kinds.ids().any(|to| is_face(k, to, kinds));
    let in_play = |k: KindId| is_base(k) || (in_play(k, setup) && !is_promoted(k, kinds));
    // For each kind, the kinds that remain after all promotions are undone.
    let mut bases: IndexVec<KindId, BTreeSet<KindId>> = kinds
        .ids()
        .map(|k| {
            let first = in_play(k) || promoters(k).next().is_none();
            first.then_some(k).into_iter().collect()
        })
        .collect();
    // A chain of promotions cannot be longer than the number of kinds.
    for _ in kinds.ids() {
        for to in kinds.ids().filter(|&k| !in_play(k)) {
            let more: Vec<KindId> = promoters(to).flat_map(|p| bases[p].clone()).collect();
            bases[to].extend(more);
        }
    }
    let origins =
        |to: KindId| promoters(to).flat_map(|p| bases[p].clone()).filter(|&k| k != to).collect();
    kinds.ids().map(|to| (to, origins(to))).collect()
}

/// Returns true if `from` promotes to `to`, and the letter of `to` is `+` and the letter of `from`.
fn is_face(from: KindId, to: KindId, kinds: &IndexVec<KindId, Kind>) -> bool {
    let (base, face) = (&kinds[from], &kinds[to]);
    base.letter.form() == Form::Plain
        && base.letter.with(Form::Plus) == face.letter
        && base.promotions.iter().any(|rule| rule.to.contains(&to))
}

/// Returns true if a kind is the promoted form `+X` of another.
fn is_promoted(kind: KindId, kinds: &IndexVec<KindId, Kind>) -> bool {
    kinds.ids().any(|from| is_face(from, kind, kinds))
}

/// Returns true if the setup contains pieces of a kind, on the board or in hand.
fn in_play(kind: KindId, setup: &Setup) -> bool {
    let cells = setup.placement.rows.iter().flat_map(|r| &r.cells);
    let on_board = |s: Square| matches!(s, Square::Piece(_, k) if k == kind);
    let in_hand = || setup.hands.iter().flat_map(|h| &h.value).any(|&(_, k)| k == kind);
    cells.map(|c| c.value).any(on_board) || in_hand()
}

/// Reports drops in a game without hands, and hands without drops.
pub(crate) fn lint(draft: &Draft, found: &mut Report) {
    let drops = || {
        let terms = draft.live().flat_map(|(_, p)| &p.moves.movement.terms);
        terms.filter(|t| matches!(t.action, Action::Drop(_)))
    };
    let placed = draft.sentences.effects().any(Effect::places_from_hand);
    match (&draft.hand, drops().next()) {
        (None, Some(term)) if !draft.broken.hand => found.push(
            Diagnostic::at(
                Code::DropWithoutHand,
                term.span,
                "a piece has a drop, but the game has no hands",
                "nothing is ever in hand",
            )
            .help("add `hand: {captured: to captor}`, or `hand: {}` if only the setup puts pieces in hand"),
        ),
        (Some(hand), None) if !draft.broken.pieces && !placed => found.push(
            Diagnostic::at(
                Code::IdleHand,
                hand.span,
                "the game has hands, but no piece can be dropped",
                "never used",
            )
            .help("add a drop to `moves`, such as `+ @8`, or type `hand: none`"),
        ),
        (Some(_) | None, _) => {}
    }
    let Some(hand) = draft.hand.as_ref().filter(|_| !draft.broken.pieces) else { return };
    let drops = |piece: &Piece| {
        piece.moves.movement.terms.iter().any(|t| matches!(t.action, Action::Drop(_)))
    };
    for (_, piece) in draft.live().filter(|(kind, p)| hand.supply.contains(kind) && !drops(p)) {
        let name = &piece.name.value;
        let title = format!("the supply of the {name} has no end, but it is never dropped");
        found
            .at(Code::IdleHand, hand.span, title, "a supply without end")
            .help(format!("add a drop to the moves of the {name}, such as `+ @8`"));
    }
}
