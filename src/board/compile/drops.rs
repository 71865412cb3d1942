//! Drops and promotions for the fast generator: what the tables know of them.
//!
//! Owns: [`Pocket`] (hands), [`PromotionSets`], [`Waits`]. Takes an arena. Invariant: says what
//! [`DropOption`](crate::board::game::hands::DropOption) and
//! [`Arena::promotes`](crate::board::game::arena::Arena::promotes) say.

use crate::board::compile::setwise::Starts;
use crate::board::game::arena::Arena;
use crate::board::game::promotion::{Promotes, from_the_left, waits};
use crate::board::space::site_set::{Site, SiteSet};
use crate::rules::hand::Captured;
use crate::rules::ruleset::{KindId, Supply};
use crate::rules::side::{BySide, Side};

/// What becomes of captured pieces, and what may be dropped where.
#[derive(Clone, Debug)]
pub struct Pocket<const W: usize> {
    /// Where captured pieces go.
    pub captured: Captured,
    /// As what, by kind.
    pub reverts_to: Vec<KindId>,
    /// Ways of dropping, by side; kinds in order.
    pub drops: BySide<Vec<Drop<W>>>,
    /// Cells of the same file, by site.
    pub files: Vec<SiteSet<W>>,
    /// Cells of the same shade, by site.
    pub shades: Vec<SiteSet<W>>,
}

/// A way of dropping, packed.
#[derive(Clone, Debug)]
pub struct Drop<const W: usize> {
    /// What is dropped.
    pub kind: KindId,
    /// Where it may land.
    pub cells: SiteSet<W>,
    /// The most of its kind on one file, 0 for any number.
    pub on_file: u8,
    /// The same on one shade.
    pub on_shade: u8,
    /// The same on the board.
    pub on_board: u8,
    /// Whether it may mate.
    pub may_mate: bool,
}

/// Where moves of a kind promote.
#[derive(Clone, Copy, Default, Debug)]
pub struct PromotionSets<const W: usize> {
    /// The zone.
    zone: SiteSet<W>,
    /// Of moves from outside the zone: where they may promote, where they must.
    outside: (SiteSet<W>, SiteSet<W>),
    /// Of moves from inside the zone.
    inside: (SiteSet<W>, SiteSet<W>),
}

impl<const W: usize> PromotionSets<W> {
    /// Of a kind of one side.
    pub fn new(arena: &Arena, side: Side, kind: KindId) -> Self {
        let zone = &arena.promotion_cells[side][kind];
        let sites = || arena.graph.sites();
        // All cells of the zone are alike as starts, and so are all others.
        let sets = |from: Option<Site>| {
            let Some(from) = from else { return (SiteSet::EMPTY, SiteSet::EMPTY) };
            let which = |fits: fn(Promotes) -> bool| {
                sites().filter(|&to| fits(arena.promotes(side, kind, from, to))).collect()
            };
            let must = |p| matches!(p, Promotes::Must | Promotes::Can);
            (which(|p| p != Promotes::Never), which(must))
        };
        PromotionSets {
            zone: zone.resize(),
            outside: sets(sites().find(|&s| !zone.has(s))),
            inside: sets(zone.first()),
        }
    }

    /// Where a move from `from` may promote, and where it must.
    #[inline(always)]
    pub fn of(&self, from: Site) -> (SiteSet<W>, SiteSet<W>) {
        if self.zone.has(from) { self.inside } else { self.outside }
    }

    /// The sites of a board, by how moves from there promote.
    pub fn starts(&self, sites: usize) -> Vec<Starts<W>> {
        let all = SiteSet::first_sites(sites);
        let parts = [all & self.zone, all.minus(self.zone)];
        let parts = if self.inside == self.outside { &[all][..] } else { &parts };
        let of = |sites: &SiteSet<W>| {
            let any = sites.first()?;
            Some(Starts { sites: *sites, any, may_promote: self.of(any).0 })
        };
        parts.iter().filter_map(of).collect()
    }
}

impl<const W: usize> Pocket<W> {
    /// Of a game with hands.
    pub fn new(arena: &Arena) -> Option<Pocket<W>> {
        let hand = arena.rules.hand.as_ref()?;
        let (kinds, graph) = (&arena.rules.kinds, &arena.graph);
        let alike = |same: &dyn Fn(Site, Site) -> bool| -> Vec<SiteSet<W>> {
            let of = |site| graph.sites().filter(|&other| same(site, other)).collect();
            graph.sites().map(of).collect()
        };
        let drops = |side: Side| {
            let of = |kind: KindId| {
                arena.drops[side][kind].iter().map(move |option| Drop {
                    kind,
                    cells: option.cells.resize(),
                    on_file: option.limits.on_file,
                    on_shade: option.limits.on_shade,
                    on_board: option.limits.on_board,
                    may_mate: !hand.no_mate.contains(&kind),
                })
            };
            kinds.ids().flat_map(of).collect()
        };
        Some(Pocket {
            captured: hand.captured,
            reverts_to: kinds
                .enumerate()
                .map(|(id, k)| k.reverts_to.map_or(id, |r| r.to))
                .collect(),
            drops: BySide::from_fn(drops),
            files: alike(&|a, b| graph.file_rank(a).0 == graph.file_rank(b).0),
            shades: alike(&|a, b| graph.shade(a) == graph.shade(b)),
        })
    }
}

/// The zones in which pieces wait for their promotion.
#[derive(Clone, Debug)]
pub struct Waits<const W: usize> {
    /// Kind, and the cells of its zone, also from its owner's left; by side.
    pub zones: BySide<Vec<(KindId, SiteSet<W>, Vec<Site>)>>,
}

impl<const W: usize> Waits<W> {
    /// Of a game in which a kind waits.
    pub fn new(arena: &Arena) -> Option<Waits<W>> {
        let kinds: Vec<KindId> = arena.rules.kinds.ids().filter(|&k| waits(arena, k)).collect();
        let zone = |side: Side, kind: KindId| {
            let zone = arena.promotion_cells[side][kind];
            (kind, zone.resize(), from_the_left(arena, zone, side))
        };
        let zones = |side: Side| kinds.iter().map(|&kind| zone(side, kind)).collect();
        (!kinds.is_empty()).then(|| Waits { zones: BySide::from_fn(zones) })
    }
}

/// Whether the kind promotes only as far as its side has lost others.
pub fn is_limited(arena: &Arena, kind: KindId) -> bool {
    arena.rules.kinds[kind].promotion.as_ref().is_some_and(|p| match p.supply {
        Supply::Lost => true,
        Supply::Endless => false,
    })
}
