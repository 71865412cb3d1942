//! The pieces of a position for the judge, with their images beyond joined edges.
//!
//! The images of a piece are computed once, because most pieces stay where they are while the judge
//! tries the moves of one of them.

use super::body::{Man, Seen};
use super::course::Course;
use super::unroll;
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::model::position::{PieceId, PieceSet};
use alfil_plane::model::program::PlaneProgram;
use std::rc::Rc;

/// Pieces farther away than their bodies reach, and this much more, are not looked at.
const MARGIN: f64 = 1e-6;

/// A piece and its images. The first image is the piece on the plane itself.
#[derive(Clone)]
struct Group<'f> {
    man: Man<'f>,
    images: Rc<[Man<'f>]>,
}

impl<'f> Group<'f> {
    fn of(program: &PlaneProgram, man: Man<'f>) -> Self {
        let home = unroll::folded(program, man.piece.at);
        Self { images: images(program, &man, home).into(), man }
    }
}

/// A piece at `home`, and its images.
fn images<'f>(program: &PlaneProgram, man: &Man<'f>, home: Vec2) -> Vec<Man<'f>> {
    let at = |seen: Seen, at: Vec2| {
        let mut image = man.clone();
        image.seen = seen;
        image.piece.at = at;
        image
    };
    let mut all = vec![at(Seen::Itself, home)];
    if unroll::joins(program) {
        all.extend(unroll::others(program, home).into_iter().map(|(trip, place)| {
            at(if trip.mirrors() { Seen::Mirror } else { Seen::Image }, place)
        }));
    }
    all
}

/// The pieces on the plane.
#[derive(Clone)]
pub(super) struct Crowd<'f> {
    program: &'f PlaneProgram,
    groups: Vec<Group<'f>>,
}

impl<'f> Crowd<'f> {
    pub(super) fn new(program: &'f PlaneProgram, men: impl Iterator<Item = Man<'f>>) -> Self {
        Self { program, groups: men.map(|man| Group::of(program, man)).collect() }
    }

    /// The pieces without their images.
    pub(super) fn men(&self) -> impl Iterator<Item = &Man<'f>> {
        self.groups.iter().map(|group| &group.man)
    }

    /// The piece `id`, if it is still there.
    pub(super) fn find(&self, id: PieceId) -> Option<&Man<'f>> {
        self.men().find(|man| man.id == id)
    }

    /// The pieces except those of `gone`.
    pub(super) fn without(&self, gone: PieceSet) -> Self {
        let stays = |group: &&Group<'f>| !gone.has(group.man.id);
        Self { program: self.program, groups: self.groups.iter().filter(stays).cloned().collect() }
    }

    /// Puts a piece where it is now, in place of where it was.
    pub(super) fn put(&mut self, man: Man<'f>) {
        self.groups.retain(|group| group.man.id != man.id);
        self.groups.push(Group::of(self.program, man));
    }

    /// The pieces and images other than `me` that it may meet on a way of length `far`. It meets its
    /// own images as those of a friend.
    pub(super) fn around(&self, me: &Man<'f>, course: &Course<'_>, far: f64) -> Vec<Man<'f>> {
        let reach = me.shape.reach() + MARGIN;
        let meets = |man: &Man<'f>| {
            course.road.comes_near(man.piece.at, reach + man.shape.reach(), far + MARGIN)
        };
        self.picked(me, meets)
    }

    /// The pieces and images other than `me` whose bodies may overlap one of this reach at a point.
    pub(super) fn near(&self, me: &Man<'f>, at: Vec2, reach: f64) -> Vec<Man<'f>> {
        self.picked(me, |man| (man.piece.at - at).length() <= reach + man.shape.reach() + MARGIN)
    }

    fn picked(&self, me: &Man<'f>, meets: impl Fn(&Man<'f>) -> bool) -> Vec<Man<'f>> {
        let mut all = Vec::new();
        for Group { man, images: own } in &self.groups {
            // A piece on its way may be beyond a joined edge.
            let is_beyond = man.id == me.id && own[0].piece.at != me.piece.at;
            if is_beyond {
                all.extend(images(self.program, man, me.piece.at).into_iter().filter(&meets));
            } else {
                all.extend(own.iter().filter(|man| meets(man)).cloned());
            }
        }
        all.retain(|man| !man.is(me));
        all
    }
}
