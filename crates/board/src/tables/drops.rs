//! Hands for the fast generator: what the tables know of them.
//!
//! Owns: [`Pocket`]. Takes an arena. Invariant: says what
//! [`DropOption`] and [`Hand`](alfil_rules::hand::Hand) say.

use crate::model::board_model::BoardModel;
use crate::model::hands::DropOption;
use crate::tables::kinds::KindSet;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::{BySide, Side};

/// What becomes of captured pieces, and what may be dropped where.
#[derive(Clone, Debug)]
pub struct Pocket<const W: usize> {
    /// Into whose hand White's captures go, then Black's: of White's pieces and of Black's.
    goes_to: BySide<BySide<Option<Side>>>,
    /// Neutral kinds.
    neutrals: KindSet,
    nobodys: KindSet,
    /// Kinds that no hand counts, since their supply never ends.
    pub supply: KindSet,
    /// As what, by kind.
    pub reverts_to: Vec<KindId>,
    /// What may be dropped, by side; kinds in order, each once.
    pub drops: BySide<Vec<Drops<W>>>,
    /// Cells of the same file, by site.
    pub files: Vec<SiteSet<W>>,
    /// Cells of the same shade, by site.
    pub shades: Vec<SiteSet<W>>,
}

/// The drops of a kind.
#[derive(Clone, Debug)]
pub struct Drops<const W: usize> {
    /// What is dropped.
    pub kind: KindId,
    /// Whether there is always one more.
    pub endless: bool,
    /// Whether it may mate.
    pub may_mate: bool,
    /// How; never empty.
    pub ways: Vec<Drop<W>>,
}

/// A way of dropping, packed.
#[derive(Clone, Debug)]
pub struct Drop<const W: usize> {
    /// Where it may land.
    pub cells: SiteSet<W>,
    /// Where of these it may not land as it is.
    pub dead: SiteSet<W>,
    /// The most of its kind on one file, 0 for any number.
    pub on_file: u8,
    /// The same on one shade.
    pub on_shade: u8,
    /// The same on the board.
    pub on_board: u8,
}

impl<const W: usize> Pocket<W> {
    /// Of a game with hands.
    pub fn new(arena: &BoardModel) -> Option<Pocket<W>> {
        let hand = arena.rules.hand.as_ref()?;
        let (kinds, graph) = (&arena.rules.kinds, &arena.graph);
        let alike = |same: &dyn Fn(Site, Site) -> bool| -> Vec<SiteSet<W>> {
            let of = |site| graph.sites().filter(|&other| same(site, other)).collect();
            graph.sites().map(of).collect()
        };
        let drops = |side: Side| {
            let of = |kind: KindId| {
                // Only what promotes as it lands looks beyond the cells for what does not.
                let promotes = kinds[kind].promotions.iter().any(|rule| rule.on.drop);
                let cells = move |option: &DropOption| match promotes {
                    true => option.cells,
                    false => option.plain,
                };
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
            goes_to: BySide::from_fn(|captor| BySide::from_fn(|owner| hand.goes_to(captor, owner))),
            neutrals: arena.rules.neutrals().collect(),
            nobodys: kinds.ids().filter(|&kind| kinds[kind].owner == Owner::Nobody).collect(),
            supply: hand.supply.iter().copied().collect(),
            reverts_to: kinds
                .enumerate()
                .map(|(id, k)| k.reverts_to.map_or(id, |r| r.to))
                .collect(),
            drops: BySide::from_fn(drops),
            files: alike(&|a, b| graph.file_rank(a).0 == graph.file_rank(b).0),
            shades: alike(&|a, b| graph.shade(a) == graph.shade(b)),
        })
    }

    /// Into whose hand a piece of `owner` goes that `captor` captures, and as what.
    #[inline(always)]
    pub fn goes_to(&self, captor: Side, owner: Side, kind: KindId) -> Option<(Side, KindId)> {
        let unowned = self.nobodys.has(kind);
        let owner = if unowned || self.neutrals.has(kind) { captor.other() } else { owner };
        // An unowned piece has no owner to go back to.
        let side = self.goes_to[captor][owner].filter(|&to| !unowned || to == captor)?;
        Some((side, self.held_as(kind)?))
    }

    /// As what a piece of `kind` is held; `None` if there is always one more of that.
    #[inline(always)]
    pub fn held_as(&self, kind: KindId) -> Option<KindId> {
        let kind = self.reverts_to[kind.index()];
        (!self.supply.has(kind)).then_some(kind)
    }
}
