//! Legal leaps into a region, with king safety taken out of them.
//!
//! Owns: [`Landing`] (what a landing does) and [`Region`] (the landings of one piece, point by point and
//! as faces). A landing is legal if some area of its kind allows it and every royal piece is safe then.
//! Invariant: what is legal changes only on the curves that areas, promotion and threats name; faces are
//! the areas between them, exact.

use crate::area_move::AreaMove;
use crate::curve::{Curve, Curves};
use crate::field::Field;
use crate::position::{PieceId, PieceSet, Promotes};
use crate::program::PlaneProgram;
use crate::region::{Face, faces, verdicts};
use crate::safety::{Guarded, Stand};
use crate::scalar::Vec2;
use alfil_rules::side::Side;

/// What landing somewhere does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Landing {
    /// What is captured.
    pub taken: PieceSet,
    /// Whether it promotes.
    pub promotes: Promotes,
}

/// Where a piece may land.
pub struct Region<'g, 'f> {
    field: &'f Field<'f>,
    id: PieceId,
    grounds: Vec<AreaMove<'f>>,
    /// For each set of captures, what threatens the royal pieces then; `None` if nothing ever does.
    stands: Option<Vec<(PieceSet, Stand<'g, 'f>)>>,
    curves: Curves,
}

impl<'g, 'f> Region<'g, 'f> {
    /// The region of piece `id`; `None` if it leaps into none.
    pub fn new(guarded: &'g Guarded<'f, 'f>, id: PieceId) -> Option<Self> {
        let field = guarded.field;
        let areas = field.kind(id).moves.areas.iter();
        let grounds: Vec<AreaMove<'f>> =
            areas.filter_map(|area| AreaMove::new(field, id, area)).collect();
        let from = field.piece(id).at;
        let most = grounds.iter().map(|ground| ground.most).reduce(f64::max)?;
        let mut curves = Curves::within(from, most);
        grounds.iter().for_each(|ground| ground.outline(field, &mut curves));
        let mut region = Self { field, id, grounds, stands: None, curves };
        if let Some(limit) = field.kind(id).promotes_from {
            let y = match field.piece(id).side {
                Side::White => limit,
                Side::Black => field.program.size().y - limit,
            };
            region.curves.add(Curve::Line { at: Vec2::new(0.0, y), along: Vec2::new(1.0, 0.0) });
        }
        if guarded.is_unthreatened(id) {
            return Some(region);
        }
        // Which captures occur is known before it is known which of them are safe.
        let mut stands = Vec::new();
        for taken in verdicts(region.curves.all(), region.span(), |p| region.taken(p)) {
            let stand = guarded.stand(id, taken, from, most);
            stand.outlines(&mut region.curves);
            stands.push((taken, stand));
        }
        region.stands = Some(stands);
        Some(region)
    }

    /// What landing at `p` captures, kings not looked at.
    pub(crate) fn taken(&self, p: Vec2) -> Option<PieceSet> {
        self.grounds.iter().find_map(|ground| ground.taken(self.field, p))
    }

    /// What landing at `p` does, if it is legal.
    pub fn at(&self, p: Vec2) -> Option<Landing> {
        let taken = self.taken(p)?;
        let stand = match &self.stands {
            Some(stands) => Some(&stands.iter().find(|(set, _)| *set == taken)?.1),
            None => None,
        };
        if stand.is_some_and(|stand| !stand.is_safe(p)) {
            return None;
        }
        let safe = || stand.is_none_or(|stand| stand.is_safe_for_heir(p));
        let promotes = self.field.promotes(self.id, p, safe)?;
        Some(Landing { taken, promotes })
    }

    /// The faces of the legal landings.
    pub(crate) fn faces(&self) -> Vec<Face<Landing>> {
        self.faces_where(|p| self.at(p))
    }

    /// The faces of landings that only the king forbids.
    pub(crate) fn forbidden(&self) -> Vec<Face<()>> {
        self.faces_where(|p| (self.taken(p).is_some() && self.at(p).is_none()).then_some(()))
    }

    fn faces_where<V: Copy + PartialEq>(&self, ask: impl Fn(Vec2) -> Option<V>) -> Vec<Face<V>> {
        faces(self.curves.all(), self.span(), ask)
    }

    /// From where to where landings lie from left to right.
    fn span(&self) -> (f64, f64) {
        let all = self.grounds.iter().map(AreaMove::span);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), (c, d)| (a.min(c), b.max(d)))
    }
}

/// A point as bearing and distance of a piece of `side` that stands at `from`, and back to the point that
/// these two say.
pub fn polar(side: Side, from: Vec2, to: Vec2) -> (f64, f64, Vec2) {
    let d = PlaneProgram::seen(side, to - from);
    let (bearing, distance) = (d.angle(), d.length());
    (bearing, distance, point(side, from, bearing, distance))
}

/// The point, as a position keeps it, at a bearing and a distance of a piece of `side` that stands at `from`.
pub fn point(side: Side, from: Vec2, bearing: f64, distance: f64) -> Vec2 {
    (from + PlaneProgram::seen(side, Vec2::at_angle(bearing)) * distance).kept()
}
