//! Promotion, from words to meaning.
//!
//! Takes `promotes:` of a piece and the [`State`]; gives [`Promotes`], [`Promotion`] and the words back.
//! Invariant: an occasion, a duty and a supply that are not said are those of chess.

use crate::diagnostic::{Code, Report, has_errors};
use crate::resolve::finish::{Renumbering, targets};
use crate::resolve::layer::{in_context, kinds};
use crate::resolve::movement::{self, Dialect};
use crate::resolve::state::{Promotes, State, Targets};
use crate::rules::ruleset::{Duty, KindId, Occasions, Promotion, Supply};
use crate::syntax::definition::PromotesText;
use crate::syntax::hand::{MayText, OccasionText};

/// A move that ends in the zone.
const ARRIVING: Occasions = Occasions { enter: true, within: true, leave: false };

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
            if let (Some(MayText::Wait), None) = (may, only) {
                let title = "a piece that may wait has nothing to wait for";
                found
                    .at(Code::BadValue, *span, title, "what it promotes to never runs out")
                    .help("add `only: lost`, or take `may: wait` away");
            }
            if let Some(area) = area {
                state.pieces[kind].promotes = Some(Promotes {
                    at: area,
                    at_words: at.text().trim().to_owned(),
                    on: on.as_deref().map_or(ARRIVING, occasions),
                    duty: match may {
                        None => Duty::Must,
                        Some(MayText::Stay) => Duty::May,
                        Some(MayText::Wait) => Duty::Wait,
                    },
                    to: targets,
                    supply: only.map_or(Supply::Endless, |_| Supply::Lost),
                    span: *span,
                });
            }
        }
    }
    state.pieces[kind].suspect |= has_errors(&found[errors..]);
}

fn occasions(said: &[OccasionText]) -> Occasions {
    Occasions {
        enter: said.contains(&OccasionText::Enter),
        within: said.contains(&OccasionText::Move),
        leave: said.contains(&OccasionText::Leave),
    }
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
    let words = [(on.enter, "enter"), (on.within, "move"), (on.leave, "leave")];
    let said: Vec<&str> = words.iter().filter(|(has, _)| *has).map(|&(_, word)| word).collect();
    (on != ARRIVING).then(|| said.join(" "))
}
