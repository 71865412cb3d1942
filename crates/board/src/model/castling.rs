//! Castling, worked out once a board.
//!
//! Owns: [`CastleOption`] (one way of castling), [`barred`] (ways that a rule forbids), [`Right`] (a piece that castles, mostly royal, and a
//! partner on their start cells) and [`Grant`] (a drop that begins a right). Takes an arena's movements and the cells
//! from which each kind castles. Invariant: every option's pieces stand on such
//! cells, its displacements satisfy the restriction on every move, and its cells exist.

pub(super) mod option;

use crate::model::board_model::BoardModel;
use crate::paths::area::own_cell;
use crate::paths::terrain::ByPiece;
use crate::topology::compass::Sectors;
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Spanned;
use alfil_rules::castling::{Castle, CastleEnd};
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Axes, Stride};
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::{BySide, Side};
use alfil_rules::turn::KingSafety;
pub use option::{CastleOption, Castles, Grant, Right};

/// What forbids a way of castling wherever pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barred {
    /// The condition of its term.
    ByTerm,
    /// What binds every move, as far as a piece of this kind is concerned that goes from one cell to another.
    ByEveryMove(KindId, (Site, Site)),
}

/// Every option and every right of a variant.
pub fn castling(arena: &BoardModel) -> Castles {
    let mut all = Castles::default();
    each_way(arena, &mut all, &mut |all, option, barred| {
        let same = |o: &CastleOption| CastleOption { term: option.term, ..o.clone() } == option;
        if barred.is_none() && !all.options.iter().any(same) {
            all.options.push(option);
        }
    });
    all
}

/// Ways of castling that would fit the board, and what forbids each of them.
pub fn barred(arena: &BoardModel) -> Vec<(CastleOption, Barred)> {
    let mut found = Vec::new();
    each_way(arena, &mut Castles::default(), &mut |_, option, barred| {
        found.extend(barred.map(|barred| (option, barred)));
    });
    found
}

/// Goes through the ways of castling that fit the board, and collects their rights in `all`.
fn each_way(
    arena: &BoardModel,
    all: &mut Castles,
    visit: &mut dyn FnMut(&mut Castles, CastleOption, Option<Barred>),
) {
    let each_step = arena.rules.turn.safety == KingSafety::EachStep;
    let kinds = |side| arena.rules.kinds.enumerate().map(move |kind| (side, kind));
    for (side, (kind, rules)) in Side::BOTH.into_iter().flat_map(kinds) {
        let terms = rules.moves.terms.iter().enumerate();
        for (term, when, castle) in terms.filter_map(|(n, t)| Some((n, &t.when, t.castle()?))) {
            for (lane, at) in starts(arena, side, kind, castle) {
                for partner_kind in partner_kinds(arena, side, castle, lane.cells[at]) {
                    // A right lives with its pieces, whether or not castling fits the board.
                    let (king, partner) = (lane.cells[lane.start], lane.cells[at]);
                    let right = Right { side, king, partner, kinds: (kind, partner_kind) };
                    let right = all.number(arena, right);
                    let Some(found) = lane.option(arena, castle, at) else { continue };
                    let Found { king, partner, empty, safe } = found;
                    let displaced = |&(kind, (from, to)): &(KindId, (Site, Site))| {
                        !arena.holds(&arena.rules.every_move, side, kind, from, to)
                    };
                    let pieces = [(kind, king), (partner_kind, partner)];
                    let barred = match arena.holds(when, side, kind, king.0, king.1) {
                        false => Some(Barred::ByTerm),
                        true => pieces
                            .into_iter()
                            .find(displaced)
                            .map(|(kind, way)| Barred::ByEveryMove(kind, way)),
                    };
                    let mut safe = if rules.royal.is_royal() { safe } else { Vec::new() };
                    // Where it ends is asked of the position behind the move, as of every move.
                    if rules.royal == Royalty::Each && each_step {
                        safe.retain(|&cell| cell != king.1 || cell == king.0);
                    }
                    let option =
                        CastleOption { side, kind, term, right, king, partner, empty, safe };
                    visit(all, option, barred);
                }
            }
        }
    }
}

impl Castles {
    /// The number of `right`, which is a new one if it was not there.
    fn number(&mut self, arena: &BoardModel, right: Right) -> usize {
        if let Some(number) = self.rights.iter().position(|known| *known == right) {
            return number;
        }
        let number = self.rights.len();
        let named = |kind| arena.rules.homes.iter().any(|homes| homes.kind == kind);
        let [king, partner] = right.pieces();
        for (dropped, other) in [(king, partner), (partner, king)] {
            if arena.rules.hand.is_some() && named(dropped.0.kind) {
                self.grants.push(Grant { dropped, other, right: number });
            }
        }
        self.rights.push(right);
        number
    }
}

/// Whether `castle` of `kind` fits the board from some start cell where `when` holds, whatever
/// restricts every move.
pub fn fits(arena: &BoardModel, kind: KindId, castle: &Castle, when: &Condition) -> bool {
    // Where nobody says the files, that is the finding.
    if castle.end == CastleEnd::Files(None) {
        return true;
    }
    Side::BOTH.iter().any(|&side| {
        starts(arena, side, kind, castle).any(|(lane, at)| {
            let found = lane.option(arena, castle, at);
            found.is_some_and(|f| arena.holds(when, side, kind, f.king.0, f.king.1))
        })
    })
}

/// The cells from which each kind of each side castles: where the rules name them, else where it starts.
pub fn homes(arena: &BoardModel) -> ByPiece {
    let named = |side, cells: &[Spanned<String>]| {
        let site =
            |cell: &Spanned<String>| own_cell(&arena.graph, arena.graph.find(&cell.value)?, side);
        cells.iter().filter_map(site).collect::<AnySet>()
    };
    BySide::from_fn(|side| {
        let home = |kind| match arena.rules.homes.iter().find(|homes| homes.kind == kind) {
            Some(homes) => named(side, &homes.cells),
            None => arena.start_cells[side][kind],
        };
        arena.rules.kinds.ids().map(home).collect::<IndexVec<_, _>>()
    })
}

const WAZIR: Stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };

struct Found {
    king: (Site, Site),
    partner: (Site, Site),
    empty: AnySet,
    safe: Vec<Site>,
}

/// The line along which a piece castles, in the direction of its partner.
#[derive(Clone)]
struct Lane {
    cells: Vec<Site>,
    /// Where on it the piece stands that castles.
    start: usize,
}

/// The lines along which pieces of `kind` castle by `castle`.
fn lanes(
    arena: &BoardModel,
    side: Side,
    kind: KindId,
    castle: &Castle,
) -> impl Iterator<Item = Lane> {
    let compass = arena.graph.compass();
    let sectors = sideways(arena, castle);
    arena.homes[side][kind].into_iter().flat_map(move |king| {
        sectors.iter().map(move |sector| {
            let sector = arena.graph.absolute(side, sector);
            let mut cells = ray(arena, king, compass.back(sector));
            cells.reverse();
            let start = cells.len();
            cells.push(king);
            cells.extend(ray(arena, king, sector));
            Lane { cells, start }
        })
    })
}

/// The lines along which pieces of `kind` castle by `castle`, each with the place of a partner on it.
fn starts(
    arena: &BoardModel,
    side: Side,
    kind: KindId,
    castle: &Castle,
) -> impl Iterator<Item = (Lane, usize)> {
    lanes(arena, side, kind, castle).flat_map(move |lane| {
        let partners = lane.partners(arena, side, castle);
        partners.into_iter().map(move |at| (lane.clone(), at))
    })
}

impl Lane {
    /// Where along it a partner may start out. Behind cells that are shuffled, where anything may stand, the
    /// next one may be met first.
    fn partners(&self, arena: &BoardModel, side: Side, castle: &Castle) -> Vec<usize> {
        let starts =
            |i: &usize| partner_kinds(arena, side, castle, self.cells[*i]).next().is_some();
        let mut partners = (self.start + 1..self.cells.len()).filter(starts);
        let shuffled = |i: usize| {
            arena.shuffled.as_ref().is_some_and(|s| s.cells(side).contains(&self.cells[i]))
        };
        // Without insets the first partner met; with them, counted inward from the edge.
        match castle.partner_inset {
            0 => {
                let all: Vec<usize> = partners.collect();
                let last = all.iter().position(|&i| !shuffled(i)).unwrap_or(all.len());
                all.into_iter().take(last + 1).collect()
            }
            inset => partners
                .find(|&i| self.cells.len() - 1 - i == usize::from(inset))
                .into_iter()
                .collect(),
        }
    }

    /// Castling with the partner at `at`, if it fits the board.
    fn option(&self, arena: &BoardModel, castle: &Castle, at: usize) -> Option<Found> {
        let (cells, start) = (&self.cells, self.start);
        let file = |site: Site| arena.graph.file_rank(site).0;
        let end = match castle.end {
            CastleEnd::Cells(distance) => start + usize::from(distance),
            CastleEnd::Files(files) => {
                let files = files?;
                let toward_first = file(cells[at]) < file(cells[start]);
                let name = if toward_first { files.first } else { files.last };
                cells.iter().position(|&site| arena.graph.file_name(file(site)) == name)?
            }
        };
        let beside = end.checked_sub(1)?;
        let (king_to, partner_to) = (*cells.get(end)?, cells[beside]);
        let span = start.min(beside)..=at.max(end).max(start);
        let own: AnySet = [cells[start], cells[at]].into_iter().collect();
        Some(Found {
            king: (cells[start], king_to),
            partner: (cells[at], partner_to),
            empty: cells[span].iter().copied().collect::<AnySet>().minus(own),
            safe: cells[start.min(end)..=start.max(end)].to_vec(),
        })
    }
}

/// The directions of `castle`, but for forward and backward.
fn sideways(arena: &BoardModel, castle: &Castle) -> Sectors {
    let compass = arena.graph.compass();
    let along = compass.first(WAZIR, &castle.directions);
    let aside = along.iter().filter(|&sector| sector != 0 && sector != compass.back(0));
    Sectors::around(aside, compass.headings())
}

/// The sites met from `site` along an absolute direction, up to a void, the edge or a seam, or until it is met again.
fn ray(arena: &BoardModel, site: Site, sector: u8) -> Vec<Site> {
    let graph = &arena.graph;
    let mut node = graph.node(site);
    let mut way = Vec::new();
    while let Some(link) = graph.link(node, sector).filter(|link| !link.seam) {
        let next = link.node;
        match graph.site(next) {
            Some(met) if met != site && way.len() < graph.len() => way.push(met),
            _ => break,
        }
        node = next;
    }
    way
}

/// The kinds with which `castle` has a partner on `site`.
fn partner_kinds(
    arena: &BoardModel,
    side: Side,
    castle: &Castle,
    site: Site,
) -> impl Iterator<Item = KindId> {
    castle.partners.iter().copied().filter(move |&kind| arena.homes[side][kind].has(site))
}
