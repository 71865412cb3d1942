//! Move tables: everything that the generator reads, computed once for each game and arrangement.
//!
//! They contain the moves of all kinds from all sites, after conditions on cells are applied. A
//! lookup only contains reachable cells. Masks beside it contain the cells on which a piece may
//! step or capture. So pieces with different conditions, such as a rook bound to one shade, share
//! lookups.

use crate::model::board_model::BoardModel;
use crate::model::castling::{CastleOption, Grant};
use crate::paths::budget::Meter;
use crate::tables::attack::AttackTables;
use crate::tables::attack::collected::Attacks;
use crate::tables::by_site::BySite;
use crate::tables::castles::Castle;
use crate::tables::columns::{Collected, Columns, Source};
use crate::tables::draws::Bags;
use crate::tables::drops::Pocket;
use crate::tables::kinds::{ByKind, Class, Classes, KINDS, KindSet};
use crate::tables::lookup::LookupPool;
use crate::tables::piece_rows::{KindFlags, OwnerNeeds, PieceRow, SliderRow, SpecialMove};
use crate::tables::predicates::{CompiledPredicates, Takes};
use crate::tables::profile::Profile;
use crate::tables::profiles::{BothSides, KindProfiles, each_kind};
use crate::tables::promotion::{PendingPromotions, PromotionSets, TargetLists};
use crate::tables::results::Results;
use crate::tables::rows::Rows;
use crate::tables::royals::{Safety, crowns, royals_pass, safety};
use crate::tables::setwise::{DoubleStep, Listing, Setwise};
use crate::tables::slides::Slide;
use crate::tables::turns::TurnTables;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::Kept;
use alfil_rules::ids::KindId;
use alfil_rules::player::Leaving;
use alfil_rules::ruleset::{Owner, Royalty};
use alfil_rules::side::{BySide, Side, Sides};
use alfil_topology::sections::{Arrangement, Sections};
use alfil_topology::site_set::{Site, SiteSet};
use std::mem::take;
use std::sync::{Arc, OnceLock};

impl<const W: usize> Tables<W> {
    /// Returns the rows of lookups that belong to `mover`.
    #[inline(always)]
    pub(crate) fn reaches(&self, mover: &PieceRow<W>) -> &[SliderRow<W>] {
        &self.reaches[mover.reaches.0 as usize..mover.reaches.1 as usize]
    }
}

/// All tables of a game in one arrangement.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    /// The number of sites.
    pub(crate) sites: usize,
    /// The number of steps that tracing all paths took.
    pub(crate) traced_steps: usize,
    /// Kinds whose promotion may change which pieces are royal or block, or which attacks count.
    /// See [`crowns`].
    pub(crate) crowned: KindSet,
    pub(crate) royals: KindSet,
    /// All royal kinds with their royalty, if the royalty of some kind is `All` or `Last`.
    /// Otherwise empty.
    pub(crate) shared_royalty: Vec<(KindId, Royalty)>,
    /// The method that keeps royal pieces safe.
    pub(crate) safety: Safety,
    /// True if turns have steps, promotions may be pending, or some kinds do not block. The
    /// generator then restricts moves further.
    pub(crate) restricts: bool,
    /// True if there may be other moves than those of pieces on the board: drops, passes, moves of
    /// sections, promotions without moving.
    pub(crate) has_extras: bool,
    /// Properties of each kind, by side.
    pub(crate) facts: BySide<ByKind<KindFlags>>,
    /// Promotions of each kind, by side.
    pub(crate) promotion: BySide<Vec<PromotionSets<W>>>,
    /// The number of pieces of each kind at the start, by side. A kind that exists only for
    /// promoted pieces counts as the normal kind, as `Q~` counts as `Q`.
    pub(crate) start_counts: BySide<Vec<u32>>,
    /// For each kind, the kinds that count as the same kind.
    pub(crate) counted_as: Vec<Vec<KindId>>,
    /// Tables for turns of several steps; `None` if turns are single moves.
    pub(crate) turn: Option<Box<TurnTables<W>>>,
    /// For each die, the indices of its outcomes.
    pub(crate) bags: Bags,
    /// The dice that keep their values when a turn ends.
    pub(crate) kept_dice: Kept,
    /// Predicates and effects, if there are any.
    pub(crate) predicates: Option<Box<CompiledPredicates<W>>>,
    /// True if turns are single moves, there are no predicates and effects, and no piece is unowned
    /// or neutral.
    pub(crate) is_plain: bool,
    /// True if predicates or effects decide which captures are attacks.
    pub(crate) attacks_are_asked: bool,
    /// True if attacks depend on earlier moves or on counters, through predicates or effects. Then
    /// every move may change attacks.
    pub(crate) verifies_all: bool,
    /// The sides of the game.
    pub(crate) sides: Sides,
    /// The fate of the pieces of a side that is out.
    pub(crate) leaving: Leaving,
    /// The results of goals and of mates.
    pub(crate) results: Results,
    /// True if tests for mate could recurse too deeply. Drops that give a forbidden mate then count
    /// as replies to a check.
    pub(crate) mates_may_recur: bool,
    /// Kinds that do not block other pieces, if there are any.
    pub(crate) transparent: Option<KindSet>,
    /// Neutral kinds, if there are any.
    pub(crate) neutrals: Option<KindSet>,
    pub(crate) unowned: Vec<KindId>,
    /// The zones in which pieces wait for promotion, if there are any.
    pub(crate) pending_promotion: Option<PendingPromotions<W>>,
    /// The parts of the board that players move.
    pub(crate) sections: Sections,
    /// The moves of sections in this arrangement, by owner.
    pub(crate) slides: BySide<Vec<Slide<W>>>,
    /// The places of all sections.
    arrangement: Arrangement,
    /// The tables of the other arrangements. Only tables from [`Tables::of_game`] contain them.
    others: Option<Box<Others<W>>>,
    /// Hands and drops, if the game has them.
    pub(crate) pocket: Option<Pocket<W>>,
    /// All lists of kinds to promote to.
    pub(crate) targets: TargetLists,
    /// Kinds that may promote without moving, by side.
    pub(crate) stays: BySide<Vec<KindId>>,
    /// Piece rows by side. The index is the kind times the number of sites, plus the site.
    pub(crate) movers: BySide<Vec<PieceRow<W>>>,
    /// Classes of kinds, shared by all arrangements.
    pub(crate) classes: Classes,
    /// The class of all royal kinds.
    pub(crate) royal_class: Option<Class>,
    /// Plain moves in columns, by side.
    pub(crate) columns: BySide<Columns<W>>,
    /// Double steps of all pieces of a kind. `DoubleStep::number` is the index.
    pub(crate) pushes: Vec<DoubleStep<W>>,
    /// The lookup rows of all pieces. `PieceRow::reaches` is a range of them.
    pub(crate) reaches: Vec<SliderRow<W>>,
    /// The special moves of all pieces. `PieceRow::specials` is a range of them.
    pub(crate) specials: Vec<SpecialMove<W>>,
    /// Alternative requirements of special moves: cells that must be empty (first set), and cells
    /// that must be occupied (second set).
    pub(crate) ways: Vec<(SiteSet<W>, SiteSet<W>)>,
    /// Alternative requirements of special moves that depend on owners.
    pub(crate) owner_needs: Vec<OwnerNeeds<W>>,
    /// The entries of all lookups.
    pub(crate) entries: Vec<SiteSet<W>>,
    /// Attack tables, by attacking side.
    pub(crate) attacks: BySide<Arc<AttackTables<W>>>,
    /// Castling options, by side.
    pub(crate) castles: BySide<Vec<Castle<W>>>,
    /// Kinds whose en passant captures are generated piece by piece, by side.
    pub(crate) ep_kinds: BySide<Vec<KindId>>,
    /// The castling rights that end when a move touches a site.
    pub(crate) rights_at: BySite<u64, W>,
    /// Drops that give castling rights.
    pub(crate) grants: Vec<Grant>,
}

/// Tables of the other arrangements, built when a position first needs them.
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
    /// Builds the tables of a game: those of its first arrangement now, and all others when a
    /// position first needs them.
    pub fn of_game(arena: &Arc<BoardModel>) -> Tables<W> {
        Tables::metered(arena, None)
    }

    /// Like [`Tables::of_game`], but counts the tracing steps. Once `meter` has exceeded a limit,
    /// the remaining moves are left out.
    pub(crate) fn metered(arena: &Arc<BoardModel>, meter: Option<&Meter>) -> Tables<W> {
        let mut tables = Tables::new(arena, Classes::default(), meter);
        if !arena.sections.is_empty() {
            let others = (0..arena.sections.arrangements()).map(|_| OnceLock::new()).collect();
            let (arena, classes) = (arena.clone(), tables.classes.close());
            tables.others = Some(Box::new(Others { arena, classes, tables: others }));
        }
        tables
    }

    /// Returns the tables of an arrangement. Builds them if necessary.
    #[inline(always)]
    pub(crate) fn of(&self, arrangement: Arrangement) -> &Tables<W> {
        if arrangement == self.arrangement { self } else { self.elsewhere(arrangement) }
    }

    #[inline(always)]
    fn elsewhere(&self, arrangement: Arrangement) -> &Tables<W> {
        debug_assert!(self.others.is_some(), "these tables have no other arrangements");
        self.others.as_ref().and_then(|others| others.of(arrangement)).unwrap_or(self)
    }

    /// Builds the tables of `arena`, whose sites must fit `W` words. `classes` contains the classes
    /// of an earlier arrangement, if there is one.
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
        let promotion: BySide<Vec<PromotionSets<W>>> = BySide::of(arena.rules.sides, |side| {
            let of = |kind| PromotionSets::new(arena, side, kind, &mut targets);
            kinds.ids().map(of).collect()
        });
        let stays = BySide::of(arena.rules.sides, |side| {
            let stays = |kind: &KindId| !promotion[side][kind.index()].stays.is_empty();
            kinds.ids().filter(stays).collect::<Vec<_>>()
        });
        let royals: KindSet = kinds.ids().filter(|&k| kinds[k].royal.is_royal()).collect();
        let royal_class = classes.cover(royals).first().copied();
        let mut movers = BySide::from_fn(|_| Vec::with_capacity(kinds.len() * sites));
        let mut takes = Takes::default();
        let mut traced_steps = 0;
        let mut predicates = CompiledPredicates::new(arena, Takes::default());
        let passing = royals_pass(&arena.rules);
        let attacks = each_kind(arena, passing, meter, |id, kind, both| {
            let BothSides { white, others } = &*both;
            let mut previous_rows: Option<Vec<PieceRow<W>>> = None;
            for side in arena.rules.sides.each() {
                let own = match side {
                    Side::White => white,
                    Side::Black | Side::Third | Side::Fourth => {
                        others.get(side as usize - 1).unwrap_or(white)
                    }
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
                let may_be_royal = kind.royal.is_royal() || crowns(&arena.rules, id);
                let special = |profile: &Profile<W>| !profile.specials.is_empty();
                let otherwise = if facts.promotes || profiles.iter().any(special) {
                    Listing::Singly
                } else {
                    Listing::ByColumn
                };
                let moves = Setwise::new(id, &own.profiles, pieces, &starts, otherwise);
                // Moves of all pieces of a kind at once are not tested for the safety of royal
                // pieces. A capture on the way may remove a blocker, so it needs this test.
                let fits = |setwise: &Setwise<W>| royals.count() == 0 || setwise.jumps.is_empty();
                let mut own_setwise = moves.filter(|setwise| !may_be_royal && fits(setwise));
                for push in own_setwise.iter_mut().flat_map(|setwise| &mut setwise.pushes) {
                    push.number = pushes.len() as u32;
                    pushes.push(push.clone());
                }
                setwise[side].push(own_setwise);
                let known = previous_rows.take().filter(|_| others.is_empty());
                let own = known.unwrap_or_else(|| rows.movers(own, &mut pool));
                movers[side].extend_from_slice(&own);
                previous_rows = Some(own);
            }
        });
        let attacks = Attacks::tables(attacks.alike, attacks.own, arena.rules.sides, &mut classes);
        let shared = kinds.iter().any(|k| matches!(k.royal, Royalty::All | Royalty::Last));
        let royalty = |kind: KindId| (kind, kinds[kind].royal);
        let shared_royalty: Vec<_> = royals.iter().filter(|_| shared).map(royalty).collect();
        let safety = safety(&arena.rules, royal_class.is_some(), shared, &attacks);
        let crowned: KindSet = kinds.ids().filter(|&kind| crowns(&arena.rules, kind)).collect();
        let (turn, pocket) = (TurnTables::new(arena), Pocket::new(arena));
        let pending_promotion = PendingPromotions::new(arena, &mut targets);
        predicates.iter_mut().for_each(|all| all.takes = take(&mut takes));
        let unowned: Vec<_> = kinds.ids().filter(|&id| kinds[id].owner == Owner::Nobody).collect();
        let neutrals: KindSet = arena.rules.neutrals().collect();
        let neutrals = Some(neutrals).filter(|kinds| kinds.count() > 0);
        let transparent =
            Some(arena.rules.open_kinds().collect()).filter(|k: &KindSet| k.count() > 0);
        let owned = unowned.is_empty() && neutrals.is_none();
        let verifies_all = arena.rules.attacks_look_back() || !arena.rules.sides.are_two();
        let is_plain =
            turn.is_none() && predicates.is_none() && owned && arena.rules.sides.are_two();
        let restricts = turn.is_some() || pending_promotion.is_some() || transparent.is_some();
        if let Some(actions) = predicates.as_mut().and_then(|all| all.actions.as_mut())
            && !verifies_all
        {
            actions.list_safe_moves(arena, safety);
        }
        // If no attack needs a hurdle, a capture without moving is unsafe only if it removes a
        // blocker. The generator excludes such captures, so they need no test.
        let rifles_are_plain = matches!(safety, Safety::Pins | Safety::None);
        for (side, id) in arena.rules.sides.each().flat_map(|s| kinds.ids().map(move |id| (s, id)))
        {
            let at = id.index() * sites;
            let own = &movers[side][at..at + sites];
            let facts = &mut facts[side][id];
            let stays = !(facts.promotes || kinds[id].royal.is_royal() || crowned.has(id));
            if rifles_are_plain
                && facts.special
                && stays
                && own.iter().all(|m| m.specials.0 == m.specials.1)
            {
                (facts.special, facts.rifle) = (false, true);
            }
        }
        let nothing = pool.nothing();
        let source = Source { reaches: &rows.reaches, families: &rows.families, nothing };
        let setwise_kinds = BySide::of(arena.rules.sides, |side| -> KindSet {
            kinds.ids().filter(|kind| setwise[side][kind.index()].is_some()).collect()
        });
        let columns = BySide::of(arena.rules.sides, |side| {
            let mut columns = Collected::default();
            for ((id, kind), setwise) in kinds.enumerate().zip(take(&mut setwise[side])) {
                let at = id.index() * sites;
                let own = &movers[side][at..at + sites];
                if let Some(setwise) = setwise {
                    columns.add_setwise(setwise);
                } else if kind.royal.is_royal() || crowned.has(id) {
                    columns.add_singly(id);
                } else {
                    let facts = facts[side][id];
                    columns.add(id, facts, own, source);
                }
            }
            columns.finish(nothing, &mut classes)
        });
        let ep_kinds = BySide::of(arena.rules.sides, |side| {
            let takes =
                |kind: &KindId| facts[side][*kind].passant && !setwise_kinds[side].has(*kind);
            kinds.ids().filter(takes).collect()
        });
        let mut tables = Tables {
            sides: arena.rules.sides,
            leaving: arena.rules.leaving,
            results: Results::new(&arena.rules.ends),
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
            start_counts: BySide::of(arena.rules.sides, |side| {
                let count = |kind| arena.start_counts[side][arena.rules.counts_as(kind)];
                kinds.ids().map(count).collect()
            }),
            counted_as: kinds.ids().map(|kind| arena.rules.counted_as(kind).collect()).collect(),
            turn,
            bags: Bags::of(&arena.rules),
            kept_dice: Kept::of(arena.rules.dice.enumerate()),
            predicates,
            is_plain,
            attacks_are_asked: arena.rules.attacks_are_asked(),
            verifies_all,
            mates_may_recur: arena.rules.mates_may_recur(),
            unowned,
            transparent,
            neutrals,
            pending_promotion,
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
            ep_kinds,
            rights_at: BySite::new(0),
            grants: Vec::new(),
        };
        tables.castle_as(arena);
        tables
    }

    /// Returns the same tables with the castling rights of `arena`. Apart from these, `arena` must
    /// describe the same game.
    pub(crate) fn with_castling(&self, arena: &BoardModel) -> Tables<W> {
        let mut tables = self.clone();
        tables.castle_as(arena);
        tables
    }

    fn castle_as(&mut self, arena: &BoardModel) {
        let partner_matters = |c: &CastleOption| {
            let passes_partner = self.sides.enemies(c.side).into_iter().any(|enemy| {
                let slides = &self.attacks[enemy].slides;
                slides.at(c.king.1).iter().any(|line| {
                    let passes = |source| slides.want(line, source).has(c.partner.0);
                    line.sources.into_iter().any(passes)
                })
            });
            let by_lines = self.safety == Safety::Pins && self.neutrals.is_none();
            !by_lines || self.attacks_are_asked || passes_partner
        };
        let castle = |c: &CastleOption| Castle {
            kind: c.kind,
            right: 1 << c.right,
            king: c.king,
            partner: c.partner,
            empty: c.empty.resize(),
            safe: c.safe.iter().copied().collect(),
            partner_matters: partner_matters(c),
        };
        let castles = BySide::of(arena.rules.sides, |side| {
            arena.castles.iter().filter(|c| c.side == side).map(castle).collect()
        });
        self.castles = castles;
        for site in arena.graph.sites() {
            self.rights_at[site] = arena.rights_at(site).0;
        }
        self.grants = arena.grants.clone();
    }

    /// Returns whether captured pieces go to a hand or make pending promotions possible.
    #[inline(always)]
    pub(crate) fn keeps_captured(&self) -> bool {
        self.pocket.is_some() || self.pending_promotion.is_some()
    }

    /// Returns the row of a piece on a site.
    #[inline(always)]
    pub(crate) fn mover(&self, side: Side, kind: KindId, site: Site) -> &PieceRow<W> {
        &self.movers[side][kind.index() * self.sites + site.index()]
    }

    /// Returns the approximate size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let of = |side: Side| {
            let rows = size_of_val(&self.movers[side][..]);
            rows + self.columns[side].bytes() + self.attacks[side].bytes()
        };
        let sides: usize = self.sides.each().map(of).sum();
        size_of_val(&self.entries[..]) + size_of_val(&self.reaches[..]) + sides
    }
}
