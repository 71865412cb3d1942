//! Fuzz target: what a side does not see has no influence on its view and its moves.
//!
//! It takes random rules without all that makes moves depend on hidden cells, plays random moves,
//! and changes what each side cannot see. View and legal moves must stay the same, by both
//! executors. With an umpire, it is not told its moves but its tries, and every legal move is among
//! them. In games in which pieces are placed unseen, two games differ in what the other side
//! does.

use crate::board::ruleset;
use crate::fitness::is_affordable;
use crate::line::Line;
use crate::rows::rows;
use crate::span::span;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_play::board::{notation, text as position};
use alfil_reference::executor::Reference;
use alfil_reference::view::{Known, View};
use alfil_rules::condition::Condition;
use alfil_rules::goal::Goals;
use alfil_rules::hand::{Captured, Drop, Hand, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Action;
use alfil_rules::movement::Term;
use alfil_rules::question::{Men, MoveFact, Question};
use alfil_rules::ruleset::{Blocking, Owner, Royalty, Ruleset};
use alfil_rules::setup::Square;
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_rules::turn::Turn;
use arbitrary::{Result, Unstructured};

/// The reference may take at most this many steps for one position.
const MAX_STEPS: u64 = 100_000;

/// Builds rules from `bytes`. Panics if a side learns what it does not see.
pub fn sight(bytes: &[u8]) {
    // If there are too few bytes for a ruleset, the run is not a failure.
    let _ = try_sight(&mut Unstructured::new(bytes));
}

fn try_sight(u: &mut Unstructured<'_>) -> Result<()> {
    let mut rules = ruleset(u)?;
    rules.sight = *u.choose(&[Sight::Own, Sight::Reach, Sight::Placing, Sight::Umpire])?;
    match rules.sight {
        Sight::Placing => return try_placing(rules, u),
        Sight::Umpire => rules.effects.retain(|effect| effect.choices() == 0),
        Sight::Everything | Sight::Own | Sight::Reach => blunt(&mut rules),
    }
    if rules.blind().is_some() {
        return Ok(());
    }
    let Some(program) = BoardProgram::new(rules).value else { return Ok(()) };
    let mut now = program.start().clone();
    let mut game = Line::new(&program, &now);
    for _ in 0..u.int_in_range(1..=8)? {
        if !is_affordable(&program, &now, MAX_STEPS) {
            break;
        }
        for side in Side::BOTH {
            compare(&program, &now, side, u)?;
        }
        let moves = Reference::of(program.arena()).legal_moves(&now);
        if moves.is_empty() {
            break;
        }
        now = game.play(&moves[u.choose_index(moves.len())?]);
    }
    Ok(())
}

/// Two games in which one side makes the same moves and the other places its pieces differently.
/// They must look the same to the first side until everything is seen.
fn try_placing(mut rules: Ruleset, u: &mut Unstructured<'_>) -> Result<()> {
    place_first(&mut rules, u)?;
    if rules.blind().is_some() {
        return Ok(());
    }
    let Some(program) = BoardProgram::new(rules).value else { return Ok(()) };
    let side = *u.choose(&Side::BOTH)?;
    let mut both = [program.start().clone(), program.start().clone()];
    for _ in 0..8 {
        if !is_affordable(&program, &both[0], MAX_STEPS) {
            break;
        }
        let [one, two] = [&both[0], &both[1]].map(|position| told(&program, position, side));
        assert_eq!(one.0.sight, two.0.sight, "one game is open and the other is not");
        if one.0.sight == Sight::Everything {
            let mut left = Side::BOTH.into_iter().flat_map(|side| both[0].hands.held(side));
            let (arena, now) = (program.arena(), &both[0]);
            let text = || format!("{}\n{}", position::write(arena, now), rows(arena));
            assert_eq!(left.next(), None, "open before all pieces are placed: {}", text());
            break;
        }
        assert_eq!(one.0, two.0, "{side:?} sees what the other side has placed");
        assert_eq!(one.1, two.1, "the moves of {side:?} depend on what the other side has placed");
        let lists = [&both[0], &both[1]]
            .map(|position| Reference::of(program.arena()).legal_moves(position));
        let first = u.arbitrary::<usize>()?;
        let second = if both[0].side == side { first } else { u.arbitrary()? };
        for ((position, moves), chosen) in both.iter_mut().zip(lists).zip([first, second]) {
            let Some(mv) = moves.get(chosen % moves.len().max(1)) else { return Ok(()) };
            *position = Line::new(&program, position).play(mv);
        }
    }
    Ok(())
}

/// Lets both sides place pieces unseen on their first ranks before anything else.
fn place_first(rules: &mut Ruleset, u: &mut Unstructured<'_>) -> Result<()> {
    rules.turn = Turn::default();
    rules.effects.clear();
    rules.asked.clear();
    rules.attack_asked.clear();
    rules.clocks.clear();
    rules.ends = Goals::default();
    let all = Men { whose: None, kinds: None, but: Vec::new() };
    rules.duties = vec![Spanned::new(Question::Move(MoveFact::Dropping(all)), span())];
    let hand = rules.hand.take();
    rules.hand = Some(Hand {
        captured: Captured::Gone,
        own: OwnCaptured::Gone,
        supply: Vec::new(),
        immobile: hand.map_or(Immobile::Allowed, |hand| hand.immobile),
        no_mate: Vec::new(),
        span: span(),
    });
    let last = u.int_in_range(1..=2)?;
    let drop = Drop { first: 1, last, on_file: 0, on_shade: 0, on_board: 0 };
    for kind in rules.kinds.iter_mut() {
        kind.royal = if u.ratio(1, 2)? { kind.royal } else { Royalty::No };
        kind.moves.terms.retain(|term| !matches!(term.action, Action::Drop(_)));
        let (action, when) = (Action::Drop(drop), Condition::Always);
        kind.moves.terms.push(Term { action, when, given: Vec::new(), span: span() });
    }
    // The ranks of the drops are empty, so that there is room.
    let rows = &mut rules.setup.placement.rows;
    let (home, count) = (usize::from(last), rows.len());
    for (_, row) in rows.iter_mut().enumerate().filter(|(n, _)| *n < home || n + home >= count) {
        for square in &mut row.cells {
            if let Square::Piece(..) = square.value {
                square.value = Square::Empty(1);
            }
        }
    }
    let kinds = rules.kinds.len();
    let mut held = Vec::new();
    let each = u.int_in_range(1..=3)?;
    for side in Side::BOTH {
        for _ in 0..each {
            held.push((side, KindId::from_index(u.int_in_range(0..=kinds - 1)?)));
        }
    }
    rules.setup.hands = Some(Spanned::new(held, span()));
    Ok(())
}

/// Takes rules away that look at hidden cells, except those of movements.
fn blunt(rules: &mut Ruleset) {
    for kind in rules.kinds.iter_mut() {
        kind.royal = Royalty::No;
        kind.blocks.value = Blocking::Blocks;
        kind.moves.terms.retain(|term| !matches!(term.action, Action::Drop(_)));
        kind.moves.terms.iter_mut().for_each(|term| term.given.clear());
        kind.promotions.retain(|rule| rule.when.is_none());
    }
    rules.hand = None;
    rules.setup.hands = None;
    rules.turn = Turn::default();
    rules.effects.clear();
    rules.asked.clear();
    rules.attack_asked.clear();
    rules.duties.clear();
    rules.clocks.clear();
    rules.ends = Goals::default();
}

/// What reaches a side.
fn told(program: &BoardProgram, position: &BoardPosition, side: Side) -> (View, Vec<Move>) {
    let reference = Reference::of(program.arena());
    let moves = if position.side == side {
        let (slow, fast) = (reference.legal_moves(position), program.play(position).moves());
        let arena = program.arena();
        let text = || format!("{}\n{}", position::write(arena, position), rows(arena));
        assert_eq!(slow, fast, "the executors differ: {}", text());
        match program.arena().rules.sight {
            Sight::Umpire => tried(program, position, &slow),
            Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => slow,
        }
    } else {
        Vec::new()
    };
    (reference.view(position, side), moves)
}

/// The moves that the side may try. Panics if a legal move is missing.
fn tried(program: &BoardProgram, position: &BoardPosition, legal: &[Move]) -> Vec<Move> {
    let arena = program.arena();
    let tries = Reference::of(arena).tries(position);
    // No side chooses the outcome of a roll.
    let chosen = legal.iter().filter(|mv| !matches!(mv.actor, Actor::Die(..)));
    for mv in chosen {
        let same = |one: &Move| {
            (one.from, one.to, one.promotion, one.partner, one.actor)
                == (mv.from, mv.to, mv.promotion, mv.partner, mv.actor)
        };
        let text = || notation::write_all(arena, std::slice::from_ref(mv));
        assert!(
            tries.iter().any(same),
            "{:?} is legal, but may not be tried: {}\n{}",
            text(),
            position::write(arena, position),
            rows(arena)
        );
    }
    tries
}

fn compare(
    program: &BoardProgram,
    now: &BoardPosition,
    side: Side,
    u: &mut Unstructured<'_>,
) -> Result<()> {
    let rules = &program.arena().rules;
    let view = Reference::of(program.arena()).view(now, side);
    // The other side's castling rights and passed cells must fit its pieces, which change.
    let one = BoardPosition {
        rights: view.position.rights,
        ep_squares: view.position.ep_squares.clone(),
        ..now.clone()
    };
    let mut two = one.clone();
    for (site, known) in view.cells.enumerate() {
        let kind = KindId::from_index(u.int_in_range(0..=rules.kinds.len() - 1)?);
        if rules.kinds[kind].owner != Owner::Side {
            continue;
        }
        let piece = Some(Piece { side: side.other(), kind });
        match known {
            Known::Seen(_) => {}
            Known::Occupied => two.squares[site] = piece,
            Known::Unknown => two.squares[site] = piece.filter(|_| u.arbitrary().unwrap_or(false)),
        }
    }
    // Both sides learn of the end of a game, and no side leaves a royal piece attacked.
    let reference = Reference::of(program.arena());
    let is_strange = |position: &BoardPosition| {
        reference.attacked_royal(position, position.side.other())
            || program.play(position).moves().is_empty()
    };
    if rules.sight == Sight::Umpire && (is_strange(&one) || is_strange(&two)) {
        return Ok(());
    }
    let (one, two) = (told(program, &one, side), told(program, &two, side));
    // The words of an umpire about the side to move may differ.
    if (one.0.check, &one.0.told) != (two.0.check, &two.0.told) {
        return Ok(());
    }
    assert_eq!(one.0, two.0, "{side:?} sees what it does not see");
    assert_eq!(one.1, two.1, "the moves of {side:?} depend on what it does not see");
    Ok(())
}
