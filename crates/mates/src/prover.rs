//! Divides intervals of moves into ranges with one answer each, and the types of these answers.

use crate::escape;
use crate::refute::{self, Reply};
use crate::scene::{Parameter, Parameters, Place, Range, Scene};
use alfil_diagnostics::index::Id;
use alfil_plane::geometry::interval::{End, Interval};
use alfil_plane::model::position::{PieceId, PieceSet, PlaneMove, PlanePosition};
use alfil_plane::model::program::{Field, PlaneProgram};
use alfil_plane::moves::families::{self, Facing, Family, Leg, Motion};
use alfil_plane::rules::question;
use alfil_plane::space::track::Track;
use alfil_rules::ids::KindId;
use std::cell::Cell;
use std::collections::VecDeque;

/// The number of ranges into which an interval of moves is divided at most. What is not decided then
/// is left undecided, however wide it is.
const MOST_RANGES: usize = 4000;

/// Proves claims about the moves of a position.
pub(crate) struct Prover<'p> {
    pub(crate) program: &'p PlaneProgram,
    pub(crate) position: &'p PlanePosition,
    /// Ranges narrower than this are left undecided.
    pub(crate) width: f64,
    /// The number of ranges and single moves for which a proof was tried.
    pub(crate) tried: Cell<usize>,
}

/// The moves of one interval with one promotion.
pub(crate) struct Task<'t> {
    pub(crate) family: &'t Family,
    pub(crate) leg: &'t Leg,
    pub(crate) promotion: Option<KindId>,
}

impl<'p> Prover<'p> {
    pub(crate) fn new(program: &'p PlaneProgram, position: &'p PlanePosition, width: f64) -> Self {
        Self { program, position, width, tried: Cell::new(0) }
    }

    /// The number of ranges and single moves for which a proof was tried.
    pub(crate) fn tried(&self) -> usize {
        self.tried.get()
    }

    /// True if ranges can be decided on this surface. The bounds do not cover great circles, paths in
    /// a box, and images beyond joined edges.
    pub(crate) fn bounds_ranges(&self) -> bool {
        self.program.surface().is_flat() && !self.program.surface().is_box()
    }

    /// Returns the answers for all moves of a family.
    pub(crate) fn family(&self, family: Family) -> Proof {
        let mut parts = Vec::new();
        for leg in &family.legs {
            for promotion in family.promotions(self.program, self.position, leg.promotes) {
                self.leg(&Task { family: &family, leg, promotion }, &mut parts);
            }
        }
        let mut shots = Vec::new();
        for &shot in &family.shots {
            for promotion in family.promotions(self.program, self.position, shot.promotes) {
                let mv = family.shoot(self.position, shot, promotion);
                let (at, answer) = (Interval::point(0.0), self.exact(&mv));
                shots.push(Part { at, taken: shot.taken, promotion, answer, sample: mv });
            }
        }
        let faces = family.faces.len();
        let tried = self.tried.get();
        Proof { family, parts, shots, faces, tried }
    }

    /// The answer to one move, by the exact legal replies.
    fn exact(&self, mv: &PlaneMove) -> Answer {
        self.tried.set(self.tried.get() + 1);
        let after = question::advanced(self.program, self.position, mv);
        let replies = families::families(self.program, &after);
        if let Some(reply) =
            replies.iter().find_map(|family| some_move(self.program, &after, family))
        {
            return Answer::Reply(Some(Reply::Move(reply)));
        }
        if question::in_check(self.program, &after, after.side) {
            Answer::Mate
        } else {
            Answer::Reply(None)
        }
    }

    fn part(&self, task: &Task<'_>, at: Interval, answer: Answer) -> Part {
        let sample = self.play(task, at.at(0.5));
        Part { at, taken: task.leg.taken, promotion: task.promotion, answer, sample }
    }

    pub(crate) fn play(&self, task: &Task<'_>, at: f64) -> PlaneMove {
        task.family.play(self.program, self.position, task.leg, at, task.promotion)
    }

    /// Appends the answers for an interval.
    fn leg(&self, task: &Task<'_>, parts: &mut Vec<Part>) {
        let at = task.leg.at;
        if at.is_point() {
            let answer = self.exact(&self.play(task, at.from));
            parts.push(self.part(task, at, answer));
            return;
        }
        if !self.bounds_ranges() {
            return parts.push(self.part(task, at, Answer::Undecided));
        }
        // The widest ranges are divided first, so that a hard one takes nothing from the others.
        let mut left = VecDeque::from([Range::new(at.from, at.to)]);
        let mut done: Vec<(Range, Answer)> = Vec::new();
        while let Some(range) = left.pop_front() {
            let beside = done.iter().find_map(|(other, answer)| match answer {
                Answer::Reply(Some(reply))
                    if other.high == range.low || other.low == range.high =>
                {
                    Some(reply)
                }
                Answer::Reply(_) | Answer::Mate | Answer::Undecided => None,
            });
            let answer = self.range(task, range, beside);
            let divisible = self.place(task, range).is_some()
                && range.width() > self.width
                && done.len() + left.len() < MOST_RANGES;
            match answer {
                Answer::Undecided if divisible => left.extend(range.halves()),
                Answer::Undecided | Answer::Mate | Answer::Reply(_) => done.push((range, answer)),
            }
        }
        done.sort_by(|(a, _), (b, _)| a.low.total_cmp(&b.low));
        self.join(task, &done, parts);
    }

    /// Appends sorted ranges of a leg as parts. Neighbours with the same answer are one part. Where a
    /// proved range meets an undecided one, the end belongs to the proved one.
    fn join(&self, task: &Task<'_>, ranges: &[(Range, Answer)], parts: &mut Vec<Part>) {
        let (leg, first) = (task.leg.at, parts.len());
        for (range, answer) in ranges {
            let is_proved = *answer != Answer::Undecided;
            let is_last = range.high == leg.to;
            let to_end = match (is_last, is_proved) {
                (true, _) => leg.to_end,
                (false, true) => End::Closed,
                (false, false) => End::Open,
            };
            let before = parts[first..].last().map(|last| last.at.to_end);
            if let Some(last) = parts[first..].last_mut()
                && last.answer == *answer
            {
                last.at = Interval { to: range.high, to_end, ..last.at };
                continue;
            }
            let from_end = match before {
                None => leg.from_end,
                Some(End::Open) if is_proved => End::Closed,
                Some(End::Open | End::Closed) => End::Open,
            };
            let at = Interval { from: range.low, to: range.high, from_end, to_end };
            parts.push(self.part(task, at, answer.clone()));
        }
    }

    /// The place of the piece after a move of a range. `None` if its attacks turn with it, so that
    /// they cannot be bounded.
    pub(crate) fn place(&self, task: &Task<'_>, range: Range) -> Option<Place> {
        let from = self.position.pieces[task.family.piece].at;
        match task.family.motion {
            Motion::Ray { along, .. } => Some(Place::fixed(from).moving(Parameter::Move, along)),
            Motion::Arc { round, facing: Facing::Fixed, .. } => {
                // The way along the circle is not shorter than the straight one.
                let middle = Track::Circle(round).at(range.middle());
                Some(Place::fixed(middle).within(range.width() / 2.0))
            }
            Motion::Great { .. }
            | Motion::Arc { facing: Facing::Follows, .. }
            | Motion::Flight { .. }
            | Motion::Turn
            | Motion::Region
            | Motion::Shot
            | Motion::Bent(_) => None,
        }
    }

    /// The answer for a range of distances, both ends included.
    fn range(&self, task: &Task<'_>, range: Range, before: Option<&Reply>) -> Answer {
        let Some(place) = self.place(task, range) else { return Answer::Undecided };
        self.tried.set(self.tried.get() + 1);
        let mv = self.play(task, range.middle());
        let after = question::advanced(self.program, self.position, &mv);
        let field = Field::new(self.program, &after);
        let skipped = mv.taken.iter().filter(|id| *id < task.family.piece).count();
        let mover = PieceId::from_index(task.family.piece.index() - skipped);
        let scene = Scene::new(&field, mover, place, Parameters::of_move(range));
        let replies = families::families(self.program, &after);
        if replies.is_empty() {
            let is_mate = scene.surely_attacked() && escape::surely_stuck(&scene, mover);
            return if is_mate { Answer::Mate } else { Answer::Undecided };
        }
        match refute::surely_legal(&scene, mover, &replies, before) {
            Some(reply) => Answer::Reply(Some(reply)),
            None => Answer::Undecided,
        }
    }
}

/// Returns a move of a family.
pub(crate) fn some_move(
    program: &PlaneProgram,
    position: &PlanePosition,
    family: &Family,
) -> Option<PlaneMove> {
    if let Some(shot) = family.shots.first() {
        let choices = family.promotions(program, position, shot.promotes);
        return Some(family.shoot(position, *shot, *choices.first()?));
    }
    if let Some(leg) = family.legs.first() {
        let choices = family.promotions(program, position, leg.promotes);
        return Some(family.play(program, position, leg, leg.at.at(0.5), *choices.first()?));
    }
    let face = family.faces.first()?;
    let choices = family.promotions(program, position, face.verdict.promotes);
    Some(family.land(program, position, face.verdict, *face.points.first()?, *choices.first()?))
}

/// What follows after the moves of a range.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The opponent is mated.
    Mate,
    /// The opponent has this legal reply, or is stalemated if there is none.
    Reply(Option<Reply>),
    /// Neither is proved.
    Undecided,
}

/// A range of moves of a family with the same answer.
#[derive(Clone, Debug)]
pub struct Part {
    /// The distances, or the angles.
    pub at: Interval,
    /// The captured pieces.
    pub taken: PieceSet,
    /// The kind after a promotion.
    pub promotion: Option<KindId>,
    /// What is proved for all of them.
    pub answer: Answer,
    /// A move of the range. The pieces of a reply are those of the position after it.
    pub sample: PlaneMove,
}

/// The answers for a family.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The family.
    pub family: Family,
    /// The answers for rays, arcs and turns, by rising distance.
    pub parts: Vec<Part>,
    /// The answers for captures without moving.
    /// Their distance is 0.
    pub shots: Vec<Part>,
    /// The number of faces that were not examined.
    pub faces: usize,
    /// The number of ranges and single moves for which a proof was tried.
    pub tried: usize,
}
