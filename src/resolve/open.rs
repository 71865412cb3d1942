//! Checks that transparent pieces (`blocks: false`) fit the rest of the game.

use crate::resolve::draft::Draft;
use crate::resolve::question::part::What;
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_diagnostics::source::Span;
use alfil_rules::movement::{Action, Mode, Prey, Term, Walk};
use alfil_rules::question::facts::TestFacts;
use alfil_rules::question::{Needs, Pattern, Test};
use alfil_rules::ruleset::Blocking;

/// Reports findings about transparent pieces.
pub(crate) fn lint(draft: &Draft, found: &mut Report) {
    let mut open = draft.live().filter(|(_, piece)| piece.blocks.value == Blocking::Open);
    let Some((_, open)) = open.next() else { return };
    let (name, place) = (&open.name.value, open.blocks.span);
    if draft.space.as_ref().is_some_and(|space| space.lattice.plane().is_some()) {
        let title =
            format!("bodies of a plane keep clear of each other, and the {name} does not block");
        found.at(Code::NotOnAPlane, place, title, "needs a board").help(Help::type_in("true"));
        return;
    }
    let mut refuse = |at: Span, title: &str| {
        found
            .at(
                Code::NotYetExecutable,
                at,
                title,
                "cannot be executed yet where a piece does not block",
            )
            .label(place, format!("the {name} does not"))
            .help(format!("leave it out for now, or let the {name} block"));
    };
    for (_, piece) in draft.live() {
        let movements = [Some(&piece.moves), piece.attacks.as_ref()].into_iter().flatten();
        for term in movements.flat_map(|ways| &ways.movement.terms) {
            if !is_plain(term) {
                let title = "a movement that captures on its way, or asks who stands there";
                refuse(term.span, title);
            }
        }
    }
    for at in asking(draft) {
        let title = "a sentence that asks what a movement passes or captures on its way";
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
