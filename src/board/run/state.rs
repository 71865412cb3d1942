//! A position packed for the generator, and making moves on it.
//!
//! Owns: [`State`], [`PackedMove`] (one move, packed), [`Undo`]. Invariant: the sets by side, the sets by
//! kind and the squares say the same; the key is the exclusive-or of what stands, lives and was passed.

use crate::board::compile::by_kind::ByKind;
use crate::board::compile::drops::{Pocket, Waits};
use crate::board::compile::tables::Tables;
use crate::board::game::arena::Arena;
use crate::board::game::hands::Hands;
use crate::board::game::position::{Actor, BoardPosition, Passed, Rights};
use crate::board::run::drops::left;
use crate::board::space::sections::Arrangement;
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::paths::{CAPTURES, PASSED};
use crate::board::walk::terrain::Piece;
use crate::index::Id;
use crate::rules::hand::Captured;
use crate::rules::ruleset::KindId;
use crate::rules::side::{BySide, Side};

const NOBODY: u8 = u8::MAX;

/// Set with the kind of a captured piece that was the mover's own.
const OWN: u8 = 0x40;

/// What changes besides pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateInfo<const W: usize> {
    /// Living castling rights.
    pub rights: u16,
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
    /// Zobrist key.
    pub key: u64,
}

/// A packed position.
#[derive(Clone, Debug)]
pub struct State<const W: usize> {
    /// Whose turn it is.
    pub side: Side,
    /// Sites by owner.
    pub by_side: BySide<SiteSet<W>>,
    /// Sites by kind, both sides together.
    pub by_kind: ByKind<SiteSet<W>>,
    squares: Box<[u8]>,
    /// By passed cell, where the piece stands that passed it last; of other cells it says nothing.
    victims: Box<[u8]>,
    /// How many pieces of each kind each side holds.
    pub hands: BySide<ByKind<u16>>,
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
    pub passed: SiteSet<W>,
    /// Who moves; from the hand, `from` is `to`.
    pub actor: Actor,
}

/// What it takes to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo<const W: usize> {
    info: StateInfo<W>,
    side: Side,
    /// Of the cells passed, who had passed them before.
    victims: [u8; PASSED],
    /// Kinds captured, in order of their sites.
    captured: [u8; CAPTURES],
    partner: u8,
    /// Pieces that had waited and were promoted: site, kind before.
    waited: [(u8, u8); CAPTURES],
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
            passed: SiteSet::EMPTY,
            actor: Actor::Piece,
        }
    }
}

impl<const W: usize> Undo<W> {
    /// Whose move it was.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The step within the turn that was made.
    pub fn step(&self) -> u32 {
        self.info.step
    }
}

impl<const W: usize> Tables<W> {
    /// The tables for `state`: of a whole game, or of one arrangement if it is that of the state.
    #[inline(always)]
    pub fn at(&self, state: &State<W>) -> &Tables<W> {
        self.of(state.info.arrangement)
    }
}

impl<const W: usize> State<W> {
    /// Packs a position. Captures past [`CAPTURES`] and passed cells past [`PASSED`] cannot occur: the
    /// arena refuses definitions that have them.
    pub fn new(arena: &Arena, position: &BoardPosition) -> State<W> {
        let mut state = State {
            side: position.side,
            by_side: BySide::default(),
            by_kind: ByKind::new(SiteSet::EMPTY),
            squares: vec![NOBODY; arena.graph.len()].into(),
            victims: vec![0; arena.graph.len()].into(),
            hands: BySide([ByKind::new(0); 2]),
            info: StateInfo {
                rights: position.rights.0,
                passed: SiteSet::EMPTY,
                step: position.step,
                arrangement: position.arrangement,
                halfmoves: position.halfmoves,
                fullmove: position.fullmove,
                key: 0,
            },
        };
        for (site, piece) in position.squares.enumerate() {
            if let Some(piece) = piece {
                state.put(site, piece.side, piece.kind);
            }
        }
        for side in Side::BOTH {
            for (kind, count) in position.hands.held(side) {
                state.hands[side][kind] = count;
            }
        }
        for &Passed { cell, victim } in &position.passed {
            state.victims[cell.index()] = victim.index() as u8;
            state.info.passed.insert(cell);
        }
        state.info.key = state.full_key(arena.rules.turn.length(position.side, position.fullmove));
        state
    }

    /// Unpacks it.
    pub fn position(&self, arena: &Arena) -> BoardPosition {
        let squares = arena.graph.sites().map(|site| self.piece(site)).collect();
        let passed = |cell| Passed { cell, victim: self.passer(cell) };
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
            side: self.side,
            rights: Rights(self.info.rights),
            passed,
            step: self.info.step,
            arrangement: self.info.arrangement,
            halfmoves: self.info.halfmoves,
            fullmove: self.info.fullmove,
        }
    }

    /// The piece on `site`.
    pub fn piece(&self, site: Site) -> Option<Piece> {
        let kind = self.squares[site.index()];
        let side = if self.by_side[Side::White].has(site) { Side::White } else { Side::Black };
        (kind != NOBODY).then(|| Piece { side, kind: KindId::from_index(kind as usize) })
    }

    /// Whose piece stands on `site`, which is occupied.
    #[inline(always)]
    fn owner(&self, site: Site) -> Side {
        if self.by_side[Side::White].has(site) { Side::White } else { Side::Black }
    }

    /// Every occupied site.
    #[inline(always)]
    pub fn occupied(&self) -> SiteSet<W> {
        self.by_side[Side::White] | self.by_side[Side::Black]
    }

    /// The piece that an `e` capture on `cell` takes.
    #[inline(always)]
    pub fn victim(&self, cell: Site) -> Option<Site> {
        self.info.passed.has(cell).then(|| self.passer(cell))
    }

    #[inline(always)]
    fn passer(&self, cell: Site) -> Site {
        Site::from_index(self.victims[cell.index()] as usize)
    }

    #[inline(always)]
    fn put(&mut self, site: Site, side: Side, kind: KindId) {
        let bit = SiteSet::of(site);
        self.by_side[side] |= bit;
        self.by_kind[kind] |= bit;
        self.squares[site.index()] = kind.index() as u8;
    }

    #[inline(always)]
    fn take(&mut self, site: Site, side: Side) -> u8 {
        let kind = self.squares[site.index()];
        let bit = SiteSet::of(site);
        self.by_side[side] = self.by_side[side].minus(bit);
        let set = &mut self.by_kind[KindId::from_index(kind as usize)];
        *set = set.minus(bit);
        self.squares[site.index()] = NOBODY;
        kind
    }

    /// Makes a move of this position, but for passing the turn on
    /// ([`steps::pass_on`](crate::board::run::steps::pass_on)).
    #[inline(always)]
    pub fn make(&mut self, tables: &Tables<W>, step: &PackedMove<W>) -> Undo<W> {
        let us = self.side;
        let mut undo = Undo {
            info: self.info,
            side: us,
            victims: [0; PASSED],
            captured: [NOBODY; CAPTURES],
            partner: NOBODY,
            waited: [(0, NOBODY); CAPTURES],
        };
        let mut touched = SiteSet::of(step.from) | step.captured;
        let mut lost = tables.rights_at[step.from.index()] | tables.rights_at[step.to.index()];
        let becomes = step.promotion.unwrap_or(step.kind);
        let mut key = piece_key(us, becomes, step.to);
        match step.actor {
            Actor::Hand(kind) => key ^= self.hold(us, kind, -1),
            Actor::Piece => {
                key ^= piece_key(us, step.kind, step.from);
                self.take(step.from, us);
            }
            Actor::Section(section, stand) => {
                let before = self.info.arrangement;
                let after = tables.sections.moved(before, section, usize::from(stand));
                self.info.arrangement = after;
                self.info.key ^= arrangement_key(before) ^ arrangement_key(after);
                self.info.halfmoves =
                    self.info.halfmoves.saturating_add(u32::from(self.info.step == 1));
                return undo;
            }
            Actor::Nobody => {
                self.info.halfmoves =
                    self.info.halfmoves.saturating_add(u32::from(self.info.step == 1));
                return undo;
            }
        }
        for (slot, site) in step.captured.into_iter().enumerate() {
            lost |= tables.rights_at[site.index()];
            let owner = self.owner(site);
            let kind = self.take(site, owner);
            key ^= piece_key(owner, KindId::from_index(kind as usize), site);
            let own = if owner == us { OWN } else { 0 };
            debug_assert!(slot < CAPTURES, "more captures than a move may have");
            undo.captured[slot % CAPTURES] = kind | own;
            if let Some(pocket) = &tables.pocket {
                key ^= self.pocket(pocket, us, owner, kind, 1);
            }
        }
        if let Some((from, to)) = step.partner {
            lost |= tables.rights_at[from.index()] | tables.rights_at[to.index()];
            let owner = self.owner(from);
            undo.partner = self.take(from, owner);
            let kind = KindId::from_index(undo.partner as usize);
            key ^= piece_key(owner, kind, from) ^ piece_key(owner, kind, to);
            self.put(to, owner, kind);
            touched.insert(from);
        }
        self.put(step.to, us, becomes);
        if let Some(waits) = &tables.at(self).waits
            && !step.captured.is_empty()
        {
            key ^= self.promote_waiting(tables, waits, &mut undo.waited);
        }
        let progress = !step.captured.is_empty()
            || step.promotion.is_some()
            || tables.facts[us][step.kind.index()].irreversible;
        let info = &mut self.info;
        let played = u32::from(info.step == 1);
        info.halfmoves = if progress { 0 } else { info.halfmoves.saturating_add(played) };
        if info.rights & lost != 0 {
            info.key ^= rights_key(info.rights) ^ rights_key(info.rights & !lost);
            info.rights &= !lost;
        }
        info.key ^= key;
        if !(info.passed | step.passed).is_empty() {
            self.pass(step, touched, &mut undo.victims);
        }
        undo
    }

    /// As [`promotion::promote_waiting`](crate::board::game::promotion::promote_waiting); gives the change of
    /// the key.
    fn promote_waiting(
        &mut self,
        tables: &Tables<W>,
        waits: &Waits<W>,
        waited: &mut [(u8, u8); CAPTURES],
    ) -> u64 {
        let (mut key, mut promoted) = (0, 0);
        for side in Side::BOTH {
            if !waits.any(self, side) {
                continue;
            }
            for (site, kind) in waits.each(self, side) {
                let left = left(tables, self, side, kind);
                let to = tables.promotes_to[kind.index()].iter();
                let to = to.copied().find(|to| left.has(*to));
                if let Some(to) = to.filter(|_| promoted < CAPTURES) {
                    waited[promoted] = (site.index() as u8, kind.index() as u8);
                    promoted += 1;
                    self.take(site, side);
                    self.put(site, side, to);
                    key ^= piece_key(side, kind, site) ^ piece_key(side, to, site);
                }
            }
        }
        key
    }

    /// Passed cells after a step: those entered, and those whose piece is gone, lapse.
    fn pass(&mut self, step: &PackedMove<W>, touched: SiteSet<W>, victims: &mut [u8; PASSED]) {
        let before = self.passed_key();
        let occupied = self.occupied();
        for cell in self.info.passed {
            if touched.has(self.passer(cell)) {
                self.info.passed = self.info.passed.minus(SiteSet::of(cell));
            }
        }
        // A leap may trace a cell that is occupied: nothing enters it en passant.
        let passed = step.passed.minus(occupied);
        for (slot, cell) in passed.into_iter().enumerate() {
            debug_assert!(slot < PASSED, "more passed cells than a move may have");
            victims[slot % PASSED] = self.victims[cell.index()];
            self.victims[cell.index()] = step.to.index() as u8;
        }
        self.info.passed = self.info.passed.minus(occupied) | passed;
        self.info.key ^= before ^ self.passed_key();
    }

    /// Lets the rights lapse to capture pieces of `side` on the cells that they have passed.
    #[inline(always)]
    pub fn lapse(&mut self, side: Side) {
        if self.info.passed.is_empty() {
            return;
        }
        let before = self.passed_key();
        for cell in self.info.passed {
            if self.by_side[side].has(self.passer(cell)) {
                self.info.passed = self.info.passed.minus(SiteSet::of(cell));
            }
        }
        self.info.key ^= before ^ self.passed_key();
    }

    /// Whether `step`, a move of this position, captures by entering a cell that its victim has passed.
    pub fn takes_in_passing(&self, step: &PackedMove<W>) -> bool {
        let victim = self.victim(step.to);
        victim.is_some_and(|v| step.captured.has(v)) && !step.captured.has(step.to)
    }

    /// Whether `step`, just made, captured by entering a cell that its victim had passed.
    pub fn took_in_passing(&self, step: &PackedMove<W>, undo: &Undo<W>) -> bool {
        let captured = step.captured;
        undo.info.passed.has(step.to)
            && captured.has(self.passer(step.to))
            && !captured.has(step.to)
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub fn end_turn(&mut self) {
        self.lapse(self.side.other());
        self.info.fullmove = self.info.fullmove.saturating_add(u32::from(self.side == Side::Black));
        self.info.step = 1;
        self.info.key ^= SIDE_KEY;
        self.side = self.side.other();
    }

    /// Takes back `step`, which was made last and gave `undo`, whoever has the turn now.
    #[inline(always)]
    pub fn unmake(&mut self, tables: &Tables<W>, step: &PackedMove<W>, undo: &Undo<W>) {
        let us = undo.side;
        let them = us.other();
        if !step.passed.is_empty() {
            for (slot, cell) in step.passed.minus(self.occupied()).into_iter().enumerate() {
                self.victims[cell.index()] = undo.victims[slot % PASSED];
            }
        }
        (self.side, self.info) = (us, undo.info);
        match step.actor {
            Actor::Nobody | Actor::Section(..) => return,
            Actor::Piece | Actor::Hand(_) => {}
        }
        if tables.waits.is_some() {
            for &(site, kind) in undo.waited.iter().take_while(|(_, kind)| *kind != NOBODY) {
                let site = Site::from_index(site as usize);
                let owner = self.owner(site);
                self.take(site, owner);
                self.put(site, owner, KindId::from_index(kind as usize));
            }
        }
        self.take(step.to, us);
        if let Some((from, to)) = step.partner {
            let owner = self.owner(to);
            self.take(to, owner);
            self.put(from, owner, KindId::from_index(undo.partner as usize));
        }
        match step.actor {
            Actor::Hand(kind) => {
                self.hold(us, kind, 1);
            }
            Actor::Piece | Actor::Section(..) | Actor::Nobody => {
                self.put(step.from, us, step.kind);
            }
        }
        for (slot, site) in step.captured.into_iter().enumerate() {
            let (kind, own) =
                (undo.captured[slot % CAPTURES] & !OWN, undo.captured[slot % CAPTURES] & OWN);
            let owner = if own == 0 { them } else { us };
            self.put(site, owner, KindId::from_index(kind as usize));
            if let Some(pocket) = &tables.pocket {
                self.pocket(pocket, us, owner, kind, -1);
            }
        }
    }

    /// Puts a piece of `owner` that `captor` took where the game puts it, or takes it back. Gives the
    /// change of the key.
    #[inline(always)]
    fn pocket(
        &mut self,
        pocket: &Pocket<W>,
        captor: Side,
        owner: Side,
        kind: u8,
        change: i16,
    ) -> u64 {
        let side = match pocket.captured {
            Captured::Gone => return 0,
            Captured::ToCaptor => captor,
            Captured::ToOwner => owner,
        };
        self.hold(side, pocket.reverts_to[kind as usize], change)
    }

    /// Changes what a side holds. Gives the change of the key.
    #[inline(always)]
    fn hold(&mut self, side: Side, kind: KindId, change: i16) -> u64 {
        let held = &mut self.hands[side][kind];
        let before = *held;
        *held = before.wrapping_add_signed(change);
        hand_key(side, kind, before) ^ hand_key(side, kind, *held)
    }

    /// Two pieces may pass one cell by different ways: the victim is part of the key.
    pub fn passed_key(&self) -> u64 {
        let one = |cell: Site| {
            mix(3 << 20 | (self.passer(cell).index() as u64) << 10 | cell.index() as u64)
        };
        self.info.passed.into_iter().fold(0, |key, cell| key ^ one(cell))
    }

    fn full_key(&self, length: u32) -> u64 {
        let mut key = rights_key(self.info.rights) ^ self.passed_key();
        key ^= step_key(self.info.step, length) ^ arrangement_key(self.info.arrangement);
        if self.side == Side::Black {
            key ^= SIDE_KEY;
        }
        for side in Side::BOTH {
            for site in self.by_side[side] {
                let kind = KindId::from_index(self.squares[site.index()] as usize);
                key ^= piece_key(side, kind, site);
            }
            for (kind, held) in self.hands[side].iter() {
                key ^= hand_key(side, kind, held);
            }
        }
        key
    }
}

const SIDE_KEY: u64 = mix(0x5349_4445);

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit.
const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[inline(always)]
fn piece_key(side: Side, kind: KindId, site: Site) -> u64 {
    mix(1 << 20 | (side as u64) << 16 | (kind.index() as u64) << 8 | site.index() as u64)
}

/// Of so many pieces in hand; none have no key, so that games without hands are as they were.
#[inline(always)]
fn hand_key(side: Side, kind: KindId, held: u16) -> u64 {
    if held == 0 {
        return 0;
    }
    mix(4 << 32 | (side as u64) << 24 | (kind.index() as u64) << 16 | u64::from(held))
}

fn rights_key(rights: u16) -> u64 {
    mix(2 << 20 | u64::from(rights))
}

/// The first arrangement has no key, so that boards without sections are as they were.
fn arrangement_key(arrangement: Arrangement) -> u64 {
    if arrangement == Arrangement::default() {
        return 0;
    }
    mix(6 << 32 | arrangement.index() as u64)
}

/// Of a step in a turn of so many; a turn of one step has no key, so that such games are as they were.
#[inline(always)]
pub fn step_key(step: u32, length: u32) -> u64 {
    if length <= 1 {
        return 0;
    }
    mix(5 << 32 | u64::from(length) << 16 | u64::from(step))
}
