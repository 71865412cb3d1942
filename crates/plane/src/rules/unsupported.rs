//! Questions that a plane does not support.

use crate::space::surface::Surface;
use crate::space::terrain::Terrain;
use crate::space::zone::area_line;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::Span;
use alfil_rules::effect::{Deed, Will};
use alfil_rules::question::{Filter, MoveFact, Pieces, Quantity, Question, Subject, Test};
use alfil_rules::ruleset::Ruleset;

/// The subject of a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Position,
    Move,
}

/// Reports every sentence that a plane does not support.
pub(crate) fn check(rules: &Ruleset, surface: Surface, found: &mut Report) {
    let mut refuse = |span: Span, Unsupported { title, help }: Unsupported| {
        let finding = Diagnostic::at(Code::NotOnAPlane, span, title, "has no answer here");
        found.push(finding.help(help));
    };
    let ends = || rules.ends.goals.iter().chain(&rules.ends.claims);
    for asked in ends() {
        if let Some(what) = unsupported(&asked.question, About::Position, rules, surface) {
            refuse(asked.span, what);
        }
    }
    let tallies = |deed: &Deed| matches!(deed, Deed::Count(..) | Deed::Reset(..));
    for effect in &rules.effects {
        let asked = effect.question.as_ref();
        let what = if effect.will == Will::Must && effect.deeds.iter().all(tallies) {
            asked.and_then(|asked| unsupported(asked, About::Move, rules, surface))
        } else {
            Unsupported::of("effects of a plane only count", "say `when ... then count NAME`")
        };
        if let Some(what) = what {
            refuse(effect.span, what);
        }
    }
    let mut answered: Vec<Span> = ends().map(|asked| asked.span).collect();
    answered.extend(rules.effects.iter().map(|effect| effect.span));
    for (_, span) in rules.sentences().filter(|(_, span)| !answered.contains(span)) {
        let help = "take it out, or play on a board; goals, claims and effects may ask here".into();
        refuse(span, Unsupported { title: "no sentence binds the moves of a plane", help });
    }
}

/// Something that a plane does not support, and a help.
struct Unsupported {
    title: &'static str,
    help: Help,
}

impl Unsupported {
    fn of(title: &'static str, help: impl Into<Help>) -> Option<Unsupported> {
        Some(Unsupported { title, help: help.into() })
    }
}

/// Returns the first part of `question` that a plane does not support.
fn unsupported(
    question: &Question,
    about: About,
    rules: &Ruleset,
    surface: Surface,
) -> Option<Unsupported> {
    let pieces = |pieces: &Pieces| unsupported_pieces(pieces, rules, surface);
    match question {
        Question::All(parts) | Question::Any(parts) => {
            parts.iter().find_map(|part| unsupported(part, about, rules, surface))
        }
        Question::Not(part) => unsupported(part, about, rules, surface),
        // Dice of a plane have a finding already.
        Question::Rolled(..) => None,
        Question::Side(_)
        | Question::Counter(..)
        | Question::Tallies(..)
        | Question::KindGone(_) => None,
        Question::Measure(amounts, _) => amounts.iter().find_map(|amount| match &amount.what {
            Quantity::Whole(_) | Quantity::Tally(..) => None,
            Quantity::Count(counted) => pieces(counted),
            Quantity::Place(..) => {
                let title = "a plane has no numbers of ranks and files";
                Unsupported::of(title, "ask whether a piece is `in last rank`")
            }
        }),
        Question::After(_) => {
            let title = "the move before is not asked about on a plane";
            Unsupported::of(title, "count such moves: `effects: [when ... then count NAME]`")
        }
        Question::Count(_, counted) => pieces(counted),
        Question::Compare(left, _, right) => pieces(left).or_else(|| pieces(right)),
        Question::Move(fact) => match fact {
            _ if about == About::Position => Unsupported::of(
                "goals of a plane ask of what stands, not of the move",
                "count such moves: `effects: [when ... then count NAME]`",
            ),
            MoveFact::Moving(_)
            | MoveFact::Capturing(_)
            | MoveFact::Promoting(_)
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => None,
            MoveFact::Dropping(_) => {
                Unsupported::of("nothing is dropped on a plane", Help::take_out())
            }
            MoveFact::Over(_) => {
                Unsupported::of("`over` is not asked on a plane", "ask for `moving` or `capturing`")
            }
            MoveFact::Castling => Unsupported::of("nobody castles on a plane", Help::take_out()),
            MoveFact::Passing => Unsupported::of("nobody passes on a plane", Help::take_out()),
        },
        Question::Cells(_) | Question::Among(_) | Question::By(_) | Question::Leaving(_) => {
            let title = "where a move starts and ends is not asked on a plane";
            Unsupported::of(title, "ask for `moving` or `capturing`")
        }
        Question::Reply(..) => {
            Unsupported::of("`can move` is not asked on a plane", "ask whether a side is `stuck`")
        }
        Question::Without(..) => {
            Unsupported::of("`turns without` is not asked on a plane", "say `fifty moves`")
        }
        Question::Repeated(..) => {
            Unsupported::of("`repeated` is not asked on a plane", "say `threefold` or `fourfold`")
        }
    }
}

fn unsupported_pieces(pieces: &Pieces, rules: &Ruleset, surface: Surface) -> Option<Unsupported> {
    let count = "count pieces: `3 own rook`";
    let filter = |title| Unsupported::of(title, "ask whether it is `in last rank` or `attacked`");
    match &pieces.what {
        Subject::Men(_) => {}
        Subject::Empty | Subject::Cells => {
            return Unsupported::of("a plane has no cells that are empty", count);
        }
        Subject::Anchor(_) => {
            return Unsupported::of("pieces that a move names are not counted on a plane", count);
        }
    }
    pieces.filters.iter().find_map(|Filter { test, .. }| match test {
        Test::Attacked(None) => None,
        Test::In(area) if area_line(area, rules, surface.size()).is_some() => None,
        Test::In(area) => {
            let terrain = Terrain { rules, surface };
            let named = terrain.area(area, rules.space.span).is_ok();
            (!named).then(|| Unsupported {
                title: "this zone does not exist on a plane",
                help: "name ranks, files or squares of the plane: `own king in d4-e5`".into(),
            })
        }
        Test::Attacked(Some(_)) => filter("`attacked by` is not asked on a plane"),
        Test::InHand => filter("no piece of a plane is `in hand`"),
        Test::Guarded => filter("`guarded` is not asked on a plane"),
        Test::Between(_) => filter("`between` is not asked on a plane"),
        Test::At(..) => filter("`at ... of` is not asked on a plane"),
        Test::Along(..) => filter("`along` is not asked on a plane"),
        Test::InRow(..) => filter("`in rank of` and `in file of` are not asked on a plane"),
        Test::On(_) => filter("cells beside a move are not asked about on a plane"),
        Test::LikeMover => filter("`like mover` is not asked on a plane"),
        Test::Paired(..) => filter("pairs of kinds are not asked about on a plane"),
        Test::LikeDie(_) => None,
        Test::NeverMoved => filter("`never moved` is not asked on a plane"),
    })
}
