//! Fuzz target: random rules on random boards.
//!
//! It builds a ruleset from bytes and plays a few random moves. At each step, engine and reference
//! must agree on the moves and on the texts of moves and positions. They must also agree on the
//! positions after making and unmaking moves.

use crate::compare::compare;
use crate::fitness::{in_peril, is_affordable, may_be_crowned};
use crate::line::Line;
use crate::pieces::{drop_term, hand, held, kind};
use crate::span::span;
use crate::walk::{condition, rising};
use crate::{castling, dice, notation, sentences, space, stacks};
use alfil_board::engine::program::BoardProgram;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Spanned;
use alfil_reference::executor::Reference;
use alfil_resolve::effects::{is_plain, looks_along};
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_rules::ruleset::{Blocking, Kind, Owner, Reversion, Ruleset};
use alfil_rules::setup::{Placement, Row, Setup, Square};
use alfil_rules::side::Side;
use alfil_rules::space::{Lattice, Shading, Space};
use arbitrary::{Result, Unstructured};

/// The reference may take at most this many steps for one position.
const MAX_STEPS: u64 = 300_000;

/// Builds rules from `bytes` and compares the executors. Panics if they differ.
pub fn board(bytes: &[u8]) {
    // If there are too few bytes for a ruleset, the run is not a failure.
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
    // With other castling rights, a step may have other moves, or none at all.
    let under_way = now.step > 1;
    now = Reference::of(arena).normalized(now, under_way, None);
    let mut game = Line::new(&program, &now);
    for _ in 0..u.int_in_range(1..=6)? {
        // In a random position, the opponent may already be in check. Effects cannot decide the
        // winner then, so such positions are not compared.
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

pub(crate) fn ruleset(u: &mut Unstructured<'_>) -> Result<Ruleset> {
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
        obstacles: Vec::new(),
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
    sentences::sentences(u, &mut rules)?;
    crate::turn::counted(u, &mut rules)?;
    neutrals(u, &mut rules)?;
    transparent_kinds(u, &mut rules)?;
    stacks::stacks(u, &mut rules)?;
    dice::settle(&mut rules);
    Ok(rules)
}

/// Sometimes makes some kinds neutral. Royal kinds never are, and neither are kinds of games with
/// castling or captures of own pieces.
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

/// True if the rules allow transparent kinds.
pub(crate) fn lets_pass(rules: &Ruleset) -> bool {
    let movements = |kind: &Kind| {
        kind.moves.terms.iter().chain(kind.attacks.iter().flat_map(|m| &m.terms)).all(is_plain)
    };
    rules.kinds.iter().all(movements) && !rules.tests(&looks_along)
}

/// Sometimes makes kinds transparent, if the rules allow it.
fn transparent_kinds(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    if !lets_pass(rules) || !u.ratio(1, 2)? {
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
                // Kind 0 is royal. In most cases, each side has one such piece.
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
