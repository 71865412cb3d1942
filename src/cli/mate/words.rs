//! The words of proofs of mate on a plane.

use alfil::play::plane::{End, Interval, Path, PlaneMove, PlanePlay, text};
use alfil_mates::{Answer, Part, Refusal, Reply, Sequel};

/// The greatest number of decimals in the text of an interval. Rounding then changes a number by
/// less than the tolerance.
const DECIMALS: usize = 9;

/// Writes why a game has no proofs of mate.
pub(crate) fn refusal_text(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::MateDoesNotLose => "mate does not lose this game, so there is none to prove",
        Refusal::Goals => {
            "this game may also end by a goal or a claim, and proofs on a plane are about mate only"
        }
    }
}

/// Writes the moves of a part, such as `[3.75, 4.25) x p4,7 =Q`.
pub(crate) fn part_text(play: &PlanePlay, part: &Part) -> String {
    stops_text(&part.sample, &part.at) + &play.effect_text(part.taken, part.promotion)
}

/// Writes an answer: `mate`, `not decided`, or the reply.
pub(crate) fn answer_text(play: &PlanePlay, answer: &Answer, sample: &PlaneMove) -> String {
    match answer {
        Answer::Mate => "mate".to_owned(),
        Answer::Undecided => "not decided".to_owned(),
        Answer::Reply(reply) => match reply_text(play, reply.as_ref(), sample) {
            Some(reply) => format!("no, {reply}"),
            None => "no, stalemate".to_owned(),
        },
    }
}

/// Writes the reply to the moves of a part: a move, or a capture whose distance depends on the
/// move. `None` for stalemate.
pub(crate) fn reply_text(
    play: &PlanePlay,
    reply: Option<&Reply>,
    sample: &PlaneMove,
) -> Option<String> {
    let after = play.continued(sample);
    Some(match reply? {
        Reply::Move(mv) => after.move_text(mv),
        Reply::Takes { piece, bearing } => {
            let taker = text::place(after.program(), after.now(), *piece);
            let mover = text::place(play.program(), play.now(), sample.piece);
            format!("{taker} takes {mover} along {}", number_text(*bearing))
        }
    })
}

/// Writes a range of replies, such as `K4,8 along 90: [0.1, 0.5]`. `after` is the position after the
/// first move.
pub(crate) fn replies_text(after: &PlanePlay, sequel: &Sequel) -> String {
    let Sequel { at, family, reply, .. } = sequel;
    let stops = stops_text(reply, at);
    let colon = if stops.is_empty() { "" } else { ": " };
    let effect = after.effect_text(reply.taken, reply.promotion);
    format!("{}{colon}{stops}{effect}", after.way_text(family))
}

/// Writes the distances or the angles of a range. Empty for captures without moving.
fn stops_text(sample: &PlaneMove, at: &Interval) -> String {
    if sample.path == Path::Shot {
        return String::new();
    }
    if at.is_point() {
        return format!("{{{}}}", number_text(at.from));
    }
    let left = if at.from_end == End::Closed { '[' } else { '(' };
    let right = if at.to_end == End::Closed { ']' } else { ')' };
    format!("{left}{}, {}{right}", number_text(at.from), number_text(at.to))
}

/// Writes a number with as many decimals as it needs, but nine at most.
fn number_text(n: f64) -> String {
    let text = format!("{n:.DECIMALS$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
