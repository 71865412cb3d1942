//! The packed position that the generator reads, its Zobrist key, and a packed move.
//!
//! A position contains its pieces three times: in bitboards by side, in bitboards by class of
//! kinds, and as a kind for each square. The three must always agree.

use crate::model::board_model::BoardModel;
use crate::model::position::{
    Actor, BoardPosition, Choices, Columns, EpSquare, Hands, Memory, Rights,
};
use crate::paths::terrain::Piece;
use crate::tables::kinds::{ByClass, ByKind, BySite, Class};
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{Drawn, Shown};
use alfil_rules::ids::KindId;
use alfil_rules::outcome::Counters;
use alfil_rules::side::{BySide, MOST_SIDES, Side, SideSet};
use alfil_search::table::WideHasher;
use alfil_topology::sections::Arrangement;
use alfil_topology::site_set::{Site, SiteSet};
use std::hash::{Hash, Hasher};

pub(super) const NOBODY: u8 = u8::MAX;

/// The small facts of a position, which are saved as a whole before a move is made. Pieces,
/// counters and memory are not among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StateInfo<const W: usize> {
    /// One bit for each castling right that still exists.
    pub(crate) rights: u64,
    /// All en passant squares.
    pub(crate) passed: SiteSet<W>,
    /// Step within the turn, from 1.
    pub(crate) step: u32,
    /// The arrangement of the movable sections.
    pub(crate) arrangement: Arrangement,
    /// The number of turns without progress, as in [`BoardPosition`].
    pub(crate) halfmoves: u32,
    /// The number of the full move, from 1. A full move is one turn of each side.
    pub(crate) fullmove: u32,
    /// The sides that are out of the game.
    pub(crate) out: SideSet,
}

/// A packed position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State<const W: usize> {
    /// The side to move.
    pub(crate) side: Side,
    /// Occupied sites by owner. A neutral piece is in both sets. An unowned piece is in the set of
    /// the side to move.
    pub(crate) by_side: BySide<SiteSet<W>>,
    /// Occupied sites by class, for both sides together. A class is one kind, or several kinds that
    /// share rows.
    pub(crate) by_class: ByClass<SiteSet<W>>,
    pub(super) squares: BySite<u8, W>,
    /// The pieces beneath others. Only effects change them.
    pub(crate) columns: Columns,
    /// For each en passant square, the site of the piece that passed it. Entries of other cells
    /// have no meaning.
    pub(super) victims: BySite<u8, W>,
    /// The number of pieces of each kind in each side's hand.
    pub(crate) hands: BySide<ByKind<u16>>,
    /// Counters of effects. They are not in `info`, so that the fast path does not save them.
    pub(crate) counters: Counters,
    /// The values of dice. Like counters, they are not in `info`.
    pub(crate) shown: Shown,
    /// The values that were drawn from bags. Taking a draw back puts its value back.
    pub(crate) drawn: Drawn,
    /// The remembered moves. Like counters, they are not in `info`, so that the fast path does not
    /// save them.
    pub(crate) memory: Memory,
    /// Rights, clocks and other small facts.
    pub(crate) info: StateInfo<W>,
}

/// One move, packed.
#[derive(Clone, Copy, Debug)]
pub struct PackedMove<const W: usize> {
    /// Kind of the mover.
    pub(crate) kind: KindId,
    /// Start; equals `to` for a drop.
    pub(crate) from: Site,
    /// Destination.
    pub(crate) to: Site,
    /// Cells whose pieces are captured.
    pub(crate) captured: SiteSet<W>,
    /// Start and end of a second piece, such as the rook in castling.
    pub(crate) partner: Option<(Site, Site)>,
    /// The kind to which the piece promotes.
    pub(crate) promotion: Option<KindId>,
    /// En passant squares that the move leaves.
    pub(crate) ep_squares: SiteSet<W>,
    /// The thing that moves: a piece on the board, a piece in hand, a section, or nothing.
    pub(crate) actor: Actor,
    /// The choices that effects offer to the player.
    pub(crate) choices: Choices,
}

impl<const W: usize> PackedMove<W> {
    /// A move of a piece of `kind`. The caller sets start and end, which are the first site until
    /// then.
    pub(crate) fn of(kind: KindId) -> PackedMove<W> {
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

    /// True if the piece is the same on the same cell afterwards, as after a capture without moving.
    /// Such a piece counts as not moved.
    #[inline(always)]
    pub(crate) fn stays(&self) -> bool {
        self.from == self.to
            && self.actor == Actor::Piece
            && self.partner.is_none()
            && self.promotion.is_none()
    }
}

impl<const W: usize> Tables<W> {
    /// The tables for the arrangement of sections in `state`.
    #[inline(always)]
    pub(crate) fn at(&self, state: &State<W>) -> &Tables<W> {
        self.of(state.info.arrangement)
    }

    /// True if pieces of `kind` belong to both sides.
    #[inline(always)]
    pub(super) fn is_neutral(&self, kind: KindId) -> bool {
        self.rules.neutrals.is_some_and(|kinds| kinds.has(kind))
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
            columns: position.columns.clone(),
            victims: BySite::new(0),
            hands: BySide([ByKind::new(0); MOST_SIDES]),
            info: StateInfo {
                rights: position.rights.0,
                passed: SiteSet::EMPTY,
                step: position.step,
                arrangement: position.arrangement,
                halfmoves: position.halfmoves,
                fullmove: position.fullmove,
                out: position.out,
            },
            counters: position.counters,
            shown: position.shown,
            drawn: position.drawn,
            memory: position.memory,
        };
        for (site, piece) in position.squares.enumerate() {
            if let Some(piece) = piece {
                state.put(tables, site, piece.side, piece.kind);
            }
        }
        for side in tables.rules.sides.each() {
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

    /// Unpacks the position.
    pub(crate) fn position(&self, arena: &BoardModel) -> BoardPosition {
        let squares = arena.graph.sites().map(|site| self.piece(site)).collect();
        let passed = |cell| EpSquare { cell, victim: self.passer(cell) };
        let passed = self.info.passed.into_iter().map(passed).collect();
        let mut hands = Hands::of(&arena.rules);
        for side in arena.rules.sides.each() {
            for kind in arena.rules.kinds.ids() {
                hands.give(side, kind, self.hands[side][kind]);
            }
        }
        BoardPosition {
            hands,
            squares,
            columns: self.columns.clone(),
            neutrals: arena.rules.neutrals().collect(),
            side: self.side,
            out: self.info.out,
            rights: Rights(self.info.rights),
            ep_squares: passed,
            step: self.info.step,
            arrangement: self.info.arrangement,
            halfmoves: self.info.halfmoves,
            fullmove: self.info.fullmove,
            counters: self.counters,
            shown: self.shown,
            drawn: self.drawn,
            memory: self.memory,
        }
    }

    /// The piece on `site`.
    pub(crate) fn piece(&self, site: Site) -> Option<Piece> {
        let kind = self.squares[site];
        let side = self.owner(site);
        (kind != NOBODY).then(|| Piece { side, kind: KindId::from_index(kind as usize) })
    }

    /// The kind of the piece on `site`, which must be occupied.
    #[inline(always)]
    pub(crate) fn kind_at(&self, site: Site) -> KindId {
        KindId::from_index(self.squares[site] as usize)
    }

    /// The owner of the piece on `site`, which must be occupied. For a neutral piece, this is the
    /// side to move.
    #[inline(always)]
    pub(super) fn owner(&self, site: Site) -> Side {
        if self.by_side[self.side].has(site) { self.side } else { self.other_owner(site) }
    }

    /// The owner of the piece on `site`, which belongs to a side that is not to move.
    #[inline(always)]
    fn other_owner(&self, site: Site) -> Side {
        match self.side {
            Side::White if !self.holds_more() => Side::Black,
            Side::Black if !self.holds_more() => Side::White,
            Side::White | Side::Black | Side::Third | Side::Fourth => {
                let owner = Side::ALL.into_iter().find(|&side| self.by_side[side].has(site));
                owner.unwrap_or(Side::White)
            }
        }
    }

    /// True if the third or the fourth side has pieces.
    #[inline(always)]
    fn holds_more(&self) -> bool {
        !(self.by_side[Side::Third] | self.by_side[Side::Fourth]).is_empty()
    }

    /// The pieces that `us` may capture: those of its enemies, and of the sides that are out.
    #[inline(always)]
    pub(crate) fn foes(&self, tables: &Tables<W>, us: Side) -> SiteSet<W> {
        if tables.rules.sides.are_two() {
            self.by_side[us.other()]
        } else {
            self.of_sides(tables.rules.sides.enemies(us).and(self.info.out))
        }
    }

    /// The pieces of `us` and its allies, which `us` may not capture.
    #[inline(always)]
    pub(crate) fn friends(&self, tables: &Tables<W>, us: Side) -> SiteSet<W> {
        if tables.rules.sides.are_two() {
            self.by_side[us]
        } else {
            self.of_sides(tables.rules.sides.team(us).minus(self.info.out))
        }
    }

    /// The pieces of these sides.
    #[cold]
    pub(crate) fn of_sides(&self, sides: SideSet) -> SiteSet<W> {
        sides.into_iter().fold(SiteSet::EMPTY, |all, side| all | self.by_side[side])
    }

    /// The enemies of `side` whose pieces attack.
    #[inline(always)]
    pub(crate) fn enemies(&self, tables: &Tables<W>, side: Side) -> SideSet {
        tables.rules.sides.enemies(side).minus(self.info.out)
    }

    /// Every occupied site.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> SiteSet<W> {
        let [first, second, third, fourth] = self.by_side.0;
        first | second | (third | fourth)
    }

    /// The site of the piece that can be captured en passant on `cell`.
    #[inline(always)]
    pub(crate) fn ep_victim(&self, cell: Site) -> Option<Site> {
        self.info.passed.has(cell).then(|| self.passer(cell))
    }

    #[inline(always)]
    pub(super) fn passer(&self, cell: Site) -> Site {
        Site::from_index(self.victims[cell] as usize)
    }

    /// The cells of `occupied` with pieces that block. Pieces of transparent kinds do not block.
    #[inline(always)]
    pub(crate) fn blockers(&self, tables: &Tables<W>, occupied: SiteSet<W>) -> SiteSet<W> {
        match tables.rules.transparent {
            None => occupied,
            Some(kinds) => kinds.iter().fold(occupied, |b, kind| b.minus(self.of_kind(kind))),
        }
    }

    /// The sites of the pieces of `kind`, of both sides.
    #[inline(always)]
    pub(crate) fn of_kind(&self, kind: KindId) -> SiteSet<W> {
        self.by_class[Class::from(kind)]
    }

    /// Flips the bits of `sites` in the bitboards of all classes that contain `kind`.
    #[inline(always)]
    pub(super) fn toggle(&mut self, tables: &Tables<W>, kind: KindId, sites: SiteSet<W>) {
        self.by_class[Class::from(kind)] ^= sites;
        for class in tables.classes.of(kind) {
            self.by_class[class] ^= sites;
        }
    }

    /// Assigns unowned pieces (those of `kinds`) to the side to move, as
    /// [`BoardPosition::assign_unowned`] does. They then block like friends and cannot be captured.
    pub(super) fn assign_unowned(&mut self, kinds: &[KindId]) {
        let sites = kinds.iter().fold(SiteSet::EMPTY, |all, &kind| all | self.of_kind(kind));
        let them = self.side.other();
        self.by_side[them] = self.by_side[them].minus(sites);
        self.by_side[self.side] |= sites;
    }

    /// Changes the owner of the pieces on `sites`. Each must belong to exactly one side.
    #[inline(always)]
    pub(super) fn turn(&mut self, sites: SiteSet<W>) {
        self.by_side[Side::White] ^= sites;
        self.by_side[Side::Black] ^= sites;
    }

    /// Puts a piece on `site`, which must be empty.
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

    /// Removes the piece of `side` from `site` and returns its kind.
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

// Zobrist keys: hashes of 64 bits, which are the same for equal positions. The clocks are left
// out.
//
// A key is the exclusive-or of one number for each piece on the board, piece in hand, right and
// other fact. It is computed on demand, because counting moves needs few keys, and an update
// would slow down every move. The search updates the part for pieces on the board itself.

impl<const W: usize> State<W> {
    /// The key of a position. `length` is the number of steps of its turn. The computation costs a
    /// few instructions per piece.
    pub(crate) fn key(&self, length: u32) -> u64 {
        let mut key = self.key_without_pieces(length);
        for side in Side::ALL {
            for site in self.by_side[side] {
                key ^= piece_key(side, self.kind_at(site).index(), site);
            }
        }
        key
    }

    /// The key without the part for pieces on the board.
    pub(crate) fn key_without_pieces(&self, length: u32) -> u64 {
        let mut key = mix(2 << 20 ^ self.info.rights.rotate_left(32)) ^ self.passed_key();
        key ^= step_key(self.info.step, length) ^ arrangement_key(self.info.arrangement);
        if self.side != Side::White {
            key ^= mix(0x5349_4444 + self.side as u64);
        }
        if self.info.out != SideSet::NONE {
            key ^= mix(9 << 32 | self.info.out.bits());
        }
        // Most games have no counters, and the comparison is much faster than the loop.
        if self.counters != Counters::default() {
            let BySide(counters) = self.counters;
            for (counter, count) in counters.into_iter().flatten().enumerate() {
                key ^= counter_key(counter, count);
            }
        }
        if self.shown != Shown::default() {
            key ^= mix(8 << 32 | u64::from(self.shown.code()));
        }
        if !self.drawn.is_nothing() {
            for (number, word) in self.drawn.words().enumerate() {
                key ^= mix(word ^ mix(9 << 32 | number as u64));
            }
        }
        for (height, (site, piece)) in self.columns.iter().enumerate() {
            key ^= covered_key(height, piece, site);
        }
        for side in Side::ALL {
            for (group, held) in self.hands[side].groups().enumerate() {
                key ^= hand_key(side, group, held);
            }
        }
        key
    }

    /// The key of the remembered moves. [`State::key`] does not contain it, because repeated
    /// positions may differ in memory.
    pub(crate) fn memory_key(&self) -> u64 {
        if self.memory == Memory::default() {
            return 0;
        }
        let mut hasher = WideHasher::default();
        self.memory.hash(&mut hasher);
        mix(hasher.finish())
    }

    /// The part of the key for en passant squares. It contains the piece that can be captured,
    /// since different pieces may have passed the same cell.
    pub(crate) fn passed_key(&self) -> u64 {
        let one = |cell: Site| {
            mix(3 << 20 | (self.passer(cell).index() as u64) << 10 | cell.index() as u64)
        };
        self.info.passed.into_iter().fold(0, |key, cell| key ^ one(cell))
    }
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014). Every bit of the input affects every bit
/// of the output.
const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The key of a piece. `kind` is the index of its kind.
#[inline(always)]
pub(super) fn piece_key(side: Side, kind: usize, site: Site) -> u64 {
    mix(1 << 20 | (side as u64) << 16 | (kind as u64) << 8 | site.index() as u64)
}

/// The key of a piece beneath others. `height` is its number among all of them.
#[cold]
fn covered_key(height: usize, piece: Piece, site: Site) -> u64 {
    let place = piece_key(piece.side, piece.kind.index(), site);
    mix(place ^ mix(11 << 32 | height as u64))
}

/// The key of a counter; 0 if the counter is 0.
fn counter_key(counter: usize, count: u8) -> u64 {
    if count == 0 { 0 } else { mix(7 << 20 | (counter as u64) << 8 | u64::from(count)) }
}

/// The key of the pieces in hand of four kinds; 0 if there are none. `held` contains their numbers.
fn hand_key(side: Side, group: usize, held: u64) -> u64 {
    if held == 0 {
        return 0;
    }
    mix(held ^ mix(4 << 32 | (side as u64) << 24 | group as u64))
}

/// The key of an arrangement of sections; 0 for the first one.
fn arrangement_key(arrangement: Arrangement) -> u64 {
    if arrangement == Arrangement::default() {
        return 0;
    }
    mix(6 << 32 | arrangement.index() as u64)
}

/// The key of a step of the turn; 0 if the turn has only one step.
fn step_key(step: u32, length: u32) -> u64 {
    if length <= 1 {
        return 0;
    }
    mix(5 << 32 | u64::from(length) << 16 | u64::from(step))
}
