//! Checks that effects, unowned and neutral pieces, transparent pieces (`blocks: false`) and stacks
//! fit the rest of the game.

use crate::context::{Moment, Read, What};
use crate::draft::rules::Castling;
use crate::draft::{Draft, Piece, Promotes};
use crate::idle::answer::{Answer, Captures, Known, Of, Place};
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Area;
use alfil_rules::effect::shape::Shape;
use alfil_rules::effect::{Deed, Effect, MAX_CHOICES, Picked, Source};
use alfil_rules::goal::Verdict;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Mode, Prey, Term, Walk};
use alfil_rules::question::TestFacts;
use alfil_rules::question::{Anchor, Needs, Pattern, Subject, Test, Whose};
use alfil_rules::ruleset::{Blocking, Owner};
use alfil_rules::side::Side;

// Checks that effects, and unowned and neutral pieces, fit the rest of the game.

/// Reports findings about effects, unowned pieces and neutral pieces.
pub(crate) fn lint(draft: &Draft, found: &mut Report) {
    owners(draft, found);
    promotions(draft, found);
    let effects = &draft.sentences.effects;
    let Some(first) = effects.iter().find(|effect| effect.changes_pieces()) else { return };
    let all: usize = draft.sentences.effects().map(Effect::choices).sum();
    let chosen = if all > MAX_CHOICES { most_choices(draft) } else { all };
    if chosen > MAX_CHOICES {
        let title = format!("one move has {chosen} choices");
        let chooses = first.deed(|deed| deed.choices() > 0);
        found
            .at(Code::TooComplex, chooses, title, format!("at most {MAX_CHOICES} are possible"))
            .help("leave fewer choices: name a cell or a kind instead of `one` and `or`");
    }
    let of_hand = |deed: &Deed| match deed {
        Deed::GoesToHand(..) | Deed::Discard(_) => true,
        Deed::Place(what, _) => what.from == Source::Hand,
        Deed::KingSafe
        | Deed::Count(..)
        | Deed::Reset(..)
        | Deed::Set(..)
        | Deed::Remove(_)
        | Deed::Capture(_)
        | Deed::Becomes(..)
        | Deed::ChangesSide(_)
        | Deed::GoesTo(..)
        | Deed::GoesAlong(..)
        | Deed::GoesUnder(..)
        | Deed::Carry(_) => false,
    };
    let in_hand = |effect: &&Read<Effect>| effect.deeds.iter().any(of_hand);
    if let (None, Some(effect)) = (&draft.hand, effects.iter().find(in_hand)) {
        found
            .at(
                Code::NoHand,
                effect.deed(of_hand),
                "an effect uses a hand, but the game has no hands",
                "no side has a hand",
            )
            .help("add `hand: {captured: gone}`, or `to captor` for `gone`");
    }
    let decided = goals_decide(draft);
    let royal = draft.live().find(|(_, piece)| piece.royal.is_royal());
    let costs = effects.iter().find_map(|effect| {
        let deed = may_cost_royal(draft, effect)?;
        Some(effect.deed(|other| other == deed))
    });
    if let (false, Some((_, king)), Some(place)) = (decided, royal, costs) {
        let name = &king.name.value;
        found
            .at(
                Code::BadEffect,
                place,
                format!("this effect may remove a {name}, and no goal says what happens then"),
                "a side may lose it",
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
                let known = Known { side, mover: Some(kind), captures, ..Known::default() };
                all.push(Place { draft, of, moment, known });
            }
        }
        let known =
            Known { side: Some(side), captures: Some(Captures::Nothing), ..Known::default() };
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
    let chosen = |place: Place<'_>| {
        draft
            .sentences
            .effects()
            .filter(|effect| may_follow(effect, &place))
            .map(Effect::choices)
            .sum()
    };
    // A game without any moves is treated like a pass.
    let unknown = Place { draft, of: Of::Passes, moment: Moment::Behind, known: Known::default() };
    moves(draft).into_iter().map(chosen).max().unwrap_or_else(|| chosen(unknown))
}

/// The action of `effect` that may remove a royal piece of another side. A move that would cost its
/// own side one is not legal, so no goal has to say what that means.
fn may_cost_royal<'e>(draft: &Draft, effect: &'e Effect) -> Option<&'e Deed> {
    let moves: Vec<_> =
        moves(draft).into_iter().filter(|place| may_follow(effect, place)).collect();
    let somehow = Place { draft, of: Of::Made, moment: Moment::Behind, known: Known::default() };
    let royal: Vec<KindId> =
        draft.live().filter(|(_, piece)| piece.royal.is_royal()).map(|(kind, _)| kind).collect();
    let shifts = |deed: &Deed| matches!(deed, Deed::GoesTo(..) | Deed::GoesAlong(..));
    let shifts = draft.sentences.effects().flat_map(|effect| &effect.deeds).any(shifts);
    let may_be = |picked: &Picked, kind: KindId| match &picked.pieces.what {
        Subject::Men(men) => men.has(kind) && men.whose != Some(Whose::Own),
        Subject::Empty | Subject::Cells => false,
        // The piece that moved is the player's.
        Subject::Anchor(Anchor::Victim | Anchor::Mover) => false,
        // It stands on the end cell, unless an effect moves pieces.
        Subject::Anchor(Anchor::End) => shifts,
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
    // A royal piece that becomes another royal piece is still there.
    let kinds: Vec<KindId> = draft.live().map(|(kind, _)| kind).collect();
    let is_royal = |kind: KindId| draft.pieces[kind].royal.is_royal();
    let costs = |shape: &Shape<'_, Area, Pattern>, kind: KindId| {
        let taken = shape.taken().is_some_and(|picked| may_be(picked, kind));
        taken && shape.may_end(kind, &is_royal, &kinds)
            || shape.discards.is_some_and(|men| {
                men.has(kind) && men.whose != Some(Whose::Own) && may_be_held(draft, kind)
            })
    };
    let mut deeds = effect.deeds.iter().filter(|deed| somehow.idle(deed).is_none());
    let costly = deeds.find(|deed| {
        let shape = deed.shape();
        royal.iter().any(|&kind| costs(&shape, kind))
    });
    costly.filter(|_| !moves.is_empty())
}

/// Returns true if a hand may hold a piece of this kind that its side can use.
fn may_be_held(draft: &Draft, kind: KindId) -> bool {
    let drops = |term: &Term| matches!(term.action, Action::Drop(_));
    let mut hands = draft.setup.iter().flat_map(|setup| &setup.hands);
    draft.pieces[kind].moves.movement.terms.iter().any(drops)
        || hands.any(|hand| hand.value.iter().any(|&(_, held)| held == kind))
}

/// Returns true if some goal decides the winner.
pub(crate) fn goals_decide(draft: &Draft) -> bool {
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
                format!("a {name} may become another piece, and no goal says what happens then"),
                "a side may lose it",
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
            Owner::Nobody => "no side",
            Owner::Both => "both sides",
        };
        if on_plane {
            let title = format!(
                "on a plane each piece belongs to one side, but the {name} belongs to {whose}"
            );
            let label = "needs a board";
            found.at(Code::NotOnAPlane, owned.span, title, label).help(Help::type_in("side"));
            continue;
        }
        first.get_or_insert((owned.span, whose));
        let mut bad = |title: String, label: &str, help: &str| {
            found.at(Code::BadEffect, owned.span, title, label).help(help);
        };
        if owned.value == Owner::Nobody && !piece.moves.movement.terms.is_empty() {
            let title = format!("the {name} belongs to no side, but has moves");
            bad(title, "no side can move it", "write `moves: none`; only effects can move it");
        }
        let attacks = piece.attacks.as_ref().is_some_and(|ways| !ways.movement.terms.is_empty());
        if owned.value == Owner::Nobody && attacks {
            let title = format!("the {name} belongs to no side, but attacks");
            bad(title, "no side can capture with it", "add `attacks: none`");
        }
        if piece.royal.is_royal() {
            let title = format!("the {name} belongs to {whose}, but is royal");
            bad(title, "no side can lose it", "add `royal: false`");
        }
        if owned.value == Owner::Both && castles(draft, kind) {
            let title = format!("the {name} belongs to both sides, but castles");
            bad(title, "no side has the castling right", "add `castling: none`");
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
                format!("the {taker} captures pieces of its own side"),
                "might capture a piece without one owner",
            )
            .label(place, format!("belongs to {whose}"))
            .help("remove `d` from its movement");
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

// Checks that transparent pieces (`blocks: false`) fit the rest of the game.

/// Reports findings about transparent pieces.
pub(crate) fn lint_transparency(draft: &Draft, found: &mut Report) {
    let mut open = draft.live().filter(|(_, piece)| piece.blocks.value == Blocking::Open);
    let Some((_, open)) = open.next() else { return };
    let (name, place) = (&open.name.value, open.blocks.span);
    if draft.space.as_ref().is_some_and(|space| space.lattice.plane().is_some()) {
        let title =
            format!("the {name} does not block, but pieces on a plane always block each other");
        found.at(Code::NotOnAPlane, place, title, "needs a board").help(Help::type_in("true"));
        return;
    }
    let mut refuse = |at: Span, title: &str| {
        found
            .at(
                Code::NotYetExecutable,
                at,
                title,
                "cannot be executed yet if a piece does not block",
            )
            .label(place, format!("the {name} does not block"))
            .help(format!("remove it for now, or let the {name} block"));
    };
    for (_, piece) in draft.live() {
        let movements = [Some(&piece.moves), piece.attacks.as_ref()].into_iter().flatten();
        for term in movements.flat_map(|ways| &ways.movement.terms) {
            if !is_plain(term) {
                let title = "a movement that captures on its way, or depends on the pieces there";
                refuse(term.span, title);
            }
        }
    }
    for at in asking(draft) {
        let title = "a sentence about pieces that a movement passes or captures on its way";
        refuse(at, title);
    }
}

/// The places of all questions that contain a test for which [`looks_along`] returns true.
fn asking(draft: &Draft) -> impl Iterator<Item = Span> {
    let said = &draft.sentences;
    let ends = said.goals.iter().chain(&said.claims).map(|asked| (&asked.question, asked.span));
    let ends = ends.chain(said.duties.iter().map(|duty| (&duty.value, duty.span)));
    let asked = said.asked.iter().chain(&said.attack);
    let given = draft.live().flat_map(|(_, piece)| &piece.moves.movement.asked);
    let asked = asked
        .chain(given)
        .chain(&said.castling)
        .chain(&said.drops)
        .chain(said.told.iter().map(|told| &told.asked))
        .chain(draft.turn.turn.questions());
    let asked = asked.map(|asked| (&asked.value, asked.span));
    let kinds = draft.live().flat_map(|(_, piece)| {
        let rules = piece.promotes.iter();
        rules.filter_map(|rule| Some((&rule.when.as_ref()?.value, rule.span)))
    });
    let effects = said.effects.iter().filter(|effect| {
        let asked = effect.question.as_ref();
        asked.is_some_and(|question| question.tests(&looks_along)) || effect.tests(&looks_along)
    });
    let questions = ends.chain(asked).chain(kinds);
    let odd = questions.filter(|(question, _)| question.tests(&looks_along));
    let is_odd = |what: &What| {
        matches!(what, What::Filter(pieces)
            if pieces.filters.iter().any(|filter| looks_along(&filter.test)))
    };
    let spans = odd.map(|(_, span)| span).chain(effects.map(|effect| effect.span));
    spans.map(move |span| said.part(span, &is_odd))
}

/// Returns true if a filter depends on the cells that a movement passes, or uses a movement that is
/// not [plain](is_plain).
pub fn looks_along(test: &Test) -> bool {
    let TestFacts { needs, pattern, .. } = test.facts();
    let is_odd = |pattern: &Pattern| !pattern.terms.iter().all(is_plain);
    needs.meets(Needs::PATHS) || pattern.is_some_and(is_odd)
}

/// Returns true if a term captures only at its end, and captures every enemy piece there.
pub fn is_plain(term: &Term) -> bool {
    match &term.action {
        Action::Walk(walk) => (0..walk.legs.len()).all(|leg| is_plain_leg(walk, leg)),
        Action::Castle(_) | Action::Drop(_) => true,
    }
}

fn is_plain_leg(walk: &Walk, leg: usize) -> bool {
    let Mode { capture, own, en_passant, relay, unload, prey, .. } = walk.legs[leg].mode;
    let ends = walk.is_final(leg) && prey == Prey::Any;
    !own && !relay && !unload && (ends || !capture && !en_passant)
}

// Checks that stacks fit the rest of the game.

/// Reports what a game with stacks cannot have, and pieces that are carried too late.
pub(crate) fn lint_stacks(draft: &Draft, found: &mut Report) {
    let effects = &draft.sentences.effects;
    let Some(first) = effects.iter().find(|effect| effect.deeds.iter().any(Deed::stacks)) else {
        return;
    };
    let carries = |deed: &Deed| matches!(deed, Deed::Carry(_));
    if let Some(late) = effects.iter().skip(1).find(|effect| effect.deeds.iter().any(carries)) {
        found
            .at(
                Code::BadEffect,
                late.deed(carries),
                "this line carries pieces too late",
                "must be in the first line",
            )
            .because(
                "after the first line, the highest piece beneath the mover is on the board again",
            )
            .help("move this line to the beginning of `effects`, or join the lines with `;`");
    }
    let mut refuse = |title: String, at, label: &str| {
        found
            .at(Code::NotYetExecutable, first.deed(Deed::stacks), title, "makes stacks")
            .label(at, label)
            .help("remove one of the two for now");
    };
    for (_, piece) in draft.live() {
        let name = &piece.name.value;
        if piece.blocks.value == Blocking::Open {
            let title = format!("stacks in a game where the {name} does not block");
            refuse(title, piece.blocks.span, "does not block");
        }
    }
    if let Some(third) = draft.sides.each.get(2) {
        let title = "stacks in a game of more than two sides".to_owned();
        refuse(title, third.name.span, "the third side");
    }
}
