//! Promotion, from words to meaning.
//!
//! Takes `promotes:` of a piece and the [`State`]; gives [`Promotes`], [`Promotion`] and the words back.
//! Invariant: an occasion, a duty and a supply that are not said are those of chess.

use crate::diagnostic::{Code, Report, has_errors};
use crate::resolve::finish::{Renumbering, targets};
use crate::resolve::layer::{in_context, kinds};
use crate::resolve::movement;
use crate::resolve::state::{Promotes, State, Targets};
use crate::rules::ruleset::{Duty, KindId, Occasions, Promotion, Supply};
use crate::syntax::definition::{Dialect, PromotesText};

/// Reads what is said of the promotion of `kind`.
pub fn read(kind: KindId, said: &PromotesText, state: &mut State, found: &mut Report) {
    let errors = found.len();
    match said {
        PromotesText::None => state.pieces[kind].promotes = None,
        PromotesText::To { at, to, on, may, only, span } => {
            let area = in_context(at, &state.zones, Dialect::default(), |text, context| {
                movement::area(text, context, found)
            });
            let targets = match to.as_slice() {
                [one] if one.value == "others" => Targets::Others,
                names => Targets::Kinds(kinds(names, state, found)),
            };
            if let (Some(Duty::Wait), None) = (may, only) {
                let title = "a piece that may wait has nothing to wait for";
                found
                    .at(Code::BadValue, *span, title, "what it promotes to never runs out")
                    .help("add `only: lost`, or take `may: wait` away");
            }
            if let Some(area) = area {
                state.pieces[kind].promotes = Some(Promotes {
                    at: area,
                    at_words: at.text().trim().to_owned(),
                    on: on.unwrap_or(Occasions::ARRIVING),
                    duty: may.unwrap_or(Duty::Must),
                    to: targets,
                    supply: only.unwrap_or(Supply::Endless),
                    span: *span,
                });
            }
        }
    }
    state.pieces[kind].suspect |= has_errors(&found[errors..]);
}

/// The promotion of the rules; `None` if nothing is left to promote to.
pub fn finish(promotes: &Promotes, state: &State, numbers: &Renumbering) -> Option<Promotion> {
    let to: Vec<_> = targets(promotes, state).into_iter().filter_map(|k| numbers[k]).collect();
    (!to.is_empty()).then(|| Promotion {
        at: promotes.at.clone(),
        on: promotes.on,
        duty: promotes.duty,
        to,
        supply: promotes.supply,
        span: promotes.span,
    })
}

/// The occasions as they are written, if they are not the usual ones.
pub fn occasion_words(on: Occasions) -> Option<String> {
    (on != Occasions::ARRIVING).then(|| on.words().collect::<Vec<_>>().join(" "))
}
