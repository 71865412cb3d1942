//! Proofs of mate in one move and in two moves on a plane, with their words.

use crate::play::plane::state::PlanePlay;
use crate::play::plane::{listing, notation, text};
use alfil_plane::families::Family;
use alfil_plane::interval::{End, Interval};
use alfil_plane::mate::{Answer, Key, Part, Proof, Refusal, Reply, Sequel, key, proofs};
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
        proofs(&self.program, &self.now, width, each).map_err(refused)
    }

    /// Proves of a legal move whether it mates in two moves at most. Ranges of replies narrower than
    /// `width` are left undecided.
    pub fn key(&self, first: &PlaneMove, width: f64) -> Result<Key, &'static str> {
        key(&self.program, &self.now, first, width).map_err(refused)
    }

    /// The legal moves that are tried as first moves of a mate in two: both ends and the middle of
    /// each interval, one point of each face, and each capture without moving.
    pub fn first_moves(&self) -> Vec<PlaneMove> {
        let (program, now) = (&self.program, &self.now);
        let mut all = Vec::new();
        for family in self.legal() {
            for leg in &family.legs {
                let ends = [leg.at.from, leg.at.at(0.5), leg.at.to];
                let mut tried: Vec<f64> =
                    ends.into_iter().filter(|at| leg.at.contains(*at)).collect();
                tried.dedup();
                for promotion in family.promotions(program, now, leg.promotes) {
                    all.extend(
                        tried.iter().map(|at| family.play(program, now, leg, *at, promotion)),
                    );
                }
            }
            for face in &family.faces {
                for promotion in family.promotions(program, now, face.verdict.promotes) {
                    let to = face.points.first().copied();
                    all.extend(to.map(|to| family.land(program, now, face.verdict, to, promotion)));
                }
            }
            for &shot in &family.shots {
                for promotion in family.promotions(program, now, shot.promotes) {
                    all.push(family.shoot(now, shot, promotion));
                }
            }
        }
        all
    }

    /// Reads a legal move of the present position. An error is the reason why it is not legal.
    pub fn read_move(&self, text: &str) -> Result<PlaneMove, String> {
        notation::find(self, &self.legal(), text)
    }

    /// Writes a move of the present position, such as `R4,1:90:2`.
    pub fn move_text(&self, mv: &PlaneMove) -> String {
        notation::write_move(self, &self.legal(), mv)
    }

    /// The game after a legal move.
    pub fn continued(&self, mv: &PlaneMove) -> PlanePlay {
        PlanePlay::begin(&self.program, self.after(mv))
    }

    /// Writes a range of replies in the position after the first move, such as `K4,8 along 90: [0.1, 0.5]`.
    pub fn told_replies(&self, sequel: &Sequel) -> String {
        let is_shot = sequel.reply.path == Path::Shot;
        let mut words = listing::way(self, &sequel.family);
        if !is_shot {
            words += &format!(": {}", told(&sequel.at));
        }
        if !sequel.reply.taken.is_empty() {
            let taken =
                sequel.reply.taken.iter().map(|id| text::place(&self.program, &self.now, id));
            words += &format!(" x {}", taken.collect::<Vec<_>>().join(" "));
        }
        if let Some(kind) = sequel.reply.promotion {
            words += &format!(" ={}", self.program.rules().kinds[kind].letter);
        }
        words
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

/// Why a game has no proofs of mate.
fn refused(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::MateDoesNotLose => "mate does not lose this game, so there is none to prove",
        Refusal::Goals => {
            "this game may also end by a goal or a claim, and proofs on a plane are about mate only"
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
