//! Single paths of a movement, for captures and for the patterns of predicates.
//!
//! Lists from [`capture_paths`] are sorted so that [`taking`] finds the captures of a cell by
//! binary search.

use crate::paths::path::{End, Needs, Path, Ways};
use crate::tables::piece_rows::OwnerNeeds;
use alfil_rules::condition::Condition;
use alfil_topology::site_set::{Site, SiteSet};

/// A path of a movement from a cell, with its captures and requirements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapturePath<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// The captured cells. The en passant square is not one of them.
    pub(crate) captured: SiteSet<W>,
    /// The start and end cell of a captured piece that is put down elsewhere.
    pub(crate) shifted: Option<(Site, Site)>,
    /// The en passant square, if the path captures en passant.
    pub(crate) passant: Option<Site>,
    /// All requirements. They include that the last cell is empty, or holds an enemy to capture.
    pub(crate) way: OwnerNeeds<W>,
}

/// The cells on the way to a capture on the last cell of a path. Predicates about cells between
/// pieces use them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// The cells on the way that must be empty.
    pub(crate) passed: SiteSet<W>,
    /// The cells on the way that must be occupied.
    pub(crate) hurdles: SiteSet<W>,
}

impl<const W: usize> CapturePath<W> {
    /// Converts a traced path.
    pub(super) fn of(path: &Path<W>) -> CapturePath<W> {
        let mut way = OwnerNeeds { needs: path.needs(), passant: path.passant() };
        let mut captured = path.captured();
        let mut passant = path.passant().map(|passant| passant.cell);
        match path.end {
            End::Quiet => way.needs.empty.insert(path.to),
            End::Capture => {
                way.needs.foes.insert(path.to);
                captured.insert(path.to);
            }
            End::Explicit => {}
            End::Passant => {
                way.needs.empty.insert(path.to);
                passant = Some(path.to);
            }
        }
        CapturePath { to: path.to, captured, shifted: path.shifted(), passant, way }
    }
}

impl<const W: usize> CapturePath<W> {
    /// Returns whether the path only requires that its last cell is empty or, if it captures there,
    /// holds an enemy.
    pub(super) fn is_leap(&self) -> bool {
        let end = SiteSet::of(self.to);
        let wanted = if self.captured.is_empty() {
            Needs { empty: end, ..Needs::NONE }
        } else {
            Needs { foes: end, ..Needs::NONE }
        };
        let ends = self.captured.is_empty() || self.captured == end;
        self.is_plain() && ends && self.way.needs == wanted
    }

    /// Returns whether the path only requires empty cells on its way from `site` and an enemy on
    /// its last cell.
    pub(super) fn is_ride(&self, site: Site) -> bool {
        let end = SiteSet::of(self.to);
        let passed = self.span(site).map(|span| span.passed);
        let wanted = passed.map(|empty| Needs { empty, foes: end, ..Needs::NONE });
        self.is_plain() && wanted == Some(self.way.needs)
    }

    /// Returns whether the path displaces no second piece and captures nothing en passant.
    fn is_plain(&self) -> bool {
        self.shifted.is_none() && self.passant.is_none() && self.way.passant.is_none()
    }

    /// Returns the cells between `from` and the capture on the last cell. `None` if no cell between
    /// must be empty, or if the path captures elsewhere or requires own pieces.
    pub(super) fn span(&self, from: Site) -> Option<Span<W>> {
        let (end, needs) = (SiteSet::of(self.to), &self.way.needs);
        let passed = needs.empty.minus(end);
        let hurdles = (needs.occupied | needs.foes).minus(end);
        let between = !passed.minus(SiteSet::of(from)).is_empty();
        let spans = self.captured == end && needs.friends.is_empty() && between;
        spans.then_some(Span { to: self.to, passed, hurdles })
    }
}

/// Returns the captures among `attacks` that `restriction` allows, in the order that [`taking`]
/// needs. En passant captures are left out.
pub(crate) fn capture_paths<const W: usize>(
    attacks: &Ways<'_, W>,
    restriction: &Condition,
) -> Vec<CapturePath<W>> {
    // A converted capture is much larger than its path, so the paths are sorted before they are
    // converted.
    let victims = |path: &Path<W>| match path.end {
        End::Capture => path.captured() | SiteSet::of(path.to),
        End::Quiet | End::Explicit | End::Passant => path.captured(),
    };
    let allowed = attacks.under(restriction).filter(|way| way.allowed).map(|way| way.path);
    let of = |path| (victims(path), path);
    let takes = allowed.filter(|path| !in_passing(path)).map(of);
    let mut takes: Vec<_> = takes.filter(|(victims, _)| !victims.is_empty()).collect();
    takes.sort_by_key(|(victims, _)| (victims.more_than_one(), victims.first()));
    takes.into_iter().map(|(_, path)| CapturePath::of(path)).collect()
}

/// Returns whether a path captures en passant.
pub(super) fn in_passing<const W: usize>(path: &Path<W>) -> bool {
    path.end == End::Passant || path.passant().is_some()
}

/// Returns the paths of `takes` that capture on `victim`. `takes` must come from [`capture_paths`].
pub(crate) fn taking<const W: usize>(
    takes: &[CapturePath<W>],
    victim: Site,
) -> impl Iterator<Item = &CapturePath<W>> {
    let single = takes.partition_point(|take| !take.captured.more_than_one());
    let (one, several) = takes.split_at(single);
    let before = one.partition_point(|take| take.captured.first() < Some(victim));
    let one = one[before..].iter().take_while(move |take| take.captured.has(victim));
    one.chain(several.iter().filter(move |take| take.captured.has(victim)))
}
