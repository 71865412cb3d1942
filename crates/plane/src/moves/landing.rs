//! Legal landings in a region: leaps into areas, and paths of two parts.
//!
//! A landing is legal if some area of the kind, or the path, allows it and every royal piece is safe
//! afterwards. Legality changes only on the curves of these motions, of promotion and of threats. So
//! the faces between these curves are exact.

use crate::geometry::cover::Site;
use crate::geometry::curve::Disc;
use crate::geometry::front::Within;
use crate::geometry::region::{Face, any, faces, verdicts};
use crate::geometry::scalar::Vec2;
use crate::model::field::Field;
use crate::model::motion::Bend;
use crate::model::position::{PieceId, PieceSet, Promotes};
use crate::model::program::PlaneProgram;
use crate::moves::area_move::AreaMove;
use crate::moves::bent_move::BentMove;
use crate::moves::safety::{Guarded, MovingThreats};
use crate::space::sink::Curves;
use alfil_rules::side::Side;
use std::cell::OnceCell;

/// The result of a landing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Landing {
    /// The captured pieces.
    pub taken: PieceSet,
    /// The promotion.
    pub promotes: Promotes,
}

/// The motions that lead to the landings of a region.
enum Ways<'f> {
    /// All areas of the piece. Never empty.
    Areas(Vec<AreaMove<'f>>),
    /// One path of two parts.
    Bent(Box<BentMove<'f>>),
}

/// The landings of a piece.
pub struct Region<'g, 'f> {
    field: &'f Field<'f>,
    guarded: &'g Guarded<'f, 'f>,
    id: PieceId,
    ways: Ways<'f>,
    /// The threats, computed on first use.
    threats: OnceCell<Option<Threats<'g, 'f>>>,
    /// The curves of the landings and of promotion, without those of the threats.
    curves: Curves,
}

/// Threats to royal pieces for each possible set of captures.
type Threats<'g, 'f> = Vec<(PieceSet, MovingThreats<'g, 'f>)>;

impl<'g, 'f> Region<'g, 'f> {
    /// Computes the landings of piece `id` by its areas. `None` if the piece has no areas.
    pub fn new(guarded: &'g Guarded<'f, 'f>, id: PieceId) -> Option<Self> {
        let field = guarded.field;
        let areas = field.kind(id).moves.areas.iter();
        let area_moves: Vec<AreaMove<'f>> =
            areas.filter_map(|area| AreaMove::new(field, id, area)).collect();
        let from = field.piece(id).at;
        let most = area_moves.iter().map(|area_move| area_move.most).reduce(f64::max)?;
        let disc = Disc { centre: from, radius: most };
        let mut curves = Curves::within(disc);
        area_moves.iter().for_each(|area_move| area_move.outline(field, &mut curves));
        Some(Self::of(guarded, id, Ways::Areas(area_moves), curves))
    }

    /// Computes the landings of piece `id` by a path of two parts. `None` if the piece may not use
    /// it, or has no stop between the parts.
    pub fn bent(guarded: &'g Guarded<'f, 'f>, id: PieceId, bend: &'f Bend) -> Option<Self> {
        let bent = BentMove::new(guarded.field, id, bend)?;
        let fan = bent.fan()?;
        let mut curves = Curves::within(fan.disc());
        bent.outline(&fan, &mut curves);
        Some(Self::of(guarded, id, Ways::Bent(Box::new(bent)), curves))
    }

    fn of(guarded: &'g Guarded<'f, 'f>, id: PieceId, ways: Ways<'f>, curves: Curves) -> Self {
        let field = guarded.field;
        let mut region = Self { field, guarded, id, ways, threats: OnceCell::new(), curves };
        if let Some(place) = &field.kind(id).promotes_at {
            let (side, surface) = (field.piece(id).side, field.surface());
            place.outlines(side, surface, &mut region.curves);
            field.outlines_of_heirs(id, &mut region.curves);
        }
        region
    }

    /// Returns the threats. `None` if no threat is possible.
    fn threats(&self) -> Option<&Threats<'g, 'f>> {
        let find = || {
            if self.guarded.is_unthreatened(self.id) {
                return None;
            }
            // First all possible sets of captures are found, then the threats for each of them.
            let taken = verdicts(self.curves.all(), &self.within(), |p| self.taken(p)).into_iter();
            let disc = self.curves.disc();
            let threats = |taken| (taken, self.guarded.threats_to_moving(self.id, taken, disc));
            Some(taken.map(threats).collect())
        };
        self.threats.get_or_init(find).as_ref()
    }

    /// A quick test. True means that no landing is legal.
    fn is_hopeless(&self) -> bool {
        let site = match &self.ways {
            Ways::Areas(_) => Site::Disc(self.curves.disc()),
            Ways::Bent(bent) => match bent.fan() {
                Some(fan) => Site::Fan(fan),
                None => return true,
            },
        };
        self.guarded.is_lost(self.id, &site)
            || self.threats().is_some_and(|all| all.iter().all(|(_, one)| one.is_hopeless(&site)))
    }

    /// Returns the captures of a landing at `p`. The safety of royal pieces is ignored.
    pub(crate) fn taken(&self, p: Vec2) -> Option<PieceSet> {
        match &self.ways {
            Ways::Areas(areas) => areas.iter().find_map(|area| area.taken(self.field, p)),
            Ways::Bent(bent) => bent.taken(p),
        }
    }

    /// Returns the result of a landing at `p`, if it is legal.
    pub fn at(&self, p: Vec2) -> Option<Landing> {
        let taken = self.taken(p)?;
        let threat = match self.threats() {
            Some(threats) => Some(&threats.iter().find(|(set, _)| *set == taken)?.1),
            None => None,
        };
        if threat.is_some_and(|threat| !threat.is_safe(p)) {
            return None;
        }
        let safe = || threat.is_none_or(|threat| threat.is_safe_when_promoted(p));
        let promotes = self.field.promotes(self.id, p, safe)?;
        Some(Landing { taken, promotes })
    }

    /// Returns the faces of the legal landings.
    pub(crate) fn faces(&self) -> Vec<Face<Landing>> {
        if self.is_hopeless() { Vec::new() } else { self.faces_where(|p| self.at(p)) }
    }

    /// Returns whether some landing is legal. This takes less time than [`Self::faces`], but not by an
    /// order of magnitude.
    pub(crate) fn has_landing(&self) -> bool {
        !self.is_hopeless()
            && any(self.all_curves().all(), &self.within(), |p| self.at(p).is_some())
    }

    /// Returns the faces of landings that only the safety of royal pieces forbids.
    pub(crate) fn forbidden(&self) -> Vec<Face<()>> {
        self.faces_where(|p| (self.taken(p).is_some() && self.at(p).is_none()).then_some(()))
    }

    fn faces_where<V: Copy + PartialEq>(&self, ask: impl Fn(Vec2) -> Option<V>) -> Vec<Face<V>> {
        faces(self.all_curves().all(), &self.within(), ask)
    }

    /// Returns all curves on which the legality of landings may change.
    fn all_curves(&self) -> Curves {
        let mut curves = self.curves.clone();
        let threats = self.threats().into_iter().flatten();
        threats.for_each(|(_, threat)| threat.outlines(&mut curves));
        curves
    }

    /// Returns where the landings are.
    fn within(&self) -> Within {
        match &self.ways {
            Ways::Areas(areas) => {
                let ends = (f64::INFINITY, f64::NEG_INFINITY);
                let spans = areas.iter().map(AreaMove::span);
                let (left, right) = spans.fold(ends, |(a, b), (c, d)| (a.min(c), b.max(d)));
                Within::Span(left, right)
            }
            Ways::Bent(bent) => bent.within(),
        }
    }
}

/// Returns bearing and distance from `from` to `to` in the frame of a piece of `side`, and the
/// rounded point to which these lead.
pub fn polar(side: Side, from: Vec2, to: Vec2) -> (f64, f64, Vec2) {
    let d = PlaneProgram::seen(side, to - from);
    let (bearing, distance) = (d.angle(), d.length());
    (bearing, distance, point(side, from, bearing, distance))
}

/// Returns the point at a bearing and a distance from a piece of `side`, rounded as positions store
/// it.
pub fn point(side: Side, from: Vec2, bearing: f64, distance: f64) -> Vec2 {
    (from + PlaneProgram::seen(side, Vec2::at_angle(bearing)) * distance).kept()
}
