//! Findings about `sight`: rules by which a side's moves would tell it what it does not see.

use crate::draft::Draft;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::Span;
use alfil_rules::blind::Blind;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::sight::Sight;

/// Reports the first rule that looks at cells which a side does not see, and words of an umpire in a
/// game without one. The findings are about the checked file, in which `game` is the name of the
/// game.
pub(crate) fn lint(rules: &Ruleset, draft: &Draft, game: Span, found: &mut Report) {
    let told = draft.sentences.told.iter().map(|told| told.asked.span);
    let idle = told.into_iter().find(|span| span.source == game.source);
    if let (Some(span), true) = (idle, rules.sight != Sight::Umpire) {
        let title = "`umpire tells` in a game without an umpire";
        found
            .at(Code::BadSight, span, title, "there is no umpire to tell this")
            .help("write `sight: own with umpire`, or remove this");
    }
    let (Some(said), Some(blind)) = (draft.sight, rules.blind()) else { return };
    let word = said.value.word();
    let is_here = |span: Span| span.source == game.source;
    let key = if is_here(said.span) { said.span } else { game };
    let place = |span: Span| if is_here(span) { span } else { key };
    // The question may be in a parent, so the title says it.
    let asks = match blind {
        Blind::Asks(at) => {
            rules.sentences().find(|&(_, span)| span == at).and_then(|(asked, _)| asked)
        }
        Blind::Plane
        | Blind::Sides
        | Blind::Royal(_)
        | Blind::Ghost(_)
        | Blind::Picky(_)
        | Blind::Effect(_)
        | Blind::Hand
        | Blind::NoHand
        | Blind::Refilled(_)
        | Blind::Unforced
        | Blind::Uneven
        | Blind::NoMate(_)
        | Blind::Sections
        | Blind::Counted => None,
    };
    let asks = asks.map(|asked| format!("the question `{}`", rules.sentence(asked)));
    let (span, what, help) = match blind {
        Blind::Plane => (key, "a plane", "remove `sight`: on a plane, both sides see everything"),
        // A finding about `sides` says this already.
        Blind::Sides => return,
        Blind::Royal(span) => (
            place(span),
            "a royal piece",
            "write `royal: false` and `ends: {checkmated: none, goals: [loss when no own king]}`, so that kings are captured, or `sight: own with umpire`",
        ),
        Blind::Ghost(span) => {
            (place(span), "a piece that does not block", "remove `blocks: false`")
        }
        Blind::Picky(span) => (
            place(span),
            "a movement that captures only some kinds",
            "let it capture every enemy piece",
        ),
        Blind::Asks(span) => (
            place(span),
            asks.as_deref().unwrap_or("a question about more than the move"),
            "ask about the move itself: `moving pawn`, `capturing`, `promoting`, cells",
        ),
        Blind::Effect(span) => (
            place(span),
            match said.value {
                Sight::Umpire => "an effect that lets the player choose",
                Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => {
                    "an effect that changes pieces"
                }
            },
            "remove the effect, or write `sight: everything`",
        ),
        Blind::Hand => (key, "pieces in hand", "remove `hand`, or write `sight: everything`"),
        Blind::NoHand => (
            key,
            "nothing in hand",
            "give each side a hand and pieces in it: `hand: {captured: gone}`",
        ),
        Blind::Refilled(span) => (
            place(span),
            "hands that can get pieces again",
            "let captured pieces leave the game: `hand: {captured: gone}`",
        ),
        Blind::Unforced => (
            key,
            "moves before all pieces are placed",
            "let every side place its pieces first: `must: dropping`",
        ),
        Blind::Uneven => (
            key,
            "moves while the other side still places",
            "give both sides the same number of pieces in hand, and write `turn: none` or `turn: {steps: [{}, {when: dropping and own pieces in hand, repeats: true}]}`",
        ),
        Blind::NoMate(span) => (
            place(span),
            "drops that may not give mate",
            "remove `no mate by`, or write `sight: everything`",
        ),
        Blind::Sections => {
            (key, "movable sections", "write `sight: everything`, or remove the moves of sections")
        }
        Blind::Counted => (
            key,
            "turns whose number of steps depends on the position",
            "write a fixed number of steps",
        ),
    };
    let title = format!("`sight: {word}` in a game with {what}");
    let finding = found.at(Code::BadSight, span, title, "depends on cells that a side may not see");
    let finding = if span != said.span && is_here(said.span) {
        finding.label(said.span, "hides them")
    } else {
        finding
    };
    let why = match said.value {
        Sight::Umpire if matches!(blind, Blind::Effect(_)) => {
            "a side cannot choose among pieces that it does not see"
        }
        Sight::Umpire => "the moves that a side tries are between fixed cells",
        Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => {
            "a side knows its legal moves, and these would show what is on hidden cells"
        }
    };
    finding.because(why).help(help);
}
