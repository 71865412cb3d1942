//! Computes the castling options and rights of a board. The pieces of an option start on cells
//! where their kinds may castle. An option satisfies the restrictions of every move, and uses only
//! cells of the board.

pub use crate::model::board_model::{CastleOption, Castles, Grant, Right};

use crate::model::board_model::BoardModel;
use crate::paths::terrain::{ByPiece, own_cell};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Axes, Stride};
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::{BySide, Side};
use alfil_rules::term::{Castle, CastleEnd};
use alfil_rules::turn::KingSafety;
use alfil_topology::compass::Sectors;
use alfil_topology::site_set::{AnySet, Site};

/// The reason why a castling option is forbidden in every position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barred {
    /// The condition of the castling term forbids it.
    ByTerm,
    /// A restriction on every move forbids it. The fields are the kind and the forbidden move.
    ByEveryMove(KindId, (Site, Site)),
}

/// Returns all castling options and rights of a game.
pub(crate) fn castling(model: &BoardModel) -> Castles {
    let mut all = Castles::default();
    each_way(model, &mut all, &mut |all, option, barred| {
        let same = |o: &CastleOption| CastleOption { term: option.term, ..o.clone() } == option;
        if barred.is_none() && !all.options.iter().any(same) {
            all.options.push(option);
        }
    });
    all
}

/// Returns the castling options that fit the board but are forbidden, with the reason.
pub fn barred(model: &BoardModel) -> Vec<(CastleOption, Barred)> {
    let mut found = Vec::new();
    each_way(model, &mut Castles::default(), &mut |_, option, barred| {
        found.extend(barred.map(|barred| (option, barred)));
    });
    found
}

/// Calls `visit` for each castling option that fits the board, with the reason if it is forbidden.
/// Adds all rights and grants to `all`.
fn each_way(
    model: &BoardModel,
    all: &mut Castles,
    visit: &mut dyn FnMut(&mut Castles, CastleOption, Option<Barred>),
) {
    let each_step = model.rules.turn.safety == KingSafety::EachStep;
    let kinds = |side| model.rules.kinds.enumerate().map(move |kind| (side, kind));
    for (side, (kind, rules)) in model.rules.sides.each().flat_map(kinds) {
        let terms = rules.moves.terms.iter().enumerate();
        for (term, when, castle) in terms.filter_map(|(n, t)| Some((n, &t.when, t.castle()?))) {
            for (lane, at) in starts(model, side, kind, castle) {
                for partner_kind in partner_kinds(model, side, castle, lane.cells[at]) {
                    // A right depends only on its pieces, and exists even if castling does not fit
                    // the board.
                    let (king, partner) = (lane.cells[lane.start], lane.cells[at]);
                    let right = Right { side, king, partner, kinds: (kind, partner_kind) };
                    let right = all.number(model, right);
                    let Some(found) = lane.option(model, castle, at) else { continue };
                    let Found { king, partner, empty, safe } = found;
                    let displaced = |&(kind, (from, to)): &(KindId, (Site, Site))| {
                        !model.holds(&model.rules.every_move, side, kind, from, to)
                    };
                    let pieces = [(kind, king), (partner_kind, partner)];
                    let barred = if model.holds(when, side, kind, king.0, king.1) {
                        pieces
                            .into_iter()
                            .find(displaced)
                            .map(|(kind, way)| Barred::ByEveryMove(kind, way))
                    } else {
                        Some(Barred::ByTerm)
                    };
                    let mut safe = if rules.royal.is_royal() { safe } else { Vec::new() };
                    // Every move is tested for check on its last cell, so castling need not test
                    // that cell again.
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
    /// Returns the index of `right`, and adds the right if it is new.
    fn number(&mut self, model: &BoardModel, right: Right) -> usize {
        if let Some(number) = self.rights.iter().position(|known| *known == right) {
            return number;
        }
        let number = self.rights.len();
        let named = |kind| model.rules.homes.iter().any(|homes| homes.kind == kind);
        let [king, partner] = right.pieces();
        for (dropped, other) in [(king, partner), (partner, king)] {
            if model.rules.hand.is_some() && named(dropped.0.kind) {
                self.grants.push(Grant { dropped, other, right: number });
            }
        }
        self.rights.push(right);
        number
    }
}

/// Returns whether a piece of `kind` can castle by `castle` from a start cell, under the condition
/// `when`. Restrictions on every move are ignored.
pub(crate) fn fits(model: &BoardModel, kind: KindId, castle: &Castle, when: &Condition) -> bool {
    // Missing files are reported by another finding.
    if castle.end == CastleEnd::Files(None) {
        return true;
    }
    model.rules.sides.each().any(|side| {
        starts(model, side, kind, castle).any(|(lane, at)| {
            let found = lane.option(model, castle, at);
            found.is_some_and(|f| model.holds(when, side, kind, f.king.0, f.king.1))
        })
    })
}

/// Returns the cells where pieces of each kind and side castle or are partners. These are the cells
/// that the rules name, or otherwise the start cells.
pub(crate) fn homes(model: &BoardModel) -> ByPiece {
    let named = |side, cells: &[Spanned<String>]| {
        let site =
            |cell: &Spanned<String>| own_cell(&model.graph, model.graph.find(&cell.value)?, side);
        cells.iter().filter_map(site).collect::<AnySet>()
    };
    BySide::of(model.rules.sides, |side| {
        let home = |kind| match model.rules.homes.iter().find(|homes| homes.kind == kind) {
            Some(homes) => named(side, &homes.cells),
            None => model.start_cells[side][kind],
        };
        model.rules.kinds.ids().map(home).collect::<IndexVec<_, _>>()
    })
}

const WAZIR: Stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };

struct Found {
    king: (Site, Site),
    partner: (Site, Site),
    empty: AnySet,
    safe: Vec<Site>,
}

/// The line of cells through a castling piece. Cells in the direction of its partner come last.
#[derive(Clone)]
struct Lane {
    cells: Vec<Site>,
    /// The index of the cell where the castling piece starts.
    start: usize,
}

/// Returns the lines along which pieces of `kind` may castle, by direction and start cell.
fn lanes(
    model: &BoardModel,
    side: Side,
    kind: KindId,
    castle: &Castle,
) -> impl Iterator<Item = Lane> {
    let compass = model.graph.compass();
    let sectors = sideways(model, castle);
    model.homes[side][kind].into_iter().flat_map(move |king| {
        sectors.iter().map(move |sector| {
            let sector = model.graph.absolute(side, sector);
            let mut cells = ray(model, king, compass.back(sector));
            cells.reverse();
            let start = cells.len();
            cells.push(king);
            cells.extend(ray(model, king, sector));
            Lane { cells, start }
        })
    })
}

/// Returns the lines along which pieces of `kind` may castle, each with the index of a partner.
fn starts(
    model: &BoardModel,
    side: Side,
    kind: KindId,
    castle: &Castle,
) -> impl Iterator<Item = (Lane, usize)> {
    lanes(model, side, kind, castle).flat_map(move |lane| {
        let partners = lane.partners(model, side, castle);
        partners.into_iter().map(move |at| (lane.clone(), at))
    })
}

impl Lane {
    /// Returns the indices of cells where a partner may start. If a shuffled start may put another
    /// piece on a cell, partners beyond it count too.
    fn partners(&self, model: &BoardModel, side: Side, castle: &Castle) -> Vec<usize> {
        let starts =
            |i: &usize| partner_kinds(model, side, castle, self.cells[*i]).next().is_some();
        let mut partners = (self.start + 1..self.cells.len()).filter(starts);
        let shuffled = |i: usize| {
            model.shuffled.as_ref().is_some_and(|s| s.cells(side).contains(&self.cells[i]))
        };
        // Without an inset, the first partner on the line counts. An inset is the partner's
        // distance from the edge in cells.
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

    /// Returns the castling with the partner at index `at`, if it fits the board.
    fn option(&self, model: &BoardModel, castle: &Castle, at: usize) -> Option<Found> {
        let (cells, start) = (&self.cells, self.start);
        let file = |site: Site| model.graph.file_rank(site).0;
        let end = match castle.end {
            CastleEnd::Cells(distance) => start + usize::from(distance),
            CastleEnd::Files(files) => {
                let files = files?;
                let toward_first = file(cells[at]) < file(cells[start]);
                let name = if toward_first { files.first } else { files.last };
                cells.iter().position(|&site| model.graph.file_name(file(site)) == name)?
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

/// Returns the directions of `castle` without forward and backward.
fn sideways(model: &BoardModel, castle: &Castle) -> Sectors {
    let compass = model.graph.compass();
    let along = compass.first(WAZIR, &castle.directions);
    let aside = along.iter().filter(|&sector| sector != 0 && sector != compass.back(0));
    Sectors::around(aside, compass.headings())
}

/// Returns the sites after `site` in an absolute direction, up to a missing cell, an edge or a
/// seam. On a closed line, the last site is the one before `site`.
fn ray(model: &BoardModel, site: Site, sector: u8) -> Vec<Site> {
    let graph = &model.graph;
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

/// Returns the kinds of partners for `castle` that may start on `site`.
fn partner_kinds(
    model: &BoardModel,
    side: Side,
    castle: &Castle,
    site: Site,
) -> impl Iterator<Item = KindId> {
    castle.partners.iter().copied().filter(move |&kind| model.homes[side][kind].has(site))
}
