//! Proofs of mate in two moves.
//!
//! One first move is examined at a time. Its replies are families too, so they are divided into ranges:
//! for a whole range, one second move must be legal and must mate. The second move is searched after the
//! middle reply of a range. If it does not surely mate after the whole range, the range is halved.
//!
//! ```text
//!   first move       R1,2:90:5
//!   replies          k4,8 along 180   [0.1 ---------- 0.55][0.55 ---- 1]
//!   second moves                      R7,7:90:0.6          R1,7:90:1
//! ```

use crate::escape;
use crate::prover::{Answer, Part, Prover, Task, some_move};
use crate::refute::{self, Reply};
use crate::scene::{Parameters, Range, Scene};
use alfil_diagnostics::index::Id;
use alfil_plane::geometry::interval::{End, Interval};
use alfil_plane::model::position::{PieceId, PlaneMove};
use alfil_plane::model::program::Field;
use alfil_plane::moves::families::{self, Family, Motion};
use alfil_plane::rules::question;
use std::collections::VecDeque;

/// The width of ranges that are left undecided while a second move is searched. A mate that only a
/// narrower range has is not found.
const WIDTH: f64 = 0.02;

/// The number of ranges into which an interval of replies is divided at most.
const MOST_RANGES: usize = 256;

/// What follows after one first move.
#[derive(Clone, PartialEq, Debug)]
pub enum Outlook {
    /// The opponent is mated at once.
    Mate,
    /// Each reply allows a mate. Together, these ranges are all replies.
    Wins(Vec<Sequel>),
    /// After this reply no move mates. `None` if the opponent is stalemated at once.
    Evaded(Option<PlaneMove>),
    /// After this reply no mate is found, but there may be one.
    Undecided(PlaneMove),
}

/// A range of replies with a move that mates after each of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Sequel {
    /// The distances or the angles of the replies. A capture without moving has the distance 0.
    pub at: Interval,
    /// The family of the replies.
    pub family: Family,
    /// One of the replies.
    pub reply: PlaneMove,
    /// The mating move. Its pieces are those of the position after the reply.
    pub second: PlaneMove,
}

/// The result of the search for a mating move.
enum Found {
    Mate(PlaneMove),
    NoMate(Certainty),
}

/// The reason why no mate is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// No move mates.
    Proved,
    /// Some ranges are not decided.
    Open,
}

/// A reply after which no mate is found.
struct Evasion {
    reply: PlaneMove,
    certainty: Certainty,
}

impl Prover<'_> {
    /// Returns what follows after a first move.
    pub(crate) fn in_two(&self, first: &PlaneMove) -> Outlook {
        let after = question::advanced(self.program, self.position, first);
        let replies = families::families(self.program, &after);
        if replies.is_empty() {
            return if question::in_check(self.program, &after, after.side) {
                Outlook::Mate
            } else {
                Outlook::Evaded(None)
            };
        }
        let opponent = Prover { position: &after, tried: self.tried.clone(), ..*self };
        let mut sequels = Vec::new();
        let evasion = replies.iter().find_map(|family| opponent.evades(family, &mut sequels));
        self.tried.set(opponent.tried.get());
        match evasion {
            None => Outlook::Wins(sequels),
            Some(Evasion { reply, certainty: Certainty::Proved }) => Outlook::Evaded(Some(reply)),
            Some(Evasion { reply, certainty: Certainty::Open }) => Outlook::Undecided(reply),
        }
    }

    /// Returns a move of a family after which no mate is proved. `None` if there is a mate after each of
    /// them. These are appended to `sequels`.
    fn evades(&self, family: &Family, sequels: &mut Vec<Sequel>) -> Option<Evasion> {
        for &shot in &family.shots {
            for promotion in family.promotions(self.program, self.position, shot.promotes) {
                let reply = family.shoot(self.position, shot, promotion);
                match self.sequel(&reply) {
                    Found::Mate(second) => {
                        let at = Interval::point(0.0);
                        sequels.push(Sequel { at, family: family.clone(), reply, second });
                    }
                    Found::NoMate(certainty) => return Some(Evasion { reply, certainty }),
                }
            }
        }
        for leg in &family.legs {
            for promotion in family.promotions(self.program, self.position, leg.promotes) {
                let task = Task { family, leg, promotion };
                if let Some(evasion) = self.evades_by(&task, sequels) {
                    return Some(evasion);
                }
            }
        }
        // Landings depend on two numbers, for which the replies to the second move leave no room.
        if family.faces.is_empty() {
            return None;
        }
        let reply = some_move(self.program, self.position, family)?;
        let certainty = match self.sequel(&reply) {
            // Other replies of the family are not examined.
            Found::Mate(_) => Certainty::Open,
            Found::NoMate(certainty) => certainty,
        };
        Some(Evasion { reply, certainty })
    }

    /// Like [`Prover::evades`], for the moves of an interval.
    fn evades_by(&self, task: &Task<'_>, sequels: &mut Vec<Sequel>) -> Option<Evasion> {
        let leg = task.leg.at;
        if leg.is_point() {
            let reply = self.play(task, leg.from);
            return match self.sequel(&reply) {
                Found::Mate(second) => {
                    sequels.push(Sequel { at: leg, family: task.family.clone(), reply, second });
                    None
                }
                Found::NoMate(certainty) => Some(Evasion { reply, certainty }),
            };
        }
        let first = sequels.len();
        let mut known: Option<PlaneMove> = None;
        let mut left = VecDeque::from([Range::new(leg.from, leg.to)]);
        let mut count = 0;
        while let Some(range) = left.pop_front() {
            count += 1;
            let mates = |second: &PlaneMove| self.mates_after(task, range, second);
            let reply = self.play(task, range.middle());
            let second = match known.take().filter(&mates) {
                Some(second) => Some(second),
                None => match self.sequel(&reply) {
                    Found::Mate(second) => {
                        known = Some(second.clone());
                        Some(second).filter(mates)
                    }
                    Found::NoMate(certainty) => return Some(Evasion { reply, certainty }),
                },
            };
            if let Some(second) = second {
                let at = part_of(leg, range);
                known = Some(second.clone());
                match sequels[first..].last_mut() {
                    Some(last) if last.second == second => {
                        last.at = Interval { to: at.to, to_end: at.to_end, ..last.at };
                    }
                    Some(_) | None => {
                        sequels.push(Sequel { at, family: task.family.clone(), reply, second });
                    }
                }
            } else if range.width() <= self.width || count + left.len() >= MOST_RANGES {
                return Some(Evasion { reply, certainty: Certainty::Open });
            } else {
                // The neighbours of a range are often decided by the same move.
                let [low, high] = range.halves();
                left.push_front(high);
                left.push_front(low);
            }
        }
        None
    }

    /// Searches for a move that mates after one reply.
    fn sequel(&self, reply: &PlaneMove) -> Found {
        let after = question::advanced(self.program, self.position, reply);
        let own = Prover { position: &after, width: WIDTH, tried: self.tried.clone(), ..*self };
        let mut is_certain = true;
        let mut found = None;
        for family in families::families(self.program, &after) {
            let proof = own.family(family);
            is_certain &= proof.faces == 0;
            for part in proof.parts.into_iter().chain(proof.shots) {
                is_certain &= part.answer != Answer::Undecided;
                if part.answer == Answer::Mate {
                    // A move in the middle of a wide range still mates after other replies.
                    let wide = |part: &Part| part.at.to - part.at.from;
                    let is_wider = found.as_ref().is_none_or(|best| wide(best) < wide(&part));
                    found = if is_wider { Some(part) } else { found };
                }
            }
            if found.is_some() {
                break;
            }
        }
        self.tried.set(own.tried.get());
        match found {
            Some(part) => Found::Mate(part.sample),
            None if is_certain => Found::NoMate(Certainty::Proved),
            None => Found::NoMate(Certainty::Open),
        }
    }

    /// Returns whether a second move is surely legal and mates after all replies of a range.
    fn mates_after(&self, task: &Task<'_>, range: Range, second: &PlaneMove) -> bool {
        if !self.bounds_ranges() {
            return false;
        }
        let Some(place) = self.place(task, range) else { return false };
        self.tried.set(self.tried.get() + 1);
        let reply = self.play(task, range.middle());
        let after = question::advanced(self.program, self.position, &reply);
        let field = Field::new(self.program, &after);
        let mover = id_after(task.family.piece, &reply);
        let scene = Scene::new(&field, mover, place, Parameters::of_move(range));
        let own: Vec<Family> = families::families(self.program, &after)
            .into_iter()
            .filter(|family| matches!(family.motion, Motion::Ray { .. }))
            .collect();
        if second.taken.has(mover)
            || !refute::is_still_legal(&scene, mover, &own, &Reply::Move(second.clone()))
        {
            return false;
        }
        let end = question::advanced(self.program, &after, second);
        let field = Field::new(self.program, &end);
        let mover = id_after(mover, second);
        let scene = Scene::new(&field, mover, place, Parameters::of_move(range));
        scene.surely_attacked() && escape::surely_stuck(&scene, mover)
    }
}

/// The part of an interval that a range is.
fn part_of(leg: Interval, range: Range) -> Interval {
    let end = |end: End, is_last: bool| if is_last { end } else { End::Closed };
    Interval {
        from: range.low,
        to: range.high,
        from_end: end(leg.from_end, range.low == leg.from),
        to_end: end(leg.to_end, range.high == leg.to),
    }
}

/// Returns the number of a piece after a move that does not capture it.
fn id_after(piece: PieceId, mv: &PlaneMove) -> PieceId {
    let gone = mv.taken.iter().filter(|id| *id < piece).count();
    PieceId::from_index(piece.index() - gone)
}
