//! Hands and drops in the form that the generator reads.
//!
//! They contain the same rules as [`DropOption`] and [`Hand`](alfil_rules::hand::Hand).

use crate::model::board_model::BoardModel;
use crate::model::hands::DropOption;
use crate::tables::kinds::KindSet;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};

/// The hands to which captured pieces go, and the possible drops.
#[derive(Clone, Debug)]
pub(crate) struct Pocket<const W: usize> {
    /// The side whose hand receives a captured piece: by captor, then by owner of the piece.
    goes_to: BySide<BySide<Option<Side>>>,
    neutrals: KindSet,
    unowned: KindSet,
    /// Kinds with an endless supply, which hands do not count.
    pub(crate) supply: KindSet,
    /// The kind that a captured piece of each kind becomes in hand.
    pub(crate) reverts_to: Vec<KindId>,
    /// The drops of each side, with one entry for each kind, in order.
    pub(crate) drops: BySide<Vec<Drops<W>>>,
    /// For each site, the cells of its file.
    pub(crate) files: Vec<SiteSet<W>>,
    /// For each site, the cells of the same shade.
    pub(crate) shades: Vec<SiteSet<W>>,
}

/// The drops of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Drops<const W: usize> {
    /// The dropped kind.
    pub(crate) kind: KindId,
    /// True if the supply is endless.
    pub(crate) endless: bool,
    /// True if a drop may give mate.
    pub(crate) may_mate: bool,
    /// The ways of dropping; never empty.
    pub(crate) ways: Vec<Drop<W>>,
}

/// A way of dropping a piece.
#[derive(Clone, Debug)]
pub(crate) struct Drop<const W: usize> {
    /// The cells on which it may land.
    pub(crate) cells: SiteSet<W>,
    /// The cells of `cells` on which the piece must promote.
    pub(crate) dead: SiteSet<W>,
    /// The largest number of pieces of this kind and side on one file. 0 means no limit.
    pub(crate) on_file: u8,
    /// The same limit for the cells of one shade.
    pub(crate) on_shade: u8,
    /// The same limit for the whole board.
    pub(crate) on_board: u8,
}

impl<const W: usize> Pocket<W> {
    /// Returns the tables of a game with hands, and `None` for other games.
    pub(crate) fn new(arena: &BoardModel) -> Option<Pocket<W>> {
        let hand = arena.rules.hand.as_ref()?;
        let (kinds, graph) = (&arena.rules.kinds, &arena.graph);
        let alike = |same: &dyn Fn(Site, Site) -> bool| -> Vec<SiteSet<W>> {
            let of = |site| graph.sites().filter(|&other| same(site, other)).collect();
            graph.sites().map(of).collect()
        };
        let drops = |side: Side| {
            let of = |kind: KindId| {
                // A kind that does not promote on drops may only land where it need not promote.
                let promotes = kinds[kind].promotions.iter().any(|rule| rule.on.drop);
                let cells =
                    move |option: &DropOption| if promotes { option.cells } else { option.plain };
                let way = move |option: &DropOption| Drop {
                    cells: cells(option).resize(),
                    dead: cells(option).minus(option.plain).resize(),
                    on_file: option.limits.on_file,
                    on_shade: option.limits.on_shade,
                    on_board: option.limits.on_board,
                };
                let ways: Vec<Drop<W>> = arena.drops[side][kind].iter().map(way).collect();
                (!ways.is_empty()).then(|| Drops {
                    kind,
                    endless: hand.supply.contains(&kind),
                    may_mate: !hand.no_mate.contains(&kind),
                    ways,
                })
            };
            kinds.ids().filter_map(of).collect()
        };
        Some(Pocket {
            goes_to: BySide::of(arena.rules.sides, |captor| {
                BySide::of(arena.rules.sides, |owner| hand.goes_to(captor, owner))
            }),
            neutrals: arena.rules.neutrals().collect(),
            unowned: kinds.ids().filter(|&kind| kinds[kind].owner == Owner::Nobody).collect(),
            supply: hand.supply.iter().copied().collect(),
            reverts_to: kinds
                .enumerate()
                .map(|(id, k)| k.reverts_to.map_or(id, |r| r.to))
                .collect(),
            drops: BySide::of(arena.rules.sides, drops),
            files: alike(&|a, b| graph.file_rank(a).0 == graph.file_rank(b).0),
            shades: alike(&|a, b| graph.shade(a) == graph.shade(b)),
        })
    }

    /// Returns the side whose hand receives a piece of `owner` and `kind` captured by `captor`, and
    /// the kind that the piece becomes there. `None` if the piece leaves the game or its kind has
    /// an endless supply.
    #[inline(always)]
    pub(crate) fn goes_to(
        &self,
        captor: Side,
        owner: Side,
        kind: KindId,
    ) -> Option<(Side, KindId)> {
        let unowned = self.unowned.has(kind);
        let owner = if unowned || self.neutrals.has(kind) { captor.other() } else { owner };
        // An unowned piece goes only to its captor.
        let side = self.goes_to[captor][owner].filter(|&to| !unowned || to == captor)?;
        Some((side, self.held_as(kind)?))
    }

    /// Returns the kind that a piece of `kind` becomes in hand, or `None` if hands do not count it.
    #[inline(always)]
    pub(crate) fn held_as(&self, kind: KindId) -> Option<KindId> {
        let kind = self.reverts_to[kind.index()];
        (!self.supply.has(kind)).then_some(kind)
    }
}
