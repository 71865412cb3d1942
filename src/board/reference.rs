//! The plain executor: walks legs step by step on the position as it stands.
//!
//! Owns: [`legal_moves`], [`attacked`], [`perft`]. Slow, short, and the judge of the tables: the fast
//! generator must give the same moves on every definition and under the fuzzer. Cost: a legal move
//! list takes about a thousand times as long as from tables. Shares with them only the arena (board,
//! conditions, castling options).

use crate::board::arena::Arena;
use crate::board::castling::CastleOption;
use crate::board::compass;
use crate::board::graph::Node;
use crate::board::position::{BoardPosition, Move, Piece};
use crate::board::promotion::Promotes;
use crate::board::site_set::Site;
use crate::rules::condition::Condition;
use crate::rules::hand::Drop;
use crate::rules::movement::{Action, Leg, Movement, Passage, Walk};
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;

/// The legal moves of `position`, sorted, each effect once.
pub fn legal_moves(arena: &Arena, position: &BoardPosition) -> Vec<Move> {
    let side = position.side;
    let mut moves = pseudo_moves(arena, position);
    moves.retain(|mv| {
        let next = position.after(arena, mv);
        !in_check(arena, &next, side) && !is_forbidden_mate(arena, mv, &next)
    });
    moves
}

/// Whether `mv`, which led to `next`, is a drop that mates and may not.
fn is_forbidden_mate(arena: &Arena, mv: &Move, next: &BoardPosition) -> bool {
    let no_mate = arena.rules.hand.as_ref().map_or(&[][..], |hand| &hand.no_mate);
    mv.drop.is_some_and(|kind| no_mate.contains(&kind))
        && in_check(arena, next, next.side)
        && legal_moves(arena, next).is_empty()
}

/// Whether a royal piece of `side` is attacked.
pub fn in_check(arena: &Arena, position: &BoardPosition, side: Side) -> bool {
    position.royals(arena, side).any(|king| attacked(arena, position, king, side.other()))
}

/// Number of legal move sequences of `depth` moves.
pub fn perft(arena: &Arena, position: &BoardPosition, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(arena, position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(arena, &position.after(arena, mv), depth - 1)).sum()
}

/// Whether some piece of `by`, on another cell, would capture an enemy royal piece put on `cell`, all
/// else as it stands.
pub fn attacked(arena: &Arena, position: &BoardPosition, cell: Site, by: Side) -> bool {
    position.pieces(by).any(|(site, _)| attacked_from(arena, position, cell, site))
}

/// Whether the piece on `from` would capture an enemy royal piece put on `cell`, all else as it stands.
/// No piece attacks its own cell, and an empty cell attacks nothing.
pub fn attacked_from(arena: &Arena, position: &BoardPosition, cell: Site, from: Site) -> bool {
    let Some(piece) = position.piece(from).filter(|_| from != cell) else { return false };
    let mut bait = position.clone();
    let kind = bait.squares[cell].map_or(KindId::default(), |p| p.kind);
    bait.squares[cell] = Some(Piece { side: piece.side.other(), kind });
    bait.passed.clear();
    let restriction = &arena.rules.every_attack;
    paths(arena, &bait, from, piece, arena.attacks(piece.kind), restriction)
        .iter()
        .any(|path| path.captured.contains(&cell))
}

fn pseudo_moves(arena: &Arena, position: &BoardPosition) -> Vec<Move> {
    let side = position.side;
    let mut moves = Vec::new();
    for (from, kind) in position.pieces(side) {
        let rules = &arena.rules.kinds[kind];
        let piece = Piece { side, kind };
        for path in paths(arena, position, from, piece, &rules.moves, &arena.rules.every_move) {
            let plain = Move {
                from,
                to: path.to,
                captures: sorted(path.captured),
                partner: None,
                promotion: None,
                passed: sorted(path.passed),
                drop: None,
            };
            let promotes = arena.promotes(side, kind, from, path.to);
            if promotes != Promotes::Never {
                let kinds = arena.promotes_to(position, side, kind);
                let to = |kind| Move { promotion: Some(kind), ..plain.clone() };
                moves.extend(kinds.into_iter().map(to));
            }
            if promotes != Promotes::Must {
                moves.push(plain);
            }
        }
    }
    moves.extend(arena.castles.iter().filter(|c| may_castle(arena, position, c)).map(|c| Move {
        from: c.king.0,
        to: c.king.1,
        captures: Vec::new(),
        partner: Some(c.partner),
        promotion: None,
        passed: Vec::new(),
        drop: None,
    }));
    moves.extend(drops(arena, position));
    moves.sort();
    moves.dedup_by(|b, a| Move { passed: a.passed.clone(), ..b.clone() } == *a);
    moves
}

fn drops(arena: &Arena, position: &BoardPosition) -> Vec<Move> {
    let (side, graph) = (position.side, &arena.graph);
    let mut moves = Vec::new();
    for (kind, _) in position.hands.held(side) {
        for option in &arena.drops[side][kind] {
            let Drop { on_file, on_shade, on_board, .. } = option.limits;
            // A limit of `most` pieces is kept if fewer than that stand there now.
            let keeps = |most: u8, there: &dyn Fn(Site) -> bool| {
                let twins = position.pieces(side).filter(|&(s, k)| k == kind && there(s));
                most == 0 || twins.count() < usize::from(most)
            };
            let file = |site| graph.file_rank(site).0;
            let free = |&to: &Site| {
                position.piece(to).is_none()
                    && keeps(on_file, &|s| file(s) == file(to))
                    && keeps(on_shade, &|s| graph.shade(s) == graph.shade(to))
                    && keeps(on_board, &|_| true)
            };
            moves.extend(option.cells.into_iter().filter(free).map(|to| Move::drop(kind, to)));
        }
    }
    moves
}

fn sorted(mut sites: Vec<Site>) -> Vec<Site> {
    sites.sort();
    sites.dedup();
    sites
}

fn may_castle(arena: &Arena, position: &BoardPosition, option: &CastleOption) -> bool {
    let lives = position.rights.0 >> option.right & 1 != 0;
    if option.side != position.side || !lives {
        return false;
    }
    let clear = option.empty.into_iter().all(|site| position.piece(site).is_none());
    let mut walking = position.clone();
    walking.squares[option.king.0] = None;
    clear && option.safe.iter().all(|&cell| !attacked(arena, &walking, cell, option.side.other()))
}

/// One way through a movement, as the position stands.
struct Path {
    to: Site,
    captured: Vec<Site>,
    passed: Vec<Site>,
}

fn paths(
    arena: &Arena,
    position: &BoardPosition,
    from: Site,
    piece: Piece,
    movement: &Movement,
    restriction: &Condition,
) -> Vec<Path> {
    let mut out = Vec::new();
    for term in &movement.terms {
        let Action::Walk(walk) = &term.action else { continue };
        if walk.first_move && !arena.start_cells[piece.side][piece.kind].has(from) {
            continue;
        }
        let mut walker = Walker { arena, position, from, side: piece.side, walk, out: Vec::new() };
        walker.leg(0, arena.graph.node(from), 0, &[], &[]);
        let holds = |c: &Condition, to| arena.holds(c, piece.side, piece.kind, from, to);
        walker.out.retain(|p| holds(&term.when, p.to) && holds(restriction, p.to));
        out.append(&mut walker.out);
    }
    out
}

struct Walker<'a> {
    arena: &'a Arena,
    position: &'a BoardPosition,
    from: Site,
    side: Side,
    walk: &'a Walk,
    out: Vec<Path>,
}

impl Walker<'_> {
    /// What stands on `site`, the mover lifted and the captured gone.
    fn at(&self, site: Site, captured: &[Site]) -> Option<Side> {
        let lifted = site == self.from || captured.contains(&site);
        self.position.piece(site).filter(|_| !lifted).map(|p| p.side)
    }

    /// Walks leg `index` from `node`, the leg before having gone in absolute octant `heading`.
    fn leg(&mut self, index: usize, node: Node, heading: u8, captured: &[Site], passed: &[Site]) {
        let leg = &self.walk.legs[index];
        let octants = if index == 0 {
            compass::first(leg.stride, &leg.directions)
        } else {
            compass::later(leg.stride, &leg.directions)
        };
        for octant in octants.iter() {
            let octant = match index {
                0 => self.arena.absolute(self.side, octant),
                _ => (heading + octant) % 8,
            };
            self.ride(index, node, octant, captured, passed);
        }
    }

    fn ride(&mut self, index: usize, start: Node, octant: u8, captured: &[Site], passed: &[Site]) {
        let leg = &self.walk.legs[index];
        let graph = &self.arena.graph;
        let mut node = start;
        let mut passed = passed.to_vec();
        let mut hopped = false;
        // A rider stops at the latest when it has been everywhere.
        let limit = leg.range.max.map_or(graph.len(), usize::from);
        for stride in 1..=limit {
            let Some(path) = graph.stride(node, leg.stride, octant) else { return };
            let Some((&landing, between)) = path.split_last() else { return };
            if !self.may_cross(leg, between, captured) {
                return;
            }
            node = landing;
            let skipping = leg.passage == Passage::SkipFirst && stride == 1;
            let Some(site) = graph.site(node) else {
                if skipping {
                    continue;
                }
                return;
            };
            if leg.leaves_trace {
                passed.extend(between.iter().filter_map(|&n| graph.site(n)));
            }
            if skipping {
                continue;
            }
            let here = self.at(site, captured);
            if matches!(leg.passage, Passage::Hop | Passage::HopAndLand) && !hopped {
                hopped = here.is_some();
                continue;
            }
            if stride >= usize::from(leg.range.min) {
                self.stop(index, site, octant, captured, &passed);
            }
            if here.is_some() || leg.passage == Passage::HopAndLand {
                return;
            }
            if leg.leaves_trace {
                passed.push(site);
            }
        }
    }

    fn may_cross(&self, leg: &Leg, between: &[Node], captured: &[Site]) -> bool {
        let graph = &self.arena.graph;
        let occupied = |n: &&Node| graph.site(**n).is_some_and(|s| self.at(s, captured).is_some());
        match leg.passage {
            Passage::Lame => between
                .iter()
                .all(|&n| graph.site(n).is_some_and(|s| self.at(s, captured).is_none())),
            Passage::MustJump => between.iter().filter(occupied).count() == 1,
            Passage::Free | Passage::SkipFirst | Passage::Hop | Passage::HopAndLand => true,
        }
    }

    /// Ends leg `index` on `site` in every way its mode allows.
    fn stop(&mut self, index: usize, site: Site, octant: u8, captured: &[Site], passed: &[Site]) {
        let mode = self.walk.legs[index].mode;
        let here = self.at(site, captured);
        if here.is_none() && mode.quiet {
            self.go_on(index, site, octant, captured.to_vec(), passed);
        }
        if here == Some(self.side.other()) && mode.capture {
            let captured = captured.iter().copied().chain([site]).collect();
            self.go_on(index, site, octant, captured, passed);
        }
        if here.is_none() && mode.en_passant {
            let victims = self.position.passed.iter().filter(|p| p.cell == site).map(|p| p.victim);
            for victim in victims {
                if self.at(victim, captured) == Some(self.side.other()) {
                    let captured = captured.iter().copied().chain([victim]).collect();
                    self.go_on(index, site, octant, captured, passed);
                }
            }
        }
    }

    fn go_on(
        &mut self,
        index: usize,
        site: Site,
        octant: u8,
        captured: Vec<Site>,
        passed: &[Site],
    ) {
        if index + 1 == self.walk.legs.len() {
            self.out.push(Path { to: site, captured, passed: passed.to_vec() });
        } else {
            self.leg(index + 1, self.arena.graph.node(site), octant, &captured, passed);
        }
    }
}
