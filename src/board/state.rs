//! A position packed for the generator, and making moves on it.
//!
//! Owns: [`State`], [`Step`] (one move, packed), [`Undo`]. Invariant: the sets by side, the sets by
//! kind and the squares say the same; the key is the exclusive-or of what stands, lives and was passed.

use crate::board::arena::Arena;
use crate::board::position::{BoardPosition, Passed, Piece, Rights};
use crate::board::site_set::{Site, SiteSet};
use crate::board::tables::Tables;
use crate::index::Id;
use crate::rules::ruleset::KindId;
use crate::rules::side::{BySide, Side};

/// The most kinds of piece.
pub const KINDS: usize = 64;

/// The most pieces whose trail lives at once (a position given as text may name several).
pub const TRAILS: usize = 4;

/// The most pieces one move captures.
pub const CAPTURES: usize = 8;

const NOBODY: u8 = u8::MAX;

/// Set with the kind of a captured piece that was the mover's own.
const OWN: u8 = 0x40;

/// Cells that one piece has just passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trail<const W: usize> {
    /// The cells.
    pub cells: SiteSet<W>,
    /// Where the piece stands.
    pub victim: Site,
}

/// What changes besides pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks<const W: usize> {
    /// Living castling rights.
    pub rights: u16,
    /// Every passed cell.
    pub passed: SiteSet<W>,
    trails: [Trail<W>; TRAILS],
    /// Turns since a capture or a move of a kind that promotes.
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
    pub by_kind: [SiteSet<W>; KINDS],
    squares: Box<[u8]>,
    /// The rest.
    pub clocks: Clocks<W>,
}

/// One move, packed.
#[derive(Clone, Copy, Debug)]
pub struct Step<const W: usize> {
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
}

/// What it takes to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo<const W: usize> {
    clocks: Clocks<W>,
    captured: [(Site, u8); CAPTURES],
    count: u8,
    partner: u8,
}

impl<const W: usize> State<W> {
    /// Packs a position. Trails past [`TRAILS`] victims and captures past [`CAPTURES`] cannot occur:
    /// the arena refuses definitions and positions that have them.
    pub fn new(arena: &Arena, position: &BoardPosition) -> State<W> {
        let empty = Trail { cells: SiteSet::EMPTY, victim: Site::from_index(0) };
        let mut state = State {
            side: position.side,
            by_side: BySide::default(),
            by_kind: [SiteSet::EMPTY; KINDS],
            squares: vec![NOBODY; arena.graph.len()].into(),
            clocks: Clocks {
                rights: position.rights.0,
                passed: SiteSet::EMPTY,
                trails: [empty; TRAILS],
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
        for &Passed { cell, victim } in &position.passed {
            let free = |t: &&mut Trail<W>| t.cells.is_empty() || t.victim == victim;
            if let Some(trail) = state.clocks.trails.iter_mut().find(free) {
                trail.victim = victim;
                trail.cells.insert(cell);
                state.clocks.passed.insert(cell);
            }
        }
        state.clocks.key = state.full_key();
        state
    }

    /// Unpacks it.
    pub fn position(&self, arena: &Arena) -> BoardPosition {
        let squares = arena.graph.sites().map(|site| self.piece(site)).collect();
        let mut passed: Vec<Passed> = Vec::new();
        for trail in &self.clocks.trails {
            passed
                .extend(trail.cells.into_iter().map(|cell| Passed { cell, victim: trail.victim }));
        }
        passed.sort();
        BoardPosition {
            squares,
            side: self.side,
            rights: Rights(self.clocks.rights),
            passed,
            halfmoves: self.clocks.halfmoves,
            fullmove: self.clocks.fullmove,
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
        self.clocks.trails.iter().find(|t| t.cells.has(cell)).map(|t| t.victim)
    }

    #[inline(always)]
    fn put(&mut self, site: Site, side: Side, kind: KindId) {
        let bit = SiteSet::of(site);
        self.by_side[side] |= bit;
        self.by_kind[kind.index() % KINDS] |= bit;
        self.squares[site.index()] = kind.index() as u8;
    }

    #[inline(always)]
    fn take(&mut self, site: Site, side: Side) -> u8 {
        let kind = self.squares[site.index()];
        let bit = SiteSet::of(site);
        self.by_side[side] = self.by_side[side].minus(bit);
        let set = &mut self.by_kind[kind as usize % KINDS];
        *set = set.minus(bit);
        self.squares[site.index()] = NOBODY;
        kind
    }

    /// Makes a move of this position.
    #[inline(always)]
    pub fn make(&mut self, tables: &Tables<W>, step: &Step<W>) -> Undo<W> {
        let (us, them) = (self.side, self.side.other());
        let mut undo = Undo {
            clocks: self.clocks,
            captured: [(step.to, NOBODY); CAPTURES],
            count: 0,
            partner: NOBODY,
        };
        let mut lost = tables.rights_at[step.from.index()] | tables.rights_at[step.to.index()];
        let becomes = step.promotion.unwrap_or(step.kind);
        let mut key = piece_key(us, step.kind, step.from) ^ piece_key(us, becomes, step.to);
        self.take(step.from, us);
        for site in step.captured {
            lost |= tables.rights_at[site.index()];
            let owner = self.owner(site);
            let kind = self.take(site, owner);
            key ^= piece_key(owner, KindId::from_index(kind as usize), site);
            let own = if owner == us { OWN } else { 0 };
            undo.captured[undo.count as usize % CAPTURES] = (site, kind | own);
            undo.count += 1;
        }
        if let Some((from, to)) = step.partner {
            lost |= tables.rights_at[from.index()] | tables.rights_at[to.index()];
            let owner = self.owner(from);
            undo.partner = self.take(from, owner);
            let kind = KindId::from_index(undo.partner as usize);
            key ^= piece_key(owner, kind, from) ^ piece_key(owner, kind, to);
            self.put(to, owner, kind);
        }
        self.put(step.to, us, becomes);
        let irreversible = undo.count > 0 || tables.facts[us][step.kind.index()].choices > 0;
        let clocks = &mut self.clocks;
        clocks.halfmoves = if irreversible { 0 } else { clocks.halfmoves + 1 };
        clocks.fullmove += u32::from(us == Side::Black);
        if clocks.rights & lost != 0 {
            clocks.key ^= rights_key(clocks.rights) ^ rights_key(clocks.rights & !lost);
            clocks.rights &= !lost;
        }
        if !(clocks.passed | step.passed).is_empty() {
            clocks.key ^= passed_key(clocks.passed) ^ passed_key(step.passed);
            clocks.trails = [Trail { cells: SiteSet::EMPTY, victim: step.to }; TRAILS];
            clocks.trails[0].cells = step.passed;
            clocks.passed = step.passed;
        }
        clocks.key ^= key ^ SIDE_KEY;
        self.side = them;
        undo
    }

    /// Takes back `step`, which was made last and gave `undo`.
    #[inline(always)]
    pub fn unmake(&mut self, step: &Step<W>, undo: &Undo<W>) {
        let them = self.side;
        let us = them.other();
        self.take(step.to, us);
        if let Some((from, to)) = step.partner {
            let owner = self.owner(to);
            self.take(to, owner);
            self.put(from, owner, KindId::from_index(undo.partner as usize));
        }
        self.put(step.from, us, step.kind);
        for &(site, kind) in &undo.captured[..undo.count as usize % (CAPTURES + 1)] {
            let owner = if kind & OWN == 0 { them } else { us };
            self.put(site, owner, KindId::from_index((kind & !OWN) as usize));
        }
        self.side = us;
        self.clocks = undo.clocks;
    }

    fn full_key(&self) -> u64 {
        let mut key = rights_key(self.clocks.rights) ^ passed_key(self.clocks.passed);
        if self.side == Side::Black {
            key ^= SIDE_KEY;
        }
        for side in Side::BOTH {
            for site in self.by_side[side] {
                let kind = KindId::from_index(self.squares[site.index()] as usize);
                key ^= piece_key(side, kind, site);
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

fn rights_key(rights: u16) -> u64 {
    mix(2 << 20 | u64::from(rights))
}

fn passed_key<const W: usize>(passed: SiteSet<W>) -> u64 {
    passed.into_iter().fold(0, |key, site| key ^ mix(3 << 20 | site.index() as u64))
}
