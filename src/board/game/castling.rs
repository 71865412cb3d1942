//! Castling, worked out once a board.
//!
//! Owns: [`CastleOption`] (one way of castling) and [`Right`] (a piece that castles, mostly royal, and a
//! partner on their start cells). Takes an arena's movements and start cells. Invariant: every option's pieces stand on
//! start cells, its displacements satisfy the restriction on every move, and its cells exist.

use crate::board::game::arena::Arena;
use crate::board::space::compass::Sectors;
use crate::board::space::site_set::{AnySet, Site};
use crate::rules::condition::Condition;
use crate::rules::movement::{Action, Axes, Castle, Stride};
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;

/// A castling piece and a partner that have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Right {
    /// Whose.
    pub side: Side,
    /// Start cell of the piece that castles.
    pub king: Site,
    /// Start cell of the partner.
    pub partner: Site,
}

/// One way of castling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastleOption {
    /// Whose.
    pub side: Side,
    /// Kind of the piece that castles.
    pub kind: KindId,
    /// Index of its right in [`Arena::rights`].
    pub right: usize,
    /// From, to of the piece that castles.
    pub king: (Site, Site),
    /// From, to of the partner.
    pub partner: (Site, Site),
    /// Must be empty but for the two pieces themselves.
    pub empty: AnySet,
    /// Cells on which a royal piece may not be attacked: its start, its way, its end; none if it is not
    /// royal.
    pub safe: Vec<Site>,
}

/// Every option and every right of a variant.
pub fn castling(arena: &Arena) -> (Vec<CastleOption>, Vec<Right>) {
    let mut options: Vec<CastleOption> = Vec::new();
    let mut rights = Vec::new();
    for side in Side::BOTH {
        for (kind, rules) in arena.rules.kinds.enumerate() {
            for term in &rules.moves.terms {
                let Action::Castle(castle) = &term.action else { continue };
                for king in arena.start_cells[side][kind] {
                    for sector in sideways(arena, castle).iter() {
                        let sector = arena.graph.absolute(side, sector);
                        let way = ray(arena, king, sector);
                        let Some(at) = partner(arena, side, castle, &way) else { continue };
                        // A right lives with its pieces, whether or not castling fits the board.
                        let right = Right { side, king, partner: way[at] };
                        let right = rights.iter().position(|r| *r == right).unwrap_or_else(|| {
                            rights.push(right);
                            rights.len() - 1
                        });
                        let Some(found) = option(arena, side, castle, king, &way, at) else {
                            continue;
                        };
                        let displaced = |kind, (from, to)| {
                            arena.holds(&arena.rules.every_move, side, kind, from, to)
                        };
                        let partner = found.partner_kind;
                        let allowed = arena.holds(&term.when, side, kind, king, found.king_to)
                            && displaced(kind, (king, found.king_to))
                            && displaced(partner, (found.partner, found.partner_to));
                        let option = CastleOption {
                            side,
                            kind,
                            right,
                            king: (king, found.king_to),
                            partner: (found.partner, found.partner_to),
                            empty: found.empty,
                            safe: if rules.royal { found.safe } else { Vec::new() },
                        };
                        if allowed && !options.contains(&option) {
                            options.push(option);
                        }
                    }
                }
            }
        }
    }
    (options, rights)
}

/// Whether `castle` of `kind` fits the board from some start cell where `when` holds, whatever
/// restricts every move.
pub fn fits(arena: &Arena, kind: KindId, castle: &Castle, when: &Condition) -> bool {
    Side::BOTH.iter().any(|&side| {
        arena.start_cells[side][kind].into_iter().any(|king| {
            sideways(arena, castle).iter().any(|sector| {
                let way = ray(arena, king, arena.graph.absolute(side, sector));
                let found = partner(arena, side, castle, &way)
                    .and_then(|at| option(arena, side, castle, king, &way, at));
                found.is_some_and(|f| arena.holds(when, side, kind, king, f.king_to))
            })
        })
    })
}

/// Where `castle` takes the piece of `side` from its start cell `king`, whatever else forbids it.
pub fn ends(arena: &Arena, side: Side, castle: &Castle, king: Site) -> Vec<Site> {
    let end = |sector| {
        let way = ray(arena, king, arena.graph.absolute(side, sector));
        let at = partner(arena, side, castle, &way)?;
        Some(option(arena, side, castle, king, &way, at)?.king_to)
    };
    sideways(arena, castle).iter().filter_map(end).collect()
}

const WAZIR: Stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };

struct Found {
    king_to: Site,
    partner: Site,
    partner_kind: KindId,
    partner_to: Site,
    empty: AnySet,
    safe: Vec<Site>,
}

/// Where along `way` the partner starts out, if one does.
fn partner(arena: &Arena, side: Side, castle: &Castle, way: &[Site]) -> Option<usize> {
    let mut partners = (0..way.len()).filter(|&i| partner_kind(arena, side, way[i]).is_some());
    // Without insets the first partner met; with them, counted inward from the edge.
    match castle.partner_inset {
        0 => partners.next(),
        inset => partners.find(|&i| way.len() - 1 - i == usize::from(inset)),
    }
}

/// Castling of the piece on `king` along `way` with the partner at `at`, if it fits the board.
fn option(
    arena: &Arena,
    side: Side,
    castle: &Castle,
    king: Site,
    way: &[Site],
    at: usize,
) -> Option<Found> {
    let distance = usize::from(castle.distance);
    let king_to = *way.get(distance.checked_sub(1)?)?;
    let partner_to = if distance == 1 { king } else { way[distance - 2] };
    let partner = way[at];
    let safe: Vec<Site> = std::iter::once(king).chain(way[..distance].iter().copied()).collect();
    let mut empty: AnySet = way[..at.max(distance)].iter().copied().collect();
    empty.insert(partner_to);
    let own: AnySet = [king, partner].into_iter().collect();
    Some(Found {
        king_to,
        partner,
        partner_kind: partner_kind(arena, side, partner)?,
        partner_to,
        empty: empty.minus(own),
        safe,
    })
}

/// The directions of `castle`, but for forward and backward.
fn sideways(arena: &Arena, castle: &Castle) -> Sectors {
    let compass = arena.graph.compass();
    let along = compass.first(WAZIR, &castle.directions);
    let aside = along.iter().filter(|&sector| sector != 0 && sector != compass.back(0));
    Sectors::around(aside, compass.headings())
}

/// The sites met from `site` along an absolute direction, up to a void, the edge or a seam.
fn ray(arena: &Arena, site: Site, sector: u8) -> Vec<Site> {
    let graph = &arena.graph;
    let mut node = graph.node(site);
    let mut way = Vec::new();
    while let Some(link) = graph.link(node, sector).filter(|link| !link.seam) {
        let next = link.node;
        match graph.site(next) {
            Some(site) if way.len() < graph.len() => way.push(site),
            _ => break,
        }
        node = next;
    }
    way
}

fn partner_kind(arena: &Arena, side: Side, site: Site) -> Option<KindId> {
    arena
        .rules
        .kinds
        .ids()
        .find(|&k| arena.rules.kinds[k].castling_partner && arena.start_cells[side][k].has(site))
}
