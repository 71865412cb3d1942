//! Copies of effects in which parts are converted.

use super::{Becoming, Deed, Effect, Picked, Spot, Supplied};
use crate::question::Men;
use crate::question::map::{Convert, EachMen, Types};
use crate::stack::Under;

impl<A, C, P> Effect<A, C, P> {
    /// The same effect with all areas, conditions and patterns converted.
    pub fn map<B, D, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        cells: &mut impl FnMut(&C) -> D,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Effect<B, D, Q> {
        self.convert(&mut Types { area, cells, pattern })
    }

    fn convert<T: Convert<A, C, P>>(&self, to: &mut T) -> Effect<T::Area, T::Cells, T::Pattern> {
        Effect {
            question: self.question.as_ref().map(|question| question.convert(to)),
            will: self.will,
            deeds: self.deeds.iter().map(|deed| deed.convert(to)).collect(),
            span: self.span,
        }
    }
}

impl Effect {
    /// Calls `change` for every description of pieces in the effect, and for the kinds that it
    /// makes.
    pub fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        *self = self.convert(&mut EachMen { change, made: true });
    }

    /// Calls `change` for every description of pieces that the effect asks for or acts on.
    pub fn each_described(&mut self, change: &mut impl FnMut(&mut Men)) {
        *self = self.convert(&mut EachMen::described(change));
    }
}

impl<A, P> Deed<A, P> {
    fn convert<C, T: Convert<A, C, P>>(&self, to: &mut T) -> Deed<T::Area, T::Pattern> {
        match self {
            Deed::KingSafe => Deed::KingSafe,
            Deed::Count(times, counter) => Deed::Count(*times, *counter),
            Deed::Reset(whose, counter) => Deed::Reset(*whose, *counter),
            Deed::Set(whose, counter, amount) => {
                Deed::Set(*whose, *counter, Box::new(amount.convert(to)))
            }
            Deed::Remove(picked) => Deed::Remove(picked.convert(to)),
            Deed::Discard(men) => Deed::Discard(to.men(men)),
            Deed::Capture(picked) => Deed::Capture(picked.convert(to)),
            Deed::Place(what, spot) => {
                let what = Supplied { kinds: to.made(&what.kinds), from: what.from };
                Deed::Place(what, spot.convert(to))
            }
            Deed::Becomes(picked, becoming) => {
                Deed::Becomes(picked.convert(to), becoming.convert(to))
            }
            Deed::ChangesSide(picked) => Deed::ChangesSide(picked.convert(to)),
            Deed::GoesTo(picked, spot) => Deed::GoesTo(picked.convert(to), spot.convert(to)),
            Deed::GoesToHand(picked, whose) => Deed::GoesToHand(picked.convert(to), *whose),
            Deed::GoesAlong(picked, along) => Deed::GoesAlong(picked.convert(to), *along),
            Deed::GoesUnder(picked, under) => {
                let becomes = to.pairs(&under.becomes);
                let under = Under { anchor: under.anchor, becomes };
                Deed::GoesUnder(picked.convert(to), Box::new(under))
            }
            Deed::Carry(load) => Deed::Carry(*load),
        }
    }
}

impl Becoming {
    fn convert<A, C, P>(&self, to: &mut impl Convert<A, C, P>) -> Becoming {
        match self {
            Becoming::Kind(kinds) => Becoming::Kind(to.made(kinds)),
            Becoming::Victim => Becoming::Victim,
            Becoming::Next(kinds) => Becoming::Next(to.made(kinds)),
            Becoming::Paired(pairs) => Becoming::Paired(to.pairs(pairs)),
        }
    }
}

impl<A, P> Spot<A, P> {
    fn convert<C, T: Convert<A, C, P>>(&self, to: &mut T) -> Spot<T::Area, T::Pattern> {
        match self {
            Spot::Anchors(anchors) => Spot::Anchors(anchors.clone()),
            Spot::Empty(picked) => Spot::Empty(picked.convert(to)),
            Spot::Origin => Spot::Origin,
        }
    }
}

impl<A, P> Picked<A, P> {
    fn convert<C, T: Convert<A, C, P>>(&self, to: &mut T) -> Picked<T::Area, T::Pattern> {
        Picked { extent: self.extent, pieces: self.pieces.convert(to) }
    }
}
