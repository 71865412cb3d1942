//! What else moves do.
//!
//! Owns: [`Effect`] and [`Deed`]. Takes: built by `resolve/deed.rs`. Gives: what both executors do once a
//! piece has gone where it goes. Invariant: the choices of a line are at most [`MAX_CHOICES`], and so are those
//! of all lines together.

use crate::condition::{Area, Condition};
use crate::ids::KindId;
use crate::question::{
    Anchor, CounterId, Lookahead, Men, Pattern, Pieces, Question, Subject, Test, Whose,
};
use alfil_diagnostics::source::Span;

/// The most that a player chooses with one move.
pub const MAX_CHOICES: usize = 4;

/// A line of `effects`, asked once the piece has gone where it goes. An arena that compiles it has its own
/// areas, conditions and patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect<A = Area, C = Condition, P = Pattern> {
    /// It happens where this is answered with yes; always if there is none.
    pub question: Option<Question<A, C, P>>,
    /// Whether the player may leave it out.
    pub will: Will,
    /// From left to right; what they pick is picked before the first of them.
    pub deeds: Vec<Deed<A, P>>,
    /// Where it is written.
    pub span: Span,
}

/// Whether a line of effects is left to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Will {
    /// It happens; where it has nothing to choose from, there is no such move.
    Must,
    /// It may be left out, and is where it has nothing to choose from.
    May,
}

/// One deed, of the side that moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed<A = Area, P = Pattern> {
    /// The royal pieces of the side that moved must be safe by now, else there is no such move.
    KingSafe,
    /// Its counter is so much higher, up to 255.
    Count(u8, CounterId),
    /// The counter begins again from 0.
    Reset(Whose, CounterId),
    /// The pieces are gone.
    Remove(Picked<A, P>),
    /// They are captured.
    Capture(Picked<A, P>),
    /// A piece is put on an empty cell.
    Place(Supplied, Spot<A, P>),
    /// They are of another kind.
    Becomes(Picked<A, P>, Becoming),
    /// They are the other side's.
    ChangesSide(Picked<A, P>),
    /// They go to an empty cell.
    GoesTo(Picked<A, P>, Spot<A, P>),
    /// They go to the hand of this side.
    GoesToHand(Picked<A, P>, Whose),
    /// They go along a line, as far as its cells are empty.
    GoesAlong(Picked<A, P>, Along),
}

/// A way along the shortest line through a piece and a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Along {
    /// The cell.
    pub anchor: Anchor,
    /// Which way.
    pub course: Course,
    /// The most cells that a piece goes, if that is limited: from 1.
    pub most: Option<u8>,
}

/// A direction, seen from a cell of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// To the cell, and no further.
    Toward,
    /// On and on.
    AwayFrom,
}

impl Course {
    /// The word for it in definitions.
    pub fn word(self) -> &'static str {
        match self {
            Course::Toward => "toward",
            Course::AwayFrom => "away from",
        }
    }
}

/// The pieces of a deed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picked<A = Area, P = Pattern> {
    /// How many of them.
    pub extent: Extent,
    /// Which.
    pub pieces: Pieces<A, P>,
}

/// How many of those that fit are picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All of them.
    Each,
    /// One, as the player chooses.
    One,
}

/// What is placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supplied {
    /// Of one of these kinds, as the player chooses.
    pub kinds: Vec<KindId>,
    /// Whether a hand gives it.
    pub from: Source,
}

/// Where placed pieces come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Nowhere: there are always more.
    Nowhere,
    /// The hand of the side that moved, which must hold one.
    Hand,
}

/// A cell, or one of several as the player chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot<A = Area, P = Pattern> {
    /// One of these.
    Anchors(Vec<Anchor>),
    /// One empty cell that passes the filters.
    Empty(Picked<A, P>),
    /// The start cell of the piece's kind and side: of several the one of the shade where it stood or was taken, or
    /// if that is not one, of its file. Nowhere if that is not one either.
    Origin,
}

/// What pieces become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Becoming {
    /// Of this kind.
    Kind(Vec<KindId>),
    /// Of the kind that was captured; the last if there were several.
    Victim,
    /// Of the kind behind its own in this list.
    Next(Vec<KindId>),
}

impl<A, C, P> Effect<A, C, P> {
    /// Whether some deed does more than count.
    pub fn changes_pieces(&self) -> bool {
        self.deeds.iter().any(|deed| !matches!(deed, Deed::Count(..) | Deed::Reset(..)))
    }

    /// True if it changes the board or a hand, or leaves its player a choice.
    pub(crate) fn acts(&self) -> bool {
        self.changes_pieces() || self.choices() > 0
    }

    /// Whether some deed may cost a side a piece of a kind that satisfies `is`: what is captured is gone already, and
    /// what only moves is still there.
    pub(crate) fn may_cost(&self, is: &impl Fn(KindId) -> bool, kinds: &[KindId]) -> bool {
        let moves = |kind| {
            let asked = self.question.as_ref();
            asked.is_none_or(|asked| asked.may_move(kind) || !asked.is_of_pieces())
        };
        let may_be = |picked: &Picked<A, P>, kind| match &picked.pieces.what {
            Subject::Men(men) => men.has(kind),
            Subject::Anchor(Anchor::Victim) | Subject::Empty | Subject::Cells => false,
            Subject::Anchor(Anchor::Mover | Anchor::End) => moves(kind),
            Subject::Anchor(
                Anchor::Start
                | Anchor::Partner
                | Anchor::Behind
                | Anchor::Beyond
                | Anchor::Above
                | Anchor::Below
                | Anchor::LastMover
                | Anchor::LastStart,
            ) => true,
        };
        self.deeds.iter().any(|deed| match deed {
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Place(..)
            | Deed::GoesTo(..)
            | Deed::GoesAlong(..) => false,
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::Becomes(picked, _)
            | Deed::ChangesSide(picked)
            | Deed::GoesToHand(picked, _) => {
                kinds.iter().any(|&kind| is(kind) && may_be(picked, kind))
            }
        })
    }

    /// Whether all it does is to count and to place pieces where a move began, and where one begins tells whether it happens, if
    /// it is no castling.
    pub fn places_at_start(&self) -> bool {
        let at_start = |anchor: &Anchor| matches!(anchor, Anchor::Start | Anchor::Partner);
        let places = |deed: &Deed<A, P>| match deed {
            Deed::Count(..) | Deed::Reset(..) => true,
            Deed::Place(_, Spot::Anchors(anchors)) => anchors.iter().all(at_start),
            Deed::Place(_, Spot::Empty(_) | Spot::Origin)
            | Deed::KingSafe
            | Deed::Remove(_)
            | Deed::Capture(_)
            | Deed::Becomes(..)
            | Deed::ChangesSide(_)
            | Deed::GoesTo(..)
            | Deed::GoesToHand(..)
            | Deed::GoesAlong(..) => false,
        };
        self.question.as_ref().is_none_or(Question::hangs_on_start) && self.deeds.iter().all(places)
    }

    /// True if it may make a capture impossible because it finds nothing to choose from. `room` says that some cell is empty when
    /// its turn comes.
    pub(crate) fn may_bar(&self, room: bool) -> bool {
        let finds_room = |spot: &Spot<A, P>| match spot {
            Spot::Empty(picked) => room && picked.pieces.filters.is_empty(),
            Spot::Anchors(_) | Spot::Origin => false,
        };
        let one = |picked: &Picked<A, P>| picked.extent == Extent::One;
        let may_lack = |deed: &Deed<A, P>| match deed {
            Deed::KingSafe | Deed::Count(..) | Deed::Reset(..) => false,
            Deed::Place(what, to) => {
                deed.choices() > 0 && (what.from == Source::Hand || !finds_room(to))
            }
            Deed::GoesTo(picked, to) => {
                let chooses = match to {
                    Spot::Anchors(anchors) => anchors.len() > 1,
                    Spot::Empty(_) => !finds_room(to),
                    Spot::Origin => false,
                };
                one(picked) || chooses
            }
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::ChangesSide(picked)
            | Deed::Becomes(picked, _)
            | Deed::GoesToHand(picked, _)
            | Deed::GoesAlong(picked, _) => one(picked),
        };
        self.will == Will::Must && self.deeds.iter().any(may_lack)
    }

    /// True if it may add pieces to the board.
    pub(crate) fn fills_cells(&self) -> bool {
        self.deeds.iter().any(|deed| match deed {
            Deed::Place(..) => true,
            Deed::GoesTo(picked, _) | Deed::GoesAlong(picked, _) => picked.is_victim(),
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Remove(_)
            | Deed::Capture(_)
            | Deed::ChangesSide(_)
            | Deed::Becomes(..)
            | Deed::GoesToHand(..) => false,
        })
    }

    /// Whether it can make a move impossible.
    pub fn may_fail(&self) -> bool {
        self.choices() > 0 || self.deeds.iter().any(|deed| matches!(deed, Deed::KingSafe))
    }

    /// The most that its player chooses.
    pub fn choices(&self) -> usize {
        let deeds: usize = self.deeds.iter().map(Deed::choices).sum();
        deeds + usize::from(self.will == Will::May)
    }

    /// How much of the game it looks at, for its question or for what it picks.
    pub fn level(&self) -> Lookahead {
        let spot = |spot: &Spot<A, P>| match spot {
            Spot::Empty(picked) => picked.pieces.level(),
            Spot::Anchors(_) | Spot::Origin => Lookahead::Move,
        };
        let of = |deed: &Deed<A, P>| {
            let picked = deed.picked().map_or(Lookahead::Move, |picked| picked.pieces.level());
            match deed {
                Deed::KingSafe => Lookahead::Attack,
                Deed::Place(_, to) | Deed::GoesTo(_, to) => picked.max(spot(to)),
                Deed::Count(..)
                | Deed::Reset(..)
                | Deed::Remove(_)
                | Deed::Capture(_)
                | Deed::Becomes(..)
                | Deed::ChangesSide(_)
                | Deed::GoesToHand(..)
                | Deed::GoesAlong(..) => picked,
            }
        };
        let asked = self.question.as_ref().map_or(Lookahead::Move, Question::level);
        self.deeds.iter().map(of).fold(asked, Lookahead::max)
    }

    /// Whether a deed names an anchor that satisfies `is`.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let spot = |deed: &Deed<A, P>| match deed {
            Deed::Place(_, Spot::Anchors(to)) | Deed::GoesTo(_, Spot::Anchors(to)) => {
                to.iter().any(|&anchor| is(anchor))
            }
            Deed::GoesAlong(_, along) => is(along.anchor),
            Deed::Place(_, Spot::Empty(_) | Spot::Origin)
            | Deed::GoesTo(_, Spot::Empty(_) | Spot::Origin)
            | Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Remove(_)
            | Deed::Capture(_)
            | Deed::Becomes(..)
            | Deed::ChangesSide(_)
            | Deed::GoesToHand(..) => false,
        };
        self.picks(&|pieces| pieces.names_anchor(is)) || self.deeds.iter().any(spot)
    }

    /// Whether a deed places what is in hand.
    pub fn places_from_hand(&self) -> bool {
        let places =
            |deed: &Deed<A, P>| matches!(deed, Deed::Place(what, _) if what.from == Source::Hand);
        self.deeds.iter().any(places)
    }

    /// Whether some filter of pieces in a deed satisfies `is`.
    pub fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        self.picks(&|pieces| pieces.tests(is))
    }

    /// Whether what it does depends on what is remembered or counted of moves.
    pub(crate) fn looks_back(&self) -> bool {
        self.question.as_ref().is_some_and(Question::looks_back)
            || self.names_anchor(&Anchor::is_of_last)
            || self.tests(&|test| matches!(test, Test::NeverMoved))
    }

    /// Whether a deed is about pieces or cells that satisfy `are`.
    fn picks(&self, are: &dyn Fn(&Pieces<A, P>) -> bool) -> bool {
        self.deeds.iter().any(|deed| {
            let to = match deed {
                Deed::Place(_, Spot::Empty(to)) | Deed::GoesTo(_, Spot::Empty(to)) => Some(to),
                Deed::Place(..)
                | Deed::GoesTo(..)
                | Deed::KingSafe
                | Deed::Count(..)
                | Deed::Reset(..)
                | Deed::Remove(_)
                | Deed::Capture(_)
                | Deed::Becomes(..)
                | Deed::ChangesSide(_)
                | Deed::GoesToHand(..)
                | Deed::GoesAlong(..) => None,
            };
            deed.picked().into_iter().chain(to).any(|picked| are(&picked.pieces))
        })
    }

    /// The same with other areas, conditions and patterns.
    pub fn map<B, D, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        cells: &mut impl FnMut(&C) -> D,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Effect<B, D, Q> {
        Effect {
            question: self.question.as_ref().map(|asked| asked.map(area, cells, pattern)),
            will: self.will,
            deeds: self.deeds.iter().map(|deed| deed.map(area, pattern)).collect(),
            span: self.span,
        }
    }
}

impl<A, P> Deed<A, P> {
    /// How much of it the player chooses.
    pub fn choices(&self) -> usize {
        let one = |picked: &Picked<A, P>| usize::from(picked.extent == Extent::One);
        let spot = |spot: &Spot<A, P>| match spot {
            Spot::Anchors(anchors) => usize::from(anchors.len() > 1),
            Spot::Empty(picked) => one(picked),
            Spot::Origin => 0,
        };
        match self {
            Deed::KingSafe | Deed::Count(..) | Deed::Reset(..) => 0,
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::ChangesSide(picked)
            | Deed::GoesToHand(picked, _)
            | Deed::GoesAlong(picked, _) => one(picked),
            Deed::Place(what, to) => spot(to).max(usize::from(what.kinds.len() > 1)),
            Deed::Becomes(picked, Becoming::Kind(kinds)) => {
                one(picked) + usize::from(kinds.len() > 1)
            }
            Deed::Becomes(picked, Becoming::Victim | Becoming::Next(_)) => one(picked),
            Deed::GoesTo(picked, to) => one(picked) + spot(to),
        }
    }

    /// The pieces that it is about, if they stand on the board already.
    pub fn picked(&self) -> Option<&Picked<A, P>> {
        match self {
            Deed::KingSafe | Deed::Count(..) | Deed::Reset(..) | Deed::Place(..) => None,
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::ChangesSide(picked)
            | Deed::Becomes(picked, _)
            | Deed::GoesTo(picked, _)
            | Deed::GoesToHand(picked, _)
            | Deed::GoesAlong(picked, _) => Some(picked),
        }
    }

    /// The same with other areas and patterns.
    pub(crate) fn map<B, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Deed<B, Q> {
        let mut of = |picked: &Picked<A, P>| Picked {
            extent: picked.extent,
            pieces: picked.pieces.map(area, pattern),
        };
        match self {
            Deed::KingSafe => Deed::KingSafe,
            Deed::Count(times, counter) => Deed::Count(*times, *counter),
            Deed::Reset(whose, counter) => Deed::Reset(*whose, *counter),
            Deed::Remove(picked) => Deed::Remove(of(picked)),
            Deed::Capture(picked) => Deed::Capture(of(picked)),
            Deed::Place(what, spot) => Deed::Place(what.clone(), spot.map(&mut of)),
            Deed::Becomes(picked, to) => Deed::Becomes(of(picked), to.clone()),
            Deed::ChangesSide(picked) => Deed::ChangesSide(of(picked)),
            Deed::GoesTo(picked, spot) => {
                let picked = of(picked);
                Deed::GoesTo(picked, spot.map(&mut of))
            }
            Deed::GoesToHand(picked, whose) => Deed::GoesToHand(of(picked), *whose),
            Deed::GoesAlong(picked, along) => Deed::GoesAlong(of(picked), *along),
        }
    }
}

impl<A, P> Spot<A, P> {
    fn map<B, Q>(&self, of: &mut impl FnMut(&Picked<A, P>) -> Picked<B, Q>) -> Spot<B, Q> {
        match self {
            Spot::Anchors(anchors) => Spot::Anchors(anchors.clone()),
            Spot::Empty(picked) => Spot::Empty(of(picked)),
            Spot::Origin => Spot::Origin,
        }
    }
}

impl Effect {
    /// The areas that its deeds name.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas = Vec::new();
        let mut area = |area: &Area| areas.push(area.clone());
        for deed in &self.deeds {
            deed.map(&mut area, &mut |_| ());
        }
        areas
    }

    /// The kinds that come into play by it.
    pub fn made(&self) -> impl Iterator<Item = KindId> {
        self.deeds
            .iter()
            .flat_map(|deed| match deed {
                Deed::Place(what, _) => &what.kinds[..],
                Deed::Becomes(_, Becoming::Kind(kinds) | Becoming::Next(kinds)) => &kinds[..],
                Deed::Becomes(_, Becoming::Victim)
                | Deed::KingSafe
                | Deed::Count(..)
                | Deed::Reset(..)
                | Deed::Remove(_)
                | Deed::Capture(_)
                | Deed::ChangesSide(_)
                | Deed::GoesTo(..)
                | Deed::GoesToHand(..)
                | Deed::GoesAlong(..) => &[],
            })
            .copied()
    }

    /// Every set of men that it names, to be changed.
    pub fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        if let Some(question) = &mut self.question {
            question.each_men(change);
        }
        for deed in &mut self.deeds {
            match deed {
                Deed::KingSafe | Deed::Count(..) | Deed::Reset(..) => {}
                Deed::Remove(picked)
                | Deed::Capture(picked)
                | Deed::ChangesSide(picked)
                | Deed::GoesToHand(picked, _)
                | Deed::GoesAlong(picked, _) => picked.pieces.each_men(change),
                Deed::Place(what, spot) => {
                    each_kind(&mut what.kinds, change);
                    spot.each_men(change);
                }
                Deed::Becomes(picked, to) => {
                    picked.pieces.each_men(change);
                    match to {
                        Becoming::Kind(kinds) | Becoming::Next(kinds) => each_kind(kinds, change),
                        Becoming::Victim => {}
                    }
                }
                Deed::GoesTo(picked, spot) => {
                    picked.pieces.each_men(change);
                    spot.each_men(change);
                }
            }
        }
    }
}

impl Spot {
    fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        match self {
            Spot::Empty(picked) => picked.pieces.each_men(change),
            Spot::Anchors(_) | Spot::Origin => {}
        }
    }
}

fn each_kind(kinds: &mut Vec<KindId>, change: &mut impl FnMut(&mut Men)) {
    let mut men = Men { kinds: Some(std::mem::take(kinds)), ..Men::all() };
    change(&mut men);
    *kinds = men.kinds.unwrap_or_default();
}

impl<A, P> Picked<A, P> {
    /// Whether it is what the move captured, which waits beside the board.
    pub fn is_victim(&self) -> bool {
        matches!(self.pieces.what, Subject::Anchor(Anchor::Victim))
    }
}
