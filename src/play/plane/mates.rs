//! Proofs of mate in one move on a plane, with their words.

use crate::play::plane::state::PlanePlay;
use crate::play::plane::{listing, notation, text};
use alfil_plane::families::Family;
use alfil_plane::interval::{End, Interval};
use alfil_plane::mate::{Answer, Part, Proof, Refusal, Reply, proofs};
use alfil_plane::position::{Path, PlaneMove};

/// The greatest number of decimals in the words of an interval. Rounding then changes a number by
/// less than the tolerance.
const DECIMALS: usize = 9;

impl PlanePlay {
    /// Proves for all legal moves whether they mate. `each` is called after each family and returns
    /// whether to go on. Parts narrower than `width` are left undecided.
    pub fn mates(
        &self,
        width: f64,
        each: impl FnMut(&Proof) -> bool,
    ) -> Result<Vec<Proof>, &'static str> {
        proofs(&self.program, &self.now, width, each).map_err(|refusal| match refusal {
            Refusal::MateDoesNotLose => "mate does not lose this game, so there is none to prove",
            Refusal::Goals => {
                "this game may also end by a goal or a claim, and proofs on a plane are about mate only"
            }
        })
    }

    /// Writes the reply to the moves of a part: a move, or a capture whose distance depends on the
    /// move. `None` for stalemate.
    pub fn reply(&self, reply: Option<&Reply>, sample: &PlaneMove) -> Option<String> {
        let after = PlanePlay::begin(&self.program, self.after(sample));
        Some(match reply? {
            Reply::Move(mv) => notation::write_move(&after, &after.legal(), mv),
            Reply::Takes { piece, bearing } => {
                let name = text::place(&self.program, after.now(), *piece);
                let mover = text::place(&self.program, &self.now, sample.piece);
                format!("{name} takes {mover} along {}", number(*bearing))
            }
        })
    }

    /// The text of the position.
    pub fn position_text(&self) -> String {
        self.text()
    }

    /// Writes the piece and the motion of a family, such as `R4,1 along 90`.
    pub fn told_way(&self, family: &Family) -> String {
        listing::way(self, family)
    }

    /// Writes the moves of a part, such as `[3.75, 4.25) x p4,7 =Q`.
    pub fn told_part(&self, part: &Part) -> String {
        let is_shot = part.sample.path == Path::Shot;
        let mut told = if is_shot { String::new() } else { told(&part.at) };
        if !part.taken.is_empty() {
            let taken = part.taken.iter().map(|id| text::place(&self.program, &self.now, id));
            told += &format!(" x {}", taken.collect::<Vec<_>>().join(" "));
        }
        if let Some(kind) = part.promotion {
            let letter = self.program.rules().kinds[kind].letter;
            told += &format!(" ={letter}");
        }
        told
    }

    /// Writes an answer for people: `mate`, `not decided`, or the reply.
    pub fn told_answer(&self, answer: &Answer, sample: &PlaneMove) -> String {
        match answer {
            Answer::Mate => "mate".to_owned(),
            Answer::Undecided => "not decided".to_owned(),
            Answer::Reply(reply) => match self.reply(reply.as_ref(), sample) {
                Some(reply) => format!("no, {reply}"),
                None => "no, stalemate".to_owned(),
            },
        }
    }
}

/// Writes an interval with nine decimals at most.
fn told(at: &Interval) -> String {
    if at.is_point() {
        return format!("{{{}}}", number(at.from));
    }
    let left = if at.from_end == End::Closed { '[' } else { '(' };
    let right = if at.to_end == End::Closed { ']' } else { ')' };
    format!("{left}{}, {}{right}", number(at.from), number(at.to))
}

fn number(n: f64) -> String {
    let text = format!("{n:.DECIMALS$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
