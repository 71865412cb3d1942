//! The judge's verdicts on promotions: which kinds a piece may become where it arrives.

use super::body::Man;
use super::figure::covers;
use super::{Judge, obstacles, unroll};
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::geometry::shape::Shape;
use alfil_plane::model::position::{KindSet, Promotes};

impl<'f> Judge<'f, '_> {
    /// The promotion of `me` at a point, where it faces in this direction. `None` if it must become
    /// something and may become nothing. `is_safe` tells whether no enemy attacks it there.
    pub(super) fn promotes(
        &self,
        me: &Man<'f>,
        at: Vec2,
        facing: f64,
        is_safe: impl Fn() -> bool,
    ) -> Option<Promotes> {
        if !self.field.must_promote(me.id, at) {
            return Some(Promotes::No);
        }
        let program = self.field.program;
        let rules = program.rules();
        let (_, facing) = program.settled(me.piece.kind, at, facing);
        let at = unroll::folded(program, at);
        let kind = &rules.kinds[me.piece.kind];
        let mut open = KindSet::NONE;
        for &heir in kind.promotions.iter().flat_map(|promotion| &promotion.to) {
            let shape = Shape::of(&program.kind(heir).body, facing);
            let near = self.crowd.near(me, at, shape.reach());
            let fits = !obstacles::block(program, at, at, shape.reach())
                && near.iter().all(|other| {
                    other.id == me.id
                        || other.piece.side != me.piece.side
                        || !covers(&shape, other.piece.at - at)
                });
            let may_be_royal =
                !rules.kinds[heir].royal.is_royal() || kind.royal.is_royal() || is_safe();
            if fits && may_be_royal {
                open = open.with(heir);
            }
        }
        (!open.is_empty()).then_some(Promotes::To(open))
    }
}
