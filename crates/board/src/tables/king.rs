//! A royal kind that leaps, and what is asked of its enemies before it steps or castles.
//!
//! Owns: [`King`], [`Riders`], [`Castle`], [`Walk`]. Takes its rows, the ways of castling and the attacks of its enemies; gives
//! the generator, by the cell of a lone king, whose attacks may reach a cell that he goes to or passes. Invariant: enemies who are
//! left out attack none of these cells; rides are asked only where they are all attacks of their side along lines.

use crate::tables::attack::near::Near;
use crate::tables::attack::{AttackTables, ByCell, Line, Lines};
use crate::tables::columns::{Columns, rows};
use crate::tables::piece_rows::{KindFlags, PieceRow};
use crate::topology::by_site::BySite;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;

/// A way of castling, packed.
#[derive(Clone, Copy, Debug)]
pub struct Castle<const W: usize> {
    /// Kind of the piece that castles.
    pub kind: KindId,
    /// Bit of its right.
    pub right: u64,
    /// From, to of the piece that castles.
    pub king: (Site, Site),
    /// From, to of the partner.
    pub partner: (Site, Site),
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// May not be attacked; empty if the piece is not royal.
    pub safe: SiteSet<W>,
    /// Of a lone king that leaps, who may castle if nothing attacks him where he stands: the cells of which nothing may attack one
    /// while he is lifted.
    pub walk: Option<SiteSet<W>>,
}

/// A royal kind that leaps, listed by a loop of its own where checks and pins are known.
#[derive(Clone, Debug)]
pub struct King<const W: usize> {
    /// The kind.
    pub kind: KindId,
    /// Its leaps onto empty cells, and those that capture.
    pub rows: BySite<(SiteSet<W>, SiteSet<W>), W>,
    /// By his cell, from where enemies leap onto the cells that he leaps to, or passes when he castles.
    pub leapers: ByCell<Near<W>, W>,
    /// And from where they slide there.
    pub riders: Riders<W>,
    /// Ways of castling of which he learns with his steps whether he may go them.
    pub walks: Vec<Walk<W>>,
    /// One cell of each that must be empty: while all of them are occupied he may go none.
    pub gates: SiteSet<W>,
    /// Whether it does more than that.
    pub special: bool,
}

/// A way of castling of a king who may go it, if nobody gives check, as soon as nobody attacks certain cells.
#[derive(Clone, Copy, Debug)]
pub struct Walk<const W: usize> {
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// The cells of which nobody may attack one while he is lifted.
    pub asked: SiteSet<W>,
    /// Where he ends.
    pub to: SiteSet<W>,
    /// The number of the way among those of his side.
    pub number: u32,
    /// Bit of its right.
    pub right: u64,
}

impl<const W: usize> Walk<W> {
    /// The cells of which nobody may attack one, if that tells whether `castle` is legal while nobody gives check; `slides` are the
    /// attacks of enemies along lines.
    ///
    /// Where he ends he is attacked with his partner beside him, and asked for as if it had not moved. That is the same: the partner
    /// leaves no line to his end, and whom it keeps off by standing where it lands attacks a cell of the way before, or his start.
    pub fn asked(castle: &Castle<W>, slides: &Lines<W, SiteSet<W>>) -> Option<SiteSet<W>> {
        let ((from, to), (partner, landing)) = (castle.king, castle.partner);
        let is_alike = |line: &Line<W>, source: Site| {
            let want = slides.want(line, source);
            let sooner = |cell: Site| {
                let own = |l: &&Line<W>| l.class == line.class && l.sources.has(source);
                let mut lines = slides.at(cell).iter().filter(own);
                lines.any(|line| slides.want(line, source).within(want))
            };
            let is_kept_off = want.has(landing) && !castle.safe.into_iter().any(sooner);
            !want.has(partner) && !is_kept_off
        };
        let mut lines = slides.at(to).iter();
        let is_alike = lines.all(|line| line.sources.into_iter().all(|from| is_alike(line, from)));
        let fits = is_alike && castle.safe.has(from) && !castle.empty.is_empty();
        fits.then(|| castle.safe.minus(SiteSet::of(from)) | SiteSet::of(to))
    }

    /// Whether the right to it is one of `rights`, and `occupied` leaves it free.
    #[inline(always)]
    pub fn is_open(&self, rights: u64, occupied: SiteSet<W>) -> bool {
        // Not `&&`: which of two rights lives, and whose way is free, is not to be foreseen.
        (rights & self.right != 0) & !self.empty.meets(occupied)
    }
}

/// How a king learns which of several cells his enemies attack along lines.
#[derive(Clone, Debug)]
pub enum Riders<const W: usize> {
    /// Each enemy is asked how far he rides, since that is what he attacks; `by` is the number of the column.
    Ride(ByCell<Near<W>, W>),
    /// Each cell is asked for the lines that lead to it.
    Lines,
}

impl<const W: usize> King<W> {
    /// Of a kind with a row for each site, if it is such a kind. What its enemies do is told it by [`King::face`].
    pub fn new(kind: KindId, facts: KindFlags, movers: &[PieceRow<W>]) -> Option<King<W>> {
        let leaps = movers.iter().all(|m| m.reaches.0 == m.reaches.1) && !facts.promotes;
        leaps.then(|| {
            let none = (SiteSet::EMPTY, SiteSet::EMPTY);
            let rows = rows(movers, none, |m| (m.quiet, m.capture));
            let (leapers, riders) = (ByCell::default(), Riders::Lines);
            King {
                kind,
                rows,
                leapers,
                riders,
                walks: Vec::new(),
                gates: SiteSet::EMPTY,
                special: facts.special,
            }
        })
    }

    /// Takes in what `foes` attack, who list their moves by `columns`, and how the king may castle.
    pub fn face(&mut self, foes: &AttackTables<W>, columns: &Columns<W>, castles: &[Castle<W>]) {
        let mut cells = BySite::new(SiteSet::EMPTY);
        for site in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
            cells[site] = self.rows[site].0 | self.rows[site].1;
        }
        (self.walks, self.gates) = (Vec::new(), SiteSet::EMPTY);
        for (castle, number) in castles.iter().zip(0..) {
            if let Some(asked) = castle.walk {
                let &Castle { right, empty, king: (from, to), .. } = castle;
                // The first beside him, which has to be left most often.
                let beside = empty & self.rows[from].0;
                let gate = if beside.is_empty() { empty } else { beside }.first();
                gate.into_iter().for_each(|gate| self.gates.insert(gate));
                cells[from] |= asked;
                self.walks.push(Walk { empty, asked, to: SiteSet::of(to), number, right });
            }
        }
        self.leapers = foes.leaps_near(&cells);
        if let Riders::Ride(near) = &mut self.riders {
            *near = foes.slides.near(&cells, columns.rides.iter().map(|column| column.class));
        }
    }
}
