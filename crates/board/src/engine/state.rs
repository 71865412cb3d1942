//! A position packed for the generator.
//!
//! Owns: [`State`] and [`PackedMove`] (one move, packed). Invariant: the sets by side, the sets by class and
//! the squares say the same.

use crate::model::board_model::BoardModel;
use crate::model::hands::Hands;
use crate::model::memory::Memory;
use crate::model::position::{Actor, BoardPosition, Choices, EpSquare, Rights};
use crate::paths::terrain::Piece;
use crate::tables::kinds::{ByClass, ByKind, Class};
use crate::tables::move_tables::Tables;
use crate::topology::by_site::BySite;
use crate::topology::sections::Arrangement;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::counter::Counters;
use alfil_rules::ids::KindId;
use alfil_rules::side::{BySide, Side};

pub(super) const NOBODY: u8 = u8::MAX;

/// What changes besides pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateInfo<const W: usize> {
    /// Living castling rights.
    pub rights: u64,
    /// Every passed cell.
    pub passed: SiteSet<W>,
    /// Step within the turn, from 1.
    pub step: u32,
    /// Where the sections of the board stand.
    pub arrangement: Arrangement,
    /// Turns without progress, as in [`BoardPosition`].
    pub halfmoves: u32,
    /// Number of the pair of turns.
    pub fullmove: u32,
}

/// A packed position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State<const W: usize> {
    /// Whose turn it is.
    pub side: Side,
    /// Sites by owner; what is neutral is in both.
    pub by_side: BySide<SiteSet<W>>,
    /// Sites by class of kinds, both sides together.
    pub by_class: ByClass<SiteSet<W>>,
    pub(super) squares: BySite<u8, W>,
    /// By passed cell, where the piece stands that passed it last; of other cells it says nothing.
    pub(super) victims: BySite<u8, W>,
    /// How many pieces of each kind each side holds.
    pub hands: BySide<ByKind<u16>>,
    /// What effects have counted: not of the rest, which every move saves.
    pub counters: Counters,
    /// What is remembered of moves, which every move saves as well.
    pub memory: Memory,
    /// The rest.
    pub info: StateInfo<W>,
}

/// One move, packed.
#[derive(Clone, Copy, Debug)]
pub struct PackedMove<const W: usize> {
    /// Kind of the mover.
    pub kind: KindId,
    /// From.
    pub from: Site,
    /// To.
    pub to: Site,
    /// Cells whose pieces are captured.
    pub captured: SiteSet<W>,
    /// A second piece: from, to.
    pub partner: Option<(Site, Site)>,
    /// Kind it promotes to.
    pub promotion: Option<KindId>,
    /// Cells it passes.
    pub ep_squares: SiteSet<W>,
    /// Who moves; from the hand, `from` is `to`.
    pub actor: Actor,
    /// What else the player chooses.
    pub choices: Choices,
}

impl<const W: usize> PackedMove<W> {
    /// A piece of `kind` that goes nowhere yet.
    pub fn of(kind: KindId) -> PackedMove<W> {
        let nowhere = Site::from_index(0);
        PackedMove {
            kind,
            from: nowhere,
            to: nowhere,
            captured: SiteSet::EMPTY,
            partner: None,
            promotion: None,
            ep_squares: SiteSet::EMPTY,
            actor: Actor::Piece,
            choices: Choices::NONE,
        }
    }
}

impl<const W: usize> Tables<W> {
    /// The tables for `state`: of a whole game, or of one arrangement if it is that of the state.
    #[inline(always)]
    pub fn at(&self, state: &State<W>) -> &Tables<W> {
        self.of(state.info.arrangement)
    }

    /// Whether pieces of `kind` are both sides'.
    #[inline(always)]
    pub(super) fn is_neutral(&self, kind: KindId) -> bool {
        self.neutrals.is_some_and(|kinds| kinds.has(kind))
    }
}

impl<const W: usize> State<W> {
    /// Packs a position.
    pub fn new(tables: &Tables<W>, position: &BoardPosition) -> State<W> {
        let mut state = State {
            side: position.side,
            by_side: BySide::default(),
            by_class: ByClass::new(SiteSet::EMPTY),
            squares: BySite::new(NOBODY),
            victims: BySite::new(0),
            hands: BySide([ByKind::new(0); 2]),
            info: StateInfo {
                rights: position.rights.0,
                passed: SiteSet::EMPTY,
                step: position.step,
                arrangement: position.arrangement,
                halfmoves: position.halfmoves,
                fullmove: position.fullmove,
            },
            counters: position.counters,
            memory: position.memory,
        };
        for (site, piece) in position.squares.enumerate() {
            if let Some(piece) = piece {
                state.put(tables, site, piece.side, piece.kind);
            }
        }
        for side in Side::BOTH {
            for (kind, count) in position.hands.held(side) {
                state.hands[side][kind] = count;
            }
        }
        for &EpSquare { cell, victim } in &position.ep_squares {
            state.victims[cell] = victim.index() as u8;
            state.info.passed.insert(cell);
        }
        state
    }

    /// Unpacks it.
    pub fn position(&self, arena: &BoardModel) -> BoardPosition {
        let squares = arena.graph.sites().map(|site| self.piece(site)).collect();
        let passed = |cell| EpSquare { cell, victim: self.passer(cell) };
        let passed = self.info.passed.into_iter().map(passed).collect();
        let mut hands = Hands::of(&arena.rules);
        for side in Side::BOTH {
            for kind in arena.rules.kinds.ids() {
                hands.give(side, kind, self.hands[side][kind]);
            }
        }
        BoardPosition {
            hands,
            squares,
            neutrals: arena.rules.neutrals().collect(),
            side: self.side,
            rights: Rights(self.info.rights),
            ep_squares: passed,
            step: self.info.step,
            arrangement: self.info.arrangement,
            halfmoves: self.info.halfmoves,
            fullmove: self.info.fullmove,
            counters: self.counters,
            memory: self.memory,
        }
    }

    /// The piece on `site`.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        let kind = self.squares[site];
        let side = self.owner(site);
        (kind != NOBODY).then(|| Piece { side, kind: KindId::from_index(kind as usize) })
    }

    /// The kind of the piece on `site`, which is occupied.
    #[inline(always)]
    pub fn kind_at(&self, site: Site) -> KindId {
        KindId::from_index(self.squares[site] as usize)
    }

    /// Whose piece stands on `site`, which is occupied; what is neutral is the side's on move.
    #[inline(always)]
    pub(super) fn owner(&self, site: Site) -> Side {
        if self.by_side[self.side].has(site) { self.side } else { self.side.other() }
    }

    /// Every occupied site.
    #[inline(always)]
    pub fn occupied(&self) -> SiteSet<W> {
        self.by_side[Side::White] | self.by_side[Side::Black]
    }

    /// The piece that an `e` capture on `cell` takes.
    #[inline(always)]
    pub fn ep_victim(&self, cell: Site) -> Option<Site> {
        self.info.passed.has(cell).then(|| self.passer(cell))
    }

    #[inline(always)]
    pub(super) fn passer(&self, cell: Site) -> Site {
        Site::from_index(self.victims[cell] as usize)
    }

    /// Those of `occupied` whose pieces are in the way.
    #[inline(always)]
    pub fn blockers(&self, tables: &Tables<W>, occupied: SiteSet<W>) -> SiteSet<W> {
        match tables.transparent {
            None => occupied,
            Some(kinds) => kinds.iter().fold(occupied, |b, kind| b.minus(self.of_kind(kind))),
        }
    }

    /// Sites of the pieces of `kind`, both sides together.
    #[inline(always)]
    pub fn of_kind(&self, kind: KindId) -> SiteSet<W> {
        self.by_class[Class::from(kind)]
    }

    /// Adds to the sets of `kind` what they lack of `sites`, and takes away what they have.
    #[inline(always)]
    pub(super) fn toggle(&mut self, tables: &Tables<W>, kind: KindId, sites: SiteSet<W>) {
        self.by_class[Class::from(kind)] ^= sites;
        for class in tables.classes.of(kind) {
            self.by_class[class] ^= sites;
        }
    }

    /// Lodges the pieces of `kinds`, which are nobody's, with the side on move, as
    /// [`BoardPosition::lodge`] does.
    pub(super) fn assign_unowned(&mut self, kinds: &[KindId]) {
        let sites = kinds.iter().fold(SiteSet::EMPTY, |all, &kind| all | self.of_kind(kind));
        let them = self.side.other();
        self.by_side[them] = self.by_side[them].minus(sites);
        self.by_side[self.side] |= sites;
    }

    /// Lets the pieces on `sites`, each of which is one side's, go over to the other.
    #[inline(always)]
    pub(super) fn turn(&mut self, sites: SiteSet<W>) {
        self.by_side[Side::White] ^= sites;
        self.by_side[Side::Black] ^= sites;
    }

    /// Puts a piece on `site`, which is empty.
    #[inline(always)]
    pub(super) fn put(&mut self, tables: &Tables<W>, site: Site, side: Side, kind: KindId) {
        let bit = SiteSet::of(site);
        self.by_side[side] |= bit;
        if tables.is_neutral(kind) {
            self.by_side[side.other()] |= bit;
        }
        self.toggle(tables, kind, bit);
        self.squares[site] = kind.index() as u8;
    }

    /// Takes the piece of `side` away that stands on `site`.
    #[inline(always)]
    pub(super) fn take(&mut self, tables: &Tables<W>, site: Site, side: Side) -> KindId {
        let kind = self.kind_at(site);
        let bit = SiteSet::of(site);
        self.by_side[side] = self.by_side[side].minus(bit);
        if tables.is_neutral(kind) {
            self.by_side[side.other()] = self.by_side[side.other()].minus(bit);
        }
        self.toggle(tables, kind, bit);
        self.squares[site] = NOBODY;
        kind
    }
}
