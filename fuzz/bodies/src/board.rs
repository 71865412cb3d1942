//! Random rules on random boards: the tables must equal the reference.
//!
//! Owns: [`board`]. Takes bytes; builds a ruleset, plays a few random moves and compares both
//! executors, packed making and unmaking, and the texts of moves and positions at every step.

use crate::line::Line;
use crate::shrink::cause;
use crate::walk::{condition, movement, rising};
use crate::{castling, notation, question, space};
use alfil::board::game::arena::Arena;
use alfil::board::game::position::{BoardPosition, Move};
use alfil::board::judge::reference;
use alfil::board::judge::turn;
use alfil::board::run::play::Effort;
use alfil::board::run::program::BoardProgram;
use alfil::board::walk::paths::Tracer;
use alfil::board::walk::terrain::Piece;
use alfil::index::{Id, IndexVec};
use alfil::play::board::{notation as moves, text as position};
use alfil::resolve::open::{is_plain, looks_along};
use alfil::rules::condition::{Area, Condition};
use alfil::rules::hand::{Drop, Hand};
use alfil::rules::letter::{Form, Letter};
use alfil::rules::movement::{Action, Term};
use alfil::rules::question::{Level, Test};
use alfil::rules::ruleset::{
    Blocking, Duty, Kind, KindId, Occasions, Owner, Promotion, Reversion, Royalty, Ruleset, Supply,
};
use alfil::rules::setup::{Placement, Row, Setup, Square};
use alfil::rules::side::Side;
use alfil::rules::space::{Lattice, Shading, Space};
use alfil::rules::turn::KingSafety;
use alfil::source::{SourceId, Span, Spanned};
use arbitrary::{Result, Unstructured};
use std::cell::Cell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Builds rules from `bytes` and compares the executors. Panics where they differ.
pub fn board(bytes: &[u8]) {
    // Too few bytes for a whole ruleset are no finding.
    let _ = try_board(&mut Unstructured::new(bytes));
}

fn try_board(u: &mut Unstructured<'_>) -> Result<()> {
    let rules = ruleset(u)?;
    let found = BoardProgram::new(rules);
    let Some(program) = found.value else {
        assert!(!found.found.is_empty(), "no program and no finding");
        return Ok(());
    };
    let arena = program.arena();
    let mut now = program.start().clone();
    now.rights = castling::rights(arena, &now);
    if !is_affordable(&program, &now, MAX_STEPS) {
        return Ok(());
    }
    // A step that had no move may have castling now, and the other way round.
    let under_way = now.step > 1;
    now = turn::settled(arena, now, under_way, None);
    let mut game = Line::new(&program, &now);
    for _ in 0..u.int_in_range(1..=6)? {
        // Its king may have been attacked before the other side began. Effects have no say in who wins by that.
        let unfit = arena.rules.has_deeds() && arena.rules.turn.is_plain() && in_peril(arena, &now);
        if unfit || !is_affordable(&program, &now, MAX_STEPS) || may_be_crowned(arena, &now) {
            break;
        }
        let fast = compare(&program, &now);
        if fast.is_empty() {
            break;
        }
        now = game.play(&fast[u.choose_index(fast.len())?]);
    }
    game.take_back();
    Ok(())
}

/// Whether a side that has nothing royal may come to something by a capture. Games do not begin so, and captures do not cost
/// the last royal piece.
pub(crate) fn may_be_crowned(arena: &Arena, now: &BoardPosition) -> bool {
    let kinds = &arena.rules.kinds;
    let waits = kinds.iter().flat_map(|kind| &kind.promotions).filter(|p| p.duty == Duty::Wait);
    let crowns = waits.flat_map(|rule| &rule.to).any(|&to| kinds[to].royal.is_royal());
    crowns && Side::BOTH.iter().any(|&side| now.royals(arena, side).next().is_none())
}

/// Whether a royal piece could be taken as a turn begins. Games do not come to that.
pub(crate) fn in_peril(arena: &Arena, now: &BoardPosition) -> bool {
    now.step == 1 && turn::in_check(arena, now, now.side.other())
}

/// Whether the reference finds the moves of `now` in at most so many steps, roughly.
///
/// It walks every way again after every move; where a whole turn counts, after every two moves, and again after
/// the enemy's two.
pub(crate) fn is_affordable(program: &BoardProgram, now: &BoardPosition, most: u64) -> bool {
    let arena = program.arena();
    let ways = ways(arena, now);
    // The tables ask of every reply, too.
    if ways > most {
        return false;
    }
    let moves = match program.perft(now, 1, Effort::default()) {
        // The next step may have as many as there are ways.
        0 => ways,
        moves => moves,
    };
    let safety = arena.rules.turn.safety;
    let rounds = match safety {
        KingSafety::EachStep => moves,
        KingSafety::EndOfTurn => moves.saturating_pow(3).saturating_mul(pieces(now)),
    };
    // What asks of replies walks the ways of each of them after every move, and so do drops that may not mate.
    let mates = arena.rules.hand.iter().any(|hand| !hand.no_mate.is_empty());
    let asked = question::level(&arena.rules);
    let rounds = match (asked.max(mates.then_some(Level::Replies)), safety) {
        (None | Some(Level::Move | Level::Board), _) => rounds,
        // For each piece whether another could take it.
        (Some(Level::Attack), _) => rounds.saturating_mul(moves.saturating_mul(pieces(now))),
        // Few drops give check.
        (Some(Level::Replies), KingSafety::EachStep) if asked < Some(Level::Replies) => {
            rounds.saturating_mul(moves)
        }
        (Some(Level::Replies), KingSafety::EachStep) => {
            rounds.saturating_mul(moves.saturating_pow(2))
        }
        // Each of them looks to the end of a turn of its own, and at the enemy's behind it.
        (Some(Level::Replies), KingSafety::EndOfTurn) => {
            rounds.saturating_mul(moves.saturating_pow(4))
        }
    };
    // What its player chooses is looked for among such answers again.
    let chosen: usize = arena.rules.effects.iter().map(|effect| effect.choices()).sum();
    let rounds = rounds.saturating_mul(moves.saturating_pow(chosen.min(2) as u32));
    let looked = looked_along(arena, now);
    ways.saturating_add(looked).saturating_mul(rounds) <= most
}

/// Steps of the patterns by which sentences look about: one from each piece for every cell, and again for every end of a line.
fn looked_along(arena: &Arena, now: &BoardPosition) -> u64 {
    let (of_pattern, of_line) = (Cell::new(0), Cell::new(0));
    let count = |counter: &Cell<u64>| counter.set(counter.get() + 1);
    arena.rules.tests(&|test| {
        match test {
            Test::At(..) => count(&of_pattern),
            Test::Along(..) => count(&of_line),
            Test::InHand
            | Test::In(_)
            | Test::Attacked(_)
            | Test::Guarded
            | Test::Between(_)
            | Test::InRow(..)
            | Test::On(_)
            | Test::NeverMoved
            | Test::LikeMover => {}
        }
        false
    });
    let (cells, pieces) = (now.squares.len() as u64, pieces(now));
    let sources = of_pattern.get() + of_line.get() * pieces;
    cells * pieces * sources
}

fn pieces(now: &BoardPosition) -> u64 {
    Side::BOTH.iter().map(|&side| now.pieces(side).count() as u64).sum()
}

/// The most steps that the reference may take for the moves of a position of random rules.
const MAX_STEPS: u64 = 300_000;

/// Steps over the ways of all pieces; the reference walks what is lent once for every borrower.
fn ways(arena: &Arena, now: &BoardPosition) -> u64 {
    let pieces = Side::BOTH
        .iter()
        .flat_map(|&side| now.pieces(side).map(move |(site, kind)| (site, Piece { side, kind })));
    let of_piece = |(site, piece): (_, Piece)| {
        let movements = [&arena.rules.kinds[piece.kind].moves, arena.attacks(piece.kind)];
        let terms = movements.into_iter().flat_map(|m| &m.terms);
        let borrowers = now.pieces(piece.side).count() as u64;
        let steps = |t| {
            let mut tracer: Tracer<'_, 4> = Tracer::new(arena.terrain(), t);
            let found = tracer.trace(site, piece).len();
            let once = if tracer.is_complete() { (tracer.steps() + found) as u64 } else { 0 };
            if t.relays() { once.max(64) * borrowers } else { once }
        };
        terms.map(steps).sum::<u64>()
    };
    pieces.map(of_piece).sum()
}

/// Compares both executors at `now`; gives the legal moves.
pub fn compare(program: &BoardProgram, now: &BoardPosition) -> Vec<Move> {
    let arena = program.arena();
    let slow = reference::legal_moves(arena, now);
    let fast = program.moves(now);
    let texts = |moves: &[Move]| moves::write_all(arena, moves).join(" ");
    assert!(
        slow == fast,
        "executors differ at {}\nreference: {}\ntables:    {}\n{}\n{}",
        position::write(arena, now),
        texts(&slow),
        texts(&fast),
        behind(program, now, &slow, &fast),
        cause(program, now)
    );
    let counted = program.perft(now, 1, Effort::default());
    assert!(
        counted == fast.len() as u64 && program.play(now).has_move() != fast.is_empty(),
        "counted otherwise at {}: {counted}, listed {}\n{}",
        position::write(arena, now),
        texts(&fast),
        rows(arena)
    );
    for side in Side::BOTH {
        let (slow, fast) =
            (turn::in_check(arena, now, side), program.play(now).is_threatened(side));
        let text = position::write(arena, now);
        assert!(
            slow == fast,
            "executors differ: check of {side:?} at {text}: reference {slow}, from {}\n{}",
            attackers(arena, now, side).join(" "),
            cause(program, now)
        );
    }
    if let Some(made) = made_otherwise(program, now, &fast) {
        panic!(
            "made or unmade otherwise at {}: {made}\n{}",
            position::write(arena, now),
            cause(program, now)
        );
    }
    names(arena, &fast);
    fast
}

/// How moves in pairs are counted, and how many there are, if that is not the same; `moves` are those of `now`.
pub(crate) fn made_otherwise(
    program: &BoardProgram,
    now: &BoardPosition,
    moves: &[Move],
) -> Option<String> {
    if moves.len() >= 60 {
        return None;
    }
    let arena = program.arena();
    let after = |mv: &Move| {
        let next = now.after(arena, mv);
        (position::write(arena, &next), program.moves(&next).len() as u64)
    };
    let next: Vec<(String, u64)> = moves.iter().map(after).collect();
    let counted = || program.perft(now, 2, Effort::default());
    let counted = catch_unwind(AssertUnwindSafe(counted)).ok();
    let in_place = |mv: &Move| {
        let counted = || {
            let mut play = program.play(now);
            play.play(mv);
            play.perft(1, Effort::default())
        };
        catch_unwind(AssertUnwindSafe(counted)).ok()
    };
    (counted != Some(next.iter().map(|(_, n)| n).sum::<u64>())).then(|| {
        let each = moves.iter().zip(&next);
        let each = each.map(|(mv, (at, n))| format!("\n{at}: {n}, in place {:?}", in_place(mv)));
        format!("{counted:?}, not{}", each.collect::<String>())
    })
}

/// The positions behind the moves that only one executor lists, and who is in check there by each.
fn behind(program: &BoardProgram, now: &BoardPosition, slow: &[Move], fast: &[Move]) -> String {
    let arena = program.arena();
    let apart = slow.iter().filter(|mv| !fast.contains(mv));
    let apart = apart.chain(fast.iter().filter(|mv| !slow.contains(mv)));
    let mut out = String::new();
    for mv in apart {
        let next = now.after(arena, mv);
        let check = |side| (turn::in_check(arena, &next, side), attackers(arena, &next, side));
        let tables = |side| program.play(&next).is_threatened(side);
        let text = position::write(arena, &next);
        out.push_str(&format!("{mv:?} leads to {text}\n"));
        for side in Side::BOTH {
            out.push_str(&format!("  {side:?} in check: {:?}, {}\n", check(side), tables(side)));
        }
    }
    out
}

/// Attacks on royal pieces of `side`, by the reference: from which cell, and on which.
fn attackers(arena: &Arena, now: &BoardPosition, side: Side) -> Vec<String> {
    let mut out = Vec::new();
    for king in now.royals(arena, side) {
        let from = now.pieces(side.other()).map(|(site, _)| site);
        let sees =
            from.filter(|&site| reference::attacked_from(arena, now, king, site, side.other()));
        let name = |site| arena.at(now).graph.name(site);
        out.extend(sees.map(|site| format!("{}x{}", name(site), name(king))));
    }
    out
}

/// The rules, a term a line, for the message of a failure.
pub(super) fn rows(arena: &Arena) -> String {
    let rules = &arena.rules;
    let mut out = format!(
        "{:?}\nturn {:?}\nhand {:?}\nevery move {:?}\nattack {:?}\n",
        rules.space, rules.turn, rules.hand, rules.every_move, rules.every_attack
    );
    for effect in &rules.effects {
        out.push_str(&format!("effect {}\n", rules.effect(effect)));
    }
    for duty in &rules.duties {
        out.push_str(&format!("must {}\n", rules.sentence(&duty.value)));
    }
    for goal in &rules.ends.goals {
        out.push_str(&format!("{:?} when {}\n", goal.verdict, rules.sentence(&goal.question)));
    }
    for asked in rules.asked.iter().chain(&rules.attack_asked) {
        out.push_str(&format!("asked {}\n", rules.sentence(&asked.value)));
    }
    for kind in rules.kinds.iter() {
        out.push_str(&format!(
            "{} royal {:?} owner {} blocks {} promotes {:?}\n",
            kind.letter,
            kind.royal,
            kind.owner.word(),
            kind.blocks.value.word(),
            kind.promotions
                .iter()
                .map(|p| (&p.at, p.on, p.duty, &p.to, p.supply, &p.when))
                .collect::<Vec<_>>()
        ));
        for term in &kind.moves.terms {
            out.push_str(&format!("  moves   {:?} when {:?}\n", term.action, term.when));
        }
        if let Some(to) = kind.reverts_to.map(|r| r.to) {
            out.push_str(&format!("  reverts to {}\n", rules.kinds[to].letter));
        }
        for term in kind.attacks.iter().flat_map(|m| &m.terms) {
            out.push_str(&format!("  attacks {:?} when {:?}\n", term.action, term.when));
        }
    }
    out
}

/// Every move has a text of its own, and what it names is found by it.
fn names(arena: &Arena, fast: &[Move]) {
    let texts = moves::write_all(arena, fast);
    let mut named = HashMap::new();
    for (mv, text) in fast.iter().zip(&texts) {
        let other = named.insert(text, mv);
        assert_eq!(other, None, "{text} names {mv:?} as well\n{}", rows(arena));
    }
    // To find one all are written again.
    for (mv, text) in fast.iter().zip(&texts).take(FOUND) {
        assert_eq!(moves::find(arena, text, fast), Some(mv), "{text} names another move");
    }
}

/// How many moves of a position are looked up by their texts.
const FOUND: usize = 8;

fn span() -> Span {
    Span::new(SourceId::only(), 0, 0)
}

fn ruleset(u: &mut Unstructured<'_>) -> Result<Ruleset> {
    let lattice = space::lattice(u)?;
    let (files, ranks) = (lattice.files(), lattice.ranks());
    let mut without = Vec::new();
    for _ in 0..u.int_in_range(0..=4)? {
        let cell = (u.int_in_range(0..=files - 1)?, u.int_in_range(0..=ranks - 1)?);
        if u.ratio(1, 2)? && lattice.has(cell.0, cell.1) {
            without.push(cell);
        }
    }
    let sections = space::sections(u, &lattice)?;
    let ranks_of_sections: Vec<u8> = sections.iter().map(|s| s.stands[0].1).collect();
    for place in lattice.places().filter(|p| ranks_of_sections.contains(&p.1)) {
        if !without.contains(&place) {
            without.push(place);
        }
    }
    let covered: Vec<_> = sections.iter().flat_map(|s| s.cells(s.first)).collect();
    let shades = match u.int_in_range(0..=3)? {
        0 => Shading::Plain,
        1 => Shading::Rows(
            (0..ranks)
                .map(|_| (0..files).map(|_| u.int_in_range(1..=3)).collect())
                .collect::<Result<_>>()?,
        ),
        _ => Shading::Checkered,
    };
    let count = u.int_in_range(2..=5usize)?;
    let hand = if u.ratio(1, 3)? { Some(hand(u, count)?) } else { None };
    let mut kinds: IndexVec<KindId, Kind> =
        (0..count).map(|n| kind(u, n, count)).collect::<Result<Vec<_>>>()?.into_iter().collect();
    for kind in kinds.iter_mut() {
        if u.ratio(1, 4)?
            && let Some(moves) = notation::lowered(u)?
        {
            kind.moves = moves;
        }
    }
    for kind in kinds.iter_mut().filter(|_| hand.is_some()) {
        if u.ratio(2, 3)? {
            kind.moves.terms.push(drop_term(u)?);
        }
        if u.ratio(1, 4)? {
            let any =
                |u: &mut Unstructured<'_>| u.int_in_range(0..=count - 1).map(KindId::from_index);
            let twin_of = if u.ratio(1, 2)? { Some(any(u)?) } else { None };
            kind.reverts_to = Some(Reversion { to: any(u)?, twin_of });
        }
    }
    let hands = match &hand {
        Some(hand) => {
            let mut held = held(u, count)?;
            held.retain(|&(_, kind)| {
                let held = kinds[kind].reverts_to.map_or(kind, |r| r.to);
                !hand.supply.contains(&held)
            });
            Some(Spanned::new(held, span()))
        }
        None => None,
    };
    let holes: Vec<_> = without.iter().copied().filter(|c| !covered.contains(c)).collect();
    let placement = placement(u, &lattice, &holes, count)?;
    let turn = crate::turn::turn(u, count)?;
    let homes = castling::homes(u, &lattice)?;
    let every_move = if u.ratio(1, 5)? { condition(u)? } else { Condition::Always };
    let every_attack = if u.ratio(1, 2)? { every_move.clone() } else { Condition::Always };
    let name = |(file, rank)| lattice.cell_name(file, rank);
    let space = Space {
        without: without.into_iter().map(|c| Spanned::new(name(c), span())).collect(),
        lattice,
        sections,
        shades,
        span: span(),
    };
    let setup = Setup { hands, ..Setup::of(placement, span()) };
    let mut rules = Ruleset {
        turn,
        every_move,
        every_attack,
        homes,
        hand,
        ..Ruleset::bare(space, kinds, setup)
    };
    if rules.space.lattice.layers() > 1 {
        rising(u, &mut rules)?;
    }
    question::sentences(u, &mut rules)?;
    neutrals(u, &mut rules)?;
    open(u, &mut rules)?;
    Ok(rules)
}

/// Makes kinds neutral now and then: none that is royal, and none where somebody castles or captures his own.
pub(crate) fn neutrals(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    let unfit = |term: &Term| match &term.action {
        Action::Castle(_) => true,
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.own),
        Action::Drop(_) => false,
    };
    let movements = |kind: &Kind| {
        kind.moves.terms.iter().chain(kind.attacks.iter().flat_map(|m| &m.terms)).any(unfit)
    };
    if rules.kinds.iter().any(movements) || !u.ratio(2, 3)? {
        return Ok(());
    }
    for kind in rules.kinds.iter_mut() {
        if !kind.royal.is_royal() && kind.owner == Owner::Side && u.ratio(1, 2)? {
            kind.owner = Owner::Both;
        }
    }
    Ok(())
}

/// Takes some pieces out of everybody's way, where nothing follows movements that depend on more than that.
fn open(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    let movements = |kind: &Kind| {
        kind.moves.terms.iter().chain(kind.attacks.iter().flat_map(|m| &m.terms)).all(is_plain)
    };
    if !rules.kinds.iter().all(movements) || rules.tests(&looks_along) || !u.ratio(1, 2)? {
        return Ok(());
    }
    for kind in rules.kinds.iter_mut() {
        if u.ratio(1, 2)? {
            kind.blocks.value = Blocking::Open;
        }
    }
    Ok(())
}

fn placement(
    u: &mut Unstructured<'_>,
    lattice: &Lattice,
    without: &[(u8, u8)],
    kinds: usize,
) -> Result<Placement> {
    let density = u.int_in_range(10..=60u8)?;
    let mut royal_placed = [false; 2];
    let mut rows = Vec::new();
    for rank in (0..lattice.ranks()).rev() {
        let mut cells = Vec::new();
        for file in lattice.columns(rank) {
            let square = if without.contains(&(file, rank)) || !lattice.has(file, rank) {
                Square::Missing
            } else if u.ratio(density, 100u8)? {
                let side = if u.ratio(1, 2)? { Side::White } else { Side::Black };
                // Kind 0 is royal: usually one a side.
                let again = royal_placed[side as usize] && !u.ratio(1, 12)?;
                let kind = u.int_in_range(usize::from(again)..=kinds - 1)?;
                royal_placed[side as usize] |= kind == 0;
                Square::Piece(side, KindId::from_index(kind))
            } else {
                Square::Empty(1)
            };
            cells.push(Spanned::new(square, span()));
        }
        rows.push(Row { cells, span: span() });
    }
    Ok(Placement { rows, points: Vec::new(), span: span() })
}

fn kind(u: &mut Unstructured<'_>, n: usize, count: usize) -> Result<Kind> {
    let castles = n == 0 || u.ratio(1, 6)?;
    let moves = movement(u, castles, count)?;
    let attacks = if u.ratio(1, 6)? { Some(movement(u, false, count)?) } else { None };
    let promotes = if n == 0 { u.ratio(1, 8)? } else { u.ratio(1, 3)? };
    let mut promotions = Vec::new();
    while promotes && promotions.len() < 3 && (promotions.is_empty() || u.ratio(1, 3)?) {
        promotions.push(promotion(u, count)?);
    }
    Ok(Kind {
        name: Spanned::new(format!("kind {n}"), span()),
        letter: Letter::new(char::from(b'A' + n as u8), Form::Plain),
        symbol: None,
        figure: alfil::rules::figure::Figure::Letter,
        worth: 1,
        owner: Owner::Side,
        blocks: Spanned::new(Blocking::Blocks, span()),
        royal: match n == 0 || u.ratio(1, 10)? {
            true if u.ratio(1, 8)? => *u.choose(&[Royalty::All, Royalty::Last])?,
            true => Royalty::Each,
            false => Royalty::No,
        },
        moves,
        attacks,
        promotions,
        reverts_to: None,
    })
}

pub(crate) fn promotion(u: &mut Unstructured<'_>, count: usize) -> Result<Promotion> {
    let at = match u.int_in_range(0..=4)? {
        0 | 1 => Some(Area::LastRank),
        2 | 3 => Some(Area::Ranks { first: 1, last: u.int_in_range(1..=3)? }),
        _ => None,
    };
    let first = usize::from(!u.ratio(1, 4)?);
    let last = u.int_in_range(first.min(count - 1)..=count - 1)?;
    let to = (first.min(last)..=last).map(KindId::from_index).collect();
    let (stay, drop) = (u.ratio(1, 4)?, u.ratio(1, 4)?);
    let on = match u.int_in_range(0..=4)? {
        0 => Occasions { enter: true, within: true, leave: true, stay, drop },
        1 => Occasions { enter: false, within: u.ratio(1, 2)?, leave: true, stay, drop },
        2 => Occasions { stay: stay || !drop, drop, ..Occasions::default() },
        _ => Occasions { stay, drop, ..Occasions::ARRIVING },
    };
    let duty = *u.choose(&[Duty::Must, Duty::Must, Duty::May, Duty::Wait])?;
    let supply = if u.ratio(1, 4)? { Supply::Lost } else { Supply::Endless };
    Ok(Promotion { at, on, duty, to, supply, when: None, span: span() })
}

pub(crate) fn hand(u: &mut Unstructured<'_>, kinds: usize) -> Result<Hand> {
    let (captured, own, immobile) = (u.arbitrary()?, u.arbitrary()?, u.arbitrary()?);
    let (mut no_mate, mut supply) = (Vec::new(), Vec::new());
    for kind in (0..kinds).map(KindId::from_index) {
        no_mate.extend(u.ratio(1, 3)?.then_some(kind));
        supply.extend(u.ratio(1, 8)?.then_some(kind));
    }
    Ok(Hand { captured, own, supply, immobile, no_mate, span: span() })
}

fn held(u: &mut Unstructured<'_>, kinds: usize) -> Result<Vec<(Side, KindId)>> {
    let piece = |u: &mut Unstructured<'_>| {
        let side: Side = u.arbitrary()?;
        Ok((side, KindId::from_index(u.int_in_range(0..=kinds - 1)?)))
    };
    (0..u.int_in_range(0..=5)?).map(|_| piece(u)).collect()
}

pub(crate) fn drop_term(u: &mut Unstructured<'_>) -> Result<Term> {
    let first = u.int_in_range(1..=2)?;
    let limit =
        |u: &mut Unstructured<'_>| if u.ratio(1, 4)? { u.int_in_range(1..=2) } else { Ok(0) };
    let drop = Drop {
        first,
        last: u.int_in_range(first..=9)?,
        on_file: limit(u)?,
        on_shade: limit(u)?,
        on_board: limit(u)?,
    };
    let when = if u.ratio(1, 6)? { condition(u)? } else { Condition::Always };
    Ok(Term { action: Action::Drop(drop), when, given: Vec::new(), span: span() })
}
