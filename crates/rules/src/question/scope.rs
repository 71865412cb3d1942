//! The information on which a question depends, under the names that the rest of the program uses.
//! The results are upper bounds: a question may depend on less.

use super::facts::{Maker, Node};
use super::{Anchor, Lookahead, MoveFact, Needs, Pieces, Question, Test};
use crate::sight::Sight;

impl<A, C, P> Question<A, C, P> {
    /// How much of the game the question examines.
    pub fn level(&self) -> Lookahead {
        self.needs().level()
    }

    /// Whether the question depends on a move.
    pub fn asks_move(&self) -> bool {
        self.needs().meets(Needs::MOVE)
    }

    /// Returns true if the question has the same value for all moves of a position. Pieces and
    /// cells of an earlier move are the same for all of them.
    pub fn is_of_position(&self) -> bool {
        let facts = self.facts();
        facts.earlier.is_some() || !facts.all_needs().meets(Needs::MOVE)
    }

    /// Whether the question depends on the position after the move.
    pub fn looks_ahead(&self) -> bool {
        self.needs().meets(Needs::AFTER | Needs::CHECKING)
    }

    /// Whether the question depends on past moves: the last move, unmoved pieces, clocks, counters
    /// or dice.
    pub(crate) fn looks_back(&self) -> bool {
        self.needs().meets(Needs::EARLIER)
    }

    /// Whether the question depends on the previous move.
    pub(crate) fn names_last(&self) -> bool {
        self.needs().meets(Needs::PAST | Needs::LAST)
    }

    /// Whether the question mentions `passing`. Only such sentences of `every move` restrict
    /// passes.
    pub fn names_passes(&self) -> bool {
        self.needs().meets(Needs::PASSING)
    }

    /// Whether the question depends only on three things: the move, the cells between its ends, and
    /// the cells that its terms test.
    pub(crate) fn is_of_the_way(&self) -> bool {
        self.needs().within(Needs::WAY)
    }

    /// True if the question has the same value for all moves of one piece from one cell, before and
    /// after the move. Castling itself is not considered.
    pub(crate) fn hangs_on_start(&self) -> bool {
        self.needs().within(Needs::AT_START)
    }

    /// True if the answer follows from what a side with this sight sees, for a question about its
    /// move.
    pub(crate) fn follows(&self, sight: Sight) -> bool {
        // The captured piece stands on a cell that the side can reach.
        let prey = if sight == Sight::Own { Needs::NONE } else { Needs::PREY };
        self.needs().within(Needs::SEEN | prey)
    }

    /// True if the question can be true for captures only.
    pub fn is_of_captures(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Capturing(_)))
    }

    /// True if the question can be true for castling only.
    pub fn is_of_castling(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Castling))
    }

    /// True if the question can be true only for moves with a fact for which `is` returns true.
    fn is_of(&self, is: &dyn Fn(&MoveFact) -> bool) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().any(|part| part.is_of(is));
        }
        if let Question::Any(parts) = self {
            return parts.iter().all(|part| part.is_of(is));
        }
        matches!(self, Question::Move(fact) if is(fact))
    }

    /// True if the question can be true only for moves of pieces on the board.
    pub fn is_of_pieces(&self) -> bool {
        self.is_of(&|fact| fact.facts().maker == Maker::Piece)
    }

    /// True if the question can be true only for moves that move no piece of the board: drops and
    /// passes.
    pub fn is_of_no_piece(&self) -> bool {
        self.is_of(&|fact| fact.facts().maker == Maker::NoPiece)
    }

    /// True if the question can be true for drops only.
    pub fn is_of_drops(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Dropping(_)))
    }

    /// True if the question names an anchor for which `is` returns true.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let mut names = false;
        self.walk(&mut |node| names |= matches!(node, Node::Anchor(anchor) if is(anchor)));
        names
    }

    /// True if the question has a filter of pieces for which `is` returns true.
    pub fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        let mut tests = false;
        self.walk(&mut |node| tests |= matches!(node, Node::Test(test) if is(test)));
        tests
    }

    /// All areas and conditions in the question.
    pub fn named(&self) -> (Vec<A>, Vec<C>)
    where
        A: Clone,
        C: Clone,
    {
        let (mut areas, mut conditions) = (Vec::new(), Vec::new());
        self.walk(&mut |node| {
            if let Node::Area(area) = node {
                areas.push(area.clone());
            }
            if let Node::Cells(cells) = node {
                conditions.push(cells.clone());
            }
        });
        (areas, conditions)
    }
}

impl<A, P> Pieces<A, P> {
    /// The lookahead that the filters need.
    pub fn level(&self) -> Lookahead {
        self.needs().level()
    }

    /// Whether the description depends on a move.
    pub fn asks_move(&self) -> bool {
        self.needs().meets(Needs::ANCHORS)
    }

    /// True if the description names an anchor for which `is` returns true.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let mut names = false;
        self.walk(&mut |node: Node<'_, A, (), P>| {
            names |= matches!(node, Node::Anchor(anchor) if is(anchor));
        });
        names
    }

    /// True if `is` returns true for a filter, here or in the pieces that filters name.
    pub(crate) fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        let mut tests = false;
        self.walk(&mut |node: Node<'_, A, (), P>| {
            tests |= matches!(node, Node::Test(test) if is(test));
        });
        tests
    }
}
