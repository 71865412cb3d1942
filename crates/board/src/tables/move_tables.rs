//! Move tables: what every kind of each side may do from every site, conditions folded in.
//!
//! Owns: [`Tables`] and its rows. Takes an arena; gives the generator everything it reads. Invariant:
//! a reach's lookup speaks of cells only, its masks say what may be done there, so one lookup serves
//! the orthodox rook and the shade-bound rook. What it costs is printed by `cargo bench --bench perft`.

use crate::model::board_model::BoardModel;
use crate::model::castling::{CastleOption, Grant};
use crate::paths::budget::Meter;
use crate::tables::attack::AttackTables;
use crate::tables::attack::collected::Attacks;
use crate::tables::castles::Castle;
use crate::tables::columns::{Collected, Columns, Source};
use crate::tables::drops::Pocket;
use crate::tables::kinds::{ByKind, Class, Classes, KINDS, KindSet};
use crate::tables::lookup::LookupPool;
use crate::tables::piece_rows::{KindFlags, OwnerNeeds, PieceRow, SliderRow, SpecialMove};
use crate::tables::predicates::{CompiledPredicates, Takes};
use crate::tables::profile::Profile;
use crate::tables::profiles::{BothSides, KindProfiles, each_kind};
use crate::tables::promotion::{PendingPromotions, PromotionSets, TargetLists};
use crate::tables::rows::Rows;
use crate::tables::royals::{Safety, crowns, royals_pass, safety};
use crate::tables::setwise::{DoubleStep, Listing, Setwise};
use crate::tables::slides::Slide;
use crate::tables::turns::TurnTables;
use crate::topology::by_site::BySite;
use crate::topology::sections::{Arrangement, Sections};
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Owner, Royalty};
use alfil_rules::side::{BySide, Side};
use std::mem::take;
use std::sync::{Arc, OnceLock};

impl<const W: usize> Tables<W> {
    /// Rows of lookups of a mover.
    #[inline(always)]
    pub fn reaches(&self, mover: &PieceRow<W>) -> &[SliderRow<W>] {
        &self.reaches[mover.reaches.0 as usize..mover.reaches.1 as usize]
    }
}

/// Everything the generator reads.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    /// Number of sites.
    pub sites: usize,
    /// How many steps it took to trace all ways.
    pub traced_steps: usize,
    /// Kinds that a move may make royal, or no longer royal.
    pub crowned: KindSet,
    /// Royal kinds.
    pub royals: KindSet,
    /// Royal kinds, if it takes more than one of their pieces for a check: whether it does.
    pub shared_royalty: Vec<(KindId, Royalty)>,
    /// How king safety is kept.
    pub safety: Safety,
    /// Whether turns have steps, pieces wait for their promotion, or some are in nobody's way.
    pub restricts: bool,
    /// Whether something else moves than pieces on the board.
    pub has_extras: bool,
    /// Facts by side and kind.
    pub facts: BySide<ByKind<KindFlags>>,
    /// Promotion by side and kind.
    pub promotion: BySide<Vec<PromotionSets<W>>>,
    /// How many pieces of each kind, promoted twins among them, each side starts with.
    pub start_counts: BySide<Vec<u32>>,
    /// By kind, those that count as pieces of it.
    pub counted_as: Vec<Vec<KindId>>,
    /// Turns, if they are not single moves.
    pub turn: Option<Box<TurnTables<W>>>,
    /// What the game asks of positions and moves, if anything.
    pub predicates: Option<Box<CompiledPredicates<W>>>,
    /// Whether turns are single moves, and nothing is asked of any.
    pub is_plain: bool,
    /// Whether a capture may cost its own side a royal piece.
    pub attacks_are_asked: bool,
    /// Whether what is asked of attacks depends on what is remembered of moves: each has to be tried.
    pub attacks_look_back: bool,
    /// Whether answers to checks are asked no forbidden mates.
    pub mates_may_recur: bool,
    /// Kinds that are in nobody's way, if there are any.
    pub transparent: Option<KindSet>,
    /// Neutral kinds, if there are any.
    pub neutrals: Option<KindSet>,
    /// Kinds that are nobody's.
    pub unowned: Vec<KindId>,
    /// Kinds that wait for their promotion, if there are any.
    pub pending_promotion: Option<PendingPromotions<W>>,
    /// The parts of the board that players move.
    pub sections: Sections,
    /// Where they may go from where they stand, by owner.
    pub slides: BySide<Vec<Slide<W>>>,
    /// Where they stand.
    arrangement: Arrangement,
    /// The same game with sections elsewhere; only the tables that [`Tables::of_game`] gives have them.
    others: Option<Box<Others<W>>>,
    /// Hands, if the game has them.
    pub pocket: Option<Pocket<W>>,
    /// Kinds promoted to.
    pub targets: TargetLists,
    /// Kinds that may promote where they stand, by side.
    pub stays: BySide<Vec<KindId>>,
    /// Rows by side; kind times sites plus site.
    pub movers: BySide<Vec<PieceRow<W>>>,
    /// Classes of kinds, the same in all arrangements.
    pub classes: Classes,
    /// The royal kinds as a class.
    pub royal_class: Option<Class>,
    /// How plain moves are listed, by side.
    pub columns: BySide<Columns<W>>,
    /// Quiet moves of whole sets that leave a trace, by their numbers.
    pub pushes: Vec<DoubleStep<W>>,
    /// Rows of lookups.
    pub reaches: Vec<SliderRow<W>>,
    /// Rows of specials.
    pub specials: Vec<SpecialMove<W>>,
    /// Alternatives of specials: must be empty, must be occupied.
    pub ways: Vec<(SiteSet<W>, SiteSet<W>)>,
    /// Alternatives of owner-sensitive specials.
    pub owner_needs: Vec<OwnerNeeds<W>>,
    /// Entries of every lookup.
    pub entries: Vec<SiteSet<W>>,
    /// Who attacks what, by attacker.
    pub attacks: BySide<Arc<AttackTables<W>>>,
    /// Ways of castling by side.
    pub castles: BySide<Vec<Castle<W>>>,
    /// Kinds that capture en passant piece by piece, by side.
    pub ep_kinds: BySide<Vec<KindId>>,
    /// Rights that end when a site is touched.
    pub rights_at: BySite<u64, W>,
    /// Drops that begin a right.
    pub grants: Vec<Grant>,
}

/// Tables of other arrangements, made when asked for.
#[derive(Clone, Debug)]
struct Others<const W: usize> {
    arena: Arc<BoardModel>,
    classes: Classes,
    tables: Vec<OnceLock<Tables<W>>>,
}

impl<const W: usize> Others<W> {
    #[inline(always)]
    fn of(&self, arrangement: Arrangement) -> Option<&Tables<W>> {
        let tables = self.tables.get(arrangement.index())?;
        let arena = || self.arena.in_arrangement(arrangement);
        Some(tables.get_or_init(|| Tables::new(arena(), self.classes.clone(), None)))
    }
}

impl<const W: usize> Tables<W> {
    /// Compiles a game: its first arrangement now, each other when a position first needs it.
    pub fn of_game(arena: &Arc<BoardModel>) -> Tables<W> {
        Tables::metered(arena, None)
    }

    /// The same while `meter` counts what it takes to trace all ways: once that is over, what is left is left out.
    pub fn metered(arena: &Arc<BoardModel>, meter: Option<&Meter>) -> Tables<W> {
        let mut tables = Tables::new(arena, Classes::default(), meter);
        if !arena.sections.is_empty() {
            let others = (0..arena.sections.arrangements()).map(|_| OnceLock::new()).collect();
            let (arena, classes) = (arena.clone(), tables.classes.close());
            tables.others = Some(Box::new(Others { arena, classes, tables: others }));
        }
        tables
    }

    /// The tables of an arrangement.
    #[inline(always)]
    pub fn of(&self, arrangement: Arrangement) -> &Tables<W> {
        if arrangement == self.arrangement { self } else { self.elsewhere(arrangement) }
    }

    #[inline(always)]
    fn elsewhere(&self, arrangement: Arrangement) -> &Tables<W> {
        debug_assert!(self.others.is_some(), "asked of tables that have no others");
        self.others.as_ref().and_then(|others| others.of(arrangement)).unwrap_or(self)
    }

    /// Compiles `arena`, whose sites must fit `W` words, with the classes that a game begins with, or has.
    fn new(arena: &BoardModel, mut classes: Classes, meter: Option<&Meter>) -> Tables<W> {
        let sites = arena.graph.len();
        let kinds = &arena.rules.kinds;
        assert!(sites <= SiteSet::<W>::CAPACITY && kinds.len() <= KINDS);
        let mut pool = LookupPool::default();
        let mut rows = Rows::default();
        let mut facts = BySide::from_fn(|_| ByKind::new(KindFlags::default()));
        let mut setwise = BySide::from_fn(|_| Vec::new());
        let mut pushes: Vec<DoubleStep<W>> = Vec::new();
        let mut targets = TargetLists::default();
        let promotion: BySide<Vec<PromotionSets<W>>> = BySide::from_fn(|side| {
            let of = |kind| PromotionSets::new(arena, side, kind, &mut targets);
            kinds.ids().map(of).collect()
        });
        let stays = BySide::from_fn(|side| {
            let stays = |kind: &KindId| !promotion[side][kind.index()].stays.is_empty();
            kinds.ids().filter(stays).collect::<Vec<_>>()
        });
        let royals: KindSet = kinds.ids().filter(|&k| kinds[k].royal.is_royal()).collect();
        let royal_class = classes.cover(royals).first().copied();
        let mut movers = BySide::from_fn(|_| Vec::with_capacity(kinds.len() * sites));
        let mut takes = Takes::default();
        let mut traced_steps = 0;
        let mut asks = CompiledPredicates::new(arena, Takes::default());
        let passing = royals_pass(&arena.rules);
        let attacks = each_kind(arena, passing, meter, |id, kind, both| {
            let BothSides { white, black } = &*both;
            let mut drawn: Option<Vec<PieceRow<W>>> = None;
            for side in Side::BOTH {
                let own = match side {
                    Side::White => white,
                    Side::Black => black.as_ref().unwrap_or(white),
                };
                let KindProfiles { profiles, .. } = own;
                traced_steps += own.steps;
                takes[side].push(own.takes.clone());
                let facts = &mut facts[side][id];
                facts.promotes = kind.promotions.iter().any(|rule| rule.on.moves());
                facts.irreversible = arena.irreversible[side][id];
                facts.owner_dependent = profiles.iter().any(|p| !p.owner_sensitive.is_empty());
                let special = |p: &Profile<W>| !(p.rifle.is_empty() && p.specials.is_empty());
                facts.special = facts.owner_dependent || profiles.iter().any(special);
                facts.passant = profiles.iter().any(|p| p.items.iter().any(|(_, e)| e.passant));
                let pieces = arena.start_counts[side][id];
                let starts = promotion[side][id.index()].starts();
                let apart = kind.royal.is_royal() || crowns(&arena.rules, id);
                let special = |profile: &Profile<W>| !profile.specials.is_empty();
                let otherwise = match facts.promotes || profiles.iter().any(special) {
                    true => Listing::Singly,
                    false => Listing::ByColumn,
                };
                let at_once = Setwise::new(id, &own.profiles, pieces, &starts, otherwise);
                // What is captured on the way may have stood between a royal piece and an enemy.
                let fits = |setwise: &Setwise<W>| royals.count() == 0 || setwise.jumps.is_empty();
                let mut all_at_once = at_once.filter(|setwise| !apart && fits(setwise));
                for push in all_at_once.iter_mut().flat_map(|setwise| &mut setwise.pushes) {
                    push.number = pushes.len() as u32;
                    pushes.push(push.clone());
                }
                setwise[side].push(all_at_once);
                let known = drawn.take().filter(|_| black.is_none());
                let own = known.unwrap_or_else(|| rows.movers(own, &mut pool));
                movers[side].extend_from_slice(&own);
                drawn = Some(own);
            }
        });
        let attacks = Attacks::tables(attacks.alike, attacks.own, &mut classes);
        let shared = kinds.iter().any(|k| matches!(k.royal, Royalty::All | Royalty::Last));
        let royalty = |kind: KindId| (kind, kinds[kind].royal);
        let shared_royalty: Vec<_> = royals.iter().filter(|_| shared).map(royalty).collect();
        let safety = safety(&arena.rules, royal_class.is_some(), shared, &attacks);
        let crowned: KindSet = kinds.ids().filter(|&kind| crowns(&arena.rules, kind)).collect();
        let (turn, pocket) = (TurnTables::new(arena), Pocket::new(arena));
        let waits = PendingPromotions::new(arena, &mut targets);
        asks.iter_mut().for_each(|asks| asks.takes = take(&mut takes));
        let nobodys: Vec<_> = kinds.ids().filter(|&id| kinds[id].owner == Owner::Nobody).collect();
        let neutrals: KindSet = arena.rules.neutrals().collect();
        let neutrals = Some(neutrals).filter(|kinds| kinds.count() > 0);
        let open = Some(arena.rules.open_kinds().collect()).filter(|k: &KindSet| k.count() > 0);
        let owned = nobodys.is_empty() && neutrals.is_none();
        let attacks_look_back = arena.rules.attacks_look_back();
        let is_plain = turn.is_none() && asks.is_none() && owned;
        let restricts = turn.is_some() || waits.is_some() || open.is_some();
        if let Some(deeds) = asks.as_mut().and_then(|asks| asks.actions.as_mut())
            && !attacks_look_back
        {
            deeds.list_safe_moves(arena, safety);
        }
        // Where nothing hangs on a capture but whether it uncovers a king, those without moving need not be tried.
        let shoots = matches!(safety, Safety::Pins | Safety::None);
        for (side, id) in Side::BOTH.into_iter().flat_map(|s| kinds.ids().map(move |id| (s, id))) {
            let at = id.index() * sites;
            let own = &movers[side][at..at + sites];
            let facts = &mut facts[side][id];
            let stays = !(facts.promotes || kinds[id].royal.is_royal() || crowned.has(id));
            if shoots && facts.special && stays && own.iter().all(|m| m.specials.0 == m.specials.1)
            {
                (facts.special, facts.rifle) = (false, true);
            }
        }
        let nothing = pool.nothing();
        let source = Source { reaches: &rows.reaches, families: &rows.families, nothing };
        let at_once = BySide::from_fn(|side| -> KindSet {
            kinds.ids().filter(|kind| setwise[side][kind.index()].is_some()).collect()
        });
        let columns = BySide::from_fn(|side| {
            let mut collected = Collected::default();
            for ((id, kind), setwise) in kinds.enumerate().zip(take(&mut setwise[side])) {
                let at = id.index() * sites;
                let own = &movers[side][at..at + sites];
                if let Some(setwise) = setwise {
                    collected.add_setwise(setwise);
                } else if kind.royal.is_royal() || crowned.has(id) {
                    collected.add_singly(id);
                } else {
                    let facts = facts[side][id];
                    collected.add(id, facts, own, source);
                }
            }
            collected.finish(nothing, &mut classes)
        });
        let passants = BySide::from_fn(|side| {
            let takes = |kind: &KindId| facts[side][*kind].passant && !at_once[side].has(*kind);
            kinds.ids().filter(takes).collect()
        });
        let mut tables = Tables {
            restricts,
            has_extras: turn.is_some()
                || pocket.is_some()
                || stays.0.iter().any(|kinds| !kinds.is_empty())
                || !arena.sections.is_empty(),
            sites,
            traced_steps,
            crowned,
            royals,
            shared_royalty,
            safety,
            facts,
            promotion,
            start_counts: BySide::from_fn(|side| {
                let count = |kind| arena.start_counts[side][arena.rules.counts_as(kind)];
                kinds.ids().map(count).collect()
            }),
            counted_as: kinds.ids().map(|kind| arena.rules.counted_as(kind).collect()).collect(),
            turn,
            predicates: asks,
            is_plain,
            attacks_are_asked: arena.rules.attacks_are_asked(),
            attacks_look_back,
            mates_may_recur: arena.rules.mates_may_recur(),
            unowned: nobodys,
            transparent: open,
            neutrals,
            pending_promotion: waits,
            sections: arena.sections.clone(),
            slides: Slide::all(arena),
            arrangement: arena.arrangement,
            others: None,
            pocket,
            targets,
            stays,
            movers,
            classes,
            royal_class,
            columns,
            pushes,
            reaches: rows.reaches,
            specials: rows.specials,
            ways: rows.ways,
            owner_needs: rows.owner_needs,
            entries: pool.entries,
            attacks,
            castles: BySide::default(),
            ep_kinds: passants,
            rights_at: BySite::new(0),
            grants: Vec::new(),
        };
        tables.castle_as(arena);
        tables
    }

    /// The same for `arena`, the same game with other castling rights.
    pub fn with_castling(&self, arena: &BoardModel) -> Tables<W> {
        let mut tables = self.clone();
        tables.castle_as(arena);
        tables
    }

    fn castle_as(&mut self, arena: &BoardModel) {
        let castle = |c: &CastleOption| Castle {
            kind: c.kind,
            right: 1 << c.right,
            king: c.king,
            partner: c.partner,
            empty: c.empty.resize(),
            safe: c.safe.iter().copied().collect(),
        };
        let castles = BySide::from_fn(|side| {
            arena.castles.iter().filter(|c| c.side == side).map(castle).collect()
        });
        self.castles = castles;
        for site in arena.graph.sites() {
            self.rights_at[site] = arena.rights_at(site).0;
        }
        self.grants = arena.grants.clone();
    }

    /// Whether captured pieces go somewhere, or let others promote.
    #[inline(always)]
    pub fn keeps_captured(&self) -> bool {
        self.pocket.is_some() || self.pending_promotion.is_some()
    }

    /// The row of a piece on a site.
    #[inline(always)]
    pub fn mover(&self, side: Side, kind: KindId, site: Site) -> &PieceRow<W> {
        &self.movers[side][kind.index() * self.sites + site.index()]
    }

    /// Bytes of the tables, about.
    pub fn bytes(&self) -> usize {
        let of = |side: Side| {
            let rows = size_of_val(&self.movers[side][..]);
            rows + self.columns[side].bytes() + self.attacks[side].bytes()
        };
        let sides: usize = Side::BOTH.into_iter().map(of).sum();
        size_of_val(&self.entries[..]) + size_of_val(&self.reaches[..]) + sides
    }
}
