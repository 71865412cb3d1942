//! The plain executor: walks legs step by step on the position as it stands.
//!
//! Owns: [`legal_moves`], [`attacked`], [`perft`]. Slow, short, and the judge of the tables: the fast
//! generator must give the same moves on every definition and under the fuzzer. Cost: a legal move
//! list takes about a thousand times as long as from tables. Shares with them only the arena (board,
//! conditions, castling options).

use crate::board::game::arena::Arena;
use crate::board::game::castling::CastleOption;
use crate::board::game::position::{Actor, BoardPosition, Move, Passed};
use crate::board::game::promotion::Promotes;
use crate::board::judge::turn::{self, Allowance};
use crate::board::space::bearing::{Bearing, Hand, hands, next_sector};
use crate::board::space::frame::Carry;
use crate::board::space::graph::{Node, StridePath};
use crate::board::space::site_set::Site;
use crate::board::walk::terrain::Piece;
use crate::rules::condition::Condition;
use crate::rules::hand::Drop;
use crate::rules::movement::{
    Action, Edges, Leg, Mode, Movement, Pace, Passage, Prey, Stride, Term, Walk,
};
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;
use std::collections::{BTreeMap, HashSet};

/// The legal moves of `position`, sorted, each effect once.
pub fn legal_moves(arena: &Arena, position: &BoardPosition) -> Vec<Move> {
    let mut moves = pseudo_moves(arena, position);
    moves
        .retain(|mv| turn::is_safe(arena, position, mv) && !is_forbidden_mate(arena, position, mv));
    moves
}

/// Whether `mv` is a drop that mates and may not.
fn is_forbidden_mate(arena: &Arena, position: &BoardPosition, mv: &Move) -> bool {
    let Actor::Hand(kind) = mv.actor else { return false };
    if !arena.rules.hand.as_ref().is_some_and(|hand| hand.no_mate.contains(&kind)) {
        return false;
    }
    let next = position.after(arena, mv);
    next.side != position.side
        && turn::in_check(arena, &next, next.side)
        && legal_moves(arena, &next).is_empty()
}

/// Whether a royal piece of `side` is attacked.
pub fn attacked_royal(arena: &Arena, position: &BoardPosition, side: Side) -> bool {
    let arena = arena.at(position);
    position.royals(arena, side).any(|king| attacked(arena, position, king, side.other()))
        || taken_in_passing(arena, position, side)
}

/// Whether a royal piece of `side` could be captured on a cell that it has just passed.
fn taken_in_passing(arena: &Arena, position: &BoardPosition, side: Side) -> bool {
    let royal = |p: &Passed| {
        let victim = position.piece(p.victim).filter(|v| v.side == side);
        victim.is_some_and(|v| arena.rules.kinds[v.kind].royal)
    };
    let mut bait = position.clone();
    bait.passed.retain(royal);
    !bait.passed.is_empty()
        && bait.pieces(side.other()).any(|(from, kind)| {
            let piece = Piece { side: side.other(), kind };
            let (movement, restriction) = (|k| arena.attacks(k), &arena.rules.every_attack);
            let found = paths(arena, &bait, from, piece, &movement, restriction);
            found.iter().any(|path| bait.passed.iter().any(|p| path.captured.contains(&p.victim)))
        })
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
    let arena = arena.at(position);
    position.pieces(by).any(|(site, _)| attacked_from(arena, position, cell, site))
}

/// Whether the piece on `from` would capture an enemy royal piece put on `cell`, all else as it stands.
/// No piece attacks its own cell, and an empty cell attacks nothing.
pub fn attacked_from(arena: &Arena, position: &BoardPosition, cell: Site, from: Site) -> bool {
    let arena = arena.at(position);
    takes(arena, position, cell, from, &|kind| arena.attacks(kind), &arena.rules.every_attack)
}

/// The same of what its moves capture, where that is not what it attacks.
pub fn captures_on(arena: &Arena, position: &BoardPosition, cell: Site, from: Site) -> bool {
    let arena = arena.at(position);
    let moves = |kind: KindId| &arena.rules.kinds[kind].moves;
    takes(arena, position, cell, from, &moves, &arena.rules.every_move)
}

fn takes<'a>(
    arena: &'a Arena,
    position: &BoardPosition,
    cell: Site,
    from: Site,
    movement: &dyn Fn(KindId) -> &'a Movement,
    restriction: &Condition,
) -> bool {
    let Some(piece) = position.piece(from).filter(|_| from != cell) else { return false };
    let mut bait = position.clone();
    let royal = arena.rules.kinds.ids().find(|&k| arena.rules.kinds[k].royal);
    let kind = royal.or(bait.squares[cell].map(|p| p.kind)).unwrap_or_default();
    bait.squares[cell] = Some(Piece { side: piece.side.other(), kind });
    bait.passed.clear();
    paths(arena, &bait, from, piece, movement, restriction)
        .iter()
        .any(|path| path.captured.contains(&cell))
}

/// Every move that pieces, hands and the step allow, whatever becomes of one's king.
pub fn pseudo_moves(arena: &Arena, position: &BoardPosition) -> Vec<Move> {
    let side = position.side;
    let allowed = Allowance::of(arena, position);
    let (whole, arena) = (arena, arena.at(position));
    let mut moves = Vec::new();
    for (from, kind) in position.pieces(side).filter(|&(from, kind)| allowed.piece(kind, from)) {
        let piece = Piece { side, kind };
        let (way, restriction) = (|k: KindId| &arena.rules.kinds[k].moves, &arena.rules.every_move);
        for path in paths(arena, position, from, piece, &way, restriction) {
            let plain = Move {
                from,
                to: path.to,
                captures: sorted(path.captured),
                partner: path.shifted,
                promotion: None,
                passed: sorted(path.passed),
                actor: Actor::Piece,
            };
            let promotes = arena.promotes(side, kind, from, path.to);
            let mut kinds = Vec::new();
            if promotes != Promotes::Never {
                kinds = arena.promotes_to(position, side, kind);
                let to = |kind| Move { promotion: Some(kind), ..plain.clone() };
                moves.extend(kinds.iter().copied().map(to));
            }
            match promotes {
                Promotes::Must => {}
                Promotes::Can if !kinds.is_empty() => {}
                Promotes::Never | Promotes::May | Promotes::Can => moves.push(plain),
            }
        }
    }
    let castles = arena
        .castles
        .iter()
        .filter(|c| may_castle(arena, position, c) && allowed.castling(c.kind, c.king.0));
    moves.extend(castles.map(|c| Move {
        from: c.king.0,
        to: c.king.1,
        captures: Vec::new(),
        partner: Some(c.partner),
        promotion: None,
        passed: Vec::new(),
        actor: Actor::Piece,
    }));
    let drops = drops(arena, position).into_iter();
    moves.extend(drops.filter(|mv| mv.kind(position).is_some_and(|kind| allowed.drop(kind))));
    if allowed.section() {
        moves.extend(slides(whole, position));
    }
    if allowed.pass() {
        moves.push(Move::pass());
    }
    if !arena.rules.turn.is_plain() {
        // A side that moves twice may come upon a royal piece between: nobody captures it.
        let royal =
            |&site: &Site| position.piece(site).is_some_and(|p| arena.rules.kinds[p.kind].royal);
        moves.retain(|mv| !mv.captures.iter().any(royal));
    }
    moves.sort();
    moves.dedup_by(|b, a| Move { passed: a.passed.clone(), ..b.clone() } == *a);
    moves
}

/// Moves of one's own sections: none in check, none with an enemy on it, none with a royal piece on it
/// through check.
fn slides(whole: &Arena, position: &BoardPosition) -> Vec<Move> {
    let (side, arena) = (position.side, whole.at(position));
    let (sections, now) = (&arena.sections, position.arrangement);
    let mut moves = Vec::new();
    for section in sections.of(side) {
        let sites: Vec<Site> = sections.sites(section, arena.graph.len()).collect();
        if sites.iter().any(|&site| position.is_side(site, side.other()))
            || attacked_royal(whole, position, side)
        {
            continue;
        }
        let carried = position.royals(arena, side).any(|king| sites.contains(&king));
        for stand in (0..sections.get(section).stands.len())
            .filter(|&stand| stand != sections.stand(now, section))
        {
            let through = sections.between(now, section, stand).any(|arrangement| {
                let passing = BoardPosition { arrangement, ..position.clone() };
                carried && attacked_royal(whole, &passing, side)
            });
            if !through {
                moves.push(Move::slide(section, stand));
            }
        }
    }
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

/// One way through a term, as the position stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Where it ends.
    pub to: Site,
    /// Where the captured stand, in no order.
    pub captured: Vec<Site>,
    /// A second piece put down elsewhere: from, to.
    pub shifted: Option<(Site, Site)>,
    /// Cells passed.
    passed: Vec<Site>,
}

fn paths<'a>(
    arena: &'a Arena,
    position: &BoardPosition,
    from: Site,
    piece: Piece,
    movement: &dyn Fn(KindId) -> &'a Movement,
    restriction: &Condition,
) -> Vec<Path> {
    let mut out = Vec::new();
    // What it does by itself, and what the others lend it.
    let own = movement(piece.kind).terms.iter().filter(|term| !term.relays());
    let mut terms: Vec<(Site, &Term)> = own.map(|term| (from, term)).collect();
    for (site, kind) in position.pieces(piece.side).filter(|&(site, _)| site != from) {
        let lent = movement(kind).terms.iter().filter(|term| term.relays());
        terms.extend(lent.map(|term| (site, term)));
    }
    for (start, term) in terms {
        let holds = |c: &Condition, to| arena.holds(c, piece.side, piece.kind, from, to);
        let found = walks(arena, position, from, start, term);
        out.extend(
            found.into_iter().filter(|p| holds(&term.when, p.to) && holds(restriction, p.to)),
        );
    }
    out
}

/// Where `term` of the piece on `start` leads the piece on `from`, which is another one if the term
/// lends; conditions aside. Nothing if no piece stands on `start`, or the term is no walk.
pub fn walks(
    arena: &Arena,
    position: &BoardPosition,
    from: Site,
    start: Site,
    term: &Term,
) -> Vec<Path> {
    let (Action::Walk(walk), Some(piece)) = (&term.action, position.piece(start)) else {
        return Vec::new();
    };
    let side = piece.side;
    if walk.first_move && !arena.start_cells[side][piece.kind].has(start) {
        return Vec::new();
    }
    let (seen, todo, out) = (HashSet::new(), Vec::new(), Vec::new());
    let mut walker = Walker { arena, position, side, walk, borrower: from, seen, todo, out };
    let progress = Progress {
        now: BTreeMap::from([(start, None)]),
        captured: Vec::new(),
        victim: None,
        passed: Vec::new(),
        bearing: Bearing::new(arena.graph.compass()),
        strides: 0,
    };
    for leg in walk.entries() {
        walker.todo.push((leg, Spot::On(arena.graph.node(start)), progress.clone()));
    }
    while let Some((leg, spot, progress)) = walker.todo.pop() {
        walker.leg(leg, spot, progress);
    }
    walker.out
}

/// Where a leg ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Spot {
    On(Node),
    /// Beyond the edge, one stride along an sector of a node's frame from it.
    Beyond(Node, Stride, u8),
}

/// What has happened on the way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    /// Cells that changed: from where came what stands there now, if anything does.
    now: BTreeMap<Site, Option<Site>>,
    /// Where the captured stood before the move.
    captured: Vec<Site>,
    /// The last of them, if it may reappear.
    victim: Option<Site>,
    passed: Vec<Site>,
    bearing: Bearing,
    /// Strides of the leg before.
    strides: usize,
}

struct Walker<'a> {
    arena: &'a Arena,
    position: &'a BoardPosition,
    side: Side,
    walk: &'a Walk,
    /// The piece that goes on, where the walk is lent.
    borrower: Site,
    /// Where loops have been before.
    seen: HashSet<(usize, Spot, Progress)>,
    todo: Vec<(usize, Spot, Progress)>,
    out: Vec<Path>,
}

impl Walker<'_> {
    /// What stands on `site` by now, and where it came from.
    fn at(&self, site: Site, progress: &Progress) -> Option<(Piece, Site)> {
        let origin = progress.now.get(&site).copied().unwrap_or(Some(site))?;
        self.position.piece(origin).map(|piece| (piece, origin))
    }

    fn is_royal(&self, piece: Piece) -> bool {
        self.arena.rules.kinds[piece.kind].royal
    }

    fn leg(&mut self, index: usize, spot: Spot, progress: Progress) {
        if !self.walk.loops.is_empty() && !self.seen.insert((index, spot, progress.clone())) {
            return;
        }
        let leg = &self.walk.legs[index];
        let memory = self.walk.memory();
        for sector in progress.bearing.sectors(self.side, leg).iter() {
            let bearing = progress.bearing.along(leg.stride, sector, memory);
            let progress = Progress { bearing, ..progress.clone() };
            if leg.stride == Stride::Universal {
                for site in self.arena.graph.sites() {
                    if spot != Spot::On(self.arena.graph.node(site)) {
                        self.stop(index, spot, site, Progress { strides: 1, ..progress.clone() });
                    }
                }
                continue;
            }
            for &hand in hands(leg.course) {
                self.ride(index, spot, sector, hand, progress.clone());
            }
        }
    }

    fn ride(
        &mut self,
        index: usize,
        start: Spot,
        first: u8,
        mut hand: Hand,
        mut progress: Progress,
    ) {
        let leg = &self.walk.legs[index];
        let graph = &self.arena.graph;
        let (mut min, mut max) = (usize::from(leg.range.min), leg.range.max.map(usize::from));
        if leg.pace == Pace::AsBefore {
            min = min.max(progress.strides);
            max = Some(max.map_or(progress.strides, |m| m.min(progress.strides)));
        }
        let mut sector = first;
        let mut hopped = false;
        let mut at = start;
        for stride in 1..=graph.longest_ride() {
            if max.is_some_and(|max| stride > max) {
                return;
            }
            if stride > 1 {
                sector =
                    next_sector(graph.compass(), leg.stride, leg.course, hand, stride - 1, sector);
                progress.bearing = progress.bearing.curved(leg.stride, sector);
            }
            progress.strides = stride;
            let way = match at {
                Spot::On(node) => graph.stride(node, leg.stride, sector, leg.edges),
                // Only straight back leads onto the board again.
                Spot::Beyond(node, out, away) => {
                    let back = out == leg.stride && graph.compass().back(away) == sector;
                    back.then(|| StridePath { path: vec![node], carry: Carry::NONE })
                }
            };
            let skipping = leg.passage == Passage::SkipFirst && stride == 1;
            let beyond = match &way {
                None => true,
                Some(way) => way.path.last().is_some_and(|&n| graph.site(n).is_none()) && !skipping,
            };
            if let (true, Spot::On(node)) = (beyond, at) {
                if leg.edges == Edges::Open && stride >= min && !self.walk.is_final(index) {
                    self.go_on(index, Spot::Beyond(node, leg.stride, sector), progress);
                }
                return;
            }
            let Some(StridePath { path, carry }) = way else { return };
            let Some((&node, between)) = path.split_last() else { return };
            if !self.may_cross(leg, between, &progress) || start == Spot::On(node) {
                return;
            }
            at = Spot::On(node);
            sector = graph.compass().carried(carry, leg.stride, sector);
            progress.bearing = progress.bearing.carried(carry);
            if carry.is_mirrored() {
                hand = hand.other();
            }
            let Some(site) = graph.site(node) else {
                if skipping {
                    continue;
                }
                return;
            };
            if leg.leaves_trace {
                progress.passed.extend(between.iter().filter_map(|&n| graph.site(n)));
                progress.passed = sorted(progress.passed);
            }
            if skipping {
                continue;
            }
            let here = self.at(site, &progress);
            if matches!(leg.passage, Passage::Hop | Passage::HopAndLand) && !hopped {
                hopped = here.is_some();
                continue;
            }
            if stride >= min {
                self.stop(index, start, site, progress.clone());
            }
            if here.is_some() || leg.passage == Passage::HopAndLand {
                return;
            }
            if leg.leaves_trace {
                progress.passed.push(site);
                progress.passed = sorted(progress.passed);
            }
        }
    }

    fn may_cross(&self, leg: &Leg, between: &[Node], progress: &Progress) -> bool {
        let graph = &self.arena.graph;
        let occupied = |n: &&Node| graph.site(**n).is_some_and(|s| self.at(s, progress).is_some());
        match leg.passage {
            Passage::Lame => between
                .iter()
                .all(|&n| graph.site(n).is_some_and(|s| self.at(s, progress).is_none())),
            Passage::MustJump => between.iter().filter(occupied).count() == 1,
            Passage::Free | Passage::SkipFirst | Passage::Hop | Passage::HopAndLand => true,
        }
    }

    /// Ends leg `index`, which began on `start`, on `site` in every way its mode allows.
    fn stop(&mut self, index: usize, start: Spot, site: Site, progress: Progress) {
        let mode = self.walk.legs[index].mode;
        let spot = Spot::On(self.arena.graph.node(site));
        if mode.lend {
            if site == self.borrower {
                let now = BTreeMap::from([(site, None)]);
                self.end(index, start, spot, Progress { now, ..progress });
            }
            return;
        }
        match self.at(site, &progress) {
            None => {
                if mode.quiet {
                    self.end(index, start, spot, progress.clone());
                }
                if mode.en_passant {
                    for passed in &self.position.passed {
                        let foe = self.at(passed.victim, &progress);
                        let foe = foe.is_some_and(|(p, _)| p.side != self.side);
                        if passed.cell == site && foe {
                            self.end(index, start, spot, taken(&progress, passed.victim));
                        }
                    }
                }
            }
            Some((piece, _)) => {
                if mode.hop && !self.walk.is_final(index) {
                    self.end(index, start, spot, progress.clone());
                }
                if self.may_take(mode, piece) {
                    self.end(index, start, spot, taken(&progress, site));
                }
            }
        }
    }

    fn may_take(&self, mode: Mode, piece: Piece) -> bool {
        let royal = self.is_royal(piece);
        if piece.side == self.side {
            return mode.own && !royal;
        }
        mode.capture
            && match mode.prey {
                Prey::Any => true,
                Prey::Royal => royal,
                Prey::Common => !royal,
            }
    }

    /// Puts down what is to be put down where the leg began, and goes on.
    fn end(&mut self, index: usize, start: Spot, spot: Spot, mut progress: Progress) {
        if self.walk.legs[index].mode.unload
            && let Some(origin) = progress.victim.take()
        {
            let Spot::On(node) = start else { return };
            let Some(site) = self.arena.graph.site(node) else { return };
            if self.at(site, &progress).is_some() {
                return;
            }
            progress.now.insert(site, Some(origin));
            progress.captured.retain(|&c| c != origin);
            if shifts(&progress).count() > 1 {
                return;
            }
        }
        self.go_on(index, spot, progress);
    }

    fn go_on(&mut self, index: usize, spot: Spot, progress: Progress) {
        if !self.walk.is_final(index) {
            for next in self.walk.following(index) {
                self.todo.push((next, spot, progress.clone()));
            }
        } else if let Spot::On(node) = spot
            && let Some(to) = self.arena.graph.site(node)
        {
            let shifted = shifts(&progress).next();
            self.out.push(Path {
                to,
                captured: progress.captured,
                shifted,
                passed: progress.passed,
            });
        }
    }
}

/// Pieces that stand elsewhere now: from, to.
fn shifts(progress: &Progress) -> impl Iterator<Item = (Site, Site)> {
    progress.now.iter().filter_map(|(&site, &origin)| Some((origin?, site))).filter(|(o, s)| o != s)
}

/// The progress once what stands on `site` has been captured.
fn taken(progress: &Progress, site: Site) -> Progress {
    let origin = progress.now.get(&site).copied().flatten().unwrap_or(site);
    let mut progress = progress.clone();
    progress.now.insert(site, None);
    progress.captured = sorted(progress.captured.into_iter().chain([origin]).collect());
    progress.victim = Some(origin);
    progress
}
