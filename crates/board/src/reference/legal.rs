//! The plain executor: legal moves and attacks, found by walking on the position as it stands.
//!
//! Owns: [`legal_moves`], [`attacked`], [`perft`]. Slow, short, and the judge of the tables: the fast
//! generator must give the same moves on every definition and under the fuzzer. Cost: a legal move
//! list takes about a thousand times as long as from tables. Shares with them only the arena (board,
//! conditions, castling options).

use crate::model::board_model::BoardModel;
use crate::model::castling::CastleOption;
use crate::model::position::{Actor, BoardPosition, Choices, Move};
use crate::model::promotion::{Becomes, Way};
use crate::paths::terrain::Piece;
use crate::reference::turn::{self, StepFilter};
use crate::reference::walker::{Path, sorted, walks};
use crate::reference::{effect, predicate};
use crate::topology::site_set::Site;
use alfil_rules::condition::Condition;
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Movement, Term};
use alfil_rules::question::{CHECKS, Lookahead, Question};
use alfil_rules::side::Side;

/// The legal moves of `position`, sorted, each effect once.
pub fn legal_moves(arena: &BoardModel, position: &BoardPosition) -> Vec<Move> {
    if predicate::is_over(arena, position, None) {
        return Vec::new();
    }
    let mut moves = moves_below(arena, position, None);
    predicate::choose(arena, position, &mut moves);
    moves
}

/// The moves of `position` that are legal as far as questions may ask of them: goals and duties apart, and
/// what restrictions ask of legal moves.
pub fn replies(arena: &BoardModel, position: &BoardPosition) -> Vec<Move> {
    moves_below(arena, position, Some(Lookahead::Replies))
}

/// Whether the side to move, which stands in check, has a legal move, goals and duties apart: one of [`replies`] that
/// restrictions allow which ask about mate. Of these no more than `checks` further checks in a row are looked at.
pub fn parries(arena: &BoardModel, position: &BoardPosition, checks: u8) -> bool {
    let replies = replies(arena, position);
    replies.iter().any(|mv| predicate::is_parry(arena, position, mv, checks))
}

/// Legal moves but for goals and duties; only restrictions that look at less than `below` are asked.
pub(super) fn moves_below(
    arena: &BoardModel,
    position: &BoardPosition,
    below: Option<Lookahead>,
) -> Vec<Move> {
    let mut moves = pseudo_below(arena, position, below);
    moves.retain(|mv| {
        turn::is_safe(arena, position, mv, below)
            && (below.is_some() && arena.rules.mates_may_recur()
                || !is_forbidden_mate(arena, position, mv))
            && predicate::allows(arena, position, mv, below)
    });
    moves
}

/// Whether `mv` is a drop that mates and may not.
pub fn is_forbidden_mate(arena: &BoardModel, position: &BoardPosition, mv: &Move) -> bool {
    let Actor::Hand(kind) = mv.actor else { return false };
    if !arena.rules.hand.as_ref().is_some_and(|hand| hand.no_mate.contains(&kind)) {
        return false;
    }
    // As for whatever asks of mate, effects that look at replies are left out.
    let next = turn::advanced(arena, position, mv, Some(Lookahead::Replies));
    let under_way = next.side == position.side;
    let next = turn::settled(arena, next, under_way, Some(Lookahead::Replies));
    next.side != position.side
        && turn::in_check(arena, &next, next.side)
        && !parries(arena, &next, CHECKS)
}

/// Which captures are attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those of any step.
    AnyStep,
    /// Those that the rules of the step of the position allow.
    ThisStep,
}

/// Whether royal pieces of `side` are attacked, so many as count.
pub fn attacked_royal(arena: &BoardModel, position: &BoardPosition, side: Side) -> bool {
    falls(arena, position, side, Scope::AnyStep)
}

/// Whether royal pieces of `side`, so many as count, could be taken by a move of this step, which is the enemy's.
pub(super) fn taken_in_step(arena: &BoardModel, position: &BoardPosition, side: Side) -> bool {
    falls(arena, position, side, Scope::ThisStep)
}

fn falls(arena: &BoardModel, position: &BoardPosition, side: Side, scope: Scope) -> bool {
    let arena = arena.at(position);
    position.is_checked(arena, side, |site| {
        takes(arena, position, site, side.other(), scope)
            || taken_in_passing(arena, position, site, scope)
    })
}

/// Whether the piece on `site` could be captured on a cell that it has just passed.
fn taken_in_passing(
    arena: &BoardModel,
    position: &BoardPosition,
    site: Site,
    scope: Scope,
) -> bool {
    captor_within(arena, position, site, scope).is_some()
}

/// Where an enemy stands that could capture the piece on `site` on a cell that it has just passed.
pub fn captor_in_passing(arena: &BoardModel, position: &BoardPosition, site: Site) -> Option<Site> {
    captor_within(arena, position, site, Scope::AnyStep)
}

fn captor_within(
    arena: &BoardModel,
    position: &BoardPosition,
    site: Site,
    scope: Scope,
) -> Option<Site> {
    let enemy = position.piece(site)?.side.other();
    let mut bait = position.seen_by(&arena.rules, enemy);
    bait.ep_squares.retain(|p| p.victim == site);
    if bait.ep_squares.is_empty() {
        return None;
    }
    let captor = |&(from, kind): &(Site, KindId)| {
        let piece = Piece { side: enemy, kind };
        let (movement, restriction) = (|k| arena.attacks(k), &arena.rules.every_attack);
        let found = paths(arena, &bait, from, piece, &movement, restriction);
        let captures = found.into_iter().filter(|path| path.captured.contains(&site));
        threatens(arena, &bait, (from, piece), captures, scope)
    };
    bait.pieces(enemy).find(captor).map(|(from, _)| from)
}

/// Number of legal move sequences of `depth` moves.
pub fn perft(arena: &BoardModel, position: &BoardPosition, depth: u32) -> u64 {
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
pub fn attacked(arena: &BoardModel, position: &BoardPosition, cell: Site, by: Side) -> bool {
    takes(arena, position, cell, by, Scope::AnyStep)
}

fn takes(arena: &BoardModel, position: &BoardPosition, cell: Site, by: Side, scope: Scope) -> bool {
    let arena = arena.at(position);
    let bait = baited(arena, position, cell, by);
    let mut others = position.pieces(by).filter(|&(from, _)| from != cell);
    others.any(|(from, _)| captures_on(arena, &bait, cell, from, scope))
}

/// Whether the piece of `by` on `from` would capture an enemy royal piece put on `cell`, all else as it stands.
/// No piece attacks its own cell, and an empty cell attacks nothing.
pub fn attacked_from(
    arena: &BoardModel,
    position: &BoardPosition,
    cell: Site,
    from: Site,
    by: Side,
) -> bool {
    let arena = arena.at(position);
    let bait = baited(arena, position, cell, by);
    from != cell && captures_on(arena, &bait, cell, from, Scope::AnyStep)
}

/// `position` as `by` sees it, with an enemy royal piece on `cell`: that which stands there, or one of the first royal kind.
fn baited(arena: &BoardModel, position: &BoardPosition, cell: Site, by: Side) -> BoardPosition {
    let mut bait = position.seen_by(&arena.rules, by);
    let is_royal = |kind: KindId| arena.rules.kinds[kind].royal.is_royal();
    let there = bait.squares[cell].filter(|piece| piece.side != by).map(|piece| piece.kind);
    let royal = there.filter(|&kind| is_royal(kind));
    let first = || arena.rules.kinds.ids().find(|&kind| is_royal(kind));
    let stands = bait.squares[cell].map(|piece| piece.kind);
    let kind = royal.or_else(first).or(stands).unwrap_or_default();
    bait.squares[cell] = Some(Piece { side: by.other(), kind });
    bait.ep_squares.clear();
    bait
}

/// Whether the piece on `from` captures what stands on `cell`.
fn captures_on(
    arena: &BoardModel,
    bait: &BoardPosition,
    cell: Site,
    from: Site,
    scope: Scope,
) -> bool {
    let Some(piece) = bait.piece(from) else { return false };
    let found =
        paths(arena, bait, from, piece, &|kind| arena.attacks(kind), &arena.rules.every_attack);
    let captures = found.into_iter().filter(|path| path.captured.contains(&cell));
    threatens(arena, bait, (from, piece), captures, scope)
}

/// Whether one of `captures` by the piece of `by` on `from` may be played, as far as that is asked of attacks.
fn threatens(
    arena: &BoardModel,
    bait: &BoardPosition,
    (from, piece): (Site, Piece),
    mut captures: impl Iterator<Item = Path>,
    scope: Scope,
) -> bool {
    let by = piece.side;
    let asked_in_step = scope == Scope::ThisStep && arena.rules.turn.asks_attacks();
    if scope == Scope::ThisStep && !StepFilter::in_step(arena, bait).by_step(piece.kind, from) {
        return false;
    }
    if arena.rules.attack_asked.is_empty() && !arena.rules.has_deeds() && !asked_in_step {
        return captures.next().is_some();
    }
    // A capture that costs its own side a royal piece threatens nothing, nor does one that is not allowed or not possible. The capture is
    // tried in the attacker's next turn, once for each promotion.
    let mut bait = bait.clone();
    if bait.side != by {
        turn::end_turn(arena, &mut bait);
    }
    captures.any(|path| {
        let mv = Move { from, to: path.to, captures: sorted(path.captured), ..Move::pass() };
        let mv = Move { actor: Actor::Piece, partner: path.shifted, ..mv };
        let below = Some(Lookahead::Attack);
        let spares = |mv: &Move| !effect::costs_own_royal(arena, &bait, mv, below);
        becoming(arena, &bait, mv).iter().any(|mv| {
            predicate::attacks(arena, &bait, mv)
                && (!asked_in_step || predicate::of_step_attacks(arena, &bait, mv))
                && (!arena.rules.has_deeds()
                    || effect::chosen(arena, &bait, mv, below).iter().any(spares))
        })
    })
}

/// `capture` once for each promotion. If its piece must promote and cannot, the capture still attacks, without a promotion.
fn becoming(arena: &BoardModel, position: &BoardPosition, capture: Move) -> Vec<Move> {
    let Some(kind) = capture.kind(position) else { return vec![capture] };
    let way = Way::Move(capture.from, capture.to);
    let holds = |asked: &Question| predicate::of_move(arena, position, &capture, asked);
    let becomes = arena.at(position).becomes(position, position.side, kind, way, &holds);
    let moves = promoted(capture.clone(), becomes);
    if moves.is_empty() { vec![capture] } else { moves }
}

/// Every move that pieces, hands and the step allow, whatever becomes of one's king.
pub fn pseudo_moves(arena: &BoardModel, position: &BoardPosition) -> Vec<Move> {
    pseudo_below(arena, position, None)
}

/// The same with what its player chooses in effects that look at less than `below`.
pub(super) fn pseudo_below(
    arena: &BoardModel,
    position: &BoardPosition,
    below: Option<Lookahead>,
) -> Vec<Move> {
    let plain = without_deeds(arena, position, below);
    if !arena.rules.has_deeds() {
        return plain;
    }
    let chosen = plain.iter().flat_map(|mv| effect::chosen(arena, position, mv, below));
    let mut moves: Vec<Move> = chosen.collect();
    moves.sort();
    moves
}

/// Every such move before the player chooses what else it does, also where effects make it impossible.
pub fn plain_moves(arena: &BoardModel, position: &BoardPosition) -> Vec<Move> {
    without_deeds(arena, position, None)
}

/// The same. Only terms whose questions hold leave a trace; questions that look at `below` or more are left out.
fn without_deeds(
    arena: &BoardModel,
    position: &BoardPosition,
    below: Option<Lookahead>,
) -> Vec<Move> {
    let side = position.side;
    let allowed = StepFilter::of(arena, position);
    let (whole, arena) = (arena, arena.at(position));
    let mut moves: Vec<Made<'_>> = Vec::new();
    for (from, kind) in position.pieces(side).filter(|&(from, kind)| allowed.piece(kind, from)) {
        let piece = Piece { side, kind };
        let (way, restriction) = (|k: KindId| &arena.rules.kinds[k].moves, &arena.rules.every_move);
        for (path, term) in paths_of_terms(arena, position, from, piece, &way, restriction) {
            let plain = Move {
                from,
                to: path.to,
                captures: sorted(path.captured),
                partner: path.shifted,
                promotion: None,
                passed: sorted(path.passed),
                actor: Actor::Piece,
                choices: Choices::NONE,
            };
            let way = Way::Move(from, path.to);
            let holds = |asked: &Question| predicate::of_move(whole, position, &plain, asked);
            let becomes = arena.becomes(position, side, kind, way, &holds);
            let by = term.map(|term| (&arena.rules.kinds[kind].moves, term));
            moves.extend(promoted(plain, becomes).into_iter().map(|mv| (mv, by)));
        }
        let resting = Move { from, to: from, actor: Actor::Piece, ..Move::pass() };
        let holds = |asked: &Question| predicate::of_move(whole, position, &resting, asked);
        let becomes = arena.becomes(position, side, kind, Way::Stay(from), &holds);
        // Who walks and comes back promoted has made the same move, with the trace of his walk.
        let walked = |rest: &Move| {
            moves.iter().any(|(mv, _)| Move { passed: Vec::new(), ..mv.clone() } == *rest)
        };
        let mut rests = promoted(resting, Becomes { stays: false, ..becomes });
        // It is a move from a cell to itself.
        let bound = !arena.holds(restriction, side, kind, from, from);
        rests.retain(|rest| !bound && !walked(rest));
        moves.extend(rests.into_iter().map(|mv| (mv, None)));
    }
    let mut moves = told_apart(whole, position, moves, below);
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
        choices: Choices::NONE,
    }));
    let drops = drops(whole, position).into_iter();
    moves.extend(drops.filter(|mv| mv.kind(position).is_some_and(|kind| allowed.drop(kind))));
    if allowed.section() {
        moves.extend(slides(whole, position));
    }
    if allowed.pass() {
        moves.push(Move::pass());
    }
    if !arena.rules.turn.is_plain() {
        // Between the steps of a turn a royal piece may stand attacked; no move captures one.
        moves.retain(|mv| !mv.captures.iter().any(|&site| position.is_untouchable(arena, site)));
    }
    moves.sort();
    moves.dedup_by(|b, a| Move { passed: a.passed.clone(), ..b.clone() } == *a);
    moves
}

/// A move with the term that makes it and the movement of that, if a term of its own piece does.
type Made<'a> = (Move, Option<(&'a Movement, &'a Term)>);

/// Each move once. Of several ways to a move the one with the smallest trace counts, among those whose terms' questions hold.
fn told_apart(
    arena: &BoardModel,
    position: &BoardPosition,
    mut moves: Vec<Made<'_>>,
    below: Option<Lookahead>,
) -> Vec<Move> {
    if arena.rules.kinds.iter().all(|kind| kind.moves.asked.is_empty()) {
        return moves.into_iter().map(|(mv, _)| mv).collect();
    }
    let traceless = |mv: &Move| Move { passed: Vec::new(), ..mv.clone() };
    moves.sort_by(|(a, _), (b, _)| (traceless(a), &a.passed).cmp(&(traceless(b), &b.passed)));
    let holds = |(mv, by): &&Made<'_>| {
        by.is_none_or(|(movement, term)| {
            term.given.iter().all(|given| {
                let asked = movement.asked.get(given.number).map(|asked| &asked.value);
                let due = |asked: &&Question| below.is_none_or(|below| asked.level() < below);
                let asked = asked.filter(due);
                asked.is_none_or(|asked| {
                    predicate::of_move(arena, position, mv, asked) == given.holds
                })
            })
        })
    };
    let alike = moves.chunk_by(|(a, _), (b, _)| traceless(a) == traceless(b));
    let kept = alike.filter_map(|ways| {
        let (first, _) = ways.first()?;
        let differs = ways.iter().any(|(mv, _)| mv.passed != first.passed);
        let open = ways.iter().find(|way| differs && holds(way));
        Some(open.map_or(first, |(mv, _)| mv).clone())
    });
    kept.collect()
}

/// Moves of one's own sections: none in check, none with an enemy on it, none with a royal piece on it
/// through check.
fn slides(whole: &BoardModel, position: &BoardPosition) -> Vec<Move> {
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

/// `plain` with all that its mover may become.
fn promoted(plain: Move, becomes: Becomes) -> Vec<Move> {
    let to = |kind| Move { promotion: Some(kind), ..plain.clone() };
    let mut moves: Vec<Move> = becomes.kinds.into_iter().map(to).collect();
    if becomes.stays {
        moves.push(plain);
    }
    moves
}

fn drops(whole: &BoardModel, position: &BoardPosition) -> Vec<Move> {
    let arena = whole.at(position);
    let (side, graph) = (position.side, &arena.graph);
    let mut moves = Vec::new();
    let endless = arena.rules.hand.iter().flat_map(|hand| hand.supply.iter().copied());
    let held = position.hands.held(side).map(|(kind, _)| kind);
    for kind in held.chain(endless) {
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
            for to in option.cells.into_iter().filter(free) {
                let plain = Move::drop(kind, to);
                let holds = |asked: &Question| predicate::of_move(whole, position, &plain, asked);
                let becomes = arena.becomes(position, side, kind, Way::Drop(to), &holds);
                let stays = becomes.stays && option.plain.has(to);
                moves.extend(promoted(plain, Becomes { stays, ..becomes }));
            }
        }
    }
    moves
}

fn may_castle(arena: &BoardModel, position: &BoardPosition, option: &CastleOption) -> bool {
    let lives = position.rights.0 >> option.right & 1 != 0;
    if option.side != position.side || !lives {
        return false;
    }
    let clear = option.empty.into_iter().all(|site| position.piece(site).is_none());
    let mut walking = position.clone();
    let king = walking.squares[option.king.0].take();
    let is_safe = |&cell: &Site| {
        let mut walking = walking.clone();
        walking.squares[cell] = king;
        !attacked(arena, &walking, cell, option.side.other())
    };
    clear && option.safe.iter().all(is_safe)
}

fn paths<'a>(
    arena: &'a BoardModel,
    position: &BoardPosition,
    from: Site,
    piece: Piece,
    movement: &dyn Fn(KindId) -> &'a Movement,
    restriction: &Condition,
) -> Vec<Path> {
    let paths = paths_of_terms(arena, position, from, piece, movement, restriction);
    paths.into_iter().map(|(path, _)| path).collect()
}

/// The paths, each with its term, if that is the piece's own.
fn paths_of_terms<'a>(
    arena: &'a BoardModel,
    position: &BoardPosition,
    from: Site,
    piece: Piece,
    movement: &dyn Fn(KindId) -> &'a Movement,
    restriction: &Condition,
) -> Vec<(Path, Option<&'a Term>)> {
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
        let found = walks(arena, position, from, start, term).into_iter();
        let found = found.filter(|p| holds(&term.when, p.to) && holds(restriction, p.to));
        out.extend(found.map(|path| (path, (start == from).then_some(term))));
    }
    out
}
