//! Single ways of movements, as captures and as what is asked about.
//!
//! Owns: [`CapturePath`], [`capture_paths`], [`taking`]. Takes traced paths; gives what a way captures and what it asks of cells. Invariant: lists of
//! captures stand in the order that [`taking`] looks through.

use crate::paths::path::{End, Needs, Path, Ways};
use crate::tables::piece_rows::OwnerNeeds;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::condition::Condition;

/// One way of a movement from a cell.
#[derive(Clone, Copy, Debug)]
pub struct CapturePath<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// What it captures.
    pub captured: SiteSet<W>,
    /// A piece that is put down elsewhere.
    pub shifted: Option<(Site, Site)>,
    /// The cell on which it captures in passing.
    pub passant: Option<Site>,
    /// What it asks of cells: the end is empty, or what is captured there an enemy.
    pub way: OwnerNeeds<W>,
}

/// A way past some cells to a piece that it takes, whoever's are those that it passes.
#[derive(Clone, Copy, Debug)]
pub struct Span<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// The cells that a piece which goes it wants empty.
    pub passed: SiteSet<W>,
    /// Those that it wants occupied.
    pub hurdles: SiteSet<W>,
}

impl<const W: usize> CapturePath<W> {
    /// Of a path.
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
    /// Whether it asks nothing but whether its end is empty, or what it takes there an enemy.
    pub(super) fn is_leap(&self) -> bool {
        let end = SiteSet::of(self.to);
        let wanted = match self.captured.is_empty() {
            true => Needs { empty: end, ..Needs::NONE },
            false => Needs { foes: end, ..Needs::NONE },
        };
        let ends = self.captured.is_empty() || self.captured == end;
        self.is_plain() && ends && self.way.needs == wanted
    }

    /// Whether it asks nothing but that cells on its way from `site` are empty, and whether what it takes where it ends is an enemy.
    pub(super) fn is_ride(&self, site: Site) -> bool {
        let end = SiteSet::of(self.to);
        let passed = self.span(site).map(|span| span.passed);
        let wanted = passed.map(|empty| Needs { empty, foes: end, ..Needs::NONE });
        self.is_plain() && wanted == Some(self.way.needs)
    }

    /// Whether it puts nothing down elsewhere, and captures nothing in passing.
    fn is_plain(&self) -> bool {
        self.shifted.is_none() && self.passant.is_none() && self.way.passant.is_none()
    }

    /// What lies between `from` and the piece that it takes, if there is anything.
    pub(super) fn span(&self, from: Site) -> Option<Span<W>> {
        let (end, needs) = (SiteSet::of(self.to), &self.way.needs);
        let passed = needs.empty.minus(end);
        let hurdles = (needs.occupied | needs.foes).minus(end);
        let between = !passed.minus(SiteSet::of(from)).is_empty();
        let spans = self.captured == end && needs.friends.is_empty() && between;
        spans.then_some(Span { to: self.to, passed, hurdles })
    }
}

/// The captures among `attacks` that `restriction` allows.
pub fn capture_paths<const W: usize>(
    attacks: &Ways<'_, W>,
    restriction: &Condition,
) -> Vec<CapturePath<W>> {
    // What is kept is large, and paths are small: they are sorted, and there is room for as many as there are.
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

/// Whether a path captures in passing.
pub(super) fn in_passing<const W: usize>(path: &Path<W>) -> bool {
    path.end == End::Passant || path.passant().is_some()
}

/// Those of `takes`, in the order of [`capture_paths`], that capture what stands on `victim`.
pub fn taking<const W: usize>(
    takes: &[CapturePath<W>],
    victim: Site,
) -> impl Iterator<Item = &CapturePath<W>> {
    let single = takes.partition_point(|take| !take.captured.more_than_one());
    let (one, several) = takes.split_at(single);
    let before = one.partition_point(|take| take.captured.first() < Some(victim));
    let one = one[before..].iter().take_while(move |take| take.captured.has(victim));
    one.chain(several.iter().filter(move |take| take.captured.has(victim)))
}
