//! What effects may do, before any position is known.

use super::shape::Shape;
use super::{Deed, Effect, Picked, Source, Will};
use crate::condition::Area;
use crate::ids::KindId;
use crate::question::facts::Node;
use crate::question::{Anchor, Lookahead, Needs, Pieces, Question, Subject, Test};

impl<A, C, P> Effect<A, C, P> {
    /// True if some action does more than add to a counter or reset it.
    pub fn changes_pieces(&self) -> bool {
        self.deeds.iter().any(|deed| !matches!(deed, Deed::Count(..) | Deed::Reset(..)))
    }

    /// True if some action does more than change a counter, or the player has a choice.
    pub(crate) fn acts(&self) -> bool {
        self.changes_pieces() || self.choices() > 0
    }

    /// True if some action may take a piece away from a side, and `is` returns true for the kind of
    /// the piece. A piece that becomes another kind counts if `is` returns false for the new kind.
    /// The captured piece is gone already and does not count. Actions that only move pieces do not
    /// count either.
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
        let costs = |shape: &Shape<'_, A, P>, kind: KindId| {
            let taken = shape.taken().is_some_and(|picked| may_be(picked, kind));
            taken && shape.may_end(kind, is, kinds)
                || shape.discards.is_some_and(|men| men.has(kind))
        };
        self.deeds.iter().any(|deed| {
            let shape = deed.shape();
            kinds.iter().any(|&kind| is(kind) && costs(&shape, kind))
        })
    }

    /// True if the effect only changes counters, or places pieces on the start cell of the mover or
    /// of its castling partner. In addition, only the mover and its start cell may decide whether
    /// the effect happens. Castling itself is not considered.
    pub fn places_at_start(&self) -> bool {
        self.question.as_ref().is_none_or(Question::hangs_on_start)
            && self.deeds.iter().all(|deed| deed.shape().places_at_start())
    }

    /// True if the effect may make a capture illegal because nothing can be chosen. `room` is true
    /// if some cell was empty before the effect.
    pub(crate) fn may_bar(&self, room: bool) -> bool {
        self.will == Will::Must && self.deeds.iter().any(|deed| deed.shape().may_lack(room))
    }

    /// True if the effect may add pieces to the board.
    pub(crate) fn fills_cells(&self) -> bool {
        self.deeds.iter().any(|deed| deed.shape().fills_cells())
    }

    /// True if the effect may make a move illegal.
    pub fn may_fail(&self) -> bool {
        self.choices() > 0 || self.deeds.iter().any(|deed| matches!(deed, Deed::KingSafe))
    }

    /// Maximum number of choices that the effect gives the player.
    pub fn choices(&self) -> usize {
        let deeds: usize = self.deeds.iter().map(Deed::choices).sum();
        deeds + usize::from(self.will == Will::May)
    }

    /// The highest lookahead that the effect needs, for its question and for the selection of
    /// pieces.
    pub fn level(&self) -> Lookahead {
        let of = |deed: &Deed<A, P>| {
            let is_check = matches!(deed, Deed::KingSafe);
            let least = if is_check { Lookahead::Attack } else { Lookahead::Move };
            deed.described().map(Pieces::level).fold(least, Lookahead::max)
        };
        let question = self.question.as_ref().map_or(Lookahead::Move, Question::level);
        self.deeds.iter().map(of).fold(question, Lookahead::max)
    }

    /// True if an action names an anchor for which `is` returns true.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let mut names = false;
        self.walk(&mut |node| names |= matches!(node, Node::Anchor(anchor) if is(anchor)));
        names
    }

    /// Whether an action places a piece from a hand.
    pub fn places_from_hand(&self) -> bool {
        let places =
            |deed: &Deed<A, P>| matches!(deed, Deed::Place(what, _) if what.from == Source::Hand);
        self.deeds.iter().any(places)
    }

    /// True if an action has a filter of pieces for which `is` returns true.
    pub fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        let mut tests = false;
        self.walk(&mut |node| tests |= matches!(node, Node::Test(test) if is(test)));
        tests
    }

    /// Whether the effect depends on past moves: the last move, unmoved pieces, counters or dice.
    pub(crate) fn looks_back(&self) -> bool {
        self.question.as_ref().is_some_and(Question::looks_back)
            || self.deeds.iter().any(|deed| deed.needs().meets(Needs::EARLIER))
    }
}

impl Effect {
    /// All areas in the actions of the effect.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas = Vec::new();
        self.walk(&mut |node| {
            if let Node::Area(area) = node {
                areas.push(area.clone());
            }
        });
        areas
    }

    /// Kinds that the actions of the effect can bring into play.
    pub fn made(&self) -> impl Iterator<Item = KindId> {
        self.deeds.iter().flat_map(|deed| deed.shape().makes())
    }
}
