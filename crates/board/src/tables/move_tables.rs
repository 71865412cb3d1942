//! Move tables: everything that the generator reads, computed once for each game and arrangement.
//!
//! They contain the moves of all kinds from all sites, after conditions on cells are applied. A
//! lookup only contains reachable cells. Masks beside it contain the cells on which a piece may
//! step or capture. So pieces with different conditions, such as a rook bound to one shade, share
//! lookups.

use crate::model::board_model::BoardModel;
use crate::model::castling::{CastleOption, Grant};
use crate::paths::budget::Meter;
use crate::tables::attack::{AttackTables, Attacks};
use crate::tables::effects::{Safety, crowns, royals_pass, safety};
use crate::tables::kinds::{ByKind, BySite, Class, Classes, KINDS, KindSet};
use crate::tables::lookup::LookupPool;
use crate::tables::piece_rows::{
    Collected, Columns, DoubleStep, KindFlags, Listing, OwnerNeeds, PieceRow, Setwise, SliderRow,
    Source, SpecialMove,
};
use crate::tables::predicates::{CompiledPredicates, Takes};
use crate::tables::profile::Profile;
use crate::tables::promotion::{PendingPromotions, PromotionSets, TargetLists};
use crate::tables::rows::{AllAttacks, BothSides, KindProfiles, Rows, each_kind};
use crate::tables::rules_tables::{Bags, Castle, Pocket, Results, Slide, TurnTables};
use alfil_diagnostics::index::Id;
use alfil_rules::chance::Kept;
use alfil_rules::ids::KindId;
use alfil_rules::look::Leaving;
use alfil_rules::ruleset::{Owner, Royalty, Ruleset};
use alfil_rules::side::{BySide, Side, Sides};
use alfil_topology::sections::{Arrangement, Sections};
use alfil_topology::site_set::{Site, SiteSet};
use std::mem::take;
use std::sync::{Arc, OnceLock};

impl<const W: usize> Tables<W> {
    /// Returns the rows of lookups that belong to `mover`.
    #[inline(always)]
    pub(crate) fn reaches(&self, mover: &PieceRow<W>) -> &[SliderRow<W>] {
        &self.moves.reaches[mover.reaches.0 as usize..mover.reaches.1 as usize]
    }
}

/// All tables of a game in one arrangement.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    /// The number of sites.
    pub(crate) sites: usize,
    /// The moves of all pieces, and of everything else that moves.
    pub(crate) moves: MoveTables<W>,
    /// Attack tables, by attacking side.
    pub(crate) attacks: BySide<Arc<AttackTables<W>>>,
    /// The royal kinds.
    pub(crate) royalty: RoyalTables,
    /// Tables for turns of several steps; `None` if turns are single moves.
    pub(crate) turn: Option<Box<TurnTables<W>>>,
    /// What moves mean for the game.
    pub(crate) rules: RuleTables<W>,
    /// The way in which the generator works.
    pub(crate) mode: Mode,
    /// Classes of kinds, shared by all arrangements.
    pub(crate) classes: Classes,
    /// The places of all sections.
    arrangement: Arrangement,
    /// The tables of the other arrangements. Only tables from [`Tables::of_game`] contain them.
    others: Option<Box<Others<W>>>,
}

/// The moves of all pieces, and of everything else that moves.
#[derive(Clone, Debug)]
pub(crate) struct MoveTables<const W: usize> {
    /// Piece rows by side. The index is the kind times the number of sites, plus the site.
    pub(crate) movers: BySide<Vec<PieceRow<W>>>,
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
    /// Properties of each kind, by side.
    pub(crate) facts: BySide<ByKind<KindFlags>>,
    /// Promotions of each kind, by side.
    pub(crate) promotion: BySide<Vec<PromotionSets<W>>>,
    /// All lists of kinds to promote to.
    pub(crate) targets: TargetLists,
    /// Kinds that may promote without moving, by side.
    pub(crate) stays: BySide<Vec<KindId>>,
    /// The zones in which pieces wait for promotion, if there are any.
    pub(crate) pending_promotion: Option<PendingPromotions<W>>,
    /// Hands and drops, if the game has them.
    pub(crate) pocket: Option<Pocket<W>>,
    /// The moves of sections in this arrangement, by owner.
    pub(crate) slides: BySide<Vec<Slide<W>>>,
    /// Castling options, by side.
    pub(crate) castles: BySide<Vec<Castle<W>>>,
    /// The castling rights that end when a move touches a site.
    pub(crate) rights_at: BySite<u64, W>,
    /// Drops that give castling rights.
    pub(crate) grants: Vec<Grant>,
    /// Kinds whose en passant captures are generated piece by piece, by side.
    pub(crate) ep_kinds: BySide<Vec<KindId>>,
    /// The number of steps that tracing all paths took.
    pub(crate) traced_steps: usize,
}

/// The royal kinds.
#[derive(Clone, Debug)]
pub(crate) struct RoyalTables {
    pub(crate) royals: KindSet,
    /// Kinds whose promotion may change which pieces are royal or block, or which attacks count.
    /// See [`crowns`].
    pub(crate) crowned: KindSet,
    /// All royal kinds with their royalty, if the royalty of some kind is `All` or `Last`.
    /// Otherwise empty.
    pub(crate) shared_royalty: Vec<(KindId, Royalty)>,
    /// The class of all royal kinds.
    pub(crate) royal_class: Option<Class>,
}

/// What moves mean for the game: sides, results, counts, dice, predicates, and kinds of which the
/// rules say something special.
#[derive(Clone, Debug)]
pub(crate) struct RuleTables<const W: usize> {
    /// The sides of the game.
    pub(crate) sides: Sides,
    /// The fate of the pieces of a side that is out.
    pub(crate) leaving: Leaving,
    /// The results of goals and of mates.
    pub(crate) results: Results,
    /// Predicates and effects, if there are any.
    pub(crate) predicates: Option<Box<CompiledPredicates<W>>>,
    /// The number of pieces of each kind at the start, by side. A kind that exists only for
    /// promoted pieces counts as the normal kind, as `Q~` counts as `Q`.
    pub(crate) start_counts: BySide<Vec<u32>>,
    /// For each kind, the kinds that count as the same kind.
    pub(crate) counted_as: Vec<Vec<KindId>>,
    /// For each die, the indices of its outcomes.
    pub(crate) bags: Bags,
    /// The dice that keep their values when a turn ends.
    pub(crate) kept_dice: Kept,
    /// Kinds that do not block other pieces, if there are any.
    pub(crate) transparent: Option<KindSet>,
    /// Neutral kinds, if there are any.
    pub(crate) neutrals: Option<KindSet>,
    pub(crate) unowned: Vec<KindId>,
    /// The parts of the board that players move.
    pub(crate) sections: Sections,
    /// True if tests for mate could recurse too deeply. Drops that give a forbidden mate then count
    /// as replies to a check.
    pub(crate) mates_may_recur: bool,
}

/// The way in which the generator works. All of it follows from the rules; [`Mode::new`] is the only
/// place that decides it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    /// The method that keeps royal pieces safe.
    pub(crate) safety: Safety,
    /// True if turns have steps, promotions may be pending, or some kinds do not block. The
    /// generator then restricts moves further.
    pub(crate) restricts: bool,
    /// True if there may be other moves than those of pieces on the board: drops, passes, moves of
    /// sections, promotions without moving.
    pub(crate) has_extras: bool,
    /// True if turns are single moves, there are no predicates and effects, and no piece is unowned
    /// or neutral.
    pub(crate) is_plain: bool,
    /// True if predicates or effects decide which captures are attacks.
    pub(crate) attacks_are_asked: bool,
    /// True if attacks depend on earlier moves or on counters, through predicates or effects. Then
    /// every move may change attacks.
    pub(crate) verifies_all: bool,
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
        let (rules, sites) = (&arena.rules, arena.graph.len());
        assert!(sites <= SiteSet::<W>::CAPACITY && rules.kinds.len() <= KINDS);
        let royalty = RoyalTables::new(rules, &mut classes);
        let (mut traced, attacks) = Traced::new(arena, royalty.royals, meter);
        let attacks = Attacks::tables(attacks.alike, attacks.own, rules.sides, &mut classes);
        let safety = royalty.safety(rules, &attacks);
        let turn = TurnTables::new(arena);
        let mut rules = RuleTables::new(arena, take(&mut traced.takes));
        let moves = MoveTables::new(arena, traced, &royalty, safety, &mut classes);
        let mode = Mode::new(arena, safety, turn.is_some(), &moves, &rules);
        rules.list_safe_moves(arena, mode);
        let arrangement = arena.arrangement;
        let mut tables = Tables {
            sites,
            moves,
            attacks,
            royalty,
            turn,
            rules,
            mode,
            classes,
            arrangement,
            others: None,
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
            let passes_partner = self.rules.sides.enemies(c.side).into_iter().any(|enemy| {
                let slides = &self.attacks[enemy].slides;
                slides.at(c.king.1).iter().any(|line| {
                    let passes = |source| slides.want(line, source).has(c.partner.0);
                    line.sources.into_iter().any(passes)
                })
            });
            let by_lines = self.mode.safety == Safety::Pins && self.rules.neutrals.is_none();
            !by_lines || self.mode.attacks_are_asked || passes_partner
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
        self.moves.castles = castles;
        for site in arena.graph.sites() {
            self.moves.rights_at[site] = arena.rights_at(site).0;
        }
        self.moves.grants = arena.grants.clone();
    }

    /// Returns whether captured pieces go to a hand or make pending promotions possible.
    #[inline(always)]
    pub(crate) fn keeps_captured(&self) -> bool {
        self.moves.pocket.is_some() || self.moves.pending_promotion.is_some()
    }

    /// Returns the row of a piece on a site.
    #[inline(always)]
    pub(crate) fn mover(&self, side: Side, kind: KindId, site: Site) -> &PieceRow<W> {
        &self.moves.movers[side][kind.index() * self.sites + site.index()]
    }

    /// Returns the approximate size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let of = |side: Side| {
            let rows = size_of_val(&self.moves.movers[side][..]);
            rows + self.moves.columns[side].bytes() + self.attacks[side].bytes()
        };
        let sides: usize = self.rules.sides.each().map(of).sum();
        size_of_val(&self.moves.entries[..]) + size_of_val(&self.moves.reaches[..]) + sides
    }
}

impl RoyalTables {
    fn new(rules: &Ruleset, classes: &mut Classes) -> RoyalTables {
        let kinds = &rules.kinds;
        let royals: KindSet = kinds.ids().filter(|&k| kinds[k].royal.is_royal()).collect();
        let shared = kinds.iter().any(|k| matches!(k.royal, Royalty::All | Royalty::Last));
        let royalty = |kind: KindId| (kind, kinds[kind].royal);
        RoyalTables {
            royals,
            crowned: kinds.ids().filter(|&kind| crowns(rules, kind)).collect(),
            shared_royalty: royals.iter().filter(|_| shared).map(royalty).collect(),
            royal_class: classes.cover(royals).first().copied(),
        }
    }

    /// Returns the method that keeps royal pieces safe.
    fn safety<const W: usize>(
        &self,
        rules: &Ruleset,
        attacks: &BySide<Arc<AttackTables<W>>>,
    ) -> Safety {
        let shared = rules.kinds.iter().any(|k| matches!(k.royal, Royalty::All | Royalty::Last));
        safety(rules, self.royal_class.is_some(), shared, attacks)
    }
}

impl<const W: usize> RuleTables<W> {
    fn new(arena: &BoardModel, takes: Takes<W>) -> RuleTables<W> {
        let (rules, kinds) = (&arena.rules, &arena.rules.kinds);
        let some = |kinds: KindSet| Some(kinds).filter(|kinds| kinds.count() > 0);
        RuleTables {
            sides: rules.sides,
            leaving: rules.leaving,
            results: Results::new(&rules.ends),
            predicates: CompiledPredicates::new(arena, takes),
            start_counts: BySide::of(rules.sides, |side| {
                let count = |kind| arena.start_counts[side][rules.counts_as(kind)];
                kinds.ids().map(count).collect()
            }),
            counted_as: kinds.ids().map(|kind| rules.counted_as(kind).collect()).collect(),
            bags: Bags::of(rules),
            kept_dice: Kept::of(rules.dice.enumerate()),
            transparent: some(rules.open_kinds().collect()),
            neutrals: some(rules.neutrals().collect()),
            unowned: kinds.ids().filter(|&id| kinds[id].owner == Owner::Nobody).collect(),
            sections: arena.sections.clone(),
            mates_may_recur: rules.mates_may_recur(),
        }
    }

    /// Lists the moves that need no test for safety, where attacks follow from the position alone.
    fn list_safe_moves(&mut self, arena: &BoardModel, mode: Mode) {
        if let Some(actions) = self.predicates.as_mut().and_then(|all| all.actions.as_mut())
            && !mode.verifies_all
        {
            actions.list_safe_moves(arena, mode.safety);
        }
    }
}

impl Mode {
    fn new<const W: usize>(
        arena: &BoardModel,
        safety: Safety,
        has_steps: bool,
        moves: &MoveTables<W>,
        rules: &RuleTables<W>,
    ) -> Mode {
        let are_two = rules.sides.are_two();
        let is_owned = rules.unowned.is_empty() && rules.neutrals.is_none();
        let may_stay = moves.stays.0.iter().any(|kinds| !kinds.is_empty());
        Mode {
            safety,
            restricts: has_steps
                || moves.pending_promotion.is_some()
                || rules.transparent.is_some(),
            has_extras: has_steps
                || moves.pocket.is_some()
                || may_stay
                || !arena.sections.is_empty(),
            is_plain: !has_steps && rules.predicates.is_none() && is_owned && are_two,
            attacks_are_asked: arena.rules.attacks_are_asked(),
            verifies_all: arena.rules.attacks_look_back() || !are_two,
        }
    }
}

/// What tracing the paths of all kinds gives, before it becomes [`MoveTables`].
struct Traced<const W: usize> {
    pool: LookupPool<W>,
    rows: Rows<W>,
    facts: BySide<ByKind<KindFlags>>,
    setwise: BySide<Vec<Option<Setwise<W>>>>,
    pushes: Vec<DoubleStep<W>>,
    targets: TargetLists,
    promotion: BySide<Vec<PromotionSets<W>>>,
    movers: BySide<Vec<PieceRow<W>>>,
    takes: Takes<W>,
    steps: usize,
}

impl<const W: usize> Traced<W> {
    /// Traces the paths of all kinds, and returns the attacks of the kinds beside them.
    fn new(
        arena: &BoardModel,
        royals: KindSet,
        meter: Option<&Meter>,
    ) -> (Traced<W>, AllAttacks<W>) {
        let (kinds, sides) = (&arena.rules.kinds, arena.rules.sides);
        let mut targets = TargetLists::default();
        let promotion = BySide::of(sides, |side| {
            let of = |kind| PromotionSets::new(arena, side, kind, &mut targets);
            kinds.ids().map(of).collect()
        });
        let mut all = Traced {
            pool: LookupPool::default(),
            rows: Rows::default(),
            facts: BySide::from_fn(|_| ByKind::new(KindFlags::default())),
            setwise: BySide::from_fn(|_| Vec::new()),
            pushes: Vec::new(),
            targets,
            promotion,
            movers: BySide::from_fn(|_| Vec::with_capacity(kinds.len() * arena.graph.len())),
            takes: Takes::default(),
            steps: 0,
        };
        let attacks = each_kind(arena, royals_pass(&arena.rules), meter, |id, _, both| {
            let BothSides { white, others } = &*both;
            let mut previous_rows: Option<Vec<PieceRow<W>>> = None;
            for side in sides.each() {
                let own = match side {
                    Side::White => white,
                    Side::Black | Side::Third | Side::Fourth => {
                        others.get(side as usize - 1).unwrap_or(white)
                    }
                };
                all.add(arena, royals, side, id, own);
                let known = previous_rows.take().filter(|_| others.is_empty());
                let own = known.unwrap_or_else(|| all.rows.movers(own, &mut all.pool));
                all.movers[side].extend_from_slice(&own);
                previous_rows = Some(own);
            }
        });
        (all, attacks)
    }

    /// Adds the properties of a kind, and its moves of all pieces at once.
    fn add(
        &mut self,
        arena: &BoardModel,
        royals: KindSet,
        side: Side,
        id: KindId,
        own: &KindProfiles<W>,
    ) {
        let kind = &arena.rules.kinds[id];
        let profiles = &own.profiles;
        self.steps += own.steps;
        self.takes[side].push(own.takes.clone());
        let facts = &mut self.facts[side][id];
        facts.promotes = kind.promotions.iter().any(|rule| rule.on.moves());
        facts.irreversible = arena.irreversible[side][id];
        facts.owner_dependent = profiles.iter().any(|p| !p.owner_sensitive.is_empty());
        let special = |p: &Profile<W>| !(p.rifle.is_empty() && p.specials.is_empty());
        facts.special = facts.owner_dependent || profiles.iter().any(special);
        facts.passant = profiles.iter().any(|p| p.items.iter().any(|(_, e)| e.passant));
        let pieces = arena.start_counts[side][id];
        let starts = self.promotion[side][id.index()].starts();
        let may_be_royal = kind.royal.is_royal() || crowns(&arena.rules, id);
        let special = |profile: &Profile<W>| !profile.specials.is_empty();
        let otherwise = if facts.promotes || profiles.iter().any(special) {
            Listing::Singly
        } else {
            Listing::ByColumn
        };
        let moves = Setwise::new(id, profiles, pieces, &starts, otherwise);
        // Moves of all pieces of a kind at once are not tested for the safety of royal pieces. A
        // capture on the way may remove a blocker, so it needs this test.
        let fits = |setwise: &Setwise<W>| royals.count() == 0 || setwise.jumps.is_empty();
        let mut setwise = moves.filter(|setwise| !may_be_royal && fits(setwise));
        for push in setwise.iter_mut().flat_map(|setwise| &mut setwise.pushes) {
            push.number = self.pushes.len() as u32;
            self.pushes.push(push.clone());
        }
        self.setwise[side].push(setwise);
    }
}

impl<const W: usize> MoveTables<W> {
    fn new(
        arena: &BoardModel,
        traced: Traced<W>,
        royalty: &RoyalTables,
        safety: Safety,
        classes: &mut Classes,
    ) -> MoveTables<W> {
        let (kinds, sides) = (&arena.rules.kinds, arena.rules.sides);
        let sites = arena.graph.len();
        let Traced {
            mut pool,
            rows,
            mut facts,
            mut setwise,
            promotion,
            mut targets,
            movers,
            pushes,
            steps,
            ..
        } = traced;
        let stays = BySide::of(sides, |side| {
            let stays = |kind: &KindId| !promotion[side][kind.index()].stays.is_empty();
            kinds.ids().filter(stays).collect()
        });
        let has_setwise = |side: Side, kind: KindId| setwise[side][kind.index()].is_some();
        let ep_kinds = BySide::of(sides, |side| {
            let takes = |kind: &KindId| facts[side][*kind].passant && !has_setwise(side, *kind);
            kinds.ids().filter(takes).collect()
        });
        // If no attack needs a hurdle, a capture without moving is unsafe only if it removes a
        // blocker. The generator excludes such captures, so they need no test.
        if matches!(safety, Safety::Pins | Safety::None) {
            plain_rifles(arena, royalty, &movers, &mut facts);
        }
        let nothing = pool.nothing();
        let source = Source { reaches: &rows.reaches, families: &rows.families, nothing };
        let columns = BySide::of(sides, |side| {
            let mut columns = Collected::default();
            for ((id, kind), setwise) in kinds.enumerate().zip(take(&mut setwise[side])) {
                let at = id.index() * sites;
                if let Some(setwise) = setwise {
                    columns.add_setwise(setwise);
                } else if kind.royal.is_royal() || royalty.crowned.has(id) {
                    columns.add_singly(id);
                } else {
                    columns.add(id, facts[side][id], &movers[side][at..at + sites], source);
                }
            }
            columns.finish(nothing, classes)
        });
        MoveTables {
            pending_promotion: PendingPromotions::new(arena, &mut targets),
            movers,
            columns,
            pushes,
            reaches: rows.reaches,
            specials: rows.specials,
            ways: rows.ways,
            owner_needs: rows.owner_needs,
            entries: pool.entries,
            facts,
            promotion,
            targets,
            stays,
            pocket: Pocket::new(arena),
            slides: Slide::all(arena),
            castles: BySide::default(),
            rights_at: BySite::new(0),
            grants: Vec::new(),
            ep_kinds,
            traced_steps: steps,
        }
    }
}

/// Marks captures without moving as plain, for kinds whose moves cannot uncover a royal piece.
fn plain_rifles<const W: usize>(
    arena: &BoardModel,
    royalty: &RoyalTables,
    movers: &BySide<Vec<PieceRow<W>>>,
    facts: &mut BySide<ByKind<KindFlags>>,
) {
    let (kinds, sites) = (&arena.rules.kinds, arena.graph.len());
    for (side, id) in arena.rules.sides.each().flat_map(|s| kinds.ids().map(move |id| (s, id))) {
        let at = id.index() * sites;
        let own = &movers[side][at..at + sites];
        let facts = &mut facts[side][id];
        let stays = !(facts.promotes || kinds[id].royal.is_royal() || royalty.crowned.has(id));
        if facts.special && stays && own.iter().all(|m| m.specials.0 == m.specials.1) {
            (facts.special, facts.rifle) = (false, true);
        }
    }
}
